"""2.0  The steps of the game, by the names that a position has in its `tasks`."""

from __future__ import annotations

from typing import Final

from conquistadors.engine import Tasks
from conquistadors.games.conquest.rules.position import ConquestPosition

TASKS: Final = Tasks[ConquestPosition]()
task, task_of = TASKS.task, TASKS.task_of
