"""6.7  Secrecy: what others do not see of plans and cargo, and worlds that look the same to them (E-G59)."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

from conquistadors.engine import Option, Procedure, Seat, changed, offer, option, procedure
from conquistadors.games.exploration.rules.bankers import refused_them
from conquistadors.games.exploration.rules.events import PlanSealed
from conquistadors.games.exploration.rules.naval import ALWAYS, ASK
from conquistadors.games.exploration.rules.pieces import (
    AWAY,
    EUROPE,
    EXPLORERS,
    HELD,
    MISSIONARY,
    UNSEEN,
    Expedition,
    Fleet,
    Harbour,
    Someone,
    Watch,
    sailing,
)
from conquistadors.games.exploration.rules.position import AT, World, parted_key
from conquistadors.games.exploration.rules.ships import bounds_of_phase, room
from conquistadors.games.exploration.rules.tasks import SEEN, task, task_of, unseen_by_others
from conquistadors.games.exploration.rules.upkeep import dissolve

PLANS, TURN = "plans", "turn"
"""What is hidden while plans are made, and until the turn is over."""
SECRETS: Final = frozenset(
    {
        *("plan", "how-many", "how-many-missionaries", "how-many-carracks", "how-many-caravels", "explorer"),
        *("privateer", "landfall", "bounds", "begin", "cross", "people", "board-soldiers", "board-colonists"),
        *("aboard-soldiers", "aboard-colonists", "gold-ashore", "load-gold", "upkeep", "pacific", "port-gone"),
    }
)
"""6.71  Questions whose answers only the nation itself knows; what all can see of them is told as events."""


# Steps that nobody else sees ---------------------------------------------------------------------------------------


@task("seal")
@procedure("6.71")
def seal(pos: World) -> None:
    """6.71, E-G59  From now on plans are secret: until all are made, others see the ships as they lie now."""
    if pos.rules.hides:
        pos.sealed = PLANS
        pos.harbours = tuple(Harbour(key, fleet) for key, fleet in sorted(pos.fleets.items()))


@task("sealed")
@procedure("6.71")
def sealed(pos: World) -> None:
    """E-G59  All plans are made: ships in the New World are seen, and what is in Europe, money and cargo are not."""
    if pos.rules.hides:
        pos.sealed, pos.harbours = TURN, ()


@task_of("unseen")
@procedure("6.71")
def unseen(pos: World, segment: str) -> Procedure[None]:
    """6.71  A plan, or a segment that depends on it, as one step: it begins with a question whatever was planned.

    What others could learn from its length, or from what is asked in it, they do not see. Nobody goes back there.
    """
    kind, _, nation = segment.partition(":")
    if pos.nations[nation].resigned:
        return
    if kind != "plan":
        facts = (("segment", f"segment-{kind}"),)
        yield offer(nation, "begin", "6.71", lambda: [option("begin")], facts=facts)
    yield from unseen_by_others(pos, nation, segment)
    pos.report(PlanSealed, who=nation, rule="6.71")


@task_of("seen")
@procedure("6.71")
def seen_again(pos: World, nation: Seat) -> None:
    """The end of such a step, while it is under way."""


def who_acts(pos: World) -> Seat | None:
    """The nation whose unseen step is under way."""
    return next((each.partition(":")[2] for each in reversed(pos.tasks) if each.startswith(SEEN)), None)


# What is seen ------------------------------------------------------------------------------------------------------


def view_of(pos: World, seat: Seat | None) -> World:
    """E-G59  The Treasuries of others as the Council left them; no plans, cargo, ships in Europe or people aboard.

    While plans are made, the ships of others lie where they lay.
    """
    seen_ = pos.copy()
    if not pos.sealed:
        return seen_
    others = [nation for nation in pos.nations if nation != seat]
    for nation in others:
        standing = pos.nations[nation]
        hidden = {"soldiers": 0, "colonists": 0, "steps": 0, "owed": 0, "ships_built": 0, "gold": ()}
        seen_.nations[nation] = changed(standing, treasury=standing.known, **hidden)
    _hide_ships(pos, seen_, others, seat)
    _hide_people(pos, seen_, others)
    _balance(seen_)
    seen_.tasks = tuple([each for each in _begun(pos, seat) if not _names_unseen(each, seen_, others)])
    seen_.watches = tuple([each for each in pos.watches if each.nation == seat])
    seen_.fitting = pos.fitting if pos.fitting in seen_.expeditions else ""
    return seen_


def _begun(pos: World, seat: Seat | None) -> tuple[str, ...]:
    """The tasks without those of a step of others that is under way."""
    for at, each in enumerate(pos.tasks):
        if each.startswith(SEEN) and each != f"{SEEN}{seat}":
            return pos.tasks[: at + 1]
    return pos.tasks


def _names_unseen(task_: str, seen_: World, others: Sequence[Seat]) -> bool:
    """A task about an Expedition of others that is not seen, or no more."""
    name = task_.partition(":")[2].partition("/")[0]
    return name not in seen_.expeditions and name.rpartition("-")[0] in others


def _hide_ships(pos: World, seen_: World, others: Sequence[Seat], seat: Seat | None) -> None:
    debtors = [nation for nation in others if opens_harbours(pos, nation, seat)]
    for key, fleet in pos.fleets.items():
        nation, place = parted_key(key)
        if nation in others:
            seen_.fleets.pop(key)
            if pos.sealed == TURN and (place != EUROPE or nation in debtors):
                seen_.fleets[key] = changed(fleet, gold=())
    for lay in pos.harbours:
        if parted_key(lay.key)[0] in others:
            seen_.fleets[lay.key] = lay.fleet
    nothing = {"bounds": 0, "landfall": None, "soldiers": 0, "colonists": 0, "gold": (), "extra": 0}
    for name, each in pos.expeditions.items():
        if each.nation in others:
            seen_.expeditions.pop(name)
            if pos.sealed == TURN and (sailing(each) or each.nation in debtors):
                seen_.expeditions[name] = changed(each, port_planned=False, privateer=False, **nothing)


def opens_harbours(pos: World, nation: Seat, seat: Seat | None) -> bool:
    """24.16, E-G68  The Bankers see the ships in Europe of whoever refuses them this turn: they may take them."""
    return seat is not None and seat == pos.rules.bankers and refused_them(pos, nation)


def _hide_people(pos: World, seen_: World, others: Sequence[Seat]) -> None:
    """Who is ashore is seen; Explorers never are. How many Missionaries wait, and how they are rated, is not.

    Whoever has died unseen this turn may be alive, for all that others know.
    """
    for name, who in pos.people.items():
        known = pos.ashore(name) and who.role not in EXPLORERS
        if who.nation not in others or known or who.at.startswith(HELD) or who.at == AWAY:
            continue
        if who.role == MISSIONARY:
            seen_.people.pop(name)
            if who.rating is not None:
                seen_.pool = seen_.pool.plus(f"{who.rating:+d}")
        else:
            seen_.people[name] = changed(who, at=UNSEEN)
    for lost in pos.missing:
        if lost.nation in others and lost.role != MISSIONARY:
            seen_.people[lost.person] = Someone(lost.nation, lost.role, UNSEEN)
    seen_.missing = tuple([lost for lost in pos.missing if lost.nation not in others])


def _balance(seen_: World) -> None:
    """13.4  Gold that is not seen counts as gone: nobody learns from the books of a mine what a ship carries."""
    there: dict[str, int] = {}
    hoards = [*seen_.hoards.values(), *[fleet.gold for fleet in seen_.fleets.values()]]
    hoards += [each.gold for each in seen_.expeditions.values()] + [each.gold for each in seen_.nations.values()]
    for gold in [each for hoard in hoards for each in hoard]:
        there[gold.origin] = there.get(gold.origin, 0) + gold.ducats
    for hex_, dig in seen_.digs.items():
        if dig.dug:
            seen_.digs[hex_] = changed(dig, gone=dig.dug - there.get(hex_, 0))


# Worlds that look the same -----------------------------------------------------------------------------------------


def redealt(pos: World, seat: Seat | None, random: Random) -> World:
    """E-G59  The same to a seat, with other plans, other money and other cargo of all others."""
    twin = pos.copy()
    if pos.sealed:
        for nation in pos.rules.countries:
            if nation != seat:
                _replan(twin, nation, random, ships_seen=opens_harbours(pos, nation, seat))
    return twin


def _replan(pos: World, nation: Seat, random: Random, *, ships_seen: bool) -> None:
    """What a nation keeps to itself, anyhow: what all can see of it stays."""
    for name in pos.expeditions_of(nation):
        if not ships_seen and (pos.sealed == PLANS or not sailing(pos.expeditions[name])):
            _call_off(pos, name)
    standing = pos.nations[nation]
    ducats = random.randint(0, standing.known + 50)
    stock = {"soldiers": random.randint(0, 6), "colonists": random.randint(0, 6)}
    pos.edit(nation, treasury=ducats, steps=0, **stock)
    lying = pos.fleet(nation, EUROPE)
    gold = lying.gold if lying.galleon else ()
    if lying.gold != gold:
        pos.account(lying.gold)
    numbers = (lying.caravels, lying.carracks) if ships_seen else (random.randint(0, 3), random.randint(0, 3))
    fleet = Fleet(*numbers, lying.galleon, gold)
    pos.set_fleet(nation, EUROPE, fleet)
    for name in pos.expeditions_of(nation):
        _reload(pos, name, random)
    _board_anyhow(pos, nation, random)
    if fleet.caravels and not ships_seen and random.random() < 0.5:
        _fit_out_anyhow(pos, nation, fleet, random)
    _order_anyhow(pos, nation, random)


def _order_anyhow(pos: World, nation: Seat, random: Random) -> None:
    """8.15  Other orders about ships that pass; one to attack always shows itself as soon as it is carried out."""
    kept = [each for each in pos.watches if each.nation != nation or each.order == ALWAYS]
    ordered = [each.enemy for each in kept if each.nation == nation]
    free = [other for other in pos.nations if other != nation and other not in ordered]
    pos.watches = (*kept, *[Watch(nation, other, ASK) for other in free if random.random() < 0.5])


def _call_off(pos: World, name: str) -> None:
    """The Expedition was never fitted out: nothing is left that names it."""
    pos.tasks = tuple([each for each in pos.tasks if each.partition(":")[2].partition("/")[0] != name])
    dissolve(pos, name)


def _reload(pos: World, name: str, random: Random) -> None:
    """Other bounds, another landfall, other units aboard; gold that was aboard may be none.

    Ships that have sailed further than was paid for have done so in any case: the sea shows it (9.3).
    """
    each = pos.expeditions[name]
    landfall = random.choice([None, *pos.rules.board.landings])
    sailed = each.before + bounds_of_phase(pos, each)
    bounds = random.randint(sailed, sailed + 12) if sailed <= each.bounds else random.randint(0, sailed - 1)
    pos.edit_expedition(name, bounds=bounds, landfall=landfall, port_planned=False)
    if each.galleon:
        return
    space = room(pos, each)
    soldiers = random.randint(min(each.ships, space) if each.privateer else 0, space)
    colonists = 0 if each.privateer else random.randint(0, space - soldiers)
    pos.edit_expedition(name, soldiers=soldiers, colonists=colonists)
    if each.gold and random.random() < 0.5:
        pos.account(each.gold)
        pos.edit_expedition(name, gold=())


def _board_anyhow(pos: World, nation: Seat, random: Random) -> None:
    """People who are not ashore are in Europe, or aboard of any ship; there are Missionaries among them, or none."""
    ships = [name for name in pos.expeditions_of(nation) if not pos.expeditions[name].galleon]
    for lost in pos.missing:
        if lost.nation == nation and lost.role != MISSIONARY and random.random() < 0.5:
            pos.people[lost.person] = Someone(nation, lost.role, EUROPE)
    pos.missing = tuple([lost for lost in pos.missing if lost.person not in pos.people])
    for name, who in list(pos.people.items()):
        if who.nation != nation or who.at.startswith((HELD, AWAY)) or (pos.ashore(name) and who.role not in EXPLORERS):
            continue
        if who.role != MISSIONARY:
            pos.place_person(name, random.choice([EUROPE, *ships]))
        elif random.random() < 0.5:
            if who.rating is not None:
                pos.pool = pos.pool.plus(f"{who.rating:+d}")
            pos.people.pop(name)


def _fit_out_anyhow(pos: World, nation: Seat, fleet: Fleet, random: Random) -> None:
    numbers = range(1, pos.rules.number("expeditions_most") + 1)
    free = [f"{nation}-{n}" for n in numbers if f"{nation}-{n}" not in pos.expeditions]
    if free:
        landfall = random.choice(pos.rules.board.landings)
        pos.expeditions[free[0]] = Expedition(nation, 1, 0, False, EUROPE, landfall, random.randint(0, 12))
        pos.set_fleet(nation, EUROPE, changed(fleet, caravels=fleet.caravels - 1))


def supposed(
    seen: World,
    seat: Seat | None,
    random: Random,
    shown: Sequence[tuple[Seat, Option]] = (),  # noqa: ARG001
) -> World:
    """A world as a seat may suppose it: others have plans, money and cargo that explain what is seen.

    Their ships have bounds for what they have sailed and for the way home; who lies off a coast has an Explorer.
    """
    world = seen.copy()
    if not seen.sealed:
        return world
    for nation in seen.rules.countries:
        if nation == seat:
            continue
        _replan(world, nation, random, ships_seen=opens_harbours(seen, nation, seat))
        world.edit(nation, treasury=max(0, world.nations[nation].known - random.randint(0, 60)))
        for name in world.expeditions_of(nation):
            _explain(world, nation, name)
    return world


def _explain(world: World, nation: Seat, name: str) -> None:
    each, board = world.expeditions[name], world.rules.board
    sailed = each.before + each.ocean - (-each.points // world.rules.number("points_a_bound"))
    home = 0 if each.place == EUROPE else board.bounds(each.place)
    world.edit_expedition(name, bounds=sailed + home + 1)
    idle = world.who_is(nation, EUROPE, *EXPLORERS)
    if idle and each.place != EUROPE and not world.friendly_port(nation, each.place):
        world.place_person(idle[0], name)


def held_by(pos: World, captor: Seat) -> list[str]:
    """8.32  Who is held for ransom by a nation."""
    return sorted([name for name, who in pos.people.items() if who.at == f"{HELD}{AT}{captor}"])
