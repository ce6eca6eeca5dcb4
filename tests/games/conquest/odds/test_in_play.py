"""The odds of every answer, in positions of games that captains play: each is told, and none tells what is hidden.

`ODDS_TIMES` names a file to which the seconds of CPU of every question are written, until its first answer.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from random import Random
from time import process_time
from typing import Any, Final

import pytest

import conquistadors as cq
from conquistadors.engine.game import Game
from conquistadors.engine.requests import TABLE, Choice
from conquistadors.games.conquest.bots.captain import CaptainBot
from conquistadors.odds.asking import NOBODY, asking
from conquistadors.odds.position import PositionOdds, position_work
from conquistadors.odds.supposing import seen_by
from support.sizes import size

GAMES: Final[dict[str, dict[str, Any]]] = {
    "basic": {"players": ["Ana", "Ben", "Eva"]},
    "standard": {"players": ["Ana", "Ben", "Eva"]},
    "solitaire": {"players": ["Ana"]},
}
POSITIONS: Final = size("ODDS_POSITIONS", thin=2, soak=100)
EVERY: Final = size("ODDS_EVERY", thin=60, soak=15)
"""About one question in so many is looked at."""
TIMES: Final = os.environ.get("ODDS_TIMES")


def positions(scenario: str) -> Iterator[Game[Any]]:
    """Games at questions with more than one answer, drawn by a seed."""
    random, found, seed = Random(scenario), 0, 0
    while found < POSITIONS:
        seed += 1
        game, captain = cq.new_game(scenario, seed=seed, **GAMES[scenario]), CaptainBot(seed)
        while isinstance(game.pending, Choice) and found < POSITIONS:
            if game.pending.who != TABLE and len(game.pending.legal()) > 1 and random.randrange(EVERY) == 0:
                found += 1
                yield game
            game.play(captain.answer(game.view(game.pending.who)))


def first_answer(game: Game[Any], option: str) -> PositionOdds:
    """What is told first: of an answer that leads to other choices, the first continuation."""
    work = position_work(game.run(), option, (NOBODY,))
    while True:
        try:
            now = next(work)
        except StopIteration as done:
            found: PositionOdds = done.value
            return found
        if isinstance(now.answer, PositionOdds) and now.answer:
            return now.answer


@pytest.mark.soak
@pytest.mark.parametrize("scenario", GAMES)
def test_every_question_of_the_menu_is_answered(scenario: str) -> None:
    for number, game in enumerate(positions(scenario)):
        pending = game.pending
        assert isinstance(pending, Choice)
        for option in pending.legal():
            begun = process_time()
            found = first_answer(game, option.id)
            took = process_time() - begun
            _note(game=scenario, position=number, option=option.id, plans=len(found), cpu=took)
            refused = {plan: bounds[NOBODY].why for plan, bounds in found.items() if bounds[NOBODY].outcomes is None}
            assert not refused, (scenario, number, option.id, refused)


def _note(**facts: object) -> None:
    if TIMES:
        with Path(TIMES).open("a", encoding="utf-8") as file:
            file.write(f"{json.dumps(facts)}\n")


@pytest.mark.soak
@pytest.mark.parametrize("scenario", GAMES)
def test_2_18_odds_are_the_same_when_hidden_cards_are_dealt_anew(scenario: str) -> None:
    """They are worked out in one world that is supposed from what is seen: it is the same in any deal."""
    random, others = Random(7), 0
    for game in positions(scenario):
        run, pending = game.run(), game.pending
        assert pending is not None
        other = seen_by(run, pending.who).suppose(random)
        assert other is not None
        how = asking(game.rules)
        worlds = [how.supposed(each, pending.who, NOBODY) for each in (run, other)]
        assert worlds[0] is not None
        assert worlds[1] is not None
        assert worlds[0].boundary.key() == worlds[1].boundary.key()
        assert worlds[0].since == worlds[1].since
        others += run.boundary.key() != other.boundary.key()
    assert others or scenario == "solitaire"  # a lone player can count all cards
