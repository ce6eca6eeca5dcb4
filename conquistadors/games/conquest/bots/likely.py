"""Play at random that gets somewhere: whoever marches, fights and talks more often sees more of the rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from conquistadors.engine.requests import Option
from conquistadors.games.conquest.rules.position import ConquestPosition

WEIGHTS: Final[Mapping[str, float]] = {
    "activate": 4,
    "march": 2,
    "sail": 2,
    "go": 3,
    "attack": 3,
    "negotiate": 2,
    "plunder": 2,
    "pass": 0.5,
    "stop": 0.5,
    "reorganise": 0.2,
}
"""By the verb; every other answer has 1."""


def likely(_: ConquestPosition, option: Option) -> float:
    """How likely an answer is."""
    return WEIGHTS.get(option.verb, 1)
