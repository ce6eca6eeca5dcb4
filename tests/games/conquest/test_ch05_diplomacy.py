"""Chapter 5: diplomacy and alliance.

Cortés adds 3 to a Diplomacy roll and Alvarado nothing. In the fixed pack a total of 2 or 3 turns a place hostile, 4 is
nothing, 5 and 6 give a food point, 7 and 8 calm it and give food, from 9 on there is an asset or gold, from 11 on an
alliance with a city, from 14 on its king.
"""

from __future__ import annotations

from typing import Any

import pytest

from conquistadors.engine import Pile
from conquistadors.engine.events import Rolled
from conquistadors.engine.game import Game
from conquistadors.games.conquest.builder import ExpeditionPlan, expedition, place
from conquistadors.games.conquest.rules.events import (
    AlliesChanged,
    AssetGained,
    BattleRound,
    Fed,
    Gathered,
    KingTaken,
    Turned,
)
from conquistadors.games.conquest.rules.position import ConquestPosition
from support.clauses import shows
from support.indies import answer, asked, at, barred, events_of, rules_of, table

HERE = "tlaxcala"
ARMY = "3 foot, 2 horse, 1 cannon"
PLACES = ("town", "city", "imperial", "capital")


def cortes(space: str = HERE, units: str = ARMY, **more: Any) -> ExpeditionPlan:
    return expedition("red", space, units, **more)


def talks(marker: str = "city", men: dict[str, ExpeditionPlan] | None = None, **wanted: Any) -> ConquestPosition:
    """Cortés is about to negotiate in Tlaxcala, where a place of this kind stands; `wanted` as for `place()`."""
    hands, house, seats, luck = (wanted.pop(name, None) for name in ("hands", "house", "seats", "luck"))
    more: dict[str, Any] = wanted.pop("places", {})
    before = wanted.pop("before", "negotiate cortes")
    if marker in ("imperial", "capital"):
        wanted.setdefault("empire", "mexica")
    return at(
        seats or 2,
        house=house,
        expeditions=men or {"cortes": cortes()},
        places={HERE: place(marker, **wanted), **more},
        hands=hands or {},
        luck=luck,
        before=before,
    )


def weak(units: str = ARMY, **more: Any) -> dict[str, ExpeditionPlan]:
    """Alvarado, who adds nothing."""
    return {"alvarado": cortes(units=units, **more)}


def modifiers(game: Game[ConquestPosition], roll: str = "diplomacy") -> dict[str, int]:
    """What was added to the last roll of this kind."""
    rolled = [event for event in events_of(game, Rolled) if event.roll == roll]
    return {modifier.name: modifier.value for modifier in rolled[-1].modifiers}


def total(game: Game[ConquestPosition], roll: str) -> int:
    found: list[int] = [event.total for event in events_of(game, Rolled) if event.roll == roll]
    return found[-1]


# 5.11  The target ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("marker", PLACES)
def test_5_11_towns_and_cities_of_every_kind_are_targets(marker: str) -> None:
    with table(talks(marker, before="impulse")) as game:
        answer(game, "activate cortes")
        assert game.why_not("negotiate") is None


@shows("5.11", "J3")
@pytest.mark.parametrize("status", [{}, {"hostile": True}, {"ally": "blue"}, {"ally": "red"}])
def test_5_11_a_target_may_have_any_status(status: dict[str, Any]) -> None:
    with table(talks(before="impulse", **status)) as game:
        answer(game, "activate cortes")
        assert game.why_not("negotiate") is None


@pytest.mark.parametrize("marker", ["village", "discovered", "mosquito", None])
def test_5_11_nothing_else_can_be_negotiated_with(marker: str | None) -> None:
    with table(at(expeditions={"cortes": cortes()}, places={HERE: place(marker)})) as game:
        answer(game, "activate cortes")
        assert barred(game, "negotiate") == "5.11"


def test_5_11_only_in_the_space_of_the_expedition() -> None:
    with table(at(expeditions={"cortes": cortes("texcoco")}, places={HERE: "city", "texcoco": "discovered"})) as game:
        answer(game, "activate cortes")
        assert barred(game, "negotiate") == "5.11"


def test_g_5_1_hostile_troops_do_not_prevent_it() -> None:
    with table(talks(hostile=True, units=[30, 20]), 7) as game:
        assert modifiers(game) == {"rating": 3, "hostile": -3}
        assert not game.position.site(HERE).hostile


@shows("G-5.1", "G-3.15", "5.24")
def test_g_5_1_a_conquistador_without_units_may_negotiate_and_win_an_ally() -> None:
    with table(talks(men={"cortes": cortes(units="")}), 9, "30", "20") as game:
        assert game.position.site(HERE).ally == "red"
        assert game.position.site(HERE).garrison.size == 2  # nobody to take them along
        assert asked(game) == "reward"


@shows("G-3.15")
def test_g_5_1_unless_the_table_rules_otherwise() -> None:
    house = {"lone_diplomacy": False}
    with table(talks(men={"cortes": cortes(units="")}, house=house, before="impulse")) as game:
        answer(game, "activate cortes")
        assert barred(game, "negotiate") == "G-3.15"
    with table(talks(men={"cortes": cortes(units="1 foot")}, house=house, before="impulse")) as game:
        answer(game, "activate cortes")
        assert game.why_not("negotiate") is None


