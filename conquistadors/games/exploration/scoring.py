"""How far everybody has got: turns, and Victory Points with what they are made of."""

from __future__ import annotations

from typing import Final

from conquistadors.engine.play import Play
from conquistadors.engine.requests import Seat
from conquistadors.games.exploration.rules.position import World
from conquistadors.games.exploration.rules.victory import points_of


class ExplorationPlay(Play):
    def turn(self, pos: World) -> int:
        return pos.turn

    def counts(self, pos: World, seat: Seat) -> dict[str, int]:
        made = points_of(pos, seat)
        parts = {"ducats": made.ducats, "areas": made.areas, "discoveries": made.discoveries, "penalty": -made.penalty}
        return {"points": made.total, **parts}


PLAY: Final = ExplorationPlay()
