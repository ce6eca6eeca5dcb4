"""How fast many games are played: random and scripted players beside those of catanatron, one worker and two."""

from __future__ import annotations

import time
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any

import pytest
from catanatron import Color, RandomPlayer
from catanatron import Game as CatanGame
from catanatron.players.weighted_random import WeightedRandomPlayer

from conquistadors.lab.simulation import simulate

SETUP: dict[str, Any] = {"seats": 3, "until_turn": 15, "progress": False, "workers": 1}


def ours(bots: str, games: int) -> float:
    """Games a second of the three-player Basic Game, to the end or to turn 15, as rows of a frame."""
    start = time.perf_counter()
    assert len(simulate("basic", bots=bots, games=games, seed=1, **SETUP)) == games
    return games / (time.perf_counter() - start)


def theirs(player: Any, games: int) -> float:
    start = time.perf_counter()
    for seed in range(games):
        CatanGame([player(color) for color in (Color.RED, Color.BLUE, Color.WHITE)], seed=seed).play()
    return games / (time.perf_counter() - start)


def number(request: pytest.FixtureRequest, games: int) -> int:
    return 1 if request.config.getoption("benchmark_disable") else games


def test_games_of_random_players(interleaved: Any, request: pytest.FixtureRequest) -> None:
    games = number(request, 4)
    interleaved(
        "games of random players / catanatron",
        lambda: ours("random", games),
        lambda: theirs(RandomPlayer, games),
        "games a second",
        "no goal",
    )


def test_games_of_captains(interleaved: Any, request: pytest.FixtureRequest) -> None:
    games = number(request, 6)
    interleaved(
        "games of captains / weighted random of catanatron",
        lambda: ours("captain", games),
        lambda: theirs(WeightedRandomPlayer, games),
        "games a second",
        "no goal",
    )


@pytest.mark.long  # a pool of processes beside the workers of the tests
def test_two_workers_beside_one(interleaved: Any, request: pytest.FixtureRequest) -> None:
    """Workers are started before the clock: what is measured is how the games are spread."""
    games = number(request, 120)
    with (
        ProcessPoolExecutor(1, mp_context=get_context("spawn")) as one,
        ProcessPoolExecutor(2, mp_context=get_context("spawn")) as two,
    ):

        def spread(pool: ProcessPoolExecutor) -> float:
            start = time.perf_counter()
            simulate("solitaire", bots="captain", games=games, seed=1, map="north", executor=pool, progress=False)
            return games / (time.perf_counter() - start)

        spread(one)
        spread(two)
        interleaved("two workers / one", lambda: spread(two), lambda: spread(one), "games a second", "goal 1.7", 5)