# 5.13  The procedure ---------------------------------------------------------------------------------------------


def test_5_13_others_play_against_it_and_the_active_player_for_it_before_the_dice() -> None:
    hands = {"red": ["green-glass-beads"], "blue": ["hostile-chiefs"]}
    with table(talks(hands=hands), 4) as game:
        assert (asked(game), game.pending.who) == ("react", "blue")  # type: ignore[union-attr]
        answer(game, "play hostile-chiefs")
        assert (asked(game), game.pending.who) == ("support", "red")  # type: ignore[union-attr]
        assert events_of(game, Rolled) == []
        answer(game, "play green-glass-beads")
        assert modifiers(game) == {"rating": 3, "hostile-chiefs": -2, "green-glass-beads": 2}
        assert total(game, "diplomacy") == 7


def test_5_13_cards_for_it_are_the_active_player_s_and_cards_against_it_the_others() -> None:
    hands = {"red": ["hostile-chiefs", "green-glass-beads"], "blue": ["green-glass-beads", "hostile-chiefs"]}
    with table(talks(hands=hands), 5) as game:
        assert barred(game, "play green-glass-beads") == "2.12"
        answer(game, "pass")
        assert barred(game, "play hostile-chiefs") == "2.14"
        answer(game, "pass")


def test_5_13_cards_of_other_actions_have_no_place_here() -> None:
    with table(talks(hands={"red": ["hostage", "green-glass-beads"]}), 5) as game:
        assert barred(game, "play hostage") == "2.12"
        answer(game, "pass")


def test_5_13_the_best_rating_counts_not_only_the_commander_s() -> None:
    men = {"alvarado": cortes(companions={"cortes": "", "de-leon": "1 foot"})}
    with table(talks(men=men, before="negotiate alvarado"), 4) as game:
        assert modifiers(game) == {"rating": 3}
        assert game.position.expeditions["alvarado"].food == 1


@pytest.mark.parametrize("marker", ["town", "city"])
def test_5_13_a_hostile_place_is_minus_3(marker: str) -> None:
    with table(talks(marker, hostile=True), 4) as game:
        assert modifiers(game) == {"rating": 3, "hostile": -3}


def test_5_13_another_player_s_ally_is_minus_2() -> None:
    with table(talks(ally="blue"), 7) as game:
        assert modifiers(game) == {"rating": 3, "allied-to-another": -2}


def test_5_13_one_s_own_ally_is_no_minus() -> None:
    with table(talks(ally="red"), 4) as game:
        assert modifiers(game) == {"rating": 3}


@pytest.mark.parametrize("marker", ["imperial", "capital"])
def test_5_13_an_imperial_city_is_minus_1(marker: str) -> None:
    with table(talks(marker), 3) as game:
        assert modifiers(game) == {"rating": 3, "imperial": -1}


@shows("G-5.13")
@pytest.mark.parametrize(("status", "minus"), [({"hostile": True}, -3), ({"ally": "blue"}, -2)])
def test_g_5_13_the_minus_of_an_empire_adds_to_the_others(status: dict[str, Any], minus: int) -> None:
    with table(talks("capital", **status), 5) as game:
        values = modifiers(game)
        assert values.pop("imperial") == -1
        assert sum(values.values()) == 3 + minus


def test_5_13_assets_count_as_well_and_so_do_those_shown_before() -> None:
    men = {"cortes": cortes(assets=["imperial-emissary"], shown=["interpreter"])}
    with table(talks("imperial", men=men), 2) as game:
        answer(game, "use imperial-emissary", "use interpreter")
        assert modifiers(game) == {"rating": 3, "imperial": -1, "imperial-emissary": 2, "interpreter": 1}


def test_5_13_two_dice_are_rolled() -> None:
    with table(talks(men=weak(), before="negotiate alvarado"), 12, "20", "20") as game:
        assert total(game, "diplomacy") == 12


# 5.14  The results -----------------------------------------------------------------------------------------------


def test_5_14_a_hostile_place_can_become_neutral() -> None:
    with table(talks("town", hostile=True), 7) as game:
        assert not game.position.site(HERE).hostile
        assert [event.status for event in events_of(game, Turned)] == ["neutral"]


def test_5_14_a_poor_result_leaves_it_hostile() -> None:
    with table(talks("town", hostile=True), 6) as game:
        assert game.position.site(HERE).hostile
        assert game.position.expeditions["cortes"].food == 1


def test_5_14_a_bare_result_changes_nothing() -> None:
    with table(talks("town", men=weak(), before="negotiate alvarado"), 4) as game:
        assert events_of(game, Turned) == []
        assert game.position.expeditions["alvarado"].food == 0
        assert asked(game) == "impulse"


@shows("5.14", "G-5.14", "C21")
def test_g_5_14_a_town_that_turns_hostile_draws_no_units() -> None:
    with table(talks("town", men=weak(), before="negotiate alvarado"), 2) as game:
        assert game.position.site(HERE).hostile
        assert game.position.site(HERE).garrison.size == 0


