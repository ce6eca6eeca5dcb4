"""The maps of a game as pictures, with a table of their spaces that can be searched."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final

import ipywidgets as w

from conquistadors.engine.arguments import checks_arguments
from conquistadors.engine.texts import speaking
from conquistadors.games import DEFAULT, pack_of
from conquistadors.odds.questions import Setting
from conquistadors.packs.printed import Atlas, SpaceRow
from conquistadors_widgets.explorers.controls import Settings
from conquistadors_widgets.explorers.listing import Listing
from conquistadors_widgets.explorers.page import Page
from conquistadors_widgets.html import html
from conquistadors_widgets.words import words

MOST_TOLD: Final = 6
"""So many spaces of other maps are named."""


@lru_cache(maxsize=12)
def map_picture(name: str, language: str = "en", game: str = DEFAULT) -> str:
    """A map of the kit as SVG; to place its names takes a second, so it is drawn once."""
    return pack_of(game).draw(name, language=language)


class AtlasModel(Listing):
    """Which map is looked at, and which of its spaces are asked for."""

    def __init__(self, language: str = "en", game: str = DEFAULT) -> None:
        self.atlas: Atlas = pack_of(game).atlas(language)
        super().__init__(language, self.atlas.filters)
        self._rows = dict(self.atlas.rows)
        self.map = next((name for _, name in self.atlas.maps), "")
        """The id of the map."""

    def set(self, key: str, value: Any) -> None:
        if key == "map":
            self.map = value
        else:
            super().set(key, value)

    def settings(self) -> list[Setting]:
        title = self._words.say("explorers.map-chosen")
        maps = [Setting("map", "choice", title, self.map, self.atlas.maps)] if self.atlas.maps else []
        return [*maps, *super().settings()]

    def shown(self) -> list[SpaceRow]:
        """The spaces of the map that fit all filters."""
        return self.fitting(self._rows.get(self.map, ()))

    @property
    def searches(self) -> bool:
        """Whether somebody looks for words."""
        return bool(str(self._values["search"]).strip())

    def elsewhere(self) -> list[tuple[str, str, SpaceRow]]:
        """What fits on other maps, where the words that are searched for are found there: map, its title, space."""
        if not self.searches:
            return []
        others = [(name, title) for title, name in self.atlas.maps if name != self.map]
        return [(name, title, row) for name, title in others for row in self.fitting(self._rows.get(name, ()))]

    def count(self) -> str:
        facts = {"count": len(self.shown()), "all": len(self._rows.get(self.map, ()))}
        return self._words.say("explorers.spaces-shown", facts)


ROWS: Final = """<table class="cq-explorers-spaces"><thead><tr>
{%- for head in heads %}<th scope="col">{{ head }}</th>{% endfor %}</tr></thead><tbody>
{%- for row, grade in rows %}<tr><th scope="row">{{ row.name }}</th>
{%- for cell in row.cells %}<td>{{ cell }}</td>{% endfor -%}
<td class="cq-explorers-{{ row.grade }}" title="{{ row.source }}">{{ grade }}</td></tr>{% endfor %}</tbody></table>"""
ELSEWHERE: Final = """<p class="cq-explorers-message" role="status">{{ said }}</p>"""
FOUND: Final = """<style>.cq-explorers-map [data-space] { opacity: .25; }
{%- for space in spaces %} .cq-explorers-map [data-space="{{ space }}"] { opacity: 1; }{% endfor %}</style>"""


def rows_html(heads: tuple[str, ...], rows: list[SpaceRow], language: str) -> str:
    """The table of spaces."""
    say = words(language).say
    named = (say("explorers.space-name"), *heads, say("explorers.grade-of"))
    return html(ROWS, heads=named, rows=[(row, say(f"explorers.grade.{row.grade}")) for row in rows])


class MapAtlas(Page):
    """A thin face on an `AtlasModel`."""

    def __init__(self, language: str = "en", *, game: str = DEFAULT, large: bool = False) -> None:
        self.model = AtlasModel(language, game)
        self._game = game
        self.settings = Settings(self._set)
        self._picture = w.HTML()
        self._count = w.HTML()
        self._rows = w.HTML()
        self._picture.add_class("cq-explorers-map")
        self._rows.add_class("cq-explorers-tall")
        self._drawn = ""
        self._elsewhere, self._marks = w.HTML(), w.HTML(layout={"display": "none"})
        found = w.VBox([self._count, self._elsewhere, self._rows])
        found.add_class("cq-explorers-found")
        body = w.HBox([self._picture, found])
        body.add_class("cq-explorers-atlas")
        children = [self.settings, self._marks, body]
        super().__init__(words(language).say("explorers.atlas-title"), children, large=large)
        self.settings.show(self.model.settings())
        self.show()

    def show(self) -> None:
        """Show the map and the spaces that are asked for."""
        model = self.model
        if self._drawn != model.map:
            self._picture.value = map_picture(model.map, model.language, self._game)
            self._drawn = model.map
        self._count.value = html('<small role="status">{{ said }}</small>', said=model.count())
        told = [f"{row.name} ({title})" for _, title, row in model.elsewhere()]
        said = words(model.language).say(
            "explorers.found-elsewhere", {"spaces": ", ".join(told[:MOST_TOLD]), "count": len(told)}
        )
        spaces = [row.id for row in model.shown()] if model.searches else []
        self._marks.value = html(FOUND, spaces=spaces) if spaces else ""
        self._elsewhere.value = html(ELSEWHERE, said=said) if told else ""
        self._rows.value = rows_html(model.atlas.heads, model.shown(), model.language)

    def text(self) -> str:
        lines = [row.line for row in self.model.shown()]
        return "\n".join([self.model.count(), *lines])

    def _set(self, key: str, value: Any) -> None:
        self.model.set(key, value)
        self.show()


@checks_arguments()
def map_atlas(language: str | None = None, *, game: str = DEFAULT, large: bool = False) -> MapAtlas:
    """Show the maps of a game with their spaces: name, kind, neighbours, history and grade."""
    with speaking(language) as language:
        return MapAtlas(language, game=game, large=large)
