"""The look of the kit, in the light and the dark theme of JupyterLab, and names for those who listen."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

import anywidget
import ipywidgets as w
from traitlets import Unicode

from conquistadors_widgets.pieces import hues


@cache
def css() -> str:
    """All style sheets of the kit, the base first, and the colours of seats that are not called after one."""
    sheets = sorted((files(__package__) / "css").iterdir(), key=lambda sheet: (sheet.name != "base.css", sheet.name))
    written = [sheet.read_text(encoding="utf-8") for sheet in sheets if sheet.name.endswith(".css")]
    seats = [f".cq-{seat} {{ color: var(--cq-{hue}, inherit); }}" for seat, hue in hues().items()]
    return "\n".join([*written, *seats])


@cache
def script() -> str:
    return (files(__package__) / "js" / "names.js").read_text(encoding="utf-8")


class Names(anywidget.AnyWidget):
    """Stands unseen in what it serves: fields and sliders get names, and what scrolls can be reached by keyboard."""

    _esm = Unicode(script()).tag(sync=True)


def styled() -> w.Box:
    """The style sheets as a widget, and the names: the first child of whatever is shown by itself."""
    return w.Box([w.HTML(f"<style>{css()}</style>"), Names()], layout={"display": "none"})
