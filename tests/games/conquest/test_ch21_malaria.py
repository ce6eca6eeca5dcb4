"""21.0  Malaria. The cards against it: cards/test_malaria_cards.py."""

from __future__ import annotations

from typing import Any

import pytest

from conquistadors.engine.events import Rolled
from conquistadors.engine.game import Game
from conquistadors.games.conquest.builder import expedition, place
from conquistadors.games.conquest.rules.events import Feverish, IndexMoved, MoraleChanged, Starved, UnitLost
from conquistadors.games.conquest.rules.malaria import malaria
from conquistadors.games.conquest.rules.position import ConquestPosition
from support.clauses import shows
from support.indies import answer, asked, at, at_standard, events_of, table

FOREST = "acalan"
MOSQUITO = {"cempoala": "mosquito"}


def feverish(space: str = FOREST, units: str = "3 foot", **more: Any) -> ConquestPosition:
    """Cortés is about to be checked for malaria, in rain forest unless another space is named."""
    places = more.pop("places", MOSQUITO)
    house, hands = more.pop("house", None), more.pop("hands", None)
    plan = expedition("red", space, units, **more)
    return at_standard(house=house, hands=hands, expeditions={"cortes": plan}, places=places, before="malaria:cortes")


def rolls(game: Game[Any]) -> list[str]:
    return [event.roll for event in events_of(game, Rolled)]


def added(game: Game[Any]) -> dict[str, int]:
    """What changed the last roll."""
    return {modifier.name: modifier.value for modifier in events_of(game, Rolled)[-1].modifiers}


def hits(game: Game[Any], commander: str = "cortes") -> int:
    return int(game.position.expeditions[commander].hits)


# 21.1  Where there is malaria ------------------------------------------------------------------------------------


@pytest.mark.parametrize("space", [FOREST, "cempoala"])
@shows("21.1", "C13", "2.0(6)", "1.273")
def test_21_1_in_rain_forest_and_where_a_mosquito_marker_lies_one_die_is_rolled(space: str) -> None:
    with table(feverish(space), 6) as game:
        [rolled] = events_of(game, Rolled)
        assert (rolled.roll, rolled.who, rolled.natural) == ("malaria", "red", 6)
        assert [(event.expedition, event.space, event.spared) for event in events_of(game, Feverish)] == [
            ("cortes", space, False)
        ]


@pytest.mark.parametrize(
    ("space", "marker"),
    [
        ("cempoala", "discovered"),
        ("cempoala", "town"),
        ("potonchan", "village"),  # a fever coast has no fever of its own
        ("coahuiltec", None),  # desert
        ("panama", None),
        ("bay-of-campeche", None),
    ],
)
@shows("21.1", "C13")
def test_21_1_nowhere_else(space: str, marker: str | None) -> None:
    with table(feverish(space, places={space: marker} if marker else None)) as game:
        assert rolls(game) == []
        assert events_of(game, Feverish) == []


@shows("G-21.1", "21.1")
def test_g_21_1_a_conquistador_without_units_is_not_checked() -> None:
    with table(feverish(units="")) as game:
        assert rolls(game) == []
    with table(feverish(units="", companions={"alvarado": "1 cannon"}), 6) as game:
        assert rolls(game) == ["malaria"]


@shows("21.1", "2.0(6)")
def test_21_1_every_expedition_in_the_subsistence_phase_in_the_order_of_impulses() -> None:
    pos = at_standard(
        expeditions={
            "cortes": expedition("red", FOREST, "3 foot", food=1),
            "alvarado": expedition("red", "tlaxcala", "3 foot", food=1),
            "balboa": expedition("blue", "cempoala", "3 foot", food=1),
            "de-soto": expedition("blue", "lacandon", "3 foot", food=1),
        },
        places=MOSQUITO,
        order=("blue", "red"),
        before="subsistence",
        hands={"red": ["bolas"]},
    )
    with table(pos, 6, 6, 6) as game:
        assert [event.expedition for event in events_of(game, Feverish)] == ["balboa", "de-soto", "cortes"]
        assert [event.who for event in events_of(game, Rolled)] == ["blue", "blue", "red"]


@shows("1.273", "21.1")
def test_1_273_there_is_no_malaria_in_the_basic_game() -> None:
    men = {"cortes": expedition("red", "cempoala", "3 foot", food=1)}
    pos = at(expeditions=men, places=MOSQUITO, before="subsistence", hands={"red": ["bolas"]})
    with table(pos) as game:
        assert rolls(game) == []


# 21.2  The check -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("die", "after"), [(1, 2), (2, 1), (4, 1), (5, 0), (6, 0)])
@shows("21.2", "C33", "9.12")
def test_21_2_one_less_than_the_die_on_the_table_of_all_morale_checks(die: int, after: int) -> None:
    """The table has two hits at 0, one at 1 to 3, none from 4 on."""
    with table(feverish(), die) as game:
        assert added(game) == {"malaria": -1}
        assert events_of(game, Rolled)[-1].total == die - 1
        assert hits(game) == after


@shows("G-9.12", "21.2", "9.121")
def test_g_9_12_on_a_fever_coast_both_minus_ones_count() -> None:
    with table(feverish("potonchan", places={"potonchan": "mosquito"}), 5) as game:
        assert added(game) == {"fever-coast": -1, "malaria": -1}
        assert hits(game) == 1


