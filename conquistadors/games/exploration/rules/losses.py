"""Units that are lost: which of them, where the owner may choose, and who dies with them."""

from __future__ import annotations

from collections.abc import Sequence

from conquistadors.engine import Option, Procedure, Seat, changed, option, pick
from conquistadors.games.exploration.rules.asking import menu_of
from conquistadors.games.exploration.rules.events import ExpeditionLost, GoldSunk, Lost, PersonLost
from conquistadors.games.exploration.rules.hoards import worth
from conquistadors.games.exploration.rules.pieces import CONQUISTADOR, HELD, MISSIONARY, UNITS, Missing
from conquistadors.games.exploration.rules.position import World


def remove(pos: World, nation: Seat, hex_: str, unit: str, number: int, *, rule: str) -> None:
    """Units in a hex are eliminated; Conquistadors who are left alone go with them (15.56)."""
    number = min(number, pos.force(nation, hex_).of(unit))
    if not number:
        return
    pos.add_units(nation, hex_, unit, -number)
    pos.report(Lost, who=nation, thing=unit, number=number, place=hex_, rule=rule)
    if not pos.force(nation, hex_).size:
        for person in pos.who_is(nation, hex_, CONQUISTADOR):
            remove_person(pos, person, rule="15.56")


def remove_person(pos: World, person: str, *, rule: str) -> None:
    """Somebody is eliminated; the rating of a Missionary goes back to the pool (15.63).

    E-G59: who is aboard, or in Europe, is cargo and part of a plan. Others hear of it when the turn is over.
    """
    unseen = bool(pos.sealed) and not pos.ashore(person) and not pos.people[person].at.startswith(HELD)
    who = pos.people.pop(person)
    if who.rating is not None:
        pos.pool = pos.pool.plus(f"{who.rating:+d}")
    if unseen:
        pos.missing = (*pos.missing, Missing(person, who.nation, who.role))
    pos.report(PersonLost, person=person, rule=rule, audience=(who.nation,) if unseen else None)


def lose_person(pos: World, nation: Seat, people: Sequence[str], *, rule: str) -> Procedure[None]:
    """One of some people is eliminated, as the owner chooses; nobody, if there is none."""
    person = yield from pick(nation, "lose-person", rule, people)
    if person is not None:
        remove_person(pos, person, rule=rule)


def lose_units(
    pos: World, nation: Seat, hexes: Sequence[str], number: int, units: Sequence[str] = UNITS, *, rule: str
) -> Procedure[None]:
    """So many Soldiers or Colonists in some hexes, one by one as the owner chooses."""
    for left in range(number, 0, -1):
        here = [(unit, hex_) for hex_ in hexes for unit in units if pos.force(nation, hex_).of(unit)]
        if not here:
            return
        if len(here) == 1:
            remove(pos, nation, here[0][1], here[0][0], left, rule=rule)
            return
        menu = [option("lose", unit, hex_) for unit, hex_ in here]
        chosen: Option = yield menu_of(nation, "lose-unit", rule, menu, (("number", left),))
        remove(pos, nation, str(chosen.target), str(chosen.subject), 1, rule=rule)


def lose_missionary(pos: World, nation: Seat, area: str, *, rule: str) -> Procedure[None]:
    """17.35  One Missionary in an area."""
    yield from lose_person(pos, nation, pos.leaders(nation, area, MISSIONARY), rule=rule)


def lose_expedition(pos: World, name: str, *, rule: str) -> None:
    """An Expedition is gone with all that is aboard."""
    expedition = pos.expeditions[name]
    for person in pos.who_is(expedition.nation, name):
        remove_person(pos, person, rule=rule)
    if expedition.gold:
        pos.account(expedition.gold)
        pos.report(GoldSunk, ducats=worth(expedition.gold), rule=rule, audience=pos.only(expedition.nation))
    pos.expeditions.pop(name)
    pos.report(ExpeditionLost, expedition=name, rule=rule)


def lose_aboard(pos: World, name: str, unit: str, *, rule: str) -> None:
    """One unit aboard of an Expedition."""
    expedition = pos.expeditions[name]
    pos.expeditions[name] = changed(expedition, **{f"{unit}s": expedition.of(unit) - 1})
    told = pos.only(expedition.nation)
    pos.report(Lost, who=expedition.nation, thing=unit, number=1, place=name, rule=rule, audience=told)
