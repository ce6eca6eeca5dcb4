"""10.0 Land movement, 12.0 land attrition, 13.0 gold, 14.0 resources, 17.0 natives, 18.0-20.0 discovery and points."""

from __future__ import annotations

import pytest

from conquistadors.engine.events import Rolled
from conquistadors.games.exploration.rules.attrition import attrition_level
from conquistadors.games.exploration.rules.events import GoldCredited
from conquistadors.games.exploration.rules.gold import may_ship
from conquistadors.games.exploration.rules.hoards import Gold
from conquistadors.games.exploration.rules.natives import detachments, help_of, uprising_level
from conquistadors.games.exploration.rules.pieces import Dig
from conquistadors.games.exploration.rules.resources import resources_of
from conquistadors.games.exploration.rules.victory import controlled, points_of
from support.clauses import shows
from support.new_world import SPAIN, at, expedition, force, offered, played, question_of, rules, told

# 10.0 --------------------------------------------------------------------------------------------------------------


def ends(*answers: str, **what: tuple[int, int]) -> set[str]:
    forces = {name.removeprefix("h"): units for name, units in what.items()}
    game = played(at("march:spain", forces=forces, natives={"incan-empire": 0}), *answers)
    return {str(option.subject) for option in game.options if option.verb == "take"}


@shows("E-G31")
def test_10_1_soldiers_march_eight_hexes_and_colonists_four() -> None:
    land = rules().board.land
    far = ends("from 3816", h3816=(1, 0))
    assert {land.distance("3816", hex_) for hex_ in far} == set(range(9))
    slow = ends("from 3816", "amount 1", "amount 1", h3816=(1, 1))
    assert {land.distance("3816", hex_) for hex_ in slow} == set(range(5))


def test_10_2_nobody_crosses_a_crest_or_the_sea() -> None:
    land = rules().board.land
    assert land.distance("4515", "4516") != 1  # a crest
    assert land.distance("2018", "2019") != 1  # the sea
    assert "2019" not in ends("from 2316", h2316=(1, 0))


@shows("13.42")
def test_10_1_units_march_once_and_carry_gold() -> None:
    pos = at("march:spain", forces={"3816": (2, 0)}, natives={"incan-empire": 0})
    pos.lay("3816", (Gold("3816", 100),))
    pos.digs["3816"] = Dig(found=True, dug=100)
    game = played(pos, "from 3816", "amount 1", "take gold", "take 3817")
    assert game.position.hoards == {"3817": (Gold("3816", 100),)}
    assert "from 3817" not in offered(game)
    game.play("from 3816")
    game.play("take 3818")
    assert question_of(game) == "plan"  # all have marched
    assert force(game, "3817") == force(game, "3818") == (1, 0)


def test_15_61_nobody_marches_among_new_natives_without_a_missionary() -> None:
    pos = at("march:spain", forces={"3816": (2, 0)}, natives={"incan-empire": 0})
    board = rules().board
    game = played(pos, "from 3816", "amount 1")
    assert {board.area[str(option.subject)] for option in game.options} == {"incan-empire"}
    pos.people["missionary-1"] = at(people={"missionary-1": "3816"}).people["missionary-1"]
    game = played(pos, "from 3816", "amount 1", "take missionary-1")
    assert {board.area[str(option.subject)] for option in game.options} >= {"amazon", "incan-empire"}


def test_e_g47_the_last_missionary_stays_where_one_is_needed() -> None:
    pos = at("march:spain", forces={"3816": (2, 0)}, people={"missionary-1": "3816"})
    game = played(pos, "from 3816", "amount 1")
    assert question_of(game) == "march-to"  # he is not offered
    pos.people["missionary-2"] = pos.people["missionary-1"]
    assert "take missionary-1" in offered(played(pos, "from 3816", "amount 1"))


def test_15_56_a_conquistador_alone_at_the_end_of_the_land_phase_dies() -> None:
    pos = at("resources:spain", forces={"3816": (1, 0)}, people={"cortes": "3817", "pizarro": "3816"})
    assert list(played(pos).position.people) == ["pizarro"]


# 12.0 --------------------------------------------------------------------------------------------------------------


