"""Every path that the rules can take from a position: the very procedures that play, along all answers of chance.

A step of the rules becomes a tree: chance branches by weight, a choice branches where a policy leaves it open. Its
leaves are the positions at the next boundary. Equal positions are one state, so a battle of many rounds is a small
graph, and a round that changes nothing leads from a state to itself.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import Any, Final, Generic, NamedTuple, Protocol, TypeAlias

from conquistadors.engine.errors import RuleError
from conquistadors.engine.requests import Chance, ChanceValue, Choice, Option, Procedure, Request, Seat
from conquistadors.engine.rules import PositionT


class Open(NamedTuple):
    """What a policy says of a choice that it does not decide."""

    how: str
    """`best`: whatever serves its owner; `any`: each option with the same chance."""


BEST: Final = Open("best")
ANY: Final = Open("any")


class Policy(Protocol):
    """How the choices on the way are answered."""

    def answer(self, pos: Any, choice: Choice) -> Option | Open:
        """An option, or how the choice is left open."""


class Branches(NamedTuple):
    """Chance: what it leads to, by whole-number weights."""

    weights: tuple[int, ...]
    trees: tuple[Tree, ...]


class Decision(NamedTuple):
    """An open choice: each option with what it leads to."""

    who: Seat
    kind: str
    options: tuple[Option, ...]
    trees: tuple[Tree, ...]


Tree: TypeAlias = "int | Branches | Decision"
"""What can come of a step; a number is the state that it leads to."""

MOST_STATES: Final = 200_000


class Paths(Generic[PositionT]):
    """The states that can be reached from a position, and the tree of the step that leads on from each."""

    def __init__(
        self,
        step: Callable[[PositionT], Procedure[None]],
        policy: Policy,
        ends: Callable[[PositionT], bool],
        *,
        alike: Callable[[PositionT], None] | None = None,
        most: int = MOST_STATES,
        progress: Callable[[int], None] | None = None,
    ) -> None:
        """`step` begins the procedure from a boundary, `ends` says there that the question is answered.

        `alike` forgets what can no longer matter.
        """
        self._step = step
        self._policy = policy
        self._ends = ends
        self._alike = alike
        self._most = most
        self._progress = progress
        self._index: dict[Hashable, int] = {}
        self.states: list[PositionT] = []
        self.trees: list[Tree | None] = []
        """The step from each state; None where the question is answered."""
        self._waiting: list[int] = []

    def explore(self, boundary: PositionT, answers: Sequence[Option | ChanceValue] = ()) -> Tree:
        """All paths from a boundary, or from the request that these answers lead to; gives the first tree."""
        first = self._expand(boundary, tuple(answers)) if answers else self._state(boundary.copy())
        while self._waiting:
            state = self._waiting.pop()
            self.trees[state] = self._expand(self.states[state], ())
            if self._progress is not None:
                self._progress(len(self.states))
        return first

    def _state(self, pos: PositionT) -> int:
        """The state of a position, which is kept: equal ones are one."""
        if self._alike is not None:
            self._alike(pos)
        key = pos.key()
        known = self._index.get(key)
        if known is not None:
            return known
        state = self._index[key] = len(self.states)
        if state >= self._most:
            raise RuleError(f"more than {self._most} positions can come of this: ask for less at once")
        self.states.append(pos)
        self.trees.append(None)
        if not self._ends(pos):
            self._waiting.append(state)
        return state

    def _expand(self, boundary: PositionT, answers: tuple[Option | ChanceValue, ...]) -> Tree:
        pos = boundary.copy()
        step = self._step(pos)
        try:
            request = next(step)
            for answer in answers:
                request = step.send(answer)
        except StopIteration:
            return self._state(pos)
        return self._branch(boundary, pos, step, request, answers)

    def _branch(
        self,
        boundary: PositionT,
        pos: PositionT,
        step: Procedure[None],
        request: Request,
        answers: tuple[Option | ChanceValue, ...],
    ) -> Tree:
        """What can come of a request. The first answer goes on with the step at work, the others begin it anew."""
        while True:
            given: Option | ChanceValue
            if type(request) is Choice:
                answered = self._policy.answer(pos, request)
                if isinstance(answered, Open):
                    options = request.legal()
                    if len(options) > 1:
                        kind = request.kind
                        trees = self._each(boundary, pos, step, options, answers)
                        if answered is ANY:
                            return Branches((1,) * len(options), trees)
                        return Decision(request.who, kind, tuple(options), trees)
                    given = options[0]
                else:
                    given = answered
            else:
                assert type(request) is Chance
                outcomes, weights = request.classes()
                if len(outcomes) > 1:
                    return Branches(tuple(weights), self._each(boundary, pos, step, outcomes, answers))
                given = outcomes[0]
            answers = (*answers, given)
            try:
                request = step.send(given)
            except StopIteration:
                return self._state(pos)

    def _each(
        self,
        boundary: PositionT,
        pos: PositionT,
        step: Procedure[None],
        given: Sequence[Option] | Sequence[ChanceValue],
        answers: tuple[Option | ChanceValue, ...],
    ) -> tuple[Tree, ...]:
        trees = [self._expand(boundary, (*answers, answer)) for answer in given[1:]]
        first = (*answers, given[0])
        try:
            request = step.send(given[0])
        except StopIteration:
            return (self._state(pos), *trees)
        return (self._branch(boundary, pos, step, request, first), *trees)


def leaves(tree: Tree) -> Iterable[int]:
    """The states that a tree leads to."""
    if isinstance(tree, int):
        yield tree
        return
    for branch in tree.trees:
        yield from leaves(branch)
