"""How much there is to a battle, before any work: what would take too long is refused, and less is offered."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from math import comb, prod
from typing import Final

from conquistadors.engine import SetupError
from conquistadors.engine.texts import error_text
from conquistadors.games.conquest.odds.battle_question import Tactics
from conquistadors.games.conquest.rules.position import KINDS, ConquestPosition, front

MOST: Final = 300_000
"""So many positions, by the rough count made here, are worked out: three units of the cup against ten."""
IN_ORDER: Final = ("highest", "lowest")
"""The ways to allot losses that leave one row of units, and not any mixture of them."""
USES_OF_LUCK: Final = 3
"""1.53  A card that is still there, one that is being used, one that is gone."""


def check_size(pos: ConquestPosition, how: Tactics, drawn: int = 0) -> None:
    """Refuse a battle with too many positions; `drawn` units come from the cup before it."""
    many = positions(pos, how, drawn)
    if many <= MOST:
        return
    fewer = [number for number in range(1, drawn) if positions(pos, how, number) <= MOST]
    if fewer:
        raise SetupError(error_text("battle.too-large-draw", most=MOST, number=max(fewer)))
    raise SetupError(error_text("battle.too-large", most=MOST))


def positions(pos: ConquestPosition, how: Tactics, drawn: int = 0) -> int:
    """About how many positions can come: in how many ways each side can stand, times each other."""
    by_spaniards, by_others = how.allotted()
    many = USES_OF_LUCK if how.mano != "never" else 1
    for commander, expedition in pos.expeditions.items():
        units = [kind for kind in KINDS for _ in range(getattr(pos.units(commander), kind))]
        many *= (pos.rules.hits_most + 1) * _ways([*units, *expedition.allies.each()], by_others)
    indians = [unit for site in pos.sites.values() for unit in site.garrison.each()]
    many *= _ways(indians, by_spaniards)
    if drawn:
        kinds = len({front(unit) for unit in pos.piles["cup"].titles})
        many *= comb(kinds + drawn - 1, drawn) * _ways([""] * drawn, by_spaniards)
    return many


def _ways(units: Iterable[str], allotted: str) -> int:
    """In how many ways units can be left, each whole, flipped or gone."""
    counts = Counter(units)
    if allotted in IN_ORDER:
        return 2 * counts.total() + 1
    return prod(2 * number + 1 for number in counts.values())
