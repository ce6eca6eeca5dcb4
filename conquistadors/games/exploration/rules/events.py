"""What happens in the game, as data."""

from __future__ import annotations

from conquistadors.engine import Event, Seat, event_record
from conquistadors.engine.events import CHAPTER, SCENE


@event_record
class TurnBegan(Event):
    """5.0  A Game-Turn begins."""

    heading = CHAPTER
    turn: int
    first: int
    last: int


@event_record
class PhaseBegan(Event):
    """5.1  A Phase begins."""

    heading = SCENE
    phase: str


@event_record
class PersonCame(Event):
    person: str


@event_record
class PersonLeft(Event):
    person: str


@event_record
class Taxed(Event):
    """6.31, 15.61  Taxes come in; none where a Missionary is missing too long."""

    who: Seat
    ducats: int

    def variant(self) -> str:
        return "some" if self.ducats else "none"


@event_record
class ColonistsCame(Event):
    who: Seat
    number: int


@event_record
class PoliticalEvent(Event):
    """6.4  The political event of a nation."""

    who: Seat
    event: str


@event_record
class Monarch(Event):
    who: Seat
    rating: str


@event_record
class TreasuryChanged(Event):
    """Ducats come or go; `why` is a key."""

    who: Seat
    ducats: int
    why: str

    def variant(self) -> str:
        return self.why


@event_record
class RutterGot(Event):
    who: Seat


@event_record
class NativesDied(Event):
    """6.41(13)  Native Levels fall."""

    areas: tuple[str, ...]


@event_record
class DutyBegan(Event):
    who: Seat
    event: str
    until: int


@event_record
class DutyDone(Event):
    who: Seat
    event: str


@event_record
class Penalty(Event):
    who: Seat
    points: int


@event_record
class SoldiersOwed(Event):
    who: Seat
    number: int


@event_record
class Bought(Event):
    who: Seat
    thing: str
    number: int
    ducats: int

    def variant(self) -> str:
        return self.thing


@event_record
class MissionariesCalled(Event):
    who: Seat
    number: int


@event_record
class ShipBuilt(Event):
    who: Seat
    thing: str
    place: str
    ducats: int


@event_record
class FittedOut(Event):
    """6.62  An Expedition is written down."""

    who: Seat
    expedition: str
    place: str
    landfall: str
    bounds: int
    ducats: int

    def variant(self) -> str:
        return "bound" if self.landfall else "coasting"


@event_record
class Crossed(Event):
    """7.2  An Expedition has crossed the ocean."""

    expedition: str
    place: str
    bounds: int


@event_record
class CapeRounded(Event):
    expedition: str


@event_record
class CapeFailed(Event):
    expedition: str


@event_record
class Coasted(Event):
    """7.3  An Expedition has sailed to a stop."""

    expedition: str
    place: str
    points: int


@event_record
class Ashore(Event):
    """10.5  Units have left, or boarded, the ships of an Expedition; a minus is what boarded."""

    expedition: str
    place: str
    soldiers: int
    colonists: int


@event_record
class PersonMoved(Event):
    person: str
    place: str


@event_record
class MissionaryKnown(Event):
    person: str
    rating: int


@event_record
class Lost(Event):
    """Units are lost."""

    who: Seat
    thing: str
    number: int
    place: str

    def variant(self) -> str:
        return self.thing


@event_record
class PersonLost(Event):
    person: str


@event_record
class ExpeditionLost(Event):
    expedition: str


@event_record
class GoldSunk(Event):
    ducats: int


@event_record
class GoldFound(Event):
    place: str
    found: bool

    def variant(self) -> str:
        return "found" if self.found else "nothing"


@event_record
class MineChanged(Event):
    """13.5  A mine is abandoned, or opened again."""

    place: str
    abandoned: bool

    def variant(self) -> str:
        return "abandoned" if self.abandoned else "opened"


@event_record
class Dug(Event):
    """13.14, 13.32  Gold is produced, or Treasure taken."""

    place: str
    ducats: int


@event_record
class Depleted(Event):
    place: str


@event_record
class Marched(Event):
    """10.1  Units have marched."""

    who: Seat
    start: str
    place: str
    soldiers: int
    colonists: int


@event_record
class NativesFought(Event):
    """17.22  Combat against Natives, or against Europeans whom nobody plays (21.28)."""

    who: Seat
    area: str
    fell: int
    level: int


@event_record
class Uprising(Event):
    area: str


@event_record
class LoadedGold(Event):
    expedition: str
    place: str
    ducats: int


@event_record
class LaidDown(Event):
    """E-G48  Gold is put ashore in a port."""

    expedition: str
    place: str
    ducats: int


