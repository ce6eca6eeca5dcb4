"""6.5  Retreat after combat."""

from __future__ import annotations

from functools import partial

from conquistadors.engine import Bar, Choice, Option, Procedure, Seat, option, procedure, roll, step
from conquistadors.games.conquest.rules.battle import (
    against_indians,
    edit_side,
    enemy_of,
    fit_down,
    forgive,
    now,
    side_of,
)
from conquistadors.games.conquest.rules.events import Retreated
from conquistadors.games.conquest.rules.expeditions import receive, take_unit
from conquistadors.games.conquest.rules.gold import gain_gold
from conquistadors.games.conquest.rules.morale import take_hits
from conquistadors.games.conquest.rules.movement import touch
from conquistadors.games.conquest.rules.position import ConquestPosition, Units
from conquistadors.games.conquest.rules.spaces import explore, is_discovered


def is_safe(pos: ConquestPosition, space: str, owner: Seat) -> bool:
    """6.512  Discovered, and neither hostile nor allied with another player."""
    site = pos.site(space)
    return is_discovered(pos, space) and not site.hostile and site.ally in (None, owner)


def is_barred(pos: ConquestPosition, space: str, owner: Seat) -> bool:
    """6.515  Hostile, or allied with another player: a retreat may pass but not stop."""
    site = pos.site(space)
    return site.hostile or site.ally not in (None, owner)


def retreats(pos: ConquestPosition, name: str) -> dict[str, int]:
    """6.51-6.515, G-6.51, G-6.514, G-6.515  Where a side may retreat to, and how many barred spaces it passes.

    1  attackers who entered in this impulse: the space they came from, and no other (6.511, C36)
    2  otherwise adjacent land, discovered and safe (6.512), but not where the attackers came from (6.513)
    3  otherwise the lowest undiscovered land next to it (6.514)
    4  otherwise through hostile or foreign places to the nearest space where it may stop (6.515)
    """
    battle = now(pos)
    side = side_of(battle, name)
    if side.expedition is None:
        return {}
    if name == "attacker" and battle.entered_from is not None:
        return {battle.entered_from: 0}
    near = [s for s in pos.rules.world.by_land[battle.space] if s != battle.entered_from]
    here = stops(pos, near, side.seat)
    if here:
        return dict.fromkeys(here, 0)
    passed = 0
    known = {battle.space, *near, *([battle.entered_from] if battle.entered_from else [])}
    edge = [space for space in near if is_barred(pos, space, side.seat)]
    while edge:
        passed += 1
        beyond = [s for space in edge for s in pos.rules.world.by_land[space] if s not in known]
        found = stops(pos, beyond, side.seat)
        if found:
            return dict.fromkeys(found, passed)
        known.update(beyond)
        edge = [space for space in dict.fromkeys(beyond) if is_barred(pos, space, side.seat)]
    return {}


def stops(pos: ConquestPosition, spaces: list[str], owner: Seat) -> list[str]:
    """6.512, 6.514  Where a retreat may end, among some spaces: safe ones, else the lowest undiscovered."""
    safe = [space for space in spaces if is_safe(pos, space, owner)]
    if safe:
        return safe
    unknown = [space for space in spaces if not is_discovered(pos, space)]
    levels = pos.rules.world.level
    lowest = min((levels[space] or 0 for space in unknown), default=0)
    return [space for space in unknown if (levels[space] or 0) == lowest]


def offer_retreat(pos: ConquestPosition, name: str) -> Procedure[bool]:
    """6.35, G-6.27b  A Spanish side may retreat, if it has somewhere to go. Says whether it did."""
    side = side_of(now(pos), name)
    if side.expedition is None or not retreats(pos, name):
        return False
    facts = (("expedition", side.expedition), ("round", now(pos).round))
    choice = Choice(side.seat, "retreat", "6.35", partial(_ways, pos, name), partial(_forbids, pos, name), False, facts)
    chosen: Option = yield choice
    if chosen.verb == "fight":
        return False
    space = str(chosen.subject)
    yield from retreat(pos, name, space, retreats(pos, name)[space])
    return True


