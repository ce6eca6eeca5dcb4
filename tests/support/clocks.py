"""Time that a test moves by hand: what depends on seconds then depends on nothing else."""

from __future__ import annotations


class HandClock:
    """A clock that stands still until somebody moves its hands."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def __call__(self) -> float:
        return self.seconds

    def pass_by(self, seconds: float) -> None:
        self.seconds += seconds
