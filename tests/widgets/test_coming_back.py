"""Coming back to a game: what a table offers, saves by their names, pages that are loaded again; and errors."""

from __future__ import annotations

import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import conquistadors as cq
from conquistadors.engine.errors import SaveError, SetupError
from conquistadors_widgets import Table, TableModel

HERE: dict[str, Any] = {"map": "south", "seed": 1532}


def played(folder: Path, answers: int = 3) -> Table:
    """A game of which somebody has answered something."""
    table = cq.play("solitaire", autosave=folder, **HERE)
    for _ in range(answers):
        table.model.press(table.model.options[0].id)
    return table


def test_a_table_that_opens_offers_the_game_that_was_not_played_to_its_end(tmp_path: Path) -> None:
    before = played(tmp_path)
    model = cq.play("solitaire", autosave=tmp_path, **HERE).model
    found = model.saves.to_go_on_with
    assert found is not None
    assert model.saves.go_on_told(found).startswith(f"Go on with turn {found.turn}, ")
    assert "points?" in model.saves.go_on_told(found)
    model.saves.go_on()
    assert not model.message
    assert model.game.id == before.game.id
    assert model.game.answers == before.game.answers
    assert model.saves.to_go_on_with is None


def test_the_offer_is_a_button_of_the_table_until_it_is_declined_or_something_is_decided(tmp_path: Path) -> None:
    played(tmp_path)
    table = cq.play("solitaire", autosave=tmp_path, **HERE)
    toolbar = table._toolbar
    assert toolbar._offer in toolbar.children
    toolbar._buttons["not-that-one"].click()
    assert toolbar._offer not in toolbar.children
    other = cq.play("solitaire", autosave=tmp_path, **HERE)
    other.model.press(other.model.options[0].id)
    assert other.model.saves.to_go_on_with is None


def test_a_table_that_is_made_ready_offers_it_as_well(tmp_path: Path) -> None:
    """A captain has made the set-up: that is no decision of the person."""
    first = cq.play("solitaire", autosave=tmp_path, ready=True, **HERE)
    first.model.press("done")
    again = cq.play("solitaire", autosave=tmp_path, ready=True, **HERE)
    assert again.model.saves.to_go_on_with is not None
    again.model.saves.go_on()
    assert again.game.answers == first.game.answers


def test_other_games_and_games_that_are_over_are_not_offered(tmp_path: Path) -> None:
    played(tmp_path)
    assert cq.play("solitaire", autosave=tmp_path, map="north", seed=1).model.saves.to_go_on_with is None
    assert cq.play("example", autosave=tmp_path, seed=1).model.saves.to_go_on_with is None
    over = cq.new_game("example", seed=3, autosave=tmp_path / "over")
    while over.pending is not None:
        over.play(over.options[0])
    assert cq.play("example", autosave=tmp_path / "over", seed=1).model.saves.to_go_on_with is None


