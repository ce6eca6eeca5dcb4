"""The rulebook of a game, as its kit brings it: where its clauses stand in own words, and how they are cited."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from conquistadors.engine.errors import SetupError, shown
from conquistadors.engine.texts import told
from conquistadors.games import DEFAULT, KITS, kit, kits, load
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
        raise SetupError(told("setup.game", wanted=shown(game), known=KITS))
    found = kit(DEFAULT if game is None else game)
    if found.book is None:
        raise SetupError(told("teach.no-book", game=shown(found.id)))
    book: Book = load(found.book)
    return book


def books() -> list[Book]:
    """All of them."""
    return [book_of(each.id) for each in kits() if each.book is not None]
