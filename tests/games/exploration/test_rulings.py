"""Rulings: what is played where the rulebook contradicts itself or is silent. Those of one clause stand with it."""

from __future__ import annotations

import pytest

import conquistadors as cq
from conquistadors.engine.events import Rolled
from conquistadors.games.exploration.pack.records import our_pack
from conquistadors.games.exploration.rules.events import PersonCame, TurnBegan
from conquistadors.games.exploration.rules.gold import may_ship
from conquistadors.games.exploration.rules.hoards import Gold
from conquistadors.games.exploration.rules.pieces import Lack
from conquistadors.games.exploration.rules.planning import price
from conquistadors.games.exploration.rules.position import World
from conquistadors.games.exploration.rules.upkeep import upkeep
from conquistadors.games.exploration.rules.victory import points_of
from conquistadors.teach.rulebook import Rule
from support.clauses import shows
from support.new_world import SPAIN, at, expedition, force, offered, played, question_of, rules, told
from support.rivals import ENGLAND, war

HOME = {"2316": (0, 1)}


def test_a_ruling_is_found_by_its_name_in_the_book() -> None:
    ruling = cq.rule("E-G44")
    assert isinstance(ruling, Rule)
    assert "any coast of an area" in ruling.text
    assert "7.26" in ruling.cites
    assert "E-G44" in {each.id for each in cq.rule("7.26", game="exploration").rulings}


# The turn and the Council ------------------------------------------------------------------------------------------


def test_e_c13_the_last_of_21_turns_ends_in_1600() -> None:
    assert rules().turns == 21
    for turn, years in ((0, (1495, 1500)), (20, (1596, 1600))):
        pos = at(turn=turn)
        pos.tasks = ("turn",)
        began = told(played(pos, dice=(6, 4)), TurnBegan)[0]
        assert (began.first, began.last) == years


def test_e_o12_vaca_is_an_explorer_who_comes_on_turn_seven() -> None:
    pos = at(turn=6)
    pos.tasks = ("turn",)
    game = played(pos, dice=(6, 4))
    assert "vaca" in [event.person for event in told(game, PersonCame)]
    assert game.position.people["vaca"].role == "explorer"


def test_e_c14_the_first_colonist_needs_a_missionary_by_the_end_of_turn_one() -> None:
    start = rules().start()
    assert start.nations[SPAIN].lacks == (Lack("caribbean", 0),)
    for turn, taxes in ((1, 20), (2, 0)):
        pos = at("council:spain", turn=turn, forces=HOME, monarch="B", treasury=0)
        pos.edit(SPAIN, lacks=start.nations[SPAIN].lacks)
        assert played(pos, dice=(3, 6)).position.nations[SPAIN].treasury == taxes  # the event, a Rutter, is void


def test_e_o9_which_event_brings_which_country() -> None:
    bring = {event: rules().consequences(SPAIN, event)[-1:] for event in our_pack().events}
    comers = {event: task[0].rpartition("/")[2] for event, task in bring.items() if task and "colonize" in task[0]}
    assert set(comers) == {"A", "B", "C", "D", "1", "3", "4", "7"}
    assert comers["A"] == "england"
    assert set(comers.values()) == {"england", "france", "portugal"}


def test_e_g5_soldiers_lost_on_the_way_home_count_and_those_in_europe_do_not() -> None:
    pos = at("toll:spain-1/5", phase="D", owed=2)
    expedition(pos, "europe", carracks=2, soldiers=3)
    assert played(pos, dice=(5,)).position.nations[SPAIN].owed == 1
    out = at("toll:spain-1/5", phase="B", owed=2)
    expedition(out, "2316.1", carracks=2, soldiers=3)
    assert played(out, dice=(5,)).position.nations[SPAIN].owed == 2  # not on the way home
    assert played(at("event:spain/7", soldiers=8)).position.nations[SPAIN].owed == 0


