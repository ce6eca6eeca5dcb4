"""Many games: the same frame whoever plays them, whatever happens on the way."""

from __future__ import annotations

import json
from collections.abc import Callable
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from pandas.testing import assert_frame_equal

import conquistadors as cq
from conquistadors.bots import CaptainBot, RandomBot
from conquistadors.engine.codec import Json
from conquistadors.games import rules_for
from conquistadors.games.landfall.rules import Landfall
from conquistadors.lab import asking, frames, pictures, simulation, tournaments, variants
from conquistadors.lab.asking import Question, Series, bot_seed, seed_of
from conquistadors.lab.players import Maker, Sampler, seating
from conquistadors.lab.playing import play_fully, play_quickly
from conquistadors.lab.simulation import LabWarning, WorkersLost, failures, simulate
from support.players import Cheating, Doomed, Failing, Onlooker, Unborn
from support.sizes import size

SAME = size("SAME_GAMES", thin=1, soak=10)
"""So many games of each kind are played with and without a record."""
PACK = Path(__file__).parent.parent / "packs" / "conquest"


def landfall(games: int = 40, **how: Any) -> pd.DataFrame:
    """Games of Landfall in this process, unless another way is named."""
    given: dict[str, Any] = {"workers": None if "executor" in how else 1, "progress": False, "seed": 7, **how}
    return simulate("example", games=games, **given)


class Inline(Executor):
    """Plays at once, in this process; an interrupt comes after so many chunks."""

    def __init__(self, most: int = 1_000_000) -> None:
        self.most = most
        self.calls = 0

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        if self.calls == self.most:
            raise KeyboardInterrupt
        self.calls += 1
        future: Future[Any] = Future()
        future.set_result(fn(*args, **kwargs))
        return future


class Losing(Executor):
    """Loses every chunk for so many rounds."""

    def __init__(self, rounds: int) -> None:
        self.rounds = rounds

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        if args[-1] < self.rounds:
            future.set_exception(ConnectionError("the worker has gone"))
        else:
            future.set_result(fn(*args, **kwargs))
        return future


# A series of games ------------------------------------------------------------------------------------------------


def test_a_series_takes_its_own_parameters_and_leaves_those_of_the_scenario() -> None:
    series, setup = Series.taken({"games": 3, "captains": 2, "resume": "here", "progress": False})
    assert series == Series(games=3, resume="here", progress=False)
    assert setup == {"captains": 2}
    part = series.part("bot-1")
    assert (part.resume, part.failures, part.games) == (Path("here") / "bot-1", None, 3)


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"games": 0}, "games must be a whole number from 1"),
        ({"seed": -1}, "seed must be a whole number from 0"),
        ({"until_turn": 0}, "until_turn must be a whole number from 1"),
        ({"per_turn": 1}, "per_turn must be True or False"),
        ({"workers": 0}, "workers must be a whole number from 1"),
        ({"executor": 3}, "an executor"),
        ({"executor": Inline(), "workers": 2}, "an executor or a number of workers"),
    ],
)
def test_what_is_wrong_with_a_series_is_named(wrong: dict[str, Any], said: str) -> None:
    with pytest.raises(cq.SetupError, match=said):
        Series(**wrong)


# The rows --------------------------------------------------------------------------------------------------------


@pytest.mark.soak
@pytest.mark.parametrize(
    ("scenario", "options", "until"),
    [
        ("example", {"captains": 3}, None),
        ("basic", {"seats": 3, "map": "both"}, 4),
        ("standard", {"seats": 3, "late": 1}, 4),
        ("solitaire", {"map": "south"}, 5),
    ],
)
@pytest.mark.parametrize("per_turn", [False, True])
def test_random_players_play_the_same_game_with_and_without_a_record(
    scenario: str, options: dict[str, Json], until: int | None, per_turn: bool
) -> None:
    rules = rules_for(scenario, options)
    asked = Question(scenario, json.dumps(options), (seating(rules, "random"),), 2, 5, per_turn, until)
    for number in range(SAME):
        rows = play_quickly(asked, number)
        assert rows == play_fully(asked, number)
        assert all(len(row) == len(asked.columns()) for row in rows)


