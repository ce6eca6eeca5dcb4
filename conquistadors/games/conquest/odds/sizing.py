"""How much there is to a battle or a chain, before any work: what would take too long is refused, and less offered."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from math import comb, prod
from typing import Final

from conquistadors.engine import SetupError, changed, record
from conquistadors.engine.texts import error_text
from conquistadors.games.conquest.odds.battle_question import Tactics
from conquistadors.games.conquest.odds.supposing import luck_in_hand
from conquistadors.games.conquest.rules.indians import units_for
from conquistadors.games.conquest.rules.position import KINDS, ConquestPosition, front

MOST: Final = 300_000
"""So many positions, by the rough count made here, are worked out: three units of the cup against ten."""
MOST_OF_A_CHAIN: Final = 100_000
"""So many positions of a chain, by the rough counts made here."""
PURSES: Final = 50
"""7.22  Of each attempt to plunder after each other, about so many positions differ by the gold that it has brought."""
IN_ORDER: Final = ("highest", "lowest")
"""The ways to allot losses that leave one row of units, and not any mixture of them."""
USES_OF_LUCK: Final = 3
"""1.53  A card that is still there, one that is being used, one that is gone."""


@record
class Fighters:
    """Who fights: the commanders of expeditions, and Indians who are in the space or are drawn before."""

    commanders: tuple[str, ...]
    space: str
    drawn: int = 0


def check_size(pos: ConquestPosition, who: Fighters, how: Tactics) -> None:
    """Refuse a battle with too many positions."""
    if positions(pos, who, how) <= MOST:
        return
    fewer = [n for n in range(1, who.drawn) if positions(pos, changed(who, drawn=n), how) <= MOST]
    if fewer:
        raise SetupError(error_text("battle.too-large-draw", most=MOST, number=max(fewer)))
    raise SetupError(error_text("battle.too-large", most=MOST))


def check_plunder(pos: ConquestPosition, commander: str, how: Tactics) -> None:
    """7.131, 12.34  Refuse a plunder that begins with a battle of too many positions."""
    space = pos.expeditions[commander].space
    site = pos.site(space)
    who = Fighters((commander,), space, 0 if site.hostile else units_for(pos, site))
    if positions(pos, who, how) > MOST:
        raise SetupError(error_text("battle.too-large", most=MOST))


def check_turns(turns: int, count: Callable[[int], int]) -> None:
    """Refuse a chain with too many positions: `count` says about how many there are in so many turns."""
    if count(turns) <= MOST_OF_A_CHAIN:
        return
    fewer = max([n for n in range(1, turns) if count(n) <= MOST_OF_A_CHAIN], default=0)
    if fewer:
        raise SetupError(error_text("chain.too-long", most=MOST_OF_A_CHAIN, number=fewer))
    raise SetupError(error_text("chain.too-large", most=MOST_OF_A_CHAIN))


def check_feeding(pos: ConquestPosition, turns: int, rallies: int, mano: str) -> None:
    """8.0, 9.14  Refuse too many turns of hunger: in each another unit may be lost, with any number of hits."""
    luck = len(luck_in_hand(mano)) + 1
    check_turns(turns, lambda n: n * n * (rallies + 1) * (pos.rules.hits_most + 1) * luck)


def check_plundering(pos: ConquestPosition, turns: int, each_turn: int | str | None, mano: str) -> None:
    """7.22  Refuse too many turns of plunder: in each there may be as many attempts as rounds."""
    attempts = each_turn if isinstance(each_turn, int) else pos.rules.rounds_most - max(pos.round, 1) + 1
    luck = len(luck_in_hand(mano)) + 1
    check_turns(turns, lambda n: (n * attempts) ** 2 * PURSES * luck)


def positions(pos: ConquestPosition, who: Fighters, how: Tactics) -> int:
    """About how many positions can come: in how many ways each side can stand, times each other."""
    by_spaniards, by_others = how.allotted()
    drawn = who.drawn
    many = USES_OF_LUCK if how.mano != "never" else 1
    for commander in who.commanders:
        units = [kind for kind in KINDS for _ in range(getattr(pos.units(commander), kind))]
        allies = pos.expeditions[commander].allies.each()
        many *= (pos.rules.hits_most + 1) * _ways([*units, *allies], by_others)
    many *= _ways(pos.site(who.space).garrison.each(), by_spaniards)
    if drawn:
        kinds = len({front(unit) for unit in pos.piles["cup"].titles})
        many *= comb(kinds + drawn - 1, drawn) * _ways([""] * drawn, by_spaniards)
    return many


def _ways(units: Iterable[str], allotted: str) -> int:
    """In how many ways units can be left, each whole, flipped or gone."""
    counts = Counter(units)
    if allotted in IN_ORDER:
        return 2 * counts.total() + 1
    return prod(2 * number + 1 for number in counts.values())
