"""The table: a game in a notebook cell. A thin face of ipywidgets on a `TableModel`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import ipywidgets as w

from conquistadors.bots import Bot
from conquistadors.engine.game import Game
from conquistadors.engine.requests import Seat
from conquistadors.readers import served
from conquistadors_widgets import panels
from conquistadors_widgets.answers import Answers
from conquistadors_widgets.closing import ClosingPanel
from conquistadors_widgets.coach_panel import CoachPanel
from conquistadors_widgets.faces import Face
from conquistadors_widgets.form_panel import FormPanel
from conquistadors_widgets.html import html
from conquistadors_widgets.keys import Keys
from conquistadors_widgets.odds_panel import OddsPanel
from conquistadors_widgets.pointer import Pointer
from conquistadors_widgets.settling import Settling
from conquistadors_widgets.since import SincePanel
from conquistadors_widgets.slices import TURN, Wait, WorkBar
from conquistadors_widgets.style import styled
from conquistadors_widgets.switches import Switches
from conquistadors_widgets.table_model import TableModel
from conquistadors_widgets.tabs import Tabs
from conquistadors_widgets.toolbar import Toolbar
from conquistadors_widgets.viewer import Viewer, close_all


class Table(w.VBox):  # type: ignore[misc]  # ipywidgets publishes no types
    """The stage, what just happened, the question with its answers, the odds; below them what is at hand and the tabs.

    Everything has its place and its height: what is longer scrolls inside. The style sheet gives the frame the height
    of the window.
    """

    def __init__(
        self, game: Game[Any], bots: Mapping[Seat, Bot], folder: Path | None = None, *, large: bool = False
    ) -> None:
        self.model = model = TableModel(game, bots, folder)
        self._toolbar = Toolbar(model, self._after, self._enlarge)
        self._strip, self._prompt, self._message, self._dice = (w.HTML() for _ in range(4))
        self._shows = 0
        self._curtain = w.Button()
        self._curtain.on_click(lambda _: self._after(model.lift_curtain))
        self._curtain.add_class("cq-curtain")
        self._all = w.Button()
        self._all.on_click(lambda _: self._after(model.widen))
        self._answers = Answers(
            lambda answer: self._pressed(partial(model.press, answer)),
            lambda dice: self._answered(partial(model.press, dice)),
        )
        self._form = FormPanel(model, lambda values: self._after(partial(model.forms.fill, values)))
        self._since = SincePanel(model, self._stepped)
        self._switches = Switches(lambda stands: self._after(partial(model.switch, stands)))
        self._thinking = WorkBar(model.teller.texts.language, lambda: self._after(model.settle))
        self._keys = Keys()
        self._settling = Settling()
        self._pointer = Pointer(lambda thing: self._answered(partial(model.point, thing)), self._choose_line)
        self._odds = OddsPanel(model, self._show_stage)
        self._closing = ClosingPanel(model, self._closed)
        self._coach = CoachPanel(model)
        self._line = w.BoundedIntText(min=0, max=0, layout={"width": "7em"})
        self._back = w.Button()
        self._back.on_click(lambda _: self._after(lambda: model.undo_to(self._line.value)))
        self._story, self._tracer = w.HTML(), w.HTML()
        self._tabs = Tabs(self._show_tab)
        self._below = w.VBox()
        self._large = large
        self._make_frame()
        self._dead = w.HTML()
        self._dead.add_class("cq-dead")
        unseen = [styled(), self._keys, self._settling, self._pointer]
        super().__init__([self._dead, *unseen, self._frame, self._tabs, self._below])
        for name in ("cq", "cq-table"):
            self.add_class(name)
        self._lay_out()
        if large:
            self._enlarge(large)
        self._bots_answer(at_once=model.opens_at_once)

    def _make_frame(self) -> None:
        """The parts in their places."""
        self._question = _box("question", self._prompt, self._answers, self._message)
        self._aside = _box("aside", self._since, self._question, self._odds)
        self._left = _box("left")
        self._forces, self._hand = w.HTML(), w.HTML()
        self._top = _box("top", self._strip, self._toolbar)
        self._middle = _box("middle", self._left, self._aside)
        self._own = _box("own", self._forces, self._hand)
        self._frame = _box("frame", self._top, self._middle, self._own)

    def _lay_out(self) -> None:
        """The face of the game: made anew only where another game takes over."""
        self._rules = self.model.game.rules
        self._face = Face(self.model, self._picked, self._odds.look, self._closing, large=self._large)
        self._left.children = [self._face.stage]
        (self._top.add_class if self._face.crowded else self._top.remove_class)("cq-crowded")
        self._panels = {key: w.HTML() for key in self._face.panels}
        undo_to = w.HBox([self._line, self._back])
        undo_to.add_class("cq-bar")
        tabs = {"story": w.VBox([undo_to, self._story]), **self._panels, "dice": self._dice, "rule": self._tracer}
        if self._coach.advises:
            tabs["coach"] = self._coach
        self._tabs.fill(tabs)

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
        self._forces.value, self._hand.value = self._face.at_hand(model)
        for key in self._tabs.pages:
            self._tabs.name(key, self._face.title(key, model) if key in self._panels else model.say(f"tab-{key}"))
        self._odds.show()
        self._show_stage()
        self._show_tab()
        self._show_question()
        self._shows += not self._thinking.running
        said = panels.with_rule(model.message, model.clauses)
        self._message.value = f'<div class="cq-message" role="status" data-shows="{self._shows}">{said}</div>'
        self._pointer.show(model)
        self._dead.value = html("<p>{{ said }}</p>", said=model.say("dead-page" if served() else "dead"))
        self._keys.name(model.title, self._face.spaces)
        self._keys.tell([*self._since.lines, model.prompt] if not self._thinking.running else [])

    def _show_stage(self) -> None:
        self._face.show(self.model, self._since.looked_at, self._odds.headline)

    def _stepped(self) -> None:
        """Another moment of what just happened is looked at."""
        self._since.show()
        self._show_stage()

    def _show_question(self) -> None:
        model = self.model
        curtain = model.curtain
        self._settling.ask(f"{model.question} {curtain or ''}")
        self._since.show()
        self._prompt.value = f'<div class="cq-prompt">{panels.with_rule(model.prompt, model.clauses)}</div>'
        self._switches.show([(each, model.say("always", answer=each.label)) for each in model.standing_now])
        form, refused = model.forms.shown, model.refused()
        if form is not None:
            self._form.show(form)
        if curtain is not None:
            self._curtain.description = model.say("take-screen", who=model.game.names[curtain])
        self._all.description = model.say("all-answers")
        self._answers.show(
            model.question,
            model.offered(),
            refused,
            not_now=model.say("not-now", count=len(refused)),
            listed=lambda count: model.say("on-the-map", count=count),
            dice=model.say("dice-shown") if model.waits_for_dice else None,
            above=(
                *([self._thinking] if self._thinking.running else []),
                *([self._curtain] if curtain else []),
                *([self._form] if form is not None else []),
            ),
            below=(
                *([self._form.outcome] if form is not None else []),
                *([self._all] if model.narrowed else []),
                *([self._switches] if self._switches.children else []),
            ),
        )

    def _rolled(self) -> str:
        model = self.model
        texts, names = model.teller.texts, model.game.names
        return panels.dice(
            model.lines(), model.game.rules.rolls, texts, names, model.language, since=model.last_decision + 1
        )

    def _show_tab(self) -> None:
        """Only the tab that is open is made anew."""
        model, key = self.model, self._tabs.opened
        if key in self._panels:
            self._panels[key].value = "" if model.curtain else self._face.panels[key](model)
        elif key == "story":
            lines = model.lines()
            self._line.max = max(len(model.game.events_so_far()[0]) - 1, 0)
            self._back.description, self._back.tooltip = model.say("undo-to"), model.say("undo-to-help")
            self._story.value = panels.story(lines, model.teller, model.language, model.clauses, reasons=model.reasons)
        elif key == "dice":
            self._dice.value = "" if model.curtain else self._rolled()
        elif key == "coach":
            self._coach.show()
        elif key == "rule":
            self._tracer.value = panels.tracer(model.game, model.language)

    def _choose_line(self, line: int) -> None:
        """A click on a line of the story: the button beside it goes back there."""
        last = len(self.model.game.events_so_far()[0]) - 1
        if 0 <= line <= last:
            self._line.max = last
            self._line.value = line

    def _enlarge(self, large: bool) -> None:
        self._large = large
        (self.add_class if large else self.remove_class)("cq-large")
        self._face.enlarge(large)

    # Doing -------------------------------------------------------------------------------------------------------

    def _picked(self, space: str, aimed: Mapping[str, Sequence[str]]) -> None:
        self._pressed(partial(self.model.pick, space, aimed))

    def _pressed(self, action: Callable[[], object]) -> None:
        """Somebody answers by a click. So soon after a question came, the click was meant for the one before."""
        if self._settling.over:
            self._answered(action)

    def _answered(self, action: Callable[[], object]) -> None:
        self._face.leave(self.model)
        self._after(action, answers=True)

    def _after(self, action: Callable[[], object], *, answers: bool = False) -> None:
        """Do something a person asked for, then let the bots answer."""
        with TURN:
            self._thinking.stop()
            given = len(self.model.game.answers)
            game = self.model.game
            action()
            moved = self.model.game is not game or len(self.model.game.answers) != given
            if moved:
                self._since.forget()
            if moved and not answers:
                self._face.forget()
            self._bots_answer()

    def _bots_answer(self, *, at_once: bool = False) -> None:
        """The bots answer in slices, so that people can watch, and stop one that thinks too long."""
        self._thinking.speak(self.model.language)
        answers = self.model.bots_answer()
        work = self._thinking.ask(answers, lambda _: self.show(), self._failed, self._seen, at_once=at_once)
        if work.running:
            self.show()

    def _seen(self, told: object) -> None:
        """A bot has answered: it can be looked at later; where people get time to look, they see it now."""
        if isinstance(told, Wait):
            self._since.remember()
            if told.seconds:
                self.show()

    def _closed(self, deed: str) -> None:
        """The game is over, and somebody wants to go on."""
        model = self.model
        for old in self._below.children:
            close_all(old)
        self._below.children = []
        if deed == "new-game":
            self._after(model.saves.play_again)
        elif deed == "replay":
            self._below.children = [Viewer(model.game, model.language, large=self._large)]
        else:
            from conquistadors.lab.odds import luck_figure  # pandas and plotly take a second: only if they are wanted

            rolls, names, game = self._closing.course.rolls, model.game.names, model.game.rules.kit
            self._below.children = [luck_figure(rolls, names, language=model.language, game=game).live()]

    def _failed(self, error: BaseException) -> None:
        self.model.message = str(error)
        self.show()


def _box(name: str, *children: w.Widget) -> w.Box:
    box = w.Box(children)
    box.add_class(f"cq-{name}")
    return box
