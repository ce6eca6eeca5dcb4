"""A map of the game as a picture: the land, the spaces, the lines between them and names that do not collide."""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from html import escape
from typing import Any, Final, NamedTuple

from conquistadors.engine.texts import texts_of

Point = tuple[float, float]
Board = Mapping[str, Any]
SVG: Final = "http://www.w3.org/2000/svg"

INK, PAPER, SOFT = "#2e2a25", "#fbf7ee", "#6d6457"
SEA, LAND, COAST, BLUE, RED = "#dceaf0", "#e9dcbc", "#b9a27a", "#1f5f9e", "#a8321f"
LEVELS: Final = ("#fde725", "#5ec962", "#21918c", "#3b528b", "#440154")  # viridis: the order shows without hues, too
FONT: Final = "'Helvetica Neue', Helvetica, Arial, 'Hiragino Sans', 'Noto Sans CJK JP', 'Yu Gothic', sans-serif"
TITLE_FONT: Final = "Georgia, 'Times New Roman', 'Hiragino Mincho ProN', 'Noto Serif CJK JP', serif"

WIDEST, TALLEST, BAND, MARGIN = 1840.0, 1840.0, 54.0, 2.2  # pixels; the title's band; degrees round the spaces
RADIUS, DOT, BADGE, GAP = 10.0, 5.5, 7.0, 2.5
SIZES: Final = (12.5, 11.0, 9.5)
ANGLES: Final = (0, 180, 330, 30, 210, 150, 90, 270, 300, 60, 240, 120)  # best first; 0 is to the right, 90 below
REACHES: Final = (0.0, 7.0, 15.0, 26.0, 40.0)  # a name farther off gets a thin line to its space
LEADER, LEGEND_ROW, LEGEND_INDENT, LEGEND_SIZE = 12.0, 28.0, 132.0, 13.0

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


def draw_map(board: Board, land: Mapping[str, Any], language: str = "en") -> str:
    """A standalone SVG of a map: `board` is a parsed map file, `land` the parsed outlines of `data/conquest/geo`."""
    placed = layout(board, land, language)
    width, height = placed.frame.width, placed.frame.height
    title = texts_of(language, "conquest").say("atlas.title", {"name": _in(board["name"], language)})
    below = _ground(board, land, placed)
    above = [  # not cut off at the frame
        _tag("rect", width=width, height=height, fill="none", stroke=SOFT),
        *_spaces(board, placed, language),
        *_draw_legend(_legend_rows(board, language), placed.legend),
    ]
    sheet, panel = {"width": width + 24, "height": height + BAND + 28}, {"x": 12, "y": BAND}
    whole = [
        _tag("title", escape(title)),
        _tag("rect", "", **sheet, fill=PAPER),
        _tag("text", escape(title), x=12, y=36, font_family=TITLE_FONT, font_size=26, font_weight=600),
        _tag("svg", "\n".join(below), **panel, width=width, height=height),
        _tag("svg", "\n".join(above), **panel, width=width, height=height, overflow="visible"),
        _text(str(land.get("credit", "")), (width + 12, height + BAND + 18), 10, text_anchor="end", fill=SOFT),
    ]
    look = {"font_family": FONT, "fill": INK, "style": "max-width:100%;height:auto", "role": "img", "lang": language}
    view = f"0 0 {_number(sheet['width'])} {_number(sheet['height'])}"
    return _tag("svg", "\n".join(whole), xmlns=SVG, viewBox=view, **sheet, **look)


def draw_sheet(board: Board, land: Mapping[str, Any], placed: Layout, language: str = "en") -> str:
    """The map alone, without title and legend, in the units of its layout: the ground of a board to play on."""
    width, height = placed.frame.width, placed.frame.height
    inside = "\n".join([*_ground(board, land, placed), *_spaces(board, placed, language)])
    size = {"width": width, "height": height, "viewBox": f"0 0 {_number(width)} {_number(height)}"}
    return _tag("svg", inside, xmlns=SVG, **size, font_family=FONT, fill=INK, lang=language)


