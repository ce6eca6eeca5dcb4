"""6.2, 6.3  The rounds of a battle: values, cards, rolls and losses."""

from __future__ import annotations

import pytest

from conquistadors.engine.events import Rolled
from conquistadors.engine.game import Game
from conquistadors.games.conquest.builder import expedition, place
from conquistadors.games.conquest.rules.events import BattleResult, BattleRound, IndianLost, UnitFlipped, UnitLost
from conquistadors.games.conquest.rules.position import NOTHING, ConquestPosition, Units
from support.battles import duel, field, values, waiting
from support.clauses import shows
from support.indies import answer, asked, at, barred, events_of, table

QUIET = (2, 2, 2, 2)
"""The dice of two rounds in which nobody is hurt; then the Spaniards are asked whether they retreat."""


def modifiers(game: Game[ConquestPosition], roll: str = "combat-spanish") -> dict[str, int]:
    """The modifiers of the first such roll."""
    rolled = next(each for each in events_of(game, Rolled) if each.roll == roll)
    return {modifier.name: modifier.value for modifier in rolled.modifiers}


def lost(game: Game[ConquestPosition]) -> list[str]:
    return [each.unit for each in events_of(game, UnitLost)]


# Rounds ----------------------------------------------------------------------------------------------------------


@shows("6.21", "G-6.27")
def test_6_21_both_sides_strike_in_every_round_until_one_has_no_units() -> None:
    with table(field("6 foot", [10, 20]), *(7, 6), *(2, 6), 2) as game:
        answer(game, "take 20")
        assert values(game) == [(30, 12), (10, 12)]
        assert [flipped.unit for flipped in events_of(game, UnitFlipped)] == ["foot"]
        assert [gone.unit for gone in events_of(game, IndianLost)] == ["20", "10"]
        assert game.position.battle is None


@shows("6.21", "G-6.27")
def test_6_21_the_rounds_go_on_after_the_least_number() -> None:
    with table(field(), *QUIET, *QUIET) as game:
        answer(game, "fight", "fight")
        assert [each.round for each in events_of(game, BattleRound)] == [1, 2, 3, 4]


def test_6_22_the_highest_column_not_above_the_value() -> None:
    """40 reads column 36, where 8 is one loss; column 42 has two."""
    with table(field("2 foot", [30, 10]), *(8, 2), *(2, 2)) as game:
        assert events_of(game, BattleResult)[0].losses == 1


@shows("6.22", "6.22(2)", "6.22(3)", "6.22(4)")
def test_6_22_mano_de_dios_before_either_roll_and_again_after_both() -> None:
    with table(field(indians=[48], table={"luck": {"red": 2}}), *(2, 2, 5), *(2, 2)) as game:
        assert (asked(game), events_of(game, Rolled)) == ("modify", [])
        answer(game, "modify open-mano-de-dios")
        assert asked(game) == "reroll"
        assert [(rolled.who, rolled.total) for rolled in events_of(game, Rolled)] == [("blue", 2), ("red", 7)]
        answer(game, "reroll open-mano-de-dios")
        assert events_of(game, Rolled)[2].total == 10  # the +2 holds for the new dice (D-1.55)


@shows("6.22", "1.57")
def test_6_22_nobody_has_mano_de_dios_for_the_indians() -> None:
    with table(field(table={"luck": {"blue": 1}}), *QUIET) as game:
        assert asked(game) == "retreat"


@shows("6.22", "G-6.34b")
def test_g_6_34b_who_dies_in_a_round_still_strikes_in_it() -> None:
    with table(field("1 foot", [48]), *(8, 8)) as game:
        assert lost(game) == ["foot"]
        assert game.position.sites["tlaxcala"].garrison.titles == ("48b",)


