"""The odds of the position: for every option of the pending choice what it may lead to, to the end of that action."""

from __future__ import annotations

from collections.abc import Callable, Generator, Hashable, Iterator, Mapping, Sequence
from dataclasses import field
from fractions import Fraction
from typing import Any, Final

from conquistadors.engine.arguments import checks_arguments
from conquistadors.engine.errors import RuleError, SetupError, short_repr
from conquistadors.engine.game import Game
from conquistadors.engine.records import changed, record
from conquistadors.engine.requests import Choice, Option, Seat
from conquistadors.engine.run import Run
from conquistadors.engine.texts import error_text, spoken
from conquistadors.odds.asking import NOBODY, REACTIONS, Asking, Outcome, asking, names_of
from conquistadors.odds.assuming import Assumption
from conquistadors.odds.distribution import Distribution
from conquistadors.odds.following import Progress
from conquistadors.odds.naming import Names
from conquistadors.odds.paths import Paths, finished
from conquistadors.odds.questions import Headline
from conquistadors.odds.sampling import sampled
from conquistadors.odds.solving import Solved
from conquistadors.odds.supposing import only_seen
from conquistadors.odds.trees import Policy

Goal = Callable[[dict[str, str | int]], int | Fraction]
"""What is wanted: the worth of what changed."""

MOST_POSITIONS: Final = 150_000
WAYS_OF_AN_OPTION: Final = 10_000
"""So many positions are told apart for one option, and so many ways of a step; where there are more, that is said."""
DEEPEST: Final = 3
"""So many choices of one's own in a row are tried: to activate an expedition, for what, and where to."""


@record
class OptionOdds:
    """What an option may lead to."""

    options: tuple[Option, ...]
    """The option, and the choice of one's own that follows from it, if one does."""
    outcomes: Distribution | None
    """None where it is too much to be told."""
    why: str = ""
    how: Asking | None = field(default=None, compare=False, repr=False)
    """The game that it is told by."""
    smaller: tuple[Assumption, ...] = ()
    """What is assumed besides, where this is the answer to a smaller question, or an estimate."""

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
        """What may come of it in a line; None where it is not known, or nothing is to be told so."""
        return None if self.outcomes is None or self.how is None else self.how.headline(self.outcomes, names)

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

    def __init__(self, found: Mapping[str, Mapping[str, OptionOdds]], names: Names) -> None:
        self._found = dict(found)
        self._names = names

    def headlines(self) -> dict[str, dict[str, str]]:
        """By option and by reactions, what may come of it in a line."""
        return {
            option: {reactions: str(odds.headline(self._names) or odds.why) for reactions, odds in bounds.items()}
            for option, bounds in self._found.items()
        }

    def __getitem__(self, option: str) -> Mapping[str, OptionOdds]:
        if option not in self._found:
            known = [repr(each) for each in self._found] or error_text("odds.no-chance")
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
                headline = odds.headline(self._names)
                lines.append(f"{option} ({reactions})" + (f": {headline}" if headline is not None else ""))
                text = odds.why if odds.outcomes is None else str(odds.outcomes.map(in_words))
                lines += [f"  {line}" for line in text.splitlines()]
        return "\n".join(lines) or error_text("odds.no-chance")


def in_words(outcome: Outcome) -> str:
    """An outcome as text."""
    parts = [f"{name} {value:+d}" if type(value) is int else f"{name} {value}" for name, value in outcome]
    return ", ".join(parts) or "nothing"


def position_odds(
    run: Run[Any],
    option: str | None = None,
    *,
    reactions: Sequence[str] = REACTIONS,
    progress: Callable[[Progress], None] | None = None,
) -> PositionOdds:
    """The odds of every option of the pending choice that leads to chance, or of one of them.

    `reactions` are the bounds that are wanted: "nobody" reacts, or the "worst" comes that unseen cards allow.
    `progress` is told how far the work has got; whatever it raises stops it.
    """
    question = (run.rules, run.boundary.key(), tuple(run.since), option, tuple(reactions), spoken())
    if question in _KNOWN:
        return _KNOWN[question]
    found = finished(position_work(run, option, reactions), progress)
    while len(_KNOWN) >= ANSWERS_REMEMBERED:
        del _KNOWN[next(iter(_KNOWN))]
    _KNOWN[question] = found
    return found


