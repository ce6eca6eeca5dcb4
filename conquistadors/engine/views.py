"""What can be seen of a game: its log, and all that one seat knows."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Generic, NamedTuple, Protocol

from conquistadors.engine.errors import IllegalAnswer
from conquistadors.engine.events import Event
from conquistadors.engine.playout import chance_of, choice_of
from conquistadors.engine.records import record
from conquistadors.engine.requests import (
    PASS,
    TABLE,
    Chance,
    ChanceValue,
    Choice,
    Option,
    Question,
    Refusal,
    Request,
    Seat,
)
from conquistadors.engine.rules import Ending, PositionT, ProcedureCard, Rules
from conquistadors.engine.run import Run
from conquistadors.engine.telling import Teller
from conquistadors.engine.texts import error_text, spoken


class Options(tuple[Option, ...]):
    """The legal options. `"pass" in game.options` works with the id as well."""

    __slots__ = ()

    def __contains__(self, wanted: object) -> bool:
        return any(o.id == wanted for o in self) if isinstance(wanted, str) else super().__contains__(wanted)


class Line(NamedTuple):
    """A line of the log: its number, how many answers had been given, and the event."""

    number: int
    answers: int
    event: Event


Log = tuple[tuple[Line, ...], ...]
"""The lines that somebody saw, page by page."""


def lines_of(events: Sequence[Event], heard: Sequence[int]) -> Iterator[Line]:
    """The log lines of the events; `heard` says how many of them had been reported when each answer was given."""
    return (Line(number, bisect_right(heard, number), event) for number, event in enumerate(events))


class Given(NamedTuple):
    """An answer as one seat saw it; the value is None where only others know it."""

    who: Seat
    kind: str
    value: Option | ChanceValue | None


class Stopped(Protocol[PositionT]):
    """Rules at work on a position, stopped at a request: a run is that, and whatever plays without one."""

    rules: Rules[PositionT]
    pos: PositionT
    pending: Request | None


class View(Generic[PositionT]):
    """All that one seat knows: what a bot is given, and what a person's screen may show.

    It is a barrier: data alone, judged on the truth before it is handed out. Nothing in it leads to the position as it
    is, to what others were told, or to the dice. (Within one process Python hides nothing from a program that searches
    the memory: somebody else's bot sits at the table as a `guest`, in an interpreter of its own.)

    Made from a run it is light: no log, no refusals, and nothing to suppose from. `Game.view()` adds all that.
    """

    def __init__(
        self,
        run: Stopped[PositionT],
        seat: Seat | None,
        options: Options | None = None,
        refusals: tuple[Refusal, ...] = (),
    ) -> None:
        """`options` and `refusals` are those of the pending question, if somebody has judged them already."""
        self.rules = run.rules
        self.seat = seat
        self.position: PositionT = run.rules.view(run.pos, None if seat == TABLE else seat)
        self.pending: Question | None = None
        """What this seat is asked, or None if it is not its turn to answer."""
        self.options = Options()
        self.waits_for: Seat | None = None
        """Who is asked, where everybody may know that; None where it would tell who has something to answer."""
        self.log: Log = ()
        self.ending: Ending | None = None
        """Who won and why, or None while the game goes on."""
        self.supposes: tuple[PositionT | None, tuple[Given, ...]] = (None, ())
        """What worlds are supposed from: the last boundary as this seat saw it, and the answers since."""
        self.told: tuple[Mapping[Seat, str], str | None, str] = ({}, None, "")
        """What the players are called, what is spoken, and what is said while this seat is not asked."""
        asked = run.pending
        if type(asked) is Choice and asked.who == seat:
            self.options = Options(asked.legal()) if options is None else options
            self.pending = Question(
                asked.who, asked.kind, asked.rule, asked.passes, asked.facts, self.options, refusals
            )

    def __repr__(self) -> str:
        """Who looks at what, and what they are asked."""
        who = "a bystander" if self.seat is None else self.seat
        pending = self.pending
        asked = "nothing is asked" if pending is None else f"asked: {pending.kind} ({pending.rule}), {self.options}"
        return f"<what {who} sees of {self.rules.scenario}; {asked}>"

    def remember(self, log: Log, boundary: PositionT, since: Sequence[Given]) -> None:
        """What this seat was told so far, the last boundary as it was, and the answers since as this seat saw them.

        The boundary is given whole, and what the seat sees of it is kept.
        """
        self.log = log
        self.supposes = (self.rules.view(boundary, None if self.seat == TABLE else self.seat), tuple(since))

    @property
    def lines(self) -> tuple[Line, ...]:
        """The log as this seat saw it."""
        return tuple([line for page in self.log for line in page])

    @property
    def prompt(self) -> str:
        """What this seat is asked, as a sentence with its clause; what it waits for; at the end, who won."""
        names, language, meanwhile = self.told
        if self.pending is None:
            return meanwhile
        return Teller(self.rules, names, language or spoken()).prompt(self.position, self.pending, None)

    @property
    def refused(self) -> tuple[Refusal, ...]:
        """What one might think of here but may not do, each with its clause."""
        return () if self.pending is None else self.pending.refusals

    def why_not(self, text: str) -> Refusal | None:
        """Why the text is not an answer of this seat now, with the clause; None if it is one."""
        if self.pending is None:
            raise IllegalAnswer(error_text("answer.not-asked", seat=str(self.seat)))
        return self.pending.why_not(text)

    def suppose(self, random: Random) -> Run[PositionT] | None:
        """A run at the pending request, in a world as this seat can suppose it: what it has not seen is dealt anew.

        The last boundary is dealt out, and what was answered since then is answered again. None where that does not
        lead to what the seat sees: another deal may, and a view of a bare run never does.
        """
        boundary, since = self.supposes
        if boundary is None or self.pending is None:
            return None
        seat = None if self.seat == TABLE else self.seat
        shown = [(given.who, given.value) for given in since if isinstance(given.value, Option)]
        world = self.rules.supposed(boundary, seat, random, shown)
        return None if world is None else self.again(world, random)

    def again(self, world: PositionT, random: Random) -> Run[PositionT] | None:
        """A run from this boundary on, in which the same was answered since then: what the seat does not know, anyhow.

        None where that does not lead to what the seat sees and is asked.
        """
        if self.pending is None:
            return None
        seat = None if self.seat == TABLE else self.seat
        run = Run(self.rules, world)
        for given in self.supposes[1]:
            answer = _again(given, run.pending, random)
            if answer is None:
                return None
            run.send(answer)
        asked = run.pending
        if type(asked) is not Choice or (asked.who, asked.kind) != (self.pending.who, self.pending.kind):
            return None
        return run if self.rules.view(run.pos, seat) == self.position else None


def _again(given: Given, asked: Request | None, random: Random) -> Option | ChanceValue | None:
    """The answer to the same question in a supposed world; None if it does not fit there."""
    if type(asked) is Chance:
        if given.value is None:
            return chance_of(asked, random)
        fits = given.kind == asked.kind and given.value in asked.outcomes
        return given.value if fits else None
    if type(asked) is not Choice or (asked.who, asked.kind) != (given.who, given.kind):
        return None
    if given.value is None:
        return choice_of(asked, random)
    legal = isinstance(given.value, Option) and (given.value == PASS or asked.forbids(given.value) is None)
    return given.value if legal else None


@record
class AtWork:
    """A procedure at work and the step it has reached, for the rule tracer."""

    procedure: ProcedureCard
    step: str | None
