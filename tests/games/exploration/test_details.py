"""Where the numbers of a clause begin and end, what stays as it was, and what is told of it."""

from __future__ import annotations

import pytest

from conquistadors.engine.events import Drew, Rolled
from conquistadors.games.exploration.rules.attrition import column_ahead
from conquistadors.games.exploration.rules.council import multiplier
from conquistadors.games.exploration.rules.events import (
    Ashore,
    CapeFailed,
    CapeRounded,
    Coasted,
    Collected,
    Credited,
    Crossed,
    Discovered,
    DutyBegan,
    GoldFound,
    GoldSunk,
    LaidDown,
    Lost,
    Marched,
    MineChanged,
    Monarch,
    NativesDied,
    NativesFought,
    NowhereToSettle,
    Penalty,
    PersonLost,
    PersonMoved,
    Raided,
    RutterGot,
    Scored,
    Settled,
    SoldiersOwed,
    TreasuryChanged,
    Uprising,
)
from conquistadors.games.exploration.rules.game import SpainAlone
from conquistadors.games.exploration.rules.hoards import Gold, heap, part_of
from conquistadors.games.exploration.rules.missionaries import may_enter, needs_missionary, to_be_had
from conquistadors.games.exploration.rules.natives import help_of, uprising_level
from conquistadors.games.exploration.rules.pieces import Country, Duty, Fleet, Force, Lack, Landed
from conquistadors.games.exploration.rules.position import World
from conquistadors.games.exploration.rules.resources import resources_of
from conquistadors.games.exploration.rules.sailing import courses
from conquistadors.games.exploration.rules.ships import manifest
from conquistadors.games.exploration.rules.victory import controls
from games.exploration.test_ch05_sequence import Rivals
from support.new_world import FOLDER, SPAIN, at, expedition, force, offered, played, question_of, rules, told

HOME = {"2316": (0, 1)}


# 6.4 ---------------------------------------------------------------------------------------------------------------


def test_6_41_1_and_6_41_3_shift_the_multiplier_by_one_for_a_turn() -> None:
    for event, number in (("1", 4), ("3", 2)):
        assert multiplier(played(at(f"event:spain/{event}", monarch="B")).position, SPAIN) == number
        over = played(at(f"event:spain/{event}", "end-nation:spain", monarch="B")).position
        assert multiplier(over, SPAIN) == 3


def test_6_41_a_new_monarch_is_told() -> None:
    game = played(at("event:spain/C", monarch="A"))
    assert game.position.nations[SPAIN].monarch == "C"
    assert [each.rating for each in told(game, Monarch)] == ["C"]


def test_6_41_2_metallurgy_needs_a_colonist_and_comes_once() -> None:
    pos = at("event:spain/2", forces={"4213": (1, 0)}, natives={"incan-empire": 0})
    pos.edit_dig("4213", found=True)
    assert played(pos).position.nations[SPAIN].silver == ""
    pos.set_force(SPAIN, "4213", Force(0, 1))
    assert played(pos).position.nations[SPAIN].silver == "boosted"
    pos.edit(SPAIN, silver="used")
    assert played(pos).position.nations[SPAIN].silver == "used"
    hidden = at("event:spain/2", forces={"4213": (0, 1)}, natives={"incan-empire": 0})
    assert played(hidden).position.nations[SPAIN].silver == ""


@pytest.mark.parametrize(
    ("hex_", "total", "silver"), [("4213", 2, "used"), ("4213", 3, "boosted"), ("1734", 2, "boosted")]
)
def test_6_41_2_more_silver_ends_with_potosi_alone(hex_: str, total: int, silver: str) -> None:
    game = played(at(f"deplete:spain/{hex_}", silver="boosted"), dice=(total,))
    assert game.position.nations[SPAIN].silver == silver
    usual = played(at("deplete:spain/4213"), dice=(2,))
    assert usual.position.nations[SPAIN].silver == ""


def test_6_41_2_potosi_stays_boosted_while_it_is_worked() -> None:
    pos = at("dig:spain", forces={"4213": (0, 1)}, natives={"incan-empire": 0}, silver="boosted")
    pos.edit_dig("4213", found=True)
    assert played(pos, dice=(7,)).position.nations[SPAIN].silver == "boosted"


def test_6_41_4_the_last_colonist_takes_his_conquistador_with_him() -> None:
    pos = at("event:spain/4", forces=HOME, people={"cortes": "2316", "missionary-1": "2316"})
    game = played(pos)
    assert list(game.position.people) == ["missionary-1"]
    assert [(each.thing, each.number, each.place) for each in told(game, Lost)] == [("colonist", 1, "2316")]
    assert [each.person for each in told(game, PersonLost)] == ["cortes"]
    guarded = at("event:spain/4", forces={"2316": (1, 1)}, people={"cortes": "2316"})
    assert list(played(guarded).position.people) == ["cortes"]


def test_6_41_5_6_7_9_and_13_are_told() -> None:
    assert [each.ducats for each in told(played(at("event:spain/5")), TreasuryChanged)] == [-50]
    assert [each.ducats for each in told(played(at("event:spain/9")), TreasuryChanged)] == [20]
    pos = at("event:spain/6")
    pos.rounded = True
    assert len(told(played(pos), RutterGot)) == 1
    pos.edit(SPAIN, rutter=True)
    assert told(played(pos), RutterGot) == []
    owing = played(at("event:spain/7", forces={"2316": (1, 0)}))
    assert [each.number for each in told(owing, SoldiersOwed)] == [1]
    died = played(at("event:spain/13", forces=HOME))
    assert [each.areas for each in told(died, NativesDied)] == [("caribbean",)]
    assert died.position.calm
    began = played(at("event:spain/14", forces={"2327": (1, 0)}))
    assert [(each.event, each.until) for each in told(began, DutyBegan)] == [("event-14", 7)]


def test_6_41_7_soldiers_aboard_count_and_colonists_are_no_soldiers() -> None:
    pos = at("event:spain/7", forces={"2316": (4, 0)})
    expedition(pos, "2316.1", soldiers=1)
    assert played(pos).position.nations[SPAIN].owed == 2
    assert played(at("end-nation:spain", forces={"2316": (0, 2)}, owed=2)).position.nations[SPAIN].penalty == 0
    failed = played(at("end-nation:spain", forces={"2316": (1, 0)}, owed=1, penalty=100))
    assert failed.position.nations[SPAIN].penalty == 200
    assert [each.points for each in told(failed, Penalty)] == [100]


def test_6_4_what_holds_for_a_turn_is_over_at_its_end() -> None:
    pos = at("end-nation:spain", shift=1, times=2, recruits=False, owed=0, ships_built=1, steps=7)
    after = played(pos).position.nations[SPAIN]
    assert (after.shift, after.times, after.recruits, after.owed, after.ships_built, after.steps) == (
        0,
        1,
        True,
        0,
        0,
        0,
    )


