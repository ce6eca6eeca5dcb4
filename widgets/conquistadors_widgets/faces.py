"""How a game looks at a table: the board, the strip above it and the tabs beside it, all from its scene."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from html import escape
from typing import Final

import ipywidgets as w

from conquistadors.games import scene_of
from conquistadors_widgets.board import Boards
from conquistadors_widgets.gestures import ORDER
from conquistadors_widgets.panels.parts import parts_html, strip_html
from conquistadors_widgets.table_model import TableModel

HIGH: Final = "520px"
LOW: Final = "400px"
"""How high a map is by itself, and beside another with the question below."""

Panel = Callable[[TableModel], str]
"""A tab of the table, as HTML made from what its looker may see."""

Pick = Callable[[str, Mapping[str, Sequence[str]]], None]
"""Is told of a click on a space, with the answers that aim at spaces."""


class Face:
    """A game on the screen: the maps of its scene or, if it has none, its position in words."""

    def __init__(self, model: TableModel, pick: Pick, look: Callable[[str], None]) -> None:
        """`pick` is told of a click on a space with the answers that aim at spaces, `look` of what is looked at."""
        rules = model.game.rules
        scenes = scene_of(rules)
        sheets = scenes.sheets(rules)
        self.wide = len(sheets) > 1
        """The board takes the whole width, and the question stands below it."""
        self.panels: Mapping[str, Panel] = {key: partial(_tab, key) for key in scenes.tabs}
        """The tabs, by the key of their title."""
        self._aimed: Mapping[str, Sequence[str]] = {}
        self._look = look
        self._text = w.HTML()
        self._boards: Boards | None = None
        if sheets:
            self._boards = Boards(
                rules,
                lambda space: pick(space, self._aimed),
                model.language,
                LOW if self.wide else HIGH,
                on_look=self._looked,
                inside=True,
            )
        self.board: w.Widget = self._text if self._boards is None else self._boards

    def _looked(self, space: str) -> None:
        for answer in self._aimed.get(space, ())[:1]:
            if not answer.startswith(ORDER):
                self._look(answer)

    def show(self, model: TableModel) -> None:
        """Draw the position on the board."""
        if self._boards is None:
            self._text.value = as_text(model)
            return
        scene = model.scene
        self._aimed = model.hands.aimed()
        self._boards.speak(model.language)
        self._boards.show(scene, self._aimed, model.game.names)

    def strip(self, model: TableModel) -> str:
        """What is always in sight above the board, as HTML."""
        cells = model.scene.strip
        return strip_html(cells, model.teller.texts, model.game.names, model.language) if cells else ""

    def title(self, key: str, model: TableModel) -> str:
        """What a tab of the game is called."""
        return model.teller.texts.say(f"tab.{key}")


def as_text(model: TableModel) -> str:
    """The position as the rules describe it, for whoever looks at the screen."""
    return f'<pre class="cq-position">{escape(model.teller.position(model.position))}</pre>'


def _tab(key: str, model: TableModel) -> str:
    scene, texts, names = model.scene, model.teller.texts, model.game.names
    return parts_html(scene.tab(key), texts, names, model.language, tab=key, pictures=scene.pictures)
