"""3.0  Movement: by land, by sea, and what stops it."""

from __future__ import annotations

from collections.abc import Sequence
from types import MethodType
from typing import Final

from conquistadors.engine import (
    Bar,
    Choice,
    Event,
    Option,
    Pile,
    Procedure,
    Seat,
    amount,
    changed,
    offer,
    option,
    options_of,
    pick,
    procedure,
    step,
)
from conquistadors.games.conquest.rules.asking import note
from conquistadors.games.conquest.rules.cards.targets import number
from conquistadors.games.conquest.rules.events import AlliesChanged, Detached, KingTaken, Moved
from conquistadors.games.conquest.rules.expeditions import BEARER, food_limit_of, settle, spoil_food
from conquistadors.games.conquest.rules.gold import gain_gold
from conquistadors.games.conquest.rules.indians import dismiss
from conquistadors.games.conquest.rules.morale import morale_check, set_hits
from conquistadors.games.conquest.rules.position import (
    KINDS,
    NO_UNITS,
    NOTHING,
    PLACES,
    ConquestPosition,
    Expedition,
    March,
    Units,
    ally_of,
)
from conquistadors.games.conquest.rules.spaces import can_attempt, explore, is_discovered, unexplored

ROYAL_ROAD: Final = "the-royal-road"
MASTER_PILOT: Final = "master-pilot"
LETTER: Final = "letter-in-the-cotton"
STOP: Final = option("stop")
JOINED: Final = Bar("G-10.13b", "joined-now")

# What stands against a step --------------------------------------------------------------------------------------


def alone(pos: ConquestPosition, commander: str) -> bool:
    """3.15  A conquistador, or several, without Spanish units."""
    return not pos.has_units(commander)


def blocked(pos: ConquestPosition, space: str) -> bool:
    """3.13, 12.14, C2  A hostile town or city with Indian units stops movement; one without does not."""
    site = pos.site(space)
    return site.hostile and site.marker in PLACES and bool(site.garrison.titles)


def just_found(pos: ConquestPosition, space: str, seat: Seat) -> bool:
    """3.13, C11  Another player discovered something here in this same round."""
    site = pos.site(space)
    return site.found_in == pos.round and site.found_by is not None and site.found_by != seat


def forbids_land_step(pos: ConquestPosition, march: March, space: str | None) -> Bar | None:
    """1.141, 3.11, 3.12, 3.15, 3.16, G-3.15  What stands against entering a space by land."""
    world, n = pos.rules.world, pos.rules.n
    here = march.path[-1]
    if space not in world.spaces:
        return Bar("3.11", "no-such-space")
    if space in world.sea:
        return Bar("3.16", "sea-by-ship")
    if space not in world.by_land[here]:
        return Bar("3.11", "no-line", (("space", here),))
    steps = march.steps
    if steps >= march.most:
        return Bar("3.15" if alone(pos, march.expedition) else "3.12", "too-far", (("most", march.most),))
    if is_discovered(pos, space):
        lone_enemy = pos.site(space).hostile and alone(pos, march.expedition)
        return Bar("3.15", "alone-hostile") if lone_enemy else None
    if alone(pos, march.expedition):
        return Bar("3.15", "alone-undiscovered")
    if steps >= n.land_undiscovered:
        return Bar("3.12", "undiscovered-too-far", (("most", n.land_undiscovered),))
    if not pos.rules.house.enter_barred and not can_attempt(pos, space):
        return Bar("4.112", "no-attempt-here")
    return None


