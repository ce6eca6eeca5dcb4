"""1.0  What is on the table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

from conquistadors.engine import Modifier, Pile, Position, Rolling, Seat, Tasked, changed, record
from conquistadors.engine.codec import MAY_BE_MISSING

if TYPE_CHECKING:
    from conquistadors.games.conquest.rules.shared import ConquestRules
else:
    ConquestRules = object  # the codec looks at the types of all fields, also of those that it leaves out

KINDS: Final = ("foot", "horse", "cannon")
CITIES: Final = frozenset({"city", "imperial", "capital"})
IMPERIAL: Final = frozenset({"imperial", "capital"})
PLACES: Final = frozenset({"town", "city", "imperial", "capital"})
"""7.12, 5.11  What can be negotiated with and plundered."""
CIVILIZATIONS: Final = frozenset({"village", *PLACES})
NOTHING: Final = Pile()
ENEMY: Final[Seat] = "enemy"
"""23.0  Whoever plays the cards and the Indians against a lone player: nobody at the table. Chance decides for it."""

NEWER: Final[Mapping[str, bool]] = {MAY_BE_MISSING: True}
"""For a field that positions saved before it existed do not have."""

_new: Final = tuple.__new__
"""Makes a named tuple in half the time: units are counted all the time."""


class Units(NamedTuple):
    """1.22  Spanish combat units, by kind."""

    foot: int = 0
    horse: int = 0
    cannon: int = 0

    @property
    def size(self) -> int:
        return self[0] + self[1] + self[2]

    def of(self, kind: str) -> int:
        return self[0] if kind == "foot" else self[1] if kind == "horse" else self[2]

    def add(self, other: Units) -> Units:
        return _new(Units, (self[0] + other[0], self[1] + other[1], self[2] + other[2]))

    def less(self, other: Units) -> Units:
        return _new(Units, (self[0] - other[0], self[1] - other[1], self[2] - other[2]))

    def plus(self, kind: str, number: int = 1) -> Units:
        foot, horse, cannon = self
        if kind == "foot":
            foot += number
        elif kind == "horse":
            horse += number
        else:
            cannon += number
        return _new(Units, (foot, horse, cannon))

    @classmethod
    def total(cls, parts: Iterable[Units]) -> Units:
        """All of them together."""
        foot = horse = cannon = 0
        for part in parts:
            foot += part[0]
            horse += part[1]
            cannon += part[2]
        return _new(cls, (foot, horse, cannon))


NO_UNITS: Final = Units()


@record
class Account:
    """16.0  What came into a player's purse and what left it, as it came and went: a check on the records."""

    funds: int = 0
    """15.11, 22.24  Pesos of the Funds Table, or of the Quick Start."""
    loans: int = 0
    """15.12  Pesos that were borrowed."""
    exchanged: int = 0
    """16.12  Pesos for gold."""
    traded: int = 0
    """8.14  Pesos that were got for food, less those that were paid for it."""
    spent: int = 0
    """15.13  Pesos paid for units."""
    lost: int = 0
    """22.23  Pesos that could not be saved."""
    repaid: int = 0
    """16.23, 16.25  Debt that was paid off."""
    waived: int = 0
    """16.25  Debt that was cancelled by a loss of victory points."""


NO_ACCOUNT: Final = Account()


@record
class Faction:
    """1.21, 1.28  A player's side: index, points, and what lies open."""

    index: int = 0
    converted: int = 0
    """10.21, 18.5  Gold that became victory points."""
    awards: int = 0
    """13.11  Other permanent points."""
    luck: int = 0
    """5.151  Mano de Dios assets, laid open."""
    warrant: bool = False
    """11.22  An Arrest Warrant is in force."""
    lifted: int = 0
    """11.26  The turn in which the last warrant was removed; 0: never."""
    settlements: tuple[str, ...] = ()
    """14.23  Where the markers of the set-up were placed."""
    resigned: bool = False
    pesos: int = 0
    """16.11  Money of the faction."""
    debt: int = 0
    """16.22  What it owes."""
    horses: int = 0
    """15.13, 22.22  Horse units bought this turn."""
    account: Account = NO_ACCOUNT
    absent: bool = False
    """22.36  The player has not arrived yet."""

    @property
    def permanent(self) -> int:
        """13.11  Permanent victory points."""
        return self.converted + self.awards


