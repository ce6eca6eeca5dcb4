"""6.4  Political events: what each result of the Random Events Table does."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from conquistadors.engine import Procedure, Seat, pick, procedure, roll
from conquistadors.games.exploration.rules.events import (
    DutyBegan,
    Monarch,
    NativesDied,
    RutterGot,
    SoldiersOwed,
    TreasuryChanged,
)
from conquistadors.games.exploration.rules.losses import lose_person, lose_units, remove
from conquistadors.games.exploration.rules.missionaries import SENT_BY
from conquistadors.games.exploration.rules.natives import uprising
from conquistadors.games.exploration.rules.pieces import CONQUISTADOR, EXPLORERS, MISSIONARY, Duty
from conquistadors.games.exploration.rules.position import World
from conquistadors.games.exploration.rules.tasks import task, task_of
from conquistadors.maps.hexes import hex_of

CARIBBEAN: Final = "caribbean"
POTOSI: Final = "4213"
BETWEEN: Final = "/"
"""Between a nation and an event, or an area, in the name of a task."""


@task_of("event")
@procedure("6.4")
def event(pos: World, which: str) -> Procedure[None]:
    """6.4  The event of a nation happens; it binds unless it is impossible."""
    nation, _, number = which.partition(BETWEEN)
    if number.isdigit():
        yield from EVENTS[int(number)](pos, nation)
    else:
        pos.edit(nation, monarch=number)
        pos.report(Monarch, who=nation, rating=number, rule="6.41")


def more_interest(pos: World, nation: Seat) -> Procedure[None]:
    """6.41(1)  The Monarch's multiplier is one higher this turn."""
    pos.edit(nation, shift=1)
    yield from ()


def metallurgy(pos: World, nation: Seat) -> Procedure[None]:
    """6.41(2), E-G3  Potosi yields more while it is worked; only if it is worked now, and once in the game."""
    working = pos.force(nation, POTOSI).colonists > 0 and pos.rules.can_work(pos, POTOSI)
    if working and not any(each.silver for each in pos.nations.values()):
        pos.edit(nation, silver="boosted")
    yield from ()


def less_interest(pos: World, nation: Seat) -> Procedure[None]:
    """6.41(3)  The Monarch's multiplier is one lower this turn."""
    pos.edit(nation, shift=-1)
    yield from ()


def resentment(pos: World, nation: Seat) -> Procedure[None]:
    """6.41(4), E-C2, E-G62  The Colonists of a small settlement die, where the natives are strongest."""
    most = pos.rules.event_number("4", "colonists")
    area = pos.rules.board.area
    small = [hex_ for hex_ in pos.settlements(nation) if pos.force(nation, hex_).colonists <= most]
    small = [hex_ for hex_ in small if pos.countries[area[hex_]].native]
    if not small:
        return
    highest = max(pos.countries[area[hex_]].native for hex_ in small)
    chosen = [hex_ for hex_ in small if pos.countries[area[hex_]].native == highest]
    both = [hex_ for hex_ in chosen if _few_settlements(pos, nation, area[hex_], most)]
    hex_ = yield from pick(nation, "resented", "6.41(4)", both or chosen)
    assert hex_ is not None
    remove(pos, nation, hex_, "colonist", most, rule="6.41(4)")


def _few_settlements(pos: World, nation: Seat, area: str, most: int) -> bool:
    """E-G62  The other reading of the event: an area with two or fewer settlements."""
    return len([hex_ for hex_ in pos.in_area(nation, area) if pos.force(nation, hex_).colonists]) <= most


def costly_war(pos: World, nation: Seat) -> Procedure[None]:
    """6.41(5), 24.18  The Treasury loses 50 ducats, or all; the Bankers lose 40 by any such war."""
    losses = [(nation, pos.rules.event_number("5", "ducats"), "6.41(5)")]
    if pos.rules.bankers is not None:
        losses.append((pos.rules.bankers, pos.rules.number("bankers_war"), "24.18"))
    for who, most, rule in losses:
        ducats = min(pos.nations[who].treasury, most)
        pos.pay(who, ducats)
        pos.report(TreasuryChanged, who=who, ducats=-ducats, why="war", rule=rule)
    yield from ()