@shows("5.14", "G-5.14")
@pytest.mark.parametrize(("marker", "dice"), [("city", 2), ("imperial", 3), ("capital", 3)])
def test_g_5_14_a_city_that_turns_hostile_draws_its_units_at_once(marker: str, dice: int) -> None:
    drawn = ["30", "20", "24"][: 2 if marker == "city" else 3]
    with table(talks(marker, men=weak(), before="negotiate alvarado"), dice, *drawn) as game:
        assert game.position.site(HERE).hostile
        assert game.position.site(HERE).garrison == Pile.of(drawn)
        assert asked(game) == "impulse"  # no fight is forced


def test_g_5_14_a_neutral_city_with_units_draws_no_more() -> None:
    with table(talks(men=weak(), before="negotiate alvarado", units=[40]), 3) as game:
        assert game.position.site(HERE).hostile
        assert game.position.site(HERE).garrison == Pile.of(["40"])


def test_5_14_food_comes_to_the_expedition() -> None:
    with table(talks("town"), 5) as game:
        assert game.position.expeditions["cortes"].food == 2


@shows("5.14", "G-5.14b")
def test_g_5_14b_food_above_the_limit_is_lost() -> None:
    with table(talks("town", men={"cortes": cortes(food=2)}), 5) as game:
        assert game.position.expeditions["cortes"].food == 3
    with table(talks("town", men={"cortes": cortes(units="1 foot, 2 horse")}), 5) as game:
        assert game.position.expeditions["cortes"].food == 1
    with table(talks("town", men={"cortes": cortes(units="2 horse")}), 5) as game:
        assert game.position.expeditions["cortes"].food == 0


def test_5_14_an_asset_or_gold_as_the_player_prefers() -> None:
    with table(talks("town"), 6, "bearer") as game:
        assert [each.id for each in game.options] == ["asset", "gold"]
        answer(game, "asset")
        assert game.position.expeditions["cortes"].assets == Pile.of(["bearer"])
        assert game.position.expeditions["cortes"].gold == 0
    with table(talks("town"), 6, 5) as game:
        answer(game, "gold")
        assert game.position.expeditions["cortes"].assets.size == 0
        assert game.position.expeditions["cortes"].gold == 4


def test_5_14_alliance_is_for_cities_only() -> None:
    with table(talks("town"), 12) as game:
        assert asked(game) == "reward"
        assert game.position.site(HERE).ally is None
        assert events_of(game, Gathered) == []


@shows("5.14", "12.251")
def test_5_14_a_king_is_captured() -> None:
    with table(talks("capital", king=True), 12, "30", "20", "24") as game:
        answer(game, "amount 0", "amount 0", "amount 0")
        assert [(event.empire, event.expedition) for event in events_of(game, KingTaken)] == [("mexica", "cortes")]
        assert game.position.expeditions["cortes"].kings == ("mexica",)
        assert not game.position.site(HERE).king


def test_g_5_14c_only_a_king_who_is_in_that_space() -> None:
    more = {"texcoco": place("capital", empire="mexica", king=True)}
    with table(talks("imperial", places=more), 12, "30", "20", "24") as game:
        answer(game, "amount 0", "amount 0", "amount 0")
        assert game.position.expeditions["cortes"].kings == ()
        assert game.position.site("texcoco").king


def test_5_14_no_king_without_that_result() -> None:
    with table(talks("capital", king=True), 9, "30", "20", "24") as game:
        assert total(game, "diplomacy") == 11
        assert game.position.site(HERE).king


# 5.15  Assets ----------------------------------------------------------------------------------------------------


def test_5_15_the_card_lies_face_down_with_the_expedition_and_others_do_not_see_it() -> None:
    with table(talks("town"), 6, "interpreter") as game:
        answer(game, "asset")
        assert game.position.expeditions["cortes"].assets == Pile.of(["interpreter"])
        assert game.view("red").position.expeditions["cortes"].assets.titles == ("interpreter",)
        assert game.view("blue").position.expeditions["cortes"].assets.titles == ("?",)
        assert [event.audience for event in events_of(game, AssetGained)] == [("red",)]
        assert game.position.piles["assets"].count_of("interpreter") == 3


def test_5_15_it_helps_later_actions_and_is_shown_when_first_used() -> None:
    with table(talks("town", men={"cortes": cortes(assets=["interpreter"])}), 2) as game:
        answer(game, "use interpreter")
        assert modifiers(game) == {"rating": 3, "interpreter": 1}
        assert game.position.expeditions["cortes"].assets.size == 0
        assert game.view("blue").position.expeditions["cortes"].shown.titles == ("interpreter",)


def test_5_15_an_asset_helps_its_own_expedition_only() -> None:
    men = {"cortes": cortes(assets=["bearer"]), "de-leon": expedition("red", HERE, "1 foot", assets=["interpreter"])}
    with table(talks("town", men=men), 5) as game:
        assert modifiers(game) == {"rating": 3}
        assert game.position.expeditions["de-leon"].assets.titles == ("interpreter",)


def test_5_15_an_asset_of_another_kind_of_action_does_not_help() -> None:
    with table(talks("town", men={"cortes": cortes(assets=["indian-guide", "interpreter"])}), 5) as game:
        assert barred(game, "use indian-guide") == "5.15"
        assert barred(game, "use bearer") == "5.15"
        answer(game, "pass")


