"""The answers to the pending question as buttons. They are kept and used again: a long session leaves no orphans.

Questions take turns with two sets of buttons. A second click on a button whose question has been answered meanwhile
comes from the other set, and is no answer to the next question.

What sends a form, passes or ends something has a place of its own below the list, which no other button takes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Final

import ipywidgets as w

from conquistadors_widgets.controls import PLACES, Button

FEW: Final = 3
"""So many refusals are shown without being asked for."""
MANY: Final = 8
"""From so many answers of a kind on, all of which the map shows, they are a list that is opened only if asked for."""


class Answers(w.VBox):  # type: ignore[misc]  # ipywidgets publishes no types
    """Rows of buttons that scroll: answers of one kind in a row, what is not allowed now at the end. Below them those
    that have a place of their own."""

    def __init__(self, press: Callable[[str], None], typed: Callable[[str], None]) -> None:
        """`press` is told of an answer whose button was pressed, `typed` of dice that were typed."""
        self._press = press
        self._enter = typed
        self._pools: tuple[list[w.Button], list[w.Button]] = ([], [])
        self._turn = 0
        self._folded_at = -1
        self._rows: list[w.Box] = []
        self._shown: list[Button] = []
        self._more = w.ToggleButton(value=False)
        self._more.observe(lambda _: self._fold(), "value")
        self._folds: list[w.ToggleButton] = []
        self._refused: list[w.Button] = []
        self._not_now = self._row(0)
        self._rows.clear()
        self._typed = w.Text(continuous_update=False, layout={"width": "9em"})
        self._typed.observe(lambda _: self._send_typed(), "value")
        self.list = w.VBox()
        """The rows; what is filled in before an answer stands above them, and scrolls with them."""
        self.list.add_class("cq-list")
        self._places = {place: w.Box() for place in PLACES}
        for place, box in self._places.items():
            box.add_class(f"cq-place-{place}")
        places = w.Box(list(self._places.values()))
        places.add_class("cq-places")
        super().__init__([self.list, places])
        self.add_class("cq-answers")

    def show(
        self,
        question: int,
        groups: list[list[Button]],
        refused: list[Button],
        *,
        not_now: str,
        listed: Callable[[int], str] = str,
        dice: str | None,
        above: tuple[w.Widget, ...] = (),
        below: tuple[w.Widget, ...] = (),
    ) -> None:
        """`question` is the number of the question: another one has other buttons.

        `not_now` is what the fold of refused ones says, `listed` that of so many answers that the map shows, `dice` the
        hint where dice may be typed; `above` and `below` stand in the list with the answers.
        """
        self._shown = [button for group in groups for button in group] + refused
        self._turn = question % 2
        buttons = iter([self._button(number, button) for number, button in enumerate(self._shown)])
        rows: list[w.Widget] = []
        placed: dict[str, w.Button] = {}
        self._close_folds(question)
        for number, group in enumerate(groups):
            row = self._row(number)
            inside = list(self._in_the_list(group, buttons, placed))
            if len(inside) > MANY and all(button.on_map for button in group):
                rows.append(self._folded(number, row, inside, listed(len(inside))))
            else:
                row.children = inside
            rows += [row] if inside else []
        if dice is not None:
            self._typed.placeholder = dice
            rows.append(self._typed)
        for place, box in self._places.items():
            box.children = [placed[place]] if place in placed else []
        self._refused = list(buttons)
        self._more.description = not_now
        self._more.layout.display = None if len(self._refused) > FEW else "none"
        self._fold()
        self.list.children = [*above, *rows, *([self._more, self._not_now] if self._refused else []), *below]

    @staticmethod
    def _in_the_list(
        group: list[Button], buttons: Iterator[w.Button], placed: dict[str, w.Button]
    ) -> Iterator[w.Button]:
        """Those of a group that have no place of their own, or come second there."""
        for button in group:
            widget = next(buttons)
            if button.place and button.place not in placed:
                placed[button.place] = widget
            else:
                yield widget

    def _button(self, number: int, button: Button) -> w.Button:
        pool = self._pools[self._turn]
        while len(pool) <= number:
            made = w.Button()
            made.on_click(partial(self._pressed, self._turn, len(pool)))
            pool.append(made)
        widget = pool[number]
        widget.description = button.label
        widget.tooltip = button.refusal or button.label
        widget.remove_class("cq-allowed" if button.refusal else "cq-refused")
        widget.add_class("cq-refused" if button.refusal else "cq-allowed")
        return widget

    def _folded(self, number: int, row: w.Box, inside: list[w.Button], label: str) -> w.ToggleButton:
        """What opens the list of answers in a row."""
        while len(self._folds) <= number:
            fold = w.ToggleButton(value=False)
            fold.add_class("cq-fold")
            self._folds.append(fold)
        fold = self._folds[number]
        fold.unobserve_all("value")
        fold.description = fold.tooltip = label

        def opened(_: object = None) -> None:
            row.children = inside if fold.value else []

        fold.observe(opened, "value")
        opened()
        return fold

    def _close_folds(self, question: int) -> None:
        """Another question begins with its lists closed."""
        if self._folded_at != question:
            for fold in self._folds:
                fold.unobserve_all("value")
                fold.value = False
        self._folded_at = question

    def _row(self, number: int) -> w.Box:
        while len(self._rows) <= number:
            row = w.Box()
            row.add_class("cq-row")
            self._rows.append(row)
        return self._rows[number]

    def _fold(self) -> None:
        folded = len(self._refused) > FEW and not self._more.value
        self._not_now.children = [] if folded else self._refused

    def _pressed(self, turn: int, number: int, _: w.Button) -> None:
        if turn == self._turn and number < len(self._shown):
            self._press(self._shown[number].answer)

    def _send_typed(self) -> None:
        typed, self._typed.value = self._typed.value, ""
        if typed:
            self._enter(typed)
