"""8.0  Naval combat, Prizes, prisoners and Privateers; ports stormed from the sea."""

from __future__ import annotations

import pytest

from conquistadors.engine.game import Game
from conquistadors.engine.requests import Choice
from conquistadors.games.exploration.rules.events import CombatTried, LandFight, SeaFight
from conquistadors.games.exploration.rules.hoards import Gold
from conquistadors.games.exploration.rules.naval import act_cost, man_ships, muster, strength
from conquistadors.games.exploration.rules.odds import column_of
from conquistadors.games.exploration.rules.pieces import Someone, Treaty
from conquistadors.games.exploration.rules.position import World
from conquistadors.games.exploration.rules.sailing import can_arrive
from conquistadors.games.exploration.rules.ships import gold_room
from support.clauses import shows
from support.new_world import offered
from support.rivals import ENGLAND, FRANCE, SPAIN, fleet, played, question_of, rivals, told, units, war

BAY, PORT = "2411", "2314"
"""Two coasts of the Caribbean; ships sail from one to the other."""
COLUMNS = ["1-2", "1-1", "2-1", "3-1", "4-1"]
LAND = ["1-3", "1-2", "1-1", "2-1", "3-1", "4-1"]


def meeting(order: str = "", **english: int) -> World:
    """Spain is off Guadeloupe, England lies in Puerto Rico."""
    watches = {f"{ENGLAND}@{SPAIN}": order} if order else {}
    pos = war("coast:spain-1", forces={f"{ENGLAND}@{PORT}": (1, 2)}, watches=watches)
    fleet(pos, SPAIN, "2412", carracks=2, soldiers=1)
    fleet(pos, ENGLAND, PORT, **{"caravels": 2, **english})
    return pos


def person(nation: str, at: str, role: str = "explorer", rating: int | None = None) -> Someone:
    return Someone(nation, role, at, rating)


# Odds --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("attack", "defence", "column"), [(16, 9, "1-1"), (9, 16, "1-2"), (9, 40, "1-2"), (50, 8, "4-1"), (24, 8, "3-1")]
)
def test_8_25_t14_t15_fractions_favour_the_defender_and_end_columns_hold(
    attack: int, defence: int, column: str
) -> None:
    assert column_of(attack, defence, COLUMNS) == column


def test_15_45_t35_a_privateer_shifts_one_column_and_never_past_the_end() -> None:
    assert column_of(16, 8, COLUMNS, 1) == "3-1"
    assert column_of(8, 8, COLUMNS, -1) == "1-2"
    assert column_of(50, 8, COLUMNS, 1) == "4-1"
    assert column_of(8, 50, COLUMNS, -1) == "1-2"


@shows("7.11", "7.12", "7.16", "E-G19")
def test_8_25_t54_strengths_of_ships_and_of_soldiers_aboard() -> None:
    pos = war()
    caravels, carracks = fleet(pos, SPAIN, PORT, caravels=3), fleet(pos, SPAIN, PORT, carracks=3)
    assert strength(pos, [caravels], attacking=True) == 6
    assert strength(pos, [caravels], attacking=False) == 12
    assert strength(pos, [carracks], attacking=True) == strength(pos, [carracks], attacking=False) == 24
    manned = fleet(pos, SPAIN, PORT, carracks=1, soldiers=2, colonists=0)
    assert strength(pos, [manned], attacking=True) == 16


# When combat occurs ------------------------------------------------------------------------------------------------


@shows("8.1", "8.12", "8.31", "E-C16")
def test_8_13_the_moving_nation_attacks_where_it_stops() -> None:
    game = played(meeting(), f"go {PORT}")
    assert question_of(game) == "engage"
    game = played(meeting(), f"go {PORT}", f"fight {ENGLAND}", dice=(2,))
    fought = told(game, SeaFight)[0]
    assert (fought.attack, fought.defence, fought.odds) == (20, 8, "2-1")
    assert question_of(game) == "prize"  # D1* at 2-1 on a two


def test_8_12_nobody_has_to_fight_and_the_ships_may_stay() -> None:
    game = played(meeting(), f"go {PORT}", "done")
    assert question_of(game) == "coast"
    assert not told(game, SeaFight)
    assert "done" in offered(game)


