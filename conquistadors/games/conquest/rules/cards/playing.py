"""2.1  How cards are played: in one's impulse, in support of an action, in a battle, or as a reaction."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache, partial
from typing import Final

from conquistadors.engine import (
    Bar,
    CardPlayed,
    CardRules,
    Choice,
    Modifier,
    Option,
    Procedure,
    Seat,
    changed,
    option,
    options_of,
)
from conquistadors.games.conquest.pack.records import StrategyCard
from conquistadors.games.conquest.rules.events import Discarded
from conquistadors.games.conquest.rules.position import Action, ConquestPosition

Forbids = Callable[[ConquestPosition, Seat], Bar | None]
Play = Callable[[ConquestPosition, Seat], Procedure[None]]

ROLLS: Final = {
    "discovery": ("discovery",),
    "diplomacy": ("diplomacy",),
    "plunder": ("plunder_gold",),
    "rally": ("rally",),
    "gift": ("gift",),
    "gold": ("diplomacy_gold",),
    "funds": ("funds",),
    "malaria": ("malaria",),
}
"""The effects that are modifiers on the roll of an action."""


CARD_RULES: Final = CardRules[ConquestPosition]()
card = CARD_RULES.card


# What is allowed -------------------------------------------------------------------------------------------------


def forbids_card(pos: ConquestPosition, seat: Seat, title: str | None, occasion: str) -> Bar | None:
    """2.11-2.14, 2.17, G-2.17  What stands against playing a card of the hand on an occasion.

    A title counts once for an action, whoever plays it. Mano de Dios is played with rolls only (1.53).
    """
    if title is None or title not in pos.rules.cards_of(pos, seat).titles:
        return Bar("2.18", "not-in-hand")
    bar = pos.rules.out_of_place[occasion].get(title)
    if bar is not None:
        return bar
    known = CARD_RULES.get(title)
    if known is None:
        return Bar("2.22", "conquistador-card")
    strategy = pos.rules.cards[title]
    if strategy.type == "reaction" and seat == pos.active:
        return Bar("2.14", "own-impulse")
    if strategy.type == "action" and seat != pos.active:
        return Bar("2.12", "other-impulse")
    if occasion != "impulse" and title in _cards_in_force(pos, occasion):
        return Bar("2.17", "one-copy")
    forbids = known.forbids
    return forbids(pos, seat)


_CLAUSES: Final = {"action": "2.12", "combat": "2.13", "reaction": "2.14"}


def bars_on_other_occasions(cards: Mapping[str, StrategyCard], occasion: str) -> dict[str, Bar]:
    """2.12-2.14, 1.53  The cards that do not belong to an occasion, each with what stands against it there."""
    bars = {}
    for title in cards.keys() & CARD_RULES.keys():
        known, strategy = CARD_RULES[title], cards[title]
        if occasion not in known.occasions:
            rule = known.rule if "roll" in known.occasions else _CLAUSES[strategy.type]
            bars[title] = Bar(rule, "card-occasion", (("when", f"when-{strategy.when}"),))
    return bars


def _cards_in_force(pos: ConquestPosition, occasion: str) -> tuple[str, ...]:
    if occasion == "combat":
        return () if pos.battle is None else pos.battle.cards
    if occasion in ("sea-move", "movement"):
        return () if pos.march is None else pos.march.cards
    return () if pos.action is None else pos.action.cards


def cards_for(pos: ConquestPosition, seat: Seat, occasion: str) -> tuple[Option, ...]:
    """The cards of a hand that belong to the occasion, possible now or not."""
    return cards_among(pos.rules.cards_of(pos, seat).titles, pos.rules.titles_for[occasion])


@lru_cache(maxsize=8192)
def cards_among(hand: tuple[str, ...], titles: frozenset[str]) -> tuple[Option, ...]:
    """To play each of these titles that is in a hand."""
    return options_of("play", titles_among(hand, titles))


@lru_cache(maxsize=8192)
def titles_among(hand: tuple[str, ...], titles: frozenset[str]) -> tuple[str, ...]:
    """Those of a hand that are among these titles."""
    return tuple(title for title in hand if title in titles)


# Playing ---------------------------------------------------------------------------------------------------------


def play_card(pos: ConquestPosition, seat: Seat, title: str) -> Procedure[None]:
    """2.16  The card is shown, discarded and carried out."""
    known = CARD_RULES[title]
    pos.rules.discard(pos, seat, title)
    pos.report(CardPlayed, who=seat, card=title, use="play", rule=known.rule)
    yield from known.play(pos, seat)


def window_on(pos: ConquestPosition, occasion: str, rule: str) -> Procedure[None]:
    """2.14, G-2.14  The other players may react; not against forces in Cuba or Panama (2.19, G-2.19)."""
    action = pos.action
    if action is None or action.space in pos.rules.world.havens:
        return
    yield from pos.rules.oppose(pos, occasion, pos.others(pos.active), rule)


def support(pos: ConquestPosition, occasion: str, rule: str) -> Procedure[None]:
    """2.12, 4.12, G-2.12  Players help their own actions: Action cards, and assets, face down or shown (5.15, G-5.15b).

    Who discovers after a retreat in another player's impulse (6.514) has only assets.
    """
    while True:
        seat = _acting(pos)
        candidates = partial(_supports, pos, occasion, seat)
        forbids = partial(_forbids_support, pos, occasion, seat)
        facts = (("occasion", occasion),)
        chosen: Option = yield Choice(seat, "support", rule, candidates, forbids, True, facts)
        if chosen.verb == "pass":
            return
        if chosen.verb == "play":
            yield from play_card(pos, seat, str(chosen.subject))
        else:
            use_asset(pos, str(chosen.subject), occasion)


def _acting(pos: ConquestPosition) -> Seat:
    """Whose action is under way."""
    return pos.active if pos.action is None else pos.expeditions[pos.action.expedition].owner


def _supports(pos: ConquestPosition, occasion: str, seat: Seat) -> list[Option]:
    found = [*cards_for(pos, seat, occasion)]
    for giver in _givers(pos, occasion):
        found += [option("use", title) for title in _assets(pos, giver)]
    return list(dict.fromkeys(found))


def _assets(pos: ConquestPosition, commander: str) -> tuple[str, ...]:
    """5.15  The assets of an expedition, those that lie open first."""
    expedition = pos.expeditions[commander]
    return (*expedition.shown.titles, *expedition.assets.titles)


def _givers(pos: ConquestPosition, occasion: str) -> list[str]:
    """The expeditions whose assets can help: the one that acts; for a gift all of the player's."""
    if occasion == "gift":
        return pos.expeditions_of(pos.active)
    return [] if pos.action is None else [pos.action.expedition]


