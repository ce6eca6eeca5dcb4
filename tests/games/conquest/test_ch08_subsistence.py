"""8.0  Subsistence: who needs food, how much can be carried, and starvation. Deals over food: test_deals.py."""

from __future__ import annotations

from typing import Any

import pytest

from conquistadors.engine.errors import SetupError
from conquistadors.engine.events import Rolled
from conquistadors.engine.game import Game
from conquistadors.games.conquest.builder import ExpeditionPlan, begin, expedition, place
from conquistadors.games.conquest.rules.events import Fed, FoodChanged, IndexMoved, Starved, UnitLost
from support.clauses import shows
from support.indies import answer, asked, at, events_of, table

ALLY = {"tlaxcala": place("city", ally="red")}


def fed(units: str = "3 foot", space: str = "totonacapan", places: Any = None, map: str = "north", **more: Any) -> Any:  # noqa: A002
    """Cortés alone on the map, about to be fed."""
    return at(
        map=map,
        expeditions={"cortes": expedition("red", space, units, **more)},
        places={"cempoala": "village", **(places or {})},
        before="feed:cortes",
    )


def how(game: Game[Any]) -> list[str]:
    return [event.how for event in events_of(game, Fed)]


def food(game: Game[Any], commander: str = "cortes") -> int:
    return int(game.position.expeditions[commander].food)


# 8.1  Food -------------------------------------------------------------------------------------------------------


@shows("8.1", "8.12")
def test_8_1_each_expedition_eats_or_starves_in_the_order_of_impulses() -> None:
    pos = at(
        expeditions={
            "cortes": expedition("red", "cempoala", "3 foot", food=1),
            "alvarado": expedition("red", "totonacapan", "1 horse"),
            "balboa": expedition("blue", "veragua", "3 foot", food=2),
        },
        hands={"red": ["bolas"]},
        order=("blue", "red"),
        before="subsistence",
    )
    with table(pos, 6) as game:
        phase = [line.event for line in game.log if isinstance(line.event, FoodChanged | Starved)]
        assert [event.expedition for event in phase] == ["balboa", "alvarado", "cortes"]
        assert isinstance(phase[1], Starved)
        assert (food(game, "balboa"), food(game)) == (1, 0)


def test_8_11_an_expedition_with_a_spanish_unit_needs_food() -> None:
    with table(fed("1 foot", food=1)) as game:
        assert food(game) == 0
        assert how(game) == []


def test_8_11_a_conquistador_without_spanish_units_needs_none() -> None:
    with table(fed("", food=1, shown=["bearer"])) as game:
        assert how(game) == ["alone"]
        assert food(game) == 1


@pytest.mark.parametrize("space", ["tlaxcala", "totonacapan"])
@shows("8.11", "5.23")
def test_8_11_in_or_next_to_an_allied_city_no_food_is_needed(space: str) -> None:
    with table(fed(space=space, places=ALLY, food=1)) as game:
        assert how(game) == ["ally"]
        assert food(game) == 1


def test_8_11_two_spaces_away_from_the_allied_city_food_is_needed() -> None:
    with table(fed(space="cempoala", places=ALLY, food=1)) as game:
        assert food(game) == 0


def test_g_8_11_the_ally_of_another_player_feeds_nobody_else() -> None:
    with table(fed(space="tlaxcala", places={"tlaxcala": place("city", ally="blue")}, food=1)) as game:
        assert food(game) == 0


@pytest.mark.parametrize(
    ("space", "why"),
    [
        ("santiago-de-cuba", "haven"),
        ("panama", "haven"),
        ("panama-south", "haven"),
        ("bay-of-campeche", "sea"),
    ],
)
def test_8_11_no_food_is_needed_in_cuba_in_panama_or_at_sea(space: str, why: str) -> None:
    with table(fed(space=space, map="both", food=1)) as game:
        assert how(game) == [why]
        assert food(game) == 1


def test_8_12_one_point_feeds_companions_and_their_units_too() -> None:
    companions = {"alvarado": "10 foot", "de-leon": "4 horse", "ordaz": ""}
    with table(fed("10 foot", companions=companions, food=3)) as game:
        assert food(game) == 2
        assert events_of(game, Starved) == []


