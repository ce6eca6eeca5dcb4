"""Chapter 10: gold and victory points."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from conquistadors.engine.game import Game
from conquistadors.games.conquest.builder import ExpeditionPlan, begin, expedition, place
from conquistadors.games.conquest.rules.events import GoldChanged, PointsScored
from support.clauses import shows
from support.indies import answer, asked, at, barred, events_of, table

HERE = "tlaxcala"
HORDE = "10 horse"


def cortes(units: str = "3 foot", **more: Any) -> ExpeditionPlan:
    return expedition("red", HERE, units, **more)


CAPITAL = {"cholula": place("capital", empire="mexica")}


def gold_of(game: Game[Any]) -> dict[str, int]:
    """What each of Red's expeditions carries."""
    return {c: game.position.expeditions[c].gold for c in game.position.expeditions_of("red")}


# 10.1  Having and keeping gold -----------------------------------------------------------------------------------


def test_10_12_gold_goes_where_its_expedition_goes() -> None:
    pos = at(expeditions={"cortes": cortes(gold=7)}, places={HERE: "city", "texcoco": "village"})
    with table(pos) as game:
        answer(game, "activate cortes", "march", "go texcoco", "stop")
        assert game.position.expeditions["cortes"].space == "texcoco"
        assert game.position.expeditions["cortes"].gold == 7


@shows("10.12", "10.13")
def test_10_12_gold_lies_on_the_card_of_the_expedition_that_won_it() -> None:
    men = {"cortes": cortes(gold=2), "alvarado": cortes(units="1 foot", gold=1)}
    pos = at(expeditions=men, places={HERE: place("city", hostile=True)}, before="plunder cortes")
    with table(pos, 4, 6) as game:
        assert [(event.expedition, event.now) for event in events_of(game, GoldChanged)] == [("cortes", 14)]
        assert game.position.expeditions["alvarado"].gold == 1


@shows("10.13", "G-10.13b")
def test_10_13_gold_is_not_moved_when_expeditions_are_arranged_anew() -> None:
    """Units change hands, and everything else that is asked for; gold is not asked for and stays."""
    men = {"cortes": cortes(units="2 foot", gold=5), "de-leon": cortes(units="2 foot", gold=2)}
    with table(at(expeditions=men, places={HERE: "town"})) as game:
        answer(game, f"reorganise {HERE}", "lead cortes", "lead de-leon", "amount 1")
        assert asked(game) == "impulse"
        assert game.position.units("de-leon").foot == 3
        assert gold_of(game) == {"cortes": 5, "de-leon": 2}


@shows("10.13", "G-10.13b", "C5")
def test_10_13_there_is_no_way_to_hand_gold_over() -> None:
    """Whatever Red does with the men who meet, and whatever is offered to Blue: gold goes only where all men go."""
    men = {
        "cortes": cortes(units="4 foot", gold=5, companions={"ordaz": "2 foot"}),
        "de-leon": cortes(units="4 foot"),
        "balboa": expedition("blue", HERE, "1 foot"),
    }
    pos = at(expeditions=men, places={HERE: "town"})
    with table(pos) as game:
        assert barred(game, "deal blue") == "8.14"  # nothing but food and captives can be traded
    for seed in range(60):
        random, game = Random(seed), begin(pos, seed=seed)
        answer(game, f"reorganise {HERE}")
        while asked(game) != "impulse":
            game.play(random.choice(list(game.options)))
        after = game.position
        holder = next(c for c, gold in gold_of(game).items() if gold)
        old = {"cortes", "ordaz"}
        assert gold_of(game)[holder] == 5
        assert holder in old or {after.captains[man].expedition for man in old} == {holder}


@shows("10.13", "G-10.13b", "18.5")
def test_g_10_13b_a_commander_does_not_step_off_with_the_treasure() -> None:
    """The gold goes with most of the units; of equal parts with the commander's."""
    for units, holder in (("amount 0", "de-leon"), ("amount 1", "de-leon"), ("amount 2", "cortes")):
        men = {"cortes": cortes(units="2 foot", companions={"de-leon": "2 foot"}, gold=5, kings=["mexica"])}
        pos = at(expeditions=men, places={HERE: "town", **CAPITAL})
        with table(pos) as game:
            answer(game, f"reorganise {HERE}", "lead cortes", "lead de-leon", units)
            assert {c for c, gold in gold_of(game).items() if gold} == {holder}
            assert {c for c, held in game.position.expeditions.items() if held.kings} == {holder}