@shows("G-5.15", "C43")
def test_g_5_15_an_empty_deck_takes_back_its_discards() -> None:
    pos = talks("town")
    pos.piles["asset-discards"], pos.piles["assets"] = pos.piles["assets"], Pile()
    with table(pos, 6, "featherwork") as game:
        answer(game, "asset")
        assert game.position.expeditions["cortes"].assets == Pile.of(["featherwork"])
        assert game.position.piles["assets"].size == 22
        assert game.position.piles["asset-discards"].size == 0


def test_g_5_15_when_both_are_empty_only_gold_is_left() -> None:
    everything = [title for title in rules_of().asset_deck().each() if title != "mano-de-dios"]
    men = {"cortes": cortes(), "balboa": expedition("blue", "cempoala", "1 foot", assets=everything)}
    pos = talks("town", men=men, luck={"blue": 5}, places={"cempoala": "village"})
    with table(pos, 6, 3) as game:
        assert game.position.expeditions["cortes"].gold == 2
        assert asked(game) == "impulse"


def test_g_5_15_assets_of_a_destroyed_expedition_are_discarded() -> None:
    men = {"cortes": cortes(units="1 foot", assets=["bearer"], shown=["interpreter"])}
    pos = talks("city", men=men, hostile=True, units=[48, 40], before="battle indians cortes")
    with table(pos, 12, 2) as game:
        assert "cortes" not in game.position.expeditions
        assert game.position.piles["asset-discards"] == Pile.of(["bearer", "interpreter"])


@shows("G-5.15")
def test_g_5_15_a_combined_expedition_has_all_the_assets() -> None:
    men = {
        "cortes": cortes(units="2 foot", assets=["bearer"]),
        "de-leon": expedition("red", HERE, "", assets=["interpreter"]),
    }
    with table(talks("town", men=men, before="impulse")) as game:
        answer(game, f"reorganise {HERE}", "lead cortes", "join de-leon cortes", "amount 2")
        assert game.position.expeditions["cortes"].assets == Pile.of(["bearer", "interpreter"])


def test_g_5_15_on_a_split_the_owner_divides_them() -> None:
    men = {"cortes": cortes(units="2 foot", companions={"de-leon": ""}, assets=["bearer", "interpreter"])}
    with table(talks("town", men=men, before="impulse")) as game:
        answer(game, f"reorganise {HERE}", "lead cortes", "lead de-leon", "amount 1", "amount 1", "amount 0")
        assert game.position.expeditions["cortes"].assets == Pile.of(["bearer"])
        assert game.position.expeditions["de-leon"].assets == Pile.of(["interpreter"])


def test_5_151_mano_de_dios_is_laid_open_before_the_player() -> None:
    hand = ["bolas"] * 3 + ["painted-warriors"] * 3 + ["encirclement"] * 2
    with table(talks("town", hands={"red": hand}), 6, "mano-de-dios") as game:
        answer(game, "asset")
        assert game.position.factions["red"].luck == 1
        assert game.view("blue").position.factions["red"].luck == 1
        assert game.position.expeditions["cortes"].assets.size == 0
        assert game.position.hands["red"].size == 8  # it does not count


def test_5_151_it_serves_any_roll_of_the_player() -> None:
    men = {"cortes": cortes("texcoco"), "alvarado": cortes()}
    with table(talks("town", men=men, luck={"red": 1}, before="negotiate alvarado"), 4) as game:
        answer(game, "modify open-mano-de-dios")
        assert total(game, "diplomacy") == 6
        assert game.position.factions["red"].luck == 0
        assert game.position.piles["asset-discards"] == Pile.of(["mano-de-dios"])


# 5.16  Gold ------------------------------------------------------------------------------------------------------


def test_5_16_the_rating_does_not_count_for_gold() -> None:
    with table(talks("town"), 6, 4) as game:
        answer(game, "gold")
        assert modifiers(game, "diplomacy-gold") == {}
        assert total(game, "diplomacy-gold") == 4
        assert game.position.expeditions["cortes"].gold == 3
        assert game.position.gold == 3


@pytest.mark.parametrize(("marker", "dice", "gold"), [("town", 6, 5), ("city", 6, 10), ("imperial", 7, 10)])
@shows("5.16", "C27")
def test_c27_imperial_cities_use_the_city_column(marker: str, dice: int, gold: int) -> None:
    with table(talks(marker), dice, 6) as game:
        answer(game, "gold")
        assert modifiers(game, "diplomacy-gold") == {}
        assert game.position.expeditions["cortes"].gold == gold


@shows("5.16", "J8")
@pytest.mark.parametrize(("dice", "bonus"), [(6, 0), (8, 1), (12, 2)])
def test_5_16_the_bonus_of_the_result_counts(dice: int, bonus: int) -> None:
    with table(talks("town"), dice, 1) as game:
        answer(game, "gold")
        assert modifiers(game, "diplomacy-gold").get("diplomacy-result", 0) == bonus


@shows("C29")
@pytest.mark.parametrize(("kings", "plus"), [(["mexica"], 1), (["inca"], 0), ([], 0)])
def test_c29_the_king_of_that_empire_is_plus_1(kings: list[str], plus: int) -> None:
    with table(talks("imperial", men={"cortes": cortes(kings=kings)}), 7, 1) as game:
        answer(game, "gold")
        assert modifiers(game, "diplomacy-gold").get("king", 0) == plus


