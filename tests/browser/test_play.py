"""The great games in a notebook, played by clicks as a person plays them."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from support.indies import FIXED
from support.lab import SLOW, LabServer, NotebookPage, write_notebook

NAME = "<img src=x onerror=alert(1)>"

BUILT = f"""
import conquistadors as cq
from conquistadors.conquest.builder import begin, build, expedition, place
pack = {str(FIXED)!r}
"""


def opened(notebook: NotebookPage, lab: LabServer, name: str, source: str) -> None:
    write_notebook(lab.root / f"{name}.ipynb", source)
    notebook.open(f"{name}.ipynb")
    notebook.page.keyboard.press("Control+b")
    notebook.run_all()
    notebook.table.evaluate("element => element.scrollIntoView({block: 'start'})")


@pytest.mark.long
@pytest.mark.parametrize("sheet", ["north", "south"])
def test_a_solitaire_turn_is_played(notebook: NotebookPage, lab: LabServer, sheet: str) -> None:
    opened(
        notebook,
        lab,
        f"solitaire-{sheet}",
        f"import conquistadors as cq\ncq.play('solitaire', players=[{NAME!r}], map={sheet!r}, seed=1532)",
    )
    strip = notebook.table.locator(".cq-panels-strip")
    expect(strip).to_contain_text(NAME)
    for _ in range(400):
        if "Turn 2 of" in strip.inner_text() or "wins" in notebook.prompt.inner_text():
            break
        notebook.press_first()
    expect(strip).to_contain_text("Turn 2 of")
    expect(notebook.table.locator("img[src=x]")).to_have_count(0)
    notebook.picture(f"solitaire-{sheet}")


def to_the_impulse(notebook: NotebookPage, *, again: bool = False) -> None:
    """Pass where one may, else take the first answer; with `again`, roll again where a Mano de Dios allows it."""
    for _ in range(60):
        if "activate an expedition" in notebook.prompt.inner_text():
            return
        answers = notebook.table.locator(".cq-answers button.cq-allowed")
        wishes = ("roll again", "Pass") if again else ("Pass",)
        wanted = next((each for each in wishes if answers.get_by_text(each).count()), None)
        if wanted is None:
            notebook.press_first()
        else:
            notebook.answer(answers.get_by_text(wanted).first.inner_text())
    raise AssertionError("no end of the action")


def act(notebook: NotebookPage, commander: str, verb: str, picture: str) -> None:
    """The expedition does something, in an impulse of its own."""
    for _ in range(6):
        to_the_impulse(notebook)
        wanted = notebook.table.locator(".cq-answers button.cq-allowed").get_by_text(f"Activate {commander}")
        if wanted.count():
            break
        notebook.answer("End the impulse")
    notebook.answer(f"Activate {commander}")
    expect(notebook.table.locator(".cq-board-active")).to_have_count(1)
    notebook.answer(verb)
    notebook.picture(picture)


def test_basic_impulses_with_discovery_diplomacy_plunder_and_a_battle_with_a_second_roll(
    notebook: NotebookPage, lab: LabServer
) -> None:
    opened(
        notebook,
        lab,
        "impulse",
        f"""{BUILT}
position = build(
    map="north", seats=2, pack=pack,
    expeditions={{
        "cortes": expedition("red", "tlaxcala", "6 foot, 3 horse, 1 cannon", food=3),
        "alvarado": expedition("red", "champoton", "5 foot, 2 horse", food=2),
        "sandoval": expedition("red", "zaachila", "5 foot", food=2),
        "ordaz": expedition("red", "panuco", "4 foot", food=2),
    }},
    places={{
        "tlaxcala": place("city"), "champoton": place("town", hostile=True, units=[10]),
        "zaachila": place("city", hostile=True), "panuco": "village",
    }},
    luck={{"red": 2}},
)
cq.play(begin(position, seed=21), bots={{"blue": "captain"}})
""",
    )
    table = notebook.table
    act(notebook, "Cortés", "Negotiate", "impulse")
    act(notebook, "Sandoval", "Plunder", "plunder")
    act(notebook, "Alvarado", "Attack", "battle")
    to_the_impulse(notebook, again=True)
    act(notebook, "Ordaz", "March", "march")
    notebook.click_space("oxitipa")
    if "march from Oxitipa" in notebook.prompt.inner_text():
        notebook.answer("Stop here")
    to_the_impulse(notebook)
    notebook.tab("Story")
    told = table.locator(".cq-panels-story")
    for roll in ("Diplomacy", "Plunder", "Combat", "Discovery"):
        expect(told).to_contain_text(roll)
    expect(told).to_contain_text("to roll again")
    notebook.picture("story")
    notebook.tab("Rule in play")
    expect(table.locator(".cq-panels-tracer")).to_contain_text("2.0")
    table.locator(".cq-odds select").first.select_option(label="Give gold to the governor")
    expect(table.locator(".cq-odds table")).to_contain_text("%")
    notebook.picture("odds-of-an-answer")


@pytest.mark.long
def test_a_click_on_the_map_answers_and_a_wrong_one_says_why_not(notebook: NotebookPage, lab: LabServer) -> None:
    opened(
        notebook,
        lab,
        "clicks",
        f"""{BUILT}
