"""9.0  Morale and rally."""

from __future__ import annotations

from functools import partial

from conquistadors.engine import Bar, Modifier, Option, Procedure, offer, option, pick, procedure, roll, step
from conquistadors.games.conquest.rules.cards.playing import (
    best_rating,
    lose_assets,
    lost_on,
    support,
    window_on,
    with_modifier,
)
from conquistadors.games.conquest.rules.events import FoodChanged, MoraleChanged
from conquistadors.games.conquest.rules.expeditions import lose_unit, units_to_lose
from conquistadors.games.conquest.rules.governor import move_index
from conquistadors.games.conquest.rules.position import Action, ConquestPosition


def set_hits(pos: ConquestPosition, commander: str, hits: int, rule: str) -> None:
    """9.13, 9.15  Hits are kept between none and four, until a rally or a card removes them."""
    before = pos.expeditions[commander].hits
    now = max(0, min(pos.rules.hits_most, hits))
    if now != before:
        pos.edit(commander, hits=now)
        pos.report(MoraleChanged, expedition=commander, hits=now - before, now=now, rule=rule)


@procedure("9.14")
def take_hits(pos: ConquestPosition, commander: str, hits: int, rule: str) -> Procedure[int]:
    """9.11, 9.13, 9.14, C45  Hits are cumulative to four; each one beyond costs a unit of the owner's choice instead.

    Every hit comes this way: of combat, retreat, a death, a morale check, a rally that failed, or a card.
    Returns how many units were lost. An expedition without Spanish units has no hits (9.26, 5.24).
    """
    lost = 0
    for left in range(hits, 0, -1):
        if not pos.has_units(commander):
            break
        expedition = pos.expeditions[commander]
        if expedition.hits < pos.rules.hits_most:
            set_hits(pos, commander, expedition.hits + 1, rule)
            continue
        kinds = units_to_lose(pos, commander, spanish_only=not pos.rules.house.ally_fifth)  # G-9.14
        facts = (("expedition", commander), ("left", left))
        unit = yield from pick(expedition.owner, "fifth-hit", "9.14", kinds, facts=facts)
        yield from lose_unit(pos, commander, str(unit), "9.14")
        lost += 1
    return lost


@procedure("9.12", steps=("roll", "hits"))
def morale_check(
    pos: ConquestPosition, commander: str, name: str, rule: str, more: tuple[Modifier, ...] = ()
) -> Procedure[None]:
    """A morale check for starvation (8.21), malaria (21.2), or a march that ends in desert or rain forest (3.131).

    One table serves all (C33). In a space with a printed -1 the die has -1 (9.121); `more` is what else changes it,
    and all of it adds up (G-9.12). A unit lost by it, Spanish or Indian, lowers the governor index by one, once a
    check (8.22, 9.14, 11.14, C6).
    """
    expedition = pos.expeditions[commander]
    step(pos, morale_check, "roll")
    bad = pos.rules.world.spaces[expedition.space].minus_one
    modifiers = (Modifier("fever-coast", pos.rules.n.coast_morale),) if bad else ()
    reads, also_reads = pos.rules.reading(name), partial(lost_on, pos)
    thrown = yield from roll(
        pos, name, expedition.owner, (*modifiers, *more), rule=rule, reads=reads, also_reads=also_reads
    )
    lose_assets(pos, thrown.natural, rule)
    step(pos, morale_check, "hits")
    lost = yield from take_hits(pos, commander, thrown.result, "9.12")
    if lost and (name != "terrain" or pos.rules.house.terrain_index):
        move_index(pos, expedition.owner, pos.rules.n.index_loss, "11.14")


# Rally -----------------------------------------------------------------------------------------------------------


def forbids_rally(pos: ConquestPosition, commander: str) -> Bar | None:
    """9.21, G-9.2, G-3.15  An expedition with combat units that has hits."""
    if not pos.has_units(commander):
        return Bar("G-3.15", "alone")
    return None if pos.expeditions[commander].hits else Bar("G-9.2", "no-hits")


@procedure("9.22", steps=("cards", "food", "roll", "result"))
def rally(pos: ConquestPosition, commander: str) -> Procedure[None]:
    """The Rally action: cards, a food point, the roll, and the hits it removes or adds.

    A Mosquito marker in the space costs one, in the Basic Game too (G-9.23). Men who got their shares there in this
    impulse are the easier to rally (9.23, 18.0). A fifth hit costs a unit but no index (G-9.2).
    """
    owner, space = pos.expeditions[commander].owner, pos.expeditions[commander].space
    pos.action = Action("rally", commander, space)
    step(pos, rally, "cards")
    yield from window_on(pos, "rally", "9.23")
    yield from support(pos, "rally", "9.23")
    step(pos, rally, "food")
    yield from _spend_food(pos, commander)
    step(pos, rally, "roll")
    modifiers = [best_rating(pos, commander, "rally")]
    if pos.site(space).marker == "mosquito":
        modifiers.append(Modifier("mosquito", pos.rules.n.rally_mosquito))
    if pos.impulse.divided == space and pos.impulse.content:
        modifiers.append(Modifier("division", pos.rules.n.rally_division))
    modifiers += pos.action.modifiers
    thrown = yield from roll(pos, "rally", owner, modifiers, rule="9.22", reads=pos.rules.reading("rally"))
    pos.action = None
    step(pos, rally, "result")
    change = thrown.result
    if change > 0:
        yield from take_hits(pos, commander, change, "9.22")
    elif change < 0:
        set_hits(pos, commander, pos.expeditions[commander].hits + change, "9.22")


def _spend_food(pos: ConquestPosition, commander: str) -> Procedure[None]:
    """9.23  One food point of this expedition, or of another of the player's in the space, for +1."""
    owner, space = pos.expeditions[commander].owner, pos.expeditions[commander].space

    def stores() -> list[Option]:
        own = [c for c in pos.expeditions_of(owner) if pos.expeditions[c].space == space and pos.expeditions[c].food]
        return [option("spend-food", c) for c in own]

    chosen: Option = yield offer(owner, "rally-food", "9.23", stores, passes=True, facts=(("expedition", commander),))
    if chosen.subject is not None and pos.action is not None:
        giver = chosen.subject
        food = pos.expeditions[giver].food - 1
        pos.edit(giver, food=food)
        pos.report(FoodChanged, expedition=giver, food=-1, now=food, why="rally", rule="9.23")
        with_modifier(pos, Modifier("food", pos.rules.n.rally_food))
