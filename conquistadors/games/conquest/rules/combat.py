"""6.0, 6.1, 6.2  Combat: who may fight whom, and the rounds of a battle. Losses and retreats: next doors."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from conquistadors.engine import (
    Modifier,
    Option,
    Procedure,
    Seat,
    changed,
    conclude_roll,
    offer,
    option,
    pick,
    prepare_roll,
    procedure,
    step,
    throw_dice,
)
from conquistadors.games.conquest.pack.roll_results import Reader
from conquistadors.games.conquest.rules.aftermath import give_up
from conquistadors.games.conquest.rules.asking import thrower
from conquistadors.games.conquest.rules.battle import (
    INDIANS,
    SIDES,
    against_indians,
    allies_taking_part,
    beaten,
    edit_side,
    enemy_of,
    now,
    over,
    side_of,
    strength,
    taking_part,
)
from conquistadors.games.conquest.rules.cards.targets import number
from conquistadors.games.conquest.rules.events import BattleBegan, BattleEnded, BattleResult, BattleRound
from conquistadors.games.conquest.rules.governor import lift_warrant, may_fight
from conquistadors.games.conquest.rules.indians import value_of
from conquistadors.games.conquest.rules.losses import allot
from conquistadors.games.conquest.rules.morale import take_hits
from conquistadors.games.conquest.rules.position import ENEMY, Battle, ConquestPosition, Side
from conquistadors.games.conquest.rules.retreat import offer_retreat
from conquistadors.games.conquest.rules.tasks import task, task_of

AMBUSH: Final = "indian-ambush"

# Who takes part --------------------------------------------------------------------------------------------------


def indian_player(pos: ConquestPosition, spanish: Seat) -> Seat:
    """6.22, G-6.22b  Who plays Indians whom a player attacks: the next other in impulse order, or nobody (23.0)."""
    others = pos.others(spanish)
    return others[0] if others else ENEMY


def enemies_of(pos: ConquestPosition, commander: str, space: str) -> list[str]:
    """6.121  The expeditions in a space that an expedition may attack: where a warrant allows it."""
    owner = pos.expeditions[commander].owner
    return [c for c in pos.expeditions_in(space) if may_fight(pos, owner, pos.expeditions[c].owner)]


def begin_battle(
    pos: ConquestPosition,
    space: str,
    attacker: Side,
    defender: Side,
    *,
    entered_from: str | None = None,
    ambush: bool = False,
) -> None:
    """6.0, 6.11, 6.13, 6.15  A battle begins: all Indians of the space on one side, or one expedition on each.

    A conquistador without Spanish units cannot fight: the battle is over before it begins (G-3.15). A wanted one whom
    Spaniards attack may give up first (G-11.24b).
    """
    sides = [changed(side, start=strength(pos, side)) for side in (attacker, defender)]
    pos.battle = Battle(space, sides[0], sides[1], entered_from=entered_from, ambush=ambush)
    names = [side.expedition or INDIANS for side in sides]
    pos.report(BattleBegan, space=space, attacker=names[0], defender=names[1], rule="6.11")
    if not any(beaten(pos, side) for side in sides):
        pos.then(pos.rules.profile.battle)
    elif may_surrender(pos):
        pos.then("give-up")
    else:
        pos.then("battle-end")


# A round ---------------------------------------------------------------------------------------------------------


@task("battle-round")
@procedure("6.22", steps=("leaders", "cards", "rolls", "losses", "retreat"))
def battle_round(pos: ConquestPosition) -> Procedure[None]:
    """One round of battle. Its steps are tasks: each is entered from the position alone.

    0  a wanted man may be given up (11.24); each Spanish side names the leader whose rating counts (6.23)
    1  both sides total their values, Indians first; cards that change them (6.22(1), 6.25)
    2  aim: Mano de Dios +2, Spanish only (6.22(2))
    3  throw: both roll; nothing is removed yet (6.22(3))
    4  outcome: Mano de Dios re-roll, Spanish only (6.22(4))
    5  losses are allotted by the roller (6.34), morale hits applied (6.33)
    6  after the least number of rounds Spaniards may retreat, the attacker first (6.35, G-6.27b, 17.12)
    """
    battle = now(pos)
    pos.battle = changed(battle, round=battle.round + 1)
    note_riders(pos)
    step(pos, battle_round, "leaders")
    if (yield from surrender(pos)):
        pos.then("battle-end")
        return
    if not (yield from make_ready(pos, battle_round)):
        return
    step(pos, battle_round, "rolls")
    values = {name: value(pos, name) for name in SIDES}
    number = now(pos).round
    pos.report(BattleRound, round=number, attacker=values["attacker"], defender=values["defender"], rule="6.21")
    order = SIDES if battle.attacker.expedition is None else SIDES[::-1]
    pos.then(*strikes(order), *[f"{what}:{name}" for what in ("losses", "morale") for name in SIDES], "battle-retreat")


def strikes(order: Sequence[str]) -> list[str]:
    """6.22(2)-(4), G-6.34b  The tasks in which some sides roll, with all they have now: Indians or the defender first.

    Mano de Dios +2 comes before either roll, the re-roll after both.
    """
    return [f"{what}:{name}" for what in ("aim", "throw", "outcome") for name in order]


def make_ready(pos: ConquestPosition, within: Callable[[ConquestPosition], Procedure[None]]) -> Procedure[bool]:
    """6.22(1), 6.23  Leaders are named and cards are played; whoever leads may then be dead by one of them.

    Gives whether there is still a battle: a card may have ended it.
    """
    for name in SIDES:
        yield from name_leader(pos, name)
    step(pos, within, "cards")
    yield from pos.rules.oppose(pos, "combat", card_order(pos), "6.22(1)")
    for name in SIDES:
        yield from name_leader(pos, name)
    if over(pos):
        spare_leaders(pos)
        pos.then("battle-end")
        return False
    return True


@task("battle-retreat")
@procedure("6.35")
def end_of_round(pos: ConquestPosition) -> Procedure[None]:
    """6.27, 6.35, G-6.27b  The battle is over, or a Spanish side retreats, or there is another round."""
    if over(pos):
        pos.then("battle-end")
        return
    step(pos, battle_round, "retreat")
    for name in SIDES:
        if may_leave(pos, name) and (yield from offer_retreat(pos, name)):
            return
    pos.then("battle-round")


def may_leave(pos: ConquestPosition, name: str) -> bool:
    """6.35  Spaniards may retreat when the least number of rounds is over; Indians on their own never do."""
    battle = now(pos)
    return side_of(battle, name).expedition is not None and battle.round >= rounds_at_least(pos, name)


def rounds_at_least(pos: ConquestPosition, name: str) -> int:
    """6.27, 17.12, G-17.12  Two rounds, or what a card in force says (Encirclement: four); one for horse alone.

    The horse round is none of them (G-6.27).
    """
    effects = [pos.rules.cards[title].effect for title in now(pos).cards if title in pos.rules.cards]
    swift = side_of(now(pos), name).riders and not any(effect.get("bars_horse_retreat") for effect in effects)
    least = pos.rules.n.horse_rounds_at_least if swift else pos.rules.n.rounds_at_least
    return max([least, *[int(str(effect.get("minimum_rounds", 0))) for effect in effects]])


def rides_free(pos: ConquestPosition, name: str) -> bool:
    """17.12  A side is an expedition of horse alone, without Indian allies, and no Spanish horse fights against it."""
    battle = now(pos)
    commander, enemy = side_of(battle, name).expedition, side_of(battle, enemy_of(name)).expedition
    if commander is None or pos.expeditions[commander].allies.titles:
        return False
    units = pos.units(commander)
    return units.horse == units.size and (enemy is None or not pos.units(enemy).horse)


def note_riders(pos: ConquestPosition) -> None:
    """17.12, G-17.12b  Who may leave early is judged when the round begins; later nobody asks any more."""
    if now(pos).round < pos.rules.n.rounds_at_least and pos.rules.profile.swift_horse:
        for name in SIDES:
            edit_side(pos, name, riders=rides_free(pos, name))


def may_surrender(pos: ConquestPosition) -> bool:
    """11.24, G-11.24b  A wanted player is attacked by Spaniards, with units or without."""
    battle = now(pos)
    spaniards = battle.attacker.expedition is not None and battle.defender.expedition is not None
    return spaniards and pos.factions[battle.defender.seat].warrant


@task("give-up")
@procedure("11.24")
def surrender_alone(pos: ConquestPosition) -> Procedure[None]:
    """11.24, G-11.24b  A wanted player's men without units give up one of them, and go; or they are captured."""
    if not (yield from surrender(pos)):
        pos.then("battle-end")
        return
    pos.report(BattleEnded, space=now(pos).space, how="over", rule="11.24")
    pos.battle = None


