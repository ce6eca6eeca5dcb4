"""The book that every game brings: texts in three languages, and a matrix without a hole that nobody explains."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import conquistadors.teach
from conquistadors.__main__ import main
from conquistadors.engine.errors import SetupError
from conquistadors.engine.texts import LANGUAGES
from conquistadors.games import DEFAULT, KITS, PLAIN, kits, rules_for, scenarios
from conquistadors.resources import data_root, read_toml_file
from conquistadors.teach.books import CLAUSES_ALONE, UNRULED, Book, Clauses, book_of, books, grammar_of
from conquistadors.teach.matrix import PACKAGE, Row, matrix, rulings
from conquistadors.teach.rulebook import Rule, rule

TEACH = sorted(Path(conquistadors.teach.__file__).parent.glob("*.py"))
BOOKS = books()


@cache
def rows_of(game: str, language: str = "en") -> list[Row]:
    """The matrix of a game, worked out once for all that is asked of it here."""
    return matrix(game=game, language=language)


@pytest.mark.parametrize("path", TEACH, ids=lambda path: path.name)
def test_this_room_knows_no_game(path: Path) -> None:
    """Neither by an import nor by the name of a game or of a scenario."""
    text = path.read_text(encoding="utf-8")
    nodes = list(ast.walk(ast.parse(text)))
    modules = [node.module or "" for node in nodes if isinstance(node, ast.ImportFrom)]
    modules += [alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names]
    assert [each for each in modules if each.startswith("conquistadors.games.")] == []
    facts = [key for node in nodes if isinstance(node, ast.Dict) for key in node.keys]
    constants = [node for node in nodes if isinstance(node, ast.Constant) and node not in facts]
    strings = [node.value for node in constants if isinstance(node.value, str)]
    named = rf"\b(?:{'|'.join(KITS)})\b"
    assert [each for each in strings if each in scenarios() or re.search(named, each)] == []


def test_the_book_that_is_meant_and_one_by_its_id() -> None:
    assert book_of() is book_of(DEFAULT)
    assert [book.game for book in BOOKS] == [kit.id for kit in kits() if kit.book is not None]
    for book in BOOKS:
        assert book_of(book.game) is book


@pytest.mark.parametrize("game", ["chess", "", "basic", 3, ["landfall"]])
def test_an_unknown_game_is_refused(game: Any) -> None:
    with pytest.raises(SetupError, match=r"there is no game .*\. Games: conquest, landfall"):
        book_of(game)


def test_a_game_without_a_book_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("conquistadors.teach.books.kit", lambda _: PLAIN)
    with pytest.raises(SetupError, match="has no rulebook to look up"):
        book_of("landfall")


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.game)
def test_every_folder_of_a_book_is_there(book: Book) -> None:
    assert (data_root() / book.texts / "en.toml").is_file()
    assert book.rulings is None or (data_root() / book.texts / book.rulings).is_file()
    assert (PACKAGE / book.code / "kit.py").is_file()
    assert (PACKAGE.parent / "tests" / book.tests).is_dir()
    assert all((PACKAGE.parent / "notebooks" / each).is_dir() for each in book.notebooks)
    assert book.example in {row.id for row in rows_of(book.game)}


# Every game that has one ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.game)
def test_every_clause_has_a_text_in_three_languages_code_and_a_test_or_a_reason(book: Book) -> None:
    rows = rows_of(book.game)
    assert rows
    assert [row.id for row in rows if row.about != tuple(LANGUAGES)] == []
    assert [row.id for row in [*rows, *rulings(game=book.game)] if row.hole] == []
    assert all(row.tests is not None for row in rows)


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.game)
def test_every_chapter_has_a_title_in_three_languages_or_none_has(book: Book) -> None:
    chapters = {str(chapter) for row in rows_of(book.game) for chapter in row.chapters}
    titled = [read_toml_file(data_root() / book.texts / f"{each}.toml").get("chapter", {}) for each in LANGUAGES]
    assert [titles.keys() for titles in titled] == [titled[0].keys()] * len(LANGUAGES)
    assert titled[0].keys() in (chapters, set())
    assert all(title for titles in titled for title in titles.values())


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.game)
def test_every_ruling_and_every_reason_is_told_in_three_languages(book: Book) -> None:
    folder = data_root() / book.texts
    reasons = read_toml_file(folder / UNRULED)["unruled"] if (folder / UNRULED).exists() else {}
    told = {} if book.rulings is None else read_toml_file(folder / book.rulings)
    reasons |= told.get("unruled", {})
    words = [*reasons.values(), *[each["holds"] for each in told.get("rulings", {}).values()]]
    assert [each for each in words if list(each) != list(LANGUAGES) or not all(each.values())] == []
    known = {row.id for row in rows_of(book.game)} | told.get("rulings", {}).keys()
    assert reasons.keys() <= known


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.game)
def test_every_clause_names_what_there_is_and_the_same_in_every_language(book: Book, language: str) -> None:
    """A clause that is cited and not there is a slip of the pen."""
    known = {row.id for row in rows_of(book.game)}
    for row in rows_of(book.game, language):
        found = rule(f"{book.game} {row.id}", language)
        assert isinstance(found, Rule)
        assert found.text == row.text
        assert set(found.cites) == set(rule(row.id, "en", game=book.game).cites)  # type: ignore[union-attr]  # a Rule
        cited = [each for each in book.grammar.cited_in(row.text) if each[0].isdigit()]
        assert {each.partition("(")[0] for each in cited} <= known, row.id


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.game)
def test_the_command_looks_through_the_book_of_a_game(book: Book, capsys: pytest.CaptureFixture[str]) -> None:
    rows = rows_of(book.game)
    assert main(["matrix", "--game", book.game, "--holes"]) == 0
    assert capsys.readouterr().out.startswith(f"{len(rows)} clauses: ")
    assert main(["matrix", "--game", book.game, "--rulings", "--holes"]) == 0
    assert capsys.readouterr().out.startswith(f"{len(rulings(game=book.game))} rulings: ")


def test_the_command_refuses_a_game_that_there_is_not(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["matrix", "--game", "chess"]) == 2
    assert "there is no game 'chess'. Games: conquest, " in capsys.readouterr().err


@pytest.mark.parametrize("scenario", scenarios())
def test_the_citations_of_a_game_are_those_of_its_book(scenario: str) -> None:
    found = scenarios()[scenario][0]
    rules = rules_for(scenario, {})
    assert grammar_of(rules) == (CLAUSES_ALONE if found.book is None else book_of(found.id).grammar)


def test_rules_without_a_kit_are_cited_by_their_numbers_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = rules_for("basic", {})
    monkeypatch.setattr(rules, "kit", "", raising=False)
    assert grammar_of(rules) == CLAUSES_ALONE


def test_clauses_know_which_one_a_citation_means() -> None:
    texts = {"6.22": "Rounds.", "6.34": "Losses.", "G-time": "An hour."}
    cited = ("6.34", "6.22(2)", "G-6.34b", "G-time", "C8", "9.9", "")
    known = Clauses(texts, book_of(DEFAULT).grammar)
    assert [known.meant(each) for each in cited] == ["6.34", "6.22", "6.34", "G-time", None, None, None]
    assert Clauses(texts).meant("G-6.34b") is None
