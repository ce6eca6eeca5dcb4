"""The pieces of the game as SVG: plain strings in the units of the atlas. No two glyphs share a shape."""

from __future__ import annotations

import math
from collections.abc import Sequence
from html import escape
from itertools import pairwise
from typing import Final, NamedTuple

from conquistadors.maps.svg import INK, PAPER, SVG, Point

GREY, GOLD, WAR, ANGRY, BRICK, SAND = "#8d8577", "#e8b90a", "#c2321d", "#f7cdbf", "#9a4a12", "#fff3d6"
GLOW: Final = "#b3006b"
"""A colour that is nowhere else on the map."""
FONT: Final = "Helvetica Neue,Helvetica,Arial,Hiragino Sans,Noto Sans CJK JP,sans-serif"

SEATS: Final = {"red": "#b8321d", "blue": "#1263a8", "green": "#2ba57a", "yellow": "#f0c419", "black": "#2b2722"}
"""The colours of the seats: far apart in hue and in lightness, so that colour-blind readers tell them apart, too."""

CORNERS: Final = {"red": 0, "blue": 4, "green": 3, "yellow": -4, "black": 6}
"""The shape of a seat's badge besides its colour: a disc, a square, a triangle, a diamond, a hexagon."""

TOKEN, BADGE, PLATE, EDGE = 11.5, 6.6, 9.0, 11.5
"""Radii: the token of an expedition, the badge on it, the plate of a marker, what a march leaves of a space."""


class Token(NamedTuple):
    """An expedition: whose it is, two letters of its commander, and its strength."""

    seat: str
    initials: str
    units: int
    allies: int = 0
    kings: int = 0
    at_sea: bool = False
    active: bool = False
    title: str = ""


class Sign(NamedTuple):
    """What stands in a space: a marker with its status."""

    marker: str
    hostile: bool = False
    ally: str | None = None
    out: bool = False
    king: bool = False
    garrison: int = 0
    title: str = ""


GLYPHS: Final = {
    "village": "M-6 5.5V1L0-5 6 1V5.5Z",
    "town": "M-8 5.5V0L-4-5 0 0V5.5ZM1.5 5.5V.5L5-3.5 8.5.5V5.5Z",
    "city": "M-8 6V2.5H-5V-1H-2.5V-5H2.5V-1H5V2.5H8V6Z",
    "imperial": "M-8 6V3H-5.5V.5H-3V-2H3V.5H5.5V3H8V6ZM-.7-2V-8H5L3.4-6.3 5-4.6H.7V-2Z",
    "capital": "M-8.5 6.5V4H-6V1.5H-3.5V-1H3.5V1.5H6V4H8.5V6.5Z"
    "M0-8.8 1-5.9 4-5.8 1.6-4 2.5-1.2 0-2.8-2.5-1.2-1.6-4-4-5.8-1-5.9Z",
    "discovered": "M-5.2.2-3.4-1.8-1.2.6 3.6-5.2 5.4-3.5-1 4.6Z",
    "known": "M-5.2.2-3.4-1.8-1.2.6 3.6-5.2 5.4-3.5-1 4.6Z",
    "legend": "M-2.6-2.6A2.8 2.8 0 1 1 1.1.1V1.8H-1.1V-1.4A1 1 0 1 0-.6-2.6ZM-1.2 3.2H1.2V5.6H-1.2Z",
    "legend-found": "M0-6.6 1.7-2.2 6.4-2 2.7.9 4 5.4 0 2.8-4 5.4-2.7.9-6.4-2-1.7-2.2Z",
}
"""What is drawn on the plate of each marker, round the middle of the plate."""

