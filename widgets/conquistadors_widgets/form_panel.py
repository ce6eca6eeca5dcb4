"""A question that can be answered at once, as a form: numbers with the bounds of the rules, and what comes of them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final

import ipywidgets as w
from markupsafe import Markup

from conquistadors.scene.forms import Form
from conquistadors.scene.words import say
from conquistadors_widgets import panels
from conquistadors_widgets.html import html
from conquistadors_widgets.table_model import TableModel

ROW: Final = "<span>{{ label }}</span> <small>{{ hint }}</small>"
COMES_TO: Final = """<div class="cq-comes-to" role="status"><div class="cq-barred">{{ barred }}</div>
{%- if outlook %}<p class="cq-outlook">{{ outlook }}</p>{% endif %}
{%- if told %}{{ head }}<ul>{% for line in told %}<li>{{ line }}</li>{% endfor %}</ul>{% endif %}</div>"""


class FormPanel(w.VBox):  # type: ignore[misc]  # ipywidgets publishes no types
    """The rows of a form, and what would happen. Rows are kept and used again; its buttons stand with the answers."""

    def __init__(self, model: TableModel, fill: Callable[[list[int]], None]) -> None:
        """`fill` is told the numbers when one has changed."""
        self._model = model
        self._fill = fill
        self._rows: list[tuple[w.Box, w.BoundedIntText, w.Dropdown, w.HTML]] = []
        self._shown = 0
        self._menu = w.HTML()
        self.outcome = w.HTML()
        """What would happen, or why the form cannot be sent: below the buttons, which stay in their place."""
        self._changing = False
        super().__init__()
        self.add_class("cq-form")

    def show(self, form: Form) -> None:
        """Show the form as it is filled in. A row that stands alone is not named once more if the question names it."""
        model = self._model
        self._changing = True
        rows = model.forms.rows(form)
        self._shown = len(rows)
        for number, row in enumerate(rows):
            line, box, picks, label = self._row(number)
            line.children = [picks if row.choices else box, label]
            box.min, box.max = min(box.value, row.low), max(box.value, row.high)
            box.value = row.value
            box.min, box.max = row.low, row.high
            box.disabled, box.tooltip = row.low == row.high, row.label
            picks.options = [(choice, at) for at, choice in enumerate(row.choices)]
            picks.value, picks.tooltip = row.value if row.choices else None, row.label
            bounds = "" if row.choices else "bounds" if row.high else "bounds-none"
            hint = row.refusal or (model.say(bounds, low=row.low, high=row.high) if bounds else "")
            named = len(rows) > 1 or row.label.casefold() not in model.prompt.casefold()
            label.value = html(ROW, label=row.label if named else "", hint=self._ruled(hint))
        menu = "" if form.menu is None else say(form.menu, model.teller.texts, model.game.names)
        self._menu.value = "" if menu in model.prompt else html("<p>{{ menu }}</p>", menu=menu)
        self.outcome.value = self._comes_to(form)
        self.children = [self._menu, *[row for row, *_ in self._rows[: self._shown]]]
        self._changing = False

    def _comes_to(self, form: Form) -> str:
        model, teller = self._model, self._model.teller
        told = [self._ruled(teller.event(event)) for event in form.told]
        barred = "" if form.refusal is None else self._ruled(teller.refusal(form.refusal))
        outlook = "" if form.outlook is None else say(form.outlook, teller.texts, teller.names)
        return html(COMES_TO, barred=barred, told=told, head=model.say("comes-to"), outlook=outlook)

    def _ruled(self, text: str) -> Markup:
        return Markup(panels.with_rule(text, self._model.clauses))

    def _row(self, number: int) -> tuple[w.Box, w.BoundedIntText, w.Dropdown, w.HTML]:
        while len(self._rows) <= number:
            box, picks, label = (
                w.BoundedIntText(layout={"width": "5em"}),
                w.Dropdown(layout={"width": "auto"}),
                w.HTML(),
            )
            box.observe(self._changed, "value")
            picks.observe(partial(self._picked, len(self._rows)), "value")
            row = w.HBox([box, label])
            row.add_class("cq-form-row")
            self._rows.append((row, box, picks, label))
        return self._rows[number]

    def _values(self) -> list[int]:
        shown = self._rows[: self._shown]
        return [picks.value if picks in row.children else box.value for row, box, picks, _ in shown]

    def _changed(self, _: Any) -> None:
        if not self._changing:
            self._fill(self._values())

    def _picked(self, number: int, _: Any) -> None:
        """What comes after a pick may be other questions: they begin anew."""
        if not self._changing:
            self._fill(self._values()[: number + 1])