@shows("G-6.22b", "6.22")
def test_g_6_22b_the_next_other_player_rolls_for_indians_whom_spaniards_attack() -> None:
    pos = field(before="battle cortes indians", seats=3, table={"order": ["blue", "red", "green"]})
    with table(pos, *(8, 2), *(2, 2)) as game:
        assert {rolled.who for rolled in events_of(game, Rolled) if rolled.roll == "combat-indian"} == {"green"}
        assert waiting(game) == ("loss", "green")
        answer(game, "take foot")


@shows("G-6.22b")
def test_g_6_22b_who_caused_the_attack_rolls_for_the_indians() -> None:
    pos = field(before="impulse", seats=3, table={"active": "green"})
    with table(pos, *QUIET) as game:
        answer(game, "incite tlaxcala cortes")
        assert {rolled.who for rolled in events_of(game, Rolled) if rolled.roll == "combat-indian"} == {"green"}


@shows("6.221", "C9")
def test_6_221_foot_2_horse_8_cannon_3() -> None:
    for units, worth in (("1 foot", 2), ("1 horse", 8), ("1 cannon", 3), ("3 foot, 2 horse, 1 cannon", 25)):
        with table(field(units, [10]), *QUIET) as game:
            assert values(game)[0] == (10, worth)


def test_6_221_allies_and_flipped_indians_count_as_printed() -> None:
    with table(field("1 foot", ["24b", 10], allies=["36@cholula", "16b@cholula"]), *QUIET) as game:
        assert values(game)[0] == (22, 2 + 36 + 8)


# What is added to a roll -----------------------------------------------------------------------------------------


@shows("6.23", "G-6.23")
def test_6_23_one_conquistador_must_be_named_once_a_battle() -> None:
    """A wounded man will do, and he alone is checked."""
    pos = field("3 foot", companions={"alvarado": ""}, wounded=["alvarado"])
    with table(pos, *QUIET, 12) as game:
        assert (asked(game), events_of(game, Rolled)) == ("leader", [])
        assert barred(game, "pass") == "6.23"
        answer(game, "take alvarado")
        assert modifiers(game)["rating"] == 3
        assert asked(game) == "retreat"  # nobody was asked again in round 2
        answer(game, "retreat totonacapan")
        assert list(game.position.captains) == ["cortes"]


@shows("6.23")
def test_6_23_each_side_of_a_battle_of_spaniards_adds_its_own_rating() -> None:
    with table(duel(), *QUIET) as game:
        answer(game, "pass", "pass")  # nobody is given up (11.24)
        ratings = {rolled.who: rolled.modifiers[0].value for rolled in events_of(game, Rolled)}
        assert ratings == {"blue": 3, "red": 2}


@shows("G-6.23", "6.45")
def test_g_6_23_a_new_leader_is_named_if_a_card_kills_the_first() -> None:
    hands = {"blue": ["poison-darts"]}
    pos = field("3 foot", companions={"alvarado": "", "ordaz": ""}, table={"hands": hands})
    with table(pos, 6, *QUIET) as game:
        answer(game, "take alvarado", "play poison-darts", "take alvarado")
        assert asked(game) == "leader"
        answer(game, "take ordaz")
        assert modifiers(game)["rating"] == 1


@shows("6.24", "G-6.24")
def test_6_24_any_cannon_adds_one_and_more_add_no_more() -> None:
    for units, added in (("1 foot", None), ("1 foot, 1 cannon", 1), ("1 foot, 3 cannon", 1)):
        with table(field(units, [10]), *QUIET) as game:
            assert modifiers(game).get("cannon") == added


@pytest.mark.parametrize(("hits", "added"), [(0, None), (1, None), (2, -1), (3, -2), (4, -2)])
def test_6_241_morale_hits_weaken_the_roll(hits: int, added: int | None) -> None:
    with table(field("1 foot", hits=hits), *QUIET) as game:
        assert modifiers(game).get("morale") == added


# Cards -----------------------------------------------------------------------------------------------------------


