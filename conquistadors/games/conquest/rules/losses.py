"""6.3  Combat results: who takes the losses."""

from __future__ import annotations

from conquistadors.engine import Option, Pile, Procedure, changed, offer, option, procedure
from conquistadors.games.conquest.rules.asking import decide
from conquistadors.games.conquest.rules.battle import (
    against_indians,
    allies_taking_part,
    edit_side,
    now,
    side_of,
    taking_part,
)
from conquistadors.games.conquest.rules.events import Cancelled, IndianLost, UnitFlipped
from conquistadors.games.conquest.rules.expeditions import take_unit
from conquistadors.games.conquest.rules.indians import to_cup
from conquistadors.games.conquest.rules.position import KINDS, NO_UNITS, NOTHING, ConquestPosition, Side, ally, ally_of

FLIPPED = "-flipped"
ARMOUR = "cotton-armor"


@procedure("6.34")
def allot(pos: ConquestPosition, name: str) -> Procedure[None]:
    """6.32, 6.34, G-6.34  The player who rolled decides which unit takes the next loss. Each point is a step.

    Against a lone player the losses that Indians inflict fall at random on the units that may take them (G-6.22b).

    No unit takes a second loss in a round before every unit of its kind, Spanish or Indian, has one. In a mixed
    expedition Indians and Spaniards take turns, Indians first. What is beyond the last unit is ignored. After the last
    loss all of them are forgotten: they are of this round alone.
    """
    enemy = "defender" if name == "attacker" else "attacker"
    side = side_of(now(pos), name)
    targets = loss_targets(pos, enemy) if side.inflicts else []
    edit_side(pos, name, inflicts=side.inflicts - 1 if targets else 0)
    if targets:
        pos.then(f"losses:{name}")
        target = yield from decide(pos, side.seat, "loss", "6.34", targets, facts=(("left", side.inflicts),))
        assert target is not None
        if target.removesuffix(FLIPPED) in KINDS:
            if not (yield from ignored(pos, enemy)):
                strike_spaniard(pos, enemy, target)
            edit_side(pos, enemy, turn_of_indians=True)
        else:
            strike_indian(pos, enemy, target)
            edit_side(pos, enemy, turn_of_indians=False)
    else:
        edit_side(pos, enemy, struck=NO_UNITS, struck_indians=NOTHING, turn_of_indians=True)


def loss_targets(pos: ConquestPosition, name: str) -> list[str]:
    """6.34, 17.24, G-17.2  The units of a side that may take the next loss, each of them; equal ones are alike.

    Who takes no part in the round is not hit; a loss that finds nobody is void, although others are left (own ruling).
    """
    side = side_of(now(pos), name)
    if side.expedition is None:
        return indian_targets(pos.site(now(pos).space).garrison, side.struck_indians)
    spanish = spanish_targets(pos, side)
    indians = indian_targets(allies_taking_part(pos, side.expedition), side.struck_indians)
    if spanish and indians:
        return indians if side.turn_of_indians else spanish
    return spanish or indians


def spanish_targets(pos: ConquestPosition, side: Side) -> list[str]:
    """6.32, 6.321  Face-up units, to be flipped, and flipped ones, to be eliminated."""
    assert side.expedition is not None
    units = pos.units(side.expedition)
    kinds = taking_part(pos)
    up = [kind for kind in kinds for _ in range(units.of(kind) - side.down.of(kind))]
    down = [kind + FLIPPED for kind in kinds for _ in range(side.down.of(kind) - side.struck.of(kind))]
    if up or down:
        return up + down
    return [kind + FLIPPED for kind in kinds for _ in range(side.struck.of(kind))]  # every unit has one: a second loss


def indian_targets(units: Pile, struck: Pile) -> list[str]:
    """6.32, 6.322  Indian units that took no loss this round; when all have, those again."""
    fresh = [title for title in units.titles for _ in range(units.count_of(title) - struck.count_of(title))]
    return fresh or list(struck.each())


def ignored(pos: ConquestPosition, name: str) -> Procedure[bool]:
    """Cotton Armor: against Indians the owner may ignore a loss on a Spanish unit. Who has cards face down is asked."""
    side = side_of(now(pos), name)
    assert side.expedition is not None
    battle = now(pos)
    expedition = pos.expeditions[side.expedition]
    if not against_indians(battle) or not expedition.assets.titles or ARMOUR in battle.cards:
        return False

    def armour() -> list[Option]:
        return [option("use", ARMOUR)] if ARMOUR in expedition.assets.titles else []

    chosen: Option = yield offer(side.seat, "armour", "5.15", armour, passes=True)
    if chosen.subject is None:
        return False
    assets = pos.expeditions[side.expedition].assets.minus(ARMOUR)
    pos.edit(side.expedition, assets=assets)
    pos.piles["asset-discards"] = pos.piles["asset-discards"].plus(ARMOUR)
    pos.battle = changed(battle, cards=(*battle.cards, ARMOUR))
    pos.report(Cancelled, card="loss", by=ARMOUR, rule="5.15")
    return True


def strike_spaniard(pos: ConquestPosition, name: str, target: str) -> None:
    """6.32, 6.321  A face-up unit is flipped; a flipped one is eliminated."""
    side = side_of(now(pos), name)
    assert side.expedition is not None
    kind = target.removesuffix(FLIPPED)
    if kind == target:
        edit_side(pos, name, down=side.down.plus(kind), struck=side.struck.plus(kind))
        pos.report(UnitFlipped, expedition=side.expedition, unit=kind, rule="6.32")
        return
    second = side.struck.of(kind) == side.down.of(kind)  # all of its kind have one: its second this round
    struck = side.struck.plus(kind, -1) if second else side.struck
    take_unit(pos, side.expedition, kind, "6.32")
    edit_side(pos, name, down=side.down.plus(kind, -1), struck=struck)


def strike_indian(pos: ConquestPosition, name: str, target: str) -> None:
    """1.231, 6.32, 6.322, C8  A backprinted unit is flipped to its reverse for good; any other is eliminated."""
    side = side_of(now(pos), name)
    space = now(pos).space
    unit, origin = ally_of(target)
    reverse = pos.rules.reverse.get(unit)
    after = None if reverse is None else (ally(reverse, origin) if origin else reverse)
    held = pos.site(space).garrison if side.expedition is None else pos.expeditions[side.expedition].allies
    struck = side.struck_indians
    if held.count_of(target) <= struck.count_of(target):
        struck = struck.minus(target)  # its second loss this round
    held = held.minus(target)
    if after is not None:
        held, struck = held.plus(after), struck.plus(after)
    else:
        to_cup(pos, Pile((unit,), (1,)))
    if side.expedition is None:
        pos.edit_site(space, garrison=held)
    else:
        pos.edit(side.expedition, allies=held)
    edit_side(pos, name, struck_indians=struck)
    pos.report(IndianLost, space=space, unit=unit, flipped=after is not None, rule="6.32")