CAPTAINS: list[tuple[str, dict[str, Json], Any]] = [
    ("basic", {"seats": 2}, "captain"),
    ("basic", {"seats": 2}, {"red": "plunderer", "blue": "random"}),
    ("standard", {"seats": 3, "target": 50, "late": 1}, "ally"),
    ("solitaire", {"map": "south"}, partial(CaptainBot, plan="veteran")),
]


@pytest.mark.soak
@pytest.mark.parametrize(("scenario", "options", "bots"), CAPTAINS, ids=["captains", "mixed", "late", "veteran"])
def test_captains_play_the_same_without_a_record(scenario: str, options: dict[str, Json], bots: Any) -> None:
    rules = rules_for(scenario, options)
    asked = Question(scenario, json.dumps(options), (seating(rules, bots),), 2, 5, True, 4)
    for number in range(SAME):
        assert play_quickly(asked, number) == play_fully(asked, number)


def test_a_row_tells_the_game_that_its_seed_gives() -> None:
    row = landfall(3, bots=RandomBot, captains=3).iloc[2]
    game = cq.new_game("example", seed=int(row["seed"]), captains=3)
    bots = {seat: RandomBot(bot_seed(int(row["seed"]), seat)) for seat in game.rules.seats}
    while game.pending is not None:
        rounds = game.position.round
        game.play(bots[game.pending.who].answer(game.view(game.pending.who)))
    assert game.ending is not None
    assert row["winner"].split() == list(game.ending.winners)
    assert (row["reason"], row["clause"]) == (game.ending.reason, game.ending.rule)
    assert (row["turns"], row["answers"]) == (rounds, len(game.answers))
    assert [row[f"points.{seat}"] for seat in game.rules.seats] == list(game.position.ships.values())
    assert (row["game"], row["scenario"], row["captains"], row["bot.green"]) == (2, "example", 3, "RandomBot")


def test_game_n_depends_on_the_seed_and_n_alone() -> None:
    few, many = landfall(6), landfall(30)
    assert_frame_equal(few, many.head(6))
    assert list(many["seed"]) == [seed_of(7, n) for n in range(30)]
    assert many["seed"].is_unique
    assert not landfall(6, seed=8)["answers"].equals(few["answers"])


def test_a_row_a_turn_ends_with_the_row_of_the_game() -> None:
    by_game, by_turn = landfall(10), landfall(10, per_turn=True)
    last = by_turn.groupby("game").last()
    assert list(last["turn"]) == list(last["turns"]) == list(by_game["turns"])
    for name in ("answers", "points.red", "points.blue", "winner"):
        assert list(last[name]) == list(by_game[name])
    for _, turns in by_turn.groupby("game")["turn"]:
        assert list(turns) == list(range(1, len(turns) + 1))


def test_games_stop_when_the_turn_begins_that_is_named() -> None:
    frame = simulate("basic", games=2, until_turn=3, per_turn=True, workers=1, progress=False)
    assert list(frame["turn"]) == [1, 2, 1, 2]
    assert not frame["ended"].any()
    assert set(frame["reason"]) == {"until-turn"}
    assert {"points.red", "cities.blue", "worth.red"} <= set(frame.columns)


def test_the_points_of_a_conquistador_are_the_sum_of_their_parts() -> None:
    frame = simulate("solitaire", games=4, workers=1, progress=False, map="north")
    parts = [f"{way}.red" for way in ("gold", "awards", "cities", "favour", "debt")]
    assert list(frame[parts].sum(axis=1)) == list(frame["points.red"])
    assert frame["ended"].all()


def test_a_bot_is_shown_what_its_seat_sees() -> None:
    frame = landfall(5, bots={"red": Onlooker, "blue": Onlooker})
    assert failures(frame).empty
    assert len(frame) == 5


def test_bots_may_differ_from_seat_to_seat() -> None:
    frame = landfall(5, bots={"red": "random", "blue": RandomBot})
    assert set(frame["bot.red"]) == {"random"}
    assert set(frame["bot.blue"]) == {"RandomBot"}


