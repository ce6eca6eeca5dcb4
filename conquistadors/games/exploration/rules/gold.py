"""13.0  Gold and Treasure: found, dug, exhausted, loaded, brought home."""

from __future__ import annotations

from functools import partial
from typing import Final

from conquistadors.engine import Bar, Choice, Option, Procedure, Seat, amount, changed, option, procedure, roll
from conquistadors.games.exploration.rules.bankers import pay_shares
from conquistadors.games.exploration.rules.events import (
    Depleted,
    Dug,
    GoldCredited,
    GoldFound,
    LoadedGold,
    MineChanged,
)
from conquistadors.games.exploration.rules.hoards import Gold, heap, part_of, worth
from conquistadors.games.exploration.rules.pieces import CONQUISTADOR
from conquistadors.games.exploration.rules.politics import CARIBBEAN, POTOSI
from conquistadors.games.exploration.rules.position import World
from conquistadors.games.exploration.rules.ships import gold_room
from conquistadors.games.exploration.rules.tasks import task_of
from conquistadors.maps.hexes import hex_of

CUZCO: Final = "3816"
PLATE: Final = "rio-del-plate"
MARKED: Final = ("abandon", "reopen", "search")


# C1: markers, searches, production, depletion ------------------------------------------------------------------------


@task_of("gold")
@procedure("13.0")
def gold_segment(pos: World, nation: Seat) -> Procedure[None]:
    """13.0  Abandoned markers are set and lifted, then gold is searched for, until the player is done."""
    people = [who.at for who in pos.people.values() if who.nation == nation]
    here = pos.rules.mines.keys() & {*pos.hexes(nation), *people}
    menu = [option(verb, hex_) for hex_ in pos.rules.mines if hex_ in here for verb in MARKED] if here else []
    candidates = [tried for tried in menu if forbids(pos, nation, tried) is None]
    chosen = option("done")
    if candidates:
        chosen = yield Choice(
            nation, "gold", "13.0", lambda: [*candidates, option("done")], partial(forbids, pos, nation)
        )
    if chosen.verb == "done":
        pos.notes = ()
        pos.then(f"dig:{nation}")
        return
    pos.then(f"gold:{nation}")
    hex_ = str(chosen.subject)
    if chosen.verb == "search":
        yield from search(pos, nation, hex_)
    else:
        pos.notes = (*pos.notes, hex_)
        pos.edit_dig(hex_, abandoned=chosen.verb == "abandon")
        pos.report(MineChanged, place=hex_, abandoned=chosen.verb == "abandon", rule="13.5")


def forbids(pos: World, nation: Seat, tried: Option) -> Bar | None:
    """13.11-13.13, 13.5  What stands against a search, or against a marker."""
    if tried.verb == "done":
        return None if tried.subject is None else Bar("13.0", "not-offered")
    hex_ = str(tried.subject)
    if tried.verb not in MARKED or hex_ not in pos.rules.mines or tried.target is not None:
        return Bar("13.0", "not-offered")
    dig, force = pos.digs[hex_], pos.force(nation, hex_)
    if dig.spent:
        return Bar("13.15", "depleted")
    if tried.verb == "search":
        if not force.size and not pos.who_is(nation, hex_, CONQUISTADOR):
            return Bar("13.11", "nobody-there")
        return Bar("13.13", "searched") if dig.found or dig.tried == pos.turn else None
    if not dig.found or not force.colonists:
        return Bar("13.5", "no-mine")
    begun = any(each.tried == pos.turn for each in pos.digs.values())
    if begun or hex_ in pos.notes:
        return Bar("13.5", "segment-begun")
    return Bar("13.5", "so-already") if dig.abandoned == (tried.verb == "abandon") else None


def barred(pos: World, hex_: str) -> bool:
    """21.27, 22.22  Nobody mines or loots where other Europeans are; alone, nor in the turn when they leave."""
    country = pos.countries[pos.rules.board.area[hex_]]
    freed_now = pos.rules.alone and country.freed > 0 and country.freed == pos.turn
    return country.european > 0 or freed_now


