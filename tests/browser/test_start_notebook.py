"""The start notebook in a real browser, by clicks."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from support.lab import START, LabServer, NotebookPage, write_notebook

LANDFALL = """
import conquistadors as cq
from conquistadors.bots import RandomBot

cq.play("example", players=["Ana", "Ben"], bots={"blue": RandomBot(seed=3)}, seed=1492)
"""


def opened(notebook: NotebookPage, name: str = START) -> None:
    notebook.open(name)
    notebook.run_all()
    notebook.table.scroll_into_view_if_needed()


@pytest.fixture
def landfall(lab: LabServer, notebook: NotebookPage) -> NotebookPage:
    write_notebook(lab.root / "landfall.ipynb", LANDFALL)
    opened(notebook, "landfall.ipynb")
    return notebook


def test_the_start_notebook_plays_an_impulse_at_once(notebook: NotebookPage) -> None:
    """By buttons and by clicks on the map; then in the dark."""
    opened(notebook)
    notebook.page.keyboard.press("Control+b")
    table = notebook.table
    table.evaluate("element => element.scrollIntoView({block: 'start'})")
    notebook.expect_prompt("Turn 1, round 1. Ana: activate an expedition")
    expect(table.locator(".leaflet-container")).to_have_count(1)
    notebook.picture("start")
    notebook.answer("Activate F. Pizarro")
    notebook.answer("March")
    expect(table.locator(".cq-board-target")).not_to_have_count(0)
    notebook.picture("start-march")
    notebook.click_space("hunza")
    expect(table.locator(".cq-message summary")).to_contain_text("3.")  # too far away
    notebook.picture("illegal-click")
    notebook.click_space("darien-south")
    notebook.expect_prompt("F. Pizarro's discovery in Darién")
    notebook.press("Undo")
    notebook.expect_prompt("where does F. Pizarro march from Panama")

    notebook.dark()
    ink = table.evaluate("element => getComputedStyle(element).color")
    paper = table.evaluate("element => getComputedStyle(element).backgroundColor")
    assert contrast(ink, paper) > 7
    notebook.picture("dark")


def test_the_example_game_is_played_by_clicks(landfall: NotebookPage) -> None:
    notebook = landfall
    table = notebook.table
    prompt = table.locator(".cq-prompt")
    expect(prompt).to_contain_text("Round 1. Ana: sail, prepare, or play a card. 2.1")
    expect(table.locator(".leaflet-container")).to_have_count(1)
    expect(table.locator(".cq-own")).to_contain_text("Chart")
    notebook.press("Play Storm")
    expect(table.locator(".cq-message")).to_contain_text("only play a Chart")
    expect(table.locator(".cq-message summary")).to_have_text("3.1")
    notebook.picture("refusal")

    notebook.press("Play Chart")
    notebook.tab("Story")
    expect(table.locator(".cq-panels-story li").first).to_contain_text("Ana plays a Chart.")
    expect(table.get_by_role("button", name="Undo", exact=True)).to_be_disabled()

    over = prompt.filter(has_text="win")
    for answer in range(120):
        # a prompt that asks Ana goes on to the next one, until somebody has won; while Ben thinks there are no answers
        if answer == 8:
            notebook.picture("playing")
        expect(table.locator(".cq-answers button.cq-allowed").or_(over).first).to_be_visible()
        if over.count():
            break
        notebook.press_first()
    expect(prompt).to_contain_text("win")
    expect(table.locator(".cq-answers button")).to_have_count(0)
    notebook.picture("landfall")


def test_undo_languages_and_real_dice(landfall: NotebookPage) -> None:
    notebook = landfall
    table = notebook.table
    notebook.press("More")
    notebook.press("Real dice")
    notebook.press("More")
    notebook.press("Sail across the open sea")
    notebook.press("Pass")
    expect(table.locator(".cq-prompt")).to_contain_text("roll 1d6")
    notebook.picture("real-dice")
    table.locator(".cq-answers input[type=text]").fill("9")
    table.locator(".cq-answers input[type=text]").press("Enter")
    expect(table.locator(".cq-message")).to_contain_text("1d6 cannot show")
    notebook.press("6")
    expect(table.locator(".cq-prompt")).to_contain_text("re-roll")
    notebook.press("Undo")
    expect(table.locator(".cq-prompt")).to_contain_text("roll 1d6")
    table.locator(".cq-bar select").first.select_option("日本語")
    expect(table.locator(".cq-prompt")).to_contain_text("振り")
    notebook.picture("japanese")


def test_a_game_survives_a_kernel_restart(notebook: NotebookPage, lab: LabServer) -> None:
    """Play, restart the kernel, resume: the same position is on the screen."""
    write_notebook(
        lab.root / "resume.ipynb",
        'import conquistadors as cq\ntable = cq.play("example", players=["Ana", "Ben"], seed=8)\ntable',
    )
    opened(notebook, "resume.ipynb")
    notebook.press("I am Ana: show my side")
    notebook.press("Prepare (draw a card)")
    notebook.expect_prompt("Pass the screen to Ben")
    notebook.tab("Story")
    story = notebook.table.locator(".cq-panels-story")
    expect(story).to_contain_text("Ana draws a card. 2.2")  # behind the curtain nobody sees which
    told = story.inner_text()

    write_notebook(lab.root / "resume.ipynb", "import conquistadors as cq\ncq.play(cq.resume())")
    notebook.page.goto("about:blank")  # a page whose widgets lose their kernel while they send complains of it
    lab.restart_kernels()
    opened(notebook, "resume.ipynb")
    notebook.expect_prompt("Pass the screen to Ben")
    notebook.tab("Story")
    expect(story).to_have_text(told, use_inner_text=True)
    notebook.press("I am Ben: show my side")
    notebook.expect_prompt("Round 1. Ben")


def test_a_strange_name_is_shown_as_text(notebook: NotebookPage, lab: LabServer) -> None:
    name = "<img src=x onerror=alert(1)>"
    write_notebook(
        lab.root / "strange.ipynb",
        f"import conquistadors as cq\ncq.play('example', players=[{name!r}, 'Ben & <b>Co</b>'], seed=8)",
    )
    opened(notebook, "strange.ipynb")
    notebook.expect_prompt(f"Pass the screen to {name}")
    notebook.press(f"I am {name}: show my side")
    notebook.press("Prepare (draw a card)")
    notebook.tab("Story")
    expect(notebook.table.locator(".cq-panels-story")).to_contain_text(f"{name} draws a card")
    notebook.press("I am Ben & <b>Co</b>: show my side")
    notebook.expect_prompt("Ben & <b>Co</b>: sail")
    expect(notebook.table.locator("img:not(.leaflet-image-layer)")).to_have_count(0)
    notebook.picture("strange-name")


def test_a_cell_that_fails_is_noticed(notebook: NotebookPage, lab: LabServer) -> None:
    """The test bed itself: an error in a cell or in the console, or a look outside, does not pass unseen."""
    write_notebook(lab.root / "failing.ipynb", "print('before')\n1 / 0")
    notebook.open("failing.ipynb")
    with pytest.raises(AssertionError, match="ZeroDivisionError"):
        notebook.run_all()
    notebook.page.evaluate("console.error('on purpose')")
    notebook.page.evaluate("fetch('http://localhost:9/').catch(() => 0)")
    notebook.hears("on purpose")
    notebook.hears("request that leaves the server: http://localhost:9/")
    notebook.complaints.clear()


def contrast(one: str, other: str) -> float:
    """The contrast ratio of two CSS colours, as the accessibility guidelines define it."""

    def luminance(colour: str) -> float:
        channels = [int(part) / 255 for part in colour.split("(")[1].rstrip(")").split(",")[:3]]
        linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)
