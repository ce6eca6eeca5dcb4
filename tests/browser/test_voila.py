"""Notebooks as pages under Voila, for a class without JupyterLab."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from support.lab import FIGURE, SLOW, START, LabServer, NotebookPage, VoilaServer, write_notebook
from support.pictures import PICTURES


@pytest.fixture(scope="module")
def voila(lab: LabServer, tmp_path_factory: pytest.TempPathFactory) -> Iterator[VoilaServer]:
    with VoilaServer(lab.root, tmp_path_factory.mktemp("voila")) as server:
        yield server


def shown(voila: VoilaServer, browser: Browser, name: str, wanted: str) -> None:
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    page = NotebookPage(context.new_page(), voila, PICTURES)
    page.page.goto(voila.address(f"{name}.ipynb"))
    expect(page.page.locator(wanted).first).to_be_visible(timeout=2 * SLOW)
    page.picture(f"voila-{name}".replace("/", "-"))
    context.close()
    assert page.complaints == []


def test_a_notebook_of_the_course_is_a_page(voila: VoilaServer, browser: Browser) -> None:
    shown(voila, browser, "conquest/basic_03_movement", ".cq-table .leaflet-container")


def test_the_odds_explorer_is_a_page(voila: VoilaServer, browser: Browser) -> None:
    write_notebook(voila.root / "explorer.ipynb", "import conquistadors as cq\ncq.odds_explorer()")
    shown(voila, browser, "explorer", ".cq-explorers-view table")


def test_a_figure_of_the_laboratory_is_on_a_page(voila: VoilaServer, browser: Browser) -> None:
    write_notebook(voila.root / "figure.ipynb", FIGURE)
    shown(voila, browser, "figure", ".js-plotly-plot .barlayer .point")


def test_solitaire_is_played_under_voila(voila: VoilaServer, browser: Browser) -> None:
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    page = NotebookPage(context.new_page(), voila, PICTURES)
    page.page.goto(voila.address("conquest/solitaire_01_rules.ipynb"))
    expect(page.table.locator(".leaflet-container")).to_have_count(1, timeout=2 * SLOW)
    page.answer("Activate F. Pizarro")
    page.expect_prompt("what does F. Pizarro do in Piura?")
    page.answer("Plunder")
    expect(page.prompt).not_to_contain_text("what does F. Pizarro do in Piura?")
    page.picture("voila-solitaire")
    context.close()
    assert page.complaints == []


def test_the_start_page_is_played_under_voila(voila: VoilaServer, browser: Browser) -> None:
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    page = NotebookPage(context.new_page(), voila, PICTURES)
    page.page.goto(voila.address(START))
    expect(page.table.locator(".leaflet-container")).to_have_count(1, timeout=2 * SLOW)
    page.expect_prompt("Turn 1, round 1. Ana: activate an expedition")
    page.answer("Activate F. Pizarro")
    page.answer("March")
    expect(page.table.locator(".cq-board-target")).not_to_have_count(0)
    page.picture("voila")
    context.close()
    assert page.complaints == []
