"""Break each clause of `breaks.toml` on purpose in a copy of the kit, and see the test that stands for it fall."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent


def copy_of_the_kit(folder: Path) -> Path:
    """The package, its data and its tests, in a folder of their own."""
    for part in ("conquistadors", "data", "tests", "widgets"):
        shutil.copytree(ROOT / part, folder / part, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", folder)
    return folder


def falls(kit: Path, test: str) -> bool:
    """Whether the test fails there. It must have run: one that is not found is an error."""
    command = [sys.executable, "-B", "-m", "pytest", "-q", "-x", "-p", "no:benchmark", "-p", "no:cacheprovider"]
    paths = os.pathsep.join([str(kit), str(kit / "widgets")])
    homes = [
        path for path in (kit / "tests" / "games" / "conquest").rglob("test_*.py") if f"def {test}(" in path.read_text()
    ]
    done = subprocess.run(
        [*command, *map(str, homes), "-k", test],
        cwd=kit,
        env={**os.environ, "PYTHONPATH": paths},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode not in (0, 1):
        raise SystemExit(f"{test} could not be run:\n{done.stdout}{done.stderr}")
    return done.returncode == 1


def main() -> int:
    """Try every break; the exit code says whether all were noticed."""
    breaks = tomllib.loads(Path(__file__).with_name("breaks.toml").read_text(encoding="utf-8"))["break"]
    unnoticed = 0
    with tempfile.TemporaryDirectory() as name:
        kit = copy_of_the_kit(Path(name))
        for each in breaks:
            path = kit / each["file"]
            whole = path.read_text(encoding="utf-8")
            if whole.count(each["old"]) != 1:
                raise SystemExit(f"{each['clause']}: {each['file']} does not have the text once: {each['old']!r}")
            if falls(kit, each["test"]):
                raise SystemExit(f"{each['test']} fails although nothing is broken")
            path.write_text(whole.replace(each["old"], each["new"]), encoding="utf-8")
            noticed = falls(kit, each["test"])
            path.write_text(whole, encoding="utf-8")
            unnoticed += not noticed
            print(f"{each['clause']:7} {each['test'] if noticed else 'NOT NOTICED by ' + each['test']}", flush=True)
    print(f"{len(breaks) - unnoticed} of {len(breaks)} breaks were noticed")
    return 1 if unnoticed else 0


if __name__ == "__main__":
    sys.exit(main())
