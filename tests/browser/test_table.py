"""The table as a place to sit at: it fits the window, nothing moves, the keyboard is enough, readers are served."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import expect

from support.lab import LabServer, NotebookPage, write_notebook
from support.sizes import size

AXE: Final = Path(__file__).parent / "vendor" / "axe.min.js"
ANSWERS: Final = size("STILL_ANSWERS", thin=12, soak=100)
"""So many answers are given while the places are measured."""
SOUTH: Final = "import conquistadors as cq\ncq.play('solitaire', players=['Ana'], map='south', seed=1532, ready=True)"

PLACES: Final = """table => {
  const at = element => {
    if (!element) return null;
    const box = element.getBoundingClientRect(), from = table.getBoundingClientRect();
    return [box.left - from.left, box.top - from.top].map(Math.round);
  };
  return {
    height: Math.round(table.getBoundingClientRect().height),
    pass: at(table.querySelector(".cq-place-pass")),
    end: at(table.querySelector(".cq-place-end")),
    first: at(table.querySelector(".cq-list > .cq-row:first-child > button:first-child")),
  };
}"""
FOCUS: Final = """() => {
  const at = document.activeElement;
  return at.matches(".cq-place-end button") ? "end" : at.matches(".cq-answers button") ? "answer"
    : at.matches("path.cq-board-space") ? "space " + at.getAttribute("aria-label") : "";
}"""


def opened(notebook: NotebookPage, lab: LabServer, name: str, source: str = SOUTH) -> None:
    notebook.page.set_viewport_size({"width": 1366, "height": 768})
    write_notebook(lab.root / f"{name}.ipynb", source)
    notebook.open(f"{name}.ipynb")
    notebook.page.keyboard.press("Control+b")
    notebook.run_all()
    notebook.table.evaluate("element => element.scrollIntoView({block: 'start'})")


def faults(notebook: NotebookPage) -> list[str]:
    """What axe-core has to say against the table, as far as it is serious."""
    notebook.page.add_script_tag(path=str(AXE))
    found: dict[str, Any] = notebook.page.evaluate("() => axe.run('.cq-table', {resultTypes: ['violations']})")
    return [
        f"{each['id']}: {node['html'][:160]}"
        for each in found["violations"]
        if each["impact"] in ("serious", "critical")
        for node in each["nodes"][:3]
    ]


def test_the_table_fits_the_window_nothing_moves_and_a_second_click_plays_nothing(
    notebook: NotebookPage, lab: LabServer
) -> None:
    opened(notebook, lab, "still")
    table = notebook.table
    room = notebook.page.locator(".jp-WindowedPanel-outer").first.bounding_box()
    box = table.bounding_box()
    assert room is not None
    assert box is not None
    assert box["y"] >= room["y"] - 1
    assert box["y"] + box["height"] <= room["y"] + room["height"] + 1
    assert faults(notebook) == []
    notebook.picture("table-first-question")
    first = table.evaluate(PLACES)
    for _ in range(ANSWERS):
        notebook.press_first()
        now = table.evaluate(PLACES)
        assert now | {"first": now["first"] or first["first"]} == first
    before = notebook.settled()
    table.locator(".cq-answers button.cq-allowed").first.dblclick()
    notebook.changed(before)
    notebook.settled()
    assert int(notebook.state()) == int(before) + 1  # the second click was meant for the question before


@pytest.mark.long
def test_the_keyboard_alone_plays_a_whole_turn(notebook: NotebookPage, lab: LabServer) -> None:
    opened(notebook, lab, "keys")
    page, strip = notebook.page, notebook.table.locator(".cq-panels-strip")

    def focus() -> str:
        return str(page.evaluate(FOCUS))

    def press(key: str) -> None:
        before = notebook.settled()
        page.keyboard.press(key)
        notebook.changed(before)

    for _ in range(120):
        if focus() in ("answer", "end"):
            break
        page.keyboard.press("Tab")
    assert focus() in ("answer", "end")
    press("Enter")  # activates the expedition
    assert focus() in ("answer", "end"), "focus is lost after an answer"
    for _ in range(40):
        if focus().startswith("space "):
            break
        page.keyboard.press("Shift+Tab")
    here = focus()
    assert here.startswith("space ")
    page.keyboard.press("ArrowDown")
    assert focus().startswith("space ")
    assert focus() != here
    for _ in range(120):
        if focus() in ("answer", "end"):
            break
        page.keyboard.press("Tab")
    for _ in range(150):
        if "Turn 2 of" in strip.inner_text():
            break
        if notebook.table.locator(".cq-place-end button").count():
            for _ in range(30):
                if focus() == "end":
                    break
                page.keyboard.press("ArrowDown")
            assert focus() == "end"
        press("Enter")
        assert focus() in ("answer", "end"), "focus is lost after an answer"
    expect(strip).to_contain_text("Turn 2 of")
    expect(notebook.table.locator("[aria-live=polite][role=log]")).to_contain_text("Turn 2")
