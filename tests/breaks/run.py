"""Break each clause of `breaks.toml` on purpose in a copy of the kit, and see the test that stands for it fall."""

from __future__ import annotations

import sys
import tempfile
import tomllib
from collections.abc import Sequence
from pathlib import Path

from breaks.kits import PYTEST, copy_of_the_kit, run


def fallen(kit: Path, tests: Sequence[str]) -> str:
    """What is said if one of these tests fails there. They must have run: one that is not found is an error."""
    files = {path: path.read_text() for path in sorted((kit / "tests" / "games" / "conquest").rglob("test_*.py"))}
    homes = [path for path, text in files.items() if any(f"def {test}(" in text for test in tests)]
    done = run(kit, [*PYTEST, *map(str, homes), "-k", " or ".join(tests)])
    if done.returncode not in (0, 1):
        raise SystemExit(f"{tests[0]} could not be run:\n{done.stdout}{done.stderr}")
    return done.stdout if done.returncode else ""


def main() -> int:
    """Try every break, or those of the clauses that are named; the exit code says whether all were noticed."""
    breaks = tomllib.loads(Path(__file__).with_name("breaks.toml").read_text(encoding="utf-8"))["break"]
    known, wanted = {each["clause"] for each in breaks}, set(sys.argv[1:])
    if not wanted <= known:
        raise SystemExit(f"no break of {', '.join(sorted(wanted - known))}; there are {', '.join(sorted(known))}")
    breaks = [each for each in breaks if each["clause"] in (wanted or known)]
    unnoticed = 0
    with tempfile.TemporaryDirectory() as name:
        kit = copy_of_the_kit(Path(name))
        said = fallen(kit, [each["test"] for each in breaks])
        if said:
            raise SystemExit(f"a test fails although nothing is broken:\n{said}")
        for each in breaks:
            path = kit / each["file"]
            whole = path.read_text(encoding="utf-8")
            if whole.count(each["old"]) != 1:
                raise SystemExit(f"{each['clause']}: {each['file']} does not have the text once: {each['old']!r}")
            path.write_text(whole.replace(each["old"], each["new"]), encoding="utf-8")
            noticed = fallen(kit, [each["test"]])
            path.write_text(whole, encoding="utf-8")
            unnoticed += not noticed
            print(f"{each['clause']:7} {each['test'] if noticed else 'NOT NOTICED by ' + each['test']}", flush=True)
    print(f"{len(breaks) - unnoticed} of {len(breaks)} breaks were noticed")
    return 1 if unnoticed else 0


if __name__ == "__main__":
    sys.exit(main())