@shows("C29")
def test_c29_a_king_is_no_help_at_a_city_outside_his_empire() -> None:
    with table(talks("city", men={"cortes": cortes(kings=["mexica"])}), 6, 1) as game:
        answer(game, "gold")
        assert modifiers(game, "diplomacy-gold") == {}


@shows("C29")
def test_c29_only_the_expedition_that_holds_him() -> None:
    men = {"cortes": cortes(), "de-leon": expedition("red", HERE, "1 foot", kings=["mexica"])}
    with table(talks("imperial", men=men), 7, 1) as game:
        answer(game, "gold")
        assert modifiers(game, "diplomacy-gold") == {}


@shows("5.161", "C24")
def test_5_161_w6_three_others_have_rolled_so_it_is_minus_3() -> None:
    """W6: four players, one gold roll each in the same space and turn."""
    men = {
        "cortes": expedition("red", HERE, "1 foot"),
        "francisco-pizarro": expedition("blue", HERE, "1 foot"),
        "balboa": expedition("green", HERE, "1 foot"),
        "quesada": expedition("yellow", HERE, "1 foot"),
    }
    dice = [6, 6, 7, 6, 7, 6, 7, 6]
    with table(at(4, map="both", expeditions=men, places={HERE: "town"}), *dice) as game:
        for man in men:
            answer(game, f"activate {man}", "negotiate", "gold", "done")
        rolls = [event for event in events_of(game, Rolled) if event.roll == "diplomacy-gold"]
        assert [event.total for event in rolls] == [6, 5, 4, 3]
        assert modifiers(game, "diplomacy-gold") == {"earlier-rolls": -3}
        assert game.position.site(HERE).gold_rolls == 4


@shows("5.161", "C24")
def test_c24_gold_rolls_count_not_diplomacy_actions() -> None:
    with table(talks("town"), 6, "bearer") as game:
        answer(game, "asset")
        assert game.position.site(HERE).gold_rolls == 0
    with table(talks("town"), 2) as game:
        assert game.position.site(HERE).gold_rolls == 0


def test_5_161_rolls_in_other_spaces_do_not_count() -> None:
    with table(talks("town", places={"texcoco": place("city", gold_rolls=2)}), 6, 4) as game:
        answer(game, "gold")
        assert modifiers(game, "diplomacy-gold") == {}


@shows("5.161", "C24", "2.0")
def test_5_161_the_next_turn_forgets_them() -> None:
    with table(talks("town", gold_rolls=2, hands={"red": ["bolas"]}, before="victory")) as game:
        assert asked(game) == "discard"  # the first step of turn 2
        assert game.position.site(HERE).gold_rolls == 0


@shows("5.162", "G-5.162")
def test_5_162_a_plundered_out_place_gives_no_gold_but_everything_else() -> None:
    with table(talks("city", out=True, hostile=True), 11, "30", "20", "bearer") as game:
        answer(game, "amount 1", "amount 0")
        assert game.position.expeditions["cortes"].assets == Pile.of(["bearer"])  # no choice was left
        assert game.position.expeditions["cortes"].gold == 0
        assert game.position.site(HERE).ally == "red"
        assert asked(game) == "impulse"


@shows("5.162", "G-5.162")
def test_5_162_towns_too_and_food_still_comes() -> None:
    with table(talks("town", out=True), 5) as game:
        assert game.position.expeditions["cortes"].food == 2
    with table(talks("town", out=True), 6, "bearer") as game:
        assert game.position.expeditions["cortes"].assets == Pile.of(["bearer"])


def test_5_162_nothing_at_all_without_gold_and_assets() -> None:
    everything = [title for title in rules_of().asset_deck().each() if title != "mano-de-dios"]
    men = {"cortes": cortes(), "balboa": expedition("blue", "cempoala", "1 foot", assets=everything)}
    pos = talks("town", men=men, luck={"blue": 5}, places={"cempoala": "village"}, out=True)
    with table(pos, 6) as game:
        assert asked(game) == "impulse"


def test_5_17_the_rest_of_the_empire_is_not_concerned() -> None:
    more = {"texcoco": place("imperial", empire="mexica", hostile=True), "cholula": place("imperial", empire="mexica")}
    with table(talks("capital", places=more, hostile=True), 12, "30", "20", "24") as game:
        answer(game, "amount 0", "amount 0", "amount 0")
        assert game.position.site(HERE).ally == "red"
        assert game.position.site("texcoco").hostile
        assert game.position.site("texcoco").ally is None
        assert not game.position.site("cholula").hostile
        assert game.position.site("cholula").ally is None


# 5.21, 5.22  Alliance --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("marker", "dice", "drawn"), [("city", 8, ["30", "20"]), ("imperial", 9, ["30", "20", "24"])])
@shows("5.21", "G-5.21", "12.34")
def test_5_21_the_city_takes_the_player_s_marker_and_draws_its_units(marker: str, dice: int, drawn: list[str]) -> None:
    with table(talks(marker), dice, *drawn) as game:
        assert game.position.site(HERE).ally == "red"
        assert game.position.site(HERE).garrison == Pile.of(drawn)
        answer(game, *["amount 0"] * len(drawn))
        assert asked(game) == "reward"


