"""The steps of the game, by name."""

from __future__ import annotations

from typing import Final

from conquistadors.engine import Procedure, Seat, Tasks
from conquistadors.games.exploration.rules.position import World

TASKS: Final[Tasks[World]] = Tasks()
task = TASKS.task
task_of = TASKS.task_of

SEEN: Final = "seen:"
"""Before a nation, the end of what it does unseen."""


def unseen_by_others(pos: World, nation: Seat, *tasks: str) -> Procedure[None]:
    """6.71, E-G59  These tasks as parts of the step under way: others do not learn how many there are."""
    end = f"{SEEN}{nation}"
    pos.then(*tasks, end)
    return TASKS.within(pos, end)
