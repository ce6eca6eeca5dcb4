"""What a position is worth to a seat, in points: those it has, and those that it can hope for."""

from __future__ import annotations

from typing import Any, Final

from conquistadors.bots.captain.plans import LATER, best_plan
from conquistadors.bots.captain.sight import CARD, KING, Sight
from conquistadors.conquest.position import PLACES, Indies
from conquistadors.conquest.victory import debt_points, total_points
from conquistadors.engine import Choice, Seat
from conquistadors.engine.run import Run
from conquistadors.engine.views import Options, View

VICTORY: Final = 40.0
"""The points that a victory is worth besides those that it takes."""
AHEAD: Final = 1.0
"""How long a game of several players lasts nobody knows: so many turns are thought ahead, whatever happens."""
MEN: Final = 0.12
"""What a point of combat value in the strongest army brings in each turn that is left."""
HIT: Final = 1.5
"""What a hit costs."""
PACE: Final = 3.0
"""The points that an action brings, one with another: what takes an action has to bring more."""
ACTIONS: Final = 5.0
"""The actions of a turn."""
SHARE: Final = 0.8
"""The part of what known places would bring beyond that pace that will be had."""
NEXT: Final = 0.3
"""The part of what the best plan of all would bring for an action: where there is something to look for."""
CAPTURED: Final = 2.0
"""How much more a king is worth than at the moment of his capture."""


def worth(run: Run[Any], seat: Seat) -> float:
    """The points of a seat with its prospects; where others play, against the best of them."""
    pos: Indies = run.pos
    others = [other for other in pos.factions if other != seat and not pos.factions[other].absent]
    if run.ending is not None:
        mine, theirs = float(total_points(pos, seat)), [float(total_points(pos, other)) for other in others]
        if others:
            mine += VICTORY if seat in run.ending.winners else -VICTORY
    else:
        mine, theirs = prospects(run, seat), [prospects(run, other) for other in others]
    return mine - max(theirs, default=0.0)


def prospects(run: Run[Any], seat: Seat) -> float:
    """Points, gold, men and allies, and what the places that are known may bring in the time that is left."""
    sight = sight_of(run, seat)
    pos, book, mine = sight.pos, sight.book, sight.mine()
    left = turns_left(sight)
    time = min(1.0, left)
    armies = [c for c in mine if sight.force(c).units]
    value = total_points(pos, seat) + time * debt_points(pos, seat)
    for commander in mine:
        expedition, force = pos.expeditions[commander], sight.force(commander)
        value += book.gold_worth * expedition.gold + time * CAPTURED * KING * len(expedition.kings)
        value += time * CARD * (expedition.assets.size + expedition.shown.size)
        value -= time * HIT * expedition.hits * bool(force.units)
    if armies:
        strongest = sight.strongest(armies)
        value += MEN * left * sight.worth_of(pos.units(strongest))
        value += time * NEXT * max([best_plan(sight, commander).rate for commander in armies])
        value += SHARE * opportunities(sight, strongest, left * ACTIONS)
    return value


def opportunities(sight: Sight, commander: str, actions: float) -> float:
    """What the known places would bring an army in so many actions, beyond what these would bring anyway."""
    expedition, sea = sight.expedition(commander), sight.rules.n.sea
    ways = sight.journeys(expedition.space, ashore=expedition.ashore)
    found: list[tuple[float, float]] = []
    for space, site in sight.pos.sites.items():
        if site.marker in PLACES and space in ways:
            gain, taken, _ = sight.exploit(commander, site)
            travel = ways[space].length / sea
            taken += travel
            more = gain * LATER**travel - PACE * taken
            if more > 0:
                found.append((more / taken, taken))
    whole = 0.0
    for rate, taken in sorted(found, reverse=True):
        whole += rate * min(taken, max(0.0, actions))
        actions -= taken
    return whole


def turns_left(sight: Sight) -> float:
    """How many turns are still to come, the one under way as far as it is left."""
    rules, pos = sight.rules, sight.pos
    if sight.rivals():
        return AHEAD
    return max(0.0, rules.n.solitaire_turns - pos.turn + 1 - min(1.0, 2 * pos.round / rules.rounds_most))


def sight_of(run: Run[Any], seat: Seat) -> Sight:
    """What the seat would see, were it asked."""
    view: View[Any] = View(run, seat, Options())
    view.pending = Choice(seat, "worth", "13.2", list, lambda _: None)
    return Sight(view, 0)
