"""The odds of an answer in a line: the chance of what it is done for, and what else is good to know."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from operator import itemgetter
from typing import Any, Final

from conquistadors.engine import Option
from conquistadors.odds.distribution import Distribution, percent
from conquistadors.odds.naming import Names
from conquistadors.odds.questions import Headline
from conquistadors.typography import number

OWN: Final = ("ships", "soldiers", "colonists", "missionaries", "leaders")
"""What one may lose."""
WANTED: Final[dict[str, Callable[[Any], bool]]] = {
    "cape": lambda how: how == "rounded",
    "won": lambda hexes: hexes > 0,
    "enemy-ships": lambda lost: lost < 0,
    "enemy-soldiers": lambda lost: lost < 0,
    "enemy-colonists": lambda lost: lost < 0,
    "mines": lambda mines: mines > 0,
    "natives": lambda fell: fell < 0,
}
"""What an answer is given for: the first of these that may come of it."""
SPENT: Final = "spent"
UNHURT, HURT = "unhurt", "hurt"
Told = list[tuple[dict[str, Any], Fraction]]


def headline(outcomes: Distribution, taken: Sequence[Option], names: Names) -> Headline:  # noqa: ARG001  # any answer
    """7.52, 8.31, 8.55, 13.12, 17.22, 9.2, 12.4, 17.35  To round the Cape, to take a port or a ship, to find gold, to
    beat natives; else to lose nothing. What is certain is told as it is.
    """
    told = [(dict(outcome), chance) for outcome, chance in _each(outcomes)]
    likeliest, chance_of_likeliest = max(_each(outcomes), key=itemgetter(1))
    if chance_of_likeliest == 1:
        return Headline(chance_of_likeliest, names.outcome(likeliest))
    for thing, wanted in WANTED.items():
        chance = sum((p for outcome, p in told if thing in outcome and wanted(outcome[thing])), Fraction(0))
        if chance:
            return Headline(chance, names.say(f"headline.{thing}"), tuple(_more(thing, told, names)), thing)
    if any(outcome.get(SPENT) for outcome, _ in told):
        lasting = sum((p for outcome, p in told if not outcome.get(SPENT)), Fraction(0))
        return Headline(lasting, names.say(f"headline.{SPENT}"), tuple(_more(SPENT, told, names)), SPENT)
    chance = sum((p for outcome, p in told if not _hurt(outcome)), Fraction(0))
    if chance < 1:
        fate, likely = (UNHURT, chance) if chance else (HURT, 1 - chance)
        return Headline(likely, names.say(f"headline.{fate}"), tuple(_more(fate, told, names)))
    return Headline(chance_of_likeliest, names.outcome(likeliest))


def _each(outcomes: Distribution) -> Iterator[tuple[Any, Fraction]]:
    yield from outcomes.items()


def _hurt(outcome: dict[str, Any]) -> bool:
    return any(outcome.get(thing, 0) < 0 for thing in OWN)


def _more(thing: str, told: Told, names: Names) -> Iterator[str]:
    """What else is good to know: that an area is calm for ever, what it costs on average, how often a ship is lost."""
    if thing == "natives":
        calm = sum((p for outcome, p in told if "pacified" in outcome), Fraction(0))
        yield from [_line("pacified", calm, names)] if calm else []
    for lost in ("ships", "leaders"):
        chance = sum((p for outcome, p in told if outcome.get(lost, 0) < 0), Fraction(0))
        yield from [_line(f"lose-{lost}", chance, names)] if chance else []
    for lost in ("soldiers", "colonists"):
        mean = sum((p * -outcome[lost] for outcome, p in told if outcome.get(lost, 0) < 0), Fraction(0))
        if mean:
            yield names.say(f"headline.mean-{lost}", {"mean": number(float(mean), names.language, ".2f")})


def _line(key: str, chance: Fraction, names: Names) -> str:
    return names.say(f"headline.{key}", {"chance": percent(chance, names.language)})
