"""The race of the options: all start, the worse half drops out again and again, the captain's own runs to the end."""

from __future__ import annotations

from collections.abc import Mapping
from math import sqrt
from typing import Final, NamedTuple

from conquistadors.bots.captain import Advice
from conquistadors.bots.captain.reasons import Why, in_words
from conquistadors.bots.search.playing import Stratum
from conquistadors.engine import Option, Seat

FEWEST: Final = 4
"""An option that was tried less often is not taken."""
SURE: Final = 1.5
"""By how many standard errors an option has to be better than the captain's."""

SPREAD: Final = 6.0
"""How far samples lie apart, in points, before anything is known; it counts as `FEWEST` samples do."""


class Estimate(NamedTuple):
    """What an option is expected to bring, in points against the captain's own choice."""

    option: Option
    points: float
    error: float
    """The standard error of that."""
    playouts: int


class Thought(NamedTuple):
    """What the search holds so far: the option, why, by which clause, and how much work that took."""

    option: Option
    because: Why | str
    rule: str
    estimates: tuple[Estimate, ...]
    """All options that were tried, the best first; none where the captain was not questioned."""
    captain: Advice
    nodes: int
    budget: int

    @property
    def reason(self) -> str:
        """Why, in the language that is spoken."""
        return self.told()

    def told(self, language: str | None = None, names: Mapping[Seat, str] | None = None) -> str:
        """Why, in a language. `names` are those of the players; without them they are called by their colours."""
        return in_words(self.because, self.captain.rules, language, names)


class Runner:
    """An option in the race, with the values of its samples."""

    def __init__(self, option: Option) -> None:
        self.option = option
        self.values: list[float] = []
        self._strata: dict[object, list[float]] = {}
        """By the outcome of the first roll: the sums of its chances and of its values, and the number of samples."""

    def add(self, value: float, stratum: Stratum) -> None:
        self.values.append(value)
        part = self._strata.setdefault(stratum.outcome, [0.0, 0.0, 0])
        part[0] += stratum.chance
        part[1] += value
        part[2] += 1

    @property
    def mean(self) -> float:
        """The mean by the exact chances of the first roll, as far as its outcomes have come up."""
        whole = sum([chance / count for chance, _, count in self._strata.values()])
        return sum([chance / count * total / count for chance, total, count in self._strata.values()]) / whole

    def against(self, other: Runner) -> Estimate:
        """Compared with another one, in the worlds and with the dice that both have met."""
        if other is self:
            return Estimate(self.option, 0.0, 0.0, len(self.values))
        pairs = [mine - theirs for mine, theirs in zip(self.values, other.values, strict=False)]
        count = len(pairs)
        mean = sum(pairs) / count
        spread = (sum([(each - mean) ** 2 for each in pairs]) + FEWEST * SPREAD**2) / (count - 1 + FEWEST)
        points = self.mean - other.mean if len(self.values) == len(other.values) else mean
        return Estimate(self.option, points, sqrt(spread / count), count)


def left_in_race(racing: list[Runner]) -> list[Runner]:
    """The captain's choice, which comes first, and the better half of the others."""
    first, *others = racing
    others.sort(key=lambda runner: -runner.mean)
    return [first, *others[: max(1, len(others) // 2)]]


def thought_of(held: Thought, runners: list[Runner], nodes: int) -> Thought:
    """The best so far: the captain's choice, unless another is better beyond doubt."""
    first, advice = runners[0], held.captain
    if len(first.values) < FEWEST:
        return held._replace(nodes=nodes)
    estimates = sorted([runner.against(first) for runner in runners if runner.values], key=lambda e: -e.points)
    sure = [e for e in estimates if e.playouts >= FEWEST and e.points > SURE * e.error]
    best = max(sure, key=lambda e: e.points - SURE * e.error, default=None)
    option, because = advice.option, Why("search.same", {"why": advice.because, "trials": len(first.values)})
    if best is not None:
        found = {"points": best.points, "option": option, "trials": best.playouts}
        option, because = best.option, Why("search.better", found)
    return held._replace(option=option, because=because, estimates=tuple(estimates), nodes=nodes)
