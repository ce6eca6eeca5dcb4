"""The one place where dice are thrown and the one place where something is drawn."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import Any, NamedTuple

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

Reads = Callable[[int], Any]
"""What the rules make of a total: the cell of a table, the result that a clause names."""
Minds = Callable[[int], Hashable]
"""What the rules read from the dice as they lie, besides the total."""


class Thrown(NamedTuple):
    """What a roll came to: the dice as they lay at the end, with the modifiers, and what the rules make of that."""

    natural: int
    total: int
    result: Any = None


def roll(
    pos: Position,
    name: str,
    who: Seat,
    modifiers: Iterable[Modifier] = (),
    *,
    rule: str,
    luck_of: Seat | None = None,
    reads: Reads | None = None,
    minds: Minds | None = None,
) -> Procedure[Thrown]:
    """Throw the dice of a catalogued roll and return what they showed, the modified total, and what is made of it.

    `luck_of` is the seat that may spend luck, if it is not the one who rolls. `reads` says what the rules make of the
    total and, where they look at the dice themselves too, `minds` what they see there: whoever asks for the odds
    need not tell apart what the rules do not.

    1  a luck card, spent beforehand for a modifier, where the catalogue allows it
    2  the dice
    3  a luck card, spent afterwards for a re-roll, which stands even if it is worse
    """
    outer = pos.rolling
    at = len(outer)
    entry = _begin(pos, name, who, tuple(modifiers), rule)
    helped = luck_of or who
    if entry.luck_before:
        yield from _help_before(pos, at, helped)
    yield from _throw(pos, at, entry, rule, reads, minds)
    if entry.luck_after:
        yield from _help_after(pos, at, entry, helped, reads, minds)
    thrown = _thrown(pos.rolling[at], reads)
    pos.rolling = outer
    return thrown


def prepare_roll(
    pos: Position, name: str, who: Seat, modifiers: Iterable[Modifier] = (), *, rule: str
) -> Procedure[Rolling]:
    """The first of three steps of a roll that is thrown together with others: luck, spent beforehand for a modifier.

    All who throw together prepare first; then each does `throw_dice`, and at last each does `conclude_roll`. What is
    under way lies with the caller between the steps.
    """
    entry = _begin(pos, name, who, tuple(modifiers), rule)
    if entry.luck_before:
        yield from _help_before(pos, len(pos.rolling) - 1, who)
    return _set_aside(pos)


def throw_dice(pos: Position, rolling: Rolling, *, rule: str, reads: Reads | None = None) -> Procedure[Rolling]:
    """The second step: the dice."""
    pos.rolling += (rolling,)
    yield from _throw(pos, len(pos.rolling) - 1, pos.rules.rolls[rolling.roll], rule, reads)
    return _set_aside(pos)


def conclude_roll(pos: Position, rolling: Rolling, *, reads: Reads | None = None) -> Procedure[Thrown]:
    """The third step: luck, spent afterwards for a re-roll, which stands even if it is worse."""
    pos.rolling += (rolling,)
    entry: Roll = pos.rules.rolls[rolling.roll]
    if entry.luck_after:
        yield from _help_after(pos, len(pos.rolling) - 1, entry, rolling.who, reads)
    return _thrown(_set_aside(pos), reads)


def _set_aside(pos: Position) -> Rolling:
    """The roll under way, which is taken from the position."""
    rolling = pos.rolling[-1]
    pos.rolling = pos.rolling[:-1]
    return rolling


def _begin(pos: Position, name: str, who: Seat, modifiers: tuple[Modifier, ...], rule: str) -> Roll:
    """A roll of the catalogue is under way; a roll or a modifier that is not there is refused."""
    entry: Roll | None = pos.rules.rolls.get(name)
    if entry is None:
        raise RuleError(f"the roll {name!r} ({rule}) is not in the catalogue of {pos.rules.scenario}")
    for modifier in modifiers:
        if modifier.name not in entry.modifiers:
            raise RuleError(f"the catalogue does not know the modifier {modifier.name!r} on the roll {name!r}")
    pos.rolling += (Rolling(name, who, modifiers),)
    return entry


def _help_before(pos: Position, at: int, seat: Seat) -> Procedure[None]:
    """A luck card for a modifier."""
    luck: Luck | None = pos.rules.luck
    if luck is None or seat not in pos.rules.seats:
        return
    chosen: Option = yield _luck_choice(pos, luck, seat, "modify", luck.rule_before)
    if chosen.subject is not None:
        _spend(pos, luck, seat, chosen, luck.rule_before)
        _add(pos, at, luck.modifier(pos, chosen.subject))


def _help_after(
    pos: Position, at: int, entry: Roll, seat: Seat, reads: Reads | None, minds: Minds | None = None
) -> Procedure[None]:
    """A luck card for a re-roll."""
    luck: Luck | None = pos.rules.luck
    if luck is None or seat not in pos.rules.seats:
        return
    chosen: Option = yield _luck_choice(pos, luck, seat, "reroll", luck.rule_after)
    if chosen.subject is not None:
        _spend(pos, luck, seat, chosen, luck.rule_after)
        yield from _throw(pos, at, entry, luck.rule_after, reads, minds)


def _throw(
    pos: Position, at: int, entry: Roll, rule: str, reads: Reads | None, minds: Minds | None = None
) -> Procedure[None]:
    """The dice; what they showed is kept and reported."""
    under_way, dice = pos.rolling[at], entry.dice
    added = _added(under_way)
    natural: int = yield Chance(entry.name, under_way.who, rule, dice.totals, dice.ways, dice, added, reads, minds)
    thrown = Rolling(under_way.roll, under_way.who, under_way.modifiers, natural)
    pos.rolling = (*pos.rolling[:at], thrown, *pos.rolling[at + 1 :])
    if pos.sink is not None:
        who, roll, modifiers = thrown.who, thrown.roll, thrown.modifiers
        pos.sink(Rolled(who=who, roll=roll, natural=natural, modifiers=modifiers, total=natural + added, rule=rule))


def _add(pos: Position, at: int, modifier: Modifier) -> None:
    rolling = pos.rolling[at]
    more = Rolling(rolling.roll, rolling.who, (*rolling.modifiers, modifier))
    pos.rolling = (*pos.rolling[:at], more, *pos.rolling[at + 1 :])


def _added(rolling: Rolling) -> int:
    """What the modifiers come to."""
    added = 0
    for modifier in rolling.modifiers:
        added += modifier.value
    return added


def _thrown(rolling: Rolling, reads: Reads | None) -> Thrown:
    if rolling.natural is None:
        raise RuleError(f"the roll {rolling.roll!r} has no result yet")
    total = rolling.natural + _added(rolling)
    return Thrown(rolling.natural, total, None if reads is None else reads(total))


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
    if pos.sink is not None:
        pos.sink(Drew(who=who, pile=name, drawn=drawn, rule=rule, audience=seen_by))
    return drawn
