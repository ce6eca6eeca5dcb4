"""3.0  Movement: by land, by sea, and what stops it."""

from __future__ import annotations

from functools import partial
from typing import Final

from conquistadors.conquest.asking import amount, note, pick
from conquistadors.conquest.events import AlliesChanged, Detached, Moved
from conquistadors.conquest.expeditions import food_limit_of, settle, spoil_food
from conquistadors.conquest.indians import dismiss
from conquistadors.conquest.morale import morale_check
from conquistadors.conquest.position import (
    KINDS,
    NOTHING,
    PLACES,
    Expedition,
    Indies,
    March,
    Units,
    ally_of,
)
from conquistadors.conquest.spaces import begin_discovery, can_attempt, is_discovered
from conquistadors.engine import Bar, Choice, Option, Pile, Procedure, Seat, changed, option, procedure, step, window

ROYAL_ROAD: Final = "the-royal-road"
MASTER_PILOT: Final = "master-pilot"

# What stands against a step --------------------------------------------------------------------------------------


def alone(pos: Indies, commander: str) -> bool:
    """3.15  A conquistador, or several, without Spanish units."""
    return not pos.units(commander).size


def blocked(pos: Indies, space: str) -> bool:
    """3.13, 12.14, C2  A hostile town or city with Indian units stops movement; one without does not."""
    site = pos.site(space)
    return site.hostile and site.marker in PLACES and bool(site.garrison.titles)


def just_found(pos: Indies, space: str, seat: Seat) -> bool:
    """3.13, C11  Another player discovered something here in this same round."""
    site = pos.site(space)
    return site.found_in == pos.round and site.found_by is not None and site.found_by != seat


def forbids_land_step(pos: Indies, march: March, space: str | None) -> Bar | None:
    """3.11, 3.12, 3.15, 3.16  What stands against entering a space by land."""
    world, n = pos.rules.world, pos.rules.n
    here = march.path[-1]
    if space not in world.spaces:
        return Bar("3.11", "no-such-space")
    if space in world.sea:
        return Bar("3.16", "sea-by-ship")
    if space not in world.by_land[here]:
        return Bar("3.11", "no-line", (("space", here),))
    if march.steps >= march.most:
        return Bar("3.12", "too-far", (("most", march.most),))
    if is_discovered(pos, space):
        lone_enemy = alone(pos, march.expedition) and pos.site(space).hostile
        return Bar("3.15", "alone-hostile") if lone_enemy else None
    if alone(pos, march.expedition):
        return Bar("3.15", "alone-undiscovered")
    if march.steps >= n.land_undiscovered:
        return Bar("3.12", "undiscovered-too-far", (("most", n.land_undiscovered),))
    if not pos.rules.house.enter_barred and not can_attempt(pos, space):
        return Bar("4.112", "no-attempt-here")
    return None


def forbids_sea_step(pos: Indies, march: March, space: str | None) -> Bar | None:
    """3.22, 3.23, 3.26  What stands against entering a space by sea."""
    world = pos.rules.world
    here = march.path[-1]
    if space not in world.spaces:
        return Bar("3.11", "no-such-space")
    if space not in world.by_sea[here]:
        return Bar("3.11", "no-line", (("space", here),))
    if march.steps >= march.most:
        return Bar("3.22", "too-far", (("most", march.most),))
    if world.spaces[space].mar_del_sur and pos.turn < pos.rules.n.mar_del_sur_opens:
        return Bar("3.26", "mar-del-sur", (("turn", pos.rules.n.mar_del_sur_opens),))
    if space in world.sea:
        return None
    if alone(pos, march.expedition) and not is_discovered(pos, space):
        return Bar("3.15", "alone-undiscovered")
    if alone(pos, march.expedition) and pos.site(space).hostile:
        return Bar("3.15", "alone-hostile")
    if not pos.rules.house.enter_barred and not is_discovered(pos, space) and not can_attempt(pos, space):
        return Bar("4.112", "no-attempt-here")
    return None


def forbids_march(pos: Indies, commander: str) -> Bar | None:
    """3.1  An expedition on land may march."""
    return Bar("3.16", "at-sea") if pos.expeditions[commander].space in pos.rules.world.sea else None


def forbids_voyage(pos: Indies, commander: str) -> Bar | None:
    """3.23  A sea move starts at sea or next to it."""
    expedition, world = pos.expeditions[commander], pos.rules.world
    if expedition.ashore:
        return Bar("2.12", "ships-scuttled")
    if expedition.space not in world.sea and expedition.space not in world.next_to_sea:
        return Bar("3.23", "not-at-sea")
    return None


# Land ------------------------------------------------------------------------------------------------------------


