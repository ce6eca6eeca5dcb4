"""The log of a game as each seat saw it, kept up as it grows: what a seat is given holds nothing of the others'."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from conquistadors.engine.events import Event
from conquistadors.engine.requests import Seat
from conquistadors.engine.views import Line, Log

PAGE: Final = 128
"""So many lines are handed out as one piece, which is made once: a view of a long game costs no more than one of a
short."""


class _Heard:
    """What one seat was told: whole pages, the lines after them, and how far the log has been read."""

    def __init__(self) -> None:
        self.pages: list[tuple[Line, ...]] = []
        self.last: list[Line] = []
        self.events = 0
        self.answers = 0


class Told:
    """The lines of every seat that has looked so far. Each event is judged once for each of them."""

    def __init__(self) -> None:
        self._seats: dict[Seat | None, _Heard] = {}

    def to(self, seat: Seat | None, events: Sequence[Event], heard: Sequence[int]) -> Log:
        """The lines that the seat (None: a bystander) saw; `heard` as for `lines_of`."""
        told = self._seats.setdefault(seat, _Heard())
        answers, given = told.answers, len(heard)
        for number in range(told.events, len(events)):
            while answers < given and heard[answers] <= number:
                answers += 1
            event = events[number]
            seen = event if event.audience is None else event.seen_by(seat)
            if seen is not None:
                told.last.append(Line(number, answers, seen))
        told.events, told.answers = len(events), answers
        while len(told.last) >= PAGE:
            told.pages.append(tuple(told.last[:PAGE]))
            del told.last[:PAGE]
        return (*told.pages, tuple(told.last))

    def forget(self, kept: int) -> None:
        """Only so many events are left: the others have been taken back, or replaced."""
        for told in self._seats.values():
            while told.pages and told.pages[-1][-1].number >= kept:
                told.last = [*told.pages.pop(), *told.last]
            while told.last and told.last[-1].number >= kept:
                told.last.pop()
            if told.events > kept:
                told.events = kept
                told.answers = 0
