"""Somebody who wants to play at once leaves the set-up to a captain."""

from __future__ import annotations

from typing import Any, Final

from conquistadors.bots.naming import bot_named
from conquistadors.engine.errors import SetupError
from conquistadors.engine.game import Game
from conquistadors.engine.requests import Choice
from conquistadors.engine.texts import told

FIRST: Final = "impulse"
"""The question with which the play proper begins."""


def make_ready(game: Game[Any], seed: int = 0) -> None:
    """Captains answer for every seat until the first impulse is asked for."""
    if not game.rules.rolls or game.rules.scenario == "example":
        raise SetupError(told("setup.no-captain", scenario=game.rules.scenario))
    captain = bot_named("captain", seed)
    while isinstance(game.pending, Choice) and game.pending.kind != FIRST:
        game.play(captain.answer(game.view(game.pending.who)))