@procedure("11.24")
def surrender(pos: ConquestPosition) -> Procedure[bool]:
    """11.24, C39  A wanted player who is attacked by Spaniards may give up a conquistador of the attacked expedition.

    The man is eliminated, the warrant removed, and the battle is over. No morale hit: he is led away (G-11.24).
    """
    battle = now(pos)
    side = battle.defender
    if not may_surrender(pos):
        return False
    commander = str(side.expedition)
    facts = (("expedition", commander),)
    chosen: Option = yield offer(
        side.seat,
        "surrender",
        "11.24",
        lambda: [option("give-up", captain) for captain in pos.members(commander)],
        passes=True,
        facts=facts,
    )
    if chosen.subject is None:
        return False
    yield from give_up(pos, chosen.subject)
    lift_warrant(pos, side.seat, "11.24")
    return True


def name_leader(pos: ConquestPosition, name: str) -> Procedure[None]:
    """6.23, G-6.23  Each Spanish side must name one conquistador, once a combat; a wounded man will do."""
    side = side_of(now(pos), name)
    if side.expedition is None or side.expedition not in pos.expeditions or side.leader in pos.captains:
        return
    members = pos.members(side.expedition)
    facts = (("expedition", side.expedition),)
    leader = yield from pick(side.seat, "leader", "6.23", members, facts=facts)
    edit_side(pos, name, leader=leader)


