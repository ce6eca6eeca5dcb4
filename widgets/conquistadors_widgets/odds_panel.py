"""The odds of an answer before it is given: as bars, with the table under them."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from html import escape
from typing import Final

import ipywidgets as w

from conquistadors.engine.requests import PASS
from conquistadors.games import scene_of
from conquistadors.odds.asking import REACTIONS, Outcome, names_of
from conquistadors.odds.naming import Names
from conquistadors.odds.position import LUCK, PARTS, OptionOdds, PositionOdds, position_work
from conquistadors.odds.slices import Progress
from conquistadors_widgets.chart import DistributionView, get_ready, headline_html
from conquistadors_widgets.slices import WorkBar
from conquistadors_widgets.table_model import TableModel

LOW: Final = 180
"""How high the bars are, in pixels: they stand beside the map."""
MOST_RESULTS: Final = 12
"""More results at once, as of a battle, nobody can read: then one thing is shown first."""


MOST_CONTINUATIONS: Final = 5
EVERY: Final = "*"
"""The value of "all answers": whether to spend luck is asked with the odds of both."""


class OddsPanel(w.VBox):  # type: ignore[misc]  # ipywidgets publishes no types
    """Choose an answer, or point at its space on the map, and see what can come of it."""

    def __init__(self, model: TableModel, on_headline: Callable[[], None] = lambda: None) -> None:
        """`on_headline` is told when there is another headline."""
        self._model = model
        self._on_headline = on_headline
        self._title = w.HTML()
        self._answer = w.Dropdown(layout={"flex": "2 1 10em", "width": "auto"})
        self._thing = w.Dropdown(layout={"flex": "1 1 8em", "width": "auto"})
        self._reactions = w.Dropdown(layout={"flex": "1 1 8em", "width": "auto"})
        self._how = w.HBox([self._thing, self._reactions])
        self._note = w.HTML()
        self._chart = DistributionView(height=LOW)
        self._bar = WorkBar(model.teller.texts.language)
        self._plan = w.Dropdown(layout={"flex": "1 1 8em", "width": "auto"})
        self._headline = w.HTML()
        self._found: dict[str, OptionOdds] = {}
        self._no_odds = "no-chance"
        """Why there are none, where there are none."""
        self._several = False
        """Whether more than one question is asked about the answer: it leads to another choice."""
        self._changing = False
        head = w.HBox([self._title, self._answer, self._plan])
        head.add_class("cq-odds-head")
        super().__init__([head, self._headline, self._how, self._bar, self._note, self._chart])
        self.add_class("cq-odds")
        self._headline.observe(lambda _: self._on_headline(), "value")
        self._answer.observe(lambda _: self._ask(), "value")
        self._reactions.observe(lambda _: self._ask(), "value")
        self._plan.observe(lambda _: self._draw(fresh=True), "value")
        self._thing.observe(lambda _: self._draw(), "value")
        get_ready()

    @property
    def headline(self) -> str:
        """The odds that are shown in a line, as HTML; "" while there are none."""
        return str(self._headline.value)

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
        pending = model.game.pending
        lucky = pending is not None and pending.kind in LUCK and len(options) > 1
        every = [(say("odds-both"), EVERY)] if lucky else []
        self._answer.options = [(say("weigh"), ""), *every, *[(teller.label(each), each.id) for each in options]]
        self._answer.value = ""
        self._reactions.options = [(say(f"reactions-{each}"), each) for each in REACTIONS]
        self._reactions.value = REACTIONS[0]
        self._found = {}
        self._changing = False
        self._draw()
        self.layout.visibility = "hidden" if model.over else "visible"
        if lucky:
            self._answer.value = EVERY
        elif options and model.scene.contest is not None:  # how a battle stands is told without being asked for
            self._answer.value = PASS.id if PASS in options else options[0].id

    def stop(self) -> None:
        self._bar.stop()

    def _ask(self) -> None:
        if self._changing:
            return
        self.stop()
        self._found = {}
        self._changing = True
        self._thing.options = ()
        self._changing = False
        if self._answer.value:
            self._bar.speak(self._model.language)
            self._bar.ask(self._weighing(), self._weighed, self._failed, self._so_far)
        self._draw()

    def _weighing(self) -> Generator[Progress, None, PositionOdds]:
        asked = None if self._answer.value == EVERY else self._answer.value
        return (yield from position_work(self._model.game.run(), asked, (self._reactions.value,)))

    def _so_far(self, progress: Progress) -> None:
        """What can be said already is shown, with what it assumes, while the whole is being worked out."""
        self._several = progress.known > PARTS
        if progress.answer is not None:
            self._weighed(progress.answer)

    def _weighed(self, found: PositionOdds) -> None:
        known = dict(self._found)
        self._no_odds = "odds-undecided" if found.undecided else "no-chance"
        self._found = {plan: bounds[self._reactions.value] for plan, bounds in found.items()}
        if self._found != known or not known:
            self._draw(fresh=not known)

    def _failed(self, error: BaseException) -> None:
        self._note.value = escape(str(error))

    def _draw(self, *, fresh: bool = False) -> None:
        """The odds that are known, of the thing that is wanted; fresh ones of one thing, if they are too many."""
        if self._changing:
            return
        say = self._model.say
        self._choose_plan()
        odds = self._found.get(self._plan.value)
        self._how.layout.display = None if self._answer.value and odds is not None else "none"
        self._headline.value = self._in_a_line()
        if odds is None:
            self._chart.clear()
            if not self._found and not self._at_work:
                self._note.value = (
                    f"<small>{escape(say(self._no_odds if self._answer.value else 'weigh-help'))}</small>"
                )
            else:
                self._note.value = ""
            return
        if odds.outcomes is None:
            self._chart.clear()
            self._note.value = escape(odds.why)
            return
        self._changing = True
        things, wanted = odds.things(), self._thing.value
        if fresh and not wanted and things and len(odds.outcomes) > MOST_RESULTS:
            told = odds.headline(self._names)
            likely = [told.thing if told is not None else "", scene_of(self._model.game.rules).headline, things[0]]
            wanted = next(each for each in likely if each in things)
        self._thing.options = [(say("everything"), ""), *[(self._named(thing), thing) for thing in things]]
        self._thing.value = wanted if wanted in things else ""
        self._changing = False
        shown = odds.of(self._thing.value) if self._thing.value else odds.outcomes
        self._note.value = ""
        self._chart.speak(self._model.language, self._model.teller.texts)
        self._chart.show(shown, "", None if self._thing.value else self._told)

    @property
    def _at_work(self) -> bool:
        return self._bar.work is not None and self._bar.work.running

    @property
    def _names(self) -> Names:
        return names_of(self._model.game.rules, self._model.language)

    def _choose_plan(self) -> None:
        """An answer that leads to another choice has several continuations: none of them is taken for granted."""
        plans, wanted = list(self._found), self._plan.value
        self._changing = True
        several = len(plans) > 1 or (self._several and self._at_work)
        options = [(self._continued(plan), plan) for plan in plans]
        self._plan.options = [(self._model.say("odds-continued"), ""), *options] if several else options
        self._plan.value = wanted if wanted in plans else "" if several else next(iter(plans), None)
        self._plan.layout.display = None if several else "none"
        self._changing = False

    def _continued(self, plan: str) -> str:
        """The choices that follow from the answer, by name."""
        odds = self._found[plan]
        return self._model.teller.row(odds.options[1:] or odds.options)

    def _in_a_line(self) -> str:
        """The headline of what is shown; of an answer with several continuations those of all, the best first."""
        odds = self._found.get(self._plan.value)
        if odds is not None:
            told = odds.headline(self._names)
            return ("" if told is None else headline_html(told, self._model.teller.texts.language)) + self._for_now(
                [odds]
            )
        told_of = [(plan, each.headline(self._names)) for plan, each in self._found.items()]
        listed = [(told.chance, plan, told) for plan, told in told_of if told is not None]
        listed.sort(key=lambda each: -each[0])
        rows = [
            f'<tr><th scope="row">{escape(self._continued(plan))}</th><td>{escape(str(told))}</td></tr>'
            for _, plan, told in listed[:MOST_CONTINUATIONS]
        ]
        both = self._answer.value == EVERY
        head = escape(self._model.say("odds-both" if both else "odds-open"))
        if not rows:
            return ""
        look = ' class="cq-panels-unseen"' if both else ""  # it is the answer that is chosen above
        table = f'<table class="cq-odds-open"><caption{look}>{head}</caption>{"".join(rows)}</table>'
        return table + self._for_now([self._found[plan] for _, plan, _ in listed[:MOST_CONTINUATIONS]])

    def _for_now(self, shown: Iterable[OptionOdds]) -> str:
        """What smaller questions assume, as long as the whole ones are being worked out."""
        smaller = dict.fromkeys(each for odds in shown for each in odds.smaller)
        if not smaller:
            return ""
        assumed = " · ".join(self._names.assumption(each) for each in smaller)
        return f"<small><i>{escape(self._model.say('odds-for-now', assumed=assumed))}</i></small>"

    def _named(self, thing: str) -> str:
        return self._names.changing(thing)

    def _told(self, outcome: Outcome) -> str:
        return self._names.outcome(outcome)
