"""What the signs on the map mean, as HTML."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import Final

from conquistadors_widgets import pieces
from conquistadors_widgets.board_model import BoardModel
from conquistadors_widgets.pieces import Sign, Token
from conquistadors_widgets.words import words

MARKERS: Final = ("village", "town", "city", "imperial", "capital", "mosquito")
"""Called by their names in the game; the other signs by the words of the board."""


def legend_html(model: BoardModel) -> str:
    """All signs with their meaning, folded up until one wants to read it."""
    say = words(model.language).say
    rows = "".join(f"<li>{picture}<span>{escape(text)}</span></li>" for picture, text in _signs(model))
    credit = f"<small>{escape(model.credit)}</small>" if model.credit else ""
    return (
        f'<details class="cq-board-legend"><summary>{escape(say("board.signs"))}</summary>'
        f"<ul>{rows}</ul>{credit}</details>"
    )


def _signs(model: BoardModel) -> Iterator[tuple[str, str]]:
    names, say = model.rules.texts(model.language).say, words(model.language).say
    seat, other = model.rules.seats[0], model.rules.seats[-1]
    for ring in ("target", "active"):
        yield pieces.glyph(pieces.ring(ring == "active")), say(f"board.sign.{ring}")
    for marker in MARKERS:
        yield pieces.glyph(pieces.sign(Sign(marker))), names(f"name.{marker}")
    drawn = {
        "discovered": pieces.sign(Sign("discovered")),
        "hostile": pieces.sign(Sign("city", hostile=True)),
        "allied": pieces.sign(Sign("city", ally=other)),
        "out": pieces.sign(Sign("city", out=True)),
        "garrison": pieces.indians(3),
        "king": pieces.sign(Sign("capital", king=True)),
        "expedition": pieces.token(Token(seat, "Co", 7)),
        "with-allies": pieces.token(Token(seat, "Co", 7, allies=2)),
        "ship": pieces.token(Token(other, "Pi", 5, at_sea=True)),
        "legend": pieces.sign(Sign("legend")),
        "legend-found": pieces.sign(Sign("legend-found")),
        "settlement": pieces.flag(seat),
        "march": pieces.trail([(-14, 6), (0, -4), (14, 4)]),
    }
    for key, piece in drawn.items():
        yield pieces.glyph(piece), say(f"board.sign.{key}")
    yield pieces.glyph(pieces.clash(2), 31), say("board.sign.battle")