@shows("10.13", "G-10.13b")
def test_g_10_13b_without_units_the_commander_has_it() -> None:
    men = {"cortes": cortes(units="", companions={"de-leon": ""}, gold=5)}
    with table(at(expeditions=men, places={HERE: "town"})) as game:
        answer(game, f"reorganise {HERE}", "lead cortes", "lead de-leon")
        assert gold_of(game) == {"cortes": 5, "de-leon": 0}


@shows("10.13", "G-10.13b", "3.14")
def test_g_10_13b_men_left_behind_with_most_of_the_units_have_the_treasure() -> None:
    for left, holder in (("amount 1", "cortes"), ("amount 2", "cortes"), ("amount 3", "de-leon")):
        men = {"cortes": cortes(units="2 foot", companions={"de-leon": "2 foot"}, gold=5, kings=["mexica"])}
        pos = at(expeditions=men, places={HERE: "town", **CAPITAL}, before="march cortes")
        with table(pos) as game:
            answer(game, "detach de-leon", left, "stop")
            assert {c for c, gold in gold_of(game).items() if gold} == {holder}
            assert {c for c, held in game.position.expeditions.items() if held.kings} == {holder}


@shows("10.13", "G-10.13b")
def test_g_10_13b_a_commander_who_goes_over_alone_leaves_the_treasure_with_his_men() -> None:
    men = {"cortes": cortes(units="2 foot", companions={"ordaz": ""}, gold=5), "de-leon": cortes(units="2 foot")}
    with table(at(expeditions=men, places={HERE: "town"})) as game:
        answer(game, f"reorganise {HERE}", "join cortes de-leon", "lead ordaz", "amount 0", "amount 3")
        assert game.position.members("de-leon") == ["de-leon", "cortes"]
        assert gold_of(game) == {"ordaz": 5, "de-leon": 0}


@shows("10.13", "G-10.13b")
def test_g_10_13b_at_least_half_of_the_units_stay_with_a_treasure() -> None:
    """Own ruling: else De León would take the men, and Cortés step off with the gold all the same."""
    men = {"cortes": cortes(units="4 foot", gold=5), "de-leon": cortes(units="")}
    with table(at(expeditions=men, places={HERE: "town"})) as game:
        answer(game, f"reorganise {HERE}", "lead cortes", "lead de-leon")
        assert barred(game, "amount 1") == "G-10.13b"
        answer(game, "amount 2")
        assert game.position.units("de-leon").foot == 2


@shows("10.13", "G-10.13b", "3.14")
def test_g_10_13b_expeditions_that_joined_do_not_part_again_in_the_same_impulse() -> None:
    """Neither by arranging them anew nor on a march; when the next impulse comes they may."""
    men = {"cortes": cortes(units="2 foot", gold=5), "de-leon": cortes(units="2 foot"), "ordaz": cortes(units="")}
    pos = at(expeditions=men, places={HERE: "town"}, hands={"red": ["buena-suerte-a-ambos"]})
    with table(pos) as game:
        answer(game, f"reorganise {HERE}", "join cortes de-leon", "lead ordaz", *["amount 2"] * 2)
        assert gold_of(game) == {"de-leon": 5, "ordaz": 0}
        answer(game, "play buena-suerte-a-ambos", f"reorganise {HERE}")
        assert [option.id for option in game.options] == ["lead de-leon", "join de-leon ordaz"]  # Cortés is not asked
        assert barred(game, "join de-leon cortes") == "G-10.13b"
        answer(game, "join de-leon ordaz", *["amount 2"] * 2, "activate ordaz", "march")
        assert gold_of(game) == {"ordaz": 5}
        assert barred(game, "detach cortes") == "G-10.13b"
        answer(game, "stop")
        assert barred(game, f"reorganise {HERE}") == "G-10.13b"
        answer(game, "done", "done", f"reorganise {HERE}")
        assert asked(game) == "command"


