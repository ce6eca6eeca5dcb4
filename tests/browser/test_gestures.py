"""Direct hands on the table in a real browser: a far space by one click, cards that tell, a kernel that is gone."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from conquistadors_widgets.course import lessons, page
from support.lab import LabServer, NotebookPage, VoilaServer, write_notebook

PLAY = 'import conquistadors as cq\ncq.play("solitaire", map="south", seed=1532, ready=True)'
WRONG = 'import conquistadors as cq\ncq.new_game("chess")'


@pytest.mark.xdist_group("lab")
def test_a_far_space_is_one_click_and_a_dead_table_says_what_to_run(notebook: NotebookPage, lab: LabServer) -> None:
    write_notebook(lab.root / "gestures.ipynb", PLAY)
    notebook.page.set_viewport_size({"width": 1366, "height": 768})
    notebook.open("gestures.ipynb")
    notebook.run_all()
    notebook.expect_prompt("Turn 1")
    notebook.picture("gesture-first")
    notebook.click_space("coro")
    expect(notebook.table.locator(".cq-since-lines")).to_contain_text("Coro")
    notebook.picture("gesture-done")
    card = notebook.table.locator(".cq-own [data-card]").first
    card.hover()
    told = notebook.table.locator(".cq-about")
    expect(told).to_be_visible()
    expect(told).to_contain_text(re.compile(r"\w+"))
    notebook.picture("gesture-card-told")
    notebook.page.mouse.move(5, 5)
    notebook.menu("Kernel", "kernelmenu:restart")
    notebook.page.locator(".jp-Dialog .jp-mod-warn, .jp-Dialog .jp-mod-accept").last.click()
    expect(notebook.table.locator(".cq-dead")).to_be_visible()
    notebook.picture("gesture-dead")
    notebook.run_all()
    notebook.table.get_by_role("button", name="Go on", exact=True).click()
    expect(notebook.table.locator(".cq-offer")).to_have_count(0)
    notebook.picture("gesture-back")


@pytest.mark.long
@pytest.mark.xdist_group("lab")
def test_an_error_is_one_sentence_with_the_traceback_a_click_away(notebook: NotebookPage, lab: LabServer) -> None:
    write_notebook(lab.root / "wrong.ipynb", WRONG)
    notebook.open("wrong.ipynb")
    notebook.menu("Run", "runmenu:run-all")
    error = notebook.page.locator('.jp-OutputArea-output[data-mime-type="application/vnd.jupyter.stderr"]')
    expect(error).to_contain_text("chess")
    assert "Traceback" not in error.inner_text()
    folded = notebook.page.locator(".jp-OutputArea details")
    expect(folded).to_have_count(1)
    folded.locator("summary").click()
    expect(folded.locator("pre")).to_contain_text("Traceback")
    notebook.picture("error")


@pytest.mark.long
@pytest.mark.xdist_group("voila")
def test_a_class_lands_on_the_course_and_finds_its_game_again(voila_page: NotebookPage, voila: VoilaServer) -> None:
    """No request leaves the machine (the fixture looks), and a page that is loaded again has the same game."""
    write_notebook(voila.root / "gestures.ipynb", PLAY)
    shown = voila_page.page
    shown.set_viewport_size({"width": 1366, "height": 768})
    shown.goto(voila.health())
    voila_page.picture("voila-landing")
    expect(shown.locator("body")).to_contain_text("Conquistadors")
    shown.goto(voila.address("gestures.ipynb"))
    shown.wait_for_url(re.compile(r"reader=guest-"))
    voila_page.expect_prompt("Turn 1")
    voila_page.click_space("coro")
    asked = voila_page.prompt.inner_text()
    shown.reload()
    expect(voila_page.prompt).to_contain_text(asked.split("?")[0])
    assert "Shift+Enter" not in shown.locator("body").inner_text()
    voila_page.picture("voila-again")
    assert str(page(lessons(voila.root))).count(".ipynb") >= 30
