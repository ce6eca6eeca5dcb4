"""Steps that a position leaves for later, by name. Each is entered from the position alone: it is a checkpoint."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

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
F = TypeVar("F", bound=Callable[..., Procedure[None]])


class Tasks(Generic[TaskedT]):
    """The steps of one game. `Rules.step` is its `start`."""

    def __init__(self) -> None:
        self._plain: dict[str, Callable[[TaskedT], Procedure[None]]] = {}
        self._of: dict[str, Callable[[TaskedT, str], Procedure[None]]] = {}

    def task(self, name: str) -> Callable[[F], F]:
        """Mark a procedure of a position as a step of the game: `round`."""

        def register(procedure: F) -> F:
            self._plain[self._new(name)] = procedure
            return procedure

        return register

    def task_of(self, name: str) -> Callable[[F], F]:
        """Mark a procedure of a position and an id as a step for one of many: `deal:red`, `feed:cortes`."""

        def register(procedure: F) -> F:
            self._of[self._new(name)] = procedure
            return procedure

        return register

    def _new(self, name: str) -> str:
        if name in self:
            raise RuleError(f"there are two tasks {name!r}")
        return name

    def __contains__(self, name: str) -> bool:
        """Whether a position may name this task."""
        return name in self._plain or name.partition(":")[0] in self._of

    def start(self, pos: TaskedT) -> Procedure[None]:
        """Take the next task off the list and begin it."""
        tasks = pos.tasks
        name = tasks[-1]
        pos.tasks = tasks[:-1]
        plain = self._plain.get(name)
        if plain is not None:
            return plain(pos)
        kind, _, whose = name.partition(":")
        return self._of[kind](pos, whose)
