"""Positions of Landfall in a few lines, for tests, lessons and puzzles."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeVar

from conquistadors.engine import Pile, Seat, SetupError, short_repr
from conquistadors.engine.texts import error_text
from conquistadors.games.landfall.rules import Landfall, Ocean

T = TypeVar("T")


def build(
    captains: int = 2,
    *,
    ships: Mapping[Seat, int] | None = None,
    hands: Mapping[Seat, Sequence[str]] | None = None,
    discards: Sequence[str] = (),
    round: int = 1,  # noqa: A002  # as the rules call it
    active: Seat | None = None,
) -> Ocean:
    """A position before a turn: who has come how far, who holds what, whose turn it is. All other cards are the deck.

    `SetupError` says all that is wrong with it. `Game.new(pos.rules, position=pos)` plays on from there.
    """
    rules = Landfall(captains)
    pos = rules.start()
    complaints = [
        *_whole("round", round, 1),
        *(fault for seat, leagues in _items(ships) for fault in _whole(f"ships: {seat}", leagues, 0)),
        *_seats("ships", ships, rules),
        *_seats("hands", hands, rules),
        *([] if active is None else _seats("active", [active], rules)),
    ]
    for what, cards in [*((f"hands: {seat}", cards) for seat, cards in _items(hands)), ("discards", discards)]:
        complaints += _taken(pos, what, cards)
    if complaints:
        raise SetupError("\n  ".join([error_text("build.cannot"), *complaints]))
    pos.round = round
    pos.active = active or rules.seats[0]
    pos.ships |= ships or {}
    pos.hands |= {seat: Pile.of(cards) for seat, cards in _items(hands)}
    pos.piles["discards"] = Pile.of(discards)
    return pos


def _items(given: Mapping[Seat, T] | None) -> Iterable[tuple[Seat, T]]:
    return () if given is None else given.items()


def _whole(what: str, number: object, least: int) -> list[str]:
    fits = type(number) is int and number >= least
    return [] if fits else [error_text("build.whole", what=what, least=least, wanted=short_repr(number))]


def _seats(what: str, seats: Iterable[Seat] | None, rules: Landfall) -> list[str]:
    unknown = [seat for seat in seats or () if seat not in rules.seats]
    return [error_text("build.player", what=what, wanted=short_repr(seat), known=rules.seats) for seat in unknown]


def _taken(pos: Ocean, what: str, cards: object) -> list[str]:
    """The cards leave the deck; what it does not have is complained of."""
    if isinstance(cards, str) or not isinstance(cards, Sequence):
        return [error_text("build.list", what=what, wanted=short_repr(cards))]
    complaints = []
    for card in cards:
        if card not in pos.rules.modifiers:
            complaints.append(error_text("build.card", what=what, wanted=short_repr(card)))
        elif card not in pos.piles["deck"].titles:
            complaints.append(error_text("build.no-card", what=what, card=card))
        else:
            pos.piles["deck"] = pos.piles["deck"].minus(card)
    return complaints
