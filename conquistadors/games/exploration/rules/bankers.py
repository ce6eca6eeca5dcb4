"""24.0  The German Bankers: shares in areas, and ships that are taken for loans that nobody repays."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from conquistadors.engine import Option, Procedure, Seat, changed, option, procedure
from conquistadors.games.exploration.rules.asking import menu_of
from conquistadors.games.exploration.rules.discovery import credit
from conquistadors.games.exploration.rules.events import Repossessed, SharePaid, TreasuryChanged
from conquistadors.games.exploration.rules.hoards import Hoard, part_of, worth
from conquistadors.games.exploration.rules.pieces import EUROPE, Expedition, Fleet
from conquistadors.games.exploration.rules.position import World
from conquistadors.games.exploration.rules.ships import Ship, by_kind, manifest, without
from conquistadors.games.exploration.rules.tasks import task_of

KINDS: Final = ("caravel", "carrack", "galleon")


# Shares ------------------------------------------------------------------------------------------------------------


def pay_shares(pos: World, nation: Seat, profits: Mapping[str, int], *, rule: str, hidden: bool = False) -> None:
    """24.3, E-G67  What a nation has sold of the profits of an area goes to the Bankers, rounded up, as it comes in."""
    bank = pos.rules.bankers
    for each in pos.contracts:
        ducats = -(-profits.get(each.area, 0) * each.percent // 100) if each.nation == nation else 0
        if bank is not None and ducats:
            pos.pay(nation, ducats)
            pos.pay(bank, -ducats)
            told = (nation, bank) if hidden and pos.sealed else None
            pos.report(SharePaid, who=nation, other=bank, area=each.area, ducats=ducats, rule=rule, audience=told)


# Ships for debts ---------------------------------------------------------------------------------------------------


def unpaid(pos: World, nation: Seat) -> int:
    """24.16  What the Bankers were refused when it was due."""
    bank = pos.rules.bankers
    owed = [each for each in pos.promises if each.debtor == nation and each.creditor == bank and each.refused]
    return sum([each.ducats for each in owed])


def rate(pos: World, ship: str) -> int:
    """24.16  For how many ducats of a debt one ship is taken."""
    return pos.rules.number(f"seized_{ship}")


def may_seize(pos: World, nation: Seat) -> bool:
    """Whether the debt is worth a ship at all: all can see that."""
    bank = pos.rules.bankers
    able = bank is not None and not pos.nations[bank].resigned
    return able and unpaid(pos, nation) >= min(rate(pos, ship) for ship in KINDS)


def refused_them(pos: World, nation: Seat) -> bool:
    """24.16  Whether a nation has refused the Bankers this turn."""
    bank = pos.rules.bankers
    return any(each.debtor == nation and each.creditor == bank and each.refused == pos.turn for each in pos.promises)


def reaches_bankers(pos: World, name: str) -> bool:
    """24.16  An Expedition of a debtor that has come to Europe in this phase: it is taken as it is, if at all."""
    expedition = pos.expeditions[name]
    return expedition.place == EUROPE and expedition.ocean > 0 and may_seize(pos, expedition.nation)


@task_of("seize")
@procedure("24.16")
def seize(pos: World, which: str) -> Procedure[None]:
    """24.16, E-G68  The Bankers take ships in Europe for what they were refused, one by one, as long as they want.

    Those of an Expedition that has just come home are taken with their cargo; who is aboard goes free.
    """
    nation, _, where = which.partition("/")
    bank = pos.rules.bankers
    if bank is None or not may_seize(pos, nation) or (where != EUROPE and where not in pos.expeditions):
        return
    owed = unpaid(pos, nation)
    menu = [option("seize", ship, at) for ship, at in _in_reach(pos, nation, where) if rate(pos, ship) <= owed]
    facts = (("other", nation), ("ducats", owed))
    chosen: Option = yield menu_of(bank, "seize", "24.16", [*menu, option("done")], facts)
    if chosen.verb == "done":
        return
    pos.then(f"seize:{which}")
    _take(pos, nation, str(chosen.subject), str(chosen.target))


def _in_reach(pos: World, nation: Seat, where: str) -> list[tuple[str, str]]:
    """The kinds of ships that can be taken, and where they are: in Europe, or of one Expedition there."""
    names = [where]
    if where == EUROPE:
        names += [name for name in pos.expeditions_of(nation) if pos.expeditions[name].place == EUROPE]
    found = []
    for name in names:
        ships: Fleet | Expedition = pos.fleet(nation, EUROPE) if name == EUROPE else pos.expeditions[name]
        found += [(ship, name) for ship, number in by_kind(ships) if number]
    return found


def _take(pos: World, nation: Seat, ship: str, at: str) -> None:
    """One ship, the fullest of its kind, with its cargo: the Bankers have gold from it and no use for the rest."""
    bank = str(pos.rules.bankers)
    taken, gold = _out_of_port(pos, nation, ship) if at == EUROPE else _out_of(pos, at, ship)
    _write_off(pos, nation, rate(pos, ship))
    pos.report(Repossessed, who=bank, debtor=nation, thing=ship, ducats=rate(pos, ship), rule="24.16")
    if gold:
        pos.account(gold)
        pos.pay(bank, -worth(gold))
        told = (bank, nation) if pos.sealed else None
        pos.report(TreasuryChanged, who=bank, ducats=worth(gold), why="cargo", rule="24.16", audience=told)
    owed = pos.nations[nation].owed
    pos.edit(nation, owed=max(0, owed - taken.soldiers))


def _out_of_port(pos: World, nation: Seat, ship: str) -> tuple[Ship, Hoard]:
    lying = pos.fleet(nation, EUROPE)
    laden = Expedition(nation, lying.caravels, lying.carracks, lying.galleon, EUROPE, None, 0, gold=lying.gold)
    taken = next(each for each in manifest(pos, laden) if each.kind == ship)
    gold, left = part_of(lying.gold, taken.gold)
    pos.set_fleet(nation, EUROPE, changed(without(lying, ship), gold=left))
    return taken, gold


def _out_of(pos: World, name: str, ship: str) -> tuple[Ship, Hoard]:
    expedition = pos.expeditions[name]
    taken = next(each for each in manifest(pos, expedition) if each.kind == ship)
    gold, left = part_of(expedition.gold, taken.gold)
    units = {"soldiers": expedition.soldiers - taken.soldiers, "colonists": expedition.colonists - taken.colonists}
    pos.expeditions[name] = changed(without(expedition, ship), gold=left, **units)
    if not pos.expeditions[name].ships:
        for place in expedition.claims:  # 18.15: it has come home
            pos.discovered[place] = expedition.nation
            credit(pos, expedition.nation, place)
        for person in pos.who_is(expedition.nation, name):
            pos.place_person(person, EUROPE)
        pos.expeditions.pop(name)
    return taken, gold


def _write_off(pos: World, nation: Seat, ducats: int) -> None:
    """What a ship was taken for is no longer owed; the oldest debt first."""
    left = []
    for each in pos.promises:
        if each.debtor == nation and each.creditor == pos.rules.bankers and each.refused:
            now = min(each.ducats, ducats)
            ducats -= now
            each = changed(each, ducats=each.ducats - now)  # noqa: PLW2901  # the debt that is left of it
        if each.ducats:
            left.append(each)
    pos.promises = tuple(left)
