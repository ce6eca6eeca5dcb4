"""What a board shows, without any widget: the ground, the pieces, where one may click, and the same in words."""

from __future__ import annotations

import json
import math
import unicodedata
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import Any, Final, NamedTuple, TypeAlias

from conquistadors.engine import Option, Seat, SetupError, shown
from conquistadors.engine.texts import told
from conquistadors.games.conquest.atlas import draw_sheet, layout
from conquistadors.games.conquest.rules.position import Expedition, Indies, Site
from conquistadors.games.conquest.rules.shared import ConquestRules
from conquistadors.maps.labels import Box, Layout
from conquistadors.maps.svg import Point
from conquistadors.resources import data_root
from conquistadors_widgets import pieces
from conquistadors_widgets.board_text import Row, SpaceTeller, settler

Targets: TypeAlias = Mapping[str, Sequence[str]]
"""Spaces with the ids of the options that aim at them."""
Corners: TypeAlias = tuple[Point, Point]
"""South-west and north-east as (latitude, longitude): up is positive there, while y of a picture goes down."""

RING, ROUND = 15.0, 16
"""The radius of the target round a space, and its corners."""
ABOVE, BELOW = -22.0, 19.0
"""How far from a space its expeditions and its marker stand, so that its level stays in sight."""
MARKER = 18.0
"""Names keep clear of the marker below a space."""
SMALLEST: Final = (480.0, 620.0)
"""What is shown at least, and at most so that names are readable, from left to right: on a small board."""
READABLE: Final = (1.5, 1.15)
"""The same on larger boards, as pixels for a unit."""
CLOSEST, FARTHEST, STEP = 1.5, -2.25, 0.25
"""Zoom: 0 is a pixel for a unit, each step up doubles that."""


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


