"""11.0  The governor: his favour, his warrants, and gifts of gold."""

from __future__ import annotations

from functools import partial
from typing import Final

from conquistadors.engine import (
    Bar,
    Modifier,
    Option,
    Procedure,
    Seat,
    amount,
    changed,
    offer,
    option,
    procedure,
    roll,
    step,
)
from conquistadors.games.conquest.rules.asking import note
from conquistadors.games.conquest.rules.battle import SIDES, edit_side, now, side_of
from conquistadors.games.conquest.rules.cards.playing import support
from conquistadors.games.conquest.rules.cards.targets import number
from conquistadors.games.conquest.rules.events import GiftGiven, IndexMoved, WarrantIssued, WarrantLifted
from conquistadors.games.conquest.rules.gold import gain_gold
from conquistadors.games.conquest.rules.position import Action, ConquestPosition

WARRANT: Final = "arrest-warrant"


def move_index(pos: ConquestPosition, seat: Seat, boxes: int, rule: str) -> None:
    """11.11, 11.12, G-11.1  The one index of a faction moves along the track and stops at its ends.

    Above 0 it lifts a warrant (11.23).
    """
    faction = pos.factions[seat]
    lowest, highest = pos.rules.favour_ends
    index = max(lowest, min(highest, faction.index + boxes))
    if index != faction.index:
        pos.edit_faction(seat, index=index)
        pos.report(IndexMoved, who=seat, boxes=index - faction.index, now=index, rule=rule)
    if faction.warrant and index > 0:
        lift_warrant(pos, seat, "11.23")


def forbids_warrant(pos: ConquestPosition, seat: Seat) -> Bar | None:
    """11.21, 11.26, G-11.22, G-11.26  Whether an Arrest Warrant can be used against a faction, one way or the other.

    Out of favour (below 0) the player is wanted from then on; else the card shifts the index (11.27), pause or not.
    """
    faction = pos.factions[seat]
    if faction.warrant:
        return Bar("11.22", "warrant-in-force")
    if in_pause(pos, seat) and (faction.index < 0 or pos.rules.house.pause_stops_shift):  # G-11.26
        return Bar("11.26", "warrant-pause", (("turn", next_warrant(pos, seat)),))
    return None


def in_pause(pos: ConquestPosition, seat: Seat) -> bool:
    """11.26  One complete turn has to pass after a warrant was removed."""
    return pos.factions[seat].lifted > 0 and pos.turn < next_warrant(pos, seat)


def next_warrant(pos: ConquestPosition, seat: Seat) -> int:
    """11.26  The first turn in which the player can be wanted again: removed in turn 4, that is turn 6."""
    pause = number(pos, WARRANT, "pause_turns")
    return pos.factions[seat].lifted + pause + 1


def issue_warrant(pos: ConquestPosition, seat: Seat) -> None:
    """11.22  The card lies before the player as long as the warrant is in force."""
    pos.edit_faction(seat, warrant=True)
    pos.report(WarrantIssued, who=seat, rule="11.22")


def lift_warrant(pos: ConquestPosition, seat: Seat, rule: str) -> None:
    """11.23, 11.25, C19  The warrant goes to the discards and the index back to 0; a pause begins (11.26).

    Losses of a battle under way lower the index before that, not after it (G-11.13b).
    """
    faction = pos.factions[seat]
    if not faction.warrant:
        return
    pos.edit_faction(seat, warrant=False, index=0, lifted=pos.turn)
    pos.piles["discards"] = pos.piles["discards"].plus(WARRANT)
    pos.report(WarrantLifted, who=seat, rule=rule)
    if faction.index:
        pos.report(IndexMoved, who=seat, boxes=-faction.index, now=0, rule="11.25")
    for name in SIDES if pos.battle is not None else ():
        if side_of(now(pos), name).seat == seat:
            edit_side(pos, name, start=0)


def may_fight(pos: ConquestPosition, one: Seat, other: Seat) -> bool:
    """6.121, 11.22, G-11.22b  Spaniards fight each other only where one of the two is wanted."""
    return one != other and (pos.factions[one].warrant or pos.factions[other].warrant)


# Gifts -----------------------------------------------------------------------------------------------------------


def forbids_gift(pos: ConquestPosition, seat: Seat) -> Bar | None:
    """11.3, 11.31, 11.33  One gift an impulse, of three gold or more; the governor takes nothing else."""
    if pos.impulse.gift:
        return Bar("11.3", "one-gift")
    gold = sum([held.gold for held in pos.expeditions.values() if held.gold and held.owner == seat])
    least = pos.rules.n.gift_least
    return None if gold >= least else Bar("11.31", "gift-too-small", (("least", least), ("gold", gold)))


@procedure("11.31", steps=("gold", "cards", "roll", "result"))
def give_gift(pos: ConquestPosition) -> Procedure[None]:
    """A gift of gold: what each expedition pays, the roll, and whose index it moves.

    Each full three beyond the first three add one to the roll (G-11.31).
    """
    seat = pos.active
    least = pos.rules.n.gift_least
    pos.impulse = changed(pos.impulse, gift=True)
    step(pos, give_gift, "gold")
    givers = [commander for commander in pos.expeditions_of(seat) if pos.expeditions[commander].gold]
    left = sum(pos.expeditions[commander].gold for commander in givers)
    given = 0
    for commander in givers:
        gold = pos.expeditions[commander].gold
        left -= gold
        facts = (("expedition", commander), ("gold", gold), ("given", given), ("least", least))
        paid = yield from amount(seat, "gift", "11.31", max(0, least - given - left), gold, facts=facts)
        given += paid
        note(pos, paid)
    for commander, share in zip(givers, pos.talk, strict=True):
        gain_gold(pos, commander, -int(share), "gift", "11.31")
    pos.talk = ()
    pos.action = Action("gift", givers[0], pos.expeditions[givers[0]].space, notes=(str(given),))
    step(pos, give_gift, "cards")
    yield from support(pos, "gift", "11.32")
    given = int(pos.action.notes[0])
    extra = (given - least) // pos.rules.n.gift_step
    modifiers = (*((Modifier("gold", extra),) if extra else ()), *pos.action.modifiers)
    step(pos, give_gift, "roll")
    thrown = yield from roll(pos, "gift", seat, modifiers, rule="11.32", reads=pos.rules.reading("gift"))
    step(pos, give_gift, "result")
    given = int(pos.action.notes[0])
    pos.action = None
    boxes = thrown.result
    pos.report(GiftGiven, who=seat, gold=given, boxes=boxes, rule="11.32")
    if boxes:
        yield from use_favour(pos, seat, boxes)


def use_favour(pos: ConquestPosition, seat: Seat, boxes: int) -> Procedure[None]:
    """11.32, G-11.32  A success raises your own index or lowers that of one other player, if there is any."""
    if not pos.others(seat):
        move_index(pos, seat, boxes, "11.32")
        return
    make = partial(_favours, pos, seat)
    chosen: Option = yield offer(seat, "favour", "11.32", make, facts=(("boxes", boxes),))
    if chosen.verb == "raise":
        move_index(pos, seat, boxes, "11.32")
    else:
        move_index(pos, str(chosen.subject), -boxes, "11.32")


def _favours(pos: ConquestPosition, seat: Seat) -> list[Option]:
    return [option("raise"), *[option("lower", other) for other in pos.others(seat)]]
