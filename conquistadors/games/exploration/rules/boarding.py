"""10.5  Who boards ships and who goes ashore; gold put ashore on its way (E-G48)."""

from __future__ import annotations

from conquistadors.engine import Option, Procedure, Seat, amount, changed, option, options_of, procedure
from conquistadors.games.exploration.rules.asking import menu_of
from conquistadors.games.exploration.rules.discovery import discover_by_land
from conquistadors.games.exploration.rules.events import Ashore, LaidDown, Lost, PersonMoved
from conquistadors.games.exploration.rules.hoards import heap, worth
from conquistadors.games.exploration.rules.missionaries import may_enter, may_leave, tell_rating
from conquistadors.games.exploration.rules.pieces import CONQUISTADOR, EUROPE, EXPLORERS, MISSIONARY, UNITS, Landed
from conquistadors.games.exploration.rules.position import World
from conquistadors.games.exploration.rules.ships import room
from conquistadors.maps.hexes import hex_of


@procedure("10.5")
def board(pos: World, name: str) -> Procedure[None]:
    """E-G43  Before it sails, whoever is in Europe, or in the hex of the ships, may board and nobody leaves.

    How many Soldiers and how many Colonists are aboard when it sails, then the people one by one: the last Missionary
    may come if nobody stays whom one is needed for.
    """
    expedition = pos.expeditions[name]
    if expedition.galleon:
        return
    nation, at = expedition.nation, hex_of(expedition.place)
    for unit in UNITS:
        expedition = pos.expeditions[name]
        waiting = _waiting(pos, nation, at, unit)
        free = room(pos, expedition) - expedition.soldiers - expedition.colonists
        facts = (("expedition", name), ("unit", unit), ("waiting", waiting))
        most = 0 if expedition.privateer and unit == "colonist" else min(waiting, free)  # 15.42
        number = yield from amount(nation, f"board-{unit}s", "7.11", 0, most, facts=facts)
        _shift(pos, name, unit, number)
    yield from _people(pos, name, "board", pos.who_is(nation, at))


def _waiting(pos: World, nation: Seat, at: str, unit: str) -> int:
    if at == EUROPE:
        return pos.nations[nation].soldiers if unit == "soldier" else pos.nations[nation].colonists
    return pos.force(nation, at).of(unit)


def _shift(pos: World, name: str, unit: str, number: int) -> None:
    """So many units board; a minus goes ashore, and is remembered for attrition (9.21)."""
    if not number:
        return
    expedition = pos.expeditions[name]
    nation, at, units = expedition.nation, hex_of(expedition.place), f"{unit}s"
    if at == EUROPE:
        pos.edit(nation, **{units: _waiting(pos, nation, at, unit) - number})
    else:
        pos.add_units(nation, at, unit, -number)
        landed_ = {each: -number * (each == unit) for each in UNITS}
        pos.report(
            Ashore,
            expedition=name,
            place=expedition.place,
            soldiers=landed_["soldier"],
            colonists=landed_["colonist"],
            rule="10.5",
        )
    landed = expedition.landed if number > 0 else (*expedition.landed, Landed(unit, at, -number))
    pos.edit_expedition(name, landed=landed, **{units: expedition.of(unit) + number})


def _people(pos: World, name: str, verb: str, people: list[str]) -> Procedure[None]:
    """People board or go ashore, each at most once, until the player is done."""
    nation = pos.expeditions[name].nation
    while open_ := _who_may(pos, name, verb, people):
        menu = [*options_of(verb, tuple(open_)), option("done")]
        chosen: Option = yield menu_of(nation, "people", "7.11", menu, (("expedition", name),))
        if chosen.verb == "done":
            return
        person = str(chosen.subject)
        people = [each for each in people if each != person]
        seen = pos.ashore(person) and pos.people[person].role not in EXPLORERS
        at = name if verb == "board" else hex_of(pos.expeditions[name].place)
        pos.place_person(person, at)
        told = None if seen or verb == "land" else pos.only(nation)
        pos.report(PersonMoved, person=person, place=at, rule="10.5", audience=told)
        if verb == "land" and pos.sealed:
            tell_rating(pos, person)


def _who_may(pos: World, name: str, verb: str, people: list[str]) -> list[str]:
    """15.35, 15.61, E-G47  Explorers stay aboard; nobody lands among new natives before a Missionary; the last stays
    where one is needed.
    """
    nation, at = pos.expeditions[name].nation, hex_of(pos.expeditions[name].place)
    area = pos.rules.board.area.get(at)
    if verb == "board":
        bound = () if area is None or may_leave(pos, nation, area, 1) else (MISSIONARY,)
        return [each for each in people if pos.people[each].at == at and pos.people[each].role not in bound]
    among_enemies = any(each != nation and pos.force(each, at).size for each in pos.nations)
    lands = [
        role
        for role in (CONQUISTADOR, MISSIONARY)
        if area is not None and may_enter(pos, nation, area, with_missionary=role == MISSIONARY)
        if role == MISSIONARY or not among_enemies
    ]
    return [each for each in people if pos.people[each].at == name and pos.people[each].role in lands]