@shows("12.3", "15.55")
def test_12_4_t24_the_example_of_the_rulebook() -> None:
    pos = at("hardship:spain/3817", forces={"3817": (6, 1)}, people={"pizarro": "3817"})
    assert attrition_level(pos, "3817") == 5
    game = played(pos, dice=(5,))
    assert told(game, Rolled)[0].total == 4
    assert force(game, "3817") == (6, 0)


@shows("12.1", "12.21", "12.22", "12.23", "12.24")
def test_12_2_t25_t26_terrain_and_water_change_the_level_which_stays_between_1_and_5() -> None:
    pos, board = at(), rules().board
    rough = next(
        hex_ for hex_ in board.hexes_of["venezuela"] if board.terrain[hex_] == "rough" and hex_ in board.coastal
    )
    assert attrition_level(pos, rough) == 3 + 2 - 1
    assert attrition_level(pos, "2316") == 2 - 1
    coast = next(hex_ for hex_ in board.hexes_of["rio-del-plate"] if hex_ in board.coastal)
    assert attrition_level(pos, coast) == 1
    jungle = next(hex_ for hex_ in board.hexes_of["amazon"] if hex_ not in board.waterside | board.coastal)
    assert attrition_level(pos, jungle) == 5


@shows("E-G39")
def test_12_4_a_six_at_level_five_takes_all_and_their_conquistador() -> None:
    jungle = "3314" if "3314" not in rules().board.waterside else "3113"
    pos = at(f"hardship:spain/{jungle}", forces={jungle: (2, 2)}, people={"missionary-1": jungle})
    assert attrition_level(pos, jungle) == 5
    game = played(pos, dice=(6,))
    assert force(game, jungle) == (0, 0)
    assert list(game.position.people) == ["missionary-1"]  # E-G39


def test_3_6_the_other_table_of_land_attrition() -> None:
    for table, left in (("spi", (1, 0)), ("errata", (0, 1))):
        pos = at("hardship:spain/3817", forces={"3817": (1, 2)}, options={"land_attrition_table": table})
        assert force(played(pos, dice=(4,)), "3817") == left
    alone = at("hardship:spain/3817", forces={"3817": (2, 0)}, options={"land_attrition_table": "errata"})
    assert force(played(alone, dice=(2,)), "3817") == (1, 0)


# 13.0 --------------------------------------------------------------------------------------------------------------


@shows("13.11", "13.13", "13.22")
@pytest.mark.parametrize(
    ("hex_", "die", "found"), [("4213", 2, True), ("4213", 3, False), ("2316", 4, True), ("2316", 5, False)]
)
def test_13_12_and_13_22_t27_gold_is_found_by_a_die(hex_: str, die: int, found: bool) -> None:
    game = played(at("gold:spain", forces={hex_: (1, 0)}), f"search {hex_}", dice=(die,))
    assert game.position.digs[hex_].found == found
    assert question_of(game) == "plan"  # one try a turn (13.13)


@shows("13.22", "13.33")
@pytest.mark.parametrize(
    ("hex_", "total", "spent"),
    [
        *(("4213", total, spent) for total, spent in ((2, True), (11, True), (12, False), (7, False))),
        *(("3816", total, spent) for total, spent in ((7, True), (11, True), (2, False))),
        *(("2316", total, spent) for total, spent in ((2, True), (3, False))),
    ],
)
def test_13_15_13_22_13_33_t28_some_totals_exhaust_for_ever(hex_: str, total: int, spent: bool) -> None:
    assert played(at(f"deplete:spain/{hex_}"), dice=(total,)).position.digs[hex_].spent == spent


def test_e_o5_the_other_reading_of_depletion() -> None:
    other = {"mine_depletion": "ends"}
    assert played(at("deplete:spain/4213", options=other), dice=(12,)).position.digs["4213"].spent
    assert not played(at("deplete:spain/4213", options=other), dice=(11,)).position.digs["4213"].spent


