"""The table: a game in a notebook cell. A thin face of ipywidgets on a `TableModel`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from html import escape
from pathlib import Path
from typing import Any

import ipywidgets as w

from conquistadors.bots import Bot
from conquistadors.engine.game import Game
from conquistadors.engine.requests import Seat
from conquistadors_widgets import panels
from conquistadors_widgets.answers import Answers
from conquistadors_widgets.coach_panel import CoachPanel
from conquistadors_widgets.faces import Face
from conquistadors_widgets.form_panel import FormPanel
from conquistadors_widgets.odds_panel import OddsPanel
from conquistadors_widgets.slices import TURN, Wait, WorkBar
from conquistadors_widgets.style import styled
from conquistadors_widgets.switches import Switches
from conquistadors_widgets.table_model import TableModel
from conquistadors_widgets.toolbar import Toolbar


class Table(w.VBox):  # type: ignore[misc]  # ipywidgets publishes no types
    """The board, the question with its answers, the odds, the story so far and the rule at work."""

    def __init__(
        self, game: Game[Any], bots: Mapping[Seat, Bot], folder: Path | None = None, *, large: bool = False
    ) -> None:
        self.model = model = TableModel(game, bots, folder)
        self._toolbar = Toolbar(model, self._after, self._enlarge)
        self._strip = w.HTML()
        self._prompt = w.HTML()
        self._message = w.HTML()
        self._shows = 0
        self._curtain = w.Button()
        self._curtain.on_click(lambda _: self._after(model.lift_curtain))
        self._curtain.add_class("cq-curtain")
        self._all = w.Button()
        self._all.on_click(lambda _: self._after(model.widen))
        self._answers = Answers(lambda answer: self._after(partial(model.press, answer)))
        self._form = FormPanel(model, lambda values: self._after(partial(model.fill, values)))
        self._since = w.HTML()
        self._switches = Switches(lambda stands: self._after(partial(model.switch, stands)))
        self._dice = w.HTML()
        self._thinking = WorkBar(model.teller.texts.language, lambda: self._after(model.settle))
        self._question = w.VBox()
        self._question.add_class("cq-question")
        self._middle = w.Box()
        self._middle.add_class("cq-middle")
        self._odds = OddsPanel(model)
        self._aside = w.Box([self._question, self._odds, self._dice])
        self._aside.add_class("cq-aside")
        self._coach = CoachPanel(model)
        self._line = w.BoundedIntText(min=0, max=0, layout={"width": "7em"})
        self._back = w.Button()
        self._back.on_click(lambda _: self._after(lambda: model.undo_to(self._line.value)))
        self._story = w.HTML()
        self._tracer = w.HTML()
        self._tabs = w.Tab()
        self._tabs.observe(lambda _: self._show_tab(), "selected_index")
        super().__init__([styled(), self._toolbar, self._strip, self._middle, self._tabs])
        for name in ("cq", "cq-table"):
            self.add_class(name)
        self._lay_out()
        if large:
            self._enlarge(large)
        self._bots_answer(at_once=model.opens_at_once)

    def _lay_out(self) -> None:
        """The face of the game: made anew only where another game takes over."""
        self._rules = self.model.game.rules
        self._face = Face(self.model, self._picked, self._odds.look)
        left = w.VBox([self._face.board])
        left.add_class("cq-left")
        (self._middle.add_class if self._face.wide else self._middle.remove_class)("cq-wide")
        self._middle.children = [left, self._aside]
        self._panels = {key: w.HTML() for key in self._face.panels}
        undo_to = w.HBox([self._line, self._back])
        undo_to.add_class("cq-bar")
        tabs = {**self._panels, "story": w.VBox([undo_to, self._story]), "rule": self._tracer}
        if self._coach.advises:
            tabs["coach"] = self._coach
        self._tab_keys = list(tabs)
        self._tabs.children = list(tabs.values())
        self._tabs.selected_index = self._tab_keys.index("story") if not self._panels else 0

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        """Beside the live widget, the position as text: for readers without a kernel, and for tests."""
        bundle = super()._repr_mimebundle_(**kwargs)
        data = bundle[0] if isinstance(bundle, tuple) else bundle
        data["text/plain"] = f"{self.model.teller.position(self.model.position)}\n{self.model.prompt}"
        return bundle

    @property
    def game(self) -> Game[Any]:
        return self.model.game

    # Showing -----------------------------------------------------------------------------------------------------

    def show(self) -> None:
        """Show the game as it is now. The question comes late: who is told to pass the screen has nothing left on it.

        What there is to say comes last, when all else has been shown. It counts how often the table came to rest: while
        bots are at work, more is to come.
        """
        model = self.model
        if model.game.rules is not self._rules:
            self._lay_out()
        self._toolbar.show()
        self._strip.value = self._face.strip(model)
        self._face.show(model)
        for number, key in enumerate(self._tab_keys):
            title = self._face.title(key, model) if key in self._panels else model.say(f"tab-{key}")
            self._tabs.set_title(number, title)
        self._odds.show()
        self._show_tab()
        self._show_question()
        self._shows += not self._thinking.running
        said = panels.with_rule(model.message, model.clauses)
        self._message.value = f'<div class="cq-message" role="status" data-shows="{self._shows}">{said}</div>'

    def _show_question(self) -> None:
        model = self.model
        curtain = model.curtain
        self._prompt.value = f'<div class="cq-prompt">{panels.with_rule(model.prompt, model.clauses)}</div>'
        since = "".join(f"<p>{escape(line)}</p>" for line in model.answered_itself)
        self._since.value = f'<div class="cq-since" role="status">{since}</div>' if since else ""
        self._switches.show([(each, model.say("always", answer=each.label)) for each in model.standing_now])
        form, refused = model.form, model.refused()
        if form is not None:
            self._form.show(form)
        self._answers.show(
            model.question,
            model.groups(),
            refused,
            not_now=model.say("not-now", count=len(refused)),
            listed=lambda count: model.say("on-the-map", count=count),
            dice=model.say("dice-shown") if model.waits_for_dice else None,
        )
        if curtain is not None:
            self._curtain.description = model.say("take-screen", who=model.game.names[curtain])
        self._all.description = model.say("all-answers")
        self._dice.value = "" if curtain else self._rolled()
        self._question.children = [
            *([self._since] if since else []),
            self._prompt,
            *([self._curtain] if curtain else []),
            *([self._form] if form is not None else []),
            self._answers,
            *([self._form.outcome] if form is not None else []),
            *([self._all] if model.narrowed else []),
            *([self._switches] if self._switches.children else []),
            self._message,
            self._thinking,
        ]

    def _rolled(self) -> str:
        model = self.model
        texts, names = model.teller.texts, model.game.names
        return panels.dice(
            model.lines(), model.game.rules.rolls, texts, names, model.language, since=model.last_decision + 1
        )

    def _show_tab(self) -> None:
        """Only the tab that is open is made anew."""
        model = self.model
        key = self._tab_keys[self._tabs.selected_index or 0]
        if key in self._panels:
            self._panels[key].value = "" if model.curtain else self._face.panels[key](model)
        elif key == "story":
            lines = model.lines()
            self._line.max = max(len(model.game.events_so_far()[0]) - 1, 0)
            self._back.description, self._back.tooltip = model.say("undo-to"), model.say("undo-to-help")
            self._story.value = panels.story(lines, model.teller, model.language, model.clauses, reasons=model.reasons)
        elif key == "coach":
            self._coach.show()
        elif key == "rule":
            self._tracer.value = panels.tracer(model.game, model.language)

    def _enlarge(self, large: bool) -> None:
        (self.add_class if large else self.remove_class)("cq-large")

    # Doing -------------------------------------------------------------------------------------------------------

    def _picked(self, space: str, aimed: Mapping[str, Sequence[str]]) -> None:
        self._after(partial(self.model.pick, space, aimed))

    def _after(self, action: Callable[[], object]) -> None:
        """Do something a person asked for, then let the bots answer."""
        with TURN:
            self._thinking.stop()
            action()
            self._bots_answer()

    def _bots_answer(self, *, at_once: bool = False) -> None:
        """The bots answer in slices, so that people can watch, and stop one that thinks too long."""
        self._thinking.speak(self.model.language)
        answers = self.model.bots_answer()
        work = self._thinking.ask(answers, lambda _: self.show(), self._failed, self._seen, at_once=at_once)
        if work.running:
            self.show()

    def _seen(self, told: object) -> None:
        """A bot has answered: where people get time to look, they see it."""
        if isinstance(told, Wait) and told.seconds:
            self.show()

    def _failed(self, error: BaseException) -> None:
        self.model.message = str(error)
        self.show()