@event_record
class Collected(Event):
    who: Seat
    ducats: int


@event_record
class Discovered(Event):
    """18.1  A place is seen for the first time."""

    who: Seat
    place: str


@event_record
class Credited(Event):
    who: Seat
    place: str
    points: int


@event_record
class GoldCredited(Event):
    who: Seat
    ducats: int


@event_record
class Maintained(Event):
    who: Seat
    ducats: int


@event_record
class Settled(Event):
    """21.23, 21.24  A country that nobody plays has come to an area."""

    country: str
    area: str
    level: int


@event_record
class Raided(Event):
    """21.26  It has raided the Spanish there."""

    country: str
    area: str


@event_record
class NowhereToSettle(Event):
    """E-G53  Every area of its column belongs to another."""

    country: str


@event_record
class Scored(Event):
    """20.0  The points at the end."""

    who: Seat
    points: int
    ducats: int
    areas: int
    discoveries: int
    penalty: int


# Rivals ------------------------------------------------------------------------------------------------------------


@event_record
class InitiativeSet(Event):
    """6.51  Who goes first in every segment of this turn."""

    order: tuple[Seat, ...]


@event_record
class PlanSealed(Event):
    """6.71  A nation has done what others do not see: nobody goes back there."""

    who: Seat
    reveals = True


@event_record
class SharePaid(Event):
    """24.3  The Bankers have their part of the profits of an area."""

    who: Seat
    other: Seat
    area: str
    ducats: int


@event_record
class Repossessed(Event):
    """24.16  The Bankers take a ship for a debt."""

    who: Seat
    debtor: Seat
    thing: str
    ducats: int


@event_record
class PlansShown(Event):
    """E-G59  The turn is over: everything is shown, and whom it has cost that nobody else has seen."""

    lost: tuple[str, ...]
    secret = ("lost",)
    reveals = True

    def variant(self) -> str:
        return "some" if self.lost else "none"


@event_record
class WatchSet(Event):
    """8.15  What ships do about those of another nation that pass."""

    who: Seat
    enemy: Seat
    order: str

    def variant(self) -> str:
        return self.order


@event_record
class CombatTried(Event):
    """8.15  A nation tries to force a combat on ships that pass."""

    who: Seat
    expedition: str
    place: str
    forced: bool

    def variant(self) -> str:
        return "forced" if self.forced else "failed"


@event_record
class SeaFight(Event):
    """8.25  Ships fight: who attacks whom, how strong, and the column. Soldiers aboard count, and so they show."""

    heading = SCENE
    secret = ("attack", "defence")
    who: Seat
    enemies: tuple[Seat, ...]
    place: str
    attack: int
    defence: int
    odds: str


@event_record
class PrizeTaken(Event):
    """8.32  A ship changes hands."""

    who: Seat
    thing: str
    place: str


@event_record
class Captured(Event):
    """8.32  Somebody aboard a Prize is held for ransom."""

    who: Seat
    person: str


@event_record
class LandFight(Event):
    """11.1, 8.5  Land units fight, or storm a port from the sea: with that, what was aboard shows itself."""

    heading = SCENE
    secret = ("attack", "defence")
    who: Seat
    enemy: Seat
    place: str
    attack: int
    defence: int
    odds: str
    invasion: bool

    def variant(self) -> str:
        return "invasion" if self.invasion else "land"


@event_record
class Retreated(Event):
    """11.22  The losing side goes back: to a hex, or to its ships."""

    who: Seat
    start: str
    place: str

    def variant(self) -> str:
        return "aboard" if self.start == self.place else "hex"


@event_record
class Offered(Event):
    """6.72  An offer: what it is, from whom to whom, and in numbers; what it is about, if it has a name."""

    who: Seat
    other: Seat
    offer: str
    ducats: int
    later: int
    turn: int
    thing: str

    def variant(self) -> str:
        return self.offer


@event_record
class OfferAnswered(Event):
    who: Seat
    accepted: bool

    def variant(self) -> str:
        return "yes" if self.accepted else "no"


@event_record
class TreatyBroken(Event):
    """6.72  Nobody is bound by a treaty."""

    who: Seat
    other: Seat


@event_record
class PromiseKept(Event):
    who: Seat
    other: Seat
    ducats: int
    kept: bool

    def variant(self) -> str:
        return "kept" if self.kept else "broken"


@event_record
class PortugueseLevel(Event):
    """22.31  The Portuguese Level of Brasil after the die of the turn."""

    level: int


@event_record
class Annexed(Event):
    """22.32  What becomes of Portugal and Brasil."""

    what: str

    def variant(self) -> str:
        return self.what
