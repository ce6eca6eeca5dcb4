"""Positions drawn by a seed: all that hangs on chance is told, and nothing that lies hidden makes a difference."""

from __future__ import annotations

from random import Random

import pytest

from conquistadors.engine.game import Game
from conquistadors.games.exploration.rules.position import World
from conquistadors.odds.position import position_odds
from support.odds_in_play import drawn, untold
from support.rivals import ENGLAND, SPAIN, fleet, played, war
from support.sizes import size

POSITIONS = size("ODDS_POSITIONS", thin=6, soak=100)
DEALS = 4


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(1, 1 + POSITIONS))
def test_in_every_position_every_question_is_answered(seed: int) -> None:
    position = drawn(seed)
    assert not list(untold(position))
    assert set(position.odds.headlines()) == set(position.odds)


def alike(game: Game[World]) -> int:
    """That the odds are the same in other deals of what is hidden; in how many of them the game could be asked."""
    pending = game.pending
    assert pending is not None
    found, met, dice = game.odds(), 0, Random(3)
    for _ in range(DEALS):
        deal = game.rules.redealt(game.checkpoint.position, pending.who, dice)
        assert deal is not None
        other = game.view(pending.who).again(deal, Random(1))
        if other is None:
            continue  # somebody has done what they could not do here
        met += other.pos.key() != game.position.key()
        weighed = position_odds(other)
        assert weighed == found
        assert str(weighed) == str(found)
    return met


@pytest.mark.soak
def test_the_odds_are_those_of_every_other_deal() -> None:
    """E-G59  Other plans, other cargo, other orders of the others: what cannot be known makes no difference."""
    assert sum(alike(drawn(seed).game) for seed in range(1, 1 + POSITIONS, 2))


def test_the_odds_of_a_battle_tell_nothing_of_who_is_aboard() -> None:
    """E-G19  Soldiers aboard fight, and are not seen: nobody, or as many as the ships hold."""
    for soldiers in (0, 2):
        pos = war("coast:spain-1", sealed="turn")
        fleet(pos, SPAIN, "2314", carracks=2)
        fleet(pos, ENGLAND, "2314", caravels=2, soldiers=soldiers, before=1)
        game = played(pos)
        assert alike(game)
        told = game.odds("fight england").headlines()["fight england"]
        assert told["nobody"].startswith("66.7% to sink or take a ship")  # 16 against 8
        assert told["worst"].startswith("50.0% to sink or take a ship")  # 16 against 16
