"""Positions to play: a line that reaches each goal, and one that does not."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import pytest

from conquistadors.engine.requests import Choice
from conquistadors.games.exploration.lessons.goals import Played
from conquistadors.games.exploration.lessons.goals_overseas import GOALS
from conquistadors.teach.goals import State, state

ON: Final = "..."
"""Whatever is asked until the turn is over: nothing is done that need not be."""
LAST: Final = "to the end"
"""Nothing more is done until the game is over; nobody answers for the others."""
STAY: Final = ("keep", "stay", "pay", "done", "amount 0")
HOME: Final = ("fit 2316.1", "pass", "amount 1")

LINES: dict[str, tuple[Sequence[str], Sequence[str]]] = {
    "own-an-area": (
        ("from 2316", "amount 2", "take 2317", ON),
        (ON,),
    ),
    "recall": (
        (*HOME, "amount 0", "amount 3", "done", "home", "amount 2"),
        (*HOME, "amount 0", "amount 3", "done", "home", "amount 1", "amount 0", ON),
    ),
    "everybody-aboard": (
        (
            *("buy carrack", "amount 1", "buy caravel", "amount 1", "fit europe", "pass", "take 2316.1"),
            *("amount 1", "amount 2", "amount 3", "done", "sail 2316.1", "amount 4", "done"),
        ),
        (
            *("buy carrack", "amount 1", "fit europe", "pass", "take 2316.1"),
            *("amount 1", "amount 1", "amount 3", "done", "sail 2316.1", "amount 3", "done", ON),
        ),
    ),
    "found-a-port": (
        ("cargo", "amount 2", "board missionary-1", "go 2222", "cargo", "land missionary-1", "amount 0"),
        ("cargo", "amount 2", "done", "go 2222", ON),
    ),
    "thrift": (("go 2712", "cargo", "amount 0"), ("go 2222", "cargo", "amount 0", "done", ON)),
    "gold-home": (
        (*HOME, "amount 1", "amount 3", "done", "stay", "done", ON, "amount 30", "home", "amount 0"),
        (*HOME, "amount 0", "amount 3", "done", "stay", ON),
    ),
    "healthy-camp": (
        ("from 2917", "amount 2", "amount 2", "take 2717"),
        ("from 2917", "amount 2", "amount 2", "take 2816", ON),
    ),
    "keep-the-peace": (
        ("from 2817", "amount 3", "take missionary-2", "take 2818"),
        ("from 2817", "amount 3", "pass", "take 2818", ON),
    ),
    "better-than-gold": (
        ("abandon 2316", "done", "from 2219", "amount 2", "take 2220"),
        ("done", "from 2219", "amount 2", "take 2220", ON),
    ),
    "first-to-see": (
        ("go 2019", "discover", "done", "done", "done", "home"),
        ("go 2019", "discover", "done", "done", "done", "stay", ON),
    ),
    "treasure-road": (
        ("from 3816", "amount 3", "take gold", "take 4316", "done", "amount 100"),
        ("from 3816", "amount 3", "take gold", "take 3818", ON),
    ),
    "last-port": (
        ("go 2314", "invade", "amount 6", "amount 1", LAST),
        (LAST,),
    ),
}
"""For each goal answers that reach it, and answers that miss it."""


def played(name: str, answers: Sequence[str]) -> tuple[State, Played]:
    """The answers are given; where they say so, the game goes on by itself."""
    goal = GOALS.known[name]
    game = goal.begin("en")
    for answer in answers:
        if answer == LAST:
            while isinstance(game.pending, Choice):
                ids = [option.id for option in game.options]
                game.play(next((one for one in STAY if one in ids), ids[0]))
        elif answer == ON:
            go_on(game, answers[answers.index(ON) + 1 :])
        else:
            game.play(answer)
    return state(goal, game), game


def go_on(game: Played, until: Sequence[str]) -> None:
    """Until one of the answers to come is offered, or the turn is over."""
    turn = game.position.turn
    while isinstance(game.pending, Choice) and game.position.turn == turn:
        ids = [option.id for option in game.options]
        if until and until[0] in ids:
            return
        game.play(next((one for one in STAY if one in ids), ids[0]))


def test_every_goal_has_a_line_that_reaches_it_and_one_that_does_not() -> None:
    assert list(LINES) == list(GOALS.known)


@pytest.mark.parametrize("name", GOALS.known)
def test_a_goal_is_open_at_first_and_reached_by_play(name: str) -> None:
    at_first, game = played(name, ())
    assert at_first == "open"
    assert game.pending is not None
    assert played(name, LINES[name][0])[0] == "reached"


@pytest.mark.parametrize("name", GOALS.known)
def test_what_is_reached_stays_reached_when_the_turn_goes_on(name: str) -> None:
    at_last, game = played(name, (*LINES[name][0], *([] if ON in LINES[name][0] else [ON])))
    assert at_last == "reached"
    for _ in range(30):
        if game.pending is not None:
            game.play(next((one for one in STAY if one in [option.id for option in game.options]), game.options[0]))
    assert state(GOALS.known[name], game) == "reached"


@pytest.mark.parametrize("name", GOALS.known)
def test_a_goal_can_be_missed_and_undo_brings_it_back(name: str) -> None:
    at_last, game = played(name, LINES[name][1])
    assert at_last == "missed"
    while game.can_undo:
        game.undo()
    assert state(GOALS.known[name], game) == "open"