@record
class Captain:
    """1.21, 1.33  A conquistador in play: in whose expedition, and the units on his card."""

    owner: Seat
    expedition: str
    """The commander of his expedition: himself, or another."""
    units: Units = NO_UNITS
    wounded: bool = False


@record
class Expedition:
    """1.4  An expedition, known by its commander."""

    owner: Seat
    space: str
    allies: Pile = NOTHING
    """5.24  Indian units that march with it: "24b@tlaxcala" is a flipped 24 from there (G-5.24)."""
    food: int = 0
    gold: int = 0
    hits: int = 0
    assets: Pile = NOTHING
    """5.15  Asset cards, face down."""
    shown: Pile = NOTHING
    """5.15  Asset cards that have been used and stay."""
    kings: tuple[str, ...] = ()
    """12.251  The empires whose kings it holds."""
    ashore: bool = False
    """It may not move by sea for the rest of the turn (Ships Scuttled)."""
    healthy: bool = False
    """It makes no malaria check this turn (A Healthier Harbor)."""


@record
class Site:
    """1.24, 1.27  What stands in a space: a marker, its state, and Indian units."""

    marker: str | None = None
    """village, town, city, imperial, capital, discovered or mosquito."""
    known: bool = False
    """G-4.171b  Discovered, although its marker was recycled and none was left for it."""
    hostile: bool = False
    ally: Seat | None = None
    garrison: Pile = NOTHING
    """Indian units: "24", or "24b" with the reverse side up."""
    out: bool = False
    """7.24  Plundered out."""
    empire: str | None = None
    king: bool = False
    attempts: int = 0
    """7.22  Plunder Gold rolls here this turn."""
    gold_rolls: int = 0
    """5.161  Diplomacy Gold rolls here this turn."""
    found_by: Seat | None = None
    found_in: int = 0
    """C11  The round of this turn in which it was discovered, and by whom."""
    legend: str | None = None
    """19.13  The face-up Legend marker in a Legend space."""
    legend_found: bool = False
    """19.21(3), 19.32  A legend was found here for good."""


@record
class Captive:
    """6.371  A captured conquistador."""

    owner: Seat
    captor: Seat
    wounded: bool = field(default=False, metadata=NEWER)
    """6.41, G-6.371b  He was wounded when he was captured; it heals as with other men."""


@record
class Impulse:
    """2.0(5)  What was done in the impulse under way."""

    allowed: int
    """Activations that are allowed; one, or two with Buena Suerte a Ambos."""
    used: int = 0
    """Activations so far."""
    activated: tuple[str, ...] = ()
    """The commanders of expeditions that were activated, or left behind on a march (3.14), as they are called now."""
    incited: bool = False
    """2.35  Hostile Indians were used instead."""
    gift: bool = False
    """11.3  A gift was given."""
    rearranged: tuple[str, ...] = ()
    """Spaces where expeditions were reorganised and nothing has changed since."""
    dealt: tuple[Seat, ...] = ()
    """8.14  Players who were offered a deal over food."""
    aids: tuple[str, ...] = ()
    """Cards played for an action that is still to come."""
    left: tuple[str, ...] = ()
    """3.14  Those of the activated who were left behind on a march."""
    divided: str | None = None
    """18.2, 18.3  The space where gold was divided."""
    content: bool = False
    """9.23  The men in that space got their shares: a Rally there has its bonus."""
    betrayed: tuple[str, ...] = field(default=(), metadata=NEWER)
    """7.26, G-7.26d  Allies whom the player turned against: nobody of the player's plunders there in this impulse."""
    joined: tuple[str, ...] = field(default=(), metadata=NEWER)
    """G-10.13b  The commanders of expeditions that were made of several: they do not part again in this impulse."""
    ransoms: tuple[str, ...] = field(default=(), metadata=NEWER)
    """6.371, G-6.371b  Captives for whom an offer was made."""


