"""The page that ends a game: the verdict, the points by source and turn by turn, the luckiest and unluckiest roll."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import Final

from conquistadors.engine import Seat, Texts
from conquistadors.odds.course import Course, luckiest
from conquistadors.odds.luck import LuckOfARoll
from conquistadors.scene.panels import Bands, Part
from conquistadors.scene.words import MINUS, say, signed
from conquistadors_widgets.panels.marks import named, player, worded
from conquistadors_widgets.panels.parts import parts_html

WIDE, HIGH, LEFT, BELOW = 420.0, 130.0, 34.0, 18.0
"""The picture of the curve, and the room for its numbers."""
DASHES: Final = ("", "6 3", "2 3", "8 3 2 3", "4 4", "1 3")
"""Lines differ by more than their colour."""


def closing_html(
    ending: str,
    parts: Sequence[Part],
    course: Course,
    texts: Texts,
    names: Mapping[Seat, str],
    language: str,
    *,
    pictures: str = "",
) -> str:
    """The end of a game. `ending` is how it ended, in a sentence; `parts` what its scene shows at the end."""
    reached = [band for part in parts if isinstance(part, Bands) for band in part.bands if band.now]
    verdict = say(reached[0].said, texts, names) if reached else ending
    more = f'<p class="cq-closing-how">{escape(ending)}</p>' if reached else ""
    shown = [part for part in parts if not isinstance(part, Bands)]
    sheet = parts_html(shown, texts, names, language, tab="tracks", pictures=pictures)
    return (
        f'<div class="cq-closing"><h4 class="cq-closing-verdict">{escape(verdict)}</h4>{more}{sheet}'
        f'<div class="cq-panels cq-closing-course">{curve(course, texts, names)}'
        f"{_rolls(course, texts, names)}</div></div>"
    )


def curve(course: Course, texts: Texts, names: Mapping[Seat, str]) -> str:
    """The points over the turns as a picture; the same as text for those who listen."""
    turns = sorted({turn for _, points in course.points for turn, _ in points})
    if len(turns) < 2:
        return ""
    values = [0, *[value for _, points in course.points for _, value in points]]
    low, high = min(values), max(values)
    across = (WIDE - LEFT - 8) / (turns[-1] - turns[0])
    down = (HIGH - BELOW - 10) / max(high - low, 1)

    def at(turn: int, value: int) -> str:
        return f"{LEFT + (turn - turns[0]) * across:.1f},{8 + (high - value) * down:.1f}"

    lines, told = [], []
    for number, (seat, points) in enumerate(course.points):
        ends = " ".join(at(turn, value) for turn, value in points)
        dash = DASHES[number % len(DASHES)]
        lines.append(
            f'<g class="cq-{escape(seat)}"><polyline points="{ends}" fill="none" stroke="currentColor" '
            f'stroke-width="2.2" stroke-dasharray="{dash}"/>'
            + "".join(_dot(at(turn, value), turn, value) for turn, value in points)
            + "</g>"
        )
        values_told = ", ".join(f"{turn}: {value}" for turn, value in points)
        told.append(f"{names.get(seat, seat)}: {values_told}")
    zero = at(turns[0], 0).split(",")[1]
    marks = "".join(
        f'<text x="{at(turn, 0).split(",")[0]}" y="{HIGH - 4:g}" text-anchor="middle">{turn}</text>' for turn in turns
    )
    sides = "".join(
        f'<text x="{LEFT - 6:g}" y="{float(at(turns[0], value).split(",")[1]) + 4:.1f}" text-anchor="end">'
        f"{str(value).replace('-', MINUS)}</text>"
        for value in dict.fromkeys((low, 0, high))
    )
    label = escape(f"{worded(texts, 'closing-curve')} {'; '.join(told)}")
    keys = "".join(player(seat, names) for seat, _ in course.points) if len(course.points) > 1 else ""
    return (
        f"<figure><figcaption>{worded(texts, 'closing-curve')} {keys}</figcaption>"
        f'<svg viewBox="0 0 {WIDE:g} {HIGH:g}" role="img" aria-label="{label}">'
        f'<path d="M{LEFT:g} {zero}H{WIDE:g}" stroke="currentColor" stroke-opacity=".35"/>{marks}{sides}'
        f"{''.join(lines)}</svg></figure>"
    )


def _dot(point: str, turn: int, value: int) -> str:
    x, y = point.split(",")
    return f'<circle cx="{x}" cy="{y}" r="3" fill="currentColor"><title>{turn}: {value}</title></circle>'


def _rolls(course: Course, texts: Texts, names: Mapping[Seat, str]) -> str:
    found = luckiest(course.rolls)
    if found is None:
        return ""
    rows = "".join(
        f"<dt>{worded(texts, key)}</dt><dd>{_roll(roll, texts, names)}</dd>"
        for key, roll, sign in zip(("closing-luckiest", "closing-unluckiest"), found, (1, -1), strict=True)
        if sign * (roll.points or 0) > 0  # a roll that brought more than expected was not unlucky
    )
    return f'<dl class="cq-closing-rolls">{rows}</dl>'


def _roll(roll: LuckOfARoll, texts: Texts, names: Mapping[Seat, str]) -> str:
    """A roll: what for, whose, what it showed, how likely that was and how many points it was worth."""
    points = signed(round(float(roll.points or 0)))
    who = player(roll.who, names) if roll.who in names else named(texts, roll.who)
    worth = worded(texts, "closing-worth", points=points, chance=f"{float(roll.chance):.0%}")
    return f"<b>{named(texts, roll.roll)}: {roll.total}</b> {who} <small>{worth}</small>"
