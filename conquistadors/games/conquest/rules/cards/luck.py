"""1.53-1.57  Mano de Dios: the card that changes your own roll."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from conquistadors.engine import Bar, Luck, LuckTried, Modifier, Seat
from conquistadors.games.conquest.rules.cards.targets import number
from conquistadors.games.conquest.rules.position import ConquestPosition

TITLE: Final = "mano-de-dios"
OPEN: Final = "open-mano-de-dios"
"""5.151  The asset, laid open before the player."""


REROLL_ONLY: Final = {
    "leader-casualty": "6.43",
    "sudden-shock": "17.22",
    "exhaustion": "G-7.25",
    "arrest-in-solitaire": "G-23.31b",
}
"""1.56, G-1.53  The clauses of rolls that take no +2; of all others 1.56 says it."""


class ManoDeDios(Luck):
    """1.53, 1.531, 1.532  +2 declared before a roll, or a re-roll after it; then it is discarded.

    `roll()` asks nobody but the player whose roll it is (1.54), once before it and once after it: one of each on a
    roll at most, and the +2 stays (1.55, G-1.55). Which rolls take it, and how, is in the catalogue (1.56, 1.57,
    G-1.53). Against Assassination and Poison Darts the victim is asked instead (C41).
    """

    rule_before = "1.53"
    rule_after = "1.53"

    def held(self, pos: ConquestPosition, seat: Seat) -> Collection[str]:
        """1.532  From the hand, or the asset laid open."""
        if seat not in pos.hands:
            return ()
        held = (TITLE,) if TITLE in pos.hands[seat].titles else ()
        return (*held, OPEN) if pos.factions[seat].luck else held

    def spend(self, pos: ConquestPosition, seat: Seat, card: str) -> None:
        """1.531, 1.35  To the discards of the deck that it came from."""
        if card == OPEN:
            pos.edit_faction(seat, luck=pos.factions[seat].luck - 1)
            pos.piles["asset-discards"] = pos.piles["asset-discards"].plus(TITLE)
        else:
            pos.discard(seat, TITLE)

    def modifier(self, pos: ConquestPosition, card: str) -> Modifier:
        return Modifier(TITLE, number(pos, TITLE, "modifier"))

    def untimely(self, tried: LuckTried) -> Bar:
        """1.531, 1.54-1.57, G-1.53b  Why it cannot be spent like this now, by the clause that forbids it."""
        roll = tried.roll
        if roll is None:
            return Bar("1.53", "luck-no-roll")
        if not roll.luck_before and not roll.luck_after:
            return Bar("1.57", "luck-never")
        if not tried.own:
            return Bar("1.54", "luck-not-own")
        if tried.use == "modify" and not roll.luck_before:
            return Bar(REROLL_ONLY.get(roll.name, "1.56"), "luck-reroll-only")
        if tried.use in tried.spent:
            return Bar("1.55", "luck-twice")
        return Bar("1.531", "luck-too-late") if tried.thrown else Bar("1.531", "luck-too-early")
