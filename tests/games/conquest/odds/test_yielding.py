"""7.2  The gold until a place is exhausted: as a chain of plunder by the steps of the game has it."""

from __future__ import annotations

from typing import Any

import pytest

from conquistadors.engine import option
from conquistadors.games.conquest.builder import begin, build, expedition, place
from conquistadors.games.conquest.odds.chains import plunder_at
from conquistadors.games.conquest.rules.position import ConquestPosition
from conquistadors.odds.asking import asking

TAKEN = [option("activate", "cortes"), option("plunder")]


def before(scenario: str, marker: str, *, king: bool = False, **site: Any) -> ConquestPosition:
    empire = "mexica" if marker in ("imperial", "capital") else None
    held = ["mexica"] if king else []
    return build(
        scenario=scenario,
        expeditions={"cortes": expedition("red", "tlaxcala", "2 foot, 1 horse", kings=held, gold=3)},
        places={"tlaxcala": place(marker, empire=empire, **site)},
    )


@pytest.mark.parametrize(
    ("marker", "how"),
    [
        ("town", {"hostile": True}),
        ("city", {"hostile": True, "attempts": 1}),
        ("imperial", {"hostile": True, "king": True}),
    ],
)
def test_7_22_7_24_it_is_what_a_chain_of_attempts_brings(marker: str, how: dict[str, Any]) -> None:
    pos = before("basic", marker, **how)
    found = asking(pos.rules).further(pos, TAKEN, "red")
    assert found is not None
    assert found == plunder_at(pos, "cortes").part("gold")


def test_7_131_troops_and_cards_make_no_difference_to_it() -> None:
    """In the Solitaire Game too: it is told as if no card was drawn."""
    free, defended = (before("solitaire", "city", hostile=True, units=units) for units in ((), (30, 20)))
    told = [asking(pos.rules).further(pos, TAKEN, "red") for pos in (free, defended)]
    assert told[0] is not None
    assert told[0] == told[1]
    assert told[0] == plunder_at(before("basic", "city", hostile=True), "cortes").part("gold")


@pytest.mark.parametrize(("marker", "how"), [("village", {}), ("city", {"ally": "red"})])
def test_nothing_is_told_where_nothing_is_plundered(marker: str, how: dict[str, Any]) -> None:
    """7.12, 7.26"""
    pos = before("basic", marker, **how)
    assert asking(pos.rules).further(pos, TAKEN, "red") is None
    assert asking(pos.rules).further(pos, TAKEN[:1], "red") is None


def test_it_is_in_the_headline() -> None:
    game = begin(before("basic", "city", hostile=True))
    further = plunder_at(game.run().boundary, "cortes").part("gold")
    odds = game.odds("activate cortes, plunder")
    headline = odds.headlines()["activate cortes, plunder"]["nobody"]
    assert f"{float(further.mean()):.1f} gold until it is exhausted, " in headline
