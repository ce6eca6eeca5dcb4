"""A row of exercises for one reader, without any widget: which is asked, what was answered, what is solved."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from conquistadors.engine.errors import SetupError, short_repr
from conquistadors.engine.texts import error_text
from conquistadors.games import kit
from conquistadors.teach.exercises import Question, Verdict, exercise_named, exercises, question, topic_of
from conquistadors.teach.progress import Progress
from conquistadors_widgets.words import words


class QuizModel:
    """The questions in their order, and what the reader made of them. No answer is in here before it is checked."""

    def __init__(
        self, ids: Sequence[str] = (), reader: str = "", language: str = "en", folder: str | Path | None = None
    ) -> None:
        self.ids = tuple(exercise_named(each).id for each in ids) or tuple(exercises())
        if len(set(self.ids)) < len(self.ids):
            raise SetupError(error_text("teach.exercise-twice", exercise=short_repr(max(self.ids, key=self.ids.count))))
        self.language = language
        self.progress = Progress(reader, folder, language)
        self.at = next((n for n, each in enumerate(self.ids) if not self.progress.solved(each)), 0)
        self._verdicts: dict[str, Verdict] = {}
        self._hinted: set[str] = set()

    @property
    def id(self) -> str:
        return self.ids[self.at]

    @property
    def question(self) -> Question:
        return self._asked(self.id)

    def _asked(self, exercise_id: str) -> Question:
        return question(exercise_id, reader=self.progress.reader, language=self.language)

    @property
    def scenario(self) -> str:
        """A scenario of the game that is asked about: it has the clauses."""
        return kit(exercise_named(self.id).course.game).scenarios[0].id

    @property
    def verdict(self) -> Verdict | None:
        """What the last check of this question said."""
        return self._verdicts.get(self.id)

    @property
    def hint(self) -> str:
        """The hint, once somebody asked for it."""
        return self.question.hint if self.id in self._hinted else ""

    @property
    def solved(self) -> bool:
        return self.progress.solved(self.id)

    def check(self, answer: object) -> None:
        self._verdicts[self.id] = self.progress.answer(self.id, answer, self.language)

    def ask_hint(self) -> None:
        self._hinted.add(self.id)

    def move(self, by: int) -> None:
        """To another question; beyond the ends is at the ends."""
        self.at = min(max(self.at + by, 0), len(self.ids) - 1)

    def speak(self, language: str) -> None:
        words(language)
        self.language = language
        self._verdicts.clear()

    # Words -------------------------------------------------------------------------------------------------------

    def place(self) -> str:
        """Which question it is, and what it is about."""
        facts = {"at": self.at + 1, "most": len(self.ids)}
        topic = topic_of(self.id, self.language)
        return f"{words(self.language).say('viewer.quiz.place', facts)} · {topic}"

    def score(self) -> str:
        """How many are solved."""
        right, most = sum(map(self.progress.solved, self.ids)), len(self.ids)
        key = "viewer.quiz.all-done" if right == most else "viewer.quiz.done"
        return words(self.language).say(key, {"right": right, "most": most})

    def allowed(self) -> str:
        """What may be answered."""
        key = {"number": "whole", "chance": "number"}.get(self.question.kind, self.question.kind)
        return "" if key == "choose" else words(self.language).say(f"viewer.quiz.{key}")

    def describe(self) -> str:
        """All questions as plain text: for readers without a kernel, and for tests."""
        asked = [f"{number}. {self._asked(each)}" for number, each in enumerate(self.ids, 1)]
        return "\n".join([words(self.language).say("viewer.quiz.title"), *asked])
