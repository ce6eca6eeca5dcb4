"""The rulings, and the reasons why a clause needs no code, in every language of the kit."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

import pytest

from conquistadors.engine.texts import LANGUAGES
from conquistadors.resources import read_toml
from conquistadors.teach.books import book_of
from conquistadors.teach.matrix import matrix, rulings

GRAMMAR: Final = book_of("conquest").grammar
OTHERS: Final = [language for language in LANGUAGES if language != "en"]
LONGEST: Final = {"fr": 130, "ja": 60}
"""A ruling is one short sentence: so many characters at most."""
ENGLISH_WORDS: Final = re.compile(
    r"\b(?:the|of|and|is|are|with|to|from|has|his|which|where|by|only|no)\b", re.IGNORECASE
)
LENT: Final = re.compile(r"Mano de Dios|check-data|\b[MSX](?=の|は)", re.ASCII)
"""What stays as it is in a Japanese sentence."""


def kept() -> Iterator[tuple[str, dict[str, str]]]:
    """Every text of the two files with its languages, by the place where it stands."""
    ours = read_toml("conquest", "rules", "rulings.toml")
    for name, ruling in ours["rulings"].items():
        assert set(ruling) == {"clauses", "holds"}, name
        yield name, ruling["holds"]
    for file, table in (("rulings", ours), ("unruled", read_toml("conquest", "rules", "unruled.toml"))):
        for name, reason in table["unruled"].items():
            yield f"{file} {name}", reason


KEPT: Final = dict(kept())


def test_every_text_is_there_in_every_language() -> None:
    assert {place: list(words) for place, words in KEPT.items() if list(words) != list(LANGUAGES)} == {}
    assert {
        (p, each) for p, words in KEPT.items() for each, text in words.items() if not text or text != text.strip()
    } == set()


@pytest.mark.parametrize("language", OTHERS)
def test_nothing_is_left_in_english(language: str) -> None:
    assert {place for place, words in KEPT.items() if words[language] == words["en"]} == set()
    assert {place for place, words in KEPT.items() if ENGLISH_WORDS.search(words[language])} == set()


@pytest.mark.parametrize("language", OTHERS)
def test_a_text_names_the_same_clauses_and_rulings(language: str) -> None:
    for place, words in KEPT.items():
        assert sorted(GRAMMAR.cited_in(words[language])) == sorted(GRAMMAR.cited_in(words["en"])), place


@pytest.mark.parametrize("language", OTHERS)
def test_a_text_has_the_numbers_of_english(language: str) -> None:
    """Modifiers, and numbers of two digits: others are words in one language and digits in another."""
    for place, words in KEPT.items():
        signed = [sorted(re.findall(r"(?<!\w)[+\u2212-]\d", words[each], re.ASCII)) for each in ("en", language)]
        assert signed[0] == signed[1], place
        for number in re.findall(r"(?<![\w.])\d\d(?![\w.])", words["en"], re.ASCII):
            assert number in words[language], place


@pytest.mark.parametrize("language", OTHERS)
def test_what_is_the_same_in_english_is_the_same_here_and_nothing_else_is(language: str) -> None:
    pairs = {(words["en"], words[language]) for words in KEPT.values()}
    assert len(pairs) == len({here for here, _ in pairs}) == len({there for _, there in pairs})


def test_a_japanese_text_is_japanese() -> None:
    for place, words in KEPT.items():
        left = GRAMMAR.without(LENT.sub("", words["ja"]))
        assert re.search(r"[\u3041-\u30fa\u4e00-\u9fff]", left), place
        assert re.search(r"[A-Za-z;,.:()]", left) is None, place
        assert words["ja"].endswith("。") == (" " not in place), place


def test_a_french_text_has_its_spaces_and_no_stop() -> None:
    for place, words in KEPT.items():
        assert re.search(r"\S[;:!?]|[;:!?]\S|  |[.。]$|'", words["fr"]) is None, place


@pytest.mark.parametrize("language", OTHERS)
def test_a_text_is_short(language: str) -> None:
    assert {place for place, words in KEPT.items() if len(words[language]) > LONGEST[language]} == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_matrix_tells_them(language: str) -> None:
    for row in rulings(language=language):
        assert row.text == KEPT[row.id][language]
        assert row.explanation == KEPT.get(f"rulings {row.id}", {}).get(language)
    reasons = read_toml("conquest", "rules", "unruled.toml")["unruled"]
    texts = read_toml("conquest", "rules", f"{language}.toml")["rules"]
    rows = {row.id: row for row in matrix(language=language)}
    assert {name: row.text for name, row in rows.items()} == texts
    assert {name: row.explanation for name, row in rows.items() if row.explanation is not None} == {
        name: reason[language] for name, reason in reasons.items()
    }
