"""What ships may sail for this turn, and what it is worth: to subdue, to settle, to fetch gold, to discover."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from conquistadors.bots.reasons import Why
from conquistadors.engine.requests import Seat
from conquistadors.games.exploration.bots import estimates
from conquistadors.games.exploration.bots.sight import Sight
from conquistadors.games.exploration.rules.discovery import open_places
from conquistadors.games.exploration.rules.game import ExplorationRules
from conquistadors.games.exploration.rules.natives import uprising_level
from conquistadors.games.exploration.rules.pieces import EUROPE, MISSIONARY
from conquistadors.games.exploration.rules.ships import gold_room, stop_extra
from conquistadors.maps.hexes import hex_of

SMALL: Final = 10
"""Costs are compared as if each were so many ducats higher: what costs nearly nothing does not crowd out the rest."""
SURE: Final = 0.6
"""The part of gold under way that upkeep may count on."""
SAFE: Final = 0.34
"""A greater risk of an uprising is not taken with Colonists."""
AT_ONCE: Final = 350
"""Whoever has less to spend subdues one area at a time."""
STRANGE: Final = 3
"""So many strange shores of an area are thought of."""
RAIDERS: Final = 2
"""So many Carracks go raiding, full of Soldiers."""
CRUISE: Final = 2
"""Bounds more for them, to go where ships are."""
PRIZES: Final = 0.75
"""So many ships they hope to take: a little more than they do, which was 30 in 49 raids."""
LEAST_GOLD: Final = 20
"""For less gold no ships are sent."""
MANY_MINES: Final = 60
"""Gold a turn for which a Galleon Fleet is kept."""
HOME_SAFE: Final = 0.8
"""The chance that a lone ship comes home from a voyage."""
TO_LAND: Final = 1
"""Bounds more, where to land at the end of an ocean voyage is not free."""


class Venture(NamedTuple):
    """Ships that may sail: where to, what for, with whom, and what it costs and may bring, in ducats."""

    kind: str
    place: str
    gain: float
    cost: int
    why: Why
    soldiers: int = 0
    colonists: int = 0
    missionary: bool = False
    explorer: bool = False
    caravels: int = 0
    carracks: int = 0
    bounds: int = 0
    start: str = EUROPE

    @property
    def profit(self) -> float:
        return self.gain - self.cost


class Aim(NamedTuple):
    """What is to be undertaken next, whatever else would pay."""

    kind: str
    place: str


SAVE: Final = Aim("save", "")
"""Nothing more is undertaken this turn."""


def best(sight: Sight) -> Venture | None:
    """The venture that is aimed at; else the one with the greatest profit for its price."""
    if sight.aim == SAVE:
        return None
    open_ = candidates(sight)
    wanted = [each for each in open_ if sight.aim == (each.kind, each.place)]
    return next(iter(wanted or open_), None)


def others(sight: Sight) -> list[Venture]:
    """What else might be undertaken next, in the place of the best."""
    chosen = best(sight)
    taken = None if chosen is None else (chosen.kind, chosen.place)
    return [each for each in candidates(sight) if (each.kind, each.place) != taken]


def candidates(sight: Sight) -> list[Venture]:
    """All that pays and can be paid for, what profits most for its price first."""
    made = sight.fitting
    if made is not None and (made.place != EUROPE or made.galleon):
        open_ = _weighed(sight)
    else:
        standing = _standing(sight)
        if not sight.kept or sight.kept[0] != standing:
            sight.kept[:] = [standing, _weighed(sight)]
        open_ = sight.kept[1]
    if made is not None:
        open_ = [each for each in open_ if each.start == made.place and (each.kind == "galleon") == made.galleon]
        if made.landfall is not None:
            open_ = [each for each in open_ if each.place == made.landfall]
    return open_


def _weighed(sight: Sight) -> list[Venture]:
    """All that pays and can be paid for."""
    open_ = [each for each in ventures(sight) if each.profit > 0 and _payable(sight, each)]
    return sorted(open_, key=lambda each: -each.profit / (each.cost + SMALL))


def _standing(sight: Sight) -> tuple[object, ...]:
    """All that ventures depend on: while ships are fitted out it stays the same, and is not weighed again."""
    pos, me = sight.pos, sight.me
    europe = (EUROPE, pos.fitting)
    return (
        (sight.rules, sight.seat, sight.turn, me.treasury, me.soldiers, me.colonists, me.times, me.recruits, me.rutter),
        (sight.ships, sorted(sight.explorers), len(sight.in_europe(MISSIONARY)), me.owed),
        [(name, pos.expeditions[name], sight.loads[name]) for name in sight.planned],
        [(place, fleet) for place, fleet in pos.fleets_of(sight.seat) if place != EUROPE],
        pos.fleet(sight.seat, EUROPE).galleon,
        [(name, who) for name, who in pos.people.items() if who.at not in europe],
        (pos.forces, pos.countries, pos.digs, pos.hoards, [*pos.discovered]),
    )


def _payable(sight: Sight, each: Venture) -> bool:
    """6.25, 6.81  With money in hand, and so that upkeep can be paid after it: gold that comes home helps (13.4)."""
    if each.cost > sight.me.treasury:
        return False
    home = SURE * each.gain if each.kind in ("gold", "galleon", "home") else 0.0
    return each.cost <= sight.purse + home - (sight.style.saved if each.soldiers else 0)


def ventures(sight: Sight) -> Iterator[Venture]:
    """All that ships could be sent for."""
    yield from _conquests(sight)
    yield from _settlements(sight)
    yield from _cargoes(sight)
    yield from _voyages(sight)
    yield from _raids(sight)
    yield from _returns(sight)


# What it takes -----------------------------------------------------------------------------------------------------


def _bounds(sight: Sight, place: str, *, back: bool = True) -> int:
    """6.62  Bounds for the way there and, unless it is the last turn, home."""
    way: int = sight.board.bounds(place)
    paid = 0 if sight.rules.is_on("landfall_unload", "free") else TO_LAND
    return way + paid + (way if back else 0)


def _goes_back(sight: Sight, place: str) -> bool:
    """On the last turn ships come home for gold alone."""
    return sight.left > 0 or sight.gold_at(hex_of(place)) > 0


def _fitted(
    sight: Sight, kind: str, place: str, gain: float, why: Why, *, soldiers: int = 0, colonists: int = 0
) -> Venture:
    """With the ships that it needs: Carracks, or a Caravel for a single unit; and what is not there is bought."""
    number, (caravels, carracks) = sight.rules.number, sight.ships
    units = soldiers + colonists
    big = -(-units // number("holds_carrack"))
    small = 0
    if carracks < big and caravels and units:
        small = min(caravels, units - number("holds_carrack") * carracks)
        big = -(-max(0, units - small * number("holds_caravel")) // number("holds_carrack"))
        if not big and small > caravels:
            big = 1
    bounds = _bounds(sight, place, back=_goes_back(sight, place))
    area = sight.board.area[hex_of(place)]
    cost = max(0, big - carracks) * sight.price("carrack") + bounds * sight.price("bound")
    cost += max(0, soldiers - sight.idle[0]) * (sight.price("soldier") + sight.cost("soldier"))
    return Venture(
        kind,
        place,
        gain,
        cost,
        why,
        soldiers,
        colonists,
        missionary=sight.lacks_missionary(area),
        explorer=not sight.pos.friendly_port(sight.seat, place),
        caravels=small,
        carracks=big,
        bounds=bounds,
    )


def _places(sight: Sight, area: str) -> list[str]:
    """Places there where ships may land, the best first: friendly ports, and with an Explorer a few others."""
    order = estimates.shores(sight.rules, area, tuple(sight.cities(area)))
    mine = [place for place in order if place in sight.port_set]
    if not sight.explorers:
        return mine
    others = [place for place in order if place not in sight.port_set and hex_of(place) not in sight.enemies]
    near = {shore for _, shore, _ in estimates.diggings(sight, area)}
    return [*mine, *others[:STRANGE], *[place for place in others[STRANGE:] if hex_of(place) in near]]


# To subdue natives -------------------------------------------------------------------------------------------------


def _conquests(sight: Sight) -> Iterator[Venture]:
    """17.2  Soldiers against the natives of an area: first where it has begun, then where most is to be had."""
    if not sight.me.recruits and not sight.idle[0]:
        return
    coming = _coming(sight)
    begun = {area for area in coming if sight.level(area)}
    begun |= {
        area for area, (there, _) in sight.forces.items() if there * 2 > sight.regiment(area) and sight.level(area)
    }
    enough = len(begun) >= (2 if sight.purse > AT_ONCE else 1)
    for area in estimates.beaches(sight.rules):
        there, settled = sight.forces.get(area, (0, 0))
        if not sight.level(area) or (enough and area not in begun and not settled) or (sight.left < 2 and not settled):
            continue
        whole = sight.regiment(area)
        wanted = whole - there - coming.get(area, 0)
        places = _places(sight, area) if wanted >= (max(2, whole // 2) if there else 1) else []
        if not places:
            continue
        gain = estimates.area(sight, area) + settled * max(0.0, estimates.colonist(sight, area, sight.turn))
        why = Why("venture.subdue", {"area": area, "soldiers": wanted, "level": sight.level(area)})
        settlers = min(sight.idle[1], 2)
        yield _fitted(sight, "subdue", places[0], gain, why, soldiers=wanted, colonists=settlers)


def _coming(sight: Sight) -> dict[str, int]:
    """By area the Soldiers who are to sail there."""
    found: dict[str, int] = {}
    for name in sight.planned:
        if sight.pos.expeditions[name].privateer:
            continue
        area = sight.board.area[hex_of(str(sight.pos.expeditions[name].landfall))]
        found[area] = found.get(area, 0) + sight.loads[name][0]
    return {area: soldiers for area, soldiers in found.items() if soldiers}


# To settle ---------------------------------------------------------------------------------------------------------


def _settlements(sight: Sight) -> Iterator[Venture]:
    """15.1, 14.1  Colonists who wait in Europe are lost unless they sail."""
    waiting = sight.idle[1]
    if waiting <= 0:
        return
    for area in estimates.beaches(sight.rules):
        risk = uprising(sight, area, waiting)
        if sight.pos.countries[area].european or risk > SAFE or sight.lacks_missionary(area):
            continue
        places = _places(sight, area)
        if not places:
            continue
        gain, place = max([(settling(sight, each, waiting), each) for each in places])
        key = "venture.settle-double" if sight.rules.areas[area].double.value else "venture.settle"
        why = Why(key, {"area": area, "place": hex_of(place), "colonists": waiting})
        yield _fitted(sight, "settle", place, gain * (1 - risk) ** 2, why, colonists=waiting)


def uprising(sight: Sight, area: str, more: int = 0, soldiers: int = 0) -> float:
    """17.32, 17.34  The chance of an uprising there, with so many Colonists and Soldiers more."""
    if not sight.pos.countries[area].native:
        return 0.0
    level = uprising_level(sight.pos, sight.seat, area) + more - soldiers
    dice = sight.rules.rolls["uprising"].dice
    if level < sight.rules.number("uprising_least"):
        return 0.0
    return sum([ways for total, ways in zip(dice.totals, dice.ways, strict=True) if total < level]) / sum(dice.ways)


def settling(sight: Sight, place: str, number: int) -> float:
    """What so many Colonists bring there: resources, a mine, and a step to control of the area."""
    rules, pos, hex_ = sight.rules, sight.pos, hex_of(place)
    area = sight.board.area[hex_]
    here, settled = pos.force(sight.seat, hex_).colonists, sight.forces.get(area, (0, 0))[1]
    digs = hex_ in rules.mines and not pos.digs[hex_].spent
    fed = 0 if digs else max(0, rules.number("resource_hex") - here)
    fed = min(number, fed, max(0, rules.number("resource_area") - settled))
    spread = min(number - fed, max(0, rules.number("resource_area") - settled - fed))
    gain = (fed + 0.7 * spread) * estimates.colonist(sight, area, sight.turn) * sight.style.taste(sight.seat, area)
    gain -= estimates.hardship(rules, hex_)
    if digs and not here and not rules.areas[area].double.value:
        gain += estimates.gold_of(sight, hex_)
    near = [each for each, shore, _ in estimates.diggings(sight, area) if each != hex_ and shore == hex_]
    if not here:
        gain += 0.5 * sum([estimates.gold_of(sight, each, 2) for each in near if not pos.force(sight.seat, each).size])
    return gain + _towards_control(sight, area, hex_, number)


def _towards_control(sight: Sight, area: str, hex_: str, number: int) -> float:
    """19.1  Three Colonists in two settlements of an area without enemy ports control it."""
    if area in sight.rival_areas:
        return 0.0
    rules = sight.rules
    settled = sight.settled.get(area, ())
    colonists = sight.forces.get(area, (0, 0))[1]
    people, places = rules.number("control_colonists"), rules.number("control_settlements")
    had = min(1.0, colonists / people) + min(1.0, len(settled) / places)
    now = min(1.0, (colonists + number) / people) + min(1.0, (len(settled) + (hex_ not in settled)) / places)
    return estimates.control(sight) * (now - had) / 2


# To fetch gold -----------------------------------------------------------------------------------------------------


def _cargoes(sight: Sight) -> Iterator[Venture]:
    """13.43  Gold that lies in a port, and what will be dug there before ships leave."""
    number = sight.rules.number
    bound = [hex_of(str(sight.pos.expeditions[name].landfall)) for name in sight.planned]
    for place in sight.ports:
        hex_ = hex_of(place)
        if sight.board.pacific(place):
            continue
        gold = sight.gold_at(hex_) + _dug(sight, hex_)
        if gold < LEAST_GOLD or hex_ in bound:
            continue
        why = Why("venture.gold", {"place": hex_, "ducats": gold})
        bounds = _bounds(sight, place)
        cost = bounds * sight.price("bound")
        galleon = sight.pos.fleet(sight.seat, EUROPE).galleon or (sight.fitting is not None and sight.fitting.galleon)
        if galleon:
            yield Venture("galleon", place, gold, cost, why, bounds=bounds)
        big = -(-gold // number("gold_carrack"))
        spare = sight.ships[1]
        price = sight.price("carrack") // 2 if sight.left > 2 else sight.price("carrack")
        able = spare + max(0, (sight.purse - cost) // sight.price("carrack"))
        big = min(big, able)
        if big:
            carried = min(gold, big * number("gold_carrack"))
            more = max(0, big - spare)
            gain = 0.9 * carried + more * (sight.price("carrack") - price)
            whole = cost + more * sight.price("carrack")
            yield Venture("gold", place, gain, whole, why, carracks=big, bounds=bounds)


def _dug(sight: Sight, hex_: str) -> int:
    """13.14  What will be dug in the port itself this turn."""
    if not sight.works(hex_):
        return 0
    return int(estimates.mine(sight.rules, hex_, 1))


def keeps_galleon(sight: Sight) -> bool:
    """7.13  Whether so much gold can be hoped for that a Galleon Fleet pays."""
    if sight.left < 2 or sight.turn < sight.rules.number("galleon_from_turn"):
        return False
    flow = 0.0
    stock = 0
    for hex_ in sight.pos.hoards:
        if sight.pos.force(sight.seat, hex_).size:
            stock += sight.lying_at(hex_)
    for hex_ in (*sight.rules.mines, *sight.rules.cities):
        if sight.pos.digs[hex_].worked >= sight.turn - 1 and sight.pos.force(sight.seat, hex_).size:
            flow += estimates.mine(sight.rules, hex_, 1) * (not sight.pos.digs[hex_].spent)
    return flow >= MANY_MINES or stock + flow >= 2 * MANY_MINES


# To discover -------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=8)
def shores_to_find(rules: ExplorationRules) -> dict[str, tuple[str, ...]]:
    """18.11  The places on this side of the Cape where a Voyage can discover something, with what."""
    board = rules.board
    found = {}
    for place in board.landings:
        named = rules.places_at(hex_of(place), ("any", "sea"))
        if named and not board.pacific(place) and board.bounds(place) <= estimates.FAR:
            found[place] = named
    return found


def _voyages(sight: Sight) -> Iterator[Venture]:
    """18.13, 18.15  A Caravel with an Explorer, there and back."""
    if not sight.explorers or sight.left < 0:
        return
    ducat = sight.rules.number("points_ducat")
    caravels, _ = sight.ships
    best_: Venture | None = None
    open_ = {name for name in sight.rules.places if name not in sight.pos.discovered}
    if not open_:
        return
    claimed: set[str] = set()
    for name in sight.planned:
        claimed |= set(open_places(sight.pos, str(sight.pos.expeditions[name].landfall)))
    for place, named in shores_to_find(sight.rules).items():
        new = [each for each in named if each in open_ and each not in claimed]
        points = sum([int(sight.rules.places[each].points.value) for each in new])
        if not points:
            continue
        bounds = 2 * sight.board.bounds(place) + 1
        cost = bounds * sight.price("bound") + (0 if caravels else sight.price("caravel")) + sight.cost("caravel")
        if best_ is None or HOME_SAFE * points / ducat - cost > best_.profit:
            why = Why("venture.discover", {"place": hex_of(place), "points": points})
            best_ = Venture(
                "discover", place, HOME_SAFE * points / ducat, cost, why, explorer=True, caravels=1, bounds=bounds
            )
    if best_ is not None:
        yield best_


# To raid -----------------------------------------------------------------------------------------------------------


def _raids(sight: Sight) -> Iterator[Venture]:
    """15.4, 8.32  Privateers, to where most people of a rival are near: ships with more of them put in there."""
    raiding = any(sight.pos.expeditions[name].privateer for name in sight.planned)
    if not sight.style.raids or not sight.left or not sight.privateers or raiding:
        return
    busiest = _busiest(sight)
    if busiest is None:
        return
    place, rival = busiest
    holds = sight.rules.number("holds_carrack")
    aboard = max(0.0, estimates.colonist(sight, sight.board.area[hex_of(place)], sight.turn)) * holds
    gain = PRIZES * (sight.price("carrack") + aboard / (len(sight.rules.seats) - 1))
    why = Why("venture.raid", {"place": hex_of(place), "who": rival})
    sails = _fitted(sight, "raid", place, gain, why, soldiers=RAIDERS * holds)
    yield sails._replace(bounds=sails.bounds + CRUISE, cost=sails.cost + CRUISE * sight.price("bound"))


def _busiest(sight: Sight) -> tuple[str, Seat] | None:
    """The port of a rival on this side of the Cape from which most of its Colonists are in reach, and whose it is."""
    pos, board, best_ = sight.pos, sight.board, (0, 0, "", "")
    reach = CRUISE * sight.rules.number("points_a_bound") - stop_extra(pos)
    for rival in sight.rules.seats:
        if rival == sight.seat:
            continue
        people = {place: pos.force(rival, hex_of(place)).colonists for place in pos.ports(rival)}
        for place in people:
            if not board.pacific(place) and board.bounds(place) <= estimates.FAR:
                near = board.sea.within(place, reach)
                met = sum([number for each, number in people.items() if each in near])
                best_ = max(best_, (met, -board.bounds(place), place, rival))
    return (best_[2], best_[3]) if best_[0] else None


# To come home ------------------------------------------------------------------------------------------------------


def _returns(sight: Sight) -> Iterator[Venture]:
    """Ships that lie in the New World come home, with what gold there is."""
    for place, fleet in sight.pos.fleets_of(sight.seat):
        made = sight.fitting
        if place == EUROPE or (sight.board.pacific(place) and not sight.me.rutter):
            continue
        if made is not None and made.place != place:
            continue
        gold = sum([each.ducats for each in fleet.gold]) + sight.gold_at(hex_of(place))
        bounds = sight.board.bounds(place)
        value = fleet.carracks * sight.price("carrack") / 2 + fleet.caravels if sight.left else 0.0
        gain = value + (gold if fleet.galleon else min(gold, gold_room(sight.pos, fleet)))
        why = Why("venture.home", {"place": hex_of(place)})
        yield Venture(
            "galleon" if fleet.galleon and not fleet.carracks + fleet.caravels else "home",
            "",
            gain,
            bounds * sight.price("bound"),
            why,
            caravels=fleet.caravels,
            carracks=fleet.carracks,
            bounds=bounds,
            start=place,
        )
