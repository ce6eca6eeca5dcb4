"""The sides of a fight by their kinds, and the chances of all pairs of kinds, to where the fights end.

Standings of a side that show the same, suffer the same and come to the same are one kind; a pair has no more than its
chance.
"""

from __future__ import annotations

from collections.abc import Generator, Hashable, Iterator, Mapping, Sequence
from math import gcd, lcm, prod
from typing import Final, NamedTuple, TypeAlias

from conquistadors.engine.errors import RuleError
from conquistadors.engine.texts import error_text
from conquistadors.odds import following
from conquistadors.odds.codes import Code
from conquistadors.odds.lanes import Unlike
from conquistadors.odds.points import Ending, Point, Shown, Sight, Standing, Ways, summed
from conquistadors.odds.slices import Progress
from conquistadors.odds.trees import Row, reduced

AT_ONCE: Final = 100
"""So many pairs pass on their chances before somebody may look at the progress."""
CHEAP: Final = 5
"""A pair is no more than a part in so many of the work on a position."""
FIRST: Final = 2
"""To find the standings is about one part in so many of the work."""

# Kinds of standings --------------------------------------------------------------------------------------------------

SELF: Final = -1
"""Where a standing leads to itself: the number of its kind is not known yet."""


class Became(NamedTuple):
    """What a side has become in a round: what is seen of it, and where it leads to by what is seen of the other side.

    That is the number of a kind where the fight goes on, and of what is left of the side where it is over.
    """

    sight: Sight
    leads_to: tuple[tuple[Sight, int], ...]


class Moves(NamedTuple):
    """What becomes of a kind of standing in a round, against what the other side shows."""

    total: int
    ways: tuple[tuple[Sight, tuple[tuple[int, int], ...]], ...]
    """By what is seen of it then, the numbers of what it may become, each with its weight."""
    stays: int
    """In how many ways nothing becomes of it."""
    seen: Sight
    """What is seen of it then."""


class Kind:
    """Standings of a side that are alike: they show the same, suffer the same, and come to the same."""

    __slots__ = ("height", "itself", "moves", "point", "shown", "suffers")

    def __init__(self, point: Point, shown: Shown, suffers: Mapping[Code, Mapping[int, int]], height: int) -> None:
        self.point = point
        self.shown = shown
        self.suffers = suffers
        """The numbers of what becomes of it, by weight, by what the other side has shown."""
        self.height = height
        """How often it may still become something else, at most."""
        self.itself: int | None = None
        """The number of what it has become when nothing has happened to it."""
        self.moves: dict[Shown, Moves] = {}


