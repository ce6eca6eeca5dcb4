"""Draw the pictures of the course: small parts of the map with the pieces of a position, as SVG without all the rest.

`python tests/notebooks/pictures.py` writes notebooks/images/basic_*.svg.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from conquistadors.conquest.atlas import Box
from conquistadors.conquest.builder import build, expedition, place
from conquistadors.conquest.position import Indies
from conquistadors_widgets.board_model import BoardModel

IMAGES = Path(__file__).resolve().parents[2] / "notebooks" / "images"
SCALE = 1.5
NAMES = {"red": "Red", "blue": "Blue"}
Point = tuple[float, float]


def part(pos: Indies, around: Sequence[str], sheet: str = "north") -> str:
    """The part of a map round some spaces, with the pieces that lie there."""
    model = BoardModel(pos.rules, sheet)
    box = model.around(around).grown(40)
    ground = model.ground()[0].removesuffix("</svg>").split("\n")
    inside = {space for space, point in model.layout.points.items() if _holds(box, point)}
    kept = [line for line in ground[2:] if _is_near(line, box, inside)]
    width, height = box.right - box.left, box.bottom - box.top
    view = f'viewBox="{box.left:.0f} {box.top:.0f} {width:.0f} {height:.0f}"'
    size = f'width="{SCALE * width:.0f}" height="{SCALE * height:.0f}"'
    head = re.sub(r'width="[^"]*" height="[^"]*" viewBox="[^"]*"', f"{size} {view}", ground[0], count=1)
    pieces = model.pieces(pos, NAMES)
    return "\n".join([head, _clipped(ground[1], box), *kept, pieces]) + "</svg>\n"


def _holds(box: Box, point: Point) -> bool:
    return box.left <= point[0] <= box.right and box.top <= point[1] <= box.bottom


def _is_near(line: str, box: Box, inside: set[str]) -> bool:
    """Whether an element is drawn inside the box: a space, a line that crosses it, a name that begins there."""
    if found := re.match(r'<g data-space="([^"]+)"', line):
        return found[1] in inside
    if found := re.match(r'<path d="M(\S+) (\S+)L(\S+) (\S+)" stroke', line):
        x, y, to_x, to_y = map(float, found.groups())
        return box.length_inside((x, y), (to_x, to_y)) > 0
    names = [(float(x), float(y)) for x, y in re.findall(r'<tspan x="([-\d.]+)" y="([-\d.]+)"', line)]
    return not names or any(_holds(box, point) for point in names)


def _clipped(path: str, box: Box) -> str:
    """The outlines of the land, cut off a little outside the box."""
    shapes = []
    found = re.search(r' d="([^"]+)"', path)
    assert found is not None
    for shape in re.findall(r"M([^MZ]+)Z", found[1]):
        points = [(float(x), float(y)) for x, y in re.findall(r"([-\d.]+) ([-\d.]+)", shape)]
        points = _cut(points, box.grown(6))
        if points:
            shapes.append("M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points) + "Z")
    return path.replace(found[1], "".join(shapes))


def _cut(points: list[Point], box: Box) -> list[Point]:
    """Sutherland and Hodgman: the polygon inside each of the four sides, one after the other."""
    for axis, edge, sign in ((0, box.left, 1), (0, box.right, -1), (1, box.top, 1), (1, box.bottom, -1)):
        kept: list[Point] = []
        for before, after in zip([*points[-1:], *points[:-1]], points, strict=True):
            was, now = (sign * (point[axis] - edge) >= 0 for point in (before, after))
            if was != now:
                share = (edge - before[axis]) / (after[axis] - before[axis])
                kept.append(tuple(b + share * (a - b) for b, a in zip(before, after, strict=True)))  # type: ignore[arg-type]
            if now:
                kept.append(after)
        points = kept
    return points


SIERRA = ["cempoala", "totonacapan", "ahuilizapan", "tlaxcala", "tenochtitlan", "texcoco", "tochtepec"]
VALLEY = ["tlaxcala", "tenochtitlan", "texcoco", "cholula", "tepeaca", "toluca", "tula"]


def pictures() -> dict[str, str]:
    """Every picture by its name."""
    men = {"cortes": expedition("red", "cempoala", "4 foot, 2 horse, 1 cannon")}
    found = {"cempoala": "village", "totonacapan": "town"}
    army = {"cortes": expedition("red", "tlaxcala", "4 foot, 2 horse, 1 cannon")}
    rivals = {**army, "alvarado": expedition("blue", "cholula", "3 foot")}
    empire = {
        "texcoco": place("imperial", empire="mexica"),
        "tenochtitlan": place("capital", empire="mexica", king=True),
        "cholula": place("imperial", empire="mexica"),
        "tlaxcala": place("city", ally="red"),
    }
    return {
        "basic_01": part(build(map="north", expeditions=men, places=found), SIERRA),
        "basic_02": part(
            build(
                map="north",
                expeditions={**men, "balboa": expedition("blue", "tlaxcala", "4 foot, 1 horse")},
                places={**found, "tlaxcala": "city"},
            ),
            SIERRA,
        ),
        "basic_03": part(
            build(map="north", expeditions=men, places=found),
            ["cempoala", "totonacapan", "panuco", "tlaxcala", "metztitlan", "oxitipa", "ahuilizapan"],
        ),
        "basic_04": part(
            build(
                map="north",
                expeditions=men,
                places={**found, "panuco": "mosquito", "ahuilizapan": "discovered", "tochtepec": "village"},
            ),
            [*SIERRA, "panuco"],
        ),
        "basic_05": part(
            build(
                map="north",
                expeditions=army,
                places={**found, "tlaxcala": place("city", ally="red"), "cholula": place("city", hostile=True)},
            ),
            VALLEY,
        ),
        "basic_06": part(
            build(
                map="north",
                expeditions=army,
                places={**found, "tlaxcala": place("city", hostile=True, units=[30, 20])},
            ),
            SIERRA,
        ),
        "basic_07": part(
            build(
                map="north",
                expeditions=army,
                places={
                    **found,
                    "tlaxcala": place("city", hostile=True, units=[30, 20]),
                    "cholula": place("city", ally="blue"),
                    "tepeaca": place("city", hostile=True),
                },
            ),
            ["tlaxcala", "cholula", "tepeaca", "texcoco", "totonacapan", "ahuilizapan"],
        ),
        "basic_08": part(
            build(
                map="north",
                expeditions=army,
                places={
                    "tlaxcala": place("city", hostile=True, attempts=1),
                    "cholula": place("city", hostile=True, out=True),
                    "texcoco": "town",
                },
            ),
            VALLEY,
        ),
        "basic_09": part(
            build(
                map="north",
                expeditions={
                    "cortes": expedition("red", "cholula", "4 foot, 2 horse", hits=2),
                    "de-leon": expedition("red", "tula", "3 foot", food=1),
                },
                places={"tlaxcala": place("city", ally="red"), "cholula": place("city", hostile=True), "tula": "town"},
            ),
            VALLEY,
        ),
        "basic_10": part(
            build(
                map="north",
                expeditions={
                    "cortes": expedition("red", "tlaxcala", "4 foot", gold=9),
                    "alvarado": expedition("blue", "tlaxcala", "6 foot"),
                },
                places={"tlaxcala": "city", "cholula": "city"},
                index={"red": -1},
                warrants=["red"],
            ),
            VALLEY,
        ),
        "basic_11": part(build(map="north", expeditions=rivals, places=empire), VALLEY),
        "basic_12": part(
            build(
                map="north",
                expeditions={"cortes": expedition("red", "tenochtitlan", "4 foot")},
                places={
                    **empire,
                    "tenochtitlan": place("capital", empire="mexica", hostile=True),
                    "toluca": place("town", hostile=True),
                },
            ),
            VALLEY,
        ),
        "basic_13": part(
            build(
                map="north",
                expeditions={
                    "cortes": expedition("red", "cempoala", "4 foot, 2 horse, 1 cannon"),
                    "de-leon": expedition("red", "totonacapan", "3 foot, 1 horse"),
                    "balboa": expedition("blue", "coatzacoalcos", "4 foot, 2 horse"),
                    "sandoval": expedition("blue", "zoque", "3 foot, 1 horse, 1 cannon"),
                },
                places={
                    "cempoala": "village",
                    "totonacapan": "town",
                    "panuco": "village",
                    "potonchan": "village",
                    "coatzacoalcos": "village",
                    "zoque": "town",
                },
            ),
            ["cempoala", "coatzacoalcos", "potonchan", "tenochtitlan", "zoque"],
        ),
    }


if __name__ == "__main__":
    for name, svg in pictures().items():
        (IMAGES / f"{name}.svg").write_text(svg, encoding="utf-8")
        print(name, len(svg))