@procedure("13.12")
def search(pos: World, nation: Seat, hex_: str) -> Procedure[None]:
    """13.12, 13.21, 13.22, E-G35  One die: found on 1 or 2, in the Caribbean on 1 to 4. One try a turn (13.13)."""
    island = pos.rules.board.area[hex_] == CARIBBEAN
    most = pos.rules.number("mine_found_caribbean" if island else "mine_found")
    found = (yield from roll(pos, "find-gold", nation, rule="13.12", reads=lambda die: die <= most)).result
    pos.edit_dig(hex_, found=found, tried=pos.turn)
    pos.report(GoldFound, place=hex_, found=found, rule="13.12")


@task_of("dig")
@procedure("13.14")
def dig(pos: World, nation: Seat) -> None:
    """13.14, 13.31  Mines with a Colonist produce, cities with a Soldier are looted; then each may be exhausted."""
    settled = pos.settlements(nation)
    worked = [hex_ for hex_ in pos.rules.mines if hex_ in settled and can_work(pos, hex_)]
    for hex_ in worked:
        _produce(pos, hex_, mine_yield(pos, nation, hex_))
    if pos.nations[nation].silver == "boosted" and POTOSI not in worked:
        pos.edit(nation, silver="used")  # E-G3
    for hex_, city in pos.rules.cities.items() if pos.forces else ():
        native = pos.countries[pos.rules.board.area[hex_]].native
        if pos.force(nation, hex_).soldiers and not native and not pos.digs[hex_].spent and not barred(pos, hex_):
            _produce(pos, hex_, int(city.loot.value))
            worked.append(hex_)
    pos.then(*[f"deplete:{nation}/{hex_}" for hex_ in worked])


def can_work(pos: World, hex_: str) -> bool:
    """13.11, 13.17, 13.5, E-G23  A mine that anybody has found, neither depleted nor abandoned."""
    mine = pos.digs[hex_]
    return mine.found and not mine.spent and not mine.abandoned and not barred(pos, hex_)


def mine_yield(pos: World, nation: Seat, hex_: str) -> int:
    """13.14, 13.22, 6.41(2)  25 ducats; 15 in the Caribbean; Potosi more after the event."""
    if hex_ == POTOSI and pos.nations[nation].silver == "boosted":
        return pos.rules.event_number("2", "yield")
    return pos.rules.number("mine_yield_caribbean" if pos.rules.board.area[hex_] == CARIBBEAN else "mine_yield")


def _produce(pos: World, hex_: str, ducats: int) -> None:
    pos.lay(hex_, (Gold(hex_, ducats),))
    pos.edit_dig(hex_, worked=pos.turn, dug=pos.digs[hex_].dug + ducats)
    pos.report(Dug, place=hex_, ducats=ducats, rule="13.14")


@task_of("deplete")
@procedure("13.15")
def deplete(pos: World, which: str) -> Procedure[None]:
    """13.15, 13.22, 13.33, E-O5  Two dice, one in the Caribbean: some totals exhaust it for ever."""
    nation, _, hex_ = which.partition("/")
    rules = pos.rules
    island = hex_ in rules.mines and rules.board.area[hex_] == CARIBBEAN
    ends = "mine_spent_ends" if rules.is_on("mine_depletion", "ends") else "mine_spent"
    totals = rules.totals("city_spent" if hex_ in rules.cities else "mine_spent_caribbean" if island else ends)
    name = "depletion-caribbean" if island else "depletion"
    spent = (yield from roll(pos, name, nation, rule="13.15", reads=lambda total: total in totals)).result
    if spent:
        pos.edit_dig(hex_, spent=True)
        pos.report(Depleted, place=hex_, rule="13.15")
        if hex_ == POTOSI and pos.nations[nation].silver:
            pos.edit(nation, silver="used")


