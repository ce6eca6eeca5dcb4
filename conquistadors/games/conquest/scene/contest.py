"""6.0  The battle under way: both sides with what they fight with, and what is in force."""

from __future__ import annotations

from conquistadors.engine import Modifier
from conquistadors.games.conquest.rules.battle import INDIANS, SIDES, side_of
from conquistadors.games.conquest.rules.cards.targets import number
from conquistadors.games.conquest.rules.combat import AMBUSH, roll_modifiers, value
from conquistadors.games.conquest.rules.position import KINDS, Battle, ConquestPosition, each_of
from conquistadors.games.conquest.rules.position import Side as Fighting
from conquistadors.games.conquest.scene.forces import allies, assets_of, each, spirits, units
from conquistadors.scene.panels import Amount, Contest, Row, Side, Tag, rows
from conquistadors.scene.words import Phrase, phrase


def contest_of(pos: ConquestPosition) -> Contest | None:
    """The battle as a seat sees it; None where nobody fights."""
    battle = pos.battle
    if battle is None:
        return None
    attacker, defender = (_side(pos, battle, name) for name in SIDES)
    return Contest(
        title=phrase("panels.contest.title", space=battle.space),
        stage=_stage(battle),
        sides=(attacker, defender),
        round=battle.round,
        rows=rows(
            ("contest.in-force", [Tag(card) for card in battle.cards]),
            ("now", [Tag(phrase(f"panels.contest.{state}")) for state in _states(pos, battle)]),
        ),
    )


def _stage(battle: Battle) -> Phrase:
    if battle.charging:
        return phrase("panels.contest.charging")
    return phrase("panels.contest.round", round=battle.round) if battle.round else phrase("panels.contest.begins")


def _states(pos: ConquestPosition, battle: Battle) -> list[str]:
    """4.14, 17.24  What else holds in this round."""
    doubled = battle.ambush and battle.round <= number(pos, AMBUSH, "doubled_rounds")
    return [state for state, holds in (("ambush", doubled), ("shock-failed", battle.shock_failed)) if holds]


def _side(pos: ConquestPosition, battle: Battle, name: str) -> Side:
    """An expedition, or Indians on their own. One that was lost has nothing left, and its name."""
    side = side_of(battle, name)
    commander = side.expedition
    gone = commander is not None and commander not in pos.expeditions
    return Side(
        name=commander or INDIANS,
        owner=None if commander is None else side.seat,
        by=side.seat,
        value=0 if gone else side.value or value(pos, name),
        units=_indians(pos, battle.space) if commander is None else units(pos.units(commander)),
        stores=(*([] if commander is None or gone else [spirits(pos, commander)]), *_to_come(side)),
        rows=_rows(pos, side, None if gone else commander),
        modifiers=() if gone else _modifiers(pos, side, name),
        natural=None if side.rolling is None else side.rolling.natural,
    )


def _indians(pos: ConquestPosition, space: str) -> tuple[Amount, ...]:
    """Indian units by their value, the strongest first."""
    found = sorted(each_of(pos.site(space).garrison), key=lambda held: (-pos.rules.value[held[0]], held[0]))
    return tuple(Amount(unit, count, "allies") for unit, count in found)


def _to_come(side: Fighting) -> list[Amount]:
    """6.34  Losses that this side has still to allot, beside the one that it is asked about."""
    return [Amount(phrase("panels.contest.inflicts"), side.inflicts)] if side.inflicts else []


def _rows(pos: ConquestPosition, side: Fighting, commander: str | None) -> tuple[Row, ...]:
    """Who leads, allies, units that were hit, assets as far as they are seen; and whether the side rolled M."""
    now = ("now", [Tag(phrase("panels.contest.shaken"))] if side.morale else [])
    if commander is None:
        return rows(now)
    expedition = pos.expeditions[commander]
    return rows(
        ("contest.leader", [Tag(side.leader)] if side.leader in pos.captains else []),
        ("allies", allies(pos, expedition.allies)),
        ("contest.flipped", [Tag(kind, side.down.of(kind)) for kind in KINDS if side.down.of(kind)]),
        ("in-use", each(expedition.shown)),
        ("face-down", assets_of(expedition.assets)),
        now,
    )


def _modifiers(pos: ConquestPosition, side: Fighting, name: str) -> tuple[Modifier, ...]:
    """6.22(2), 6.23  Those of the roll under way, else of the one to come: a rating counts when a leader is named."""
    if side.rolling is not None:
        return side.rolling.modifiers
    unled = side.expedition is not None and side.leader not in pos.captains
    return (*side.modifiers, *side.once) if unled else roll_modifiers(pos, name)
