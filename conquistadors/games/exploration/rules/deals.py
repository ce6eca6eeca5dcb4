"""6.25, 6.72, 15.34  Deals: gifts, loans, rent, Rutters, ransoms, treaties; and promises, which may be broken."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final

from conquistadors.engine import Bar, Choice, Option, Procedure, Seat, amount, changed, option, pick, procedure
from conquistadors.games.exploration.rules.asking import menu_of
from conquistadors.games.exploration.rules.bankers import may_seize
from conquistadors.games.exploration.rules.events import (
    OfferAnswered,
    Offered,
    PromiseKept,
    RutterGot,
    TreatyBroken,
)
from conquistadors.games.exploration.rules.pieces import EUROPE, EXPLORERS, Contract, Offer, Promise, Rent, Treaty
from conquistadors.games.exploration.rules.position import World
from conquistadors.games.exploration.rules.secrecy import held_by
from conquistadors.games.exploration.rules.tasks import task_of

OFFERS: Final = ("gift", "lend", "borrow", "rent", "rutter", "ransom", "combine")
STAKE: Final = "stake"
"""24.3  Ducats of the Bankers for a part of the profits of an area."""
CLAUSES: Final = {
    "gift": "6.25",
    "lend": "6.25",
    "borrow": "6.25",
    "rent": "15.34",
    "rutter": "7.53",
    "ransom": "8.32",
    STAKE: "24.3",
}


@task_of("deal")
@procedure("6.72")
def deal(pos: World, nation: Seat) -> Procedure[None]:
    """6.72  One offer of a nation, made and answered in the open, until it is done or has made enough of them."""
    if pos.nations[nation].resigned:
        return
    chosen: Option = yield Choice(nation, "deal", "6.72", partial(menu, pos, nation), partial(forbids, pos, nation))
    if chosen.verb == "done":
        pos.edit(nation, offers=0)
        return
    pos.then(f"deal:{nation}")
    other = str(chosen.subject)
    if chosen.verb == "break":
        pos.treaties = tuple(each for each in pos.treaties if set(each.nations) != {nation, other})
        pos.contracts = tuple(each for each in pos.contracts if not between(pos, each.nation, nation, other))
        pos.report(TreatyBroken, who=nation, other=other, rule="6.72")
        return
    pos.edit(nation, offers=pos.nations[nation].offers + 1)
    pos.offer = Offer(chosen.verb, nation, other)
    yield from _terms(pos)
    yield from _answer(pos)


def menu(pos: World, nation: Seat) -> list[Option]:
    others = [other for other in pos.rules.seats if other != nation and not pos.nations[other].resigned]
    return [*[option(verb, other) for other in others for verb in (*offers_of(pos), "break")], option("done")]


def offers_of(pos: World) -> tuple[str, ...]:
    return OFFERS if pos.rules.bankers is None else (*OFFERS, STAKE)


def between(pos: World, partner: Seat, one: Seat, other: Seat) -> bool:
    """24.3  Whether a contract of a nation with the Bankers is one between these two."""
    return {one, other} == {partner, pos.rules.bankers}


def forbids(pos: World, nation: Seat, tried: Option) -> Bar | None:
    """6.72, 6.25, 15.34, 15.52, 7.53, E-G51  What stands against an offer: its limit, or nothing to offer."""
    if tried.verb == "done":
        return None if tried.subject is None else Bar("6.72", "not-offered")
    other = str(tried.subject)
    known = (
        tried.verb in (*offers_of(pos), "break") and other in pos.nations and other != nation and tried.target is None
    )
    if not known or pos.nations[other].resigned:
        return Bar("6.72", "not-offered")
    if tried.verb == "break":
        bound = allied(pos, nation, other) or any(between(pos, each.nation, nation, other) for each in pos.contracts)
        return None if bound else Bar("6.72", "no-treaty")
    if pos.nations[nation].offers >= pos.rules.number("deal_offers"):
        return Bar("6.72", "enough-offers")
    return _forbids_with_bankers(pos, nation, other, tried.verb) or _forbids_kind(pos, nation, other, tried.verb)


def _forbids_with_bankers(pos: World, nation: Seat, other: Seat, verb: str) -> Bar | None:
    """24.11, 24.16, 24.21, E-G66  Only the Bankers give and lend; they have no ships, no Rutter and no Voyages."""
    bank = pos.rules.bankers
    if bank is None:
        return None
    if verb in ("gift", "lend") and nation != bank:
        return Bar("24.16", "bankers-lend")
    if verb == "borrow" and other != bank:
        return Bar("24.16", "bankers-lend")
    if verb == "combine" and bank in (nation, other):
        return Bar("24.11", "bankers-stay")
    if verb in ("rent", "rutter") and other == bank:
        return Bar("24.21", "bankers-stay")
    if verb == STAKE:
        if bank not in (nation, other):
            return Bar("24.3", "bankers-lend")
        return None if open_areas(pos, other if nation == bank else nation) else Bar("24.3", "all-sold")
    return None


def open_areas(pos: World, nation: Seat) -> list[str]:
    """24.3  The areas whose profits a nation has not sold yet."""
    sold = [each.area for each in pos.contracts if each.nation == nation]
    return [area for area in pos.rules.areas if area not in sold]


def _paid(pos: World, one: Seat, other: Seat) -> bool:
    """24.16  Whether ducats may pass between two: with the Bankers in play, only to and from them."""
    return pos.rules.bankers is None or pos.rules.bankers in (one, other)


def _forbids_kind(pos: World, nation: Seat, other: Seat, verb: str) -> Bar | None:
    mine, theirs = pos.nations[nation], pos.nations[other]
    if verb in ("gift", "lend") and not mine.treasury:
        return Bar("6.25", "no-money")
    if verb == "borrow" and not theirs.treasury:
        return Bar("6.25", "no-money")
    if verb == "rent" and not for_rent(pos, nation):
        return Bar("15.34", "nobody-to-rent")
    if verb == "rutter" and (not mine.rutter or theirs.rutter):
        return Bar("7.53", "no-rutter")
    if verb == "ransom" and not _hostages(pos, nation, other):
        return Bar("8.32", "nobody-held")
    return Bar("8.14", "allied-already") if verb == "combine" and allied(pos, nation, other) else None


def allied(pos: World, one: Seat, other: Seat) -> bool:
    return any(set(each.nations) == {one, other} for each in pos.treaties)


def for_rent(pos: World, nation: Seat) -> list[str]:
    """15.34, 15.52  Explorers of one's own who are in Europe; Conquistadors are not rented."""
    rented = [rent.person for rent in pos.rents]
    return [name for name in pos.who_is(nation, EUROPE, *EXPLORERS) if name not in rented]


