"""What lies on a map, and what is to be said about its spaces."""

from __future__ import annotations

from conquistadors.engine.records import record
from conquistadors.engine.requests import Seat
from conquistadors.maps.labels import Layout
from conquistadors.scene.words import Said


@record
class Ground:
    """A map without anything on it, as a picture in one language. It never changes while a game is played."""

    svg: str
    layout: Layout
    """The size of the picture, and where its spaces are."""
    credit: str = ""
    bare: str = ""
    """The same without the names of its spaces (`Layout.labels`), where they can be drawn by how close one is."""
    names: str = ""
    """Those names alone, as a picture of the same size."""


@record
class Badge:
    """A small sign on a piece, with a number where there is one to tell. Several of a look are drawn in a row."""

    look: str
    count: int | None = None


@record
class Piece:
    """Something that lies on a map."""

    id: str
    look: str
    """Its picture, by the name that it has in the game's data."""
    space: str
    owner: Seat | None = None
    letters: str = ""
    """The thing of whose name two letters stand on it; of no other thing in `Scene.lettered` the same two."""
    count: int | None = None
    """In the badge of its owner."""
    badges: tuple[Badge, ...] = ()
    states: tuple[str, ...] = ()
    """What changes its look: "active" in every game, others by their names in the game's data."""
    about: Said | None = None
    """All that is to be seen of it, in one line."""


@record
class Trail:
    """A way that was gone, from space to space."""

    spaces: tuple[str, ...] = ()


@record
class Clash:
    """A space where something is fought out, and in which round."""

    space: str
    round: int = 0


@record
class SpaceInfo:
    """What is to be said about a space."""

    id: str
    kind: Said
    about: Said | None = None
    """What it is beside the game: its history."""
    here: tuple[Said, ...] = ()
    """What is there now; empty where nothing is."""
    bare: Said | None = None
    """Before that, for whoever asks about this space: that nothing stands there, or that nobody knows yet."""


@record
class MapScene:
    """A map and all that lies on it."""

    id: str
    pieces: tuple[Piece, ...] = ()
    trails: tuple[Trail, ...] = ()
    clashes: tuple[Clash, ...] = ()


@record
class Print:
    """A mark that is printed on the map, as SVG round the origin, and how far it reaches."""

    svg: str
    reach: float


@record
class LegendRow:
    """A sign and what it means."""

    sign: Piece | Badge | Trail | Clash | Print
    meaning: Said
