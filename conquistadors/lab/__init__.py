"""The laboratory: tables and results as DataFrames, and many games at once. May use pandas, unlike engine, games, odds.

`lab.simulate`, `lab.tournament`, `lab.compare` and `lab.sweep` are loaded when they are first used.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any, Final

PLAYING: Final = ("compare", "simulate", "sweep", "tournament")


def __getattr__(name: str) -> Any:
    if name in PLAYING:
        return getattr(import_module("conquistadors.lab.simulation"), name)
    raise AttributeError(f"the laboratory has no {name!r}: {', '.join(PLAYING)}")
