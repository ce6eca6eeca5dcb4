"""What the checker of data packs says."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from conquistadors.engine.records import record
from conquistadors.engine.texts import LANGUAGES
from conquistadors.packs.values import Grade, Words

GRADES: Final[tuple[Grade, ...]] = ("stated", "example", "derived", "public", "reconstructed")

NAMES: Final = ("name", "king", "title")
"""What may be the same in English and French: names of people and places, and titles. Japanese has its own script."""


@record
class Complaint:
    """Something that is wrong with a pack: in which file, where in it, what, and the clause that says so."""

    file: str
    place: str
    what: str
    rule: str

    def __str__(self) -> str:
        return f"{self.file}: {self.place}: {self.what} ({self.rule})"


def whole(value: object) -> bool:
    """Whether the value is a whole number (and not true or false)."""
    return type(value) is int


def languages(file: str, place: str, key: str, words: Words | dict[str, str], rule: str) -> Iterator[Complaint]:
    """Every language is there, not empty and, unless it is a name, not a copy of the English."""
    texts = {code: words[code] if isinstance(words, Words) else words.get(code, "") for code in LANGUAGES}
    for code, called in LANGUAGES.items():
        if not texts[code].strip():
            yield Complaint(file, place, f"{key}: the text in {called} is missing", rule)
        elif code != "en" and texts[code] == texts["en"] and not (code == "fr" and key in NAMES):
            yield Complaint(file, place, f"{key}: not translated into {called}", rule)
