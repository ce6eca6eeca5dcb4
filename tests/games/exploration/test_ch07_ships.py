"""7.0  Naval movement. 9.0  Naval attrition."""

from __future__ import annotations

from typing import Any

import pytest

from conquistadors.engine.events import Rolled
from conquistadors.games.exploration.rules.attrition import column_ahead
from conquistadors.games.exploration.rules.events import Coasted, Crossed
from conquistadors.games.exploration.rules.hoards import Gold
from conquistadors.games.exploration.rules.pieces import Landed
from conquistadors.games.exploration.rules.position import World
from conquistadors.games.exploration.rules.ships import bounds_of_phase, manifest, room
from support.clauses import shows
from support.new_world import SPAIN, at, expedition, force, offered, played, question_of, told

HOME = {"2316": (0, 1)}


def test_7_2_t08_to_the_caribbean_and_back_is_three_bounds_each_way() -> None:
    pos = at("cross:spain-1", phase="B", forces=HOME)
    name = expedition(pos, landfall="2316.1")
    game = played(pos, "sail 2316.1")
    assert game.position.expeditions[name].ocean == 3
    back = at("cross:spain-1", phase="D", forces=HOME)
    name = expedition(back, "2316.1")
    assert played(back, "home", "amount 0").position.expeditions[name].ocean == 3


def test_7_24_t07_to_the_plate_and_back_is_column_five_in_each_phase() -> None:
    pos = at("cross:spain-1", "check:spain-1", phase="B", people={"solis": "spain-1"})
    name = expedition(pos, landfall="4810", bounds=10)
    game = played(pos, "sail 4810", dice=(2,))
    assert bounds_of_phase(game.position, game.position.expeditions[name]) == 5
    assert column_ahead(pos, pos.expeditions[name], 5) == 5


def test_7_22_nobody_lands_in_the_first_trans_oceanic_segment() -> None:
    pos = at("cross:spain-1", phase="B", forces=HOME, colonists=2)
    expedition(pos, landfall="2316.1")
    game = played(pos, "sail 2316.1", "amount 2")
    assert force(game, "2316") == (0, 1)
    assert game.position.expeditions["spain-1"].colonists == 2


def test_e_g15_in_the_final_phase_units_may_land_on_arrival() -> None:
    pos = at("cross:spain-1", phase="D", forces=HOME, colonists=2)
    expedition(pos, landfall="2316.1")
    game = played(pos, "sail 2316.1", "amount 2", "amount 0")
    assert force(game, "2316") == (0, 3)
    assert game.position.expeditions["spain-1"].landed == (Landed("colonist", "2316", 2),)


def test_7_11_and_7_12_what_ships_hold() -> None:
    pos = at("cross:spain-1", phase="B", forces=HOME, soldiers=9, colonists=9)
    name = expedition(pos, caravels=1, carracks=2, landfall="2316.1")
    assert room(pos, pos.expeditions[name]) == 5
    game = played(pos, "sail 2316.1", "amount 3")
    assert {option.id for option in game.options} == {"amount 0", "amount 1", "amount 2"}


def gone(**what: Any) -> tuple[World, str]:
    """In the last phase: the port that an Expedition was bound for, Hispaniola, is no more."""
    pos = at("cross:spain-1", phase="D", forces={"2218": (0, 1), "4810": (0, 1)})
    return pos, expedition(pos, landfall="2316.1", **{"port_planned": True, "bounds": 9, **what})


def test_15_33_an_expedition_sails_on_to_the_nearest_port_if_its_own_is_gone() -> None:
    pos, name = gone()
    game = played(pos, "sail 2316.1")
    assert offered(game) == {"on 2218.1", "home"}  # e-g42: the Plate is far, the other side of Cuba no nearer
    game.play("on 2218.1")
    made = game.position.expeditions[name]
    steps = pos.rules.board.sea.distance("2316.1", "2218.1")
    assert steps is not None
    assert (made.place, made.ocean, made.points) == ("2218.1", 3, steps + 2)


def test_e_g42_home_costs_the_same_bounds_again() -> None:
    pos, name = gone()
    game = played(pos, "sail 2316.1", "home")
    assert (game.position.expeditions[name].place, game.position.expeditions[name].ocean) == ("europe", 6)
    assert [(each.place, each.bounds) for each in told(game, Crossed)] == [("2316.1", 3), ("europe", 6)]
    assert told(game, Coasted) == []


def test_e_g42_it_is_for_ports_that_were_planned_for_and_a_galleon_fleet_pays_in_advance() -> None:
    for what in ({"port_planned": False}, {"carracks": 0, "galleon": True, "bounds": 3}):
        pos, _ = gone(**what)
        assert question_of(played(pos)) == "plan"  # nothing was asked
    pos, _ = gone(carracks=0, galleon=True, bounds=4)
    assert offered(played(pos, "sail 2316.1")) == {"on 2218.1"}


