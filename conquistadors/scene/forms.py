"""A compound choice as one form: the rules ask it number by number, a person would rather say it at once.

Nothing here knows a game. The row of numbers is found by asking the rules themselves, in a run of its own: what a field
may hold follows from the fields before it, and what is sent are the small answers that the rules ask for.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, cast

from conquistadors.engine.records import record
from conquistadors.engine.requests import Choice, Option, Request, Seat
from conquistadors.engine.run import Run
from conquistadors.scene.words import Fact, Phrase

NUMBER: Final = "amount"
"""The verb of an answer that is a number (`engine.asking.amount`)."""
MOST_FIELDS: Final = 60


@record
class Field:
    """A number of a form."""

    question: Phrase
    """What is asked, as a key of the game's texts with its facts."""
    rule: str
    low: int
    high: int
    value: int

    @property
    def answer(self) -> str:
        """What is played for it."""
        return f"{NUMBER} {self.value}"


@record
class Form:
    """Numbers that one seat is asked for in a row."""

    who: Seat
    fields: tuple[Field, ...]

    @property
    def answers(self) -> tuple[str, ...]:
        """The row of small answers that the form stands for, as the game takes them."""
        return tuple(field.answer for field in self.fields)


def form_of(run: Run[Any], values: Sequence[int] = ()) -> Form | None:
    """The form that the pending question begins, filled in with these values as far as the rules allow them.

    A field without a value, or with one that it cannot hold, has the nearest that it can. None where no number is
    asked for. `run` is used up: give a copy (`game.run()`).
    """
    first = run.pending
    fields: list[Field] = []
    while len(fields) < MOST_FIELDS and (bounds := _bounds(run.pending)) and first is not None:
        asked = cast("Choice", run.pending)
        if asked.who != first.who:
            break
        low, high = bounds
        wanted = values[len(fields)] if len(fields) < len(values) else low
        field = Field(_question(run, asked), asked.rule, low, high, min(max(wanted, low), high))
        fields.append(field)
        if run.send(Option(field.answer, NUMBER, str(field.value))):
            break  # the step is over: what comes next is another matter
    return None if first is None or not fields else Form(first.who, tuple(fields))


def _bounds(asked: Request | None) -> tuple[int, int] | None:
    """From where to where, if a number is asked for and nothing else."""
    if not isinstance(asked, Choice) or asked.passes:
        return None
    options = asked.legal()
    numbers = [int(str(option.subject)) for option in options if option.verb == NUMBER]
    return (min(numbers), max(numbers)) if numbers and len(numbers) == len(options) else None


def _question(run: Run[Any], asked: Choice) -> Phrase:
    facts = {**run.rules.facts(run.pos), **dict(asked.facts), "who": asked.who}
    return Phrase(f"prompt.{asked.kind}", tuple(cast("dict[str, Fact]", facts).items()))
