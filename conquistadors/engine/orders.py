"""What the table orders over the program's head, as words: found by the first one, checked, and carried out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Final, TypeAlias, TypeVar

from conquistadors.engine.errors import short_repr
from conquistadors.engine.texts import error_text

PositionT = TypeVar("PositionT")
Orders: TypeAlias = Mapping[str, tuple[str, Callable[[PositionT, list[str]], None]]]
"""By its first word: how an order is written ("gold EXPEDITION NUMBER"), and what carries it out."""

MOST_DIGITS: Final = 5


def carry_out(orders: Orders[PositionT], pos: PositionT, order: str) -> None:
    """Carry out an order; `ValueError` says what is wrong with it, and how it is written."""
    words = order.split()
    if not words or words[0] not in orders:
        raise ValueError(error_text("order.begins", order=short_repr(order), known=orders))
    form, do = orders[words[0]]
    if len(words) != len(form.split()):
        raise ValueError(error_text("order.form", order=short_repr(order), form=repr(form)))
    do(pos, words)


def one_of(word: str, known: Iterable[str], key: str = "order.not-in-play") -> str:
    """A word of an order that has to be one of these; `key` is what is said of another one."""
    if word not in (names := list(known)):
        raise ValueError(error_text(key, wanted=short_repr(word), known=names))
    return word


def whole_number(text: str, *, below_zero: bool = False) -> int:
    """The number that a word of an order stands for."""
    digits = text.removeprefix("-") if below_zero else text
    if not digits.isascii() or not digits.isdigit() or len(text) > MOST_DIGITS:
        raise ValueError(error_text("order.number", wanted=short_repr(text)))
    return int(text)
