"""Which notebooks run in a browser alone: all but those that are marked at their top as needing the installed kit."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

NOTEBOOKS: Final = Path(__file__).parents[2] / "notebooks"
INSTALLED: Final = "installed-kit"
"""The tag on the first cell of a notebook that needs the installed kit."""


def cells_of(path: Path) -> list[dict[str, Any]]:
    cells: list[dict[str, Any]] = json.loads(path.read_text(encoding="utf-8"))["cells"]
    return cells


def needs_the_installed_kit(path: Path) -> bool:
    """Whether the notebook says so."""
    return INSTALLED in cells_of(path)[0]["metadata"].get("tags", ())


def all_notebooks() -> list[Path]:
    return sorted(path for path in NOTEBOOKS.rglob("*.ipynb") if ".ipynb_checkpoints" not in path.parts)


def on_the_site() -> list[str]:
    """The notebooks that run on the site, as paths below the folder of notebooks."""
    return [path.relative_to(NOTEBOOKS).as_posix() for path in all_notebooks() if not needs_the_installed_kit(path)]
