"""Positions of Conquistador! in a few lines, for tests, lessons and puzzles.

pos = build(
turn=6,
treasury=60,
forces={"2316": (1, 3)},
people={"missionary-1": "2316"},
expeditions={"spain-1": expedition("2316.1", carracks=1, bounds=6)},
before="C gold",
)
game = begin(pos, seed=1518)
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from conquistadors.engine import SetupError, changed, short_repr
from conquistadors.engine.chance import Source
from conquistadors.engine.codec import Json
from conquistadors.engine.game import Game, UndoPolicy
from conquistadors.engine.texts import error_text, speaking
from conquistadors.games.exploration.rules.game import Campaign, ExplorationRules, SpainAlone
from conquistadors.games.exploration.rules.hoards import Gold
from conquistadors.games.exploration.rules.invariants import faults
from conquistadors.games.exploration.rules.pieces import AWAY, EUROPE, MISSIONARY, Expedition, Fleet, Force, Someone
from conquistadors.games.exploration.rules.position import AT, World
from conquistadors.games.exploration.rules.sequence import PHASES, TURN, segments

SPAIN: Final = "spain"
PLANNING: Final = "A planning"
SEGMENTS: Final = (PLANNING, *[f"{phase} {segment}" for phase, named in PHASES.items() for segment in named])
"""5.1  Where in a turn a position can stand: before the planning, or before one of the segments of a phase."""


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
    gold: Mapping[str, int] | None = None,
    ratings: Mapping[str, int] | None = None,
    found: tuple[str, ...] | None = None,
    expeditions: Mapping[str, Expedition] | None = None,
    before: str | None = None,
    options: Mapping[str, Json] | None = None,
    pack: str | None = None,
) -> World:
    """A position before a turn; what is not given is as at the start. Without `nations` it is Spain alone.

    `forces` are Soldiers and Colonists by hex or in Europe, `ships` Caravels and Carracks by place ("europe",
    "2316.1"), `people` says where each is, `ratings` those of Missionaries that are known, `mines` are the hexes of
    those that are found, `gold` the ducats that lie where they were dug, `found` the discoveries of Spain. In a
    campaign, for so many `nations`, a place is Spain's, or that of the nation before it: "england@2316"; `treasury` and
    `monarch` are Spain's, or given by nation. With `before` the turn is under way, and this is next ("A planning",
    "C gold"): then there may be `expeditions`. `SetupError` says all that is wrong with it.
    """
    rules: ExplorationRules
    if nations is None:
        rules = SpainAlone(options=options, pack=pack)
    else:
        rules = Campaign(nations=nations, options=options, pack=pack)
    treasuries, monarchs = _by_nation(treasury), _by_nation(monarch)
    complaints = list(_complaints(rules, turn, treasuries, monarchs, forces, ships, natives, mines))
    complaints += _people_faults(rules, people or {}, ratings or {}, expeditions or {})
    complaints += _turn_faults(rules, before, expeditions or {}, gold or {}, found or ())
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
            nation, place = _parted(key)
            if place == EUROPE:
                pos.edit(nation, soldiers=soldiers, colonists=colonists)
            else:
                pos.set_force(nation, place, Force(soldiers, colonists))
    if ships is not None:
        pos.fleets.clear()
        for key, (caravels, carracks) in ships.items():
            pos.set_fleet(*_parted(key), Fleet(caravels, carracks))
    pos.countries |= {area: changed(pos.countries[area], native=level) for area, level in (natives or {}).items()}
    for hex_ in mines:
        pos.edit_dig(hex_, found=True)
    for hex_, ducats in (gold or {}).items():
        pos.edit_dig(hex_, found=True, dug=ducats)
        pos.lay(hex_, (Gold(hex_, ducats),))
    if found is not None:
        pos.edit(SPAIN, found=found)
        pos.discovered = dict.fromkeys(found, SPAIN)
    if before is not None:
        _enter(pos, turn, before)
    pos.expeditions |= expeditions or {}
    _place_people(pos, turn, people or {}, before is not None)
    for name, rating in (ratings or {}).items():
        pos.people[name] = changed(pos.people[name], rating=rating)
        pos.pool = pos.pool.minus(f"{rating:+d}")
    if wrong := list(faults(pos)):
        raise SetupError("\n  ".join([error_text("build.cannot"), *wrong]))
    rules.check_boundary(pos)
    return pos


def begin(
    position: World,
    *,
    seed: int | None = None,
    chance: Source | None = None,
    undo: UndoPolicy = "training",
    language: str | None = None,
) -> Game[World]:
    """A game that starts from a position."""
    with speaking(language):
        return Game.new(position.rules, seed=seed, chance=chance, undo=undo, position=position)


def expedition(
    place: str = EUROPE,
    *,
    nation: str = SPAIN,
    caravels: int = 0,
    carracks: int = 0,
    landfall: str | None = None,
    bounds: int = 0,
    soldiers: int = 0,
    colonists: int = 0,
    sailed: int = 0,
    points: int = 0,
    before: int = 0,
) -> Expedition:
    """Ships that sail together in this turn, with the bounds that are paid for; who leads them is in `people`.

    `sailed` are the bounds over the ocean in this phase, `points` the Movement Points along coasts, `before` the bounds
    of the Naval Phase before.
    """
    return Expedition(
        nation,
        caravels,
        carracks,
        False,
        place,
        landfall,
        bounds,
        soldiers,
        colonists,
        ocean=sailed,
        points=points,
        before=before,
    )


def _enter(pos: World, turn: int, before: str) -> None:
    """5.1  The turn has begun, and this segment is next, with all that follows it."""
    pos.turn, (pos.phase, _, segment) = turn, before.partition(" ")
    if before == PLANNING:
        rest = pos.rules.planning
    else:
        named = segments(pos.phase, pos.order, pos.rules.alone)
        rest = named[PHASES[pos.phase].index(segment) * len(pos.order) :]
    later = TURN[TURN.index(f"phase-{pos.phase}") + 1 :]
    pos.tasks = (*later[::-1], *rest[::-1])


def _by_nation(given: Any) -> dict[str, Any]:
    """What is given for Spain alone, or by nation."""
    if given is None:
        return {}
    return dict(given) if isinstance(given, Mapping) else {SPAIN: given}


def _parted(key: object) -> tuple[str, str]:
    """The nation and the place: a place by itself is Spain's."""
    nation, at, place = str(key).partition(AT)
    return (nation, place) if at else (SPAIN, str(key))


