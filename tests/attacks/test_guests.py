"""Somebody else's bot sees nothing that its view does not hold, and whatever it does is a row of the result."""

from __future__ import annotations

import importlib.util
import json
import pickle
import re
from pathlib import Path
from random import Random
from typing import Any, cast

import pytest

from attacks.worlds import everywhere, scenes
from conquistadors import lab
from conquistadors.bots import RandomBot, guest
from conquistadors.bots.guests import Guest, GuestBot
from conquistadors.bots.naming import bots_by_seat
from conquistadors.engine.errors import GuestError, SetupError
from conquistadors.engine.game import Game
from conquistadors.engine.requests import Choice
from conquistadors.engine.sending import view_from_json, view_to_json
from conquistadors.games import rules_for
from conquistadors.lab.simulation import failures, simulate
from conquistadors.lab.tournaments import tournament_games
from support.sizes import size

CHEATED = size("CHEATED_GAMES", thin=1, soak=20)
"""So many games of each scenario are cheated in."""
SENT = size("SENT_VIEWS", thin=12, soak=2000)
"""So many views of a game are sent and compared."""

EVERYWHERE = everywhere()
PARTS = ("seat", "position", "pending", "options", "lines", "supposes", "waits_for", "ending", "prompt")
PLAIN = "class Mine:\n    def answer(self, view):\n        "
GREEDY = """
from conquistadors.bots import RandomBot

class Greedy:
    def __init__(self, seed=0):
        self.otherwise = RandomBot(seed)

    def answer(self, view):
        worlds = view.suppose(__import__("random").Random(1))
        print("thinking", view.prompt, len(view.lines), worlds)
        for option in view.options:
            if option.verb in ("plunder", "play"):
                return option
        return self.otherwise.answer(view)
"""


