"""What a person brings to the table, checked: names, and positions to start from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from conquistadors.engine.errors import SetupError, short_repr
from conquistadors.engine.requests import Seat
from conquistadors.engine.rules import PositionT, Rules
from conquistadors.engine.texts import Texts, error_text

LONGEST_NAME: Final = 60


def number_of_players(players: object) -> int:
    """How many players are named; `SetupError` if that is no list of names."""
    if isinstance(players, str) or not isinstance(players, Sequence):
        raise SetupError(error_text("setup.players", wanted=short_repr(players)))
    return len(players)


def names_by_seat(seats: Sequence[Seat], players: Sequence[str]) -> dict[Seat, str]:
    """The players' names by seat, in their order; a seat without a player is called by its colour or title."""
    if number_of_players(players) > len(seats):
        raise SetupError(error_text("setup.too-many-names", names=len(players), count=len(seats), seats=seats))
    return {seat: _title(seat) for seat in seats} | dict(zip(seats, players, strict=False))


def translated_names(names: Mapping[Seat, str], texts: Texts) -> dict[Seat, str]:
    """The names as they are told in a language: a seat that nobody has named is called by its colour or title there.

    Should another player bear that name, the seat keeps its English one, which nobody else can have.
    """
    taken = {_folded(name) for seat, name in names.items() if name != _title(seat)}
    told = {}
    for seat, name in names.items():
        key = f"name.{seat}"
        word = texts.say(key) if name == _title(seat) and key in texts else name
        told[seat] = name if _folded(word) in taken else word
    return told


def _title(seat: Seat) -> str:
    """What a seat is called in English; in names that are kept, the sign that nobody has given it another."""
    return seat.capitalize()


def _folded(name: str) -> str:
    return name.strip().casefold()


def checked_names(seats: Sequence[Seat], names: Mapping[Seat, str]) -> dict[Seat, str]:
    """The names by seat; `SetupError` if one cannot be shown or told apart."""
    if set(names) != set(seats):
        raise SetupError(error_text("setup.seats", seats=seats, wanted=short_repr(list(names))))
    for name in names.values():
        if not isinstance(name, str) or not name.strip() or not name.isprintable() or len(name) > LONGEST_NAME:
            raise SetupError(error_text("setup.name", most=LONGEST_NAME, wanted=short_repr(name)))
    if len(set(map(_folded, names.values()))) < len(names):
        raise SetupError(error_text("setup.same-name", names=short_repr(list(names.values()))))
    return {seat: names[seat] for seat in seats}


def checked_position(rules: Rules[PositionT], position: PositionT) -> PositionT:
    """A copy of a position that a person made; `SetupError` if no game can start from it."""
    if position.under_way:
        raise SetupError(error_text("setup.under-way-position"))
    try:
        rules.check_boundary(position)
    except ValueError as error:
        raise SetupError(error_text("setup.position", why=str(error))) from None
    return position.copy()
