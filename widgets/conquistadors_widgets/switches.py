"""What a table answers by itself, as boxes to tick. They are kept and used again, like the buttons of answers."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import ipywidgets as w

from conquistadors_widgets.controls import Switch


class Switches(w.VBox):  # type: ignore[misc]  # ipywidgets publishes no types
    """A box for each: ticked if the table answers so."""

    def __init__(self, switch: Callable[[str], None]) -> None:
        self._switch = switch
        self._boxes: list[w.Checkbox] = []
        self._shown: list[Switch] = []
        self._changing = False
        super().__init__()
        self.add_class("cq-switches")

    def show(self, switches: list[tuple[Switch, str]]) -> None:
        """Show these, each with its label."""
        self._changing = True
        self._shown = [each for each, _ in switches]
        while len(self._boxes) < len(switches):
            box = w.Checkbox(indent=False, layout={"width": "auto"})
            box.observe(partial(self._ticked, len(self._boxes)), "value")
            self._boxes.append(box)
        for box, (each, label) in zip(self._boxes, switches, strict=False):
            box.description, box.value = label, each.on
        self.children = self._boxes[: len(switches)]
        self._changing = False

    def _ticked(self, number: int, change: dict[str, object]) -> None:
        if not self._changing and number < len(self._shown) and change["new"] != self._shown[number].on:
            self._switch(self._shown[number].stands)
