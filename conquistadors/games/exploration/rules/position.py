"""3.0, 4.0  What is on the table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from conquistadors.engine import Pile, Position, Seat, Tasked, changed, record
from conquistadors.engine.codec import MAY_BE_MISSING
from conquistadors.maps.hexes import hex_of

if TYPE_CHECKING:
    from conquistadors.games.exploration.rules.game import ExplorationRules
else:
    ExplorationRules = object  # the codec looks at the types of all fields, also of those that it leaves out

EUROPE: Final = "europe"
"""7.2  The box beyond the edge of the map."""
PRIVATEER: Final = "privateer"
EXPLORERS: Final = ("explorer", PRIVATEER)
MISSIONARY: Final = "missionary"
CONQUISTADOR: Final = "conquistador"
SHIPS: Final = ("caravel", "carrack")
UNITS: Final = ("soldier", "colonist")
NEWER: Final[Mapping[str, bool]] = {MAY_BE_MISSING: True}
"""Fields that older saves do not have."""
AWAY: Final = "away"
"""E-G33  Where somebody is whom nobody has for a while."""
UNSEEN: Final = "unseen"
"""Where people of others are who are not ashore: in Europe or aboard, nobody else knows."""
HELD: Final = "held"
"""8.32  Before the captor, in the place of a prisoner."""
AT: Final = "@"
"""Between a nation and a place, in the keys of what a nation has there."""


@record
class Gold:
    """13.4  Gold with the hex that it comes from; `shipped` once it was loaded where 13.44 allows it (E-G48)."""

    origin: str
    ducats: int
    shipped: bool = False


Hoard = tuple[Gold, ...]


def heap(gold: Iterable[Gold]) -> Hoard:
    """Gold laid together: one entry for each origin, in order."""
    sums: dict[tuple[str, bool], int] = {}
    for each in gold:
        sums[each.origin, each.shipped] = sums.get((each.origin, each.shipped), 0) + each.ducats
    if not sums:
        return ()
    return tuple(Gold(origin, ducats, shipped) for (origin, shipped), ducats in sorted(sums.items()) if ducats)


def worth(gold: Hoard) -> int:
    return sum([each.ducats for each in gold])


def part_of(gold: Hoard, ducats: int) -> tuple[Hoard, Hoard]:
    """So many ducats of it, and the rest; what was shipped before goes first."""
    if not gold:
        return (), ()
    taken, left = [], []
    for each in sorted(gold, key=lambda one: (not one.shipped, one.origin)):
        now = min(each.ducats, ducats)
        ducats -= now
        taken.append(changed(each, ducats=now))
        left.append(changed(each, ducats=each.ducats - now))
    return heap(taken), heap(left)


@record
class Lack:
    """15.61  An area that needs a Missionary and has had none since this turn."""

    area: str
    since: int


@record
class Duty:
    """6.41(14), 6.41(15)  A land expedition that has to be made: who marches, where they are, where they have been."""

    event: str
    until: int
    """The last turn for it."""
    at: str = ""
    """The hex of the group; empty before it has set out."""
    soldiers: int = 0
    seen: tuple[str, ...] = ()


@record
class Nation:
    """6.1, 6.2  A country: its Monarch, its Treasury, what waits in Europe, what it has achieved."""

    treasury: int
    monarch: str
    shift: int = 0
    """6.41(1), 6.41(3)  What this turn does to the Monarch's multiplier."""
    soldiers: int = 0
    colonists: int = 0
    """Units in Europe."""
    rutter: bool = False
    found: tuple[str, ...] = ()
    """18.1  Discoveries that are credited."""
    penalty: int = 0
    """6.41  Victory Points lost."""
    times: int = 1
    """6.41(10)  What purchases and maintenance cost this turn, times the usual."""
    recruits: bool = True
    """6.41(7)  Soldiers may be bought this turn."""
    owed: int = 0
    """6.41(7)  Soldiers that have still to be shipped to Europe this turn."""
    ships_built: int = 0
    """7.17  In the New World, this turn."""
    steps: int = 0
    """Steps of this turn's plan."""
    lacks: tuple[Lack, ...] = ()
    duties: tuple[Duty, ...] = ()
    gold: Hoard = ()
    """13.4  Gold that has reached Europe this turn."""
    resigned: bool = False
    silver: str = ""
    """6.41(2)  "boosted" while Potosi yields more, "used" once the event has had its effect and is over."""
    known: int = field(default=0, metadata=NEWER)
    """E-G59  What the others know of the Treasury: how it was when the Council had met."""
    offers: int = field(default=0, metadata=NEWER)
    """6.72  Offers made in this Planning Segment."""


@record
class Force:
    """Land units of a nation in a hex; how many of them have marched in this segment."""

    soldiers: int = 0
    colonists: int = 0
    soldiers_moved: int = 0
    colonists_moved: int = 0

    def of(self, unit: str) -> int:
        return self.soldiers if unit == "soldier" else self.colonists

    @property
    def size(self) -> int:
        return self.soldiers + self.colonists


NOBODY: Final = Force()


@record
class Fleet:
    """Ships that lie in Europe or in a port and belong to no Expedition."""

    caravels: int = 0
    carracks: int = 0
    galleon: bool = False
    gold: Hoard = ()

    @property
    def size(self) -> int:
        return self.caravels + self.carracks + self.galleon


NO_SHIPS: Final = Fleet()


@record
class Someone:
    """3.23, 15.6  A person in play: where, and for a Missionary the rating once it is known."""

    nation: Seat
    role: str
    at: str
    """Europe, a hex, or the Expedition that they are aboard of."""
    rating: int | None = None
    moved: bool = False


