"""The player who looks ahead."""

from __future__ import annotations

from collections.abc import Generator
from random import Random
from time import perf_counter
from typing import Any, Final
from zlib import crc32

from conquistadors.bots.naming import refused
from conquistadors.bots.search.contract import Adviser, LookAhead
from conquistadors.bots.search.playing import Dice, play_on
from conquistadors.bots.search.racing import Runner, Thought, left_in_race, thought_of
from conquistadors.engine import Option
from conquistadors.engine.requests import Seat
from conquistadors.engine.rules import Rules
from conquistadors.engine.run import Run
from conquistadors.engine.views import View
from conquistadors.games import kit_of, load

MOST_DEALS: Final = 10
"""So many worlds are dealt to find one that fits."""


def ahead_of(rules: Rules[Any]) -> LookAhead:
    """How one looks ahead in the game that rules belong to; `SetupError` where it does not say."""
    where = kit_of(rules).lookahead
    if where is None:
        raise refused("search", rules)
    found: LookAhead = load(where)
    return found


class SearchBot:
    """Tries out what might be done. The same seed and views give the same answers, unless `seconds` cut it short."""

    def __init__(self, seed: int = 0, budget: int | None = None, seconds: float | None = None) -> None:
        """`budget`: so many answers may be given in supposed worlds for a question; what the game says, if it is not
        given. `seconds`: so long it may take.
        """
        self.seed = seed
        self.budget = budget
        self.seconds = seconds
        self.why: Thought | None = None
        """The last thought."""
        self._set: tuple[tuple[object, ...], Any] | None = None
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
        """What the search holds, again and again: whoever stops has the best so far. First comes the adviser."""
        assert view.pending is not None
        ahead, asked = ahead_of(view.rules), view.pending
        adviser = ahead.adviser(self.seed, view.rules)
        activation = ahead.activation(view)
        decided = self._set is not None and self._set[0] == activation and not ahead.begins(asked)
        aim = self._set[1] if decided and self._set is not None else None
        advice = adviser.advise(view, aim)
        of, budget = ahead.measure(view.rules), ahead.budget(view.rules) if self.budget is None else self.budget
        held = Thought(advice.option, advice.because, advice.rule, (), advice, 0, budget, of=of)
        yield held
        if ahead.sets_out(asked, advice.option):
            self._set = (activation, None)
        tried = ahead.courses(view, adviser, advice, decided=decided)
        if len(tried) > 1 and budget > 0:
            spread = ahead.spread(view.rules)
            runners = [Runner(course, because, spread) for course, because in tried]
            for thought in self._race(Trial(view, ahead, adviser, self.seed), held, runners):
                yield thought
                if ahead.aimed(asked):
                    self._set = (activation, thought.aim)

    def _race(self, trial: Trial, held: Thought, runners: list[Runner]) -> Generator[Thought, None, None]:
        """Sequential halving: every round has the same part of the budget, and half as many options."""
        ends = None if self.seconds is None else perf_counter() + self.seconds
        racing, nodes, so_far = runners, 0, held
        rounds = max(1, (len(runners) - 1).bit_length())
        for number in range(rounds):
            enough = nodes + (held.budget - nodes) / (rounds - number)
            while nodes < enough:
                for runner in racing:
                    spent = yield from _waiting(trial.run(runner, held.budget - nodes), so_far)
                    nodes += spent
                    so_far = thought_of(held, runners, nodes)
                    yield so_far
                    if not spent or nodes >= held.budget or (ends is not None and perf_counter() >= ends):
                        return
            racing = left_in_race(racing)


def _waiting(work: Generator[None, None, int], so_far: Thought) -> Generator[Thought, None, int]:
    """Work in slices, and what is held meanwhile."""
    while True:
        try:
            next(work)
        except StopIteration as done:
            return int(done.value)
        yield so_far


class Trial:
    """Courses are tried out in one world after the other, each in the same ones and with the same dice."""

    def __init__(self, view: View[Any], ahead: LookAhead, adviser: Adviser, seed: int) -> None:
        assert view.pending is not None
        moment = ahead.moment(view.position)
        self._seed = crc32(f"{seed} {moment} {view.pending.kind} {view.options}".encode())
        self._view = view
        self._ahead = ahead
        self._adviser = adviser
        self._seat: Seat = view.pending.who
        self._random = Random(self._seed)
        self._worlds: list[Run[Any]] = []

    def run(self, runner: Runner, most: int) -> Generator[None, None, int]:
        """One more sample of a course, in slices: how many answers it took. If `most` do not do, it does not count.

        0: no world was found that fits.
        """
        sample = len(runner.values)
        if sample == len(self._worlds) and not self._deal():
            return 0
        dice = Dice(self._seed, sample)
        run = self._worlds[sample].clone()
        answers, done = yield from play_on(run, runner.course, self._seat, self._ahead, self._adviser, dice, most)
        if done:
            runner.add(self._ahead.value(run, self._seat, self._adviser), dice.stratum)
        return answers

    def _deal(self) -> bool:
        for _ in range(MOST_DEALS):
            world = self._view.suppose(self._random)
            if world is not None:
                self._worlds.append(world)
                return True
        return False
