"""11.0  The governor: the index, Arrest Warrants and gifts of gold."""

from __future__ import annotations

from typing import Any

import pytest

from conquistadors.engine.events import Rolled
from conquistadors.engine.game import Game
from conquistadors.games.conquest.builder import expedition, place
from conquistadors.games.conquest.rules.events import (
    GiftGiven,
    IndexMoved,
    MoraleChanged,
    Scored,
    WarrantIssued,
    WarrantLifted,
    WasCaptured,
)
from conquistadors.games.conquest.rules.position import ConquestPosition
from support.clauses import shows
from support.indies import answer, asked, at, barred, events_of, rules_of, table

WARRANT = "arrest-warrant"


def index(game: Game[Any], seat: str = "red") -> int:
    return int(game.position.factions[seat].index)


def wanted(game: Game[Any], seat: str = "red") -> bool:
    return bool(game.position.factions[seat].warrant)


def moves(game: Game[Any]) -> list[tuple[str, int]]:
    return [(event.who, event.now) for event in events_of(game, IndexMoved)]


# 11.1  The index -------------------------------------------------------------------------------------------------


@shows("11.12", "11.11", "1.15")
def test_11_12_every_faction_starts_at_0() -> None:
    assert [faction.index for faction in rules_of(4, "both").start().factions.values()] == [0, 0, 0, 0]


def test_11_11_one_index_serves_all_expeditions_of_a_faction() -> None:
    pos = at(
        expeditions={
            "cortes": expedition("red", "cempoala", "2 foot", hits=4),
            "alvarado": expedition("red", "totonacapan", "2 foot", hits=4),
            "balboa": expedition("blue", "veragua", "2 foot", food=1),
        },
        hands={"red": ["bolas"]},
        before="subsistence",
    )
    with table(pos, 1, 1) as game:
        assert (index(game), index(game, "blue")) == (-2, 0)


@shows("11.12", "G-11.1")
def test_g_11_1_the_index_stops_at_the_ends_of_the_track() -> None:
    pos = at(
        expeditions={"cortes": expedition("red", "cempoala", "2 foot", hits=4)},
        index={"red": -5},
        before="feed:cortes",
    )
    with table(pos, 1) as game:
        assert index(game) == -5
        assert moves(game) == []
    with table(giving(5, index={"red": 4}), 12) as game:
        answer(game, "gift", "amount 3", "raise")
        assert index(game) == 5


def fight(index: int = 0, warrants: tuple[str, ...] = (), **more: Any) -> ConquestPosition:
    """Cortés with three foot is set upon by Indians of 20, who inflict two losses on a roll of 12."""
    return at(
        expeditions={"cortes": expedition("red", "cempoala", "3 foot")},
        places={"cempoala": place("town", hostile=True, units=[10, 10]), "totonacapan": "village"},
        index={"red": index},
        warrants=warrants,
        active="blue",
        before="battle indians cortes",
        **more,
    )


LOSE_TWO = ("take foot-flipped", "take foot-flipped")


def test_11_13_a_battle_against_indians_that_costs_units_lowers_the_index_once() -> None:
    with table(fight(), 12, 2, 12, 2, 5) as game:
        answer(game, *LOSE_TWO, "retreat totonacapan")
        assert game.position.units("cortes").size == 1
        assert moves(game) == [("red", -1)]


def test_11_13_a_battle_without_a_lost_unit_does_not() -> None:
    with table(fight(), 12, 2, 2, 2, 5) as game:
        answer(game, "retreat totonacapan")
        assert game.position.units("cortes").size == 3
        assert moves(game) == []


def arrest(units: str = "1 foot", attacker: str = "10 horse", **more: Any) -> ConquestPosition:
    """Alvarado of Blue attacks Cortés, who is wanted."""
    return at(
        expeditions={
            "cortes": expedition("red", "cempoala", units, **more),
            "alvarado": expedition("blue", "cempoala", attacker),
            "de-soto": expedition("red", "totonacapan", "1 foot"),
        },
        places={"totonacapan": "village"},
        index={"red": -3},
        warrants=["red"],
        before="battle alvarado cortes",
    )


