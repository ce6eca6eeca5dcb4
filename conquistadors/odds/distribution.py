"""A distribution: what can come out, each with its exact chance, and what was assumed."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from fractions import Fraction
from math import lcm
from typing import Any, Final, Protocol, Self, TypeAlias

from conquistadors.engine.texts import spoken, texts_of
from conquistadors.odds.assuming import COMMON, Assumption
from conquistadors.typography import number

LONGEST_FRACTION: Final = 13


class Names(Protocol):
    """What results and assumptions are called, in a language."""

    def __call__(self, result: Any) -> str: ...

    def assumption(self, said: Assumption) -> str: ...


Naming: TypeAlias = Callable[[str], Names]
"""The names of a language."""


class Distribution(Mapping[Hashable, Fraction]):
    """Results with their chances, in a fixed order. Chances are fractions: a float appears only where it is shown."""

    __slots__ = ("_chances", "assumed", "named")

    def __init__(
        self,
        chances: Mapping[Any, Fraction] | Iterable[tuple[Any, Fraction]],
        assumed: Iterable[Assumption] = (),
        named: Naming | None = None,
    ) -> None:
        pairs = chances.items() if isinstance(chances, Mapping) else chances
        added: dict[Hashable, Fraction] = {}
        for result, chance in pairs:
            if chance:
                before = added.get(result)
                added[result] = chance if before is None else before + chance
        self._chances = dict(sorted(added.items(), key=_place))
        self.assumed = tuple(assumed)
        """What holds besides the rules: who reacts, how luck is used. Told in the language that is spoken."""
        self.named = named
        """What the results are called in a language; None: as they are."""

    def __getitem__(self, result: Hashable) -> Fraction:
        """The chance of a result; 0 for one that cannot come."""
        return self._chances.get(result, Fraction(0))

    def __iter__(self) -> Iterator[Hashable]:
        return iter(self._chances)

    def __len__(self) -> int:
        return len(self._chances)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Distribution) and self._chances == other._chances

    __hash__ = None  # type: ignore[assignment]  # like other mappings

    @property
    def total(self) -> Fraction:
        """1, unless something was cut off."""
        return sum(self._chances.values(), Fraction(0))

    @property
    def of(self) -> int:
        """The common denominator: in so many equal cases."""
        return lcm(*[chance.denominator for chance in self._chances.values()])

    def ways(self, result: Hashable) -> int:
        """In how many of the equal cases the result comes."""
        return int(self[result] * self.of)

    def chance(self, fits: Callable[[Any], bool]) -> Fraction:
        """The chance of a result that fits."""
        return sum((chance for result, chance in self._chances.items() if fits(result)), Fraction(0))

    def at_least(self, least: Any) -> Fraction:
        """The chance of a number that is not smaller."""
        return self.chance(lambda result: result >= least)

    def mean(self) -> Fraction:
        """The mean of results that are numbers."""
        numbers: dict[Any, Fraction] = {**self._chances}
        return sum((number * chance for number, chance in numbers.items()), Fraction(0))

    def map(self, function: Callable[[Any], Hashable]) -> Self:
        """The distribution of something that follows from the result."""
        return type(self)(
            [(function(result), chance) for result, chance in self._chances.items()], self.assumed, self.named
        )

    def called(self, named: Naming) -> Self:
        """The same with names for its results."""
        return type(self)(self._chances, self.assumed, named)

    def words(self) -> tuple[Callable[[Any], str], Callable[[Assumption], str]]:
        """What results and assumptions are called, in the language that is spoken."""
        if self.named is None:
            return str, str
        names = self.named(spoken())
        return names, names.assumption

    def rows(self) -> list[tuple[Hashable, int, int, Fraction, Fraction]]:
        """For a table: result, ways, of how many, chance, and the chance of this or any row above."""
        of, up_to, found = self.of, Fraction(0), []
        for result, chance in self._chances.items():
            up_to += chance
            found.append((result, int(chance * of), of, chance, up_to))
        return found

    def __str__(self) -> str:
        """As text, a line for each result."""
        named, assumption = self.words()
        told = [(named(result), chance) for result, chance in self._chances.items()]
        wide = max((len(result) for result, _ in told), default=0)
        lines = [
            f"{result:<{wide}}  {short(chance):>9}  {number(float(chance), spoken(), '.1%'):>6}"
            for result, chance in told
        ]
        say = texts_of(spoken(), COMMON).say
        return "\n".join([*lines, *[say("assumed.note", {"what": assumption(each)}) for each in self.assumed]])

    def __repr__(self) -> str:
        inside = ", ".join(f"{result!r}: {chance}" for result, chance in self._chances.items())
        return f"Distribution({{{inside}}})"


def percent(chance: Fraction, language: str | None = None) -> str:
    """A chance as it is shown: what can come is never called 0 %, and what may fail never 100 %.

    It is written as in the language, or in the one that is spoken.
    """
    if not chance:
        return "–"
    language = language or spoken()
    if chance == 1:
        return number(1, language, ".0%")
    if f"{float(chance):.1%}" in ("0.0%", "100.0%"):
        return f"<{number(0.001, language, '.1%')}" if chance < Fraction(1, 2) else f">{number(0.999, language, '.1%')}"
    return number(float(chance), language, ".1%")


def short(chance: Fraction) -> str:
    """A fraction that can be read: one of a battle has hundreds of digits, and is left out."""
    text = str(chance)
    return text if len(text) <= LONGEST_FRACTION else ""


def _place(item: tuple[Any, Fraction]) -> tuple[int, Any, str]:
    """Numbers by size, all else by name."""
    result = item[0]
    if isinstance(result, bool) or not isinstance(result, int | Fraction):
        return (1, 0, str(result))
    return (0, result, "")
