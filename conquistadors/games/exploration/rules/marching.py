"""10.0  Land Movement: a group is named, then where it goes. 6.41(14), 6.41(15)  The marches that events demand."""

from __future__ import annotations

from collections import deque
from typing import Final

from conquistadors.engine import Option, Procedure, Seat, amount, changed, offer, option, pick, procedure
from conquistadors.games.exploration.rules.asking import menu_of
from conquistadors.games.exploration.rules.discovery import discover_by_land
from conquistadors.games.exploration.rules.events import DutyDone, Marched
from conquistadors.games.exploration.rules.missionaries import SENT_BY, may_enter, may_leave
from conquistadors.games.exploration.rules.pieces import CONQUISTADOR, MISSIONARY, Duty, March
from conquistadors.games.exploration.rules.position import World, parted_key
from conquistadors.games.exploration.rules.tasks import task_of
from conquistadors.games.exploration.rules.war import closed_area, overrun, shared

MARCHING: Final = (CONQUISTADOR, MISSIONARY)
"""Who marches beside Soldiers and Colonists; Explorers never go ashore."""


@task_of("march")
@procedure("10.1")
def march(pos: World, nation: Seat) -> Procedure[None]:
    """10.1  Group after group marches, each unit once, until the player is done."""
    people = _ashore(pos, nation)
    hexes = sorted({*pos.hexes(nation), *people})
    starts = [hex_ for hex_ in hexes if _can_start(pos, nation, hex_, people.get(hex_, []))]
    chosen = option("done")
    if starts:
        menu = [*(option("from", hex_) for hex_ in starts), option("done")]
        chosen = yield offer(nation, "march", "10.1", lambda: menu)
    if chosen.verb == "done":
        _rest(pos, nation)
        pos.then(*[f"battle:{nation}/{hex_}/{enemy}" for hex_, enemy in shared(pos, nation)])
        return
    pos.then(f"march:{nation}")
    pos.march = March(str(chosen.subject))
    yield from _name_group(pos, nation)
    yield from _choose_way(pos, nation)


def _ashore(pos: World, nation: Seat) -> dict[str, list[str]]:
    """By hex the people who have not marched, with units or without."""
    area = pos.rules.board.area
    found: dict[str, list[str]] = {}
    for name, who in pos.people.items():
        if who.at in area and not who.moved and who.nation == nation and who.role in MARCHING:
            found.setdefault(who.at, []).append(name)
    return found


def _can_start(pos: World, nation: Seat, hex_: str, people: list[str]) -> bool:
    if not pos.rules.board.land.graph[hex_]:
        return False
    force = pos.force(nation, hex_)
    fresh = force.soldiers > force.soldiers_moved or force.colonists > force.colonists_moved
    return fresh or bool(people and _may_go(pos, nation, hex_, people))


def _may_go(pos: World, nation: Seat, hex_: str, people: list[str]) -> list[str]:
    """E-G47  The last Missionary stays where one is needed."""
    others = [name for name in people if pos.people[name].role != MISSIONARY]
    if len(others) == len(people) or may_leave(pos, nation, pos.rules.board.area[hex_], 1):
        return people
    return people if _takes_the_need(pos, nation, hex_) else others


def _takes_the_need(pos: World, nation: Seat, hex_: str) -> bool:
    """The last Missionary may leave with the last units of the area, for then none is needed there."""
    area = pos.rules.board.area[hex_]
    group = pos.march
    force = pos.force(nation, hex_)
    all_go = group is not None and (group.soldiers, group.colonists) == (force.soldiers, force.colonists)
    return all_go and pos.in_area(nation, area) == [hex_]


def _rest(pos: World, nation: Seat) -> None:
    """The segment is over: nobody has marched any more."""
    for hex_ in pos.hexes(nation):
        force = pos.force(nation, hex_)
        if force.soldiers_moved or force.colonists_moved:
            pos.set_force(nation, hex_, changed(force, soldiers_moved=0, colonists_moved=0))
    for name, who in pos.people.items():
        if who.moved and who.nation == nation:
            pos.people[name] = changed(who, moved=False)


# The group -----------------------------------------------------------------------------------------------------------


def _edit(pos: World, **changes: object) -> None:
    assert pos.march is not None
    pos.march = changed(pos.march, **changes)


