"""Saying which card a test plays, and which it sees refused: `test_every_card` wants both of every title."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeVar

from conquistadors.engine import PASS, Choice, Seat
from conquistadors.engine.run import Run
from conquistadors.games.conquest.rules.position import ConquestPosition

F = TypeVar("F", bound=Callable[..., object])


def played(*titles: str) -> Callable[[F], F]:
    """`@played("bolas")` above a test in which the card is played and does what its text says."""
    return _mark("played", titles)


def refused(*titles: str) -> Callable[[F], F]:
    """`@refused("bolas")` above a test in which the card cannot be played, with the clause that forbids it."""
    return _mark("refused", titles)


def _mark(name: str, titles: tuple[str, ...]) -> Callable[[F], F]:
    def mark(function: F) -> F:
        function.__dict__[name] = titles
        return function

    return mark


def marked(folder: Path, mark: str) -> set[str]:
    """The titles that the tests of a folder are marked with. The tests are read, not run."""
    return {title for path in sorted(folder.glob("test_*.py")) for title in _marked_in(path, mark)}


def _marked_in(path: Path, mark: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.FunctionDef) or not node.name.startswith("test_"):
            continue
        for decorator in node.decorator_list:
            if isinstance(decorator, ast.Call) and isinstance(decorator.func, ast.Name) and decorator.func.id == mark:
                yield from (str(arg.value) for arg in decorator.args if isinstance(arg, ast.Constant))


def why_passed(pos: ConquestPosition, seat: Seat, kind: str, text: str, *answers: str) -> str:
    """The clause against an answer of a seat that is not bothered, for it could only pass.

    The answers are for questions before that one; whoever may pass does.
    """
    run = Run(pos.rules, pos.copy())
    waiting = list(answers)
    while isinstance(run.pending, Choice) and (run.pending.who, run.pending.kind) != (seat, kind):
        legal = {option.id: option for option in run.pending.legal()}
        run.send(PASS if PASS.id in legal else legal[waiting.pop(0)])
    assert isinstance(run.pending, Choice), f"{seat} was never asked for {kind}"
    assert run.pending.legal() == [PASS], f"{seat} can do something: {run.pending.legal()}"
    refusal = run.pending.why_not(text)
    assert refusal is not None
    return refusal.rule
