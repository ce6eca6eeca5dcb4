"""6.0  The Royal Council: taxes, Colonists, events, initiative, purchases, maintenance."""

from __future__ import annotations

import pytest

from conquistadors.games.exploration.rules.council import initiative_level, multiplier
from conquistadors.games.exploration.rules.events import ColonistsCame, DutyDone, PoliticalEvent, Taxed
from conquistadors.games.exploration.rules.hoards import Gold
from conquistadors.games.exploration.rules.missionaries import to_be_had
from conquistadors.games.exploration.rules.pieces import Duty, Fleet, Lack
from conquistadors.games.exploration.rules.planning import price
from support.clauses import shows
from support.new_world import SPAIN, at, expedition, force, offered, played, question_of, rules, told


def test_6_31_t01_taxes_by_monarch_and_die() -> None:
    game = played(at("council:spain", monarch="B", treasury=10), dice=(3, 5, 7))
    assert told(game, Taxed)[0].ducats == 20
    assert game.position.nations[SPAIN].treasury == 30


def test_6_32_t02_the_same_die_brings_colonists() -> None:
    game = played(at("council:spain", monarch="B"), dice=(3, 1))
    assert told(game, ColonistsCame)[0].number == 4
    assert game.position.nations[SPAIN].colonists == 4


@shows("6.3", "6.4", "E-C1")
def test_6_33_t03_the_first_die_is_the_row_the_second_the_column() -> None:
    game = played(at("council:spain"), dice=(3, 5, 7))
    assert told(game, PoliticalEvent)[0].event == "event-1"


def test_e_g1_taxes_follow_the_monarch_before_the_event() -> None:
    game = played(at("council:spain", monarch="D", treasury=0), dice=(1, 1, 7))
    assert game.position.nations[SPAIN].treasury == 15
    assert game.position.nations[SPAIN].monarch == "A"


def test_6_52_t04_initiative_level_is_multiplier_times_treasury() -> None:
    assert initiative_level(at(monarch="B", treasury=85), SPAIN) == 255
    assert initiative_level(rules().start(), SPAIN) == 760


@shows("E-G2")
def test_6_54_the_multiplier_never_falls_below_one_and_may_reach_five() -> None:
    assert [multiplier(at(monarch=rating), SPAIN) for rating in "ABCD"] == [4, 3, 2, 1]
    assert multiplier(at(monarch="D", shift=-1), SPAIN) == 1
    assert multiplier(at(monarch="A", shift=1), SPAIN) == 5


# Events ------------------------------------------------------------------------------------------------------------


def test_6_41_2_potosi_yields_more_while_it_is_worked_and_only_once() -> None:
    pos = at("event:spain/2", "dig:spain", forces={"4213": (0, 1)}, natives={"incan-empire": 0})
    pos.edit_dig("4213", found=True)
    game = played(pos, dice=(7,))
    assert game.position.nations[SPAIN].silver == "boosted"
    assert game.position.hoards["4213"] == (Gold("4213", 50),)


def test_e_g3_metallurgy_without_a_worked_mine_does_nothing_and_lapses_when_the_mine_is_left() -> None:
    assert played(at("event:spain/2")).position.nations[SPAIN].silver == ""
    assert played(at("dig:spain", silver="boosted")).position.nations[SPAIN].silver == "used"


@shows("E-C2")
def test_6_41_4_the_smallest_settlement_where_natives_are_strongest_dies() -> None:
    forces = {"2316": (2, 2), "2222": (0, 2), "2327": (0, 3)}
    game = played(at("event:spain/4", forces=forces, natives={"caribbean": 2, "mayan-empire": 3}))
    assert force(game, "2222") == (0, 0)
    assert force(game, "2316") == (2, 2)
    assert force(game, "2327") == (0, 3)


def test_6_41_4_only_colonists_die_and_not_where_there_are_no_natives() -> None:
    game = played(at("event:spain/4", forces={"2316": (2, 2)}, natives={"caribbean": 0}))
    assert force(game, "2316") == (2, 2)
    assert force(played(at("event:spain/4", forces={"2316": (2, 2)})), "2316") == (2, 0)


