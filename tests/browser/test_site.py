"""The static site in a real browser: no kernel but the browser's own, no host but that of the files."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Playwright, expect, sync_playwright

from support.lab import SLOW, START
from support.site import SiteServer, Visit
from support.site_course import on_the_site
from support.sizes import size

KILLS: Final = size("SITE_KILLS", thin=1, soak=4)
"""So often the browser is killed while it writes, each time a little later after the click."""
LATER: Final = 12
"""So many milliseconds."""
LONG_BATTLE: Final = """battle = cq.battle_lab()
for key, value in (("foot", 6), ("horse", 4), ("enemy", "draw"), ("draw", 3)):
    battle.model.set(key, value)
battle.work_out()
battle"""
GOES_ON: Final = """import conquistadors as cq
game = cq.resume()
print("answers:", len(game.answers))
cq.play(game)"""

pytestmark = [pytest.mark.long, pytest.mark.xdist_group("site")]


@pytest.fixture(scope="module")
def site() -> Iterator[SiteServer]:
    with SiteServer() as server:
        yield server


@pytest.fixture(scope="module")
def browsers() -> Iterator[Playwright]:
    with sync_playwright() as playwright:
        yield playwright


def test_a_learner_comes_plays_and_finds_the_game_again(site: SiteServer, browsers: Playwright, tmp_path: Path) -> None:
    """From the first page to a discovery by a click on the map; the next day, in a new browser, it goes on."""
    with Visit(browsers, site, tmp_path) as visit:
        visit.page.goto(site.first_page)
        expect(visit.page.locator("#state")).to_contain_text("Ready", timeout=SLOW)
        visit.book.picture("site-first-page")
        visit.page.locator("a.first").click()
        book = visit.book
        book.comes()
        book.run_all()
        book.table.evaluate("element => element.scrollIntoView({block: 'start'})")
        book.expect_prompt("Turn 1, round 1. Ana: activate an expedition")
        expect(book.table.locator(".cq-bar [role=status]").first).to_contain_text("Not saved yet")
        book.answer("Activate F. Pizarro")
        book.answer("March")
        book.click_space("darien-south")
        book.expect_prompt("F. Pizarro's discovery in Darién")
        expect(book.table.locator("[role=status]").first).to_contain_text("Saved")
        book.picture("site-discovery")
    with Visit(browsers, site, tmp_path) as visit:
        visit.book.open(START)
        visit.book.type_first("import conquistadors as cq\ncq.play(cq.resume())")
        visit.book.expect_prompt("F. Pizarro's discovery in Darién")
        visit.book.picture("site-resumed")


def test_the_first_page_chooses_the_language(site: SiteServer, browsers: Playwright, tmp_path: Path) -> None:
    """French from the first page on: the table, the quiz, the other game; and what a browser cannot do is told."""
    with Visit(browsers, site, tmp_path) as visit:
        visit.page.goto(site.first_page)
        visit.page.get_by_role("button", name="Français").click()
        expect(visit.page.locator("#state")).to_contain_text("prêt", timeout=SLOW)
        book = visit.book
        book.open(START)
        shown = visit.page.locator(".jp-OutputArea-output")
        book.type_first('import conquistadors as cq\ncq.quiz("leader-fate")')
        expect(visit.page.locator(".cq-quiz, .cq").first).to_be_visible(timeout=SLOW)
        book.picture("site-quiz")
        book.type_first("cq.play('exploration', seed=5)")
        expect(book.table.locator(".cq-prompt")).not_to_be_empty(timeout=SLOW)
        expect(book.table).to_contain_text("Annuler", timeout=SLOW)
        book.picture("site-exploration")
        book.type_first("from conquistadors import lab\nlab.simulate('solitaire')")
        expect(shown.filter(has_text="pandas, que ce Python n’a pas").first).to_be_visible(timeout=SLOW)
        book.type_first("lab.table([('a', 1)], ['<b>', 'n'])")
        expect(visit.page.locator(".jp-OutputArea table th", has_text="<b>").first).to_be_visible(timeout=SLOW)


def test_odds_come_with_a_chart_and_can_be_stopped(site: SiteServer, browsers: Playwright, tmp_path: Path) -> None:
    """A roll with its chart; a battle that takes long is stopped by the button, and the page goes on."""
    with Visit(browsers, site, tmp_path) as visit:
        book = visit.book
        book.open(START)
        book.type_first("import conquistadors as cq\ncq.odds_explorer()")
        shown = visit.page.locator(".jp-OutputArea-output .cq").last
        expect(shown.locator(".cq-explorers-view table").first).to_contain_text("%", timeout=SLOW)
        expect(shown.locator(".js-plotly-plot")).not_to_have_count(0, timeout=SLOW)
        book.picture("site-odds")
        book.type_first(LONG_BATTLE)
        visit.page.get_by_role("button", name="Stop", exact=True).click()
        expect(visit.page.locator(".cq-explorers-message").last).to_contain_text("Stopped", timeout=SLOW)
        book.type_first("print('goes', 'on')")
        expect(visit.page.locator(".jp-OutputArea-output").filter(has_text="goes on").first).to_be_visible(timeout=SLOW)


def answers_in(visit: Visit) -> int:
    """Of how many answers the game has that goes on."""
    told = visit.page.locator(".jp-OutputArea-output", has_text="answers:").last
    expect(told).to_be_visible(timeout=SLOW)
    return int(told.inner_text().split("answers:")[1].split()[0])


def test_a_kill_while_an_answer_is_written_loses_at_most_that_answer(
    site: SiteServer, browsers: Playwright, tmp_path: Path
) -> None:
    with Visit(browsers, site, tmp_path) as visit:
        visit.book.open(START)
        visit.book.type_first("import conquistadors as cq\ncq.play('solitaire', map='south', seed=1532, ready=True)")
        visit.book.press_first()
    kept = 1
    for number in range(KILLS + 1):
        with Visit(browsers, site, tmp_path) as visit:
            visit.book.open(START)
            visit.book.type_first(GOES_ON)
            found = answers_in(visit)
            assert found >= kept, "an answer is lost that was on the screen before the one that was being written"
            visit.book.press_first()
            visit.book.settled()
            visit.book.run("print('answers:', len(game.answers))")
            kept = answers_in(visit)
            assert kept > found
            visit.book.table.locator(".cq-answers button.cq-allowed").first.click(no_wait_after=True)
            visit.page.wait_for_timeout(number * LATER)
            visit.kill()


@pytest.fixture(scope="module")
def learner(site: SiteServer, browsers: Playwright, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Visit]:
    """One browser for the whole course: what it has loaded once it keeps."""
    with Visit(browsers, site, tmp_path_factory.mktemp("learner")) as visit:
        yield visit


@pytest.mark.parametrize("name", on_the_site())
def test_a_notebook_of_the_course_runs_on_the_site(learner: Visit, name: str) -> None:
    """Every one that does not say that it needs the installed kit."""
    learner.book.open(name)
    learner.book.run_all()
