"""The worked examples: each plays to its end and shows the numbers of the rulebook."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import conquistadors as cq
from conquistadors.engine.errors import ScriptError, SetupError
from conquistadors.engine.events import Event, Rolled
from conquistadors.engine.game import Game
from conquistadors.engine.texts import LANGUAGES
from conquistadors.games.conquest.lessons.worked import examples, losses, worked
from conquistadors.games.conquest.rules.events import (
    BattleRound,
    EmpireRose,
    GoldDivided,
    IndexMoved,
    UnitLost,
    WarrantIssued,
)
from conquistadors.games.conquest.rules.position import Units
from conquistadors.teach.worked import Told

ALL = [each.clause for each in examples()]


def told(game: Game[Any], kind: type[Event]) -> list[Any]:
    return [line.event for line in game.log if isinstance(line.event, kind)]


def rolls(game: Game[Any], roll: str) -> list[Any]:
    return [event for event in told(game, Rolled) if event.roll == roll]


def added(event: Any) -> dict[str, int]:
    return {modifier.name: modifier.value for modifier in event.modifiers}


def test_1_281x_123_points() -> None:
    assert worked("1.281x").position.factions["red"].converted == 123


def test_1_43x_twenty_units_in_one_expedition() -> None:
    game = worked("1.43x")
    assert list(game.position.expeditions) == ["cortes"]
    men = game.position.members("cortes")
    assert [game.position.captains[man].units.size for man in men] == [10, 5, 0, 0, 5]
    assert game.position.expeditions["cortes"].space == "totonacapan"


def test_1_52x_one_of_four_is_robbed() -> None:
    gold = {man: each.gold for man, each in worked("1.52x").position.expeditions.items()}
    assert len(gold) == 4
    assert [man for man in gold if gold[man] < 5] == ["quesada"]


def test_2_42x_a_city_on_a_4_and_a_unit_and_the_favour_lost() -> None:
    game = worked("2.42x")
    (discovery,) = rolls(game, "discovery")
    assert (discovery.natural, discovery.total) == (3, 4)
    assert added(discovery) == {"adjacency": -1, "ambush": 1, "indian-guide": 1}
    assert game.position.site("tepeaca").marker == "city"
    assert game.position.site("tepeaca").hostile
    assert game.position.units("cortes") == Units(3, 1, 1)
    assert [(event.boxes, event.now) for event in told(game, IndexMoved)] == [(-1, -1)]


def test_4_112x_no_attempt_and_minus_3() -> None:
    game = worked("4.112x")
    (discovery,) = rolls(game, "discovery")
    assert added(discovery) == {"adjacency": -3}
    assert "tonala" not in game.position.sites


def test_5_161x_the_fourth_has_minus_3() -> None:
    assert [added(event) for event in rolls(worked("5.161x"), "diplomacy-gold")] == [
        {},
        {"earlier-rolls": -1},
        {"earlier-rolls": -2},
        {"earlier-rolls": -3},
    ]


def test_5_28x_fifteen_and_seven_make_twelve_gold() -> None:
    game = worked("5.28x")
    (talks,) = rolls(game, "diplomacy")
    (gold,) = rolls(game, "diplomacy-gold")
    assert (talks.natural, talks.total, gold.total) == (10, 15, 7)
    assert added(talks) == {"rating": 3, "imperial": -1, "interpreter": 1, "mano-de-dios": 2}
    assert game.position.site("tenochtitlan").ally == "red"
    assert game.position.expeditions["cortes"].kings == ("mexica",)
    assert game.position.expeditions["cortes"].gold == 12


def test_6_27x_three_times_and_plus_1() -> None:
    game = worked("6.27x")
    assert told(game, BattleRound)[0].attacker == 3 * (10 + 20)
    assert added(rolls(game, "combat-indian")[0]) == {"bolas": 1}


def test_6_371x_in_the_basic_game() -> None:
    game = worked("6.371x")
    assert [(each.attacker, each.defender) for each in told(game, BattleRound)] == [(100, 25), (40, 25)]
    assert [each.total for each in told(game, Rolled)] == [7, 6, 9, 6, 10, 11, 8]
    assert [each.unit for each in told(game, UnitLost)] == ["horse"]
    assert game.position.factions["red"].index == -1
    assert "cortes" in game.position.expeditions


def test_9_25x_three_hits() -> None:
    game = worked("9.25x")
    assert list(game.position.expeditions) == ["cortes"]
    assert game.position.expeditions["cortes"].hits == 3


def test_11_26x_from_turn_4_to_turn_6() -> None:
    game = worked("11.26x")
    assert game.position.turn == 6
    assert game.position.factions["red"].lifted == 4
    assert game.position.factions["red"].warrant
    assert len(told(game, WarrantIssued)) == 1


def test_11_31x_nine_gold_are_plus_2() -> None:
    game = worked("11.31x")
    assert [added(event) for event in rolls(game, "gift")] == [{"gold": 2}]
    assert game.position.factions["red"].index == 0


def test_12_25x_the_empire_stands_in_a_b_and_d() -> None:
    game = worked("12.25x")
    assert told(game, EmpireRose)[0].spaces == ("texcoco", "tenochtitlan", "cholula")
    assert game.position.site("tenochtitlan").king
    assert game.position.site("tlaxcala").ally == "blue"


def test_15_15x_twelve_pesos_twelve_borrowed() -> None:
    game = worked("15.15x")
    red = game.position.factions["red"]
    assert (red.pesos, red.debt, game.position.units("balboa")) == (4, 12, Units(3, 2, 1))


def test_17_11x_the_horse_destroy_the_forty_first() -> None:
    assert [each.total for each in told(worked("17.11x"), Rolled)] == [8, 7, 6, 9, 6, 10, 11, 8]


def test_18_6x_thirty_seven_points() -> None:
    (division,) = told(worked("18.6x"), GoldDivided)
    assert (division.fifth, division.conquistadors, division.foot, division.horse, division.points) == (12, 6, 2, 3, 37)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_example_has_a_title(language: str) -> None:
    assert [each.clause for each in examples(language)] == ALL
    assert len({each.title for each in examples(language)}) == len(ALL)


@pytest.mark.parametrize("clause", ALL)
def test_an_example_can_be_saved_undone_and_played_on(clause: str, tmp_path: Path) -> None:
    game = worked(clause, language="fr")
    assert game.language == "fr"
    assert cq.load(cq.save(game, tmp_path / "example.json")).position == game.position
    twin = game.branch()
    twin.undo()
    for _ in range(8):
        twin.play(twin.options[-1])


def test_by_clause_alone_and_an_unknown_one() -> None:
    assert worked("9.25").log
    with pytest.raises(SetupError, match=r"there is no worked example '1\.1'\. Examples: 1\.281x, 1\.43x"):
        worked("1.1")


def test_an_outcome_that_cannot_be_is_refused() -> None:
    game = worked("6.371x")
    game.undo()
    assert game.pending is not None
    told_dice = Told(losses(99))
    assert told_dice.left()
    with pytest.raises(ScriptError, match="outcomes left"), told_dice:
        pass