# At a stop ---------------------------------------------------------------------------------------------------------


@procedure("10.5")
def load_or_land(pos: World, name: str) -> Procedure[None]:
    """E-G43  Once at a stop: who is aboard when it leaves. People land, then units land or board, then
    people board, and last comes the gold.

    Without a Missionary nobody goes ashore where natives are and none of theirs (15.61).
    """
    expedition = pos.expeditions[name]
    nation, hex_ = expedition.nation, hex_of(expedition.place)
    if hex_ not in pos.rules.board.area:
        return
    if not expedition.galleon:
        ashore = pos.who_is(nation, hex_)
        yield from _people(pos, name, "land", pos.who_is(nation, name))
        for unit in UNITS:
            yield from _aboard_after(pos, name, unit)
        yield from _people(pos, name, "board", ashore)
    yield from _gold_ashore(pos, name)


def _aboard_after(pos: World, name: str, unit: str) -> Procedure[None]:
    """How many units of a kind are aboard when the ships leave: fewer than now go ashore, more come aboard."""
    expedition = pos.expeditions[name]
    nation, hex_ = expedition.nation, hex_of(expedition.place)
    area = pos.rules.board.area[hex_]
    aboard, ashore = expedition.of(unit), pos.force(nation, hex_).of(unit)
    others = expedition.soldiers + expedition.colonists - aboard
    least = 0 if _may_land(pos, nation, hex_, unit) and may_enter(pos, nation, area, with_missionary=False) else aboard
    most = min(aboard + ashore, room(pos, expedition) - others)
    if expedition.privateer:  # 15.42
        least, most = aboard, aboard if unit == "colonist" else most
    facts = (("expedition", name), ("aboard", aboard), ("ashore", ashore))
    number = yield from amount(nation, f"aboard-{unit}s", "10.5", least, most, facts=facts)
    _shift(pos, name, unit, number - aboard)
    if number < aboard:
        discover_by_land(pos, nation, [hex_], overland=False)


def _may_land(pos: World, nation: Seat, hex_: str, unit: str) -> bool:
    """7.7, E-G60, E-G46  Islands without value are not settled; nobody lands among enemies."""
    enemies = [each for each in pos.nations if each != nation and pos.force(each, hex_).size]
    return not enemies and (unit == "soldier" or hex_ not in pos.rules.board.unsettled)


def _gold_ashore(pos: World, name: str) -> Procedure[None]:
    """E-G48  Gold may be put ashore in a friendly port."""
    expedition = pos.expeditions[name]
    if not expedition.gold or not pos.friendly_port(expedition.nation, expedition.place):
        return
    facts = (("expedition", name), ("ducats", worth(expedition.gold)))
    menu = [option("keep"), option("unload")]
    chosen: Option = yield menu_of(expedition.nation, "gold-ashore", "13.43", menu, facts)
    if chosen.verb == "unload":
        pos.lay(hex_of(expedition.place), expedition.gold)
        pos.edit_expedition(name, gold=())
        pos.report(LaidDown, expedition=name, place=expedition.place, ducats=worth(expedition.gold), rule="13.43")


def disembark(pos: World, name: str) -> None:
    """7.2, 13.4  After the attrition of a phase nobody and nothing is aboard of an Expedition in Europe any more.

    6.41(7), E-G5: Soldiers who are owed are gone as soon as they reach Europe. Gold is credited in D4.
    """
    expedition = pos.expeditions[name]
    nation = pos.nations[expedition.nation]
    gone = min(nation.owed, expedition.soldiers)
    if gone:
        told = pos.only(expedition.nation)
        pos.report(
            Lost, who=expedition.nation, thing="soldier", number=gone, place=EUROPE, rule="6.41(7)", audience=told
        )
    pos.edit(
        expedition.nation,
        soldiers=nation.soldiers + expedition.soldiers - gone,
        colonists=nation.colonists + expedition.colonists,
        owed=nation.owed - gone,
        gold=heap([*nation.gold, *expedition.gold]),
    )
    pos.expeditions[name] = changed(expedition, soldiers=0, colonists=0, gold=())
    for person in pos.who_is(expedition.nation, name):
        pos.place_person(person, EUROPE)
