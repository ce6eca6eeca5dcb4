"""Which reasons of the captain follow from what everybody sees."""

from __future__ import annotations

from typing import Final

OPEN: Final = frozenset(
    {
        *(f"start.{name}" for name in ("marker", "divide", "station", "man", "commander", "haven")),
        *(f"impulse.{name}" for name in ("convert", "debt", "repay", "gift", "brings-men", "new-army", "allies")),
        *(f"arrival.{name}" for name in ("strengthen", "cannon", "horse")),
        *(f"men.{name}" for name in ("together", "wounded", "follows", "leads", "strong")),
        *(f"battle.{name}" for name in ("leader", "loss", "cheapest", "dearest")),
        *(f"target.{name}" for name in ("player", "captain", "space")),
        "card.hurts",
    }
)
"""Of men, places and gold on the map. Plans weigh the cards in the hand and the Assets under the expeditions as well,
and that there was nothing else to do tells that no card could be played: such reasons are not among these."""
