"""18.0  Division of gold: the only way from gold to victory points in the Standard Game."""

from __future__ import annotations

from typing import Final

from conquistadors.engine import Bar, Procedure, Seat, amount, changed, procedure, record, step
from conquistadors.games.conquest.rules.asking import note
from conquistadors.games.conquest.rules.cards.targets import number
from conquistadors.games.conquest.rules.events import GoldDivided, PointsScored
from conquistadors.games.conquest.rules.gold import gain_gold
from conquistadors.games.conquest.rules.morale import take_hits
from conquistadors.games.conquest.rules.position import NO_UNITS, ConquestPosition
from conquistadors.games.conquest.rules.tasks import task_of

SHORT_SHARES: Final = "short-shares"


@record
class Shares:
    """18.5  A division of gold, line by line."""

    gold: int
    """18.5(1)  All that is divided."""
    fifth: int
    """18.5(2)  The king's share."""
    conquistadors: int
    """18.5(3)  The shares of all conquistadors but one, who leads them."""
    foot: int
    """18.5(4)  The shares of foot and cannon."""
    horse: int
    """18.5(4)  The shares of horse."""

    @property
    def left(self) -> int:
        """18.5(5)  What remains for the player; below 0 the gold is not enough (18.6)."""
        return self.gold - self.fifth - self.conquistadors - self.foot - self.horse


def shares(pos: ConquestPosition, seat: Seat, space: str, gold: int) -> Shares:
    """18.5, G-18.3, D-18.3  How so much gold would be divided among all of a player's men in a space.

    Men of other players and Indian allies get nothing. Every fraction of a share is rounded up, the king's too.
    """
    n = pos.rules.n
    here = _expeditions(pos, seat, space)
    men = sum(len(pos.members(commander)) for commander in here)
    units = NO_UNITS
    for commander in here:
        units = units.add(pos.units(commander))
    foot = _parts(units.foot + units.cannon, n.foot_a_share)
    horse = _parts(units.horse, n.horse_a_share)
    if SHORT_SHARES in pos.impulse.aids:
        foot = horse = number(pos, SHORT_SHARES, "unit_shares")
    return Shares(gold, _parts(gold, n.royal_part), max(0, men - 1) * n.share_conquistador, foot, horse)


def _parts(number: int, size: int) -> int:
    """How many parts of a size, the last one begun."""
    return -(-number // size)


def _expeditions(pos: ConquestPosition, seat: Seat, space: str) -> list[str]:
    return [commander for commander in pos.expeditions_of(seat) if pos.expeditions[commander].space == space]


def least_gold(pos: ConquestPosition, seat: Seat, space: str, gold: int) -> int:
    """18.6, G-18.6  The least part, of gold that is enough, which pays all shares, if only with nothing left."""
    return next(some for some in range(1, gold + 1) if shares(pos, seat, space, some).left >= 0)


def forbids_division(pos: ConquestPosition, seat: Seat, space: str | None) -> Bar | None:
    """18.2, 18.3, 18.6, D-18.2  One division an impulse, in one space, with gold enough for all shares."""
    if pos.impulse.divided is not None:
        return Bar("18.2", "one-division")
    here = [] if space is None else _expeditions(pos, seat, space)
    if space is None or not here:
        return Bar("18.3", "nobody-here")
    gold = sum([pos.expeditions[commander].gold for commander in here])
    if not gold:
        return Bar("18.3", "no-gold-here")
    return Bar("18.6", "gold-for-shares", (("gold", gold),)) if shares(pos, seat, space, gold).left < 0 else None


@procedure("18.5", steps=("gold", "shares"))
def divide_gold(pos: ConquestPosition, space: str) -> Procedure[None]:
    """18.1-18.5, 13.11, G-18.3  Some or all of the gold of the player's expeditions in a space is divided.

    1  what each expedition gives, one after the other, enough for all shares (18.6)
    2  the king's fifth, the other conquistadors, foot and cannon, horse: see `shares`
    3  the rest becomes victory points for good (18.4), recorded at once; all of the gold is gone
    """
    seat = pos.active
    step(pos, divide_gold, "gold")
    givers = [commander for commander in _expeditions(pos, seat, space) if pos.expeditions[commander].gold]
    left = sum(pos.expeditions[commander].gold for commander in givers)
    least = least_gold(pos, seat, space, left)
    given = 0
    for commander in givers:
        gold = pos.expeditions[commander].gold
        left -= gold
        facts = (("expedition", commander), ("space", space), ("gold", gold), ("given", given), ("least", least))
        part = yield from amount(
            seat,
            "share-out",
            "18.3",
            max(0, least - given - left),
            gold,
            facts=facts,
            below=Bar("18.6", "divided-too-little", (("least", least),)),
            above=Bar("18.3", "not-so-much-gold", (("gold", gold),)),
        )
        given += part
        note(pos, part)
    for commander, part in zip(givers, map(int, pos.talk), strict=True):
        gain_gold(pos, commander, -part, "divided", "18.5(6)")
    pos.talk = ()
    step(pos, divide_gold, "shares")
    _record(pos, seat, space, shares(pos, seat, space, given))


def _record(pos: ConquestPosition, seat: Seat, space: str, division: Shares) -> None:
    """18.5(5), 13.12, 9.23  The points are recorded; men who got their shares are content for this impulse."""
    points = division.left * pos.rules.n.points_a_gold_divided
    pos.report(
        GoldDivided,
        who=seat,
        space=space,
        gold=division.gold,
        fifth=division.fifth,
        conquistadors=division.conquistadors,
        foot=division.foot,
        horse=division.horse,
        points=points,
        rule="18.5",
    )
    short = SHORT_SHARES in pos.impulse.aids
    content = not short or bool(pos.rules.cards[SHORT_SHARES].effect["rally_bonus"])
    pos.impulse = changed(pos.impulse, divided=space, content=content)
    if points:
        pos.edit_faction(seat, converted=pos.factions[seat].converted + points)
        pos.report(PointsScored, who=seat, points=points, why="division", rule="13.11")
    if short:
        pos.then(*[f"grumble:{commander}" for commander in _expeditions(pos, seat, space)])


@task_of("grumble")
@procedure("9.14")
def grumble(pos: ConquestPosition, commander: str) -> Procedure[None]:
    """9.14, C6  Soldiers who got nothing (Short Shares): a hit, whose fifth costs a unit but no index."""
    yield from take_hits(pos, commander, number(pos, SHORT_SHARES, "hits"), "9.11")
