"""How the rules ask: small choices, one after the other, that a person, a script and a random player can answer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache, partial

from conquistadors.engine import PASS, Bar, Choice, Option, Pile, Procedure, Seat, draw, option
from conquistadors.games.conquest.rules.position import Indies

Facts = tuple[tuple[str, object], ...]


@lru_cache(maxsize=8192)
def options_of(verb: str, subjects: tuple[str, ...]) -> tuple[Option, ...]:
    """The same thing to do with each of some subjects."""
    return tuple(option(verb, subject) for subject in subjects)


class Offer:
    """Options that are all allowed, made when somebody looks."""

    __slots__ = ("_made", "_make", "_rule")

    def __init__(self, make: Callable[[], Sequence[Option]], rule: str) -> None:
        self._make = make
        self._made: Sequence[Option] | None = None
        self._rule = rule

    def __call__(self) -> Sequence[Option]:
        if self._made is None:
            self._made = self._make()
        return self._made

    def forbids(self, tried: Option) -> Bar | None:
        for offered in self():
            if offered.id == tried.id:
                return None
        return Bar(self._rule, "not-offered")


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
    return Choice(who, kind, rule, offered, offered.forbids, passes, facts)


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

    `always` asks for it all the same: where others would learn from it what only this player knows (2.18, 5.15).
    """
    if not passes and not always and len(things) == 1:
        return things[0]
    if not things:
        return None
    chosen: Option = yield offer(
        who, kind, rule, lambda: [option("take", thing) for thing in things], passes=passes, facts=facts
    )
    return None if chosen == PASS else chosen.subject


def amount(
    who: Seat, kind: str, rule: str, least: int, most: int, *, always: bool = False, facts: Facts = ()
) -> Procedure[int]:
    """A whole number between two bounds. It is not asked for where there is only one, unless `always`, as above."""
    if least > most or (least == most and not always):
        return least
    chosen: Option = yield offer(who, kind, rule, partial(amounts, least, most), facts=facts)
    return int(str(chosen.subject))


def decide(
    pos: Indies, who: Seat, kind: str, rule: str, things: Sequence[str], *, facts: Facts = ()
) -> Procedure[str | None]:
    """One of some things, which may be there more than once: a player picks it, for the enemy chance does (23.0)."""
    if who in pos.rules.seats:
        return (yield from pick(who, kind, rule, list(dict.fromkeys(things)), facts=facts))
    return (yield from by_lot(pos, things, rule))


def by_lot(pos: Indies, things: Sequence[str], rule: str, who: Seat | None = None) -> Procedure[str | None]:
    """1.52, G-1.52  One of some things at random, each with the same chance. For a single one no lot is drawn.

    The active player draws, unless another is named.
    """
    if len(set(things)) < 2:
        return things[0] if things else None
    return (yield from draw(pos, Pile.of(things), who or pos.active, name="lot", rule=rule, seen_by=None))


def thrower(pos: Indies, seat: Seat) -> Seat:
    """6.22  Who throws the dice and draws for a seat: its player; a lone player does for the enemy too (own ruling)."""
    return seat if seat in pos.rules.seats else pos.active


@lru_cache(maxsize=1024)
def amounts(least: int, most: int) -> tuple[Option, ...]:
    """The whole numbers between two bounds, as options."""
    return tuple(option("amount", str(number)) for number in range(least, most + 1))


def note(pos: Indies, answer: object) -> None:
    """Keep an answer of the dialogue under way."""
    pos.talk += (str(answer),)
