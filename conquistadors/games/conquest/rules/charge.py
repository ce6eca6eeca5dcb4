"""17.0  Standard combat: the round of horse alone, and the Sudden Shock Attack."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Final

from conquistadors.engine import Bar, Choice, Option, Procedure, changed, option, procedure, roll, step
from conquistadors.games.conquest.rules.battle import against_indians, now, over, side_of, spanish_side
from conquistadors.games.conquest.rules.combat import AMBUSH, make_ready, spare_leaders, strikes, value
from conquistadors.games.conquest.rules.events import Charged, IndianLost, SuddenShock
from conquistadors.games.conquest.rules.indians import to_cup
from conquistadors.games.conquest.rules.position import IMPERIAL, NOTHING, ConquestPosition, Side
from conquistadors.games.conquest.rules.tasks import task

# What is allowed -------------------------------------------------------------------------------------------------


def forbids_horse_round(pos: ConquestPosition) -> Bar | None:
    """17.11, G-17.11  An expedition with horse against an all-Indian force, unless a card in force denies it."""
    if not against_indians(now(pos)):
        return Bar("17.11", "indians-only")
    if not pos.units(str(_spaniards(pos).expedition)).horse:
        return Bar("17.11", "no-horse")
    return _denied(pos, "denies_horse_round", "17.11")


def forbids_shock(pos: ConquestPosition) -> Bar | None:
    """17.21, 17.25, G-17.2  An attack on Indians in an imperial city or capital, once against each empire.

    It needs horse and cannon, and a commander whose own rating is greater than 0.
    """
    battle, n = now(pos), pos.rules.n
    if not against_indians(battle):
        return Bar("17.21", "indians-only")
    commander = battle.attacker.expedition
    if commander is None:
        return Bar("G-17.2", "attackers-only")
    site = pos.site(battle.space)
    if site.marker not in IMPERIAL:
        return Bar("17.21", "no-imperial-city")
    units = pos.units(commander)
    if units.horse < n.shock_horse or units.cannon < n.shock_cannon:
        return Bar("17.21", "shock-units", (("horse", n.shock_horse), ("cannon", n.shock_cannon)))
    if pos.rules.men[commander].combat < n.shock_rating:
        return Bar("17.21", "shock-rating", (("captain", commander), ("least", n.shock_rating)))
    if site.empire in pos.piles["shocked"].titles:
        return Bar("17.25", "shock-used")
    return _denied(pos, "denies_sudden_shock", "17.21")


def _denied(pos: ConquestPosition, what: str, rule: str) -> Bar | None:
    """4.14, D-17.11  A card that was played before prevents it; an Indian Ambush is one."""
    battle = now(pos)
    titles = (*battle.cards, AMBUSH) if battle.ambush else battle.cards
    found = [title for title in titles if title in pos.rules.cards and pos.rules.cards[title].effect.get(what)]
    return Bar(rule, "card-prevents", (("card", found[0]),)) if found else None


def _spaniards(pos: ConquestPosition) -> Side:
    """The side that fights the Indians."""
    return side_of(now(pos), spanish_side(now(pos)))


FORBIDS: Final[Mapping[str, Callable[[ConquestPosition], Bar | None]]] = {
    "charge": forbids_horse_round,
    "shock": forbids_shock,
}
STEPS: Final = {"charge": "horse-round", "shock": "sudden-shock"}


def can_charge(pos: ConquestPosition) -> bool:
    """17.11, 17.21  Whether the battle may begin otherwise than with its first round, as all can see."""
    return any(forbids(pos) is None for forbids in FORBIDS.values())


def _forbids(pos: ConquestPosition, tried: Option) -> Bar | None:
    if tried.verb not in FORBIDS or tried.subject is not None:
        return Bar("17.11", "not-offered")
    return FORBIDS[tried.verb](pos)


# How a battle begins ---------------------------------------------------------------------------------------------


@task("charge")
@procedure("17.1", steps=("leaders", "cards", "attack"))
def charge(pos: ConquestPosition) -> Procedure[None]:
    """A battle of the Standard Game begins.

    1  the leader is named whose rating counts, for the horse round too (6.23, G-6.23)
    2  cards are played, Indians first: whatever prevents the rest comes now (6.22(1), D-17.11, G-17.11)
    3  the horse attack first (17.11), or a Sudden Shock Attack is tried instead (17.2, G-17.2), or neither
    4  the rounds follow; in the first one cards may be played again (6.25)

    Where all can see that there is nothing to choose, nobody is asked, and the first round begins.
    """
    if not can_charge(pos):
        pos.then("battle-round")
        return
    step(pos, charge, "leaders")
    if not (yield from make_ready(pos, charge)):
        return
    step(pos, charge, "attack")
    pos.then((yield from choose(pos)))


def choose(pos: ConquestPosition) -> Procedure[str]:
    """17.11, 17.21, G-17.11, G-17.2  The Spanish player chooses how to begin. Gives the next step of the battle."""
    if not can_charge(pos):
        return "battle-round"
    side = _spaniards(pos)
    facts = (("expedition", side.expedition),)
    chosen: Option = yield Choice(
        side.seat, "charge", "17.11", lambda: [option(verb) for verb in FORBIDS], partial(_forbids, pos), True, facts
    )
    return STEPS.get(chosen.verb, "battle-round")


@task("horse-round")
@procedure("17.11", steps=("roll",))
def horse_round(pos: ConquestPosition) -> Procedure[None]:
    """17.11, G-17.11, G-6.24  The horse strike alone, with the rating of their leader and without cannon or allies.

    Nobody strikes back. It is none of the rounds that are counted (G-6.27); but who leads in it is checked in the end
    (6.4, G-6.23).
    """
    name = spanish_side(now(pos))
    pos.battle = changed(now(pos), charging=True)
    step(pos, horse_round, "roll")
    pos.report(Charged, expedition=str(_spaniards(pos).expedition), strength=value(pos, name), rule="17.11")
    pos.then(*strikes((name,)), f"losses:{name}", "horse-round-over")
    yield from ()


@task("horse-round-over")
@procedure("17.11")
def end_of_horse_round(pos: ConquestPosition) -> Procedure[None]:
    """17.11  The others join the horse for the first round, if there is still somebody to fight."""
    pos.battle = changed(now(pos), charging=False, charged=True)
    pos.then("battle-end" if over(pos) else "battle-round")
    yield from ()


@task("sudden-shock")
@procedure("17.2", steps=("roll", "result"))
def sudden_shock(pos: ConquestPosition) -> Procedure[None]:
    """17.22-17.25, G-17.2  Two dice without modifiers; the attempt counts against the empire, whatever comes of it.

    All Indians of the space are gone, and the king is taken when the battle ends (6.37); no leader is checked, for
    nobody's rating was used. Or else the first rounds are fought with horse and cannon alone.
    """
    battle = now(pos)
    commander, empire = str(battle.attacker.expedition), str(pos.site(battle.space).empire)
    pos.piles["shocked"] = pos.piles["shocked"].plus(empire)
    pos.report(SuddenShock, expedition=commander, empire=empire, how="tried", rule="17.25")
    step(pos, sudden_shock, "roll")
    reads = pos.rules.reading("sudden-shock")
    thrown = yield from roll(pos, "sudden-shock", battle.attacker.seat, rule="17.22", reads=reads)
    step(pos, sudden_shock, "result")
    pos.report(SuddenShock, expedition=commander, empire=empire, how=thrown.result, rule="17.22")
    if thrown.result == "succeeds":
        destroy_all(pos)
        spare_leaders(pos)
        pos.then("battle-end")
    else:
        pos.battle = changed(now(pos), shock_failed=True)  # 17.24
        pos.then("battle-round")


def destroy_all(pos: ConquestPosition) -> None:
    """17.23  All Indian units in the space are eliminated."""
    space = now(pos).space
    garrison = pos.site(space).garrison
    to_cup(pos, garrison)
    pos.edit_site(space, garrison=NOTHING)
    for unit in garrison.each():
        pos.report(IndianLost, space=space, unit=unit, flipped=False, rule="17.23")
