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

    @tasks.task("dawn")
    def dawn(pos: Table) -> None:
        pos.done.append("dawn")
        pos.then("feed:red", "round")

    @tasks.task_of("feed")
    def feed(pos: Table, seat: str) -> None:
        pos.done.append(f"feed {seat}")

    @tasks.task("again")
    def again(pos: Table) -> None:
        pos.then("again")

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


def test_what_asks_nothing_is_carried_out_on_the_way_to_what_may_ask() -> None:
    pos = Table("feed:blue", "dawn")
    step = steps().start(pos)
    assert (pos.done, pos.tasks) == (["dawn", "feed red"], ("feed:blue",))
    assert list(step) == []
    assert pos.done == ["dawn", "feed red", "round"]


def test_after_the_last_task_nothing_is_asked() -> None:
    pos = Table("feed:blue")
    assert list(steps().start(pos)) == []
    assert (pos.done, pos.tasks) == (["feed blue"], ())


def test_tasks_that_go_round_in_circles_are_a_mistake() -> None:
    with pytest.raises(RuleError, match="asked nothing; 'again'"):
        steps().start(Table("again"))


@pytest.mark.parametrize(
    ("name", "known"),
    [
        *(("round", True), ("deal:red", True), ("round:red", False), ("deal", False), ("end", False), ("", False)),
        *(("dawn", True), ("feed:red", True), ("dawn:red", False), ("feed", False)),
    ],
)
def test_a_position_may_name_only_what_there_is(name: str, known: bool) -> None:
    assert (name in steps()) is known


def test_two_tasks_of_one_name_are_a_mistake() -> None:
    def again(_: Table) -> Procedure[None]:
        yield from ()

    with pytest.raises(RuleError, match="two tasks 'deal'"):
        steps().task("deal")(again)
    with pytest.raises(RuleError, match="two tasks 'feed'"):
        steps().task_of("feed")(again)
