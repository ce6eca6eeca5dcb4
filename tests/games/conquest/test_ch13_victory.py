"""Chapter 13: victory. In the fixed pack a box of the Governor's Favor Track is worth two points."""

from __future__ import annotations

from typing import Any

import pytest

from conquistadors.engine.game import Game
from conquistadors.games.conquest.builder import PlacePlan, begin, expedition, place
from conquistadors.games.conquest.rules.events import PointsScored, Scored
from conquistadors.games.conquest.rules.position import ConquestPosition
from support.clauses import shows
from support.indies import answer, asked, at, at_standard, events_of, table

HERE = "tlaxcala"


def count(seats: int = 2, **wanted: Any) -> ConquestPosition:
    """The Victory Determination Phase is next. Red holds a card, so that the game stops at his first discard after."""
    return at(seats, **{"hands": {"red": ["bolas"]}, "before": "victory", **wanted})


def count_standard(**wanted: Any) -> ConquestPosition:
    """The same in the Standard Game."""
    return at_standard(**{"hands": {"red": ["bolas"]}, "before": "victory", **wanted})


def scores(game: Game[ConquestPosition]) -> dict[str, tuple[int, int, int, int]]:
    """What the phase reported: permanent points, cities, favour, total."""
    return {e.who: (e.permanent, e.cities, e.favour, e.total) for e in events_of(game, Scored)}


def cities_of(plan: dict[str, PlacePlan], men: dict[str, Any] | None = None) -> tuple[int, int]:
    """The points of red and of blue for cities."""
    with table(count(expeditions=men or {}, places=plan)) as game:
        return scores(game)["red"][1], scores(game)["blue"][1]


# 13.1  Permanent points ------------------------------------------------------------------------------------------


@shows("13.11", "13.12")
def test_13_11_gold_that_was_converted_is_permanent_and_recorded_at_once() -> None:
    with table(at(expeditions={"cortes": expedition("red", HERE, "1 foot", gold=9)})) as game:
        answer(game, "convert cortes", "amount 4")
        assert game.position.factions["red"].permanent == 4
        answer(game, "convert cortes", "amount 2")
        assert game.position.factions["red"].permanent == 6


def find(*, gone: bool = False) -> ConquestPosition:
    """Cortés is about to look for an empire in Tenochtitlan, beside a city."""
    pos = at(
        expeditions={"cortes": expedition("red", "tenochtitlan", "1 foot")},
        places={"cholula": place("city")},
        before="discovery cortes",
    )
    pos.empire_found = gone
    return pos


@shows("13.11", "13.12", "4.16")
def test_13_11_five_points_for_the_first_empire_of_the_game() -> None:
    with table(find(), 6, "imperial", "capital", "imperial") as game:
        assert game.position.factions["red"].permanent == 5
        assert [(event.who, event.points, event.why) for event in events_of(game, PointsScored)] == [
            ("red", 5, "empire")
        ]


@shows("13.11", "4.16", "G-4.16")
def test_13_11_nothing_for_the_next_one() -> None:
    with table(find(gone=True), 6, "imperial", "capital", "imperial") as game:
        assert game.position.factions["red"].permanent == 0
        assert events_of(game, PointsScored) == []


@shows("13.12", "13.21")
def test_13_12_all_permanent_points_add_up() -> None:
    with table(find(), 6, "imperial", "capital", "imperial") as game:
        game.adjust("gold cortes 3")
        answer(game, "convert cortes", "amount 3")
        assert game.position.factions["red"].permanent == 8


def test_13_13_gold_with_expeditions_counts_nothing() -> None:
    men = {"cortes": expedition("red", HERE, "1 foot", gold=90)}
    with table(count(expeditions=men, points={"red": 2})) as game:
        assert scores(game)["red"] == (2, 0, 0, 2)
        assert game.ending is None


# 13.2  The total -------------------------------------------------------------------------------------------------


@shows("13.21", "13.22", "13.23")
def test_13_21_permanent_points_cities_and_favour_make_the_total() -> None:
    plan = {HERE: place("city", ally="red"), "texcoco": place("capital", empire="mexica", ally="red")}
    with table(count(places=plan, points={"red": 10, "blue": 3}, index={"red": 2, "blue": -1})) as game:
        assert scores(game) == {"red": (10, 12, 4, 26), "blue": (3, 0, -2, 1)}


