"""12.0  Indian forces, cities and empires."""

from __future__ import annotations

from conquistadors.engine import Pile, Procedure, Seat, draw, pick, procedure
from conquistadors.games.conquest.rules.asking import thrower
from conquistadors.games.conquest.rules.events import (
    AlliesChanged,
    EmpireRose,
    Gathered,
    KingTaken,
    KingWent,
    Placed,
    Removed,
    Turned,
)
from conquistadors.games.conquest.rules.position import (
    CITIES,
    CIVILIZATIONS,
    IMPERIAL,
    NOTHING,
    PLACES,
    ConquestPosition,
    Site,
    ally_of,
    each_of,
    front,
)
from conquistadors.games.conquest.rules.spaces import steps_from_expeditions

# Units -----------------------------------------------------------------------------------------------------------


def units_for(pos: ConquestPosition, site: Site) -> int:
    """12.34  How many units a place draws: 1 for a town, 2 for a city, 3 for an imperial city or capital."""
    n = pos.rules.n
    if site.marker in IMPERIAL:
        return n.units_imperial
    return n.units_city if site.marker == "city" else n.units_town


@procedure("12.34")
def gather(pos: ConquestPosition, space: str, count: int, rule: str, who: Seat | None = None) -> Procedure[None]:
    """Draw Indian units blindly from the cup, as far as there are any (G-12.34), any number of times (12.33).

    They join those that are there and stay in the space (12.35). The active player draws, unless another is named.
    """
    hand = thrower(pos, who or pos.active)
    for _ in range(count):
        if not pos.piles["cup"].titles:
            break
        unit = yield from draw(pos, pos.piles["cup"], hand, name="cup", rule=rule, seen_by=None)
        pos.piles["cup"] = pos.piles["cup"].minus(unit)
        pos.edit_site(space, garrison=pos.site(space).garrison.plus(unit))
    pos.report(Gathered, space=space, units=tuple(pos.site(space).garrison.each()), rule=rule)


def to_cup(pos: ConquestPosition, units: Pile) -> None:
    """G-12.34  Eliminated Indian units go back to the cup, front side up. Their origin is forgotten."""
    cup = pos.piles["cup"]
    for title in units.each():
        cup = cup.plus(front(ally_of(title)[0]))
    pos.piles["cup"] = cup


def value_of(pos: ConquestPosition, units: Pile) -> int:
    """6.221  The combat value of Indian units, as printed on the side that is up."""
    values = pos.rules.value
    return sum([values[ally_of(title)[0]] * count for title, count in each_of(units)])


# Status ----------------------------------------------------------------------------------------------------------


@procedure("12.32")
def turn_hostile(pos: ConquestPosition, space: str, rule: str, *, town_draws: bool = False) -> Procedure[None]:
    """12.12, 12.32  A place turns hostile to all. A city without Indian units draws them (G-12.32).

    A town draws only where it is plundered (C21), which the caller says.
    """
    site = pos.site(space)
    if site.ally is not None:
        yield from end_alliance(pos, space, rule)
    if site.hostile:
        return
    pos.edit_site(space, hostile=True)
    pos.report(Turned, space=space, status="hostile", rule=rule)
    site = pos.site(space)
    if not site.garrison.titles and (site.marker in CITIES or town_draws):
        yield from gather(pos, space, units_for(pos, site), "12.34")


def turn_neutral(pos: ConquestPosition, space: str, rule: str) -> None:
    """12.13, G-12.35  A place is friendly to all again; its units stay and need not be fought."""
    pos.edit_site(space, hostile=False)
    pos.report(Turned, space=space, status="neutral", rule=rule)


@procedure("5.26")
def end_alliance(pos: ConquestPosition, space: str, rule: str) -> Procedure[None]:
    """5.26, 7.26  The alliance ends: the city's units leave its ally's expeditions. A City marker is needed again."""
    site = pos.site(space)
    if site.ally is not None:
        dismiss_from(pos, site.ally, space, rule)
        if site.marker == "city":
            yield from free_marker(pos, pos.active, "city")
        pos.edit_site(space, ally=None)


def dismiss_from(pos: ConquestPosition, seat: Seat, city: str, rule: str) -> None:
    """D-5.26, G-5.24  The units that come from this city leave all expeditions of the player, and only they."""
    for commander in pos.expeditions_of(seat):
        allies = pos.expeditions[commander].allies
        gone = Pile.of(title for title in allies.each() if ally_of(title)[1] == city)
        if gone.titles:
            dismiss(pos, commander, gone, rule)