@shows("11.13", "6.371")
def test_11_13_a_battle_against_spaniards_does_not_lower_it_even_with_indian_allies() -> None:
    with table(arrest("1 foot", "1 foot, 1 horse", allies=["48@tlaxcala"]), 10, 2, 2, 2, 5, 5) as game:
        answer(game, "pass", "take foot", "take foot-flipped", "pass", "retreat totonacapan")
        assert game.position.units("alvarado") == (0, 1, 0)
        assert moves(game) == []


def test_11_14_a_fifth_hit_in_a_morale_check_lowers_the_index() -> None:
    pos = at(
        expeditions={"cortes": expedition("red", "karankawa", "2 foot", hits=4)},
        places={"karankawa": "village"},
        before="march cortes",
    )
    with table(pos, 1) as game:
        answer(game, "go coahuiltec", "stop")
        assert moves(game) == [("red", -1)]
        assert events_of(game, IndexMoved)[0].rule == "11.14"


@pytest.mark.parametrize(("box", "points"), [(-5, -10), (-1, -2), (0, 0), (3, 6)])
@shows("11.15", "13.23", "1.15")
def test_11_15_the_box_of_the_track_counts_at_the_victory_check(box: int, points: int) -> None:
    pos = at(points={"red": 20}, index={"red": box}, hands={"red": ["bolas"]}, before="victory")
    with table(pos) as game:
        red = events_of(game, Scored)[0]
        assert (red.who, red.favour, red.total) == ("red", points, 20 + points)


# 11.2  Arrest Warrants -------------------------------------------------------------------------------------------


def accused(
    box: int, seats: int = 2, house: Any = None, turn: int = 1, lifted: int = 0, **more: Any
) -> ConquestPosition:
    """Blue holds an Arrest Warrant; the index of Red is as given."""
    pos = at(
        seats,
        "both" if seats > 2 else "north",
        house,
        expeditions={
            "cortes": expedition("red", "cempoala", "3 foot"),
            "alvarado": expedition("blue", "cempoala", "3 foot"),
        },
        index={"red": box},
        hands={"blue": [WARRANT]},
        active="blue",
        turn=turn,
        **more,
    )
    pos.edit_faction("red", lifted=lifted)
    return pos


@shows("11.21", "11.22", "G-2.16")
def test_11_22_against_a_faction_out_of_favour_the_card_stays_in_force() -> None:
    with table(accused(-1)) as game:
        answer(game, "activate alvarado")
        assert barred(game, "attack") == "6.121"
        answer(game, "rest", f"play {WARRANT}")
        assert wanted(game)
        assert index(game) == -1
        assert [event.who for event in events_of(game, WarrantIssued)] == ["red"]
        assert WARRANT not in game.position.piles["discards"].titles


@shows("11.21", "11.22", "6.121")
def test_11_21_then_his_expeditions_may_be_attacked() -> None:
    with table(accused(-1)) as game:
        answer(game, f"play {WARRANT}", "activate alvarado")
        assert game.why_not("attack") is None


@shows("11.22", "11.21")
def test_11_22_it_is_played_in_ones_own_impulse_against_another() -> None:
    pos = at(
        expeditions={"cortes": expedition("red", "cempoala", "3 foot")},
        index={"red": -2, "blue": 1},
        hands={"red": [WARRANT]},
    )
    with table(pos) as game:
        answer(game, f"play {WARRANT}")
        assert not wanted(game)  # his own index does not matter, only that of Blue
        assert index(game, "blue") == 0


@shows("G-11.22", "11.22")
def test_g_11_22_no_second_warrant_while_one_is_in_force() -> None:
    with table(accused(-1, warrants=["red"])) as game:
        assert barred(game, f"play {WARRANT}") == "11.22"


