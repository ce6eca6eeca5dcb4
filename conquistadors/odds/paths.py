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
from itertools import product
from math import lcm
from operator import itemgetter
from typing import Final, Generic, NamedTuple, TypeAlias, TypeVar

from conquistadors.engine.errors import RuleError
from conquistadors.engine.requests import Procedure
from conquistadors.engine.rules import PositionT
from conquistadors.odds.parts import REST, Look, Parts, Undivided
from conquistadors.odds.trees import Answers, Branches, Grower, Policy, Row, Tree, flat, is_chance, mapped

T = TypeVar("T")
Ids: TypeAlias = tuple[int, ...]
"""Parts of a position, each by its number."""

MOST_STATES: Final = 500_000
WIDEST: Final = 100_000
SLICE: Final = 50
"""So many states are worked on before somebody may look at the progress, or stop it."""


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


class Progress(NamedTuple):
    """How far an exploration has got."""

    done: int
    known: int
    """States so far: more may come."""


def finished(work: Generator[Progress, None, T], progress: Callable[[Progress], None] | None = None) -> T:
    """The result of work that is done in slices. `progress` is told of each; whatever it raises stops the work."""
    while True:
        try:
            now = next(work)
        except StopIteration as done:
            result: T = done.value
            return result
        if progress is not None:
            progress(now)


class Group:
    """Parts that have come together: in which ways they can stand, by weight. Equal ones are the same object."""

    __slots__ = ("only", "sights", "slots", "ways")

    def __init__(self, slots: Ids, ways: dict[Ids, int]) -> None:
        self.slots = slots
        self.ways = ways
        self.only = next(iter(ways)) if len(ways) == 1 else None
        """The way in which they stand, if there is one only."""
        self.sights: dict[tuple[int, ...], list[tuple[Hashable, Group]]] = {}
        """What is seen of them at a glance, and the ways in which they are seen so."""


class Rest(Generic[PositionT]):
    """What is known of a rest: whether the question is answered, whether to stop, what the next step looks at."""

    __slots__ = ("bare", "ends", "groups", "look", "stops")

    def __init__(self, bare: PositionT, *, ends: bool, stops: bool, look: Look) -> None:
        self.bare = bare
        self.ends = ends
        self.stops = stops
        self.look = look
        slots = (REST, *look.touched, *look.glimpsed)
        self.groups: Callable[[list[Group]], Hashable] = itemgetter(*slots)
        """The groups that the step looks at."""


