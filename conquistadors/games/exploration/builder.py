"""Positions of Conquistador! in a few lines, for tests, lessons and puzzles."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from conquistadors.engine import SetupError, changed, short_repr
from conquistadors.engine.codec import Json
from conquistadors.engine.texts import error_text
from conquistadors.games.exploration.rules.game import SpainAlone
from conquistadors.games.exploration.rules.position import EUROPE, Fleet, Force, Someone, World

SPAIN: Final = "spain"


def build(
    *,
    turn: int = 1,
    treasury: int | None = None,
    monarch: str | None = None,
    forces: Mapping[str, tuple[int, int]] | None = None,
    ships: Mapping[str, tuple[int, int]] | None = None,
    people: Mapping[str, str] | None = None,
    natives: Mapping[str, int] | None = None,
    mines: tuple[str, ...] = (),
    options: Mapping[str, Json] | None = None,
    pack: str | None = None,
) -> World:
    """A position of Spain alone before the planning of a turn; what is not given is as at the start.

    `forces` are Soldiers and Colonists by hex, `ships` Caravels and Carracks by place ("europe", "2316.1"), `people`
    says where each is, `mines` are the hexes of those that are found. `SetupError` says all that is wrong with it.
    """
    rules = SpainAlone(options=options, pack=pack)
    pos = rules.start()
    complaints = list(_complaints(rules, turn, treasury, monarch, forces, ships, people, natives, mines))
    if complaints:
        raise SetupError("\n  ".join([error_text("build.cannot"), *complaints]))
    pos.turn, pos.phase, pos.order, pos.tasks = turn - 1, "", rules.seats, ("turn",)
    pos.edit(
        SPAIN,
        treasury=pos.nations[SPAIN].treasury if treasury is None else treasury,
        monarch=monarch or pos.nations[SPAIN].monarch,
    )
    if forces is not None:
        pos.forces.clear()
        pos.edit(SPAIN, lacks=())
        for hex_, (soldiers, colonists) in forces.items():
            pos.set_force(SPAIN, hex_, Force(soldiers, colonists))
    if ships is not None:
        pos.fleets.clear()
        for place, (caravels, carracks) in ships.items():
            pos.set_fleet(SPAIN, place, Fleet(caravels, carracks))
    pos.countries |= {area: changed(pos.countries[area], native=level) for area, level in (natives or {}).items()}
    for hex_ in mines:
        pos.edit_dig(hex_, found=True)
    for name, person in rules.people.items():
        if person.arrives < turn <= person.departs:
            pos.people[name] = Someone(SPAIN, person.role, EUROPE)
    for name, where in (people or {}).items():
        known = rules.people.get(name)
        pos.people[name] = Someone(SPAIN, known.role if known else "missionary", where)
    rules.check_boundary(pos)
    return pos


def _complaints(
    rules: SpainAlone,
    turn: object,
    treasury: object,
    monarch: object,
    forces: Mapping[str, Any] | None,
    ships: Mapping[str, Any] | None,
    people: Mapping[str, str] | None,
    natives: Mapping[str, int] | None,
    mines: tuple[str, ...],
) -> Iterator[str]:
    """All that is wrong with what was told."""
    board = rules.board
    yield from _whole("turn", turn, 1)
    yield from _whole("treasury", 0 if treasury is None else treasury, 0)
    yield from _known("monarch", [] if monarch is None else [monarch], "ABCD")
    yield from _known("forces", forces or (), board.area)
    yield from _known("ships", ships or (), (EUROPE, *board.landings))
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


def _whole(what: str, number: object, least: int) -> list[str]:
    fits = type(number) is int and number >= least
    return [] if fits else [error_text("build.whole", what=what, least=least, wanted=short_repr(number))]


def _known(what: str, given: Any, known: Any) -> list[str]:
    unknown = [each for each in given if each not in known]
    return [
        error_text("build.unknown", what=what, wanted=short_repr(each), known=sorted(known)[:40]) for each in unknown
    ]