@procedure("3.12", steps=("march", "enter", "end"))
def march_by_land(pos: Indies, commander: str) -> Procedure[None]:
    """An overland move, space by space; detaching on the way (3.14), and what the last space brings."""
    n = pos.rules.n
    most = n.land_alone if alone(pos, commander) else n.land_discovered
    cards: tuple[str, ...] = ()
    if ROYAL_ROAD in pos.impulse.aids and not alone(pos, commander):
        most = int(str(pos.rules.cards[ROYAL_ROAD].effect["land_spaces"]))
        cards = (ROYAL_ROAD,)
        drop_aid(pos, ROYAL_ROAD)
    pos.march = March(commander, "land", (pos.expeditions[commander].space,), most, cards=cards)
    step(pos, march_by_land, "march")
    while pos.march is not None and not pos.march.ended:
        chosen: Option = yield march_choice(pos, pos.march)
        if chosen.verb == "stop":
            break
        if chosen.verb == "detach":
            yield from detach(pos, str(chosen.subject))
            continue
        step(pos, march_by_land, "enter")
        yield from enter_by_land(pos, str(chosen.subject))
    step(pos, march_by_land, "end")
    yield from end_march(pos)


def march_choice(pos: Indies, march: March) -> Choice:
    facts = (("expedition", march.expedition), ("space", march.path[-1]), ("left", march.most - march.steps))
    owner = pos.expeditions[march.expedition].owner
    if march.by == "land":
        return Choice(owner, "march", "3.12", partial(_ways, pos), partial(_forbids_way, pos), False, facts)
    return Choice(owner, "voyage", "3.22", partial(_ways, pos), partial(_forbids_way, pos), False, facts)


def _ways(pos: Indies) -> list[Option]:
    march = pos.march
    assert march is not None
    world = pos.rules.world
    here = march.path[-1]
    net = world.by_land if march.by == "land" else world.by_sea
    found = [option("go", space) for space in net[here]]
    if march.by == "land":
        members = pos.members(march.expedition)
        found += [option("detach", captain) for captain in members[1:]]
    found.append(option("stop"))
    return found


def _forbids_way(pos: Indies, tried: Option) -> Bar | None:
    march = pos.march
    assert march is not None
    if tried.verb == "go":
        forbids = forbids_land_step if march.by == "land" else forbids_sea_step
        return forbids(pos, march, tried.subject)
    if tried.verb == "detach":
        return forbids_detachment(pos, march.expedition, tried.subject)
    return None if tried.verb == "stop" and tried.subject is None else Bar("3.11", "not-offered")


def enter_by_land(pos: Indies, space: str) -> Procedure[None]:
    """3.11, 3.13  One step by land: reactions, and whether the expedition has to stop here."""
    march = pos.march
    assert march is not None
    commander = march.expedition
    pos.march = changed(march, path=(*march.path, space))
    pos.edit(commander, space=space)
    pos.report(Moved, expedition=commander, space=space, by="land", rule="3.11")
    touch(pos, space)
    yield from movement_window(pos, "movement", "2.14")
    march = pos.march
    if march is not None and must_stop(pos, march):
        pos.march = changed(march, ended=True)


def must_stop(pos: Indies, march: March) -> bool:
    """3.13  Where an expedition must stop."""
    space = march.path[-1]
    owner = pos.expeditions[march.expedition].owner
    return not is_discovered(pos, space) or blocked(pos, space) or just_found(pos, space, owner)


def movement_window(pos: Indies, occasion: str, rule: str) -> Procedure[None]:
    """2.14, 2.19, 3.24  Others may react to a move; not to one that stands in Cuba or Panama."""
    march = pos.march
    if march is None or march.path[-1] in pos.rules.world.havens:
        return
    if occasion == "movement" and pos.expeditions[march.expedition].hits == 0:
        return  # no card answers the march of men in good spirits, and all can see that
    yield from window(pos, occasion, pos.others(pos.active), rule=rule)


@procedure("3.13", steps=())
def end_march(pos: Indies) -> Procedure[None]:
    """The move is over: discovery in an undiscovered space (4.0), a morale check in desert or rain forest (3.131)."""
    march = pos.march
    assert march is not None
    pos.march = None
    commander = march.expedition
    if commander not in pos.expeditions or march.steps == 0:
        return
    space = march.path[-1]
    if not is_discovered(pos, space):
        begin_discovery(pos, commander)
    elif space in pos.rules.world.harsh and pos.units(commander).size:
        yield from morale_check(pos, commander, "terrain", "3.131")


# Sea -------------------------------------------------------------------------------------------------------------


