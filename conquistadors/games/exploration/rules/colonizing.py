"""21.2  Spain alone: where countries that nobody plays settle, and what that does."""

from __future__ import annotations

from conquistadors.engine import Procedure, Seat, changed, offer, option, procedure, roll
from conquistadors.games.exploration.rules.attrition import sink
from conquistadors.games.exploration.rules.events import NowhereToSettle, Raided, Settled
from conquistadors.games.exploration.rules.losses import lose_expedition, lose_units
from conquistadors.games.exploration.rules.pieces import Country
from conquistadors.games.exploration.rules.position import World
from conquistadors.games.exploration.rules.ships import by_kind, manifest
from conquistadors.games.exploration.rules.tasks import task_of
from conquistadors.games.exploration.rules.upkeep import drop


@task_of("colonize")
@procedure("21.21")
def colonize(pos: World, which: str) -> Procedure[None]:
    """21.22, 21.25, E-G34  Two dice name an area; again while it belongs to another country that nobody plays."""
    nation, _, country = which.partition("/")
    column = pos.rules.tables["colonization"].columns[country].values()
    if not any(_open(pos.countries[str(cell.value)], country) for cell in column):
        pos.report(NowhereToSettle, country=country, rule="21.25")
        return
    reads = pos.rules.reading("colonization", country)
    area = (yield from roll(pos, "colonization", nation, rule="21.22", reads=reads)).result
    if not _open(pos.countries[area], country):
        pos.then(f"colonize:{which}")
    elif pos.count(nation, area, "colonist"):
        yield from raid(pos, nation, country, area)
    else:
        settle(pos, country, area)


def _open(area: Country, country: str) -> bool:
    """21.25, E-G53  Free, or its own: what was colonized once belongs to that country for ever."""
    return area.settled_by in ("", country)


def settle(pos: World, country: str, area: str) -> None:
    """21.23, 21.24, E-O10  The natives are gone; the European Level rises by five."""
    level = pos.countries[area].european + pos.rules.number("european_level")
    pos.countries[area] = changed(pos.countries[area], native=0, european=level, settled_by=country)
    pos.report(Settled, country=country, area=area, level=level, rule="21.23")


@procedure("21.26")
def raid(pos: World, nation: Seat, country: str, area: str) -> Procedure[None]:
    """21.26, E-G37  No resources for the Spanish there; half the Soldiers, a quarter of the Colonists, a ship are lost.

    Fractions are rounded down.
    """
    number = pos.rules.number
    soldiers = pos.count(nation, area, "soldier") // number("raid_soldiers")
    colonists = pos.count(nation, area, "colonist") // number("raid_colonists")
    pos.edit_country(area, raided=pos.turn)
    pos.report(Raided, country=country, area=area, rule="21.26")
    pos.then(f"raid-ship:{nation}/{area}")
    if colonists:
        pos.then(*[f"raid-unit:{nation}/{area}/colonist"] * colonists)
    yield from lose_units(pos, nation, pos.in_area(nation, area), soldiers, ("soldier",), rule="21.26")


@task_of("raid-unit")
@procedure("21.26")
def raid_unit(pos: World, which: str) -> Procedure[None]:
    """21.26  One unit of a kind in the area."""
    nation, area, unit = which.split("/")
    yield from lose_units(pos, nation, pos.in_area(nation, area), 1, (unit,), rule="21.26")


@task_of("raid-ship")
@procedure("21.26")
def raid_ship(pos: World, which: str) -> Procedure[None]:
    """21.26  One of the ships in the area, of the owner's choice."""
    nation, area = which.split("/")
    board = pos.rules.board
    lying = [
        f"{ship}/{place}"
        for place, fleet in pos.fleets_of(nation)
        if board.area.get(place[:4]) == area
        for ship, number in by_kind(fleet)
        if number
    ]
    afloat = [name for name in pos.at_sea(nation) if board.area.get(pos.expeditions[name].place[:4]) == area]
    lying += [f"{ship}/{name}" for name in afloat for ship, number in by_kind(pos.expeditions[name]) if number]
    if lying:
        chosen = option("lose", *lying[0].split("/"))
        if len(lying) > 1:
            menu = [option("lose", *each.split("/")) for each in lying]
            chosen = yield offer(nation, "raid-ship", "21.26", lambda: menu)
        ship, place = str(chosen.subject), str(chosen.target)
        if place not in pos.expeditions:
            drop(pos, nation, ship, place)
        elif pos.expeditions[place].ships == 1:
            lose_expedition(pos, place, rule="21.26")
        else:
            lightest = [each for each in manifest(pos, pos.expeditions[place]) if each.kind == ship][-1]
            sink(pos, place, lightest)
