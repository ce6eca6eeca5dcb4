"""A class challenge in Conquistador!: everybody plays on the same seed, and the laboratory compares the games."""

from __future__ import annotations

from pathlib import Path

import conquistadors as cq
from conquistadors.bots import let_bots_play
from conquistadors.bots.naming import bot_named
from conquistadors.games import play_of, rules_for
from conquistadors.lab.classes import verdicts

SEED = 1519


def test_21_29_spain_alone_has_won_with_4500_points_or_not() -> None:
    rules = rules_for("exploration", {})
    lost, won = play_of(rules).bands(rules, "en")
    assert (lost[0], won[0]) == (0, 4500)
    assert [text for _, text in (lost, won)] == [
        "Spain has not reached 4,500 points.",
        "Spain has 4,500 points or more.",
    ]
    assert not play_of(rules_for("campaign", {})).bands(rules_for("campaign", {}), "en")


def test_two_games_on_one_seed_are_ranked_by_their_points(tmp_path: Path) -> None:
    for name, bot in {"Ana": bot_named("governor"), "Ben": bot_named("random", 1)}.items():
        game = cq.new_game("exploration", players=[name], seed=SEED, turns=2)
        let_bots_play(game, {"spain": bot})
        cq.save(game, tmp_path / f"{name}.json")
    table = verdicts(tmp_path)
    assert sorted(table["name"]) == ["Ana", "Ben"]
    assert list(table["points"]) == sorted(table["points"], reverse=True)
    assert list(table["rank"]) == [1, 2]
    assert set(table["over"]) == {True}
