"""A data pack: our files, or those of a folder, where missing ones are ours."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, cached_property
from pathlib import Path
from typing import Any, Final

from conquistadors.engine.piles import Pile
from conquistadors.engine.rules import Roll, catalogue
from conquistadors.games.exploration.pack.board import Board
from conquistadors.games.exploration.pack.entries import Area, City, Line, Mine, Person, Place, Switch, graded
from conquistadors.packs.grids import Grid
from conquistadors.packs.values import Graded, Words
from conquistadors.resources import read_toml, read_toml_file

GAME: Final = "exploration"
FILES: Final = (
    *(
        "map",
        "areas",
        "tables",
        "numbers",
        "rolls",
        "people",
        "missionaries",
        "gold",
        "discoveries",
        "events",
        "switches",
        "history",
    ),
)
AREA, COAST = "@", "~"
"""How a place names all hexes of an area, or of its coast alone."""


class Pack:
    """Everything that the rules read, each value with its grade."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder

    def file(self, name: str) -> dict[str, Any]:
        """A file of the pack, or ours where it has none."""
        path = None if self.folder is None else self.folder / f"{name}.toml"
        return read_toml(GAME, f"{name}.toml") if path is None or not path.exists() else read_toml_file(path)

    @cached_property
    def numbers(self) -> Mapping[str, Graded]:
        return {name: graded(entry) for name, entry in self.file("numbers")["numbers"].items()}

    @cached_property
    def start(self) -> Mapping[str, Mapping[str, Graded]]:
        """21.1  The set-up by nation."""
        nations = self.file("numbers")["start"].items()
        return {nation: {name: graded(entry) for name, entry in given.items()} for nation, given in nations}

    @cached_property
    def bankers(self) -> Mapping[str, Graded]:
        """24.1  The set-up with the German Bankers: Treasuries, and who comes otherwise or not at all."""
        return {name: graded(entry) for name, entry in self.file("numbers")["bankers"].items()}

    @cached_property
    def tables(self) -> Mapping[str, Grid]:
        return {name: Grid(entry, "tables.toml", name) for name, entry in self.file("tables").items()}

    @cached_property
    def rolls(self) -> Mapping[str, Roll]:
        return catalogue(self.file("rolls")["rolls"])

    @cached_property
    def areas(self) -> Mapping[str, Area]:
        return {name: _area(name, entry) for name, entry in self.file("areas").items()}

    @cached_property
    def board(self) -> Board:
        return Board(self.file("map"), self.areas)

    @cached_property
    def people(self) -> Mapping[str, Person]:
        found = {}
        for name, entry in self.file("people").items():
            when = entry["arrives"], entry["departs"]
            whose = Words(**entry["name"]), entry["nation"], entry["role"]
            found[name] = Person(name, *whose, *when, entry["grade"], entry["source"])
        return found

    @cached_property
    def missionaries(self) -> Pile:
        """15.63  All counters, by rating."""
        counters = self.file("missionaries")["missionaries"]["counters"]
        return Pile.united(Pile((rating,), (number,)) for rating, number in counters.items() if number > 0)

    @cached_property
    def mines(self) -> Mapping[str, Mine]:
        """By hex."""
        mines = self.file("gold")["mines"].items()
        found = [Mine(id_, Words(**e["name"]), e["hex"], e["grade"], e["source"]) for id_, e in mines]
        return {mine.hex: mine for mine in found}

    @cached_property
    def cities(self) -> Mapping[str, City]:
        """By hex."""
        cities = self.file("gold")["cities"].items()
        found = [
            City(id_, Words(**e["name"]), e["hex"], graded(e["loot"]), e["grade"], e["source"]) for id_, e in cities
        ]
        return {city.hex: city for city in found}

    @cached_property
    def discoveries(self) -> Mapping[str, Place]:
        return {name: self._place(name, entry) for name, entry in self.file("discoveries").items()}

    def _place(self, name: str, entry: Mapping[str, Any]) -> Place:
        hexes = frozenset(hex_ for each in entry.get("hexes", ()) for hex_ in self._meant(each))
        rest = graded(entry["points"]), entry["alone"], entry["grade"], entry["source"]
        return Place(name, Words(**entry["name"]), entry["by"], hexes, *rest)

    def _meant(self, named: str) -> tuple[str, ...]:
        """A hex, or all of an area or of its coast."""
        if not named.startswith(AREA):
            return (named,)
        hexes = self.board.hexes_of[named.removeprefix(AREA).removesuffix(COAST)]
        return tuple(hex_ for hex_ in hexes if not named.endswith(COAST) or hex_ in self.board.coastal)

    @cached_property
    def events(self) -> Mapping[str, Mapping[str, Any]]:
        """6.41  The numbers and areas of each event."""
        return self.file("events")

    @cached_property
    def history(self) -> Mapping[str, Mapping[str, Line]]:
        """By people, places (areas, mines, cities, discoveries) and events; what a pack brings itself may have none."""
        return {
            about: {name: Line(Words(**e["text"]), e["grade"], e["source"]) for name, e in lines.items()}
            for about, lines in self.file("history").items()
        }

    def line_of(self, hex_: str) -> tuple[str, Line] | None:
        """What is known of a hex: of the smallest thing on the map that it belongs to."""
        cities = {self.cities[hex_].id: 0} if hex_ in self.cities else {}
        mines = {self.mines[hex_].id: 1} if hex_ in self.mines else {}
        found = {name: 1 + len(place.hexes) for name, place in self.discoveries.items() if hex_ in place.hexes}
        area = self.board.area.get(hex_)
        sizes = cities | mines | found | ({area: self.areas[area].hexes} if area else {})
        known = {name: size for name, size in sizes.items() if name in self.history["places"]}
        name = min(known, key=known.__getitem__, default=None)
        return None if name is None else (name, self.history["places"][name])

    @cached_property
    def switches(self) -> Mapping[str, Switch]:
        found = self.file("switches").items()
        return {id_: Switch(id_, tuple(e["values"]), e["alone"], e["grade"], e["source"]) for id_, e in found}


@cache
def our_pack() -> Pack:
    """The data of the kit, read once; whatever was worked out from it is kept."""
    return Pack()


def _area(name: str, entry: Mapping[str, Any]) -> Area:
    return Area(
        id=name,
        code=entry["code"],
        name=Words(**entry["name"]),
        native=graded(entry["native"]),
        attrition=graded(entry["attrition"]),
        double=graded(entry["double"]),
        bounds={coast: graded(each) for coast, each in entry.get("bounds", {}).items()},
        hexes=entry["hexes"]["value"],
        coast=entry["hexes"]["coast"],
        grade=entry["grade"],
        source=entry["source"],
    )
