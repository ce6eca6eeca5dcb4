"""Break each clause of `breaks.toml` on purpose in a copy of the kit, and see the test that stands for it fall."""

from __future__ import annotations

import sys
import tempfile
import tomllib
from pathlib import Path

from breaks.kits import PYTEST, copy_of_the_kit, run


def falls(kit: Path, test: str) -> bool:
    """Whether the test fails there. It must have run: one that is not found is an error."""
    homes = [
        path for path in (kit / "tests" / "games" / "conquest").rglob("test_*.py") if f"def {test}(" in path.read_text()
    ]
    done = run(kit, [*PYTEST, *map(str, homes), "-k", test])
    if done.returncode not in (0, 1):
        raise SystemExit(f"{test} could not be run:\n{done.stdout}{done.stderr}")
    return done.returncode == 1


def main() -> int:
    """Try every break, or those of the clauses that are named; the exit code says whether all were noticed."""
    breaks = tomllib.loads(Path(__file__).with_name("breaks.toml").read_text(encoding="utf-8"))["break"]
    breaks = [each for each in breaks if each["clause"] in sys.argv[1:] or not sys.argv[1:]]
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
