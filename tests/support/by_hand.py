"""A battle against Indians worked out a second time: from the files of the tables, with icepool's dice and nothing of
the rules engine.

Losses fall on the highest value, of equal ones on a flipped unit; nobody re-rolls; a fifth hit costs the cheapest unit.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from heapq import heappop, heappush
from itertools import combinations
from typing import Any, Final, NamedTuple

import icepool

from conquistadors.games.conquest.pack.records import Pack

PACK: Final = Pack()
KINDS: Final = ("foot", "horse", "cannon")
VALUE: Final = {kind: int(PACK.read("tables/combat.toml")["values"][kind]["value"]) for kind in KINDS}
NUMBERS: Final = PACK.read("numbers.toml")["numbers"]
BY_HITS: Final[list[int]] = PACK.read("numbers.toml")["combat_by_hits"]["modifiers"]
MOST_HITS: Final = int(PACK.read("counters.toml")["markers"]["morale-hits"]["count"])
RATING: Final = {card["id"]: int(card["combat"]) for card in PACK.read("cards/conquistadors.toml")["card"]}
TWO_DICE: Final = 2 @ icepool.d6
ONE_DIE: Final = icepool.d6


class Indian(NamedTuple):
    """An Indian unit as it lies: with the value that is up, and that of its reverse (0: none, or it was flipped)."""

    value: int
    flipped: bool
    back: int


class Army(NamedTuple):
    """Spanish units by kind: face up, and flipped."""

    up: tuple[int, int, int]
    down: tuple[int, int, int]

    @property
    def units(self) -> tuple[int, int, int]:
        foot, horse, cannon = [up + down for up, down in zip(self.up, self.down, strict=True)]
        return foot, horse, cannon

    @property
    def size(self) -> int:
        return sum(self.up) + sum(self.down)

    @property
    def life(self) -> int:
        return 2 * sum(self.up) + sum(self.down)


class Standing(NamedTuple):
    """Both sides between two rounds. `round` is the one that comes next; late ones are alike."""

    round: int
    army: Army
    hits: int
    indians: tuple[Indian, ...]
    allies: tuple[Indian, ...] = ()

    @property
    def life(self) -> int:
        """It only falls: so a state leads to itself or to later ones."""
        others = sum(1 + (unit.back > 0) for unit in self.indians + self.allies)
        return self.army.life + MOST_HITS - self.hits + others


class End(NamedTuple):
    """How it ended: what `odds.Fate` tells, without kings and gold."""

    outcome: str
    lost: int
    units: tuple[int, int, int]
    enemies: int
    hits: int
    leader: str
    index: int  # type: ignore[assignment]  # a tuple has a method of this name


class Question(NamedTuple):
    """What changes the rolls and the end of a battle."""

    rating: int
    ambush: bool = False
    painted: bool = False
    spanish_roll: int = 0
    """War Dogs: in every round."""
    santiago: int = 0
    """Santiago!: in the first round."""
    indian_roll: int = 0
    """Bolas."""
    retreat: int | None = None
    """At the end of this round, or of the second one (6.27)."""

    @property
    def cap(self) -> int:
        """From this round on, all are alike."""
        return max(2, self.retreat or 0)


# The units -----------------------------------------------------------------------------------------------------------


def army(text: str) -> Army:
    """The units of "3 foot, 2 horse"."""
    found = dict.fromkeys(KINDS, 0)
    for part in text.split(","):
        count, kind = part.split()
        found[kind] += int(count)
    return Army((found["foot"], found["horse"], found["cannon"]), (0, 0, 0))


def indian(name: int | str) -> Indian:
    """A unit by its value; "24b" is one that was flipped (1.231)."""
    front = str(name).removesuffix("b")
    entry = next(each for each in PACK.read("counters.toml")["indians"]["unit"] if each["value"] == int(front))
    if str(name) != front:
        return Indian(entry["back"], True, 0)
    return Indian(entry["value"], False, entry.get("back", 0))


def cup() -> list[Indian]:
    """Every Indian unit of the game."""
    entries = PACK.read("counters.toml")["indians"]["unit"]
    return [indian(entry["value"]) for entry in entries for _ in range(entry["count"])]


# One roll ------------------------------------------------------------------------------------------------------------


@cache
def rolled(value: int, added: int) -> dict[tuple[int, bool], Fraction]:
    """6.22(3), 6.31  Losses and whether it is an M, for a force of some value."""
    table = PACK.read("tables/combat.toml")["combat"]
    heads = [int(head) for head in table["columns"] if int(head) <= value]
    if not heads:
        return {(0, False): Fraction(1)}  # G-6.22
    cells: list[str] = table["columns"][str(max(heads))]
    chances: dict[tuple[int, bool], Fraction] = {}
    for total in TWO_DICE:
        cell = cells[max(0, min(total + added - table["first"], len(cells) - 1))]
        result = (int(cell), False) if cell.isdigit() else (0, cell == "M")
        chances[result] = chances.get(result, Fraction(0)) + TWO_DICE.probability(total)
    return chances


def spanish_roll(asked: Question, now: Standing) -> dict[tuple[int, bool], Fraction]:
    """6.221, 6.23, 6.24, 6.241"""
    units = dict(zip(KINDS, now.army.units, strict=True))
    added = asked.rating + BY_HITS[now.hits] + asked.spanish_roll + (asked.santiago if now.round == 1 else 0)
    if units["cannon"]:
        added += NUMBERS["combat_cannon"]["value"]
    beside = sum(unit.value for unit in now.allies)
    return rolled(beside + sum(VALUE[kind] * count for kind, count in units.items()), added)


def indian_roll(asked: Question, now: Standing) -> dict[tuple[int, bool], Fraction]:
    """6.26, C42  An ambush doubles the first round, Painted Warriors all of them; both together triple."""
    times = 1 + asked.painted + (asked.ambush and now.round == 1)
    return rolled(times * sum(unit.value for unit in now.indians), asked.indian_roll)


# Losses --------------------------------------------------------------------------------------------------------------


@cache
def expedition_hit(force: Army, allies: tuple[Indian, ...], losses: int) -> tuple[Army, tuple[Indian, ...]]:
    """6.34, G-6.34  Indian allies and Spaniards take turns, Indians first; who is alone takes all."""
    hurt_allies, hurt = 0, 0
    for number in range(losses):
        gone = len(indians_hit(allies, hurt_allies)) == 0
        wiped = spaniards_hit(force, hurt).size == 0
        if not gone and (wiped or number % 2 == 0):
            hurt_allies += 1
        else:
            hurt += 1
    return spaniards_hit(force, hurt), indians_hit(allies, hurt_allies)


@cache
def spaniards_hit(force: Army, losses: int) -> Army:
    """6.32, 6.34  One unit after the other: each is [kind, flipped, hit in this round]."""
    units = [[kind, False, False] for kind, n in zip(KINDS, force.up, strict=True) for _ in range(n)]
    units += [[kind, True, False] for kind, n in zip(KINDS, force.down, strict=True) for _ in range(n)]
    for _ in range(losses):
        if not units:
            break
        fresh = [unit for unit in units if not unit[2]]
        unit = max(fresh or units, key=lambda each: (VALUE[str(each[0])], each[1]))
        if unit[1]:
            units.remove(unit)
        else:
            unit[1] = unit[2] = True
    up, down = [[sum(unit[:2] == [kind, side] for unit in units) for kind in KINDS] for side in (False, True)]
    return Army((up[0], up[1], up[2]), (down[0], down[1], down[2]))


@cache
def indians_hit(units: tuple[Indian, ...], losses: int) -> tuple[Indian, ...]:
    """6.32, 6.322, 6.34  A backprinted unit is flipped, any other is eliminated."""
    fresh, struck = list(units), list[Indian]()
    for _ in range(losses):
        among = fresh or struck
        if not among:
            break
        unit = max(among)
        among.remove(unit)
        if unit.back:
            struck.append(Indian(unit.back, True, 0))
    return tuple(sorted(fresh + struck))


def shaken(force: Army, hits: int) -> tuple[Army, int]:
    """9.13, 9.14  A morale hit: beyond the fourth it costs the cheapest unit, a flipped one if there is one."""
    if not force.size:
        return force, hits
    if hits < MOST_HITS:
        return force, hits + 1
    units = force.units
    kind = min((at for at in range(3) if units[at]), key=lambda at: VALUE[KINDS[at]])
    up, down = list(force.up), list(force.down)
    lying = down if down[kind] else up
    lying[kind] -= 1
    return Army((up[0], up[1], up[2]), (down[0], down[1], down[2])), hits


# A round, and the end ------------------------------------------------------------------------------------------------


def after_a_round(asked: Question, now: Standing) -> Iterator[tuple[Standing, Fraction]]:
    """Both roll with what they have; then losses, then morale (6.22)."""
    for (inflicted, _), chance in spanish_roll(asked, now).items():  # 6.33: an M is nothing to Indians
        left = indians_hit(now.indians, inflicted)
        for (taken, morale), other in indian_roll(asked, now).items():
            (force, allies), hits = expedition_hit(now.army, now.allies, taken), now.hits
            if morale:
                force, hits = shaken(force, hits)
            yield Standing(min(now.round + 1, asked.cap + 1), force, hits, left, allies), chance * other


def is_over(now: Standing) -> bool:
    return not now.army.size or not now.indians


def leaves(asked: Question, now: Standing) -> bool:
    """6.27, 6.35  `now` is after a round: the one before the next."""
    return asked.retreat is not None and now.round - 1 >= max(asked.retreat, NUMBERS["rounds_at_least"]["value"])


def results(dice: Any, name: str) -> Iterator[tuple[str, Fraction]]:
    """The results of a roll that has its rows in the catalogue."""
    rows = PACK.read("rolls.toml")["rolls"][name]["results"]
    for total in dice:
        yield [row["result"] for row in rows if row["from"] <= total][-1], dice.probability(total)


def ends(start: int, now: Standing, *, retreats: bool) -> Iterator[tuple[End, Fraction]]:
    """6.36, 6.371, 6.4, 6.53  What the battle leaves behind."""
    enemies = len(now.indians)
    force, hits = Army(now.army.units, (0, 0, 0)), now.hits
    if not retreats:
        if not force.size:
            yield End("lost" if enemies else "gone", start, (0, 0, 0), enemies, 0, "dead", -1), Fraction(1)
            return
        yield from checked(start, force, hits, enemies, "won", index=-int(force.size < start))
        return
    force, hits = shaken(force, hits)
    forgiven = now.army.size - force.size
    foot, horse, cannon = force.up
    for result, chance in results(ONE_DIE, "cannon-retreat") if cannon else iter([("saved", Fraction(1))]):
        kept = Army((foot, horse, 0), (0, 0, 0)) if result == "lost" else force
        index = -int(kept.size + forgiven < start)
        for end, more in checked(start, kept, hits, enemies, "retreated", index=index):
            yield end, chance * more


def checked(
    start: int, force: Army, hits: int, enemies: int, outcome: str, *, index: int
) -> Iterator[tuple[End, Fraction]]:
    """6.4, 6.42  The leader's check; his death is a morale hit. Where nobody at all is left, the battle was lost."""
    for result, chance in results(TWO_DICE, "leader-casualty"):
        left, had = shaken(force, hits) if result == "dead" else (force, hits)
        wiped = "gone" if outcome == "won" else "lost"
        how = outcome if left.size else wiped
        yield End(how, start - left.size, left.units, enemies, had if left.size else 0, result, index), chance


