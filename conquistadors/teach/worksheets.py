"""Worksheets to print: a page for each pupil with values from the name, and a sheet of answers for the teacher.

worksheet(["Ana", "Ben"], ["combat-value", "gift-modifier"]).save("monday.html")
worksheet(["Ana", "Ben"], ["combat-value", "gift-modifier"], answers=True)
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from html import escape
from pathlib import Path
from typing import Final

from conquistadors.engine.arguments import checks_arguments
from conquistadors.engine.errors import SetupError, short_repr
from conquistadors.engine.files import write_page
from conquistadors.engine.texts import Texts, error_text, speaking
from conquistadors.games import DEFAULT
from conquistadors.teach.exercises import (
    Exercise,
    Question,
    Task,
    _label,
    _seed,
    _task,
    exercise_named,
    question,
)
from conquistadors.typography import number

MOST_NAMES: Final = 500
LONGEST_NAME: Final = 200

STYLE: Final = """
.cq-worksheet { font-family: Georgia, 'Noto Serif CJK JP', serif; max-width: 46em; line-height: 1.4; }
.cq-worksheet section { break-after: page; margin-bottom: 3em; }
.cq-worksheet section:last-child { break-after: auto; }
.cq-worksheet h2 { border-bottom: 2px solid; padding-bottom: .2em; }
.cq-worksheet li { break-inside: avoid; margin-bottom: 1.5em; }
.cq-worksheet small { opacity: .75; }
.cq-worksheet .cq-room { border-bottom: 1px dotted; height: 2.2em; }
.cq-worksheet table { border-collapse: collapse; }
.cq-worksheet th, .cq-worksheet td { border: 1px solid; padding: .2em .6em; text-align: left; vertical-align: top; }
"""


def solution(exercise_id: str, *, reader: str = "", language: str | None = None) -> str:
    """The answer to a reader's version of an exercise, in words: for teachers."""
    with speaking(language) as language:
        found = exercise_named(exercise_id)
        task = _task(found.id, _seed(reader))
        return _answer(found, task, found.course.texts(language), language)


def _answer(found: Exercise, task: Task, texts: Texts, language: str) -> str:
    if found.kind == "chance":
        chance = Fraction(task.answer)
        return f"{chance} = {number(float(chance), language, '.1%')}"
    if found.kind == "space":
        known = found.course.spaces(task.rules)
        names = sorted(known[space][language] for space in task.answer)
        return texts.say("worksheet.any-of", {"spaces": task.rules.texts(language).say("list.comma").join(names)})
    if found.kind == "choose":
        return _label(task.answer, found, texts, task.rules.texts(language))
    if found.kind == "text":
        return " / ".join(sorted(task.answer))
    return number(task.answer, language) if isinstance(task.answer, int) else str(task.answer)


