"""8.0  Subsistence."""

from __future__ import annotations

from conquistadors.engine import Procedure, procedure
from conquistadors.games.conquest.rules.events import Fed, FoodChanged, Starved
from conquistadors.games.conquest.rules.morale import morale_check
from conquistadors.games.conquest.rules.position import ConquestPosition
from conquistadors.games.conquest.rules.tasks import task, task_of


@task("subsistence")
@procedure("8.1")
def subsistence(pos: ConquestPosition) -> Procedure[None]:
    """2.0(6), 8.1  Every expedition is looked at, player by player in the order of impulses (own ruling)."""
    expeditions = [commander for seat in pos.order for commander in pos.expeditions_of(seat)]
    pos.then(*[f"{hardship}:{commander}" for commander in expeditions for hardship in pos.rules.profile.hardships])
    yield from ()


def needs_food(pos: ConquestPosition, commander: str) -> str | None:
    """8.11, G-8.11, 5.23  None if it must be fed; otherwise why not: no troops, a haven, the sea, an ally near by."""
    expedition, world = pos.expeditions[commander], pos.rules.world
    space = expedition.space
    if not pos.has_units(commander):
        return "alone"
    if space in world.havens:
        return "haven"
    if space in world.sea:
        return "sea"
    if expedition.owner in [pos.sites[near].ally for near in (space, *world.adjacent[space]) if near in pos.sites]:
        return "ally"
    return None


@task_of("feed")
@procedure("8.12")
def feed(pos: ConquestPosition, commander: str) -> Procedure[None]:
    """8.12, 8.21, 8.23  One food point feeds a whole expedition and may not be withheld; without one it starves."""
    if commander not in pos.expeditions:
        return  # its owner resigned in the meantime (G-6.46b)
    why = needs_food(pos, commander)
    if why is not None:
        pos.report(Fed, expedition=commander, how=why, rule="8.11")
    elif pos.expeditions[commander].food:
        food = pos.expeditions[commander].food - 1
        pos.edit(commander, food=food)
        pos.report(FoodChanged, expedition=commander, food=-1, now=food, why="eaten", rule="8.12")
    else:
        pos.report(Starved, expedition=commander, rule="8.21")
        yield from morale_check(pos, commander, "starvation", "8.21")
