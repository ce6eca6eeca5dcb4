"""Long work in slices: on a loop, without one, stopped, failed, and one question after another."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Generator
from typing import Any

import pytest

from conquistadors.engine.errors import SetupError
from conquistadors.odds.paths import Progress
from conquistadors_widgets.slices import Work, WorkBar, part_done


def counting(to: int, pause: float = 0.0, seen: list[str] | None = None) -> Generator[Progress, None, int]:
    try:
        for number in range(to):
            time.sleep(pause)
            yield Progress(number + 1, to)
        return to
    finally:
        if seen is not None:
            seen.append("closed")


def failing() -> Generator[Progress, None, int]:
    yield Progress(1, 2)
    raise SetupError("these do not go together")


def test_without_a_loop_it_is_finished_at_once() -> None:
    results: list[int] = []
    told: list[Progress] = []
    work = Work(counting(5), results.append, on_progress=told.append).start()
    assert results == [5]
    assert told[-1] == (5, 5)
    assert work.state == "done"


def test_on_a_loop_others_come_to_their_turn_between_slices() -> None:
    async def play() -> tuple[int, list[int]]:
        results: list[int] = []
        work = Work(counting(60, 0.005), results.append).start()
        turns = 0
        while work.state == "running":
            await asyncio.sleep(0.001)
            turns += 1
        return turns, results

    turns, results = asyncio.run(play())
    assert results == [60]
    assert turns >= 4  # 0.3 s in slices of 0.02 s


def test_stopped_work_tells_nobody_and_closes_its_generator() -> None:
    async def play() -> tuple[str, list[int], list[str]]:
        results: list[int] = []
        seen: list[str] = []
        work = Work(counting(1000, 0.005, seen), results.append).start()
        await asyncio.sleep(0.05)
        work.stop()
        await asyncio.sleep(0.1)
        work.stop()
        return work.state, results, seen

    assert asyncio.run(play()) == ("stopped", [], ["closed"])


def test_progress_may_stop_it() -> None:
    results: list[int] = []
    told: list[Any] = []

    def look(progress: Any) -> None:
        told.append(progress)
        if len(told) == 3:
            work.stop()

    work = Work(counting(10), results.append, on_progress=look)
    work.start()
    assert (work.state, len(told), results) == ("stopped", 3, [])


def test_errors_are_told_or_raised() -> None:
    errors: list[Exception] = []
    work = Work(failing(), lambda _: None, on_error=errors.append).start()
    assert work.state == "failed"
    assert [str(error) for error in errors] == ["these do not go together"]
    with pytest.raises(SetupError):
        Work(failing(), lambda _: None).start()


def test_a_new_question_stops_the_old_one() -> None:
    async def play() -> list[int]:
        results: list[int] = []
        bar = WorkBar()
        first = bar.ask(counting(1000, 0.005), results.append)
        second = bar.ask(counting(3), results.append)
        assert (first.state, second.state) == ("stopped", "done")
        return results

    assert asyncio.run(play()) == [3]


def test_the_bar_is_shown_only_if_it_takes_longer_and_stop_is_a_button(monkeypatch: pytest.MonkeyPatch) -> None:
    async def play() -> None:
        stopped: list[str] = []
        bar = WorkBar("fr", lambda: stopped.append("by a person"))
        for patience in (1000.0, 0.0):
            monkeypatch.setattr("conquistadors_widgets.slices.SHOWN_AFTER", patience)
            work = bar.ask(counting(1000, 0.005), lambda _: None)
            await asyncio.sleep(0.1)
            assert bar.shown == (patience == 0.0)
        button = bar.children[-1]
        assert button.description == "Arrêter"
        button.click()
        assert (bar.layout.display, work.state, stopped) == ("none", "stopped", ["by a person"])

    asyncio.run(play())


@pytest.mark.parametrize(
    ("progress", "part"), [(Progress(1, 4), 0.25), ((5, 4), 1.0), ((0, 0), None), (None, None), ("x", None)]
)
def test_how_much_is_done(progress: Any, part: float | None) -> None:
    assert part_done(progress) == part