def _name_group(pos: World, nation: Seat) -> Procedure[None]:
    """How many Soldiers, how many Colonists, which people, and whether they take the gold; one at least goes."""
    assert pos.march is not None
    hex_ = pos.march.start
    force = pos.force(nation, hex_)
    soldiers, colonists = force.soldiers - force.soldiers_moved, force.colonists - force.colonists_moved
    ashore = [name for name in pos.who_is(nation, hex_, *MARCHING) if not pos.people[name].moved]
    people = _may_go(pos, nation, hex_, ashore)
    facts = (("place", hex_),)
    least = 0 if colonists or people else 1
    _edit(pos, soldiers=(yield from amount(nation, "march-soldiers", "10.1", least, soldiers, facts=facts)))
    least = 0 if pos.march.soldiers or people else 1
    _edit(pos, colonists=(yield from amount(nation, "march-colonists", "10.1", least, colonists, facts=facts)))
    yield from _name_people(pos, nation, ashore)
    group = pos.march
    if pos.hoards.get(hex_) and group.soldiers + group.colonists:
        chosen: Option = yield offer(
            nation, "take-gold", "13.42", lambda: [option("take", "gold"), option("leave", "gold")], facts=facts
        )
        _edit(pos, gold=chosen.verb == "take")


def _name_people(pos: World, nation: Seat, ashore: list[str]) -> Procedure[None]:
    """Conquistadors and Missionaries, one by one; somebody has to go."""
    while True:
        group = pos.march
        assert group is not None
        after = group.people[-1] if group.people else ""
        people = [name for name in _may_go(pos, nation, group.start, ashore) if name > after]
        needed = not group.soldiers + group.colonists + len(group.people)
        person = yield from pick(nation, "march-person", "10.1", people, passes=not needed, always=True)
        if person is None:
            return
        _edit(pos, people=(*group.people, person))


# The way -------------------------------------------------------------------------------------------------------------


def _choose_way(pos: World, nation: Seat) -> Procedure[None]:
    """10.2, E-G31  Anywhere within the allowance of the slowest; nowhere where they need a Missionary and have none.

    7.7: Colonists settle no worthless island.
    """
    group = pos.march
    assert group is not None
    number, board = pos.rules.number, pos.rules.board
    steps = number("moves_colonist") if group.colonists else number("moves_soldier")
    open_ = _open_areas(pos, nation, board.areas_within(group.start, steps))
    ends = board.ends_within(group.start, steps, open_, settling=group.colonists > 0)
    barred = None if pos.rules.alone else _barred(pos, nation)
    if barred:
        reached = _ways_past(pos, steps, barred)
        ends = tuple([end for end in ends if end in reached])
    end = yield from pick(nation, "march-to", "10.1", ends, facts=(("place", group.start),))
    assert end is not None
    path = _ways_past(pos, steps, barred)[end] if barred else board.land.path(group.start, end)
    yield from _set_out(pos, nation, (group.start, *path))
    _move(pos, nation, end)
    discover_by_land(pos, nation, path, overland=True)


def _barred(pos: World, nation: Seat) -> frozenset[str]:
    """10.1, 22.32  The hexes that stop a march: enemies, and an independent Brasil."""
    brasil = pos.rules.board.hexes_of["brasil"] if pos.annexed == "free" else ()
    return frozenset([*brasil, *[parted_key(key)[1] for key in pos.forces if parted_key(key)[0] != nation]])


def _ways_past(pos: World, steps: int, barred: frozenset[str]) -> dict[str, tuple[str, ...]]:
    """10.1, 10.3, E-G56, 15.62  Where the group comes, and how: who enters a hex with enemies stops, and has Soldiers.

    Missionaries alone walk through all of them.
    """
    group, graph = pos.march, pos.rules.board.land.graph
    assert group is not None
    free = not group.soldiers + group.colonists and all(pos.people[p].role == MISSIONARY for p in group.people)
    found: dict[str, tuple[str, ...]] = {group.start: ()}
    waiting = deque([group.start])
    while waiting:
        here = waiting.popleft()
        stopped = here in barred and here != group.start and not free
        for there in () if stopped or len(found[here]) == steps else graph[here]:
            enters = there not in barred or free or group.soldiers > 0
            if there not in found and enters and not closed_area(pos, there):
                found[there] = (*found[here], there)
                waiting.append(there)
    return found


