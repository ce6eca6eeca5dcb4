"""The set-up: where markers and men go, and who is chosen."""

from __future__ import annotations

from conquistadors.bots.reasons import Why
from conquistadors.engine import PASS, Option
from conquistadors.games.conquest.bots.captain.answering import Found
from conquistadors.games.conquest.bots.captain.sight import Sight


def place_marker(sight: Sight) -> Found:
    """Near high country, where a chain of finds may begin."""
    best = max(sight.options, key=lambda o: sight.estimates.hope(str(o.subject)) * sight.fancy(str(o.subject)))
    return best, Why("start.marker", {"space": best.subject})


def divide(sight: Sight) -> Found:
    """One strong expedition: nearly all units for the better man."""
    one, other = str(sight.facts["captain"]), str(sight.facts["other"])
    if (sight.rating(one), one) >= (sight.rating(other), other):
        return sight.options[-1], Why("start.divide", {"captain": one})
    return sight.options[0], Why("start.divide", {"captain": other})


def station(sight: Sight) -> Found:
    """All in one place: where they can march together."""
    pos = sight.pos

    def worth(option: Option) -> float:
        target = str(option.target)
        friends = sum(e.space == target for e in pos.expeditions.values() if e.owner == sight.seat)
        town = pos.site(target).marker == "town"
        return 100.0 * friends + 10.0 * town + sight.estimates.hope(target) * (target not in sight.world.havens)

    best = max(sight.options, key=worth)
    return best, Why("start.station", {"space": best.target})


def assign_asset(sight: Sight) -> Found:
    best = max(sight.options, key=lambda o: sight.pos.units(str(o.target)).size)
    return best, Why("start.asset")


def choose_man(sight: Sight) -> Found:
    """Who adds most to the ratings that are there already."""
    pos = sight.pos
    own = [man for man, captain in pos.captains.items() if captain.owner == sight.seat]

    def adds(option: Option) -> float:
        man = sight.rules.men.get(str(option.subject))
        if man is None:
            return -1.0
        found: float = 0.02 * sight.rating(man.id)
        for rating, weight in (("combat", 1.0), ("diplomacy", 1.0), ("rally", 0.4)):
            before = max([getattr(sight.rules.men[m], rating) for m in own], default=0)
            found += weight * max(0, getattr(man, rating) - before)
        return found * sight.fancy(man.id)

    best = max(sight.options, key=adds)
    if best == PASS:
        return best, Why("start.nobody")
    return best, Why("start.man", {"captain": best.subject})


def choose_commander(sight: Sight) -> Found:
    best = max(sight.options, key=lambda o: (sight.rules.men[str(o.subject)].combat > 0, sight.rating(str(o.subject))))
    return best, Why("start.commander", {"captain": best.subject})


def choose_haven(sight: Sight) -> Found:
    """Where high country is near, over land or sea."""

    best = max(sight.options, key=lambda option: outlook(sight, str(option.subject)))
    return best, Why("start.haven", {"space": best.subject})


def outlook(sight: Sight, haven: str) -> float:
    """How much undiscovered high country is near a haven, and how few others look for it."""
    world, known = sight.world, sight.country.known
    here = [(s, d) for s, d in world.distances([haven]).items() if world.map_of[s] == world.map_of[haven]]
    high = [(world.level[s] or 0, d) for s, d in here if s not in known]
    near = sum([level * level / (2 + d) / (2 + d) for level, d in high])
    others = [e for e in sight.pos.expeditions.values() if e.owner != sight.seat]
    found: float = near / (1 + sum([world.map_of[e.space] == world.map_of[haven] for e in others]))
    return found
