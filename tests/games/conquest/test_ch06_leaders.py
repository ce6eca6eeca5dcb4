"""6.36, 6.4  Leader casualties and replacement."""

from __future__ import annotations

import pytest

from conquistadors.engine.events import Rolled
from conquistadors.engine.game import Game
from conquistadors.games.conquest.builder import expedition, place
from conquistadors.games.conquest.rules.events import (
    BattleEnded,
    Died,
    IndexMoved,
    Retreated,
    Unhurt,
    WasWounded,
)
from conquistadors.games.conquest.rules.position import ConquestPosition, Units
from support.battles import duel, field
from support.clauses import shows
from support.indies import answer, asked, at, barred, events_of, rules_of, table

QUIET = (2, 2, 2, 2)
"""The dice of two rounds in which nobody is hurt; then the Spaniards are asked whether they retreat."""
WIN = (2, 6)
"""Two dice with which the usual force destroys one Indian unit without a loss."""


def checks(game: Game[ConquestPosition]) -> list[tuple[str, int]]:
    """Who threw for leaders so far, and what."""
    return [(rolled.who, rolled.total) for rolled in events_of(game, Rolled) if rolled.roll == "leader-casualty"]


# Leaders ---------------------------------------------------------------------------------------------------------


@shows("6.36", "6.4")
def test_6_36_every_battle_ends_with_a_check_of_the_leader() -> None:
    with table(field(hits=3), *(2, 9), 8) as game:
        assert checks(game) == [("red", 8)]
        assert not any(rolled.modifiers for rolled in events_of(game, Rolled) if rolled.roll == "leader-casualty")
        assert [each.captain for each in events_of(game, Unhurt)] == ["cortes"]


@shows("6.36", "6.4", "6.23")
def test_6_36_both_leaders_are_checked_where_spaniards_fight() -> None:
    with table(duel(), *QUIET, 8, 7) as game:
        answer(game, "pass", "pass", "retreat cempoala")
        assert checks(game) == [("blue", 8), ("red", 7)]


@shows("6.4", "6.23")
def test_6_4_a_battle_without_a_roll_has_no_check() -> None:
    """Desertion takes the only Indian unit before the first roll: no rating was used."""
    with table(field(table={"hands": {"red": ["desertion"]}})) as game:
        answer(game, "play desertion")
        assert events_of(game, BattleEnded)
        assert checks(game) == []


@pytest.mark.parametrize("dice", [9, 10])
@shows("6.41", "D-6.41")
def test_6_41_nine_or_ten_wounds_him_and_he_is_not_activated_this_turn(dice: int) -> None:
    with table(field(), *WIN, dice) as game:
        assert [each.captain for each in events_of(game, WasWounded)] == ["cortes"]
        assert game.position.captains["cortes"].wounded
        assert barred(game, "activate cortes") == "6.41"


@shows("6.41", "G-6.41")
def test_g_6_41_the_wounded_are_well_again_in_the_next_turn() -> None:
    with table(field(before="turn", wounded=["cortes"], table={"hands": {"red": ["theft"]}})) as game:
        assert asked(game) == "discard"
        assert not game.position.captains["cortes"].wounded


@shows("6.41", "G-6.41")
def test_g_6_41_another_may_lead_the_units_and_carry_him() -> None:
    pos = field("3 foot", before="impulse", companions={"ordaz": ""}, wounded=["cortes"])
    with table(pos) as game:
        answer(game, "reorganise tlaxcala", "join cortes ordaz", "amount 3")
        assert game.position.members("ordaz") == ["ordaz", "cortes"]
        answer(game, "activate ordaz", "march", "go totonacapan", "stop")
        assert game.position.expeditions["ordaz"].space == "totonacapan"
        assert game.position.captains["cortes"].wounded


@pytest.mark.parametrize("dice", [11, 12])
@shows("6.42", "9.11", "C35")
def test_6_42_eleven_or_twelve_kills_him_and_costs_a_morale_hit(dice: int) -> None:
    with table(field(), *WIN, dice, "tapia") as game:
        answer(game, "replace")
        after = game.position
        assert "cortes" not in after.captains
        assert after.expeditions["tapia"].hits == 1
        assert [died.rule for died in events_of(game, Died)] == ["6.42"]


