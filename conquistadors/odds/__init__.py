"""Exact probabilities of anything the engine can ask, from the procedures that play.

What any game can be asked is here; what only The Conquistadors can be asked is in `games.conquest.odds`.
"""

from conquistadors.games.conquest.odds import acting as _acting  # how actions are asked about
from conquistadors.games.conquest.odds import chains
from conquistadors.games.conquest.odds.battle import BattleOdds, Draw, Fate, battle, battle_at, battle_work, battling
from conquistadors.games.conquest.odds.catalogue import CataloguedRoll, rolls, table
from conquistadors.odds.distribution import Distribution
from conquistadors.odds.luck import LuckOfARoll, extremes, luck
from conquistadors.odds.position import CardWorth, OptionOdds, PositionOdds, card_worth, position_odds, position_work

assert _acting

__all__ = [
    "BattleOdds",
    "CardWorth",
    "CataloguedRoll",
    "Distribution",
    "Draw",
    "Fate",
    "LuckOfARoll",
    "OptionOdds",
    "PositionOdds",
    "battle",
    "battle_at",
    "battle_work",
    "battling",
    "card_worth",
    "chains",
    "extremes",
    "luck",
    "position_odds",
    "position_work",
    "rolls",
    "table",
]