@pytest.mark.parametrize("where", ["fleet", "expedition", "person"])
def test_6_41_17_ships_and_people_are_units_too(where: str) -> None:
    pos = at("event:spain/14")
    if where == "fleet":
        pos.set_fleet(SPAIN, "2426", Fleet(1))
    elif where == "expedition":
        expedition(pos, "2426")
    else:
        pos.people["cortes"] = at(people={"cortes": "2327"}).people["cortes"]
    assert rules().board.area["2426"] == "aztec-empire"
    assert played(pos).position.nations[SPAIN].duties == (Duty("14", 7),)


def test_6_41_16_the_struck_settlement_loses_one_unit_of_the_owners_choice() -> None:
    game = played(at("event:spain/16", forces={"2316": (2, 2)}), "lose soldier 2316", dice=(1,))
    assert force(game, "2316") == (1, 2)
    assert game.position.notes == ()


# 7.0, 9.0 ----------------------------------------------------------------------------------------------------------


def test_9_11_every_expedition_is_checked_and_what_it_sailed_is_kept() -> None:
    pos = at("naval-attrition:spain", phase="B", forces=HOME, people={"solis": "spain-2"})
    first = expedition(
        pos, "2316.1", ocean=3, points=9, extra=9, before=1, bounds=9, landed=(Landed("colonist", "2316", 1),)
    )
    second = expedition(pos, "europe", ocean=2, bounds=2, soldiers=2, colonists=1, carracks=2)
    pos.edit(SPAIN, soldiers=1, colonists=1)
    game = played(pos, dice=(1, 1))
    lay = game.position.expeditions[first]
    assert (lay.ocean, lay.points, lay.extra, lay.before, lay.landed) == (0, 0, 0, 6, ())
    home = game.position.expeditions[second]
    assert (home.before, home.soldiers, home.colonists) == (2, 0, 0)
    spain = game.position.nations[SPAIN]
    assert (spain.soldiers, spain.colonists) == (3, 2)
    assert game.position.people["solis"].at == "europe"


@pytest.mark.parametrize(
    ("bounds", "before", "sailed", "column"), [(9, 5, 4, 4), (8, 5, 4, 9), (40, 0, 12, 9), (9, 5, 1, 1)]
)
def test_9_12_the_column_ahead_is_the_last_one_beyond_the_bounds_bought(
    bounds: int, before: int, sailed: int, column: int
) -> None:
    pos = at()
    name = expedition(pos, bounds=bounds, before=before)
    assert column_ahead(pos, pos.expeditions[name], sailed) == column


def test_9_12_exactly_the_bounds_bought_are_not_beyond_them() -> None:
    pos = at("check:spain-1", phase="D")
    expedition(pos, "europe", before=5, ocean=4, bounds=9, colonists=1)
    assert played(pos, dice=(4,)).position.expeditions["spain-1"].colonists == 0  # column 4: a Colonist
    safe = at("check:spain-1", phase="D")
    expedition(safe, "europe", before=5, ocean=4, bounds=9, colonists=1)
    assert played(safe, dice=(3,)).position.expeditions["spain-1"].colonists == 1


@pytest.mark.parametrize(("task", "dice"), [("toll:spain-1/9", (6,)), ("taken:spain-1/H", ())])
def test_6_41_7_soldiers_lost_with_their_ships_on_the_way_home_count(task: str, dice: tuple[int, ...]) -> None:
    pos = at(task, phase="D", owed=3)
    expedition(pos, "europe", soldiers=2)
    after = played(pos, dice=dice).position
    assert (after.expeditions, after.nations[SPAIN].owed) == ({}, 1)


def test_6_41_7_soldiers_on_a_ship_that_sinks_count_and_colonists_do_not() -> None:
    pos = at("taken:spain-1/H", phase="D", owed=4)
    expedition(pos, "europe", carracks=2, soldiers=3, colonists=1)
    game = played(pos, "sink carrack-2")
    assert game.position.nations[SPAIN].owed == 3
    left = game.position.expeditions["spain-1"]
    assert (left.carracks, left.soldiers, left.colonists) == (1, 2, 0)
    assert [(each.thing, each.number) for each in told(game, Lost)] == [("carrack", 1), ("soldier", 1), ("colonist", 1)]
    lost = at("taken:spain-1/C", phase="D", owed=1)
    expedition(lost, "europe", soldiers=1, colonists=1)
    assert played(lost).position.nations[SPAIN].owed == 1


def test_9_21_who_was_put_ashore_is_lost_once_where_the_owner_chooses() -> None:
    landed = (Landed("soldier", "2811", 1), Landed("colonist", "2811", 1), Landed("colonist", "2812", 1))
    pos = at(*["taken:spain-1/C"] * 3, phase="B", forces={"2811": (1, 2), "2812": (0, 2), "2316": (0, 1)})
    expedition(pos, "2222", landed=landed)
    game = played(pos, "lose colonist 2812")
    assert (force(game, "2811"), force(game, "2812"), force(game, "2316")) == ((1, 1), (0, 1), (0, 1))
    assert [each.number for each in game.position.expeditions["spain-1"].landed] == [1, 0, 0]


def test_9_21_people_go_down_with_the_first_ship_alone() -> None:
    for sunk, left in (("sink carrack-1", []), ("sink caravel-2", ["solis"])):
        pos = at("taken:spain-1/H", phase="B", people={"solis": "spain-1"})
        expedition(pos, "2222", caravels=1, gold=(Gold("2316", 26, shipped=True),))
        pos.edit_dig("2316", dug=26)
        game = played(pos, sunk)
        assert list(game.position.people) == left
        assert [each.ducats for each in told(game, GoldSunk)] == [25 if sunk == "sink carrack-1" else 1]
        assert game.position.digs["2316"].gone == (25 if sunk == "sink carrack-1" else 1)


def test_13_46_units_and_gold_are_spread_over_the_ships_evenly() -> None:
    pos = at()
    name = expedition(pos, caravels=1, carracks=2, soldiers=2, colonists=2, gold=(Gold("2316", 40, shipped=True),))
    spread = [(s.kind, s.soldiers, s.colonists, s.gold, s.flag) for s in manifest(pos, pos.expeditions[name])]
    assert spread == [("carrack", 1, 1, 25, True), ("carrack", 1, 1, 15, False), ("caravel", 0, 0, 0, False)]
    galleon = expedition(pos, carracks=0, galleon=True, gold=(Gold("2316", 400, shipped=True),))
    assert [(s.kind, s.gold) for s in manifest(pos, pos.expeditions[galleon])] == [("galleon", 400)]


