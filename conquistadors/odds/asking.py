"""What has to be known of a game to ask about its positions: when something is over, and what it has changed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any, Final, Protocol

from conquistadors.engine.errors import SetupError, short_repr
from conquistadors.engine.records import record
from conquistadors.engine.requests import TABLE, ChanceValue, Choice, Option, Seat
from conquistadors.engine.rules import Rules
from conquistadors.engine.run import Run
from conquistadors.engine.texts import error_text
from conquistadors.games import kit_of, load
from conquistadors.odds.assuming import EVERYBODY_REACTS, NOBODY_REACTS, Assumption
from conquistadors.odds.distribution import Distribution
from conquistadors.odds.naming import Names
from conquistadors.odds.parts import Parts
from conquistadors.odds.policies import Plan
from conquistadors.odds.questions import Headline
from conquistadors.odds.supposing import as_it_is_seen, canonical
from conquistadors.odds.trees import Policy

NOBODY: Final = "nobody"
WORST: Final = "worst"
REACTIONS: Final = (NOBODY, WORST)
"""The two bounds: nobody reacts, or everybody does, with every card that the asker has not seen."""

Given = Option | ChanceValue
Outcome = tuple[tuple[str, str | int], ...]
"""What came of something: what changed, each with how."""


@record
class Smaller:
    """A smaller question, which is answered sooner: from where, and by which policy."""

    start: Any
    policy: Policy
    assumed: Callable[[], tuple[Assumption, ...]]
    """What it assumes, as far as that made a difference: known when it has been answered."""


class Asking(Protocol):
    """A game, as far as the odds of its positions are concerned."""

    def over(self, bare: Any) -> bool:
        """Whether the action is over at this boundary."""

    def outcome(self, before: Any, after: Any, seat: Seat) -> Outcome:
        """What has changed for a seat."""

    def worth(self, pos: Any, seat: Seat) -> int | Fraction | None:
        """What the position is worth to a seat in victory points; None if this game does not say."""

    def supposed(self, run: Run[Any], seat: Seat, reactions: str) -> Run[Any] | None:
        """A run at the same request in the one world in which the seat is answered: the others hold what they may hold.

        It is made from what the seat sees and from nothing else, so that the odds tell nothing that it does not know.
        None: there is no such world.
        """

    def lumped(self, boundary: Any, taken: Sequence[Option], plays: frozenset[str]) -> Any:
        """The boundary from which some options are taken, with all as one that makes no difference to what follows."""

    def smaller(self, boundary: Any, policy: Any, since: Sequence[Given]) -> Smaller | None:
        """A smaller question than the whole one; None: there is none. `policy` is that of the whole one, as this game
        has made it; what was answered `since` the boundary has to lead from its start to the same question."""

    def policy(self, seat: Seat, reactions: str, plays: frozenset[str] = frozenset()) -> Policy:
        """How choices on the way are answered; `plays` are cards that their holders play as soon as they may."""

    def leaves_open(self, choice: Choice) -> bool:
        """Whether the policy would answer a choice by a default that nobody has chosen."""

    def branches(self, choice: Choice) -> bool:
        """Whether each answer to the next choice of one's own is told by itself; else it is answered by the policy."""

    def holding(self, pos: Any, seat: Seat, card: str, by: Seat | None) -> Any:
        """The position in which somebody holds a card, and nobody else: `by`, or whoever would play it."""

    def parts(self, pos: Any, reactions: str, plays: frozenset[str]) -> Parts[Any] | None:
        """How positions are taken apart."""

    def stops(self, bare: Any) -> bool:
        """Where paths are told from each other."""

    def forget(self, pos: Any) -> None:
        """Forget what can no longer matter."""

    def assumed(self, reactions: str) -> list[Assumption]:
        """What is assumed."""

    def further(self, pos: Any, taken: Sequence[Option], seat: Seat) -> Distribution | None:
        """What comes of the options that are taken if they are repeated to their end, where that is worth telling."""

    def headline(
        self, outcomes: Distribution, taken: Sequence[Option], names: Names, further: Distribution | None = None
    ) -> Headline:
        """What may come of the options that are taken, and of repeating them, in a line."""

    def named(self, result: Any, names: Names) -> str | None:
        """What a result is called that is neither a number nor a word; None where the game does not know it."""


