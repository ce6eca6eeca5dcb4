"""18.0  Discovery: who has seen a place first, and when that counts."""

from __future__ import annotations

from collections.abc import Iterable

from conquistadors.engine import Option, Procedure, Seat, offer, option, procedure
from conquistadors.games.exploration.rules.events import Credited, Discovered
from conquistadors.games.exploration.rules.pieces import EUROPE
from conquistadors.games.exploration.rules.position import World
from conquistadors.games.exploration.rules.ships import led
from conquistadors.games.exploration.rules.tasks import task_of
from conquistadors.maps.hexes import hex_of

BY_SEA, BY_LAND = ("any", "sea"), ("any", "land")
PACIFIC_LAND, PACIFIC_SEA = "pacific-land", "pacific-sea"


def open_places(pos: World, place: str) -> list[str]:
    """18.11  What can still be discovered in a hex by a Voyage."""
    return [each for each in pos.rules.places_at(hex_of(place), BY_SEA) if each not in pos.discovered]


def claim_hex(pos: World, name: str) -> None:
    """18.14, E-G49  A Voyage claims every open place of the hex; it counts when it is home (18.15)."""
    for place in open_places(pos, pos.expeditions[name].place):
        _claim(pos, name, place)


def _claim(pos: World, name: str, place: str) -> None:
    expedition = pos.expeditions[name]
    pos.discovered[place] = name
    pos.edit_expedition(name, claims=(*expedition.claims, place))
    pos.report(Discovered, who=expedition.nation, place=place, rule="18.14")


@procedure("18.14")
def claim_pacific(pos: World, name: str) -> Procedure[None]:
    """7.17, E-G49  The Pacific by sea: three Movement Points in the first hex beyond the Cape, for whoever wants it.

    The step into that hex was paid for in Hemispheric Movement; over the ocean all three are added.
    """
    rules, expedition = pos.rules, pos.expeditions[name]
    if PACIFIC_SEA in pos.discovered or PACIFIC_SEA not in rules.places or not led(pos, name):
        return
    menu = [option("claim", PACIFIC_SEA), option("done")]
    chosen: Option = yield offer(expedition.nation, "pacific", "18.14", lambda: menu, facts=(("expedition", name),))
    if chosen.verb == "claim":
        by_coast = bool(pos.expeditions[name].acts)
        cost = rules.number("stop_cost") - (rules.number("pass_cost") if by_coast else 0)
        pos.edit_expedition(name, points=pos.expeditions[name].points + cost)
        _claim(pos, name, PACIFIC_SEA)


def discover_by_land(pos: World, nation: Seat, hexes: Iterable[str], *, overland: bool) -> None:
    """18.12, E-C5, E-G49  Land units discover what they enter, at once; the Pacific only if they came overland."""
    rules = pos.rules
    for hex_ in hexes:
        found = rules.places_at(hex_, BY_LAND)
        if overland and hex_ in rules.board.pacific_coast and PACIFIC_LAND in rules.places:
            found = (*found, PACIFIC_LAND)
        for place in found:
            if place not in pos.discovered:
                pos.discovered[place] = nation
                pos.report(Discovered, who=nation, place=place, rule="18.12")
                credit(pos, nation, place)


def credit(pos: World, nation: Seat, place: str) -> None:
    """18.15  The points are the nation's."""
    pos.edit(nation, found=(*pos.nations[nation].found, place))
    points = int(pos.rules.places[place].points.value)
    pos.report(Credited, who=nation, place=place, points=points, rule="18.15")


@task_of("credit-discoveries")
@procedure("18.15")
def credit_voyages(pos: World, nation: Seat) -> None:
    """5.1 D3, 18.15  Voyages that are in a friendly port score; those that are lost leave their claims open (E-G27)."""
    for name in pos.expeditions_of(nation):
        expedition = pos.expeditions[name]
        if expedition.place == EUROPE or pos.friendly_port(nation, expedition.place):
            for place in expedition.claims:
                pos.discovered[place] = nation
                credit(pos, nation, place)
            pos.edit_expedition(name, claims=())


def drop_claims(pos: World) -> None:
    """E-G27  What a Voyage has claimed and did not bring home this turn, anybody may discover."""
    pos.discovered = {place: holder for place, holder in pos.discovered.items() if holder in pos.nations}
