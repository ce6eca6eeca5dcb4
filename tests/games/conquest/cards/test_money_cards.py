"""15.111, 16.25, 18.0  Cards about money: what each does, and when it is refused."""

from __future__ import annotations

from typing import Any

import pytest

from conquistadors.engine.events import Rolled
from conquistadors.engine.game import Game
from conquistadors.games.conquest.builder import expedition
from conquistadors.games.conquest.rules.events import GoldDivided, IndexMoved, PesosChanged, PointsLost
from conquistadors.games.conquest.rules.position import Account, ConquestPosition
from support.cards import played, refused
from support.clauses import shows
from support.indies import answer, asked, at_standard, barred, events_of, table

HERE = "tlaxcala"

# Funds -----------------------------------------------------------------------------------------------------------


def recruiting(*reds: str) -> ConquestPosition:
    men = {"ordaz": expedition("red", "panama")}
    return at_standard(expeditions=men, hands={"red": list(reds)}, before="recruit:ordaz")


@shows("15.111")
@pytest.mark.parametrize(("title", "plus", "pesos"), [("powerful-patron", 2, 12), ("support-of-the-church", 1, 10)])
@played("powerful-patron", "support-of-the-church")
def test_each_is_a_plus_on_the_funds(title: str, plus: int, pesos: int) -> None:
    with table(recruiting(title), 3) as game:
        answer(game, f"play {title}")
        assert [(m.name, m.value) for m in events_of(game, Rolled)[-1].modifiers] == [(title, plus)]
        assert game.position.factions["red"].pesos == pesos
        assert game.position.piles["discards"].titles == (title,)


@shows("15.111", "2.17")
@pytest.mark.parametrize("title", ["powerful-patron", "support-of-the-church"])
@refused("powerful-patron", "support-of-the-church")
def test_a_second_copy_is_refused(title: str) -> None:
    other = "support-of-the-church" if title == "powerful-patron" else "powerful-patron"
    with table(recruiting(title, title, other), 3) as game:
        answer(game, f"play {title}")
        assert barred(game, f"play {title}") == "2.17"
        answer(game, f"play {other}")
        assert sorted(m.name for m in events_of(game, Rolled)[-1].modifiers) == [
            "powerful-patron",
            "support-of-the-church",
        ]
        assert game.position.hands["red"].titles == (title,)


@shows("15.111", "2.12")
@pytest.mark.parametrize("title", ["powerful-patron", "support-of-the-church"])
@refused("powerful-patron", "support-of-the-church")
def test_without_a_roll_for_funds_it_is_refused(title: str) -> None:
    men = {"cortes": expedition("red", HERE, "1 foot")}
    with table(at_standard(expeditions=men, hands={"red": [title]})) as game:
        assert barred(game, f"play {title}") == "2.12"


# 16.25  Creditors ------------------------------------------------------------------------------------------------


def indebted(**more: Any) -> ConquestPosition:
    """Red holds the card in his impulse; blue's only man is in Panama."""
    men = {"cortes": expedition("red", HERE, "1 foot"), "balboa": expedition("blue", "panama", "1 foot")}
    return at_standard(expeditions=men, hands={"red": ["creditors-demand-payment"]}, **more)


def blue(game: Game[Any]) -> tuple[int, int, int]:
    """Pesos, debt and permanent points of blue."""
    faction = game.position.factions["blue"]
    return faction.pesos, faction.debt, faction.permanent


@played("creditors-demand-payment")
@shows("16.25", "D-16.25", "G-16.23", "G-2.19")
def test_16_25_all_pesos_pay_debt_and_the_rest_costs_points() -> None:
    """Twelve owed, five paid, seven points lost for good; that his man is in Panama does not save him."""
    with table(indebted(pesos={"blue": 5}, debt={"blue": 12}, points={"blue": 20})) as game:
        answer(game, "play creditors-demand-payment")
        assert blue(game) == (0, 0, 13)
        assert game.position.factions["blue"].account == Account(funds=5, loans=12, spent=12, repaid=5, waived=7)
        assert [(event.why, event.pesos, event.rule) for event in events_of(game, PesosChanged)] == [
            ("repaid", 5, "16.25"),
            ("waived", 7, "16.25"),
        ]
        assert [(event.points, event.now) for event in events_of(game, PointsLost)] == [(7, 13)]


@played("creditors-demand-payment")
@shows("16.25")
def test_16_25_who_can_pay_loses_no_points_and_keeps_the_rest() -> None:
    with table(indebted(pesos={"blue": 15}, debt={"blue": 12}, points={"blue": 20})) as game:
        answer(game, "play creditors-demand-payment")
        assert blue(game) == (3, 0, 20)
        assert events_of(game, PointsLost) == []


