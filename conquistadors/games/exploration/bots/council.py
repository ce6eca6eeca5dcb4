"""Planning: what is bought, who is called, which Expeditions are fitted out and how."""

from __future__ import annotations

from conquistadors.bots.reasons import Why
from conquistadors.engine.requests import Option
from conquistadors.games.exploration.bots.sight import Found, Sight
from conquistadors.games.exploration.bots.ventures import Venture, best, keeps_galleon
from conquistadors.games.exploration.rules.pieces import EUROPE, MISSIONARY
from conquistadors.games.exploration.rules.planning import owns_galleon


def plan(sight: Sight) -> Found:
    """6.6  What the best venture still lacks is bought; once it has all, it is fitted out."""
    if keeps_galleon(sight) and not owns_galleon(sight.pos, sight.seat):
        bought = sight.legal("buy", "galleon")
        if bought is not None and sight.price("galleon") + sight.cost("galleon") <= sight.purse:
            return bought, Why("plan.galleon")
    wanted = best(sight)
    if wanted is None:
        done = sight.legal("done")
        assert done is not None
        return done, Why("plan.done")
    for thing, number in lacks(sight, wanted).items():
        verb, subject = ("call", MISSIONARY) if thing == MISSIONARY else ("buy", thing)
        step = sight.legal(verb, subject) if number else None
        if step is not None:
            return step, Why(f"plan.{verb}", {"thing": subject, "why": wanted.why})
    target = "galleon" if wanted.kind == "galleon" else None
    for each in sight.options:
        if each.verb == "fit" and each.subject == wanted.start and each.target == target:
            return each, wanted.why
    done = sight.legal("done")
    assert done is not None
    return done, Why("plan.full")


def lacks(sight: Sight, wanted: Venture) -> dict[str, int]:
    """What a venture needs and is not there: ships, Soldiers, a Missionary."""
    if wanted.start != EUROPE or wanted.kind == "galleon":
        return {}
    (caravels, carracks), (soldiers, _) = sight.ships, sight.idle
    return {
        "carrack": max(0, wanted.carracks - carracks),
        "caravel": max(0, wanted.caravels - caravels),
        "soldier": max(0, wanted.soldiers - soldiers),
        MISSIONARY: int(wanted.missionary and not sight.in_europe(MISSIONARY)),
    }


def how_many(sight: Sight) -> Found:
    """6.61  As many as the venture lacks."""
    wanted, thing = best(sight), str(sight.facts.get("thing", ""))
    number = 1 if wanted is None else lacks(sight, wanted).get(thing, 1)
    return sight.number(max(1, number)), Why("plan.lacking", {"number": max(1, number)})


def how_many_missionaries(sight: Sight) -> Found:
    """15.67  One: each costs upkeep for ever."""
    return sight.number(1), Why("plan.one-missionary")


# Fitting out -------------------------------------------------------------------------------------------------------


def explorer(sight: Sight) -> Found:
    """7.26  One who leads them to a strange coast; whoever serves longest stays for later."""
    wanted = best(sight)
    raiding = wanted is not None and wanted.kind == "raid"
    fit = sight.privateers if raiding else sight.explorers
    people = [each for each in sight.options if each.verb == "take" and each.subject in fit]
    if wanted is None or not wanted.explorer or not people:
        return _nobody(sight), Why("fit.no-explorer")
    known = sight.rules.people
    chosen = min(people, key=lambda each: (known[str(each.subject)].departs, each.id))
    return chosen, Why("fit.raids") if raiding else Why("fit.explorer", {"person": str(chosen.subject)})


def _nobody(sight: Sight) -> Option:
    return next((each for each in sight.options if each.verb != "take"), sight.options[0])


def privateer(sight: Sight) -> Found:
    """15.41  To lead others to a coast a Privateer sails as a plain Explorer; to raid as what he is."""
    wanted, raid = best(sight), sight.legal("raid")
    if wanted is not None and wanted.kind == "raid" and raid is not None:
        return raid, Why("fit.raids")
    chosen = sight.legal("explore")
    assert chosen is not None
    return chosen, Why("fit.explores")


def landfall(sight: Sight) -> Found:
    """7.23  Where the venture goes."""
    wanted = best(sight)
    if wanted is not None and wanted.place:
        for each in sight.options:
            if each.subject == wanted.place:
                return each, wanted.why
    return _nobody(sight), Why("fit.no-landfall")


def how_many_carracks(sight: Sight) -> Found:
    """7.12  As many as the venture needs."""
    wanted = best(sight)
    return sight.number(0 if wanted is None else wanted.carracks), Why("fit.ships")


def how_many_caravels(sight: Sight) -> Found:
    wanted = best(sight)
    return sight.number(0 if wanted is None else wanted.caravels), Why("fit.ships")


def bounds(sight: Sight) -> Found:
    """6.62  There and back."""
    wanted, made = best(sight), sight.fitting
    if wanted is None:
        place = None if made is None else (made.landfall if made.place == EUROPE else made.place)
        far = 0 if place is None else sight.board.bounds(place)
        return sight.number(2 * far if made is not None and made.place == EUROPE else far), Why("fit.bounds")
    return sight.number(wanted.bounds), Why("fit.bounds")
