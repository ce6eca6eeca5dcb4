"""6.37, 6.371, 6.46  What a battle leaves behind: kings, the index, the dead and the captured."""

from __future__ import annotations

from conquistadors.engine.events import Rolled
from conquistadors.engine.game import Game
from conquistadors.games.conquest.builder import expedition, place
from conquistadors.games.conquest.rules.events import (
    Died,
    IndexMoved,
    KingTaken,
    Ransomed,
    WarrantLifted,
    WasCaptured,
)
from conquistadors.games.conquest.rules.position import NOTHING, ConquestPosition, Units
from support.battles import duel, field, waiting
from support.clauses import shows
from support.indies import answer, asked, at, barred, events_of, table

QUIET = (2, 2, 2, 2)
"""The dice of two rounds in which nobody is hurt; then the Spaniards are asked whether they retreat."""
WIN = (2, 6)
"""Two dice with which the usual force destroys one Indian unit without a loss."""


def checks(game: Game[ConquestPosition]) -> list[tuple[str, int]]:
    """Who threw for leaders so far, and what."""
    return [(rolled.who, rolled.total) for rolled in events_of(game, Rolled) if rolled.roll == "leader-casualty"]


# Kings -----------------------------------------------------------------------------------------------------------

CAPITAL = {"tlaxcala": place("capital", hostile=True, units=[20], empire="mexica", king=True)}


@shows("6.37", "12.251")
def test_6_37_the_king_is_captured_when_all_indians_of_the_battle_are_gone() -> None:
    with table(field(places=CAPITAL), *WIN, 2) as game:
        assert game.position.expeditions["cortes"].kings == ("mexica",)
        assert not game.position.sites["tlaxcala"].king
        assert [taken.rule for taken in events_of(game, KingTaken)] == ["6.37"]


@shows("6.37")
def test_6_37_not_by_an_expedition_that_retreats() -> None:
    with table(field("3 foot", places=CAPITAL), *QUIET, 2) as game:
        answer(game, "retreat totonacapan")
        assert game.position.sites["tlaxcala"].king


@shows("G-6.37", "6.37", "G-10.13b")
def test_g_6_37_a_king_is_not_handed_over_of_ones_own_will() -> None:
    """Ordaz gets half of the units, and no more is to be had; the king stays with Cortés, and nobody is set free."""
    others = {"ordaz": expedition("red", "tlaxcala", "")}
    places = {"tlaxcala": place("city"), "cholula": place("capital", empire="mexica")}
    pos = field("2 foot", before="impulse", others=others, places=places, kings=["mexica"])
    with table(pos) as game:
        answer(game, "reorganise tlaxcala", "lead cortes", "lead ordaz")
        assert barred(game, "amount 0") == "G-10.13b"
        answer(game, "amount 1")
        assert game.position.units("ordaz") == Units(1)
        assert game.position.expeditions["ordaz"].kings == ()
        assert game.position.expeditions["cortes"].kings == ("mexica",)
        assert not game.position.sites["cholula"].king


@shows("G-12.252b", "12.252")
def test_g_12_252b_a_man_who_never_had_units_keeps_a_king() -> None:
    """Neither arranging men anew nor leaving one behind takes a unit away: nobody is freed."""
    places = {"tlaxcala": place("city"), "cholula": place("capital", empire="mexica")}
    pos = field("", before="impulse", places=places, kings=["mexica"], companions={"ordaz": "", "sandoval": ""})
    with table(pos) as game:
        answer(game, "reorganise tlaxcala", "lead cortes", "lead ordaz", "join sandoval cortes")
        answer(game, "activate cortes", "march", "detach sandoval", "stop")
        assert game.position.expeditions["cortes"].kings == ("mexica",)
        assert not game.position.sites["cholula"].king


@shows("G-6.35", "6.46", "12.252")
def test_g_6_35_both_sides_wiped_out_is_a_defeat_by_indians() -> None:
    places = {"tlaxcala": place("capital", hostile=True, units=[40], empire="mexica", king=True)}
    pos = field("1 foot", places={**places}, gold=3, kings=["inca"])
    with table(pos, 9, 8) as game:
        after = game.position
        assert after.sites["tlaxcala"].garrison == NOTHING
        assert "cortes" not in after.captains
        assert after.gold == 0
        assert after.sites["tlaxcala"].king  # nobody was left to take him
        assert checks(game) == []


# Defeat ----------------------------------------------------------------------------------------------------------


@shows("6.371", "11.13")
def test_6_371_the_index_falls_once_for_spanish_units_lost_to_indians() -> None:
    """Two of three foot are lost, and Cortés goes back to the village."""
    with table(field("3 foot", [48, 40]), *(9, 2), *(8, 2), 2) as game:
        answer(game, "retreat totonacapan")
        assert game.position.units("cortes") == Units(1)
        assert [(moved.who, moved.boxes) for moved in events_of(game, IndexMoved)] == [("red", -1)]