def test_13_4_gold_that_was_shipped_goes_first_and_equal_gold_lies_together() -> None:
    lying = heap([Gold("2316", 5), Gold("2316", 7), Gold("2316", 2, shipped=True), Gold("4213", 0)])
    assert lying == (Gold("2316", 12), Gold("2316", 2, shipped=True))
    assert part_of(lying, 5) == ((Gold("2316", 3), Gold("2316", 2, shipped=True)), (Gold("2316", 9),))
    assert part_of((), 5) == ((), ())


def test_7_2_what_is_left_of_the_bounds_is_counted_over_both_phases() -> None:
    for before, open_ in ((2, True), (3, False)):
        pos = at("cross:spain-1", phase="D", forces=HOME)
        expedition(pos, "2316.1", carracks=0, galleon=True, before=before, ocean=0, points=0, bounds=5)
        assert bool(list(courses(pos, "spain-1"))) is open_
    used = at("cross:spain-1", phase="B", forces=HOME)
    expedition(used, "2316.1", carracks=0, galleon=True, points=1, bounds=3)
    assert not list(courses(used, "spain-1"))


def test_7_27_a_haven_is_eight_movement_points_away_with_the_stop() -> None:
    sea = rules().board.sea
    far = next(place for place in rules().board.landings if sea.distance("2316.1", place) == 6)
    farther = next(place for place in rules().board.landings if sea.distance("2316.1", place) == 7)
    for place, open_ in ((far, True), (farther, False)):
        pos = at("cross:spain-1", phase="D", forces={place.partition(".")[0]: (0, 1)})
        expedition(pos, "2316.1", haven=True)
        assert (f"haven {place}" in offered(played(pos))) is open_


def test_7_2_a_voyage_home_is_told_and_is_no_haven() -> None:
    pos = at("cross:spain-1", phase="D", forces=HOME)
    expedition(pos, "2316.1", haven=True, ocean=0)
    game = played(pos, "home", "amount 0")
    made = game.position.expeditions["spain-1"]
    assert (made.place, made.haven, made.ocean) == ("europe", False, 3)
    assert [(each.place, each.bounds) for each in told(game, Crossed)] == [("europe", 3)]
    out = at("cross:spain-1", phase="B", forces=HOME)
    expedition(out, landfall="2316.1")
    assert played(out, "sail 2316.1").position.expeditions["spain-1"].haven


def test_15_33_on_the_way_to_another_port_the_ships_may_lie_there() -> None:
    pos = at("cross:spain-1", phase="D", forces={"2218": (0, 1)}, colonists=1)
    expedition(pos, landfall="2316.1", port_planned=True, bounds=9)
    game = played(pos, "sail 2316.1", "amount 1", "on 2218.1", "amount 0")
    assert game.position.expeditions["spain-1"].haven
    assert force(game, "2218") == (0, 2)  # units may land on arrival
    assert [each.place for each in told(game, Coasted)] == ["2218.1"]
    back = played(pos, "sail 2316.1", "amount 1", "home")
    assert not back.position.expeditions["spain-1"].haven
    led = at("cross:spain-1", phase="D", forces={"2218": (0, 1)}, people={"solis": "spain-1"})
    expedition(led, landfall="2316.1", port_planned=True, bounds=9)
    assert question_of(played(led, "sail 2316.1")) != "port-gone"


def test_7_52_the_cape_is_told() -> None:
    for die, kind in ((2, CapeRounded), (3, CapeFailed)):
        pos = at("cross:spain-1", phase="B", people={"magellan": "spain-1"})
        expedition(pos, landfall="4616", bounds=20)
        game = played(pos, "sail 4616", dice=(die,))
        assert len(told(game, kind)) == 1
        assert len(told(game, RutterGot)) == (die == 2)


def test_18_14_the_pacific_is_claimed_by_an_explorer_once_and_not_in_the_last_phase() -> None:
    for phase, people, known in (
        ("D", {"magellan": "spain-1"}, {}),
        ("B", {"magellan": "spain-1"}, {"pacific-sea": SPAIN}),
    ):
        pos = at("cross:spain-1", phase=phase, people=people, rutter=True)
        pos.discovered |= known
        expedition(pos, landfall="4616", bounds=20)
        assert question_of(played(pos, "sail 4616")) != "pacific"
    port = at("cross:spain-1", phase="B", forces={"4616": (0, 1)}, rutter=True)
    expedition(port, landfall="4616", bounds=20)
    assert question_of(played(port, "sail 4616")) == "plan"  # nobody leads it


# 7.4 ---------------------------------------------------------------------------------------------------------------


def test_7_4_acts_are_forgotten_when_the_segment_is_over_and_bounds_that_were_dared_are_nine() -> None:
    pos = at("coast:spain-1", phase="B", people={"cordova": "spain-1"})
    name = expedition(pos, "2811", bounds=9)
    game = played(pos, "dare", "go 2222", "done")
    made = game.position.expeditions[name]
    assert (made.acts, made.extra, made.points) == ((), 9, 16)
    assert [(each.place, each.points) for each in told(game, Coasted)] == [("2222", 16)]


@pytest.mark.parametrize(
    ("what", "left"),
    [
        ({"bounds": 2}, 16),
        ({"bounds": 1, "extra": 1}, 16),
        ({"bounds": 4, "before": 2}, 16),
        ({"bounds": 5, "ocean": 3}, 16),
    ],
)
def test_7_33_bounds_are_spent_over_the_ocean_and_along_the_coast(what: dict[str, int], left: int) -> None:
    steps = rules().board.sea.distance("2811", "2222")
    assert steps == left - 2
    pos = at("coast:spain-1", phase="B", people={"cordova": "spain-1"})
    expedition(pos, "2811", **what)
    assert "go 2222" in offered(played(pos))
    pos.edit_expedition("spain-1", points=1)
    assert "go 2222" not in offered(played(pos))


def test_e_c9_landing_that_is_paid_takes_three_points_that_are_left() -> None:
    for points, open_ in ((5, True), (6, False)):
        pos = at("coast:spain-1", phase="B", forces=HOME, options={"landfall_unload": "paid"})
        expedition(pos, "2316.1", bounds=1, points=points, colonists=1)
        assert ("cargo" in offered(played(pos))) is open_
    free = at("coast:spain-1", phase="B", forces=HOME)
    expedition(free, "2316.1", bounds=0, points=3, colonists=1)
    assert "cargo" in offered(played(free))  # nothing is left, and nothing is needed


def test_e_c8_at_a_stop_the_first_act_is_free_and_discovery_after_landing_costs_three() -> None:
    pos = at("coast:spain-1", phase="B", people={"cordova": "spain-1"}, natives={"mayan-empire": 0})
    name = expedition(pos, "2811", bounds=9, soldiers=1)
    game = played(pos, "go 2222", "cargo", "amount 1")
    assert game.position.expeditions[name].points == 16
    game.play("discover")
    assert game.position.expeditions[name].points == 19
    assert [each.place for each in told(game, Discovered)] == list(game.position.expeditions[name].claims)


