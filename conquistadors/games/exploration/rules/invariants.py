"""What can never be: what fuzzing looks for."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from conquistadors.engine import Pile, Seat
from conquistadors.games.exploration.rules.hoards import Gold, worth
from conquistadors.games.exploration.rules.pieces import AWAY, EUROPE, HELD, MISSIONARY
from conquistadors.games.exploration.rules.position import AT, World, parted_key
from conquistadors.games.exploration.rules.ships import gold_room, room
from conquistadors.games.exploration.rules.tasks import TASKS


def faults(pos: World) -> Iterator[str]:
    """Everything that is wrong with a position."""
    yield from _nations(pos)
    yield from _units(pos)
    yield from _expeditions(pos)
    yield from _people(pos)
    yield from _gold(pos)
    yield from (f"there is no nation {who!r}" for who in _named(pos) if who not in pos.nations)
    yield from (f"there is no task {task!r}" for task in pos.tasks if not _can_be_done(pos, task))
    if not 0 <= pos.turn <= pos.rules.turns:
        yield f"turn {pos.turn} of {pos.rules.turns}"


def _nations(pos: World) -> Iterator[str]:
    if set(pos.nations) != set(pos.rules.seats):
        yield f"nations {sorted(pos.nations)}"
    for nation, standing in pos.nations.items():
        counts = (standing.treasury, standing.soldiers, standing.colonists, standing.owed, standing.penalty)
        if min(counts) < 0 or standing.monarch not in "ABCD":
            yield f"{nation}: {standing}"
    bank = pos.rules.bankers
    if bank is not None and (pos.fleets_of(bank) or pos.expeditions_of(bank) or pos.hexes(bank)):
        yield "24.11: the Bankers have units"
    if set(pos.countries) != set(pos.rules.areas):
        yield "areas are missing"
    for area, country in pos.countries.items():
        if not 0 <= country.native <= int(pos.rules.areas[area].native.value) or country.european < 0:
            yield f"{area}: {country}"


def _units(pos: World) -> Iterator[str]:
    for key, force in pos.forces.items():
        nation, hex_ = parted_key(key)
        moved = 0 <= force.soldiers_moved <= force.soldiers and 0 <= force.colonists_moved <= force.colonists
        if nation not in pos.nations or hex_ not in pos.rules.board.area or force.size < 1 or not moved:
            yield f"{key}: {force}"
        if force.colonists and hex_ in pos.rules.board.unsettled:
            yield f"7.7: {hex_} is settled"
    for key, fleet in pos.fleets.items():
        nation, place = parted_key(key)
        there = place == EUROPE or place in pos.rules.board.landings
        if nation not in pos.nations or not there or fleet.size < 1 or min(fleet.caravels, fleet.carracks) < 0:
            yield f"{key}: {fleet}"
        if worth(fleet.gold) > gold_room(pos, fleet):
            yield f"{key} holds more than its ships can: {fleet}"


def _expeditions(pos: World) -> Iterator[str]:
    places = {EUROPE, pos.rules.board.before_cape, *pos.rules.board.landings}
    if not pos.rules.alone:  # they fight on the way, too
        places |= set(pos.rules.board.round_cape.graph)
    for name, each in pos.expeditions.items():
        empty = each.ships < 1 and name != pos.fitting
        negative = min(each.caravels, each.carracks, each.soldiers, each.colonists, each.points, each.ocean) < 0
        if each.nation not in pos.nations or each.place not in places or empty or negative:
            yield f"{name}: {each}"
        if each.soldiers + each.colonists > room(pos, each) or worth(each.gold) > gold_room(pos, each):
            yield f"{name} holds more than its ships can: {each}"
        if each.galleon and (each.caravels or each.carracks or each.soldiers or each.colonists):
            yield f"7.14: {name} is not a Galleon Fleet alone"


def _people(pos: World) -> Iterator[str]:
    ratings = []
    for name, who in pos.people.items():
        there = who.at == EUROPE or who.at in pos.rules.board.area or who.at in pos.expeditions
        there = there or who.at.partition(AT)[0] in (HELD, AWAY)
        if who.nation not in pos.nations or not there:
            yield f"{name}: {who}"
        known = pos.rules.people.get(name)
        if (who.role == MISSIONARY) != (known is None):
            yield f"{name} is no {who.role}"
        if who.rating is not None:
            ratings.append(f"{who.rating:+d}")
    pos.pool.check()
    if Pile.united([pos.pool, Pile.of(ratings)]) != pos.rules.missionaries:
        yield "15.63: Missionaries are missing, or too many"


def _gold(pos: World) -> Iterator[str]:
    """13.4  All gold that was dug lies somewhere, is under way, or is accounted for, origin by origin."""
    found: list[Gold] = [gold for hoard in pos.hoards.values() for gold in hoard]
    found += [gold for fleet in pos.fleets.values() for gold in fleet.gold]
    found += [gold for each in pos.expeditions.values() for gold in each.gold]
    found += [gold for standing in pos.nations.values() for gold in standing.gold]
    sums: dict[str, int] = {}
    for gold in found:
        sums[gold.origin] = sums.get(gold.origin, 0) + gold.ducats
        if gold.ducats < 1:
            yield f"no gold: {gold}"
    if set(pos.digs) != {*pos.rules.mines, *pos.rules.cities}:
        yield "mines are missing"
    for hex_, dig in pos.digs.items():
        if dig.dug - dig.gone != sums.get(hex_, 0):
            yield f"13.4: {hex_} gave {dig.dug} ducats, {dig.gone} are gone, and {sums.get(hex_, 0)} are there"


OF_SHIPS: Final = frozenset({"cross", "check", "load", "assault", "garrison"})
"""Tasks of an Expedition that is there."""
OF_OTHERS: Final = frozenset({"coast", "leg", "toll", "taken", "ashore", "hit", "captive"})
"""Tasks of an Expedition that may be lost by then, of a side in battle, of a person."""


def _can_be_done(pos: World, task: str) -> bool:
    """Whether there is such a task, and somebody to do it: most are of a nation."""
    if task not in TASKS:
        return False
    kind, colon, whose = task.partition(":")
    if kind == "unseen":  # a task within a task
        return _can_be_done(pos, whose)
    if not colon or kind in OF_OTHERS:
        return True
    return whose.partition("/")[0] in (pos.expeditions if kind in OF_SHIPS else pos.nations)


def _named(pos: World) -> Iterator[Seat]:
    """The nations that a turn, a deal or a battle names."""
    yield from pos.order
    yield from (who for treaty in pos.treaties for who in treaty.nations)
    yield from (who for each in pos.promises for who in (each.debtor, each.creditor))
    yield from (who for each in pos.watches for who in (each.nation, each.enemy))
    yield from (rent.owner for rent in pos.rents)
    yield from (contract.nation for contract in pos.contracts)
    if pos.offer is not None:
        yield from (pos.offer.who, pos.offer.other)
    if pos.fight is not None:
        yield from (pos.fight.attacker, *pos.fight.defenders)
