"""What the tests cost: a pytest plug-in that writes a line for every test, and the table `make test` ends with.

Seconds of CPU are what a test costs on any machine, seconds by the clock what somebody waits. Nothing fails for being
slow: the table shows where the time goes, beside what is planned for it.
"""

from __future__ import annotations

import json
import os
import resource
import sys
import time
from collections import defaultdict
from collections.abc import Generator, Mapping
from dataclasses import astuple, dataclass
from pathlib import Path
from typing import Any, Final

import pytest

TIMES: Final = "TEST_TIMES"
"""The variable that names the file to which the lines go; without it nothing is written."""
COST: Final = "cost"


@dataclass(frozen=True)
class Cost:
    """What something took, in seconds."""

    cpu: float
    wall: float

    def __add__(self, other: Cost) -> Cost:
        return Cost(self.cpu + other.cpu, self.wall + other.wall)

    def since(self, before: Cost) -> Cost:
        return Cost(self.cpu - before.cpu, self.wall - before.wall)


BEGUN: Final = pytest.StashKey[Cost]()
"""When a test began."""


def now() -> Cost:
    """The CPU of this process and of the children it has waited for; the clock."""
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return Cost(time.process_time() + children.ru_utime + children.ru_stime, time.monotonic())


# The plug-in ---------------------------------------------------------------------------------------------------------


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, Any, Any]:
    """A test with its set-up and its end; fixtures that many share are paid by the first."""
    item.stash[BEGUN] = now()
    return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Generator[None, Any, Any]:
    report = yield
    if call.when == "teardown":
        report.user_properties.append((COST, astuple(now().since(item.stash[BEGUN]))))
    return report


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Where the reports arrive: without workers here, with workers in the process that leads them."""
    if report.when != "teardown" or TIMES not in os.environ or "PYTEST_XDIST_WORKER" in os.environ:
        return
    cost = dict(report.user_properties).get(COST)
    with Path(os.environ[TIMES]).open("a", encoding="utf-8") as file:
        file.write(json.dumps([report.nodeid, cost]) + "\n")


# The table -----------------------------------------------------------------------------------------------------------

GAME: Final = 200
"""Seconds of CPU that are planned for the unit tests of one game."""
GENERIC: Final = 150
"""And for those of all rooms that know no game."""
PLANNED: Final = {"types": 60, "lint": 60, "wheel": 30}
"""Seconds by the clock that are planned for a part by itself."""


def folder_of(test: str) -> str:
    """What a test is counted under: its game, its room, or the folder of its notebook."""
    folders = Path(test.partition("::")[0]).parts[:-1]
    return "/".join(folders[: 3 if folders[1:2] == ("games",) else 2])


def read(file: Path) -> dict[str, Cost]:
    """What the tests of a part cost, by folder."""
    costs: dict[str, Cost] = defaultdict(lambda: Cost(0.0, 0.0))
    for line in file.read_text(encoding="utf-8").splitlines():
        test, cost = json.loads(line)
        costs[folder_of(test)] += Cost(*cost)
    return dict(costs)


def table(parts: Mapping[str, float], folders: Mapping[str, Mapping[str, Cost]]) -> str:
    """Seconds by the clock for every part, for its folders what they cost, and beside it what is planned."""
    lines = ["", "What it took: seconds by the clock, beside other parts; below a part, seconds of CPU by folder"]
    for part, seconds in parts.items():
        lines.append(f"{part:<30}{seconds:>6.0f} s" + (f"   planned {PLANNED[part]}" if part in PLANNED else ""))
        for folder, cost in sorted(folders.get(part, {}).items()):
            game = f"   planned {GAME}" if part == "unit" and folder.startswith("tests/games/") else ""
            lines.append(f"  {folder:<28}{cost.cpu:>6.0f} CPU" + game)
    unit = folders.get("unit", {})
    generic = sum(cost.cpu for folder, cost in unit.items() if not folder.startswith("tests/games/"))
    lines.append(f"{'unit tests of no game':<30}{generic:>6.0f} CPU   planned {GENERIC}")
    return "\n".join(lines)


def main(folder: Path) -> None:
    """Print what `make test` has left in a folder: `PART.tests` by the plug-in, `PART.seconds` by the Makefile."""
    parts = {file.stem: float(file.read_text(encoding="utf-8")) for file in sorted(folder.glob("*.seconds"))}
    print(table(parts, {file.stem: read(file) for file in sorted(folder.glob("*.tests"))}))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
