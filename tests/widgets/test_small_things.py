"""Explorers without raw ids, with axes, with messages that name what was asked; the page where a class lands."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from markupsafe import Markup, escape

import conquistadors as cq
from conquistadors.engine.texts import LANGUAGES
from conquistadors.games import kits
from conquistadors_widgets.course import lessons, page
from conquistadors_widgets.explorers.map_atlas import AtlasModel, MapAtlas
from conquistadors_widgets.explorers.odds_explorer import RollModel
from conquistadors_widgets.html import html

ROOT = Path(__file__).parents[2]
RAW = re.compile(r"^[a-z]+(-[a-z]+)+$")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", [kit.id for kit in kits()])
def test_no_setting_of_a_roll_is_called_by_an_id(game: str, language: str) -> None:
    model = RollModel(language, None, game)
    for name in model.rolls:
        model.choose(name)
        for setting in model.settings():
            said = [setting.label, *[label for label, _ in setting.options]]
            assert not [each for each in said if RAW.match(each)], (name, setting.key)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_axes_of_a_table_and_its_signs_are_told(language: str) -> None:
    view = cq.table_view("combat", language=language)
    rows, columns = view.sheet.axes
    assert rows
    assert columns
    shown = view._html.value
    assert rows in shown
    assert columns in shown
    assert escape(dict(view.sheet.signs)["M"]) in shown
    assert 'role="heading"' in shown
    assert not cq.table_view("morale", language=language).sheet.signs


def test_what_is_searched_for_is_found_on_every_map() -> None:
    model = AtlasModel()
    model.set("search", "cuzco")
    assert not model.shown()
    assert ("south", "cuzco") in [(name, row.id) for name, _, row in model.elsewhere()]
    model.set("search", "")
    assert model.elsewhere() == []


def test_what_was_found_is_marked_on_the_map_and_told_beside_it() -> None:
    atlas = MapAtlas()
    assert atlas._marks.value == ""
    atlas._set("search", "tlaxcala")
    assert '[data-space="tlaxcala"]' in atlas._marks.value
    assert "<b>" not in atlas._rows.value
    atlas._set("search", "cuzco")
    assert "Cuzco" in atlas._elsewhere.value


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"foot": 0, "horse": 0, "cannon": 0}, "needs a Spanish unit"),
        ({"foot": 10}, "a card holds at most 10 units (1.42); got 11"),
        ({"values": ""}, "give at least one value"),
        ({"values": "99"}, "there is no Indian unit '99'"),
        ({"values": "40 " * 12}, "Indian units of 40; got 12"),
        ({"allies": "7"}, "there is no Indian unit '7'"),
    ],
)
def test_a_battle_that_cannot_be_is_refused_without_an_invented_place(settings: dict[str, object], said: str) -> None:
    lab = cq.battle_lab()
    for key, value in settings.items():
        lab.model.set(key, value)
    lab.work_out(at_once=True)
    assert said in lab.model.message
    assert "tlaxcala" not in lab.model.message.lower()
    assert "position" not in lab.model.message


def test_a_class_lands_on_the_course_in_its_language() -> None:
    found = lessons(ROOT / "notebooks")
    nav, english, french, japanese = page(found).split("<main ")
    assert [each for each in LANGUAGES.values() if each in nav] == list(LANGUAGES.values())
    assert 'href="voila/render/00_start_here.ipynb">Start here</a>' in english
    for course, folder in ((english, ""), (french, "fr/"), (japanese, "ja/")):
        assert re.findall(r'class="cq-first" href="voila/render/([^"]+)"', course) == [f"{folder}00_start_here.ipynb"]
    in_english = [lesson for lesson in found if lesson.language == "en"]
    for course in (english, french, japanese):  # what is not there in a language stands there in English
        assert course.count(".ipynb") == len(in_english)
    assert "<h2>Basic</h2>" in english
    assert "To read the map, and to know every piece, card and die</small>" in english
    assert "fr/conquest/basic_01_map_and_pieces.ipynb" in french
    assert "マップの読み方、すべてのコマ、カード、サイ</small>" in japanese
    assert "hidden" in french.split(">")[0]


def test_pages_of_a_class_ask_nothing_of_the_network() -> None:
    folder = ROOT / "widgets" / "voila" / "conquistadors"
    for sheet in folder.iterdir():
        hosts = re.findall(r"https?://[^\s'\"]+", sheet.read_text(encoding="utf-8"))
        assert all("cdn.jsdelivr.net/npm/@fortawesome" in host for host in hosts), sheet.name  # and that is taken out


def test_templates_escape_by_themselves() -> None:
    assert html("<p>{{ said }}</p>", said="<b>&") == "<p>&lt;b&gt;&amp;</p>"
    assert html("{{ made }}", made=html("<i>{{ x }}</i>", x="<")) == Markup("<i>&lt;</i>")