class BoardModel:
    """One of the maps of a game, as seen by whoever looks at a view of the position."""

    def __init__(self, rules: ConquestRules, sheet: str, language: str = "en") -> None:
        if sheet not in rules.world.maps:
            raise SetupError(told("face.maps", known=rules.world.maps, wanted=shown(sheet)))
        self.rules = rules
        self.sheet = sheet
        self.language = language
        self.teller = SpaceTeller(rules, language)
        self._svg, self.layout, self.credit = _drawn(
            json.dumps(rules.pack.read(f"maps/{sheet}.toml"), sort_keys=True), sheet, language
        )

    # What is drawn -----------------------------------------------------------------------------------------------

    @property
    def title(self) -> str:
        name = self.rules.world.maps[self.sheet].board.name[self.language]
        return self.rules.texts(self.language).say("atlas.title", {"name": name})

    @property
    def spaces(self) -> Collection[str]:
        return self.rules.world.maps[self.sheet].spaces

    @property
    def bounds(self) -> Corners:
        """The whole sheet."""
        frame = self.layout.frame
        return (-frame.height, 0.0), (0.0, frame.width)

    def ground(self) -> tuple[str, Corners]:
        """The land with all spaces, lines and names, as SVG, and where it lies. It never changes."""
        return self._svg, self.bounds

    def pieces(self, pos: Indies, names: Mapping[Seat, str]) -> str:
        """All that lies on the map, as SVG of the same size as the ground."""
        return pieces.sheet(self._on_top(pos, names), self.layout.frame.width, self.layout.frame.height)

    def picture(self, pos: Indies, names: Mapping[Seat, str]) -> str:
        """Ground and pieces as one SVG, for a page without widgets."""
        return self._svg.removesuffix("</svg>") + self.pieces(pos, names) + "</svg>"

    def features(self, pos: Indies, targets: Targets, active: str | None = None) -> dict[str, Any]:
        """A ring round every space as GeoJSON, to point at and to click on; the style sheet gives it its look.

        The ring of the `active` space is thicker; without one it is that of the expedition that acts now.
        """
        active = active or active_space(pos)
        shapes = []
        for space, ring in self._rings.items():
            look = f"cq-board-space cq-board-at-{space}"
            look += " cq-board-target" if targets.get(space) else ""
            look += " cq-board-active" if space == active else ""
            properties = {"id": space, "style": {"className": look, "smoothFactor": 0}}
            shapes.append({"type": "Feature", "properties": properties, "geometry": ring})
        return {"type": "FeatureCollection", "features": shapes}

    # The same in words -------------------------------------------------------------------------------------------

    def describe(self, pos: Indies, space: str, names: Mapping[Seat, str]) -> list[str]:
        """What is to be said about a space: its name and kind, its history, what is there."""
        return self.teller.describe(pos, space, names)

    def rows(self, pos: Indies, names: Mapping[Seat, str]) -> list[Row]:
        """What lies on the map, space by space in the order of their names."""
        rows = (self.teller.row(pos, space, names) for space in self.spaces)
        return sorted((row for row in rows if row is not None), key=lambda row: _plain(row.name))

    def as_text(self, pos: Indies, names: Mapping[Seat, str]) -> str:
        """The map as text."""
        lines = [f"  {row.name} ({row.kind}): {'; '.join(row.lines)}" for row in self.rows(pos, names)]
        return "\n".join([self.title, *lines])

    @cached_property
    def names(self) -> dict[str, str]:
        """The name of every space of the map, by its id, in the order of the names."""
        named = {space: self.teller.name(space) for space in self.spaces}
        return dict(sorted(named.items(), key=lambda pair: _plain(pair[1])))

    # Where to look -----------------------------------------------------------------------------------------------

    def here(self, spaces: Iterable[str]) -> list[str]:
        """Those of the spaces that are on this map."""
        return [space for space in spaces if space in self.spaces]

    def home(self, pos: Indies, targets: Targets, seat: Seat, window: Window) -> Box:
        """Where the player's expeditions and the targets are, or most of them."""
        own = {pos.expeditions[commander].space for commander in pos.expeditions_of(seat)}
        weights = dict.fromkeys(self.here(targets), 1) | dict.fromkeys(self.here(own), 3)
        if not weights:
            weights = dict.fromkeys(self.here(self.rules.world.havens) or list(self.spaces), 1)
        return self.best_part(weights, window)

    def best_part(self, weights: Mapping[str, int], window: Window) -> Box:
        """The part of the map that holds most of some spaces, with names that can be read."""
        whole, width, height = self.around(weights), window.most, window.most * window.shape
        if fits(whole, width, height):
            return whole
        points = self.layout.points
        parts = [_centred(points[space], width, height) for space in weights]
        best = max(parts, key=lambda part: sum(n for s, n in weights.items() if inside(points[s], part)))
        return self.around(space for space in weights if inside(points[space], best))

    def around(self, spaces: Iterable[str]) -> Box:
        """A box with these spaces and some room."""
        xs, ys = zip(*(self.layout.points[space] for space in spaces), strict=True)
        return Box(min(xs), min(ys), max(xs), max(ys)).grown(45)

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

    def look_at(self, box: Box, window: Window, closer: bool = True) -> tuple[Point, float]:
        """The centre (latitude, longitude) and the zoom at which a window shows the box, and little beside the sheet.

        A small box is not blown up beyond what is readable; without `closer` neither is the whole map cut.
        """
        across, down = max(box.right - box.left, window.least if closer else 1.0), max(box.bottom - box.top, 1.0)
        scale = max(min(window.width / across, window.height / down), 2.0**FARTHEST)
        zoom = min(math.floor(math.log2(scale) / STEP) * STEP, CLOSEST)
        sheet, scale = self.layout.frame, 2.0**zoom
        x = _within((box.left + box.right) / 2, window.width / scale, sheet.width)
        y = _within((box.top + box.bottom) / 2, window.height / scale, sheet.height)
        return (-y, x), zoom

    # Pieces ------------------------------------------------------------------------------------------------------

    @cached_property
    def initials(self) -> dict[str, str]:
        """Two letters for every conquistador; no two have the same."""
        return initials_of({man: record.name[self.language] for man, record in self.rules.men.items()})

    @cached_property
    def _rings(self) -> dict[str, dict[str, Any]]:
        angles = [2 * math.pi * n / ROUND for n in range(ROUND + 1)]
        spokes = [(RING * math.cos(angle), RING * math.sin(angle)) for angle in angles]
        rings = {}
        for space in self.spaces:
            x, y = self.layout.points[space]
            rings[space] = {"type": "Polygon", "coordinates": [[[round(x + a, 1), round(b - y, 1)] for a, b in spokes]]}
        return rings

    def _on_top(self, pos: Indies, names: Mapping[Seat, str]) -> str:
        points = self.layout.points
        parts = []
        if pos.march is not None:
            parts.append(pieces.trail([points[space] for space in self.here(pos.march.path)]))
        if pos.battle is not None and pos.battle.space in self.spaces:
            parts.append(pieces.placed(pieces.clash(pos.battle.round), *points[pos.battle.space]))
        for space in self.spaces:
            parts += self._signs(pos, space)
        standing: dict[str, list[str]] = {}
        for commander in sorted(pos.expeditions):
            standing.setdefault(pos.expeditions[commander].space, []).append(commander)
        for space in self.here(standing):
            x, y = points[space]
            for (across, up), commander in zip(pieces.fan(len(standing[space])), standing[space], strict=True):
                parts.append(pieces.placed(self._token(pos, commander, names), x + across, y + ABOVE + up))
        return "".join(parts)

    def _signs(self, pos: Indies, space: str) -> list[str]:
        x, y = self.layout.points[space]
        signs = _signs_of(pos.site(space))
        drawn = [pieces.placed(pieces.sign(sign), x - 26 * n, y + BELOW) for n, sign in enumerate(signs)]
        owner = settler(pos, space)
        if owner is not None:
            drawn.append(pieces.placed(pieces.flag(owner), x + 13, y + 6))
        return drawn

    def _token(self, pos: Indies, commander: str, names: Mapping[Seat, str]) -> str:
        held: Expedition = pos.expeditions[commander]
        return pieces.token(
            pieces.Token(
                held.owner,
                self.initials.get(commander, commander[:2]),
                pos.units(commander).size,
                held.allies.size,
                len(held.kings),
                held.space in self.rules.world.sea,
                commander == active_expedition(pos),
                self.teller.expedition(pos, commander, names),
            )
        )


