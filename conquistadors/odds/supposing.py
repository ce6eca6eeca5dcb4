"""The world in which odds are worked out: one that follows from what the asker sees, whatever is true.

Whoever asks may know no more afterwards of what lies face down than before. So the truth is never asked: only the view
of a seat, and what it saw others answer since the last boundary.
"""

from __future__ import annotations

from random import Random
from typing import Final

from conquistadors.engine.events import Drew, Event
from conquistadors.engine.requests import CHANCE, TABLE, Chance, Seat
from conquistadors.engine.rules import PositionT
from conquistadors.engine.run import Run
from conquistadors.engine.views import Given, View

MOST_DEALS: Final = 20
"""So many deals are tried: not in every one others can have answered what they have."""


def canonical(run: Run[PositionT], seat: Seat) -> Run[PositionT] | None:
    """A run at the same request in the one world that stands for all that the seat can suppose.

    The dealing is random, but always the same: the world depends on what the seat sees alone. None where the rules
    suppose nothing, or no deal that was tried leads here.
    """
    view = seen_by(run, seat)
    worlds = (view.suppose(Random(number)) for number in range(MOST_DEALS))
    return next((world for world in worlds if world is not None), None)


def as_it_is_seen(run: Run[PositionT], seat: Seat) -> Run[PositionT] | None:
    """The view of the seat, taken for a position: what is hidden there stays so, and nobody can use it.

    None where what others did since the last boundary cannot be done with hidden things.
    """
    boundary = run.rules.view(run.boundary, None if seat == TABLE else seat)
    try:
        return seen_by(run, seat).again(boundary, Random(0))
    except (LookupError, ValueError):  # a rule looked for something that is hidden here
        return None


def only_seen(world: Run[PositionT]) -> bool:
    """Whether a world holds no more than is seen by who is asked there: a view, or nothing is hidden."""
    assert world.pending is not None
    seat = world.pending.who
    return world.rules.view(world.boundary, None if seat == TABLE else seat) == world.boundary


def again(run: Run[PositionT], boundary: PositionT) -> Run[PositionT]:
    """The run from another boundary, with the same answers since then."""
    other = Run(run.rules, boundary)
    for answer in run.since:
        other.send(answer)
    return other


def seen_by(run: Run[PositionT], seat: Seat) -> View[PositionT]:
    """What the seat knows of a run, with what there is to suppose from."""
    view = View(run, seat)
    view.remember((), run.boundary, _since(run, seat))
    return view


def _since(run: Run[PositionT], seat: Seat) -> list[Given]:
    """The answers since the last boundary as the seat saw them: not what others drew, nor what they answered unseen."""
    told: list[Event] = []
    start = run.boundary.copy()
    start.sink = told.append
    twin = Run(run.rules, start)
    found: list[Given] = []
    for answer in run.since:
        pending, heard = twin.pending, len(told)
        assert pending is not None
        twin.send(answer)
        if isinstance(pending, Chance):
            drawn = [event for event in told[heard : heard + 1] if isinstance(event, Drew)]
            hidden = any(event.seen_by(seat) is not event for event in drawn)
        else:
            hidden = pending.who != seat and pending.kind in run.rules.secrets
        who = CHANCE if isinstance(pending, Chance) else pending.who
        found.append(Given(who, pending.kind, None if hidden else answer))
    return found
