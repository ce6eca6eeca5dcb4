"""Playing on: a run goes on for a while, as the game says, with dice that can be met again."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Generator
from itertools import accumulate
from random import Random
from typing import Any, Final, NamedTuple
from zlib import crc32

from conquistadors.bots.search.contract import Adviser, Course, LookAhead
from conquistadors.engine.chance import Seeded
from conquistadors.engine.requests import Chance, ChanceValue, Choice, Option, Seat
from conquistadors.engine.run import Run
from conquistadors.engine.views import Options

GOLDEN: Final = 0.6180339887498949
"""Steps of this size cover a range evenly, however many there are."""
MOST_OUTCOMES: Final = 24
"""A draw with more outcomes is not told apart."""
SLICE: Final = 50
"""So many answers are given at a stretch."""


class Stratum(NamedTuple):
    """The outcome of the first roll, and its exact chance."""

    outcome: ChanceValue | None
    chance: float


NO_ROLL: Final = Stratum(None, 1.0)


class Dice:
    """Dice of one sample: the n-th roll of a kind by a seat is the same, whatever was rolled in between.

    So options are compared with the same luck. The first roll of all is not left to luck: from sample to sample it goes
    evenly through its outcomes, by their exact chances.
    """

    def __init__(self, seed: int, sample: int) -> None:
        self._source = Seeded(seed)
        self._rolled: dict[str, int] = {}
        self._even = (0.5 + sample * GOLDEN) % 1.0
        self._sample = sample
        self.stratum = NO_ROLL
        """How the first roll fell."""
        self._thrown = False
        self.random = Random(seed + (sample << 32))
        """For players that leave something to chance: the same for whatever is tried in this sample."""

    def answer(self, chance: Chance) -> ChanceValue:
        if not self._thrown:
            self._thrown = True
            return self._first(chance)
        kind = f"{chance.who} {chance.kind}"
        number = self._rolled[kind] = self._rolled.get(kind, 0) + 1
        found = self._source.answer(crc32(kind.encode()) + (number << 32) + (self._sample << 44), chance)
        assert found is not None
        return found

    def _first(self, chance: Chance) -> ChanceValue:
        outcomes, weights = chance.classes()
        limits = [*accumulate(weights)]
        at = bisect(limits, self._even * limits[-1])
        if len(outcomes) <= MOST_OUTCOMES:
            self.stratum = Stratum(outcomes[at], weights[at] / limits[-1])
        return outcomes[at]


def play_on(
    run: Run[Any], course: Course, seat: Seat, ahead: LookAhead, adviser: Adviser, dice: Dice, most: int
) -> Generator[None, None, tuple[int, bool]]:
    """Take a course and let the game play on: how many answers it took, and whether it is over.

    It is when the seat has had so many turns as the game says, the one under way included, and at the end of the game
    at the latest; if not, so many answers did not do.
    """
    clock = ahead.clock(run.pos, seat)
    run.send(course.option)
    answers = 1
    while (pending := run.pending) is not None:
        if type(pending) is Chance:
            answer: Option | ChanceValue = dice.answer(pending)
        else:
            assert type(pending) is Choice
            clock.tick(run)
            if clock.begun > ahead.turns:
                return answers, True
            options = Options(pending.legal())
            if len(options) == 1:
                answer = options[0]
            else:
                aim = course.aim if pending.who == seat and ahead.holds(course, run.pos, clock.begun) else None
                answer = ahead.plays_on(run, options, adviser, aim, dice.random)
        if answers >= most:
            return answers, False
        run.send(answer)
        answers += 1
        if answers % SLICE == 0:
            yield
    return answers, True
