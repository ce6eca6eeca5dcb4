"""The table overrules the program: changes by hand, and seats that give up."""

from __future__ import annotations

import json
import warnings
from collections.abc import Callable
from typing import Any

import pytest

from conquistadors.engine import saves
from conquistadors.engine.chance import Script, Seeded, Source, TableDice
from conquistadors.engine.errors import IllegalAnswer, SaveError, SaveWarning, ScriptError, UndoError
from conquistadors.engine.events import Adjusted, Resigned
from conquistadors.engine.fuzz import same_state
from conquistadors.engine.game import Game, UndoPolicy
from conquistadors.engine.history import Answer
from conquistadors.engine.piles import Pile
from conquistadors.engine.requests import TABLE
from conquistadors.engine.texts import LANGUAGES
from conquistadors.games.landfall.rules import Landfall, Ocean
from support.landfall import assert_back_and_forth, game_at, ocean

KIT = "1"


class Obedient(Landfall):
    """Landfall that takes orders: `ship red 5`, `deal`, and whoever resigns hands the landfall to the others."""

    def intervene(self, pos: Ocean, kind: str, order: str) -> None:
        words = order.split()
        if kind == "resign":
            pos.ships |= dict.fromkeys(self.others[order], self.goal)
        elif words == ["deal"]:
            pos.round, pos.hands = 0, dict.fromkeys(self.seats, Pile())
            pos.piles = {"deck": self.deck, "discards": Pile()}
        elif len(words) == 3 and words[0] == "ship" and words[1] in self.seats:
            pos.ships[words[1]] = int(words[2])
        else:
            raise ValueError(f"orders are: deal, ship SEAT LEAGUES; seats: {', '.join(self.seats)}")


RULES = Obedient()


def new(dice: Source | None = None, undo: UndoPolicy = "fair", **hands: str) -> Game[Ocean]:
    pos = ocean(hands)
    pos.rules = RULES
    return Game.new(RULES, ["Ana", "Ben"], chance=dice or Seeded(3), undo=undo, position=pos)


def loaded(game: Game[Any]) -> Game[Any]:
    return saves.from_text(saves.to_text(game, KIT), lambda *_: RULES, KIT)


def story(game: Game[Any]) -> list[str]:
    return game.teller().story(game.log)


def test_an_adjustment_changes_the_position_and_is_marked_in_the_log() -> None:
    game = new()
    game.adjust(" ship  red 5 ")
    assert game.position.ships == {"red": 5, "blue": 0}
    assert game.answers == (Answer(TABLE, "adjust", "ship red 5", False),)
    assert game.checkpoint.answers == 1
    assert game.checkpoint.position.ships["red"] == 5
    begins = ["Round 1. (2.1)", "Ana's turn. (2.1)"]
    assert story(game) == ["TABLE: the position is changed by hand: ship red 5", *begins]
    assert game.log[0].answers == 1
    assert game.view(None).lines == game.log
    game.play("prepare")
    assert game.position.ships["red"] == 5


def test_the_step_tells_its_beginning_once_and_after_the_adjustment() -> None:
    game = new()
    before = game.log
    begins = ["round-began", "turn-began", "step"]
    assert [line.event.kind for line in before] == begins
    game.adjust("ship red 5")
    game.adjust("ship blue 4")
    assert [line.event.kind for line in game.log] == ["adjusted", "adjusted", *begins]
    assert [(work.procedure.name, work.step) for work in game.at_work] == [("turn", "decide")]
    game.undo()
    assert [line.event.kind for line in game.log] == ["adjusted", *begins]
    game.undo()
    assert game.log == before


def test_a_seat_that_resigns_may_end_the_game() -> None:
    game = new()
    there = game.branch()
    game.resign("red")
    assert game.pending is None
    assert game.ending is not None
    assert game.ending.winners == ("blue",)
    assert story(game) == ["TABLE: Ana resigns."]
    assert same_state(loaded(game), game)
    with pytest.raises(IllegalAnswer, match="the game is over"):
        game.adjust("ship red 5")
    game.undo()
    assert same_state(game, there)


@pytest.mark.parametrize("language", LANGUAGES)
def test_overruling_is_told_in_every_language(language: str) -> None:
    game = new()
    game.adjust("ship red 5")
    game.resign("blue")
    told = game.teller(language).story(game.log)
    assert len(told) == 2
    assert "ship red 5" in told[0]
    assert "Ben" in told[1]
    assert not any("[" in line or "()" in line for line in told)


@pytest.mark.parametrize(
    ("order", "message"),
    [
        ("", "printable characters"),
        ("x" * 201, "printable characters"),
        ("ship\x00red", "printable characters"),
        ("dance", "'dance' cannot be done: orders are: deal, ship SEAT LEAGUES"),
        ("ship red far", "'ship red far' cannot be done: invalid literal"),
        ("ship red -1", r"'ship red -1' cannot be done: .*counted from 0 \(1.1\)"),
    ],
)
def test_an_order_that_cannot_be_done_changes_nothing(order: str, message: str) -> None:
    game = new()
    there = game.branch()
    with pytest.raises(IllegalAnswer, match=message) as caught:
        game.adjust(order)
    assert len(str(caught.value)) < 300
    assert same_state(game, there)


def test_who_is_not_there_cannot_resign() -> None:
    with pytest.raises(IllegalAnswer, match="there is no seat 'purple': red, blue"):
        new().resign("purple")