@shows("10.13", "G-10.13b")
def test_g_10_13b_men_who_only_exchange_units_have_not_joined() -> None:
    """So they may be arranged again in the same impulse, and each of them is asked."""
    men = {"cortes": cortes(units="2 foot", companions={"ordaz": ""}), "de-leon": cortes(units="2 foot")}
    pos = at(expeditions=men, places={HERE: "town"}, hands={"red": ["buena-suerte-a-ambos"]})
    with table(pos) as game:
        answer(game, f"reorganise {HERE}", "lead cortes", "lead de-leon", "join ordaz cortes", "amount 1", "amount 3")
        assert game.position.impulse.joined == ()
        answer(game, "play buena-suerte-a-ambos", f"reorganise {HERE}", "join cortes de-leon", "lead ordaz")
        assert asked(game) == "units"
        answer(game, "amount 1", "amount 3")


@shows("10.13", "G-6.37")
def test_10_13_expeditions_that_combine_have_all_their_gold() -> None:
    men = {"cortes": cortes(units="1 foot", gold=5), "de-leon": cortes(units="", gold=2)}
    with table(at(expeditions=men, places={HERE: "town"})) as game:
        answer(game, f"reorganise {HERE}", "lead cortes", "join de-leon cortes", "amount 1")
        assert game.position.expeditions["cortes"].gold == 7


@shows("10.13", "G-3.14")
def test_10_13_who_splits_off_takes_no_gold() -> None:
    men = {"cortes": cortes(units="1 foot", companions={"de-leon": "1 foot"}, gold=5)}
    with table(at(expeditions=men, places={HERE: "town"})) as game:
        answer(game, f"reorganise {HERE}", "lead cortes", "lead de-leon", "amount 1")
        assert game.position.expeditions["cortes"].gold == 5
        assert game.position.expeditions["de-leon"].gold == 0


@shows("10.13", "C4")
@pytest.mark.parametrize("attacker", ["balboa", "cortes"])
def test_10_13_spaniards_who_destroy_an_expedition_capture_its_gold(attacker: str) -> None:
    """As attackers and as defenders. A wanted defender is asked each round whether he gives somebody up."""
    men = {"cortes": cortes(units="1 foot", gold=9), "balboa": expedition("blue", HERE, HORDE, gold=1)}
    defender = "cortes" if attacker == "balboa" else "balboa"
    dice = (2, 12) if attacker == "balboa" else (12, 2)  # the defender's dice come first
    pos = at(
        expeditions=men,
        places={HERE: "town"},
        index={"red": -1},
        warrants=["red"],
        before=f"battle {attacker} {defender}",
    )
    with table(pos, *dice, 7, 7) as game:
        if asked(game) == "surrender":
            answer(game, "pass")
        assert "cortes" not in game.position.expeditions
        assert game.position.expeditions["balboa"].gold == 10
        assert game.position.gold == 10


@shows("10.13", "C4")
def test_10_13_indians_who_destroy_an_expedition_make_its_gold_vanish() -> None:
    pos = at(
        expeditions={"cortes": cortes(units="1 foot", gold=9)},
        places={HERE: place("city", hostile=True, units=[48, 40])},
        before="battle indians cortes",
    )
    with table(pos, 12, 2) as game:
        assert "cortes" not in game.position.expeditions
        assert game.position.gold == 0
        assert game.position.factions["red"].permanent == 0


@shows("10.13", "C5", "8.14")
def test_c5_gold_may_pay_for_food_in_the_same_space() -> None:
    men = {"cortes": cortes(gold=5), "balboa": expedition("blue", HERE, "2 foot", food=2)}
    with table(at(expeditions=men, places={HERE: "town"})) as game:
        answer(game, "deal blue", "buy-food", "amount 2", "amount 3", "accept")
        assert game.position.expeditions["cortes"].gold == 2
        assert game.position.expeditions["balboa"].gold == 3


