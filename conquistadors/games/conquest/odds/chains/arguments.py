"""What a chain is given: turns, actions, paths, and what stands for them where nobody says it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from conquistadors.engine import SetupError, short_repr
from conquistadors.engine.texts import error_text
from conquistadors.games.conquest.rules.position import ConquestPosition

GAMES: Final = ("basic", "standard")
"""23.32  In the Solitaire Game the Reaction deck has a say in every action: there are no chains in it."""
OWN: Final = (
    "path",
    "route",
    "impulses",
    "turns",
    "times",
    "rallies",
    "at_most",
    "target",
    "gold",
    "purse",
    "each_turn",
)
"""What a chain checks itself."""
HERE: Final = "tlaxcala"
"""Where an expedition stands of which nobody says it."""
LONGEST: Final = 100
"""No chain has more turns, actions or hits than this: a longer one would not be read, and would never end."""
MOST_GOLD: Final = 1000


def whole(value: object, what: str, least: int = 1, most: int = LONGEST) -> int:
    if isinstance(value, int) and type(value) is int and least <= value <= most:
        return value
    raise SetupError(error_text("chain.whole", what=what, least=least, most=most, wanted=short_repr(value)))


def listed(path: object, what: str) -> tuple[str, ...]:
    if isinstance(path, str) or not isinstance(path, Sequence) or not all(isinstance(each, str) for each in path):
        raise SetupError(error_text("chain.spaces", what=what, wanted=short_repr(path)))
    return tuple(path)


def path_of(pos: ConquestPosition, spaces: tuple[str, ...], start: str, what: str) -> tuple[str, ...]:
    """A path by land, from where the expedition stands."""
    world = pos.rules.world
    unknown = [space for space in spaces if space not in world.spaces]
    if unknown:
        raise SetupError(error_text("chain.space", what=what, wanted=short_repr(unknown[0])))
    if spaces[:1] != (start,) or len(set(spaces)) < len(spaces):
        raise SetupError(error_text("chain.path", what=what, start=start, wanted=short_repr(list(spaces))))
    for here, there in pairwise(spaces):
        if there not in world.by_land[here]:
            raise SetupError(error_text("chain.no-line", what=what, here=here, there=there))
    return spaces
