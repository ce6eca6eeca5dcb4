"""The matrix: for every clause, or ruling, its text, the code that carries it out and the tests that show it.

Code and tests are read, never run. A clause is cited by a string that is nothing but its number (`@procedure("5.13")`,
`Bar("7.12", ...)`), or in the docstring of a function, class or module. A test shows it by its name
(`test_6_34_second_loss`) or with `@shows("6.34", "C8")`. Comments prove nothing and are not looked at.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from conquistadors.engine.errors import DataError, SetupError, short_repr
from conquistadors.engine.texts import LANGUAGES, error_text, speaking
from conquistadors.games import DEFAULT
from conquistadors.resources import data_root, read_toml_file
from conquistadors.teach.books import UNRULED, Book, book_of
from conquistadors.teach.citations import Grammar, chapter_of, in_the_book, without_step

Citation = tuple[str, str]
"""A clause or ruling, and where it is cited."""
Citations = list[Citation]
"""What is cited, as it is written ("6.22(1)"), and the place where ("battle.py:battle_round")."""

PACKAGE: Final = Path(__file__).resolve().parents[1]
GAMES: Final = "games"
"""The folder of the games, and of their tests."""


@dataclass(frozen=True)
class Row:
    """A clause or ruling, and what there is of it. `tests` is None where there is no folder to look at."""

    id: str
    chapters: tuple[int, ...]
    text: str
    about: tuple[str, ...]
    """The languages that have a text of the clause, or the clauses that the ruling is about."""
    code: tuple[str, ...]
    tests: tuple[str, ...] | None
    explanation: str | None
    """Why nothing need be there."""

    @property
    def complete(self) -> bool:
        return bool(self.code) and self.tests != ()

    @property
    def hole(self) -> bool:
        """Something is missing, and nothing says why."""
        return not self.complete and self.explanation is None


# --- the rows ---------------------------------------------------------------------------------------------------


def matrix(
    rules: Path | None = None,
    code: Path | None = None,
    tests: Path | None = None,
    language: str | None = None,
    game: str | None = None,
) -> list[Row]:
    """A row for every clause with an English text, in the order of the rulebook.

    `rules` is the folder of the texts, `code` that of the game, `tests` that of all tests; ours unless they are given.
    Texts and reasons are told in the language, or in the one that is spoken; in English where it has none. `game` says
    whose rulebook, by its id.
    """
    with speaking(language) as language:
        book = book_of(game)
        return _clauses(book, rules or data_root() / book.texts, code, tests, language)


def _clauses(book: Book, folder: Path, code: Path | None, tests: Path | None, language: str) -> list[Row]:
    texts = {each: _table(folder / f"{each}.toml", "rules", each != "en") for each in LANGUAGES}
    unruled = _table(folder / UNRULED, "unruled", may_be_missing=True)
    clauses = sorted(texts["en"], key=in_the_book)
    found, tested = _look(book, code, tests, clauses)
    return [
        Row(
            clause,
            (chapter_of(clause),),
            texts[language].get(clause) or texts["en"][clause],
            tuple(each for each, known in texts.items() if known.get(clause)),
            tuple(found[clause]),
            None if tested is None else tuple(tested[clause]),
            _reason(unruled, clause, language),
        )
        for clause in clauses
    ]


def rulings(
    rules: Path | None = None,
    code: Path | None = None,
    tests: Path | None = None,
    language: str | None = None,
    game: str | None = None,
) -> list[Row]:
    """A row for every ruling that does more than confirm a clause, in the order of the file; as `matrix` otherwise."""
    with speaking(language) as language:
        book = book_of(game)
        if book.rulings is None:
            return []
        return _decisions(book, (rules or data_root() / book.texts) / book.rulings, code, tests, language)


def _decisions(book: Book, path: Path, code: Path | None, tests: Path | None, language: str) -> list[Row]:
    entries = _table(path, "rulings")
    unruled = _table(path, "unruled", may_be_missing=True)
    found, tested = _look(book, code, tests, entries)
    rows = []
    for ruling, entry in entries.items():
        if ruling.startswith(book.confirming):
            continue
        own = book.grammar.own_clause(ruling)
        chapters = tuple(dict.fromkeys(map(chapter_of, [own] if own else entry["clauses"])))
        rows.append(
            Row(
                ruling,
                chapters,
                in_language(entry["holds"], language),
                tuple(entry["clauses"]),
                tuple(found[ruling]),
                None if tested is None else tuple(tested[ruling]),
                _reason(unruled, ruling, language),
            )
        )
    return rows


def in_language(words: Mapping[str, str], language: str) -> str:
    """A text that is kept in several languages; in English where this one is missing."""
    return words.get(language) or words["en"]


def _reason(unruled: Mapping[str, Mapping[str, str]], one: str, language: str) -> str | None:
    return in_language(unruled[one], language) if one in unruled else None


def _table(path: Path, name: str, may_be_missing: bool = False) -> dict[str, Any]:
    if may_be_missing and not path.exists():
        return {}
    table: dict[str, Any] = read_toml_file(path).get(name, {})
    return table


def _look(
    book: Book, code: Path | None, tests: Path | None, known: Collection[str]
) -> tuple[dict[str, list[str]], dict[str, list[str]] | None]:
    found = _places(cited_in_code(book, code or PACKAGE / book.code), known)
    folder = tests or PACKAGE.parent / "tests"
    if not (folder / book.tests).is_dir():
        return found, None
    return found, _places(shown_by_tests(book, folder), known)


def _places(citations: Citations, known: Collection[str]) -> dict[str, list[str]]:
    """Each known clause or ruling with its places; 6.22(1) counts for 6.22, unless it is known itself."""
    places: dict[str, dict[str, None]] = {one: {} for one in known}
    for cited, place in citations:
        for one in (cited, without_step(cited)):
            if one in places:
                places[one][place] = None
                break
    return {one: list(where) for one, where in places.items()}


# --- reading code -----------------------------------------------------------------------------------------------


def cited_in_code(book: Book, root: Path) -> Citations:
    """What the modules of a game cite, in strings that are nothing but citations and in docstrings; functions first."""
    found = [citation for path in modules_of(book, root) for citation in cited_in_module(book, path, root)]
    return sorted(found, key=lambda citation: only_speaks_of_it(citation[1]))


def modules_of(book: Book, root: Path) -> list[Path]:
    """The modules of a game that carry out its rules; its chapters first."""
    files = sorted(path.relative_to(root) for path in root.rglob("*.py"))
    rules_first = sorted(files, key=lambda file: file.parts[0] != "rules")
    return [root / file for file in rules_first if _is_of_rules(book, file)]


def cited_in_module(book: Book, path: Path, root: Path) -> Sequence[Citation]:
    return _cited_as_of(book.grammar, path, path.stat().st_mtime_ns, path.relative_to(root).as_posix())


@lru_cache(maxsize=1000)
def _cited_as_of(grammar: Grammar, path: Path, changed: int, file: str) -> tuple[Citation, ...]:
    return tuple(_cited(grammar, _parsed_as_of(path, changed), file, ()))


def shown_by_tests(book: Book, root: Path) -> Citations:
    """What tests show: by their names in those of the rules, with `@shows(...)` anywhere in those of the game.

    Outside all games `@shows(...)` is about the game that is meant where nobody names one.
    """
    found = []
    for path in sorted(root.rglob("*.py")):
        file = path.relative_to(root)
        own = file.is_relative_to(book.tests)
        if not own and (book.game != DEFAULT or file.is_relative_to(GAMES)):
            continue
        of_rules = own and _is_of_rules(book, _tested_by(file.relative_to(book.tests)))
        for node in _functions(_parsed(path)):
            if node.name.startswith("test_"):
                named = list(book.grammar.named_by_test(node.name)) if of_rules else []
                marked = _decorated(node, book.grammar)
                found += [(one, f"{file.as_posix()}:{node.name}") for one in [*named, *marked]]
    return found


def _tested_by(file: Path) -> Path:
    """The module that a test lies beside: `test_lessons.py` is about `lessons.py`."""
    return file.with_name(file.name.removeprefix("test_"))


def _functions(node: ast.Module | ast.ClassDef) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    """The functions of a module and of its classes: what stands inside a function is no test."""
    for child in node.body:
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef):
            yield child
        elif isinstance(child, ast.ClassDef):
            yield from _functions(child)


def _is_of_rules(book: Book, file: Path) -> bool:
    """Whether a file of a game, or a test that lies as it does, is about rules."""
    return not any(file.is_relative_to(each) for each in book.not_rules)


def _parsed(path: Path) -> ast.Module:
    return _parsed_as_of(path, path.stat().st_mtime_ns)


@lru_cache(maxsize=1000)
def _parsed_as_of(path: Path, changed: int) -> ast.Module:  # noqa: ARG001  # a file that has changed is read again
    try:
        return ast.parse(path.read_text(encoding="utf-8"))
    except SyntaxError as error:
        raise DataError(f"{path.name}, line {error.lineno}: not Python: {error.msg}") from None


def _cited(grammar: Grammar, node: ast.AST, file: str, within: tuple[str, ...]) -> Iterator[Citation]:
    """The citations in a part of a file; a decorator belongs to what it decorates."""
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        within = (*within, node.name)
    place = f"{file}:{'.'.join(within)}" if within else file
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Module):
        for cited in grammar.cited_in(ast.get_docstring(node) or ""):
            yield cited, place
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        for cited in grammar.listed(node.value):
            yield cited, place
    for child in ast.iter_child_nodes(node):
        if not isinstance(child, ast.JoinedStr) and not _is_text_alone(child):
            yield from _cited(grammar, child, file, within)


def only_speaks_of_it(place: str) -> bool:
    """A class or a module, like an event, where a function would carry out the rule."""
    name = place.partition(":")[2].split(".")[-1]
    return not name or name[0].isupper()


def _is_text_alone(node: ast.AST) -> bool:
    """A string that nobody is given: a docstring, or a note below an assignment."""
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _decorated(test: ast.FunctionDef | ast.AsyncFunctionDef, grammar: Grammar) -> Iterator[str]:
    for decorator in test.decorator_list:
        if isinstance(decorator, ast.Call) and ast.unparse(decorator.func).split(".")[-1] == "shows":
            for given in decorator.args:
                if isinstance(given, ast.Constant) and isinstance(given.value, str):
                    yield from grammar.listed(given.value)


# --- showing it -------------------------------------------------------------------------------------------------


def chapters_named(text: str) -> frozenset[int]:
    """The chapters that a text like "1-14" or "3,6-9" names."""
    named: set[int] = set()
    for part in text.split(","):
        bounds = re.fullmatch(r"(\d{1,2})(?:-(\d{1,2}))?", part.strip())
        chapters = range(int(bounds[1]), int(bounds[2] or bounds[1]) + 1) if bounds else range(0)
        if not chapters:
            raise SetupError(error_text("teach.chapters", wanted=short_repr(text)))
        named |= set(chapters)
    return frozenset(named)


def of_chapters(rows: Iterable[Row], chapters: Collection[int]) -> list[Row]:
    """The rows about any of the chapters."""
    return [row for row in rows if not set(chapters).isdisjoint(row.chapters)]


def report(rows: Iterable[Row]) -> list[str]:
    """The rows as aligned text: what, about what, code and tests with the first of each, or what is missing."""
    cells = [(row.id, " ".join(row.about), _code(row), _tests(row)) for row in rows]
    widths = [max((len(line[n]) for line in cells if n < 2 or line[3]), default=0) for n in range(3)]
    return ["  ".join([*(c.ljust(w) for c, w in zip(line, widths, strict=False)), line[3]]).rstrip() for line in cells]


def totals(rows: Collection[Row], noun: str = "clauses") -> str:
    """The last line: how many there are, and how many holes."""
    complete = sum(row.complete for row in rows)
    holes = sum(row.hole for row in rows)
    blind = any(row.tests is None for row in rows)
    having = "with code (tests cannot be looked at: there is no tests folder here)" if blind else "with code and test"
    return f"{len(rows)} {noun}: {complete} {having}, {len(rows) - complete - holes} explained, {holes} with a hole"


def _code(row: Row) -> str:
    if row.code:
        return f"{len(row.code):3} {row.code[0]}"
    return "HOLE: no code" if row.explanation is None else f"[{row.explanation}]"


def _tests(row: Row) -> str:
    if row.tests:
        return f"{len(row.tests):3} {row.tests[0]}"
    if row.tests is None or (row.explanation is not None and not row.code):
        return ""
    return "HOLE: no test" if row.explanation is None else f"[{row.explanation}]"
