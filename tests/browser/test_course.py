"""Notebooks of the course in JupyterLab: every cell runs, and what it shows is alive."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from support.lab import SLOW, NotebookPage

NOTEBOOKS = {
    "conquest/basic_03_movement": ".cq-table .leaflet-container",
    "conquest/solitaire_01_rules": ".cq-table .cq-prompt",
    "exploration/06_gold": ".cq-table .leaflet-container",
    "odds/01_every_roll": ".cq-explorers-view table",
    "odds/02_battles": ".cq-explorers-results",
}


@pytest.mark.long
@pytest.mark.parametrize("name", NOTEBOOKS)
def test_a_notebook_of_the_course_runs_and_is_alive(notebook: NotebookPage, name: str) -> None:
    notebook.open(f"{name}.ipynb")
    notebook.run_all()
    shown = notebook.page.locator(NOTEBOOKS[name]).first
    expect(shown).to_be_visible(timeout=SLOW)
    shown.scroll_into_view_if_needed()
    notebook.picture(name.replace("/", "-"))
