"""A question with a list of answers that are all allowed."""

from __future__ import annotations

from collections.abc import Sequence

from conquistadors.engine import Choice, Facts, Option, Seat, offer


def menu_of(
    nation: Seat, kind: str, rule: str, options: Sequence[Option], facts: Facts = (), *, passes: bool = False
) -> Choice:
    return offer(nation, kind, rule, lambda: options, passes=passes, facts=facts)
