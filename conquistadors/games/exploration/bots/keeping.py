"""Maintenance: what is kept, and what is let go."""

from __future__ import annotations

from typing import Final

from conquistadors.bots.reasons import Why
from conquistadors.engine.requests import Option
from conquistadors.games.exploration.bots import estimates
from conquistadors.games.exploration.bots.sight import GARRISON, Found, Sight
from conquistadors.games.exploration.rules.missionaries import SENT_BY
from conquistadors.games.exploration.rules.pieces import EUROPE, MISSIONARY, Expedition, Fleet
from conquistadors.maps.hexes import hex_of

COURIERS: Final = 1
"""So many Soldiers stay in a quiet area where gold has to be carried."""
FLEET: Final = 3
"""So many Carracks are kept in Europe for the Colonists of the next turn."""
LATE: Final = 4
"""With fewer turns left no regiment goes on to other natives."""


def upkeep(sight: Sight) -> Found:
    """6.81  What is of no use any more is let go, then all is paid; who cannot pay lets the cheapest loss go."""
    drops = [each for each in sight.options if each.verb == "drop"]
    useless = next((each for each in drops if _useless(sight, each)), None)
    if useless is not None:
        return useless, Why("keep.useless", {"thing": str(useless.subject)})
    pay = sight.legal("pay")
    if pay is not None:
        return pay, Why("keep.pay", {"ducats": int(str(sight.facts.get("ducats", 0)))})
    chosen = min(drops, key=lambda each: (_worth(sight, each), each.id))
    return chosen, Why("keep.short", {"thing": str(chosen.subject)})


def _where(sight: Sight, each: Option) -> str:
    """The place of a unit: that of its Expedition, if it is with one."""
    place = str(each.target)
    return sight.pos.expeditions[place].place if place in sight.pos.expeditions else place


def _useless(sight: Sight, each: Option) -> bool:
    place, thing = _where(sight, each), str(each.subject)
    if place == EUROPE:
        return not sight.left or _spare_ship(sight, thing) or (thing == "soldier" and sight.left < 2)
    if thing == "caravel":
        return not sight.left
    if thing != "soldier" or not sight.left:
        return False
    area = sight.board.area[hex_of(place)]
    return _idle_soldiers(sight, area) > 0


def _spare_ship(sight: Sight, thing: str) -> bool:
    """More ships in Europe than the next Colonists can fill."""
    lying: list[Fleet | Expedition] = [sight.pos.fleet(sight.seat, EUROPE)]
    back = [sight.pos.expeditions[name] for name in sight.pos.expeditions_of(sight.seat)]
    lying += [each for each in back if each.place == EUROPE]
    if thing == "carrack":
        return sum([each.carracks for each in lying]) > FLEET
    return thing == "caravel" and sum([each.caravels for each in lying]) > 1


def _idle_soldiers(sight: Sight, area: str) -> int:
    """Soldiers in a quiet area beyond those who loot, carry gold, or can march on."""
    there = sight.forces.get(area, (0, 0))[0]
    if sight.level(area) or not there or area in sight.rival_areas or sight.me.duties:
        return 0
    wanted = GARRISON * len(sight.cities(area))
    if any(steps for _, _, steps in estimates.diggings(sight, area)) and sight.mines(area):
        wanted += COURIERS
    if marches_on(sight, area):
        wanted = max(wanted, there)
    return max(0, there - wanted)


def marches_on(sight: Sight, area: str) -> bool:
    """15.61  Whether a regiment there can go on to neighbours: for Spain a Missionary has to come along."""
    shores = estimates.beaches(sight.rules)
    near = [each for each in sight.board.adjacent[area] if sight.pos.countries[each].native and each in shores]
    if sight.left < LATE or not near:
        return False
    here = [sight.pos.force(sight.seat, hex_).soldiers for hex_ in sight.pos.in_area(sight.seat, area)]
    preaching = sight.seat != SENT_BY or bool(sight.pos.leaders(sight.seat, area, MISSIONARY))
    return preaching and max(here, default=0) >= sight.style.army


def _worth(sight: Sight, each: Option) -> float:
    """6.9  Ships in Europe, Soldiers where nothing threatens, Colonists where they bring least."""
    place, thing = _where(sight, each), str(each.subject)
    per_ducat = sight.cost(thing)
    if thing in ("caravel", "carrack", "galleon"):
        return (sight.price(thing) / 8 if place == EUROPE else sight.price(thing) / 4) / per_ducat
    if place == EUROPE:
        return 0.1
    area = sight.board.area[hex_of(place)]
    if thing == "soldier":
        return 1.0 if not sight.level(area) and not sight.cities(area) else 9.0
    hex_ = hex_of(place)
    last = sight.pos.force(sight.seat, hex_).colonists == 1
    mined = hex_ in sight.rules.mines and not sight.pos.digs[hex_].spent
    brings = max(0.0, estimates.colonist(sight, area, min(sight.rules.turns, sight.turn + 1)))
    return (brings + 30 * (last and mined) + 8 * last) / per_ducat