@shows("6.25", "2.13", "6.22(1)")
def test_6_25_anybody_helps_the_indians_and_only_the_owner_his_expedition() -> None:
    hands = {"blue": ["desertion", "bolas"], "green": ["painted-warriors"], "red": ["bolas", "santiago"]}
    with table(field(indians=[48], seats=3, table={"hands": hands}), *QUIET) as game:
        assert waiting(game)[1] == "blue"  # the Indian side first
        assert barred(game, "play desertion") == "2.13"
        answer(game, "pass", "play painted-warriors")
        assert waiting(game)[1] == "red"
        assert barred(game, "play bolas") == "2.13"
        answer(game, "play santiago", "pass", "pass")
        assert values(game)[0] == (96, 25)
        assert modifiers(game)["santiago"] == 2
        assert "bolas" not in modifiers(game, "combat-indian")


@shows("6.25")
def test_6_25_nothing_is_played_for_indians_where_spaniards_fight_each_other() -> None:
    pos = duel(table={"hands": {"blue": ["bolas", "santiago"]}})
    with table(pos) as game:
        answer(game, "pass")
        assert barred(game, "play bolas") == "6.25"
        assert game.why_not("play santiago") is None


@shows("G-6.25", "6.25")
def test_g_6_25_a_card_is_played_at_the_start_of_any_round_and_lasts() -> None:
    pos = field(indians=[48], table={"hands": {"blue": ["bolas"], "red": ["santiago"]}})
    with table(pos, *QUIET, 2, 2) as game:
        answer(game, "pass", "pass")
        answer(game, "play bolas", "play santiago", "fight")
        rolls = [{m.name for m in rolled.modifiers} for rolled in events_of(game, Rolled)]
        assert ["bolas" in names for names in rolls[::2]] == [False, True, True]
        assert ["santiago" in names for names in rolls[1::2]] == [False, True, False]  # "one roll", says the card


@shows("6.26", "G-6.26b", "2.17")
def test_6_26_no_title_twice_and_different_ones_add_up() -> None:
    hands = {"blue": ["bolas", "bolas", "painted-warriors", "encirclement"]}
    with table(field(table={"hands": hands}), *QUIET, *QUIET) as game:
        answer(game, "play bolas")
        assert barred(game, "play bolas") == "2.17"
        answer(game, "play painted-warriors", "play encirclement")
        assert values(game)[0] == (40, 25)
        assert modifiers(game, "combat-indian") == {"bolas": 1}


@shows("6.26", "G-6.26")
def test_g_6_26_two_doublings_make_three_times_the_value() -> None:
    hands = {"blue": ["painted-warriors", "rolling-boulders"]}
    with table(field(indians=[10, 20], table={"hands": hands}), *QUIET) as game:
        answer(game, "play painted-warriors", "play rolling-boulders")
        assert values(game) == [(90, 25), (90, 25)]


def test_6_27_two_rounds_at_least() -> None:
    with table(field(), *QUIET) as game:
        assert asked(game) == "retreat"
        assert len(values(game)) == 2


def test_6_27_four_rounds_with_encirclement() -> None:
    with table(field(table={"hands": {"blue": ["encirclement"]}}), *QUIET, *QUIET) as game:
        answer(game, "play encirclement")
        assert asked(game) == "retreat"
        assert len(values(game)) == 4


def ambushed(**hands: list[str]) -> ConquestPosition:
    """Red discovers the foot of the sierra, and blue has an Ambush."""
    return at(
        3,
        expeditions={"cortes": expedition("red", "tochtepec", "3 foot, 2 horse")},
        places={"cempoala": "village"},
        hands={**hands, "blue": ["indian-ambush", *hands.get("blue", [])]},
        before="discovery cortes",
    )


@shows("C42", "6.27", "4.14")
def test_c42_an_ambush_doubles_in_the_first_round_only() -> None:
    with table(ambushed(), "10", "20", *QUIET) as game:
        answer(game, "play indian-ambush")
        assert values(game) == [(60, 22), (30, 22)]


