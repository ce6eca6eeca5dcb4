"""6.1-6.5  The Royal Council: taxes, Colonists, political events, and who goes first."""

from __future__ import annotations

from typing import Final

from conquistadors.engine import Procedure, Seat, procedure, roll
from conquistadors.games.exploration.rules.events import ColonistsCame, InitiativeSet, PoliticalEvent, Taxed
from conquistadors.games.exploration.rules.missionaries import taxes_withheld
from conquistadors.games.exploration.rules.position import World
from conquistadors.games.exploration.rules.tasks import task, task_of


@task_of("council")
@procedure("6.3")
def council(pos: World, nation: Seat) -> Procedure[None]:
    """6.31-6.33, E-C1  One die finds taxes, Colonists and the row of the event, a second one its column.

    Taxes follow the Monarch in office before the event (E-G1).
    """
    rules = pos.rules
    if pos.nations[nation].resigned:
        return
    first = (yield from roll(pos, "council", nation, rule="6.31")).natural
    row = tax_row(pos, nation, first)
    taxes = 0 if taxes_withheld(pos, nation) else int(rules.read("taxes", pos.nations[nation].monarch, row))
    if nation == rules.bankers:  # 24.14
        pos.edit(nation, treasury=pos.nations[nation].treasury + taxes)
        pos.report(Taxed, who=nation, ducats=taxes, rule="24.14")
        return
    colonists = int(rules.read("colonists", "colonists", first))
    pos.edit(nation, treasury=pos.nations[nation].treasury + taxes, colonists=colonists)
    pos.report(Taxed, who=nation, ducats=taxes, rule="6.31")
    pos.report(ColonistsCame, who=nation, number=colonists, rule="6.32")
    second = (yield from roll(pos, "politics", nation, rule="6.33")).natural
    event = str(rules.read("events", str(first), second))
    pos.report(PoliticalEvent, who=nation, event=f"event-{event}", rule="6.33")
    rules.follow(pos, nation, event)


def tax_row(pos: World, nation: Seat, die: int) -> int:
    """24.13, E-G33  With the Bankers, countries add one to the die for taxes alone; a seven reads the last row."""
    if pos.rules.bankers is None or nation == pos.rules.bankers:
        return die
    return die + pos.rules.number("bankers_tax_die")


ORDER: Final = (
    "13",
    *"ABCD",
    *("1", "3", "5", "9", "10", "11", "12", "6", "2"),
    *("4", "8", "16", "17", "7", "14", "15"),
)
"""E-G58  In which order the events of several nations happen."""


@task("politics")
@procedure("6.4")
def politics(pos: World) -> None:
    """E-G58, E-G8  All have rolled: their events happen in a fixed order, for each in the order of the nations."""
    rolled = [each.partition("/") for each in pos.notes]
    pos.notes = ()
    seats = pos.rules.seats
    due = sorted([(ORDER.index(event), seats.index(nation), nation, event) for nation, _, event in rolled])
    pos.then(*[task for _, _, nation, event in due for task in pos.rules.consequences(nation, event)])


@task("initiative")
@procedure("6.5")
def initiative(pos: World) -> Procedure[None]:
    """6.51-6.53, E-G12  The highest Initiative Level goes first; a higher Monarch, then a die, breaks ties.

    24.11: the Bankers have no place in the order.
    """
    ranked: dict[tuple[int, int], list[Seat]] = {}
    for nation in pos.rules.countries:
        if pos.nations[nation].resigned:
            continue
        standing = initiative_level(pos, nation), -ord(pos.nations[nation].monarch)
        ranked.setdefault(standing, []).append(nation)
    order: list[Seat] = []
    for standing in sorted(ranked, reverse=True):
        tied = ranked[standing]
        order += tied if len(tied) == 1 else (yield from _rolled(pos, tied))
    pos.order = tuple(order)
    if not pos.rules.alone:
        for nation in pos.rules.seats:
            pos.edit(nation, known=pos.nations[nation].treasury)
        pos.report(InitiativeSet, order=pos.order, rule="6.51")


def _rolled(pos: World, tied: list[Seat]) -> Procedure[list[Seat]]:
    """6.53  Those who are tied roll; who rolls the same rolls again."""
    if len(tied) == 1:
        return tied
    thrown: dict[Seat, int] = {}
    for nation in tied:
        thrown[nation] = (yield from roll(pos, "tie", nation, rule="6.53")).natural
    order: list[Seat] = []
    for number in sorted(set(thrown.values()), reverse=True):
        order += yield from _rolled(pos, [nation for nation in tied if thrown[nation] == number])
    return order


def initiative_level(pos: World, nation: Seat) -> int:
    """6.52  The Monarch's multiplier times the ducats in the Treasury."""
    return multiplier(pos, nation) * pos.nations[nation].treasury


def multiplier(pos: World, nation: Seat) -> int:
    """6.54, E-G2  By the Monarch's rating; an event may change it for a turn, never below 1."""
    standing = pos.nations[nation]
    usual = pos.rules.number(f"multiplier_{standing.monarch}")
    return max(pos.rules.number("multiplier_least"), usual + standing.shift)
