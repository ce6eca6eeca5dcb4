"""3.0, 4.0  What lies on the table or is noted beside it, piece by piece."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Final

from conquistadors.engine import Seat, record
from conquistadors.engine.codec import MAY_BE_MISSING
from conquistadors.games.exploration.rules.hoards import Hoard

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


def sailing(expedition: Expedition) -> bool:
    """E-G59  Whether all can see its ships: they are in the New World, or have crossed the ocean in this phase."""
    return expedition.place != EUROPE or expedition.ocean + expedition.points > 0
