"""Trees of the same shape: it is worked out once for all of them, and each has no more than what stands in its leaves.

In the rounds of a fight the same rolls lead to the same choices, whoever is left; only what comes of them differs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import lcm
from typing import NamedTuple, TypeAlias

from conquistadors.engine.requests import PASS
from conquistadors.odds.trees import Branches, Decision, Row, Tree, composed


class Mean(NamedTuple):
    """Chance: places in the list of values, each with its weight."""

    total: int
    ways: tuple[tuple[int, int], ...]


class Pick(NamedTuple):
    """An open choice between places in the list of values."""

    decision: Decision
    number: int
    """How many choices come before it in the order of a shape."""
    places: tuple[int, ...]
    passing: int | None
    """The option to pass, if there is one."""


def passing(decision: Decision) -> int | None:
    """The option to pass, if there is one."""
    return decision.options.index(PASS) if PASS in decision.options else None


Picks: TypeAlias = tuple[int, ...]
"""The options that are taken, of each choice in its turn."""


class Shape:
    """Chances and choices in the order in which they can be weighed: those that others lead to first.

    The first places in the list of values are those of the leaves, by their numbers; then comes what was weighed.
    """

    def __init__(self, tree: Branches | Decision, count: int) -> None:
        """`tree` has `count` numbers as its leaves."""
        self.count = count
        self.steps: list[Mean | Pick] = []
        self._places: dict[int, int] = {}
        self._place(tree)
        parts = [1] * count
        for step in self.steps:
            if isinstance(step, Mean):
                parts.append(step.total * lcm(*[parts[place] for place, _ in step.ways]))
            else:
                parts.append(lcm(*[parts[place] for place in step.places]))
        self._parts = parts[-1]
        """The chances of all leaves can be told in so many parts, whatever is chosen."""

    def _place(self, tree: Tree) -> int:
        if isinstance(tree, int):
            return tree
        known = self._places.get(id(tree))
        if known is None:
            if isinstance(tree, Row):
                self.steps.append(Mean(tree.total, tuple(tree.ways.items())))
            else:
                assert isinstance(tree, Branches | Decision)
                places = [self._place(branch) for branch in tree.trees]
                if isinstance(tree, Branches):
                    self.steps.append(Mean(sum(tree.weights), tuple(zip(places, tree.weights, strict=True))))
                else:
                    number = sum([type(step) is Pick for step in self.steps])
                    self.steps.append(Pick(tree, number, tuple(places), passing(tree)))
            known = self._places[id(tree)] = self.count + len(self.steps) - 1
        return known

    def weighed(self, values: list[int], choose: Callable[[Pick, Sequence[int]], int]) -> tuple[list[int], Picks]:
        """The values of the leaves, followed by those of all chances and choices, rounded; and what was chosen."""
        picks: list[int] = []
        for step in self.steps:
            if type(step) is Mean:
                values.append(sum([n * values[place] for place, n in step.ways]) // step.total)
            else:
                assert type(step) is Pick
                options = [values[place] for place in step.places]
                picks.append(choose(step, options))
                values.append(options[picks[-1]])
        return values, tuple(picks)

    def shares(self, picks: Picks) -> tuple[int, list[int]]:
        """In how many parts the chances are told, and how many of them each leaf has."""
        shares = [0] * (self.count + len(self.steps))
        shares[-1] = self._parts
        for at in range(len(self.steps) - 1, -1, -1):
            step, share = self.steps[at], shares[self.count + at]
            if type(step) is Mean:
                if share:
                    part = share // step.total
                    for place, n in step.ways:
                        shares[place] += part * n
            else:
                assert type(step) is Pick
                shares[step.places[picks[step.number]]] += share
        return self._parts, shares[: self.count]


class Shaped(NamedTuple):
    """A tree: its shape, and what stands in the place of each leaf."""

    shape: Shape
    trees: tuple[int | Row, ...]

    def leaves(self) -> Iterable[int]:
        return [leaf for tree in self.trees for leaf in ((tree,) if type(tree) is int else tree.ways)]  # type: ignore[union-attr]  # a row

    def flat(self, picks: Picks) -> Row:
        """The chance of each leaf, where these options are taken."""
        total, shares = self.shape.shares(picks)
        ways: dict[int, int] = {}
        rows: dict[int, Row] = {}
        for number, (tree, share) in enumerate(zip(self.trees, shares, strict=True)):
            if share:
                key = tree if isinstance(tree, int) else -1 - number
                ways[key] = ways.get(key, 0) + share
                rows[key] = Row(1, {tree: 1}) if isinstance(tree, int) else tree
        return composed(Row(total, ways), rows)