def test_5_21_he_takes_as_many_units_as_he_wishes_and_the_rest_are_the_garrison() -> None:
    with table(talks(), 8, "30", "20") as game:
        answer(game, "amount 0", "amount 1")
        assert game.position.expeditions["cortes"].allies == Pile.of([f"30@{HERE}"])
        assert game.position.site(HERE).garrison == Pile.of(["20"])
    with table(talks(), 8, "30", "30") as game:
        assert [each.id for each in game.options] == ["amount 0", "amount 1", "amount 2"]
        answer(game, "amount 2")
        assert game.position.expeditions["cortes"].allies == Pile.of([f"30@{HERE}", f"30@{HERE}"])


@shows("5.21", "G-5.21")
def test_g_5_21_units_that_are_there_change_sides_and_none_is_drawn() -> None:
    with table(talks(hostile=True, units=["24b"]), 11) as game:
        answer(game, "amount 1")
        assert events_of(game, Gathered) == []
        assert game.position.expeditions["cortes"].allies == Pile.of([f"24b@{HERE}"])
        assert not game.position.site(HERE).hostile


def allied(number: int, **more: Any) -> dict[str, Any]:
    """So many cities allied to red, the first ones in the alphabet, but for Tlaxcala and its neighbours."""
    spaces = [s for s, level in sorted(rules_of().world.level.items()) if level is not None and s not in NEAR]
    return {space: place("city", ally="red", **more) for space in spaces[:number]}


NEAR = (HERE, *rules_of().world.by_land[HERE])


@shows("5.22", "D-5.22")
def test_5_22_who_has_a_marker_left_recycles_none() -> None:
    with table(talks(places=allied(5)), 8, "30", "20") as game:
        assert asked(game) == "take-allies"
        assert sum(site.ally == "red" for site in game.position.sites.values()) == 6


@shows("5.22", "G-5.22", "D-5.22")
def test_5_22_who_has_run_out_may_recycle_one_of_his_own() -> None:
    others = allied(6)
    old = min(others)
    men = {"cortes": cortes(allies=[f"40@{old}", "16@cholula"])}
    with table(talks(men=men, places={**others, old: place("city", ally="red", units=[36])}), 8, "30", "20") as game:
        assert asked(game) == "recycle-ally"
        assert [each.id for each in game.options] == [*[f"take {space}" for space in sorted(others)], "pass"]
        answer(game, f"take {old}")
        assert game.position.site(HERE).ally == "red"
        was = game.position.site(old)
        assert (was.marker, was.ally, was.hostile) == ("city", None, False)
        assert was.garrison == Pile.of(["36"])
        assert game.position.expeditions["cortes"].allies == Pile.of(["16@cholula"])
        assert game.position.piles["cup"].count_of("40") == 4


def test_5_22_who_does_not_want_to_makes_no_alliance() -> None:
    with table(talks(places=allied(6)), 8, 3) as game:
        answer(game, "pass", "gold")
        assert game.position.site(HERE).ally is None
        assert events_of(game, Gathered) == []
        assert game.position.expeditions["cortes"].gold == 6


@shows("5.22", "5.26")
def test_5_22_nor_does_he_take_another_player_s_ally() -> None:
    men = {"cortes": cortes(), "balboa": expedition("blue", "panuco", "1 foot", allies=[f"40@{HERE}"])}
    pos = talks(men=men, ally="blue", units=[30], places=allied(6))
    with table(pos, 10) as game:
        answer(game, "pass")
        assert game.position.site(HERE).ally == "blue"
        assert game.position.expeditions["balboa"].allies == Pile.of([f"40@{HERE}"])


@shows("5.22", "4.171")
def test_5_22_the_old_ally_gets_the_city_marker_of_the_new_one() -> None:
    """All City markers are on the map: none of them has to be recycled for the exchange."""
    free = [s for s, level in sorted(rules_of().world.level.items()) if level is not None and s != HERE]
    more = {space: place("city", ally="red") for space in free[:6]}
    more |= {space: place("city") for space in free[6:21]}
    with table(talks(places=more), 8, "30", "20") as game:
        answer(game, f"take {free[0]}")
        assert asked(game) == "take-allies"
        assert sum(site.marker == "city" for site in game.position.sites.values()) == 22
        assert all(game.position.site(space).marker == "city" for space in free[:21])


# 5.23, 5.24  What an ally gives ----------------------------------------------------------------------------------


@pytest.mark.parametrize("space", [HERE, "texcoco"])
def test_5_23_an_allied_city_feeds_expeditions_there_and_next_to_it(space: str) -> None:
    men = {"cortes": cortes(space, food=1)}
    pos = talks(men=men, ally="red", places={"texcoco": "village"} if space != HERE else {}, before="feed:cortes")
    with table(pos) as game:
        assert [event.how for event in events_of(game, Fed)] == ["ally"]
        assert game.position.expeditions["cortes"].food == 1


@pytest.mark.parametrize(("space", "ally"), [("tula", "red"), (HERE, "blue"), (HERE, None)])
def test_5_23_not_two_spaces_away_and_not_another_s(space: str, ally: str | None) -> None:
    men = {"cortes": cortes(space, food=1)}
    with table(talks(men=men, ally=ally, before="feed:cortes")) as game:
        assert events_of(game, Fed) == []
        assert game.position.expeditions["cortes"].food == 0


