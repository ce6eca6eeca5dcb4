"""What the tables of a game come to: means, chances and rough battles, worked out once and kept."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, Final, NamedTuple
from weakref import WeakKeyDictionary

from conquistadors.games.conquest.pack.tables import DiplomacyResult
from conquistadors.games.conquest.rules.position import CITIES, IMPERIAL
from conquistadors.games.conquest.rules.shared import ConquestRules
from conquistadors.games.conquest.rules.spaces import ORDER
from conquistadors.maps.distances import distances

Odds = tuple[tuple[float, Any], ...]
"""Each result of a roll with its chance."""

SHARPNESS: Final = 3
"""How surely the side wins that would last longer."""
ROUNDS: Final = 12
"""Longer battles are not thought through."""
FOCUS: Final = 0.5
"""The part of the later losses that kills."""
FAR: Final = 4
"""Country that is farther away is not thought of."""
DEPTH: Final = 4
"""So many plunders of one place are thought ahead."""


class Spoils(NamedTuple):
    """What plundering a place so many times brings, how many actions that takes, and the chance that it is out then."""

    gold: float
    actions: float
    out: float


class Fight(NamedTuple):
    """How a battle would go: the chance to win it, and the Spanish units that fall."""

    wins: float
    falls: float


class Estimates:
    """The tables of one game, read for their means."""

    def __init__(self, rules: ConquestRules) -> None:
        self._tables, self._rolls = rules.tables, rules.rolls
        self._reading = rules.reading
        self._world = rules.world
        self._n = rules.n
        self._odds: dict[tuple[Hashable, ...], Odds] = {}
        self._known: dict[tuple[Hashable, ...], Any] = {}
        self._fights: dict[tuple[int, ...], Fight] = {}
        self._around: dict[str, tuple[tuple[str, float], ...]] = {}
        self.trips: dict[tuple[Hashable, ...], Any] = {}
        """The trips that the plans have found, by all that they depend on."""
        self.countries: dict[Hashable, Any] = {}
        """The countries that have been looked at, by all that they depend on."""
        whole = rules.cup.size
        self.indian = sum(rules.value[t] * n for t, n in zip(*rules.cup, strict=True)) / whole
        """What an Indian unit that nobody has seen is worth in a battle."""
        self.blows = sum((1 + (t in rules.reverse)) * n for t, n in zip(*rules.cup, strict=True)) / whole
        """How many losses it takes."""
        self.divides = "share-out" in rules.profile.purse
        self.gold_worth = 1 - 1.5 / rules.n.royal_part if self.divides else float(rules.n.gold_a_point)
        """The points that a piece of gold will bring, more or less."""
        favour = rules.tables.favour.columns["points"]
        self.box = (int(favour[max(favour)].value) - int(favour[0].value)) / int(str(max(favour)))
        """The points of a box on the Governor's Favor Track."""

    def odds(self, roll: str, added: int, *where: Hashable) -> Odds:
        """The results of a roll, exact, by what is added to its dice."""
        key = (roll, added, *where)
        known = self._odds.get(key)
        if known is None:
            dice, reads = self._rolls[roll].dice, self._reading(roll, *where)
            ways: dict[Any, int] = {}
            for total, count in zip(dice.totals, dice.ways, strict=True):
                result = reads(total + added)
                ways[result] = ways.get(result, 0) + count
            whole = sum(ways.values())
            known = self._odds[key] = tuple((count / whole, result) for result, count in ways.items())
        return known

    def mean(self, worth: Callable[[Any], float], roll: str, added: int, *where: Hashable) -> float:
        """What a roll is worth on average."""
        return sum([chance * worth(result) for chance, result in self.odds(roll, added, *where)])

    # Places ------------------------------------------------------------------------------------------------------

    def plunder_gold(self, marker: str, attempts: int, more: int = 0) -> float:
        """The gold of one plunder, after so many attempts in this turn."""
        added = self._n.plunder_before * attempts + more
        return self.mean(float, "plunder-gold", added, marker)

    def spoils(self, marker: str, attempts: int = 0) -> tuple[Spoils, ...]:
        """What one, two and more plunders of a place can be expected to bring, after so many attempts in this turn."""
        key = ("spoils", marker, attempts)
        known: tuple[Spoils, ...] | None = self._known.get(key)
        if known is None:
            gold, actions, left, found = 0.0, 0.0, 1.0, []
            for more in range(attempts, attempts + DEPTH):
                gold += left * self.plunder_gold(marker, more)
                actions += left
                left *= 1 - self.mean(float, "exhaustion", self._n.plunder_before * more, marker)
                found.append(Spoils(gold, actions, 1 - left))
            known = self._known[key] = tuple(found)
        return known

    def talks(self, marker: str, added: int, gold_rolls: int, more: int, worth: Callable[[Any], float]) -> float:
        """What a Diplomacy action is worth: `worth` says it for everything but the gold."""
        place = "city" if marker in CITIES else "town"
        gold = self._n.gold_roll_before * gold_rolls + more

        def value(result: DiplomacyResult) -> float:
            found = worth(result)
            if result.choice is not None:
                found += self.gold_worth * self.gift_of_gold(place, result.choice + gold)
            return found

        return self.mean(value, "diplomacy", added, place)

    def gift_of_gold(self, place: str, added: int) -> float:
        """The gold of a Diplomacy Gold roll."""
        key = ("gold", place, added)
        if key not in self._known:
            self._known[key] = self.mean(float, "diplomacy-gold", added, place)
        found: float = self._known[key]
        return found

    def finds(self, level: int, neighbour: str, more: int = 0) -> Odds:
        """What is found at a level, with the best neighbour; nothing at all where no attempt is possible."""
        added = self._tables.neighbour_modifier(level, neighbour)
        return () if added is None else self.odds("discovery", added + more, level)

    def hope(self, space: str) -> float:
        """How much high country lies around a space: where a chain of finds may lead."""
        return sum([weight for _, weight in self.around(space)]) - len(ORDER) * self._world.spaces[space].minus_one

    def around(self, space: str) -> tuple[tuple[str, float], ...]:
        """The high country around a space, each with its weight: the higher and the nearer the more."""
        known = self._around.get(space)
        if known is None:
            world = self._world
            near = distances([space], lambda s: world.by_land[s])
            known = tuple((s, (world.level[s] or 0) ** 2 / (1 + d) ** 2) for s, d in near.items() if d <= FAR)
            known = self._around[space] = tuple((s, weight) for s, weight in known if weight)
        return known

    def legend(self, legend: str) -> float:
        """What a look at a legend is worth, without the danger."""
        key = ("legend", legend)
        if key not in self._known:
            self._known[key] = self.mean(lambda r: r.points + r.gold * self.gold_worth, "legends", 0, legend)
        found: float = self._known[key]
        return found

    def drawn(self, marker: str) -> int:
        """How many Indian units a place draws."""
        n = self._n
        return n.units_imperial if marker in IMPERIAL else n.units_city if marker == "city" else n.units_town

    def points(self, marker: str) -> int:
        """The points of an allied city."""
        n = self._n
        if marker == "capital":
            return n.points_capital
        return n.points_imperial if marker == "imperial" else n.points_ally if marker == "city" else 0

    # Battles -----------------------------------------------------------------------------------------------------

    def blow(self, value: int, added: int) -> float:
        """The losses that a force of this value inflicts in a round."""
        column = self._tables.combat_column(value)
        if column is None:
            return 0.0
        key = ("blow", column, added)
        if key not in self._known:
            self._known[key] = self.mean(lambda result: float(result[0]), "combat-spanish", added, value)
        found: float = self._known[key]
        return found

    def fight(self, value: int, added: int, units: int, soak: int, enemy: int, blows: int, *more: int) -> Fight:
        """A rough estimate of a battle: both sides wear each other down by their means.

        `units` Spanish units take two losses each and `soak` is what allies take; the enemy has `blows` to take.
        `more` is what is added to the rolls of the enemy.
        """
        key = (value, added, units, soak, enemy, blows, *more)
        known = self._fights.get(key)
        if known is None:
            known = self._fights[key] = self._fought(value, added, units, soak, enemy, blows, sum(more))
        return known

    def _fought(self, value: int, added: int, units: int, soak: int, enemy: int, blows: int, more: int) -> Fight:
        if not units or not value:
            return Fight(0.0, 0.0)
        if not enemy or not blows:
            return Fight(1.0, 0.0)
        mine, theirs, suffered, first = 2.0 * units + soak, float(blows), 0.0, 0.0
        left, whole = theirs, mine
        for _ in range(ROUNDS):
            if left <= 0 or mine <= 0:
                break
            strike = self.blow(round(value * max(0.1, mine / whole)), added) or 0.05
            back = self.blow(round(enemy * left / theirs), more)
            first = first or back  # a unit that is hit for the first time is only flipped
            left -= strike
            mine -= back
            suffered += back
        ratio = (whole / max(suffered, 0.05)) * (1.0 if left <= 0 else (theirs - left) / theirs)
        wins = ratio**SHARPNESS / (1 + ratio**SHARPNESS)
        share = 2 * units / whole
        return Fight(wins, min(float(units), FOCUS * share * (suffered - first)))


_ESTIMATES: WeakKeyDictionary[ConquestRules, Estimates] = WeakKeyDictionary()


def estimates_of(rules: ConquestRules) -> Estimates:
    """The estimates of a game, made once."""
    found = _ESTIMATES.get(rules)
    if found is None:
        found = _ESTIMATES[rules] = Estimates(rules)
    return found
