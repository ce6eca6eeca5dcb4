"""The odds of the position: for every option of the pending choice what it may lead to, to the end of that action."""

from __future__ import annotations

from collections.abc import Callable, Generator, Hashable, Iterator, Mapping, Sequence
from dataclasses import field
from fractions import Fraction
from operator import itemgetter
from typing import Any, Final, TypeAlias, TypeVar

from conquistadors.engine.arguments import checks_arguments
from conquistadors.engine.errors import RuleError, SetupError, short_repr
from conquistadors.engine.game import Game
from conquistadors.engine.records import changed, record
from conquistadors.engine.requests import PASS, Choice, Option, Procedure, Seat
from conquistadors.engine.run import Run
from conquistadors.engine.texts import error_text, spoken
from conquistadors.odds.asking import NOBODY, REACTIONS, Asking, Outcome, Smaller, asking, names_of
from conquistadors.odds.assuming import Assumption
from conquistadors.odds.distribution import Distribution
from conquistadors.odds.naming import Names
from conquistadors.odds.paths import Paths
from conquistadors.odds.questions import Headline
from conquistadors.odds.sampling import sampled
from conquistadors.odds.slices import Progress, finished
from conquistadors.odds.solving import Solved
from conquistadors.odds.supposing import only_seen

T = TypeVar("T")
Work: TypeAlias = Generator[Progress, None, T]
"""Work in slices, with the progress after each."""
Goal = Callable[[dict[str, str | int]], int | Fraction]
"""What is wanted: the worth of what changed."""

MOST_POSITIONS: Final = 150_000
WAYS_OF_AN_OPTION: Final = 10_000
"""So many positions are told apart for one option, and so many ways of a step; what has more is estimated."""
DEEPEST: Final = 3
"""So many choices of your own in a row are tried: to activate an expedition, for what, and where to."""


@record
class OptionOdds:
    """What an option may lead to."""

    options: tuple[Option, ...]
    """The option, and the choice of your own that follows from it, if one does."""
    outcomes: Distribution | None
    """None where it is too much to be told."""
    why: str = ""
    how: Asking | None = field(default=None, compare=False, repr=False)
    """The game that it is told by."""
    smaller: tuple[Assumption, ...] = ()
    """What is assumed besides, where this is the answer to a smaller question, or an estimate."""
    further: Distribution | None = field(default=None, compare=False, repr=False)
    """What comes of it if it is repeated to its end, where the game tells that."""

    @property
    def whole(self) -> bool:
        """Whether this is the exact answer to the whole question."""
        return self.outcomes is not None and not self.smaller

    @property
    def id(self) -> str:
        return _name(self.options)

    @property
    def certain(self) -> bool:
        """Whether only one thing can come of it."""
        return self.outcomes is not None and len(self.outcomes) == 1

    def of(self, what: str) -> Distribution:
        """The distribution of one thing that may change: found, status, gold, hits ... None: it did not."""
        if self.outcomes is None:
            raise SetupError(error_text("odds.why-none", option=self.id, why=self.why))
        return self.outcomes.map(lambda outcome: dict(outcome).get(what))

    def headline(self, names: Names) -> Headline | None:
        """What may come of it in a line; None where it is not known."""
        if self.outcomes is None or self.how is None:
            return None
        return self.how.headline(self.outcomes, self.options, names, self.further)

    def things(self) -> list[str]:
        """What may change, each once."""
        found: dict[str, None] = {}
        for outcome in self.outcomes or ():
            found.update(dict.fromkeys(name for name, _ in _pairs(outcome)))
        return list(found)


def _pairs(outcome: Any) -> Outcome:
    pairs: Outcome = outcome
    return pairs


