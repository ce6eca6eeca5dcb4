"""17.0  Standard combat: the horse round, the early retreat of horse, and the Sudden Shock Attack."""

from __future__ import annotations

from typing import Any

import pytest

from conquistadors.engine import changed
from conquistadors.engine.events import Rolled
from conquistadors.engine.game import Game
from conquistadors.games.conquest.builder import PlacePlan, expedition, place
from conquistadors.games.conquest.rules.events import (
    BattleEnded,
    BattleRound,
    Charged,
    Died,
    IndexMoved,
    IndianLost,
    KingTaken,
    Retreated,
    SuddenShock,
    TookOver,
    Unhurt,
    UnitFlipped,
    UnitLost,
)
from conquistadors.games.conquest.rules.position import NOTHING, ConquestPosition, Units
from support.battles import duel, field, values, waiting
from support.clauses import shows
from support.indies import answer, asked, at_standard, barred, events_of, table

QUIET = (2, 2, 2, 2)
"""The dice of two rounds in which nobody is hurt; then the Spaniards are asked whether they retreat."""
FORCE = "3 foot, 2 horse, 1 cannon"
"""25 in strength: the two horse are 16 of it, horse and cannon 19."""


def battle(units: str = FORCE, indians: Any = (40, 30, 20), **wanted: Any) -> ConquestPosition:
    """Indians attack Cortés in the Standard Game."""
    return field(units, indians, standard=True, **wanted)


def imperial(indians: Any = (40, 30, 20), marker: str = "capital", **wanted: Any) -> dict[str, PlacePlan]:
    """Tlaxcala as a city of the Mexica, with their king in a capital."""
    king = marker == "capital"
    return {"tlaxcala": place(marker, hostile=True, units=indians, empire="mexica", king=king, **wanted)}


def assault(units: str = FORCE, indians: Any = (40, 30, 20), **wanted: Any) -> ConquestPosition:
    """Cortés attacks the Mexica in their capital."""
    places = wanted.pop("places", imperial(indians))
    return battle(units, before=wanted.pop("before", "battle cortes indians"), places=places, **wanted)


def rolls(game: Game[ConquestPosition], kind: str) -> list[dict[str, int]]:
    """The modifiers of every such roll."""
    found = [rolled for rolled in events_of(game, Rolled) if rolled.roll == kind]
    return [{modifier.name: modifier.value for modifier in rolled.modifiers} for rolled in found]


def kinds(game: Game[ConquestPosition]) -> list[str]:
    """What was rolled for so far."""
    return [rolled.roll for rolled in events_of(game, Rolled)]


def was_asked(game: Game[ConquestPosition], kind: str) -> bool:
    """Whether anybody was asked for this, bothered or not."""
    return asked(game) == kind or any(given.kind == kind for given in game.answers)


def indians_left(game: Game[ConquestPosition]) -> list[str]:
    return list(game.position.site("tlaxcala").garrison.each())


# The horse round -------------------------------------------------------------------------------------------------


@shows("17.1", "17.11", "G-17.11", "G-6.24")
def test_17_11_horse_attack_alone_before_the_first_round() -> None:
    """Two horse are 16: 6 + 2 is one loss. Foot, cannon and Indian allies do not count, and nobody strikes back."""
    with table(battle(allies=["10@cholula"]), 6, *QUIET) as game:
        assert waiting(game) == ("charge", "red")
        answer(game, "charge")
        assert [(each.expedition, each.strength) for each in events_of(game, Charged)] == [("cortes", 16)]
        assert kinds(game) == ["combat-spanish"]
        assert rolls(game, "combat-spanish") == [{"rating": 2}]
        assert events_of(game, BattleRound) == []
        answer(game, "take 40")
        assert values(game) == [(50, 35), (50, 35)]  # 25, and the ally
        assert asked(game) == "retreat"


@shows("17.11")
def test_17_11_when_attacking_too() -> None:
    with table(battle(indians=[20], before="battle cortes indians"), 6, 3) as game:
        assert waiting(game) == ("charge", "red")
        answer(game, "charge")
        assert indians_left(game) == []
        assert events_of(game, BattleRound) == []
        assert [given.kind for given in game.answers].count("react") == 2  # nobody plays cards in a battle that is won


