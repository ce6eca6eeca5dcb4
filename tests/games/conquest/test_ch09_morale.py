"""9.0  Morale and rally. Hits that change hands when expeditions are arranged anew (9.25): also test_expeditions.py."""

from __future__ import annotations

from typing import Any

import pytest

from conquistadors.engine.events import Rolled
from conquistadors.engine.game import Game
from conquistadors.games.conquest.builder import expedition, place
from conquistadors.games.conquest.rules.events import IndexMoved, KingWent, MoraleChanged
from conquistadors.games.conquest.rules.position import ConquestPosition
from support.clauses import shows
from support.indies import answer, asked, at, barred, events_of, table


def hits(game: Game[Any], commander: str = "cortes") -> int:
    return int(game.position.expeditions[commander].hits)


def modifiers(game: Game[Any]) -> dict[str, int]:
    """What changed the last roll."""
    return {modifier.name: modifier.value for modifier in events_of(game, Rolled)[-1].modifiers}


def hungry(units: str = "3 foot", space: str = "cempoala", house: Any = None, **more: Any) -> ConquestPosition:
    """Cortés is about to starve."""
    plan = expedition("red", space, units, **more)
    return at(house=house, expeditions={"cortes": plan}, before="feed:cortes")


def marching(units: str = "3 foot", house: Any = None, **more: Any) -> ConquestPosition:
    """Cortés marches from the coast; the desert is next to it."""
    return at(
        house=house,
        expeditions={"cortes": expedition("red", "karankawa", units, **more)},
        places={"karankawa": "village"},
        before="march cortes",
    )


def rallying(units: str = "3 foot", space: str = "cempoala", hands: Any = None, **more: Any) -> ConquestPosition:
    """Cortés, with a Rally rating of 3, has just been activated for a rally. On a total of 7 or 8 a hit goes."""
    plan = expedition("red", space, units, **{"hits": 3, **more})
    return at(expeditions={"cortes": plan}, hands=hands, before="rally cortes")


# 9.11  Where hits come from --------------------------------------------------------------------------------------


@shows("9.11", "C45", "6.33", "6.53")
def test_9_11_combat_and_retreat_cost_morale() -> None:
    pos = at(
        expeditions={"cortes": expedition("red", "cempoala", "3 foot")},
        places={"cempoala": place("town", hostile=True, units=[10]), "totonacapan": "village"},
        active="blue",
        before="battle indians cortes",
    )
    with table(pos, 8, 2, 2, 2, 5) as game:  # an M for the Indians, then nothing; the leader is unhurt
        assert asked(game) == "retreat"
        assert hits(game) == 1
        answer(game, "retreat totonacapan")
        assert hits(game) == 2


def murder(pos: ConquestPosition, *outcomes: int | str, replies: tuple[str, ...] = ("replace",)) -> Game[Any]:
    with table(pos, *outcomes) as game:
        answer(game, "play assassination", *replies)
    return game


@shows("9.11", "C35", "C45", "6.45")
def test_9_11_the_death_of_a_conquistador_costs_a_hit() -> None:
    pos = at(
        expeditions={"cortes": expedition("red", "cempoala", "3 foot", hits=1)},
        hands={"blue": ["assassination"]},
        active="blue",
    )
    game = murder(pos, 5, "tapia")
    assert hits(game, "tapia") == 2


@shows("9.11", "C35")
def test_9_11_the_death_of_a_companion_costs_a_hit_too() -> None:
    pos = at(
        expeditions={"cortes": expedition("red", "cempoala", "3 foot", companions={"alvarado": ""})},
        hands={"blue": ["assassination"]},
        active="blue",
    )
    game = murder(pos, 5, replies=("take alvarado",))
    assert hits(game) == 1


@shows("C35", "9.11", "9.26")
def test_c35_no_hit_where_no_combat_units_are_left() -> None:
    pos = at(
        expeditions={"cortes": expedition("red", "cempoala", companions={"alvarado": ""}, gold=2)},
        hands={"blue": ["assassination"]},
        active="blue",
    )
    game = murder(pos, 5, replies=("take cortes",))
    assert hits(game, "alvarado") == 0
    assert game.position.expeditions["alvarado"].gold == 2


@shows("C45", "9.11", "9.22")
def test_c45_a_rally_that_fails_costs_morale_as_well() -> None:
    with table(rallying("3 foot", companions={}, hits=1), 2) as game:
        assert hits(game) == 1  # 2 + 3: nothing
    pos = at(expeditions={"de-candia": expedition("red", "cempoala", "3 foot", hits=1)}, before="rally de-candia")
    with table(pos, 3) as game:
        assert hits(game, "de-candia") == 2


