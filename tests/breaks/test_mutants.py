"""The changes of `make mutants`: what is changed, in which clause, and the same ones for the same seed."""

from __future__ import annotations

import gc
import re
from pathlib import Path

import pytest

from breaks.forks import changed_in_place, functions_by_code
from breaks.kits import ROOT
from breaks.mutants import Measured, Results, executing, named_after, reasons, sampled, summed_up
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
        for each in list(mutants_of(path, ROOT))[::80]:
            compile(each.applied(whole), each.file, "exec")


def test_the_tests_of_its_line_come_with_those_first_that_execute_least(found: list[Mutant]) -> None:
    bar = found[4]
    known = Measured()
    known.add("a.py::test_wide", 1.0, [("plunder.py", line) for line in range(20)])
    known.add("a.py::test_narrow", 1.0, [("plunder.py", bar.line)])
    known.add("a.py::test_elsewhere", 1.0, [("plunder.py", bar.function[0] + 1), ("other.py", bar.line)])
    assert executing(bar, known) == ["a.py::test_narrow", "a.py::test_wide"]


def test_a_line_that_coverage_does_not_tell_has_the_tests_of_its_function(found: list[Mutant]) -> None:
    bar = found[4]
    known = Measured()
    known.add("a.py::test_function", 1.0, [("plunder.py", bar.function[1])])
    known.add("a.py::test_elsewhere", 1.0, [("plunder.py", bar.function[1] + 1)])
    assert executing(bar, known) == ["a.py::test_function"]


@pytest.mark.parametrize(
    ("number", "test", "place"),
    [
        (0, "a.py::test_7_12_towns[2]", 0),
        (0, "a.py::test_g_7_12b_towns", 0),
        (0, "a.py::test_7_121_towns", 1),
        (0, "a.py::test_7_13_towns", 1),
        (0, "a.py::test_17_12_towns", None),
        (-1, "a.py::test_g_7_26b_nothing", 0),
        (-1, "a.py::test_7_26_nothing", 0),
    ],
)
def test_tests_named_after_its_clause_run_first_and_then_those_beside_it(
    number: int, test: str, place: int | None, found: list[Mutant]
) -> None:
    fits = [n for n, pattern in enumerate(named_after(found[number])) if re.search(pattern, test)]
    assert (fits[0] if fits else None) == place


def few(pos: int) -> list[int]:
    """A function whose code is changed while it runs elsewhere."""
    return [each for each in range(pos) if each < 3]


def test_a_function_gets_its_new_code_wherever_it_is_held() -> None:
    whole = Path(__file__).read_text(encoding="utf-8")
    held, frozen = few, gc.get_freeze_count()
    try:
        assert changed_in_place(whole, whole.replace("if each < 3]", "if each < 2]", 1), __file__, functions_by_code())
        assert held(9) == [0, 1]
        assert not changed_in_place(whole, whole, __file__, functions_by_code())
    finally:
        held.__code__ = few_as_it_was
        if frozen:
            gc.freeze()
    assert few(9) == [0, 1, 2]


few_as_it_was = few.__code__


def test_what_was_found_holds_as_long_as_the_tests_that_say_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("breaks.mutants.KEPT", tmp_path)
    now = {"a.py": "1", "b.py": "1"}
    monkeypatch.setattr("breaks.mutants._of_file", now.get)
    monkeypatch.setattr("breaks.mutants._of_tests", lambda _: "".join(now.values()))
    results = Results("landfall")
    results.add("one", "killed", "a.py::test_x")
    results.add("two", "survived", "")
    results.add("three", "killed", "b.py::test_y")
    now["b.py"] = "2"
    again = Results("landfall")
    again.read()
    assert again.fates == {"one": ("killed", "a.py::test_x")}


def test_the_share_counts_no_change_that_changes_nothing_and_names_what_nobody_noticed(found: list[Mutant]) -> None:
    fates = dict.fromkeys((each.id for each in found), ("killed", "a.py::test_x"))
    fates |= {found[0].id: ("endless", "a.py::test_x"), found[1].id: ("survived", ""), found[2].id: ("stuck", "")}
    first, *others = summed_up("7-7", found, fates, {found[1].change: "nobody can see it"})
    assert first == "Chapters 7-7: 8 of 9 noticed (89%), 1 of them as they never end; 1 change nothing"
    assert [line.rpartition("  ")[2] for line in others] == ["[nobody can see it]", "[stuck]"]


def test_what_changes_nothing_is_still_there_and_has_a_reason() -> None:
    named = {what.partition(":")[0] for what in reasons()}
    whole = {each.change for file in named for each in mutants_of(ROOT / file, ROOT)}
    assert {what for what, why in reasons().items() if what not in whole or len(why) < 20} == set()
