"""2.35, 6.1  The Combat action of an expedition, and hostile Indians who are set upon one."""

from __future__ import annotations

from functools import partial
from typing import Final

from conquistadors.engine import Bar, Choice, Option, Procedure, changed, option, procedure, step
from conquistadors.games.conquest.rules.battle import INDIANS
from conquistadors.games.conquest.rules.cards.playing import current
from conquistadors.games.conquest.rules.cards.targets import number
from conquistadors.games.conquest.rules.combat import begin_battle, enemies_of, indian_player
from conquistadors.games.conquest.rules.indians import turn_hostile
from conquistadors.games.conquest.rules.morale import morale_check
from conquistadors.games.conquest.rules.movement import (
    MASTER_PILOT,
    detach,
    drop_aid,
    enter_by_land,
    enter_by_sea,
    forbids_detachment,
    forbids_land_step,
    forbids_sea_step,
    leave_allies,
    movement_window,
    must_stop,
)
from conquistadors.games.conquest.rules.position import PLACES, ConquestPosition, March, Side
from conquistadors.games.conquest.rules.spaces import explore, is_discovered
from conquistadors.games.conquest.rules.tasks import task

NIGHT_MARCH: Final = "night-march"


def targets_in(pos: ConquestPosition, commander: str, space: str) -> list[str]:
    """6.12, 6.121, 6.16, G-6.12  What an expedition could attack in a space: its Indians, and wanted expeditions."""
    world = pos.rules.world
    if space in world.sea or space in world.havens:
        return []
    owner = pos.expeditions[commander].owner
    site = pos.site(space)
    found = [INDIANS] if site.garrison.titles and site.ally != owner else []
    return found + enemies_of(pos, commander, space)


def forbids_attack(pos: ConquestPosition, commander: str) -> Bar | None:
    """6.11, G-3.15  A Combat action needs Spanish units and an enemy here or within reach."""
    if not pos.has_units(commander):
        return Bar("G-3.15", "alone")
    if targets_in(pos, commander, pos.expeditions[commander].space):
        return None
    march = first_march(pos, commander)
    reach = [s for s in _neighbours(pos, march) if forbids_advance(pos, march, s) is None]
    if reach:
        return None
    if any(sheltered(pos, commander, space) for space in _neighbours(pos, march)):
        return NO_COMBAT_THERE
    landings = [s for s in _neighbours(pos, march) if targets_in(pos, commander, s)] if march.by == "sea" else []
    if landings and not pos.rules.house.landing_attack:
        return Bar("C36", "no-landing")
    return no_target(pos, commander)


NO_COMBAT_THERE: Final = Bar("6.16", "no-combat-here")


def sheltered(pos: ConquestPosition, commander: str, space: str) -> bool:
    """6.16, G-6.16b  Whether enemies stand in a space where nobody may fight them: Cuba, Panama, the sea."""
    world = pos.rules.world
    return (space in world.havens or space in world.sea) and bool(enemies_of(pos, commander, space))


def no_target(pos: ConquestPosition, commander: str) -> Bar:
    """6.12, 6.121, 6.16, G-6.12  Why there is nobody to fight where an expedition stands."""
    expedition = pos.expeditions[commander]
    here = expedition.space
    world = pos.rules.world
    if here in world.sea or here in world.havens:
        return NO_COMBAT_THERE
    if any(pos.expeditions[c].owner != expedition.owner for c in pos.expeditions_in(here)):
        return Bar("6.121", "no-warrant")
    if pos.site(here).ally == expedition.owner and pos.site(here).garrison.titles:
        return Bar("G-6.12", "own-ally-attack")
    return Bar("6.11", "no-enemy")


def first_march(pos: ConquestPosition, commander: str) -> March:
    """2.34, C36  One space before the combat, by land or from the sea; a Night March goes further by land.

    A landing is a sea move (3.23): a Master Pilot keeps the weather away from it.
    """
    space = pos.expeditions[commander].space
    if space in pos.rules.world.sea:
        pilot = tuple(title for title in pos.impulse.aids if title == MASTER_PILOT)
        return March(commander, "sea", (space,), pos.rules.n.sea_before_combat, attack=True, cards=pilot)
    most = pos.rules.n.land_before_combat
    if NIGHT_MARCH in pos.impulse.aids:
        most = number(pos, NIGHT_MARCH, "spaces_before_combat")
    return March(commander, "land", (space,), most, attack=True)


def _neighbours(pos: ConquestPosition, march: March) -> tuple[str, ...]:
    world = pos.rules.world
    return (world.by_sea if march.by == "sea" else world.by_land)[march.path[-1]]