MOSQUITO: Final = (
    f'<g stroke="{INK}" stroke-width=".9" fill="none">'
    '<path d="M-2-1-6-5M-2 1-7 0M-2 2-6 6M2-1 6-5M2 1 7 0M2 2 6 6M0-5V-8"/>'
    f'<ellipse cx="-4" cy="-2.5" rx="4" ry="1.7" transform="rotate(24 -4 -2.5)" fill="{PAPER}"/>'
    f'<ellipse cx="4" cy="-2.5" rx="4" ry="1.7" transform="rotate(-24 4 -2.5)" fill="{PAPER}"/></g>'
    f'<ellipse cy="1" rx="1.8" ry="5" fill="{INK}"/><circle cy="-5" r="1.7" fill="{INK}"/>'
)
SWORDS: Final = (
    "M-4.6-5.4-3.6-5.6 5 3.4 6 2.6 6.6 3.4 3.6 6.2 2.9 5.4 3.8 4.6-4.8-4.4Z"
    "M4.6-5.4 3.6-5.6-5 3.4-6 2.6-6.6 3.4-3.6 6.2-2.9 5.4-3.8 4.6 4.8-4.4Z"
)
CROWN: Final = "M-6 4-6.6-3.4-3-.4 0-5.4 3-.4 6.6-3.4 6 4Z"
ARROWHEAD: Final = "M0-8.4 6.4-1.6 5 6.4H-5L-6.4-1.6Z"
HULL: Final = "M-15 0H15L10 8H-10ZM0-4"


def defs() -> str:
    """What the pieces are put together from, once for a picture."""
    glyphs = "".join(f'<path id="cq-{name}" d="{path}"/>' for name, path in GLYPHS.items())
    return f'<defs>{glyphs}<g id="cq-mosquito">{MOSQUITO}</g></defs>'


def sheet(inside: str, width: float, height: float, left: float = 0, top: float = 0) -> str:
    """A picture with these pieces."""
    view = f"{left:g} {top:g} {width:g} {height:g}"
    look = f'font-family="{FONT}" font-weight="700" text-anchor="middle"'
    return f'<svg xmlns="{SVG}" width="{width:g}" height="{height:g}" viewBox="{view}" {look}>{defs()}{inside}</svg>'


def colour(seat: str) -> str:
    return SEATS.get(seat, GREY)


def ink_on(seat: str) -> str:
    """What can be read on the colour of a seat."""
    return INK if seat in ("yellow", "green") else "#fff"


def badge(seat: str, text: object = "", radius: float = BADGE) -> str:
    """A badge of a seat in its colour and its shape, round the origin."""
    corners = CORNERS.get(seat, 5)
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


def token(piece: Token) -> str:
    """An expedition, round the origin."""
    parts = [f"<title>{escape(piece.title)}</title>"] if piece.title else []
    if piece.at_sea:
        parts.append(f'<path d="{HULL}" transform="translate(0 6)" fill="{BRICK}" stroke="{INK}" stroke-width=".9"/>')
    if piece.active:
        parts.append(f'<circle r="{TOKEN + 2.6:g}" fill="#fff" stroke="{INK}" stroke-width="1.6"/>')
    parts.append(f'<circle r="{TOKEN:g}" fill="{colour(piece.seat)}" stroke="{INK}" stroke-width="1"/>')
    size = 11 if len(piece.initials) < 2 or piece.initials.isascii() else 9.5
    parts.append(f'<text y="2.6" font-size="{size:g}" fill="{ink_on(piece.seat)}">{escape(piece.initials)}</text>')
    parts.append(_at(badge(piece.seat, piece.units), 8.5, 8.5))
    if piece.allies:
        parts.append(_at(indians(piece.allies), -9, 8.5))
    parts += [_at(_crown(), 0, -TOKEN - 1 - 6 * n) for n in range(piece.kings)]
    return "".join(parts)


def sign(piece: Sign) -> str:
    """A marker, round the middle of its plate."""
    parts = [f"<title>{escape(piece.title)}</title>"] if piece.title else []
    fill, line, ink = SAND, INK, INK
    if piece.hostile:
        fill, line = ANGRY, WAR
    elif piece.ally is not None:
        fill, ink = colour(piece.ally), ink_on(piece.ally)
    parts.append(_plate(piece.marker, fill, line, bool(piece.ally), 1.8 if piece.hostile else 1.1))
    parts.append(f'<use href="#cq-{piece.marker}" fill="{ink}"/>')
    if piece.out:
        parts.append('<path d="M-11 8 11-8" stroke="#fff" stroke-width="4.4"/>')
        parts.append(f'<path d="M-11 8 11-8" stroke="{INK}" stroke-width="2"/>')
    if piece.hostile:
        parts.append(_at(swords(), -13, 1))
    elif piece.ally is not None:
        parts.append(_at(badge(piece.ally, radius=4.6), -12.5, 1))
    if piece.garrison:
        parts.append(_at(indians(piece.garrison), 13.5, 1))
    if piece.king:
        parts.append(_at(_crown(), 11, -10))
    return f'<g opacity=".82">{"".join(parts)}</g>' if piece.out else "".join(parts)


