"""What happens on the table, as data. The sentences are in `data/conquest/play/`."""

from __future__ import annotations

from typing import Final

from conquistadors.engine import Event, Seat, event_record
from conquistadors.engine.events import CHAPTER, SCENE

BOTH_WAYS: Final = frozenset({"traded", "ransom", "parted"})
"""Reasons for which the same thing leaves one expedition and comes to another."""


def _way(why: str, change: int) -> str:
    return f"{why}-away" if why in BOTH_WAYS and change < 0 else why


@event_record
class TurnBegan(Event):
    """2.0  A game-turn begins."""

    heading = CHAPTER
    turn: int


@event_record
class OrderSet(Event):
    """2.0(3), 14.22  The order of impulses or of set-up."""

    order: tuple[Seat, ...]


@event_record
class RoundBegan(Event):
    """2.0(5)  A round of impulses begins."""

    heading = CHAPTER
    turn: int
    round: int


@event_record
class ImpulseBegan(Event):
    heading = SCENE
    who: Seat


@event_record
class TurnEnded(Event):
    """2.42  The impulse rounds of the turn are over."""

    turn: int


@event_record
class Discarded(Event):
    """2.0(1), 2.15  A card laid down unseen."""

    who: Seat
    card: str | None
    secret = ("card",)

    def variant(self) -> str:
        return "unseen" if self.card is None else "known"


@event_record
class Reshuffled(Event):
    """2.16, G-5.15  The discards become the deck."""

    pile: str

    def variant(self) -> str:
        return self.pile


@event_record
class Joined(Event):
    """2.22, 14.3  A conquistador comes into play."""

    who: Seat
    captain: str
    space: str


@event_record
class Arrived(Event):
    """22.36  A player who was missing joins the game."""

    who: Seat


@event_record
class Placed(Event):
    """4.15, 14.23  A marker is placed."""

    who: Seat
    marker: str
    space: str


@event_record
class Stationed(Event):
    """14.24  An expedition is placed."""

    who: Seat
    expedition: str
    space: str


@event_record
class Removed(Event):
    """4.17  A marker is taken off the map."""

    marker: str
    space: str


@event_record
class Activated(Event):
    who: Seat
    expedition: str


@event_record
class Moved(Event):
    """3.11  An expedition enters a space."""

    expedition: str
    space: str
    by: str

    def variant(self) -> str:
        return self.by


@event_record
class Detached(Event):
    """3.14  A force stays behind."""

    expedition: str
    captain: str
    space: str


@event_record
class Reorganised(Event):
    """1.4  Expeditions were arranged anew."""

    who: Seat
    space: str


@event_record
class NoAttempt(Event):
    """4.112  Discovery cannot be attempted here."""

    expedition: str
    space: str


@event_record
class Found(Event):
    """4.11  What a discovery found."""

    expedition: str
    space: str
    found: str

    def variant(self) -> str:
        return self.found


@event_record
class EmpireRose(Event):
    """12.2  An empire is deployed."""

    empire: str
    spaces: tuple[str, ...]
    capital: str


@event_record
class Ambushed(Event):
    """4.14  Indians fall upon an expedition."""

    expedition: str
    space: str


@event_record
class Aimed(Event):
    """2.12  Whom or what a card is played on."""

    card: str
    target: str


@event_record
class Missed(Event):
    """1.56  An attempt on a conquistador failed."""

    captain: str
    card: str


@event_record
class Cancelled(Event):
    """A card is cancelled by another."""

    card: str
    by: str


@event_record
class Turned(Event):
    """5.14, 12.12  A place changes its mind: hostile, neutral, or allied to a player."""

    space: str
    status: str
    who: Seat | None = None

    def variant(self) -> str:
        return self.status


@event_record
class Gathered(Event):
    """12.34  Indian units are drawn for a space."""

    space: str
    units: tuple[str, ...]


@event_record
class AlliesChanged(Event):
    """5.21, 5.26  Indian units join or leave an expedition."""

    expedition: str
    units: tuple[str, ...]
    joined: bool

    def variant(self) -> str:
        return "joined" if self.joined else "left"


@event_record
class GoldChanged(Event):
    """10.1  Gold comes to an expedition, or leaves it (a negative number)."""

    expedition: str
    gold: int
    now: int
    why: str

    def variant(self) -> str:
        return _way(self.why, self.gold)

    def facts(self) -> dict[str, object]:
        return {**Event.facts(self), "gold": abs(self.gold)}


