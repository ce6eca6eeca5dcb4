"""16.0  Pesos and debt: the purse of a faction, gold that is changed into pesos, and loans that are paid back."""

from __future__ import annotations

from typing import Final

from conquistadors.engine import Bar, Procedure, Seat, amount, changed, procedure
from conquistadors.games.conquest.rules.events import PesosChanged
from conquistadors.games.conquest.rules.gold import forbids_parting, gain_gold
from conquistadors.games.conquest.rules.position import ConquestPosition, Faction

ENTRIES: Final[dict[str, tuple[int, int, str]]] = {
    "funds": (1, 0, "15.11"),
    "loans": (1, 1, "15.12"),
    "exchanged": (1, 0, "16.12"),
    "traded": (1, 0, "8.14"),
    "spent": (-1, 0, "15.13"),
    "lost": (-1, 0, "22.23"),
    "repaid": (-1, -1, "16.23"),
    "waived": (0, -1, "16.25"),
}
"""What an entry in the books does: to the pesos, to the debt, and by which clause."""


def entered(faction: Faction, name: str, count: int) -> Faction:
    """16.11, 16.22  A faction with one more entry in its books: pesos, debt and account change together."""
    pesos, debt, _ = ENTRIES[name]
    return changed(
        faction,
        pesos=faction.pesos + pesos * count,
        debt=faction.debt + debt * count,
        account=changed(faction.account, **{name: getattr(faction.account, name) + count}),
    )


def post_entries(pos: ConquestPosition, seat: Seat, *, rule: str | None = None, **entries: int) -> None:
    """16.11, 16.21, 16.22  Pesos and debt belong to the faction: the one place where they change.

    An entry is `funds`, `loans`, `exchanged`, `traded`, `spent`, `lost`, `repaid` or `waived`, as in `Account`;
    `rule` is given where it comes by another clause than usual.
    """
    for name, count in entries.items():
        if not count:
            continue
        faction = pos.factions[seat] = entered(pos.factions[seat], name, count)
        pos.report(
            PesosChanged,
            who=seat,
            pesos=count,
            now=faction.pesos,
            debt=faction.debt,
            why=name,
            rule=rule or ENTRIES[name][2],
        )


# 16.1  Pesos -----------------------------------------------------------------------------------------------------


def forbids_exchange(pos: ConquestPosition, seat: Seat, commander: str | None) -> Bar | None:
    """16.12, C14  Gold that one of the player's own expeditions carries."""
    return forbids_parting(pos, seat, commander, "16.12")


@procedure("16.12")
def exchange(pos: ConquestPosition, commander: str) -> Procedure[None]:
    """16.12, 16.13, D-16.13  Gold of an expedition becomes pesos of the faction, one for one.

    There is no way back, and none from pesos to victory points.
    """
    expedition = pos.expeditions[commander]
    facts = (("expedition", commander), ("gold", expedition.gold))
    gold = yield from amount(expedition.owner, "exchange", "16.12", 1, expedition.gold, facts=facts)
    gain_gold(pos, commander, -gold, "exchanged", "16.12")
    post_entries(pos, expedition.owner, exchanged=gold * pos.rules.n.pesos_a_gold)


# 16.2  Debt ------------------------------------------------------------------------------------------------------


def forbids_repayment(pos: ConquestPosition, seat: Seat, _: str | None) -> Bar | None:
    """16.23, G-16.23  Debt, and pesos to pay it with, in your own impulse."""
    faction = pos.factions[seat]
    if not faction.debt:
        return Bar("16.23", "no-debt")
    return None if faction.pesos else Bar("16.23", "no-pesos")


@procedure("16.23")
def repay(pos: ConquestPosition) -> Procedure[None]:
    """16.23, G-16.23  Pesos pay off debt, one for one, as much of it as the player likes."""
    seat = pos.active
    faction = pos.factions[seat]
    facts = (("pesos", faction.pesos), ("debt", faction.debt))
    paid = yield from amount(seat, "repay", "16.23", 1, min(faction.pesos, faction.debt), facts=facts)
    post_entries(pos, seat, repaid=paid)
