"""Landfall, clause by clause, with scripted dice."""

from __future__ import annotations

import pytest

import conquistadors as cq
from conquistadors.engine import Modifier, Thrown, roll
from conquistadors.engine.chance import Script, Seeded
from conquistadors.engine.errors import SetupError
from conquistadors.engine.game import Game
from conquistadors.engine.requests import Choice, option
from conquistadors.games.landfall.rules import Landfall
from support.landfall import game_at, ocean


def test_1_1_two_to_four_captains_start_in_port() -> None:
    for captains in (2, 3, 4):
        game = Game.new(Landfall(captains), seed=1)
        assert list(game.position.ships.values()) == [0] * captains
    for wrong in (1, 5, "2", True, 2.0):
        with pytest.raises(SetupError, match="2 to 4 captains"):
            Landfall(wrong)  # type: ignore[arg-type]  # the wrong type is the point


def test_1_2_each_captain_is_dealt_three_cards_that_others_do_not_see() -> None:
    with Script("chart", "storm", "pilot", "storm", "storm", "pilot") as dice:
        game = Game.new(Landfall(2), chance=dice)
    assert list(game.position.hands["red"].each()) == ["chart", "pilot", "storm"]
    assert game.view("red").position.hands["red"] == game.position.hands["red"]
    assert set(game.view("blue").position.hands["red"].titles) == {"?"}
    assert set(game.view("blue").position.piles["deck"].titles) == {"?"}
    drawn = [line.event for line in game.view("blue").lines if line.event.kind == "drew"]
    assert [event.facts()["drawn"] for event in drawn] == [None, None, None, "storm", "storm", "pilot"]


def test_2_1_a_turn_is_a_voyage_or_a_card_then_the_next_captain() -> None:
    with Script("pilot", 4) as dice:
        game = game_at(ocean(), dice)
        game.play("prepare")
        assert game.pending is not None
        assert game.pending.who == "blue"
        game.play("sail coast")
    assert game.position.active == "red"
    assert game.position.round == 2


def test_2_2_a_captain_with_five_cards_cannot_prepare() -> None:
    game = game_at(ocean({"red": "chart chart storm storm pilot"}))
    assert option("prepare") not in game.options
    refusal = game.why_not("prepare")
    assert refusal is not None
    assert refusal.rule == "2.2"
    assert "5 cards" in game.teller().refusal(refusal)


def test_2_3_an_empty_deck_takes_back_the_discards() -> None:
    with Script("storm") as dice:
        game = game_at(ocean({"red": "chart"}, deck=[]), dice)
        game.play("prepare")
    assert game.position.piles["discards"].size == 0
    assert game.position.hands["red"].count_of("storm") == 1
    assert "shuffled" in [line.event.kind for line in game.log]


def test_2_3_without_deck_and_discards_nobody_can_prepare() -> None:
    hands = {"red": "chart " * 4, "blue": "storm " * 5, "green": "pilot " * 4 + "storm"}
    game = game_at(ocean(hands, captains=3))
    refusal = game.why_not("prepare")
    assert refusal is not None
    assert (refusal.rule, refusal.bar.reason) == ("2.3", "deck-empty")


def test_3_1_a_chart_adds_one_and_only_one_a_turn() -> None:
    with Script(5) as dice:
        game = game_at(ocean({"red": "chart chart"}), dice)
        game.play("play chart")
        refusal = game.why_not("play chart")
        assert refusal is not None
        assert (refusal.rule, refusal.bar.reason) == ("3.1", "one-chart")
        game.play("sail open")
    assert game.position.ships["red"] == 4  # 5 + 1: the row from 6


def test_3_1_a_chart_holds_for_this_turn_only() -> None:
    with Script("chart", 5) as dice:
        game = game_at(ocean({"red": "chart"}), dice)
        game.play("play chart")
        game.play("prepare")
        game.play("sail open")
    assert game.position.ships["blue"] == 3


def test_3_2_a_storm_takes_two_off_and_only_one_a_voyage() -> None:
    with Script(5) as dice:
        game = game_at(ocean({"blue": "storm storm"}), dice)
        game.play("sail open")
        assert isinstance(game.pending, Choice)
        assert (game.pending.who, game.pending.rule) == ("blue", "3.2")
        game.play("play storm")
    assert game.position.ships["red"] == 1  # 5 - 2: the row from 2
    assert game.position.hands["blue"].count_of("storm") == 1


def test_3_2_the_others_are_asked_in_turn_order_until_all_pass() -> None:
    with Script(6) as dice:
        game = game_at(ocean({"blue": "storm", "green": "storm"}, captains=3), dice)
        game.play("sail coast")
        assert game.pending is not None
        assert game.pending.who == "blue"
        game.play("pass")
        assert game.pending.who == "green"
        game.play("play storm")
    asked = [a.who for a in game.answers if a.kind == "react"]
    assert asked == ["blue", "green", "blue", "green"]


def test_3_2_only_a_storm_answers_a_voyage_and_not_ones_own() -> None:
    game = game_at(ocean({"red": "storm", "blue": "chart storm"}))
    refusal = game.why_not("play storm")
    assert refusal is not None
    assert refusal.bar.reason == "only-chart"
    game.play("sail coast")
    refusal = game.why_not("play chart")
    assert refusal is not None
    assert (refusal.rule, refusal.bar.reason) == ("3.2", "only-storm")
    missing = game.why_not("play pilot")
    assert missing is not None
    assert missing.bar.reason == "not-in-hand"


