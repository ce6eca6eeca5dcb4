"""Deals: what is accepted, and that promises are kept. A governor of a country proposes nothing; the Bankers lend."""

from __future__ import annotations

from typing import Final

from conquistadors.bots.reasons import Why
from conquistadors.engine.requests import Option
from conquistadors.games.exploration.bots.sight import Found, Sight

RESERVE: Final = 60
"""So many ducats a lender keeps."""
INTEREST: Final = 1.2
"""A loan is given if at least so many times the sum comes back."""
BEARABLE: Final = 1.25
"""And taken if no more is asked for."""
LONG: Final = 3
"""A loan that is to pay must last so many turns."""
EARLY: Final = 10
"""Later than this nobody borrows."""
RUTTER: Final = 30
RANSOM: Final = 10
SERVICE: Final = 8
"""What an Explorer of others is worth, to somebody who has none."""
SHARE: Final = 3
"""For a share of profits so many ducats a percent and turn, divided by ten, are asked."""


def deal(sight: Sight) -> Found:
    """6.8  The Bankers offer loans while there is time for them; the others wait for offers."""
    done = sight.legal("done")
    assert done is not None
    if sight.seat == sight.rules.bankers and sight.turn <= EARLY and sight.me.treasury > 2 * RESERVE:
        owing = {each.debtor for each in sight.pos.promises}
        for each in sight.options:
            if each.verb == "lend" and each.subject not in owing:
                return each, Why("deal.lend", {"who": str(each.subject)})
    return done, Why("deal.none")


def terms(sight: Sight) -> Found:
    """24.16  Half of what can be spared, with interest, for a few turns."""
    kind = sight.asked.kind
    if kind == "deal-ducats":
        return sight.number(max(1, (sight.me.treasury - RESERVE) // 2)), Why("deal.spare")
    if kind == "deal-later":
        made = sight.pos.offer
        return sight.number(0 if made is None else int(made.ducats * INTEREST + 0.99)), Why("deal.interest")
    if kind == "deal-turns":
        return sight.number(LONG + 1), Why("deal.interest")
    return sight.options[0], Why("any.same")


def offered(sight: Sight) -> Found:
    """6.8  A gift always; loans, Rutters, ransoms and service for a fair price."""
    fair, key = _fair(sight)
    accept, refuse = sight.legal("accept"), sight.legal("refuse")
    chosen: Option | None = accept if fair and accept is not None else refuse
    assert chosen is not None
    return chosen, Why(f"deal.{key}" if chosen == accept else "deal.dear")


def _fair(sight: Sight) -> tuple[bool, str]:
    ducats, later, until = (int(str(sight.facts.get(name, 0))) for name in ("ducats", "later", "turn"))
    kind, treasury = sight.asked.kind, sight.me.treasury
    if kind == "offer-gift":
        return True, "gift"
    if kind == "offer-borrow":
        return later >= INTEREST * ducats and treasury - ducats >= RESERVE, "interest"
    if kind == "offer-lend":
        lasts = until - sight.turn >= LONG - 1 and sight.turn <= EARLY
        return lasts and later <= BEARABLE * ducats, "needed"
    if kind == "offer-rutter":
        return ducats <= RUTTER and treasury - ducats >= RESERVE and sight.left > LONG, "rutter"
    if kind == "offer-ransom":
        return ducats <= RANSOM and treasury - ducats >= RANSOM, "ransom"
    if kind == "offer-rent":
        return ducats <= SERVICE and treasury - ducats >= RESERVE and not sight.explorers, "service"
    if kind == "offer-stake":
        turns = until - sight.turn + 1
        whole = ducats * 10 >= later * SHARE * turns
        return (whole if sight.seat != sight.rules.bankers else later * turns >= ducats * 10), "share"
    return kind == "offer-combine", "allies"


def repay(sight: Sight) -> Found:
    """6.72  Promises are kept as long as there is money."""
    paid = sight.legal("repay")
    if paid is not None:
        return paid, Why("deal.kept")
    return sight.options[0], Why("deal.broke")


def seize(sight: Sight) -> Found:
    """24.16  The dearest ship that the debt is worth."""
    for ship in ("galleon", "carrack", "caravel"):
        taken = sight.legal("seize", ship)
        if taken is not None:
            return taken, Why("deal.seize", {"thing": ship})
    return sight.options[-1], Why("deal.enough")
