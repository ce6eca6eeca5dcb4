"""22.0  The Treaty of Tordesillas: the Portuguese Level of Brasil, and what becomes of it."""

from __future__ import annotations

from typing import Final

from conquistadors.engine import Procedure, procedure, roll
from conquistadors.games.exploration.rules.events import Annexed, PortugueseLevel
from conquistadors.games.exploration.rules.losses import lose_expedition, remove, remove_person
from conquistadors.games.exploration.rules.missionaries import SENT_BY
from conquistadors.games.exploration.rules.pieces import UNITS, Fleet
from conquistadors.games.exploration.rules.position import World
from conquistadors.games.exploration.rules.tasks import task
from conquistadors.maps.hexes import hex_of

BRASIL: Final = "brasil"
NOMINAL, OVER, FREE = "nominal", "over", "free"


@task("tordesillas")
@procedure("22.3")
def tordesillas(pos: World) -> Procedure[None]:
    """22.1, 22.31, 22.32, E-C11, E-C12, E-G32  Before the Council Spain rolls for Portuguese, later for their end."""
    rules = pos.rules
    if pos.turn <= rules.number("portuguese_until"):
        level = pos.countries[BRASIL].european
        if level or rules.is_on("tordesillas_refill_from_zero", True):
            reads = rules.reading("tordesillas", "more")
            more = (yield from roll(pos, "portugal", SENT_BY, rule="22.31", reads=reads)).result
            level = min(rules.number("portuguese_level"), level + int(more))
            pos.edit_country(BRASIL, european=level)
            pos.report(PortugueseLevel, level=level, rule="22.31")
        return
    if pos.annexed in (OVER, FREE):
        return
    column = "nominal" if pos.annexed == NOMINAL else "annexed"
    reads = rules.reading("annexation", column)
    what = (yield from roll(pos, "portugal", SENT_BY, rule="22.32", reads=reads)).result
    if what == "nothing":
        return
    pos.annexed = {"never": OVER, "annexed": OVER, "nominal": NOMINAL, "independent": FREE}[what]
    if what in ("annexed", "nominal"):
        pos.edit_country(BRASIL, european=0)
    elif what == "independent":
        _expel(pos)
    pos.report(Annexed, what=what, rule="22.32")


def _expel(pos: World) -> None:
    """22.32  All foreign units in Brasil are eliminated, ships there too."""
    board = pos.rules.board
    for nation in pos.rules.seats:
        for hex_ in pos.in_area(nation, BRASIL):
            for unit in UNITS:
                remove(pos, nation, hex_, unit, pos.force(nation, hex_).of(unit), rule="22.32")
        for name in pos.at_sea(nation):
            if board.area.get(hex_of(pos.expeditions[name].place)) == BRASIL:
                lose_expedition(pos, name, rule="22.32")
        for place, fleet in pos.fleets_of(nation):
            if board.area.get(hex_of(place)) == BRASIL:
                pos.set_fleet(nation, place, Fleet())
                pos.account(fleet.gold)
    there = [name for name, who in pos.people.items() if board.area.get(who.at) == BRASIL]
    for name in sorted(there):
        remove_person(pos, name, rule="22.32")
