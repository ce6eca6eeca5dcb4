"""Draw the pictures of the course: small parts of the map with the pieces of a position, as SVG without all the rest.

`python tests/notebooks/pictures.py` writes notebooks/images/basic_*.svg and start_here.svg.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from conquistadors.games.conquest.builder import build, expedition, place
from conquistadors.games.conquest.rules.position import ConquestPosition
from conquistadors.games.conquest.scene.scene import ConquestScene
from conquistadors.maps.labels import Box
from conquistadors_widgets.board_model import BoardModel

IMAGES = Path(__file__).resolve().parents[2] / "notebooks" / "images"
SCALE = 1.5
RADIUS = 15
"""A circle with some room round it."""
PIECE = 32
"""A marker below the middle of a circle, or a captain above it."""
LETTER = 0.56
"""How wide a letter is, as a part of its height."""
NAMES = {"red": "Red", "blue": "Blue"}
Point = tuple[float, float]


def part(pos: ConquestPosition, around: Sequence[str], sheet: str = "north") -> str:
    """The part of a map round some spaces, with the pieces that lie there; no circle and no name is cut off."""
    model = BoardModel(pos.rules, sheet)
    ground = model.ground()[0].removesuffix("</svg>").split("\n")
    points = model.layout.points
    names = {_name(line): _name_box(line) for line in ground if _name(line)}
    called = {space: pos.rules.world.spaces[space].name["en"] for space in points}
    box = _with_circles(model.around(around).grown(-15), points)
    written = [names[called[space]] for space, point in points.items() if holds(box, point) and called[space] in names]
    box = _joined(box, *written).grown(4)
    inside = {space for space, point in points.items() if holds(box.grown(1 - RADIUS), point)}
    unwanted = {called[space] for space in points if space not in inside}
    kept = [line for line in ground[2:] if _is_near(line, box, inside) and _name(line) not in unwanted]
    width, height = box.right - box.left, box.bottom - box.top
    view = f'viewBox="{box.left:.0f} {box.top:.0f} {width:.0f} {height:.0f}"'
    size = f'width="{SCALE * width:.0f}" height="{SCALE * height:.0f}"'
    head = re.sub(r'width="[^"]*" height="[^"]*" viewBox="[^"]*"', f"{size} {view}", ground[0], count=1)
    pieces = model.pieces(ConquestScene(pos), NAMES)
    return "\n".join([head, _clipped(ground[1], box), *kept, pieces]) + "</svg>\n"


def _with_circles(box: Box, points: Mapping[str, Point]) -> Box:
    """Grown so far that every circle with its middle in the box is wholly inside, and a piece above and below it."""
    middles = [point for point in points.values() if holds(box, point)]
    return _joined(box, *[Box(x - RADIUS, y - PIECE, x + RADIUS, y + PIECE) for x, y in middles])


def _joined(*boxes: Box) -> Box:
    left, top, right, bottom = zip(*boxes, strict=True)
    return Box(min(left), min(top), max(right), max(bottom))


def holds(box: Box, point: Point) -> bool:
    return box.left <= point[0] <= box.right and box.top <= point[1] <= box.bottom


def _name(line: str) -> str:
    """The name that an element writes, in one or two lines."""
    return " ".join(re.findall(r">([^<>]+)</tspan>", line))


def _name_box(line: str) -> Box:
    """About where a name is written."""
    size, anchor = float(re.findall(r'font-size="([\d.]+)"', line)[0]), re.findall(r'text-anchor="(\w+)"', line)[0]
    boxes = []
    for x, y, text in re.findall(r'<tspan x="([-\d.]+)" y="([-\d.]+)">([^<]*)<', line):
        width = LETTER * size * len(text)
        left = float(x) - {"start": 0.0, "middle": width / 2, "end": width}[anchor]
        boxes.append(Box(left, float(y) - size, left + width, float(y) + size / 3))
    return _joined(*boxes)


def _is_near(line: str, box: Box, inside: set[str]) -> bool:
    """Whether an element is drawn inside the box: a space, a line that crosses it, a name that is wholly there."""
    if found := re.match(r'<g data-space="([^"]+)"', line):
        return found[1] in inside
    if found := re.match(r'<path d="M(\S+) (\S+)L(\S+) (\S+)" stroke', line):
        x, y, to_x, to_y = map(float, found.groups())
        return box.length_inside((x, y), (to_x, to_y)) > 0
    if not _name(line):
        return True
    name = _name_box(line)
    return holds(box, (name.left, name.top)) and holds(box, (name.right, name.bottom))


def _clipped(path: str, box: Box) -> str:
    """The outlines of the land, cut off a little outside the box."""
    shapes = []
    found = re.search(r' d="([^"]+)"', path)
    assert found is not None
    for shape in re.findall(r"M([^MZ]+)Z", found[1]):
        points = [(float(x), float(y)) for x, y in re.findall(r"([-\d.]+) ([-\d.]+)", shape)]
        points = cut(points, box.grown(6))
        if points:
            shapes.append("M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points) + "Z")
    return path.replace(found[1], "".join(shapes))


def cut(points: list[Point], box: Box) -> list[Point]:
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
    landed = {"cortes": expedition("red", "cempoala", "4 foot, 2 horse, 1 cannon", companions={"alvarado": "2 foot"})}
    pizarro = {
        "francisco-pizarro": expedition(
            "red", "panama-south", "6 foot, 3 horse, 1 cannon", companions={"balboa": "4 foot", "orellana": ""}
        )
    }
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
        "start_here": part(
            build(map="south", expeditions=pizarro),
            ["panama-south", "santa-marta", "choco", "popayan", "hunza"],
            sheet="south",
        ),
        "basic_01": part(build(map="north", expeditions=landed, places=found), SIERRA),
        "basic_02": part(
            build(
                map="north",
                expeditions={
                    "cortes": expedition("red", "cempoala", "4 foot, 2 horse, 1 cannon"),
                    "de-leon": expedition("red", "totonacapan", "2 foot"),
                    "balboa": expedition("blue", "tlaxcala", "4 foot, 1 horse"),
                },
                places={**found, "tlaxcala": "city"},
            ),
            SIERRA,
        ),
        "basic_03": part(
            build(map="north", expeditions=landed, places={**found, "panuco": "discovered", "oxitipa": "village"}),
            ["cempoala", "totonacapan", "panuco", "tlaxcala", "metztitlan", "oxitipa", "ahuilizapan"],
        ),
        "basic_04": part(
            build(
                map="north",
                expeditions={"cortes": expedition("red", "totonacapan", "4 foot, 2 horse, 1 cannon")},
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
                expeditions={"cortes": expedition("red", "tlaxcala", "3 foot, 2 horse, 1 cannon")},
                places={"totonacapan": "village", "tlaxcala": place("city", hostile=True, units=[30, 20])},
            ),
            SIERRA,
        ),
        "basic_07": part(
            build(
                map="north",
                expeditions={"cortes": expedition("red", "tlaxcala", "6 foot, 1 cannon")},
                places={
                    "totonacapan": "town",
                    "tlaxcala": place("city", hostile=True, units=[40, 40, 30, 30, 20]),
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
                    "cortes": expedition("red", "tlaxcala", "4 foot, 1 horse", gold=12),
                    "alvarado": expedition("blue", "tlaxcala", "6 foot, 2 horse"),
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
                expeditions={"cortes": expedition("red", "tenochtitlan", "4 foot, 1 horse")},
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