@shows("8.12", "8.21")
def test_8_12_separate_expeditions_in_one_space_need_separate_points() -> None:
    """The owner is asked, and need not hand over the food of the other expedition (G-8.14b)."""
    pos = at(
        expeditions={
            "cortes": expedition("red", "cempoala", "3 foot", food=2),
            "alvarado": expedition("red", "cempoala", "3 foot"),
        },
        hands={"red": ["bolas"]},
        before="subsistence",
    )
    with table(pos, 6) as game:
        answer(game, "pass")
        assert [event.expedition for event in events_of(game, Starved)] == ["alvarado"]
        assert food(game) == 1


# G-8.14b  Food that is shared before anybody eats ----------------------------------------------------------------


def beside(*, alvarado: str = "3 foot", cortes_food: int = 2, space: str = "cempoala", **more: Any) -> Any:
    """Alvarado has nothing to eat, and Cortés of the same player stands beside him with food."""
    return at(
        expeditions={
            "cortes": expedition("red", "cempoala", "3 foot", food=cortes_food),
            "alvarado": expedition("red", space, alvarado),
        },
        hands={"red": ["bolas"]},
        before="subsistence",
        **more,
    )


def test_g_8_14b_the_owner_moves_food_before_anybody_is_fed() -> None:
    """Alvarado would be fed first; the question comes before all meals."""
    with table(beside()) as game:
        assert game.pending is not None
        assert (asked(game), game.pending.who, events_of(game, FoodChanged)) == ("feed-from", "red", [])
        answer(game, "take cortes")
        assert (events_of(game, Starved), food(game), food(game, "alvarado")) == ([], 0, 0)


def test_g_8_14b_even_the_last_point_if_the_owner_likes() -> None:
    with table(beside(cortes_food=1), 6) as game:
        answer(game, "take cortes")
        assert [event.expedition for event in events_of(game, Starved)] == ["cortes"]


def test_g_8_14b_men_who_cannot_carry_food_eat_it_at_once() -> None:
    """8.131: horse alone carry none."""
    with table(beside(alvarado="2 horse")) as game:
        answer(game, "take cortes")
        assert (events_of(game, Starved), food(game), how(game)) == ([], 0, ["shared"])


@pytest.mark.parametrize(
    "wanted",
    [
        {"cortes_food": 0},  # nobody has any
        {"space": "totonacapan", "places": {"totonacapan": "village"}},  # not in the same space
        {"places": {"cempoala": place("city", ally="red")}},  # nobody is hungry
    ],
)
def test_g_8_14b_nobody_is_asked_where_there_is_nothing_to_decide(wanted: dict[str, Any]) -> None:
    game = begin(beside(**wanted), seed=1)
    assert "feed-from" not in [given.kind for given in game.answers]
    assert asked(game) == "discard"


def test_g_8_14b_who_has_food_of_his_own_is_not_asked_about() -> None:
    men = {
        "cortes": expedition("red", "cempoala", "3 foot", food=3),
        "ordaz": expedition("red", "cempoala", "3 foot", food=1),
    }
    with table(at(expeditions=men, hands={"red": ["bolas"]}, before="subsistence")) as game:
        assert (asked(game), food(game), food(game, "ordaz")) == ("discard", 2, 0)


def neighbours(**others: ExpeditionPlan) -> Any:
    """Red's Cortés is hungry, and Blue's Balboa stands beside him with food."""
    plans = {
        "cortes": expedition("red", "cempoala", "3 foot", gold=5),
        "balboa": expedition("blue", "cempoala", "3 foot", food=2),
        **others,
    }
    return at(expeditions=plans, hands={"red": ["bolas"], "blue": ["bolas"]}, before="subsistence")


def test_g_8_14b_then_the_hungry_may_deal_with_others_in_the_space() -> None:
    with table(neighbours()) as game:
        assert game.pending is not None
        assert (asked(game), game.pending.who) == ("ask-food", "red")
        answer(game, "buy-food", "amount 1", "amount 3")
        assert (asked(game), game.pending.who) == ("accept", "blue")
        answer(game, "accept")
        assert events_of(game, Starved) == []
        assert (food(game), food(game, "balboa")) == (0, 0)
        gold = {c: e.gold for c, e in game.position.expeditions.items()}
        assert gold == {"cortes": 2, "balboa": 3}


