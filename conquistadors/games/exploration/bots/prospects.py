"""What there is to hope for in a position: the numbers by which a nation's prospects are weighed (`worth.py`)."""

from __future__ import annotations

from typing import Any, Final

from conquistadors.engine.requests import Question, Seat
from conquistadors.engine.run import Run
from conquistadors.engine.views import Options, View
from conquistadors.games.exploration.bots import estimates
from conquistadors.games.exploration.bots.sight import Sight
from conquistadors.games.exploration.bots.styles import VETERAN
from conquistadors.games.exploration.rules.gold import can_work
from conquistadors.games.exploration.rules.hoards import worth
from conquistadors.games.exploration.rules.pieces import CONQUISTADOR, EUROPE, EXPLORERS, MISSIONARY, Expedition, Fleet
from conquistadors.games.exploration.rules.victory import controlled, points_of

NAMES: Final = (
    *("one", "ducats", "rank", "double", "risky", "single", "settled", "mines", "cities", "hopes", "port-gold"),
    *("inland-gold", "afloat-gold", "carracks", "caravels", "galleon", "fighting", "idle", "waiting", "quiet"),
    *(
        "quiet-double",
        "level",
        "missionaries",
        "explorers",
        "captains",
        "controlled",
        "half",
        "owed",
        "upkeep",
        "rutter",
    ),
)
"""All that is weighed."""


def prospects(sight: Sight) -> dict[str, float]:
    """By name, what a nation has and may hope for besides the points that are counted."""
    me, pos = sight.me, sight.pos
    fleets = [fleet for _, fleet in pos.fleets_of(sight.seat)]
    ships = [pos.expeditions[name] for name in pos.expeditions_of(sight.seat)]
    afloat: list[Fleet | Expedition] = [*fleets, *ships]
    mine = [who for who in pos.people.values() if who.nation == sight.seat]
    found = dict.fromkeys(NAMES, 0.0)
    found |= {
        "one": 1.0,
        "ducats": me.treasury + worth(me.gold),
        "rank": -ord(me.monarch) + ord("D"),
        "carracks": sum([each.carracks for each in afloat]),
        "caravels": sum([each.caravels for each in afloat]),
        "galleon": any(each.galleon for each in afloat),
        "afloat-gold": sum([worth(each.gold) for each in afloat]),
        "waiting": me.colonists + sum([each.colonists for each in ships]),
        "idle": me.soldiers,
        "missionaries": sum([who.role == MISSIONARY for who in mine]),
        "explorers": sum([who.role in EXPLORERS and who.at == EUROPE for who in mine]),
        "captains": sum([who.role == CONQUISTADOR for who in mine]),
        "controlled": len(controlled(pos, sight.seat)),
        "owed": sum([each.ducats for each in pos.promises if each.debtor == sight.seat]),
        "upkeep": sight.dues - sight.income,
        "rutter": me.rutter,
    }
    _ashore(sight, found)
    _gold(sight, found)
    return {name: float(number) for name, number in found.items()}


def _ashore(sight: Sight, found: dict[str, float]) -> None:
    """Settlements and Soldiers, by how safe and how fertile their areas are."""
    rules, number = sight.rules, sight.rules.number
    for area, (soldiers, colonists) in sight.forces.items():
        level, double = sight.level(area), bool(rules.areas[area].double.value)
        hexes = sight.pos.in_area(sight.seat, area)
        fed = sum([min(number("resource_hex"), sight.pos.force(sight.seat, hex_).colonists) for hex_ in hexes])
        yields = min(fed, number("resource_area")) * max(0.0, estimates.colonist(sight, area, sight.turn))
        found["risky" if level else "double" if double else "single"] += yields
        found["settled"] += colonists
        found["fighting" if level else "idle"] += soldiers
        found["quiet"] += not level
        found["quiet-double"] += double and not level
        found["level"] += level
        found["half"] += colonists > 0
    found["half"] -= found["controlled"]


def _gold(sight: Sight, found: dict[str, float]) -> None:
    """13.0  What is dug, what may be, and where it lies."""
    for hex_ in (*sight.rules.mines, *sight.rules.cities):
        force, area = sight.pos.force(sight.seat, hex_), sight.board.area[hex_]
        if not force.size or sight.pos.digs[hex_].spent:
            continue
        hoped = estimates.gold_of(sight, hex_)
        if hex_ in sight.rules.cities:
            found["cities" if force.soldiers and not sight.level(area) else "hopes"] += hoped
        else:
            found["mines" if force.colonists and can_work(sight.pos, hex_) else "hopes"] += hoped
    for hex_ in sight.pos.hoards:
        if sight.pos.force(sight.seat, hex_).size:
            ready = sight.gold_at(hex_) if sight.pos.friendly_port(sight.seat, hex_) else 0
            found["port-gold"] += ready
            found["inland-gold"] += sight.lying_at(hex_) - ready


def sight_of(run: Run[Any], seat: Seat) -> Sight:
    """What the seat would see, were it asked."""
    view: View[Any] = View(run, seat, Options())
    view.pending = Question(seat, "worth", "20.0")
    return Sight(view, style=VETERAN)


def points_now(sight: Sight) -> float:
    """The points that would be counted now."""
    return float(points_of(sight.pos, sight.seat).total)
