"""Chapter 7: plunder.

A force of ten horse with Cortés destroys up to four weak units with a roll of 10; Indians who roll 2 do nothing, and a
leader who rolls 7 is unhurt. So `WIN` is a battle won in its first round: Indian dice, Spanish dice, leader.
In the fixed pack a city gives 12 gold at 4 and is plundered out at 2 or less, a town gives 5 at 4 and is out at 3.
"""

from __future__ import annotations

from typing import Any

import pytest

from conquistadors.engine import Pile
from conquistadors.engine.events import Rolled
from conquistadors.engine.game import Game
from conquistadors.games.conquest.builder import ExpeditionPlan, expedition, place
from conquistadors.games.conquest.rules.events import (
    AlliesChanged,
    BattleBegan,
    Gathered,
    GoldChanged,
    KingTaken,
    PlunderedOut,
    Retreated,
    Turned,
)
from conquistadors.games.conquest.rules.position import ConquestPosition
from support.clauses import shows
from support.indies import answer, asked, at, barred, events_of, table

HERE = "tlaxcala"
HORDE = "10 horse"
WIN = (2, 10, 7)
SAFE = 6
"""An exhaustion roll that leaves something."""


def cortes(units: str = HORDE, **more: Any) -> ExpeditionPlan:
    return expedition("red", HERE, units, **more)


def raid(marker: str | None = "city", men: dict[str, ExpeditionPlan] | None = None, **wanted: Any) -> ConquestPosition:
    """Cortés is about to plunder what stands in Tlaxcala; `wanted` as for `place()`."""
    hands, house, luck = (wanted.pop(name, None) for name in ("hands", "house", "luck"))
    more: dict[str, Any] = wanted.pop("places", {})
    before = wanted.pop("before", "plunder cortes")
    order = wanted.pop("order", None)
    if marker in ("imperial", "capital"):
        wanted.setdefault("empire", "mexica")
    return at(
        house=house,
        expeditions=men or {"cortes": cortes()},
        places={HERE: place(marker, **wanted), **more},
        hands=hands or {},
        luck=luck,
        order=order,
        before=before,
    )


def rolls(game: Game[ConquestPosition], roll: str) -> list[int]:
    """The totals of all rolls of this kind."""
    return [event.total for event in events_of(game, Rolled) if event.roll == roll]


def modifiers(game: Game[ConquestPosition], roll: str) -> dict[str, int]:
    """What was added to the last roll of this kind."""
    rolled = [event for event in events_of(game, Rolled) if event.roll == roll]
    return {modifier.name: modifier.value for modifier in rolled[-1].modifiers}


# 7.1  What it needs ----------------------------------------------------------------------------------------------


def test_7_11_plunder_is_an_action_of_an_activated_expedition() -> None:
    with table(raid(hostile=True, before="impulse"), 4, SAFE) as game:
        answer(game, "activate cortes", "plunder")
        assert game.position.expeditions["cortes"].gold == 12
        assert asked(game) == "impulse"
        assert barred(game, "activate cortes") == "2.32"  # one action in an impulse


@pytest.mark.parametrize("marker", ["town", "city", "imperial", "capital"])
def test_7_12_towns_and_cities_of_every_kind(marker: str) -> None:
    with table(raid(marker, before="impulse")) as game:
        answer(game, "activate cortes")
        assert game.why_not("plunder") is None


@pytest.mark.parametrize("marker", ["village", "discovered", "mosquito", None])
def test_7_12_never_a_village_nor_anything_else(marker: str | None) -> None:
    with table(raid(marker, before="impulse")) as game:
        answer(game, "activate cortes")
        assert barred(game, "plunder") == "7.12"


def test_7_13_an_expedition_without_spanish_units_cannot_plunder() -> None:
    with table(raid(men={"cortes": cortes("")}, before="impulse")) as game:
        answer(game, "activate cortes")
        assert barred(game, "plunder") == "7.13"


@shows("7.13", "G-7.13")
@pytest.mark.parametrize("marker", ["town", "city"])
def test_7_13_one_spanish_unit_is_enough_in_a_town_as_in_a_city(marker: str) -> None:
    with table(raid(marker, men={"cortes": cortes("1 foot")}, hostile=True), 4, SAFE) as game:
        assert rolls(game, "plunder-gold") == [4]


