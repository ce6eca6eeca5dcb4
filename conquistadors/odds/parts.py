"""How a position falls into parts, so that rules which look at one part are not run again for every state of another.

Both sides of a battle roll and lose units apart from each other: what befalls the one does not depend on what is left
of the other. Whoever asks for odds may say so (`Parts`). A step that changes a part which it was said not to touch is
found out where paths are `checked`, as they are in the tests.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Final, Generic, NamedTuple, Protocol

from conquistadors.engine.rules import PositionT

REST: Final = 0
"""The first part: all that is in no other. Every step may look at it and change it."""


class Look(NamedTuple):
    """What a step looks at, besides the rest."""

    touched: tuple[int, ...] = ()
    """The parts that it may look at and change."""
    glimpsed: tuple[int, ...] = ()
    """The parts of which it sees no more than `Parts.glimpse`, and which it leaves as they are."""


class Counted(NamedTuple):
    """A part of which a step takes one after the other, and asks no more than whether it was the last."""

    slot: int
    stands_for: Callable[[Hashable], Hashable]
    """The part that stands for all of which the step makes the same."""
    becomes: Callable[[Hashable, Hashable], Hashable]
    """What a part becomes, where the one that stood for it becomes this."""


class Parts(Protocol[PositionT]):
    """How positions are taken apart and put together again."""

    count: int
    """How many parts there are."""
    aside: int | None
    """The part that a fight leaves alone, if there is one: where no step looks at it, chances are followed without it,
    and once for all that differ in nothing else."""
    decided: bool
    """Whether no choice is left open in a fight: then it is followed to its end by itself."""
    sides: tuple[tuple[int, ...], ...]
    """The parts of each of the two sides of a fight, if it has sides: they are followed each by itself."""

    def part(self, pos: PositionT, slot: int) -> Hashable:
        """One part of a position. Positions whose parts are equal are alike in all that matters."""

    def bare(self, pos: PositionT) -> PositionT:
        """The rest as a position, in which the other parts are missing. It is kept and never changed."""

    def join(self, bare: PositionT, parts: Sequence[Hashable], look: Look) -> PositionT:
        """A new position of a rest and these parts, for a step that looks at no more than it says."""

    def look(self, bare: PositionT) -> Look:
        """What the next step looks at."""

    def narrowed(self, bare: PositionT, look: Look, part: Callable[[int], Hashable]) -> Look:
        """What it looks at where the parts are these: no more than `look`, often less."""

    def glimpse(self, part: Hashable) -> Hashable:
        """What can be seen of a part at a glance."""

    def counted(self, bare: PositionT) -> Counted | None:
        """The part that the next step only counts down, if there is one."""


class Undivided(Generic[PositionT]):
    """Positions that are not taken apart."""

    count = 1
    aside: int | None = None
    decided = True
    sides: tuple[tuple[int, ...], ...] = ()

    def __init__(self, base: PositionT) -> None:
        self._base = base

    def part(self, pos: PositionT, slot: int) -> Hashable:  # noqa: ARG002  # there is one only
        return pos.differences(self._base)

    def bare(self, pos: PositionT) -> PositionT:
        return pos.copy()

    def join(self, bare: PositionT, parts: Sequence[Hashable], look: Look) -> PositionT:  # noqa: ARG002  # as above
        return bare.copy()

    def look(self, bare: PositionT) -> Look:  # noqa: ARG002  # whatever it is
        return Look()

    def narrowed(self, bare: PositionT, look: Look, part: Callable[[int], Hashable]) -> Look:  # noqa: ARG002  # as above
        return look

    def glimpse(self, part: Hashable) -> Hashable:
        return part

    def counted(self, bare: PositionT) -> Counted | None:  # noqa: ARG002  # as above
        return None
