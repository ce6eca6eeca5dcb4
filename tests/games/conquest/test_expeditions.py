"""1.4, 9.25, G-time  Expeditions: what they hold, and how a player combines, splits and arranges his own anew."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from conquistadors.engine.errors import SetupError
from conquistadors.engine.game import Game
from conquistadors.engine.piles import Pile
from conquistadors.engine.requests import Choice
from conquistadors.games.conquest.builder import ExpeditionPlan, begin, expedition, place
from conquistadors.games.conquest.rules.events import FoodChanged, KingWent, MoraleChanged, Reorganised, UnitLost
from conquistadors.games.conquest.rules.position import ConquestPosition, Units
from support.clauses import shows
from support.indies import answer, asked, at, barred, events_of, table

HERE = "cempoala"


def camp(**more: Any) -> ConquestPosition:
    """Cortés and Alvarado with an expedition each, in one space."""
    plans: dict[str, ExpeditionPlan] = {
        "cortes": expedition("red", HERE, "4 foot, 1 horse"),
        "alvarado": expedition("red", HERE, "3 foot"),
    }
    plans.update(more.pop("expeditions", {}))
    return at(expeditions=plans, **more)


def ids(game: Game[Any]) -> list[str]:
    return [option.id for option in game.options]


def led(game: Game[Any]) -> dict[str, list[str]]:
    """The expeditions of Red in the camp, with their men."""
    pos = game.position
    return {c: pos.members(c) for c in pos.expeditions_of("red") if pos.expeditions[c].space == HERE}


def cards(game: Game[Any]) -> dict[str, Units]:
    return {man: captain.units for man, captain in game.position.captains.items()}


# 1.4  What an expedition is --------------------------------------------------------------------------------------


@shows("1.41", "2.22", "2.23")
def test_1_41_a_conquistador_who_comes_into_play_commands_an_expedition_with_units_on_his_card() -> None:
    with table(camp(hands={"red": ["balboa"]}, turn=2)) as game:
        answer(game, "play balboa", "take panama", "with horse")
        assert game.position.expeditions["balboa"].space == "panama"
        assert game.position.members("balboa") == ["balboa"]
        assert game.position.captains["balboa"].units == (0, 2, 0)


@shows("1.42", "C12")
def test_1_42_a_card_holds_ten_spanish_units() -> None:
    at(expeditions={"cortes": expedition("red", HERE, "7 foot, 2 horse, 1 cannon")})
    with pytest.raises(SetupError, match=r"1\.42"):
        at(expeditions={"cortes": expedition("red", HERE, "8 foot, 2 horse, 1 cannon")})


@shows("1.42", "5.24")
def test_1_42_indian_allies_are_not_counted() -> None:
    allies = ["10@tlaxcala"] * 8 + ["20@tlaxcala"] * 8
    pos = at(expeditions={"cortes": expedition("red", HERE, "10 foot", allies=allies)})
    assert pos.expeditions["cortes"].allies.size == 16


@shows("1.43", "C12", "1.42")
def test_1_43_the_expedition_of_cortes_moves_as_one() -> None:
    """W2  Ten units with Cortés, five with each of two companions, and two men without any."""
    companions = {"alvarado": "5 foot", "ordaz": "5 foot", "de-leon": "", "sandoval": ""}
    pos = at(
        expeditions={"cortes": expedition("red", HERE, "10 foot", companions=companions)},
        places={"totonacapan": "village"},
    )
    with table(pos) as game:
        answer(game, "activate cortes", "march", "go totonacapan", "stop")
        assert game.position.units("cortes").size == 20
        assert game.position.expeditions_of("red") == ["cortes"]
        assert game.position.expeditions["cortes"].space == "totonacapan"
        assert len(game.position.members("cortes")) == 5


@shows("1.43", "C12")
def test_c12_commander_and_two_companions_hold_thirty_and_no_third_companion_has_units() -> None:
    two = {"alvarado": "10 foot", "ordaz": "10 foot"}
    pos = at(expeditions={"cortes": expedition("red", HERE, "10 foot", companions=two)})
    assert pos.units("cortes").size == 30
    with pytest.raises(SetupError, match=r"1\.43"):
        at(expeditions={"cortes": expedition("red", HERE, "1 foot", companions={**two, "de-leon": "1 foot"})})


# 1.421  Units beyond the limit -----------------------------------------------------------------------------------


def reinforced(units: str, companions: dict[str, str] | None = None, others: Any = None) -> ConquestPosition:
    """Garay's men are two foot units for an expedition on the coast."""
    plan = expedition("red", HERE, units, companions=companions)
    return at(expeditions={"cortes": plan, **(others or {})}, hands={"red": ["garays-men"]})


