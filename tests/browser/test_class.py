"""A class in real browsers: three pages at once, a phone, the teacher's page; nothing is asked of another host."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from conquistadors.room.school import games_alone
from conquistadors_class.roster import TEACHER
from support.classes import ServedClass
from support.pictures import PICTURES

PHONE, TABLET, LAPTOP, PROJECTOR = (390, 844), (820, 1180), (1366, 768), (1920, 1080)
NAMES = ["Ana", "Ben", "Eva", "Rui", "Zoe"]


class Pages:
    """The pages of people, each in a browser of their own."""

    def __init__(self, browser: Browser, served: ServedClass) -> None:
        self._browser = browser
        self._contexts: list[Any] = []
        self.served = served
        self.complaints: list[str] = []

    def open(self, person: str, size: tuple[int, int] = LAPTOP, language: str = "en") -> Page:
        """Somebody comes in with their code."""
        touch = size in (PHONE, TABLET)
        context = self._browser.new_context(
            viewport={"width": size[0], "height": size[1]}, locale=language, has_touch=touch, is_mobile=touch
        )
        self._contexts.append(context)
        page = context.new_page()
        page.on("request", lambda asked: self._asked(asked.url))
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("console", lambda said: self.complaints.append(said.text) if said.type == "error" else None)
        page.goto(f"{self.served.root}enter?code={self.served.codes[person]}")
        page.locator("button.main").click()
        expect(page.locator("#hall, #teacher")).to_be_visible()
        return page

    def _asked(self, url: str) -> None:
        if not re.match(rf"(http|ws)://127\.0\.0\.1:{self.served.port}/|data:|blob:", url):
            self.complaints.append(url)

    def close(self) -> None:
        for context in self._contexts:
            context.close()


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServedClass]:
    with ServedClass(tmp_path_factory.mktemp("class") / "class", NAMES) as server:
        yield server


@pytest.fixture
def pages(browser: Browser, served: ServedClass) -> Iterator[Pages]:
    """After the test: no error on a page, and no request that left the machine."""
    opened = Pages(browser, served)
    yield opened
    opened.close()
    assert opened.complaints == []


def picture(page: Page, name: str) -> None:
    PICTURES.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=Path(PICTURES) / f"class-{name}.png")


def opened(pages: Pages, scenario: str, seats: int, people: list[str]) -> tuple[Page, str]:
    """The teacher's page, with a table that was opened by its form."""
    teacher = pages.open(TEACHER)
    expect(teacher.locator("#make [name=scenario] option")).not_to_have_count(0)
    teacher.select_option("#make [name=scenario]", scenario)
    teacher.select_option("#make [name=seats]", str(seats))
    teacher.fill("#make [name=title]", f"Table of {scenario}")
    teacher.fill("#make [name=window_seconds]", "0")
    teacher.select_option("#make [name=people]", people)
    before = teacher.locator(".room-card[data-room]").count()
    teacher.click("#make button")
    card = teacher.locator(".room-card[data-room]")
    expect(card).to_have_count(before + 1)
    return teacher, str(card.last.get_attribute("data-room"))


def at_table(page: Page, room: str) -> None:
    page.locator(f'a[href$="/room/{room}"]').click()
    expect(page.locator("#prompt")).not_to_be_empty()


def asked(page: Page) -> bool:
    return bool(page.locator("body").get_attribute("data-question"))


def give(page: Page) -> None:
    """The first answer that there is: a number, a button, or one of a list that is closed."""
    if page.locator(".amounts .main").count():
        page.click(".amounts .main")
        return
    for fold in page.locator("#answers details:not([open]) summary").all():
        fold.click()
    page.locator("#answers .answer").first.click()


def test_three_pages_at_one_table(pages: Pages) -> None:
    """A team votes, another seat may react, somebody watches; a page that is loaded anew has the same seat."""
    teacher, room = opened(pages, "example", 2, ["Ana", "Ben", "Eva"])
    ana, ben, eva = pages.open("Ana", PHONE), pages.open("Ben", LAPTOP, "fr"), pages.open("Eva", TABLET, "ja")
    for page in (ana, ben, eva):
        at_table(page, room)
    expect(ana.locator("#seat")).to_contain_text("You play Red")
    expect(ben.locator("#seat")).to_contain_text("Vous jouez")
    expect(ben.locator("#answers button")).to_have_count(0)
    sail = '[data-answer="sail open"]'
    ana.click(sail)
    expect(ana.locator("#ballot")).to_contain_text("1 of 2")
    expect(eva.locator(f"{sail} .votes")).to_have_text("1")
    picture(ana, "phone-vote")
    ana.reload()
    expect(ana.locator(f"{sail}.mine")).to_be_visible()
    eva.click(sail)
    expect(ben.locator('[data-answer="pass"]')).to_be_visible()
    picture(ben, "laptop-reaction")
    expect(ana.locator("#prompt")).to_contain_text("react")
    ben.click('[data-answer="pass"]')
    expect(ana.locator("#prompt")).not_to_contain_text("react")
    ana.click('[data-tab="story"]')
    expect(ana.locator("#panel")).to_contain_text("Red")
    picture(eva, "tablet-table")
    picture(teacher, "teacher")
    teacher.click(f'[data-room="{room}"] .pause')
    expect(ana.locator("#seat")).to_contain_text("Paused")
    teacher.click(f'[data-room="{room}"] .pause')
    teacher.click(f'[data-room="{room}"] .step-back')
    expect(ben.locator('[data-answer="pass"]')).to_be_visible()


