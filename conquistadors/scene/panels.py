"""What stands beside a map: forces, hands, tracks, points; and the line above it that is always in sight."""

from __future__ import annotations

from typing import Literal, TypeAlias

from conquistadors.engine.records import record
from conquistadors.engine.requests import Seat
from conquistadors.scene.words import Said


@record
class Amount:
    """Something that is counted: its small drawing, how many, of how many at most, and what it is called."""

    look: str
    count: int
    word: Said
    most: int | None = None
    pips: bool = False
    """Drawn as filled and empty rounds."""


@record
class Tag:
    """A short note in a frame."""

    said: Said
    warns: bool = False
    look: str = ""
    about: Said | None = None
    """The same in full words, for those who hover."""


@record
class Rating:
    """A rating of a person: short and full name of it, and how high."""

    short: Said
    full: Said
    value: int


@record
class Row:
    """Notes under a heading."""

    head: Said
    tags: tuple[Tag, ...]


@record
class Member:
    """Somebody who belongs to a force, and what they lead."""

    name: Said
    amounts: tuple[Amount, ...] = ()
    tags: tuple[Tag, ...] = ()
    ratings: tuple[Rating, ...] = ()


@record
class Force:
    """A force on a card: who leads it, where, with what."""

    id: str
    name: Said
    owner: Seat | None = None
    place: Said | None = None
    state: str = ""
    """"at-work", "activated": how the card is marked; the word for it is `state_word`."""
    state_word: Said | None = None
    ratings: tuple[Rating, ...] = ()
    units: tuple[Amount, ...] = ()
    stores: tuple[Amount, ...] = ()
    rows: tuple[Row, ...] = ()
    members: tuple[Member, ...] = ()
    about: Said | None = None
    short: bool = False
    """Those of others are shown in short: words are left to those who hover."""


@record
class Forces:
    """Forces beside each other, under a heading."""

    title: Said
    forces: tuple[Force, ...] = ()
    kind: str = "own"
    """"own", "other", "offered": how they are laid out."""
    help: Said | None = None
    asides: tuple[tuple[Seat, Said, Said], ...] = ()
    """Whose, who, and what there is to say: of people who are on no map."""


@record
class Card:
    """A card, face up."""

    id: str
    kind: str
    """Its colour; the word for it is `kind_word`."""
    kind_word: Said
    name: Said
    when: Said
    text: Said
    count: int = 1


@record
class Hand:
    """Cards that lie open to whoever looks, and how many more there are that they cannot see."""

    title: Said
    cards: tuple[Card, ...] = ()
    unseen: Said | None = None
    empty: Said | None = None


@record
class Backs:
    """The hand of another player, from behind."""

    owner: Seat
    count: int
    word: Said
    opened: tuple[Tag, ...] = ()


@record
class OtherHands:
    title: Said
    hands: tuple[Backs, ...]


@record
class Box:
    """A box of a track."""

    head: Said
    below: Said = ""
    state: Literal["", "now", "past", "centre"] = ""
    markers: tuple[Seat, ...] = ()


@record
class Track:
    """Boxes in a row, with a heading, and what each row of them is."""

    title: Said | None
    boxes: tuple[Box, ...]
    head: Said = ""
    markers: Said = ""
    below: Said = ""
    caption: bool = False
    """The title belongs to the table."""


@record
class SheetRow:
    """A player's line: numbers by column, and notes."""

    owner: Seat
    cells: tuple[Said, ...]
    total: int | None = None
    notes: tuple[Tag, ...] = ()
    now: bool = False


@record
class Sheet:
    """Points by where they come from, a line for each player."""

    title: Said
    player: Said
    columns: tuple[Said, ...]
    rows: tuple[SheetRow, ...]
    sum_at: int = 0
    """The column of the total."""
    target: tuple[Said, int] | None = None
    """What is needed to win, drawn as a bar beside the total."""


@record
class Bands:
    """Verdicts by the points that they take."""

    title: Said
    rows: tuple[tuple[int, Said, bool], ...]
    """From how many points, what it says, and whether that is reached now."""


@record
class Note:
    """A sentence, or a heading."""

    said: Said
    heading: bool = False


Part: TypeAlias = Forces | Hand | OtherHands | Track | Sheet | Bands | Note
"""What a tab beside the board is made of."""


@record
class StripCell:
    """A part of the line above the board that is always in sight."""

    said: Said
    owner: Seat | None = None
    points: int | None = None
    target: int | None = None
    more: Said | None = None
    tags: tuple[Tag, ...] = ()
    strong: bool = False


# A battle ----------------------------------------------------------------------------------------------------------


@record
class Side:
    """One side of a contest."""

    name: Said
    owner: Seat | None
    units: tuple[Amount, ...] = ()
    rows: tuple[Row, ...] = ()
    value: int | None = None


@record
class Contest:
    """Two sides that fight something out."""

    title: Said
    sides: tuple[Side, Side]
    round: int = 0
