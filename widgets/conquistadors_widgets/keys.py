"""Keyboard and screen reader: focus stays, arrows walk answers and spaces, a live region tells what happened.

The page does it by itself (`js/keys.js`): nothing waits for the kernel.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files

import anywidget
from traitlets import Dict, Unicode

MOST_SAID = 12
"""So many lines are read out at most."""


@cache
def script() -> str:
    return (files(__package__) / "js" / "keys.js").read_text(encoding="utf-8")


class Keys(anywidget.AnyWidget):
    """Stands unseen in the table that it serves."""

    _esm = Unicode(script()).tag(sync=True)
    told = Unicode().tag(sync=True)
    """What a screen reader reads out now."""
    spaces = Dict().tag(sync=True)
    """The names of the spaces, by their ids."""
    title = Unicode().tag(sync=True)
    """What the map is called by those who listen."""

    def tell(self, lines: Sequence[str]) -> None:
        """Read these lines out; nothing for no lines."""
        if lines:
            self.told = "\n".join(lines[-MOST_SAID:])

    def name(self, title: str, spaces: Mapping[str, str]) -> None:
        """What the map and its spaces are called."""
        if (title, spaces) != (self.title, self.spaces):
            self.title, self.spaces = title, dict(spaces)
