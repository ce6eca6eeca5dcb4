"""7.0  Plunder."""

from __future__ import annotations

from conquistadors.engine import Bar, Modifier, Procedure, changed, procedure, roll, step
from conquistadors.games.conquest.rules.cards.playing import current, support, window_on
from conquistadors.games.conquest.rules.combat import begin_battle, indian_player
from conquistadors.games.conquest.rules.events import Discarded, PlunderedOut, Turned
from conquistadors.games.conquest.rules.gold import gain_gold
from conquistadors.games.conquest.rules.indians import end_alliance, gather, turn_hostile, units_for
from conquistadors.games.conquest.rules.position import PLACES, Action, ConquestPosition, Side
from conquistadors.games.conquest.rules.tasks import task

EMISSARY = "imperial-emissary"


def forbids_plunder(pos: ConquestPosition, commander: str) -> Bar | None:
    """7.12, 7.13, 7.24, 7.26, G-7.13, G-7.26d  A town or city that is not plundered out, by an expedition with units.

    Not one that was the player's ally until this impulse: whichever expedition would do it.
    """
    site = pos.site(pos.expeditions[commander].space)
    if site.marker == "village":
        return Bar("7.12", "village-plunder")
    if site.marker not in PLACES:
        return Bar("7.12", "no-place")
    if site.out:
        return Bar("7.24", "plundered-out")
    if pos.expeditions[commander].space in pos.impulse.betrayed:
        return Bar("7.26", "betrayed-now")
    return None if pos.has_units(commander) else Bar("7.13", "alone")


@procedure("7.13", steps=("declare", "troops"))
def plunder(pos: ConquestPosition, commander: str) -> Procedure[None]:
    """7.11, 7.131, 7.23  The Plunder action is declared: the place turns hostile, its troops must be destroyed first.

    The fight is part of the action, and so is the plunder after it (G-7.131). A king who is captured in it counts for
    the plunder already (G-7.131b). One's own ally: the alliance ends and the action becomes a combat (7.26, C20), which
    no card against plunder answers (G-7.26d).
    Another player's ally is treated as a neutral city (G-7.26b).
    """
    expedition = pos.expeditions[commander]
    space = expedition.space
    step(pos, plunder, "declare")
    if pos.site(space).ally == expedition.owner:
        yield from betray(pos, space)
    else:
        pos.action = Action("plunder", commander, space)
        yield from turn_hostile(pos, space, "7.131", town_draws=draws(pos, space))
        pos.then("plunder-roll")
    step(pos, plunder, "troops")
    if pos.site(space).garrison.titles:
        attacker = Side(expedition.owner, commander)
        begin_battle(pos, space, attacker, Side(indian_player(pos, expedition.owner)))


def draws(pos: ConquestPosition, space: str) -> bool:
    """C21, G-7.131  A town that was not hostile yet draws a unit when it is plundered; an option says otherwise."""
    return pos.rules.house.town_draws and not pos.site(space).hostile


@procedure("7.26")
def betray(pos: ConquestPosition, space: str) -> Procedure[None]:
    """7.26, G-7.26c  The plunderer's own ally: its units leave the player's expeditions, new ones join the garrison.

    The plunder comes in a later impulse of the player (D-7.26, G-7.26d).
    """
    pos.impulse = changed(pos.impulse, betrayed=(*pos.impulse.betrayed, space))
    yield from end_alliance(pos, space, "7.26")
    pos.edit_site(space, hostile=True)
    pos.report(Turned, space=space, status="hostile", rule="7.26")
    yield from gather(pos, space, units_for(pos, pos.site(space)), "7.26")


@task("plunder-roll")
@procedure("7.21", steps=("cards", "gold", "exhaustion"))
def plunder_roll(pos: ConquestPosition) -> Procedure[None]:
    """7.21-7.25  After the fight: the Plunder Gold roll and, always, the roll for exhaustion (7.24, G-7.24, G-7.24b).

    An attempt is a Plunder Gold roll: each one before in this turn, by anybody, whatever it brought, counts against
    both rolls (7.14, 7.22, D-7.14, C24), and nothing else against the second (7.25, G-7.25). A fight that was lost or
    broken off is no attempt (G-7.22).
    """
    action = current(pos)
    commander, space = action.expedition, action.space
    expedition = pos.expeditions.get(commander)
    stands = expedition is not None and expedition.space == space and bool(pos.units(commander).size)
    if not stands or expedition is None or pos.site(space).garrison.titles:
        pos.action = None
        return
    step(pos, plunder_roll, "cards")
    yield from window_on(pos, "plunder", "7.22")
    yield from support(pos, "plunder", "7.22")
    step(pos, plunder_roll, "gold")
    n, site = pos.rules.n, pos.site(space)
    modifiers = []
    if site.empire is not None and site.empire in pos.expeditions[commander].kings:
        modifiers.append(Modifier("king", n.plunder_king))
    if site.attempts:
        modifiers.append(Modifier("earlier-attempts", n.plunder_before * site.attempts))
    modifiers += current(pos).modifiers
    column = str(site.marker)
    reads = pos.rules.reading("plunder-gold", column)
    thrown = yield from roll(pos, "plunder-gold", expedition.owner, modifiers, rule="7.21", reads=reads)
    gain_gold(pos, commander, thrown.result, "plunder", "7.21")
    lose_emissary(pos, commander, space)
    step(pos, plunder_roll, "exhaustion")
    before = pos.site(space).attempts
    earlier = (Modifier("earlier-attempts", n.plunder_before * before),) if before else ()
    reads = pos.rules.reading("exhaustion", column)
    out = (yield from roll(pos, "exhaustion", expedition.owner, earlier, rule="7.24", reads=reads)).result
    pos.edit_site(space, attempts=pos.site(space).attempts + 1, out=out)
    if out:
        pos.report(PlunderedOut, space=space, rule="7.24")
    pos.action = None


def lose_emissary(pos: ConquestPosition, commander: str, space: str) -> None:
    """The Imperial Emissary leaves an expedition that plunders an imperial city, face up or face down."""
    if pos.site(space).empire is None:
        return
    for side in ("assets", "shown"):
        pile = getattr(pos.expeditions[commander], side)
        for _ in range(pile.count_of(EMISSARY)):
            pile = pile.minus(EMISSARY)
            pos.piles["asset-discards"] = pos.piles["asset-discards"].plus(EMISSARY)
            pos.report(Discarded, who=pos.expeditions[commander].owner, card=EMISSARY, rule="5.15")
        pos.edit(commander, **{side: pile})
