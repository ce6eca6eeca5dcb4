"""2.18  The cards: one's own with their text, those of the others by their backs."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from typing import Final

from conquistadors.engine import UNSEEN, Pile, Seat, Texts
from conquistadors.games.conquest.pack.records import Card, Conquistador, StrategyCard
from conquistadors.games.conquest.rules.cards.luck import OPEN, TITLE
from conquistadors.games.conquest.rules.position import Indies, each_of
from conquistadors.packs.values import Words
from conquistadors_widgets.panels.marks import named, none, player, said, signed, tag

ORDER: Final = ("action", "combat", "reaction", "conquistador", "asset")
"""The kinds of cards, as they are laid out."""
MOST_BACKS: Final = 10
"""So many backs are drawn; the number beside them counts them all."""


def hand(pos: Indies, seat: Seat | None, names: Mapping[Seat, str], language: str) -> str:
    """The hand of the seat with what lies open, and how many cards the others hold."""
    texts = pos.rules.texts(language)
    own = pos.hands.get(seat, Pile()) if seat is not None else Pile()
    luck = pos.factions[seat].luck if seat is not None else 0
    parts = [_laid_out(pos, own, texts, language, "hand", luck)] if seat is not None else []
    face_up = pos.piles.get("face-up", Pile())
    if face_up.titles:
        parts.append(_laid_out(pos, face_up, texts, language, "face-up", 0))
    others = "".join(_backs(pos, other, names, texts, language) for other in pos.rules.seats if other != seat)
    if others:
        title = said(language, "other-hands")
        parts.append(f'<table class="cq-panels-hands"><caption>{title}</caption><tbody>{others}</tbody></table>')
    return f'<div class="cq-panels cq-panels-hand">{"".join(parts)}</div>'


def _laid_out(pos: Indies, pile: Pile, texts: Texts, language: str, title: str, luck: int) -> str:
    """A pile as cards, kind by kind, equal ones once with their number."""
    if UNSEEN in pile.titles:
        shown = [said(language, "unknown", count=pile.size)]
    else:
        cards = sorted(each_of(pile), key=lambda card: (ORDER.index(_kind(pos, card[0])), card[0]))
        shown = [_card(pos, card, count, texts, language) for card, count in cards]
    if luck:
        shown.append(_card(pos, OPEN, luck, texts, language))
    inside = f"<ul>{''.join(f'<li>{card}</li>' for card in shown)}</ul>" if shown else none(said(language, "no-cards"))
    heading = said(language, title, count=pile.size)
    return f"<section><h4>{heading}</h4>{inside}</section>"


def _kind(pos: Indies, card: str) -> str:
    if card == OPEN:
        return "asset"
    return "conquistador" if card in pos.rules.men else pos.rules.cards[card].type


def _card(pos: Indies, card: str, count: int, texts: Texts, language: str) -> str:
    rules = pos.rules
    kind = _kind(pos, card)
    if kind == "conquistador":
        when, text = said(language, "comes-into-play"), _of_a_man(rules.men[card], language)
    else:
        known: Card = rules.assets[TITLE] if card == OPEN else rules.cards[card]
        when = named(texts, f"when-{known.when}")
        text = escape(_text(known, rules.scenario)[language])
    times = (
        f'<b class="cq-panels-times" title="{said(language, "copies", count=count)}">×{count}</b>' if count > 1 else ""
    )
    return (
        f'<article class="cq-panels-play cq-panels-kind-{kind}"><div class="cq-panels-band">'
        f"<span>{said(language, f'kind.{kind}')}</span></div><h5>{named(texts, card)}{times}</h5>"
        f'<p class="cq-panels-when">{when}</p><p class="cq-panels-text">{text}</p></article>'
    )


def _text(card: Card, scenario: str) -> Words:
    """What the card says in this game, which is another thing for some cards in Solitaire."""
    alone = card.solitaire_text if scenario == "solitaire" and isinstance(card, StrategyCard) else None
    return alone or card.text


def _of_a_man(man: Conquistador, language: str) -> str:
    combat, diplomacy, rally = signed(man.combat), signed(man.diplomacy), signed(man.rally)
    ratings = said(language, "ratings", combat=combat, diplomacy=diplomacy, rally=rally)
    return f"{ratings} {escape(man.history[language])}"


def _backs(pos: Indies, seat: Seat, names: Mapping[Seat, str], texts: Texts, language: str) -> str:
    """The hand of another player, from behind; what lies open before him is named."""
    size = pos.hands[seat].size
    backs = '<i class="cq-panels-back"></i>' * min(size, MOST_BACKS)
    luck = pos.factions[seat].luck
    opened = tag(f"{named(texts, OPEN)}{f' ×{luck}' if luck > 1 else ''}") if luck else ""
    return (
        f'<tr><th scope="row">{player(seat, names)}</th><td><span aria-hidden="true">{backs}</span></td>'
        f"<td>{said(language, 'cards', count=size)}</td><td>{opened}</td></tr>"
    )
