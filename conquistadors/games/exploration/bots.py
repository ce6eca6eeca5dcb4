"""How likely answers are where somebody plays at random and yet gets somewhere."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from conquistadors.engine.requests import Option
from conquistadors.games.exploration.rules.position import World

WEIGHTS: Final[Mapping[str, float]] = {
    "pay": 60.0,
    "drop": 1.0,
    "done": 3.0,
    "fit": 4.0,
    "sail": 12.0,
    "home": 2.0,
    "search": 12.0,
    "cargo": 9.0,
    "board": 6.0,
    "land": 6.0,
    "buy": 1.5,
    "go": 0.2,
    "dare": 0.2,
    "abandon": 0.2,
}
"""Expeditions sail and land, mines are searched for, upkeep is paid."""


def likely(_: World, option: Option) -> float:
    """More of what leads somewhere; all else has a chance, too."""
    return WEIGHTS.get(option.verb, 1.0)