def test_7_13_the_units_of_a_companion_count() -> None:
    with table(raid(men={"cortes": cortes("", companions={"alvarado": "1 horse"})}, before="impulse")) as game:
        answer(game, "activate cortes")
        assert game.why_not("plunder") is None


def test_7_13_only_where_the_expedition_is() -> None:
    pos = raid(None, places={"texcoco": place("city")}, before="impulse")
    with table(pos) as game:
        answer(game, "activate cortes")
        assert barred(game, "plunder") == "7.12"


@shows("7.131", "7.23", "12.32", "12.34")
@pytest.mark.parametrize(("marker", "count"), [("town", 1), ("city", 2), ("imperial", 3), ("capital", 3)])
def test_7_131_a_neutral_place_turns_hostile_at_once_and_draws_its_units(marker: str, count: int) -> None:
    """They are destroyed, and the plunder follows in the same action."""
    with table(raid(marker, hands={"red": ["santiago"]}), *["10"] * count, *WIN, 4, SAFE) as game:
        assert asked(game) == "react"  # the battle has begun
        assert game.position.site(HERE).hostile
        assert game.position.site(HERE).garrison.size == count
        answer(game, "pass")
        assert game.position.site(HERE).garrison.size == 0
        assert rolls(game, "plunder-gold") == [4]
        assert game.position.site(HERE).hostile


@shows("7.131", "C21")
def test_c21_a_plundered_town_draws_one_unit() -> None:
    with table(raid("town"), "10", *WIN, 4, SAFE) as game:
        assert [event.units for event in events_of(game, Gathered)] == [("10",)]
        assert game.position.expeditions["cortes"].gold == 5


@shows("7.131", "C21")
def test_c21_unless_the_table_rules_otherwise() -> None:
    with table(raid("town", house={"town_draws": False}), 4, SAFE) as game:
        assert events_of(game, Gathered) == []
        assert events_of(game, BattleBegan) == []
        assert game.position.site(HERE).hostile
        assert game.position.expeditions["cortes"].gold == 5
    with table(raid("city", house={"town_draws": False}), "10", "10", *WIN, 4, SAFE) as game:
        assert game.position.expeditions["cortes"].gold == 12


@shows("7.131", "G-7.131")
def test_g_7_131_hostile_with_troops_the_fight_is_part_of_the_action() -> None:
    with table(raid(hostile=True, units=[10, 20]), 2, 10, 7, 4, SAFE) as game:
        answer(game, "take 10")
        assert events_of(game, Gathered) == []
        assert game.position.expeditions["cortes"].gold == 12


@shows("7.131", "G-7.131")
@pytest.mark.parametrize("marker", ["town", "city"])
def test_g_7_131_hostile_without_troops_there_is_no_draw_and_no_fight(marker: str) -> None:
    with table(raid(marker, hostile=True), 4, SAFE) as game:
        assert events_of(game, Gathered) == []
        assert events_of(game, BattleBegan) == []
        assert rolls(game, "plunder-gold") == [4]


@shows("7.131", "G-7.131")
def test_g_7_131_neutral_with_troops_from_before_there_is_no_draw() -> None:
    with table(raid(units=[10]), *WIN, 4, SAFE) as game:
        assert events_of(game, Gathered) == []
        assert [event.status for event in events_of(game, Turned)] == ["hostile"]
        assert game.position.expeditions["cortes"].gold == 12


@shows("7.131", "7.21")
def test_7_131_no_plunder_for_an_expedition_that_is_destroyed() -> None:
    with table(raid(men={"cortes": cortes("1 foot")}, hostile=True, units=[48, 40]), 12, 2) as game:
        assert "cortes" not in game.position.expeditions
        assert rolls(game, "plunder-gold") == []
        assert game.position.site(HERE).attempts == 0
        assert game.position.action is None


@shows("7.131", "6.44")
def test_7_131_the_plunder_goes_on_under_a_new_commander() -> None:
    with table(raid(hostile=True, units=[10]), 2, 10, 12, "montejo", 4, SAFE) as game:
        answer(game, "replace")
        assert game.position.expeditions["montejo"].gold == 12


