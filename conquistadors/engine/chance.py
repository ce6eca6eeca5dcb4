"""Where the answers of chance come from: a seed, a script, or the dice on the table."""

from __future__ import annotations

import hashlib
import secrets
from abc import ABC, abstractmethod
from collections.abc import Iterable
from typing import ClassVar, Self

from conquistadors.engine.errors import ScriptError, SetupError, short_repr
from conquistadors.engine.requests import Chance, ChanceValue
from conquistadors.engine.texts import error_text

_WORD = (1 << 64) - 1
_STRIDE = 0x9E3779B97F4A7C15


class Source(ABC):
    """Answers chance, and gives the same answer to the same question again."""

    kind: ClassVar[str]
    seed: int

    @abstractmethod
    def answer(self, number: int, chance: Chance) -> ChanceValue | None:
        """The outcome for answer `number` of the game, or None if a person has to type it."""


class Seeded(Source):
    """Answer n is a function of the seed and n: an undo or a branch meets the same dice again."""

    kind = "seeded"

    def __init__(self, seed: int) -> None:
        if type(seed) is not int or not 0 <= seed <= _WORD:
            raise SetupError(error_text("setup.seed", most=_WORD, wanted=short_repr(seed)))
        self.seed = seed
        self._base = int.from_bytes(hashlib.sha256(str(seed).encode()).digest()[:8], "big")

    @classmethod
    def fresh(cls) -> Self:
        """A seed that nobody knows, short enough to read aloud in class."""
        return cls(secrets.randbelow(10**9))

    def answer(self, number: int, chance: Chance) -> ChanceValue | None:
        # splitmix64: a well-mixed word for each number, without a state to keep in step
        word = (self._base + number * _STRIDE) & _WORD
        word = ((word ^ (word >> 30)) * 0xBF58476D1CE4E5B9) & _WORD
        word = ((word ^ (word >> 27)) * 0x94D049BB133111EB) & _WORD
        word ^= word >> 31
        weights = chance.weights
        left = (word * sum(weights)) >> 64
        at = 0
        while left >= weights[at]:
            left -= weights[at]
            at += 1
        return chance.outcomes[at]


class TableDice(Seeded):
    """Real dice: rolls wait for what a person types. The kit still draws the cards, from the seed."""

    kind = "table"

    def answer(self, number: int, chance: Chance) -> ChanceValue | None:
        return None if chance.dice is not None else super().answer(number, chance)


class Script(Source):
    """The outcomes a test wants, in order: `with Script(6, "storm") as dice:`.

    A missing, unfitting or unused one fails the test.
    """

    kind = "script"
    seed = 0

    def __init__(self, *outcomes: ChanceValue) -> None:
        self._outcomes: tuple[ChanceValue, ...] = outcomes
        self._used: dict[int, int] = {}

    def answer(self, number: int, chance: Chance) -> ChanceValue | None:
        at = self._used.setdefault(number, len(self._used))
        if at >= len(self._outcomes):
            raise ScriptError(f"the script has no outcome left for {chance.kind} ({chance.rule})")
        value = self._outcomes[at]
        if value not in chance.outcomes or type(value) is bool:
            raise ScriptError(f"{value!r} cannot come up for {chance.kind} ({chance.rule}): {list(chance.outcomes)}")
        return value

    def left(self) -> tuple[ChanceValue, ...]:
        return self._outcomes[len(self._used) :]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: object, error: object, trace: object) -> None:
        if error is None and self.left():
            raise ScriptError(f"the script has outcomes left that were never rolled: {list(self.left())}")


def source_named(kind: str, seed: int) -> Source:
    """The source that a save or a caller names."""
    sources: Iterable[type[Seeded]] = (Seeded, TableDice)
    for source in sources:
        if source.kind == kind:
            return source(seed)
    raise SetupError(error_text("setup.chance", wanted=short_repr(kind)))
