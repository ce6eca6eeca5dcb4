"""What the paths come to: the value of open choices, and the exact distribution of where they end.

All of it is done in whole numbers. The chances of one question have one common denominator; loops are taken out first,
so that every state leads on to others that come later, and never back.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from fractions import Fraction
from math import lcm, prod
from typing import Any, Final

from conquistadors.engine.errors import RuleError
from conquistadors.engine.requests import PASS, Seat
from conquistadors.engine.texts import error_text
from conquistadors.odds.assuming import Assumption
from conquistadors.odds.distribution import Distribution
from conquistadors.odds.paths import Paths
from conquistadors.odds.shapes import Mean, Pick, Picks, Shaped, passing
from conquistadors.odds.slices import uncollected
from conquistadors.odds.trees import Branches, Decision, Row, Tree, composed, flat, is_chance, leaves, reduced

Value = Callable[[Any], Fraction | int]
"""What the end of a path is worth to somebody, by what is told of it: its position, or less (`Paths.end`)."""
Rows = dict[int, Row]
Over = tuple[int, int]
"""A numerator and a denominator."""

FINE: Final = 1 << 96
"""The first guess at what is best is made with numbers rounded to so fine a part of 1. The proof is exact."""
CLOSE: Final = 1 << 8
"""When a sweep moves nothing by more, it has settled."""
NEAR: Final = 1 << 24
"""What is nearer than this may be equal: rounding is never off by as much."""
SWEEPS: Final = 5000
COUNT: Final = -1
"""In a row, what is counted on the way: no state."""


class Solved:
    """The chances of the states where the paths end, with the open choices made best."""

    ends: dict[int, int]
    """The chance of every state where a path ends, in parts of `scale`."""
    scale: int

    def __init__(self, paths: Paths[Any], first: Tree, value: Value | None = None, seat: Seat | None = None) -> None:
        """`value` is what an end is worth to the seat: whoever else has a choice makes the worst of it."""
        self._paths = paths
        self._first = first
        self._value = value
        self._seat = seat
        self._chosen: dict[int, int | Picks] = {}
        """The option that is taken in a decision, or those in a shaped tree, by the identity of that."""
        self._trees = {state: tree for state, tree in enumerate(paths.trees) if tree is not None}
        self._open = [
            tree for tree in (first, *self._trees.values()) if isinstance(tree, Shaped) or not is_chance(tree)
        ]
        with uncollected():
            self._groups = components(range(len(paths)), lambda state: _leaves(self._trees.get(state, state)))
            """The states that may lead to each other, every group after those that it leads to."""
            if self._open:
                self._guess()
            self._settle()
            while self._open and self._improve():
                self._settle()
            self._follow()

    # The result --------------------------------------------------------------------------------------------------

    def distribution(self, result: Callable[[Any], Hashable], assumed: Iterable[Assumption] = ()) -> Distribution:
        """The chance of every result, which a function reads from what is told of an end: its position, or less."""
        ways: dict[Hashable, int] = {}
        for state, mass in self.ends.items():
            found = result(self._paths.end(state))
            ways[found] = ways.get(found, 0) + mass
        return Distribution([(found, Fraction(n, self.scale)) for found, n in ways.items()], assumed)

    def mean_visits(self, counts: Callable[[Any], bool]) -> Fraction:
        """How often a path comes, on average, to a state whose bare rest `counts`."""
        rows = self._rows()
        for state, (total, ways) in rows.items():
            if counts(self._paths.bare(state)):
                rows[state] = Row(total, {**ways, COUNT: total})
        order = self._ordered(rows)
        worth, scale = _worth(rows, order, dict.fromkeys([s for s in _all(order) if s not in rows], Fraction(0)))
        start = self._flat(self._first)
        return Fraction(sum(n * worth[state] for state, n in start.ways.items()), start.total * scale)

    def visits(self, counts: Callable[[Any], bool], most: int) -> Distribution:
        """How often a path comes to a state whose bare rest `counts`; what is beyond `most` is told as "more"."""
        rows = self._rows()
        counted = {state for state in rows if counts(self._paths.bare(state))}
        onward = {state: self._until(rows, counted, rows[state]) for state in counted}
        now = self._until(rows, counted, self._flat(self._first))
        chances: dict[Hashable, Fraction] = {}
        common = lcm(*[row.total for row in onward.values()])
        under = now.total
        for number in range(most + 1):
            inside = {state: n for state, n in now.ways.items() if state in counted}
            chances[number] = Fraction(now.total - sum(inside.values()), under)
            ways: dict[int, int] = {}
            for state, n in inside.items():
                row = onward[state]
                factor = n * (common // row.total)
                for target, more in row.ways.items():
                    ways[target] = ways.get(target, 0) + factor * more
            now = Row(sum(inside.values()) * common, ways)
            under *= common
        chances["more"] = Fraction(1) - sum(chances.values())
        return Distribution(chances)

    def _until(self, rows: Rows, counted: set[int], row: Row) -> Row:
        """Where a row leads to, on to the next state that counts or the end."""
        while any(target in rows and target not in counted for target in row.ways):
            through = {t: rows[t] if t in rows and t not in counted else Row(1, {t: 1}) for t in row.ways}
            row = composed(row, through)
        return row

    # What is best ------------------------------------------------------------------------------------------------

    def _guess(self) -> None:
        """What every state is worth, rounded, and the choices that follow: in loops by going round until it settles."""
        if self._value is None:
            raise ValueError("a choice is left open, and nobody says what is best")
        trees = self._trees
        ends = [state for state in range(len(self._paths)) if state not in trees]
        worth = {state: int(Fraction(self._worth_at(state)) * FINE) for state in ends}
        lowest = min(worth.values(), default=0) - 1
        for group in self._groups:
            opened = [state for state in group if state in trees]
            worth.update(dict.fromkeys(opened, lowest))  # what never ends is worth less than anything
            alone = opened[0] if len(opened) == 1 else None
            loops = alone is None or alone in _leaves(trees[alone])
            last = 0
            for _ in range(SWEEPS if opened else 0):
                moved = 0
                for state in opened:
                    new = self._rounded(trees[state], worth, {})
                    moved = max(moved, abs(new - worth[state]))
                    worth[state] = new
                if moved <= CLOSE or not loops:
                    break
                if alone is not None and moved < last:  # each sweep moves it by the same part of the last one
                    worth[alone] += moved * moved // (last - moved)
                    moved = 0
                last = moved
        self._rounded(self._first, worth, {})

    def _worth_at(self, state: int) -> Fraction | int:
        assert self._value is not None
        return self._value(self._paths.end(state))

    def _rounded(self, tree: Tree | Shaped, worth: Mapping[int, int], known: dict[int, int]) -> int:
        """What a tree is worth, rounded; the choices in it are noted. A row that is there twice is `known` then."""
        if type(tree) is int:
            return worth[tree]
        if type(tree) is Shaped:
            of_leaves = [worth[each] if type(each) is int else self._rounded(each, worth, known) for each in tree.trees]
            found, self._chosen[id(tree)] = tree.shape.weighed(of_leaves, self._guessed_in_shape)
            return found[-1]
        if type(tree) is Row:
            value = known.get(id(tree))
            if value is None:
                ways = tree.ways
                value = known[id(tree)] = sum([n * worth[target] for target, n in ways.items()]) // tree.total
            return value
        assert isinstance(tree, Branches | Decision)
        values = [worth[each] if type(each) is int else self._rounded(each, worth, known) for each in tree.trees]
        if type(tree) is Branches:
            return sum([n * value for n, value in zip(tree.weights, values, strict=True)]) // sum(tree.weights)
        assert isinstance(tree, Decision)
        at = self._chosen[id(tree)] = self._guessed(tree, values, passing(tree))
        return values[at]

    def _guessed_in_shape(self, pick: Pick, values: Sequence[int]) -> int:
        return self._guessed(pick.decision, values, pick.passing)

    def _guessed(self, decision: Decision, values: Sequence[int], passes: int | None) -> int:
        """The option that seems best; a pass, if that is as good, for nothing is spent in vain."""
        best = max(values) if decision.who == self._seat else min(values)
        return passes if passes is not None and abs(values[passes] - best) <= NEAR else values.index(best)

    def _improve(self) -> bool:
        """Choose otherwise wherever that is better, by exact numbers; says whether it was anywhere."""
        ends = {state: Fraction(self._worth_at(state)) for state in _all(self._order) if state not in self._settled}
        worth, scale = _worth(self._settled, self._order, ends)
        rounded = {state: FINE * value // scale for state, value in worth.items()}
        before = dict(self._chosen)
        for tree in self._open:
            self._compared(tree, worth, rounded, {})
        return self._chosen != before

    def _compared(
        self, tree: Tree | Shaped, worth: Mapping[int, int], rounded: Mapping[int, int], known: dict[int, int]
    ) -> int:
        """What a tree is worth, rounded. Options that are as good as far as that tells are compared exactly."""
        if type(tree) is int:
            return rounded[tree]
        found = known.get(id(tree))
        if found is not None:
            return found
        if type(tree) is Row:
            found = sum([n * rounded[target] for target, n in tree.ways.items()]) // tree.total
        elif type(tree) is Shaped:
            found = self._compared_in_shape(tree, worth, rounded, known)
        else:
            assert isinstance(tree, Branches | Decision)
            values = [self._compared(each, worth, rounded, known) for each in tree.trees]
            if type(tree) is Branches:
                found = sum([n * value for n, value in zip(tree.weights, values, strict=True)]) // sum(tree.weights)
            else:
                assert isinstance(tree, Decision)
                now = self._chosen[id(tree)]
                assert isinstance(now, int)
                at = self._best(tree, values, now, lambda option: self._exact(tree.trees[option], worth))
                self._chosen[id(tree)] = at
                found = values[at]
        known[id(tree)] = found
        return found

    def _compared_in_shape(
        self, tree: Shaped, worth: Mapping[int, int], rounded: Mapping[int, int], known: dict[int, int]
    ) -> int:
        now, shape = self._chosen[id(tree)], tree.shape
        assert isinstance(now, tuple)
        picks: list[int] = []
        exact: dict[int, Over] = {}

        def exactly(place: int) -> Over:
            if place not in exact:
                step = None if place < shape.count else shape.steps[place - shape.count]
                if step is None:
                    exact[place] = self._exact(tree.trees[place], worth)
                elif isinstance(step, Mean):
                    exact[place] = _mean(step.total, [(n, exactly(each)) for each, n in step.ways])
                else:
                    exact[place] = exactly(step.places[picks[step.number]])
            return exact[place]

        def choose(pick: Pick, values: Sequence[int]) -> int:
            at = self._best(pick.decision, values, now[pick.number], lambda option: exactly(pick.places[option]))
            picks.append(at)
            return at

        of_leaves = [self._compared(each, worth, rounded, known) for each in tree.trees]
        values, self._chosen[id(tree)] = shape.weighed(of_leaves, choose)
        return values[-1]

    def _best(self, decision: Decision, values: Sequence[int], now: int, exactly: Callable[[int], Over]) -> int:
        """The option that is best; of equal ones a pass, for nothing is spent in vain, or the one chosen `now`."""
        sign = 1 if decision.who == self._seat else -1
        best = max(values) if sign > 0 else min(values)
        near = [at for at, value in enumerate(values) if abs(value - best) <= NEAR]
        if len(near) == 1:
            return near[0]
        exact = {at: sign * Fraction(*exactly(at)) for at in near}
        best_of_all = max(exact.values())
        equal = [at for at in near if exact[at] == best_of_all]
        passes = [at for at in equal if decision.options[at] == PASS]
        return (passes or [at for at in equal if at == now] or equal)[0]

    def _exact(self, tree: Tree, worth: Mapping[int, int]) -> Over:
        """What a tree is worth, with its choices as they are made: a numerator and, beside the denominator of all, one
        of its own."""
        while isinstance(tree, Decision):
            tree = self._take(tree)
        if isinstance(tree, int):
            return worth[tree], 1
        if isinstance(tree, Row):
            return sum([n * worth[target] for target, n in tree.ways.items()]), tree.total
        values = [self._exact(branch, worth) for branch in tree.trees]
        return _mean(sum(tree.weights), list(zip(tree.weights, values, strict=True)))

    def _take(self, decision: Decision) -> Tree:
        at = self._chosen[id(decision)]
        assert isinstance(at, int)
        return decision.trees[at]

    def _flat(self, tree: Tree | Shaped) -> Row:
        """The chance of each leaf, with the choices as they are made now."""
        if not isinstance(tree, Shaped):
            return flat(tree, self._take)
        picks = self._chosen[id(tree)]
        assert isinstance(picks, tuple)
        return tree.flat(picks)

    # Exact chances -----------------------------------------------------------------------------------------------

    def _rows(self) -> Rows:
        """What leads on from every state, with the choices as they are made now."""
        return {state: self._flat(tree) for state, tree in self._trees.items()}

    def _ordered(self, rows: Rows) -> list[list[int]]:
        """Take the loops out of the rows; gives the states in groups, each after all that it leads to."""
        order = [part for group in self._groups for part in ([group] if len(group) == 1 else _apart(rows, group))]
        for group in order:
            without_loops(rows, group)
        return order

    def _settle(self) -> None:
        self._settled = self._rows()
        self._order = self._ordered(self._settled)

    def _follow(self) -> None:
        """Follow the chances from the first states to the last ones."""
        rows, start = self._settled, self._flat(self._first)
        depth = dict.fromkeys(start.ways, 1)
        totals: dict[int, set[int]] = {}
        onward = [state for state in reversed(_all(self._order)) if state in rows]
        for state in onward:
            if state in depth:
                below = depth[state] + 1
                totals.setdefault(depth[state], set()).add(rows[state].total)
                for target in rows[state].ways:
                    if depth.get(target, 0) < below:
                        depth[target] = below
        scale = start.total * prod([lcm(*each) for each in totals.values()])
        mass = {state: scale // start.total * n for state, n in start.ways.items()}
        for state in onward:
            if state in mass:
                total, ways = rows[state]
                share = mass.pop(state) // total
                for target, n in ways.items():
                    mass[target] = mass.get(target, 0) + share * n
        self.ends = mass
        self.scale = scale


def _leaves(tree: Tree | Shaped) -> Iterable[int]:
    return tree.leaves() if isinstance(tree, Shaped) else leaves(tree)


def _mean(total: int, values: Sequence[tuple[int, Over]]) -> Over:
    """What is worth so much on average."""
    common = lcm(*[under for _, (_, under) in values])
    return sum([n * over * (common // under) for n, (over, under) in values]), common * total


def _apart(rows: Rows, group: Sequence[int]) -> list[list[int]]:
    """The states of a group that do lead to each other, as the choices are made now."""
    inside = set(group)
    return components(group, lambda state: inside.intersection(rows[state].ways))


def _all(order: Iterable[Sequence[int]]) -> list[int]:
    return [state for group in order for state in group]


def _worth(rows: Rows, order: Sequence[Sequence[int]], ends: Mapping[int, Fraction]) -> tuple[dict[int, int], int]:
    """What every state is worth, all over one denominator, and that one. What is counted on the way is worth 1."""
    height = {COUNT: 0, **dict.fromkeys(ends, 0)}
    totals: dict[int, set[int]] = {}
    states = [state for state in _all(order) if state in rows]
    for state in states:
        height[state] = 1 + max([height[target] for target in rows[state].ways])
        totals.setdefault(height[state], set()).add(rows[state].total)
    scale = lcm(*[value.denominator for value in ends.values()]) * prod([lcm(*each) for each in totals.values()])
    worth = {COUNT: scale, **{state: int(value * scale) for state, value in ends.items()}}
    for state in states:
        total, ways = rows[state]
        worth[state] = sum([n * worth[target] for target, n in ways.items()]) // total
    return worth, scale


def without_loops(rows: Rows, group: Sequence[int]) -> None:
    """Let the rows of states that lead to each other lead out of their group at once: one after the other is put into
    those that lead to it."""
    inside = [state for state in group if state in rows]
    for at, state in enumerate(inside):
        row = rows[state]
        for earlier in inside[:at]:
            row = _with(row, earlier, rows[earlier])
        rows[state] = _without(row, state)
    for at in range(len(inside) - 1, -1, -1):
        for later in inside[at + 1 :]:
            rows[inside[at]] = _with(rows[inside[at]], later, rows[later])


def _without(row: Row, state: int) -> Row:
    """The row of a state when it leaves that at last."""
    stays = row.ways.get(state, 0)
    if not stays:
        return row
    if stays == row.total:
        raise RuleError(error_text("odds.for-ever"))
    return reduced(Row(row.total - stays, {target: n for target, n in row.ways.items() if target != state}))


def _with(row: Row, state: int, its: Row) -> Row:
    """The row, with that of a state put in its place."""
    comes = row.ways.get(state, 0)
    if not comes:
        return row
    ways = {target: n * its.total for target, n in row.ways.items() if target != state}
    for target, n in its.ways.items():
        ways[target] = ways.get(target, 0) + comes * n
    return reduced(Row(row.total * its.total, ways))


def components(starts: Iterable[int], following: Callable[[int], Iterable[int]]) -> list[list[int]]:
    """The states in groups that lead to each other, every group after those that it leads to (Tarjan)."""
    number: dict[int, int] = {}
    low: dict[int, int] = {}
    stack: list[int] = []
    on_stack: set[int] = set()
    found: list[list[int]] = []
    for start in starts:
        if start in number:
            continue
        number[start] = low[start] = len(number)
        stack.append(start)
        on_stack.add(start)
        work = [(start, iter(following(start)))]
        while work:
            state, targets = work[-1]
            for target in targets:
                if target not in number:
                    number[target] = low[target] = len(number)
                    stack.append(target)
                    on_stack.add(target)
                    work.append((target, iter(following(target))))
                    break
                if target in on_stack and number[target] < low[state]:
                    low[state] = number[target]
            else:
                work.pop()
                if work and low[state] < low[work[-1][0]]:
                    low[work[-1][0]] = low[state]
                if low[state] == number[state]:
                    group: list[int] = []
                    while not group or group[-1] != state:
                        group.append(stack.pop())
                        on_stack.discard(group[-1])
                    found.append(group)
    return found
