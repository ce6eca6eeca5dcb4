"""What a board shows, without any widget: the ground, the pieces, where one may click, and the same in words."""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cached_property
from html import escape
from itertools import islice
from typing import Any, Final, NamedTuple, TypeAlias

from conquistadors.engine import Rules, Seat, SetupError, record, short_repr
from conquistadors.engine.texts import LANGUAGES, error_text
from conquistadors.games import scene_of
from conquistadors.maps.labels import Box, text_width
from conquistadors.maps.svg import INK, SVG, Point
from conquistadors.scene.contract import Scene
from conquistadors.scene.maps import MapScene, Piece
from conquistadors.scene.words import Said, say
from conquistadors_widgets import pieces
from conquistadors_widgets.words import words

Targets: TypeAlias = Mapping[str, Sequence[str]]
"""Spaces with the ids of the options that aim at them."""
Corners: TypeAlias = tuple[Point, Point]
"""South-west and north-east as (latitude, longitude): up is positive there, while y of a picture goes down."""

RING, DOT, ROUND = 15.0, 3.6, 16
"""The radius of the target round a space, that of a dot in it, and the corners of both."""
MANY: Final = 24
"""Of more targets than this the rings are thin, and where they touch each other only dots: else they hide the map."""
ABOVE, BELOW, ASIDE, FLAG = -22.0, 19.0, -26.0, (13.0, 6.0)
"""How far from a space tokens and plates stand, so that its middle stays in sight; the next plate; a flag."""
PLATE: Final = 21.0
"""How wide a plate is."""
PILED: Final = (-9.0, 9.0)
"""How far from the one below a plate lies in a pile: where no number is at its corner."""
SMALLEST: Final = (480.0, 620.0)
"""What is shown at least, and at most so that names are readable, from left to right: on a small board."""
READABLE: Final = (1.5, 1.15)
"""The same on larger boards, as pixels for a unit."""
CLOSEST, FARTHEST, STEP = 1.5, -2.25, 0.25
"""Zoom: 0 is a pixel for a unit, each step up doubles that."""
FAR: Final = -0.6
"""Farther away than this the names of all spaces cannot be read."""
AROUND, BESIDE = 45.0, 6.0
"""The room round spaces that are looked at, and round their names."""
FAR_LETTERS: Final = 12.0
"""How high letters are on the screen where the whole map is seen."""
LARGE: Final = 0.5
"""So much closer is everything for a projector."""


class Window(NamedTuple):
    """The window on a map, in pixels of the screen."""

    width: float
    height: float

    @property
    def shape(self) -> float:
        return self.height / self.width

    @property
    def least(self) -> float:
        """So many units from left to right are shown at least."""
        return max(SMALLEST[0], self.width / READABLE[0])

    @property
    def most(self) -> float:
        """So many units leave the names readable."""
        return max(SMALLEST[1], self.width / READABLE[1])


@record
class Row:
    """What lies in one space: a row of the table beside the picture."""

    space: str
    name: str
    kind: str
    lines: tuple[str, ...]