@shows("8.21")
def test_8_15_t13_on_a_three_the_other_attacks_on_a_four_the_ships_must_sail_on() -> None:
    game = played(meeting("always"), f"go {PORT}", "done", dice=(3, 5))
    assert told(game, CombatTried)[0].forced
    assert told(game, SeaFight)[0].who == ENGLAND
    game = played(meeting("always"), f"go {PORT}", "done", dice=(4,))
    assert not told(game, CombatTried)[0].forced
    assert not told(game, SeaFight)


def test_8_16_after_a_failed_try_the_ships_may_not_stop() -> None:
    game = played(meeting("always"), f"go {PORT}", "done", dice=(4,))
    left = offered(game)
    assert not {"done", "cargo", "discover", f"fight {ENGLAND}", "invade"} & left
    assert any(each.startswith("go ") for each in left) or "dare" in left


def test_8_15_a_nation_that_wants_to_be_asked_is_asked() -> None:
    game = played(meeting("ask"), f"go {PORT}", "done")
    assert game.pending is not None
    assert (game.pending.who, game.pending.kind) == (ENGLAND, "waylay")
    game.play("pass")
    assert question_of(game) == "coast"
    assert "done" in offered(game)


def test_8_15_passing_ships_are_attacked_where_they_pass() -> None:
    """Straight past them costs less than round them; a combat on the way costs three instead of one."""
    board = war().rules.board
    near = [goal for goal in board.landings if board.sea.distance("2412", goal) in range(2, 9)]
    ways = {goal: [place for place in board.sea.path("2412", goal)[:-1] if place in board.landing_set] for goal in near}
    goal, passed = next((goal, places[0]) for goal, places in ways.items() if places)
    pos = war("coast:spain-1", watches={f"{ENGLAND}@{SPAIN}": "always"}, people={f"{SPAIN}@columbus": "spain-1"})
    fleet(pos, SPAIN, "2412", carracks=2, soldiers=1)
    fleet(pos, ENGLAND, passed, caravels=2)
    assert question_of(played(pos, f"go {goal}")) == "way"
    game = played(pos, f"go {goal}", "straight", dice=(2, 1))
    assert told(game, CombatTried)[0].place == passed
    steps = board.sea.distance("2412", goal)
    assert steps is not None
    if question_of(game) == "battle-ship":
        game.play(game.options[0])
    if question_of(game) == "prize":
        game.play("scuttle carrack")
    assert game.position.expeditions["spain-1"].points == steps + 2 + 2
    avoided = played(pos, f"go {goal}", "avoid")
    assert not told(avoided, CombatTried)


def test_8_23_the_same_ships_are_not_attacked_twice_by_an_expedition() -> None:
    game = played(meeting(), f"go {PORT}", f"fight {ENGLAND}", "take carrack-2", dice=(5,))
    assert question_of(game) == "coast"  # A1
    why = game.why_not(f"fight {ENGLAND}")
    assert why is not None
    assert why.rule == "8.23"


@shows("E-C8", "8.22")
def test_8_21_a_second_act_in_the_hex_costs_three_more() -> None:
    game = played(meeting(), f"go {PORT}", f"fight {ENGLAND}", "prize caravel", dice=(2,))
    steps = game.position.rules.board.sea.distance("2412", PORT)
    assert steps is not None
    assert game.position.expeditions["spain-1"].points == steps + 2  # the stop is paid for, and the attack with it
    assert act_cost(game.position, "spain-1", "invade") == 3


@shows("8.14", "E-G20")
def test_8_14_two_with_a_treaty_are_attacked_together_and_the_attacker_says_who_loses() -> None:
    pos = meeting()
    fleet(pos, FRANCE, PORT, carracks=1)
    pos.treaties = (Treaty((ENGLAND, FRANCE), 9),)
    game = played(pos, f"go {PORT}", f"fight {FRANCE}", dice=(2,))
    assert told(game, SeaFight)[0].enemies == (FRANCE, ENGLAND)
    assert told(game, SeaFight)[0].defence == 16
    assert game.pending is not None
    assert (game.pending.who, game.pending.kind) == (SPAIN, "whose-loss")
    game.play(f"take {ENGLAND}")
    assert game.position.expeditions["england-1"].caravels == 1
    assert game.position.expeditions["france-1"].carracks == 1


