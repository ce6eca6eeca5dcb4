"""Help for the benchmarks."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any


def per_call(action: Callable[[], Any], times: int) -> Callable[[], float]:
    """A measurement: how many microseconds one call takes, over so many calls."""

    def measured() -> float:
        start = time.perf_counter()
        for _ in range(times):
            action()
        return (time.perf_counter() - start) / times * 1e6

    return measured
