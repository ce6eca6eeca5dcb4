"""The worked cases of the course, played to their end: `cq.replay(worked("9.4x", game="exploration"))`.

Where the rulebook has an example, it is that one; the others show what a clause says with numbers.
"""

from __future__ import annotations

from typing import Final

from conquistadors.engine.game import Game
from conquistadors.games.exploration.builder import PLANNING, begin, build, expedition
from conquistadors.games.exploration.rules.position import World
from conquistadors.teach.worked import Examples, told

WORKED: Final = Examples[World]("exploration/teach")
_example = WORKED.example
PORT: Final = "2316"
PLACE: Final = "2316.1"


def played(pos: World, dice: tuple[int | str, ...], *answers: str) -> Game[World]:
    return told(begin, pos, dice, *answers)


@_example("6.33x")
def _a_council() -> Game[World]:
    """T01-T04  Monarch B, a 3 and a 5: 20 ducats, four Colonists, event 1; 65 and 20 ducats are a level of 255."""
    pos = build(turn=5, treasury=65, monarch="B", people={"missionary-1": PORT}, forces={PORT: (0, 1)})
    return played(pos, (3, 5, 11))


@_example("6.63x")
def _to_the_plate_and_back() -> Game[World]:
    """T06  Five bounds there, five back, two to spare: 24 ducats."""
    pos = build(turn=3, treasury=60, ships={"europe": (0, 1)}, before=PLANNING)
    return played(pos, (), "fit europe", "take solis", "take 4810", "amount 12")


@_example("7.2x")
def _two_colonists_cross() -> Game[World]:
    """T08  Three bounds to the Caribbean: nobody lands in B1; in B2 the landing is free, and in C5 a hex is checked."""
    pos = build(
        turn=1,
        treasury=174,
        forces={PORT: (0, 1), "europe": (0, 2)},
        people={"missionary-1": "europe"},
        expeditions={"spain-1": expedition(carracks=1, landfall=PLACE, bounds=6)},
        before="B ocean",
    )
    crossing = (
        f"sail {PLACE}",
        "amount 2",
        "board missionary-1",
        "done",
        "cargo",
        "land missionary-1",
        "amount 0",
        "done",
    )
    return played(pos, ("-1", 3), *crossing)


@_example("9.4x")
def _to_guinea_and_chichen_itza() -> Game[World]:
    """T18-T20  Three bounds and sixteen points: column 5, where a 3 costs a Colonist. Home is nine in all: the last."""
    pos = build(
        turn=6,
        forces={PORT: (0, 1)},
        natives={"guinea": 0, "caribbean": 0},
        people={"loaysa": "spain-1"},
        expeditions={"spain-1": expedition("2811", carracks=2, bounds=7, soldiers=1, colonists=3, sailed=3)},
        before="B coasts",
    )
    voyage = ("cargo", "amount 1", "amount 2", "go 2222", "done", "done", "done", "home")
    return played(pos, (3, 1, 1, 6), *voyage)


@_example("13.22x")
def _a_mine_on_an_island() -> Game[World]:
    """T27, T28  A 4 finds a mine on Hispaniola, its Colonist digs 15 ducats at once, a 2 exhausts it."""
    pos = build(turn=3, forces={PORT: (0, 2)}, people={"missionary-1": PORT}, before="C gold")
    return played(pos, (4, 2), f"search {PORT}")


@_example("20.0x")
def _a_finished_board() -> Game[World]:
    """T43  100 ducats, two areas, 25 points of discoveries: 525."""
    pos = build(
        turn=21,
        treasury=113,
        forces={"2316": (0, 2), "2218": (0, 1), "3703": (0, 2), "3803": (0, 1)},
        natives={"caribbean": 0, "brasil": 0},
        before="E maintain",
    )
    return played(pos, (), "pay")
