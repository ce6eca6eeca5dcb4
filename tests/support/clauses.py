"""Saying which clauses and rulings a test shows, for `conquistadors matrix`."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

F = TypeVar("F", bound=Callable[..., object])


def shows(*ids: str) -> Callable[[F], F]:
    """`@shows("6.34", "G-6.34", "C8")` above a test whose name cannot say all that it shows."""

    def mark(function: F) -> F:
        function.__dict__["shows"] = ids
        return function

    return mark
