"""Ours and a peer in turns, so that a busy machine slows both; what counts is the ratio of the medians."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterator

import pytest

Measured = Callable[[], float]
"""One round: how much was done per second, or how many seconds one took."""

REPORT: list[str] = []


@pytest.fixture
def interleaved(request: pytest.FixtureRequest) -> Callable[..., float]:
    """Measure ours and the peer in turns and print the medians with their ratio. Nothing is asserted about time."""
    rounds = 2 if request.config.getoption("benchmark_disable") else 25

    def measure(title: str, ours: Measured, peer: Measured, unit: str, goal: str) -> float:
        mine, theirs = [], []
        for _ in range(rounds):
            mine.append(ours())
            theirs.append(peer())
        ratio = statistics.median(mine) / statistics.median(theirs)
        REPORT.append(
            f"{title}: ours {statistics.median(mine):,.4g} {unit}, peer {statistics.median(theirs):,.4g} {unit}, "
            f"ratio {ratio:.2f} ({goal})"
        )
        return ratio

    return measure


def seconds(action: Callable[[], object], times: int) -> float:
    """Seconds that one of many calls took."""
    start = time.perf_counter()
    for _ in range(times):
        action()
    return (time.perf_counter() - start) / times


@pytest.hookimpl
def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> Iterator[None] | None:
    if REPORT:
        terminalreporter.section("ours and the peer, interleaved, medians")
        for line in REPORT:
            terminalreporter.write_line(line)
    return None
