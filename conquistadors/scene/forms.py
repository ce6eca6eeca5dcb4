"""A compound choice as one form: the rules ask it bit by bit, a person would rather say it at once.

Nothing here knows a game. The fields are found by asking the rules themselves, in a run of its own: what a field may
hold follows from the fields before it, and what is sent are the small answers that the rules ask for. A field is a
number that is asked for, or a thing of a menu that may be taken several times: from a menu (`Scene.forms`) one takes
things, each with a number if the rules ask for one, until nothing is left to take or an answer without a subject ends
it.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, Final, cast

from conquistadors.engine.events import Event, Step
from conquistadors.engine.records import record
from conquistadors.engine.requests import Choice, Option, Refusal, Request, Seat, option
from conquistadors.engine.run import Run
from conquistadors.engine.texts import spoken
from conquistadors.scene.words import Fact, Phrase

NUMBER: Final = "amount"
"""The verb of an answer that is a number (`engine.asking.amount`)."""
MOST_FIELDS: Final = 60
MOST_TAKEN: Final = 60
"""How often a thing is taken from a menu at most that asks for no number."""


@record
class Field:
    """A number of a form."""

    about: Phrase | Option
    """What is asked, as a key of the game's texts with its facts; or what is taken so many times from a menu."""
    rule: str
    low: int
    high: int
    value: int
    answers: tuple[str, ...]
    """What is played for it."""
    refusal: Refusal | None = None
    """Why it cannot be taken now, if the rules say so."""


@record
class Form:
    """What one seat is asked in a row."""

    who: Seat
    fields: tuple[Field, ...]
    menu: Phrase | None = None
    """What the menu asks, as it stands when all numbers before it are given."""
    ends: tuple[str, ...] = ()
    """The answer that ends the menu, where it has to be ended."""
    refusal: Refusal | None = None
    """Why the form cannot be sent as it is filled in."""
    told: tuple[Event, ...] = ()
    """What would happen, as the seat would hear it."""

    @property
    def answers(self) -> tuple[str, ...]:
        """The row of small answers that the form stands for, as the game takes them."""
        return (*[answer for field in self.fields for answer in field.answers], *self.ends)


def form_of(run: Run[Any], values: Sequence[int] = (), menus: Collection[str] = ()) -> Form | None:
    """The form that the pending question begins, filled in with these values as far as the rules allow them.

    A field without a value, or with one that it cannot hold, has the nearest that it can. `menus` are the kinds of
    questions that are menus. None where no form begins. `run` is used up: give a copy (`game.run()`).
    """
    first = run.pending
    if not isinstance(first, Choice):
        return None
    told: list[Event] = []
    run.pos.sink = told.append
    fields: list[Field] = []
    over = False
    while not over and len(fields) < MOST_FIELDS and (bounds := _bounds(run.pending, first.who)):
        asked, (low, high) = cast("Choice", run.pending), bounds
        value = _nearest(values[len(fields)] if len(fields) < len(values) else low, low, high)
        question, answer = _question(run, asked, "form", "prompt"), _number(value)
        fields.append(Field(question, asked.rule, low, high, value, (answer.id,)))
        over = run.send(answer)  # the step is over then: what comes next is another matter
    wants: Phrase | None = None
    ends: tuple[str, ...] = ()
    refusal: Refusal | None = None
    if not over and _kind(run, first.who) in menus:
        wants = _question(run, cast("Choice", run.pending), "prompt")
        menu = _Menu(run, first.who)
        fields += menu.fill(values[len(fields) :])
        ends, refusal = menu.end()
    if not fields:
        return None
    seen = [event.seen_by(first.who) for event in told if not isinstance(event, Step)]
    heard = tuple(event for event in seen if event is not None)
    return Form(first.who, tuple(fields), wants, ends, refusal, heard)


class _Menu:
    """A menu under way: things are taken from it until it is ended, or ends by itself."""

    def __init__(self, run: Run[Any], who: Seat) -> None:
        self._run = run
        self._who = who
        self._kind = _kind(run, who)
        self._over = False

    @property
    def _asked(self) -> Choice | None:
        """The menu, as long as it is open."""
        still = not self._over and _kind(self._run, self._who) == self._kind
        return cast("Choice", self._run.pending) if still else None

    def _send(self, *answers: Option) -> None:
        for answer in answers:
            self._over = self._run.send(answer) or self._over

    def fill(self, values: Sequence[int]) -> list[Field]:
        """A field for each thing of the menu, in its order, and as many of it taken as are wanted and can be."""
        asked = self._asked
        things = [] if asked is None else [each for each in asked.candidates() if each.subject is not None]
        wanted = [*values, *[0] * len(things)]
        return [self._take(thing, number) for thing, number in zip(things, wanted, strict=False)]

    def _take(self, thing: Option, wanted: int) -> Field:
        asked = self._asked
        if asked is None:
            return Field(thing, "", 0, 0, 0, ())
        bar = asked.forbids(thing)
        if bar is not None:
            return Field(thing, bar.rule, 0, 0, 0, (), Refusal(thing, bar))
        least, most, counted = self._bounds(thing)
        value = 0 if wanted < 1 else _nearest(wanted, least, most)
        taken = (thing, _number(value)) if counted else (thing,) * value
        answers = taken if value else ()
        self._send(*answers)
        return Field(thing, asked.rule, 0, most, value, tuple(each.id for each in answers))

    def _bounds(self, thing: Option) -> tuple[int, int, bool]:
        """How many of a thing can be taken now, from where to where, and whether the rules ask for the number."""
        trial = _Menu(self._run.clone(), self._who)
        trial._send(thing)
        bounds = None if trial._over else _bounds(trial._run.pending, self._who)
        if bounds is not None:
            return *bounds, True
        most = 1
        while most < MOST_TAKEN and (asked := trial._asked) is not None and asked.forbids(thing) is None:
            trial._send(thing)
            most += 1
        return 1, most, False

    def end(self) -> tuple[tuple[str, ...], Refusal | None]:
        """The answer that ends the menu, or why it cannot be ended; neither where it has ended by itself."""
        asked = self._asked
        if asked is None:
            return (), None
        ends = [each for each in asked.legal() if each.subject is None]
        if ends:
            self._send(ends[0])
            return (ends[0].id,), None
        barred = [refusal for refusal in asked.refused() if refusal.option.subject is None]
        return (), barred[0] if barred else None


def _number(value: int) -> Option:
    return option(NUMBER, str(value))


def _nearest(wanted: int, low: int, high: int) -> int:
    return min(max(wanted, low), high)


def _kind(run: Run[Any], who: Seat) -> str | None:
    """The kind of the question that the seat is asked, if it is."""
    asked = run.pending
    return asked.kind if isinstance(asked, Choice) and asked.who == who else None


def _bounds(asked: Request | None, who: Seat) -> tuple[int, int] | None:
    """From where to where, if the seat is asked for a number and nothing else."""
    if not isinstance(asked, Choice) or asked.passes or asked.who != who:
        return None
    options = asked.legal()
    numbers = [int(str(option.subject)) for option in options if option.verb == NUMBER]
    return (min(numbers), max(numbers)) if numbers and len(numbers) == len(options) else None


def _question(run: Run[Any], asked: Choice, *sections: str) -> Phrase:
    """What is asked, in the words of the first of these sections of the game's texts that has some for it."""
    facts = {**run.rules.facts(run.pos), **dict(asked.facts), "who": asked.who}
    key = run.rules.texts(spoken()).first_of(*[f"{section}.{asked.kind}" for section in sections])
    return Phrase(key, tuple(cast("dict[str, Fact]", facts).items()))
