"""Gold: searching, and when a mine costs more than it yields."""

from __future__ import annotations

from conquistadors.bots.reasons import Why
from conquistadors.games.exploration.bots import estimates
from conquistadors.games.exploration.bots.sight import Found, Sight
from conquistadors.games.exploration.rules.gold import can_work


def gold(sight: Sight) -> Found:
    """13.0  Mines are abandoned where the area would yield more without them (13.16); then all is searched."""
    for each in sight.options:
        if each.verb == "abandon" and loses(sight, str(each.subject)):
            return each, Why("gold.abandon", {"place": str(each.subject)})
        if each.verb == "reopen" and not loses(sight, str(each.subject)):
            return each, Why("gold.reopen", {"place": str(each.subject)})
    search = sight.legal("search")
    if search is not None:
        return search, Why("gold.search", {"place": str(search.subject)})
    done = sight.legal("done")
    assert done is not None
    return done, Why("gold.done")


def loses(sight: Sight, hex_: str) -> bool:
    """13.16  Whether the resources that the area loses to its mines are more than those mines yield."""
    rules, area = sight.rules, sight.board.area[hex_]
    mines = [each for each in sight.mines(area) if sight.pos.force(sight.seat, each).colonists]
    mines = [each for each in mines if sight.pos.digs[each].found and (each == hex_ or can_work(sight.pos, each))]
    dug = sight.style.delivered * sum([estimates.mine(rules, each, 1) for each in mines])
    most = rules.number("resource_hex")
    hexes = sight.pos.in_area(sight.seat, area)
    whole = sum([min(most, sight.pos.force(sight.seat, each).colonists) for each in hexes])
    beside = sum([min(most, sight.pos.force(sight.seat, each).colonists) for each in hexes if each not in mines])
    cap = rules.number("resource_area")
    double = rules.number("resource_double") if rules.areas[area].double.value else 1
    level = estimates.level_now(sight, area)
    return min(cap, whole) * level - min(cap, beside) * rules.number("resource_mined") * double > dug
