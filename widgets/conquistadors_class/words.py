"""What the pages of a class say, in the language of whoever reads them."""

from __future__ import annotations

from functools import cache
from typing import Final

from conquistadors.engine.texts import Texts, texts_of
from conquistadors.resources import read_toml

WORDS: Final = "common/interface/class"


@cache
def words(language: str) -> Texts:
    return texts_of(language, WORDS)


@cache
def for_page(language: str) -> dict[str, str]:
    """All sentences, as a page puts them together by itself: with the names of what is filled in."""
    pages: dict[str, dict[str, str]] = {each: read_toml(WORDS, f"{each}.toml")["class"] for each in ("en", language)}
    return pages["en"] | pages[language]
