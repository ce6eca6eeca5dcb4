"""16.0  Pesos and debt."""

from __future__ import annotations

from conquistadors.conquest.position import Indies
from conquistadors.engine import Bar, Procedure, Seat


def forbids_exchange(pos: Indies, seat: Seat, commander: str | None) -> Bar | None:
    """16.12  Gold that one of his own expeditions carries."""
    raise NotImplementedError


def exchange(pos: Indies, commander: str) -> Procedure[None]:
    """16.12, 16.13  Gold of an expedition becomes pesos."""
    raise NotImplementedError


def forbids_repayment(pos: Indies, seat: Seat, _: str | None) -> Bar | None:
    """16.23, G-16.23  Debt, and pesos to pay it with."""
    raise NotImplementedError


def repay(pos: Indies) -> Procedure[None]:
    """16.23, G-16.23  Pesos pay off debt."""
    raise NotImplementedError
