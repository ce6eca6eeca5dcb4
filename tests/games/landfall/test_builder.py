"""Positions of Landfall in a few lines."""

from __future__ import annotations

from typing import Any

import pytest

from conquistadors.engine.errors import SetupError
from conquistadors.engine.game import Game
from conquistadors.games import kit, load
from conquistadors.games.landfall.builder import build


def test_a_position_is_as_it_was_told_and_can_be_played() -> None:
    pos = build(3, ships={"blue": 9}, hands={"blue": ["chart", "storm"]}, discards=["pilot"], round=4, active="blue")
    assert (pos.round, pos.active, pos.ships) == (4, "blue", {"red": 0, "blue": 9, "green": 0})
    assert pos.hands["blue"].titles == ("chart", "storm")
    pos.rules.check_boundary(pos)
    game = Game.new(pos.rules, seed=1, position=pos)
    assert [option.id for option in game.options] == ["sail coast", "sail open", "prepare", "play chart"]


def test_without_a_word_it_is_the_first_turn() -> None:
    pos = build()
    assert (pos.round, pos.active, pos.hands["red"].size) == (1, "red", 0)
    assert pos.piles["deck"] == pos.rules.deck


@pytest.mark.parametrize(
    ("wrong", "complaint"),
    [
        ({"ships": {"pink": 2}}, "there is no player 'pink': red, blue"),
        ({"ships": {"red": -1}}, "ships: red must be a whole number from 0 on; got -1"),
        ({"round": 0}, "round must be a whole number from 1 on; got 0"),
        ({"active": "gold"}, "active: there is no player 'gold'"),
        ({"hands": {"red": "chart"}}, "hands: red must be a list; got 'chart'"),
        ({"hands": {"red": ["kraken"]}}, "hands: red: there is no card 'kraken'"),
        ({"discards": ["pilot"] * 40}, "discards: no card pilot is left in the deck"),
    ],
)
def test_what_cannot_be_is_told(wrong: Any, complaint: str) -> None:
    with pytest.raises(SetupError, match="this position is impossible") as caught:
        build(**wrong)
    assert complaint in str(caught.value)


def test_the_kit_brings_it() -> None:
    assert load(str(kit("landfall").builder)) is build
