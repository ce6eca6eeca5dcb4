"""What is true of every position: nothing is lost or made, and the limits of the rules hold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import Final

from conquistadors.engine import Pile
from conquistadors.engine.texts import both, error_text
from conquistadors.games.conquest.rules.battle import SIDES, side_of
from conquistadors.games.conquest.rules.cards.luck import TITLE as LUCK
from conquistadors.games.conquest.rules.expeditions import food_limit
from conquistadors.games.conquest.rules.position import (
    CITIES,
    NOTHING,
    PLACES,
    Battle,
    ConquestPosition,
    Faction,
    Side,
    ally_of,
    front,
)
from conquistadors.games.conquest.rules.tasks import TASKS

Faults = Iterator[str]


def check(pos: ConquestPosition) -> None:
    """`ValueError` says what can never be, with the clause."""
    for fault in _faults(pos):
        raise ValueError(fault)


def faults(pos: ConquestPosition) -> list[str]:
    """All that can never be, each with its clause."""
    return list(_faults(pos))


def _faults(pos: ConquestPosition) -> Faults:
    for part in CHECKS:
        yield from part(pos)


def check_table(pos: ConquestPosition) -> None:
    """1.0, 2.0  `ValueError` if the piles are not those of the game, or turns and rounds are not counted from 0."""
    wanted = set(pos.rules.start().piles)
    if set(pos.piles) != wanted:
        raise ValueError(error_text("never.piles", which=sorted(wanted ^ set(pos.piles))))
    if min(pos.turn, pos.round) < 0:
        raise ValueError(error_text("never.turn"))


def check_boundary(pos: ConquestPosition) -> None:
    """`ValueError` if no step can begin here."""
    if not pos.tasks and pos.rules.ending(pos) is None:
        raise ValueError(error_text("never.nothing-to-do"))
    for name, times in Counter(pos.tasks).items():
        if times > 1 and name.partition(":")[0] not in REPEATED:
            raise ValueError(error_text("never.step-twice", step=repr(name)))
        fault = _task_fault(pos, name)
        if fault is not None:
            raise ValueError(error_text("never.no-step", step=repr(name), why=fault))
    if pos.talk or pos.march is not None or pos.scores:
        raise ValueError(error_text("never.dialogue"))
    if pos.battle is not None and pos.battle.charging and "horse-round-over" not in pos.tasks:
        raise ValueError(error_text("never.horse-round"))


def _task_fault(pos: ConquestPosition, name: str) -> str | None:
    """Why a task cannot be begun when its turn comes, as far as can be known now."""
    kind, colon, whose = name.partition(":")
    if name not in TASKS:
        return error_text("never.unknown-step")
    if kind in OF_EXPEDITIONS:
        commander = whose.rpartition("/")[2]
        return None if commander in pos.expeditions else error_text("never.no-expedition", wanted=repr(commander))
    if kind in OF_MEN:
        return None if whose in pos.captains else error_text("never.no-man", wanted=repr(whose))
    if kind in OF_SPACES:
        space = whose.rpartition("/")[2]
        return None if space in pos.rules.world.spaces else error_text("never.no-space", wanted=repr(space))
    if kind in OF_EMPIRES:
        return None if whose in pos.rules.empires else error_text("never.no-empire", wanted=repr(whose))
    if kind in IN_BATTLE and pos.battle is None:
        return error_text("never.no-battle")
    if kind in OF_SIDES:
        return None if whose in SIDES else error_text("never.no-side", known=both(SIDES), wanted=repr(whose))
    if colon:
        return None if whose in pos.rules.seats else error_text("never.no-player", wanted=repr(whose))
    return error_text("never.no-action") if name in IN_ACTION and pos.action is None else None


OF_EXPEDITIONS: Final = (
    *("feed", "share", "malaria", "act", "grumble"),
    *("smallpox-ally", "smallpox-asset", "smallpox-hidden"),
)
OF_SPACES: Final = ("smallpox-garrison", "barter")
OF_EMPIRES: Final = ("smallpox-king",)
OF_MEN: Final = ("reinforce", "recruit", "recruit-anywhere", "outfit")
OF_SIDES: Final = ("aim", "throw", "outcome", "losses", "morale", "turn-up")
IN_BATTLE: Final = (
    *("charge", "horse-round", "horse-round-over", "sudden-shock"),
    *("battle-round", *OF_SIDES, "battle-retreat", "give-up", "battle-end", "aftermath"),
)
REPEATED: Final = ("village", "station", "enemy-card", "smallpox-garrison")
"""What may have to be done several times. Every other step stands in the list once."""
IN_ACTION: Final = ("discovery", "discovery-roll", "legend-roll", "plunder-roll", "press-attack")


# The players -----------------------------------------------------------------------------------------------------


def _players(pos: ConquestPosition) -> Faults:
    """1.21, 1.28, 2.0  Everything that belongs to a player belongs to one who is at the table."""
    seats = set(pos.rules.seats)
    for name, table in (("factions", pos.factions), ("hands", pos.hands), ("buried", pos.buried), ("dealt", pos.dealt)):
        if set(table) != seats:
            yield error_text("never.tables", what=name, seats=pos.rules.seats)
            return
    playing = {seat for seat in seats if not pos.factions[seat].resigned and not pos.factions[seat].absent}
    if set(pos.order) != playing or len(pos.order) != len(playing):
        yield error_text("never.order")
    if not set(pos.chose) <= seats or len(set(pos.chose)) < len(pos.chose):
        yield error_text("never.choice-order")
    for seat in seats - playing:
        if pos.hands[seat].titles or any(captain.owner == seat for captain in pos.captains.values()):
            yield error_text("never.not-at-table", player=seat)
    if pos.active not in seats:
        yield error_text("never.impulse", player=pos.active)
    for seat in pos.factions:
        yield from _faction(pos, seat)
    for man, held in pos.captives.items():
        if not {held.owner, held.captor} <= seats or held.owner == held.captor:
            yield error_text("never.captive", man=man, captor=held.captor, owner=held.owner)


def _faction(pos: ConquestPosition, seat: str) -> Faults:
    """1.15, 11.1, 11.23  Where a faction's markers can be."""
    faction = pos.factions[seat]
    lowest, highest = pos.rules.favour_ends
    if not lowest <= faction.index <= highest:
        yield error_text("never.index", player=seat, index=faction.index)
    if min(faction.converted, faction.permanent, faction.luck) < 0:
        yield error_text("never.less", player=seat)
    if faction.warrant and faction.index > 0:
        yield error_text("never.warrant", player=seat)
    yield from _purse(faction, seat)