@shows("17.11", "G-17.11")
def test_17_11_it_is_at_the_players_option() -> None:
    with table(battle(), *QUIET) as game:
        assert barred(game, "charge cortes") == "17.11"
        answer(game, "pass")
        assert events_of(game, Charged) == []
        assert values(game) == [(90, 25), (90, 25)]


@shows("17.11")
def test_17_11_the_horse_suffer_nothing_whatever_they_roll() -> None:
    """5 + 2 in column 16 is M, which is nothing to Indians (6.33)."""
    with table(battle(), 5, *QUIET) as game:
        answer(game, "charge")
        assert events_of(game, UnitFlipped) == []
        assert game.position.expeditions["cortes"].hits == 0
        assert indians_left(game) == ["20", "30", "40"]


@shows("17.11", "6.34")
def test_17_11_losses_fall_by_the_rule_and_the_first_round_counts_anew() -> None:
    """12 + 2 is two losses: one on each unit; in round 1 either may be hit again."""
    with table(battle("2 horse, 1 foot", [24, 36]), 12, *(2, 6)) as game:
        answer(game, "charge", "take 24")
        assert indians_left(game) == ["24b", "36b"]  # the second loss was not to be chosen
        assert [option.subject for option in game.options] == ["24b", "36b"]


@shows("17.11", "6.241", "1.53", "G-1.53")
def test_17_11_morale_and_mano_de_dios_count_as_in_any_round() -> None:
    pos = battle(hits=2, table={"hands": {"red": ["mano-de-dios"]}, "luck": {"red": 1}})
    with table(pos, 2, 5, *QUIET) as game:
        answer(game, "charge")
        assert asked(game) == "modify"
        answer(game, "modify mano-de-dios")
        assert asked(game) == "reroll"
        answer(game, "reroll open-mano-de-dios")
        assert rolls(game, "combat-spanish") == [{"rating": 2, "morale": -1, "mano-de-dios": 2}] * 2
        assert [rolled.total for rolled in events_of(game, Rolled)] == [5, 8]
        answer(game, "take 40")


@shows("17.11")
def test_17_11_without_horse_nobody_is_asked() -> None:
    with table(battle("3 foot, 1 cannon"), *QUIET) as game:
        assert not was_asked(game, "charge")
        before = [given.kind for given in game.answers if given.kind == "react"]
        assert len(before) == 4  # two players, two rounds: no window was opened before the first


@shows("17.11")
def test_17_11_not_against_spaniards_even_with_indian_allies() -> None:
    pos = duel("3 horse", "3 horse", standard=True, alvarado={"allies": ["20@cholula"]})
    with table(pos, *QUIET) as game:
        answer(game, "pass", "pass")
        assert not was_asked(game, "charge")


@shows("17.0")
def test_17_0_none_of_it_in_the_basic_game() -> None:
    with table(field("2 horse", [40]), *QUIET) as game:
        assert not was_asked(game, "charge")
        assert len(values(game)) == 2  # and no retreat after the first round


@shows("17.11", "G-17.11", "4.14")
def test_g_17_11_an_ambush_cancels_it() -> None:
    pos = at_standard(
        expeditions={"cortes": expedition("red", "totonacapan", FORCE)},
        places={"cempoala": "town"},
        hands={"blue": ["indian-ambush"]},
        before="discovery cortes",
    )
    with table(pos, "10", "20", *QUIET) as game:
        answer(game, "play indian-ambush")
        assert not was_asked(game, "charge")
        assert values(game) == [(60, 25), (30, 25)]


@shows("17.11", "G-6.27", "6.27")
def test_g_6_27_the_horse_round_is_none_of_the_rounds_that_are_counted() -> None:
    with table(battle(), 2, *QUIET) as game:
        answer(game, "charge")
        assert [each.round for each in events_of(game, BattleRound)] == [1, 2]
        assert asked(game) == "retreat"


