"""An estimate by playing on many times, for what is too much to be worked out: the last resort, and told as such."""

from __future__ import annotations

from collections.abc import Callable, Generator, Hashable
from fractions import Fraction
from math import ceil, sqrt
from random import Random
from typing import Any, Final

from conquistadors.engine.requests import Choice, Procedure, Request
from conquistadors.odds.assuming import Assumption
from conquistadors.odds.distribution import Distribution
from conquistadors.odds.slices import Progress
from conquistadors.odds.trees import Answers, Lot, Open, Policy

GAMES: Final = 2500
"""So often it is played: then a chance is hardly ever off by more than two hundredths."""
FEWEST_GAMES: Final = 30
"""So often in any case: then a chance may be off by a fifth."""
AT_ONCE: Final = 5
ERRORS: Final = 2
"""So many standard errors are told as what an estimate may be off by."""


def sampled(
    step: Callable[[Any], Procedure[None]],
    policy: Policy,
    over: Callable[[Any], bool],
    result: Callable[[Any], Hashable],
    boundary: Any,
    answers: Answers = (),
    games: int | None = None,
    most: int | None = None,
) -> Generator[Progress, None, Distribution]:
    """How it ends when it is played so often, or, with `most`, until so many steps have been taken, but for a few games
    in any case. The dice are always the same: who asks again gets the same answer."""
    dice, many = Random(0), GAMES if games is None else games
    counts: dict[Hashable, int] = {}
    steps = 0

    def counted(pos: Any) -> Procedure[None]:
        nonlocal steps
        steps += 1
        return step(pos)

    for number in range(many):
        if number % AT_ONCE == 0:
            yield Progress(number, many)
        if most is not None and steps > most and number >= FEWEST_GAMES:
            many = number
            break
        end = result(_played(counted, policy, over, boundary.copy(), answers, dice))
        counts[end] = counts.get(end, 0) + 1
    error = ceil(100 * ERRORS * sqrt(1 / (4 * many)))
    said = Assumption("sampled", (("games", many), ("error", error)))
    return Distribution([(end, Fraction(count, many)) for end, count in counts.items()], [said])


def _played(
    step: Callable[[Any], Procedure[None]],
    policy: Policy,
    over: Callable[[Any], bool],
    pos: Any,
    answers: Answers,
    dice: Random,
) -> Any:
    given = list(answers)
    while True:
        procedure = step(pos)
        try:
            request = next(procedure)
            while True:
                request = procedure.send(given.pop(0) if given else _answer(policy, pos, request, dice))
        except StopIteration:
            if over(pos):
                return pos


def _answer(policy: Policy, pos: Any, request: Request, dice: Random) -> Any:
    if isinstance(request, Choice):
        answer = policy.answer(pos, request)
        if isinstance(answer, Lot):
            return dice.choices(answer.options, answer.weights)[0]
        return request.legal()[0] if isinstance(answer, Open) else answer
    granted = policy.granted(pos, request)
    return dice.choices(request.outcomes, request.weights)[0] if granted is None else granted
