"""Luck: what every roll of a game was expected to bring, and what it brought."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Any, Final

from conquistadors.engine.arguments import checks_arguments
from conquistadors.engine.errors import RuleError
from conquistadors.engine.game import Game
from conquistadors.engine.records import record
from conquistadors.engine.requests import Chance, ChanceValue, Seat
from conquistadors.engine.run import Run
from conquistadors.odds.asking import NOBODY, Asking, asking
from conquistadors.odds.distribution import Distribution
from conquistadors.odds.trees import Grower, flat

WAYS_FOR_LUCK: Final = 2000
"""So many ways a step may go before it is left alone."""


@record
class LuckOfARoll:
    """One roll of a game: what it might have come to, and what it came to."""

    answer: int
    """Its number in the record of answers."""
    roll: str
    who: Seat
    rule: str
    total: int
    """With all modifiers."""
    result: Any
    """What the rules made of it."""
    chance: Fraction
    """The chance of that result."""
    below: Fraction
    """The chance of a lower total."""
    expected: Fraction | None
    """The mean, where results are numbers."""
    actual: int | None
    points_expected: Fraction | None
    """What the roll was worth to the roller on average, in victory points, where it can change them at once."""
    points_actual: Fraction | None

    @property
    def points(self) -> Fraction | None:
        """By how many victory points it was better than expected."""
        if self.points_actual is None or self.points_expected is None:
            return None
        return self.points_actual - self.points_expected


@checks_arguments()
def luck(game: Game[Any]) -> list[LuckOfARoll]:
    """Every roll of a game so far, expected against actual, in the order in which they were thrown."""
    return list(lucks(game))


def lucks(game: Game[Any]) -> Iterator[LuckOfARoll]:
    """The same, one after the other."""
    how = asking(game.rules)
    for number, run, given in game.moments():
        pending = run.pending
        if isinstance(pending, Chance) and pending.dice is not None:
            yield _weighed(number, run, pending, int(given.value), how)


def _weighed(number: int, run: Run[Any], chance: Chance, thrown: int, how: Asking) -> LuckOfARoll:
    total = sum(chance.weights)
    pairs = list(zip(chance.outcomes, chance.weights, strict=True))
    odds = Distribution([(chance.result(outcome), Fraction(n, total)) for outcome, n in pairs])
    result = chance.result(thrown)
    numeric = all(type(each) is int for each in odds)
    outcomes, weights = chance.classes()
    read = chance.reads is not None  # a roll for an order is compared with others, and brings nothing by itself
    points = [_points(run, outcome, chance.who, how) if read else None for outcome in outcomes]
    expected = actual = None
    known = [each for each in points if each is not None]
    if len(known) == len(points) and len(set(known)) > 1:
        expected = sum((n * value for n, value in zip(weights, known, strict=True)), Fraction(0)) / total
        actual = next(v for o, v in zip(outcomes, known, strict=True) if _alike(chance, o, thrown))
    return LuckOfARoll(
        number,
        chance.kind,
        chance.who,
        chance.rule,
        thrown + chance.added,
        result,
        odds[result],
        Fraction(sum(n for outcome, n in pairs if int(outcome) < thrown), total),
        odds.mean() if numeric else None,
        result if numeric else None,
        expected,
        actual,
    )


def _alike(chance: Chance, one: ChanceValue, other: int) -> bool:
    """Whether the rules make the same of two outcomes."""
    besides = chance.also_reads or (lambda _: None)
    return bool(chance.result(one) == chance.result(other) and besides(int(one)) == besides(other))


def _points(run: Run[Any], outcome: ChanceValue, seat: Seat, how: Asking) -> Fraction | None:
    """What the roller is worth when the step is over, on average, if the dice show this and nobody reacts."""
    before = how.worth(run.pos, seat)
    if before is None:
        return None
    values: list[Fraction] = []

    def leaf(pos: Any) -> int:
        values.append(Fraction(how.worth(pos, seat) or 0))
        return len(values) - 1

    grower = Grower(run.rules.step, how.policy(seat, NOBODY), WAYS_FOR_LUCK)
    try:
        row = flat(grower.tree(run.boundary.copy, leaf, (*run.since, outcome)))
    except RuleError:  # too much hangs on it
        return None
    return sum((n * values[at] for at, n in row.ways.items()), Fraction(0)) / row.total - before


@checks_arguments()
def extremes(rolls: Iterable[LuckOfARoll]) -> tuple[LuckOfARoll, LuckOfARoll] | None:
    """The luckiest and the unluckiest roll, in victory points; None if no roll could change them."""
    counted = [(each.points, each) for each in rolls if each.points is not None]
    if not counted:
        return None
    best = max(counted, key=lambda pair: pair[0])
    worst = min(counted, key=lambda pair: pair[0])
    return best[1], worst[1]