@procedure("3.21", steps=("declare", "sail", "end"))
def voyage(pos: Indies, commander: str) -> Procedure[None]:
    """A sea move of up to six spaces: Indian allies stay (3.25), others react at the start and at each step (3.24)."""
    n = pos.rules.n
    most = n.sea
    cards: tuple[str, ...] = ()
    if MASTER_PILOT in pos.impulse.aids:
        most = int(str(pos.rules.cards[MASTER_PILOT].effect["sea_spaces"]))
        cards = (MASTER_PILOT,)
        drop_aid(pos, MASTER_PILOT)
    step(pos, voyage, "declare")
    yield from leave_allies(pos, commander)
    pos.march = March(commander, "sea", (pos.expeditions[commander].space,), most, cards=cards)
    yield from movement_window(pos, "sea-move", "3.24")
    while pos.march is not None and not pos.march.ended:
        chosen: Option = yield march_choice(pos, pos.march)
        if chosen.verb == "stop":
            break
        step(pos, voyage, "sail")
        yield from enter_by_sea(pos, str(chosen.subject))
    step(pos, voyage, "end")
    yield from end_march(pos)


def enter_by_sea(pos: Indies, space: str) -> Procedure[None]:
    """3.23, 3.24  One step by sea. Land ends the move."""
    march = pos.march
    assert march is not None
    pos.march = changed(march, path=(*march.path, space), ended=space not in pos.rules.world.sea)
    pos.edit(march.expedition, space=space)
    pos.report(Moved, expedition=march.expedition, space=space, by="sea", rule="3.22")
    touch(pos, space)
    if space in pos.rules.world.sea:
        yield from movement_window(pos, "sea-move", "3.24")


@procedure("3.25")
def leave_allies(pos: Indies, commander: str) -> Procedure[None]:
    """G-3.25  Indian allies do not sail: at home they join the garrison, or another own expedition here, or they go."""
    expedition = pos.expeditions[commander]
    if not expedition.allies.titles:
        return
    home = pos.site(expedition.space)
    if home.ally == expedition.owner:
        staying = Pile.of(t for t in expedition.allies.each() if ally_of(t)[1] == expedition.space)
        garrison, rest = home.garrison, expedition.allies
        for title in staying.each():
            garrison, rest = garrison.plus(ally_of(title)[0]), rest.minus(title)
        if staying.titles:
            pos.edit_site(expedition.space, garrison=garrison)
            pos.edit(commander, allies=rest)
            units = tuple(ally_of(t)[0] for t in staying.each())
            pos.report(AlliesChanged, expedition=commander, units=units, joined=False, rule="3.25")
    allies = pos.expeditions[commander].allies
    if not allies.titles:
        return
    hosts = [
        c
        for c in pos.expeditions_of(expedition.owner)
        if c != commander and pos.expeditions[c].space == expedition.space and pos.units(c).size
    ]
    host = None
    if hosts:
        facts = (("expedition", commander),)
        host = yield from pick(expedition.owner, "leave-allies", "3.25", hosts, passes=True, facts=facts)
    if host is None:
        dismiss(pos, commander, allies, "3.25")
    else:
        pos.edit(commander, allies=NOTHING)
        pos.edit(host, allies=Pile.united([pos.expeditions[host].allies, allies]))
        units = tuple(ally_of(title)[0] for title in allies.each())
        pos.report(AlliesChanged, expedition=host, units=units, joined=True, rule="3.25")
        pos.edit(host, hits=max(pos.expeditions[host].hits, expedition.hits))  # 9.25


# Detaching -------------------------------------------------------------------------------------------------------


def forbids_detachment(pos: Indies, commander: str, captain: str | None) -> Bar | None:
    """3.14  A companion may be left behind on the way."""
    if captain == commander:
        return Bar("3.14", "commander-marches")
    if captain is None or captain not in pos.members(commander):
        return Bar("3.14", "not-a-companion")
    space = pos.expeditions[commander].space
    return None if is_discovered(pos, space) else Bar("3.13", "must-discover-first")


