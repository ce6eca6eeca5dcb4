"""What a position is worth to a nation: its points and its prospects, weighed as many games of governors have shown."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from conquistadors.bots.search.weights import CERTAIN, chance, weighed, weights
from conquistadors.engine.requests import Seat
from conquistadors.engine.run import Run
from conquistadors.games.exploration.bots.prospects import NAMES, points_now, prospects, sight_of
from conquistadors.games.exploration.bots.sight import Sight

SCALE: Final = 100.0
"""Points are weighed by the hundred."""


def worth(run: Run[Any], seat: Seat) -> float:
    """Alone: the points that can be expected at the end. With others: the chance of a victory, in percent."""
    rivals = rivals_of(run, seat)
    if run.ending is not None:
        if rivals:
            return CERTAIN * (seat in run.ending.winners) / max(1, len(run.ending.winners))
        return points_now(sight_of(run, seat))
    mine, by = sight_of(run, seat), weights("exploration", str(run.rules.scenario))
    if not rivals:
        return points_now(mine) + SCALE * weighed(prospects(mine), part_left(mine), by)
    return chance(against(run, seat, rivals), part_left(mine), by)


def rivals_of(run: Run[Any], seat: Seat) -> list[Seat]:
    return [other for other in run.rules.seats if other != seat and not run.pos.nations[other].resigned]


def against(run: Run[Any], seat: Seat, rivals: Sequence[Seat]) -> dict[str, float]:
    """What a nation has and may hope for beyond its best rival, its points among it."""
    mine = sight_of(run, seat)
    others = [sight_of(run, other) for other in rivals]
    rival = max(others, key=points_now)
    one, other = prospects(mine), prospects(rival)
    found = {name: one[name] - other[name] for name in NAMES}
    found["one"] = (points_now(mine) - points_now(rival)) / SCALE
    return found


def part_left(sight: Sight) -> float:
    """The part of the game that is still to come."""
    return float((sight.left + 1) / sight.rules.turns)