@shows("G-7.131b", "7.22", "6.37")
def test_g_7_131b_a_king_captured_in_the_fight_counts_already() -> None:
    with table(raid("capital", hostile=True, units=[10], king=True), *WIN, 4, SAFE) as game:
        assert [event.expedition for event in events_of(game, KingTaken)] == ["cortes"]
        assert modifiers(game, "plunder-gold") == {"king": 1}
        assert game.position.expeditions["cortes"].gold == 30


@shows("7.14", "D-7.14")
def test_7_14_again_and_again_in_a_turn_each_time_with_a_worse_modifier() -> None:
    pos = raid("town", hostile=True, before="impulse")
    with table(pos, 4, SAFE, 1, SAFE, 4, SAFE) as game:
        answer(game, "activate cortes", "plunder", "done", "done")
        answer(game, "activate cortes", "plunder", "done", "done")
        answer(game, "activate cortes", "plunder")
        assert rolls(game, "plunder-gold") == [4, 0, 2]
        assert rolls(game, "exhaustion") == [6, 5, 4]
        assert [event.gold for event in events_of(game, GoldChanged)] == [5, 1, 3]


@shows("D-7.14", "7.14")
def test_d_7_14_an_attempt_without_gold_counts_too() -> None:
    with table(raid("town", hostile=True, attempts=2, before="impulse"), 1, SAFE, 4, SAFE) as game:
        answer(game, "activate cortes", "plunder", "done", "done")
        assert game.position.expeditions["cortes"].gold == 0
        answer(game, "activate cortes", "plunder")
        assert modifiers(game, "plunder-gold") == {"earlier-attempts": -3}


# 7.2  How it is done ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("marker", "gold"), [("town", 5), ("city", 12), ("imperial", 17), ("capital", 25)])
def test_7_21_one_die_in_the_column_of_the_place(marker: str, gold: int) -> None:
    with table(raid(marker, hostile=True), 4, SAFE) as game:
        assert modifiers(game, "plunder-gold") == {}
        assert game.position.expeditions["cortes"].gold == gold
        assert [event.rule for event in events_of(game, GoldChanged)] == ["7.21"]


def test_7_21_the_table_may_give_no_gold() -> None:
    with table(raid("town", hostile=True, attempts=2), 1, SAFE) as game:
        assert game.position.expeditions["cortes"].gold == 0


@pytest.mark.parametrize("marker", ["imperial", "capital"])
@pytest.mark.parametrize(("kings", "plus"), [(["mexica"], 1), (["inca"], 0), ([], 0)])
@shows("7.22", "G-7.22")
def test_7_22_plus_1_for_the_king_of_that_empire(marker: str, kings: list[str], plus: int) -> None:
    with table(raid(marker, men={"cortes": cortes(kings=kings)}, hostile=True), 4, SAFE) as game:
        assert modifiers(game, "plunder-gold").get("king", 0) == plus


def test_7_22_a_king_is_no_help_at_a_place_outside_his_empire() -> None:
    with table(raid("city", men={"cortes": cortes(kings=["mexica"])}, hostile=True), 4, SAFE) as game:
        assert modifiers(game, "plunder-gold") == {}


def test_7_22_the_expedition_that_plunders_must_hold_him() -> None:
    men = {"cortes": cortes(), "alvarado": expedition("red", HERE, "1 foot", kings=["mexica"])}
    with table(raid("imperial", men=men, hostile=True), 4, SAFE) as game:
        assert modifiers(game, "plunder-gold") == {}


def test_7_22_plus_1_for_a_hostage() -> None:
    with table(raid(hostile=True, hands={"red": ["hostage"]}), 4, SAFE) as game:
        answer(game, "play hostage")
        assert modifiers(game, "plunder-gold") == {"hostage": 1}
        assert game.position.expeditions["cortes"].gold == 15


@shows("7.22", "2.17")
def test_7_22_one_hostage_and_no_second_one() -> None:
    hands = {"red": ["hostage", "hostage", "room-of-gold"]}
    with table(raid("imperial", men={"cortes": cortes(kings=["mexica"])}, hostile=True, hands=hands), 4, SAFE) as game:
        answer(game, "play hostage")
        assert barred(game, "play hostage") == "2.17"
        answer(game, "pass")
        assert modifiers(game, "plunder-gold") == {"king": 1, "hostage": 1}