def test_1_421_new_units_fill_the_cards_first() -> None:
    with table(reinforced("9 horse", {"alvarado": ""})) as game:
        answer(game, "play garays-men")
        assert cards(game) == {"cortes": (1, 9, 0), "alvarado": (1, 0, 0)}


@shows("1.421", "G-1.421")
def test_1_421_a_full_expedition_may_eliminate_units_of_the_owners_choice() -> None:
    with table(reinforced("3 foot, 6 horse, 1 cannon")) as game:
        answer(game, "play garays-men")
        assert asked(game) == "make-room"
        assert ids(game) == ["take horse", "take cannon", "pass"]
        pool = game.position.pool
        answer(game, "take cannon", "take horse")
        assert game.position.units("cortes") == (5, 5, 0)
        assert game.position.pool == Units(pool.foot - 2, pool.horse + 1, pool.cannon + 1)
        assert [event.rule for event in events_of(game, UnitLost)] == ["1.421", "1.421"]


@shows("1.421", "G-1.421")
def test_g_1_421_or_turn_the_new_units_away() -> None:
    with table(reinforced("4 foot, 6 horse")) as game:
        answer(game, "play garays-men", "take horse", "pass")
        assert game.position.units("cortes") == (5, 5, 0)


def test_1_421_units_of_the_same_kind_change_nothing_and_nobody_is_asked() -> None:
    with table(reinforced("10 foot")) as game:
        answer(game, "play garays-men")
        assert asked(game) == "impulse"
        assert game.position.units("cortes").size == 10


@shows("1.421", "1.43")
def test_1_421_a_third_companion_takes_no_units() -> None:
    companions = {"alvarado": "10 foot", "de-leon": "10 foot", "ordaz": ""}
    with table(reinforced("9 foot, 1 horse", companions)) as game:
        answer(game, "play garays-men")
        assert asked(game) == "make-room"
        answer(game, "take horse")
        assert asked(game) == "impulse"  # the second one is foot against foot
        assert game.position.units("cortes") == (30, 0, 0)


@shows("1.421", "14.32")
def test_1_421_units_come_only_as_far_as_counters_are_left() -> None:
    """47 of 48 foot are in play."""
    others = {
        "alvarado": expedition("red", "totonacapan", "10 foot", companions={"de-leon": "10 foot", "balboa": "10 foot"}),
        "almagro": expedition("blue", "veragua", "10 foot", companions={"quesada": "6 foot"}),
    }
    with table(reinforced("1 foot", others=others)) as game:
        answer(game, "play garays-men")
        assert game.position.units("cortes").foot == 2
        assert game.position.pool.foot == 0


# G-time  When men may be arranged anew ---------------------------------------------------------------------------


def test_g_time_any_time_in_ones_own_impulse_without_an_activation() -> None:
    with table(camp()) as game:
        answer(game, f"reorganise {HERE}", "lead alvarado", "lead cortes", "amount 3", "amount 0")
        assert game.position.impulse.used == 0
        assert [event.space for event in events_of(game, Reorganised)] == [HERE]
        assert barred(game, f"reorganise {HERE}") == "G-time"  # not twice in a row
        answer(game, "activate cortes", "rest")
        assert game.why_not(f"reorganise {HERE}") is None


def test_g_time_not_in_the_middle_of_a_move() -> None:
    with table(camp(places={HERE: "village", "totonacapan": "village"})) as game:
        answer(game, "activate cortes", "march")
        assert game.why_not(f"reorganise {HERE}") is not None


@shows("G-time", "3.14")
def test_g_time_after_a_move_the_expedition_may_be_combined_with_one_that_it_met() -> None:
    expeditions = {"de-soto": expedition("red", "totonacapan", "1 foot")}
    with table(camp(expeditions=expeditions, places={HERE: "village", "totonacapan": "village"})) as game:
        answer(game, "activate cortes", "march", "go totonacapan", "stop")
        answer(game, "reorganise totonacapan", "lead cortes", "join de-soto cortes", "amount 5", "amount 1")
        assert game.position.members("cortes") == ["cortes", "de-soto"]
        assert game.position.units("cortes") == (5, 1, 0)


