"""What the nations have, as cards: Expeditions, ships in port, settlements, and people with where they are."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeAlias

from conquistadors.engine import Seat
from conquistadors.games.exploration.rules.hoards import worth
from conquistadors.games.exploration.rules.pieces import EUROPE, HELD, MISSIONARY, Expedition, Fight, Fleet, Force
from conquistadors.games.exploration.rules.position import AT, World
from conquistadors.games.exploration.rules.ships import bounds_of_phase, by_kind
from conquistadors.maps.hexes import hex_of
from conquistadors.scene.panels import Amount, Aside, Card, Forces, Hand, Note, Part, Tag, rows
from conquistadors.scene.panels import Force as Holding
from conquistadors.scene.words import Said, phrase

Holdings: TypeAlias = Callable[[World, Seat], Iterator[Holding]]
"""What a nation has of a kind."""


def fleets(pos: World, seat: Seat | None, asked_about: str | None) -> tuple[Part, ...]:
    """All ships, those of the seat first; the Expedition that the question is about is marked."""

    def ships(world: World, nation: Seat) -> Iterator[Holding]:
        yield from (_expedition(world, name, asked_about) for name in world.expeditions_of(nation))
        yield from _in_port(world, nation)

    return _by_side(pos, seat, "ships", ships)


def settlements(pos: World, seat: Seat | None) -> tuple[Part, ...]:
    """All hexes with units, those of the seat first."""
    return _by_side(pos, seat, "settlements", _ashore)


def people(pos: World, seat: Seat | None) -> tuple[Part, ...]:
    """The people of the seat as cards, and where those of the others are."""
    own = _own(pos, seat)
    cards = tuple(_person(pos, name) for name in sorted(pos.people) if pos.people[name].nation in own)
    rest = [name for name in sorted(pos.people) if pos.people[name].nation not in own]
    others = tuple(Aside(pos.people[name].nation, name, whereabouts(pos, name)) for name in rest)
    mine = (Hand(phrase("panels.own-people"), cards),) if cards else ()
    parts = (*mine, *((Forces(phrase("panels.other-people"), others, "other"),) if others else ()))
    return parts or (Note(phrase("panels.no-people"), "none"),)


def in_battle(pos: World, fight: Fight, attacking: bool) -> tuple[Amount, ...]:
    """8.25, 8.54, 11.12  What a side fights with: the ships that are left with the Soldiers aboard, or its units."""
    nations = (fight.attacker,) if attacking else fight.defenders
    keys = fight.sides[0 if attacking else 1]
    ships = [pos.expeditions.get(key) or pos.fleets.get(key) for key in keys]
    forces = [] if keys else [pos.force(nation, hex_of(fight.place)) for nation in nations]
    return _amounts([each for each in ships if each is not None], forces)


def whereabouts(pos: World, name: str) -> Said:
    """Where somebody is, or who holds them."""
    at = pos.people[name].at
    return phrase("board.held", who=at.partition(AT)[2]) if at.startswith(HELD) else at


def bounds_used(pos: World, each: Expedition) -> int:
    """9.3  How many bounds an Expedition has sailed in this turn."""
    return each.before + bounds_of_phase(pos, each)


# The cards ---------------------------------------------------------------------------------------------------------


def _own(pos: World, seat: Seat | None) -> tuple[Seat, ...]:
    """Whose things come first: those of the seat; where nobody else plays, those of the lone player."""
    return tuple(pos.nations) if pos.rules.alone else (seat,) if seat in pos.nations else ()


def _by_side(pos: World, seat: Seat | None, what: str, of: Holdings) -> tuple[Part, ...]:
    own = _own(pos, seat)
    parts = []
    for whose, nations in (("own", own), ("other", [each for each in pos.nations if each not in own])):
        cards = tuple(card for nation in nations for card in of(pos, nation))
        if cards:
            parts.append(Forces(phrase(f"panels.{whose}-{what}"), cards, "own" if whose == "own" else "other"))
    return tuple(parts) or (Note(phrase(f"panels.no-{what}"), "none"),)


def _expedition(pos: World, name: str, asked_about: str | None) -> Holding:
    each = pos.expeditions[name]
    bounds = Amount(phrase("panels.bounds"), bounds_used(pos, each), "bounds", each.bounds)
    return Holding(
        id=name,
        name=phrase("panels.expedition", number=name.rpartition("-")[2]),
        owner=each.nation,
        place=each.place,
        state="at-work" if name == asked_about else "",
        units=_amounts([each], []),
        stores=(*_gold(worth(each.gold)), *((bounds,) if each.bounds else ())),
        rows=rows(
            ("aboard", [Tag(person) for person in pos.who_is(each.nation, name)]),
            ("bound-for", [Tag(each.landfall)] if each.landfall and each.place == EUROPE else []),
            ("claims", [Tag(place) for place in each.claims]),
            ("role", [Tag(phrase("panels.privateer"))] if each.privateer else []),
        ),
    )


def _in_port(pos: World, nation: Seat) -> Iterator[Holding]:
    """Ships without an Expedition, and what waits in Europe."""
    standing = pos.nations[nation]
    waiting = Force(standing.soldiers, standing.colonists)
    lying = dict(pos.fleets_of(nation))
    if waiting.size:
        lying.setdefault(EUROPE, Fleet())
    for place, fleet in lying.items():
        units = _amounts([fleet], [waiting] if place == EUROPE else [])
        name = phrase("panels.europe") if place == EUROPE else place
        yield Holding(f"port-{nation}-{place}", name, nation, units=units, stores=_gold(worth(fleet.gold)))


def _ashore(pos: World, nation: Seat) -> Iterator[Holding]:
    for hex_ in pos.hexes(nation):
        here = [name for name, who in sorted(pos.people.items()) if who.nation == nation and who.at == hex_]
        yield Holding(
            id=f"force-{nation}-{hex_}",
            name=hex_,
            owner=nation,
            place=pos.rules.board.area[hex_],
            units=_amounts([], [pos.force(nation, hex_)]),
            stores=_gold(worth(pos.hoards.get(hex_, ()))),
            rows=rows(("here", [Tag(person) for person in here])),
        )


def _person(pos: World, name: str) -> Card:
    who = pos.people[name]
    told: list[Said] = [phrase(f"panels.does.{who.role}")]
    if who.role == MISSIONARY and who.rating is not None:
        told = [phrase("panels.rating", rating=who.rating)]
    known = pos.rules.pack.people.get(name)
    if known is not None:
        told.append(phrase("panels.leaves", turn=known.departs))
    line = pos.rules.pack.history["people"].get(name)
    if line is not None:
        told.append(line.text)
    return Card(name, who.role, whereabouts(pos, name), tuple(told))


def _amounts(ships: Iterable[Fleet | Expedition], forces: Sequence[Force]) -> tuple[Amount, ...]:
    """Ships and units by kind; kinds that are missing are left out."""
    lying = list(ships)
    counted = dict.fromkeys(("caravel", "carrack", "galleon", "soldier", "colonist"), 0)
    for each in lying:
        for kind, number in by_kind(each):
            counted[kind] += number
    aboard: list[Force | Expedition] = [each for each in lying if isinstance(each, Expedition)]
    for group in (*forces, *aboard):
        for unit in ("soldier", "colonist"):
            counted[unit] += group.of(unit)
    return tuple(
        Amount(phrase(f"panels.unit.{kind}", count=number), number, kind) for kind, number in counted.items() if number
    )


def _gold(ducats: int) -> tuple[Amount, ...]:
    return (Amount(phrase("panels.gold"), ducats, "gold"),) if ducats else ()
