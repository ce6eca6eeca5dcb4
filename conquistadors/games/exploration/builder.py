"""Positions of Conquistador! in a few lines, for tests, lessons and puzzles."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from conquistadors.engine import SetupError, changed, short_repr
from conquistadors.engine.codec import Json
from conquistadors.engine.texts import error_text
from conquistadors.games.exploration.rules.game import Campaign, ExplorationRules, SpainAlone
from conquistadors.games.exploration.rules.position import (
    AT,
    AWAY,
    EUROPE,
    MISSIONARY,
    Fleet,
    Force,
    Someone,
    World,
)

SPAIN: Final = "spain"


def build(
    *,
    nations: int | None = None,
    turn: int = 1,
    treasury: int | Mapping[str, int] | None = None,
    monarch: str | Mapping[str, str] | None = None,
    forces: Mapping[str, tuple[int, int]] | None = None,
    ships: Mapping[str, tuple[int, int]] | None = None,
    people: Mapping[str, str] | None = None,
    natives: Mapping[str, int] | None = None,
    mines: tuple[str, ...] = (),
    options: Mapping[str, Json] | None = None,
    pack: str | None = None,
) -> World:
    """A position before a turn; what is not given is as at the start. Without `nations` it is Spain alone.

    `forces` are Soldiers and Colonists by hex, `ships` Caravels and Carracks by place ("europe", "2316.1"), `people`
    says where each is, `mines` are the hexes of those that are found. In a campaign, for so many `nations`, a place is
    Spain's, or that of the nation before it: "england@2316"; `treasury` and `monarch` are Spain's, or given by nation.
    `SetupError` says all that is wrong with it.
    """
    rules: ExplorationRules
    if nations is None:
        rules = SpainAlone(options=options, pack=pack)
    else:
        rules = Campaign(nations=nations, options=options, pack=pack)
    treasuries, monarchs = _by_nation(treasury), _by_nation(monarch)
    complaints = list(_complaints(rules, turn, treasuries, monarchs, forces, ships, people, natives, mines))
    if complaints:
        raise SetupError("\n  ".join([error_text("build.cannot"), *complaints]))
    pos = rules.start()
    pos.turn, pos.phase, pos.order, pos.tasks = turn - 1, "", rules.countries, ("turn",)
    for nation, ducats in treasuries.items():
        pos.edit(nation, treasury=ducats)
    for nation, rating in monarchs.items():
        pos.edit(nation, monarch=rating)
    if forces is not None:
        pos.forces.clear()
        pos.edit(SPAIN, lacks=())
        for key, (soldiers, colonists) in forces.items():
            pos.set_force(*_parted(key), Force(soldiers, colonists))
    if ships is not None:
        pos.fleets.clear()
        for key, (caravels, carracks) in ships.items():
            pos.set_fleet(*_parted(key), Fleet(caravels, carracks))
    pos.countries |= {area: changed(pos.countries[area], native=level) for area, level in (natives or {}).items()}
    for hex_ in mines:
        pos.edit_dig(hex_, found=True)
    _place_people(pos, turn, people or {})
    rules.check_boundary(pos)
    return pos


def _by_nation(given: Any) -> dict[str, Any]:
    """What is given for Spain alone, or by nation."""
    if given is None:
        return {}
    return dict(given) if isinstance(given, Mapping) else {SPAIN: given}


def _parted(key: object) -> tuple[str, str]:
    """The nation and the place: a place by itself is Spain's."""
    nation, at, place = str(key).partition(AT)
    return (nation, place) if at else (SPAIN, str(key))


def _place_people(pos: World, turn: int, people: Mapping[str, str]) -> None:
    """15.31, 23.14, E-G33  Who is in play is in Europe, with the nation they serve, unless a place is given."""
    rules = pos.rules
    for name, person in rules.people.items():
        if person.arrives < turn <= person.departs:
            pos.people[name] = Someone(person.nation, person.role, EUROPE)
    for since in sorted(each for each in rules.service if each < turn):
        for name, nation in rules.service[since]:
            if name in pos.people:
                at = EUROPE if nation else AWAY
                pos.place_person(name, at, nation=nation or rules.people[name].nation)
    for name, where in people.items():
        known = rules.people.get(name)
        nation = pos.people[name].nation if name in pos.people else known.nation if known else SPAIN
        pos.people[name] = Someone(nation, known.role if known else MISSIONARY, where)


def _complaints(
    rules: ExplorationRules,
    turn: object,
    treasuries: Mapping[str, object],
    monarchs: Mapping[str, object],
    forces: Mapping[str, Any] | None,
    ships: Mapping[str, Any] | None,
    people: Mapping[str, str] | None,
    natives: Mapping[str, int] | None,
    mines: tuple[str, ...],
) -> Iterator[str]:
    """All that is wrong with what was told."""
    board = rules.board
    yield from _whole("turn", turn, 1)
    yield from _known("treasury", treasuries, rules.seats)
    yield from (fault for ducats in treasuries.values() for fault in _whole("treasury", ducats, 0))
    yield from _known("monarch", monarchs, rules.countries)
    yield from _known("monarch", monarchs.values(), "ABCD")
    for what, given, places in (("forces", forces, board.area), ("ships", ships, (EUROPE, *board.landings))):
        yield from _known(what, [_parted(key)[0] for key in given or ()], rules.countries)
        yield from _known(what, [_parted(key)[1] for key in given or ()], places)
    yield from _shared_hexes(forces or {})
    yield from _known("natives", natives or (), rules.areas)
    yield from _known("mines", mines, rules.mines)
    counters = [f"missionary-{number}" for number in range(1, rules.missionaries.size + 1)]
    yield from _known("people", people or (), (*rules.people, *counters))
    yield from _known("people", (people or {}).values(), (EUROPE, *board.area))
    for what, pairs in (("forces", forces), ("ships", ships)):
        for place, pair in (pairs or {}).items():
            if not isinstance(pair, tuple | list) or len(pair) != 2:
                yield error_text("build.list", what=f"{what}: {place}", wanted=short_repr(pair))
            else:
                yield from (fault for number in pair for fault in _whole(f"{what}: {place}", number, 0))
    for area, level in (natives or {}).items():
        yield from _whole(f"natives: {area}", level, 0)


def _shared_hexes(forces: Mapping[str, Any]) -> Iterator[str]:
    """10.32  No hex is shared by two nations."""
    owners: dict[str, str] = {}
    for key in forces:
        nation, hex_ = _parted(key)
        if owners.setdefault(hex_, nation) != nation:
            yield error_text("build.shared", wanted=short_repr(key), other=owners[hex_])


def _whole(what: str, number: object, least: int) -> list[str]:
    fits = type(number) is int and number >= least
    return [] if fits else [error_text("build.whole", what=what, least=least, wanted=short_repr(number))]


def _known(what: str, given: Any, known: Any) -> list[str]:
    unknown = [each for each in given if each not in known]
    return [
        error_text("build.unknown", what=what, wanted=short_repr(each), known=sorted(known)[:40]) for each in unknown
    ]
