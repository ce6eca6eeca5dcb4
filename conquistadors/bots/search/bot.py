"""The player who looks ahead."""

from __future__ import annotations

from collections.abc import Generator
from random import Random
from time import perf_counter
from typing import Any, Final
from zlib import crc32

from conquistadors.bots.search.playing import Dice, play_on
from conquistadors.bots.search.racing import Runner, Thought, left_in_race, thought_of
from conquistadors.engine import Option
from conquistadors.engine.requests import Seat
from conquistadors.engine.run import Run
from conquistadors.engine.views import View
from conquistadors.games.conquest.bots.captain import CaptainBot
from conquistadors.games.conquest.bots.captain.sight import Aim
from conquistadors.games.conquest.bots.kinds import AIMED, courses
from conquistadors.games.conquest.bots.worth import style_for, worth

BUDGET: Final = 800
"""The answers that are given in supposed worlds for one question."""
IMPULSES: Final = 2
"""So many impulses of one's own are played through; the one under way counts."""
TRIES: Final = 10
"""So many worlds are dealt to find one that fits."""


class SearchBot:
    """Tries out what might be done. The same seed and views give the same answers, unless `seconds` cut it short."""

    def __init__(self, seed: int = 0, budget: int = BUDGET, seconds: float | None = None) -> None:
        """`budget`: so many answers may be given in supposed worlds for a question. `seconds`: so long it may take."""
        self.seed = seed
        self.budget = budget
        self.seconds = seconds
        self.captain = CaptainBot(seed)
        self.why: Thought | None = None
        """The last thought."""
        self._set: tuple[tuple[object, ...], Aim | None] | None = None
        """The activation for which an aim was chosen last, and the aim."""

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
        self.captain.style = style_for(view.rules)
        pos, asked = view.position, view.pending
        activation = (asked.who, pos.turn, pos.round, pos.impulse.used + (asked.kind == "impulse"))
        decided = self._set is not None and self._set[0] == activation and asked.kind != "impulse"
        aim = self._set[1] if decided and self._set is not None else None
        advice = self.captain.advise(view, aim)
        of = "points" if len(view.rules.seats) == 1 else "chance"
        held = Thought(advice.option, advice.because, advice.rule, (), advice, 0, self.budget, of=of)
        yield held
        if asked.kind == "impulse" and advice.option.verb == "activate":
            self._set = (activation, None)
        tried = courses(view, self.captain, advice, decided=decided)
        if len(tried) > 1 and self.budget > 0:
            runners = [Runner(course, because) for course, because in tried]
            for thought in self._race(view, held, runners):
                yield thought
                if asked.kind in AIMED:
                    self._set = (activation, thought.aim)

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
                    yield thought_of(held, runners, nodes)
                    if not spent or nodes >= self.budget or (ends is not None and perf_counter() >= ends):
                        return
            racing = left_in_race(racing)


class Trial:
    """Courses are tried out in one world after the other, each in the same ones and with the same dice."""

    def __init__(self, view: View[Any], captain: CaptainBot, seed: int) -> None:
        assert view.pending is not None
        pos = view.position
        self._seed = crc32(f"{seed} {pos.turn} {pos.round} {view.pending.kind} {view.options}".encode())
        self._view = view
        self._captain = captain
        self._seat: Seat = view.pending.who
        self._random = Random(self._seed)
        self._worlds: list[Run[Any]] = []

    def run(self, runner: Runner, most: int) -> int:
        """One more sample of a course: how many answers it took. If `most` do not do, it does not count.

        0: no world was found that fits.
        """
        sample = len(runner.values)
        if sample == len(self._worlds) and not self._deal():
            return 0
        dice = Dice(self._seed, sample)
        run = self._worlds[sample].clone()
        answers, done = play_on(run, runner.course, self._seat, self._captain, dice, IMPULSES, most)
        if done:
            runner.add(worth(run, self._seat, self._captain.style), dice.stratum)
        return answers

    def _deal(self) -> bool:
        for _ in range(TRIES):
            world = self._view.suppose(self._random)
            if world is not None:
                self._worlds.append(world)
                return True
        return False
