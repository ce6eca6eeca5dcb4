"""Pieces on a map as SVG: plain strings in the units of the map. What is particular to a game is drawn by its data."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from html import escape
from itertools import pairwise
from typing import Any, Final, Literal, TypeAlias

from conquistadors.maps.svg import INK, SVG, Point
from conquistadors.resources import data_root, read_toml
from conquistadors.scene.maps import Badge, Piece

GREY, WAR, SAND = "#8d8577", "#c2321d", "#fff3d6"
GLOW: Final = "#b3006b"
"""A colour that is nowhere else on the map."""
FONT: Final = "Helvetica Neue,Helvetica,Arial,Hiragino Sans,Noto Sans CJK JP,sans-serif"

SEATS: Final = {
    "red": "#b8321d",
    "blue": "#1263a8",
    "green": "#2ba57a",
    "yellow": "#f0c419",
    "gold": "#a8740b",
    "black": "#2b2722",
}
"""The colours of the seats: far apart in hue and in lightness, so that colour-blind readers tell them apart, too."""

CORNERS: Final = {"red": 0, "blue": 4, "green": 3, "yellow": -4, "gold": 5, "black": 6}
"""The shape of a seat's badge besides its colour: disc, square, triangle, diamond, pentagon, hexagon."""

TOKEN, BADGE, EDGE, REACH = 11.5, 6.6, 11.5, 17.0
"""Radii: a token, the badge on it, what a trail leaves of a space; half a picture of the legend."""
SIGN_SIZE: Final = 9.5
"""The letters of a badge of one or two figures; those of a longer number are smaller, so that it stays on its badge."""
BOX: Final = '<rect x="-10.5" y="-10" width="21" height="18.5" rx="1.5" {look}/>'
"""The plate of a piece whose game has drawn none."""

Kind: TypeAlias = Literal["token", "plate", "flag"]
"""A disc with letters, a glyph on a plate, a pennant."""


