"""Odds as DataFrames and figures."""

from __future__ import annotations

import pytest

from conquistadors.lab.odds import catalogue, figure, frame
from conquistadors.odds import table


def test_a_row_has_result_ways_chance_and_cumulative_chance() -> None:
    odds = table("leader-casualty")
    shown = frame(odds).set_index("result")
    assert list(shown.columns) == ["ways", "of", "chance", "cumulative"]
    assert shown["ways"].sum() == shown["of"].iloc[0] == 36
    assert shown.loc["dead", "ways"] == 3
    assert shown["cumulative"].iloc[-1] == pytest.approx(1)


def test_the_catalogue_has_a_row_for_every_roll() -> None:
    shown = catalogue("ja").set_index("roll")
    assert shown.loc["discovery", "title"] == "発見"
    assert shown.loc["discovery", "clause"] == "4.11"


def test_a_figure_shows_one_distribution_or_several_side_by_side() -> None:
    plain, helped = table("discovery", level=3), table("discovery", level=3, modifiers=1)
    assert [bar.y for bar in figure(plain).data] == [tuple(float(chance) for chance in plain.values())]
    both = figure({"plain": plain, "with a guide": helped}, title="Level 3")
    assert [bar.name for bar in both.data] == ["plain", "with a guide"]
    assert both.layout.barmode == "group"