def forbids_sea_step(pos: ConquestPosition, march: March, space: str | None) -> Bar | None:
    """3.22, 3.23, 3.26, J1, G-3.15, G-3.23  What stands against entering a space by sea; landing is one of the six."""
    world = pos.rules.world
    here = march.path[-1]
    if space not in world.spaces:
        return Bar("3.11", "no-such-space")
    if space not in world.by_sea[here]:
        overland = space in world.by_land[here]
        return Bar("3.23", "land-or-sea") if overland else Bar("3.11", "no-line", (("space", here),))
    if march.steps >= march.most:
        return Bar("3.22", "too-far", (("most", march.most),))
    if world.spaces[space].mar_del_sur and pos.turn < pos.rules.n.mar_del_sur_opens:
        return Bar("3.26", "mar-del-sur", (("turn", pos.rules.n.mar_del_sur_opens),))
    if space in world.sea:
        return None
    if not is_discovered(pos, space) and alone(pos, march.expedition):
        return Bar("3.15", "alone-undiscovered")
    if pos.site(space).hostile and alone(pos, march.expedition):
        return Bar("3.15", "alone-hostile")
    if not pos.rules.house.enter_barred and not is_discovered(pos, space) and not can_attempt(pos, space):
        return Bar("4.112", "no-attempt-here")
    return None


def forbids_march(pos: ConquestPosition, commander: str) -> Bar | None:
    """3.1  An expedition on land may march."""
    return Bar("3.16", "at-sea") if pos.expeditions[commander].space in pos.rules.world.sea else None


def forbids_voyage(pos: ConquestPosition, commander: str) -> Bar | None:
    """3.23  A sea move starts at sea or next to it."""
    expedition, world = pos.expeditions[commander], pos.rules.world
    if expedition.ashore:
        return Bar("2.12", "ships-scuttled")
    if expedition.space not in world.sea and expedition.space not in world.next_to_sea:
        return Bar("3.23", "not-at-sea")
    return None


# Land ------------------------------------------------------------------------------------------------------------


@procedure("3.12", steps=("march", "enter", "end"))
def march_by_land(pos: ConquestPosition, commander: str) -> Procedure[None]:
    """An overland move, space by space; detaching on the way (3.14), and what the last space brings."""
    n = pos.rules.n
    most = n.land_alone if alone(pos, commander) else n.land_discovered
    cards: tuple[str, ...] = ()
    if ROYAL_ROAD in pos.impulse.aids and not alone(pos, commander):
        most = number(pos, ROYAL_ROAD, "land_spaces")
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


def march_choice(pos: ConquestPosition, march: March) -> Choice:
    facts = (("expedition", march.expedition), ("space", march.path[-1]), ("left", march.most - march.steps))
    owner = pos.expeditions[march.expedition].owner
    if march.by == "land":
        return Choice(owner, "march", "3.12", MethodType(_ways, pos), MethodType(_forbids_way, pos), False, facts)
    return Choice(owner, "voyage", "3.22", MethodType(_ways, pos), MethodType(_forbids_way, pos), False, facts)


def _ways(pos: ConquestPosition) -> list[Option]:
    march = pos.march
    assert march is not None
    world = pos.rules.world
    here = march.path[-1]
    net = world.by_land if march.by == "land" else world.by_sea
    found = [*options_of("go", net[here])]
    if march.by == "land":
        members = pos.members(march.expedition)
        found += [option("detach", captain) for captain in members[1:]]
    found.append(STOP)
    return found


def _forbids_way(pos: ConquestPosition, tried: Option) -> Bar | None:
    march = pos.march
    assert march is not None
    if tried.verb == "go":
        forbids = forbids_land_step if march.by == "land" else forbids_sea_step
        return forbids(pos, march, tried.subject)
    if tried.verb == "detach":
        return forbids_detachment(pos, march.expedition, tried.subject)
    return None if tried.verb == "stop" and tried.subject is None else Bar("3.11", "not-offered")


def enter_by_land(pos: ConquestPosition, space: str) -> Procedure[None]:
    """3.11, 3.13  One step by land: reactions, and whether the expedition has to stop here."""
    march = pos.march
    assert march is not None
    commander = march.expedition
    pos.march = changed(march, path=(*march.path, space))
    pos.edit(commander, space=space)
    pos.report(Moved, expedition=commander, space=space, by="land", rule="3.11")
    touch(pos, space)
    yield from movement_window(pos, "movement", "2.14")
    yield from into_the_unknown(pos, space)
    march = pos.march
    if march is not None and must_stop(pos, march):
        pos.march = changed(march, ended=True)


def must_stop(pos: ConquestPosition, march: March) -> bool:
    """3.13, G-19.41  Where an expedition must stop."""
    space = march.path[-1]
    owner = pos.expeditions[march.expedition].owner
    return unexplored(pos, space) or blocked(pos, space) or just_found(pos, space, owner)


