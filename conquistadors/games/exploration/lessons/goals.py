"""The positions of the course that are played for a goal: `cq.goal("everybody-aboard")`. Any way to it counts.

Each has the predicate that the rules' own position and log answer; they hang on decisions, not on the dice.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import takewhile
from typing import Final, TypeVar

from conquistadors.engine.events import Event
from conquistadors.engine.game import Game
from conquistadors.games.exploration.builder import PLANNING, SPAIN, begin, build, expedition
from conquistadors.games.exploration.rules.events import (
    Ashore,
    Coasted,
    Crossed,
    Dug,
    LoadedGold,
    Lost,
    Penalty,
    PhaseBegan,
    TurnBegan,
)
from conquistadors.games.exploration.rules.pieces import EUROPE
from conquistadors.games.exploration.rules.position import World
from conquistadors.games.exploration.rules.ships import bounds_of_phase
from conquistadors.games.exploration.rules.victory import controlled
from conquistadors.maps.hexes import hex_of
from conquistadors.teach.goals import Goals
from conquistadors.teach.worked import told

Played = Game[World]
Kind = TypeVar("Kind", bound=Event)

GOALS: Final = Goals[World]("exploration/teach")
_goal = GOALS.goal
PORT: Final = "2316"
PLACE: Final = "2316.1"

# What is looked at ------------------------------------------------------------------------------------------------


def happened(game: Played, kind: type[Kind]) -> list[Kind]:
    """All events of a kind that have been reported."""
    return [line.event for line in game.log if isinstance(line.event, kind)]


def beyond(phase: str) -> Callable[[Played], bool]:
    """Whether this phase has begun, or the next turn."""

    def judge(game: Played) -> bool:
        return any(event.phase in (f"phase-{phase}", "phase-A") for event in happened(game, PhaseBegan))

    return judge


def landed_where(game: Played) -> list[str]:
    """The areas where Colonists have gone ashore."""
    area = game.position.rules.board.area
    return [area[hex_of(event.place)] for event in happened(game, Ashore) if event.colonists > 0]


# Points and the Council (6.0, 19.0, 20.0) -------------------------------------------------------------------------


@_goal(
    "own-an-area",
    "19.1",
    "20.0",
    reached=lambda game: game.position.over and bool(controlled(game.position, SPAIN)),
    missed=lambda game: game.position.over,
    facts={"here": PORT, "area": "caribbean"},
)
def own_an_area() -> Played:
    """19.1  Five Colonists in one settlement are too few settlements; one of each may still be lost to hardship."""
    pos = build(
        turn=21,
        treasury=40,
        forces={PORT: (0, 5)},
        natives={"caribbean": 0},
        before="C march",
    )
    return begin(pos, seed=11)


def _penalised(game: Played) -> bool:
    return bool(happened(game, Penalty))


@_goal(
    "recall",
    "6.41",
    "6.4",
    reached=lambda game: not game.position.nations[SPAIN].owed and not _penalised(game),
    missed=_penalised,
    facts={"here": PORT},
)
def recall() -> Played:
    """6.41(7)  A civil war: a quarter of the Soldiers of the New World has to be shipped home this turn."""
    pos = build(
        turn=6,
        treasury=20,
        forces={PORT: (5, 4)},
        people={"missionary-1": PORT},
        ships={PLACE: (1, 1)},
    )
    return told(begin, pos, (5, 4, 7))


# Ships (7.0, 9.0) -------------------------------------------------------------------------------------------------


COLONISTS: Final = 4


@_goal(
    "everybody-aboard",
    "15.1",
    "7.11",
    "7.12",
    "6.62",
    reached=lambda game: any(event.place != EUROPE for event in happened(game, Crossed)) and _nobody_left(game),
    missed=beyond("C"),
    facts={"there": PORT},
)
def everybody_aboard() -> Played:
    """15.1, 6.62  Room for four Colonists, and the bounds, for nineteen ducats."""
    pos = build(
        turn=2,
        treasury=19,
        forces={PORT: (0, 1), EUROPE: (0, COLONISTS)},
        people={"missionary-1": PORT},
        ships={EUROPE: (1, 0)},
        before=PLANNING,
    )
    return begin(pos, seed=3)


def _nobody_left(game: Played) -> bool:
    """No Colonist waits in Europe in that turn, and none was lost there at its end."""
    lost = [
        event
        for event in takewhile(lambda event: not isinstance(event, TurnBegan), [line.event for line in game.log])
        if isinstance(event, Lost) and (event.thing, event.place) == ("colonist", EUROPE)
    ]
    waits = not happened(game, TurnBegan) and game.position.nations[SPAIN].colonists > 0
    return not waits and not lost


@_goal(
    "found-a-port",
    "7.26",
    "15.61",
    "16.1",
    reached=lambda game: any(area != "caribbean" for area in landed_where(game)),
    missed=beyond("C"),
    facts={"here": PORT, "who": "solis"},
)
def found_a_port() -> Played:
    """7.26, 15.61, 16.1  On a strange coast: an Explorer to land, a Missionary first, a Colonist to make a port."""
    pos = build(
        turn=4,
        treasury=30,
        forces={PORT: (0, 3)},
        people={"missionary-1": PORT, "missionary-2": PORT, "solis": "spain-1"},
        expeditions={"spain-1": expedition(PLACE, carracks=1, bounds=9, sailed=3)},
        before="B coasts",
    )
    return begin(pos, seed=5)


GUINEA: Final = "2811"
BOUGHT, SAILED = 7, 3
"""Bounds of the Expedition in Guinea: those that were paid for, and those over the ocean."""


def _with_bounds_left(game: Played) -> bool:
    """When Colonists first went ashore in another area, what was paid for was enough for the way home from there."""
    rules, points = game.position.rules, 0
    for line in game.log:
        if isinstance(line.event, Coasted):
            points += line.event.points
        elif isinstance(line.event, Ashore) and line.event.colonists > 0:
            place = line.event.place
            if rules.board.area[hex_of(place)] != rules.board.area[GUINEA]:
                used = bounds_of_phase(game.position, expedition(carracks=1, sailed=SAILED, points=points))
                return used + rules.board.bounds(place) <= BOUGHT
    return False


@_goal(
    "thrift",
    "9.3",
    "7.33",
    "7.32",
    reached=_with_bounds_left,
    missed=beyond("C"),
    facts={"here": GUINEA, "who": "solis"},
)
def thrift() -> Played:
    """9.3, 7.33  Seven bounds, three of them used: how far can the ships go, and still come home?"""
    pos = build(
        turn=4,
        treasury=10,
        forces={PORT: (0, 1)},
        natives=dict.fromkeys(("guinea", "venezuela", "panama", "mayan-empire", "caribbean"), 0),
        people={"solis": "spain-1"},
        expeditions={"spain-1": expedition(GUINEA, carracks=1, bounds=BOUGHT, colonists=2, sailed=SAILED)},
        before="B coasts",
    )
    return begin(pos, seed=7)


# Gold (13.0) ------------------------------------------------------------------------------------------------------


FOUND: Final = 15


def _on_its_way(game: Played) -> bool:
    """The first ships that sailed for Europe had all the gold aboard that there was by then."""
    aboard, dug = 0, FOUND
    for line in game.log:
        if isinstance(line.event, Dug):
            dug += line.event.ducats
        elif isinstance(line.event, LoadedGold):
            aboard += line.event.ducats
        elif isinstance(line.event, Crossed) and line.event.place == EUROPE:
            return aboard == dug
    return False


@_goal(
    "gold-home",
    "13.43",
    "7.12",
    "7.11",
    reached=_on_its_way,
    missed=lambda game: beyond("E")(game) and not _on_its_way(game),
    facts={"here": PORT},
)
def gold_home() -> Played:
    """13.43  Gold in a port, and what its mine still gives, sails for Europe: that takes room and bounds."""
    pos = build(
        turn=4,
        treasury=9,
        forces={PORT: (0, 3)},
        natives={"caribbean": 0},
        ships={PLACE: (1, 1)},
        gold={PORT: FOUND},
        before=PLANNING,
    )
    return begin(pos, seed=2)
