"""Many changes tried by one pytest (`-p breaks.forks`): it reads rules and tests once, then forks for each change.

In the fork the changed function gets its new code, wherever it is already held, and the chosen tests run until one
falls. What came of a change is told at once, through a pipe.
"""

from __future__ import annotations

import gc
import json
import os
import re
import resource
import signal
from collections.abc import Iterator
from pathlib import Path
from types import CodeType, FunctionType
from typing import Final, TypedDict

import pytest
from _pytest.runner import runtestprotocol

TRIED: Final = Path("tried.json")
"""What is to be tried (`Tried`) and where it is told, in the folder where the tests run."""
LEAST: Final = 20
"""So many CPU seconds a test has in any case, and `TIMES` as many as it took under coverage: then it never ends."""
TIMES: Final = 20
STUCK: Final = 1800
"""Seconds by the clock after which a fork that waits for something is given up."""
SIGNALS: Final[dict[int, str]] = {signal.SIGXCPU: "endless", signal.SIGALRM: "stuck"}


Running = dict[CodeType, list[FunctionType]]
"""The functions that run a code."""


class Tried(TypedDict):
    """A change: its module, that module with the change in it, and the tests to run, with what they cost.

    `named` are patterns of tests, the most particular first: such tests run before the others.
    """

    id: str
    file: str
    changed: str
    named: list[str]
    tests: list[tuple[str, float]]


def pytest_runtestloop(session: pytest.Session) -> bool:
    tried = json.loads(TRIED.read_text(encoding="utf-8"))
    items = {item.nodeid: item for item in session.items}
    running = functions_by_code()
    gc.freeze()  # a fork would copy every page that a search for garbage looks at
    sources = {file: Path(file).read_text(encoding="utf-8") for file in {each["file"] for each in tried["tried"]}}
    for each in tried["tried"]:
        fate = _in_a_fork(sources[each["file"]], each, items, running)
        os.write(tried["told"], (json.dumps([each["id"], *fate]) + "\n").encode())
    return True


def _in_a_fork(whole: str, tried: Tried, items: dict[str, pytest.Item], running: Running) -> tuple[str, str]:
    """What came of a change, and the test that fell."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        ended = 1
        try:
            signal.alarm(STUCK)
            for said in _tests_fall(whole, tried, items, running):
                os.write(writing, (said + "\n").encode())
            ended = 0
        finally:  # whatever happens, only the first process goes on
            os._exit(ended)
    os.close(writing)
    with os.fdopen(reading) as told:
        *_, last = told.read().splitlines() or [""]
    _, status = os.waitpid(child, 0)
    if os.WIFSIGNALED(status):
        return SIGNALS.get(os.WTERMSIG(status), "crashed"), last.removeprefix("runs ")
    if status != 0:  # no fault of the change, but of ours
        return "untold", ""
    fate, _, test = last.partition(" ")
    return fate, test


def _tests_fall(whole: str, tried: Tried, items: dict[str, pytest.Item], running: Running) -> Iterator[str]:
    """Which test runs; at last whether one killed the change, or that it cannot be made in a running interpreter."""
    if not changed_in_place(whole, tried["changed"], tried["file"], running):
        yield "elsewhere"
        return
    patterns = map(re.compile, tried["named"])
    named = [test for pattern in patterns for test in items if pattern.search(test)]
    costs = dict.fromkeys(named, 0.0) | dict(tried["tests"])
    for test, cost in costs.items():
        yield f"runs {test}"
        used = resource.getrusage(resource.RUSAGE_SELF)
        limit = int(used.ru_utime + used.ru_stime + LEAST + TIMES * cost)
        resource.setrlimit(resource.RLIMIT_CPU, (limit, resource.RLIM_INFINITY))
        if any(report.failed for report in runtestprotocol(items[test], log=False, nextitem=None)):
            yield f"killed {test}"
            return
    yield "survived"


def functions_by_code() -> Running:
    """All functions, wherever they are held, by what they run."""
    found: Running = {}
    gc.unfreeze()  # what is frozen is not among the objects
    for each in gc.get_objects():
        if isinstance(each, FunctionType):
            found.setdefault(each.__code__, []).append(each)
    return found


def changed_in_place(whole: str, changed: str, file: str, running: Running) -> bool:
    """Give every function that runs the old code the new one; whether one was found for all that differs."""
    differing = list(_differing(compile(whole, file, "exec"), compile(changed, file, "exec")))
    swapped = False
    for old, new in differing:
        for function in running.get(old, ()):
            if not function.__code__.co_filename.endswith(file):
                continue
            try:
                function.__code__ = new
            except ValueError:  # it needs other names from around it
                return False
            swapped = True
    return swapped


def _differing(old: CodeType, new: CodeType) -> Iterator[tuple[CodeType, CodeType]]:
    """The functions of a module that are not the same, inner ones too."""
    if old != new and old.co_name != "<module>":
        yield old, new
    inner = [[each for each in code.co_consts if isinstance(each, CodeType)] for code in (old, new)]
    if len(inner[0]) == len(inner[1]):
        for pair in zip(*inner, strict=True):
            yield from _differing(*pair)
