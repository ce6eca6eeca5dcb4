"""A map of the game as a picture: the land, the spaces, the lines between them and names that do not collide."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from html import escape
from typing import Any, Final

from conquistadors.engine.texts import texts_of
from conquistadors.maps.labels import RADIUS, Box, Frame, Label, Layout, place_labels, text_width
from conquistadors.maps.svg import (
    BLUE,
    FONT,
    INK,
    PAPER,
    RED,
    SEA,
    SOFT,
    SVG,
    TITLE_FONT,
    Point,
    circle,
    draw_land,
    letter,
    number,
    polygon,
    tag,
    text_at,
)

Board = Mapping[str, Any]

LEVELS: Final = ("#fde725", "#5ec962", "#21918c", "#3b528b", "#440154")  # viridis: the order shows without hues, too

WIDEST, TALLEST, BAND, MARGIN = 1840.0, 1840.0, 54.0, 2.2  # pixels; the title's band; degrees round the spaces
DOT, BADGE = 5.5, 7.0
LEGEND_ROW, LEGEND_INDENT, LEGEND_SIZE = 28.0, 132.0, 13.0

MARKS: Final = (
    "level",
    "desert",
    "rain-forest",
    "legend",
    "minus-one",
    "cuba",
    "panama",
    "sea",
    "mar-del-sur",
    "by-land",
    "by-sea",
)
"""What the legend box explains, in its order; the words are in `data/conquest/`."""
LEGEND_REACH: Final = {"level": 62.0, "by-land": 46.0, "by-sea": 46.0}
"""How far wide marks reach from their middle."""


def draw_map(board: Board, land: Mapping[str, Any], language: str = "en") -> str:
    """A standalone SVG of a map: `board` is a parsed map file, `land` the parsed outlines of `data/conquest/geo`."""
    placed = layout(board, land, language)
    width, height = placed.frame.width, placed.frame.height
    title = texts_of(language, "conquest").say("atlas.title", {"name": _in(board["name"], language)})
    below = _ground(board, land, placed)
    above = [  # not cut off at the frame
        tag("rect", width=width, height=height, fill="none", stroke=SOFT),
        *_spaces(board, placed, language),
        *_draw_legend(_legend_rows(board, language), placed.legend),
    ]
    sheet, panel = {"width": width + 24, "height": height + BAND + 28}, {"x": 12, "y": BAND}
    whole = [
        tag("title", escape(title)),
        tag("rect", "", **sheet, fill=PAPER),
        tag("text", escape(title), x=12, y=36, font_family=TITLE_FONT, font_size=26, font_weight=600),
        tag("svg", "\n".join(below), **panel, width=width, height=height),
        tag("svg", "\n".join(above), **panel, width=width, height=height, overflow="visible"),
        text_at(str(land.get("credit", "")), (width + 12, height + BAND + 18), 10, text_anchor="end", fill=SOFT),
    ]
    look = {"font_family": FONT, "fill": INK, "style": "max-width:100%;height:auto", "role": "img", "lang": language}
    view = f"0 0 {number(sheet['width'])} {number(sheet['height'])}"
    return tag("svg", "\n".join(whole), xmlns=SVG, viewBox=view, **sheet, **look)


def draw_sheet(board: Board, land: Mapping[str, Any], placed: Layout, language: str = "en") -> str:
    """The map alone, without title and legend, in the units of its layout: the ground of a board to play on."""
    return _sheet([*_ground(board, land, placed), *_spaces(board, placed, language)], placed, language)


def draw_bare(board: Board, land: Mapping[str, Any], placed: Layout, language: str = "en") -> str:
    """The same without names."""
    return draw_sheet(board, land, replace(placed, labels=()), language)


def draw_names(board: Board, placed: Layout, language: str = "en") -> str:
    """The names alone."""
    return _sheet(_labels(board, placed), placed, language)


def _sheet(inside: Sequence[str], placed: Layout, language: str) -> str:
    width, height = placed.frame.width, placed.frame.height
    size = {"width": width, "height": height, "viewBox": f"0 0 {number(width)} {number(height)}"}
    return tag("svg", "\n".join(inside), xmlns=SVG, **size, font_family=FONT, fill=INK, lang=language)


def _ground(board: Board, land: Mapping[str, Any], placed: Layout) -> list[str]:
    """The sea, the land, and the lines between the spaces."""
    return [
        tag("rect", width=placed.frame.width, height=placed.frame.height, fill=SEA),
        draw_land(land, placed.frame.point),
        *(_line(*ends, connection["by"]) for ends, connection in zip(placed.lines, board["connection"], strict=True)),
    ]


def _spaces(board: Board, placed: Layout, language: str) -> list[str]:
    """The spaces with their names."""
    return [
        *_leaders(placed),
        *(_draw_space(space, placed.points[space["id"]], language) for space in board["space"]),
        *_labels(board, placed, leaders=False),
    ]


def _leaders(placed: Layout) -> list[str]:
    return [_line(placed.points[label.space], label.leader, "name") for label in placed.labels if label.leader]


def _labels(board: Board, placed: Layout, *, leaders: bool = True) -> list[str]:
    """The names, with the thin lines that lead to some."""
    kinds = {space["id"]: space["kind"] for space in board["space"]}
    return [
        *(_leaders(placed) if leaders else []),
        *(_draw_label(label, kinds[label.space]) for label in placed.labels),
    ]


def printed_marks(board: Board) -> list[tuple[str, str, float]]:
    """The marks of this map in the order of the legend: which, its picture round the origin, how far that reaches."""
    return [(mark, "".join(_legend_mark(mark, (0.0, 0.0))), LEGEND_REACH.get(mark, 17.0)) for mark in _marks_of(board)]


def layout(
    board: Board, land: Mapping[str, Any], language: str = "en", legend: bool = True, room: float = 0.0
) -> Layout:
    """Where everything goes. Names keep clear of the legend, if there is one, and of some `room` below the levels."""
    frame = fit(board, land)
    points = {space["id"]: frame.point(space["lon"], space["lat"]) for space in board["space"]}
    marks = {space["id"]: mark_box(space, points[space["id"]]) for space in board["space"]}
    lines = [(points[a], points[b]) for a, b in (connection["between"] for connection in board["connection"])]
    names = {space["id"]: _in(space["name"], language) for space in board["space"]}
    empty = Layout(frame, points, marks, lines, Box(0, 0, 0, 0))
    if legend:
        empty = replace(empty, legend=_place_legend(_legend_rows(board, language), empty))
    levels = [points[space["id"]] for space in board["space"] if space["kind"] == "level"] if room else []
    free = [Box(x - RADIUS, y + RADIUS, x + RADIUS, y + RADIUS + room) for x, y in levels]
    return replace(empty, labels=place_labels(names, empty, free))


def fit(board: Board, land: Mapping[str, Any]) -> Frame:
    """The part of the land's box that holds every space, with a margin."""
    lons, lats = [space["lon"] for space in board["space"]], [space["lat"] for space in board["space"]]
    left, lowest, right, highest = land.get("bbox", (-180, -90, 180, 90))
    west, east = max(min(lons) - MARGIN, left), min(max(lons) + MARGIN, right)
    south, north = max(min(lats) - MARGIN, lowest), min(max(lats) + MARGIN, highest)
    squeeze = math.cos(math.radians((south + north) / 2))
    scale = min(WIDEST / ((east - west) * squeeze), TALLEST / (north - south))
    return Frame(west, north, scale * squeeze, scale, (east - west) * squeeze * scale, (north - south) * scale)


