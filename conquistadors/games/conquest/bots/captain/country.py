"""The lie of the land as far as it is known: ways, neighbours and heights, worked out once for the same map."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Final, NamedTuple

from conquistadors.games.conquest.bots.captain.estimates import Estimates
from conquistadors.games.conquest.rules.movement import blocked
from conquistadors.games.conquest.rules.position import ConquestPosition
from conquistadors.games.conquest.rules.spaces import best_neighbour, is_discovered

FARTHEST: Final = 6
"""Journeys of more actions are not thought of."""
COUNTRIES_REMEMBERED: Final = 200
"""So many countries are kept."""


class Journey(NamedTuple):
    """A way to a space."""

    length: int
    """In parts of an action: a sea space is one."""
    first: str
    """The first space on it."""
    mode: str
    """How it begins: "march" or "sail"."""
    steps: int
    """Its steps, if all of it is by land; otherwise -1."""


class Outlook(NamedTuple):
    """What an undiscovered space is like: all that what may be found in it depends on."""

    level: int
    neighbour: str
    """The highest civilization next to it."""
    coast: int
    """What a fever coast adds to the roll."""
    around: frozenset[str]
    """The neighbours of the heights beside it, where an empire may lie."""


class Country:
    """The spaces by what is known of them. Positions with the same markers, and the same ways barred, share one."""

    def __init__(self, pos: ConquestPosition, estimates: Estimates) -> None:
        self._pos = pos.copy()
        self._world = pos.rules.world
        self._n = pos.rules.n
        self._estimates = estimates
        self.known = frozenset([s for s, site in pos.sites.items() if site.marker is not None or site.known])
        """What has been discovered."""
        self._neighbours: dict[str, str] = {}
        self._outlooks: dict[str, Outlook | None] = {}
        self._promises: dict[str, float] = {}
        self._journeys: dict[tuple[str, bool, bool], dict[str, Journey]] = {}

    def neighbour(self, space: str) -> str:
        """4.112  The highest civilization next to a space."""
        known = self._neighbours.get(space)
        if known is None:
            known = self._neighbours[space] = best_neighbour(self._pos, space)
        return known

    def heights(self, space: str) -> tuple[str, ...]:
        """The spaces next to this one where an empire may lie."""
        level, highest, known = self._world.level, self._n.empire_level, self.known
        return tuple([near for near in self._world.by_land[space] if level[near] == highest and near not in known])

    def outlook(self, space: str) -> Outlook | None:
        """What an undiscovered space is like; None where nothing can be discovered."""
        if space not in self._outlooks:
            level = self._world.level[space]
            if level is None:
                self._outlooks[space] = None
            else:
                coast = self._n.coast_discovery * self._world.spaces[space].minus_one
                around = frozenset([self.neighbour(near) for near in self.heights(space)])
                self._outlooks[space] = Outlook(level, self.neighbour(space), coast, around)
        return self._outlooks[space]

    def promise(self, space: str) -> float:
        """How much high country around a space is still to be discovered."""
        found = self._promises.get(space)
        if found is None:
            known = self.known
            found = sum([weight for near, weight in self._estimates.around(space) if near not in known])
            self._promises[space] = found
        return found

    def journeys(self, start: str, *, ashore: bool, closed: bool) -> dict[str, Journey]:
        """From a space to every one that can be reached now, by land and sea, with the first step on the way.

        `ashore`: not by sea. `closed`: not on the Mar del Sur.
        """
        key = (start, ashore, closed)
        found = self._journeys.get(key)
        if found is None:
            found = self._journeys[key] = self._travelled(start, ashore, closed)
        return found

    def _travelled(self, start: str, ashore: bool, closed: bool) -> dict[str, Journey]:
        """Where a march has to stop the way ends. The length is counted in parts of an action, a sea space as one."""
        pos, world, n = self._pos, self._world, self._n
        by_land, by_sea, sea, spaces = world.by_land, world.by_sea, world.sea, world.spaces
        afoot, shift = round(n.sea / n.land_discovered), n.sea // 2
        waiting: list[list[tuple[str, str, str, bool, int]]] = [[] for _ in range(FARTHEST * n.sea + n.sea + 1)]
        waiting[0].append((start, start, "", start in sea, 0))
        found: dict[str, Journey] = {}
        for length, group in enumerate(waiting[: FARTHEST * n.sea]):
            for here, first, mode, afloat, steps in group:
                if here in found:
                    continue
                found[here] = Journey(length, first, mode, steps)
                if here != start and here not in sea and (not is_discovered(pos, here) or blocked(pos, here)):
                    continue
                if here not in sea:
                    for there in by_land[here]:
                        if there not in found and there not in sea:
                            on = (
                                there,
                                first if mode else there,
                                mode or "march",
                                False,
                                steps + 1 if steps >= 0 else -1,
                            )
                            waiting[length + afoot].append(on)
                if ashore:
                    continue
                boarding = 0 if afloat else shift if mode else 1
                for there in by_sea[here]:
                    if there not in found and not (closed and spaces[there].mar_del_sur):
                        more = 1 + boarding if there in sea else 1 + shift
                        waiting[length + more].append(
                            (there, first if mode else there, mode or "sail", there in sea, -1)
                        )
        return found


def country_of(pos: ConquestPosition, estimates: Estimates) -> Country:
    """The country of a position, made once for all that look at the same markers."""
    key: Hashable = frozenset(
        [(space, site.marker, site.known, site.hostile and blocked(pos, space)) for space, site in pos.sites.items()]
    )
    countries: dict[Hashable, Country] = estimates.countries
    found = countries.get(key)
    if found is None:
        if len(countries) >= COUNTRIES_REMEMBERED:
            countries.clear()
        found = countries[key] = Country(pos, estimates)
    return found
