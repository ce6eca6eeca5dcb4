"""Somebody who wants to play at once leaves the set-up to a bot."""

from __future__ import annotations

from typing import Any

from conquistadors.bots.naming import bot_named
from conquistadors.engine.errors import SetupError
from conquistadors.engine.game import Game
from conquistadors.engine.requests import Choice
from conquistadors.engine.texts import error_text
from conquistadors.games import kit_of


def make_ready(game: Game[Any], seed: int = 0) -> None:
    """The bot that the kit names answers for every seat until the play proper begins."""
    left_to = kit_of(game.rules).setup
    if left_to is None:
        raise SetupError(error_text("setup.no-captain", scenario=game.rules.scenario))
    name, first = left_to
    bot = bot_named(name, seed, game.rules)
    while isinstance(game.pending, Choice) and game.pending.kind != first:
        game.play(bot.answer(game.view(game.pending.who)))
