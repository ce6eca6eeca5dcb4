"""Why a bot did something is heard only as far as it follows from what whoever hears it may know."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from attacks.worlds import another_world, best_bot, decisions, scenes
from conquistadors.bots import RandomBot, reasons
from conquistadors.bots.reasons import Advice, Reason, Why, open_reasons
from conquistadors.engine.game import Game
from conquistadors.engine.requests import PASS, Choice
from conquistadors.games import GameKit, kit_of, rules_for
from conquistadors_widgets.table_model import TableModel
from support.sizes import size

DECISIONS = size("REASONED_DECISIONS", thin=80, soak=4000)
"""So many decisions of a game are looked at."""


SCENES = [(scenario, options) for scenario, options in scenes() if kit_of(rules_for(scenario, options)).bots]
"""Where the game brings a bot: others have no reasons."""
NAMED = [scenario for scenario, _ in SCENES]


def told_apart(scenario: str, options: dict[str, Any]) -> tuple[list[tuple[Why | str, Why | str]], int]:
    """Reasons that others hear, and that are different in a world which they cannot tell from the true one.

    What all see there is the same, up to the answer. And how many were compared.
    """
    random, compared, apart = Random(9), 0, []
    for game in decisions(scenario, options, 31, DECISIONS):
        asked = game.pending
        assert isinstance(asked, Choice)
        if asked.who not in game.rules.seats:
            continue
        bot = best_bot(game.rules, game.sources[0][1].seed + game.rules.seats.index(asked.who))
        advice = bot.advise(game.view(asked.who))
        if not Reason(asked.who, asked.kind, advice).heard_by(None, game):
            continue
        other = another_world(game, None, random)
        if other is None:
            continue
        again = bot.advise(other.view(asked.who))
        if again.option == advice.option:
            compared += 1
            if again.because != advice.because:
                apart.append((advice.because, again.because))
    return apart, compared


@pytest.mark.soak
@pytest.mark.parametrize(("scenario", "options"), SCENES, ids=NAMED)
def test_what_others_hear_is_the_same_whatever_is_hidden(scenario: str, options: dict[str, Any]) -> None:
    apart, compared = told_apart(scenario, options)
    assert apart == []
    assert compared


def test_the_comparison_finds_a_reason_that_tells(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a skipper expects of a voyage depends on the cards that it holds itself."""
    tells = {"sail.open", "sail.coast", "sail.wait", "sail.chart"}
    monkeypatch.setattr(reasons, "open_reasons", lambda _: frozenset(tells))
    assert told_apart("example", {"captains": 3})[0]


@pytest.mark.parametrize(("scenario", "options"), SCENES, ids=NAMED)
def test_why_somebody_passed_is_never_heard_while_it_is_played(scenario: str, options: dict[str, Any]) -> None:
    """A declined card tells that it was held, and a reason for a pass that there was something to play."""
    rules = rules_for(scenario, options)
    seat, other = rules.seats[:2]
    open_key = next(iter(sorted(open_reasons(rules))))
    reason = Reason(seat, "react", Advice(PASS, Why(open_key), "", rules))
    game: Game[Any] = Game.new(rules, seed=1)
    assert not reason.heard_by(other, game)
    assert not reason.heard_by(None, game)
    assert reason.heard_by(seat, game)
    game.undo_policy = "training"
    assert reason.heard_by(None, game)


@pytest.mark.parametrize(("scenario", "options"), SCENES, ids=NAMED)
def test_what_is_open_is_a_reason_of_the_game(scenario: str, options: dict[str, Any]) -> None:
    rules = rules_for(scenario, options)
    assert open_reasons(rules)
    assert all(f"why.{key}" in rules.texts("en") for key in open_reasons(rules))


def test_a_game_without_bots_of_its_own_has_no_open_reasons(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who plays there says nothing: the day it brings a bot with reasons, it is attacked like the others."""
    rules = rules_for("example", {})
    assert open_reasons(rules)
    monkeypatch.setattr(reasons, "kit_of", lambda _: GameKit(id="bare", scenarios=()))
    assert open_reasons(rules) == frozenset()
    assert not hasattr(RandomBot(), "advise")


def test_a_secret_answer_a_sentence_and_a_reason_within_a_reason_are_not_heard() -> None:
    rules = rules_for("basic", {"seats": 2})
    game: Game[Any] = Game.new(rules, seed=1)
    chosen = game.options[0]
    open_why, plan = Why("battle.loss"), Why("plan.none")
    assert Reason("red", "turn", Advice(chosen, open_why, "", rules)).heard_by("blue", game)
    assert not Reason("red", "discard", Advice(chosen, open_why, "", rules)).heard_by("blue", game)
    assert not Reason("red", "turn", Advice(chosen, "I hold two of them", "", rules)).heard_by("blue", game)
    nested = Why("battle.loss", {"why": plan})
    assert not Reason("red", "turn", Advice(chosen, nested, "", rules)).heard_by("blue", game)
    assert not Reason("red", "turn", RandomBot()).heard_by("blue", game)


def test_a_table_tells_all_reasons_when_the_game_is_over() -> None:
    rules = rules_for("example", {"captains": 2})
    game: Game[Any] = Game.new(rules, seed=5)
    model = TableModel(game, {"blue": best_bot(rules, 1)})
    in_play: dict[int, str] = {}
    random = Random(2)
    while game.pending is not None:
        model.let_bots_answer()
        if game.pending is not None:
            in_play |= model.reasons
            model.press(random.choice(game.options).id)
    assert set(in_play) < set(model.reasons)
    kept = [reason for reason in model._advice.values() if reason.seat == "blue"]
    assert len(kept) == len(model.reasons)
