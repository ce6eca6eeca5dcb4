"""How choices on the way are answered: stated, and shown with every result."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field
from typing import Any, Final, TypeAlias

from conquistadors.engine.errors import SetupError, short_repr
from conquistadors.engine.records import record
from conquistadors.engine.requests import PASS, Chance, ChanceValue, Choice, Option
from conquistadors.engine.texts import error_text
from conquistadors.odds.trees import ANY, BEST, Lot, Open

Answer: TypeAlias = Option | Open | Lot | str
"""An option, its id, how a choice is left open ("best", "any"), or "first": the first option that is allowed."""
Chooser: TypeAlias = Callable[[Any, Choice], Answer]
Kinds: TypeAlias = Mapping[str, Answer | Chooser]

LUCK: Final = ("never", "before", "after", "both", "best")
OPEN: Final = {"best": BEST, "any": ANY}


@record
class Plan:
    """A policy by kinds of choice. What it does not name is passed; what cannot be passed is answered `otherwise`."""

    kinds: Kinds
    otherwise: Answer | Chooser = "best"
    indifferent: frozenset[str] = frozenset()
    """Draws of which the question does not ask what came out."""
    assumed: Mapping[str, Callable[[Any, Chance], ChanceValue | None]] = field(default_factory=dict)
    """Draws of which the question assumes what comes out, unless that is None."""

    def answer(self, pos: Any, choice: Choice) -> Option | Open | Lot:
        given = self.kinds.get(choice.kind)
        if given is None:
            given = PASS if choice.passes else self.otherwise
        if callable(given):
            given = given(pos, choice)
        if not isinstance(given, str):
            return given
        if given == "first":
            return choice.legal()[0]
        return OPEN[given] if given in OPEN else _named(choice, given)

    def granted(self, pos: Any, chance: Chance) -> ChanceValue | None:
        if chance.kind in self.indifferent:
            return chance.outcomes[0]
        assumed = self.assumed.get(chance.kind)
        return None if assumed is None else assumed(pos, chance)


def _named(choice: Choice, text: str) -> Option:
    for option in choice.legal():
        if option.id == text:
            return option
    asked = {"kind": choice.kind, "rule": choice.rule, "allowed": [option.id for option in choice.legal()]}
    raise SetupError(error_text("odds.cannot-answer", answer=short_repr(text), **asked))


def with_luck(how: str) -> dict[str, Answer | Chooser]:
    """The use of a luck card: never, before the roll, a re-roll after it where that is better, both, or the best."""
    if how not in LUCK:
        raise SetupError(error_text("odds.mano", known=LUCK, wanted=short_repr(how)))
    befores: dict[str, Answer | Chooser] = {"before": "first", "both": "first", "best": "best"}
    return {"modify": befores.get(how, PASS), "reroll": "best" if how in ("after", "both", "best") else PASS}
