"""10.0  Gold and victory points."""

from __future__ import annotations

from conquistadors.engine import Bar, Procedure, Seat, amount, procedure
from conquistadors.games.conquest.rules.events import GoldChanged, PointsScored
from conquistadors.games.conquest.rules.position import ConquestPosition


def gain_gold(pos: ConquestPosition, commander: str, gold: int, why: str, rule: str) -> None:
    """10.11, 10.12  Gold is laid on the expedition's card (or taken from it, if the number is negative)."""
    if gold == 0:
        return
    now = pos.expeditions[commander].gold + gold
    pos.edit(commander, gold=now)
    pos.gold += gold
    pos.report(GoldChanged, expedition=commander, gold=gold, now=now, why=why, rule=rule)


def award(pos: ConquestPosition, seat: Seat, points: int, why: str, rule: str) -> None:
    """13.11, 13.12  Permanent points that do not come from gold: for the first empire (4.16), for a legend (19.41)."""
    pos.edit_faction(seat, awards=pos.factions[seat].awards + points)
    pos.report(PointsScored, who=seat, points=points, why=why, rule=rule)


def forbids_parting(pos: ConquestPosition, seat: Seat, commander: str | None, rule: str) -> Bar | None:
    """C14  Gold that one of the player's own expeditions carries; no activation is needed for it."""
    expedition = pos.expeditions.get(str(commander))
    if expedition is None or expedition.owner != seat:
        return Bar(rule, "not-own-expedition")
    return None if expedition.gold else Bar(rule, "no-gold")


def forbids_conversion(pos: ConquestPosition, seat: Seat, commander: str | None) -> Bar | None:
    """10.21, C14  Gold that one of the player's own expeditions carries."""
    return forbids_parting(pos, seat, commander, "10.21")


@procedure("10.21")
def convert(pos: ConquestPosition, commander: str) -> Procedure[None]:
    """10.21, 10.22, 13.12  Gold becomes victory points, one for one and for good, recorded at once.

    There is no way back; the only other uses of gold are gifts to the governor and the payments of C5.
    """
    seat, carried = pos.expeditions[commander].owner, pos.expeditions[commander].gold
    facts = (("expedition", commander), ("gold", carried))
    gold = yield from amount(seat, "convert", "10.21", 1, carried, facts=facts)
    gain_gold(pos, commander, -gold, "converted", "10.21")
    points = gold * pos.rules.n.gold_a_point
    pos.edit_faction(seat, converted=pos.factions[seat].converted + points)
    pos.report(PointsScored, who=seat, points=points, why="gold", rule="13.11")