@shows("C42", "6.26", "G-6.26", "6.27", "6.25")
def test_6_27x_painted_warriors_triple_an_ambush_and_bolas_add_one() -> None:
    """Player A ambushes, Player C adds Painted Warriors, A the Bolas (components, W8)."""
    with table(ambushed(blue=["bolas"], green=["painted-warriors"]), "10", "20", *QUIET) as game:
        answer(game, "play indian-ambush")
        assert waiting(game) == ("react", "blue")
        answer(game, "play bolas", "play painted-warriors")
        assert values(game) == [(90, 22), (60, 22)]
        indian = [rolled for rolled in events_of(game, Rolled) if rolled.roll == "combat-indian"]
        assert [(rolled.who, rolled.total) for rolled in indian] == [("blue", 3), ("blue", 3)]


# Losses ----------------------------------------------------------------------------------------------------------


def test_6_31_a_roll_gives_losses_or_an_m() -> None:
    with table(field("4 foot"), *(8, 2), *(6, 2)) as game:
        results = [(each.losses, each.morale) for each in events_of(game, BattleResult) if each.side == "indians"]
        assert results == [(1, False), (0, True)]


@shows("6.32", "1.231", "6.322", "D-6.32")
def test_6_32_a_unit_with_a_back_dies_at_its_second_loss_and_any_other_at_its_first() -> None:
    with table(field("7 foot, 1 horse", [24, 10]), *(2, 6), *(2, 6), *(2, 6), 2) as game:
        answer(game, "take 24")
        assert game.position.sites["tlaxcala"].garrison.titles == ("10", "24b")
        answer(game, "take 24b", "fight")
        gone = [(each.unit, each.flipped) for each in events_of(game, IndianLost)]
        assert gone == [("24", True), ("24b", False), ("10", False)]
        assert values(game) == [(34, 22), (22, 22), (10, 22)]  # 12 is the value of its back


@shows("6.32", "6.321")
def test_6_32_a_spanish_unit_is_flipped_and_then_eliminated() -> None:
    with table(field("1 horse", [20]), *(8, 2), *(8, 2)) as game:
        assert values(game) == [(20, 8), (20, 8)]  # flipped, it fights on at full value
        assert [flipped.unit for flipped in events_of(game, UnitFlipped)] == ["horse"]
        assert lost(game) == ["horse"]


@shows("6.321", "6.4")
def test_6_321_after_the_battle_flipped_spaniards_are_turned_up() -> None:
    """As soon as it is over: when its leader is checked, the horse that was flipped stands again."""
    with table(field("1 horse", [10], table={"luck": {"red": 1}}), *(9, 7), 2) as game:
        answer(game, "pass", "pass")
        assert [flipped.unit for flipped in events_of(game, UnitFlipped)] == ["horse"]
        assert game.position.rolling[-1].roll == "leader-casualty"
        battle = game.position.battle
        assert battle is not None
        assert battle.attacker.down == battle.defender.down == Units()
        answer(game, "pass")
        assert game.position.units("cortes") == Units(horse=1)


@shows("6.321")
def test_6_321_in_the_next_battle_a_unit_takes_two_losses_again() -> None:
    pos = field("1 horse", [10], table={"hands": {"blue": ["indian-uprising"]}})
    with table(pos, *(9, 7), 2, "10", "12", *(8, 2), *(2, 2)) as game:
        answer(game, "done", "play indian-uprising", "incite tlaxcala cortes")
        assert [flipped.unit for flipped in events_of(game, UnitFlipped)] == ["horse", "horse"]
        assert not lost(game)


def test_6_322_a_flipped_indian_unit_stays_so_after_the_battle() -> None:
    with table(field("7 foot, 1 horse", [24]), *(2, 6), *(2, 2), 2) as game:
        answer(game, "retreat totonacapan")
        assert game.position.battle is None
        assert game.position.sites["tlaxcala"].garrison.titles == ("24b",)


