"""Long work in slices: on a loop, without one, stopped, failed, and one question after another."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Generator
from typing import Any

import pytest

from conquistadors.engine.errors import SetupError
from conquistadors.odds.slices import Progress
from conquistadors_widgets.slices import PAUSE, SHOWN_AFTER, SLICE, Work, WorkBar, part_done
from support.clocks import HandClock


def counting(to: int, clock: HandClock | None = None, seen: list[str] | None = None) -> Generator[Progress, None, int]:
    """Steps that each take a whole slice by the clock, if one is given, and else no time."""
    try:
        for number in range(to):
            if clock is not None:
                clock.pass_by(SLICE)
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
    assert told[-1] == Progress(5, 5)
    assert work.state == "done"


def test_on_a_loop_others_come_to_their_turn_between_slices(clock: HandClock) -> None:
    async def play() -> tuple[list[int], list[int]]:
        results: list[int] = []
        done: list[Progress] = []
        seen = []
        work = Work(counting(60, clock), results.append, on_progress=done.append).start()
        while work.state == "running":
            if len(done) not in seen:
                seen.append(len(done))
            await asyncio.sleep(0)
        return seen, results

    seen, results = asyncio.run(play())
    assert results == [60]
    assert seen == list(range(1, 61)), "after every slice the loop came to us"


def test_stopped_work_tells_nobody_and_closes_its_generator(clock: HandClock) -> None:
    async def play() -> tuple[str, list[int], list[str]]:
        results: list[int] = []
        seen: list[str] = []
        done: list[Progress] = []
        work = Work(counting(1000, clock, seen), results.append, on_progress=done.append).start()
        while len(done) < 20:
            await asyncio.sleep(0)
        work.stop()
        await asyncio.sleep(10 * PAUSE)
        work.stop()
        assert len(done) == 20
        return work.state, results, seen

    assert asyncio.run(play()) == ("stopped", [], ["closed"])


def test_another_thread_waits_for_its_turn() -> None:
    """A kernel may hand over what a person does beside the thread that works: work under way is not torn apart."""
    inside, go_on = threading.Event(), threading.Event()
    seen: list[str] = []

    def slow() -> Generator[Progress, None, int]:
        try:
            inside.set()
            go_on.wait()
            yield Progress(1, 2)
            return 2
        finally:
            seen.append("closed")

    async def work() -> None:
        bar.ask(slow(), lambda _: seen.append("done"))

    def press() -> None:
        inside.wait()
        threading.Timer(0.01, go_on.set).start()  # while this thread waits
        bar.ask(counting(3), lambda result: seen.append(f"counted {result}"))

    bar = WorkBar()
    presses = threading.Thread(target=press)
    presses.start()
    asyncio.run(work())
    presses.join()
    assert seen[-1] == "counted 3"
    assert seen.count("closed") == 1


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


def test_a_new_question_stops_the_old_one(clock: HandClock) -> None:
    async def play() -> list[int]:
        results: list[int] = []
        bar = WorkBar()
        first = bar.ask(counting(1000, clock), results.append)
        second = bar.ask(counting(3), results.append)
        assert (first.state, second.state) == ("stopped", "done")
        return results

    assert asyncio.run(play()) == [3]


def test_the_bar_is_shown_only_if_it_takes_longer_and_stop_is_a_button(clock: HandClock) -> None:
    async def play() -> None:
        stopped: list[str] = []
        done: list[Progress] = []
        bar = WorkBar("fr", lambda: stopped.append("by a person"))
        begun = clock()
        work = bar.ask(counting(1000, clock), lambda _: None, on_progress=done.append)
        while clock() < begun + SHOWN_AFTER - SLICE:
            assert not bar.shown
            await asyncio.sleep(0)
        while clock() < begun + SHOWN_AFTER + SLICE:
            await asyncio.sleep(0)
        assert bar.shown
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