def test_13_21_every_player_is_counted_in_the_phase() -> None:
    with table(count(3, map="both", points={"green": 5})) as game:
        assert [event.who for event in events_of(game, Scored)] == ["red", "blue", "green"]


@shows("13.211", "13.22")
def test_13_211_bonuses_are_computed_anew_and_never_kept() -> None:
    """The same city and index in two phases count once each; when they are gone nothing is left of them."""
    plan = {HERE: place("city", ally="red")}
    pos = count(places=plan, points={"red": 10}, index={"red": 1})
    for _ in range(2):
        with table(pos) as game:
            assert [event.total for event in events_of(game, Scored) if event.who == "red"] == [16]
            assert game.position.factions["red"].permanent == 10
            assert game.position.factions["red"].index == 1
        again = count(places=plan, points={"red": 10}, index={"red": 1})
        pos, pos.tasks = game.checkpoint.position.copy(), again.tasks
    with table(count(points={"red": 10})) as game:
        assert scores(game)["red"] == (10, 0, 0, 10)


@shows("13.211", "13.25")
def test_13_211_the_net_total_decides() -> None:
    plan = {HERE: place("city", ally="red")}
    with table(count(places=plan, points={"red": 75}, index={"red": -3})) as game:
        assert scores(game)["red"][3] == 73
        assert game.ending is None
    with table(count(places=plan, points={"red": 71})) as game:
        assert scores(game)["red"][3] == 75
        assert game.ending is not None


@shows("13.22", "13.221")
@pytest.mark.parametrize(("marker", "points"), [("city", 4), ("imperial", 6), ("capital", 8)])
def test_13_221_points_for_an_ally(marker: str, points: int) -> None:
    empire = None if marker == "city" else "mexica"
    assert cities_of({HERE: place(marker, empire=empire, ally="red")}) == (points, 0)


@shows("13.22", "13.221")
@pytest.mark.parametrize(("marker", "points"), [("city", 0), ("imperial", 6), ("capital", 8)])
def test_13_221_points_for_control_are_for_imperial_cities_only(marker: str, points: int) -> None:
    empire = None if marker == "city" else "mexica"
    men = {"cortes": expedition("red", HERE, "1 foot")}
    assert cities_of({HERE: place(marker, empire=empire)}, men) == (points, 0)
    assert cities_of({HERE: place(marker, empire=empire, hostile=True)}, men) == (points, 0)


@shows("C15", "13.22", "13.221")
@pytest.mark.parametrize("marker", ["town", "village"])
def test_c15_towns_and_villages_never_score(marker: str) -> None:
    assert cities_of({HERE: place(marker)}, {"cortes": expedition("red", HERE, "5 foot")}) == (0, 0)


def test_13_221_all_cities_add_up() -> None:
    plan = {
        HERE: place("city", ally="red"),
        "cempoala": place("city", ally="red"),
        "texcoco": place("imperial", empire="mexica"),
        "tenochtitlan": place("capital", empire="mexica", ally="blue"),
    }
    men = {"cortes": expedition("red", "texcoco", "1 foot")}
    assert cities_of(plan, men) == (4 + 4 + 6, 8)


IMPERIAL = {HERE: place("imperial", empire="mexica")}


@shows("13.22", "G-13.22")
@pytest.mark.parametrize("units", ["1 foot", "1 horse", "1 cannon"])
def test_13_22_control_needs_an_expedition_with_a_combat_unit_there(units: str) -> None:
    assert cities_of(IMPERIAL, {"cortes": expedition("red", HERE, units)}) == (6, 0)
    assert cities_of(IMPERIAL, {"cortes": expedition("red", HERE, "")}) == (0, 0)
    assert cities_of(IMPERIAL, {"cortes": expedition("red", "texcoco", units)}) == (0, 0)


def test_13_22_the_units_of_a_companion_are_enough() -> None:
    men = {"cortes": expedition("red", HERE, "", companions={"alvarado": "1 foot"})}
    assert cities_of(IMPERIAL, men) == (6, 0)


