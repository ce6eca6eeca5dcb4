"""The search in Conquistador!: ventures are tried, one that is decided on is seen through, and the coach advises."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import conquistadors as cq
from conquistadors.bots import coach
from conquistadors.bots.search import SearchBot
from conquistadors.bots.search.racing import FEWEST_TRIALS
from conquistadors.bots.search.weights import weights
from conquistadors.engine import Choice
from conquistadors.engine.game import Game
from conquistadors.games import rules_for
from conquistadors.games.exploration.bots import Governor, veteran
from conquistadors.games.exploration.bots.learning import LEARNING
from conquistadors.games.exploration.bots.lookahead import AHEAD
from conquistadors.games.exploration.bots.prospects import NAMES
from conquistadors.games.exploration.bots.worth import worth


def first_plan(scenario: str, seat: str = "spain", **options: Any) -> Game[Any]:
    """The first plan of a nation; governors answer up to there."""
    game: Game[Any] = cq.new_game(scenario, seed=3, **options)
    while isinstance(game.pending, Choice) and (game.pending.kind, game.pending.who) != ("plan", seat):
        game.play(Governor().answer(game.view(game.pending.who)))
    return game


def test_ventures_are_tried_against_that_of_the_governor() -> None:
    game = first_plan("exploration")
    view = game.view("spain")
    one, again = (SearchBot(5).advise(view) for _ in range(2))
    assert one == again, "the same seed, the same answer"
    assert one.budget == AHEAD.budget(game.rules)
    assert len(one.estimates) > 2
    assert one.of == "points"
    assert one.rule == "6.6"
    assert {each.course.aim.kind for each in one.estimates if each.course.aim} >= {"subdue", "save"}


def test_what_is_decided_on_is_seen_through_until_its_ships_are_ready() -> None:
    game = first_plan("exploration")
    view, bot = game.view("spain"), SearchBot(5)
    others = AHEAD.courses(view, veteran(), veteran().advise(view), decided=False)[1:]
    aim = next(course.aim for course, _ in others if course.aim.place)
    bot._set = (AHEAD.activation(view), aim)
    while not any(each.bounds for each in game.position.expeditions.values()):
        assert isinstance(game.pending, Choice)
        game.play(bot.answer(game.view("spain")))
        assert bot.why is not None
        assert bot.why.nodes == 0
    sails = next(iter(game.position.expeditions.values()))
    assert sails.landfall == aim.place


@pytest.mark.parametrize("options", [{}, {"nations": 3}])
def test_among_rivals_a_chance_is_estimated_from_what_is_seen(options: dict[str, Any]) -> None:
    thought = SearchBot(1).advise(first_plan("campaign", "england", **options).view("england"))
    assert thought.of == "chance"
    assert sum(each.playouts >= FEWEST_TRIALS for each in thought.estimates) > 1
    assert all(-100 <= each.points <= 100 for each in thought.estimates)


def test_the_more_nations_the_more_answers_are_tried() -> None:
    kinds: list[tuple[str, dict[str, Any]]] = [("exploration", {}), ("campaign", {}), ("campaign", {"nations": 3})]
    alone, two, three = (AHEAD.budget(rules_for(scenario, options)) for scenario, options in kinds)
    assert alone == two < three


def test_the_coach_says_what_both_would_do() -> None:
    found = coach(first_plan("exploration"), budget=5_000)
    assert found.search is not None
    assert len(found.search.estimates) > 1
    assert found.adviser.reason in str(found)
    assert "trials" in str(found)


def test_among_rivals_ducats_make_a_victory_likelier() -> None:
    run = first_plan("campaign").view("spain").suppose(Random(1))
    assert run is not None
    chances = []
    for ducats in (0, 600, 1200):
        run.pos.edit("spain", treasury=ducats)
        chances.append((worth(run, "spain"), worth(run, "england")))
    mine, theirs = zip(*chances, strict=True)
    assert 0 < mine[0] < mine[1] < mine[2] < 100
    assert 100 > theirs[0] > theirs[1] > theirs[2] > 0


@pytest.mark.parametrize("scenario", LEARNING.kinds)
def test_whoever_learns_may_set_out_for_anything_from_the_first_plan_on(
    scenario: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a campaign offers come before plans, in the same turn: they must not count as plans."""
    game, random = cq.new_game(scenario, seed=3), Random(1)
    monkeypatch.setattr(random, "random", lambda: 0.0)  # anything but the best venture
    monkeypatch.setattr(random, "choice", lambda ventures: ventures[-1])  # and that is to save
    bots = LEARNING.players(game.rules, 1, random)
    while isinstance(game.pending, Choice) and game.pending.kind != "plan":
        game.play(bots[game.pending.who].answer(game.view(game.pending.who)))
    assert isinstance(game.pending, Choice)
    view = game.view(game.pending.who)
    assert veteran().answer(view).verb == "buy"
    assert bots[game.pending.who].answer(view).verb == "done"


def test_ducats_and_colonists_are_worth_something() -> None:
    game = first_plan("exploration")
    run = game.view("spain").suppose(Random(1))
    assert run is not None
    before = worth(run, "spain")
    run.pos.edit("spain", treasury=run.pos.nations["spain"].treasury + 50)
    richer = worth(run, "spain")
    run.pos.edit_country("caribbean", native=0)
    run.pos.add("spain", "2316", colonists=4)
    assert before < richer < worth(run, "spain")


def test_all_that_is_weighed_has_a_weight() -> None:
    for scenario in LEARNING.kinds:
        assert [*weights("exploration", scenario)] == [*NAMES]
