"""8.5  Storming a port from the sea. 11.0  Land combat between nations."""

from __future__ import annotations

from typing import Final

from conquistadors.engine import Bar, Modifier, Procedure, Seat, amount, changed, pick, procedure, roll
from conquistadors.games.exploration.rules.events import LandFight, Retreated
from conquistadors.games.exploration.rules.losses import remove, remove_person
from conquistadors.games.exploration.rules.missionaries import may_enter, tell_rating
from conquistadors.games.exploration.rules.naval import act_cost, enemies_at, man_ships, pay_act
from conquistadors.games.exploration.rules.odds import column_of
from conquistadors.games.exploration.rules.pieces import CONQUISTADOR, MISSIONARY, UNITS, Fight, Landed
from conquistadors.games.exploration.rules.position import World
from conquistadors.games.exploration.rules.tasks import TASKS, task, task_of
from conquistadors.maps.hexes import hex_of

TABLE: Final = "land-combat"
LAND, INVASION = "land", "invasion"
OVER: Final = "stormed"


# From the sea ------------------------------------------------------------------------------------------------------


def owner_of(pos: World, nation: Seat, hex_: str) -> Seat | None:
    """16.1  Whose enemy port it is."""
    return next((other for other in pos.rules.seats if other != nation and pos.friendly_port(other, hex_)), None)


def forbids_invasion(pos: World, name: str, points: int) -> Bar | None:
    """8.51, 8.52, 8.57, E-G46  A port of another nation, no enemy ships or Galleon Fleet there, Soldiers aboard; once.

    15.61, E-G63: Spain storms no port among natives that she has no Missionary for.
    """
    expedition = pos.expeditions[name]
    nation, hex_ = expedition.nation, hex_of(expedition.place)
    if owner_of(pos, nation, hex_) is None:
        return Bar("8.5", "no-enemy-port")
    if f"{expedition.place} invade" in expedition.acts:
        return Bar("8.57", "done-here")
    if enemies_at(pos, nation, expedition.place):
        return Bar("8.51", "ships-in-the-way")
    if _galleons(pos, nation, hex_):
        return Bar("8.51", "galleons-guard")
    if not expedition.soldiers:
        return Bar("8.52", "no-soldiers")
    if not _brings_missionary(pos, name):
        return Bar("15.61", "no-missionary-aboard")
    return Bar("7.32", "out-of-reach") if act_cost(pos, name, "invade") > points else None


def _galleons(pos: World, nation: Seat, hex_: str) -> bool:
    """8.51, 7.15  A Galleon Fleet of another nation lies in the hex, on either side."""
    board = pos.rules.board
    others = [other for other in pos.rules.seats if other != nation]
    lying = any(pos.fleet(other, place).galleon for other in others for place in board.sides(hex_))
    ships = [pos.expeditions[name] for other in others for name in pos.at_sea(other)]
    return lying or any(each.galleon and hex_of(each.place) == hex_ for each in ships)


def _brings_missionary(pos: World, name: str) -> bool:
    nation, area = pos.expeditions[name].nation, pos.rules.board.area[hex_of(pos.expeditions[name].place)]
    aboard = bool(pos.who_is(nation, name, MISSIONARY))
    return may_enter(pos, nation, area, with_missionary=aboard)


@procedure("8.52")
def invade(pos: World, name: str) -> Procedure[None]:
    """8.5  Soldiers land in an enemy port and fight.

    1  so many of them land as the player wants (8.52, E-G46)
    2  they and one point for each Carrack of theirs in the hex, against twice the defenders (8.53, 8.54)
    3  the Land Combat Results Table, with its losses (8.55)
    4  beaten attackers go back to their ships, beaten defenders retreat (8.56)
    5  of victorious attackers as many stay as the player wants (8.57)
    """
    expedition = pos.expeditions[name]
    nation, hex_ = expedition.nation, hex_of(expedition.place)
    pay_act(pos, name, "invade")
    facts = (("expedition", name), ("place", hex_))
    soldiers = yield from amount(nation, "storm", "8.52", 1, expedition.soldiers, facts=facts)
    _land(pos, name, soldiers)
    enemy = owner_of(pos, nation, hex_)
    assert enemy is not None
    pos.then(f"assault:{name}/{enemy}", f"garrison:{name}", OVER)
    yield from TASKS.within(pos, OVER)
    man_ships(pos, name)
    pos.fight = None


def _land(pos: World, name: str, soldiers: int) -> None:
    """Soldiers leave the ships, or come back: a minus. Who has landed may be lost to the sea still (9.21)."""
    expedition = pos.expeditions[name]
    hex_ = hex_of(expedition.place)
    pos.add(expedition.nation, hex_, soldiers=soldiers)
    landed = [each for each in expedition.landed if (each.unit, each.hex) != ("soldier", hex_)]
    before = sum([each.number for each in expedition.landed if (each.unit, each.hex) == ("soldier", hex_)])
    if before + soldiers > 0:
        landed.append(Landed("soldier", hex_, before + soldiers))
    pos.edit_expedition(name, soldiers=expedition.soldiers - soldiers, landed=tuple(landed))


