"""The laboratory of a question: set what it is about, and see what comes of it. A battle is one that a game brings."""

from __future__ import annotations

from collections.abc import Generator
from html import escape
from typing import Any, Final

import ipywidgets as w

from conquistadors.engine.arguments import checks_arguments
from conquistadors.engine.errors import SetupError, short_repr
from conquistadors.engine.texts import error_text, speaking
from conquistadors.games import DEFAULT, kit, load
from conquistadors.odds.distribution import Distribution, percent
from conquistadors.odds.questions import Question, Setting
from conquistadors_widgets.chart import DistributionView, bars, headline_html, table_html, text_of
from conquistadors_widgets.explorers.controls import Settings
from conquistadors_widgets.explorers.page import Page
from conquistadors_widgets.slices import WorkBar
from conquistadors_widgets.words import words

PATIENCE: Final = 2.0
"""What a change asks by itself is given up after so many seconds; the button waits for as long as it takes."""


class QuestionModel:
    """A question, what is set for it, and the last answer."""

    def __init__(self, question: Question) -> None:
        self.question = question
        self._values: dict[str, Any] = {}
        self.answer: Any = None
        self.told: dict[str, Distribution] = {}
        """The distributions of the last answer, by what they tell."""
        self.message = ""
        """Why there is no answer to what is set, or what to do to get it."""

    def set(self, key: str, value: Any) -> None:
        self._values[key] = value

    def parts(self) -> dict[str, list[Setting]]:
        """The settings by part of the page."""
        return self.question.parts(self._values)

    def asked(self) -> str:
        """The question in a few words."""
        return self.question.asked(self._values)

    def steps(self) -> Generator[Any, None, Any]:
        """The work that answers it, in slices."""
        return self.question.steps(dict(self._values))

    def answered(self, answer: Any) -> None:
        """The work is done."""
        self.answer = answer
        self.told = self.question.distributions(answer)


class QuestionLab(Page):
    """A thin face on a `QuestionModel`."""

    def __init__(self, question: Question, language: str = "en", *, large: bool = False) -> None:
        self.model = QuestionModel(question)
        self._question = question
        self._words = words(language)
        self.settings = {part: Settings(self._set) for part in question.heads}
        self.ask = w.Button(description=self._say("work-out"), tooltip=self._say("work-out-hint"))
        self.bar = WorkBar(language, self._stopped)
        self._message = w.HTML()
        self._headline = w.HTML()
        self.what = w.ToggleButtons(options=[(title, what) for what, title in question.told.items()])
        self.view = DistributionView(language, question.texts, height=230, tabled=False)
        self._tables = w.HTML()
        self.ask.on_click(lambda _: self.work_out())
        self.what.observe(lambda _: self._show_chosen(), "value")
        self.ask.add_class("cq-explorers-main")
        asking = w.HBox([self.ask, self.bar])
        self.results = w.VBox([self._headline, self.what, self.view, self._tables])
        columns = w.HBox([self._column(part) for part in question.heads])
        for part, name in ((asking, "bar"), (columns, "columns"), (self.results, "results")):
            part.add_class(f"cq-explorers-{name}")
        children = [columns, asking, self._message, self.results]
        super().__init__(question.title, children, large=large)
        self._show_settings()
        self.work_out(at_once=True)

    def _column(self, part: str) -> Any:
        head = w.HTML(f'<h4 class="cq-explorers-head">{escape(self._question.heads[part])}</h4>')
        column = w.VBox([head, self.settings[part]])
        column.add_class("cq-explorers-column")
        return column

    def _say(self, key: str) -> str:
        return self._words.say(f"explorers.{key}")

    def text(self) -> str:
        model, question = self.model, self._question
        lines = [model.asked()]
        if model.answer is None:
            return "\n".join([*lines, model.message])
        headline = question.headline(model.answer)
        lines.append(f"{headline.of}: {percent(headline.chance, self._words.language)}")
        for what, odds in model.told.items():
            lines.append(text_of(bars([("", odds)], question.label, question.order), question.told[what]))
        return "\n".join(lines)

    def work_out(self, *, at_once: bool = False, patience: float | None = None) -> None:
        """Ask what is set; with `patience` it is given up after so many seconds."""

        def look(_: Any) -> None:
            work = self.bar.work
            if patience is not None and work is not None and work.seconds > patience:
                self.bar.stop()
                self._tell(self._say("takes-long"))

        self._tell("")
        self.bar.ask(self.model.steps(), self._answered, self._failed, look, at_once=at_once)

    def _set(self, key: str, value: Any) -> None:
        self.model.set(key, value)
        self._show_settings()
        self.results.add_class("cq-explorers-old")  # until the answer is there
        self.work_out(patience=PATIENCE)

    def _show_settings(self) -> None:
        for part, settings in self.model.parts().items():
            self.settings[part].show(settings)

    def _answered(self, answer: Any) -> None:
        self.model.answered(answer)
        self.results.remove_class("cq-explorers-old")
        self._headline.value = headline_html(self._question.headline(answer), self._words.language)
        tables = [self._section(what) for what in self.model.told]
        self._tables.value = f'<div class="cq-explorers-many">{"".join(tables)}</div>'
        self._show_chosen()

    def _section(self, what: str) -> str:
        question = self._question
        table = table_html(bars([("", self.model.told[what])], question.label, question.order), self._words)
        return f"<section><h5>{escape(question.told[what])}</h5>{table}</section>"

    def _show_chosen(self) -> None:
        question, what = self._question, self.what.value
        if self.model.told:
            self.view.show(self.model.told[what], question.told[what], question.label, question.order)

    def _failed(self, error: Exception) -> None:
        """What does not go together is said; the last answer stays, greyed."""
        self.results.add_class("cq-explorers-old")
        self._tell(str(error))

    def _stopped(self) -> None:
        self._tell(self._say("stopped"))

    def _tell(self, message: str) -> None:
        self.model.message = message
        lines = "<br>".join(escape(line) for line in message.splitlines())
        self._message.value = f'<div class="cq-explorers-message" role="status">{lines}</div>'


@checks_arguments()
def explore(question: str, language: str | None = None, *, game: str = DEFAULT, large: bool = False) -> QuestionLab:
    """A question that a game brings, by its name: set what it is about, and see what comes of it."""
    with speaking(language) as language:
        known = kit(game).explored
        if question not in known:
            raise SetupError(error_text("face.question", game=game, wanted=short_repr(question), known=known))
        return QuestionLab(load(known[question])(language), language, large=large)


@checks_arguments()
def battle_lab(language: str | None = None, *, large: bool = False) -> QuestionLab:
    """Two forces, their cards and how they fight: the chance to win, the losses, the rounds, the leader's fate."""
    return explore("battle", language, large=large)
