"""How fast the Basic Game is, beside catanatron: random games of three players."""

from __future__ import annotations

import time
from collections.abc import Callable
from random import Random
from typing import Any

from catanatron import Color, RandomPlayer
from catanatron import Game as CatanGame

from conquistadors.engine.playout import play_out, random_playout
from conquistadors.games.conquest.rules.position import ConquestPosition
from conquistadors.games.conquest.rules.scenarios import BasicGame
from support.speed import per_call

RULES = BasicGame(3, "both")
LAST_TURN = 15


def until_turn(last: int) -> Callable[[ConquestPosition], bool]:
    return lambda pos: pos.turn >= last


def our_games(games: int = 3) -> tuple[float, float]:
    """Random games to the end or to turn 15, without events: answers and games a second."""
    start = time.perf_counter()
    answered = sum(random_playout(RULES, seed, until_turn(LAST_TURN)) for seed in range(games))
    taken = time.perf_counter() - start
    return answered / taken, games / taken


def catan() -> Any:
    return CatanGame([RandomPlayer(color) for color in (Color.RED, Color.BLUE, Color.WHITE)], seed=1)


def their_games(games: int = 3) -> tuple[float, float]:
    """Random games of catanatron with three players: actions and games a second."""
    start = time.perf_counter()
    acted = 0
    for _ in range(games):
        game = catan()
        game.play()
        acted += len(game.state.actions)
    taken = time.perf_counter() - start
    return acted / taken, games / taken


def test_random_games_beside_catanatron(interleaved: Any) -> None:
    goal = "goal: 5 or more, floor 3"
    interleaved("answers / actions", lambda: our_games()[0], lambda: their_games()[0], "per second", goal)
    interleaved("games / games", lambda: our_games()[1], lambda: their_games()[1], "per second", "no goal")


def test_position_copy_beside_game_copy(interleaved: Any) -> None:
    pos = RULES.start()
    play_out(RULES, pos, Random(1), until_turn(6))
    theirs = catan()
    for _ in range(60):
        theirs.play_tick()
    ours, peer = per_call(pos.copy, 2000), per_call(theirs.copy, 500)
    interleaved("position copy / Game.copy()", ours, peer, "us", "goal: 0.2 or less")