def test_15_61_a_conquistador_lands_among_natives_after_a_missionary_only() -> None:
    people = {"cordova": "spain-1", "cortes": "spain-1", "missionary-1": "spain-1"}
    pos = at("coast:spain-1", phase="B", people=people)
    expedition(pos, "2222", bounds=9, soldiers=1)
    game = played(pos, "cargo")
    assert offered(game) == {"land missionary-1", "done"}
    game.play("land missionary-1")
    assert offered(game) == {"land cortes", "done"}


def test_e_g47_the_last_missionary_boards_if_nobody_stays_who_needs_one() -> None:
    pos = at("coast:spain-1", phase="B", forces={"2222": (1, 0)}, people={"missionary-1": "2222", "cordova": "spain-1"})
    expedition(pos, "2222", bounds=9)
    assert "board missionary-1" in offered(played(pos, "cargo", "amount 1"))
    assert question_of(played(pos, "cargo", "amount 0")) == "coast"


# The Cape ----------------------------------------------------------------------------------------------------------


def pacific() -> tuple[World, str]:
    pos = at("cross:spain-1", phase="B", people={"magellan": "spain-1"})
    return pos, expedition(pos, landfall="4616", bounds=20)


def test_7_52_t12_a_two_rounds_the_cape_and_gives_a_rutter() -> None:
    pos, name = pacific()
    game = played(pos, "sail 4616", "claim pacific-sea", dice=(2,))
    assert game.position.expeditions[name].place == "4616"
    assert game.position.expeditions[name].ocean == 8
    assert game.position.nations[SPAIN].rutter
    assert game.position.rounded
    assert game.position.discovered["pacific-sea"] == name
    assert game.position.expeditions[name].points == 3  # E-G49


def test_7_52_t12_a_three_fails_and_the_expedition_waits_before_the_cape() -> None:
    pos, name = pacific()
    game = played(pos, "sail 4616", dice=(3,))
    assert game.position.expeditions[name].place == "5613"
    assert game.position.expeditions[name].ocean == 5  # E-G16
    assert game.position.expeditions[name].tried_cape
    assert not game.position.nations[SPAIN].rutter


def test_7_53_with_a_rutter_nobody_rolls() -> None:
    pos, name = pacific()
    pos.edit(SPAIN, rutter=True)
    assert played(pos, "sail 4616", "done").position.expeditions[name].place == "4616"


def test_7_52_t12_no_second_try_in_a_turn() -> None:
    pos = at("coast:spain-1", phase="B", people={"magellan": "spain-1"})
    expedition(pos, "5613", bounds=30, tried_cape=True)
    assert "go 4616" not in offered(played(pos))
    pos.edit(SPAIN, rutter=True)
    assert "go 4616" in offered(played(pos))


# Hemispheric movement ----------------------------------------------------------------------------------------------


@shows("7.3", "7.32")
def test_9_4_t18_from_guinea_to_chichen_itza_is_two_bounds() -> None:
    pos = at("coast:spain-1", phase="B", people={"cordova": "spain-1"})
    name = expedition(pos, "2811", ocean=3, bounds=7)
    game = played(pos, "go 2222")
    assert game.position.expeditions[name].points == 16
    assert bounds_of_phase(game.position, game.position.expeditions[name]) == 5


@pytest.mark.parametrize(("points", "bounds"), [(0, 0), (1, 1), (8, 1), (9, 2), (16, 2)])
def test_7_33_t11_eight_points_or_a_fraction_are_a_bound(points: int, bounds: int) -> None:
    pos = at()
    name = expedition(pos, "2811", points=points)
    assert bounds_of_phase(pos, pos.expeditions[name]) == bounds


def test_7_31_t10_no_leg_leads_across_the_isthmus() -> None:
    pos = at("coast:spain-1", phase="B", people={"cordova": "spain-1"})
    expedition(pos, "2819.1", bounds=9)
    options = [option.id for option in played(pos).options]
    assert "go 2820.1" in options
    assert "go 2819.2" not in options
    assert "go 2820.2" not in options


def test_e_c8_a_stop_costs_three_instead_of_one_or_on_top() -> None:
    for cost, points in (("replace", 3), ("add", 4)):
        pos = at("coast:spain-1", phase="B", people={"cordova": "spain-1"}, options={"stop_cost": cost})
        name = expedition(pos, "2819.1", bounds=9)
        assert played(pos, "go 2820.1").position.expeditions[name].points == points


