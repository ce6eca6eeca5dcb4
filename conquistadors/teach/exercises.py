"""Exercises: a question for a reader, and a check that says right or wrong and never the answer.

    question("combat-value", reader="Ana").text
    check("combat-value", 27, reader="Ana")

The values of an exercise follow from the reader's name, its answer from the rules that play or from exact odds.
What is asked comes from the kit of each game, as a `Course`; the words of the course are in a folder of the game.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from random import Random
from typing import Any, Final, Literal

from conquistadors.engine.arguments import can_be_written
from conquistadors.engine.errors import SetupError, short_repr
from conquistadors.engine.position import Position
from conquistadors.engine.records import record
from conquistadors.engine.rules import Rules
from conquistadors.engine.texts import LANGUAGES, Texts, error_text, speaking, texts_of
from conquistadors.games import DEFAULT, KITS, kit, load
from conquistadors.teach.reading import Unclear, chance, close, named, whole, words_of
from conquistadors.typography import number

Kind = Literal["choose", "number", "chance", "space", "text"]
WORDS: Final = "common/interface/teach"
"""The folder of the words that all courses share; those of a course come before them."""
MOST_REMEMBERED: Final = 256


@record
class Phrase:
    """A part of a question that has a text of its own, by its key within the exercise."""

    key: str


@record
class Task:
    """One reader's version of an exercise: what the question mentions, and the answer."""

    rules: Rules[Any]
    answer: Any
    """An id for a choice, a whole number, a fraction for a chance, some spaces, or some plain texts."""
    facts: Mapping[str, object]
    choices: tuple[str, ...] = ()
    position: Position | None = None
    """What lies on the map, where the map is clicked."""
    clause: str | None = None
    """The clause that decides this version, where it is not the first one of the exercise."""


@record
class Exercise:
    """An exercise of a course. `make` gives the version of a reader from the dice of that name."""

    id: str
    topic: str
    kind: Kind
    clauses: tuple[str, ...]
    make: Callable[[Random], Task]
    course: Course = field(repr=False)


Names = Mapping[str, Mapping[str, str]]
"""Things by id, each with its name in every language."""


def no_names(rules: Rules[Any]) -> Names:  # noqa: ARG001  # whatever the rules are
    """A game without a map has no spaces."""
    return {}


def no_words(fact: object, words: Texts, game: Texts) -> str | None:  # noqa: ARG001  # whatever they are
    """A game whose facts are all numbers, ids and phrases."""
    return None


@dataclass(frozen=True, eq=False)
class Course:
    """The exercises of one game, and what nobody but the game can tell of them."""

    game: str
    """The id of its kit."""
    words: str
    """The folder of its words."""
    spaces: Callable[[Rules[Any]], Names] = no_names
    """The spaces that an answer may name."""
    worded: Callable[[object, Texts, Texts], str | None] = no_words
    """A fact of the game in the words of the course and of the game; None for one that has no words of its own."""
    exercises: dict[str, Exercise] = field(default_factory=dict)
    """By id, in the order of the rules."""

    def exercise(
        self, name: str, topic: str, kind: Kind, *clauses: str
    ) -> Callable[[Callable[[Random], Task]], Callable[[Random], Task]]:
        """Enter a function that makes the versions of an exercise."""

        def enter(make: Callable[[Random], Task]) -> Callable[[Random], Task]:
            self.exercises[name] = Exercise(name, topic, kind, clauses, make, self)
            return make

        return enter

    def texts(self, language: str) -> Texts:
        """Its words, and those that all courses share."""
        return texts_of(language, WORDS, self.words)


@record
class Question:
    """What a reader is shown. There is no answer in it."""

    id: str
    topic: str
    kind: Kind
    clauses: tuple[str, ...]
    text: str
    hint: str
    choices: tuple[tuple[str, str], ...]
    """The id and the words of each choice."""
    position: Position | None

    def __str__(self) -> str:
        """For readers without a kernel."""
        return "\n".join([self.text, *[f"  - {label}" for _, label in self.choices]])


@record
class Verdict:
    """Right or not, in words, with the clause that decides. An answer that could not be read is not `understood`."""

    right: bool
    message: str
    clause: str
    understood: bool = True


def exercises(game: str = DEFAULT) -> Mapping[str, Exercise]:
    """The exercises of a game by id, in the order of its rules."""
    found = kit(game).exercises
    known: Mapping[str, Exercise] = {} if found is None else load(found)
    return known


def _all() -> Iterator[Mapping[str, Exercise]]:
    """Those of every game, of the usual one first: the others are loaded when they are got to."""
    for game in dict.fromkeys((DEFAULT, *KITS)):
        yield exercises(game)


