"""The quiz: exercises in a notebook cell, with a hint, a check and the clause. The answers stay in the kernel."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from html import escape
from pathlib import Path
from typing import Any

import ipywidgets as w

from conquistadors.engine.arguments import checks_arguments
from conquistadors.engine.texts import LANGUAGES, speaking
from conquistadors.games import scene_of
from conquistadors_widgets import panels
from conquistadors_widgets.board import Board
from conquistadors_widgets.quiz_model import QuizModel
from conquistadors_widgets.style import styled
from conquistadors_widgets.viewer import row, rule_details
from conquistadors_widgets.words import words


@checks_arguments()
def quiz(
    *exercise_ids: str,
    reader: str = "",
    language: str | None = None,
    folder: str | Path | None = None,
    large: bool = False,
) -> Quiz:
    """Ask exercises by id, or all of them. With a `reader` the numbers are that reader's own, and progress is saved.

    `folder` says where progress is saved, if not beside the saved games. `large` is for a projector.
    """
    with speaking(language) as language:
        return Quiz(QuizModel(exercise_ids, reader, language, folder), large=large)


class Quiz(w.VBox):  # type: ignore[misc]  # ipywidgets publishes no types
    """One question at a time."""

    def __init__(self, model: QuizModel, *, large: bool = False) -> None:
        self.model = model
        self._picked: dict[str, str] = {}
        """The spaces that were clicked, by exercise."""
        self._boards: dict[str, Board] = {}
        self._head, self._question, self._hint, self._verdict = w.HTML(), w.HTML(), w.HTML(), w.HTML()
        self._score = w.HTML()
        self._language = w.Dropdown(options=[(name, code) for code, name in LANGUAGES.items()], value=model.language)
        self._choices = w.RadioButtons(options=[])
        self._typed = w.Text()
        self._chosen = w.HTML()
        self._answer = w.VBox()
        self._check, self._ask, self._back, self._next = (
            w.Button(icon=icon) for icon in ("check", "lightbulb-o", "caret-left", "caret-right")
        )
        head = row("cq-quiz-head", self._head, self._score, self._language)
        bar = row("cq-quiz-bar", self._check, self._ask, self._back, self._next)
        super().__init__([styled(), head, self._question, self._answer, bar, self._hint, self._verdict])
        for name in ("cq", "cq-quiz", *(("cq-large",) if large else ())):
            self.add_class(name)
        self._check.on_click(lambda _: self._after(self._checked))
        self._ask.on_click(lambda _: self._after(model.ask_hint))
        self._back.on_click(lambda _: self._turn(-1))
        self._next.on_click(lambda _: self._turn(1))
        self._language.observe(lambda change: self._speak(change["new"]), "value")
        self._lay_out()

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        """Beside the live widget, the questions as text: for readers without a kernel, and for tests."""
        bundle = super()._repr_mimebundle_(**kwargs)
        data = bundle[0] if isinstance(bundle, tuple) else bundle
        data["text/plain"] = self.model.describe()
        return bundle

    # What a reader does ------------------------------------------------------------------------------------------

    def _after(self, action: Callable[[], None]) -> None:
        action()
        self.show()

    def _turn(self, by: int) -> None:
        self.model.move(by)
        self._lay_out()

    def _speak(self, language: str) -> None:
        self.model.speak(language)
        for board in self._boards.values():
            board.speak(language)
        self._lay_out()

    def _checked(self) -> None:
        kind = self.model.question.kind
        if kind == "choose":
            self.model.check(self._choices.value or "")
        elif kind == "space":
            self.model.check(self._picked.get(self.model.id, ""))
        else:
            self.model.check(self._typed.value)

    def _pick(self, exercise_id: str, space: str) -> None:
        self._picked[exercise_id] = space
        self.show()

    # Showing -----------------------------------------------------------------------------------------------------

    def _lay_out(self) -> None:
        """Another question: its own way to answer."""
        asked = self.model.question
        self._answer.children = [self._chosen]
        if asked.kind == "choose":
            self._choices.options = [(label, choice) for choice, label in asked.choices]
            self._choices.value = None
            self._answer.children = [self._choices]
        elif asked.kind == "space":
            self._answer.children = [self._chosen, self._board()]
        else:
            self._typed.value = ""
            self._typed.placeholder = self.model.allowed()
            self._answer.children = [self._typed]
        self._caption()
        self.show()

    def _board(self) -> Board:
        """The map of a question, made once."""
        asked = self.model.question
        position = asked.position
        assert position is not None, "a question about the map has a position"
        if asked.id not in self._boards:
            (sheet,) = scene_of(position.rules).sheets(position.rules)
            pick = partial(self._pick, asked.id)
            self._boards[asked.id] = Board(position.rules, sheet, pick, self.model.language, "420px", inside=True)
        return self._boards[asked.id]

    def _caption(self) -> None:
        say = words(self.model.language).say
        names = {self._check: "check", self._ask: "hint", self._back: "previous", self._next: "next"}
        for button, key in names.items():
            button.description = button.tooltip = say(f"viewer.quiz.{key}")
        self._typed.description = say("viewer.quiz.answer")
        self._language.tooltip = say("viewer.language")

    def show(self) -> None:
        """Show the question as it stands."""
        model, say = self.model, words(self.model.language).say
        solved = f' <i class="cq-quiz-solved">✓ {escape(say("viewer.quiz.solved"))}</i>' if model.solved else ""
        self._head.value = f"<h3>{escape(say('viewer.quiz.title'))}</h3><small>{escape(model.place())}{solved}</small>"
        self._score.value = f"<small>{escape(model.score())}</small>"
        self._question.value = f'<p class="cq-quiz-question">{escape(model.question.text)}</p>'
        self._hint.value = f'<p class="cq-quiz-hint" role="status">{escape(model.hint)}</p>' if model.hint else ""
        self._verdict.value = self._said()
        self._back.disabled, self._next.disabled = model.at == 0, model.at == len(model.ids) - 1
        if model.question.kind == "space":
            self._show_map()

    def _show_map(self) -> None:
        model, say = self.model, words(self.model.language).say
        position: Any = model.question.position
        space = self._picked.get(model.id)
        assert position is not None, "a question about the map has a position"
        named = None if space is None else position.rules.texts(model.language).word(space, {})
        told = model.allowed() if named is None else say("viewer.quiz.chosen", {"space": named})
        self._chosen.value = f'<p class="cq-quiz-chosen" role="status">{escape(told)}</p>'
        self._board().show(scene_of(position.rules)(position), {} if space is None else {space: ()}, {})

    def _said(self) -> str:
        """The verdict, and the clause once something was checked."""
        model = self.model
        verdict, message = model.verdict, model.progress.message
        warning = f'<p class="cq-quiz-warning" role="alert">{escape(message)}</p>' if message else ""
        if verdict is None:
            return warning
        mood = "right" if verdict.right else "wrong" if verdict.understood else "unclear"
        mark = {"right": "✓", "wrong": "✗", "unclear": "?"}[mood]
        said = f'<p class="cq-quiz-{mood}" role="status"><b>{mark}</b> {escape(verdict.message)}</p>'
        text = panels.rule_text(verdict.clause, model.scenario, model.language) if verdict.understood else None
        if text is None:
            return warning + said
        title = words(model.language).say("viewer.quiz.clause", {"clause": verdict.clause})
        return warning + said + rule_details(title, text)
