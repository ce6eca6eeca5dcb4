"""The worked cases of the second half of the course. Importing this enters them beside those of `worked`."""

from __future__ import annotations

from conquistadors.engine.game import Game
from conquistadors.games.exploration.builder import build, expedition
from conquistadors.games.exploration.lessons.worked import PLACE, PORT, WORKED, played
from conquistadors.games.exploration.rules.position import World

__all__ = ["WORKED"]
_example = WORKED.example


@_example("12.4x")
def _hardship_in_the_andes() -> Game[World]:
    """T24  Level 3 and rough are 5; a Conquistador makes a 5 a 4: two Colonists, and only one is there."""
    pos = build(
        turn=8,
        forces={"3817": (6, 1)},
        people={"pizarro": "3817"},
        natives={"incan-empire": 0},
        before="C land-attrition",
    )
    return played(pos, (5,))


@_example("17.33x")
def _an_uprising() -> Game[World]:
    """T39, T40  3 and 8 Colonists, less 2 for a Missionary and 6 for detachments: level 3, and a 2 is lower."""
    pos = build(
        turn=8,
        forces={"2715": (3, 4), "2714": (3, 4)},
        people={"missionary-1": "2715"},
        ratings={"missionary-1": -2},
        natives={"venezuela": 3},
        before="C uprisings",
    )
    return played(pos, (2, 3, 1, 1), "lose soldier 2714")


@_example("14.24x")
def _thirteen_colonists() -> Game[World]:
    """T32  Thirteen Colonists in the Caribbean on turn 11: three each, doubled, are 78 ducats. Nobody marches."""
    pos = build(
        turn=11,
        forces={PORT: (0, 5), "2218": (0, 5), "2314": (0, 3)},
        natives={"caribbean": 0},
        before="C march",
    )
    return played(pos, (1, 1, 1), "done")


@_example("18.15x")
def _to_florida_and_back() -> Game[World]:
    """18.14, 18.15  Florida is seen from Hispaniola for three points and the way, and scores in Europe."""
    pos = build(
        turn=4,
        forces={PORT: (0, 1)},
        natives={"caribbean": 0},
        people={"leon": "spain-1"},
        expeditions={"spain-1": expedition(PLACE, carracks=1, bounds=8, sailed=3)},
        before="B coasts",
    )
    return played(pos, (1, 1, 1), "go 2019", "discover", "done", "done", "done", "home")


@_example("7.52x")
def _round_the_cape() -> Game[World]:
    """T12  A 2 rounds the Cape and is a Rutter for ever; the Pacific is seen by sea, and the way home is paid for."""
    pos = build(
        turn=6,
        forces={PORT: (0, 1)},
        natives={"caribbean": 0},
        people={"magellan": "spain-1"},
        expeditions={"spain-1": expedition("5613", carracks=2, bounds=15, sailed=5)},
        before="B coasts",
    )
    return played(pos, (2, 1, 1, 1), "go 5617", "claim pacific-sea", "done", "done", "done", "home")


@_example("11.25x")
def _a_battle_on_land() -> Game[World]:
    """T23  Six French detachments against two English ones and a Colonist: 24 to 9 is 2-1, and a 6 is dear."""
    pos = build(
        nations=3,
        turn=15,
        forces={"france@1418": (6, 0), "england@1419": (2, 1), "spain@2316": (0, 1)},
        natives={"caribbean": 0, "east-coast": 0},
        before="C march",
    )
    return played(pos, (6, 1, 1, 1), "done", "done", "from 1418", "amount 6", "take 1419", "take 1420")
