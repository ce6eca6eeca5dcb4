"""What cards and luck are worth: the hand, reactions, support, and Mano de Dios by the exact odds of a roll."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import partial
from typing import Any, Final

from conquistadors.bots.reasons import Why
from conquistadors.games.conquest.bots.captain.plans import best_plan
from conquistadors.games.conquest.bots.captain.sight import Sight
from conquistadors.games.conquest.bots.captain.styles import Style
from conquistadors.games.conquest.pack.tables import DiplomacyResult
from conquistadors.games.conquest.rules.cards.luck import TITLE as LUCK
from conquistadors.games.conquest.rules.cards.playing import ROLLS
from conquistadors.games.conquest.rules.position import CITIES, PLACES, Site
from conquistadors.games.conquest.rules.spaces import is_discovered

KEPT: Final[dict[str, float]] = {
    LUCK: 6.0,
    "a-ship-from-castile": 6.0,
    "garays-men": 4.0,
    "letter-from-the-crown": 4.0,
    "map-on-cloth": 4.0,
    "green-glass-beads": 3.5,
    "tribute-collectors-seized": 3.0,
    "desertion": 4.0,
    "war-dogs": 3.5,
    "santiago": 3.0,
    "hostage": 3.0,
    "ultimatum": 3.0,
    "speech-to-the-men": 2.5,
    "storehouses-of-maize": 2.5,
    "buena-suerte-a-ambos": 2.5,
    "powerful-patron": 1.5,
    "support-of-the-church": 1.2,
    "indian-ambush": 3.5,
    "painted-warriors": 3.5,
    "assassination": 3.5,
    "indian-uprising": 3.0,
    "hidden-treasure": 3.0,
    "theft": 3.0,
    "arrest-warrant": 3.0,
    "creditors-demand-payment": 3.0,
}
"""How gladly a captain keeps a card; others are worth 2, and less if they are for an occasion that is rare."""
WORTH_OF_ANY_CARD: Final = 2.0
RARE: Final = frozenset({"movement", "sea-move", "funds", "malaria", "any"})
MAN: Final = 5.0
SHOCK: Final = 15.0


def kept(sight: Sight, title: str) -> float:
    """How gladly a card is kept."""
    if title in sight.rules.men:
        return MAN + sight.rating(title) / 2
    known = dict(sight.style.keeps).get(title) or KEPT.get(title)
    if known is not None:
        return known
    card = sight.rules.cards.get(title)
    return WORTH_OF_ANY_CARD / 2 if card is None or card.when in RARE or "legend" in card.effect else WORTH_OF_ANY_CARD


# Rolls -----------------------------------------------------------------------------------------------------------


def roll_worth(sight: Sight, roll: str) -> tuple[Callable[[Any], float], tuple[Hashable, ...]] | None:
    """What each result of a roll of your own is worth, and where it is read; None for rolls that do not matter."""
    pos, estimates, style = sight.pos, sight.estimates, sight.style
    action = pos.action
    plain = _PLAIN_WORTH.get(roll)
    if plain is not None:
        return partial(plain, style), ()
    if roll == "gift":
        return (lambda boxes: boxes * (estimates.box + 1)), ()
    if roll == "exhaustion" and action is not None:
        marker, site = str(pos.site(action.space).marker), pos.site(action.space)
        left = estimates.plunder_gold(marker, site.attempts + 1) * estimates.gold_worth
        return (lambda out: -left * out), (marker,)
    if roll == "combat-spanish" and pos.battle is not None:
        sides = (pos.battle.attacker, pos.battle.defender)
        side = next((s for s in sides if s.expedition is not None and s.seat == sight.seat and s.value), None)
        if side is None:
            side = next((s for s in sides if s.expedition is not None and s.seat == sight.seat), None)
            if side is None or side.expedition is None:
                return None
            return (lambda result: style.loss * result[0]), (sight.force(side.expedition).value,)
        return (lambda result: style.loss * result[0]), (side.value,)
    if action is None:
        return None
    site = pos.site(action.space)
    place = "city" if site.marker in CITIES else "town"
    if roll == "discovery":
        return _find_worth(sight, action.expedition, action.space), (sight.world.level[action.space],)
    if roll == "diplomacy":
        return _talk_worth(sight, action.expedition, site), (place,)
    if roll == "diplomacy-gold":
        return (lambda gold: gold * estimates.gold_worth), (place,)
    if roll == "plunder-gold":
        return (lambda gold: gold * estimates.gold_worth), (str(site.marker),)
    if roll == "funds":
        return (lambda pesos: pesos / 2), (action.notes[0],)
    return None


_PLAIN_WORTH: Final[dict[str, Callable[[Style, Any], float]]] = {
    "leader-casualty": lambda style, result: -style.death * (result == "dead") - style.wound * (result == "wounded"),
    "assassination": lambda style, result: -style.death * (result == "dead"),
    "poison-darts": lambda style, result: -style.death * (result == "dead"),
    "cannon-retreat": lambda style, result: -4 * style.unit * (result == "lost"),
    "ultimatum": lambda _, result: -2 * (result == "unit-lost"),
    "stormy-weather": lambda _, result: -2 * (result == "unit-lost"),
    "starvation": lambda style, hits: -style.hit * hits,
    "terrain": lambda style, hits: -style.hit * hits,
    "malaria": lambda style, hits: -style.hit * hits,
    "rally": lambda style, hits: -style.hit * hits,
    "sudden-shock": lambda _, result: SHOCK * (result == "succeeds"),
}


def _find_worth(sight: Sight, commander: str, space: str) -> Callable[[Any], float]:
    estimates = sight.estimates
    beyond = 0.2 * estimates.hope(space)

    def worth(found: str) -> float:
        if found == "empire":
            cities = 3 * sight.exploit(commander, Site(marker="imperial"))[0] / 2
            return beyond + max(0.0, cities) + (0 if sight.pos.empire_found else sight.rules.n.points_first_empire)
        if found in PLACES:
            return beyond + max(0.0, sight.exploit(commander, Site(marker=found))[0]) * 0.6
        return beyond / 2 if found == "village" else 0.0

    return worth


def _talk_worth(sight: Sight, commander: str, site: Site) -> Callable[[Any], float]:
    estimates, style, marker = sight.estimates, sight.style, str(site.marker)
    place = "city" if site.marker in CITIES else "town"
    hungry = sight.hungry(commander)

    def worth(result: DiplomacyResult) -> float:
        gained = style.food * result.food * hungry
        if result.alliance and site.marker in CITIES and site.ally != sight.seat:
            gained += estimates.points(marker) + 3
        if result.king and site.king:
            gained += style.king
        if result.turns_hostile and not site.hostile and site.ally is None:
            gained -= style.anger
        if result.choice is not None:
            before = sight.rules.n.gold_roll_before * site.gold_rolls
            gold = 0.0 if site.out else estimates.gift_of_gold(place, result.choice + before)
            gained += max(style.card, gold * estimates.gold_worth)
        return gained

    return worth


def luck(sight: Sight, use: str) -> tuple[float, Why]:
    """What a Mano de Dios brings to the roll under way by its exact odds, and that in words."""
    rolling = sight.pos.rolling[-1]
    known = roll_worth(sight, rolling.roll)
    if known is None:
        return 0.0, Why("luck.never")
    worth, where = known
    estimates = sight.estimates
    added = sum([modifier.value for modifier in rolling.modifiers])
    mean = estimates.mean(worth, rolling.roll, added, *where)
    if use == "modify":
        more = int(str(sight.rules.cards[LUCK].effect["modifier"]))
        gain = estimates.mean(worth, rolling.roll, added + more, *where) - mean
        after = estimates.mean(lambda result: max(worth(result), mean), rolling.roll, added, *where) - mean
        words = Why("luck.modify", {"more": more, "roll": rolling.roll, "gain": gain})
        if sight.rules.rolls[rolling.roll].luck_after and after > gain:
            return 0.0, Why("luck.wait", {"why": words})
        return gain, words
    assert rolling.natural is not None
    result = sight.rules.reading(rolling.roll, *where)(rolling.natural + added)
    gain = mean - worth(result)
    return gain, Why("luck.reroll", {"roll": rolling.roll, "gain": gain})


def saved(sight: Sight) -> bool:
    """Whether luck and maps are better saved: an empire is still looked for, and this is not where it may be."""
    action = sight.pos.action
    if action is not None and sight.world.level[action.space] == sight.rules.n.empire_level:
        return False
    return sight.seeks_empire()


def support_gain(sight: Sight, effect: Any) -> float:
    """What a card adds to the roll that it supports."""
    occasion = str(sight.facts["occasion"])
    roll = {"plunder": "plunder-gold", "gold": "diplomacy-gold"}.get(occasion, occasion)
    known = roll_worth(sight, roll)
    more = sum([int(str(effect[name])) for name in ROLLS[occasion] if name in effect])
    if known is None:
        return float(more)
    worth, where = known
    action, n = sight.pos.action, sight.rules.n
    added = sum([modifier.value for modifier in action.modifiers]) if action is not None else 0
    if action is not None:
        site, commander = sight.pos.site(action.space), action.expedition
        if roll == "diplomacy":
            added += sight.best(commander, "diplomacy") + n.diplomacy_hostile * site.hostile
            added += n.diplomacy_imperial * (site.empire is not None)
        elif roll == "rally":
            added += sight.best(commander, "rally")
        elif roll == "discovery":
            level = sight.world.level[action.space]
            near = (
                0
                if level is None
                else sight.rules.tables.neighbour_modifier(level, sight.country.neighbour(action.space))
            )
            added += near or 0
        elif roll == "plunder-gold":
            added += n.plunder_before * site.attempts
    estimates = sight.estimates
    return estimates.mean(worth, roll, added + more, *where) - estimates.mean(worth, roll, added, *where)


# Cards of your own impulse --------------------------------------------------------------------------------------


def playable(sight: Sight, title: str) -> Why | None:
    """Why an Action card should be played now; None if it should not."""
    card = sight.rules.cards[title]
    effect = card.effect
    if card.target == "other":
        return _hurts(sight, title)
    if card.target == "any":
        return Why("card.uprising") if rivals_in(sight) else None
    for name, judge in _OWN.items():
        if name in effect:
            return judge(sight, effect)
    return None


def rivals_in(sight: Sight) -> list[str]:
    """Places where rivals stand or have allies, and oneself does not."""
    pos = sight.pos
    mine = {pos.expeditions[c].space for c in sight.mine()}
    theirs = {e.space for e in pos.expeditions.values() if e.owner != sight.seat}
    return [
        space
        for space, site in pos.sites.items()
        if site.marker in PLACES
        and space not in mine
        and site.ally != sight.seat
        and (space in theirs or site.ally is not None)
    ]


def _hurts(sight: Sight, title: str) -> Why | None:
    rivals = sight.rivals()
    if not rivals or "legend" in sight.rules.cards[title].effect:
        return None
    if title == "theft" and not any(e.gold > 2 for e in sight.pos.expeditions.values() if e.owner != sight.seat):
        return None
    return Why("card.hurts", {"player": rivals[0]})


def _heal_hits(sight: Sight, _: Any) -> Why | None:
    worst = max([sight.expedition(c).hits for c in sight.mine()], default=0)
    return Why("card.hits", {"hits": worst}) if worst >= 2 else None


def _rediscover(sight: Sight, _: Any) -> Why | None:
    return Why("card.rediscover") if rediscoveries(sight) else None


def rediscoveries(sight: Sight) -> list[str]:
    """High spaces in which nothing was found, near your own men and a civilization."""
    pos, world = sight.pos, sight.world
    near: set[str] = set()
    for commander in sight.mine():
        if sight.force(commander).units:
            here = pos.expeditions[commander].space
            near.update(s for s, d in world.land_distances(here).items() if 0 < d <= sight.rules.n.land_undiscovered)
    dull = ("discovered", "mosquito")
    lost = [
        s for s in near if pos.site(s).marker in dull and (world.level[s] or 0) >= sight.rules.n.reaction_high_level
    ]
    return sorted(s for s in lost if sight.estimates.finds(world.level[s] or 0, sight.country.neighbour(s)))


def _favour(sight: Sight, effect: Any) -> Why | None:
    faction = sight.pos.factions[sight.seat]
    if faction.index >= sight.rules.favour_ends[1] and not faction.warrant:
        return None
    price = -int(str(effect.get("gold", 0)))
    if price and sight.estimates.box <= price * sight.estimates.gold_worth and faction.index >= 0:
        return None
    return Why("card.favour")


def _two(sight: Sight, _: Any) -> Why | None:
    able = [c for c in sight.mine() if sight.force(c).units and best_plan(sight, c).rate > 1]
    return Why("card.two") if len(able) > 1 else None


def _food(sight: Sight, _: Any) -> Why | None:
    return Why("card.food") if any(map(sight.hungry, sight.mine())) else None


def _roads(sight: Sight, _: Any) -> Why | None:
    impulse = sight.pos.impulse
    for commander in sight.mine():
        plan = best_plan(sight, commander)
        if plan.verb == "march" and plan.target is not None and commander not in impulse.activated:
            steps = sight.journeys(commander)[plan.target].steps
            if sight.rules.n.land_discovered < steps and is_discovered(sight.pos, plan.target):
                return Why("card.far", {"space": plan.target})
    return None


def _always(words: Why) -> Callable[[Sight, Any], Why | None]:
    def say(_: Sight, __: Any) -> Why | None:
        return words

    return say


def _scuttle(sight: Sight, _: Any) -> Why | None:
    worst = max([sight.expedition(c).hits for c in sight.mine()], default=0)
    return Why("card.scuttle") if worst else None


_OWN: Final[dict[str, Callable[[Sight, Any], Why | None]]] = {
    "removes_all_hits": _heal_hits,
    "markers_removed": _rediscover,
    "bars_sea_moves": _scuttle,
    "index": _favour,
    "index_otherwise": _favour,
    "activations": _two,
    "draw": _always(Why("card.draw")),
    "foot": _always(Why("card.men")),
    "heals": _always(Why("card.heal")),
    "food": _food,
    "land_spaces": _roads,
    "malaria_check": _always(Why("card.no-fever")),
}
"""Cards for oneself, by what their text brings."""