# 9.12  Morale checks ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("die", "after"), [(1, 1), (3, 1), (4, 0), (6, 0)])
@shows("9.12", "C33", "3.131")
def test_9_12_hunger_and_desert_are_checked_with_one_die_on_one_table(die: int, after: int) -> None:
    with table(hungry(), die) as game:
        assert hits(game) == after
    with table(marching(), die) as game:
        answer(game, "go coahuiltec", "stop")
        assert [event.roll for event in events_of(game, Rolled)] == ["terrain"]
        assert hits(game) == after


def test_9_12_only_the_space_where_a_move_ends_is_checked() -> None:
    pos = at(
        expeditions={"cortes": expedition("red", "karankawa", "3 foot")},
        places={"karankawa": "village", "panuco": "village"},
        before="march cortes",
    )
    with table(pos) as game:
        answer(game, "go coahuiltec", "go panuco", "stop")
        assert events_of(game, Rolled) == []


@shows("9.12", "1.273", "2.0")
def test_9_12_there_is_no_malaria_in_the_basic_game() -> None:
    plan = expedition("red", "cempoala", "3 foot", food=1)
    pos = at(expeditions={"cortes": plan}, places={"cempoala": "mosquito"}, before="feed:cortes")
    with table(pos) as game:
        assert events_of(game, Rolled) == []
        assert hits(game) == 0


def test_9_121_a_space_with_a_printed_minus_one_is_worse() -> None:
    with table(hungry(space="potonchan"), 4) as game:
        assert modifiers(game) == {"fever-coast": -1}
        assert hits(game) == 1  # 4 - 1
    with table(hungry(space="cempoala"), 4) as game:
        assert modifiers(game) == {}
        assert hits(game) == 0


@shows("9.121", "9.12")
def test_9_121_the_worst_check_costs_two_hits() -> None:
    with table(hungry(space="potonchan"), 1) as game:
        assert hits(game) == 2


@shows("9.13", "9.11")
def test_9_13_hits_add_up_to_four() -> None:
    with table(hungry(hits=2), 1) as game:
        assert hits(game) == 3
    with table(hungry(hits=3), 1) as game:
        assert hits(game) == 4
        assert events_of(game, MoraleChanged)[-1].now == 4


# 9.14  The fifth hit ---------------------------------------------------------------------------------------------


def test_9_14_a_fifth_hit_costs_a_unit_of_the_owners_choice_instead() -> None:
    with table(hungry("3 foot, 1 horse, 1 cannon", hits=4), 1) as game:
        assert game.pending is not None
        assert (asked(game), game.pending.who) == ("fifth-hit", "red")
        assert [option.id for option in game.options] == ["take foot", "take horse", "take cannon"]
        pool = game.position.pool
        answer(game, "take cannon")
        assert game.position.units("cortes") == (3, 1, 0)
        assert game.position.pool == pool.plus("cannon")
        assert hits(game) == 4


def test_9_14_of_two_hits_at_three_the_second_costs_a_unit() -> None:
    with table(hungry("3 foot", "potonchan", hits=3), 1) as game:
        assert hits(game) == 4
        assert game.position.units("cortes") == (2, 0, 0)


@shows("9.14", "G-9.14", "11.14")
def test_g_9_14_the_lost_unit_may_be_an_indian_ally() -> None:
    pos = hungry("3 foot", hits=4, allies=["24@tlaxcala", "10@tlaxcala"])
    cup = pos.piles["cup"]
    with table(pos, 1) as game:
        answer(game, "take 24@tlaxcala")
        assert game.position.expeditions["cortes"].allies.titles == ("10@tlaxcala",)
        assert game.position.piles["cup"] == cup.plus("24")
        assert game.position.units("cortes").size == 3
        assert game.position.factions["red"].index == -1


@shows("G-9.14", "9.14")
def test_g_9_14_with_the_option_it_must_be_a_spanish_unit() -> None:
    pos = hungry("3 foot, 1 horse", house={"ally_fifth": False}, hits=4, allies=["24@tlaxcala"])
    with table(pos, 1) as game:
        assert barred(game, "take 24@tlaxcala") == "9.14"
        answer(game, "take foot")
        assert game.position.units("cortes") == (2, 1, 0)


@shows("9.14", "11.14", "C6")
def test_c6_a_unit_lost_in_the_desert_lowers_the_index() -> None:
    with table(marching("3 foot", hits=4), 1) as game:
        answer(game, "go coahuiltec", "stop")
        assert game.position.units("cortes").size == 2
        assert game.position.factions["red"].index == -1


