"""The map as a picture: hexes by terrain, borders of areas, crests, rivers, mines and cities, names of areas."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import lru_cache
from typing import Any, Final

from conquistadors.games.exploration.pack.board import Board
from conquistadors.games.exploration.pack.records import Pack
from conquistadors.games.exploration.rules.pieces import EUROPE
from conquistadors.maps.labels import Box, Frame, Layout
from conquistadors.maps.svg import BLUE, COAST, FONT, INK, SEA, SVG, Point, circle, coast_of, polygon, tag, text_at
from conquistadors.resources import data_root
from conquistadors.scene.maps import Ground

SCALE: Final = 9.0
"""Units of the picture for a degree."""
MARGIN: Final = 2.0
"""Degrees of sea round the hexes."""
RING: Final = 9.5
ABOVE: Final = 11.5
"""How far above its hex a name stands, so that the level is not in it."""
COLOURS: Final = {"clear": "#efe6c8", "forest": "#c5d6a6", "rough": "#d9bd96", "outside": "#d8d4cb"}
CREST, BORDER, GOLD, RIM = "#7a4b21", "#8a3b6b", "#d7a800", "#9a927f"


@lru_cache(maxsize=8)
def drawn(pack: Pack, language: str) -> Ground:
    """The whole hemisphere, with a space for every hex of an area, for Europe, and for the sea before the Cape."""
    board = pack.board
    frame = frame_of(board)
    land = outlines()
    coast = coast_of(land, frame.point)
    parts = [
        tag("rect", width=frame.width, height=frame.height, fill=SEA),
        tag("clipPath", tag("path", d=coast, clip_rule="evenodd"), id="land"),
        tag("g", "\n".join(_hexes(board, frame)), clip_path="url(#land)"),
        tag("path", d=coast, fill="none", stroke=COAST, stroke_width=0.9),
        *_rims(board, frame),
        *_rivers(board, frame),
        *_sides(board, frame),
        *_marks(pack, frame),
        *_names(pack, frame, language),
        text_at("⚓", points_of(board)[EUROPE], 22, text_anchor="middle", fill=BLUE),
    ]
    size = {"width": frame.width, "height": frame.height, "viewBox": f"0 0 {frame.width:g} {frame.height:g}"}
    svg = tag("svg", "\n".join(parts), xmlns=SVG, **size, font_family=FONT, fill=INK, lang=language)
    points = points_of(board)
    marks = {space: Box(x - RING, y - RING, x + RING, y + RING) for space, (x, y) in points.items()}
    return Ground(svg, Layout(frame, points, marks, [], Box(0, 0, 0, 0)), str(land["credit"]))


@lru_cache(maxsize=1)
def outlines() -> dict[str, Any]:
    """The land of the hemisphere, by longitude and latitude."""
    land: dict[str, Any] = json.loads((data_root() / "exploration" / "geo" / "hemisphere.json").read_text("utf-8"))
    return land


def frame_of(board: Board) -> Frame:
    grid = board.grid
    corner = grid.number(0, grid.columns - 1), grid.number(grid.rows - 1, 0)
    (west, north), (east, south) = grid.centre(corner[0]), grid.centre(corner[1])
    west, north, east, south = west - MARGIN, north + MARGIN, east + MARGIN, south - MARGIN
    return Frame(west, north, SCALE, SCALE, (east - west) * SCALE, (north - south) * SCALE)


@lru_cache(maxsize=4)
def points_of(board: Board) -> dict[str, Point]:
    """Where each space is, in the order of hex numbers."""
    frame = frame_of(board)
    found = {hex_: frame.point(*board.grid.centre(hex_)) for hex_ in (*board.area, board.before_cape)}
    return {**found, EUROPE: (frame.width - 3 * RING, frame.height * 0.24)}


def _hexes(board: Board, frame: Frame) -> Iterator[str]:
    """Land by terrain, and what is no hex of land as far as it shows: specks of islands."""
    yield tag("rect", width=frame.width, height=frame.height, fill=COLOURS["outside"])
    for hex_, terrain in board.terrain.items():
        yield tag("polygon", points=_corners(board, frame, hex_), fill=COLOURS[terrain])


def _rims(board: Board, frame: Frame) -> Iterator[str]:
    """The hexes of areas, over land and water: units stand in all of them."""
    for hex_ in board.area:
        yield tag("polygon", points=_corners(board, frame, hex_), fill="none", stroke=RIM, stroke_width=0.5)


def _corners(board: Board, frame: Frame, hex_: str) -> str:
    return " ".join("{:.1f},{:.1f}".format(*frame.point(*corner)) for corner in board.grid.corners(hex_))


def _rivers(board: Board, frame: Frame) -> Iterator[str]:
    """Hexes at a river or a Great Lake have a wave in them."""
    for hex_ in sorted(board.waterside):
        x, y = frame.point(*board.grid.centre(hex_))
        yield tag("path", d=f"M{x - 6:.1f} {y + 5:.1f}q3-3 6 0t6 0", fill="none", stroke=BLUE, stroke_width=1)


def _sides(board: Board, frame: Frame) -> Iterator[str]:
    """Borders between areas, and crests that nobody crosses."""
    crests = set(board.data["hexsides"]["mountain"])
    for hex_, area in board.area.items():
        for near in board.grid.neighbours(hex_):
            if near > hex_ and near in board.area:
                crest = f"{hex_}|{near}" in crests
                if crest or board.area[near] != area:
                    (x, y), (to_x, to_y) = _edge(board, frame, hex_, near)
                    way, ink = f"M{x:.1f} {y:.1f}L{to_x:.1f} {to_y:.1f}", CREST if crest else BORDER
                    yield tag("path", d=way, stroke=ink, stroke_width=2.4 if crest else 1.2, stroke_linecap="round")


def _edge(board: Board, frame: Frame, one: str, other: str) -> list[Point]:
    """The two corners that neighbours share."""
    mine, theirs = board.grid.corners(one), board.grid.corners(other)
    shared = [c for c in mine if any(abs(c[0] - d[0]) + abs(c[1] - d[1]) < 0.01 for d in theirs)]
    return [frame.point(*corner) for corner in shared]


def _marks(pack: Pack, frame: Frame) -> Iterator[str]:
    """13.0  Gold Mines as small rings, Treasure Cities as stars."""
    for hex_ in pack.mines:
        x, y = frame.point(*pack.board.grid.centre(hex_))
        yield circle((x + 6, y - 6), 2.4, fill=GOLD, stroke=INK, stroke_width=0.6)
    for hex_ in pack.cities:
        yield polygon(frame.point(*pack.board.grid.centre(hex_)), 10, 8, -90, GOLD, inner=0.45)


def _names(pack: Pack, frame: Frame, language: str) -> Iterator[str]:
    """The names of the areas, above the hex where the level of each is shown."""
    for name, area in pack.areas.items():
        x, y = frame.point(*pack.board.grid.centre(seat_of(pack.board, name)))
        look = {
            "text_anchor": "middle",
            "font_weight": 700,
            "fill": BORDER,
            "paint_order": "stroke",
            "stroke": "#fffdf7",
        }
        yield text_at(area.name[language], (x, y - ABOVE), 11, stroke_width=3, **look)


def _middle(board: Board, area: str) -> Point:
    points = [board.grid.centre(hex_) for hex_ in board.hexes_of[area]]
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


@lru_cache(maxsize=32)
def seat_of(board: Board, area: str) -> str:
    """The hex of an area that is nearest to its middle: where its level is shown."""
    lon, lat = _middle(board, area)

    def away(hex_: str) -> float:
        x, y = board.grid.centre(hex_)
        return (x - lon) ** 2 + (y - lat) ** 2

    return min(board.hexes_of[area], key=away)
