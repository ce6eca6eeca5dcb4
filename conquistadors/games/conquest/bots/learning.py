"""How the weights of this game were learned: captains play, each a little different, and are looked at as an impulse
begins."""

from __future__ import annotations

from collections.abc import Mapping
from math import exp
from random import Random
from typing import Any, Final

from conquistadors.bots.search.contract import Learning
from conquistadors.bots.search.weights import CERTAIN
from conquistadors.engine.requests import Choice, Seat
from conquistadors.engine.rules import Rules
from conquistadors.engine.run import Run
from conquistadors.games.conquest.bots.captain import CaptainBot
from conquistadors.games.conquest.bots.captain.styles import Style
from conquistadors.games.conquest.bots.prospects import NAMES, points_now, prospects, sight_of
from conquistadors.games.conquest.bots.worth import compared, part_left, style_for

KINDS: Final[Mapping[str, tuple[Mapping[str, Any], ...]]] = {
    "solitaire": ({"map": "north"}, {"map": "south"}),
    "basic": ({"seats": 2}, {"seats": 3}),
    "standard": ({"seats": 2}, {"seats": 3}),
}
LAST_TURN: Final = 26
"""Games that last longer are not counted."""
WHIMS: Final = 0.35
"""How far captains differ from each other."""


class CaptainsLearn(Learning):
    names = NAMES
    kinds = KINDS
    certain = CERTAIN
    players_are = "captains"

    def players(self, rules: Rules[Any], seed: int, random: Random) -> dict[Seat, CaptainBot]:
        return {seat: CaptainBot(seed, varied(random, style_for(rules))) for seat in rules.seats}

    def wilful(self, asked: Choice) -> bool:
        return asked.kind in ("impulse", "action")

    def moment(self, run: Run[Any], asked: Choice) -> tuple[object, ...] | None:
        """2.0(5)  Once in every impulse."""
        return (asked.who, run.pos.turn, run.pos.round) if asked.kind == "impulse" else None

    def endless(self, run: Run[Any]) -> bool:
        return bool(run.pos.turn > LAST_TURN)

    def seen(self, run: Run[Any], seat: Seat) -> dict[str, float]:
        """For a lone player their own; with others what they have beyond the best of them."""
        style = style_for(run.rules)
        mine = sight_of(run, seat, style)
        rivals = mine.rivals()
        found = compared(mine, sight_of(run, rivals[0], style)) if rivals else prospects(mine)
        return {"left": part_left(mine), "points": points_now(mine), **{name: float(found[name]) for name in NAMES}}

    def came(self, run: Run[Any], seat: Seat, seen: Mapping[str, float]) -> float:
        """13.1, 23.4  Among others a victory or none; alone the points that were still to come."""
        if len(run.rules.seats) > 1:
            assert run.ending is not None
            return CERTAIN * (seat in run.ending.winners)
        return points_now(sight_of(run, seat, style_for(run.rules))) - seen["points"]


def varied(random: Random, style: Style) -> Style:
    """A captain like another, but not quite."""
    whims = {
        name: value * exp(random.uniform(-WHIMS, WHIMS))
        for name, value in style._asdict().items()
        if isinstance(value, float) and name not in ("later", "easy")
    }
    return Style(**{**style._asdict(), **whims})


LEARNING: Final = CaptainsLearn()
