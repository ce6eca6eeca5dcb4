"""Draw the other pictures of the course: diagrams of boxes and arrows, bars, and parts of the map with a way on it.

`PYTHONPATH=tests python tests/notebooks/pictures_standard.py` writes them into notebooks/images/.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import escape
from typing import NamedTuple

from conquistadors.games.conquest.builder import build, expedition
from conquistadors.games.conquest.rules.position import ConquestPosition
from conquistadors_widgets.board_model import BoardModel
from notebooks.pictures import IMAGES, part

INK, PAPER, SOFT = "#2e2a25", "#fbf7ee", "#e9dcbc"
GOLD, SEA, BRICK, MAIZE, PURPLE = "#d9a441", "#2f5d62", "#b5542b", "#7a8450", "#5a3e6b"
DARK = (SEA, BRICK, MAIZE, PURPLE)
FONT = "'Helvetica Neue', Helvetica, Arial, sans-serif"
TIP = (
    '<defs><marker id="a" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto">'
    f'<path d="M0,0 L8,4 L0,8 z" fill="{INK}"/></marker></defs>'
)


class Boxed(NamedTuple):
    """A box: where it stands, what is written in it (the first of several lines is bold), its colour."""

    x: float
    y: float
    width: float
    height: float
    lines: str
    fill: str = SOFT


class Arrow(NamedTuple):
    """An arrow from a point to another, with a word beside its middle."""

    x: float
    y: float
    to_x: float
    to_y: float
    label: str = ""
    below: float = -6


def document(width: float, height: float, title: str, *parts: str | Boxed | Arrow) -> str:
    """A picture as SVG."""
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
        f' role="img" font-family="{FONT}" font-size="14"><title>{escape(title)}</title>{TIP}'
    )
    drawn = [
        _box(each) if isinstance(each, Boxed) else _arrow(each) if isinstance(each, Arrow) else each for each in parts
    ]
    return f'{head}<rect width="{width}" height="{height}" fill="{PAPER}" rx="8"/>{"".join(drawn)}</svg>\n'


def text(
    x: float, y: float, said: str, size: float = 14, fill: str = INK, anchor: str = "middle", weight: str = "normal"
) -> str:
    look = f'font-size="{size}" fill="{fill}" text-anchor="{anchor}" font-weight="{weight}"'
    return f'<text x="{x}" y="{y}" {look}>{escape(said)}</text>'


def bar(x: float, y: float, width: float, height: float, fill: str, more: str = "") -> str:
    return f'<rect x="{x}" y="{y}" width="{width}" height="{height}" fill="{fill}"{more}/>'


def line(x: float, y: float, to_x: float, to_y: float, stroke: str = INK, more: str = "") -> str:
    return f'<line x1="{x}" y1="{y}" x2="{to_x}" y2="{to_y}" stroke="{stroke}"{more}/>'


def _box(box: Boxed, size: float = 14) -> str:
    lines, gap = box.lines.split("|"), size * 1.25
    middle, top = box.x + box.width / 2, box.y + box.height / 2 - (len(lines) - 1) * gap / 2 + size * 0.35
    ink = PAPER if box.fill in DARK else INK
    said = [
        text(middle, round(top + at * gap, 1), each, size, ink, weight="bold" if at == 0 < len(lines) - 1 else "normal")
        for at, each in enumerate(lines)
    ]
    return bar(box.x, box.y, box.width, box.height, box.fill, f' rx="6" stroke="{INK}"') + "".join(said)


def _arrow(arrow: Arrow) -> str:
    shaft = line(*arrow[:4], more=' stroke-width="1.6" marker-end="url(#a)"')
    middle = (arrow.x + arrow.to_x) / 2, (arrow.y + arrow.to_y) / 2 + arrow.below
    return shaft + (text(*middle, arrow.label, 12) if arrow.label else "")


def row(title: str, steps: Sequence[tuple[str, str]], width: float = 150, gap: float = 34) -> str:
    """Boxes from left to right, each with its colour, and an arrow to the next."""
    height, top = 64, 24
    parts: list[Boxed | Arrow] = []
    for at, (lines, fill) in enumerate(steps):
        x = 16 + at * (width + gap)
        parts.append(Boxed(x, top, width, height, lines, fill))
        if at < len(steps) - 1:
            parts.append(Arrow(x + width + 3, top + height / 2, x + width + gap - 3, top + height / 2))
    return document(len(steps) * (width + gap) - gap + 32, height + 2 * top, title, *parts)


def way(picture: str, pos: ConquestPosition, spaces: Sequence[str], sheet: str = "north") -> str:
    """The part of a map with a way on it: a broad line from space to space, under the circles and the names."""
    points = BoardModel(pos.rules, sheet).layout.points
    drawn = "L".join(f"{x:.1f} {y:.1f}" for x, y in (points[space] for space in spaces))
    look = f'fill="none" stroke="{BRICK}" stroke-width="9" stroke-opacity="0.65" stroke-linecap="round"'
    found = re.search(r"<g data-space=", picture)
    assert found is not None, "a part of the map has spaces"
    return f'{picture[: found.start()]}<path d="M{drawn}" {look} stroke-linejoin="round"/>\n{picture[found.start() :]}'


# The Standard Game -----------------------------------------------------------------------------------------------


def money() -> str:
    return document(
        860,
        230,
        "Gold, pesos, debt and points",
        Boxed(20, 60, 130, 56, "Gold|carried", GOLD),
        Boxed(250, 60, 130, 56, "Pesos|of the faction"),
        Boxed(480, 10, 130, 56, "Units|bought", MAIZE),
        Boxed(480, 110, 130, 56, "Debt|owed", BRICK),
        Boxed(250, 160, 130, 46, "Loan"),
        Boxed(20, 160, 130, 56, "Points|by division", SEA),
        Boxed(690, 110, 150, 56, "Points lost|twice the debt", SEA),
        Arrow(152, 88, 246, 88, "one for one"),
        Arrow(382, 78, 476, 42, "buy", -10),
        Arrow(382, 100, 476, 132, "pay off", -10),
        Arrow(315, 158, 315, 120),
        Arrow(382, 186, 476, 156),
        Arrow(85, 118, 85, 156),
        Arrow(612, 138, 686, 138, "at the end", -8),
    )


def horse() -> str:
    return document(
        812,
        214,
        "How a Standard battle may begin",
        Boxed(16, 70, 140, 60, "Cards|first step"),
        Boxed(206, 16, 200, 60, "Horse alone|attack or defence", GOLD),
        Boxed(206, 124, 200, 60, "Sudden Shock|imperial city, attack", BRICK),
        Boxed(460, 70, 150, 60, "Usual rounds|both sides lose"),
        Boxed(664, 70, 130, 60, "Leader check|and the end"),
        Boxed(460, 160, 334, 40, "9 or more: over at once, no losses", MAIZE),
        Arrow(158, 92, 202, 56),
        Arrow(158, 108, 202, 146),
        Arrow(408, 50, 456, 88),
        Arrow(408, 144, 456, 116, "fails", 20),
        Arrow(408, 166, 456, 178),
        Arrow(612, 100, 660, 100),
    )


def division() -> str:
    """The example of 18.6."""
    parts, x = [], 20
    for share, fill in ((12, BRICK), (6, SEA), (2, MAIZE), (3, PURPLE), (37, GOLD)):
        width = 12 * share
        ink = PAPER if fill in DARK else INK
        parts += [bar(x, 40, width, 46, fill, f' stroke="{INK}"'), text(x + width / 2, 68, str(share), fill=ink)]
        x += width
    above = ((92, "the king's fifth"), (200, "two captains"), (518, "left: victory points"))
    told = "the rulebook's example: 60 gold, three conquistadors, 7 foot, 5 horse (18.6)"
    names = [*[text(at, 30, name) for at, name in above], text(238, 106, "foot", 13), text(280, 106, "horse", 13)]
    return document(760, 145, "Sixty gold divided", *parts, *names, text(380, 130, told, 13))


# The Solitaire Game ----------------------------------------------------------------------------------------------


def decks() -> str:
    return document(
        730,
        205,
        "The three decks of the Solitaire Game",
        Boxed(20, 20, 190, 64, "Enemy Action deck|opens every impulse", BRICK),
        Boxed(270, 20, 190, 64, "Action deck|your hand of cards", GOLD),
        Boxed(520, 20, 190, 64, "Reaction deck|answers what you do", SEA),
        Boxed(270, 130, 190, 56, "Your impulse|one expedition"),
        Boxed(520, 130, 190, 56, "Face up|waiting combat cards"),
        Arrow(150, 88, 290, 128),
        Arrow(365, 88, 365, 126),
        Arrow(540, 88, 440, 128),
        Arrow(640, 88, 640, 126),
        Arrow(518, 158, 464, 158, "battle", -8),
    )


def challenge() -> str:
    parts: list[Boxed | Arrow] = [Boxed(300, 14, 140, 40, "one seed", GOLD)]
    for at, name in enumerate(["Ana", "Ben", "Carla", "Diego"]):
        x = 30 + at * 180
        parts += [Arrow(370, 56, x + 65, 86), Boxed(x, 90, 130, 40, name)]
        parts += [Arrow(x + 65, 132, x + 65, 156), Boxed(x, 160, 130, 40, "verdict", SEA)]
    return document(740, 214, "One seed, many games", *parts)


# Odds ------------------------------------------------------------------------------------------------------------


def two_dice() -> str:
    parts = [text(330, 24, "36 equal cases: how often each total comes", 15)]
    for total in range(2, 13):
        x, fill = 30 + (total - 2) * 56, GOLD if total == 7 else SEA
        parts += [bar(x, 190 - 24 * case, 44, 20, fill, ' rx="3"') for case in range(1, 7 - abs(7 - total))]
        parts.append(text(x + 22, 212, str(total)))
    return document(660, 228, "Two dice", *parts)


def mano() -> str:
    return document(
        706,
        204,
        "Two ways to use Mano de Dios",
        Boxed(16, 76, 120, 50, "your roll"),
        Boxed(200, 16, 190, 56, "before: +2|card always gone", GOLD),
        Boxed(200, 130, 190, 56, "after: throw again|only if it was bad", SEA),
        Boxed(460, 16, 230, 56, "needs luck|better with +2"),
        Boxed(460, 130, 230, 56, "likely anyhow|better to wait"),
        Arrow(138, 90, 196, 50),
        Arrow(138, 112, 196, 152),
        Arrow(392, 44, 456, 44),
        Arrow(392, 158, 456, 158),
    )


def luck() -> str:
    parts = [
        line(30, 110, 670, 110),
        text(676, 114, "expected", 12, anchor="start"),
        text(350, 28, "each roll: what came, above or below what was to be expected"),
        text(350, 190, "luck of the game = the sum of the bars"),
    ]
    for at, value in enumerate([30, -20, 45, -35, 10, 60, -25, -15, 20, -40]):
        parts.append(bar(60 + at * 60, 110 - max(value, 0), 34, abs(value), MAIZE if value > 0 else BRICK))
    return document(750, 206, "Luck, roll by roll", *parts)


# Teachers and programmers ----------------------------------------------------------------------------------------

SPANISH = ((1519, "Cortés", 84), (1534, "Xerez", 60), (1552, "Las Casas", 84), (1568, "Bernal Díaz", 60))
OTHERS = ((1552, "Lienzo de Tlaxcala", 152), (1570, "Titu Cusi", 176), (1577, "Florentine Codex", 200))
LATE = (1615, "Guaman Poma", 152)


def voices() -> str:
    def at(year: int) -> int:
        return 40 + (year - 1518) * 7

    parts = [line(30, 110, 770, 110, more=' stroke-width="2"')]
    for year in range(1520, 1621, 20):
        parts += [line(at(year), 106, at(year), 114), text(at(year), 128, str(year), 11)]
    for (year, name, y), fill in [*[(each, BRICK) for each in SPANISH], *[(each, SEA) for each in (*OTHERS, LATE)]]:
        x, to_y = at(year), y + 4 if fill == BRICK else y - 12
        anchor = "start" if year == SPANISH[0][0] else "middle"
        parts += [f'<circle cx="{x}" cy="110" r="5" fill="{fill}"/>', line(x, 110, x, to_y, fill)]
        parts.append(text(x, y, name, 13, fill, anchor))
    parts.append(text(40, 30, "Spanish voices", 14, BRICK, "start", "bold"))
    parts.append(text(40, 200, "Nahua, Tlaxcalan, Andean voices", 14, SEA, "start", "bold"))
    return document(800, 216, "Sources by the year in which they were written", *parts)


def one_procedure() -> str:
    parts: list[Boxed | Arrow] = [Boxed(280, 80, 180, 64, "one procedure|reads like its clause", GOLD)]
    for x, users in ((20, ("play", "undo, saves", "rule tracer")), (580, ("odds", "bots", "tests"))):
        for y, user in zip((16, 92, 168), users, strict=True):
            edge, middle = (x + 144, 276) if x < 200 else (x - 4, 464)
            parts += [Boxed(x, y, 140, 42, user), Arrow(edge, y + 21, middle, 112)]
    return document(740, 226, "One procedure, many users", *parts)


def data_pack() -> str:
    return document(
        780,
        190,
        "A data pack",
        Boxed(20, 20, 240, 60, "your folder|tables/recruiting.toml", GOLD),
        Boxed(20, 110, 240, 60, "the kit|all other files"),
        Boxed(400, 62, 150, 60, "check-data|or complaints", MAIZE),
        Boxed(640, 62, 120, 60, "play", SEA),
        Arrow(264, 50, 396, 84),
        Arrow(264, 140, 396, 104),
        Arrow(554, 92, 636, 92),
    )


# The maps --------------------------------------------------------------------------------------------------------


def legends() -> str:
    tale = build(scenario="standard", places={"mabila": "village"}, legends={"quizquiz": "fountain-of-youth"})
    return way(part(tale, ["quizquiz", "mabila", "ocute", "apalachee"]), tale, ["mabila", "quizquiz"])


def first_steps() -> str:
    force = expedition("red", "panama-south", "4 foot, 2 horse")
    start = build(scenario="solitaire", game={"map": "south"}, expeditions={"francisco-pizarro": force})
    return part(start, ["panama-south", "tumbes", "bogota"], "south")


def march() -> str:
    inland = ["cempoala", "totonacapan", "metztitlan", "tula"]
    landed = build(places={"cempoala": "village"})
    return way(part(landed, [*inland, "tenochtitlan", "tlaxcala"]), landed, inland)


def pictures() -> dict[str, str]:
    """Every picture by its name."""
    plain = SOFT
    return {
        "standard_money": money(),
        "standard_horse": horse(),
        "standard_division": division(),
        "standard_legends": legends(),
        "standard_setup": row(
            "Who comes when",
            [
                ("Turn 1|choose a red man", GOLD),
                ("Turn 1|raise funds", plain),
                ("Turn 1|buy units", plain),
                ("Turn 2|a second man", MAIZE),
                ("Turn 3|the rest by cards", SEA),
            ],
        ),
        "solitaire_decks": decks(),
        "solitaire_start": first_steps(),
        "solitaire_challenge": challenge(),
        "odds_two_dice": two_dice(),
        "odds_battle_round": row(
            "A battle round",
            [
                ("Values|of both sides", plain),
                ("Mano de Dios|+2", GOLD),
                ("Both roll", plain),
                ("Re-roll|Spaniards only", GOLD),
                ("Losses|and morale", BRICK),
                ("Go on?|retreat, over", plain),
            ],
            width=120,
            gap=26,
        ),
        "odds_march": march(),
        "odds_mano": mano(),
        "odds_luck": luck(),
        "teachers_lessons": row(
            "Six lessons",
            [
                ("1|the map", plain),
                ("2|the unknown", plain),
                ("3|the odds", GOLD),
                ("4|encounter", plain),
                ("5|gold, power", plain),
                ("6|whose history?", SEA),
            ],
            width=110,
            gap=24,
        ),
        "teachers_worksheet": row(
            "From a name to an answer",
            [
                ("Name|Ana", GOLD),
                ("Seed|from the name", plain),
                ("Values|of her own", plain),
                ("Rules|that play", plain),
                ("Answer|for the teacher", SEA),
            ],
            width=130,
        ),
        "teachers_voices": voices(),
        "programmers_rule": one_procedure(),
        "programmers_bot": row(
            "The loop of a bot",
            [
                ("Game|asks a question", plain),
                ("View|what the seat knows", plain),
                ("Bot|answer(view)", GOLD),
                ("Option|one of the legal", plain),
                ("Game|goes on", plain),
            ],
            width=140,
        ),
        "programmers_pack": data_pack(),
        "lab_balance": row(
            "How a value is tuned",
            [
                ("Table|with a reason", GOLD),
                ("Captains|many games", plain),
                ("Laboratory|counts", plain),
                ("Target|met or not?", SEA),
                ("New value|new reason", GOLD),
            ],
            width=130,
        ),
    }


if __name__ == "__main__":
    for name, svg in pictures().items():
        (IMAGES / f"{name}.svg").write_text(svg, encoding="utf-8")
        print(name, len(svg))
