"""A panel of ipywidgets that shows settings. Widgets are kept and used again."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

import ipywidgets as w

from conquistadors.odds.questions import Setting

MAKERS: Final[dict[str, Callable[[], Any]]] = {
    "choice": w.Dropdown,
    "several": w.SelectMultiple,
    "check": lambda: w.Checkbox(indent=False),
    "number": lambda: w.IntSlider(continuous_update=False),
    "text": lambda: w.Text(continuous_update=True),
}
MOST_ROWS: Final = 6


class Settings(w.Box):  # type: ignore[misc]  # ipywidgets publishes no types
    """A panel of settings. `on_set` is told the key and the new value when a person changes one."""

    def __init__(self, on_set: Callable[[str, Any], None]) -> None:
        self._on_set = on_set
        self._pools: dict[str, list[Any]] = {}
        self._shown: dict[str, Any] = {}
        self._keys: dict[Any, str] = {}
        self._filling = False
        super().__init__()
        self.add_class("cq-explorers-settings")

    def show(self, settings: Sequence[Setting]) -> None:
        """Show these, in their order."""
        used = dict.fromkeys(MAKERS, 0)
        self._filling = True
        try:
            chosen = {}
            for setting in settings:
                widget = self._widget(setting.kind, used[setting.kind])
                used[setting.kind] += 1
                _fill(widget, setting)
                chosen[setting.key] = widget
            self._keys = {widget: key for key, widget in chosen.items()}
            if list(chosen.values()) != list(self._shown.values()):
                self.children = list(chosen.values())
            self._shown = chosen
        finally:
            self._filling = False

    def widget(self, key: str) -> Any:
        """The widget of a setting that is shown."""
        return self._shown[key]

    def _widget(self, kind: str, place: int) -> Any:
        pool = self._pools.setdefault(kind, [])
        while len(pool) <= place:
            made = MAKERS[kind]()
            made.style.description_width = "initial"
            made.add_class(f"cq-explorers-{kind}")
            made.observe(self._changed, "value")
            pool.append(made)
        return pool[place]

    def _changed(self, change: Any) -> None:
        if not self._filling and change["owner"] in self._keys:
            self._on_set(self._keys[change["owner"]], change["new"])


def _fill(widget: Any, setting: Setting) -> None:
    """Show the setting; what is the same already is left alone, so that a widget keeps its focus."""
    if setting.kind in ("choice", "several") and tuple(widget.options) != setting.options:
        widget.options = setting.options
    if setting.kind == "several":
        widget.rows = min(MOST_ROWS, max(2, len(setting.options)))
    if setting.kind == "number":
        with widget.hold_trait_notifications():
            widget.min, widget.max, widget.value = setting.low, setting.high, setting.value
    elif widget.value != setting.value:
        widget.value = setting.value
    widget.description = setting.label
    if setting.kind == "text":
        widget.placeholder = setting.hint
    widget.tooltip = setting.hint or setting.label
