"""7.2, 7.5  Trans-Oceanic Movement, and the South Cape."""

from __future__ import annotations

from collections.abc import Iterator

from conquistadors.engine import Option, Procedure, Seat, changed, offer, option, procedure, roll
from conquistadors.games.exploration.rules.boarding import board, load_or_land
from conquistadors.games.exploration.rules.discovery import claim_pacific
from conquistadors.games.exploration.rules.events import CapeFailed, CapeRounded, Coasted, Crossed, RutterGot
from conquistadors.games.exploration.rules.missionaries import show_missionaries
from conquistadors.games.exploration.rules.naval import hostile, muster
from conquistadors.games.exploration.rules.pieces import EUROPE
from conquistadors.games.exploration.rules.position import World
from conquistadors.games.exploration.rules.ships import bounds_of_phase, led, stop_extra
from conquistadors.games.exploration.rules.tasks import task_of


@task_of("ocean")
@procedure("7.2")
def ocean(pos: World, nation: Seat) -> None:
    """5.1 B1, D1  Each Expedition of a nation may cross the ocean, one after the other."""
    pos.then(*[f"cross:{name}" for name in pos.expeditions_of(nation)])


@task_of("cross")
@procedure("7.2")
def cross(pos: World, name: str) -> Procedure[None]:
    """7.22, E-G45  One leg: out to the planned landfall, home, or none. In D also to a haven (7.27)."""
    ways = list(courses(pos, name))
    if not ways:
        return
    nation = pos.expeditions[name].nation
    facts = (("expedition", name),)
    chosen: Option = yield offer(nation, "cross", "7.2", lambda: [*ways, option("stay")], facts=facts)
    if chosen.verb == "stay":
        return
    if chosen.verb == "haven":
        pos.edit_expedition(name, place=str(chosen.subject))
        pos.report(Coasted, expedition=name, place=str(chosen.subject), points=0, rule="7.27")
        return
    yield from board(pos, name)
    muster(pos, name)
    yield from (go_out(pos, name) if chosen.verb == "sail" else go_home(pos, name))


def courses(pos: World, name: str) -> Iterator[Option]:
    """Where an Expedition may go in this segment."""
    expedition, rules = pos.expeditions[name], pos.rules
    if expedition.place == EUROPE:
        landfall = expedition.landfall
        if landfall is not None:
            arrives = can_arrive(pos, name, landfall) and can_pay(pos, name, landfall)
            if arrives or (port_is_gone(pos, name) and any(ways_on(pos, name))):
                yield option("sail", landfall)
        return
    if can_round(pos, name, expedition.place, EUROPE) and can_pay(pos, name, expedition.place):
        yield option("home")
    if pos.phase == "D" and expedition.haven and not pos.friendly_port(expedition.nation, expedition.place):
        most = rules.number("haven_points")
        near = rules.board.sea.within(expedition.place, most)
        stop = rules.number("stop_cost") - rules.number("pass_cost")
        yield from (
            option("haven", port) for port in pos.ports(expedition.nation) if port in near and near[port] + stop <= most
        )


def can_arrive(pos: World, name: str, landfall: str) -> bool:
    """7.26, 15.32  With an Explorer anywhere; else in a port that is friendly now. The Cape must not have failed it."""
    nation = pos.expeditions[name].nation
    open_ = led(pos, name) or pos.friendly_port(nation, landfall)
    open_ = open_ or (pos.phase == "B" and hostile(pos, nation, landfall))
    return open_ and can_round(pos, name, EUROPE, landfall)


def can_pay(pos: World, name: str, coast: str) -> bool:
    """9.3, E-G18  Ships may exceed the bounds bought and pay in attrition; a Galleon Fleet, which has none, may not."""
    expedition = pos.expeditions[name]
    used = expedition.before + bounds_of_phase(pos, expedition) + pos.rules.board.bounds(coast)
    bound = expedition.galleon or expedition.privateer  # 15.42
    return not bound or used <= expedition.bounds


def can_round(pos: World, name: str, start: str, end: str) -> bool:
    """7.52, 7.14  The Cape is not in the way, or may be tried."""
    expedition = pos.expeditions[name]
    if not needs_cape(pos, start, end):
        return True
    tried = expedition.tried_cape and not pos.nations[expedition.nation].rutter
    return not expedition.galleon and not tried


def needs_cape(pos: World, start: str, end: str) -> bool:
    """7.51  One of the two is on the Pacific and the other is not."""
    ocean_of = [place != EUROPE and pos.rules.board.pacific(place) for place in (start, end)]
    return ocean_of[0] != ocean_of[1]


# Out and home ------------------------------------------------------------------------------------------------------


