"""The games of The Conquistadors in a notebook, by clicks: for now the position is text."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from support.lab import LabServer, NotebookPage, write_notebook

GAMES = {
    "basic": 'cq.play("basic", players=["Ana", "<b>Ben</b>"], map="north", seed=1519, undo="training")',
    "standard": 'cq.play("standard", players=["Ana", "<b>Ben</b>"], map="south", seed=1532, undo="training")',
    "solitaire": 'cq.play("solitaire", players=["<b>Ben</b>"], map="north", seed=1521, undo="training")',
}


@pytest.mark.parametrize("scenario", GAMES)
def test_a_game_is_set_up_and_begun_by_clicks(lab: LabServer, notebook: NotebookPage, scenario: str) -> None:
    write_notebook(lab.root / f"{scenario}.ipynb", f"\nimport conquistadors as cq\n{GAMES[scenario]}\n")
    notebook.open(f"{scenario}.ipynb")
    notebook.run_all()
    table = notebook.table
    table.scroll_into_view_if_needed()
    prompt = table.locator(".cq-prompt")
    expect(table.locator(".cq-position")).to_contain_text("<b>Ben</b>")
    for _ in range(60):
        before = prompt.inner_text() + str(table.locator(".cq-story li").count())
        if "activate an expedition" in before:
            break
        notebook.press_first(before)
    expect(prompt).to_contain_text("(2.0(5))")
    expect(table.locator(".cq-answers button.cq-refused").first).to_be_visible()
    notebook.picture(scenario)
