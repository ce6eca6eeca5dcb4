"""A question that can be answered at once, as a form: numbers with the bounds of the rules, and what comes of them."""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from typing import Any

import ipywidgets as w

from conquistadors.scene.forms import Form
from conquistadors.scene.words import say
from conquistadors_widgets import panels
from conquistadors_widgets.table_model import TableModel


class FormPanel(w.VBox):  # type: ignore[misc]  # ipywidgets publishes no types
    """The rows of a form, and what would happen. Rows are kept and used again; its buttons stand with the answers."""

    def __init__(self, model: TableModel, fill: Callable[[list[int]], None]) -> None:
        """`fill` is told the numbers when one has changed."""
        self._model = model
        self._fill = fill
        self._rows: list[tuple[w.Box, w.BoundedIntText, w.HTML]] = []
        self._shown = 0
        self._menu = w.HTML()
        self._outcome = w.HTML()
        self._changing = False
        super().__init__()
        self.add_class("cq-form")

    def show(self, form: Form) -> None:
        """Show the form as it is filled in."""
        model = self._model
        self._changing = True
        rows = model.rows(form)
        self._shown = len(rows)
        for number, row in enumerate(rows):
            _, box, label = self._row(number)
            box.min, box.max = min(box.value, row.low), max(box.value, row.high)
            box.value = row.value
            box.min, box.max = row.low, row.high
            box.disabled, box.tooltip = row.low == row.high, row.label
            hint = row.refusal or model.say("bounds" if row.high else "bounds-none", low=row.low, high=row.high)
            label.value = f"<span>{escape(row.label)}</span> <small>{panels.with_rule(hint, model.clauses)}</small>"
        menu = "" if form.menu is None else say(form.menu, model.teller.texts, model.game.names)
        self._menu.value = "" if menu in model.prompt else f"<p>{escape(menu)}</p>"
        lines = [panels.with_rule(model.teller.event(event), model.clauses) for event in form.told]
        told = "".join(f"<li>{line}</li>" for line in lines)
        self._outcome.value = f'<div role="status">{escape(model.say("comes-to"))}<ul>{told}</ul></div>' if told else ""
        self.children = [self._menu, *[row for row, _, _ in self._rows[: self._shown]], self._outcome]
        self._changing = False

    def _row(self, number: int) -> tuple[w.Box, w.BoundedIntText, w.HTML]:
        while len(self._rows) <= number:
            box, label = w.BoundedIntText(layout={"width": "5em"}), w.HTML()
            box.observe(self._changed, "value")
            row = w.HBox([box, label])
            row.add_class("cq-form-row")
            self._rows.append((row, box, label))
        return self._rows[number]

    def _changed(self, _: Any) -> None:
        if not self._changing:
            self._fill([box.value for _, box, _ in self._rows[: self._shown]])