@shows("G-time", "1.43")
def test_g_time_only_ones_own_men_in_the_same_land_space() -> None:
    expeditions = {
        "balboa": expedition("blue", HERE, "3 foot"),
        "de-soto": expedition("red", "totonacapan", "1 foot"),
        "quesada": expedition("red", "bay-of-campeche", "1 foot", companions={"belalcazar": ""}),
    }
    with table(camp(expeditions=expeditions)) as game:
        assert barred(game, "reorganise tlaxcala") == "G-time"  # nobody is there
        assert barred(game, "reorganise bay-of-campeche") == "G-time"  # the sea
        assert barred(game, "reorganise nowhere") == "G-time"
        assert barred(game, "reorganise totonacapan") == "1.43"  # one man alone
        answer(game, f"reorganise {HERE}")
        assert ids(game) == ["lead alvarado", "join alvarado cortes"]
        assert barred(game, "join alvarado balboa") == "1.43"
        assert barred(game, "join alvarado de-soto") == "1.43"


# Combining, splitting, promoting, swapping -----------------------------------------------------------------------


@shows("1.43", "9.25")
def test_1_43_two_expeditions_are_combined() -> None:
    with table(camp()) as game:
        answer(game, f"reorganise {HERE}", "join alvarado cortes", "amount 2", "amount 1")
        assert led(game) == {"cortes": ["cortes", "alvarado"]}
        assert cards(game) == {"alvarado": (2, 1, 0), "cortes": (5, 0, 0)}


@shows("1.43", "G-time")
def test_1_43_an_expedition_is_split() -> None:
    companions = {"ordaz": "2 foot", "sandoval": ""}
    with table(at(expeditions={"cortes": expedition("red", HERE, "3 foot", companions=companions)})) as game:
        answer(game, f"reorganise {HERE}", "lead cortes", "lead ordaz", "join sandoval ordaz")
        answer(game, "amount 1", "amount 4")
        assert led(game) == {"cortes": ["cortes"], "ordaz": ["ordaz", "sandoval"]}
        assert game.position.units("ordaz") == (4, 0, 0)


@shows("1.43", "6.41", "G-6.41")
def test_1_43_a_companion_is_promoted_over_a_wounded_commander() -> None:
    plan = expedition("red", HERE, "3 foot", companions={"ordaz": ""}, gold=5, wounded=["cortes"])
    with table(at(expeditions={"cortes": plan})) as game:
        assert barred(game, "activate cortes") == "6.41"
        answer(game, f"reorganise {HERE}", "join cortes ordaz", "amount 0")
        assert led(game) == {"ordaz": ["ordaz", "cortes"]}
        assert game.position.captains["cortes"].wounded
        assert game.position.expeditions["ordaz"].gold == 5
        assert game.why_not("activate ordaz") is None


@shows("G-time", "1.42")
def test_g_time_units_are_swapped() -> None:
    with table(camp()) as game:
        answer(game, f"reorganise {HERE}", "lead alvarado", "lead cortes", "amount 2", "amount 1")
        assert cards(game) == {"alvarado": (2, 1, 0), "cortes": (5, 0, 0)}


def test_g_1_43_there_is_one_commander_and_no_followers_of_followers() -> None:
    expeditions = {"de-soto": expedition("red", HERE, "1 foot")}
    with table(camp(expeditions=expeditions)) as game:
        answer(game, f"reorganise {HERE}", "join alvarado de-soto")
        assert barred(game, "join cortes alvarado") == "G-1.43"
        answer(game, "join cortes de-soto")
        assert asked(game) == "units"  # de Soto is followed, so he leads and is not asked
    with table(camp(expeditions=expeditions)) as game:
        answer(game, f"reorganise {HERE}", "join alvarado cortes")
        assert barred(game, "join cortes de-soto") == "1.43"  # he is not asked: he is followed
        assert asked(game) == "command"
        assert ids(game) == ["lead de-soto", "join de-soto cortes"]


