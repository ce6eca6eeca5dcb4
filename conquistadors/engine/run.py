"""A running procedure: it can be answered, and it can be cloned at any request."""

from __future__ import annotations

from typing import Any, Final, Generic, Self

from conquistadors.engine.errors import RuleError
from conquistadors.engine.requests import ChanceValue, Option, Procedure, Request
from conquistadors.engine.rules import Ending, PositionT, Rules

_MOST_SILENT_STEPS: Final = 1000
"""After so many steps in a row that ask nothing, the rules are going round in circles."""


class Run(Generic[PositionT]):
    """A position with the procedure at work on it, stopped at a request.

    A generator cannot be copied, so a clone starts the step anew from its boundary and gives it the same answers.
    No history, no events, no checks: games, odds and bots build on this.
    """

    __slots__ = ("_step", "boundary", "ending", "pending", "pos", "rules", "since")

    rules: Rules[PositionT]
    pos: PositionT
    pending: Request | None
    """What is asked now; None when the game is over."""
    ending: Ending | None
    boundary: PositionT
    """The position where the step began: the checkpoint."""
    since: list[Option | ChanceValue]
    """The answers sent since the boundary."""
    _step: Procedure[None] | None

    def __init__(self, rules: Rules[PositionT], pos: PositionT) -> None:
        """Start at a boundary, whose position now belongs to the run."""
        self.rules = rules
        self.pos = pos
        self._enter()

    def send(self, answer: Option | ChanceValue) -> bool:
        """Answer the pending request; True if that led over a boundary."""
        assert self._step is not None, "the game is over"
        self.since.append(answer)
        try:
            self.pending = self._step.send(answer)
        except StopIteration:
            self._enter()
            return True
        return False

    def clone(self) -> Self:
        """Another run at the same request. Neither notices what happens to the other."""
        twin = object.__new__(type(self))
        twin.rules = self.rules
        twin.ending = self.ending
        twin.boundary = self.boundary
        twin.since = self.since.copy()
        twin.pos = self.boundary.copy()
        twin.pending = self.pending
        twin._step = None
        if self._step is not None:
            twin._step = self.rules.step(twin.pos)
            twin.pending = next(twin._step)
            send = twin._step.send
            for answer in self.since:
                twin.pending = send(answer)
        return twin

    def at_work(self) -> list[Any]:
        """The generators of the procedures at work, the outermost first."""
        chain: list[Any] = []
        running: Any = self._step
        while running is not None and hasattr(running, "gi_code"):
            chain.append(running)
            running = running.gi_yieldfrom
        return chain

    def _enter(self) -> None:
        """Cross boundaries until something is asked or the game is over."""
        pos = self.pos
        for _ in range(_MOST_SILENT_STEPS):
            self.boundary = pos.copy()
            self.since = []
            self.ending = self.rules.ending(pos)
            if self.ending is not None:
                self.pending = self._step = None
                return
            self._step = self.rules.step(pos)
            try:
                self.pending = next(self._step)
            except StopIteration:
                continue
            return
        raise RuleError(f"{_MOST_SILENT_STEPS} steps of {self.rules.scenario} in a row asked nothing")
