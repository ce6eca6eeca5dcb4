"""Direct hands on the table, by pressing its buttons: orders, cards, settings on luck, forms of men."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

import conquistadors as cq
from conquistadors.bots.naming import bots_by_seat
from conquistadors.engine.game import Game
from conquistadors.engine.requests import Choice
from conquistadors.engine.rolls import lies_badly
from conquistadors.engine.run import Run
from conquistadors.games.conquest.bots.captain import CaptainBot
from conquistadors.scene.gestures import Order, orders_for, told_by
from conquistadors_widgets import TableModel, quiet
from conquistadors_widgets.controls import SEND
from conquistadors_widgets.gestures import ORDER
from support.clicks import Clicks

AT_98B098B = 134
"""The clicks of the same person at the table of that commit, where every question was a click of its own."""


def solitaire() -> Game[Any]:
    return cq.new_game("solitaire", map="south", seed=1532, undo="training")


@cache
def game_at(kind: str, count: int) -> Game[Any]:
    return led_to(kind, solitaire(), count).game


def alone_at(kind: str, count: int = 1) -> TableModel:
    """The lone player where a question of a kind comes up for the so-manieth time."""
    return TableModel(game_at(kind, count).branch(), {})


def led_to(kind: str, game: Game[Any], count: int = 1) -> TableModel:
    """A captain answers until a question of a kind comes up, for the so-manieth time."""
    bot = CaptainBot()
    while True:
        assert isinstance(game.pending, Choice)
        if game.pending.kind == kind:
            count -= 1
            if not count:
                return TableModel(game, {})
        game.play(bot.answer(game.view(game.pending.who)))


@pytest.fixture
def first_impulse() -> TableModel:
    """Pizarro lies in Panama with his ships, and nothing has happened yet."""
    return alone_at("impulse", 2)


def rows(orders: tuple[Order, ...]) -> dict[str, list[str]]:
    """The answers of orders that go somewhere, by the space."""
    return {str(each.space): [answer.id for _, answer in each.answers] for each in orders if each.space}


# Orders ----------------------------------------------------------------------------------------------------------


def test_a_far_space_is_one_click_and_the_row_of_small_answers_in_the_log(first_impulse: TableModel) -> None:
    model = first_impulse
    assert model.hands.held == "francisco-pizarro"
    row = ["activate francisco-pizarro", "sail", "go sea-san-blas", "go sea-uraba", "go sea-vela", "go coro"]
    assert rows(model.hands.orders)["coro"] == row
    before = len(model.game.answers)
    model.pick("coro", model.hands.aimed())
    given = [each.value for each in model.game.answers[before:] if not each.auto]
    assert given == row
    assert model.position.expeditions["francisco-pizarro"].space == "coro"  # type: ignore[attr-defined]


def test_an_order_is_undone_as_one_and_played_again_as_one(first_impulse: TableModel) -> None:
    model = first_impulse
    before = len(model.game.answers)
    model.pick("coro", model.hands.aimed())
    after = model.game.answers
    assert [(each.start, len(each) > 5) for each in model.game.groups] == [(before, True)]
    model.undo()
    assert len(model.game.answers) == before
    assert not model.game.groups
    model.redo()
    assert model.game.answers == after
    model.undo()
    assert len(model.game.answers) == before


def test_orders_are_saved_as_groups(first_impulse: TableModel, tmp_path: Path) -> None:
    model = first_impulse
    before = len(model.game.answers)
    model.pick("coro", model.hands.aimed())
    loaded = cq.load(cq.save(model.game, tmp_path / "game.json"))
    assert loaded.groups == model.game.groups != ()
    again = TableModel(loaded, {})
    again.undo()
    assert len(again.game.answers) == before
    assert "groups" not in json.loads(cq.save(again.game, tmp_path / "before.json").read_text())


def test_groups_that_do_not_fit_the_answers_are_left_out() -> None:
    game = solitaire()
    game.play(game.options[0])
    game.play(game.options[0])
    game.groups = [range(2), range(1, 3), range(1, 9), range(5), range(10**30), range(-(10**30), 2)]
    assert game.groups == (range(2),)


def test_the_dice_to_come_have_no_part_in_the_search(
    first_impulse: TableModel, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither the true run nor a branch of the game is looked at: only worlds that the seat supposes."""
    game = first_impulse.game
    view = game.view("red")
    monkeypatch.setattr(Game, "branch", None)
    monkeypatch.setattr(Game, "run", None)
    found = orders_for(view, "francisco-pizarro")
    assert found.complete
    for order in found.found:
        world = view.suppose(Random(5))
        assert isinstance(world, Run)
        for kind, answer in order.answers:
            assert isinstance(world.pending, Choice), order  # no chance before the last answer
            assert (world.pending.who, world.pending.kind) == ("red", kind)
            world.send(answer)