position = build(
    map="north", seats=2, pack=pack,
    expeditions={{"cortes": expedition("red", "cempoala", "6 foot, 3 horse, 1 cannon", food=3)}},
    places={{"cempoala": "village", "totonacapan": "village", "ahuilizapan": "village"}},
)
cq.play(begin(position, seed=2), bots={{"blue": "captain"}})
""",
    )
    notebook.answer("Activate Cortés")
    notebook.answer("March")
    expect(notebook.table.locator(".cq-board-target")).not_to_have_count(0)
    notebook.click_space("tula")
    expect(notebook.table.locator(".cq-message summary")).to_contain_text("3.")
    notebook.picture("illegal-click")
    notebook.click_space("totonacapan")
    expect(notebook.prompt).to_contain_text("Totonacapan")
    notebook.picture("marched")


@pytest.mark.long
def test_two_people_pass_the_screen(notebook: NotebookPage, lab: LabServer) -> None:
    opened(
        notebook,
        lab,
        "curtain",
        "import conquistadors as cq\ncq.play('basic', players=['Ana', 'Ben'], map='north', seed=1519, undo='training')",
    )
    table = notebook.table
    notebook.expect_prompt("Pass the screen to")
    expect(table.locator(".cq-answers button:not(.cq-curtain)")).to_have_count(0)
    notebook.tab("Cards")
    expect(table.locator(".cq-panels-hand")).to_have_count(0)
    notebook.picture("curtain")
    table.get_by_role("button", name=re.compile("I am (Ana|Ben)")).click()
    expect(table.locator(".cq-answers button.cq-allowed")).not_to_have_count(0)


@pytest.mark.long
def test_undo_to_a_line_saves_and_real_dice(notebook: NotebookPage, lab: LabServer) -> None:
    opened(
        notebook,
        lab,
        "saves",
        "import conquistadors as cq\ncq.play('solitaire', players=['Ana'], map='south', seed=1532, undo='training')",
    )
    table = notebook.table
    for _ in range(12):
        notebook.press_first()
    asked = notebook.prompt.inner_text()
    table.get_by_role("button", name="More", exact=True).click()
    table.locator(".cq-drawer input[placeholder='name of the save']").fill("class one")
    table.get_by_role("button", name="Save", exact=True).click()
    expect(table.locator(".cq-message")).to_contain_text("Saved as class-one.")
    notebook.press("More")
    notebook.press_first()
    notebook.tab("Story")
    number = int(table.locator(".cq-panels-story [data-line]").last.get_attribute("data-line") or 0)
    before = notebook.state()
    table.locator(".cq-bar input[type=number]").fill(str(number))
    table.locator(".cq-bar input[type=number]").press("Enter")
    table.get_by_role("button", name="Back to this line").click()
    notebook.changed(before)
    assert notebook.prompt.inner_text() != asked
    notebook.press("More")
    saves = table.locator(".cq-saves select")
    saves.select_option(label=saves.locator("option", has_text="class-one").inner_text())
    notebook.press("Load")
    notebook.expect_prompt(asked)
    notebook.picture("loaded")
    notebook.press("Real dice")
    notebook.press("More")
    for _ in range(80):
        if table.locator(".cq-answers input[type=text]").count():
            break
        notebook.press_first()
    notebook.expect_prompt("type the result")
    table.locator(".cq-answers input[type=text]").fill("99")
    table.locator(".cq-answers input[type=text]").press("Enter")
    expect(table.locator(".cq-message")).to_contain_text("cannot show")
    notebook.picture("real-dice-great")
    notebook.press_first()


@pytest.mark.long
def test_a_great_game_survives_a_kernel_restart(notebook: NotebookPage, lab: LabServer) -> None:
    opened(
        notebook,
        lab,
        "again",
        "import conquistadors as cq\ncq.play('solitaire', players=['Ana'], map='north', seed=3)",
    )
    for _ in range(15):
        notebook.press_first()
    asked = notebook.prompt.inner_text()
    write_notebook(lab.root / "again.ipynb", "import conquistadors as cq\ncq.play(cq.resume())")
    notebook.menu("Kernel", "kernelmenu:restart")
    notebook.page.locator(".jp-Dialog .jp-mod-accept").click()
    notebook.page.goto("about:blank")
    notebook.open("again.ipynb")
    notebook.run_all()
    notebook.expect_prompt(asked)


@pytest.mark.long
def test_an_answer_reaches_the_screen_with_both_maps(notebook: NotebookPage, lab: LabServer) -> None:
    """Both maps, four hundred answers into a game: the time is printed, not asserted."""
    opened(
        notebook,
        lab,
        "both",
        """