@shows("13.22", "G-13.22")
@pytest.mark.parametrize("status", [{}, {"hostile": True}])
def test_g_13_22_indian_units_in_the_space_prevent_control(status: dict[str, Any]) -> None:
    plan = {HERE: place("imperial", empire="mexica", units=["12b"], **status)}
    assert cities_of(plan, {"cortes": expedition("red", HERE, "9 foot")}) == (0, 0)


@shows("13.22", "G-13.22")
def test_g_13_22_one_s_own_indian_allies_do_not() -> None:
    assert cities_of(IMPERIAL, {"cortes": expedition("red", HERE, "1 foot", allies=["30@cholula"])}) == (6, 0)


@shows("13.22", "G-13.22")
def test_g_13_22_spanish_units_of_another_player_prevent_control_for_both() -> None:
    men = {"cortes": expedition("red", HERE, "9 foot"), "balboa": expedition("blue", HERE, "1 foot")}
    assert cities_of(IMPERIAL, men) == (0, 0)


@shows("13.22", "G-13.22")
def test_g_13_22_a_conquistador_of_another_player_without_units_does_not() -> None:
    men = {"cortes": expedition("red", HERE, "1 foot"), "balboa": expedition("blue", HERE, "")}
    assert cities_of(IMPERIAL, men) == (6, 0)


@shows("G-13.221", "13.221")
def test_g_13_221_allied_to_one_and_held_by_another() -> None:
    """The ally scores in any case; who stands there scores only if no garrison is there."""
    men = {"balboa": expedition("blue", HERE, "1 foot")}
    assert cities_of({HERE: place("imperial", empire="mexica", ally="red")}, men) == (6, 6)
    assert cities_of({HERE: place("imperial", empire="mexica", ally="red", units=[30])}, men) == (6, 0)


@shows("G-13.221", "13.221")
def test_g_13_221_no_city_counts_twice_for_a_player() -> None:
    men = {"cortes": expedition("red", HERE, "1 foot"), "alvarado": expedition("red", HERE, "1 foot")}
    assert cities_of({HERE: place("capital", empire="mexica", ally="red")}, men) == (8, 0)


@shows("13.23", "11.15")
@pytest.mark.parametrize(("index", "points"), [(-5, -10), (-1, -2), (0, 0), (1, 2), (5, 10)])
def test_13_23_the_box_of_the_track_is_added_or_taken_off(index: int, points: int) -> None:
    with table(count(points={"red": 20}, index={"red": index})) as game:
        assert scores(game)["red"] == (20, 0, points, 20 + points)


@shows("13.24", "14.4")
def test_13_24_nothing_is_taken_off_for_debt_in_the_basic_game() -> None:
    """The total is what the rest adds up to, although a position may have a debt in it."""
    city = {HERE: place("city", ally="red")}
    with table(count(places=city, points={"red": 40}, index={"red": 1}, debt={"red": 3})) as game:
        event = events_of(game, Scored)[0]
        assert event.debt == 0
        assert event.total == event.permanent + event.cities + event.favour == 46


@shows("13.24", "16.24", "J12", "13.21")
def test_13_24_two_points_off_for_every_point_of_debt() -> None:
    """Pesos are worth nothing (13.13)."""
    money: dict[str, Any] = {"points": {"red": 40, "blue": 3}, "pesos": {"red": 30}, "debt": {"red": 7, "blue": 4}}
    with table(count_standard(places={HERE: place("city", ally="red")}, **money)) as game:
        red, blue = events_of(game, Scored)
        assert (red.permanent, red.cities, red.favour, red.debt, red.total) == (40, 4, 0, 14, 30)
        assert (blue.debt, blue.total) == (8, -5)  # a net total may be below 0
        assert game.position.factions["red"].permanent == 40  # 13.211


@shows("13.24", "13.25", "22.4")
def test_13_24_debt_can_cost_the_victory() -> None:
    points = {"red": 201, "blue": 200}
    with table(count_standard(points=points)) as game:
        assert game.position.winners == ("red",)
    with table(count_standard(points=points, debt={"red": 1})) as game:
        assert game.position.winners == ("blue",)
    with table(count_standard(points=points, debt={"red": 1, "blue": 1})) as game:
        assert game.position.winners == ()


# 13.25  Who wins -------------------------------------------------------------------------------------------------


