"""Which questions are worth a search, and what is tried there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from conquistadors.bots.search.contract import Course, Courses
from conquistadors.engine import Option
from conquistadors.engine.views import View
from conquistadors.games.conquest.bots.captain import Advice, CaptainBot
from conquistadors.games.conquest.bots.captain.plans import aims
from conquistadors.games.conquest.bots.captain.sight import Aim, Sight

AIMED: Final = frozenset({"impulse", "action", "march", "voyage"})
"""Here it is an aim that is looked for: what an expedition is set on, for this impulse and perhaps for more."""
SEARCHED: Final = AIMED | {"attack", "charge", "retreat", "reward", "surrender"}
"""The kinds of questions that are searched. All others are small, hidden, or answered as well by the exact odds."""
FREE: Final = frozenset({"convert", "exchange", "execute", "muster", "play", "reorganise", "repay", "share-out"})
"""Where the captain does one of these in an impulse, it is done: the rest can still be thought about after it."""
CLOSE: Final = 0.35
"""An aim that gains less than this part of the best is not tried."""
MOST_AIMS: Final = 6
"""Nor are more than so many."""


def courses(view: View[Any], captain: CaptainBot, advice: Advice, *, decided: bool) -> Courses:
    """What is tried, each with a reason, that of the captain first; only that where there is nothing to think about."""
    pending, first = view.pending, (Course(advice.option), advice.because)
    assert pending is not None
    if pending.kind not in SEARCHED or len(view.options) < 2:
        return [first]
    if pending.kind not in AIMED:
        return [first, *[(Course(option), "") for option in view.options if option != advice.option]]
    if decided or (pending.kind == "impulse" and advice.option.verb in FREE):
        return [first]
    found: Courses = [first]
    sight = Sight(view, captain.seed, captain.style)
    wanted = [aim for commander in _commanders(pending.kind, view.options, sight) for aim in aims(sight, commander)]
    wanted.sort(key=lambda each: -each[0])
    for rate, aim in wanted[:MOST_AIMS]:
        advised = captain.advise(view, aim)
        other = advised.because != advice.because
        if other and rate >= CLOSE * wanted[0][0] and _serves(advised.option, aim, pending.kind):
            found.append((Course(advised.option, aim), advised.because))
    stops = [option for option in view.options if option.verb == "stop" and option != advice.option]
    return [*found, *[(Course(option), "") for option in stops]]


def _commanders(kind: str, options: Sequence[Option], sight: Sight) -> list[str]:
    """Whose expeditions can be set on something."""
    if kind == "impulse":
        return [str(option.subject) for option in options if option.verb == "activate"]
    return [str(sight.facts["expedition"])]


def _serves(option: Option, aim: Aim, kind: str) -> bool:
    """Whether the answer is a step to the aim: not every aim can be followed from here."""
    if kind == "impulse":
        return option.verb == "activate" and option.subject == aim.commander
    if kind == "action":
        return option.verb == aim.verb if aim.verb is not None else option.verb in ("march", "sail")
    return aim.verb is None and option.verb == "go"
