"""What may import what: the engine, the games and the odds need the standard library only."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[2] / "conquistadors"
MAY_USE_PANDAS = ("lab", "teach")
"""The rooms for tables and teachers."""
PLAIN = sorted(
    path for path in PACKAGE.rglob("*.py") if not any(path.is_relative_to(PACKAGE / room) for room in MAY_USE_PANDAS)
)
FACE = {"conquistadors/__init__.py": {"conquistadors_widgets", "conquistadors_class"}}
"""The one door to the Jupyter face and to a class, opened when first used."""


def imported(path: Path) -> set[str]:
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            names.add(node.module.split(".")[0])
    return names


@pytest.mark.parametrize("path", PLAIN, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_only_the_standard_library_is_imported(path: Path) -> None:
    allowed = (
        sys.stdlib_module_names | {"conquistadors"} | FACE.get(f"conquistadors/{path.relative_to(PACKAGE)}", set())
    )
    assert imported(path) <= allowed


IN_THE_METHOD = {("game.py", "odds"): {"conquistadors.odds.position"}}
"""The one exception: what weighs choices is loaded when a game is asked for odds."""
BESIDE_THE_ENGINE = {"conquistadors.resources", "conquistadors.typography"}
"""What reads the data and how its texts are set: they know no game either."""


def own(tree: ast.AST) -> set[str]:
    """The modules of the kit that are imported, but for the exception in its place."""
    modules: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            modules.add(node.module or "")
        elif isinstance(node, ast.Import):
            modules |= {alias.name for alias in node.names}
    return {module for module in modules if module.split(".")[0] == "conquistadors"}


@pytest.mark.parametrize("path", sorted((PACKAGE / "engine").glob("*.py")), ids=lambda path: path.name)
def test_the_engine_knows_no_game(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and (path.name, node.name) in IN_THE_METHOD:
            assert own(node) == IN_THE_METHOD[path.name, node.name]
            node.body = [ast.Pass()]
    assert all(m.startswith("conquistadors.engine.") or m == "conquistadors.engine" or m in BESIDE_THE_ENGINE
               for m in own(tree))  # fmt: skip


def test_importing_the_kit_loads_neither_jupyter_nor_pandas_nor_plotly() -> None:
    heavy = ["IPython", "ipywidgets", "ipyleaflet", "jupyterlab", "pandas", "plotly", "numpy", "conquistadors_widgets"]
    heavy += ["conquistadors_class"]
    code = f"import conquistadors as cq, sys; cq.new_game('example'); print([m for m in {heavy} if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