@task_of("assault")
@procedure("8.55")
def assault(pos: World, which: str) -> Procedure[None]:
    """8.53, 8.54, 8.55, 16.3, E-G55  The landed Soldiers and the guns of the Carracks against twice the defenders."""
    name, _, enemy = which.partition("/")
    nation, place = pos.expeditions[name].nation, pos.expeditions[name].place
    hex_, number = hex_of(place), pos.rules.number
    carracks = sum([e.carracks for e in pos.expeditions.values() if e.nation == nation and hex_of(e.place) == hex_])
    carracks += sum([pos.fleet(nation, each).carracks for each in pos.rules.board.sides(hex_)])
    attack = strength(pos, nation, hex_, attacking=True) + carracks * number("carrack_support")
    defence = strength(pos, enemy, hex_, attacking=False) * number("port_defence")
    shifts = pos.expeditions[name].privateer and pos.rules.is_on("privateer_shift_on_invasion", True)
    led = bool(pos.who_is(nation, name, CONQUISTADOR))
    yield from resolve(pos, INVASION, nation, enemy, hex_, (attack, defence), led=led, shift=int(shifts))


@task_of("garrison")
@procedure("8.57")
def garrison(pos: World, name: str) -> Procedure[None]:
    """8.56, 8.57, E-G63  Of the victors as many stay as the player wants, and a Missionary where one is needed."""
    nation, hex_ = pos.expeditions[name].nation, hex_of(pos.expeditions[name].place)
    ashore = pos.force(nation, hex_).soldiers
    if not ashore:
        return
    stay = yield from amount(nation, "garrison", "8.57", 0, ashore, facts=(("place", hex_),))
    _land(pos, name, stay - ashore)
    area = pos.rules.board.area[hex_]
    preachers = pos.who_is(nation, name, MISSIONARY)
    if stay and preachers and pos.countries[area].native and not pos.leaders(nation, area, MISSIONARY):
        pos.place_person(preachers[0], hex_)
        tell_rating(pos, preachers[0])


@task(OVER)
@procedure("8.57")
def stormed(pos: World) -> None:
    """8.57  The invasion is over; this is its end while it is under way."""


# On land -----------------------------------------------------------------------------------------------------------


def shared(pos: World, nation: Seat) -> list[tuple[str, Seat]]:
    """10.32  The hexes where units of a nation stand among those of another."""
    others = [other for other in pos.rules.seats if other != nation]
    return [(hex_, other) for hex_ in pos.hexes(nation) for other in others if pos.force(other, hex_).size]


@task_of("battle")
@procedure("11.1")
def battle(pos: World, which: str) -> Procedure[None]:
    """11.11, 11.12, E-C15, E-C17  After all movement units of two nations in a hex fight, want it or not."""
    nation, hex_, enemy = which.split("/")
    if not (pos.force(nation, hex_).size and pos.force(enemy, hex_).size):
        return
    attack, defence = strength(pos, nation, hex_, attacking=True), strength(pos, enemy, hex_, attacking=False)
    led = bool(pos.who_is(nation, hex_, CONQUISTADOR))
    yield from resolve(pos, LAND, nation, enemy, hex_, (attack, defence), led=led)


def strength(pos: World, nation: Seat, hex_: str, *, attacking: bool) -> int:
    """11.12, 11.13  Four for a detachment; one for a Colonist, in defence alone."""
    number, force = pos.rules.number, pos.force(nation, hex_)
    colonists = 0 if attacking else force.colonists * number("strength_colonist")
    return force.soldiers * number("strength_soldier") + colonists


@procedure("11.12")
def resolve(
    pos: World,
    kind: str,
    attacker: Seat,
    defender: Seat,
    hex_: str,
    strengths: tuple[int, int],
    *,
    led: bool,
    shift: int = 0,
) -> Procedure[None]:
    """11.12, 11.14, 15.53, E-C6, E-G21  The odds, one die with a Conquistador's help, losses, and who has to go.

    Terrain counts for nothing.
    """
    attack, defence = strengths
    odds = column_of(attack, defence, list(pos.rules.tables[TABLE].columns), shift)
    pos.fight = Fight(kind, hex_, attacker, (defender,), attack, defence, odds)
    pos.report(
        LandFight,
        who=attacker,
        enemy=defender,
        place=hex_,
        attack=attack,
        defence=defence,
        odds=odds,
        invasion=kind == INVASION,
        rule="8.55" if kind == INVASION else "11.12",
    )
    help_ = led - bool(pos.who_is(defender, hex_, CONQUISTADOR))
    step = pos.rules.number("conquistador_die") * (1 if pos.rules.is_on("conquistador_land_die", "errata") else -1)
    modifiers = (Modifier(CONQUISTADOR, help_ * step),) if help_ else ()
    reads = pos.rules.reading(TABLE, odds)
    pos.fight = changed(pos.fight, added=help_ * step)
    thrown = yield from roll(pos, TABLE, attacker, modifiers, rule="11.12", reads=reads)
    result = thrown.result
    pos.fight = changed(pos.fight, result=result, die=thrown.natural)
    sides = {"A": attacker, "D": defender}
    losses = [(sides[part[0]], lost_of(pos, sides[part[0]], hex_, part[1:])) for part in result.split()]
    pos.then(*[f"casualties:{nation}/{hex_}/{lost}" for nation, lost in losses], f"rout:{attacker}/{hex_}/{defender}")