# The battle ----------------------------------------------------------------------------------------------------------

Starts = dict[Standing, Fraction]
"""Where a battle may begin, with the chance of each."""


def first(units: str, hits: int, indians: Sequence[int | str], allies: Sequence[str] = ()) -> Starts:
    """A battle of known units; allies are named with their city, as "24@tlaxcala"."""
    enemies = tuple(sorted(indian(each) for each in indians))
    friends = tuple(sorted(indian(each.partition("@")[0]) for each in allies))
    return {Standing(1, army(units), hits, enemies, friends): Fraction(1)}


def drawn(units: str, hits: int, number: int) -> Starts:
    """12.34  Against some units from the cup: every set of counters is as likely as another."""
    found: Starts = {}
    sets = Counter(tuple(sorted(each)) for each in combinations(cup(), number))
    for indians, ways in sets.items():
        found[Standing(1, army(units), hits, indians)] = Fraction(ways, sets.total())
    return found


def charged(asked: Question, starts: Starts) -> Starts:
    """17.11  The horse strike first, and alone: without cannon, and nobody strikes back."""
    found: Starts = {}
    for now, had in starts.items():
        horse = now.army.units[1]
        for (losses, _), chance in rolled(horse * VALUE["horse"], asked.rating + BY_HITS[now.hits]).items():
            then = now._replace(indians=indians_hit(now.indians, losses))
            found[then] = found.get(then, Fraction(0)) + had * chance
    return found