@procedure("3.14", steps=("units", "food", "assets"))
def detach(pos: Indies, captain: str) -> Procedure[None]:
    """A moving expedition leaves a conquistador with units behind: a new expedition that does not move this impulse.

    Gold and kings stay with the parent, morale hits are copied (G-3.14, 9.25).
    """
    march = pos.march
    assert march is not None
    commander = march.expedition
    parent = pos.expeditions[commander]
    owner = parent.owner
    step(pos, detach, "units")
    total = pos.units(commander)
    room = pos.rules.card_units
    for kind in KINDS:
        least, most = _detachable(pos, commander, kind, room)
        facts = (("captain", captain), ("unit", kind))
        taken = yield from amount(owner, "detach-units", "3.14", least, most, facts=facts)
        note(pos, taken)
        room -= taken
    units = Units(*map(int, pos.talk))
    allies = NOTHING
    for title in parent.allies.titles if units.size else ():
        facts = (("captain", captain), ("unit", ally_of(title)[0]))
        count = parent.allies.count_of(title)
        least = count if units == total else 0
        taken = yield from amount(owner, "detach-units", "3.14", least, count, facts=facts)
        note(pos, taken)
        allies = Pile.united([allies, Pile((title,), (taken,)) if taken else NOTHING])
    step(pos, detach, "food")
    left = parent.food
    most = min(left, food_limit_of(pos, units.foot, 0))
    facts = (("captain", captain), ("unit", "food"))
    food = yield from amount(owner, "detach-units", "3.14", 0, most, facts=facts)
    note(pos, food)
    step(pos, detach, "assets")
    assets: dict[str, Pile] = {"assets": NOTHING, "shown": NOTHING}
    for side in ("assets", "shown"):
        pile: Pile = getattr(parent, side)
        for title in pile.titles:
            facts = (("captain", captain), ("unit", title))
            taken = yield from amount(owner, "detach-assets", "3.14", 0, pile.count_of(title), facts=facts)
            note(pos, taken)
            assets[side] = Pile.united([assets[side], Pile((title,), (taken,)) if taken else NOTHING])
    pos.talk = ()
    _part(pos, commander, captain, units)
    split = Expedition(
        owner, parent.space, allies, food, 0, parent.hits if units.size else 0, assets["assets"], assets["shown"]
    )
    pos.expeditions[captain] = split
    rest = pos.edit(
        commander,
        allies=_less(parent.allies, allies),
        food=parent.food - food,
        assets=_less(parent.assets, assets["assets"]),
        shown=_less(parent.shown, assets["shown"]),
    )
    pos.report(Detached, expedition=commander, captain=captain, space=rest.space, rule="3.14")
    yield from settle(pos, commander)
    spoil_food(pos, captain)
    pos.impulse = changed(pos.impulse, activated=(*pos.impulse.activated, captain))
    if rest.space in pos.rules.world.harsh and units.size:
        yield from morale_check(pos, captain, "terrain", "3.131")  # G-3.131


def _detachable(pos: Indies, commander: str, kind: str, room: int) -> tuple[int, int]:
    """1.42, 1.43  How many units of a kind may go: the parent has to hold the rest on its own cards."""
    total = pos.units(commander)
    chosen = [int(n) for n in pos.talk]
    later = KINDS[len(chosen) + 1 :]
    held = min(len(pos.members(commander)) - 1, 1 + pos.rules.companions_with_units) * pos.rules.card_units
    must_go = total.size - held
    gone = sum(chosen)
    possible_later = sum(total.of(k) for k in later)
    least = max(0, must_go - gone - possible_later)
    return min(least, total.of(kind), room), min(total.of(kind), room)


def _part(pos: Indies, commander: str, captain: str, units: Units) -> None:
    """The chosen units go to the captain's card, his other units to the cards that stay."""
    rest = pos.units(commander).less(units)
    staying = [c for c in pos.members(commander) if c != captain]
    pos.edit_captain(captain, units=units, expedition=captain)
    spread(pos, staying, rest)


def spread(pos: Indies, captains: list[str], units: Units) -> None:
    """1.42, 1.43  Lay units on cards: each keeps what it has as far as possible, the rest where there is room."""
    left = units
    for captain in captains:
        held = pos.captains[captain].units
        kept = Units(*[min(held[k], left[k]) for k in range(len(KINDS))])
        pos.edit_captain(captain, units=kept)
        left = left.less(kept)
    for captain in captains[: 1 + pos.rules.companions_with_units]:
        for kind in KINDS:
            room = pos.rules.card_units - pos.captains[captain].units.size
            more = min(room, left.of(kind))
            pos.edit_captain(captain, units=pos.captains[captain].units.plus(kind, more))
            left = left.plus(kind, -more)


def _less(pile: Pile, taken: Pile) -> Pile:
    for title in taken.each():
        pile = pile.minus(title)
    return pile


# Common ----------------------------------------------------------------------------------------------------------


def touch(pos: Indies, space: str) -> None:
    """Something changed here: expeditions may be reorganised once more."""
    if space in pos.impulse.rearranged:
        pos.impulse = changed(pos.impulse, rearranged=tuple(s for s in pos.impulse.rearranged if s != space))


def drop_aid(pos: Indies, title: str) -> None:
    aids = list(pos.impulse.aids)
    aids.remove(title)
    pos.impulse = changed(pos.impulse, aids=tuple(aids))