@shows("G-1.43", "1.43")
def test_g_1_43_any_number_of_companions_without_units() -> None:
    companions = dict.fromkeys(("ordaz", "sandoval", "cordoba", "de-candia"), "")
    with table(camp(expeditions={"cortes": expedition("red", HERE, "4 foot", companions=companions)})) as game:
        answer(game, f"reorganise {HERE}", "join alvarado cortes")
        answer(game, "join cordoba cortes", "join de-candia cortes", "join ordaz cortes", "join sandoval cortes")
        answer(game, "amount 0", "amount 0", "amount 7")
        assert len(game.position.members("cortes")) == 6


# The limits ------------------------------------------------------------------------------------------------------


def test_1_42_not_more_than_ten_on_a_card() -> None:
    expeditions = {
        "cortes": expedition("red", HERE, "8 foot"),
        "alvarado": expedition("red", HERE, "8 foot"),
    }
    with table(at(expeditions=expeditions)) as game:
        answer(game, f"reorganise {HERE}", "join alvarado cortes")
        assert barred(game, "amount 11") == "1.42"
        assert barred(game, "amount 5") == "1.43"  # Cortés could not hold the rest
        assert ids(game) == [f"amount {n}" for n in range(6, 11)]


@shows("1.43", "C12")
def test_1_43_a_third_companion_gets_no_units() -> None:
    companions = {"de-leon": "1 foot", "ordaz": "1 foot", "sandoval": ""}
    pos = at(expeditions={"cortes": expedition("red", HERE, "4 foot", companions=companions)})
    with table(pos) as game:
        answer(game, f"reorganise {HERE}", "lead cortes", *[f"join {man} cortes" for man in companions])
        answer(game, "amount 1", "amount 1")
        assert ids(game) == ["amount 0", "amount 4"]  # all to Ordaz, or all to Sandoval
        assert barred(game, "amount 2") == "1.43"
        answer(game, "amount 4")
        assert cards(game)["sandoval"].size == 0


@shows("1.43", "1.42", "C12")
def test_1_43_men_cannot_all_join_where_the_cards_do_not_hold_their_units() -> None:
    """Four full cards need four men who may have units: not all of them can follow one."""
    names = ("alvarado", "balboa", "cortes", "de-leon")
    pos = at(expeditions={name: expedition("red", HERE, "10 foot") for name in names})
    with table(pos) as game:
        answer(game, f"reorganise {HERE}", "join alvarado cortes", "join balboa cortes")
        assert asked(game) == "impulse"  # Cortés and de León lead, and every card is full: no choice
        assert led(game) == {"cortes": ["cortes", "alvarado", "balboa"], "de-leon": ["de-leon"]}
    with table(pos) as game:
        answer(game, f"reorganise {HERE}", "lead alvarado", "join balboa alvarado", "join cortes alvarado")
        assert asked(game) == "impulse"
        assert game.position.units("alvarado").size == 30


@shows("1.43", "1.42")
def test_1_43_who_cannot_join_is_told_the_clause() -> None:
    """Fifty units need five cards: three under Alvarado, so the last two men stay apart from him."""
    foot = {name: expedition("red", HERE, "10 foot") for name in ("alvarado", "balboa", "cortes")}
    horse = {name: expedition("red", HERE, "10 horse") for name in ("de-leon", "de-soto")}
    with table(at(expeditions={**foot, **horse})) as game:
        answer(game, f"reorganise {HERE}", "lead alvarado", "join balboa alvarado", "join cortes alvarado")
        assert ids(game) == ["lead de-leon", "join de-leon de-soto"]
        assert barred(game, "join de-leon alvarado") == "1.43"
        assert barred(game, "join de-leon balboa") == "G-1.43"


# Gold, kings, assets, food, allies -------------------------------------------------------------------------------


@shows("10.13", "G-6.37", "C5", "G-10.13b")
def test_10_13_gold_and_kings_follow_most_of_the_units_of_their_expedition() -> None:
    expeditions = {
        "cortes": expedition("red", HERE, "4 foot", gold=7, kings=["mexica"], companions={"ordaz": ""}),
        "alvarado": expedition("red", HERE, "3 foot", gold=2),
    }
    places = {"tenochtitlan": place("capital", empire="mexica")}
    pos = at(expeditions=expeditions, places=places)
    with table(pos) as game:  # Ordaz splits off with most units of Cortés, and so with his gold
        answer(game, f"reorganise {HERE}", "lead alvarado", "lead cortes", "lead ordaz", "amount 3", "amount 1")
        gold = {c: e.gold for c, e in game.position.expeditions.items()}
        assert gold == {"alvarado": 2, "cortes": 0, "ordaz": 7}
        assert game.position.expeditions["ordaz"].kings == ("mexica",)
    with table(pos) as game:  # combined, everything is with the commander
        answer(game, f"reorganise {HERE}", "lead alvarado", "join cortes alvarado", "join ordaz alvarado")
        answer(game, "amount 3", "amount 4")
        assert game.position.expeditions["alvarado"].gold == 9
        assert game.position.expeditions["alvarado"].kings == ("mexica",)


