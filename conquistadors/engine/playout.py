"""Random play at full speed: no record, no events, no checks. For measuring, and for guesses by sampling."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Callable
from functools import lru_cache
from itertools import accumulate
from random import Random

from conquistadors.engine.errors import RuleError
from conquistadors.engine.requests import PASS, Chance, ChanceValue, Choice, Option
from conquistadors.engine.rules import PositionT, Rules


def random_playout(rules: Rules[PositionT], seed: int, stop: Callable[[PositionT], bool] | None = None) -> int:
    """Play a random game from its start and return the number of answers; `stop` may end it at a boundary."""
    return play_out(rules, rules.start(), Random(seed), stop)


def play_out(
    rules: Rules[PositionT], pos: PositionT, random: Random, stop: Callable[[PositionT], bool] | None = None
) -> int:
    """Play on at random from a boundary, to the end or to a boundary where `stop` says so. The position changes."""
    answers = 0
    while rules.ending(pos) is None and (stop is None or not stop(pos)):
        step = rules.step(pos)
        try:
            send = step.send
            pending = next(step)
            while True:
                answers += 1
                if type(pending) is Choice:
                    pending = send(choice_of(pending, random))
                else:
                    assert type(pending) is Chance
                    pending = send(chance_of(pending, random))
        except StopIteration:
            continue
    return answers


def chance_of(chance: Chance, random: Random) -> ChanceValue:
    """An outcome, by the weights."""
    if chance.dice is not None:
        limits = _limits(chance.dice.ways)
        return chance.outcomes[bisect(limits, random.random() * limits[-1])]
    left = random.random() * sum(chance.weights)
    for outcome, weight in zip(chance.outcomes, chance.weights, strict=True):
        left -= weight
        if left < 0:
            return outcome
    return chance.outcomes[-1]


def choice_of(choice: Choice, random: Random) -> Option:
    """A legal option, each with the same probability. Only as many are looked at as it takes to find one."""
    options = choice.candidates()
    if type(options) is not list:
        options = list(options)
    passes, forbids, chance = choice.passes, choice.forbids, random.random
    left = len(options)
    shared = True
    while left or passes:
        at = int(chance() * (left + passes))
        if at == left:
            return PASS
        if forbids(options[at]) is None:
            return options[at]
        if shared:  # the list belongs to the choice
            options, shared = options.copy(), False
        left -= 1
        options[at] = options[left]
    raise RuleError(f"{choice.who} is asked for {choice.kind} ({choice.rule}) and nothing is allowed")


@lru_cache(maxsize=64)
def _limits(weights: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(accumulate(weights))
