"""Random play of the Basic Game: a small slice; the long run is `make soak`."""

from __future__ import annotations

import os
from concurrent.futures import ProcessPoolExecutor
from dataclasses import fields
from functools import partial

import pytest

from conquistadors.__main__ import fuzz_seeds
from conquistadors.conquest.house import HouseRules
from conquistadors.engine.position import Position
from conquistadors.scenarios import OTHERWISE

GAMES = int(os.environ.get("BASIC_GAMES", "30"))
LAST_TURN = int(os.environ.get("LAST_TURN", "3"))


def late(position: Position) -> bool:
    return bool(getattr(position, "turn", 0) >= LAST_TURN)


@pytest.mark.soak
def test_random_play_of_two_to_four_players_on_all_maps_keeps_every_promise() -> None:
    """No crash, no dead end, no refused option, nothing lost or made, replays and saves agree, and nothing leaks."""
    chunks = [range(start, min(start + 10, GAMES)) for start in range(0, GAMES, 10)]
    with ProcessPoolExecutor(2) as workers:
        reports = list(workers.map(partial(fuzz_seeds, "basic", thorough=0.0005, until=late), chunks))
    assert sum(report.games for report in reports) == GAMES
    assert sum(report.decisions for report in reports) > GAMES * 50


def test_one_of_the_fuzzed_tables_rules_everything_otherwise() -> None:
    """Section 7 of the rulings: random play sees both values of every option."""
    usual = HouseRules()
    assert {field.name for field in fields(HouseRules)} == set(OTHERWISE)
    assert all(getattr(usual, name) != value for name, value in OTHERWISE.items())