@shows("12.252", "G-12.252b", "G-9.14b")
def test_g_12_252b_a_king_is_freed_with_the_last_unit_that_is_lost() -> None:
    """A fever takes the only foot: the king goes home. Alvarado, who had no units before, keeps his."""
    expeditions = {
        "cortes": expedition("red", "coahuiltec", "1 foot", kings=["mexica"], hits=4),
        "alvarado": expedition("red", "coahuiltec", "", kings=["inca"]),
    }
    places = {"tenochtitlan": place("capital", empire="mexica"), "cholula": place("capital", empire="inca")}
    with table(at(expeditions=expeditions, places=places, hands={"red": ["ultimatum"]}), 1) as game:
        answer(game, "play ultimatum")
        assert [event.space for event in events_of(game, KingWent)] == ["tenochtitlan"]
        assert game.position.expeditions["cortes"].kings == ()
        assert game.position.expeditions["alvarado"].kings == ("inca",)


@shows("G-5.15", "5.15", "G-5.15b")
def test_g_5_15_assets_are_pooled_on_combining_and_divided_on_a_split() -> None:
    cortes = expedition("red", HERE, assets=["interpreter", "bearer"], shown=["indian-guide"])
    both = {"cortes": cortes, "alvarado": expedition("red", HERE, assets=["interpreter"])}
    with table(at(expeditions=both)) as game:
        answer(game, f"reorganise {HERE}", "join alvarado cortes")
        held = game.position.expeditions["cortes"]
        assert held.assets == Pile.of(["bearer", "interpreter", "interpreter"])
    cards = ["interpreter", "interpreter", "bearer"]
    whole = expedition("red", HERE, companions={"alvarado": ""}, assets=cards, shown=["indian-guide"])
    with table(at(expeditions={"cortes": whole})) as game:
        answer(game, f"reorganise {HERE}", "lead alvarado", "lead cortes")
        answer(game, "amount 1", "amount 1", "amount 0", "amount 0")  # those face down one by one; the open guide
        alvarado, left = (game.position.expeditions[c] for c in ("alvarado", "cortes"))
        assert alvarado.assets.size == 2
        assert (left.assets.size, left.shown.titles, alvarado.shown.titles) == (1, ("indian-guide",), ())


@shows("G-5.15b", "5.15")
def test_g_5_15b_where_both_expeditions_go_on_no_asset_changes_hands() -> None:
    """Units are swapped, and nobody is asked for assets; a companion who goes over brings none either."""
    expeditions = {
        "cortes": expedition(
            "red", HERE, "2 foot", assets=["interpreter"], shown=["indian-guide"], companions={"ordaz": ""}
        ),
        "alvarado": expedition("red", HERE, "2 foot", assets=["bearer"]),
    }
    for ordaz in ("lead", "over"):
        with table(at(expeditions=expeditions)) as game:
            answer(game, f"reorganise {HERE}", "lead alvarado", "lead cortes")
            answer(game, "join ordaz alvarado" if ordaz == "over" else "join ordaz cortes")
            while asked(game) == "units":
                game.play(game.options[-1])
            assert asked(game) == "impulse"
            alvarado, cortes = (game.position.expeditions[c] for c in ("alvarado", "cortes"))
            assert (alvarado.assets.titles, alvarado.shown.titles) == (("bearer",), ())
            assert (cortes.assets.titles, cortes.shown.titles) == (("interpreter",), ("indian-guide",))


@shows("2.32", "6.44")
def test_2_32_who_takes_over_from_a_man_who_acted_does_not_act_again() -> None:
    """Cortés attacks, wins and dies of it. His successor leads men who were activated in this impulse."""
    pos = at(
        expeditions={"cortes": expedition("red", "tlaxcala", "10 horse")},
        places={"tlaxcala": place("city", hostile=True, units=[10])},
        hands={"red": ["buena-suerte-a-ambos"]},
    )
    with table(pos, 2, 10, 12, "tapia") as game:
        answer(game, "play buena-suerte-a-ambos", "activate cortes", "attack", "fight indians", "replace")
        assert game.position.impulse.activated == ("tapia",)
        assert barred(game, "activate tapia") == "2.32"


