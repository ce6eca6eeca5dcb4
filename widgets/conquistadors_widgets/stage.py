"""The stage of a table: one page at a time, the map where the question is, a battle, or the end of the game."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import ipywidgets as w


class Stage(w.VBox):  # type: ignore[misc]  # ipywidgets publishes no types
    """Pages that lie on each other, all of the same size: hidden ones stay as they are, so that nothing is made anew.

    A row of titles switches between those that can be seen now. It stands at the head of every page: the maps have it
    in their own row of controls.
    """

    def __init__(self) -> None:
        self._pages: dict[str, w.Widget] = {}
        self._offered: tuple[tuple[str, str], ...] = ()
        self._asked: object = None
        self._changing = False
        self.switch = w.ToggleButtons(options=())
        self.switch.add_class("cq-switch")
        self.switch.observe(lambda _: self._pressed(), "value")
        self.on_turn: Callable[[], None] = lambda: None
        """Is called when somebody looks at another page."""
        super().__init__()
        self.add_class("cq-stage")
        self.page = ""
        """The key of the page in sight."""

    def add(self, pages: Mapping[str, w.Widget]) -> None:
        """Put pages on the stage, hidden ones."""
        self._pages |= pages
        for page in pages.values():
            page.add_class("cq-hidden")
        self.children = list(self._pages.values())

    def show(self, offered: Sequence[tuple[str, str]], wanted: str, question: object) -> None:
        """Offer pages, by their keys with titles. The one that is wanted comes into sight when the question is new."""
        self._changing = True
        if tuple(offered) != self._offered:
            self._offered = tuple(offered)
            self.switch.options = [(title, key) for key, title in offered]
        keys = [key for key, _ in offered]
        if (question, wanted) != self._asked or self.page not in keys:
            self._asked = (question, wanted)
            self._turn_to(wanted)
        self.switch.value = self.page
        self.switch.layout.display = None if len(offered) > 1 else "none"
        self._changing = False

    def _turn_to(self, key: str) -> None:
        if key != self.page:
            if self.page:
                self._pages[self.page].add_class("cq-hidden")
            self._pages[key].remove_class("cq-hidden")
            self.page = key

    def _pressed(self) -> None:
        if not self._changing and self.switch.value is not None:
            self._turn_to(self.switch.value)
            self.on_turn()