@shows("10.13", "C5", "6.371")
def test_c5_gold_may_pay_a_ransom_at_any_distance() -> None:
    men = {"cortes": cortes(gold=5), "balboa": expedition("blue", "panama", "1 foot")}
    with table(at(expeditions=men, places={HERE: "town"}, captives={"alvarado": ("red", "blue")})) as game:
        answer(game, "deal blue", "ransom alvarado", "amount 4", "accept", "take panama")
        assert game.position.expeditions["cortes"].gold == 1
        assert game.position.expeditions["balboa"].gold == 4


# 10.2  Gold in the Basic Game ------------------------------------------------------------------------------------


@shows("10.21", "13.11", "13.12")
def test_10_21_gold_becomes_points_one_for_one_and_at_once() -> None:
    with table(at(expeditions={"cortes": cortes(gold=7)}, points={"red": 3})) as game:
        answer(game, "convert cortes", "amount 5")
        assert game.position.expeditions["cortes"].gold == 2
        assert game.position.gold == 2
        assert game.position.factions["red"].permanent == 8
        assert [(event.who, event.points, event.rule) for event in events_of(game, PointsScored)] == [
            ("red", 5, "13.11")
        ]


def test_10_21_as_much_as_he_likes_and_not_more_than_there_is() -> None:
    with table(at(expeditions={"cortes": cortes(gold=3)})) as game:
        answer(game, "convert cortes")
        assert [each.id for each in game.options] == ["amount 1", "amount 2", "amount 3"]
        answer(game, "amount 3")
        assert barred(game, "convert cortes") == "10.21"


@shows("10.21", "C14", "2.0")
def test_c14_it_needs_no_activation_and_can_be_done_before_and_after_one() -> None:
    with table(at(expeditions={"cortes": cortes(gold=3)})) as game:
        answer(game, "convert cortes", "amount 1", "activate cortes", "rest", "convert cortes", "amount 2")
        assert game.position.factions["red"].permanent == 3
        assert game.position.impulse.used == 1


@shows("10.21", "C14")
def test_c14_of_any_of_his_expeditions_wherever_it_is() -> None:
    men = {
        "cortes": cortes(gold=1),
        "alvarado": expedition("red", "panama", "", gold=1),
        "de-leon": expedition("red", "bay-of-campeche", "1 foot", gold=1),
    }
    with table(at(expeditions=men)) as game:
        answer(game, "convert alvarado", "convert cortes", "convert de-leon")
        assert game.position.factions["red"].permanent == 3


def test_10_21_only_his_own_gold() -> None:
    men = {"cortes": cortes(gold=3), "balboa": expedition("blue", HERE, "1 foot", gold=4)}
    with table(at(expeditions=men)) as game:
        assert barred(game, "convert balboa") == "10.21"
        assert barred(game, "convert montejo") == "10.21"


def test_10_21_only_gold_that_is_there() -> None:
    with table(at(expeditions={"cortes": cortes()})) as game:
        assert barred(game, "convert cortes") == "10.21"


@shows("10.21", "13.11")
def test_10_21_there_is_no_way_back() -> None:
    with table(at(expeditions={"cortes": cortes()}, points={"red": 20})) as game:
        assert all(each.verb in ("activate", "done") for each in game.options)
        assert barred(game, "gift") == "11.31"  # points pay for nothing


@shows("10.22")
def test_10_22_gold_serves_for_points_and_for_gifts_and_for_nothing_else() -> None:
    def verbs(gold: int) -> set[str]:
        men = {"cortes": cortes(gold=gold), "balboa": expedition("blue", HERE, "1 foot")}
        with table(at(expeditions=men, places={HERE: "town"})) as game:
            return {each.verb for each in game.options}

    assert verbs(9) - verbs(0) == {"convert", "gift"}


@shows("10.22", "11.31")
def test_10_22_a_gift_takes_the_gold_away_without_points() -> None:
    with table(at(expeditions={"cortes": cortes(gold=5)}), 2) as game:
        answer(game, "gift", "amount 3")
        assert game.position.expeditions["cortes"].gold == 2
        assert game.position.factions["red"].permanent == 0
