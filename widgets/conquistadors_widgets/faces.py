"""How a game looks at a table, from its scene: the stage with its maps, the strip above, what is at hand, the tabs."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from html import escape
from typing import Final

import ipywidgets as w

from conquistadors.engine.requests import Seat
from conquistadors.games import scene_of
from conquistadors.scene.contract import Scene
from conquistadors.scene.maps import MapScene, Piece
from conquistadors.scene.panels import Contest
from conquistadors_widgets.board import Board
from conquistadors_widgets.closing import ClosingPanel
from conquistadors_widgets.gestures import ORDER
from conquistadors_widgets.panels.at_hand import at_hand_html
from conquistadors_widgets.panels.contest import contest_html
from conquistadors_widgets.panels.parts import parts_html, strip_html
from conquistadors_widgets.stage import Stage
from conquistadors_widgets.table_model import TableModel

CONTEST, CLOSING, TEXT = ":contest", ":closing", ":text"
"""The pages of the stage that are no maps."""
FEW_PLAYERS: Final = 1
FEW_CELLS: Final = 4
"""Of so many players, and so many cells of the strip, all stands in one line with the buttons."""

Panel = Callable[[TableModel], str]
"""A tab of the table, as HTML made from what its looker may see."""

Pick = Callable[[str, Mapping[str, Sequence[str]]], None]
"""Is told of a click on a space, with the answers that aim at spaces."""


class Face:
    """A game on the screen: the maps of its scene or, if it has none, its position in words."""

    def __init__(
        self,
        model: TableModel,
        pick: Pick,
        look: Callable[[str], None],
        closing: ClosingPanel | None = None,
        *,
        large: bool = False,
    ) -> None:
        """`pick` is told of a click on a space with the answers that aim at spaces, `look` of what is looked at.

        `closing` is the page that ends a game.
        """
        rules = model.game.rules
        scenes = scene_of(rules)
        self.panels: Mapping[str, Panel] = {key: partial(_tab, key) for key in scenes.tabs}
        """The tabs, by the key of their title."""
        self.crowded = len(rules.seats) > FEW_PLAYERS or len(model.scene.strip) > FEW_CELLS
        """Whether the strip is too long to stand beside the buttons."""
        self._aimed: Mapping[str, Sequence[str]] = {}
        self._look = look
        self._closing = closing = closing or ClosingPanel(model, lambda _: None)
        self._text = w.HTML()
        self._contest = w.HTML()
        self._left: dict[Seat | None, Scene] = {}
        """What everybody saw when they gave their last answer."""
        self.stage = stage = Stage()
        self.boards = {
            sheet: Board(
                rules,
                sheet,
                lambda space: pick(space, self._aimed),
                model.language,
                on_look=self._looked,
                inside=True,
                head=stage.switch,
                large=large,
            )
            for sheet in scenes.sheets(rules)
        }
        pages: dict[str, w.Widget] = dict(self.boards) or {TEXT: self._text}
        stage.add({**pages, CONTEST: _page(stage.switch, self._contest), CLOSING: _page(stage.switch, closing)})
        stage.on_turn = self._turned
        self._last: tuple[TableModel, Scene, tuple[str, ...]] | None = None

    @property
    def spaces(self) -> dict[str, str]:
        """The names of the spaces of all maps, by their ids."""
        return {space: name for board in self.boards.values() for space, name in board.model.names.items()}

    def enlarge(self, large: bool) -> None:
        for board in self.boards.values():
            board.enlarge(large)

    def _looked(self, space: str) -> None:
        for answer in self._aimed.get(space, ())[:1]:
            if not answer.startswith(ORDER):
                self._look(answer)

    # What has changed ------------------------------------------------------------------------------------------------

    def leave(self, model: TableModel) -> None:
        """Whoever looks is about to answer: what changes from here on is marked for them."""
        self._left[model.seat] = model.scene

    def forget(self) -> None:
        """Something was taken back: nothing has just changed."""
        self._left.clear()

    # Showing ---------------------------------------------------------------------------------------------------------

    def show(self, model: TableModel, moment: tuple[Scene, Scene | None] | None = None, headline: str = "") -> None:
        """Draw the position on the stage; or a moment of the past, with what had changed then.

        `headline` are the odds of a battle under way, as the odds beside it have them.
        """
        scene, before = moment or (model.scene, self._left.get(model.seat))
        self._aimed = {} if moment is not None else model.hands.aimed()
        contest = None if model.curtain else scene.contest
        over = model.over and moment is None
        if contest is not None:
            self._draw_contest(model, scene, contest, before, headline)
        if over:
            self._closing.show()
        else:
            self._closing.stop()
        self._text.value = "" if self.boards else as_text(model)
        changed = () if before is None else tuple(changes(before.maps, scene.maps))
        offered = [(sheet, board.model.title) for sheet, board in self.boards.items()] or [(TEXT, "")]
        offered += [(CONTEST, model.say("battle"))] if contest is not None else []
        offered += [(CLOSING, model.say("ending"))] if over else []
        wanted = CLOSING if over else CONTEST if contest is not None else self._sheet(scene, changed)
        for board in self.boards.values():
            board.speak(model.language)
        self.stage.show(offered, wanted, (model.question, model.curtain, scene if moment else None))
        self._last = model, scene, changed
        self._turned()

    def _turned(self) -> None:
        """Another map has come into sight: only what is seen is drawn."""
        if self._last is not None and self.stage.page in self.boards:
            model, scene, changed = self._last
            self.boards[self.stage.page].show(scene, self._aimed, model.game.names, changed)

    def _sheet(self, scene: Scene, changed: Collection[str]) -> str:
        """The map where the question is; else where somebody acts, something changed, or the looker has something."""
        if not self.boards:
            return TEXT
        wanted = ([scene.active] if scene.active else [], list(self._aimed), changed, scene.own)
        for spaces in wanted:
            found = {sheet: len(board.model.here(spaces)) for sheet, board in self.boards.items()}
            if any(found.values()):
                best = max(found.values())
                now = self.stage.page
                return now if found.get(now) == best else next(sheet for sheet, n in found.items() if n == best)
        return self.stage.page if self.stage.page in self.boards else next(iter(self.boards))

    def _draw_contest(
        self, model: TableModel, scene: Scene, contest: Contest, before: Scene | None, headline: str
    ) -> None:
        self._contest.value = contest_html(
            contest,
            model.teller.texts,
            model.game.names,
            model.language,
            pictures=scene.pictures,
            before=None if before is None else before.contest,
            headline=headline,
        )

    def strip(self, model: TableModel) -> str:
        """What is always in sight above the board, as HTML."""
        cells = model.scene.strip
        return strip_html(cells, model.teller.texts, model.game.names, model.language) if cells else ""

    def at_hand(self, model: TableModel) -> tuple[str, str]:
        """The looker's own forces and cards in short, as HTML; "" where there are none to show."""
        scene, texts, names = model.scene, model.teller.texts, model.game.names
        playable = {where[1] for option in model.options if (where := scene.where(option)) and where[0] == "card"}
        found = [
            at_hand_html(scene.tab(key), texts, names, model.language, pictures=scene.pictures, playable=playable)
            if key and not model.curtain
            else ""
            for key in scene.at_hand
        ]
        return found[0], found[1]

    def title(self, key: str, model: TableModel) -> str:
        """What a tab of the game is called."""
        return model.teller.texts.say(f"tab.{key}")