@shows("13.31")
@pytest.mark.parametrize(("hex_", "loot"), [("3816", 100), ("2327", 75), ("2222", 40)])
def test_13_32_t29_cities_are_looted_by_a_soldier_where_there_are_no_natives(hex_: str, loot: int) -> None:
    area = rules().board.area[hex_]
    game = played(at("dig:spain", forces={hex_: (1, 0)}, natives={area: 0}), dice=(3,))
    assert game.position.hoards[hex_] == (Gold(hex_, loot),)
    assert played(at("dig:spain", forces={hex_: (1, 0)})).position.hoards == {}
    assert played(at("dig:spain", forces={hex_: (0, 1)}, natives={area: 0})).position.hoards == {}


@shows("13.14", "13.17")
def test_13_12_and_13_17_a_mine_needs_a_colonist_and_yields_at_once() -> None:
    game = played(at("gold:spain", forces={"4213": (0, 1)}), "search 4213", dice=(1, 7))
    assert game.position.hoards["4213"] == (Gold("4213", 25),)
    caribbean = played(at("gold:spain", forces={"2316": (0, 3)}), "search 2316", dice=(1, 4))
    assert caribbean.position.hoards["2316"] == (Gold("2316", 15),)


def test_13_5_an_abandoned_mine_yields_nothing_and_may_be_reopened() -> None:
    pos = at("gold:spain", forces={"4213": (0, 1)})
    pos.edit_dig("4213", found=True)
    game = played(pos, "abandon 4213")
    assert game.position.hoards == {}
    assert game.position.digs["4213"].abandoned
    pos.edit_dig("4213", abandoned=True)
    assert played(pos, "reopen 4213", dice=(7,)).position.hoards["4213"] == (Gold("4213", 25),)


def test_13_44_t30_t31_from_which_ports_gold_may_leave() -> None:
    pos = at()
    assert not may_ship(pos, Gold("1734", 25), "1825")  # nine Movement Points
    assert may_ship(pos, Gold("3816", 100), "4810")  # Cuzco by the Plate
    assert may_ship(pos, Gold("4213", 25), "4811")
    assert may_ship(pos, Gold("2316", 15), "2218")
    assert not may_ship(pos, Gold("2316", 15), "2222")
    assert may_ship(pos, Gold("2316", 15, shipped=True), "2222")  # E-G48
    once = at(options={"gold_transship": False})
    assert not may_ship(once, Gold("2316", 15, shipped=True), "2222")


def test_e_c10_the_ports_of_the_errata() -> None:
    pos = at(options={"gold_ports": "errata"})
    assert not may_ship(pos, Gold("3816", 100), "4810")
    assert may_ship(pos, Gold("4213", 25), "4811")
    assert may_ship(pos, Gold("1429", 25), "1734")
    assert not may_ship(pos, Gold("1429", 25), "1926")
    assert may_ship(pos, Gold("1129", 25), "1926")


def test_13_43_gold_is_loaded_as_ships_hold_it_and_credited_in_europe() -> None:
    pos = at("load:spain-1", "ashore:spain-1", "credit-gold:spain", forces={"2316": (0, 1)}, treasury=0)
    expedition(pos, "2316.1", caravels=1, carracks=1)
    pos.lay("2316", (Gold("2316", 45),))
    pos.edit_dig("2316", dug=45)
    game = played(pos)
    assert len(game.options) == 31
    game.play("amount 30")
    assert game.position.hoards["2316"] == (Gold("2316", 15),)
    home = at("ashore:spain-1", "credit-gold:spain", treasury=0)
    expedition(home, "europe", carracks=2, gold=(Gold("2316", 30, shipped=True),))
    home.edit_dig("2316", dug=30)
    landed = played(home)
    after = landed.position
    assert [each.ducats for each in told(landed, GoldCredited)] == [30]
    assert after.nations[SPAIN].treasury == 30
    assert after.digs["2316"].gone == 30


# 14.0 --------------------------------------------------------------------------------------------------------------


@shows("14.1", "13.16")
def test_14_24_t32_t33_the_example_of_the_rulebook() -> None:
    forces = {"2218": (0, 5), "2219": (0, 5), "2314": (0, 3)}
    pos = at(turn=11, forces=forces)
    assert resources_of(pos, SPAIN, "caribbean") == 78
    pos.edit_dig("2316", worked=11)
    assert resources_of(pos, SPAIN, "caribbean") == 26


