"""13.2  The net total and what it is made of; how many empires were found (4.16)."""

from __future__ import annotations

from typing import Final

from conquistadors.engine.play import Play
from conquistadors.engine.requests import Seat
from conquistadors.games.conquest.rules.position import ConquestPosition
from conquistadors.games.conquest.rules.shared import ConquestRules
from conquistadors.games.conquest.rules.victory import city_points, debt_points, favour_points, total_points


class ConquestPlay(Play):
    def turn(self, pos: ConquestPosition) -> int:
        return pos.turn

    def counts(self, pos: ConquestPosition, seat: Seat) -> dict[str, int]:
        faction = pos.factions[seat]
        return {
            "points": total_points(pos, seat),
            "gold": faction.converted,
            "awards": faction.awards,
            "cities": city_points(pos, seat),
            "favour": favour_points(pos, seat),
            "debt": -debt_points(pos, seat),
        }

    def bands(self, rules: ConquestRules, language: str) -> list[tuple[int, str]]:
        """23.4  What history says of a lone player."""
        return [(verdict.start, verdict.text[language]) for verdict in rules.tables.verdicts]

    def table(self, pos: ConquestPosition) -> dict[str, int]:
        return {"empires": len(pos.rules.empires) - pos.piles["empires"].size}


PLAY: Final = ConquestPlay()
