"""Tabs that are folded up until somebody opens one: pressing the title of the open one folds it again."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

import ipywidgets as w


class Tabs(w.VBox):  # type: ignore[misc]  # ipywidgets publishes no types
    """A row of titles, and below it the page of the one that is open. Its height does not hang on what it holds."""

    def __init__(self, on_open: Callable[[], None]) -> None:
        """`on_open` is told when another page is open, or none."""
        self._on_open = on_open
        self._inside: Mapping[str, w.Widget] = {}
        self._titles: dict[str, w.ToggleButton] = {}
        self._page = w.Box()
        self._page.add_class("cq-page")
        self._bar = w.Box()
        self._bar.add_class("cq-tabs-bar")
        self.opened = ""
        """The key of the page that is open; "" for none."""
        super().__init__([self._bar])
        self.add_class("cq-tabs")

    @property
    def pages(self) -> list[str]:
        return list(self._inside)

    @property
    def titles(self) -> list[str]:
        return [self._titles[key].description for key in self._inside]

    def fill(self, pages: Mapping[str, w.Widget]) -> None:
        """The pages by their keys, all folded up."""
        self._inside = dict(pages)
        for key in pages:
            if key not in self._titles:
                self._titles[key] = w.ToggleButton(value=False)
                self._titles[key].observe(partial(self._pressed, key), "value")
        self._bar.children = [self._titles[key] for key in pages]
        self.turn_to("")

    def name(self, key: str, title: str) -> None:
        self._titles[key].description = self._titles[key].tooltip = title

    def turn_to(self, key: str) -> None:
        """Open a page; "" folds the open one."""
        before, self.opened = self.opened, key
        for each, title in self._titles.items():
            title.value = each == key
        self._page.children = [self._inside[key]] if key else []
        self.children = [self._bar, self._page] if key else [self._bar]
        if key != before:
            self._on_open()

    def _pressed(self, key: str, change: Mapping[str, bool]) -> None:
        if change["new"] and key != self.opened:
            self.turn_to(key)
        elif not change["new"] and key == self.opened:
            self.turn_to("")
