"""8.0  Subsistence."""

from __future__ import annotations

from functools import partial

from conquistadors.engine import Option, Procedure, Seat, offer, options_of, pick, procedure
from conquistadors.games.conquest.rules.deals import hand_over, offer_food
from conquistadors.games.conquest.rules.events import Fed, FoodChanged, Starved
from conquistadors.games.conquest.rules.morale import morale_check
from conquistadors.games.conquest.rules.position import ConquestPosition
from conquistadors.games.conquest.rules.tasks import task, task_of


@task("subsistence")
@procedure("8.1")
def subsistence(pos: ConquestPosition) -> Procedure[None]:
    """2.0(6), 8.1  Every expedition is looked at, player by player in the order of impulses (own ruling).

    1  where somebody would starve beside food, it is shared: among your own first, then by deals (8.14, G-8.14b)
    2  everybody is fed, and goes through what else the game has in store
    """
    expeditions = [commander for seat in pos.order for commander in pos.expeditions_of(seat)]
    shares = [f"share:{commander}" for commander in expeditions if stores_for(pos, commander)]
    barters = ["barters"] if hungry_pairs(pos) else []
    hardships = [f"{hardship}:{commander}" for commander in expeditions for hardship in pos.rules.profile.hardships]
    pos.then(*shares, *barters, *hardships)
    yield from ()


# Food that others have -------------------------------------------------------------------------------------------


def hungry(pos: ConquestPosition, commander: str) -> bool:
    """8.21  It has to be fed and has nothing to eat, as all can see."""
    return not pos.expeditions[commander].food and needs_food(pos, commander) is None


def stores_for(pos: ConquestPosition, commander: str) -> list[str]:
    """8.14, G-8.14b  The player's own expeditions in the space that have food for a hungry one."""
    expedition = pos.expeditions.get(commander)
    if expedition is None or not hungry(pos, commander):
        return []
    here = [c for c in pos.expeditions_in(expedition.space) if pos.expeditions[c].food]
    return [c for c in here if pos.expeditions[c].owner == expedition.owner]


def meals(pos: ConquestPosition, buyer: Seat, seller: Seat, space: str) -> list[tuple[str, str]]:
    """8.14, G-8.14b  A seller's expedition with food, and a buyer's that is hungry, in one space."""
    here = pos.expeditions_in(space)
    stores = [c for c in here if pos.expeditions[c].owner == seller and pos.expeditions[c].food]
    mouths = [c for c in here if pos.expeditions[c].owner == buyer and hungry(pos, c)]
    return [(store, mouth) for store in stores for mouth in mouths]


def hungry_pairs(pos: ConquestPosition) -> list[tuple[Seat, Seat, str]]:
    """G-8.14b  Who may ask whom for food, and where: one of each two players in a space, in the order of impulses."""
    found: dict[tuple[frozenset[Seat], str], tuple[Seat, Seat, str]] = {}
    for buyer in pos.order:
        spaces = dict.fromkeys(pos.expeditions[c].space for c in pos.expeditions_of(buyer))
        for space in spaces:
            for seller in pos.others(buyer):
                pair = frozenset((buyer, seller)), space
                if pair not in found and meals(pos, buyer, seller, space):
                    found[pair] = buyer, seller, space
    return list(found.values())


@task_of("share")
@procedure("8.14")
def share(pos: ConquestPosition, commander: str) -> Procedure[None]:
    """8.14, G-8.14b  A hungry expedition gets a food point of another one of its owner's, who may refuse it."""
    stores = stores_for(pos, commander)
    if not stores:
        return
    owner, facts = pos.expeditions[commander].owner, (("expedition", commander),)
    giver = yield from pick(owner, "feed-from", "8.14", stores, passes=True, facts=facts)
    if giver is not None:
        hand_over(pos, giver, commander, 1)


@task("barters")
@procedure("8.14")
def barters(pos: ConquestPosition) -> Procedure[None]:
    """8.14, G-8.14b  One offer for each two players in a space; then all is as it was."""
    offers = [f"barter:{buyer}/{seller}/{space}" for buyer, seller, space in hungry_pairs(pos)]
    pos.then(*offers, *([f"resume:{pos.active}"] if offers else []))
    yield from ()


@task_of("barter")
@procedure("8.14")
def barter(pos: ConquestPosition, who: str) -> Procedure[None]:
    """8.14, G-8.14b  A player with hungry men asks another in the space for food: for gold, for pesos, or as a gift."""
    buyer, seller, space = who.split("/")
    met = meals(pos, buyer, seller, space)
    if not met:
        return
    pos.active = buyer
    facts = (("other", seller), ("space", space))
    buy = partial(options_of, "buy-food", (None,))
    chosen: Option = yield offer(buyer, "ask-food", "8.14", buy, passes=True, facts=facts)
    if chosen.verb == "buy-food":
        yield from offer_food(pos, buyer, seller, met)
    pos.talk = ()


@task_of("resume")
@procedure("8.14")
def resume(pos: ConquestPosition, seat: Seat) -> Procedure[None]:
    """The player who was last in the rounds is so again."""
    pos.active = seat
    yield from ()


# Feeding ---------------------------------------------------------------------------------------------------------


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
