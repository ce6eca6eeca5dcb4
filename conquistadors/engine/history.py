"""What a game has come through: every answer, what was told when, where its steps began, and where chance came from."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Final, Generic, NamedTuple, Self

from conquistadors.engine.chance import Source
from conquistadors.engine.errors import RuleError
from conquistadors.engine.events import Drew, Event
from conquistadors.engine.requests import CHANCE, PASS, TABLE, Chance, ChanceValue, Option, Request, Seat, parse_option
from conquistadors.engine.rules import PositionT, Rules
from conquistadors.engine.run import Run
from conquistadors.engine.told import Told
from conquistadors.engine.views import Given, Log

ORDERS: Final = ("adjust", "resign")
"""What the table may order over the program's head. All else in its name answers a question, of any other kind."""


class Answer(NamedTuple):
    """One answer in the record. `auto` ones were not typed by anybody: seeded chance, and forced passes."""

    who: Seat
    kind: str
    value: ChanceValue
    auto: bool

    @property
    def overrules(self) -> bool:
        """It is an order of the table, which nobody asked for."""
        return self.who == TABLE and self.kind in ORDERS

    def to(self, pending: Request | None) -> Option | ChanceValue:
        """The answer as the procedure that asks this wants it."""
        if isinstance(pending, Chance):
            return self.value
        chosen = parse_option(str(self.value))
        if pending is None or chosen is None:
            raise RuleError(f"the recorded answer {self!r} does not fit the request {pending!r}")
        return chosen


class Checkpoint(NamedTuple, Generic[PositionT]):
    """A boundary: after how many answers, and the position there."""

    answers: int
    position: PositionT


def resumed(rules: Rules[PositionT], boundary: PositionT, since: Iterable[Answer]) -> Run[PositionT]:
    """A run from the boundary, with the answers that were given since."""
    run = Run(rules, boundary.copy())
    for given in since:
        run.send(given.to(run.pending))
    return run