@shows("10.5")
def test_e_c9_landing_where_the_ships_came_in_is_free_or_paid() -> None:
    for rule, points in (("free", 0), ("paid", 3)):
        pos = at("coast:spain-1", phase="B", forces=HOME, options={"landfall_unload": rule})
        name = expedition(pos, "2316.1", bounds=9, colonists=1)
        game = played(pos, "cargo", "amount 0")
        assert game.position.expeditions[name].points == points
        assert force(game, "2316") == (0, 2)


def test_7_26_without_an_explorer_only_friendly_ports_are_stops() -> None:
    pos = at("coast:spain-1", phase="B", forces={"2316": (0, 1), "2218": (0, 1)})
    expedition(pos, "2316.1", bounds=9)
    legs = {option.id for option in played(pos).options if option.verb == "go"}
    assert legs == {"go 2316.2", "go 2218.1", "go 2218.2"}


@shows("E-G25")
def test_15_61_nobody_lands_among_natives_without_a_missionary() -> None:
    pos = at("coast:spain-1", phase="B", people={"cordova": "spain-1"})
    expedition(pos, "2222", bounds=9, soldiers=2)
    game = played(pos, "cargo")
    assert force(game, "2222") == (0, 0)
    assert question_of(game) == "coast"  # nothing could be landed
    pos.people["missionary-1"] = at(people={"missionary-1": "spain-1"}).people["missionary-1"]
    game = played(pos, "cargo", "land missionary-1", "amount 0")
    assert force(game, "2222") == (2, 0)


@shows("E-G60")
def test_7_7_an_island_without_value_is_not_settled() -> None:
    people = {"magellan": "spain-1", "missionary-1": "5518"}
    pos = at("coast:spain-1", phase="B", people=people, natives={"patagonia": 0})
    expedition(pos, "5518", bounds=9, soldiers=1, colonists=1)
    game = played(pos, "cargo", "amount 0")
    assert force(game, "5518") == (1, 0)
    assert game.position.expeditions["spain-1"].colonists == 1


def test_9_3_bounds_beyond_those_bought_have_to_be_dared() -> None:
    pos = at("coast:spain-1", phase="B", people={"cordova": "spain-1"})
    expedition(pos, "2811", ocean=3, bounds=3)
    game = played(pos)
    assert "go 2222" not in offered(game)
    game.play("dare")
    assert "go 2222" in offered(game)
    assert "dare" not in offered(game)


# Attrition ---------------------------------------------------------------------------------------------------------


@shows("9.11", "9.12", "9.22", "E-C4")
def test_9_4_t19_a_three_in_column_five_costs_a_colonist_aboard_or_landed() -> None:
    pos = at("check:spain-1", phase="B")
    name = expedition(pos, "2222", ocean=3, points=16, bounds=7, colonists=1)
    assert played(pos, dice=(3,)).position.expeditions[name].colonists == 0
    landed = at("check:spain-1", phase="B", forces={"2811": (0, 1)})
    expedition(landed, "2222", ocean=3, points=16, bounds=7, landed=(Landed("colonist", "2811", 1),))
    assert force(played(landed, dice=(3,)), "2811") == (0, 0)
    other = at("check:spain-1", phase="B", forces={"2811": (0, 1)})
    expedition(other, "2222", ocean=3, points=16, bounds=7)
    assert force(played(other, dice=(3,)), "2811") == (0, 1)  # it was never aboard


def test_9_4_and_9_3_t20_who_exceeds_the_bounds_bought_rolls_in_the_last_column() -> None:
    pos = at("check:spain-1", phase="D")
    expedition(pos, "europe", before=5, ocean=4, bounds=7)
    assert played(pos, dice=(6,)).position.expeditions == {}
    pos = at("check:spain-1", phase="D")
    expedition(pos, "europe", before=5, ocean=4, bounds=9)
    assert played(pos, dice=(3,)).position.expeditions


@pytest.mark.parametrize(("bounds", "rolls"), [(9, 1), (10, 2)])
def test_9_3_t21_two_rolls_for_more_than_nine_bounds_beyond_those_bought(bounds: int, rolls: int) -> None:
    pos = at("check:spain-1", phase="B")
    expedition(pos, "2222", ocean=bounds, bounds=5)
    game = played(pos, dice=(1,) * rolls)
    assert len(told(game, Rolled)) == rolls


def test_e_g41_who_has_not_sailed_is_not_checked_and_galleons_never_are() -> None:
    pos = at("check:spain-1", "check:spain-2", phase="B")
    expedition(pos, "2316.1")
    expedition(pos, "2316.1", carracks=0, galleon=True, ocean=9)
    assert told(played(pos), Rolled) == []


