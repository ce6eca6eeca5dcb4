"""The worked cases of the course: each ends as the rulebook and the specification of the kit say."""

from __future__ import annotations

from pathlib import Path

import pytest

import conquistadors as cq
from conquistadors.engine.texts import LANGUAGES
from conquistadors.games.exploration.rules.council import initiative_level
from conquistadors.games.exploration.rules.hoards import Gold
from conquistadors.games.exploration.rules.position import World
from conquistadors.games.exploration.rules.victory import points_of
from conquistadors.teach.worked import examples, worked
from conquistadors_widgets.viewer_model import ReplayModel

EXAMPLES = [example.clause for example in examples("en", game="exploration")]


def after(clause: str) -> World:
    position: World = worked(clause, game="exploration").position
    return position


def test_6_33_a_three_and_a_five_under_monarch_b() -> None:
    """T01-T04  20 ducats, four Colonists; event 1 is void for Spain alone: 85 ducats are a level of 255."""
    pos = after("6.33x")
    spain = pos.nations["spain"]
    assert (spain.treasury, spain.colonists) == (85, 4)
    assert initiative_level(pos, "spain") == 255


def test_6_63_twelve_bounds_for_twenty_four_ducats() -> None:
    pos = after("6.63x")
    assert (pos.expeditions["spain-1"].bounds, pos.nations["spain"].treasury) == (12, 60 - 24)


def test_7_2_three_bounds_and_two_more_colonists_on_hispaniola() -> None:
    pos = after("7.2x")
    assert pos.expeditions["spain-1"].before == 3
    assert pos.force("spain", "2316").colonists == 3
    assert pos.people["missionary-1"].at == "2316"


def test_9_4_a_colonist_on_the_way_out_and_everything_on_the_way_home() -> None:
    """T18-T20  Five bounds out, four home, seven bought: a six in the last column takes all."""
    pos = after("9.4x")
    assert pos.force("spain", "2811").colonists == 1
    assert pos.expeditions == {}
    assert "loaysa" not in pos.people


def test_13_22_fifteen_ducats_and_no_more() -> None:
    pos = after("13.22x")
    assert pos.hoards["2316"] == (Gold("2316", 15),)
    assert pos.digs["2316"].spent


def test_20_0_t43_525_points() -> None:
    made = points_of(after("20.0x"), "spain")
    assert (made.ducats, made.areas, made.discoveries, made.total) == (200, 300, 25, 525)


def test_12_4_t24_the_one_colonist_goes() -> None:
    force = after("12.4x").force("spain", "3817")
    assert (force.soldiers, force.colonists) == (6, 0)


def test_17_33_t39_t40_a_two_is_lower_than_three() -> None:
    pos = after("17.33x")
    assert pos.count("spain", "venezuela", "soldier") == 5
    assert pos.count("spain", "venezuela", "colonist") == 8


def test_14_24_t32_78_ducats() -> None:
    before, pos = 190, after("14.24x")
    assert pos.nations["spain"].treasury == before + 78


def test_18_15_ten_points_for_florida() -> None:
    assert points_of(after("18.15x"), "spain").discoveries == 25 + 10


def test_7_52_t12_a_rutter_and_the_pacific() -> None:
    pos = after("7.52x")
    assert pos.nations["spain"].rutter
    assert points_of(pos, "spain").discoveries == 25 + 75


def test_11_25_t23_three_left_and_one_who_retreats() -> None:
    pos = after("11.25x")
    assert pos.force("france", "1419").soldiers == 3
    assert (pos.force("england", "1420").soldiers, pos.force("england", "1420").colonists) == (1, 1)


@pytest.mark.parametrize("clause", EXAMPLES)
def test_a_case_has_something_to_step_through(clause: str) -> None:
    model = ReplayModel(worked(clause, game="exploration"))
    assert model.last > model.first


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("clause", EXAMPLES)
def test_a_case_can_be_saved_and_played_on(clause: str, language: str, tmp_path: Path) -> None:
    game = worked(clause, language, game="exploration")
    assert game.language == language
    assert cq.load(cq.save(game, tmp_path / "case.json")).position == game.position
    for _ in range(3):
        if game.pending is not None:
            game.play(game.options[-1])
