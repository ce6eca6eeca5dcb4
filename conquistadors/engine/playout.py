"""Random play at full speed: no record, no events, no checks. For measuring, and for guesses by sampling."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Callable
from functools import lru_cache
from itertools import accumulate
from random import Random

from conquistadors.engine.errors import RuleError
from conquistadors.engine.requests import PASS, Chance, ChanceValue, Choice, Option, Procedure
from conquistadors.engine.rules import PositionT, Rules


def random_playout(rules: Rules[PositionT], seed: int, stop: Callable[[PositionT], bool] | None = None) -> int:
    """Play a random game from its start and return the number of answers; `stop` may end it at a boundary."""
    return play_out(rules, rules.start(), Random(seed), stop)


def play_out(
    rules: Rules[PositionT], pos: PositionT, random: Random, stop: Callable[[PositionT], bool] | None = None
) -> int:
    """Play on at random from a boundary, to the end or to a boundary where `stop` says so. The position changes."""
    answers = 0
    play = _steps(rules, pos, stop)
    send = play.send
    try:
        pending = next(play)
        while True:
            answers += 1
            if type(pending) is Choice:
                pending = send(choice_of(pending, random))
            else:
                assert type(pending) is Chance
                pending = send(chance_of(pending, random))
    except StopIteration:
        return answers


def _steps(rules: Rules[PositionT], pos: PositionT, stop: Callable[[PositionT], bool] | None) -> Procedure[None]:
    """One step after the other."""
    ending, step = rules.ending, rules.step
    while ending(pos) is None and (stop is None or not stop(pos)):
        yield from step(pos)


def chance_of(chance: Chance, random: Random) -> ChanceValue:
    """An outcome, by the weights."""
    limits = [*accumulate(chance.weights)] if chance.dice is None else _limits(chance.dice.ways)
    return chance.outcomes[bisect(limits, random.random() * limits[-1])]


def choice_of(choice: Choice, random: Random) -> Option:
    """A legal option, each with the same probability. Only as many are looked at as it takes to find one."""
    forbids, chance = choice.forbids, random.random
    options = choice.candidates()
    last = len(options)
    left = last + 1 if choice.passes else last
    if choice.all_allowed and left:
        at = int(chance() * left)
        return PASS if at == last else options[at]
    copied: list[Option] | None = None
    while left:
        at = int(chance() * left)
        if at == last:
            return PASS
        tried = options[at]
        if forbids(tried) is None:
            return tried
        if copied is None:  # the options belong to the choice
            options = copied = list(options)
        left -= 1
        last -= 1
        copied[at] = copied[last]
    raise RuleError(f"{choice.who} is asked for {choice.kind} ({choice.rule}) and nothing is allowed")


@lru_cache(maxsize=64)
def _limits(weights: tuple[int, ...]) -> list[int]:
    return [*accumulate(weights)]
