"""The coach: two opinions in words, from what the seat knows."""

from __future__ import annotations

from typing import Any, Final

import pytest

import conquistadors as cq
from conquistadors.bots import coach
from conquistadors.bots.coaching import Coaching, coaching_of
from conquistadors.engine import SetupError
from conquistadors.engine.game import Game
from conquistadors.games import rules_for
from conquistadors.games.conquest.bots.captain import CaptainBot
from conquistadors.games.conquest.bots.kinds import courses
from conquistadors.games.conquest.bots.lookahead import AHEAD
from conquistadors.typography import number

BUDGET: Final = AHEAD.budget(rules_for("solitaire", {}))
"""What the search has at the table."""


def before(kind: str, seed: int = 5, tried: int = 0) -> Game[Any]:
    """A lone captain's game at the first question of a kind at which the search would try so many courses."""
    game, captain = cq.new_game("solitaire", seed=seed), CaptainBot(seed)
    while game.pending is not None:
        view = game.view(game.pending.who)
        advice = captain.advise(view)
        if game.pending.kind == kind and len(courses(view, captain, advice, decided=False)) >= tried:
            return game
        game.play(advice.option)
    raise AssertionError("there is no such question in this game")


def test_the_captain_alone_takes_no_time() -> None:
    game = before("action")
    coaching = coach(game, search=False)
    assert coaching.adviser == AHEAD.adviser(0, game.rules).advise(game.view("red"))
    assert coaching.search is None
    assert coaching.agree
    assert [row["who"] for row in coaching.rows()] == ["adviser"]
    assert str(coaching).startswith("captain: ")
    assert f" · {coaching.adviser.option.id} (" in str(coaching)


def test_both_say_why_and_by_which_clause() -> None:
    game = before("action")
    answers = len(game.answers)
    coaching = coach(game, budget=BUDGET)
    assert len(game.answers) == answers
    assert coaching.search is not None
    assert [row["who"] for row in coaching.rows()][:2] == ["adviser", "search"]
    assert all(row["rule"] for row in coaching.rows()[:2])
    text = str(coaching)
    assert "search:" in text
    assert "agree" in text
    assert "trials" in text


@pytest.mark.parametrize("scenario", ["solitaire", "exploration", "example"])
def test_what_the_search_leaves_to_the_adviser_is_what_the_adviser_says(scenario: str) -> None:
    """Whoever is told that nothing was tried hears of one answer, not of two."""
    game, told = cq.new_game(scenario, seed=2), 0
    while told < 60 and game.pending is not None:
        coaching = coach(game, budget=0)
        assert coaching.search is not None
        assert coaching.agree
        assert not coaching.search.estimates
        told += len(game.options) > 1
        game.play(coaching.adviser.option)
    assert told


def test_a_disagreement_says_how_much_better() -> None:
    coaching = coach(before("reward", tried=2), budget=BUDGET)
    assert coaching.search is not None
    other = next(each for each in coaching.search.estimates if each.option != coaching.adviser.option)
    thought = coaching.search._replace(option=other.option, points=other.points)
    apart = Coaching(coaching.seat, coaching.kind, coaching.adviser, thought)
    assert not apart.agree
    assert apart.gain == other.points
    assert f"They disagree: the search rates its choice {number(other.points, 'en', '+.1f')} points" in str(apart)


def test_plans_are_told_with_what_they_are_for() -> None:
    """Where an aim is looked for, answers alone say too little: `activate cortes` may lead anywhere."""
    coaching = coach(before("impulse", seed=8, tried=3), budget=3 * BUDGET)
    assert coaching.search is not None
    tried = [row for row in coaching.rows() if row["who"] == "tried"]
    assert len(tried) > 1
    assert len({row["reason"] for row in tried}) == len(tried)
    assert all(str(row["reason"]) in str(coaching) for row in tried)


def test_among_others_it_is_the_chance_to_win_that_counts() -> None:
    game, captain = cq.new_game("basic", players=["Ana", "Ben"], seed=3), CaptainBot(3)
    while game.pending is not None and (game.pending.kind != "impulse" or game.position.turn < 2):
        game.play(captain.answer(game.view(game.pending.who)))
    coaching = coach(game, budget=BUDGET)
    assert coaching.search is not None
    assert coaching.search.of == "chance"
    assert "% to win" in str(coaching) or not coaching.search.estimates


def test_small_questions_are_left_to_the_captain() -> None:
    coaching = coach(before("discard"))
    assert coaching.search is not None
    assert coaching.agree
    assert "leaves a choice like this to the captain" in str(coaching)


def test_it_can_be_stopped() -> None:
    slices = coaching_of(before("action"))
    assert next(slices).search is None
    assert next(slices).search is not None
    slices.close()


def test_there_must_be_a_question() -> None:
    game = cq.new_game("solitaire", seed=1)
    captain = CaptainBot(1)
    while game.pending is not None:
        game.play(captain.answer(game.view(game.pending.who)))
    with pytest.raises(SetupError, match="nothing to advise"):
        coach(game)


def test_names_of_the_package() -> None:
    import conquistadors.bots as bots

    assert bots.coach is coach
    assert bots.CaptainBot is CaptainBot
    with pytest.raises(AttributeError):
        _ = bots.nobody
