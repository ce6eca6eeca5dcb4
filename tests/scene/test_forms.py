"""A compound choice as one form: the rules say what a field may hold, and the row of answers is what they ask for."""

from __future__ import annotations

from typing import Any

import pytest

import conquistadors as cq
from conquistadors.bots import RandomBot
from conquistadors.engine.game import Game
from conquistadors.engine.requests import Choice
from conquistadors.engine.texts import LANGUAGES
from conquistadors.games import kits
from conquistadors.scene.forms import Form, form_of
from conquistadors.scene.words import Phrase, say


def dividing() -> Game[Any]:
    """14.12  The first player divides seven foot, three horse and a cannon between two conquistadors."""
    game = cq.new_game("basic", seed=4)
    while isinstance(game.pending, Choice) and game.pending.kind != "divide":
        game.play(game.options[0])
    return game


def test_a_row_of_numbers_is_one_form() -> None:
    form = form_of(dividing().run())
    assert form is not None
    assert [(field.low, field.high) for field in form.fields] == [(0, 7), (0, 3)]  # the cannon has to go along then
    assert {field.rule for field in form.fields} == {"14.12"}


def test_what_a_field_may_hold_follows_from_those_before_it() -> None:
    """1.42  Ten units a card: whoever takes everything else cannot have the cannon as well."""
    open_still, settled = form_of(dividing().run(), [7, 2]), form_of(dividing().run(), [7, 3])
    assert open_still is not None
    assert settled is not None
    assert [(field.low, field.high) for field in open_still.fields] == [(0, 7), (0, 3), (0, 1)]
    assert [field.value for field in settled.fields] == [7, 3]  # the cannon goes with the other: nothing is left to ask
    bold = form_of(dividing().run(), [99, -5])
    assert bold is not None
    assert [field.value for field in bold.fields[:2]] == [7, 0]


def test_the_answers_of_a_form_are_those_that_the_game_takes() -> None:
    game = dividing()
    form = form_of(game.run(), [4, 2, 1])
    assert form is not None
    before = len(game.answers)
    for answer in form.answers:
        game.play(answer)
    assert [given.value for given in game.answers[before : before + len(form.answers)]] == list(form.answers)
    assert not isinstance(game.pending, Choice) or game.pending.kind != "divide" or game.pending.who != form.who


def test_asking_for_a_form_changes_nothing() -> None:
    game = dividing()
    before = game.position
    form_of(game.run(), [3, 3, 1])
    assert game.position == before


def test_where_no_number_is_asked_there_is_no_form() -> None:
    assert form_of(cq.new_game("example", seed=1).run()) is None


@pytest.mark.parametrize("scenario", [scenario.id for kit in kits() for scenario in kit.scenarios])
def test_every_form_can_be_read_and_played(scenario: str) -> None:
    """Whatever is filled in, the rules take it; and it is told in every language."""
    game = cq.new_game(scenario, seed=2, undo="training")
    player = RandomBot(3)
    forms: list[Form] = []
    for _ in range(250):
        if not isinstance(game.pending, Choice):
            break
        form = form_of(game.run(), [1, 2, 3])
        if form is not None:
            forms.append(form)
            twin = game.branch()
            for answer in form.answers:
                twin.play(answer)
        game.play(player.answer(game.view(game.pending.who)))
    asked = {field.about for form in forms for field in form.fields if isinstance(field.about, Phrase)}
    told = [say(each, game.rules.texts(language), game.names) for each in asked for language in LANGUAGES]
    assert not [text for text in told if "[" in text]
    assert forms or scenario == "example"