def test_6_33_m_is_a_morale_hit_on_spaniards_and_nothing_to_indians() -> None:
    """6 in column 20 and 4 + 2 in column 25 are both M."""
    with table(field(), *(6, 3), *(2, 2)) as game:
        assert [each.morale for each in events_of(game, BattleResult)][:2] == [True, True]
        assert game.position.expeditions["cortes"].hits == 1
        assert game.position.sites["tlaxcala"].garrison.titles == ("20",)


@shows("G-6.33", "9.14", "11.13")
def test_g_6_33_a_fifth_hit_by_m_costs_a_unit_and_counts_as_a_loss_of_the_battle() -> None:
    with table(field("2 foot, 1 horse", hits=4), *(6, 2), *(2, 2), 2) as game:
        assert waiting(game) == ("fifth-hit", "red")
        answer(game, "take foot", "retreat totonacapan", "take foot")
        assert lost(game) == ["foot", "foot"]  # the second by the retreat
        assert game.position.factions["red"].index == -1


@shows("9.14", "6.321")
def test_9_14_who_loses_a_unit_to_a_fifth_hit_in_battle_gives_a_flipped_one() -> None:
    with table(field("2 foot", hits=4), *(8, 2), *(6, 2)) as game:
        assert game.position.units("cortes") == Units(1)
        battle = game.position.battle
        assert battle is not None
        assert battle.defender.down == Units()


def test_6_34_the_roller_chooses_among_the_enemys_units() -> None:
    with table(field(indians=[10, 20]), *(7, 5), *(2, 2)) as game:
        assert waiting(game) == ("loss", "blue")
        assert {str(each) for each in game.options} == {"take foot", "take horse", "take cannon"}
        answer(game, "take cannon")
        assert waiting(game) == ("loss", "red")
        answer(game, "take 20")
        assert [flipped.unit for flipped in events_of(game, UnitFlipped)] == ["cannon"]


def test_6_34_no_second_loss_before_every_unit_has_one() -> None:
    """Three losses on a foot and a horse: the third is a second one."""
    with table(field("1 foot, 1 horse", [48, 40]), *(9, 2), *(2, 2)) as game:
        answer(game, "take horse")
        assert lost(game) == []
        answer(game, "take horse-flipped")  # the foot had to take the second
        assert lost(game) == ["horse"]


def test_6_34_in_a_later_round_a_flipped_unit_may_be_eliminated_at_once() -> None:
    with table(field("3 foot", [20]), *(8, 2), *(8, 2)) as game:
        assert {str(each) for each in game.options} == {"take foot", "take foot-flipped"}
        answer(game, "take foot-flipped")
        assert lost(game) == ["foot"]


def test_6_34_no_second_loss_for_an_indian_unit_either() -> None:
    with table(field("4 foot, 5 horse", [24, 10]), *(2, 8), *(2, 2)) as game:
        answer(game, "take 24")
        assert events_of(game, IndianLost)[1].unit == "10"  # the second loss had to fall on the other unit
        assert game.position.sites["tlaxcala"].garrison.titles == ("24b",)


@shows("6.34", "G-6.34", "C8")
def test_g_6_34_indian_allies_and_spaniards_take_turns_and_an_indian_is_first() -> None:
    pos = field("2 foot", [48, 40], allies=["24@cholula", "10@cholula"])
    with table(pos, *(10, 2), *(2, 2)) as game:
        assert {str(each) for each in game.options} == {"take 24@cholula", "take 10@cholula"}
        assert barred(game, "take foot") == "6.34"
        answer(game, "take 24@cholula")
        assert game.position.expeditions["cortes"].allies.titles == ("24b@cholula",)  # third loss: the other ally
        assert [flipped.unit for flipped in events_of(game, UnitFlipped)] == ["foot"]
        gone = [(each.unit, each.flipped) for each in events_of(game, IndianLost)]
        assert gone == [("24", True), ("10", False)]