def test_what_others_hold_changes_no_order() -> None:
    """Who can react is not told by how far an order leads."""
    game = cq.new_game("basic", seed=1518, players=["Ana", "Ben"])
    model = led_to("impulse", game, 3)
    while game.checkpoint.answers != len(game.answers) or not model.hands.movable:
        assert isinstance(game.pending, Choice)
        game.play(CaptainBot().answer(game.view(game.pending.who)))
        model.lift_curtain()
    assert isinstance(game.pending, Choice)
    seat, piece = game.pending.who, model.hands.movable[0]
    found = orders_for(game.view(seat), piece)
    assert found.found
    truth = game.checkpoint.position
    for deal in range(5):
        other = Game.new(game.rules, position=game.rules.redealt(truth, seat, Random(deal)), seed=deal)
        assert orders_for(other.view(seat), piece) == found


def test_the_search_is_bounded_by_the_answers_that_it_tries(first_impulse: TableModel) -> None:
    view = first_impulse.game.view("red")
    few = orders_for(view, "francisco-pizarro", most=6)
    assert not few.complete
    assert len(few.found) < len(orders_for(view, "francisco-pizarro").found)


def test_an_order_halts_when_another_question_comes(first_impulse: TableModel) -> None:
    model = first_impulse
    order = next(each for each in model.hands.orders if each.space == "coro")
    other = Order((*order.answers[:2], ("march", order.answers[2][1]), *order.answers[3:]), order.piece)
    before = len(model.game.answers)
    model._give_order(other)
    assert len(model.game.answers) == before + 2
    assert model.game.pending is not None
    assert model.game.pending.kind == "voyage"


def test_in_the_middle_of_a_move_a_far_space_is_one_click() -> None:
    model = alone_at("voyage")
    assert model.hands.held is None
    model.pick("santa-marta", model.hands.aimed())
    assert model.position.expeditions["francisco-pizarro"].space == "santa-marta"  # type: ignore[attr-defined]


def test_what_an_order_takes_is_told(first_impulse: TableModel) -> None:
    hands = first_impulse.hands
    order = next(each for each in hands.orders if each.space == "coro")
    label, way, *told = hands.takes(order)
    assert label == "F. Pizarro: Sail to Coro (4)"
    assert way.startswith("By way of")
    assert len(told_by(first_impulse.game.view("red"), order)) == len(told) > 3


def test_a_click_on_another_piece_takes_it_in_hand_and_answers_nothing() -> None:
    model = TableModel(solitaire(), {})
    bot = CaptainBot()
    while "activate almagro" not in [answer.id for answer in model.game.options]:
        assert isinstance(model.game.pending, Choice)
        model.game.play(bot.answer(model.game.view(model.game.pending.who)))
    before = len(model.game.answers)
    assert model.hands.held == "almagro"  # who has just come
    model.pick(model.position.expeditions["francisco-pizarro"].space, model.hands.aimed())  # type: ignore[attr-defined]
    assert model.hands.held == "francisco-pizarro"
    assert "F. Pizarro" in model.message
    assert len(model.game.answers) == before
    assert all(order.piece == "francisco-pizarro" for order in model.hands.orders if order.space)