def test_8_13_without_a_treaty_one_is_attacked_and_then_the_other() -> None:
    pos = meeting()
    fleet(pos, FRANCE, PORT, carracks=1)
    game = played(pos, f"go {PORT}", f"fight {FRANCE}", dice=(3,))
    assert told(game, SeaFight)[0].enemies == (FRANCE,)
    assert question_of(game) == "engage"
    assert offered(game) == {f"fight {ENGLAND}", "done"}


def test_8_11_galleon_fleets_neither_fight_nor_are_fought() -> None:
    pos = meeting(caravels=0, galleon=True)
    game = played(pos, f"go {PORT}")
    assert question_of(game) == "coast"
    assert f"fight {ENGLAND}" not in offered(game)


# Prizes ------------------------------------------------------------------------------------------------------------


@shows("13.46", "E-G51", "8.33")
def test_8_32_a_prize_brings_its_gold_and_its_people_are_held() -> None:
    pos = meeting(caravels=0, carracks=1, soldiers=1)
    pos.edit_expedition("england-1", gold=(Gold("2316", 20, shipped=True),))
    pos.edit_dig("2316", dug=20)
    pos.people["cabot-john"] = person(ENGLAND, "england-1")
    game = played(pos, f"go {PORT}", f"fight {ENGLAND}", "prize carrack", "hold cabot-john", dice=(1,))
    won = game.position.expeditions["spain-1"]
    assert (won.carracks, won.gold) == (3, (Gold("2316", 20, shipped=True),))
    assert "england-1" not in game.position.expeditions
    assert game.position.people["cabot-john"].at == "held@spain"
    killed = played(pos, f"go {PORT}", f"fight {ENGLAND}", "prize carrack", "kill cabot-john", dice=(1,))
    assert "cabot-john" not in killed.position.people


def test_8_32_units_on_a_prize_die_and_those_on_the_other_ships_do_not() -> None:
    pos = meeting(caravels=0, carracks=2, soldiers=1, colonists=3)
    game = played(pos, f"go {PORT}", f"fight {ENGLAND}", "take carrack-2", "prize carrack", dice=(1,))
    left = game.position.expeditions["england-1"]
    assert (left.carracks, left.soldiers, left.colonists) == (1, 1, 1)
    won = game.position.expeditions["spain-1"]
    assert (won.carracks, won.soldiers, won.colonists) == (3, 1, 0)


def test_8_31_without_an_asterisk_the_ship_sinks_with_its_gold() -> None:
    pos = meeting(caravels=0, carracks=2)
    pos.edit_expedition("england-1", gold=(Gold("2316", 20),))
    pos.edit_dig("2316", dug=20)
    game = played(pos, f"go {PORT}", f"fight {ENGLAND}", "take carrack-1", dice=(2,))
    assert game.position.expeditions["england-1"].carracks == 1
    assert game.position.digs["2316"].gone == 20
    assert game.position.expeditions["spain-1"].carracks == 2


def test_8_31_ships_that_lie_in_port_are_lost_like_others() -> None:
    pos = war("coast:spain-1", forces={f"{ENGLAND}@{PORT}": (0, 1)}, ships={f"{ENGLAND}@{PORT}": (1, 1)})
    fleet(pos, SPAIN, "2412", carracks=2)
    game = played(pos, f"go {PORT}", f"fight {ENGLAND}", "take caravel-2", dice=(2,))
    assert rivals(game, ENGLAND, PORT) == (0, 1)


@pytest.mark.parametrize(("phase", "arrives"), [("B", True), ("D", False)])
@shows("E-C7")
def test_7_26_over_the_ocean_an_enemy_port_is_a_landfall_in_the_first_phase_alone(phase: str, arrives: bool) -> None:
    """E-C16  Without an Explorer: to fight there or storm it, which is done in B alone; an empty coast never is one."""
    pos = war("cross:spain-1", phase=phase, forces={f"{ENGLAND}@{PORT}": (0, 1)})
    name = fleet(pos, SPAIN, carracks=1)
    assert can_arrive(pos, name, PORT) is arrives
    assert not can_arrive(pos, name, "2412")