@shows("8.14", "G-8.14", "8.131")
def test_g_8_14_own_expeditions_share_food_within_the_limits() -> None:
    expeditions = {
        "cortes": expedition("red", HERE, "3 foot", food=3),
        "alvarado": expedition("red", HERE, "2 foot"),
    }
    with table(at(expeditions=expeditions)) as game:
        answer(game, f"reorganise {HERE}", "lead alvarado", "lead cortes", "amount 2")
        assert ids(game) == ["amount 0", "amount 1", "amount 2"]
        answer(game, "amount 2")
        assert [game.position.expeditions[c].food for c in ("alvarado", "cortes")] == [2, 1]


@shows("8.131", "G-8.131")
def test_8_131_food_that_nobody_can_carry_is_dropped() -> None:
    expeditions = {
        "cortes": expedition("red", HERE, "3 foot", food=3),
        "alvarado": expedition("red", HERE, "2 foot", food=2),
    }
    with table(at(expeditions=expeditions)) as game:
        answer(game, f"reorganise {HERE}", "join alvarado cortes", "amount 0")
        assert game.position.expeditions["cortes"].food == 3
        dropped = events_of(game, FoodChanged)[-1]
        assert (dropped.food, dropped.why, dropped.rule) == (-2, "dropped", "8.131")


@shows("8.131", "5.15")
def test_8_131_a_bearer_who_changes_hands_carries_food_and_is_shown() -> None:
    companions = {"alvarado": "1 foot"}
    cortes = expedition("red", HERE, "1 foot", food=2, assets=["bearer"], companions=companions)
    with table(at(expeditions={"cortes": cortes})) as game:
        answer(game, f"reorganise {HERE}", "lead alvarado", "lead cortes", "amount 1", "amount 1", "amount 2")
        alvarado = game.position.expeditions["alvarado"]
        assert (alvarado.food, alvarado.assets.titles, alvarado.shown.titles) == (2, (), ("bearer",))


@shows("8.14", "G-8.14")
def test_g_8_14_at_sea_expeditions_share_food_and_nothing_else() -> None:
    expeditions = {
        "cortes": expedition("red", "bay-of-campeche", "3 foot", food=3, hits=2),
        "alvarado": expedition("red", "bay-of-campeche", "2 foot"),
    }
    with table(at(expeditions=expeditions)) as game:
        answer(game, "reorganise bay-of-campeche")
        assert asked(game) == "share-food"
        answer(game, "amount 1")
        assert [game.position.expeditions[c].food for c in ("alvarado", "cortes")] == [1, 2]
        assert game.position.expeditions["alvarado"].hits == 0
        assert barred(game, "reorganise bay-of-campeche") == "G-time"


@shows("5.24", "G-time")
def test_5_24_indian_allies_go_only_where_spaniards_go() -> None:
    expeditions = {
        "cortes": expedition("red", HERE, "2 foot", allies=["24@tlaxcala", "24@tlaxcala"]),
        "alvarado": expedition("red", HERE, "1 foot"),
    }
    pos = at(expeditions=expeditions)
    with table(pos) as game:
        answer(game, f"reorganise {HERE}", "lead alvarado", "lead cortes", "amount 1", "amount 1")
        assert [game.position.expeditions[c].allies.size for c in ("alvarado", "cortes")] == [1, 1]
    with table(pos) as game:  # without a Spanish unit Alvarado gets none and is not asked
        answer(game, f"reorganise {HERE}", "lead alvarado", "lead cortes", "amount 0")
        assert asked(game) == "impulse"
        assert game.position.expeditions["cortes"].allies.size == 2


# 9.25  Morale ----------------------------------------------------------------------------------------------------


def moods(cortes: int, alvarado: int, **more: ExpeditionPlan) -> ConquestPosition:
    expeditions = {
        "cortes": expedition("red", HERE, "4 foot", hits=cortes, companions={"ordaz": ""}),
        "alvarado": expedition("red", HERE, "3 foot", hits=alvarado),
        **more,
    }
    return at(expeditions=expeditions)


