"""What a position is worth by what is seen in it: numbers fitted to many games (`conquistadors.lab.weighing`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from math import exp
from typing import Final

from conquistadors.resources import read_toml

CERTAIN: Final = 100.0
"""A victory over others. What is worth half of it wins every second game."""
FARTHEST: Final = 50.0
"""Beyond this a victory is as good as certain, however much more is weighed."""

Weights = Mapping[str, Sequence[float]]
"""For each name what it weighs: at the end, and more for each part of the game that is left, and for its square."""


def weighed(found: Mapping[str, float], left: float, by: Weights) -> float:
    """The sum of what was found, by its weights."""
    whole = 0.0
    for name, (end, more, square) in by.items():
        whole += found[name] * (end + left * (more + left * square))
    return whole


def chance(found: Mapping[str, float], left: float, by: Weights) -> float:
    """How likely a victory is, by what was found, in percent."""
    lead = max(-FARTHEST, min(FARTHEST, weighed(found, left, by)))
    return CERTAIN / (1 + exp(-lead))


@cache
def weights(game: str, scenario: str) -> Weights:
    """What is weighed in a scenario of a game, as it was fitted."""
    return {str(name): tuple(row) for name, row in read_toml(game, "bots", f"{scenario}.toml")["weights"].items()}