@shows("G-11.22", "11.22")
def test_g_11_22_of_several_players_only_those_can_be_named_who_are_not_wanted() -> None:
    with table(accused(-1, 3, warrants=["red"])) as game:
        answer(game, f"play {WARRANT}")
        assert index(game, "green") == -1  # nobody else is left


def in_one_space(active: str, space: str = "cempoala") -> ConquestPosition:
    """Red is wanted; Red, Blue and Green stand in one space, and Blue and Green in another."""
    return at(
        *(3, "both"),
        expeditions={
            "cortes": expedition("red", space, "3 foot"),
            "balboa": expedition("blue", space, "3 foot"),
            "quesada": expedition("green", space, "3 foot"),
            "belalcazar": expedition("blue", "coatzacoalcos", "3 foot"),
            "almagro": expedition("green", "coatzacoalcos", "3 foot"),
        },
        index={"red": -1},
        warrants=["red"],
        active=active,
    )


@shows("G-11.22b", "11.22", "6.121")
def test_g_11_22b_anyone_may_attack_the_wanted_faction_but_not_each_other() -> None:
    with table(in_one_space("blue")) as game:
        answer(game, "activate balboa", "attack")
        assert "fight cortes" in [option.id for option in game.options]
        assert barred(game, "fight quesada") == "6.121"
    with table(in_one_space("blue")) as game:
        answer(game, "activate belalcazar")
        assert barred(game, "attack") == "6.121"


@shows("G-11.22b", "11.22")
def test_g_11_22b_the_wanted_faction_may_attack_anyone() -> None:
    with table(in_one_space("red")) as game:
        answer(game, "activate cortes", "attack")
        fights = [option.id for option in game.options if option.verb == "fight"]
        assert fights == ["fight balboa", "fight quesada"]


@shows("G-11.22b", "6.16")
def test_g_11_22b_cuba_and_panama_stay_closed() -> None:
    with table(in_one_space("blue", "panama")) as game:
        answer(game, "activate balboa")
        assert barred(game, "attack") == "6.16"


@shows("11.23", "11.25", "6.45")
def test_11_23_the_death_of_a_conquistador_ends_the_warrant() -> None:
    pos = at(
        expeditions={
            "cortes": expedition("red", "cempoala", "3 foot"),
            "alvarado": expedition("red", "totonacapan", "3 foot"),
        },
        index={"red": -3},
        warrants=["red"],
        hands={"blue": ["assassination"]},
        active="blue",
    )
    with table(pos, 5, "tapia") as game:
        answer(game, "play assassination", "take alvarado", "replace")
        assert not wanted(game)
        assert index(game) == 0
        assert game.position.piles["discards"].count_of(WARRANT) == 1


@shows("11.23", "6.371", "11.25")
def test_11_23_the_capture_of_a_conquistador_ends_it_too() -> None:
    with table(arrest(), 2, 12, 5, 5) as game:
        answer(game, "pass")
        assert [event.captain for event in events_of(game, WasCaptured)] == ["cortes"]
        assert not wanted(game)
        assert index(game) == 0


@shows("11.23", "D-11.23", "11.25")
def test_11_23_a_letter_from_the_crown_cancels_it() -> None:
    pos = at(
        expeditions={"cortes": expedition("red", "cempoala", "3 foot")},
        index={"red": -3},
        warrants=["red"],
        hands={"red": ["letter-from-the-crown"]},
        turn=4,
    )
    with table(pos) as game:
        answer(game, "play letter-from-the-crown")
        assert not wanted(game)
        assert index(game) == 0
        assert game.position.factions["red"].lifted == 4


@shows("11.23", "11.25", "C19")
def test_c19_an_index_above_0_ends_it_and_is_then_set_to_0() -> None:
    with table(giving(3, index={"red": -1}, warrants=["red"]), 12) as game:
        answer(game, "gift", "raise")
        assert moves(game) == [("red", 1), ("red", 0)]
        assert [event.rule for event in events_of(game, WarrantLifted)] == ["11.23"]
        assert not wanted(game)