def test_e_g7_missionaries_and_ships_built_overseas_cost_double_too() -> None:
    pos = played(at("event:spain/10", turn=8, forces={"2316": (0, 3)}), "build carrack 2316.1").position
    assert pos.nations[SPAIN].treasury == 100 - 16
    assert [upkeep(pos, SPAIN, unit) for unit in ("missionary", "soldier", "colonist")] == [2, 2, 4]
    assert price(pos, SPAIN, "soldier") == 8


def test_e_g10_half_of_the_settlements_is_rounded_up_and_one_is_struck_alone() -> None:
    assert force(played(at("event:spain/16", forces=HOME), dice=(1,)), "2316") == (0, 0)


def test_e_g11_who_is_not_in_the_caribbean_is_not_lost() -> None:
    people = {"cortes": "2327", "missionary-1": "europe"}
    for die in (3, 6):
        pos = at("event:spain/17", forces={"2316": (0, 2), "2327": (1, 0)}, people=people)
        assert set(played(pos, dice=(die,)).position.people) == set(people)
    explorer = at("event:spain/17", forces={"2316": (0, 2)}, people={"solis": "spain-1"})
    expedition(explorer, "2316.1")
    assert played(explorer, dice=(4,)).position.people == {}
    nobody = at("event:spain/17", forces={"2327": (1, 1)})
    assert told(played(nobody), Rolled) == []


def test_e_g62_a_settlement_that_meets_both_readings_is_chosen() -> None:
    forces = {"2316": (0, 1), "2218": (0, 1), "2219": (0, 3), "2222": (0, 1)}
    pos = at("event:spain/4", forces=forces, natives={"mayan-empire": 2})
    game = played(pos)
    assert force(game, "2222") == (0, 0)  # the Caribbean has three settlements
    only = at("event:spain/4", forces={"2316": (0, 1), "2218": (0, 2), "2219": (0, 3)})
    assert offered(played(only)) == {"take 2218", "take 2316"}


# Plans -------------------------------------------------------------------------------------------------------------


def test_e_g14_a_plan_names_no_cargo_and_may_have_no_bounds() -> None:
    pos = at(treasury=10, ships={"europe": (0, 1)}, forces=HOME, colonists=2)
    game = played(pos, "fit europe", "take 2316.1", "amount 0")
    made = game.position.expeditions["spain-1"]
    assert (made.bounds, made.colonists, made.port_planned) == (0, 0, True)
    assert game.position.nations[SPAIN].treasury == 10


# At sea ------------------------------------------------------------------------------------------------------------


def test_e_g16_in_the_last_phase_who_fails_outbound_comes_home() -> None:
    pos = at("cross:spain-1", phase="D", people={"magellan": "spain-1"})
    name = expedition(pos, landfall="4616", bounds=20)
    made = played(pos, "sail 4616", dice=(6,)).position.expeditions[name]
    assert (made.place, made.ocean) == ("europe", 10)


@shows("E-G17")
def test_e_g16_from_the_pacific_who_fails_stays_where_it_is() -> None:
    for die, place, ocean in ((3, "4616", 0), (2, "europe", 8)):
        pos = at("cross:spain-1", phase="D", people={"magellan": "spain-1"})
        name = expedition(pos, "4616", bounds=20)
        made = played(pos, "home", dice=(die,)).position.expeditions[name]
        assert (made.place, made.ocean) == (place, ocean)


def test_e_g16_on_a_leg_who_fails_has_sailed_to_the_hex_before_the_cape() -> None:
    pos = at("coast:spain-1", phase="B", people={"magellan": "spain-1"})
    name = expedition(pos, "4810", bounds=20)
    made = played(pos, "go 4616", dice=(4,)).position.expeditions[name]
    assert (made.place, made.points) == ("5613", rules().board.sea.distance("4810", "5613"))
    assert made.tried_cape
    back = at("coast:spain-1", phase="B", people={"magellan": "spain-1"})
    name = expedition(back, "4616", bounds=20)
    stays = played(back, "go 4810", dice=(4,)).position.expeditions[name]
    assert (stays.place, stays.points) == ("4616", 0)


