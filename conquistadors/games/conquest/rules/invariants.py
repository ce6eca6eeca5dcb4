"""What is true of every position: nothing is lost or made, and the limits of the rules hold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import Final

from conquistadors.engine import Pile
from conquistadors.engine.texts import both, told
from conquistadors.games.conquest.rules.battle import SIDES, side_of
from conquistadors.games.conquest.rules.cards.luck import TITLE as LUCK
from conquistadors.games.conquest.rules.expeditions import food_limit
from conquistadors.games.conquest.rules.position import (
    CITIES,
    NOTHING,
    PLACES,
    Battle,
    Faction,
    Indies,
    Side,
    ally_of,
    front,
)
from conquistadors.games.conquest.rules.tasks import TASKS

Faults = Iterator[str]


def check(pos: Indies) -> None:
    """`ValueError` says what can never be, with the clause."""
    for fault in _faults(pos):
        raise ValueError(fault)


def faults(pos: Indies) -> list[str]:
    """All that can never be, each with its clause."""
    return list(_faults(pos))


def _faults(pos: Indies) -> Faults:
    for part in CHECKS:
        yield from part(pos)


def check_boundary(pos: Indies) -> None:
    """`ValueError` if no step can begin here."""
    if not pos.tasks and pos.rules.ending(pos) is None:
        raise ValueError(told("never.nothing-to-do"))
    for name in pos.tasks:
        fault = _task_fault(pos, name)
        if fault is not None:
            raise ValueError(told("never.no-step", step=repr(name), why=fault))
    if pos.talk or pos.march is not None or pos.scores:
        raise ValueError(told("never.dialogue"))
    if pos.battle is not None and pos.battle.charging and "horse-round-over" not in pos.tasks:
        raise ValueError(told("never.horse-round"))


def _task_fault(pos: Indies, name: str) -> str | None:
    """Why a task cannot be begun when its turn comes, as far as can be known now."""
    kind, colon, whose = name.partition(":")
    if name not in TASKS:
        return told("never.unknown-step")
    if kind in OF_EXPEDITIONS:
        commander = whose.rpartition("/")[2]
        return None if commander in pos.expeditions else told("never.no-expedition", wanted=repr(commander))
    if kind in OF_MEN:
        return None if whose in pos.captains else told("never.no-man", wanted=repr(whose))
    if kind in OF_SPACES:
        space = whose.rpartition("/")[2]
        return None if space in pos.rules.world.spaces else told("never.no-space", wanted=repr(space))
    if kind in OF_EMPIRES:
        return None if whose in pos.rules.empires else told("never.no-empire", wanted=repr(whose))
    if kind in IN_BATTLE and pos.battle is None:
        return told("never.no-battle")
    if kind in OF_SIDES:
        return None if whose in SIDES else told("never.no-side", known=both(SIDES), wanted=repr(whose))
    if colon:
        return None if whose in pos.rules.seats else told("never.no-player", wanted=repr(whose))
    return told("never.no-action") if name in IN_ACTION and pos.action is None else None


OF_EXPEDITIONS: Final = ("feed", "malaria", "smallpox-ally", "smallpox-asset", "smallpox-hidden", "act", "grumble")
OF_SPACES: Final = ("smallpox-garrison",)
OF_EMPIRES: Final = ("smallpox-king",)
OF_MEN: Final = ("reinforce", "recruit", "recruit-anywhere", "outfit")
OF_SIDES: Final = ("aim", "throw", "outcome", "losses", "morale", "turn-up")
IN_BATTLE: Final = (
    *("charge", "horse-round", "horse-round-over", "sudden-shock"),
    *("battle-round", *OF_SIDES, "battle-retreat", "battle-end", "aftermath"),
)
IN_ACTION: Final = ("discovery", "discovery-roll", "legend-roll", "plunder-roll")


# The players -----------------------------------------------------------------------------------------------------


def _players(pos: Indies) -> Faults:
    """1.21, 1.28, 2.0  Everything that belongs to a player belongs to one who is at the table."""
    seats = set(pos.rules.seats)
    for name, table in (("factions", pos.factions), ("hands", pos.hands), ("buried", pos.buried), ("dealt", pos.dealt)):
        if set(table) != seats:
            yield told("never.tables", what=name, seats=pos.rules.seats)
            return
    playing = {seat for seat in seats if not pos.factions[seat].resigned and not pos.factions[seat].absent}
    if set(pos.order) != playing or len(pos.order) != len(playing):
        yield told("never.order")
    if not set(pos.chose) <= seats or len(set(pos.chose)) < len(pos.chose):
        yield told("never.choice-order")
    for seat in seats - playing:
        if pos.hands[seat].titles or any(captain.owner == seat for captain in pos.captains.values()):
            yield told("never.not-at-table", player=seat)
    if pos.active not in seats:
        yield told("never.impulse", player=pos.active)
    for seat in pos.factions:
        yield from _faction(pos, seat)
    for man, held in pos.captives.items():
        if not {held.owner, held.captor} <= seats or held.owner == held.captor:
            yield told("never.captive", man=man, captor=held.captor, owner=held.owner)


def _faction(pos: Indies, seat: str) -> Faults:
    """1.15, 11.1, 11.23  Where a faction's markers can be."""
    faction = pos.factions[seat]
    lowest, highest = pos.rules.favour_ends
    if not lowest <= faction.index <= highest:
        yield told("never.index", player=seat, index=faction.index)
    if min(faction.converted, faction.permanent, faction.luck) < 0:
        yield told("never.less", player=seat)
    if faction.warrant and faction.index > 0:
        yield told("never.warrant", player=seat)
    yield from _purse(faction, seat)


