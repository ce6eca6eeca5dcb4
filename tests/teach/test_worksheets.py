"""Worksheets: a page for each pupil without an answer, a sheet of answers that the check accepts."""

from __future__ import annotations

from pathlib import Path

import pytest

from conquistadors.engine.errors import SetupError
from conquistadors.engine.texts import LANGUAGES
from conquistadors.teach.exercises import _task, check, exercises
from conquistadors.teach.worksheets import solution, worksheet

STRANGE = "<img src=x onerror=alert(1)>"
SOME = ["combat-value", "gift-modifier", "leader-fate", "fifth-hit", "march-discover", "card-name"]


def test_a_page_for_each_pupil_with_values_of_his_own() -> None:
    pages = worksheet(["Ana", "Ben"], SOME)
    html = pages._repr_html_()
    assert html.count("<section>") == 2
    assert "Name: Ana" in html
    assert "6.221" in html
    texts = [[asked.text for asked in pages.questions(name)] for name in ("Ana", "Ben")]
    assert texts[0] != texts[1]
    assert all(asked.text in repr(pages) for asked in pages.questions("Ben"))


def test_the_page_of_a_pupil_has_no_answer() -> None:
    for name in ("Ana", "Ben", "Carla"):
        page = worksheet([name], ["leader-fate", "shock-odds"])._repr_html_()
        for each in ("leader-fate", "shock-odds"):
            assert str(_task(each, name.casefold()).answer) not in page


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_the_teacher_reads_is_right(language: str) -> None:
    """Every answer of the sheet, typed in as it is told, is accepted; of several spaces or names any one."""
    for exercise_id, each in exercises().items():
        for name in ("Ana", "Ben"):
            told = solution(exercise_id, reader=name, language=language)
            if each.kind == "chance":
                told = told.partition(" = ")[0]
            elif each.kind == "space":
                told = min(_task(exercise_id, name.casefold()).answer)
            elif each.kind == "text":
                told = told.partition(" / ")[0]
            assert check(exercise_id, told, reader=name).right, (exercise_id, told)


def test_the_sheet_of_answers_has_a_row_for_each_pupil() -> None:
    sheet = worksheet(["Ana", "Ben"], SOME, answers=True)
    html = sheet._repr_html_()
    assert html.count("<tr>") == 3
    assert all(each in html for each in SOME)
    assert sheet.solutions("Ana")[0] in repr(sheet)


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_is_saved_as_a_page_of_its_own_and_names_are_shown_as_they_are(tmp_path: Path, language: str) -> None:
    for answers in (False, True):
        path = worksheet([STRANGE], SOME, language, answers).save(tmp_path / "page.html")
        page = path.read_text(encoding="utf-8")
        assert page.startswith("<!doctype html>")
        assert f'lang="{language}"' in page
        assert "<img" not in page
        assert "&lt;img" in page
        assert "[worksheet" not in page


def test_what_cannot_be_is_refused() -> None:
    with pytest.raises(SetupError, match="there is no exercise 'moon'"):
        worksheet(["Ana"], ["moon"])
    with pytest.raises(SetupError, match="1 to 500 names; got 0"):
        worksheet([], SOME)
    with pytest.raises(SetupError, match="a pupil's name must be"):
        worksheet([" "], SOME)
    with pytest.raises(SetupError, match="at least one exercise"):
        worksheet(["Ana"], [])
    with pytest.raises(SetupError, match="the kit speaks en, fr, ja; got 'de'"):
        worksheet(["Ana"], SOME, language="de")
    assert worksheet("Ana", "combat-value").names == ("Ana",)
