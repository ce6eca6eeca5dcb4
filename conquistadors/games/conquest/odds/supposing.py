"""Games to ask about: their rules by name, and who holds what."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Final

from conquistadors.engine import Seat, SetupError, short_repr
from conquistadors.engine.codec import Json
from conquistadors.engine.texts import error_text
from conquistadors.games import rules_for
from conquistadors.games.conquest.rules.cards.luck import TITLE as MANO
from conquistadors.games.conquest.rules.shared import ConquestRules

SEAT: Final[Seat] = "red"
"""The player who is asked about."""
GAMES: Final = ("basic", "standard", "solitaire")


def rules_of(scenario: str, games: Sequence[str] = GAMES, options: Mapping[str, Any] | None = None) -> ConquestRules:
    """The rules of a game of The Conquistadors with both maps; the Solitaire Game has its own map."""
    if scenario not in games:
        raise SetupError(error_text("odds.asked-of", known=games, wanted=short_repr(scenario)))
    return _rules(scenario, tuple(sorted((options or {}).items())))


@cache
def _rules(scenario: str, options: tuple[tuple[str, Any], ...]) -> ConquestRules:
    setup: dict[str, Json] = {"options": dict(options)}
    if scenario != "solitaire":
        setup["map"] = "both"
    rules = rules_for(scenario, setup)
    assert isinstance(rules, ConquestRules)
    return rules


def luck_in_hand(mano: str) -> list[str]:
    """One Mano de Dios, or two where both uses are made of it."""
    return [MANO] * (2 if mano == "both" else mano != "never")
