"""A compound choice as one form: the rules ask it bit by bit, a person would rather say it at once.

Nothing here knows a game. The fields are found by asking the rules themselves, in a run of its own: what a field may
hold follows from the fields before it, and what is sent are the small answers that the rules ask for. A field is

- a number that is asked for;
- one of several answers (`Scene.picks`);
- a thing of a menu that may be taken several times: from a menu (`Scene.forms`) one takes things, each with a number if
  the rules ask for one, until nothing is left to take or an answer without a subject ends it.

A form ends with its first menu, unless what is asked then belongs to it as well (`Scene.parts`). It begins with things
as they are, where the scene says how that is (`Scene.usual`).
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, Final, cast

from conquistadors.engine.events import Event, Step
from conquistadors.engine.records import record
from conquistadors.engine.requests import PASS, Choice, Option, Refusal, Request, Seat, option
from conquistadors.engine.run import Run
from conquistadors.engine.texts import spoken
from conquistadors.scene.contract import Scene
from conquistadors.scene.words import Fact, Phrase, Said

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
    usual: int = 0
    """What it holds where nobody has filled in anything."""
    choices: tuple[Option, ...] = ()
    """Where one of several answers is picked: these, and the value is the place of one among them."""


@record
class Form:
    """What one seat is asked in a row."""

    who: Seat
    fields: tuple[Field, ...]
    menu: Phrase | None = None
    """What the menu asks, as it stands when all numbers before it are given."""
    refusal: Refusal | None = None
    """Why the form cannot be sent as it is filled in."""
    told: tuple[Event, ...] = ()
    """What would happen, as the seat would hear it."""
    outlook: Said | None = None
    """What that leads to in the end, if the scene says so."""
    answers: tuple[str, ...] = ()
    """The row of small answers that the form stands for, as the game takes them."""


def form_of(
    run: Run[Any], values: Sequence[int] = (), menus: Collection[str] = (), scenes: type[Scene] = Scene
) -> Form | None:
    """The form that the pending question begins, filled in with these values as far as the rules allow them.

    A field without a value has what is usual, and one with a value that it cannot hold the nearest that it can. `menus`
    are the kinds of questions that are menus; `scenes` says what else can be picked, and what is usual. None where no
    form begins. `run` is used up: give a copy (`game.run()`).
    """
    return _Filling(run, values, menus, scenes).form() if isinstance(run.pending, Choice) else None


class _Filling:
    """A form that is filled in, question by question."""

    def __init__(self, run: Run[Any], values: Sequence[int], menus: Collection[str], scenes: type[Scene]) -> None:
        self._run = run
        self._who = cast("Choice", run.pending).who
        self._values = values
        self._menus = menus
        self._scenes = scenes
        self._fields: list[Field] = []
        self._answers: list[str] = []
        self._over = False

    def form(self) -> Form | None:
        told: list[Event] = []
        run = self._run
        run.pos.sink = told.append
        menu: Phrase | None = None
        refusal: Refusal | None = None
        while not self._over and refusal is None and len(self._fields) < MOST_FIELDS:
            asked = self._asked()
            if asked is None or (menu is not None and asked.kind not in self._scenes.parts):
                break
            if (bounds := number_bounds(asked, self._who, may_pass=asked.kind in self._scenes.parts)) is not None:
                self._number(asked, *bounds)
            elif asked.kind in self._scenes.picks:
                self._pick(asked)
            elif asked.kind in self._menus:
                menu = menu or _question(run, asked, "prompt")
                refusal = self._menu()
            else:
                break
        if not self._fields:
            return None
        seen = [event.seen_by(self._who) for event in told if not isinstance(event, Step)]
        heard = tuple(event for event in seen if event is not None)
        scene = self._scenes(run.rules.view(run.pos, self._who), self._who)
        outlook = None if refusal is not None else scene.outlook(heard)
        return Form(self._who, tuple(self._fields), menu, refusal, heard, outlook, tuple(self._answers))

    def _asked(self) -> Choice | None:
        """What the seat is asked. Where it can only pass, the game passes for it."""
        while _kind(self._run, self._who) is not None and not self._over:
            asked = cast("Choice", self._run.pending)
            if not asked.passes or asked.legal() != [PASS]:
                return asked
            self._over = self._run.send(PASS)
        return None

    def _value(self, usual: int) -> int:
        at = len(self._fields)
        return self._values[at] if at < len(self._values) else usual

    def _usual(self, asked: Choice) -> Option | None:
        run = self._run
        return self._scenes(run.rules.view(run.pos, self._who), self._who, asked).usual()

    def _number(self, asked: Choice, low: int, high: int) -> None:
        usual = self._usual(asked)
        kept = _nearest(int(str(usual.subject)), low, high) if usual is not None and usual.verb == NUMBER else low
        value = _nearest(self._value(kept), low, high)
        answer = PASS if value == 0 and asked.passes else _number(value)
        about = _question(self._run, asked, "form", "prompt")
        self._fields.append(Field(about, asked.rule, low, high, value, (answer.id,), usual=kept))
        self._send(answer)

    def _pick(self, asked: Choice) -> None:
        choices, usual = tuple(asked.legal()), self._usual(asked)
        kept = choices.index(usual) if usual in choices else 0
        value = _nearest(self._value(kept), 0, len(choices) - 1)
        about = _question(self._run, asked, "form", "prompt")
        answers = (choices[value].id,)
        last = len(choices) - 1
        self._fields.append(Field(about, asked.rule, 0, last, value, answers, usual=kept, choices=choices))
        self._send(choices[value])

    def _menu(self) -> Refusal | None:
        menu = _Menu(self._run, self._who)
        fields = menu.fill(self._values[len(self._fields) :])
        ends, refusal = menu.end()
        self._fields += fields
        self._answers += [*[answer for field in fields for answer in field.answers], *ends]
        self._over = menu.over
        return refusal

    def _send(self, answer: Option) -> None:
        self._answers.append(answer.id)
        self._over = self._run.send(answer)  # the step is over then: what comes next is another matter


class _Menu:
    """A menu under way: things are taken from it until it is ended, or ends by itself."""

    def __init__(self, run: Run[Any], who: Seat) -> None:
        self._run = run
        self._who = who
        self._kind = _kind(run, who)
        self.over = False

    @property
    def _asked(self) -> Choice | None:
        """The menu, as long as it is open."""
        still = not self.over and _kind(self._run, self._who) == self._kind
        return cast("Choice", self._run.pending) if still else None

    def _send(self, *answers: Option) -> None:
        for answer in answers:
            self.over = self._run.send(answer) or self.over

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
        bounds = None if trial.over else number_bounds(trial._run.pending, self._who)
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


def number_bounds(asked: Request | None, who: Seat, *, may_pass: bool = False) -> tuple[int, int] | None:
    """From where to where, if the seat is asked for a number and nothing else; a pass is none, if it may pass."""
    if not isinstance(asked, Choice) or (asked.passes and not may_pass) or asked.who != who:
        return None
    options = [each for each in asked.legal() if each != PASS]
    if asked.passes:
        options.append(_number(0))
    numbers = [int(str(option.subject)) for option in options if option.verb == NUMBER]
    return (min(numbers), max(numbers)) if numbers and len(numbers) == len(options) else None


def _question(run: Run[Any], asked: Choice, *sections: str) -> Phrase:
    """What is asked, in the words of the first of these sections of the game's texts that has some for it."""
    facts = {**run.rules.facts(run.pos), **dict(asked.facts), "who": asked.who}
    key = run.rules.texts(spoken()).first_of(*[f"{section}.{asked.kind}" for section in sections])
    return Phrase(key, tuple(cast("dict[str, Fact]", facts).items()))
