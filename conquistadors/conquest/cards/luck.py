"""1.53-1.57  Mano de Dios: the card that changes one's own roll."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from conquistadors.conquest.position import Indies
from conquistadors.engine import Luck, Modifier, Seat

TITLE: Final = "mano-de-dios"
OPEN: Final = "open-mano-de-dios"
"""5.151  The asset, laid open before the player."""


class ManoDeDios(Luck):
    """1.53, 1.531, 1.532  +2 declared before a roll, or a re-roll after it; then it is discarded.

    Which rolls take it, and how, is in the catalogue (1.54-1.57, G-1.53).
    """

    rule_before = "1.53"
    rule_after = "1.53"

    def held(self, pos: Indies, seat: Seat) -> Collection[str]:
        hand = pos.hands.get(seat)
        held = [TITLE] if hand is not None and TITLE in hand.titles else []
        return [*held, OPEN] if hand is not None and pos.factions[seat].luck else held

    def spend(self, pos: Indies, seat: Seat, card: str) -> None:
        if card == OPEN:
            pos.edit_faction(seat, luck=pos.factions[seat].luck - 1)
            pos.piles["asset-discards"] = pos.piles["asset-discards"].plus(TITLE)
        else:
            pos.discard(seat, TITLE)

    def modifier(self, pos: Indies, card: str) -> Modifier:
        return Modifier(TITLE, int(str(pos.rules.cards[TITLE].effect["modifier"])))