@record
class Landed:
    """9.21  Units that an Expedition put ashore in this phase."""

    unit: str
    hex: str
    number: int


@record
class Expedition:
    """4.0, 6.62  Ships that stay together for a turn, through both Naval Phases."""

    nation: Seat
    caravels: int
    carracks: int
    galleon: bool
    place: str
    """Europe, or where it is on the map, with the side of a hex with two waters."""
    landfall: str | None
    """7.23  Where it may go from Europe."""
    bounds: int
    """6.62  Bounds bought."""
    soldiers: int = 0
    colonists: int = 0
    gold: Hoard = ()
    ocean: int = 0
    """Bounds of Trans-Oceanic Movement in this phase."""
    points: int = 0
    """7.33  Movement Points of Hemispheric Movement in this phase."""
    before: int = 0
    """9.3  Bounds of the phase before."""
    extra: int = 0
    """9.3  Bounds beyond those bought that the player is ready to sail in this phase."""
    tried_cape: bool = False
    """7.52  A try failed this turn."""
    claims: tuple[str, ...] = ()
    """18.15  Discoveries that count once it is home."""
    landed: tuple[Landed, ...] = ()
    acts: tuple[str, ...] = ()
    """What it did where in this segment: "2316 land"."""
    haven: bool = False
    """7.27  It lies where it came to a friendly port this turn."""
    port_planned: bool = False
    """15.33  Its landfall was a friendly port when it was planned."""
    privateer: bool = field(default=False, metadata=NEWER)
    """15.42  It acts as a Privateer."""
    attacked: tuple[str, ...] = field(default=(), metadata=NEWER)
    """8.23  The ships that it has attacked this turn."""
    driven: bool = field(default=False, metadata=NEWER)
    """8.16  Somebody has tried to force a combat here and failed: it must sail on."""

    @property
    def ships(self) -> int:
        return self.caravels + self.carracks + self.galleon

    def of(self, unit: str) -> int:
        return self.soldiers if unit == "soldier" else self.colonists


@record
class Country:
    """4.0, 17.1, 21.23  What is known of an area: its Native Level, and who of those that nobody plays is there."""

    native: int
    european: int = 0
    settled_by: str = ""
    """21.25  The country that has colonized it, for ever."""
    freed: int = 0
    """21.27  The turn in which the European Level fell to 0."""
    raided: int = 0
    """21.26  The turn of the last raid: no resources in it."""


@record
class Dig:
    """13.0  A Gold Mine or Treasure City: whether it is found, abandoned, depleted, and when it last produced."""

    found: bool = False
    abandoned: bool = False
    spent: bool = False
    worked: int = 0
    tried: int = 0
    """13.13  The turn of the last search."""
    dug: int = 0
    """All ducats that have come from here."""
    gone: int = 0
    """Those of them that are in a Treasury or at the bottom of the sea."""


@record
class March:
    """10.1  A group that is about to march: what of it has been named so far."""

    start: str
    soldiers: int = 0
    colonists: int = 0
    people: tuple[str, ...] = ()
    gold: bool = False
    duty: str = ""
    """6.41(14), 6.41(15)  The event whose expedition it is."""


@record
class Treaty:
    """8.14  Two nations whose ships defend themselves together until a turn."""

    nations: tuple[Seat, Seat]
    until: int


@record
class Promise:
    """6.25, 6.72  Ducats that somebody has promised to pay back on a turn."""

    debtor: Seat
    creditor: Seat
    ducats: int
    turn: int
    refused: int = field(default=0, metadata=NEWER)
    """24.16  The turn in which the Bankers were last refused what is due: they may take ships for it."""


@record
class Contract:
    """24.3  The part of the gold and resources of an area that a nation has sold to the Bankers, until a turn."""

    nation: Seat
    area: str
    percent: int
    until: int


@record
class Offer:
    """6.72  An offer that is being made: its kind, from whom to whom, ducats now and later, until when, about whom."""

    kind: str
    who: Seat
    other: Seat
    ducats: int = 0
    later: int = 0
    turn: int = 0
    thing: str | None = None


@record
class Rent:
    """15.34  An Explorer in another's service until a turn, and whose they are."""

    person: str
    owner: Seat
    until: int


@record
class Watch:
    """8.15  What a nation does about ships of another that pass its own: "always" attack, or "ask"."""

    nation: Seat
    enemy: Seat
    order: str


@record
class Harbour:
    """6.71  The ships that lay in a place before anybody planned: what others see until all plans are sealed."""

    key: str
    fleet: Fleet


@record
class Missing:
    """E-G59  Somebody who died aboard, or in Europe, this turn: nobody but their nation knows until it is over."""

    person: str
    nation: Seat
    role: str


@record
class Fight:
    """8.2, 11.1  A battle under way, for those who look at it: who fights whom where, how strong, and at what odds."""

    kind: str
    """sea, invasion or land."""
    place: str
    attacker: Seat
    defenders: tuple[Seat, ...]
    attack: int
    defence: int
    odds: str
    result: str = ""
    prize: bool = False
    """8.32  One has been taken."""
    sides: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    """At sea the ships of the attacker and of the defenders, by their keys."""
    die: int = field(default=0, metadata=NEWER)
    """What the attacker has thrown; 0 before that."""
    added: int = field(default=0, metadata=NEWER)
    """15.53  What Conquistadors add to it."""


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


def sailing(expedition: Expedition) -> bool:
    """E-G59  Whether all can see its ships: they are in the New World, or have crossed the ocean in this phase."""
    return expedition.place != EUROPE or expedition.ocean + expedition.points > 0


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
