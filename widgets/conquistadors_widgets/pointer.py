"""Cards and forces of a table by mouse and keyboard: a click plays a card or takes a force in hand, pointing tells all.

What is told is sent with the table: pointing does not wait for the kernel.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib.resources import files
from typing import Any

import anywidget
from traitlets import Dict, Int, Unicode

from conquistadors.scene.panels import Card, Force, Forces, Hand
from conquistadors_widgets.panels.parts import Page
from conquistadors_widgets.table_model import TableModel


@cache
def script() -> str:
    return (files(__package__) / "js" / "pointer.js").read_text(encoding="utf-8")


class Pointer(anywidget.AnyWidget):
    """Stands unseen in the table that it serves."""

    _esm = Unicode(script()).tag(sync=True)
    about = Dict().tag(sync=True)
    """What is to be told of each card and force, as HTML."""
    question = Int().tag(sync=True)
    """Which question is shown: a click on what was there before it is no answer to it."""

    def __init__(self, pressed: Callable[[str], None], went_back: Callable[[int], None]) -> None:
        """`pressed` is told of a click on a card or a force, `went_back` of one on a line of the story."""
        super().__init__()
        self._pressed = pressed
        self._went_back = went_back
        self.on_msg(self._heard)

    def show(self, model: TableModel) -> None:
        """What can be pointed at now."""
        self.question = model.question
        about = told_of(model)
        if about != self.about:
            self.about = about

    def _heard(self, _: object, message: Any, __: object) -> None:
        """Anything may come from a page: whatever is not a click of ours is left alone."""
        if not isinstance(message, dict):
            return
        thing, line = message.get("thing"), message.get("line")
        if isinstance(thing, str) and message.get("question") == self.question:
            self._pressed(thing)
        elif type(line) is int:
            self._went_back(line)


class _Whole(Page):
    """A card or a force with all that there is to say of it."""

    def card(self, card: Card) -> str:
        return self._card(card)

    def force(self, force: Force) -> str:
        return self._force(force, "whole")


def told_of(model: TableModel) -> dict[str, str]:
    """All about each card and force at hand, by "card" or "force" and its id."""
    if model.curtain:
        return {}
    scene = model.scene
    page = _Whole(model.teller.texts, model.game.names, model.language, scene.pictures)
    found: dict[str, str] = {}
    for part in (part for key in scene.at_hand if key for part in scene.tab(key)):
        if isinstance(part, Hand):
            found |= {f"card {card.name}": page.card(card) for card in part.cards if isinstance(card.name, str)}
        elif isinstance(part, Forces):
            found |= {f"force {each.id}": page.force(each) for each in part.forces if isinstance(each, Force)}
    return found