import conquistadors as cq
from conquistadors.bots.captain import CaptainBot
game = cq.new_game("basic", players=["Ana", "Ben", "Carla"], seed=7)
bots = {seat: CaptainBot(number) for number, seat in enumerate(game.rules.seats)}
while len(game.answers) < 400 or game.pending.who != "red" or game.pending.kind != "impulse":
    game.play(bots[game.pending.who].answer(game.view(game.pending.who)))
cq.play(game, bots={"blue": "captain", "green": "captain"})
""",
    )
    expect(notebook.table.locator(".leaflet-container")).to_have_count(2, timeout=SLOW)
    notebook.picture("both-maps")
    notebook.press_first()


COACHED = """
import conquistadors as cq
from conquistadors.conquest.builder import begin, build, expedition

men = {"cortes": expedition("red", "tlaxcala", "6 foot, 3 horse")}
places = {"tlaxcala": "city", "cholula": "city", "tepeaca": "town"}
cq.play(begin(build(scenario="solitaire", map="north", turn=3, expeditions=men, places=places), seed=4))
"""


@pytest.mark.long
def test_the_coach_tries_plans_out(notebook: NotebookPage, lab: LabServer) -> None:
    opened(notebook, lab, "coached", COACHED)
    notebook.tab("Coach")
    notebook.press("Think longer")
    tried = notebook.table.locator(".cq-panels table tbody tr")
    expect(tried).not_to_have_count(0)
    expect(notebook.table.locator(".cq-panels", has_text="The search would choose:")).to_be_visible()
    expect(tried.first.locator("small")).to_contain_text("Cortés")
    tried.first.scroll_into_view_if_needed()
    notebook.picture("coach")


@pytest.mark.long
def test_the_odds_of_a_lonely_attack_arrive_with_a_headline(notebook: NotebookPage, lab: LabServer) -> None:
    opened(
        notebook,
        lab,
        "lonely-odds",
        f"""{BUILT}
position = build(
    scenario="solitaire",
    expeditions={{"cortes": expedition("red", "tlaxcala", "6 foot, 3 horse, 1 cannon", gold=5)}},
    places={{"tlaxcala": place("city", hostile=True, units=[40, 30, 20]), "totonacapan": "village"}},
)
cq.play(begin(position, seed=1532))
""",
    )
    odds = notebook.table.locator(".cq-odds")
    activation = odds.locator("select").first.locator("option").nth(1).inner_text()
    odds.locator("select").first.select_option(label=activation)
    expect(odds.locator("table.cq-odds-open")).to_contain_text("%", timeout=SLOW)
    notebook.picture("odds-of-an-open-choice")
    notebook.answer(activation)
    odds.locator("select").first.select_option(label="Attack")
    expect(odds.locator(".cq-explorers-win")).to_contain_text("to win", timeout=SLOW)
    odds.scroll_into_view_if_needed()
    notebook.picture("odds-of-a-lonely-attack")
    odds.locator("select").first.select_option(label="Plunder")
    expect(odds.locator(".cq-explorers-win")).to_contain_text("to get gold", timeout=SLOW)
    notebook.picture("odds-of-a-lonely-plunder")


@pytest.mark.long
def test_whether_to_roll_again_is_asked_with_the_odds_of_both_answers(notebook: NotebookPage, lab: LabServer) -> None:
    opened(
        notebook,
        lab,
        "luck-odds",
        f"""{BUILT}
position = build(
    scenario="solitaire",
    expeditions={{"cortes": expedition("red", "tlaxcala", "6 foot", hits=3)}},
    places={{"tlaxcala": place("city", hostile=True, units=[20]), "totonacapan": "village"}},
    hands={{"red": ["mano-de-dios"]}},
)
game = begin(position, seed=1532)
for answer in ("activate cortes", "rally"):
    game.play(answer)
while game.pending.kind != "reroll":
    game.play("pass")
cq.play(game)
""",
    )
    both = notebook.table.locator(".cq-odds table.cq-odds-open")
    expect(both.locator("tr")).to_have_count(2, timeout=SLOW)
    both.scroll_into_view_if_needed()
    notebook.picture("odds-of-luck")
