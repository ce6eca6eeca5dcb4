"""What an expedition would best do next: plans by what they gain for each action that they take."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import Final, NamedTuple

from conquistadors.bots.reasons import Why
from conquistadors.games.conquest.bots.captain.country import Journey, Outlook
from conquistadors.games.conquest.bots.captain.sight import Aim, Sight
from conquistadors.games.conquest.rules.position import PLACES, Site
from conquistadors.games.conquest.rules.spaces import ORDER, is_discovered

RANKS: Final = {"village": 0.5, "town": 0.8, "city": 1.0, "empire": 1.0}
"""How much a find opens the country beyond it."""
CITIES_OF_AN_EMPIRE: Final = ("capital", "imperial", "imperial")
SET: Final = 1_000.0
"""What an expedition is set on comes before all else."""
TRIPS_REMEMBERED: Final = 2_000
"""So many lists of trips are kept."""
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

    def serves(self, aim: Aim) -> bool:
        """Whether it does what an expedition is set on: a trip to a space, or something where it stands."""
        return self.target == aim.target and (self.step is not None if aim.verb is None else self.verb == aim.verb)


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


class Trip(NamedTuple):
    """A prize elsewhere, the way to it, and what it gains for an action."""

    rate: float
    space: str
    prize: Prize
    way: Journey


class Hope(NamedTuple):
    """What can be hoped for in an undiscovered space."""

    gain: float
    opens: float
    """What it is worth besides, for each point of the high country beyond."""
    actions: float
    best: str
    chance: float


def best_plan(sight: Sight, commander: str, *, moves_only: bool = False) -> Plan:
    """The plan with the greatest gain for an action."""
    return max(plans(sight, commander, moves_only=moves_only), key=lambda plan: plan.rate)


def plans(sight: Sight, commander: str, *, moves_only: bool = False) -> list[Plan]:
    """All that an expedition might do; of the trips only the best, or the one that it is set on."""
    found = [REST]
    if not moves_only:
        found += _here(sight, commander)
    elsewhere = trips(sight, commander)
    aim = sight.aim if sight.aim is not None and sight.aim.commander == commander else None
    if aim is None:
        return [*found, _on(sight, elsewhere[0])] if elsewhere else found
    found += [_on(sight, trip) for trip in elsewhere[:1]]
    found += [_on(sight, trip) for trip in elsewhere[1:] if trip.space == aim.target]
    return [plan._replace(rate=plan.rate + SET) if plan.serves(aim) else plan for plan in found]


def aims(sight: Sight, commander: str) -> list[tuple[float, Aim]]:
    """What an expedition might be set on, with the gain for an action: all that it can do here, and every trip."""
    here = [(plan.rate, Aim(commander, plan.verb, plan.target)) for plan in _here(sight, commander)]
    return [*here, *[(trip.rate, Aim(commander, None, trip.space)) for trip in trips(sight, commander)]]


# Where the expedition stands -------------------------------------------------------------------------------------


def _here(sight: Sight, commander: str) -> list[Plan]:
    pos, estimates = sight.pos, sight.estimates
    expedition = pos.expeditions[commander]
    here, site, units = expedition.space, pos.site(expedition.space), sight.force(commander).units
    found: list[Plan] = []
    if site.marker in PLACES:
        place = {"place": site.marker, "space": here}
        if units and not site.out and site.ally != sight.seat:
            gain, actions = sight.plunder(commander, site)
            wins = sight.against(commander, site).wins
            gold = estimates.plunder_gold(str(site.marker), site.attempts)
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
        lifted = -estimates.mean(lambda hits: max(hits, -expedition.hits), "rally", sight.best(commander, "rally"))
        gain = sight.style.spirits * lifted * (expedition.hits - 1)
        reason = Why("plan.rally", {"hits": expedition.hits})
        found.append(Plan(gain, "rally", here, None, reason, "9.22"))
    for enemy in sight.enemies(commander) if units else ():
        fight = sight.duel(commander, enemy)
        spoils = sight.style.ransom + estimates.gold_worth * pos.expeditions[enemy].gold
        gain = fight.wins * spoils - sight.cost(commander, fight)
        reason = Why("plan.attack", {"captain": enemy, "wins": fight.wins})
        found.append(Plan(gain, "attack", enemy, None, reason, "6.121"))
    return found


# Elsewhere -------------------------------------------------------------------------------------------------------


def _prizes(sight: Sight, commander: str, ways: dict[str, Journey]) -> dict[str, Prize]:
    """What can be gained in other spaces that can be reached."""
    pos, levels, known = sight.pos, sight.world.level, sight.country.known
    here = pos.expeditions[commander].space
    units = sight.force(commander).units
    found: dict[str, Prize] = {}
    for space, way in ways.items():
        if space == here:
            continue
        site = pos.sites.get(space)
        if site is not None and site.legend is not None:
            back = way.length / sight.rules.n.sea  # and out of the wilderness again
            gain = sight.estimates.legend(site.legend) - sight.style.legend
            found[space] = Prize(gain, 1 + back, "legend", 0.0, "19.41", True)
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
    outlook = sight.country.outlook(space)
    if outlook is None:
        return None
    key = (commander, outlook)
    if key not in sight.hopes:
        sight.hopes[key] = _hope(sight, commander, outlook)
    hope: Hope | None = sight.hopes[key]
    if hope is None:
        return None
    gain = (hope.gain + hope.opens * sight.country.promise(space)) * sight.fancy(space)
    return Prize(gain, hope.actions, hope.best, hope.chance, "4.11", True)


def _hope(sight: Sight, commander: str, outlook: Outlook) -> Hope | None:
    """What can be hoped for in a space that is like this."""
    level, neighbour, coast, around = outlook
    high = level >= sight.rules.n.empire_level
    odds = sight.estimates.finds(level, neighbour, coast + sight.helps(commander, all_out=high))
    if not odds:
        return None
    style = sight.style
    spared = style.spared if high and not any(found == "empire" for _, found in odds) else 1.0
    beyond = style.chain * (style.known if sight.pos.empire_found and sight.cities else 1.0)
    gain, opens, actions, best, chance = 0.0, 0.0, 1.0, "", 0.0
    for p, found in odds:
        if found not in RANKS:
            continue
        won, taken = _find(sight, commander, found)
        opened, further = _opened(sight, commander, around, found) if found in ORDER else (0.0, 0.0)
        gain += p * (won + opened)
        opens += p * beyond * RANKS[found]
        actions += p * (taken + further)
        if found != "village":
            best, chance = found, p
    return Hope(gain * spared, opens * spared, actions, best, chance)


def _opened(sight: Sight, commander: str, around: frozenset[str], found: str) -> tuple[float, float]:
    """What a find opens: the better chance of an empire next to it, and the actions for that."""
    better = 0.0
    for before in around:
        if ORDER.index(found) > ORDER.index(before):
            gained = chance_of_empire(sight, commander, found) - chance_of_empire(sight, commander, before)
            better = max(better, gained)
    if not better:
        return 0.0, 0.0
    won, taken = _find(sight, commander, "empire")
    return sight.style.opened * better * won, better * (taken + 1)


def chance_of_empire(sight: Sight, commander: str, neighbour: str) -> float:
    """The chance of an empire next to such a neighbour, with all that can be laid out for it."""
    odds = sight.estimates.finds(sight.rules.n.empire_level, neighbour, sight.helps(commander, all_out=True))
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


def trips(sight: Sight, commander: str) -> tuple[Trip, ...]:
    """All prizes elsewhere that pay, the best first.

    The same for the same table: they are asked for again and again in an impulse, and by those who look ahead.
    """
    known: dict[tuple[Hashable, ...], tuple[Trip, ...]] = sight.estimates.trips
    key = (commander, *sight.situation())
    if key not in known:
        if len(known) >= TRIPS_REMEMBERED:
            known.clear()
        known[key] = tuple(sorted(_trips(sight, commander), key=lambda trip: -trip.rate))
    return known[key]


def _trips(sight: Sight, commander: str) -> Iterator[Trip]:
    """By land and sea."""
    n, under_way = sight.rules.n, sight.pos.march
    expedition, force = sight.expedition(commander), sight.force(commander)
    reach = n.land_discovered if force.units else n.land_alone
    gone = 0 if under_way is None or under_way.by == "sea" else under_way.steps
    waste = 0.0
    if expedition.allies.titles:
        waste = sight.style.waste * (force.value - sight.worth_of(sight.pos.units(commander)))
    ways = sight.journeys(commander)
    for space, prize in _prizes(sight, commander, ways).items():
        way = ways[space]
        if way.steps >= 0:
            short = reach - n.land_undiscovered if prize.rule == "4.11" else 0
            last = 1 if prize.enters else 0
            travel = -(-(way.steps + gone + short * last) // reach) - last + 0.02 * way.steps
        else:
            travel = max(0.0, way.length / n.sea - 1) if prize.enters else max(1.0, way.length / n.sea)
        rate = prize.gain * sight.style.later**travel / (travel + prize.actions) - (waste if way.steps < 0 else 0)
        if rate > 0:
            yield Trip(rate, space, prize, way)


def _on(sight: Sight, trip: Trip) -> Plan:
    """A trip as a plan."""
    on = "plan.march" if trip.way.mode == "march" else "plan.sail"
    reason = Why(on, {"space": trip.space, "plan": words(sight, trip.space, trip.prize)})
    return Plan(trip.rate, trip.way.mode, trip.space, trip.way.first, reason, trip.prize.rule)