# Privateers --------------------------------------------------------------------------------------------------------


@shows("15.4", "15.43", "15.46")
def test_15_44_whatever_is_lost_to_a_privateer_is_a_prize_if_he_can_man_it() -> None:
    pos = war("coast:england-1", turn=16, ships={f"{SPAIN}@{PORT}": (2, 0)}, forces={f"{SPAIN}@{PORT}": (0, 1)})
    fleet(pos, ENGLAND, "2412", carracks=1, soldiers=2, privateer=True)
    game = played(pos, f"go {PORT}", f"fight {SPAIN}", dice=(3,))
    assert told(game, SeaFight)[0].odds == "3-1"  # 16 against 8, one column better
    game.play("prize caravel")
    won = game.position.expeditions["england-1"]
    assert (won.caravels, won.carracks) == (1, 1)


@shows("E-G40")
def test_15_44_a_ship_without_a_detachment_is_sunk_and_who_has_too_few_sails_as_an_explorer() -> None:
    pos = war()
    raider = fleet(pos, ENGLAND, PORT, caravels=1, carracks=1, soldiers=1, privateer=True)
    man_ships(pos, raider)
    assert pos.expeditions[raider].ships == 1
    weak = fleet(pos, ENGLAND, PORT, carracks=2, soldiers=1, privateer=True)
    muster(pos, weak)
    assert not pos.expeditions[weak].privateer


@shows("15.41")
def test_15_42_no_attrition_no_overspending_no_colonists_no_own_gold() -> None:
    pos = war("check:england-1", "load:england-1", "coast:england-1", forces={f"{ENGLAND}@{PORT}": (2, 3)})
    name = fleet(pos, ENGLAND, PORT, carracks=1, soldiers=1, privateer=True, ocean=5, bounds=3)
    pos.lay(PORT, (Gold(PORT, 10),))
    pos.edit_dig(PORT, dug=10)
    game = played(pos)  # no die for attrition, no question about gold
    assert question_of(game) == "coast"
    assert "dare" not in offered(game)
    game.play("cargo")
    assert question_of(game) == "aboard-soldiers"
    assert offered(game) == {"amount 1", "amount 2"}
    game.play("amount 1")
    assert question_of(game) == "coast"  # nobody asks for Colonists
    assert gold_room(game.position, game.position.expeditions[name]) == 25


# Invasion ----------------------------------------------------------------------------------------------------------


def landing(soldiers: int, carracks: int, defenders: tuple[int, int], **more: object) -> World:
    pos = war("coast:spain-1", forces={f"{ENGLAND}@{PORT}": defenders}, **more)  # type: ignore[arg-type]
    fleet(pos, SPAIN, PORT, carracks=carracks, soldiers=soldiers)
    return pos


@shows("8.5", "8.52", "8.54", "8.55", "16.3")
def test_8_53_8_54_t16_t17_carracks_support_and_defenders_count_twice() -> None:
    game = played(landing(4, 4, (1, 2)), "invade", "amount 4", dice=(5,))
    fought = told(game, LandFight)[0]
    assert (fought.attack, fought.defence) == (20, 12)
    assert fought.invasion


def test_8_56_beaten_attackers_go_back_to_their_ships() -> None:
    game = played(landing(4, 2, (4, 2)), "invade", "amount 2", dice=(5,))  # 10 against 36: 1-3, A3/4
    assert game.position.expeditions["spain-1"].soldiers == 2
    assert units(game, SPAIN, PORT) == (0, 0)
    assert units(game, ENGLAND, PORT) == (4, 2)


def test_8_56_beaten_defenders_retreat_a_hex() -> None:
    game = played(landing(6, 3, (0, 2)), "invade", "amount 6", dice=(4,))  # 27 against 4: 4-1, D1/2
    assert units(game, ENGLAND, PORT) == (0, 0)
    assert units(game, ENGLAND, "2414") == (0, 1)


def test_8_57_of_the_victors_a_garrison_stays() -> None:
    game = played(landing(6, 3, (0, 1)), "invade", "amount 6", dice=(1,))
    assert question_of(game) == "garrison"
    game.play("amount 2")
    assert units(game, SPAIN, PORT) == (2, 0)
    assert units(game, ENGLAND, PORT) == (0, 0)
    assert game.position.expeditions["spain-1"].soldiers == 4


