"""For one run of all tests under coverage (`-p breaks.measuring`): whose lines these are, and what each test costs.

A test is named as pytest names it, with its parameters, and its fixtures count as its own.
"""

from __future__ import annotations

import json
import time
from collections.abc import Generator
from pathlib import Path
from typing import Final

import pytest
from coverage import Coverage

COSTS: Final = Path("costs.json")
"""CPU seconds by test, in the folder where the tests run."""
_costs: Final[dict[str, float]] = {}


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    measured = Coverage.current()
    assert measured is not None
    measured.switch_context(item.nodeid)
    began = time.process_time()
    done = yield
    _costs[item.nodeid] = time.process_time() - began
    measured.switch_context("")
    return done


def pytest_sessionfinish() -> None:
    COSTS.write_text(json.dumps(_costs), encoding="utf-8")