@shows("5.24", "G-5.24")
def test_g_5_24_units_can_be_taken_later_at_any_time_in_the_impulse() -> None:
    with table(talks(ally="red", units=[30, 20], before="impulse")) as game:
        answer(game, "muster cortes", "amount 1", "amount 0")
        assert game.position.expeditions["cortes"].allies == Pile.of([f"20@{HERE}"])
        answer(game, "activate cortes", "rest", "muster cortes")
        assert game.position.expeditions["cortes"].allies == Pile.of([f"20@{HERE}", f"30@{HERE}"])
        assert barred(game, "muster cortes") == "5.24"  # nobody is left


def test_g_5_24_who_musters_takes_one_at_least() -> None:
    with table(talks(ally="red", units=[30, 20], before="impulse")) as game:
        answer(game, "muster cortes", "amount 0")
        assert game.position.expeditions["cortes"].allies == Pile.of([f"30@{HERE}"])


def test_g_5_24_only_in_the_space_of_an_ally_of_one_s_own() -> None:
    men = {"cortes": cortes("texcoco"), "de-leon": expedition("red", HERE, "1 foot")}
    with table(talks(men=men, ally="blue", units=[30], places={"texcoco": "village"}, before="impulse")) as game:
        assert barred(game, "muster cortes") == "5.24"
        assert barred(game, "muster de-leon") == "5.24"
        assert barred(game, "muster balboa") == "2.31"


def test_g_5_24_the_city_of_each_unit_is_remembered() -> None:
    men = {"cortes": cortes(allies=["30@cholula"])}
    with table(talks(men=men, ally="red", units=[30], before="impulse")) as game:
        answer(game, "muster cortes")
        assert game.position.expeditions["cortes"].allies == Pile.of(["30@cholula", f"30@{HERE}"])


def test_5_24_allies_move_with_the_expedition() -> None:
    men = {"cortes": cortes(allies=[f"30@{HERE}"])}
    with table(talks(men=men, ally="red", places={"texcoco": "village"}, before="impulse")) as game:
        answer(game, "activate cortes", "march", "go texcoco", "stop")
        assert game.position.expeditions["cortes"].space == "texcoco"
        assert game.position.expeditions["cortes"].allies == Pile.of([f"30@{HERE}"])


def test_5_24_allies_fight_with_it_also_against_indians() -> None:
    men = {"cortes": cortes(units="1 foot", allies=["30@cholula", "24b@cholula"])}
    with table(talks(men=men, hostile=True, units=[10], before="battle cortes indians"), 2, 10, 7) as game:
        assert events_of(game, BattleRound)[0].attacker == 2 + 30 + 12


def test_5_24_allies_do_not_count_towards_the_ten() -> None:
    with table(talks(men={"cortes": cortes(units="10 foot")}), 8, "30", "20") as game:
        answer(game, "amount 1", "amount 1")
        assert game.position.expeditions["cortes"].allies.size == 2
        assert game.position.units("cortes").size == 10


def test_5_24_no_allies_without_a_spanish_unit() -> None:
    with table(talks(men={"cortes": cortes(units="")}, ally="red", units=[30], before="impulse")) as game:
        assert barred(game, "muster cortes") == "5.24"


def test_5_24_allies_are_eliminated_with_the_last_spanish_unit() -> None:
    men = {"cortes": cortes(units="1 foot", hits=4, allies=["30@cholula"])}
    with table(talks(men=men, before="feed:cortes"), 1) as game:
        answer(game, "take foot")
        assert game.position.units("cortes").size == 0
        assert game.position.expeditions["cortes"].allies.size == 0
        assert game.position.piles["cup"].count_of("30") == 6


# 5.26, 5.27  Allies of others, and one's own ---------------------------------------------------------------------


def rivals(**more: Any) -> dict[str, ExpeditionPlan]:
    """Balboa is blue and has units of Tlaxcala and of Cholula with him."""
    blue = expedition("blue", "cempoala", "2 foot", allies=[f"40@{HERE}", "16@cholula"])
    far = expedition("blue", "panuco", "1 foot", allies=[f"36b@{HERE}"])
    return {"cortes": cortes(**more), "balboa": blue, "quesada": far}


@shows("5.26", "D-5.26", "G-5.26", "5.25")
def test_5_26_an_alliance_result_wins_another_player_s_ally() -> None:
    with table(talks(men=rivals(), ally="blue", units=[30, 20]), 10) as game:
        answer(game, "amount 1", "amount 0")
        assert game.position.site(HERE).ally == "red"
        assert game.position.expeditions["cortes"].allies == Pile.of([f"20@{HERE}"])
        assert game.position.site(HERE).garrison == Pile.of(["30"])  # the garrison changed sides
        assert events_of(game, Gathered) == []


