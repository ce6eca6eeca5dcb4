"""Which questions are worth a search, and which options of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from conquistadors.engine import Option

SEARCHED: Final = frozenset(
    {"action", "attack", "charge", "impulse", "march", "retreat", "reward", "surrender", "voyage"}
)
"""The kinds of questions that are searched. All others are small, hidden, or answered as well by rule."""
WEIGHED: Final = {
    "impulse": frozenset({"activate", "incite"}),
    "march": frozenset({"go", "stop"}),
}
"""What is weighed besides the captain's own choice, where that is not everything."""
FREE: Final = frozenset({"convert", "exchange", "execute", "muster", "play", "reorganise", "repay", "share-out"})
"""Where the captain does one of these in an impulse, it is done: the rest can still be thought about after it."""


def candidates(kind: str, options: Sequence[Option], captains: Option) -> list[Option]:
    """The options that are tried, that of the captain first; only that one where there is nothing to think about."""
    if kind not in SEARCHED or len(options) < 2 or (kind == "impulse" and captains.verb in FREE):
        return [captains]
    weighed = WEIGHED.get(kind)
    return [captains, *[o for o in options if o != captains and (weighed is None or o.verb in weighed)]]