def why_it_stopped(pos: ConquestPosition, since: Sequence[Event]) -> Bar | None:
    """3.13, 3.23  Why a move that is over goes no further, if the last step ended it: told from what happened since."""
    moves = [event for event in since if isinstance(event, Moved) and event.by in ("land", "sea")]
    if not moves or pos.march is not None:
        return None
    if moves[-1].by == "land":
        return Bar("3.13", "had-to-stop")
    return None if moves[-1].space in pos.rules.world.sea else Bar("3.23", "landed")


def movement_window(pos: ConquestPosition, occasion: str, rule: str) -> Procedure[None]:
    """1.145, 2.14, 2.19, 3.24, G-3.24  Others may react to a move; not to one that stands in Cuba or Panama.

    The only card against a march needs men in bad spirits, and all can see whether they are.
    """
    march = pos.march
    if march is None or march.path[-1] in pos.rules.world.havens:
        return
    least = number(pos, LETTER, "hits_at_least")
    if occasion == "movement" and pos.expeditions[march.expedition].hits < least:
        return
    yield from pos.rules.oppose(pos, occasion, pos.others(pos.active), rule)


@procedure("3.13", steps=())
def end_march(pos: ConquestPosition) -> Procedure[None]:
    """The move is over: a morale check in desert or rain forest (3.131), discovery (4.0), or a legend (19.41).

    Standing still is no move (G-3.131); who has lost the last unit on the way discovers nothing (3.15).
    """
    march = pos.march
    assert march is not None
    pos.march = None
    commander = march.expedition
    if commander not in pos.expeditions or march.steps == 0:
        return
    if march.path[-1] in pos.rules.world.harsh and not alone(pos, commander):
        yield from morale_check(pos, commander, "terrain", "3.131")
    explore(pos, commander)


# Sea -------------------------------------------------------------------------------------------------------------


@procedure("3.21", steps=("declare", "sail", "end"))
def voyage(pos: ConquestPosition, commander: str) -> Procedure[None]:
    """3.22, 3.23, G-3.23  A sea move of up to six spaces, which may end at sea; others react at each of them (3.24)."""
    n = pos.rules.n
    most = n.sea
    cards: tuple[str, ...] = ()
    if MASTER_PILOT in pos.impulse.aids:
        most = number(pos, MASTER_PILOT, "sea_spaces")
        cards = (MASTER_PILOT,)
        drop_aid(pos, MASTER_PILOT)
    step(pos, voyage, "declare")
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


def enter_by_sea(pos: ConquestPosition, space: str) -> Procedure[None]:
    """3.23, 3.24, 3.25  One step by sea: Indian allies stay behind when the ships leave, land ends the move."""
    march = pos.march
    assert march is not None
    if pos.expeditions[march.expedition].allies.titles:
        pos.talk = (space,)
        yield from leave_allies(pos, march.expedition)
        pos.talk = ()
    pos.march = changed(march, path=(*march.path, space), ended=space not in pos.rules.world.sea)
    pos.edit(march.expedition, space=space)
    pos.report(Moved, expedition=march.expedition, space=space, by="sea", rule="3.22")
    touch(pos, space)
    if space in pos.rules.world.sea:
        yield from movement_window(pos, "sea-move", "3.24")
    yield from into_the_unknown(pos, space)


def into_the_unknown(pos: ConquestPosition, space: str) -> Procedure[None]:
    """23.32, G-23.32b  Entering an undiscovered space: no player reacts to that, but the Reaction deck does."""
    if not is_discovered(pos, space):
        yield from pos.rules.oppose(pos, "entry", (), "23.32")


@procedure("3.25")
def leave_allies(pos: ConquestPosition, commander: str) -> Procedure[None]:
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
        set_hits(pos, host, max(pos.expeditions[host].hits, expedition.hits), "9.25")


# Detaching -------------------------------------------------------------------------------------------------------


