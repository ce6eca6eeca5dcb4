"""A table as a person uses it: its answers, pressed one by one."""

from __future__ import annotations

from typing import Any

import ipywidgets as w

from conquistadors_widgets import Table


def walk(widget: Any) -> list[Any]:
    """A widget and all that is in it, from top to bottom."""
    return [widget, *[each for child in getattr(widget, "children", ()) for each in walk(child)]]


def open_folds(table: Table) -> None:
    """Open the lists of answers that the map shows too."""
    for fold in walk(table._answers):
        if isinstance(fold, w.ToggleButton) and "cq-fold" in fold._dom_classes:
            fold.value = True


def shown_answers(table: Table) -> list[w.Button]:
    """All buttons among the answers, those that are refused too."""
    return [each for each in walk(table._answers) if isinstance(each, w.Button)]


def buttons(table: Table) -> list[w.Button]:
    """The answers that may be given, those of a list that the map shows too."""
    open_folds(table)
    return [button for button in shown_answers(table) if "cq-allowed" in button._dom_classes]


def press(table: Table, label: str) -> None:
    """Press what says this."""
    (button,) = [each for each in shown_answers(table) if each.description == label]
    button.click()
