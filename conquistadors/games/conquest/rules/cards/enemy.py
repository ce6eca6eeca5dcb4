"""23.31  The cards of the Enemy Action deck, where they are not applied as printed.

Their player is the enemy, whom nobody plays: what a card leaves to its player is left to chance (G-23.31). City Has New
Chief, Creditors Demand Payment and Suspicion of Treason are the printed cards, played in that way against the only
player (16.25, D-23.31).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from conquistadors.engine import Bar, CardRule, CardRules, Procedure, Seat, amount, changed, roll
from conquistadors.games.conquest.rules.asking import note
from conquistadors.games.conquest.rules.cards.impulse import (
    ASSASSINATION,
    DISGRUNTLED,
    FREE_KING,
    THEFT,
    UPRISING,
    desert,
    exposed_gold,
    murder,
    rise,
    rising,
)
from conquistadors.games.conquest.rules.cards.playing import CARD_RULES, Forbids, Play
from conquistadors.games.conquest.rules.cards.targets import number
from conquistadors.games.conquest.rules.combat import begin_battle
from conquistadors.games.conquest.rules.gold import gain_gold
from conquistadors.games.conquest.rules.governor import WARRANT
from conquistadors.games.conquest.rules.indians import units_for
from conquistadors.games.conquest.rules.position import CITIES, ENEMY, ConquestPosition, Side
from conquistadors.games.conquest.rules.victory import lose_points

CHANGED: Final = CardRules[ConquestPosition]()
"""The cards that 23.31 changes, by title."""


def enemy_rule(title: str) -> CardRule[ConquestPosition]:
    """23.31  How a card of the Enemy Action deck is applied: as printed, except for what is changed here."""
    return CHANGED.get(title) or CARD_RULES[title]


def _instead(title: str, forbids: Forbids) -> Callable[[Play], Play]:
    """Mark a function as what a card does when the enemy plays it."""
    return CHANGED.card(title, rule="23.31", forbids=forbids)


# The conquistadors -----------------------------------------------------------------------------------------------


def _forbids_murder(pos: ConquestPosition, seat: Seat, man: str) -> Bar | None:
    """23.31  Only in a land space of Level 1 or more, so neither in Cuba nor in Panama."""
    level = pos.rules.world.level[pos.expeditions[pos.captains[man].expedition].space]
    least = number(pos, ASSASSINATION.title, "solitaire_level_at_least")
    fits = level is not None and level >= least
    return None if fits else Bar("23.31", "level-too-low", (("least", least),))


VICTIM: Final = changed(ASSASSINATION, rule="23.31", forbids=_forbids_murder)


@_instead(VICTIM.title, VICTIM.forbids_card)
def assassination(pos: ConquestPosition, seat: Seat) -> Procedure[None]:
    """23.31, 1.52, 1.56, G-1.56  The victim is drawn among all who can be reached; the player may force a re-roll."""
    man = yield from VICTIM.taken(pos, seat)
    yield from murder(pos, seat, man)


@_instead(DISGRUNTLED.title, DISGRUNTLED.forbids_card)
def disgruntled_soldiers(pos: ConquestPosition, seat: Seat) -> Procedure[None]:
    """23.31, G-23.31  An expedition in bad morale at random, and of its Spanish units one, or two, at random."""
    commander = yield from DISGRUNTLED.taken(pos, seat)
    yield from desert(pos, commander, seat)


# The governor ----------------------------------------------------------------------------------------------------


def _forbids_arrest(pos: ConquestPosition, seat: Seat) -> Bar | None:
    """23.31  Only while the index is negative."""
    wanted = pos.factions[pos.active].index < number(pos, WARRANT, "index_below")
    return None if wanted else Bar("23.31", "in-favour")


@_instead(WARRANT, _forbids_arrest)
def arrest_warrant(pos: ConquestPosition, seat: Seat) -> Procedure[None]:
    """23.31, G-23.31b  Permanent points are lost, as many as two dice show, but none below 0.

    The player throws them, and may throw them again by a Mano de Dios. No warrant is in force after it.
    """
    thrown = yield from roll(pos, "arrest-in-solitaire", pos.active, rule="23.31")
    lose_points(pos, pos.active, thrown.total, least=0, rule="23.31")


# The Indians -----------------------------------------------------------------------------------------------------


@_instead(FREE_KING.title, FREE_KING.forbids_card)
def free_the_king(pos: ConquestPosition, seat: Seat) -> Procedure[None]:
    """23.31, 23.22(1), G-23.22  The city rises, and its units attack at once the expedition that holds the king.

    That expedition alone: a battle is fought against one (6.15; own ruling which). No other card of this deck calls for
    an attack: that Indians may attack is said to players only, who may leave it (2.35, G-23.22).
    """
    city = yield from FREE_KING.taken(pos, seat)
    yield from rise(pos, city, units_for(pos, pos.site(city)), "12.32")
    site = pos.site(city)
    captor = next(c for c in pos.expeditions_in(city) if site.empire in pos.expeditions[c].kings)
    if site.garrison.titles:
        begin_battle(pos, city, Side(seat), Side(pos.expeditions[captor].owner, captor))


def _cities_first(pos: ConquestPosition, seat: Seat) -> list[str]:
    """23.31  Every city; the towns only if there is none."""
    places = UPRISING.things(pos, seat)
    return [place for place in places if pos.site(place).marker in CITIES] or places


REBELS: Final = changed(UPRISING, rule="23.31", things=_cities_first)


@_instead(REBELS.title, REBELS.forbids_card)
def indian_uprising(pos: ConquestPosition, seat: Seat) -> Procedure[None]:
    """23.31, 12.341, G-23.31  A place at random rises, a city rather than a town."""
    space = yield from REBELS.taken(pos, seat)
    yield from rise(pos, space, rising(pos, pos.site(space)), "12.341")


# Gold ------------------------------------------------------------------------------------------------------------


@_instead(THEFT.title, THEFT.forbids_card)
def theft(pos: ConquestPosition, seat: Seat) -> Procedure[None]:
    """23.31, 10.14, 2.19, G-23.31b  A die's worth of gold is gone, as far as there is any outside Cuba and Panama.

    The player throws it, so that a Mano de Dios counts, and says how much each expedition loses (own ruling).
    """
    player = pos.active
    thrown = yield from roll(pos, THEFT.title, player, rule="23.31")
    robbed = exposed_gold(pos, player)
    left = sum(pos.expeditions[commander].gold for commander in robbed)
    note(pos, min(left, -thrown.total * number(pos, THEFT.title, "gold_per_pip")))
    for commander in robbed:
        wanted, *shares = map(int, pos.talk)
        stolen, gold = wanted - sum(shares), pos.expeditions[commander].gold
        left -= gold
        facts = (("expedition", commander), ("gold", gold), ("left", stolen))
        share = yield from amount(player, "robbed", "23.31", max(0, stolen - left), min(stolen, gold), facts=facts)
        note(pos, share)
    for commander, share in zip(robbed, list(map(int, pos.talk))[1:], strict=True):
        gain_gold(pos, commander, -share, "stolen", "23.31")
    pos.talk = ()


__all__ = ["CHANGED", "ENEMY", "enemy_rule"]
