"""23.0  The Solitaire Game."""

from __future__ import annotations

from conquistadors.conquest.course import SOLITAIRE
from conquistadors.conquest.standard import StandardGame


class SolitaireGame(StandardGame):
    """23.0  One player against the Indies: ten turns, then a verdict. Standard rules hold except as changed here."""

    scenario = "solitaire"
    course = SOLITAIRE
