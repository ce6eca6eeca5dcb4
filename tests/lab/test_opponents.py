"""Who beats whom, measured and kept."""

from __future__ import annotations

import pandas as pd
import pytest

from conquistadors.lab import opponents as lab_opponents
from conquistadors.lab.opponents import KINDS, PAIRS, measure, opponents, ranked


def test_what_was_measured_is_complete_and_leaves_no_doubt() -> None:
    """The search beats the captain and the captain beats chance, each with 99 % confidence, in every scenario."""
    table = opponents()
    assert {(row.game, row.bot, row.against) for row in table.itertuples()} == {
        (kind, *pair) for kind in KINDS for pair in PAIRS
    }
    assert (table["wins"] + table["losses"] <= table["games"]).all()
    assert (table["chance"] < 0.01).all()


def test_alone_the_higher_points_win_and_the_medians_are_told() -> None:
    played = pd.DataFrame(
        {
            "game": [0, 0, 1, 1, 2, 2],
            "bot.red": ["a", "b"] * 3,
            "winner": [""] * 6,
            "points.red": [90, 40, 70, 80, 60, 10],
        }
    )
    row = ranked("solitaire-north", ("a", "b"), played)
    assert (row["games"], row["wins"], row["losses"]) == (3, 2, 1)
    assert (row["median"], row["median.against"]) == (70, 40)
    assert row["chance"] == 0.5


def test_captains_and_chance_meet(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lab_opponents, "KINDS", ("basic-2", "solitaire-south"))
    monkeypatch.setattr(lab_opponents, "PAIRS", (("captain", "random"),))
    table = measure(4, seed=1, workers=1, progress=False)
    assert table["games"].to_list() == [4, 4]
    assert table["wins"].sum() >= 7
    assert table["median"].isna().to_list() == [True, False]
