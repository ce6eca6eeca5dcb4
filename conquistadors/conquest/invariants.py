"""What is true of every position: nothing is lost or made, and the limits of the rules hold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import Final

from conquistadors.conquest.battle import SIDES, side_of
from conquistadors.conquest.cards.luck import TITLE as LUCK
from conquistadors.conquest.expeditions import food_limit
from conquistadors.conquest.position import CITIES, NOTHING, PLACES, Battle, Faction, Indies, Side, ally_of, front
from conquistadors.conquest.tasks import is_task
from conquistadors.engine import Pile

Faults = Iterator[str]


def check(pos: Indies) -> None:
    """`ValueError` says what can never be, with the clause."""
    for fault in _faults(pos):
        raise ValueError(fault)


def faults(pos: Indies) -> list[str]:
    """All that can never be, each with its clause."""
    return list(_faults(pos))


def _faults(pos: Indies) -> Faults:
    for part in PARTS:
        yield from part(pos)


def check_boundary(pos: Indies) -> None:
    """`ValueError` if no step can begin here."""
    if not pos.tasks and pos.rules.ending(pos) is None:
        raise ValueError("nothing is to be done, and nobody has won (2.0)")
    for name in pos.tasks:
        fault = _task_fault(pos, name)
        if fault is not None:
            raise ValueError(f"there is no step {name!r}: {fault}")
    if pos.talk or pos.march is not None or pos.scores:
        raise ValueError("a dialogue, a move or a ranking is under way")
    if pos.battle is not None and pos.battle.charging and "horse-round-over" not in pos.tasks:
        raise ValueError("a horse round is under way, and nothing ends it (17.11)")


def _task_fault(pos: Indies, name: str) -> str | None:
    """Why a task cannot be begun when its turn comes, as far as can be known now."""
    kind, colon, whose = name.partition(":")
    if not is_task(name):
        return "the game knows none of this name"
    if kind in OF_EXPEDITIONS:
        commander = whose.rpartition("/")[2]
        return None if commander in pos.expeditions else f"there is no expedition {commander!r}"
    if kind in OF_MEN:
        return None if whose in pos.captains else f"there is no conquistador {whose!r} in play"
    if kind in OF_SPACES:
        space = whose.rpartition("/")[2]
        return None if space in pos.rules.world.spaces else f"there is no space {space!r}"
    if kind in OF_EMPIRES:
        return None if whose in pos.rules.empires else f"there is no empire {whose!r}"
    if kind in IN_BATTLE and pos.battle is None:
        return "no battle is under way"
    if kind in OF_SIDES:
        return None if whose in SIDES else f"a battle has the sides {' and '.join(SIDES)}, not {whose!r}"
    if colon:
        return None if whose in pos.rules.seats else f"there is no player {whose!r}"
    return "no action is under way" if name in IN_ACTION and pos.action is None else None


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
    named = ", ".join(pos.rules.seats)
    for name, table in (("factions", pos.factions), ("hands", pos.hands), ("buried", pos.buried), ("dealt", pos.dealt)):
        if set(table) != seats:
            yield f"{name} are not those of {named} (1.21)"
            return
    playing = {seat for seat in seats if not pos.factions[seat].resigned and not pos.factions[seat].absent}
    if set(pos.order) != playing or len(pos.order) != len(playing):
        yield "the order is not that of the players (2.0)"
    if not set(pos.chose) <= seats or len(set(pos.chose)) < len(pos.chose):
        yield "the order of choice is not one of players (22.13)"
    for seat in seats - playing:
        if pos.hands[seat].titles or any(captain.owner == seat for captain in pos.captains.values()):
            yield f"{seat} has cards or men and is not at the table (22.36, G-6.46b)"
    if pos.active not in seats:
        yield f"{pos.active} has the impulse and is no player (2.0)"
    for seat in pos.factions:
        yield from _faction(pos, seat)
    for man, held in pos.captives.items():
        if not {held.owner, held.captor} <= seats or held.owner == held.captor:
            yield f"{man} is held by {held.captor} and was {held.owner}'s: two players are needed (6.371)"


def _faction(pos: Indies, seat: str) -> Faults:
    """1.15, 11.1, 11.23  Where a faction's markers can be."""
    faction = pos.factions[seat]
    lowest, highest = pos.rules.favour_ends
    if not lowest <= faction.index <= highest:
        yield f"the index of {seat} is {faction.index}, beyond the track (G-11.1)"
    if min(faction.converted, faction.permanent, faction.luck) < 0:
        yield f"{seat} has less than nothing (13.12)"
    if faction.warrant and faction.index > 0:
        yield f"a warrant against {seat}, who is in favour (11.23)"
    yield from _purse(faction, seat)


