"""6.36, 6.37, 6.4  What a battle leaves behind: the index, kings, the dead, the captured and their gold."""

from __future__ import annotations

from conquistadors.engine import Procedure, procedure, roll, step
from conquistadors.games.conquest.rules.battle import (
    SIDES,
    against_indians,
    beaten,
    edit_side,
    enemy_of,
    forgive,
    lost,
    now,
    side_of,
)
from conquistadors.games.conquest.rules.events import BattleEnded, Died, GivenUp, Unhurt, WasCaptured, WasWounded
from conquistadors.games.conquest.rules.expeditions import disband, kill, mourn, remove_captain, rename, succeed
from conquistadors.games.conquest.rules.gold import gain_gold
from conquistadors.games.conquest.rules.governor import lift_warrant, move_index
from conquistadors.games.conquest.rules.indians import capture_king, dismiss, free_kings
from conquistadors.games.conquest.rules.morale import take_hits
from conquistadors.games.conquest.rules.position import NO_UNITS, Captive, ConquestPosition
from conquistadors.games.conquest.rules.tasks import task, task_of


@task("battle-end")
@procedure("6.27")
def battle_end(pos: ConquestPosition) -> Procedure[None]:
    """6.27, 6.321  The battle is over: flipped Spanish units are turned up, and then its results are looked at."""
    pos.then(*[f"turn-up:{name}" for name in SIDES], "aftermath")
    yield from ()


@task_of("turn-up")
@procedure("6.321")
def turn_up(pos: ConquestPosition, name: str) -> Procedure[None]:
    """6.321  All flipped Spanish units of a side are turned up again."""
    if side_of(now(pos), name).down != NO_UNITS:
        edit_side(pos, name, down=NO_UNITS)
    yield from ()


@task("aftermath")
@procedure("6.36", steps=("index", "king", "defeat", "leaders"))
def aftermath(pos: ConquestPosition) -> Procedure[None]:
    """What the battle leaves behind.

    1  who lost Spanish units to Indians loses favour, once (11.13, G-6.53b); a warrant ends after that (G-11.13b)
    2  a king whose defenders are gone is captured, if Spaniards are left to take him (6.37, G-6.35)
    3  an expedition that lost all its Spanish units is lost (6.371, 6.46, C3, C4)
    4  the leaders of the others are checked (6.4, C38)
    """
    step(pos, aftermath, "index")
    drop_index(pos)
    step(pos, aftermath, "king")
    take_king(pos)
    step(pos, aftermath, "defeat")
    for name in SIDES:
        yield from defeat(pos, name)
    step(pos, aftermath, "leaders")
    for name in SIDES:
        yield from check_leader(pos, name)
    battle = now(pos)
    survivors = [side.expedition for side in (battle.attacker, battle.defender) if side.expedition in pos.expeditions]
    pos.report(BattleEnded, space=battle.space, how="over", rule="6.27")
    pos.battle = None
    for commander in survivors:
        if commander is not None and commander in pos.expeditions:
            yield from mourn(pos, commander)


def drop_index(pos: ConquestPosition) -> None:
    """11.13  One box for a battle against Indians in which a Spanish unit was lost, however many."""
    battle = now(pos)
    if not against_indians(battle):
        return
    for name in SIDES:
        side = side_of(battle, name)
        if side.expedition is not None and pos.units(side.expedition).size < side.start:
            move_index(pos, side.seat, pos.rules.n.index_loss, "11.13")


def take_king(pos: ConquestPosition) -> None:
    """6.37  All Indians of the space are gone and the king is there: he is captured."""
    battle = now(pos)
    for name in SIDES:
        side, enemy = side_of(battle, name), side_of(battle, enemy_of(name))
        won = enemy.expedition is None and beaten(pos, enemy) and not beaten(pos, side)
        if won and side.expedition is not None and pos.expeditions[side.expedition].space == battle.space:
            capture_king(pos, side.expedition, battle.space, "6.37")


