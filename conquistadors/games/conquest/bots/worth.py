"""What a position is worth to a seat: its points and its prospects, weighed as many games of captains have shown."""

from __future__ import annotations

from typing import Any

from conquistadors.bots.search.weights import CERTAIN, chance, weighed, weights
from conquistadors.engine import Seat
from conquistadors.engine.rules import Rules
from conquistadors.engine.run import Run
from conquistadors.games.conquest.bots.captain.sight import Sight
from conquistadors.games.conquest.bots.captain.styles import STYLES, Style
from conquistadors.games.conquest.bots.prospects import NAMES, points_now, prospects, sight_of


def worth(run: Run[Any], seat: Seat, style: Style) -> float:
    """Alone: the points that can be expected at the end. With others: the chance of a victory, in percent."""
    pos = run.pos
    rivals = [other for other in pos.factions if other != seat and not pos.factions[other].absent]
    if run.ending is not None:
        if rivals:
            return CERTAIN * (seat in run.ending.winners) / max(1, len(run.ending.winners))
        return points_now(sight_of(run, seat, style))
    mine = sight_of(run, seat, style)
    if not rivals:
        return points_now(mine) + weighed(prospects(mine), part_left(mine), weights("conquest", "solitaire"))
    against = [sight_of(run, other, style) for other in rivals]
    rival = max(against, key=lambda sight: sight.points_with_gold(sight.seat))
    return chance(compared(mine, rival), part_left(mine), weights("conquest", str(run.rules.scenario)))


def compared(mine: Sight, rival: Sight) -> dict[str, float]:
    """What a seat has and may hope for beyond another, its points among it."""
    one, other = prospects(mine), prospects(rival)
    found = {name: one[name] - other[name] for name in NAMES}
    found["one"] = points_now(mine) - points_now(rival)
    return found


def part_left(sight: Sight) -> float:
    """The part of the game that is still to come: of the turns of a lone player, or of the points that are needed."""
    rules, pos = sight.rules, sight.pos
    if not sight.rivals():
        gone = pos.turn - 1 + min(1.0, 2 * pos.round / rules.rounds_most)
        return max(0.0, 1 - gone / rules.n.solitaire_turns)
    first = max([sight.points_with_gold(seat) for seat in (sight.seat, *sight.rivals())])
    return min(1.0, max(0.0, 1 - first / rules.target))


def style_for(rules: Rules[Any]) -> Style:
    """How the captain thinks who plays on in supposed worlds: alone, or among others."""
    return STYLES["veteran" if len(rules.seats) == 1 else "rival"]
