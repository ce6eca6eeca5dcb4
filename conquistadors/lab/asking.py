"""What is asked of a row of games: a record that the rows depend on, and one of how they are played and kept.

Game n is a function of the question and n alone, so it does not matter who plays it, when, or how often.
"""

from __future__ import annotations

import hashlib
import json
import pickle
from collections.abc import Mapping
from concurrent.futures import Executor
from dataclasses import dataclass, fields, replace
from functools import lru_cache
from pathlib import Path
from typing import Any, Final, Self

import conquistadors
from conquistadors.engine.codec import Json
from conquistadors.engine.errors import SetupError, short_repr
from conquistadors.engine.requests import Seat
from conquistadors.engine.rules import Rules
from conquistadors.engine.texts import error_text
from conquistadors.games import play_of, rules_for
from conquistadors.lab.players import Seating
from conquistadors.odds.asking import asking
from conquistadors.resources import data_root

MEASURED: Final = "lab"
"""The folder of the data with what games have come to: they do not depend on it."""
MOST_GAMES: Final = 10_000_000
MOST_WORKERS: Final = 4096
LARGEST_SEED: Final = (1 << 64) - 1


@dataclass(frozen=True, kw_only=True)
class Series:
    """A run of games: how many, from which seed, what is told of each, who plays them and where they are kept."""

    games: int = 100
    seed: int = 1
    per_turn: bool = False
    """A row for each turn instead of each game."""
    until_turn: int | None = None
    """Games stop when this turn begins."""
    executor: Executor | None = None
    workers: int | None = None
    progress: bool = True
    resume: str | Path | None = None
    """The folder that gets every finished chunk of games."""
    failures: str | Path | None = None
    """The folder for the saves of games that failed."""

    @classmethod
    def taken(cls, given: Mapping[str, Any]) -> tuple[Self, dict[str, Any]]:
        """A series from the parameters of a call, and the others: the options of the scenario."""
        known = {each.name for each in fields(cls)}
        own = {name: value for name, value in given.items() if name in known}
        return cls(**own), {name: value for name, value in given.items() if name not in known}

    def __post_init__(self) -> None:
        """`SetupError` says what is wrong."""
        _whole("games", self.games, 1, MOST_GAMES)
        _whole("seed", self.seed, 0, LARGEST_SEED)
        if self.until_turn is not None:
            _whole("until_turn", self.until_turn, 1, MOST_GAMES)
        if type(self.per_turn) is not bool:
            raise SetupError(error_text("lab.true-or-false", name="per_turn", wanted=short_repr(self.per_turn)))
        if self.executor is not None and self.workers is not None:
            raise SetupError(error_text("lab.executor-or-workers"))
        if self.executor is not None and not callable(getattr(self.executor, "submit", None)):
            raise SetupError(error_text("lab.executor", wanted=short_repr(self.executor)))
        if self.workers is not None:
            _whole("workers", self.workers, 1, MOST_WORKERS)

    def part(self, name: str) -> Self:
        """The same for a part of what is played, which is kept in a folder of its own."""
        resume, failures = (None if each is None else Path(each) / name for each in (self.resume, self.failures))
        return replace(self, resume=resume, failures=failures)


def _whole(name: str, value: object, least: int, most: int) -> None:
    if type(value) is not int or not least <= value <= most:
        raise SetupError(error_text("lab.whole", name=name, least=least, most=most, wanted=short_repr(value)))


@dataclass(frozen=True)
class Question:
    """All that the rows depend on."""

    scenario: str
    options: str
    """The options of the scenario, as JSON."""
    seatings: tuple[Seating, ...]
    """Who sits where; game n has number n modulo their count."""
    games: int
    seed: int
    per_turn: bool = False
    until_turn: int | None = None

    @classmethod
    def of(cls, rules: Rules[Any], options: str, seatings: tuple[Seating, ...], series: Series) -> Self:
        """What a series asks of games with these rules, of which `options` are the options as text."""
        how = series.games, series.seed, series.per_turn, series.until_turn
        return cls(rules.scenario, options, seatings, *how)

    @property
    def rules(self) -> Rules[Any]:
        """The rules, made once in each process."""
        return _rules(self.scenario, self.options)

    def chunks(self) -> list[range]:
        """The games cut into chunks, whatever the number of workers: a hundred or more if there are enough games."""
        size = max(-(-self.games // 1000), min(20, -(-self.games // 100)))
        return [range(first, min(first + size, self.games)) for first in range(0, self.games, size)]

    def columns(self) -> list[str]:
        """The names of the cells of a row."""
        rules, tally = self.rules, play_of(self.rules)
        start = rules.start()
        counted = [f"{what}.{seat}" for seat in rules.seats for what in tally.counts(start, seat)]
        counted = [*tally.table(start), *counted]
        told = ["game", "seed", *[f"bot.{seat}" for seat in rules.seats], "ended", "winner", "reason", "clause"]
        if not self.per_turn:
            return [*told, "turns", "answers", *counted]
        worth = [f"worth.{seat}" for seat in rules.seats if asking(rules).worth(start, seat) is not None]
        return [*told, "turns", "turn", "answers", *counted, *worth]

    def pickled(self) -> bytes:
        """The seatings as workers get them; `SetupError` if they cannot be sent."""
        try:
            return pickle.dumps(self.seatings, protocol=4)
        except (pickle.PicklingError, AttributeError, TypeError) as error:
            raise SetupError(error_text("lab.pickle", why=str(error))) from None

    def document(self) -> dict[str, Json]:
        """The question as plain data: what a folder of finished chunks belongs to."""
        sitting: list[Json] = [{seat: sits.name for seat, sits in seating} for seating in self.seatings]
        return {
            "scenario": self.scenario,
            "options": json.loads(self.options),
            "bots": sitting,
            "makers": hashlib.sha256(self.pickled()).hexdigest()[:32],
            "games": self.games,
            "seed": self.seed,
            "per_turn": self.per_turn,
            "until_turn": self.until_turn,
            "kit": _kit(self.rules),
        }


@lru_cache(maxsize=64)
def _rules(scenario: str, options: str) -> Rules[Any]:
    return rules_for(scenario, json.loads(options))


def _kit(rules: Rules[Any]) -> str:
    """The version of the kit with a checksum of its rules, its bots and its data: what else the games depend on."""
    package = Path(conquistadors.__file__).parent
    parts = [package / name for name in ("engine", "packs", "maps", "games", "odds", "bots")]
    files = [file for part in parts for file in part.rglob("*.py")]
    files += [file for file in data_root().rglob("*") if MEASURED not in file.relative_to(data_root()).parts]
    pack = rules.options.get("pack")
    if isinstance(pack, str):
        files += Path(pack).rglob("*")
    digest = hashlib.sha256()
    for file in sorted(file for file in files if file.is_file()):
        digest.update(file.name.encode() + b"\0" + file.read_bytes() + b"\0")
    return f"{conquistadors.__version__} {digest.hexdigest()[:16]}"


def _mixed(*parts: object) -> int:
    """A number that depends on all parts and on nothing else. Small enough for any table and any reader of JSON."""
    text = "/".join(map(str, parts))
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big") >> 12


def seed_of(seed: int, number: int) -> int:
    """The seed of game `number`: its dice come from it as in `new_game(..., seed=...)`."""
    return _mixed(seed, number)


def bot_seed(game_seed: int, seat: Seat) -> int:
    """The seed that the bot of a seat is made with."""
    return _mixed(game_seed, "bot", seat)
