"""1.0  The printed parts of the game as data: a pack is a folder with the files of `data/conquest/`.

A pack of your own needs only the files that differ; the others are ours. Every value carries its grade: `stated`
by a clause, fixed by a worked `example`, or `reconstructed` by us, with the reason.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import field
from pathlib import Path
from typing import Any, Final, Literal, TypeAlias, TypeVar

from conquistadors.engine.codec import MAY_BE_MISSING, decode
from conquistadors.engine.errors import DataError, SetupError, short_repr
from conquistadors.engine.files import is_folder
from conquistadors.engine.records import changed, record
from conquistadors.engine.texts import both, error_text
from conquistadors.packs.values import Grade, Graded, Words
from conquistadors.resources import data_root, read_toml_file

Errata: TypeAlias = Literal["japanese", "english"]
"""Which numbers stand where the texts differ (J7, J8, J9): those with the errata, or those of the English text."""

MAPS: Final = ("north", "south")
FILES: Final = (
    *("counters.toml", "numbers.toml", "rolls.toml"),
    *(f"cards/{name}.toml" for name in ("assets", "conquistadors", "strategy")),
    *(f"maps/{name}.toml" for name in MAPS),
    *(f"tables/{name}.toml" for name in ("combat", "diplomacy", "discovery", "events", "governor", "legends")),
    *(f"tables/{name}.toml" for name in ("morale", "plunder", "recruiting", "sequence", "solitaire")),
)
"""What a pack may bring. Sentences are no part of it: names and texts of cards and places stand in these files."""
_OPTIONAL: Final[Mapping[str, bool]] = {MAY_BE_MISSING: True}


@record
class Space:
    """1.13, 1.14  A space of a map."""

    id: str
    name: Words
    lat: float
    lon: float
    kind: Literal["level", "desert", "rain-forest", "legend", "sea", "cuba", "panama"]
    history: Words
    grade: Grade
    source: str
    level: int | None = field(default=None, metadata=_OPTIONAL)
    legend: int | None = field(default=None, metadata=_OPTIONAL)
    minus_one: bool = field(default=False, metadata=_OPTIONAL)
    mar_del_sur: bool = field(default=False, metadata=_OPTIONAL)


@record
class Connection:
    """3.11  A line between two spaces."""

    between: tuple[str, str]
    by: Literal["land", "sea"]


@record
class Board:
    """1.11  A map: its spaces and the lines between them."""

    map: Literal["north", "south"]
    name: Words
    grade: Grade
    source: str
    space: tuple[Space, ...]
    connection: tuple[Connection, ...]
    purpose: Literal["game", "lesson", "test"] = field(default="game", metadata=_OPTIONAL)
    """A map for a lesson or a test may be small; one for a whole game may not."""


Effect: TypeAlias = dict[str, bool | int | str | tuple[int, ...]]
"""The numbers of a card's text, by name."""


@record
class Card:
    """1.31  A title: what Strategy and Asset cards have in common."""

    id: str
    name: Words
    copies: int
    standard_only: bool
    when: str
    target: Literal["own", "other", "any", "none"]
    text: Words
    effect: Effect
    history: Words
    grade: Grade
    source: str
    copies_grade: Grade
    copies_source: str


@record
class StrategyCard(Card):
    """1.32, 2.11  A Strategy card."""

    type: Literal["action", "combat", "reaction"]
    solitaire: Literal["enemy", "reaction", "action"]
    solitaire_text: Words | None = field(default=None, metadata=_OPTIONAL)
    set_aside_in_solitaire: int = field(default=0, metadata=_OPTIONAL)


@record
class AssetCard(Card):
    """1.34  An Asset card."""

    type: Literal["asset"]
    kept: bool
    lost_on: str | None = field(default=None, metadata=_OPTIONAL)
    smallpox_lost_on: tuple[int, ...] = field(default=(), metadata=_OPTIONAL)


@record
class Conquistador:
    """1.33  A conquistador with his three ratings."""

    id: str
    name: Words
    full_name: str
    maps: Literal["north", "south", ""]
    print: Literal["red", "brown", "replacement"]
    combat: int
    diplomacy: int
    rally: int
    history: Words
    grade: Grade
    source: str
    ratings_grade: Grade
    ratings_source: str
    option: str | None = field(default=None, metadata=_OPTIONAL)


@record
class IndianUnit:
    """1.23, 1.231  A kind of Indian unit: its value, that of its reverse if it has one, and how many there are."""

    value: int
    count: int
    grade: Grade
    source: str
    back: int | None = None
    id: str = ""
    """G-12.31b  What it is called in the cup and on the map; empty for the usual name (`named_units`)."""


