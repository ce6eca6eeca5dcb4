"""Rearranging men and leaving men behind as forms: which questions belong to them, and how things are now."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from conquistadors.engine.requests import Asked, Option, option
from conquistadors.games.conquest.rules.position import ConquestPosition

PICKS: Final = frozenset({"command"})
LEAVING: Final = frozenset({"detach-men", "detach-units", "detach-assets", "detach-food"})
PARTS: Final = LEAVING
SHARING: Final = frozenset({"units", "share-allies", "share-assets", "share-shown", "share-food"})
FORMS: Final = PICKS | LEAVING | SHARING


def usual(pos: ConquestPosition, asked: Asked) -> Option | None:
    """9.25  Everybody with whom he is, and with what he has; None for other questions."""
    now = _NOW.get(asked.kind)
    facts = dict(asked.facts)
    return None if now is None or facts.get("captain") not in pos.captains else now(pos, facts)


def _command(pos: ConquestPosition, facts: dict[str, Any]) -> Option:
    """1.43  He leads, or follows whom he follows."""
    man = facts["captain"]
    leader = pos.captains[man].expedition
    return option("lead", man) if leader == man else option("join", man, leader)


def _units(pos: ConquestPosition, facts: dict[str, Any]) -> Option:
    return option("amount", str(pos.captains[facts["captain"]].units.of(facts["unit"])))


def _pile(name: str) -> Callable[[ConquestPosition, dict[str, Any]], Option]:
    def now(pos: ConquestPosition, facts: dict[str, Any]) -> Option:
        held = pos.expeditions.get(facts["captain"])
        return option("amount", str(0 if held is None else getattr(held, name).count_of(facts["unit"])))

    return now


def _food(pos: ConquestPosition, facts: dict[str, Any]) -> Option:
    held = pos.expeditions.get(facts["captain"])
    return option("amount", str(0 if held is None else held.food))


_NOW: Final[dict[str, Callable[[ConquestPosition, dict[str, Any]], Option]]] = {
    "command": _command,
    "units": _units,
    "share-allies": _pile("allies"),
    "share-assets": _pile("assets"),
    "share-shown": _pile("shown"),
    "share-food": _food,
}