ATTACK_UNDISCOVERED: Final = Bar("G-3.12b", "attack-undiscovered")
NO_ENEMY_THERE: Final = Bar("6.11", "no-enemy-there")


def forbids_advance(pos: ConquestPosition, march: March, space: str | None) -> Bar | None:
    """3.12, G-3.12b, C36, G-6.16b  What may be entered to attack: discovered, with an enemy in it, or on the way.

    A Legend marker does not stand in the way: it is looked into first (G-19.41b).
    """
    if not pos.has_units(march.expedition):
        return Bar("G-3.15", "alone")
    if march.steps and must_stop(pos, march):
        return Bar("3.13", "must-stop")
    if march.by == "sea":
        if not pos.rules.house.landing_attack:
            return Bar("C36", "no-landing")
        bar = forbids_sea_step(pos, march, space)
    else:
        bar = forbids_land_step(pos, march, space)
    if bar is not None or space is None:
        return bar
    if not is_discovered(pos, space):
        return ATTACK_UNDISCOVERED
    if targets_in(pos, march.expedition, space):
        return None
    if march.steps + 1 < march.most:
        further = changed(march, path=(*march.path, space))
        onward = [
            s for s in _neighbours(pos, further) if targets_in(pos, march.expedition, s) and is_discovered(pos, s)
        ]
        if onward and not must_stop(pos, further):
            return None
    return NO_COMBAT_THERE if sheltered(pos, march.expedition, space) else NO_ENEMY_THERE


@procedure("6.11", steps=("advance", "target", "battle"))
def attack(pos: ConquestPosition, commander: str) -> Procedure[None]:
    """The Combat action: perhaps a space of movement (2.34, 3.12), then one enemy in the space is attacked.

    Men may be left behind on the way (3.14, G-3.14b). Where a legend is said to be it is looked into before the battle
    (19.41, G-19.41b).
    """
    pos.march = first_march(pos, commander)
    for title, by in ((NIGHT_MARCH, "land"), (MASTER_PILOT, "sea")):
        if title in pos.impulse.aids and pos.march.by == by:
            drop_aid(pos, title)
    yield from advance(pos, commander)


@task("press-attack")
@procedure("19.41")
def press_attack(pos: ConquestPosition) -> Procedure[None]:
    """G-19.41b  The legend was looked into: now those who came to attack do so, if they still can."""
    action = current(pos)
    pos.action = None
    commander, origin = action.expedition, str(action.entered_from)
    by = "sea" if origin in pos.rules.world.sea else "land"
    pos.march = March(commander, by, (origin, action.space), 1, attack=True)
    yield from advance(pos, commander)


def advance(pos: ConquestPosition, commander: str) -> Procedure[None]:
    """2.34, 3.12  Steps of the way, men who are left behind, and then the attack."""
    while True:
        march = pos.march
        assert march is not None
        if march.ended or not _attack_options(pos):
            pos.march = None
            return  # a storm stopped it, or a letter cost the last unit
        facts = (("expedition", commander), ("space", march.path[-1]))
        chosen: Option = yield Choice(
            pos.active, "attack", "6.11", partial(_candidates, pos), partial(_forbids, pos), False, facts
        )
        if chosen.verb == "fight":
            break
        if chosen.verb == "detach":
            yield from detach(pos, str(chosen.subject))
            continue
        step(pos, attack, "advance")
        if march.by == "sea":
            yield from leave_allies(pos, commander)
            yield from movement_window(pos, "sea-move", "3.24")
            if pos.march is not None and not pos.march.ended:
                yield from enter_by_sea(pos, str(chosen.subject))
                pos.march = changed(pos.march, ended=False)
        else:
            yield from enter_by_land(pos, str(chosen.subject))
            pos.march = changed(pos.march, ended=False)
        here = pos.expeditions[commander].space
        if here == chosen.subject and pos.site(here).legend is not None:
            pos.march = None
            explore(pos, commander, entered_from=march.path[-1])
            return
    assert march is not None
    pos.march = None
    entered_from = march.path[-2] if march.steps else None
    step(pos, attack, "target")
    space = pos.expeditions[commander].space
    if march.steps and space in pos.rules.world.harsh:
        pos.talk = (str(chosen.subject),)
        yield from morale_check(pos, commander, "terrain", "3.131")
        pos.talk = ()
        if not pos.units(commander).size:
            return
    step(pos, attack, "battle")
    yield from open_attack(pos, commander, str(chosen.subject), entered_from)


def _attack_options(pos: ConquestPosition) -> list[Option]:
    """Whether there is still somebody to attack, here or one step on."""
    return [o for o in _candidates(pos) if o.verb != "detach" and _forbids(pos, o) is None]


