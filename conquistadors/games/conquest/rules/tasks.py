"""2.0  The steps of the game, by the names that a position has in its `tasks`."""

from __future__ import annotations

from typing import Final

from conquistadors.engine import Procedure, Tasks
from conquistadors.games.conquest.rules.position import ConquestPosition

TASKS: Final = Tasks[ConquestPosition]()
task, task_of = TASKS.task, TASKS.task_of
SCENE_OVER: Final = "scene-over"
"""The last task of a scene that was built with an end of its own: the game is over when only this is left."""


@task(SCENE_OVER)
def scene_over(pos: ConquestPosition) -> Procedure[None]:
    """A scene that is over stays over."""
    pos.then(SCENE_OVER)
    yield from ()
