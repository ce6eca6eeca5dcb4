"""The table by pressing its buttons, without a browser."""

from __future__ import annotations

import re
from html import unescape
from types import SimpleNamespace
from typing import Any

import pytest

import conquistadors as cq
from conquistadors.bots import RandomBot
from conquistadors.engine.chance import Script, Seeded
from conquistadors.engine.errors import SetupError
from conquistadors.engine.requests import TABLE
from conquistadors.games.conquest.bots.captain import CaptainBot
from conquistadors_widgets import panels
from conquistadors_widgets.table_model import TableModel
from support.landfall import game_at, ocean


def taken(model: TableModel, *answers: str) -> TableModel:
    """Whoever is asked takes the screen and answers."""
    for answer in answers:
        model.lift_curtain()
        model.press(answer)
    model.lift_curtain()
    return model


def labels(model: TableModel) -> list[str]:
    return [button.label for button in model.buttons() if button.refusal is None]


def test_buttons_are_answers_then_refusals_with_their_clause() -> None:
    model = taken(TableModel(game_at(ocean({"red": "chart storm"})), {}))
    assert labels(model) == ["Sail along the coast", "Sail across the open sea", "Prepare (draw a card)", "Play Chart"]
    (refused,) = [button for button in model.buttons() if button.refusal]
    assert refused.answer == "play storm"
    assert refused.refusal is not None
    assert refused.refusal.endswith("(3.1)")


def test_pressing_a_refused_button_says_why_and_changes_nothing() -> None:
    model = taken(TableModel(game_at(ocean({"red": "storm"})), {}))
    model.press("play storm")
    assert "only play a Chart" in model.message
    assert model.game.answers == ()
    model.press("sail moon")
    assert model.message.endswith("(3.4)")


def test_the_screen_shows_the_hand_of_the_only_person() -> None:
    game = cq.new_game("example", seed=3)
    model = TableModel(game, {"blue": RandomBot()})
    model.let_bots_answer()
    while game.pending is not None:
        assert model.seat == "red"
        assert set(model.position.hands["blue"].titles) <= {"?"}  # type: ignore[attr-defined]  # an Ocean
        model.press(game.options[0].id)
        model.let_bots_answer()
    assert model.seat == "red"
    assert "Landfall!" in model.prompt or "furthest" in model.prompt


def test_at_one_screen_a_curtain_hides_the_hand_until_its_owner_has_taken_the_screen() -> None:
    model = TableModel(game_at(ocean({"red": "chart", "blue": "storm"})), {})
    assert (model.curtain, model.seat) == ("red", None)
    assert model.buttons() == []
    assert set(model.position.hands["red"].titles) <= {"?"}  # type: ignore[attr-defined]  # an Ocean
    model.press("sail open")
    assert "Ana has to take the screen first" in model.message
    model.lift_curtain()
    assert (model.curtain, model.seat) == (None, "red")
    model.press("sail open")
    assert (model.curtain, model.seat) == ("blue", None)
    model.lift_curtain()
    assert model.seat == "blue"
    assert set(model.position.hands["red"].titles) <= {"?"}  # type: ignore[attr-defined]  # an Ocean


def test_the_scene_is_that_of_whoever_looks_and_knows_the_question_only_if_it_is_theirs() -> None:
    game = game_at(ocean({"red": "chart", "blue": "storm"}), Script(4))
    two = TableModel(game, {})
    assert (two.scene.seat, two.scene.asked) == (None, None), "behind the curtain"
    two.lift_curtain()
    assert two.scene.seat == "red"
    assert two.scene.asked is game.pending
    assert set(two.scene.pos.hands["blue"].titles) == {"?"}
    one = TableModel(game, {"blue": RandomBot()})
    one.press("sail open")
    assert game.pending is not None
    assert game.pending.who == "blue"
    assert (one.scene.seat, one.scene.asked) == ("red", None)


def test_undo_and_redo_and_their_refusals() -> None:
    model = taken(TableModel(game_at(ocean({"blue": "storm"}), Script(4)), {}), "sail open")
    model.undo()
    assert model.asked == "red"
    model.redo()
    assert model.asked == "blue"
    taken(model, "pass")
    model.undo()
    assert "last roll or revealed card" in model.message


def test_undo_of_a_person_takes_back_what_the_bots_did_since() -> None:
    game = cq.new_game("example", seed=3, undo="training")
    model = TableModel(game, {"blue": RandomBot()})
    model.press("prepare")
    model.let_bots_answer()
    assert len([a for a in game.answers if not a.auto]) >= 2
    model.undo()
    assert [a for a in game.answers if not a.auto] == []