class PositionOdds(Mapping[str, Mapping[str, OptionOdds]]):
    """By option, and by what is assumed of reactions ("nobody", "worst"), what can come of it."""

    def __init__(self, found: Mapping[str, Mapping[str, OptionOdds]], names: Names, *, undecided: bool = False) -> None:
        self._found = dict(found)
        self.undecided = undecided
        """Whether nothing is told because all hangs on choices that have still to be made."""
        self.names = names
        """What results are called, in the language of whoever asked."""

    @property
    def whole(self) -> bool:
        """Whether all of it is exact, and nothing was assumed to answer sooner."""
        return all(odds.whole for bounds in self._found.values() for odds in bounds.values())

    def headlines(self) -> dict[str, dict[str, str]]:
        """By option and by reactions, what may come of it in a line."""
        return {
            option: {reactions: str(odds.headline(self.names) or odds.why) for reactions, odds in bounds.items()}
            for option, bounds in self._found.items()
        }

    def __getitem__(self, option: str) -> Mapping[str, OptionOdds]:
        if option not in self._found:
            known = [repr(each) for each in self._found] or self._nothing()
            raise SetupError(error_text("odds.none", option=short_repr(option), known=known))
        return self._found[option]

    def __contains__(self, option: object) -> bool:
        return option in self._found

    def __iter__(self) -> Iterator[str]:
        return iter(self._found)

    def __len__(self) -> int:
        return len(self._found)

    def __str__(self) -> str:
        lines = []
        for option, bounds in self._found.items():
            for reactions, odds in bounds.items():
                headline = odds.headline(self.names)
                lines.append(
                    f"{option} ({self.names.say(f'reactions-{reactions}')})"
                    + (f": {headline}" if headline is not None else "")
                )
                text = odds.why if odds.outcomes is None else str(odds.outcomes.map(self.names.outcome))
                lines += [f"  {line}" for line in text.splitlines()]
                if odds.smaller:
                    lines.append(f"  ({error_text('odds.for-now')})")
        return "\n".join(lines) or self._nothing()

    def _nothing(self) -> str:
        return error_text("odds.undecided" if self.undecided else "odds.no-chance")


def position_odds(
    run: Run[Any],
    option: str | None = None,
    *,
    reactions: Sequence[str] = REACTIONS,
    whole: bool = False,
    progress: Callable[[Progress], None] | None = None,
) -> PositionOdds:
    """The odds of every option of the pending choice that leads to chance, or of one of them.

    `reactions` are the bounds that are wanted: "nobody" reacts, or the "worst" comes that unseen cards allow. What
    takes long is answered for a smaller question, which its assumptions name, or estimated, which they say; `whole`
    waits until all of it is worked out. An option that is asked for alone is given more work than one of many.
    `progress` is told how far the work has got; whatever it raises stops it.
    """
    question = (run.rules, run.boundary.key(), tuple(run.since), option, tuple(reactions), whole, spoken())
    if question in _KNOWN:
        return _KNOWN[question]
    found = finished(position_work(run, option, reactions, soon=not whole, whole=whole), progress)
    while len(_KNOWN) >= ANSWERS_REMEMBERED:
        del _KNOWN[next(iter(_KNOWN))]
    _KNOWN[question] = found
    return found


ANSWERS_REMEMBERED: Final = 16
_KNOWN: Final[dict[Hashable, PositionOdds]] = {}
"""The last questions, with their answers: a notebook asks the same again and again."""


