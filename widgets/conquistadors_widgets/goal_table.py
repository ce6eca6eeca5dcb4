"""A position to play with a goal: a table with what is to be done above it, judged after every answer."""

from __future__ import annotations

from typing import Any

import ipywidgets as w

from conquistadors.bots.naming import bots_by_seat
from conquistadors.engine.arguments import checks_arguments
from conquistadors.engine.texts import speaking, texts_of
from conquistadors.teach.exercises import WORDS
from conquistadors.teach.goals import Goal, State, goal_named, state, verdict
from conquistadors_widgets.html import html
from conquistadors_widgets.table import Table

MARKS = {"open": "○", "reached": "✓", "missed": "✗"}
MOODS = {"open": "unclear", "reached": "right", "missed": "wrong"}
TASK = """
<h3>{{ title }}</h3><p class="cq-quiz-question">{{ task }}</p>
<p class="cq-quiz-{{ mood }}" role="status"><b>{{ mark }}</b> {{ said }}</p>
<details class="cq-viewer-rule"><summary>{{ hint_title }}</summary><p>{{ hint }}</p></details>
"""


@checks_arguments()
def goal(goal_id: str, *, language: str | None = None, large: bool = False) -> GoalTable:
    """Show a position and a goal to reach from it; any way counts, and the rules judge it.

    `conquistadors.teach.goals.goals()` lists the goals. `large` is for a projector.
    """
    with speaking(language) as language:
        return GoalTable(goal_named(goal_id), language, large=large)


class GoalTable(Table):
    """A table at which one thing is to be brought about."""

    def __init__(self, goal: Goal[Any], language: str, *, large: bool = False) -> None:
        self.goal = goal
        self._task = w.HTML()
        self._task.add_class("cq-goal")
        game = goal.begin(language)
        super().__init__(game, bots_by_seat(goal.bots, game.rules), large=large)
        self.set_trait("children", (self._task, *getattr(self, "children", ())))

    @property
    def state(self) -> State:
        return state(self.goal, self.game)

    def show(self) -> None:
        """The table, and how far it is from the goal."""
        super().show()
        language, at = self.model.language, self.state
        say = texts_of(language, WORDS).say
        self._task.value = html(
            TASK,
            title=say("goal.title"),
            task=self.goal.task(language),
            mood=MOODS[at],
            mark=MARKS[at],
            said=verdict(self.goal, at, language),
            hint_title=say("goal.hint"),
            hint=self.goal.hint(language),
        )

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        """The task before the position: for readers without a kernel, and for tests."""
        bundle = super()._repr_mimebundle_(**kwargs)
        data = bundle[0] if isinstance(bundle, tuple) else bundle
        title = texts_of(self.model.language, WORDS).say("goal.title")
        data["text/plain"] = f"{title}\n{self.goal.task(self.model.language)}\n\n{data['text/plain']}"
        return bundle