ANSWERS_REMEMBERED: Final = 16
_KNOWN: Final[dict[Hashable, PositionOdds]] = {}
"""The last questions, with their answers: a notebook asks the same again and again."""


def position_work(
    run: Run[Any], option: str | None = None, reactions: Sequence[str] = REACTIONS
) -> Generator[Progress, None, PositionOdds]:
    """The same in slices, with the progress after each, and with what can be said already: what takes long is answered
    first for a smaller question, which its assumptions name."""
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
    plans = [taken for first in options for taken in _plans(some, first)]
    asked = [taken for taken in plans if option is None or _is_in(option, _name(taken))]
    at_work = {
        (_name(taken), bound): _Weighing(_weighed(world, taken, how, bound))
        for taken in asked
        for bound, world in worlds.items()
    }

    def found() -> PositionOdds:
        by_plan: dict[str, dict[str, OptionOdds]] = {}
        for (name, bound), weighing in at_work.items():
            if weighing.answer is not None:
                by_plan.setdefault(name, {})[bound] = weighing.answer
        open_ = {name for name, bounds in by_plan.items() if any(not odds.certain for odds in bounds.values())}
        both = bool(open_) and pending.kind in LUCK  # whether to roll again: what lies there is one of two answers
        return PositionOdds({name: bounds for name, bounds in by_plan.items() if both or name in open_}, names)

    for whole in (False, True):
        for weighing in at_work.values():
            while not weighing.done and (whole or weighing.answer is None):
                weighing.go_on()
                done = sum([each.part for each in at_work.values()])
                yield Progress(done, PARTS * len(at_work), found() if weighing.has_news else None)
    return found()


LUCK: Final = ("modify", "reroll")
"""The choices to spend luck on a roll or not: both answers are told, even if nothing is left to chance in one."""
PARTS: Final = 100
"""The work on one question counts for so much, whatever it takes: the total of all is known beforehand."""


