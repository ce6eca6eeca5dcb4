"""What is true of every position: nothing is lost or made, and the limits of the rules hold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from conquistadors.conquest.cards.luck import TITLE as LUCK
from conquistadors.conquest.expeditions import food_limit
from conquistadors.conquest.position import CITIES, PLACES, Indies, ally_of, front
from conquistadors.conquest.tasks import is_task
from conquistadors.engine import Pile


def check(pos: Indies) -> None:
    """`ValueError` says what can never be, with the clause."""
    for part in (_players, _cards, _assets, _men, _spanish, _indians, _gold, _expeditions, _sites, _empires):
        part(pos)


def check_boundary(pos: Indies) -> None:
    """`ValueError` if no step can begin here."""
    if not pos.tasks and not pos.winners:
        raise ValueError("nothing is to be done, and nobody has won (2.0)")
    for name in pos.tasks:
        if not is_task(name):
            raise ValueError(f"there is no step {name!r}")
    if pos.talk or pos.march is not None or pos.scores:
        raise ValueError("a dialogue, a move or a ranking is under way")


def _fail_unless(holds: bool, what: str) -> None:
    if not holds:
        raise ValueError(what)


def _players(pos: Indies) -> None:
    seats = set(pos.rules.seats)
    for name, table in (("factions", pos.factions), ("hands", pos.hands), ("buried", pos.buried), ("dealt", pos.dealt)):
        _fail_unless(set(table) == seats, f"{name} are not those of {', '.join(pos.rules.seats)} (1.21)")
    playing = {seat for seat in seats if not pos.factions[seat].resigned}
    _fail_unless(
        set(pos.order) == playing and len(pos.order) == len(playing), "the order is not that of the players (2.0)"
    )
    lowest, highest = pos.rules.favour_ends
    for seat, faction in pos.factions.items():
        _fail_unless(lowest <= faction.index <= highest, f"the index of {seat} is beyond the track (G-11.1)")
        _fail_unless(faction.converted >= 0 and faction.luck >= 0, f"{seat} has less than nothing (10.21)")
        _fail_unless(not faction.warrant or faction.index <= 0, f"a warrant against {seat}, who is in favour (11.23)")


def _all(piles: Iterable[Pile]) -> Counter[str]:
    found: Counter[str] = Counter()
    for pile in piles:
        for title, copies in zip(pile.titles, pile.copies, strict=True):
            found[title] += copies
    return found


def _cards(pos: Indies) -> None:
    """1.31, 2.16, G-2.16  Every Strategy card is in one place; a warrant in force lies before its player."""
    piles = [pos.piles["deck"], pos.piles["discards"], *pos.hands.values(), *pos.buried.values()]
    found = _all(piles)
    for man in pos.rules.men:
        del found[man]
    found["arrest-warrant"] += sum(faction.warrant for faction in pos.factions.values())
    wanted = _all([pos.rules.strategy_deck()])
    _fail_unless(+found == wanted, f"Strategy cards are missing or too many (1.31): {_differing(found, wanted)}")


def _assets(pos: Indies) -> None:
    """1.34, 5.15  Every Asset card is in one place."""
    held = [pile for e in pos.expeditions.values() for pile in (e.assets, e.shown)]
    found = _all([pos.piles["assets"], pos.piles["asset-discards"], *pos.dealt.values(), *held])
    found[LUCK] += sum(faction.luck for faction in pos.factions.values())
    wanted = _all([pos.rules.asset_deck()])
    _fail_unless(+found == wanted, f"Asset cards are missing or too many (1.31): {_differing(found, wanted)}")


def _differing(found: Counter[str], wanted: Counter[str]) -> str:
    return ", ".join(sorted(title for title in {*found, *wanted} if found[title] != wanted[title]))


def _men(pos: Indies) -> None:
    """1.33, 6.44  Every conquistador is in one place."""
    cards = [pos.piles["deck"], pos.piles["discards"], *pos.hands.values(), *pos.buried.values()]
    pools = [pos.piles[name] for name in ("red", "brown", "replacements", "fallen")]
    found = Counter({title: n for title, n in _all([*cards, *pools]).items() if title in pos.rules.men})
    found.update(list(pos.captains))
    found.update(list(pos.captives))
    _fail_unless(+found == Counter(list(pos.rules.men)), "a conquistador is in two places or in none (1.31)")


def _spanish(pos: Indies) -> None:
    """1.42, 15.15  Spanish units: as many as there are counters, each under a conquistador, ten a card."""
    total = pos.pool
    for man, captain in pos.captains.items():
        total = total.add(captain.units)
        _fail_unless(captain.units.size <= pos.rules.card_units, f"{man} has more than a card holds (1.42)")
        _fail_unless(min(captain.units) >= 0, f"{man} has less than no units (1.42)")
    _fail_unless(total == pos.rules.units_of_the_game, f"Spanish units were lost or made (15.15): {total}")
    _fail_unless(min(pos.pool) >= 0, "more Spanish units than counters (15.15)")


def _indians(pos: Indies) -> None:
    """1.23, G-12.34  Indian units are in the cup, in a space, or with an expedition."""
    found = _all([pos.piles["cup"]])
    for site in pos.sites.values():
        found.update(front(unit) for unit in site.garrison.each())
    for expedition in pos.expeditions.values():
        found.update(front(ally_of(title)[0]) for title in expedition.allies.each())
    _fail_unless(+found == _all([pos.rules.cup]), "Indian units were lost or made (1.23)")


def _gold(pos: Indies) -> None:
    """10.1  Gold is with expeditions, and nowhere else."""
    carried = sum(expedition.gold for expedition in pos.expeditions.values())
    _fail_unless(carried == pos.gold, f"gold was lost or made (10.12): {carried} on the cards, {pos.gold} in play")
    _fail_unless(all(e.gold >= 0 for e in pos.expeditions.values()), "less than no gold (10.11)")


def _expeditions(pos: Indies) -> None:
    """1.4, 5.24, 8.131, 9.13  What an expedition may be."""
    for man, captain in pos.captains.items():
        if pos.turn == 0 and captain.expedition not in pos.expeditions:
            continue
        led = pos.expeditions.get(captain.expedition)
        _fail_unless(led is not None and led.owner == captain.owner, f"{man} belongs to no expedition (1.4)")
    for commander, expedition in pos.expeditions.items():
        own = pos.captains.get(commander)
        _fail_unless(own is not None and own.expedition == commander, f"{commander} does not command himself (1.41)")
        _fail_unless(expedition.space in pos.rules.world.spaces, f"{commander} is nowhere (3.11)")
        companions = [c for c in pos.members(commander)[1:] if pos.captains[c].units.size]
        few = len(companions) <= pos.rules.companions_with_units
        _fail_unless(few, f"{commander} has more than two companions with units (1.43)")
        _fail_unless(0 <= expedition.hits <= pos.rules.hits_most, f"{commander} has {expedition.hits} hits (9.13)")
        if pos.battle is None:
            _at_peace(pos, commander)


def _at_peace(pos: Indies, commander: str) -> None:
    expedition = pos.expeditions[commander]
    limit = food_limit(pos, commander, hidden=False)
    _fail_unless(0 <= expedition.food <= limit, f"{commander} carries {expedition.food} food of {limit} (8.131)")
    if not pos.units(commander).size:
        _fail_unless(not expedition.allies.titles, f"{commander} has Indian allies and no Spanish unit (5.24)")
        _fail_unless(not expedition.hits, f"{commander} has hits and no units (9.26)")
    sailing = expedition.space in pos.rules.world.sea
    _fail_unless(not sailing or not expedition.allies.titles, f"{commander} has Indian allies at sea (3.25)")


def _sites(pos: Indies) -> None:
    """1.24, 4.171, 5.22  Markers are as many as there are, and stand where they may."""
    used: Counter[str] = Counter()
    allied: Counter[str] = Counter()
    for space, site in pos.sites.items():
        _fail_unless(space in pos.rules.world.spaces, f"{space} is on no map in play (1.11)")
        if site.marker is not None:
            _fail_unless(pos.rules.world.level[space] is not None, f"a marker in {space}, which has no level (4.0)")
            used[site.marker] += site.ally is None
        _fail_unless(not site.hostile or site.marker in PLACES, f"{space} cannot be hostile (G-1.24)")
        _fail_unless(
            site.ally is None or (site.marker in CITIES and not site.hostile), f"{space} cannot be allied (5.21)"
        )
        if site.ally is not None:
            allied[site.ally] += 1
    for marker, count in used.items():
        most = pos.rules.markers.get(marker)
        _fail_unless(most is None or count <= most, f"{count} {marker} markers, of {most} (4.171)")
    for seat, count in allied.items():
        _fail_unless(count <= pos.rules.markers["allied-city"], f"{seat} has {count} allied cities (5.22)")


def _empires(pos: Indies) -> None:
    """12.22, 12.25  An empire is in the box, or on the map with a king in one place at most."""
    kings: Counter[str] = Counter()
    for site in pos.sites.values():
        _fail_unless(not site.king or site.empire is not None, "a king without an empire (12.25)")
        if site.king and site.empire is not None:
            kings[site.empire] += 1
    for expedition in pos.expeditions.values():
        kings.update(expedition.kings)
    boxed = set(pos.piles["empires"].titles)
    for empire, count in kings.items():
        _fail_unless(count == 1 and empire not in boxed, f"the king of {empire} is in two places (12.25)")
