"""The bots that can be asked for by name: those that play any game, and those that the kit of a game brings."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from conquistadors.bots import Bot
from conquistadors.bots.guests import Guest
from conquistadors.engine.errors import SetupError, short_repr
from conquistadors.engine.requests import Seat
from conquistadors.engine.rules import Rules
from conquistadors.engine.texts import error_text
from conquistadors.games import GameKit, kit_of, kits, load

ANYWHERE: Final = {"random": "conquistadors.bots:RandomBot"}
"""Who plays every game."""
AHEAD: Final = {"search": "conquistadors.bots.search:SearchBot"}
"""Who plays every game that says how one looks ahead in it."""


def makers_of(game: GameKit) -> dict[str, str]:
    """The bots that play a game, by name, and where what makes each is."""
    return {**ANYWHERE, **game.bots, **(AHEAD if game.lookahead is not None else {})}


def makers(rules: Rules[Any] | None = None) -> dict[str, str]:
    """The same for the game that rules belong to; without rules, of all games: of two with one name the first."""
    if rules is not None:
        return makers_of(kit_of(rules))
    found = dict(ANYWHERE)
    for each in kits():
        found = {**found, **{name: where for name, where in each.bots.items() if name not in found}}
    return {**found, **AHEAD}


def maker_named(name: str, rules: Rules[Any] | None = None, *, unknown: str = "bot.unknown") -> Any:
    """What makes the bot with this name; `SetupError` says which bots there are, and who plays this game."""
    known = makers(rules)
    if name in known:
        return load(known[name])
    if rules is not None and name in makers():
        raise refused(name, rules)
    raise SetupError(error_text(unknown, wanted=short_repr(name), known=known))


def bot_named(name: str, seed: int = 0, rules: Rules[Any] | None = None) -> Bot:
    """A bot by its name, for the game that is played if its rules are given; `SetupError` says which there are."""
    made: Bot = maker_named(name, rules)(seed)
    return made


def refused(name: str, rules: Rules[Any]) -> SetupError:
    """The error for a bot that does not play this game: it names those that do."""
    return SetupError(error_text("bot.other-game", bot=name, **_game(rules)))


def without_coach(rules: Rules[Any]) -> SetupError:
    """The error where no bot of a game can say what it would do, and why."""
    return SetupError(error_text("bot.no-coach", **_game(rules)))


def _game(rules: Rules[Any]) -> dict[str, object]:
    """What is told of a game where a bot is refused; rules that belong to no kit are called by their scenario."""
    return {"scenario": rules.scenario, "game": rules.kit or rules.scenario, "known": makers(rules)}


def check_plays(bot: object, rules: Rules[Any]) -> None:
    """A bot, or what makes one, that is known to play another game is refused by name: `plays` has the id of a kit."""
    inner = getattr(bot, "func", bot)  # of a partial
    plays = getattr(inner, "plays", None)
    if plays is None and callable(inner) and not isinstance(inner, type):
        plays = _brought_by(inner)
    if (plays is not None and plays != rules.kit) or (kit_of(rules).lookahead is None and _looks_ahead(inner)):
        raise refused(str(getattr(inner, "__name__", type(inner).__name__)), rules)


def _looks_ahead(bot: object) -> bool:
    """Whether this is the search, or what makes one."""
    search: type = load(AHEAD["search"])
    return isinstance(bot, search) or (isinstance(bot, type) and issubclass(bot, search))


def _brought_by(maker: object) -> str | None:
    """The game whose kit brings this function as a bot, if one does."""
    found = [each.id for each in kits() if any(load(where) is maker for where in each.bots.values())]
    return found[0] if found else None


def bots_by_seat(bots: Mapping[Seat, Bot | Guest | str] | str, rules: Rules[Any]) -> dict[Seat, Bot]:
    """The bots at their seats, those that are only named or invited made: each with a seed of its own.

    A name by itself is for every seat but the first, which is yours.
    """
    sitting: dict[Seat, Bot] = {}
    for number, (seat, bot) in enumerate(_seated(bots, rules).items()):
        if isinstance(bot, str):
            sitting[seat] = bot_named(bot, number, rules)
        elif isinstance(bot, Guest):
            sitting[seat] = bot(number)
        else:
            check_plays(bot, rules)
            sitting[seat] = bot
    return sitting


def _seated(bots: object, rules: Rules[Any]) -> Mapping[Seat, Bot | Guest | str]:
    """Who is wanted where; `SetupError` if that is no seat, or not said by seats."""
    if isinstance(bots, str):
        if len(rules.seats) == 1:
            raise SetupError(error_text("bot.alone", scenario=rules.scenario, wanted=short_repr(bots)))
        return dict.fromkeys(rules.seats[1:], bots)
    if not isinstance(bots, Mapping):
        raise SetupError(error_text("bot.by-seat", seats=rules.seats, wanted=short_repr(bots)))
    return bots
