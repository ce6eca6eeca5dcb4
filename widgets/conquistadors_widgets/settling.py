"""A moment in which a new question takes no click: a second click was meant for the question before it.

The page counts the moment from when the question is in sight, and shows that it lasts (`js/settling.js`): whatever a
person clicks after it counts, however slow kernel and network are. The kernel counts it as well, from when it asked,
which is earlier: it turns away what was clicked before the page had the question.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from math import inf
from typing import Final

import anywidget
from traitlets import Int, Unicode

from conquistadors_widgets import slices

MOMENT: Final = 0.65
"""So many seconds a new question is in sight before it can be answered."""


@cache
def script() -> str:
    return (files(__package__) / "js" / "settling.js").read_text(encoding="utf-8")


class Settling(anywidget.AnyWidget):
    """Stands unseen in the table that it serves."""

    _esm = Unicode(script()).tag(sync=True)
    asked = Unicode().tag(sync=True)
    """Which question is shown, and to whom."""
    milliseconds = Int(int(1000 * MOMENT)).tag(sync=True)

    def __init__(self) -> None:
        super().__init__()
        self._since = -inf

    def ask(self, asked: str) -> None:
        """This is the question now."""
        if asked != self.asked:
            if self.asked:  # the first one comes after no click
                self._since = slices.clock()
            self.asked = asked

    @property
    def over(self) -> bool:
        """Whether a click is an answer to the question that is shown."""
        return slices.clock() - self._since > MOMENT