# 10.5 --------------------------------------------------------------------------------------------------------------


def test_7_11_who_is_aboard_already_takes_room() -> None:
    pos = at("cross:spain-1", phase="B", forces=HOME, soldiers=5, colonists=5)
    expedition(pos, landfall="2316.1", carracks=2, soldiers=1, colonists=1)
    game = played(pos, "sail 2316.1")
    assert offered(game) == {"amount 0", "amount 1", "amount 2"}
    game.play("amount 1")
    assert offered(game) == {"amount 0", "amount 1"}
    game.play("amount 1")
    assert (game.position.nations[SPAIN].soldiers, game.position.nations[SPAIN].colonists) == (4, 4)
    few = at("cross:spain-1", phase="B", forces=HOME, soldiers=1)
    expedition(few, landfall="2316.1", carracks=2)
    assert offered(played(few, "sail 2316.1")) == {"amount 0", "amount 1"}


def test_10_5_at_a_stop_units_change_places_as_the_ships_hold_them() -> None:
    pos = at("coast:spain-1", phase="B", forces={"2316": (1, 3)}, people={"missionary-1": "2316"})
    name = expedition(pos, "2316.1", bounds=9, soldiers=1)
    game = played(pos, "cargo")
    assert offered(game) == {"amount 0", "amount 1", "amount 2"}
    game.play("amount 1")
    assert offered(game) == {"amount 0", "amount 1"}
    game.play("amount 1")
    assert (game.position.expeditions[name].landed, force(game, "2316")) == ((), (1, 2))
    assert [(each.soldiers, each.colonists) for each in told(game, Ashore)] == [(0, -1)]
    landing = played(pos, "cargo", "amount 0", "amount 0")
    assert landing.position.expeditions[name].landed == (Landed("soldier", "2316", 1),)
    assert [(each.soldiers, each.colonists) for each in told(landing, Ashore)] == [(1, 0)]


def test_18_12_who_stays_aboard_discovers_nothing() -> None:
    pos = at("coast:spain-1", phase="B", people={"magellan": "spain-1"}, natives={"incan-empire": 0})
    expedition(pos, "3818", bounds=9, soldiers=1)
    assert played(pos, "cargo", "amount 1").position.nations[SPAIN].found == ("new-world",)
    landed = played(pos, "cargo", "amount 0")
    assert "south-america" in [each.place for each in told(landed, Credited)]


def test_10_5_people_land_and_board_and_it_is_told() -> None:
    pos = at(
        "coast:spain-1", phase="B", forces=HOME, people={"cortes": "spain-1", "pizarro": "2316", "missionary-1": "2316"}
    )
    expedition(pos, "2316.1", bounds=9)
    game = played(pos, "cargo", "land cortes", "amount 0")
    assert offered(game) == {"board pizarro", "done"}  # who has just landed stays, and so does the last Missionary
    game.play("board pizarro")
    assert [(each.person, each.place) for each in told(game, PersonMoved)] == [
        ("cortes", "2316"),
        ("pizarro", "spain-1"),
    ]
    two = at("coast:spain-1", phase="B", forces=HOME, people={"missionary-1": "2316", "missionary-2": "2316"})
    expedition(two, "2316.1", bounds=9)
    after = played(two, "cargo", "amount 0")
    assert offered(after) == {"board missionary-1", "board missionary-2", "done"}
    after.play("board missionary-1")
    assert question_of(after) == "coast"


def test_e_g48_gold_is_put_ashore_in_a_friendly_port_only() -> None:
    pos = at("coast:spain-1", phase="B", people={"cordova": "spain-1"}, natives={"mayan-empire": 0})
    expedition(pos, "2222", bounds=9, gold=(Gold("2316", 5, shipped=True),))
    pos.edit_dig("2316", dug=5)
    assert question_of(played(pos, "cargo")) == "coast"
    empty = at("coast:spain-1", phase="B", forces=HOME)
    expedition(empty, "2316.1", bounds=9)
    assert question_of(played(empty, "cargo", "amount 0")) == "coast"
    laden = at("coast:spain-1", phase="B", forces={"2316": (0, 3)})
    expedition(laden, "2316.1", bounds=9, gold=(Gold("2316", 5, shipped=True),))
    laden.edit_dig("2316", dug=5)
    game = played(laden, "cargo", "amount 0", "unload")
    assert [each.ducats for each in told(game, LaidDown)] == [5]
    assert game.position.expeditions["spain-1"].gold == ()


# 10.1 --------------------------------------------------------------------------------------------------------------


def test_7_7_soldiers_march_to_a_worthless_island_and_colonists_do_not() -> None:
    for units, open_ in (((1, 0), True), ((0, 1), False)):
        pos = at("march:spain", forces={"5417": units}, natives={"patagonia": 0})
        assert ("take 5518" in offered(played(pos, "from 5417"))) is open_


def test_10_1_who_has_marched_may_march_again_in_the_next_turn() -> None:
    pos = at("march:spain", forces={"3816": (2, 2)}, people={"cortes": "3816"}, natives={"incan-empire": 0})
    game = played(pos, "from 3816", "amount 1", "amount 1", "take cortes", "take 3817")
    marched = game.position.force(SPAIN, "3817")
    assert (marched.soldiers_moved, marched.colonists_moved, game.position.people["cortes"].moved) == (1, 1, True)
    assert [(each.start, each.place, each.soldiers, each.colonists) for each in told(game, Marched)] == [
        ("3816", "3817", 1, 1)
    ]
    game.play("from 3816")
    assert offered(game) == {"amount 0", "amount 1"}
    game.play("amount 0")
    game.play("take 3817")
    joined = game.position.force(SPAIN, "3817")
    assert (joined.colonists, joined.colonists_moved) == (2, 2)
    game.play("done")
    rested = game.position.force(SPAIN, "3817")
    assert (rested.soldiers_moved, rested.colonists_moved, game.position.people["cortes"].moved) == (0, 0, False)


def test_10_1_somebody_has_to_go_where_there_are_people_alone() -> None:
    pos = at("march:spain", people={"cortes": "3816", "pizarro": "3816"}, natives={"incan-empire": 0})
    assert offered(played(pos, "from 3816")) == {"take cortes", "take pizarro"}
    explorer = at("march:spain", people={"solis": "3816"}, natives={"incan-empire": 0})
    assert question_of(played(explorer)) == "plan"