@shows("E-G49")
def test_e_g17_the_pacific_by_sea_costs_two_points_more_on_a_leg() -> None:
    pos = at("coast:spain-1", phase="B", people={"magellan": "spain-1"})
    name = expedition(pos, "4810", bounds=20)
    steps = rules().board.round_cape.distance("4810", "4616")
    assert steps is not None
    plain = played(pos, "go 4616", "done", dice=(1,)).position.expeditions[name]
    assert (plain.points, plain.claims) == (steps + 2, ())
    claimed = played(pos, "go 4616", "claim pacific-sea", dice=(1,)).position.expeditions[name]
    assert (claimed.points, claimed.claims) == (steps + 4, ("pacific-sea",))


def test_e_g43_units_board_before_sailing_and_at_the_start_of_the_segment() -> None:
    pos = at("cross:spain-1", phase="D", forces={"2316": (2, 3)}, people={"missionary-1": "2316", "cortes": "2316"})
    name = expedition(pos, "2316.1", carracks=2)
    game = played(pos, "home", "amount 1", "amount 2", "board cortes")
    made = game.position.expeditions[name]
    assert (made.soldiers, made.colonists, made.place) == (1, 2, "europe")
    assert force(game, "2316") == (1, 1)
    assert game.position.people["cortes"].at == name
    b2 = at("coast:spain-1", phase="B", forces={"2316": (2, 3)}, people={"missionary-1": "2316"})
    name = expedition(b2, "2316.1", bounds=9)
    assert played(b2, "cargo", "amount 2").position.expeditions[name].soldiers == 2


def test_e_g43_nobody_boards_a_galleon_fleet() -> None:
    pos = at("cross:spain-1", phase="D", forces={"2316": (2, 3)})
    expedition(pos, "2316.1", carracks=0, galleon=True, bounds=9)
    assert question_of(played(pos, "home")) == "plan"


def test_e_g44_ships_end_at_any_coast_they_may_stop_at_and_come_home_from_there() -> None:
    pos = at("coast:spain-1", phase="B", people={"solis": "spain-1"})
    expedition(pos, "2316.1", bounds=30)
    game = played(pos)
    board = rules().board
    stops = {str(each.subject) for each in game.options if each.verb == "go"}
    assert stops <= set(board.landings)
    assert not [hex_ for hex_ in stops if board.terrain[hex_[:4]] == "outside"]
    game.play("go 2222")
    game.play("done")
    home = at("cross:spain-1", phase="D", people={"solis": "spain-1"})
    name = expedition(home, "2222", bounds=9)
    assert played(home, "home").position.expeditions[name].ocean == 4
    cape = at("cross:spain-1", phase="D", people={"solis": "spain-1"})
    name = expedition(cape, "5613", bounds=9)
    assert played(cape, "home").position.expeditions[name].ocean == 5


def test_e_g45_one_leg_in_each_phase_and_staying_is_one_too() -> None:
    pos = at("ocean:spain", phase="B", forces=HOME)
    name = expedition(pos, landfall="2316.1")
    assert played(pos, "stay").position.expeditions[name].place == "europe"
    assert question_of(played(pos, "sail 2316.1")) == "plan"  # no second leg
    out = at("cross:spain-1", phase="D", forces=HOME)
    name = expedition(out, landfall="2316.1", before=3)
    assert played(out, "sail 2316.1").position.expeditions[name].place == "2316.1"


def test_e_g54_a_galleon_fleet_sails_from_port_to_port_of_the_atlantic() -> None:
    pos = at("coast:spain-1", phase="B", forces={**HOME, "2218": (0, 1), "3818": (0, 1)}, rutter=True)
    name = expedition(pos, "2316.1", carracks=0, galleon=True, bounds=30)
    game = played(pos)
    assert {each for each in offered(game) if each.startswith("go")} == {"go 2218.1", "go 2218.2", "go 2316.2"}
    game.play("go 2218.1")
    steps = rules().board.sea.distance("2316.1", "2218.1")
    assert steps is not None
    assert game.position.expeditions[name].points == steps + 2