def test_14_21_t34_five_colonists_a_hex_and_twenty_an_area() -> None:
    assert resources_of(at(turn=1, forces={"4810": (3, 7)}), SPAIN, "rio-del-plate") == 5
    hexes = rules().board.hexes_of["rio-del-plate"][:5]
    assert resources_of(at(turn=1, forces=dict.fromkeys(hexes, (0, 5))), SPAIN, "rio-del-plate") == 20


@shows("13.16")
def test_e_g50_a_worked_mine_hex_collects_nothing_in_that_turn() -> None:
    pos = at(turn=11, forces={"4213": (0, 3), "3816": (0, 2)})
    pos.edit_dig("4213", worked=11, spent=True)
    assert resources_of(pos, SPAIN, "incan-empire") == 2
    pos.edit_dig("4213", worked=10)
    assert resources_of(pos, SPAIN, "incan-empire") == 15


# 17.0 --------------------------------------------------------------------------------------------------------------


@shows("17.22", "17.24")
@pytest.mark.parametrize(("die", "level", "soldiers"), [(2, 0, 4), (6, 2, 3)])
def test_17_25_t37_t38_the_example_of_the_rulebook(die: int, level: int, soldiers: int) -> None:
    pos = at("native-combat:spain", forces={"0919": (4, 0)}, natives={"saguenay": 2})
    game = played(pos, "attack saguenay", dice=(die,))
    assert game.position.countries["saguenay"].native == level
    assert force(game, "0919")[0] == soldiers


@shows("15.65", "17.23")
def test_15_54_and_15_65_t36_help_is_at_most_three() -> None:
    people = {
        "cortes": "2327",
        "pizarro": "2327",
        "missionary-1": "2327",
        "missionary-2": "2327",
        "missionary-3": "2327",
    }
    ratings = {"missionary-1": 1, "missionary-2": 3, "missionary-3": -2}
    assert help_of(at(people=people, ratings=ratings), SPAIN, "aztec-empire") == -3
    few = {"cortes": "2327", "missionary-3": "2327"}
    assert help_of(at(people=few, ratings={"missionary-3": -2}), SPAIN, "aztec-empire") == -1


@shows("17.2")
def test_e_g26_an_area_is_attacked_once_a_turn() -> None:
    pos = at("native-combat:spain", forces={"2327": (4, 0)})
    game = played(pos, "attack aztec-empire", dice=(1,))
    assert question_of(game) == "plan"


@shows("17.32")
def test_17_33_t39_the_uprising_level_of_the_example() -> None:
    pos = at(forces={"2222": (6, 8)}, people={"missionary-1": "2222"}, ratings={"missionary-1": -2})
    assert uprising_level(pos, SPAIN, "mayan-empire") == 3


@pytest.mark.parametrize(("die", "rises"), [(4, False), (3, False), (2, True)])
def test_17_34_t40_an_uprising_if_the_level_is_higher_than_the_die(die: int, rises: bool) -> None:
    pos = at("uprising:spain/mayan-empire", forces={"2222": (6, 8)}, people={"missionary-1": "2222"})
    pos.people["missionary-1"] = at(people={"missionary-1": "2222"}, ratings={"missionary-1": -2}).people[
        "missionary-1"
    ]
    pos.pool = pos.pool.minus("-2")
    game = played(pos, dice=(die, 1) if rises else (die,))
    assert len(told(game, Rolled)) == (2 if rises else 1)


@shows("17.3")
def test_17_31_t41_no_check_at_level_one_or_without_natives() -> None:
    calm = at("uprisings:spain", forces={"2222": (0, 15)}, natives={"mayan-empire": 0})
    assert told(played(calm), Rolled) == []
    strong = at("uprisings:spain", forces={"2222": (4, 2)})
    assert uprising_level(strong, SPAIN, "mayan-empire") == 1
    assert told(played(strong), Rolled) == []


def test_17_35_losses_are_the_owners_choice_and_an_asterisk_costs_a_missionary() -> None:
    people = {"missionary-1": "2222", "cortes": "2222"}
    pos = at("revolt:spain/mayan-empire", forces={"2222": (2, 4)}, people=people)
    game = played(pos, "lose colonist 2222", "lose soldier 2222", "lose colonist 2222", dice=(4,))
    assert force(game, "2222") == (1, 2)
    assert list(game.position.people) == ["cortes"]


