"""A fight of two sides that strike each other round by round: each side is followed by itself, only chances by both.

In a round each side shows something, its roll, that depends on it alone; then each suffers what the other has shown
(`points`). So the rules are run for a side and for each thing that may be shown to it, not for every pair of sides; and
pairs are followed by their kinds (`pairs`). Whatever is not like that has to be followed in another way (`Unlike`).
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Hashable, Mapping
from typing import Any

from conquistadors.odds.codes import Code
from conquistadors.odds.courses import Courses
from conquistadors.odds.lanes import Unlike
from conquistadors.odds.pairs import FIRST, Pairs, Side
from conquistadors.odds.points import Ending, Point, Shown, Sight, Ways, summed
from conquistadors.odds.shapes import Shaped
from conquistadors.odds.slices import SLICE, Progress
from conquistadors.odds.trees import Branches, Decision, Row, Tree, flat, is_chance, leaves, with_branches


class Duel:
    """The rounds of such fights."""

    def __init__(self, courses: Courses[Any], masks: tuple[int, int]) -> None:
        """`masks` are the parts of each side; all other parts say how far a fight has got."""
        self.courses = courses
        self.masks = masks
        self._both = masks[0] | masks[1]
        self._points: dict[Code, Point] = {}
        self._endings: dict[Code, Ending] = {}
        self._shows: dict[Hashable, Shown] = {}
        self._trees: dict[Hashable, Tree] = {}
        self._sights: dict[tuple[int, ...], dict[Code, Sight]] = {}

    def followed(self, mass: Mapping[Code, int]) -> Generator[Progress, None, Row]:
        """Where the fights that begin in these states lead to at last."""
        mass = self._opened(mass)
        yield from self._all_standings(mass)
        sides = (Side(self._points, 0), Side(self._points, 1))
        begun: dict[tuple[int, int], int] = {}
        for state, n in mass.items():
            point = self._points[state & ~self._both]
            pair = sides[0].kind(point, state & self.masks[0]), sides[1].kind(point, state & self.masks[1])
            begun[pair] = begun.get(pair, 0) + n
        return (yield from Pairs(sides, begun).followed())

    def round(self, code: Code, state: Callable[[Code], int]) -> int | Row | Shaped:
        """What comes of one round from a code; the states to which it leads are told by their numbers."""
        ((code, _),) = self._opened({code: 1}).items()
        far, one, other = code & ~self._both, code & self.masks[0], code & self.masks[1]
        point = self._points.get(far)
        if point is None:
            point = self._points[far] = Point(self, far, one, other)
        return point.round(one, other, state)

    def forget(self) -> None:
        """Forget all that helped on the way."""
        for known in (self._points, self._endings, self._shows, self._trees, self._sights):
            known.clear()

    def _opened(self, mass: Mapping[Code, int]) -> dict[Code, int]:
        """Past a step with which a fight opens: it looks at one side and sees the other at a glance."""
        found: dict[Code, int] = {}
        for state, n in mass.items():
            rest = self.courses.steps.rest_of(state)
            if rest.touched & self._both and rest.watched & self._both:
                row = self.courses.steps.comes_of(state)
                if not isinstance(row, Row) or len(row.ways) > 1:
                    raise Unlike
                state = state & ~rest.touched | next(iter(row.ways))  # noqa: PLW2901  # the same, a step later
            found[state] = found.get(state, 0) + n
        return found

    # What a point asks for ---------------------------------------------------------------------------------------

    def sight(self, slots: tuple[int, ...], own: Code) -> Sight:
        known = self._sights.setdefault(slots, {})
        found = known.get(own)
        if found is None:
            found = known[own] = tuple([self.courses.steps.codes.glimpse(own, slot) for slot in slots])
        return found

    def shown(self, tree: Tree, told: int) -> Shown:
        """What a side shows, of which so much is told."""
        ways: Ways | None = None
        if is_chance(tree):
            row = flat(tree)
            ways = summed({leaf: leaf & told for leaf in row.ways}, row.ways)
            key: Hashable = frozenset(ways.items())
        else:
            key = id(self._told(tree, told))
        found = self._shows.get(key)
        if found is None:
            found = self._shows[key] = Shown(next(iter(leaves(tree))) & told, ways)
        return found

    def _told(self, tree: Tree, told: int) -> Tree:
        """The tree with no more than that in its leaves."""
        if isinstance(tree, int):
            return tree & told
        assert not isinstance(tree, Row)
        return self.one_tree(with_branches(tree, [self._told(branch, told) for branch in tree.trees]))

    def one_tree(self, tree: Branches | Decision) -> Tree:
        """The one that stands for all trees that are equal, if their branches are."""
        branches = tuple([branch if type(branch) is int else (id(branch),) for branch in tree.trees])
        return self._trees.setdefault((*tree[:-1], branches), tree)

    def ending(self, far: Code, pair: Code) -> Ending:
        found = self._endings.get(far)
        if found is None:
            found = self._endings[far] = Ending(self.courses, self.masks, far, pair)
        return found

    # Both sides by themselves ------------------------------------------------------------------------------------

    def _all_standings(self, mass: Mapping[Code, int]) -> Generator[Progress, None, None]:
        """Every standing of each side that may come: what it shows, and what becomes of it whatever is shown to it."""
        waiting: list[tuple[Point, int, Code]] = []

        def arrive(far: Code, owns: tuple[Code, Code]) -> Point:
            point = self._points.get(far)
            if point is None:
                point = self._points[far] = Point(self, far, *owns)
                if point.lasts:
                    raise Unlike
            for side, own in enumerate(owns):
                if own not in point.standings[side]:
                    point.standing(side, own)
                    waiting.append((point, side, own))
            return point

        def become(point: Point, side: int, own: Code) -> None:
            """The side may be this after a round: it meets all that the other may be then."""
            sight = point.sight(side, own)
            alike = point.become[side].setdefault(sight, {})
            if own in alike:
                return
            first = not alike
            alike[own] = None
            for seen, others in list(point.become[1 - side].items()):
                far, ending = point.leads_to((sight, seen) if side == 0 else (seen, sight))
                if ending is None:
                    for other in others if first else [next(iter(others))]:
                        arrive(far, (own, other) if side == 0 else (other, own))

        for state in mass:
            arrive(state & ~self._both, (state & self.masks[0], state & self.masks[1]))
        done = 0
        while waiting:
            if done % SLICE == 0:
                yield Progress(done, FIRST * (done + len(waiting)))
            done += 1
            point, side, own = waiting.pop()
            standing = point.standings[side][own]
            if not standing.shown.ways:
                raise Unlike  # that is for somebody to choose
            fresh = [result for result in standing.shown.ways if result not in point.results[side]]
            point.results[side].update(dict.fromkeys(fresh))
            met = [(side, standing, list(point.results[1 - side]))]
            if fresh:
                met += [(1 - side, other, fresh) for other in list(point.standings[1 - side].values())]
            for whose, suffering, shown in met:
                for result in shown:
                    for then in point.suffered(whose, suffering, result):
                        become(point, whose, then)
