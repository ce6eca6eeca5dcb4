"""Marches: to cities and mines, with gold to the ports, to quiet neighbours, to what nobody has seen."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from conquistadors.bots.reasons import Why
from conquistadors.engine.requests import PASS
from conquistadors.games.exploration.bots import estimates
from conquistadors.games.exploration.bots.keeping import marches_on
from conquistadors.games.exploration.bots.sight import GARRISON, Found, Sight
from conquistadors.games.exploration.bots.ventures import SAFE, uprising
from conquistadors.games.exploration.rules.discovery import BY_LAND, PACIFIC_LAND
from conquistadors.games.exploration.rules.gold import may_ship
from conquistadors.games.exploration.rules.missionaries import may_enter
from conquistadors.games.exploration.rules.pieces import CONQUISTADOR, MISSIONARY
from conquistadors.maps.hexes import hex_of

MINERS: Final = 2
"""So many Colonists are wanted at a mine inland: one works, one carries."""
HEAP: Final = 40
"""With less gold nobody sets out, until the end is near."""


class Trek(NamedTuple):
    """A march: who goes where, and why."""

    start: str
    to: str
    why: Why
    soldiers: int = 0
    colonists: int = 0
    people: tuple[str, ...] = ()
    gold: bool = False


def march(sight: Sight) -> Found:
    """10.1  The first march that is worth it."""
    starts = {str(each.subject): each for each in sight.options if each.verb == "from"}
    for trek in treks(sight):
        if trek.start in starts:
            return starts[trek.start], trek.why
    done = sight.legal("done")
    assert done is not None
    return done, Why("march.done")


def _trek(sight: Sight) -> Trek | None:
    """The march that is being named."""
    group = sight.pos.march
    return next((trek for trek in treks(sight) if group is not None and trek.start == group.start), None)


def soldiers(sight: Sight) -> Found:
    trek = _trek(sight)
    if trek is None:
        return sight.options[0], Why("march.few")
    return sight.number(trek.soldiers), trek.why


def colonists(sight: Sight) -> Found:
    trek = _trek(sight)
    if trek is None:
        return sight.options[0], Why("march.few")
    return sight.number(trek.colonists), trek.why


def person(sight: Sight) -> Found:
    trek = _trek(sight)
    for name in () if trek is None else trek.people:
        for each in sight.options:
            if each.subject == name:
                return each, Why("march.person", {"person": name})
    no = next((each for each in sight.options if each == PASS or each.verb != "take"), sight.options[0])
    return no, Why("march.nobody")


def take_gold(sight: Sight) -> Found:
    trek = _trek(sight)
    verb = "take" if trek is not None and trek.gold else "leave"
    chosen = sight.legal(verb)
    assert chosen is not None
    return chosen, Why(f"march.{verb}-gold")


def to(sight: Sight) -> Found:
    trek, start = _trek(sight), str(sight.facts.get("place", ""))
    wanted = start if trek is None else trek.to
    for goal in (wanted, start):
        for each in sight.options:
            if each.subject == goal:
                return each, Why("march.stay") if trek is None or goal != trek.to else trek.why
    return sight.options[0], Why("march.stay")


def duty(sight: Sight) -> Found:
    """6.41(14)  If the march is one that an event demands, it is this one."""
    seek = sight.legal("seek")
    assert seek is not None
    return seek, Why("march.duty")


# What is worth a march ---------------------------------------------------------------------------------------------


def treks(sight: Sight) -> Iterator[Trek]:
    """All that is worth it, the most urgent first."""
    yield from _to_cities(sight)
    yield from _with_gold(sight)
    yield from _to_mines(sight)
    yield from _to_see(sight)
    yield from _to_natives(sight)
    yield from _to_spread(sight)


def _fresh(sight: Sight, hex_: str) -> tuple[int, int]:
    """Soldiers and Colonists there who have not marched."""
    force = sight.pos.force(sight.seat, hex_)
    return force.soldiers - force.soldiers_moved, force.colonists - force.colonists_moved


def _followers(sight: Sight, hex_: str, soldiers: int, colonists: int, *roles: str) -> tuple[str, ...]:
    """15.56  Conquistadors whom nobody would stay with go along; others of these roles, too."""
    force = sight.pos.force(sight.seat, hex_)
    emptied = force.soldiers == soldiers and force.colonists == colonists
    wanted = (*roles, CONQUISTADOR) if emptied or soldiers > 1 else roles
    there = [name for name in sight.pos.who_is(sight.seat, hex_) if not sight.pos.people[name].moved]
    return tuple([name for name in there if sight.pos.people[name].role in wanted])


def _reach(sight: Sight, start: str, *, settlers: bool) -> dict[str, int]:
    number = sight.rules.number("moves_colonist" if settlers else "moves_soldier")
    return dict(sight.board.land.within(start, number))


def _open(sight: Sight, hex_: str) -> bool:
    """15.61  Whether units may go there, without a Missionary, and nobody stands there."""
    area = sight.board.area[hex_]
    return hex_ not in sight.enemies and may_enter(sight.pos, sight.seat, area, with_missionary=False)


def _to_cities(sight: Sight) -> Iterator[Trek]:
    """13.31  Soldiers to a Treasure City whose country is subdued."""
    for city in sight.rules.cities:
        area = sight.board.area[city]
        if sight.pos.digs[city].spent or sight.level(area) or area not in sight.forces or city in sight.enemies:
            continue
        lacking = GARRISON - sight.pos.force(sight.seat, city).soldiers
        for start in sight.hexes if lacking > 0 else ():
            fresh = _fresh(sight, start)[0]
            if fresh and start not in sight.rules.cities and city in _reach(sight, start, settlers=False):
                number = min(fresh, lacking)
                people = _followers(sight, start, number, 0)
                yield Trek(start, city, Why("march.city", {"place": city}), number, people=people)


def _with_gold(sight: Sight) -> Iterator[Trek]:
    """13.42  Gold goes to a port from which it may leave."""
    ports = sorted({hex_of(place) for place in sight.ports if not sight.board.pacific(place)})
    for start in sight.pos.hoards:
        if start in ports and sight.gold_at(start):
            continue
        ducats = sight.lying_at(start)
        if ducats < HEAP and sight.left > 3:
            continue
        fresh = _fresh(sight, start)
        force = sight.pos.force(sight.seat, start)
        loots = start in sight.rules.cities and not sight.pos.digs[start].spent
        spare = fresh[0] - (loots and fresh[0] == force.soldiers)
        by_soldier = spare > 0
        if not by_soldier and (not fresh[1] or (force.colonists < 2 and not sight.pos.digs[start].spent)):
            continue
        reach = _reach(sight, start, settlers=not by_soldier)
        able = [
            (reach[port], port)
            for port in ports
            if port in reach and any(may_ship(sight.pos, gold, port) for gold in sight.pos.hoards[start])
        ]
        if able:
            goal = min(able)[1]
            why = Why("march.gold", {"ducats": ducats, "place": goal})
            units = (1, 0) if by_soldier else (0, 1)
            yield Trek(start, goal, why, *units, people=_followers(sight, start, *units), gold=True)


def _to_mines(sight: Sight) -> Iterator[Trek]:
    """13.11  Colonists to mines that nobody works, where natives are quiet and few fall ill."""
    for area in sight.forces:
        double = bool(sight.rules.areas[area].double.value)
        if sight.pos.countries[area].european or uprising(sight, area) > SAFE or (double and _grown(sight, area)):
            continue
        for hex_, _, away in estimates.diggings(sight, area):
            if hex_ in sight.rules.cities or estimates.gold_of(sight, hex_) < estimates.FAR or hex_ in sight.enemies:
                continue
            wanted = MINERS if away else 1
            force = sight.pos.force(sight.seat, hex_)
            if force.colonists >= wanted:
                continue
            for start in sight.hexes:
                spare = _spare(sight, start)
                if spare > 0 and start != hex_ and hex_ in _reach(sight, start, settlers=True):
                    number = min(spare, wanted - force.colonists)
                    people = _followers(sight, start, 0, number)
                    yield Trek(start, hex_, Why("march.mine", {"place": hex_}), 0, number, people)


def _grown(sight: Sight, area: str) -> bool:
    """13.16  Whether the resources of an area are worth more than its gold."""
    return estimates.level_now(sight, area) > 2 * sight.rules.upkeep["colonist"] - 1


def _spare(sight: Sight, start: str) -> int:
    """Colonists who can leave a settlement: one stays, and those who work."""
    force = sight.pos.force(sight.seat, start)
    fresh = _fresh(sight, start)[1]
    keep = 1
    if start in sight.rules.mines and not sight.pos.digs[start].spent:
        keep = MINERS if start not in sight.board.coastal else 1
    return min(fresh, force.colonists - keep)


def _to_see(sight: Sight) -> Iterator[Trek]:
    """18.12  A Soldier to what nobody has discovered yet and is near."""
    for start in sight.hexes:
        force, fresh = sight.pos.force(sight.seat, start), _fresh(sight, start)[0]
        if not fresh or (force.size < 2) or (start in sight.rules.cities and force.soldiers <= GARRISON):
            continue
        if sight.level(sight.board.area[start]):
            continue
        for hex_ in _reach(sight, start, settlers=False):
            if _unseen(sight, hex_) and _open(sight, hex_) and not sight.level(sight.board.area[hex_]):
                yield Trek(start, hex_, Why("march.see", {"place": hex_}), 1)
                break


def _unseen(sight: Sight, hex_: str) -> bool:
    named = sight.rules.places_at(hex_, BY_LAND)
    if hex_ in sight.board.pacific_coast and PACIFIC_LAND in sight.rules.places:
        named = (*named, PACIFIC_LAND)
    return any(each not in sight.pos.discovered for each in named)


def _to_natives(sight: Sight) -> Iterator[Trek]:
    """17.2  A regiment whose work is done goes to the neighbours, with a Missionary where one is needed."""
    for start in sight.hexes:
        home = sight.board.area[start]
        if not marches_on(sight, home):
            continue
        fresh = _fresh(sight, start)[0]
        if fresh < sight.style.army or sight.level(home) or sight.cities(home):
            continue
        goals = []
        for hex_, steps in _reach(sight, start, settlers=False).items():
            area = sight.board.area[hex_]
            wild = sight.pos.countries[area].native > 0 and area in estimates.beaches(sight.rules)
            if area == home or not wild or hex_ in sight.enemies:
                continue
            value = estimates.area(sight, area)
            goals.append((value - 10 * estimates.hardship(sight.rules, hex_) - steps, hex_, area))
        for _, hex_, area in sorted(goals, reverse=True)[:1]:
            people = _followers(sight, start, fresh, 0, MISSIONARY, CONQUISTADOR)
            preaching = any(sight.pos.people[name].role == MISSIONARY for name in people)
            if may_enter(sight.pos, sight.seat, area, with_missionary=preaching):
                yield Trek(start, hex_, Why("march.natives", {"area": area, "soldiers": fresh}), fresh, 0, people)


def _to_spread(sight: Sight) -> Iterator[Trek]:
    """14.21, 19.1  Colonists beyond five in a hex go where they yield; near the end to a second settlement."""
    number = sight.rules.number
    for start in sight.hexes:
        area = sight.board.area[start]
        force, spare = sight.pos.force(sight.seat, start), _spare(sight, start)
        if spare <= 0:
            continue
        mined = start in sight.rules.mines and not sight.pos.digs[start].spent
        over = force.colonists - (1 if mined else number("resource_hex"))
        settled = [each for each in sight.pos.in_area(sight.seat, area) if sight.pos.force(sight.seat, each).colonists]
        parts = sight.left <= 3 and len(settled) < number("control_settlements")
        if parts and force.colonists >= number("control_colonists"):
            over = max(over, 1)
        if over <= 0 or (mined and not sight.rules.areas[area].double.value and not parts):
            continue
        goals = []
        for hex_, steps in _reach(sight, start, settlers=True).items():
            here = sight.pos.force(sight.seat, hex_).colonists
            same = sight.board.area[hex_] == area and hex_ != start and hex_ not in sight.board.unsettled
            dug = hex_ in sight.rules.mines and not sight.pos.digs[hex_].spent
            if same and _open(sight, hex_) and here < number("resource_hex") and not dug:
                coast = hex_ in sight.board.coastal
                goals.append((estimates.hardship(sight.rules, hex_), -here, not coast, steps, hex_))
        if goals:
            goal = min(goals)[-1]
            free = number("resource_hex") - sight.pos.force(sight.seat, goal).colonists
            going = min(over, spare, free)
            people = _followers(sight, start, 0, going)
            yield Trek(start, goal, Why("march.spread", {"place": goal}), 0, going, people)
