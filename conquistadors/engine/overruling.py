"""The table decides over the program's head: what it orders is checked, and the step begins anew from there."""

from __future__ import annotations

from typing import Final

from conquistadors.engine.errors import IllegalAnswer, short_repr
from conquistadors.engine.events import Event
from conquistadors.engine.history import Answer
from conquistadors.engine.rules import PositionT, Rules
from conquistadors.engine.run import Run
from conquistadors.engine.texts import error_text

LONGEST_ORDER: Final = 200


def overruled(run: Run[PositionT], boundary: PositionT, given: Answer) -> PositionT:
    """The position as the table wants it; `IllegalAnswer` says why it cannot be."""
    _, kind, order, auto = given
    if run.pending is None:
        raise IllegalAnswer(error_text("order.over", order=short_repr(order)))
    if run.since:
        raise IllegalAnswer(error_text("order.busy", order=short_repr(order)))
    if auto or type(order) is not str:
        raise IllegalAnswer(error_text("order.strange", order=short_repr(given)))
    if not order or not order.isprintable() or len(order) > LONGEST_ORDER:
        raise IllegalAnswer(error_text("order.long", most=LONGEST_ORDER, order=short_repr(order)))
    if kind == "resign" and order not in run.rules.seats:
        raise IllegalAnswer(error_text("setup.seat", wanted=short_repr(order), seats=run.rules.seats))
    position = boundary.copy()
    try:
        run.rules.intervene(position, kind, order)
        run.rules.check_boundary(position)
    except ValueError as error:
        raise IllegalAnswer(error_text("order.cannot", order=short_repr(order), why=str(error))) from None
    return position


def reported_on_entering(rules: Rules[PositionT], boundary: PositionT) -> list[Event]:
    """What the step at a boundary reports before it asks something."""
    reported: list[Event] = []
    position = boundary.copy()
    position.sink = reported.append
    Run(rules, position)
    return reported
