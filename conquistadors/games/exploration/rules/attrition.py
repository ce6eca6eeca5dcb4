"""9.0  Naval Attrition. 12.0  Land Attrition."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from conquistadors.engine import Modifier, Option, Procedure, Seat, changed, offer, option, procedure, roll
from conquistadors.games.exploration.rules.bankers import reaches_bankers
from conquistadors.games.exploration.rules.boarding import disembark
from conquistadors.games.exploration.rules.events import GoldSunk, Lost
from conquistadors.games.exploration.rules.hoards import part_of
from conquistadors.games.exploration.rules.losses import (
    lose_aboard,
    lose_expedition,
    lose_person,
    lose_units,
    remove,
    remove_person,
)
from conquistadors.games.exploration.rules.pieces import CONQUISTADOR, EUROPE, EXPLORERS, Expedition
from conquistadors.games.exploration.rules.position import World
from conquistadors.games.exploration.rules.ships import Ship, bounds_of_phase, manifest
from conquistadors.games.exploration.rules.tasks import task_of, unseen_by_others

if TYPE_CHECKING:  # the rules enter this module
    from conquistadors.games.exploration.rules.game import ExplorationRules

ALL: Final = "all"
KINDS: Final = {"C": "colonist", "S": "soldier"}


# At sea ------------------------------------------------------------------------------------------------------------


@task_of("naval-attrition")
@procedure("9.1")
def naval_attrition(pos: World, nation: Seat) -> None:
    """9.11, 24.16  Each Expedition that has sailed in this phase is checked; then those in Europe have nobody aboard.

    Before that the Bankers may take the ships of a debtor as they are.
    """
    tasks = []
    for name in pos.expeditions_of(nation):
        seized = [f"seize:{nation}/{name}"] if reaches_bankers(pos, name) else []
        tasks += [f"check:{name}", *seized, f"ashore:{name}"]
    pos.then(*tasks)


@task_of("check")
@procedure("9.12")
def check(pos: World, name: str) -> None:
    """9.12, 9.3, E-G41  By the bounds of this phase; twice on the last column for who overspent and sailed very far.

    15.42: none for Privateers.
    """
    if name not in pos.expeditions:  # sunk before
        return
    expedition = pos.expeditions[name]
    bounds = bounds_of_phase(pos, expedition)
    if not bounds or expedition.galleon or expedition.privateer:
        return
    last = pos.rules.number("last_column")
    over = expedition.before + bounds > expedition.bounds
    column = last if over else min(bounds, last)
    pos.then(*[f"toll:{name}/{column}"] * (2 if over and bounds > last else 1))


@task_of("toll")
@procedure("9.2")
def toll(pos: World, which: str) -> Procedure[None]:
    """9.2  One roll on a column. Colonists and Soldiers go first, then ships, then an Explorer or Conquistador."""
    name, _, column = which.partition("/")
    if name not in pos.expeditions:
        return
    reads = pos.rules.reading("naval-attrition", int(column))
    result = (yield from roll(pos, "naval-attrition", pos.expeditions[name].nation, rule="9.12", reads=reads)).result
    if result == ALL:
        for _ in range(pos.expeditions[name].soldiers):
            _count_owed(pos, name, "soldier")
        lose_expedition(pos, name, rule="9.12")
        return
    losses = [f"taken:{name}/{kind}" for kind in result.split()]
    if not pos.sealed:
        pos.then(*losses)
    elif losses:  # what is taken of hidden cargo, and what is asked about it, is part of this step
        yield from unseen_by_others(pos, pos.expeditions[name].nation, *losses)


@task_of("taken")
@procedure("9.21")
def taken(pos: World, which: str) -> Procedure[None]:
    """9.21, 9.22, E-C4  A unit aboard or, if there is none, one that was put ashore in this phase; else nothing."""
    name, _, kind = which.partition("/")
    if name not in pos.expeditions:
        return
    nation = pos.expeditions[name].nation
    if kind == "H":
        yield from _lose_ship(pos, name)
    elif kind == "X":
        explorers = pos.who_is(nation, name, *EXPLORERS)
        yield from lose_person(pos, nation, explorers or pos.who_is(nation, name, CONQUISTADOR), rule="9.21")
    elif pos.expeditions[name].of(KINDS[kind]):
        _count_owed(pos, name, KINDS[kind])
        lose_aboard(pos, name, KINDS[kind], rule="9.21")
    else:
        yield from _lose_landed(pos, name, KINDS[kind])


def _count_owed(pos: World, name: str, unit: str) -> None:
    """6.41(7), E-G5  Soldiers lost at sea on the way home count as delivered."""
    expedition = pos.expeditions[name]
    owed = pos.nations[expedition.nation].owed
    if unit == "soldier" and owed and expedition.place == EUROPE:
        pos.edit(expedition.nation, owed=owed - 1)


def _lose_landed(pos: World, name: str, unit: str) -> Procedure[None]:
    """9.21  One that was put ashore in this phase, of the owner's choice, if it is still there."""
    expedition = pos.expeditions[name]
    left = [each for each in expedition.landed if each.unit == unit and each.number]
    hexes = sorted({each.hex for each in left if pos.force(expedition.nation, each.hex).of(unit)})
    if not hexes:
        return
    before = {hex_: pos.force(expedition.nation, hex_).of(unit) for hex_ in hexes}
    yield from lose_units(pos, expedition.nation, hexes, 1, (unit,), rule="9.21")
    struck = next(hex_ for hex_ in hexes if pos.force(expedition.nation, hex_).of(unit) < before[hex_])
    landed = list(expedition.landed)
    at = next(n for n, each in enumerate(landed) if each.unit == unit and each.hex == struck and each.number)
    landed[at] = changed(landed[at], number=landed[at].number - 1)
    pos.edit_expedition(name, landed=tuple(landed))


