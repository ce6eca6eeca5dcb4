"""Chapter 18: the division of gold."""

from __future__ import annotations

from typing import Any

import pytest

from conquistadors.engine.events import Modifier, Rolled
from conquistadors.engine.game import Game
from conquistadors.games.conquest.builder import ExpeditionPlan, expedition
from conquistadors.games.conquest.rules.division import Shares, shares
from conquistadors.games.conquest.rules.events import GoldChanged, GoldDivided, PointsScored
from conquistadors.games.conquest.rules.position import ConquestPosition
from support.clauses import shows
from support.indies import answer, asked, at_standard, barred, events_of, table

HERE = "tlaxcala"
DIVIDE = f"share-out {HERE}"


def cortes(units: str = "", **more: Any) -> ExpeditionPlan:
    return expedition("red", HERE, units, **more)


def camp(men: dict[str, ExpeditionPlan] | None = None, **more: Any) -> ConquestPosition:
    """Red's impulse in Tlaxcala."""
    return at_standard(expeditions=men or {"cortes": cortes(gold=10)}, places={HERE: "city"}, **more)


def the_example() -> ConquestPosition:
    """W15  Cortés, Ordaz and de León in one space with sixty gold, seven foot and five horse."""
    return camp(
        {
            "cortes": cortes("4 foot, 2 horse", gold=30),
            "ordaz": cortes("3 foot", gold=20),
            "de-leon": cortes("3 horse", gold=10),
        }
    )


def points(game: Game[ConquestPosition]) -> int:
    return game.position.factions["red"].permanent


# The example after 18.6 (W15) ------------------------------------------------------------------------------------


@shows("18.5", "18.3", "G-18.3", "13.11", "13.12")
def test_18_6x_the_example_step_by_step() -> None:
    pos = the_example()
    division = shares(pos, "red", HERE, 60)
    assert division == Shares(gold=60, fifth=12, conquistadors=6, foot=2, horse=3)
    assert division.left == 37
    with table(pos) as game:
        answer(game, DIVIDE, "amount 30", "amount 10", "amount 20")
        event = events_of(game, GoldDivided)[0]
        assert event.gold == 60  # 1  the player decides to divide everything
        assert event.fifth == 12  # 2  the Royal Fifth
        assert event.conquistadors == 6  # 3  Ordaz and de León
        assert event.foot == 2  # 4  seven foot
        assert event.horse == 3  # 4  five horse
        assert event.points == 37  # 5
        assert points(game) == 37
        assert game.position.gold == 0  # 6  all of it is gone
        assert [(e.points, e.why, e.rule) for e in events_of(game, PointsScored)] == [(37, "division", "13.11")]


def test_18_6x_the_story_shows_every_line_of_it() -> None:
    with table(the_example()) as game:
        answer(game, DIVIDE, "amount 30", "amount 10", "amount 20")
        told_as = game.teller().story(game.log)
        line = "Red divides 60 gold in Tlaxcala: 12 for the king, 6 for other conquistadors, 2 for foot and cannon, "
        assert any(line + "3 for horse. 37 points left." in said for said in told_as)


# 18.1, 18.4  Instead of the Basic Game's rule --------------------------------------------------------------------


@shows("18.1", "10.21")
def test_18_1_gold_is_not_turned_into_points_one_for_one() -> None:
    with table(camp()) as game:
        assert barred(game, "convert cortes") == "2.0(5)"
        assert "convert" not in {option.verb for option in game.options}


def test_18_4_points_do_not_become_gold_or_pesos_again() -> None:
    with table(camp()) as game:
        answer(game, DIVIDE, "amount 10")
        assert {option.verb for option in game.options} == {"activate", "done"}
        assert (points(game), game.position.gold, game.position.factions["red"].pesos) == (8, 0, 0)


# 18.2, 18.3  When and where --------------------------------------------------------------------------------------


@shows("18.2", "D-18.2")
def test_18_2_one_division_an_impulse() -> None:
    with table(camp()) as game:
        answer(game, DIVIDE, "amount 5")
        assert game.position.expeditions["cortes"].gold == 5
        assert barred(game, DIVIDE) == "18.2"
        answer(game, "done", "done")  # round 1 is over: red is first again
        answer(game, DIVIDE, "amount 5")
        assert points(game) == 8


