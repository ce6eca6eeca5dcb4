"""Where the answers of chance come from: a seed, a script, or the dice on the table."""

from __future__ import annotations

import hashlib
import secrets
from abc import ABC, abstractmethod
from collections.abc import Iterable
from copy import copy
from typing import ClassVar, Self, TypeAlias

from conquistadors.engine.errors import ScriptError, SetupError, short_repr
from conquistadors.engine.requests import Chance, ChanceValue
from conquistadors.engine.texts import error_text

_WORD = (1 << 64) - 1
_LARGEST = (1 << 128) - 1
_STRIDE = 0x9E3779B97F4A7C15


class Source(ABC):
    """Answers chance, and gives the same answer to the same question again."""

    kind: ClassVar[str]
    seed: int

    @abstractmethod
    def answer(self, number: int, chance: Chance) -> ChanceValue | None:
        """The outcome for answer `number` of the game, or None if a person has to type it."""

    def copy(self) -> Self:
        """The source of a branch: the same one, unless it remembers what it has answered."""
        return self


class Seeded(Source):
    """Answer n is a function of the seed and n: an undo or a branch meets the same dice again.

    A seed that somebody gives can be guessed: whoever has seen some of the dice tries the seeds that people take, and
    knows the others. That does no harm in a lesson, where all are to meet the same dice. Where nobody may know what is
    to come, give none: a fresh one has 128 bits, and its dice come from a hash that tells nothing of it.
    """

    kind = "seeded"

    def __init__(self, seed: int) -> None:
        if type(seed) is not int or not 0 <= seed <= _LARGEST:
            raise SetupError(error_text("setup.seed", most=_LARGEST, wanted=short_repr(seed)))
        self.seed = seed
        self._base = int.from_bytes(hashlib.sha256(str(seed).encode()).digest()[:8], "big")

    @classmethod
    def fresh(cls) -> Self:
        """A seed that nobody knows, and that cannot be found out from its dice."""
        return cls(_WORD + 1 + secrets.randbelow(_LARGEST - _WORD))

    def _word(self, number: int) -> int:
        """A well-mixed word for each number, without a state to keep in step."""
        if self.seed > _WORD:
            return int.from_bytes(hashlib.sha256(b"%d/%d" % (self.seed, number)).digest()[:8], "big")
        # splitmix64
        word = (self._base + number * _STRIDE) & _WORD
        word = ((word ^ (word >> 30)) * 0xBF58476D1CE4E5B9) & _WORD
        word = ((word ^ (word >> 27)) * 0x94D049BB133111EB) & _WORD
        return word ^ (word >> 31)

    def answer(self, number: int, chance: Chance) -> ChanceValue | None:
        word = self._word(number)
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


Scripted: TypeAlias = ChanceValue | tuple[str, ChanceValue | tuple[int, ...]]
"""An outcome as a script has it: the outcome alone, or the kind of the roll or draw with it."""


class Script(Source):
    """The outcomes a scene wants, in order: `with Script(6, ("discovery", "city")) as dice:`.

    An outcome may stand alone, or with the name of the roll or draw that it is meant for; then it may also be what the
    rules make of the roll (`("discovery", "city")`), or the single dice (`("combat-indian", (4, 5))`). Kinds in `free`
    come from a seed instead, except where an outcome names them: `Script(("plunder-gold", 9), free=["exhaustion"])`.

    A missing, unfitting or unused outcome fails and says which roll asked. A branch of a game has a copy of its own.
    """

    kind = "script"

    def __init__(self, *outcomes: Scripted, free: Iterable[str] = (), seed: int = 0) -> None:
        self._outcomes: tuple[Scripted, ...] = outcomes
        self._used: dict[int, int] = {}
        self._free = frozenset([free] if isinstance(free, str) else free)
        self._seeded = Seeded(seed)
        self.seed = seed

    def answer(self, number: int, chance: Chance) -> ChanceValue | None:
        at = self._used.get(number, len(self._used))
        wanted = self._outcomes[at] if at < len(self._outcomes) else None
        if chance.kind in self._free and not (isinstance(wanted, tuple) and wanted[0] == chance.kind):
            return self._seeded.answer(number, chance)
        if wanted is None:
            raise ScriptError(f"the script has no outcome left for {_asks(chance)}")
        value = fitting(wanted, chance)
        if value is None:
            raise ScriptError(f"{wanted!r}, outcome {at + 1} of the script, cannot come up for {_asks(chance)}")
        self._used[number] = at
        return value

    def left(self) -> tuple[Scripted, ...]:
        return self._outcomes[len(self._used) :]

    def copy(self) -> Self:
        twin = copy(self)
        twin._used = dict(self._used)
        return twin

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: object, error: object, trace: object) -> None:
        if error is None and self.left():
            raise ScriptError(f"the script has outcomes left that were never rolled: {list(self.left())}")


def _asks(chance: Chance) -> str:
    """Which roll or draw it is, and what can come of it."""
    results = "" if chance.reads is None else f", for {list(dict.fromkeys(map(chance.result, chance.outcomes)))}"
    return f"{chance.kind} ({chance.rule}) of {chance.who}: {list(chance.outcomes)}{results}"


def fitting(wanted: Scripted, chance: Chance) -> ChanceValue | None:
    """The outcome that a script means, or None: by itself, by its dice, or by what the rules make of it."""
    value: ChanceValue | tuple[int, ...]
    if isinstance(wanted, tuple):
        kind, value = wanted
        if kind != chance.kind:
            return None
    else:
        value = wanted
    if isinstance(value, tuple):
        dice = chance.dice
        fits = dice is not None and len(value) == dice.count and all(1 <= face <= dice.sides for face in value)
        return sum(value) if fits else None
    if value in chance.outcomes and type(value) is not bool:
        return value
    if isinstance(wanted, tuple) and chance.reads is not None:
        likely = sorted(zip(chance.outcomes, chance.weights, strict=True), key=lambda each: -each[1])
        return next((outcome for outcome, _ in likely if chance.result(outcome) == value), None)
    return None


def source_named(kind: str, seed: int) -> Source:
    """The source that a save or a caller names."""
    sources: Iterable[type[Seeded]] = (Seeded, TableDice)
    for source in sources:
        if source.kind == kind:
            return source(seed)
    raise SetupError(error_text("setup.chance", wanted=short_repr(kind)))
