"""The die rolls of a game as they can be explored: what can be set for each, and what may come of it.

A game brings its own (`GameKit.rolls`); of one that brings none, the dice and the modifiers of its catalogue are known.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any, ClassVar, Final

from conquistadors.engine.errors import SetupError, short_repr
from conquistadors.engine.records import record
from conquistadors.engine.rules import Rules
from conquistadors.engine.texts import error_text
from conquistadors.games import kit, load, rules_for
from conquistadors.odds.asking import names_of
from conquistadors.odds.distribution import Distribution
from conquistadors.odds.questions import ANY, Setting, Values, values_of, with_values

ADDED: Final = "+"
"""The key of a setting that adds to the roll begins so, and goes on with the name of the modifier."""
NEVER: Final = "never"
"""The value of a choice that is not made use of: it is not told."""
MOST: Final = 9
"""So much may be added where nobody knows how much it is."""


@record
class KnownRoll:
    """A die roll of a game."""

    name: str
    title: str
    rule: str
    dice: str


class AnyRoll:
    """A roll as it is set, of a game of which no more is known than its catalogue."""

    def __init__(self, rolls: AnyRolls, name: str, values: Values) -> None:
        self.rolls, self.name, self.values = rolls, name, values
        self.rules, self.names = rolls.rules, rolls.names

    def settings(self) -> list[Setting]:
        """All that can be set for the roll, with what is set."""
        return with_values(self.added(), self.values)

    def added(self) -> Iterator[Setting]:
        """How much each modifier adds."""
        for modifier in sorted(self.rules.rolls[self.name].modifiers):
            label = self.names.setting(modifier)
            yield Setting(f"{ADDED}{modifier}", "number", label, 0, (), -MOST, MOST)

    def odds(self) -> Distribution:
        """What may come of it as it is set; `SetupError` says what does not go together."""
        dice, more = self.rules.rolls[self.name].dice, sum(values_of(self.settings()).values())
        ways = zip(dice.totals, dice.ways, strict=True)
        return Distribution([(total + more, Fraction(count, sum(dice.ways))) for total, count in ways])

    def order(self) -> list[Any]:
        """The results from low totals to high ones; numbers stand by size anyway."""
        return []

    def described(self) -> str:
        """The settings in a few words: what differs from nothing at all."""
        said = []
        for setting in self.settings():
            adds = setting.key.startswith(ADDED)
            if setting.kind == "check":
                said += [setting.label] if setting.value else []
            elif setting.kind == "number":
                said += [f"{setting.label} {setting.value}"] if setting.value or not adds else []
            elif setting.kind == "choice" and setting.value not in (ANY, NEVER):
                option = next(label for label, value in setting.options if value == setting.value)
                said.append(option if adds else f"{setting.label}: {option}")
        return ", ".join(said) or self.names.say("plain")


class AnyRolls:
    """All rolls of a scenario, in a language."""

    each: ClassVar[type[AnyRoll]] = AnyRoll
    """What one of them is."""
    first: ClassVar[str | None] = None
    """The one that is shown first, if it is not the first of the catalogue."""

    def __init__(self, scenario: str, language: str) -> None:
        self.rules = self.rules_of(scenario)
        self.language = language
        self.texts = self.rules.texts(language)
        self.names = names_of(self.rules, language)
        self.known: dict[str, KnownRoll] = {roll.name: roll for roll in self.catalogue()}

    def rules_of(self, scenario: str) -> Rules[Any]:
        return rules_for(scenario, {})

    def catalogue(self) -> list[KnownRoll]:
        """Every roll, in the order of the catalogue."""
        entries = self.rules.rolls.items()
        return [KnownRoll(name, self.names.setting(name), "", str(entry.dice)) for name, entry in entries]

    def facts(self, name: str) -> dict[str, str]:  # noqa: ARG002  # for games that know more
        """What else a table of the rolls says of one, by the head of its column."""
        return {}

    def asked(self, name: str, values: Values) -> AnyRoll:
        """A roll as a person has set it; `SetupError` says which rolls there are."""
        if name not in self.known:
            raise SetupError(error_text("odds.roll", wanted=short_repr(name), known=self.known))
        return self.each(self, name, values)


def rolls_of(game: str, language: str, scenario: str | None = None) -> AnyRolls:
    """The die rolls of a game, of its first scenario if none is named."""
    brought = kit(game)
    made: AnyRolls = load(brought.rolls)(brought.scenarios[0].id if scenario is None else scenario, language)
    return made