@pytest.mark.parametrize(("before", "after"), [(80, 30), (50, 0), (20, 0)])
def test_6_41_5_a_war_costs_fifty_ducats_or_all(before: int, after: int) -> None:
    assert played(at("event:spain/5", treasury=before)).position.nations[SPAIN].treasury == after


@shows("E-G4")
def test_6_41_6_a_rutter_only_if_the_cape_was_rounded_before() -> None:
    assert not played(at("event:spain/6")).position.nations[SPAIN].rutter
    pos = at("event:spain/6")
    pos.rounded = True
    assert played(pos).position.nations[SPAIN].rutter


@shows("E-G5")
def test_6_41_7_t53_a_quarter_of_the_soldiers_rounded_up_must_come_home() -> None:
    game = played(at("event:spain/7", forces={"2316": (5, 1), "2218": (4, 1)}))
    assert game.position.nations[SPAIN].owed == 3
    assert "buy soldier" not in offered(game)
    why = game.why_not("buy soldier")
    assert why is not None
    assert why.rule == "6.41(7)"


def test_6_41_7_failure_costs_a_hundred_points_but_never_for_more_than_are_alive() -> None:
    pos = at("end-nation:spain", forces={"2316": (1, 1)}, people={"missionary-1": "2316"}, owed=2)
    assert played(pos).position.nations[SPAIN].penalty == 100
    assert played(at("end-nation:spain", owed=2)).position.nations[SPAIN].penalty == 0


@shows("17.36", "E-G6")
def test_6_41_8_every_area_with_a_settlement_and_natives_rises_without_a_check() -> None:
    forces = {"2316": (0, 2), "2222": (0, 1), "4810": (3, 0)}
    game = played(at("event:spain/8", forces=forces), dice=(5, 5))
    assert force(game, "2316") == force(game, "2222") == (0, 0)
    assert force(game, "4810") == (3, 0)  # no settlement, no uprising


def test_e_g8_no_uprising_in_a_year_of_disease() -> None:
    pos = at("event:spain/13", "event:spain/8", "uprisings:spain", forces={"2316": (0, 6)})
    assert force(played(pos), "2316") == (0, 6)


def test_6_41_9_a_gift_of_twenty_ducats() -> None:
    assert played(at("event:spain/9", treasury=1)).position.nations[SPAIN].treasury == 21


def test_6_41_10_everything_costs_double_this_turn() -> None:
    game = played(at("event:spain/10"))
    assert price(game.position, SPAIN, "carrack") == 16
    assert price(game.position, SPAIN, "bound") == 4  # E-G7
    assert played(at("event:spain/10", "end-nation:spain")).position.nations[SPAIN].times == 1


def test_6_41_11_and_12_colonists_double_or_stay_away() -> None:
    assert played(at("event:spain/11", colonists=4)).position.nations[SPAIN].colonists == 8
    assert played(at("event:spain/12", colonists=4)).position.nations[SPAIN].colonists == 0


def test_6_41_13_native_levels_fall_where_europeans_are_never_below_one() -> None:
    forces = {"2316": (0, 1), "2222": (1, 0), "4810": (1, 0)}
    game = played(at("event:spain/13", forces=forces, natives={"rio-del-plate": 1}))
    levels = {area: game.position.countries[area].native for area in ("caribbean", "mayan-empire", "rio-del-plate")}
    assert levels == {"caribbean": 1, "mayan-empire": 2, "rio-del-plate": 1}
    assert game.position.countries["aztec-empire"].native == 5


def test_6_41_16_half_of_the_settlements_rounded_up_lose_a_unit() -> None:
    forces = {"2316": (0, 1), "2218": (0, 1), "2219": (0, 1)}
    game = played(at("event:spain/16", forces=forces), "take 2218", "take 2316", dice=(1,))
    assert [force(game, hex_)[1] for hex_ in forces] == [0, 0, 1]


