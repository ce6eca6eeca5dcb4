"""The table by pressing its buttons, without a browser."""

from __future__ import annotations

import gc
from typing import Any

import ipywidgets as w
import pytest
from ipywidgets.widgets.widget import _instances as live_widgets

import conquistadors as cq
from conquistadors.bots import RandomBot
from conquistadors.engine.chance import Script, Seeded, TableDice
from conquistadors.engine.errors import SetupError
from conquistadors.engine.requests import TABLE
from conquistadors_widgets import Table, TableModel
from support.landfall import game_at, ocean

STRANGE = "<img src=x onerror=alert(1)>"


def labels(model: TableModel) -> list[str]:
    return [button.label for button in model.buttons() if button.refusal is None]


def test_buttons_are_answers_then_refusals_with_their_clause() -> None:
    model = TableModel(game_at(ocean({"red": "chart storm"})), {})
    assert labels(model) == ["Sail along the coast", "Sail across the open sea", "Prepare (draw a card)", "Play Chart"]
    (refused,) = [button for button in model.buttons() if button.refusal]
    assert refused.answer == "play storm"
    assert refused.refusal is not None
    assert refused.refusal.endswith("(3.1)")


def test_pressing_a_refused_button_says_why_and_changes_nothing() -> None:
    model = TableModel(game_at(ocean({"red": "storm"})), {})
    model.press("play storm")
    assert "only a Chart" in model.message
    assert model.game.answers == ()
    model.press("sail moon")
    assert model.message.endswith("(3.4)")


def test_the_screen_shows_the_hand_of_the_only_person() -> None:
    game = cq.new_game("example", seed=3)
    model = TableModel(game, {"blue": RandomBot()})
    while game.pending is not None:
        assert model.seat == "red"
        assert set(model.position.hands["blue"].titles) <= {"?"}  # type: ignore[attr-defined]  # an Ocean
        model.press(game.options[0].id)
    assert model.seat == "red"
    assert "Landfall!" in model.prompt or "furthest" in model.prompt


def test_at_one_screen_two_people_see_the_hand_of_who_is_asked() -> None:
    model = TableModel(game_at(ocean({"blue": "storm"})), {})
    assert model.seat == "red"
    model.press("sail open")
    assert model.seat == "blue"


def test_undo_and_redo_and_their_refusals() -> None:
    model = TableModel(game_at(ocean({"blue": "storm"}), Script(4)), {})
    model.press("sail open")
    model.undo()
    assert model.seat == "red"
    model.redo()
    assert model.seat == "blue"
    model.press("pass")
    model.undo()
    assert "last roll or revealed card" in model.message


def test_undo_of_a_person_takes_back_what_the_bots_did_since() -> None:
    game = cq.new_game("example", seed=3, undo="training")
    model = TableModel(game, {"blue": RandomBot()})
    model.press("prepare")
    assert len([a for a in game.answers if not a.auto]) >= 2
    model.undo()
    assert [a for a in game.answers if not a.auto] == []


def test_real_dice_are_typed() -> None:
    model = TableModel(game_at(ocean(), Seeded(1)), {})
    model.use_dice("table")
    model.press("sail open")
    assert model.waits_for_dice
    model.press("9")
    assert "1d6 can show" in model.message
    model.press("6")
    assert model.game.position.ships["red"] == 4
    model.use_dice("seeded")
    assert not model.waits_for_dice


def test_the_table_speaks_three_languages() -> None:
    model = TableModel(game_at(ocean()), {})
    model.speak("fr")
    assert model.prompt.startswith("Tour 1")
    model.speak("ja")
    assert "航海する" in model.prompt
    with pytest.raises(SetupError, match="speaks"):
        model.speak("xx")


def test_a_bot_needs_a_seat() -> None:
    with pytest.raises(SetupError, match="there is no seat 'purple'"):
        TableModel(cq.new_game("example"), {"purple": RandomBot()})


