"""1.1, 3.11  A map as a net of spaces: who is whose neighbour, and how far it is."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable

from conquistadors.conquest.pack import Board, Space


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


def distances(starts: Iterable[str], neighbours: Callable[[str], Iterable[str]]) -> dict[str, int]:
    """Steps from the nearest start to every place that can be reached."""
    found = dict.fromkeys(starts, 0)
    waiting = deque(found)
    while waiting:
        here = waiting.popleft()
        for there in neighbours(here):
            if there not in found:
                found[there] = found[here] + 1
                waiting.append(there)
    return found