def test_15_61_a_missionary_alone_goes_anywhere_and_a_conquistador_where_he_may() -> None:
    area = rules().board.area
    for person, everywhere in (("missionary-1", True), ("cortes", False)):
        pos = at("march:spain", people={person: "3816"}, natives={"incan-empire": 0})
        game = played(pos, "from 3816", f"take {person}")
        ends = {area[str(each.subject)] for each in game.options}
        assert ("amazon" in ends) is everywhere
        assert "incan-empire" in ends


def test_13_42_gold_is_offered_to_units_and_not_to_people() -> None:
    pos = at("march:spain", forces={"3816": (0, 1)}, people={"cortes": "3816"}, natives={"incan-empire": 0})
    pos.lay("3816", (Gold("3816", 10),))
    pos.edit_dig("3816", dug=10)
    game = played(pos, "from 3816", "amount 1", "pass")
    assert offered(game) == {"take gold", "leave gold"}
    game.play("leave gold")
    game.play("take 3817")
    assert game.position.hoards == {"3816": (Gold("3816", 10),)}
    assert question_of(played(pos, "from 3816", "amount 0", "take cortes")) == "march-to"
    pos.set_force(SPAIN, "3816", Force(1, 1))
    assert "take gold" in offered(played(pos, "from 3816", "amount 1", "amount 1", "pass"))


def test_e_g47_the_last_missionary_leaves_with_the_last_units() -> None:
    pos = at("march:spain", forces={"3816": (1, 1)}, people={"missionary-1": "3816"})
    assert "take missionary-1" in offered(played(pos, "from 3816", "amount 1", "amount 1"))
    assert question_of(played(pos, "from 3816", "amount 1", "amount 0")) == "march-to"
    pos.set_force(SPAIN, "3817", Force(1, 0))
    assert question_of(played(pos, "from 3816", "amount 1", "amount 1")) == "march-to"


def test_e_g9_the_group_keeps_its_soldiers_and_a_second_duty_stays() -> None:
    pos = at("march:spain", forces={"2918": (5, 0)}, people={"missionary-1": "2918"}, natives={"venezuela": 0})
    pos.edit(SPAIN, duties=(Duty("14", 7), Duty("15", 6, "2918", 3, ("venezuela",))))
    way = ("from 2918", "amount 5", "take missionary-1", "take 2917", "done")
    game = played(pos, *way, "seek event-15")
    assert game.position.nations[SPAIN].duties == (Duty("14", 7), Duty("15", 6, "2917", 3, ("venezuela",)))
    refused = played(pos, *way, "done")
    assert refused.position.nations[SPAIN].duties == (Duty("14", 7), Duty("15", 6, "2918", 3, ("venezuela",)))
    alive = at("end-nation:spain", forces={"2917": (2, 0)})
    alive.edit(SPAIN, duties=(Duty("15", 6, "2917", 3, ("venezuela",)), Duty("14", 5)))
    after = played(alive).position.nations[SPAIN]
    assert (after.duties, after.penalty) == ((Duty("15", 6, "2917", 2, ("venezuela",)),), 100)


# 13.0 --------------------------------------------------------------------------------------------------------------


def test_13_0_finds_and_markers_are_told_and_forgotten() -> None:
    game = played(at("gold:spain", forces={"2316": (0, 1)}), "search 2316", dice=(6,))
    assert [each.found for each in told(game, GoldFound)] == [False]
    pos = at("gold:spain", forces={"2316": (0, 1)})
    pos.edit_dig("2316", found=True)
    game = played(pos, "abandon 2316")
    assert [(each.place, each.abandoned) for each in told(game, MineChanged)] == [("2316", True)]
    assert game.position.notes == ()
    pos.edit_dig("2316", abandoned=True)
    assert [each.abandoned for each in told(played(pos, "reopen 2316", dice=(6,)), MineChanged)] == [False]


def test_13_31_a_city_that_is_spent_or_held_by_europeans_gives_nothing() -> None:
    for what in ({"spent": True}, {}):
        pos = at("dig:spain", forces={"3816": (1, 0)}, natives={"incan-empire": 0})
        pos.edit_dig("3816", **what)
        if not what:
            pos.edit_country("incan-empire", european=1)
        assert played(pos).position.hoards == {}


def test_13_44_gold_leaves_a_port_eight_movement_points_away() -> None:
    from conquistadors.games.exploration.rules.gold import may_ship

    board = rules().board
    pos = at()
    away = {port: board.land.distance("4213", port.partition(".")[0]) for port in board.landings}
    near = [port for port in away if board.area[port[:4]] in board.adjacent["incan-empire"]]
    for port in near:
        steps = away[port]
        assert may_ship(pos, Gold("4213", 25), port[:4]) == (steps is not None and steps <= 8)


def test_13_43_nothing_is_loaded_outside_a_friendly_port_or_beyond_the_room() -> None:
    pos = at("load-gold:spain", forces={"2316": (1, 0)})
    expedition(pos, "2316.1")
    pos.lay("2316", (Gold("2316", 15),))
    pos.edit_dig("2316", dug=15)
    assert question_of(played(pos)) == "plan"
    full = at("load-gold:spain", forces=HOME)
    expedition(full, "2316.1", gold=(Gold("2316", 20, shipped=True),))
    full.lay("2316", (Gold("2316", 15),))
    full.edit_dig("2316", dug=35)
    game = played(full)
    assert len(game.options) == 6
    game.play("amount 0")
    assert game.position.hoards["2316"] == (Gold("2316", 15),)


# 14.0, 15.0 --------------------------------------------------------------------------------------------------------


def test_14_2_resources_are_told_and_none_where_europeans_are_or_nobody_is() -> None:
    game = played(at("resources:spain", turn=1, treasury=0, forces={"4810": (0, 2)}))
    assert [each.ducats for each in told(game, Collected)] == [2]
    assert game.position.nations[SPAIN].treasury == 2
    assert resources_of(at(), SPAIN, "rio-del-plate") == 0
    pos = at(forces={"4810": (0, 2)})
    pos.edit_country("rio-del-plate", european=1)
    assert resources_of(pos, SPAIN, "rio-del-plate") == 0


def test_15_56_who_is_in_europe_aboard_or_no_conquistador_lives_alone() -> None:
    people = {"cortes": "europe", "pizarro": "spain-1", "missionary-1": "3817"}
    pos = at("resources:spain", forces={"3816": (1, 0)}, people=people)
    expedition(pos, "2316.1")
    assert set(played(pos).position.people) == set(people)


