"""The positions to play of the second half of the course: marches, natives, resources, discovery, treasure, war.

Importing this enters them beside those of `goals`.
"""

from __future__ import annotations

from typing import Final

from conquistadors.games.exploration.builder import SPAIN, begin, build, expedition
from conquistadors.games.exploration.lessons.goals import GOALS, PLACE, PORT, Played, beyond, happened
from conquistadors.games.exploration.rules.attrition import attrition_level
from conquistadors.games.exploration.rules.events import Collected, Credited, LoadedGold, Marched
from conquistadors.games.exploration.rules.natives import uprising_level
from conquistadors.games.exploration.rules.resources import resources_of
from conquistadors.games.exploration.rules.victory import controlled

__all__ = ["GOALS"]
_goal = GOALS.goal

# Marching and land attrition (10.0, 12.0) -------------------------------------------------------------------------

CAMP: Final = "2917"
STRONG: Final = (2, 2)
"""Soldiers and Colonists of the camp."""
HEALTHY: Final = 2


def _in_health(game: Played) -> bool:
    """At some time all of the camp stood where hardship is checked at no more than the level."""
    there = {CAMP: STRONG}
    for marched in happened(game, Marched):
        moved = marched.soldiers, marched.colonists
        for hex_, sign in ((marched.start, -1), (marched.place, 1)):
            here = there.get(hex_, (0, 0))
            there[hex_] = here[0] + sign * moved[0], here[1] + sign * moved[1]
        camps = [hex_ for hex_, force in there.items() if any(number > 0 for number in force)]
        if all(attrition_level(game.position, hex_) <= HEALTHY for hex_ in camps):
            return True
    return False


@_goal("healthy-camp", "12.22", "12.23", "10.1", reached=_in_health, missed=beyond("D"), facts={"here": CAMP})
def healthy_camp() -> Played:
    """12.22, 12.23, 10.1  From the mountains to the coast, no faster than Colonists walk."""
    pos = build(
        turn=6,
        treasury=30,
        forces={PORT: (0, 1), CAMP: STRONG},
        natives={"caribbean": 0, "venezuela": 0},
        before="C march",
    )
    return begin(pos, seed=12)


# Natives and Missionaries (17.0) ----------------------------------------------------------------------------------


def _calm(game: Played) -> bool:
    """No area where Spain has units can rise."""
    pos = game.position
    least = pos.rules.number("uprising_least")
    return pos.march is None and all(uprising_level(pos, SPAIN, area) < least for area in pos.areas_of(SPAIN))


@_goal("keep-the-peace", "17.32", "15.65", "10.1", reached=_calm, missed=beyond("D"), facts={"here": "2819"})
def keep_the_peace() -> Played:
    """17.32, 15.64  Four Colonists among natives, with a Missionary who inflames them; help is in the next area."""
    pos = build(
        turn=6,
        treasury=30,
        forces={PORT: (0, 1), "2819": (0, 4), "2817": (3, 0)},
        people={"missionary-1": "2819", "missionary-2": "2817"},
        ratings={"missionary-1": 2, "missionary-2": -2},
        natives={"caribbean": 0, "venezuela": 0},
        before="C march",
    )
    return begin(pos, seed=17)


# Resources (14.0) -------------------------------------------------------------------------------------------------

WANTED: Final = 110


def _earns(game: Played) -> bool:
    """The Caribbean yields what is wanted, or has yielded it."""
    pos = game.position
    collected = any(event.ducats >= WANTED for event in happened(game, Collected))
    now = pos.phase == "C" and pos.march is None
    return collected or (now and resources_of(pos, SPAIN, "caribbean") >= WANTED)


@_goal("better-than-gold", "13.5", "13.16", "14.21", reached=_earns, missed=beyond("D"), facts={"here": PORT})
def better_than_gold() -> Played:
    """13.16, 14.21  A mine of 15 ducats stands in the way of more than a hundred; seven Colonists are two too many."""
    pos = build(
        turn=16,
        treasury=30,
        forces={PORT: (0, 3), "2218": (0, 5), "2219": (0, 7)},
        natives={"caribbean": 0},
        mines=(PORT,),
        before="C gold",
    )
    return begin(pos, seed=14)


# A Voyage of Discovery (18.0) -------------------------------------------------------------------------------------


@_goal(
    "first-to-see",
    "18.15",
    "18.14",
    "9.3",
    reached=lambda game: bool(happened(game, Credited)),
    missed=beyond("E"),
    facts={"here": PORT, "who": "leon"},
)
def first_to_see() -> Played:
    """18.14, 18.15  Eight bounds, three of them used: discover something, and be home with the news."""
    pos = build(
        turn=4,
        treasury=10,
        forces={PORT: (0, 1)},
        natives={"caribbean": 0},
        people={"leon": "spain-1"},
        expeditions={"spain-1": expedition(PLACE, carracks=1, bounds=8, sailed=3)},
        before="B coasts",
    )
    return begin(pos, seed=18)


# Treasure (13.0) --------------------------------------------------------------------------------------------------

TREASURE: Final = 100


@_goal(
    "treasure-road",
    "13.44",
    "13.42",
    "10.1",
    reached=lambda game: sum(event.ducats for event in happened(game, LoadedGold)) >= TREASURE,
    missed=beyond("D"),
    facts={"city": "3816", "harbour": "4316", "near": "3818"},
)
def treasure_road() -> Played:
    """13.42, 13.43, 13.44  From Cuzco to the ships, in one turn, with the gold."""
    pos = build(
        turn=9,
        treasury=20,
        forces={PORT: (0, 1), "3816": (3, 0), "4316": (0, 2), "3818": (0, 1)},
        natives={"caribbean": 0, "incan-empire": 0},
        gold={"3816": TREASURE},
        found=("new-world", "south-america", "cuzco-found", "pacific-land"),
        expeditions={"spain-1": expedition("4316", carracks=4, bounds=9)},
        before="C march",
    )
    return begin(pos, seed=13)


# War and the last Maintenance (8.0, 19.0) -------------------------------------------------------------------------


def _owns_the_islands(game: Played) -> bool:
    return game.position.over and "caribbean" in controlled(game.position, SPAIN)


@_goal(
    "last-port",
    "19.1",
    "8.53",
    "8.57",
    reached=_owns_the_islands,
    missed=lambda game: game.position.over,
    bots={"england": "random"},
    facts={"here": PORT, "there": "2314", "area": "caribbean"},
)
def last_port() -> Played:
    """19.1, 8.5  In the last turn one English port stands between Spain and an area."""
    pos = build(
        nations=2,
        turn=21,
        treasury={"spain": 60, "england": 20},
        forces={PORT: (0, 3), "2218": (0, 2), "england@2314": (0, 2)},
        natives={"caribbean": 0},
        expeditions={"spain-1": expedition(PLACE, carracks=3, soldiers=6, bounds=9)},
        before="B coasts",
    )
    return begin(pos, seed=21)
