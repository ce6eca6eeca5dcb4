"""Battles in a line, for the tests of chapters 6 and 17.

Dice are thrown in this order: the Indians, then the Spaniards; where Spaniards fight each other, the defender first.
A 2 hurts nobody, whoever throws it with the forces used here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from conquistadors.engine.game import Game
from conquistadors.games.conquest.builder import ExpeditionPlan, expedition, place
from conquistadors.games.conquest.rules.events import BattleRound
from conquistadors.games.conquest.rules.position import ConquestPosition
from support.indies import at, at_standard, events_of

FORCE = "3 foot, 2 horse, 1 cannon"
"""The force of the example after 6.371, worth 25 (C9)."""


def field(
    units: str = FORCE,
    indians: Sequence[int | str] = (20,),
    *,
    before: str = "battle indians cortes",
    seats: int = 2,
    house: dict[str, Any] | None = None,
    others: Mapping[str, ExpeditionPlan] | None = None,
    places: Mapping[str, Any] | None = None,
    table: Mapping[str, Any] | None = None,
    standard: bool = False,
    **cortes: Any,
) -> ConquestPosition:
    """Cortés, who is red's, and hostile Indians in the city of Tlaxcala; they attack. A village lies next to it."""
    stand = {"tlaxcala": place("city", hostile=True, units=indians), "totonacapan": "village"}
    return (at_standard if standard else at)(
        seats,
        house=house,
        expeditions={"cortes": expedition("red", "tlaxcala", units, **cortes), **(others or {})},
        places={**stand, **(places or {})},
        before=before,
        **(table or {}),
    )


def duel(
    red: str = "3 foot",
    blue: str = "5 foot",
    *,
    before: str = "battle alvarado cortes",
    seats: int = 2,
    places: Mapping[str, Any] | None = None,
    others: Mapping[str, ExpeditionPlan] | None = None,
    alvarado: Mapping[str, Any] | None = None,
    table: Mapping[str, Any] | None = None,
    standard: bool = False,
    **cortes: Any,
) -> ConquestPosition:
    """Red is wanted, and blue's Alvarado attacks Cortés in Totonacapan; the discovered coast lies next to it."""
    men = {
        "cortes": expedition("red", "totonacapan", red, **cortes),
        "alvarado": expedition("blue", "totonacapan", blue, **(alvarado or {})),
    }
    stand = {"totonacapan": "village", "cempoala": "discovered"}
    return (at_standard if standard else at)(
        seats,
        expeditions={**men, **(others or {})},
        places={**stand, **(places or {})},
        index={"red": -2},
        warrants=["red"],
        before=before,
        **(table or {}),
    )


def values(game: Game[ConquestPosition]) -> list[tuple[int, int]]:
    """The values of attacker and defender in the rounds so far."""
    return [(each.attacker, each.defender) for each in events_of(game, BattleRound)]


def waiting(game: Game[ConquestPosition]) -> tuple[str | None, str | None]:
    """What is asked now, and of whom."""
    pending = game.pending
    return (None, None) if pending is None else (pending.kind, pending.who)
