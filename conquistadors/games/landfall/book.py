"""The rulebook of Landfall: a page of clauses, and no rulings."""

from __future__ import annotations

from typing import Final

from conquistadors.teach.books import Book

BOOK: Final = Book(
    game="landfall",
    texts="landfall",
    code="games/landfall",
    tests="games/landfall",
    not_rules=("kit.py", "book.py", "scoring.py", "odds.py", "bots.py", "scene.py", "lessons.py"),
)