@shows("C38", "6.36", "6.42")
def test_c38_the_check_comes_after_the_retreat_and_the_hit_falls_where_the_expedition_is() -> None:
    with table(field("3 foot"), *QUIET, 11, "tapia") as game:
        answer(game, "retreat totonacapan", "replace")
        after = game.position.expeditions["tapia"]
        assert (after.space, after.hits) == ("totonacapan", 2)  # the retreat and the death
        kinds = [type(line.event) for line in game.log]
        assert kinds.index(Retreated) < kinds.index(Died) < kinds.index(BattleEnded)


@shows("6.43", "1.56")
def test_6_43_mano_de_dios_re_rolls_the_check_and_does_not_change_it() -> None:
    with table(field(table={"luck": {"red": 1}}), *WIN, 12, 3) as game:
        answer(game, "pass", "pass")  # on the combat roll
        assert (asked(game), checks(game)) == ("reroll", [("red", 12)])  # nothing was offered before it
        answer(game, "reroll open-mano-de-dios")
        assert checks(game) == [("red", 12), ("red", 3)]
        assert "cortes" in game.position.captains


# Replacement -----------------------------------------------------------------------------------------------------


@shows("J4", "6.44", "1.332")
def test_j4_five_replacements_are_set_aside_in_every_game() -> None:
    for seats in (2, 3, 4):
        start = rules_of(seats).start()
        assert start.piles["replacements"].size == 5
        others = [pile for name, pile in start.piles.items() if name != "replacements"]
        assert not any(man in pile.titles for man in start.piles["replacements"].titles for pile in others)


@shows("6.44", "G-6.44")
def test_6_44_a_replacement_is_drawn_at_random_and_takes_over_everything() -> None:
    pos = field(
        gold=4,
        food=2,
        hits=1,
        assets=["bearer"],
        kings=["inca"],
        allies=["10@cholula"],
    )
    with table(pos, *WIN, 11, "narvaez") as game:
        answer(game, "replace")
        after = game.position
        new = after.expeditions["narvaez"]
        assert after.captains["narvaez"].units == Units(3, 2, 1)
        assert (new.gold, new.food, new.hits, new.kings) == (4, 2, 2, ("inca",))
        assert (new.assets.titles, new.allies.titles) == (("bearer",), ("10@cholula",))
        assert "narvaez" not in after.piles["replacements"].titles


@shows("6.44", "G-6.44")
def test_g_6_44_the_owner_may_promote_a_companion_instead() -> None:
    with table(field(companions={"ordaz": ""}), *WIN, 11) as game:
        answer(game, "take cortes", "promote ordaz")
        after = game.position
        assert after.captains["ordaz"].units == Units(3, 2, 1)
        assert list(after.expeditions) == ["ordaz"]
        assert after.piles["replacements"].size == 5


@shows("G-6.44", "6.44")
def test_g_6_44_a_companion_without_units_is_not_replaced() -> None:
    with table(field(companions={"ordaz": ""}), *WIN, 11) as game:
        answer(game, "take ordaz")
        assert game.position.members("cortes") == ["cortes"]
        assert game.position.expeditions["cortes"].hits == 1
        assert game.position.piles["replacements"].size == 5


@shows("G-6.44", "6.44")
def test_g_6_44_a_companion_with_units_is_replaced_on_his_card() -> None:
    with table(field(companions={"ordaz": "2 foot"}), *WIN, 11, "tapia") as game:
        answer(game, "take ordaz", "replace")
        after = game.position
        assert after.members("cortes") == ["cortes", "tapia"]
        assert after.captains["tapia"].units == Units(2)


@shows("6.44", "1.42")
def test_6_44_a_companion_whose_card_has_no_room_is_not_promoted() -> None:
    with table(field("6 foot", companions={"ordaz": "5 foot"}), *(2, 7), 11) as game:
        answer(game, "take cortes")
        assert barred(game, "promote ordaz") == "6.44"
        assert [str(each) for each in game.options] == ["replace"]