# Gold --------------------------------------------------------------------------------------------------------------


def laden(**what: object) -> World:
    pos = at("coast:spain-1", "load:spain-2", phase="B", forces={"2819": (0, 1)}, **what)  # type: ignore[arg-type]
    expedition(pos, "2819.2", bounds=9, gold=(Gold("3816", 50, shipped=True),), carracks=2)
    expedition(pos, "2819.1", bounds=9, carracks=2)
    pos.edit_dig("3816", dug=50)
    return pos


def test_e_g48_gold_of_peru_goes_on_from_panama() -> None:
    game = played(laden(), "cargo", "amount 0", "unload", "done")
    assert game.position.hoards["2819"] == (Gold("3816", 50, shipped=True),)
    game.play("amount 50")
    assert game.position.expeditions["spain-2"].gold == (Gold("3816", 50, shipped=True),)
    once = played(laden(options={"gold_transship": False}), "cargo", "amount 0", "unload", "done")
    assert question_of(once) == "plan"  # nothing may be loaded
    kept = played(laden(), "cargo", "amount 0", "keep")
    assert kept.position.hoards == {}


def test_e_g48_gold_is_marked_as_shipped_when_it_is_loaded_first() -> None:
    pos = at("load:spain-1", forces=HOME)
    name = expedition(pos, "2316.1")
    pos.lay("2316", (Gold("2316", 15), Gold("4213", 5)))
    pos.edit_dig("2316", dug=15)
    pos.edit_dig("4213", dug=5)
    game = played(pos)
    assert len(game.options) == 16  # silver of Potosi may not leave from here
    game.play("amount 10")
    assert game.position.expeditions[name].gold == (Gold("2316", 10, shipped=True),)
    assert set(game.position.hoards["2316"]) == {Gold("2316", 5), Gold("4213", 5)}


def test_e_g35_potosi_is_of_the_incan_empire_and_trinidad_of_venezuela() -> None:
    board = rules().board
    assert (board.area["4213"], board.area["2712"]) == ("incan-empire", "venezuela")
    for die, found in ((2, True), (3, False)):
        pos = at("gold:spain", forces={"4213": (1, 0)})
        assert played(pos, "search 4213", dice=(die,)).position.digs["4213"].found is found
    assert may_ship(at(), Gold("4213", 25), "3818")


# On land -----------------------------------------------------------------------------------------------------------


def test_e_g29_a_die_that_help_would_lower_below_one_stays_at_one() -> None:
    people = {"cortes": "2327", "pizarro": "2327", "missionary-1": "2327"}
    pos = at("native-combat:spain", forces={"2327": (4, 0)}, people=people, ratings={"missionary-1": 3})
    level = played(pos, "attack aztec-empire", dice=(1,)).position.countries["aztec-empire"].native
    plain = at("native-combat:spain", forces={"2327": (4, 0)})
    assert played(plain, "attack aztec-empire", dice=(1,)).position.countries["aztec-empire"].native == level


def test_e_g38_ships_and_who_is_aboard_are_safe_from_an_uprising() -> None:
    pos = at("revolt:spain/mayan-empire", forces={"2222": (0, 4)}, people={"cortes": "spain-1"})
    name = expedition(pos, "2222", soldiers=1)
    game = played(pos, dice=(6,))
    assert game.position.forces == {}
    assert game.position.expeditions[name].soldiers == 1
    assert list(game.position.people) == ["cortes"]


def test_e_g61_a_conquistador_lives_on_whose_companions_were_not_paid_for() -> None:
    pos = at("maintain:spain", treasury=0, forces={"2316": (1, 0)}, people={"cortes": "2316"})
    game = played(pos, "drop soldier 2316")
    assert game.position.forces == {}
    assert list(game.position.people) == ["cortes"]


