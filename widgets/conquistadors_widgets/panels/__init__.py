"""The panels beside the board, as HTML made from what a seat sees: pure functions, without any widget."""

from conquistadors_widgets.panels.dice import Throw, Thrown, dice, rolls_in
from conquistadors_widgets.panels.marks import rule_mark, rule_text, with_rule
from conquistadors_widgets.panels.parts import parts_html, strip_html
from conquistadors_widgets.panels.story import story
from conquistadors_widgets.panels.tracer import tracer

__all__ = [
    "Throw",
    "Thrown",
    "dice",
    "parts_html",
    "rolls_in",
    "rule_mark",
    "rule_text",
    "story",
    "strip_html",
    "tracer",
    "with_rule",
]
