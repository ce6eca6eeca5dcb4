"""8.25, 11.12  Odds: how the strengths of two sides name a column."""

from __future__ import annotations

from collections.abc import Sequence


def column_of(attack: int, defence: int, columns: Sequence[str], shift: int = 0) -> str:
    """8.25, 11.12, 15.45  Fractions favour the defender; odds beyond the columns use the end ones, shifts too."""
    ratio = attack // defence if attack >= defence else defence // -attack
    known = [int(left) if int(left) >= int(right) else -int(right) for left, right in (c.split("-") for c in columns)]
    at = max([n for n, each in enumerate(known) if each <= ratio], default=0)
    return columns[min(max(at + shift, 0), len(columns) - 1)]
