"""What there is to hope for in a position: the numbers by which a seat's prospects are weighed (`worth.py`)."""

from __future__ import annotations

from typing import Any, Final

from conquistadors.engine.requests import Question, Seat
from conquistadors.engine.run import Run
from conquistadors.engine.views import Options, View
from conquistadors.games.conquest.bots.captain.plans import best_plan, chance_of_empire
from conquistadors.games.conquest.bots.captain.sight import Sight
from conquistadors.games.conquest.bots.captain.styles import Style
from conquistadors.games.conquest.rules.cards.luck import TITLE as LUCK
from conquistadors.games.conquest.rules.position import CITIES, IMPERIAL, PLACES
from conquistadors.games.conquest.rules.victory import total_points

DECAY: Final = 0.8
"""What a prize is worth that is an action farther away."""
WEAKLY: Final = 25
"""Gold that an army of a lower value guards is at risk."""
AT_RISK: Final = 30
"""Of the points that are recorded, so many may be taken away soon."""


def prospects(sight: Sight) -> dict[str, float]:
    """By name, what a seat has and may hope for besides the points that are counted."""
    pos, rules, seat = sight.pos, sight.rules, sight.seat
    faction, hand = pos.factions[seat], pos.hands[seat]
    mine = sight.mine()
    armies = [commander for commander in mine if sight.force(commander).units]
    cards = [(rules.cards[title], count) for title, count in zip(*hand, strict=True) if title in rules.cards]
    gold = sum([pos.expeditions[commander].gold for commander in mine])
    found = dict.fromkeys(NAMES, 0.0)
    found |= {
        "one": 1.0,
        "gold": gold,
        "at-risk": min(AT_RISK, faction.permanent) * (faction.index < 0),
        "index": faction.index,
        "warrant": faction.warrant,
        "debt": faction.debt,
        "pesos": faction.pesos,
        "luck": hand.count_of(LUCK) + faction.luck,
        "maps": sum([count for card, count in cards if card.when == "discovery" and card.target == "own"]),
        "men-in-hand": sum([count for title, count in zip(*hand, strict=True) if title in rules.men]),
        "cards": hand.size,
        "conquistadors": sum([len(pos.members(commander)) for commander in mine]),
        "kings": sum([len(pos.expeditions[commander].kings) for commander in mine]),
        "empire": pos.empire_found,
    }
    for site in pos.sites.values():
        if site.marker in PLACES and not site.out:
            name = "imperial" if site.marker in IMPERIAL else "city" if site.marker in CITIES else "town"
            found[name] += 1
    if not armies:
        return found
    army = sight.strongest(armies)
    force, expedition = sight.force(army), pos.expeditions[army]
    spanish = sight.worth_of(pos.units(army))
    found |= {
        "army": 1.0,
        "spanish": spanish / 10,
        "spanish-squared": spanish * spanish / 1000,
        "indians": (force.value - spanish) / 10,
        "others": sum([sight.worth_of(pos.units(other)) for other in armies]) / 10 - spanish / 10,
        "combat": sight.best(army, "combat"),
        "diplomacy": sight.best(army, "diplomacy"),
        "rally": sight.best(army, "rally"),
        "hits": expedition.hits,
        "broken": expedition.hits >= 3,
        "food": min(2, expedition.food),
        "hungry": sight.hungry(army),
        "assets": expedition.assets.size + expedition.shown.size,
        "gold-weak": gold * (force.value < WEAKLY),
        "rate": best_plan(sight, army).rate,
    }
    found |= _within_reach(sight, army)
    return found


def _within_reach(sight: Sight, army: str) -> dict[str, float]:
    """The best prizes that an army could go for, and the chance of an empire."""
    sea, highest = sight.rules.n.sea, sight.rules.n.empire_level
    ways = sight.journeys(army)
    gains, heights, rich = [0.0, 0.0, 0.0], [0.0], 0.0
    level, known, sites = sight.world.level, sight.country.known, sight.pos.sites
    for space, way in ways.items():
        near = DECAY ** (way.length / sea)
        site = sites.get(space)
        if site is not None and site.marker in PLACES:
            if not site.out and site.ally != sight.seat:
                gains.append(max(0.0, sight.plunder(army, site)[0]) * near)
                rich += sight.estimates.plunder_gold(str(site.marker), 0) * near
        elif level[space] == highest and space not in known:
            heights.append(chance_of_empire(sight, army, sight.country.neighbour(space)) * near)
    gains.sort(reverse=True)
    heights.sort(reverse=True)
    return {
        "best": gains[0],
        "second": gains[1],
        "third": gains[2],
        "all": sum(gains),
        "rich": rich,
        "hope": heights[0],
        "more-hope": sum(heights[1:4]),
    }


NAMES: Final = (
    *("one", "gold", "at-risk", "index", "warrant", "debt", "pesos", "luck", "maps", "men-in-hand", "cards"),
    *("conquistadors", "kings", "empire", "town", "city", "imperial", "army", "spanish", "spanish-squared", "indians"),
    *("others", "combat", "diplomacy", "rally", "hits", "broken", "food", "hungry", "assets", "gold-weak", "rate"),
    *("best", "second", "third", "all", "rich", "hope", "more-hope"),
)
"""All that is weighed."""


def sight_of(run: Run[Any], seat: Seat, style: Style) -> Sight:
    """What the seat would see, were it asked."""
    view: View[Any] = View(run, seat, Options())
    view.pending = Question(seat, "worth", "13.2")
    return Sight(view, 0, style)


def points_now(sight: Sight) -> float:
    """The points that would be counted now."""
    return float(total_points(sight.pos, sight.seat))
