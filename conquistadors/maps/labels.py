"""Names on a map that do not collide: where each is placed, by what it would hide or cross."""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple

from conquistadors.maps.svg import Point

RADIUS, GAP = 10.0, 2.5
SIZES: Final = (12.5, 11.0, 9.5)
ANGLES: Final = (0, 180, 330, 30, 210, 150, 90, 270, 300, 60, 240, 120)  # best first; 0 is to the right, 90 below
REACHES: Final = (0.0, 7.0, 15.0, 26.0, 40.0)  # a name farther off gets a thin line to its space
LEADER: Final = 12.0
_DIRECTIONS: Final = {angle: (math.cos(math.radians(angle)), math.sin(math.radians(angle))) for angle in ANGLES}
_LEFT: Final = {"start": 0.0, "middle": 0.5, "end": 1.0}
"""Which part of a text lies left of its anchor."""


class Box(NamedTuple):
    left: float
    top: float
    right: float
    bottom: float

    def overlap(self, other: Box) -> float:
        """The common area."""
        left, top, right, bottom = self
        west, north, east, south = other
        if right <= west or east <= left or bottom <= north or south <= top:
            return 0.0
        return (min(right, east) - max(left, west)) * (min(bottom, south) - max(top, north))

    def hidden(self, others: Iterable[Box], enough: float) -> float:
        """The areas that it has in common with each of the others, added up; it stops when that is enough."""
        left, top, right, bottom = self
        total = 0.0
        for west, north, east, south in others:
            if right > west and east > left and bottom > north and south > top:
                total += (min(right, east) - max(left, west)) * (min(bottom, south) - max(top, north))
                if total > enough:
                    break
        return total

    def touched(self, others: Iterable[Box]) -> int:
        """How many of the others have some area in common with it."""
        left, top, right, bottom = self
        return sum(
            right > west and east > left and bottom > north and south > top for west, north, east, south in others
        )

    def nearest(self, point: Point) -> Point:
        """The point of the box that is nearest to another one."""
        return min(max(point[0], self.left), self.right), min(max(point[1], self.top), self.bottom)

    def length_inside(self, start: Point, end: Point) -> float:
        """How much of a line lies in the box (Liang and Barsky)."""
        left, top, right, bottom = self
        (x, y), (to_x, to_y) = start, end
        if (x < left and to_x < left) or (x > right and to_x > right):
            return 0.0
        if (y < top and to_y < top) or (y > bottom and to_y > bottom):
            return 0.0
        first, last = 0.0, 1.0
        for axis in (0, 1):
            step, low, high = end[axis] - start[axis], self[axis] - start[axis], self[axis + 2] - start[axis]
            if step:
                near, far = sorted((low / step, high / step))
                first, last = max(first, near), min(last, far)
            elif low > 0 or high < 0:
                return 0.0
        return max(0.0, last - first) * math.dist(start, end)

    def grown(self, by: float) -> Box:
        return Box(self.left - by, self.top - by, self.right + by, self.bottom + by)


@dataclass(frozen=True)
class Frame:
    """An equirectangular picture of a part of the Earth, true to scale at its mean latitude."""

    west: float
    north: float
    across: float
    down: float
    width: float
    height: float

    def point(self, lon: float, lat: float) -> Point:
        return (lon - self.west) * self.across, (self.north - lat) * self.down


@dataclass(frozen=True)
class Label:
    """A placed name. `box` holds its text; `leader` is where its thin line ends, if it needs one."""

    space: str
    lines: tuple[str, ...]
    size: float
    anchor: str
    x: float
    box: Box
    leader: Point | None


@dataclass(frozen=True)
class Layout:
    """Where everything goes: what `draw_map` draws and what the tests measure."""

    frame: Frame
    points: dict[str, Point]
    marks: dict[str, Box]
    lines: list[tuple[Point, Point]]
    legend: Box
    labels: tuple[Label, ...] = ()


@lru_cache(maxsize=4096)
def text_width(text: str, size: float) -> float:
    """An estimate on the safe side: the width in a broad sans serif, full squares for Japanese."""
    return size * sum(_glyph(char) for char in text)


def _glyph(char: str) -> float:
    if unicodedata.combining(char):
        return 0.0
    if unicodedata.east_asian_width(char) in "WFA" and ord(char) > 0x2FFF:
        return 1.02
    if char in " .,;:'|!iíìîïjlIÍtfr()-/":
        return 0.37
    if char in "mwMW@%—":
        return 0.9
    return 0.7 if char.isupper() or char.isdigit() else 0.6


