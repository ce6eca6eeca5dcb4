"""The one place where dice are thrown and the one place where something is drawn."""

from __future__ import annotations

from collections.abc import Iterable

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


def roll(
    pos: Position, name: str, who: Seat, modifiers: Iterable[Modifier] = (), *, rule: str, luck_of: Seat | None = None
) -> Procedure[int]:
    """Throw the dice of a catalogued roll and return the modified total.

    1  the luck card, spent beforehand for a modifier, where the catalogue allows it
    2  the dice
    3  the luck card, spent afterwards for a re-roll, which stands even if it is worse
    `luck_of` is the seat that may spend luck, if it is not the one who rolls.
    """
    entry: Roll | None = pos.rules.rolls.get(name)
    if entry is None:
        raise RuleError(f"the roll {name!r} ({rule}) is not in the catalogue of {pos.rules.scenario}")
    named = tuple(modifiers)
    for modifier in named:
        if modifier.name not in entry.modifiers:
            raise RuleError(f"the catalogue does not know the modifier {modifier.name!r} on the roll {name!r}")
    luck: Luck | None = pos.rules.luck
    outer = pos.rolling
    pos.rolling = (*outer, Rolling(name, who, named))
    if luck is not None and entry.luck_before:
        card = yield from _spend(pos, luck, luck_of or who, "modify", luck.rule_before)
        if card is not None:
            pos.rolling = (*outer, Rolling(name, who, (*named, luck.modifier(pos, card))))
    yield from _throw(pos, entry, rule)
    if luck is not None and entry.luck_after:
        card = yield from _spend(pos, luck, luck_of or who, "reroll", luck.rule_after)
        if card is not None:
            yield from _throw(pos, entry, luck.rule_after)
    total = _total(pos.rolling[-1])
    pos.rolling = outer
    return total


def _throw(pos: Position, entry: Roll, rule: str) -> Procedure[None]:
    dice = entry.dice
    who, modifiers = pos.rolling[-1].who, pos.rolling[-1].modifiers
    natural: int = yield Chance(entry.name, who, rule, dice.totals, dice.ways, dice)
    thrown = Rolling(entry.name, who, modifiers, natural)
    pos.rolling = (*pos.rolling[:-1], thrown)
    if pos.sink is not None:
        total = _total(thrown)
        pos.sink(Rolled(who=who, roll=entry.name, natural=natural, modifiers=modifiers, total=total, rule=rule))


def _total(rolling: Rolling) -> int:
    if rolling.natural is None:
        raise RuleError(f"the roll {rolling.roll!r} has no result yet")
    return rolling.natural + sum([modifier.value for modifier in rolling.modifiers])


def _spend(pos: Position, luck: Luck, seat: Seat, use: str, rule: str) -> Procedure[str | None]:
    """Ask for a luck card. Everybody whose roll it is is asked, with or without the card: that tells nothing."""

    def candidates() -> list[Option]:
        return [option(use, card) for card in luck.held(pos, seat)]

    def forbids(tried: Option) -> Bar | None:
        held = tried.verb == use and tried.subject in luck.held(pos, seat)
        return None if held else Bar(rule, "luck-not-held")

    chosen: Option = yield Choice(seat, use, rule, candidates, forbids, True)
    if chosen.subject is None:
        return None
    luck.spend(pos, seat, chosen.subject)
    pos.report(CardPlayed, who=seat, card=chosen.subject, use=use, rule=rule)
    return chosen.subject


def draw(
    pos: Position, pile: Pile, who: Seat, *, name: str, rule: str, seen_by: tuple[Seat, ...] | None
) -> Procedure[str]:
    """Draw one thing at random and return it; the caller moves it. `seen_by` None shows it to everybody."""
    if not pile.titles:
        raise RuleError(f"{name!r} is empty: nothing to draw ({rule})")
    drawn: str = yield Chance(name, who, rule, pile.titles, pile.copies)
    pos.report(Drew, who=who, pile=name, drawn=drawn, rule=rule, audience=seen_by)
    return drawn