@shows("9.14", "11.14", "C6")
def test_c6_with_the_option_only_hunger_lowers_the_index() -> None:
    house = {"terrain_index": False}
    with table(marching("3 foot", house, hits=4), 1) as game:
        answer(game, "go coahuiltec", "stop")
        assert game.position.units("cortes").size == 2
        assert events_of(game, IndexMoved) == []
    with table(hungry("3 foot", house=house, hits=4), 1) as game:
        assert game.position.factions["red"].index == -1


@shows("9.14", "C6")
def test_c6_a_fifth_hit_from_a_death_does_not_lower_the_index() -> None:
    pos = at(
        expeditions={"cortes": expedition("red", "cempoala", "3 foot", hits=4)},
        hands={"blue": ["assassination"]},
        active="blue",
    )
    game = murder(pos, 5, "tapia")
    assert game.position.units("tapia").size == 2
    assert events_of(game, IndexMoved) == []


@shows("G-9.14b", "9.26", "5.24", "8.131", "12.252")
def test_g_9_14b_after_the_last_unit_the_conquistador_stays_on_alone() -> None:
    plan = expedition(
        *("red", "totonacapan", "1 foot"),
        gold=4,
        hits=4,
        allies=["24@tlaxcala"],
        assets=["interpreter"],
        kings=["mexica"],
    )
    pos = at(
        expeditions={"cortes": plan},
        places={"tenochtitlan": place("capital", empire="mexica")},
        before="feed:cortes",
    )
    with table(pos, 1) as game:
        answer(game, "take foot")
        left = game.position.expeditions["cortes"]
        assert (left.gold, left.assets.titles) == (4, ("interpreter",))
        assert (left.hits, left.allies.titles, left.kings) == (0, (), ())
        assert events_of(game, KingWent)[0].space == "tenochtitlan"
        assert game.position.site("tenochtitlan").king


@shows("G-9.14b", "8.131")
def test_g_9_14b_alone_he_keeps_the_food_that_a_bearer_carries() -> None:
    plan = expedition("red", "karankawa", "1 foot", food=3, hits=4, shown=["bearer"])
    pos = at(expeditions={"cortes": plan}, places={"karankawa": "village"}, before="march cortes")
    with table(pos, 1) as game:
        answer(game, "go coahuiltec", "stop")
        assert game.position.units("cortes").size == 0
        assert game.position.expeditions["cortes"].food == 2


def test_9_15_hits_stay_when_a_turn_ends() -> None:
    pos = at(
        expeditions={"cortes": expedition("red", "panama", "3 foot", hits=2)},
        hands={"red": ["bolas"]},
        before="subsistence",
    )
    with table(pos) as game:
        assert game.position.turn == 2
        assert hits(game) == 2


# 9.2  Rally ------------------------------------------------------------------------------------------------------


def active(**more: Any) -> ConquestPosition:
    return at(expeditions={"cortes": expedition("red", "cempoala", **more)})


@shows("9.21", "2.34")
def test_9_21_rally_is_the_action_of_an_activated_expedition() -> None:
    with table(active(units="3 foot", hits=1), 4) as game:
        assert barred(game, "rally cortes") == "2.0(5)"
        answer(game, "activate cortes", "rally")
        assert hits(game) == 0
        assert barred(game, "activate cortes") == "2.32"


@shows("9.21", "G-9.2")
def test_g_9_2_without_hits_there_is_nothing_to_rally() -> None:
    with table(active(units="3 foot")) as game:
        answer(game, "activate cortes")
        assert barred(game, "rally") == "G-9.2"


@shows("9.21", "G-3.15")
def test_9_21_a_conquistador_alone_does_not_rally() -> None:
    with table(active()) as game:
        answer(game, "activate cortes")
        assert barred(game, "rally") == "G-3.15"


@pytest.mark.parametrize(("dice", "after"), [(2, 3), (3, 3), (4, 2), (5, 2), (6, 1), (7, 1), (8, 0), (12, 0)])
def test_9_22_two_dice_on_the_rally_table_remove_hits_or_nothing(dice: int, after: int) -> None:
    """With Cortés's 3: 5 and 6 nothing, 7 and 8 one, 9 and 10 two, 11 three."""
    with table(rallying(hits=3), dice) as game:
        assert hits(game) == after


@shows("9.22", "9.13")
def test_9_22_no_more_hits_go_than_there_are() -> None:
    with table(rallying(hits=1), 12) as game:
        assert hits(game) == 0
        assert events_of(game, MoraleChanged)[-1].hits == -1


