"""A game that is looked at again, step by step, without any widget: what the step-through viewer shows."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import conquistadors as cq
from conquistadors.engine.chance import Source
from conquistadors.engine.errors import SetupError, UndoError, short_repr
from conquistadors.engine.events import Step
from conquistadors.engine.game import Game
from conquistadors.engine.history import Answer, Checkpoint
from conquistadors.engine.position import Position
from conquistadors.engine.records import record
from conquistadors.engine.requests import CHANCE, PASS, TABLE, Chance, ChanceValue, Request, Seat, parse_option
from conquistadors.engine.telling import Teller
from conquistadors.engine.texts import Texts, error_text, speaking
from conquistadors.engine.views import Line
from conquistadors.games import scene_of
from conquistadors.scene.contract import Scene
from conquistadors.teach.books import Clauses, grammar_of
from conquistadors_widgets.words import words

OPEN: Final = "open"
"""The eyes before which all cards lie open."""
BYSTANDER: Final = "bystander"


@record
class Mark:
    """Where an impulse begins: after how many answers, in which turn and round, and whose it is."""

    step: int
    turn: int | None
    round: int | None
    who: Seat | None

    @property
    def part(self) -> int | None:
        """What "next turn" goes by: the turn, or the round where a game counts no turns."""
        return self.round if self.turn is None else self.turn


@record
class Clause:
    """A clause of the rules in our own words."""

    number: str
    text: str


class Recorded(Source):
    """Chance as it came: the answers of the record."""

    kind = "recorded"
    seed = 0

    def __init__(self, answers: Sequence[Answer]) -> None:
        self._answers = answers

    def answer(self, number: int, chance: Chance) -> ChanceValue | None:  # noqa: ARG002  # it is known what came
        return self._answers[number].value if number < len(self._answers) else None


class ReplayModel:
    """Walks a game forwards and backwards. It keeps what it was given as it is, and plays on in a branch only.

    A step is a number of answers. The position at each boundary of the rules is kept, so any step is a few answers
    away from one of them.
    """

    def __init__(self, game: Game[Any], language: str | None = None) -> None:
        self._game: Game[Any] = game.branch()
        self._answers = game.answers
        self._events, self._heard = game.events_so_far()
        self._recorded = [(0, Recorded(self._answers))]
        self.language = ""
        self.speak(game.language if language is None else language)
        self.eyes = OPEN
        self._boundaries = self._find_boundaries()
        self._starts = [boundary.answers for boundary in self._boundaries]
        self.marks = self._find_marks()
        self._seen: Game[Any] | None = None
        self._stops: dict[str, list[int]] = {}
        """The steps at which there is something to see, by the eyes that have looked."""
        self.step = self.first

    def _find_boundaries(self) -> list[Checkpoint[Any]]:
        found: dict[int, Position] = {}
        if self._game.origin is not None:
            found[self._game.origin.answers] = self._game.origin.position
        for number, run, _ in self._game.moments():
            if not run.since:
                found[number] = run.boundary
        last = self._game.checkpoint
        found[last.answers] = last.position
        return [Checkpoint(number, found[number]) for number in sorted(found)]

    def _find_marks(self) -> tuple[Mark, ...]:
        marks: list[Mark] = []
        for number, pos in self._boundaries:
            turn, round_, who = (getattr(pos, name, None) for name in ("turn", "round", "active"))
            mark = Mark(number, turn, round_, who if round_ else None)
            if not marks or (mark.turn, mark.round, mark.who) != (marks[-1].turn, marks[-1].round, marks[-1].who):
                marks.append(mark)
        return tuple(marks)

    @property
    def _telling(self) -> list[int]:
        """The steps at which there is something to see with these eyes: a decision, or an event that is told.

        Where others might have passed unseen, a decision of theirs that led to nothing is not stopped at.
        """
        if self.eyes not in self._stops:
            later = range(self.first + 1, self.last + 1)
            self._stops[self.eyes] = [self.first, *[step for step in later if self._tells(step)]]
        return self._stops[self.eyes]

    def _tells(self, step: int) -> bool:
        given, events = self._answers[step - 1], self._events[slice(*self._span(step))]
        told = [event if self.eyes == OPEN else event.seen_by(self.seat) for event in events]
        if any(event is not None and not isinstance(event, Step) for event in told):
            return True
        unseen = self.eyes != OPEN and given.value == PASS.id and given.who not in (TABLE, self.seat)
        return not given.auto and not unseen

    # Where one is ------------------------------------------------------------------------------------------------

    @property
    def first(self) -> int:
        """The first step: more than 0 for a save that was taken up in the middle."""
        return self._starts[0]

    @property
    def last(self) -> int:
        return len(self._answers)

    @property
    def mark(self) -> int:
        """The number of the mark that the step belongs to."""
        return max(0, bisect_right([mark.step for mark in self.marks], self.step) - 1)

    def seek(self, step: int) -> None:
        """Go to where so many answers had been given; beyond the ends is at the ends."""
        self.step = min(max(step, self.first), self.last)

    def forward(self) -> None:
        """To the next step at which there is something to see."""
        telling = self._telling
        at = bisect_right(telling, self.step)
        self.seek(telling[at] if at < len(telling) else self.last)

    def back(self) -> None:
        telling = self._telling
        at = bisect_left(telling, self.step) - 1
        self.seek(telling[at] if at >= 0 else self.first)

    def next_turn(self) -> None:
        here = self.marks[self.mark].part
        self.seek(next((mark.step for mark in self.marks[self.mark + 1 :] if mark.part != here), self.last))

    def previous_turn(self) -> None:
        """To the beginning of this turn, or from there to that of the one before."""
        before = [n for n, mark in enumerate(self.marks) if mark.step < self.step]
        starts = [n for n in before if n == 0 or self.marks[n].part != self.marks[n - 1].part]
        self.seek(self.marks[starts[-1]].step if starts else self.first)

    def speak(self, language: str) -> None:
        self._game.rules.texts(language)
        words(language)
        self.language = language
        self._seen = None
        texts = self.texts
        ours = {key.removeprefix("rules."): texts.say(key) for key in texts if key.startswith("rules.")}
        self.paraphrases = Clauses(ours, grammar_of(self._game.rules))
        """All clauses of the game in our own words."""

    def look_as(self, eyes: str) -> None:
        """See the game as a seat saw it, as a bystander did, or with all cards open."""
        allowed = (OPEN, BYSTANDER, *self._game.rules.seats)
        if eyes not in allowed:
            with speaking(self.language):
                raise SetupError(error_text("face.eyes", known=allowed, wanted=short_repr(eyes)))
        self.eyes = eyes

    # What is seen there ------------------------------------------------------------------------------------------

    @property
    def names(self) -> dict[Seat, str]:
        return dict(self.teller.names)

    @property
    def rules(self) -> Any:
        return self._game.rules

    @property
    def teller(self) -> Teller:
        return self._game.teller(self.language)

    @property
    def texts(self) -> Texts:
        """The words of the game."""
        return self.teller.texts

    @property
    def seat(self) -> Seat | None:
        """The seat that looks; None for a bystander, and where all lies open."""
        return None if self.eyes in (OPEN, BYSTANDER) else self.eyes

    def at(self, step: int) -> Game[Any]:
        """The game as it stood after so many answers, to look at: from the boundary before, and the answers since."""
        if self._seen is not None and len(self._seen.answers) == step:
            return self._seen
        boundary = self._boundaries[bisect_right(self._starts, step) - 1]
        earlier = self._answers[: boundary.answers]
        game: Game[Any] = Game(self._game.rules, self._game.kept_names, self._recorded, "training", boundary, earlier)
        for given in self._answers[boundary.answers : step]:
            game.replay(given)
        game.language = self.language
        self._seen = game
        return game

    @property
    def game(self) -> Game[Any]:
        """The game as it stands at this step, the whole truth."""
        return self.at(self.step)

    @property
    def position(self) -> Position:
        """The position at this step, as far as the eyes see it."""
        truth: Position = self.game.position
        if self.eyes == OPEN:
            return truth
        seen: Position = self._game.rules.view(truth, self.seat)
        return seen

    def scene(self, seat: Seat | None = None) -> Scene:
        """What the eyes are shown of the game at this step, as if a seat looked with them."""
        return scene_of(self._game.rules)(self.position, seat)

    @property
    def prompt(self) -> str:
        """What is asked at this step; what another seat is asked is not told to one seat."""
        pending = self.game.pending
        if isinstance(pending, Chance) and pending.dice is None:
            return words(self.language).say("viewer.draw-next")
        if self.eyes == OPEN or pending is None or pending.who in (self.seat, TABLE) or isinstance(pending, Chance):
            return self.game.prompt
        facts = {"who": pending.who, "rule": pending.rule}
        return words(self.language).say("viewer.asked-unseen", facts, self.names)

    def lines(self, *, so_far: bool = False) -> list[Line]:
        """What was told between the answer before this step and the step, or all that was told so far."""
        start, end = self._span(self.step)
        found = []
        for number in range(0 if so_far else start, end):
            event = self._events[number]
            told = event if self.eyes == OPEN else event.seen_by(self.seat)
            if told is not None:
                found.append(Line(number, bisect_right(self._heard, number), told))
        return found

    def places(self) -> list[str]:
        """The spaces where this step happened, as far as its lines say; in games with a map."""
        rules = self._game.rules
        scenes = scene_of(rules)
        spaces = {space for sheet in scenes.sheets(rules) for space in scenes.spaces(rules, sheet)}
        named = [fact for line in self.lines() for fact in line.event.facts().values() if isinstance(fact, str)]
        return [space for space in dict.fromkeys(named) if space in spaces]

    def story(self) -> list[str]:
        """The lines of this step as sentences."""
        return self.teller.story(self.lines())

    def _span(self, step: int) -> tuple[int, int]:
        """The events between the answer before the step and the step."""
        end = self._heard[step] if step < self.last else len(self._events)
        return (self._heard[step - 1] if step > self.first else 0), end

    def answered(self) -> str:
        """Who answered what, so that the game came here; "" at the very beginning."""
        if self.step == self.first:
            return ""
        given = self._answers[self.step - 1]
        say = words(self.language).say
        hidden = self.eyes != OPEN and given.who not in (CHANCE, TABLE, self.seat)
        if given.overrules:
            return say("viewer.ordered", {"order": given.value})
        if given.who == CHANCE:
            return self._drawn(given)
        if hidden:
            return say("viewer.answered-unseen", {"who": given.who}, self.names)
        chosen = parse_option(str(given.value))
        label = str(given.value) if chosen is None else self.teller.label(chosen)
        key = "viewer.answered-forced" if given.auto else "viewer.answered"
        return say(key, {"who": self._name(given.who), "answer": label})

    def _drawn(self, given: Answer) -> str:
        """What chance answered: dice for all to see, a card only where all lies open."""
        say = words(self.language).say
        asked = self._request(self.step - 1)
        if isinstance(asked, Chance) and asked.dice is not None:
            facts = {"dice": str(asked.dice), "total": given.value, "roll": self.texts.word(asked.kind, {})}
            return say("viewer.rolled", facts)
        if self.eyes != OPEN:
            return say("viewer.drawn-unseen")
        return say("viewer.drawn", {"card": self.texts.word(str(given.value), {})})

    def _request(self, step: int) -> Request | None:
        """What was asked at a step."""
        kept = self._seen
        pending = self.at(step).pending
        self._seen = kept
        return pending

    def _name(self, seat: Seat) -> str:
        return self.names.get(seat) or words(self.language).say("viewer.table")

    def clauses(self) -> list[Clause]:
        """The rules that were at work in this step, each once: of what was asked, then of what happened."""
        cited = [] if self.step == self.first else [getattr(self._request(self.step - 1), "rule", "")]
        cited += [line.event.rule for line in self.lines() if not isinstance(line.event, Step)]
        if not any(cited) and self.game.pending is not None:
            cited = [self.game.pending.rule]
        return clauses_of(cited, self.paraphrases)

    # Titles ------------------------------------------------------------------------------------------------------

    def say_mark(self, mark: Mark) -> str:
        """A mark as a line of the list of turns."""
        key = "set-up" if not (mark.turn or mark.round) else "round" if mark.turn is None else "impulse"
        if mark.turn and not mark.round:
            key = "new-turn"
        facts = {"turn": mark.turn, "round": mark.round, "who": mark.who}
        return words(self.language).say(f"viewer.mark.{key}", facts, self.names)

    def place(self) -> str:
        """Where one is: the answer, the turn and the impulse."""
        facts = {"step": self.step, "most": self.last, "mark": self.say_mark(self.marks[self.mark])}
        return words(self.language).say("viewer.place", facts)

    def describe(self) -> str:
        """The step as plain text: for readers without a kernel, and for tests."""
        told = [self.place(), self.answered(), *[f"  {line}" for line in self.story()]]
        return "\n".join([*filter(None, told), "", self.teller.position(self.position), self.prompt])

    # Playing on --------------------------------------------------------------------------------------------------

    @property
    def can_play_on(self) -> bool:
        """Whether a decision is still to come at this step or after it."""
        return self._next_decision() is not None

    def _next_decision(self) -> int | None:
        for number in range(self.step, self.last):
            if not self._answers[number].auto:
                return number
        return None if self._game.pending is None else self.last

    def play_on(self, seed: int | None = None) -> Game[Any]:
        """A second game from the next decision on, with the same dice to come or those of another seed."""
        wanted = self._next_decision()
        if wanted is None:
            with speaking(self.language):
                raise UndoError(error_text("undo.over"))
        twin: Game[Any] = self._game.branch()
        policy, twin.undo_policy = twin.undo_policy, "training"
        if wanted < self.last and self._heard[wanted] < len(self._events):
            twin.undo(to=self._heard[wanted])
        while len(twin.answers) > wanted:
            twin.undo()
        twin.undo_policy = policy
        twin.language = self.language
        if seed is not None:
            twin = twin.branch(seed)
        return twin


def clauses_of(cited: Sequence[str], paraphrases: Clauses) -> list[Clause]:
    """The clauses that some citations name: "6.22(1), C8" and "G-6.34b" are about 6.22 and 6.34."""
    named = [each for citation in cited for each in paraphrases.grammar.cited_in(citation)]
    numbers = dict.fromkeys(map(paraphrases.meant, named))
    return [Clause(number, paraphrases[number]) for number in numbers if number is not None]


def game_of(source: Game[Any] | str | Path) -> Game[Any]:
    """The game that is meant: itself, or that of a save file."""
    if isinstance(source, Game):
        return source
    if isinstance(source, str | Path):
        return cq.load(source)
    raise SetupError(error_text("face.replay", wanted=short_repr(source)))
