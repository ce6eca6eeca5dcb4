"""6.6, 6.7  Planning: purchases, Missionaries, ships built in the New World, and Expeditions written down."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Final

from conquistadors.engine import (
    Bar,
    Choice,
    Option,
    Procedure,
    Seat,
    amount,
    changed,
    option,
    options_of,
    pick,
    procedure,
    step,
)
from conquistadors.games.exploration.rules.asking import menu_of
from conquistadors.games.exploration.rules.events import Bought, FittedOut, MissionariesCalled, ShipBuilt, WatchSet
from conquistadors.games.exploration.rules.hoards import heap, part_of, worth
from conquistadors.games.exploration.rules.missionaries import SENT_BY, call_missionaries, to_be_had
from conquistadors.games.exploration.rules.naval import ALWAYS, ASK, NEVER, hostile_places, order_of
from conquistadors.games.exploration.rules.pieces import (
    EUROPE,
    EXPLORERS,
    MISSIONARY,
    PRIVATEER,
    SHIPS,
    Expedition,
    Fleet,
    Watch,
)
from conquistadors.games.exploration.rules.position import World
from conquistadors.games.exploration.rules.ships import gold_room
from conquistadors.games.exploration.rules.tasks import task_of
from conquistadors.maps.hexes import hex_of

ORDERS: Final = (NEVER, ASK, ALWAYS)
"""8.15  What may be ordered about ships that pass; the first is usual."""
THINGS: Final = (*SHIPS, "soldier", "galleon")
CLAUSES: Final[Mapping[str, str]] = {"caravel": "7.11", "carrack": "7.12", "soldier": "15.2", "galleon": "7.14"}


@task_of("plan")
@procedure("6.6")
def plan(pos: World, nation: Seat) -> Procedure[None]:
    """6.61, 6.71  One step of a plan: something is bought or written down, until the player is done."""
    chosen: Option = yield Choice(nation, "plan", "6.6", partial(menu, pos, nation), partial(forbids, pos, nation))
    if chosen.verb == "done":
        return
    pos.edit(nation, steps=pos.nations[nation].steps + 1)
    pos.then(f"plan:{nation}")
    if chosen.verb == "buy":
        yield from buy(pos, nation, str(chosen.subject))
    elif chosen.verb == "call":
        yield from call(pos, nation)
    elif chosen.verb == "build":
        yield from build(pos, nation, str(chosen.subject), str(chosen.target))
    elif chosen.verb == "watch":
        set_watch(pos, nation, str(chosen.subject), str(chosen.target))
    else:
        yield from fit_out(pos, nation, str(chosen.subject), galleon=chosen.target == "galleon")


def menu(pos: World, nation: Seat) -> list[Option]:
    """What a player may think of."""
    return [
        *options_of("buy", THINGS),
        *(options_of("call", (MISSIONARY,)) if nation == SENT_BY else ()),
        *[option("build", ship, place) for place in pos.ports(nation) for ship in SHIPS],
        *[start for place, fleet in pos.fleets_of(nation) for start in _starts(place, fleet)],
        *[option("watch", other, order) for other in pos.rules.countries if other != nation for order in ORDERS],
        option("done"),
    ]


def _starts(place: str, fleet: Fleet) -> list[Option]:
    """The Expeditions that can be fitted out of ships that lie together."""
    ships = [option("fit", place)] if fleet.caravels + fleet.carracks else []
    return [*ships, option("fit", place, "galleon")] if fleet.galleon else ships


def forbids(pos: World, nation: Seat, tried: Option) -> Bar | None:
    """6.6  What stands against a step of a plan."""
    number = pos.rules.number
    if tried.verb == "done":
        return None if tried.subject is None else Bar("6.6", "not-offered")
    if pos.nations[nation].steps >= number("steps_most"):
        return Bar("6.6", "plan-too-long")
    if tried.verb == "buy":
        return forbids_purchase(pos, nation, str(tried.subject), tried.target)
    if tried.verb == "call":
        if nation != SENT_BY or tried.subject != MISSIONARY or tried.target is not None:
            return Bar("15.63", "not-offered")
        return None if to_be_had(pos) > 0 else Bar("15.63", "no-missionary")
    if tried.verb == "build":
        return forbids_building(pos, nation, tried)
    if tried.verb == "watch":
        known = tried.subject in pos.rules.countries and tried.subject != nation and tried.target in ORDERS
        if not known:
            return Bar("8.15", "not-offered")
        return Bar("8.15", "ordered-so") if order_of(pos, nation, str(tried.subject)) == tried.target else None
    if tried.verb != "fit" or tried not in _starts(str(tried.subject), pos.fleet(nation, str(tried.subject))):
        return Bar("6.62", "no-ships")
    full = len(pos.expeditions_of(nation)) >= number("expeditions_most")
    return Bar("6.62", "too-many-expeditions") if full else None


def set_watch(pos: World, nation: Seat, enemy: Seat, order: str) -> None:
    """8.15  Attack those who pass always, never, or when asked: an order for this turn."""
    left = [each for each in pos.watches if (each.nation, each.enemy) != (nation, enemy)]
    made = [] if order == NEVER else [Watch(nation, enemy, order)]
    pos.watches = (*left, *made)
    pos.report(WatchSet, who=nation, enemy=enemy, order=order, rule="8.15", audience=pos.only(nation))


# Purchases ---------------------------------------------------------------------------------------------------------


def price(pos: World, nation: Seat, thing: str) -> int:
    """6.61, 6.62, 6.41(10)  What one costs this turn."""
    return pos.rules.number(f"price_{thing}") * pos.nations[nation].times


def forbids_purchase(pos: World, nation: Seat, thing: str, more: str | None) -> Bar | None:
    """6.25, 7.13, 7.14, 6.41(7)  Money in hand; one Galleon Fleet, from turn 6 on; no Soldiers in a civil war."""
    if thing not in THINGS or more is not None:
        return Bar("6.61", "not-offered")
    if thing == "soldier" and not pos.nations[nation].recruits:
        return Bar("6.41(7)", "civil-war")
    if thing == "galleon":
        if pos.turn < pos.rules.number("galleon_from_turn"):
            return Bar("7.14", "no-galleon-yet")
        if owns_galleon(pos, nation):
            return Bar("7.13", "one-galleon")
    cost = price(pos, nation, thing)
    if cost > pos.nations[nation].treasury:
        return Bar("6.25", "too-dear", (("ducats", cost),))
    return None


def owns_galleon(pos: World, nation: Seat) -> bool:
    lying = any(fleet.galleon for _, fleet in pos.fleets_of(nation))
    return lying or any(pos.expeditions[name].galleon for name in pos.expeditions_of(nation))


@procedure("6.61")
def buy(pos: World, nation: Seat, thing: str) -> Procedure[None]:
    """6.61  So many are bought and appear in Europe."""
    cost = price(pos, nation, thing)
    most = 1 if thing == "galleon" else pos.nations[nation].treasury // cost
    facts = (("thing", thing), ("ducats", cost))
    number = yield from amount(nation, "how-many", CLAUSES[thing], 1, most, facts=facts)
    pos.pay(nation, cost * number)
    fleet = pos.fleet(nation, EUROPE)
    if thing == "soldier":
        pos.edit(nation, soldiers=pos.nations[nation].soldiers + number)
    elif thing == "galleon":
        pos.set_fleet(nation, EUROPE, changed(fleet, galleon=True))
    else:
        pos.set_fleet(nation, EUROPE, more_ships(fleet, thing, number))
    told, ducats = pos.only(nation), cost * number
    pos.report(Bought, who=nation, thing=thing, number=number, ducats=ducats, rule=CLAUSES[thing], audience=told)


def more_ships(fleet: Fleet, ship: str, number: int) -> Fleet:
    return changed(fleet, **{f"{ship}s": (fleet.caravels if ship == "caravel" else fleet.carracks) + number})


@procedure("15.63")
def call(pos: World, nation: Seat) -> Procedure[None]:
    """15.63, E-G47  Missionaries are drawn, unknown, and wait in Europe."""
    number = yield from amount(nation, "how-many-missionaries", "15.63", 1, to_be_had(pos))
    call_missionaries(pos, nation, number)
    pos.report(MissionariesCalled, who=nation, number=number, rule="15.63", audience=pos.only(nation))


def forbids_building(pos: World, nation: Seat, tried: Option) -> Bar | None:
    """7.17, E-G13  One ship a turn from turn 8 on, in a friendly port with three Colonists or more."""
    number = pos.rules.number
    if tried.subject not in SHIPS or tried.target not in pos.ports(nation):
        return Bar("7.17", "no-port")
    if pos.turn < number("shipyard_from_turn"):
        return Bar("7.17", "no-shipyard-yet")
    if pos.nations[nation].ships_built >= number("shipyard_ships"):
        return Bar("7.17", "one-ship")
    if pos.force(nation, hex_of(str(tried.target))).colonists < number("shipyard_colonists"):
        return Bar("7.17", "few-colonists")
    cost = price(pos, nation, str(tried.subject))
    return Bar("6.25", "too-dear", (("ducats", cost),)) if cost > pos.nations[nation].treasury else None


@procedure("7.17")
def build(pos: World, nation: Seat, ship: str, place: str) -> Procedure[None]:
    """7.17  The ship is there at once."""
    cost = price(pos, nation, ship)
    pos.pay(nation, cost)
    pos.edit(nation, ships_built=pos.nations[nation].ships_built + 1)
    pos.set_fleet(nation, place, more_ships(pos.fleet(nation, place), ship, 1))
    told = pos.only(nation)
    pos.report(ShipBuilt, who=nation, thing=ship, place=place, ducats=cost, rule="7.17", audience=told)
    yield from ()


# Expeditions -------------------------------------------------------------------------------------------------------


@procedure("6.62", steps=("explorer", "landfall", "ships", "bounds"))
def fit_out(pos: World, nation: Seat, start: str, *, galleon: bool) -> Procedure[None]:
    """6.62, 6.71, E-G14  An Explorer, the landfall, ships, and the bounds for the whole turn, as a row of answers.

    1  an Explorer who waits there, if one is wanted
    2  the landfall, without which it does not leave Europe (7.23)
    3  the ships; a Galleon Fleet is an Expedition by itself (7.25)
    4  the bounds, paid now (6.62)

    The answers so far are kept in the Expedition itself, which is there from the first one on.
    """
    _mark(pos, "explorer")
    name = _launch(pos, nation, start, galleon=galleon)
    if not galleon:
        explorer = yield from pick(nation, "explorer", "7.26", pos.who_is(nation, start, *EXPLORERS), passes=True)
        if explorer is not None:
            pos.place_person(explorer, name)
            yield from _privateer(pos, name, explorer)
    _mark(pos, "landfall")
    landfalls = possible_landfalls(pos, name)
    landfall = yield from pick(nation, "landfall", "7.23", landfalls, passes=True)
    to_port = landfall is not None and pos.friendly_port(nation, landfall)
    pos.edit_expedition(name, landfall=landfall, port_planned=to_port)
    _mark(pos, "ships")
    if not galleon:
        yield from _ships(pos, name)
    _mark(pos, "bounds")
    cost = price(pos, nation, "bound")
    most = min(pos.rules.number("bounds_most"), pos.nations[nation].treasury // cost)
    facts = (("expedition", name), ("ducats", cost))
    bounds = yield from amount(nation, "bounds", "6.62", 0, most, facts=facts)
    pos.pay(nation, bounds * cost)
    pos.edit_expedition(name, bounds=bounds)
    pos.fitting = ""
    pos.report(
        FittedOut,
        who=nation,
        expedition=name,
        place=start,
        landfall=landfall or "",
        bounds=bounds,
        ducats=bounds * cost,
        rule="6.62",
        audience=pos.only(nation),
    )


def _mark(pos: World, name: str) -> None:
    """For the tracer, where others may know how far a plan has got."""
    if not pos.sealed:
        step(pos, fit_out, name)


def _privateer(pos: World, name: str, explorer: str) -> Procedure[None]:
    """15.41, 15.46  A Privateer in the service of his own country sails as one, or as a plain Explorer."""
    nation = pos.expeditions[name].nation
    if pos.people[explorer].role == PRIVATEER and pos.rules.people[explorer].nation == nation:
        menu_ = [option("raid"), option("explore")]
        chosen: Option = yield menu_of(nation, "privateer", "15.42", menu_, (("person", explorer),))
        pos.edit_expedition(name, privateer=chosen.verb == "raid")


def _launch(pos: World, nation: Seat, start: str, *, galleon: bool) -> str:
    """A new Expedition, as yet without ships unless it is the Galleon Fleet."""
    numbers = range(1, pos.rules.number("expeditions_most") + 1)
    name = pos.fitting = next(f"{nation}-{n}" for n in numbers if f"{nation}-{n}" not in pos.expeditions)
    pos.expeditions[name] = Expedition(nation, 0, 0, False, start, None, 0)
    if galleon:
        _take(pos, name, galleon=True)
    return name


def _ships(pos: World, name: str) -> Procedure[None]:
    """How many of each; one at least. Where there are both, both are asked for: a form keeps its rows."""
    nation, start = pos.expeditions[name].nation, pos.expeditions[name].place
    facts = (("place", start),)
    fleet = pos.fleet(nation, start)
    least = 0 if fleet.caravels else 1
    carracks = yield from amount(nation, "how-many-carracks", "7.25", least, fleet.carracks, facts=facts)
    _take(pos, name, carracks=carracks)
    least = 0 if pos.expeditions[name].carracks else 1
    both = fleet.caravels > 0 and fleet.carracks > 0
    caravels = yield from amount(nation, "how-many-caravels", "7.25", least, fleet.caravels, always=both, facts=facts)
    _take(pos, name, caravels=caravels)


def _take(pos: World, name: str, *, caravels: int = 0, carracks: int = 0, galleon: bool = False) -> None:
    """Ships leave the others that lie there, with the gold that is aboard as far as they hold it."""
    old = pos.expeditions[name]
    nation, start = old.nation, old.place
    lying = pos.fleet(nation, start)
    ships = {
        "caravels": old.caravels + caravels,
        "carracks": old.carracks + carracks,
        "galleon": old.galleon or galleon,
    }
    made = changed(old, **ships)
    aboard, left = part_of(lying.gold, gold_room(pos, made) - worth(old.gold))
    pos.expeditions[name] = changed(made, gold=heap([*old.gold, *aboard]))
    rest = Fleet(lying.caravels - caravels, lying.carracks - carracks, lying.galleon and not galleon, left)
    pos.set_fleet(nation, start, rest)


def possible_landfalls(pos: World, name: str) -> list[str]:
    """7.26, 7.13, 15.32  With an Explorer any coast of an area; without one friendly ports; no Pacific for Galleons.

    An Explorer who is aboard may still be lost: then the ship finds a port, or none.
    """
    expedition = pos.expeditions[name]
    ports = pos.ports(expedition.nation)
    if expedition.galleon:
        return [place for place in ports if not pos.rules.board.pacific(place)]
    explorers = pos.who_is(expedition.nation, name, *EXPLORERS)
    if explorers:
        return list(pos.rules.board.landings)
    return [*ports, *[place for place in hostile_places(pos, expedition.nation) if place not in ports]]