@shows("9.22", "G-9.2", "9.14", "C6")
def test_g_9_2_a_rally_that_backfires_at_four_hits_costs_a_unit_but_no_index() -> None:
    plan = expedition("red", "cempoala", "2 foot, 1 horse", hits=4)
    with table(at(expeditions={"de-candia": plan}, before="rally de-candia"), 2) as game:
        answer(game, "take foot")
        assert game.position.units("de-candia") == (1, 1, 0)
        assert hits(game, "de-candia") == 4
        assert events_of(game, IndexMoved) == []


@shows("9.23")
def test_9_23_the_rating_of_any_one_conquistador_counts() -> None:
    """Córdoba has 1, his companions 0 and 3; the best is taken, and only he."""
    companions = {"de-candia": "", "almagro": ""}
    pos = at(
        expeditions={"cordoba": expedition("red", "cempoala", "3 foot", companions=companions, hits=1)},
        before="rally cordoba",
    )
    with table(pos, 4) as game:
        assert modifiers(game) == {"rating": 3}
        assert hits(game, "cordoba") == 0


@shows("9.23", "G-9.23")
def test_g_9_23_a_mosquito_marker_costs_one_in_the_basic_game_too() -> None:
    plan = expedition("red", "cempoala", "3 foot", hits=1)
    pos = at(expeditions={"cortes": plan}, places={"cempoala": "mosquito"}, before="rally cortes")
    with table(pos, 4) as game:
        assert modifiers(game) == {"rating": 3, "mosquito": -1}
        assert hits(game) == 1


def test_9_23_a_printed_minus_one_does_not_matter() -> None:
    with table(rallying(space="potonchan", hits=1), 4) as game:
        assert modifiers(game) == {"rating": 3}
        assert hits(game) == 0


@shows("9.23", "2.12")
def test_9_23_a_card_of_ones_own_helps() -> None:
    with table(rallying(hands={"red": ["speech-to-the-men"]}, hits=1), 2) as game:
        answer(game, "play speech-to-the-men")
        assert modifiers(game) == {"rating": 3, "speech-to-the-men": 2}
        assert hits(game) == 0


@shows("9.23", "2.14")
def test_9_23_a_card_of_another_player_hinders() -> None:
    with table(rallying(hands={"blue": ["velazquez-partisans"]}, hits=1), 4) as game:
        answer(game, "play velazquez-partisans")
        assert modifiers(game) == {"rating": 3, "velazquez-partisans": -2}
        assert hits(game) == 1


@shows("9.23", "2.19")
def test_9_23_nobody_hinders_a_rally_in_panama() -> None:
    with table(rallying(space="panama", hands={"blue": ["velazquez-partisans"]}, hits=1), 4) as game:
        assert modifiers(game) == {"rating": 3}


@shows("9.23", "1.53")
def test_9_23_mano_de_dios_adds_two() -> None:
    with table(rallying(hands={"red": ["mano-de-dios"]}, hits=1), 2) as game:
        answer(game, "modify mano-de-dios")
        assert hits(game) == 0


@shows("9.23", "8.131")
def test_9_23_one_food_point_and_not_more_gives_one() -> None:
    with table(rallying(hits=1, food=3), 3) as game:
        answer(game, "spend-food cortes")
        assert asked(game) == "impulse"
        assert modifiers(game) == {"rating": 3, "food": 1}
        assert game.position.expeditions["cortes"].food == 2
        assert hits(game) == 0


def test_9_23_the_food_point_is_optional() -> None:
    with table(rallying(hits=1, food=3), 3) as game:
        answer(game, "pass")
        assert game.position.expeditions["cortes"].food == 3
        assert hits(game) == 1


def test_9_23_the_food_may_come_from_another_own_expedition_in_the_space() -> None:
    pos = at(
        expeditions={
            "cortes": expedition("red", "cempoala", "3 horse", hits=1),
            "alvarado": expedition("red", "cempoala", "3 foot", food=2),
            "de-soto": expedition("red", "totonacapan", "3 foot", food=2),
            "balboa": expedition("blue", "cempoala", "3 foot", food=2),
        },
        before="rally cortes",
    )
    with table(pos, 3) as game:
        assert [option.id for option in game.options] == ["spend-food alvarado", "pass"]
        assert barred(game, "spend-food de-soto") == "9.23"
        assert barred(game, "spend-food balboa") == "9.23"
        answer(game, "spend-food alvarado")
        assert game.position.expeditions["alvarado"].food == 1
        assert hits(game) == 0