class Worksheets:
    """Pages for a class. Leave it at the end of a cell to look at it; `save` it and print it from the browser."""

    def __init__(self, names: Sequence[str], exercise_ids: Sequence[str], language: str, *, answers: bool) -> None:
        self.names = tuple(names)
        self.exercises = tuple(exercise_named(each) for each in exercise_ids)
        self.language = language
        self.answers = answers
        self._texts = self.exercises[0].course.texts(language)

    def questions(self, name: str) -> list[Question]:
        """What one pupil is asked."""
        return [question(each.id, reader=name, language=self.language) for each in self.exercises]

    def solutions(self, name: str) -> list[str]:
        """The answers to that."""
        return [solution(each.id, reader=name, language=self.language) for each in self.exercises]

    # As text -----------------------------------------------------------------------------------------------------

    def __repr__(self) -> str:
        if self.answers:
            lines = [self._say("answers-title")]
            for name in self.names:
                lines += ["", name, *[f"  {n}. {said}" for n, said in enumerate(self.solutions(name), 1)]]
            return "\n".join(lines)
        lines = [self._say("title")]
        for name in self.names:
            lines += ["", self._say("name", name=name)]
            lines += [f"  {n}. {asked}" for n, asked in enumerate(self.questions(name), 1)]
        return "\n".join(lines)

    def _say(self, key: str, **facts: object) -> str:
        return self._texts.say(f"worksheet.{key}", facts)

    # As a page ---------------------------------------------------------------------------------------------------

    def _repr_html_(self) -> str:
        pages = [self._answer_sheet()] if self.answers else [self._page(name) for name in self.names]
        inside = f"<style>{STYLE}</style>{''.join(pages)}"
        return f'<div class="cq-worksheet" lang="{self.language}">{inside}</div>'

    def _page(self, name: str) -> str:
        parts = [f"<h2>{escape(self._say('title'))}</h2>", f"<p><b>{escape(self._say('name', name=name))}</b></p>"]
        items = [_item(asked, self._rules(asked.clauses), self._rooms()) for asked in self.questions(name)]
        hint = self._say("ask", clause=_to_look_up(self.exercises[0]))
        return f"<section>{''.join(parts)}<ol>{''.join(items)}</ol><small>{escape(hint)}</small></section>"

    def _rules(self, clauses: Sequence[str]) -> str:
        return self._say("rule", clauses=", ".join(clauses))

    def _rooms(self) -> str:
        said = [self._say("working"), self._say("answer")]
        return "".join(f'<div><small>{escape(each)}</small></div><div class="cq-room"></div>' for each in said)

    def _answer_sheet(self) -> str:
        heads = [
            f"{n}. {each.id}<br><small>{', '.join(each.clauses)}</small>" for n, each in enumerate(self.exercises, 1)
        ]
        head = "".join(f"<th>{each}</th>" for each in ("", *heads))
        rows = []
        for name in self.names:
            cells = "".join(f"<td>{escape(said)}</td>" for said in self.solutions(name))
            rows.append(f"<tr><th>{escape(name)}</th>{cells}</tr>")
        title = escape(self._say("answers-title"))
        return f"<section><h2>{title}</h2><table><tr>{head}</tr>{''.join(rows)}</table></section>"

    @checks_arguments()
    def save(self, path: str | Path) -> Path:
        """Write the pages to a file that any browser shows and prints, a page for each pupil."""
        title = escape(self._say("answers-title" if self.answers else "title"))
        head = f'<meta charset="utf-8"><title>{title}</title>'
        page = (
            f'<!doctype html><html lang="{self.language}"><head>{head}</head><body>{self._repr_html_()}</body></html>\n'
        )
        with speaking(self.language):
            return write_page(path, page)


def _to_look_up(asked: Exercise) -> str:
    """What finds the first clause of an exercise: with the game before it, where that is not the usual one."""
    return asked.clauses[0] if asked.course.game == DEFAULT else f"{asked.course.game} {asked.clauses[0]}"


def _item(asked: Question, rules: str, rooms: str) -> str:
    choices = "".join(f"<div>☐ {escape(label)}</div>" for _, label in asked.choices)
    return f"<li>{escape(asked.text)} <small>({escape(rules)})</small>{choices}{rooms}</li>"


@checks_arguments()
def worksheet(
    names: Sequence[str] | str, exercises: Sequence[str] | str, language: str | None = None, answers: bool = False
) -> Worksheets:
    """Worksheets for pupils by name, each with values of its own; with `answers` the teacher's sheet instead.

    `exercises` are ids, as for `cq.quiz`. The same name always gets the same values, on paper and in the quiz.
    """
    with speaking(language) as language:
        return _worksheets(names, exercises, language, answers=bool(answers))


def _worksheets(
    names: Sequence[str] | str, exercises: Sequence[str] | str, language: str, *, answers: bool
) -> Worksheets:
    wanted = [names] if isinstance(names, str) else list(names)
    ids = [exercises] if isinstance(exercises, str) else list(exercises)
    if not 1 <= len(wanted) <= MOST_NAMES:
        raise SetupError(error_text("teach.sheet-names", most=MOST_NAMES, count=len(wanted)))
    for name in wanted:
        if not isinstance(name, str) or not name.strip() or len(name) > LONGEST_NAME:
            raise SetupError(error_text("teach.pupil", most=LONGEST_NAME, wanted=short_repr(name)))
    if not ids:
        raise SetupError(error_text("teach.no-exercise"))
    return Worksheets(wanted, ids, language, answers=answers)