def spare_leaders(pos: ConquestPosition) -> None:
    """6.4  Cards ended the battle before the first roll: nobody's rating was used, so nobody is checked.

    The roll of a horse round is the first one (G-6.23); that of a Sudden Shock Attack uses no rating (17.22).
    """
    if now(pos).round <= 1 and not now(pos).charged:
        for name in SIDES:
            edit_side(pos, name, leader=None)


def card_order(pos: ConquestPosition) -> tuple[Seat, ...]:
    """6.22(1), 6.25  The Indian side first: any player but the one who fights them; then the Spaniards."""
    battle = now(pos)
    if not against_indians(battle):
        return (battle.attacker.seat, battle.defender.seat)
    indian, spanish = battle.attacker, battle.defender
    if indian.expedition is not None:
        indian, spanish = spanish, indian
    seats = dict.fromkeys((indian.seat, *pos.others(indian.seat)))
    return (*[seat for seat in seats if seat != spanish.seat], spanish.seat)


# Values and rolls ------------------------------------------------------------------------------------------------


def multiplier(pos: ConquestPosition) -> int:
    """6.26, G-6.26, C42  1, and one more for every doubling in force this round; an ambush doubles the first only."""
    battle = now(pos)
    rounds = number(pos, AMBUSH, "doubled_rounds")
    factor = 1 + (battle.ambush and battle.round <= rounds)
    for title in battle.cards:
        factor += title in pos.rules.cards and "doubles" in pos.rules.cards[title].effect
    return factor


def value(pos: ConquestPosition, name: str) -> int:
    """6.221, 6.321, 17.11, 17.24, C9  The combat value of a side: of all that takes part.

    Flipped Spaniards fight on with their full value.
    """
    side = side_of(now(pos), name)
    if side.expedition is None:
        return value_of(pos, pos.site(now(pos).space).garrison) * multiplier(pos)
    units = pos.units(side.expedition)
    values = pos.rules.unit_values
    spanish = sum(units.of(kind) * values[kind] for kind in taking_part(pos))
    return spanish + value_of(pos, allies_taking_part(pos, side.expedition))