def _hostages(pos: World, captor: Seat, owner: Seat) -> list[str]:
    return [name for name in held_by(pos, captor) if pos.people[name].nation == owner]


# The terms ---------------------------------------------------------------------------------------------------------


def _edit(pos: World, **terms: object) -> None:
    pos.offer = changed(made_of(pos), **terms)


def made_of(pos: World) -> Offer:
    """The offer that is being made."""
    assert pos.offer is not None
    return pos.offer


def _terms(pos: World) -> Procedure[None]:
    """What is offered: whom, how many ducats now, how many later, and until when."""
    made = made_of(pos)
    who, other, most = made.who, made.other, pos.rules.number("deal_ducats")
    facts = (("other", other),)
    if made.kind in ("rent", "ransom"):
        people = for_rent(pos, who) if made.kind == "rent" else _hostages(pos, who, other)
        _edit(pos, thing=(yield from pick(who, "deal-person", CLAUSES[made.kind], people, facts=facts)))
    if made.kind == STAKE:
        areas = open_areas(pos, other if who == pos.rules.bankers else who)
        _edit(pos, thing=(yield from pick(who, "deal-area", "24.3", areas, facts=facts)))
        _edit(pos, later=(yield from amount(who, "deal-share", "24.3", 1, 100, facts=facts)))
    if made.kind != "combine":
        payer = _payer(pos, made)
        least = 1 if made.kind in ("gift", "lend", "borrow") else 0
        ducats = min(most, pos.nations[payer].treasury) if _paid(pos, who, other) else 0
        clause = CLAUSES[made.kind]
        _edit(pos, ducats=(yield from amount(who, "deal-ducats", clause, least, ducats, facts=facts)))
    if made.kind in ("lend", "borrow"):
        _edit(pos, later=(yield from amount(who, "deal-later", "6.25", 0, 2 * made_of(pos).ducats, facts=facts)))
    if made.kind in ("lend", "borrow", "rent", "combine", STAKE):
        turns = min(pos.rules.number("deal_turns"), pos.rules.turns - pos.turn + 1)
        length = yield from amount(who, "deal-turns", "6.72", 1, turns, facts=facts)
        _edit(pos, turn=pos.turn + length - 1)