class History(Generic[PositionT]):
    """The record of a game. It only remembers; what fits the rules is the game's to judge."""

    def __init__(self, sources: Iterable[tuple[int, Source]], earlier: Iterable[Answer]) -> None:
        """Begin after the earlier answers."""
        self.sources = list(sources)
        """From which answer on chance comes from where."""
        self.answers = list(earlier)
        self.events: list[Event] = []
        self.heard = [0] * len(self.answers)
        """How many events had been reported when answer n was given."""
        self.checkpoints: list[Checkpoint[PositionT]] = []
        self.groups: list[range] = []
        """The answers that were given at once, by their numbers."""
        self._told = Told()

    def copy(self) -> Self:
        """A record that goes its own way from here on."""
        twin = object.__new__(type(self))
        twin.sources = [(start, source.copy()) for start, source in self.sources]
        twin.answers = list(self.answers)
        twin.events = list(self.events)
        twin.heard = list(self.heard)
        twin.checkpoints = list(self.checkpoints)
        twin.groups = list(self.groups)
        twin._told = Told()
        return twin

    def same_log(self, other: History[PositionT]) -> bool:
        """Whether the same was told at the same time."""
        return self.events == other.events and self.heard == other.heard

    # Going on ----------------------------------------------------------------------------------------------------

    def add(self, given: Answer) -> None:
        """An answer that is about to be carried out."""
        self.heard.append(len(self.events))
        self.answers.append(given)

    def begin_step(self, boundary: PositionT) -> None:
        """The game, or its last answer, has come to a boundary."""
        self.checkpoints.append(Checkpoint(len(self.answers), boundary))

    def add_order(self, given: Answer, cut: int, told: Iterable[Event]) -> None:
        """An order of the table: what it tells takes the place of all events from `cut` on."""
        self.heard.append(cut)
        self.answers.append(given)
        self.retell(cut, told)

    def retell(self, kept: int, told: Iterable[Event]) -> None:
        """Only so many events hold; these follow them."""
        self.events[kept:] = told
        self._told.forget(kept)

    def keep_groups(self, groups: Iterable[range]) -> None:
        """Keep those that are longer than one answer, among those that were given, one after the other."""
        self.groups = []
        for each in groups:
            begins = self.groups[-1].stop if self.groups else 0
            if each.step == 1 and begins <= each.start < each.stop - 1 < len(self.answers):
                self.groups.append(each)

    def take_chance_from(self, source: Source) -> None:
        """From now on chance comes from this source."""
        now = len(self.answers)
        self.sources = [(start, s) for start, s in self.sources if start < now] + [(now, source)]

    @property
    def source(self) -> Source:
        """Where chance comes from now."""
        now = len(self.answers)
        for start, source in reversed(self.sources):
            if start <= now:
                return source
        raise RuleError("there is no source of chance")

    # Taking back -------------------------------------------------------------------------------------------------

    def checkpoint_before(self, count: int) -> Checkpoint[PositionT]:
        """The last boundary at which no more than `count` answers had been given; later ones are forgotten."""
        while self.checkpoints[-1].answers > count:
            self.checkpoints.pop()
        return self.checkpoints[-1]

    def cut(self, count: int) -> None:
        """Forget all but the first `count` answers, and what came of the others."""
        if count < len(self.heard):  # which grows before the answers do
            del self.events[self.heard[count] :]
            del self.heard[count:]
            del self.answers[count:]
        self._told.forget(len(self.events))
        self.groups = [each for each in self.groups if each.stop <= count]

    @property
    def fair(self) -> int:
        """How many answers fair undo has to leave standing. Dice that a person typed can be typed anew."""
        numbers = range(len(self.answers), 0, -1)
        rolled = (n for n in numbers if self.answers[n - 1].who == CHANCE and self.answers[n - 1].auto)
        shown = (n for n in map(self.answers_before, self._revealing()) if not self._typed(n))
        return max(next(rolled, 0), next(shown, 0))

    def _revealing(self) -> Iterator[int]:
        """The numbers of the log lines that showed somebody something, the last one first."""
        return (n for n in range(len(self.events) - 1, -1, -1) if self.events[n].reveals)

    def _typed(self, answers: int) -> bool:
        """Whether the last of so many answers was dice that a person typed."""
        return answers > 0 and self.answers[answers - 1].who == CHANCE and not self.answers[answers - 1].auto

    # Looking back ------------------------------------------------------------------------------------------------

    @property
    def since(self) -> Sequence[Answer]:
        """The answers since the last boundary."""
        return self.answers[self.checkpoints[-1].answers :]

    def answers_before(self, line: int) -> int:
        """How many answers had been given when the log line was reported."""
        return bisect_right(self.heard, line)

    def told_since_decision(self, seat: Seat) -> list[Event]:
        """What a seat was told since the last decision that it knows of. Others may pass unseen."""
        begun = 0
        for at, given in zip(reversed(self.heard), reversed(self.answers), strict=True):
            if given.who != CHANCE and (given.value != PASS.id or (given.who == seat and not given.auto)):
                begun = at
                break
        told = (event.seen_by(seat) for event in self.events[begun:])
        return [event for event in told if event is not None]

    def told_in_step(self) -> list[Event]:
        """What was reported since the answer that led to the last boundary."""
        begun = self.checkpoints[-1].answers
        return self.events[self.heard[begun - 1] if begun else 0 :]

    def log_of(self, seat: Seat | None) -> Log:
        """What a seat (None: a bystander) has been told."""
        return self._told.to(seat, self.events, self.heard)

    def seen_by(self, seat: Seat | None, numbers: Iterable[int], secrets: Collection[str]) -> list[Given]:
        """Answers as a seat saw them: not what others drew for themselves, nor what they answered to secret kinds."""
        return [self._seen(number, seat, secrets) for number in numbers]

    def _seen(self, number: int, seat: Seat | None, secrets: Collection[str]) -> Given:
        who, kind, value, _ = self.answers[number]
        if who == CHANCE:
            told = self.events[self.heard[number] : self.heard[number] + 1]
            hidden = any(isinstance(event, Drew) and event.seen_by(seat) is not event for event in told)
            return Given(who, kind, None if hidden else value)
        hidden = who != seat and kind in secrets
        return Given(who, kind, None if hidden else parse_option(str(value)))
