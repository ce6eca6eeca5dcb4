"""5.0  The sequence of play."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from conquistadors.engine import Procedure, procedure
from conquistadors.games.exploration.rules.events import PersonCame, PhaseBegan, TurnBegan
from conquistadors.games.exploration.rules.position import EUROPE, Someone, World
from conquistadors.games.exploration.rules.tasks import task
from conquistadors.games.exploration.rules.upkeep import dissolve

PHASES: Final[Mapping[str, tuple[str, ...]]] = {
    "B": ("ocean", "coasts", "naval-attrition"),
    "C": ("gold", "march", "native-combat", "uprisings", "land-attrition", "load-gold", "resources"),
    "D": ("ocean", "naval-attrition", "credit-discoveries", "credit-gold", "clean-up"),
    "E": ("maintain", "end-nation"),
}
"""5.1  The segments of the phases after the Council; every nation does one before the next begins."""


@task("turn")
@procedure("5.1")
def turn(pos: World) -> Procedure[None]:
    """5.1, E-C13  A Game-Turn: the people of this turn appear in Europe (15.31, E-O12), then phase by phase."""
    pos.turn += 1
    rules = pos.rules
    years = [int(rules.read("years", column, pos.turn)) for column in ("first", "last")]
    pos.report(TurnBegan, turn=pos.turn, first=years[0], last=years[1], rule="5.1")
    for name, person in rules.people.items():
        if person.arrives == pos.turn and person.nation in rules.seats:
            pos.people[name] = Someone(person.nation, person.role, EUROPE)
            pos.report(PersonCame, person=name, rule="15.31")
    pos.then("phase-A", *[f"phase-{phase}" for phase in PHASES], "end-turn")
    yield from ()


@task("phase-A")
@procedure("5.1")
def council_phase(pos: World) -> Procedure[None]:
    """5.1 A  Random events, initiative, planning; the Expeditions of last turn are over before new ones are planned."""
    pos.phase = "A"
    pos.report(PhaseBegan, phase="phase-A", rule="5.1")
    seats = pos.rules.seats
    pos.then(
        *[f"council:{nation}" for nation in seats], "initiative", "lie-up", *[f"plan:{nation}" for nation in seats]
    )
    yield from ()


@task("lie-up")
@procedure("4.0")
def lie_up(pos: World) -> Procedure[None]:
    """4.0  An Expedition is one for a turn: the ships of the last one lie where they are."""
    for name in sorted(pos.expeditions):
        dissolve(pos, name)
    yield from ()


def _phase(letter: str) -> None:
    """A phase as a task: each of its segments for every nation in the order of this turn."""

    @task(f"phase-{letter}")
    @procedure("5.1")
    def phase(pos: World) -> Procedure[None]:
        """5.1  Every nation finishes a segment before the next nation begins it."""
        pos.phase = letter
        pos.report(PhaseBegan, phase=f"phase-{letter}", rule="5.1")
        pos.then(*[f"{segment}:{nation}" for segment in PHASES[letter] for nation in pos.order])
        yield from ()


for _letter in PHASES:
    _phase(_letter)
