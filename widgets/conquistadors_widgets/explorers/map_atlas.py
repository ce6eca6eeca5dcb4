"""The maps as pictures, with a table of their spaces that can be searched."""

from __future__ import annotations

import json
from functools import lru_cache
from html import escape
from typing import Any, Final

import ipywidgets as w

from conquistadors.engine.records import record
from conquistadors.engine.texts import speaking
from conquistadors.games.conquest.atlas import draw_map
from conquistadors.games.conquest.pack.geography import Geography
from conquistadors.games.conquest.pack.records import MAPS, Pack, Space
from conquistadors.resources import data_root
from conquistadors_widgets.explorers.controls import ANY, Setting, Settings
from conquistadors_widgets.explorers.page import Page
from conquistadors_widgets.words import words

SPACE_KINDS: Final = ("level", "desert", "rain-forest", "legend", "sea", "cuba", "panama")


@record
class SpaceRow:
    """A space as a row of the table."""

    id: str
    name: str
    kind: str
    level: int | None
    marks: str
    by_land: str
    by_sea: str
    history: str
    grade: str
    source: str

    def line(self) -> str:
        """The row as plain text."""
        level = "" if self.level is None else f" {self.level}"
        return f"{self.name}{level}: {'; '.join(filter(None, (self.by_land, self.by_sea)))}"

    def tells(self, searched: str) -> bool:
        """Whether all the words that are looked for are in the row."""
        in_it = " ".join((self.name, self.marks, self.by_land, self.by_sea, self.history)).casefold()
        return all(word in in_it for word in searched.casefold().split())


def space_rows(name: str, language: str = "en", pack: Pack | None = None) -> list[SpaceRow]:
    """The spaces of a map, by name."""
    geography = Geography((pack or Pack()).board(name))
    say = words(language).say
    called = {space.id: space.name[language] for space in geography.spaces.values()}

    def neighbours(ids: list[str]) -> str:
        return ", ".join(sorted(called[each] for each in ids))

    def marks(space: Space) -> str:
        found = [
            say("explorers.minus-one") if space.minus_one else "",
            say("explorers.mar-del-sur") if space.mar_del_sur else "",
            "" if space.legend is None else say("explorers.legend-number", {"number": space.legend}),
        ]
        return ", ".join(filter(None, found))

    rows = [
        SpaceRow(
            space.id,
            called[space.id],
            space.kind,
            space.level,
            marks(space),
            neighbours(geography.by_land[space.id]),
            neighbours(geography.by_sea[space.id]),
            space.history[language],
            space.grade,
            space.source,
        )
        for space in geography.spaces.values()
    ]
    return sorted(rows, key=lambda row: row.name)


@lru_cache(maxsize=12)
def map_picture(name: str, language: str = "en") -> str:
    """A map of the kit as SVG; to place its names takes a second, so it is drawn once."""
    land = json.loads((data_root() / "conquest" / "geo" / f"{name}.json").read_text(encoding="utf-8"))
    return draw_map(Pack().read(f"maps/{name}.toml"), land, language)


class AtlasModel:
    """Which map is looked at, and which of its spaces are asked for."""

    def __init__(self, language: str = "en") -> None:
        self.language = language
        self._words = words(language)
        self._rows = {name: space_rows(name, language) for name in MAPS}
        self._values: dict[str, Any] = {"map": MAPS[0], "kind": ANY, "level": ANY, "search": ""}

    @property
    def map(self) -> str:
        return str(self._values["map"])

    def set(self, key: str, value: Any) -> None:
        self._values[key] = value

    def settings(self) -> list[Setting]:
        say, values = self._words.say, self._values
        anything = (say("explorers.all"), ANY)
        maps = tuple((say(f"explorers.map.{name}"), name) for name in MAPS)
        kinds = tuple((say(f"explorers.space.{kind}"), kind) for kind in SPACE_KINDS)
        known = sorted({row.level for rows in self._rows.values() for row in rows if row.level is not None})
        levels = tuple((str(level), level) for level in known)
        return [
            Setting("map", "choice", say("explorers.map-chosen"), values["map"], maps),
            Setting("kind", "choice", say("explorers.space-kind"), values["kind"], (anything, *kinds)),
            Setting("level", "choice", say("explorers.level"), values["level"], (anything, *levels)),
            Setting("search", "text", say("explorers.search"), values["search"], hint=say("explorers.search-hint")),
        ]

    def shown(self) -> list[SpaceRow]:
        """The spaces that fit all filters."""
        kind, level = self._values["kind"], self._values["level"]
        return [
            row
            for row in self._rows[self.map]
            if kind in (ANY, row.kind) and level in (ANY, row.level) and row.tells(self._values["search"])
        ]

    def count(self) -> str:
        facts = {"count": len(self.shown()), "all": len(self._rows[self.map])}
        return self._words.say("explorers.spaces-shown", facts)


HEADS: Final = ("space-name", "level", "space-kind", "by-land", "by-sea", "history", "grade-of")


def rows_html(rows: list[SpaceRow], language: str) -> str:
    """The table of spaces."""
    say = words(language).say
    head = "".join(f'<th scope="col">{escape(say(f"explorers.{each}"))}</th>' for each in HEADS)
    body = []
    for row in rows:
        kind = say(f"explorers.space.{row.kind}") + (f", {row.marks}" if row.marks else "")
        grade = say(f"explorers.grade.{row.grade}")
        level = "" if row.level is None else str(row.level)
        cells = [level, kind, row.by_land, row.by_sea, row.history]
        body.append(
            f'<tr><th scope="row">{escape(row.name)}</th>'
            + "".join(f"<td>{escape(cell)}</td>" for cell in cells)
            + f'<td class="cq-explorers-{escape(row.grade)}" title="{escape(row.source)}">{escape(grade)}</td></tr>'
        )
    return f'<table class="cq-explorers-spaces"><thead><tr>{head}</tr></thead><tbody>{"".join(body)}</tbody></table>'


class MapAtlas(Page):
    """A thin face on an `AtlasModel`."""

    def __init__(self, language: str = "en", *, large: bool = False) -> None:
        self.model = AtlasModel(language)
        self.settings = Settings(self._set)
        self._picture = w.HTML()
        self._count = w.HTML()
        self._rows = w.HTML()
        self._picture.add_class("cq-explorers-map")
        self._rows.add_class("cq-explorers-tall")
        self._drawn = ""
        children = [self.settings, self._picture, self._count, self._rows]
        super().__init__(words(language).say("explorers.atlas-title"), children, large=large)
        self.settings.show(self.model.settings())
        self.show()

    def show(self) -> None:
        """Show the map and the spaces that are asked for."""
        model = self.model
        if self._drawn != model.map:
            self._picture.value = map_picture(model.map, model.language)
            self._drawn = model.map
        self._count.value = f'<small role="status">{escape(model.count())}</small>'
        self._rows.value = rows_html(model.shown(), model.language)

    def text(self) -> str:
        lines = [row.line() for row in self.model.shown()]
        return "\n".join([self.model.count(), *lines])

    def _set(self, key: str, value: Any) -> None:
        self.model.set(key, value)
        self.show()


def map_atlas(language: str | None = None, *, large: bool = False) -> MapAtlas:
    """Both maps as pictures, with their spaces: name, level, kind, neighbours, history and grade."""
    with speaking(language) as language:
        return MapAtlas(language, large=large)
