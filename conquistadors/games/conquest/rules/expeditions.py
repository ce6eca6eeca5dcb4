"""1.4, 6.44, 8.131  Expeditions: their units, what they may carry, and who commands them."""

from __future__ import annotations

from functools import partial

from conquistadors.engine import Option, Pile, Procedure, Seat, changed, draw, offer, option, pick, procedure
from conquistadors.games.conquest.rules.battle import fights, fit_down, forgive
from conquistadors.games.conquest.rules.events import (
    Died,
    FoodChanged,
    MoraleChanged,
    TookOver,
    UnitLost,
    UnitsGained,
)
from conquistadors.games.conquest.rules.governor import lift_warrant
from conquistadors.games.conquest.rules.indians import dismiss, free_kings
from conquistadors.games.conquest.rules.position import (
    KINDS,
    NO_UNITS,
    NOTHING,
    Captain,
    ConquestPosition,
    Expedition,
    Units,
)

BEARER = "bearer"

# Food ------------------------------------------------------------------------------------------------------------


def food_limit(pos: ConquestPosition, commander: str, *, hidden: bool) -> int:
    """1.262, 8.131, C26, D-8.131  Three food points, not more than foot units; Bearers carry more in any case.

    The foot of companions count (G-8.131). `hidden` counts the Bearers that lie face down as well: only their owner
    knows them.
    """
    expedition = pos.expeditions[commander]
    bearers = expedition.shown.count_of(BEARER) + (expedition.assets.count_of(BEARER) if hidden else 0)
    return food_limit_of(pos, pos.units(commander).foot, bearers)


def food_limit_of(pos: ConquestPosition, foot: int, bearers: int) -> int:
    return min(pos.rules.food_most, foot) + bearers * pos.rules.bearer_food


def gain_food(pos: ConquestPosition, commander: str, food: int, why: str, rule: str) -> None:
    """8.13, G-5.14b  Food up to the limit; what is beyond is lost."""
    before = pos.expeditions[commander].food
    now = min(before + food, food_limit(pos, commander, hidden=True))
    if now != before:
        pos.edit(commander, food=now)
        show_bearers(pos, commander)
        pos.report(FoodChanged, expedition=commander, food=now - before, now=now, why=why, rule=rule)


def show_bearers(pos: ConquestPosition, commander: str) -> None:
    """5.15  A Bearer is shown when it carries something for the first time."""
    expedition = pos.expeditions[commander]
    while expedition.food > food_limit(pos, commander, hidden=False) and expedition.assets.count_of(BEARER):
        expedition = show_asset(pos, commander, BEARER)


def show_asset(pos: ConquestPosition, commander: str, card: str) -> Expedition:
    """5.15  An asset is revealed when it is first used."""
    expedition = pos.expeditions[commander]
    return pos.edit(commander, assets=expedition.assets.minus(card), shown=expedition.shown.plus(card))


def spoil_food(pos: ConquestPosition, commander: str) -> None:
    """G-8.131  Food that can no longer be carried is dropped at once."""
    before = pos.expeditions[commander].food
    if not before:
        return
    limit = food_limit(pos, commander, hidden=True)
    if before > limit:
        pos.edit(commander, food=limit)
        pos.report(FoodChanged, expedition=commander, food=limit - before, now=limit, why="dropped", rule="8.131")
    show_bearers(pos, commander)


# Units -----------------------------------------------------------------------------------------------------------


def cards_with_room(pos: ConquestPosition, commander: str, first: str | None = None) -> list[tuple[str, int]]:
    """1.42, 1.43, C12  The cards that can take units, and how many: ten a card, two companions with units at most.

    `first` is the man whose card is filled before all others; without him it is the commander's.
    """
    members = pos.members(commander)
    holding = [c for c in members[1:] if pos.captains[c].units.size]
    free_cards = pos.rules.companions_with_units - len(holding)
    room = []
    for captain in sorted(members, key=lambda captain: captain != first):
        held = pos.captains[captain].units.size
        usable = captain == commander or held or free_cards > 0
        if usable and held < pos.rules.card_units:
            room.append((captain, pos.rules.card_units - held))
            free_cards -= captain != commander and not held
    return room


