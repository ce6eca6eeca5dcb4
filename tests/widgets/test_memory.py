"""A long session at one table: what it costs, in a process of its own as a kernel is."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

TESTS = str(Path(__file__).parents[1])

ANSWERS = 500

SESSION = """
import gc, json, resource, sys, tempfile
from ipywidgets.widgets.widget import _instances as live
import conquistadors as cq
from conquistadors_widgets import slices
from support.tables import buttons

seconds = 0.0
slices.clock = lambda: seconds

table = cq.play("solitaire", seed=2, map="north", undo="training", ready=True, autosave=tempfile.mkdtemp())

def memory():
    gc.collect()
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * resource.getpagesize() / 1e6

def answer(times):
    global seconds
    for number in range(times):
        if table.game.pending is None:
            table._toolbar._buttons["undo"].click()
        table._tabs.turn_to(table._tabs.pages[number % len(table._tabs.pages)])
        allowed = buttons(table)
        seconds += 1
        allowed[number % len(allowed)].click()

answer(60)
before, widgets = memory(), len(live)
answer(int(sys.argv[1]))
print(json.dumps({"megabytes": memory() - before, "widgets": len(live) - widgets}))
"""


@pytest.mark.long
def test_a_long_session_costs_less_than_fifty_megabytes_and_leaves_no_orphans() -> None:
    """Orphans alone are looked for in `make test`, by the tests of each widget."""
    command = [sys.executable, "-c", SESSION, str(ANSWERS)]
    done = subprocess.run(command, env=os.environ | {"PYTHONPATH": TESTS}, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    grown = json.loads(done.stdout.splitlines()[-1])
    assert grown["megabytes"] < 50
    assert grown["widgets"] < 120  # more buttons in the pools, each with its layout and style: no more than one menu