@shows("7.22", "2.14")
def test_7_22_others_may_react_with_their_cards() -> None:
    with table(raid(hostile=True, hands={"blue": ["hidden-treasure", "hostage"]}), 4, SAFE) as game:
        assert barred(game, "play hostage") == "2.12"
        answer(game, "play hidden-treasure")
        assert modifiers(game, "plunder-gold") == {"hidden-treasure": -2}


@shows("7.22", "C24")
def test_7_22_every_earlier_attempt_is_minus_1_whoever_made_it() -> None:
    men = {"cortes": cortes(), "balboa": expedition("blue", HERE, "1 horse")}
    with table(raid(men=men, hostile=True, before="impulse"), 4, SAFE, 4, SAFE, 4, SAFE) as game:
        answer(game, "activate cortes", "plunder", "done")
        answer(game, "activate balboa", "plunder", "done")
        assert modifiers(game, "plunder-gold") == {"earlier-attempts": -1}
        answer(game, "activate cortes", "plunder")
        assert modifiers(game, "plunder-gold") == {"earlier-attempts": -2}
        assert game.position.site(HERE).attempts == 3


def test_7_22_attempts_in_other_places_do_not_count() -> None:
    more = {"texcoco": place("city", hostile=True, attempts=3)}
    with table(raid(hostile=True, gold_rolls=3, places=more), 4, SAFE) as game:
        assert modifiers(game, "plunder-gold") == {}


@shows("7.22", "2.0", "C24")
def test_7_22_the_next_turn_forgets_them() -> None:
    pos = raid(hostile=True, attempts=3, out=True, hands={"red": ["bolas"]}, before="victory")
    with table(pos) as game:
        assert asked(game) == "discard"  # the first step of turn 2
        assert game.position.site(HERE).attempts == 0
        assert game.position.site(HERE).out  # 2.0(8): not the Plundered Out marker


@shows("G-7.22", "7.131")
def test_g_7_22_a_fight_that_ended_in_retreat_is_no_attempt() -> None:
    pos = raid(men={"cortes": cortes("1 foot")}, hostile=True, units=[10], places={"texcoco": place("village")})
    with table(pos, 2, 2, 2, 2, 7) as game:
        assert asked(game) == "retreat"
        answer(game, "retreat texcoco")
        assert [event.space for event in events_of(game, Retreated)] == ["texcoco"]
        assert rolls(game, "plunder-gold") == []
        assert rolls(game, "exhaustion") == []
        assert game.position.site(HERE).attempts == 0
        assert asked(game) == "impulse"


@pytest.mark.parametrize("marker", ["town", "city"])
def test_7_23_a_plundered_place_stays_hostile_and_diplomacy_is_harder(marker: str) -> None:
    men = {"cortes": cortes(), "balboa": expedition("blue", HERE, "1 foot")}
    drawn = ["10"] if marker == "town" else ["10", "10"]
    with table(raid(marker, men=men, before="impulse"), *drawn, *WIN, 4, SAFE, 6) as game:
        answer(game, "activate cortes", "plunder", "done")
        assert game.position.site(HERE).hostile
        answer(game, "activate balboa", "negotiate")
        assert modifiers(game, "diplomacy")["hostile"] == -3


@shows("7.24", "G-7.24")
def test_7_24_a_second_roll_after_every_plunder_may_exhaust_the_place() -> None:
    with table(raid(hostile=True), 4, 2) as game:
        assert game.position.site(HERE).out
        assert [event.space for event in events_of(game, PlunderedOut)] == [HERE]
    with table(raid(hostile=True), 4, 3) as game:
        assert not game.position.site(HERE).out
        assert events_of(game, PlunderedOut) == []


@shows("7.24", "G-7.24")
def test_g_7_24_even_if_the_roll_brought_nothing() -> None:
    with table(raid("town", hostile=True, attempts=2), 1, 5) as game:
        assert game.position.expeditions["cortes"].gold == 0
        assert rolls(game, "exhaustion") == [3]
        assert game.position.site(HERE).out


def test_7_24_nobody_plunders_it_again() -> None:
    men = {"cortes": cortes(), "balboa": expedition("blue", HERE, "1 foot")}
    with table(raid(men=men, hostile=True, before="impulse"), 4, 1) as game:
        answer(game, "activate cortes", "plunder", "done", "activate balboa")
        assert barred(game, "plunder") == "7.24"