@shows("6.34", "G-6.34")
def test_g_6_34_the_turns_begin_afresh_in_each_round() -> None:
    pos = field("2 foot", [24], allies=["24@cholula"])
    with table(pos, *(8, 2), *(8, 2)) as game:
        gone = [(each.unit, each.flipped) for each in events_of(game, IndianLost)]
        assert gone == [("24", True), ("24b", False)]  # round 2 begins with the Indian again
        assert not events_of(game, UnitFlipped)


@shows("G-6.34")
def test_g_6_34_when_one_kind_is_exhausted_the_other_takes_the_rest() -> None:
    pos = field("3 foot", [48, 40], allies=["10@cholula"])
    with table(pos, *(10, 2), *(2, 2)) as game:
        assert [gone.unit for gone in events_of(game, IndianLost)] == ["10"]
        assert [flipped.unit for flipped in events_of(game, UnitFlipped)] == ["foot", "foot"]


@shows("G-6.34", "6.32")
def test_g_6_34_losses_beyond_the_last_unit_are_ignored() -> None:
    with table(field("1 foot", [48, 40]), *(12, 2)) as game:
        assert events_of(game, BattleResult)[0].losses == 4
        assert lost(game) == ["foot"]
        assert game.position.battle is None


def test_cotton_armour_takes_a_loss_on_a_spaniard_once_and_the_battle_goes_on() -> None:
    with table(field("1 foot", assets=["cotton-armor"]), *(8, 2), *(2, 2)) as game:
        answer(game, "use cotton-armor")
        assert asked(game) == "retreat"
        assert not events_of(game, UnitFlipped)
        assert game.position.expeditions["cortes"].assets == NOTHING


# Going on --------------------------------------------------------------------------------------------------------


def test_6_35_spaniards_may_retreat_when_the_least_number_of_rounds_is_over() -> None:
    with table(field(before="battle cortes indians"), *QUIET, 2, 2) as game:
        assert waiting(game) == ("retreat", "red")
        answer(game, "fight")  # and is asked again after each round; the Indians never are
        assert waiting(game) == ("retreat", "red")
        assert len(values(game)) == 3


def test_6_35_without_a_space_to_go_to_the_battle_goes_on() -> None:
    """Darién has Panama alone, which the attacker came from."""
    men = {"cortes": expedition("red", "darien", "3 foot"), "alvarado": expedition("blue", "panama", "3 foot")}
    pos = at(expeditions=men, places={"darien": "village"}, index={"red": -1}, warrants=["red"], active="blue")
    with table(pos, *QUIET) as game:
        answer(game, "activate alvarado", "attack", "advance darien", "fight cortes", "pass", "pass")
        assert waiting(game) == ("retreat", "blue")
        answer(game, "fight")
        assert asked(game) == "surrender"  # round 3: Cortés was not asked


@shows("G-6.27b", "6.35")
def test_g_6_27b_where_spaniards_fight_either_may_retreat_and_the_attacker_decides_first() -> None:
    with table(duel(), *QUIET, 2, 2) as game:
        answer(game, "pass", "pass")
        assert waiting(game) == ("retreat", "blue")
        answer(game, "fight")
        assert waiting(game) == ("retreat", "red")
        answer(game, "retreat cempoala")
        assert game.position.expeditions["cortes"].space == "cempoala"


def test_6_0_indian_allies_fight_in_a_battle_of_spaniards() -> None:
    with table(duel("1 foot", "1 horse", allies=["30@cholula"]), *QUIET) as game:
        answer(game, "pass", "pass")
        assert values(game)[0] == (8, 32)


@shows("12.35", "6.13")
def test_12_35_indians_of_a_neutral_place_stay_out_of_a_battle_of_spaniards() -> None:
    pos = duel(places={"totonacapan": place("town", units=[40])})
    with table(pos, *QUIET) as game:
        answer(game, "pass", "pass")
        assert values(game)[0] == (10, 6)