def _place_people(pos: World, turn: int, people: Mapping[str, str], begun: bool) -> None:
    """15.31, 23.14, E-G33  Who is in play is in Europe, with the nation they serve, unless a place is given."""
    rules = pos.rules
    for name, person in rules.people.items():
        if person.arrives < turn + begun <= person.departs + begun:
            pos.people[name] = Someone(person.nation, person.role, EUROPE)
    for since in sorted(each for each in rules.service if each < turn + begun):
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
    for what, given, places in (("forces", forces, (EUROPE, *board.area)), ("ships", ships, (EUROPE, *board.landings))):
        yield from _known(what, [_parted(key)[0] for key in given or ()], rules.countries)
        yield from _known(what, [_parted(key)[1] for key in given or ()], places)
    yield from _shared_hexes(forces or {})
    yield from _known("natives", natives or (), rules.areas)
    yield from _known("mines", mines, rules.mines)
    for what, pairs in (("forces", forces), ("ships", ships)):
        for place, pair in (pairs or {}).items():
            if not isinstance(pair, tuple | list) or len(pair) != 2:
                yield error_text("build.list", what=f"{what}: {place}", wanted=short_repr(pair))
            else:
                yield from (fault for number in pair for fault in _whole(f"{what}: {place}", number, 0))
    for area, level in (natives or {}).items():
        yield from _whole(f"natives: {area}", level, 0)


def _people_faults(
    rules: ExplorationRules, people: Mapping[str, str], ratings: Mapping[str, int], expeditions: Mapping[str, object]
) -> list[str]:
    """People of history and Missionaries, ashore, aboard or in Europe; ratings that there are."""
    counters = [f"missionary-{number}" for number in range(1, rules.missionaries.size + 1)]
    known = sorted({int(rating) for rating in rules.missionaries.titles})
    return [
        *_known("people", people, (*rules.people, *counters)),
        *_known("people", people.values(), (EUROPE, *expeditions, *rules.board.area)),
        *_known("ratings", ratings, [name for name in people if name in counters]),
        *_known("ratings", ratings.values(), known),
    ]


def _turn_faults(
    rules: ExplorationRules,
    before: object,
    expeditions: Mapping[str, object],
    gold: Mapping[str, object],
    found: tuple[str, ...],
) -> list[str]:
    """The segment that is next, ships that are under way, gold, and what is discovered."""
    begun = [] if before is None else [str(before)]
    numbers = range(1, rules.number("expeditions_most") + 1)
    named = [f"{nation}-{number}" for nation in rules.countries for number in numbers] if begun else []
    return [
        *_known("before", begun, SEGMENTS),
        *_known("expeditions", expeditions, named),
        *_known("gold", gold, (*rules.mines, *rules.cities)),
        *[fault for hex_, ducats in gold.items() for fault in _whole(f"gold: {hex_}", ducats, 1)],
        *_known("found", found, rules.places),
    ]


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
