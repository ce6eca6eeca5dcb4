"""Players that are not people. A bot is given what its seat knows, and answers with an option."""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from random import Random
from typing import TYPE_CHECKING, Any, Final, Protocol

from conquistadors.engine.game import Game
from conquistadors.engine.requests import Choice, Option, Seat
from conquistadors.engine.views import View

if TYPE_CHECKING:
    from conquistadors.bots.coaching import coach
    from conquistadors.bots.search import SearchBot
    from conquistadors.games.conquest.bots.captain import CaptainBot

__all__ = ["Bot", "CaptainBot", "RandomBot", "SearchBot", "coach", "let_bots_play"]

LATER: Final = {
    "CaptainBot": "conquistadors.games.conquest.bots.captain",
    "SearchBot": "conquistadors.bots.search",
    "coach": "conquistadors.bots.coaching",
}
"""What is imported when it is first asked for: the bots that know The Conquistadors."""


def __getattr__(name: str) -> Any:
    if name not in LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(LATER[name]), name)


class Bot(Protocol):
    """Anything with this method can sit at the table."""

    def answer(self, view: View[Any]) -> Option:
        """One of `view.options`."""


class RandomBot:
    """Answers with any option, all with the same chance."""

    def __init__(self, seed: int = 0) -> None:
        self._random = Random(seed)

    def answer(self, view: View[Any]) -> Option:
        return self._random.choice(view.options)


def let_bots_play(game: Game[Any], bots: Mapping[Seat, Bot]) -> None:
    """Let the bots answer until a person is asked or the game is over."""
    while isinstance(game.pending, Choice) and game.pending.who in bots:
        seat = game.pending.who
        game.play(bots[seat].answer(game.view(seat)))
