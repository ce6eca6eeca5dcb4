"""Random play of all games of The Conquistadors: a small slice; the long run is `make soak`."""

from __future__ import annotations

import inspect
from dataclasses import fields

import pytest

from conquistadors.__main__ import fuzz_seeds
from conquistadors.engine.position import Position
from conquistadors.games.conquest.kit import OTHERWISE, SOLITAIRE, STANDARD
from conquistadors.games.conquest.rules.house import HouseRules
from conquistadors.games.conquest.rules.solitaire import SolitaireGame
from conquistadors.games.conquest.rules.standard import StandardGame
from support.sizes import size

GAMES = {
    "basic": size("BASIC_GAMES", thin=10, soak=2000),
    "standard": size("STANDARD_GAMES", thin=22, soak=2000),
    "solitaire": size("SOLITAIRE_GAMES", thin=9, soak=1000),
}
"""Every variant once, at least."""
LAST_TURN = size("LAST_TURN", thin=2, soak=15)
CHUNK = 10


def late(position: Position) -> bool:
    return bool(getattr(position, "turn", 0) >= LAST_TURN)


@pytest.mark.soak
@pytest.mark.parametrize(
    ("scenario", "first"), [(name, first) for name, games in GAMES.items() for first in range(0, games, CHUNK)]
)
def test_random_play_with_any_number_of_players_on_all_maps_keeps_every_promise(scenario: str, first: int) -> None:
    """No crash, no dead end, no refused option, nothing lost or made, replays and saves agree, and nothing leaks."""
    seeds = range(first, min(first + CHUNK, GAMES[scenario]))
    report = fuzz_seeds(scenario, seeds, thorough=0.0005, until=late)
    assert report.games == len(seeds)
    assert report.decisions > len(seeds) * 50


def set_up(position: Position) -> bool:
    return bool(getattr(position, "turn", 0) >= 1)


def test_equal_positions_of_other_maps_and_options_are_not_taken_for_one() -> None:
    """Before anything is on the map, the Standard Game looks the same on all maps; what follows does not."""
    assert fuzz_seeds("standard", range(22), thorough=0.2, until=set_up).games == 22


def test_the_fuzzed_standard_games_have_every_option() -> None:
    variants = STANDARD.variants
    assert {variant.get("seats") for variant in variants} == {2, 3, 4, 5}
    assert {variant.get("map") for variant in variants} >= {"north", "south", "both"}
    known = inspect.signature(StandardGame).parameters
    assert {name for variant in variants for name in variant} == set(known) - {"pack"}


def test_the_fuzzed_solitaire_games_have_every_option() -> None:
    variants = SOLITAIRE.variants
    assert {variant["map"] for variant in variants} == {"north", "south"}
    assert {type(variant.get("conquistadors")) for variant in variants} == {type(None), str, list}
    known = inspect.signature(SolitaireGame).parameters
    assert {name for variant in variants for name in variant} == set(known) - {"pack"}


def test_one_of_the_fuzzed_tables_rules_everything_otherwise() -> None:
    """Section 7 of the rulings: random play sees both values of every option."""
    usual = HouseRules()
    assert {field.name for field in fields(HouseRules)} == set(OTHERWISE)
    assert all(getattr(usual, name) != value for name, value in OTHERWISE.items())