@shows("1.42", "1.43", "6.44")
def test_1_42_a_man_without_units_may_lead_two_companions_who_have_some() -> None:
    companions = {"ordaz": "1 foot", "sandoval": "1 foot", "cordoba": ""}
    with table(field("3 foot", [10], companions=companions), *(2, 7), 11) as game:
        answer(game, "take cortes")
        assert [each.id for each in game.options] == ["replace", *[f"promote {man}" for man in sorted(companions)]]
        answer(game, "promote cordoba")
        assert game.position.members("cordoba") == ["cordoba", "ordaz", "sandoval"]
        assert game.position.captains["cordoba"].units == Units(3)


@shows("6.441", "G-6.441")
def test_6_441_a_dead_replacement_goes_back_to_the_pool_and_others_are_gone_for_good() -> None:
    men = {"tapia": expedition("red", "tlaxcala", "3 foot, 2 horse, 1 cannon")}
    places = {"tlaxcala": place("city", hostile=True, units=[20])}
    with table(at(expeditions=men, places=places, before="battle indians tapia"), *(2, 7), 11, "montejo") as game:
        assert "tapia" not in game.position.piles["replacements"].titles
        answer(game, "replace")
        after = game.position
        assert "tapia" in after.piles["replacements"].titles
        assert "montejo" not in after.piles["replacements"].titles
    with table(field(), *WIN, 11, "tapia") as game:
        answer(game, "replace")
        assert game.position.piles["fallen"].titles == ("cortes",)


@shows("6.45", "C35", "9.11", "6.44")
def test_6_45_the_same_for_a_death_by_assassination() -> None:
    pos = field(before="impulse", table={"active": "blue", "hands": {"blue": ["assassination"]}})
    with table(pos, 6, "tapia") as game:
        answer(game, "play assassination", "replace")
        assert game.position.expeditions["tapia"].hits == 1
        assert game.position.captains["tapia"].units == Units(3, 2, 1)


@shows("6.45", "C35", "6.44")
def test_6_45_the_same_for_a_death_by_poison_darts() -> None:
    pos = field(table={"hands": {"blue": ["poison-darts"]}})
    with table(pos, 6, "gonzalo-pizarro", *QUIET) as game:
        answer(game, "play poison-darts", "replace")
        assert game.position.expeditions["gonzalo-pizarro"].hits == 1
        battle = game.position.battle
        assert battle is not None
        assert battle.defender.leader == "gonzalo-pizarro"


@shows("C35", "9.11")
def test_c35_no_hit_where_there_are_no_units() -> None:
    hands = {"blue": ["assassination"]}
    pos = field("", before="impulse", companions={"ordaz": ""}, table={"active": "blue", "hands": hands})
    with table(pos, 6) as game:
        answer(game, "play assassination", "take cortes")
        assert game.position.expeditions["ordaz"].hits == 0


# No replacement is left ------------------------------------------------------------------------------------------

ALL_FIVE = {
    "montejo": expedition(
        "blue", "panama", companions={"narvaez": "", "grijalva": "", "gonzalo-pizarro": "", "tapia": ""}
    )
}


@shows("G-6.44b", "6.44")
def test_g_6_44b_a_companion_takes_over() -> None:
    with table(field(others=ALL_FIVE, companions={"ordaz": "", "sandoval": ""}), *WIN, 11) as game:
        answer(game, "take cortes")
        assert asked(game) == "succession-companion"
        answer(game, "take sandoval")
        assert game.position.members("sandoval") == ["sandoval", "ordaz"]
        assert game.position.captains["sandoval"].units == Units(3, 2, 1)


@shows("G-6.44b", "1.421", "1.42")
def test_g_6_44b_units_that_find_no_room_with_him_make_room_or_go() -> None:
    """Ordaz has eight foot: two more find room, and the horse pushes out one of them."""
    pos = field("4 foot, 1 horse", others=ALL_FIVE, companions={"ordaz": "8 foot"})
    with table(pos, *(2, 7), 11) as game:
        answer(game, "take cortes", "take foot")
        after = game.position
        assert after.members("ordaz") == ["ordaz"]
        assert after.captains["ordaz"].units == Units(9, 1)