@procedure("6.4")
def check_leader(pos: ConquestPosition, name: str) -> Procedure[None]:
    """6.36, 6.4  The leader whose rating was used is checked: unhurt, wounded (6.41) or dead (6.42).

    Mano de Dios can re-roll the dice but not change them (6.43).
    """
    side = side_of(now(pos), name)
    if side.leader is None or side.leader not in pos.captains:
        return
    reads = pos.rules.reading("leader-casualty")
    result = (yield from roll(pos, "leader-casualty", side.seat, rule="6.4", reads=reads)).result
    if result == "wounded":
        pos.edit_captain(side.leader, wounded=True)
        pos.report(WasWounded, captain=side.leader, rule="6.41")
    elif result == "dead" and lost(pos, side):
        fall(pos, side.leader)
    elif result == "dead":
        yield from die(pos, side.leader, "6.42")
    else:
        pos.report(Unhurt, captain=side.leader, rule="6.4")


@procedure("6.42")
def die(pos: ConquestPosition, captain: str, rule: str) -> Procedure[None]:
    """6.42, 6.45, 9.11, C35  A conquistador dies; his expedition, if it still has combat units, takes a morale hit."""
    commander = yield from kill(pos, captain, rule)
    if commander is None or not pos.units(commander).size:
        return
    before = pos.units(commander).size
    yield from take_hits(pos, commander, pos.rules.n.death_hits, rule)
    if pos.battle is not None:
        forgive(pos, commander, before)


def fall(pos: ConquestPosition, captain: str) -> None:
    """6.371, 11.23  A conquistador of a beaten expedition dies before he is captured: nobody takes over from him."""
    owner, commander = pos.captains[captain].owner, pos.captains[captain].expedition
    pos.report(Died, captain=captain, owner=owner, rule="6.42")
    others = [c for c in pos.members(commander) if c != captain]
    if commander == captain and others:
        rename(pos, captain, others[0])
    elif commander == captain:
        disband(pos, commander)
    remove_captain(pos, captain)
    lift_warrant(pos, owner, "11.23")


@procedure("6.371", steps=("gold", "conquistadors"))
def defeat(pos: ConquestPosition, name: str) -> Procedure[None]:
    """6.371, 6.46, C3, C4  An expedition that lost its Spanish units in the battle is lost; its hits go with it.

    To Indians: its conquistadors die, its gold is lost, a king goes free. To Spaniards: its gold and kings change
    hands; its leader is checked, and the conquistadors who live are captured. Where both sides are gone nobody
    captures anything.
    """
    side = side_of(now(pos), name)
    commander = side.expedition
    if commander is None or not lost(pos, side):
        return
    enemy = side_of(now(pos), enemy_of(name))
    victor = enemy.expedition if not beaten(pos, enemy) else None
    step(pos, defeat, "gold")
    expedition = pos.expeditions[commander]
    if expedition.allies.titles:
        dismiss(pos, commander, expedition.allies, "6.371")
    if victor is None:
        gain_gold(pos, commander, -expedition.gold, "lost", "6.371")
        yield from free_kings(pos, commander, by_indians=enemy.expedition is None)
    else:
        gold = expedition.gold
        gain_gold(pos, commander, -gold, "captured-from", "10.13")
        gain_gold(pos, victor, gold, "captured", "10.13")
        kings = tuple(sorted((*pos.expeditions[victor].kings, *expedition.kings)))
        pos.edit(victor, kings=kings)  # 12.252
        pos.edit(commander, kings=())
    step(pos, defeat, "conquistadors")
    if victor is not None:
        yield from check_leader(pos, name)
        commander = str(side_of(now(pos), name).expedition)  # he may have been the commander
    if commander not in pos.expeditions:
        return
    for captain in pos.members(commander):
        if victor is None:
            pos.report(Died, captain=captain, owner=side.seat, rule="6.46")
            remove_captain(pos, captain)
        else:
            wounded = pos.captains.pop(captain).wounded
            pos.captives[captain] = Captive(side.seat, enemy.seat, wounded)
            pos.report(WasCaptured, captain=captain, owner=side.seat, captor=enemy.seat, rule="6.371")
    disband(pos, commander)
    lift_warrant(pos, side.seat, "11.23")


@procedure("11.24")
def give_up(pos: ConquestPosition, captain: str) -> Procedure[None]:
    """11.24, G-11.24  A conquistador is led away and eliminated; his units get a replacement, without a morale hit."""
    pos.report(GivenUp, captain=captain, owner=pos.captains[captain].owner, rule="11.24")
    yield from succeed(pos, captain)