def place_labels(names: Mapping[str, str], empty: Layout, free: Sequence[Box] = ()) -> tuple[Label, ...]:
    """Greedy, the most crowded name first; then twice more over all of them, now that the others are known.

    No name comes into what has to be left `free`, if that is possible.
    """
    around = {space: box.grown(60) for space, box in empty.marks.items()}
    crowd = {space: box.touched(empty.marks.values()) for space, box in around.items()}
    placed: dict[str, Label] = {}
    order = sorted(names, key=lambda space: (-crowd[space], -len(names[space]), space))
    for _ in range(3):
        for space in order:
            placed.pop(space, None)
            taken = [*empty.marks.values(), empty.legend, *free, *(label.box for label in placed.values())]
            placed[space] = _best(space, names[space], empty, taken)
    return tuple(placed[space] for space in names)


def _best(space: str, name: str, empty: Layout, taken: Sequence[Box]) -> Label:
    """The cheapest free position; smaller letters only where that helps; at the very last the least overlap."""
    at, mark, frame = empty.points[space], empty.marks[space], Box(0, 0, empty.frame.width, empty.frame.height)
    around = mark.grown(text_width(name, SIZES[0]) + REACHES[-1] + 20)
    taken = [box for box in taken if around.overlap(box) > 0]
    others = [box for box in taken if box != mark]
    lines = [line for line in empty.lines if around.length_inside(*line) > 0]
    lowest, best = math.inf, Try(0.0, SIZES[0], (name,), 0.0, ANGLES[0])
    tries = list(_tries(name))
    for shrunk, size in enumerate(SIZES):
        if lowest < 30 * shrunk:
            break
        for base, _, rows, reach, angle in tries:
            price = base + 30 * shrunk
            if price >= lowest:
                continue
            box = _box(at, mark, size, rows, reach, angle)[2]
            outside = box.overlap(box) - box.overlap(frame)
            price += 1000 * (outside + box.hidden(taken, (lowest - price) / 1000 - outside))
            if price < lowest:
                price += 0.45 * sum(box.length_inside(*line) for line in lines)
                price += 7 * box.grown(4).touched(others)
            if reach >= LEADER and price < lowest:
                leader = box.nearest(at)
                price += 40 * sum(other.length_inside(at, leader) > 0 for other in others)
            if price < lowest:
                lowest, best = price, Try(price, size, rows, reach, angle)
    anchor, x, box = _box(at, mark, best.size, best.rows, best.reach, best.angle)
    return Label(space, best.rows, best.size, anchor, x, box, box.nearest(at) if best.reach >= LEADER else None)


class Try(NamedTuple):
    """How a name could stand, and what that costs beside standing close on the right, with nothing in the way."""

    price: float
    size: float
    rows: tuple[str, ...]
    reach: float
    angle: int


def _tries(name: str) -> Iterator[Try]:
    """All the ways in large letters: the rows of the name, how far off it is, and in which angle."""
    for rows in _wrapped(name):
        for reach in REACHES:
            for rank, angle in enumerate(ANGLES):
                price = rank + 1.5 * reach + 4 * (len(rows) - 1) + 10 * (reach >= LEADER)
                yield Try(price, SIZES[0], rows, reach, angle)


def _box(at: Point, mark: Box, size: float, rows: tuple[str, ...], reach: float, angle: int) -> tuple[str, float, Box]:
    """The name in that place: how its text is anchored, at which x, and its box."""
    width, height = max(text_width(row, size) for row in rows), size * (1.12 * len(rows) - 0.1)
    around = mark.grown(GAP + reach)
    across, down = _DIRECTIONS[angle]
    anchor = "middle" if abs(across) < 0.3 else "start" if across > 0 else "end"
    x = at[0] if anchor == "middle" else around.right if anchor == "start" else around.left
    if anchor != "middle" and abs(down) > 0.3:
        x -= math.copysign(0.3 if abs(down) < 0.6 else 0.75, across) * (RADIUS + reach)
    left = x - width * _LEFT[anchor]
    middle = at[1] + down * (around.bottom - at[1] + height / 2) if down > 0 else at[1]
    middle = at[1] - down * (around.top - at[1] - height / 2) if down < 0 else middle
    return anchor, x, Box(left, middle - height / 2, left + width, middle + height / 2)


def _wrapped(name: str) -> list[tuple[str, ...]]:
    """The name in one row and, if it is long and has a gap, in two about equal ones."""
    gaps = [i + (char != "（") for i, char in enumerate(name) if char in " ・（" and 1 < i < len(name) - 3]
    if text_width(name, 1) < 5 or not gaps:
        return [(name,)]
    cut = min(gaps, key=lambda i: abs(text_width(name[:i], 1) - text_width(name[i:], 1)))
    return [(name,), (name[:cut].rstrip(" "), name[cut:])]