def test_bots_by_seat_say_how_many_players_there_are() -> None:
    three = dict.fromkeys(("red", "blue", "green"), "random")
    assert list(simulate("basic", bots=three, games=1, until_turn=1, workers=1, progress=False)["seats"]) == [3]


def test_the_table_may_have_a_bot_of_its_own() -> None:
    sitting: dict[str, str | Maker] = {"red": "random", "blue": "random", "green": "random", "table": Sampler}
    frame = simulate("standard", bots=sitting, games=2, until_turn=3, late=1, workers=1, progress=False)
    assert_frame_equal(
        frame, simulate("standard", seats=3, games=2, until_turn=3, late=1, workers=1, progress=False), check_like=True
    )


# Who plays -------------------------------------------------------------------------------------------------------


@pytest.mark.long  # a pool of processes; the one that is killed below stands for them in `make test`
@pytest.mark.parametrize("per_turn", [False, True])
def test_the_frame_is_the_same_with_one_worker_and_with_two(per_turn: bool) -> None:
    how: dict[str, Any] = {"bots": {"red": "random", "blue": RandomBot}, "per_turn": per_turn}
    assert_frame_equal(landfall(**how), landfall(workers=2, **how))


def test_any_executor_will_do() -> None:
    with ThreadPoolExecutor(2) as pool:
        assert_frame_equal(landfall(), landfall(executor=pool))
    assert_frame_equal(landfall(), landfall(executor=Inline()))


def test_what_a_killed_process_was_playing_is_played_again(tmp_path: Path) -> None:
    bots = _doomed(tmp_path / "flag", 20)
    struck = landfall(bots=bots, workers=2)
    assert (tmp_path / "flag").exists()
    assert_frame_equal(struck, landfall(bots=bots))


@pytest.mark.long  # a pool of processes; executors that break without one are below
def test_a_broken_executor_is_replaced(tmp_path: Path) -> None:
    bots = _doomed(tmp_path / "flag", 20)
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool, pytest.warns(LabWarning, match="broken"):
        struck = landfall(bots=bots, executor=pool)
    assert_frame_equal(struck, landfall(bots=bots))


def _doomed(flag: Path, game: int) -> Callable[[int], RandomBot]:
    return partial(Doomed, flag, bot_seed(seed_of(7, game), "red"))


def test_a_chunk_that_was_lost_is_tried_again_but_not_for_ever() -> None:
    assert_frame_equal(landfall(), landfall(executor=Losing(2)))
    with pytest.raises(WorkersLost, match=r"40 chunks .* 3 times .*the worker has gone.*workers=1"):
        landfall(executor=Losing(3))


def test_an_executor_that_cannot_even_begin_is_replaced() -> None:
    class Broken(Inline):
        def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
            if self.calls == 3:
                raise BrokenProcessPool("gone")
            return super().submit(fn, *args, **kwargs)

    with pytest.warns(LabWarning, match="broken"):
        assert_frame_equal(landfall(executor=Broken()), landfall())


# Interrupts ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("per_turn", [False, True])
def test_an_interrupted_simulation_goes_on_where_it_stopped(tmp_path: Path, per_turn: bool) -> None:
    folder = tmp_path / "run"
    with pytest.raises(KeyboardInterrupt):
        landfall(executor=Inline(15), resume=folder, per_turn=per_turn)
    assert len(list(folder.glob("games-*.json"))) == 15
    rest = Inline()
    assert_frame_equal(landfall(executor=rest, resume=folder, per_turn=per_turn), landfall(per_turn=per_turn))
    assert rest.calls == 25
    again = Inline()
    assert_frame_equal(landfall(executor=again, resume=str(folder), per_turn=per_turn), landfall(per_turn=per_turn))
    assert again.calls == 0


def test_a_damaged_chunk_is_played_again(tmp_path: Path) -> None:
    landfall(resume=tmp_path)
    (tmp_path / "games-3.json").write_text('{"first": 3, ', encoding="utf-8")
    (tmp_path / "games-4.json").write_text('{"first": 4, "stop": 5, "rows": [[1]], "failures": []}', encoding="utf-8")
    (tmp_path / "games-5.json").write_text("[]", encoding="utf-8")
    (tmp_path / "games-6.json").unlink()
    again = Inline()
    assert_frame_equal(landfall(resume=tmp_path, executor=again), landfall())
    assert again.calls == 4


