"""The viewer, the quiz and the explorers, by clicks and sliders."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, expect

from support.lab import FIGURE, LabServer, NotebookPage, write_notebook


def opened(notebook: NotebookPage, lab: LabServer, name: str, source: str) -> Locator:
    write_notebook(lab.root / f"{name}.ipynb", f"import conquistadors as cq\n{source}")
    notebook.open(f"{name}.ipynb")
    notebook.page.keyboard.press("Control+b")
    notebook.run_all()
    shown = notebook.page.locator(".jp-OutputArea-output .cq, .jp-OutputArea-child .cq").first
    shown.evaluate("element => element.scrollIntoView({block: 'start'})")
    return shown


def drag(slider: Locator, presses: int) -> None:
    """Move a slider by its keys, each of which is seen to move it: a page that is still being laid out may miss one."""
    readout = slider.locator(".widget-readout")
    for _ in range(presses):
        before = readout.inner_text()
        slider.locator(".noUi-handle").press("ArrowRight")
        expect(readout).not_to_have_text(before)


GAME = """
from conquistadors.bots.captain import CaptainBot
game = cq.new_game("solitaire", players=["Ana"], map="north", seed=1521)
bot = CaptainBot(1)
for _ in range(300):
    game.play(bot.answer(game.view("red")))
"""
EXERCISES = '"leader-fate", "fifth-hit", reader="<b>Ana</b>"'


def test_explorers_quiz_and_viewer_follow_their_controls(notebook: NotebookPage, lab: LabServer) -> None:
    """All in one cell: opening a notebook takes longer than anything that is tried in it."""
    shows = ["cq.odds_explorer()", "cq.battle_lab()", f"cq.quiz({EXERCISES})", "cq.replay(game)"]
    opened(notebook, lab, "all", f"{GAME}import ipywidgets as w\nw.VBox([{', '.join(shows)}])")
    odds, battle, quiz, viewer = (notebook.page.locator(".cq").nth(number) for number in range(len(shows)))
    explore_odds(odds)
    notebook.picture("odds-explorer")
    explore_a_battle(notebook, battle)
    notebook.picture("battle-lab")
    answer_a_quiz(quiz)
    notebook.picture("quiz")
    walk_through(notebook, viewer)
    assert notebook.faults(".cq") == []


def explore_odds(shown: Locator) -> None:
    table = shown.locator(".cq-explorers-view table").first
    expect(table).to_contain_text("%")
    shown.locator("select").first.select_option(label="Discovery (4.11)")
    expect(table).to_contain_text("village")
    before = table.inner_text()
    shown.locator("select").nth(1).select_option(label="4")
    expect(table).not_to_have_text(before)
    shown.get_by_role("button", name="Keep this as A").click()
    shown.locator("select").first.select_option(label="Spanish combat (6.22)")
    before = table.inner_text()
    drag(shown.locator(".widget-hslider").first, 1)
    expect(table).not_to_have_text(before)
    expect(shown.locator(".js-plotly-plot")).not_to_have_count(0)


def explore_a_battle(notebook: NotebookPage, shown: Locator) -> None:
    results = shown.locator(".cq-explorers-results")
    expect(results).to_contain_text("%")
    before = results.inner_text()
    drag(shown.locator(".widget-hslider").first, 1)
    answered = "document.querySelector('.cq-explorers-results').innerText !== was"
    given_up = "document.querySelector('.cq-explorers-message').innerText !== ''"
    notebook.page.wait_for_function(f"([was]) => {answered} || {given_up}", arg=[before])
    if results.inner_text() == before:  # a busy machine has no patience; the button waits
        shown.get_by_role("button", name="Work it out").click()
    notebook.page.wait_for_function(f"([was]) => {answered}", arg=[before])


def answer_a_quiz(shown: Locator) -> None:
    shown.locator("input[type=text]").first.fill("1/2")
    shown.get_by_role("button", name="Check").click()
    expect(shown).to_contain_text("0 of 2 solved")
    shown.get_by_role("button", name="Hint").click()
    shown.get_by_role("button", name="Next question").click()
    expect(shown).to_contain_text("Question 2 of 2")


def walk_through(notebook: NotebookPage, viewer: Locator) -> None:
    place = viewer.locator(".cq-viewer-now")
    expect(place).to_contain_text("Move 0 of")
    viewer.get_by_role("button", name="Next turn").click()
    expect(place).to_contain_text("Turn 1")
    viewer.get_by_role("button", name="Forward").click()
    viewer.get_by_role("button", name="Back").click()
    expect(place).to_contain_text("Turn 1")
    viewer.get_by_role("button", name="Last").click()
    expect(place).not_to_contain_text(re.compile(r"Turn 1\b"))
    notebook.picture("viewer")
    viewer.get_by_role("button", name="Play on from here").click()
    expect(notebook.page.locator(".cq-table .cq-prompt")).to_be_visible()
    notebook.picture("viewer-branch")


@pytest.mark.long
def test_a_figure_of_the_laboratory_is_shown(notebook: NotebookPage, lab: LabServer) -> None:
    write_notebook(lab.root / "figure.ipynb", FIGURE)
    notebook.open("figure.ipynb")
    notebook.run_all()
    expect(notebook.page.locator(".js-plotly-plot .barlayer .point").first).to_be_visible()
    notebook.picture("figure")


@pytest.mark.long
def test_what_is_in_the_box_is_shown(notebook: NotebookPage, lab: LabServer) -> None:
    shown = opened(
        notebook,
        lab,
        "box",
        "import ipywidgets as w\nw.VBox([cq.table_view('combat'), cq.card_gallery(), cq.map_atlas()])",
    )
    expect(shown).to_contain_text("reconstructed", ignore_case=True)
    expect(notebook.page.locator(".cq").nth(1)).to_contain_text("Mano de Dios")
    expect(notebook.page.locator(".cq").nth(2)).to_contain_text("Tenochtitlan")
    notebook.picture("box")
