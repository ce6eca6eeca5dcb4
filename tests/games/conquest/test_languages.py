"""What is said at the table, and the rules in our own words, in French and in Japanese: all that English has."""

from __future__ import annotations

import re
import string
from collections.abc import Iterable
from typing import Any, Final

import pytest

import conquistadors as cq
from conquistadors.bots import RandomBot
from conquistadors.engine import TABLE
from conquistadors.engine.requests import option
from conquistadors.engine.texts import LANGUAGES
from conquistadors.resources import data_root, read_toml_file
from conquistadors.teach.books import book_of
from support.fortune import Fortune
from support.sizes import size

PLAY: Final = "conquest/play"
RULES: Final = "conquest/rules"
OTHERS: Final = [language for language in LANGUAGES if language != "en"]
SAME: Final = {
    "fr": {"option.take", "option.amount", "option.place", "show.hostile", "show.many"},
    "ja": {"option.take", "option.amount", "option.place"},
}
"""Texts without words of their own, and a word that French shares with English. Anything else has to be translated."""
LENT: Final = ("The Conquistadors", "Mano de Dios", "(M)")
"""What stays as it is in a Japanese sentence."""
AMOUNTS: Final = {"debt", "front", "value", "unit"}
"""Facts that are numbers, and units, whose names begin with a consonant, whatever stands before them."""


def entries(language: str, folder: str = PLAY) -> dict[str, str]:
    flat: dict[str, str] = {}

    def walk(table: dict[str, Any], prefix: str) -> None:
        for name, value in table.items():
            if isinstance(value, dict):
                walk(value, f"{prefix}{name}.")
            else:
                flat[prefix + name] = value

    walk(read_toml_file(data_root() / folder / f"{language}.toml"), "")
    return flat


ENGLISH: Final = entries("en")