@record
class Action:
    """2.34  The action under way: what it is, and the cards in force for it (2.17)."""

    kind: str
    expedition: str
    space: str
    cards: tuple[str, ...] = ()
    modifiers: tuple[Modifier, ...] = ()
    notes: tuple[str, ...] = ()
    """What else has happened: "ambush", "ambushed", "cancelled", "no-reactions" ..."""
    by: Seat | None = None
    """Who played the card that has to be carried out: the ambusher."""
    entered_from: str | None = field(default=None, metadata=NEWER)
    """G-19.41b  An attack follows the search for a legend: where the attackers came from."""


@record
class March:
    """3.1, 3.2  A move under way."""

    expedition: str
    by: str
    """land or sea."""
    path: tuple[str, ...]
    """The spaces so far, the first one included."""
    most: int
    """How many spaces it may be long."""
    attack: bool = False
    """2.34  It leads to a combat."""
    cards: tuple[str, ...] = ()
    ended: bool = False

    @property
    def steps(self) -> int:
        return len(self.path) - 1


@record
class Side:
    """6.2  One side of a battle: an expedition, or Indians on their own."""

    seat: Seat
    """Who rolls for it and decides."""
    expedition: str | None = None
    leader: str | None = None
    """6.23  The conquistador whose rating counts."""
    down: Units = NO_UNITS
    """6.321  Spanish units that are flipped."""
    struck: Units = NO_UNITS
    """6.34  Units that took a loss this round and live; all are down."""
    struck_indians: Pile = NOTHING
    start: int = 0
    """11.13  Spanish units when the battle began."""
    modifiers: tuple[Modifier, ...] = ()
    """Cards that change its rolls for the whole combat."""
    once: tuple[Modifier, ...] = ()
    """Cards that change its roll of this round."""
    value: int = 0
    """6.221, G-6.34b  Its combat value when both sides rolled."""
    rolling: Rolling | None = None
    """6.22(2)-(4)  Its roll of this round, until that is read."""
    inflicts: int = 0
    """Loss points of this round that this side has still to allot."""
    morale: bool = False
    """6.33  It rolled M."""
    turn_of_indians: bool = True
    """6.34  In a mixed expedition the next loss falls on an Indian unit."""
    riders: bool = field(default=False, metadata=NEWER)
    """17.12, G-17.12b  Horse alone when the round began, and no Spanish horse against it."""


@record
class Battle:
    """6.0  A battle under way."""

    space: str
    attacker: Side
    defender: Side
    round: int = 0
    entered_from: str | None = None
    """6.511  Where the attackers came from, if they moved in this impulse."""
    cards: tuple[str, ...] = ()
    """6.26  Titles in force."""
    ambush: bool = False
    """4.14  Indian values are doubled in the first round."""
    charging: bool = False
    """17.11  The round of horse alone is under way."""
    charged: bool = False
    """17.11, 6.4  It was fought: the rating of a leader has been used."""
    shock_failed: bool = False
    """17.24  A Sudden Shock Attack failed: in the first rounds only horse and cannon take part."""
    opposed: bool = False
    """23.32  Reaction cards were drawn against this Combat action."""


