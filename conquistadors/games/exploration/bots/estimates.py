"""What things are worth, in ducats at the end: a Colonist in an area, a mine, a Treasure City, an area as a whole."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from conquistadors.games.exploration.bots.sight import Sight
from conquistadors.games.exploration.rules.attrition import level_of
from conquistadors.games.exploration.rules.game import ExplorationRules
from conquistadors.games.exploration.rules.politics import CARIBBEAN
from conquistadors.maps.hexes import hex_of

FEW: Final = 4
"""So many Colonists an area with single resources can hope for."""
FAR: Final = 6
"""Bounds beyond which no plan reaches: the other ocean."""
TRIES: Final = 3
"""So many searches for gold are counted."""
REMOTE: Final = 9
"""Steps to what cannot be reached by land."""

# Colonists ---------------------------------------------------------------------------------------------------------


def colonist(sight: Sight, area: str, turn: int) -> float:
    """14.1, 6.82  What a Colonist who is there in this turn brings until the end, upkeep paid; unless it dies."""
    return _colonist(sight.rules, area, turn, sight.style.kept)


@lru_cache(maxsize=4096)
def _colonist(rules: ExplorationRules, area: str, turn: int, kept: float) -> float:
    double = rules.number("resource_double") if rules.areas[area].double.value else 1
    upkeep = rules.upkeep["colonist"]
    levels = [int(rules.read("resources", "level", each)) for each in range(turn, rules.turns + 1)]
    return sum([(level * double - upkeep) * kept**after for after, level in enumerate(levels)])


def level_now(sight: Sight, area: str) -> int:
    """14.1  What a Colonist yields there this turn, where nobody mines."""
    double = sight.rules.number("resource_double") if sight.rules.areas[area].double.value else 1
    return int(sight.rules.read("resources", "level", sight.turn)) * double


# Gold --------------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=64)
def _lasts(rules: ExplorationRules, totals: tuple[int, ...], roll: str) -> float:
    """The chance that something is not exhausted in a turn."""
    dice = rules.rolls[roll].dice
    return 1 - sum([dice.ways[dice.totals.index(total)] for total in totals]) / sum(dice.ways)


@lru_cache(maxsize=2048)
def mine(rules: ExplorationRules, hex_: str, turns: int) -> float:
    """13.14, 13.15, 13.22  What a mine that is found yields in so many turns, or a city that can be looted."""
    if turns <= 0:
        return 0.0
    if hex_ in rules.cities:
        each, lasts = int(rules.cities[hex_].loot.value), _lasts(rules, rules.totals("city_spent"), "depletion")
    elif rules.board.area[hex_] == CARIBBEAN:
        each = rules.number("mine_yield_caribbean")
        lasts = _lasts(rules, rules.totals("mine_spent_caribbean"), "depletion-caribbean")
    else:
        each, lasts = rules.number("mine_yield"), _lasts(rules, rules.totals("mine_spent"), "depletion")
    return each * (1 - lasts**turns) / (1 - lasts)


@lru_cache(maxsize=64)
def found(rules: ExplorationRules, hex_: str) -> float:
    """13.12, 13.22  The chance that a mine is found within a few turns."""
    island = rules.board.area[hex_] == CARIBBEAN
    most = rules.number("mine_found_caribbean" if island else "mine_found")
    dice = rules.rolls["find-gold"].dice
    hit = sum([ways for total, ways in zip(dice.totals, dice.ways, strict=True) if total <= most]) / sum(dice.ways)
    return 1 - (1 - hit) ** TRIES


def gold_of(sight: Sight, hex_: str, later: int = 1) -> float:
    """What a mine or city may still bring home, if somebody is there in some turns."""
    if sight.pos.digs[hex_].spent or hardship(sight.rules, hex_) > sight.style.deadly:
        return 0.0
    chance = 1.0 if sight.pos.digs[hex_].found else found(sight.rules, hex_)
    return chance * sight.style.delivered * mine(sight.rules, hex_, sight.left + 1 - later)


# Places ------------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=8)
def beaches(rules: ExplorationRules) -> dict[str, tuple[str, ...]]:
    """By area the places where ships from Europe can land on this side of the Cape, and Colonists can settle."""
    board = rules.board
    found_: dict[str, list[str]] = {}
    for place in board.landings:
        hex_ = hex_of(place)
        if hex_ not in board.unsettled and not board.pacific(place) and board.bounds(place) <= FAR:
            found_.setdefault(board.area[hex_], []).append(place)
    return {area: tuple(places) for area, places in found_.items()}


@lru_cache(maxsize=256)
def shores(rules: ExplorationRules, area: str, cities: tuple[str, ...]) -> tuple[str, ...]:
    """The beaches of an area: near its Treasure Cities, where few fall ill, and not far from Europe."""
    land = rules.board.land

    def rank(place: str) -> tuple[int, int, str]:
        hex_ = hex_of(place)
        away = [land.distance(hex_, city) for city in cities]
        far = sum([REMOTE if steps is None else steps for steps in away])
        return hardship(rules, hex_) + far, rules.board.bounds(place), place

    return tuple(sorted(beaches(rules).get(area, ()), key=rank))


def diggings(sight: Sight, area: str) -> tuple[tuple[str, str, int], ...]:
    """Mines and cities of an area with the nearest beach there, and how far it is, if it is not far."""
    return _diggings(sight.rules, area, sight.style.inland)


@lru_cache(maxsize=128)
def _diggings(rules: ExplorationRules, area: str, inland: int) -> tuple[tuple[str, str, int], ...]:
    board = rules.board
    shores = sorted({hex_of(place) for place in beaches(rules).get(area, ())})
    near = []
    for hex_ in [*rules.mines, *rules.cities]:
        if board.area[hex_] != area:
            continue
        away = [(board.land.distance(hex_, shore), shore) for shore in shores]
        reached = sorted([(steps, shore) for steps, shore in away if steps is not None and steps <= inland])
        if reached:
            near.append((hex_, reached[0][1], reached[0][0]))
    return tuple(near)


@lru_cache(maxsize=4096)
def hardship(rules: ExplorationRules, hex_: str) -> int:
    """12.2  The Attrition Level of a hex: it never changes."""
    return level_of(rules, hex_)


# Areas -------------------------------------------------------------------------------------------------------------


def control(sight: Sight) -> float:
    """19.0, 20.0  What control of an area is worth: more and more surely, the nearer the end is."""
    whole = float(sight.rules.number("points_area")) / sight.rules.number("points_ducat")
    return whole * (0.3 + 0.6 * float(sight.turn / sight.rules.turns))


def area(sight: Sight, name: str) -> float:
    """What an area may bring, once its natives are quiet: resources, gold, control."""
    rules, (_, settled) = sight.rules, sight.forces.get(name, (0, 0))
    double = bool(rules.areas[name].double.value)
    hoped = min(sight.style.settlers if double else FEW, 2 + 3 * sight.left)
    resources: float = max(0, hoped - settled) * max(0.0, colonist(sight, name, min(rules.turns, sight.turn + 2)))
    gold: float = sum([gold_of(sight, hex_, 3) for hex_, _, _ in diggings(sight, name)])
    if double:  # 13.16
        gold /= 4
    held = 0.0 if name in sight.rival_areas else control(sight)
    return sight.style.taste(sight.seat, name) * (resources + gold + held)
