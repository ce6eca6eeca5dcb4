"""Piles of cards or counters: multisets without an order, so that every draw has exact odds and nothing can peek."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping
from typing import Final, NamedTuple

from conquistadors.engine.errors import short_repr
from conquistadors.engine.texts import error_text

UNSEEN: Final = "?"
"""The title of everything in a pile that lies face down."""

_new: Final = tuple.__new__
"""Makes a named tuple in half the time: cards are drawn and laid down all the time."""


class Pile(NamedTuple):
    """How many copies of each title. Never changed, only replaced; equal contents are equal piles."""

    titles: tuple[str, ...] = ()
    copies: tuple[int, ...] = ()

    @classmethod
    def of(cls, things: Iterable[str]) -> Pile:
        counts: dict[str, int] = {}
        for thing in things:
            counts[thing] = counts.get(thing, 0) + 1
        return cls._counted(counts)

    @classmethod
    def _counted(cls, counts: Mapping[str, int]) -> Pile:
        titles = tuple(sorted(counts))
        return cls(titles, tuple([counts[title] for title in titles]))

    @property
    def size(self) -> int:
        return sum(self.copies)

    def count_of(self, title: str) -> int:
        return self.copies[self.titles.index(title)] if title in self.titles else 0

    def each(self) -> Iterator[str]:
        """Every single thing in the pile, equal ones one after the other."""
        for title, n in zip(self.titles, self.copies, strict=True):
            for _ in range(n):
                yield title

    def plus(self, title: str) -> Pile:
        titles, copies = self[0], self[1]
        at = bisect_left(titles, title)
        more = list(copies)
        if at < len(titles) and titles[at] == title:
            more[at] += 1
            return _new(Pile, (titles, tuple(more)))
        more.insert(at, 1)
        named = list(titles)
        named.insert(at, title)
        return _new(Pile, (tuple(named), tuple(more)))

    def minus(self, title: str) -> Pile:
        titles, copies = self[0], self[1]
        at = titles.index(title, bisect_left(titles, title))
        left = list(copies)
        left[at] -= 1
        if left[at]:
            return _new(Pile, (titles, tuple(left)))
        del left[at]
        named = list(titles)
        del named[at]
        return _new(Pile, (tuple(named), tuple(left)))

    @classmethod
    def united(cls, piles: Iterable[Pile]) -> Pile:
        """Everything that lies in the piles, as one."""
        piles = list(piles)
        if len(piles) <= 1:
            return piles[0] if piles else cls()
        counts: dict[str, int] = {}
        for pile in piles:
            for title, n in zip(pile.titles, pile.copies, strict=True):
                counts[title] = counts.get(title, 0) + n
        return cls._counted(counts)

    def face_down(self) -> Pile:
        """The pile as seen by those who do not know it: how many things, not which."""
        return Pile((UNSEEN,), (self.size,)) if self.titles else self

    def check(self) -> None:
        """`ValueError` if this is no pile: each title once, in order, with at least one copy."""
        in_order = list(self.titles) == sorted(set(self.titles))
        if len(self.titles) != len(self.copies) or not in_order or any(n < 1 for n in self.copies):
            raise ValueError(error_text("document.pile", found=short_repr(self)))
