"""How long runs of random play and the like are: thin in `make test`, long in `make soak`, or as the caller says."""

from __future__ import annotations

import os


def size(name: str, thin: int, soak: int) -> int:
    """`make soak` sets SOAK; `make soak GAMES=50` gives one size by its name."""
    if given := os.environ.get(name):
        return int(given)
    return soak if os.environ.get("SOAK") else thin