# --- names ---------------------------------------------------------------------------------------------------------


def mark_box(space: Mapping[str, Any], at: Point) -> Box:
    """What a space covers, its "-1" included."""
    radius = {"sea": DOT + 3, "legend": RADIUS * 1.42, "desert": RADIUS}.get(space["kind"], RADIUS + 1)
    more = 5 if space.get("minus_one") else 0
    return Box(at[0] - radius, at[1] - radius - more, at[0] + radius + more, at[1] + radius)


# --- drawing -------------------------------------------------------------------------------------------------------


def _line(start: Point, end: Point, by: str) -> str:
    path = f"M{start[0]:.1f} {start[1]:.1f}L{end[0]:.1f} {end[1]:.1f}"
    if by == "sea":
        return tag("path", d=path, stroke=BLUE, stroke_width=1.2, stroke_dasharray="4 4", stroke_opacity=0.65)
    return tag("path", d=path, stroke=SOFT, stroke_width=1.8 if by == "land" else 0.8)


def _draw_space(space: Mapping[str, Any], at: Point, language: str) -> str:
    mark = _mark(space["kind"], space.get("level", space.get("legend")), at, bool(space.get("mar_del_sur")))
    badge = _badge((at[0] + RADIUS * 0.9, at[1] - RADIUS * 0.9)) if space.get("minus_one") else ""
    title = tag("title", escape(_in(space["name"], language)))
    return tag("g", title + mark + badge, data_space=space["id"])