class Worked(NamedTuple):
    """A battle worked out."""

    ends: dict[End, Fraction]
    mean_rounds: Fraction

    def of(self, what: str) -> dict[Any, Fraction]:
        """The distribution of one thing."""
        found: dict[Any, Fraction] = {}
        for end, chance in self.ends.items():
            found[getattr(end, what)] = found.get(getattr(end, what), Fraction(0)) + chance
        return found

    @property
    def win(self) -> Fraction:
        return self.of("outcome").get("won", Fraction(0))


def battle(asked: Question, starts: Starts) -> Worked:
    """The chance of every end. A round that changes nothing is repeated: its chance is divided out."""
    (size,) = {start.army.size for start in starts}
    mass, over = dict[Standing, Fraction](), dict[tuple[Army, int, tuple[Indian, ...], bool], Fraction]()
    waiting: list[tuple[int, int, Standing]] = []
    mean_rounds = Fraction(0)

    def reach(then: Standing, chance: Fraction) -> None:
        retreats = not is_over(then) and leaves(asked, then)
        if is_over(then) or retreats:
            key = (then.army, then.hits, then.indians, retreats)
            over[key] = over.get(key, Fraction(0)) + chance
            return
        if then not in mass:
            heappush(waiting, (then.round, -then.life, then))
        mass[then] = mass.get(then, Fraction(0)) + chance

    for start, chance in starts.items():
        reach(start, chance)
    while waiting:
        now = heappop(waiting)[2]
        following: dict[Standing, Fraction] = {}
        for then, chance in after_a_round(asked, now):
            following[then] = following.get(then, Fraction(0)) + chance
        had = mass.pop(now) / (1 - following.pop(now, Fraction(0)))
        mean_rounds += had
        for then, chance in following.items():
            reach(then, had * chance)
    found: dict[End, Fraction] = {}
    for (force, hits, indians, retreats), chance in over.items():
        for end, more in ends(size, Standing(0, force, hits, indians), retreats=retreats):
            found[end] = found.get(end, Fraction(0)) + chance * more
    return Worked(found, mean_rounds)


def rounds(asked: Question, starts: Starts, most: int) -> dict[int | str, Fraction]:
    """How many rounds are fought."""
    mass = dict(starts)
    found: dict[int | str, Fraction] = {}
    for number in range(1, most + 1):
        onward: dict[Standing, Fraction] = {}
        for now, had in mass.items():
            for then, chance in after_a_round(asked, now):
                if is_over(then) or leaves(asked, then):
                    found[number] = found.get(number, Fraction(0)) + had * chance
                else:
                    onward[then] = onward.get(then, Fraction(0)) + had * chance
        mass = onward
    left = sum(mass.values(), Fraction(0))
    return {**found, "more": left} if left else found