def hits(game: Game[Any]) -> dict[str, int]:
    return {c: game.position.expeditions[c].hits for c in led(game)}


def test_9_25_a_split_copies_the_hits() -> None:
    with table(moods(3, 0)) as game:
        answer(game, f"reorganise {HERE}", "lead alvarado", "lead cortes", "lead ordaz", "amount 3", "amount 2")
        assert hits(game) == {"alvarado": 0, "cortes": 3, "ordaz": 3}
        assert [(event.expedition, event.now) for event in events_of(game, MoraleChanged)] == [("ordaz", 3)]


def test_9_25_units_from_happier_men_cure_nothing() -> None:
    with table(moods(3, 0)) as game:
        answer(game, f"reorganise {HERE}", "lead alvarado", "lead cortes", "join ordaz cortes")
        answer(game, "amount 1", "amount 6")
        assert hits(game) == {"alvarado": 0, "cortes": 3}


def test_9_25_a_man_without_units_brings_no_hits() -> None:
    """Conquistadors are not units (1.2): Ordaz changes over alone."""
    with table(moods(3, 0)) as game:
        answer(game, f"reorganise {HERE}", "lead alvarado", "lead cortes", "join ordaz alvarado")
        answer(game, "amount 3", "amount 4")
        assert hits(game) == {"alvarado": 0, "cortes": 3}


def test_9_25_indian_units_bring_hits_as_well() -> None:
    cortes = expedition("red", HERE, "4 foot", hits=3, allies=["24@tlaxcala"])
    with table(camp(expeditions={"cortes": cortes})) as game:
        answer(game, f"reorganise {HERE}", "lead alvarado", "lead cortes", "amount 3", "amount 1")
        assert hits(game) == {"alvarado": 3, "cortes": 3}


def test_9_25_hits_come_only_from_those_who_gave() -> None:
    """Alvarado takes a horse, which only de Soto had; Cortés keeps what he has, and his hits."""
    de_soto = expedition("red", HERE, "1 foot, 1 horse", hits=1)
    with table(moods(3, 0, **{"de-soto": de_soto})) as game:
        answer(game, f"reorganise {HERE}", "lead alvarado", "lead cortes", "lead de-soto", "join ordaz cortes")
        answer(game, "amount 3", "amount 4", "amount 1", "amount 1")
        assert hits(game) == {"alvarado": 1, "cortes": 3, "de-soto": 1}


@shows("9.25", "9.26")
def test_9_26_who_gives_all_his_units_away_has_no_hits_left() -> None:
    with table(moods(3, 0)) as game:
        answer(game, f"reorganise {HERE}", "lead alvarado", "lead cortes", "join ordaz cortes", "amount 7")
        assert hits(game) == {"alvarado": 3, "cortes": 0}


# What else goes with the men -------------------------------------------------------------------------------------


def both_lucks(**more: Any) -> ConquestPosition:
    return camp(
        hands={"red": ["buena-suerte-a-ambos"]},
        places={HERE: "village", "totonacapan": "village"},
        **more,
    )


@shows("2.32", "G-2.24")
def test_2_32_men_who_acted_do_not_act_again_under_another_commander() -> None:
    with table(both_lucks()) as game:
        answer(game, "play buena-suerte-a-ambos", "activate cortes", "rest")
        answer(game, f"reorganise {HERE}", "lead alvarado", "lead cortes", "amount 5", "amount 0")
        assert barred(game, "activate alvarado") == "2.32"


@shows("2.32")
def test_2_32_an_expedition_that_took_nobody_in_may_still_act() -> None:
    expeditions = {"alvarado": expedition("red", HERE, "3 foot", companions={"ordaz": ""})}
    with table(both_lucks(expeditions=expeditions)) as game:
        answer(game, "play buena-suerte-a-ambos", "activate cortes", "rest")
        answer(game, f"reorganise {HERE}", "join alvarado ordaz", "lead cortes", "amount 1", "amount 4")
        answer(game, "amount 0", "amount 1")
        assert game.why_not("activate ordaz") is None


@shows("G-time")
def test_g_time_scuttled_ships_are_scuttled_for_whoever_takes_the_men() -> None:
    with table(camp(hands={"red": ["ships-scuttled"]})) as game:
        answer(game, "play ships-scuttled", "take cortes")
        answer(game, f"reorganise {HERE}", "lead alvarado", "lead cortes", "amount 4", "amount 0")
        answer(game, "activate alvarado")
        assert barred(game, "sail") == "2.12"