def lost_of(pos: World, nation: Seat, hex_: str, fraction: str) -> int:
    """11.21  The part of the detachments, rounded up; where there are Colonists alone, of them."""
    above, below = map(int, fraction.split("/"))
    force = pos.force(nation, hex_)
    return -(-(force.soldiers or force.colonists) * above // below)


@task_of("casualties")
@procedure("11.21")
def casualties(pos: World, which: str) -> Procedure[None]:
    """11.21  Detachments are removed; two Colonists may go for one, where there are two for each."""
    nation, hex_, number = which.split("/")
    lost, force = int(number), pos.force(nation, hex_)
    if not force.soldiers:
        remove(pos, nation, hex_, "colonist", lost, rule="11.21")
        return
    each = pos.rules.number("colonists_for_soldier")
    facts = (("place", hex_), ("number", lost))
    most = min(lost, force.colonists // each)
    spared = yield from amount(nation, "spare-soldiers", "11.21", 0, most, facts=facts)
    remove(pos, nation, hex_, "colonist", spared * each, rule="11.21")
    remove(pos, nation, hex_, "soldier", lost - spared, rule="11.21")


def loser_of(pos: World, attacker: Seat, defender: Seat, hex_: str, result: str) -> Seat:
    """11.23, E-G21  The only side with losses; else the one with fewer Soldiers left, if equal the attacker."""
    hurt = {part[0] for part in result.split()}
    if hurt == {"A"} or hurt == {"D"}:
        return attacker if hurt == {"A"} else defender
    left = pos.force(attacker, hex_).soldiers, pos.force(defender, hex_).soldiers
    return attacker if left[0] <= left[1] else defender


@task_of("rout")
@procedure("11.22")
def rout(pos: World, which: str) -> Procedure[None]:
    """11.22, 11.24, 8.56, 13.45, E-G57  The loser retreats one hex with all units, or to its ships, or is eliminated.

    Gold stays where it lies: it is the victor's now.
    """
    attacker, hex_, defender = which.split("/")
    assert pos.fight is not None
    invasion, result = pos.fight.kind == INVASION, pos.fight.result
    loser = loser_of(pos, attacker, defender, hex_, result)
    if invasion and loser == attacker:
        _back_aboard(pos, attacker, hex_)
    elif pos.force(loser, hex_).size:
        ways = retreats(pos, loser, hex_)
        to = yield from pick(loser, "retreat", "11.22", ways, facts=(("place", hex_),))
        if to is None:
            for unit in UNITS:
                remove(pos, loser, hex_, unit, pos.force(loser, hex_).of(unit), rule="11.22")
        else:
            _retreat(pos, loser, hex_, to)
    if not invasion:
        pos.fight = None


def retreats(pos: World, nation: Seat, hex_: str) -> list[str]:
    """11.22, 7.7, E-G65  Neighbours without enemies that can be walked to; Colonists settle no worthless island."""
    board = pos.rules.board
    others = [other for other in pos.rules.seats if other != nation]
    free = [near for near in board.land.graph[hex_] if not any(pos.force(other, near).size for other in others)]
    closed = board.unsettled if pos.force(nation, hex_).colonists else frozenset()
    return sorted([near for near in free if near not in closed and not closed_area(pos, near)])


def closed_area(pos: World, hex_: str) -> bool:
    """22.32  An independent Brasil is impassable."""
    return pos.annexed == "free" and pos.rules.board.area[hex_] == "brasil"


def _retreat(pos: World, nation: Seat, hex_: str, to: str) -> None:
    force = pos.force(nation, hex_)
    pos.add(nation, hex_, soldiers=-force.soldiers, colonists=-force.colonists)
    pos.add(nation, to, soldiers=force.soldiers, colonists=force.colonists)
    for person in pos.who_is(nation, hex_, CONQUISTADOR):
        pos.place_person(person, to)
    pos.report(Retreated, who=nation, start=hex_, place=to, rule="11.22")


def _back_aboard(pos: World, nation: Seat, hex_: str) -> None:
    """8.56  Beaten Soldiers go back to the ships that they came from."""
    soldiers = pos.force(nation, hex_).soldiers
    ships = {each: pos.expeditions[each] for each in pos.at_sea(nation)}
    name = next(
        each for each, ship in ships.items() if f"{ship.place} invade" in ship.acts and hex_of(ship.place) == hex_
    )
    if soldiers:
        _land(pos, name, -soldiers)
    pos.report(Retreated, who=nation, start=hex_, place=hex_, rule="8.56")


def overrun(pos: World, nation: Seat, hex_: str) -> None:
    """E-G22  A Conquistador alone in a hex that enemies enter is eliminated."""
    for other in pos.rules.seats:
        if other != nation and not pos.force(other, hex_).size:
            for person in pos.who_is(other, hex_, CONQUISTADOR):
                remove_person(pos, person, rule="11.1")