def test_of_what_the_rules_only_ask_how_much_all_is_one_click() -> None:
    model = alone_at("exchange")
    model.game.undo()
    labels = {each.label: each.answer for group in model.orders() for each in group}
    model.press(labels["Change F. Pizarro's gold into pesos: all 7"])
    assert model.game.answers[-1].value == "amount 7"


@pytest.mark.parametrize("scenario", ["example", "exploration", "basic", "standard"])
def test_every_order_of_every_game_is_a_row_that_the_game_takes(scenario: str) -> None:
    game = cq.new_game(scenario, seed=4, undo="training")
    bots = bots_by_seat(dict.fromkeys(game.rules.seats, "random"), game.rules)
    tried = 0
    for _ in range(25 if scenario == "exploration" else 60):
        if not isinstance(game.pending, Choice) or game.pending.who not in bots:
            break
        view = game.view(game.pending.who)
        model = TableModel(game, {})
        model.lift_curtain()
        for order in model.hands.orders[::5]:
            twin = game.branch()
            for kind, answer in order.answers:
                assert isinstance(twin.pending, Choice)
                if (twin.pending.who, twin.pending.kind) != (view.seat, kind):
                    break
                twin.play(answer)
            tried += 1
            assert "[" not in model.hands.label(order)
        game.play(bots[game.pending.who].answer(view))
    assert tried or scenario in ("example", "exploration")


# Which questions are asked ---------------------------------------------------------------------------------------


def luck_question() -> TableModel:
    return alone_at("modify")


def settings(model: TableModel) -> list[str]:
    return [button.answer.split()[2].split("-")[0] for button in model.quieter()]


def asked_of_luck(model: TableModel, most: int = 40) -> list[str]:
    """The kinds of luck questions that are asked while a captain plays on and passes."""
    found, bot = [], CaptainBot()
    for _ in range(most):
        model.let_bots_answer()
        pending = model.game.pending
        if not isinstance(pending, Choice):
            break
        if pending.kind in ("modify", "reroll"):
            found.append(pending.kind)
            model.press("pass")
        else:
            model.press(bot.answer(model.game.view(pending.who)).id)
    return found


def test_luck_is_asked_about_always_after_a_bad_roll_not_in_this_action_or_never() -> None:
    assert settings(luck_question()) == ["bad", "action", "never"]
    often = asked_of_luck(luck_question())
    seldom = {}
    for how in ("bad", "action", "never"):
        model = luck_question()
        (button,) = [each for each in model.quieter() if each.answer.split()[2].startswith(how)]
        model.press(button.answer)
        assert not model.message
        seldom[how] = asked_of_luck(model)
    assert {"modify", "reroll"} == set(often)
    assert seldom["never"] == []
    assert set(seldom["bad"]) == {"reroll"}
    assert 0 < len(seldom["bad"]) < often.count("reroll")
    assert seldom["action"]


def test_not_in_this_action_lasts_until_the_next_begins() -> None:
    model = luck_question()
    began = quiet._scenes(model.game)
    (button,) = [each for each in model.quieter() if each.answer.split()[2].startswith("action")]
    model.press(button.answer)
    while asked_of_luck(model, 1) == []:
        pass
    assert quiet._scenes(model.game) > began


def test_after_a_bad_roll_is_after_one_that_would_more_likely_get_better() -> None:
    model = alone_at("reroll")
    pos = model.game.position
    for natural in range(2, 13):
        rolling = pos.rolling[-1]
        dice = pos.rules.rolls[rolling.roll].dice
        if natural not in dice.totals:
            continue
        pos.rolling = (type(rolling)(rolling.roll, rolling.who, rolling.modifiers, natural),)
        low, high = dice.totals[0], dice.totals[-1]
        assert lies_badly(pos, "mano-de-dios") == (natural - low < high - natural)