def test_15_61_a_missionary_is_needed_at_level_one_and_not_at_none() -> None:
    for level, needed in ((1, True), (0, False)):
        pos = at(forces=HOME, natives={"caribbean": level, "mayan-empire": level})
        assert needs_missionary(pos, SPAIN, "caribbean") is needed
        assert may_enter(pos, SPAIN, "mayan-empire", with_missionary=False) is not needed
    assert not needs_missionary(at(), SPAIN, "caribbean")
    assert may_enter(at(forces=HOME), SPAIN, "caribbean", with_missionary=False)
    assert may_enter(at(people={"missionary-1": "2222"}), SPAIN, "mayan-empire", with_missionary=False)
    assert may_enter(at(), SPAIN, "mayan-empire", with_missionary=True)


def test_15_61_a_lack_is_kept_since_when_it_was_and_ends_with_the_need() -> None:
    pos = at("end-nation:spain", turn=5, forces=HOME)
    pos.edit(SPAIN, lacks=(Lack("caribbean", 3),))
    assert played(pos).position.nations[SPAIN].lacks == (Lack("caribbean", 3),)
    pos.people["missionary-1"] = at(people={"missionary-1": "2218"}).people["missionary-1"]
    assert played(pos).position.nations[SPAIN].lacks == ()


def test_15_63_missionaries_are_numbered_from_the_lowest_that_is_free() -> None:
    pos = at(people={"missionary-2": "europe", "solis": "europe"})
    assert to_be_had(pos) == rules().missionaries.size - 1
    game = played(pos, "call missionary", "amount 2")
    assert set(game.position.people) == {"missionary-1", "missionary-2", "missionary-3", "solis"}
    size = rules().missionaries.size
    every = played(at(), "call missionary", f"amount {size}").position.people
    assert f"missionary-{size}" in every
    assert len(every) == size


def test_15_63_a_rating_that_is_known_is_not_drawn_again_and_goes_back_with_him() -> None:
    pos = at(
        *("cross:spain-1", "plague-death:spain/missionary"),
        phase="B", forces=HOME, people={"missionary-1": "spain-1"}, ratings={"missionary-1": -2},
    )  # fmt: skip
    expedition(pos, landfall="2316.1")
    game = played(pos, "sail 2316.1")
    assert told(game, Drew) == []
    assert game.position.pool == rules().missionaries


def test_15_67_missionaries_in_play_are_paid_one_each_and_others_are_not() -> None:
    pos = at(
        "maintain:spain", treasury=10, people={"missionary-1": "europe", "missionary-2": "2316", "cortes": "europe"}
    )
    assert played(pos).position.nations[SPAIN].treasury == 8


# 17.0 --------------------------------------------------------------------------------------------------------------


def test_17_2_one_area_after_the_other_is_attacked_with_one_detachment_at_least() -> None:
    pos = at("native-combat:spain", forces={"2222": (1, 0), "2327": (1, 0), "4810": (0, 2)})
    game = played(pos)
    assert offered(game) == {"attack aztec-empire", "attack mayan-empire", "done"}
    game = played(pos, "attack mayan-empire", dice=(1,))
    assert offered(game) == {"attack aztec-empire", "done"}
    game.play("done")
    assert game.position.notes == ()
    calm = at("native-combat:spain", forces={"2222": (1, 0)}, natives={"mayan-empire": 0})
    assert question_of(played(calm)) == "plan"


def test_17_22_a_level_falls_to_zero_and_no_further_and_it_is_told() -> None:
    pos = at("native-combat:spain", forces={"0919": (4, 0)}, natives={"saguenay": 1})
    game = played(pos, "attack saguenay", dice=(2,))
    assert [(each.fell, each.level) for each in told(game, NativesFought)] == [(1, 0)]
    assert game.position.countries["saguenay"] == Country(0)
    lowered = played(at("native-combat:spain", forces={"0919": (4, 0)}), "attack saguenay", dice=(3,))
    assert [(each.fell, each.level) for each in told(lowered, NativesFought)] == [(1, 1)]
    failed = played(at("native-combat:spain", forces={"0919": (4, 0)}), "attack saguenay", dice=(6,))
    assert [each.fell for each in told(failed, NativesFought)] == [0]


def test_21_28_europeans_who_are_driven_out_are_remembered_with_the_turn() -> None:
    for level, die, left, freed in ((5, 1, 4, 0), (1, 1, 0, 5)):
        pos = at("native-combat:spain", forces={"2327": (5, 0)}, natives={"aztec-empire": 0})
        pos.edit_country("aztec-empire", european=level)
        country = played(pos, "attack aztec-empire", dice=(die,)).position.countries["aztec-empire"]
        assert (country.european, country.freed, country.native) == (left, freed, 0)


def test_15_65_a_missionary_helps_if_his_rating_is_known_and_plus() -> None:
    for rating, helped in ((None, 0), (-2, 0), (1, -1), (3, -1)):
        ratings = {} if rating is None else {"missionary-1": rating}
        assert help_of(at(people={"missionary-1": "2327"}, ratings=ratings), SPAIN, "aztec-empire") == helped


def test_17_32_the_lowest_rating_counts_and_without_missionaries_none() -> None:
    forces = {"2222": (1, 3)}
    assert uprising_level(at(forces=forces), SPAIN, "mayan-empire") == 3 + 3 - 1
    people = {"missionary-1": "2222", "missionary-2": "2222"}
    one = at(forces=forces, people={"missionary-1": "2222"}, ratings={"missionary-1": 3})
    assert uprising_level(one, SPAIN, "mayan-empire") == 8
    both = at(forces=forces, people=people, ratings={"missionary-1": 3, "missionary-2": -2})
    assert uprising_level(both, SPAIN, "mayan-empire") == 3
    unknown = at(forces=forces, people=people, ratings={"missionary-1": 3})
    assert uprising_level(unknown, SPAIN, "mayan-empire") == 5
    assert uprising_level(at(forces=forces, natives={"mayan-empire": 0}), SPAIN, "mayan-empire") == 0


def test_17_34_a_level_of_two_is_checked() -> None:
    pos = at("uprisings:spain", forces={"2222": (3, 2)})
    assert uprising_level(pos, SPAIN, "mayan-empire") == 2
    assert told(played(pos, dice=(2,)), Uprising) == []
    rises = played(pos, dice=(1, 1))
    assert [each.area for each in told(rises, Uprising)] == ["mayan-empire"]


# 18.0 --------------------------------------------------------------------------------------------------------------


def test_18_15_a_voyage_is_credited_in_a_friendly_port_and_its_claims_are_over() -> None:
    for place, credited in (("2316.1", True), ("2222", False)):
        pos = at("credit-discoveries:spain", forces=HOME)
        name = expedition(pos, place, claims=("plata",))
        pos.discovered["plata"] = name
        game = played(pos)
        assert ("plata" in game.position.nations[SPAIN].found) is credited
        assert game.position.discovered["plata"] == (SPAIN if credited else name)
        assert game.position.expeditions[name].claims == (() if credited else ("plata",))