@shows("5.26", "D-5.26")
def test_d_5_26_the_former_ally_loses_the_units_of_that_city_and_only_those() -> None:
    with table(talks(men=rivals(), ally="blue", units=[30, 20]), 10) as game:
        answer(game, "amount 0", "amount 0")
        assert game.position.expeditions["balboa"].allies == Pile.of(["16@cholula"])
        assert game.position.expeditions["quesada"].allies.size == 0
        left = [event for event in events_of(game, AlliesChanged) if not event.joined]
        assert [(event.expedition, event.units, event.rule) for event in left] == [
            ("balboa", ("40",), "5.26"),
            ("quesada", ("36b",), "5.26"),
        ]
        assert game.position.piles["cup"].count_of("40") == 4
        assert game.position.piles["cup"].count_of("36") == 4


def test_g_5_26_new_units_are_drawn_only_if_there_are_none() -> None:
    with table(talks(men=rivals(), ally="blue"), 10, "24", "10") as game:
        answer(game, "amount 0", "amount 0")
        assert game.position.site(HERE).garrison == Pile.of(["10", "24"])


@shows("5.26", "G-5.26")
def test_5_26_a_great_success_brings_nothing_but_the_alliance() -> None:
    men = rivals(shown=["interpreter", "imperial-emissary"])
    with table(talks("capital", men=men, ally="blue", units=[30], king=True), 12) as game:
        answer(game, "use interpreter", "use imperial-emissary", "amount 0")
        assert total(game, "diplomacy") == 15
        assert game.position.site(HERE).ally == "red"
        assert game.position.site(HERE).king
        assert game.position.expeditions["cortes"].kings == ()
        assert asked(game) == "impulse"  # neither asset nor gold


@pytest.mark.parametrize(("dice", "sum_"), [(2, 3), (6, 7), (8, 9)])
@shows("5.26", "G-5.26")
def test_5_26_every_other_result_is_ignored(dice: int, sum_: int) -> None:
    with table(talks(men=rivals(), ally="blue", units=[30]), dice) as game:
        assert total(game, "diplomacy") == sum_
        assert game.position.site(HERE).ally == "blue"
        assert not game.position.site(HERE).hostile
        assert game.position.expeditions["cortes"].food == 0
        assert asked(game) == "impulse"


@shows("5.27", "G-5.27")
def test_5_27_one_s_own_ally_gives_gold_assets_and_food_but_no_new_alliance() -> None:
    with table(talks(ally="red"), 8, 4) as game:
        answer(game, "gold")
        assert modifiers(game, "diplomacy-gold") == {"diplomacy-result": 1}
        assert game.position.expeditions["cortes"].gold == 8
        assert events_of(game, Gathered) == []
        assert events_of(game, Turned) == []
    with table(talks(ally="red"), 6, "bearer") as game:
        answer(game, "asset")
        assert game.position.expeditions["cortes"].assets == Pile.of(["bearer"])
    with table(talks(ally="red"), 4) as game:
        assert game.position.expeditions["cortes"].food == 1


@shows("5.27", "G-5.27", "5.22")
def test_g_5_27_it_needs_no_second_marker() -> None:
    with table(talks(ally="red", places=allied(5)), 8, 4) as game:
        assert asked(game) == "reward"
        answer(game, "gold")


def test_g_5_27_a_bad_result_does_not_end_the_alliance() -> None:
    with table(talks(men=weak(), ally="red", before="negotiate alvarado"), 2) as game:
        assert game.position.site(HERE).ally == "red"
        assert not game.position.site(HERE).hostile


# W7  The example after 5.28 --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("errata", "bonus", "die"), [("japanese", 2, 4), ("english", 1, 5)])
@shows("J8", "C27", "C29", "5.13", "5.14", "5.16", "5.21")
def test_j8_w7_the_example_after_5_28(errata: str, bonus: int, die: int) -> None:
    """Cortés, an Interpreter, Mano de Dios, dice of 10: the capital is an ally, the king captured, 12 gold won."""
    pos = at(
        house={"errata": errata},
        expeditions={"cortes": expedition("red", "tenochtitlan", ARMY, assets=["interpreter"])},
        places={
            "tenochtitlan": place("capital", empire="mexica", king=True),
            "texcoco": place("imperial", empire="mexica"),
        },
        hands={"red": ["mano-de-dios"]},
    )
    with table(pos, 10, "40", "30", "20", die) as game:
        answer(game, "activate cortes", "negotiate", "use interpreter", "modify mano-de-dios")
        assert modifiers(game) == {"rating": 3, "imperial": -1, "interpreter": 1, "mano-de-dios": 2}
        assert total(game, "diplomacy") == 15
        assert game.position.piles["discards"] == Pile.of(["mano-de-dios"])
        assert game.position.site("tenochtitlan").ally == "red"
        answer(game, "amount 0", "amount 0", "amount 1")
        assert game.position.expeditions["cortes"].kings == ("mexica",)
        assert not game.position.site("tenochtitlan").king
        assert [each.id for each in game.options] == ["asset", "gold"]
        answer(game, "gold")
        assert modifiers(game, "diplomacy-gold") == {"diplomacy-result": bonus, "king": 1}
        assert total(game, "diplomacy-gold") == 7
        cortes_now = game.position.expeditions["cortes"]
        assert cortes_now.gold == 12
        assert cortes_now.shown == Pile.of(["interpreter"])
        assert cortes_now.allies == Pile.of(["40@tenochtitlan"])
        assert game.position.site("texcoco").ally is None
