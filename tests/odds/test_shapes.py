"""A shape weighs what the tree itself comes to, whatever stands in its leaves and whatever is chosen."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from conquistadors.engine.requests import PASS, option
from conquistadors.odds.shapes import Pick, Shape, Shaped
from conquistadors.odds.trees import Branches, Decision, Row, Tree, flat

AGAIN = Row(4, {0: 1, 2: 3})
"""What a new roll comes to: one object in two places."""
KEEP_OR_NOT = [Decision("red", "reroll", (option("use"), PASS), (AGAIN, kept)) for kept in (1, 3)]
TREE = Branches((1, 2, 3), (KEEP_OR_NOT[0], KEEP_OR_NOT[1], 2))
LEAVES: tuple[int | Row, ...] = (7, 8, Row(3, {7: 1, 9: 2}), 9)


def in_place(tree: Tree) -> Tree:
    """The tree with the leaves in the place of their numbers."""
    if isinstance(tree, int):
        return LEAVES[tree]
    if isinstance(tree, Row):
        return Branches(tuple(tree.ways.values()), tuple(LEAVES[leaf] for leaf in tree.ways))
    return tree._replace(trees=tuple(in_place(branch) for branch in tree.trees))


@pytest.mark.parametrize("picks", list(product((0, 1), repeat=2)))
def test_the_chances_of_a_shaped_tree_are_those_of_the_tree(picks: tuple[int, int]) -> None:
    shaped = Shaped(Shape(TREE, len(LEAVES)), LEAVES)
    chosen = {8: picks[0], 9: picks[1]}  # by what is kept where nobody rolls again

    def choose(decision: Decision) -> Tree:
        kept = decision.trees[1]
        assert isinstance(kept, int)
        return decision.trees[chosen[kept]]

    expected = flat(in_place(TREE), choose)
    assert chances(shaped.flat(picks)) == chances(expected)
    assert set(shaped.leaves()) == {7, 8, 9}


def chances(row: Row) -> dict[int, Fraction]:
    return {leaf: Fraction(n, row.total) for leaf, n in row.ways.items()}


def test_what_is_chosen_is_weighed() -> None:
    """The mean of a roll, and the better of two options; every choice is asked for once, in its order."""
    asked: list[int] = []

    def best(pick: Pick, values: object) -> int:
        asked.append(pick.number)
        assert isinstance(values, list)
        return values.index(max(values))

    values, picks = Shape(TREE, len(LEAVES)).weighed([0, 660, 800, 120], best)
    assert asked == [0, 1]
    assert picks == (1, 0)  # to roll again is worth 600
    assert values[-1] == (660 + 2 * 600 + 3 * 800) // 6