# Cards before the horse round ------------------------------------------------------------------------------------


@shows("17.11", "D-17.11", "G-17.11", "6.22(1)", "G-6.25")
def test_d_17_11_cards_come_before_the_horse_round_the_indian_side_first() -> None:
    """What is in force by then lasts to the end, and cards may be played again in round 1."""
    hands = {"blue": ["bolas", "painted-warriors"], "red": ["war-dogs"]}
    with table(battle(table={"hands": hands}), 2, *QUIET) as game:
        assert waiting(game) == ("react", "blue")
        answer(game, "play bolas")
        assert waiting(game) == ("react", "red")
        answer(game, "play war-dogs", "pass")
        assert waiting(game) == ("charge", "red")
        answer(game, "charge")
        assert rolls(game, "combat-spanish") == [{"rating": 2, "war-dogs": 1}]
        answer(game, "play painted-warriors")
        assert values(game) == [(180, 25), (180, 25)]
        assert rolls(game, "combat-indian") == [{"bolas": 1}] * 2


@shows("6.4", "6.25")
def test_6_4_a_desertion_that_ends_the_battle_before_the_horse_round_spares_the_leader() -> None:
    with table(battle(indians=[40], table={"hands": {"red": ["desertion"]}})) as game:
        answer(game, "play desertion")
        assert len(events_of(game, BattleEnded)) == 1
        assert kinds(game) == []


@shows("17.11", "6.4", "G-6.23")
def test_6_4_after_a_horse_round_the_leader_is_checked_even_if_a_card_ends_the_battle_before_round_1() -> None:
    pos = battle(indians=[40], table={"hands": {"red": ["desertion"]}})
    with table(pos, 2, 3) as game:
        answer(game, "pass", "charge", "play desertion")
        assert events_of(game, BattleRound) == []
        assert kinds(game) == ["combat-spanish", "leader-casualty"]
        assert [each.captain for each in events_of(game, Unhurt)] == ["cortes"]
    with table(pos) as game:
        answer(game, "pass", "pass", "play desertion")  # no horse round: no rating was used
        assert len(events_of(game, BattleEnded)) == 1


@shows("17.11", "G-6.23", "6.23", "6.4")
def test_g_6_23_the_leader_is_named_before_the_horse_round_and_he_alone_is_checked() -> None:
    """7 + 3 destroys the only unit: the battle is over, and the king is taken."""
    pos = battle(places=imperial([40]), companions={"alvarado": "", "ordaz": ""})
    with table(pos, 7, 12) as game:
        assert asked(game) == "leader"
        answer(game, "take alvarado", "charge")
        assert rolls(game, "combat-spanish") == [{"rating": 3}]
        assert [died.captain for died in events_of(game, Died)] == ["alvarado"]
        assert game.position.expeditions["cortes"].kings == ("mexica",)
        assert events_of(game, BattleRound) == []


def test_g_6_23_nobody_else_is_named_for_the_rounds() -> None:
    with table(battle(companions={"alvarado": ""}), 2, *QUIET) as game:
        answer(game, "take alvarado", "charge")
        assert [given.kind for given in game.answers].count("leader") == 1
        assert [roll["rating"] for roll in rolls(game, "combat-spanish")] == [3, 3, 3]


@shows("17.11", "6.45", "6.23")
def test_17_11_poison_darts_kill_the_leader_and_his_successor_leads_the_horse() -> None:
    with table(battle(table={"hands": {"blue": ["poison-darts"]}}), 6, "narvaez", 2, *QUIET) as game:
        answer(game, "play poison-darts", "replace")
        assert [each.captain for each in events_of(game, TookOver)] == ["narvaez"]
        assert waiting(game) == ("charge", "red")
        answer(game, "charge")
        assert rolls(game, "combat-spanish")[0] == {"rating": 1}
        assert events_of(game, Charged)[0].expedition == "narvaez"