@event_record
class FoodChanged(Event):
    """8.1  Food comes to an expedition, or leaves it (a negative number)."""

    expedition: str
    food: int
    now: int
    why: str

    def variant(self) -> str:
        return _way(self.why, self.food)

    def facts(self) -> dict[str, object]:
        return {**Event.facts(self), "food": abs(self.food)}


@event_record
class AssetGained(Event):
    """5.15  An Asset card, face down with its expedition."""

    who: Seat
    expedition: str
    card: str | None
    secret = ("card",)
    reveals = True

    def variant(self) -> str:
        return "unseen" if self.card is None else "known"


@event_record
class LuckGained(Event):
    """5.151  A Mano de Dios asset, laid open."""

    who: Seat
    reveals = True


@event_record
class MoraleChanged(Event):
    """9.1  Morale hits."""

    expedition: str
    hits: int
    now: int

    def variant(self) -> str:
        return "worse" if self.hits > 0 else "better"


@event_record
class UnitsGained(Event):
    expedition: str
    unit: str
    count: int


@event_record
class UnitLost(Event):
    """A Spanish unit is gone."""

    expedition: str
    unit: str


@event_record
class UnitFlipped(Event):
    """6.321  A Spanish unit took its first loss."""

    expedition: str
    unit: str


@event_record
class IndianLost(Event):
    """6.32  An Indian unit is eliminated, or flipped to its reverse."""

    space: str
    unit: str
    flipped: bool

    def variant(self) -> str:
        return "flipped" if self.flipped else "gone"


@event_record
class BattleBegan(Event):
    """6.1  A battle begins."""

    space: str
    attacker: str
    defender: str


@event_record
class BattleRound(Event):
    """6.21  A round with the values of both sides (6.22)."""

    round: int
    attacker: int
    defender: int


@event_record
class BattleResult(Event):
    """6.31  What a side's roll does."""

    side: str
    losses: int
    morale: bool

    def variant(self) -> str:
        return "morale" if self.morale else "losses" if self.losses else "nothing"


@event_record
class Charged(Event):
    """17.11  The horse of an expedition attack before the first round, with their value."""

    expedition: str
    strength: int


@event_record
class SuddenShock(Event):
    """17.2  A Sudden Shock Attack is tried, and succeeds or fails."""

    expedition: str
    empire: str
    how: str

    def variant(self) -> str:
        return self.how


@event_record
class BattleEnded(Event):
    space: str
    how: str

    def variant(self) -> str:
        return self.how


@event_record
class Retreated(Event):
    """6.5  An expedition falls back."""

    expedition: str
    space: str


@event_record
class Unhurt(Event):
    captain: str


@event_record
class WasWounded(Event):
    """6.41"""

    captain: str


@event_record
class Healed(Event):
    captain: str


@event_record
class Died(Event):
    """6.42, 6.45"""

    captain: str
    owner: Seat


@event_record
class TookOver(Event):
    """6.44  A replacement or a companion takes over."""

    captain: str
    after: str


@event_record
class WasCaptured(Event):
    """6.371"""

    captain: str
    owner: Seat
    captor: Seat


@event_record
class GivenUp(Event):
    """11.24"""

    captain: str
    owner: Seat


@event_record
class Ransomed(Event):
    """6.371"""

    captain: str
    owner: Seat
    captor: Seat
    gold: int


@event_record
class KingTaken(Event):
    """6.37, 5.14"""

    empire: str
    expedition: str


@event_record
class KingWent(Event):
    """12.252  A king is free again, or gone."""

    empire: str
    space: str | None

    def variant(self) -> str:
        return "home" if self.space else "gone"


@event_record
class PlunderedOut(Event):
    """7.24"""

    space: str


@event_record
class IndexMoved(Event):
    """11.1  The governor's favour."""

    who: Seat
    boxes: int
    now: int

    def variant(self) -> str:
        return "better" if self.boxes > 0 else "worse"


@event_record
class WarrantIssued(Event):
    """11.22"""

    who: Seat


@event_record
class WarrantLifted(Event):
    """11.23"""

    who: Seat


@event_record
class GiftGiven(Event):
    """11.31"""

    who: Seat
    gold: int
    boxes: int

    def variant(self) -> str:
        return "pleased" if self.boxes else "unmoved"