class Side:
    """All standings of a side by their kinds. The number of a kind is above those of all that follow it."""

    def __init__(self, points: Mapping[Code, Point], side: int) -> None:
        self._points = points
        self._side = side
        self.kinds: list[Kind] = []
        self.became: list[Became] = []
        self.left: list[Ways] = []
        """What may be left of it when the fight is over."""
        self._known: dict[tuple[Point, Code], int] = {}
        self._numbers: dict[Hashable, int] = {}

    def kind(self, point: Point, own: Code) -> int:
        """The number of the kind of a standing."""
        number = self._known.get((point, own))
        if number is None:
            self._known[point, own] = SELF
            number = self._known[point, own] = self._kind(point, point.standings[self._side][own])
        if number == SELF:
            raise Unlike  # it leads to something that leads back
        return number

    def moves(self, kind: Kind, shown: Shown) -> Moves:
        """What becomes of a kind against what is shown to it."""
        found = kind.moves.get(shown)
        if found is None:
            totals = {result: sum(kind.suffers[result].values()) for result in shown.ways}
            common, ways = lcm(*totals.values()), dict[int, int]()
            for result, n in shown.ways.items():
                for became, m in kind.suffers[result].items():
                    ways[became] = ways.get(became, 0) + n * m * (common // totals[result])
            by = gcd(*ways.values())
            by_sight: dict[Sight, list[tuple[int, int]]] = {}
            for became, n in ways.items():
                by_sight.setdefault(self.became[became].sight, []).append((became, n // by))
            stays, seen = (
                (0, None) if kind.itself is None else (ways.get(kind.itself, 0), self.became[kind.itself].sight)
            )
            told = tuple([(sight, tuple(each)) for sight, each in by_sight.items()])
            found = kind.moves[shown] = Moves(sum(ways.values()) // by, told, stays // by, seen)
        return found

    def _kind(self, point: Point, standing: Standing) -> int:
        every = dict.fromkeys([own for ways in standing.suffers.values() for own in ways])
        became = {own: self._became(point, standing.own, own) for own in every}
        suffers = {result: summed(became, ways) for result, ways in standing.suffers.items()}
        what = frozenset([(result, frozenset(ways.items())) for result, ways in suffers.items()])
        key = (point, standing.shown, what)
        number = self._numbers.get(key)
        if number is not None:
            return number
        number = self._numbers[key] = len(self.kinds)
        follow = [each for then in became.values() for each in self._following(point, then)]
        height = 1 + max([self.kinds[each].height for each in follow], default=0)
        numbered = {then: self._numbered(then, number) for then in became.values()}
        kind = Kind(point, standing.shown, {r: summed(numbered, ways) for r, ways in suffers.items()}, height)
        kind.itself = numbered.get(became[standing.own]) if standing.own in became else None
        self.kinds.append(kind)
        return number

    def _became(self, point: Point, own: Code, became: Code) -> Became:
        """What a standing has become; where it is itself, that is not known yet."""
        sight = point.sight(self._side, became)
        leads_to: list[tuple[Sight, int]] = []
        for seen in point.become[1 - self._side]:
            far, ending = point.leads_to(self.seen(sight, seen))
            if ending is not None:
                leads_to.append((seen, self._what_is_left(ending.image(self._side, became))))
            elif became == own and far == point.far:
                leads_to.append((seen, SELF))
            else:
                leads_to.append((seen, self.kind(self._points[far], became)))
        return Became(sight, tuple(leads_to))

    def seen(self, sight: Sight, other: Sight) -> tuple[Sight, Sight]:
        """What is seen of both sides, where this is seen of this one and of the other."""
        return (other, sight) if self._side else (sight, other)

    def _following(self, point: Point, became: Became) -> Iterator[int]:
        for seen, number in became.leads_to:
            if number != SELF and point.leads_to(self.seen(became.sight, seen))[1] is None:
                yield number

    def _numbered(self, became: Became, itself: int) -> int:
        leads_to = tuple([(seen, itself if number == SELF else number) for seen, number in became.leads_to])
        became = Became(became.sight, leads_to)
        number = self._numbers.get(became)
        if number is None:
            number = self._numbers[became] = len(self.became)
            self.became.append(became)
        return number

    def _what_is_left(self, left: Ways) -> int:
        key = frozenset(left.items())
        number = self._numbers.get(key)
        if number is None:
            number = self._numbers[key] = len(self.left)
            self.left.append(left)
        return number


# Pairs of both sides -------------------------------------------------------------------------------------------------


End: TypeAlias = tuple[Ending, int, int]
"""How a fight is over, and what is left of each side."""


class Met(NamedTuple):
    """One kind against all others that show the same."""

    mine: Moves
    stays: frozenset[Sight]
    """What is seen of the others where it may stay what it is."""
    then: list[int]
    """Where the others lead to in that case, by the numbers of what they have become."""
    became: dict[Sight, dict[int, int]]
    """What the others have become, with their chances, by what is seen of them."""


class Pairs:
    """The chances of all pairs of kinds, passed on from the first ones to where the fights end."""

    def __init__(self, sides: tuple[Side, Side], begun: Mapping[tuple[int, int], int]) -> None:
        outer = 0 if len(sides[0].kinds) <= len(sides[1].kinds) else 1
        self._turned = bool(outer)
        self._one, self._other = sides[outer], sides[1 - outer]
        """Chances are kept in rows, one for each kind of one side."""
        self._begun = {(pair[outer], pair[1 - outer]): n for pair, n in begun.items()}
        self._leads: tuple[dict[Sight, list[int]], ...] = ({}, {})

    def followed(self) -> Generator[Progress, None, Row]:
        scale = self._scale()
        ends = yield from self._passed_on(scale)
        rows = {end: self._row(*end) for end in ends}
        common = lcm(*[row.total for row in rows.values()])
        ways: dict[Code, int] = {}
        for end, n in ends.items():
            factor = n * (common // rows[end].total)
            for code, m in rows[end].ways.items():
                ways[code] = ways.get(code, 0) + factor * m
        return reduced(Row(sum(self._begun.values()) * scale * common, ways))

    def _row(self, ending: Ending, one: int, other: int) -> Row:
        left = (self._one.left[one], self._other.left[other])
        return ending.row(*reversed(left)) if self._turned else ending.row(*left)

    def _ending(self, point: Point, sight: Sight, other: Sight) -> Ending | None:
        return point.leads_to(self._one.seen(sight, other))[1]

    def _to(self, which: int, seen: Sight) -> list[int]:
        """Where all that a side may become leads to, where this is seen of the other."""
        found = self._leads[which].get(seen)
        if found is None:
            side = self._other if which else self._one
            found = self._leads[which][seen] = [dict(each.leads_to).get(seen, SELF) for each in side.became]
        return found

    def _scale(self) -> int:
        """What all chances can be told in parts of: a pair leads to itself, or to lower ones."""
        parts: dict[int, set[int]] = {}
        others = _by_shown(self._other)
        for (point, shown), ones in _by_shown(self._one).items():
            for (there, against), theirs in others.items():
                if point is not there:
                    continue
                moves_of_others = {_at_height(self._other, kind, shown) for kind in theirs}
                for height, total, stays, seen in {_at_height(self._one, kind, against) for kind in ones}:
                    for height_of_other, all_of_other, stays_of_other, seen_of_other in moves_of_others:
                        both = stays * stays_of_other
                        if both and not self._comes_back(point, seen, seen_of_other):
                            both = 0
                        found = parts.setdefault(height + height_of_other, set())
                        found.add(total * all_of_other - both)
        return prod([lcm(*[part for part in each if part]) for each in parts.values()])

    def _comes_back(self, point: Point, sight: Sight, other: Sight) -> bool:
        """Whether a fight is where it was, if nothing becomes of two sides of which this is seen."""
        far, ending = point.leads_to(self._one.seen(sight, other))
        return ending is None and far == point.far

    def _passed_on(self, scale: int) -> Generator[Progress, None, dict[End, int]]:
        """Let every pair pass on its chance, and divide out the rounds that change nothing. All is in one scale."""
        kinds = self._other.kinds
        rows: list[list[int]] = [[0] * len(kinds) for _ in self._one.kinds]
        for (one, other), n in self._begun.items():
            rows[one][other] = n * scale
        ends: dict[End, int] = {}
        done = 0
        for number in range(len(rows) - 1, -1, -1):
            row, kind = rows[number], self._one.kinds[number]
            met: dict[Shown, Met] = {}
            for other in range(len(row) - 1, -1, -1):
                had = row[other]
                if not had:
                    continue
                if done % AT_ONCE == 0:
                    yield Progress(len(rows) + len(rows) - number, FIRST * len(rows))
                done += 1
                if done > CHEAP * following.MOST_OF_A_FIGHT:
                    raise RuleError(error_text("odds.too-many-positions", most=CHEAP * following.MOST_OF_A_FIGHT))
                against = kinds[other]
                known = met.get(against.shown)
                if known is None:
                    known = met[against.shown] = self._met(number, against)
                mine, stays, leads_to, became = known
                theirs = against.moves.get(kind.shown) or self._other.moves(against, kind.shown)
                parts = mine.total * theirs.total
                if theirs.stays and theirs.seen in stays and leads_to[against.itself or 0] == other:
                    parts -= mine.stays * theirs.stays
                if not parts:
                    raise RuleError(error_text("odds.for-ever"))
                share = had // parts
                for sight, ways in theirs.ways:
                    vector = became.get(sight)
                    if vector is None:
                        vector = became[sight] = {}
                    for each, n in ways:
                        vector[each] = vector.get(each, 0) + share * n
                    if sight in stays:
                        still = share * mine.stays
                        for each, n in ways:
                            then = leads_to[each]
                            if then != other:
                                row[then] += still * n
            for mine, _, _, became in met.values():
                for sight, ways in mine.ways:
                    for seen, vector in became.items():
                        self._spread(number, (sight, ways), (seen, vector), rows, ends)
            row.clear()
        return ends

    def _met(self, number: int, against: Kind) -> Met:
        kind = self._one.kinds[number]
        mine, stays = self._one.moves(kind, against.shown), list[Sight]()
        if mine.stays:
            for seen in kind.point.become[0 if self._turned else 1]:
                if self._ending(kind.point, mine.seen, seen) is None and self._to(0, seen)[kind.itself or 0] == number:
                    stays.append(seen)
        return Met(mine, frozenset(stays), self._to(1, mine.seen) if stays else [], {})

    def _spread(
        self,
        number: int,
        mine: tuple[Sight, Sequence[tuple[int, int]]],
        theirs: tuple[Sight, Mapping[int, int]],
        rows: list[list[int]],
        ends: dict[End, int],
    ) -> None:
        """Pass on the chances of what the sides of some pairs have become."""
        (sight, ways), (seen, vector) = mine, theirs
        ending = self._ending(self._one.kinds[number].point, sight, seen)
        leads_to, others = self._to(0, seen), self._to(1, sight)
        together: dict[int, int] = {}
        for each, m in vector.items():
            then = others[each]
            together[then] = together.get(then, 0) + m
        for became, n in ways:
            target = leads_to[became]
            if ending is not None:
                for then, m in together.items():
                    end = (ending, target, then)
                    ends[end] = ends.get(end, 0) + n * m
            elif target != number:  # else it is passed on already
                row = rows[target]
                for then, m in together.items():
                    row[then] += n * m


def _by_shown(side: Side) -> dict[tuple[Point, Shown], list[Kind]]:
    """The kinds of a side by where a fight has got to and what they show."""
    found: dict[tuple[Point, Shown], list[Kind]] = {}
    for kind in side.kinds:
        found.setdefault((kind.point, kind.shown), []).append(kind)
    return found


def _at_height(side: Side, kind: Kind, shown: Shown) -> tuple[int, int, int, Sight]:
    moves = side.moves(kind, shown)
    return kind.height, moves.total, moves.stays, moves.seen
