"""Chapter 16: pesos and debt. The card of the creditors: cards/test_money_cards.py."""

from __future__ import annotations

from typing import Any

from conquistadors.engine.game import Game
from conquistadors.games.conquest.builder import ExpeditionPlan, begin, expedition
from conquistadors.games.conquest.rules.events import DealOffered, GoldChanged, PesosChanged
from conquistadors.games.conquest.rules.position import Account, ConquestPosition
from support.clauses import shows
from support.indies import answer, asked, at, at_standard, barred, buy, events_of, table

HERE = "tlaxcala"


def cortes(**more: Any) -> ExpeditionPlan:
    return expedition("red", HERE, "3 foot", **more)


def at_home(**more: Any) -> ConquestPosition:
    """Red's impulse; Cortés carries nine gold."""
    return at_standard(**{"expeditions": {"cortes": cortes(gold=9)}, "places": {HERE: "city"}, **more})


def red(game: Game[Any]) -> tuple[int, int]:
    """The pesos and the debt of red."""
    return game.position.factions["red"].pesos, game.position.factions["red"].debt


# 16.1  Pesos -----------------------------------------------------------------------------------------------------


@shows("16.12", "16.11", "C14")
def test_16_12_gold_of_an_expedition_becomes_pesos_of_the_faction_one_for_one() -> None:
    with table(at_home(pesos={"red": 2})) as game:
        answer(game, "exchange cortes", "amount 5")
        assert game.position.expeditions["cortes"].gold == 4
        assert game.position.gold == 4
        assert red(game) == (7, 0)
        assert [(event.gold, event.why) for event in events_of(game, GoldChanged)] == [(-5, "exchanged")]
        assert [(event.pesos, event.now, event.rule) for event in events_of(game, PesosChanged)] == [(5, 7, "16.12")]


def test_16_12_any_amount_that_is_there() -> None:
    with table(at_home()) as game:
        answer(game, "exchange cortes")
        assert [option.id for option in game.options] == [f"amount {n}" for n in range(1, 10)]
        answer(game, "amount 9")
        assert barred(game, "exchange cortes") == "16.12"


@shows("16.12", "C14", "2.0")
def test_16_12_in_any_impulse_beside_activation_and_cards() -> None:
    with table(at_home()) as game:
        answer(game, "exchange cortes", "amount 1", "activate cortes", "rest", "exchange cortes", "amount 2")
        assert red(game) == (3, 0)
        assert game.position.impulse.used == 1


@shows("16.12", "16.11")
def test_16_11_the_gold_of_all_his_expeditions_goes_into_one_purse() -> None:
    men = {
        "cortes": cortes(gold=2),
        "alvarado": expedition("red", "panama", gold=1),
        "de-leon": expedition("red", "bay-of-campeche", "1 foot", gold=3),
    }
    with table(at_home(expeditions=men)) as game:
        answer(game, "exchange alvarado", "exchange cortes", "amount 2", "exchange de-leon", "amount 3")
        assert red(game) == (6, 0)
        assert game.position.gold == 0


def test_16_11_pesos_stay_when_an_expedition_is_lost() -> None:
    pos = at_standard(
        expeditions={"cortes": expedition("red", "cempoala", "1 foot", gold=9)},
        hands={"blue": ["assassination"]},
        pesos={"red": 5},
        active="blue",
    )
    pos.piles["fallen"], pos.piles["replacements"] = pos.piles["replacements"], pos.piles["fallen"]
    with table(pos, 6) as game:
        answer(game, "play assassination")
        assert game.position.expeditions == {}
        assert game.position.gold == 0
        assert red(game) == (5, 0)


def test_16_12_only_his_own_gold() -> None:
    men = {"cortes": cortes(gold=2), "balboa": expedition("blue", HERE, "1 foot", gold=4)}
    with table(at_home(expeditions=men)) as game:
        assert barred(game, "exchange balboa") == "16.12"
        assert barred(game, "exchange montejo") == "16.12"


