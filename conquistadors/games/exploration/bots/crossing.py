"""Crossing the ocean: who boards, and when ships sail."""

from __future__ import annotations

from conquistadors.bots.reasons import Why
from conquistadors.games.exploration.bots.keeping import marches_on
from conquistadors.games.exploration.bots.sight import Found, Sight
from conquistadors.games.exploration.rules.hoards import worth
from conquistadors.games.exploration.rules.missionaries import needs_missionary
from conquistadors.games.exploration.rules.pieces import CONQUISTADOR, EUROPE, MISSIONARY, Expedition
from conquistadors.games.exploration.rules.ships import bounds_of_phase, room
from conquistadors.maps.hexes import hex_of

COMPANIONS = 2
"""So many Conquistadors go with a regiment."""


def cross(sight: Sight) -> Found:
    """7.2  Out as planned; home with gold or empty, in D, as long as the bounds bought do; else ships stay in port."""
    each = _ships(sight)[1]
    sail, home, stay = sight.legal("sail"), sight.legal("home"), sight.legal("stay")
    haven = sight.legal("haven")
    if sail is not None:
        return sail, Why("cross.out", {"place": hex_of(str(each.landfall))})
    if home is None and haven is not None:
        return haven, Why("cross.haven")
    assert stay is not None
    if home is None:
        return stay, Why("cross.no-way")
    port = sight.pos.friendly_port(sight.seat, each.place)
    paid = each.before + bounds_of_phase(sight.pos, each) + sight.board.bounds(each.place) <= each.bounds
    if sight.pos.phase == "B":
        return stay, Why("cross.waits")
    if not port or (paid and (sight.left or worth(each.gold) or sight.me.owed)):
        return home, Why("cross.gold" if each.gold else "cross.home", {"ducats": worth(each.gold)})
    return stay, Why("cross.lies")


def _ships(sight: Sight) -> tuple[str, Expedition]:
    """The Expedition that is asked about, and its name."""
    name = str(sight.facts["expedition"])
    return name, sight.pos.expeditions[name]


def board_soldiers(sight: Sight) -> Found:
    """7.11  Those who are wanted where it lands; on the way home those whom the Crown wants back (6.41(7))."""
    name, each = _ships(sight)
    if each.place != EUROPE:
        owed = sight.me.owed
        return sight.number(owed), Why("board.owed" if owed else "board.nobody")
    wanted = sight.loads.get(name, (0, 0))[0] - each.soldiers
    return sight.number(wanted), Why("board.soldiers" if wanted else "board.no-soldiers")


def board_colonists(sight: Sight) -> Found:
    """15.1  As many as there is room for: who stays in Europe is lost."""
    each = _ships(sight)[1]
    if each.place != EUROPE:
        return sight.number(0), Why("board.nobody")
    if sight.is_voyage(each):
        return sight.number(0), Why("board.voyage")
    free = room(sight.pos, each) - each.soldiers - each.colonists
    return sight.number(free), Why("board.colonists")


def people(sight: Sight) -> Found:
    """7.11, 15.61  A Missionary where one is needed, Conquistadors with Soldiers; ashore all of them land."""
    name, each = _ships(sight)
    if any(option.verb == "land" for option in sight.options):
        return _landing(sight)
    found = _boarding_in_europe(sight, name, each) if each.place == EUROPE else _boarding_abroad(sight, each)
    if found is not None:
        return found
    done = sight.legal("done")
    assert done is not None
    return done, Why("board.nobody")


def _boarding_in_europe(sight: Sight, name: str, each: Expedition) -> Found | None:
    area = sight.board.area[hex_of(str(each.landfall))]
    if sight.is_voyage(each):
        return None
    for option in sight.options:
        who = sight.pos.people.get(str(option.subject))
        if option.verb != "board" or who is None:
            continue
        if who.role == MISSIONARY and sight.lacks_missionary(area) and not sight.preachers(name):
            return option, Why("board.missionary", {"area": area})
        fighting = sight.level(area) > 0 and each.soldiers > 0
        most = COMPANIONS if fighting else 1
        if who.role == CONQUISTADOR and (each.soldiers or each.colonists) and len(sight.captains(name)) < most:
            return option, Why("board.conquistador", {"person": str(option.subject)})
    return None


def _boarding_abroad(sight: Sight, each: Expedition) -> Found | None:
    """15.67  A Missionary who is not needed any more comes home, to be sent where one is."""
    area = sight.board.area.get(hex_of(each.place))
    if (
        sight.pos.phase != "D"
        or area is None
        or needs_missionary(sight.pos, sight.seat, area)
        or marches_on(sight, area)
    ):
        return None
    for option in sight.options:
        who = sight.pos.people.get(str(option.subject))
        if option.verb == "board" and who is not None and who.role == MISSIONARY:
            return option, Why("board.missionary-home", {"area": area})
    return None


def _landing(sight: Sight) -> Found:
    """15.61  Missionaries where natives are; Conquistadors with those who land."""
    each = _ships(sight)[1]
    area = sight.board.area[hex_of(each.place)]
    done = sight.legal("done")
    assert done is not None
    for option in sight.options:
        who = sight.pos.people.get(str(option.subject))
        if option.verb != "land" or who is None:
            continue
        if who.role == MISSIONARY and sight.lacks_missionary(area):
            return option, Why("land.missionary", {"area": area})
        force = sight.pos.force(sight.seat, hex_of(each.place))
        if who.role == CONQUISTADOR and each.soldiers + each.colonists + force.size:
            return option, Why("land.conquistador", {"person": str(option.subject)})
    return done, Why("land.nobody")


def port_gone(sight: Sight) -> Found:
    """15.33  On to the next port, if there is one."""
    on = sight.legal("on")
    return (on, Why("cross.next-port")) if on is not None else (sight.options[0], Why("cross.home-again"))
