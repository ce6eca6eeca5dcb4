"""A game that people play: it asks, checks and records answers, tells what happened, and takes moves back."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import wraps
from pathlib import Path
from typing import Any, Concatenate, Final, Generic, Literal, ParamSpec, Self, TypeVar, get_args

from conquistadors.engine.arguments import checks_arguments
from conquistadors.engine.chance import Seeded, Source
from conquistadors.engine.errors import (
    IllegalAnswer,
    SetupError,
    UndoError,
    short_repr,
)
from conquistadors.engine.events import Adjusted, Event, Resigned, Step
from conquistadors.engine.fitting import check_recorded_chance, recorded_option, typed_dice, unfit
from conquistadors.engine.history import Answer, Checkpoint, History, resumed
from conquistadors.engine.overruling import LONGEST_ORDER, overruled, reported_on_entering
from conquistadors.engine.requests import (
    CHANCE,
    NOT_OFFERED,
    TABLE,
    Chance,
    ChanceValue,
    Choice,
    Option,
    Refusal,
    Request,
    Seat,
    option,
    parse_option,
)
from conquistadors.engine.rolls import why_no_luck
from conquistadors.engine.rules import (
    Ending,
    PositionT,
    Rules,
    procedures,
)
from conquistadors.engine.run import Run
from conquistadors.engine.setup import checked_names, checked_position, names_by_seat, translated_names
from conquistadors.engine.telling import Teller
from conquistadors.engine.texts import checked_language, either, error_text, speaking, spoken, texts_of
from conquistadors.engine.views import AtWork, Line, Options, View, lines_of
from conquistadors.engine.watching import closed, stood_still

UndoPolicy = Literal["fair", "training"]
UNDO_POLICIES: Final[tuple[UndoPolicy, ...]] = get_args(UndoPolicy)
Asking = Literal["openly", "quickly"]
WAYS_TO_ASK: Final[tuple[Asking, ...]] = get_args(Asking)
OPENLY: Final[Asking] = "openly"
COMMON: Final = "common/interface"
"""Where the sentences are that are no game's own."""

P = ParamSpec("P")
R = TypeVar("R")
GameT = TypeVar("GameT", bound="Game[Any]")


def _in_its_language(method: Callable[Concatenate[GameT, P], R]) -> Callable[Concatenate[GameT, P], R]:
    """Errors of the method are told in the language of the game."""

    @wraps(method)
    def spoken_by(self: GameT, /, *args: P.args, **more: P.kwargs) -> R:
        if self.language == spoken():
            return method(self, *args, **more)
        with speaking(self.language):
            return method(self, *args, **more)

    return spoken_by


