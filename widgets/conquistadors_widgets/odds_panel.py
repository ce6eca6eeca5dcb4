"""The odds of an answer before it is given: as bars, with the table under them."""

from __future__ import annotations

from collections.abc import Generator
from html import escape
from typing import Any, Final

import ipywidgets as w

from conquistadors.games import scene_of
from conquistadors.odds.asking import REACTIONS, Outcome
from conquistadors.odds.position import OptionOdds, PositionOdds, position_work
from conquistadors_widgets.chart import DistributionView, get_ready
from conquistadors_widgets.slices import WorkBar
from conquistadors_widgets.table_model import TableModel

LOW: Final = 180
"""How high the bars are, in pixels: they stand beside the map."""
MOST_RESULTS: Final = 12
"""More results at once, as of a battle, nobody can read: then one thing is shown first."""


class OddsPanel(w.VBox):  # type: ignore[misc]  # ipywidgets publishes no types
    """Choose an answer, or point at its space on the map, and see what can come of it."""

    def __init__(self, model: TableModel) -> None:
        self._model = model
        self._title = w.HTML()
        self._answer = w.Dropdown(layout={"width": "100%"})
        self._thing = w.Dropdown(layout={"flex": "1 1 8em", "width": "auto"})
        self._reactions = w.Dropdown(layout={"flex": "1 1 8em", "width": "auto"})
        self._how = w.HBox([self._thing, self._reactions])
        self._note = w.HTML()
        self._chart = DistributionView(height=LOW)
        self._bar = WorkBar()
        self._found: dict[str, OptionOdds] = {}
        self._changing = False
        super().__init__([self._title, self._answer, self._how, self._bar, self._note, self._chart])
        self.add_class("cq-odds")
        self._answer.observe(lambda _: self._ask(), "value")
        self._reactions.observe(lambda _: self._ask(), "value")
        self._thing.observe(lambda _: self._draw(), "value")
        get_ready()

    def look(self, answer: str) -> None:
        """Somebody points at an answer."""
        if answer in [value for _, value in self._answer.options]:
            self._answer.value = answer

    def show(self) -> None:
        """A new question is on the table: its answers can be weighed."""
        model, say = self._model, self._model.say
        self.stop()
        self._title.value = f"<b>{escape(say('odds'))}</b>"
        self._changing = True
        options = () if model.waits_for_dice or model.asked is None else model.options
        teller = model.teller
        self._answer.options = [(say("weigh"), ""), *[(teller.label(option), option.id) for option in options]]
        self._answer.value = ""
        self._reactions.options = [(say(f"reactions-{each}"), each) for each in REACTIONS]
        self._reactions.value = REACTIONS[0]
        self._found = {}
        self._changing = False
        self._draw()

    def stop(self) -> None:
        self._bar.stop()

    def _ask(self) -> None:
        if self._changing:
            return
        self.stop()
        self._found = {}
        if self._answer.value:
            self._bar.speak(self._model.language)
            self._bar.ask(self._weighing(), self._weighed, self._failed)
        else:
            self._draw()

    def _weighing(self) -> Generator[Any, None, PositionOdds]:
        return (yield from position_work(self._model.game.run(), self._answer.value, (self._reactions.value,)))

    def _weighed(self, found: PositionOdds) -> None:
        self._found = {plan: bounds[self._reactions.value] for plan, bounds in found.items()}
        self._draw(fresh=True)

    def _failed(self, error: BaseException) -> None:
        self._note.value = escape(str(error))

    def _draw(self, *, fresh: bool = False) -> None:
        """The odds that are known, of the thing that is wanted; fresh ones of one thing, if they are too many."""
        if self._changing:
            return
        say = self._model.say
        odds = next(iter(self._found.values()), None)
        self._how.layout.display = None if self._answer.value else "none"
        if odds is None:
            self._chart.clear()
            self._note.value = f"<small>{escape(say('no-chance' if self._answer.value else 'weigh-help'))}</small>"
            return
        if odds.outcomes is None:
            self._chart.clear()
            self._note.value = escape(odds.why)
            return
        self._changing = True
        things, wanted = odds.things(), self._thing.value
        if fresh and not wanted and things and len(list(odds.outcomes.items())) > MOST_RESULTS:
            first = scene_of(self._model.game.rules).headline
            wanted = first if first in things else things[0]
        self._thing.options = [(say("everything"), ""), *[(self._named(thing), thing) for thing in things]]
        self._thing.value = wanted if wanted in things else ""
        self._changing = False
        shown = odds.of(self._thing.value) if self._thing.value else odds.outcomes
        self._note.value = ""
        self._chart.speak(self._model.language, self._model.teller.texts)
        self._chart.show(shown, "", None if self._thing.value else self._told)

    def _named(self, thing: str) -> str:
        """What a thing is called: by the game, if it has a name for it."""
        key, texts = f"thing.{thing}", self._model.teller.texts
        return texts.say(key) if key in texts else texts.word(thing, {})

    def _told(self, outcome: Outcome) -> str:
        """All that changed, as text: each thing is named once, with everything that becomes of it."""
        texts = self._model.teller.texts
        told: dict[str, list[str]] = {}
        for thing, value in outcome:
            number = type(value) is int
            said = f"{value:+d}" if number else texts.word(value, {})
            told.setdefault(self._named(thing) + ("" if number else ":"), []).append(said)
        parts = [f"{name} {', '.join(values)}" for name, values in told.items()]
        several = any(len(values) > 1 for values in told.values())
        return ("; " if several else ", ").join(parts) or self._model.say("nothing")
