"""Why a bot does what it does: a key and facts. They become a sentence only when somebody reads it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field
from typing import Any, Final, NamedTuple

from conquistadors.engine.game import Game
from conquistadors.engine.records import record
from conquistadors.engine.requests import PASS, Option, Seat
from conquistadors.engine.rules import Rules
from conquistadors.engine.telling import Teller
from conquistadors.engine.texts import spoken, texts_of
from conquistadors.games import kit_of, load

NO_FACTS: Final[dict[str, object]] = {}
COMMON: Final = "common/interface/coach"
"""Where the reasons are that are no game's own."""


class Why(NamedTuple):
    """A reason: the key of a sentence among the texts of a game, and what that mentions.

    Facts are ids, which are told by their names, numbers, options, and other reasons. What the search says is the same
    in every game, and stands in `data/common/interface/coach/`.
    """

    key: str
    facts: Mapping[str, object] = NO_FACTS

    def in_words(self, teller: Teller) -> str:
        facts = {name: _fact(fact, teller) for name, fact in self.facts.items()}
        key, texts = f"why.{self.key}", teller.texts
        if key not in texts:
            texts = texts_of(texts.language, COMMON)
        return texts.say(key, facts, teller.names)

    def keys(self) -> Iterator[str]:
        """Its key, and those of the reasons that it mentions."""
        yield self.key
        for fact in self.facts.values():
            if isinstance(fact, Why):
                yield from fact.keys()


def _fact(fact: object, teller: Teller) -> object:
    if isinstance(fact, Why):
        return fact.in_words(teller)
    return teller.label(fact) if isinstance(fact, Option) else fact


def in_words(
    because: Why | str, rules: Rules[Any] | None, language: str | None = None, names: Mapping[Seat, str] | None = None
) -> str:
    """A reason in words: in the language that is spoken, unless another is given. A sentence stands as it is."""
    if isinstance(because, str) or rules is None:
        return str(because)
    return because.in_words(Teller(rules, names or {}, spoken() if language is None else language))


@record
class Advice:
    """What a bot would do, why, and by which clause."""

    option: Option
    because: Why | str
    """Why, as a key and facts; another bot may have a sentence of its own."""
    rule: str
    rules: Rules[Any] | None = field(default=None, compare=False, repr=False)
    """The game in whose words it is told."""

    @property
    def reason(self) -> str:
        """Why, in the language that is spoken."""
        return self.in_words()

    def in_words(self, language: str | None = None, names: Mapping[Seat, str] | None = None) -> str:
        """Why, in a language. `names` are those of the players; without them they are called by their colours."""
        return in_words(self.because, self.rules, language, names)


@record
class Reason:
    """Why a bot answered as it did, for those who look on: with whom it was, and what it was asked."""

    seat: Seat
    kind: str
    advice: object

    def heard_by(self, seat: Seat | None, game: Game[Any]) -> bool:
        """Whether a seat (None: a bystander) may hear it: all of them after the game and in training, or its own.

        While it is played, only what follows from open facts: a reason that the kit of the game names as open, for an
        answer that all have seen. Why somebody passed or laid a card down tells what they held.
        """
        if seat == self.seat or game.ending is not None or game.undo_policy == "training":
            return True
        advice = self.advice
        if not isinstance(advice, Advice) or not isinstance(advice.because, Why):
            return False
        unseen = advice.option == PASS or self.kind in game.rules.secrets
        return not unseen and open_reasons(game.rules).issuperset(advice.because.keys())


def open_reasons(rules: Rules[Any]) -> frozenset[str]:
    """The keys of the reasons that follow from what everybody sees, as the kit of a game names them."""
    where = kit_of(rules).open_reasons
    named: frozenset[str] = frozenset() if where is None else load(where)
    return named
