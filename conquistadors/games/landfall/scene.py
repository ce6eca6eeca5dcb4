"""What a table shows of Landfall: the ocean with its ships, the leagues of each captain, the cards."""

from __future__ import annotations

import math
from functools import cached_property, lru_cache
from itertools import pairwise
from typing import Final

from conquistadors.engine import PASS, UNSEEN, Option, Pile, Seat, option
from conquistadors.engine.requests import Asked
from conquistadors.games.landfall.pack import CLAUSES
from conquistadors.games.landfall.rules import Landfall, Ocean
from conquistadors.maps.labels import RADIUS, Box, Frame, Layout
from conquistadors.maps.svg import BLUE, COAST, FONT, INK, LAND, SEA, SVG, Point, circle, letter, tag
from conquistadors.scene.contract import Scene, Where
from conquistadors.scene.maps import Ground, LegendRow, MapScene, Piece, SpaceInfo
from conquistadors.scene.panels import Backs, Card, Hand, OtherHands, Part, Share, Sheet, SheetRow, StripCell
from conquistadors.scene.words import Said, phrase

OCEAN: Final = "ocean"
WIDTH, HEIGHT, SHORE, WAVE = 530.0, 345.0, 48.0, 74.0
"""The picture, of a size that a table shows whole; what the land takes on either side; how far the way swings."""
KINDS: Final = {"chart": "action", "storm": "reaction", "pilot": "asset"}
"""Of each title what kind of card it is."""
NO_PILOT: Final = {"modify": option("no-pilot-before"), "reroll": option("no-pilot-after")}
"""What a captain may want to answer every time, by the kind of the question."""


class LandfallScene(Scene):
    """One map, a strip and a tab with the cards."""

    tabs = ("hand",)
    pictures = "landfall/face"
    headline = "leagues"
    at_hand = ("", "hand")

    # What never changes in a game, from its rules ---------------------------------------------------------------------

    @classmethod
    def sheets(cls, rules: Landfall) -> dict[str, Said]:  # noqa: ARG003  # always the same
        return {OCEAN: phrase("board.ocean")}

    @classmethod
    def ground(cls, rules: Landfall, sheet: str, language: str) -> Ground:
        """The sea between two shores, with a space for every league."""
        if sheet != OCEAN:
            raise KeyError(sheet)
        return _drawn(rules.spaces, language)

    @classmethod
    def entries(cls, rules: Landfall) -> tuple[str, ...]:
        """1.1  The port."""
        return rules.spaces[:1]

    @classmethod
    def lettered(cls, rules: Landfall) -> tuple[str, ...]:
        """The captains."""
        return rules.seats

    @classmethod
    def legend(cls, rules: Landfall) -> tuple[LegendRow, ...]:
        sign = Piece("", "ship", "", rules.seats[0], "An")
        return (LegendRow(sign, phrase("board.sign.ship")),)

    # What is seen now ------------------------------------------------------------------------------------------------

    pos: Ocean

    def __init__(self, pos: Ocean, seat: Seat | None = None, asked: Asked | None = None) -> None:
        super().__init__(pos, seat, asked)

    def _at(self, seat: Seat) -> str:
        """The space of a ship."""
        spaces = self.pos.rules.spaces
        return spaces[min(self.pos.ships[seat], len(spaces) - 1)]

    @cached_property
    def maps(self) -> tuple[MapScene, ...]:
        return (MapScene(OCEAN, tuple(self._ship(seat) for seat in self.pos.ships)),)

    def _ship(self, seat: Seat) -> Piece:
        acts = ("active",) if seat == self._acting else ()
        return Piece(f"ship-{seat}", "ship", self._at(seat), seat, seat, states=acts, about=self._line(seat))

    def _line(self, seat: Seat) -> Said:
        """A ship in words: how far it is, and its course, once that is known."""
        leagues, goal, course = self.pos.ships[seat], self.pos.rules.goal, self.pos.voyage.course
        if seat != self.pos.active or course is None:
            return phrase("board.ship", who=seat, leagues=leagues, goal=goal)
        return phrase("board.bound", who=seat, leagues=leagues, goal=goal, course=course)

    @property
    def _acting(self) -> Seat | None:
        """Whose turn it is, once the cards are dealt and until somebody has won."""
        under_way = self.pos.round > 0 and self.pos.rules.ending(self.pos) is None
        return self.pos.active if under_way else None

    @property
    def active(self) -> str | None:
        return None if self._acting is None else self._at(self._acting)

    @property
    def own(self) -> tuple[str, ...]:
        return (self._at(self.seat or self.pos.active),)

    def space(self, space: str) -> SpaceInfo:
        spaces = self.pos.rules.spaces
        kind = {spaces[0]: "port", spaces[-1]: "landfall"}.get(space, "sea")
        here = tuple(self._line(seat) for seat in self.pos.ships if self._at(seat) == space)
        return SpaceInfo(space, phrase(f"board.kind-{kind}"), None, here, None if here else phrase("board.nobody"))

    def where(self, option: Option) -> Where | None:
        """3.3  Who sails points at the own ship, who plays a card at the card."""
        seat = self.seat or self.pos.active
        if option.verb == "sail":
            return "piece", f"ship-{seat}"
        card = option.subject
        return ("card", card) if card is not None and card in self.pos.hands[seat].titles else None

    def standing(self, option: Option) -> Option | None:
        """4.1  Every captain who sails is asked for a Pilot: who never spends one tells nothing of the hand."""
        return None if self.asked is None or option != PASS else NO_PILOT.get(self.asked.kind)

    # Beside the map --------------------------------------------------------------------------------------------------

    @property
    def strip(self) -> tuple[StripCell, ...]:
        pos, rules = self.pos, self.pos.rules
        last = min(pos.round, rules.last_round)
        when = phrase("strip.round", round=last, most=rules.last_round) if pos.round else phrase("strip.deal")
        if rules.ending(pos) is not None:
            when = phrase("strip.over")
        return (
            StripCell(when, strong=True),
            StripCell(phrase("strip.deck", count=pos.piles["deck"].size)),
            *(StripCell(owner=seat, points=leagues, target=rules.goal) for seat, leagues in pos.ships.items()),
        )

    @property
    def closing(self) -> tuple[Part, ...]:
        """1.1  How far everybody came."""
        rows = tuple(
            SheetRow(seat, (leagues, Share(leagues, self.pos.rules.goal))) for seat, leagues in self.pos.ships.items()
        )
        return (Sheet(phrase("board.ocean"), (phrase("closing.leagues"), ""), rows, total=0),)

    def tab(self, key: str) -> tuple[Part, ...]:
        if key != "hand":
            raise KeyError(key)
        own = () if self.seat is None else (_hand(self.pos.hands[self.seat]),)
        others = [Backs(seat, hand.size) for seat, hand in self.pos.hands.items() if seat != self.seat]
        return (*own, OtherHands(tuple(others)))