@shows("17.11", "9.14")
def test_17_11_a_death_that_costs_the_last_horse_leaves_nothing_to_charge_with() -> None:
    pos = battle("2 foot, 1 horse", hits=4, table={"hands": {"blue": ["poison-darts"]}})
    with table(pos, 6, "narvaez", *QUIET) as game:
        answer(game, "play poison-darts", "replace", "take horse")
        assert not was_asked(game, "charge")
        assert values(game)[0] == (90, 4)


@shows("6.371", "9.14")
def test_6_371_an_expedition_that_cards_destroy_before_the_horse_round_does_not_charge() -> None:
    pos = battle("1 horse", hits=4, table={"hands": {"blue": ["poison-darts"]}})
    with table(pos, 6, "narvaez") as game:
        answer(game, "play poison-darts", "replace")
        assert not was_asked(game, "charge")
        assert game.position.expeditions == {}
        assert len(events_of(game, BattleEnded)) == 1
        assert kinds(game) == ["poison-darts"]


@shows("6.25", "17.11")
def test_6_25_a_card_for_one_roll_counts_for_the_horse_round_or_else_for_the_first() -> None:
    pos = battle(table={"hands": {"red": ["santiago"]}})
    with table(pos, 2, *QUIET) as game:
        answer(game, "play santiago", "charge")
        assert [roll.get("santiago") for roll in rolls(game, "combat-spanish")] == [2, None, None]
    with table(pos, *QUIET) as game:
        answer(game, "play santiago", "pass", "take 40")
        assert [roll.get("santiago") for roll in rolls(game, "combat-spanish")] == [2, None]


# The early retreat -----------------------------------------------------------------------------------------------


@shows("17.12", "G-17.12", "G-6.27")
def test_17_12_horse_alone_may_retreat_after_one_round() -> None:
    """After a full one: the horse round does not do."""
    with table(battle("3 horse"), 2, *(2, 2), 3) as game:
        answer(game, "charge")
        assert asked(game) == "retreat"
        assert [each.round for each in events_of(game, BattleRound)] == [1]
        answer(game, "retreat totonacapan")
        assert [each.expedition for each in events_of(game, Retreated)] == ["cortes"]


@shows("17.12")
def test_17_12_at_the_players_option() -> None:
    with table(battle("3 horse"), *QUIET) as game:
        answer(game, "pass", "fight")
        assert [each.round for each in events_of(game, BattleRound)] == [1, 2]
        assert asked(game) == "retreat"


@shows("17.12")
@pytest.mark.parametrize("force", ["3 horse, 1 foot", "3 horse, 1 cannon"])
def test_17_12_not_with_foot_or_cannon(force: str) -> None:
    with table(battle(force), *QUIET) as game:
        answer(game, "pass")
        assert (asked(game), len(values(game))) == ("retreat", 2)


@shows("17.12")
def test_17_12_not_with_indian_allies() -> None:
    with table(battle("3 horse", allies=["10@cholula"]), *QUIET) as game:
        answer(game, "pass")
        assert (asked(game), len(values(game))) == ("retreat", 2)


@shows("17.12", "G-17.12b")
def test_g_17_12b_only_horse_is_judged_when_the_round_begins() -> None:
    """90 at 9 is three losses: one on each unit, and a second one on the foot. The rider stays for the second round."""
    with table(battle("1 horse, 1 foot"), *(9, 2), *(2, 2)) as game:
        answer(game, "pass", "take foot", "take foot-flipped")
        assert game.position.units("cortes") == Units(horse=1)
        assert (asked(game), len(values(game))) == ("retreat", 2)
    with table(battle("1 horse"), *(2, 2)) as game:
        answer(game, "pass")
        assert (asked(game), len(values(game))) == ("retreat", 1)


@shows("17.12", "G-17.12", "6.27")
def test_g_17_12_encirclement_prevents_it() -> None:
    with table(battle("3 horse", table={"hands": {"blue": ["encirclement"]}}), *QUIET, *QUIET) as game:
        answer(game, "play encirclement", "pass")
        assert (asked(game), len(values(game))) == ("retreat", 4)


