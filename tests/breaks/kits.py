"""A copy of the kit in which something is broken on purpose, and its tests run there."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).parent.parent.parent
PYTEST: Final = ("-m", "pytest", "-q", "-x", "-p", "no:benchmark", "-p", "no:cacheprovider")
"""Stops at the first test that falls."""
NOBODY: Final = 5
"""What pytest says where no test was found."""


def copy_of_the_kit(folder: Path) -> Path:
    """The package, its data and its tests, in a folder of their own."""
    for part in ("conquistadors", "data", "tests", "widgets"):
        shutil.copytree(ROOT / part, folder / part, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", folder)
    return folder


def run(kit: Path, command: Sequence[str], seconds: float | None = None) -> subprocess.CompletedProcess[str]:
    """Python with these arguments on the copy; `TimeoutExpired` where it takes longer than that."""
    with start(kit, command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as running:
        try:
            said, complained = running.communicate(timeout=seconds)
        except BaseException:
            running.kill()
            raise
    return subprocess.CompletedProcess(command, running.returncode, said, complained)


def start(kit: Path, command: Sequence[str], **how: Any) -> subprocess.Popen[str]:
    """The same, without waiting for it."""
    paths = os.pathsep.join([str(kit), str(kit / "widgets"), str(kit / "tests")])
    env = {**os.environ, "PYTHONPATH": paths, "CONQUISTADORS_SAVES": str(kit / ".saves")}
    return subprocess.Popen([sys.executable, "-B", *command], cwd=kit, env=env, text=True, **how)
