"""7.3, 7.4  Hemispheric Movement: from stop to stop along the coasts, as far as money and nerve reach."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from functools import partial

from conquistadors.engine import Bar, Choice, Option, Procedure, Seat, changed, option, options_of, procedure
from conquistadors.games.exploration.rules.asking import menu_of
from conquistadors.games.exploration.rules.boarding import load_or_land
from conquistadors.games.exploration.rules.discovery import claim_hex, claim_pacific, open_places
from conquistadors.games.exploration.rules.events import Coasted
from conquistadors.games.exploration.rules.naval import (
    attack_at_sea,
    enemies_at,
    engage,
    forbids_attack,
    hostile,
    hostile_places,
    muster,
    on_watch,
    waylaid,
)
from conquistadors.games.exploration.rules.pieces import Expedition
from conquistadors.games.exploration.rules.position import World
from conquistadors.games.exploration.rules.sailing import can_round, needs_cape, round_cape
from conquistadors.games.exploration.rules.ships import led, stop_extra
from conquistadors.games.exploration.rules.tasks import task_of, unseen_by_others
from conquistadors.games.exploration.rules.war import forbids_invasion, invade
from conquistadors.maps.hexes import hex_of


@task_of("coasts")
@procedure("7.3")
def coasts(pos: World, nation: Seat) -> None:
    """8.24  One Expedition after the other, each completely."""
    pos.then(*[f"coast:{name}" for name in pos.at_sea(nation)])


@task_of("coast")
@procedure("7.4")
def coast(pos: World, name: str) -> Procedure[None]:
    """7.4  One leg or one act of an Expedition, until the player is done with it.

    At the start of the segment it may land and load where it lies: the stop was made before (E-C9).
    """
    if name not in pos.expeditions:
        return
    nation = pos.expeditions[name].nation
    chosen: Option = yield Choice(
        nation, "coast", "7.3", partial(menu, pos, name), partial(forbids, pos, name), facts=(("expedition", name),)
    )
    if chosen.verb == "done":
        pos.edit_expedition(name, acts=(), driven=False)
        return
    pos.then(f"coast:{name}")
    if chosen.verb == "dare":
        pos.edit_expedition(name, extra=pos.rules.number("overspend_most"))
    elif chosen.verb == "go":
        muster(pos, name)
        if pos.rules.alone:
            yield from go(pos, name, str(chosen.subject))
        else:
            yield from go_among_rivals(pos, name, str(chosen.subject))
    elif chosen.verb == "fight":
        yield from attack_at_sea(pos, name, str(chosen.subject))
    elif chosen.verb == "invade":
        yield from invade(pos, name)
    else:
        yield from act(pos, name, chosen.verb)


# What may be done --------------------------------------------------------------------------------------------------


def menu(pos: World, name: str) -> list[Option]:
    """Acts where it lies, stops that it can reach, more bounds than were bought, and the end."""
    acts = [option("cargo"), option("discover")]
    if not pos.rules.alone:
        expedition = pos.expeditions[name]
        acts += options_of("fight", tuple(enemies_at(pos, expedition.nation, expedition.place)))
        acts += [option("invade")] if hostile(pos, expedition.nation, expedition.place) else []
    return [*acts, *legs(pos, name), option("dare"), option("done")]


def legs(pos: World, name: str) -> Sequence[Option]:
    """E-G44, E-G54  The stops near enough for the Movement Points that are left, if nothing stands against them."""
    expedition, board = pos.expeditions[name], pos.rules.board
    start, most = expedition.place, points_left(pos, expedition) - stop_extra(pos)
    if led(pos, name):
        stops = board.stops_within(start, most)
    else:
        ports = pos.ports(expedition.nation)
        if not expedition.galleon and not pos.rules.alone:
            ports = [*ports, *[place for place in hostile_places(pos, expedition.nation) if place not in ports]]
        away = {port: board.round_cape.distance(start, port) for port in ports}
        stops = tuple([port for port, steps in away.items() if steps is not None and 0 < steps <= most])
    been = {act.removesuffix(" go") for act in expedition.acts}
    ways = options_of("go", stops)
    return [way for way in ways if way.subject not in been] if been else ways


def forbids_leg(pos: World, name: str, place: str) -> Bar | None:
    """7.26, 7.33, 9.3  Any coast of an area with an Explorer, else a friendly port; none twice.

    A leg is offered within the bounds bought, and those that the player dares beyond them.
    """
    expedition = pos.expeditions[name]
    if place not in pos.rules.board.landing_set:
        return Bar("7.26", "not-offered")
    if place == expedition.place or f"{place} go" in expedition.acts:
        return Bar("7.32", "done-here")
    left = points_left(pos, expedition) - stop_extra(pos)
    steps = distance(pos, name, place) if left > 0 else None
    if steps is None or steps > left:
        return Bar("7.33", "out-of-reach")
    if pos.friendly_port(expedition.nation, place) or led(pos, name):
        return None
    fights = not expedition.galleon and hostile(pos, expedition.nation, place)
    return None if fights else Bar("7.26", "no-landing")


def points_left(pos: World, expedition: Expedition) -> int:
    """Movement Points until the bounds bought, or dared, are used up."""
    bounds = expedition.bounds + expedition.extra - expedition.before - expedition.ocean
    return bounds * pos.rules.number("points_a_bound") - expedition.points


def distance(pos: World, name: str, place: str) -> int | None:
    """7.31, 7.14  Hexes to a place, round the Cape if that is open to it."""
    board, start = pos.rules.board, pos.expeditions[name].place
    if not needs_cape(pos, start, place):
        return board.sea.distance(start, place)
    return board.round_cape.distance(start, place) if can_round(pos, name, start, place) else None


def forbids(pos: World, name: str, tried: Option) -> Bar | None:
    """7.3  What stands against a leg, an act, or the end."""
    expedition = pos.expeditions[name]
    if tried.target is not None or (tried.subject is not None) != (tried.verb in ("go", "fight")):
        return Bar("7.3", "not-offered")
    if tried.verb == "go":
        return forbids_leg(pos, name, str(tried.subject))
    if tried.verb == "dare":
        bound = expedition.galleon or expedition.privateer  # 15.42
        return Bar("9.3", "dared") if expedition.extra or bound else None
    if expedition.driven and (tried.verb != "done" or can_sail_on(pos, name)):
        return Bar("8.16", "driven")
    if tried.verb == "done":
        return None  # E-G44: wherever it may stop it may end
    if tried.verb == "fight":
        return forbids_attack(pos, name, tried.subject, points_left(pos, expedition))
    if tried.verb == "invade":
        return forbids_invasion(pos, name, points_left(pos, expedition))
    if tried.verb not in ("cargo", "discover"):
        return Bar("7.3", "not-offered")
    if f"{expedition.place} {tried.verb}" in expedition.acts:
        return Bar("7.32", "done-here")
    if tried.verb == "cargo":
        return None if _may_land_here(pos, name) else Bar("7.26", "no-landing")
    return forbids_discovery(pos, name)


def can_sail_on(pos: World, name: str) -> bool:
    """8.16, E-G64  Whether ships that must sail on can: else they stay, for nothing can be made of them."""
    expedition = pos.expeditions[name]
    daring = not expedition.extra and not expedition.galleon and not expedition.privateer
    return daring or any(forbids_leg(pos, name, str(leg.subject)) is None for leg in legs(pos, name))


def _may_land_here(pos: World, name: str) -> bool:
    """7.26  In a friendly port, or on any coast with an Explorer; what that costs here can be paid."""
    expedition = pos.expeditions[name]
    on_land = hex_of(expedition.place) in pos.rules.board.area
    allowed = led(pos, name) or pos.friendly_port(expedition.nation, expedition.place)
    return on_land and allowed and landing_cost(pos, expedition) <= max(0, points_left(pos, expedition))


def landing_cost(pos: World, expedition: Expedition) -> int:
    """E-C9, E-C8  Free where the ships came in, or stopped for it; a second act at a stop costs its price again."""
    if f"{expedition.place} go" in expedition.acts:
        others = ("discover", "attack", "invade")
        done = any(f"{expedition.place} {each}" in expedition.acts for each in others)
        return pos.rules.number("stop_cost") if done else 0
    return 0 if pos.rules.is_on("landfall_unload", "free") else pos.rules.number("stop_cost")


def forbids_discovery(pos: World, name: str) -> Bar | None:
    """18.13, 18.14  An Explorer, something to discover, and Movement Points for it."""
    expedition = pos.expeditions[name]
    if not led(pos, name):
        return Bar("18.13", "no-explorer")
    if not open_places(pos, expedition.place):
        return Bar("18.11", "nothing-new")
    if discovery_cost(pos, expedition) > points_left(pos, expedition):
        return Bar("18.14", "out-of-reach")
    return None


def discovery_cost(pos: World, expedition: Expedition) -> int:
    """18.14, E-C8, E-C9  The price of a stop, unless it was paid for this very stop and nothing else was done there."""
    others = ("cargo", "attack", "invade")
    done = any(f"{expedition.place} {each}" in expedition.acts for each in others)
    paid = f"{expedition.place} go" in expedition.acts and not done
    return 0 if paid else pos.rules.number("stop_cost")


# What is done ------------------------------------------------------------------------------------------------------


@procedure("7.31")
def go(pos: World, name: str, place: str) -> Procedure[None]:
    """7.31, 7.32  Through every hex at 1 Movement Point, at the stop for 3 instead (E-C8); round the Cape by a die.

    Who fails there has sailed to the hex before it (E-G16), or from the Pacific not at all.
    """
    expedition, rules = pos.expeditions[name], pos.rules
    start, steps = expedition.place, distance(pos, name, place)
    assert steps is not None
    westward = needs_cape(pos, start, place) and not rules.board.pacific(start)
    if needs_cape(pos, start, place) and not (yield from round_cape(pos, name)):
        if westward:
            before = rules.board.sea.distance(start, rules.board.before_cape) or 0
            _sail(pos, name, rules.board.before_cape, before)
        return
    _sail(pos, name, place, steps + stop_extra(pos))
    if westward:
        yield from claim_pacific(pos, name)


@procedure("8.12")
def go_among_rivals(pos: World, name: str, goal: str) -> Procedure[None]:
    """7.31, 8.12  A leg with rivals about: straight, or round those who may attack; then the stop, and who is there.

    All of it is one step: whom ships that pass are attacked by depends on orders that nobody else knows.
    """
    expedition = pos.expeditions[name]
    start, nation = expedition.place, expedition.nation
    seen = [place for place in _path(pos, start, goal)[:-1] if enemies_at(pos, nation, place)]
    if seen and not needs_cape(pos, start, goal) and not expedition.galleon:
        away = _round(pos, start, goal, frozenset(seen))
        if away is not None and away + stop_extra(pos) <= points_left(pos, expedition):
            straight = distance(pos, name, goal)
            facts = (("expedition", name), ("straight", straight), ("away", away))
            menu = [option("straight"), option("avoid")]
            chosen: Option = yield menu_of(nation, "way", "7.31", menu, facts)
            if chosen.verb == "avoid":
                _sail(pos, name, goal, away + stop_extra(pos))
                yield from engage(pos, name)
                return
    yield from unseen_by_others(pos, nation, f"leg:{name}/{goal}")


@task_of("leg")
@procedure("8.15")
def pass_on(pos: World, which: str) -> Procedure[None]:
    """8.15, 8.16  To the next ships on the way that may attack, and on; at the end to the stop."""
    name, _, goal = which.partition("/")
    if name not in pos.expeditions:
        return
    start = pos.expeditions[name].place
    for steps, place in enumerate(_path(pos, start, goal)[:-1], 1):
        if not needs_cape(pos, start, goal) and on_watch(pos, name, place):
            pos.edit_expedition(name, place=place, points=pos.expeditions[name].points + steps, haven=False)
            pos.then(f"leg:{name}/{goal}")
            yield from waylaid(pos, name, stopping=False)
            return
    yield from go(pos, name, goal)
    if pos.expeditions[name].place == goal:
        yield from engage(pos, name)


def _path(pos: World, start: str, goal: str) -> tuple[str, ...]:
    board = pos.rules.board
    return (board.round_cape if needs_cape(pos, start, goal) else board.sea).path(start, goal)


def _round(pos: World, start: str, goal: str, closed: frozenset[str]) -> int | None:
    """Steps to a stop without passing some places."""
    graph = pos.rules.board.sea.graph
    found, waiting = {start: 0}, deque([start])
    while waiting:
        here = waiting.popleft()
        for there in graph.get(here, ()):
            if there not in found and there not in closed:
                found[there] = found[here] + 1
                waiting.append(there)
    return found.get(goal)


def _sail(pos: World, name: str, place: str, points: int) -> None:
    expedition = pos.expeditions[name]
    haven = pos.friendly_port(expedition.nation, place)
    pos.expeditions[name] = changed(
        expedition,
        place=place,
        points=expedition.points + points,
        acts=(*expedition.acts, f"{place} go"),
        haven=haven,
        driven=False,
    )
    pos.report(Coasted, expedition=name, place=place, points=points, rule="7.3")


@procedure("7.32")
def act(pos: World, name: str, verb: str) -> Procedure[None]:
    """7.32  Land and load, or discover, where the ships lie."""
    expedition = pos.expeditions[name]
    cost = landing_cost(pos, expedition) if verb == "cargo" else discovery_cost(pos, expedition)
    acts = (*expedition.acts, f"{expedition.place} {verb}")
    pos.expeditions[name] = changed(expedition, points=expedition.points + cost, acts=acts)
    if verb == "cargo":
        yield from load_or_land(pos, name)
    else:
        claim_hex(pos, name)