@shows("E-G10")
def test_6_41_16_a_six_costs_spain_a_conquistador_and_a_missionary() -> None:
    people = {"cortes": "europe", "missionary-1": "europe"}
    assert played(at("event:spain/16", people=people), dice=(6,)).position.people == {}
    left = played(at("event:spain/16", people=people), dice=(4,)).position.people
    assert list(left) == ["missionary-1"]
    assert len(played(at("event:spain/16", people=people), dice=(3,)).position.people) == 2


def test_6_41_17_caribs_eat_a_unit_and_perhaps_a_leader() -> None:
    pos = at("event:spain/17", forces={"2316": (0, 2)}, people={"cortes": "2316", "missionary-1": "2316"})
    game = played(pos, dice=(4,))
    assert force(game, "2316") == (0, 1)
    assert list(game.position.people) == ["missionary-1"]
    assert list(played(pos, dice=(3,)).position.people) == ["cortes"]
    calm = at("event:spain/17", forces={"2316": (0, 2)}, natives={"caribbean": 0})
    assert force(played(calm), "2316") == (0, 2)


def test_6_41_14_cibola_is_a_duty_only_for_who_has_a_unit_there() -> None:
    assert played(at("event:spain/14", forces={"2316": (1, 0)})).position.nations[SPAIN].duties == ()
    game = played(at("event:spain/14", turn=5, forces={"2327": (1, 0)}))
    assert game.position.nations[SPAIN].duties == (Duty("14", 7),)


def test_6_41_15_el_dorado_has_two_turns_and_failure_costs_a_hundred_points() -> None:
    game = played(at("event:spain/15", "event:spain/15", turn=5, forces={"2819": (1, 0)}))
    assert game.position.nations[SPAIN].duties == (Duty("15", 6),)  # again while it runs: no effect
    late = at("end-nation:spain", turn=6)
    late.edit(SPAIN, duties=(Duty("15", 6),))
    after = played(late).position.nations[SPAIN]
    assert (after.penalty, after.duties) == (100, ())


def test_e_g9_a_march_through_all_areas_fulfils_the_duty() -> None:
    pos = at("march:spain", forces={"2918": (3, 0)}, people={"missionary-1": "2918"})
    pos.edit(SPAIN, duties=(Duty("15", 6, "2918", 3, ("panama", "venezuela", "amazon")),))
    game = played(pos, "from 2918", "amount 3", "take missionary-1", "take 3419", "seek event-15")
    assert game.position.nations[SPAIN].duties == ()
    assert [event.event for event in told(game, DutyDone)] == ["event-15"]
    pos.edit(SPAIN, duties=(Duty("15", 6, "2819", 3, ("panama",)),))
    others = played(pos, "from 2918", "amount 3", "take missionary-1", "take 3419")
    assert question_of(others) != "duty"  # the group that seeks it is elsewhere


# Planning ----------------------------------------------------------------------------------------------------------


@shows("6.6", "15.2", "7.12")
def test_6_61_purchases_are_paid_at_once_and_appear_in_europe() -> None:
    game = played(at(treasury=60), "buy carrack", "amount 2", "buy caravel", "amount 1", "buy soldier", "amount 3")
    fleet = game.position.fleet(SPAIN, "europe")
    assert (fleet.carracks, fleet.caravels, game.position.nations[SPAIN].soldiers) == (2, 1, 3)
    assert game.position.nations[SPAIN].treasury == 60 - 16 - 4 - 12


def test_6_25_nobody_spends_what_is_not_there() -> None:
    game = played(at(treasury=7))
    why = game.why_not("buy carrack")
    assert why is not None
    assert why.rule == "6.25"


@shows("7.13")
def test_7_14_galleon_fleets_from_turn_six_and_one_at_a_time() -> None:
    assert "buy galleon" not in offered(played(at(turn=5)))
    game = played(at(turn=6), "buy galleon")
    assert game.position.fleet(SPAIN, "europe").galleon
    assert "buy galleon" not in offered(game)


@shows("E-G13")
def test_7_17_one_ship_a_turn_is_built_from_turn_eight_with_three_colonists() -> None:
    pos = at(turn=8, forces={"2316": (0, 3), "2218": (0, 2)})
    assert "build caravel 2316.1" not in offered(played(at(turn=7, forces={"2316": (0, 3)})))
    game = played(pos)
    assert "build caravel 2218.1" not in offered(game)
    game.play("build carrack 2316.2")
    assert game.position.fleet(SPAIN, "2316.2").carracks == 1
    assert "build caravel 2316.1" not in offered(game)


