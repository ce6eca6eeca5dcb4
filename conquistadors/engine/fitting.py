"""Whether an answer fits what is asked: dice that somebody types, and answers of a record; else what is wrong."""

from __future__ import annotations

from collections.abc import Sequence

from conquistadors.engine.errors import short_repr
from conquistadors.engine.history import Answer
from conquistadors.engine.requests import CHANCE, Chance, ChanceValue, Choice, Option, Request
from conquistadors.engine.texts import error_text


def typed_dice(pending: Chance, answer: object) -> ChanceValue | None:
    """What a person typed for a roll: each die ("3 4", "3+4"), or the total; None where the dice cannot show it."""
    text = answer.id if isinstance(answer, Option) else str(answer)
    faces = text.removeprefix("roll ").replace("+", " ").replace(",", " ").split()
    if faces and all(face.isascii() and face.isdigit() and len(face) <= 3 for face in faces):
        numbers = [int(face) for face in faces]
        dice = pending.dice
        each_die = dice is not None and len(numbers) == dice.count and all(1 <= n <= dice.sides for n in numbers)
        if (len(numbers) == 1 or each_die) and sum(numbers) in pending.outcomes:
            return sum(numbers)
    return None


def unfit(pending: Request | None, options: Sequence[Option], answer: object) -> str:
    """What is wrong with an answer that does not fit."""
    if pending is None:
        return error_text("answer.over", answer=short_repr(answer))
    asked = {"kind": pending.kind, "rule": pending.rule, "allowed": [option.id for option in options]}
    if isinstance(pending, Chance):
        return error_text("answer.dice", answer=short_repr(answer), dice=str(pending.dice), **asked)
    return error_text("answer.not-allowed", answer=short_repr(answer), **asked)


def check_recorded_chance(pending: Chance, given: Answer, expected: ChanceValue | None) -> None:
    """`ValueError` for a recorded outcome that is not the expected one, or answers another chance."""
    if given.who != CHANCE or given.kind != pending.kind:
        raise ValueError(error_text("save.wants-chance", kind=pending.kind, rule=pending.rule))
    if given.value != expected or given.value not in pending.outcomes:
        value = short_repr(given.value)
        raise ValueError(error_text("save.not-rolled", value=value, kind=pending.kind, rule=pending.rule))


def recorded_option(pending: Choice, options: Sequence[Option], given: Answer) -> Option:
    """The option that was chosen, checked as strictly as one that is typed; `ValueError` says what does not fit."""
    if (given.who, given.kind) != (pending.who, pending.kind):
        raise ValueError(error_text("save.wants-other", who=pending.who, kind=pending.kind, rule=pending.rule))
    for legal in options:
        if legal.id == given.value:
            if given.auto and not (pending.passes and len(options) == 1):
                raise ValueError(error_text("save.not-forced", option=legal.id, rule=pending.rule))
            return legal
    raise ValueError(unfit(pending, options, given.value))
