"""Privateers: how they lie in wait for the ships of rivals."""

from __future__ import annotations

from typing import Final

from conquistadors.bots.reasons import Why
from conquistadors.engine.requests import Option, Seat
from conquistadors.games.exploration.bots.sight import Found, Sight
from conquistadors.games.exploration.rules.coasting import distance
from conquistadors.games.exploration.rules.naval import TABLE, enemies_at, hits, hull, odds_at_sea, squadrons
from conquistadors.games.exploration.rules.pieces import Expedition
from conquistadors.games.exploration.rules.ships import stop_extra
from conquistadors.maps.hexes import hex_of

PAYS: Final = 1.5
"""They attack if so many ships are lost to them for each of their own: of Soldiers aboard nothing is known (E-G19)."""


def hunt(sight: Sight, name: str, each: Expedition) -> Found | None:
    """8.13, 15.4  Prey is attacked here, or wherever the way home stays paid."""
    return _attack(sight, name, each.place) or _nearest(sight, name, each)


def engage(sight: Sight) -> Found:
    """8.13  Whoever sails among enemies attacks what is prey to them."""
    name = str(sight.facts["expedition"])
    if sight.pos.expeditions[name].privateer:
        found = _attack(sight, name, str(sight.facts["place"]))
        if found is not None:
            return found
    done = sight.legal("done")
    assert done is not None
    return done, Why("war.peace")


def _attack(sight: Sight, name: str, place: str) -> Found | None:
    for option in sight.options:
        if option.verb == "fight" and prey(sight, name, str(option.subject), place):
            return option, Why("raid.fight", {"who": str(option.subject)})
    return None


def _nearest(sight: Sight, name: str, each: Expedition) -> Found | None:
    """Where most ships are prey, the nearest of such places first."""
    found: list[tuple[int, int, Option, Seat]] = []
    for option in sight.options:
        place = str(option.subject)
        if option.verb != "go":
            continue
        for enemy in enemies_at(sight.pos, sight.seat, place):
            ships = prey(sight, name, enemy, place)
            steps = distance(sight.pos, name, place) if ships else None
            if steps is not None and sight.home_after(each, steps + stop_extra(sight.pos), place):
                found.append((-ships, steps, option, enemy))
    if not found:
        return None
    _, _, option, enemy = min(found, key=lambda each: each[:2])
    return option, Why("raid.sail", {"who": enemy, "place": hex_of(str(option.subject))})


def prey(sight: Sight, name: str, enemy: Seat, place: str) -> int:
    """8.25, 8.4  How many ships of an enemy may be taken there, if a battle with them pays."""
    keys = squadrons(sight.pos, enemy, place)
    if not keys:
        return 0
    lost = {"A": 0, "D": 0}
    reads, dice = sight.rules.reading(TABLE, odds_at_sea(sight.pos, [name], keys)[2]), sight.rules.rolls[TABLE].dice
    for total, ways in zip(dice.totals, dice.ways, strict=True):
        for side, ships in hits(reads(total)):
            lost[side] += ways * ships
    return sum([hull(sight.pos, key).ships for key in keys]) if lost["D"] >= PAYS * lost["A"] else 0
