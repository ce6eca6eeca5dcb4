"""Notebooks as pages under Voila, for a class without JupyterLab."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from support.lab import FIGURE, START, NotebookPage, VoilaServer, write_notebook


def shown(page: NotebookPage, voila: VoilaServer, name: str, wanted: str) -> None:
    page.page.goto(voila.address(f"{name}.ipynb"))
    expect(page.page.locator(wanted).first).to_be_visible()
    page.picture(f"voila-{name}".replace("/", "-"))


@pytest.mark.long
@pytest.mark.parametrize("name", ["conquest/basic_03_movement", "fr/conquest/basic_01_map_and_pieces"])
def test_a_notebook_of_the_course_is_a_page(voila_page: NotebookPage, voila: VoilaServer, name: str) -> None:
    shown(voila_page, voila, name, ".cq-table .leaflet-container")
    pictures = voila_page.page.locator("main img:not(.leaflet-image-layer), .jp-MarkdownOutput img")
    assert all(pictures.evaluate_all("all => all.map(one => one.naturalWidth > 0)"))


@pytest.mark.long
def test_the_first_lesson_of_conquistador_is_a_page(voila_page: NotebookPage, voila: VoilaServer) -> None:
    shown(voila_page, voila, "exploration/01_three_ways_to_score", ".cq-table .leaflet-container")
    voila_page.answer("Pay for all")
    expect(voila_page.table).to_contain_text("372")


@pytest.mark.long
def test_the_odds_explorer_is_a_page(voila_page: NotebookPage, voila: VoilaServer) -> None:
    write_notebook(voila.root / "explorer.ipynb", "import conquistadors as cq\ncq.odds_explorer()")
    shown(voila_page, voila, "explorer", ".cq-explorers-view table")


@pytest.mark.long
def test_a_figure_of_the_laboratory_is_on_a_page(voila_page: NotebookPage, voila: VoilaServer) -> None:
    write_notebook(voila.root / "figure.ipynb", FIGURE)
    shown(voila_page, voila, "figure", ".js-plotly-plot .barlayer .point")


@pytest.mark.long
def test_solitaire_is_played_under_voila(voila_page: NotebookPage, voila: VoilaServer) -> None:
    page = voila_page
    page.page.goto(voila.address("conquest/solitaire_01_rules.ipynb"))
    expect(page.table.locator(".leaflet-container")).to_have_count(1)
    page.answer("Activate F. Pizarro")
    page.expect_prompt("what does F. Pizarro do in Piura?")
    page.answer("Plunder")
    expect(page.prompt).not_to_contain_text("what does F. Pizarro do in Piura?")
    page.picture("voila-solitaire")


def test_the_start_page_is_played_under_voila(voila_page: NotebookPage, voila: VoilaServer) -> None:
    page = voila_page
    page.page.goto(voila.address(START))
    expect(page.table.locator(".leaflet-container")).to_have_count(1)
    page.expect_prompt("Turn 1, round 1. Ana: activate an expedition")
    page.answer("Activate F. Pizarro")
    page.answer("March")
    expect(page.table.locator(".cq-board-target")).not_to_have_count(0)
    page.picture("voila")