def dismiss(pos: ConquestPosition, commander: str, gone: Pile, rule: str) -> None:
    """Indian units leave an expedition for the cup."""
    allies = pos.expeditions[commander].allies
    for title in gone.each():
        allies = allies.minus(title)
    pos.edit(commander, allies=allies)
    to_cup(pos, gone)
    units = tuple(ally_of(title)[0] for title in gone.each())
    pos.report(AlliesChanged, expedition=commander, units=units, joined=False, rule=rule)


# Markers ---------------------------------------------------------------------------------------------------------


def left_of(pos: ConquestPosition, marker: str) -> int:
    """How many markers of a kind are left: a limit of the game (4.171, 1.27). Allied cities lie on no City marker."""
    used = sum(site.marker == marker and site.ally is None for site in pos.sites.values())
    return pos.rules.markers[marker] - used


def take_marker_off(pos: ConquestPosition, space: str, rule: str) -> None:
    """G-4.171  A marker leaves the map with its state; the troops of a town or city go back to the cup.

    Indians who lie in wait where no town or city was found are no part of another marker and stay (12.35). So does a
    legend (C18).
    """
    site = pos.site(space)
    staying = site.garrison
    if site.marker in PLACES:
        to_cup(pos, site.garrison)
        staying = NOTHING
    pos.sites.pop(space, None)
    pos.edit_site(space, garrison=staying, legend=site.legend, legend_found=site.legend_found)
    pos.report(Removed, marker=str(site.marker), space=space, rule=rule)


@procedure("4.171")
def free_marker(pos: ConquestPosition, seat: Seat, marker: str) -> Procedure[None]:
    """A kind of marker that has run out is recycled: the one farthest from any expedition on its own map.

    The finder breaks ties (G-4.171, G-4.171c). The space it leaves stays discovered (G-4.171b).
    """
    if left_of(pos, marker) > 0:
        return
    far = {
        space: _remoteness(pos, space) for space, site in pos.sites.items() if site.marker == marker and not site.ally
    }
    if not far:
        return
    farthest = sorted(space for space in far if far[space] == max(far.values()))
    space = yield from pick(seat, "recycle", "4.171", farthest, facts=(("marker", marker),))
    take_marker_off(pos, str(space), "4.171")
    if marker != "discovered" and left_of(pos, "discovered") > 0:
        pos.edit_site(str(space), marker="discovered")
    else:
        pos.edit_site(str(space), known=True)


def _remoteness(pos: ConquestPosition, space: str) -> int:
    """Steps over all connections to the nearest expedition on the same map; far beyond all where there is none."""
    world = pos.rules.world
    return steps_from_expeditions(pos, world.map_of[space]).get(space, len(world.spaces))


@procedure("4.15")
def place(pos: ConquestPosition, seat: Seat, space: str, marker: str, rule: str) -> Procedure[None]:
    """A marker is placed, neutral side up (4.15, 12.11, 12.12)."""
    yield from free_marker(pos, seat, marker)
    pos.edit_site(space, marker=marker)
    pos.report(Placed, who=seat, marker=marker, space=space, rule=rule)


# Empires ---------------------------------------------------------------------------------------------------------


def empire_spaces(pos: ConquestPosition, found: list[str]) -> list[str]:
    """12.23, G-12.23  The Level 4 spaces where the next city of an empire may stand: the nearest ones."""
    world, n = pos.rules.world, pos.rules.n
    open_spaces: dict[str, int] = {}
    for start in found:
        for space, steps in world.land_distances(start).items():
            free = world.level[space] == n.empire_level and pos.site(space).marker not in CIVILIZATIONS
            if free and space not in found and steps <= n.empire_reach:
                open_spaces[space] = min(steps, open_spaces.get(space, steps))
    nearest = min(open_spaces.values(), default=0)
    return sorted(space for space, steps in open_spaces.items() if steps == nearest)


