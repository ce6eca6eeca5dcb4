"""The comprehensive example after 2.42, step by step: with the errata (die 3, -1) and with the English text (2, 0)."""

from __future__ import annotations

from typing import Any

import pytest

from conquistadors.engine.events import Rolled
from conquistadors.engine.game import Game
from conquistadors.games.conquest.builder import expedition
from conquistadors.games.conquest.rules.events import Cancelled, Discarded, Found, IndexMoved, WarrantIssued
from conquistadors.games.conquest.rules.position import ConquestPosition, Units
from support.clauses import shows
from support.indies import answer, asked, at, barred, events_of, table

TOWN, LEVEL_3 = "ahuilizapan", "tepeaca"
"""Cortés sits in a town; the undiscovered space next to it is of Level 3, and no city is near."""

VERSIONS = [
    pytest.param("japanese", 3, {"adjacency": -1, "ambush": 1, "indian-guide": 1}, id="errata"),
    pytest.param("english", 2, {"ambush": 1, "indian-guide": 1}, id="english"),
]
BATTLE = ("30", "20", 7, 4, 8, 4, 7)
"""Two units are drawn; Indians and Spaniards roll 7 and 4, then 8 and 4; Cortés is unhurt on a 7."""


def start(errata: str) -> ConquestPosition:
    return at(
        house={} if errata == "japanese" else {"errata": errata},
        expeditions={
            "cortes": expedition("red", TOWN, "2 horse, 3 foot, 1 cannon", assets=["indian-scouts", "indian-guide"]),
            "de-leon": expedition("red", "cempoala", "2 foot"),
        },
        places={TOWN: "town"},
        hands={"blue": ["indian-ambush", "city-has-new-chief", "arrest-warrant"]},
    )


def explore(game: Game[Any]) -> None:
    """Red's first impulse, up to the result of the discovery."""
    answer(game, "activate cortes", "march", f"go {LEVEL_3}")
    answer(game, "play indian-ambush", "use indian-scouts", "use indian-guide")


def defend(game: Game[Any]) -> None:
    """Blue's impulse: the city turns hostile and attacks; the Spaniards lose a horse and win."""
    answer(game, "done", "play city-has-new-chief", f"incite {LEVEL_3} cortes")
    answer(game, "take horse", "take 30", "take horse-flipped")


@pytest.mark.parametrize(("errata", "die", "modifiers"), VERSIONS)
@shows("3.13", "4.11", "4.112", "4.13", "4.141", "4.15", "C16", "C30", "J7")
def test_2_42x_the_discovery_finds_a_neutral_city(errata: str, die: int, modifiers: dict[str, int]) -> None:
    with table(start(errata), die) as game:
        answer(game, "activate cortes", "march", f"go {LEVEL_3}")
        assert asked(game) == "react"
        answer(game, "play indian-ambush")
        assert asked(game) == "scouts"
        answer(game, "use indian-scouts", "use indian-guide")
        assert [event.by for event in events_of(game, Cancelled)] == ["indian-scouts"]
        thrown = events_of(game, Rolled)[0]
        assert {m.name: m.value for m in thrown.modifiers} == modifiers
        assert (thrown.natural, thrown.total) == (die, 4)
        assert events_of(game, Found)[0].found == "city"
        site = game.position.site(LEVEL_3)
        assert (site.marker, site.hostile, site.garrison.size) == ("city", False, 0)
        cortes = game.position.expeditions["cortes"]
        assert (cortes.space, cortes.assets.titles, cortes.shown.titles) == (
            LEVEL_3,
            (),
            ("indian-guide",),
        )
        assert "indian-scouts" in game.position.piles["asset-discards"].titles
        assert barred(game, "activate cortes") == "2.32"  # no plunder yet: that is a separate activation


@pytest.mark.parametrize("errata", ["japanese", "english"])
def test_2_42x_a_die_of_1_would_have_cost_the_guide(errata: str) -> None:
    with table(start(errata), 1) as game:
        explore(game)
        cortes = game.position.expeditions["cortes"]
        assert cortes.shown.titles == ()
        assert "indian-guide" in game.position.piles["asset-discards"].titles
        assert [event.card for event in events_of(game, Discarded)] == ["indian-guide"]


@pytest.mark.parametrize(("errata", "die"), [("japanese", 3), ("english", 2)])
@shows("2.35", "12.12", "12.32", "12.34", "11.13")
def test_2_42x_the_city_turns_hostile_attacks_and_loses(errata: str, die: int) -> None:
    with table(start(errata), die, *BATTLE) as game:
        explore(game)
        answer(game, "done")
        assert barred(game, f"incite {LEVEL_3} cortes") == "2.35"
        answer(game, "play city-has-new-chief")
        site = game.position.site(LEVEL_3)
        assert (site.hostile, site.garrison.titles) == (True, ("20", "30"))
        answer(game, f"incite {LEVEL_3} cortes", "take horse", "take 30", "take horse-flipped")
        assert game.position.units("cortes") == Units(foot=3, horse=1, cannon=1)
        assert game.position.site(LEVEL_3).garrison.size == 0
        assert game.position.site(LEVEL_3).hostile
        assert [(e.who, e.boxes, e.now) for e in events_of(game, IndexMoved)] == [("red", -1, -1)]


@shows("11.21", "11.22")
def test_2_42x_out_of_favour_an_arrest_warrant_is_possible() -> None:
    with table(start("japanese"), 3, *BATTLE) as game:
        explore(game)
        defend(game)
        answer(game, "play arrest-warrant")
        assert [event.who for event in events_of(game, WarrantIssued)] == ["red"]
        assert game.position.factions["red"].warrant


def test_2_42x_in_favour_the_same_card_would_only_have_lowered_the_index() -> None:
    with table(start("japanese"), 3) as game:
        explore(game)
        answer(game, "done", "play arrest-warrant")
        assert events_of(game, WarrantIssued) == []
        assert game.position.factions["red"].index == -1


def test_2_42x_next_impulse_plunder_diplomacy_or_the_other_expedition() -> None:
    with table(start("japanese"), 3, *BATTLE) as game:
        explore(game)
        defend(game)
        answer(game, "done")
        assert (game.position.active, game.position.round) == ("red", 2)
        assert game.why_not("activate de-leon") is None
        answer(game, "activate cortes")
        assert game.why_not("plunder") is None
        assert game.why_not("negotiate") is None
