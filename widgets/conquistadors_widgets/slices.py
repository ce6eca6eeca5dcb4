"""Long work in short slices on the kernel's own loop: the page never freezes, and Stop arrives.

No thread is made here, but a kernel may bring some: JupyterLab sends what a person does to a subshell, which runs
beside the main thread, unless its settings say otherwise (ours do). So whoever works or changes a game takes the `TURN`
first.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Generator
from html import escape
from threading import RLock
from time import monotonic
from typing import Any, Final, Generic, Literal, NamedTuple, Self, TypeVar

import ipywidgets as w

from conquistadors.engine.texts import speaking
from conquistadors_widgets.words import words

T = TypeVar("T")

SLICE: Final = 0.02
"""So many seconds are worked before the kernel may look at its messages."""
PAUSE: Final = 0.002
SHOWN_AFTER: Final = 0.5
"""Work that takes no longer than this shows no bar."""


def clock() -> float:
    """The seconds by which slices end and patience runs out. A test puts a clock of its own here."""
    return monotonic()


TURN: Final = RLock()
"""Held by the thread that works a slice or does what a person asked for: one at a time."""

State = Literal["new", "running", "done", "stopped", "failed"]


class Wait(NamedTuple):
    """Progress that people should have time to see: the next slice comes after so many seconds."""

    seconds: float


class Work(Generic[T]):
    """A generator that gives its progress and returns a result, run a slice at a time.

    Where no loop runs, as in plain Python, it is finished at once. Of `on_done`, `on_error` and nothing (it was
    stopped) exactly one happens.
    """

    def __init__(
        self,
        steps: Generator[Any, None, T],
        on_done: Callable[[T], None],
        *,
        on_progress: Callable[[Any], None] | None = None,
        on_error: Callable[[Exception], None] | None = None,
    ) -> None:
        self._steps = steps
        self._on_done = on_done
        self._on_progress = on_progress
        self._on_error = on_error
        self._begun = 0.0
        self._next: asyncio.TimerHandle | None = None
        self.state: State = "new"

    @property
    def running(self) -> bool:
        return self.state == "running"

    @property
    def seconds(self) -> float:
        """How long ago it was begun."""
        return clock() - self._begun

    def start(self, *, at_once: bool = False) -> Self:
        """Begin: the first slice is worked now. With `at_once` the caller waits for the end, whatever it takes."""
        self.state = "running"
        self._begun = clock()
        loop = None if at_once else _loop()
        self._slice(loop)
        return self

    def stop(self) -> None:
        """Leave it unfinished; nobody is told. Work that has ended is left alone."""
        with TURN:
            if self.state in ("new", "running"):
                self.state = "stopped"
                if self._next is not None:
                    self._next.cancel()
                self._steps.close()

    def _slice(self, loop: asyncio.AbstractEventLoop | None) -> None:
        with TURN:
            self._work(loop)

    def _work(self, loop: asyncio.AbstractEventLoop | None) -> None:
        until, pause = clock() + SLICE, PAUSE
        try:
            while self.running:
                told = next(self._steps)
                if self._on_progress is not None:
                    self._on_progress(told)
                if isinstance(told, Wait):
                    pause = max(PAUSE, told.seconds)
                if loop is not None and (pause > PAUSE or clock() >= until):
                    break
        except StopIteration as end:
            self.state = "done"
            self._on_done(end.value)
        except Exception as error:
            self.state = "failed"
            self._steps.close()
            if self._on_error is None:
                raise
            self._on_error(error)
        if self.running and loop is not None:
            self._next = loop.call_later(pause, self._slice, loop)


def _loop() -> asyncio.AbstractEventLoop | None:
    try:
        return asyncio.get_running_loop()
    except RuntimeError:
        return None


def part_done(progress: Any) -> float | None:
    """How much of the work is done, from 0 to 1, as far as it is known."""
    try:
        done, known = progress[:2]
        return min(1.0, done / known) if known else None
    except (TypeError, ValueError):
        return None


class WorkBar(w.HBox):  # type: ignore[misc]  # ipywidgets publishes no types
    """One piece of work at a time, with a bar and a Stop button if it takes longer than a moment.

    A new question stops the old one. `on_stop` is told when a person presses Stop.
    """

    def __init__(self, language: str = "en", on_stop: Callable[[], None] | None = None) -> None:
        self._on_stop = on_stop
        self.work: Work[Any] | None = None
        self._bar = w.FloatProgress(min=0.0, max=1.0)
        self._count = w.HTML()
        self._stop = w.Button()
        self._stop.on_click(lambda _: self._pressed())
        super().__init__([self._bar, self._count, self._stop])
        self.add_class("cq-explorers-work")
        self.layout.display = "none"
        self.speak(language)

    def speak(self, language: str) -> None:
        self._language, self._words = language, words(language)
        self._stop.description = self._words.say("explorers.stop")
        self._stop.tooltip = self._words.say("explorers.stop-hint")

    def ask(
        self,
        steps: Generator[Any, None, T],
        on_done: Callable[[T], None],
        on_error: Callable[[Exception], None] | None = None,
        on_progress: Callable[[Any], None] | None = None,
        *,
        at_once: bool = False,
    ) -> Work[T]:
        """Work it out, a slice at a time; whatever was being worked out is given up."""
        self.stop()

        def done(result: T) -> None:
            self._hide()
            on_done(result)

        def failed(error: Exception) -> None:
            self._hide()
            if on_error is None:
                raise error
            on_error(error)

        def told(progress: Any) -> None:
            self._tell(work, progress)
            if on_progress is not None:
                on_progress(progress)

        work: Work[T] = Work(steps, done, on_progress=told, on_error=failed)
        self.work = work
        with TURN, speaking(self._language):  # the loop keeps that for the slices to come
            return work.start(at_once=at_once)

    def stop(self) -> None:
        """Give up what is being worked out, if anything is."""
        if self.work is not None:
            self.work.stop()
        self._hide()

    @property
    def running(self) -> bool:
        """Whether something is being worked out."""
        return self.work is not None and self.work.running

    @property
    def shown(self) -> bool:
        return bool(self.layout.display != "none")

    def _tell(self, work: Work[Any], progress: Any) -> None:
        if work.seconds < SHOWN_AFTER:
            return
        part = part_done(progress)
        shown = 0.0 if part is None else round(part, 2)
        if self.shown and shown == self._bar.value:
            return  # nothing that could be seen has changed
        self._bar.value = shown
        if part is not None:
            facts = {"done": f"{progress[0]:,}", "known": f"{progress[1]:,}"}
            self._count.value = f"<small>{escape(self._words.say('explorers.progress', facts))}</small>"
        self.layout.display = ""

    def _hide(self) -> None:
        if self.shown:
            self.layout.display = "none"

    def _pressed(self) -> None:
        self.stop()
        if self._on_stop is not None:
            self._on_stop()
