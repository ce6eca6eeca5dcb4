"""How a position with a battle falls into parts: its two sides, their spirits, what each rolled, and the rest."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Mapping, Sequence
from functools import lru_cache
from operator import attrgetter, itemgetter
from typing import Any, Final, NamedTuple

from conquistadors.engine import Modifier, Pile, Rolling, Seat, changed
from conquistadors.games.conquest.odds.battle_question import Tactics
from conquistadors.games.conquest.rules.battle import SIDES, enemy_of, side_of, taking_part
from conquistadors.games.conquest.rules.cards.luck import TITLE as MANO
from conquistadors.games.conquest.rules.cards.targets import number
from conquistadors.games.conquest.rules.combat import AMBUSH
from conquistadors.games.conquest.rules.losses import ARMOUR
from conquistadors.games.conquest.rules.position import (
    NO_UNITS,
    NOTHING,
    Captain,
    ConquestPosition,
    Expedition,
    Side,
    Units,
    ally_of,
    front,
)
from conquistadors.odds.parts import REST, Counted, Look

FORCE: Final = {"attacker": 1, "defender": 2}
SPIRITS: Final = {"attacker": 3, "defender": 4}
STRIKE: Final = {"attacker": 5, "defender": 6}
MORALE: Final = {"attacker": 7, "defender": 8}
DOWN: Final = {"attacker": 9, "defender": 10}
SIDE_OF: Final = {slots[name]: name for slots in (FORCE, SPIRITS, STRIKE, MORALE, DOWN) for name in SIDES}
ORDER: Final = 11
MODE: Final = 12
LUCK: Final = 13
ASIDE: Final = 14
EVERYTHING: Final = Look(tuple(range(1, ASIDE + 1)))
SHARED: Final = frozenset({"rules", "sink", "tasks", "battle", "captains", "expeditions", "sites", "piles", "pool"})
"""The fields of a position of which a part of the battle may hold something, or that are looked at by themselves."""


STOPS: Final = ("battle-round", "aftermath")
"""The tasks before which the paths of a battle are told from each other."""


class Force(NamedTuple):
    """One side with its units: those of its expedition, or the Indians of the space."""

    seat: Seat
    commander: str | None
    leader: str | None
    start: int
    modifiers: tuple[Modifier, ...]
    once: tuple[Modifier, ...]
    riders: bool
    captains: tuple[tuple[str, Captain], ...]
    expedition: Expedition | None
    garrison: Pile


class Strike(NamedTuple):
    """What a side is about to roll, has rolled, or has to inflict. Whether it rolled M is a part of its own."""

    value: int
    rolling: Rolling | None
    inflicts: int


SOME_LOSSES: Final = Strike(0, None, 2)
"""6.34  One that is allotted and one that is left: with fewer or more of them the step does the same."""


class Down(NamedTuple):
    """6.32, 6.34  Which units of a side are flipped, and which of them took a loss in this round."""

    down: Units
    struck: Units
    struck_indians: Pile
    turn_of_indians: bool


class Order(NamedTuple):
    """How far a battle has got, and what is in force in it."""

    round: int
    cards: tuple[str, ...]
    ambush: bool
    charged: bool
    opposed: bool


class Mode(NamedTuple):
    """17.11, 17.24  Who takes part in the round, and why."""

    kinds: tuple[str, ...]
    charging: bool
    shock_failed: bool


class Luck(NamedTuple):
    """1.53, 1.531  The hands of those who may spend luck, what lies open before them, and what was discarded."""

    hands: tuple[Pile, ...]
    open: tuple[int, ...]
    discards: tuple[Pile, ...]


DISCARDS: Final = ("discards", "asset-discards")


class Aside:
    """All that a battle leaves alone: by what it differs from where the battle began, and as a position."""

    __slots__ = ("key", "pos")

    def __init__(self, key: Hashable, pos: ConquestPosition) -> None:
        self.key = key
        self.pos = pos

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Aside) and self.key == other.key

    def __hash__(self) -> int:
        return hash(self.key)


class BattleParts:
    """Each side of a battle apart from the other.

    The cup and the Spanish counters are counted anew wherever a rule may look at them: every unit lies there, or is
    with a side, or in the rest.
    """

    count = ASIDE + 1
    sides: tuple[tuple[int, ...], ...] = tuple([(FORCE[name], SPIRITS[name], DOWN[name]) for name in SIDES])

    def __init__(self, base: ConquestPosition, how: Tactics, *, counts_units: bool = False) -> None:
        """Which cards are played, and who retreats, says what a step can look at. If `counts_units`, Spanish units are
        only counted after a battle (`forget_details`)."""
        self._counts_units = counts_units
        self._base = base
        self._plays = frozenset(how.plays)
        self._spends = how.mano != "never" or MANO in how.plays
        self.decided = not self._spends and how.decided()
        armour = any(ARMOUR in each.assets.titles for each in base.expeditions.values())
        self.aside = None if armour or how.retreat != "never" else ASIDE
        """5.15, 6.5  Who may use armour or retreat looks at more than the two sides."""
        self._retreat = how.retreat
        self._hows: dict[tuple[Order, Mode], Mapping[str, object]] = {}
        self._early = max(1, base.rules.n.rounds_at_least - 1)
        """17.12  From this round on no step asks any more which it is, where nobody retreats."""
        self._others = attrgetter(*[name for name in base.__dataclass_fields__ if name not in SHARED])
        self._piles = itemgetter(*[name for name in base.piles if name != "cup"])
        self._base_others = self._others(base)
        self._base_piles = self._piles(base.piles)

    # Taking apart ------------------------------------------------------------------------------------------------

    def part(self, pos: ConquestPosition, slot: int) -> Hashable:
        if slot == REST:
            return self._rest(pos)
        battle = pos.battle
        if battle is None or (slot >= ORDER and self.aside is None):
            return None
        if slot == ORDER:
            return Order(battle.round, battle.cards, battle.ambush, battle.charged, battle.opposed)
        if slot == MODE:
            return Mode(taking_part(pos), battle.charging, battle.shock_failed)
        if slot == LUCK:
            return self._luck(pos) if self._spends else None
        if slot == ASIDE:
            return Aside(tuple(self._others_differing(self._unspent(pos) if self._spends else pos)), pos)
        name = SIDE_OF[slot]
        side = side_of(battle, name)
        if slot == STRIKE[name]:
            rolling = side.rolling
            if rolling is None:
                return Strike(0, None, side.inflicts)
            return Strike(self._column(side.value), _added_up(rolling), side.inflicts)
        if slot == MORALE[name]:
            return side.morale
        if slot == DOWN[name]:
            return Down(side.down, side.struck, side.struck_indians, side.turn_of_indians)
        commander = side.expedition
        expedition = None if commander is None else pos.expeditions.get(commander)
        if slot == SPIRITS[name]:
            return None if expedition is None else expedition.hits
        members: tuple[tuple[str, Captain], ...] = ()
        garrison = NOTHING
        if commander is None:
            garrison = pos.site(battle.space).garrison
        else:
            members = tuple(sorted([item for item in pos.captains.items() if item[1].expedition == commander]))
        if expedition is not None and expedition.hits:
            expedition = changed(expedition, hits=0)
        named = (side.seat, commander, side.leader, side.start, side.modifiers, side.once, side.riders)
        return Force(*named, members, expedition, garrison)

    def _luck(self, pos: ConquestPosition) -> Luck:
        seats = [side.seat for side in _sides(pos) if side.expedition is not None]
        hands = tuple([pos.hands[seat] for seat in seats])
        opened = tuple([pos.factions[seat].luck for seat in seats])
        return Luck(hands, opened, tuple([pos.piles[name] for name in DISCARDS]))

    def _spent(self, pos: ConquestPosition, sides: Sequence[Side], luck: Luck) -> None:
        """Put into a position what is left of luck."""
        seats = [side.seat for side in sides if side.expedition is not None]
        pos.hands.update(zip(seats, luck.hands, strict=True))
        pos.piles.update(zip(DISCARDS, luck.discards, strict=True))
        for seat, opened in zip(seats, luck.open, strict=True):
            if pos.factions[seat].luck != opened:
                pos.edit_faction(seat, luck=opened)

    def _unspent(self, pos: ConquestPosition) -> ConquestPosition:
        """The position as if nobody had spent luck since the battle began."""
        assert pos.battle is not None
        before = pos.copy()
        sides = _sides(pos)
        base = self._base.copy()
        base.battle = pos.battle
        self._spent(before, sides, self._luck(base))
        return before

    def _column(self, value: int) -> int:
        """6.22  The lowest value that is read in the same column: a roll asks for no more."""
        return int(self._base.rules.tables.combat_column(value) or 0)

    def _rest(self, pos: ConquestPosition) -> Hashable:
        """All else: in what it differs from where the battle began."""
        battle = pos.battle
        if battle is None:
            return pos.differences(self._base)
        fighting = [side.expedition for side in (battle.attacker, battle.defender)]
        sides = (battle.attacker.seat, fighting[0] is None, battle.defender.seat, fighting[1] is None)
        if self.aside is not None:
            quiet = battle.round > 0 or self._no_cards(pos)
            return (pos.tasks, battle.space, min(battle.round, self._early), battle.entered_from, sides, quiet)
        return (
            pos.tasks,
            (battle.space, battle.round, battle.entered_from, battle.cards, battle.ambush),
            (battle.charging, battle.charged, battle.shock_failed, battle.opposed),
            sides,
            *self._others_differing(pos),
        )

    def _others_differing(self, pos: ConquestPosition) -> list[Hashable]:
        """What is not as it was of all that does not fight."""
        battle, base = pos.battle, self._base
        assert battle is not None
        fighting = [side.expedition for side in (battle.attacker, battle.defender)]
        others, piles = self._others(pos), self._piles(pos.piles)
        found: list[Hashable] = []
        if others != self._base_others:
            found += _differing(others, self._base_others)
        if piles != self._base_piles:
            found += _differing(piles, self._base_piles)
        for name, man in pos.captains.items():
            if man.expedition not in fighting and base.captains.get(name) != man:
                found.append((name, man))
        for commander, expedition in pos.expeditions.items():
            if commander not in fighting and base.expeditions.get(commander) != expedition:
                found.append((commander, expedition))
        if pos.sites != base.sites:
            for space, site in pos.sites.items():
                old = base.site(space)
                here = changed(site, garrison=old.garrison) if space == battle.space else site
                if here != old:
                    found.append((space, here))
        return found

    def bare(self, pos: ConquestPosition) -> ConquestPosition:
        rest = pos.copy()
        battle = rest.battle
        if battle is None:
            return rest
        for side in _sides(pos):
            if side.expedition is None:
                rest.edit_site(battle.space, garrison=NOTHING)
                continue
            for name in [name for name, man in rest.captains.items() if man.expedition == side.expedition]:
                del rest.captains[name]
            rest.expeditions.pop(side.expedition, None)
        bare = [Side(side.seat, None if side.expedition is None else "?") for side in _sides(pos)]
        round_ = battle.round if self.aside is None else min(battle.round, self._early)
        rest.battle = changed(battle, attacker=bare[0], defender=bare[1], round=round_)
        return rest

    # Putting together --------------------------------------------------------------------------------------------

    def join(self, bare: ConquestPosition, parts: Sequence[Hashable], look: Look) -> ConquestPosition:
        battle = bare.battle
        if battle is None:
            return bare.copy()
        if self.aside is None:
            pos = bare.copy()
            how: Mapping[str, object] = {}
        else:
            aside = parts[ASIDE] if ASIDE in look.touched else None
            pos = self._with_the_rest(bare, aside) if isinstance(aside, Aside) else bare.copy()
            order, mode = parts[ORDER], parts[MODE]
            assert isinstance(order, Order)
            assert isinstance(mode, Mode)
            how = self._how(order, mode)
        sides = [self._side(pos, battle.space, name, parts, look) for name in SIDES]
        luck = parts[LUCK]
        if LUCK in look.touched and isinstance(luck, Luck):
            self._spent(pos, sides, luck)
        pos.battle = changed(battle, attacker=sides[0], defender=sides[1], **how)
        if look == EVERYTHING:
            count_counters(pos)
        return pos

    def _how(self, order: Order, mode: Mode) -> Mapping[str, object]:
        """How far the battle has got, as its record has it."""
        found = self._hows.get((order, mode))
        if found is None:
            more = {"charging": mode.charging, "shock_failed": mode.shock_failed}
            found = self._hows[order, mode] = order._asdict() | more
        return found

    def _side(self, pos: ConquestPosition, space: str, name: str, parts: Sequence[Hashable], look: Look) -> Side:
        """One side; what belongs to it is put into the position, if the step looks at it."""
        force, strike, down = parts[FORCE[name]], parts[STRIKE[name]], parts[DOWN[name]]
        hits, morale = parts[SPIRITS[name]], parts[MORALE[name]]
        assert isinstance(force, Force)
        assert isinstance(strike, Strike)
        assert isinstance(down, Down)
        if FORCE[name] in look.touched or FORCE[name] in look.glimpsed:
            if force.commander is None:
                pos.edit_site(space, garrison=force.garrison)
            else:
                pos.captains.update(force.captains)
                expedition = force.expedition
                if expedition is not None:
                    pos.expeditions[force.commander] = changed(expedition, hits=hits) if hits else expedition
        return Side(
            seat=force.seat,
            expedition=force.commander,
            leader=force.leader,
            down=down.down,
            struck=down.struck,
            struck_indians=down.struck_indians,
            start=force.start,
            modifiers=force.modifiers,
            once=force.once,
            value=strike.value,
            rolling=strike.rolling,
            inflicts=strike.inflicts,
            morale=bool(morale),
            turn_of_indians=down.turn_of_indians,
            riders=force.riders,
        )

    def _with_the_rest(self, bare: ConquestPosition, aside: Aside) -> ConquestPosition:
        """A new position with all that the battle left alone, and without the sides that are to be put there."""
        pos = self.bare(aside.pos)
        pos.tasks = bare.tasks
        return pos

    # What a step looks at ----------------------------------------------------------------------------------------

    def look(self, bare: ConquestPosition) -> Look:
        """What the next task of a battle looks at; one that is not listed may look at everything."""
        if bare.battle is None:
            return EVERYTHING
        what, _, name = bare.tasks[-1].partition(":")
        apart = self.aside is not None
        early = bare.battle.round + 1 < bare.rules.n.rounds_at_least  # 17.12: horse alone may be looked for
        if what == "battle-round" and bare.battle.round > 0 and not early:
            # 6.23: leaders are named, and no card is played any more
            return Look((ORDER, MODE) if apart else (), tuple(FORCE.values()))
        if what == "battle-round" and self._no_cards(bare):
            spanish = [FORCE[n] for n in SIDES if side_of(bare.battle, n).expedition is not None]
            others = tuple(place for place in FORCE.values() if place not in spanish)
            return Look((*spanish, *((ORDER, MODE) if apart else ())), others)
        if what == "aim":
            indians = side_of(bare.battle, name).expedition is None  # 6.26: cards double their values alone
            touched = (FORCE[name], SPIRITS[name], STRIKE[name], *self._may_spend(bare, name))
            return Look(touched, ((ORDER, MODE) if indians else (MODE,)) * apart)
        if what == "throw":
            return Look((STRIKE[name],))
        if what == "outcome":
            return Look((STRIKE[name], MORALE[name], *self._may_spend(bare, name)))
        if what == "losses":
            return Look((FORCE[enemy_of(name)], DOWN[enemy_of(name)], STRIKE[name]), (MODE,) if apart else ())
        if what == "morale":
            return Look((FORCE[enemy_of(name)], DOWN[enemy_of(name)], SPIRITS[enemy_of(name)], MORALE[name]))
        if what == "battle-end":
            return Look()
        if what == "turn-up":
            counts = self._counts_units or side_of(bare.battle, name).expedition is None
            return Look((FORCE[name], DOWN[name]) if counts else (DOWN[name],))
        if what == "battle-retreat" and self._stays(bare.battle.round):
            return Look((), tuple(FORCE.values()))
        return EVERYTHING

    def _may_spend(self, bare: ConquestPosition, name: str) -> tuple[int, ...]:
        """6.22(2), 6.22(4)  Spaniards alone spend luck on their rolls."""
        assert bare.battle is not None
        return (LUCK,) if self._spends and side_of(bare.battle, name).expedition is not None else ()

    def narrowed(self, bare: ConquestPosition, look: Look, part: Callable[[int], Hashable]) -> Look:
        """6.33, 6.34, 9.13  Where no loss is left and nobody rolled M, nothing happens to the units; a hit that is not
        the fifth costs none."""
        what, _, name = bare.tasks[-1].partition(":")
        if what == "losses" and bare.battle is not None:
            strike = part(STRIKE[name])
            assert isinstance(strike, Strike)
            return look if strike.inflicts else Look((DOWN[enemy_of(name)], STRIKE[name]))
        if what != "morale" or bare.battle is None:
            return look
        if not part(MORALE[name]):
            return Look((MORALE[name],))
        enemy = enemy_of(name)
        hits = part(SPIRITS[enemy])
        if isinstance(hits, int) and hits >= bare.rules.hits_most:
            return look
        return Look((SPIRITS[enemy], MORALE[name]), (FORCE[enemy],))

    def counted(self, bare: ConquestPosition) -> Counted | None:
        """6.34  Losses are allotted one by one."""
        what, _, name = bare.tasks[-1].partition(":")
        return Counted(STRIKE[name], _fewest, _fewer) if what == "losses" and bare.battle is not None else None

    def _no_cards(self, bare: ConquestPosition) -> bool:
        """Whether nobody plays a card in the first round."""
        drawn = "reaction" in bare.piles  # 23.32: in the Solitaire Game they play themselves
        return not drawn and not any(self._plays.intersection(hand.titles) for hand in bare.hands.values())

    def _stays(self, round_: int) -> bool:
        """Whether nobody retreats at the end of this round, whatever has happened."""
        if isinstance(self._retreat, Mapping):
            return round_ < self._retreat.get("round", 0)
        return self._retreat == "never"

    def glimpse(self, part: Hashable) -> Hashable:
        """Whether a side has any unit left; all there is to know of how far the battle has got, and who takes part."""
        if not isinstance(part, Force):
            return part
        if part.commander is None:
            return bool(part.garrison.titles)
        return any(man.units != NO_UNITS for _, man in part.captains)


def _added_up(rolling: Rolling) -> Rolling:
    """A roll with what is added to it as one: nobody asks any more what that is made of."""
    first, *more = rolling.modifiers or (None,)
    if first is None or not more:
        return rolling
    return changed(rolling, modifiers=(changed(first, value=sum([each.value for each in rolling.modifiers])),))


def _fewest(strike: Hashable) -> Strike:
    """6.34  Losses of which one is allotted as of these."""
    assert isinstance(strike, Strike)
    return SOME_LOSSES if strike.inflicts else strike


def _fewer(strike: Hashable, after: Hashable) -> Strike:
    """What is left of losses, where this is left of the fewest; none where they find nobody."""
    assert isinstance(strike, Strike)
    assert isinstance(after, Strike)
    return strike._replace(inflicts=strike.inflicts - 1) if after.inflicts else after


def last_round(pos: ConquestPosition, how: Tactics) -> int:
    """From this round on all rounds are alike: no clause, card or policy asks any more which it is."""
    n, cards = pos.rules.n, pos.rules.cards
    marks = [1]
    if how.ambush or (pos.battle is not None and pos.battle.ambush):
        marks.append(number(pos, AMBUSH, "doubled_rounds") + 1)
    if pos.rules.profile.battle != STOPS[0]:
        marks += [n.shock_rounds + 1, n.shock_indian_rounds + 1]
    if how.retreat != "never":
        titles = {*how.plays, *(() if pos.battle is None else pos.battle.cards)}
        marks += [n.rounds_at_least, n.horse_rounds_at_least]
        marks += [int(str(cards[title].effect.get("minimum_rounds", 1))) for title in titles if title in cards]
    if isinstance(how.retreat, Mapping):
        marks.append(how.retreat.get("round", 1))
    return max(marks)


DRAWN: Final = ("reaction", "reaction-discards", "drawn", "face-up")


def forget(pos: ConquestPosition, last: int) -> None:
    """What can no longer matter in a battle: which of the later rounds it is, and, when the cards of the Solitaire
    Game have been drawn and put in force, which of the others lie where (23.32-23.35)."""
    battle = pos.battle
    if battle is None:
        return
    if battle.round > last:
        pos.battle = changed(battle, round=last)
    if battle.round > 0 and "drawn" in pos.piles:
        pos.piles.update(dict.fromkeys(DRAWN, NOTHING))


def forget_details(pos: ConquestPosition) -> None:
    """What can no longer matter where nobody retreats: what a card in force is called, if it is read at all (6.26), and
    after the battle which of the units are left: how many there are is enough (6.36, 7.13), and whether they can carry
    the food (8.131), even if a man dies yet (6.42)."""
    battle = pos.battle
    if battle is None or not battle.round:
        return
    known = pos.rules.cards
    doubling = [title for title in battle.cards if title in known and "doubles" in known[title].effect]
    others = [title for title in battle.cards if title not in known]
    names = [title for title in sorted(known) if "doubles" in known[title].effect][: len(doubling)]
    cards = (*names, *others)
    if cards != battle.cards:
        pos.battle = changed(battle, cards=cards)
    if pos.tasks[-1].partition(":")[0] in AFTER and _is_final(pos):
        for side in _sides(pos):
            if side.expedition in pos.expeditions:
                bearers = pos.expeditions[side.expedition].food + pos.rules.n.death_hits
                for man in pos.members(side.expedition):
                    units = pos.captains[man].units
                    foot = min(units.foot, bearers)
                    pos.edit_captain(man, units=Units(foot=foot, horse=units.size - foot))


def forget_indians(pos: ConquestPosition) -> None:
    """What can no longer matter after a battle of which nobody asks more than how it ended: which Indians are left."""
    battle = pos.battle
    if battle is None or pos.tasks[-1].partition(":")[0] not in AFTER:
        return
    for side in _sides(pos):
        garrison, one = pos.site(battle.space).garrison, pos.rules.cup.titles[:1]
        if side.expedition is None and garrison.titles and garrison.titles != one:
            pos.edit_site(battle.space, garrison=Pile(one, (garrison.size,)))


AFTER: Final = ("turn-up", "aftermath")


def _is_final(pos: ConquestPosition) -> bool:
    """Whether no other battle can follow in the same action."""
    return pos.action is None or pos.action.kind == "plunder"


def _differing(new: tuple[Any, ...], old: tuple[Any, ...]) -> list[Hashable]:
    """What is not as it was, with its place."""
    pairs = enumerate(zip(new, old, strict=True))
    return [(at, frozenset(n.items()) if type(n) is dict else n) for at, (n, o) in pairs if n is not o and n != o]


def _sides(pos: ConquestPosition) -> tuple[Side, Side]:
    assert pos.battle is not None
    return pos.battle.attacker, pos.battle.defender


def count_counters(pos: ConquestPosition) -> None:
    """1.22, 1.23  The units that are nowhere else lie in the cup, and with the Spanish counters."""
    pool = pos.rules.units_of_the_game
    for man in pos.captains.values():
        pool = pool.less(man.units)
    pos.pool = pool
    indians = [site.garrison for site in pos.sites.values() if site.garrison.titles]
    allies = [expedition.allies for expedition in pos.expeditions.values() if expedition.allies.titles]
    gone = pos.piles.get("smallpox", NOTHING)
    pos.piles["cup"] = _left_in_the_cup(pos.rules.cup, (gone, *indians), tuple(allies))


@lru_cache(maxsize=1024)
def _left_in_the_cup(cup: Pile, elsewhere: tuple[Pile, ...], allies: tuple[Pile, ...]) -> Pile:
    left = Counter(cup.each())
    for pile in elsewhere:
        for unit in pile.each():
            left[front(unit)] -= 1
    for pile in allies:
        for title in pile.each():
            left[front(ally_of(title)[0])] -= 1
    return Pile.of(left.elements())
