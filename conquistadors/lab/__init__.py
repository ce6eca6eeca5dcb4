"""The laboratory: tables and results as DataFrames, and many games at once. May use pandas, unlike engine, games, odds.

`lab.simulate`, `lab.tournament`, `lab.compare` and `lab.sweep` are loaded when they are first used.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any, Final

from conquistadors.engine.errors import SetupError
from conquistadors.engine.platform import has_pandas
from conquistadors.engine.texts import error_text
from conquistadors.lab.showing import table

__all__ = ["table"]

PLAYING: Final = {
    "compare": "conquistadors.lab.variants",
    "simulate": "conquistadors.lab.simulation",
    "sweep": "conquistadors.lab.variants",
    "tournament": "conquistadors.lab.tournaments",
}
"""What is asked for by its name, and where it is."""


def __getattr__(name: str) -> Any:
    if name in PLAYING:
        if not has_pandas():
            raise SetupError(error_text("lab.no-pandas"))
        return getattr(import_module(PLAYING[name]), name)
    raise AttributeError(f"the laboratory has no {name!r}: {', '.join(PLAYING)}")
