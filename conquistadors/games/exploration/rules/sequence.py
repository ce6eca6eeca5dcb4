"""5.0  The sequence of play."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from conquistadors.engine import Seat, procedure
from conquistadors.games.exploration.rules.events import PersonCame, PhaseBegan, TurnBegan
from conquistadors.games.exploration.rules.pieces import AWAY, EUROPE, Someone
from conquistadors.games.exploration.rules.position import World
from conquistadors.games.exploration.rules.tasks import task
from conquistadors.games.exploration.rules.upkeep import dissolve

PHASES: Final[Mapping[str, tuple[str, ...]]] = {
    "B": ("ocean", "coasts", "naval-attrition"),
    "C": ("gold", "march", "native-combat", "uprisings", "land-attrition", "load-gold", "resources"),
    "D": ("ocean", "naval-attrition", "credit-discoveries", "credit-gold", "clean-up"),
    "E": ("maintain", "end-nation"),
}
"""5.1  The segments of the phases after the Council; every nation does one before the next begins."""
UNSEEN_SEGMENTS: Final = frozenset({"ocean"})
"""E-G59  What depends on plans and cargo from the first question on: with rivals, a step of its own."""
TURN: Final = ("phase-A", *[f"phase-{phase}" for phase in PHASES], "end-turn")


@task("turn")
@procedure("5.1")
def turn(pos: World) -> None:
    """5.1, 23.14, E-C13, E-G33  A Game-Turn: its people appear in Europe (15.31, E-O12), then phase by phase."""
    pos.turn += 1
    rules = pos.rules
    first, last = rules.years[pos.turn]
    pos.report(TurnBegan, turn=pos.turn, first=first, last=last, rule="5.1")
    for person in rules.arrivals.get(pos.turn, ()):
        pos.people[person.id] = Someone(person.nation, person.role, EUROPE)
        pos.report(PersonCame, person=person.id, rule="15.31")
    for name, nation in rules.service.get(pos.turn, ()):
        if name in pos.people:
            at = EUROPE if nation else AWAY
            pos.place_person(name, at, nation=nation or pos.rules.people[name].nation)
            pos.rents = tuple(rent for rent in pos.rents if rent.person != name)
    pos.treaties = tuple(each for each in pos.treaties if each.until >= pos.turn) if pos.treaties else ()
    pos.contracts = tuple(each for each in pos.contracts if each.until >= pos.turn) if pos.contracts else ()
    pos.then(*TURN)


@task("phase-A")
@procedure("5.1")
def council_phase(pos: World) -> None:
    """5.1 A  Random events, initiative, planning; the Expeditions of last turn are over before new ones are planned."""
    pos.phase = "A"
    pos.report(PhaseBegan, phase="phase-A", rule="5.1")
    rules = pos.rules
    councils = [f"council:{nation}" for nation in rules.seats]
    pos.then(*rules.before_council, *councils, *rules.after_council, "initiative", "lie-up", *rules.planning)


@task("lie-up")
@procedure("4.0")
def lie_up(pos: World) -> None:
    """4.0  An Expedition is one for a turn: the ships of the last one lie where they are."""
    for name in sorted(pos.expeditions):
        dissolve(pos, name)


@lru_cache(maxsize=128)
def segments(phase: str, order: tuple[Seat, ...], alone: bool) -> tuple[str, ...]:
    """5.1  The segments of a phase, each for every nation before the next; some are nobody else's business."""
    named = [f"unseen:{each}" if each in UNSEEN_SEGMENTS and not alone else each for each in PHASES[phase]]
    return tuple(f"{segment}:{nation}" for segment in named for nation in order)


def _phase(letter: str) -> None:
    """A phase as a task: each of its segments for every nation in the order of this turn."""
    name = f"phase-{letter}"

    @task(name)
    @procedure("5.1")
    def phase(pos: World) -> None:
        """5.1  Every nation finishes a segment before the next nation begins it."""
        pos.phase = letter
        pos.report(PhaseBegan, phase=name, rule="5.1")
        pos.then(*segments(letter, pos.order, pos.rules.alone))


for _letter in PHASES:
    _phase(_letter)
