"""6.371, 8.14  Deals between players: food in the same space, and captured conquistadors."""

from __future__ import annotations

from functools import partial
from typing import Final

from conquistadors.engine import Bar, Choice, Option, Procedure, Seat, amount, changed, offer, option, pick, procedure
from conquistadors.games.conquest.rules.asking import note
from conquistadors.games.conquest.rules.events import DealOffered, Died, Fed, FoodChanged, Ransomed
from conquistadors.games.conquest.rules.expeditions import food_limit, gain_food, retire
from conquistadors.games.conquest.rules.gold import gain_gold
from conquistadors.games.conquest.rules.pesos import post_entries
from conquistadors.games.conquest.rules.position import Captain, ConquestPosition
from conquistadors.games.conquest.rules.reinforcements import arrive, havens_and_own


def meetings(pos: ConquestPosition, giver: Seat, taker: Seat) -> list[tuple[str, str]]:
    """8.14  Expeditions of two players in the same space, the giver's with food and the taker's with room for it."""
    stores = sorted([c for c, expedition in pos.expeditions.items() if expedition.food and expedition.owner == giver])
    if not stores:
        return []
    takers, expeditions = pos.expeditions_of(taker), pos.expeditions
    met = [(one, other) for one in stores for other in takers if expeditions[one].space == expeditions[other].space]
    return [(one, other) for one, other in met if room_for_food(pos, other) > 0]


def room_for_food(pos: ConquestPosition, commander: str) -> int:
    """8.131  As the player who makes the offer knows it: Bearers that lie face down are known to their owner only."""
    expedition = pos.expeditions[commander]
    return food_limit(pos, commander, hidden=expedition.owner == pos.active) - expedition.food


def captives_between(pos: ConquestPosition, one: Seat, other: Seat) -> list[str]:
    """6.371, G-6.371  Conquistadors of one of the two players whom the other holds, until he is free or dead."""
    pairs = ((one, other), (other, one))
    return sorted(man for man, held in pos.captives.items() if (held.owner, held.captor) in pairs)


NOTHING_TO_TRADE: Final = Bar("8.14", "nothing-to-trade")
ALREADY_OFFERED: Final = Bar("8.14", "already-offered")


def forbids_deal(pos: ConquestPosition, seat: Seat, other: str | None) -> Bar | None:
    """8.14, 6.371, G-6.371b  In an impulse each player is offered food once, and each captive is talked about once."""
    if other is None or other not in pos.order or other == seat:
        return Bar("8.14", "no-such-player")
    if pos.captives and [man for man in captives_between(pos, seat, other) if man not in pos.impulse.ransoms]:
        return None
    if other in pos.impulse.dealt:
        return ALREADY_OFFERED
    fed = [expedition.owner for expedition in pos.expeditions.values() if expedition.food]
    if (seat in fed and meetings(pos, seat, other)) or (other in fed and meetings(pos, other, seat)):
        return None
    return NOTHING_TO_TRADE


@procedure("8.14", steps=())
def deal(pos: ConquestPosition, other: Seat) -> Procedure[None]:
    """8.14, 6.371, C5  An offer: food for gold or for nothing, or a captive for gold. The other accepts or refuses.

    Who thinks better of it makes this player no more offers in this impulse.
    """
    seat = pos.active
    chosen: Option = yield Choice(
        seat,
        "deal",
        "8.14",
        partial(_kinds, pos, seat, other),
        partial(_forbids_kind, pos, seat, other),
        True,
        (("other", other),),
    )
    if chosen.verb != "ransom":
        pos.impulse = changed(pos.impulse, dealt=(*pos.impulse.dealt, other))
    if chosen.verb == "ransom":
        pos.impulse = changed(pos.impulse, ransoms=(*pos.impulse.ransoms, str(chosen.subject)))
        yield from offer_ransom(pos, seat, other, str(chosen.subject))
    elif chosen.verb == "sell-food":
        yield from offer_food(pos, seat, other, meetings(pos, seat, other))
    elif chosen.verb == "buy-food":
        yield from offer_food(pos, seat, other, meetings(pos, other, seat))
    else:
        pos.impulse = changed(pos.impulse, ransoms=(*pos.impulse.ransoms, *captives_between(pos, seat, other)))
    pos.talk = ()


def _kinds(pos: ConquestPosition, seat: Seat, other: Seat) -> list[Option]:
    ransoms = [option("ransom", man) for man in captives_between(pos, seat, other)]
    return [option("sell-food"), option("buy-food"), *ransoms]


def _forbids_kind(pos: ConquestPosition, seat: Seat, other: Seat, tried: Option) -> Bar | None:
    match tried.verb:
        case "sell-food" | "buy-food" if other in pos.impulse.dealt:
            return ALREADY_OFFERED
        case "sell-food":
            return None if meetings(pos, seat, other) else Bar("8.14", "no-food-to-trade")
        case "buy-food":
            return None if meetings(pos, other, seat) else Bar("8.14", "no-food-to-trade")
        case "ransom" if tried.subject in pos.impulse.ransoms:
            return Bar("6.371", "ransom-offered")
        case "ransom":
            return None if tried.subject in captives_between(pos, seat, other) else Bar("6.371", "no-captive")
    return Bar("8.14", "not-offered")