def changes(before: Sequence[MapScene], now: Sequence[MapScene]) -> list[str]:
    """The spaces where something came, went or looks different."""
    found: dict[str, None] = {}
    was = {piece.id: piece for each in before for piece in each.pieces}
    is_ = {piece.id: piece for each in now for piece in each.pieces}
    for id_ in (*was, *(id_ for id_ in is_ if id_ not in was)):
        old, new = was.get(id_), is_.get(id_)
        alike = old is not None and new is not None and _settled(old) == _settled(new)
        if not alike:
            found |= dict.fromkeys(piece.space for piece in (old, new) if piece is not None)
    return list(found)


def _settled(piece: Piece) -> tuple[object, ...]:
    """A piece without what marks whoever acts."""
    states = tuple(state for state in piece.states if state != "active")
    return piece.look, piece.space, piece.owner, piece.count, piece.badges, states


def _page(switch: w.Widget, inside: w.Widget) -> w.VBox:
    page = w.VBox([switch, inside])
    page.add_class("cq-stage-page")
    return page


def as_text(model: TableModel) -> str:
    """The position as the rules describe it, for whoever looks at the screen."""
    return f'<pre class="cq-position">{escape(model.teller.position(model.position))}</pre>'


def _tab(key: str, model: TableModel) -> str:
    scene, texts, names = model.scene, model.teller.texts, model.game.names
    return parts_html(scene.tab(key), texts, names, model.language, tab=key, pictures=scene.pictures)