def test_g_8_14b_one_offer_for_two_players_in_a_space_and_then_hunger() -> None:
    with table(neighbours(), 6) as game:
        answer(game, "buy-food", "amount 1", "amount 0", "refuse")
        assert [event.expedition for event in events_of(game, Starved)] == ["cortes"]
        assert asked(game) == "discard"


def test_g_8_14b_own_food_comes_before_the_food_of_others() -> None:
    with table(neighbours(ordaz=expedition("red", "cempoala", "3 foot", food=2))) as game:
        answer(game, "take ordaz")
        assert (asked(game), events_of(game, Starved)) == ("discard", [])


def test_g_8_14b_the_player_of_the_last_impulse_stays_that() -> None:
    pos = neighbours()
    pos.active = "blue"
    with table(pos, 6) as game:
        answer(game, "pass")
        assert game.position.active == "blue"


# 8.131  What an expedition can carry -----------------------------------------------------------------------------


def stored(plan: ExpeditionPlan) -> Game[Any]:
    """Storehouses of Maize bring two food points, as far as they can be carried."""
    pos = at(expeditions={"cortes": plan}, places={"tlaxcala": "town"}, hands={"red": ["storehouses-of-maize"]})
    with table(pos) as game:
        answer(game, "play storehouses-of-maize")
    return game


@pytest.mark.parametrize(
    ("units", "companions", "held", "carried"),
    [
        ("5 foot", {}, 0, 2),
        ("5 foot", {}, 2, 3),  # three at most
        ("1 foot, 4 horse", {}, 0, 1),  # not more than foot
        ("4 horse, 1 cannon", {}, 0, 0),  # no foot, no food
        ("1 foot", {"alvarado": "1 foot"}, 0, 2),  # the foot of companions count
    ],
)
@shows("1.262", "8.131", "C26", "G-8.131", "G-5.14b")
def test_8_131_three_food_at_most_and_not_more_than_foot_units(
    units: str, companions: dict[str, str], held: int, carried: int
) -> None:
    game = stored(expedition("red", "tlaxcala", units, companions=companions, food=held))
    assert food(game) == carried


@pytest.mark.parametrize(
    ("units", "held", "carried"),
    [("5 foot", 3, 5), ("5 foot", 4, 5), ("1 foot", 1, 3), ("", 0, 2), ("2 horse", 1, 2)],
)
@shows("8.131", "C26", "G-8.131")
def test_8_131_a_bearer_carries_two_more_beyond_both_limits(units: str, held: int, carried: int) -> None:
    game = stored(expedition("red", "tlaxcala", units, shown=["bearer"], food=held))
    assert food(game) == carried


@shows("8.131", "5.15")
def test_8_131_a_bearer_is_shown_when_he_first_carries_something() -> None:
    few = stored(expedition("red", "tlaxcala", "3 foot", assets=["bearer"]))
    assert few.position.expeditions["cortes"].assets.titles == ("bearer",)
    many = stored(expedition("red", "tlaxcala", "1 foot", assets=["bearer"]))
    assert food(many) == 2
    assert many.position.expeditions["cortes"].assets.titles == ()
    assert many.position.expeditions["cortes"].shown.titles == ("bearer",)


@pytest.mark.parametrize(("units", "held"), [("5 foot", 4), ("2 foot", 3), ("3 horse", 1), ("", 1)])
@shows("8.131", "1.262")
def test_8_131_no_position_has_more_food_than_can_be_carried(units: str, held: int) -> None:
    with pytest.raises(SetupError, match=r"8\.131"):
        at(expeditions={"cortes": expedition("red", "tlaxcala", units, food=held)})


@shows("G-8.131", "8.131")
def test_g_8_131_food_that_lost_foot_carried_is_dropped_at_once() -> None:
    pos = at(
        expeditions={"cortes": expedition("red", "karankawa", "2 foot, 1 horse", food=2, hits=4)},
        places={"karankawa": "village"},
        before="march cortes",
    )
    with table(pos, 1) as game:
        answer(game, "go coahuiltec", "stop", "take foot")
        assert food(game) == 1
        assert events_of(game, FoodChanged)[-1].why == "dropped"