def test_11_23_at_0_it_stays() -> None:
    with table(giving(3, index={"red": -1}, warrants=["red"]), 8) as game:
        answer(game, "gift", "raise")
        assert index(game) == 0
        assert wanted(game)


@shows("11.24", "C39", "G-11.24", "11.25")
def test_11_24_a_wanted_player_may_give_up_a_conquistador_when_spaniards_attack() -> None:
    with table(arrest("3 foot", hits=2, gold=4), "tapia") as game:
        assert game.pending is not None
        assert (asked(game), game.pending.who) == ("surrender", "red")
        assert barred(game, "give-up de-soto") == "11.24"  # not of the attacked expedition
        answer(game, "give-up cortes", "replace")
        pos = game.position
        assert (pos.battle, wanted(game), index(game)) == (None, False, 0)
        assert "cortes" in pos.piles["fallen"].titles
        left = pos.expeditions["tapia"]
        assert (pos.units("tapia").size, left.gold, left.hits) == (3, 4, 2)  # no morale hit
        assert events_of(game, MoraleChanged) == []


@shows("G-11.24b", "11.24")
def test_g_11_24b_a_wanted_player_without_units_may_give_up_a_man_too() -> None:
    """Ordaz is given up: Cortés goes free, nobody is captured, and the warrant is gone."""
    with table(arrest("", companions={"ordaz": ""}, gold=4)) as game:
        assert game.pending is not None
        assert (asked(game), game.pending.who) == ("surrender", "red")
        answer(game, "give-up ordaz")
        pos = game.position
        assert (pos.battle, pos.captives, wanted(game)) == (None, {}, False)
        assert (pos.members("cortes"), pos.expeditions["cortes"].gold) == (["cortes"], 4)
        assert asked(game) == "impulse"


@shows("G-11.24b", "11.24")
def test_g_11_24b_the_last_man_takes_his_expedition_with_him() -> None:
    with table(arrest("", gold=4)) as game:
        answer(game, "give-up cortes")
        pos = game.position
        assert (pos.battle, pos.captives, wanted(game)) == (None, {}, False)
        assert "cortes" not in pos.expeditions
        assert [c for c, held in pos.expeditions.items() if held.gold] == []  # nobody gets the gold


def test_11_24_he_may_fight_on_instead() -> None:
    with table(arrest("3 foot", "1 foot"), 2, 2) as game:
        answer(game, "pass")
        assert wanted(game)
        assert game.position.battle is not None


def test_11_24_not_against_indians() -> None:
    with table(fight(-1, ("red",)), 2, 2, 2, 2) as game:
        assert asked(game) == "retreat"
        assert wanted(game)


def test_11_24_only_who_is_attacked_may_do_it() -> None:
    """A wanted player who attacks others himself has nothing to give up for."""
    pos = at(
        expeditions={
            "cortes": expedition("red", "cempoala", "3 foot"),
            "alvarado": expedition("blue", "cempoala", "3 foot"),
        },
        index={"red": -3},
        warrants=["red"],
        before="battle cortes alvarado",
    )
    with table(pos, 2, 2, 2, 2) as game:
        assert asked(game) == "retreat"


def test_11_25_the_removal_of_a_warrant_sets_the_index_to_0() -> None:
    with table(arrest("3 foot"), "tapia") as game:
        answer(game, "give-up cortes", "replace")
        assert [(event.boxes, event.now, event.rule) for event in events_of(game, IndexMoved)] == [(3, 0, "11.25")]


@shows("G-11.13b", "11.13", "11.25")
def test_g_11_13b_the_drop_for_losses_comes_before_the_end_of_the_warrant() -> None:
    with table(fight(-1, ("red",)), 12, 2, 12, 2, 11, "tapia") as game:
        answer(game, *LOSE_TWO, "retreat totonacapan", "replace")
        assert moves(game) == [("red", -2), ("red", 0)]


