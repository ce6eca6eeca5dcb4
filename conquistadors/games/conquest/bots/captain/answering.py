"""Ways to choose that many questions share."""

from __future__ import annotations

from collections.abc import Callable

from conquistadors.bots.reasons import Why
from conquistadors.engine import PASS, Option
from conquistadors.games.conquest.bots.captain.sight import Sight

Found = tuple[Option, Why] | tuple[Option, Why, str]
"""An option and the reason; the clause too, if it is not that of the question."""
Handler = Callable[[Sight], Found]


def safe(sight: Sight) -> Found:
    """Nothing, where that is possible; otherwise the first option."""
    if PASS in sight.options:
        return PASS, Why("any.no-gain")
    return sight.options[0], Why("any.same")


def most(reason: Why) -> Handler:
    return lambda sight: (sight.options[-1], reason)


def least(reason: Why) -> Handler:
    return lambda sight: (sight.options[0], reason)


def first(reason: Why, *verbs: str) -> Handler:
    """The first option with one of some verbs."""

    def choose(sight: Sight) -> Found:
        for verb in verbs:
            for option in sight.options:
                if option.verb == verb:
                    return option, reason
        return safe(sight)

    return choose


def amount(sight: Sight, wanted: int) -> Option:
    """The option whose number is nearest to the one that is wanted."""
    return min(sight.options, key=lambda o: abs(int(str(o.subject)) - wanted))


def fact(sight: Sight, name: str) -> int:
    return int(str(sight.facts.get(name, 0)))
