"""The odds of the position: for every option of the pending choice what it may lead to, to the end of that action."""

from __future__ import annotations

from collections.abc import Callable, Generator, Hashable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, Final

from conquistadors.engine.arguments import checks_arguments
from conquistadors.engine.errors import RuleError, SetupError, short_repr
from conquistadors.engine.game import Game
from conquistadors.engine.records import record
from conquistadors.engine.requests import Choice, Option, Seat
from conquistadors.engine.run import Run
from conquistadors.engine.texts import error_text, spoken
from conquistadors.odds.asking import NOBODY, REACTIONS, Asking, Outcome, asking
from conquistadors.odds.distribution import Distribution
from conquistadors.odds.paths import Paths, Progress, finished
from conquistadors.odds.solving import Solved
from conquistadors.odds.supposing import only_seen

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

    def __init__(self, found: Mapping[str, Mapping[str, OptionOdds]]) -> None:
        self._found = dict(found)

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
                lines.append(f"{option} ({reactions})")
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
    """The same in slices, with the progress after each."""
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
    how = asking(run.rules)
    worlds = {bound: how.supposed(run, pending.who, bound) for bound in reactions}
    found: dict[str, dict[str, OptionOdds]] = {}
    for first in options:
        for taken in _plans(next((world for world in worlds.values() if world is not None), None), first):
            name = _name(taken)
            if option is not None and not _is_in(option, name):
                continue
            bounds: dict[str, OptionOdds] = {}
            for bound, world in worlds.items():
                bounds[bound] = yield from _weighed(world, taken, how, bound)
            if any(not odds.certain for odds in bounds.values()):
                found[name] = bounds
    return PositionOdds(found)


SOON: Final = 5
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
        return OptionOdds(taken, Distribution({how.outcome(before, at.pos, seat): Fraction(1)}))
    start = supposed(at.boundary)
    paths = Paths(
        at.rules.step,
        how.policy(seat, reactions, plays),
        how.over,
        parts=how.parts(start, reactions, plays),
        stops=how.stops,
        alike=how.forget,
        most=MOST_POSITIONS,
        widest=WAYS_OF_AN_OPTION,
    )
    try:
        first = yield from paths.exploring(start, tuple(at.since))
        solved = Solved(paths, first, lambda end: _value(before, end, seat, how, goal), seat)
    except RuleError as error:
        return OptionOdds(taken, None, str(error))
    except (LookupError, ValueError):
        if not only_seen(world):
            raise
        return OptionOdds(taken, None, error_text("odds.no-world"))  # a rule looked for something that is hidden here
    return OptionOdds(taken, solved.distribution(lambda end: how.outcome(before, end, seat), how.assumed(reactions)))


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


@checks_arguments
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
