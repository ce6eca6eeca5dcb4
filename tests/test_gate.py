"""The gate itself: what the tests cost is counted where it belongs, and the fast loop finds what has changed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from support.changed import chosen, imported, module_of
from support.sizes import size
from support.times import Cost, folder_of, read, table

ROOT = Path(__file__).parents[1]


def test_a_test_is_counted_under_its_game_its_room_or_its_notebooks() -> None:
    assert folder_of("tests/games/conquest/cards/test_luck.py::test_a[x::y]") == "tests/games/conquest"
    assert folder_of("tests/widgets/test_table.py::test_a") == "tests/widgets"
    assert folder_of("tests/test_gate.py::test_a") == "tests"
    assert folder_of("notebooks/odds/01_every_roll.ipynb::Cell 0") == "notebooks/odds"


def test_the_table_adds_up_by_folder_and_shows_what_is_planned(tmp_path: Path) -> None:
    lines = [["tests/games/a/test_x.py::t", [1.5, 2.0]], ["tests/games/a/test_y.py::t", [2.5, 2.0]]]
    lines.append(["tests/odds/test_z.py::t", [7.0, 8.0]])
    file = tmp_path / "unit.tests"
    file.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    costs = read(file)
    assert costs == {"tests/games/a": Cost(4.0, 4.0), "tests/odds": Cost(7.0, 8.0)}
    told = table({"unit": 9.0}, {"unit": costs}).splitlines()
    assert [line.split() for line in told[2:]] == [
        ["unit", "9", "s"],
        ["tests/games/a", "4", "CPU", "planned", "200"],
        ["tests/odds", "7", "CPU"],
        ["unit", "tests", "of", "no", "game", "7", "CPU", "planned", "150"],
    ]


def test_a_size_is_thin_long_or_as_the_caller_says(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SOAK", raising=False)
    assert size("SOME_GAMES", thin=3, soak=300) == 3
    monkeypatch.setenv("SOAK", "1")
    assert size("SOME_GAMES", thin=3, soak=300) == 300
    monkeypatch.setenv("SOME_GAMES", "7")
    assert size("SOME_GAMES", thin=3, soak=300) == 7


def test_the_fast_loop_finds_the_tests_of_a_module_of_data_and_of_themselves() -> None:
    assert module_of("widgets/conquistadors_widgets/panels/__init__.py") == "conquistadors_widgets.panels"
    assert set(imported("from support import sizes\nimport a.b")) == {"support", "support.sizes", "a.b"}
    me = Path(__file__)
    assert chosen(["tests/support/sizes.py"], [me]) == ["tests/test_gate.py"]
    assert chosen(["tests/test_gate.py"], [me]) == ["tests/test_gate.py"]
    assert chosen(["tests/support/battles.py"], [me]) == []
    assert chosen(["notebooks/00_start_here.ipynb"], [me]) == ["notebooks/00_start_here.ipynb"]
