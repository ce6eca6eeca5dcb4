"""Words of a scene: keys of a game's texts with facts, put into a language by whoever shows them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, TypeAlias

from conquistadors.engine.records import record
from conquistadors.engine.requests import Seat
from conquistadors.engine.texts import Texts
from conquistadors.packs.values import Words

Fact: TypeAlias = "Phrase | Words | str | float | tuple[Fact, ...]"
"""What a sentence mentions: the id of a thing or a seat, a number, another phrase, or several of them."""


@record
class Phrase:
    """A sentence or a name by the key of the game's texts, with what it mentions."""

    key: str
    facts: tuple[tuple[str, Fact], ...] = ()


def phrase(key: str, /, **facts: Fact) -> Phrase:
    return Phrase(key, tuple(facts.items()))


Said: TypeAlias = "Phrase | Words | str | int | tuple[Said, ...]"
"""What can be put into words: a phrase; words that the data has in every language; the id of a thing or a seat, which
stands for its name; a number; or several of them in a row."""
MINUS: Final = "\N{MINUS SIGN}"


def signed(number: int) -> str:
    """A number with its sign, as it is printed."""
    return f"+{number}" if number > 0 else f"{MINUS}{-number}" if number else "0"


class _Ready:
    """Words that are filled in as they are: no name is looked up in them again."""

    def __init__(self, text: str) -> None:
        self._text = text

    def __str__(self) -> str:
        return self._text


def say(said: Said, texts: Texts, names: Mapping[Seat, str] | None = None) -> str:
    """Plain text in the language of the texts; whoever makes HTML escapes it. `names` are those of the players."""
    if isinstance(said, Phrase):
        return texts.say(said.key, {name: _filled(fact, texts, names) for name, fact in said.facts}, names)
    if isinstance(said, Words):
        return said[texts.language]
    return texts.word(_filled(said, texts, names), names or {})


def _filled(fact: Fact, texts: Texts, names: Mapping[Seat, str] | None) -> object:
    if isinstance(fact, Phrase | Words):
        return _Ready(say(fact, texts, names))
    return tuple(_filled(part, texts, names) for part in fact) if isinstance(fact, tuple) else fact
