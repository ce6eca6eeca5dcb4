"""15.111, 16.25, 18.0  Cards about money: funds, creditors, shares."""

from __future__ import annotations

from typing import Final

from conquistadors.engine import Bar, Procedure, Seat, changed
from conquistadors.games.conquest.rules.cards.playing import card
from conquistadors.games.conquest.rules.cards.supports import helps
from conquistadors.games.conquest.rules.cards.targets import Aim, number, other_players
from conquistadors.games.conquest.rules.division import SHORT_SHARES
from conquistadors.games.conquest.rules.pesos import post_entries
from conquistadors.games.conquest.rules.position import ConquestPosition
from conquistadors.games.conquest.rules.victory import lose_points

helps("powerful-patron", {"funds": "funds"}, "15.111")
helps("support-of-the-church", {"funds": "funds"}, "15.111")


# 16.25  Creditors ------------------------------------------------------------------------------------------------


def forbids_demand(pos: ConquestPosition, seat: Seat, debtor: str) -> Bar | None:
    """16.25, G-16.25  The player has debt, and permanent victory points above 0."""
    faction = pos.factions[debtor]
    held = faction.debt and faction.permanent > number(pos, CREDITORS.title, "vp_above")
    return None if held else Bar("16.25", "not-indebted")


CREDITORS: Final = Aim("creditors-demand-payment", "target-player", "16.25", "no-debtor", other_players, forbids_demand)


@card(CREDITORS.title, "impulse", rule="16.25", forbids=CREDITORS.forbids_card)
def creditors_demand_payment(pos: ConquestPosition, seat: Seat) -> Procedure[None]:
    """16.25, G-2.19  The creditors of a player come, wherever the men are."""
    debtor = yield from CREDITORS.taken(pos, seat)
    demand_payment(pos, debtor)


def demand_payment(pos: ConquestPosition, debtor: Seat) -> None:
    """16.25, D-16.25, G-16.23  All pesos pay debt; the rest of it costs permanent points and is then cancelled."""
    faction = pos.factions[debtor]
    post_entries(pos, debtor, rule="16.25", repaid=min(faction.pesos, faction.debt))
    owed = pos.factions[debtor].debt
    points = owed * number(pos, CREDITORS.title, "vp_per_debt")
    lose_points(pos, debtor, points, least=number(pos, CREDITORS.title, "vp_floor"), rule="16.25")
    post_entries(pos, debtor, waived=owed)


# 18.0  Shares ----------------------------------------------------------------------------------------------------


def _forbids_short_shares(pos: ConquestPosition, seat: Seat) -> Bar | None:
    """2.17, 18.2  A division is still to come in this impulse."""
    if SHORT_SHARES in pos.impulse.aids:
        return Bar("2.17", "one-copy")
    return None if pos.impulse.divided is None else Bar("18.2", "one-division")


@card(SHORT_SHARES, "impulse", rule="18.5(4)", forbids=_forbids_short_shares)
def short_shares(pos: ConquestPosition, seat: Seat) -> Procedure[None]:
    """18.5(4), 9.23  In the division of this impulse the soldiers get nothing; they will not be pleased."""
    pos.impulse = changed(pos.impulse, aids=(*pos.impulse.aids, SHORT_SHARES))
    yield from ()