def forbids_detachment(pos: ConquestPosition, commander: str, captain: str | None) -> Bar | None:
    """3.14, G-3.14b, G-10.13b  A companion may be left behind on the way; not on water, where he would have no ship.

    Men who joined in this impulse stay together.
    """
    march = pos.march
    assert march is not None
    if march.by == "sea" and (not march.attack or march.path[-1] in pos.rules.world.sea):
        return Bar("3.14", "detach-at-sea")
    if commander in pos.impulse.joined:
        return JOINED
    if captain == commander:
        return Bar("3.14", "commander-marches")
    return None if captain in pos.members(commander) else Bar("3.14", "not-a-companion")


@procedure("3.14", steps=("men", "units", "assets", "food"))
def detach(pos: ConquestPosition, captain: str) -> Procedure[None]:
    """A moving expedition leaves a conquistador behind: a new expedition that does not move this impulse.

    He takes other companions, units, Asset cards and food as the owner likes; morale hits are copied (G-3.14, 9.25).
    Gold and kings go with the part that has more of the Spanish units, else with the commander (G-10.13b). In desert or
    rain forest his men are checked, if they marched (G-3.131).
    """
    march = pos.march
    assert march is not None
    commander = march.expedition
    parent = pos.expeditions[commander]
    owner = parent.owner
    pos.talk = (captain,)
    step(pos, detach, "men")
    group = yield from _detached_men(pos, commander, captain)
    step(pos, detach, "units")
    units = yield from _detached_units(pos, commander, group)
    allies = yield from _detached_allies(pos, commander, captain, units)
    step(pos, detach, "assets")
    assets = yield from _detached_cards(pos, owner, captain, parent.assets)
    shown = yield from _detached_cards(pos, owner, captain, parent.shown)
    step(pos, detach, "food")
    bearers = assets.count_of(BEARER) + shown.count_of(BEARER)
    food = yield from _detached_food(pos, owner, captain, min(parent.food, food_limit_of(pos, units.foot, bearers)))
    pos.talk = ()
    _part(pos, commander, group, units)
    hits = parent.hits if units.size else 0
    pos.expeditions[captain] = Expedition(
        owner, parent.space, allies, food, 0, hits, assets, shown, (), parent.ashore, parent.healthy
    )
    pos.edit(
        commander,
        allies=_less(parent.allies, allies),
        food=parent.food - food,
        assets=_less(parent.assets, assets),
        shown=_less(parent.shown, shown),
    )
    pos.report(Detached, expedition=commander, captain=captain, space=parent.space, rule="3.14")
    if units.size > pos.units(commander).size:
        hand_treasure(pos, commander, captain)
    settle(pos, commander)
    spoil_food(pos, captain)
    activated, left = (*pos.impulse.activated, captain), (*pos.impulse.left, captain)
    pos.impulse = changed(pos.impulse, activated=activated, left=left)
    if march.steps and parent.space in pos.rules.world.harsh and units.size:
        yield from morale_check(pos, captain, "terrain", "3.131")


def hand_treasure(pos: ConquestPosition, commander: str, captain: str) -> None:
    """G-10.13b  Gold and kings go with those who take the larger part of the Spanish units."""
    parent = pos.expeditions[commander]
    gain_gold(pos, commander, -parent.gold, "parted", "G-10.13b")
    gain_gold(pos, captain, parent.gold, "parted", "G-10.13b")
    pos.edit(commander, kings=())
    pos.edit(captain, kings=parent.kings)
    for empire in parent.kings:
        pos.report(KingTaken, empire=empire, expedition=captain, rule="G-10.13b")


def _detached_men(pos: ConquestPosition, commander: str, captain: str) -> Procedure[list[str]]:
    """G-3.14  Other companions may stay behind with him."""
    group = [captain]
    while True:
        others = [c for c in pos.members(commander)[1:] if c not in group]
        facts = (("captain", captain),)
        man = yield from pick(pos.expeditions[commander].owner, "detach-men", "3.14", others, passes=True, facts=facts)
        if man is None:
            return group
        group.append(man)
        note(pos, man)


