"""Whom and what cards are aimed at."""

from __future__ import annotations

from conquistadors.bots.reasons import Why
from conquistadors.engine import Option
from conquistadors.games.conquest.bots.captain.answering import Found
from conquistadors.games.conquest.bots.captain.cards import rediscoveries, rivals_in
from conquistadors.games.conquest.bots.captain.sight import Sight
from conquistadors.games.conquest.rules.position import CITIES


def target_player(sight: Sight) -> Found:
    best = max(sight.options, key=lambda o: sight.points_with_gold(str(o.subject)))
    return best, Why("target.player", {"player": best.subject})


def target_expedition(sight: Sight) -> Found:
    pos = sight.pos
    title = str(sight.facts.get("card", ""))
    own = [o for o in sight.options if pos.expeditions[str(o.subject)].owner == sight.seat]
    if own:
        hits = title in sight.rules.cards and "removes_all_hits" in sight.rules.cards[title].effect
        food = title in sight.rules.cards and "food" in sight.rules.cards[title].effect

        def need(option: Option) -> float:
            expedition, force = pos.expeditions[str(option.subject)], sight.force(str(option.subject))
            wanted = expedition.hits * hits + sight.hungry(str(option.subject)) * food
            return 100.0 * wanted * bool(force.units) + force.value

        return max(own, key=need), Why("target.helps")
    best = max(
        sight.options,
        key=lambda o: (sight.grudge(pos.expeditions[str(o.subject)].owner), sight.force(str(o.subject)).value),
    )
    return best, Why("target.hurts")


def target_space(sight: Sight) -> Found:
    pos = sight.pos
    again = rediscoveries(sight)
    title = str(sight.facts.get("card", ""))
    card = sight.rules.cards.get(title)
    if card is not None and card.target not in ("any", "other"):
        fit = [o for o in sight.options if o.subject in again]
        best = max(fit or sight.options, key=lambda o: (sight.world.level[str(o.subject)] or 0, str(o.subject)))
        return best, Why("target.again", {"space": best.subject})
    bad = set(rivals_in(sight))

    def harm(option: Option) -> float:
        space = str(option.subject)
        there = [e for e in pos.expeditions.values() if e.space == space]
        found = sum([(1.0 + e.gold / 4) * (1 if e.owner != sight.seat else -3) for e in there])
        ally = pos.site(space).ally
        found += 0.0 if ally is None else -5.0 if ally == sight.seat else 2.0
        return found + (space in bad) + 0.1 * (pos.site(space).marker in CITIES)

    best = max(sight.options, key=harm)
    return best, Why("target.space", {"space": best.subject})


def target_captain(sight: Sight) -> Found:
    captains = sight.pos.captains

    def worth(option: Option) -> float:
        man = str(option.subject)
        grudge = sight.grudge(captains[man].owner) if man in captains else False
        return 10.0 * grudge + sight.rating(man)

    best = max(sight.options, key=worth)
    return best, Why("target.captain", {"captain": best.subject})
