"""The race of the options: all start, the worse half drops out again and again, the adviser's own runs to the end."""

from __future__ import annotations

from collections.abc import Mapping
from math import sqrt
from typing import Any, Final, NamedTuple

from conquistadors.bots.reasons import Advice, Why, in_words
from conquistadors.bots.search.contract import Course
from conquistadors.bots.search.playing import Stratum
from conquistadors.engine import Option, Seat

FEWEST_TRIALS: Final = 4
"""An option that was tried less often is not taken."""
SURE: Final = 1.5
"""By how many standard errors an option has to be better than the adviser's."""


class Estimate(NamedTuple):
    """What a course is expected to bring, in points against the adviser's own choice."""

    course: Course
    because: Why | str
    """What it is for, if it is more than an answer."""
    points: float
    error: float
    """The standard error of that."""
    playouts: int

    @property
    def option(self) -> Option:
        return self.course.option


class Thought(NamedTuple):
    """What the search holds so far: the option, why, by which clause, and how much work that took."""

    option: Option
    because: Why | str
    rule: str
    estimates: tuple[Estimate, ...]
    """All options that were tried, the best first; none where the adviser was not questioned."""
    adviser: Advice
    """What the adviser of the game would do."""
    nodes: int
    budget: int
    aim: Any = None
    """What is aimed at, where that was thought about."""
    points: float = 0.0
    """What the choice is expected to bring against the adviser's own."""
    of: str = "points"
    """What is estimated: "points", or the "chance" of a victory, in percent."""

    @property
    def reason(self) -> str:
        """Why, in the language that is spoken."""
        return self.in_words()

    def in_words(self, language: str | None = None, names: Mapping[Seat, str] | None = None) -> str:
        """Why, in a language. `names` are those of the players; without them they are called by their colours."""
        return in_words(self.because, self.adviser.rules, language, names)


class Runner:
    """A course in the race, with the values of its samples."""

    def __init__(self, course: Course, because: Why | str, spread: float) -> None:
        self.course = course
        self.because = because
        self.spread = spread
        """How far its values lie apart before any is known; it counts as `FEWEST_TRIALS` of them do."""
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
            return Estimate(self.course, self.because, 0.0, 0.0, len(self.values))
        pairs = [mine - theirs for mine, theirs in zip(self.values, other.values, strict=False)]
        count = len(pairs)
        mean = sum(pairs) / count
        known = FEWEST_TRIALS * self.spread**2
        spread = (sum([(each - mean) ** 2 for each in pairs]) + known) / (count - 1 + FEWEST_TRIALS)
        points = self.mean - other.mean if len(self.values) == len(other.values) else mean
        return Estimate(self.course, self.because, points, sqrt(spread / count), count)


def left_in_race(racing: list[Runner]) -> list[Runner]:
    """The adviser's choice, which comes first, and the better half of the others."""
    first, *others = racing
    others.sort(key=lambda runner: -runner.mean)
    return [first, *others[: max(1, len(others) // 2)]]


def thought_of(held: Thought, runners: list[Runner], nodes: int) -> Thought:
    """The best so far: the adviser's choice, unless another is better beyond doubt."""
    first, advice = runners[0], held.adviser
    if len(first.values) < FEWEST_TRIALS:
        return held._replace(nodes=nodes)
    estimates = sorted([runner.against(first) for runner in runners if runner.values], key=lambda e: -e.points)
    sure = [e for e in estimates if e.playouts >= FEWEST_TRIALS and e.points > SURE * e.error]
    best = max(sure, key=lambda e: e.points - SURE * e.error, default=None)
    course, because = first.course, Why("search.same", {"why": advice.because, "trials": len(first.values)})
    if best is not None:
        course, because = best.course, _better(held.of, best, advice.option)
    return held._replace(
        option=course.option,
        because=because,
        estimates=tuple(estimates),
        nodes=nodes,
        aim=course.aim,
        points=0.0 if best is None else best.points,
    )


def _better(of: str, best: Estimate, advised: Option) -> Why:
    """Why something else is taken: a plan with its purpose, or an answer against that of the adviser."""
    points, why, trials = best.points, best.because, best.playouts
    if of == "points":
        if why:
            return Why("search.better-plan", {"why": why, "points": points, "trials": trials})
        return Why("search.better", {"points": points, "option": advised, "trials": trials})
    if why:
        return Why("search.likelier-plan", {"why": why, "points": points, "trials": trials})
    return Why("search.likelier", {"points": points, "option": advised, "trials": trials})