def _ground(board: Board, land: Mapping[str, Any], placed: Layout) -> list[str]:
    """The sea, the land, and the lines between the spaces."""
    return [
        _tag("rect", width=placed.frame.width, height=placed.frame.height, fill=SEA),
        _draw_land(land, placed.frame),
        *(_line(*ends, connection["by"]) for ends, connection in zip(placed.lines, board["connection"], strict=True)),
    ]


def _spaces(board: Board, placed: Layout, language: str) -> list[str]:
    """The spaces with their names."""
    kinds = {space["id"]: space["kind"] for space in board["space"]}
    return [
        *(_line(placed.points[label.space], label.leader, "name") for label in placed.labels if label.leader),
        *(_draw_space(space, placed.points[space["id"]], language) for space in board["space"]),
        *(_draw_label(label, kinds[label.space]) for label in placed.labels),
    ]


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


def mark_box(space: Mapping[str, Any], at: Point) -> Box:
    """What a space covers, its "-1" included."""
    radius = {"sea": DOT + 3, "legend": RADIUS * 1.42, "desert": RADIUS}.get(space["kind"], RADIUS + 1)
    more = 5 if space.get("minus_one") else 0
    return Box(at[0] - radius, at[1] - radius - more, at[0] + radius + more, at[1] + radius)


def place_labels(names: Mapping[str, str], empty: Layout, free: Sequence[Box] = ()) -> tuple[Label, ...]:
    """Greedy, the most crowded name first; then twice more over all of them, now that the others are known.

    No name comes into what has to be left `free`, if that is possible.
    """
    around = {space: box.grown(60) for space, box in empty.marks.items()}
    crowd = {space: sum(box.overlap(other) > 0 for other in empty.marks.values()) for space, box in around.items()}
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
    lines = [line for line in empty.lines if around.length_inside(*line) > 0]
    lowest, best = math.inf, _label(space, at, mark, SIZES[0], (name,), 0.0, ANGLES[0])
    tries = list(_tries(name))
    for shrunk, size in enumerate(SIZES):
        if lowest < 30 * shrunk:
            break
        for base, rows, reach, angle in tries:
            price = base + 30 * shrunk
            if price >= lowest:
                continue
            label = _label(space, at, mark, size, rows, reach, angle)
            box = label.box
            price += 1000 * (box.overlap(box) - box.overlap(frame) + sum(box.overlap(other) for other in taken))
            if price < lowest:
                price += 0.45 * sum(box.length_inside(*line) for line in lines)
                price += 7 * sum(box.grown(4).overlap(other) > 0 for other in taken if other != mark)
            if label.leader and price < lowest:
                price += 40 * sum(other.length_inside(at, label.leader) > 0 for other in taken if other != mark)
            if price < lowest:
                lowest, best = price, label
    return best


def _tries(name: str) -> Iterator[tuple[float, tuple[str, ...], float, int]]:
    """How the name could stand: the price of not standing close on the right, its rows, how far off, in which angle."""
    for rows in _wrapped(name):
        for reach in REACHES:
            for rank, angle in enumerate(ANGLES):
                yield rank + 1.5 * reach + 4 * (len(rows) - 1) + 10 * (reach >= LEADER), rows, reach, angle


def _label(space: str, at: Point, mark: Box, size: float, rows: tuple[str, ...], reach: float, angle: int) -> Label:
    """The name in that place."""
    width, height = max(text_width(row, size) for row in rows), size * (1.12 * len(rows) - 0.1)
    around = mark.grown(GAP + reach)
    across, down = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    anchor = "middle" if abs(across) < 0.3 else "start" if across > 0 else "end"
    x = at[0] if anchor == "middle" else around.right if anchor == "start" else around.left
    if anchor != "middle" and abs(down) > 0.3:
        x -= math.copysign(0.3 if abs(down) < 0.6 else 0.75, across) * (RADIUS + reach)
    left = x - width * {"start": 0.0, "middle": 0.5, "end": 1.0}[anchor]
    middle = at[1] + down * (around.bottom - at[1] + height / 2) if down > 0 else at[1]
    middle = at[1] - down * (around.top - at[1] - height / 2) if down < 0 else middle
    box = Box(left, middle - height / 2, left + width, middle + height / 2)
    nearest = (min(max(at[0], box.left), box.right), min(max(at[1], box.top), box.bottom))
    return Label(space, rows, size, anchor, x, box, nearest if reach >= LEADER else None)


