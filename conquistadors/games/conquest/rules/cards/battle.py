"""2.13, 6.25  Combat cards: for Indians by any player who does not fight them, for Spaniards by their own."""

from __future__ import annotations

from conquistadors.engine import Bar, Modifier, Pile, Procedure, Seat, changed, pick, roll
from conquistadors.games.conquest.rules.aftermath import die
from conquistadors.games.conquest.rules.asking import decide, thrower
from conquistadors.games.conquest.rules.battle import (
    SIDES,
    against_indians,
    edit_side,
    enemy_of,
    now,
    side_of,
    spanish_side,
)
from conquistadors.games.conquest.rules.cards.playing import Forbids, card
from conquistadors.games.conquest.rules.cards.targets import number
from conquistadors.games.conquest.rules.events import Aimed, IndianLost, Missed
from conquistadors.games.conquest.rules.indians import to_cup
from conquistadors.games.conquest.rules.position import ConquestPosition


def _own_side(pos: ConquestPosition, seat: Seat) -> str | None:
    """The side of the battle that the player's own expedition fights on."""
    battle = now(pos)
    return next((n for n in SIDES if side_of(battle, n).expedition and side_of(battle, n).seat == seat), None)


def _indian_side(pos: ConquestPosition) -> str:
    return enemy_of(spanish_side(now(pos)))


def for_indians(pos: ConquestPosition, seat: Seat) -> Bar | None:
    """2.13, 6.25  An all-Indian force; whoever fights against it does not help it."""
    if not against_indians(now(pos)):
        return Bar("6.25", "indians-only")
    return Bar("2.13", "own-battle") if _own_side(pos, seat) is not None else None


def for_spaniards(pos: ConquestPosition, seat: Seat) -> Bar | None:
    """2.13, 6.25  Only for your own expedition."""
    return None if _own_side(pos, seat) is not None else Bar("2.13", "own-expedition-only")


def against_all_indians(pos: ConquestPosition, seat: Seat) -> Bar | None:
    """One's own expedition against an all-Indian force."""
    return for_spaniards(pos, seat) or (None if against_indians(now(pos)) else Bar("6.25", "indians-only"))


def _on_high_ground(pos: ConquestPosition, seat: Seat) -> Bar | None:
    level = pos.rules.world.level[now(pos).space]
    least = number(pos, "rolling-boulders", "level_at_least")
    high = level is not None and level >= least
    return for_indians(pos, seat) or (None if high else Bar("6.25", "level-too-low", (("least", least),)))


def _before_any_roll(pos: ConquestPosition, seat: Seat) -> Bar | None:
    """D-17.11  For Indians, before the horse round, a Sudden Shock Attack or the first round is rolled for."""
    battle = now(pos)
    rolled = battle.round > 1 or battle.charged or battle.shock_failed
    return for_indians(pos, seat) or (Bar("17.11", "rolled-already") if rolled else None)


def in_force(pos: ConquestPosition, title: str) -> None:
    """6.25, G-6.25  The card lasts from now to the end of the combat; no second one of its title (6.26, G-6.26b)."""
    battle = now(pos)
    pos.battle = changed(battle, cards=(*battle.cards, title))


def _lasting(title: str, rule: str, forbids: Forbids) -> None:
    """A card whose text is read while it is in force: doubling, more rounds (6.26, 6.27), no charge (17.11)."""

    def play(pos: ConquestPosition, seat: Seat) -> Procedure[None]:
        in_force(pos, title)
        yield from ()

    card(title, "combat", rule=rule, forbids=forbids)(play)


_lasting("painted-warriors", "6.26", for_indians)
_lasting("rolling-boulders", "6.26", _on_high_ground)
_lasting("encirclement", "6.27", for_indians)
_lasting("horse-pits", "17.11", _before_any_roll)


def _strengthen(pos: ConquestPosition, name: str, title: str, effect: str, *, lasts: bool) -> None:
    """6.25  The card is a plus on the rolls of a side: to the end of the combat, or in this round."""
    in_force(pos, title)
    side = side_of(now(pos), name)
    modifier = Modifier(title, number(pos, title, effect))
    if lasts:
        edit_side(pos, name, modifiers=(*side.modifiers, modifier))
    else:
        edit_side(pos, name, once=(*side.once, modifier))


@card("bolas", "combat", rule="6.25", forbids=for_indians)
def bolas(pos: ConquestPosition, seat: Seat) -> Procedure[None]:
    """6.25  A plus on every Indian roll of the combat."""
    _strengthen(pos, _indian_side(pos), "bolas", "indian_roll", lasts=True)
    yield from ()


@card("war-dogs", "combat", rule="6.25", forbids=against_all_indians)
def war_dogs(pos: ConquestPosition, seat: Seat) -> Procedure[None]:
    """6.25  A plus on every roll of your own expedition against Indians."""
    _strengthen(pos, str(_own_side(pos, seat)), "war-dogs", "spanish_roll", lasts=True)
    yield from ()


@card("santiago", "combat", rule="6.25", forbids=for_spaniards)
def santiago(pos: ConquestPosition, seat: Seat) -> Procedure[None]:
    """6.25  A plus on your own next roll."""
    _strengthen(pos, str(_own_side(pos, seat)), "santiago", "spanish_roll", lasts=False)
    yield from ()


@card("desertion", "combat", rule="6.25", forbids=against_all_indians)
def desertion(pos: ConquestPosition, seat: Seat) -> Procedure[None]:
    """6.371x  An Indian unit of the Spaniard's choice is gone before the rolls."""
    in_force(pos, "desertion")
    space = now(pos).space
    for _ in range(number(pos, "desertion", "indian_units_lost")):
        garrison = pos.site(space).garrison
        if not garrison.titles:
            return
        unit = yield from pick(seat, "desertion", "6.25", garrison.titles, facts=(("space", space),))
        pos.edit_site(space, garrison=pos.site(space).garrison.minus(str(unit)))
        to_cup(pos, Pile((str(unit),), (1,)))
        pos.report(IndianLost, space=space, unit=str(unit), flipped=False, rule="6.25")


@card("poison-darts", "combat", rule="1.56", forbids=for_indians)
def poison_darts(pos: ConquestPosition, seat: Seat) -> Procedure[None]:
    """1.56, 6.45, C41, G-1.56  A roll that may kill a man of the expedition; only its owner may force a re-roll."""
    in_force(pos, "poison-darts")
    side = side_of(now(pos), spanish_side(now(pos)))
    members = pos.members(str(side.expedition))
    man = yield from decide(pos, seat, "target-captain", "1.56", members, facts=(("card", "poison-darts"),))
    pos.talk = (str(man),)
    pos.report(Aimed, card="poison-darts", target=str(man), rule="1.56")
    reads = pos.rules.reading("poison-darts")
    thrown = yield from roll(pos, "poison-darts", thrower(pos, seat), rule="1.56", luck_of=side.seat, reads=reads)
    if thrown.result == "dead":
        yield from die(pos, pos.talk[0], "6.45")
    else:
        pos.report(Missed, captain=pos.talk[0], card="poison-darts", rule="1.56")
    pos.talk = ()
