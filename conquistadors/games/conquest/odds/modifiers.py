"""Which number of the rules each named modifier of a roll adds, for whoever wants to set it without a position."""

from __future__ import annotations

from typing import Final

NUMBERS: Final = {
    ("diplomacy", "hostile"): "diplomacy_hostile",
    ("diplomacy", "allied-to-another"): "diplomacy_allied",
    ("diplomacy", "imperial"): "diplomacy_imperial",
    ("diplomacy-gold", "king"): "gold_roll_king",
    ("plunder-gold", "king"): "plunder_king",
    ("combat-spanish", "cannon"): "combat_cannon",
    ("combat-indian", "failed-shock"): "shock_indian",
    ("starvation", "fever-coast"): "coast_morale",
    ("terrain", "fever-coast"): "coast_morale",
    ("malaria", "fever-coast"): "coast_morale",
    ("malaria", "malaria"): "malaria",
    ("rally", "mosquito"): "rally_mosquito",
    ("rally", "division"): "rally_division",
    ("rally", "food"): "rally_food",
}
"""Modifiers that are there or not: the number of the rules that each adds."""
TIMES: Final = {
    ("diplomacy-gold", "earlier-rolls"): "gold_roll_before",
    ("plunder-gold", "earlier-attempts"): "plunder_before",
    ("exhaustion", "earlier-attempts"): "plunder_before",
}
"""Modifiers that count: the number of the rules for each time."""
RATINGS: Final = {"diplomacy": "diplomacy", "combat-spanish": "combat", "rally": "rally"}
"""The rating of a conquistador that is added."""