@pytest.fixture
def saves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a save in it that tells everything, below that of the guest: as it might be at home."""
    folder = tmp_path / "saves"
    folder.mkdir()
    (folder / "game.json").write_text("all that is hidden")
    (tmp_path / ".secret").mkdir()
    (tmp_path / ".secret" / "notes.txt").write_text("all that is hidden")
    monkeypatch.setenv("CONQUISTADORS_SAVES", str(folder))
    return folder


def cheat(tmp_path: Path, saves: Path) -> Path:
    file = tmp_path / "cheat.py"
    source = Path(__file__).with_name("cheat.py").read_text(encoding="utf-8")
    file.write_text(source.replace("SAVES FOLDER", str(saves)), encoding="utf-8")
    return file


def bot_in(tmp_path: Path, source: str, **limits: Any) -> GuestBot:
    file = tmp_path / "mine.py"
    file.write_text(source, encoding="utf-8")
    return guest(file, **limits)(3)


def game_of(scenario: str, options: dict[str, Any], seed: int = 1, steps: int = 25) -> Game[Any]:
    """A game that has been played for a while."""
    game: Game[Any] = Game.new(rules_for(scenario, options), seed=seed)
    random = Random(seed)
    while isinstance(game.pending, Choice) and (steps > 0 or game.pending.who not in game.rules.seats):
        game.play(random.choice(game.options))
        steps -= 1
    return game


@pytest.mark.soak
@pytest.mark.parametrize(("scenario", "options"), EVERYWHERE, ids=[each for each, _ in EVERYWHERE])
def test_a_cheating_guest_finds_nothing(scenario: str, options: dict[str, Any], tmp_path: Path, saves: Path) -> None:
    for seed in range(CHEATED):
        game = game_of(scenario, options, seed)
        assert game.pending is not None
        with pytest.raises(GuestError) as caught:
            guest(cheat(tmp_path, saves))(seed).answer(game.view(game.pending.who))
        said = re.search(r"RuntimeError: (\[.*?\])", str(caught.value))
        assert said, str(caught.value)
        assert json.loads(said[1]) == []
        assert not (tmp_path / "written.txt").exists()


def test_in_the_process_of_the_game_the_same_cheat_finds_something(tmp_path: Path, saves: Path) -> None:
    """A cheat that never finds anything proves nothing: here are the memory, the frames, the files."""
    spec = importlib.util.spec_from_file_location("cheating_at_home", cheat(tmp_path, saves))
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    game = game_of("example", {"captains": 3})
    assert game.pending is not None
    view = game.view(game.pending.who)
    home = module.Cheat()
    found = {"by_memory", "by_frames", "by_saves", "by_saves_by_name", "by_hidden_files", "by_writing"}
    assert {way for way in found if getattr(home, way)(view)} == found
    not_in_the_view = ("by_closures", "by_attributes", "by_the_log", "by_pickles", "by_dice")
    for way in not_in_the_view:
        assert not getattr(home, way)(view), way


@pytest.mark.soak
@pytest.mark.parametrize(("scenario", "options"), EVERYWHERE, ids=[each for each, _ in EVERYWHERE])
def test_a_view_that_is_sent_is_the_same_view(scenario: str, options: dict[str, Any]) -> None:
    game, random = game_of(scenario, options, steps=0), Random(2)
    known: dict[str | None, Any] = {}
    for _ in range(SENT):
        asked = game.pending
        if not isinstance(asked, Choice):
            break
        for seat in {asked.who: None, None: None}:
            view, earlier = game.view(seat), known.get(seat, ())
            sent = json.loads(json.dumps(view_to_json(view, len(earlier))))
            again = view_from_json(sent, game.rules, earlier)
            for name in PARTS:
                assert getattr(again, name) == getattr(view, name), name
            known[seat] = again.lines
        game.play(random.choice(game.options))


def test_a_guest_plays_as_it_would_at_home(tmp_path: Path) -> None:
    game = game_of("example", {"captains": 2}, steps=0)
    bot = bot_in(tmp_path, GREEDY)
    home: dict[str, Any] = {}
    exec(GREEDY, home)
    there, here = bot, home["Greedy"](3)
    taken_back = False
    for _ in range(30):
        asked = game.pending
        if not isinstance(asked, Choice):
            break
        if asked.who == "red":
            view = game.view("red")
            chosen = there.answer(view)
            assert chosen == here.answer(view)
            game.play(chosen)
        else:
            game.play(game.options[0])
        if not taken_back and len(game.log) > 20:
            game.undo_policy, taken_back = "training", True
            game.undo()
            game.undo()
    bot.close()


@pytest.mark.parametrize(
    ("source", "limits", "said"),
    [
        (PLAIN + "return view.options[99]", {}, "has failed: .*IndexError"),
        (PLAIN + "return 'all your gold'", {}, "answers 'all your gold', which is not allowed"),
        (PLAIN + "raise SystemExit", {}, "has failed: .*SystemExit"),
        (PLAIN + "import os; os._exit(7)", {}, r"is gone: its program has ended"),
        (PLAIN + "\n        while True: pass", {"cpu": 1}, "is gone: its program has ended"),
        (PLAIN + "import time; time.sleep(1000)", {"wall": 0.05}, "has not answered for 0.05 seconds"),
        (PLAIN + "return bytearray(4 << 30)", {"memory": 1024}, "has failed: .*MemoryError"),
        ("import socket; socket.create_server(('127.0.0.1', 0))", {}, "a guest may not do this: socket"),
        ("nobody = 1", {}, "one class with answer.view. is wanted, and there is: none"),
        (PLAIN + "pass\n" + PLAIN.replace("Mine", "Other") + "pass", {}, "there is: Mine, Other"),
        ("class Mine", {}, "has failed: .*SyntaxError"),
    ],
    ids=["error", "not-allowed", "exit", "gone", "computes", "sleeps", "memory", "network", "none", "two", "syntax"],
)
def test_whatever_a_guest_does_is_said(source: str, limits: dict[str, Any], said: str, tmp_path: Path) -> None:
    game = game_of("example", {"captains": 2}, steps=0)
    bot = bot_in(tmp_path, source, **limits)
    with pytest.raises(GuestError, match=said):
        bot.answer(game.view("red"))
    bot.close()


def test_a_guest_that_fails_has_lost_and_is_a_row(tmp_path: Path) -> None:
    file = tmp_path / "bad.py"
    file.write_text(PLAIN + "return view.options[99]", encoding="utf-8")
    how: dict[str, Any] = {"games": 2, "seed": 1, "workers": 1, "progress": False, "failures": tmp_path / "failed"}
    with pytest.warns(UserWarning, match="2 of 2 games"):
        games = tournament_games("example", {"bad": guest(file), "random": "random"}, **how)
    assert list(games["reason"]) == ["forfeit", "forfeit"]
    assert not games["ended"].any()
    winners = [row[f"bot.{row['winner']}"] for _, row in games.iterrows()]
    assert winners == ["random", "random"]
    assert set(lab.tournaments.standings(games)["wins"]) == {2, 0}
    assert all("IndexError" in error for error in failures(games)["error"])


def test_a_lone_guest_that_fails_is_behind_all_others(tmp_path: Path) -> None:
    file = tmp_path / "bad.py"
    file.write_text("class Bad:\n    pass", encoding="utf-8")
    how: dict[str, Any] = {"games": 1, "workers": 1, "progress": False, "failures": tmp_path / "failed", "map": "south"}
    with pytest.warns(UserWarning, match="1 of 1 games"):
        games = tournament_games("solitaire", {"bad": guest(file), "random": "random"}, until_turn=1, **how)
    table = lab.tournaments.standings(games)
    assert dict(zip(table["bot"], table["wins"], strict=True)) == {"random": 1, "bad": 0}


def test_a_good_guest_plays_in_the_laboratory_and_at_a_table(tmp_path: Path) -> None:
    file = tmp_path / "greedy.py"
    file.write_text(GREEDY, encoding="utf-8")
    invited = guest(file)
    assert pickle.loads(pickle.dumps(invited)) == invited
    frame = simulate("example", bots={"red": invited, "blue": "random"}, games=1, workers=1, progress=False)
    assert list(frame["bot.red"]) == ["greedy"]
    assert frame["ended"].all()
    sitting = bots_by_seat({"red": invited, "blue": RandomBot()}, rules_for("example", {}))
    assert isinstance(sitting["red"], GuestBot)


def test_the_seed_of_a_guest_tells_nothing_of_the_dice(tmp_path: Path) -> None:
    bot = bot_in(tmp_path, PLAIN + "pass")
    assert guest(tmp_path / "mine.py")(2**50 + 5)._seed == 5
    assert bot._seed == 3


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda file: guest(file.with_name("nobody.py")), "there is no file"),
        (lambda _: guest(cast("Any", 7)), "there is no file 7"),
        (lambda file: guest(file, cpu=0), "cpu must be a number above zero"),
        (lambda file: guest(file, memory=cast("Any", "much")), "memory must be a number above zero"),
        (lambda file: guest(file, wall=float("nan")), "wall must be a number above zero"),
    ],
)
def test_a_strange_invitation_is_refused(call: Any, said: str, tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(PLAIN + "pass")
    with pytest.raises(SetupError, match=said):
        call(file)


def test_every_scenario_for_several_is_attacked() -> None:
    assert len(scenes()) >= 3
    assert isinstance(guest(__file__), Guest)
