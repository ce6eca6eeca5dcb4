"""Hexes: the coordinates behind printed numbers, neighbours, waters that do not meet, and ways worked out once."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from conquistadors.maps.svg import Point

Graph = Mapping[str, tuple[str, ...]]
"""Every place, with those that can be entered from it."""
SIDE: Final = "."
"""Between the number of a hex and the number of one of its waters: "2819.1"."""

ROW_HEIGHT: Final = 0.866
"""The distance between two rows, where the distance between two hexes of a row is 1."""


@dataclass(frozen=True)
class HexGrid:
    """Pointed hexes in rows. A number is its row and its column, two digits each: rows southwards, columns westwards.

    Every second row stands half a hex further east. `north` and `east` are the degrees of the hex "0000" as if its row
    did not, `down` and `across` those from row to row and from hex to hex.
    """

    rows: int
    columns: int
    north: float
    down: float
    east: float
    across: float
    shifted: str = "odd"

    def number(self, row: int, column: int) -> str:
        return f"{row:02}{column:02}"

    def place(self, number: str) -> tuple[int, int]:
        """The row and the column; `ValueError` for what is no hex of this grid."""
        if len(number) == 4 and number.isascii() and number.isdigit():
            row, column = int(number[:2]), int(number[2:])
            if row < self.rows and column < self.columns:
                return row, column
        raise ValueError(f"no hex of a grid of {self.rows} rows and {self.columns} columns: {number!r}")

    def __iter__(self) -> Iterator[str]:
        """All numbers, row by row."""
        return (self.number(row, column) for row in range(self.rows) for column in range(self.columns))

    def _shift(self, row: int) -> int:
        return int((row % 2 == 1) == (self.shifted == "odd"))

    def neighbours(self, number: str) -> tuple[str, ...]:
        """The hexes that touch it, as far as they are on the map."""
        row, column = self.place(number)
        east = column - self._shift(row)
        beside = [(row, column - 1), (row, column + 1)]
        around = [*beside, *[(other, near) for other in (row - 1, row + 1) for near in (east, east + 1)]]
        return tuple(self.number(r, c) for r, c in around if 0 <= r < self.rows and 0 <= c < self.columns)

    def distance(self, start: str, end: str) -> int:
        """Steps between two hexes, whatever lies between them."""
        (first, q), (last, to) = self._axial(start), self._axial(end)
        return max(abs(first - last), abs(q - to), abs(q - to + first - last))

    def _axial(self, number: str) -> tuple[int, int]:
        row, column = self.place(number)
        return row, column - (row + self._shift(row)) // 2

    def centre(self, number: str) -> Point:
        """Longitude and latitude of its middle."""
        row, column = self.place(number)
        x = column - 0.5 * self._shift(row)
        return self.east + self.across * x, self.north + self.down * row

    def corners(self, number: str) -> tuple[Point, ...]:
        """Longitude and latitude of its six corners, from the northern one clockwise."""
        (lon, lat), half, third = self.centre(number), abs(self.across) / 2, abs(self.down) / 3
        steps = ((0, 2), (1, 1), (1, -1), (0, -2), (-1, -1), (-1, 1))
        return tuple((lon + half * x, lat + third * y) for x, y in steps)

    def nearest(self, lon: float, lat: float) -> str:
        """The hex whose middle is nearest, as the hexes are drawn."""

        def away(number: str) -> float:
            x, y = self.centre(number)
            return ((x - lon) / self.across) ** 2 + (ROW_HEIGHT * (y - lat) / self.down) ** 2

        return min(self, key=away)


def pair(one: str, other: str) -> str:
    """The side between two hexes, however they are named: "0318|0418"."""
    return "|".join(sorted((one, other)))


def joined(grid: HexGrid, members: Collection[str], barred: Collection[str] = ()) -> dict[str, tuple[str, ...]]:
    """The members of a grid with their neighbours among them, except across barred sides."""
    within, closed = frozenset(members), frozenset(barred)
    return {
        number: tuple(near for near in grid.neighbours(number) if near in within and pair(number, near) not in closed)
        for number in grid
        if number in within
    }


def parted(graph: Graph, waters: Mapping[str, Sequence[Collection[str]]]) -> dict[str, tuple[str, ...]]:
    """The graph with each of some hexes as several places, one for each list of neighbours that it names."""

    def places(number: str) -> tuple[str, ...]:
        sides = waters.get(number)
        return (number,) if sides is None else tuple(f"{number}{SIDE}{n}" for n in range(1, len(sides) + 1))

    def meets(place: str, other: str) -> bool:
        number, _, side = place.partition(SIDE)
        return not side or hex_of(other) in waters[number][int(side) - 1]

    return {
        place: tuple(there for near in around for there in places(near) if meets(place, there) and meets(there, place))
        for number, around in graph.items()
        for place in places(number)
    }


def hex_of(place: str) -> str:
    """The hex of a place: without its water."""
    return place.partition(SIDE)[0]


class Ways:
    """How far it is from place to place. What was found from a start is kept: menus ask again and again."""

    def __init__(self, graph: Graph) -> None:
        self.graph = graph
        self._found: dict[str, dict[str, tuple[int, str]]] = {}
        self._within: dict[tuple[str, int], Mapping[str, int]] = {}

    def _from(self, start: str) -> dict[str, tuple[int, str]]:
        found = self._found.get(start)
        if found is None:
            found = self._found[start] = {start: (0, start)}
            waiting = deque([start])
            while waiting:
                here = waiting.popleft()
                steps = found[here][0] + 1
                for there in self.graph.get(here, ()):
                    if there not in found:
                        found[there] = (steps, here)
                        waiting.append(there)
        return found

    def distance(self, start: str, end: str) -> int | None:
        """Steps, or None where no way leads."""
        reached = self._from(start).get(end)
        return None if reached is None else reached[0]

    def within(self, start: str, most: int) -> Mapping[str, int]:
        """The places that can be reached in so many steps, the nearest first, with their distance."""
        known = self._within.get((start, most))
        if known is None:
            found = {}
            for place, (steps, _) in self._from(start).items():
                if steps > most:
                    break
                found[place] = steps
            known = self._within[start, most] = found
        return known

    def path(self, start: str, end: str) -> tuple[str, ...]:
        """The places on the way, without the start; always the same one where several are shortest."""
        back = self._from(start)
        found = []
        while end != start:
            found.append(end)
            end = back[end][1]
        return tuple(reversed(found))

    def nearest(self, start: str, wanted: Iterable[str]) -> tuple[str, ...]:
        """Those of the wanted places that are nearest."""
        found = {place: steps for place in wanted if (steps := self.distance(start, place)) is not None}
        least = min(found.values(), default=0)
        return tuple(place for place, steps in found.items() if steps == least)


class Lettered:
    """Rows of letters, one for each hex, columns from west to east as people read them."""

    def __init__(self, grid: HexGrid, rows: Sequence[str]) -> None:
        if len(rows) != grid.rows or any(len(row) != grid.columns for row in rows):
            raise ValueError(f"{grid.rows} rows of {grid.columns} letters are needed")
        self._grid, self._rows = grid, rows

    def at(self, number: str) -> str:
        row, column = self._grid.place(number)
        return self._rows[row][self._grid.columns - 1 - column]

    def where(self, fits: Callable[[str], bool]) -> tuple[str, ...]:
        """The hexes whose letter fits."""
        return tuple(number for number in self._grid if fits(self.at(number)))

    @cached_property
    def letters(self) -> dict[str, str]:
        return {number: self.at(number) for number in self._grid}
