"""17.0  Natives: combat against them, and their uprisings. 21.28  Combat against Europeans whom nobody plays."""

from __future__ import annotations

from typing import Final

from conquistadors.engine import Modifier, Procedure, Seat, changed, offer, option, procedure, roll
from conquistadors.games.exploration.rules.events import NativesFought, Uprising
from conquistadors.games.exploration.rules.losses import lose_missionary, lose_units, remove, remove_person
from conquistadors.games.exploration.rules.pieces import CONQUISTADOR, MISSIONARY
from conquistadors.games.exploration.rules.position import World
from conquistadors.games.exploration.rules.tasks import task_of

ALL: Final = "all"


# Combat against Natives --------------------------------------------------------------------------------------------


@task_of("native-combat")
@procedure("17.2")
def native_combat(pos: World, nation: Seat) -> Procedure[None]:
    """17.2, E-G26  Each area at most once a turn, until the player is done."""
    areas = [area for area in pos.areas_of(nation) if area not in pos.notes and can_attack(pos, nation, area)]
    chosen = option("done")
    if areas:
        menu = [*(option("attack", area) for area in areas), option("done")]
        chosen = yield offer(nation, "native-combat", "17.21", lambda: menu)
    if chosen.verb == "done":
        pos.notes = ()
        return
    area = str(chosen.subject)
    pos.notes = (*pos.notes, area)
    pos.then(f"native-combat:{nation}")
    yield from attack(pos, nation, area)


def can_attack(pos: World, nation: Seat, area: str) -> bool:
    """17.21, 17.24, 21.28  There is a level to fight, and a detachment that counts."""
    country = pos.countries[area]
    return bool(country.native or country.european) and detachments(pos, nation, area) > 0


def detachments(pos: World, nation: Seat, area: str) -> int:
    """17.21, 21.28  Those in the area; against Europeans two count as one, rounded down."""
    soldiers = pos.count(nation, area, "soldier")
    return soldiers // pos.rules.number("european_detachments") if pos.countries[area].european else soldiers


def help_of(pos: World, nation: Seat, area: str) -> int:
    """15.54, 15.65, 17.23  Conquistadors and plus-rated Missionaries in the area, to a limit; 22.12: none in Brasil."""
    number = pos.rules.number
    if pos.countries[area].european and not pos.rules.alone:
        return 0
    good = [name for name in pos.leaders(nation, area, MISSIONARY) if (pos.people[name].rating or 0) > 0]
    helped = number("help_conquistador") * len(pos.leaders(nation, area, CONQUISTADOR))
    return max(-number("help_most"), helped + number("help_missionary") * len(good))


@procedure("17.22")
def attack(pos: World, nation: Seat, area: str) -> Procedure[None]:
    """17.22, E-G29  A number lowers the level; S costs a detachment (two against Europeans, 21.28)."""
    helped = help_of(pos, nation, area)
    modifiers = (Modifier("leaders", helped),) if helped else ()
    reads = pos.rules.reading("native-combat", detachments(pos, nation, area))
    result = (yield from roll(pos, "native-combat", nation, modifiers, rule="17.22", reads=reads)).result
    country = pos.countries[area]
    kind = "european" if country.european else "native"
    level = country.european or country.native
    if result == "S":
        pos.report(NativesFought, who=nation, area=area, fell=0, level=level, rule="17.22")
        lost = pos.rules.number("european_losses") if kind == "european" else 1
        yield from lose_units(pos, nation, pos.in_area(nation, area), lost, ("soldier",), rule="17.22")
        return
    left = max(0, level - int(result))
    freed = pos.turn if kind == "european" and not left else country.freed
    pos.countries[area] = changed(country, freed=freed, **{kind: left})
    pos.report(NativesFought, who=nation, area=area, fell=level - left, level=left, rule="17.22")


# Uprisings ---------------------------------------------------------------------------------------------------------


@task_of("uprisings")
@procedure("17.3")
def uprisings(pos: World, nation: Seat) -> None:
    """17.3  Every area with natives where the nation has units is checked."""
    areas = [area for area in pos.areas_of(nation) if pos.countries[area].native]
    if not pos.calm:
        pos.then(*[f"uprising:{nation}/{area}" for area in areas])


@task_of("uprising")
@procedure("17.34")
def check_uprising(pos: World, which: str) -> Procedure[None]:
    """17.31, 17.34  None at a level of 1 or less; else one die, and an uprising if the level is higher."""
    nation, _, area = which.partition("/")
    level = uprising_level(pos, nation, area)
    if level < pos.rules.number("uprising_least"):
        return
    rises = (yield from roll(pos, "uprising", nation, rule="17.34", reads=lambda die: level > die)).result
    if rises:
        yield from uprising(pos, nation, area)


def uprising_level(pos: World, nation: Seat, area: str) -> int:
    """17.32  Natives and Colonists, less Soldiers, and the rating of one Missionary: the lowest, as any owner would.

    0 where there are no effective natives (17.31).
    """
    native = pos.countries[area].native
    if not native:
        return 0
    ratings = [pos.people[name].rating or 0 for name in pos.leaders(nation, area, MISSIONARY)]
    colonists, soldiers = pos.count(nation, area, "colonist"), pos.count(nation, area, "soldier")
    return native + colonists + min(ratings, default=0) - soldiers


@procedure("17.35")
def uprising(pos: World, nation: Seat, area: str) -> Procedure[None]:
    """17.35, E-G38  So many units of the owner's choice, or all; with an asterisk or all a Missionary too."""
    pos.report(Uprising, area=area, rule="17.35")
    reads = pos.rules.reading("uprising", pos.count(nation, area, "soldier"))
    result = (yield from roll(pos, "uprising-losses", nation, rule="17.35", reads=reads)).result
    hexes = pos.in_area(nation, area)
    if result == ALL or result.endswith("*"):
        pos.then(f"martyr:{nation}/{area}")
    if result != ALL:
        yield from lose_units(pos, nation, hexes, int(result.removesuffix("*")), rule="17.35")
        return
    for hex_ in hexes:
        for unit in ("soldier", "colonist"):
            remove(pos, nation, hex_, unit, pos.force(nation, hex_).of(unit), rule="17.35")
    for person in pos.leaders(nation, area, CONQUISTADOR):
        remove_person(pos, person, rule="17.35")


@task_of("martyr")
@procedure("17.35")
def martyr(pos: World, which: str) -> Procedure[None]:
    """17.35  An asterisk, or all: a Missionary in the area dies."""
    nation, _, area = which.partition("/")
    yield from lose_missionary(pos, nation, area, rule="17.35")