@pytest.mark.long
def test_a_shared_impulse_with_a_reaction_and_a_vote(pages: Pages) -> None:
    """Standard: the team whose impulse it is votes; when others may react, all but they stand still."""
    _, room = opened(pages, "standard", 2, ["Ana", "Ben", "Eva"])
    people = {name: pages.open(name, size) for name, size in (("Ana", PHONE), ("Ben", TABLET), ("Eva", LAPTOP))}
    watcher = pages.open(TEACHER, PROJECTOR)
    watcher.goto(f"{pages.served.root}room/{room}?watch=1")
    for page in people.values():
        at_table(page, room)
    picture(people["Ana"], "phone-standard")
    picture(people["Ben"], "tablet-standard")
    reacted = voted = 0
    for _ in range(60):
        turn = [name for name, page in people.items() if asked(page)]
        if not turn:
            watcher.wait_for_timeout(50)
            continue
        first = people[turn[0]]
        number = str(first.locator("body").get_attribute("data-question"))
        reacted += bool(first.locator('[data-answer="pass"]').count())
        voted += len(turn) > 1
        for name in turn:
            give(people[name])
        expect(first.locator("body")).not_to_have_attribute("data-question", number)
        if reacted and voted:
            break
    assert voted
    assert reacted
    picture(watcher, "projector-watcher")
    picture(people["Eva"], "laptop-standard")


@pytest.mark.long
def test_a_turn_alone_on_a_phone(pages: Pages) -> None:
    for number, scenario in enumerate(games_alone()):
        page = pages.open("Zoe", PHONE, ("en", "ja")[number % 2])
        expect(page.locator("#alone button")).to_have_count(len(games_alone()))
        picture(page, f"phone-hall-{scenario}")
        page.click(f'[data-open="{scenario}"]')
        expect(page.locator("#answers .answer").first).to_be_visible()
        expect(page.locator("#map image")).to_have_count(1)
        page.locator(".weigh").first.click()
        expect(page.locator("#odds")).not_to_be_empty()
        expect(page.locator("#odds")).not_to_have_text(re.compile(r"\.\.\.|…"))
        picture(page, f"phone-{scenario}")
        page.locator("#answers .answer").first.click()
        expect(page.locator("body")).not_to_have_attribute("data-question", "1")
        picture(page, f"phone-{scenario}-after")
        address = page.url
        before = str(page.locator("#prompt").text_content())
        page.reload()
        expect(page.locator("#prompt")).to_have_text(before)
        assert page.url == address


@pytest.mark.long
def test_a_turn_of_spain_alone(pages: Pages) -> None:
    """Conquistador!: the hall offers it beside the other games; a Carrack is bought, and a turn is played out."""
    page = pages.open("Rui")
    page.click('[data-open="exploration"]')
    expect(page.locator("#strip")).to_contain_text("Turn 1 of 21")
    page.click('[data-answer="buy carrack"]')
    expect(page.locator(".amounts .main")).to_be_visible()
    give(page)
    expect(page.locator('[data-answer="fit europe"]')).to_be_enabled()
    picture(page, "laptop-exploration")
    quiet = page.locator(", ".join(f'#answers [data-answer="{each}"]' for each in ("done", "stay", "pay")))
    for _ in range(40):
        if "Turn 2 of 21" in str(page.locator("#strip").text_content()):
            break
        number = str(page.locator("body").get_attribute("data-question"))
        expect(page.locator("#answers button:enabled").first).to_be_visible()
        if quiet.count():
            quiet.first.click()
        else:
            give(page)
        expect(page.locator("body")).not_to_have_attribute("data-question", number)
    expect(page.locator("#strip")).to_contain_text("Turn 2 of 21")
    page.click('[data-tab="story"]')
    expect(page.locator("#panel")).to_contain_text("Maintenance")
    picture(page, "laptop-exploration-turn")


@pytest.mark.long
def test_exercises_course_and_the_teachers_sheet(pages: Pages) -> None:
    rui = pages.open("Rui", PHONE)
    rui.goto(f"{pages.served.root}exercises")
    expect(rui.locator("#asked")).not_to_be_empty()
    picture(rui, "phone-exercise")
    field = rui.locator("#form [name=answer]").first
    if field.get_attribute("type") == "radio":
        field.check()
    else:
        field.fill("1")
    rui.click("#form .main")
    expect(rui.locator("#verdict")).not_to_be_empty()
    expect(rui.locator("#list small")).not_to_have_count(0)
    rui.reload()
    expect(rui.locator("#list small")).not_to_have_count(0)
    rui.goto(f"{pages.served.root}course/")
    rui.locator(".reading li a").first.click()
    expect(rui.locator(".reading section")).not_to_have_count(0)
    picture(rui, "phone-course")
    teacher = pages.open(TEACHER, PROJECTOR)
    expect(teacher.locator('#people [data-person="Rui"]')).to_contain_text("1")
    teacher.fill("#challenge [name=title]", "Monday")
    teacher.click("#challenge button")
    expect(teacher.locator("#challenges")).to_contain_text("Monday")
    picture(teacher, "projector-teacher")
    teacher.goto(f"{pages.served.root}sheet")
    expect(teacher.locator(".slip")).to_have_count(len(NAMES))
    picture(teacher, "sheet")