def stolen_rutter(pos: World, nation: Seat) -> Procedure[None]:
    """6.41(6), E-G4  A Rutter, if anybody has rounded the Cape before."""
    if pos.rounded and not pos.nations[nation].rutter:
        pos.edit(nation, rutter=True)
        pos.report(RutterGot, who=nation, rule="6.41(6)")
    yield from ()


def civil_war(pos: World, nation: Seat) -> Procedure[None]:
    """6.41(7), E-G5  No Soldiers may be bought; a quarter of those in the New World, rounded up, must come home."""
    number = sum([pos.force(nation, hex_).soldiers for hex_ in pos.hexes(nation)])
    number += sum([pos.expeditions[name].soldiers for name in pos.at_sea(nation)])
    owed = -(-number // pos.rules.event_number("7", "one_in"))
    pos.edit(nation, recruits=False, owed=owed)
    pos.report(SoldiersOwed, who=nation, number=owed, rule="6.41(7)")
    yield from ()


def oppression(pos: World, nation: Seat) -> Procedure[None]:
    """6.41(8), E-G6  An uprising in every area with natives where it has a settlement, without a check of its level."""
    areas = [
        area for area in pos.areas_of(nation) if pos.countries[area].native and pos.count(nation, area, "colonist")
    ]
    if not pos.calm:
        pos.then(*[f"revolt:{nation}{BETWEEN}{area}" for area in areas])
    yield from ()


@task_of("revolt")
@procedure("17.36")
def revolt(pos: World, which: str) -> Procedure[None]:
    """17.36  An uprising that an event commands."""
    nation, _, area = which.partition(BETWEEN)
    yield from uprising(pos, nation, area)


def rich_burghers(pos: World, nation: Seat) -> Procedure[None]:
    """6.41(9)  A gift of 20 ducats."""
    ducats = pos.rules.event_number("9", "ducats")
    pos.pay(nation, -ducats)
    pos.report(TreasuryChanged, who=nation, ducats=ducats, why="gift", rule="6.41(9)")
    yield from ()


def corruption(pos: World, nation: Seat) -> Procedure[None]:
    """6.41(10), E-G7  All purchases and all maintenance cost double this turn, bounds and Missionaries too."""
    pos.edit(nation, times=pos.rules.event_number("10", "times"))
    yield from ()


def many_colonists(pos: World, nation: Seat) -> Procedure[None]:
    """6.41(11)  Twice as many Colonists this turn."""
    pos.edit(nation, colonists=pos.nations[nation].colonists * pos.rules.event_number("11", "times"))
    yield from ()


def no_colonists(pos: World, nation: Seat) -> Procedure[None]:
    """6.41(12)  No Colonists this turn."""
    pos.edit(nation, colonists=0)
    yield from ()


def disease(pos: World, nation: Seat) -> Procedure[None]:  # noqa: ARG001  # it falls on all alike
    """6.41(13), E-G8  Native Levels fall by one wherever there are Europeans, never below 1; no uprisings this turn."""
    least = pos.rules.event_number("13", "least")
    fell = []
    for area, country in pos.countries.items():
        if country.native > least and any(pos.in_area(each, area) for each in pos.nations):
            pos.edit_country(area, native=country.native - 1)
            fell.append(area)
    pos.calm = True
    pos.report(NativesDied, areas=tuple(fell), rule="6.41(13)")
    yield from ()


def _quest(number: str) -> Callable[[World, Seat], Procedure[None]]:
    """6.41(14), 6.41(15), E-G9  A march through some areas becomes a duty of whoever has a unit in one of them."""

    def quest(pos: World, nation: Seat) -> Procedure[None]:
        named = pos.rules.quest_areas(number)
        under_way = [duty for duty in pos.nations[nation].duties if duty.event == number]
        if not under_way and any(has_unit(pos, nation, area) for area in named):
            until = pos.turn + pos.rules.event_number(number, "turns") - 1
            pos.edit(nation, duties=(*pos.nations[nation].duties, Duty(number, until)))
            pos.report(DutyBegan, who=nation, event=f"event-{number}", until=until, rule=f"6.41({number})")
        yield from ()

    return quest


def has_unit(pos: World, nation: Seat, area: str) -> bool:
    """Any unit of a nation in an area, ships in its ports included."""
    board = pos.rules.board
    places = [place for place, _ in pos.fleets_of(nation)] + [
        pos.expeditions[name].place for name in pos.at_sea(nation)
    ]
    ashore = [who.at for who in pos.people.values() if who.nation == nation]
    return bool(pos.in_area(nation, area)) or any(board.area.get(place[:4]) == area for place in (*places, *ashore))


def plague(pos: World, nation: Seat) -> Procedure[None]:
    """6.41(16), E-G10  A Colonist or a Soldier in half of the settlements, rounded up; Spain's leaders by a die."""
    struck = -(-len(pos.settlements(nation)) // pos.rules.event_number("16", "part"))
    pos.notes = tuple(pos.settlements(nation))
    leaders = [f"plague-leaders:{nation}"] if nation == SENT_BY else []
    pos.then(*[f"strike:{nation}"] * struck, *leaders, "forget")
    yield from ()


@task_of("strike")
@procedure("6.41(16)")
def strike(pos: World, nation: Seat) -> Procedure[None]:
    """6.41(16)  One of the settlements that are left to be struck loses a unit."""
    hex_ = yield from pick(nation, "plague", "6.41(16)", pos.notes)
    assert hex_ is not None
    pos.notes = tuple(each for each in pos.notes if each != hex_)
    yield from lose_units(pos, nation, [hex_], 1, rule="6.41(16)")


@task("forget")
@procedure("6.41")
def forget(pos: World) -> None:
    """What a step had to remember is over."""
    pos.notes = ()


@task_of("plague-leaders")
@procedure("6.41(16)")
def plague_leaders(pos: World, nation: Seat) -> Procedure[None]:
    """6.41(16)  By a die: nobody, a Conquistador, or a Missionary as well, wherever they are."""
    lost = (yield from roll(pos, "plague", nation, rule="6.41(16)", reads=pos.rules.reading("plague"))).result
    pos.then(*[f"plague-death:{nation}{BETWEEN}{role}" for role in lost.split()])


@task_of("plague-death")
@procedure("6.41(16)")
def plague_death(pos: World, which: str) -> Procedure[None]:
    """6.41(16)  One person of a role, of the owner's choice."""
    nation, _, role = which.partition(BETWEEN)
    people = [name for name, who in sorted(pos.people.items()) if (who.nation, who.role) == (nation, role)]
    yield from lose_person(pos, nation, people, rule="6.41(16)")


def caribs(pos: World, nation: Seat) -> Procedure[None]:
    """6.41(17), E-G11  A Colonist or a Soldier in the Caribbean, where there are natives; Spain's leaders by a die."""
    if not pos.countries[CARIBBEAN].native or not has_unit(pos, nation, CARIBBEAN):
        return
    if nation == SENT_BY:
        pos.then(f"carib-leaders:{nation}")
    yield from lose_units(pos, nation, pos.in_area(nation, CARIBBEAN), 1, rule="6.41(17)")


@task_of("carib-leaders")
@procedure("6.41(17)")
def carib_leaders(pos: World, nation: Seat) -> Procedure[None]:
    """6.41(17), E-G11  By a die: nobody, a Missionary, or a Conquistador or Explorer there, ashore or aboard."""
    lost = (yield from roll(pos, "caribs", nation, rule="6.41(17)", reads=pos.rules.reading("caribs"))).result
    roles = (MISSIONARY,) if lost == MISSIONARY else (CONQUISTADOR, *EXPLORERS)
    board, ships = pos.rules.board, pos.expeditions
    where = {name: ships[who.at].place if who.at in ships else who.at for name, who in pos.people.items()}
    there = [name for name in sorted(where) if board.area.get(hex_of(where[name])) == CARIBBEAN]
    people = [name for role in roles for name in there if lost and pos.people[name].role == role]
    yield from lose_person(pos, nation, people, rule="6.41(17)")


EVENTS: Final[Mapping[int, Callable[[World, Seat], Procedure[None]]]] = {
    1: more_interest,
    2: metallurgy,
    3: less_interest,
    4: resentment,
    5: costly_war,
    6: stolen_rutter,
    7: civil_war,
    8: oppression,
    9: rich_burghers,
    10: corruption,
    11: many_colonists,
    12: no_colonists,
    13: disease,
    14: _quest("14"),
    15: _quest("15"),
    16: plague,
    17: caribs,
}
