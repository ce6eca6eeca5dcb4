"""What is counted of a game: its turns, the points of every seat and what they are made of."""

from __future__ import annotations

from functools import singledispatch
from typing import Any, Protocol

from conquistadors.engine.requests import Seat
from conquistadors.games.conquest.rules.shared import ConquestRules
from conquistadors.games.conquest.rules.victory import city_points, debt_points, favour_points, total_points
from conquistadors.games.landfall.rules import Landfall


class Tally(Protocol):
    """What the laboratory has to know of a game."""

    def turn(self, pos: Any) -> int:
        """The number of the turn; 0 before the first one."""

    def counts(self, pos: Any, seat: Seat) -> dict[str, int]:
        """The points of a seat, as "points", and what they are made of."""

    def table(self, pos: Any) -> dict[str, int]:
        """What is counted for the whole table."""


class AnyTally:
    """A game of which nothing is known: turns if it counts any, and no points."""

    def turn(self, pos: Any) -> int:
        return int(getattr(pos, "turn", 0))

    def counts(self, pos: Any, seat: Seat) -> dict[str, int]:  # noqa: ARG002  # nothing is known of points
        return {}

    def table(self, pos: Any) -> dict[str, int]:  # noqa: ARG002  # nothing is known of it
        return {}


class LandfallTally(AnyTally):
    """Landfall: rounds, and leagues for points."""

    def turn(self, pos: Any) -> int:
        return int(pos.round)

    def counts(self, pos: Any, seat: Seat) -> dict[str, int]:
        return {"points": int(pos.ships[seat])}


class ConquestTally:
    """13.2  The Conquistadors: the net total, and the ways to it; how many empires were found (4.16)."""

    def turn(self, pos: Any) -> int:
        return int(pos.turn)

    def counts(self, pos: Any, seat: Seat) -> dict[str, int]:
        faction = pos.factions[seat]
        return {
            "points": total_points(pos, seat),
            "gold": faction.converted,
            "awards": faction.awards,
            "cities": city_points(pos, seat),
            "favour": favour_points(pos, seat),
            "debt": -debt_points(pos, seat),
        }

    def table(self, pos: Any) -> dict[str, int]:
        return {"empires": len(pos.rules.empires) - pos.piles["empires"].size}


@singledispatch
def tallying(rules: object) -> Tally:  # noqa: ARG001  # the type alone decides
    """How the games of these rules are counted. A game registers its own."""
    return AnyTally()


@tallying.register
def _(rules: Landfall) -> Tally:  # noqa: ARG001  # the type alone decides
    return LandfallTally()


@tallying.register
def _(rules: ConquestRules) -> Tally:  # noqa: ARG001  # the type alone decides
    return ConquestTally()
