"""The bots that can be asked for by name. Each is loaded when it is first wanted."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any, Final

from conquistadors.bots import Bot
from conquistadors.engine.errors import SetupError, shown
from conquistadors.engine.requests import Seat
from conquistadors.engine.texts import told

HOMES: Final = {
    "random": ("conquistadors.bots", "RandomBot"),
    "captain": ("conquistadors.games.conquest.bots.captain", "CaptainBot"),
    "plunderer": ("conquistadors.games.conquest.bots.captain", "plunderer"),
    "ally": ("conquistadors.games.conquest.bots.captain", "ally"),
    "search": ("conquistadors.bots.search", "SearchBot"),
}
"""Where the class of each bot is."""


def bot_named(name: str, seed: int = 0) -> Bot:
    """A bot by its name; `SetupError` says which there are."""
    if name not in HOMES:
        raise SetupError(told("bot.unknown", wanted=shown(name), known=HOMES))
    module, kind = HOMES[name]
    made: Any = getattr(import_module(module), kind)(seed)
    bot: Bot = made
    return bot


def seated(bots: Mapping[Seat, Bot | str]) -> dict[Seat, Bot]:
    """The bots at their seats, those that are only named made: each with a seed of its own."""
    return {
        seat: bot_named(bot, number) if isinstance(bot, str) else bot for number, (seat, bot) in enumerate(bots.items())
    }
