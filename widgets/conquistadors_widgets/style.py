"""The look of the kit: ink, paper and sea, in the light and the dark theme of JupyterLab."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

import ipywidgets as w

from conquistadors_widgets.pieces import hues


@cache
def css() -> str:
    """All style sheets of the kit, the base first, and the colours of seats that are not called after one."""
    sheets = sorted((files(__package__) / "css").iterdir(), key=lambda sheet: (sheet.name != "base.css", sheet.name))
    written = [sheet.read_text(encoding="utf-8") for sheet in sheets if sheet.name.endswith(".css")]
    seats = [f".cq-{seat} {{ color: var(--cq-{hue}, inherit); }}" for seat, hue in hues().items()]
    return "\n".join([*written, *seats])


def styled() -> w.HTML:
    """The style sheets as a widget: the first child of whatever is shown by itself."""
    return w.HTML(f"<style>{css()}</style>", layout={"display": "none"})
