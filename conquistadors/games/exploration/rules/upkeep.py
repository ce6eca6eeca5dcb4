"""6.8  Maintenance; and what else the end of a turn takes away (7.27, 15.1, 15.31)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TypeAlias

from conquistadors.engine import Bar, Choice, Option, Procedure, Seat, changed, option, procedure
from conquistadors.games.exploration.rules.discovery import drop_claims
from conquistadors.games.exploration.rules.events import Lost, Maintained, Penalty, PersonLeft, PlansShown
from conquistadors.games.exploration.rules.hoards import heap, part_of
from conquistadors.games.exploration.rules.losses import lose_expedition
from conquistadors.games.exploration.rules.marching import check_duties
from conquistadors.games.exploration.rules.missionaries import note_lacks
from conquistadors.games.exploration.rules.pieces import EUROPE, MISSIONARY, UNITS, Expedition, Fleet
from conquistadors.games.exploration.rules.position import World
from conquistadors.games.exploration.rules.ships import by_kind, gold_room, without
from conquistadors.games.exploration.rules.tasks import task, task_of
from conquistadors.maps.hexes import hex_of

Owned: TypeAlias = tuple[str, str, int]
"""Units that have to be paid for: what, where, how many."""


@task_of("clean-up")
@procedure("7.27")
def clean_up(pos: World, nation: Seat) -> None:
    """7.27, 15.1, 6.82  Ships outside friendly ports are lost; so are Colonists who did not leave Europe."""
    for name in pos.at_sea(nation):
        if not pos.friendly_port(nation, pos.expeditions[name].place):
            lose_expedition(pos, name, rule="7.27")
    for place, fleet in pos.fleets_of(nation):
        if place != EUROPE and not pos.friendly_port(nation, place):
            pos.set_fleet(nation, place, Fleet())
            pos.account(fleet.gold)
            for ship, number in by_kind(fleet):
                if number:
                    pos.report(Lost, who=nation, thing=ship, number=number, place=place, rule="7.27")
    left = pos.nations[nation].colonists
    if left:
        pos.edit(nation, colonists=0)
        told = pos.only(nation)
        pos.report(Lost, who=nation, thing="colonist", number=left, place=EUROPE, rule="15.1", audience=told)


# Maintenance -----------------------------------------------------------------------------------------------------


@task_of("maintain")
@procedure("6.81")
def maintain(pos: World, nation: Seat) -> Procedure[None]:
    """6.81, 6.83, 15.67, 24.17, E-C3  Missionaries first, as far as the money goes; then debts; then the others.

    E-G59: what was booked up to here without a question, others do not see. It is a step that ends before one is asked.
    """
    number = len([who for who in pos.people.values() if who.role == MISSIONARY and who.nation == nation])
    cost = number * upkeep(pos, nation, MISSIONARY)
    paid = min(cost, pos.nations[nation].treasury)
    if paid:
        pos.pay(nation, paid)
        pos.report(Maintained, who=nation, ducats=paid, rule="15.67", audience=pos.only(nation))
    due = [f"repay:{nation}"] if any(each.debtor == nation and each.turn <= pos.turn for each in pos.promises) else []
    pos.then(*due, f"upkeep:{nation}")
    yield from ()


def upkeep(pos: World, nation: Seat, unit: str) -> int:
    """6.81, 6.41(10), E-G30  What one unit costs this turn."""
    return pos.rules.upkeep[unit] * pos.nations[nation].times


@task_of("upkeep")
@procedure("6.81")
def pay_upkeep(pos: World, nation: Seat) -> Procedure[None]:
    """6.81, 6.84, E-G52  Pay for all that is left, or let a unit go; on the last turn only what cannot be paid."""
    owned = units(pos, nation)
    costs = pos.rules.upkeep
    ducats = sum([costs[unit] * number for unit, _, number in owned]) * pos.nations[nation].times
    if ducats or pos.sealed:
        forbids_now = partial(forbids, pos, nation, owned, ducats)
        chosen: Option = yield Choice(
            nation, "upkeep", "6.81", partial(menu, owned), forbids_now, facts=(("ducats", ducats),)
        )
        if chosen.verb == "drop":
            pos.then(f"upkeep:{nation}")
            drop(pos, nation, str(chosen.subject), str(chosen.target))
            return
        pos.pay(nation, ducats)
        pos.report(Maintained, who=nation, ducats=ducats, rule="6.81", audience=pos.only(nation))
    yield from ()


def units(pos: World, nation: Seat) -> list[Owned]:
    """All that has to be paid for."""
    found: list[Owned] = [("soldier", EUROPE, pos.nations[nation].soldiers)]
    for place, fleet in pos.fleets_of(nation):
        found += _ships(place, fleet)
    for name in pos.expeditions_of(nation):
        each = pos.expeditions[name]
        found += [*_ships(name, each), ("soldier", name, each.soldiers), ("colonist", name, each.colonists)]
    for hex_ in pos.hexes(nation):
        force = pos.force(nation, hex_)
        found += [("soldier", hex_, force.soldiers), ("colonist", hex_, force.colonists)]
    return [owned for owned in found if owned[2]]


def _ships(place: str, ships: Fleet | Expedition) -> list[Owned]:
    return [(kind, place, number) for kind, number in by_kind(ships)]


def menu(owned: Sequence[Owned]) -> list[Option]:
    return [option("pay"), *[option("drop", unit, place) for unit, place, _ in owned]]


def forbids(pos: World, nation: Seat, owned: Sequence[Owned], ducats: int, tried: Option) -> Bar | None:
    """6.25, 6.84  All can be paid only with money in hand; on the last turn what is on the map is paid if it can be."""
    short = ducats > pos.nations[nation].treasury
    if tried.id == "pay":
        return Bar("6.25", "too-dear", (("ducats", ducats),)) if short else None
    if (tried.subject, tried.target) not in [(unit, place) for unit, place, _ in owned]:
        return Bar("6.81", "not-offered")
    if pos.turn == pos.rules.turns and not short and not _in_europe(pos, str(tried.target)):
        return Bar("6.84", "must-pay")
    if tried.target not in pos.expeditions or tried.subject in UNITS:
        return None
    return None if _spare(pos, str(tried.target), str(tried.subject)) else Bar("6.81", "laden")


def _in_europe(pos: World, place: str) -> bool:
    expedition = pos.expeditions.get(place)
    return place == EUROPE or (expedition is not None and expedition.place == EUROPE)


def _spare(pos: World, name: str, ship: str) -> bool:
    """Whether units aboard find room on the other ships: else they have to be let go first."""
    each, number = pos.expeditions[name], pos.rules.number
    if not each.soldiers + each.colonists or ship == "galleon":
        return True
    held = each.caravels * number("holds_caravel") + each.carracks * number("holds_carrack")
    return held - number(f"holds_{ship}") >= each.soldiers + each.colonists


def drop(pos: World, nation: Seat, unit: str, place: str) -> None:
    """6.81  A unit that is not paid for is eliminated; gold that its ships cannot hold any more is put ashore.

    A Conquistador there lives on for now (E-G61).
    """
    unseen = _in_europe(pos, place) or (place in pos.expeditions and unit in UNITS)
    if place in pos.expeditions:
        _drop_from_expedition(pos, place, unit)
    elif unit in UNITS and place == EUROPE:
        pos.edit(nation, soldiers=pos.nations[nation].soldiers - 1)
    elif unit in UNITS:
        pos.add_units(nation, place, unit, -1)
    else:
        left = without(pos.fleet(nation, place), unit)
        aboard, ashore = part_of(left.gold, gold_room(pos, left))
        pos.set_fleet(nation, place, changed(left, gold=aboard))
        pos.lay(hex_of(place), ashore)
    told = pos.only(nation) if unseen else None
    pos.report(Lost, who=nation, thing=unit, number=1, place=place, rule="6.81", audience=told)


def _drop_from_expedition(pos: World, name: str, unit: str) -> None:
    each = pos.expeditions[name]
    if unit in UNITS:
        pos.edit_expedition(name, **{f"{unit}s": each.of(unit) - 1})
        return
    left = without(each, unit)
    aboard, ashore = part_of(each.gold, gold_room(pos, left))
    pos.expeditions[name] = changed(left, gold=aboard)
    pos.lay(hex_of(each.place), ashore)
    if not left.ships:
        dissolve(pos, name)


# The end of the turn -----------------------------------------------------------------------------------------------


def dissolve(pos: World, name: str) -> None:
    """An Expedition is over: its ships lie where they are, who is aboard goes ashore, gold stays aboard if it can."""
    each = pos.expeditions.pop(name)
    nation, place = each.nation, each.place
    at = place if place == EUROPE else place[:4]
    fleet = pos.fleet(nation, place)
    ships = Fleet(
        fleet.caravels + each.caravels,
        fleet.carracks + each.carracks,
        fleet.galleon or each.galleon,
        heap([*fleet.gold, *each.gold]),
    )
    pos.set_fleet(nation, place, ships)
    if not ships.size and ships.gold:
        pos.lay(at, ships.gold)
    if at == EUROPE:
        pos.edit(nation, soldiers=pos.nations[nation].soldiers + each.soldiers)
    else:
        pos.add(nation, at, soldiers=each.soldiers, colonists=each.colonists)
    for person in pos.who_is(nation, name):
        pos.place_person(person, at)


@task_of("end-nation")
@procedure("6.41")
def end_nation(pos: World, nation: Seat) -> None:
    """What this turn demanded, and was not done, costs points; what held for the turn is over (6.4, E-G5, E-G9)."""
    standing = pos.nations[nation]
    alive = standing.owed and any(unit == "soldier" and place != EUROPE for unit, place, _ in units(pos, nation))
    failed = [("7", pos.rules.event_number("7", "points"))] if alive else []
    late = [duty for duty in standing.duties if duty.until <= pos.turn]
    failed += [(duty.event, pos.rules.event_number(duty.event, "points")) for duty in late]
    for event, points in failed:
        pos.report(Penalty, who=nation, points=points, rule=f"6.41({event})")
    pos.edit(
        nation,
        penalty=standing.penalty + sum([points for _, points in failed]),
        duties=tuple(duty for duty in standing.duties if duty not in late),
        shift=0,
        times=1,
        recruits=True,
        owed=0,
        ships_built=0,
        steps=0,
    )
    check_duties(pos, nation)
    note_lacks(pos, nation)


def end_rents(pos: World) -> None:
    """15.34  Explorers whose time in another's service is over are in Europe with their owner again."""
    over = [rent for rent in pos.rents if rent.until <= pos.turn or rent.person not in pos.people]
    for rent in over:
        if rent.person in pos.people:
            pos.place_person(rent.person, EUROPE, nation=rent.owner)
    if over:
        pos.rents = tuple(rent for rent in pos.rents if rent not in over)


@task("end-turn")
@procedure("15.31")
def end_turn(pos: World) -> None:
    """15.31, 15.52, E-G59  Who leaves on this turn is gone; all plans are shown; then the next turn, or the end."""
    pos.calm = False
    pos.phase = ""
    if pos.sealed:
        pos.report(PlansShown, lost=tuple(sorted([lost.person for lost in pos.missing])), rule="6.71")
    pos.sealed, pos.harbours, pos.missing, pos.watches = "", (), (), ()
    end_rents(pos)
    known = pos.rules.people
    for name in sorted([name for name in pos.people if name in known and known[name].departs <= pos.turn]):
        pos.people.pop(name)
        pos.report(PersonLeft, person=name, rule="15.31")
    drop_claims(pos)
    pos.then("score" if pos.turn >= pos.rules.turns else "turn")