def test_the_setting_is_seen_changed_and_saved(tmp_path: Path) -> None:
    model = luck_question()
    assert model.luck_asked == "always"
    model.ask_luck("never")
    assert model.luck_asked == "never"
    assert [each.label for each in model.standing] == ["never ask about luck"]
    loaded = TableModel(cq.load(cq.save(model.game, tmp_path / "game.json")), {})
    assert loaded.luck_asked == "never"
    loaded.ask_luck("always")
    assert loaded.game.standing == {}


def test_the_same_offer_is_made_once_and_asked_again_when_something_new_comes() -> None:
    model = alone_at("impulse", 8)
    (button,) = model.quieter()
    model.press(button.answer)
    kept = model.game.standing["red"]
    assert quiet.setting_on(kept, "impulse").startswith("same:")
    model.game.standing = {"red": ("quiet impulse same:nothing",)}
    before = len(model.game.answers)
    model.let_bots_answer()
    assert len(model.game.answers) == before


def test_among_several_people_a_silence_tells_nothing() -> None:
    """What is offered depends on the hand: only a lone person may let it pass unseen."""
    game = cq.new_game("basic", seed=1518, players=["Ana", "Ben"])
    model = led_to("impulse", game, 3)
    model.lift_curtain()
    assert not model.quieter()
    assert TableModel(game, {each: CaptainBot() for each in game.rules.seats[1:]}).people == ("red",)


# Forms of men ----------------------------------------------------------------------------------------------------


def test_rearranging_men_is_one_form_that_begins_with_things_as_they_are(first_impulse: TableModel) -> None:
    model = first_impulse
    model.press("reorganise panama-south")
    form = model.forms.shown
    assert form is not None
    assert [bool(field.choices) for field in form.fields] == [True] * 2 + [False] * 6 or form.fields[0].choices
    before = model.position.captains  # type: ignore[attr-defined]
    model.press(SEND)
    assert not model.message
    assert model.position.captains == before  # type: ignore[attr-defined]
    assert model.game.pending is not None
    assert model.game.pending.kind == "impulse"


def test_another_pick_brings_other_fields_and_is_undone_as_one(first_impulse: TableModel) -> None:
    model = first_impulse
    model.press("reorganise panama-south")
    asked = len(model.game.answers)
    rows_ = model.forms.rows(model.forms.shown)  # type: ignore[arg-type]
    assert rows_[0].choices
    lead = next(at for at, choice in enumerate(rows_[0].choices) if choice == "Balboa commands")
    model.forms.fill([lead])
    model.press(SEND)
    assert "balboa" in model.position.expeditions  # type: ignore[attr-defined]
    model.undo()
    assert len(model.game.answers) == asked


def test_leaving_men_behind_is_one_form() -> None:
    model = alone_at("march", 3)
    model.press("detach balboa")
    form = model.forms.shown
    assert form is not None
    assert len(form.fields) > 3
    model.forms.fill([0, 2, 1])
    model.press(SEND)
    assert not model.message
    assert "balboa" in model.position.expeditions  # type: ignore[attr-defined]
    assert model.game.pending is not None
    assert model.game.pending.kind == "march"


def test_what_spends_an_activation_says_so() -> None:
    model = alone_at("action")
    labels = {button.answer: button.label for button in model.buttons()}
    assert labels["rest"] == "Do nothing \N{MIDDLE DOT} spends the activation"


# Clicks ----------------------------------------------------------------------------------------------------------


def test_three_turns_take_at_most_half_the_clicks() -> None:
    counted = Clicks(solitaire(), CaptainBot(), last_turn=3)
    assert counted.play() <= AT_98B098B // 2, counted.clicks
    assert counted.answers > AT_98B098B * 0.9
    assert counted.model.hands.order(f"{ORDER} 999") is None