def _lose_ship(pos: World, name: str) -> Procedure[None]:
    """9.21  A ship of the owner's choice, with what is on it; the last one with everybody."""
    expedition = pos.expeditions[name]
    ships: dict[str, Ship] = {}
    for number, ship in enumerate(manifest(pos, expedition), 1):
        if ship not in ships.values():  # those with the same aboard are the same
            ships[f"{ship.kind}-{number}"] = ship
    lost = next(iter(ships))
    if len(ships) > 1:
        menu = [option("sink", each) for each in ships]
        facts = (("expedition", name),)
        chosen: Option = yield offer(expedition.nation, "lose-ship", "9.21", lambda: menu, facts=facts)
        lost = str(chosen.subject)
    if expedition.ships == 1:
        for _ in range(expedition.soldiers):
            _count_owed(pos, name, "soldier")
        lose_expedition(pos, name, rule="9.21")
    else:
        sink(pos, name, ships[lost])


def sink(pos: World, name: str, ship: Ship, *, rule: str = "9.21") -> None:
    """One ship is gone with what is on it; people on it go down with it."""
    expedition = pos.expeditions[name]
    told = pos.only(expedition.nation)
    sunk, left = part_of(expedition.gold, ship.gold)
    if sunk:
        pos.account(sunk)
        pos.report(GoldSunk, ducats=ship.gold, rule=rule, audience=told)
    for _ in range(ship.soldiers):
        _count_owed(pos, name, "soldier")
    units = {"soldiers": expedition.soldiers - ship.soldiers, "colonists": expedition.colonists - ship.colonists}
    ships = {f"{ship.kind}s": (expedition.caravels if ship.kind == "caravel" else expedition.carracks) - 1}
    pos.expeditions[name] = changed(expedition, gold=left, **units, **ships)
    for thing, number in ((ship.kind, 1), ("soldier", ship.soldiers), ("colonist", ship.colonists)):
        if number:
            heard = None if thing == ship.kind else told
            pos.report(Lost, who=expedition.nation, thing=thing, number=number, place=name, rule=rule, audience=heard)
    if ship.flag:
        for person in pos.who_is(expedition.nation, name):
            remove_person(pos, person, rule=rule)


@task_of("ashore")
@procedure("9.2")
def ashore(pos: World, name: str) -> None:
    """The phase is over for an Expedition: what it has sailed is kept for the next one; in Europe all go ashore."""
    if name in pos.expeditions:
        expedition = pos.expeditions[name]
        sailed = expedition.before + bounds_of_phase(pos, expedition)
        cleared = changed(expedition, ocean=0, points=0, extra=0, landed=(), before=sailed)
        pos.expeditions[name] = cleared
        if cleared.place == EUROPE:
            disembark(pos, name)


def column_ahead(pos: World, expedition: Expedition, bounds: int) -> int:
    """9.12, 9.3  The column that so many bounds in this phase lead to."""
    last = pos.rules.number("last_column")
    return last if expedition.before + bounds > expedition.bounds else min(bounds, last)


# On land -----------------------------------------------------------------------------------------------------------


@task_of("land-attrition")
@procedure("12.4")
def land_attrition(pos: World, nation: Seat) -> None:
    """12.4  Each hex with units is checked."""
    pos.then(*[f"hardship:{nation}/{hex_}" for hex_ in pos.hexes(nation)])


@task_of("hardship")
@procedure("12.4")
def hardship(pos: World, which: str) -> Procedure[None]:
    """12.3, 12.4, 15.55  One die on the level of the hex, 1 less with a Conquistador; who is not there is safe.

    All are the Soldiers and Colonists of the hex (E-G39).
    """
    nation, _, hex_ = which.partition("/")
    led_ = bool(pos.who_is(nation, hex_, CONQUISTADOR))
    modifiers = (Modifier(CONQUISTADOR, pos.rules.number("attrition_conquistador")),) if led_ else ()
    reads = pos.rules.reading(pos.rules.land_attrition_table, attrition_level(pos, hex_))
    result = (yield from roll(pos, "land-attrition", nation, modifiers, rule="12.4", reads=reads)).result
    for kind in result.split():
        units = pos.force(nation, hex_)
        if kind == ALL:
            remove(pos, nation, hex_, "soldier", units.soldiers, rule="12.4")
            remove(pos, nation, hex_, "colonist", units.colonists, rule="12.4")
        else:
            unit = ("colonist" if units.colonists else "soldier") if kind == "CORS" else KINDS[kind]
            remove(pos, nation, hex_, unit, 1, rule="12.4")


def attrition_level(pos: World, hex_: str) -> int:
    """12.1  The level of a hex."""
    return level_of(pos.rules, hex_)


def level_of(rules: ExplorationRules, hex_: str) -> int:
    """12.1, 12.21, 12.22, 12.23, 12.24  The level of the area, changed by terrain and once by water."""
    board, number = rules.board, rules.number
    level = int(rules.areas[board.area[hex_]].attrition.value)
    terrain = board.terrain[hex_]
    level += number(f"attrition_{terrain}") if terrain in ("forest", "rough") else 0
    level += number("attrition_water") if hex_ in board.coastal or hex_ in board.waterside else 0
    return min(max(level, number("attrition_least")), number("attrition_most"))
