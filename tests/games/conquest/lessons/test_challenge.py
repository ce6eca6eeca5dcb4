"""The class challenge: one seed for all, the verdict of each."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import conquistadors as cq
from conquistadors.bots import RandomBot, let_bots_play
from conquistadors.bots.preparing import make_ready
from conquistadors.engine.chance import Seeded
from conquistadors.engine.errors import SetupError
from conquistadors.engine.game import Game
from conquistadors.games.conquest.lessons.challenge import verdicts


def test_23_4_the_verdict_of_each_pupil(tmp_path: Path) -> None:
    for number, name in enumerate(("Ana", "Ben", "Carla")):
        game = cq.new_game("solitaire", players=[name], map="south", seed=1532)
        if name != "Carla":
            let_bots_play(game, {"red": RandomBot(number)})
        cq.save(game, tmp_path / f"{name}.json")
    table = verdicts(tmp_path)
    assert set(table["name"]) == {"Ana", "Ben", "Carla"}
    assert list(table["points"]) == sorted(table["points"], reverse=True)
    assert dict(zip(table["name"], table["over"], strict=True)) == {"Ana": True, "Ben": True, "Carla": False}
    assert verdicts(tmp_path, "fr")["verdict"][0] != table["verdict"][0]
    assert list(table["rank"]) == [1 + sum(table["points"] > points) for points in table["points"]]
    assert set(table["dice"]) == {"seeded"}
    assert set(table["seed"]) == {"1532"}
    assert all("map=south" in options for options in table["options"])


def test_only_games_of_one_challenge_played_by_the_rules_are_ranked(tmp_path: Path) -> None:
    def new(name: str, seed: int = 7, sheet: str = "south", **how: Any) -> Game[Any]:
        return cq.new_game("solitaire", players=[name], map=sheet, seed=seed, **how)

    corrected, reseeded = new("corrected"), new("reseeded")
    make_ready(corrected)
    corrected.adjust(f"gold {next(iter(corrected.position.expeditions))} 5")
    reseeded.play(reseeded.options[0])
    reseeded.use_chance(Seeded(3))
    laid_out = Game.new(corrected.rules, ["laid out"], seed=7, position=corrected.checkpoint.position)
    games = [
        *(new("Ana"), new("Ben"), new("other seed", 8), new("other map", sheet="north"), new("dice", chance="table")),
        *(new("training", undo="training"), corrected, reseeded, laid_out),
    ]
    for number, game in enumerate(games):
        cq.save(game, tmp_path / f"{number}.json")
    (tmp_path / "broken.json").write_text('{"format": "conquistadors-save"')
    cq.save(cq.new_game("basic", players=["A", "B"], seed=1), tmp_path / "two.json")
    table = verdicts(tmp_path)
    assert len(table) == len(games) + 2
    assert set(table[table["rank"].notna()]["name"]) == {"Ana", "Ben"}
    assert list(table["rank"])[:2] == [1, 1]
    notes = dict(zip(table["name"], table["note"], strict=True))
    assert notes["Ana"] == notes["Ben"] == ""
    assert {notes[name] for name in ("other seed", "other map", "dice")} == {"another challenge"}
    assert notes["training"] == "training undo"
    assert notes["corrected"] == "changed by hand"
    assert notes["reseeded"] == "different dice from some point on"
    assert notes["laid out"] == "started from a set-up position"
    unread = table[table["name"] == ""].set_index("file")["note"]
    assert "broken.json" in unread["broken.json"]
    assert "not for 'basic'" in unread["two.json"]
    assert table["rank"].isna().sum() == len(games)
    in_french = set(verdicts(games, "fr")["note"])
    assert "un autre défi" in in_french


def test_there_has_to_be_something_to_judge() -> None:
    with pytest.raises(SetupError, match="not for 'basic'"):
        verdicts([cq.new_game("basic", players=["A", "B"], seed=1)])
    with pytest.raises(SetupError, match="no game to judge"):
        verdicts([])
