"""19.0  Political control of areas. 20.0  Victory Points."""

from __future__ import annotations

from conquistadors.engine import Seat, procedure, record
from conquistadors.games.exploration.rules.events import Scored
from conquistadors.games.exploration.rules.position import World
from conquistadors.games.exploration.rules.tasks import task


@record
class Points:
    """20.0  Victory Points by where they come from."""

    ducats: int
    areas: int
    discoveries: int
    penalty: int

    @property
    def total(self) -> int:
        return self.ducats + self.areas + self.discoveries - self.penalty


def controls(pos: World, nation: Seat, area: str) -> bool:
    """19.1  All five at once: shares of Colonists and of Soldiers, no enemy port, a port, enough settlements.

    21.29, 22.21: no control where there are other Europeans. E-G28: where nobody has Soldiers, everybody has enough.
    """
    number, board = pos.rules.number, pos.rules.board
    if pos.countries[area].european:
        return False
    settled = [hex_ for hex_ in pos.in_area(nation, area) if pos.force(nation, hex_).colonists]
    if len(settled) < number("control_settlements"):
        return False
    others = [each for each in pos.nations if each != nation]
    enemy_ports = [
        hex_
        for each in others
        for hex_ in pos.in_area(each, area)
        if hex_ in board.coastal and pos.force(each, hex_).colonists
    ]
    has_coast = any(hex_ in board.coastal for hex_ in board.hexes_of[area])
    return (
        _share(pos, nation, area, "colonist", number("control_colonists_percent"))
        and _share(pos, nation, area, "soldier", number("control_soldiers_percent"))
        and not enemy_ports
        and (not has_coast or any(hex_ in board.coastal for hex_ in settled))
        and pos.count(nation, area, "colonist") >= number("control_colonists")
    )


def _share(pos: World, nation: Seat, area: str, unit: str, percent: int) -> bool:
    everybody = sum([pos.count(each, area, unit) for each in pos.nations])
    return pos.count(nation, area, unit) * 100 >= everybody * percent


def controlled(pos: World, nation: Seat) -> list[str]:
    """19.0, 24.3, E-G28  The areas under its control; where two would have it, nobody has.

    Where half of the profits or more go to the Bankers by contract, they control what their partner would.
    """
    sold = {each.area: each.nation for each in pos.contracts if each.percent >= pos.rules.number("bankers_percent")}
    if nation == pos.rules.bankers:
        return [area for area in pos.rules.areas if area in sold and _holds(pos, sold[area], area)]
    return [area for area in pos.rules.areas if sold.get(area) != nation and _holds(pos, nation, area)]


def _holds(pos: World, nation: Seat, area: str) -> bool:
    others = [each for each in pos.nations if each != nation]
    return controls(pos, nation, area) and not any(controls(pos, each, area) for each in others)


def points_of(pos: World, nation: Seat) -> Points:
    """20.0, 24.4  Two for a ducat, three for one of the Bankers, 150 for an area, discoveries, less penalties."""
    number, standing = pos.rules.number, pos.nations[nation]
    found = [int(pos.rules.places[place].points.value) for place in standing.found]
    return Points(
        number("bankers_points" if nation == pos.rules.bankers else "points_ducat") * standing.treasury,
        number("points_area") * len(controlled(pos, nation)),
        sum(found),
        standing.penalty,
    )


def technical(pos: World) -> bool:
    """24.4, E-G33  The Bankers have more in the Treasury than the two richest countries together."""
    if pos.rules.bankers is None or pos.nations[pos.rules.bankers].resigned:
        return False
    richest = sorted([pos.nations[nation].treasury for nation in pos.rules.countries])[-2:]
    return pos.nations[pos.rules.bankers].treasury > sum(richest)


@task("score")
@procedure("20.0")
def score(pos: World) -> None:
    """20.0, E-G52  The last turn has been played in full: the points are counted."""
    pos.over = True
    for nation in pos.rules.seats:
        points = points_of(pos, nation)
        pos.report(
            Scored,
            who=nation,
            points=points.total,
            ducats=points.ducats,
            areas=points.areas,
            discoveries=points.discoveries,
            penalty=points.penalty,
            rule="20.0",
        )
