"""4.0, 4.112, 19.41  What is known of a space, and what an expedition that enters it has to find out."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from conquistadors.engine import Modifier
from conquistadors.games.conquest.pack.geography import Geography
from conquistadors.games.conquest.rules.events import NoAttempt
from conquistadors.games.conquest.rules.position import CITIES, Action, ConquestPosition

ORDER = ("none", "village", "town", "city")
"""G-4.112b  Civilizations from the least to the highest; every city counts as a city."""


def is_discovered(pos: ConquestPosition, space: str) -> bool:
    """4.0, 4.17, G-3.12, G-4.15  Level spaces with a marker are discovered; all other kinds of space always are."""
    if pos.rules.world.level[space] is None:
        return True
    site = pos.sites.get(space)
    return site is not None and (site.marker is not None or site.known)


def unexplored(pos: ConquestPosition, space: str) -> bool:
    """3.13, G-19.41  Where one has to stop and find out what is there: undiscovered, or said to hold a legend."""
    return not is_discovered(pos, space) or pos.site(space).legend is not None


def best_neighbour(pos: ConquestPosition, space: str) -> str:
    """4.112, G-4.112b  The highest civilization in any adjacent space; Cuba and Panama count as none."""
    best = 0
    for other in pos.rules.world.adjacent[space]:
        marker = pos.site(other).marker
        rank = ORDER.index("city") if marker in CITIES else ORDER.index(marker) if marker in ORDER else 0
        best = max(best, rank)
    return ORDER[best]


def can_attempt(pos: ConquestPosition, space: str) -> bool:
    """4.0, 4.112  Undiscovered Level 0 to 4 spaces, unless the chart shows X."""
    level = pos.rules.world.level[space]
    if level is None or is_discovered(pos, space):
        return False
    return pos.rules.tables.neighbour_modifier(level, best_neighbour(pos, space)) is not None


def space_modifiers(pos: ConquestPosition, space: str) -> tuple[Modifier, ...]:
    """4.111, 4.112  What the space and its neighbours add to the roll: -1 on a fever coast, never more (J2).

    The chart is that of the errata, or of the English text (J7).
    """
    world = pos.rules.world
    level = world.level[space]
    assert level is not None
    found = []
    neighbours = pos.rules.tables.neighbour_modifier(level, best_neighbour(pos, space))
    if neighbours:
        found.append(Modifier("adjacency", neighbours))
    if world.spaces[space].minus_one:
        found.append(Modifier("fever-coast", pos.rules.n.coast_discovery))
    return tuple(found)


def explore(pos: ConquestPosition, commander: str, *notes: str, entered_from: str | None = None) -> None:
    """4.0, 3.15, 19.41  What entering a space calls for: a look at the legend that is said to be there, or discovery.

    The Legends Table takes the place of the Discovery Table, and a conquistador without units looks for a legend as
    well (G-19.41). Who came to attack does so afterwards (`entered_from`, G-19.41b). Only entering calls for it: who
    stays beside a river that is not found yet has to leave it and come back (own ruling).
    """
    space = pos.expeditions[commander].space
    if pos.site(space).legend is not None:
        pos.action = Action("legend", commander, space, notes=notes, entered_from=entered_from)
        pos.then("discovery")
    elif not is_discovered(pos, space) and pos.has_units(commander):
        begin_discovery(pos, commander, *notes)


def begin_discovery(pos: ConquestPosition, commander: str, *notes: str) -> None:
    """4.0, 4.112, G-4.112  Discovery has to be attempted, unless the chart shows X."""
    space = pos.expeditions[commander].space
    if can_attempt(pos, space):
        pos.action = Action("discovery", commander, space, notes=notes)
        pos.then("discovery")
    else:
        pos.report(NoAttempt, expedition=commander, space=space, rule="4.112")


# How far it is from everybody ------------------------------------------------------------------------------------


def steps_from_expeditions(pos: ConquestPosition, board: str) -> Mapping[str, int]:
    """G-4.171c, G-19.21  Steps over any lines of one map from the nearest expedition on it; nothing without any."""
    world = pos.rules.world
    starts = frozenset(e.space for e in pos.expeditions.values() if world.map_of[e.space] == board)
    return _steps(world.maps[board], starts)


@lru_cache(maxsize=256)
def _steps(geography: Geography, starts: frozenset[str]) -> Mapping[str, int]:
    return geography.distances(sorted(starts))
