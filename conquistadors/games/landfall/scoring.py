"""How far everybody has got: rounds, and leagues for points."""

from __future__ import annotations

from typing import Final

from conquistadors.engine.play import Play
from conquistadors.engine.requests import Seat
from conquistadors.games.landfall.rules import Ocean


class LandfallPlay(Play):
    def turn(self, pos: Ocean) -> int:
        return pos.round

    def counts(self, pos: Ocean, seat: Seat) -> dict[str, int]:
        return {"points": pos.ships[seat]}


PLAY: Final = LandfallPlay()
