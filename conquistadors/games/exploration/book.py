"""The rulebook of Conquistador!: its clauses are numbered as they are printed, its rulings as we made them."""

from __future__ import annotations

from typing import Final

from conquistadors.teach.books import Book
from conquistadors.teach.citations import Grammar

BOOK: Final = Book(
    game="exploration",
    texts="exploration/rules",
    code="games/exploration",
    tests="games/exploration",
    grammar=Grammar(counted="COG", prefix="E-"),
    rulings="rulings.toml",
    not_rules=(
        "kit.py",
        "book.py",
        "pack/checks.py",
        "pack/records.py",
        "scene.py",
        "notes.py",
        "ground.py",
        "scoring.py",
        "bots.py",
        "lessons",
    ),
    notebooks=("exploration",),
    example="7.26",
)