Seen: TypeAlias = "tuple[Hashable, Group]"
"""What is seen at a glance, and the ways in which it is seen so."""
World: TypeAlias = "tuple[int, list[Group]]"
"""For each part the group that it is in, and the weight of all that."""


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
        most: int = MOST_STATES,
        widest: int = WIDEST,
        checked: bool = False,
    ) -> None:
        """`step` begins the procedure from a boundary, `ends` says there that the question is answered.

        `stops` says at which boundaries paths are told from each other (None: at all of them); an open choice is one in
        any case. `alike` forgets what can no longer matter. `ends` and `stops` see the bare rest of a position. What
        has more than `most` states, or a step with more than `widest` ways to go, is refused.
        """
        self._grower = Grower(step, policy, widest)
        self._ends = ends
        self._stops = stops
        self._parts = parts
        self._alike = alike
        self._most = most
        self._checked = checked
        self._numbers: list[dict[Hashable, int]] = []
        self._things: list[list[Hashable]] = []
        """Every part that was met, by its slot and its number."""
        self._rests: list[Rest[PositionT]] = []
        self._glimpses: dict[tuple[int, int], Hashable] = {}
        self._steps: dict[Hashable, Row | Tree] = {}
        """What comes of a step, by what it looks at; the leaves are numbers of `_after`."""
        self._after: list[Ids] = []
        self._leaves: dict[Ids, int] = {}
        self._groups: dict[Hashable, Group] = {}
        self._moves: dict[Hashable, tuple[Group, ...] | None] = {}
        """What becomes of groups in a step; None where a choice is open."""
        self._glances: dict[Hashable, Row | Tree] = {}
        """What comes of a step that sees parts at a glance only."""
        self._onward: dict[Ids, Tree] = {}
        """What leads on from where a choice has led to."""
        self._states: dict[Ids, int] = {}
        self._ids: list[Ids] = []
        self.trees: list[Tree | None] = []
        """What leads on from each state; None where the question is answered."""
        self._waiting: list[int] = []

    def __len__(self) -> int:
        return len(self._ids)

    def position(self, state: int) -> PositionT:
        """The position of a state."""
        ids = self._ids[state]
        return self._join(ids, Look(tuple(range(1, len(ids)))))

    def bare(self, state: int) -> PositionT:
        """The bare rest of a state: not to be changed."""
        return self._rests[self._ids[state][REST]].bare

    def explore(self, boundary: PositionT, answers: Answers = ()) -> Tree:
        """All paths from a boundary, or from the request that these answers lead to; gives the first tree."""
        return finished(self.exploring(boundary, answers))

    def exploring(self, boundary: PositionT, answers: Answers = ()) -> Generator[Progress, None, Tree]:
        """The same in slices, with the progress after each."""
        if self._parts is None:
            self._parts = Undivided(boundary.copy())
        self._numbers = [{} for _ in range(self._parts.count)]
        self._things = [[] for _ in range(self._parts.count)]
        if answers:
            tree = self._grower.tree(boundary, lambda pos: self._leaf(self._split(pos)), answers)
            first = mapped(tree, lambda leaf: self._state(self._after[leaf]))
        else:
            first = self._state(self._split(boundary.copy()))
        done = 0
        while self._waiting:
            yield Progress(done, len(self._ids))
            with uncollected():
                for _ in range(min(SLICE, len(self._waiting))):
                    state = self._waiting.pop()
                    self.trees[state] = self._lead_on(self._ids[state])
                    done += 1
        for known in (self._steps, self._groups, self._moves, self._glances, self._onward, self._leaves):
            known.clear()  # what only helped on the way: results may be kept for long
        return first

    # Parts and states --------------------------------------------------------------------------------------------

    def _divided(self) -> Parts[PositionT]:
        assert self._parts is not None
        return self._parts

    def _split(self, pos: PositionT, slots: Sequence[int] | None = None) -> Ids:
        """The numbers of the parts, or of the rest and some parts."""
        if self._alike is not None:
            self._alike(pos)
        return tuple([self._number(pos, slot) for slot in slots or range(len(self._numbers))])

    def _number(self, pos: PositionT, slot: int) -> int:
        part = self._divided().part(pos, slot)
        numbers = self._numbers[slot]
        number = numbers.get(part)
        if number is None:
            number = numbers[part] = len(numbers)
            self._things[slot].append(part)
            if slot == REST:
                self._rests.append(self._rest(self._divided().bare(pos)))
        return number

    def _rest(self, bare: PositionT) -> Rest[PositionT]:
        if self._ends(bare):
            return Rest(bare, ends=True, stops=True, look=Look())
        return Rest(bare, ends=False, stops=self._stops is None or self._stops(bare), look=self._divided().look(bare))

    def _join(self, ids: Ids, look: Look) -> PositionT:
        parts = [things[number] for things, number in zip(self._things, ids, strict=True)]
        return self._divided().join(self._rests[ids[REST]].bare, parts, look)

    def _state(self, ids: Ids) -> int:
        """The state of these parts: equal ones are one."""
        known = self._states.get(ids)
        if known is not None:
            return known
        state = self._states[ids] = len(self._ids)
        if state >= self._most:
            raise RuleError(f"more than {self._most} positions can come of this: ask for less at once")
        self._ids.append(ids)
        self.trees.append(None)
        if not self._rests[ids[REST]].ends:
            self._waiting.append(state)
        return state

    # One step ----------------------------------------------------------------------------------------------------

    def _comes_of(self, ids: Ids, look: Look) -> Row | Tree:
        """What comes of the step from here, for the rest and the parts that it touches: run once for all alike."""
        seen = [self._glimpse(slot, ids[slot]) for slot in look.glimpsed]
        key = (ids[REST], *[ids[slot] for slot in look.touched], *seen)
        found = self._steps.get(key)
        if found is None:
            slots = (REST, *look.touched)

            def leaf(pos: PositionT) -> int:
                if self._checked:
                    self._check(pos, ids, slots)
                return self._leaf(self._split(pos, slots))

            tree = self._grower.tree(self._join(ids, look), leaf)
            found = self._steps[key] = flat(tree) if is_chance(tree) else tree
        return found

    def _check(self, pos: PositionT, ids: Ids, touched: Sequence[int]) -> None:
        for slot, number in enumerate(ids):
            if slot not in touched and self._divided().part(pos, slot) != self._things[slot][number]:
                raise RuleError(f"a step changed part {slot}, which it was said not to touch")

    def _leaf(self, ids: Ids) -> int:
        number = self._leaves.get(ids)
        if number is None:
            number = self._leaves[ids] = len(self._after)
            self._after.append(ids)
        return number

    def _glimpse(self, slot: int, number: int) -> Hashable:
        found = self._glimpses.get((slot, number))
        if found is None:
            found = self._glimpses[slot, number] = self._divided().glimpse(self._things[slot][number])
        return found

    # From stop to stop -------------------------------------------------------------------------------------------

    def _lead_on(self, ids: Ids, *, first: bool = True) -> Tree:
        """What leads on from a state to the next stops."""
        groups = [self._group((slot,), {(number,): 1}) for slot, number in enumerate(ids)]
        while True:
            resting = groups[REST].only
            if resting is None:
                break
            rest = self._rests[resting[0]]
            if rest.ends or (rest.stops and not first):
                break
            if rest.look.glimpsed and not rest.look.touched:
                worlds = self._after_a_glance(groups, rest.look)
                if worlds is not None and len(worlds) > 1:
                    return self._told_apart(worlds)
                going_on = worlds is not None
            else:
                going_on = self._move(groups, rest)
            if not going_on:
                if first:
                    return self._decide(ids, rest.look)
                break
            first = False
        return self._told_apart([(1, groups)])

    def _group(self, slots: Ids, ways: dict[Ids, int]) -> Group:
        key = (slots, frozenset(ways.items()))
        known = self._groups.get(key)
        if known is None:
            known = self._groups[key] = Group(slots, ways)
        return known

    def _move(self, groups: list[Group], rest: Rest[PositionT]) -> bool:
        """Let the groups take a step, each only once for all; not where a choice is open."""
        key = rest.groups(groups)
        if key in self._moves:
            moved = self._moves[key]
        else:
            moved = self._moves[key] = self._moved(groups, rest.look)
        if moved is None:
            return False
        for group in moved:
            for slot in group.slots:
                groups[slot] = group
        return True

    def _moved(self, groups: Sequence[Group], look: Look) -> tuple[Group, ...] | None:
        together = _united(groups, (REST, *look.touched, *look.glimpsed))
        some = _some(groups)
        rows = []
        for standing in together.ways:
            for slot, number in zip(together.slots, standing, strict=True):
                some[slot] = number
            row = self._comes_of(tuple(some), look)
            if type(row) is not Row:
                return None
            rows.append(row)
        common = lcm(*[row.total for row in rows])
        ways: dict[Ids, int] = {}
        touched = len(look.touched) + 1
        for (standing, weight), row in zip(together.ways.items(), rows, strict=True):
            factor, kept = weight * (common // row.total), standing[touched:]
            for leaf, n in row.ways.items():
                after = self._after[leaf] + kept
                ways[after] = ways.get(after, 0) + factor * n
        return self._separated(together.slots, ways)

    def _separated(self, slots: Ids, ways: dict[Ids, int]) -> tuple[Group, ...]:
        """Parts that can stand in one way only are groups of their own."""
        first = next(iter(ways))
        loose = [at for at in range(len(first)) if any(standing[at] != first[at] for standing in ways)]
        alone = [self._group((slots[at],), {(first[at],): 1}) for at in range(len(first)) if at not in loose]
        if not loose:
            return tuple(alone)
        left = {tuple([standing[at] for at in loose]): n for standing, n in ways.items()}
        return (*alone, self._group(tuple([slots[at] for at in loose]), left))

    def _after_a_glance(self, groups: list[Group], look: Look) -> list[World] | None:
        """What comes of a step that sees parts at a glance only: what looks the same is tried once, and not joined.

        Where all of it leads to the same rest, that is put into the groups.
        """
        seen = list({id(groups[slot]): groups[slot] for slot in look.glimpsed}.values())
        found: list[tuple[Row, tuple[Seen, ...]]] = []
        for sights in product(*[self._sights(group, look) for group in seen]):
            row = self._glanced(groups, sights, look)
            if type(row) is not Row:
                return None
            found.append((row, sights))
        first = found[0][0]
        if len(first.ways) == 1 and all(row is first or row.ways == first.ways for row, _ in found):
            groups[REST] = self._resting(*first.ways)
            return [(1, groups)]
        common = lcm(*[row.total for row, _ in found])
        worlds: list[World] = []
        for row, sights in found:
            for leaf, n in row.ways.items():
                world = groups.copy()
                world[REST] = self._resting(leaf)
                for _, group in sights:
                    for slot in group.slots:
                        world[slot] = group
                worlds.append((n * (common // row.total), world))
        return worlds

    def _glanced(self, groups: list[Group], sights: Sequence[Seen], look: Look) -> Row | Tree:
        key = (groups[REST], *[sight for sight, _ in sights])
        found = self._glances.get(key)
        if found is None:
            ids = _some(groups)
            for _, group in sights:
                for slot, number in zip(group.slots, next(iter(group.ways)), strict=True):
                    ids[slot] = number
            found = self._glances[key] = self._comes_of(tuple(ids), look)
        return found

    def _resting(self, leaf: int) -> Group:
        return self._group((REST,), {self._after[leaf]: 1})

    def _sights(self, group: Group, look: Look) -> list[Seen]:
        """The ways of a group by what is seen of it at a glance."""
        known = group.sights.get(look.glimpsed)
        if known is None:
            places = [at for at, slot in enumerate(group.slots) if slot in look.glimpsed]
            by_sight: dict[Hashable, dict[Ids, int]] = {}
            for standing, n in group.ways.items():
                sight = tuple([(group.slots[at], self._glimpse(group.slots[at], standing[at])) for at in places])
                by_sight.setdefault(sight, {})[standing] = n
            known = [(sight, self._group(group.slots, ways)) for sight, ways in by_sight.items()]
            group.sights[look.glimpsed] = known
        return known

    def _decide(self, ids: Ids, look: Look) -> Tree:
        """The tree of a step with an open choice; what comes of each option is followed to the next stop."""
        tree = self._comes_of(ids, look)
        assert not isinstance(tree, Row)

        def onward(leaf: int) -> Tree:
            after = list(ids)
            for slot, number in zip((REST, *look.touched), self._after[leaf], strict=True):
                after[slot] = number
            known = self._onward.get(tuple(after))
            if known is None:
                known = self._onward[tuple(after)] = self._lead_on(tuple(after), first=False)
            return known

        return mapped(tree, onward)

    def _told_apart(self, worlds: Sequence[World]) -> Tree:
        """The states in which the groups of each world can stand together."""
        weights: list[int] = []
        states: list[int] = []
        for times, groups in worlds:
            scale, ids = times, [0] * len(groups)
            several = []
            for slot, group in enumerate(groups):
                if group.only is not None:
                    if group.slots[0] == slot:
                        scale *= group.ways[group.only]
                    ids[slot] = group.only[group.slots.index(slot)]
                elif group not in several:
                    several.append(group)
            standing = [(scale, ids)]
            for group in several:
                standing = [
                    (weight * n, _filled(had, group.slots, numbers))
                    for numbers, n in group.ways.items()
                    for weight, had in standing
                ]
            for weight, each in standing:
                key = tuple(each)
                state = self._states.get(key)
                weights.append(weight)
                states.append(self._state(key) if state is None else state)
        return states[0] if len(states) == 1 else Branches(tuple(weights), tuple(states))


def _filled(ids: list[int], slots: Ids, numbers: Ids) -> list[int]:
    filled = ids.copy()
    for at, slot in enumerate(slots):
        filled[slot] = numbers[at]
    return filled


def _some(groups: Sequence[Group]) -> list[int]:
    """One way in which the parts can stand."""
    return [next(iter(group.ways))[group.slots.index(slot)] for slot, group in enumerate(groups)]


def _united(groups: Sequence[Group], slots: Sequence[int]) -> Group:
    """The groups of some parts as one. These parts come first in it, in this order."""
    different = list({id(groups[slot]): groups[slot] for slot in slots}.values())
    joined = [slot for group in different for slot in group.slots]
    wanted = [*slots, *[slot for slot in joined if slot not in slots]]
    order = [joined.index(slot) for slot in wanted]
    ways: dict[Ids, int] = {(): 1}
    for group in different:
        ways = {had + more: n * m for had, n in ways.items() for more, m in group.ways.items()}
    if order != list(range(len(order))):
        ways = {tuple([standing[at] for at in order]): n for standing, n in ways.items()}
    return Group(tuple(wanted), ways)