@pytest.mark.parametrize(
    ("other", "told"),
    [
        ({"seed": 8}, "seed is 7, not 8"),
        ({"games": 41}, "games is 40, not 41"),
        ({"captains": 3}, r"options is \{\}, not \{'captains': 3\}"),
        ({"bots": RandomBot}, "bots is"),
        ({"per_turn": True}, "per_turn is False, not True"),
        ({"until_turn": 3}, "until_turn is None, not 3"),
    ],
)
def test_the_folder_of_another_question_is_refused(tmp_path: Path, other: dict[str, Any], told: str) -> None:
    with pytest.raises(KeyboardInterrupt):
        landfall(executor=Inline(1), resume=tmp_path)
    with pytest.raises(cq.SetupError, match=rf"holds another question.*{told}"):
        landfall(resume=tmp_path, **other)


def test_the_folder_of_other_rules_or_data_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    landfall(2, resume=tmp_path)
    monkeypatch.setattr(cq, "__version__", "0.0.9")
    with pytest.raises(cq.SetupError, match=r"kit is .* not '0\.0\.9"):
        landfall(2, resume=tmp_path)


def test_games_depend_on_the_data_but_not_on_what_was_measured(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    rules = Landfall()
    question = Question("example", "{}", (seating(rules, "random"),), 4, 1)

    def kit() -> object:
        return question.document()["kit"]

    for folder in ("bots", "lab"):
        (tmp_path / "conquest" / folder).mkdir(parents=True)
    monkeypatch.setattr(asking, "data_root", lambda: tmp_path)
    before = kit()
    (tmp_path / "conquest" / "lab" / "balance.csv").write_text("game")
    assert kit() == before
    (tmp_path / "conquest" / "bots" / "weights.toml").write_text("[weights]")
    assert kit() != before


def test_a_folder_of_something_else_is_refused(tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("years of work", encoding="utf-8")
    with pytest.raises(cq.SetupError, match="not from a simulation"):
        landfall(2, resume=tmp_path)
    with pytest.raises(cq.SetupError, match="cannot be used"):
        landfall(2, resume=tmp_path / "thesis.txt")
    (tmp_path / "question.json").write_text("{}", encoding="utf-8")
    with pytest.raises(cq.SetupError, match="not a folder of a simulation"):
        landfall(2, resume=tmp_path)


# Failures --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("workers", [1, pytest.param(2, marks=pytest.mark.long)])
def test_a_failure_is_told_with_its_save_and_the_others_go_on(tmp_path: Path, workers: int) -> None:
    with pytest.warns(LabWarning, match="of 40 games failed"):
        frame = landfall(bots=Failing, workers=workers, failures=tmp_path)
    failed = failures(frame)
    assert 5 < len(failed) < 35
    assert sorted([*frame["game"], *failed["game"]]) == list(range(40))
    assert set(failed["error"]) == {"ZeroDivisionError: lost the thread"}
    first = failed.iloc[0]
    game = cq.load(first["save"])
    assert len(game.answers) == first["answers"]
    assert game.sources[0][1].seed == first["seed"] == seed_of(7, first["game"])
    assert first["answer"] == ""


def test_failures_are_remembered_by_a_folder_to_resume_from(tmp_path: Path) -> None:
    with pytest.warns(LabWarning):
        frame = landfall(bots=Failing, resume=tmp_path / "run")
    for save in failures(frame)["save"]:
        assert Path(save).parent == tmp_path / "run"
        Path(save).unlink()
    with pytest.warns(LabWarning):
        again = landfall(bots=Failing, resume=tmp_path / "run", executor=Inline(0))
    assert again.attrs["failures"] == frame.attrs["failures"]
    assert all(Path(save).exists() for save in failures(again)["save"])


def test_a_bot_that_answers_what_is_not_allowed_is_named_with_its_answer(tmp_path: Path) -> None:
    with pytest.warns(LabWarning):
        frame = landfall(2, bots=Cheating, failures=tmp_path)
    assert list(frame.columns) == list(landfall(2).columns)
    assert frame.empty
    failed = failures(frame).iloc[0]
    assert failed["answer"] == "sail overland"
    with pytest.raises(cq.IllegalAnswer, match="overland"):
        cq.load(failed["save"]).play(failed["answer"])


def test_a_bot_that_cannot_be_made_is_a_failure(tmp_path: Path) -> None:
    with pytest.warns(LabWarning, match="OSError: no bot for"):
        frame = landfall(2, bots=Unborn, failures=tmp_path)
    assert all(cq.load(save).pending is not None for save in failures(frame)["save"])


def test_a_rule_that_fails_among_random_players_gets_its_save(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    leagues = Landfall.leagues

    def broken(self: Landfall, total: int, course: str) -> int:
        if total >= 9:
            raise ZeroDivisionError("off the chart")
        return leagues(self, total, course)

    monkeypatch.setattr(Landfall, "leagues", broken)
    with pytest.warns(LabWarning):
        frame = landfall(failures=tmp_path)
    failed = failures(frame)
    assert 0 < len(failed) < 40
    assert set(failed["error"]) == {"ZeroDivisionError: off the chart"}
    for save, answer in zip(failed["save"], failed["answer"], strict=True):
        game = cq.load(save)
        with pytest.raises(ZeroDivisionError):
            game.play(answer)


def test_without_a_folder_the_saves_of_failures_lie_beside_the_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CONQUISTADORS_SAVES", str(tmp_path))
    with pytest.warns(LabWarning):
        frame = landfall(1, bots=Cheating)
    assert Path(failures(frame)["save"].iloc[0]).parent == tmp_path / "failures"


# Wrong input -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("how", "told"),
    [
        ({"games": 0}, "games must be a whole number from 1"),
        ({"games": True}, "games must be a whole number"),
        ({"games": 2.0}, "games must be a whole number"),
        ({"seed": -1}, "seed must be a whole number from 0"),
        ({"seed": "x"}, "seed must be a whole number"),
        ({"workers": 0}, "workers must be a whole number from 1"),
        ({"workers": 1, "executor": Inline()}, "not both"),
        ({"workers": None, "executor": "dask"}, "with a method submit"),
        ({"until_turn": 0}, "until_turn must be a whole number from 1"),
        ({"per_turn": 1}, "per_turn must be True or False"),
        ({"bots": "cleverest"}, "no bot 'cleverest'. Bots: random"),
        ({"bots": RandomBot(1)}, "give its class"),
        ({"bots": 3}, "a bot must be 'random'.*got 3"),
        ({"bots": dict}, "a bot must be 'random'"),
        ({"bots": {"red": "random"}}, "no bot for blue. Seats of example: red, blue"),
        ({"bots": {"red": "random", "blue": "random", "pink": "random"}}, "no seat 'pink'"),
        ({"bots": lambda seed: RandomBot(seed + 1), "workers": 2}, "cannot be sent to other processes"),
        ({"captains": 9}, "2 to 4 captains"),
        ({"speed": 9}, "no option 'speed'"),
        ({"captains": object()}, "options must be plain values"),
    ],
)
def test_wrong_input_gets_an_error_that_says_what_is_allowed(how: dict[str, Any], told: str) -> None:
    with pytest.raises(cq.SetupError, match=told):
        simulate("example", **{"games": 2, "progress": False, "workers": 1, **how})


def test_an_unknown_scenario_is_named() -> None:
    with pytest.raises(cq.SetupError, match="no scenario 'chess'"):
        simulate("chess")


def test_the_bar_can_be_switched_off(capsys: pytest.CaptureFixture[str]) -> None:
    landfall(3)
    assert capsys.readouterr().err == ""
    landfall(3, progress=True)
    assert "3/3" in capsys.readouterr().err


# Tournaments, comparisons ----------------------------------------------------------------------------------------


def test_every_seating_is_played_in_turn() -> None:
    bots: dict[str, str | Maker] = {"a": "random", "b": RandomBot, "c": Onlooker}
    frame = tournaments.tournament_games("example", bots, games=12, workers=1, progress=False, captains=3)
    sitting = frame[["bot.red", "bot.blue", "bot.green"]].value_counts()
    assert list(sitting) == [2] * 6
    more = tournaments.tournament_games("example", dict(list(bots.items())[:2]), games=6, workers=1, captains=3)
    assert more[["bot.red", "bot.blue", "bot.green"]].value_counts().to_list() == [1] * 6


def test_a_tournament_says_who_wins_how_often() -> None:
    table = tournaments.tournament("example", {"a": "random", "b": RandomBot}, games=40, workers=1, progress=False)
    assert set(table["bot"]) == {"a", "b"}
    assert set(table["games"]) == {40}
    assert table["wins"].sum() + table["shared"].max() == 40
    assert (table["low"] < table["share"]).all()
    assert (table["share"] < table["high"]).all()
    assert list(table["expected"]) == [0.5, 0.5]


def test_standings_count_wins_that_are_not_shared() -> None:
    frame = pd.DataFrame(
        [("x", "y", "red"), ("y", "x", "red"), ("x", "y", "red"), ("x", "y", "red blue"), ("x", "x", "blue")],
        columns=["bot.red", "bot.blue", "winner"],
    )
    by_bot = tournaments.standings(frame).set_index("bot")
    assert list(by_bot.loc["x", ["games", "wins", "shared"]]) == [5, 3, 1]
    assert list(by_bot.loc["y", ["games", "wins", "shared"]]) == [4, 1, 1]
    assert by_bot.loc["x", "expected"] == pytest.approx(0.6)
    by_seat = tournaments.standings(frame, of="seat").set_index("seat")
    assert list(by_seat.loc["red", ["games", "wins", "shared", "expected"]]) == [5, 3, 1, 0.5]
    duel = tournaments.duels(frame).iloc[0]
    assert list(duel[["bot", "against", "games", "wins", "losses"]]) == ["x", "y", 4, 2, 1]
    assert duel["chance"] == 4 / 8


def test_in_a_game_for_one_every_bot_plays_every_game(tmp_path: Path) -> None:
    bots: dict[str, str | Maker] = {"a": "random", "b": RandomBot}
    how: dict[str, Any] = {"games": 3, "workers": 1, "progress": False, "until_turn": 3, "map": "north"}
    frame = tournaments.tournament_games("solitaire", bots, resume=tmp_path, **how)
    assert list(frame["game"]) == [0, 1, 2, 0, 1, 2]
    assert frame["seed"].nunique() == 3
    assert_frame_equal(frame, tournaments.tournament_games("solitaire", bots, resume=tmp_path, **how))
    assert tournaments.standings(frame)["games"].to_list() == [3, 3]
    alone = pd.DataFrame([(0, "a", 9, ""), (1, "a", 5, ""), (0, "b", 3, ""), (1, "b", 5, "")])
    alone.columns = pd.Index(["game", "bot.red", "points.red", "winner"])
    assert tournaments.standings(alone)[["bot", "wins", "shared"]].to_numpy().tolist() == [["a", 1, 1], ["b", 0, 1]]
    assert tournaments.duels(alone)[["bot", "wins", "losses", "chance"]].iloc[0].to_list() == ["a", 1, 0, 0.5]


def test_the_interval_is_that_of_wilson() -> None:
    assert frames.interval(0, 10) == pytest.approx((0, 0.27753), abs=1e-5)
    assert frames.interval(10, 10) == pytest.approx((0.72247, 1), abs=1e-5)
    assert frames.interval(1, 10) == pytest.approx((0.01788, 0.40415), abs=1e-5)
    assert frames.interval(0, 0) == (0.0, 1.0)


def test_a_sweep_tells_the_variants_apart(tmp_path: Path) -> None:
    frame = variants.sweep(
        "example", [{}, {"captains": 3}], games=5, workers=1, progress=False, resume=tmp_path, seed=7
    )
    assert frame["variant"].value_counts().to_dict() == {"as it is": 5, "captains=3": 5}
    assert list(frame["points.red"].head(5)) == list(landfall(5)["points.red"])
    table = variants.summary(frame)
    assert list(table.index) == ["as it is", "captains=3"]
    assert list(table["games"]) == [5, 5]
    assert table["turns 50%"].between(1, 30).all()


def test_two_packs_are_compared() -> None:
    frame = variants.compare(None, PACK, games=2, until_turn=2, workers=1, progress=False)
    assert frame["variant"].to_list() == ["ours", "ours", str(PACK), str(PACK)]
    assert list(frame["seed"])[:2] == list(frame["seed"])[2:]


@pytest.mark.parametrize(
    ("call", "told"),
    [
        (lambda: tournaments.tournament("example", {"a": "random"}), "two bots or more"),
        (lambda: tournaments.tournament("example", {"a": "random", "b": "x"}), "no bot 'x'"),
        (lambda: tournaments.tournament("example", {"a": "random", "b": "random"}, confidence=99), "between 0 and 1"),
        (lambda: variants.compare(None, None), "two different packs"),
        (lambda: variants.sweep("example", []), "at least one variant"),
        (lambda: variants.sweep("example", "captains"), "a list of variants"),  # type: ignore[arg-type]
        (lambda: variants.sweep("example", [3]), "a table of options"),  # type: ignore[list-item]
        (lambda: variants.sweep("example", [{}, {}]), "the same"),
        (lambda: tournaments.standings(pd.DataFrame()), "not a frame of games"),
        (lambda: tournaments.standings(landfall(1), of="x"), "'bot' or 'seat'"),
        (lambda: pictures.bands(landfall(1)), "Solitaire"),
        (lambda: pictures.time_figure(landfall(1)), "per_turn=True"),
        (lambda: pictures.time_figure(landfall(1, per_turn=True), what="x"), "Counted: points"),
        (lambda: pictures.ways_figure(landfall(1)), "has no breakdown of points"),
        (lambda: pictures.length_figure(landfall(1), by="x"), "no column 'x'"),
    ],
)
def test_wrong_comparisons_get_an_error(call: Callable[[], object], told: str) -> None:
    with pytest.raises(cq.SetupError, match=told):
        call()


# Figures ---------------------------------------------------------------------------------------------------------


def test_the_score_bands_of_solitaire() -> None:
    frame = simulate("solitaire", games=4, workers=1, progress=False, map="north")
    frame["points.red"] = [10, 60, 60, 400]
    table = pictures.bands(frame)
    assert table["games"].sum() == 4
    assert table.set_index("from")["games"].loc[50] == 2
    assert ((table["low"] <= table["part"]) & (table["part"] <= table["high"])).all()
    (bar,) = pictures.bands_figure(frame).data
    assert list(bar.y) == list(table["part"])
    frame["half"] = ["a", "a", "b", "b"]
    assert [bar.name for bar in pictures.bands_figure(frame, by="half").data] == ["a", "b"]
    assert list(pictures.bands(frame, by="half")["half"].unique()) == ["a", "b"]
    ways = {bar.name: bar.y[0] for bar in pictures.ways_figure(frame).data}
    assert set(ways) == {"gold", "awards", "cities", "governor index", "debt"}
    assert ways["governor index"] == frame["favour.red"].mean()


def test_the_length_of_games_and_points_over_time() -> None:
    frame = landfall(20, per_turn=True)
    (bar,) = pictures.length_figure(frame).data
    assert sum(bar.y) == pytest.approx(1)
    median, around, *_ = pictures.time_figure(frame).data
    assert median.name == "red"
    at_3 = frame[frame["turn"] == 3]["points.red"]
    assert median.y[median.x.index(3)] == at_3.median()
    assert len(around.x) == 2 * len(median.x)


def test_the_laboratory_loads_what_is_asked_for() -> None:
    from conquistadors import lab

    assert lab.simulate is simulation.simulate
    with pytest.raises(AttributeError, match="the laboratory has no 'telescope'"):
        lab.telescope  # noqa: B018  # on purpose
