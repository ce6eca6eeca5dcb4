"""The printed tables as typed look-ups: one function per table, every cell with its grade."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Mapping
from typing import Any, Final, cast

from conquistadors.engine.errors import DataError, short_repr
from conquistadors.engine.records import record
from conquistadors.games.conquest.pack.records import Legend, LegendResult, Pack, Verdict
from conquistadors.packs.grids import Grid
from conquistadors.packs.values import Graded, Words


@record
class DiplomacyResult:
    """5.14  What a diplomacy roll brings."""

    turns_hostile: bool = False
    calms: bool = False
    food: int = 0
    choice: int | None = None
    """An asset card, or a gold roll with this bonus; None if neither is offered."""
    alliance: bool = False
    king: bool = False


LISTS: Final = {"values": "combat", "costs": "recruiting", "legends": "legends", "verdicts": "solitaire"}
"""The tables that are lists rather than grids, and the file of each."""


class Tables:
    """All the tables of a pack."""

    def __init__(self, pack: Pack) -> None:
        self.discovery = grid(pack, "tables/discovery.toml", "discovery")
        self.adjacency = grid(pack, "tables/discovery.toml", "adjacency")
        self.diplomacy = grid(pack, "tables/diplomacy.toml", "diplomacy")
        self.diplomacy_gold = grid(pack, "tables/diplomacy.toml", "diplomacy-gold")
        self.combat = grid(pack, "tables/combat.toml", "combat")
        self._values = sorted(self.combat.columns, key=int)
        self.plunder_gold = grid(pack, "tables/plunder.toml", "plunder-gold")
        self.exhaustion = grid(pack, "tables/plunder.toml", "exhaustion")
        self.morale = grid(pack, "tables/morale.toml", "morale")
        self.rally = grid(pack, "tables/morale.toml", "rally")
        self.gift = grid(pack, "tables/governor.toml", "gift")
        self.favour = grid(pack, "tables/governor.toml", "favour")
        self.funds = grid(pack, "tables/recruiting.toml", "funds")
        self.impulses = grid(pack, "tables/sequence.toml", "impulses")
        self.events = grid(pack, "tables/events.toml", "events")
        self.values = _named(pack, "tables/combat.toml", "values")
        self.costs = _named(pack, "tables/recruiting.toml", "costs")
        self.titles = {name: _title(pack, f"tables/{file}.toml", name) for name, file in LISTS.items()}
        self.legends = {legend.id: legend for legend in _legends(pack)}
        self.verdicts = _verdicts(pack)

    def grids(self) -> list[Grid]:
        return [value for value in vars(self).values() if isinstance(value, Grid)]

    def discover(self, level: int, total: int) -> str:
        """4.11  What a discovery roll finds: nothing, mosquito, village, town, city or empire."""
        return cast(str, self.discovery.cell(str(level), total).value)

    def neighbour_modifier(self, level: int, best: str) -> int | None:
        """4.112  The modifier for the best civilization next to the space; None where no attempt is possible."""
        value = self.adjacency.cell(str(level), best).value
        return None if value == "X" else cast(int, value)

    def negotiate(self, place: str, total: int) -> DiplomacyResult:
        """5.13  The result of a diplomacy roll at a town or a city."""
        return diplomacy_result(self.diplomacy.cell(place, total).value)

    def combat_column(self, value: int) -> str | None:
        """6.22  The highest column that is not above the value; None below the lowest (G-6.22: no roll)."""
        at = bisect(self._values, value, key=int)
        return self._values[at - 1] if at else None

    def fight(self, value: int, total: int) -> tuple[int, bool]:
        """6.31, 6.33  How many losses a force of this value inflicts, and whether the result is M."""
        column = self.combat_column(value)
        result = "" if column is None else self.combat.cell(column, total).value
        return (int(result), False) if result.isdigit() else (0, result == "M")

    def legend(self, legend: str, total: int) -> LegendResult:
        """19.41  What an expedition finds where the legend is said to be."""
        results = self.legends[legend].results
        return [results[0], *(result for result in results if result.start <= total)][-1]

    def verdict(self, points: int) -> Verdict:
        """23.4  The verdict on so many points."""
        return [self.verdicts[0], *(verdict for verdict in self.verdicts if verdict.start <= points)][-1]

    def ends(self, impulse_round: int, total: int) -> bool:
        """2.42  Whether the end roll after this round ends the turn."""
        return total <= cast(int, self.impulses.cell("ends", impulse_round).value)


def diplomacy_result(text: str) -> DiplomacyResult:
    """The result that a cell of the diplomacy table spells out: "calm, choice 1, alliance"."""
    found: dict[str, Any] = {}
    for word in filter(None, (part.strip() for part in text.split(","))):
        match word.split():
            case ["hostile"]:
                found["turns_hostile"] = True
            case ["calm"]:
                found["calms"] = True
            case ["food" | "choice" as name, number] if number.isdigit():
                found[name] = int(number)
            case ["alliance" | "king" as name]:
                found[name] = True
            case _:
                raise DataError(f"a diplomacy result cannot be {short_repr(word)}")
    return DiplomacyResult(**found)


def grid(pack: Pack, file: str, name: str) -> Grid:
    """A table of a pack."""
    return Grid(_entry(pack, file, name), file, name, english=pack.errata == "english")


def _entry(pack: Pack, file: str, name: str) -> dict[str, Any]:
    entry = pack.read(file).get(name)
    if not isinstance(entry, dict):
        raise DataError(f"{file}: the table [{name}] is missing")
    missing = [key for key in ("title", "rule", "grade", "source", "columns") if key not in entry]
    if missing:
        raise DataError(f"{file}: {name}: {missing[0]} is missing")
    return entry


def _title(pack: Pack, file: str, name: str) -> Words:
    try:
        return Words(**pack.read(file)[name]["title"])
    except (KeyError, TypeError):
        raise DataError(f"{file}: {name}: the table or its title is missing") from None


def _named(pack: Pack, file: str, name: str) -> dict[str, Graded]:
    """A list of named values: `foot = { value = 2, grade = ..., source = ... }`."""
    entry = pack.read(file).get(name, {})
    return {key: Graded(**value) for key, value in entry.items() if isinstance(value, dict) and "value" in value}


def _legends(pack: Pack) -> list[Legend]:
    file = "tables/legends.toml"
    try:
        table = pack.read(file)["legends"]
        return [
            Legend(
                entry["id"],
                Words(**entry["name"]),
                tuple(entry["maps"]),
                tuple(_legend_result(result) for result in entry["result"]),
                table["grade"],
                table["source"],
            )
            for entry in table["legend"]
        ]
    except (KeyError, TypeError) as error:
        raise DataError(f"{file}: legends: missing or unknown: {error}") from None


def _legend_result(entry: Mapping[str, Any]) -> LegendResult:
    rest = {key: value for key, value in entry.items() if key not in ("from", "text")}
    return LegendResult(start=entry["from"], text=Words(**entry["text"]), **rest)


def _verdicts(pack: Pack) -> list[Verdict]:
    file = "tables/solitaire.toml"
    try:
        table = pack.read(file)["verdicts"]
        graded = table["grade"], table["source"]
        return [Verdict(band["from"], Words(**band["text"]), *graded) for band in table["band"]]
    except (KeyError, TypeError) as error:
        raise DataError(f"{file}: verdicts: missing or unknown: {error}") from None
