"""What the look-ahead bot has to know of The Conquistadors: captains play on, set on something for an impulse or more.

Which questions are worth it, and what is tried there, is in `kinds.py`; what a position is worth in `worth.py`.
"""

from __future__ import annotations

from typing import Any, Final

from conquistadors.bots.reasons import Advice
from conquistadors.bots.search.contract import Clock, Course, Courses, LookAhead
from conquistadors.engine.requests import Asked, Choice, Option, Seat
from conquistadors.engine.rules import Rules
from conquistadors.engine.run import Run
from conquistadors.engine.views import View
from conquistadors.games.conquest.bots.captain import CaptainBot
from conquistadors.games.conquest.bots.captain.sight import Aim
from conquistadors.games.conquest.bots.kinds import AIMED, courses
from conquistadors.games.conquest.bots.learning import LEARNING
from conquistadors.games.conquest.bots.worth import style_for, worth
from conquistadors.games.conquest.rules.position import ConquestPosition


class Impulses:
    """2.0(5)  Counts the impulses of a seat, the one under way included."""

    def __init__(self, pos: ConquestPosition, seat: Seat) -> None:
        self._seat = seat
        self._last = (pos.turn, pos.round)
        self.begun = 1

    def tick(self, run: Run[Any]) -> None:
        """Look whether the seat begins another impulse."""
        pending = run.pending
        if type(pending) is Choice and pending.kind == "impulse" and pending.who == self._seat:
            now = (run.pos.turn, run.pos.round)
            if now != self._last:
                self._last = now
                self.begun += 1


class ConquestAhead(LookAhead):
    """At an impulse an aim is looked for: what an expedition is set on, for this impulse and perhaps for more."""

    turns = 2
    learning = LEARNING

    def adviser(self, seed: int, rules: Rules[Any]) -> CaptainBot:
        """A captain who thinks as a veteran does alone, as a rival does among others."""
        return CaptainBot(seed, style_for(rules))

    def measure(self, rules: Rules[Any]) -> str:
        """A lone player counts points; among others nothing counts but who wins (13.1)."""
        return "points" if len(rules.seats) == 1 else "chance"

    def moment(self, pos: ConquestPosition) -> str:
        return f"{pos.turn} {pos.round}"

    def activation(self, view: View[Any]) -> tuple[object, ...]:
        """An impulse has one activation after the other: the question about an impulse is the first of the next."""
        assert view.pending is not None
        pos, asked = view.position, view.pending
        return (asked.who, pos.turn, pos.round, pos.impulse.used + self.begins(asked))

    def begins(self, asked: Asked) -> bool:
        return asked.kind == "impulse"

    def sets_out(self, asked: Asked, option: Option) -> bool:
        return asked.kind == "impulse" and option.verb == "activate"

    def aimed(self, asked: Asked) -> bool:
        return asked.kind in AIMED

    def courses(self, view: View[Any], adviser: Any, advice: Advice, *, decided: bool) -> Courses:
        return courses(view, adviser, advice, decided=decided)

    def holds(self, course: Course, pos: ConquestPosition, begun: int) -> bool:
        """Whether the expedition is still set on it: a deed is for this impulse, a trip lasts until it has arrived."""
        aim: Aim | None = course.aim
        if aim is None or aim.commander not in pos.expeditions:
            return False
        if aim.verb is not None:
            return begun == 1
        return pos.expeditions[aim.commander].space != aim.target

    def clock(self, pos: ConquestPosition, seat: Seat) -> Clock:
        return Impulses(pos, seat)

    def value(self, run: Run[Any], seat: Seat, adviser: Any) -> float:
        return worth(run, seat, adviser.style)


AHEAD: Final = ConquestAhead()