def empire_possible(pos: ConquestPosition, space: str) -> bool:
    """12.221, 12.231  A set is left, and at least one more city finds a space; otherwise the find is a plain city."""
    spaces = [space]
    while len(spaces) < pos.rules.n.empire_cities_least and (near := empire_spaces(pos, spaces)):
        spaces.append(near[0])
    return bool(pos.piles["empires"].titles) and len(spaces) >= pos.rules.n.empire_cities_least


@procedure("12.2", steps=("spaces", "cities", "king"))
def deploy_empire(pos: ConquestPosition, seat: Seat, space: str) -> Procedure[None]:
    """12.21-12.25  An empire: its spaces (12.23), its cities drawn at random (12.22), and the king in the capital.

    Two cities are drawn from the three; without the capital the king is in one of the two (G-12.23b). They are neutral
    and draw no units (C7).
    """
    sets = pos.piles["empires"].titles
    empire = next(each for each in pos.rules.empires if each in sets)  # 12.22: any set can be used for any empire
    pos.piles["empires"] = pos.piles["empires"].minus(empire)
    spaces = [space]
    pos.talk = (space,)
    while len(spaces) < pos.rules.n.empire_cities and (near := empire_spaces(pos, spaces)):
        chosen = near[0]
        if len(near) > 1:
            chosen = yield from draw(pos, Pile.of(near), seat, name="space", rule="12.23", seen_by=None)
        spaces.append(chosen)
        pos.talk = (*pos.talk, chosen)
    cup = Pile.of(["capital", *["imperial"] * (pos.rules.n.empire_cities - 1)])
    for city in spaces:
        marker = yield from draw(pos, cup, seat, name="imperial-city", rule="12.23", seen_by=None)
        cup = cup.minus(marker)
        pos.edit_site(city, marker=marker, empire=empire, known=False)
    pos.talk = ()
    capitals = [city for city in spaces if pos.site(city).marker == "capital"]
    if not capitals:  # two cities, neither of them the capital
        capitals = [(yield from draw(pos, Pile.of(spaces), seat, name="space", rule="12.25", seen_by=None))]
    pos.edit_site(capitals[0], king=True)
    pos.report(EmpireRose, empire=empire, spaces=tuple(spaces), capital=capitals[0], rule="12.2")


# Kings -----------------------------------------------------------------------------------------------------------


def capture_king(pos: ConquestPosition, commander: str, space: str, rule: str) -> None:
    """6.37, 5.14, 12.251  A king who is in the space is carried along with the expedition."""
    site = pos.site(space)
    if site.king and site.empire is not None:
        pos.edit_site(space, king=False)
        pos.edit(commander, kings=tuple(sorted((*pos.expeditions[commander].kings, site.empire))))
        pos.report(KingTaken, empire=site.empire, expedition=commander, rule=rule)


@procedure("12.252")
def free_kings(pos: ConquestPosition, commander: str, *, by_indians: bool = False) -> Procedure[None]:
    """The kings that an expedition held go home: to the nearest city of their empire without Spaniards, or for good.

    A king taken from Indians who won stays where he is, if that is a city of his empire (G-12.252).
    """
    expedition = pos.expeditions[commander]
    for empire in expedition.kings:
        pos.edit(commander, kings=tuple(king for king in pos.expeditions[commander].kings if king != empire))
        homes = homes_of(pos, empire, expedition.space)
        if by_indians and pos.site(expedition.space).empire == empire:
            homes = [expedition.space]
        home: str | None = homes[0] if homes else None
        if len(homes) > 1:
            home = yield from draw(pos, Pile.of(homes), expedition.owner, name="space", rule="12.252", seen_by=None)
        if home is not None:
            pos.edit_site(home, king=True)
        pos.report(KingWent, empire=empire, space=home, rule="12.252")


def homes_of(pos: ConquestPosition, empire: str, start: str) -> list[str]:
    """12.252, G-12.252  The nearest cities of the empire, by land, where no Spaniard stands.

    Where no land leads to one (from a ship, or from Cuba), the nearest over any lines (own ruling).
    """
    world = pos.rules.world
    occupied = {expedition.space for expedition in pos.expeditions.values()}
    cities = [space for space, site in pos.sites.items() if site.empire == empire and space not in occupied]
    steps = world.land_distances(start)
    if not any(city in steps for city in cities):
        steps = world.distances([start])
    cities = [city for city in cities if city in steps]
    nearest = min((steps[city] for city in cities), default=0)
    return sorted(city for city in cities if steps[city] == nearest)
