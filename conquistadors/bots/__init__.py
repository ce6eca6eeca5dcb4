"""Players that are not people. A bot is given what its seat knows, and answers with an option."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import TYPE_CHECKING, Any, Final, Protocol

from conquistadors.engine.game import Game
from conquistadors.engine.requests import Choice, Option, Seat
from conquistadors.engine.views import View
from conquistadors.games import DEFAULT, kit, load

if TYPE_CHECKING:
    from conquistadors.bots.coaching import coach
    from conquistadors.bots.guests import guest
    from conquistadors.bots.search import SearchBot
    from conquistadors.games.conquest.bots.captain import CaptainBot

__all__ = ["Bot", "CaptainBot", "RandomBot", "SearchBot", "coach", "guest", "let_bots_play"]

LATER: Final = {
    "SearchBot": "conquistadors.bots.search:SearchBot",
    "coach": "conquistadors.bots.coaching:coach",
    "guest": "conquistadors.bots.guests:guest",
}
"""What is imported when it is first asked for."""


def __getattr__(name: str) -> Any:
    """Imported when it is first asked for; the captain is the one of the game that is meant where none is named."""
    if name == "CaptainBot":
        return load(kit(DEFAULT).bots["captain"])
    if name not in LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return load(LATER[name])


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