def _wrapped(name: str) -> list[tuple[str, ...]]:
    """The name in one row and, if it is long and has a gap, in two about equal ones."""
    gaps = [i + (char != "（") for i, char in enumerate(name) if char in " ・（" and 1 < i < len(name) - 3]
    if text_width(name, 1) < 5 or not gaps:
        return [(name,)]
    cut = min(gaps, key=lambda i: abs(text_width(name[:i], 1) - text_width(name[i:], 1)))
    return [(name,), (name[:cut].rstrip(" "), name[cut:])]


# --- drawing -------------------------------------------------------------------------------------------------------


def _draw_land(land: Mapping[str, Any], frame: Frame) -> str:
    rings = ([frame.point(lon, lat) for lon, lat in ring] for ring in _rings(land))
    path = "".join("M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in ring[:-1]) + "Z" for ring in rings)
    return _tag("path", d=path, fill=LAND, fill_rule="evenodd", stroke=COAST, stroke_width=0.9)


def _line(start: Point, end: Point, by: str) -> str:
    path = f"M{start[0]:.1f} {start[1]:.1f}L{end[0]:.1f} {end[1]:.1f}"
    if by == "sea":
        return _tag("path", d=path, stroke=BLUE, stroke_width=1.2, stroke_dasharray="4 4", stroke_opacity=0.65)
    return _tag("path", d=path, stroke=SOFT, stroke_width=1.8 if by == "land" else 0.8)


def _draw_space(space: Mapping[str, Any], at: Point, language: str) -> str:
    mark = _mark(space["kind"], space.get("level", space.get("legend")), at, bool(space.get("mar_del_sur")))
    badge = _badge((at[0] + RADIUS * 0.9, at[1] - RADIUS * 0.9)) if space.get("minus_one") else ""
    title = _tag("title", escape(_in(space["name"], language)))
    return _tag("g", title + mark + badge, data_space=space["id"])


def _mark(kind: str, number: object, at: Point, mar_del_sur: bool = False) -> str:
    if kind == "sea":
        ring = _circle(at, DOT + 2.5, fill="#fff", stroke=BLUE, stroke_width=1.4)
        return ring + _circle(at, DOT - 1.5, fill=BLUE) if mar_del_sur else _circle(at, DOT, fill=BLUE)
    if kind == "desert":
        return _polygon(at, 4, RADIUS * 1.3, 45, "#fff3c9") + _letter("D", at, INK)
    if kind == "rain-forest":
        return _polygon(at, 6, RADIUS * 1.12, 30, "#14432a") + _letter("R", at, "#fff")
    if kind == "legend":
        return _polygon(at, 4, RADIUS * 1.42, 0, "#f3c3dc") + _letter(f"L{number}", at, INK, 11)
    if kind in ("cuba", "panama"):
        cross = _tag("path", d=f"M{at[0] - 6.5:.1f} {at[1]:.1f}h13m-6.5-6.5v13", stroke="#fff", stroke_width=4)
        inner = _polygon(at, 10, 8.8, -90, "#fff", 0.4) if kind == "cuba" else cross
        return _circle(at, RADIUS, fill=RED, stroke=INK) + inner
    level = number if isinstance(number, int) and 0 <= number < len(LEVELS) else 0
    disc = _circle(at, RADIUS, fill=LEVELS[level], stroke=INK, stroke_width=1.1)
    return disc + _letter(str(number), at, INK if level < 2 else "#fff")


def _badge(at: Point) -> str:
    return _circle(at, BADGE, fill="#fff", stroke=INK, stroke_width=0.8) + _letter("-1", at, INK, 9)


def _polygon(at: Point, corners: int, radius: float, turn: float, fill: str, inner: float = 1.0) -> str:
    """A regular polygon; with `inner`, every other corner lies nearer to the middle, as in a star."""
    points = []
    for i in range(corners):
        away, angle = radius * (inner if i % 2 else 1.0), math.radians(turn + 360 * i / corners)
        points.append(f"{at[0] + away * math.cos(angle):.1f},{at[1] + away * math.sin(angle):.1f}")
    return _tag("polygon", points=" ".join(points), fill=fill, stroke=INK, stroke_width=1.1 if inner == 1 else 0)


def _draw_label(label: Label, kind: str) -> str:
    downs = [label.box.top + label.size * (0.82 + 1.12 * i) for i in range(len(label.lines))]
    rows = [_tag("tspan", escape(row), x=label.x, y=y) for row, y in zip(label.lines, downs, strict=True)]
    halo = {"stroke": PAPER, "stroke_width": 2.6, "stroke_opacity": 0.8, "paint_order": "stroke"}
    look = {"fill": BLUE, "font_style": "italic"} if kind == "sea" else {"fill": INK}
    return _tag("text", "".join(rows), text_anchor=label.anchor, font_size=label.size, **look, **halo)


def _legend_rows(board: Board, language: str) -> list[tuple[str, str]]:
    """The marks that this map has, in the order of the legend, and what they mean."""
    has = {space["kind"] for space in board["space"]} | {f"by-{line['by']}" for line in board["connection"]}
    flags = {"minus_one": "minus-one", "mar_del_sur": "mar-del-sur"}
    has |= {mark for space in board["space"] for flag, mark in flags.items() if space.get(flag)}
    texts = texts_of(language, "conquest")
    return [(mark, texts.say(f"atlas.{mark}")) for mark in MARKS if mark in has]


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
    yield _tag("rect", "", **size, rx=5, fill=PAPER, fill_opacity=0.94, stroke=SOFT)
    for i, (mark, text) in enumerate(rows):
        y, middle = box.top + 7 + LEGEND_ROW * (i + 0.5), box.left + LEGEND_INDENT / 2
        if mark == "level":
            yield from (_mark("level", n, (middle + 23 * (n - 2), y)) for n in range(len(LEVELS)))
        elif mark.startswith("by-"):
            yield _line((middle - 44, y), (middle + 44, y), mark[3:])
        elif mark == "minus-one":
            yield _badge((middle, y))
        else:
            yield _mark("sea" if mark == "mar-del-sur" else mark, "", (middle, y), mark == "mar-del-sur")
        yield _text(text, (box.left + LEGEND_INDENT, y + 4), LEGEND_SIZE)


def _tag(tag: str, inside: str = "", **attributes: object) -> str:
    """`inside` is SVG already; the values of the attributes are escaped here."""
    told = "".join(f' {name.replace("_", "-")}="{escape(_number(value))}"' for name, value in attributes.items())
    return f"<{tag}{told}>{inside}</{tag}>" if inside else f"<{tag}{told}/>"


def _text(text: str, at: Point, size: float, **attributes: object) -> str:
    return _tag("text", escape(text), x=at[0], y=at[1], font_size=size, **attributes)


def _letter(text: str, at: Point, ink: str, size: float = 12) -> str:
    return _text(text, (at[0], at[1] + 0.36 * size), size, text_anchor="middle", font_weight=700, fill=ink)


def _circle(at: Point, radius: float, **look: object) -> str:
    return _tag("circle", "", cx=at[0], cy=at[1], r=radius, **look)


def _in(words: Mapping[str, str], language: str) -> str:
    return words.get(language) or words["en"]


def _number(value: object) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)


def _rings(land: Mapping[str, Any]) -> list[list[Point]]:
    shapes = [feature["geometry"]["coordinates"] for feature in land["features"]]
    return [ring for polygons in shapes for polygon in polygons for ring in polygon]
