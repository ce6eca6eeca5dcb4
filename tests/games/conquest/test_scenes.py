"""Scripted scenes: what the builder takes besides, where a scene ends, and branches with dice of their own."""

from __future__ import annotations

from typing import Any

import pytest

from conquistadors.engine.chance import Script
from conquistadors.engine.errors import SetupError
from conquistadors.engine.game import Game
from conquistadors.engine.saves import from_text, to_text
from conquistadors.games import rules_for
from conquistadors.games.conquest.builder import begin, expedition, place
from conquistadors.games.conquest.rules.events import Found
from conquistadors.games.conquest.rules.indians import left_of
from conquistadors.games.conquest.rules.position import ConquestPosition
from support.indies import answer, asked, at, at_solitaire, barred, events_of, table

HERE = "totonacapan"


def explorer(**more: Any) -> ConquestPosition:
    """Cortés is about to discover Totonacapan, next to a village."""
    men = {"cortes": expedition("red", HERE, "5 foot")}
    return at(expeditions=men, places={"cempoala": "village"}, before="discovery cortes", **more)


# Named outcomes --------------------------------------------------------------------------------------------------


def test_a_discovery_by_what_is_found() -> None:
    with table(explorer(), ("discovery", "town")) as game:
        assert [event.space for event in events_of(game, Found)] == [HERE]
        assert game.position.site(HERE).marker == "town"


def test_a_branch_has_its_own_dice() -> None:
    """Both play on from the same position, and what one rolls is still to come for the other."""
    men = {"cortes": expedition("red", HERE, "5 foot", gold=9)}
    pos = at(expeditions=men, places={HERE: "village"})
    with Script(("gift", 3), ("gift", 3)) as dice:
        game = begin(pos, chance=dice)
        twin = game.branch()
        for each in (twin, game):
            answer(each, "gift", "amount 3")
            assert each.position.expeditions["cortes"].gold == 6
        assert dice.left() == (("gift", 3),), "the branch has used up its own"
        answer(game, "done", "done", "gift", "amount 3")


# The builder -----------------------------------------------------------------------------------------------------


def test_cards_in_the_discards() -> None:
    pos = at(discards=["bolas", "bolas"], asset_discards=["bearer"])
    assert pos.piles["discards"].count_of("bolas") == 2
    assert pos.piles["asset-discards"].titles == ("bearer",)
    assert pos.piles["deck"].count_of("bolas") == at().piles["deck"].count_of("bolas") - 2
    with pytest.raises(SetupError, match="dragon"):
        at(discards=["dragon"])


def test_a_supply_of_markers_that_runs_out() -> None:
    """4.171: there is one town, and it stands in Cempoala; the next one is taken from there."""
    pos = explorer(supply={"town": 1}, cells={("discovery", "1", 4): "town"})
    pos.edit_site("cempoala", marker="town")
    assert left_of(pos, "town") == 0
    with table(pos, ("discovery", "town")) as game:
        assert game.position.site(HERE).marker == "town"
        assert game.position.site("cempoala").marker != "town"


def test_a_single_cell_of_a_table() -> None:
    usual, other = explorer(), explorer(cells={("discovery", "1", 3): "city"})
    assert usual.rules.tables.discovery.cell("1", 3).value != "city"
    assert other.rules.tables.discovery.cell("1", 3).value == "city"
    assert usual.rules.pack.read("tables/discovery.toml") != other.rules.pack.read("tables/discovery.toml")


@pytest.mark.parametrize(
    "wrong",
    [
        {"cells": {("discovery", "9", 3): "city"}},
        {"cells": {("discovery", "1", 99): "city"}},
        {"cells": {("dragons", "1", 3): "city"}},
        {"cells": {("discovery", "1", 3): 7}},
        {"cells": ["city"]},
        {"supply": {"dragon": 1}},
        {"supply": {"city": -1}},
    ],
)
def test_cells_and_markers_that_there_are_not(wrong: dict[str, Any]) -> None:
    with pytest.raises(SetupError):
        explorer(**wrong)


def test_a_scene_with_other_cells_is_saved_with_them() -> None:
    game = begin(explorer(cells={("discovery", "1", 3): "city"}, supply={"city": 3}), seed=5)
    again: Game[Any] = from_text(to_text(game, "1"), rules_for, "1")
    assert again.rules.options["changes"] == {"cell discovery 1 3": "city", "marker city": 3}
    assert again.position.rules.tables.discovery.cell("1", 3).value == "city"
    assert again.same_log(game)


def test_the_turn_of_a_lifted_warrant() -> None:
    """11.26: a new warrant has to wait."""
    pos = at(index={"blue": -1}, lifted={"blue": 3}, hands={"red": ["arrest-warrant"]}, turn=3)
    assert pos.factions["blue"].lifted == 3
    with table(pos) as game:
        assert barred(game, "play arrest-warrant") == "11.26"
    with pytest.raises(SetupError, match="lifted"):
        at(lifted={"blue": 0})


def test_who_has_just_discovered_a_place() -> None:
    """3.13, C11: the others must stop there, who found it need not."""
    men = {"cortes": expedition("red", "cempoala", "5 foot")}
    for finder, stops in (("blue", True), ("red", False)):
        places = {"cempoala": "village", HERE: place("town", found_by=finder)}
        with table(at(expeditions=men, places=places, before="march cortes")) as game:
            answer(game, f"go {HERE}")
            assert (asked(game) == "impulse") == stops
            if not stops:
                answer(game, "stop")


# Until -----------------------------------------------------------------------------------------------------------


def hungry(**more: Any) -> ConquestPosition:
    men = {"cortes": expedition("red", HERE, "5 foot", food=1)}
    return at(expeditions=men, places={HERE: "village"}, before="subsistence", **more)


def test_a_scene_ends_after_a_step() -> None:
    game = begin(hungry(until="subsistence"), seed=1)
    assert game.pending is None
    assert game.ending is not None
    assert game.ending.reason == "scene-over"
    assert game.position.turn == 1, "no next turn, no deals"
    assert game.position.expeditions["cortes"].food == 0, "but everybody was fed"
    assert "scene is over" in game.prompt


def test_without_it_the_next_turn_begins() -> None:
    assert begin(hungry(), seed=1).position.turn == 2


@pytest.mark.parametrize("step", ["impulse", "begin:blue"])
def test_it_ends_after_any_step_that_follows(step: str) -> None:
    game = begin(at(until=step, round=2), seed=1)
    while game.ending is None:
        assert asked(game) == "impulse"
        answer(game, "done")
    assert len([a for a in game.answers if a.value == "done"]) == (1 if step == "impulse" else 2)


def test_a_step_that_does_not_follow_is_refused_and_those_that_do_are_named() -> None:
    with pytest.raises(SetupError, match=r"until: 'clean-up' .*: subsistence, victory$"):
        hungry(until="clean-up")


def test_in_the_solitaire_game_it_gives_no_verdict() -> None:
    men = {"cortes": expedition("red", HERE, "5 foot", food=1)}
    pos = at_solitaire(expeditions=men, places={HERE: "village"}, before="subsistence", until="subsistence")
    game = begin(pos, seed=1)
    assert game.ending is not None
    assert game.ending.reason == "scene-over"
