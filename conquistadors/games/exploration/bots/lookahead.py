"""What the look-ahead bot has to know of Conquistador!: governors play on, set on a venture or on none."""

from __future__ import annotations

from typing import Any, Final

from conquistadors.bots.reasons import Advice, Why
from conquistadors.bots.search.contract import Clock, Course, Courses, LookAhead
from conquistadors.engine.requests import Asked, Choice, Seat
from conquistadors.engine.rules import Rules
from conquistadors.engine.run import Run
from conquistadors.engine.views import View
from conquistadors.games.exploration.bots.governor import Governor, veteran
from conquistadors.games.exploration.bots.learning import BEGINS, LEARNING, planned_so_far
from conquistadors.games.exploration.bots.sight import Sight
from conquistadors.games.exploration.bots.ventures import SAVE, Aim, others
from conquistadors.games.exploration.bots.worth import worth
from conquistadors.games.exploration.rules.position import World

PLAYED_ON: Final = 5_000
"""So many answers are given in supposed worlds for one question and nation; alone as many as for two."""
MOST_AIMS: Final = 4
"""No more ventures than so many are tried against that of the governor."""
TRIED: Final = frozenset({"native-combat"})
"""Questions at which every answer is tried."""


class Years:
    """5.0  Counts the turns of a nation, the one under way included."""

    def __init__(self, pos: World, seat: Seat) -> None:
        self._seat = seat
        self._last = pos.turn
        self.begun = 1

    def tick(self, run: Run[Any]) -> None:
        """A nation's turn begins when it is asked for the first time in it."""
        pending = run.pending
        asked = type(pending) is Choice and pending.who == self._seat and pending.kind in BEGINS
        if asked and run.pos.turn > self._last:
            self._last = run.pos.turn
            self.begun += 1


class ExplorationAhead(LookAhead):
    """In planning a venture is looked for, and every answer is tried where natives may be attacked.

    What ships do now shows its worth many turns later: so a good part of the game is played on.
    """

    turns = 5
    learning = LEARNING

    def adviser(self, seed: int, rules: Rules[Any]) -> Governor:  # noqa: ARG002  # in both scenarios
        """Who does what has brought most points, wherever history went."""
        return veteran(seed)

    def measure(self, rules: Rules[Any]) -> str:
        """A lone player counts points; among others nothing counts but who wins (20.0)."""
        return "points" if len(rules.seats) == 1 else "chance"

    def budget(self, rules: Rules[Any]) -> int:
        """With more nations it takes more answers to play a turn."""
        return PLAYED_ON * max(2, len(rules.seats))

    def spread(self, rules: Rules[Any]) -> float:
        """As it was measured: in points, among others in percent of a victory."""
        return 250.0 if self.measure(rules) == "points" else 15.0

    def moment(self, pos: World) -> str:
        return f"{pos.turn} {pos.phase} {len(pos.expeditions)}"

    def activation(self, view: View[Any]) -> tuple[object, ...]:
        """One venture is planned after the other."""
        assert view.pending is not None
        return planned_so_far(view.position, view.pending.who)

    def begins(self, asked: Asked) -> bool:  # noqa: ARG002  # the activation says it
        return False

    def aimed(self, asked: Asked) -> bool:
        return asked.kind == "plan"

    def courses(self, view: View[Any], adviser: Any, advice: Advice, *, decided: bool) -> Courses:
        first: tuple[Course, Why | str] = (Course(advice.option), advice.because)
        assert view.pending is not None
        if view.pending.kind in TRIED and len(view.options) > 1:
            return [first, *[(Course(each), "") for each in view.options if each != advice.option]]
        if view.pending.kind != "plan" or decided:
            return [first]
        found: Courses = [first]
        for venture in others(Sight(view, style=adviser.style))[:MOST_AIMS]:
            aim = Aim(venture.kind, venture.place)
            advised = adviser.advise(view, aim)
            if advised.option.verb != "done":
                found.append((Course(advised.option, aim), venture.why))
        done = next((each for each in view.options if each.verb == "done"), None)
        if done is not None and advice.option != done:
            found.append((Course(done, SAVE), Why("plan.done")))
        return found

    def holds(self, course: Course, pos: World, begun: int) -> bool:
        """While the plan of this turn is made, and the ships for it are not ready yet."""
        aim: Aim | None = course.aim
        if aim is None or begun > 1 or pos.phase != "A":
            return False
        ready = [each for name, each in pos.expeditions.items() if name != pos.fitting]
        return aim == SAVE or all(each.landfall != aim.place for each in ready)

    def clock(self, pos: World, seat: Seat) -> Clock:
        return Years(pos, seat)

    def value(self, run: Run[Any], seat: Seat, adviser: Any) -> float:  # noqa: ARG002  # it is counted
        return worth(run, seat)


AHEAD: Final = ExplorationAhead()