def exercise_named(exercise_id: object) -> Exercise:
    """The exercise with this id, of whatever game; `SetupError` lists those that there are."""
    if isinstance(exercise_id, str):
        for known in _all():
            if exercise_id in known:
                return known[exercise_id]
    everywhere = [each for known in _all() for each in known]
    raise SetupError(error_text("teach.exercise", wanted=short_repr(exercise_id), known=everywhere))


def topic_of(exercise_id: str, language: str | None = None) -> str:
    """What an exercise is about, in words."""
    with speaking(language) as language:
        found = exercise_named(exercise_id)
        return found.course.texts(language).say(f"topic.{found.topic}")


def question(exercise_id: str, *, reader: str = "", language: str | None = None) -> Question:
    """An exercise as a reader is asked it, in a language."""
    with speaking(language) as language:
        return _question(exercise_id, reader, language)


def _question(exercise_id: str, reader: str, language: str) -> Question:
    found = exercise_named(exercise_id)
    task, texts = _task(found.id, _seed(reader)), found.course.texts(language)
    game = task.rules.texts(language)
    facts = {name: _worded(fact, found, texts, game) for name, fact in task.facts.items()}
    choices = tuple((choice, _label(choice, found, texts, game)) for choice in task.choices)
    text, hint = (texts.say(f"exercise.{found.id}.{part}", facts) for part in ("question", "hint"))
    return Question(found.id, found.topic, found.kind, found.clauses, text, hint, choices, task.position)


def check(exercise_id: str, answer: object, *, reader: str = "", language: str | None = None) -> Verdict:
    """Whether an answer is right. The message never tells the answer; it says what is allowed if it cannot be read."""
    with speaking(language) as language:
        return _check(exercise_id, answer, reader, language)


def _check(exercise_id: str, answer: object, reader: str, language: str) -> Verdict:
    found = exercise_named(exercise_id)
    task, texts = _task(found.id, _seed(reader)), found.course.texts(language)
    clause = task.clause or found.clauses[0]
    try:
        right = _is_right(found, task, answer)
    except Unclear as unclear:
        choices = tuple(_label(choice, found, texts, task.rules.texts(language)) for choice in task.choices)
        key = "unanswered" if answer == "" else f"unclear-{unclear}"
        said = texts.say(f"verdict.{key}", {"answer": short_repr(answer), "choices": choices})
        return Verdict(False, said, clause, understood=False)
    return Verdict(right, texts.say("verdict.right" if right else "verdict.wrong", {"clause": clause}), clause)


def _is_right(found: Exercise, task: Task, answer: object) -> bool:
    if found.kind == "number":
        return bool(whole(answer) == task.answer)
    if found.kind == "chance":
        return close(chance(answer), task.answer)
    if found.kind == "text":
        return words_of(answer) in task.answer
    if found.kind == "space":
        spaces = found.course.spaces(task.rules)
        return named(answer, {space: names.values() for space, names in spaces.items()}, "space") in task.answer
    labels = {choice: [_in(language, choice, found, task) for language in LANGUAGES] for choice in task.choices}
    return bool(named(answer, labels, "choose") == task.answer)


# One reader's version --------------------------------------------------------------------------------------------


def _seed(reader: object) -> str:
    """What the dice of a reader are made from: the name, however it is written. Nobody's are those of the course."""
    if not isinstance(reader, str) or not can_be_written(reader):
        raise SetupError(error_text("teach.reader", wanted=short_repr(reader)))
    return " ".join(unicodedata.normalize("NFKC", reader).casefold().split())


@lru_cache(maxsize=MOST_REMEMBERED)
def _task(exercise_id: str, seed: str) -> Task:
    return exercise_named(exercise_id).make(Random(f"{exercise_id}:{seed}"))


# Words -----------------------------------------------------------------------------------------------------------


def _in(language: str, choice: str, found: Exercise, task: Task) -> str:
    return _label(choice, found, found.course.texts(language), task.rules.texts(language))


def _label(choice: str, found: Exercise, texts: Texts, game: Texts) -> str:
    """The words of a choice: its own, or the name of the thing of the game that it is."""
    key = f"exercise.{found.id}.choice.{choice}"
    return texts.say(key) if key in texts else game.word(choice, {})


def _worded(fact: object, found: Exercise, texts: Texts, game: Texts) -> object:
    if isinstance(fact, Phrase):
        return texts.say(f"exercise.{found.id}.{fact.key}")
    if (said := found.course.worded(fact, texts, game)) is not None:
        return said
    return number(fact, texts.language, "+d") if isinstance(fact, Signed) else game.filled(fact, {})


class Signed(int):
    """A number that is shown with its sign."""
