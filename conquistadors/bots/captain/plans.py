"""What an expedition would best do next: plans by what they gain for each action that they take."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Final, NamedTuple

from conquistadors.bots.captain.reasons import Why
from conquistadors.bots.captain.sight import Journey, Sight
from conquistadors.conquest.position import PLACES, Site
from conquistadors.conquest.spaces import ORDER, is_discovered

CHAIN: Final = 0.3
"""What the country beyond a find is worth, for each point of its hope."""
KNOWN: Final = 0.2
"""How much of that is left when an empire is known: the chain has led to the end."""
RANKS: Final = {"village": 0.5, "town": 0.8, "city": 1.0, "empire": 1.0}
"""How much a find opens the country beyond it."""
CITIES_OF_AN_EMPIRE: Final = ("capital", "imperial", "imperial")
LEGEND: Final = 0.5
"""What the danger of a legend costs."""
SPIRITS: Final = 3.0
"""What it is worth to lift a hit, more so the more there are."""
RANSOM: Final = 6.0
"""What it is worth to beat another expedition, besides its gold."""
WASTE: Final = 0.05
"""What it costs to leave a point of allies behind."""
SPARED: Final = 0.1
"""What a find is worth where an empire might be, but not with the cards in hand: a space is discovered only once, and
the cards will come."""
OPENED: Final = 0.6
"""What an empire is worth that may lie next to a find: it has to be reached first."""
LATER: Final = 0.9
"""What a gain is worth an action later."""
REMEMBERED: Final = 20_000
"""So many journeys are kept."""
PLACES_BY_FIND: Final = {name: Site(marker=name) for name in ("town", "city", "imperial", "capital")}


class Plan(NamedTuple):
    """What an expedition would do, what it gains for an action, and why."""

    rate: float
    verb: str
    target: str | None
    step: str | None
    """The first space on the way, if it is a journey."""
    reason: Why
    rule: str


REST: Final = Plan(0.0, "rest", None, None, Why("plan.rest"), "2.34")


class Prize(NamedTuple):
    """What can be gained in a space, in how many actions once one is there."""

    gain: float
    actions: float
    what: str
    """plunder, negotiate, legend, or the best that may be discovered."""
    chance: float
    """The chance of that discovery."""
    rule: str
    enters: bool
    """Entering it is the action: a discovery, or a legend."""


def best_plan(sight: Sight, commander: str, *, moves_only: bool = False) -> Plan:
    """The plan with the greatest gain for an action."""
    return max(plans(sight, commander, moves_only=moves_only), key=lambda plan: plan.rate)


def plans(sight: Sight, commander: str, *, moves_only: bool = False) -> list[Plan]:
    """All that an expedition might do."""
    found = [REST]
    if not moves_only:
        found += _here(sight, commander)
    journey = _known_journey(sight, commander)
    if journey is not None:
        found.append(journey)
    return found


# Where the expedition stands -------------------------------------------------------------------------------------


def _here(sight: Sight, commander: str) -> list[Plan]:
    pos, book = sight.pos, sight.book
    expedition = pos.expeditions[commander]
    here, site, units = expedition.space, pos.site(expedition.space), sight.force(commander).units
    found: list[Plan] = []
    if site.marker in PLACES:
        place = {"place": site.marker, "space": here}
        if units and not site.out and site.ally != sight.seat:
            gain, actions = sight.plunder(commander, site)
            wins = sight.against(commander, site).wins
            gold = book.plunder_gold(str(site.marker), site.attempts)
            reason = Why("plan.plunder", {**place, "gold": gold, "wins": wins})
            found.append(Plan(gain / actions, "plunder", here, None, reason, "7.13"))
        talk = sight.talk(commander, site, now=True)
        ally = "plan.negotiate" if site.ally == sight.seat or site.marker == "town" else "plan.negotiate-alliance"
        if not sight.hungry(commander):
            talk -= sight.style.patience
        found.append(Plan(talk, "negotiate", here, None, Why(ally, place), "5.13"))
    if units and not is_discovered(pos, here):
        prize = _discovery(sight, commander, here)
        if prize is not None:
            found.append(
                Plan(prize.gain / prize.actions, "discover", here, None, words(sight, here, prize), prize.rule)
            )
    if units and expedition.hits:
        lifted = -book.mean(lambda hits: max(hits, -expedition.hits), "rally", sight.best(commander, "rally"))
        gain = SPIRITS * lifted * (expedition.hits - 1)
        reason = Why("plan.rally", {"hits": expedition.hits})
        found.append(Plan(gain, "rally", here, None, reason, "9.22"))
    for enemy in sight.enemies(commander) if units else ():
        fight = sight.duel(commander, enemy)
        gain = fight.wins * (RANSOM + book.gold_worth * pos.expeditions[enemy].gold) - sight.cost(commander, fight)
        reason = Why("plan.attack", {"captain": enemy, "wins": fight.wins})
        found.append(Plan(gain, "attack", enemy, None, reason, "6.121"))
    return found


# Elsewhere -------------------------------------------------------------------------------------------------------


def _prizes(sight: Sight, commander: str, ways: dict[str, Journey]) -> dict[str, Prize]:
    """What can be gained in other spaces that can be reached."""
    pos, levels, known = sight.pos, sight.world.level, sight.known
    here = pos.expeditions[commander].space
    units = sight.force(commander).units
    found: dict[str, Prize] = {}
    for space, way in ways.items():
        if space == here:
            continue
        site = pos.sites.get(space)
        if site is not None and site.legend is not None:
            back = way.length / sight.rules.n.sea  # and out of the wilderness again
            found[space] = Prize(sight.book.legend(site.legend) - LEGEND, 1 + back, "legend", 0.0, "19.41", True)
        elif levels[space] is not None and space not in known:
            prize = _discovery(sight, commander, space) if units else None
            if prize is not None:
                found[space] = prize
        elif site is not None and site.marker in PLACES and (units or not site.hostile):
            near = way.length <= sight.rules.n.sea
            attempts = sight.crowd(space) + (site.attempts if near else 0)
            gain, actions, how = sight.exploit(commander, site, attempts)
            if gain > 0:
                found[space] = Prize(gain, actions, how, 0.0, "3.12", False)
    return found


def words(sight: Sight, space: str, prize: Prize) -> Why:
    """A prize in words."""
    site = sight.pos.site(space)
    if prize.what == "legend":
        return Why("plan.legend", {"legend": site.legend, "space": space})
    if prize.rule == "4.11":
        level = sight.world.level[space]
        if not prize.what:
            return Why("plan.discover", {"space": space, "level": level})
        return Why(f"plan.discover-{prize.what}", {"space": space, "level": level, "chance": prize.chance})
    return Why(f"plan.go-{prize.what}", {"place": site.marker, "space": space})


def _discovery(sight: Sight, commander: str, space: str) -> Prize | None:
    """An undiscovered space: what may be found there, what that would bring, and what lies beyond."""
    level = sight.world.level[space]
    if level is None:
        return None
    high = level >= sight.rules.n.empire_level
    more = sight.rules.n.coast_discovery * sight.world.spaces[space].minus_one
    more += sight.helps(commander, all_out=high)
    odds = sight.book.finds(level, sight.neighbour(space), more)
    if not odds:
        return None
    spared = SPARED if high and not any(found == "empire" for _, found in odds) else 1.0
    beyond = CHAIN * sight.promise(space) * (KNOWN if sight.pos.empire_found and sight.cities else 1.0)
    heights = sight.heights(space)
    gain, actions, best, chance = 0.0, 1.0, "", 0.0
    for p, found in odds:
        if found not in RANKS:
            continue
        won, taken = _find(sight, commander, found)
        opened, further = _opened(sight, commander, heights, found) if found in ORDER else (0.0, 0.0)
        gain += p * (won + beyond * RANKS[found] + opened)
        actions += p * (taken + further)
        if found != "village":
            best, chance = found, p
    return Prize(gain * spared * sight.fancy(space), actions, best, chance, "4.11", True)


def _opened(sight: Sight, commander: str, heights: tuple[str, ...], found: str) -> tuple[float, float]:
    """What a find opens: the better chance of an empire next to it, and the actions for that."""
    better = 0.0
    for near in heights:
        before = sight.neighbour(near)
        if ORDER.index(found) > ORDER.index(before):
            gained = _chance(sight, commander, found) - _chance(sight, commander, before)
            better = max(better, gained)
    if not better:
        return 0.0, 0.0
    won, taken = _find(sight, commander, "empire")
    return OPENED * better * won, better * (taken + 1)


def _chance(sight: Sight, commander: str, neighbour: str) -> float:
    """The chance of an empire next to such a neighbour, with all that can be laid out for it."""
    odds = sight.book.finds(sight.rules.n.empire_level, neighbour, sight.helps(commander, all_out=True))
    return sum([chance for chance, found in odds if found == "empire"])


def _find(sight: Sight, commander: str, found: str) -> tuple[float, float]:
    """What a find would bring, and the actions for it."""
    known = sight.finds.get((commander, found))
    if known is None:
        known = sight.finds[commander, found] = _worked_out(sight, commander, found)
    return known


def _worked_out(sight: Sight, commander: str, found: str) -> tuple[float, float]:
    if found == "empire":
        gain = 0.0 if sight.pos.empire_found else float(sight.rules.n.points_first_empire)
        actions = 0.0
        for marker in CITIES_OF_AN_EMPIRE:
            won, taken, _ = sight.exploit(commander, PLACES_BY_FIND[marker])
            gain += max(0.0, won)
            actions += taken + 1 if won > 0 else 0.0
        return gain, actions
    if found not in PLACES_BY_FIND:
        return 0.0, 0.0
    won, taken, _ = sight.exploit(commander, PLACES_BY_FIND[found])
    return (won, taken) if won > 0 else (0.0, 0.0)


def _known_journey(sight: Sight, commander: str) -> Plan | None:
    """The same for the same table: it is asked for again and again in an impulse, and by those who look ahead."""
    known: dict[tuple[Hashable, ...], Plan | None] = sight.book.journeys
    key = (commander, *sight.situation())
    if key not in known:
        if len(known) >= REMEMBERED:
            known.clear()
        known[key] = _journey(sight, commander)
    return known[key]


def _journey(sight: Sight, commander: str) -> Plan | None:
    """The best prize elsewhere, by land and sea."""
    n, under_way = sight.rules.n, sight.pos.march
    expedition, force = sight.expedition(commander), sight.force(commander)
    reach = n.land_discovered if force.units else n.land_alone
    gone = 0 if under_way is None or under_way.by == "sea" else under_way.steps
    waste = 0.0
    if expedition.allies.titles:
        waste = WASTE * (force.value - sight.worth_of(sight.pos.units(commander)))
    ways = sight.journeys(expedition.space, ashore=expedition.ashore)
    best, rate = None, 0.0
    for space, prize in _prizes(sight, commander, ways).items():
        way = ways.get(space)
        if way is None:
            continue
        if way.steps >= 0:
            short = reach - n.land_undiscovered if prize.rule == "4.11" else 0
            last = 1 if prize.enters else 0
            travel = -(-(way.steps + gone + short * last) // reach) - last + 0.02 * way.steps
        else:
            travel = max(0.0, way.length / n.sea - 1) if prize.enters else max(1.0, way.length / n.sea)
        worth = prize.gain * LATER**travel / (travel + prize.actions) - (waste if way.steps < 0 else 0)
        if worth > rate:
            best, rate = (space, prize, way), worth
    if best is None:
        return None
    space, prize, way = best
    on = "plan.march" if way.mode == "march" else "plan.sail"
    reason = Why(on, {"space": space, "plan": words(sight, space, prize)})
    return Plan(rate, way.mode, space, way.first, reason, prize.rule)
