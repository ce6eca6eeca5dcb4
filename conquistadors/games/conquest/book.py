"""The rulebook of The Conquistadors: its clauses are numbered as they are printed, its rulings as we made them."""

from __future__ import annotations

from typing import Final

from conquistadors.teach.books import Book
from conquistadors.teach.citations import Grammar

BOOK: Final = Book(
    game="conquest",
    texts="conquest/rules",
    code="games/conquest",
    tests="games/conquest",
    grammar=Grammar(counted="JC", about="GD", elsewhere=("time", "intro")),
    rulings="rulings.toml",
    confirming=("D",),
    not_rules=("kit.py", "book.py", "pack/records.py", "pack/checks", "atlas.py", "odds", "bots", "lessons", "scene"),
    notebooks=(".", "conquest", "odds", "teachers", "programmers"),
    example="6.34",
)