class AnyGame:
    """A game of which nothing is known: what is asked about is over at the next boundary, and all that is seen of it
    may have changed."""

    def __init__(self, rules: Rules[Any]) -> None:
        self.rules = rules

    def over(self, bare: Any) -> bool:  # noqa: ARG002  # whatever it is
        return True

    def outcome(self, before: Any, after: Any, seat: Seat) -> Outcome:
        """What the seat sees changed: what lies face down stays so."""
        old, new = (self.rules.view(pos, None if seat == TABLE else seat).to_json() for pos in (before, after))
        return tuple((name, str(new[name])) for name in new if new[name] != old.get(name))

    def worth(self, pos: Any, seat: Seat) -> int | Fraction | None:  # noqa: ARG002  # nothing is known of points
        return None

    def supposed(self, run: Run[Any], seat: Seat, reactions: str) -> Run[Any] | None:  # noqa: ARG002  # no cards known
        """As the rules suppose it; where they do not say, the view itself is the world: what it hides stays unknown."""
        return canonical(run, seat) or as_it_is_seen(run, seat)

    def leaves_open(self, choice: Choice) -> bool:  # noqa: ARG002  # nothing is known of stopping
        return False

    def branches(self, choice: Choice) -> bool:  # noqa: ARG002  # whatever it is
        return True

    def holding(self, pos: Any, seat: Seat, card: str, by: Seat | None) -> Any:  # noqa: ARG002  # no cards are known
        raise SetupError(error_text("odds.card-unknown", card=short_repr(card)))

    def lumped(self, boundary: Any, taken: Sequence[Option], plays: frozenset[str]) -> Any:  # noqa: ARG002  # none known
        return boundary

    def smaller(self, boundary: Any, policy: Any, since: Sequence[Given]) -> Smaller | None:  # noqa: ARG002  # none known
        return None

    def policy(self, seat: Seat, reactions: str, plays: frozenset[str] = frozenset()) -> Policy:  # noqa: ARG002  # all
        return Plan({"react": "first"} if reactions == WORST else {}, otherwise="first")

    def parts(self, pos: Any, reactions: str, plays: frozenset[str]) -> Parts[Any] | None:  # noqa: ARG002  # none known
        return None

    def stops(self, bare: Any) -> bool:  # noqa: ARG002  # everywhere
        return True

    def forget(self, pos: Any) -> None:
        """Nothing is forgotten."""

    def assumed(self, reactions: str) -> list[Assumption]:
        return [NOBODY_REACTS if reactions == NOBODY else EVERYBODY_REACTS]

    def further(self, pos: Any, taken: Sequence[Option], seat: Seat) -> Distribution | None:  # noqa: ARG002  # none known
        return None

    def headline(
        self,
        outcomes: Distribution,
        taken: Sequence[Option],  # noqa: ARG002  # any
        names: Names,
        further: Distribution | None = None,  # noqa: ARG002  # none known
    ) -> Headline:
        """What is likeliest, and how likely it is."""
        likeliest, chance = max(outcomes.items(), key=lambda item: item[1])
        told: Any = likeliest
        return Headline(chance, names.outcome(told))

    def named(self, result: Any, names: Names) -> str | None:  # noqa: ARG002  # numbers and words
        return None


def asking(rules: Rules[Any]) -> Asking:
    """How the games of these rules are asked about: as their kit says."""
    made: Asking = load(kit_of(rules).odds)(rules)
    return made


def names_of(rules: Rules[Any], language: str) -> Names:
    """What results, settings and assumptions of these rules are called."""
    return Names(language, rules.texts(language), asking(rules).named)
