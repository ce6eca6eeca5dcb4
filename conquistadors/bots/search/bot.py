"""The player who looks ahead."""

from __future__ import annotations

from collections.abc import Callable, Generator
from random import Random
from time import perf_counter
from typing import Any, Final
from zlib import crc32

from conquistadors.bots.captain import CaptainBot
from conquistadors.bots.search.kinds import candidates
from conquistadors.bots.search.playing import Dice, play_on
from conquistadors.bots.search.racing import Runner, Thought, left_in_race, thought_of
from conquistadors.bots.search.worth import worth
from conquistadors.engine import Option
from conquistadors.engine.requests import Choice, Seat
from conquistadors.engine.run import Run
from conquistadors.engine.views import View

BUDGET: Final = 500
"""The answers that are given in supposed worlds for one question."""
HORIZON: Final = 1
"""So many impulses of one's own are played on after the one under way."""
TRIES: Final = 10
"""So many worlds are dealt to find one that fits."""


class SearchBot:
    """Tries the options out. The same seed and the same view give the same answer, unless `seconds` cut it short."""

    def __init__(self, seed: int = 0, budget: int = BUDGET, seconds: float | None = None) -> None:
        """`budget`: so many answers may be given in supposed worlds for a question. `seconds`: so long it may take."""
        self.seed = seed
        self.budget = budget
        self.seconds = seconds
        self.captain = CaptainBot(seed)
        self.why: Thought | None = None
        """The last thought."""

    def answer(self, view: View[Any]) -> Option:
        return self.advise(view).option

    def advise(self, view: View[Any]) -> Thought:
        """One of `view.options`, with the reason and the clause, thought to the end."""
        for thought in self.thinking(view):
            self.why = thought
        assert self.why is not None
        return self.why

    def thinking(self, view: View[Any]) -> Generator[Thought, None, None]:
        """What the search holds, again and again: whoever stops has the best so far. First comes the captain."""
        assert view.pending is not None
        advice = self.captain.advise(view)
        held = Thought(advice.option, advice.because, advice.rule, (), advice, 0, self.budget)
        yield held
        tried = candidates(view.pending.kind, view.options, advice.option)
        if len(tried) > 1 and self.budget > 0:
            yield from self._race(view, held, [Runner(option) for option in tried])

    def _race(self, view: View[Any], held: Thought, runners: list[Runner]) -> Generator[Thought, None, None]:
        """Sequential halving: every round has the same part of the budget, and half as many options."""
        ends = None if self.seconds is None else perf_counter() + self.seconds
        trial = Trial(view, self.captain, self.seed)
        racing, nodes = runners, 0
        rounds = max(1, (len(runners) - 1).bit_length())
        for number in range(rounds):
            enough = nodes + (self.budget - nodes) / (rounds - number)
            while nodes < enough:
                for runner in racing:
                    spent = trial.run(runner, self.budget - nodes)
                    nodes += spent
                    if not spent or nodes >= self.budget or (ends is not None and perf_counter() >= ends):
                        yield thought_of(held, runners, nodes)
                        return
                yield thought_of(held, runners, nodes)
            racing = left_in_race(racing)


class Trial:
    """Options are tried out in one world after the other, each in the same ones and with the same dice."""

    def __init__(self, view: View[Any], captain: CaptainBot, seed: int) -> None:
        assert view.pending is not None
        pos = view.position
        self._seed = crc32(f"{seed} {pos.turn} {pos.round} {view.pending.kind} {view.options}".encode())
        self._view = view
        self._captain = captain
        self._seat = view.pending.who
        self._random = Random(self._seed)
        self._worlds: list[Run[Any]] = []

    def run(self, runner: Runner, most: int) -> int:
        """One more sample of an option: how many answers it took. If `most` do not do, it does not count.

        0: no world was found that fits.
        """
        sample = len(runner.values)
        if sample == len(self._worlds) and not self._deal():
            return 0
        dice = Dice(self._seed, sample)
        over = horizon(self._view.position, self._seat)
        run = self._worlds[sample].clone()
        answers, done = play_on(run, runner.option, self._captain, dice, over, most)
        if done:
            runner.add(worth(run, self._seat), dice.stratum)
        return answers

    def _deal(self) -> bool:
        for _ in range(TRIES):
            world = self._view.suppose(self._random)
            if world is not None:
                self._worlds.append(world)
                return True
        return False


def horizon(pos: Any, seat: Seat) -> Callable[[Run[Any]], bool]:
    """Whether the seat begins the last of its impulses after the one under way."""
    begun = {(pos.turn, pos.round)}

    def over(run: Run[Any]) -> bool:
        pending = run.pending
        if type(pending) is Choice and pending.kind == "impulse" and pending.who == seat:
            begun.add((run.pos.turn, run.pos.round))
        return len(begun) > HORIZON

    return over
