"""The rulebook of a game, as its kit brings it: where its clauses stand in own words, and how they are cited."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from conquistadors.engine.errors import SetupError, short_repr
from conquistadors.engine.rules import Rules
from conquistadors.engine.texts import error_text
from conquistadors.games import DEFAULT, KITS, kit, kit_of, kits, load
from conquistadors.teach.citations import Grammar

CLAUSES_ALONE: Final = Grammar()
"""The citations of a book without rulings."""
UNRULED: Final = "unruled.toml"
"""Beside the texts, if there is one: the clauses that need no code or no test, each with the reason."""


@dataclass(frozen=True, kw_only=True)
class Book:
    """A rulebook. Folders are named from the top: of the data, of the package, of the tests, of the notebooks."""

    game: str
    """The id of its kit."""
    texts: str
    """The folder of its clauses in own words, a file for each language, by number under `rules`; the titles of its
    chapters, if it has any, by number under `chapter`."""
    code: str
    """The folder of the game, whose modules cite what they carry out."""
    tests: str
    """The folder of its tests, whose names say what they show."""
    grammar: Grammar = CLAUSES_ALONE
    rulings: str | None = None
    """The file of its rulings, in the folder of the texts."""
    confirming: tuple[str, ...] = ()
    """How the names of rulings begin that only confirm a clause, and need no code and no test of their own."""
    not_rules: tuple[str, ...] = ("kit.py", "book.py")
    """Files and folders within `code` that carry out no rule: they read, check and draw its data, ask, play and teach.
    Tests that lie as they do show none by their names."""
    notebooks: tuple[str, ...] = ()
    """The folders of the notebooks that teach it; "." is the topmost."""
    example: str = "1.1"
    """A clause that there is, for a hint."""


def book_of(game: str | None = None) -> Book:
    """The book of a game, or of the one that is meant where nobody names one; `SetupError` if there is none."""
    if game is not None and not isinstance(game, str):
        raise SetupError(error_text("setup.game", wanted=short_repr(game), known=KITS))
    found = kit(DEFAULT if game is None else game)
    if found.book is None:
        raise SetupError(error_text("teach.no-book", game=short_repr(found.id)))
    book: Book = load(found.book)
    return book


def books() -> list[Book]:
    """All of them."""
    return [book_of(each.id) for each in kits() if each.book is not None]


def grammar_of(rules: Rules[Any]) -> Grammar:
    """How the clauses of a game are cited; where it has no book, by their numbers alone."""
    found = kit_of(rules)
    return CLAUSES_ALONE if found.book is None else book_of(found.id).grammar


class Clauses(dict[str, str]):
    """Clauses in own words by number, and the grammar by which they are cited."""

    def __init__(self, texts: Mapping[str, str], grammar: Grammar = CLAUSES_ALONE) -> None:
        super().__init__(texts)
        self.grammar = grammar

    def meant(self, citation: str) -> str | None:
        """The clause of a citation: itself or, for "6.22(2)" or "G-6.34b", the one that it is about."""
        wanted = (citation, self.grammar.own_clause(citation))
        return next((clause for clause in wanted if clause in self), None)