# C6: loading ---------------------------------------------------------------------------------------------------------


@task_of("load-gold")
@procedure("13.43")
def load_gold(pos: World, nation: Seat) -> None:
    """5.1 C6  Gold in a friendly port is loaded on the ships there."""
    pos.then(*[f"load:{name}" for name in pos.at_sea(nation)])


@task_of("load")
@procedure("13.43")
def load(pos: World, name: str) -> Procedure[None]:
    """13.43, 13.44  As many ducats as the player wants, of the gold that may leave from here, as the ships hold.

    15.42: none for Privateers.
    """
    expedition = pos.expeditions[name]
    hex_ = hex_of(expedition.place)
    if not pos.friendly_port(expedition.nation, expedition.place):
        return
    fit = tuple(gold for gold in pos.hoards.get(hex_, ()) if may_ship(pos, gold, hex_))
    own = not expedition.privateer  # 15.42
    most = min(worth(fit), gold_room(pos, expedition) - worth(expedition.gold)) * own
    facts = (("expedition", name), ("place", expedition.place))
    hidden = bool(pos.sealed and fit)  # what room there is, only the owner knows
    ducats = yield from amount(expedition.nation, "load-gold", "13.43", 0, most, always=hidden, facts=facts)
    if ducats:
        loaded, rest = part_of(fit, ducats)
        stays = [gold for gold in pos.hoards[hex_] if gold not in fit]
        pos.hoards.pop(hex_)
        pos.lay(hex_, heap([*stays, *rest]))
        aboard = [*expedition.gold, *[changed(gold, shipped=True) for gold in loaded]]
        pos.edit_expedition(name, gold=heap(aboard))
        pos.report(LoadedGold, expedition=name, place=expedition.place, ducats=ducats, rule="13.43")


def may_ship(pos: World, gold: Gold, port: str) -> bool:
    """13.44, E-C10, E-G48  From its own area, or from an adjacent one at most 8 Movement Points away.

    Treasure of Cuzco from any port of Rio del Plate. Gold that was shipped once may go on from anywhere.
    """
    board, rules = pos.rules.board, pos.rules
    if gold.shipped and rules.is_on("gold_transship", True):
        return True
    home, here = board.area[gold.origin], board.area[port]
    if rules.is_on("gold_ports", "errata"):
        return _by_errata(pos, gold.origin, home, here, port)
    if home == here or (gold.origin == CUZCO and here == PLATE):
        return True
    away = board.land.distance(gold.origin, port)
    return here in board.adjacent[home] and away is not None and away <= rules.number("gold_reach")


def _by_errata(pos: World, origin: str, home: str, here: str, port: str) -> bool:
    """E-C10  The errata of the second edition: its own area if that has a coast, else an adjacent one.

    Rockies only by the Pacific; Potosi by Rio del Plate too.
    """
    board = pos.rules.board
    if pos.rules.areas[home].bounds:
        return home == here or (origin == POTOSI and here == PLATE)
    if home == "rockies":
        return any(board.pacific(place) for place in board.sides(port))
    return here in board.adjacent[home]


@task_of("credit-gold")
@procedure("13.4")
def credit_gold(pos: World, nation: Seat) -> None:
    """5.1 D4  Gold that has reached Europe is added to the Treasury."""
    gold = pos.nations[nation].gold
    ducats = worth(gold)
    if ducats:
        pos.account(gold)
        pos.edit(nation, treasury=pos.nations[nation].treasury + ducats, gold=())
        pos.report(GoldCredited, who=nation, ducats=ducats, rule="13.4", audience=pos.only(nation))
        profits: dict[str, int] = {}
        for each in gold:
            area = pos.rules.board.area[each.origin]
            profits[area] = profits.get(area, 0) + each.ducats
        pay_shares(pos, nation, profits, rule="24.3", hidden=True)