def blanks(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


# The catalogue -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", OTHERS)
def test_every_sentence_is_there_in_the_same_order(language: str) -> None:
    assert list(entries(language)) == list(ENGLISH)


@pytest.mark.parametrize("language", OTHERS)
def test_no_sentence_has_a_fact_that_english_has_not_and_none_is_lost(language: str) -> None:
    other = entries(language)
    assert {
        key: blanks(other[key]) ^ blanks(text) for key, text in ENGLISH.items() if blanks(other[key]) != blanks(text)
    } == {}


@pytest.mark.parametrize("language", OTHERS)
def test_nothing_is_left_in_english(language: str) -> None:
    other = entries(language)
    assert {key for key, text in ENGLISH.items() if other[key] == text} == SAME[language]


def test_a_japanese_sentence_has_no_latin_words_but_a_few_lent_ones() -> None:
    for key, text in entries("ja").items():
        told = re.sub(r"\{[^}]*\}", "", text.replace("（M）", ""))
        for word in LENT:
            told = told.replace(word, "")
        assert re.search(r"[A-Za-z]", told) is None, key


def test_a_french_sentence_elides_nothing_before_a_name() -> None:
    """ "de {captain}" would have to be "d'Alvarado": a name stands after a colon, in brackets or without "de"."""
    found = {}
    for key, text in entries("fr").items():
        names = set(re.findall(r"\b(?:[dD]e|[qQ]ue|[lL]e|[lL]a|du|des|ne|se|si|jusque) \{(\w+)\}|['’]\{\w+\}", text))
        if names - AMOUNTS:
            found[key] = text
    assert found == {}


@pytest.mark.parametrize("language", OTHERS)
def test_the_spaces_round_a_sentence_are_those_of_english(language: str) -> None:
    """What is joined to a line begins with its space; a deal alone ends with it, and Japanese needs none there."""
    for key, text in entries(language).items():
        assert len(text) - len(text.lstrip()) == len(ENGLISH[key]) - len(ENGLISH[key].lstrip()), key
        assert key == "name.deal-ransom" or text == text.rstrip(), key


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_answer_without_a_subject_is_a_whole_phrase(language: str) -> None:
    """Who may retreat may "fight" on, and there is no word for whom."""
    teller = cq.new_game("basic", seed=1, language=language).teller()
    assert re.fullmatch(r"\w+", teller.label(option("fight")))
    assert teller.label(option("fight", "indians")).startswith(teller.label(option("fight")))


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("scenario", ["basic", "standard", "solitaire"])
def test_the_game_has_the_sentences(language: str, scenario: str) -> None:
    texts = cq.new_game(scenario, seed=1, language=language).teller().texts
    assert all(key in texts for key in ENGLISH)
    assert texts.say(f"title.{scenario}") == entries(language)[f"title.{scenario}"]
    assert texts.word("indians", {}) in ("les Indiens", "インディオ")


# The rules -----------------------------------------------------------------------------------------------------------

GRAMMAR: Final = book_of("conquest").grammar
"""How a rule names clauses and rulings."""
MISPRINTS: Final = re.compile(r"\bX\d+", re.ASCII)
"""Corrections of what is misprinted, which are no rulings."""


@pytest.mark.parametrize("language", OTHERS)
def test_every_clause_is_there_in_the_same_order(language: str) -> None:
    assert list(entries(language, RULES)) == list(entries("en", RULES))
    assert cq.clauses("standard", language) == {
        key.removeprefix("rules."): text
        for key, text in entries(language, RULES).items()
        if not key.startswith("chapter.")
    }


@pytest.mark.parametrize("language", OTHERS)
def test_a_clause_names_the_same_clauses_and_rulings(language: str) -> None:
    other = entries(language, RULES)
    for key, text in entries("en", RULES).items():
        assert other[key] != text, key
        assert sorted(GRAMMAR.cited_in(other[key])) == sorted(GRAMMAR.cited_in(text)), key
        assert sorted(MISPRINTS.findall(other[key])) == sorted(MISPRINTS.findall(text)), key


@pytest.mark.parametrize("language", OTHERS)
def test_no_clause_has_english_in_it(language: str) -> None:
    assert [key for key, text in entries(language, RULES).items() if ENGLISH_WORDS.search(text)] == []


# Whole games ---------------------------------------------------------------------------------------------------------

TOLD: Final[list[tuple[str, dict[str, Any]]]] = [
    ("basic", {"map": "both", "seats": 3}),
    ("standard", {"map": "both", "seats": 4, "late": 1}),
    ("solitaire", {"map": "north"}),
    ("solitaire", {"map": "south"}),
]
ENGLISH_WORDS: Final = re.compile(r"\b(?:the|of|and|is|are|with|to|from|has|his|which|where|how many)\b", re.IGNORECASE)
"""Words that no French or Japanese sentence has. Spanish names have none of them either."""


def bad(texts: Iterable[str]) -> list[str]:
    """Texts with a key instead of a sentence, with a brace or None, or with English in them."""
    return [text for text in texts if re.search(r"[\[\]{}]|\bNone\b", text) or ENGLISH_WORDS.search(text)]


@pytest.mark.soak
@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize(("scenario", "setup"), TOLD)
@pytest.mark.parametrize("player", ["random", "fortune"])
def test_a_game_is_told_without_a_missing_text(
    language: str, scenario: str, setup: dict[str, Any], player: str
) -> None:
    """In English: `test_whole_games_are_told_without_a_missing_text`."""
    game = cq.new_game(scenario, seed=1, language=language, **setup)
    teller = game.teller()
    random, fortune = RandomBot(1), Fortune(1)
    for number in range(size("TOLD_ANSWERS", thin=150, soak=300)):
        if game.pending is None:
            break
        said = [game.prompt, *map(teller.label, game.options), *map(teller.refusal, game.refused)]
        if number % 20 == 0:
            said += [str(game), *[teller.position(game.view(seat).position) for seat in (*game.rules.seats, None)]]
        assert bad(said) == []
        seat = game.pending.who
        game.play(random.answer(game.view(seat)) if player == "random" or seat == TABLE else fortune(game))
    stories = [game.log, *[game.view(seat).lines for seat in (*game.rules.seats, None)]]
    for lines in stories:
        assert bad(teller.story(lines)) == []
