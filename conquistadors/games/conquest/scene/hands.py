"""2.18  The cards: your own with their text, those of the others by their backs."""

from __future__ import annotations

from typing import Final

from conquistadors.engine import UNSEEN, Pile, Seat
from conquistadors.games.conquest.pack.records import Card as Printed
from conquistadors.games.conquest.pack.records import Conquistador, StrategyCard
from conquistadors.games.conquest.rules.cards.luck import OPEN, TITLE
from conquistadors.games.conquest.rules.position import ConquestPosition, each_of
from conquistadors.packs.values import Words
from conquistadors.scene.panels import Backs, Card, Hand, OtherHands, Part, Tag
from conquistadors.scene.words import Phrase, phrase, signed

ORDER: Final = ("action", "combat", "reaction", "conquistador", "asset")
"""The kinds of cards, as they are laid out."""


def hands(pos: ConquestPosition, seat: Seat | None) -> tuple[Part, ...]:
    """The hand of the seat with what lies open, and how many cards the others hold."""
    parts: list[Part] = []
    if seat is not None:
        parts.append(_laid_out(pos, pos.hands.get(seat, Pile()), "hand", pos.factions[seat].luck))
    face_up = pos.piles.get("face-up", Pile())
    if face_up.titles:
        parts.append(_laid_out(pos, face_up, "face-up"))
    others = [_backs(pos, other) for other in pos.rules.seats if other != seat]
    if others:
        parts.append(OtherHands(tuple(others)))
    return tuple(parts)


def _laid_out(pos: ConquestPosition, pile: Pile, title: str, luck: int = 0) -> Hand:
    """A pile as cards, kind by kind, equal ones once with their number; and the luck cards that lie open."""
    hidden = UNSEEN in pile.titles
    held = [] if hidden else sorted(each_of(pile), key=lambda card: (ORDER.index(_kind(pos, card[0])), card[0]))
    held += [(OPEN, luck)] if luck else []
    cards = tuple(_card(pos, card, count) for card, count in held)
    return Hand(phrase(f"panels.{title}", count=pile.size), cards, pile.size if hidden else 0)


def _kind(pos: ConquestPosition, card: str) -> str:
    if card == OPEN:
        return "asset"
    return "conquistador" if card in pos.rules.men else pos.rules.cards[card].type


def _card(pos: ConquestPosition, card: str, count: int) -> Card:
    rules = pos.rules
    kind = _kind(pos, card)
    if kind == "conquistador":
        man = rules.men[card]
        return Card(card, kind, phrase("panels.comes-into-play"), (_ratings(man), man.history), count)
    known: Printed = rules.assets[TITLE] if card == OPEN else rules.cards[card]
    return Card(card, kind, f"when-{known.when}", (_text(known, rules.scenario),), count)


def _ratings(man: Conquistador) -> Phrase:
    return phrase("panels.ratings", combat=signed(man.combat), diplomacy=signed(man.diplomacy), rally=signed(man.rally))


def _text(card: Printed, scenario: str) -> Words:
    """What the card says in this game, which is another thing for some cards in Solitaire."""
    alone = card.solitaire_text if scenario == "solitaire" and isinstance(card, StrategyCard) else None
    return alone or card.text


def _backs(pos: ConquestPosition, seat: Seat) -> Backs:
    """The hand of another player, from behind; what lies open before them is named."""
    luck = pos.factions[seat].luck
    return Backs(seat, pos.hands[seat].size, (Tag(OPEN, luck),) if luck else ())