def _purse(faction: Faction, seat: str) -> Faults:
    """16.0, 16.22  Nobody has less than no pesos; pesos and debt are what came in less what went out."""
    book = faction.account
    pesos = book.funds + book.loans + book.exchanged + book.traded - book.spent - book.lost - book.repaid
    debt = book.loans - book.repaid - book.waived
    if min(faction.pesos, faction.debt, faction.horses) < 0:
        yield f"{seat} has less than nothing: {faction.pesos} pesos, {faction.debt} debt (16.2)"
    if (pesos, debt) != (faction.pesos, faction.debt):
        yield f"{seat} has {faction.pesos} pesos and {faction.debt} debt; by the books {pesos} and {debt} (16.22)"


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
            yield f"a legend in {space}, which is no Legend space (C18)"
        if site.legend is None:
            continue
        known[site.legend] += 1
        legend = pos.rules.tables.legends.get(site.legend)
        if legend is None or world.map_of[space] not in legend.maps:
            yield f"{site.legend} cannot be in {space} (19.12)"
        if site.legend_found:
            yield f"a legend in {space}, where one was found (19.21)"
    if +known != Counter(pos.rules.legends):
        yield f"a legend is in two places or in none (19.12): {_differing(known, Counter(pos.rules.legends))}"
    if gone.size != sum(site.legend_found for _, site in marked):
        yield f"{gone.size} legends are out for good, but not so many were found (19.43)"


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
        yield f"Strategy cards are missing or too many (1.31): {_differing(found, wanted)}"


def _assets(pos: Indies) -> Faults:
    """1.34, 1.35, 5.15  Every Asset card is in one place: in its own deck, with an expedition, or laid open."""
    held = [pile for e in pos.expeditions.values() for pile in (e.assets, e.shown)]
    found = _all([pos.piles["assets"], pos.piles["asset-discards"], *pos.dealt.values(), *held])
    found[LUCK] += sum(faction.luck for faction in pos.factions.values())
    wanted = _all([pos.rules.whole_decks[1]])
    if +found != wanted:
        yield f"Asset cards are missing or too many (1.31): {_differing(found, wanted)}"


def _differing(found: Counter[str], wanted: Counter[str]) -> str:
    return ", ".join(sorted(title for title in {*found, *wanted} if found[title] != wanted[title]))


def _men(pos: Indies) -> Faults:
    """1.31, 1.332, 6.44  Every conquistador is in one place."""
    pools = [pos.piles[name] for name in ("red", "brown", "replacements", "fallen")]
    found = Counter({title: n for title, n in _all([*_card_piles(pos), *pools]).items() if title in pos.rules.men})
    found.update(list(pos.captains))
    found.update(list(pos.captives))
    wanted = Counter(list(pos.rules.men))
    if +found != wanted:
        yield f"a conquistador is in two places or in none (1.31): {_differing(found, wanted)}"


# Units and gold --------------------------------------------------------------------------------------------------


def _spanish(pos: Indies) -> Faults:
    """1.22, 1.42, 15.15  Spanish units: as many as there are counters, each under a conquistador, ten a card."""
    total = pos.pool
    for man, captain in pos.captains.items():
        total = total.add(captain.units)
        if captain.units.size > pos.rules.card_units:
            yield f"{man} has more than a card holds: {captain.units.size} units of {pos.rules.card_units} (1.42)"
        if min(captain.units) < 0:
            yield f"{man} has less than no units (1.42)"
    if total != pos.rules.units_of_the_game:
        yield f"Spanish units were lost or made (15.15): {total}"
    if min(pos.pool) < 0:
        yield f"more Spanish units than counters (15.15): {pos.pool}"


def _indians(pos: Indies) -> Faults:
    """1.23, G-12.34, 20.3  Indian units are in the cup, in a space, with an expedition, or dead of smallpox."""
    found = _all([pos.piles["cup"], pos.piles.get("smallpox", NOTHING)])
    for site in pos.sites.values():
        found.update(front(unit) for unit in site.garrison.each())
    for expedition in pos.expeditions.values():
        found.update(front(ally_of(title)[0]) for title in expedition.allies.each())
    wanted = _all([pos.rules.cup])
    if +found != wanted:
        yield f"Indian units were lost or made (1.23): {_differing(found, wanted)}"


def _gold(pos: Indies) -> Faults:
    """10.12  Gold is with expeditions, and nowhere else."""
    carried = sum(expedition.gold for expedition in pos.expeditions.values())
    if carried != pos.gold:
        yield f"gold was lost or made (10.12): {carried} on the cards, {pos.gold} in play"
    for commander, expedition in pos.expeditions.items():
        if expedition.gold < 0:
            yield f"{commander} has less than no gold (10.11)"


# Expeditions -----------------------------------------------------------------------------------------------------


