"""Exact probabilities of anything the engine can ask, from the procedures that play.

What any game can be asked is here; what only The Conquistadors can be asked is in `odds.conquest`.
"""

from conquistadors.odds.conquest.battle import BattleOdds, Draw, Fate, battle, battle_at, battle_work
from conquistadors.odds.conquest.catalogue import CataloguedRoll, rolls, table
from conquistadors.odds.distribution import Distribution

__all__ = [
    "BattleOdds",
    "CataloguedRoll",
    "Distribution",
    "Draw",
    "Fate",
    "battle",
    "battle_at",
    "battle_work",
    "rolls",
    "table",
]