def roll_modifiers(pos: ConquestPosition, name: str) -> tuple[Modifier, ...]:
    """6.23, 6.24, 6.241, 17.24, G-6.24  What is added to a side's roll: for cannon only where one takes part."""
    battle = now(pos)
    side = side_of(battle, name)
    found = []
    n = pos.rules.n
    if side.expedition is None:
        if battle.shock_failed and battle.round <= n.shock_indian_rounds:
            found.append(Modifier("failed-shock", n.shock_indian))
    else:
        found.append(Modifier("rating", pos.rules.men[str(side.leader)].combat))
        if pos.units(side.expedition).cannon and "cannon" in taking_part(pos):
            found.append(Modifier("cannon", n.combat_cannon))
        spirits = n.combat_by_hits[pos.expeditions[side.expedition].hits]
        if spirits:
            found.append(Modifier("morale", spirits))
    return (*found, *side.modifiers, *side.once)


@task_of("aim")
@procedure("6.22(2)")
def aim(pos: ConquestPosition, name: str) -> Procedure[None]:
    """6.21, 6.22(2)  A side is about to roll with its value. Below the lowest column it does not (G-6.22).

    A card for one roll counts for the next one, be it that of the horse round or of a round (6.25, own ruling).
    """
    strength = value(pos, name)
    rolling = None
    if pos.rules.tables.combat_column(strength) is not None:
        side = side_of(now(pos), name)
        who, modifiers = thrower(pos, side.seat), roll_modifiers(pos, name)
        rolling = yield from prepare_roll(pos, kind_of_roll(side), who, modifiers, rule="6.22(3)")
    edit_side(pos, name, value=strength, rolling=rolling, once=())


@task_of("throw")
@procedure("6.22(3)")
def throw(pos: ConquestPosition, name: str) -> Procedure[None]:
    """6.22(3)  A side rolls; nothing is removed yet."""
    side = side_of(now(pos), name)
    if side.rolling is not None:
        thrown = yield from throw_dice(pos, side.rolling, rule="6.22(3)", reads=reading_of(pos, side))
        edit_side(pos, name, rolling=thrown)


@task_of("outcome")
@procedure("6.22(4)")
def outcome(pos: ConquestPosition, name: str) -> Procedure[None]:
    """6.22(4), 6.31  A Spaniard may roll again; what the table says is left to the battle."""
    side = side_of(now(pos), name)
    if side.rolling is None:
        return
    losses, morale = (yield from conclude_roll(pos, side.rolling, reads=reading_of(pos, side))).result
    edit_side(pos, name, value=0, rolling=None, inflicts=losses, morale=morale)
    pos.report(BattleResult, side=side.expedition or INDIANS, losses=losses, morale=morale, rule="6.31")


def kind_of_roll(side: Side) -> str:
    return "combat-indian" if side.expedition is None else "combat-spanish"


def reading_of(pos: ConquestPosition, side: Side) -> Reader:
    """6.31  How a side's roll is read: in the column of its value."""
    return pos.rules.reading(kind_of_roll(side), side.value)


@task_of("losses")
@procedure("6.34")
def losses(pos: ConquestPosition, name: str) -> Procedure[None]:
    """6.22(5), 6.34  The losses that a side inflicts are allotted."""
    step(pos, battle_round, "losses")
    yield from allot(pos, name)


@task_of("morale")
@procedure("6.33")
def apply_morale(pos: ConquestPosition, name: str) -> Procedure[None]:
    """6.33, G-6.33  M is a morale hit on a Spanish force, and nothing to Indians."""
    if not side_of(now(pos), name).morale:
        return
    edit_side(pos, name, morale=False)
    enemy = side_of(now(pos), enemy_of(name)).expedition
    if enemy is not None and enemy in pos.expeditions:
        yield from take_hits(pos, enemy, 1, "6.33")