def test_9_23_an_allied_city_gives_nothing() -> None:
    plan = expedition("red", "tlaxcala", "3 foot", hits=1)
    pos = at(expeditions={"cortes": plan}, places={"tlaxcala": place("city", ally="red")}, before="rally cortes")
    with table(pos, 3) as game:
        assert modifiers(game) == {"rating": 3}
        assert hits(game) == 1


# 9.24  Ultimatum -------------------------------------------------------------------------------------------------


def ultimatum(**more: Any) -> ConquestPosition:
    return at(
        expeditions={"cortes": expedition("red", "cempoala", "2 foot, 1 horse", **more)},
        hands={"red": ["ultimatum"]},
    )


@pytest.mark.parametrize("die", [1, 3])
@shows("9.24", "G-9.24")
def test_9_24_all_hits_go_and_on_1_to_3_a_combat_unit_with_them(die: int) -> None:
    with table(ultimatum(hits=4, allies=["24@tlaxcala"]), die) as game:
        answer(game, "play ultimatum")
        assert hits(game) == 0
        assert [option.id for option in game.options] == ["take foot", "take horse", "take 24@tlaxcala"]
        answer(game, "take horse")
        assert game.position.units("cortes") == (2, 0, 0)
        assert events_of(game, IndexMoved) == []


@pytest.mark.parametrize("die", [4, 6])
def test_9_24_on_4_to_6_nobody_leaves(die: int) -> None:
    with table(ultimatum(hits=4), die) as game:
        answer(game, "play ultimatum")
        assert hits(game) == 0
        assert game.position.units("cortes").size == 3


@shows("9.24", "G-9.24")
def test_g_9_24_it_takes_no_activation_and_the_die_comes_after_the_removal() -> None:
    with table(ultimatum(hits=2), 6) as game:
        answer(game, "play ultimatum")
        kinds = [type(line.event) for line in game.log if isinstance(line.event, MoraleChanged | Rolled)]
        assert kinds == [MoraleChanged, Rolled]
        assert game.position.impulse.used == 0
        assert game.why_not("activate cortes") is None


@shows("9.24", "G-9.24")
def test_g_9_24_one_expedition_with_hits() -> None:
    pos = at(
        expeditions={
            "cortes": expedition("red", "cempoala", "3 foot", hits=1),
            "alvarado": expedition("red", "totonacapan", "3 foot", hits=2),
            "de-soto": expedition("red", "totonacapan", "3 foot"),
        },
        hands={"red": ["ultimatum"]},
    )
    with table(pos, 6) as game:
        answer(game, "play ultimatum")
        assert [option.id for option in game.options] == ["take alvarado", "take cortes"]
        answer(game, "take alvarado")
        assert (hits(game, "alvarado"), hits(game)) == (0, 1)


@shows("9.24", "9.21")
def test_9_24_without_hits_it_cannot_be_played() -> None:
    with table(ultimatum()) as game:
        assert barred(game, "play ultimatum") == "9.24"


# 9.25, 9.26 ------------------------------------------------------------------------------------------------------


def two_and_three() -> ConquestPosition:
    """W10  Cortés has two hits and de León three."""
    return at(
        expeditions={
            "cortes": expedition("red", "cempoala", "4 foot", hits=2),
            "de-leon": expedition("red", "cempoala", "4 foot", hits=3),
        },
    )


@pytest.mark.parametrize(("follows", "leads"), [("de-leon", "cortes"), ("cortes", "de-leon")])
def test_9_25_combined_the_greater_number_holds_whoever_commands(follows: str, leads: str) -> None:
    """W10  "No matter under whose command"."""
    with table(two_and_three()) as game:
        answer(game, "reorganise cempoala", *(["lead cortes"] if leads == "cortes" else []))
        answer(game, f"join {follows} {leads}", "amount 4")
        assert hits(game, leads) == 3


@pytest.mark.parametrize(("keeps", "expected"), [(5, 3), (3, 2)])
def test_9_25_units_bring_their_hits_along_and_take_none_away(keeps: int, expected: int) -> None:
    """W10  Units from de León give Cortés a third hit; units the other way change nothing."""
    with table(two_and_three()) as game:
        answer(game, "reorganise cempoala", "lead cortes", "lead de-leon", f"amount {keeps}")
        assert hits(game) == expected
        assert hits(game, "de-leon") == 3


@shows("9.26", "G-9.14b")
def test_9_26_an_expedition_without_combat_units_has_no_hits() -> None:
    with table(hungry("1 foot", hits=4), 1) as game:
        assert game.position.units("cortes").size == 0
        assert hits(game) == 0
        assert events_of(game, MoraleChanged)[-1].rule == "9.26"
