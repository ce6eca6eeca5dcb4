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
    """The rows of a form, what would happen, and a button to do it. Rows are kept and used again."""

    def __init__(self, model: TableModel, after: Callable[[Callable[[], object]], None]) -> None:
        """`after` does something and shows the table anew."""
        self._model = model
        self._after = after
        self._rows: list[tuple[w.Box, w.BoundedIntText, w.HTML]] = []
        self._menu = w.HTML()
        self._outcome = w.HTML()
        self._send = w.Button()
        self._send.on_click(lambda _: after(model.send))
        self._way = w.Button()
        self._way.on_click(lambda _: after(lambda: model.step_by_step(model.in_forms)))
        self._bar = w.HBox()
        self._bar.add_class("cq-bar")
        self._count = 0
        self._changing = False
        super().__init__()
        self.add_class("cq-form")

    def show(self) -> bool:
        """Show the form of the pending question, if it has one; whether it is answered so."""
        model, say_ = self._model, self._model.say
        form = model.form
        if form is None:
            self.children = []
            return False
        way = "step-by-step" if model.in_forms else "at-once"
        self._way.description, self._way.tooltip = say_(way), say_(f"{way}-help")
        if not model.in_forms:
            self._bar.children = [self._way]
            self.children = [self._bar]
            return False
        self._fill(form)
        return True

    def _fill(self, form: Form) -> None:
        model = self._model
        self._changing = True
        rows = model.rows(form)
        self._count = len(rows)
        for number, row in enumerate(rows):
            _, box, label = self._row(number)
            box.min, box.max = 0, max(box.value, row.high)
            box.value = row.value
            box.min, box.max = row.low, row.high
            box.disabled = row.low == row.high
            hint = row.refusal or model.say("bounds", low=row.low, high=row.high)
            label.value = f"<span>{escape(row.label)}</span> <small>{panels.with_rule(hint, model.clauses)}</small>"
            box.description_allow_html = False
            box.tooltip = row.label
        menu = "" if form.menu is None else say(form.menu, model.teller.texts, model.game.names)
        self._menu.value = f"<p>{escape(menu)}</p>" if menu and menu not in model.prompt else ""
        self._outcome.value = self._told(form)
        self._send.description, self._send.tooltip = model.say("send"), model.say("send-help")
        self._send.disabled = form.refusal is not None
        self._bar.children = [self._send, self._way]
        self.children = [self._menu, *[row for row, _, _ in self._rows[: self._count]], self._outcome, self._bar]
        self._changing = False

    def _told(self, form: Form) -> str:
        """What would happen; or why the form cannot be sent so."""
        model = self._model
        lines = [model.teller.event(event) for event in form.told]
        if form.refusal is not None:
            lines.append(model.teller.refusal(form.refusal))
        inside = "".join(f"<li>{panels.with_rule(line, model.clauses)}</li>" for line in lines)
        return f'<div role="status"><b>{escape(model.say("comes-to"))}</b><ul>{inside}</ul></div>' if lines else ""

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
            values = [box.value for _, box, _ in self._rows[: self._count]]
            self._after(lambda: self._model.fill(values))