@shows("18.2", "2.0")
def test_18_2_beside_activation_exchange_and_gift() -> None:
    with table(camp(), 2) as game:
        answer(game, "activate cortes", "rest", "exchange cortes", "amount 2", "gift", "amount 3", DIVIDE, "amount 5")
        assert points(game) == 4
        assert game.position.impulse.used == 1


@shows("18.3", "D-18.3")
def test_18_3_some_of_the_gold_of_any_expeditions_in_the_space() -> None:
    """The gold of a companion is that of his expedition; each expedition is asked, and may give nothing."""
    with table(the_example()) as game:
        answer(game, DIVIDE)
        assert asked(game) == "share-out"
        answer(game, "amount 25", "amount 0", "amount 5")
        left = {name: expedition.gold for name, expedition in game.position.expeditions.items()}
        assert left == {"cortes": 5, "de-leon": 10, "ordaz": 15}
        assert [event.why for event in events_of(game, GoldChanged)] == ["divided", "divided"]
        assert points(game) == 30 - 6 - 6 - 2 - 3


def test_18_3_another_space_waits_for_another_impulse() -> None:
    men = {"cortes": cortes(gold=10), "ordaz": expedition("red", "panama", gold=10)}
    with table(camp(men)) as game:
        answer(game, "share-out panama", "amount 10")
        assert game.position.expeditions["cortes"].gold == 10
        assert barred(game, DIVIDE) == "18.2"


@shows("18.3", "G-18.3")
def test_18_3_only_where_he_has_men_and_gold() -> None:
    men = {"cortes": cortes(gold=10), "ordaz": expedition("red", "panama"), "balboa": expedition("blue", "cholula")}
    with table(camp(men)) as game:
        for space in ("panama", "cholula", "nowhere"):
            assert barred(game, f"share-out {space}") == "18.3"


# 18.5  Who gets how much -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("gold", "fifth"), [(1, 1), (4, 1), (5, 1), (6, 2), (10, 2), (11, 3)])
def test_18_5_the_royal_fifth_is_rounded_up(gold: int, fifth: int) -> None:
    assert shares(camp(), "red", HERE, gold) == Shares(gold, fifth, 0, 0, 0)


@shows("18.5", "G-18.3")
@pytest.mark.parametrize(
    ("units", "foot", "horse"),
    [
        ("1 foot", 1, 0),
        ("4 foot", 1, 0),
        ("3 foot, 1 cannon", 1, 0),
        ("4 foot, 1 cannon", 2, 0),
        ("1 cannon", 1, 0),
        ("1 horse", 0, 1),
        ("2 horse", 0, 1),
        ("3 horse", 0, 2),
    ],
)
def test_18_5_one_for_four_foot_or_cannon_and_one_for_two_horse_rounded_up(units: str, foot: int, horse: int) -> None:
    division = shares(camp({"cortes": cortes(units, gold=10)}), "red", HERE, 10)
    assert (division.foot, division.horse) == (foot, horse)


@shows("18.5", "G-18.3")
def test_g_18_3_fractions_are_rounded_over_all_units_in_the_space() -> None:
    """Two foot here and two there are four, not twice two."""
    men = {"cortes": cortes("2 foot, 1 horse", gold=10), "ordaz": cortes("1 foot, 1 cannon, 1 horse")}
    assert shares(camp(men), "red", HERE, 10) == Shares(10, 2, 3, 1, 1)


@shows("18.5", "G-18.3")
def test_g_18_3_all_his_conquistadors_in_the_space_but_one() -> None:
    """Companions and commanders alike, with units and without."""
    men = {"cortes": cortes(gold=30, companions={"sandoval": "", "cordoba": ""}), "ordaz": cortes()}
    assert shares(camp(men), "red", HERE, 30).conquistadors == 9
    men["ordaz"] = expedition("red", "panama")
    assert shares(camp(men), "red", HERE, 30).conquistadors == 6