def _detached_units(pos: ConquestPosition, commander: str, group: list[str]) -> Procedure[Units]:
    """1.42, 1.43  Spanish units, kind by kind, so that both parts have room on their cards."""
    total = pos.units(commander)
    staying = len(pos.members(commander)) - len(group)
    room, held = _room(pos, len(group)), _room(pos, staying)
    units = NO_UNITS
    for place, kind in enumerate(KINDS):
        later = sum(total[place + 1 :])
        most = min(total.of(kind), room - units.size)
        least = max(0, total.size - held - units.size - later)
        facts = (("captain", group[0]), ("unit", kind))
        owner = pos.expeditions[commander].owner
        taken = yield from amount(owner, "detach-units", "3.14", least, most, facts=facts)
        note(pos, taken)
        units = units.plus(kind, taken)
    return units


def _room(pos: ConquestPosition, men: int) -> int:
    """1.42, 1.43, C12  How many units the cards of so many conquistadors hold in one expedition."""
    return min(men, 1 + pos.rules.companions_with_units) * pos.rules.card_units


def _detached_allies(pos: ConquestPosition, commander: str, captain: str, units: Units) -> Procedure[Pile]:
    """5.24  Indian allies go only where a Spanish unit is, so all of them go with the last of those."""
    expedition = pos.expeditions[commander]
    allies = NOTHING
    for title in expedition.allies.titles if units.size else ():
        count = expedition.allies.count_of(title)
        least = count if units == pos.units(commander) else 0
        facts = (("captain", captain), ("unit", ally_of(title)[0]))
        taken = yield from amount(expedition.owner, "detach-units", "3.14", least, count, facts=facts)
        note(pos, taken)
        allies = Pile.united([allies, Pile((title,), (taken,)) if taken else NOTHING])
    return allies


def _detached_cards(pos: ConquestPosition, owner: Seat, captain: str, cards: Pile) -> Procedure[Pile]:
    """G-3.14, 5.15  Asset cards, one after the other: nobody learns from the questions which they are."""
    taken = NOTHING
    while True:
        left = _less(cards, taken).titles
        title = yield from pick(owner, "detach-assets", "3.14", left, passes=True, facts=(("captain", captain),))
        if title is None:
            return taken
        taken = taken.plus(title)
        note(pos, title)


def _detached_food(pos: ConquestPosition, owner: Seat, captain: str, most: int) -> Procedure[int]:
    """G-3.14, 8.131  Food up to the limit, Bearers counted. The question does not say whether any lie face down."""

    def amounts() -> list[Option]:
        return [option("amount", str(n)) for n in range(1, most + 1)]

    facts = (("captain", captain),)
    chosen: Option = yield offer(owner, "detach-food", "3.14", amounts, passes=True, facts=facts)
    return 0 if chosen.subject is None else int(chosen.subject)


def _part(pos: ConquestPosition, commander: str, group: list[str], units: Units) -> None:
    """The chosen units go to the cards of those who stay behind, the others to the cards that march on."""
    rest = pos.units(commander).less(units)
    marching = [c for c in pos.members(commander) if c not in group]
    for captain in group:
        pos.edit_captain(captain, expedition=group[0])
    spread(pos, group, units)
    spread(pos, marching, rest)


def spread(pos: ConquestPosition, captains: list[str], units: Units) -> None:
    """1.42, 1.43  Lay units on cards: each keeps what it has as far as possible, the rest where there is room."""
    left = units
    for captain in captains:
        held = pos.captains[captain].units
        kept = Units(*[min(held[k], left[k]) for k in range(len(KINDS))])
        pos.edit_captain(captain, units=kept)
        left = left.less(kept)
    companions = sorted(captains[1:], key=lambda c: not pos.captains[c].units.size)
    for captain in [captains[0], *companions][: 1 + pos.rules.companions_with_units]:
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


def touch(pos: ConquestPosition, space: str) -> None:
    """Something changed here: expeditions may be reorganised once more."""
    if space in pos.impulse.rearranged:
        pos.impulse = changed(pos.impulse, rearranged=tuple(s for s in pos.impulse.rearranged if s != space))


def drop_aid(pos: ConquestPosition, title: str) -> None:
    aids = list(pos.impulse.aids)
    aids.remove(title)
    pos.impulse = changed(pos.impulse, aids=tuple(aids))