@shows("G-11.13b", "11.13", "11.25")
def test_g_11_13b_also_when_he_dies_in_the_middle_of_the_battle() -> None:
    with table(fight(-1, ("red",), hands={"blue": ["poison-darts"]}), 5, "tapia", 12, 2, 12, 2, 5) as game:
        answer(game, "play poison-darts", "replace", *LOSE_TWO, "retreat totonacapan")
        assert game.position.units("tapia").size == 1
        assert (index(game), wanted(game)) == (0, False)


@pytest.mark.parametrize(("turn", "allowed"), [(4, False), (5, False), (6, True), (7, True)])
def test_11_26_a_whole_turn_passes_before_the_next_warrant(turn: int, allowed: bool) -> None:
    """W11  Removed in turn 4, a new one not before turn 6."""
    with table(accused(-1, turn=turn, lifted=4)) as game:
        if not allowed:
            assert barred(game, f"play {WARRANT}") == "11.26"
            return
        answer(game, f"play {WARRANT}")
        assert wanted(game)


def test_11_26_who_was_never_wanted_has_no_pause() -> None:
    with table(accused(-1, turn=1)) as game:
        assert game.why_not(f"play {WARRANT}") is None


@pytest.mark.parametrize(("box", "after"), [(0, -1), (3, 2), (5, 4)])
@shows("11.27", "G-11.27")
def test_11_27_against_a_faction_not_out_of_favour_it_shifts_the_index(box: int, after: int) -> None:
    with table(accused(box)) as game:
        answer(game, f"play {WARRANT}")
        assert index(game) == after
        assert not wanted(game)
        assert game.position.piles["discards"].count_of(WARRANT) == 1


@shows("G-11.27", "11.27", "11.22")
def test_g_11_27_after_the_shift_a_second_card_is_a_warrant() -> None:
    pos = at(
        expeditions={"cortes": expedition("red", "cempoala", "3 foot")},
        hands={"blue": [WARRANT, WARRANT]},
        active="blue",
    )
    with table(pos) as game:
        answer(game, f"play {WARRANT}", f"play {WARRANT}")
        assert (index(game), wanted(game)) == (-1, True)


@shows("G-11.26", "11.26", "11.27")
def test_g_11_26_the_pause_does_not_stop_the_shift() -> None:
    with table(accused(0, turn=5, lifted=4)) as game:
        answer(game, f"play {WARRANT}")
        assert (index(game), wanted(game)) == (-1, False)


@shows("G-11.26", "11.26", "11.27")
def test_g_11_26_with_the_option_it_does() -> None:
    house = {"pause_stops_shift": True}
    with table(accused(0, house=house, turn=5, lifted=4)) as game:
        assert barred(game, f"play {WARRANT}") == "11.26"
    with table(accused(0, house=house, turn=6, lifted=4)) as game:
        answer(game, f"play {WARRANT}")
        assert index(game) == -1


# 11.3  Gifts -----------------------------------------------------------------------------------------------------


def giving(*gold: int, hands: Any = None, assets: tuple[str, ...] = (), **more: Any) -> ConquestPosition:
    """Red has gold with one expedition or several."""
    names = ("almagro", "balboa", "cortes")
    plans = {n: expedition("red", "cempoala", "3 foot", gold=g) for n, g in zip(names, gold, strict=False)}
    plans["de-soto"] = expedition("red", "totonacapan", "1 foot", assets=assets)
    return at(expeditions=plans, hands=hands, **more)


@shows("11.3", "2.0(5)")
def test_11_3_one_gift_an_impulse_besides_an_activation() -> None:
    with table(giving(9), 2) as game:
        answer(game, "activate de-soto", "rest", "gift", "amount 3")
        assert game.position.expeditions["almagro"].gold == 6
        assert barred(game, "gift") == "11.3"


