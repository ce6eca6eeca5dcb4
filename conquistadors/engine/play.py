"""What the course of a game is measured by: its turns and its points."""

from __future__ import annotations

from typing import Any, Final

from conquistadors.engine.requests import Seat


class Play:
    """A game of which nothing is known: turns if it counts any, and no points."""

    def turn(self, pos: Any) -> int:
        """The number of the turn; 0 before the first one."""
        return int(getattr(pos, "turn", 0))

    def counts(self, pos: Any, seat: Seat) -> dict[str, int]:
        """The points of a seat, as "points", and what they are made of."""
        return {}

    def bands(self, rules: Any, language: str) -> list[tuple[int, str]]:
        """The verdicts on a lone player: the fewest points for each, and what it says. Empty: there are none."""
        return []

    def table(self, pos: Any) -> dict[str, int]:
        """What is counted for the whole table."""
        return {}


PLAIN: Final = Play()
"""For rules that bring nothing of their own."""
