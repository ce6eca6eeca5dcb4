"""What all explorers have in common: the look, a title, and the text beside the picture."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Any

import ipywidgets as w

from conquistadors.engine.rules import Rules
from conquistadors.games import pack_of
from conquistadors.packs.contract import PackTools
from conquistadors_widgets.style import styled


def tools_of(game: str, rules: Rules[Any] | None = None) -> PackTools:
    """What is known of the data of a game: of the one that rules belong to, if there are any."""
    return pack_of(game if rules is None else rules.kit)


class Page(w.VBox):  # type: ignore[misc]  # ipywidgets publishes no types
    """An explorer in a notebook cell."""

    def __init__(self, title: str, children: Sequence[Any], *, large: bool = False) -> None:
        head = [w.HTML(f"<h3>{escape(title)}</h3>")] if title else []
        super().__init__([styled(), *head, *children])
        for name in ("cq", "cq-explorers", *(["cq-large"] if large else [])):
            self.add_class(name)

    def text(self) -> str:
        """What is shown, as plain text: for readers without a kernel, and for tests."""
        raise NotImplementedError

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        bundle = super()._repr_mimebundle_(**kwargs)
        data = bundle[0] if isinstance(bundle, tuple) else bundle
        data["text/plain"] = self.text()
        return bundle
