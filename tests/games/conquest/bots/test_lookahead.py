"""The look-ahead of The Conquistadors: the same seeds give the same answers, move by move, as they were recorded."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

import pytest

import conquistadors as cq
from conquistadors.bots.search import SearchBot
from conquistadors.engine import Choice
from conquistadors.engine.game import Game
from conquistadors.games.conquest.bots.captain import CaptainBot

RECORDED: Final = Path(__file__).with_name("search_answers.json")
"""What the search answered when the file was made: options, nodes, and what it expected of every course."""
GAMES: Final[dict[str, tuple[str, int, dict[str, Any]]]] = {
    "basic": ("basic", 2, {"seats": 2}),
    "standard": ("standard", 2, {"seats": 2, "target": 50}),
    "solitaire": ("solitaire", 1, {"map": "north"}),
}
ASKED: Final = {
    "basic": {"impulse": 3, "action": 1, "march": 1},
    "standard": {"impulse": 2, "action": 1, "reward": 1},
    "solitaire": {"impulse": 2, "action": 2, "march": 1, "voyage": 1},
}
"""Of each game so many questions of a kind, those at which more than one course is tried."""
BUDGET: Final = 900


def answers(name: str) -> list[dict[str, Any]]:
    """What the search answers to questions of a game of captains. A bot for each kind is asked again and again."""
    scenario, players, options = GAMES[name]
    game: Game[Any] = cq.new_game(scenario, players=["Ana", "Ben"][:players], seed=11, **options)
    captain, wanted = CaptainBot(11), dict(ASKED[name])
    bots = {kind: SearchBot(7, budget=BUDGET) for kind in wanted}
    found = []
    while isinstance(game.pending, Choice) and any(wanted.values()) and len(game.answers) < 2500:
        kind, view = game.pending.kind, game.view(game.pending.who)
        if wanted.get(kind) and len(view.options) > 2:
            thought = bots[kind].advise(view)
            if thought.nodes:
                wanted[kind] -= 1
                told = [[each.option.id, round(each.points, 6), each.playouts] for each in thought.estimates]
                aim = None if thought.aim is None else [*thought.aim]
                found.append(
                    {"kind": kind, "at": len(game.answers), "option": thought.option.id, "nodes": thought.nodes}
                    | {"aim": aim, "of": thought.of, "rule": thought.rule, "tried": told}
                )
        game.play(captain.answer(view))
    return found


@pytest.mark.parametrize("name", GAMES)
def test_the_same_seeds_give_the_same_answers(name: str) -> None:
    """How the search reaches the game may change; what it answers may not, nor the work that it takes."""
    assert answers(name) == json.loads(RECORDED.read_text(encoding="utf-8"))[name]
