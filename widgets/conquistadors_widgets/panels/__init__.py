"""The panels beside the board, as HTML made from what a seat sees: pure functions, without any widget."""

from conquistadors_widgets.panels.cards import hand
from conquistadors_widgets.panels.dice import Throw, Thrown, dice, rolls_in
from conquistadors_widgets.panels.expeditions import expeditions
from conquistadors_widgets.panels.marks import rule_mark, rule_text, with_rule
from conquistadors_widgets.panels.story import story
from conquistadors_widgets.panels.tracer import tracer
from conquistadors_widgets.panels.tracks import tracks

__all__ = [
    "Throw",
    "Thrown",
    "dice",
    "expeditions",
    "hand",
    "rolls_in",
    "rule_mark",
    "rule_text",
    "story",
    "tracer",
    "tracks",
    "with_rule",
]
