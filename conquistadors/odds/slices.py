"""Work that takes long: it is done in slices, says how far it has got, and gives its result at the end."""

from __future__ import annotations

import gc
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from typing import Any, Final, NamedTuple, TypeVar

T = TypeVar("T")
SLICE: Final = 50
"""So many states are worked on before somebody may look at the progress, or stop it."""


class Progress(NamedTuple):
    """How far some work has got."""

    done: int
    known: int
    """Of how many; of an exploration, as far as it is known: more may come."""
    answer: Any = None
    """What can be said already, where something can: the answer to a smaller question."""


@contextmanager
def uncollected() -> Iterator[None]:
    """Work that makes many small things and no rings of them: Python need not look for rings meanwhile."""
    collects = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collects:
            gc.enable()


def finished(work: Generator[Progress, None, T], progress: Callable[[Progress], None] | None = None) -> T:
    """The result of work that is done in slices. `progress` is told of each; whatever it raises stops the work."""
    with uncollected():
        while True:
            try:
                now = next(work)
            except StopIteration as done:
                result: T = done.value
                return result
            if progress is not None:
                progress(now)
