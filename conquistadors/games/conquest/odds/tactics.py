"""How both sides fight, where the question does not leave it open: whom losses hit, when to retreat, which cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping
from itertools import accumulate
from typing import Final

from conquistadors.engine import PASS, Chance, Choice, Option, SetupError, option, short_repr
from conquistadors.engine.requests import ChanceValue
from conquistadors.engine.texts import error_text
from conquistadors.games.conquest.odds.battle_question import CHARGES, LOSSES, Retreat, Tactics
from conquistadors.games.conquest.rules.battle import SIDES, enemy_of, now, side_of
from conquistadors.games.conquest.rules.losses import FLIPPED, loss_targets
from conquistadors.games.conquest.rules.position import KINDS, ConquestPosition, ally_of
from conquistadors.odds.policies import Answer, Chooser, Plan, with_luck
from conquistadors.odds.trees import BEST, Lot


def plan_of(how: Tactics) -> Plan:
    """How every choice of a battle is made."""
    if how.charge not in CHARGES:
        raise SetupError(error_text("battle.charge", known=CHARGES, wanted=short_repr(how.charge)))
    return Plan(
        {
            **OTHERS,
            **with_luck(how.mano),
            "loss": allotment(*how.allotted()),
            "retreat": retreating(how.retreat),
            "charge": how.charge,
            "react": playing(frozenset(how.plays)),
        },
        otherwise="first",
        indifferent=frozenset({"replacement"}),  # 6.44: whoever takes over, the battle is over
    )


def allotment(spaniards: str, indians: str) -> Chooser:
    """6.34  How the losses that each side inflicts are allotted."""
    for how in (spaniards, indians):
        if how not in LOSSES:
            raise SetupError(error_text("battle.losses", known=LOSSES, wanted=short_repr(how)))

    def choose(pos: ConquestPosition, choice: Choice) -> Answer:
        name = _rolled(pos, choice)
        how = indians if side_of(now(pos), name).expedition is None else spaniards
        if how == "best":
            return BEST
        if how == "random":
            targets = Counter(loss_targets(pos, enemy_of(name)))
            return Lot(tuple(option("take", target) for target in targets), tuple(targets.values()))
        pick = max if how == "highest" else min
        return pick(choice.candidates(), key=lambda each: _worth(pos, str(each.subject)))

    return choose


def highest_of_lot(pos: ConquestPosition, chance: Chance) -> ChanceValue | None:
    """G-6.22b  Of units on which losses fall by lot, the one of the highest value; any other lot is left to chance."""
    units = [str(each) for each in chance.outcomes]
    if pos.battle is None or chance.rule != "6.34":
        return None
    return max(units, key=lambda each: _worth(pos, each))


def middle_of_cup(pos: ConquestPosition, chance: Chance) -> ChanceValue:
    """12.34  Of the Indian units that may be drawn, the one of middle value."""
    units = sorted(zip(chance.outcomes, chance.weights, strict=True), key=lambda each: _worth(pos, str(each[0])))
    so_far = accumulate(copies for _, copies in units)
    return next(unit for (unit, _), n in zip(units, so_far, strict=True) if 2 * n >= sum(chance.weights))


def _rolled(pos: ConquestPosition, choice: Choice) -> str:
    """The side that allots: the one whose losses are being dealt out, which was noted as its task was begun."""
    found = [name for name in SIDES if side_of(now(pos), name).seat == choice.who]
    if len(found) == 1:
        return found[0]
    raise SetupError(error_text("battle.same-seat"))


def _worth(pos: ConquestPosition, target: str) -> tuple[int, bool, str]:
    """What a unit is worth: by its value; of equal ones a flipped one, which would be eliminated."""
    kind = target.removesuffix(FLIPPED)
    if kind in KINDS:
        return pos.rules.unit_values[kind], kind != target, target
    return pos.rules.value[ally_of(target)[0]], False, target


def retreating(how: Retreat) -> Answer | Chooser:
    """6.35  When a Spanish side retreats, if it may."""
    if how == "never":
        return option("fight")
    if how == "best":
        return BEST
    if not isinstance(how, Mapping) or len(how) != 1 or not set(how) <= {"round", "lost"}:
        raise SetupError(error_text("battle.retreat", wanted=short_repr(how)))
    ((when, number),) = how.items()
    if type(number) is not int or number < 1:
        raise SetupError(error_text("battle.retreat-after", when=when, wanted=short_repr(number)))

    def choose(pos: ConquestPosition, choice: Choice) -> Option:
        battle = now(pos)
        side = next(side_of(battle, n) for n in SIDES if side_of(battle, n).seat == choice.who)
        lost = side.start - pos.units(str(side.expedition)).size
        return choice.legal()[0] if (battle.round if when == "round" else lost) >= number else option("fight")

    return choose


def playing(titles: Collection[str]) -> Chooser:
    """2.13  Whoever holds one of these cards plays it as soon as he may; nobody plays another.

    In a battle that is before its first round, or in it; after that no card is played.
    """

    def choose(pos: ConquestPosition, choice: Choice) -> Option:
        return play_one(pos, choice, titles)

    return choose


def play_one(pos: ConquestPosition, choice: Choice, titles: Collection[str]) -> Option:
    """The first of these cards that may be played now, or a pass."""
    if pos.battle is not None and pos.battle.round > 1:
        return PASS
    return next((each for each in choice.legal() if each.subject in titles), PASS)


def helping(titles: Collection[str]) -> Chooser:
    """5.15, G-5.15b  Assets that lie open are used wherever they help; of what is hidden only these cards."""

    def choose(pos: ConquestPosition, choice: Choice) -> Option:
        action = pos.action
        shown = () if action is None else pos.expeditions[action.expedition].shown.titles
        return play_one(pos, choice, {*titles, *shown})

    return choose


def best_leader(pos: ConquestPosition, choice: Choice) -> Option:
    """6.23  The conquistador with the highest rating; of equal ones the first."""
    return max(choice.legal(), key=lambda each: pos.rules.men[str(each.subject)].combat)


def cheapest(pos: ConquestPosition, choice: Choice) -> Option:
    """9.14  The unit of the lowest value."""
    return min(choice.legal(), key=lambda each: _worth(pos, str(each.subject)))


def dearest(pos: ConquestPosition, choice: Choice) -> Option:
    """6.25  The unit of the highest value."""
    return max(choice.legal(), key=lambda each: _worth(pos, str(each.subject)))


OTHERS: Final[Mapping[str, Answer | Callable[[ConquestPosition, Choice], Answer]]] = {
    "leader": best_leader,
    "fifth-hit": cheapest,
    "desertion": dearest,
    "armour": "first",
    "support": helping(()),
}
"""How the smaller choices of a battle are made."""
