"""What the paths come to: the value of open choices, and the exact distribution of where they end."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from conquistadors.engine.errors import RuleError
from conquistadors.engine.requests import Seat
from conquistadors.odds.paths import Branches, Decision, Paths, Tree, leaves

Value = Callable[[Any], Fraction | int]
"""What the end of a path is worth to somebody."""
Row = dict[int, Fraction]


class Solved:
    """The distribution of the states where the paths end, with the choices that were made best."""

    def __init__(self, paths: Paths[Any], first: Tree, value: Value | None = None, seat: Seat | None = None) -> None:
        self._paths = paths
        self._value = value
        self._seat = seat
        self._worth: dict[int, Fraction] = {}
        self._rows: dict[int, Row] = {}
        order = components(first, paths.trees)
        for group in order:
            self._settle(group)
        self.ends: Row = self._spread(self._row(first), order)
        """The chance of every state where a path ends."""

    def _settle(self, group: Sequence[int]) -> None:
        """The rows of states that lead to each other, and what they are worth: the best policy, found by improving."""
        trees = self._paths.trees
        opened = [state for state in group if trees[state] is not None]
        for state in group:
            if trees[state] is None and self._value is not None:
                self._worth[state] = Fraction(self._value(self._paths.states[state]))
        if not opened:
            return
        loops = len(group) > 1 or group[0] in set(leaves(_tree(trees, group[0])))
        if self._value is None or not loops:
            for state in opened:
                self._rows[state] = self._row(_tree(trees, state))
            if self._value is not None:
                self._worth[opened[0]] = self._mean(self._rows[opened[0]])
            return
        self._worth |= dict.fromkeys(opened, Fraction(0))
        while True:
            rows = {state: self._row(_tree(trees, state)) for state in opened}
            if rows == {state: self._rows.get(state) for state in opened}:
                return
            self._rows |= rows
            within = {s: {t: p for t, p in row.items() if t in rows} for s, row in rows.items()}
            beyond = {s: {t: p for t, p in row.items() if t not in rows} for s, row in rows.items()}
            constants = {s: self._mean(row) for s, row in beyond.items()}
            self._worth |= solved(within, constants)

    def _row(self, tree: Tree) -> Row:
        """The chance of each state at the end of a step, with open choices made best."""
        row: Row = {}
        self._add(tree, Fraction(1), row)
        return row

    def _add(self, tree: Tree, chance: Fraction, row: Row) -> None:
        if isinstance(tree, int):
            row[tree] = row.get(tree, Fraction(0)) + chance
        elif isinstance(tree, Branches):
            total = sum(tree.weights)
            for weight, branch in zip(tree.weights, tree.trees, strict=True):
                self._add(branch, chance * weight / total, row)
        else:
            self._add(self._best(tree), chance, row)

    def _best(self, decision: Decision) -> Tree:
        if self._value is None:
            raise ValueError(f"the choice {decision.kind!r} is left open, and nobody says what is best")
        best = max if decision.who == self._seat else min
        return best(decision.trees, key=self._expected)

    def _expected(self, tree: Tree) -> Fraction:
        if isinstance(tree, int):
            return self._worth.get(tree, Fraction(0))
        if isinstance(tree, Branches):
            parts = [w * self._expected(t) for w, t in zip(tree.weights, tree.trees, strict=True)]
            return sum(parts, Fraction(0)) / sum(tree.weights)
        return self._expected(self._best(tree))

    def _mean(self, row: Row) -> Fraction:
        return sum((chance * self._worth[state] for state, chance in row.items()), Fraction(0))

    def _spread(self, first: Row, order: Sequence[Sequence[int]]) -> Row:
        """Follow the chances from the first states to the last ones."""
        mass = dict(first)
        for group in reversed(order):
            inside = {state: mass.pop(state, Fraction(0)) for state in group if state in self._rows}
            if not any(inside.values()):
                continue
            into = {s: {t: self._rows[t][s] for t in inside if s in self._rows[t]} for s in inside}
            visits = solved(into, inside)
            for state, times in visits.items():
                for target, chance in self._rows[state].items():
                    if target not in inside:
                        mass[target] = mass.get(target, Fraction(0)) + times * chance
        return {state: chance for state, chance in mass.items() if chance}


def _tree(trees: Sequence[Tree | None], state: int) -> Tree:
    tree = trees[state]
    assert tree is not None
    return tree


def solved(within: Mapping[int, Mapping[int, Fraction]], constants: Mapping[int, Fraction]) -> dict[int, Fraction]:
    """The solution of x = constants + within * x, by elimination with exact fractions."""
    names = list(constants)
    rows = [[Fraction(a == b) - within[a].get(b, Fraction(0)) for b in names] + [constants[a]] for a in names]
    for at in range(len(names)):
        pivot = next((r for r in range(at, len(names)) if rows[r][at]), None)
        if pivot is None:
            raise RuleError("these choices go round for ever: nothing ends, and there are no odds")
        rows[at], rows[pivot] = rows[pivot], rows[at]
        rows[at] = [cell / rows[at][at] for cell in rows[at]]
        for other in range(len(names)):
            if other != at and rows[other][at]:
                factor = rows[other][at]
                rows[other] = [cell - factor * top for cell, top in zip(rows[other], rows[at], strict=True)]
    return {name: rows[number][-1] for number, name in enumerate(names)}


def components(first: Tree, trees: Sequence[Tree | None]) -> list[list[int]]:
    """The states in groups that lead to each other, every group after those that it leads to (Tarjan)."""
    number: dict[int, int] = {}
    low: dict[int, int] = {}
    stack: list[int] = []
    found: list[list[int]] = []
    for start in dict.fromkeys(leaves(first)):
        if start in number:
            continue
        work = [(start, iter(dict.fromkeys(_next(trees, start))))]
        number[start] = low[start] = len(number)
        stack.append(start)
        on_stack = set(stack)
        while work:
            state, targets = work[-1]
            for target in targets:
                if target not in number:
                    number[target] = low[target] = len(number)
                    stack.append(target)
                    on_stack.add(target)
                    work.append((target, iter(dict.fromkeys(_next(trees, target)))))
                    break
                if target in on_stack:
                    low[state] = min(low[state], number[target])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[state])
                if low[state] == number[state]:
                    group: list[int] = []
                    while not group or group[-1] != state:
                        group.append(stack.pop())
                        on_stack.discard(group[-1])
                    found.append(group)
    return found


def _next(trees: Sequence[Tree | None], state: int) -> list[int]:
    tree = trees[state]
    return [] if tree is None else list(leaves(tree))
