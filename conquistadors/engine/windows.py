"""The one place where other players may react."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from conquistadors.engine.position import Position, Reacting
from conquistadors.engine.requests import Choice, Option, Procedure, Seat
from conquistadors.engine.rules import Rules


def window(pos: Position, occasion: str, order: Sequence[Seat], *, rule: str) -> Procedure[None]:
    """Let the seats react to the occasion, in the given order, round and round until all have passed in a row.

    Who is asked depends on the order alone, which is public. A seat that can do nothing passes by itself.
    """
    rules: Rules[Position] = pos.rules
    outer = pos.reacting
    facts = (("occasion", occasion),)
    seats = len(order)
    passed = 0
    turn = 0
    while passed < seats:
        seat = order[turn % seats]
        pos.reacting = (*outer, Reacting(occasion, seat, passed))
        reactions = partial(rules.reactions, pos, occasion, seat)
        forbids = partial(rules.forbids_reaction, pos, occasion, seat)
        chosen: Option = yield Choice(seat, "react", rule, reactions, forbids, True, facts)
        if chosen.verb == "pass":
            passed += 1
        else:
            passed = 0
            yield from rules.react(pos, occasion, seat, chosen)
        turn += 1
    pos.reacting = outer
