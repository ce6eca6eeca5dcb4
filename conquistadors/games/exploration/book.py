"""The rulebook of Conquistador!: its clauses are numbered as they are printed."""

from __future__ import annotations

from typing import Final

from conquistadors.teach.books import Book

BOOK: Final = Book(
    game="exploration",
    texts="exploration/rules",
    code="games/exploration",
    tests="games/exploration",
    not_rules=(
        "kit.py",
        "book.py",
        "pack/checks.py",
        "pack/records.py",
        "scene.py",
        "ground.py",
        "scoring.py",
        "bots.py",
    ),
    example="7.26",
)