@procedure("1.421")
def receive(pos: ConquestPosition, commander: str, units: Units, rule: str) -> Procedure[None]:
    """1.421, G-1.421  New units come to an expedition, as far as counters are left (15.15).

    Where its cards are full, each may push out a unit of another kind, of the owner's choice, or is turned away.
    """
    for kind in KINDS:
        for left in range(min(units.of(kind), pos.pool.of(kind)), 0, -1):
            room = cards_with_room(pos, commander)
            if not room:
                facts = (("expedition", commander), ("unit", kind), ("left", left))
                owner = pos.expeditions[commander].owner
                held = pos.units(commander)
                others = [k for k in KINDS if held.of(k) and k != kind]
                out = yield from pick(owner, "make-room", "1.421", others, passes=True, facts=facts)
                if out is None:
                    continue
                take_unit(pos, commander, out, "1.421")
                room = cards_with_room(pos, commander)
                if pos.battle is not None:
                    fit_down(pos, commander)
            put_unit(pos, room[0][0], kind)
            pos.report(UnitsGained, expedition=commander, unit=kind, count=1, rule=rule)


def put_unit(pos: ConquestPosition, captain: str, kind: str) -> None:
    pos.edit_captain(captain, units=pos.captains[captain].units.plus(kind))
    pos.pool = pos.pool.plus(kind, -1)


def take_unit(pos: ConquestPosition, commander: str, kind: str, rule: str) -> None:
    """A Spanish unit goes back to the counters (G-1.421), from the fullest card.

    Food that the foot carried is dropped with it, in the middle of a battle too (G-8.131b).
    """
    holders = [c for c in reversed(pos.members(commander)) if pos.captains[c].units.of(kind)]
    captain = max(holders, key=lambda c: pos.captains[c].units.of(kind))
    pos.edit_captain(captain, units=pos.captains[captain].units.plus(kind, -1))
    pos.pool = pos.pool.plus(kind)
    pos.report(UnitLost, expedition=commander, unit=kind, rule=rule)
    spoil_food(pos, commander)


def units_to_lose(pos: ConquestPosition, commander: str, *, spanish_only: bool) -> list[str]:
    """G-9.14  The combat units of an expedition, equal ones as one: Spanish kinds, and allied Indian units."""
    units = pos.units(commander)
    kinds = [kind for kind in KINDS if units.of(kind)]
    return kinds if spanish_only else [*kinds, *pos.expeditions[commander].allies.titles]


@procedure("9.14")
def lose_unit(pos: ConquestPosition, commander: str, unit: str, rule: str) -> Procedure[None]:
    """A combat unit is eliminated outside the rolls of a battle."""
    if unit in KINDS:
        take_unit(pos, commander, unit, rule)
    else:
        dismiss(pos, commander, Pile((unit,), (1,)), rule)
    if fights(pos, commander):  # a battle looks after its sides when it ends (6.371)
        fit_down(pos, commander, unit)
    else:
        yield from mourn(pos, commander)


@procedure("12.252")
def mourn(pos: ConquestPosition, commander: str) -> Procedure[None]:
    """9.26, 12.252, G-9.14b, G-12.252b  What an expedition can no longer keep after losing units.

    With the last unit a king is lost as well; a man who never had any keeps him.
    """
    settle(pos, commander)
    if not pos.has_units(commander):
        yield from free_kings(pos, commander)


def settle(pos: ConquestPosition, commander: str) -> None:
    """5.24, 8.131, 9.26, G-9.14b  What an expedition can no longer keep with the units it has.

    Without Spanish units the conquistador stays on alone, with his gold and assets: hits and Indian allies go.
    """
    spoil_food(pos, commander)
    if pos.has_units(commander):
        return
    expedition = pos.expeditions[commander]
    if expedition.allies.titles:
        dismiss(pos, commander, expedition.allies, "5.24")
    if expedition.hits:
        pos.edit(commander, hits=0)
        pos.report(MoraleChanged, expedition=commander, hits=-expedition.hits, now=0, rule="9.26")


# Command ---------------------------------------------------------------------------------------------------------


