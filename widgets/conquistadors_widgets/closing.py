"""The end of a game at a table: the page that tells it, and what can be done then."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import ipywidgets as w

from conquistadors.engine.game import Game
from conquistadors.odds.course import Course, course_work
from conquistadors_widgets.panels.closing import closing_html
from conquistadors_widgets.slices import WorkBar
from conquistadors_widgets.table_model import TableModel

DEEDS: Final = ("replay", "luck", "new-game")


class ClosingPanel(w.VBox):  # type: ignore[misc]  # ipywidgets publishes no types
    """The verdict at once; the curve and the rolls as soon as they are worked out."""

    def __init__(self, model: TableModel, do: Callable[[str], None]) -> None:
        """`do` is told which of the deeds somebody wants."""
        self._model = model
        self._told = w.HTML()
        self._bar = WorkBar(model.teller.texts.language)
        self.buttons = {deed: w.Button() for deed in DEEDS}
        for deed, button in self.buttons.items():
            button.on_click(lambda _, deed=deed: do(deed))
            button.add_class("cq-deed")
        deeds = w.Box(list(self.buttons.values()))
        deeds.add_class("cq-bar")
        self._of: tuple[Game[Any], int] | None = None
        self.course = Course()
        """As far as it is known."""
        super().__init__([self._told, self._bar, deeds])
        self.add_class("cq-closing-page")

    def show(self) -> None:
        """The game is over: tell it."""
        model = self._model
        for deed, button in self.buttons.items():
            button.description, button.tooltip = model.say(deed), model.say(f"{deed}-help")
        of = (model.game, len(model.game.answers))
        if of != self._of:
            self._of, self.course = of, Course()
            self._bar.speak(model.language)
            self._bar.ask(course_work(model.game), self._known, on_progress=self._known)
        self._draw()

    def stop(self) -> None:
        """Nothing has ended: what was being worked out is given up."""
        self._bar.stop()
        self._of = None

    def _known(self, course: Course | None) -> None:
        if course is not None:
            self.course = course
            self._draw()

    def _draw(self) -> None:
        model = self._model
        scene, texts, names = model.scene, model.teller.texts, model.game.names
        self._told.value = closing_html(
            model.prompt, scene.closing, self.course, texts, names, model.language, pictures=scene.pictures
        )
