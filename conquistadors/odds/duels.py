"""A fight of two sides that strike each other round by round: each side is followed by itself, only chances by both.

In a round each side shows something, its roll, that depends on it alone; then each suffers what the other has shown.
So a round is worked out for a side and for what is shown to it, not for every pair of sides; and a pair has no more
than its chance. Whatever is not like that has to be followed in another way (`Unlike`).
"""

from __future__ import annotations

from collections.abc import Generator, Hashable, Iterable, Mapping, Sequence
from math import lcm, prod
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

from conquistadors.engine.errors import RuleError
from conquistadors.engine.texts import error_text
from conquistadors.odds import following
from conquistadors.odds.following import SLICE, Code, Group, Progress, World, ways_of
from conquistadors.odds.parts import REST
from conquistadors.odds.trees import Row, composed

if TYPE_CHECKING:
    from conquistadors.odds.paths import Course, Paths, Rest

AT_ONCE: Final = 1000
"""So many pairs pass on their chances before somebody may look at the progress."""
CHEAP: Final = 5
"""A pair is no more than a part in so many of the work on a position."""
FIRST: Final = 4
"""To find the pairs is about one part in so many of the work."""


class Unlike(Exception):
    """This is no fight of two sides that keep apart."""


class Shown:
    """What a side shows. Equal ones are the same object."""

    __slots__ = ("certain", "loose")

    def __init__(self, certain: Code, loose: tuple[Group, ...]) -> None:
        self.certain = certain
        self.loose = loose


class Suffered(NamedTuple):
    """What becomes of a side in a round, by weight; apart by what can be seen of it at a glance."""

    total: int
    ways: dict[Code, int]
    by_sight: dict[Hashable, dict[Code, int]]


class Stage:
    """What a fight has got to, both sides about to strike: the steps to show something, and those to suffer it."""

    def __init__(self, at: Code, showing: Course, suffering: Course, seen: Rest[Any]) -> None:
        self.at = at
        self.showing = showing
        self.suffering = suffering
        self.seen = seen
        """Where it is seen at a glance what has become of both."""
        self.slots: list[tuple[int, ...]] = []
        """What is seen there of each."""
        self.shown: tuple[dict[Code, tuple[Code, Shown]], ...] = ({}, {})
        """By side: what it has become when it has shown that."""
        self.suffered: tuple[dict[tuple[Code, Shown], Suffered], ...] = ({}, {})
        self.left: dict[int, Code] = {}
        """All else after the round, by the side whose steps change it."""
        self.after: dict[tuple[Hashable, Hashable], tuple[Code, bool]] = {}
        """How far the fight has got after the round, and whether it goes on, by what is seen of both."""


class Meeting(NamedTuple):
    """A round of one pair: what each shows and suffers; its chance is told in so many parts."""

    stage: Stage
    shown: tuple[Shown, Shown]
    suffered: tuple[Suffered, Suffered]
    parts: int


Pairs: TypeAlias = dict[tuple[Code, Code], dict[Code, Meeting]]
"""How far a fight has got and one side, with all that the other can be then."""
Onward: TypeAlias = dict[Code, set[Code]]