@shows("17.12", "G-6.27b")
def test_17_12_against_spaniards_without_horse_each_side_for_itself() -> None:
    """Blue's riders may leave after round 1; red's foot not before round 2."""
    pos = duel("5 foot", "3 horse", standard=True)
    with table(pos, *QUIET) as game:
        answer(game, "pass")
        assert waiting(game) == ("retreat", "blue")
        answer(game, "fight")
        assert waiting(game) == ("surrender", "red")  # round 2 begins: nobody asked red
        answer(game, "pass", "fight")
        assert waiting(game) == ("retreat", "red")


@shows("17.12")
def test_17_12_not_against_spaniards_who_have_horse() -> None:
    with table(duel("1 horse, 3 foot", "3 horse", standard=True), *QUIET) as game:
        answer(game, "pass")
        assert waiting(game) == ("surrender", "red")
        answer(game, "pass")
        assert (waiting(game), len(values(game))) == (("retreat", "blue"), 2)


# Sudden Shock ----------------------------------------------------------------------------------------------------


@shows("17.2", "17.21", "17.22", "17.23", "17.25", "G-17.2", "6.37")
def test_17_23_all_indians_are_gone_the_king_is_taken_and_nobody_is_checked() -> None:
    pos = assault(companions={"alvarado": ""})
    with table(pos, 9) as game:
        cup = game.position.piles["cup"].size
        answer(game, "take alvarado", "shock")
        after = game.position
        assert kinds(game) == ["sudden-shock"]
        assert rolls(game, "sudden-shock") == [{}]
        assert indians_left(game) == []
        assert sorted(lost.unit for lost in events_of(game, IndianLost)) == ["20", "30", "40"]
        assert after.piles["cup"].size == cup + 3
        assert [taken.expedition for taken in events_of(game, KingTaken)] == ["cortes"]
        assert after.units("cortes") == Units(3, 2, 1)
        assert events_of(game, IndexMoved) == []
        assert [each.how for each in events_of(game, SuddenShock)] == ["tried", "succeeds"]
        assert after.piles["shocked"].titles == ("mexica",)
        assert after.battle is None


@shows("17.23", "G-12.34")
def test_17_23_flipped_units_go_back_to_the_cup_as_they_were() -> None:
    with table(assault(indians=["24b", "24", "24"]), 12) as game:
        cup = game.position.piles["cup"].count_of("24")
        answer(game, "shock")
        assert game.position.piles["cup"].count_of("24") == cup + 3


@pytest.mark.parametrize(("dice", "how"), [(2, "fails"), (8, "fails"), (9, "succeeds"), (12, "succeeds")])
def test_17_22_nine_or_more_on_two_dice(dice: int, how: str) -> None:
    with table(assault(), dice, *(() if how == "succeeds" else QUIET)) as game:
        answer(game, "shock")
        assert events_of(game, SuddenShock)[-1].how == how


@shows("17.22", "1.56", "G-1.53")
def test_17_22_mano_de_dios_rolls_again_but_adds_nothing() -> None:
    pos = assault(hits=3, table={"hands": {"red": ["mano-de-dios", "war-dogs"]}})
    with table(pos, 8, 9) as game:
        answer(game, "play war-dogs", "shock")
        assert asked(game) == "reroll"
        assert not was_asked(game, "modify")
        answer(game, "reroll mano-de-dios")
        assert rolls(game, "sudden-shock") == [{}, {}]
        assert indians_left(game) == []


@shows("17.24", "G-17.2", "6.27")
def test_17_24_after_a_failure_horse_and_cannon_fight_alone_for_two_rounds() -> None:
    """19 of 25; the Indians have +1 in the first round; Indian allies stand aside as well."""
    with table(assault(allies=["10@cholula"]), 8, *QUIET, *(2, 2)) as game:
        answer(game, "shock")
        assert indians_left(game) == ["20", "30", "40"]
        assert values(game) == [(19, 90), (19, 90)]
        assert asked(game) == "retreat"  # two rounds at least, as usual
        answer(game, "fight")
        assert values(game)[2] == (35, 90)
        assert rolls(game, "combat-indian") == [{"failed-shock": 1}, {}, {}]
        assert rolls(game, "combat-spanish") == [{"rating": 2, "cannon": 1}] * 3