def test_11_3_in_the_next_impulse_there_may_be_another() -> None:
    with table(giving(9), 2, 2) as game:
        answer(game, "gift", "amount 3", "done", "done", "gift", "amount 3")
        assert [event.gold for event in events_of(game, GiftGiven)] == [3, 3]


@shows("11.31")
def test_11_31_three_gold_at_least() -> None:
    with table(giving(2)) as game:
        assert barred(game, "gift") == "11.31"
    with table(giving(9)) as game:
        answer(game, "gift")
        assert barred(game, "amount 2") == "11.31"
        assert [option.id for option in game.options] == [f"amount {n}" for n in range(3, 10)]


@shows("11.31", "10.13")
def test_11_31_several_expeditions_may_contribute() -> None:
    with table(giving(2, 3, 1), 2) as game:
        answer(game, "gift", "amount 0")
        assert [option.id for option in game.options] == ["amount 2", "amount 3"]
        answer(game, "amount 2")  # the last one has to give what is missing
        left = [game.position.expeditions[name].gold for name in ("almagro", "balboa", "cortes")]
        assert left == [2, 1, 0]
        assert events_of(game, GiftGiven)[0].gold == 3


@pytest.mark.parametrize(
    ("gold", "modifier"), [(3, 0), (4, 0), (5, 0), (6, 1), (8, 1), (9, 2), (11, 2), (12, 3), (15, 4)]
)
@shows("11.31", "G-11.31")
def test_11_31_every_further_three_gold_add_one(gold: int, modifier: int) -> None:
    """W12  Nine gold give +2."""
    with table(giving(20), 2) as game:
        answer(game, "gift", f"amount {gold}")
        thrown = events_of(game, Rolled)[-1]
        assert (thrown.roll, thrown.total) == ("gift", 2 + modifier)
        assert [m.value for m in thrown.modifiers if m.name == "gold"] == ([modifier] if modifier else [])


@pytest.mark.parametrize(("dice", "boxes"), [(2, 0), (7, 0), (8, 1), (11, 1), (12, 2)])
@shows("11.32")
def test_11_32_two_dice_on_the_gift_table(dice: int, boxes: int) -> None:
    with table(giving(3), dice) as game:
        answer(game, "gift")
        assert events_of(game, GiftGiven)[0].boxes == boxes
        assert asked(game) == ("favour" if boxes else "impulse")
        if boxes:
            answer(game, "raise")
        assert index(game) == boxes


@shows("11.32", "G-11.32")
def test_g_11_32_a_success_may_lower_one_other_player_instead() -> None:
    pos = giving(3, seats=4, map="both")
    with table(pos, 12) as game:
        answer(game, "gift")
        options = [option.id for option in game.options]
        assert options == ["raise", "lower blue", "lower green", "lower yellow"]
        assert barred(game, "lower red") == "11.32"
        answer(game, "lower green")
        assert moves(game) == [("green", -2)]


@shows("11.32", "2.12", "5.15")
def test_11_32_assets_of_any_expedition_help() -> None:
    with table(giving(3, assets=("featherwork",)), 6) as game:
        answer(game, "gift", "use featherwork", "raise")
        assert index(game) == 1
        assert game.position.piles["asset-discards"].count_of("featherwork") == 1


@shows("11.32", "1.53")
def test_11_32_mano_de_dios_helps() -> None:
    with table(giving(3, luck={"red": 1}), 6) as game:
        answer(game, "gift", "modify open-mano-de-dios", "raise")
        assert index(game) == 1


def test_11_33_the_governor_takes_gold_that_expeditions_carry_and_nothing_else() -> None:
    pos = at(
        expeditions={"cortes": expedition("red", "cempoala", "3 foot", food=3)},
        points={"red": 30},
    )
    with table(pos) as game:
        assert barred(game, "gift") == "11.31"