@shows("E-G38")
def test_17_35_all_takes_everybody_and_one_missionary() -> None:
    people = {"missionary-1": "2222", "missionary-2": "2222", "cortes": "2222"}
    pos = at("revolt:spain/mayan-empire", forces={"2222": (2, 4)}, people=people)
    game = played(pos, "take missionary-1", dice=(6,))
    assert game.position.forces == {}
    assert list(game.position.people) == ["missionary-2"]


# 18.0-20.0 ---------------------------------------------------------------------------------------------------------


def test_18_16_spain_starts_with_the_new_world() -> None:
    assert points_of(rules().start(), SPAIN).discoveries == 25


@shows("E-C5", "E-G49")
def test_18_12_land_units_discover_at_once_and_the_pacific_only_overland() -> None:
    pos = at("march:spain", forces={"3816": (1, 0)}, natives={"incan-empire": 0})
    game = played(pos, "from 3816", "take 3818")
    found = game.position.nations[SPAIN].found
    assert {"south-america", "pacific-land"} <= set(found)
    ship = at("coast:spain-1", phase="B", people={"magellan": "spain-1"}, natives={"incan-empire": 0})
    expedition(ship, "3818", bounds=9, soldiers=1)
    landed = played(ship, "cargo", "amount 0").position.nations[SPAIN].found
    assert "south-america" in landed
    assert "pacific-land" not in landed


@shows("18.15", "18.11")
def test_18_14_and_18_15_a_voyage_claims_for_three_points_and_scores_when_it_is_home() -> None:
    pos = at("coast:spain-1", "credit-discoveries:spain", phase="B", people={"solis": "spain-1"})
    name = expedition(pos, "4810", bounds=9, ocean=5)
    game = played(pos, "discover", "done")
    made = game.position.expeditions[name]
    assert made.points == 3
    assert set(made.claims) == {"south-america", "plata"}
    assert game.position.nations[SPAIN].found == ("new-world",)
    home = at("credit-discoveries:spain")
    name = expedition(home, "europe", claims=("plata",))
    home.discovered["plata"] = name
    assert played(home).position.nations[SPAIN].found == ("new-world", "plata")


def test_e_g27_claims_of_a_lost_voyage_are_open_again() -> None:
    pos = at("clean-up:spain", "end-turn")
    name = expedition(pos, "4810", claims=("plata",))
    pos.discovered["plata"] = name
    assert "plata" not in played(pos, dice=(1, 2)).position.discovered


def test_18_13_only_an_explorer_leads_a_voyage_of_discovery() -> None:
    pos = at("coast:spain-1", phase="B", forces={"4810": (0, 1)})
    expedition(pos, "4810", bounds=9)
    why = played(pos).why_not("discover")
    assert why is not None
    assert why.rule == "18.13"


def test_19_1_t44_control_takes_three_colonists_two_settlements_and_a_port() -> None:
    assert controlled(at(forces={"2316": (0, 2), "2218": (0, 1)}), SPAIN) == ["caribbean"]
    assert controlled(at(forces={"2316": (0, 3)}), SPAIN) == []
    assert controlled(at(forces={"2316": (0, 1), "2218": (0, 1)}), SPAIN) == []
    inland = {"3816": (0, 2), "3815": (0, 1)}
    assert controlled(at(forces=inland), SPAIN) == []
    assert controlled(at(forces={**inland, "3818": (0, 1)}), SPAIN) == ["incan-empire"]
    assert controlled(at(forces={"1429": (0, 2), "1032": (0, 1)}), SPAIN) == ["rockies"]  # it has no coast


def test_20_0_t43_points_are_two_a_ducat_and_150_an_area() -> None:
    pos = at(treasury=100, forces={"2316": (0, 2), "2218": (0, 1), "4810": (0, 2), "4811": (0, 1)})
    points = points_of(pos, SPAIN)
    assert (points.ducats, points.areas, points.discoveries, points.total) == (200, 300, 25, 525)
    pos.edit(SPAIN, penalty=100)
    assert points_of(pos, SPAIN).total == 425


# 21.2 --------------------------------------------------------------------------------------------------------------


