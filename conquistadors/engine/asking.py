"""Small questions that any game asks: one of some things, or a number."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import lru_cache, partial
from typing import Final, TypeAlias

from conquistadors.engine.requests import PASS, Bar, Choice, Option, Procedure, Seat, option

Facts: TypeAlias = tuple[tuple[str, object], ...]
"""What a prompt mentions, by name."""


@lru_cache(maxsize=8192)
def options_of(verb: str, subjects: tuple[str | None, ...]) -> tuple[Option, ...]:
    """The same thing to do with each of some subjects; None is what has no name, or needs none."""
    return tuple(option(verb, subject) for subject in subjects)


@lru_cache(maxsize=1024)
def amounts(least: int, most: int) -> tuple[Option, ...]:
    """The whole numbers between two bounds, as options."""
    return tuple(option("amount", str(number)) for number in range(least, most + 1))


class Offer:
    """Options that are all allowed, made when somebody looks."""

    __slots__ = ("_ids", "_made", "_make", "_rule")

    def __init__(self, make: Callable[[], Sequence[Option]], rule: str) -> None:
        self._make = make
        self._made: Sequence[Option] | None = None
        self._ids: frozenset[str] | None = None
        self._rule = rule

    def __call__(self) -> Sequence[Option]:
        if self._made is None:
            self._made = self._make()
        return self._made

    def forbids(self, tried: Option) -> Bar | None:
        """Whatever is not offered is forbidden."""
        if self._ids is None:
            self._ids = frozenset([offered.id for offered in self()])
        return None if tried.id in self._ids else Bar(self._rule, "not-offered")


def offer(
    who: Seat,
    kind: str,
    rule: str,
    make: Callable[[], Sequence[Option]],
    *,
    passes: bool = False,
    facts: Facts = (),
) -> Choice:
    """A choice among options that are all allowed."""
    offered = Offer(make, rule)
    return Choice(who, kind, rule, offered, offered.forbids, passes, facts, all_allowed=True)


def _known(who: Seat, kind: str, rule: str, make: Callable[[], Sequence[Option]], passes: bool, facts: Facts) -> Choice:
    """The same for options that are made once for all who ask for them: nobody has to keep them."""
    return Choice(who, kind, rule, make, Offer(make, rule).forbids, passes, facts, all_allowed=True)


def pick(
    who: Seat,
    kind: str,
    rule: str,
    things: Sequence[str],
    *,
    passes: bool = False,
    always: bool = False,
    facts: Facts = (),
) -> Procedure[str | None]:
    """One of some things; None for a pass. A single thing that has to be taken is not asked for.

    `always` asks for it all the same: where others would learn from the silence what only this player knows.
    """
    if not passes and not always and len(things) == 1:
        return things[0]
    if not things:
        return None
    chosen: Option = yield _known(who, kind, rule, partial(options_of, "take", tuple(things)), passes, facts)
    return None if chosen == PASS else chosen.subject


def amount(
    who: Seat,
    kind: str,
    rule: str,
    least: int,
    most: int,
    *,
    always: bool = False,
    facts: Facts = (),
    below: Bar | None = None,
    above: Bar | None = None,
) -> Procedure[int]:
    """A whole number between two bounds. It is not asked for where there is only one, unless `always`, as above.

    `below` and `above` say why a smaller or a larger number will not do, where the rules have a reason for it.
    """
    if least > most or (least == most and not always):
        return least
    choice = _known(who, kind, rule, partial(amounts, least, most), False, facts)
    if below is not None or above is not None:
        choice = replace(choice, forbids=partial(_forbids_amount, choice.forbids, least, most, below, above))
    chosen: Option = yield choice
    return int(str(chosen.subject))


def _forbids_amount(
    forbids: Callable[[Option], Bar | None],
    least: int,
    most: int,
    below: Bar | None,
    above: Bar | None,
    tried: Option,
) -> Bar | None:
    """Why a number will not do: too small, too large, or none at all."""
    number = tried.subject or ""
    if tried.verb == "amount" and number.isascii() and number.isdigit() and tried.target is None:
        if int(number[:LONGEST_NUMBER]) < least and below is not None:
            return below
        if int(number[:LONGEST_NUMBER]) > most and above is not None:
            return above
    return forbids(tried)


LONGEST_NUMBER: Final = 9
"""So many digits of a typed number are looked at."""
