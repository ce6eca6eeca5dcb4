"""What every game brings to its course, if it brings any: exercises and worked examples."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter

import pytest

from conquistadors.engine.errors import SetupError
from conquistadors.engine.texts import LANGUAGES
from conquistadors.games import DEFAULT, PLAIN, GameKit, kits
from conquistadors.teach.exercises import _task, check, exercise_named, exercises, question, topic_of
from conquistadors.teach.matrix import matrix
from conquistadors.teach.worked import examples, worked
from conquistadors.teach.worksheets import solution

TAUGHT = [kit for kit in kits() if kit.exercises is not None]
SHOWN = [kit for kit in kits() if kit.worked is not None]
READERS = ["", "Ana", "Ben"]


def test_the_exercises_of_the_usual_game_are_meant_where_nobody_names_one() -> None:
    assert exercises() is exercises(DEFAULT)
    assert next(iter(exercises())) == "march-length"
    with pytest.raises(SetupError, match="there is no game 'chess'"):
        exercises("chess")


def test_an_exercise_is_found_by_its_id_whatever_its_game() -> None:
    everywhere = [each for kit in TAUGHT for each in exercises(kit.id)]
    assert [each for each, times in Counter(everywhere).items() if times > 1] == []
    for kit in TAUGHT:
        for exercise_id, each in exercises(kit.id).items():
            assert exercise_named(exercise_id) is each
            assert (each.id, each.course.game) == (exercise_id, kit.id)
    with pytest.raises(SetupError, match=r"there is no exercise \['moon'\]\. Exercises: march-length, .*, may-prepare"):
        exercise_named(["moon"])


def test_a_game_may_have_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("conquistadors.teach.exercises.kit", lambda _: PLAIN)
    monkeypatch.setattr("conquistadors.teach.worked.kit", lambda _: PLAIN)
    assert exercises("landfall") == {}
    assert examples(game="landfall") == ()
    with pytest.raises(SetupError, match=r"there is no worked example '3\.4x'"):
        worked("3.4x", game="landfall")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kit", TAUGHT, ids=lambda kit: kit.id)
def test_every_exercise_is_told_in_three_languages_and_knows_its_answer(kit: GameKit, language: str) -> None:
    clauses = {row.id for row in matrix(game=kit.id)}
    assert exercises(kit.id)
    for exercise_id, each in exercises(kit.id).items():
        for reader in READERS:
            asked = question(exercise_id, reader=reader, language=language)
            said = [asked.text, asked.hint, topic_of(exercise_id, language), *[label for _, label in asked.choices]]
            assert all(said)
            assert not any(mark in text for text in said for mark in ("[", "{", "Phrase", "None")), said
            assert {*asked.clauses, *filter(None, [_task(exercise_id, reader.casefold()).clause])} <= clauses
            assert "[" not in solution(exercise_id, reader=reader, language=language)
            unclear = check(exercise_id, None, reader=reader, language=language)
            assert not unclear.understood
            assert "[" not in unclear.message
            assert each.kind != "choose" or _task(exercise_id, reader.casefold()).answer in dict(asked.choices)


@pytest.mark.parametrize("kit", SHOWN, ids=lambda kit: kit.id)
def test_every_worked_example_follows_a_clause_and_has_a_title_in_three_languages(kit: GameKit) -> None:
    clauses = {row.id for row in matrix(game=kit.id)}
    known = {language: examples(language, game=kit.id) for language in LANGUAGES}
    for example in known["en"]:
        assert example.clause.removesuffix("x") in clauses
    for of_language in known.values():
        assert [each.clause for each in of_language] == [each.clause for each in known["en"]]
        assert all(each.title and "[" not in each.title for each in of_language)


def test_the_lessons_of_a_game_are_loaded_when_they_are_asked_for() -> None:
    code = (
        "import sys, conquistadors.teach.exercises as e, conquistadors.teach.worked, conquistadors.teach.worksheets;"
        "loaded = lambda: [m for m in sys.modules if m.startswith('conquistadors.games.') and '.lessons' in m];"
        "print(loaded()); e.exercises('landfall'); print(loaded())"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == ["[]", "['conquistadors.games.landfall.lessons']"]
