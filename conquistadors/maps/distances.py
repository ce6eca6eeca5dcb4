"""How far it is."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable


def distances(starts: Iterable[str], neighbours: Callable[[str], Iterable[str]]) -> dict[str, int]:
    """Steps from the nearest start to every place that can be reached."""
    found = dict.fromkeys(starts, 0)
    waiting = deque(found)
    while waiting:
        here = waiting.popleft()
        for there in neighbours(here):
            if there not in found:
                found[there] = found[here] + 1
                waiting.append(there)
    return found