def rename(pos: ConquestPosition, old: str, new: str) -> None:
    """An expedition is known by its commander: when he changes, everything that refers to it follows."""
    pos.expeditions[new] = pos.expeditions.pop(old)
    for name, captain in list(pos.captains.items()):
        if captain.expedition == old:
            pos.captains[name] = changed(captain, expedition=new)
    impulse = pos.impulse
    pos.impulse = changed(
        impulse,
        activated=tuple(new if c == old else c for c in impulse.activated),
        joined=tuple(new if c == old else c for c in impulse.joined),
    )
    if pos.action is not None and pos.action.expedition == old:
        pos.action = changed(pos.action, expedition=new)
    if pos.march is not None and pos.march.expedition == old:
        pos.march = changed(pos.march, expedition=new)
    if pos.battle is not None:
        attacker, defender = pos.battle.attacker, pos.battle.defender
        if attacker.expedition == old:
            pos.battle = changed(pos.battle, attacker=changed(attacker, expedition=new))
        if defender.expedition == old:
            pos.battle = changed(pos.battle, defender=changed(defender, expedition=new))


def remove_captain(pos: ConquestPosition, captain: str) -> None:
    """A conquistador leaves the map for good."""
    pos.captains.pop(captain)
    retire(pos, captain)


def retire(pos: ConquestPosition, captain: str) -> None:
    """6.441, G-6.441  A dead conquistador is out for good; a replacement goes back to his pool."""
    pile = "replacements" if pos.rules.men[captain].print == "replacement" else "fallen"
    pos.piles[pile] = pos.piles[pile].plus(captain)


def disband(pos: ConquestPosition, commander: str) -> None:
    """An expedition without conquistadors is gone: its gold, food and assets with it (G-5.15, 6.371)."""
    expedition = pos.expeditions.pop(commander)
    pos.gold -= expedition.gold
    pos.piles["asset-discards"] = Pile.united([pos.piles["asset-discards"], expedition.assets, expedition.shown])


@procedure("6.45")
def kill(pos: ConquestPosition, captain: str, rule: str) -> Procedure[str | None]:
    """A conquistador dies: by a casualty roll, an assassin or poison. The warrant against his faction ends (11.23).

    Gives the commander of his expedition from now on; None if it is gone.
    """
    owner = pos.captains[captain].owner
    pos.report(Died, captain=captain, owner=owner, rule=rule)
    lift_warrant(pos, owner, "11.23")
    return (yield from succeed(pos, captain))


@procedure("6.44")
def succeed(pos: ConquestPosition, captain: str) -> Procedure[str | None]:
    """6.44, 6.441, G-6.44, G-6.44b  Who takes over from a man who is gone: a replacement, or a companion.

    A companion without units is not replaced. Where no replacement is left a companion takes over, and units that
    find no room on any card are eliminated; where there is no companion either, see `_orphans`.
    """
    gone = pos.captains[captain]
    commander = gone.expedition
    owner = gone.owner
    leads = commander == captain
    others = [c for c in pos.members(commander) if c != captain]
    needed = gone.units.size or (leads and pos.units(commander).size)
    if not leads and not needed:
        remove_captain(pos, captain)
        return commander
    heirs = [c for c in others if not needed or heir_fits(pos, captain, c)]
    replacements = pos.piles["replacements"]
    chosen: str | None = None
    if needed and replacements.titles:
        options = partial(_succession, heirs)
        answer: Option = yield offer(owner, "succession", "6.44", options, facts=(("captain", captain),))
        if answer.verb == "promote":
            chosen = answer.subject
        else:
            chosen = yield from draw(pos, replacements, owner, name="replacement", rule="6.44", seen_by=None)
            pos.piles["replacements"] = pos.piles["replacements"].minus(chosen)
            pos.captains[chosen] = Captain(owner, commander, gone.units)
            pos.edit_captain(captain, units=NO_UNITS)
    elif others:
        rule = "G-6.44b" if needed else "G-6.44"
        facts = (("captain", captain),)
        chosen = yield from pick(owner, "succession-companion", rule, heirs or others, facts=facts)
    if chosen is None:
        return (yield from _orphans(pos, captain))
    units = pos.captains[captain].units
    if heir_fits(pos, captain, chosen):
        pos.edit_captain(chosen, units=pos.captains[chosen].units.add(units))
        units = NO_UNITS
    if leads:
        rename(pos, captain, chosen)
    pos.report(TookOver, captain=chosen, after=captain, rule="6.44")
    remove_captain(pos, captain)
    commander = chosen if leads else commander
    if units.size:
        pos.pool = pos.pool.add(units)
        yield from _squeeze(pos, commander, units)
    spoil_food(pos, commander)
    return commander


