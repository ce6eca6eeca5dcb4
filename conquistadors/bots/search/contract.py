"""What the search has to know of a game, and what it tries out there: the part that a kit names as its `lookahead`."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, NamedTuple, Protocol

from conquistadors.bots.reasons import Advice, Why
from conquistadors.engine.requests import Asked, Choice, Option, Seat
from conquistadors.engine.rules import Rules
from conquistadors.engine.run import Run
from conquistadors.engine.views import Options, View


class Course(NamedTuple):
    """What is tried: an answer, and what is aimed at after it, if anything is: the game knows what that means."""

    option: Option
    aim: Any = None


Courses = list[tuple[Course, Why | str]]
"""What is tried, each with a reason."""


class Adviser(Protocol):
    """A player that says why: what it would do is the measure of all that is tried."""

    def advise(self, view: View[Any], aim: Any = None) -> Advice:
        """One of `view.options`, with the reason and the clause; `aim` is what it has been set on."""


class Clock(Protocol):
    """Counts the turns of a seat, whatever they are called in a game, the one under way included."""

    begun: int

    def tick(self, run: Run[Any]) -> None:
        """At each question: look whether the seat begins another turn."""


class Learning(Protocol):
    """How it is learned what a position is worth: games are played, and what came is fitted to what was to be seen.

    `conquistadors.lab.weighing` does it, and writes a file for each scenario: `data/<game>/bots/<scenario>.toml`.
    """

    names: tuple[str, ...]
    """All that is weighed."""
    kinds: Mapping[str, tuple[Mapping[str, Any], ...]]
    """The games that are played for each scenario, by turns: their options."""
    certain: float
    """What a victory is worth: where nothing else came, chances are fitted."""
    players_are: str
    """What those who play are called."""

    def players(self, rules: Rules[Any], seed: int, random: Random) -> Mapping[Seat, Any]:
        """Who plays a game: bots that differ a little from each other."""

    def wilful(self, asked: Choice) -> bool:
        """Whether such a question is answered anyhow now and then: else nothing is learned of what nobody does."""

    def moment(self, run: Run[Any], asked: Choice) -> tuple[object, ...] | None:
        """The time at which the seat that is asked is looked at, once; None: not at this question."""

    def endless(self, run: Run[Any]) -> bool:
        """Whether the game has lasted too long to be counted."""

    def seen(self, run: Run[Any], seat: Seat) -> dict[str, float]:
        """What is to be seen at the table: all that is weighed, and as "left" the part of the game that is left."""

    def came(self, run: Run[Any], seat: Seat, seen: Mapping[str, float]) -> float:
        """What came of it, once the game is over: `certain` or 0 for a victory or none, or any number."""


class LookAhead(Protocol):
    """How one looks ahead in a game. Whatever has a body here is for games that know nothing of the kind."""

    turns: int
    """So many turns of your own are played through; the one under way counts."""
    learning: Learning | None = None
    """How it was learned what a position is worth; None: nobody has to learn it."""

    def adviser(self, seed: int, rules: Rules[Any]) -> Adviser:
        """Who plays this scenario best without looking ahead: it advises a person, and plays on in supposed worlds."""

    def measure(self, rules: Rules[Any]) -> str:
        """What a value is: "points", or the "chance" of a victory, in percent."""
        return "points"

    def budget(self, rules: Rules[Any]) -> int:  # most games last about as long for any number of players
        """So many answers are given in supposed worlds for one question, unless more or fewer are wanted."""
        return 800

    def spread(self, rules: Rules[Any]) -> float:  # most games have one measure
        """How far the values of a course lie apart, before any is known."""
        return 6.0

    def moment(self, pos: Any) -> str:
        """The time of the game, as text: at another one other worlds are supposed."""

    def activation(self, view: View[Any]) -> tuple[object, ...]:
        """To what a question belongs: an aim is kept through all questions with the same key."""
        return ()

    def begins(self, asked: Asked) -> bool:
        """Whether something new begins with this question, so that no aim is kept."""
        return True

    def sets_out(self, asked: Asked, option: Option) -> bool:
        """Whether what is aimed at is decided with this answer, even if nothing is tried."""
        return False

    def aimed(self, asked: Asked) -> bool:
        """Whether it is an aim that is looked for at such a question, rather than an answer."""
        return False

    def courses(self, view: View[Any], adviser: Adviser, advice: Advice, *, decided: bool) -> Courses:
        """What is tried, what is advised first; only that where there is nothing to think about.

        `decided`: an aim was chosen before.
        """

    def holds(self, course: Course, pos: Any, begun: int) -> bool:
        """Whether the aim of a course still makes sense, in the turn of its owner with this number."""
        return False

    def clock(self, pos: Any, seat: Seat) -> Clock:
        """A clock that is set to now."""

    def plays_on(
        self,
        run: Run[Any],
        options: Options,
        adviser: Adviser,
        aim: Any,
        random: Random,  # for games whose players leave something to chance
    ) -> Option:
        """What the seat that is asked answers in a supposed world; it has more than one option.

        Unless the game says otherwise, it does what it is advised. `random` is the same for all courses, sample by
        sample.
        """
        assert type(run.pending) is Choice
        return adviser.advise(View(run, run.pending.who, options), aim).option

    def value(self, run: Run[Any], seat: Seat, adviser: Adviser) -> float:
        """What a supposed world is worth to a seat, once it has been played on."""