class BoardModel:
    """One of the maps of a game, as seen by whoever looks at a scene."""

    def __init__(self, rules: Rules[Any], sheet: str, language: str = "en") -> None:
        self.scenes = scene_of(rules)
        sheets = self.scenes.sheets(rules)
        if sheet not in sheets:
            raise SetupError(error_text("face.maps", known=sheets, wanted=short_repr(sheet)))
        self.rules = rules
        self.sheet = sheet
        self.language = language
        self.texts = rules.texts(language)
        self.pictures = pieces.pictures_in(self.scenes.pictures)
        self.title = say(sheets[sheet], self.texts)
        self.spaces = self.scenes.spaces(rules, sheet)
        drawn = self.scenes.ground(rules, sheet, language)
        self._svg, self.layout, self.credit = drawn.svg, drawn.layout, drawn.credit
        self.bare, self.near_names = drawn.bare, drawn.names
        """The ground without the names of its spaces, and those alone; "" where they cannot be drawn apart."""

    # What is drawn -----------------------------------------------------------------------------------------------

    @property
    def bounds(self) -> Corners:
        """The whole sheet."""
        frame = self.layout.frame
        return (-frame.height, 0.0), (0.0, frame.width)

    def ground(self) -> tuple[str, Corners]:
        """The land with all spaces, lines and names, as SVG, and where it lies. It never changes."""
        return self._svg, self.bounds

    def far_names(self, window: Window) -> str:
        """Names to be read from far away: as many as have room in large letters, as a picture."""
        size = self.layout.frame
        letters = FAR_LETTERS / min(window.width / size.width, window.height / size.height, 2.0**FAR)
        kept: list[Box] = []
        drawn = []
        for label in self.layout.labels:
            text = " ".join(label.lines)
            (x, y), wide = self.layout.points[label.space], text_width(text, letters)
            box = Box(x - wide / 2, y - 20 - letters, x + wide / 2, y - 20)
            if inside((box.left, box.top), self.whole()) and not any(box.grown(14).overlap(other) for other in kept):
                kept.append(box)
                drawn.append(f'<text x="{x:.1f}" y="{y - 24:.1f}">{escape(text)}</text>')
        look = f'font-size="{letters:.1f}" text-anchor="middle" fill="{INK}"'
        halo = f'stroke="#fbf7ee" stroke-width="{letters / 5:.1f}" stroke-opacity=".85" paint-order="stroke"'
        view = f'width="{size.width:g}" height="{size.height:g}" viewBox="0 0 {size.width:g} {size.height:g}"'
        return f'<svg xmlns="{SVG}" {view} font-family="{pieces.FONT}" {look} {halo}>{"".join(drawn)}</svg>'

    def pieces(self, scene: Scene, names: Mapping[Seat, str]) -> str:
        """All that lies on the map, as SVG of the same size as the ground."""
        return self.pictures.sheet(self._on_top(scene, names), self.layout.frame.width, self.layout.frame.height)

    def picture(self, scene: Scene, names: Mapping[Seat, str]) -> str:
        """Ground and pieces as one SVG, for a page without widgets."""
        return self._svg.removesuffix("</svg>") + self.pieces(scene, names) + "</svg>"

    def features(
        self, scene: Scene, targets: Targets, changed: Collection[str] = (), found: str | None = None
    ) -> dict[str, Any]:
        """A ring round every space as GeoJSON, to point at and to click on; the style sheet gives it its look.

        `changed` are the spaces where something has just happened, `found` is one that somebody has looked
        for. Where the rings of many targets would cover the map, a dot marks each; its ring shows when it is
        pointed at.
        """
        active = scene.active
        many = len(targets) > MANY
        dotted = many and self._radius < RING
        target = " cq-board-target" + (" cq-board-many" if many else "") + (" cq-board-dotted" if dotted else "")
        shapes = []
        for space, ring in self._rings.items():
            look = f"cq-board-space cq-board-at-{space}"
            look += target if targets.get(space) else ""
            look += " cq-board-active" if space == active else ""
            look += " cq-board-changed" if space in changed else ""
            look += " cq-board-found" if space == found else ""
            properties = {"id": space, "style": {"className": look, "smoothFactor": 0}}
            shapes.append({"type": "Feature", "properties": properties, "geometry": ring})
        for space in [space for space in self.here(targets) if targets[space]] if dotted else ():
            properties = {"id": space, "style": {"className": "cq-board-dot", "smoothFactor": 0}}
            shapes.append({"type": "Feature", "properties": properties, "geometry": self._round(space, DOT)})
        return {"type": "FeatureCollection", "features": shapes}

    # The same in words -------------------------------------------------------------------------------------------

    def say(self, key: str) -> str:
        """A text of the board: in the words of the game, if it has its own."""
        texts = self.texts if f"board.{key}" in self.texts else words(self.language)
        return texts.say(f"board.{key}")

    def describe(self, scene: Scene, space: str, names: Mapping[Seat, str]) -> list[str]:
        """What is to be said about a space: its name and kind, its history, what is there. Plain text."""
        info = scene.space(space)
        lines: list[Said | None] = [info.about, info.bare, *info.here]
        told = [say(line, self.texts, names) for line in lines if line is not None]
        return [f"{self._name(space)} · {say(info.kind, self.texts, names)}", *told]

    def rows(self, scene: Scene, names: Mapping[Seat, str]) -> list[Row]:
        """What lies on the map, space by space in the order of their names."""
        found = [info for info in map(scene.space, self.spaces) if info.here]
        rows = [
            Row(
                info.id,
                self._name(info.id),
                say(info.kind, self.texts, names),
                tuple(say(line, self.texts, names) for line in info.here),
            )
            for info in found
        ]
        return sorted(rows, key=lambda row: _plain(row.name))

    def as_text(self, scene: Scene, names: Mapping[Seat, str]) -> str:
        """The map as text."""
        lines = [f"  {row.name} ({row.kind}): {'; '.join(row.lines)}" for row in self.rows(scene, names)]
        return "\n".join([self.title, *lines])

    def _name(self, space: str) -> str:
        return self.texts.word(space, {})

    @cached_property
    def names(self) -> dict[str, str]:
        """The name of every space of the map, by its id, in the order of the names."""
        named = {space: self._name(space) for space in self.spaces}
        return dict(sorted(named.items(), key=lambda pair: _plain(pair[1])))

    def find(self, typed: str) -> str | None:
        """The space that somebody means: by its name or part of it, without case and accents, in any language.

        A whole name comes before the beginning of one, that before a part.
        """
        wanted = _plain(typed.strip())
        if not wanted:
            return None
        ranked = [
            (rank, len(spelling), space)
            for space, spellings in self._spellings.items()
            for spelling in spellings
            if (rank := _fits(wanted, spelling)) is not None
        ]
        return min(ranked)[2] if ranked else None

    @cached_property
    def _spellings(self) -> dict[str, tuple[str, ...]]:
        """All that a space may be called, as plain letters: its names in every language, and its id."""
        spoken = [self.rules.texts(language) for language in LANGUAGES]
        return {
            space: tuple(dict.fromkeys(_plain(each) for each in (*[t.word(space, {}) for t in spoken], space)))
            for space in self.names
        }

    # Where to look -----------------------------------------------------------------------------------------------

    def here(self, spaces: Iterable[str]) -> list[str]:
        """Those of the spaces that are on this map."""
        return [space for space in spaces if space in self.spaces]

    def home(self, scene: Scene, targets: Targets, window: Window, larger: float = 0.0) -> Box:
        """Where the looker has something and where the targets are, or most of that; less of it, if it is `larger`."""
        weights = dict.fromkeys(self.here(targets), 1) | dict.fromkeys(self.here(scene.own), 3)
        if not weights:
            weights = dict.fromkeys(self.here(self.scenes.entries(self.rules)) or list(self.spaces), 1)
        return self.best_part(weights, window, larger)

    def crowd(self, scene: Scene) -> list[str]:
        """Where the looker has something on this map, or else where anybody has a piece with letters on it."""
        return self.here(scene.own) or [piece.space for piece in self._map(scene).pieces if piece.letters]

    def best_part(self, weights: Mapping[str, int], window: Window, larger: float = 0.0) -> Box:
        """The part of the map that holds most of some spaces, with names that can be read."""
        width = window.most / 2**larger
        whole, height = self.around(weights), width * window.shape
        if fits(whole, width, height):
            return whole
        points = self.layout.points
        parts = [_centred(points[space], width, height) for space in weights]
        best = max(parts, key=lambda part: sum(n for s, n in weights.items() if inside(points[s], part)))
        kept = [space for space in weights if inside(points[space], best)]
        own = [space for space in kept if weights[space] == max(weights.values())]
        bare = self.around(kept, named=())
        named = self.around(kept, named=own)
        scale = 2.0 ** self.look_at(bare, window)[1]
        left, right = _as_much(named.left, named.right, bare.left, bare.right, window.width / scale)
        top, bottom = _as_much(named.top, named.bottom, bare.top, bare.bottom, window.height / scale)
        return Box(left, top, right, bottom)

    def around(self, spaces: Iterable[str], *, named: Collection[str] | None = None) -> Box:
        """A box with these spaces and some room, and their names, or only those that are `named`."""
        boxes = []
        for space in spaces:
            x, y = self.layout.points[space]
            boxes += [Box(x, y, x, y).grown(AROUND)]
            if space in self._names_on_map and (named is None or space in named):
                boxes += [self._names_on_map[space].grown(BESIDE)]
        lefts, tops, rights, bottoms = zip(*((b.left, b.top, b.right, b.bottom) for b in boxes), strict=True)
        return Box(min(lefts), min(tops), max(rights), max(bottoms))

    @cached_property
    def _names_on_map(self) -> dict[str, Box]:
        """Where the name of a space stands."""
        return {label.space: label.box for label in self.layout.labels}

    def whole(self) -> Box:
        return Box(0, 0, self.layout.frame.width, self.layout.frame.height)

    def move_for(self, targets: Targets, active: str | None, seen: Box, window: Window) -> Box | None:
        """Where to look when a new choice comes and this is in sight; None: stay."""
        wanted = self.here(targets)
        hidden = [space for space in wanted if not inside(self.layout.points[space], seen)]
        if not hidden:
            return None
        box = self.around({*wanted, *self.here([active] if active else [])})
        width = max(window.most, seen.right - seen.left)
        if fits(box, width, width * window.shape):
            return box
        return self.best_part(dict.fromkeys(wanted, 1), window) if len(hidden) == len(wanted) else None

    def hides(self, space: str | None, seen: Box) -> bool:
        """Whether a space is on this map and out of sight."""
        return space in self.layout.points and not inside(self.layout.points[str(space)], seen)

    def look_at(self, box: Box, window: Window, closer: bool = True, larger: float = 0.0) -> tuple[Point, float]:
        """The centre (latitude, longitude) and the zoom at which a window shows the box, and little beside the sheet.

        A small box is not blown up beyond what is readable, or so much `larger`; without `closer` neither is the whole
        map cut.
        """
        least = window.least / 2**larger if closer else 1.0
        across, down = max(box.right - box.left, least), max(box.bottom - box.top, 1.0)
        scale = max(min(window.width / across, window.height / down), 2.0**FARTHEST)
        zoom = min(math.floor(math.log2(scale) / STEP) * STEP, CLOSEST)
        sheet, scale = self.layout.frame, 2.0**zoom
        x = _within((box.left + box.right) / 2, window.width / scale, sheet.width)
        y = _within((box.top + box.bottom) / 2, window.height / scale, sheet.height)
        return (-y, x), zoom

    # Pieces ------------------------------------------------------------------------------------------------------

    def initials(self, names: Mapping[Seat, str]) -> dict[str, str]:
        """Two letters for everything of which letters stand on pieces; no two have the same."""
        return initials_of({thing: self.texts.word(thing, names) for thing in self.scenes.lettered(self.rules)})

    @cached_property
    def _radius(self) -> float:
        """Of the rings: no two of them overlap."""
        return min(RING, nearest_two(self.layout.points.values()) / 2)

    def _plate(self, x: float, y: float, number: int) -> Point:
        """Where a plate lies: below its space and beside the others; where spaces are close, in it, as a pile."""
        if self._radius == RING:
            return x + ASIDE * number, y + BELOW
        return x + PILED[0] * number, y + PILED[1] * number

    @cached_property
    def _rings(self) -> dict[str, dict[str, Any]]:
        return {space: self._round(space, self._radius) for space in self.spaces}

    def _round(self, space: str, radius: float) -> dict[str, Any]:
        """A circle about a space."""
        (x, y), angles = self.layout.points[space], [2 * math.pi * n / ROUND for n in range(ROUND + 1)]
        spokes = [(radius * math.cos(angle), radius * math.sin(angle)) for angle in angles]
        return {"type": "Polygon", "coordinates": [[[round(x + a, 1), round(b - y, 1)] for a, b in spokes]]}

    def _map(self, scene: Scene) -> MapScene:
        return next((each for each in scene.maps if each.id == self.sheet), MapScene(self.sheet))

    def _on_top(self, scene: Scene, names: Mapping[Seat, str]) -> str:
        """Trails and clashes lowest, then what lies on plates, the tokens above all."""
        points, there = self.layout.points, self._map(scene)
        parts = [pieces.trail([points[space] for space in trail.spaces]) for trail in there.trails]
        parts += [pieces.placed(pieces.burst(clash.round), *points[clash.space]) for clash in there.clashes]
        letters = self.initials(names)
        standing: dict[str, list[str]] = {}
        lying: dict[str, int] = {}
        for piece in there.pieces:
            (x, y), kind = points[piece.space], self.pictures.kind(piece)
            drawn = self._drawn(piece, letters, names)
            if kind == "token":
                standing.setdefault(piece.space, []).append(drawn)
            elif kind == "flag":
                parts.append(pieces.placed(drawn, x + FLAG[0], y + FLAG[1]))
            else:
                n = lying[piece.space] = lying.get(piece.space, -1) + 1
                parts.append(pieces.placed(drawn, *self._plate(x, y, n)))
        taken = [
            *self._printed,
            *(self._plate_at(space, n) for space, count in lying.items() for n in range(count + 1)),
        ]
        for space, tokens in standing.items():
            spots = pieces.fan(len(tokens))
            x, y = self._free_spot(space, spots, taken)
            taken.append(_around_spots(spots, x, y))
            for (across, up), drawn in zip(spots, tokens, strict=True):
                parts.append(pieces.placed(drawn, x + across, y + up))
        return "".join(parts)

    @cached_property
    def _printed(self) -> list[Box]:
        """What pieces should leave in sight: the names and the spaces themselves."""
        names = [label.box for label in self.layout.labels]
        return names + list(self.layout.marks.values())

    def _plate_at(self, space: str, number: int) -> Box:
        """Where a plate lies beside a space."""
        x, y = self.layout.points[space]
        return _centred(self._plate(x, y, number), PLATE, PLATE)

    def _free_spot(self, space: str, spots: Sequence[Point], taken: Sequence[Box]) -> Point:
        """Where the tokens of a space stand: above it, or aside or below where they would hide something there."""
        x, y = self.layout.points[space]
        wide = max(across for across, _ in spots) if spots else 0.0
        ways = [
            (0.0, ABOVE),
            (wide - ABOVE, 0.0),
            (ABOVE - wide, 0.0),
            (wide - ABOVE, ABOVE / 2),
            (ABOVE - wide, ABOVE / 2),
        ]
        ways += [(0.0, -ABOVE - min(up for _, up in spots))]
        places = [(x + across, y + down) for across, down in ways]
        return min(places, key=lambda at: round(_around_spots(spots, *at).hidden(taken, math.inf), -1))

    def _drawn(self, piece: Piece, letters: Mapping[str, str], names: Mapping[Seat, str]) -> str:
        title = "" if piece.about is None else say(piece.about, self.texts, names)
        return self.pictures.draw(piece, letters.get(piece.letters, piece.letters[:2]), title)