@shows("6.371", "11.13")
def test_6_371_not_for_indian_allies_and_not_against_spaniards() -> None:
    with table(field("3 foot", [20], allies=["10@cholula"]), *(8, 2), *(2, 2), 2) as game:
        answer(game, "retreat totonacapan")
        assert game.position.expeditions["cortes"].allies == NOTHING
        assert game.position.factions["red"].index == 0
    with table(duel("1 foot", "7 horse"), *(2, 9), 2, 2) as game:
        answer(game, "pass")
        assert not [moved for moved in events_of(game, IndexMoved) if moved.rule == "11.13"]


@shows("6.371", "6.46", "C3", "C4", "10.13", "G-5.15", "9.26")
def test_6_46_indians_kill_all_conquistadors_of_an_expedition_they_wipe_out() -> None:
    pos = field(
        "1 foot",
        [48, 40],
        companions={"ordaz": ""},
        allies=["10@cholula", "20@cholula", "30@cholula"],
        gold=5,
        food=1,
        hits=3,
        assets=["bearer"],
    )
    with table(pos, *(11, 2)) as game:
        answer(game, "take ordaz", "take 10@cholula", "take 20@cholula")
        after = game.position
        assert after.expeditions == {}
        assert after.captains == {}
        assert after.gold == 0
        assert after.piles["cup"].count_of("30") == 6  # the last ally went as well
        assert after.piles["asset-discards"].titles == ("bearer",)
        assert [died.captain for died in events_of(game, Died)] == ["cortes", "ordaz"]
        assert checks(game) == []
        assert after.factions["red"].index == -1


@shows("6.371", "C3", "C4", "10.13", "11.23", "12.252", "G-6.371")
def test_c3_spaniards_capture_the_conquistadors_and_the_gold_of_an_expedition_they_destroy() -> None:
    """The leader is checked first; a captured man ends the warrant."""
    pos = duel(
        "1 foot",
        "7 horse",
        companions={"ordaz": ""},
        gold=5,
        food=1,
        assets=["bearer"],
        kings=["inca"],
    )
    with table(pos, *(2, 9), 8, 2) as game:
        answer(game, "pass", "take cortes")
        after = game.position
        assert {man: held.captor for man, held in after.captives.items()} == {"cortes": "blue", "ordaz": "blue"}
        assert checks(game) == [("red", 8), ("blue", 2)]
        victor = after.expeditions["alvarado"]
        assert (victor.gold, victor.kings, victor.food, victor.assets) == (5, ("inca",), 0, NOTHING)
        assert after.piles["asset-discards"].titles == ("bearer",)
        assert after.expeditions_of("red") == []
        assert (after.factions["red"].warrant, after.factions["red"].index) == (False, 0)
        assert [each.captain for each in events_of(game, WasCaptured)] == ["cortes", "ordaz"]


@shows("C4", "10.13", "6.371")
def test_c4_a_defender_captures_the_gold_of_an_attacker_too() -> None:
    pos = duel("7 horse", "1 foot", alvarado={"gold": 3})
    with table(pos, *(9, 2), 2, 2) as game:
        answer(game, "pass")
        assert game.position.expeditions["cortes"].gold == 3
        assert game.position.captives["alvarado"].captor == "red"
        assert game.position.factions["red"].warrant  # no man of his was killed or captured


@shows("C3", "C4", "6.371", "11.23")
def test_c3_a_beaten_leader_who_dies_in_the_check_is_not_captured_but_his_gold_is() -> None:
    with table(duel("1 foot", "7 horse", gold=5, kings=["inca"]), *(2, 9), 11, 2) as game:
        answer(game, "pass")
        after = game.position
        assert after.captives == {}
        assert after.expeditions_of("red") == []
        assert after.piles["fallen"].titles == ("cortes",)
        assert (after.expeditions["alvarado"].gold, after.expeditions["alvarado"].kings) == (5, ("inca",))
        assert events_of(game, WarrantLifted)
        assert after.piles["replacements"].size == 5  # nobody replaces him
    with table(duel("1 foot", "7 horse", companions={"ordaz": "", "sandoval": ""}), *(2, 9), 11, 2) as game:
        answer(game, "pass", "take cortes")
        assert sorted(game.position.captives) == ["ordaz", "sandoval"]
        assert asked(game) == "impulse"


@shows("6.46", "C3")
def test_6_46_two_expeditions_that_destroy_each_other_are_both_gone() -> None:
    """7 + 2 in column 2 is M; 8 + 2 and, twice over, 7 + 3 are losses: both lose their foot in round 2."""
    with table(duel("1 foot", "1 foot", gold=4), *(8, 7), *(8, 7)) as game:
        answer(game, "pass", "pass")
        after = game.position
        assert after.expeditions == {}
        assert after.captives == {}
        assert after.gold == 0
        assert sorted(after.piles["fallen"].titles) == ["alvarado", "cortes"]
        assert checks(game) == []


