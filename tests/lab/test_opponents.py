"""Who beats whom, measured and kept."""

from __future__ import annotations

from pathlib import Path

import pandas as pd
import pytest

from conquistadors.lab import opponents as lab_opponents
from conquistadors.lab.opponents import BY, alone, count_results, measure, measured, meetings, opponents
from conquistadors.lab.pictures import bands

KINDS = ("basic-2", "standard-2", "solitaire-north", "solitaire-south")


def test_what_was_measured_is_complete_and_leaves_no_doubt() -> None:
    """The search beats the captain and the captain beats chance, each with 99 % confidence, in every scenario."""
    table = opponents()
    assert {(row.game, row.bot, row.against) for row in table.itertuples()} == {
        (kind, *pair) for kind in KINDS for pair in (("search", "captain"), ("captain", "random"))
    }
    assert [(kind, pair) for kind, pair in meetings() if pair[0] == "search"] == [
        (kind, ("search", "captain")) for kind in KINDS
    ]
    assert table["games"].nunique() == 1, "as many as were said beforehand"
    assert (table["wins"] + table["losses"] <= table["games"]).all()
    assert (table["chance"] < 0.01).all()


def test_23_4_alone_each_is_a_band_better_than_the_next_and_chance_is_forgotten() -> None:
    table = opponents()
    lone = table[table["median"].notna()]
    assert len(lone) == 4
    assert (lone["band"] > lone["band.against"]).all()
    lowest = bands(alone()[alone()["bot"] == "random"])["part"].iloc[0]
    assert lowest > 0.5


SOLO = pd.DataFrame(
    {
        "game": [0, 0, 1, 1, 2, 2, 3, 3],
        "bot.red": ["a", "b"] * 4,
        "winner": [""] * 8,
        "points.red": [190, 40, 70, 80, 160, 10, 30, 30],
    }
)


def test_alone_the_higher_points_win_and_the_medians_are_told() -> None:
    table = opponents(count_results("solitaire-north", ("a", "b"), SOLO))
    (row,) = table.to_dict("records")
    assert row == {
        "game": "solitaire-north",
        "bot": "a",
        "against": "b",
        "games": 4,
        "wins": 2,
        "losses": 1,
        "chance": 0.5,
        "median": 115,
        "low": 30,
        "high": 190,
        "median.against": 35,
        "band": 100,
        "band.against": 0,
    }


def test_with_others_a_game_that_is_shared_or_without_an_end_is_won_by_nobody() -> None:
    played = pd.DataFrame(
        {
            "bot.red": ["a", "b", "a", "b", "a"],
            "bot.blue": ["b", "a", "b", "a", "b"],
            "winner": ["red", "red", "", "red blue", "red"],
        }
    )
    kept = count_results("basic-2", ("a", "b"), played)
    assert list(kept.columns) == [*BY, "games"]
    (row,) = opponents(kept).itertuples(index=False)
    assert (row.games, row.wins, row.losses) == (5, 2, 1)
    assert "median" not in opponents(kept)


def test_a_lone_player_is_counted_once_whoever_he_is_compared_with() -> None:
    kept = pd.concat(
        [
            count_results("solitaire-south", ("a", "b"), SOLO),
            count_results("solitaire-south", ("b", "c"), SOLO.replace({"a": "b", "b": "c"})),
        ]
    )
    each = alone(kept)
    assert each.groupby("bot").size().to_dict() == {"a": 4, "b": 4, "c": 4}
    assert sorted(each[each["bot"] == "b"]["points.red"]) == [10, 30, 40, 80]
    assert set(each["map"]) == {"south"}


def test_captains_and_chance_meet_and_are_kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    pair = ("captain", "random")
    monkeypatch.setattr(lab_opponents, "meetings", lambda _: [("basic-2", pair), ("solitaire-south", pair)])
    monkeypatch.setattr(lab_opponents, "data_root", lambda: tmp_path)
    (tmp_path / "conquest" / "lab").mkdir(parents=True)
    found = measure(4, seed=1, workers=1, progress=False, resume=tmp_path / "resumed")
    monkeypatch.setattr(lab_opponents, "measure", lambda *_, **__: found)
    lab_opponents.write(4)
    pd.testing.assert_frame_equal(measured(), found, check_dtype=False)
    table = opponents()
    assert table["games"].to_list() == [4, 4]
    assert table["wins"].sum() >= 7
    assert table["median"].isna().to_list() == [True, False]
    assert (tmp_path / "resumed" / "basic-2-captain-random" / "games-0.json").exists()
