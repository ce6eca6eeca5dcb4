"""Small changes to the rules that some test should notice: where they can be made, and in which clause.

Operators are exchanged, numbers and truths changed, bars that a predicate returns taken away, and calls dropped.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

COMPARED: Final[dict[type[ast.cmpop], type[ast.cmpop]]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
COUNTED: Final[dict[type[ast.operator], type[ast.operator]]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mult,
}
CLAUSE: Final = re.compile(r"\b(?:[DG]-)?(\d{1,2})\.\d")
"""A clause, or a ruling on one, with its chapter."""


@dataclass(frozen=True)
class Mutant:
    """One change: where and in which line of text, what stands there and what instead; the lines of its function, and
    the clause that this cites.
    """

    file: str
    line: int
    column: int
    end: tuple[int, int]
    text: str
    kind: str
    old: str
    new: str
    function: tuple[int, int]
    clause: str
    chapter: int

    @property
    def id(self) -> str:
        """What it is called from run to run, as long as the line stays where it is."""
        return f"{self.file}:{self.line}:{self.column} {self.kind} {self.old!r} -> {self.new!r}"

    @property
    def change(self) -> str:
        """What is changed into what, wherever the line is now."""
        return told(self.file, self.text, self.old, self.new)

    def applied(self, whole: str) -> str:
        """The module with this change in it."""
        lines = whole.encode().splitlines(keepends=True)
        at, last = self.line - 1, self.end[0] - 1
        before, after = lines[at][: self.column], lines[last][self.end[1] :]
        return b"".join([*lines[:at], before + self.new.encode() + after, *lines[last + 1 :]]).decode()


def told(file: str, text: str, old: str, new: str) -> str:
    """A change, named by the line that it is in."""
    return f"{file}: {text}: {old} -> {new}"


CHECKS: Final = ("invariants.py",)
"""Modules that look for faults which no rule makes."""


def modules(root: Path, game: str = "*") -> list[Path]:
    """The rules of a game, or of all."""
    games = root / "conquistadors" / "games"
    found = [*games.glob(f"{game}/rules.py"), *games.glob(f"{game}/rules/**/*.py")]
    return sorted(path for path in found if path.name not in CHECKS)


def mutants_of(path: Path, root: Path) -> Iterator[Mutant]:
    """All changes that can be made in a module."""
    whole = path.read_bytes()
    tree, lines = ast.parse(whole), whole.splitlines(keepends=True)
    file = path.relative_to(root).as_posix()
    for node, around in _walk(tree, [tree]):
        function = next((each for each in reversed(around) if isinstance(each, ast.FunctionDef)), None)
        if not isinstance(node, ast.expr | ast.stmt) or function is None:
            continue
        for kind, new in _changes(node, around):
            assert node.end_lineno is not None
            assert node.end_col_offset is not None
            end = (node.end_lineno, node.end_col_offset)
            old = _between(lines, (node.lineno, node.col_offset), end)
            clause, chapter = _clause(around)
            around_it = (function.lineno, function.end_lineno or function.lineno)
            text = lines[node.lineno - 1].decode().strip()
            yield Mutant(file, node.lineno, node.col_offset, end, text, kind, old, new, around_it, clause, chapter)


def _between(lines: Sequence[bytes], start: tuple[int, int], end: tuple[int, int]) -> str:
    """What stands between two places of a module: the lines are cut once, `ast` would do it for every place."""
    (first, column), (last, until) = start, end
    if first == last:
        return lines[first - 1][column:until].decode()
    return b"".join([lines[first - 1][column:], *lines[first : last - 1], lines[last - 1][:until]]).decode()


def _walk(node: ast.AST, around: list[ast.AST]) -> Iterator[tuple[ast.AST, list[ast.AST]]]:
    """Every node that runs, with all around it: no decorators, no annotations, no docstrings."""
    for name, value in ast.iter_fields(node):
        if name in ("decorator_list", "annotation", "returns", "args") and not isinstance(node, ast.Call):
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST):
                yield child, [*around, node]
                yield from _walk(child, [*around, node])


def _changes(node: ast.expr | ast.stmt, around: Sequence[ast.AST]) -> Iterator[tuple[str, str]]:
    """What can stand instead of a node, with the kind of the change."""
    match node:
        case ast.Compare(ops=[op, *_]) if type(op) in COMPARED:
            ops = [COMPARED[type(op)](), *node.ops[1:]]
            yield "operator", ast.unparse(ast.Compare(node.left, ops, node.comparators))
        case ast.BinOp() if type(node.op) in COUNTED and not _is_text(node):
            yield "operator", ast.unparse(ast.BinOp(node.left, COUNTED[type(node.op)](), node.right))
        case ast.BoolOp():
            other = ast.Or() if isinstance(node.op, ast.And) else ast.And()
            yield "operator", f"({ast.unparse(ast.BoolOp(other, node.values))})"
        case ast.UnaryOp(op=ast.Not()):
            yield "operator", f"bool({ast.unparse(node.operand)})"
        case ast.Constant(value=bool() as value):
            yield "constant", str(not value)
        case ast.Constant(value=int() as value):
            yield "constant", str(value + 1)
        case ast.Return(value=ast.Call(func=ast.Name(id="Bar"))):
            yield "bar", "return None"
        case ast.Return(value=ast.Name(id=name)) if name.isupper() and _judges(around):
            yield "bar", "return None"
        case ast.Expr(value=ast.Call()):
            yield "call", "pass"
        case ast.Expr(value=ast.YieldFrom(value=ast.Call())):
            yield "call", "yield from ()"


def _is_text(node: ast.BinOp) -> bool:
    """Words that are put together are no sum."""
    return any(isinstance(part, ast.Constant) and isinstance(part.value, str) for part in ast.walk(node))


def _judges(around: Sequence[ast.AST]) -> bool:
    """Whether it is in a predicate that gives a bar or nothing."""
    last = next(node for node in reversed(around) if isinstance(node, ast.FunctionDef))
    return last.returns is not None and "Bar" in ast.unparse(last.returns)


def _clause(around: Sequence[ast.AST]) -> tuple[str, int]:
    """The clause that the nearest function cites, in its decorator or its text, and its chapter; else the module's."""
    for node in reversed(around):
        if not isinstance(node, ast.FunctionDef | ast.ClassDef | ast.Module):
            continue
        cited = [ast.unparse(mark) for mark in getattr(node, "decorator_list", ())]
        for text in (*[mark for mark in cited if mark.startswith("procedure")], ast.get_docstring(node) or ""):
            found = CLAUSE.search(text)
            if found is not None:
                end = re.match(r"[\d.]*(?:\(\d\))?[a-d]?", text[found.start(1) :])
                prefix = text[found.start() : found.start(1)]
                return prefix + (end.group() if end else "").rstrip("."), int(found.group(1))
    return "-", 0