def _hand(hand: Pile) -> Hand:
    seen = UNSEEN not in hand.titles
    pairs = zip(hand.titles, hand.copies, strict=True) if seen else ()
    cards = tuple(_card(title, count) for title, count in pairs)
    return Hand(phrase("cards.hand", count=hand.size), cards, 0 if seen else hand.size)


def _card(title: str, count: int) -> Card:
    return Card(title, KINDS[title], phrase(f"cards.when-{title}"), (phrase(f"rules.{CLAUSES[title]}"),), count)


# The ground ------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=8)
def _drawn(spaces: tuple[str, ...], language: str) -> Ground:
    """The two shores, and between them the way over the sea: the port, a ring for every league, the goal."""
    points = {space: _point(n, len(spaces) - 1) for n, space in enumerate(spaces)}
    ends = list(points.values())
    lines = list(pairwise(ends))
    parts = [
        tag("rect", width=WIDTH, height=HEIGHT, fill=SEA),
        tag("path", d=_coast(0.0, SHORE, 1), fill=LAND, stroke=COAST, stroke_width=1.2),
        tag("path", d=_coast(WIDTH, WIDTH - SHORE, -1), fill=LAND, stroke=COAST, stroke_width=1.2),
        *(tag("path", "", d=f"M{x:.1f} {y:.1f}L{to_x:.1f} {to_y:.1f}", **_WAKE) for (x, y), (to_x, to_y) in lines),
        *(_mark(space, n, points[space], len(spaces) - 1) for n, space in enumerate(spaces)),
    ]
    size = {"width": WIDTH, "height": HEIGHT, "viewBox": f"0 0 {WIDTH:g} {HEIGHT:g}"}
    svg = tag("svg", "\n".join(parts), xmlns=SVG, **size, font_family=FONT, fill=INK, lang=language)
    frame = Frame(0.0, 0.0, 1.0, -1.0, WIDTH, HEIGHT)
    marks = {space: Box(x - RADIUS, y - RADIUS, x + RADIUS, y + RADIUS) for space, (x, y) in points.items()}
    return Ground(svg, Layout(frame, points, marks, lines, Box(0, 0, 0, 0)))


_WAKE: Final = {"stroke": BLUE, "stroke_width": 1.2, "stroke_dasharray": "4 4", "stroke_opacity": 0.65}


def _point(n: int, last: int) -> Point:
    """Where a league is: from shore to shore, up and down."""
    return SHORE + (WIDTH - 2 * SHORE) * n / last, HEIGHT * 0.55 + WAVE * math.sin(2 * math.pi * n / 5)


def _mark(space: str, n: int, at: Point, last: int) -> str:
    """A ring with the league in it; where a voyage begins and where it ends, it is filled."""
    shore = n in (0, last)
    disc = circle(at, RADIUS, fill=BLUE if shore else "#fff", stroke=BLUE, stroke_width=1.4)
    return tag("g", disc + letter(str(n), at, "#fff" if shore else BLUE, 10), data_space=space)


def _coast(edge: float, shore: float, side: int) -> str:
    """A shore from top to bottom that is not quite straight."""
    bays = "".join(f"q{side * (9 if n % 2 else -7)} 10 0 20" for n in range(math.ceil(HEIGHT / 20)))
    return f"M{edge:g} 0H{shore:g}{bays}V{HEIGHT:g}H{edge:g}Z"
