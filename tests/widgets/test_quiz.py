"""The quiz: the model by answering, the face by pressing its buttons."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import ipywidgets as w
import pytest

from conquistadors.engine.errors import SetupError
from conquistadors.teach.exercises import _task, exercises
from conquistadors_widgets.quiz_model import QuizModel
from conquistadors_widgets.quizzing import Quiz, quiz

STRANGE = "<img src=x onerror=alert(1)>"


def answer_of(exercise_id: str, reader: str = "") -> Any:
    return _task(exercise_id, reader.casefold()).answer


# The model -------------------------------------------------------------------------------------------------------


def test_without_ids_it_has_all_exercises() -> None:
    assert QuizModel().ids == tuple(exercises())
    with pytest.raises(SetupError, match="there is no exercise 'moon'"):
        QuizModel(["moon"])
    with pytest.raises(SetupError, match="duplicate exercise: 'division'"):
        QuizModel(["division", "division"])


def test_checking_hinting_and_moving() -> None:
    model = QuizModel(["combat-value", "fifth-hit"])
    assert (model.hint, model.verdict, model.solved) == ("", None, False)
    model.ask_hint()
    assert "Each kind of unit has its own value" in model.hint
    model.check("many")
    assert model.verdict is not None
    assert not model.verdict.understood
    model.check(answer_of("combat-value"))
    assert model.solved
    assert model.score() == "1 of 2 solved"
    model.move(1)
    assert model.place() == "Question 2 of 2 · Morale"
    model.move(5)
    assert model.id == "fifth-hit"
    model.check(answer_of("fifth-hit"))
    assert model.score() == "All 2 solved. Well done!"


def test_it_goes_on_tomorrow_at_the_first_unsolved_question(tmp_path: Path) -> None:
    model = QuizModel(["combat-value", "fifth-hit"], "Ana", folder=tmp_path)
    model.check(answer_of("combat-value", "Ana"))
    again = QuizModel(["combat-value", "fifth-hit"], "Ana", "fr", tmp_path)
    assert again.id == "fifth-hit"
    assert again.score() == "1 sur 2 résolues"


def test_a_question_of_another_game_has_its_topic_and_its_clause() -> None:
    shown = quiz("may-prepare", "combat-value")
    assert "Question 1 of 2 · Cards" in shown._head.value
    shown._choices.value = answer_of("may-prepare")
    shown._check.click()
    assert "Right." in html_of(shown)
    assert "If there are none either, nobody can prepare." in shown._verdict.value
    shown._next.click()
    assert "Question 2 of 2 · Combat" in shown._head.value


# The face --------------------------------------------------------------------------------------------------------


def every(widget: Any) -> list[Any]:
    return [widget, *[each for child in getattr(widget, "children", ()) for each in every(child)]]


def html_of(widget: Any) -> str:
    return "".join(
        each.value for each in every(widget) if isinstance(each, w.HTML) and not each.value.startswith("<style>")
    )


def test_a_choice_is_made_and_checked() -> None:
    shown = quiz("plunder-where")
    shown._check.click()
    assert "Give an answer first" in html_of(shown)
    assert "<details" not in shown._verdict.value
    wrong = next(value for _, value in shown._choices.options if value != answer_of("plunder-where"))
    shown._choices.value = wrong
    shown._check.click()
    assert "Not yet. Read 7.12 again" in html_of(shown)
    assert "<details" in shown._verdict.value
    shown._choices.value = answer_of("plunder-where")
    shown._check.click()
    assert "Right." in html_of(shown)
    assert "solved" in shown._head.value


def test_a_number_is_typed_and_a_space_clicked() -> None:
    shown = quiz("leader-fate", "march-discover", "card-name")
    assert "5/36" in shown._typed.placeholder
    shown._typed.value = str(answer_of("leader-fate"))
    shown._check.click()
    assert shown.model.solved
    shown._next.click()
    board = shown._board()
    assert board in shown._answer.children
    shown._check.click()
    assert "Give an answer first" in html_of(shown)
    board._on_pick("santiago-de-cuba")
    assert "Chosen: Santiago de Cuba" in html_of(shown)
    shown._check.click()
    assert "Not yet" in html_of(shown)
    board._on_pick(min(answer_of("march-discover")))
    shown._check.click()
    assert shown.model.solved
    shown._next.click()
    assert shown._typed.value == ""
    shown._back.click()
    assert shown._board() is board


def test_the_answer_is_not_in_the_page_before_it_is_checked() -> None:
    """All that goes to the browser, for every exercise: the state of every widget."""
    shown = quiz()
    for exercise_id, each in exercises().items():
        state = str([child.get_state() for child in every(shown) if not isinstance(child, w.HTML)]) + html_of(shown)
        if each.kind == "text":
            assert not any(name in state.casefold() for name in answer_of(exercise_id))
        assert '<details class="cq-viewer-rule"' not in state
        assert shown._hint.value == ""
        assert shown._choices.value is None or each.kind != "choose"
        shown._next.click()


def test_it_speaks_three_languages_and_shows_names_as_they_are(tmp_path: Path) -> None:
    shown = quiz("march-discover", "fifth-hit", reader=STRANGE, language="fr", folder=tmp_path)
    assert shown._check.description == "Vérifier"
    shown._check.click()
    assert "Donnez d’abord une réponse" in html_of(shown)
    shown._language.value = "ja"
    assert "探検を試みる" in html_of(shown)
    shown._next.click()
    assert shown._choices.options[0][0]
    assert "<img" not in html_of(shown)
    (kept,) = tmp_path.iterdir() if any(tmp_path.iterdir()) else (None,)
    assert kept is None, "an answer that could not be read is not kept"


def test_a_broken_progress_file_is_told(tmp_path: Path) -> None:
    path = QuizModel(["fifth-hit"], "Ana", folder=tmp_path).progress.path
    assert path is not None
    path.write_text("{", encoding="utf-8")
    assert "cannot be read" in html_of(quiz("fifth-hit", reader="Ana", folder=tmp_path))


def test_the_output_is_readable_without_a_kernel() -> None:
    bundle = quiz("fifth-hit", "combat-value")._repr_mimebundle_()
    data = bundle[0] if isinstance(bundle, tuple) else bundle
    text = data["text/plain"]
    assert text.startswith("Exercises\n1. Cortés's expedition has four morale hits")
    assert "\n2. Cortés fights with " in text
    assert "Not yet" not in text


def test_a_long_lesson_leaves_no_orphan_widgets(count_widgets: Callable[[], int]) -> None:
    shown = Quiz(QuizModel())
    for _ in exercises():
        shown._next.click()
    before = count_widgets()
    for button in (shown._back, shown._next):
        for _ in exercises():
            button.click()
            shown._check.click()
    assert count_widgets() == before