def _forbids_support(pos: ConquestPosition, occasion: str, seat: Seat, tried: Option) -> Bar | None:
    if tried.verb == "play":
        return forbids_card(pos, seat, tried.subject, occasion)
    if tried.verb != "use":
        return Bar("2.12", "not-offered")
    return forbids_asset(pos, tried.subject, occasion)


def forbids_asset(pos: ConquestPosition, title: str | None, occasion: str) -> Bar | None:
    """5.15, 2.17  An asset of the expedition, whose text names this roll, once a title."""
    if not any(title in _assets(pos, giver) for giver in _givers(pos, occasion)):
        return Bar("5.15", "asset-not-held")
    entry = pos.rules.assets[str(title)]
    if not any(effect in entry.effect for effect in ROLLS[occasion]):
        return Bar("5.15", "asset-occasion", (("when", f"when-{entry.when}"),))
    if pos.action is not None and title in pos.action.cards:
        return Bar("2.17", "one-copy")
    if entry.effect.get("imperial_only") and not is_imperial(pos):
        return Bar("12.24", "imperial-only")
    return None


def is_imperial(pos: ConquestPosition) -> bool:
    return pos.action is not None and pos.site(pos.action.space).empire is not None


def use_asset(pos: ConquestPosition, title: str, occasion: str) -> None:
    """5.15, G-5.15b  An asset is shown when it is first used; one that is not kept is then discarded.

    One that lies open is used again, or not, as its owner likes.
    """
    giver = next(g for g in _givers(pos, occasion) if title in _assets(pos, g))
    expedition = pos.expeditions[giver]
    pos.report(CardPlayed, who=expedition.owner, card=title, use="use", rule="5.15")
    if title not in expedition.shown.titles:
        pos.edit(giver, assets=expedition.assets.minus(title))
        if pos.rules.assets[title].kept:
            pos.edit(giver, shown=expedition.shown.plus(title))
        else:
            pos.piles["asset-discards"] = pos.piles["asset-discards"].plus(title)
    effect = pos.rules.assets[title].effect
    for name in ROLLS[occasion]:
        if name in effect:
            with_modifier(pos, Modifier(title, int(str(effect[name]))), title)


def lost_on(pos: ConquestPosition, natural: int) -> tuple[str, ...]:
    """2.42x, G-4.1  The assets that helped with a roll and are lost if the final die shows this."""
    if pos.action is None or not pos.action.cards:
        return ()
    helped = [title for title in pos.action.cards if title in pos.expeditions[pos.action.expedition].shown.titles]
    return tuple(title for title in helped if pos.rules.assets[title].lost_on == f"natural {natural}")


def lose_assets(pos: ConquestPosition, natural: int, rule: str) -> None:
    """2.42x, G-4.1  An asset that helped with a roll is lost if the final die shows the number on its card."""
    for title in lost_on(pos, natural):
        commander = current(pos).expedition
        expedition = pos.edit(commander, shown=pos.expeditions[commander].shown.minus(title))
        pos.piles["asset-discards"] = pos.piles["asset-discards"].plus(title)
        pos.report(Discarded, who=expedition.owner, card=title, rule=rule)


def with_modifier(pos: ConquestPosition, modifier: Modifier, title: str | None = None) -> None:
    """A modifier on the roll of the action under way, and the title that gives it (2.17)."""
    assert pos.action is not None
    cards = pos.action.cards if title is None else (*pos.action.cards, title)
    pos.action = changed(pos.action, modifiers=(*pos.action.modifiers, modifier), cards=cards)


def with_note(pos: ConquestPosition, *notes: str, title: str | None = None) -> None:
    """Something that the action under way has to remember."""
    assert pos.action is not None
    cards = pos.action.cards if title is None else (*pos.action.cards, title)
    pos.action = changed(pos.action, notes=(*pos.action.notes, *notes), cards=cards)


def current(pos: ConquestPosition) -> Action:
    """The action under way."""
    assert pos.action is not None
    return pos.action


def best_rating(pos: ConquestPosition, commander: str, rating: str) -> Modifier:
    """1.331, 5.13, 9.23  The rating of any one conquistador with the expedition: of the best."""
    return Modifier("rating", max(getattr(pos.rules.men[captain], rating) for captain in pos.members(commander)))
