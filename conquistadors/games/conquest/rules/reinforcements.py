"""2.2, 14.3  Conquistadors who come into play from the hand."""

from __future__ import annotations

from functools import partial

from conquistadors.engine import Bar, Option, Procedure, Seat, offer, option, pick, procedure, step
from conquistadors.games.conquest.rules.asking import note
from conquistadors.games.conquest.rules.events import Joined, UnitsGained
from conquistadors.games.conquest.rules.expeditions import form, put_unit, receive
from conquistadors.games.conquest.rules.movement import touch
from conquistadors.games.conquest.rules.position import KINDS, Captain, ConquestPosition, Units
from conquistadors.games.conquest.rules.tasks import task_of


def havens_and_own(pos: ConquestPosition, seat: Seat) -> list[str]:
    """2.23  Where a new man may appear: with any of the player's expeditions, in Santiago de Cuba, in either Panama."""
    return [*pos.expeditions_of(seat), *pos.rules.world.havens]


def forbids_arrival(pos: ConquestPosition, seat: Seat, man: str) -> Bar | None:
    """2.21, 2.22  A conquistador card in the hand, played like an Action card."""
    return None if man in pos.hands[seat].titles else Bar("2.22", "not-in-hand")


def arrive(pos: ConquestPosition, seat: Seat, man: str, where: str, rule: str) -> None:
    """2.23  He joins an expedition as a companion, or begins one of his own in Cuba or Panama.

    Either may be activated in the same impulse; a companion may leave it first (2.24, 2.25, G-2.24).
    """
    if where in pos.expeditions:
        pos.edit_captain(man, expedition=where)
        space = pos.expeditions[where].space
    else:
        space = where
        form(pos, seat, man, space)
    touch(pos, space)
    pos.report(Joined, who=seat, captain=man, space=space, rule=rule)


@procedure("2.22", steps=("where",))
def bring_in(pos: ConquestPosition, man: str) -> Procedure[None]:
    """2.22, 2.23, 14.32, 23.23, G-2.22, G-2.25  A conquistador is brought in with his units; that is no activation."""
    seat = pos.active
    pos.talk = (man,)
    step(pos, bring_in, "where")
    places = havens_and_own(pos, seat)
    where = yield from pick(seat, "arrival", "2.23", places, facts=(("captain", man),))
    pos.hands[seat] = pos.hands[seat].minus(man)
    pos.captains[man] = Captain(seat, man)
    arrive(pos, seat, man, str(where), "2.22")
    pos.talk = ()
    pos.then(f"{pos.rules.profile.arrival}:{man}")


@task_of("reinforce")
@procedure("14.32")
def reinforce(pos: ConquestPosition, man: str) -> Procedure[None]:
    """14.32  Two foot and a cannon, or two horse, at the player's option, as far as counters are left."""
    seat, n = pos.captains[man].owner, pos.rules.n
    packs = {
        "foot": Units(foot=n.reinforcement_foot, cannon=n.reinforcement_cannon),
        "horse": Units(horse=n.reinforcement_horse),
    }
    make = partial(_packs, list(packs))
    chosen: Option = yield offer(seat, "reinforcements", "14.32", make, facts=(("captain", man),))
    note(pos, chosen.subject)
    commander = pos.captains[man].expedition
    holding = [c for c in pos.members(commander)[1:] if c != man and pos.captains[c].units.size]
    own_card = commander == man or len(holding) < pos.rules.companions_with_units
    if not own_card:
        yield from receive(pos, commander, packs[str(chosen.subject)], "14.32")
        pos.talk = ()
        return
    for kind in KINDS:
        for _ in range(min(packs[str(chosen.subject)].of(kind), pos.pool.of(kind))):
            put_unit(pos, man, kind)
            pos.report(UnitsGained, expedition=commander, unit=kind, count=1, rule="14.32")
    pos.talk = ()


def _packs(names: list[str]) -> list[Option]:
    return [option("with", name) for name in names]