def _purse(faction: Faction, seat: str) -> Faults:
    """16.0, 16.22  Nobody has less than no pesos; pesos and debt are what came in less what went out."""
    book = faction.account
    pesos = book.funds + book.loans + book.exchanged + book.traded - book.spent - book.lost - book.repaid
    debt = book.loans - book.repaid - book.waived
    if min(faction.pesos, faction.debt, faction.horses) < 0:
        yield error_text("never.purse", player=seat, pesos=faction.pesos, debt=faction.debt)
    if (pesos, debt) != (faction.pesos, faction.debt):
        held = {"pesos": faction.pesos, "debt": faction.debt}
        yield error_text("never.books", player=seat, **held, booked=pesos, owed=debt)


def _legends(pos: ConquestPosition) -> Faults:
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
            yield error_text("never.legend-space", space=space)
        if site.legend is None:
            continue
        known[site.legend] += 1
        legend = pos.rules.tables.legends.get(site.legend)
        if legend is None or world.map_of[space] not in legend.maps:
            yield error_text("never.legend-map", legend=site.legend, space=space)
        if site.legend_found:
            yield error_text("never.legend-found", space=space)
    if +known != Counter(pos.rules.legends):
        yield error_text("never.legend-lost", which=_differing(known, Counter(pos.rules.legends)))
    if gone.size != sum(site.legend_found for _, site in marked):
        yield error_text("never.legends-gone", count=gone.size)


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


def _card_piles(pos: ConquestPosition) -> list[Pile]:
    """Where Strategy and Conquistador cards can lie."""
    return [*[pos.piles[name] for name in pos.rules.card_piles], *pos.hands.values(), *pos.buried.values()]


def _cards(pos: ConquestPosition) -> Faults:
    """1.31, 2.16, G-2.16  Every Strategy card is in one place; a warrant in force lies before its player."""
    found = _all(_card_piles(pos))
    for man in pos.rules.men:
        del found[man]
    found["arrest-warrant"] += sum(faction.warrant for faction in pos.factions.values())
    wanted = _all([pos.rules.whole_decks[0]])
    if +found != wanted:
        yield error_text("never.cards", which=_differing(found, wanted))


