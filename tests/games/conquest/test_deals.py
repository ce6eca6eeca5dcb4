"""8.14, 6.371  Deals between players: food in the same space, and captured conquistadors."""

from __future__ import annotations

from typing import Any

import pytest

from conquistadors.engine.game import Game
from conquistadors.games.conquest.builder import ExpeditionPlan, begin, expedition
from conquistadors.games.conquest.rules.events import DealOffered, Died, Healed, MoraleChanged, Ransomed
from conquistadors.games.conquest.rules.position import Captive, ConquestPosition
from support.clauses import shows
from support.indies import answer, asked, at, barred, events_of, table

HERE = "cempoala"


def ids(game: Game[Any]) -> list[str]:
    return [option.id for option in game.options]


def goods(game: Game[Any], commander: str) -> tuple[int, int]:
    """The food and gold of an expedition."""
    held = game.position.expeditions[commander]
    return held.food, held.gold


def who(game: Game[Any]) -> str:
    assert game.pending is not None
    return game.pending.who


def market(**more: ExpeditionPlan) -> ConquestPosition:
    """Cortés of Red has food, Balboa of Blue gold, and they meet."""
    expeditions = {
        "cortes": expedition("red", HERE, "4 foot", food=3, gold=1),
        "balboa": expedition("blue", HERE, "4 foot", food=1, gold=5),
        **more,
    }
    return at(expeditions=expeditions)


# 8.14  Food ------------------------------------------------------------------------------------------------------


@shows("8.14", "C5", "10.13")
def test_8_14_food_is_sold_for_gold_that_goes_from_card_to_card() -> None:
    with table(market()) as game:
        answer(game, "deal blue", "sell-food", "amount 2", "amount 4")
        assert (asked(game), who(game)) == ("accept", "blue")
        assert goods(game, "cortes") == (3, 1)  # nothing has changed hands yet
        answer(game, "accept")
        assert goods(game, "cortes") == (1, 5)
        assert goods(game, "balboa") == (3, 1)
        assert events_of(game, DealOffered)[0].accepted


def test_8_14_food_may_be_a_gift() -> None:
    with table(market()) as game:
        answer(game, "deal blue", "sell-food", "amount 1", "amount 0", "accept")
        assert goods(game, "cortes") == (2, 1)
        assert goods(game, "balboa") == (2, 5)


def test_8_14_the_other_player_may_refuse() -> None:
    with table(market()) as game:
        answer(game, "deal blue", "sell-food", "amount 2", "amount 4", "refuse")
        assert goods(game, "cortes") == (3, 1)
        assert goods(game, "balboa") == (1, 5)
        assert not events_of(game, DealOffered)[0].accepted
        assert barred(game, "deal blue") == "8.14"  # one offer an impulse


def test_8_14_food_may_be_asked_for_as_well() -> None:
    pos = market(cortes=expedition("red", HERE, "4 foot", gold=2))
    with table(pos) as game:
        answer(game, "deal blue")
        assert barred(game, "sell-food") == "8.14"
        answer(game, "buy-food", "amount 2", "accept")  # there is one food point, so only the price is asked
        assert goods(game, "cortes") == (1, 0)
        assert goods(game, "balboa") == (0, 7)


def test_8_14_nobody_pays_more_than_the_receiving_expedition_has() -> None:
    rich = expedition("blue", "totonacapan", "4 foot", gold=9)
    with table(market(**{"de-soto": rich})) as game:
        answer(game, "deal blue", "sell-food", "amount 1")
        assert ids(game) == [f"amount {n}" for n in range(6)]
        assert barred(game, "amount 6") == "8.14"


@shows("8.14", "8.131")
def test_8_14_nobody_gets_more_food_than_he_can_carry() -> None:
    with table(market(balboa=expedition("blue", HERE, "2 foot", food=1))) as game:
        answer(game, "deal blue", "sell-food", "accept")  # one point, no gold: nothing to ask
        assert goods(game, "balboa") == (2, 0)
    with table(market(balboa=expedition("blue", HERE, "2 foot", food=2))) as game:
        assert barred(game, "deal blue") == "8.14"


@shows("8.14", "8.131", "5.15")
def test_8_14_a_bearer_who_lies_face_down_is_known_to_his_owner_only() -> None:
    """Blue cannot be offered more than all can see; Red can ask for as much as his own hidden Bearer carries."""
    hidden = expedition("blue", HERE, "1 foot", food=1, assets=["bearer"])
    with table(market(balboa=hidden)) as game:
        assert barred(game, "deal blue") == "8.14"
    pos = market(
        cortes=expedition("red", HERE, "1 foot", food=1, assets=["bearer"]),
        balboa=expedition("blue", HERE, "4 foot", food=3),
    )
    with table(pos) as game:
        answer(game, "deal blue", "buy-food", "take balboa/cortes", "amount 2", "accept")
        assert goods(game, "cortes") == (3, 0)
        assert game.position.expeditions["cortes"].shown.titles == ("bearer",)


