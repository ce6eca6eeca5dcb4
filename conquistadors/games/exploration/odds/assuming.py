"""What the odds of Conquistador! assume besides the rules: the sentences are in `data/exploration/odds`."""

from __future__ import annotations

from typing import Final

from conquistadors.odds.assuming import Assumption, Fact

FOLDER: Final = "exploration/odds"


def assumed(key: str, **facts: Fact) -> Assumption:
    """An assumption about this game."""
    return Assumption(key, tuple(facts.items()), FOLDER)