def _payer(pos: World, made: Offer) -> Seat:
    """Who gives the ducats of an offer."""
    if made.kind == STAKE:
        return str(pos.rules.bankers)
    return made.who if made.kind in ("gift", "lend") else made.other


def _answer(pos: World) -> Procedure[None]:
    """6.72  The other nation says yes or no; ducats and papers pass at once."""
    made = made_of(pos)
    thing = made.thing or ""
    terms = (("ducats", made.ducats), ("later", made.later), ("turn", made.turn), ("thing", thing))
    pos.report(
        Offered,
        who=made.who,
        other=made.other,
        offer=made.kind,
        ducats=made.ducats,
        later=made.later,
        turn=made.turn,
        thing=thing,
        rule="6.72",
    )
    facts = (("other", made.who), *terms)
    menu_ = [option("accept"), option("refuse")]
    chosen: Option = yield menu_of(made.other, f"offer-{made.kind}", "6.72", menu_, facts)
    accepted = chosen.verb == "accept"
    pos.report(OfferAnswered, who=made.other, accepted=accepted, rule="6.72")
    if accepted:
        _carry_out(pos, made)
    pos.offer = None


def _carry_out(pos: World, made: Offer) -> None:
    who, other = made.who, made.other
    payer = _payer(pos, made)
    taker = other if payer == who else who
    transfer(pos, payer, taker, made.ducats)
    if made.kind in ("lend", "borrow") and made.later:
        pos.promises = (*pos.promises, Promise(taker, payer, made.later, made.turn))
    elif made.kind == "rent":
        pos.rents = (*pos.rents, Rent(str(made.thing), who, made.turn))
        pos.place_person(str(made.thing), EUROPE, nation=other)
    elif made.kind == "rutter":
        pos.edit(other, rutter=True)
        pos.report(RutterGot, who=other, rule="7.53")
    elif made.kind == "ransom":
        pos.place_person(str(made.thing), EUROPE)
    elif made.kind == STAKE:
        pos.contracts = (*pos.contracts, Contract(taker, str(made.thing), made.later, made.turn))
    elif made.kind == "combine":
        pos.treaties = (*pos.treaties, Treaty((who, other), made.turn))


def transfer(pos: World, payer: Seat, taker: Seat, ducats: int) -> None:
    """6.25  Ducats pass by book-keeping, where all can see it."""
    for nation, change in ((payer, -ducats), (taker, ducats)):
        standing = pos.nations[nation]
        pos.edit(nation, treasury=standing.treasury + change, known=max(0, standing.known + change))


# Promises ----------------------------------------------------------------------------------------------------------


def due(pos: World, nation: Seat) -> Sequence[Promise]:
    """What is due and has not been asked for this turn."""
    open_ = [each for each in pos.promises if each.debtor == nation and each.turn <= pos.turn]
    return [each for each in open_ if each.refused < pos.turn]


@task_of("repay")
@procedure("6.72")
def repay(pos: World, nation: Seat) -> Procedure[None]:
    """6.72, 6.25, 24.16  On the turn that was agreed the debtor pays, or refuses: nobody is bound by a treaty.

    What the Bankers are refused stays owed, and they may take ships for it.
    """
    owed = due(pos, nation)[0]
    facts = (("other", owed.creditor), ("ducats", owed.ducats))
    forbids_now = partial(_forbids_payment, pos, nation, owed.ducats)
    menu_ = [option("repay"), option("renege")]
    chosen: Option = yield Choice(nation, "repay", "6.72", lambda: menu_, forbids_now, facts=facts)
    kept = chosen.verb == "repay"
    if kept:
        transfer(pos, nation, owed.creditor, owed.ducats)
    left = list(pos.promises)
    stays = not kept and owed.creditor == pos.rules.bankers
    at = left.index(owed)
    left[at : at + 1] = [changed(owed, refused=pos.turn)] if stays else []
    pos.promises = tuple(left)
    pos.report(PromiseKept, who=nation, other=owed.creditor, ducats=owed.ducats, kept=kept, rule="6.72")
    if due(pos, nation):
        pos.then(f"repay:{nation}")
    elif may_seize(pos, nation):
        pos.then(f"seize:{nation}/{EUROPE}")


def _forbids_payment(pos: World, nation: Seat, ducats: int, tried: Option) -> Bar | None:
    if tried.id not in ("repay", "renege"):
        return Bar("6.72", "not-offered")
    short = tried.id == "repay" and ducats > pos.nations[nation].treasury
    return Bar("6.25", "too-dear", (("ducats", ducats),)) if short else None