@shows("13.25", "14.4")
def test_13_25_whoever_has_the_points_wins_and_the_game_ends() -> None:
    with table(count(points={"blue": 75})) as game:
        assert game.ending is not None
        assert (game.ending.winners, game.ending.rule) == (("blue",), "13.25")
        assert game.pending is None


def test_13_25_one_point_less_and_it_goes_on() -> None:
    with table(count(points={"blue": 74})) as game:
        assert game.ending is None
        assert (asked(game), game.position.turn) == ("discard", 2)


@shows("13.25", "C40")
def test_13_25_of_several_the_highest_total_wins() -> None:
    with table(count(3, map="both", points={"red": 80, "blue": 85, "green": 76})) as game:
        assert game.ending is not None
        assert game.ending.winners == ("blue",)


@shows("13.25", "C40")
def test_c40_a_tie_for_the_highest_means_another_turn() -> None:
    with table(count(3, map="both", points={"red": 80, "blue": 80, "green": 76})) as game:
        assert game.ending is None
        assert asked(game) == "discard"


def tied(**gold: int) -> Game[ConquestPosition]:
    """Red and blue are tied at 80 points, green has 76. All have a man in Panama, some of them with gold."""
    men = {"cortes": "red", "balboa": "blue", "quesada": "green"}
    there = {man: expedition(seat, "panama", "1 foot", gold=gold.get(seat, 0)) for man, seat in men.items()}
    game = begin(count(3, map="both", expeditions=there, points={"red": 80, "blue": 80, "green": 76}), seed=40)
    assert (game.ending, game.position.turn) == (None, 2), "a first tie: nobody has won"
    return game


def play_the_turn(game: Game[ConquestPosition]) -> None:
    """Everybody turns gold into points, and does nothing else, until the turn is counted."""
    turn = game.position.turn
    while game.ending is None and game.position.turn == turn:
        ids = [option.id for option in game.options]
        converting = [one for one in ids if one.startswith("convert")]
        game.play(next(one for one in (*converting, "done", "pass", ids[-1]) if one in ids))


@shows("13.25", "C40")
def test_c40_and_another_if_it_is_tied_again() -> None:
    game = tied(green=4)
    play_the_turn(game)
    assert {seat: scores(game)[seat][3] for seat in ("red", "blue", "green")} == {"red": 80, "blue": 80, "green": 80}
    assert (game.ending, game.position.turn) == (None, 3)


@shows("13.25", "C40")
@pytest.mark.parametrize(("gold", "winner"), [({"green": 5}, "green"), ({"blue": 1}, "blue")])
def test_c40_after_a_tie_anybody_may_win(gold: dict[str, int], winner: str) -> None:
    """Those who were tied, or somebody who was behind them."""
    game = tied(**gold)
    play_the_turn(game)
    assert game.ending is not None
    assert (game.ending.winners, game.position.turn) == ((winner,), 2)


@shows("13.25", "C40")
def test_c40_a_tie_below_the_highest_does_not_matter() -> None:
    with table(count(3, map="both", points={"red": 76, "blue": 85, "green": 76})) as game:
        assert game.ending is not None
        assert game.ending.winners == ("blue",)


@shows("13.25", "2.0")
def test_13_25_nobody_wins_in_mid_turn() -> None:
    men = {"cortes": expedition("red", HERE, "1 foot", gold=90)}
    with table(at(expeditions=men)) as game:
        answer(game, "convert cortes", "amount 90")
        assert game.ending is None
        assert asked(game) == "impulse"
        answer(game, "done")
        assert game.pending is not None
        assert game.pending.who == "blue"


@shows("13.25", "2.0")
def test_13_25_points_that_are_lost_again_before_the_phase_do_not_count() -> None:
    """Red has an ally and 75 points until blue's last card; the turn ends after this round."""
    pos = at(
        points={"red": 71},
        places={HERE: place("city", ally="red")},
        hands={"red": ["bolas"], "blue": ["city-has-new-chief"]},
        round=3,
        active="blue",
    )
    with table(pos, "30", "20", 2) as game:
        answer(game, "play city-has-new-chief", "done")
        assert scores(game)["red"] == (71, 0, 0, 71)
        assert game.ending is None
