"""What results of this game are called that are neither numbers nor words: losses, what talks or a legend brought."""

from __future__ import annotations

from typing import Any

from conquistadors.games.conquest.pack.records import LegendResult
from conquistadors.games.conquest.pack.tables import DiplomacyResult
from conquistadors.odds.naming import Names


def named(result: Any, names: Names) -> str | None:
    """A result in words; None for what any game has."""
    if isinstance(result, DiplomacyResult):
        return talks(result, names)
    if isinstance(result, LegendResult):
        return result.text[names.language]
    if isinstance(result, tuple) and len(result) == 2 and isinstance(result[1], bool):
        return losses(*result, names)
    return None


def losses(count: int, morale: bool, names: Names) -> str:
    """6.31, 6.33  What a combat roll inflicts."""
    if morale:
        return names.thing("M")
    return names.say("losses", {"count": count}) if count else names.thing("no-losses")


def talks(result: DiplomacyResult, names: Names) -> str:
    """5.14  What talks bring, in the order of the rules."""
    parts = [
        names.thing("hostile") if result.turns_hostile else "",
        names.thing("calm") if result.calms else "",
        f"{names.thing('food')} {result.food}" if result.food else "",
        "" if result.choice is None else names.say("choice", {"bonus": result.choice}),
        names.thing("alliance") if result.alliance else "",
        names.thing("king") if result.king else "",
    ]
    return ", ".join(filter(None, parts)) or names.thing("nothing")
