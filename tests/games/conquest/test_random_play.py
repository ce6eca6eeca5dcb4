"""Random play of all games of The Conquistadors: a small slice; the long run is `make soak`."""

from __future__ import annotations

import inspect
import os
from concurrent.futures import ProcessPoolExecutor
from dataclasses import fields
from functools import partial

import pytest

from conquistadors.__main__ import fuzz_seeds
from conquistadors.engine.position import Position
from conquistadors.games.conquest.rules.house import HouseRules
from conquistadors.games.conquest.rules.solitaire import SolitaireGame
from conquistadors.games.conquest.rules.standard import StandardGame
from conquistadors.scenarios import OTHERWISE, VARIANTS

GAMES = {
    "basic": int(os.environ.get("BASIC_GAMES", "30")),
    "standard": int(os.environ.get("STANDARD_GAMES", "44")),
    "solitaire": int(os.environ.get("SOLITAIRE_GAMES", "27")),
}
LAST_TURN = int(os.environ.get("LAST_TURN", "3"))


def late(position: Position) -> bool:
    return bool(getattr(position, "turn", 0) >= LAST_TURN)


@pytest.mark.soak
@pytest.mark.parametrize("scenario", GAMES)
def test_random_play_with_any_number_of_players_on_all_maps_keeps_every_promise(scenario: str) -> None:
    """No crash, no dead end, no refused option, nothing lost or made, replays and saves agree, and nothing leaks."""
    games = GAMES[scenario]
    chunks = [range(start, min(start + 10, games)) for start in range(0, games, 10)]
    with ProcessPoolExecutor(2) as workers:
        reports = list(workers.map(partial(fuzz_seeds, scenario, thorough=0.0005, until=late), chunks))
    assert sum(report.games for report in reports) == games
    assert sum(report.decisions for report in reports) > games * 50


def set_up(position: Position) -> bool:
    return bool(getattr(position, "turn", 0) >= 1)


def test_equal_positions_of_other_maps_and_options_are_not_taken_for_one() -> None:
    """Before anything is on the map, the Standard Game looks the same on all maps; what follows does not."""
    assert fuzz_seeds("standard", range(40), thorough=0.2, until=set_up).games == 40


def test_the_fuzzed_standard_games_have_every_option() -> None:
    variants = VARIANTS["standard"]
    assert {variant.get("seats") for variant in variants} == {2, 3, 4, 5}
    assert {variant.get("map") for variant in variants} >= {"north", "south", "both"}
    known = inspect.signature(StandardGame).parameters
    assert {name for variant in variants for name in variant} == set(known) - {"pack"}


def test_the_fuzzed_solitaire_games_have_every_option() -> None:
    variants = VARIANTS["solitaire"]
    assert {variant["map"] for variant in variants} == {"north", "south"}
    assert {type(variant.get("conquistadors")) for variant in variants} == {type(None), str, list}
    known = inspect.signature(SolitaireGame).parameters
    assert {name for variant in variants for name in variant} == set(known) - {"pack"}


def test_one_of_the_fuzzed_tables_rules_everything_otherwise() -> None:
    """Section 7 of the rulings: random play sees both values of every option."""
    usual = HouseRules()
    assert {field.name for field in fields(HouseRules)} == set(OTHERWISE)
    assert all(getattr(usual, name) != value for name, value in OTHERWISE.items())