class Duel:
    """The rounds of such fights."""

    def __init__(self, paths: Paths[Any], masks: tuple[int, int]) -> None:
        """`masks` are the parts of each side; all other parts say how far a fight has got."""
        self._paths = paths
        self._masks = masks
        self._both = masks[0] | masks[1]
        self._shows: dict[tuple[Code, tuple[Group, ...]], Shown] = {}
        self._begun: dict[Code, tuple[list[tuple[int, ...]], dict[Hashable, Stage]]] = {}
        self._sights: dict[tuple[int, ...], dict[Code, Hashable]] = {}

    def followed(self, mass: Mapping[Code, int]) -> Generator[Progress, None, Row]:
        """Where the fights that begin in these states lead to at last."""
        mass = self._opened(mass)
        pairs, onward = yield from self._reached(mass)
        outer = 0 if len(onward[0]) <= len(onward[1]) else 1
        depths = [_depths(each) for each in onward]
        ends = yield from self._passed_on(mass, _by_second(pairs) if outer else pairs, depths, outer)
        through: dict[Code, Row] = {}
        for code in ends.ways:
            if len(through) % SLICE == 0:
                yield Progress(len(ends.ways), len(ends.ways) + 1)
            through[code] = self._paths.row_after(code)
        return composed(ends, through)

    def _opened(self, mass: Mapping[Code, int]) -> dict[Code, int]:
        """Past a step with which a fight opens: it looks at one side and sees the other at a glance."""
        found: dict[Code, int] = {}
        for state, n in mass.items():
            rest = self._paths.rest_of(state)
            if rest.touched & self._both and rest.watched & self._both:
                row = self._paths.comes_of(state)
                if not isinstance(row, Row) or len(row.ways) > 1:
                    raise Unlike
                state = state & ~rest.touched | next(iter(row.ways))  # noqa: PLW2901  # the same, a step later
            found[state] = found.get(state, 0) + n
        return found

    # A round -----------------------------------------------------------------------------------------------------

    def _meet(self, far: Code, one: Code, other: Code) -> Meeting:
        """The round of two sides."""
        begun = self._begun.get(far)
        if begun is None:
            look = self._paths.rest_of(far).look
            begun = self._begun[far] = ([self._glimpsed(look.glimpsed, mask) for mask in self._masks], {})
        (first, second), stages = begun
        sights = (self._sight(first, one), self._sight(second, other))
        stage = stages.get(sights)
        if stage is None:
            stage = stages[sights] = self._stage(far | one | other)
        mine, theirs = [self._show(side, stage, own, far | one | other) for side, own in enumerate((one, other))]
        suffered = (self._suffer(0, stage, one, other, theirs), self._suffer(1, stage, other, one, mine))
        whole = suffered[0].total * suffered[1].total
        stays = suffered[0].ways.get(one, 0) * suffered[1].ways.get(other, 0)
        if stays and self._leads_to(stage, self._seen(stage, one, other), one | other)[0] != far:
            stays = 0
        if stays == whole:
            raise RuleError(error_text("odds.for-ever"))
        return Meeting(stage, (mine, theirs), suffered, whole - stays)

    def _glimpsed(self, slots: Sequence[int], mask: int) -> tuple[int, ...]:
        return tuple([slot for slot in slots if self._paths.bits(slot) & mask])

    def _sight(self, slots: tuple[int, ...], standing: Code) -> Hashable:
        known = self._sights.setdefault(slots, {})
        found = known.get(standing)
        if found is None:
            found = known[standing] = tuple([self._paths.glimpse_in(standing, slot) for slot in slots])
        return found

    def _seen(self, stage: Stage, one: Code, other: Code) -> tuple[Hashable, Hashable]:
        return self._sight(stage.slots[0], one), self._sight(stage.slots[1], other)

    def _stage(self, state: Code) -> Stage:
        """Past the steps that see both sides at a glance only."""
        rest = self._paths.rest_of(state)
        while rest.watched & self._both and not rest.touched & self._both:
            state = self._glanced(state, rest)
            rest = self._paths.rest_of(state)
        showing, then = self._paths.lanes(state, self._masks)
        suffering, last = self._paths.lanes(then, self._masks)
        seen = self._paths.rest_of(last)
        shown, suffered = [course.blocks[0].mask | course.blocks[1].mask for course in (showing, suffering)]
        if shown & ~suffered or not seen.watched & self._both:
            raise Unlike
        stage = Stage(state & ~self._both, showing, suffering, seen)
        stage.slots += [self._glimpsed(seen.look.glimpsed, mask) for mask in self._masks]
        return stage

    def _glanced(self, state: Code, rest: Rest[Any]) -> Code:
        row = self._paths.comes_of(state)
        if not isinstance(row, Row) or len(row.ways) > 1 or rest.touched & self._both:
            raise Unlike
        return state & ~rest.touched | next(iter(row.ways))

    def _show(self, side: int, stage: Stage, own: Code, state: Code) -> Shown:
        found = stage.shown[side].get(own)
        if found is None:
            mask = self._masks[side]
            at = stage.at | state & self._both
            _, certain, loose = self._moved((1, at, ()), side, stage.showing)
            if any(group.mask & mask for group in loose):
                raise Unlike
            shown = self._shows.setdefault((certain & ~mask, loose), Shown(certain & ~mask, loose))
            found = stage.shown[side][own] = (certain & mask, shown)
        return found[1]

    def _suffer(self, side: int, stage: Stage, own: Code, other: Code, shown: Shown) -> Suffered:
        """What becomes of a side to which the other one has shown this."""
        found = stage.suffered[side].get((own, shown))
        if found is None:
            mask = self._masks[side]
            itself, mine = stage.shown[side][own]
            lanes = stage.showing.blocks[0].mask | stage.showing.blocks[1].mask
            here = stage.at & ~lanes | itself | other | mine.certain | shown.certain
            _, certain, loose = self._moved((1, here, (*mine.loose, *shown.loose)), side, stage.suffering)
            left = certain & ~mask
            if any(group.mask & ~mask for group in loose) or stage.left.setdefault(side, left) != left:
                raise Unlike
            ways = ways_of([(1, certain & mask, loose)])
            by_sight: dict[Hashable, dict[Code, int]] = {}
            for standing, n in ways.items():
                by_sight.setdefault(self._sight(stage.slots[side], standing), {})[standing] = n
            found = stage.suffered[side][own, shown] = Suffered(sum(ways.values()), ways, by_sight)
        return found

    def _moved(self, world: World, side: int, course: Course) -> World:
        moved = self._paths.moved(world, course.blocks[side], course)
        if moved is None:
            raise Unlike
        return moved

    def _leads_to(self, stage: Stage, sights: tuple[Hashable, Hashable], pair: Code) -> tuple[Code, bool]:
        """How far the fight has got after the round, and whether it goes on, where this is seen of the sides."""
        found = stage.after.get(sights)
        if found is None:
            changed = stage.suffering.blocks[0].mask | stage.suffering.blocks[1].mask | self._paths.bits(REST)
            assert stage.suffering.after is not None
            after = stage.at & ~changed | stage.left[0] | stage.left[1] | stage.suffering.after
            state = self._glanced(after | pair, stage.seen)
            rest = self._paths.rest_of(state)
            found = stage.after[sights] = (state & ~self._both, rest.encloses and rest.stops)
        return found

    # All pairs ---------------------------------------------------------------------------------------------------

    def _reached(self, mass: Mapping[Code, int]) -> Generator[Progress, None, tuple[Pairs, tuple[Onward, ...]]]:
        """All pairs of sides that can come; and what can follow after each side, and after each point of a fight."""
        pairs: Pairs = {}
        fresh: dict[tuple[Code, Code], set[Code]] = {}
        onward: tuple[Onward, ...] = ({}, {}, {})
        for state in mass:
            fresh.setdefault((state & ~self._both, state & self._masks[0]), set()).add(state & self._masks[1])
        done = 0
        while fresh:
            (far, one), others = fresh.popitem()
            known = pairs.setdefault((far, one), {})
            gathered: dict[Hashable, tuple[Stage, Suffered, dict[Hashable, set[Code]]]] = {}
            for other in others:
                if done % SLICE == 0:
                    yield Progress(done, FIRST * (done + len(others)))
                done += 1
                if done > CHEAP * following.MOST_OF_A_FIGHT:
                    raise RuleError(error_text("odds.too-many-positions", most=CHEAP * following.MOST_OF_A_FIGHT))
                meeting = known[other] = self._meet(far, one, other)
                stage, shown, (mine, theirs), _ = meeting
                into = gathered.setdefault((stage, shown[1]), (stage, mine, {}))[2]
                for sight, ways in theirs.by_sight.items():
                    into.setdefault(sight, set()).update(ways)
                onward[1].setdefault(other, set()).update(theirs.ways)
            for stage, mine, seen in gathered.values():
                onward[0].setdefault(one, set()).update(mine.ways)
                for sight, ways in mine.by_sight.items():
                    for sight_of_other, then in seen.items():
                        after, goes_on = self._leads_to(stage, (sight, sight_of_other), _some_pair(ways, then))
                        if not goes_on:
                            continue
                        onward[2].setdefault(far, set()).add(after)
                        for following_one in ways:
                            missing = then.difference(pairs.get((after, following_one), ()))
                            if missing:
                                fresh.setdefault((after, following_one), set()).update(missing)
        return pairs, onward

    def _passed_on(
        self, mass: Mapping[Code, int], pairs: Pairs, depths: Sequence[Mapping[Code, int]], outer: int
    ) -> Generator[Progress, None, Row]:
        """Let every pair pass on its chance, and divide out the rounds that change nothing. All is in one scale."""
        inner = 1 - outer
        scale = _scale(pairs, depths, outer)
        reached: dict[tuple[Code, Code], dict[Code, int]] = {}
        for state, n in mass.items():
            row = reached.setdefault((state & ~self._both, state & self._masks[outer]), {})
            row[state & self._masks[inner]] = n * scale
        ends: dict[Code, int] = {}
        done, known = 0, sum(map(len, pairs.values()))
        for far, one in sorted(pairs, key=lambda at: (depths[2].get(at[0], 0), depths[outer][at[1]])):
            row = reached.pop((far, one))
            gathered: dict[Hashable, tuple[Stage, Suffered, dict[Hashable, dict[Code, int]]]] = {}
            for other, meeting in sorted(pairs[far, one].items(), key=lambda each: depths[inner][each[0]]):
                if done % AT_ONCE == 0:
                    yield Progress(known + (FIRST - 1) * done, FIRST * known)
                done += 1
                stage, shown, suffered, parts = meeting
                mine, theirs = suffered[outer], suffered[inner]
                share = row.pop(other) // parts
                into = gathered.setdefault((stage, shown[inner]), (stage, mine, {}))[2]
                kept = mine.ways.get(one, 0)
                for sight, ways in theirs.by_sight.items():
                    vector = into.setdefault(sight, {})
                    for then, n in ways.items():
                        vector[then] = vector.get(then, 0) + share * n
                    if kept and self._after(stage, outer, self._sight(stage.slots[outer], one), sight)[0] == far:
                        still = share * kept
                        for then, n in ways.items():
                            if then != other:
                                row[then] = row.get(then, 0) + still * n
            for stage, mine, seen in gathered.values():
                for sight, ways in mine.by_sight.items():
                    for sight_of_other, vector in seen.items():
                        after, goes_on = self._after(stage, outer, sight, sight_of_other)
                        for then_one, n in ways.items():
                            if goes_on and then_one == one and after == far:
                                continue  # it is passed on already
                            target = reached.setdefault((after, then_one), {}) if goes_on else ends
                            at = 0 if goes_on else after | then_one
                            for then, m in vector.items():
                                target[at | then] = target.get(at | then, 0) + n * m
        return Row(sum(mass.values()) * scale, ends)

    def _after(self, stage: Stage, outer: int, sight: Hashable, sight_of_other: Hashable) -> tuple[Code, bool]:
        return stage.after[(sight_of_other, sight) if outer else (sight, sight_of_other)]