def test_8_51_ships_and_a_galleon_fleet_protect_a_port() -> None:
    pos = landing(2, 1, (1, 1))
    pos.set_fleet(ENGLAND, PORT, pos.fleet(ENGLAND, PORT).__class__(galleon=True))
    why = played(pos).why_not("invade")
    assert why is not None
    assert (why.rule, why.bar.reason) == ("8.51", "galleons-guard")
    pos = landing(2, 1, (1, 1))
    fleet(pos, FRANCE, PORT, caravels=1)
    why = played(pos).why_not("invade")
    assert why is not None
    assert (why.rule, why.bar.reason) == ("8.51", "ships-in-the-way")


def test_e_g46_soldiers_without_a_colonist_are_no_port_and_nobody_lands_among_them() -> None:
    pos = landing(2, 1, (1, 0))
    why = played(pos).why_not("invade")
    assert why is not None
    assert why.rule == "8.5"
    pos.people["columbus"] = person(SPAIN, "spain-1")
    game = played(pos, "cargo")
    assert question_of(game) != "aboard-soldiers"
    assert game.position.expeditions["spain-1"].soldiers == 2


def test_8_57_a_port_is_not_stormed_twice_by_an_expedition() -> None:
    game = played(landing(4, 2, (4, 2)), "invade", "amount 2", dice=(5,))
    why = game.why_not("invade")
    assert why is not None
    assert why.rule == "8.57"


@shows("E-G63")
def test_15_61_spain_storms_no_port_among_natives_without_a_missionary() -> None:
    why = played(landing(2, 1, (1, 1), natives=1)).why_not("invade")
    assert why is not None
    assert why.rule == "15.61"
    pos = landing(6, 3, (0, 1), natives=1)
    pos.people["missionary-1"] = person(SPAIN, "spain-1", "missionary", -2)
    pos.pool = pos.pool.minus("-2")
    game = played(pos, "invade", "amount 6", "amount 1", dice=(1,))
    assert game.position.people["missionary-1"].at == PORT


@pytest.mark.parametrize(("switch", "odds"), [(False, "1-1"), (True, "2-1")])
def test_a_privateer_helps_in_an_invasion_only_by_the_switch(switch: bool, odds: str) -> None:
    pos = war(
        "coast:england-1",
        forces={f"{SPAIN}@{PORT}": (0, 2)},
        options={"privateer_shift_on_invasion": switch},
    )
    fleet(pos, ENGLAND, PORT, carracks=2, soldiers=3, privateer=True)
    game = played(pos, "invade", "amount 1", dice=(6,))
    assert told(game, LandFight)[0].odds == odds  # 6 against 4


@shows("E-G64", "8.16")
def test_8_16_e_g64_ships_that_must_sail_on_and_cannot_stay() -> None:
    """A Privateer dares no bounds beyond those bought: with none left she may end where she was driven from."""
    pos = war("coast:england-1", forces={f"{SPAIN}@{PORT}": (0, 2)})
    fleet(pos, ENGLAND, PORT, carracks=1, soldiers=1, privateer=True, bounds=0, driven=True)
    assert "done" in offered(played(pos))
    pos.edit_expedition("england-1", privateer=False)
    game = played(pos)
    why = game.why_not("done")
    assert why is not None
    assert why.rule == "8.16"
    assert "dare" in offered(game)


@pytest.mark.parametrize("order", ["never", "ask"])
def test_e_g59_among_people_who_is_asked_is_no_sign_of_what_was_ordered(order: str) -> None:
    """8.15  A nation whose ships are passed is asked in any case: without an order it can only pass."""
    pos = meeting("ask")
    pos.watches = tuple([each for each in pos.watches if order == "ask"])
    game: Game[World] = Game.new(pos.rules, seed=1, position=pos)
    game.people = frozenset(pos.rules.seats)
    for answer in (f"go {PORT}", "done"):
        game.play(answer)
    assert isinstance(game.pending, Choice)
    assert (game.pending.who, game.pending.kind) == (ENGLAND, "waylay")
    assert ("pass" in offered(game), f"fight {SPAIN}" in offered(game)) == (True, order == "ask")