@shows("G-8.131", "1.421")
def test_g_8_131_food_is_dropped_when_foot_makes_room_for_horse() -> None:
    companions = {"alvarado": "10 horse", "de-leon": "10 horse"}
    pos = at(
        expeditions={"cortes": expedition("red", "cempoala", "3 foot, 7 horse", companions=companions, food=3)},
        hands={"red": ["balboa"]},
        turn=2,
    )
    with table(pos) as game:
        answer(game, "play balboa", "take cortes", "with horse", "take foot")
        assert game.position.units("cortes") == (2, 28, 0)
        assert food(game) == 2


@shows("G-8.131b", "8.131", "G-8.131")
def test_g_8_131b_food_is_dropped_in_the_middle_of_a_battle() -> None:
    """The only foot is flipped in the first round and falls in the second; nobody has its food when it is over."""
    pos = at(
        expeditions={"cortes": expedition("red", "tlaxcala", "1 foot, 2 horse", food=1)},
        places={"tlaxcala": place("city", hostile=True, units=[20]), "totonacapan": "village"},
        before="battle indians cortes",
        active="blue",
    )
    with table(pos, *(8, 2), *(8, 2)) as game:
        while asked(game) == "loss":
            answer(game, next(o.id for o in game.options if "foot" in o.id))
        assert game.position.battle is not None
        assert game.position.units("cortes").foot == 0
        assert (food(game), events_of(game, FoodChanged)[-1].why) == (0, "dropped")


# 8.2  Starvation -------------------------------------------------------------------------------------------------


@shows("8.21", "9.12")
def test_8_21_an_expedition_that_gets_no_food_makes_a_morale_check() -> None:
    with table(fed("3 foot"), 3) as game:
        assert [event.roll for event in events_of(game, Rolled)] == ["starvation"]
        assert events_of(game, Rolled)[0].rule == "8.21"
        assert game.position.expeditions["cortes"].hits == 1


def test_8_21_a_good_roll_costs_nothing() -> None:
    with table(fed("3 foot", hits=2), 4) as game:
        assert game.position.expeditions["cortes"].hits == 2


@pytest.mark.parametrize("space", ["tlaxcala", "totonacapan"])
def test_8_21_who_needs_no_food_does_not_starve(space: str) -> None:
    with table(fed(space=space, places=ALLY)) as game:
        assert events_of(game, Starved) == []


@shows("8.22", "9.14", "11.14", "C6")
def test_8_22_a_unit_that_dies_of_hunger_lowers_the_index() -> None:
    with table(fed("3 foot, 1 horse", hits=4), 1) as game:
        assert asked(game) == "fifth-hit"
        answer(game, "take horse")
        assert game.position.units("cortes") == (3, 0, 0)
        assert game.position.factions["red"].index == -1


@shows("8.22", "C6", "9.121")
def test_c6_two_units_lost_in_one_check_lower_the_index_by_one() -> None:
    with table(fed("3 foot, 1 horse", "potonchan", hits=4), 1) as game:
        answer(game, "take foot", "take foot")
        assert game.position.units("cortes") == (1, 1, 0)
        assert [event.now for event in events_of(game, IndexMoved)] == [-1]


def test_8_22_hunger_that_kills_nobody_leaves_the_index_alone() -> None:
    with table(fed("3 foot", hits=3), 1) as game:
        assert game.position.expeditions["cortes"].hits == 4
        assert events_of(game, UnitLost) == []
        assert game.position.factions["red"].index == 0


def test_8_23_food_is_not_withheld() -> None:
    """It is eaten without a question, although its owner could roll with luck on his side."""
    pos = at(
        expeditions={"cortes": expedition("red", "cempoala", "3 foot", food=1)},
        luck={"red": 2},
        before="feed:cortes",
    )
    with table(pos) as game:
        assert food(game) == 0
        assert asked(game) == "impulse"


@shows("G-6.46b")
def test_g_6_46b_who_resigns_in_the_subsistence_phase_is_not_fed_any_more() -> None:
    pos = at(
        3,
        "both",
        expeditions={
            "cortes": expedition("red", "cempoala", "3 foot"),
            "alvarado": expedition("red", "totonacapan", "3 foot"),
            "balboa": expedition("blue", "veragua", "3 foot"),
        },
        luck={"red": 1, "blue": 1},
        before="subsistence",
    )
    with table(pos) as game:
        assert asked(game) == "modify"
        game.resign("red")
        assert game.pending is not None
        assert (asked(game), game.pending.who) == ("modify", "blue")
        assert [event.expedition for event in events_of(game, Starved)] == ["balboa"]