# Sight -----------------------------------------------------------------------------------------------------------


def inside(point: Point, box: Box) -> bool:
    return box.left <= point[0] <= box.right and box.top <= point[1] <= box.bottom


def fits(box: Box, width: float, height: float) -> bool:
    return box.right - box.left <= width and box.bottom - box.top <= height


def nearest_two(points: Iterable[Point]) -> float:
    """How far apart the two nearest of some points are."""
    ordered = sorted(points)
    least = math.inf
    for at, (x, y) in enumerate(ordered, 1):
        for right, down in islice(ordered, at, None):
            if right - x >= least:
                break
            least = min(least, math.dist((x, y), (right, down)))
    return least


def _within(middle: float, view: float, sheet: float) -> float:
    """The middle of a view moved so that it shows the sheet and nothing beside it, if the sheet is large enough."""
    return sheet / 2 if view >= sheet else min(max(middle, view / 2), sheet - view / 2)


def _as_much(low: float, high: float, first: float, last: float, room: float) -> tuple[float, float]:
    """As much as has room of what lies between two places, and certainly what is between the first and the last."""
    if high - low <= room:
        return low, high
    middle = min(max((low + high) / 2, last - room / 2), first + room / 2)
    return middle - room / 2, middle + room / 2


def _around_spots(spots: Sequence[Point], x: float, y: float) -> Box:
    """What tokens cover that stand round a point."""
    across, ups = [spot[0] for spot in spots], [spot[1] for spot in spots]
    room = pieces.TOKEN + 1
    return Box(x + min(across) - room, y + min(ups) - room, x + max(across) + room + 3, y + max(ups) + room + 3)


