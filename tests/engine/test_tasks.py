"""Steps that a position leaves for later."""

from __future__ import annotations

import pytest

from conquistadors.engine import Procedure, RuleError, Tasked, Tasks


class Table(Tasked):
    def __init__(self, *tasks: str) -> None:
        self.tasks = tasks
        self.done: list[str] = []


def steps() -> Tasks[Table]:
    tasks = Tasks[Table]()

    @tasks.task("round")
    def round_(pos: Table) -> Procedure[None]:
        pos.done.append("round")
        pos.then("deal:red", "deal:blue")
        yield from ()

    @tasks.task_of("deal")
    def deal(pos: Table, seat: str) -> Procedure[None]:
        pos.done.append(f"deal to {seat}")
        yield from ()

    return tasks


def test_tasks_are_done_in_the_order_in_which_they_were_left() -> None:
    pos, tasks = Table("round"), steps()
    while pos.tasks:
        assert list(tasks.start(pos)) == []
    assert pos.done == ["round", "deal to red", "deal to blue"]


def test_a_task_is_taken_off_before_it_begins() -> None:
    """What a step leaves for later comes before what was left earlier."""
    pos = Table("deal:gold", "round")
    list(steps().start(pos))
    assert pos.tasks == ("deal:gold", "deal:blue", "deal:red")


@pytest.mark.parametrize(
    ("name", "known"), [("round", True), ("deal:red", True), ("round:red", False), ("end", False), ("", False)]
)
def test_a_position_may_name_only_what_there_is(name: str, known: bool) -> None:
    assert (name in steps()) is known


def test_two_tasks_of_one_name_are_a_mistake() -> None:
    def again(_: Table) -> Procedure[None]:
        yield from ()

    with pytest.raises(RuleError, match="two tasks 'deal'"):
        steps().task("deal")(again)
