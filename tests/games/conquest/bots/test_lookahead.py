"""The look-ahead of The Conquistadors: the same seeds give the same answers, move by move, as they were recorded."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

import pytest

import conquistadors as cq
from conquistadors.bots.preparing import make_ready
from conquistadors.bots.search import SearchBot
from conquistadors.engine import Choice
from conquistadors.engine.game import Game
from conquistadors.games import rules_for
from conquistadors.games.conquest.bots.captain import STYLES, CaptainBot
from conquistadors.games.conquest.bots.lookahead import AHEAD

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


def test_a_seat_has_had_an_impulse_when_it_is_asked_for_the_next() -> None:
    """2.0(5)  Questions inside an impulse, and impulses of others, do not count."""
    game: Game[Any] = cq.new_game("basic", players=["Ana", "Ben"], seed=11, seats=2)
    make_ready(game)
    captain, seen = CaptainBot(11), set[tuple[int, int]]()
    assert isinstance(game.pending, Choice)
    seat, clock = game.pending.who, AHEAD.clock(game.position, game.pending.who)
    while isinstance(game.pending, Choice) and len(seen) < 4:
        run = game.run()
        clock.tick(run)
        if game.pending.who == seat and game.pending.kind == "impulse":
            seen.add((game.position.turn, game.position.round))
        assert clock.begun == len(seen)
        game.play(captain.answer(game.view(game.pending.who)))
    assert clock.begun == 4


def test_who_advises_and_plays_on() -> None:
    """A captain who thinks as the scenario wants."""
    alone, among = rules_for("solitaire", {}), rules_for("basic", {"seats": 2})
    assert AHEAD.adviser(3, alone).style == STYLES["veteran"]
    assert AHEAD.adviser(3, among).style == STYLES["rival"]
    assert (AHEAD.measure(alone), AHEAD.measure(among)) == ("points", "chance")
