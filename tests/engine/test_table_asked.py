"""A rule asks the table: all people together, who know what a bystander knows. Its orders are another thing."""

from __future__ import annotations

import json
from typing import Any

import pytest

from conquistadors.bots import RandomBot, let_bots_play
from conquistadors.engine import saves
from conquistadors.engine.errors import IllegalAnswer, SaveError, SetupError
from conquistadors.engine.events import Adjusted
from conquistadors.engine.fuzz import FuzzFailure, fuzz, same_state
from conquistadors.engine.game import Game, UndoPolicy
from conquistadors.engine.history import Answer
from conquistadors.engine.playout import random_playout
from conquistadors.engine.requests import TABLE, Bar, Choice, Option, Procedure, option
from conquistadors.games.landfall.rules import Landfall, Ocean
from support.landfall import assert_back_and_forth

KIT = "1"


class Windy(Landfall):
    """Landfall in which the table says at the start of a round which ship gets a fair wind, if any."""

    leaky = False

    def step(self, pos: Ocean) -> Procedure[None]:
        return self._wind(pos) if pos.round and pos.active == self.seats[0] else super().step(pos)

    def _wind(self, pos: Ocean) -> Procedure[None]:
        chosen: Option = yield Choice(TABLE, "wind", "2.1", lambda: self._ships(pos), self._forbids, passes=True)
        if chosen.subject is not None:
            pos.ships[chosen.subject] += 1
        yield from super().step(pos)

    def _ships(self, pos: Ocean) -> list[Option]:
        favoured = [s for s in self.seats if not self.leaky or "chart" in pos.hands[s].titles]
        return [option("fair", seat) for seat in favoured]

    def _forbids(self, tried: Option) -> Bar | None:
        return None if tried.verb == "fair" and tried.subject in self.seats else Bar("2.1", "not-offered")

    def intervene(self, pos: Ocean, kind: str, order: str) -> None:
        _, seat, leagues = order.split()
        pos.ships[seat] = int(leagues)


RULES = Windy()


def new(undo: UndoPolicy = "fair", seed: int = 3) -> Game[Ocean]:
    return Game.new(RULES, ["Ana", "Ben"], seed=seed, undo=undo)


def loaded(game: Game[Any]) -> Game[Any]:
    return saves.from_text(saves.to_text(game, KIT), lambda *_: RULES, KIT)


def test_the_answer_of_the_table_is_recorded_saved_and_played_again() -> None:
    game = new()
    assert game.pending is not None
    assert (game.pending.who, game.pending.kind) == (TABLE, "wind")
    game.play("fair blue")
    assert game.answers[-1] == Answer(TABLE, "wind", "fair blue", False)
    assert not game.answers[-1].overrules
    assert game.position.ships == {"red": 0, "blue": 1}
    assert same_state(loaded(game), game)


def test_an_answer_that_the_table_may_not_give_is_refused() -> None:
    with pytest.raises(IllegalAnswer, match=r"not allowed now \(wind, 2\.1\)\. Allowed: fair red, fair blue, pass"):
        new().play("fair green")


def test_orders_and_answers_of_the_table_are_taken_back_and_done_again() -> None:
    game = new("training")
    stations = [game.branch()]
    for act in ("order ship red 5", "fair red", "prepare", "order ship blue 2", "prepare", "pass"):
        if act.startswith("order "):
            game.adjust(act.removeprefix("order "))
        else:
            game.play(act)
        stations.append(game.branch())
        assert same_state(loaded(game), game)
    assert [(a.kind, a.overrules) for a in game.answers if a.who == TABLE] == [
        ("adjust", True),
        ("wind", False),
        ("adjust", True),
        ("wind", False),
    ]
    assert [line.event.order for line in game.log if isinstance(line.event, Adjusted)] == ["ship red 5", "ship blue 2"]
    assert_back_and_forth(game, stations)


def test_undo_finds_the_last_answer_of_the_table() -> None:
    game = new("training")
    game.play("fair red")
    game.play("prepare")
    game.undo(seat=TABLE)
    assert game.pending is not None
    assert game.pending.who == TABLE


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        (["table", "wind", "fair green", False], "is not allowed now"),
        (["table", "wind", "fair red", True], "fair red was not forced"),
        (["table", "rain", "fair red", False], "table is asked here: wind"),
        (["red", "wind", "fair red", False], "table is asked here: wind"),
    ],
)
def test_a_save_with_a_wrong_answer_of_the_table_is_refused(answer: list[Any], message: str) -> None:
    game = new()
    game.play("fair red")
    document = json.loads(saves.to_text(game, KIT))
    document["answers"][-1] = answer
    document["checksums"] = saves.checksums(document)
    with pytest.raises(SaveError, match=message):
        saves.from_text(json.dumps(document), lambda *_: RULES, KIT)


def test_the_table_sees_what_a_bystander_sees_and_is_asked() -> None:
    game = new()
    view = game.view(TABLE)
    assert view.position == game.view(None).position
    assert view.options == game.options
    assert view.pending is not None
    assert view.pending.who == TABLE
    assert view.lines == game.view(None).lines
    assert game.view(None).pending is None
    assert game.view("red").pending is None
    assert "hand: 3 unseen" in str(game)
    assert "Chart" not in str(game)
    with pytest.raises(SetupError, match="there is no seat 'door': red, blue"):
        game.view("door")


def test_a_bot_may_answer_for_the_table() -> None:
    game = new()
    let_bots_play(game, {TABLE: RandomBot(1)})
    assert game.pending is not None
    assert game.pending.who == "red"
    let_bots_play(game, {seat: RandomBot(2) for seat in (TABLE, "red", "blue")})
    assert game.ending is not None


def test_random_play_answers_for_the_table_and_keeps_every_promise() -> None:
    made = lambda seed: Game.new(RULES, seed=seed, undo="training")  # noqa: E731
    report = fuzz(made, lambda *_: RULES, range(20), RULES.check, thorough=0.1)  # type: ignore[arg-type]
    assert report.ended == 20
    assert random_playout(RULES, 1) > 10


def test_what_the_table_is_asked_must_not_depend_on_secrets() -> None:
    leaking = Windy()
    leaking.leaky = True
    made = lambda seed: Game.new(leaking, seed=seed, undo="training")  # noqa: E731
    with pytest.raises(FuzzFailure, match="depends on what"):
        fuzz(made, lambda *_: leaking, range(60), leaking.check, thorough=0.5)  # type: ignore[arg-type]
