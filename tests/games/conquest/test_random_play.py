"""What random play of The Conquistadors sees: every option. It is played in `tests/games/test_every_kit.py`."""

from __future__ import annotations

import inspect
from dataclasses import fields

from conquistadors.engine.position import Position
from conquistadors.fuzzing import fuzz_seeds
from conquistadors.games.conquest.kit import OTHERWISE, SOLITAIRE, STANDARD
from conquistadors.games.conquest.rules.house import HouseRules
from conquistadors.games.conquest.rules.solitaire import SolitaireGame
from conquistadors.games.conquest.rules.standard import StandardGame


def set_up(position: Position) -> bool:
    return bool(getattr(position, "turn", 0) >= 1)


def test_equal_positions_of_other_maps_and_options_are_not_taken_for_one() -> None:
    """Before anything is on the map, the Standard Game looks the same on all maps; what follows does not."""
    assert fuzz_seeds("standard", range(22), thorough=0.03, until=set_up).games == 22


def test_the_fuzzed_standard_games_have_every_option() -> None:
    variants = STANDARD.variants
    assert {variant.get("seats") for variant in variants} == {2, 3, 4, 5}
    assert {variant.get("map") for variant in variants} >= {"north", "south", "both"}
    known = inspect.signature(StandardGame).parameters
    assert {name for variant in variants for name in variant} == set(known) - {"pack", "changes"}


def test_the_fuzzed_solitaire_games_have_every_option() -> None:
    variants = SOLITAIRE.variants
    assert {variant["map"] for variant in variants} == {"north", "south"}
    assert {type(variant.get("conquistadors")) for variant in variants} == {type(None), str, list}
    known = inspect.signature(SolitaireGame).parameters
    assert {name for variant in variants for name in variant} == set(known) - {"pack", "changes"}


def test_one_of_the_fuzzed_tables_rules_everything_otherwise() -> None:
    """Section 7 of the rulings: random play sees both values of every option."""
    usual = HouseRules()
    assert {field.name for field in fields(HouseRules)} == set(OTHERWISE)
    assert all(getattr(usual, name) != value for name, value in OTHERWISE.items())