class Pictures:
    """The looks of a game's pieces, as its `pieces.toml` has them. A look that it lacks is drawn plainly."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        self.pieces: Mapping[str, Mapping[str, Any]] = data.get("pieces", {})
        self._plates: Mapping[str, str] = {"box": BOX, **data.get("plates", {})}
        self._states: Mapping[str, Mapping[str, Any]] = data.get("states", {})
        self._badges: Mapping[str, Mapping[str, Any]] = data.get("badges", {})

    def defs(self) -> str:
        """What the pieces are put together from, once for a picture."""
        return f"<defs>{''.join(_defined(name, look) for name, look in self.pieces.items())}</defs>"

    def sheet(self, inside: str, width: float, height: float, left: float = 0, top: float = 0) -> str:
        """A picture with these pieces."""
        view = f"{left:g} {top:g} {width:g} {height:g}"
        size = f'width="{width:g}" height="{height:g}" viewBox="{view}"'
        look = f'font-family="{FONT}" font-weight="700" text-anchor="middle"'
        return f'<svg xmlns="{SVG}" {size} {look}>{self.defs()}{inside}</svg>'

    def glyph(self, drawn: str, reach: float = REACH) -> str:
        """One piece as a small picture of its own, for the legend."""
        return self.sheet(drawn, 2 * reach, 2 * reach, -reach, -reach)

    def kind(self, piece: Piece) -> Kind:
        """What a piece is drawn as."""
        plain = "token" if piece.letters else "plate"
        kind: Kind = self.pieces.get(piece.look, {"as": plain}).get("as", "plate")
        return kind

    def reach(self, piece: Piece) -> float:
        """How far a piece reaches from its middle, as the legend shows it."""
        return float(self.pieces.get(piece.look, {}).get("reach", REACH))

    def draw(self, piece: Piece, letters: str = "", title: str = "") -> str:
        """A piece round the origin, with these letters on it, and a title for those who hover."""
        told = f"<title>{escape(title)}</title>" if title else ""
        kind = self.kind(piece)
        if kind == "flag":
            return told + flag(piece.owner or "")
        return told + (self._token(piece, letters) if kind == "token" else self._plate(piece))

    def _token(self, piece: Piece, letters: str) -> str:
        seat = piece.owner or ""
        parts = [look["under"] for look in (self.pieces.get(piece.look, {}), *self._looks(piece)) if "under" in look]
        if "active" in piece.states:
            parts.append(f'<circle r="{TOKEN + 2.6:g}" fill="#fff" stroke="{INK}" stroke-width="1.6"/>')
        parts.append(f'<circle r="{TOKEN:g}" fill="{colour(seat)}" stroke="{INK}" stroke-width="1"/>')
        size = 11 if len(letters) < 2 or letters.isascii() else 9.5
        parts.append(f'<text y="2.6" font-size="{size:g}" fill="{ink_on(seat)}">{escape(letters)}</text>')
        parts.append(_at(badge(seat, "" if piece.count is None else piece.count), 8.5, 8.5))
        return "".join([*parts, *self._signs(piece.badges, "token")])

    def _plate(self, piece: Piece) -> str:
        look, states, seat = self.pieces.get(piece.look, {}), self._looks(piece), piece.owner or ""
        owned = any("owned" in state for state in states)
        fill, ink = (colour(seat), ink_on(seat)) if owned else (look.get("fill", SAND), INK)
        line, width, plate = INK, 1.1, look.get("plate", "box")
        marks = []
        for state in states:
            fill, line, width = state.get("fill", fill), state.get("line", line), state.get("width", width)
            plate = state.get("plates", {}).get(plate, plate)
            mark = badge(seat, radius=state["owned"]) if "owned" in state else state.get("mark")
            if mark:
                marks.append(_at(mark, *state["at"]))
        colours = f'fill="{fill}" stroke="{line}" stroke-width="{width:g}"'
        parts = [self._plates.get(plate, BOX).replace("{look}", colours)]
        if piece.look in self.pieces:
            parts.append(f'<use href="#cq-{piece.look}" fill="{ink}"/>')
        parts += [state["over"] for state in states if "over" in state]
        drawn = "".join([*parts, *marks, *self._signs(piece.badges, "plate")])
        for faded in (state["opacity"] for state in states if "opacity" in state):
            drawn = f'<g opacity="{faded}">{drawn}</g>'
        return drawn

    def _looks(self, piece: Piece) -> list[Mapping[str, Any]]:
        return [self._states[state] for state in piece.states if state in self._states]

    def sign(self, small: Badge) -> str:
        """A badge by itself, round the origin."""
        look = self._badges.get(small.look, {})
        drawn: str = look.get("drawing", "")
        if small.count is None:
            return drawn
        size = min(SIGN_SIZE, 2 * SIGN_SIZE / len(str(small.count)))
        place = f'y="{4 * size / SIGN_SIZE:.3g}" font-size="{size:.3g}" fill="{look.get("ink", INK)}"'
        return f"{drawn}<text {place}>{small.count}</text>"

    def _signs(self, badges: Iterable[Badge], kind: Kind) -> list[str]:
        """The badges of a piece, where each stands; the next of the same look a step away from it."""
        drawn, before = [], dict[str, int]()
        for small in badges:
            look = self._badges.get(small.look, {})
            n = before[small.look] = before.get(small.look, -1) + 1
            (x, y), (right, down) = look.get("at", {}).get(kind, (0, -TOKEN)), look.get("next", (0, 0))
            drawn.append(_at(self.sign(small), x + n * right, y + n * down))
        return drawn


@cache
def pictures_in(folder: str) -> Pictures:
    """The looks that a folder of `data/` has, if it has any."""
    there = folder and (data_root() / folder / "pieces.toml").is_file()
    return Pictures(read_toml(folder, "pieces.toml") if there else {})


def _defined(name: str, look: Mapping[str, Any]) -> str:
    if "path" in look:
        return f'<path id="cq-{name}" d="{look["path"]}"/>'
    return f'<g id="cq-{name}">{look["drawing"]}</g>' if "drawing" in look else ""


@cache
def hues() -> Mapping[str, str]:
    """Which of these colours the seats of a game have that are not called after one, as the looks of the games say."""
    found: dict[str, str] = {}
    for game in sorted(data_root().iterdir(), key=lambda each: each.name):
        if (game / "face" / "pieces.toml").is_file():
            found |= read_toml(game.name, "face", "pieces.toml").get("hues", {})
    return found


def hue(seat: str) -> str:
    """The colour of a seat by its name."""
    return hues().get(seat, seat)


def colour(seat: str) -> str:
    return SEATS.get(hue(seat), GREY)


def ink_on(seat: str) -> str:
    """What can be read on the colour of a seat."""
    return INK if hue(seat) in ("yellow", "green") else "#fff"


def badge(seat: str, text: object = "", radius: float = BADGE) -> str:
    """A badge of a seat in its colour and its shape, round the origin."""
    corners = CORNERS.get(hue(seat), 5)
    if corners == 0:
        shape = f'<circle r="{radius:g}"'
    else:
        sides, turn = abs(corners), 45 if corners == 4 else -90 if corners == 3 else 0
        away = radius * {3: 1.6, 4: 1.24, 6: 1.12}.get(sides, 1.15)
        angles = [math.radians(turn + 360 * i / sides) for i in range(sides)]
        ends = " ".join(f"{away * math.cos(a):.1f},{away * math.sin(a):.1f}" for a in angles)
        shape = f'<polygon points="{ends}"'
    if text == "":
        return f'{shape} fill="{colour(seat)}" stroke="#fff" stroke-width="1"/>'
    said = f'<text y="{4.2 if corners == 3 else 3.4:g}" font-size="9.5" fill="{INK}">{escape(str(text))}</text>'
    return f'{shape} fill="#fff" stroke="{colour(seat)}" stroke-width="1.8"/>{said}'


def flag(seat: str) -> str:
    """A pennant of a seat with its badge."""
    return (
        f'<path d="M0 9V-9" stroke="{INK}" stroke-width="1.5"/>'
        f'<path d="M0-9 13-5 0-1Z" fill="{colour(seat)}" stroke="{INK}" stroke-width=".8"/>'
        f"{_at(badge(seat, radius=3), 0, 7)}"
    )


def burst(number: int) -> str:
    """Something that is fought out, round its space: a burst, and its round in a tag."""
    ends = []
    for n in range(24):
        away, angle = (23.0 if n % 2 else 17.0), math.radians(15 * n)
        ends.append(f"{away * math.cos(angle):.1f},{away * math.sin(angle):.1f}")
    drawn = f'<polygon points="{" ".join(ends)}" fill="{WAR}" fill-opacity=".22" stroke="{WAR}" stroke-width="1.6"/>'
    said = f'<text x="23" y="-16" font-size="10" fill="#fff">{number}</text>' if number else ""
    tag = f'<rect x="16" y="-25" width="14" height="12" rx="2" fill="{WAR}"/>' if number else ""
    return drawn + tag + said


def trail(points: Sequence[Point]) -> str:
    """A way that was gone, from edge to edge of its spaces."""
    steps = []
    for (x, y), (to_x, to_y) in pairwise(points):
        part = min(EDGE / max(math.dist((x, y), (to_x, to_y)), 1.0), 0.45)
        across, down = part * (to_x - x), part * (to_y - y)
        steps.append(f"M{x + across:.1f} {y + down:.1f}L{to_x - across:.1f} {to_y - down:.1f}")
    if not steps:
        return ""
    path = f'<path d="{"".join(steps)}" fill="none"'
    return (
        f'{path} stroke="#fff" stroke-width="6" stroke-opacity=".8"/>'
        f'{path} stroke="{INK}" stroke-width="3" stroke-dasharray="7 4"/>'
    )


RINGS: Final = {
    "target": f'stroke="{GLOW}" stroke-width="3"',
    "active": f'stroke="{INK}" stroke-width="4"',
    "changed": 'stroke="#e07b00" stroke-width="3.5" stroke-dasharray="5 4"',
    "found": 'stroke="#0a58ca" stroke-width="5"',
}
"""The rings round a space, as the style sheet draws them: may be chosen, acts, has changed, was looked for."""


def ring(kind: str) -> str:
    """A ring round a space. It leaves what is inside as it is."""
    return f'<circle r="11.5" fill="none" {RINGS[kind]}/>'


def placed(piece: str, x: float, y: float) -> str:
    """The piece with its origin at a point."""
    return _at(piece, x, y)


def fan(count: int) -> list[Point]:
    """Where the tokens of one space stand, relative to the first row's middle: four in a row, rows upwards."""
    spots: list[Point] = []
    for first in range(0, count, 4):
        row = min(4, count - first)
        spots += [((n - (row - 1) / 2) * 19.5, first / 4 * -22.0) for n in range(row)]
    return spots


def _at(inside: str, x: float, y: float) -> str:
    return f'<g transform="translate({x:.4g} {y:.4g})">{inside}</g>'
