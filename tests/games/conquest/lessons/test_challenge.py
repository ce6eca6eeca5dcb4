"""The class challenge: one seed for all, the verdict of each."""

from __future__ import annotations

from pathlib import Path

import pytest

import conquistadors as cq
from conquistadors.bots import RandomBot, let_bots_play
from conquistadors.engine.errors import SetupError
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


def test_only_one_challenge_at_a_time() -> None:
    games = [cq.new_game("solitaire", players=[name], map="south", seed=seed) for name, seed in (("A", 1), ("B", 2))]
    with pytest.raises(SetupError, match="different challenges"):
        verdicts(games)
    with pytest.raises(SetupError, match="not for 'basic'"):
        verdicts([cq.new_game("basic", players=["A", "B"], seed=1)])
    with pytest.raises(SetupError, match="no game to judge"):
        verdicts([])
