"""Many games at once: how chunks of them reach workers.

What is asked is in `asking.py`, how one game is played in `playing.py`, who plays in `players.py`, what is counted in
the kit of a game.
"""

from __future__ import annotations

import multiprocessing
import os
import queue
import sys
import warnings
from collections.abc import Generator, Iterator, Sequence
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future, ProcessPoolExecutor
from contextlib import closing
from typing import Final

from conquistadors.engine.errors import ConquistadorsError, SetupError
from conquistadors.engine.texts import error_text
from conquistadors.lab.asking import Question
from conquistadors.lab.playing import Played, play_chunk

MOST_LOST_ROUNDS: Final = 3
"""After so many rounds in a row in which workers were lost and nothing was finished, something else is wrong."""


class LabWarning(UserWarning):
    """A result is there, but something on the way to it should be known."""


class WorkersLost(ConquistadorsError):
    """Workers died again and again, or cannot play at all. What was finished is in the folder to resume from."""


def spread(
    question: Question, chunks: Sequence[range], executor: Executor | None = None, workers: int | None = None
) -> Generator[Played, None, None]:
    """Have the chunks played, and give each when it is finished, in any order.

    A chunk whose worker is lost is played again: by the same executor, or by local processes if it is broken. Every
    round has its number among the arguments, so that no cluster takes an old failure for the answer.
    """
    count = min(workers or cores(), len(chunks))
    if executor is None and count <= 1:
        for chunk in chunks:
            yield play_chunk(question, chunk.start, chunk.stop)
        return
    left = {chunk.start: chunk for chunk in chunks}
    given, attempt, idle = executor, 0, 0
    while left:
        lost: dict[int, BaseException] = {}
        before = len(left)
        pool = given if given is not None else _local(question, count)
        try:
            with closing(_round(pool, question, list(left.values()), attempt, lost)) as coming:
                for played in coming:
                    del left[played["first"]]
                    yield played
        finally:
            if given is None:
                pool.shutdown(wait=not left, cancel_futures=True)
        attempt += 1
        idle = idle + 1 if len(left) == before else 0
        if not lost:
            continue
        last = next(reversed(lost.values()))
        if idle >= MOST_LOST_ROUNDS:
            why = f"{type(last).__name__}: {last}"
            raise WorkersLost(
                error_text("lab.workers-lost", count=len(left), tries=MOST_LOST_ROUNDS, why=why)
            ) from last
        if given is not None and any(isinstance(error, BrokenExecutor) for error in lost.values()):
            warnings.warn(error_text("lab.executor-broken"), LabWarning, stacklevel=2)
            given = None


def _round(
    pool: Executor, question: Question, chunks: Sequence[range], attempt: int, lost: dict[int, BaseException]
) -> Generator[Played, None, None]:
    """Have every chunk played once, and give those that come back; the others are `lost`."""
    done: queue.SimpleQueue[Future[Played]] = queue.SimpleQueue()
    futures: dict[Future[Played], range] = {}

    def finished(future: Future[Played]) -> Iterator[Played]:
        chunk = futures.pop(future)
        error = CancelledError() if future.cancelled() else future.exception()
        if error is None:
            yield future.result()
        elif isinstance(error, Exception):  # of the worker: games catch their own
            lost[chunk.start] = error
        else:
            raise error

    try:
        for chunk in chunks:
            try:
                future = pool.submit(play_chunk, question, chunk.start, chunk.stop, attempt)
            except BrokenExecutor as error:
                lost[chunk.start] = error
                break
            futures[future] = chunk
            future.add_done_callback(done.put)
            while not done.empty():
                yield from finished(done.get())
        while futures:
            try:
                future = done.get(timeout=1)  # so that an interrupt arrives on every system
            except queue.Empty:
                continue
            yield from finished(future)
    finally:
        for future in list(futures):
            future.cancel()


def cores() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _local(question: Question, workers: int) -> ProcessPoolExecutor:
    """Processes of this machine. They start afresh, except for bots that only this process knows."""
    method = "spawn"
    if b"__main__" in question.pickled() and not hasattr(sys.modules["__main__"], "__file__"):
        if "fork" not in multiprocessing.get_all_start_methods():
            raise SetupError(error_text("lab.notebook-bot"))
        method = "fork"
    return ProcessPoolExecutor(workers, mp_context=multiprocessing.get_context(method))
