"""2.0  The steps of the game, by name: what `Indies.tasks` refers to. Each is re-entered from the position alone."""

from __future__ import annotations

from typing import Final

from conquistadors.engine import Tasks
from conquistadors.games.conquest.rules.position import Indies

TASKS: Final = Tasks[Indies]()
task, task_of = TASKS.task, TASKS.task_of
