"""What the signs on the map mean, as HTML."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import Final

from conquistadors.maps.svg import SVG
from conquistadors.scene.maps import Badge, Clash, LegendRow, Print, Trail
from conquistadors.scene.words import say
from conquistadors_widgets import pieces
from conquistadors_widgets.board_model import BoardModel

WAY: Final = ((-14.0, 6.0), (0.0, -4.0), (14.0, 4.0))
"""A trail to look at."""
WIDE: Final = 31.0
"""How far a clash reaches."""


def legend_html(model: BoardModel) -> str:
    """All signs with their meaning."""
    rows = "".join(f"<li>{picture}<span>{escape(text)}</span></li>" for picture, text in _signs(model))
    credit = f"<small>{escape(model.credit)}</small>" if model.credit else ""
    title = escape(model.say("signs"))
    return f'<section class="cq-board-legend" aria-label="{title}" tabindex="0"><ul>{rows}</ul>{credit}</section>'


def _signs(model: BoardModel) -> Iterator[tuple[str, str]]:
    """The rings that every board has, then the signs of the game."""
    for ring in pieces.RINGS:
        yield model.pictures.glyph(pieces.ring(ring)), model.say(f"sign.{ring}")
    for row in model.scenes.legend(model.rules):
        yield _drawn(row, model), say(row.meaning, model.texts)


def _drawn(row: LegendRow, model: BoardModel) -> str:
    sign, pictures = row.sign, model.pictures
    if isinstance(sign, Trail):
        return pictures.glyph(pieces.trail(WAY))
    if isinstance(sign, Clash):
        return pictures.glyph(pieces.burst(sign.round), WIDE)
    if isinstance(sign, Print):
        return (
            f'<svg xmlns="{SVG}" viewBox="{-sign.reach:g} -17 {2 * sign.reach:g} 34" class="cq-print">{sign.svg}</svg>'
        )
    if isinstance(sign, Badge):
        return pictures.glyph(pictures.sign(sign))
    return pictures.glyph(pictures.draw(sign, sign.letters), pictures.reach(sign))