@pytest.mark.parametrize(
    ("die", "course", "leagues"),
    [
        (1, "coast", 0),
        (2, "coast", 1),
        (4, "coast", 1),
        (6, "coast", 2),
        (2, "open", 1),
        (5, "open", 3),
        (6, "open", 4),
    ],
)
def test_3_3_and_3_4_one_die_and_the_table(die: int, course: str, leagues: int) -> None:
    with Script(die) as dice:
        game = game_at(ocean(ships={"red": 3}), dice)
        game.play(f"sail {course}")
    assert game.position.ships["red"] == 3 + leagues


@pytest.mark.parametrize(("total", "leagues"), [(-9, -2), (0, -2), (1, -2), (2, 1), (9, 4), (99, 4)])
def test_3_4_the_table_is_open_at_both_ends(total: int, leagues: int) -> None:
    assert Landfall().leagues(total, "open") == leagues


def test_3_4_the_sea_never_throws_a_ship_behind_the_port() -> None:
    with Script(1, 1) as dice:
        game = game_at(ocean(ships={"red": 3, "blue": 1}), dice)
        game.play("sail open")
        game.play("sail open")
    assert game.position.ships == {"red": 1, "blue": 0}


def test_4_1_a_pilot_adds_two_before_the_roll() -> None:
    with Script(4) as dice:
        game = game_at(ocean({"red": "pilot"}), dice)
        game.play("sail open")
        game.play("modify pilot")
    assert game.position.ships["red"] == 4


def test_4_1_a_pilot_re_rolls_and_the_second_roll_stands_even_if_worse() -> None:
    with Script(3, 1) as dice:
        game = game_at(ocean({"red": "pilot"}, ships={"red": 5}), dice)
        game.play("sail open")
        game.play("pass")
        game.play("reroll pilot")
    assert game.position.ships["red"] == 3


def test_4_1_one_of_each_a_voyage_and_the_modifier_holds_for_the_re_roll() -> None:
    with Script(1, 4) as dice:
        game = game_at(ocean({"red": "pilot pilot pilot"}), dice)
        game.play("sail open")
        game.play("modify pilot")
        assert game.pending is not None
        assert game.pending.kind == "reroll"
        game.play("reroll pilot")
    assert game.position.ships["red"] == 4
    assert game.position.hands["red"].count_of("pilot") == 1
    rolls = [line.event.facts() for line in game.log if line.event.kind == "rolled"]
    assert [(r["natural"], r["total"]) for r in rolls] == [(1, 3), (4, 6)]


def test_5_1_the_first_at_twelve_leagues_wins() -> None:
    with Script(6) as dice:
        game = game_at(ocean(ships={"red": 8, "blue": 11}), dice)
        game.play("sail open")
    assert game.pending is None
    assert game.ending is not None
    assert (game.ending.winners, game.ending.rule) == (("red",), "5.1")
    assert game.prompt == "Ana wins. Landfall! (5.1)"


def test_5_2_after_twelve_rounds_the_furthest_ship_wins() -> None:
    with Script(1, 1) as dice:
        game = game_at(ocean(ships={"red": 3, "blue": 4}, turn=12), dice)
        game.play("sail coast")
        assert game.pending is not None
        game.play("sail coast")
    assert game.ending is not None
    assert (game.ending.winners, game.ending.rule) == (("blue",), "5.2")


def test_5_2_equal_ships_share_the_honour() -> None:
    with Script(1, 1) as dice:
        game = game_at(ocean(ships={"red": 4, "blue": 4}, turn=12), dice)
        game.play("sail coast")
        game.play("sail coast")
    assert game.ending is not None
    assert game.ending.winners == ("red", "blue")
    assert game.prompt.startswith("Ana, Ben win together.")


def test_hidden_cards_of_others_change_nothing_that_a_seat_sees() -> None:
    """Two positions that differ only in what blue holds look the same to red, whoever is asked."""
    views = []
    for hand in ("pilot pilot", "chart pilot"):
        game = game_at(ocean({"red": "chart", "blue": hand}), Seeded(4))
        game.play("sail coast")
        view = game.view("red")
        views.append((view.position, view.lines, view.options, [a.who for a in game.answers if a.kind == "react"]))
    assert views[0] == views[1]


def test_a_roll_gives_what_the_dice_showed_and_the_total() -> None:
    """The re-roll stands, and the modifier taken before the first roll holds for it."""
    pos = ocean({"red": "pilot pilot"})
    rolling = roll(pos, "voyage", "red", (Modifier("storm", -2),), rule="3.3")
    next(rolling)
    for answer in (option("modify", "pilot"), 6, option("reroll", "pilot")):
        rolling.send(answer)
    with pytest.raises(StopIteration) as done:
        rolling.send(3)
    assert done.value.value == Thrown(natural=3, total=3 - 2 + 2)
    assert pos.rolling == ()


def test_2_1_the_story_has_a_heading_for_every_round_and_every_turn() -> None:
    game = cq.new_game("example", players=["Ana", "Ben"], seed=1492)
    for _ in range(40):
        if game.pending is None or game.position.round > 2:
            break
        game.play(game.options[0])
    headings = [game.teller().happened(line.event) for line in game.log if line.event.heading]
    turns = ["Ana's turn.", "Ben's turn."]
    assert headings[:6] == ["Round 1.", *turns, "Round 2.", *turns]