def test_real_dice_are_typed() -> None:
    model = TableModel(game_at(ocean(), Seeded(1)), {})
    model.use_dice("table")
    taken(model, "sail open")
    assert model.waits_for_dice
    model.press("9")
    assert "1d6 cannot show '9'" in model.message
    model.press("6")
    assert model.game.position.ships["red"] == 4
    model.use_dice("seeded")
    assert not model.waits_for_dice


def test_the_table_speaks_three_languages() -> None:
    model = TableModel(game_at(ocean()), {})
    model.lift_curtain()
    model.speak("fr")
    assert model.prompt.startswith("Tour 1")
    model.speak("ja")
    assert "行動を選んでください（航海、準備、カードの使用）" in model.prompt
    with pytest.raises(SetupError, match="speaks"):
        model.speak("xx")


def test_a_bot_needs_a_seat() -> None:
    with pytest.raises(SetupError, match="there is no seat 'purple'"):
        TableModel(cq.new_game("example"), {"purple": RandomBot()})


def test_what_the_table_is_asked_is_shown_without_any_hand_and_may_be_left_to_a_bot() -> None:
    """22.36 of the Standard Game: has somebody come who was missing?"""
    model = TableModel(cq.new_game("standard", players=["Ana", "Ben", "Carla"], seed=1, late=1), {})
    while model.game.pending is not None and model.game.pending.who != TABLE:
        model.lift_curtain()
        model.press(model.buttons()[0].answer)
    asked = [model.asked]
    assert (model.curtain, model.seat) == (None, None)
    assert {button.label for button in model.buttons()} == {"Carla", "Pass"}
    model.press("take green")
    asked.append(model.asked)
    model.undo()
    assert asked == [None, "green"]
    other = TableModel(model.game, {TABLE: RandomBot(1)})
    other.let_bots_answer()
    assert other.asked in ("red", "blue", "green")


def lone(**setup: Any) -> TableModel:
    return TableModel(cq.new_game("solitaire", players=["Ana"], seed=7, map="north", **setup), {})


def first_impulse(model: TableModel) -> TableModel:
    while model.game.pending.kind != "impulse":  # type: ignore[union-attr]  # it goes on
        model.press(model.game.options[0].id)
    return model


def test_answers_of_one_verb_stand_together() -> None:
    model = first_impulse(lone())
    verbs = [{button.answer.split()[0] for button in group} for group in model.groups()]
    assert {"play"} in verbs
    assert len(verbs) < len(model.game.options)
    assert {button.answer for group in model.groups() for button in group} == {o.id for o in model.game.options}
    assert all(button.refusal for button in model.refused())


def test_a_click_on_the_map_answers_or_offers_the_answers_or_says_why_not() -> None:
    model = first_impulse(lone())
    one, other = [option.id for option in model.game.options][:2]
    before = model.game.answers
    model.pick("tlaxcala", {"tlaxcala": [one, other]})
    assert {button.answer for group in model.groups() for button in group} == {one, other}
    assert "Tlaxcala" in model.message
    model.widen()
    assert len(model.buttons()) > len(model.game.options)
    model.pick("tlaxcala", {})
    assert model.message.startswith("Tlaxcala: nothing to choose there now")
    assert model.game.answers == before
    model.pick("tlaxcala", {"tlaxcala": [one]})
    assert len(model.game.answers) > len(before)


def test_a_click_where_one_may_not_go_names_the_clause() -> None:
    """3.12: a march goes to a space that is joined to this one by land."""
    model = first_impulse(lone())
    model.press(next(o.id for o in model.game.options if o.verb == "activate"))
    model.press("sail")
    before = model.game.answers
    model.pick("tenochtitlan", {"sea-santiago": ["go sea-santiago"]})
    assert "Tenochtitlan" in model.message
    assert "no answer" not in model.message
    assert model.message.endswith(")")
    assert model.game.answers == before


def test_the_impulse_can_be_begun_again() -> None:
    model = first_impulse(lone(undo="training"))
    start = model.game.position
    began = len(model.game.answers)
    for _ in range(6):
        if model.game.pending is None or (model.game.pending.kind == "impulse" and len(model.game.answers) > began):
            break
        model.press(model.game.options[0].id)
    assert len(model.game.answers) > began
    model.restart_turn()
    assert (len(model.game.answers), model.game.position) == (began, start)
    fresh = lone()
    fresh.restart_turn()
    assert "No impulse has begun" in fresh.message


