"""Packs that somebody has changed: the checker says what is wrong, or every scenario can be played with them."""

from __future__ import annotations

import tempfile
from pathlib import Path
from random import Random
from typing import Final

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from conquistadors.engine.errors import DataError
from conquistadors.engine.game import Game
from conquistadors.games import KITS, GameKit, kit, pack_of, rules_for
from conquistadors.packs.allowed import OPTION
from support.attacks import play_on
from support.packs import mutated_pack, takes_packs
from support.sizes import size

ANSWERS: Final = size("PACK_ANSWERS", thin=60, soak=200)
"""So many answers are given in each scenario."""
TAKING: Final = [game for game in KITS if takes_packs(kit(game))]
PACKS: Final = -(-size("MUTATED_PACKS", thin=12, soak=2_000) // len(TAKING))


@pytest.mark.soak
@pytest.mark.parametrize("game", TAKING)
def test_a_pack_without_complaints_can_be_played(game: str) -> None:
    """One to three values of one file are others; whatever the checker finds no fault with is played."""
    found = {"refused": 0, "played": 0}

    @settings(
        max_examples=PACKS, deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck)
    )
    @given(st.integers(0, 2**32))
    def attack(seed: int) -> None:
        with tempfile.TemporaryDirectory() as folder:
            found[attacked(kit(game), Path(folder), Random(seed))] += 1

    attack()
    print(game, found)
    assert all(found.values())


def attacked(of: GameKit, folder: Path, random: Random) -> str:
    """Make a pack, and play it if the checker has nothing against it."""
    mutated_pack(of, folder, random)
    if pack_of(of.id).complaints(folder):
        with pytest.raises(DataError, match="the data pack cannot be used"):
            rules_for(of.scenarios[0].id, {OPTION: str(folder)})
        return "refused"
    for scenario in of.scenarios:
        rules = rules_for(scenario.id, {**random.choice(scenario.variants), OPTION: str(folder)})
        play_on(Game.new(rules, seed=random.randrange(2**32)), random, ANSWERS)
    return "played"
