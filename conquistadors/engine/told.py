"""The log of a game as each seat saw it, kept up as it grows: what a seat is given holds nothing of the others'."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

from conquistadors.engine.events import Event
from conquistadors.engine.requests import Seat
from conquistadors.engine.views import Line


class Told:
    """The lines of every seat that has looked so far. Each event is judged once for each of them."""

    def __init__(self) -> None:
        self._judged: dict[Seat | None, int] = {}
        """How many events have been judged for a seat."""
        self._lines: dict[Seat | None, list[Line]] = {}

    def to(self, seat: Seat | None, events: Sequence[Event], heard: Sequence[int]) -> tuple[Line, ...]:
        """The lines that the seat (None: a bystander) saw; `heard` as for `lines_of`."""
        lines = self._lines.setdefault(seat, [])
        for number in range(self._judged.get(seat, 0), len(events)):
            event = events[number].seen_by(seat)
            if event is not None:
                lines.append(Line(number, bisect_right(heard, number), event))
        self._judged[seat] = len(events)
        return tuple(lines)

    def forget(self, kept: int) -> None:
        """Only so many events are left: the others have been taken back, or replaced."""
        for seat, lines in self._lines.items():
            while lines and lines[-1].number >= kept:
                lines.pop()
            self._judged[seat] = min(self._judged[seat], kept)