def test_e_g27_claims_of_a_voyage_that_is_still_under_way_are_kept() -> None:
    pos = at("end-turn", forces=HOME)
    pos.tasks = ("end-turn",)
    name = expedition(pos, "2316.1", claims=("plata",))
    pos.discovered |= {"plata": name, "south-america": SPAIN, "florida": "spain-7"}
    known = played(pos, dice=(6, 4)).position.discovered
    assert known["south-america"] == SPAIN
    assert "florida" not in known


# 19.0-21.0 ---------------------------------------------------------------------------------------------------------


def two(spain: dict[str, tuple[int, int]], england: dict[str, tuple[int, int]]) -> World:
    pos = Rivals().start()
    pos.forces.clear()
    for nation, forces in (("spain", spain), ("england", england)):
        for hex_, (soldiers, colonists) in forces.items():
            pos.set_force(nation, hex_, Force(soldiers, colonists))
    return pos


def test_19_1_shares_are_half_of_the_colonists_and_three_quarters_of_the_soldiers() -> None:
    ours = {"2316": (3, 2), "2218": (0, 1)}
    assert controls(two(ours, {"2219": (1, 0)}), "spain", "caribbean")  # three of four
    assert not controls(two(ours, {"2219": (2, 0)}), "spain", "caribbean")
    inland = {"3816": (0, 2), "3818": (0, 1)}
    assert controls(two(inland, {"3815": (0, 3)}), "spain", "incan-empire")  # half
    assert not controls(two(inland, {"3815": (0, 4)}), "spain", "incan-empire")
    assert not controls(
        two(inland, {"3919": (0, 1)} if "3919" in rules().board.coastal else {"3719": (0, 1)}), "spain", "incan-empire"
    )


def test_20_0_points_are_told_when_the_last_turn_is_over() -> None:
    pos = at("end-turn", turn=21, treasury=10, penalty=100)
    pos.tasks = ("end-turn",)
    game = played(pos)
    told_ = told(game, Scored)[0]
    assert (told_.points, told_.ducats, told_.areas, told_.discoveries, told_.penalty) == (-55, 20, 0, 25, 100)
    assert game.position.over


def test_21_23_a_settlement_and_a_raid_are_told_and_where_nothing_is_left_that_too() -> None:
    game = played(at("colonize:spain/england"), dice=(3,))
    assert [(each.area, each.level) for each in told(game, Settled)] == [("aztec-empire", 5)]
    raided = played(at("colonize:spain/england", forces=HOME), dice=(8,))
    assert [each.area for each in told(raided, Raided)] == ["caribbean"]
    assert raided.position.countries["caribbean"].raided == 5
    pos = at("colonize:spain/england")
    for cell in rules().tables["colonization"].columns["england"].values():
        pos.edit_country(str(cell.value), settled_by="france")
    assert len(told(played(pos), NowhereToSettle)) == 1


def test_21_26_the_owner_chooses_among_the_ships_of_the_area() -> None:
    pos = at("raid-ship:spain/caribbean", ships={"2316.1": (1, 1), "4810": (1, 0), "europe": (1, 0)})
    first = expedition(pos, "2218.1", caravels=1, carracks=0)
    second = expedition(pos, "2316.2", carracks=2, soldiers=1)
    expedition(pos, "4810")
    game = played(pos)
    assert offered(game) == {
        *("lose caravel 2316.1", "lose carrack 2316.1"),
        *(f"lose caravel {first}", f"lose carrack {second}"),
    }
    assert played(pos, "lose carrack 2316.1").position.fleet(SPAIN, "2316.1") == Fleet(1)
    assert first not in played(pos, f"lose caravel {first}").position.expeditions
    left = played(pos, f"lose carrack {second}").position.expeditions[second]
    assert (left.carracks, left.soldiers) == (1, 1)  # the lightest sinks
    either = at("raid-ship:spain/caribbean", ships={"2316.1": (1, 1)})
    assert offered(played(either)) == {"lose caravel 2316.1", "lose carrack 2316.1"}
    one = at("raid-ship:spain/caribbean", ships={"2316.1": (1, 0)})
    assert played(one).position.fleets == {}
    nobody = at("raid-ship:spain/caribbean", ships={"4810": (1, 0)})
    assert played(nobody).position.fleet(SPAIN, "4810") == Fleet(1)


def test_21_26_a_quarter_of_the_colonists_one_by_one() -> None:
    pos = at("colonize:spain/england", forces={"2316": (0, 8)})
    assert force(played(pos, dice=(8,)), "2316") == (0, 6)
    assert force(played(at("colonize:spain/england", forces={"2316": (3, 3)}), dice=(8,)), "2316") == (2, 3)


def test_21_27_one_point_of_europeans_bars_and_so_does_the_turn_they_fall() -> None:
    for what, barred in (({"european": 1}, True), ({"freed": 5}, True), ({"freed": 4}, False), ({}, False)):
        pos = at("dig:spain", forces=HOME)
        pos.edit_dig("2316", found=True)
        pos.edit_country("caribbean", **what)
        assert (played(pos, dice=() if barred else (6,)).position.hoards == {}) is barred
    first = at("dig:spain", turn=1, forces=HOME)
    first.edit_dig("2316", found=True)
    first.edit_country("caribbean", freed=1)
    assert played(first).position.hoards == {}


# The game ----------------------------------------------------------------------------------------------------------


def test_21_2_the_options_of_a_game_are_those_that_were_given() -> None:
    assert SpainAlone().options == {}
    assert SpainAlone(turns=3, options={"stop_cost": "add"}).options == {"turns": 3, "options": {"stop_cost": "add"}}
    assert SpainAlone(pack=str(FOLDER)).options == {"pack": str(FOLDER)}
    assert [SpainAlone(turns=turns).turns for turns in (1, 21)] == [1, 21]


def test_21_2_ships_missionaries_and_expeditions_have_names_to_the_last() -> None:
    texts = rules().texts("en")
    size, most = rules().missionaries.size, rules().number("expeditions_most")
    for name in ("caravel-1", "caravel-40", "carrack-1", "carrack-40"):
        assert texts.word(name, {}) != name
    for name in ("missionary-1", f"missionary-{size}", "spain-1", f"spain-{most}"):
        assert texts.word(name, {}) != name
    for name in ("caravel-41", f"missionary-{size + 1}", f"spain-{most + 1}"):
        assert texts.word(name, {}) == name
    assert "water 1" in texts.word("2316.1", {})
    assert "water 2" in texts.word("2316.2", {})