def test_g_time_only_what_leaves_a_choice_is_asked() -> None:
    expeditions = {"cortes": expedition("red", HERE), "alvarado": expedition("red", HERE, gold=3)}
    with table(at(expeditions=expeditions)) as game:
        answer(game, f"reorganise {HERE}", "join alvarado cortes")
        assert asked(game) == "impulse"
        assert game.position.expeditions["cortes"].gold == 3


# Never a dead end ------------------------------------------------------------------------------------------------

MEN = ("alvarado", "almagro", "balboa", "belalcazar", "cortes", "de-leon", "de-soto", "quesada")
ASSETS = ("bearer", "interpreter", "indian-guide", "bearer", "interpreter")


def some_camp(random: Random) -> ConquestPosition:
    """A camp of two to eight men in random expeditions, some of them full to the brim."""
    men = random.sample(MEN, random.randint(2, len(MEN)))
    left = {"foot": 48, "horse": 28, "cannon": 14}
    brim = random.random() < 0.4
    assets = list(ASSETS)
    allies = ["24@tlaxcala", "24@tlaxcala", "10@tlaxcala"]
    kings = ["mexica"]
    plans = {}
    while men:
        group = [men.pop() for _ in range(min(len(men), random.choice((1, 1, 2, 3, 4))))]
        held = {man: _some_units(random, left, brim) if place < 3 else "" for place, man in enumerate(group)}
        units = "".join(held.values())
        plans[group[0]] = expedition(
            *("red", HERE, held[group[0]]),
            companions={man: held[man] for man in group[1:]},
            gold=random.randint(0, 9),
            hits=random.randint(0, 4) if units else 0,
            food=min(random.randint(0, 3), _foot(held)),
            assets=[assets.pop()] if assets and random.random() < 0.4 else [],
            allies=[allies.pop()] if allies and units and random.random() < 0.5 else [],
            kings=[kings.pop()] if kings and units and random.random() < 0.3 else [],
        )
    return at(expeditions=plans, places={"tenochtitlan": place("capital", empire="mexica")})


def _some_units(random: Random, left: dict[str, int], brim: bool) -> str:
    parts = []
    room = 10
    for kind in random.sample(sorted(left), 3):
        number = min(room, left[kind], 10 if brim else random.randint(0, 4))
        left[kind] -= number
        room -= number
        parts += [f"{number} {kind}"] if number else []
    return ", ".join(parts)


def _foot(held: dict[str, str]) -> int:
    parts = [part.split() for text in held.values() for part in text.split(", ") if part]
    return sum(int(number) for number, kind in parts if kind == "foot")


def summed(pos: ConquestPosition) -> tuple[object, ...]:
    """What no arrangement changes."""
    own = [pos.expeditions[c] for c in pos.expeditions_of("red")]
    units = [captain.units for captain in pos.captains.values()]
    return (
        sorted(pos.captains),
        [sum(column) for column in zip(*units, strict=True)],
        sum(e.gold for e in own),
        Pile.united([e.allies for e in own]),
        Pile.united([pile for e in own for pile in (e.assets, e.shown)]),
    )


@settings(max_examples=150, deadline=None)
@given(seed=st.integers(0, 10**9))
@shows("1.42", "1.43", "G-1.43", "8.131", "9.25")
def test_g_time_any_answers_lead_to_a_legal_arrangement(seed: int) -> None:
    """Whatever is answered, something can be answered next, and in the end nothing is lost and every limit holds."""
    random = Random(seed)
    pos = some_camp(random)
    game = begin(pos, seed=seed)
    before, worst = summed(game.position), max(e.hits for e in pos.expeditions.values())
    game.play(f"reorganise {HERE}")
    for _ in range(400):
        assert isinstance(game.pending, Choice)
        if game.pending.kind == "impulse":
            break
        options = game.options
        # food is asked for where cards lie face down, whether they are Bearers or not: a question must not tell
        assert len(options) > 1 or game.pending.kind == "share-food", f"{game.pending.kind} leaves no choice"
        game.play(random.choice(options))
        game.rules.check(game.position)
    assert asked(game) == "impulse"
    assert summed(game.position) == before
    assert max(e.hits for e in game.position.expeditions.values()) <= worst
    game.rules.check_boundary(game.position)