def _signs_of(site: Site) -> list[pieces.Sign]:
    """The marker of a space, and what is said of a legend there."""
    signs = []
    marker = site.marker or ("known" if site.known else None)
    if marker is not None:
        signs.append(pieces.Sign(marker, site.hostile, site.ally, site.out, site.king, site.garrison.size))
    elif site.garrison.titles:
        signs.append(pieces.Sign("known", site.hostile, garrison=site.garrison.size))
    if site.legend is not None or site.legend_found:
        signs.append(pieces.Sign("legend-found" if site.legend_found else "legend"))
    return signs


# Options ---------------------------------------------------------------------------------------------------------


def targets_of(
    rules: ConquestRules, options: Iterable[Option], pos: Indies | None = None
) -> dict[str, tuple[str, ...]]:
    """The spaces that options aim at: a space that they name, else, with `pos`, where the named expedition is."""
    found: dict[str, list[str]] = {}
    for each in options:
        named = [part for part in (each.target, each.subject) if part is not None]
        spaces = [part for part in named if part in rules.world.spaces]
        if not spaces and pos is not None:
            spaces = list(dict.fromkeys(pos.expeditions[part].space for part in named if part in pos.expeditions))
            spaces = spaces if len(spaces) == 1 else []
        if spaces:
            found.setdefault(spaces[0], []).append(each.id)
    return {space: tuple(ids) for space, ids in found.items()}


def active_expedition(pos: Indies) -> str | None:
    """The expedition that acts now, if one does."""
    if pos.battle is not None:
        doer = pos.battle.attacker.expedition or pos.battle.defender.expedition
    elif pos.march is not None:
        doer = pos.march.expedition
    else:
        doer = None if pos.action is None else pos.action.expedition
    return doer if doer in pos.expeditions else None


def active_space(pos: Indies) -> str | None:
    """Where the expedition is that acts now."""
    doer = active_expedition(pos)
    return None if doer is None else pos.expeditions[doer].space


# Sight -----------------------------------------------------------------------------------------------------------


def inside(point: Point, box: Box) -> bool:
    return box.left <= point[0] <= box.right and box.top <= point[1] <= box.bottom


def fits(box: Box, width: float, height: float) -> bool:
    return box.right - box.left <= width and box.bottom - box.top <= height


def _within(middle: float, view: float, sheet: float) -> float:
    """The middle of a view moved so that it shows the sheet and nothing beside it, if the sheet is large enough."""
    return sheet / 2 if view >= sheet else min(max(middle, view / 2), sheet - view / 2)


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
    """Without the particle: "de Soto" is known as Soto. "F. Pizarro" keeps his F."""
    return name.removeprefix("de ").removeprefix("デ・")


def _plain(name: str) -> str:
    """For sorting: without accents."""
    return "".join(char for char in unicodedata.normalize("NFD", name.casefold()) if not unicodedata.combining(char))


@lru_cache(maxsize=8)
def _drawn(board: str, sheet: str, language: str) -> tuple[str, Layout, str]:
    """The ground of a map, by the content of its file: it takes a second, and serves every game."""
    parsed = json.loads(board)
    land = json.loads((data_root() / "conquest" / "geo" / f"{sheet}.json").read_text(encoding="utf-8"))
    placed = layout(parsed, land, language, legend=False, room=MARKER)
    return draw_sheet(parsed, land, placed, language), placed, str(land.get("credit", ""))