def test_a_save_is_found_by_the_name_that_it_was_given(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CONQUISTADORS_SAVES", str(tmp_path))
    table = played(tmp_path)
    table.model.saves.save_as("My first try!")
    assert table.model.message == "Saved as My-first-try."
    for name in ("My first try!", "My-first-try", "My-first-try.json"):
        assert cq.load(name).answers == table.game.answers
        assert cq.replay(name).model.marks == cq.replay(table.game).model.marks
    with pytest.raises(SaveError):
        cq.load("another")
    lines = [each.told() for each in cq.saved_games()]
    assert [line.startswith("My-first-try") for line in lines] == [True, False]


@pytest.mark.parametrize("name", ["../outside", "a/b", "", "x" * 400])
def test_a_name_never_leads_out_of_the_folder(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CONQUISTADORS_SAVES", str(tmp_path / "saves"))
    cq.save(cq.new_game("example", seed=1), tmp_path / "outside.json")
    monkeypatch.chdir("/")
    with pytest.raises(SaveError):
        cq.load(name)


def test_a_page_that_is_loaded_again_brings_the_same_game_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CONQUISTADORS_SAVES", str(tmp_path))
    monkeypatch.setenv("SERVER_SOFTWARE", "voila/0.5")
    monkeypatch.setenv("QUERY_STRING", "reader=Ana")
    first = cq.play("solitaire", **HERE)
    first.model.press(first.model.options[0].id)
    again = cq.play("solitaire", **HERE)
    assert (again.game.id, again.game.answers) == (first.game.id, first.game.answers)
    monkeypatch.setenv("QUERY_STRING", "reader=Ben")
    assert cq.play("solitaire", **HERE).game.id != first.game.id
    again.model.saves.play_again()
    assert not [given for given in again.game.answers if not given.auto]


def test_a_table_whose_kernel_is_gone_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    """ipywidgets marks it, and the style sheet shows the sentence then."""
    assert "Run this cell again (Shift+Enter)" in Table(cq.new_game("example", seed=1), {})._dead.value
    monkeypatch.setenv("SERVER_SOFTWARE", "voila/0.5")
    said = Table(cq.new_game("example", seed=1), {})._dead.value
    assert "reload the page" in said
    assert "Shift" not in said


# Errors ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kernel", ["ipykernel", "pyodide_kernel"])
def test_in_a_notebook_an_error_is_one_sentence_and_its_traceback_is_folded(
    monkeypatch: pytest.MonkeyPatch, kernel: str
) -> None:
    shown: list[str] = []
    display = SimpleNamespace(display=shown.append, HTML=str)
    monkeypatch.setitem(sys.modules, "IPython.display", display)
    monkeypatch.delitem(sys.modules, "ipykernel", raising=False)
    monkeypatch.setitem(sys.modules, kernel, display)
    with pytest.raises(SetupError) as caught:
        cq.new_game("<b>chess</b>")
    (sentence,) = caught.value._render_traceback_()
    assert sentence == str(caught.value)
    assert "Traceback" not in sentence
    assert caught.value._render_traceback_() == [sentence]  # IPython asks twice
    (folded,) = shown
    assert folded.startswith("<details><summary>SetupError</summary>")
    assert "Traceback" in folded
    assert "<b>chess" not in folded


def test_elsewhere_an_error_shows_as_any_other(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "ipykernel", raising=False)
    with pytest.raises(SetupError) as caught:
        cq.new_game("chess")
    assert caught.value._render_traceback_()[0].startswith("Traceback")


# Cards and forces by a click -------------------------------------------------------------------------------------


def test_a_card_in_the_hand_is_played_by_a_click() -> None:
    from support.landfall import game_at, ocean

    table = Table(game_at(ocean({"red": "chart storm"})), {})
    table.model.lift_curtain()
    table.show()
    pointer = table._pointer
    assert set(pointer.about) == {"card chart", "card storm"} or not table.model.scene.at_hand[1]
    table.model.point("card storm")
    assert "only play a Chart" in table.model.message
    table.model.point("card chart")
    assert table.game.answers[-1].value == "play chart" or "play chart" in [a.value for a in table.game.answers]


def test_what_comes_from_a_page_is_heard_only_if_it_is_a_click_on_this_question() -> None:
    heard: list[object] = []
    table = Table(cq.new_game("example", seed=1), {})
    pointer = type(table._pointer)(heard.append, heard.append)
    pointer.question = 4
    for message in (None, "x", {"thing": 3, "question": 4}, {"thing": "card a", "question": 3}, {"line": True}):
        pointer._heard(None, message, [])
    assert heard == []
    pointer._heard(None, {"thing": "card a", "question": 4}, [])
    pointer._heard(None, {"line": 7}, [])
    assert heard == ["card a", 7]


def test_a_click_on_a_line_of_the_story_chooses_it() -> None:
    table = Table(cq.new_game("example", seed=1), {})
    table.model.lift_curtain()
    table.model.press("sail coast")
    table.show()
    table._choose_line(1)
    assert table._line.value == 1
    table._choose_line(9999)
    assert table._line.value == 1
    assert isinstance(table.model, TableModel)
