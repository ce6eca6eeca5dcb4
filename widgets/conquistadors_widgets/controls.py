"""What there is at a table to press, to fill in and to tick, as records."""

from __future__ import annotations

from typing import Final

from conquistadors.engine.records import record

SEND, BY_STEPS, AT_ONCE = ":send", ":step-by-step", ":at-once"
"""Buttons of a form, which no answer of a game is called: to send it, to be asked bit by bit, or no longer."""
PLACES: Final = ("send", "pass", "end")
"""What has a place of its own at the table, from left to right."""


@record
class Switch:
    """Something that the table answers by itself for whoever looks, or could."""

    stands: str
    label: str
    on: bool


@record
class Row:
    """A number of a form: what it is, from where to where, and why it cannot be more than nothing."""

    label: str
    low: int
    high: int
    value: int
    refusal: str = ""
    choices: tuple[str, ...] = ()
    """Where one of several is picked: these, and the value is the place of one among them."""


@record
class Button:
    """A button of the prompt: an answer, or something that is not allowed now, with the reason."""

    answer: str
    label: str
    refusal: str | None = None
    on_map: bool = False
    """A click on a space of the map gives the same answer."""
    place: str = ""
    """Its own place at the table, one of `PLACES`; "": among the others."""