def _centred(point: Point, width: float, height: float) -> Box:
    return Box(point[0] - width / 2, point[1] - height / 2, point[0] + width / 2, point[1] + height / 2)


# Names -----------------------------------------------------------------------------------------------------------


def initials_of(names: Mapping[str, str]) -> dict[str, str]:
    """The first letter of each name and the first later one that tells it from the others."""
    taken: set[str] = set()
    found = {}
    for thing, name in names.items():
        letters = "".join(char for char in _surname(name) if char.isalnum()) or thing
        pairs = [letters[0].upper() + other for other in letters[1:]] + [letters[0] + str(n) for n in range(10)]
        found[thing] = next((pair for pair in pairs if _plain(pair) not in taken), letters[:2])
        taken.add(_plain(found[thing]))
    return found


def _surname(name: str) -> str:
    """Without the particle: "de Soto" is known as Soto. "F. Pizarro" keeps the F."""
    return name.removeprefix("de ").removeprefix("デ・")


def _fits(wanted: str, spelling: str) -> int | None:
    """How well a spelling fits what is wanted: 0 is best; None: not at all."""
    if wanted == spelling:
        return 0
    return 1 if spelling.startswith(wanted) else 2 if wanted in spelling else None


def _plain(name: str) -> str:
    """For sorting and searching: without case and accents."""
    return "".join(char for char in unicodedata.normalize("NFD", name.casefold()) if not unicodedata.combining(char))
