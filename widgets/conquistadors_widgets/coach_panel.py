"""The coach beside the board: what the adviser of the game would do and why; on request, what the search finds out."""

from __future__ import annotations

from collections.abc import Generator
from html import escape
from typing import Any

import ipywidgets as w

from conquistadors.bots.coaching import Coaching, coaching_of
from conquistadors.bots.reasons import Advice
from conquistadors.bots.search import Estimate, Thought
from conquistadors.games import kit_of
from conquistadors.typography import number
from conquistadors_widgets import panels
from conquistadors_widgets.slices import WorkBar
from conquistadors_widgets.table_model import TableModel


class CoachPanel(w.VBox):  # type: ignore[misc]  # ipywidgets publishes no types
    """Advice for the question on the table, from what its seat can see."""

    def __init__(self, model: TableModel) -> None:
        self._model = model
        self._told = w.HTML()
        self._ask = w.Button(layout={"align_self": "flex-start"})
        self._ask.on_click(lambda _: self._search())
        self._bar = WorkBar(model.teller.texts.language, self._rest)
        self._held: Coaching | None = None
        super().__init__([self._told, self._ask, self._bar])
        self.add_class("cq-coach")

    @property
    def advises(self) -> bool:
        """Whether the game has somebody who says what to do, and why."""
        return kit_of(self._model.game.rules).lookahead is not None

    def show(self) -> None:
        """A new question: the adviser of the game answers at once."""
        model = self._model
        self._bar.stop()
        self._ask.description, self._ask.tooltip = model.say("coach-search"), model.say("coach-search-help")
        self._held = None
        if self.advises and model.asked is not None and model.curtain is None:
            self._held = next(coaching_of(model.game, search=False))
        self._show()

    def _search(self) -> None:
        if self._held is not None:
            self._bar.speak(self._model.language)
            self._bar.ask(self._thinking(), lambda _: self._show())

    def _thinking(self) -> Generator[Any, None, None]:
        for held in coaching_of(self._model.game):
            self._held, thought = held, held.search
            yield None if thought is None else (thought.nodes, thought.budget)

    def _rest(self) -> None:
        """Stopped: what is known so far stands."""
        self._show()

    def _show(self) -> None:
        held, say = self._held, self._model.say
        self._ask.layout.display = "none" if held is None else None
        if held is None:
            self._told.value = escape(say("coach-silent"))
            return
        lines = [self._advice("coach-adviser", held.adviser)]
        if held.search is not None:
            lines.append(self._advice("coach-found", held.search))
            if held.search.estimates:
                lines.append(self._tried(held))
        self._told.value = f'<div class="cq-panels">{"".join(lines)}</div>'

    def _advice(self, key: str, advice: Advice | Thought) -> str:
        label = escape(self._model.teller.label(advice.option))
        why = panels.with_rule(self._model.why(advice), self._model.clauses)
        return f"<div>{escape(self._model.say(key))} <b>{label}</b> – {why}</div>"

    def _tried(self, held: Coaching) -> str:
        """The options that were tried out, with what they bring against the adviser's."""
        assert held.search is not None
        say, language = self._model.say, self._model.teller.texts.language
        rows = "".join(
            f"<tr><th>{self._course(held, each)}</th><td>{number(each.points, language, '+.1f')}</td>"
            f"<td>± {number(each.error, language, '.1f')}</td><td>{each.playouts}</td></tr>"
            for each in held.search.estimates
        )
        keys = ("coach-option", f"coach-{held.search.of}", "coach-error", "coach-trials")
        heads = "".join(f"<th>{escape(say(key))}</th>" for key in keys)
        return f"<table><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table>"

    def _course(self, held: Coaching, tried: Estimate) -> str:
        """An answer that was tried, and what for if it is part of a plan."""
        purpose = held.purpose(tried)
        label = escape(self._model.teller.label(tried.option))
        return f"{label} <small>{escape(purpose)}</small>" if purpose else label