def _ways(pos: ConquestPosition, name: str) -> list[Option]:
    spaces = dict.fromkeys([*retreats(pos, name), *pos.rules.world.by_land[now(pos).space]])
    return [*[option("retreat", space) for space in spaces], option("fight")]


def _forbids(pos: ConquestPosition, name: str, tried: Option) -> Bar | None:
    """6.511-6.515  Why not there."""
    if tried.verb == "fight" and tried.subject is None:
        return None
    if tried.verb != "retreat":
        return Bar("6.35", "not-offered")
    space = tried.subject
    if space in retreats(pos, name):
        return None
    battle = now(pos)
    if space not in pos.rules.world.by_land[battle.space]:
        return Bar("6.51", "not-adjacent")
    if name == "attacker" and battle.entered_from is not None:
        return Bar("6.511", "back-where-from", (("space", battle.entered_from),))
    if space == battle.entered_from:
        return Bar("6.513", "attackers-came-from")
    if space is not None and not is_discovered(pos, space):
        return Bar("6.514", "better-retreat")
    return Bar("6.515" if any(retreats(pos, name).values()) else "6.512", "better-retreat")


@procedure("6.53", steps=("move", "morale", "cannon", "gold"))
def retreat(pos: ConquestPosition, name: str, space: str, passed: int) -> Procedure[None]:
    """A Spanish force retreats: a hit, and one for each barred space (6.515), the roll for cannon, half the gold.

    At once it discovers the space (6.514), or looks for the legend there (19.41: it enters, although that is no
    movement; own ruling); then the battle ends, and leaders are checked (C38, G-6.514b). Nobody may react (6.52).
    """
    side = side_of(now(pos), name)
    commander = str(side.expedition)
    pos.tasks = abandon_action(pos)
    step(pos, retreat, "move")
    pos.edit(commander, space=space)
    touch(pos, space)
    pos.report(Retreated, expedition=commander, space=space, rule="6.51")
    pos.then("battle-end")
    step(pos, retreat, "morale")
    hits = pos.rules.n.retreat_hits + pos.rules.n.passage_hits * passed
    before = pos.units(commander).size
    yield from take_hits(pos, commander, hits, "6.53")
    forgive(pos, commander, before)
    step(pos, retreat, "cannon")
    yield from save_cannon(pos, name, commander)
    step(pos, retreat, "gold")
    gold = pos.expeditions[commander].gold
    kept = gold // pos.rules.n.gold_kept_in_retreat
    gain_gold(pos, commander, kept - gold, "retreat", "6.53")
    explore(pos, commander, "retreat")


def abandon_action(pos: ConquestPosition) -> tuple[str, ...]:
    """G-4.14, G-7.22  Whoever retreats gives up what was under way: a discovery, or a plunder."""
    if pos.action is None:
        return pos.tasks
    pos.action = None
    return pos.tasks[:-1]


def save_cannon(pos: ConquestPosition, name: str, commander: str) -> Procedure[None]:
    """6.53, G-6.53  One roll for all cannon. Lost to Spaniards, they change sides; lost to Indians, they are gone."""
    count = pos.units(commander).cannon
    if not count:
        return
    side = side_of(now(pos), name)
    thrown = yield from roll(pos, "cannon-retreat", side.seat, rule="6.53", reads=pos.rules.reading("cannon-retreat"))
    if thrown.result != "lost":
        return
    for _ in range(pos.units(commander).cannon):
        take_unit(pos, commander, "cannon", "6.53")
    fit_down(pos, commander)
    victor = side_of(now(pos), enemy_of(name)).expedition
    if not against_indians(now(pos)) and victor is not None:
        edit_side(pos, name, start=pos.units(commander).size)  # 11.13: only losses to Indians count
        yield from receive(pos, victor, Units(cannon=count), "6.53")
