"""Two kernels on one game in a real browser: the second looks on or takes over, and everybody sees how it is saved."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from support.lab import LabServer, NotebookPage, write_notebook


@pytest.mark.long
def test_a_game_that_is_open_elsewhere_is_taken_over(notebook: NotebookPage, lab: LabServer) -> None:
    notebook.page.set_viewport_size({"width": 1366, "height": 768})
    write_notebook(
        lab.root / "one.ipynb",
        "import conquistadors as cq\ncq.play('solitaire', players=['Ana'], map='south', seed=1532, ready=True)",
    )
    write_notebook(lab.root / "two.ipynb", "import conquistadors as cq\ncq.play(cq.resume())")
    notebook.open("one.ipynb")
    notebook.run_all()
    state = notebook.table.locator(".cq-saving")
    expect(state).to_have_text("Not saved yet")
    notebook.press_first()
    expect(state).to_have_text(re.compile(r"Saved \d\d:\d\d"))
    notebook.picture("saving-saved")
    asked = notebook.prompt.inner_text()

    notebook.page.goto("about:blank")
    notebook.open("two.ipynb")
    notebook.run_all()
    expect(notebook.table.locator(".cq-saving")).to_have_text("Open elsewhere")
    notebook.picture("saving-elsewhere")
    notebook.table.locator("button.cq-allowed").first.click()
    expect(notebook.table.locator(".cq-message")).to_contain_text("take over before you play here")
    notebook.expect_prompt(asked)
    notebook.table.get_by_role("button", name="Take over", exact=True).click()
    expect(notebook.table.locator(".cq-saving")).to_have_text(re.compile(r"Saved \d\d:\d\d"))
    notebook.press_first()
    notebook.table.get_by_role("button", name="More", exact=True).click()
    expect(notebook.table.locator(".cq-saves option").first).to_contain_text("Ana")
    notebook.picture("saving-list")


FULL_DISK = """
import errno
import conquistadors as cq
from conquistadors.engine import autosave

write = autosave.write


def full(*_):
    autosave.write = write  # there is room again when it is tried again
    raise OSError(errno.ENOSPC, "No space left on device")


table = cq.play("solitaire", players=["Ana"], map="south", seed=1532, ready=True)
autosave.write = full
table
"""


@pytest.mark.long
def test_a_full_disk_is_seen_and_saving_is_tried_again(notebook: NotebookPage, lab: LabServer) -> None:
    notebook.page.set_viewport_size({"width": 1366, "height": 768})
    write_notebook(lab.root / "full.ipynb", FULL_DISK)
    notebook.open("full.ipynb")
    notebook.run_all()
    notebook.press_first()
    state = notebook.table.locator(".cq-saving")
    expect(state).to_have_text("NOT SAVED: the disk is full")
    notebook.table.evaluate("element => element.scrollIntoView({block: 'start'})")
    notebook.picture("saving-failed")
    notebook.press("Try again")
    expect(state).to_have_text(re.compile(r"Saved \d\d:\d\d"))
