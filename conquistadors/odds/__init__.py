"""Exact probabilities of anything the engine can ask, from the procedures that play."""

from conquistadors.odds.catalogue import CataloguedRoll, rolls, table
from conquistadors.odds.distribution import Distribution

__all__ = ["CataloguedRoll", "Distribution", "rolls", "table"]
