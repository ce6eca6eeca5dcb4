"""Who plays in the laboratory: bots by name or by what makes them, and who sits where."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from random import Random
from typing import Any, NamedTuple

from conquistadors.bots import Bot
from conquistadors.bots.naming import check_plays, maker_named, makers
from conquistadors.engine.errors import RuleError, SetupError, short_repr
from conquistadors.engine.playout import choice_of
from conquistadors.engine.requests import TABLE, Choice, Option, Seat
from conquistadors.engine.rules import Rules
from conquistadors.engine.texts import either, error_text
from conquistadors.engine.views import View
from conquistadors.games import PLAIN, kit, load


class Sampler:
    """The random player of the laboratory: any legal option, all with the same chance.

    It looks at as many options as it takes to find one, so it needs no view and is faster than `RandomBot`.
    """

    def __init__(self, seed: int = 0) -> None:
        self._random = Random(seed)

    def pick(self, choice: Choice) -> Option:
        """A legal option of the choice."""
        return choice_of(choice, self._random)

    def answer(self, view: View[Any]) -> Option:
        """A bot as any other, for those who have a view only."""
        if view.pending is None:
            raise RuleError(f"{view.seat} is asked nothing")
        return self._random.choice(view.options)


Maker = Callable[[int], Bot]
"""Makes a bot from a seed: a class of bots, or a function."""


def named(name: str, rules: Rules[Any] | None = None) -> Maker:
    """What makes the bot with this name for the laboratory; without rules, of any game."""
    if name == "random":
        return Sampler
    found: Maker = maker_named(name, rules, unknown="bot.unknown-class")
    return found


@cache
def glancing(game: str) -> frozenset[Maker]:
    """Those that look at the table alone, not at what was told: a game of theirs needs no record and is played faster.

    `game` is the id of a kit, or empty for rules that belong to none.
    """
    brought = kit(game) if game else PLAIN
    return frozenset({Sampler, *[load(brought.bots[name]) for name in brought.glancing]})


class Player(NamedTuple):
    """Who sits at a seat: a name for the tables, and what makes the bot for a game."""

    name: str
    make: Maker


Seating = tuple[tuple[Seat, Player], ...]
"""Who sits where, in the order of the seats."""


def player(wanted: object, name: str | None = None, rules: Rules[Any] | None = None) -> Player:
    """The player that a name or a class of bots stands for; `SetupError` says what is allowed.

    With rules it has to play their game.
    """
    if isinstance(wanted, str):
        return Player(name or wanted, named(wanted, rules))
    if hasattr(wanted, "answer") and not isinstance(wanted, type):
        raise SetupError(error_text("bot.one", wanted=short_repr(wanted)))
    if not callable(wanted) or (isinstance(wanted, type) and not hasattr(wanted, "answer")):
        raise SetupError(error_text("bot.kind", known=either(map(repr, makers(rules))), wanted=short_repr(wanted)))
    if rules is not None:
        check_plays(wanted, rules)
    inner = getattr(wanted, "func", wanted)  # of a partial
    return Player(name or str(getattr(inner, "__name__", type(inner).__name__)), wanted)


def seating(rules: Rules[Any], bots: object) -> Seating:
    """Who sits where: one bot for all seats, or one by seat. The table may have one, too."""
    if not isinstance(bots, Mapping):
        sits = player(bots, rules=rules)
        return tuple((seat, sits) for seat in rules.seats)
    allowed = (*rules.seats, TABLE)
    strange = [seat for seat in bots if seat not in allowed]
    missing = [seat for seat in rules.seats if seat not in bots]
    of = {"scenario": rules.scenario, "seats": rules.seats}
    if strange:
        raise SetupError(error_text("bot.no-seat", wanted=short_repr(strange[0]), **of))
    if missing:
        raise SetupError(error_text("bot.no-bot", missing=missing, **of))
    return tuple((seat, player(bots[seat], rules=rules)) for seat in allowed if seat in bots)
