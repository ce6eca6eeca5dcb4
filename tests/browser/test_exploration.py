"""Conquistador! in a notebook: a turn of Spain by clicks, from the Council to the next one."""

from __future__ import annotations

from typing import Final

import pytest
from playwright.sync_api import expect

from support.lab import LabServer, NotebookPage, VoilaServer, write_notebook

MOST_CLICKS: Final = 40
PORT: Final = "Cibao 2316, water 1"
LANDFALL: Final = "2316"
"""Clicked on the map, which then asks for the water."""
PLAN: Final = (
    *("Call Missionaries", "Number: 1", "Buy: Carrack · 8 ducats", "Number: 1 · 8 ducats"),
    *("Fit out an expedition: Europe", "Choose Columbus", LANDFALL, "Do it", "Finish"),
)
"""A Missionary, a Carrack, and an Expedition of all ships to Hispaniola and back."""
WISHES: Final = (
    *(f"Sail to {PORT} · 3 bounds, column 3", "Missionary 1 comes aboard", "Land or load", "Missionary 1 goes ashore"),
    *("Search for gold: Cibao 2316", "Stay", "Pay for all", "Finish", "Number: 0"),
)
"""What is wanted of the rest of the turn, the first that is offered."""


def fill(notebook: NotebookPage, row: str, number: int) -> None:
    """Fill in a number of the form, and wait until the table has counted with it."""
    before = notebook.state()
    box = notebook.table.locator(".cq-form-row", has_text=row).locator("input")
    box.fill(str(number))
    box.press("Tab")
    notebook.changed(before)


LESSON: Final = "exploration/01_three_ways_to_score"


def test_the_first_lesson_counts_a_finished_board(notebook: NotebookPage) -> None:
    notebook.page.set_viewport_size({"width": 1366, "height": 768})
    notebook.open(f"{LESSON}.ipynb")
    notebook.page.keyboard.press("Control+b")
    notebook.run_all()
    notebook.table.evaluate("element => element.scrollIntoView({block: 'start'})")
    notebook.picture("exploration-lesson")
    notebook.answer("Pay for all")
    expect(notebook.table).to_contain_text("372")
    notebook.picture("exploration-lesson-counted")


def test_a_turn_of_spain_is_played_by_clicks(notebook: NotebookPage, lab: LabServer) -> None:
    notebook.page.set_viewport_size({"width": 1366, "height": 768})
    write_notebook(lab.root / "exploration.ipynb", "import conquistadors as cq\ncq.play('exploration', seed=5)")
    notebook.open("exploration.ipynb")
    notebook.page.keyboard.press("Control+b")
    notebook.run_all()
    notebook.table.evaluate("element => element.scrollIntoView({block: 'start'})")
    a_turn_of_spain(notebook, "exploration")


@pytest.mark.long
def test_a_turn_of_spain_is_played_under_voila(voila_page: NotebookPage, voila: VoilaServer) -> None:
    write_notebook(voila.root / "exploration.ipynb", "import conquistadors as cq\ncq.play('exploration', seed=5)")
    voila_page.page.set_viewport_size({"width": 1366, "height": 768})
    voila_page.page.goto(voila.address("exploration.ipynb"))
    expect(voila_page.table.locator(".leaflet-container")).to_have_count(1)
    a_turn_of_spain(voila_page, "voila-exploration")


def a_turn_of_spain(page: NotebookPage, pictures: str) -> None:
    """A plan with the form of an Expedition, then all that is asked until the next turn."""
    strip = page.table.locator(".cq-panels-strip")
    page.picture(f"{pictures}-council")
    for label in PLAN:
        if label == LANDFALL:
            page.click_space(label)
            page.picture(f"{pictures}-water")
            page.answer(PORT, whole=False)
            for row, number in (("Carracks", 1), ("Bounds", 6)):
                fill(page, row, number)
            expect(page.table.locator(".cq-comes-to")).to_contain_text("6 bounds for 12 ducats")
            expect(page.table.locator(".cq-outlook")).to_contain_text("there and back")
            page.picture(f"{pictures}-form")
        else:
            page.answer(label)
    answers = page.table.locator(".cq-answers button.cq-allowed")
    clicks = len(PLAN) + 3
    while "Turn 1 of" in strip.inner_text() and clicks < MOST_CLICKS:
        offered = answers.all_inner_texts()
        if "Land or load" in offered:
            page.picture(f"{pictures}-landfall")
        wanted = next((each for each in WISHES if each in offered), offered[-1])
        page.answer(wanted)
        clicks += 1
    expect(strip).to_contain_text("Turn 2 of 21")
    page.picture(f"{pictures}-next-turn")