@shows("6.62", "6.71", "7.23")
def test_6_63_t06_twelve_bounds_cost_twenty_four_ducats() -> None:
    pos = at(treasury=24, ships={"europe": (1, 0)}, people={"solis": "europe"})
    game = played(pos, "fit europe", "take solis", "take 4810", "amount 12")
    made = game.position.expeditions["spain-1"]
    assert (made.bounds, made.landfall, game.position.nations[SPAIN].treasury) == (12, "4810", 0)


@shows("15.32")
def test_7_26_without_an_explorer_only_friendly_ports_are_landfalls() -> None:
    pos = at(ships={"europe": (1, 0)}, forces={"2316": (0, 1)}, people={"solis": "europe"})
    game = played(pos, "fit europe", "pass")
    assert {option.id for option in game.options} == {"take 2316.1", "take 2316.2", "pass"}


# Maintenance -------------------------------------------------------------------------------------------------------


@shows("E-G30")
def test_6_81_all_units_are_paid_for_or_let_go() -> None:
    pos = at("maintain:spain", treasury=8, forces={"2316": (1, 2)}, ships={"europe": (1, 1)}, people={"cortes": "2316"})
    game = played(pos, "pay")
    assert game.position.nations[SPAIN].treasury == 8 - 1 - 4 - 1 - 2
    game = played(pos, "drop colonist 2316", "pay")
    assert force(game, "2316") == (1, 1)
    assert game.position.nations[SPAIN].treasury == 2


def test_6_81_gold_that_the_ships_cannot_hold_any_more_is_put_ashore() -> None:
    for lying in (True, False):
        pos = at("maintain:spain", treasury=50, forces={"2316": (0, 1)}, people={"missionary-1": "2316"})
        aboard = (Gold("2316", 28, shipped=True),)
        pos.edit_dig("2316", dug=28)
        if lying:
            pos.set_fleet(SPAIN, "2316.1", Fleet(1, 1, gold=aboard))
            game = played(pos, "drop carrack 2316.1", "pay")
        else:
            expedition(pos, "2316.1", caravels=1, gold=aboard)
            game = played(pos, "drop carrack spain-1", "pay")
        assert game.position.hoards["2316"] == (Gold("2316", 23, shipped=True),)


@shows("6.83", "E-C3")
def test_15_67_missionaries_are_paid_first_and_never_die_for_want_of_money() -> None:
    pos = at("maintain:spain", treasury=1, people={"missionary-1": "europe", "missionary-2": "europe"})
    game = played(pos)
    assert game.position.nations[SPAIN].treasury == 0
    assert len(game.position.people) == 2


def test_6_84_on_the_last_turn_what_is_on_the_map_must_be_paid() -> None:
    pos = at("maintain:spain", turn=21, treasury=9, forces={"2316": (1, 1)}, ships={"europe": (1, 0)})
    game = played(pos)
    assert "drop soldier 2316" not in offered(game)
    assert "drop caravel europe" in offered(game)  # E-G52
    poor = at("maintain:spain", turn=21, treasury=1, forces={"2316": (1, 1)})
    assert "drop soldier 2316" in offered(played(poor))


@shows("6.82")
def test_15_1_colonists_who_stay_in_europe_are_lost() -> None:
    assert played(at("clean-up:spain", colonists=3)).position.nations[SPAIN].colonists == 0


def test_7_27_ships_outside_friendly_ports_are_lost_at_the_end_of_the_turn() -> None:
    pos = at("clean-up:spain", forces={"2316": (0, 1)}, people={"solis": "europe"})
    lost, kept = expedition(pos, "4810", soldiers=1), expedition(pos, "2316.1")
    assert list(played(pos).position.expeditions) == [kept]
    assert lost not in played(pos).position.expeditions