@shows("7.24", "5.162")
def test_7_24_not_even_in_a_later_turn() -> None:
    with table(at(turn=5, expeditions={"cortes": cortes()}, places={HERE: place("city", out=True)})) as game:
        answer(game, "activate cortes")
        assert barred(game, "plunder") == "7.24"
        assert game.why_not("negotiate") is None


@shows("7.25", "G-7.24")
def test_7_25_earlier_attempts_count_for_exhaustion_too_and_not_this_one() -> None:
    with table(raid(hostile=True, attempts=1), 4, 3) as game:
        assert modifiers(game, "exhaustion") == {"earlier-attempts": -1}
        assert game.position.site(HERE).out
    with table(raid(hostile=True), 4, 3) as game:
        assert modifiers(game, "exhaustion") == {}


def test_7_25_nothing_else_counts_for_exhaustion() -> None:
    men = {"cortes": cortes(kings=["mexica"])}
    hands = {"red": ["hostage"], "blue": ["hidden-treasure"]}
    with table(raid("imperial", men=men, hostile=True, attempts=2, hands=hands), 4, 6) as game:
        answer(game, "play hidden-treasure", "play hostage")
        assert modifiers(game, "plunder-gold") == {
            "king": 1,
            "earlier-attempts": -2,
            "hidden-treasure": -2,
            "hostage": 1,
        }
        assert modifiers(game, "exhaustion") == {"earlier-attempts": -2}


@shows("G-7.25", "7.25")
def test_g_7_25_mano_de_dios_can_only_re_roll_the_exhaustion() -> None:
    with table(raid(hostile=True, luck={"red": 2}), 4, 1, 5) as game:
        assert asked(game) == "modify"
        answer(game, "pass")
        assert asked(game) == "reroll"
        answer(game, "pass")
        assert (asked(game), rolls(game, "exhaustion")) == ("reroll", [1])  # it was rolled without a question
        answer(game, "reroll open-mano-de-dios")
        assert not game.position.site(HERE).out
        assert game.position.factions["red"].luck == 1


@shows("7.21", "G-1.53")
def test_7_21_mano_de_dios_may_add_2_to_the_gold_roll() -> None:
    with table(raid(hostile=True, luck={"red": 1}), 4, SAFE) as game:
        answer(game, "modify open-mano-de-dios")
        assert rolls(game, "plunder-gold") == [6]
        assert game.position.expeditions["cortes"].gold == 18


@shows("7.12", "5.15")
@pytest.mark.parametrize(("marker", "left"), [("imperial", 0), ("city", 1)])
def test_7_12_the_imperial_emissary_leaves_whoever_plunders_an_imperial_city(marker: str, left: int) -> None:
    for plan in (cortes(assets=["imperial-emissary"]), cortes(shown=["imperial-emissary"])):
        with table(raid(marker, men={"cortes": plan}, hostile=True), 4, SAFE) as game:
            now = game.position.expeditions["cortes"]
            assert now.assets.size + now.shown.size == left
            assert game.position.piles["asset-discards"].size == 1 - left


# 7.26  Allies ----------------------------------------------------------------------------------------------------


def betrayal(**wanted: Any) -> ConquestPosition:
    """Tlaxcala is Cortés's ally; units of it and of Cholula are with him and with Alvarado."""
    men = {
        "cortes": cortes(allies=[f"40@{HERE}", "16@cholula"]),
        "alvarado": expedition("red", "texcoco", "1 foot", allies=[f"12@{HERE}"]),
        **wanted.pop("others", {}),
    }
    more = {"texcoco": place("village"), "cholula": place("city", ally="red")}
    return raid(men=men, ally="red", places=more, **wanted)


@shows("7.26", "C20", "D-7.26")
def test_7_26_plunder_of_one_s_own_ally_becomes_a_combat_and_no_more() -> None:
    with table(betrayal(), "10", "10", *WIN) as game:
        now = game.position.site(HERE)
        assert (now.ally, now.hostile, now.garrison.size) == (None, True, 0)
        assert events_of(game, BattleBegan)[0].attacker == "cortes"
        assert rolls(game, "plunder-gold") == []
        assert now.attempts == 0
        assert game.position.action is None
        assert asked(game) == "impulse"


