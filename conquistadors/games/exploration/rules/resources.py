"""14.0  Resources."""

from __future__ import annotations

from conquistadors.engine import Seat, procedure
from conquistadors.games.exploration.rules.bankers import pay_shares
from conquistadors.games.exploration.rules.events import Collected
from conquistadors.games.exploration.rules.gold import barred
from conquistadors.games.exploration.rules.losses import remove_person
from conquistadors.games.exploration.rules.pieces import CONQUISTADOR
from conquistadors.games.exploration.rules.position import World
from conquistadors.games.exploration.rules.tasks import task_of


@task_of("resources")
@procedure("14.2")
def collect(pos: World, nation: Seat) -> None:
    """14.2  Resources of all areas go straight to the Treasury. It is the end of the Land Phase (15.56)."""
    yields = {area: resources_of(pos, nation, area) for area in pos.areas_of(nation)}
    ducats = sum(yields.values())
    if ducats:
        pos.pay(nation, -ducats)
        pos.report(Collected, who=nation, ducats=ducats, rule="14.2")
        pay_shares(pos, nation, yields, rule="24.3")
    leaders = [name for name, who in pos.people.items() if who.role == CONQUISTADOR and who.nation == nation]
    for name in sorted(leaders):
        at = pos.people[name].at
        if at in pos.rules.board.area and not pos.force(nation, at).size:
            remove_person(pos, name, rule="15.56")


def resources_of(pos: World, nation: Seat, area: str) -> int:
    """14.1, 14.21, 13.16, E-G24  Colonists, five a hex and twenty an area, at the level of the turn, sometimes doubled.

    None from a hex with a mine that was worked this turn (E-G50), level 1 for the whole area then.
    """
    rules, country = pos.rules, pos.countries[area]
    hexes = pos.in_area(nation, area)
    if not hexes or barred(pos, hexes[0]) or country.raided == pos.turn:
        return 0
    number = rules.number
    mined = [hex_ for hex_ in rules.mines if rules.board.area[hex_] == area and pos.digs[hex_].worked == pos.turn]
    if rules.is_on("mining_level_scope", "player"):
        mined = [hex_ for hex_ in mined if pos.force(nation, hex_).colonists]
    counted = [min(number("resource_hex"), pos.force(nation, hex_).colonists) for hex_ in hexes if hex_ not in mined]
    level = number("resource_mined") if mined else int(rules.read("resources", "level", pos.turn))
    double = number("resource_double") if rules.areas[area].double.value else 1
    return min(sum(counted), number("resource_area")) * level * double
