"""The breaks of `make breaks` still fit the code: each names a text that is there once, and a test that exists."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parent.parent.parent
BREAKS: list[dict[str, Any]] = tomllib.loads(Path(__file__).with_name("breaks.toml").read_text(encoding="utf-8"))[
    "break"
]


def test_there_are_thirty_for_the_basic_and_thirty_for_the_standard_game() -> None:
    basic = [each for each in BREAKS if int(each["clause"].lstrip("CDGJ-").partition(".")[0]) < 15]
    assert min(len(basic), len(BREAKS) - len(basic)) >= 30


@pytest.mark.parametrize("each", BREAKS, ids=lambda each: f"{each['clause']}-{each['test']}")
def test_a_break_fits_the_code(each: dict[str, Any]) -> None:
    whole = (ROOT / each["file"]).read_text(encoding="utf-8")
    assert whole.count(each["old"]) == 1
    assert each["old"] != each["new"]
    tests = (ROOT / "tests" / "games" / "conquest").rglob("test_*.py")
    assert any(f"def {each['test']}(" in path.read_text(encoding="utf-8") for path in tests)
