"""The one place where dice are thrown and the one place where something is drawn."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from conquistadors.engine.errors import RuleError
from conquistadors.engine.events import CardPlayed, Drew, Modifier, Rolled
from conquistadors.engine.piles import Pile
from conquistadors.engine.position import Position, Rolling
from conquistadors.engine.requests import (
    Bar,
    Chance,
    Choice,
    Option,
    Procedure,
    Seat,
    option,
)
from conquistadors.engine.rules import Luck, Roll


class Thrown(NamedTuple):
    """What a roll came to: the dice as they lay at the end, and with the modifiers."""

    natural: int
    total: int


def roll(
    pos: Position,
    name: str,
    who: Seat,
    modifiers: Iterable[Modifier] = (),
    *,
    rule: str,
    luck_of: Seat | None = None,
    meanwhile: Callable[[], Procedure[None]] | None = None,
) -> Procedure[Thrown]:
    """Throw the dice of a catalogued roll and return what they showed and the modified total.

    1  the luck card, spent beforehand for a modifier, where the catalogue allows it
    2  the dice
    3  the luck card, spent afterwards for a re-roll, which stands even if it is worse
    `luck_of` is the seat that may spend luck, if it is not the one who rolls. `meanwhile` happens between 1 and 2:
    the other side of two simultaneous rolls.
    """
    entry: Roll | None = pos.rules.rolls.get(name)
    if entry is None:
        raise RuleError(f"the roll {name!r} ({rule}) is not in the catalogue of {pos.rules.scenario}")
    named = tuple(modifiers)
    for modifier in named:
        if modifier.name not in entry.modifiers:
            raise RuleError(f"the catalogue does not know the modifier {modifier.name!r} on the roll {name!r}")
    luck: Luck | None = pos.rules.luck
    helped = luck_of or who
    outer = pos.rolling
    pos.rolling = (*outer, Rolling(name, who, named))
    if luck is not None and entry.luck_before:
        chosen: Option = yield _luck_choice(pos, luck, helped, "modify", luck.rule_before)
        if chosen.subject is not None:
            _spend(pos, luck, helped, chosen, luck.rule_before)
            pos.rolling = (*outer, Rolling(name, who, (*named, luck.modifier(pos, chosen.subject))))
    if meanwhile is not None:
        yield from meanwhile()
    natural: int = yield _throw(pos, entry, rule)
    _show(pos, natural, rule)
    if luck is not None and entry.luck_after:
        chosen = yield _luck_choice(pos, luck, helped, "reroll", luck.rule_after)
        if chosen.subject is not None:
            _spend(pos, luck, helped, chosen, luck.rule_after)
            natural = yield _throw(pos, entry, luck.rule_after)
            _show(pos, natural, luck.rule_after)
    total = _total(pos.rolling[-1])
    pos.rolling = outer
    return Thrown(natural, total)


def _throw(pos: Position, entry: Roll, rule: str) -> Chance:
    dice = entry.dice
    return Chance(entry.name, pos.rolling[-1].who, rule, dice.totals, dice.ways, dice)


def _show(pos: Position, natural: int, rule: str) -> None:
    """Keep what the dice showed, and report it."""
    under_way = pos.rolling[-1]
    thrown = Rolling(under_way.roll, under_way.who, under_way.modifiers, natural)
    pos.rolling = (*pos.rolling[:-1], thrown)
    if pos.sink is not None:
        who, roll, modifiers, total = thrown.who, thrown.roll, thrown.modifiers, _total(thrown)
        pos.sink(Rolled(who=who, roll=roll, natural=natural, modifiers=modifiers, total=total, rule=rule))


def _total(rolling: Rolling) -> int:
    if rolling.natural is None:
        raise RuleError(f"the roll {rolling.roll!r} has no result yet")
    return rolling.natural + sum([modifier.value for modifier in rolling.modifiers])


def _luck_choice(pos: Position, luck: Luck, seat: Seat, use: str, rule: str) -> Choice:
    """Ask for a luck card. Everybody whose roll it is is asked, with or without the card: that tells nothing."""

    def candidates() -> list[Option]:
        return [option(use, card) for card in luck.held(pos, seat)]

    def forbids(tried: Option) -> Bar | None:
        held = tried.verb == use and tried.subject in luck.held(pos, seat)
        return None if held else Bar(rule, "luck-not-held")

    return Choice(seat, use, rule, candidates, forbids, True)


def _spend(pos: Position, luck: Luck, seat: Seat, chosen: Option, rule: str) -> None:
    card = str(chosen.subject)
    luck.spend(pos, seat, card)
    pos.report(CardPlayed, who=seat, card=card, use=chosen.verb, rule=rule)


def draw(
    pos: Position, pile: Pile, who: Seat, *, name: str, rule: str, seen_by: tuple[Seat, ...] | None
) -> Procedure[str]:
    """Draw one thing at random and return it; the caller moves it. `seen_by` None shows it to everybody."""
    if not pile.titles:
        raise RuleError(f"{name!r} is empty: nothing to draw ({rule})")
    drawn: str = yield Chance(name, who, rule, pile.titles, pile.copies)
    pos.report(Drew, who=who, pile=name, drawn=drawn, rule=rule, audience=seen_by)
    return drawn
