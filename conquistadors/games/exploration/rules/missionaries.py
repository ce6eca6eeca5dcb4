"""15.6  Missionaries: where one is needed, what follows if none comes, and what is known of them."""

from __future__ import annotations

from typing import Final

from conquistadors.engine import Procedure, Seat, draw
from conquistadors.games.exploration.rules.events import MissionaryKnown
from conquistadors.games.exploration.rules.pieces import EUROPE, MISSIONARY, Lack, Someone
from conquistadors.games.exploration.rules.position import World

SENT_BY: Final = "spain"
"""15.6  The one nation that has Missionaries."""


def needs_missionary(pos: World, nation: Seat, area: str) -> bool:
    """15.61  An area with natives where the nation has a Colonist or a Soldier."""
    return nation == SENT_BY and pos.countries[area].native > 0 and bool(pos.in_area(nation, area))


def may_enter(pos: World, nation: Seat, area: str, *, with_missionary: bool) -> bool:
    """15.61, E-G25  Units come into an area with natives where there are none of theirs only with a Missionary."""
    if nation != SENT_BY or pos.countries[area].native == 0 or pos.in_area(nation, area):
        return True
    return with_missionary or bool(pos.leaders(nation, area, MISSIONARY))


def may_leave(pos: World, nation: Seat, area: str, leaving: int) -> bool:
    """E-G47  The last Missionary stays in an area that needs one."""
    return not needs_missionary(pos, nation, area) or len(pos.leaders(nation, area, MISSIONARY)) > leaving


def unknown(pos: World) -> int:
    """15.63  Missionaries in play whose rating nobody knows."""
    return len([who for who in pos.people.values() if who.role == MISSIONARY and who.rating is None])


def to_be_had(pos: World) -> int:
    """15.63  Missionaries that can still be called."""
    return pos.pool.size - unknown(pos)


def call_missionaries(pos: World, nation: Seat, number: int) -> None:
    """15.63, E-G47  Missionaries come to Europe, unknown. Each is known by the lowest number that is free.

    Ratings are drawn when they are shown: there is no order of counters that anybody could know.
    """
    for count in range(1, pos.rules.missionaries.size + 1):
        if number and f"{MISSIONARY}-{count}" not in pos.people:
            pos.people[f"{MISSIONARY}-{count}"] = Someone(nation, MISSIONARY, EUROPE)
            number -= 1


def show_missionaries(pos: World, nation: Seat, at: str) -> Procedure[None]:
    """15.63  Missionaries who reach the New World show their rating."""
    for person in pos.who_is(nation, at, MISSIONARY):
        if pos.people[person].rating is None:
            told = pos.only(nation)
            rating = yield from draw(pos, pos.pool, nation, name="missionaries", rule="15.63", seen_by=told)
            pos.pool = pos.pool.minus(rating)
            pos.place_person(person, at, rating=int(rating))
            pos.report(MissionaryKnown, person=person, rating=int(rating), rule="15.63", audience=told)


def tell_rating(pos: World, person: str) -> None:
    """E-G59  Others see the rating of a Missionary who goes ashore."""
    rating = pos.people[person].rating
    if rating is not None:
        pos.report(MissionaryKnown, person=person, rating=rating, rule="15.63")


def note_lacks(pos: World, nation: Seat) -> None:
    """15.61, E-G47  At the end of a turn: areas that need a Missionary and have none, each since when."""
    known = {lack.area: lack for lack in pos.nations[nation].lacks}
    lacks = [
        known.get(area, Lack(area, pos.turn))
        for area in pos.areas_of(nation)
        if needs_missionary(pos, nation, area) and not pos.leaders(nation, area, MISSIONARY)
    ]
    if lacks or known:
        pos.edit(nation, lacks=tuple(lacks))


def taxes_withheld(pos: World, nation: Seat) -> bool:
    """15.61, E-G47  Lost on turn n and not replaced by the end of n + 1: no taxes from n + 2 on, until one is there.

    Whoever arrived, or is no longer needed, since the end of the last turn is seen now.
    """
    return any(
        pos.turn >= lack.since + 2
        and needs_missionary(pos, nation, lack.area)
        and not pos.leaders(nation, lack.area, MISSIONARY)
        for lack in pos.nations[nation].lacks
    )