def _expeditions(pos: Indies) -> Faults:
    """1.4, 1.41, 1.43, 9.13  What an expedition may be."""
    for man, captain in pos.captains.items():
        if pos.turn == 0 and captain.expedition not in pos.expeditions:
            continue  # the set-up: he is not on the map yet
        led = pos.expeditions.get(captain.expedition)
        if led is None or led.owner != captain.owner:
            yield f"{man} belongs to no expedition (1.4)"
    for commander, expedition in pos.expeditions.items():
        own = pos.captains.get(commander)
        if own is None or own.expedition != commander:
            yield f"{commander} does not command himself (1.41)"
            continue
        if expedition.owner not in pos.rules.seats or expedition.space not in pos.rules.world.spaces:
            yield f"{commander} is nowhere, or nobody's: {expedition.space}, {expedition.owner} (3.11)"
            continue
        holding = sum(bool(pos.captains[c].units.size) for c in pos.members(commander)[1:])
        if holding > pos.rules.companions_with_units:
            yield f"{commander} has {holding} companions with units, of {pos.rules.companions_with_units} (1.43)"
        if not 0 <= expedition.hits <= pos.rules.hits_most:
            yield f"{commander} has {expedition.hits} hits, of {pos.rules.hits_most} (9.13)"
        if pos.battle is None:
            yield from _at_peace(pos, commander)


def _at_peace(pos: Indies, commander: str) -> Faults:
    """1.262, 3.25, 5.24, 8.131, 9.26  What an expedition may carry; in a battle it is settled at the end."""
    expedition = pos.expeditions[commander]
    limit = food_limit(pos, commander, hidden=False)
    if not 0 <= expedition.food <= limit:
        yield f"{commander} carries {expedition.food} food of {limit} (8.131)"
    if not pos.units(commander).size:
        if expedition.allies.titles:
            yield f"{commander} has Indian allies and no Spanish unit (5.24)"
        if expedition.hits:
            yield f"{commander} has hits and no units (9.26)"
    if expedition.space in pos.rules.world.sea and expedition.allies.titles:
        yield f"{commander} has Indian allies at sea (3.25)"


# The map ---------------------------------------------------------------------------------------------------------


def _sites(pos: Indies) -> Faults:
    """1.13, 1.142, 1.24, G-1.24, 4.171, 5.22  Markers are as many as there are, and stand where they may."""
    used: Counter[str] = Counter()
    allied: Counter[str] = Counter()
    for space, site in pos.sites.items():
        if space not in pos.rules.world.spaces:
            yield f"{space} is on no map in play (1.11)"
            continue
        if site.marker is not None:
            if pos.rules.world.level[space] is None:
                yield f"a marker in {space}, which has no level (1.142)"
            used[site.marker] += site.ally is None
        if site.hostile and site.marker not in PLACES:
            yield f"{space} cannot be hostile (G-1.24)"
        if site.ally is not None:
            allied[site.ally] += 1
            if site.marker not in CITIES or site.hostile:
                yield f"{space} cannot be allied (5.21)"
    for marker, count in used.items():
        most = pos.rules.markers.get(marker)
        if most is not None and count > most:
            yield f"{count} {marker} markers, of {most} (4.171)"
    for seat, count in allied.items():
        if count > pos.rules.markers["allied-city"]:
            yield f"{seat} has {count} allied cities, of {pos.rules.markers['allied-city']} (5.22)"
        if seat not in pos.rules.seats:
            yield f"a city is allied to {seat}, who is no player (1.24)"


def _empires(pos: Indies) -> Faults:
    """1.25, 12.22, 12.25  An empire is in the box, or on the map; its king is in one place at most."""
    boxed = set(pos.piles["empires"].titles)
    kings: Counter[str] = Counter()
    for space, site in pos.sites.items():
        if site.empire is not None and (site.empire in boxed or site.empire not in pos.rules.empires):
            yield f"{space} belongs to the empire {site.empire}, which is not in play (12.22)"
        if site.king and site.empire is None:
            yield f"a king without an empire in {space} (12.25)"
        elif site.king:
            kings[str(site.empire)] += 1
    for expedition in pos.expeditions.values():
        kings.update(expedition.kings)
    for empire, count in kings.items():
        if count > 1 or empire in boxed:
            yield f"the king of {empire} is in two places (12.25)"


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
            yield f"{side.expedition} has flipped units that it has not got (6.32)"
    if any(n > indians.count_of(title) for title, n in zip(*side.struck_indians, strict=True)):
        yield f"Indian units were struck in {battle.space} that are not there (6.34)"


PARTS: Final[tuple[Callable[[Indies], Faults], ...]] = (
    *(_players, _cards, _assets, _men, _spanish, _indians, _gold),
    *(_expeditions, _sites, _empires, _legends, _battle),
)