@event_record
class LegendPlaced(Event):
    """19.21, 19.22, 19.32  A legend is said to be in a space, or no longer where it was."""

    legend: str
    space: str
    origin: str | None

    def variant(self) -> str:
        return "new" if self.origin is None else "moved"


@event_record
class LegendFaded(Event):
    """19.21  An event finds no legend, no map or no space: it is ignored."""

    legend: str | None
    why: str

    def variant(self) -> str:
        return self.why


@event_record
class LegendSought(Event):
    """19.41  What the Legends Table says. The tale is a row of it: "el-dorado/9"."""

    expedition: str
    space: str
    legend: str
    tale: str


@event_record
class LegendSettled(Event):
    """19.43  What becomes of the marker: gone for good, stays, or goes back to the pool."""

    legend: str
    space: str
    fate: str

    def variant(self) -> str:
        return self.fate


@event_record
class PointsScored(Event):
    """13.11  Permanent points."""

    who: Seat
    points: int
    why: str

    def variant(self) -> str:
        return self.why


@event_record
class Scored(Event):
    """13.21  The total of a player in the Victory Determination Phase."""

    who: Seat
    permanent: int
    cities: int
    favour: int
    debt: int
    """13.24  What is taken off for it."""
    total: int

    def variant(self) -> str:
        return "indebted" if self.debt else "free"


@event_record
class PointsLost(Event):
    """16.25, 23.31  Permanent points are lost."""

    who: Seat
    points: int
    now: int


@event_record
class NobodyRecruited(Event):
    """15.13, G-22.23b  A conquistador could recruit, and no unit was bought for him."""

    who: Seat
    captain: str


@event_record
class PesosChanged(Event):
    """16.0  Pesos come to a faction or leave it, or its debt changes: an entry in its books."""

    who: Seat
    pesos: int
    now: int
    debt: int
    why: str

    def variant(self) -> str:
        return _way(self.why, self.pesos)

    def facts(self) -> dict[str, object]:
        return {**Event.facts(self), "pesos": abs(self.pesos)}


@event_record
class GoldDivided(Event):
    """18.5  A division of gold, line by line: what is taken off, and the points that are left."""

    who: Seat
    space: str
    gold: int
    fifth: int
    conquistadors: int
    foot: int
    horse: int
    points: int


@event_record
class Fed(Event):
    """8.1"""

    expedition: str
    how: str

    def variant(self) -> str:
        return self.how


@event_record
class Starved(Event):
    """8.21"""

    expedition: str


@event_record
class DealOffered(Event):
    """8.14, 6.371  An offer between players, and the answer."""

    who: Seat
    to: Seat
    deal: str
    things: int
    gold: int
    accepted: bool
    pesos: int = 0
    """8.14  The price, if it is not gold."""

    def variant(self) -> str:
        price = "-pesos" if self.pesos else ""
        return f"{self.deal}{price}-{'accepted' if self.accepted else 'refused'}"


# Of the Standard Game: random events and malaria (20.0, 21.0) ----------------------------------------------------


@event_record
class EventHappened(Event):
    """20.0  What the Random Events Table says."""

    event: str

    def variant(self) -> str:
        return self.event


@event_record
class Sickened(Event):
    """20.3  The die is thrown for a unit, a king, an open asset, or one that lies face down."""

    victim: str
    what: str
    where: str

    def variant(self) -> str:
        return self.victim


@event_record
class Perished(Event):
    """20.3  Smallpox took a unit, a king or an asset."""

    victim: str
    what: str
    where: str
    reveals = True

    def variant(self) -> str:
        return self.victim


@event_record
class Feverish(Event):
    """21.1  An expedition is where malaria is, and may be spared."""

    expedition: str
    space: str
    spared: bool

    def variant(self) -> str:
        return "spared" if self.spared else "exposed"


# 23.0  The Solitaire Game


@event_record
class CameToNothing(Event):
    """23.31  A card of the Enemy Action deck could not be applied."""

    card: str

    def variant(self) -> str:
        return self.card


@event_record
class Unused(Event):
    """23.33  A card of the Reaction deck did not fit what the player does."""

    card: str


@event_record
class LaidOpen(Event):
    """23.34  A combat card is laid face up beside the map."""

    card: str


@event_record
class Verdict(Event):
    """23.4  What history says of the player."""

    who: Seat
    points: int
    verdict: str
