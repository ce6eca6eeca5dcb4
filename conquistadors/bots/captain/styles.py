"""How captains differ: what they like, beside what the tables of a game come to."""

from __future__ import annotations

from typing import Final, NamedTuple


class Style(NamedTuple):
    """What a captain likes, in points."""

    patience: float
    """What an action has to bring that leaves everything as it is: there is a world to discover."""
    friendship: float
    """What an alliance is worth, as a multiple of its points."""
    peace: float
    """What it costs to plunder a place that is not hostile yet."""


STYLES: Final = {
    "balanced": Style(patience=2.0, friendship=1.0, peace=0.0),
    "plunder": Style(patience=3.0, friendship=0.4, peace=0.0),
    "alliance": Style(patience=0.2, friendship=1.5, peace=2.0),
}
"""The plans that a captain can be given: what pays best, plunder first, or alliance first."""