@shows("6.371", "G-11.24b")
def test_6_371_a_lone_conquistador_whom_spaniards_attack_is_captured() -> None:
    with table(duel("", "1 foot", gold=2)) as game:
        answer(game, "pass")
        assert game.position.captives["cortes"].captor == "blue"
        assert game.position.expeditions["alvarado"].gold == 2


@shows("6.42", "9.14", "G-9.14b", "C6")
def test_g_9_14b_a_victor_who_loses_his_last_unit_to_the_death_of_his_leader_is_not_beaten() -> None:
    with table(field("1 foot", [10], hits=4, gold=6), *(2, 10), 11, "tapia") as game:
        answer(game, "replace")
        after = game.position.expeditions["tapia"]
        assert (after.gold, after.hits, after.space) == (6, 0, "tlaxcala")
        assert game.position.units("tapia") == Units()
        assert game.position.factions["red"].index == 0


@shows("G-11.13b", "11.13", "11.23", "11.25", "6.371")
def test_g_11_13b_a_battle_that_costs_units_and_a_wanted_man_moves_the_index_first() -> None:
    pos = field("1 foot", [48], table={"index": {"red": -2}, "warrants": ["red"]})
    with table(pos, *(8, 2)) as game:
        assert [moved.now for moved in events_of(game, IndexMoved) if moved.rule == "11.13"] == [-3]
        assert [lifted.who for lifted in events_of(game, WarrantLifted)] == ["red"]
        assert (game.position.factions["red"].index, game.position.factions["red"].warrant) == (0, False)


@shows("11.24", "C39", "G-11.24", "6.44")
def test_11_24_a_wanted_man_who_is_given_up_ends_the_battle() -> None:
    """In round 2: both leaders are still checked, and nobody takes a hit."""
    with table(duel("3 foot", companions={"ordaz": ""}), *(2, 2), 3, 4) as game:
        answer(game, "pass", "take cortes", "give-up ordaz")
        after = game.position
        assert after.members("cortes") == ["cortes"]
        assert (after.expeditions["cortes"].hits, after.factions["red"].warrant) == (0, False)
        assert after.battle is None


# Captives --------------------------------------------------------------------------------------------------------


def held_by_blue() -> ConquestPosition:
    """Blue holds Cortés; red has gold with Ordaz, far away."""
    men = {
        "ordaz": expedition("red", "panama", "1 foot", gold=6),
        "alvarado": expedition("blue", "cempoala", "1 foot"),
    }
    return at(expeditions=men, places={"cempoala": "village"}, captives={"cortes": ("red", "blue")})


@shows("G-6.371", "6.371", "C5", "D-6.371")
def test_g_6_371_a_captive_is_ransomed_for_gold_at_any_distance() -> None:
    with table(held_by_blue()) as game:
        answer(game, "deal blue", "ransom cortes", "amount 4")
        assert waiting(game)[1] == "blue"
        answer(game, "accept", "take ordaz")
        after = game.position
        assert after.captives == {}
        assert after.members("ordaz") == ["ordaz", "cortes"]
        assert after.captains["cortes"].units == Units()
        assert (after.expeditions["ordaz"].gold, after.expeditions["alvarado"].gold) == (2, 4)
        assert [each.gold for each in events_of(game, Ransomed)] == [4]


@shows("6.371")
def test_6_371_a_refused_ransom_changes_nothing() -> None:
    with table(held_by_blue()) as game:
        answer(game, "deal blue", "ransom cortes", "amount 4", "refuse")
        assert game.position.captives["cortes"].captor == "blue"
        assert game.position.expeditions["ordaz"].gold == 6


@shows("G-6.371", "6.371")
def test_g_6_371_the_captor_may_eliminate_him_and_nobody_else() -> None:
    with table(held_by_blue()) as game:
        assert barred(game, "execute cortes") == "6.371"
        answer(game, "done", "execute cortes")
        assert game.position.captives == {}
        assert game.position.piles["fallen"].titles == ("cortes",)


# Afterwards ------------------------------------------------------------------------------------------------------


@shows("G-6.46b", "6.46")
def test_g_6_46b_a_player_without_expeditions_keeps_his_impulses_cards_and_points() -> None:
    pos = field(
        "1 foot",
        [48],
        table={"hands": {"red": ["theft"]}, "points": {"red": 7}, "order": ["blue", "red"]},
    )
    with table(pos, *(8, 2)) as game:
        assert game.position.expeditions_of("red") == []
        answer(game, "done")
        assert waiting(game) == ("impulse", "red")
        assert game.position.hands["red"].titles == ("theft",)
        assert game.position.factions["red"].permanent == 7


@shows("G-6.46b")
def test_g_6_46b_anyone_may_resign_between_impulses() -> None:
    with table(field(before="impulse", seats=3)) as game:
        game.resign("red")
        assert game.position.expeditions_of("red") == []
        assert game.position.order == ("blue", "green")
        assert asked(game) == "impulse"
        game.resign("blue")
        assert game.ending is not None
        assert game.ending.winners == ("green",)
