"""Change the rules by chance in a copy of the kit, and see whether a test notices: `make mutants SEED=1518 EACH=30`.

One run of the tests under coverage says which of them execute a line; for a change only those are run, the most
particular first, until one falls. What is known is kept in `.build/mutants`: a run that was interrupted goes on.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import subprocess
import sys
import tempfile
import tomllib
from collections import defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path
from random import Random
from typing import Final

from coverage import CoverageData

from breaks.kits import NOBODY, PYTEST, ROOT, copy_of_the_kit, run
from breaks.mutations import Mutant, modules, mutants_of

KEPT: Final = ROOT / ".build" / "mutants"
TESTS: Final = ("tests/games/conquest", "tests/games/landfall", "tests/engine")
LEFT_OUT: Final = ("bots", "odds", "lessons", "playthroughs")
"""Folders of tests that are about something else than the rules."""
CHAPTERS: Final = "1-9,10-14,15-23"
PATIENCE: Final = 600.0
"""Seconds after which the tests of a change that never ends are stopped: it is noticed, too."""
SETTINGS: Final = """
[run]
dynamic_context = test_function
source = conquistadors/games
data_file = {data}
"""

Executing = dict[tuple[str, int], set[str]]
"""By file and line, the tests that execute it, as "file::test"."""


def tests_by_line(tests: Sequence[str]) -> Executing:
    """Which tests execute which line of the rules: from one run of all of them, kept until rules or tests change."""
    data = KEPT / f"coverage-{_fingerprint(tests)}"
    if not data.exists():
        print("Which test executes what? All of them run once.", flush=True)
        with tempfile.TemporaryDirectory() as name:
            kit = copy_of_the_kit(Path(name))
            (kit / ".coveragerc").write_text(SETTINGS.format(data=kit / "measured"), encoding="utf-8")
            chosen = [*tests, "-m", "not long and not soak", "--benchmark-disable", "-p", "no:cacheprovider"]
            ignored = [f"--ignore={kit / TESTS[0] / folder}" for folder in LEFT_OUT]
            done = run(kit, ["-m", "coverage", "run", "-m", "pytest", "-q", *chosen, *ignored])
            if done.returncode not in (0, 1):
                raise SystemExit(f"the tests could not be run:\n{done.stdout}{done.stderr}")
            print(done.stdout.strip().splitlines()[-1], flush=True)
            measured = CoverageData(str(kit / "measured"))
            measured.read()
            found = _executing(measured, kit)
        KEPT.mkdir(parents=True, exist_ok=True)
        data.write_text(json.dumps([[*where, sorted(tests)] for where, tests in found.items()]), encoding="utf-8")
    kept = json.loads(data.read_text(encoding="utf-8"))
    return {(file, line): set(tests) for file, line, tests in kept}


def _executing(measured: CoverageData, kit: Path) -> Executing:
    homes = {path.stem: path.relative_to(kit).as_posix() for path in (kit / "tests").rglob("test_*.py")}
    found: Executing = defaultdict(set)
    for path in measured.measured_files():
        file = Path(path).relative_to(kit).as_posix()
        for line, contexts in measured.contexts_by_lineno(path).items():
            for context in filter(None, contexts):
                module, _, test = context.rpartition(".")
                home = homes.get(module.rpartition(".")[2])
                if home is not None:
                    found[file, line].add(f"{home}::{test}")
    return found


def _fingerprint(tests: Sequence[str]) -> str:
    """Changes with the rules and the tests."""
    told = hashlib.sha256(" ".join(tests).encode())
    homes = [
        path for test in tests for path in ((ROOT / test).rglob("test_*.py"), [ROOT / test])[(ROOT / test).is_file()]
    ]
    for path in (*modules(ROOT), *sorted(homes)):
        told.update(path.read_bytes())
    return told.hexdigest()[:12]


def particular_first(mutant: Mutant, executing: Executing) -> list[str]:
    """The tests of a changed line: first those named after its clause, then those that execute the least."""
    tests = set().union(*[executing.get((mutant.file, line), ()) for line in range(mutant.line, mutant.end[0] + 1)])
    named = "test_" + mutant.clause.lower().replace("-", "_").replace(".", "_").partition("(")[0]
    breadth: dict[str, int] = defaultdict(int)
    for where in executing.values():
        for test in where & tests:
            breadth[test] += 1
    return sorted(tests, key=lambda test: (named not in test, breadth[test], test))


def outcome(kit: Path, tests: Sequence[str]) -> int:
    """How these tests end on the copy as it is."""
    (kit / "chosen").write_text("\n".join(tests), encoding="utf-8")
    return run(kit, [*PYTEST, "-m", "not long and not soak", "@chosen"], PATIENCE).returncode


def noticed(kit: Path, mutant: Mutant, tests: Sequence[str]) -> bool:
    """Whether a test falls, or cannot even be read, once the change is made."""
    if not tests:
        return False
    path = kit / mutant.file
    whole = path.read_text(encoding="utf-8")
    changed = mutant.applied(whole)
    try:
        compile(changed, mutant.file, "exec")
        path.write_text(changed, encoding="utf-8")
        ended = outcome(kit, tests)
    except (subprocess.TimeoutExpired, SyntaxError):
        return True
    finally:
        path.write_text(whole, encoding="utf-8")
    return ended not in (0, NOBODY)


def sampled(seed: int, each: int, chapters: Iterable[tuple[int, int]]) -> dict[str, list[Mutant]]:
    """So many changes from every group of chapters, the same for the same seed."""
    everything = [mutant for path in modules(ROOT) for mutant in mutants_of(path, ROOT)]
    found = {}
    for first, last in chapters:
        group = [mutant for mutant in everything if first <= mutant.chapter <= last]
        found[f"{first}-{last}"] = Random(f"{seed} {first}-{last}").sample(group, min(each, len(group)))
    return found


def reasons() -> dict[str, str]:
    """The changes that change nothing, and why: they are not counted."""
    listed = tomllib.loads(Path(__file__).with_name("equivalent.toml").read_text(encoding="utf-8"))
    return {f"{entry['file']} {entry['old']} -> {entry['new']}": entry["why"] for entry in listed.get("mutant", [])}


def main() -> int:
    """Try the changes, and tell the share that was noticed and all that were not. The exit code is 0 all the same."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1518)
    parser.add_argument("--each", type=int, default=30)
    parser.add_argument("--chapters", default=CHAPTERS, help="groups of chapters: 1-9,10-14,15-23")
    parser.add_argument("--tests", nargs="+", default=TESTS, help="files or folders of tests to take them from")
    asked = parser.parse_args()
    groups = [
        (int(first), int(last or first)) for first, _, last in (g.partition("-") for g in asked.chapters.split(","))
    ]
    executing, why = tests_by_line(asked.tests), reasons()
    results = KEPT / f"results-{_fingerprint(asked.tests)}.jsonl"
    KEPT.mkdir(parents=True, exist_ok=True)
    known = dict(json.loads(line) for line in results.read_text().splitlines()) if results.exists() else {}
    with tempfile.TemporaryDirectory() as name, results.open("a", encoding="utf-8") as kept:
        kit = copy_of_the_kit(Path(name))
        some = sorted(next(iter(executing.values())))
        if outcome(kit, some) != 0:
            raise SystemExit(f"tests fall although nothing is changed: {some}")
        for group, mutants in sampled(asked.seed, asked.each, groups).items():
            survivors, equal = [], 0
            for mutant in mutants:
                if mutant.id not in known:
                    known[mutant.id] = noticed(kit, mutant, particular_first(mutant, executing))
                    kept.write(json.dumps([mutant.id, known[mutant.id]]) + "\n")
                    kept.flush()
                    print("." if known[mutant.id] else "S", end="", flush=True)
                if not known[mutant.id]:
                    reason = why.get(f"{mutant.file} {mutant.old} -> {mutant.new}")
                    equal += reason is not None
                    survivors.append((mutant, reason))
            counted = len(mutants) - equal
            killed = counted - (len(survivors) - equal)
            share = f"{killed} of {counted} noticed ({killed / max(1, counted):.0%})"
            print(f"\nChapters {group}: {share}; {equal} change nothing")
            for mutant, reason in sorted(survivors, key=lambda each: (each[0].chapter, each[0].clause)):
                print(f"  {mutant.clause:8} {mutant.id}{'' if reason is None else f'  [{reason}]'}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
