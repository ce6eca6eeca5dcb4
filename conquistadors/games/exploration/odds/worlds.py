"""Small worlds in which a question is asked: an empty table, with what the question lays on it and what is to be done.

Nothing is worked out here: the rules of the game carry out the tasks, along all dice.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Hashable, Iterable, Mapping
from functools import cache, partial
from typing import Any, Final, TypeVar

from conquistadors.engine import Procedure, Seat, changed
from conquistadors.engine.codec import Json
from conquistadors.engine.requests import Chance
from conquistadors.engine.run import Run
from conquistadors.games.exploration.odds.policy import plan_of
from conquistadors.games.exploration.rules.game import Campaign, ExplorationRules, SpainAlone
from conquistadors.games.exploration.rules.pieces import EUROPE, Expedition, Someone
from conquistadors.games.exploration.rules.position import World
from conquistadors.games.exploration.rules.tasks import TASKS
from conquistadors.odds.assuming import Assumption
from conquistadors.odds.distribution import Distribution
from conquistadors.odds.paths import Paths
from conquistadors.odds.policies import Plan
from conquistadors.odds.slices import Progress
from conquistadors.odds.solving import Solved

SPAIN, ENGLAND = "spain", "england"
PLAN: Final = "plan"
END: Final = f"{PLAN}:{SPAIN}"
"""What comes when all is done that a question is about."""
T = TypeVar("T")
Work = Generator[Progress, None, T]


@cache
def _rules(*, rivals: bool, pack: str | None, options: tuple[tuple[str, Json], ...]) -> ExplorationRules:
    return (Campaign if rivals else SpainAlone)(options=dict(options), pack=pack)


def empty(
    *,
    rivals: bool = False,
    pack: str | None = None,
    options: Mapping[str, Json] | None = None,
    turn: int = 1,
    phase: str = "",
) -> World:
    """A table without anybody on it and without natives: of Spain alone, or of the campaign of two."""
    pos = _rules(rivals=rivals, pack=pack, options=tuple(sorted((options or {}).items()))).start()
    pos.turn, pos.phase, pos.order, pos.tasks = turn, phase, pos.rules.countries, (END,)
    pos.forces.clear()
    pos.fleets.clear()
    for nation in pos.nations:
        pos.edit(nation, lacks=())
    for area, country in pos.countries.items():
        pos.countries[area] = changed(country, native=0)
    return pos


def ships(pos: World, nation: Seat, place: str = EUROPE, **what: Any) -> str:
    """An Expedition that is laid on the table; its name."""
    name = f"{nation}-{len(pos.expeditions_of(nation)) + 1}"
    usual = {"caravels": 0, "carracks": 0, "galleon": False, "landfall": None, "bounds": 0}
    pos.expeditions[name] = Expedition(nation, place=place, **{**usual, **what})
    return name


def someone(pos: World, role: str, at: str, nation: Seat = SPAIN, rating: int | None = None) -> str:
    """A person of a role, whoever it is."""
    name = f"{role}-{len(pos.people) + 1}"
    pos.people[name] = Someone(nation, role, at, rating)
    return name


def due(pos: World, *tasks: str) -> World:
    """These tasks are to be done, and nothing else."""
    pos.tasks = (END, *tasks[::-1])
    return pos


def over(bare: World) -> bool:
    """Whether all of it is done."""
    return bare.tasks == (END,)


def followed(
    pos: World,
    result: Callable[[World], Hashable],
    plan: Plan | None = None,
    *,
    goes_on: Callable[[World], bool] | None = None,
    onward: Callable[[World], Iterable[str]] | None = None,
    alike: Callable[[World], None] | None = None,
    assumed: Iterable[Assumption] = (),
) -> Work[Distribution]:
    """What comes of the tasks of a position, exactly, by its rules.

    Where they are done and the question `goes_on`, `onward` says which tasks come next, and may change the position as
    the time between would. `alike` forgets what can no longer matter.
    """
    more = goes_on or (lambda _: False)

    def step(at: World) -> Procedure[None]:
        if onward is not None and over(at):
            at.then(*onward(at))
        TASKS.settle(at)
        return _nothing() if over(at) else at.rules.step(at)

    paths: Paths[World] = Paths(
        step,
        plan or plan_of(),
        lambda bare: over(bare) and not more(bare),
        alike=alike,
        told=result,
    )
    first = yield from paths.exploring(pos)
    return Solved(paths, first).distribution(lambda told: told, assumed)


def _nothing() -> Procedure[None]:
    """What is left asks nothing."""
    yield from ()


def next_turn(tasks: tuple[str, ...]) -> Callable[[World], tuple[str, ...]]:
    """The same tasks again, a turn later."""

    def onward(pos: World) -> tuple[str, ...]:
        pos.turn += 1
        return tasks

    return onward


def until(turn: int) -> Callable[[World], bool]:
    """Whether that turn has still to come."""
    return partial(_before, turn)


def _before(turn: int, pos: World) -> bool:
    return pos.turn < turn


def the_roll(pos: World, kind: str, plan: Plan | None = None, shown: Mapping[str, int] | None = None) -> Run[World]:
    """The tasks of a position up to the first roll of a kind; `shown` is what the dice before it come to.

    Where the rules throw no such dice, the run stops where all is done: before a plan.
    """
    policy, run = plan or plan_of(), Run(pos.rules, pos)
    while (pending := run.pending) is not None and pending.kind != PLAN:
        if isinstance(pending, Chance):
            if pending.kind == kind:
                break
            run.send((shown or {}).get(pending.kind, pending.outcomes[0]))
        else:
            answer = policy.answer(run.pos, pending)
            run.send(answer)  # type: ignore[arg-type]  # the plans of this game decide every choice
    return run
