"""One round of a fight: what each side shows, what it suffers from what the other shows, and where that leads to."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from contextlib import suppress
from functools import reduce
from math import lcm
from operator import or_
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

from conquistadors.odds.codes import Code, Rest, bits
from conquistadors.odds.courses import Course, Courses, Step
from conquistadors.odds.lanes import Unlike, carried, lanes
from conquistadors.odds.parts import REST
from conquistadors.odds.shapes import Shape, Shaped
from conquistadors.odds.trees import (
    Branches,
    Decision,
    Row,
    Tree,
    composed,
    flat,
    leaves,
    renumbered,
    rows_in,
    with_branches,
)

if TYPE_CHECKING:
    from conquistadors.odds.duels import Duel


Ways: TypeAlias = dict[Code, int]
"""What may come, by weight."""
Sight: TypeAlias = Hashable
"""What can be seen of a side at a glance."""


Outcomes: TypeAlias = tuple[tuple[int, Code, Sight], ...]
"""What may become of a side: the weight of each, what it is, and what is seen of it."""


class Shown:
    """What a side may show. Equal ones are the same object."""

    __slots__ = ("some", "ways")

    def __init__(self, some: Code, ways: Ways | None) -> None:
        self.some = some
        """Any of what it may show."""
        self.ways: Ways = ways or {}
        """None at all where a choice says what is shown."""


class Standing:
    """One side when both are about to strike."""

    __slots__ = ("itself", "mixed", "outcomes", "own", "shown", "suffers", "then")

    def __init__(self, own: Code, itself: Code, shown: Shown) -> None:
        self.own = own
        self.itself = itself
        """The same when it has shown what it shows."""
        self.shown = shown
        self.suffers: dict[Code, Ways] = {}
        """What may become of it, by what the other side has shown."""
        self.then: dict[Code, Outcomes] = {}
        self.mixed: dict[Shown, Outcomes] = {}
        self.outcomes: dict[Outcomes, Outcomes] = {}
        """The same with what is seen of it then, by what is shown, by all that may be shown, and each once."""


class Ending:
    """How a fight is over: the steps that each side then takes by itself."""

    def __init__(self, courses: Courses[Any], masks: tuple[int, int], after: Code, pair: Code) -> None:
        self._courses = courses
        self._steps = steps = courses.steps
        self._masks = masks
        self._pair = pair
        self._after = after
        self._images: tuple[dict[Code, Ways], ...] = ({}, {})
        self._keys: tuple[dict[Code, Hashable], ...] = ({}, {})
        self._trees: dict[Hashable, int | Row] = {}
        self._left: dict[int, Code] = {}
        self._course: Course | None = None
        rest = steps.rest_of(after)
        if not rest.stops and not rest.ends:
            with suppress(Unlike):
                self._course, _ = lanes(steps, after | pair, masks)

    def image(self, side: int, own: Code) -> Ways:
        """What a side is after these steps."""
        if self._course is None:
            return {own: 1}
        found = self._images[side].get(own)
        if found is None:
            mask, block = self._masks[side], self._course.blocks[side]
            moved = carried(self._steps, self._after | own | self._pair & self._masks[1 - side], block, self._course)
            if moved is None:
                raise Unlike
            left, *others = {code & block.mask & ~mask for code in moved}
            if others or self._left.setdefault(side, left) != left:
                raise Unlike
            found = self._images[side][own] = {code & mask: n for code, n in moved.items()}
        return found

    def tree(self, one: Code, other: Code, state: Callable[[Code], int]) -> int | Row:
        """Where two sides lead to, up to the next stop: told by numbers of states."""
        images = self._image_key(0, one), self._image_key(1, other)
        found = self._trees.get(images)
        if found is None:
            row = self.row(self.image(0, one), self.image(1, other))
            ways = {state(code): n for code, n in row.ways.items()}
            found = self._trees[images] = next(iter(ways)) if len(ways) == 1 else Row(row.total, ways)
        return found

    def _image_key(self, side: int, own: Code) -> Hashable:
        found = self._keys[side].get(own)
        if found is None:
            found = self._keys[side][own] = frozenset(self.image(side, own).items())
        return found

    def row(self, one: Ways, other: Ways) -> Row:
        """Where it leads to, up to the next stop, where these became of the sides."""
        base, course = self._after, self._course
        if course is not None:
            assert course.after is not None
            changed = course.blocks[0].mask | course.blocks[1].mask | bits(REST)
            base = base & ~changed | self._left[0] | self._left[1] | course.after
        ways = {base | mine | theirs: n * m for mine, n in one.items() for theirs, m in other.items()}
        row = Row(sum(ways.values()), ways)
        rest = self._steps.rest_of(base)
        if rest.stops or rest.ends:
            return row
        return composed(row, {code: self._courses.row_after(code) for code in ways})


class Point:
    """What a fight has got to, both sides about to strike: the steps to show something, and those to suffer it."""

    def __init__(self, duel: Duel, far: Code, one: Code, other: Code) -> None:
        """`one` and `other` are some sides with which it has got there."""
        self._duel = duel
        self._steps = steps = duel.courses.steps
        self._masks = masks = duel.masks
        self._both = masks[0] | masks[1]
        self.far = far
        look = steps.rest_of(far).look
        self._first = [self._glimpsed(look.glimpsed, mask) for mask in masks]
        self._begun = [duel.sight(slots, own) for slots, own in zip(self._first, (one, other), strict=True)]
        self._sample = (one, other)
        state = far | one | other
        rest = steps.rest_of(state)
        while rest.watched & self._both and not rest.touched & self._both:
            state = self._glanced(state, rest)
            rest = steps.rest_of(state)
        self._showing, then = lanes(steps, state, masks)
        self._suffering, last = lanes(steps, then, masks)
        self._seen = steps.rest_of(last)
        shown, suffered = [each.blocks[0].mask | each.blocks[1].mask for each in (self._showing, self._suffering)]
        if not self._seen.watched & self._both:
            raise Unlike
        self._at = state & ~self._both
        self._kept = self._at & ~shown
        self._shown = [each.mask & ~self._both for each in self._showing.blocks]
        self.lasts = shown & ~(suffered | self._both)
        """What is shown and lasts: it says how far the fight has got after the round."""
        self._lost = suffered | self.lasts | bits(REST)
        self.slots = [self._glimpsed(self._seen.look.glimpsed, mask) for mask in masks]
        """What is seen of each side after the round."""
        self.standings: tuple[dict[Code, Standing], ...] = ({}, {})
        self.results: tuple[dict[Code, None], ...] = ({}, {})
        """All that each side may show."""
        self.become: tuple[dict[Sight, dict[Code, None]], ...] = ({}, {})
        """All that may become of each side in the round, by what is seen of it."""
        self._left: dict[int, Code] = {}
        """All else after the round, by the side whose steps change it."""
        self.after: dict[tuple[Sight, Sight, Code], tuple[Code, Ending | None]] = {}
        """How far the fight has got after the round, and how it ends, if it does, by what is seen of both."""
        self._shows: dict[tuple[Shown, Shown], tuple[Shape, list[tuple[Code, Code, Code]]]] = {}
        """What both sides show together."""
        self._walks: dict[tuple[tuple[int, ...], int, Code], Tree] = {}
        """What comes of steps that follow each other: of which, how much is told, and all that they look at."""
        self._alone: tuple[dict[Code, tuple[Code, Shown]], ...] = ({}, {})
        """What each side shows, and what it is then, by what its steps look at."""

    def _glimpsed(self, slots: Sequence[int], mask: int) -> tuple[int, ...]:
        return tuple([slot for slot in slots if bits(slot) & mask])

    def _glanced(self, state: Code, rest: Rest[Any]) -> Code:
        row = self._steps.comes_of(state)
        if not isinstance(row, Row) or len(row.ways) > 1 or rest.touched & self._both:
            raise Unlike
        return state & ~rest.touched | next(iter(row.ways))

    def sight(self, side: int, own: Code) -> Sight:
        """What is seen of a side after the round."""
        return self._duel.sight(self.slots[side], own)

    def standing(self, side: int, own: Code) -> Standing:
        """A side here, with what it shows."""
        found = self.standings[side].get(own)
        if found is None:
            if self._duel.sight(self._first[side], own) != self._begun[side]:
                raise Unlike  # what looks otherwise may go another way
            found = self.standings[side][own] = self._shows_itself(side, own)
        return found

    def _shows_itself(self, side: int, own: Code) -> Standing:
        mask, block = self._masks[side], self._showing.blocks[side]
        known = self._alone[side].get(own & block.mask)
        if known is None:
            here = self._at | own | self._sample[1 - side]
            last = max([at for at, step in enumerate(block.steps, 1) if step.mask & mask], default=0)
            itself = {leaf & mask for leaf in leaves(self._walked(here, block.steps[:last], block.mask))}
            if len(itself) > 1:
                raise Unlike
            shown = self._duel.shown(self._walked(here, block.steps, self._shown[side]), self._shown[side])
            known = self._alone[side][own & block.mask] = (itself.pop(), shown)
        return Standing(own, own & ~block.mask | known[0], known[1])

    def suffered(self, side: int, standing: Standing, result: Code) -> Ways:
        """What becomes of a side to which the other one has shown this."""
        found = standing.suffers.get(result)
        if found is None:
            mask, other = self._masks[side], self.standing(1 - side, self._sample[1 - side])
            here = self._kept | standing.itself | other.itself | standing.shown.some | result
            moved = carried(self._steps, here, self._suffering.blocks[side], self._suffering)
            if moved is None:
                raise Unlike
            lane = self._suffering.blocks[side].mask & ~mask
            (left, *others) = {code & lane for code in moved}
            if others or self._left.setdefault(side, left) != left:
                raise Unlike
            found = standing.suffers[result] = {code & mask: n for code, n in moved.items()}
        return found

    def leads_to(self, sights: tuple[Sight, Sight], lasting: Code = 0) -> tuple[Code, Ending | None]:
        """How far the fight has got after the round, where this is seen of the sides; how it ends, if it does."""
        found = self.after.get((*sights, lasting))
        if found is None:
            pair = 0
            for side, sight in enumerate(sights):
                pair |= next(iter(self.become[side][sight]))
            after = self._at & ~self._lost | self._left[0] | self._left[1] | lasting
            assert self._suffering.after is not None
            state = self._glanced(after | self._suffering.after | pair, self._seen)
            rest = self._steps.rest_of(state)
            far = state & ~self._both
            goes_on = rest.fights and rest.stops
            found = self.after[(*sights, lasting)] = (far, None if goes_on else self._duel.ending(far, pair))
        return found

    # One round of a pair -----------------------------------------------------------------------------------------

    def round(self, one: Code, other: Code, state: Callable[[Code], int]) -> int | Row | Shaped:
        """What comes of the round of two sides, with the choices in it, up to the next stops, each of which is told by
        its number."""
        mine, theirs = self.standing(0, one), self.standing(1, other)
        if mine.shown.ways and theirs.shown.ways:
            lasting = self._always(mine.shown) | self._always(theirs.shown)
            return self._met(self._mixed(0, mine, theirs.shown), self._mixed(1, theirs, mine.shown), lasting, state)
        shape, leaves_of = self._both_show(mine, theirs)
        comes: list[int | Row] = []
        known = self.after
        for to_one, to_other, lasting in leaves_of:
            then, others = mine.then.get(to_one), theirs.then.get(to_other)
            if then is None:
                then = self._then(0, mine, to_one)
            if others is None:
                others = self._then(1, theirs, to_other)
            if len(then) == len(others) == 1:
                ((_, own, sight),), ((_, own_of_other, sight_of_other),) = then, others
                leads_to = known.get((sight, sight_of_other, lasting))
                if leads_to is not None and leads_to[1] is None:
                    comes.append(state(leads_to[0] | own | own_of_other))
                    continue
            comes.append(self._met(then, others, lasting, state))
        return Shaped(shape, tuple(comes))

    def _always(self, shown: Shown) -> Code:
        """What lasts of what is shown, where chance alone says what that is: one thing, or this is another fight."""
        lasting, *others = {each & self.lasts for each in shown.ways}
        if others:
            raise Unlike
        return lasting

    def _both_show(self, one: Standing, other: Standing) -> tuple[Shape, list[tuple[Code, Code, Code]]]:
        """The shape of what both sides show, in the order of the steps; and for each of its leaves what is then shown
        to the one and to the other, and what lasts of it."""
        found = self._shows.get((one.shown, other.shown))
        if found is None:
            state = self._at | one.own | other.own
            tree = rows_in(self._walked(state, self._showing.steps, self._shown[0] | self._shown[1]))
            every = list(dict.fromkeys(leaves(tree)))
            numbers = {shown: number for number, shown in enumerate(every)}
            told = [
                (shown & self._shown[1] & ~self.lasts, shown & self._shown[0] & ~self.lasts, shown & self.lasts)
                for shown in every
            ]
            numbered = renumbered(tree, numbers)
            assert isinstance(numbered, Branches | Decision)
            found = self._shows[one.shown, other.shown] = (Shape(numbered, len(every)), told)
        return found

    def _met(self, mine: Outcomes, theirs: Outcomes, lasting: Code, state: Callable[[Code], int]) -> int | Row:
        """Where it leads to that this has become of both sides."""
        rows: list[tuple[int, int | Row]] = []
        for n, own, sight in mine:
            for m, own_of_other, sight_of_other in theirs:
                far, ending = self.leads_to((sight, sight_of_other), lasting)
                if ending is None:
                    rows.append((n * m, state(far | own | own_of_other)))
                else:
                    rows.append((n * m, ending.tree(own, own_of_other, state)))
        return rows[0][1] if len(rows) == 1 else flat(Branches(*zip(*rows, strict=True)))

    def _then(self, side: int, standing: Standing, result: Code) -> Outcomes:
        """What becomes of a side to which the other one has shown this. Equal ones are the same object."""
        found = standing.then.get(result)
        if found is None:
            found = standing.then[result] = self._outcomes(side, standing, self.suffered(side, standing, result))
        return found

    def _mixed(self, side: int, standing: Standing, shown: Shown) -> Outcomes:
        """What becomes of a side to which the other one shows one thing or another."""
        found = standing.mixed.get(shown)
        if found is None:
            rows = {result: self.suffered(side, standing, result & ~self.lasts) for result in shown.ways}
            totals = {result: sum(ways.values()) for result, ways in rows.items()}
            common, mixed = lcm(*totals.values()), dict[Code, int]()
            for result, n in shown.ways.items():
                for own, m in rows[result].items():
                    mixed[own] = mixed.get(own, 0) + n * m * (common // totals[result])
            found = standing.mixed[shown] = self._outcomes(side, standing, mixed)
        return found

    def _outcomes(self, side: int, standing: Standing, ways: Ways) -> Outcomes:
        found: list[tuple[int, Code, Sight]] = []
        for own, n in ways.items():
            sight = self.sight(side, own)
            self.become[side].setdefault(sight, {own: None})
            found.append((n, own, sight))
        return standing.outcomes.setdefault(tuple(found), tuple(found))

    def _walked(self, state: Code, steps: Sequence[Step], told: int) -> Tree:
        """What comes of steps that follow each other; the leaves are so much of the states to which they lead."""
        if not steps:
            return state & told
        looked = reduce(or_, [step.mask for step in steps], told | ~self._both)
        key = (tuple([step.place for step in steps]), told, state & looked)
        found = self._walks.get(key)
        if found is None:
            rest = self._steps.rest_of(steps[0].rest)
            tree = self._steps.comes_of(state & ~bits(REST) | steps[0].rest)
            found = self._walks[key] = self._walked_on(tree, state & ~rest.touched, steps[1:], told)
        return found

    def _walked_on(self, tree: Tree, kept: Code, steps: Sequence[Step], told: int) -> Tree:
        """The same for all that may have come of a step."""
        if type(tree) is int:
            return self._walked(kept | tree, steps, told)
        if type(tree) is Row:
            if len(tree.ways) == 1:
                return self._walked(kept | next(iter(tree.ways)), steps, told)
            tree = Branches(tuple(tree.ways.values()), tuple(tree.ways))
        assert isinstance(tree, Branches | Decision)
        return self._duel.one_tree(
            with_branches(tree, [self._walked_on(each, kept, steps, told) for each in tree.trees])
        )


Of = TypeVar("Of", bound=Hashable)
To = TypeVar("To", bound=Hashable)


def summed(names: Mapping[Of, To], ways: Mapping[Of, int]) -> dict[To, int]:
    """The same ways by other names; what has the same name is one."""
    found: dict[To, int] = {}
    for each, n in ways.items():
        found[names[each]] = found.get(names[each], 0) + n
    return found
