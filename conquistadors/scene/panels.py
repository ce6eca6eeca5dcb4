"""What stands beside a map: forces, hands, tracks, points; and the line above it that is always in sight.

A word that belongs to a kind or a state is found by a key of the game's texts: `panels.kind.<kind>`, `panels.<state>`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias

from conquistadors.engine.events import Modifier
from conquistadors.engine.records import record
from conquistadors.engine.requests import Seat
from conquistadors.scene.words import Said, phrase

# What all of them are made of --------------------------------------------------------------------------------------


@record
class Amount:
    """Something that is counted."""

    word: Said
    count: int
    look: str = ""
    """Its small drawing, by the name that it has in the game's pictures."""
    most: int | None = None
    """Of how many at most."""
    pips: bool = False
    """Drawn as filled and empty rounds; its word tells the numbers, too."""


@record
class Tag:
    """A short note in a frame."""

    said: Said
    count: int = 1
    """How many of them there are."""
    value: int | None = None
    """The number that is printed on each."""
    look: str = ""
    warns: bool = False
    about: Said | None = None
    """The same in full words, for those who hover."""


@record
class Row:
    """Notes under a heading."""

    head: Said
    tags: tuple[Tag, ...]


def rows(*found: tuple[str, Sequence[Tag]]) -> tuple[Row, ...]:
    """Notes under their headings, `panels.<head>` of the game's texts; headings without any are left out."""
    return tuple(Row(phrase(f"panels.{head}"), tuple(tags)) for head, tags in found if tags)


@record
class Rating:
    """A rating of a person: its short and its full name, and how high it is."""

    short: Said
    full: Said
    value: int


# Forces ------------------------------------------------------------------------------------------------------------


@record
class Member:
    """Somebody who belongs to a force, and the units that they lead."""

    name: Said
    units: tuple[Amount, ...] = ()
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
    """How the card is marked; `panels.<state>` is the word for it."""
    ratings: tuple[Rating, ...] = ()
    units: tuple[Amount, ...] | None = None
    """None where there is nothing to say about units; empty where it has none."""
    stores: tuple[Amount, ...] = ()
    rows: tuple[Row, ...] = ()
    members: tuple[Member, ...] = ()
    members_title: Said | None = None
    warning: Said | None = None
    about: Said | None = None
    short: bool = False
    """Those of others are shown in short, with their owner: words are left to those who hover."""


@record
class Aside:
    """What there is to say of somebody who is in no force."""

    owner: Seat
    name: Said
    said: Said


@record
class Forces:
    """Forces beside each other, under a heading."""

    title: Said
    forces: tuple[Force | Aside, ...]
    kind: Literal["own", "other", "offered"] = "own"
    help: Said | None = None


# Cards -------------------------------------------------------------------------------------------------------------


@record
class Card:
    """A card, face up."""

    name: Said
    kind: str
    """Its colour; `panels.kind.<kind>` is the word for it."""
    when: Said
    text: tuple[Said, ...]
    """Sentence by sentence."""
    count: int = 1


@record
class Hand:
    """Cards that lie open to whoever looks, and how many more there are that they cannot see."""

    title: Said
    cards: tuple[Card, ...] = ()
    unseen: int = 0


@record
class Backs:
    """The hand of another player from behind, and what lies open before them."""

    owner: Seat
    count: int
    opened: tuple[Tag, ...] = ()


@record
class OtherHands:
    """The hands of the others."""

    hands: tuple[Backs, ...]


# Tracks and points -------------------------------------------------------------------------------------------------


@record
class Box:
    """A box of a track: what is printed in it and below it, and who stands there."""

    head: Said
    below: Said = ""
    markers: tuple[Seat, ...] = ()
    state: Literal["", "now", "past", "centre"] = ""


@record
class Track:
    """Boxes in a row. Markers, and what is below the boxes, are rows of their own if they have a heading."""

    boxes: tuple[Box, ...]
    id: str = ""
    """Its own name, for its look."""
    title: Said | None = None
    """Shown above it."""
    label: Said | None = None
    """For those who listen, where a title is not shown."""
    heads: Said | None = None
    markers: Said | None = None
    below: Said | None = None


@record
class Share:
    """How much of what is needed there is, drawn as a bar."""

    part: int
    whole: int


@record
class SheetRow:
    """A player's line: a cell for each column, and notes."""

    owner: Seat
    cells: tuple[Said | Share, ...]
    notes: tuple[Tag, ...] = ()
    now: bool = False
    """It is their turn."""


@record
class Sheet:
    """Points by where they come from, a line for each player."""

    title: Said
    columns: tuple[Said, ...]
    rows: tuple[SheetRow, ...]
    total: int | None = None
    """The number of the column that counts."""


@record
class Band:
    """A verdict, from so many points on."""

    start: int
    said: Said
    now: bool = False
    """The points of this moment would bring it."""


@record
class Bands:
    """Verdicts by the points that they take."""

    title: Said
    bands: tuple[Band, ...]


@record
class Note:
    """A heading, something that is told, or a sentence in place of what is not there."""

    said: Said
    kind: Literal["heading", "told", "none"] = "told"


Part: TypeAlias = Forces | Hand | OtherHands | Track | Sheet | Bands | Note
"""What a tab beside the board is made of."""


@record
class StripCell:
    """A part of the line above the board: a sentence, or the points of a player with what else matters of them."""

    said: Said = ""
    strong: bool = False
    owner: Seat | None = None
    points: int = 0
    target: int | None = None
    tags: tuple[Tag, ...] = ()


# A battle ----------------------------------------------------------------------------------------------------------


@record
class Side:
    """One side of a contest, with what it fights with now."""

    name: Said
    owner: Seat | None
    """None for those who belong to nobody at the table."""
    by: Seat
    """Who rolls and decides for it."""
    value: int
    units: tuple[Amount, ...] = ()
    stores: tuple[Amount, ...] = ()
    rows: tuple[Row, ...] = ()
    modifiers: tuple[Modifier, ...] = ()
    """What is added to its roll."""
    natural: int | None = None
    """What its dice show, if they have been thrown and not been read yet."""
    rolls: bool = True
    """Whether it throws dice: in some battles one side throws for both."""


@record
class Contest:
    """Two sides that fight something out; the attacker is the first."""

    title: Said
    stage: Said
    """How far it is."""
    sides: tuple[Side, Side]
    round: int = 0
    """0 before the first."""
    rows: tuple[Row, ...] = ()
    """What holds for both."""