def test_9_21_a_ship_of_the_owners_choice_goes_down_with_its_load() -> None:
    pos = at("toll:spain-1/3", phase="B")
    name = expedition(pos, "2222", caravels=1, carracks=1, colonists=3, bounds=3)
    ships = [(ship.kind, ship.colonists) for ship in manifest(pos, pos.expeditions[name])]
    assert ships == [("carrack", 2), ("caravel", 1)]
    game = played(pos, "sink caravel-2", dice=(6,))  # a Colonist, then a ship: the Caravel is empty by then
    left = game.position.expeditions[name]
    assert (left.carracks, left.caravels, left.colonists) == (1, 0, 2)


def test_9_21_the_last_ship_takes_everybody_with_it() -> None:
    pos = at("taken:spain-1/H", phase="B", people={"solis": "spain-1"})
    expedition(pos, "2222", soldiers=2)
    game = played(pos)
    assert game.position.expeditions == {}
    assert game.position.people == {}


def test_3_5_x_is_an_explorer_else_a_conquistador() -> None:
    pos = at("taken:spain-1/X", phase="B", people={"solis": "spain-1", "cortes": "spain-1"})
    expedition(pos, "2222")
    assert list(played(pos).position.people) == ["cortes"]
    assert list(played(at("taken:spain-1/X", people={"cortes": "europe"})).position.people) == ["cortes"]


def test_6_41_7_soldiers_who_are_owed_are_gone_when_they_reach_europe() -> None:
    pos = at("ashore:spain-1", phase="D", owed=2)
    expedition(pos, "europe", carracks=2, soldiers=3)
    after = played(pos).position.nations[SPAIN]
    assert (after.owed, after.soldiers) == (0, 1)


def test_7_27_a_port_lost_this_turn_lets_ships_flee_to_another_within_eight_points() -> None:
    pos = at("cross:spain-1", phase="D", forces={"2218": (0, 1), "4810": (0, 1)})
    expedition(pos, "2316.1", haven=True)
    options = [option.id for option in played(pos).options]
    assert "haven 2218.1" in options
    assert "haven 4810" not in options
    stayed = at("cross:spain-1", phase="D", forces={"2218": (0, 1)})
    expedition(stayed, "2316.1")
    assert not [option for option in played(stayed).options if option.verb == "haven"]


def test_7_2_crossing_is_told() -> None:
    pos = at("cross:spain-1", phase="B", forces=HOME)
    expedition(pos, landfall="2316.1")
    assert told(played(pos, "sail 2316.1"), Crossed)[0].place == "2316.1"


def test_e_g18_a_galleon_fleet_never_sails_more_bounds_than_were_bought() -> None:
    for bounds, asked in ((2, "plan"), (3, "cross")):
        pos = at("cross:spain-1", phase="B", forces=HOME)
        expedition(pos, landfall="2316.1", carracks=0, galleon=True, bounds=bounds)
        assert question_of(played(pos)) == asked
    back = at("cross:spain-1", phase="D", forces=HOME)
    expedition(back, "2316.1", carracks=0, galleon=True, before=3, bounds=5)
    assert question_of(played(back)) == "plan"


def test_e_c8_a_second_act_at_a_stop_costs_its_price_again() -> None:
    pos = at("coast:spain-1", phase="B", people={"cordova": "spain-1"}, natives={"mayan-empire": 0})
    name = expedition(pos, "2811", bounds=9, soldiers=1)
    game = played(pos, "go 2222", "discover")
    assert game.position.expeditions[name].points == 16
    game.play("cargo")
    assert game.position.expeditions[name].points == 19


def test_7_27_flight_to_a_haven_costs_nothing() -> None:
    pos = at("cross:spain-1", phase="D", forces={"2218": (0, 1)})
    name = expedition(pos, "2316.1", haven=True)
    game = played(pos, "haven 2218.1")
    assert told(game, Coasted)[0].points == 0
    made = game.position.expeditions[name]
    assert (made.place, made.points, made.ocean) == ("2218.1", 0, 0)


def test_13_4_gold_that_sinks_is_accounted_for() -> None:
    whole = at("clean-up:spain")
    expedition(whole, "4810", gold=(Gold("2316", 15, shipped=True),))
    whole.edit_dig("2316", dug=15)
    after = played(whole).position
    assert (after.digs["2316"].gone, after.expeditions) == (15, {})
    part = at("taken:spain-1/H", phase="B")
    name = expedition(part, "2222", caravels=1, carracks=1, gold=(Gold("2316", 28, shipped=True),))
    part.edit_dig("2316", dug=28)
    after = played(part, "sink caravel-2").position
    assert after.digs["2316"].gone == 3
    assert after.expeditions[name].gold == (Gold("2316", 25, shipped=True),)
