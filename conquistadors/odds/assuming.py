"""What was assumed of a result, besides the rules: a key with facts, told in the language of whoever reads it."""

from __future__ import annotations

from typing import Final

from conquistadors.engine.records import record
from conquistadors.engine.texts import spoken, texts_of

Fact = str | int | tuple[str, ...]
COMMON: Final = "common/interface/odds"
"""Where the sentences are that any game needs."""


@record
class Assumption:
    """One thing that was assumed. Its sentence is `assumed.<key>` of a folder of texts in `data/`."""

    key: str
    facts: tuple[tuple[str, Fact], ...] = ()
    folder: str = COMMON

    def in_words(self, language: str | None = None) -> str:
        """The sentence; None is the language that is spoken now."""
        return texts_of(language or spoken(), self.folder).say(f"assumed.{self.key}", dict(self.facts))

    def __str__(self) -> str:
        return self.in_words()


NOBODY_REACTS: Final = Assumption("nobody-reacts")
EVERYBODY_REACTS: Final = Assumption("everybody-reacts")
