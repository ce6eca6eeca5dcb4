"""3.1, 4.0  The map: which area a hex belongs to, what it is like, and where ships and land units pass."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any, Final

from conquistadors.games.exploration.pack.entries import Area
from conquistadors.maps.hexes import SIDE, HexGrid, Lettered, Ways, hex_of, joined, pair, parted

SEA, OUTSIDE = ".", "x"
OPEN_SEA: Final = "3000"
"""A hex of the open Atlantic: whatever ships reach from there without the Cape is Atlantic."""
KINDS: Final = {"c": "clear", "f": "forest", "r": "rough", OUTSIDE: "outside"}


class Board:
    """The hexes with all that the rules ask of them. Distances are worked out once and kept."""

    def __init__(self, data: Mapping[str, Any], areas: Mapping[str, Area]) -> None:
        self.data = data
        grid, fit = data["grid"], data["fit"]
        degrees = (fit["north"], fit["down"], fit["east"], fit["across"])
        self.grid = HexGrid(grid["rows"], grid["columns"], *degrees, grid["shifted"])
        codes = {area.code: name for name, area in areas.items()}
        letters = Lettered(self.grid, data["areas"]["rows"]).letters
        drawn = Lettered(self.grid, data["terrain"]["rows"]).letters
        self.area: dict[str, str] = {hex_: codes[code] for hex_, code in letters.items() if code not in (SEA, OUTSIDE)}
        """4.0  The area of every hex that units can be in."""
        self.terrain = {hex_: KINDS[sign.lower()] for hex_, sign in drawn.items() if sign != SEA}
        self.coastal = frozenset(hex_ for hex_, sign in drawn.items() if sign.isupper())
        """Partial sea: hexes with land and water."""
        self.sea_hexes = frozenset(hex_ for hex_, sign in drawn.items() if sign == SEA)
        rivers = data["rivers"]
        self.rivers = {name: tuple(hexes) for name, hexes in rivers.items() if isinstance(hexes, list)}
        self.lakes: tuple[str, ...] = tuple(data["lakes"]["hexes"])
        self.waterside = frozenset([*self.lakes, *[hex_ for river in self.rivers.values() for hex_ in river]])
        """12.23  Hexes inland that lie at a river or a Great Lake."""
        self.waters: dict[str, list[list[str]]] = {each["hex"]: each["waters"] for each in data["two-waters"]}
        self.cape: tuple[str, ...] = tuple(data["cape"]["hexes"])
        self.before_cape: str = data["before-cape"]["hex"]
        self.unsettled = frozenset(data["unsettled"]["hexes"])
        self._areas = areas
        self._stops: dict[tuple[str, int], tuple[str, ...]] = {}
        self._near: dict[tuple[str, int], frozenset[str]] = {}
        self._ends: dict[tuple[str, int, frozenset[str], bool], tuple[str, ...]] = {}
        self.hexes_of: dict[str, tuple[str, ...]] = {
            name: tuple(hex_ for hex_, area in self.area.items() if area == name) for name in areas
        }

    # Ways --------------------------------------------------------------------------------------------------------

    @cached_property
    def land(self) -> Ways:
        """10.2  Land units: neighbours of any area, not across sea, lakes or crests."""
        sides = self.data["hexsides"]
        return Ways(
            joined(self.grid, self.area, [pair(*each.split("|")) for each in (*sides["sea"], *sides["mountain"])])
        )

    @cached_property
    def _water(self) -> dict[str, tuple[str, ...]]:
        closed = set(self.data["closed"]["rows"])
        open_ = [hex_ for hex_ in (*self.sea_hexes, *self.coastal) if self.grid.place(hex_)[0] not in closed]
        barred = [pair(*each.split("|")) for each in self.data["hexsides"]["land"]]
        return parted(joined(self.grid, open_, barred), self.waters)

    @cached_property
    def round_cape(self) -> Ways:
        """7.31  Ships, with the way round the Cape."""
        return Ways(self._water)

    @cached_property
    def sea(self) -> Ways:
        """7.51  Ships that do not enter the hexes of the Cape: the two oceans do not meet."""
        water = {place: near for place, near in self._water.items() if place not in self.cape}
        return Ways({place: tuple(each for each in near if each in water) for place, near in water.items()})

    @cached_property
    def atlantic(self) -> frozenset[str]:
        """The places that ships reach from Europe without the Cape."""
        return frozenset(self.sea.within(OPEN_SEA, len(self._water)))

    def pacific(self, place: str) -> bool:
        """Whether a place lies on the other ocean."""
        return place not in self.atlantic and place not in self.cape

    @cached_property
    def pacific_coast(self) -> frozenset[str]:
        """Coastal hexes with water of that ocean."""
        return frozenset(hex_ for hex_ in self.coastal if any(self.pacific(place) for place in self.sides(hex_)))

    # Places ------------------------------------------------------------------------------------------------------

    def sides(self, hex_: str) -> tuple[str, ...]:
        """5.7  The places of a coastal hex where a ship can lie: one, or one for each of two waters."""
        waters = self.waters.get(hex_)
        return (hex_,) if waters is None else tuple(f"{hex_}{SIDE}{n}" for n in range(1, len(waters) + 1))

    @cached_property
    def landings(self) -> tuple[str, ...]:
        """7.26, 7.54  The places of coastal and island hexes of areas that ships can reach; none at the Cape."""
        hexes = (hex_ for hex_ in self.area if hex_ in self.coastal)
        return tuple(place for hex_ in hexes for place in self.sides(hex_) if place in self._water)

    @cached_property
    def landing_set(self) -> frozenset[str]:
        return frozenset(self.landings)

    def stops_within(self, start: str, most: int) -> tuple[str, ...]:
        """The landings that ships reach in so many steps, round the Cape too, in their order; not the start itself."""
        known = self._stops.get((start, most))
        if known is None:
            near = self.round_cape.within(start, most)
            known = self._stops[start, most] = tuple(
                place for place in self.landings if place in near and place != start
            )
        return known

    def areas_within(self, start: str, most: int) -> frozenset[str]:
        """The areas that land units reach in so many steps."""
        known = self._near.get((start, most))
        if known is None:
            near = self.land.within(start, most)
            known = self._near[start, most] = frozenset([self.area[hex_] for hex_ in near])
        return known

    def ends_within(self, start: str, most: int, open_: frozenset[str], *, settling: bool) -> tuple[str, ...]:
        """10.1, 7.7  Where a march may end: at its start, or in an open area; no worthless island is settled."""
        asked = start, most, open_, settling
        known = self._ends.get(asked)
        if known is None:
            closed = self.unsettled if settling else frozenset()
            near = self.land.within(start, most)
            known = self._ends[asked] = tuple(
                hex_ for hex_ in near if hex_ == start or (self.area[hex_] in open_ and hex_ not in closed)
            )
        return known

    def coast(self, place: str) -> str:
        """4.0  Which of the coasts of its area a place is on, as bounds are listed."""
        hex_ = hex_of(place)
        kinds = self._areas[self.area[hex_]].bounds
        if "w" in kinds:
            return "w" if self.pacific(place) else "e"
        if "n" in kinds:
            return "n" if self.grid.place(hex_)[0] <= self.data["line"]["row"] else "s"
        return "hudson" if "hudson" in kinds and hex_ in self.data["hudson"]["hexes"] else "all"

    def bounds(self, place: str) -> int:
        """7.2  Bounds between Europe and a place on a coast; before the Cape as to the east of Patagonia (E-G16)."""
        if place == self.before_cape:
            return int(self._areas["patagonia"].bounds["e"].value)
        return int(self._areas[self.area[hex_of(place)]].bounds[self.coast(place)].value)

    @cached_property
    def adjacent(self) -> dict[str, frozenset[str]]:
        """The areas that land units can walk into from each."""
        found: dict[str, set[str]] = {area: set() for area in self.hexes_of}
        for hex_, near in self.land.graph.items():
            found[self.area[hex_]] |= {self.area[other] for other in near}
        return {area: frozenset(others - {area}) for area, others in found.items()}