def _squeeze(pos: ConquestPosition, commander: str, units: Units) -> Procedure[None]:
    """1.421, G-6.44b  Units of a man without a successor: on any card with room; others must make room, or they go."""
    if pos.battle is not None:  # they have left the card of the dead man
        forgive(pos, commander, pos.units(commander).size + units.size)
        fit_down(pos, commander)
    before = pos.units(commander).size
    yield from receive(pos, commander, units, "G-6.44b")
    if pos.battle is not None:
        forgive(pos, commander, before)


def _succession(heirs: list[str]) -> list[Option]:
    return [option("replace"), *[option("promote", heir) for heir in heirs]]


def heir_fits(pos: ConquestPosition, captain: str, heir: str) -> bool:
    """1.42, 1.43  Whether a companion can take over the units and the place of a man who is gone."""
    gone = pos.captains[captain]
    commander = heir if gone.expedition == captain else gone.expedition
    merged = pos.captains[heir].units.add(gone.units)
    companions = [c for c in pos.members(gone.expedition) if c not in (captain, commander)]
    holding = sum(bool((merged if c == heir else pos.captains[c].units).size) for c in companions)
    return merged.size <= pos.rules.card_units and holding <= pos.rules.companions_with_units


def _orphans(pos: ConquestPosition, captain: str) -> Procedure[str | None]:
    """G-6.44b  A lone commander is gone and nobody takes over: the units join another own expedition in the space.

    They bring along what they carried, as when expeditions combine (9.25, G-5.15). Without such an expedition, or
    without units, all is lost, and a king goes home (12.252).
    """
    gone = pos.captains[captain]
    here = pos.expeditions[captain].space
    hosts = [c for c in pos.expeditions_of(gone.owner) if c != captain and pos.expeditions[c].space == here]
    host = None
    if hosts and gone.units.size:
        host = yield from pick(gone.owner, "host", "G-6.44b", hosts, facts=(("captain", captain),))
    pos.edit_captain(captain, units=NO_UNITS)
    pos.pool = pos.pool.add(gone.units)
    if pos.battle is not None:
        forgive(pos, captain, gone.units.size)
        fit_down(pos, captain)
    left = pos.expeditions[captain]
    if host is None:
        for kind in KINDS:
            for _ in range(gone.units.of(kind)):
                pos.report(UnitLost, expedition=captain, unit=kind, rule="G-6.44b")
        if left.allies.titles:
            dismiss(pos, captain, left.allies, "5.24")
        yield from free_kings(pos, captain)
        disband(pos, captain)
        remove_captain(pos, captain)
        return None
    del pos.expeditions[captain]
    remove_captain(pos, captain)
    yield from _join(pos, host, left, gone.units)
    return host


def _join(pos: ConquestPosition, host: str, left: Expedition, units: Units) -> Procedure[None]:
    """9.25, G-5.15, G-6.44b  Units without a commander, and what they carried, come to another expedition."""
    rest = units
    for kind in KINDS:
        for _ in range(units.of(kind)):
            room = cards_with_room(pos, host)
            if room:
                put_unit(pos, room[0][0], kind)
                rest = rest.plus(kind, -1)
    to = pos.expeditions[host]
    if left.hits > to.hits:
        pos.report(MoraleChanged, expedition=host, hits=left.hits - to.hits, now=left.hits, rule="9.25")
    pos.edit(
        host,
        allies=Pile.united([to.allies, left.allies]),
        food=to.food + left.food,
        gold=to.gold + left.gold,
        hits=max(to.hits, left.hits),
        assets=Pile.united([to.assets, left.assets]),
        shown=Pile.united([to.shown, left.shown]),
        kings=tuple(sorted((*to.kings, *left.kings))),
        ashore=to.ashore or left.ashore,
        healthy=to.healthy and left.healthy,
    )
    spoil_food(pos, host)
    yield from receive(pos, host, rest, "G-6.44b")
    spoil_food(pos, host)


def form(pos: ConquestPosition, owner: Seat, captain: str, space: str, hits: int = 0) -> None:
    """1.41  A conquistador begins an expedition of his own."""
    pos.expeditions[captain] = Expedition(owner, space, NOTHING, 0, 0, hits)
    pos.edit_captain(captain, expedition=captain)
