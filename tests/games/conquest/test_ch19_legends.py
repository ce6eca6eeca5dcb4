"""Chapter 19: legends."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from conquistadors.engine import Chance, Pile, SetupError
from conquistadors.engine.errors import IllegalAnswer
from conquistadors.engine.events import CardPlayed, Drew, Rolled
from conquistadors.engine.game import Game
from conquistadors.engine.run import Run
from conquistadors.games.conquest.builder import begin, expedition, place
from conquistadors.games.conquest.rules.events import (
    Ambushed,
    BattleBegan,
    Cancelled,
    Died,
    Found,
    Gathered,
    GoldChanged,
    LegendFaded,
    LegendPlaced,
    LegendSettled,
    LegendSought,
    MoraleChanged,
    PointsScored,
)
from conquistadors.games.conquest.rules.indians import take_marker_off
from conquistadors.games.conquest.rules.invariants import faults
from conquistadors.games.conquest.rules.legends import event_spaces, legend_spaces
from conquistadors.games.conquest.rules.position import ConquestPosition, Site
from conquistadors.games.conquest.rules.spaces import is_discovered
from support.clauses import shows
from support.indies import answer, asked, at, at_standard, barred, events_of, standard_rules, table

NEW, MOVE = 9, 10
"""Totals of the Random Events roll, in the fixed pack."""
LEGENDS = (
    *("amazon-river", "cities-of-cibola", "el-dorado", "fountain-of-youth"),
    *("mississippi-river", "prester-john"),
)
NORTH = ("cibola", "querechos", "quizquiz", "cofitachequi", "nojpeten", "hueitapalan")
SOUTH = ("parima", "guaviare", "nhamunda", "guapore", "xarayes", "patagonia")
WON = (2, 9, 7)
"""A battle round in which Indians inflict nothing and lose everything, and a leader who is unhurt."""
IDLE = (2, 2)
"""A battle round without any loss."""


def men(space: str, units: str = "6 foot, 3 horse", seat: str = "red", **more: Any) -> Any:
    return expedition(seat, space, units, **more)


def before_event(*, map: str = "both", **wanted: Any) -> ConquestPosition:  # noqa: A002  # as players say
    """The Random Events roll of turn 2 is next; red was first in the order."""
    seats = 3 if map == "both" else 2
    return at_standard(seats, map, turn=2, before="event", **wanted)


def found(pos: ConquestPosition, **spaces: str) -> ConquestPosition:
    """Legends that have been found for good, each in its space."""
    for space, legend in spaces.items():
        pos.piles["legends"] = pos.piles["legends"].minus(legend)
        pos.piles["legends-gone"] = pos.piles["legends-gone"].plus(legend)
        pos.edit_site(space, legend_found=True)
    return pos


def seeking(legend: str = "el-dorado", units: str = "6 foot, 3 horse", **wanted: Any) -> ConquestPosition:
    """Cortés has entered Quizquiz, where the legend is said to be."""
    more = wanted.pop("more", {})
    expeditions = {"cortes": men("quizquiz", units, **more), **wanted.pop("expeditions", {})}
    return at_standard(expeditions=expeditions, legends={"quizquiz": legend}, before="discovery cortes", **wanted)


def marching(legend: str | None = "el-dorado", units: str = "6 foot, 3 horse", **wanted: Any) -> ConquestPosition:
    """Cortés stands in Caddo, next to Quizquiz."""
    places = {"caddo": "discovered", "mabila": "discovered", **wanted.pop("places", {})}
    expeditions = {"cortes": men("caddo", units, **wanted.pop("more", {})), **wanted.pop("expeditions", {})}
    legends = {"quizquiz": legend} if legend else {}
    return at_standard(expeditions=expeditions, places=places, legends=legends, **wanted)


def on_the_map(pos: ConquestPosition) -> dict[str, str]:
    return {space: site.legend for space, site in pos.sites.items() if site.legend is not None}


def lots(pos: ConquestPosition, *answers: int | str) -> Chance:
    """The random choice that waits after these answers of chance."""
    run = Run(pos.rules, pos.copy())
    waiting = list(answers)
    while True:
        pending = run.pending
        assert pending is not None
        if isinstance(pending, Chance) and not waiting:
            return pending
        run.send(waiting.pop(0) if isinstance(pending, Chance) else pending.legal()[-1])


def modifiers(game: Game[Any], roll: str) -> list[tuple[str, int]]:
    thrown = [event for event in events_of(game, Rolled) if event.roll == roll][-1]
    return [(modifier.name, modifier.value) for modifier in thrown.modifiers]


# 19.1  The markers -----------------------------------------------------------------------------------------------


@shows("19.12", "19.0")
@pytest.mark.parametrize("board", ["north", "south", "both"])
def test_19_12_six_legends_wait_in_the_pool_whichever_map_is_in_play(board: str) -> None:
    pos = at_standard(3, board)
    assert pos.piles["legends"].titles == LEGENDS
    assert set(pos.piles["legends"].copies) == {1}
    assert (pos.piles["legends-gone"].size, on_the_map(pos)) == (0, {})


@shows("G-19.0", "19.31")
def test_g_19_0_without_legends_there_are_no_cards_for_them_and_no_markers() -> None:
    deck = standard_rules(legends=True).strategy_deck()
    without = standard_rules(legends=False).strategy_deck()
    assert {title: deck.count_of(title) - without.count_of(title) for title in deck.titles} == {
        title: int(title in LEGENDS) for title in deck.titles
    }
    assert at_standard(game={"legends": False}).piles["legends"].size == 0


@pytest.mark.parametrize("total", [NEW, MOVE])
@shows("G-19.0", "20.1")
def test_g_19_0_without_legends_their_events_do_nothing(total: int) -> None:
    with table(before_event(game={"legends": False}), total) as game:
        assert [(event.legend, event.why) for event in events_of(game, LegendFaded)] == [(None, "none-left")]
        assert on_the_map(game.position) == {}


# 19.21  New Legend -----------------------------------------------------------------------------------------------


@shows("19.21", "19.11", "19.13")
def test_19_21_a_marker_a_map_and_a_space_at_random() -> None:
    with table(before_event(), NEW, "el-dorado", "south", "guapore") as game:
        assert on_the_map(game.position) == {"guapore": "el-dorado"}
        assert "el-dorado" not in game.position.piles["legends"].titles
        assert [(e.who, e.drawn, e.audience) for e in events_of(game, Drew)] == [
            ("red", drawn, None) for drawn in ("el-dorado", "south", "guapore")
        ]
        assert [(e.legend, e.space, e.origin) for e in events_of(game, LegendPlaced)] == [
            ("el-dorado", "guapore", None)
        ]


@shows("19.21", "1.52", "G-1.52")
def test_19_21_1_every_marker_that_is_not_in_play_has_the_same_chance() -> None:
    pos = before_event(legends={"parima": "el-dorado"})
    found(pos, quizquiz="prester-john")
    waiting = lots(pos, NEW)
    assert waiting.outcomes == ("amazon-river", "cities-of-cibola", "fountain-of-youth", "mississippi-river")
    assert set(waiting.weights) == {1}


@shows("19.21", "20.1")
def test_19_21_1_nothing_happens_when_all_are_on_the_map_or_found() -> None:
    pos = before_event(
        legends={"cibola": "mississippi-river", "querechos": "el-dorado", "parima": "amazon-river"}
        | {"xarayes": "cities-of-cibola", "guapore": "fountain-of-youth"}
    )
    found(pos, quizquiz="prester-john")
    before = on_the_map(pos)
    with table(pos, NEW) as game:
        assert [event.why for event in events_of(game, LegendFaded)] == ["none-left"]
        assert on_the_map(game.position) == before


@shows("19.21", "G-1.52")
def test_19_21_2_both_maps_have_the_same_chance() -> None:
    waiting = lots(before_event(), NEW, "el-dorado")
    assert (waiting.outcomes, waiting.weights, waiting.who) == (("north", "south"), (1, 1), "red")


@pytest.mark.parametrize(("legend", "spaces"), [("amazon-river", SOUTH), ("mississippi-river", NORTH)])
@shows("19.21", "19.12")
def test_19_21_2_a_river_has_its_own_map(legend: str, spaces: tuple[str, ...]) -> None:
    assert set(lots(before_event(), NEW, legend).outcomes) == set(spaces)


@pytest.mark.parametrize(("board", "spaces"), [("north", NORTH), ("south", SOUTH)])
def test_19_21_2_on_one_map_there_is_no_map_to_choose(board: str, spaces: tuple[str, ...]) -> None:
    assert set(lots(before_event(map=board), NEW, "el-dorado").outcomes) == set(spaces)


@pytest.mark.parametrize(("board", "river"), [("north", "amazon-river"), ("south", "mississippi-river")])
@shows("19.21", "19.12")
def test_19_12_a_river_of_a_map_that_is_not_in_play_is_ignored(board: str, river: str) -> None:
    with table(before_event(map=board), NEW, river) as game:
        assert [(event.legend, event.why) for event in events_of(game, LegendFaded)] == [(river, "no-map")]
        assert on_the_map(game.position) == {}
        assert river in game.position.piles["legends"].titles


@shows("19.21", "G-19.21")
def test_19_21_3_a_draw_gives_what_a_die_gives_that_is_rolled_again() -> None:
    """One die, and again on a barred number: each usable space has 1/6 + barred/6 * 1/6 + ... = 1/usable."""
    pos = before_event(map="north", legends={"hueitapalan": "prester-john"}, expeditions={"cortes": men("despoblado")})
    waiting = lots(pos, NEW, "el-dorado")
    usable = {pos.rules.world.spaces[str(space)].legend for space in waiting.outcomes}
    assert usable == {3, 4, 5}  # Hueitapalan is taken; Cibola and Querechos are near
    barred_part = Fraction(6 - len(usable), 6)
    rerolled = Fraction(1, 6) / (1 - barred_part)
    total = sum(waiting.weights)
    assert [Fraction(weight, total) for weight in waiting.weights] == [rerolled] * len(usable)


def test_19_21_3_not_where_a_legend_lies_or_was_found() -> None:
    pos = at_standard(legends={"cibola": "prester-john"})
    found(pos, nojpeten="fountain-of-youth")
    assert event_spaces(pos, "el-dorado", "north") == ["querechos", "quizquiz", "cofitachequi", "hueitapalan"]


@pytest.mark.parametrize(
    ("camp", "away", "by_event", "by_french"),
    [
        ("quizquiz", 0, False, False),
        ("mabila", 1, False, False),
        ("querechos", 2, False, False),
        ("cibola", 3, False, True),
        ("despoblado", 4, True, True),
    ],
)
@shows("C17", "19.21", "D-19.21(3)", "G-19.21")
def test_c17_an_event_needs_four_spaces_or_three_by_the_option(
    camp: str, away: int, by_event: bool, by_french: bool
) -> None:
    """Whoever stands there, with or without units."""
    for near, usable in ((False, by_event), (True, by_french)):
        pos = at_standard(house={"legend_near": near}, expeditions={"cortes": men(camp, "", "blue")})
        assert pos.rules.world.distances([camp])["quizquiz"] == away
        assert ("quizquiz" in event_spaces(pos, "el-dorado", "north")) == usable


@shows("G-19.21", "19.21")
def test_g_19_21_the_way_goes_over_all_lines_of_that_map_and_of_no_other() -> None:
    at_sea = at_standard(expeditions={"cortes": men("gulf-of-honduras")})
    world = at_sea.rules.world
    reached = world.maps["north"].distances(["gulf-of-honduras"])
    near = {space for space in NORTH if reached[space] < 4}
    assert near, "by sea and land"
    assert not any(space in world.land_distances("gulf-of-honduras") for space in near)
    assert set(event_spaces(at_sea, "el-dorado", "north")) == set(NORTH) - near
    both = at_standard(3, "both", expeditions={"cortes": men("mojos")})
    assert set(event_spaces(both, "el-dorado", "north")) == set(NORTH)
    assert set(event_spaces(both, "el-dorado", "south")) < set(SOUTH)


@shows("19.21", "G-19.21")
def test_19_21_3_without_a_usable_space_the_event_is_ignored() -> None:
    """Each of the six spaces has an expedition near it: there are no endless rolls."""
    camps = {"cortes": men("querechos"), "balboa": men("ocute", "", "blue"), "almagro": men("nojpeten", "", "blue")}
    pos = before_event(map="north", expeditions={**camps, "ordaz": men("hueitapalan", "")})
    assert event_spaces(pos, "el-dorado", "north") == []
    with table(pos, NEW, "el-dorado") as game:
        assert [(event.legend, event.why) for event in events_of(game, LegendFaded)] == [("el-dorado", "no-space")]
        assert game.position.piles["legends"].titles == LEGENDS


@shows("19.21", "19.12")
def test_19_21_2_the_map_is_chosen_before_anybody_looks_for_space_on_it() -> None:
    camps = {"cortes": men("querechos"), "balboa": men("ocute", "", "blue"), "almagro": men("nojpeten", "", "blue")}
    pos = before_event(expeditions={**camps, "ordaz": men("hueitapalan", "")})
    with table(pos, NEW, "el-dorado", "north") as game:
        assert [event.why for event in events_of(game, LegendFaded)] == ["no-space"]


@shows("19.21")
def test_19_21_a_single_possibility_is_not_drawn() -> None:
    pos = before_event(map="north", expeditions={"cortes": men("querechos"), "balboa": men("ocute", "", "blue")})
    found(pos, nojpeten="prester-john")
    with table(pos, NEW, "el-dorado") as game:
        assert on_the_map(game.position) == {"hueitapalan": "el-dorado"}


# 19.22  Move Legend ----------------------------------------------------------------------------------------------


@shows("19.22")
def test_19_22_a_legend_moves_to_another_space_of_the_same_map() -> None:
    pos = before_event(legends={"parima": "el-dorado", "cibola": "prester-john"})
    assert lots(pos, MOVE).outcomes == ("el-dorado", "prester-john"), "both maps included"
    assert set(lots(pos, MOVE, "el-dorado").outcomes) == set(SOUTH) - {"parima"}
    with table(pos, MOVE, "el-dorado", "xarayes") as game:
        assert on_the_map(game.position) == {"xarayes": "el-dorado", "cibola": "prester-john"}
        assert game.position.piles["legends"].size == 4
        assert [(e.space, e.origin) for e in events_of(game, LegendPlaced)] == [("xarayes", "parima")]


@shows("19.22", "C17")
def test_19_22_the_new_space_is_far_from_expeditions_and_free() -> None:
    pos = before_event(
        map="north", legends={"cofitachequi": "el-dorado"}, expeditions={"cortes": men("caddo"), "ordaz": men("acalan")}
    )
    found(pos, hueitapalan="prester-john")
    assert event_spaces(pos, "el-dorado", "north") == []
    with table(pos, MOVE) as game:
        assert on_the_map(game.position) == {"cofitachequi": "el-dorado"}
        assert [event.why for event in events_of(game, LegendFaded)] == ["no-space"]


def test_19_23_without_a_legend_in_play_it_is_a_new_legend() -> None:
    with table(before_event(), MOVE, "prester-john", "north", "cibola") as game:
        assert on_the_map(game.position) == {"cibola": "prester-john"}


# 19.41  Going there ----------------------------------------------------------------------------------------------


@shows("19.41", "G-19.41", "3.13")
def test_g_19_41_an_expedition_stops_at_the_marker_and_rolls() -> None:
    """Spaces are left, and he is not asked: the Legends Table, not the Discovery Table, says what is there."""
    with table(marching(), 9) as game:
        answer(game, "activate cortes", "march", "go quizquiz")
        assert asked(game) == "impulse"
        assert [event.roll for event in events_of(game, Rolled)] == ["legends"]
        assert events_of(game, Found) == []
        assert game.position.expeditions["cortes"].space == "quizquiz"
        assert game.position.expeditions["cortes"].gold == 8
        assert game.position.action is None


@shows("G-19.41", "3.15")
def test_g_19_41_a_lone_conquistador_also_stops_and_rolls() -> None:
    with table(marching(units=""), 9) as game:
        answer(game, "activate cortes", "march", "go quizquiz")
        assert (asked(game), game.position.expeditions["cortes"].gold) == ("impulse", 8)


@pytest.mark.parametrize("known", [False, True])
@shows("G-19.41", "G-3.12", "19.43")
def test_g_19_41_a_legend_space_without_a_marker_is_ordinary_passage(known: bool) -> None:
    pos = marching(None)
    if known:
        found(pos, quizquiz="el-dorado")
    with table(pos) as game:
        answer(game, "activate cortes", "march", "go quizquiz", "go mabila", "stop")
        assert game.position.expeditions["cortes"].space == "mabila"
        assert events_of(game, Rolled) == []


def test_19_41_only_entering_calls_for_the_roll() -> None:
    """Own ruling: who stands beside the river has to leave it and come back."""
    pos = marching("mississippi-river")
    with table(pos, 5, 9) as game:
        answer(game, "activate cortes", "march", "go quizquiz", "done")
        game.play("done")  # blue
        while asked(game) != "impulse":
            game.play("pass")
        answer(game, "activate cortes")
        assert barred(game, "discover") == "4.0"
        answer(game, "march", "go caddo", "go quizquiz")
        assert [event.tale for event in events_of(game, LegendSought)] == ["mississippi-river/5"] * 2


@shows("19.41", "G-19.41b", "3.12")
def test_g_19_41b_who_enters_to_attack_looks_into_the_legend_first() -> None:
    """9 on El Dorado: 8 gold, and the marker is gone for good. Then Balboa is attacked, by men who came from Caddo."""
    pos = marching(expeditions={"balboa": men("quizquiz", "1 foot", "blue")}, warrants=["blue"])
    with table(pos, 9) as game:
        answer(game, "activate cortes", "attack", "advance quizquiz")
        assert [event.tale for event in events_of(game, LegendSought)] == ["el-dorado/9"]
        assert events_of(game, BattleBegan) == []
        assert {option.verb for option in game.options} == {"fight"}
        answer(game, "fight balboa")
        battle = game.position.battle
        assert battle is not None
        assert (battle.attacker.expedition, battle.entered_from) == ("cortes", "caddo")
        assert game.position.action is None


@shows("G-19.41b", "G-4.14")
def test_g_19_41b_who_flees_from_an_ambush_there_does_not_attack_any_more() -> None:
    pos = marching(
        expeditions={"balboa": men("quizquiz", "1 foot", "blue")},
        warrants=["blue"],
        hands={"blue": ["indian-ambush"]},
    )
    with table(pos, "10", "10", *IDLE, *IDLE, 7) as game:
        answer(game, "activate cortes", "attack", "advance quizquiz", "play indian-ambush")
        while asked(game) != "retreat":
            game.play("pass")
        answer(game, "retreat mabila")
        assert (asked(game), game.position.action, game.position.march) == ("impulse", None, None)
        assert (events_of(game, LegendSought), len(events_of(game, BattleBegan))) == ([], 1)


@shows("G-19.41b", "6.45", "6.44")
def test_g_19_41b_the_successor_of_a_man_who_died_of_the_legend_attacks() -> None:
    pos = marching("fountain-of-youth", expeditions={"balboa": men("quizquiz", "1 foot", "blue")}, warrants=["blue"])
    with table(pos, 2, "tapia") as game:
        answer(game, "activate cortes", "attack", "advance quizquiz", "replace", "fight balboa")
        assert [(event.attacker, event.defender) for event in events_of(game, BattleBegan)] == [("tapia", "balboa")]


@shows("19.41")
def test_19_41_who_stands_there_attacks_without_another_roll() -> None:
    there = at_standard(
        expeditions={"cortes": men("quizquiz"), "balboa": men("quizquiz", "1 foot", "blue")},
        legends={"quizquiz": "el-dorado"},
        warrants=["blue"],
        before="attack cortes",
    )
    with table(there) as game:
        answer(game, "fight balboa")
        assert len(events_of(game, BattleBegan)) == 1


@pytest.mark.parametrize(("enemy", "way"), [("mabila", "quizquiz"), ("quizquiz", "mabila")])
@shows("19.41", "2.34")
def test_19_41_a_night_march_does_not_lead_through_the_space_of_a_legend(enemy: str, way: str) -> None:
    """Caddo, Mabila and Quizquiz are next to each other: an enemy in one is reached by way of the other."""
    for legends, allowed in (({}, True), ({"quizquiz": "el-dorado"}, enemy == "quizquiz")):
        pos = at_standard(
            expeditions={"cortes": men("caddo"), "balboa": men(enemy, "1 foot", "blue")},
            places={"mabila": "discovered", "karankawa": place("discovered", units=[10])},
            legends=legends,
            warrants=["blue"],
            hands={"red": ["night-march"]},
        )
        with table(pos) as game:
            answer(game, "play night-march", "activate cortes", "attack")
            assert (game.why_not(f"advance {way}") is None) == allowed


@shows("19.41", "6.52", "6.514")
def test_19_41_who_retreats_into_the_space_of_a_legend_rolls_and_nobody_reacts() -> None:
    """Own ruling: it enters the space, although a retreat is no movement. The battle is settled afterwards."""
    pos = at_standard(
        3,
        expeditions={"cortes": men("ocute", gold=3)},
        places={"ocute": place("town", hostile=True, units=[10])},
        legends={"cofitachequi": "el-dorado"},
        hands={"green": ["indian-ambush"]},
        active="blue",
    )
    with table(pos, *IDLE, *IDLE, 9, 7) as game:
        answer(game, "incite ocute cortes")
        while asked(game) != "retreat":
            game.play("pass")
        answer(game, "retreat cofitachequi")
        assert (asked(game), game.position.action, game.position.battle) == ("impulse", None, None)
        assert [event.tale for event in events_of(game, LegendSought)] == ["el-dorado/9"]
        assert game.position.expeditions["cortes"].gold == 1 + 8
        assert events_of(game, CardPlayed) == []


@shows("19.41", "6.42", "G-19.41")
def test_19_41_a_man_who_dies_after_a_retreat_has_looked_into_the_legend() -> None:
    pos = at_standard(
        expeditions={"cortes": men("ocute")},
        places={"ocute": place("town", hostile=True, units=[10])},
        legends={"cofitachequi": "el-dorado"},
        active="blue",
    )
    with table(pos, *IDLE, *IDLE, 9, 12, "tapia") as game:
        answer(game, "incite ocute cortes")
        while asked(game) != "retreat":
            game.play("pass")
        answer(game, "retreat cofitachequi", "replace")
        assert game.position.expeditions["tapia"].gold == 8


# 19.42  Cards before the roll ------------------------------------------------------------------------------------


@shows("19.42", "C44", "12.34", "4.14")
def test_19_42_an_ambush_draws_two_units_and_adds_nothing_to_the_roll() -> None:
    with table(seeking(hands={"blue": ["indian-ambush"]}), "10", "10", *WON, 8) as game:
        assert (asked(game), game.pending.rule if game.pending else None) == ("react", "19.42")
        answer(game, "play indian-ambush")
        assert len(events_of(game, Ambushed)) == 1
        assert events_of(game, Gathered)[0].units == ("10", "10")
        assert modifiers(game, "legends") == []
        assert events_of(game, LegendSought)[0].tale == "el-dorado/3"  # 8; a 9 would be gold
        assert game.position.sites.get("quizquiz") is None


@shows("19.42", "C44", "C16")
def test_19_42_scouts_cancel_the_ambush() -> None:
    pos = seeking(hands={"blue": ["indian-ambush"]}, more={"assets": ["indian-scouts"]})
    with table(pos, 8) as game:
        answer(game, "play indian-ambush", "use indian-scouts")
        assert len(events_of(game, Cancelled)) == 1
        assert (events_of(game, BattleBegan), modifiers(game, "legends")) == ([], [])


@shows("19.42", "C44")
def test_19_42_a_false_guide_helps_an_ambush_and_changes_no_roll() -> None:
    """Own ruling after C44: the minus finds no roll, the third unit comes."""
    with table(seeking(hands={"blue": ["indian-ambush", "false-guide"]}), "10", "10", "10", 2, 9, *WON, 9) as game:
        answer(game, "play false-guide", "play indian-ambush")
        assert events_of(game, Gathered)[0].units == ("10", "10", "10")
        assert modifiers(game, "legends") == []
        assert game.position.expeditions["cortes"].gold == 8


@shows("19.42", "2.14")
def test_19_42_nobody_else_is_asked_and_nothing_helps_the_seeker() -> None:
    """Own ruling: cards that are nothing but a modifier on the discovery roll find no roll here."""
    pos = seeking(
        hands={"red": ["map-on-cloth", "mano-de-dios", "indian-ambush"]},
        luck={"red": 1},
        more={"shown": ["indian-guide"]},
    )
    with table(pos, 3) as game:
        assert asked(game) == "impulse"
        assert modifiers(game, "legends") == []
        assert events_of(game, CardPlayed) == []
        assert game.position.factions["red"].luck == 1


@shows("1.57", "G-19.42", "19.42")
def test_g_19_42_two_dice_without_luck_or_modifiers() -> None:
    roll = standard_rules().rolls["legends"]
    assert (roll.dice.count, roll.dice.sides) == (2, 6)
    assert (roll.modifiers, roll.luck_before, roll.luck_after) == (frozenset(), False, False)


@shows("19.42", "G-4.14", "12.35")
def test_19_42_who_flees_from_the_ambush_finds_nothing_and_the_marker_stays() -> None:
    pos = at_standard(
        expeditions={"cortes": men("quizquiz")},
        places={"caddo": "discovered", "mabila": "discovered"},
        legends={"quizquiz": "el-dorado"},
        hands={"blue": ["indian-ambush"]},
        before="discovery cortes",
    )
    with table(pos, "10", "10", *IDLE, *IDLE, 7) as game:
        answer(game, "play indian-ambush", "retreat caddo")
        assert events_of(game, LegendSought) == []
        assert game.position.site("quizquiz") == Site(garrison=Pile.of(["10", "10"]), legend="el-dorado")
        assert (asked(game), game.position.action) == ("impulse", None)


@shows("19.42", "G-3.15", "G-4.14")
def test_19_42_an_ambush_is_the_end_of_a_lone_conquistador() -> None:
    with table(seeking(units="", hands={"blue": ["indian-ambush"]}), "10", "10") as game:
        answer(game, "play indian-ambush")
        assert "cortes" not in game.position.expeditions
        assert events_of(game, LegendSought) == []
        assert on_the_map(game.position) == {"quizquiz": "el-dorado"}


@shows("19.42", "C44", "6.44")
def test_19_42_after_an_ambush_the_new_commander_looks_for_the_legend() -> None:
    with table(seeking(hands={"blue": ["indian-ambush"]}), "10", "10", 2, 9, 12, "tapia", 9) as game:
        answer(game, "play indian-ambush", "replace")
        assert game.position.expeditions["tapia"].gold == 8


# 19.43  Results --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("legend", "total", "tale", "gold", "points", "fate"),
    [
        ("cities-of-cibola", 7, 2, 0, 0, "pool"),
        ("cities-of-cibola", 8, 8, 4, 0, "pool"),
        ("cities-of-cibola", 11, 10, 0, 5, "pool"),
        ("cities-of-cibola", 12, 12, 30, 10, "gone"),
        ("prester-john", 12, 12, 0, 25, "gone"),
        ("el-dorado", 8, 3, 0, 0, "pool"),
        ("el-dorado", 12, 12, 50, 0, "gone"),
        ("mississippi-river", 9, 5, 0, 0, "stays"),
        ("mississippi-river", 10, 10, 0, 20, "gone"),
    ],
)
@shows("19.41", "19.43", "13.11")
def test_19_43_the_table_gives_gold_points_and_the_fate_of_the_marker(
    legend: str, total: int, tale: int, gold: int, points: int, fate: str
) -> None:
    with table(seeking(legend), total) as game:
        pos = game.position
        assert pos.expeditions["cortes"].gold == pos.gold == gold
        assert pos.factions["red"].awards == pos.factions["red"].permanent == points
        assert [event.points for event in events_of(game, PointsScored)] == ([points] if points else [])
        assert [event.gold for event in events_of(game, GoldChanged)] == ([gold] if gold else [])
        assert [event.tale for event in events_of(game, LegendSought)] == [f"{legend}/{tale}"]
        assert [event.fate for event in events_of(game, LegendSettled)] == [fate]
        assert (legend in pos.piles["legends"].titles) == (fate == "pool")
        assert (legend in pos.piles["legends-gone"].titles) == (fate == "gone")
        left = {"pool": Site(), "gone": Site(legend_found=True), "stays": Site(legend=legend)}
        assert pos.site("quizquiz") == left[fate]


@shows("19.43", "19.21")
def test_19_43_a_legend_that_was_a_rumour_may_be_told_of_again_and_a_found_one_never() -> None:
    with table(seeking(), 3) as game:
        assert "quizquiz" not in game.position.sites
        assert game.position.piles["legends"].titles == LEGENDS
    with table(seeking(), 12) as game:
        pos = game.position
        pos.expeditions.clear()
        assert "quizquiz" not in event_spaces(pos, "prester-john", "north")


@shows("6.45", "1.52", "19.41")
def test_6_45_a_legend_kills_a_conquistador_of_the_expedition_at_random() -> None:
    """Own ruling: any of its men, each with the same chance. He is replaced, and his men take a hit (C35)."""
    pos = seeking(more={"companions": {"ordaz": "", "sandoval": "2 foot"}})
    waiting = lots(pos, 2)
    assert (waiting.outcomes, set(waiting.weights), waiting.who) == (("cortes", "ordaz", "sandoval"), {1}, "red")
    with table(pos, 2, "sandoval", "tapia") as game:
        answer(game, "replace")
        assert [event.captain for event in events_of(game, Died)] == ["sandoval"]
        assert game.position.captains["tapia"].units.foot == 2
        assert [event.now for event in events_of(game, MoraleChanged)] == [1]
        assert "el-dorado" in game.position.piles["legends"].titles
        assert (asked(game), game.position.action) == ("impulse", None)


@shows("6.45", "6.44", "11.23")
def test_6_45_when_the_commander_dies_another_takes_over() -> None:
    with table(seeking(more={"companions": {"ordaz": ""}}, warrants=["red"], index={"red": -1}), 2, "cortes") as game:
        answer(game, "promote ordaz")
        assert game.position.expeditions["ordaz"].space == "quizquiz"
        assert not game.position.factions["red"].warrant


@shows("6.45", "G-19.41")
def test_6_45_a_lone_conquistador_does_not_come_back() -> None:
    with table(seeking("mississippi-river", "", more={"gold": 4}), 2) as game:
        assert game.position.expeditions == {}
        assert on_the_map(game.position) == {"quizquiz": "mississippi-river"}
        assert (asked(game), game.position.gold) == ("impulse", 0)


@pytest.mark.parametrize(("language", "said"), [("en", "A lake shore"), ("fr", "Le bord d’un lac"), ("ja", "湖の岸辺")])
def test_19_41_the_tale_of_the_table_is_told_in_the_language_of_the_reader(language: str, said: str) -> None:
    with table(seeking(), 9) as game:
        assert any(said in line for line in game.teller(language).story(game.log))


# C18  Legends anywhere, by the option ----------------------------------------------------------------------------


@shows("C18", "19.41", "4.0")
def test_c18_in_a_level_space_the_legend_takes_the_place_of_the_discovery() -> None:
    pos = at_standard(
        house={"legend_anywhere": True},
        expeditions={"cortes": men("cempoala")},
        places={"cempoala": "village"},
        legends={"totonacapan": "el-dorado"},
    )
    with table(pos, 9, 3) as game:
        answer(game, "activate cortes", "march", "go totonacapan")
        assert (events_of(game, Found), game.position.expeditions["cortes"].gold) == ([], 8)
        assert not is_discovered(game.position, "totonacapan")
        answer(game, "done", "done")
        while asked(game) != "impulse":
            game.play("pass")
        answer(game, "activate cortes", "discover")  # the marker is gone: G-4.112
        assert [event.found for event in events_of(game, Found)] == ["village"]


@shows("C18", "3.131")
def test_c18_in_a_desert_the_morale_check_comes_first() -> None:
    pos = at_standard(
        house={"legend_anywhere": True},
        expeditions={"cortes": men("culiacan")},
        places={"culiacan": "village"},
        legends={"mapimi": "el-dorado"},
    )
    with table(pos, 6, 9) as game:
        answer(game, "activate cortes", "march", "go mapimi")
        assert [event.roll for event in events_of(game, Rolled)] == ["terrain", "legends"]


@shows("C18", "G-4.171")
def test_c18_a_recycled_marker_leaves_the_legend_where_it_is() -> None:
    pos = at_standard(
        house={"legend_anywhere": True},
        places={"tlaxcala": place("town", units=[10]), "cholula": "village"},
        legends={"tlaxcala": "el-dorado"},
    )
    found(pos, cholula="prester-john")
    game = begin(pos, seed=1)
    for space in ("tlaxcala", "cholula"):
        take_marker_off(pos, space, "4.171")
        game.adjust(f"marker {space} none")
    for after in (pos, game.position):
        assert after.site("tlaxcala") == Site(legend="el-dorado")
        assert after.site("cholula") == Site(legend_found=True)
        assert faults(after) == []


# What is true of every position ----------------------------------------------------------------------------------

Spoil = Callable[[ConquestPosition], object]

FAULTS: list[tuple[str, Spoil]] = [
    ("a legend is in two places or in none (19.12): el-dorado", lambda p: p.edit_site("cibola", legend="el-dorado")),
    ("a legend is in two places or in none (19.12): el-dorado", lambda p: p.edit_site("quizquiz", legend=None)),
    ("a legend in tlaxcala, which is no Legend space (C18)", lambda p: p.edit_site("tlaxcala", legend_found=True)),
    ("a legend in quizquiz, where one was found (19.21)", lambda p: p.edit_site("quizquiz", legend_found=True)),
    (
        "0 legends are out of the game, but a different number was found (19.43)",
        lambda p: p.edit_site("cibola", legend_found=True),
    ),
    ("atlantis cannot be in quizquiz (19.12)", lambda p: p.edit_site("quizquiz", legend="atlantis")),
]


@pytest.mark.parametrize(("fault", "spoil"), FAULTS)
def test_a_legend_is_in_one_place_where_it_may_be(fault: str, spoil: Spoil) -> None:
    pos = at_standard(legends={"quizquiz": "el-dorado"})
    assert faults(pos) == []
    spoil(pos)
    assert any(fault in said for said in faults(pos)), faults(pos)


@pytest.mark.parametrize(
    ("legends", "why"),
    [
        ({"quizquiz": "amazon-river"}, "amazon-river cannot be in quizquiz (19.12)"),
        ({"tlaxcala": "el-dorado"}, "a legend in tlaxcala, which is no Legend space (C18)"),
        ({"cibola": "el-dorado", "quizquiz": "el-dorado"}, "el-dorado appears twice (19.12)"),
        ({"quizquiz": "atlantis"}, "'atlantis' is no legend of this game (19.12)"),
    ],
)
def test_a_built_position_has_its_legends_where_they_may_be(legends: dict[str, str], why: str) -> None:
    with pytest.raises(SetupError) as refused:
        at_standard(legends=legends)
    assert why in str(refused.value)


def test_the_basic_game_has_no_legends() -> None:
    with pytest.raises(SetupError, match="no legend of this game"):
        at(legends={"quizquiz": "el-dorado"})
    pos = at()
    pos.edit_site("quizquiz", legend="el-dorado")
    assert faults(pos)


def test_a_built_position_may_stand_before_the_look_at_a_legend() -> None:
    pos = seeking(units="")
    assert (pos.action.kind if pos.action else None, pos.tasks[-1]) == ("legend", "discovery")
    with pytest.raises(SetupError, match="nothing can be discovered where cortes is"):
        at_standard(expeditions={"cortes": men("quizquiz")}, before="discovery cortes")


def test_the_table_shows_where_legends_are_said_to_be_and_where_they_were_found() -> None:
    pos = at_standard(legends={"quizquiz": "el-dorado"}, places={"quizquiz": place(units=[10])})
    found(pos, cibola="prester-john")
    said = str(begin(pos, seed=1))
    assert "Quizquiz: the legend: El Dorado, an Indian unit of 10" in said
    assert "Cibola: a legend was found here" in said


# Corrections by hand ---------------------------------------------------------------------------------------------


def test_a_legend_is_put_right_by_hand() -> None:
    pos = at_standard(legends={"quizquiz": "el-dorado"})
    game = begin(pos, seed=1)
    game.adjust("legend cibola prester-john")
    game.adjust("legend querechos el-dorado")
    assert on_the_map(game.position) == {"cibola": "prester-john", "querechos": "el-dorado"}
    game.adjust("legend cibola mississippi-river")
    game.adjust("legend querechos none")
    assert on_the_map(game.position) == {"cibola": "mississippi-river"}
    assert "prester-john" in game.position.piles["legends"].titles
    game.rules.check(game.position)


@pytest.mark.parametrize(
    ("order", "why"),
    [
        ("legend cibola atlantis", "a legend must be none, amazon-river, cities-of-cibola"),
        ("legend cibola amazon-river", "amazon-river cannot be in cibola (19.12)"),
        ("legend tlaxcala el-dorado", "a legend in tlaxcala, which is no Legend space (C18)"),
        ("legend cibola fountain-of-youth", "fountain-of-youth is out of the game (19.43)"),
        ("legend nojpeten el-dorado", "a legend in nojpeten, where one was found (19.21)"),
    ],
)
def test_a_wrong_correction_of_a_legend_is_refused(order: str, why: str) -> None:
    pos = found(at_standard(), nojpeten="fountain-of-youth")
    game = begin(pos, seed=1)
    before = game.position
    with pytest.raises(IllegalAnswer) as refused:
        game.adjust(order)
    assert why in str(refused.value)
    assert game.position == before


def test_the_basic_game_has_no_legend_to_put_right() -> None:
    game = begin(at(), seed=1)
    for order in ("legend cibola none", "legend cibola el-dorado"):
        with pytest.raises(IllegalAnswer, match="without legends"):
            game.adjust(order)


# Our own data ----------------------------------------------------------------------------------------------------


def test_19_21_there_are_six_legend_spaces_on_each_map() -> None:
    pos = at_standard(3, "both")
    numbers = Counter((pos.rules.world.map_of[s], pos.rules.world.spaces[s].legend) for s in legend_spaces(pos))
    assert numbers == Counter((board, number) for board in ("north", "south") for number in range(1, 7))
