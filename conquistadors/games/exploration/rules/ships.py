"""7.1  Ships: what they hold, and how what is aboard is spread over them."""

from __future__ import annotations

from typing import TypeVar

from conquistadors.engine import changed, record
from conquistadors.games.exploration.rules.hoards import worth
from conquistadors.games.exploration.rules.pieces import EXPLORERS, Expedition, Fleet
from conquistadors.games.exploration.rules.position import World


@record
class Ship:
    """13.46  One ship of an Expedition with what is on it."""

    kind: str
    soldiers: int = 0
    colonists: int = 0
    gold: int = 0
    flag: bool = False
    """The people sail on this one."""


Ships = TypeVar("Ships", Fleet, Expedition)


def by_kind(ships: Fleet | Expedition) -> tuple[tuple[str, int], ...]:
    """7.1  How many ships there are of each kind."""
    return ("caravel", ships.caravels), ("carrack", ships.carracks), ("galleon", int(ships.galleon))


def without(ships: Ships, kind: str) -> Ships:
    """The same with one ship of a kind less; what they hold is left as it is."""
    if kind == "galleon":
        return changed(ships, galleon=False)
    return changed(ships, **{f"{kind}s": getattr(ships, f"{kind}s") - 1})


def room(pos: World, expedition: Expedition) -> int:
    """7.11-7.13  How many Soldiers and Colonists together it holds."""
    number = pos.rules.number
    return expedition.caravels * number("holds_caravel") + expedition.carracks * number("holds_carrack")


def gold_room(pos: World, expedition: Expedition | Fleet) -> int:
    """7.11-7.13  How many ducats of gold it holds; a Galleon Fleet any number."""
    number = pos.rules.number
    if expedition.galleon:
        return 10**6
    return expedition.caravels * number("gold_caravel") + expedition.carracks * number("gold_carrack")


def manifest(pos: World, expedition: Expedition) -> list[Ship]:
    """What is on which ship: units on Carracks first, evenly, Soldiers first; gold where there is most room.

    The people sail on the first ship. It is shown and not asked: an owner who loses a ship chooses among these.
    """
    number = pos.rules.number
    kinds = ["carrack"] * expedition.carracks + ["caravel"] * expedition.caravels + ["galleon"] * expedition.galleon
    units = ["soldier"] * expedition.soldiers + ["colonist"] * expedition.colonists
    held: list[list[str]] = [[] for _ in kinds]
    for kind in ("carrack", "caravel"):
        here = [at for at, each in enumerate(kinds) if each == kind]
        for _ in range(number(f"holds_{kind}")):
            for at in here:
                if units:
                    held[at].append(units.pop(0))
    gold, left = [0] * len(kinds), worth(expedition.gold)
    for kind in ("galleon", "carrack", "caravel"):
        most = left if kind == "galleon" else number(f"gold_{kind}")
        for at in [at for at, each in enumerate(kinds) if each == kind]:
            gold[at] = min(most, left)
            left -= gold[at]
    return [
        Ship(kind, held[at].count("soldier"), held[at].count("colonist"), gold[at], flag=at == 0)
        for at, kind in enumerate(kinds)
    ]


def led(pos: World, name: str) -> bool:
    """7.26  Whether an Explorer is with the Expedition."""
    return bool(pos.who_is(pos.expeditions[name].nation, name, *EXPLORERS))


def bounds_of_phase(pos: World, expedition: Expedition) -> int:
    """7.33, E-G41  Bounds sailed in this phase: over the ocean, and one for eight Movement Points or fewer."""
    return expedition.ocean - (-expedition.points // pos.rules.number("points_a_bound"))


def stop_extra(pos: World) -> int:
    """E-C8  What a stop costs beside the step into its hex."""
    replaced = pos.rules.number("pass_cost") if pos.rules.is_on("stop_cost", "replace") else 0
    return pos.rules.number("stop_cost") - replaced