@dataclass(eq=False, kw_only=True)
class ConquestPosition(Tasked, Position):
    """The table of The Conquistadors."""

    rules: ConquestRules = field(repr=False)
    tasks: tuple[str, ...]
    """What is still to be done, the next one last. Each is a step of the rules."""
    turn: int = 0
    round: int = 0
    order: tuple[Seat, ...]
    """2.0(3)  The order of impulses, or of set-up."""
    chose: tuple[Seat, ...] = ()
    """22.13, G-22.13  The order in which the players chose their first conquistadors."""
    active: Seat
    scores: tuple[tuple[Seat, tuple[int, ...]], ...] = ()
    """Rolls for an order, with the re-rolls of ties."""
    factions: dict[Seat, Faction]
    captains: dict[str, Captain]
    expeditions: dict[str, Expedition]
    sites: dict[str, Site]
    hands: dict[Seat, Pile]
    buried: dict[Seat, Pile]
    """2.0(1)  Cards that a player discarded unseen since the last shuffle."""
    dealt: dict[Seat, Pile]
    """14.12  Asset cards of the set-up that are not assigned yet."""
    piles: dict[str, Pile]
    """deck, discards, assets, asset-discards, cup, red, brown, replacements, empires, fallen; of the Standard Game
    legends, legends-gone, shocked (17.25: empires) and smallpox; of the Solitaire Game reaction and enemy with their
    discards, drawn, face-up and aside (23.11, 23.34)."""
    captives: dict[str, Captive]
    empire_found: bool = False
    """4.16  Somebody has found an empire."""
    pool: Units
    """15.15  Spanish counters that are left."""
    gold: int = 0
    """Gold with expeditions, counted as it came and went: a check on the records."""
    impulse: Impulse
    action: Action | None = None
    march: March | None = None
    battle: Battle | None = None
    talk: tuple[str, ...] = ()
    """The answers of a dialogue under way (architecture: compound choices are a row of small ones)."""
    winners: tuple[Seat, ...] = ()

    # Expeditions -------------------------------------------------------------------------------------------------

    def members(self, commander: str) -> list[str]:
        """1.43  The conquistadors of an expedition, the commander first."""
        others = [c for c, captain in self.captains.items() if captain.expedition == commander and c != commander]
        return [commander, *sorted(others)]

    def units(self, commander: str) -> Units:
        """All Spanish units of an expedition."""
        return Units.total([man.units for man in self.captains.values() if man.expedition == commander])

    def has_units(self, commander: str) -> bool:
        """3.15  Whether an expedition has any Spanish unit."""
        leader = self.captains.get(commander)
        if leader is not None and leader.expedition == commander and leader.units != NO_UNITS:
            return True  # most often the commander has some himself
        for captain in self.captains.values():  # noqa: SIM110  # any() takes three times as long
            if captain.expedition == commander and captain.units != NO_UNITS:
                return True
        return False

    def expeditions_of(self, seat: Seat) -> list[str]:
        own = [c for c, expedition in self.expeditions.items() if expedition.owner == seat]
        own.sort()
        return own

    def expeditions_in(self, space: str) -> list[str]:
        return sorted([c for c, expedition in self.expeditions.items() if expedition.space == space])

    def edit(self, commander: str, **changes: object) -> Expedition:
        """Replace an expedition by a changed one."""
        new = changed(self.expeditions[commander], **changes)
        self.expeditions[commander] = new
        return new

    def edit_captain(self, captain: str, **changes: object) -> None:
        self.captains[captain] = changed(self.captains[captain], **changes)

    def edit_faction(self, seat: Seat, **changes: object) -> None:
        self.factions[seat] = changed(self.factions[seat], **changes)

    # Sites -------------------------------------------------------------------------------------------------------

    def site(self, space: str) -> Site:
        return self.sites.get(space, EMPTY)

    def edit_site(self, space: str, **changes: object) -> Site:
        """Replace what stands in a space; a space with nothing in it is not kept."""
        new = changed(self.sites.get(space, EMPTY), **changes)
        if new.marker is None and new == EMPTY:
            self.sites.pop(space, None)
        else:
            self.sites[space] = new
        return new

    # Players -----------------------------------------------------------------------------------------------------

    def others(self, seat: Seat) -> tuple[Seat, ...]:
        """G-2.14  The other players in impulse order, starting after this one."""
        return others_of(self.order, seat)

    def discard(self, seat: Seat, title: str) -> None:
        """2.16  A played card goes to the discards."""
        self.hands[seat] = self.hands[seat].minus(title)
        self.piles["discards"] = self.piles["discards"].plus(title)


EMPTY: Final = Site()


@lru_cache(maxsize=1024)
def others_of(order: tuple[Seat, ...], seat: Seat) -> tuple[Seat, ...]:
    at = order.index(seat) if seat in order else -1
    return order[at + 1 :] + order[:at] if at >= 0 else order


@lru_cache(maxsize=4096)
def ally_of(title: str) -> tuple[str, str]:
    """The Indian unit and its city of origin (G-5.24)."""
    unit, _, origin = title.partition("@")
    return unit, origin


def ally(unit: str, origin: str) -> str:
    return f"{unit}@{origin}"


def front(unit: str) -> str:
    """G-12.31b, G-12.34  The id of a unit as it lies in the cup: without the mark of its reverse."""
    return unit.removesuffix("b")


def each_of(pile: Pile) -> Iterator[tuple[str, int]]:
    return zip(pile.titles, pile.copies, strict=True)