# The end, and Europeans --------------------------------------------------------------------------------------------


def test_e_g52_the_last_maintenance_comes_before_the_points() -> None:
    pos = at("maintain:spain", turn=21, treasury=10, forces={"2316": (0, 2), "2218": (0, 1)})
    pos.tasks = ("end-turn", *pos.tasks[1:])
    game = played(pos, "pay")
    assert game.ending is not None
    assert points_of(game.position, SPAIN).ducats == 2 * (10 - 6)
    assert points_of(game.position, SPAIN).areas == 150


def test_e_g53_leaders_help_against_europeans_and_a_raid_does_not_stop_gold() -> None:
    pos = at("native-combat:spain", forces={"2327": (8, 0)}, people={"cortes": "2327"}, natives={"aztec-empire": 0})
    pos.edit_country("aztec-empire", european=5, settled_by="england")
    game = played(pos, "attack aztec-empire", dice=(3,))
    assert told(game, Rolled)[0].total == 2
    again = at("colonize:spain/england", natives={"aztec-empire": 0})
    again.edit_country("aztec-empire", settled_by="england")
    assert played(again, dice=(3,)).position.countries["aztec-empire"].european == 5
    raided = at("colonize:spain/england", "dig:spain", forces={"2316": (0, 1)})
    raided.edit_dig("2316", found=True)
    assert played(raided, dice=(8, 5)).position.hoards["2316"] == (Gold("2316", 15),)


def test_e_g37_an_area_that_spain_has_left_is_free() -> None:
    pos = at("colonize:spain/england", forces={"2316": (2, 0)})
    game = played(pos, dice=(8,))
    assert game.position.countries["caribbean"].european == 5
    assert force(game, "2316") == (2, 0)


def test_e_g34_east_coast_and_atlantic_coast_are_two_areas_of_one_column() -> None:
    for total, area in ((6, "east-coast"), (7, "atlantic-coast")):
        game = played(at("colonize:spain/england"), dice=(total,))
        settled = [name for name, country in game.position.countries.items() if country.settled_by]
        assert settled == [area]
    hexes = rules().board.hexes_of
    assert not set(hexes["east-coast"]) & set(hexes["atlantic-coast"])


# Rivals --------------------------------------------------------------------------------------------------------------


def test_e_g23_a_mine_that_somebody_found_is_worked_by_whoever_has_a_colonist_there() -> None:
    pos = war("dig:england", "dig:spain", forces={f"{ENGLAND}@2316": (0, 1)})
    pos.edit_dig("2316", found=True, tried=3)
    game = played(pos, dice=(3,))
    assert game.position.hoards["2316"] == (Gold("2316", 15),)


@pytest.mark.parametrize(
    ("found", "winners"),
    [
        ({ENGLAND: ("florida",)}, (ENGLAND,)),
        ({}, (SPAIN, ENGLAND)),
        ({SPAIN: ("florida",), ENGLAND: ("florida",)}, (SPAIN, ENGLAND)),
    ],
)
def test_e_g36_equal_points_are_decided_by_discoveries_and_then_shared(
    found: dict[str, tuple[str, ...]], winners: tuple[str, ...]
) -> None:
    pos = war(nations=2)
    florida = int(pos.rules.places["florida"].points.value)
    assert florida % 2 == 0
    for nation in (SPAIN, ENGLAND):
        places = found.get(nation, ())
        pos.edit(nation, found=places, treasury=100 - florida // 2 * len(places))
    pos.over, pos.tasks = True, ()
    ending = pos.rules.ending(pos)
    assert ending is not None
    assert ending.winners == winners


# Switches ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [name for name, each in our_pack().switches.items() if each.alone])
def test_1_23_every_switch_of_spain_alone_is_a_ruling_or_an_erratum_with_two_values(name: str) -> None:
    usual, other = our_pack().switches[name].values
    assert rules().is_on(name, usual)
    assert rules((name, other)).is_on(name, other)
