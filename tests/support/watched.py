"""Scripted dice that also note what could have come up."""

from __future__ import annotations

from conquistadors.engine.chance import Script, Scripted
from conquistadors.engine.requests import Chance, ChanceValue


class Watched(Script):
    """A script that keeps every chance it has answered: `dice.chances[0].outcomes`, `.weights`."""

    def __init__(self, *outcomes: Scripted) -> None:
        super().__init__(*outcomes)
        self.chances: list[Chance] = []

    def answer(self, number: int, chance: Chance) -> ChanceValue | None:
        self.chances.append(chance)
        return super().answer(number, chance)
