"""How far everybody has got: turns, and Victory Points with what they are made of; what is said of a lone player."""

from __future__ import annotations

from typing import Final

from conquistadors.engine.play import Play
from conquistadors.engine.requests import Seat
from conquistadors.games.exploration.rules.game import ExplorationRules
from conquistadors.games.exploration.rules.politics import POTOSI
from conquistadors.games.exploration.rules.position import World
from conquistadors.games.exploration.rules.victory import points_of


class ExplorationPlay(Play):
    def turn(self, pos: World) -> int:
        return pos.turn

    def counts(self, pos: World, seat: Seat) -> dict[str, int]:
        made = points_of(pos, seat)
        parts = {"ducats": made.ducats, "areas": made.areas, "discoveries": made.discoveries, "penalty": -made.penalty}
        return {"points": made.total, **parts}

    def table(self, pos: World) -> dict[str, int]:
        """13.3, 6.41(2)  The great finds that have paid: the Treasure Cities, and Potosi."""
        return {"finds": len([hex_ for hex_ in (*pos.rules.cities, POTOSI) if pos.digs[hex_].dug])}

    def bands(self, rules: ExplorationRules, language: str) -> list[tuple[int, str]]:
        """21.29  Spain alone has won or has not."""
        if not rules.alone:
            return []
        texts = rules.texts(language)
        return [(0, texts.say("ending.lost")), (rules.number("points_to_win"), texts.say("ending.won"))]


PLAY: Final = ExplorationPlay()