@shows("21.21", "21.22")
def test_21_23_t45_the_example_of_the_rulebook() -> None:
    game = played(at("council:spain", monarch="C"), dice=(1, 1, 3))
    country = game.position.countries["aztec-empire"]
    assert game.position.nations[SPAIN].monarch == "A"
    assert (country.native, country.european, country.settled_by) == (0, 5, "england")


@shows("E-O10")
def test_21_24_the_same_country_adds_five() -> None:
    pos = at("colonize:spain/england")
    pos.edit_country("aztec-empire", native=0, european=5, settled_by="england")
    assert played(pos, dice=(3,)).position.countries["aztec-empire"].european == 10


def test_21_25_another_country_rolls_again_and_may_find_nothing() -> None:
    pos = at("colonize:spain/england")
    pos.edit_country("aztec-empire", settled_by="france")
    game = played(pos, dice=(3, 7))
    assert game.position.countries["atlantic-coast"].settled_by == "england"
    for cell in rules().tables["colonization"].columns["england"].values():
        pos.edit_country(str(cell.value), settled_by="france")
    assert told(played(pos), Rolled) == []


@shows("E-G37")
def test_21_26_spanish_colonists_are_raided_instead() -> None:
    pos = at("colonize:spain/england", "resources:spain", treasury=0, forces={"2316": (5, 4), "2218": (0, 3)})
    pos.set_fleet(SPAIN, "2316.1", rules().start().fleet(SPAIN, "europe"))
    game = played(pos, "lose colonist 2218", dice=(8,))
    assert force(game, "2316") == (3, 4)
    assert force(game, "2218") == (0, 2)
    assert game.position.fleets == {}
    assert game.position.countries["caribbean"].european == 0
    assert game.position.nations[SPAIN].treasury == 0  # no resources


def test_21_26_a_galleon_fleet_may_be_the_ship_that_is_lost() -> None:
    pos = at("colonize:spain/england", forces={"2316": (0, 1)})
    expedition(pos, "2316.1", carracks=0, galleon=True)
    assert played(pos, dice=(8,)).position.expeditions == {}


def test_21_26_a_ship_of_an_expedition_is_lost_with_its_load() -> None:
    pos = at("colonize:spain/england", forces={"2316": (0, 1)})
    name = expedition(pos, "2316.1", carracks=2, soldiers=4)
    left = played(pos, dice=(8,)).position.expeditions[name]
    assert (left.carracks, left.soldiers) == (1, 2)


def test_21_27_nobody_mines_loots_or_collects_where_europeans_are_nor_in_the_turn_they_fall() -> None:
    pos = at("dig:spain", "resources:spain", treasury=0, forces={"2327": (1, 1)}, natives={"aztec-empire": 0})
    pos.edit_country("aztec-empire", european=5)
    assert played(pos).position.nations[SPAIN].treasury == 0
    pos.edit_country("aztec-empire", european=0, freed=5)
    assert played(pos).position.hoards == {}
    pos.edit_country("aztec-empire", freed=4)
    game = played(pos, dice=(3,))
    assert game.position.hoards["2327"] == (Gold("2327", 75),)
    assert game.position.nations[SPAIN].treasury == 1


@shows("17.21")
def test_21_28_t46_europeans_are_fought_with_half_and_cost_two() -> None:
    pos = at("native-combat:spain", forces={"2327": (5, 0)}, natives={"aztec-empire": 0})
    pos.edit_country("aztec-empire", european=5)
    assert detachments(pos, SPAIN, "aztec-empire") == 2
    game = played(pos, "attack aztec-empire", dice=(6,))
    assert force(game, "2327") == (3, 0)
    assert played(pos, "attack aztec-empire", dice=(1,)).position.countries["aztec-empire"].european == 4
    one = at("native-combat:spain", forces={"2327": (1, 0)}, natives={"aztec-empire": 0})
    one.edit_country("aztec-empire", european=5)
    assert question_of(played(one)) == "plan"  # no attack is possible