@shows("16.13", "18.1", "18.4")
def test_16_13_pesos_become_neither_gold_nor_points() -> None:
    """Nothing that can be done in an impulse would change them back."""
    with table(at_home(expeditions={"cortes": cortes()}, pesos={"red": 9}, points={"red": 9})) as game:
        money = {option.id for option in game.options} - {"activate cortes", "done"}
        assert money == set()
        assert barred(game, "exchange red") == "16.12"
        assert barred(game, "convert cortes") == "2.0(5)"
        answer(game, "activate cortes", "rest")
        assert game.position.expeditions["cortes"].gold == 0


@shows("16.12", "14.21")
def test_16_12_the_basic_game_knows_no_pesos() -> None:
    with table(at(expeditions={"cortes": cortes(gold=9)}, places={HERE: "city"})) as game:
        for money in ("exchange cortes", "repay", f"share-out {HERE}"):
            assert barred(game, money) == "2.0(5)"


@shows("11.33", "16.11")
def test_11_33_pesos_are_no_gift_for_the_governor() -> None:
    with table(at_home(expeditions={"cortes": cortes(gold=2)}, pesos={"red": 9})) as game:
        assert barred(game, "gift") == "11.31"


# 16.2  Debt ------------------------------------------------------------------------------------------------------


def test_16_21_a_loan_is_debt_and_pesos_at_once() -> None:
    men = {"cortes": expedition("red", "panama")}
    with table(at_standard(expeditions=men, before="recruit:cortes"), 1) as game:
        answer(game, "amount 5")
        assert red(game) == (11, 5)
        assert [(event.why, event.pesos, event.debt) for event in events_of(game, PesosChanged)] == [
            ("funds", 6, 0),
            ("loans", 5, 5),
        ]


@shows("16.22", "16.23", "16.12", "15.12")
def test_16_22_the_records_are_what_came_in_less_what_went_out() -> None:
    men = {"cortes": expedition("red", "panama", gold=4)}
    pos = at_standard(expeditions=men)
    pos.then("recruit:cortes")
    with table(pos, 1) as game:
        answer(game, "amount 5")
        buy(game, cannon=1, foot=1)
        answer(game, "exchange cortes", "amount 4", "repay", "amount 2")
        account = Account(funds=6, loans=5, exchanged=4, spent=6, repaid=2)
        assert game.position.factions["red"].account == account
        assert red(game) == (6 + 5 + 4 - 6 - 2, 5 - 2)


@shows("16.23", "G-16.23")
def test_16_23_a_peso_pays_a_point_of_debt() -> None:
    with table(at_home(pesos={"red": 7}, debt={"red": 5})) as game:
        answer(game, "repay")
        assert [option.id for option in game.options] == [f"amount {n}" for n in range(1, 6)]
        answer(game, "amount 3")
        assert red(game) == (4, 2)
        answer(game, "repay", "amount 2")
        assert red(game) == (2, 0)
        assert barred(game, "repay") == "16.23"


def test_16_23_no_more_than_the_pesos_that_there_are() -> None:
    with table(at_home(pesos={"red": 2}, debt={"red": 5})) as game:
        answer(game, "repay", "amount 2")
        assert red(game) == (0, 3)
        assert barred(game, "repay") == "16.23"


def test_g_16_23_in_ones_own_impulse() -> None:
    """Whose impulse it is pays his own debt; the other has to wait."""
    with table(at_home(pesos={"red": 2, "blue": 9}, debt={"blue": 9})) as game:
        assert barred(game, "repay") == "16.23"
        answer(game, "done", "repay", "amount 9")
        assert game.position.factions["blue"].debt == 0
        assert red(game) == (2, 0)


