"""Which tests `make check` runs: those that name what has changed, and a few that play whole games.

A change is what differs from a revision (HEAD unless another is given), or the last commit if nothing does. A test is
chosen if it has changed itself, imports a changed module, or names a changed data file. What a change breaks further
away is found by `make test`.
"""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
WHOLE_GAMES: Final = ("test_random_play.py", "test_every_kit.py")
"""Always run: random play of every game, with all promises checked."""
ELSEWHERE: Final = ("tests/browser/", "tests/packaging/")
"""Parts of `make test` that take longer than a fast loop may."""


def changed_files(since: str = "HEAD") -> list[str]:
    """What differs from a revision, or the last commit if nothing does."""
    found = [*_git("diff", "--name-only", since), *_git("ls-files", "--others", "--exclude-standard")]
    return found or _git("diff", "--name-only", "HEAD~1", "HEAD")


def _git(*command: str) -> list[str]:
    told = subprocess.run(["git", *command], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    return told.splitlines()


def module_of(file: str) -> str:
    """`widgets/conquistadors_widgets/table.py` is `conquistadors_widgets.table`."""
    parts = list(Path(file).with_suffix("").parts)
    if parts[0] in ("widgets", "tests"):
        parts = parts[1:]
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imported(source: str) -> Iterator[str]:
    """The modules that a file imports, and the names it takes from them, which may be modules."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def chosen(changed: Iterable[str], tests: Iterable[Path]) -> list[str]:
    """The tests to run, by path; changed notebooks among them."""
    files = [file for file in changed if (ROOT / file).exists()]
    modules = {module_of(file) for file in files if file.endswith(".py")}
    data = {Path(file).name for file in files if file.startswith("data/")}
    found = [file for file in files if file.endswith(".ipynb")]
    for path in tests:
        file, source = path.relative_to(ROOT).as_posix(), path.read_text(encoding="utf-8")
        named = any(name in source for name in data)
        if file in files or path.name in WHOLE_GAMES or named or modules.intersection(imported(source)):
            found.append(file)
    return found


def main(since: str = "HEAD") -> None:
    tests = sorted((ROOT / "tests").rglob("test_*.py"))
    kept = [path for path in tests if not path.relative_to(ROOT).as_posix().startswith(ELSEWHERE)]
    print("\n".join(chosen(changed_files(since), kept)))


if __name__ == "__main__":
    main(*sys.argv[1:])