@shows("G-6.44b")
def test_g_6_44b_without_companions_the_units_join_another_own_expedition_in_the_space() -> None:
    others = {**ALL_FIVE, "ordaz": expedition("red", "tlaxcala", "1 foot", gold=1)}
    pos = field("3 foot, 1 horse", [10], others=others, gold=4, hits=2, food=3, kings=["inca"])
    with table(pos, *(2, 9), 11) as game:
        after = game.position
        assert after.expeditions_of("red") == ["ordaz"]
        assert after.units("ordaz") == Units(4, 1)
        to = after.expeditions["ordaz"]
        assert (to.gold, to.food, to.kings) == (5, 3, ("inca",))
        assert to.hits == 3  # those of the expedition that came (9.25), and the death (9.11)
        assert after.gold == 5
        assert after.factions["red"].index == 0


@shows("G-6.44b", "C6", "11.13", "9.14")
def test_g_6_44b_a_unit_that_fell_before_him_lowers_the_index_whatever_his_hosts_lose() -> None:
    """A foot falls in the second round; in the third a dart kills Cortés, and his death costs his hosts a foot."""
    others = {**ALL_FIVE, "ordaz": expedition("red", "tlaxcala", "1 foot")}
    pos = field("3 foot, 1 horse", others=others, hits=4, table={"hands": {"blue": ["poison-darts"]}})
    with table(pos, *(8, 2), *(8, 2), 6) as game:
        answer(game, "pass", "take foot", "pass", "take foot-flipped", "fight", "play poison-darts")
        assert asked(game) == "fifth-hit"
        answer(game, "take foot")
        assert (game.position.battle, game.position.units("ordaz")) == (None, Units(2, 1))
        assert [(moved.rule, moved.boxes) for moved in events_of(game, IndexMoved)] == [("11.13", -1)]


@shows("G-6.44b", "5.24")
def test_g_6_44b_and_otherwise_they_are_eliminated() -> None:
    pos = field("3 foot, 1 horse", [10], others=ALL_FIVE, gold=4, allies=["20@cholula"])
    with table(pos, *(2, 6), 11) as game:
        after = game.position
        assert after.expeditions_of("red") == []
        assert after.pool == after.rules.units_of_the_game
        assert after.gold == 0
        assert after.factions["red"].index == 0  # they did not fall in the battle


@shows("G-6.44b")
def test_g_6_44b_by_poison_darts_in_the_middle_of_a_battle() -> None:
    """The battle is over: the units have joined Ordaz, who was not attacked."""
    others = {**ALL_FIVE, "ordaz": expedition("red", "tlaxcala", "1 foot")}
    pos = field("3 foot", others=others, table={"hands": {"blue": ["poison-darts"]}})
    with table(pos, 6) as game:
        answer(game, "play poison-darts")
        after = game.position
        assert after.battle is None
        assert after.units("ordaz") == Units(4)
        assert after.factions["red"].index == 0


@shows("G-6.44b", "9.26", "6.15")
def test_g_6_44b_units_that_join_another_expedition_and_are_lost_leave_it_without_hits() -> None:
    """Found by random play: the last unit joins an expedition that does not fight, and is lost to the fifth hit."""
    others = {man: expedition("red", "panama") for man in ("gonzalo-pizarro", "montejo", "tapia", "grijalva")}
    pos = at(
        expeditions={
            "cortes": expedition("red", "cempoala", "1 horse", hits=4),
            "narvaez": expedition("red", "cempoala"),
            **others,
        },
        places={"cempoala": place("town", hostile=True, units=[40, 10])},
        hands={"blue": ["poison-darts"]},
        active="blue",
        before="battle indians cortes",
    )
    with table(pos, 6) as game:
        answer(game, "play poison-darts")
        here = game.position
        assert "cortes" not in here.expeditions
        assert (here.units("narvaez").size, here.expeditions["narvaez"].hits) == (0, 0)