def _plate(marker: str, fill: str, line: str, allied: bool, width: float) -> str:
    look = f'fill="{fill}" stroke="{line}" stroke-width="{width:g}"'
    if marker in ("discovered", "known"):
        dash = ' stroke-dasharray="2 1.6"' if marker == "known" else ""
        return f'<circle r="7" cy="-.3" {look}{dash}/>'
    if marker == "mosquito":
        return f'<circle r="{PLATE:g}" {look}/>'
    if marker in ("legend", "legend-found"):
        return f'<path d="M0-10.5 10.5 0 0 10.5-10.5 0Z" {look.replace(fill, GOLD)}/>'
    if allied:
        return f'<path d="M-10.5-9.5H10.5V4Q10 9.5 0 12-10 9.5-10.5 4Z" {look}/>'
    return f'<rect x="-10.5" y="-10" width="21" height="18.5" rx="1.5" {look}/>'


def indians(units: int) -> str:
    """So many Indian units, as an arrowhead round the origin."""
    return (
        f'<path d="{ARROWHEAD}" fill="{BRICK}" stroke="#fff" stroke-width="1"/>'
        f'<text y="4" font-size="9.5" fill="#fff">{units}</text>'
    )


def swords() -> str:
    """Crossed swords: hostile."""
    return f'<path d="{SWORDS}" fill="{WAR}" stroke="#fff" stroke-width="1.6" paint-order="stroke"/>'


def flag(seat: str) -> str:
    """A settlement of a seat in the set-up (14.23): a pennant with its badge."""
    return (
        f'<path d="M0 9V-9" stroke="{INK}" stroke-width="1.5"/>'
        f'<path d="M0-9 13-5 0-1Z" fill="{colour(seat)}" stroke="{INK}" stroke-width=".8"/>'
        f"{_at(badge(seat, radius=3), 0, 7)}"
    )


def clash(battle_round: int) -> str:
    """A battle under way, round its space: a burst, and its round in a tag."""
    ends = []
    for n in range(24):
        away, angle = (23.0 if n % 2 else 17.0), math.radians(15 * n)
        ends.append(f"{away * math.cos(angle):.1f},{away * math.sin(angle):.1f}")
    burst = f'<polygon points="{" ".join(ends)}" fill="{WAR}" fill-opacity=".22" stroke="{WAR}" stroke-width="1.6"/>'
    said = f'<text x="23" y="-16" font-size="10" fill="#fff">{battle_round}</text>' if battle_round else ""
    tag = f'<rect x="16" y="-25" width="14" height="12" rx="2" fill="{WAR}"/>' if battle_round else ""
    return burst + tag + said


def trail(points: Sequence[Point]) -> str:
    """The way of a march so far, from edge to edge of its spaces."""
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


def ring(active: bool = False) -> str:
    """The ring round a space that may be chosen, or where the active expedition is, as the style sheet draws them."""
    if active:
        return f'<circle r="11.5" fill="none" stroke="{INK}" stroke-width="4"/>'
    return f'<circle r="11.5" fill="{GLOW}" fill-opacity=".18" stroke="{GLOW}" stroke-width="2.5"/>'


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


def glyph(piece: str, reach: float = 17) -> str:
    """One piece as a small picture of its own, for the legend."""
    return sheet(piece, 2 * reach, 2 * reach, -reach, -reach)


def _crown() -> str:
    return f'<path d="{CROWN}" fill="{GOLD}" stroke="{INK}" stroke-width="1"/>'


def _at(inside: str, x: float, y: float) -> str:
    return f'<g transform="translate({x:.4g} {y:.4g})">{inside}</g>'