def test_8_14_only_in_the_same_space() -> None:
    with table(market(balboa=expedition("blue", "totonacapan", "4 foot", gold=5))) as game:
        assert barred(game, "deal blue") == "8.14"


def test_8_14_at_sea_as_well() -> None:
    pos = market(
        cortes=expedition("red", "bay-of-campeche", "3 foot", food=1),
        balboa=expedition("blue", "bay-of-campeche", "3 foot"),
    )
    with table(pos) as game:
        answer(game, "deal blue", "sell-food", "accept")
        assert goods(game, "balboa") == (1, 0)


def test_8_14_where_several_expeditions_meet_the_two_are_named() -> None:
    more = {"de-soto": expedition("blue", HERE, "2 foot"), "alvarado": expedition("red", HERE, "2 foot", food=1)}
    with table(market(**more)) as game:
        answer(game, "deal blue", "sell-food")
        pairs = [f"take {one}/{two}" for one in ("alvarado", "cortes") for two in ("balboa", "de-soto")]
        assert ids(game) == pairs
        answer(game, "take alvarado/de-soto", "accept")
        assert (goods(game, "alvarado"), goods(game, "de-soto")) == ((0, 0), (1, 0))


def test_8_14_one_may_think_better_of_it() -> None:
    with table(market()) as game:
        answer(game, "deal blue", "pass")
        assert asked(game) == "impulse"
        assert events_of(game, DealOffered) == []


@shows("8.14")
def test_8_14_there_is_nobody_else_to_deal_with() -> None:
    with table(market()) as game:
        assert barred(game, "deal red") == "8.14"
        assert barred(game, "deal green") == "8.14"


def test_10_13_gold_goes_nowhere_without_food_or_a_captive() -> None:
    pos = market(cortes=expedition("red", HERE, "4 foot", gold=9), balboa=expedition("blue", HERE, "4 foot", gold=5))
    with table(pos) as game:
        assert barred(game, "deal blue") == "8.14"


# 6.371  Ransom ---------------------------------------------------------------------------------------------------


def dungeon(active: str = "blue", more: Any = None) -> ConquestPosition:
    """Blue holds Alvarado of Red. The two stand far apart."""
    expeditions = {
        "cortes": expedition("red", HERE, "4 foot", gold=6),
        "balboa": expedition("blue", "veragua", "4 foot"),
        **(more or {}),
    }
    return at(expeditions=expeditions, captives={"alvarado": ("red", "blue")}, active=active)


@shows("6.371", "G-6.371", "C5", "D-6.371", "2.23")
def test_6_371_a_captive_goes_back_for_gold_at_any_distance() -> None:
    with table(dungeon()) as game:
        answer(game, "deal red", "ransom alvarado", "amount 5")
        assert (asked(game), who(game)) == ("accept", "red")
        answer(game, "accept")
        assert (asked(game), who(game)) == ("return", "red")
        assert ids(game) == ["take cortes", "take santiago-de-cuba", "take panama"]
        answer(game, "take cortes")
        assert (goods(game, "cortes"), goods(game, "balboa")) == ((0, 1), (0, 5))
        assert game.position.captives == {}
        assert game.position.members("cortes") == ["cortes", "alvarado"]
        assert events_of(game, Ransomed)[0].gold == 5


@shows("6.371", "G-6.371")
def test_6_371_he_returns_without_units_like_a_new_man() -> None:
    with table(dungeon("red")) as game:
        answer(game, "deal blue", "ransom alvarado", "amount 6", "accept", "take panama")
        assert game.position.expeditions["alvarado"].space == "panama"
        assert game.position.units("alvarado").size == 0


@pytest.mark.parametrize(("active", "other"), [("red", "blue"), ("blue", "red")])
@shows("6.371", "G-6.371")
def test_g_6_371_both_must_agree_and_he_stays_if_they_do_not(active: str, other: str) -> None:
    with table(dungeon(active)) as game:
        answer(game, f"deal {other}", "ransom alvarado", "amount 6", "refuse")
        assert list(game.position.captives) == ["alvarado"]
        assert goods(game, "cortes") == (0, 6)


@shows("6.371", "G-6.371")
def test_g_6_371_any_terms_even_for_nothing() -> None:
    """Red has no gold at all: the price is not asked."""
    with table(dungeon(more={"cortes": expedition("red", HERE, "4 foot")})) as game:
        answer(game, "deal red", "ransom alvarado", "accept", "take santiago-de-cuba")
        assert events_of(game, Ransomed)[0].gold == 0
        assert game.position.expeditions["alvarado"].space == "santiago-de-cuba"