def test_a_game_begins_at_a_boundary_only() -> None:
    for spoil in ("march", "fitting", "tasks"):
        pos = at()
        if spoil == "march":
            pos.march = played(at("march:spain", forces={"3816": (2, 0)}), "from 3816").position.march
        elif spoil == "fitting":
            pos.fitting = expedition(pos)
        else:
            pos.tasks = ()
        with pytest.raises(ValueError, match=r"."):
            pos.rules.check_boundary(pos)
    over = at()
    over.tasks, over.over = (), True
    over.rules.check_boundary(over)


def test_a_position_in_words_has_its_nation_forces_and_expeditions() -> None:
    pos = at(treasury=77, forces={"2316": (2, 3)})
    expedition(pos, "2316.1", carracks=4)
    text = rules().describe(pos, rules().texts("en"), {SPAIN: "Spain"})
    assert len(text.splitlines()) == 4
    assert "77" in text
    assert "Cibao 2316" in text


def test_5_1_rolls_of_a_quiet_turn() -> None:
    """Nothing rolls that has no reason to."""
    pos = at(turn=4)
    pos.tasks = ("turn",)
    assert [each.roll for each in told(played(pos, dice=(6, 4)), Rolled)] == ["council", "politics"]


# What a second draw of changes has shown ---------------------------------------------------------------------------


def test_6_62_ships_take_the_gold_that_they_hold_and_leave_the_rest() -> None:
    pos = at(forces=HOME)
    pos.set_fleet(SPAIN, "2316.1", Fleet(2, 1, gold=(Gold("2316", 35, shipped=True),)))
    pos.edit_dig("2316", dug=35)
    game = played(pos, "fit 2316.1", "pass", "amount 1", "amount 1", "amount 0")
    assert game.position.expeditions["spain-1"].gold == (Gold("2316", 30, shipped=True),)
    assert game.position.fleet(SPAIN, "2316.1") == Fleet(1, gold=(Gold("2316", 5, shipped=True),))


def test_6_62_one_ship_at_least_and_as_many_bounds_as_can_be_paid() -> None:
    numbers = {f"amount {n}" for n in range(3)}
    both = at(ships={"europe": (2, 2)}, forces=HOME)
    assert offered(played(both, "fit europe", "pass")) == numbers
    assert offered(played(both, "fit europe", "pass", "amount 0")) == numbers - {"amount 0"}
    assert offered(played(both, "fit europe", "pass", "amount 1")) == numbers
    carracks = at(ships={"europe": (0, 2)}, forces=HOME)
    assert offered(played(carracks, "fit europe", "pass")) == numbers - {"amount 0"}
    for treasury, most in ((5, 2), (500, 40)):
        one = at(ships={"europe": (1, 0)}, forces=HOME, treasury=treasury)
        assert len(offered(played(one, "fit europe", "pass"))) == most + 1
    second = at(ships={"europe": (1, 0)}, forces=HOME)
    expedition(second)
    assert "spain-2" in played(second, "fit europe", "pass", "amount 0").position.expeditions


def test_7_3_where_the_ships_lie_is_no_stop() -> None:
    pos = at("coast:spain-1", phase="B", forces={"2316": (0, 1), "2218": (0, 1)})
    expedition(pos, "2316.1", bounds=9)
    game = played(pos)
    assert "go 2316.1" not in offered(game) | {refusal.option.id for refusal in game.refused}


def test_e_g47_where_only_the_last_missionary_is_nobody_sets_out() -> None:
    pos = at("march:spain", forces={"3817": (1, 0)}, people={"missionary-1": "3816"})
    assert offered(played(pos)) == {"from 3817", "done"}


def test_10_5_others_aboard_take_room_at_a_stop() -> None:
    pos = at("coast:spain-1", phase="B", forces={"2316": (3, 3)}, people={"missionary-1": "2316"})
    expedition(pos, "2316.1", bounds=9, carracks=2, soldiers=1, colonists=1)
    assert offered(played(pos, "cargo")) == {f"amount {n}" for n in range(4)}


def test_e_g38_a_conquistador_alone_in_the_area_dies_too() -> None:
    pos = at("revolt:spain/mayan-empire", forces={"2222": (0, 4)}, people={"cortes": "2323", "pizarro": "2316"})
    assert rules().board.area["2323"] == "mayan-empire"
    assert list(played(pos, dice=(6,)).position.people) == ["pizarro"]


def test_21_29_t47_exactly_4500_points_win() -> None:
    for penalty, winners in ((25, (SPAIN,)), (26, ())):
        pos = at("end-turn", turn=21, treasury=2250, penalty=penalty)
        pos.tasks = ("end-turn",)
        ending = played(pos).ending
        assert ending is not None
        assert ending.winners == winners


def test_7_27_ships_that_lie_where_no_port_is_any_more_are_lost_with_their_gold() -> None:
    pos = at("clean-up:spain", forces={"4810": (1, 0)})
    pos.set_fleet(SPAIN, "4810", Fleet(1, 2, galleon=True, gold=(Gold("2316", 9, shipped=True),)))
    pos.edit_dig("2316", dug=9)
    game = played(pos)
    assert (game.position.fleets, game.position.digs["2316"].gone) == ({}, 9)
    assert [(each.thing, each.number) for each in told(game, Lost)] == [("caravel", 1), ("carrack", 2), ("galleon", 1)]


def test_7_27_no_flight_from_a_port_that_is_still_friendly() -> None:
    for phase, forces in (("D", {"2316": (0, 1), "2218": (0, 1)}), ("B", {"2218": (0, 1)})):
        pos = at("cross:spain-1", phase=phase, forces=forces)
        expedition(pos, "2316.1", haven=True)
        assert not [each for each in offered(played(pos)) if each.startswith("haven")]


def test_15_31_who_leaves_on_this_turn_is_gone_and_who_leaves_later_stays() -> None:
    last = rules().people["solis"].departs
    for turn, there in ((last, False), (last - 1, True)):
        pos = at("end-turn", turn=turn, people={"solis": "europe", "missionary-1": "europe"})
        pos.tasks = ("end-turn",)
        people = played(pos, dice=(6, 4)).position.people
        assert ("solis" in people) is there
        assert "missionary-1" in people


def test_10_1_only_who_has_not_marched_sets_out() -> None:
    for moved, start in (((1, 2), False), ((0, 2), True), ((1, 1), True)):
        pos = at("march:spain", forces={"3816": (1, 2), "3818": (1, 0)}, natives={"incan-empire": 0})
        pos.set_force(SPAIN, "3816", Force(1, 2, *moved))
        assert ("from 3816" in offered(played(pos))) is start


def test_12_4_hardship_comes_to_every_hex_and_a_conquistador_softens_it_in_his_own() -> None:
    pos = at("land-attrition:spain", forces={"3817": (6, 1), "3816": (1, 0)}, people={"pizarro": "3817"})
    rolled = told(played(pos, dice=(1, 1)), Rolled)
    assert [each.natural - each.total for each in rolled] == [0, 1]
