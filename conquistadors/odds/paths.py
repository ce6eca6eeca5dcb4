"""Every path that the rules can take from a position, as a graph of the positions that can come.

Equal positions are one state, so a battle of many rounds is a small graph, and a round that changes nothing leads from
a state to itself. Where positions are taken apart (`Parts`), a step is run once for the parts that it looks at; and
parts that nothing has brought together keep their own chances, which are multiplied only where paths have to be told
from each other.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Generator, Hashable, Iterator, Sequence
from contextlib import contextmanager
from functools import reduce
from itertools import product
from math import gcd, lcm
from operator import or_
from typing import Any, Final, Generic, NamedTuple, TypeVar, cast

from conquistadors.engine.errors import RuleError
from conquistadors.engine.requests import Procedure
from conquistadors.engine.rules import PositionT
from conquistadors.engine.texts import error_text
from conquistadors.odds.duels import Duel
from conquistadors.odds.following import SLICE, Code, Group, Progress, World, followed, ways_of
from conquistadors.odds.parts import REST, Counted, Look, Parts, Undivided
from conquistadors.odds.points import Unlike
from conquistadors.odds.shapes import Shaped
from conquistadors.odds.trees import (
    Answers,
    Grower,
    Policy,
    Row,
    Tree,
    composed,
    flat,
    is_chance,
    leaves,
    mapped,
    shifted,
)

T = TypeVar("T")
MOST_STATES: Final = 500_000
WAYS_OF_A_STEP: Final = 100_000
MANY: Final = 1000
"""Fewer states are no work at all: as long as there are fewer, little of it is done."""
FINE: Final = 1000
"""The progress in one fight is told in so many parts."""
ENDED: Final = "ended"
"""Before what is told of an end, where other rests have their parts."""
BITS: Final = 20
MASK: Final = (1 << BITS) - 1
"""What a code has of a part."""


@contextmanager
def uncollected() -> Iterator[None]:
    """Work that makes many small things and no rings of them: Python need not look for rings meanwhile."""
    collects = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collects:
            gc.enable()


def finished(work: Generator[Progress, None, T], progress: Callable[[Progress], None] | None = None) -> T:
    """The result of work that is done in slices. `progress` is told of each; whatever it raises stops the work."""
    with uncollected():
        while True:
            try:
                now = next(work)
            except StopIteration as done:
                result: T = done.value
                return result
            if progress is not None:
                progress(now)


class Step(NamedTuple):
    """A step of a course: its place there, the rest from which it is taken, and all that it looks at."""

    place: int
    rest: int
    mask: int


class Block:
    """The steps of a course that look at the same parts."""

    __slots__ = ("known", "mask", "steps")

    def __init__(self, mask: int, steps: list[Step]) -> None:
        self.mask = mask
        self.steps = steps
        self.known: dict[Hashable, World | Step] = {}
        """What becomes of these parts, each time worked out only once; a step, where that one cannot be taken."""


class Course(NamedTuple):
    """Steps that follow each other whatever comes of them, taken apart by the parts that they look at."""

    steps: list[Step]
    after: int | None
    """The rest at which they arrive; None: a single step, which may lead to any."""
    blocks: list[Block]


class Rest(Generic[PositionT]):
    """What is known of a rest: whether the question is answered, whether to stop, what the next step looks at."""

    __slots__ = (
        *("bare", "counted", "course", "encloses", "ends", "fights", "glances", "look", "looked"),
        *("slots", "stops", "touched", "watched"),
    )

    def __init__(
        self,
        bare: PositionT,
        *,
        ends: bool,
        stops: bool,
        look: Look,
        counted: Counted | None = None,
        aside: int | None = None,
        encloses: bool = False,
    ) -> None:
        self.bare = bare
        self.ends = ends
        self.stops = stops
        self.look = look
        self.slots = (REST, *look.touched)
        """What the next step may change."""
        self.touched = _mask(self.slots)
        self.watched = _mask(look.glimpsed)
        self.looked = self.touched | self.watched
        self.glances = bool(look.glimpsed and not look.touched)
        self.fights = aside is not None and not ends and not self.looked >> BITS * aside & MASK
        """Whether the next step is one of a fight: it does not look at what is left aside."""
        self.encloses = encloses and self.fights
        """Whether the fight is followed by itself."""
        self.counted = counted
        self.course: Course | None = None
        """The steps from here on, once they have been taken."""


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
        self._all = Look()
        self._aside: int | None = None
        self._apart = 0
        """The bits of a code that stand for what is left aside."""
        self._duel: Duel | None = None
        self._fought: dict[Code, Row] = {}
        """What comes of a fight that begins here, whatever is left aside."""
        self._numbers: list[dict[Hashable, int]] = []
        self._things: list[list[Hashable]] = []
        """Every part that was met, by its slot and its number."""
        self._rests: list[Rest[PositionT]] = []
        self._glimpses: dict[tuple[int, int], Hashable] = {}
        self._steps: dict[Code, Tree] = {}
        """What comes of a step, by what it looks at; the leaves are codes of what it touches."""
        self._seen: dict[Hashable, Tree] = {}
        """The same, by what it sees of that."""
        self._runs: dict[Code, Tree] = {}
        """What comes of steps that count something down, by what stands for all that they may count."""
        self._repeating: set[Code] = set()
        """Where a step that repeats itself is being followed: it is not followed in circles."""
        self._groups: dict[Hashable, Group] = {}
        self._onward: dict[Code, Tree] = {}
        """What leads on from where a choice has led to."""
        self._states: dict[Code, int] = {}
        self._codes: list[Code] = []
        self.trees: list[Tree | Shaped | None] = []
        """What leads on from each state; None where the question is answered."""
        self._waiting: list[int] = []
        self._fights: list[int] = []
        """The states that have still to be followed; apart those where a fight begins."""

    def __len__(self) -> int:
        return len(self._codes)

    def position(self, state: int) -> PositionT:
        """The position of a state."""
        return self._join(self._codes[state], self._all)

    def end(self, state: int) -> Any:
        """What is told of a state where the question is answered; its position, if nothing else is asked for."""
        if self._told is None:
            return self.position(state)
        _, told = cast("tuple[object, Hashable]", self._things[REST][self._codes[state] & MASK])
        return told

    def bare(self, state: int) -> PositionT:
        """The bare rest of a state: not to be changed."""
        return self._rests[self._codes[state] & MASK].bare

    def explore(self, boundary: PositionT, answers: Answers = ()) -> Tree:
        """All paths from a boundary, or from the request that these answers lead to; gives the first tree."""
        return finished(self.exploring(boundary, answers))

    def exploring(self, boundary: PositionT, answers: Answers = ()) -> Generator[Progress, None, Tree]:
        """The same in slices, with the progress after each."""
        if self._parts is None:
            self._parts = Undivided(boundary.copy())
        self._encloses = self._encloses and self._parts.decided
        self._aside = self._parts.aside if self._encloses else None
        self._apart = 0 if self._aside is None else MASK << BITS * self._aside
        self._all = Look(tuple(range(1, self._parts.count)))
        if self._parts.sides:
            one, other = [_mask(slots) for slots in self._parts.sides]
            self._duel = Duel(self, (one, other))
        self._numbers = [{} for _ in range(self._parts.count)]
        self._things = [[] for _ in range(self._parts.count)]
        if answers:
            first = mapped(self._grower.tree(boundary.copy, self._split, answers), self._state)
        else:
            first = self._state(self._split(boundary.copy()))
        first = yield from self._all_followed(first)
        for known in (self._steps, self._seen, self._runs, self._groups, self._onward, self._fought):
            known.clear()  # what only helped on the way: results may be kept for long
        for rest in self._rests:
            rest.course = None
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
                    yield Progress(done, max(len(self._codes), MANY))
                with uncollected():
                    for _ in range(min(SLICE, len(self._waiting))):
                        state = self._waiting.pop()
                        self.trees[state] = self._fought_on(state) or self._lead_on(self._codes[state])
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
                work = self._end_of_fight(self._codes[state])
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

    # Parts and states --------------------------------------------------------------------------------------------

    def _divided(self) -> Parts[PositionT]:
        assert self._parts is not None
        return self._parts

    def _split(self, pos: PositionT, slots: Sequence[int] | None = None) -> Code:
        """The code of a position, or of its rest and some parts."""
        if self._alike is not None:
            self._alike(pos)
        if self._told is not None and (slots is None or len(slots) == len(self._numbers)) and self._ends(pos):
            return self._ended(pos, (ENDED, self._told(pos)))
        code = 0
        for slot in range(len(self._numbers)) if slots is None else slots:
            code |= self._number(pos, slot) << BITS * slot
        return code

    def _number(self, pos: PositionT, slot: int) -> int:
        part = self._divided().part(pos, slot)
        number = self._numbers[slot].get(part)
        if number is None:
            number = self._known(slot, part)
            if slot == REST:
                self._rests.append(self._rest(self._divided().bare(pos)))
        return number

    def _ended(self, pos: PositionT, told: Hashable) -> Code:
        """The code of a position where the question is answered."""
        number = self._numbers[REST].get(told)
        if number is None:
            number = self._known(REST, told)
            self._rests.append(Rest(pos, ends=True, stops=True, look=Look()))
        return number

    def _known(self, slot: int, part: Hashable) -> int:
        """The number of a part."""
        numbers = self._numbers[slot]
        number = numbers.get(part)
        if number is None:
            number = numbers[part] = len(numbers)
            if number > MASK:
                raise RuleError(error_text("odds.too-many-things", part=slot, most=MASK))
            self._things[slot].append(part)
        return number

    def _rest(self, bare: PositionT) -> Rest[PositionT]:
        if self._ends(bare):
            return Rest(bare, ends=True, stops=True, look=Look())
        stops = self._stops is None or self._stops(bare)
        look, counted = self._divided().look(bare), self._divided().counted(bare)
        aside, encloses = self._divided().aside, self._encloses
        return Rest(bare, ends=False, stops=stops, look=look, counted=counted, aside=aside, encloses=encloses)

    def _join(self, code: Code, look: Look) -> PositionT:
        parts = [things[code >> BITS * slot & MASK] for slot, things in enumerate(self._things)]
        return self._divided().join(self._rests[code & MASK].bare, parts, look)

    def _state(self, code: Code) -> int:
        """The state of these parts: equal ones are one."""
        known = self._states.get(code)
        if known is not None:
            return known
        state = self._states[code] = len(self._codes)
        if state >= self._most:
            raise RuleError(error_text("odds.too-many-positions", most=self._most))
        self._codes.append(code)
        self.trees.append(None)
        rest = self._rests[code & MASK]
        if not rest.ends:
            (self._fights if rest.encloses else self._waiting).append(state)
        return state

    # One step ----------------------------------------------------------------------------------------------------

    def comes_of(self, code: Code) -> Tree:
        """What comes of the step from here, for the rest and the parts that it touches: run once for all alike."""
        rest = self._rests[code & MASK]
        found = self._steps.get(code & rest.looked)
        if found is None:
            found = self._steps[code & rest.looked] = self._once(code, rest)
        return found

    def _once(self, code: Code, rest: Rest[PositionT]) -> Tree:
        """The same, found by no more than the step sees of these parts."""
        look = self._divided().narrowed(
            rest.bare, rest.look, lambda slot: self._things[slot][code >> BITS * slot & MASK]
        )
        narrow = look is not rest.look
        slots = (REST, *look.touched) if narrow else rest.slots
        touched = _mask(slots) if narrow else rest.touched
        key = (code & touched, look, *[self._glimpse(slot, code >> BITS * slot & MASK) for slot in look.glimpsed])
        tree = self._seen.get(key)
        if tree is None:
            tree = self._seen[key] = self._grown(code, rest, look, slots)
        left = code & rest.touched & ~touched
        return shifted(tree, left) if left else tree

    def _grown(self, code: Code, rest: Rest[PositionT], look: Look, slots: Sequence[int]) -> Tree:
        tree = self._run(code, rest, look, slots)
        if not is_chance(tree):
            return tree
        row, kept = flat(tree), code & ~rest.touched
        if rest.stops or look is not rest.look:
            return row
        follows = {leaf: kept | leaf for leaf in row.ways if leaf & MASK == code & MASK}
        again = [leaf for leaf, then in follows.items() if then != code and then not in self._repeating]
        return self._repeated(code, kept, row, again) if again else row

    def _run(self, code: Code, rest: Rest[PositionT], look: Look, slots: Sequence[int]) -> Tree:
        """The tree of the step itself. Where it only counts a part down, it is run once for all that stands for."""
        if rest.counted is None:
            return self._tree(code, look, slots)
        slot, stands_for, becomes = rest.counted
        part = self._things[slot][code >> BITS * slot & MASK]
        other = stands_for(part)
        at = code if other == part else code & ~self.bits(slot) | self._known(slot, other) << BITS * slot
        tree = self._runs.get(at & rest.looked)
        if tree is None:
            tree = self._runs[at & rest.looked] = self._tree(at, look, slots)
        if at == code:
            return tree

        def leaf(after: Code) -> Code:
            then = becomes(part, self._things[slot][after >> BITS * slot & MASK])
            return after & ~self.bits(slot) | self._known(slot, then) << BITS * slot

        found = mapped(tree, leaf)
        if self._checked and found != self._tree(code, look, slots):
            raise RuleError(f"a step makes more of part {slot} than to count it down")
        return found

    def _tree(self, code: Code, look: Look, slots: Sequence[int]) -> Tree:
        def leaf(pos: PositionT) -> Code:
            if self._checked:
                self._check(pos, code, slots)
            return self._split(pos, slots)

        return self._grower.tree(self._beginnings(code, self._all if self._checked else look), leaf)

    def _beginnings(self, code: Code, look: Look) -> Callable[[], PositionT]:
        """Gives the position of a code, a new one each time. Most steps take one path only: then none is copied."""
        kept: list[PositionT] = []
        first = True

        def begin() -> PositionT:
            nonlocal first
            if first:
                first = False
                return self._join(code, look)
            if not kept:
                kept.append(self._join(code, look))
            return kept[0].copy()

        return begin

    def _repeated(self, code: Code, kept: Code, row: Row, again: Sequence[Code]) -> Tree:
        """A step that is to be taken again and again, as losses are allotted one by one, is followed to its end."""
        self._repeating.add(code)
        through = {leaf: self.comes_of(kept | leaf) for leaf in again}
        self._repeating.discard(code)
        rows = {leaf: tree for leaf, tree in through.items() if isinstance(tree, Row)}
        if len(row.ways) == len(rows) == 1:
            return next(iter(rows.values()))
        return composed(row, {**{leaf: Row(1, {leaf: 1}) for leaf in row.ways}, **rows})

    def _check(self, pos: PositionT, code: Code, touched: Sequence[int]) -> None:
        for slot, things in enumerate(self._things):
            before = things[code >> BITS * slot & MASK]
            if slot == self._aside and before is None:
                continue  # a fight is followed without it
            if slot not in touched and self._divided().part(pos, slot) != before:
                raise RuleError(f"a step changed part {slot}, which it was said not to touch")

    def _glimpse(self, slot: int, number: int) -> Hashable:
        found = self._glimpses.get((slot, number))
        if found is None:
            found = self._glimpses[slot, number] = self._divided().glimpse(self._things[slot][number])
        return found

    # From stop to stop -------------------------------------------------------------------------------------------

    def _fought_on(self, state: int) -> int | Row | Shaped | None:
        """What leads on from a state by a round of a fight of two sides; None where it is not one."""
        rest = self._rests[self._codes[state] & MASK]
        if self._duel is None or not rest.fights or not rest.stops:
            return None
        try:
            return self._duel.round(self._codes[state], self._state)
        except Unlike:
            self._duel = None
            return None

    def _lead_on(self, code: Code, *, first: bool = True) -> Tree:
        """What leads on from a code to the next stops."""
        rest = self._rests[code & MASK]
        worlds = self._worlds(code, first=first)
        return self._told_apart(worlds) if worlds else self._decide(code, rest)

    def _worlds(self, code: Code, *, first: bool = True) -> list[World]:
        """The worlds at the next stops; none where the first step leaves a choice open."""
        world: World = (1, code, ())
        inside = self._is_enclosed(code)
        while True:
            _, certain, loose = world
            if loose and loose[-1].mask & MASK:
                break  # more than one rest
            rest = self._rests[certain & MASK]
            if rest.ends or (rest.stops and not first) or rest.encloses > inside:
                break
            worlds = self._after_a_glance(world, rest) if rest.glances else self._after_a_course(world, rest)
            if not worlds:
                if first:
                    return []
                break
            if len(worlds) > 1:
                return worlds
            world = worlds[0]
            first = False
        return [world]

    def _decide(self, code: Code, rest: Rest[PositionT]) -> Tree:
        """The tree of a step with an open choice; what comes of each option is followed to the next stop."""
        tree = self.comes_of(code)
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
        return self._codes[state] & ~_mask([slot for side in self._divided().sides for slot in side])

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
        apart = self._codes[fights[0]] & self._apart
        mass = {self._codes[state] & ~self._apart: arrived.ways[state] for state in fights}
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
        return (yield from followed(mass, self._worlds_after, self._is_enclosed))

    def _is_enclosed(self, code: Code) -> bool:
        return self._rests[code & MASK].encloses

    def _worlds_after(self, code: Code) -> list[World]:
        found = self._worlds(code)
        if not found:
            raise RuleError("a choice is open in a fight that is worked out by itself")
        return found

    # What a duel asks for ----------------------------------------------------------------------------------------

    def rest_of(self, code: Code) -> Rest[PositionT]:
        return self._rests[code & MASK]

    def bits(self, slot: int) -> int:
        """All that a code has of a part."""
        return MASK << BITS * slot

    def glimpse_in(self, code: Code, slot: int) -> Hashable:
        return self._glimpse(slot, code >> BITS * slot & MASK)

    def row_after(self, code: Code) -> Row:
        """Where the end of a fight leads to, up to the next stop."""
        ways = ways_of(self._worlds(code, first=False))
        return Row(sum(ways.values()), ways)

    def lanes(self, code: Code, sides: tuple[int, int]) -> tuple[Course, Code]:
        """The steps from here on that look at one of two sides and what belongs to it, as one course in two blocks.

        They are tried out on one state, and end where a step looks at both; also gives the state there.
        """
        lanes, watched = list(sides), 0
        steps: tuple[list[Step], list[Step]] = ([], [])
        course: list[Step] = []
        while True:
            rest = self._rests[code & MASK]
            touched = rest.touched & ~MASK
            mine = [side for side, lane in enumerate(lanes) if touched & lane]
            if len(mine) > 1 or rest.watched & (lanes[0] | lanes[1]) or rest.ends or (course and rest.stops):
                break
            tree = self.comes_of(code)
            if len({leaf & MASK for leaf in leaves(tree)}) > 1:
                break
            lane = mine[0] if mine else 0  # what looks at neither may go with either
            lanes[lane] |= touched
            watched |= rest.watched
            course.append(Step(len(course), code & MASK, touched))
            steps[lane].append(course[-1])
            code = code & ~rest.touched | next(iter(leaves(tree)))
        if not course or watched & (lanes[0] | lanes[1]):
            raise Unlike
        blocks = [Block(lane, own) for lane, own in zip(lanes, steps, strict=True)]
        return Course(course, code & MASK, blocks), code

    def carried(self, code: Code, block: Block, course: Course) -> dict[Code, int] | None:
        """What becomes of a state in the steps of a block, by weight; None where it cannot be taken."""
        ways = {code & ~MASK: 1}
        for step in block.steps:
            following = course.steps[step.place + 1].rest if step is not course.steps[-1] else course.after
            kept = ~self._rests[step.rest].touched
            rows: list[Row] = []
            for state in ways:
                row = self.comes_of(state | step.rest)
                if type(row) is not Row:
                    return None
                for leaf in row.ways:
                    if leaf & MASK != following:
                        return None
                rows.append(row)
            if len(rows) == 1:
                left = state & kept
                ways = {left | leaf & ~MASK: n for leaf, n in rows[0].ways.items()}
                continue
            common = lcm(*[row.total for row in rows])
            moved: dict[Code, int] = {}
            for (state, weight), row in zip(ways.items(), rows, strict=True):
                factor, left = weight * (common // row.total), state & kept
                for leaf, n in row.ways.items():
                    after = left | leaf & ~MASK
                    moved[after] = moved.get(after, 0) + factor * n
            ways = moved
        return ways

    # Worlds ------------------------------------------------------------------------------------------------------

    def _after_a_course(self, world: World, rest: Rest[PositionT]) -> list[World]:
        """What comes of the steps that follow each other from here: one world, or none where a choice is open."""
        if rest.course is None:
            rest.course = self._course(_some(world))
        steps, after, blocks = rest.course
        _, code, loose = world
        code &= ~MASK
        for block in blocks:
            mask = block.mask
            key: Hashable = code & mask
            apart = loose
            if loose:
                met = tuple([group for group in loose if group.mask & mask])
                if met:
                    key = (key, met)
                    apart = tuple([group for group in loose if not group.mask & mask])
            moved = block.known.get(key)
            if moved is None:
                moved = block.known[key] = self._moved((1, code, loose), block, rest.course)
            if isinstance(moved, Step):
                if len(steps) == 1:
                    return []
                rest.course = _course(steps[: max(1, moved.place)], moved.rest)
                return self._after_a_course(world, rest)
            code = code & ~mask | moved[1]
            loose = apart + moved[2]
        return [(1, code if after is None else code | after, loose)]

    def _course(self, code: Code) -> Course:
        """The steps from here on, tried out on one of the ways.

        They end at a stop, a glance, a choice, where a fight begins, at a step after which there may be one rest or
        another, or one that brings together what the others kept apart.
        """
        steps: list[Step] = []
        inside = self._is_enclosed(code)
        while True:
            rest = self._rests[code & MASK]
            step = Step(len(steps), code & MASK, rest.looked & ~MASK)
            apart = rest.encloses > inside or len(_blocks([*steps, step])) < len(_blocks(steps))
            if steps and (rest.stops or rest.watched or apart):
                break
            row = self.comes_of(code)
            goes_on = type(row) is Row and len({leaf & MASK for leaf in row.ways}) == 1 and not rest.watched
            if goes_on or not steps:
                steps.append(step)
            if not goes_on:
                break
            code = code & ~rest.touched | next(iter(leaves(row)))
        return _course(steps, code & MASK)

    def _moved(self, world: World, block: Block, course: Course) -> World | Step:
        """What becomes of parts in the steps of a block: only these are in the world that comes of it.

        A step is given back where a choice is open, or where it leads to another rest than was thought.
        """
        _, code, loose = world
        mask, ways = block.mask, {code & block.mask: 1}
        for group in loose:
            if group.mask & mask:
                mask |= group.mask
                ways = {had | more: n * m for had, n in ways.items() for more, m in group.ways.items()}
        others = _some(world) & ~(mask | MASK)
        for step in block.steps:
            following = course.steps[step.place + 1].rest if step is not course.steps[-1] else course.after
            rows = []
            for standing in ways:
                row = self.comes_of(others | standing & ~MASK | step.rest)
                if type(row) is not Row:
                    return step
                rows.append(row)
            if following is not None and {leaf & MASK for row in rows for leaf in row.ways} != {following}:
                return step
            common = lcm(*[row.total for row in rows])
            moved: dict[Code, int] = {}
            kept = ~self._rests[step.rest].touched
            for (standing, weight), row in zip(ways.items(), rows, strict=True):
                factor, left = weight * (common // row.total), standing & kept
                for leaf, n in row.ways.items():
                    after = left | leaf
                    moved[after] = moved.get(after, 0) + factor * n
            ways = moved
        return self._separated(ways, mask if course.after is not None else mask | MASK)

    def _separated(self, ways: dict[Code, int], mask: int) -> World:
        """Parts by the ways in which they can stand: those that stand in one way only are certain."""
        first, differing = next(iter(ways)), 0
        for standing in ways:
            differing |= standing ^ first
        loose = _spread(differing & mask)
        if not loose:
            return (1, first & mask, ())
        left = {standing & loose: n for standing, n in ways.items()}
        return (1, first & mask & ~loose, (self._group(loose, left)[1],))

    def _group(self, mask: int, ways: dict[Code, int]) -> tuple[int, Group]:
        """A group, and by how much its weights were reduced."""
        by = gcd(*ways.values())
        if by > 1:
            ways = {standing: n // by for standing, n in ways.items()}
        key = (mask, frozenset(ways.items()))
        known = self._groups.get(key)
        if known is None:
            known = self._groups[key] = Group(mask, ways)
        return by, known

    def _after_a_glance(self, world: World, rest: Rest[PositionT]) -> list[World]:
        """What comes of a step that sees parts at a glance only: what looks the same is tried once, and not joined.

        There is no world where a choice is open.
        """
        _, code, loose = world
        seen = [group for group in loose if group.mask & rest.watched]
        apart = tuple([group for group in loose if not group.mask & rest.watched])
        others = _some((1, code, apart))
        found: list[tuple[Row, tuple[World, ...]]] = []
        for sights in product(*[self._sights(group, rest) for group in seen]):
            row = self.comes_of(reduce(or_, map(_some, sights), others))
            if type(row) is not Row:
                return []
            found.append((row, sights))
        leads_to = {leaf for row, _ in found for leaf in row.ways}
        if len(leads_to) == 1:
            return [(1, code & ~MASK | leads_to.pop(), loose)]
        common = lcm(*[row.total for row, _ in found])
        worlds: list[World] = []
        for row, sights in found:
            weight, certain, groups = common // row.total, code & ~MASK, apart
            for times, more, still in sights:
                weight, certain, groups = weight * times, certain | more, groups + still
            worlds += [(weight * n, certain | leaf, groups) for leaf, n in row.ways.items()]
        return worlds

    def _sights(self, group: Group, rest: Rest[PositionT]) -> list[World]:
        """The ways of a group, apart by what is seen of it at a glance."""
        known = group.sights.get(rest.watched)
        if known is None:
            slots = [slot for slot in rest.look.glimpsed if group.mask >> BITS * slot & MASK]
            by_sight: dict[Hashable, dict[Code, int]] = {}
            for standing, n in group.ways.items():
                sight = tuple([self._glimpse(slot, standing >> BITS * slot & MASK) for slot in slots])
                by_sight.setdefault(sight, {})[standing] = n
            known = group.sights[rest.watched] = [self._sight(group.mask, ways) for ways in by_sight.values()]
        return known

    def _sight(self, mask: int, ways: dict[Code, int]) -> World:
        if len(ways) == 1:
            ((standing, weight),) = ways.items()
            return (weight, standing, ())
        weight, group = self._group(mask, ways)
        return (weight, 0, (group,))


def _mask(slots: Sequence[int]) -> int:
    """All that a code has of some parts."""
    return sum([MASK << BITS * slot for slot in slots])


def _spread(bits: int) -> int:
    """All that a code has of the parts to which these bits belong."""
    return _mask([slot for slot in range(-(-bits.bit_length() // BITS)) if bits >> BITS * slot & MASK])


def _some(world: World) -> Code:
    """One way in which the parts can stand."""
    _, code, loose = world
    for group in loose:
        code |= next(iter(group.ways))
    return code


def _blocks(steps: Sequence[Step]) -> list[int]:
    """The parts that steps look at, together where one step looks at several."""
    found: list[int] = []
    for _, _, mask in steps:
        met = [block for block in found if block & mask]
        found = [*[block for block in found if not block & mask], reduce(or_, met, mask)]
    return found


def _course(steps: list[Step], after: int) -> Course:
    masks = dict.fromkeys(_blocks(steps))
    blocks = [Block(mask, [step for step in steps if step.mask & mask or step.mask == mask]) for mask in masks]
    return Course(steps, None if len(steps) == 1 else after, blocks)
