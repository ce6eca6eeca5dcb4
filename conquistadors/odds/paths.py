"""Every path that the rules can take from a position, as a graph of the positions that can come.

Equal positions are one state, so a battle of many rounds is a small graph, and a round that changes nothing leads from
a state to itself. Where positions are taken apart (`Parts`), a step is run once for the parts that it looks at; and
parts that nothing has brought together keep their own chances, which are multiplied only where paths have to be told
from each other.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Hashable, Sequence
from typing import Any, Final, Generic

from conquistadors.engine.errors import RuleError
from conquistadors.engine.requests import Procedure
from conquistadors.engine.rules import PositionT
from conquistadors.engine.texts import error_text
from conquistadors.odds.codes import MASK, Code, Codes, Rest, bits, mask_of
from conquistadors.odds.courses import Courses
from conquistadors.odds.duels import Duel
from conquistadors.odds.following import World, followed, ways_of
from conquistadors.odds.lanes import Unlike
from conquistadors.odds.parts import Parts, Undivided
from conquistadors.odds.shapes import Shaped
from conquistadors.odds.slices import SLICE, Progress, finished, uncollected
from conquistadors.odds.steps import Steps
from conquistadors.odds.trees import Answers, Grower, Policy, Row, Tree, composed, flat, is_chance, mapped

MOST_STATES: Final = 500_000
WAYS_OF_A_STEP: Final = 100_000
MANY: Final = 1000
"""Fewer states are no work at all: as long as there are fewer, little of it is done."""
FINE: Final = 1000
"""The progress in one fight is told in so many parts."""


class Paths(Generic[PositionT]):
    """The states that can be reached from a position, and the tree of what leads on from each."""

    def __init__(
        self,
        step: Callable[[PositionT], Procedure[None]],
        policy: Policy,
        ends: Callable[[PositionT], bool],
        *,
        parts: Parts[PositionT] | None = None,
        stops: Callable[[PositionT], bool] | None = None,
        alike: Callable[[PositionT], None] | None = None,
        told: Callable[[PositionT], Hashable] | None = None,
        most: int = MOST_STATES,
        widest: int = WAYS_OF_A_STEP,
        checked: bool = False,
        encloses: bool = False,
    ) -> None:
        """`step` begins the procedure from a boundary, `ends` says there that the question is answered.

        `stops` says at which boundaries paths are told from each other (None: at all of them); an open choice is one in
        any case. `alike` forgets what can no longer matter. `ends` and `stops` see the bare rest of a position. `told`
        is all that is asked of an end: those of which the same is told are one. What has more than `most` states, or a
        step with more than `widest` ways to go, is refused. With `encloses` a fight is worked out by itself, from where
        it begins to what comes of it: then its states are not among these.
        """
        self._grower = Grower(step, policy, widest)
        self._ends = ends
        self._told = told
        self._stops = stops
        self._parts = parts
        self._alike = alike
        self._most = most
        self._checked = checked
        self._encloses = encloses
        self._codes: Codes[PositionT]
        self._courses: Courses[PositionT]
        self._apart = 0
        """The bits of a code that stand for what is left aside."""
        self._duel: Duel | None = None
        self._fought: dict[Code, Row] = {}
        """What comes of a fight that begins here, whatever is left aside."""
        self._onward: dict[Code, Tree] = {}
        """What leads on from where a choice has led to."""
        self._states: dict[Code, int] = {}
        self._code_of: list[Code] = []
        self.trees: list[Tree | Shaped | None] = []
        """What leads on from each state; None where the question is answered."""
        self._waiting: list[int] = []
        self._fights: list[int] = []
        """The states that have still to be followed; apart those where a fight begins."""

    def __len__(self) -> int:
        return len(self._code_of)

    def position(self, state: int) -> PositionT:
        """The position of a state."""
        return self._codes.join(self._code_of[state], self._codes.all)

    def end(self, state: int) -> Any:
        """What is told of a state where the question is answered; its position, if nothing else is asked for."""
        return self._codes.end(self._code_of[state])

    def bare(self, state: int) -> PositionT:
        """The bare rest of a state: not to be changed."""
        return self._codes.rests[self._code_of[state] & MASK].bare

    def explore(self, boundary: PositionT, answers: Answers = ()) -> Tree:
        """All paths from a boundary, or from the request that these answers lead to; gives the first tree."""
        return finished(self.exploring(boundary, answers))

    def exploring(self, boundary: PositionT, answers: Answers = ()) -> Generator[Progress, None, Tree]:
        """The same in slices, with the progress after each."""
        parts = self._parts = self._parts or Undivided(boundary.copy())
        self._codes = codes = Codes(
            parts, self._ends, stops=self._stops, alike=self._alike, told=self._told, encloses=self._encloses
        )
        self._courses = courses = Courses(Steps(codes, self._grower, checked=self._checked))
        self._apart = 0 if codes.aside is None else bits(codes.aside)
        if parts.sides:
            one, other = [mask_of(slots) for slots in parts.sides]
            self._duel = Duel(courses, (one, other))
        if answers:
            first = mapped(self._grower.tree(boundary.copy, codes.split, answers), self._state)
        else:
            first = self._state(codes.split(boundary.copy()))
        first = yield from self._all_followed(first)
        courses.forget()  # what only helped on the way: results may be kept for long
        for known in (self._onward, self._fought):
            known.clear()
        if self._duel is not None:
            self._duel.forget()
            self._duel = None
        return first

    def _all_followed(self, first: Tree) -> Generator[Progress, None, Tree]:
        """Every state is followed, fights last: then it is known how many there are. Gives the first tree, past the
        fights that could be followed together."""
        done = fights = 0
        while self._waiting or self._fights:
            if self._waiting:
                if not fights:
                    yield Progress(done, max(len(self._code_of), MANY))
                with uncollected():
                    for _ in range(min(SLICE, len(self._waiting))):
                        state = self._waiting.pop()
                        self.trees[state] = self._fought_on(state) or self._lead_on(self._code_of[state])
                        done += 1
                continue
            known = fights + len(self._fights)
            arrived = self._arrived(first) if len(self._fights) > 1 else None
            together = arrived is not None and len({self._far(state) for state in self._fights}) == 1
            state = self._fights.pop()
            if together:
                assert arrived is not None
                work = self._ends_of_fights(arrived, [state, *self._fights])
            else:
                work = self._end_of_fight(self._code_of[state])
            try:
                while True:
                    with uncollected():
                        now = next(work)
                    yield Progress(fights * FINE + FINE * now.done // now.known, known * FINE)
            except StopIteration as end:
                if together:
                    first = end.value
                    self._fights.clear()
                else:
                    self.trees[state] = end.value
            fights = known if together else fights + 1
        return first

    def _state(self, code: Code) -> int:
        """The state of these parts: equal ones are one."""
        known = self._states.get(code)
        if known is not None:
            return known
        state = self._states[code] = len(self._code_of)
        if state >= self._most:
            raise RuleError(error_text("odds.too-many-positions", most=self._most))
        self._code_of.append(code)
        self.trees.append(None)
        rest = self._codes.rests[code & MASK]
        if not rest.ends:
            (self._fights if rest.encloses else self._waiting).append(state)
        return state

    # From stop to stop -------------------------------------------------------------------------------------------

    def _fought_on(self, state: int) -> int | Row | Shaped | None:
        """What leads on from a state by a round of a fight of two sides; None where it is not one."""
        rest = self._codes.rests[self._code_of[state] & MASK]
        if self._duel is None or not rest.fights or not rest.stops:
            return None
        try:
            return self._duel.round(self._code_of[state], self._state)
        except Unlike:
            self._duel = None
            return None

    def _lead_on(self, code: Code, *, first: bool = True) -> Tree:
        """What leads on from a code to the next stops."""
        rest = self._codes.rests[code & MASK]
        worlds = self._courses.worlds(code, first=first)
        return self._told_apart(worlds) if worlds else self._decide(code, rest)

    def _decide(self, code: Code, rest: Rest[PositionT]) -> Tree:
        """The tree of a step with an open choice; what comes of each option is followed to the next stop."""
        tree = self._courses.steps.comes_of(code)
        assert not isinstance(tree, Row)
        kept = code & ~rest.touched

        def onward(leaf: Code) -> Tree:
            after = kept | leaf
            known = self._onward.get(after)
            if known is None:
                known = self._onward[after] = self._lead_on(after, first=False)
            return known

        return mapped(tree, onward)

    def _told_apart(self, worlds: Sequence[World]) -> Tree:
        """The states in which the parts of each world can stand together."""
        ways: dict[int, int] = {}
        for code, n in ways_of(worlds).items():
            state = self._state(code)
            ways[state] = ways.get(state, 0) + n
        return next(iter(ways)) if len(ways) == 1 else Row(sum(ways.values()), ways)

    # Fights ------------------------------------------------------------------------------------------------------

    def _end_of_fight(self, code: Code) -> Generator[Progress, None, Row]:
        """The states to which a fight leads that begins here: worked out once, whatever is left aside."""
        start, apart = code & ~self._apart, code & self._apart
        row = self._fought.get(start)
        if row is None:
            row = self._fought[start] = yield from self._fight({start: 1})
        return Row(row.total, {self._state(end | apart): n for end, n in row.ways.items()})

    def _far(self, state: int) -> Code:
        """How far a fight has got that begins in a state: all but its sides."""
        return self._code_of[state] & ~mask_of([slot for side in self._codes.parts.sides for slot in side])

    def _arrived(self, first: Tree) -> Row | None:
        """The states to which chance leads, as far as they are followed; None where there is a choice, or a loop."""
        row = flat(first) if is_chance(first) else None
        passed: set[int] = set()
        while row is not None:
            through: dict[int, Row] = {}
            for state in row.ways:
                tree = self.trees[state]
                if tree is not None:
                    if state in passed or isinstance(tree, Shaped) or not is_chance(tree):
                        return None
                    passed.add(state)
                    through[state] = flat(tree)
            if not through:
                return row
            row = composed(row, {state: through.get(state) or Row(1, {state: 1}) for state in row.ways})
        return None

    def _ends_of_fights(self, arrived: Row, fights: Sequence[int]) -> Generator[Progress, None, Row]:
        """The same for fights that differ in their sides alone and to which chance alone leads: all at once."""
        apart = self._code_of[fights[0]] & self._apart
        mass = {self._code_of[state] & ~self._apart: arrived.ways[state] for state in fights}
        row = yield from self._fight(mass)
        ends = Row(row.total, {self._state(end | apart): n for end, n in row.ways.items()})
        left = {state: n for state, n in arrived.ways.items() if state not in set(fights)}
        through = {fights[0]: ends, **{state: Row(1, {state: 1}) for state in left}}
        return composed(Row(arrived.total, {fights[0]: sum(mass.values()), **left}), through)

    def _fight(self, mass: dict[Code, int]) -> Generator[Progress, None, Row]:
        """Where fights lead to that begin in these states."""
        if self._duel is not None:
            try:
                return (yield from self._duel.followed(mass))
            except Unlike:
                self._duel = None
        return (yield from followed(mass, self._courses.worlds_after, self._courses.is_enclosed))
