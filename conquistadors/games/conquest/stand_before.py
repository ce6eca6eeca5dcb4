"""A built position stands right before something: an impulse, an action, a battle, or a step of the turn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from conquistadors.engine import changed, short_repr
from conquistadors.engine.telling import reason
from conquistadors.engine.texts import both, error_text
from conquistadors.games.conquest.rules.battle import INDIANS
from conquistadors.games.conquest.rules.combat import begin_battle, indian_player
from conquistadors.games.conquest.rules.governor import may_fight
from conquistadors.games.conquest.rules.position import ConquestPosition, Side
from conquistadors.games.conquest.rules.profiles import BASIC, SOLITAIRE, STANDARD, ScenarioProfile
from conquistadors.games.conquest.rules.sequence import ACTIONS, forbids_activation
from conquistadors.games.conquest.rules.spaces import can_attempt, explore
from conquistadors.games.conquest.rules.tasks import SCENE_OVER

AFTER: Final[Mapping[str, tuple[str, ...]]] = {
    "turn": (),
    "late-arrivals": ("round",),
    "second-choice": ("round",),
    "outfit": ("round",),
    "recruit": ("round",),
    "recruit-anywhere": ("round",),
    "reinforcements": ("round",),
    "discards": ("round",),
    "deals": ("round",),
    "event": ("round",),
    "smallpox": ("round",),
    "discard": ("round",),
    "deal": ("round",),
    "lay-down": ("round",),
    "initiative": ("round",),
    "round": (),
    "end-roll": (),
    "subsistence": (),
    "feed": ("round",),
    "malaria": ("round",),
    "enemy-action": (),
    "verdict": (),
    "victory": (),
    "clean-up": (),
}
"""The steps of a turn before which a position may stand, and what follows: a round, where more is not needed.

After the steps that end a turn the others of the game follow, and after the enemy's action an impulse.
"""
LEADING_ON: Final = ("turn", "round", "end-roll", "clean-up")
"""Steps that do nothing but begin what comes next: no scene ends after them."""
OF_A_PLAYER: Final = ("begin", "discard", "deal", "lay-down")
OF_AN_EXPEDITION: Final = ("feed", "malaria")
OF_A_MAN: Final = ("outfit", "recruit", "recruit-anywhere")


def stand_before(pos: ConquestPosition, before: object) -> list[str]:
    """Leave to the position what comes next; gives the complaints, each with its clause where one forbids it."""
    match before.split() if isinstance(before, str) else []:
        case ["impulse"]:
            return _impulse(pos, "impulse")
        case ["battle", attacker, defender]:
            return list(_battle(pos, attacker, defender))
        case [verb, commander] if verb in (*ACTIONS, "discovery"):
            return list(_action(pos, verb, commander))
        case [name] if _is_step(pos, name):
            kind, _, whose = name.partition(":")
            if kind == "begin":
                pos.active = whose
                return _impulse(pos, name)
            if kind in pos.rules.profile.before_impulse:
                return _impulse(pos, name, f"begin:{pos.active}")
            last = pos.rules.profile.after_rounds
            pos.then(name, *(last[last.index(name) + 1 :] if name in last else AFTER[kind]))
            return []
    return [error_text("before.none-of-these", wanted=short_repr(before), actions=ACTIONS, steps=AFTER)]


def stop_after(pos: ConquestPosition, until: object) -> list[str]:
    """Make the scene end after one of the steps that are to come; gives the complaints."""
    ends = [name for name in reversed(pos.tasks) if name not in LEADING_ON]
    if until not in ends:
        return [error_text("before.until", wanted=short_repr(until), steps=ends)]
    pos.tasks = (SCENE_OVER, *pos.tasks[pos.tasks.index(str(until)) :])
    return []


def _is_step(pos: ConquestPosition, name: str) -> bool:
    kind, colon, whose = name.partition(":")
    if kind in OF_A_PLAYER:
        return whose in pos.rules.seats
    if kind in OF_A_MAN:
        return whose in pos.captains
    if kind in _steps(BASIC, STANDARD, SOLITAIRE) - _steps(pos.rules.profile):
        return False  # a step of another game
    return kind in AFTER and (whose in pos.expeditions if kind in OF_AN_EXPEDITION else not colon)


def _steps(*courses: ScenarioProfile) -> set[str]:
    """What the turns of these games consist of."""
    return {step for course in courses for step in (*course.turn, *course.before_impulse, *course.after_rounds)}


def _impulse(pos: ConquestPosition, *first: str) -> list[str]:
    """The impulse of the active player, and then the rest of the round."""
    later = pos.order[pos.order.index(pos.active) + 1 :]
    pos.then(*first, *[f"begin:{seat}" for seat in later], "end-roll")
    return []


def _action(pos: ConquestPosition, verb: str, commander: str) -> Iterator[str]:
    """The expedition has been activated for the action, which must be allowed; or its discovery is declared.

    So is the look at a legend, where its marker lies (19.41).
    """
    expedition = pos.expeditions.get(commander)
    if expedition is None:
        yield error_text("before.expedition", wanted=short_repr(commander))
        return
    pos.active = expedition.owner
    if verb == "discovery":
        known = not pos.units(commander).size or not can_attempt(pos, expedition.space)
        if known and pos.site(expedition.space).legend is None:
            yield error_text("before.no-discovery", commander=commander)
        _impulse(pos, "impulse")
        explore(pos, commander)
        return
    bar = forbids_activation(pos, pos.active, commander) or ACTIONS[verb].forbids(pos, commander)
    if bar is not None:
        why = reason(pos.rules, bar)
        yield error_text("before.may-not", commander=commander, verb=verb, why=why, rule=bar.rule)
    pos.impulse = changed(pos.impulse, used=pos.impulse.used + 1, activated=(commander,))
    _impulse(pos, f"act:{verb}/{commander}", "impulse")


def _battle(pos: ConquestPosition, attacker: str, defender: str) -> Iterator[str]:
    """Two sides in one space that may fight each other. Indians who attack were incited by the active player."""
    sides = [side for side in (attacker, defender) if side != INDIANS]
    missing = [side for side in sides if side not in pos.expeditions]
    if missing or len(set(sides)) < len(sides) or not sides:
        yield from [error_text("before.expedition", wanted=short_repr(side)) for side in missing]
        if not missing:
            yield error_text("before.two-sides")
        return
    spaces = dict.fromkeys(pos.expeditions[side].space for side in sides)
    owners = [pos.expeditions[side].owner for side in sides]
    here = next(iter(spaces))
    faults = {
        error_text("before.apart", sides=both(sides)): len(spaces) > 1,
        error_text("before.no-fight", space=here): here in pos.rules.world.sea or here in pos.rules.world.havens,
        error_text("before.no-indians", space=here): len(sides) == 1 and not pos.site(here).garrison.titles,
        error_text("before.no-warrant", sides=both(sides)): len(sides) == 2 and not may_fight(pos, *owners),
        error_text("before.no-units", commander=attacker): attacker in sides and not pos.units(attacker).size,
    }
    found = [complaint for complaint, holds in faults.items() if holds]
    yield from found
    if found:
        return
    if attacker in sides:
        pos.active = owners[0]
    indians = pos.active if pos.active != owners[0] else indian_player(pos, owners[0])
    fighting = [Side(indians) if s == INDIANS else Side(pos.expeditions[s].owner, s) for s in (attacker, defender)]
    _impulse(pos, "impulse")
    begin_battle(pos, here, fighting[0], fighting[1])