def _purse(faction: Faction, seat: str) -> Faults:
    """16.0, 16.22  Nobody has less than no pesos; pesos and debt are what came in less what went out."""
    book = faction.account
    pesos = book.funds + book.loans + book.exchanged + book.traded - book.spent - book.lost - book.repaid
    debt = book.loans - book.repaid - book.waived
    if min(faction.pesos, faction.debt, faction.horses) < 0:
        yield told("never.purse", player=seat, pesos=faction.pesos, debt=faction.debt)
    if (pesos, debt) != (faction.pesos, faction.debt):
        held = {"pesos": faction.pesos, "debt": faction.debt}
        yield told("never.books", player=seat, **held, booked=pesos, owed=debt)


def _legends(pos: Indies) -> Faults:
    """19.12, 19.21(3), 19.43, C18  Every legend is in the pool, on one of its maps, or out for good.

    Legends lie in Legend spaces, one at a time, and in none where one was found.
    """
    gone = pos.piles.get("legends-gone", NOTHING)
    known = _all([pos.piles.get("legends", NOTHING), gone])
    world, anywhere = pos.rules.world, pos.rules.house.legend_anywhere
    marked = [(s, site) for s, site in pos.sites.items() if (site.legend or site.legend_found) and s in world.spaces]
    for space, site in marked:
        kind = world.spaces[space].kind
        if kind == "sea" or (kind != "legend" and not anywhere):
            yield told("never.legend-space", space=space)
        if site.legend is None:
            continue
        known[site.legend] += 1
        legend = pos.rules.tables.legends.get(site.legend)
        if legend is None or world.map_of[space] not in legend.maps:
            yield told("never.legend-map", legend=site.legend, space=space)
        if site.legend_found:
            yield told("never.legend-found", space=space)
    if +known != Counter(pos.rules.legends):
        yield told("never.legend-lost", which=_differing(known, Counter(pos.rules.legends)))
    if gone.size != sum(site.legend_found for _, site in marked):
        yield told("never.legends-gone", count=gone.size)


# Cards -----------------------------------------------------------------------------------------------------------


def _all(piles: Iterable[Pile]) -> Counter[str]:
    """How many there are of each title, in all the piles."""
    return _counted(tuple(piles)).copy()


@lru_cache(maxsize=1024)  # most piles are as they were when the last position was checked
def _counted(piles: tuple[Pile, ...]) -> Counter[str]:
    found: Counter[str] = Counter()
    for pile in piles:
        for title, copies in zip(pile.titles, pile.copies, strict=True):
            found[title] += copies
    return found


def _card_piles(pos: Indies) -> list[Pile]:
    """Where Strategy and Conquistador cards can lie."""
    return [*[pos.piles[name] for name in pos.rules.card_piles], *pos.hands.values(), *pos.buried.values()]


