"""How fast Conquistador! is: answers beside catanatron's actions, a finished game loaded, the table shown again."""

from __future__ import annotations

import time
from random import Random
from typing import Any

import conquistadors as cq
from benchmarks.test_basic_speed import their_games
from conquistadors.engine import saves
from conquistadors.engine.game import Game
from conquistadors.engine.playout import random_playout
from conquistadors.games import rules_for
from conquistadors.games.exploration.rules.game import SpainAlone
from conquistadors_widgets.table import Table
from support.spain_story import Weighted

RULES = SpainAlone()
KIT = "0"
LEGS = ("fit europe", "take columbus", "take 2316.1", "amount 8", "done", "sail 2316.1", "amount 0", "done")
"""To the question with most answers: where an Explorer sails."""


def answers(games: int = 8) -> float:
    """Random games to the end, without events: answers a second."""
    start = time.process_time()
    given = sum(random_playout(RULES, seed) for seed in range(games))
    return given / (time.process_time() - start)


def actions() -> float:
    """The same of catanatron, by the CPU as well: nothing but the clock differs."""
    start, clock = time.process_time(), time.perf_counter()
    rate, _ = their_games(1)
    return rate * (time.perf_counter() - clock) / (time.process_time() - start)


def finished() -> Game[Any]:
    """A whole game in which something happens."""
    game, choose = cq.new_game("exploration", seed=1), Weighted(1)
    while game.pending is not None:
        game.play(choose(game))
    return game


def test_answers_beside_catanatron(interleaved: Any) -> None:
    interleaved("exploration: answers / actions", answers, actions, "per CPU second", "goal: 2 or more")


def test_a_finished_game_is_loaded(benchmark: Any) -> None:
    text = saves.to_text(finished(), KIT)
    benchmark.extra_info["goal"] = "under 3 s"
    loaded = benchmark.pedantic(lambda: saves.from_text(text, rules_for, KIT), rounds=3)
    assert loaded.ending is not None


def test_the_table_is_shown_after_an_answer(benchmark: Any) -> None:
    game = cq.new_game("exploration", seed=5)
    for answer in LEGS:
        game.play(answer)
    table = Table(game, {})
    stops = [option.id for option in game.options if option.verb == "go"]
    dice, before = Random(1), len(game.answers)
    game.undo_policy = "training"

    def answered() -> None:
        table.model.press(dice.choice(stops))
        table.show()

    def taken_back() -> None:
        if len(game.answers) > before:
            table.model.undo()

    benchmark.extra_info["goal"] = "under 300 ms"
    benchmark.pedantic(answered, setup=taken_back, rounds=7)
    assert table.game.position.expeditions["spain-1"].points
