"""Questions about odds that can be explored: a list of settings, the work that answers it, and how that is told.

A game brings some by name (`GameKit.explored`), and what can be set for its die rolls (`GameKit.rolls`, see `dice.py`).
Whoever shows them holds the values that a person has set; a question is a function of these, and keeps nothing.
"""

from __future__ import annotations

from collections.abc import Generator, Hashable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any, Final, Literal, Protocol, TypeAlias

from conquistadors.engine.records import changed, record
from conquistadors.engine.texts import Texts
from conquistadors.odds.distribution import Distribution, percent
from conquistadors.odds.slices import Progress

ANY: Final = ""
"""The value of "all" or "nobody" among the options of a choice: None would show as nothing chosen."""
Values: TypeAlias = Mapping[str, Any]
"""What a person has set, by the keys of settings; some may belong to settings that are not shown now."""


@record
class Setting:
    """Something that can be set: one of some options, several of them, yes or no, a number, or words."""

    key: str
    kind: Literal["choice", "several", "check", "number", "text"]
    label: str
    value: Any
    options: tuple[tuple[str, Any], ...] = ()
    """For a choice, or several: what each is called, and what it is."""
    low: int = 0
    high: int = 0
    hint: str = ""


def kept(setting: Setting, value: Any) -> Any:
    """The value, if the setting can have it; else its own: what was set before is kept where it still makes sense."""
    if setting.kind == "choice":
        return value if any(value == each for _, each in setting.options) else setting.value
    if setting.kind == "several":
        known = [each for _, each in setting.options]
        found = tuple(each for each in value if each in known) if isinstance(value, tuple) else ()
        return found or setting.value
    if setting.kind == "number":
        return min(max(value, setting.low), setting.high) if type(value) is int else setting.value
    return value if type(value) is type(setting.value) else setting.value


def with_values(settings: Iterable[Setting], values: Values) -> list[Setting]:
    """The settings as a person has set them, where that makes sense."""
    return [changed(each, value=kept(each, values.get(each.key, each.value))) for each in settings]


def values_of(settings: Iterable[Setting]) -> dict[str, Any]:
    """What is set, by key."""
    return {setting.key: setting.value for setting in settings}


@record
class Headline:
    """An answer in a line: the chance of what is wanted, what that is, and what else is good to know."""

    chance: Fraction
    of: str
    more: tuple[str, ...] = ()
    thing: str = ""
    """The thing that it is about, of those that may change: what is shown first."""

    def __str__(self) -> str:
        return ", ".join([f"{percent(self.chance)} {self.of}", *self.more])


class Question(Protocol):
    """A question about odds, in the language that it was made for."""

    title: str
    heads: Mapping[str, str]
    """The parts of the page with their titles, in their order."""
    told: Mapping[str, str]
    """What an answer tells, with titles, in the order in which it is shown."""
    order: Sequence[Hashable]
    """Results that are words, from good to bad."""
    texts: Texts
    """Those of the game."""

    def parts(self, values: Values) -> dict[str, list[Setting]]:
        """All that can be set, by part of the page, with what is set."""

    def asked(self, values: Values) -> str:
        """The question in a few words."""

    def steps(self, values: Values) -> Generator[Progress, None, Any]:
        """The work that answers it, in slices; what does not go together is a `SetupError` at its first step."""

    def headline(self, answer: Any) -> Headline:
        """The answer in a line."""

    def distributions(self, answer: Any) -> dict[str, Distribution]:
        """What the answer tells, by the keys of `told`."""

    def label(self, result: Any) -> str:
        """A result by name."""
