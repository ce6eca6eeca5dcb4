"""The search in Conquistador!: ventures are tried, one that is decided on is seen through, and the coach advises."""

from __future__ import annotations

from random import Random
from typing import Any

import conquistadors as cq
from conquistadors.bots import coach
from conquistadors.bots.search import SearchBot
from conquistadors.bots.search.weights import weights
from conquistadors.engine import Choice
from conquistadors.engine.game import Game
from conquistadors.games import rules_for
from conquistadors.games.exploration.bots import Governor
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
    assert one.budget == AHEAD.budget
    assert len(one.estimates) > 2
    assert one.of == "points"
    assert one.rule == "6.6"
    assert {each.course.aim.kind for each in one.estimates if each.course.aim} >= {"subdue", "save"}


def test_what_is_decided_on_is_seen_through_until_its_ships_are_ready() -> None:
    game = first_plan("exploration")
    bot = SearchBot(5)
    decided = bot.advise(game.view("spain"))
    while not any(each.bounds for each in game.position.expeditions.values()):
        assert isinstance(game.pending, Choice)
        game.play(bot.answer(game.view("spain")))
        assert bot.why is not None
        assert bot.why.nodes == 0 or not game.position.expeditions
    sails = next(iter(game.position.expeditions.values()))
    assert decided.aim is None or decided.aim.place == sails.landfall


def test_among_rivals_a_chance_is_estimated_from_what_is_seen() -> None:
    game = first_plan("campaign", "england")
    thought = SearchBot(1, budget=600).advise(game.view("england"))
    assert thought.of == "chance"
    assert AHEAD.measure(rules_for("campaign", {})) == "chance"


def test_the_coach_says_what_both_would_do() -> None:
    found = coach(first_plan("exploration"), budget=300)
    assert found.adviser.reason
    assert found.search is not None
    assert str(found)


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
