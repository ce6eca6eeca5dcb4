"""What the odds of The Conquistadors assume besides the rules: the sentences are in `data/conquest/odds`."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Final

from conquistadors.odds.assuming import Assumption, Fact

FOLDER: Final = "conquest/odds"


def assumed(key: str, **facts: Fact) -> Assumption:
    """An assumption about this game."""
    return Assumption(key, tuple(facts.items()), FOLDER)


def luck_used(mano: str) -> Assumption:
    """1.53  How Mano de Dios is used."""
    return assumed("mano", how=mano)


def retreat_made(retreat: str | Mapping[str, int]) -> Assumption:
    """6.5  When one retreats: a way, or after so many rounds or lost units."""
    if isinstance(retreat, str):
        return assumed("retreat", how=retreat)
    when, count = next(iter(retreat.items()))
    return assumed(f"retreat-{when}", count=count)


def cards_played(plays: Collection[str]) -> Assumption:
    """6.26  The cards that are played in a battle, if any are."""
    return assumed("cards", cards=tuple(plays)) if plays else assumed("no-cards")


FIFTH_HIT: Final = assumed("fifth-hit")
"""9.14"""
ALONE: Final = assumed("alone")
GOES_ON: Final = assumed("goes-on")
