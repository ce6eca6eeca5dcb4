"""3.0, 4.0  The table: which of its pieces are where."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from conquistadors.engine import Pile, Position, Seat, Tasked, changed
from conquistadors.games.exploration.rules.hoards import Hoard, heap
from conquistadors.games.exploration.rules.pieces import (
    EUROPE,
    NEWER,
    NO_SHIPS,
    NOBODY,
    Contract,
    Country,
    Dig,
    Expedition,
    Fight,
    Fleet,
    Force,
    Harbour,
    March,
    Missing,
    Nation,
    Offer,
    Promise,
    Rent,
    Someone,
    Treaty,
    Watch,
)
from conquistadors.maps.hexes import hex_of

if TYPE_CHECKING:
    from conquistadors.games.exploration.rules.game import ExplorationRules
else:
    ExplorationRules = object  # the codec looks at the types of all fields, also of those that it leaves out

AT: Final = "@"
"""Between a nation and a place, in the keys of what a nation has there."""


@dataclass(eq=False, kw_only=True)
class World(Tasked, Position):
    """The table of Conquistador!"""

    rules: ExplorationRules = field(repr=False)
    tasks: tuple[str, ...] = ("turn",)
    turn: int = 0
    phase: str = ""
    """"B" or "D" in a Naval Phase."""
    order: tuple[Seat, ...] = ()
    """6.5  Who goes first in every segment of this turn."""
    nations: dict[Seat, Nation]
    forces: dict[str, Force]
    """By nation and hex."""
    fleets: dict[str, Fleet]
    """By nation and place."""
    expeditions: dict[str, Expedition]
    people: dict[str, Someone]
    hoards: dict[str, Hoard]
    """Gold that lies in a hex."""
    countries: dict[str, Country]
    """By area."""
    digs: dict[str, Dig]
    """By hex."""
    pool: Pile
    """15.63  Missionaries whose rating nobody knows: those in play and unknown are among them."""
    discovered: dict[str, str]
    """18.1  Who has discovered what: a nation, or an Expedition that has still to come home."""
    calm: bool = False
    """6.41(13)  No uprisings this turn."""
    rounded: bool = False
    """6.41(6), E-G4  Somebody has rounded the Cape."""
    over: bool = False
    """The last turn has been played."""
    fitting: str = ""
    """6.62  The Expedition that is being fitted out."""
    march: March | None = None
    notes: tuple[str, ...] = ()
    """What the segment under way has to remember: areas fought in, settlements struck."""
    sealed: str = field(default="", metadata=NEWER)
    """E-G59  "plans" while plans are made, "turn" until the turn is over, empty when nothing is hidden."""
    harbours: tuple[Harbour, ...] = field(default=(), metadata=NEWER)
    missing: tuple[Missing, ...] = field(default=(), metadata=NEWER)
    treaties: tuple[Treaty, ...] = field(default=(), metadata=NEWER)
    promises: tuple[Promise, ...] = field(default=(), metadata=NEWER)
    rents: tuple[Rent, ...] = field(default=(), metadata=NEWER)
    contracts: tuple[Contract, ...] = field(default=(), metadata=NEWER)
    watches: tuple[Watch, ...] = field(default=(), metadata=NEWER)
    offer: Offer | None = field(default=None, metadata=NEWER)
    fight: Fight | None = field(default=None, metadata=NEWER)
    annexed: str = field(default="", metadata=NEWER)
    """22.32  "over" when nobody rolls for Portugal any more, "nominal" while Brasil may become independent, "free"."""

    # Editing ---------------------------------------------------------------------------------------------------------

    def edit(self, nation: Seat, **changes: Any) -> None:
        self.nations[nation] = changed(self.nations[nation], **changes)

    def pay(self, nation: Seat, ducats: int) -> None:
        standing = self.nations[nation]
        self.nations[nation] = changed(standing, treasury=standing.treasury - ducats)

    def edit_expedition(self, name: str, **changes: Any) -> None:
        self.expeditions[name] = changed(self.expeditions[name], **changes)

    def edit_country(self, area: str, **changes: Any) -> None:
        self.countries[area] = changed(self.countries[area], **changes)

    def edit_dig(self, hex_: str, **changes: Any) -> None:
        self.digs[hex_] = changed(self.digs[hex_], **changes)

    def place_person(self, name: str, at: str, **changes: Any) -> None:
        self.people[name] = changed(self.people[name], at=at, **changes)

    def force(self, nation: Seat, hex_: str) -> Force:
        return self.forces.get(f"{nation}{AT}{hex_}", NOBODY) if self.forces else NOBODY

    def set_force(self, nation: Seat, hex_: str, force: Force) -> None:
        _keep(self.forces, f"{nation}{AT}{hex_}", force, force.size)

    def add(self, nation: Seat, hex_: str, *, soldiers: int = 0, colonists: int = 0, moved: bool = False) -> None:
        """Units come to a hex, or leave it: those that have not marched first, unless `moved`."""
        old = self.force(nation, hex_)
        now = old.soldiers + soldiers, old.colonists + colonists
        marched = (soldiers, colonists) if moved else (0, 0)
        rest = min(now[0], old.soldiers_moved + marched[0]), min(now[1], old.colonists_moved + marched[1])
        self.set_force(nation, hex_, Force(*now, *rest))

    def add_units(self, nation: Seat, hex_: str, unit: str, number: int) -> None:
        """So many units of a kind come, or leave."""
        self.add(nation, hex_, soldiers=number * (unit == "soldier"), colonists=number * (unit == "colonist"))

    def fleet(self, nation: Seat, place: str) -> Fleet:
        return self.fleets.get(f"{nation}{AT}{place}", NO_SHIPS)

    def set_fleet(self, nation: Seat, place: str, fleet: Fleet) -> None:
        _keep(self.fleets, f"{nation}{AT}{place}", fleet, fleet.size)

    def lay(self, hex_: str, gold: Hoard) -> None:
        """Gold is laid down in a hex."""
        if gold:
            together = heap([*self.hoards.get(hex_, ()), *gold])
            _keep(self.hoards, hex_, together, len(together))

    def account(self, gold: Hoard) -> None:
        """Gold is credited or sunk: it is no longer on its way."""
        for each in gold:
            self.edit_dig(each.origin, gone=self.digs[each.origin].gone + each.ducats)

    def only(self, nation: Seat) -> tuple[Seat, ...] | None:
        """E-G59  Who is told of what a nation keeps to itself: everybody, where nothing is hidden."""
        return (nation,) if self.sealed else None

    def ashore(self, name: str) -> bool:
        """Whether a person stands on land."""
        return self.people[name].at in self.rules.board.area

    # Looking ---------------------------------------------------------------------------------------------------------

    def hexes(self, nation: Seat) -> list[str]:
        """Where it has Soldiers or Colonists, in the order of numbers."""
        if not self.forces:
            return []
        owner = f"{nation}{AT}"
        return sorted([key[len(owner) :] for key in self.forces if key.startswith(owner)])

    def settlements(self, nation: Seat) -> list[str]:
        """16.1  Hexes with a Colonist."""
        if not self.forces:
            return []
        owner = f"{nation}{AT}"
        return sorted(
            [key[len(owner) :] for key, force in self.forces.items() if force.colonists and key.startswith(owner)]
        )

    def friendly_port(self, nation: Seat, place: str) -> bool:
        """16.1  A settlement on a coast."""
        hex_ = hex_of(place)
        return hex_ in self.rules.board.coastal and self.force(nation, hex_).colonists > 0

    def ports(self, nation: Seat) -> list[str]:
        """The places of friendly ports where ships can lie."""
        board = self.rules.board
        return [place for hex_ in self.settlements(nation) if hex_ in board.coastal for place in board.sides(hex_)]

    def in_area(self, nation: Seat, area: str) -> list[str]:
        """The hexes of an area where it has Soldiers or Colonists."""
        if not self.forces:
            return []
        owner, area_of = f"{nation}{AT}", self.rules.board.area
        return sorted(
            [hex_ for key in self.forces if key.startswith(owner) and area_of[hex_ := key[len(owner) :]] == area]
        )

    def areas_of(self, nation: Seat) -> list[str]:
        """The areas where it has Soldiers or Colonists, in their order."""
        hexes = self.hexes(nation)
        if not hexes:
            return []
        here = {self.rules.board.area[hex_] for hex_ in hexes}
        return [area for area in self.rules.areas if area in here]

    def count(self, nation: Seat, area: str, unit: str) -> int:
        owner, area_of = f"{nation}{AT}", self.rules.board.area
        there = [
            force for key, force in self.forces.items() if key.startswith(owner) and area_of[key[len(owner) :]] == area
        ]
        return sum([force.of(unit) for force in there])

    def who_is(self, nation: Seat, at: str, *roles: str) -> list[str]:
        """The people of a nation in a place, or aboard of an Expedition."""
        there = [name for name, who in self.people.items() if who.at == at and who.nation == nation]
        if roles and there:
            there = [name for name in there if self.people[name].role in roles]
        there.sort()
        return there

    def leaders(self, nation: Seat, area: str, role: str) -> list[str]:
        """The people of a role that are ashore in an area."""
        board = self.rules.board
        found = [
            name
            for name, who in self.people.items()
            if who.role == role and who.nation == nation and board.area.get(who.at) == area
        ]
        return sorted(found)

    def fleets_of(self, nation: Seat) -> list[tuple[str, Fleet]]:
        """Its ships that belong to no Expedition, by place."""
        if not self.fleets:
            return []
        owner = f"{nation}{AT}"
        return [(key[len(owner) :], self.fleets[key]) for key in sorted(self.fleets) if key.startswith(owner)]

    def expeditions_of(self, nation: Seat) -> list[str]:
        ships = self.expeditions
        return [name for name in sorted(ships) if ships[name].nation == nation] if ships else []

    def at_sea(self, nation: Seat) -> list[str]:
        """Expeditions in the New World."""
        ships = self.expeditions_of(nation)
        return [name for name in ships if self.expeditions[name].place != EUROPE] if ships else ships


def parted_key(key: str) -> tuple[str, str]:
    """The nation and the place of a key."""
    nation, _, place = key.partition(AT)
    return nation, place


def _keep(things: dict[str, Any], key: str, thing: Any, size: int) -> None:
    """What is empty is not kept."""
    if size:
        things[key] = thing
    else:
        things.pop(key, None)
