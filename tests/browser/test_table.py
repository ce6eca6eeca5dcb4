"""The table as a place to sit at: it fits the window, nothing moves, the keyboard is enough, readers are served."""

from __future__ import annotations

from typing import Final

import pytest
from playwright.sync_api import expect

from support.lab import LabServer, NotebookPage, write_notebook
from support.sizes import size

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


LONG: Final = (
    "赤：ベラルカサルは次に何を徴兵しますか？（所持：18ペソ）手元に残せるのは12ペソまでです。残りでユニットを買い、端数は失われます。（15.13）",
    (
        "Angleterre : votre segment océan. Les autres ne voient pas ce que vous y faites. "
        "Commencez quand vous êtes seul devant l’écran. (6.71)"
    ),
    (
        "Rouge : F. Pizarro n’a rien à manger. Qui lui donne un point de nourriture ? "
        "Passez pour laisser l’expédition souffrir de la famine. (8.14)"
    ),
)
"""Questions that are among the longest in play."""
ASKED: Final = """([html, text]) => new Promise(resolve => {
  html.innerHTML = '<div class="cq-prompt"></div>';
  html.firstChild.textContent = text;
  requestAnimationFrame(() => resolve([html.firstChild.scrollHeight, html.firstChild.clientHeight]));
})"""
"""Show another question, and tell how high it is and how much of it is in sight."""

SIZES: Final = [(1366, 768), (1920, 1080)]
"""Of the windows in which a table must fit."""
LATER: Final = (300, 600)
"""So many milliseconds after a click on an answer somebody clicks again."""
CLICKS: Final = """([selector, later]) => new Promise(resolve => {
  const box = document.querySelector(selector).getBoundingClientRect();
  const x = box.left + box.width / 2, y = box.top + box.height / 2;
  const click = () => document.elementFromPoint(x, y)?.click();
  click();
  later.forEach((wait, n) => setTimeout(() => { click(); if (n === later.length - 1) resolve(); }, wait));
})"""
"""Click on a place, and there again after so many milliseconds."""


def opened(
    notebook: NotebookPage, lab: LabServer, name: str, source: str = SOUTH, size: tuple[int, int] = SIZES[0]
) -> None:
    notebook.page.set_viewport_size({"width": size[0], "height": size[1]})
    write_notebook(lab.root / f"{name}.ipynb", source)
    notebook.open(f"{name}.ipynb")
    notebook.page.keyboard.press("Control+b")
    notebook.run_all()
    notebook.table.evaluate("element => element.scrollIntoView({block: 'start'})")


def fits(notebook: NotebookPage) -> bool:
    """Whether all of the table is in sight."""
    room = notebook.page.locator(".jp-WindowedPanel-outer").first.bounding_box()
    box = notebook.table.bounding_box()
    assert room is not None
    assert box is not None
    return box["y"] >= room["y"] - 1 and box["y"] + box["height"] <= room["y"] + room["height"] + 1


def test_the_table_fits_the_window_nothing_moves_and_a_second_click_plays_nothing(
    notebook: NotebookPage, lab: LabServer
) -> None:
    opened(notebook, lab, "still")
    table = notebook.table
    assert fits(notebook)
    assert notebook.faults(".cq-table") == []
    notebook.picture("table-first-question")
    first = table.evaluate(PLACES)
    for _ in range(ANSWERS):
        notebook.press_first()
        now = table.evaluate(PLACES)
        assert now | {"first": now["first"] or first["first"]} == first
    html = notebook.prompt.locator("..").element_handle()
    for text in LONG:
        whole, shown = notebook.page.evaluate(ASKED, [html, text])
        assert whole <= shown + 1, f"a question is cut off: {text}"
        assert table.evaluate(PLACES) == first
    for later in ((0,), LATER):
        before = notebook.settled()
        notebook.page.evaluate(CLICKS, [".cq-answers button.cq-allowed", later])
        notebook.changed(before)
        notebook.settled()
        assert int(notebook.state()) == int(before) + 1  # the second click was meant for the question before


@pytest.mark.long
@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("size", SIZES)
def test_all_that_a_decision_needs_is_in_sight(
    notebook: NotebookPage, lab: LabServer, size: tuple[int, int], dark: bool
) -> None:
    """Map, question, answers, what just happened, odds, forces and hand; in both sizes, light and dark."""
    opened(notebook, lab, "sight", SOUTH, size)
    if dark:
        notebook.dark()
    table = notebook.table
    assert fits(notebook)
    for part in (".leaflet-container", ".cq-prompt", ".cq-list button", ".cq-since", ".cq-odds", ".cq-own article"):
        expect(table.locator(part).first).to_be_in_viewport(ratio=0.99)
    strip = table.locator(".cq-panels-strip")
    assert strip.evaluate("element => element.scrollWidth <= element.clientWidth"), "the points are cut off"
    odds = table.locator(".cq-odds")
    assert odds.evaluate("element => element.scrollHeight <= element.clientHeight"), "the odds are cut off"
    assert notebook.faults(".cq-table") == []
    notebook.picture(f"table-{size[0]}-{'dark' if dark else 'light'}")
    if dark:
        notebook.light()


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
