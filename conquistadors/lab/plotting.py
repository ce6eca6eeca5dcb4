"""Plotly, loaded in a quarter of the time: without a grammar of web addresses that nobody asks for here.

Plotly loads nbformat, that loads jsonschema, and that loads `rfc3987_syntax`, which builds a whole grammar: 2.4 of 3.1
seconds of work before the first figure. jsonschema does without it where it is not installed, and checks no "iri" then.
"""

from __future__ import annotations

import sys
from typing import Any, Final

GRAMMAR: Final = "rfc3987_syntax"


def _loaded() -> tuple[Any, Any]:
    modules: dict[str, Any] = sys.modules
    hides = GRAMMAR not in modules
    if hides:
        modules[GRAMMAR] = None  # Python finds nothing there, and looks no further
    try:
        import plotly
        import plotly.graph_objects as go

        _ = go.FigureWidget  # it is loaded when it is first named
        return plotly, go
    finally:
        if hides:
            del modules[GRAMMAR]


plotly, go = _loaded()