def offer_food(pos: ConquestPosition, seat: Seat, other: Seat, met: list[tuple[str, str]]) -> Procedure[None]:
    """8.14, G-8.14  Between which expeditions, how much food, and the price: gold or, if there are any, pesos.

    `met` are the pairs of a giver and a taker. Gold goes from card to card (C5), pesos from faction to faction.
    """
    giver, taker = [pos.expeditions[commander].owner for commander in met[0]]
    pairs = [f"{one}/{two}" for one, two in met]
    # whoever buys for men with cards face down is always asked: else it would show whether a Bearer is among them
    secret = taker == seat and any(pos.expeditions[c].assets.titles for c in pos.expeditions_of(seat))
    pair = yield from pick(seat, "deal-where", "8.14", pairs, always=secret, facts=(("other", other),))
    note(pos, pair)
    one, two = str(pair).split("/")
    most = max(1, min(pos.expeditions[one].food, room_for_food(pos, two)))
    food = yield from amount(seat, "deal-food", "8.14", 1, most, always=secret, facts=(("other", other),))
    note(pos, food)
    facts = (("other", other), ("food", food))
    gold = yield from amount(seat, "deal-gold", "8.14", 0, pos.expeditions[two].gold, facts=facts)
    note(pos, gold)
    purse = 0 if gold else pos.factions[taker].pesos
    pesos = yield from amount(seat, "deal-pesos", "8.14", 0, purse, facts=facts)
    note(pos, pesos)
    kind = "sale" if giver == seat else "purchase"
    accepted = yield from answer(pos, seat, other, kind, food, gold, "8.14", pesos)
    if accepted:
        hand_over(pos, one, two, food)
        gain_gold(pos, two, -gold, "traded", "8.14")
        gain_gold(pos, one, gold, "traded", "8.14")
        post_entries(pos, taker, traded=-pesos)
        post_entries(pos, giver, traded=pesos)


def hand_over(pos: ConquestPosition, giver: str, taker: str, food: int) -> None:
    """8.14  Food goes to another expedition; in Subsistence to one that cannot carry any too, which eats it at once."""
    now = pos.expeditions[giver].food - food
    pos.edit(giver, food=now)
    pos.report(FoodChanged, expedition=giver, food=-food, now=now, why="traded", rule="8.14")
    meal = f"feed:{taker}"
    if meal in pos.tasks and food_limit(pos, taker, hidden=True) == 0:
        pos.tasks = tuple(name for name in pos.tasks if name != meal)
        pos.report(Fed, expedition=taker, how="shared", rule="8.14")
    else:
        gain_food(pos, taker, food, "traded", "8.14")


def answer(
    pos: ConquestPosition, seat: Seat, other: Seat, kind: str, things: int, gold: int, rule: str, pesos: int = 0
) -> Procedure[bool]:
    """The other player accepts or refuses."""
    facts = (("offerer", seat), ("deal", f"deal-{kind}"), ("things", things), ("gold", gold), ("pesos", pesos))
    asked = "accept-pesos" if pesos else "accept"
    chosen: Option = yield offer(other, asked, rule, lambda: [option("accept"), option("refuse")], facts=facts)
    accepted = chosen.verb == "accept"
    pos.report(
        DealOffered,
        who=seat,
        to=other,
        deal=kind,
        things=things,
        gold=gold,
        pesos=pesos,
        accepted=accepted,
        rule=rule,
    )
    return accepted


def offer_ransom(pos: ConquestPosition, seat: Seat, other: Seat, man: str) -> Procedure[None]:
    """6.371, D-6.371, C5, G-6.371b  A captive goes back for gold, at any distance and on any terms the two agree on.

    The gold goes from any expeditions of his owner to one of the captor. He returns as a new man would (2.23), with
    the wound that he had (6.41).
    """
    held = pos.captives[man]
    payers = [c for c in pos.expeditions_of(held.owner) if pos.expeditions[c].gold]
    takers = pos.expeditions_of(held.captor)
    taker = None
    shares: dict[str, int] = {}
    if payers and takers:
        taker = yield from pick(seat, "ransom-to", "6.371", takers, facts=(("captain", man),))
        note(pos, taker)
        for payer in payers:
            most = pos.expeditions[payer].gold
            facts = (("captain", man), ("expedition", payer), ("gold", most))
            shares[payer] = yield from amount(seat, "ransom-gold", "6.371", 0, most, facts=facts)
            note(pos, shares[payer])
    note(pos, man)
    gold = sum(shares.values())
    accepted = yield from answer(pos, seat, other, "ransom", 1, gold, "6.371")
    if not accepted:
        return
    for payer, share in shares.items():
        gain_gold(pos, payer, -share, "ransom", "6.371")
    if taker is not None:
        gain_gold(pos, taker, gold, "ransom", "6.371")
    pos.report(Ransomed, captain=man, owner=held.owner, captor=held.captor, gold=gold, rule="6.371")
    pos.talk = (man, held.owner)
    back = havens_and_own(pos, held.owner)
    where = yield from pick(held.owner, "return", "2.23", back, facts=(("captain", man),))
    del pos.captives[man]
    pos.captains[man] = Captain(held.owner, man, wounded=held.wounded)
    arrive(pos, held.owner, man, str(where), "6.371")


def forbids_execution(pos: ConquestPosition, seat: Seat, man: str | None) -> Bar | None:
    """6.371  A captive of your own."""
    held = pos.captives.get(str(man))
    return None if held is not None and held.captor == seat else Bar("6.371", "no-captive")


@procedure("6.371")
def execute(pos: ConquestPosition, man: str) -> Procedure[None]:
    """6.371, G-6.371  The captor eliminates a captured conquistador."""
    held = pos.captives.pop(man)
    retire(pos, man)
    pos.report(Died, captain=man, owner=held.owner, rule="6.371")
    yield from ()
