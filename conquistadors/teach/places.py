"""Where a clause is carried out in the code, and the notebooks that teach it."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Final

from conquistadors.teach.books import Book, book_of
from conquistadors.teach.citations import without_step
from conquistadors.teach.matrix import PACKAGE, Row, cited_in_module, modules_of, only_speaks_of_it

NOTEBOOKS: Final = PACKAGE.parent / "notebooks"
"""Where the course is; a wheel has none."""
START: Final = "00_start_here.ipynb"
"""The notebook that lies above the folders of the others."""
_QUOTED: Final = re.compile(r"""["']([^"'\n]*)["']""")


@dataclass(frozen=True)
class Place:
    """Where in the code a clause is carried out, or spoken of."""

    module: str
    function: str
    """Empty where it is the module as a whole."""
    line: int

    @property
    def name(self) -> str:
        return f"{self.module}.{self.function}" if self.function else self.module

    def __str__(self) -> str:
        return f"{self.module.replace('.', '/')}.py:{self.line} {self.function}".rstrip()


@cache
def code_of(number: str, book: Book) -> tuple[Place, ...]:
    """The places that name a clause; those that name the very step come first, where it is a step.

    Only modules in whose text the clause stands are parsed: reading them all takes seconds.
    """
    clause = without_step(number) if number[:1].isdigit() else number
    modules = [_cited_in_module(book, path) for path in _modules(book) if clause in _text_of(path)]
    steps = sorted({one for cited in modules for one in cited if one.startswith(f"{clause}(")})
    places = [
        _functions_first([place for cited in modules for place in cited.get(one, ())])
        for one in (number, clause, *steps)
    ]
    return tuple(dict.fromkeys(place for each in places for place in each))


def _functions_first(places: list[Place]) -> list[Place]:
    return sorted(places, key=lambda place: only_speaks_of_it(f":{place.function}"))


@cache
def _modules(book: Book) -> list[Path]:
    return modules_of(book, PACKAGE / book.code)


@cache
def _text_of(path: Path) -> str:
    return path.read_text(encoding="utf-8")


@cache
def _cited_in_module(book: Book, path: Path) -> dict[str, list[Place]]:
    """What a module cites, and where in it."""
    lines = dict(_lines(ast.parse(_text_of(path)), ""))
    module = ".".join((PACKAGE.name, *path.relative_to(PACKAGE).with_suffix("").parts))
    places: dict[str, list[Place]] = {}
    for one, where in cited_in_module(book, path, PACKAGE / book.code):
        function = where.partition(":")[2]
        places.setdefault(one, []).append(Place(module, function, lines.get(function, 1)))
    return places


def _lines(node: ast.AST, within: str) -> Iterator[tuple[str, int]]:
    """Where each function and class begins, by its full name."""
    for child in ast.iter_child_nodes(node):
        name = within
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            name = f"{within}.{child.name}" if within else child.name
            yield name, child.lineno
        yield from _lines(child, name)


@lru_cache(maxsize=16)
def taught(book: Book, folder: Path = NOTEBOOKS) -> dict[str, tuple[str, ...]]:
    """Each clause with the notebooks that name it: anywhere in their text, in code as a string that is nothing else."""
    found: dict[str, dict[str, None]] = {}
    for path in sorted(path for each in book.notebooks for path in (folder / each).glob("*.ipynb")):
        for cited in _cited_in_notebook(book, path):
            found.setdefault(without_step(cited), {})[path.relative_to(folder).as_posix()] = None
    return {clause: tuple(notebooks) for clause, notebooks in found.items()}


def link_to(notebook: str) -> str:
    """The way to a notebook of the course from the one that is shown: a kernel runs in the folder of its notebook."""
    return notebook if Path(START).is_file() else f"../{notebook}"


def untaught(rows: Iterable[Row], folder: Path = NOTEBOOKS, game: str | None = None) -> list[Row]:
    """The clauses that command something and are in no notebook."""
    known = taught(book_of(game), folder)
    return [row for row in rows if row.explanation is None and row.id not in known]


def lessons(rows: Collection[Row], folder: Path = NOTEBOOKS, game: str | None = None) -> list[str]:
    """For every clause the notebooks that teach it, as aligned text, or that none does."""
    known = taught(book_of(game), folder)
    wide = max((len(row.id) for row in rows), default=0)
    lines = []
    for row in rows:
        found = known.get(row.id, ())
        missing = "HOLE: in no notebook" if row.explanation is None else f"[{row.explanation}]"
        lines.append(f"{row.id:<{wide}}  {len(found):3} {found[0]}" if found else f"{row.id:<{wide}}  {missing}")
    return lines


def _cited_in_notebook(book: Book, path: Path) -> Iterator[str]:
    try:
        cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    except (OSError, ValueError, KeyError, TypeError):  # half written, or not a notebook
        return
    for cell in cells:
        source = "".join(cell.get("source", ()))
        if cell.get("cell_type") == "markdown":
            yield from book.grammar.cited_in(source)
        elif cell.get("cell_type") == "code":
            yield from [said for said in _QUOTED.findall(source) if book.grammar.is_one(said)]
