"""Values that carry their source, and words in the languages of the kit."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

from conquistadors.engine.records import record
from conquistadors.engine.texts import checked_language

Grade: TypeAlias = Literal["stated", "example", "derived", "public", "reconstructed"]
"""A clause states it, a worked example fixes it, it follows from those, another source says it, or it is ours."""


@record
class Words:
    """A name or sentence in the languages of the kit."""

    en: str
    fr: str
    ja: str

    def __getitem__(self, language: str) -> str:
        text: str = getattr(self, checked_language(language))
        return text


@record
class Graded:
    """A value with its grade, and the clause or the reason."""

    value: Any
    grade: Grade
    source: str

    def __str__(self) -> str:
        return f"{self.value} ({self.grade}: {self.source})"
