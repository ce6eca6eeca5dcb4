"""The one place where dice are thrown and the one place where something is drawn."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
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


class RollOf(NamedTuple):
    """Who throws for what: a roll of the catalogue with its modifiers."""

    name: str
    who: Seat
    modifiers: tuple[Modifier, ...] = ()
    luck_of: Seat | None = None
    """The seat that may spend luck, if it is not the one who rolls; nobody may, if that is no seat of the table."""


def roll(
    pos: Position, name: str, who: Seat, modifiers: Iterable[Modifier] = (), *, rule: str, luck_of: Seat | None = None
) -> Procedure[Thrown]:
    """Throw the dice of a catalogued roll and return what they showed and the modified total.

    `luck_of` is the seat that may spend luck, if it is not the one who rolls. See `roll_together` for the order.
    """
    return (yield from roll_together(pos, (RollOf(name, who, tuple(modifiers), luck_of),), rule=rule))[0]


def roll_together(pos: Position, rolls: Sequence[RollOf], *, rule: str) -> Procedure[list[Thrown]]:
    """Throw for several at the same time, in the order given.

    1  luck cards, spent beforehand for a modifier, where the catalogue allows it
    2  the dice of all
    3  luck cards, spent afterwards for a re-roll, which stands even if it is worse
    """
    entries = [_entry(pos, wanted, rule) for wanted in rolls]
    luck: Luck | None = pos.rules.luck
    outer = pos.rolling
    first = len(outer)
    pos.rolling = (*outer, *[Rolling(wanted.name, wanted.who, wanted.modifiers) for wanted in rolls])
    for number, entry in enumerate(entries):
        helped = rolls[number].luck_of or rolls[number].who
        if luck is not None and entry.luck_before and helped in pos.rules.seats:
            chosen: Option = yield _luck_choice(pos, luck, helped, "modify", luck.rule_before)
            if chosen.subject is not None:
                _spend(pos, luck, helped, chosen, luck.rule_before)
                _add(pos, first + number, luck.modifier(pos, chosen.subject))
    for number, entry in enumerate(entries):
        natural: int = yield _throw(entry, rolls[number].who, rule)
        _show(pos, first + number, natural, rule)
    for number, entry in enumerate(entries):
        helped = rolls[number].luck_of or rolls[number].who
        if luck is not None and entry.luck_after and helped in pos.rules.seats:
            chosen = yield _luck_choice(pos, luck, helped, "reroll", luck.rule_after)
            if chosen.subject is not None:
                _spend(pos, luck, helped, chosen, luck.rule_after)
                natural = yield _throw(entry, rolls[number].who, luck.rule_after)
                _show(pos, first + number, natural, luck.rule_after)
    thrown = [Thrown(_natural(rolling), _total(rolling)) for rolling in pos.rolling[first:]]
    pos.rolling = outer
    return thrown


def _entry(pos: Position, wanted: RollOf, rule: str) -> Roll:
    """The roll in the catalogue; a roll or a modifier that is not there is refused."""
    entry: Roll | None = pos.rules.rolls.get(wanted.name)
    if entry is None:
        raise RuleError(f"the roll {wanted.name!r} ({rule}) is not in the catalogue of {pos.rules.scenario}")
    for modifier in wanted.modifiers:
        if modifier.name not in entry.modifiers:
            raise RuleError(f"the catalogue does not know the modifier {modifier.name!r} on the roll {wanted.name!r}")
    return entry


def _throw(entry: Roll, who: Seat, rule: str) -> Chance:
    dice = entry.dice
    return Chance(entry.name, who, rule, dice.totals, dice.ways, dice)


def _add(pos: Position, at: int, modifier: Modifier) -> None:
    rolling = pos.rolling[at]
    more = Rolling(rolling.roll, rolling.who, (*rolling.modifiers, modifier))
    pos.rolling = (*pos.rolling[:at], more, *pos.rolling[at + 1 :])


def _show(pos: Position, at: int, natural: int, rule: str) -> None:
    """Keep what the dice showed, and report it."""
    under_way = pos.rolling[at]
    thrown = Rolling(under_way.roll, under_way.who, under_way.modifiers, natural)
    pos.rolling = (*pos.rolling[:at], thrown, *pos.rolling[at + 1 :])
    if pos.sink is not None:
        who, roll, modifiers, total = thrown.who, thrown.roll, thrown.modifiers, _total(thrown)
        pos.sink(Rolled(who=who, roll=roll, natural=natural, modifiers=modifiers, total=total, rule=rule))


def _natural(rolling: Rolling) -> int:
    if rolling.natural is None:
        raise RuleError(f"the roll {rolling.roll!r} has no result yet")
    return rolling.natural


def _total(rolling: Rolling) -> int:
    return _natural(rolling) + sum([modifier.value for modifier in rolling.modifiers])


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
