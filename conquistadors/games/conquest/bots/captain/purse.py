"""Money and gold: loans, recruits, gifts, and when gold is divided."""

from __future__ import annotations

from conquistadors.bots.reasons import Why
from conquistadors.games.conquest.bots.captain.answering import Found, amount, first
from conquistadors.games.conquest.bots.captain.sight import Sight
from conquistadors.games.conquest.rules.division import shares


def loan(sight: Sight) -> Found:
    """Men now, gold later: a debt is paid back one for one."""
    if not sight.rivals() and sight.pos.turn + 2 >= sight.rules.n.solitaire_turns:
        return sight.options[0], Why("purse.no-time")
    if max([sight.force(c).value for c in sight.mine()], default=0) >= sight.style.strong:
        return sight.options[0], Why("purse.strong")
    return sight.options[-1], Why("purse.loan")


def purchase(sight: Sight) -> Found:
    """Horse while there are any, then the cannon that are missing, then foot; more only where it has to be spent."""
    offered = {str(option.subject): option for option in sight.options if option.verb == "recruit"}
    if "cannon" in offered and _missing_cannon(sight) <= 0 and len(sight.options) > 1:
        del offered["cannon"]
    for kind in ("horse", "cannon", "foot"):
        if kind in offered:
            return offered[kind], Why("purse.recruit", {"unit": kind})
    return sight.options[-1], Why("purse.enough")


def recruit(sight: Sight) -> Found:
    kind = str(sight.facts["unit"])
    if kind == "cannon":
        return amount(sight, _missing_cannon(sight)), Why("purse.one", {"unit": kind})
    return sight.options[-1], Why("purse.recruit", {"unit": kind})


def _missing_cannon(sight: Sight) -> int:
    commander = sight.pos.captains[str(sight.facts["captain"])].expedition
    return round(sight.style.cannon) - sight.pos.units(commander).cannon


def exchange(sight: Sight) -> Found:
    faction = sight.pos.factions[sight.seat]
    return amount(sight, max(1, faction.debt - faction.pesos)), Why("purse.exchange")


def share_out(sight: Sight) -> Found:
    return sight.options[-1], Why("purse.share-out")


def gift(sight: Sight) -> Found:
    return sight.options[0], Why("purse.gift")


def favour(sight: Sight) -> Found:
    return first(Why("purse.favour"), "raise")(sight)


def left_of(sight: Sight, space: str) -> tuple[int, int]:
    """The gold of a player's men in a space, and what of it would be left for that player after a division."""
    pos = sight.pos
    gold = sum([e.gold for e in pos.expeditions.values() if e.owner == sight.seat and e.space == space])
    return gold, shares(pos, sight.seat, space, gold).left


def good_to_divide(sight: Sight, spaces: list[str]) -> tuple[str, Why] | None:
    """Where gold should be divided now, and why. There is one division in an impulse."""
    pos, rules, style = sight.pos, sight.rules, sight.style
    found = [(left, gold, space) for space in spaces for gold, left in [left_of(sight, space)] if left > 0]
    if not found:
        return None
    left, gold, space = max(found)
    if not sight.rivals():
        # what is not recorded yet cannot be taken away by a warrant, but a weak army may lose it
        if pos.turn < rules.n.solitaire_turns:
            guard = sum([sight.force(c).value for c in sight.mine() if pos.expeditions[c].space == space])
            if gold >= style.enough and guard < style.guard:
                return space, Why("purse.weak-guard", {"gold": gold, "left": left})
            return None
        sure = sum([not int(box.value) for box in rules.tables.impulses.columns["ends"].values()])
        if pos.round > sure:
            return space, Why("purse.last-round")
        if pos.round > sure + 1 - len(found):
            return min(found)[2], Why("purse.soon-over")
        return None
    points = left * rules.n.points_a_gold_divided
    if _wins(sight, points):
        return space, Why("purse.wins", {"points": points})
    if gold >= style.enough and left >= style.fair * gold:
        return space, Why("purse.fair", {"gold": gold, "left": left})
    return None


def _wins(sight: Sight, points: int) -> bool:
    gold = sum([sight.expedition(c).gold for c in sight.mine()])
    now = sight.points_with_gold(sight.seat) - sight.estimates.gold_worth * gold
    return now + points >= sight.rules.target
