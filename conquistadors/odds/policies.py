"""How choices on the way are answered: stated, and shown with every result."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, Literal, TypeAlias

from conquistadors.engine.errors import SetupError, shown
from conquistadors.engine.records import record
from conquistadors.engine.requests import PASS, Choice, Option
from conquistadors.odds.paths import ANY, BEST, Open

Answer: TypeAlias = Option | Open | str
"""An option, its id, or how a choice is left open: "best", "any"."""
Chooser: TypeAlias = Callable[[Any, Choice], Answer]
Luck: TypeAlias = Literal["never", "before", "after", "both", "best"]

LUCK: Final = ("never", "before", "after", "both", "best")
OPEN: Final = {"best": BEST, "any": ANY}


@record
class Plan:
    """A policy by kinds of choice. What it does not name is passed; a forced choice is taken; all else is left open."""

    kinds: Mapping[str, Answer | Chooser]
    otherwise: Answer = "best"
    """How a choice is answered that is neither named nor can be passed."""

    def answer(self, pos: Any, choice: Choice) -> Option | Open:
        given = self.kinds.get(choice.kind)
        if given is None:
            given = PASS if choice.passes else self.otherwise
        elif callable(given):
            given = given(pos, choice)
        if isinstance(given, str):
            return OPEN[given] if given in OPEN else _named(choice, given)
        return given


def _named(choice: Choice, text: str) -> Option:
    for option in choice.legal():
        if option.id == text:
            return option
    raise SetupError(f"{choice.kind} ({choice.rule}) cannot be answered {shown(text)}: {choice.legal()}")


def with_luck(mano: str) -> dict[str, Answer | Chooser]:
    """The use of Mano de Dios: never, +2 before, a re-roll after where that is better, both, or the best of all."""
    if mano not in LUCK:
        raise SetupError(f"Mano de Dios is used {', '.join(LUCK)}: not {shown(mano)}")
    befores: dict[str, Answer | Chooser] = {"before": _first, "both": _first, "best": "best"}
    return {"modify": befores.get(mano, PASS), "reroll": "best" if mano in ("after", "both", "best") else PASS}


def _first(_: Any, choice: Choice) -> Option:
    """The card, if there is one."""
    return choice.legal()[0]