def test_15_61_no_taxes_while_a_missionary_is_missing_too_long() -> None:
    pos = at("council:spain", turn=2, forces={"2316": (0, 1)}, monarch="B", treasury=0)
    pos.edit(SPAIN, lacks=(Lack("caribbean", 0),))
    assert played(pos, dice=(3, 1)).position.nations[SPAIN].treasury == 20  # event 9, no taxes
    pos.people["missionary-1"] = played(at(people={"missionary-1": "2316"})).position.people["missionary-1"]
    assert played(pos, dice=(3, 1)).position.nations[SPAIN].treasury == 40


def test_e_g47_a_missionary_lost_this_turn_may_be_replaced_in_the_next_one() -> None:
    game = played(at("end-nation:spain", turn=4, forces={"2316": (0, 1)}))
    assert game.position.nations[SPAIN].lacks == (Lack("caribbean", 4),)
    pos = at("council:spain", turn=5, forces={"2316": (0, 1)}, monarch="B", treasury=0)
    pos.edit(SPAIN, lacks=(Lack("caribbean", 4),))
    assert played(pos, dice=(3, 1)).position.nations[SPAIN].treasury == 40


def test_6_25_the_last_ducat_may_be_spent() -> None:
    game = played(at(treasury=8), "buy carrack")
    assert game.position.nations[SPAIN].treasury == 0
    assert "build caravel 2316.1" in offered(played(at(turn=8, treasury=4, forces={"2316": (0, 3)})))


def test_7_17_a_ship_is_counted_once_and_comes_alone() -> None:
    pos = played(at(turn=8, forces={"2316": (0, 3)}, ships={"2316.1": (1, 1)}), "build caravel 2316.1").position
    assert pos.fleet(SPAIN, "2316.1") == Fleet(2, 1)
    assert pos.nations[SPAIN].ships_built == 1


def test_15_63_missionaries_who_are_unknown_are_still_among_the_pool() -> None:
    people = {"missionary-1": "2316", "missionary-2": "europe"}
    pos = at(people=people, ratings={"missionary-1": 1})
    assert to_be_had(pos) == rules().missionaries.size - 2
    game = played(pos, "call missionary", f"amount {to_be_had(pos)}")
    assert "call missionary" not in offered(game)


@pytest.mark.parametrize(
    ("soldiers", "people", "asked"),
    [
        (3, {"missionary-1": "2918"}, "duty"),
        (2, {"missionary-1": "2918"}, "march-to"),
        (3, {}, "march-to"),
        (3, {"missionary-1": "2918", "cortes": "2918"}, "duty"),
        (3, {"missionary-1": "2918", "cortes": "2819"}, "march"),
    ],
)
def test_e_g9_who_may_set_out_for_el_dorado(soldiers: int, people: dict[str, str], asked: str) -> None:
    """Three Soldiers and a Missionary, and the Conquistador if one is in the areas named."""
    pos = at("march:spain", forces={"2918": (soldiers, 0)}, people=people, natives={"venezuela": 0})
    pos.edit(SPAIN, duties=(Duty("15", 6),))
    game = played(pos, "from 2918", f"amount {soldiers}")
    for person in sorted(people):
        if f"take {person}" in offered(game):
            game.play(f"take {person}")
    assert question_of(game) == "march-to"
    game.play("take 2917")
    assert (question_of(game) == "duty") == (asked == "duty")


def test_e_g9_the_areas_of_the_way_are_seen_and_a_group_without_soldiers_is_named_anew() -> None:
    pos = at("march:spain", forces={"2918": (3, 0)}, people={"missionary-1": "2918"}, natives={"venezuela": 0})
    pos.edit(SPAIN, duties=(Duty("15", 6),))
    game = played(pos, "from 2918", "amount 3", "take missionary-1", "take 2917", "seek event-15")
    assert game.position.nations[SPAIN].duties == (Duty("15", 6, "2917", 3, ("venezuela",)),)
    lost = at("end-nation:spain", turn=5)
    lost.edit(SPAIN, duties=(Duty("15", 6, "2917", 3, ("venezuela",)),))
    assert played(lost).position.nations[SPAIN].duties == (Duty("15", 6),)
