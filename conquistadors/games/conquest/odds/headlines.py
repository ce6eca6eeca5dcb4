"""The odds of an action in a line: the chance of what it is done for, and what else is good to know."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any, Final

from conquistadors.games.conquest.rules.position import CIVILIZATIONS, ConquestPosition
from conquistadors.odds.distribution import Distribution, percent
from conquistadors.odds.naming import Names
from conquistadors.odds.questions import Headline

WANTED: Final[dict[str, Callable[[Any], bool]]] = {
    "battle": lambda how: how == "won",
    "gold": lambda gold: gold > 0,
    "found": CIVILIZATIONS.__contains__,
    "status": lambda status: status == "allied",
    "hits": lambda hits: hits < 0,
    "index": lambda index: index > 0,
    "food": lambda food: food > 0,
}
"""What an action is done for: the first of these that may come of it."""


def headline(outcomes: Distribution, names: Names) -> Headline | None:
    """6.27, 7.21, 4.1, 5.14, 9.22, 11.3  To win, to get gold, to find, to win over, to rally, to please."""
    told = [(dict(outcome), chance) for outcome, chance in _each(outcomes)]
    for thing, wanted in WANTED.items():
        chance = sum((p for outcome, p in told if thing in outcome and wanted(outcome[thing])), Fraction(0))
        if chance:
            return Headline(chance, names.say(f"headline.{thing}"), tuple(_more(thing, told, names)))
    return None


def _each(outcomes: Distribution) -> Iterator[tuple[Any, Fraction]]:
    yield from outcomes.items()


def _more(main: str, told: list[tuple[dict[str, Any], Fraction]], names: Names) -> Iterator[str]:
    """What else: gold and units on average, the chance that a place turns hostile or that a conquistador dies."""
    for thing, sign in (("gold", 1), ("units", -1)):
        mean = sign * sum((p * outcome.get(thing, 0) for outcome, p in told), Fraction(0))
        if mean > 0:
            yield names.say(f"headline.mean-{thing}", {"mean": f"{float(mean):.1f}"})
    for thing, value in (("status", "hostile"), ("conquistador", "dead")):
        chance = sum((p for outcome, p in told if outcome.get(thing) == value), Fraction(0))
        if chance and thing != main:
            yield names.say(f"headline.{value}", {"chance": percent(chance)})


def contest(before: ConquestPosition, after: ConquestPosition, seat: str) -> str | None:
    """6.27, 7.131  Whether a battle with Indians was won or lost, as far as the table tells; None: neither."""
    own = [name for name, each in before.expeditions.items() if each.owner == seat and before.has_units(name)]
    lost = [name for name in own if not any(after.has_units(heir) for heir in _heirs(before, after, name))]
    here = {each.space for each in after.expeditions.values() if each.owner == seat}
    for space in sorted(here):
        old, new = before.site(space), after.site(space)
        beaten = bool(old.garrison.titles) and not new.garrison.titles and old.ally != seat
        stormed = new.attempts > old.attempts and not old.hostile and old.ally != seat
        if (beaten or stormed) and not lost:
            return "won"
    return "lost" if lost else None


def _heirs(before: ConquestPosition, after: ConquestPosition, name: str) -> list[str]:
    """6.44  The expedition as it is called now: by its commander, or by whoever took over."""
    if name in after.expeditions:
        return [name]
    owner = before.expeditions[name].owner
    return [each for each in after.expeditions_of(owner) if each not in before.expeditions]