@shows("17.24", "G-17.2", "6.34")
def test_17_24_only_horse_and_cannon_can_be_hit_and_what_finds_nobody_is_void() -> None:
    """12 + 1 is five losses: one on each of three units, then second ones. In round 2 four more find one unit."""
    with table(assault(allies=["10@cholula"]), 8, *(12, 2), *(12, 2), *(2, 2)) as game:
        answer(game, "shock")
        assert [option.subject for option in game.options] == ["horse", "cannon"]
        answer(game, "take horse", "take horse")
        assert [option.subject for option in game.options] == ["horse-flipped", "cannon-flipped"]  # flipped: unasked
        answer(game, "take horse-flipped", "take horse-flipped")
        assert game.position.units("cortes") == Units(3, 0, 0)
        assert game.position.expeditions["cortes"].allies.titles == ("10@cholula",)
        assert [lost.unit for lost in events_of(game, UnitLost)] == ["horse", "horse", "cannon"]
        assert asked(game) == "retreat"
        answer(game, "fight")
        assert values(game) == [(19, 90), (3, 90), (16, 90)]  # in the end foot and allies


@shows("17.24", "G-6.22")
def test_17_24_a_round_in_which_nobody_is_left_to_strike_is_fought_all_the_same() -> None:
    """Three men die of darts and despair; the foot have to look on in round 2."""
    hands = {"blue": ["poison-darts"]}
    pos = assault("2 foot, 2 horse, 1 cannon", table={"hands": hands}, hits=4)
    with table(pos, 8, *(12, 2), 6, "narvaez", 2, *(2, 2)) as game:
        answer(game, "pass", "shock", "pass", "take horse", "take horse", "take horse-flipped", "take horse-flipped")
        assert game.position.units("cortes") == Units(2, 0, 1)
        answer(game, "play poison-darts", "replace", "take cannon")
        assert values(game) == [(19, 90), (0, 90)]
        assert kinds(game)[-1] == "combat-indian"
        answer(game, "fight")
        assert values(game)[2] == (4, 90)


@shows("17.24", "6.4")
def test_17_24_a_failed_shock_uses_no_rating() -> None:
    """A Desertion before the first roll of round 1 ends the battle: nobody is checked."""
    pos = assault(indians=[40], table={"hands": {"red": ["desertion"]}})
    with table(pos, 8) as game:
        answer(game, "pass", "shock", "play desertion")
        assert kinds(game) == ["sudden-shock"]
        assert len(events_of(game, KingTaken)) == 1


@shows("17.24", "6.4")
def test_17_24_after_a_failure_the_leader_of_the_rounds_is_checked() -> None:
    with table(assault(indians=[40], companions={"alvarado": ""}), 8, *(2, 6), 3) as game:
        answer(game, "take alvarado", "shock")
        assert [each.captain for each in events_of(game, Unhurt)] == ["alvarado"]


@shows("17.2", "G-17.2")
def test_g_17_2_it_replaces_the_horse_round() -> None:
    with table(assault(), 8, *QUIET) as game:
        answer(game, "shock")
        assert [given.kind for given in game.answers].count("charge") == 1
        assert events_of(game, Charged) == []
    with table(assault(), 2, *QUIET) as game:
        answer(game, "charge")
        assert [given.kind for given in game.answers].count("charge") == 1
        assert events_of(game, SuddenShock) == []
        assert game.position.piles["shocked"] == NOTHING


# What is seen of it ----------------------------------------------------------------------------------------------


@shows("17.11", "17.24")
def test_17_24_the_table_tells_how_the_battle_stands() -> None:
    with table(assault(), 8, *QUIET) as game:
        assert "before the first round" in game.teller().position(game.position)
        assert "has failed" not in game.teller().position(game.position)
        answer(game, "shock")
        assert "round 2" in game.teller().position(game.position)
        assert "A Sudden Shock Attack has failed" in game.teller().position(game.position)


