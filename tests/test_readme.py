"""The examples of the README, run."""

from __future__ import annotations

import doctest
from pathlib import Path

ROOT = Path(__file__).parents[1]


def test_the_examples_of_the_readme() -> None:
    results = doctest.testfile(str(ROOT / "README.md"), module_relative=False, encoding="utf-8")
    assert results.attempted >= 10
    assert results.failed == 0
