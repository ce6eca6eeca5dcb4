"""How the games look at a table: what is drawn as the board, and what stands in the tabs beside it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from html import escape
from typing import Final, Protocol

import ipywidgets as w

from conquistadors.engine.requests import Choice
from conquistadors.games import scene_of
from conquistadors.games.conquest.rules.position import Indies
from conquistadors.games.conquest.rules.shared import ConquestRules
from conquistadors.scene.contract import Scene
from conquistadors_widgets import panels
from conquistadors_widgets.board import Boards, targets_of
from conquistadors_widgets.ocean import draw_ocean
from conquistadors_widgets.table_model import TableModel

HIGH: Final = "520px"
LOW: Final = "400px"
"""How high a map is by itself, and beside another with the question below."""

Panel = Callable[[TableModel], str]
"""A tab of the table, as HTML made from what its looker may see."""


Pick = Callable[[str, Mapping[str, Sequence[str]]], None]
"""Is told of a click on a space, with the answers that aim at spaces."""


class Face(Protocol):
    """What is particular to a game on the screen."""

    board: w.Widget
    panels: Mapping[str, Panel]
    """The tabs, by the key of their title."""
    wide: bool
    """The board takes the whole width, and the question stands below it."""

    def show(self, model: TableModel) -> None:
        """Draw the position on the board."""

    def strip(self, model: TableModel) -> str:
        """What is always in sight above the board, as HTML."""


class PlainFace:
    """A game with a drawing of its own, or with its position in words."""

    def __init__(self, draw: Panel) -> None:
        self._draw = draw
        self.board = w.HTML()
        self.wide = False
        self.panels: Mapping[str, Panel] = {}

    def show(self, model: TableModel) -> None:
        self.board.value = self._draw(model)

    def strip(self, model: TableModel) -> str:  # noqa: ARG002  # nothing
        return ""


class ConquestFace:
    """The maps of The Conquistadors, and its expeditions, cards and tracks."""

    def __init__(self, rules: ConquestRules, language: str, pick: Pick, look: Callable[[str], None]) -> None:
        """`pick` is told of a click on a space with the answers that aim at spaces, `look` of what is looked at."""
        self._rules = rules
        self.wide = len(rules.world.maps) > 1
        self._aimed: Mapping[str, Sequence[str]] = {}
        self.board = Boards(
            rules,
            lambda space: pick(space, self._aimed),
            language,
            LOW if self.wide else HIGH,
            on_look=lambda space: self._looked(space, look),
            inside=True,
        )
        self.panels: Mapping[str, Panel] = {key: partial(_tab, key) for key in scene_of(rules).tabs}

    def _looked(self, space: str, look: Callable[[str], None]) -> None:
        for answer in self._aimed.get(space, ())[:1]:
            look(answer)

    def show(self, model: TableModel) -> None:
        pos = _indies(model)
        self._aimed = targets_of(self._rules, () if model.curtain else model.game.options, pos)
        self.board.speak(model.language)
        self.board.show(pos, self._aimed, model.game.names, model.seat, _asked_about(pos, model))

    def strip(self, model: TableModel) -> str:
        texts = model.game.rules.texts(model.language)
        return panels.strip_html(_scene(model).strip, texts, model.game.names, model.language)


def face_of(model: TableModel, pick: Pick, look: Callable[[str], None]) -> Face:
    """The face of the game at the table."""
    rules = model.game.rules
    if isinstance(rules, ConquestRules):
        return ConquestFace(rules, model.language, pick, look)
    return PlainFace(draw_ocean if rules.scenario == "example" else as_text)


def as_text(model: TableModel) -> str:
    """The position as the rules describe it, for whoever looks at the screen."""
    return f'<pre class="cq-position">{escape(model.teller.position(model.position))}</pre>'


def _indies(model: TableModel) -> Indies:
    pos = model.position
    assert isinstance(pos, Indies)
    return pos


def _asked_about(pos: Indies, model: TableModel) -> str | None:
    """Where the expedition is that the question is about."""
    pending = model.game.pending
    about = dict(pending.facts).get("expedition") if isinstance(pending, Choice) and not model.curtain else None
    return pos.expeditions[about].space if isinstance(about, str) and about in pos.expeditions else None


def _scene(model: TableModel) -> Scene:
    """What the game shows to whoever looks at the screen."""
    pending = model.game.pending
    asked = pending if isinstance(pending, Choice) and pending.who == model.seat and not model.curtain else None
    return scene_of(model.game.rules)(model.position, model.seat, asked)


def _tab(key: str, model: TableModel) -> str:
    texts, names = model.game.rules.texts(model.language), model.game.names
    scene = _scene(model)
    return panels.parts_html(scene.tab(key), texts, names, model.language, tab=key, pictures=scene.pictures)