@shows("17.11")
def test_17_11_no_step_begins_in_the_middle_of_a_horse_round() -> None:
    pos = battle()
    assert pos.battle is not None
    pos.rules.check_boundary(pos)
    pos.battle = changed(pos.battle, charging=True)
    with pytest.raises(ValueError, match=r"17\.11"):
        pos.rules.check_boundary(pos)


# When it may be tried --------------------------------------------------------------------------------------------


@shows("17.21", "G-17.2")
def test_g_17_2_only_by_attackers() -> None:
    with table(assault(before="battle indians cortes")) as game:
        assert barred(game, "shock") == "G-17.2"
        assert game.why_not("charge") is None


@shows("17.21")
def test_17_21_only_in_an_imperial_city_or_capital() -> None:
    with table(assault(places={"tlaxcala": place("city", hostile=True, units=[40])})) as game:
        assert barred(game, "shock") == "17.21"
    with table(assault(places=imperial([40], "imperial")), 10) as game:
        answer(game, "shock")
        assert indians_left(game) == []


@shows("17.21")
@pytest.mark.parametrize("force", ["8 foot, 1 horse, 1 cannon", "2 foot, 4 horse"])
def test_17_21_two_horse_and_a_cannon_at_least(force: str) -> None:
    with table(assault(force)) as game:
        assert barred(game, "shock") == "17.21"
    with table(assault("2 horse, 1 cannon"), 9) as game:
        answer(game, "shock")


@shows("17.21", "G-17.2")
def test_17_21_the_commanders_own_rating_must_exceed_0() -> None:
    """Córdoba has 0: that Alvarado, who leads the fight, has 3 is no help."""
    men = {"cordoba": expedition("red", "tlaxcala", FORCE, companions={"alvarado": ""})}
    pos = at_standard(expeditions=men, places=imperial(), before="battle cordoba indians")
    with table(pos) as game:
        answer(game, "take alvarado")
        assert barred(game, "shock") == "17.21"
    men = {"ordaz": expedition("red", "tlaxcala", FORCE)}
    with table(at_standard(expeditions=men, places=imperial(), before="battle ordaz indians"), 9) as game:
        answer(game, "shock")  # 1 is enough


@shows("17.21")
def test_17_21_a_commander_who_dies_before_it_is_succeeded_with_all_it_means() -> None:
    pos = assault(table={"hands": {"blue": ["poison-darts"]}})
    with table(pos, 6, "montejo") as game:
        answer(game, "play poison-darts", "replace")
        assert barred(game, "shock") == "17.21"


@shows("17.25", "G-17.2")
def test_17_25_once_against_an_empire_by_anybody() -> None:
    """A failed attempt counts. Red tried it; blue cannot any more."""
    men = {"alvarado": expedition("blue", "tlaxcala", FORCE)}
    pos = assault(before="attack cortes", others=men)
    with table(pos, 8, *QUIET, 1, 2) as game:
        answer(game, "fight indians", "shock", "retreat totonacapan")
        assert game.position.piles["shocked"].titles == ("mexica",)
        answer(game, "done", "activate alvarado", "attack", "fight indians")
        assert waiting(game) == ("charge", "blue")
        assert barred(game, "shock") == "17.25"


@shows("17.25")
def test_17_25_another_empire_is_another_matter() -> None:
    with table(assault(table={"shocked": ["inca"]}), 9) as game:
        answer(game, "shock")
        assert sorted(game.position.piles["shocked"].titles) == ["inca", "mexica"]
    with table(assault(table={"shocked": ["mexica"]})) as game:
        assert barred(game, "shock") == "17.25"


@shows("17.21", "7.131")
def test_17_21_whoever_plunders_a_neutral_capital_attacks_its_troops() -> None:
    places = {"tlaxcala": place("capital", empire="mexica", king=True)}
    pos = assault(before="plunder cortes", places=places)
    with table(pos, "10", "20", "30", 9, 6, 6) as game:
        assert waiting(game) == ("charge", "red")
        answer(game, "shock")
        assert kinds(game) == ["sudden-shock", "plunder-gold", "exhaustion"]
        assert game.position.expeditions["cortes"].kings == ("mexica",)