def _cards(pos: Indies) -> Faults:
    """1.31, 2.16, G-2.16  Every Strategy card is in one place; a warrant in force lies before its player."""
    found = _all(_card_piles(pos))
    for man in pos.rules.men:
        del found[man]
    found["arrest-warrant"] += sum(faction.warrant for faction in pos.factions.values())
    wanted = _all([pos.rules.whole_decks[0]])
    if +found != wanted:
        yield told("never.cards", which=_differing(found, wanted))


def _assets(pos: Indies) -> Faults:
    """1.34, 1.35, 5.15  Every Asset card is in one place: in its own deck, with an expedition, or laid open."""
    held = [pile for e in pos.expeditions.values() for pile in (e.assets, e.shown)]
    found = _all([pos.piles["assets"], pos.piles["asset-discards"], *pos.dealt.values(), *held])
    found[LUCK] += sum(faction.luck for faction in pos.factions.values())
    wanted = _all([pos.rules.whole_decks[1]])
    if +found != wanted:
        yield told("never.assets", which=_differing(found, wanted))


def _differing(found: Counter[str], wanted: Counter[str]) -> list[str]:
    return sorted(title for title in {*found, *wanted} if found[title] != wanted[title])


def _men(pos: Indies) -> Faults:
    """1.31, 1.332, 6.44  Every conquistador is in one place."""
    pools = [pos.piles[name] for name in ("red", "brown", "replacements", "fallen")]
    found = Counter({title: n for title, n in _all([*_card_piles(pos), *pools]).items() if title in pos.rules.men})
    found.update(list(pos.captains))
    found.update(list(pos.captives))
    wanted = Counter(list(pos.rules.men))
    if +found != wanted:
        yield told("never.men", which=_differing(found, wanted))


# Units and gold --------------------------------------------------------------------------------------------------


def _spanish(pos: Indies) -> Faults:
    """1.22, 1.42, 15.15  Spanish units: as many as there are counters, each under a conquistador, ten a card."""
    total = pos.pool
    for man, captain in pos.captains.items():
        total = total.add(captain.units)
        if captain.units.size > pos.rules.card_units:
            yield told("never.card-full", man=man, count=captain.units.size, most=pos.rules.card_units)
        if min(captain.units) < 0:
            yield told("never.no-units", man=man)
    if total != pos.rules.units_of_the_game:
        yield told("never.spanish", units=str(total))
    if min(pos.pool) < 0:
        yield told("never.counters", units=str(pos.pool))


def _indians(pos: Indies) -> Faults:
    """1.23, G-12.34, 20.3  Indian units are in the cup, in a space, with an expedition, or dead of smallpox."""
    found = _all([pos.piles["cup"], pos.piles.get("smallpox", NOTHING)])
    for site in pos.sites.values():
        found.update(front(unit) for unit in site.garrison.each())
    for expedition in pos.expeditions.values():
        found.update(front(ally_of(title)[0]) for title in expedition.allies.each())
    wanted = _all([pos.rules.cup])
    if +found != wanted:
        yield told("never.indians", which=_differing(found, wanted))


def _gold(pos: Indies) -> Faults:
    """10.12  Gold is with expeditions, and nowhere else."""
    carried = sum(expedition.gold for expedition in pos.expeditions.values())
    if carried != pos.gold:
        yield told("never.gold", carried=carried, all=pos.gold)
    for commander, expedition in pos.expeditions.items():
        if expedition.gold < 0:
            yield told("never.no-gold", commander=commander)


# Expeditions -----------------------------------------------------------------------------------------------------


def _expeditions(pos: Indies) -> Faults:
    """1.4, 1.41, 1.43, 9.13  What an expedition may be."""
    for man, captain in pos.captains.items():
        if pos.turn == 0 and captain.expedition not in pos.expeditions:
            continue  # the set-up: he is not on the map yet
        led = pos.expeditions.get(captain.expedition)
        if led is None or led.owner != captain.owner:
            yield told("never.no-home", man=man)
    for commander, expedition in pos.expeditions.items():
        own = pos.captains.get(commander)
        if own is None or own.expedition != commander:
            yield told("never.commands", commander=commander)
            continue
        if expedition.owner not in pos.rules.seats or expedition.space not in pos.rules.world.spaces:
            where = {"space": expedition.space, "owner": expedition.owner}
            yield told("never.nowhere", commander=commander, **where)
            continue
        holding = sum(bool(pos.captains[c].units.size) for c in pos.members(commander)[1:])
        if holding > pos.rules.companions_with_units:
            most = pos.rules.companions_with_units
            yield told("never.companions", commander=commander, count=holding, most=most)
        if not 0 <= expedition.hits <= pos.rules.hits_most:
            yield told("never.hits", commander=commander, count=expedition.hits, most=pos.rules.hits_most)
        if pos.battle is None:
            yield from _at_peace(pos, commander)


