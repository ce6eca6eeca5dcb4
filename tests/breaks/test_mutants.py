"""The changes of `make mutants`: what is changed, in which clause, and the same ones for the same seed."""

from __future__ import annotations

from pathlib import Path

import pytest

from breaks.kits import ROOT
from breaks.mutants import particular_first, reasons, sampled
from breaks.mutations import Mutant, modules, mutants_of

MODULE = '''"""7.0  Plunder."""

LEAST = 3


@procedure("7.12")
def plunder(pos, gold: int = 1):
    """7.13  Takes gold."""
    if gold < 3 and not pos.calm:
        return Bar("7.12", "no-place")
    pos.gain(gold + 2)
    yield from loot(pos)
    return LEAST_BAR


def forbids(pos) -> Bar | None:
    """G-7.26b  Nothing."""
    return LEAST_BAR
'''


@pytest.fixture
def found(tmp_path: Path) -> list[Mutant]:
    path = tmp_path / "plunder.py"
    path.write_text(MODULE, encoding="utf-8")
    return list(mutants_of(path, tmp_path))


def test_operators_numbers_bars_and_calls_are_changed(found: list[Mutant]) -> None:
    assert [(each.kind, each.old, each.new) for each in found] == [
        ("operator", "gold < 3 and not pos.calm", "(gold < 3 or not pos.calm)"),
        ("operator", "gold < 3", "gold <= 3"),
        ("constant", "3", "4"),
        ("operator", "not pos.calm", "bool(pos.calm)"),
        ("bar", 'return Bar("7.12", "no-place")', "return None"),
        ("call", "pos.gain(gold + 2)", "pass"),
        ("operator", "gold + 2", "gold - 2"),
        ("constant", "2", "3"),
        ("call", "yield from loot(pos)", "yield from ()"),
        ("bar", "return LEAST_BAR", "return None"),
    ]


def test_a_change_belongs_to_the_clause_that_is_cited_around_it(found: list[Mutant]) -> None:
    assert {(each.clause, each.chapter) for each in found[:-1]} == {("7.12", 7)}
    assert (found[-1].clause, found[-1].chapter) == ("G-7.26b", 7)


def test_a_change_is_made_in_one_place(found: list[Mutant]) -> None:
    for each in found:
        changed = each.applied(MODULE)
        compile(changed, "plunder.py", "exec")
        assert changed != MODULE
        assert abs(changed.count("\n") - MODULE.count("\n")) <= each.old.count("\n")


def test_the_same_seed_draws_the_same_changes_from_each_group_of_chapters() -> None:
    groups = ((1, 9), (10, 14), (15, 23))
    drawn = sampled(1518, 5, groups)
    assert drawn == sampled(1518, 5, groups)
    assert drawn != sampled(1519, 5, groups)
    for (first, last), group in zip(groups, drawn.values(), strict=True):
        assert len(group) == 5
        assert all(first <= each.chapter <= last for each in group)


def test_every_module_of_rules_is_among_them_and_every_change_can_be_read() -> None:
    assert {"conquistadors/games/landfall/rules.py", "conquistadors/games/conquest/rules/combat.py"} <= {
        path.relative_to(ROOT).as_posix() for path in modules(ROOT)
    }
    for path in modules(ROOT):
        whole = path.read_text(encoding="utf-8")
        for each in list(mutants_of(path, ROOT))[::40]:
            compile(each.applied(whole), each.file, "exec")


def test_the_tests_of_its_clause_come_first_then_those_that_execute_least(found: list[Mutant]) -> None:
    bar = found[4]
    wide, narrow, named = "a.py::test_x", "a.py::test_y", "b.py::test_7_12_towns"
    executing = {("plunder.py", bar.line): {wide, narrow, named}, ("plunder.py", 1): {wide, named}}
    assert particular_first(bar, executing) == [named, narrow, wide]


def test_what_changes_nothing_is_still_there_and_has_a_reason() -> None:
    whole = {f"{each.file} {each.old} -> {each.new}" for path in modules(ROOT) for each in mutants_of(path, ROOT)}
    assert {what for what, why in reasons().items() if what not in whole or len(why) < 20} == set()