def _open_areas(pos: World, nation: Seat, near: frozenset[str]) -> frozenset[str]:
    """15.61  Where the group may go: with a Missionary into areas with natives, and a Missionary alone anywhere."""
    group = pos.march
    assert group is not None
    preaching = any(pos.people[name].role == MISSIONARY for name in group.people)
    if not group.soldiers + group.colonists and preaching:
        return near
    return frozenset([area for area in near if may_enter(pos, nation, area, with_missionary=preaching)])


def _move(pos: World, nation: Seat, end: str) -> None:
    """The group is there, has marched, and has carried its gold."""
    group = pos.march
    assert group is not None
    pos.add(nation, group.start, soldiers=-group.soldiers, colonists=-group.colonists)
    pos.add(nation, end, soldiers=group.soldiers, colonists=group.colonists, moved=True)
    for person in group.people:
        pos.place_person(person, end, moved=True)
    if group.gold:
        pos.lay(end, pos.hoards.pop(group.start))
    pos.march = None
    pos.report(
        Marched,
        who=nation,
        start=group.start,
        place=end,
        soldiers=group.soldiers,
        colonists=group.colonists,
        rule="10.1",
    )
    if group.soldiers:
        overrun(pos, nation, end)


# Cibola and El Dorado ------------------------------------------------------------------------------------------------


def _set_out(pos: World, nation: Seat, path: tuple[str, ...]) -> Procedure[None]:
    """6.41(14), 6.41(15), E-G9  The group may be the one that an event demands; it sees all areas on its way."""
    group = pos.march
    assert group is not None
    for duty in pos.nations[nation].duties:
        if not (_fits(pos, nation, duty) if not duty.at else duty.at == group.start and group.soldiers):
            continue
        menu = [option("seek", f"event-{duty.event}"), option("done")]
        chosen: Option = yield menu_of(nation, "duty", f"6.41({duty.event})", menu)
        if chosen.verb == "seek":
            _advance(pos, nation, duty, path)
            return


def _fits(pos: World, nation: Seat, duty: Duty) -> bool:
    """6.41(14)  Three Soldiers; for Spain a Missionary, and a Conquistador if one is in the areas named."""
    group = pos.march
    assert group is not None
    if group.soldiers < pos.rules.event_number(duty.event, "soldiers"):
        return False
    if nation != SENT_BY:
        return True
    roles = {pos.people[name].role for name in group.people}
    named = pos.rules.quest_areas(duty.event)
    there = any(pos.leaders(nation, area, CONQUISTADOR) for area in named)
    return MISSIONARY in roles and (CONQUISTADOR in roles or not there)


def _advance(pos: World, nation: Seat, duty: Duty, path: tuple[str, ...]) -> None:
    """The group has come this far; in the last of the areas the duty is done."""
    group = pos.march
    assert group is not None
    named = pos.rules.quest_areas(duty.event)
    area = pos.rules.board.area
    here = [area[hex_] for hex_ in path if area[hex_] in named]
    seen = tuple(dict.fromkeys([*duty.seen, *here]))
    soldiers = group.soldiers if not duty.at else min(duty.soldiers, group.soldiers)
    others = [each for each in pos.nations[nation].duties if each != duty]
    if set(seen) == set(named):
        pos.edit(nation, duties=tuple(others))
        pos.report(DutyDone, who=nation, event=f"event-{duty.event}", rule=f"6.41({duty.event})")
    else:
        now = Duty(duty.event, duty.until, path[-1], soldiers, seen)
        pos.edit(nation, duties=(*others, now))


def check_duties(pos: World, nation: Seat) -> None:
    """E-G9  A group whose Soldiers are all gone has to be named anew."""
    if not pos.nations[nation].duties:
        return
    kept = []
    for duty in pos.nations[nation].duties:
        left = min(duty.soldiers, pos.force(nation, duty.at).soldiers) if duty.at else 0
        kept.append(changed(duty, soldiers=left) if left else Duty(duty.event, duty.until))
    pos.edit(nation, duties=tuple(kept))
