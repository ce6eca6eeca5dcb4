"""Why a bot does what it does: a key and facts. They become a sentence only when somebody reads it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from conquistadors.engine.requests import Option, Seat
from conquistadors.engine.rules import Rules
from conquistadors.engine.telling import Teller
from conquistadors.engine.texts import spoken

NO_FACTS: Final[dict[str, object]] = {}


class Why(NamedTuple):
    """A reason: the key of a sentence in `data/common/interface/captain/`, and what that mentions.

    Facts are ids, which are told by their names, numbers, options, and other reasons.
    """

    key: str
    facts: Mapping[str, object] = NO_FACTS

    def told(self, teller: Teller) -> str:
        facts = {name: _fact(fact, teller) for name, fact in self.facts.items()}
        return teller.texts.say(f"why.{self.key}", facts, teller.names)


def _fact(fact: object, teller: Teller) -> object:
    if isinstance(fact, Why):
        return fact.told(teller)
    return teller.label(fact) if isinstance(fact, Option) else fact


def in_words(
    because: Why | str, rules: Rules[Any] | None, language: str | None = None, names: Mapping[Seat, str] | None = None
) -> str:
    """A reason in words: in the language that is spoken, unless another is given. A sentence stands as it is."""
    if isinstance(because, str) or rules is None:
        return str(because)
    return because.told(Teller(rules, names or {}, spoken() if language is None else language))
