"""7.2  What a place yields until it is exhausted: one Plunder Gold roll after the other, by the step that plays it."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from conquistadors.engine import Option
from conquistadors.games.conquest.rules.plunder import forbids_plunder
from conquistadors.games.conquest.rules.position import NOTHING, Action, ConquestPosition
from conquistadors.odds.distribution import Distribution
from conquistadors.odds.paths import WAYS_OF_A_STEP
from conquistadors.odds.trees import Grower, Policy, flat

LONGEST: Final = 40
"""7.25  After so many attempts any place of a sensible table is exhausted; of another nothing is told."""


def until_exhausted(pos: ConquestPosition, taken: Sequence[Option], policy: Policy) -> Distribution | None:
    """7.22, 7.24  The gold that a plunder brings if it is repeated in this turn until the place is exhausted, with all
    troops destroyed and no card played; None where nothing is plundered, or your own ally is betrayed (7.26)."""
    if not any(each.verb == "plunder" for each in taken):
        return None
    activated = [str(each.subject) for each in taken if each.verb == "activate"] or list(pos.impulse.activated[-1:])
    commander = activated[-1] if activated else ""
    if commander not in pos.expeditions or forbids_plunder(pos, commander) is not None:
        return None
    expedition = pos.expeditions[commander]
    site = pos.site(expedition.space)
    if site.ally == expedition.owner:
        return None
    going: dict[int, Fraction] = {0: Fraction(1)}
    ended: dict[int, Fraction] = {}
    for made in range(site.attempts, site.attempts + LONGEST):
        results, after = _attempt(_after_the_fight(pos, commander, made), commander, policy), dict[int, Fraction]()
        for gold, chance in going.items():
            for (more, out), share in results.items():
                where = ended if out else after
                where[gold + more] = where.get(gold + more, Fraction(0)) + chance * share
        going = after
        if not going:
            return Distribution(ended)
    return None


def _attempt(pos: ConquestPosition, commander: str, policy: Policy) -> dict[tuple[int, bool], Fraction]:
    """The gold of an attempt, and whether the place is exhausted then."""
    before, found = pos.expeditions[commander], list[tuple[int, bool]]()

    def leaf(at: ConquestPosition) -> int:
        found.append((at.expeditions[commander].gold - before.gold, at.site(before.space).out))
        return len(found) - 1

    row = flat(Grower(pos.rules.step, policy, WAYS_OF_A_STEP).tree(pos.copy, leaf))
    chances: dict[tuple[int, bool], Fraction] = {}
    for number, n in row.ways.items():
        chances[found[number]] = chances.get(found[number], Fraction(0)) + Fraction(n, row.total)
    return chances


def _after_the_fight(before: ConquestPosition, commander: str, made: int) -> ConquestPosition:
    """7.131  The position in which the troops are gone and the Plunder Gold roll is next, after so many in this turn;
    nobody has a card for it."""
    pos = before.copy()
    space = pos.expeditions[commander].space
    pos.edit_site(space, garrison=NOTHING, hostile=True, ally=None, attempts=made)
    pos.battle, pos.march, pos.action = None, None, Action("plunder", commander, space)
    pos.rolling = pos.reacting = ()
    pos.tasks = (*pos.tasks, "plunder-roll")
    pos.hands.update(dict.fromkeys(pos.hands, NOTHING))
    pos.piles.update({name: NOTHING for name in ("reaction", "reaction-discards", "drawn") if name in pos.piles})
    return pos