def test_what_the_table_is_asked_is_shown_without_any_hand_and_may_be_left_to_a_bot() -> None:
    """22.36 of the Standard Game: has somebody come who was missing?"""
    model = TableModel(cq.new_game("standard", players=["Ana", "Ben", "Carla"], seed=1, late=1), {})
    while model.game.pending is not None and model.game.pending.who != TABLE:
        model.press(model.buttons()[0].answer)
    seats = [model.seat]
    assert [button.label for button in model.buttons()] == ["Carla", "Pass"]
    model.press("take green")
    seats.append(model.seat)
    model.undo()
    assert seats == [None, "green"]
    other = TableModel(model.game, {TABLE: RandomBot(1)})
    assert other.seat in ("red", "blue", "green")


# The face --------------------------------------------------------------------------------------------------------


def html_of(table: Table) -> str:
    found: list[str] = []

    def walk(widget: Any) -> None:
        if isinstance(widget, w.HTML):
            found.append(widget.value)
        for child in getattr(widget, "children", ()):
            walk(child)

    walk(table)
    return "".join(found)


def press(table: Table, label: str) -> None:
    (button,) = [b for b in table._answers.children if isinstance(b, w.Button) and b.description == label]
    button.click()


def test_a_game_is_played_to_its_end_on_the_buttons(tmp_path: Any) -> None:
    table = cq.play("example", seed=12, bots={"blue": RandomBot()}, autosave=tmp_path)
    while table.game.pending is not None:
        table._answers.children[0].click()
    assert table._answers.children == ()
    assert "wins" in html_of(table)
    assert cq.resume(tmp_path).ending == table.game.ending


def test_names_are_escaped_wherever_html_is_made(tmp_path: Any) -> None:
    table = cq.play("example", players=[STRANGE, "<b>Ben</b>"], seed=5, autosave=tmp_path)
    for _ in range(10):
        assert "<img" not in html_of(table)
        assert "<b>" not in html_of(table)
        assert "&lt;img src=x onerror=alert(1)&gt;" in html_of(table)
        table._answers.children[0].click()


def test_the_face_shows_refusals_dice_and_languages() -> None:
    table = Table(game_at(ocean({"red": "storm"}), TableDice(2)), {})
    press(table, "Play Storm")
    assert "only a Chart" in html_of(table)
    table._language.value = "fr"
    press(table, "Naviguer en haute mer")
    assert table._typed in table._answers.children
    table._typed.value = "3 4"
    assert "is not what 1d6 can show" in html_of(table)
    table._typed.value = "6"
    assert table.game.position.ships["red"] == 4
    table._dice.click()
    assert table._dice.description == "Vrais dés"
    table._undo.click()
    assert table.game.pending is not None


def test_the_output_is_readable_without_a_kernel() -> None:
    table = Table(game_at(ocean({"red": "storm"})), {})
    bundle = table._repr_mimebundle_()
    data = bundle[0] if isinstance(bundle, tuple) else bundle
    assert data["text/plain"].splitlines()[-1] == "Round 1. Ana: sail, prepare, or play a card. (2.1)"


def test_a_long_session_leaves_no_orphan_widgets() -> None:
    table = Table(cq.new_game("example", seed=2, undo="training"), {})
    for _ in range(12):
        table._answers.children[0].click()
    gc.collect()
    before = len(live_widgets)
    for _ in range(60):
        if table.game.pending is None:
            table._undo.click()
        table._answers.children[0].click()
    gc.collect()
    assert len(live_widgets) - before <= 6  # at most a few more buttons in the pool


def test_play_takes_a_game_that_is_under_way(tmp_path: Any) -> None:
    game = cq.new_game("example", seed=2)
    assert cq.play(game, autosave=tmp_path).game is game
    with pytest.raises(SetupError, match="seed cannot be changed"):
        cq.play(game, seed=3)
