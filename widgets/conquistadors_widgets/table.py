"""The table: a thin face of ipywidgets on a `TableModel`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from html import escape
from typing import Any, Final

import ipywidgets as w

from conquistadors.bots import Bot
from conquistadors.engine.game import Game
from conquistadors.engine.requests import Seat
from conquistadors.engine.texts import LANGUAGES
from conquistadors_widgets.ocean import draw_ocean
from conquistadors_widgets.style import styled
from conquistadors_widgets.table_model import Button, TableModel

BOARDS: Final[Mapping[str, Callable[[TableModel], str]]] = {"example": draw_ocean}
"""How the position of a scenario is drawn, as HTML; where there is no picture, `as_text` serves."""

MOST_LINES: Final = 200
"""So much of the story is shown, the last lines first."""


SPOKEN: Final = [(LANGUAGES[code], code) for code in LANGUAGES]


def as_text(model: TableModel) -> str:
    """The position as the rules describe it, for whoever looks at the screen."""
    return f'<pre class="cq-position">{escape(model.teller.position(model.position))}</pre>'


class Table(w.VBox):  # type: ignore[misc]  # ipywidgets publishes no types
    """A game in a notebook cell: the board, the question with its answers, the story so far."""

    def __init__(self, game: Game[Any], bots: Mapping[Seat, Bot]) -> None:
        self.model = TableModel(game, bots)
        self._title = w.HTML()
        self._undo = w.Button()
        self._redo = w.Button()
        self._dice = w.Button()
        self._language = w.Dropdown(options=SPOKEN, value=game.language, layout={"width": "auto"})
        self._board = w.HTML()
        self._prompt = w.HTML()
        self._message = w.HTML()
        self._story = w.HTML()
        self._typed = w.Text(continuous_update=False, layout={"width": "140px"})
        self._answers = w.Box()
        self._answers.add_class("cq-answers")
        self._pool: list[w.Button] = []
        self._shown: list[Button] = []
        bar = w.HBox([self._title, self._undo, self._redo, self._dice, self._language])
        bar.add_class("cq-bar")
        super().__init__([styled(), bar, self._board, self._prompt, self._answers, self._message, self._story])
        for name in ("cq", "cq-table"):
            self.add_class(name)
        self._undo.on_click(lambda _: self._after(self.model.undo))
        self._redo.on_click(lambda _: self._after(self.model.redo))
        self._dice.on_click(lambda _: self._after(self._change_dice))
        self._language.observe(lambda change: self._after(partial(self.model.speak, change["new"])), "value")
        self._typed.observe(lambda _: self._after(self._send_typed), "value")
        self.show()

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        """Beside the live widget, the position as text: for readers without a kernel, and for tests."""
        bundle = super()._repr_mimebundle_(**kwargs)
        data = bundle[0] if isinstance(bundle, tuple) else bundle
        data["text/plain"] = f"{self.model.teller.position(self.model.position)}\n{self.model.prompt}"
        return bundle

    @property
    def game(self) -> Game[Any]:
        return self.model.game

    def show(self) -> None:
        """Show the game as it is now."""
        model = self.model
        self._title.value = f"<h3>{escape(model.say(f'title.{model.game.rules.scenario}'))}</h3>"
        for button, key in ((self._undo, "undo"), (self._redo, "redo"), (self._dice, self._dice_key)):
            button.description = model.say(f"interface.{key}")
            button.tooltip = model.say(f"interface.{key}-help")
        self._typed.placeholder = model.say("interface.dice-shown")
        self._undo.disabled = not model.game.can_undo
        self._redo.disabled = not model.game.can_redo
        self._board.value = BOARDS.get(model.game.rules.scenario, as_text)(model)
        self._prompt.value = f'<div class="cq-prompt">{escape(model.prompt)}</div>'
        self._message.value = f'<div class="cq-message" role="status">{escape(model.message)}</div>'
        lines = "".join(f"<li>{escape(line)}</li>" for line in reversed(model.story()[-MOST_LINES:]))
        self._story.value = f'<ol class="cq-story" reversed>{lines}</ol>'
        self._show_answers(model.buttons())

    def _show_answers(self, buttons: list[Button]) -> None:
        """Buttons are kept and used again: a long session leaves no orphans behind."""
        while len(self._pool) < len(buttons):
            made = w.Button()
            made.on_click(partial(self._pressed, len(self._pool)))
            self._pool.append(made)
        for widget, button in zip(self._pool, buttons, strict=False):
            widget.description = button.label
            widget.tooltip = button.refusal or ""
            widget.remove_class("cq-allowed" if button.refusal else "cq-refused")
            widget.add_class("cq-refused" if button.refusal else "cq-allowed")
        self._shown = buttons
        answers = self._pool[: len(buttons)]
        self._answers.children = [*answers, self._typed] if self.model.waits_for_dice else answers

    def _pressed(self, at: int, _: w.Button) -> None:
        if at < len(self._shown):
            self._after(partial(self.model.press, self._shown[at].answer))

    def _send_typed(self) -> None:
        typed = self._typed.value
        if typed and self.model.waits_for_dice:
            self.model.press(typed)
            self._typed.value = ""

    @property
    def _dice_key(self) -> str:
        return "kit-dice" if self.model.game.sources[-1][1].kind == "table" else "table-dice"

    def _change_dice(self) -> None:
        self.model.use_dice("seeded" if self._dice_key == "kit-dice" else "table")

    def _after(self, action: Callable[[], None]) -> None:
        action()
        self.show()
