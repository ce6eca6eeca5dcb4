"""What others see while somebody may react: it stands still, so that nobody learns who has been asked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from conquistadors.engine.history import Answer
from conquistadors.engine.requests import Choice, Seat
from conquistadors.engine.rules import PositionT, Rules
from conquistadors.engine.run import Run


def closed(run: Run[Any]) -> bool:
    """Whether somebody is asked in a window, or might as well have passed unseen: then what others see stands still."""
    pending = run.pending
    window = type(pending) is Choice and pending.passes and pending.kind not in run.rules.no_windows
    return bool(run.pos.reacting) or window


def stood_still(rules: Rules[PositionT], boundary: PositionT, since: Sequence[Answer], seat: Seat | None) -> int:
    """After how many answers since the boundary the window opened that is still open, or the seat answered in it."""
    run = Run(rules, boundary.copy())
    opened: int | None = None
    for number, given in enumerate(since):
        if not closed(run):
            opened = None
        elif opened is None or since[number - 1].who == seat:
            opened = number
        run.send(given.to(run.pending))
    return len(since) if opened is None or (since and since[-1].who == seat) else opened
