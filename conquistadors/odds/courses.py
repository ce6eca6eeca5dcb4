"""Steps that follow each other up to the next stop: parts that nothing has brought together stay apart on the way."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from functools import reduce
from itertools import product
from math import gcd, lcm
from operator import or_
from typing import Generic, NamedTuple

from conquistadors.engine.errors import RuleError
from conquistadors.engine.rules import PositionT
from conquistadors.odds.codes import BITS, MASK, Code, Rest, spread
from conquistadors.odds.following import Group, World, some_of, ways_of
from conquistadors.odds.steps import Steps
from conquistadors.odds.trees import Row, leaves


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


class Courses(Generic[PositionT]):
    """The worlds to which steps lead, as far as there is no stop."""

    def __init__(self, steps: Steps[PositionT]) -> None:
        self.steps = steps
        self._rests = steps.codes.rests
        self._courses: dict[int, Course] = {}
        """The steps from each rest on, once they have been taken."""
        self._groups: dict[Hashable, Group] = {}

    def forget(self) -> None:
        """Forget all that helped on the way."""
        self._courses.clear()
        self._groups.clear()
        self.steps.forget()

    def worlds(self, code: Code, *, first: bool = True) -> list[World]:
        """The worlds at the next stops; none where the first step leaves a choice open."""
        world: World = (1, code, ())
        inside = self.is_enclosed(code)
        while True:
            _, certain, loose = world
            if loose and loose[-1].mask & MASK:
                break  # more than one rest
            rest = self._rests[certain & MASK]
            if rest.ends or (rest.stops and not first) or rest.encloses > inside:
                break
            worlds = self._after_a_glance(world, rest) if rest.glances else self._after_a_course(world)
            if not worlds:
                if first:
                    return []
                break
            if len(worlds) > 1:
                return worlds
            world = worlds[0]
            first = False
        return [world]

    def is_enclosed(self, code: Code) -> bool:
        return self._rests[code & MASK].encloses

    def worlds_after(self, code: Code) -> list[World]:
        found = self.worlds(code)
        if not found:
            raise RuleError("a choice is open in a fight that is worked out by itself")
        return found

    def row_after(self, code: Code) -> Row:
        """Where the end of a fight leads to, up to the next stop."""
        ways = ways_of(self.worlds(code, first=False))
        return Row(sum(ways.values()), ways)

    # One stretch of the way ------------------------------------------------------------------------------------------

    def _after_a_course(self, world: World) -> list[World]:
        """What comes of the steps that follow each other from here: one world, or none where a choice is open."""
        course = self._courses.get(world[1] & MASK)
        if course is None:
            course = self._courses[world[1] & MASK] = self._course(some_of(world))
        steps, after, blocks = course
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
                moved = block.known[key] = self._moved((1, code, loose), block, course)
            if isinstance(moved, Step):
                if len(steps) == 1:
                    return []
                self._courses[world[1] & MASK] = _course(steps[: max(1, moved.place)], moved.rest)
                return self._after_a_course(world)
            code = code & ~mask | moved[1]
            loose = apart + moved[2]
        return [(1, code if after is None else code | after, loose)]

    def _course(self, code: Code) -> Course:
        """The steps from here on, tried out on one of the ways.

        They end at a stop, a glance, a choice, where a fight begins, at a step after which there may be one rest or
        another, or one that brings together what the others kept apart.
        """
        steps: list[Step] = []
        inside = self.is_enclosed(code)
        while True:
            rest = self._rests[code & MASK]
            step = Step(len(steps), code & MASK, rest.looked & ~MASK)
            apart = rest.encloses > inside or len(_blocks([*steps, step])) < len(_blocks(steps))
            if steps and (rest.stops or rest.watched or apart):
                break
            row = self.steps.comes_of(code)
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
        others = some_of(world) & ~(mask | MASK)
        for step in block.steps:
            following = course.steps[step.place + 1].rest if step is not course.steps[-1] else course.after
            rows = []
            for standing in ways:
                row = self.steps.comes_of(others | standing & ~MASK | step.rest)
                if type(row) is not Row:
                    return step
                rows.append(row)
            if following is not None and {leaf & MASK for row in rows for leaf in row.ways} != {following}:
                return step
            ways = passed_on(ways, rows, ~self._rests[step.rest].touched)
        return self._separated(ways, mask if course.after is not None else mask | MASK)

    def _separated(self, ways: dict[Code, int], mask: int) -> World:
        """Parts by the ways in which they can stand: those that stand in one way only are certain."""
        first, differing = next(iter(ways)), 0
        for standing in ways:
            differing |= standing ^ first
        loose = spread(differing & mask)
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
        others = some_of((1, code, apart))
        found: list[tuple[Row, tuple[World, ...]]] = []
        for sights in product(*[self._sights(group, rest) for group in seen]):
            row = self.steps.comes_of(reduce(or_, map(some_of, sights), others))
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
                sight = tuple([self.steps.codes.glimpse(standing, slot) for slot in slots])
                by_sight.setdefault(sight, {})[standing] = n
            known = group.sights[rest.watched] = [self._sight(group.mask, ways) for ways in by_sight.values()]
        return known

    def _sight(self, mask: int, ways: dict[Code, int]) -> World:
        if len(ways) == 1:
            ((standing, weight),) = ways.items()
            return (weight, standing, ())
        weight, group = self._group(mask, ways)
        return (weight, 0, (group,))


def passed_on(ways: dict[Code, int], rows: Sequence[Row], kept: int) -> dict[Code, int]:
    """What becomes of states, each by its row: by weight, on one scale. A step leaves them what is `kept`."""
    common = lcm(*[row.total for row in rows])
    found: dict[Code, int] = {}
    for (state, weight), row in zip(ways.items(), rows, strict=True):
        factor, left = weight * (common // row.total), state & kept
        for leaf, n in row.ways.items():
            after = left | leaf
            found[after] = found.get(after, 0) + factor * n
    return found


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
