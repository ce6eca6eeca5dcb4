"""2.0  The steps of the game, by name: what `Indies.tasks` refers to. Each is re-entered from the position alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeVar

from conquistadors.engine import Procedure
from conquistadors.games.conquest.rules.position import Indies

Task = Callable[[Indies], Procedure[None]]
TaskOf = Callable[[Indies, str], Procedure[None]]
T = TypeVar("T", bound=Task)
U = TypeVar("U", bound=TaskOf)

_TASKS: Final[dict[str, Task]] = {}
_TASKS_OF: Final[dict[str, TaskOf]] = {}


def task(name: str) -> Callable[[T], T]:
    """Mark a procedure as a step of the game."""

    def register(procedure: T) -> T:
        _TASKS[name] = procedure
        return procedure

    return register


def task_of(name: str) -> Callable[[U], U]:
    """Mark a procedure as a step for one player or expedition: `deal:red`, `feed:cortes`."""

    def register(procedure: U) -> U:
        _TASKS_OF[name] = procedure
        return procedure

    return register


def start_task(pos: Indies) -> Procedure[None]:
    """Take the next task off the list and begin it."""
    tasks = pos.tasks
    name = tasks[-1]
    pos.tasks = tasks[:-1]
    simple = _TASKS.get(name)
    if simple is not None:
        return simple(pos)
    kind, _, whose = name.partition(":")
    return _TASKS_OF[kind](pos, whose)


def is_task(name: str) -> bool:
    """Whether a position may name this task."""
    return name in _TASKS or name.partition(":")[0] in _TASKS_OF