@shows("7.26", "D-7.26", "C20", "G-7.26d")
def test_d_7_26_the_plunder_comes_in_a_later_impulse() -> None:
    """Also of whoever else stands there: Buena Suerte a Ambos lets De León act, but not plunder (G-7.26d)."""
    pos = betrayal(before="impulse", hands={"red": ["buena-suerte-a-ambos"]}, others={"de-leon": cortes("1 horse")})
    with table(pos, "10", "10", *WIN, 4, SAFE) as game:
        answer(game, "play buena-suerte-a-ambos", "activate cortes", "plunder", "activate de-leon")
        assert not game.position.site(HERE).garrison.titles
        assert barred(game, "plunder") == "7.26"
        answer(game, "rest")
        answer(game, "done", "done", "activate cortes", "plunder")
        assert game.position.expeditions["cortes"].gold == 12


@shows("7.26", "G-7.26c")
def test_g_7_26c_the_city_s_units_leave_all_his_expeditions_and_no_others_do() -> None:
    with table(betrayal(), "10", "10", *WIN) as game:
        assert game.position.expeditions["cortes"].allies == Pile.of(["16@cholula"])
        assert game.position.expeditions["alvarado"].allies.size == 0
        left = [event for event in events_of(game, AlliesChanged) if not event.joined]
        assert [(event.expedition, event.rule) for event in left] == [("alvarado", "7.26"), ("cortes", "7.26")]
        assert game.position.site("cholula").ally == "red"


@shows("7.26", "G-7.26c")
def test_g_7_26c_the_garrison_fights_together_with_the_new_units() -> None:
    with table(betrayal(units=[10], hands={"red": ["santiago"]}), "10", "12", *WIN) as game:
        assert asked(game) == "react"
        assert game.position.site(HERE).garrison == Pile.of(["10", "10", "12"])
        answer(game, "pass", "take 10", "take 10")


@shows("7.26", "12.34")
def test_7_26_an_imperial_ally_draws_three() -> None:
    pos = raid("imperial", ally="red", hands={"red": ["santiago"]})
    with table(pos, "10", "10", "10", *WIN) as game:
        assert game.position.site(HERE).garrison.size == 3
        answer(game, "pass")


@shows("7.26", "G-7.22")
def test_7_26_he_may_lose_that_fight() -> None:
    men = {"cortes": cortes("1 foot")}
    pos = raid(men=men, ally="red", places={"texcoco": place("village")})
    with table(pos, "10", "10", 2, 2, 2, 2, 7) as game:
        answer(game, "retreat texcoco")
        assert game.position.site(HERE).hostile
        assert game.position.site(HERE).ally is None
        assert game.position.site(HERE).garrison.size == 2
        assert game.position.action is None


def foreign(**wanted: Any) -> ConquestPosition:
    """Tlaxcala is blue's ally, and units of it and of Cholula are with Balboa."""
    blue = expedition("blue", "texcoco", "1 foot", allies=[f"40@{HERE}", "16@cholula"])
    return raid(men={"cortes": cortes(), "balboa": blue}, ally="blue", places={"texcoco": place("village")}, **wanted)


@shows("G-7.26b", "7.26", "7.131")
def test_g_7_26b_another_player_s_ally_is_plundered_in_one_action() -> None:
    with table(foreign(), "10", "10", *WIN, 4, SAFE) as game:
        now = game.position.site(HERE)
        assert (now.ally, now.hostile, now.attempts) == (None, True, 1)
        assert game.position.expeditions["cortes"].gold == 12


@shows("G-7.26b", "7.26")
def test_g_7_26b_his_embedded_units_of_that_city_are_removed() -> None:
    with table(foreign(), "10", "10", *WIN, 4, SAFE) as game:
        assert game.position.expeditions["balboa"].allies == Pile.of(["16@cholula"])
        assert game.position.piles["cup"].count_of("40") == 4


@shows("G-7.26b")
def test_g_7_26b_a_garrison_fights_and_nothing_is_drawn() -> None:
    with table(foreign(units=[10]), *WIN, 4, SAFE) as game:
        assert events_of(game, Gathered) == []
        assert game.position.expeditions["cortes"].gold == 12
