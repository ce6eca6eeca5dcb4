"""20.0  Random events: who rolls and when, the death of the governor, and smallpox. Legends: test_ch19_legends.py."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from conquistadors.engine import Chance, Choice, Event, Pile, SetupError
from conquistadors.engine.events import Drew, Rolled, Step
from conquistadors.engine.game import Game
from conquistadors.engine.run import Run
from conquistadors.games.conquest.builder import begin, expedition, place
from conquistadors.games.conquest.rules.events import (
    EventHappened,
    IndexMoved,
    LegendFaded,
    LegendPlaced,
    Perished,
    Sickened,
)
from conquistadors.games.conquest.rules.overruling import resign
from conquistadors.games.conquest.rules.position import NOTHING, ConquestPosition
from conquistadors.games.conquest.rules.profiles import BASIC, STANDARD
from conquistadors.games.conquest.rules.random_events import victims
from support.clauses import shows
from support.indies import answer, asked, at, at_standard, events_of, table

NOTHING_HAPPENS, NEW_LEGEND, MOVE_LEGEND, GOVERNOR_DIES, SMALLPOX = 7, 5, 4, 11, 2
"""Totals on the table of the fixed pack."""
MEXICA = {
    "tenochtitlan": place("capital", empire="mexica", king=True),
    "texcoco": place("imperial", empire="mexica"),
}


def turn_2(before: str = "event", **wanted: Any) -> ConquestPosition:
    """Red and blue on the North map, unless something else is wanted."""
    wanted.setdefault("hands", {"red": ["bolas"]})
    return at_standard(**{"turn": 2, **wanted}, before=before)


def happened(game: Game[Any]) -> list[str]:
    return [event.event for event in events_of(game, EventHappened)]


def rolled(game: Game[Any]) -> list[tuple[str, str]]:
    return [(event.roll, event.who) for event in events_of(game, Rolled)]


def sick(game: Game[Any]) -> list[tuple[str, str, str]]:
    return [(event.victim, event.what, event.where) for event in events_of(game, Sickened)]


def dead(game: Game[Any]) -> list[tuple[str, str, str]]:
    return [(event.victim, event.what, event.where) for event in events_of(game, Perished)]


# 20.0  The roll --------------------------------------------------------------------------------------------------


@shows("20.0", "2.0(4)", "D-20.0", "D-2.0(4)")
def test_20_0_who_had_the_high_roll_for_initiative_rolls_two_dice_before_the_first_round() -> None:
    pos = turn_2("initiative")
    pos.tasks = ("round", "event", "initiative")
    with table(pos, 5, 9, NOTHING_HAPPENS) as game:
        assert rolled(game) == [("initiative", "red"), ("initiative", "blue"), ("random-events", "blue")]
        assert happened(game) == ["nothing"]
        assert (asked(game), game.position.round) == ("impulse", 2)


@shows("2.0(4)", "20.0")
def test_20_0_the_step_comes_after_the_initiative_in_the_standard_game_alone() -> None:
    assert STANDARD.turn[-3:] == ("initiative", "event", "round")
    assert "event" not in BASIC.turn


@pytest.mark.parametrize(("turn", "expected"), [(1, []), (2, ["nothing"]), (7, ["nothing"])])
@shows("20.4", "20.0", "2.0(4)")
def test_20_4_there_is_no_event_on_the_first_turn(turn: int, expected: list[str]) -> None:
    with table(turn_2(turn=turn), *[NOTHING_HAPPENS for _ in expected]) as game:
        assert happened(game) == expected
        assert asked(game) == "impulse"


@pytest.mark.parametrize(("total", "event"), [(2, "smallpox"), (3, "governor-dies"), (8, "nothing"), (12, "smallpox")])
def test_20_0_the_total_is_read_on_the_random_events_table(total: int, event: str) -> None:
    with table(turn_2(), total) as game:
        assert happened(game) == [event]


@shows("20.0", "G-1.53", "1.53")
def test_20_0_mano_de_dios_helps_who_rolls_before_and_after() -> None:
    pos = turn_2(order=("blue", "red"), hands={"blue": ["mano-de-dios"] * 2, "red": ["mano-de-dios"]})
    with table(pos, 2, 9) as game:
        answer(game, "modify mano-de-dios")
        assert game.pending is not None
        assert (asked(game), game.pending.who) == ("reroll", "blue")
        answer(game, "reroll mano-de-dios")
        assert happened(game) == ["governor-dies"]  # 9 and the two of before
        assert asked(game) == "impulse"  # red is not asked: it is not his roll (1.54)


# 20.1  Legends ---------------------------------------------------------------------------------------------------


@shows("20.1", "D-20.1", "19.21")
def test_20_1_new_legend_places_one_by_19_2() -> None:
    with table(turn_2(order=("blue", "red")), NEW_LEGEND, "el-dorado", "cibola") as game:
        assert game.position.site("cibola").legend == "el-dorado"
        assert [event.who for event in events_of(game, Drew)] == ["blue", "blue"]
        steps = [event.step for event in events_of(game, Step) if event.procedure == "new_legend"]
        assert steps == ["legend", "map", "space"]


@shows("20.1", "D-20.1", "19.22")
def test_20_1_move_legend_moves_one_by_19_2() -> None:
    pos = turn_2(legends={"cibola": "el-dorado"})
    with table(pos, MOVE_LEGEND, "quizquiz") as game:
        assert game.position.site("quizquiz").legend == "el-dorado"
        assert game.position.site("cibola").legend is None


@pytest.mark.parametrize("total", [NEW_LEGEND, MOVE_LEGEND])
@shows("G-19.0", "20.1")
def test_g_19_0_without_legends_these_events_do_nothing(total: int) -> None:
    with table(turn_2(game={"legends": False}), total) as game:
        assert events_of(game, LegendPlaced) == []
        assert len(events_of(game, LegendFaded)) == 1
        assert asked(game) == "impulse"


@pytest.mark.parametrize("total", [NEW_LEGEND, MOVE_LEGEND])
def test_20_1_when_all_are_found_these_events_are_ignored(total: int) -> None:
    pos = turn_2()
    pos.piles |= {"legends": NOTHING, "legends-gone": pos.piles["legends"]}
    for space in ("cibola", "querechos", "quizquiz", "cofitachequi", "nojpeten", "hueitapalan"):
        pos.edit_site(space, legend_found=True)
    with table(pos, total) as game:
        assert events_of(game, LegendPlaced) == []
        assert asked(game) == "impulse"


# 20.2  The governor ----------------------------------------------------------------------------------------------


def test_20_2_when_the_governor_dies_every_index_goes_one_box_toward_0() -> None:
    pos = turn_2(seats=4, map="both", index={"red": 3, "blue": -2, "yellow": 1})
    with table(pos, GOVERNOR_DIES) as game:
        assert [game.position.factions[seat].index for seat in ("red", "blue", "green", "yellow")] == [2, -1, 0, 0]
        assert [(event.who, event.boxes, event.rule) for event in events_of(game, IndexMoved)] == [
            *(("red", -1, "20.2"), ("blue", 1, "20.2"), ("yellow", -1, "20.2"))
        ]


@shows("20.2", "11.23")
def test_20_2_a_warrant_stays_in_force_when_the_index_comes_to_0() -> None:
    """Not above it: only then would it end."""
    with table(turn_2(index={"blue": -1}, warrants=["blue"]), GOVERNOR_DIES) as game:
        assert game.position.factions["blue"].index == 0
        assert game.position.factions["blue"].warrant


# 20.3  Smallpox: units -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("die", "dies"), [(1, True), (2, True), (3, False), (6, False)])
@shows("20.3", "G-20.3", "G-12.34")
def test_20_3_a_unit_dies_on_1_or_2_and_is_out_of_the_game(die: int, dies: bool) -> None:
    pos = turn_2("smallpox", places={"tlaxcala": place("town", units=[24])})
    cup = pos.piles["cup"]
    with table(pos, die) as game:
        assert game.position.site("tlaxcala").garrison.size == (0 if dies else 1)
        assert game.position.piles["smallpox"] == (Pile.of(["24"]) if dies else NOTHING)
        assert game.position.piles["cup"] == cup
        assert dead(game) == ([("unit", "24", "tlaxcala")] if dies else [])
        assert ("Dead of smallpox: an Indian unit of 24." in str(game)) is dies


@shows("20.3")
def test_20_3_the_event_leads_to_a_roll_for_each_unit_by_the_same_player() -> None:
    """Space by space, and equal units one after the other (own ruling)."""
    places = {"tlaxcala": place("city", units=[10, 24, 24]), "cempoala": place(None, units=["36b"])}
    with table(turn_2(order=("blue", "red"), places=places), SMALLPOX, 3, 6, 1, 2) as game:
        assert rolled(game) == [("random-events", "blue"), *[("smallpox", "blue")] * 4]
        assert [(what, where) for _, what, where in sick(game)] == [
            *(("36b", "cempoala"), ("10", "tlaxcala"), ("24", "tlaxcala"), ("24", "tlaxcala"))
        ]
        assert tuple(game.position.site("tlaxcala").garrison.each()) == ("10",)
        assert tuple(game.position.site("cempoala").garrison.each()) == ("36b",)


@shows("20.3", "G-12.34")
def test_20_3_a_flipped_unit_leaves_the_game_as_the_unit_that_it_is() -> None:
    with table(turn_2("smallpox", places={"tlaxcala": place("city", units=["24b"])}), 1) as game:
        assert game.position.piles["smallpox"] == Pile.of(["24"])


@shows("20.3", "G-20.3", "5.24")
def test_20_3_units_with_expeditions_are_rolled_for_too_and_nothing_else_happens_to_them() -> None:
    band = expedition("red", "cempoala", "3 foot", allies=["24@tlaxcala", "12b@tlaxcala"], hits=2, food=1)
    pos = turn_2("smallpox", expeditions={"cortes": band})
    with table(pos, 4, 2) as game:
        assert sick(game) == [("unit", "12b@tlaxcala", "cempoala"), ("unit", "24@tlaxcala", "cempoala")]
        after = game.position.expeditions["cortes"]
        assert after.allies.titles == ("12b@tlaxcala",)
        assert (after.hits, after.food, game.position.units("cortes").size) == (2, 1, 3)
        assert game.position.piles["smallpox"] == Pile.of(["24"])
        assert game.position.factions["red"].index == 0


@shows("20.3", "12.35")
def test_20_3_a_place_whose_last_unit_dies_stays_what_it_was() -> None:
    places = {
        "tlaxcala": place("city", hostile=True, units=[24]),
        "cholula": place("city", ally="red", units=[10]),
        "potonchan": place(None, units=[12]),
    }
    with table(turn_2("smallpox", places=places), 1, 1, 1) as game:
        pos = game.position
        assert pos.site("tlaxcala").hostile
        assert pos.site("cholula").ally == "red"
        assert [site.garrison.size for site in pos.sites.values()] == [0, 0]
        assert "potonchan" not in pos.sites


@pytest.mark.parametrize(("drawn", "sick_in"), [("north", "tlaxcala"), ("south", "cuzco")])
@shows("20.3", "G-20.3")
def test_g_20_3_with_both_maps_in_play_it_breaks_out_on_one_of_them_at_random(drawn: str, sick_in: str) -> None:
    men = {
        "cortes": expedition("red", "cempoala", "3 foot", allies=["12@tlaxcala"], shown=["interpreter"]),
        "francisco-pizarro": expedition("blue", "tumbes", "3 foot", allies=["12@cuzco"], shown=["interpreter"]),
    }
    places = {"tlaxcala": place("city", units=[24]), "cuzco": place("city", units=[24])}
    leader = "cortes" if drawn == "north" else "francisco-pizarro"
    with table(turn_2("smallpox", map="both", expeditions=men, places=places), drawn, 3, 3, 3) as game:
        assert [(event.pile, event.who) for event in events_of(game, Drew)] == [("map", "red")]
        assert [where for _, _, where in sick(game)] == [sick_in, game.position.expeditions[leader].space, leader]


@shows("20.3", "G-20.3")
def test_g_20_3_both_maps_have_the_same_chance_and_one_alone_is_not_drawn_for() -> None:
    run = Run(turn_2().rules, turn_2("smallpox", map="both"))
    assert isinstance(run.pending, Chance)
    assert (run.pending.outcomes, run.pending.weights) == (("north", "south"), (1, 1))
    with table(turn_2("smallpox")) as game:
        assert events_of(game, Drew) == []


@shows("20.3", "G-1.53", "1.57")
def test_g_1_53_mano_de_dios_does_not_change_the_rolls_for_smallpox() -> None:
    pos = turn_2(hands={"red": ["mano-de-dios"]}, places={"tlaxcala": place("city", units=[24])})
    with table(pos, SMALLPOX, 1) as game:
        answer(game, "pass", "pass")  # before and after the roll for the event
        assert asked(game) == "impulse"
        assert dead(game) == [("unit", "24", "tlaxcala")]


# Kings -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("die", "dies"), [(2, True), (3, False)])
@shows("20.3", "G-20.3", "12.25")
def test_20_3_a_king_in_his_city_may_die(die: int, dies: bool) -> None:
    with table(turn_2("smallpox", places=MEXICA), die) as game:
        assert sick(game) == [("king", "mexica", "tenochtitlan")]
        assert game.position.site("tenochtitlan").king is not dies
        assert dead(game) == ([("king", "mexica", "tenochtitlan")] if dies else [])
        assert game.position.site("tenochtitlan").marker == "capital"


@shows("20.3", "G-20.3", "12.251")
def test_20_3_a_king_whom_an_expedition_holds_may_die_at_sea_too() -> None:
    for space in ("tlaxcala", "bay-of-campeche"):
        band = expedition("red", space, "3 foot", kings=["inca", "mexica"], gold=4)
        with table(turn_2("smallpox", expeditions={"cortes": band}), 3, 1) as game:
            assert sick(game) == [("king", "inca", space), ("king", "mexica", space)]
            assert game.position.expeditions["cortes"].kings == ("inca",)
            assert not any(site.king for site in game.position.sites.values())


# Cards -----------------------------------------------------------------------------------------------------------


def camp(assets: tuple[str, ...] = (), shown: tuple[str, ...] = ()) -> ConquestPosition:
    """Smallpox breaks out where Cortés has asset cards, face down and open."""
    return turn_2(
        "smallpox", expeditions={"cortes": expedition("red", "cempoala", "3 foot", assets=assets, shown=shown)}
    )


def held(game: Game[Any]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    cortes = game.position.expeditions["cortes"]
    return tuple(cortes.assets.each()), tuple(cortes.shown.each())


@shows("20.3", "C43")
def test_20_3_open_guides_emissaries_and_interpreters_are_lost_on_1_or_2() -> None:
    pos = camp(shown=("bearer", "doctor", "imperial-emissary", "indian-guide", "interpreter", "interpreter"))
    with table(pos, 2, 3, 1, 6) as game:
        assert [what for _, what, _ in sick(game)] == [
            *("imperial-emissary", "indian-guide", "interpreter", "interpreter")
        ]
        assert held(game) == ((), ("bearer", "doctor", "indian-guide", "interpreter"))
        assert game.position.piles["asset-discards"] == Pile.of(["imperial-emissary", "interpreter"])
        assert dead(game) == [("asset", "imperial-emissary", "cortes"), ("asset", "interpreter", "cortes")]


@shows("G-20.3", "20.3")
def test_g_20_3_there_is_a_die_for_each_card_face_down_whatever_it_is() -> None:
    """Own ruling: their number is no secret, their titles are."""
    for assets in (("bearer", "cotton-armor"), ("interpreter", "indian-guide")):
        with table(camp(assets), 3, 6) as game:
            assert rolled(game) == [("smallpox", "red")] * 2
            assert [victim for victim, _, _ in sick(game)] == ["hidden", "hidden"]
            assert held(game) == (tuple(sorted(assets)), ())


@shows("G-20.3", "C43")
def test_g_20_3_a_card_face_down_is_shown_only_if_it_is_lost() -> None:
    with table(camp(("bearer", "interpreter")), 1, "interpreter", 5) as game:
        assert held(game) == (("bearer",), ())
        assert dead(game) == [("asset", "interpreter", "cortes")]
        assert game.position.piles["asset-discards"] == Pile.of(["interpreter"])
    with table(camp(("bearer", "interpreter")), 1, "other-card", 5) as game:
        assert held(game) == (("bearer", "interpreter"), ())
        assert dead(game) == []


@shows("G-20.3")
def test_g_20_3_no_card_is_hit_twice() -> None:
    with table(camp(("bearer", "interpreter")), 1, "other-card", 2, "interpreter") as game:
        assert held(game) == (("bearer",), ())
    with table(camp(("interpreter", "interpreter")), 1, "interpreter", 2, "interpreter") as game:
        assert held(game) == ((), ())


def chance_of(run: Run[ConquestPosition], wanted: Any) -> Fraction:
    """The exact chance that the position is as wanted when the next decision comes."""
    if not isinstance(run.pending, Chance):
        return Fraction(bool(wanted(run.pos)))
    total = Fraction(0)
    outcomes = list(zip(run.pending.outcomes, run.pending.weights, strict=True))
    for outcome, weight in outcomes:
        branch = run.clone()
        branch.send(outcome)
        total += Fraction(weight, sum(w for _, w in outcomes)) * chance_of(branch, wanted)
    return total


@pytest.mark.parametrize("beside", [(), ("bearer",), ("bearer", "doctor"), ("indian-guide",)])
@shows("G-20.3", "20.3")
def test_g_20_3_a_card_face_down_is_lost_one_time_in_three_whatever_lies_beside_it(beside: tuple[str, ...]) -> None:
    pos = camp(("interpreter", *beside))
    lost = chance_of(Run(pos.rules, pos), lambda pos: "interpreter" not in pos.expeditions["cortes"].assets.titles)
    assert lost == Fraction(1, 3)


@pytest.mark.parametrize("beside", [("indian-guide",), ("indian-guide", "bearer")])
@shows("G-20.3")
def test_g_20_3_the_cards_are_lost_each_for_itself(beside: tuple[str, ...]) -> None:
    pos = camp(("interpreter", *beside))
    both = chance_of(
        Run(pos.rules, pos),
        lambda pos: not {"interpreter", "indian-guide"} & set(pos.expeditions["cortes"].assets.titles),
    )
    assert both == Fraction(1, 9)


@shows("G-20.3", "5.15", "2.18")
def test_g_20_3_the_others_learn_nothing_of_cards_that_are_not_lost() -> None:
    """Two games that differ in the cards alone sound the same to blue; only red hears which card was meant."""
    heard = []
    for assets in (("bearer", "interpreter"), ("cotton-armor", "doctor")):
        with table(camp(assets), 1, "other-card", 6) as game:
            heard.append([line.event for line in game.view("blue").lines])
            assert [event.drawn for event in _heard_by(game, "red")] == ["other-card"]
            assert [event.drawn for event in _heard_by(game, "blue")] == [None]
            assert game.view("blue").position.expeditions["cortes"].assets == Pile(("?",), (2,))
    assert heard[0] == heard[1]


def _heard_by(game: Game[Any], seat: str) -> list[Any]:
    events: list[Event] = [line.event for line in game.view(seat).lines]
    return [event for event in events if isinstance(event, Drew)]


# The steps -------------------------------------------------------------------------------------------------------


def outbreak() -> ConquestPosition:
    men = {
        "cortes": expedition(
            *("red", "cempoala", "3 foot"),
            allies=["24@tlaxcala", "24@tlaxcala"],
            kings=["mexica"],
            assets=["interpreter", "bearer"],
            shown=["interpreter"],
        ),
        "balboa": expedition("blue", "veragua", "3 foot", shown=["indian-guide"]),
    }
    return turn_2("smallpox", expeditions=men, places={"tlaxcala": place("city", ally="red", units=[10, 10])})


@shows("20.3")
def test_20_3_every_roll_can_be_entered_from_the_position_alone() -> None:
    """What is left to roll for is in the tasks: a game that goes on from each step ends as one played through."""
    run = Run(outbreak().rules, outbreak())
    steps = 0
    while isinstance(run.pending, Chance):
        again = Run(run.rules, run.boundary.copy())
        for given in run.since:
            again.send(given)
        assert again.pos == run.pos
        assert isinstance(again.pending, Chance)
        steps += run.send(run.pending.outcomes[0])
    assert steps == 8  # two units, two allies, a king, an open card of each, and those face down
    assert isinstance(run.pending, Choice)
    assert run.pos.piles["smallpox"] == Pile.of(["10", "10", "24", "24"])


@shows("20.3", "G-6.46b")
def test_g_6_46b_who_resigns_in_the_middle_of_it_takes_his_men_along() -> None:
    pos = outbreak()
    pos.tasks = ("round", *reversed(victims(pos, "north")))
    resign(pos, "red")
    pos.rules.check_boundary(pos)
    assert list(reversed(pos.tasks))[:-1] == [
        *("smallpox-garrison:10/tlaxcala", "smallpox-garrison:10/tlaxcala", "smallpox-king:mexica"),
        "smallpox-asset:indian-guide/balboa",
    ]


@shows("20.3")
def test_20_3_who_is_no_longer_there_is_not_rolled_for() -> None:
    pos = turn_2("smallpox")
    steps = ["smallpox-garrison:24/tlaxcala", "smallpox-king:mexica"]
    pos.tasks = ("round", *steps)
    with table(pos) as game:
        assert rolled(game) == []
    pos = turn_2("smallpox", expeditions={"cortes": expedition("red", "cempoala", "3 foot")})
    pos.tasks = (
        "round",
        "smallpox-ally:24@tlaxcala/cortes",
        "smallpox-asset:interpreter/cortes",
        "smallpox-hidden:cortes",
    )
    with table(pos) as game:
        assert rolled(game) == []


@pytest.mark.parametrize(
    "step",
    [
        "smallpox-garrison:24/atlantis",
        "smallpox-king:atlantis",
        "smallpox-ally:24@tlaxcala/cortes",
        "smallpox-asset:interpreter/cortes",
        "smallpox-hidden:cortes",
        "smallpox-fever:cortes",
    ],
)
@shows("20.3")
def test_20_3_a_position_names_no_step_that_cannot_be(step: str) -> None:
    pos = turn_2()
    pos.tasks = ("round", step)
    with pytest.raises(SetupError, match="there is no"):
        begin(pos, seed=1)


@shows("20.0", "2.0(4)")
def test_2_0_the_basic_game_knows_no_events() -> None:
    pos = at(before="initiative", turn=2, hands={"red": ["bolas"]})
    with table(pos, 5, 9) as game:
        assert happened(game) == []