def _assets(pos: ConquestPosition) -> Faults:
    """1.34, 1.35, 5.15  Every Asset card is in one place: in its own deck, with an expedition, or laid open."""
    held = [pile for e in pos.expeditions.values() for pile in (e.assets, e.shown)]
    found = _all([pos.piles["assets"], pos.piles["asset-discards"], *pos.dealt.values(), *held])
    found[LUCK] += sum(faction.luck for faction in pos.factions.values())
    wanted = _all([pos.rules.whole_decks[1]])
    if +found != wanted:
        yield error_text("never.assets", which=_differing(found, wanted))


def _differing(found: Counter[str], wanted: Counter[str]) -> list[str]:
    return sorted(title for title in {*found, *wanted} if found[title] != wanted[title])


def _men(pos: ConquestPosition) -> Faults:
    """1.31, 1.332, 6.44  Every conquistador is in one place."""
    pools = [pos.piles[name] for name in ("red", "brown", "replacements", "fallen")]
    found = Counter({title: n for title, n in _all([*_card_piles(pos), *pools]).items() if title in pos.rules.men})
    found.update(list(pos.captains))
    found.update(list(pos.captives))
    wanted = Counter(list(pos.rules.men))
    if +found != wanted:
        yield error_text("never.men", which=_differing(found, wanted))


# Units and gold --------------------------------------------------------------------------------------------------


def _spanish(pos: ConquestPosition) -> Faults:
    """1.22, 1.42, 15.15  Spanish units: as many as there are counters, each under a conquistador, ten a card."""
    total = pos.pool
    for man, captain in pos.captains.items():
        total = total.add(captain.units)
        if captain.units.size > pos.rules.card_units:
            yield error_text("never.card-full", man=man, count=captain.units.size, most=pos.rules.card_units)
        if min(captain.units) < 0:
            yield error_text("never.no-units", man=man)
    if total != pos.rules.units_of_the_game:
        yield error_text("never.spanish", units=str(total))
    if min(pos.pool) < 0:
        yield error_text("never.counters", units=str(pos.pool))


def _indians(pos: ConquestPosition) -> Faults:
    """1.23, G-12.34, 20.3  Indian units are in the cup, in a space, with an expedition, or dead of smallpox."""
    found = _all([pos.piles["cup"], pos.piles.get("smallpox", NOTHING)])
    for site in pos.sites.values():
        found.update(front(unit) for unit in site.garrison.each())
    for expedition in pos.expeditions.values():
        found.update(front(ally_of(title)[0]) for title in expedition.allies.each())
    wanted = _all([pos.rules.cup])
    if +found != wanted:
        yield error_text("never.indians", which=_differing(found, wanted))


def _gold(pos: ConquestPosition) -> Faults:
    """10.12  Gold is with expeditions, and nowhere else."""
    carried = sum(expedition.gold for expedition in pos.expeditions.values())
    if carried != pos.gold:
        yield error_text("never.gold", carried=carried, all=pos.gold)
    for commander, expedition in pos.expeditions.items():
        if expedition.gold < 0:
            yield error_text("never.no-gold", commander=commander)


# Expeditions -----------------------------------------------------------------------------------------------------


def _expeditions(pos: ConquestPosition) -> Faults:
    """1.4, 1.41, 1.43, 9.13  What an expedition may be."""
    for man, captain in pos.captains.items():
        if pos.turn == 0 and captain.expedition not in pos.expeditions:
            continue  # the set-up: he is not on the map yet
        led = pos.expeditions.get(captain.expedition)
        if led is None or led.owner != captain.owner:
            yield error_text("never.no-home", man=man)
    for commander, expedition in pos.expeditions.items():
        own = pos.captains.get(commander)
        if own is None or own.expedition != commander:
            yield error_text("never.commands", commander=commander)
            continue
        if expedition.owner not in pos.rules.seats or expedition.space not in pos.rules.world.spaces:
            where = {"space": expedition.space, "owner": expedition.owner}
            yield error_text("never.nowhere", commander=commander, **where)
            continue
        holding = sum(bool(pos.captains[c].units.size) for c in pos.members(commander)[1:])
        if holding > pos.rules.companions_with_units:
            most = pos.rules.companions_with_units
            yield error_text("never.companions", commander=commander, count=holding, most=most)
        if not 0 <= expedition.hits <= pos.rules.hits_most:
            yield error_text("never.hits", commander=commander, count=expedition.hits, most=pos.rules.hits_most)
        if pos.battle is None:
            yield from _at_peace(pos, commander)


