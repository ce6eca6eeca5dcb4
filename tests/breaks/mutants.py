"""Change the rules by chance in a copy of the kit, and see whether a test notices: `make mutants SEED=1518 EACH=30`.

One run of the tests under coverage says which of them execute a line; for a change only those are run, the most
particular first, until one falls. What is known is kept in `.build/mutants`: a run that was interrupted goes on, and
after a change of tests only what they may change is looked at again.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import re
import subprocess
import sys
import tempfile
import tomllib
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from random import Random
from typing import Final

from coverage import CoverageData

from breaks.forks import TRIED, Tried
from breaks.kits import NOBODY, PYTEST, ROOT, copy_of_the_kit, run, start
from breaks.measuring import COSTS
from breaks.mutations import Mutant, modules, mutants_of, told

KEPT: Final = ROOT / ".build" / "mutants"
GAME: Final = "conquest"
LEFT_OUT: Final = ("bots", "odds", "lessons", "playthroughs")
"""Folders of tests that are about something else than the rules."""
CHAPTERS: Final = "1-9,10-14,15-23"
CHOSEN: Final = ("-m", "not long and not soak")
NOTICED: Final = ("killed", "endless", "crashed", "unreadable")
"""A test fell, never ended, took the interpreter with it, or the change is no Python."""
PATIENCE: Final = 1800.0
"""Seconds for the tests of a change that cannot be made in a running interpreter."""


@dataclass
class Measured:
    """What the run under coverage says: by file and line the tests that execute it, and what each costs."""

    executing: dict[tuple[str, int], set[str]] = field(default_factory=lambda: defaultdict(set))
    costs: dict[str, float] = field(default_factory=dict)
    breadth: Counter[str] = field(default_factory=Counter)

    def add(self, test: str, cost: float, lines: Iterable[tuple[str, int]]) -> None:
        self.costs[test] = cost
        for file, line in lines:
            self.executing[file, line].add(test)
            self.breadth[test] += 1


def test_files(game: str) -> list[str]:
    """The tests of the rules of a game."""
    found = (path.relative_to(ROOT) for path in sorted((ROOT / "tests" / "games" / game).rglob("test_*.py")))
    return [path.as_posix() for path in found if path.parent.name not in LEFT_OUT]


def measured(game: str) -> Measured:
    """Which tests execute which line of the rules, and at what cost: kept for each file of tests until it changes."""
    homes = {
        file: KEPT / f"measured-{Path(file).stem}-{_of_rules(game)}-{_of_file(file)}.json" for file in test_files(game)
    }
    unknown = [file for file, home in homes.items() if not home.exists()]
    if unknown:
        print(f"Which test executes what? {len(unknown)} files of tests run once.", flush=True)
        _measure(game, unknown, homes)
    found = Measured()
    for home in homes.values():
        for test, cost, lines in json.loads(home.read_text(encoding="utf-8")):
            found.add(test, cost, ((file, line) for file, each in lines.items() for line in each))
    return found


def _measure(game: str, files: Sequence[str], homes: dict[str, Path]) -> None:
    with tempfile.TemporaryDirectory() as name:
        kit = copy_of_the_kit(Path(name))
        settings = f"[run]\nsource = conquistadors/games/{game}/rules\ndata_file = {kit / 'measured'}\n"
        (kit / ".coveragerc").write_text(settings, encoding="utf-8")
        plugins = ["-p", "breaks.measuring", "-p", "no:benchmark", "-p", "no:xdist", "-p", "no:nbval"]
        done = run(kit, ["-m", "coverage", "run", "-m", "pytest", "-q", *plugins, *CHOSEN, *files])
        if done.returncode != 0:
            raise SystemExit(f"tests fall although nothing is changed:\n{done.stdout}{done.stderr}")
        print(done.stdout.strip().splitlines()[-1], flush=True)
        costs: dict[str, float] = json.loads((kit / COSTS).read_text(encoding="utf-8"))
        lines = _lines(kit)
    KEPT.mkdir(parents=True, exist_ok=True)
    for file in files:
        rows = [(test, cost, lines[test]) for test, cost in costs.items() if test.partition("::")[0] == file]
        homes[file].write_text(json.dumps(rows), encoding="utf-8")


def _lines(kit: Path) -> dict[str, dict[str, list[int]]]:
    """By test and module the lines that ran."""
    data = CoverageData(str(kit / "measured"))
    data.read()
    found: dict[str, dict[str, list[int]]] = defaultdict(lambda: defaultdict(list))
    for path in data.measured_files():
        file = Path(path).relative_to(kit).as_posix()
        for line, contexts in data.contexts_by_lineno(path).items():
            for test in filter(None, contexts):
                found[test][file].append(line)
    return found


@cache
def _of_rules(game: str) -> str:
    return _print_of(modules(ROOT, game))


@cache
def _of_file(file: str) -> str:
    return _print_of([ROOT / file] if (ROOT / file).exists() else [])


@cache
def _of_tests(game: str) -> str:
    return _print_of([ROOT / file for file in test_files(game)])


def _print_of(paths: Iterable[Path]) -> str:
    digest = hashlib.sha256()
    for path in paths:
        digest.update(path.read_bytes())
    return digest.hexdigest()[:12]


def executing(mutant: Mutant, known: Measured) -> list[str]:
    """The tests of a changed line, those that execute the least first.

    Not every line of a longer expression is told by coverage: then those that execute its function.
    """
    for first, last in ((mutant.line, mutant.end[0]), mutant.function):
        tests = set().union(*[known.executing.get((mutant.file, line), ()) for line in range(first, last + 1)])
        if tests:
            break
    return sorted(tests, key=lambda test: (known.breadth[test], test))


class Results:
    """What came of each change, in a file: the test that fell, or that none did, and of which tests that holds."""

    def __init__(self, game: str) -> None:
        self.game = game
        self.path = KEPT / f"results-{game}-{_of_rules(game)}.jsonl"
        self.fates: dict[str, tuple[str, str]] = {}

    def read(self) -> None:
        for line in self.path.read_text(encoding="utf-8").splitlines() if self.path.exists() else ():
            mutant, fate, test, seen = json.loads(line)
            if seen == self._print(test):
                self.fates[mutant] = (fate, test)
            else:
                self.fates.pop(mutant, None)

    def add(self, mutant: str, fate: str, test: str) -> None:
        self.fates[mutant] = (fate, test)
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with self.path.open("a", encoding="utf-8") as kept:
            kept.write(json.dumps([mutant, fate, test, self._print(test)]) + "\n")

    def _print(self, test: str) -> str:
        """A change that a test notices is noticed as long as that file of tests stays the same."""
        return _of_file(test.partition("::")[0]) if test else _of_tests(self.game)


def try_all(kit: Path, mutants: Sequence[Mutant], results: Results) -> None:
    """See what the tests say to all changes of which that is not known: first those named after the clause alone."""
    readable = []
    for mutant in mutants:
        try:
            compile(mutant.applied((kit / mutant.file).read_text(encoding="utf-8")), mutant.file, "exec")
        except SyntaxError:
            results.add(mutant.id, "unreadable", "")
        else:
            readable.append(mutant)
    by_name = [_tried(kit, mutant, named_after(mutant), []) for mutant in readable]
    for came, fate, test in forked(kit, by_name, test_files(results.game)):
        print("." if fate in NOTICED else "?", end="", flush=True)
        if fate in NOTICED:
            results.add(came, fate, test)
    left = [mutant for mutant in readable if mutant.id not in results.fates]
    print(
        f" {len(readable) - len(left)} of {len(readable)} were noticed by tests named after their clauses", flush=True
    )
    if not left:
        return
    known = measured(results.game)
    by_line = [_tried(kit, each, [], [(test, known.costs[test]) for test in executing(each, known)]) for each in left]
    files = sorted({test.partition("::")[0] for each in by_line for test, _ in each["tests"]})
    for came, fate, test in forked(kit, by_line, files):
        print("." if fate in NOTICED else "S", end="", flush=True)
        results.add(came, fate, test)
    for mutant in left:
        if results.fates[mutant.id][0] == "elsewhere":
            results.add(mutant.id, *_on_its_own(kit, mutant, executing(mutant, known)))


def _tried(kit: Path, mutant: Mutant, named: list[str], tests: list[tuple[str, float]]) -> Tried:
    changed = mutant.applied((kit / mutant.file).read_text(encoding="utf-8"))
    return {"id": mutant.id, "file": mutant.file, "changed": changed, "named": named, "tests": tests}


def named_after(mutant: Mutant) -> list[str]:
    """Patterns of tests: of this clause, or a ruling on it, and then of the clauses beside it."""
    chapter, _, section = re.sub(r"^[A-Z]-|[a-d]$|\(.*", "", mutant.clause).partition(".")
    return [rf"::test_(?:[dg]_)?{chapter}_{digits}{end}" for digits, end in ((section, "[a-d_]"), (section[:-1], ""))]


def forked(kit: Path, tried: Sequence[Tried], files: Sequence[str]) -> Iterator[tuple[str, str, str]]:
    """What comes of these changes in forks of one pytest, as soon as it is known: the change, its fate and a test."""
    if not tried:
        return
    reading, writing = os.pipe()
    (kit / TRIED).write_text(json.dumps({"told": writing, "tried": tried}), encoding="utf-8")
    command = [*PYTEST, "-p", "breaks.forks", "-p", "no:xdist", "-p", "no:nbval", *CHOSEN, *files]
    with (kit / "said").open("w") as said, start(kit, command, stdout=said, stderr=said, pass_fds=[writing]) as running:
        os.close(writing)
        with os.fdopen(reading, encoding="utf-8") as lines:
            for line in lines:
                mutant, fate, test = json.loads(line)
                yield mutant, fate, test
        if running.wait() != 0:
            raise SystemExit(f"the tests could not be run:\n{(kit / 'said').read_text(encoding='utf-8')}")


def _on_its_own(kit: Path, mutant: Mutant, tests: Sequence[str]) -> tuple[str, str]:
    """What comes of a change in a fresh interpreter, with the change in its file."""
    path = kit / mutant.file
    whole = path.read_text(encoding="utf-8")
    (kit / "chosen").write_text("\n".join(tests), encoding="utf-8")
    try:
        path.write_text(mutant.applied(whole), encoding="utf-8")
        ended = run(kit, [*PYTEST, *CHOSEN, "@chosen"], PATIENCE).returncode if tests else NOBODY
    except subprocess.TimeoutExpired:
        return "stuck", ""
    finally:
        path.write_text(whole, encoding="utf-8")
    return ("survived" if ended in (0, NOBODY) else "killed"), ""


def sampled(seed: int, each: int, chapters: Iterable[tuple[int, int]], game: str = GAME) -> dict[str, list[Mutant]]:
    """So many changes from every group of chapters of a game, the same for the same seed."""
    found = {}
    for first, last in chapters:
        group = [mutant for mutant in _everything(game) if first <= mutant.chapter <= last]
        found[f"{first}-{last}"] = Random(f"{seed} {first}-{last}").sample(group, min(each, len(group)))
    return found


@cache
def _everything(game: str) -> list[Mutant]:
    return [mutant for path in modules(ROOT, game) for mutant in mutants_of(path, ROOT)]


def reasons() -> dict[str, str]:
    """The changes that change nothing, and why: they are not counted."""
    listed = tomllib.loads(Path(__file__).with_name("equivalent.toml").read_text(encoding="utf-8"))
    return {told(each["file"], each["line"], each["old"], each["new"]): each["why"] for each in listed["mutant"]}


def summed_up(
    group: str, mutants: Sequence[Mutant], fates: dict[str, tuple[str, str]], why: dict[str, str]
) -> Iterator[str]:
    """The share that was noticed, and all that were not, by clause."""
    survivors = [mutant for mutant in mutants if fates[mutant.id][0] not in NOTICED]
    equal = sum(mutant.change in why for mutant in survivors)
    counted = len(mutants) - equal
    killed = len(mutants) - len(survivors)
    endless = sum(fates[mutant.id][0] == "endless" for mutant in mutants)
    share = f"{killed} of {counted} noticed ({killed / max(1, counted):.0%})"
    yield f"Chapters {group}: {share}, {endless} of them as they never end; {equal} change nothing"
    for mutant in sorted(survivors, key=lambda each: (each.chapter, each.clause)):
        fate = fates[mutant.id][0]
        reason = why.get(mutant.change, "" if fate == "survived" else fate)
        yield f"  {mutant.clause:8} {mutant.id}{f'  [{reason}]' if reason else ''}"


def main() -> int:
    """Try the changes, and tell the share that was noticed and all that were not. The exit code is 0 all the same."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1518)
    parser.add_argument("--each", type=int, default=30)
    parser.add_argument("--chapters", default=CHAPTERS, help="groups of chapters: 1-9,10-14,15-23")
    parser.add_argument("--game", default=GAME, help="whose rules")
    asked = parser.parse_args()
    groups = [
        (int(first), int(last or first)) for first, _, last in (g.partition("-") for g in asked.chapters.split(","))
    ]
    drawn = sampled(asked.seed, asked.each, groups, asked.game)
    results, why = Results(asked.game), reasons()
    results.read()
    with tempfile.TemporaryDirectory() as name:
        kit = copy_of_the_kit(Path(name))
        everything = {mutant.id: mutant for mutants in drawn.values() for mutant in mutants}
        results.fates |= {name: ("survived", "") for name, mutant in everything.items() if mutant.change in why}
        unknown = [mutant for name, mutant in everything.items() if name not in results.fates]
        if unknown:
            try_all(kit, unknown, results)
        for group, mutants in drawn.items():
            print("\n".join(summed_up(group, mutants, results.fates, why)), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