def named_units(units: Sequence[IndianUnit]) -> tuple[IndianUnit, ...]:
    """G-12.31b  Every kind with an id of its own: its front value, or both sides where another has the same front.

    A one-sided 40 is "40"; a 40 with a 20 on its reverse is "40" too, if it is alone, and "40-20" beside the other.
    """
    fronts = Counter(unit.value for unit in units)

    def usual(unit: IndianUnit) -> str:
        plain = unit.back is None or fronts[unit.value] == 1
        return str(unit.value) if plain else f"{unit.value}-{unit.back}"

    return tuple(unit if unit.id else changed(unit, id=usual(unit)) for unit in units)


@record
class Empire:
    """1.25  An empire set: a king, a capital and two more cities."""

    id: str
    name: Words
    king: Words
    grade: Grade
    source: str


@record
class Counters:
    """1.2  The counters, each with its number: a limit of the game."""

    spanish: dict[str, Graded]
    markers: dict[str, Graded]
    indians: tuple[IndianUnit, ...]
    empires: tuple[Empire, ...]


@record
class LegendResult:
    """19.41, 19.43  What is found from this total on, and what becomes of the marker."""

    start: int
    fate: Literal["pool", "stays", "gone"]
    text: Words
    gold: int = 0
    points: int = 0
    kills: bool = False


@record
class Legend:
    """19.12  A legend: on which maps it may be, and what is found there."""

    id: str
    name: Words
    maps: tuple[str, ...]
    results: tuple[LegendResult, ...]
    grade: Grade
    source: str


@record
class Verdict:
    """23.4  The verdict on a solitaire game from this many points on."""

    start: int
    text: Words
    grade: Grade
    source: str


T = TypeVar("T")


class Pack:
    """The files of a pack, each from the folder of the pack or, where it has none, from ours."""

    def __init__(self, folder: Path | None = None, errata: Errata = "japanese") -> None:
        if errata not in ("japanese", "english"):
            raise SetupError(error_text("setup.errata", wanted=short_repr(errata)))
        if folder is not None and not is_folder(folder):
            raise DataError(f"there is no data pack {short_repr(str(folder))}: a pack is a folder")
        self.folder = folder
        self.errata = errata
        self._read: dict[str, dict[str, Any]] = {}
        self.own: dict[str, dict[str, Any]] = {}
        """Files with values that were changed for a scene."""

    def path(self, name: str) -> Path:
        """Where the file of this name is read from."""
        own = None if self.folder is None else self.folder / name
        return own if own is not None and own.is_file() else data_root() / "conquest" / name

    def read(self, name: str) -> dict[str, Any]:
        """The content of a file; `DataError` names the file and the line that is wrong."""
        if name in self.own:
            return self.own[name]
        if name not in self._read:
            self._read[name] = read_toml_file(self.path(name))
        return self._read[name]

    def board(self, name: str) -> Board:
        """A map."""
        if name not in MAPS:
            raise SetupError(error_text("setup.maps", known=both(MAPS), wanted=short_repr(name)))
        file = f"maps/{name}.toml"
        try:
            board: Board = decode(Board, self.read(file), "")
        except ValueError as error:
            raise DataError(f"{file}: {error}") from None
        return board

    def strategy_cards(self) -> tuple[StrategyCard, ...]:
        """1.31  The Strategy cards, a record for each title."""
        return self._cards("cards/strategy.toml", StrategyCard)

    def asset_cards(self) -> tuple[AssetCard, ...]:
        """1.34  The Asset cards, a record for each title."""
        return self._cards("cards/assets.toml", AssetCard)

    def conquistadors(self) -> tuple[Conquistador, ...]:
        """1.33  The Conquistador cards, those that only an option brings in included."""
        return self._cards("cards/conquistadors.toml", Conquistador)

    def counters(self) -> Counters:
        """1.2  The counters."""
        file = "counters.toml"
        data = self.read(file)
        try:
            common = {key: data["indians"][key] for key in ("grade", "source")}
            return Counters(
                {name: _counted(entry) for name, entry in data["spanish"].items()},
                {name: _counted(entry) for name, entry in data["markers"].items()},
                named_units([IndianUnit(**{**common, **unit}) for unit in data["indians"]["unit"]]),
                tuple(
                    Empire(**{**entry, "name": Words(**entry["name"]), "king": Words(**entry["king"])})
                    for entry in data["empire"]
                ),
            )
        except (KeyError, TypeError) as error:
            raise DataError(f"{file}: counters: missing or unknown: {error}") from None

    def _cards(self, file: str, kind: type[T]) -> tuple[T, ...]:
        try:
            cards: tuple[T, ...] = decode(tuple[kind, ...], self.read(file).get("card", []), "card")  # type: ignore[valid-type]  # a type made at run time
        except ValueError as error:
            raise DataError(f"{file}: {error}") from None
        return cards


def _counted(entry: Mapping[str, Any]) -> Graded:
    return Graded(entry["count"], entry["grade"], entry["source"])
