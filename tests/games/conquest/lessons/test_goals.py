"""Positions to play: a line that reaches each goal, and one that does not."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import pytest

from conquistadors.engine.requests import PASS, Choice
from conquistadors.games.conquest.lessons.goals import GOALS, ME, Played
from conquistadors.teach.goals import State, state

UNITE = ("reorganise cempoala", "join alvarado cortes", "join ordaz cortes")
SHARED = ("amount 3", "amount 4", "amount 1", "amount 2", "amount 0", "amount 1")
TO_TOTONACAPAN = ("activate cortes", "march", "go totonacapan", "stop")
UPLAND = ("activate quesada", "march", "go utatlan", "go zaculeu")
SEA = ("bay-of-campeche", "campeche-bank", "yucatan-channel", "sea-cayman", "sea-santiago", "santiago-de-cuba")
TO_THE_COAST = ("activate quesada", "march", "go potonchan", "stop", "done")
HOME = ("activate quesada", "sail", *[f"go {space}" for space in SEA])

ON: Final = "..."
"""Whatever is asked until the impulse goes on, or the turn: the first answer, and no card."""
ATTACK = ("activate cortes", "attack", "advance tlaxcala", "fight indians")
WAIT = ("done", "...", "done", "...", "done", "...")

LINES: dict[str, tuple[Sequence[str], Sequence[str]]] = {
    "one-command": ((*UNITE, *SHARED, *TO_TOTONACAPAN), (*TO_TOTONACAPAN, "done")),
    "strike-unseen": (("play city-has-new-chief", "incite tlaxcala balboa"), ("play city-has-new-chief", "done")),
    "home-safe": (
        (*UPLAND, "go zinacantan", "stop", "done", *TO_THE_COAST, *HOME),
        ("done", *UPLAND, "go zinacantan", "stop", "done", *TO_THE_COAST),
    ),
    "good-attempt": (
        ("activate cortes", "march", "go tepeaca", "use indian-guide"),
        ("activate cortes", "march", "go tlaxcala", "use indian-guide"),
    ),
    "strong-words": (
        (
            *("reorganise tlaxcala", "join alvarado cortes", "amount 3", "amount 0"),
            *("activate cortes", "negotiate", "use interpreter", "modify mano-de-dios"),
        ),
        ("activate cortes", "negotiate", "modify mano-de-dios"),
    ),
    "strong-blow": (
        (
            *("reorganise totonacapan", "join alvarado cortes", "amount 3", "amount 1", "amount 0"),
            *ATTACK,
            "take alvarado",
            ON,
        ),
        (*ATTACK, ON),
    ),
    "out-alive": (("retreat totonacapan", ON), ("fight", ON)),
    "false-friend": (
        ("activate cortes", "plunder", ON, "done", "activate cortes", "plunder", ON),
        ("activate cortes", "negotiate", ON, "done", "activate cortes", "plunder", ON, "done"),
    ),
    "nobody-starves": (
        ("activate de-leon", "march", "go texcoco", "stop", *WAIT),
        WAIT,
    ),
    "one-gift": (("gift", "amount 5", "amount 4", ON), ("gift", "amount 5", "amount 0", ON)),
    "take-the-king": (
        ("activate cortes", "march", "go tenochtitlan", "stop", "done", "activate cortes", "plunder", ON),
        ("done", "done", "done"),
    ),
    "the-last-impulse": (
        ("convert cortes", "amount 7", "activate cortes", "march", "go tenochtitlan", "stop", *WAIT),
        ("activate cortes", "march", "go tenochtitlan", "stop", *WAIT),
    ),
    "free-of-debt": (
        ("exchange cortes", "amount 8", "repay", "amount 10", "share-out tlaxcala", "amount 12"),
        ("share-out tlaxcala", "amount 20", "repay", "amount 2", "done"),
    ),
    "fewer-shares": (
        (
            *(
                "reorganise tlaxcala",
                "lead alvarado",
                "lead cortes",
                "join sandoval alvarado",
                "amount 1",
                "amount 5",
                "amount 0",
                "amount 3",
            ),
            *("activate alvarado", "march", "go totonacapan", "stop", "share-out tlaxcala", "amount 45"),
        ),
        ("share-out tlaxcala", "amount 45"),
    ),
    "no-answer": (("activate balboa", "plunder", ON), ("activate francisco-pizarro", "plunder", ON)),
}
"""For each goal answers of Red that reach it, and answers that miss it."""


def played(name: str, answers: Sequence[str]) -> tuple[State, Played]:
    """Red gives the answers; everybody else does nothing."""
    goal = GOALS.known[name]
    game = goal.begin("en")
    for answer in answers:
        others_pass(game)
        if answer == ON:
            go_on(game)
        else:
            game.play(answer)
    others_pass(game)
    return state(goal, game), game


def go_on(game: Played) -> None:
    while isinstance(game.pending, Choice) and game.pending.kind != "impulse":
        ids = [option.id for option in game.options]
        game.play(next(one for one in (PASS, "fight", *ids) if one in ids))


def others_pass(game: Played) -> None:
    while game.pending is not None and game.pending.who != ME:
        ids = [option.id for option in game.options]
        game.play(next(one for one in ("done", PASS, *ids) if one in ids))


def test_every_goal_has_a_line_that_reaches_it_and_one_that_does_not() -> None:
    assert list(LINES) == list(GOALS.known)


@pytest.mark.parametrize("name", GOALS.known)
def test_a_goal_is_open_at_first_and_reached_by_play(name: str) -> None:
    at_first, game = played(name, ())
    assert at_first == "open"
    assert game.pending is not None
    assert game.pending.who == ME
    assert played(name, LINES[name][0])[0] == "reached"


@pytest.mark.parametrize("name", GOALS.known)
def test_a_goal_can_be_missed_and_undo_brings_it_back(name: str) -> None:
    at_last, game = played(name, LINES[name][1])
    assert at_last == "missed"
    while game.can_undo:
        game.undo()
    assert state(GOALS.known[name], game) == "open"
