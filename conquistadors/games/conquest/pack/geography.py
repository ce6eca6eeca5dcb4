"""1.1, 3.11  A map as a net of spaces: who is whose neighbour, and how far it is."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from conquistadors.engine.errors import DataError
from conquistadors.games.conquest.pack.records import Board, Space
from conquistadors.maps.distances import distances


class Geography:
    """The neighbours of every space of a map, in the order of the file."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.spaces: dict[str, Space] = {space.id: space for space in board.space}
        self.by_land: dict[str, list[str]] = {space.id: [] for space in board.space}
        self.by_sea: dict[str, list[str]] = {space.id: [] for space in board.space}
        for connection in board.connection:
            net = self.by_land if connection.by == "land" else self.by_sea
            one, other = connection.between
            if one in net and other in net:
                net[one].append(other)
                net[other].append(one)

    def of_level(self, level: int) -> list[Space]:
        return [space for space in self.board.space if space.level == level]

    def of_kind(self, kind: str) -> list[Space]:
        return [space for space in self.board.space if space.kind == kind]

    def is_coastal(self, space: str) -> bool:
        """Whether a line leads from the space out to sea."""
        return any(self.spaces[other].kind == "sea" for other in self.by_sea[space])

    def land_distances(self, start: str) -> dict[str, int]:
        """How many steps by land it is from a space to every space that can be reached."""
        return distances([start], lambda space: self.by_land[space])

    def distances(self, starts: Iterable[str]) -> dict[str, int]:
        """How many steps over any lines it is from the nearest of some spaces to every other."""
        return distances(starts, lambda space: [*self.by_land[space], *self.by_sea[space]])


class World:
    """1.11, 1.12, G-1.12  The maps in play as one net: land joins the two Panamas, no line joins the seas."""

    PANAMAS: Final = ("panama", "panama-south")

    def __init__(self, boards: Iterable[Board]) -> None:
        self.maps: dict[str, Geography] = {board.map: Geography(board) for board in boards}
        self.spaces: dict[str, Space] = {}
        self.map_of: dict[str, str] = {}
        self.by_land: dict[str, tuple[str, ...]] = {}
        self.by_sea: dict[str, tuple[str, ...]] = {}
        for name, geography in self.maps.items():
            for space in geography.spaces:
                if space in self.spaces:
                    raise DataError(f"maps: {space} is a space of both maps: each needs an id of its own")
                self.spaces[space] = geography.spaces[space]
                self.map_of[space] = name
                self.by_land[space] = tuple(geography.by_land[space])
                self.by_sea[space] = tuple(geography.by_sea[space])
        one, other = self.PANAMAS
        if one in self.spaces and other in self.spaces:  # G-1.12
            self.by_land[one] += (other,)
            self.by_land[other] += (one,)
        self.adjacent = {space: (*self.by_land[space], *self.by_sea[space]) for space in self.spaces}
        self.sea = frozenset(space.id for space in self.spaces.values() if space.kind == "sea")
        self.havens = tuple(space.id for space in self.spaces.values() if space.kind in ("cuba", "panama"))
        """1.145  Santiago de Cuba and the Panamas."""
        self.next_to_sea = frozenset(s for s in self.spaces if any(other in self.sea for other in self.by_sea[s]))
        self.level = {space.id: space.level for space in self.spaces.values()}
        self.with_level = tuple(space for space, level in self.level.items() if level is not None)
        self.harsh = frozenset(s.id for s in self.spaces.values() if s.kind in ("desert", "rain-forest"))
        """3.131  Desert and rain forest."""

        self._by_land_from: dict[str, dict[str, int]] = {}

    def land_distances(self, start: str) -> dict[str, int]:
        """Steps by land from a space to every space that can be reached."""
        if start not in self._by_land_from:
            self._by_land_from[start] = distances([start], lambda space: self.by_land[space])
        return self._by_land_from[start]

    def distances(self, starts: Iterable[str]) -> dict[str, int]:
        """Steps over any lines from the nearest of some spaces to every other."""
        return distances(starts, lambda space: self.adjacent[space])
