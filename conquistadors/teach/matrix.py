"""The matrix: for every clause, or ruling, its text, the code that carries it out and the tests that show it.

Code and tests are read, never run. A clause is cited by a string that is nothing but its number (`@procedure("5.13")`,
`Bar("7.12", ...)`), or in the docstring of a function, class or module. A test shows it by its name
(`test_6_34_second_loss`) or with `@shows("6.34", "C8")`. Comments prove nothing and are not looked at.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from conquistadors.engine.errors import DataError, SetupError, shown
from conquistadors.engine.texts import LANGUAGES, speaking, told
from conquistadors.resources import data_root, read_toml_file

Citations = list[tuple[str, str]]
"""What is cited, as it is written ("6.22(1)"), and the place where ("battle.py:battle_round")."""

PACKAGE: Final = Path(__file__).resolve().parents[1]
NOT_RULES: Final = ("pack/records.py", "pack/checks", "atlas.py", "odds", "bots", "lessons")
"""Files and folders of a game that carry out no rule: they read, check and draw its data, ask, play and teach."""
KINDS: Final = ("J", "C", "G")
"""The rulings that need code and a test; a D only confirms a clause."""

_STEP = r"(?:\(\w{1,2}\))?"
_CLAUSE = rf"\d{{1,2}}\.\d{{1,3}}{_STEP}"
_RULING = rf"(?:[GD]-(?:\d{{1,2}}\.\d{{1,3}}[a-z]?|time\b|intro\b){_STEP}|[JC]\d{{1,2}})"
_OWN_CLAUSE = re.compile(r"[GD]-(\d+\.\d+)")
_CITED = re.compile(rf"(?<![\w.])(?<![A-Za-z]-)(?:{_RULING}|{_CLAUSE})(?!\w|\.\d)")
_ONE_ID = re.compile(rf"{_RULING}|{_CLAUSE}")
_BETWEEN_IDS = re.compile(r"[\s,;/]+")
_TEST_OF_A_CLAUSE = re.compile(r"test_(g_|d_)?(\d{1,2})_(\d{1,3})([a-z]?)(?:_|$)")
_TEST_OF_A_RULING = re.compile(r"test_([jc]\d{1,2})(?:_|$)")


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
    rules: Path | None = None, code: Path | None = None, tests: Path | None = None, language: str | None = None
) -> list[Row]:
    """A row for every clause with an English text, in the order of the rulebook.

    `rules` is the folder of the texts, `code` that of the game, `tests` that of all tests; ours unless they are given.
    Texts and reasons are told in the language, or in the one that is spoken; in English where it has none.
    """
    with speaking(language) as language:
        return _clauses(rules or data_root() / "conquest" / "rules", code, tests, language)


def _clauses(folder: Path, code: Path | None, tests: Path | None, language: str) -> list[Row]:
    texts = {each: _table(folder / f"{each}.toml", "rules", each != "en") for each in LANGUAGES}
    unruled = _table(folder / "unruled.toml", "unruled", may_be_missing=True)
    clauses = sorted(texts["en"], key=_in_the_rulebook)
    found, tested = _look(code, tests, clauses)
    return [
        Row(
            clause,
            (_chapter(clause),),
            texts[language].get(clause) or texts["en"][clause],
            tuple(each for each, known in texts.items() if known.get(clause)),
            tuple(found[clause]),
            None if tested is None else tuple(tested[clause]),
            _reason(unruled, clause, language),
        )
        for clause in clauses
    ]


def rulings(
    rules: Path | None = None, code: Path | None = None, tests: Path | None = None, language: str | None = None
) -> list[Row]:
    """A row for every ruling J, C and G, in the order of the file. Folders and language are those of `matrix`."""
    with speaking(language) as language:
        return _decisions((rules or data_root() / "conquest" / "rules") / "rulings.toml", code, tests, language)


def _decisions(path: Path, code: Path | None, tests: Path | None, language: str) -> list[Row]:
    entries = _table(path, "rulings")
    unruled = _table(path, "unruled", may_be_missing=True)
    found, tested = _look(code, tests, entries)
    rows = []
    for ruling, entry in entries.items():
        if not ruling.startswith(KINDS):
            continue
        own = _OWN_CLAUSE.match(ruling)
        chapters = tuple(dict.fromkeys(map(_chapter, [own[1]] if own else entry["clauses"])))
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


def _chapter(clause: str) -> int:
    try:
        return int(clause.partition(".")[0])
    except ValueError:
        raise DataError(f"{clause!r} is not the number of a clause, like 6.34") from None


def _in_the_rulebook(clause: str) -> tuple[int, str]:
    """6.2 is followed by 6.21, 6.22, 6.221, 6.3."""
    return _chapter(clause), clause.partition(".")[2]


def _look(
    code: Path | None, tests: Path | None, known: Collection[str]
) -> tuple[dict[str, list[str]], dict[str, list[str]] | None]:
    found = _places(cited_in_code(code or PACKAGE / "games" / "conquest"), known)
    folder = tests or PACKAGE.parent / "tests"
    if not (folder / "games" / "conquest").is_dir():
        return found, None
    return found, _places(shown_by_tests(folder), known)


def _places(citations: Citations, known: Collection[str]) -> dict[str, list[str]]:
    """Each known clause or ruling with its places; 6.22(1) counts for 6.22, unless it is known itself."""
    places: dict[str, dict[str, None]] = {one: {} for one in known}
    for cited, place in citations:
        for one in (cited, cited.partition("(")[0]):
            if one in places:
                places[one][place] = None
                break
    return {one: list(where) for one, where in places.items()}


# --- reading code -----------------------------------------------------------------------------------------------


def cited_in_code(root: Path) -> Citations:
    """What the modules of a game cite, in strings that are nothing but citations and in docstrings; functions first."""
    found = [citation for path in modules_of(root) for citation in cited_in_module(path, root)]
    return sorted(found, key=lambda citation: only_speaks_of_it(citation[1]))


def modules_of(root: Path) -> list[Path]:
    """The modules of a game that carry out its rules; its chapters first."""
    files = sorted(path.relative_to(root) for path in root.rglob("*.py"))
    rules_first = sorted(files, key=lambda file: file.parts[0] != "rules")
    return [root / file for file in rules_first if _is_of_rules(file)]


def cited_in_module(path: Path, root: Path) -> Citations:
    return list(_cited(_parsed(path), path.relative_to(root).as_posix(), ()))


def shown_by_tests(root: Path) -> Citations:
    """What tests show: by their names in those of the rules, with `@shows(...)` anywhere below the folder."""
    found = []
    game = Path("games", "conquest")
    for path in sorted(root.rglob("*.py")):
        file = path.relative_to(root)
        of_rules = file.is_relative_to(game) and _is_of_rules(file.relative_to(game))
        for node in _functions(_parsed(path)):
            if node.name.startswith("test_"):
                named = list(_named(node.name)) if of_rules else []
                found += [(one, f"{file.as_posix()}:{node.name}") for one in [*named, *_decorated(node)]]
    return found


def _functions(node: ast.Module | ast.ClassDef) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    """The functions of a module and of its classes: what stands inside a function is no test."""
    for child in node.body:
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef):
            yield child
        elif isinstance(child, ast.ClassDef):
            yield from _functions(child)


def _is_of_rules(file: Path) -> bool:
    """Whether a file of a game, or a test that lies as it does, is about rules."""
    return not any(file.is_relative_to(each) for each in NOT_RULES)


def _parsed(path: Path) -> ast.Module:
    return _parsed_as_of(path, path.stat().st_mtime_ns)


@lru_cache(maxsize=1000)
def _parsed_as_of(path: Path, changed: int) -> ast.Module:  # noqa: ARG001  # a file that has changed is read again
    try:
        return ast.parse(path.read_text(encoding="utf-8"))
    except SyntaxError as error:
        raise DataError(f"{path.name}, line {error.lineno}: not Python: {error.msg}") from None


def _cited(node: ast.AST, file: str, within: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """The citations in a part of a file; a decorator belongs to what it decorates."""
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        within = (*within, node.name)
    place = f"{file}:{'.'.join(within)}" if within else file
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Module):
        for cited in _CITED.findall(ast.get_docstring(node) or ""):
            yield cited, place
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        for cited in _listed(node.value):
            yield cited, place
    for child in ast.iter_child_nodes(node):
        if not isinstance(child, ast.JoinedStr) and not _is_text_alone(child):
            yield from _cited(child, file, within)


def only_speaks_of_it(place: str) -> bool:
    """A class or a module, like an event, where a function would carry out the rule."""
    name = place.partition(":")[2].split(".")[-1]
    return not name or name[0].isupper()


def _is_text_alone(node: ast.AST) -> bool:
    """A string that nobody is given: a docstring, or a note below an assignment."""
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _listed(text: str) -> list[str]:
    """The citations of a string that has nothing else: "6.53", "6.22(1)", "7.12, C21"."""
    parts = _BETWEEN_IDS.split(text.strip())
    return parts if all(map(_ONE_ID.fullmatch, parts)) else []


def _named(test: str) -> Iterator[str]:
    """`test_6_34_...` shows 6.34, `test_g_6_34b_...` G-6.34b, `test_j7_...` J7; an example, `test_2_42x_...`, none."""
    if clause := _TEST_OF_A_CLAUSE.match(test):
        kind, chapter, number, letter = clause.groups()
        if kind:
            yield f"{kind[0].upper()}-{chapter}.{number}{letter}"
        elif not letter:
            yield f"{chapter}.{number}"
    elif ruling := _TEST_OF_A_RULING.match(test):
        yield ruling[1].upper()


def _decorated(test: ast.FunctionDef | ast.AsyncFunctionDef) -> Iterator[str]:
    for decorator in test.decorator_list:
        if isinstance(decorator, ast.Call) and ast.unparse(decorator.func).split(".")[-1] == "shows":
            for given in decorator.args:
                if isinstance(given, ast.Constant) and isinstance(given.value, str):
                    yield from _listed(given.value)


# --- showing it -------------------------------------------------------------------------------------------------


def chapters_named(text: str) -> frozenset[int]:
    """The chapters that a text like "1-14" or "3,6-9" names."""
    named: set[int] = set()
    for part in text.split(","):
        bounds = re.fullmatch(r"(\d{1,2})(?:-(\d{1,2}))?", part.strip())
        chapters = range(int(bounds[1]), int(bounds[2] or bounds[1]) + 1) if bounds else range(0)
        if not chapters:
            raise SetupError(told("teach.chapters", wanted=shown(text)))
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
