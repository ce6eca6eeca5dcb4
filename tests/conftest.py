"""What a test worker has read in stays until it ends: Python need not look for garbage among it again and again."""

from __future__ import annotations

import gc

import pytest


def pytest_collection_finish(session: pytest.Session) -> None:
    """Speed is measured as Python comes; all other tests are spared looking through modules, tests and packs.

    A full search for garbage costs a worker more than most of its tests do, and small searches come less often here.
    What a test makes is collected as before.
    """
    if session.config.getoption("benchmark_disable", False):
        gc.freeze()
        gc.set_threshold(20_000, 20, 20)
