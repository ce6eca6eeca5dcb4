"""What many games come to, beside what is wanted of them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from conquistadors.engine.errors import SetupError
from conquistadors.games.conquest.pack.checks import check
from conquistadors.games.conquest.pack.records import Pack
from conquistadors.lab import balance as lab_balance
from conquistadors.lab.balance import balance, by, games_of, measure, targets, wanted
from conquistadors.lab.simulation import simulate
from conquistadors.lab.tournaments import tournament_games


def counted(*rows: tuple[Any, ...]) -> pd.DataFrame:
    return pd.DataFrame(rows, columns=[*by(), "games"])


def judged(measured: pd.DataFrame, game: str) -> dict[str, Any]:
    table = targets(measured)
    return {str(row.what): row for row in table[table["game"] == game].itertuples()}


def test_what_is_wanted_is_played_for_every_number_of_players_and_both_maps() -> None:
    assert {game["scenario"] for game in wanted().values()} == {"basic", "standard", "solitaire"}
    assert {game["seats"] for game in wanted().values() if game["scenario"] == "basic"} == {2, 3, 4}
    assert {game["map"] for game in wanted().values() if game["scenario"] == "solitaire"} == {"north", "south"}
    assert check(Pack()) == []


def test_games_are_counted_as_they_were_played(monkeypatch: pytest.MonkeyPatch) -> None:
    kinds = {name: game for name, game in wanted().items() if name == "basic-2"}
    monkeypatch.setattr(lab_balance, "wanted", lambda _: kinds)
    measured = measure(3, seed=3, workers=1, progress=False)
    played = simulate("basic", bots="captain", games=3, seed=3, seats=2, workers=1, progress=False)
    each = games_of(measured, "basic-2")
    assert measured["games"].sum() == 3
    for what in ("turns", "winner", "empires"):
        assert sorted(each[what]) == sorted(played[what])


def test_parts_are_of_all_games_and_games_without_an_end_are_not_in_time() -> None:
    measured = counted(
        ("standard-2", True, 7, "red", 1, 0, 6),
        ("standard-2", True, 6, "blue", 0, 0, 2),
        ("standard-2", False, 16, "", 1, 0, 2),
    )
    found = judged(measured, "standard-2")
    assert found["ends in turns 7-16"].measured == 0.6
    assert found["ends in turns 7-16"].met
    assert found["an empire is found"].measured == 0.8
    assert found["red wins"].measured == 0.6
    assert not found["red wins"].met, "more than its share by ten points"
    assert found["blue wins"].met
    assert found["red wins"].low < 0.6 < found["red wins"].high


@pytest.mark.parametrize(
    ("game", "found", "met"),
    [
        ("basic-2", 5, False),
        ("basic-2", 6, True),
        ("basic-2", 9, True),
        ("basic-2", 10, False),
        ("solitaire-north", 10, False),
        ("standard-3", 5, False),
        ("standard-3", 10, True),
    ],
)
def test_most_games_see_an_empire_and_only_long_ones_may_all_see_one(game: str, found: int, met: bool) -> None:
    measured = counted((game, True, 8, "red", 1, 0, found), (game, True, 8, "red", 0, 0, 10 - found))
    assert judged(measured, game)["an empire is found"].met == met


def test_plans_are_viable_if_each_wins_two_thirds_of_its_share() -> None:
    measured = counted(
        ("plans-basic", True, 5, "captain", 1, 0, 50),
        ("plans-basic", True, 5, "plunderer", 1, 0, 27),
        ("plans-basic", True, 5, "plunderer ally", 1, 0, 3),
        ("plans-basic", True, 5, "ally", 0, 0, 18),
        ("plans-basic", False, 5, "", 0, 0, 2),
    )
    found = judged(measured, "plans-basic")
    assert list(found) == ["captain wins", "plunderer wins", "ally wins"]
    assert [row.measured for row in found.values()] == [0.5, 0.3, 0.21]
    assert [row.met for row in found.values()] == [True, True, False]
    assert not judged(counted(("plans-basic", True, 5, "captain", 1, 0, 9)), "plans-basic")["ally wins"].met


def test_where_plans_compete_the_winner_is_a_plan() -> None:
    measured = measure(3, ["plans-basic"], seed=3, workers=1, progress=False)
    bots = {plan: plan for plan in ("captain", "plunderer", "ally")}
    played = tournament_games("basic", bots, games=3, seed=3, workers=1, progress=False)
    won = [row[f"bot.{row['winner']}"] for _, row in played.iterrows()]
    assert sorted(games_of(measured, "plans-basic")["winner"]) == sorted(won)


def test_a_median_has_an_interval_by_order() -> None:
    measured = counted(*[("solitaire-south", True, 10, "", 1, points, 1) for points in range(1, 101)])
    found = judged(measured, "solitaire-south")["median of points"]
    assert (found.measured, found.low, found.high) == (50.5, 41, 61)
    assert not found.met
    assert judged(measured, "solitaire-south")["350 points or more"].measured == 0


def test_what_was_measured_is_complete() -> None:
    """`make balance` counts every kind of game."""
    measured = balance()
    assert list(measured.columns) == [*by(), "games"]
    played = measured.groupby("game")["games"].sum()
    assert set(played.index) == set(wanted())
    assert played.min() >= 400


def test_a_kind_that_is_not_known_is_refused_before_anything_is_played() -> None:
    with pytest.raises(SetupError, match=r"no kind of game 'basic-9'.*basic-2, basic-3"):
        measure(2000, ["basic-2", "basic-9"])


def test_some_kinds_can_be_counted_anew(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    before = balance()
    monkeypatch.setattr(lab_balance, "data_root", lambda: tmp_path)
    (tmp_path / "conquest" / "lab").mkdir(parents=True)
    before.to_csv(tmp_path / "conquest" / "lab" / "balance.csv", index=False)
    monkeypatch.setattr(
        lab_balance,
        "measure",
        lambda games, only, **how: measure(games, only, workers=1, progress=False, **how),
    )
    lab_balance.write(3, ["solitaire-south"], tmp_path / "resumed")
    assert (tmp_path / "resumed" / "solitaire-south" / "games-0.json").exists()
    after = balance()
    assert after[after["game"] == "solitaire-south"]["games"].sum() == 3
    one, other = (table[table["game"] != "solitaire-south"].reset_index(drop=True) for table in (before, after))
    pd.testing.assert_frame_equal(one, other)


def test_a_mark_may_be_wanted_neither_never_nor_too_often() -> None:
    for hits, met in ((4, False), (5, True), (25, True), (26, False)):
        rows = [("alone", True, 21, "", 1, 4500, hits), ("alone", True, 21, "", 0, 3000, 100 - hits)]
        table = targets(pd.DataFrame(rows, columns=[*by("exploration"), "games"]), game="exploration")
        (row,) = table[table["what"] == "4500 points or more"].to_dict("records")
        assert row["met"] == met, hits


def test_shares_are_those_of_all_who_sit_there() -> None:
    rows = [("three", True, 21, "spain", 1, 0, 86), ("three", True, 21, "france", 1, 0, 14)]
    table = targets(pd.DataFrame(rows, columns=[*by("exploration"), "games"]), game="exploration")
    met = dict(zip(table["what"], table["met"], strict=True))
    assert met["spain wins"]
    assert not met["england wins"], "nobody has to win to be counted"
    assert not met["france wins"]