def test_g_18_3_men_of_others_and_indian_allies_get_nothing() -> None:
    men = {
        "cortes": cortes("1 foot", gold=10, allies=["24@tlaxcala"]),
        "balboa": expedition("blue", HERE, "6 foot, 4 horse", companions={"almagro": ""}, gold=10),
    }
    with table(camp(men)) as game:
        answer(game, DIVIDE, "amount 10")
        assert points(game) == 10 - 2 - 1
        assert game.position.expeditions["balboa"].gold == 10


# 18.6  Enough for all --------------------------------------------------------------------------------------------


def test_18_6_gold_that_does_not_pay_all_shares_is_not_divided() -> None:
    """Three for Ordaz and one for a foot: with the fifth that takes five gold."""
    men = {"cortes": cortes("1 foot", gold=4, companions={"ordaz": ""})}
    with table(camp(men)) as game:
        assert DIVIDE in {refusal.option.id for refusal in game.refused}
        assert barred(game, DIVIDE) == "18.6"


@shows("18.6", "G-18.6")
def test_g_18_6_it_is_enough_if_nothing_is_left() -> None:
    men = {"cortes": cortes("1 foot", gold=5, companions={"ordaz": ""})}
    with table(camp(men)) as game:
        answer(game, DIVIDE)
        assert asked(game) == "impulse"  # all five are needed: there is nothing to ask
        assert points(game) == 0
        assert game.position.gold == 0
        assert events_of(game, GoldDivided)[0].points == 0
        assert events_of(game, PointsScored) == []


@shows("18.6", "18.3")
def test_18_6_no_less_can_be_given_than_the_shares_need() -> None:
    """Three for de León, one for a foot, and the fifth: five at least, whoever gives them."""
    men = {"cortes": cortes("1 foot", gold=3), "de-leon": cortes(gold=4)}
    with table(camp(men)) as game:
        answer(game, DIVIDE)
        assert [option.id for option in game.options] == ["amount 1", "amount 2", "amount 3"]
        answer(game, "amount 2")
        assert [option.id for option in game.options] == ["amount 3", "amount 4"]
        refusal = game.why_not("amount 2")
        assert refusal is not None
        assert (refusal.rule, refusal.bar.reason) == ("18.6", "divided-too-little"), "it is the shares that forbid it"
        assert barred(game, "amount 5") == "18.3", "there are only four"
        assert barred(game, "amount x") == "18.3"
        answer(game, "amount 3")
        assert events_of(game, GoldDivided)[0].gold == 5


# 9.23  The bonus on a Rally --------------------------------------------------------------------------------------


def unhappy(**more: Any) -> ConquestPosition:
    men = {"cortes": cortes("3 foot", gold=10, hits=2), "ordaz": cortes("1 foot", hits=1)}
    return camp({**men, **more.pop("men", {})}, **more)


def added(game: Game[Any]) -> dict[str, int]:
    modifiers: tuple[Modifier, ...] = events_of(game, Rolled)[-1].modifiers
    return {modifier.name: modifier.value for modifier in modifiers}


@shows("9.23", "18.6")
def test_9_23_after_a_division_in_this_impulse_a_rally_has_plus_one() -> None:
    with table(unhappy(), 4) as game:
        answer(game, DIVIDE, "amount 5", "activate cortes", "rally")
        assert added(game) == {"rating": 3, "division": 1}


@shows("9.23", "G-18.3")
def test_9_23_all_units_in_the_space_got_their_shares() -> None:
    """Ordaz gave no gold; his men were paid with the others."""
    with table(unhappy(), 4) as game:
        answer(game, DIVIDE, "amount 10", "activate ordaz", "rally")
        assert added(game)["division"] == 1


def test_9_23_not_for_men_elsewhere() -> None:
    men = {"ordaz": expedition("red", "cholula", "1 foot", hits=1)}
    with table(unhappy(men=men), 4) as game:
        answer(game, DIVIDE, "amount 10", "activate ordaz", "rally")
        assert "division" not in added(game)


def test_9_23_not_in_a_later_impulse() -> None:
    with table(unhappy(), 4) as game:
        answer(game, DIVIDE, "amount 10", "done", "done", "activate cortes", "rally")
        assert "division" not in added(game)


def test_9_23_not_without_a_division() -> None:
    with table(unhappy(), 4) as game:
        answer(game, "exchange cortes", "amount 10", "activate cortes", "rally")
        assert "division" not in added(game)