def test_21_29_t47_some_discoveries_do_not_count_and_4500_points_win() -> None:
    barred = {"north-america", "hudson-bay", "st-lawrence", "mississippi", "great-lakes-found"}
    assert not barred & set(rules().places)
    for treasury, winners in ((2237, ()), (2238, (SPAIN,))):
        pos = at("end-turn", turn=21, treasury=treasury)
        pos.tasks = ("end-turn",)
        ending = played(pos).ending
        assert ending is not None
        assert (2 * treasury + 25 >= 4500) == bool(winners)
        assert ending.winners == winners


def test_21_29_no_control_where_other_europeans_are() -> None:
    pos = at(forces={"2316": (0, 2), "2218": (0, 1)})
    pos.edit_country("caribbean", european=5)
    assert controlled(pos, SPAIN) == []


def test_e_c18_events_1_3_and_6_do_nothing_else() -> None:
    assert rules().consequences(SPAIN, "1") == ("colonize:spain/portugal",)
    assert rules().consequences(SPAIN, "6") == ()
    assert rules().consequences(SPAIN, "7") == ("event:spain/7", "colonize:spain/france")


@shows("15.52")
def test_15_31_people_come_and_go_by_the_track() -> None:
    pos = at("turn", turn=4, people={"solis": "europe"})
    pos.tasks = ("turn",)
    game = played(pos, dice=(6, 4))
    assert set(game.position.people) >= {"solis", "cortes", "magellan", "cordova"}
    done = at("end-turn", turn=5, people={"solis": "europe", "cortes": "europe"})
    done.tasks = ("end-turn",)
    assert set(played(done, dice=(6, 4)).position.people) == {"cortes", "loaysa", "pizarro"}


def test_15_63_ratings_are_known_when_missionaries_reach_the_new_world() -> None:
    pos = at("cross:spain-1", phase="B", forces={"2316": (0, 1)}, people={"missionary-1": "europe"})
    expedition(pos, landfall="2316.1")
    game = played(pos, "sail 2316.1", "board missionary-1", dice=("-2",))
    assert game.position.people["missionary-1"].rating == -2
    assert game.position.pool.count_of("-2") == 3


def test_10_1_any_part_of_a_force_may_march_and_somebody_has_to() -> None:
    pos = at("march:spain", forces={"3816": (2, 2)}, natives={"incan-empire": 0})
    assert offered(played(pos, "from 3816")) == {"amount 0", "amount 1", "amount 2"}
    assert offered(played(pos, "from 3816", "amount 0")) == {"amount 1", "amount 2"}
    assert offered(played(pos, "from 3816", "amount 1")) == {"amount 0", "amount 1", "amount 2"}
    soldiers = at("march:spain", forces={"3816": (2, 0)}, natives={"incan-empire": 0})
    assert offered(played(soldiers, "from 3816")) == {"amount 1", "amount 2"}


def test_10_1_people_march_alone_or_need_not_come() -> None:
    pos = at("march:spain", forces={"3816": (1, 1)}, people={"cortes": "3816"}, natives={"incan-empire": 0})
    assert offered(played(pos, "from 3816", "amount 1", "amount 1")) == {"take cortes", "pass"}
    assert offered(played(pos, "from 3816", "amount 0", "amount 0")) == {"take cortes"}
    two = at("march:spain", forces={"3816": (1, 0)}, people={"cortes": "3816", "pizarro": "3816"})
    assert offered(played(two, "from 3816", "amount 1", "take cortes")) == {"take pizarro", "pass"}
    game = played(pos, "from 3816", "amount 0", "amount 0", "take cortes", "take 3817")
    assert game.position.people["cortes"].at == "3817"
    assert force(game, "3816") == (1, 1)


def test_13_14_what_a_mine_has_given_adds_up() -> None:
    pos = at("dig:spain", forces={"2316": (0, 1)})
    pos.edit_dig("2316", found=True, dug=15, gone=15)
    dig = played(pos, dice=(6,)).position.digs["2316"]
    assert (dig.dug, dig.gone, dig.worked) == (30, 15, 5)


def test_18_14_the_last_movement_points_are_enough_for_a_discovery() -> None:
    for points, open_ in ((5, True), (6, False)):
        pos = at("coast:spain-1", phase="B", people={"solis": "spain-1"})
        expedition(pos, "4810", bounds=6, ocean=5, points=points)
        assert ("discover" in offered(played(pos))) is open_
