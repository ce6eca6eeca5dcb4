"""Draw the pictures of the course of Conquistador!: parts of the hex map with the pieces of a position.

`PYTHONPATH=tests python -m notebooks.pictures_exploration` writes notebooks/images/exploration_*.svg.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final

from conquistadors.games.exploration.builder import build, expedition
from conquistadors.games.exploration.rules.pieces import EUROPE
from conquistadors.games.exploration.rules.position import World
from conquistadors.games.exploration.scene import SHEET, ExplorationScene
from conquistadors.maps.hexes import hex_of
from conquistadors.maps.labels import Box
from conquistadors.maps.svg import tag
from conquistadors_widgets.board_model import BoardModel
from notebooks.pictures import IMAGES, Point, cut, holds

SCALE: Final = 2.2
ROOM: Final = 24.0
"""Round the hexes that are to be seen."""
BELOW: Final = 4.0
"""More at the lower edge, where pieces hang."""
NAMES: Final = {"spain": "Spain", "england": "England", "france": "France"}


def part(pos: World, around: Sequence[str], named: Sequence[str] = (), scale: float = SCALE) -> str:
    """The part of the map round some hexes, with its pieces; the numbers of some hexes are written into them."""
    model = BoardModel(pos.rules, SHEET)
    points = model.layout.points
    xs, ys = zip(*[points[hex_] for hex_ in around], strict=True)
    box = Box(min(xs), min(ys), max(xs), max(ys) + BELOW).grown(ROOM)
    lines = model.ground()[0].removesuffix("</svg>").split("\n")
    width, height = box.right - box.left, box.bottom - box.top
    frame = f'width="{scale * width:.0f}" height="{scale * height:.0f}" '
    frame += f'viewBox="{box.left:.0f} {box.top:.0f} {width:.0f} {height:.0f}"'
    head = re.sub(r'width="[^"]*" height="[^"]*" viewBox="[^"]*"', frame, lines[0], count=1)
    kept = [line for line in map(partial(_within, box=box), lines[1:]) if line]
    numbers = "".join(_number(hex_, points[hex_], piled=hex_ in _piled(pos)) for hex_ in named)
    return "\n".join([head, *kept, _pieces(model, pos, box), numbers]) + "</svg>\n"


def _pieces(model: BoardModel, pos: World, box: Box) -> str:
    """Those that lie in the box."""
    drawn = model.pieces(ExplorationScene(pos), NAMES)
    first = drawn.index('<g transform="translate(')
    inside = [each for each in _groups(drawn[first:]) if holds(box, _at(each))]
    return drawn[:first] + "".join(inside) + "</svg>"


def _groups(svg: str) -> Iterator[str]:
    """The groups of a row, each with all that is in it."""
    depth, start = 0, 0
    for found in re.finditer(r"<(/?)g\b[^>]*?(/?)>", svg):
        depth += 0 if found[2] else -1 if found[1] else 1
        if not depth and found[1]:
            yield svg[start : found.end()]
            start = found.end()


def _at(piece: str) -> Point:
    found = re.match(r'<g transform="translate\(([-\d.]+) ([-\d.]+)\)', piece)
    assert found is not None, piece[:80]
    return float(found[1]), float(found[2])


def _within(line: str, box: Box) -> str:
    """A line of the picture as far as it is seen: outlines are cut, what lies elsewhere is left out."""
    for path in re.findall(r' d="(M[^"]+)"', line):
        if "Z" in path:
            line = line.replace(path, "".join(_shapes(path, box)))
    found = re.match(r'<(?:polygon points="|path d="M|circle cx="|text x="|text [^>]*x=")([-\d. ,L"cy=]+)', line)
    if found is None or "Z" in line:
        return line
    numbers = [float(number) for number in re.findall(r"-?\d+(?:\.\d+)?", found[1])]
    at = list(zip(numbers[::2], numbers[1::2], strict=False))
    end = "</g>" if line.endswith("</g>") else ""
    return line if any(holds(box, point) for point in at) else end


def _shapes(path: str, box: Box) -> Iterator[str]:
    for shape in re.findall(r"M([^MZ]+)Z", path):
        points = [(float(x), float(y)) for x, y in re.findall(r"([-\d.]+) ([-\d.]+)", shape)]
        if points := cut(points, box.grown(6)):
            yield "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points) + "Z"


def _piled(pos: World) -> set[str]:
    """Hexes where pieces lie on each other: mines that are found and ships beside land units."""
    lying = [hex_ for hex_ in pos.rules.mines if pos.digs[hex_].found]
    lying += [hex_of(each.place) for each in pos.expeditions.values()]
    return {hex_ for hex_ in lying if any(pos.force(nation, hex_).size for nation in pos.nations)}


def _number(hex_: str, at: Point, *, piled: bool) -> str:
    """Below its hex, or lower where a pile hangs."""
    below = 24 if piled else 14
    look = {"font_size": 6, "text_anchor": "middle", "fill": "#2e2a25", "stroke": "#fffdf7", "stroke_width": 1.5}
    return tag("text", hex_, x=f"{at[0]:.1f}", y=f"{at[1] + below:.1f}", paint_order="stroke", **look)


CARIBBEAN: Final = ("2019", "2120", "2216", "2218", "2219", "2221", "2314", "2316", "2318", "2412", "2416", "2512")
MAYA: Final = "2425"
"""So far west that the name of the Mayan Empire is whole."""
ISLANDS: Final = ("2218", "2219", "2314", "2316")


def pictures() -> dict[str, str]:
    """Every picture by its name."""
    return {
        "exploration_01": part(
            build(
                turn=21,
                forces={"2316": (1, 4), "2218": (0, 3), "2314": (0, 2), "2222": (2, 0)},
                people={"missionary-1": "2316", "missionary-2": "2222"},
                gold={"2316": 15},
            ),
            [*CARIBBEAN, MAYA, "2222", "2522"],
            [*ISLANDS, "2222"],
        ),
        "exploration_02": part(_raided(), [*CARIBBEAN, "2721", "2719", "2522", "2920"], ["2316"]),
        "exploration_03": part(build(turn=1), ["2316", "2019", "1620", EUROPE], ["2316"], scale=1.5),
        "exploration_04": part(
            build(
                turn=6,
                forces={"2316": (0, 3), "2218": (0, 1)},
                people={"missionary-1": "2316", "loaysa": "spain-1"},
                expeditions={"spain-1": expedition("2316.1", carracks=1, colonists=2)},
                before="B coasts",
            ),
            [*CARIBBEAN, MAYA, "2222"],
            [*ISLANDS, "2222"],
        ),
        "exploration_05": part(
            build(
                turn=6,
                people={"loaysa": "spain-1"},
                expeditions={"spain-1": expedition("2811", carracks=2, soldiers=1, colonists=3)},
                before="B coasts",
            ),
            [*CARIBBEAN, MAYA, "2222", "2811", "2912", "3010"],
            ["2811", "2222", "2316"],
        ),
        "exploration_06": part(
            build(
                turn=6,
                forces={"2316": (0, 3), "2222": (1, 0)},
                people={"missionary-1": "2316", "missionary-2": "2222"},
                natives={"mayan-empire": 0},
                mines=("2316",),
                gold={"2316": 15},
            ),
            [*CARIBBEAN, MAYA, "2222", "2522", "2820"],
            [*ISLANDS, "2222", "2522", "2820", "2818"],
        ),
        "exploration_13": part(
            build(turn=1, people={"missionary-1": "2316"}),
            [*CARIBBEAN, MAYA, "2222", "2920"],
            ISLANDS,
        ),
    }


def _raided() -> World:
    """21.23  Portugal has colonized Panama."""
    pos = build(turn=5, forces={"2316": (1, 3)}, people={"missionary-1": "2316"})
    pos.edit_country("panama", native=0, european=5, settled_by="portugal")
    return pos


if __name__ == "__main__":
    for name, svg in pictures().items():
        (IMAGES / f"{name}.svg").write_text(svg, encoding="utf-8")
        print(name, len(svg))