@shows("21.2", "9.13")
def test_21_2_hits_of_malaria_add_to_those_of_before() -> None:
    with table(feverish(hits=1), 1) as game:
        assert [(event.hits, event.now) for event in events_of(game, MoraleChanged)] == [(1, 2), (1, 3)]


@shows("21.2", "9.14", "11.14", "C6")
def test_21_2_a_unit_that_malaria_costs_lowers_the_index_once() -> None:
    with table(feverish(units="3 foot, 1 horse", hits=4), 1) as game:
        assert asked(game) == "fifth-hit"
        answer(game, "take foot", "take horse")
        assert [event.unit for event in events_of(game, UnitLost)] == ["foot", "horse"]
        assert [(event.who, event.now, event.rule) for event in events_of(game, IndexMoved)] == [("red", -1, "11.14")]


@shows("C6", "9.14")
def test_c6_the_option_about_terrain_does_not_touch_malaria() -> None:
    with table(feverish(hits=4, house={"terrain_index": False}), 4) as game:
        assert game.position.factions["red"].index == -1


@shows("21.2", "9.14")
def test_21_2_without_a_lost_unit_the_index_stays() -> None:
    with table(feverish(hits=3), 4) as game:
        assert hits(game) == 4
        assert events_of(game, IndexMoved) == []


@shows("21.2", "1.53", "G-1.53")
def test_21_2_mano_de_dios_helps_before_or_after_the_roll() -> None:
    with table(feverish(hands={"red": ["mano-de-dios"]}), 3) as game:
        answer(game, "modify mano-de-dios")
        assert added(game) == {"malaria": -1, "mano-de-dios": 2}
        assert hits(game) == 0
    with table(feverish(hands={"red": ["mano-de-dios"]}), 1, 6) as game:
        answer(game, "pass", "reroll mano-de-dios")
        assert hits(game) == 0


# 21.3  Hunger and fever ------------------------------------------------------------------------------------------


def starving(units: str = "3 foot", **more: Any) -> ConquestPosition:
    """Cortés in rain forest when the Subsistence phase begins."""
    men = {"cortes": expedition("red", FOREST, units, **more)}
    return at_standard(expeditions=men, before="subsistence", hands={"red": ["bolas"]})


@shows("21.3", "G-21.3", "8.21")
def test_21_3_without_food_there_are_two_checks_hunger_first() -> None:
    with table(starving(), 3, 1) as game:
        assert [(event.roll, event.total) for event in events_of(game, Rolled)] == [("starvation", 3), ("malaria", 0)]
        assert hits(game) == 3


@shows("21.3", "8.12")
def test_21_3_who_has_eaten_is_checked_once() -> None:
    with table(starving(food=1), 6) as game:
        assert rolls(game) == ["malaria"]


@shows("21.3", "C6", "11.14")
def test_21_3_each_of_the_two_checks_that_costs_a_unit_lowers_the_index() -> None:
    with table(starving(hits=4), 3, 4) as game:
        assert game.position.units("cortes").size == 1
        assert [event.now for event in events_of(game, IndexMoved)] == [-1, -2]


@shows("21.3", "G-21.1", "G-9.14b")
def test_21_3_where_hunger_took_the_last_unit_there_is_nobody_left_to_fall_ill() -> None:
    with table(starving("1 foot", hits=4), 3) as game:
        assert rolls(game) == ["starvation"]
        assert game.position.units("cortes").size == 0


@shows("21.3", "8.11")
def test_21_3_an_ally_near_by_feeds_the_men_and_does_not_heal_them() -> None:
    men = {"cortes": expedition("red", "cempoala", "3 foot")}
    pos = at_standard(
        expeditions=men,
        places={**MOSQUITO, "totonacapan": place("city", ally="red")},
        before="subsistence",
        hands={"red": ["bolas"]},
    )
    with table(pos, 6) as game:
        assert events_of(game, Starved) == []
        assert rolls(game) == ["malaria"]


# Who is gone -----------------------------------------------------------------------------------------------------


@shows("21.1", "G-6.46b")
def test_g_6_46b_the_expeditions_of_a_player_who_resigns_in_the_phase_are_not_checked() -> None:
    men = {man: expedition(owner, FOREST, "3 foot") for man, owner in (("cortes", "red"), ("balboa", "blue"))}
    men["de-soto"] = expedition("green", FOREST, "3 foot", food=1)
    pos = at_standard(3, expeditions=men, before="subsistence", hands={"red": ["mano-de-dios"]})
    with table(pos, 6, 6, 6) as game:
        answer(game, "pass", "pass")  # red and blue do not ask green for food
        assert asked(game) == "modify"  # red's hunger
        game.resign("blue")
        answer(game, "pass", "pass", "pass", "pass")
        assert [(event.who, event.roll) for event in events_of(game, Rolled)] == [
            *(("red", "starvation"), ("red", "malaria"), ("green", "malaria"))
        ]


@shows("21.1")
def test_21_1_the_step_of_an_expedition_that_is_gone_does_nothing() -> None:
    pos = feverish()
    before = pos.copy()
    assert list(malaria(pos, "balboa")) == []
    assert pos == before