@shows("6.371", "G-6.371b")
def test_g_6_371b_any_expeditions_pay_together_and_who_gets_the_gold_is_part_of_the_offer() -> None:
    more = {
        "de-soto": expedition("red", "panama", "1 foot", gold=2),
        "quesada": expedition("blue", "darien", "1 foot"),
    }
    with table(dungeon(more=more)) as game:
        answer(game, "deal red", "ransom alvarado", "take quesada", "amount 4", "amount 2")
        assert goods(game, "cortes") == (0, 6)  # nothing has changed hands yet
        answer(game, "accept")
        assert (goods(game, "cortes"), goods(game, "de-soto"), goods(game, "quesada")) == ((0, 2), (0, 0), (0, 6))
        assert events_of(game, Ransomed)[0].gold == 6


@shows("G-6.371b", "6.371")
def test_g_6_371b_each_captive_has_an_offer_of_his_own_in_an_impulse() -> None:
    """Red refuses for the one and agrees for the other; food is a third thing."""
    men = {
        "cortes": expedition("red", HERE, "4 foot", gold=6),
        "balboa": expedition("blue", HERE, "4 foot", food=2),
    }
    held = {"alvarado": ("red", "blue"), "ordaz": ("red", "blue")}
    with table(at(expeditions=men, captives=held, active="blue")) as game:
        answer(game, "deal red", "ransom alvarado", "amount 6", "refuse", "deal red")
        assert barred(game, "ransom alvarado") == "6.371"
        answer(game, "ransom ordaz", "amount 1", "accept", "take cortes", "deal red", "sell-food", "amount 1")
        answer(game, "amount 0", "accept")
        assert list(game.position.captives) == ["alvarado"]
        assert barred(game, "deal red") == "8.14"


@shows("G-6.371b", "6.371", "6.41")
def test_g_6_371b_a_wound_is_kept_through_capture_and_ransom_until_the_next_turn() -> None:
    """Cortés loses his only foot, is wounded by 10 and captured; for nothing he comes back, and cannot be activated."""
    men = {
        "cortes": expedition("red", HERE, "1 foot"),
        "alvarado": expedition("blue", HERE, "9 horse"),
        "ordaz": expedition("red", "nata", "1 foot"),
    }
    wanted: dict[str, Any] = {"index": {"red": -3}, "warrants": ["red"], "active": "blue"}
    with table(at(expeditions=men, **wanted), *(2, 9), 10, 2) as game:
        answer(game, "activate alvarado", "attack", "fight cortes", "pass")
        assert game.position.captives["cortes"].wounded
        answer(game, "deal red", "ransom cortes", "accept", "take panama")
        assert game.position.captains["cortes"].wounded
        answer(game, "done")
        assert barred(game, "activate cortes") == "6.41"
    held = at(expeditions={"ordaz": men["ordaz"]}, captives={"cortes": ("red", "blue")}, before="turn")
    held.captives["cortes"] = Captive("red", "blue", wounded=True)
    game = begin(held, seed=1)
    assert not game.position.captives["cortes"].wounded
    assert [event.captain for event in events_of(game, Healed)] == ["cortes"]


@shows("6.371", "G-6.371")
def test_6_371_the_captor_may_eliminate_him_instead() -> None:
    with table(dungeon()) as game:
        answer(game, "execute alvarado")
        assert game.position.captives == {}
        assert "alvarado" in game.position.piles["fallen"].titles
        assert [event.captain for event in events_of(game, Died)] == ["alvarado"]
        assert events_of(game, MoraleChanged) == []  # he was with no expedition


@shows("6.371", "6.441", "G-6.441")
def test_6_371_a_replacement_who_is_executed_goes_back_to_the_pool() -> None:
    pos = at(
        expeditions={"balboa": expedition("blue", "veragua", "4 foot")},
        captives={"tapia": ("red", "blue")},
        active="blue",
    )
    with table(pos) as game:
        answer(game, "execute tapia")
        assert "tapia" in game.position.piles["replacements"].titles


@shows("6.371", "G-6.371")
def test_6_371_nobody_but_the_captor_decides_over_him() -> None:
    with table(dungeon("red")) as game:
        assert barred(game, "execute alvarado") == "6.371"
        assert barred(game, "execute balboa") == "6.371"
        answer(game, "deal blue")
        assert barred(game, "ransom cortes") == "6.371"


@shows("G-6.371", "6.371")
def test_g_6_371_third_players_have_no_part_in_it() -> None:
    expeditions = {
        "cortes": expedition("red", HERE, "4 foot", gold=6),
        "balboa": expedition("blue", "veragua", "4 foot"),
        "quesada": expedition("green", "tumbes", "4 foot", gold=9),
    }
    pos = at(3, "both", expeditions=expeditions, captives={"alvarado": ("red", "blue")}, active="green")
    with table(pos) as game:
        assert barred(game, "deal blue") == "8.14"
        assert barred(game, "execute alvarado") == "6.371"
