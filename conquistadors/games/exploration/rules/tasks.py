"""The steps of the game, by name."""

from __future__ import annotations

from typing import Final

from conquistadors.engine import Tasks
from conquistadors.games.exploration.rules.position import World

TASKS: Final[Tasks[World]] = Tasks()
task = TASKS.task
task_of = TASKS.task_of