@procedure("7.23")
def go_out(pos: World, name: str) -> Procedure[None]:
    """7.2, 7.5, E-G16, E-G17  From Europe to the landfall. Who fails at the Cape waits before it or, in D, comes home.

    In D units may land on arrival (E-G15).
    """
    landfall = str(pos.expeditions[name].landfall)
    rules = pos.rules
    if needs_cape(pos, EUROPE, landfall) and not (yield from round_cape(pos, name)):
        before = rules.board.bounds(rules.board.before_cape)
        if pos.phase == "D":
            pos.edit_expedition(name, ocean=before * 2)
            return
        yield from _arrive(pos, name, rules.board.before_cape, before)
        return
    yield from _arrive(pos, name, landfall, rules.board.bounds(landfall))
    if rules.board.pacific(landfall) and pos.phase == "B":
        yield from claim_pacific(pos, name)
    if port_is_gone(pos, name):
        yield from go_on(pos, name)
    if pos.phase == "D" and pos.expeditions[name].place != EUROPE:
        yield from load_or_land(pos, name)


# A port that is gone -----------------------------------------------------------------------------------------------


def port_is_gone(pos: World, name: str) -> bool:
    """15.33, E-G42  In D: no Explorer leads it, and the friendly port that was planned for is one no longer."""
    expedition = pos.expeditions[name]
    gone = not pos.friendly_port(expedition.nation, str(expedition.landfall))
    return pos.phase == "D" and expedition.port_planned and gone and not led(pos, name)


def ways_on(pos: World, name: str) -> Iterator[tuple[Option, int, int]]:
    """15.33, E-G42  To the nearest friendly port, priced as Hemispheric Movement, or home for the same bounds again.

    Each with the bounds over the ocean and the Movement Points that it takes in all. A Galleon Fleet pays in advance.
    """
    expedition, board = pos.expeditions[name], pos.rules.board
    landfall = str(expedition.landfall)
    if not can_round(pos, name, EUROPE, landfall):
        return
    out = board.bounds(landfall)
    far = {port: board.sea.distance(landfall, port) for port in pos.ports(expedition.nation)}
    near = {port: steps for port, steps in far.items() if steps is not None}
    ways = [
        (option("on", port), out, steps + stop_extra(pos))
        for port, steps in near.items()
        if steps == min(near.values())
    ]
    for way, ocean, points in [*ways, (option("home"), 2 * out, 0)]:
        sailed = bounds_of_phase(pos, changed(expedition, ocean=ocean, points=points))
        if not expedition.galleon or expedition.before + sailed <= expedition.bounds:
            yield way, ocean, points


@procedure("15.33")
def go_on(pos: World, name: str) -> Procedure[None]:
    """15.33, E-G42  The port is gone: on to the nearest one, or home. To stay would be to lose the ships (7.27)."""
    ways = {way: (ocean, points) for way, ocean, points in ways_on(pos, name)}
    nation, facts = pos.expeditions[name].nation, (("expedition", name),)
    chosen: Option = yield offer(nation, "port-gone", "15.33", lambda: list(ways), facts=facts)
    ocean, points = ways[chosen]
    place = EUROPE if chosen.verb == "home" else str(chosen.subject)
    pos.edit_expedition(name, place=place, ocean=ocean, points=points, haven=place != EUROPE)
    if place == EUROPE:
        pos.report(Crossed, expedition=name, place=EUROPE, bounds=ocean, rule="15.33")
    else:
        pos.report(Coasted, expedition=name, place=place, points=points, rule="15.33")


def _arrive(pos: World, name: str, place: str, bounds: int) -> Procedure[None]:
    expedition = pos.expeditions[name]
    haven = pos.friendly_port(expedition.nation, place)
    pos.edit_expedition(name, place=place, ocean=expedition.ocean + bounds, haven=haven)
    pos.report(Crossed, expedition=name, place=place, bounds=bounds, rule="7.2")
    yield from show_missionaries(pos, expedition.nation, name)


@procedure("7.2")
def go_home(pos: World, name: str) -> Procedure[None]:
    """7.2, E-G44  Home: the bounds of the coast where it lies. Who fails at the Cape stays where it is (E-G16)."""
    expedition = pos.expeditions[name]
    if needs_cape(pos, expedition.place, EUROPE) and not (yield from round_cape(pos, name)):
        return
    bounds = pos.rules.board.bounds(expedition.place)
    pos.edit_expedition(name, place=EUROPE, ocean=expedition.ocean + bounds, haven=False)
    pos.report(Crossed, expedition=name, place=EUROPE, bounds=bounds, rule="7.2")


# The South Cape ----------------------------------------------------------------------------------------------------


@procedure("7.52")
def round_cape(pos: World, name: str) -> Procedure[bool]:
    """7.52, 7.53  With a Rutter freely; else a die: 1 or 2 passes and gives a Rutter, a failure ends the tries."""
    nation = pos.expeditions[name].nation
    if pos.nations[nation].rutter:
        return True
    most = pos.rules.number("cape_most")
    passed: bool = (yield from roll(pos, "cape", nation, rule="7.52", reads=lambda die: die <= most)).result
    if passed:
        pos.edit(nation, rutter=True)
        pos.rounded = True
        pos.report(CapeRounded, expedition=name, rule="7.52")
        pos.report(RutterGot, who=nation, rule="7.53")
    else:
        pos.edit_expedition(name, tried_cape=True)
        pos.report(CapeFailed, expedition=name, rule="7.52")
    return passed
