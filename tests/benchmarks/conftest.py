"""Ours and a peer in turns, so that a busy machine slows both; what counts is the ratio of the medians."""

from __future__ import annotations

import statistics
from collections.abc import Callable

import pytest

Measured = Callable[[], float]
"""One round: how much was done per second, or how many seconds one took."""

REPORT: list[str] = []


@pytest.fixture
def interleaved(request: pytest.FixtureRequest) -> Callable[..., None]:
    """Measure ours and the peer in turns and print the medians with their ratio. Nothing is asserted about time."""
    quick = request.config.getoption("benchmark_disable")

    def measure(title: str, ours: Measured, peer: Measured, unit: str, goal: str, rounds: int = 25) -> None:
        mine, theirs = [], []
        for _ in range(1 if quick else rounds):
            mine.append(ours())
            theirs.append(peer())
        ratio = statistics.median(mine) / statistics.median(theirs)
        REPORT.append(
            f"{title}: ours {statistics.median(mine):,.4g} {unit}, peer {statistics.median(theirs):,.4g} {unit}, "
            f"ratio {ratio:.2f} ({goal})"
        )

    return measure


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if REPORT:
        terminalreporter.section("ours and the peer, interleaved, medians")
        for line in REPORT:
            terminalreporter.write_line(line)