FOUND = """
import conquistadors as cq
from conquistadors.engine.game import Game
from conquistadors.games.exploration.builder import build

position = build(
    turn=6, treasury=60, forces={"2316": (1, 6)}, people={"missionary-1": "2316"}, ships={"europe": (1, 0)}
)
cq.play(Game.new(position.rules, seed=2, position=position))
"""


def test_gold_is_found_and_natives_rise_by_clicks_in_the_dark(notebook: NotebookPage, lab: LabServer) -> None:
    notebook.page.set_viewport_size({"width": 1920, "height": 1080})
    write_notebook(lab.root / "found.ipynb", FOUND)
    notebook.open("found.ipynb")
    notebook.page.keyboard.press("Control+b")
    notebook.run_all()
    notebook.dark()
    notebook.table.evaluate("element => element.scrollIntoView({block: 'start'})")
    notebook.answer("Finish")
    notebook.answer("Search for gold: Cibao 2316")
    expect(notebook.table.locator(".cq-aside")).to_contain_text("Gold is found: Cibao 2316!")
    notebook.picture("exploration-gold-dark-1920")
    notebook.answer("Finish")
    notebook.answer("Finish")
    expect(notebook.table.locator(".cq-aside")).to_contain_text("An uprising in Caribbean!")
    notebook.picture("exploration-uprising-dark-1920")
    for _ in range(2):
        notebook.answer("Lose a Colonist: Cibao 2316")
    notebook.answer("Pay for all")
    expect(notebook.table.locator(".cq-panels-strip")).to_contain_text("Turn 7 of 21")


WAR = """
import conquistadors as cq
from conquistadors.engine.game import Game
from conquistadors.games.exploration.rules.game import Campaign
from conquistadors.games.exploration.rules.pieces import Expedition, Fleet, Force

rules = Campaign()
position = rules.start()
position.turn, position.phase, position.order = 5, "B", rules.seats
position.tasks = ("end-turn", "phase-E", "phase-D", "phase-C", "coast:spain-1")
for area in position.countries:
    position.edit_country(area, native=0)
position.set_force("england", "2314", Force(0, 2))
position.set_force("england", "1519", Force(2, 3))
position.set_fleet("england", "2314", Fleet(1))
position.expeditions["spain-1"] = Expedition("spain", 0, 3, False, "2412", None, 9, soldiers=6)
cq.play(Game.new(rules, seed=1, position=position))
"""


def test_a_battle_a_prize_and_a_port_by_clicks(notebook: NotebookPage, lab: LabServer) -> None:
    """Two at one screen: Spain attacks a ship of England, takes it, and storms the port."""
    notebook.page.set_viewport_size({"width": 1366, "height": 768})
    write_notebook(lab.root / "war.ipynb", WAR)
    notebook.open("war.ipynb")
    notebook.page.keyboard.press("Control+b")
    notebook.run_all()
    notebook.table.evaluate("element => element.scrollIntoView({block: 'start'})")
    notebook.picture("campaign-curtain")
    notebook.press("I am Spain: show my side")
    notebook.picture("campaign-coast")
    for label in ("Sail to Puerto Rico 2314", "Attack the ships of England"):
        notebook.answer(label, whole=False)
    expect(notebook.table).to_contain_text("Take the Caravel as a Prize")
    expect(notebook.table.locator(".cq-contest")).to_be_visible()
    notebook.picture("campaign-battle")
    notebook.answer("Take the Caravel as a Prize")
    notebook.answer("Storm the port")
    notebook.answer("Number: 6")
    expect(notebook.table).to_contain_text("how many Soldiers stay in Puerto Rico 2314?")
    notebook.picture("campaign-storm")
    notebook.answer("Number: 2")
    rest_of_the_turn(notebook)


def rest_of_the_turn(notebook: NotebookPage) -> None:
    """Both do what is left of it, and nothing more; the curtain falls between them."""
    strip = notebook.table.locator(".cq-panels-strip")
    shown = notebook.table.locator(".cq-answers button.cq-allowed, button.cq-curtain")
    for _ in range(MOST_CLICKS):
        if "Turn 6" in strip.inner_text():
            break
        notebook.settled()
        offered = shown.all_inner_texts()
        mine = next((each for each in offered if each.endswith("show my side")), None)
        if mine is None:
            notebook.answer(next(each for each in ("Finish", "Begin", "Stay", "Pay for all") if each in offered))
        else:
            notebook.press(mine)
            expect(notebook.table.locator(".cq-answers button.cq-allowed").first).to_be_visible()
    expect(strip).to_contain_text("Turn 6 of 21")
    notebook.picture("campaign-next-turn")