def _at_peace(pos: ConquestPosition, commander: str) -> Faults:
    """1.262, 3.25, 5.24, 8.131, 9.26  What an expedition may carry; in a battle it is settled at the end."""
    expedition = pos.expeditions[commander]
    limit = food_limit(pos, commander, hidden=False)
    if not 0 <= expedition.food <= limit:
        yield error_text("never.food", commander=commander, count=expedition.food, most=limit)
    if not pos.units(commander).size:
        if expedition.allies.titles:
            yield error_text("never.allies-alone", commander=commander)
        if expedition.hits:
            yield error_text("never.hits-alone", commander=commander)
    if expedition.space in pos.rules.world.sea and expedition.allies.titles:
        yield error_text("never.allies-at-sea", commander=commander)


# The map ---------------------------------------------------------------------------------------------------------


def _sites(pos: ConquestPosition) -> Faults:
    """1.13, 1.142, 1.24, G-1.24, 4.171, 5.22  Markers are as many as there are, and stand where they may."""
    used: Counter[str] = Counter()
    allied: Counter[str] = Counter()
    for space, site in pos.sites.items():
        if space not in pos.rules.world.spaces:
            yield error_text("never.no-map", space=space)
            continue
        if site.marker is not None:
            if pos.rules.world.level[space] is None:
                yield error_text("never.no-level", space=space)
            used[site.marker] += site.ally is None
        if site.hostile and site.marker not in PLACES:
            yield error_text("never.hostile", space=space)
        if site.ally is not None:
            allied[site.ally] += 1
            if site.marker not in CITIES or site.hostile:
                yield error_text("never.allied", space=space)
    for marker, count in used.items():
        most = pos.rules.markers.get(marker)
        if most is not None and count > most:
            yield error_text("never.markers", count=count, marker=marker, most=most)
    for seat, count in allied.items():
        if count > pos.rules.markers["allied-city"]:
            yield error_text("never.allied-cities", player=seat, count=count, most=pos.rules.markers["allied-city"])
        if seat not in pos.rules.seats:
            yield error_text("never.allied-to", player=seat)


def _empires(pos: ConquestPosition) -> Faults:
    """1.25, 12.22, 12.25  An empire is in the box, or on the map; its king is in one place at most."""
    boxed = set(pos.piles["empires"].titles)
    kings: Counter[str] = Counter()
    for space, site in pos.sites.items():
        if site.empire is not None and (site.empire in boxed or site.empire not in pos.rules.empires):
            yield error_text("never.empire", space=space, empire=site.empire)
        if site.king and site.empire is None:
            yield error_text("never.king-alone", space=space)
        elif site.king:
            kings[str(site.empire)] += 1
    for expedition in pos.expeditions.values():
        kings.update(expedition.kings)
    for empire, count in kings.items():
        if count > 1 or empire in boxed:
            yield error_text("never.king-twice", empire=empire)


# Battle ----------------------------------------------------------------------------------------------------------


def _battle(pos: ConquestPosition) -> Faults:
    """6.32, 6.34  A side has flipped, and struck this round, only units that it has."""
    if pos.battle is None:
        return
    for name in SIDES:
        side = side_of(pos.battle, name)
        if side.expedition is None or side.expedition in pos.expeditions:
            yield from _side(pos, pos.battle, side)


def _side(pos: ConquestPosition, battle: Battle, side: Side) -> Faults:
    indians = pos.site(battle.space).garrison
    if side.expedition is not None:
        indians = pos.expeditions[side.expedition].allies
        units = pos.units(side.expedition)
        if any(not 0 <= s <= d <= u for s, d, u in zip(side.struck, side.down, units, strict=True)):
            yield error_text("never.flipped", commander=side.expedition)
    if any(n > indians.count_of(title) for title, n in zip(*side.struck_indians, strict=True)):
        yield error_text("never.struck", space=battle.space)


CHECKS: Final[tuple[Callable[[ConquestPosition], Faults], ...]] = (
    *(_players, _cards, _assets, _men, _spanish, _indians, _gold),
    *(_expeditions, _sites, _empires, _legends, _battle),
)