def _mark(kind: str, number: object, at: Point, mar_del_sur: bool = False) -> str:
    if kind == "sea":
        ring = circle(at, DOT + 2.5, fill="#fff", stroke=BLUE, stroke_width=1.4)
        return ring + circle(at, DOT - 1.5, fill=BLUE) if mar_del_sur else circle(at, DOT, fill=BLUE)
    if kind == "desert":
        return polygon(at, 4, RADIUS * 1.3, 45, "#fff3c9") + letter("D", at, INK)
    if kind == "rain-forest":
        return polygon(at, 6, RADIUS * 1.12, 30, "#14432a") + letter("R", at, "#fff")
    if kind == "legend":
        return polygon(at, 4, RADIUS * 1.42, 0, "#f3c3dc") + letter(f"L{number}", at, INK, 11)
    if kind in ("cuba", "panama"):
        cross = tag("path", d=f"M{at[0] - 6.5:.1f} {at[1]:.1f}h13m-6.5-6.5v13", stroke="#fff", stroke_width=4)
        inner = polygon(at, 10, 8.8, -90, "#fff", 0.4) if kind == "cuba" else cross
        return circle(at, RADIUS, fill=RED, stroke=INK) + inner
    level = number if isinstance(number, int) and 0 <= number < len(LEVELS) else 0
    disc = circle(at, RADIUS, fill=LEVELS[level], stroke=INK, stroke_width=1.1)
    return disc + letter(str(number), at, INK if level < 2 else "#fff")


def _badge(at: Point) -> str:
    return circle(at, BADGE, fill="#fff", stroke=INK, stroke_width=0.8) + letter("-1", at, INK, 9)


def _draw_label(label: Label, kind: str) -> str:
    downs = [label.box.top + label.size * (0.82 + 1.12 * i) for i in range(len(label.lines))]
    rows = [tag("tspan", escape(row), x=label.x, y=y) for row, y in zip(label.lines, downs, strict=True)]
    halo = {"stroke": PAPER, "stroke_width": 2.6, "stroke_opacity": 0.8, "paint_order": "stroke"}
    look = {"fill": BLUE, "font_style": "italic"} if kind == "sea" else {"fill": INK}
    return tag("text", "".join(rows), text_anchor=label.anchor, font_size=label.size, **look, **halo)


def _legend_rows(board: Board, language: str) -> list[tuple[str, str]]:
    """The marks that this map has, in the order of the legend, and what they mean."""
    texts = texts_of(language, "conquest")
    return [(mark, texts.say(f"atlas.{mark}")) for mark in _marks_of(board)]


def _marks_of(board: Board) -> list[str]:
    has = {space["kind"] for space in board["space"]} | {f"by-{line['by']}" for line in board["connection"]}
    flags = {"minus_one": "minus-one", "mar_del_sur": "mar-del-sur"}
    has |= {mark for space in board["space"] for flag, mark in flags.items() if space.get(flag)}
    return [mark for mark in MARKS if mark in has]


def _place_legend(rows: Sequence[tuple[str, str]], empty: Layout) -> Box:
    """Where it hides least, nearest to a corner."""
    width = max(text_width(text, LEGEND_SIZE) for _, text in rows) + LEGEND_INDENT + 12
    height = LEGEND_ROW * len(rows) + 14
    across, down = empty.frame.width - width - 10, empty.frame.height - height - 10

    def price(box: Box) -> float:
        hidden = 1000 * sum(box.overlap(mark.grown(6)) > 0 for mark in empty.marks.values())
        crossed = 3 * sum(box.length_inside(*line) for line in empty.lines)
        return hidden + crossed + min(box.left, across - box.left) + min(box.top, down - box.top)

    places = [(10 + (across - 10) * i / 24, 10 + (down - 10) * j / 24) for i in range(25) for j in range(25)]
    return min((Box(x, y, x + width, y + height) for x, y in places), key=price)


def _draw_legend(rows: Sequence[tuple[str, str]], box: Box) -> Iterator[str]:
    size = {"x": box.left, "y": box.top, "width": box.right - box.left, "height": box.bottom - box.top}
    yield tag("rect", "", **size, rx=5, fill=PAPER, fill_opacity=0.94, stroke=SOFT)
    for i, (mark, text) in enumerate(rows):
        y, middle = box.top + 7 + LEGEND_ROW * (i + 0.5), box.left + LEGEND_INDENT / 2
        yield from _legend_mark(mark, (middle, y))
        yield text_at(text, (box.left + LEGEND_INDENT, y + 4), LEGEND_SIZE)


def _legend_mark(mark: str, at: Point) -> Iterator[str]:
    """A mark as the legend shows it: of the levels all, of the lines a piece."""
    x, y = at
    if mark == "level":
        yield from (_mark("level", n, (x + 23 * (n - 2), y)) for n in range(len(LEVELS)))
    elif mark.startswith("by-"):
        yield _line((x - 44, y), (x + 44, y), mark[3:])
    elif mark == "minus-one":
        yield _badge(at)
    else:
        yield _mark("sea" if mark == "mar-del-sur" else mark, "", at, mark == "mar-del-sur")


def _in(words: Mapping[str, str], language: str) -> str:
    return words.get(language) or words["en"]
