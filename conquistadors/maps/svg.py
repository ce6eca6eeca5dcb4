"""Pieces of SVG that all maps are drawn with: colours, letters, shapes, and the outlines of the land."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from html import escape
from typing import Any, Final

Point = tuple[float, float]
SVG: Final = "http://www.w3.org/2000/svg"

INK, PAPER, SOFT = "#2e2a25", "#fbf7ee", "#6d6457"
SEA, LAND, COAST, BLUE, RED = "#dceaf0", "#e9dcbc", "#b9a27a", "#1f5f9e", "#a8321f"
FONT: Final = "'Helvetica Neue', Helvetica, Arial, 'Hiragino Sans', 'Noto Sans CJK JP', 'Yu Gothic', sans-serif"
TITLE_FONT: Final = "Georgia, 'Times New Roman', 'Hiragino Mincho ProN', 'Noto Serif CJK JP', serif"


def tag(name: str, inside: str = "", **attributes: object) -> str:
    """`inside` is SVG already; the values of the attributes are escaped here."""
    told = "".join(f' {key.replace("_", "-")}="{escape(number(value))}"' for key, value in attributes.items())
    return f"<{name}{told}>{inside}</{name}>" if inside else f"<{name}{told}/>"


def text_at(text: str, at: Point, size: float, **attributes: object) -> str:
    return tag("text", escape(text), x=at[0], y=at[1], font_size=size, **attributes)


def letter(text: str, at: Point, ink: str, size: float = 12) -> str:
    return text_at(text, (at[0], at[1] + 0.36 * size), size, text_anchor="middle", font_weight=700, fill=ink)


def circle(at: Point, radius: float, **look: object) -> str:
    return tag("circle", "", cx=at[0], cy=at[1], r=radius, **look)


def polygon(at: Point, corners: int, radius: float, turn: float, fill: str, inner: float = 1.0) -> str:
    """A regular polygon; with `inner`, every other corner lies nearer to the middle, as in a star."""
    points = []
    for i in range(corners):
        away, angle = radius * (inner if i % 2 else 1.0), math.radians(turn + 360 * i / corners)
        points.append(f"{at[0] + away * math.cos(angle):.1f},{at[1] + away * math.sin(angle):.1f}")
    return tag("polygon", points=" ".join(points), fill=fill, stroke=INK, stroke_width=1.1 if inner == 1 else 0)


def number(value: object) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)


def draw_land(land: Mapping[str, Any], place: Callable[[float, float], Point]) -> str:
    """The land, from outlines by longitude and latitude; `place` says where a point of them lies on the picture."""
    return tag("path", d=coast_of(land, place), fill=LAND, fill_rule="evenodd", stroke=COAST, stroke_width=0.9)


def coast_of(land: Mapping[str, Any], place: Callable[[float, float], Point]) -> str:
    """The coasts of the land as the data of a path."""
    rings = ([place(lon, lat) for lon, lat in ring] for ring in _rings(land))
    return "".join("M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in ring[:-1]) + "Z" for ring in rings)


def _rings(land: Mapping[str, Any]) -> list[list[Point]]:
    shapes = [feature["geometry"]["coordinates"] for feature in land["features"]]
    return [ring for polygons in shapes for polygon in polygons for ring in polygon]
