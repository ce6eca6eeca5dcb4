"""6.2  The battle under way: its two sides, and when it is over."""

from __future__ import annotations

from typing import Final

from conquistadors.engine import Pile, changed
from conquistadors.games.conquest.rules.position import KINDS, NO_UNITS, NOTHING, Battle, ConquestPosition, Side, Units

SIDES: Final = ("attacker", "defender")
INDIANS: Final = "indians"
HORSE: Final = ("horse",)
HORSE_AND_CANNON: Final = ("horse", "cannon")


def strength(pos: ConquestPosition, side: Side) -> int:
    """How many Spanish units a side has."""
    return 0 if side.expedition is None else pos.units(side.expedition).size


def beaten(pos: ConquestPosition, side: Side) -> bool:
    """6.27, G-6.27  A side without units: no Indians left, or no Spanish unit in the expedition (5.24)."""
    if side.expedition is None:
        assert pos.battle is not None
        return not pos.site(pos.battle.space).garrison.titles
    return side.expedition not in pos.expeditions or not pos.has_units(side.expedition)


def now(pos: ConquestPosition) -> Battle:
    """The battle under way."""
    assert pos.battle is not None
    return pos.battle


def edit_side(pos: ConquestPosition, name: str, **changes: object) -> None:
    """Replace one side of the battle by a changed one."""
    battle = now(pos)
    if name == "attacker":
        pos.battle = changed(battle, attacker=changed(battle.attacker, **changes))
    else:
        pos.battle = changed(battle, defender=changed(battle.defender, **changes))


def side_of(battle: Battle, name: str) -> Side:
    return battle.attacker if name == "attacker" else battle.defender


def enemy_of(name: str) -> str:
    return SIDES[1 - SIDES.index(name)]


def against_indians(battle: Battle) -> bool:
    """6.25  Whether one side is an all-Indian force."""
    return battle.attacker.expedition is None or battle.defender.expedition is None


def spanish_side(battle: Battle) -> str:
    """6.25  The side that fights an all-Indian force."""
    return "defender" if battle.attacker.expedition is None else "attacker"


def taking_part(pos: ConquestPosition) -> tuple[str, ...]:
    """17.11, 17.24, G-17.2  The kinds of Spanish units that strike now, and can be hit.

    Horse alone in the horse round, horse and cannon in the first rounds after a failed Sudden Shock Attack.
    """
    battle = now(pos)
    if battle.charging:
        return HORSE
    if battle.shock_failed and battle.round <= pos.rules.n.shock_rounds:
        return HORSE_AND_CANNON
    return KINDS


def allies_taking_part(pos: ConquestPosition, commander: str) -> Pile:
    """17.11, 17.24  Indian allies fight beside the foot, and not where horse or cannon are on their own."""
    return pos.expeditions[commander].allies if taking_part(pos) == KINDS else NOTHING


def over(pos: ConquestPosition) -> bool:
    """G-6.27  One side has no units left."""
    battle = now(pos)
    return beaten(pos, battle.attacker) or beaten(pos, battle.defender)


def lost(pos: ConquestPosition, side: Side) -> bool:
    """6.371  An expedition that lost its last Spanish unit to the enemy; one that had retreated did not (G-9.14b)."""
    expedition = None if side.expedition is None else pos.expeditions.get(side.expedition)
    return expedition is not None and beaten(pos, side) and expedition.space == now(pos).space


def fights(pos: ConquestPosition, commander: str) -> bool:
    """6.15  Whether an expedition is a side of the battle under way; others in the space take no part."""
    battle = pos.battle
    return battle is not None and commander in (battle.attacker.expedition, battle.defender.expedition)


def fit_down(pos: ConquestPosition, commander: str, unit: str | None = None) -> None:
    """After a unit was lost in another way: a flipped one of its kind, for its owner chooses (9.14).

    A side never has more flipped units than units.
    """
    for name in SIDES:
        side = side_of(now(pos), name)
        if side.expedition == commander:
            units = pos.units(commander) if commander in pos.expeditions else NO_UNITS
            flipped = side.down
            if unit in KINDS and flipped.of(unit):
                flipped = flipped.plus(unit, -1)
            down = Units(*[min(d, u) for d, u in zip(flipped, units, strict=True)])
            struck = Units(*[min(s, d) for s, d in zip(side.struck, down, strict=True)])
            allies = pos.expeditions[commander].allies if commander in pos.expeditions else NOTHING
            hit = Pile.of(t for t in side.struck_indians.titles for _ in range(_most(side, allies, t)))
            edit_side(pos, name, down=down, struck=struck, struck_indians=hit)


def _most(side: Side, allies: Pile, title: str) -> int:
    return min(side.struck_indians.count_of(title), allies.count_of(title))


def forgive(pos: ConquestPosition, commander: str, before: int) -> None:
    """C6  Units lost to a fifth morale hit by a retreat or a death are no battle losses: the index does not fall.

    Nor are those that a dead man leaves behind without a successor (G-6.44b).
    """
    for name in SIDES:
        side = side_of(now(pos), name)
        if side.expedition == commander and commander in pos.expeditions:
            edit_side(pos, name, start=side.start - (before - pos.units(commander).size))