def _some_pair(ways: Iterable[Code], others: Iterable[Code]) -> Code:
    return next(iter(ways)) | next(iter(others))


def _by_second(pairs: Pairs) -> Pairs:
    """The same pairs by the other side."""
    found: Pairs = {}
    for (far, one), others in pairs.items():
        for other, meeting in others.items():
            found.setdefault((far, other), {})[one] = meeting
    return found


def _scale(pairs: Pairs, depths: Sequence[Mapping[Code, int]], outer: int) -> int:
    """What all chances can be told in parts of: a pair leads to itself, or to deeper ones."""
    parts: dict[int, set[int]] = {}
    for (far, one), others in pairs.items():
        above = depths[2].get(far, 0) + depths[outer][one]
        for other, meeting in others.items():
            parts.setdefault(above + depths[1 - outer][other], set()).add(meeting.parts)
    return prod([lcm(*each) for each in parts.values()])


def _depths(onward: Onward) -> dict[Code, int]:
    """How deep each lies, below all that lead to it; `Unlike` where some lead to each other."""
    order: list[Code] = []
    seen: set[Code] = set()
    for start in onward:
        waiting = [(start, iter(onward[start]))] if start not in seen else []
        seen.add(start)
        while waiting:
            at, targets = waiting[-1]
            for target in targets:
                if target not in seen:
                    seen.add(target)
                    waiting.append((target, iter(onward.get(target, ()))))
                    break
            else:
                order.append(at)
                waiting.pop()
    depths = dict.fromkeys(reversed(order), 0)
    for at in reversed(order):
        for target in onward.get(at, ()):
            if target != at:
                depths[target] = max(depths[target], depths[at] + 1)
    if any(depths[target] <= depths[at] for at, targets in onward.items() for target in targets if target != at):
        raise Unlike
    return depths
