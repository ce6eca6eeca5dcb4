"""18.0  Division of gold."""

from __future__ import annotations

from conquistadors.conquest.position import Indies
from conquistadors.engine import Bar, Procedure, Seat


def forbids_division(pos: Indies, seat: Seat, space: str | None) -> Bar | None:
    """18.2, 18.3, 18.6  One division an impulse, in one space, with gold enough for all shares."""
    raise NotImplementedError


def divide_gold(pos: Indies, space: str) -> Procedure[None]:
    """18.5  The gold of a space is divided."""
    raise NotImplementedError