class _Weighing:
    """The work on one question: how far it has got, and the answer as far as it is known."""

    def __init__(self, work: Generator[Progress, None, OptionOdds]) -> None:
        self._work = work
        self.answer: OptionOdds | None = None
        self.done = False
        self.has_news = False
        self.part = 0

    def go_on(self) -> None:
        """One slice more."""
        self.has_news = False
        try:
            now = next(self._work)
        except StopIteration as end:
            self.answer, self.done, self.has_news, self.part = end.value, True, True, PARTS
            return
        self.part = max(self.part, min(PARTS - 1, PARTS * now.done // max(1, now.known)))
        if now.answer is not None:
            self.answer, self.has_news = now.answer, True


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


def _plans(world: Run[Any] | None, first: Option) -> Iterator[tuple[Option, ...]]:
    """What one may do: an option and, where that only leads to another choice of one's own, each option of that."""
    return iter([(first,)]) if world is None else _followed(world, (first,))


def _followed(run: Run[Any], taken: tuple[Option, ...]) -> Iterator[tuple[Option, ...]]:
    assert run.pending is not None
    seat = run.pending.who
    at = run.clone()
    at.send(taken[-1])
    pending = at.pending
    again = isinstance(pending, Choice) and pending.who == seat and not pending.passes
    if again and len(taken) < DEEPEST and at.boundary == run.boundary:
        assert isinstance(pending, Choice)
        for following in pending.legal():
            yield from _followed(at, (*taken, following))
    else:
        yield taken


def _weighed(
    world: Run[Any] | None,
    taken: tuple[Option, ...],
    how: Asking,
    reactions: str,
    plays: frozenset[str] = frozenset(),
    supposed: Callable[[Any], Any] = lambda pos: pos,
    goal: Goal | None = None,
) -> Generator[Progress, None, OptionOdds]:
    """What comes of a plan, in the world that the seat supposes."""
    if world is None:
        return OptionOdds(taken, None, error_text("odds.no-world"))
    assert world.pending is not None
    seat, before = world.pending.who, world.pos
    at = world.clone()
    for option in taken:
        at.send(option)
    if at.pending is None or (how.over(at.boundary) and not at.since):
        return OptionOdds(taken, Distribution({how.outcome(before, at.pos, seat): Fraction(1)}), how=how)
    start = supposed(at.boundary)
    if all(isinstance(each, Option) for each in at.since):  # nothing has been drawn since
        start = how.lumped(start, taken, plays)
    policy, said = how.policy(seat, reactions, plays), how.assumed(reactions)

    def result(end: Any) -> Outcome:
        return how.outcome(before, end, seat)

    def exact(start: Any, policy: Policy, said: Sequence[Assumption]) -> Generator[Progress, None, OptionOdds]:
        paths = Paths(
            at.rules.step,
            policy,
            how.over,
            parts=how.parts(start, reactions, plays),
            stops=how.stops,
            alike=how.forget,
            most=MOST_POSITIONS,
            widest=WAYS_OF_AN_OPTION,
            encloses=True,
        )
        first = yield from paths.exploring(start, tuple(at.since))
        solved = Solved(paths, first, lambda end: _value(before, end, seat, how, goal), seat)
        return OptionOdds(taken, solved.distribution(result, said), how=how)

    def hopeful() -> Generator[Progress, None, OptionOdds]:
        """The whole question; but if it takes long, something else first."""
        whole = exact(start, policy, said)
        for _ in range(BEFORE_A_SMALLER):
            try:
                yield next(whole)
            except StopIteration as done:
                answer: OptionOdds = done.value
                return answer
        try:
            found = yield from _unseen(for_now())
        except RuleError:  # that is too much as well
            return (yield from whole)
        yield Progress(0, 1, found)
        return (yield from whole)

    def for_now() -> Generator[Progress, None, OptionOdds]:
        """The exact answer to a smaller question; where there is none, an estimate."""
        smaller = how.smaller(start, policy)
        if smaller is None:
            return (yield from estimated(GAMES_FOR_NOW))
        start_of_it, policy_of_it, more = smaller
        found = yield from exact(start_of_it, policy_of_it, (*more, *said))
        return changed(found, smaller=more)

    def estimated(games: int | None = None) -> Generator[Progress, None, OptionOdds]:
        found = yield from sampled(at.rules.step, policy, how.over, result, start, tuple(at.since), games)
        return OptionOdds(taken, Distribution(found, (*found.assumed, *said)), how=how, smaller=found.assumed)

    try:
        return (yield from hopeful())
    except RuleError as error:
        try:
            return (yield from estimated())
        except RuleError:
            return OptionOdds(taken, None, str(error))
    except (LookupError, ValueError):
        if not only_seen(world):
            raise
        return OptionOdds(taken, None, error_text("odds.no-world"))  # a rule looked for something that is hidden here


def _unseen(work: Generator[Progress, None, OptionOdds]) -> Generator[Progress, None, OptionOdds]:
    """Work that is none of what was asked for: it does not count."""
    while True:
        try:
            next(work)
        except StopIteration as done:
            answer: OptionOdds = done.value
            return answer
        yield Progress(0, 1)


GAMES_FOR_NOW: Final = 200
BEFORE_A_SMALLER: Final = 6
"""So many slices of work are done on a question before a smaller one is answered."""


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
    plans = [taken for each in first for taken in _plans(world, each) if _is_in(option, _name(taken))]
    if len(plans) != 1:
        wanted = [_name(taken) for each in pending.legal() for taken in _plans(world, each)]
        raise SetupError(error_text("odds.not-one", option=short_repr(option), known=wanted))
    for plays, supposed in (
        (frozenset[str](), lambda pos: pos),
        (frozenset({card}), lambda pos: how.holding(pos, seat, card, by)),
    ):
        odds = finished(_weighed(world, plans[0], how, NOBODY, plays, supposed, goal))
        if odds.outcomes is None:
            raise SetupError(error_text("odds.why-none", option=option, why=odds.why))
        found.append(odds.outcomes)
    return CardWorth(option, card, *found)


def _is_in(beginning: str, plan: str) -> bool:
    """Whether a plan begins so."""
    return f"{plan}, ".startswith(f"{beginning}, ")


def _name(taken: Sequence[Option]) -> str:
    return ", ".join(each.id for each in taken)