class Game(Generic[PositionT]):
    """A game under way. Make one with `conquistadors.new_game()`, or with `Game.new()` from rules of your own."""

    def __init__(
        self,
        rules: Rules[PositionT],
        names: Mapping[Seat, str],
        sources: Sequence[tuple[int, Source]],
        undo_policy: UndoPolicy = "fair",
        origin: Checkpoint[PositionT] | None = None,
        earlier: Sequence[Answer] = (),
    ) -> None:
        """Start at the origin (None: the set-up of the rules), without answering anything yet.

        `sources` says from which answer on chance comes from where; `earlier` are the answers before the origin.
        """
        self.rules = rules
        self.language = spoken()
        """What it is told in, errors as well."""
        self.kept_names = checked_names(rules.seats, names)
        """The names as they are kept; a seat that nobody has named has its English title."""
        self.undo_policy = undo_policy
        self.id = secrets.token_hex(4)
        self.origin = origin
        self.after_answer: Callable[[Game[PositionT]], None] | None = None
        """Called when an answer of a person has been dealt with: the autosave."""
        self.read_from: tuple[Path, tuple[int, ...] | None] | None = None
        """The file that it was read from, and how that was then (`engine.files.signature`)."""
        self._history: History[PositionT] = History(sources, earlier)
        self._redo: list[Answer] = []
        self._options: Options | None = None
        self._question = len(earlier)
        self.asking = OPENLY
        self.standing = {}
        self.people: frozenset[Seat] = frozenset()
        """The seats where people sit: a table says so. Of two or more, nobody passes unseen if it is asked openly."""
        start = rules.start() if origin is None else origin.position.copy()
        start.sink = self._history.events.append
        self._run: Run[PositionT] = Run(rules, start)
        self._history.begin_step(self._run.boundary)

    @classmethod
    def new(
        cls,
        rules: Rules[PositionT],
        players: Sequence[str] = (),
        *,
        seed: int | None = None,
        chance: Source | None = None,
        undo: UndoPolicy = "fair",
        position: PositionT | None = None,
    ) -> Self:
        """A new game, brought to its first question. `players` are names for the seats, in their order."""
        if chance is not None and seed is not None:
            raise SetupError(error_text("setup.seed-or-chance"))
        source = chance or (Seeded.fresh() if seed is None else Seeded(seed))
        origin = None if position is None else Checkpoint(0, checked_position(rules, position))
        game = cls(rules, names_by_seat(rules.seats, players), [(0, source)], undo, origin)
        game._settle()
        return game

    @property
    def undo_policy(self) -> UndoPolicy:
        """How far `undo()` goes back: "fair" stops at the last roll or revealed card, "training" does not."""
        return self._undo_policy

    @undo_policy.setter
    @_in_its_language
    def undo_policy(self, policy: UndoPolicy) -> None:
        if policy not in UNDO_POLICIES:
            raise SetupError(
                error_text("setup.undo", known=either(map(repr, UNDO_POLICIES)), wanted=short_repr(policy))
            )
        self._undo_policy: UndoPolicy = policy

    @property
    def asking(self) -> Asking:
        """Whether everybody is asked who might have something to answer, or only who has: "openly" or "quickly".

        To be asked is a tell: who is asked about a card holds one. So among several people it is asked openly, of all
        whom public facts allow to answer. The table may agree on the quick way, where whoever can only pass does so
        unseen. Bots always do.
        """
        return self._asking

    @asking.setter
    @_in_its_language
    def asking(self, way: Asking) -> None:
        if way not in WAYS_TO_ASK:
            raise SetupError(error_text("setup.asking", known=either(map(repr, WAYS_TO_ASK)), wanted=short_repr(way)))
        self._asking: Asking = way

    @property
    def standing(self) -> Mapping[Seat, tuple[str, ...]]:
        """What seats have asked their table to answer by itself (`Scene.standing`). The game keeps it, and no more."""
        return self._standing

    @standing.setter
    @_in_its_language
    def standing(self, answers: Mapping[Seat, Sequence[str]]) -> None:
        for seat, kept in answers.items():
            if seat not in self.rules.seats:
                raise SetupError(error_text("setup.seat", wanted=short_repr(seat), seats=self.rules.seats))
            for each in kept:
                if parse_option(each) is None or not each.isprintable() or len(each) > LONGEST_ORDER:
                    raise SetupError(error_text("setup.standing", wanted=short_repr(each)))
        self._standing = {seat: tuple(kept) for seat, kept in answers.items() if kept}

    @property
    def groups(self) -> tuple[range, ...]:
        """The answers that were given at once, by their numbers: whoever takes one of them back takes back all."""
        return tuple(self._history.groups)

    @groups.setter
    def groups(self, groups: Iterable[range]) -> None:
        """Those that are longer than one answer, among those that were given, one after the other."""
        self._history.keep_groups(groups)

    def group(self, began: int) -> None:
        """All answers from this number on were given at once."""
        self.groups = (*[each for each in self.groups if each.stop <= began], range(began, len(self.answers)))
        self._after_change()

    @property
    def names(self) -> dict[Seat, str]:
        """The players' names by seat, in the game's language where nobody has given one."""
        return translated_names(self.kept_names, self.rules.texts(self.language))

    # What is asked -----------------------------------------------------------------------------------------------

    @property
    def position(self) -> PositionT:
        """The position now, as a copy: it is changed by playing and in no other way."""
        seen = self._run.pos.copy()
        if seen != self._run.boundary:
            vars(seen)["under_way"] = True
        return seen

    @property
    def pending(self) -> Request | None:
        """What is asked now; None when the game is over."""
        return self._run.pending

    @property
    def ending(self) -> Ending | None:
        """Who won and why, or None while the game goes on."""
        return self._run.ending

    @property
    def options(self) -> Options:
        """What may be answered, built when somebody looks. For table dice: the totals they can show."""
        if self._options is None:
            pending = self._run.pending
            if pending is None:
                self._options = Options()
            elif type(pending) is Chance:
                self._options = Options(option("roll", str(total)) for total in pending.outcomes)
            else:
                self._options = Options(pending.legal())
        return self._options

    @property
    def refused(self) -> tuple[Refusal, ...]:
        """What one might think of here but may not do, each with its clause."""
        pending = self._run.pending
        return pending.refused() if isinstance(pending, Choice) else ()

    @_in_its_language
    def why_not(self, text: str, *, seat: Seat | None = None) -> Refusal | None:
        """Why the text is not an answer now, with the clause; None if it is one. `seat` is who wants to know."""
        self._check_asked(seat)
        pending = self._run.pending
        if not isinstance(pending, Choice) or not isinstance(text, str):
            raise IllegalAnswer(self._unfit(text))
        refusal = pending.why_not(text)
        if refusal is None or refusal.bar.reason != NOT_OFFERED:
            return refusal
        pos, tried = self._run.pos, refusal.option
        since = self._history.told_since_decision(pending.who)
        bar = why_no_luck(pos, pending.who, tried, since) or self.rules.untimely(pos, pending.who, tried, since)
        return refusal if bar is None else Refusal(tried, bar)

    @property
    def prompt(self) -> str:
        """What is asked, as a sentence with its clause; at the end, who won."""
        return self.teller().prompt(self._run.pos, self.pending, self.ending)

    def prompt_for(self, seat: Seat | None) -> str:
        """The same for one seat (None: a bystander): what it is asked itself, else what it waits for.

        It does not tell who is asked where others might learn from that who has something to answer.
        """
        pending = self._run.pending
        if type(pending) is not Choice or pending.who in (seat, TABLE):
            return self.prompt
        say = texts_of(self.language, COMMON).say
        return say("meanwhile.others" if closed(self._run) else "meanwhile.waiting", {"who": pending.who}, self.names)

    @property
    def window_open(self) -> bool:
        """Whether somebody may react, or might as well have passed unseen: what others see stands still (`watch`)."""
        return closed(self._run)

    @property
    def question(self) -> int:
        """The number of the question: the next one has a higher one, also after something was taken back."""
        return self._question

    def teller(self, language: str | None = None) -> Teller:
        """Puts this game into words: labels, refusals, the story. `language` None is the game's own."""
        return Teller(self.rules, self.kept_names, self.language if language is None else checked_language(language))

    def __repr__(self) -> str:
        """What is played by whom, how far it has got, and what is asked."""
        pending = self.pending
        asked = "over" if pending is None else f"{pending.who} is asked: {pending.kind} ({pending.rule})"
        return (
            f"<{self.rules.scenario}: {', '.join(self.names.values())}; {len(self._history.answers)} answers; {asked}>"
        )

    def __str__(self) -> str:
        seat = self.pending.who if self.pending is not None else None
        seen = self.rules.view(self._run.pos, None if seat == TABLE else seat)
        return f"{self.teller().position(seen)}\n{self.prompt}"

    @property
    def answers(self) -> tuple[Answer, ...]:
        """Every answer so far, those of chance included."""
        return tuple(self._history.answers)

    @property
    def log(self) -> tuple[Line, ...]:
        """What happened so far, the whole truth; `view(seat).lines` is what one seat saw of it."""
        return tuple(lines_of(self._history.events, self._history.heard))

    def events_so_far(self) -> tuple[tuple[Event, ...], tuple[int, ...]]:
        """The events so far, and how many of them had been reported when each answer was given."""
        return tuple(self._history.events), tuple(self._history.heard)

    def same_log(self, other: Game[PositionT]) -> bool:
        """Whether the same was told at the same time, without making lines of it."""
        return self._history.same_log(other._history)

    @property
    def at_work(self) -> tuple[AtWork, ...]:
        """The procedures at work, the outermost first, each with the step it has reached."""
        reached = {e.procedure: e.step for e in self._history.told_in_step() if isinstance(e, Step)}
        known = procedures()
        cards = [known[g.gi_code] for g in self._run.at_work() if g.gi_code in known]
        return tuple(AtWork(card, reached.get(card.name)) for card in cards)

    @checks_arguments()
    def odds(self, option: str | None = None, **how: Any) -> Any:
        """For every option of the pending choice that leads to chance, or for one, what it may come to.

        The result is `conquistadors.odds.PositionOdds`; `how` is what `position_odds` takes besides. What takes long is
        answered for a smaller question, and says so: `whole=True` waits for the whole. The engine knows no odds: they
        are loaded here, when somebody asks.
        """
        from conquistadors.odds.position import position_odds

        with speaking(self.language):
            return position_odds(self._run, option, **how)

    @_in_its_language
    def view(self, seat: Seat | None = None) -> View[PositionT]:
        """What the seat knows; None for a bystander. The table knows what a bystander knows, and is asked."""
        if seat not in (None, TABLE, *self.rules.seats):
            raise SetupError(error_text("setup.seat", wanted=short_repr(seat), seats=self.rules.seats))
        pending = self._run.pending
        if type(pending) is Choice and pending.who == seat:
            legal, refused = pending.judged()
            self._options = Options(legal)
            view = View(self._run, seat, self._options, refused)
        else:
            view = View(self._run, seat)
        begun, boundary = self.checkpoint
        asked = range(begun, len(self._history.answers)) if view.pending is not None else ()  # else nothing is supposed
        view.remember(self._history.log_of(seat), boundary, self._history.seen_by(seat, asked, self.rules.secrets))
        self._address(view)
        return view

    def _address(self, view: View[PositionT]) -> None:
        """Tell a view what is public about who is asked, and how it is put into words."""
        pending = self._run.pending
        view.ending = self._run.ending
        view.waits_for = None if pending is None or closed(self._run) else pending.who
        meanwhile = self.prompt_for(view.seat) if view.pending is None else ""
        view.told = (self.kept_names.copy(), self.language, meanwhile)

    @_in_its_language
    def watch(self, seat: Seat | None = None) -> View[PositionT]:
        """What the screen of a seat shows while others may be asked: its view, which stands still in a window.

        Whoever is asked sees how things are. All others see how they were when the window opened, or after their own
        last answer in it, until it closes: so nobody learns from what changes who has been asked.
        """
        pending = self._run.pending
        if type(pending) is not Choice or not closed(self._run) or pending.who in (seat, TABLE):
            return self.view(seat)
        begun, boundary = self.checkpoint
        since = self._history.since
        stood = stood_still(self.rules, boundary, since, seat)
        if stood == len(since):
            return self.view(seat)
        view = View(resumed(self.rules, boundary, since[:stood]), seat)
        view.pending, view.options = None, Options()
        told = self._history.heard[begun + stood]
        lines = tuple(line for page in self._history.log_of(seat) for line in page if line.number < told)
        seen = self._history.seen_by(seat, range(begun, begun + stood), self.rules.secrets)
        view.remember((lines,), boundary, seen)
        self._address(view)
        return view

    # Answering ---------------------------------------------------------------------------------------------------

    @_in_its_language
    def play(self, answer: str | int | Option, *, seat: Seat | None = None, question: int | None = None) -> None:
        """Answer what is asked: the id of an option, or what the dice on the table showed ("3 4", or their total).

        The answer is checked before anything happens; `IllegalAnswer` says what is allowed. `seat` is who answers, and
        `question` the number of the question that is meant (`Game.question`): another seat than the one that is asked
        is refused and told nothing of what is asked, and so is an answer to a question that has been answered.
        """
        self._check_asked(seat, question)
        pending = self._run.pending
        value: Option | ChanceValue
        if type(pending) is Choice:
            wanted = answer.id if type(answer) is Option else answer
            for value in self.options:
                if value.id == wanted:
                    break
            else:
                raise IllegalAnswer(self._unfit(answer))
            given = Answer(pending.who, pending.kind, value.id, False)
        else:
            thrown = None if pending is None else typed_dice(pending, answer)
            if pending is None or thrown is None:
                raise IllegalAnswer(self._unfit(answer))
            value, given = thrown, Answer(CHANCE, pending.kind, thrown, False)
        before = len(self._history.answers)
        try:
            self._give(given, value)
            self._settle()
        except BaseException:  # an interrupt as well: the game stands as it did before
            self._rewind(before)
            raise
        self._answered(given)

    def _check_asked(self, seat: Seat | None, question: int | None = None) -> None:
        """`IllegalAnswer` for a seat that is not asked, and for another question. Dice on the table are anybody's."""
        pending = self._run.pending
        if seat is not None and type(pending) is Choice and pending.who != seat:
            raise IllegalAnswer(error_text("answer.not-asked", seat=short_repr(seat)))
        if question is not None and question != self._question:
            raise IllegalAnswer(error_text("answer.other-question", question=short_repr(question)))

    def _answered(self, given: Answer) -> None:
        """An answer of a person has been dealt with."""
        if self._redo and self._redo.pop() != given:
            self._redo.clear()
        self._after_change()

    def _give(self, given: Answer, value: Option | ChanceValue) -> None:
        """Send a checked answer."""
        self._history.add(given)
        self._options = None
        self._question += 1
        if self._run.send(value):
            self._history.begin_step(self._run.boundary)

    def _settle(self) -> None:
        """Answer what nobody has to be asked: chance that has a source, and windows in which a seat can only pass."""
        while True:
            pending = self._run.pending
            if type(pending) is Chance:
                value = self._history.source.answer(len(self._history.answers), pending)
                if value is None:
                    return
                self._give(Answer(CHANCE, pending.kind, value, True), value)
            elif type(pending) is Choice and pending.passes:
                options = self.options
                if len(options) > 1 or self._asked_openly(pending):
                    return
                self._give(Answer(pending.who, pending.kind, options[0].id, True), options[0])
            else:
                return

    def _asked_openly(self, asked: Choice) -> bool:
        """Whether a seat is asked even where it can only pass: among people, unless all can see that much."""
        if self._asking != OPENLY or len(self.people) < 2 or asked.who not in self.people:
            return False
        return not self.rules.only_passes(self.rules.view(self._run.pos, None), asked.who, asked.kind)

    def _unfit(self, answer: object) -> str:
        return unfit(self._run.pending, self.options, answer)

    # Overruling --------------------------------------------------------------------------------------------------

    @_in_its_language
    def adjust(self, order: str) -> None:
        """Change the position by hand: what the table decides holds. The game says what can be ordered.

        Only between two steps, before anything of the next one is answered. It can be taken back like any decision.
        """
        if type(order) is not str:
            raise IllegalAnswer(error_text("order.text", order=short_repr(order)))
        self._intervene("adjust", " ".join(order.split()))

    @_in_its_language
    def resign(self, seat: Seat) -> None:
        """Let a seat give up, between two steps."""
        self._intervene("resign", seat)

    def _intervene(self, kind: str, order: str) -> None:
        given = Answer(TABLE, kind, order, False)
        position = overruled(self._run, self.checkpoint.position, given)
        before, told = len(self._history.answers), list(self._history.events)
        try:
            self._overrule(given, position)
            self._settle()
        except BaseException:
            self._rewind(before)
            self._history.retell(0, told)
            raise
        self._answered(given)

    def _overrule(self, given: Answer, position: PositionT) -> None:
        """Enter the step anew from the position, and tell of it in place of what the step had reported so far."""
        order = str(given.value)
        event = Resigned(who=order, rule="") if given.kind == "resign" else Adjusted(order=order, rule="")
        told: list[Event] = [event]
        position.sink = told.append
        run = Run(self.rules, position)
        reported = reported_on_entering(self.rules, self.checkpoint.position)
        self._history.add_order(given, len(self._history.events) - len(reported), told)
        run.pos.sink = self._history.events.append
        self._run = run
        self._options = None
        self._question += 1
        self._history.begin_step(run.boundary)

    # Taking back -------------------------------------------------------------------------------------------------

    @_in_its_language
    def undo(self, to: int | None = None, *, seat: Seat | None = None) -> None:
        """Take back the last decision; with `to`, everything from the decision that led to that log line on.

        `seat` looks for the last decision of that seat. Under the fair policy nothing that the dice decided or
        that was shown to somebody can be taken back; under the training policy everything can.
        """
        history = self._history
        end = len(history.answers)
        if to is not None:
            if type(to) is not int or not 0 <= to < len(history.events):
                raise UndoError(error_text("undo.line", last=len(history.events) - 1, wanted=short_repr(to)))
            end = history.answers_before(to)
        for number in range(end - 1, history.checkpoints[0].answers - 1, -1):
            given = history.answers[number]
            if not given.auto and (seat is None or given.who == seat):
                break
        else:
            raise UndoError(error_text("undo.nothing"))
        if number < self._fence():
            raise UndoError(error_text("undo.fair"))
        taken = history.answers[number:]
        self._rewind(number)
        self._redo.extend(a for a in reversed(taken) if not a.auto)
        self._after_change()

    @_in_its_language
    def redo(self) -> None:
        """Play the decision that was last taken back once more, as far as it still fits."""
        if not self._redo:
            raise UndoError(error_text("undo.no-redo"))
        last = self._redo[-1]
        try:
            if last.overrules:
                self._intervene(last.kind, str(last.value))
            else:
                self.play(last.value)
        except IllegalAnswer as error:
            self._redo.clear()
            raise UndoError(error_text("undo.no-longer", why=str(error))) from None

    @property
    def can_undo(self) -> bool:
        """Whether `undo()` would take something back."""
        begun = max(self._fence(), self._history.checkpoints[0].answers)
        return any(not given.auto for given in self._history.answers[begun:])

    @property
    def can_redo(self) -> bool:
        return bool(self._redo)

    @_in_its_language
    def branch(self, seed: int | None = None) -> Self:
        """A second game from here on, with the same dice to come or with those of another seed."""
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin.id = secrets.token_hex(4)
        twin.after_answer = None
        twin.read_from = None
        twin._history = self._history.copy()
        twin._redo = list(self._redo)
        twin._run = self._run.clone()
        twin._run.pos.sink = twin._history.events.append
        twin._options = None
        if seed is not None:
            twin.use_chance(Seeded(seed))
        return twin

    @_in_its_language
    def use_chance(self, source: Source) -> None:
        """From now on chance comes from this source: another seed, or the dice on the table."""
        now, before = len(self._history.answers), self._history.sources
        self._history.take_chance_from(source)
        try:
            self._settle()
        except BaseException:
            self._history.sources = before
            self._rewind(now)
            raise
        self._after_change()

    def _fence(self) -> int:
        """How many answers `undo()` has to leave standing."""
        return 0 if self.undo_policy == "training" else self._history.fair

    def _rewind(self, count: int) -> None:
        """Go back to where `count` answers had been given: the nearest checkpoint and the answers since."""
        history = self._history
        begun, boundary = history.checkpoint_before(count)
        run = resumed(self.rules, boundary, history.answers[begun:count])
        over_its_head = any(given.overrules for given in history.answers[count : count + 1])
        history.cut(count)
        if over_its_head:
            history.events += reported_on_entering(self.rules, self.checkpoint.position)
        run.pos.sink = history.events.append
        self._run = run
        self._options = None
        self._question += 1

    def _after_change(self) -> None:
        if self.after_answer is not None:
            self.after_answer(self)

    # For those who look back -------------------------------------------------------------------------------------

    def run(self) -> Run[PositionT]:
        """A run at the pending request, to try things with: the game does not notice."""
        return self._run.clone()

    def moments(self) -> Iterator[tuple[int, Run[PositionT], Answer]]:
        """Every answer since the origin that was given to a request: its number, the run it was given to, and itself.

        The run goes on with the next one: clone it to try something.
        """
        answers, checkpoints = self._history.answers, self._history.checkpoints
        ends = [*[checkpoint.answers for checkpoint in checkpoints[1:]], len(answers)]
        for (begun, boundary), end in zip(checkpoints, ends, strict=True):
            run = Run(self.rules, boundary.copy())
            for number in range(begun, end):
                given = answers[number]
                if given.overrules:
                    break
                yield number, run, given
                run.send(given.to(run.pending))

    # For saves ---------------------------------------------------------------------------------------------------

    @property
    def sources(self) -> tuple[tuple[int, Source], ...]:
        """From which answer on chance comes from where."""
        return tuple(self._history.sources)

    @property
    def checkpoint(self) -> Checkpoint[PositionT]:
        """The last boundary."""
        return self._history.checkpoints[-1]

    def settle(self) -> None:
        """Go on to the next question of a person, where a record of answers ends before one."""
        self._settle()

    def replay(self, given: Answer) -> None:
        """Give a recorded answer, checked as strictly as one that is typed; `ValueError` says what does not fit."""
        if given.overrules:
            self._overrule(given, overruled(self._run, self.checkpoint.position, given))
            return
        pending = self._run.pending
        if pending is None:
            raise ValueError(error_text("save.over"))
        if isinstance(pending, Chance):
            expected = self._history.source.answer(len(self._history.answers), pending) if given.auto else given.value
            check_recorded_chance(pending, given, expected)
            self._give(given, given.value)
        else:
            self._give(given, recorded_option(pending, self.options, given))