def _at_peace(pos: Indies, commander: str) -> Faults:
    """1.262, 3.25, 5.24, 8.131, 9.26  What an expedition may carry; in a battle it is settled at the end."""
    expedition = pos.expeditions[commander]
    limit = food_limit(pos, commander, hidden=False)
    if not 0 <= expedition.food <= limit:
        yield told("never.food", commander=commander, count=expedition.food, most=limit)
    if not pos.units(commander).size:
        if expedition.allies.titles:
            yield told("never.allies-alone", commander=commander)
        if expedition.hits:
            yield told("never.hits-alone", commander=commander)
    if expedition.space in pos.rules.world.sea and expedition.allies.titles:
        yield told("never.allies-at-sea", commander=commander)


# The map ---------------------------------------------------------------------------------------------------------


def _sites(pos: Indies) -> Faults:
    """1.13, 1.142, 1.24, G-1.24, 4.171, 5.22  Markers are as many as there are, and stand where they may."""
    used: Counter[str] = Counter()
    allied: Counter[str] = Counter()
    for space, site in pos.sites.items():
        if space not in pos.rules.world.spaces:
            yield told("never.no-map", space=space)
            continue
        if site.marker is not None:
            if pos.rules.world.level[space] is None:
                yield told("never.no-level", space=space)
            used[site.marker] += site.ally is None
        if site.hostile and site.marker not in PLACES:
            yield told("never.hostile", space=space)
        if site.ally is not None:
            allied[site.ally] += 1
            if site.marker not in CITIES or site.hostile:
                yield told("never.allied", space=space)
    for marker, count in used.items():
        most = pos.rules.markers.get(marker)
        if most is not None and count > most:
            yield told("never.markers", count=count, marker=marker, most=most)
    for seat, count in allied.items():
        if count > pos.rules.markers["allied-city"]:
            yield told("never.allied-cities", player=seat, count=count, most=pos.rules.markers["allied-city"])
        if seat not in pos.rules.seats:
            yield told("never.allied-to", player=seat)


def _empires(pos: Indies) -> Faults:
    """1.25, 12.22, 12.25  An empire is in the box, or on the map; its king is in one place at most."""
    boxed = set(pos.piles["empires"].titles)
    kings: Counter[str] = Counter()
    for space, site in pos.sites.items():
        if site.empire is not None and (site.empire in boxed or site.empire not in pos.rules.empires):
            yield told("never.empire", space=space, empire=site.empire)
        if site.king and site.empire is None:
            yield told("never.king-alone", space=space)
        elif site.king:
            kings[str(site.empire)] += 1
    for expedition in pos.expeditions.values():
        kings.update(expedition.kings)
    for empire, count in kings.items():
        if count > 1 or empire in boxed:
            yield told("never.king-twice", empire=empire)


# Battle ----------------------------------------------------------------------------------------------------------


def _battle(pos: Indies) -> Faults:
    """6.32, 6.34  A side has flipped, and struck this round, only units that it has."""
    if pos.battle is None:
        return
    for name in SIDES:
        side = side_of(pos.battle, name)
        if side.expedition is None or side.expedition in pos.expeditions:
            yield from _side(pos, pos.battle, side)


def _side(pos: Indies, battle: Battle, side: Side) -> Faults:
    indians = pos.site(battle.space).garrison
    if side.expedition is not None:
        indians = pos.expeditions[side.expedition].allies
        units = pos.units(side.expedition)
        if any(not 0 <= s <= d <= u for s, d, u in zip(side.struck, side.down, units, strict=True)):
            yield told("never.flipped", commander=side.expedition)
    if any(n > indians.count_of(title) for title, n in zip(*side.struck_indians, strict=True)):
        yield told("never.struck", space=battle.space)


CHECKS: Final[tuple[Callable[[Indies], Faults], ...]] = (
    *(_players, _cards, _assets, _men, _spanish, _indians, _gold),
    *(_expeditions, _sites, _empires, _legends, _battle),
)
