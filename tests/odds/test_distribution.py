"""Distributions."""

from __future__ import annotations

from fractions import Fraction

import pytest

from conquistadors.odds import Distribution
from conquistadors.odds.assuming import NOBODY_REACTS

HALF, THIRD, SIXTH = Fraction(1, 2), Fraction(1, 3), Fraction(1, 6)
GOLD = Distribution({8: SIXTH, 2: HALF, 5: THIRD}, [NOBODY_REACTS])


def test_results_are_in_order_and_equal_ones_are_added() -> None:
    assert list(GOLD) == [2, 5, 8]
    assert dict(Distribution([("town", HALF), ("city", THIRD), ("town", SIXTH)])) == {
        "city": THIRD,
        "town": HALF + SIXTH,
    }


def test_chances_means_and_ways() -> None:
    assert GOLD[2] == HALF
    assert GOLD[3] == 0
    assert GOLD.total == 1
    assert GOLD.mean() == 4
    assert GOLD.at_least(5) == HALF
    assert (GOLD.of, GOLD.ways(8), GOLD.ways(3)) == (6, 1, 0)
    assert GOLD.rows()[1] == (5, 2, 6, THIRD, Fraction(5, 6))


def test_what_follows_from_the_result_keeps_what_was_assumed() -> None:
    much = GOLD.map(lambda gold: gold > 4)
    assert dict(much) == {False: HALF, True: HALF}
    assert much.assumed == (NOBODY_REACTS,)


def test_as_text_each_result_has_its_line() -> None:
    assert str(GOLD).splitlines() == [
        "2        1/2   50.0%",
        "5        1/3   33.3%",
        "8        1/6   16.7%",
        "(nobody reacts)",
    ]
    assert repr(GOLD) == "Distribution({2: 1/2, 5: 1/3, 8: 1/6})"


def test_a_mean_needs_numbers() -> None:
    with pytest.raises(TypeError):
        Distribution({"city": HALF, "town": HALF}).mean()
