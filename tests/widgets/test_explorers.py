"""The explorers by their settings, without a browser."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from importlib import import_module
from typing import Any

import pytest

from conquistadors import odds
from conquistadors.engine.errors import RuleError, SetupError
from conquistadors.engine.texts import LANGUAGES
from conquistadors.games import pack_of
from conquistadors.games.conquest.odds.battle_settings import BattleSettings
from conquistadors.games.conquest.odds.supposing import rules_of
from conquistadors.odds.questions import Setting, kept
from conquistadors.odds.slices import finished
from conquistadors.packs.printed import CardFace, Sheet
from conquistadors_widgets.explorers import (
    battle_lab,
    card_gallery,
    map_atlas,
    odds_explorer,
    table_names,
    table_view,
)
from conquistadors_widgets.explorers.card_gallery import GalleryModel, cards_html
from conquistadors_widgets.explorers.controls import Settings
from conquistadors_widgets.explorers.map_atlas import AtlasModel
from conquistadors_widgets.explorers.odds_explorer import RollModel
from conquistadors_widgets.explorers.question_lab import QuestionModel
from conquistadors_widgets.explorers.table_view import sheet_html

LAB = import_module("conquistadors_widgets.explorers.question_lab")
STRANGE = "<img src=x onerror=alert(1)>"


def by_key(settings: list[Setting]) -> dict[str, Setting]:
    return {setting.key: setting for setting in settings}


# Settings --------------------------------------------------------------------------------------------------------


def test_what_was_set_is_kept_where_it_makes_sense() -> None:
    choice = Setting("a", "choice", "", "x", (("X", "x"), ("Y", "y")))
    assert [kept(choice, value) for value in ("y", "z", None)] == ["y", "x", "x"]
    number = Setting("n", "number", "", 2, (), 1, 5)
    assert [kept(number, value) for value in (9, 0, "x", True)] == [5, 1, 2, 2]
    several = Setting("s", "several", "", ("x",), (("X", "x"), ("Y", "y")))
    assert [kept(several, value) for value in (("y", "z"), (), None)] == [("y",), ("x",), ("x",)]


def test_a_panel_tells_what_a_person_sets_and_uses_its_widgets_again() -> None:
    told: list[tuple[str, Any]] = []
    panel = Settings(lambda key, value: told.append((key, value)))
    panel.show([Setting("a", "number", "A", 2, (), 0, 5), Setting("b", "check", "B", False)])
    panel.widget("a").value = 3
    panel.widget("b").value = True
    assert told == [("a", 3), ("b", True)]
    slider = panel.widget("a")
    panel.show([Setting("c", "number", "C", 20, (), 10, 30)])
    assert panel.widget("c") is slider
    assert (slider.min, slider.max, slider.value) == (10, 30, 20)
    assert len(told) == 2


# The odds of rolls -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("scenario", ["basic", "standard"])
def test_every_roll_has_settings_and_odds(scenario: str) -> None:
    model = RollModel("en", scenario)
    for name in model.rolls:
        model.choose(name)
        assert model.odds() is not None, model.message
        for setting in model.settings():
            assert "[" not in setting.label
            if setting.kind == "check":
                model.set(setting.key, True)
        assert model.odds() is not None or "nothing can be attempted" in model.message
        assert model.clause()[1]


def test_the_odds_are_those_of_the_library() -> None:
    model = RollModel()
    model.set("level", 3)
    model.set("neighbour", "town")
    model.set("+indian-guide", True)
    amount = int(str(rules_of("basic").assets["indian-guide"].effect["discovery"]))
    wanted = odds.table(
        "discovery", level=3, neighbour="town", modifiers={"indian-guide": amount}, rules=rules_of("basic")
    )
    assert model.odds() == wanted


def test_ratings_hits_and_counts_are_read_from_the_rules() -> None:
    rules = rules_of("basic")
    model = RollModel()
    model.choose("combat-spanish")
    model.set("value", 16)
    model.set("+rating", "cortes")
    model.set("+morale", 3)
    model.set("+cannon", True)
    added = {"rating": rules.men["cortes"].combat, "morale": rules.n.combat_by_hits[3], "cannon": rules.n.combat_cannon}
    assert model.odds() == odds.table("combat-spanish", value=16, modifiers=added, rules=rules)
    model.choose("plunder-gold")
    model.set("place", "city")
    model.set("+earlier-attempts", 2)
    earlier = {"earlier-attempts": 2 * rules.n.plunder_before}
    assert model.odds() == odds.table("plunder-gold", place="city", modifiers=earlier, rules=rules)


def test_mano_de_dios_asks_what_is_wanted_only_where_it_decides() -> None:
    model = RollModel()
    assert "goal" not in by_key(model.settings())
    assert "wanted" not in by_key(model.settings())
    model.set("mano", "best")
    wanted = by_key(model.settings())["wanted"]
    model.set("wanted", (wanted.options[-1][1],))
    plain = odds.table("discovery", level=2, neighbour="town", rules=rules_of("basic"))
    best = model.odds()
    assert best is not None
    assert best[wanted.options[-1][1]] > plain[wanted.options[-1][1]]
    model.choose("end-of-turn")
    assert [value for _, value in by_key(model.settings())["mano"].options] == ["never"]
    model.choose("gift")
    assert by_key(model.settings())["goal"].value == "most"


def test_settings_that_do_not_go_together_say_why_and_lose_nothing() -> None:
    explorer = odds_explorer()
    explorer.settings.widget("level").value = 4
    explorer.settings.widget("neighbour").value = "none"
    assert explorer.model.odds() is None
    assert "4.112" in explorer.text()
    explorer.settings.widget("neighbour").value = "city"
    assert explorer.settings.widget("level").value == 4
    assert explorer.model.message == ""


def test_two_settings_are_compared() -> None:
    explorer = odds_explorer()
    explorer.keep.click()
    explorer.settings.widget("level").value = 3
    assert "A: A\nB: B" in explorer.view.text
    explorer.forget.click()
    assert "A: A" not in explorer.view.text


def test_there_is_no_such_roll() -> None:
    with pytest.raises(SetupError, match="there is no roll 'dance'"):
        RollModel().choose("dance")


def test_a_long_session_leaves_no_orphans(count_widgets: Callable[[], int]) -> None:
    explorer = odds_explorer()
    names = list(explorer.model.rolls)
    for name in names:
        explorer.rolls.widget("roll").value = name
    before = count_widgets()
    for name in names * 2:
        explorer.rolls.widget("roll").value = name
    assert count_widgets() == before


# Battles ---------------------------------------------------------------------------------------------------------

BATTLES: list[dict[str, Any]] = [
    {},
    {"ambush": True, "enemy_cards painted-warriors": True, "hits": 1},
    {"enemy": "draw", "draw": 1, "foot": 2, "horse": 0, "cannon": 0},
    {"enemy": "expedition", "foe-foot": 1, "foe-horse": 0, "foot": 1, "horse": 1, "cannon": 0},
    {"retreat": "lost", "after": 2, "values": "24 30", "losses": "random", "enemy_losses": "lowest"},
    {"scenario": "standard", "charge": "best", "values": "20", "allies": "24", "asset cotton-armor": True},
    {"mano": "before", "values": "24b;10", "attacked": True, "goal": "units", "leader": "alvarado", "foe": "cortes"},
]


@pytest.mark.parametrize("values", BATTLES)
def test_the_laboratory_asks_what_the_library_answers(values: dict[str, Any]) -> None:
    question = BattleSettings("en")
    model = QuestionModel(question)
    for key, value in values.items():
        model.set(key, value)
    asked = question.arguments(values)
    units, against = asked.pop("units"), asked.pop("against")
    answer = finished(model.steps())
    assert answer.fates == odds.battle(units, against, **asked).fates
    model.answered(answer)
    assert list(model.told) == ["outcome", "lost", "enemies", "rounds", "hits", "leader"]


def test_bad_forces_are_named_and_nothing_is_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(LAB, "PATIENCE", None)
    lab = battle_lab()
    won = lab.model.answer
    assert won is not None
    lab.settings["theirs"].widget("values").value = "21"
    assert "there is no Indian unit '21'" in lab.model.message
    assert lab.model.answer is won
    assert lab.settings["ours"].widget("foot").value == 3
    lab.settings["theirs"].widget("values").value = "20"
    assert lab.model.message == ""
    assert lab.model.answer is not won


def test_a_change_that_takes_long_is_given_up_and_the_button_works_it_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(LAB, "PATIENCE", -1.0)

    async def play() -> None:
        lab = battle_lab()
        first = lab.model.answer
        lab.settings["ours"].widget("foot").value = 1
        assert "press the button" in lab.model.message
        assert lab.model.answer is first
        lab.ask.click()
        for _ in range(3000):
            if not (lab.bar.work is not None and lab.bar.work.running):
                break
            await asyncio.sleep(0.01)
        assert lab.model.answer is not first

    asyncio.run(play())


def test_what_is_told_of_a_battle() -> None:
    lab = battle_lab("fr")
    text = lab.text()
    assert "de gagner" in text
    titles = lab.model.question.told
    assert all(titles[what] in text for what in lab.model.told)
    lab.what.value = "lost"
    assert lab.view.text.startswith(titles["lost"])


# Tables, cards, maps ---------------------------------------------------------------------------------------------


def sheet(name: str, language: str = "en") -> Sheet:
    return pack_of("conquest").sheet(name, language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_table_is_shown_with_its_grades(language: str) -> None:
    names = table_names()
    assert {"combat", "values", "costs", "legends", "verdicts", "adjacency"} <= set(names)
    for name in names:
        shown = sheet(name, language)
        html = sheet_html(shown, language)
        assert shown.lines
        assert "[" not in html
        assert "cq-explorers-reconstructed" in html or "cq-explorers-stated" in html or "cq-explorers-example" in html


def test_a_reconstructed_cell_has_its_reason_and_a_known_one_its_footnote() -> None:
    html = sheet_html(sheet("combat"))
    assert 'class="cq-explorers-reconstructed" title="reconstructed: column heads' in html
    assert 'class="cq-explorers-example" title="example: 6.371x">1<sup>' in html
    assert "reconstructed by us</b>: column heads" in html


@pytest.mark.parametrize(
    ("highlight", "place_"), [((9, 33), ("9", "30")), ((99, "60"), ("16", "60")), ((-5, 2), ("2", "2"))]
)
def test_the_cell_that_is_read_is_highlighted(highlight: tuple[object, object], place_: tuple[str, str]) -> None:
    view = table_view("combat", highlight)
    assert view.highlight == place_
    assert "[" in view.text()


def test_tables_and_cells_that_are_not_there() -> None:
    with pytest.raises(SetupError, match="there is no table 'weather'"):
        table_view("weather")
    with pytest.raises(RuleError, match="has the rows"):
        table_view("discovery", (3, 9))
    assert table_view("adjacency", ("town", 3)).highlight == ("town", "3")


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_cards_are_in_the_gallery(language: str) -> None:
    rules = rules_of("standard")
    model = GalleryModel(language)
    assert len(model.cards) == len(rules.cards) + len(rules.assets) + len(rules.pack.conquistadors())
    assert "[explorers" not in cards_html(model.cards, language)


def test_cards_are_found_by_kind_game_and_words() -> None:
    gallery = card_gallery()
    gallery.settings.widget("kind").value = "conquistador"
    assert all(card.kind == "conquistador" for card in gallery.model.shown())
    gallery.settings.widget("search").value = "cortés tenochtitlan"
    assert "Hernán Cortés" in [card.name for card in gallery.model.shown()]
    gallery.settings.widget("search").value = ""
    gallery.settings.widget("kind").value = ""
    gallery.settings.widget("game").value = "basic"
    assert not any(card.mark for card in gallery.model.shown())
    assert any(card.mark for card in gallery.model.cards)
    assert gallery.text().startswith(gallery.model.count())


def test_what_a_pack_prints_is_escaped() -> None:
    facts, mark = (STRANGE,), (STRANGE, STRANGE)
    card = CardFace("x", STRANGE, {}, "", "stated", STRANGE, STRANGE, STRANGE, STRANGE, STRANGE, facts, mark)
    assert "<img" not in cards_html([card], "en")


def test_spaces_are_found_by_map_level_kind_and_words() -> None:
    model = AtlasModel()
    model.set("level", 4)
    assert "Tenochtitlan" in [row.name for row in model.shown()]
    model.set("search", "brigantines lake")
    assert [row.id for row in model.shown()] == ["texcoco"]
    model.set("map", "south")
    assert model.shown() == []
    model.set("search", "")
    model.set("level", "")
    model.set("kind", "desert")
    assert {row.traits["kind"] for row in model.shown()} == {("desert",)}


def test_the_atlas_has_a_picture_and_its_text() -> None:
    atlas = map_atlas()
    assert "<svg" in atlas._picture.value
    north = atlas._picture.value
    atlas.settings.widget("map").value = "south"
    assert atlas._picture.value != north
    assert "Cuzco" in atlas.text()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_explorer_has_text_beside_the_picture(language: str) -> None:
    for made in (odds_explorer(language), table_view("funds", language=language), card_gallery(language)):
        bundle = made._repr_mimebundle_()
        assert bundle["text/plain"] == made.text()
        assert "[explorers" not in made.text()
        assert "application/vnd.jupyter.widget-view+json" in bundle