def position_work(
    run: Run[Any],
    option: str | None = None,
    reactions: Sequence[str] = REACTIONS,
    *,
    soon: bool = True,
    whole: bool = True,
) -> Generator[Progress, None, PositionOdds]:
    """The same in slices, with the progress after each, and with what can be said already: `soon` an answer to every
    question, if need be to a smaller one, which its assumptions name, or an estimate; then the `whole` ones."""
    pending = run.pending
    if not isinstance(pending, Choice):
        raise SetupError(error_text("odds.no-choice"))
    wrong = [each for each in reactions if each not in REACTIONS]
    if wrong or isinstance(reactions, str):
        raise SetupError(error_text("odds.reactions", known=REACTIONS, wanted=short_repr(reactions)))
    options = pending.legal()
    if option is not None:
        options = [each for each in options if _is_in(each.id, option)]
        if not options:
            allowed = [each.id for each in pending.legal()]
            raise SetupError(error_text("odds.not-allowed", option=short_repr(option), allowed=allowed))
    how, names = asking(run.rules), names_of(run.rules, spoken())
    worlds = {bound: how.supposed(run, pending.who, bound) for bound in reactions}
    some = next((world for world in worlds.values() if world is not None), None)
    lucky = pending.kind in LUCK  # what comes after is the same with luck and without: it is not asked for here
    plans = [each for first in options for each in ([(first,)] if lucky else _plans(some, first, how))]
    asked = [taken for taken in plans if option is None or _is_in(option, _name(taken))]
    at_work: dict[tuple[tuple[Option, ...], str], _Weighing] = {}
    alike: dict[Hashable, _Weighing] = {}
    for taken in asked:
        for bound, world in worlds.items():
            weighing = at_work.get((taken, NOBODY)) if len(run.rules.seats) == 1 else None
            if weighing is None:
                question = _Question(world, taken, how, bound)
                same = question.same
                weighing = alike.get(same) if same is not None else None
                weighing = weighing or alike.setdefault(same or (taken, bound), _Weighing(question))
            at_work[taken, bound] = weighing
    every = list(dict.fromkeys(at_work.values()))

    def found() -> PositionOdds:
        by_plan: dict[str, dict[str, OptionOdds]] = {}
        for (taken, bound), weighing in at_work.items():
            if weighing.answer is not None:
                by_plan.setdefault(_name(taken), {})[bound] = changed(weighing.answer, options=taken)
        open_ = {name for name, bounds in by_plan.items() if any(not odds.certain for odds in bounds.values())}
        told = by_plan if lucky and open_ else open_  # to roll again or not: what lies there is one of two answers
        shown = {name: bounds for name, bounds in by_plan.items() if name in told}
        return PositionOdds(shown, names, undecided=not asked)

    def going_on(weighings: Sequence[_Weighing], most: int | None, *, trying: bool = False) -> Work[None]:
        told = untold = 0
        for number, weighing in enumerate(weighings, 1):
            for news in weighing.going_on(most, trying=trying):
                untold += news
                tells = untold > told // FEW or (untold and number == len(weighings))
                told, untold = (told + untold, 0) if tells else (told, untold)
                yield Progress(sum([each.part for each in every]), PARTS * len(every), found() if tells else None)

    if soon:  # what is easy first; then the others share the work
        tried = _share(WORK // TRIAL, every)
        yield from going_on(every, tried, trying=True)
        left = [weighing for weighing in every if weighing.answer is None]
        if _share(WORK // TRIAL, left) > MORE * tried:
            yield from going_on(left, _share(WORK // TRIAL, left), trying=True)
            left = [weighing for weighing in left if weighing.answer is None]
        yield from going_on(left, _share(WORK, left))
    if whole:
        yield from going_on([each for each in every if not each.done], None)
    return found()


def _share(work: int, weighings: Sequence[_Weighing]) -> int:
    return max(LEAST_WORK, work // max(1, len(weighings)))


WORK: Final = 3400
"""So many steps of the rules are run before there is some answer, for all questions together: not seconds, so that the
answers are the same on any machine."""
TRIAL: Final = 4
"""One part in so many is spent on the whole question, before a smaller one is answered."""
LEAST_WORK: Final = 60
"""So many steps for each question, however many there are."""
MORE: Final = 3
"""With so many times as much work a question is tried again."""
LUCK: Final = ("modify", "reroll")
"""The choices to spend luck on a roll or not: both answers are told, even if nothing is left to chance in one."""
FEW: Final = 8
"""An answer is told at once, but if there are many already, only with so large a part of them that are new."""
PARTS: Final = 100
"""The work on one question counts for so much, whatever it takes: the total of all is known beforehand."""


class _Weighing:
    """The work on one question: how far it has got, and the answer as far as it is known."""

    def __init__(self, question: _Question) -> None:
        self._question = question
        self.answer = question.answered
        self.done = self.answer is not None
        self.part = PARTS * self.done

    def going_on(self, most: int | None, *, trying: bool) -> Generator[bool, None, None]:
        """One kind of work, in slices: whether there is an answer, or a better one, after each.

        The whole question is tried with so much work; or something is found out for now; or, without a limit, the
        whole is worked out, and only that counts as progress.
        """
        question = self._question
        if most is None:
            work: Work[OptionOdds | None] = question.whole()
        else:
            work = question.tried(most) if trying else question.for_now(most)
        while not self.done:
            try:
                now = next(work)
            except StopIteration as end:
                answer: OptionOdds | None = end.value
                self.done = most is None or (answer is not None and answer.whole)
                self.answer = answer or self.answer
                self.part = PARTS if self.done else self.part
                yield answer is not None
                return
            if most is None:
                self.part = max(self.part, min(PARTS - 1, PARTS * now.done // max(1, now.known)))
            yield False


SOON: Final = 12
"""So many slices of work are done for odds that are only compared."""


def weighed_soon(run: Run[Any], option: str) -> object:
    """The odds of an option, to be compared with those in another deal: as far as they are found soon.

    What takes longer, as a long battle does, is left alone; then it is compared how far the work had got.
    """
    work = position_work(run, option)
    got: list[Progress] = []
    for _ in range(SOON):
        try:
            got.append(next(work))
        except StopIteration as done:
            return str(done.value), done.value
    return got


def _plans(world: Run[Any] | None, first: Option, how: Asking) -> Iterator[tuple[Option, ...]]:
    """What you may do: an option and, where that only leads to another choice of your own, each option of that.

    Where even then all hangs on a choice that nobody has made yet, nothing is told.
    """
    return iter([(first,)]) if world is None else _followed(world, (first,), how)


def _followed(run: Run[Any], taken: tuple[Option, ...], how: Asking) -> Iterator[tuple[Option, ...]]:
    assert run.pending is not None
    seat = run.pending.who
    at = run.clone()
    at.send(taken[-1])
    pending = at.pending
    mine = isinstance(pending, Choice) and pending.who == seat and not pending.passes and how.branches(pending)
    if mine and len(taken) < DEEPEST and at.boundary == run.boundary:
        assert isinstance(pending, Choice)
        for following in pending.legal():
            yield from _followed(at, (*taken, following), how)
    elif not _hangs_on_a_choice(at, seat, how):
        yield taken


def _hangs_on_a_choice(at: Run[Any], seat: Seat, how: Asking) -> bool:
    """Whether the next thing is your own choice of which nothing is assumed; what may be passed is passed."""
    while not _is_over(at, how) and isinstance(choice := at.pending, Choice):
        if choice.who != seat or not how.leaves_open(choice):
            break
        if not choice.passes:
            return True
        at = at.clone()
        at.send(PASS)
    return False


def _is_over(at: Run[Any], how: Asking) -> bool:
    """Whether nothing is under way."""
    return how.over(at.boundary) and not at.since


class TooMuch(Exception):
    """More work than was allowed."""


class Effort:
    """Work that is counted: in steps of the rules that are run, and in slices of what is reckoned with them."""

    def __init__(self, most: int | None = None) -> None:
        self._left = most

    def spend(self, much: int) -> None:
        if self._left is not None:
            self._left -= much
            if self._left < 0:
                raise TooMuch

    def counted(self, step: Callable[[Any], Procedure[None]]) -> Callable[[Any], Procedure[None]]:
        """The same step, which is counted as it begins."""
        if self._left is None:
            return step

        def begun(pos: Any) -> Procedure[None]:
            self.spend(1)
            return step(pos)

        return begun


A_SLICE: Final = 4
"""A slice of work takes about as long as so many steps of the rules, those that it runs not counted."""
STEPS_OF_AN_ESTIMATE: Final = 3
"""So many steps that are played take as long as one that is followed in all its ways."""


class _Question:
    """What comes of a plan, in the world that the seat supposes."""

    def __init__(
        self,
        world: Run[Any] | None,
        taken: tuple[Option, ...],
        how: Asking,
        reactions: str,
        plays: frozenset[str] = frozenset(),
        supposed: Callable[[Any], Any] = lambda pos: pos,
        goal: Goal | None = None,
    ) -> None:
        self._taken = taken
        self._how = how
        self.answered: OptionOdds | None = None
        """The answer, where nothing has to be worked out."""
        if world is None:
            self.answered = OptionOdds(taken, None, error_text("odds.no-world"))
            return
        assert world.pending is not None
        self._seat, self._before = world.pending.who, world.pos
        self._world = world
        at = world.clone()
        for option in taken:
            at.send(option)
        if at.pending is None or _is_over(at, how):
            self.answered = OptionOdds(taken, Distribution({self._result(at.pos): Fraction(1)}), how=how)
            return
        self._rules, self._since = at.rules, tuple(at.since)
        self._start = supposed(at.boundary)
        if all(isinstance(each, Option) for each in at.since):  # nothing has been drawn since
            self._start = how.lumped(self._start, taken, plays)
        self._reactions, self._plays, self._goal = reactions, plays, goal
        self._policy, self._said = how.policy(self._seat, reactions, plays), how.assumed(reactions)
        self._further = how.further(self._before, taken, self._seat)

    @property
    def same(self) -> Hashable:
        """What another question has to share that has the same answer; None where this one stands for itself."""
        if self.answered is not None or self._further is not None:
            return None
        return self._reactions, self._start.key(), self._since

    def whole(self) -> Work[OptionOdds | None]:
        """The exact answer; where that is too much at all, an estimate."""
        try:
            return (yield from self._exact(Effort()))
        except RuleError as error:
            return (yield from self._estimated(None, error))
        except (LookupError, ValueError) as error:
            return self._hidden(error)

    def tried(self, most: int) -> Work[OptionOdds | None]:
        """The exact answer, if it takes no more work than that."""
        return (yield from self._within(most, self._exact))

    def for_now(self, most: int) -> Work[OptionOdds | None]:
        """The exact answer to a smaller question; where that takes more work as well, an estimate."""
        smaller = self._how.smaller(self._start, self._policy, self._since)
        found: OptionOdds | None = None
        if smaller is not None:
            found = yield from self._within(most, lambda effort: self._exact(effort, smaller))
        return found or (yield from self._estimated(most * STEPS_OF_AN_ESTIMATE // TRIAL, None))

    def _within(self, most: int, work: Callable[[Effort], Work[OptionOdds]]) -> Work[OptionOdds | None]:
        effort = Effort(most)
        working = work(effort)
        try:
            while True:
                yield next(working)
                effort.spend(A_SLICE)
        except StopIteration as end:
            found: OptionOdds = end.value
            return found
        except (TooMuch, RuleError):
            return None
        except (LookupError, ValueError) as error:
            return self._hidden(error)

    def _exact(self, effort: Effort, smaller: Smaller | None = None) -> Work[OptionOdds]:
        how, seat, start = self._how, self._seat, self._start if smaller is None else smaller.start
        paths = Paths(
            effort.counted(self._rules.step),
            self._policy if smaller is None else smaller.policy,
            how.over,
            parts=how.parts(start, self._reactions, self._plays),
            stops=how.stops,
            alike=how.forget,
            told=lambda end: (self._result(end), _value(self._before, end, seat, how, self._goal)),
            most=MOST_POSITIONS,
            widest=WAYS_OF_AN_OPTION,
            encloses=True,
        )
        first = yield from paths.exploring(start, self._since)
        solved = Solved(paths, first, itemgetter(1), seat)
        more = () if smaller is None else smaller.assumed()
        found = solved.distribution(itemgetter(0), (*more, *self._said))
        return OptionOdds(self._taken, found, how=how, smaller=more, further=self._further)

    def _estimated(self, most: int | None, why: Exception | None) -> Work[OptionOdds]:
        """An estimate with so many steps of the rules, or a good one."""
        how, step, begun = self._how, self._rules.step, (self._start, self._since)
        try:
            found = yield from sampled(step, self._policy, how.over, self._result, *begun, most=most)
        except RuleError as error:
            return OptionOdds(self._taken, None, str(why or error))
        outcomes = Distribution(found, (*found.assumed, *self._said))
        return OptionOdds(self._taken, outcomes, how=how, smaller=found.assumed, further=self._further)

    def _hidden(self, error: Exception) -> OptionOdds:
        """A rule looked for something that is hidden here."""
        if not only_seen(self._world):
            raise error
        return OptionOdds(self._taken, None, error_text("odds.no-world"))

    def _result(self, end: Any) -> Outcome:
        return self._how.outcome(self._before, end, self._seat)


def _value(before: Any, end: Any, seat: Seat, how: Asking, goal: Goal | None) -> Fraction:
    """What an end is worth: in points, unless another goal is given."""
    if goal is not None:
        return Fraction(goal(dict(how.outcome(before, end, seat))))
    return Fraction(how.worth(end, seat) or 0)


# The worth of a card ---------------------------------------------------------------------------------------------


@record
class CardWorth:
    """What a card changes: what an option leads to without it, and with it."""

    option: str
    card: str
    without: Distribution
    holding: Distribution

    def of(self, what: str) -> tuple[Distribution, Distribution]:
        """The distributions of one thing that may change, without and with the card."""
        return tuple(each.map(lambda outcome: dict(outcome).get(what)) for each in (self.without, self.holding))  # type: ignore[return-value]  # two of them

    def difference(self) -> dict[Any, Fraction]:
        """By how much the chance of every outcome is greater with the card."""
        every = dict.fromkeys([*self.without, *self.holding])
        return {outcome: self.holding[outcome] - self.without[outcome] for outcome in every}

    def mean(self, what: str) -> Fraction:
        """By how much more of something there is with the card, on average."""
        means = [each.map(lambda outcome: dict(outcome).get(what, 0)).mean() for each in (self.without, self.holding)]
        return means[1] - means[0]


@checks_arguments()
def card_worth(
    game: Game[Any], option: str, card: str, *, by: Seat | None = None, goal: Goal | None = None
) -> CardWorth:
    """What a card changes for an option of the pending choice, if it is held and played as soon as may be.

    `by` is who holds it: without that the one who chooses, if it helps them, and else the next of the others. Luck is
    used as serves the `goal` best, a function of what changed ({"gold": 5, ...}); without one, for points.
    """
    run, how = game.run(), asking(game.rules)
    found: list[Distribution] = []
    pending = run.pending
    if not isinstance(pending, Choice):
        raise SetupError(error_text("odds.no-choice"))
    seat = pending.who
    world = how.supposed(run, seat, NOBODY)
    first = [each for each in pending.legal() if _is_in(each.id, option)]
    plans = [taken for each in first for taken in _plans(world, each, how) if _is_in(option, _name(taken))]
    if len(plans) != 1:
        wanted = [_name(taken) for each in pending.legal() for taken in _plans(world, each, how)]
        raise SetupError(error_text("odds.not-one", option=short_repr(option), known=wanted))
    for plays, supposed in (
        (frozenset[str](), lambda pos: pos),
        (frozenset({card}), lambda pos: how.holding(pos, seat, card, by)),
    ):
        odds = _answered(_Question(world, plans[0], how, NOBODY, plays, supposed, goal))
        if odds.outcomes is None:
            raise SetupError(error_text("odds.why-none", option=option, why=odds.why))
        found.append(odds.outcomes)
    return CardWorth(option, card, *found)


def _answered(question: _Question) -> OptionOdds:
    found = question.answered or finished(question.whole())
    assert found is not None
    return found


def _is_in(beginning: str, plan: str) -> bool:
    """Whether a plan begins so."""
    return f"{plan}, ".startswith(f"{beginning}, ")


def _name(taken: Sequence[Option]) -> str:
    return ", ".join(each.id for each in taken)
