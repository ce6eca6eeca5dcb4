"""Positions to play: what every game brings of them, in three languages, and what errors say."""

from __future__ import annotations

import pytest

from conquistadors.engine.errors import SetupError
from conquistadors.engine.texts import LANGUAGES
from conquistadors.games import PLAIN, GameKit, kits
from conquistadors.teach.goals import goal_named, goals, state, verdict
from conquistadors.teach.matrix import matrix

PLAYED = [kit for kit in kits() if kit.goals is not None]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kit", PLAYED, ids=lambda kit: kit.id)
def test_every_goal_is_told_in_three_languages_and_follows_a_clause(kit: GameKit, language: str) -> None:
    clauses = {row.id for row in matrix(game=kit.id)}
    assert goals(kit.id)
    for goal in goals(kit.id).values():
        said = [goal.task(language), goal.hint(language), *[verdict(goal, at, language) for at in ("open", "missed")]]
        assert all(said)
        assert not any(mark in text for text in said for mark in ("[", "{", "None")), said
        assert set(goal.clauses) <= clauses


def test_a_goal_is_found_by_its_id_whatever_its_game() -> None:
    assert goal_named("home-safe") is goals()["home-safe"]
    with pytest.raises(SetupError, match=r"there is no goal 'moon'\. Goals: one-command, "):
        goal_named("moon")


def test_a_game_may_have_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("conquistadors.teach.goals.kit", lambda _: PLAIN)
    assert goals("landfall") == {}


def test_a_game_that_has_ended_has_missed_what_it_has_not_reached() -> None:
    goal = goal_named("no-answer")
    game = goal.begin("fr")
    assert (game.language, state(goal, game)) == ("fr", "open")
    game.resign("red")
    assert game.ending is not None
    assert state(goal, game) == "missed"
