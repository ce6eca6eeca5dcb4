"""4.0  Discovery."""

from __future__ import annotations

from functools import partial

from conquistadors.engine import Modifier, Procedure, procedure, roll, step
from conquistadors.games.conquest.rules.cards.playing import current, lose_assets, lost_on, support, window_on
from conquistadors.games.conquest.rules.cards.targets import number
from conquistadors.games.conquest.rules.combat import begin_battle
from conquistadors.games.conquest.rules.events import Ambushed, Found
from conquistadors.games.conquest.rules.gold import award
from conquistadors.games.conquest.rules.indians import deploy_empire, empire_possible, gather, place, turn_hostile
from conquistadors.games.conquest.rules.position import PLACES, ConquestPosition, Side
from conquistadors.games.conquest.rules.spaces import space_modifiers
from conquistadors.games.conquest.rules.tasks import task

AMBUSH = "indian-ambush"
FALSE_GUIDE = "false-guide"


@task("discovery")
@procedure("4.13", steps=("reactions", "ambush"))
def discovery(pos: ConquestPosition) -> Procedure[None]:
    """4.12-4.14, 19.42, G-4.1  An attempt is declared: reactions, then the ambush is fought out before the roll.

    It is the same for a legend, up to the roll. No reaction is possible to a discovery after a retreat (6.52).
    """
    action = current(pos)
    step(pos, discovery, "reactions")
    if "retreat" not in action.notes:
        yield from window_on(pos, "discovery", "19.42" if action.kind == "legend" else "4.13")
    action = current(pos)
    pos.then(f"{action.kind}-roll")
    if AMBUSH in action.cards and "cancelled" not in action.notes:
        step(pos, discovery, "ambush")
        yield from spring_ambush(pos)


@procedure("4.14")
def spring_ambush(pos: ConquestPosition) -> Procedure[None]:
    """4.14, C1  Two units at Level 1 or 2, three at Level 3 or 4, attack at once, doubled in the first round.

    A space without a level, where a legend is said to be, has two (C44, 12.34).
    """
    action = current(pos)
    level = pos.rules.world.level[action.space]
    high = level is not None and level >= number(pos, AMBUSH, "high_from_level")
    count = number(pos, AMBUSH, "units_high" if high else "units_low")
    if FALSE_GUIDE in action.cards:
        count += number(pos, FALSE_GUIDE, "ambush_units")
    pos.report(Ambushed, expedition=action.expedition, space=action.space, rule="4.14")
    yield from gather(pos, action.space, count, "4.14", action.by)
    if pos.site(action.space).garrison.titles:
        owner = pos.expeditions[action.expedition].owner
        attacker, defender = Side(str(action.by)), Side(owner, action.expedition)
        begin_battle(pos, action.space, attacker, defender, ambush=True)


@task("discovery-roll")
@procedure("4.11", steps=("cards", "roll", "result"))
def discovery_roll(pos: ConquestPosition) -> Procedure[None]:
    """4.11, C30, G-4.1  The roll of one die, and what it finds. Who did not survive the ambush finds nothing (G-4.14).

    An ambush adds its bonus to the roll, even if it was cancelled (4.141, C16).
    """
    action = current(pos)
    expedition = pos.expeditions.get(action.expedition)
    if expedition is None or expedition.space != action.space or not pos.units(action.expedition).size:
        pos.action = None
        return
    step(pos, discovery_roll, "cards")
    yield from support(pos, "discovery", "4.12")
    action = current(pos)
    step(pos, discovery_roll, "roll")
    modifiers = list(space_modifiers(pos, action.space))
    if AMBUSH in action.cards:
        modifiers.append(Modifier("ambush", number(pos, AMBUSH, "discovery")))
    modifiers += action.modifiers
    reads, also_reads = pos.rules.reading("discovery", pos.rules.world.level[action.space]), partial(lost_on, pos)
    thrown = yield from roll(
        pos, "discovery", expedition.owner, modifiers, rule="4.11", reads=reads, also_reads=also_reads
    )
    action = current(pos)
    lose_assets(pos, thrown.natural, "4.12")
    step(pos, discovery_roll, "result")
    found = thrown.result
    pos.report(Found, expedition=action.expedition, space=action.space, found=found, rule="4.11")
    yield from settle_find(pos, found)
    pos.action = None


@procedure("4.15")
def settle_find(pos: ConquestPosition, found: str) -> Procedure[None]:
    """1.273, 4.15-4.17, 4.141  The marker of a find; what was found in spite of an ambush is hostile (G-4.141)."""
    action = current(pos)
    space = action.space
    seat = pos.expeditions[action.expedition].owner
    if found == "empire" and not empire_possible(pos, space):
        found = "city"  # 12.221, 12.231
    if found == "empire":
        yield from deploy_empire(pos, seat, space)
        award_first_empire(pos, seat)
    else:
        yield from place(pos, seat, space, "discovered" if found == "nothing" else found, "4.15")
    pos.edit_site(space, found_by=seat, found_in=pos.round)
    fought = AMBUSH in action.cards and "cancelled" not in action.notes
    if fought and pos.site(space).marker in PLACES:
        yield from turn_hostile(pos, space, "4.141")


def award_first_empire(pos: ConquestPosition, seat: str) -> None:
    """4.16, 13.11, G-4.16  Five points for the first player who finds any empire, once a game."""
    if not pos.empire_found:
        award(pos, seat, pos.rules.n.points_first_empire, "empire", "4.16")
    pos.empire_found = True
