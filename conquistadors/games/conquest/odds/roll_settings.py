"""What can be set for each die roll: made from its entry in the catalogue, the tables, the cards and the numbers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final, cast

from conquistadors.games.conquest.odds.catalogue import CataloguedRoll, rolls, table
from conquistadors.games.conquest.odds.modifiers import NUMBERS, RATINGS, TIMES
from conquistadors.games.conquest.odds.supposing import rules_of
from conquistadors.games.conquest.pack.catalogue import roll_named
from conquistadors.games.conquest.pack.roll_results import reader_of
from conquistadors.games.conquest.rules.shared import ConquestRules
from conquistadors.odds.dice import AnyRoll, AnyRolls, KnownRoll
from conquistadors.odds.distribution import Distribution
from conquistadors.odds.questions import ANY, Setting, values_of, with_values
from conquistadors.packs.grids import Grid
from conquistadors.scene.words import signed

TOLD_OTHERWISE: Final = {"discovery": ("adjacency", "ambush", "fever-coast")}
"""Modifiers that follow from the space, or that a card of the list stands for."""
WAYS: Final = {"never": ("never",), "after": ("never", "after")}
ALL_WAYS: Final = ("never", "before", "after", "both", "best")
DECIDED: Final = ("after", "both", "best")
"""Uses of Mano de Dios that are decisions: they need something that is wanted."""
TOTALS: Final = range(-12, 31)
"""No total lies beyond."""
MOST_TIMES: Final = 4


class RollSettings(AnyRoll):
    """A die roll of the catalogue and what is set for it."""

    rules: ConquestRules

    @property
    def roll(self) -> CataloguedRoll:
        return cast(CataloguedRoll, self.rolls.known[self.name])

    # What can be set ---------------------------------------------------------------------------------------------

    def settings(self) -> list[Setting]:
        """All that can be set for the roll, with what is set."""
        made = with_values([*self._places(), *self._modifiers(), self._mano()], self.values)
        mano = made[-1]
        return [*made, *with_values([self._goal(made)], self.values)] if mano.value in DECIDED else made

    def _label(self, name: str) -> str:
        return self.names.setting(name)

    def _places(self) -> Iterator[Setting]:
        """What the roll needs to know besides the total."""
        for asked in self.roll.asks:
            if asked == "value":
                high = max(int(column) for column in self.rules.tables.combat.columns)
                yield Setting(asked, "number", self._label(asked), high // 2, (), 1, high)
                continue
            known = self._known(asked)
            options = tuple((self._option(asked, each), each) for each in known)
            yield Setting(asked, "choice", self._label(asked), known[len(known) // 2], options)
        if self.name == "discovery":
            rows = tuple(next(iter(self.rules.tables.adjacency.columns.values())))
            options = tuple((self.names.thing(str(row)), row) for row in rows)
            yield Setting("neighbour", "choice", self._label("neighbour"), rows[-2], options)
            yield self._check("fever_coast", "fever-coast", self.rules.n.coast_discovery)

    def _known(self, asked: str) -> list[Any]:
        """The values that a question can have: the columns or rows of its table."""
        tables = self.rules.tables
        if asked == "legend":
            return list(tables.legends)
        if asked == "round":
            return [row for row, cell in tables.impulses.columns["ends"].items() if cell.value]
        columns = list(self._grid().columns)
        return [int(column) for column in columns] if asked == "level" else columns

    def _grid(self) -> Grid:
        name = self.rules.pack.read("rolls.toml")["rolls"][self.name]["table"]
        return next(grid for grid in self.rules.tables.grids() if grid.name == name)

    def _option(self, asked: str, value: Any) -> str:
        return str(value) if asked in ("level", "round") else self.names.thing(str(value))

    def _modifiers(self) -> Iterator[Setting]:
        """What can be added to the roll: from the situation first, then by cards."""
        cards = self._cards()
        told = TOLD_OTHERWISE.get(self.name, ())
        named = [each for each in self.roll.modifiers if each not in cards and each not in told]
        for modifier in named:
            key, place = f"+{modifier}", (self.name, modifier)
            if place in NUMBERS:
                yield self._check(key, modifier, getattr(self.rules.n, NUMBERS[place]))
            elif modifier == "rating":
                yield self._rating(key)
            elif place in TIMES:
                yield Setting(key, "number", self._label(modifier), 0, (), 0, MOST_TIMES)
            elif modifier == "morale":
                yield Setting(key, "number", self._label("hits"), 0, (), 0, self.rules.hits_most)
            else:
                yield self._amount(key, modifier)
        for card in sorted(cards, key=self._label):
            yield self._check(f"+{card}", card, cards[card])

    def _amount(self, key: str, modifier: str) -> Setting:
        """Modifiers that are read somewhere: the favour of the governor, the gold of a gift, the result of talks."""
        low, high = 0, MOST_TIMES
        if modifier == "favour":
            low, high = self.rules.favour_ends
        elif modifier == "diplomacy-result":
            cells = [self.rules.tables.negotiate(column, total) for column, total, _ in self._talks()]
            high = max(result.choice or 0 for result in cells)
        elif modifier == "gold":
            low = self.rules.n.gift_least
            high = low + MOST_TIMES * self.rules.n.gift_step
        named = f"{modifier}-amount"
        label = self._label(named if f"setting.{named}" in self.names else modifier)
        return Setting(key, "number", label, max(low, 0), (), low, high)

    def _talks(self) -> Iterator[tuple[str, int, Any]]:
        for column, total, cell in self.rules.tables.diplomacy.cells():
            yield column, int(total), cell

    def _cards(self) -> dict[str, int]:
        """The cards of this game that change the roll, and by how much."""
        found = {}
        for card in (*self.rules.cards.values(), *self.rules.assets.values()):
            amounts = [int(str(v)) for effect, v in card.effect.items() if roll_named(effect) == self.name]
            in_play = self.rules.standard or not card.standard_only
            if amounts and in_play and card.id in self.roll.modifiers:
                found[card.id] = amounts[0]
        return found

    def _check(self, key: str, name: str, amount: int) -> Setting:
        return Setting(key, "check", f"{self._label(name)} {signed(amount)}", value=False)

    def _rating(self, key: str) -> Setting:
        """1.331  The conquistadors by their rating, the best first."""
        rating = RATINGS[self.name]
        men = sorted(self.rules.men.values(), key=lambda man: (-getattr(man, rating), man.full_name))
        options = tuple((f"{self._label(man.id)} {signed(getattr(man, rating))}", man.id) for man in men)
        nobody = (self.names.say("no-rating"), ANY)
        return Setting(key, "choice", self._label("rating"), ANY, (nobody, *options))

    def _mano(self) -> Setting:
        ways = WAYS.get(self.roll.mano, ALL_WAYS)
        options = tuple((self.names.say(f"way.{way}"), way) for way in ways)
        return Setting("mano", "choice", "Mano de Dios", "never", options)

    def _goal(self, made: list[Setting]) -> Setting:
        """What Mano de Dios is used for: more or less of a number, or some of the results."""
        label = self.names.say("wanted")
        results = self._results(values_of(made))
        if all(type(result) in (int, tuple) for result in results):
            ways = tuple((self.names.say(f"{way}"), way) for way in ("most", "least"))
            return Setting("goal", "choice", label, "most", ways)
        options = tuple((self.names(result), result) for result in results)
        return Setting("wanted", "several", label, (results[-1],), options)

    def order(self) -> list[Any]:
        """The results of the roll from low totals to high ones; numbers stand by size anyway."""
        results = self._results(values_of(self.settings()))
        return [] if all(type(result) is int for result in results) else results

    def _results(self, values: Mapping[str, Any]) -> list[Any]:
        """Every result that the roll can have, from low totals to high ones."""
        means = reader_of(self.rules, self.name, *[values[asked] for asked in self.roll.asks])
        return list(dict.fromkeys(means(total) for total in TOTALS))

    # What comes of it --------------------------------------------------------------------------------------------

    def odds(self) -> Distribution:
        """The odds as set; where the settings do not go together, a `SetupError` says why."""
        values = values_of(self.settings())
        added = {key[1:]: self._added(key[1:], value) for key, value in values.items() if key[0] == "+" and value}
        where = {key: values[key] for key in (*self.roll.asks, "neighbour", "fever_coast") if key in values}
        return table(
            self.name,
            modifiers={name: amount for name, amount in added.items() if amount},
            mano=values["mano"],
            goal=_wanted(values),
            rules=self.rules,
            **where,
        )

    def _added(self, modifier: str, value: Any) -> int:
        """How much a modifier adds as it is set."""
        n, place, cards = self.rules.n, (self.name, modifier), self._cards()
        if modifier in cards:
            return cards[modifier]
        if place in NUMBERS:
            return int(getattr(n, NUMBERS[place]))
        if place in TIMES:
            return int(getattr(n, TIMES[place])) * int(value)
        if modifier == "rating":
            return int(getattr(self.rules.men[value], RATINGS[self.name]))
        if modifier == "morale":
            return int(n.combat_by_hits[value])
        if modifier == "favour":
            return int(self.rules.tables.favour.cell("recruiting", value).value)
        if modifier == "gold":
            return int(value - n.gift_least) // n.gift_step
        return int(value)


class RollBook(AnyRolls):
    """Every die roll of a game of The Conquistadors."""

    each = RollSettings
    first = "discovery"
    rules: ConquestRules

    def rules_of(self, scenario: str) -> ConquestRules:
        return rules_of(scenario)

    def catalogue(self) -> list[KnownRoll]:
        return [*rolls(self.rules, self.language)]

    def facts(self, name: str) -> dict[str, str]:
        """What it takes besides the total, and what Mano de Dios may do."""
        roll = cast(CataloguedRoll, self.known[name])
        return {"asks for": ", ".join(roll.asks), "Mano de Dios": roll.mano}


def _wanted(values: Mapping[str, Any]) -> Any:
    """The goal as `odds.table` takes it: some results, the most or the least."""
    if "wanted" in values:
        return set(values["wanted"])
    goal = values.get("goal")
    if goal is None or "value" not in values:
        return goal
    return most_losses if goal == "most" else fewest_losses


def most_losses(result: tuple[int, bool]) -> int:
    """Of combat results more losses are better, and M is better than nothing."""
    return 2 * result[0] + result[1]


def fewest_losses(result: tuple[int, bool]) -> int:
    return -most_losses(result)
