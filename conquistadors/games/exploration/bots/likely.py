"""How likely answers are where somebody plays at random and yet gets somewhere."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from conquistadors.engine.requests import Option
from conquistadors.games.exploration.rules.pieces import MISSIONARY
from conquistadors.games.exploration.rules.position import World
from conquistadors.games.exploration.rules.secrecy import who_acts

WEIGHTS: Final[Mapping[str, float]] = {
    "pay": 400.0,
    "done": 3.0,
    "fit": 6.0,
    "sail": 20.0,
    "home": 0.7,
    "search": 20.0,
    "cargo": 20.0,
    "board": 8.0,
    "land": 8.0,
    "go": 0.15,
    "dare": 0.1,
    "abandon": 0.1,
    "keep": 5.0,
    "discover": 5.0,
    "from": 0.5,
    "fight": 2.0,
    "invade": 8.0,
    "prize": 6.0,
    "straight": 2.0,
    "accept": 1.0,
    "repay": 3.0,
    "raid": 2.0,
}
"""Expeditions sail and land, mines are searched for, upkeep is paid."""
DEALS: Final = frozenset({"gift", "lend", "borrow", "rent", "rutter", "ransom", "combine", "stake", "break", "watch"})
"""What is offered and ordered now and then."""
THRIFT: Final = 60
"""With less in the Treasury little is bought."""


def likely(pos: World, option: Option) -> float:
    """More of what leads somewhere; all else has a chance, too."""
    verb = option.verb
    if verb == "amount":
        return _number(pos, int(str(option.subject)))
    if verb in DEALS:
        return 0.05
    who = who_acts(pos) or pos.rules.seats[0]
    nation = pos.nations[who]
    if verb == "buy":
        dear = option.subject == "galleon" or nation.treasury < THRIFT
        return 0.05 if dear else 1.0
    if verb == "call":
        called = [who for who in pos.people.values() if who.role == MISSIONARY]
        return 4.0 if len(called) < 3 else 0.05
    if verb == "take" and pos.fitting:
        known = pos.friendly_port(who, str(option.subject))
        return 60.0 if known else 5.0 if option.subject in pos.people else 0.3
    return WEIGHTS.get(verb, 1.0)


def _number(pos: World, number: int) -> float:
    """Few things are bought, bounds for the way there and back, as many board as can, and all go ashore."""
    if pos.fitting:
        expedition = pos.expeditions[pos.fitting]
        if not expedition.ships or expedition.landfall is None:
            return 1.0 + number
        wanted = 2 * pos.rules.board.bounds(expedition.landfall) + 1
        return 1.0 / (1 + (number - wanted) ** 2)
    if pos.phase == "A":
        return 1.0 / number**2 if number else 1.0
    landing = any(each.acts and each.acts[-1].endswith("cargo") for each in pos.expeditions.values())
    return 1.0 / (1 + number) ** 2 if landing else 1.0 + number
