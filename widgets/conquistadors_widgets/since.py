"""What just happened, above the question: told line by line, the newest last, and to be looked at step by step."""

from __future__ import annotations

from collections.abc import Callable
from html import escape

import ipywidgets as w

from conquistadors.engine.records import record
from conquistadors.scene.contract import Scene
from conquistadors_widgets import panels
from conquistadors_widgets.table_model import TableModel


@record
class Moment:
    """The table after an answer of another player, as whoever looks saw it then."""

    told: int
    """So many lines of the log had been told."""
    scene: Scene


class SincePanel(w.VBox):  # type: ignore[misc]  # ipywidgets publishes no types
    """The lines since the looker's last answer. Where others have moved, their moves are steps to look at."""

    def __init__(self, model: TableModel, on_step: Callable[[], None]) -> None:
        """`on_step` is told when another moment is looked at."""
        self._model = model
        self._on_step = on_step
        self._moments: list[Moment] = []
        self._at: int | None = None
        self._head = w.HTML()
        self._lines = w.HTML()
        self._lines.add_class("cq-since-lines")
        self.back, self.forth = w.Button(icon="chevron-left"), w.Button(icon="chevron-right")
        self.back.on_click(lambda _: self._step(-1))
        self.forth.on_click(lambda _: self._step(1))
        self._steps = w.Box([self.back, self.forth])
        self._steps.add_class("cq-steps")
        bar = w.Box([self._head, self._steps])
        bar.add_class("cq-since-head")
        super().__init__([bar, self._lines])
        self.add_class("cq-since")

    # What has been seen ----------------------------------------------------------------------------------------------

    def forget(self) -> None:
        """Somebody answers, or goes back: the moments before that are past."""
        self._moments, self._at = [], None

    def remember(self) -> None:
        """Another player has just answered."""
        model = self._model
        scene = model.scene
        if not self._moments or self._moments[-1].scene.maps != scene.maps:
            told = model.lines()
            self._moments.append(Moment(told[-1].number + 1 if told else 0, scene))

    @property
    def looked_at(self) -> tuple[Scene, Scene | None] | None:
        """The moment that is looked at, and the one before it; None for the present."""
        if self._at is None:
            return None
        before = self._moments[self._at - 1].scene if self._at else None
        return self._moments[self._at].scene, before

    def _step(self, way: int) -> None:
        last = len(self._moments) - 1  # the present
        at = (last if self._at is None else self._at) + way
        self._at = None if at >= last else max(at, 0)
        self._on_step()

    # Showing ---------------------------------------------------------------------------------------------------------

    @property
    def lines(self) -> list[str]:
        """What is told, as plain sentences."""
        model = self._model
        if model.curtain is not None:
            return []
        return [*[model.teller.happened(line.event) for line in model.happened], *model.answered_itself]

    def show(self) -> None:
        model = self._model
        until = None if self._at is None else self._moments[self._at].told
        told = [] if model.curtain is not None else model.happened
        reasons = model.reasons
        shown = "".join(
            f'<div class="{"cq-since-heading" if line.event.heading else ""}'
            f'{" cq-since-later" if until is not None and line.number >= until else ""}"'
            f' title="{escape(reasons.get(line.number, ""))}">'
            f"{escape(model.teller.happened(line.event))} {panels.rule_mark(line.event.rule, model.clauses)}</div>"
            for line in told
        )
        shown += "".join(f'<p class="cq-since-itself">{escape(line)}</p>' for line in model.answered_itself)
        none = f'<p class="cq-panels-none">{escape(model.say("since-none"))}</p>'
        self._lines.value = f"<div>{shown or none}</div>"
        count = len(self._moments)
        step = "" if self._at is None else f" <small>{self._at + 1}/{count}</small>"
        self._head.value = f"<h4>{escape(model.say('since'))}{step}</h4>"
        self._steps.layout.visibility = "visible" if count > 1 else "hidden"
        self.back.tooltip, self.forth.tooltip = model.say("step-back"), model.say("step-forth")
        self.back.disabled, self.forth.disabled = self._at == 0, self._at is None