def test_a_game_may_have_words_of_its_own_for_the_table() -> None:
    assert lone().say("restart") == "Restart impulse"
    assert TableModel(cq.new_game("example", seed=1), {}).say("restart") == "Restart turn"


def test_while_a_bot_is_asked_nobody_sees_what_it_may_answer() -> None:
    """Its answers name the cards in its hand, and are not to be given by anybody else."""
    game = cq.new_game("example", seed=3)
    game.play("prepare")
    assert game.pending is not None
    model = TableModel(game, {game.pending.who: RandomBot()})
    assert game.options
    assert model.buttons() == []
    assert list(model.options) == []
    before = game.answers
    model.press("prepare")
    assert model.message == "It is another player's turn to choose: please wait a moment."
    model.message = ""
    model.pick("league-0", {"league-0": ["sail coast"]})
    assert model.message == "It is another player's turn to choose: please wait a moment."
    assert game.answers == before


def test_taking_back_to_a_line() -> None:
    model = first_impulse(lone(undo="training"))
    model.undo_to(len(model.game.log) // 2)
    assert model.message == ""
    model.undo_to(10_000)
    assert "the log has the lines" in model.message


def test_saves_loads_resumes_and_branches(tmp_path: Any) -> None:
    game = cq.new_game("solitaire", players=["Ana"], seed=7, map="north", autosave=tmp_path)
    model = TableModel(game, {}, tmp_path)
    first_impulse(model)
    model.saves.save_as(" My first / game ")
    assert model.message == "Saved as My-first-game."
    model.saves.save_as(" /.. ")
    assert "Give the save a name" in model.message
    answers = model.game.answers
    model.saves.branch()
    assert model.game is not game
    model.press(model.game.options[0].id)
    assert game.answers == answers
    assert len(model.saves.saved()) == 3
    model.saves.load("My-first-game")
    assert model.game.answers == answers
    model.saves.resume()
    assert model.message == ""
    model.saves.load("nothing")
    assert "nothing" in model.message


def test_bots_say_why(tmp_path: Any) -> None:
    game = cq.new_game("basic", players=["Ana", "Ben"], seed=3)
    model = TableModel(game, {"blue": CaptainBot(1)}, tmp_path)
    for _ in range(40):
        model.let_bots_answer()
        model.press(game.options[0].id)
    assert model.reasons
    assert all(why.endswith(")") for why in model.reasons.values())
    assert max(model.reasons) < len(game.log)


def test_reasons_are_told_in_the_language_of_the_table_whenever_that_changes(tmp_path: Any) -> None:
    game = cq.new_game("basic", players=["Ana", "Ben"], seed=3, language="fr")
    model = TableModel(game, {"blue": CaptainBot(1)}, tmp_path)
    for _ in range(40):
        model.let_bots_answer()
        model.press(game.options[0].id)
    french = model.reasons
    model.speak("ja")
    japanese = model.reasons
    model.speak("en")
    assert french.keys() == japanese.keys() == model.reasons.keys()
    assert not set(french.values()) & set(model.reasons.values())
    assert all(why.endswith("）") and re.search(r"[ぁ-ん]", why) for why in japanese.values())
    model.speak("fr")
    html = panels.story(model.lines(), model.teller, model.language, model.clauses, reasons=model.reasons)
    told = re.findall(r'<em class="cq-panels-why">(.*?)</em>', html)
    assert told
    assert {unescape(why) for why in told} <= set(french.values())
    assert not any(re.search(r"\b(?:the|of|is|to|for)\b", why) for why in french.values())


def test_a_bot_of_ones_own_may_say_why_in_a_sentence(tmp_path: Any) -> None:
    class Sayer(RandomBot):
        why = SimpleNamespace(reason="I like it", rule="2.1")

    model = TableModel(cq.new_game("example", seed=3, language="ja", undo="training"), {"blue": Sayer()}, tmp_path)
    for _ in range(6):
        model.let_bots_answer()
        model.press(model.game.options[0].id)
    assert set(model.reasons.values()) == {"I like it（2.1）"}
    model.undo_policy("fair")
    assert model.reasons == {}
    model._bots["blue"].why = SimpleNamespace(option=None)  # type: ignore[attr-defined]  # it does not say
    assert model.why(model._bots["blue"].why) == ""  # type: ignore[attr-defined]
