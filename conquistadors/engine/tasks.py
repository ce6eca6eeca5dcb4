"""Steps that a position leaves for later, by name, each entered from the position alone.

A step that may ask something is a procedure, and where it begins is a checkpoint. One that never asks is a plain
function, carried out on the way to the next procedure.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Generic, TypeAlias, TypeVar

from conquistadors.engine.errors import RuleError
from conquistadors.engine.requests import Procedure


class Tasked:
    """A position with tasks. It adds no field by itself: a game says where `tasks` stands among its own."""

    tasks: tuple[str, ...]
    """What is still to be done, the next one last."""

    def then(self, *tasks: str) -> None:
        """What has to be done next, in this order."""
        self.tasks += tasks[::-1]


TaskedT = TypeVar("TaskedT", bound=Tasked)
F = TypeVar("F", bound=Callable[..., Procedure[None] | None])

_Found: TypeAlias = tuple[Callable[..., Procedure[None] | None], str | None]
"""What a task is carried out by, and for which of many."""

_MOST_SILENT_TASKS: Final = 1000
"""After so many tasks in a row that ask nothing, the rules are going round in circles."""


class Tasks(Generic[TaskedT]):
    """The steps of one game. `Rules.step` is its `start`."""

    def __init__(self) -> None:
        self._plain: dict[str, Callable[[TaskedT], Procedure[None] | None]] = {}
        self._of: dict[str, Callable[[TaskedT, str], Procedure[None] | None]] = {}
        self._found: dict[str, _Found] = {}

    def task(self, name: str) -> Callable[[F], F]:
        """Mark a procedure of a position, or a function that asks nothing, as a step of the game: `round`."""

        def register(step: F) -> F:
            self._plain[self._new(name)] = step
            return step

        return register

    def task_of(self, name: str) -> Callable[[F], F]:
        """Mark a procedure of a position and an id as a step for one of many: `deal:red`, `feed:cortes`."""

        def register(step: F) -> F:
            self._of[self._new(name)] = step
            return step

        return register

    def _new(self, name: str) -> str:
        if name in self._plain or name in self._of:
            raise RuleError(f"there are two tasks {name!r}")
        return name

    def __contains__(self, name: str) -> bool:
        """Whether a position may name this task."""
        kind, colon, _ = name.partition(":")
        return kind in (self._of if colon else self._plain)

    def start(self, pos: TaskedT) -> Procedure[None]:
        """Take the next task off the list and begin it; those that ask nothing are carried out on the way."""
        known = self._found
        for _ in range(_MOST_SILENT_TASKS):
            tasks = pos.tasks
            if not tasks:
                return _nothing()
            name = tasks[-1]
            pos.tasks = tasks[:-1]
            step, whose = known.get(name) or self._find(name)
            begun = step(pos) if whose is None else step(pos, whose)
            if begun is not None:
                return begun
        raise RuleError(f"{_MOST_SILENT_TASKS} tasks in a row asked nothing; {name!r} was the last")

    def settle(self, pos: TaskedT) -> None:
        """Carry out what asks nothing, down to the step that would be begun next: that one is left on the list."""
        for _ in range(_MOST_SILENT_TASKS):
            tasks = pos.tasks
            if not tasks:
                return
            pos.tasks = tasks[:-1]
            step, whose = self._found.get(tasks[-1]) or self._find(tasks[-1])
            begun = step(pos) if whose is None else step(pos, whose)
            if begun is not None:  # nothing of it is done until somebody asks for its first request
                pos.tasks = tasks
                return

    def within(self, pos: TaskedT, end: str) -> Procedure[None]:
        """Carry out the tasks down to the one named `end`, which is taken off, as parts of the step under way.

        There is no checkpoint between them: what others see of a step, where it begins and who is asked first, does not
        depend on which of them there are.
        """
        while (name := pos.tasks[-1]) != end:
            pos.tasks = pos.tasks[:-1]
            step, whose = self._found.get(name) or self._find(name)
            begun = step(pos) if whose is None else step(pos, whose)
            if begun is not None:
                yield from begun
        pos.tasks = pos.tasks[:-1]

    def _find(self, name: str) -> _Found:
        """What a task is carried out by; it is kept, for the same tasks come again and again."""
        kind, colon, whose = name.partition(":")
        found = self._found[name] = (self._of[kind], whose) if colon else (self._plain[kind], None)
        return found


def _nothing() -> Procedure[None]:
    """Nothing is left to be done."""
    yield from ()