def test_a_game_that_knows_no_orders_says_so() -> None:
    game = game_at(ocean())
    with pytest.raises(IllegalAnswer, match="example has no order of the kind 'adjust'"):
        game.adjust("ship red 5")
    with pytest.raises(IllegalAnswer, match="example has no order of the kind 'resign'"):
        game.resign("red")


def test_what_is_under_way_is_finished_or_taken_back_first() -> None:
    game = new(red="pilot")
    game.play("sail coast")
    there = game.branch()
    with pytest.raises(IllegalAnswer, match="finish what is in progress first, or take it back"):
        game.adjust("ship red 5")
    with pytest.raises(IllegalAnswer, match="finish what is in progress first, or take it back"):
        game.resign("red")
    assert same_state(game, there)
    game.undo()
    game.adjust("ship red 5")
    assert game.position.ships["red"] == 5


# Undo, branches, saves -------------------------------------------------------------------------------------------


def test_overruling_is_taken_back_and_done_again() -> None:
    game = new(undo="training")
    stations = [game.branch()]
    acts: list[Callable[[], None]] = [
        lambda: game.play("prepare"),
        lambda: game.adjust("ship red 5"),
        lambda: game.adjust("deal"),
        lambda: game.play("sail open"),
        lambda: game.adjust("ship blue 3"),
        lambda: game.adjust("ship blue 2"),
        lambda: game.play("prepare"),
        lambda: game.resign("blue"),
    ]
    for act in acts:
        act()
        while game.pending is not None and game.pending.kind != "turn":
            game.play("pass")
        stations.append(game.branch())
        assert same_state(loaded(game), game)
    assert_back_and_forth(game, stations)


def test_fair_undo_goes_back_over_the_table_but_not_over_the_dice() -> None:
    game = new()
    game.adjust("ship red 5")
    game.undo(seat=TABLE)
    game.redo()
    game.adjust("deal")
    assert game.position.hands["red"].size == 3
    assert not game.can_undo
    with pytest.raises(UndoError, match="fair undo"):
        game.undo()


def test_undo_to_the_line_of_an_adjustment() -> None:
    game = new(undo="training")
    game.play("prepare")
    there = game.branch()
    game.adjust("ship red 5")
    game.play("prepare")
    game.undo(to=next(line.number for line in game.log if isinstance(line.event, Adjusted)))
    assert same_state(game, there)


def test_another_order_ends_redo_and_one_that_does_not_fit_says_so() -> None:
    game = new()
    game.adjust("ship red 5")
    game.undo()
    game.adjust("ship red 4")
    assert not game.can_redo
    game.undo()
    game._redo[-1] = game._redo[-1]._replace(value="ship red far")
    with pytest.raises(UndoError, match="what was taken back no longer fits"):
        game.redo()
    assert not game.can_redo


def test_a_branch_is_overruled_on_its_own() -> None:
    game = new()
    game.adjust("ship red 5")
    branch = game.branch()
    branch.adjust("ship red 7")
    assert game.position.ships["red"] == 5
    assert branch.position.ships["red"] == 7
    branch.undo()
    assert same_state(game, branch)


def test_an_adjustment_that_leads_to_a_failure_leaves_the_game_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    game = new(Script())
    game.adjust("ship red 5")
    there = game.branch()
    with pytest.raises(ScriptError, match="no outcome left"):
        game.adjust("deal")
    assert same_state(game, there)
    monkeypatch.setattr(Obedient, "step", lambda *_: 1 // 0)
    with pytest.raises(ZeroDivisionError):
        game.adjust("ship red 6")
    monkeypatch.undo()
    assert same_state(game, there)


def test_the_autosave_hears_of_it() -> None:
    game = new()
    heard: list[int] = []
    game.after_answer = lambda after: heard.append(len(after.answers))
    game.adjust("ship red 5")
    game.undo()
    game.resign("red")
    assert heard == [1, 0, 1]


def test_table_dice_wait_after_an_adjustment_as_well() -> None:
    game = new(TableDice(1))
    game.adjust("ship red 5")
    game.play("sail coast")
    game.play("6")
    assert same_state(loaded(game), game)


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        (["table", "adjust", "ship red far", False], "cannot be done"),
        (["table", "adjust", "ship red -1", False], "cannot be done"),
        (["table", "adjust", "ship red 5", True], "not an order of the table"),
        (["table", "adjust", 5, False], "not an order of the table"),
        (["table", "cheat", "ship red 5", False], "red is asked here: turn"),
        (["table", "resign", "purple", False], "there is no seat"),
        (["red", "adjust", "ship red 5", False], "red is asked here: turn"),
    ],
)
def test_a_save_with_a_wrong_order_is_refused(answer: list[Any], message: str) -> None:
    game = new()
    game.adjust("ship red 5")
    document = json.loads(saves.to_text(game, KIT))
    document["answers"][0] = answer
    document["checksums"] = saves.checksums(document)
    with pytest.raises(SaveError, match=message):
        saves.from_text(json.dumps(document), lambda *_: RULES, KIT)


def test_a_save_of_a_kit_that_took_other_orders_goes_on_from_its_checkpoint() -> None:
    game = new()
    game.adjust("ship red 5")
    text = saves.to_text(game, "0.9")
    with pytest.warns(SaveWarning, match="example has no order of the kind 'adjust'"):
        older = saves.from_text(text, lambda *_: Landfall(), KIT)
    assert older.position.ships["red"] == 5
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert same_state(saves.from_text(text, lambda *_: RULES, KIT), game)


def test_the_events_can_be_undone_by_the_fair_policy() -> None:
    assert not Adjusted.reveals
    assert not Resigned.reveals
