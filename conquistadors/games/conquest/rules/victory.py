"""13.0  Victory."""

from __future__ import annotations

from typing import cast

from conquistadors.engine import Procedure, Seat, procedure
from conquistadors.games.conquest.rules.events import PointsLost, Scored
from conquistadors.games.conquest.rules.position import CITIES, IMPERIAL, ConquestPosition
from conquistadors.games.conquest.rules.tasks import task


def controls(pos: ConquestPosition, seat: Seat, space: str) -> bool:
    """13.22, G-13.22  An expedition with a combat unit there, no Indian units of the place, no Spaniards of another."""
    here = pos.expeditions_in(space)
    own = any(pos.expeditions[c].owner == seat and pos.units(c).size for c in here)
    rivals = any(pos.expeditions[c].owner != seat and pos.units(c).size for c in here)
    return own and not rivals and not pos.site(space).garrison.titles


def city_points(pos: ConquestPosition, seat: Seat) -> int:
    """13.22, 13.221, G-13.221, C15  Allied cities, and imperial cities allied or controlled, each once. No towns."""
    n = pos.rules.n
    worth = {"city": n.points_ally, "imperial": n.points_imperial, "capital": n.points_capital}
    total = 0
    for space, site in pos.sites.items():
        if site.marker not in CITIES:
            continue
        if site.ally == seat or (site.marker in IMPERIAL and controls(pos, seat, space)):
            total += worth[str(site.marker)]
    return total


def favour_points(pos: ConquestPosition, seat: Seat) -> int:
    """11.15, 13.23  The value printed in the box of the Governor's Favor Track."""
    return cast(int, pos.rules.tables.favour.cell("points", pos.factions[seat].index).value)


def total_points(pos: ConquestPosition, seat: Seat) -> int:
    """13.21, 13.211, 13.13  Permanent points and the bonuses of this moment, less the deduction for debt.

    Gold with expeditions and pesos count nothing. The Basic Game knows no debt (14.4).
    """
    return pos.factions[seat].permanent + city_points(pos, seat) + favour_points(pos, seat) - debt_points(pos, seat)


def debt_points(pos: ConquestPosition, seat: Seat) -> int:
    """13.24, 16.24, J12, D-16.24  Two points are taken off for every point of debt, as long as it is owed.

    Nothing in a game where nobody can repay any (14.4).
    """
    return pos.factions[seat].debt * pos.rules.n.points_a_debt if "repay" in pos.rules.profile.purse else 0


def lose_points(pos: ConquestPosition, seat: Seat, points: int, *, least: int, rule: str) -> None:
    """16.25, 23.31  Permanent points are lost for good, but not below a least number."""
    faction = pos.factions[seat]
    lost = min(points, faction.permanent - least)
    if lost > 0:
        pos.edit_faction(seat, awards=faction.awards - lost)
        pos.report(PointsLost, who=seat, points=lost, now=faction.permanent - lost, rule=rule)


def score(pos: ConquestPosition, seat: Seat) -> int:
    """13.21  The net total of a player at this moment, told to all."""
    total = total_points(pos, seat)
    if pos.sink is not None:
        pos.report(
            Scored,
            who=seat,
            permanent=pos.factions[seat].permanent,
            cities=city_points(pos, seat),
            favour=favour_points(pos, seat),
            debt=debt_points(pos, seat),
            total=total,
            rule="13.21",
        )
    return total


@task("victory")
@procedure("13.2")
def victory(pos: ConquestPosition) -> Procedure[None]:
    """2.0(7), 13.25, C40  Whoever has the points that are needed wins, the highest total first; a tie plays on."""
    totals = {seat: score(pos, seat) for seat in pos.order}
    best = max(totals.values())
    first = [seat for seat, points in totals.items() if points == best]
    if best >= pos.rules.target and len(first) == 1:
        pos.winners = tuple(first)
    yield from ()