def _candidates(pos: ConquestPosition) -> list[Option]:
    march = pos.march
    assert march is not None
    here = march.path[-1]
    fights = [option("fight", target) for target in targets_in(pos, march.expedition, here)]
    companions = pos.members(march.expedition)[1:] if march.by == "land" or march.steps else []
    men = [option("detach", captain) for captain in companions if moves(pos, march)]
    return [*fights, *[option("advance", space) for space in _neighbours(pos, march)], *men]


def moves(pos: ConquestPosition, march: March) -> bool:
    """3.14, G-3.14b  The attackers have come from elsewhere, or could go on: who attacks where it stands does not."""
    return march.steps > 0 or any(forbids_advance(pos, march, space) is None for space in _neighbours(pos, march))


def _forbids(pos: ConquestPosition, tried: Option) -> Bar | None:
    march = pos.march
    assert march is not None
    if tried.verb == "advance":
        return forbids_advance(pos, march, tried.subject)
    if tried.verb == "detach":
        if not moves(pos, march):
            return Bar("3.14", "no-advance")
        return forbids_detachment(pos, march.expedition, tried.subject)
    if tried.verb != "fight":
        return Bar("6.11", "not-offered")
    if not pos.units(march.expedition).size:
        return Bar("G-3.15", "alone")
    if tried.subject in targets_in(pos, march.expedition, march.path[-1]):
        return None
    return forbids_target(pos, march.expedition, tried.subject)


def forbids_target(pos: ConquestPosition, commander: str, target: str | None) -> Bar:
    """6.11, 6.12, 6.121, G-6.16b  Why this cannot be attacked: it is not here, or sheltered, or nobody is wanted."""
    expedition = pos.expeditions[commander]
    other = pos.expeditions.get(str(target))
    if other is None:
        return no_target(pos, commander) if target == INDIANS else Bar("6.12", "no-enemy")
    if str(target) in enemies_of(pos, commander, other.space) and sheltered(pos, commander, other.space):
        return NO_COMBAT_THERE
    if other.space != expedition.space:
        return Bar("6.11", "not-in-same-space")
    return Bar("6.121", "no-warrant")


def open_attack(pos: ConquestPosition, commander: str, target: str, entered_from: str | None) -> Procedure[None]:
    """6.12, 6.13, G-6.12  The battle begins. Indians of a neutral or foreign city turn hostile, without a draw."""
    expedition = pos.expeditions[commander]
    attacker = Side(expedition.owner, commander)
    if target == INDIANS:
        if pos.site(expedition.space).marker in PLACES:
            yield from turn_hostile(pos, expedition.space, "G-6.12")
        defender = Side(indian_player(pos, expedition.owner))
    else:
        defender = Side(pos.expeditions[target].owner, target)
    begin_battle(pos, expedition.space, attacker, defender, entered_from=entered_from)


# Hostile Indians -------------------------------------------------------------------------------------------------


def forbids_incitement(pos: ConquestPosition, space: str | None, commander: str | None) -> Bar | None:
    """2.35, 6.14, G-2.35, C22, G-23.22  Indians of a hostile town or city against an expedition there.

    They are used instead of an activation; in the Solitaire Game by cards alone.
    """
    world = pos.rules.world
    if space is None or space not in world.spaces:
        return Bar("2.35", "no-such-space")
    if space in world.sea or space in world.havens:
        return NO_COMBAT_THERE
    site = pos.site(space)
    if not pos.rules.profile.incitement:
        return Bar("G-23.22", "cards-only")
    if pos.impulse.incited:
        return Bar("G-2.35", "indians-used")
    if pos.impulse.used:
        return Bar("2.0(5)", "activation-used")
    if site.marker not in PLACES or not site.hostile:
        return Bar("2.35", "not-hostile")
    if site.marker == "town" and not pos.rules.house.town_attacks:
        return Bar("C22", "cities-only")
    if not site.garrison.titles:
        return Bar("2.35", "no-garrison")
    expedition = pos.expeditions.get(str(commander))
    if expedition is None or expedition.space != space:
        return Bar("6.14", "not-in-same-space")
    return None


@procedure("2.35")
def incite(pos: ConquestPosition, space: str, commander: str) -> Procedure[None]:
    """6.14, G-2.35  All units of a hostile place attack one expedition in it, even your own.

    Against the player's own expedition another rolls for the Indians.
    """
    pos.impulse = changed(pos.impulse, incited=True)
    owner = pos.expeditions[commander].owner
    seat = pos.active if owner != pos.active else indian_player(pos, owner)
    begin_battle(pos, space, Side(seat), Side(owner, commander))
    yield from ()