@shows("16.24", "13.24", "J12")
def test_16_24_twice_the_debt_is_taken_off_the_total_on_the_table_too() -> None:
    game = begin(at_home(points={"red": 20}, pesos={"red": 6}, debt={"red": 3}), seed=1)
    assert "Red: 20 permanent points, 14 in total (governor index 0)." in str(game)
    assert "Pesos: 6. Debt: 3." in str(game)
    assert "Pesos" not in str(begin(at_home(), seed=1))


@shows("16.2", "16.23", "15.13", "16.25")
def test_16_2_no_payment_takes_more_pesos_than_there_are() -> None:
    """Three pesos and a debt of nine: to repay, to buy and to pay creditors, three are all there is."""
    money: dict[str, Any] = {"pesos": {"red": 3}, "debt": {"red": 9}, "points": {"red": 20}}
    with table(at_home(**money)) as game:
        answer(game, "repay")
        assert [option.id for option in game.options] == [f"amount {n}" for n in range(1, 4)]
        answer(game, "amount 3")
        assert red(game) == (0, 6)
    with table(
        at_standard(expeditions={"ordaz": expedition("red", "panama")}, before="recruit:ordaz", **money), 1
    ) as game:
        answer(game, "amount 0", "recruit foot")
        assert [option.id for option in game.options] == [f"amount {n}" for n in range(1, 5)], "of nine pesos"
        answer(game, "amount 4")
        assert (red(game), asked(game)) == ((1, 9), "impulse"), "a peso buys nothing, and nobody borrows by buying"
    pos = at_home(**money, hands={"blue": ["creditors-demand-payment"]}, active="blue")
    with table(pos) as game:
        answer(game, "play creditors-demand-payment")
        assert red(game) == (0, 0)
        assert game.position.factions["red"].permanent == 20 - 6


# 8.14  Food for pesos --------------------------------------------------------------------------------------------


def market(**more: Any) -> ConquestPosition:
    """Cortés has food; Balboa gold, and blue pesos."""
    men = {"cortes": cortes(food=3, gold=1), "balboa": expedition("blue", HERE, "3 foot", gold=2)}
    return at_home(**{"expeditions": men, "pesos": {"blue": 6}, **more})


@shows("8.14", "G-8.14", "16.11")
def test_8_14_food_may_be_paid_in_pesos() -> None:
    with table(market()) as game:
        answer(game, "deal blue", "sell-food", "amount 2", "amount 0")
        assert asked(game) == "deal-pesos"
        assert [option.id for option in game.options] == [f"amount {n}" for n in range(7)]
        answer(game, "amount 5")
        assert (asked(game), game.pending and game.pending.who) == ("accept-pesos", "blue")
        answer(game, "accept")
        assert red(game) == (5, 0)
        assert game.position.factions["blue"].pesos == 1
        assert game.position.factions["blue"].account == Account(funds=6, traded=-5)
        assert (game.position.expeditions["cortes"].food, game.position.expeditions["balboa"].food) == (1, 2)
        assert game.position.expeditions["balboa"].gold == 2
        assert events_of(game, DealOffered)[0].variant() == "sale-pesos-accepted"


def test_8_14_pesos_are_paid_by_who_takes_the_food_whoever_proposes_it() -> None:
    men = {"cortes": cortes(), "balboa": expedition("blue", HERE, "3 foot", food=1)}
    with table(market(expeditions=men, pesos={"red": 3})) as game:
        answer(game, "deal blue", "buy-food", "amount 3", "accept")
        assert red(game) == (0, 0)
        assert game.position.factions["blue"].pesos == 3


def test_8_14_gold_or_pesos_not_both() -> None:
    with table(market()) as game:
        answer(game, "deal blue", "sell-food", "amount 2", "amount 1")
        assert asked(game) == "accept"


def test_8_14_a_refused_price_is_not_paid() -> None:
    with table(market()) as game:
        answer(game, "deal blue", "sell-food", "amount 2", "amount 0", "amount 5", "refuse")
        assert red(game) == (0, 0)
        assert game.position.factions["blue"].pesos == 6
        assert events_of(game, DealOffered)[0].variant() == "sale-pesos-refused"