@shows("16.25", "D-16.25")
def test_16_25_points_never_fall_below_0_and_the_debt_is_gone_all_the_same() -> None:
    with table(indebted(debt={"blue": 12}, points={"blue": 3})) as game:
        answer(game, "play creditors-demand-payment")
        assert blue(game) == (0, 0, 0)
        assert events_of(game, PointsLost)[0].points == 3


@refused("creditors-demand-payment")
@shows("16.25", "G-16.25")
@pytest.mark.parametrize("money", [{"points": {"blue": 9}}, {"debt": {"blue": 9}}, {}])
def test_g_16_25_both_debt_and_points_are_needed(money: dict[str, Any]) -> None:
    """The debt of its own player does not count."""
    with table(indebted(**{**money, "points": {"red": 9, **money.get("points", {})}})) as game:
        assert barred(game, "play creditors-demand-payment") == "16.25"


@shows("16.25", "G-16.25")
def test_16_25_of_several_debtors_one_is_named() -> None:
    pos = at_standard(
        4,
        "both",
        hands={"red": ["creditors-demand-payment"]},
        debt={"red": 9, "blue": 4, "green": 4, "yellow": 4},
        points={"red": 9, "blue": 9, "green": 9},
    )
    with table(pos) as game:
        answer(game, "play creditors-demand-payment")
        assert [option.id for option in game.options] == ["take blue", "take green"]
        assert barred(game, "take yellow") == "16.25"
        answer(game, "take green")
        assert {seat: faction.debt for seat, faction in game.position.factions.items()} == {
            "red": 9,
            "blue": 4,
            "green": 0,
            "yellow": 4,
        }


# 18.0  Shares ----------------------------------------------------------------------------------------------------


def sharing(**more: Any) -> ConquestPosition:
    men = {
        "cortes": expedition("red", HERE, "4 foot, 2 horse", gold=10, hits=more.pop("hits", 0)),
        "ordaz": expedition("red", HERE, "1 foot"),
        "sandoval": expedition("red", HERE),
        "de-leon": expedition("red", "cholula", "1 foot"),
        "balboa": expedition("blue", HERE, "1 foot"),
    }
    return at_standard(expeditions=men, places={HERE: "city"}, hands={"red": ["short-shares"] * more.pop("copies", 1)})


@played("short-shares")
@shows("18.5", "9.23", "9.11")
def test_short_shares_the_soldiers_get_nothing_and_take_a_hit() -> None:
    """Without the card the ten gold would not pay 2, 6, 2 and 1. Only red's men in that space grumble."""
    with table(sharing(), 4) as game:
        assert barred(game, f"share-out {HERE}") == "18.6"
        answer(game, "play short-shares", f"share-out {HERE}", "amount 10")
        event = events_of(game, GoldDivided)[0]
        assert (event.fifth, event.conquistadors, event.foot, event.horse, event.points) == (2, 6, 0, 0, 2)
        hits = {name: expedition.hits for name, expedition in game.position.expeditions.items()}
        assert hits == {"cortes": 1, "ordaz": 1, "sandoval": 0, "de-leon": 0, "balboa": 0}
        answer(game, "activate cortes", "rally")
        assert [modifier.name for modifier in events_of(game, Rolled)[-1].modifiers] == ["rating"]


@shows("9.14", "C6")
def test_short_shares_a_fifth_hit_costs_a_unit_but_no_index() -> None:
    with table(sharing(hits=4)) as game:
        answer(game, "play short-shares", f"share-out {HERE}", "amount 10")
        assert asked(game) == "fifth-hit"
        answer(game, "take foot")
        assert game.position.units("cortes").size == 5
        assert game.position.expeditions["ordaz"].hits == 1
        assert events_of(game, IndexMoved) == []


def test_short_shares_last_for_one_impulse() -> None:
    with table(sharing()) as game:
        answer(game, "play short-shares", "done", "done")
        assert game.position.impulse.aids == ()
        assert barred(game, f"share-out {HERE}") == "18.6"


@refused("short-shares")
@shows("18.2")
def test_short_shares_come_too_late_after_the_division() -> None:
    men = {"cortes": expedition("red", HERE, "1 foot", gold=10)}
    with table(at_standard(expeditions=men, places={HERE: "city"}, hands={"red": ["short-shares"]})) as game:
        answer(game, f"share-out {HERE}", "amount 10")
        assert barred(game, "play short-shares") == "18.2"
