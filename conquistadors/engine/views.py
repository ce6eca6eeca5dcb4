"""What can be seen of a game: its log, and all that one seat knows."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Generic, NamedTuple

from conquistadors.engine.events import Event
from conquistadors.engine.records import record
from conquistadors.engine.requests import TABLE, Choice, Option, Seat
from conquistadors.engine.rules import PositionT, ProcedureCard

if TYPE_CHECKING:
    from conquistadors.engine.game import Game


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


def lines_of(events: Sequence[Event], heard: Sequence[int]) -> Iterator[Line]:
    """The log lines of the events; `heard` says how many of them had been reported when each answer was given."""
    return (Line(number, bisect_right(heard, number), event) for number, event in enumerate(events))


class View(Generic[PositionT]):
    """All that one seat knows: what a bot is given, and what a person's screen may show."""

    def __init__(self, game: Game[PositionT], seat: Seat | None) -> None:
        pending = game.pending
        self.seat = seat
        self.position: PositionT = game.rules.view(game.position, None if seat == TABLE else seat)
        self.pending = pending if isinstance(pending, Choice) and pending.who == seat else None
        """What this seat is asked, or None if it is not its turn to answer."""
        self.options = game.options if self.pending else Options()
        self._events, self._heard = game.told()

    @property
    def lines(self) -> tuple[Line, ...]:
        """The log as this seat saw it. Made when somebody looks: most bots do not."""
        seen = ((line, line.event.seen_by(self.seat)) for line in lines_of(self._events, self._heard))
        return tuple(line._replace(event=event) for line, event in seen if event is not None)


@record
class AtWork:
    """A procedure at work and the step it has reached, for the rule tracer."""

    procedure: ProcedureCard
    step: str | None
