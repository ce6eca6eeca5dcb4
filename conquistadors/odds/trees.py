"""A step of the rules as a tree: the very procedure that plays, along all answers of chance.

Chance branches by weight, a choice where a policy leaves it open. Leaves are numbers: of what, the caller says.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from math import gcd, lcm
from typing import Any, Final, Generic, NamedTuple, Protocol, TypeAlias

from conquistadors.engine.errors import RuleError
from conquistadors.engine.requests import Chance, ChanceValue, Choice, Option, Procedure, Request, Seat
from conquistadors.engine.rules import PositionT
from conquistadors.engine.texts import error_text


class Open(NamedTuple):
    """What a policy says of a choice that it does not decide."""

    how: str
    """`best`: whatever serves its owner; `any`: each option with the same chance."""


BEST: Final = Open("best")
ANY: Final = Open("any")


class Lot(NamedTuple):
    """What a policy says of a choice that chance decides: options, by whole-number weights."""

    options: tuple[Option, ...]
    weights: tuple[int, ...]


class Policy(Protocol):
    """How the choices on the way are answered."""

    def answer(self, pos: Any, choice: Choice) -> Option | Open | Lot:
        """An option, a lot, or how the choice is left open."""

    def granted(self, pos: Any, chance: Chance) -> ChanceValue | None:
        """The outcome of a draw that is taken for granted: it makes no difference, or the question says so."""


class Row(NamedTuple):
    """Chance alone: the ways that lead to each leaf, of so many."""

    total: int
    ways: dict[int, int]


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


Tree: TypeAlias = "int | Row | Branches | Decision"
"""What can come of a step; a number is a leaf."""


def leaves(tree: Tree) -> Iterable[int]:
    """The leaves of a tree; one that is there twice may come twice."""
    if isinstance(tree, int):
        return (tree,)
    if isinstance(tree, Row):
        return tree.ways
    return [leaf for branch in tree.trees for leaf in ((branch,) if type(branch) is int else leaves(branch))]


def is_chance(tree: Tree) -> bool:
    """Whether nothing is left to decide in a tree."""
    if isinstance(tree, int | Row):
        return True
    return isinstance(tree, Branches) and all(is_chance(branch) for branch in tree.trees)


def mapped(tree: Tree, leaf: Callable[[int], Tree]) -> Tree:
    """The tree with something else in the place of its leaves."""
    if isinstance(tree, int):
        return leaf(tree)
    assert not isinstance(tree, Row), "the leaves of a row are summed up already"
    return with_branches(tree, [mapped(branch, leaf) for branch in tree.trees])


def with_branches(tree: Branches | Decision, trees: Iterable[Tree]) -> Branches | Decision:
    """The same chance or choice, with something else that it leads to."""
    if isinstance(tree, Branches):
        return Branches(tree.weights, tuple(trees))
    return Decision(tree.who, tree.kind, tree.options, tuple(trees))


def renumbered(tree: Tree, numbers: Mapping[int, int], known: dict[int, Tree] | None = None) -> Tree:
    """The tree with other numbers for its leaves; branches that were one object still are."""
    known = {} if known is None else known
    if isinstance(tree, int):
        return numbers[tree]
    if id(tree) not in known:
        if isinstance(tree, Row):
            known[id(tree)] = Row(tree.total, {numbers[leaf]: n for leaf, n in tree.ways.items()})
        else:
            known[id(tree)] = with_branches(tree, [renumbered(each, numbers, known) for each in tree.trees])
    return known[id(tree)]


def rows_in(tree: Tree, known: dict[int, Tree] | None = None) -> Tree:
    """The same tree, with one row wherever there is chance alone; branches that were one object still are."""
    known = {} if known is None else known
    if isinstance(tree, int | Row):
        return tree
    if id(tree) not in known:
        alone = is_chance(tree)
        known[id(tree)] = flat(tree) if alone else with_branches(tree, [rows_in(each, known) for each in tree.trees])
    return known[id(tree)]


def shifted(tree: Tree, by: int) -> Tree:
    """The tree with so much more in each of its leaves."""
    if isinstance(tree, Row):
        return Row(tree.total, {leaf + by: n for leaf, n in tree.ways.items()})
    return mapped(tree, by.__add__)


def flat(tree: Tree, choose: Callable[[Decision], Tree] | None = None) -> Row:
    """The chance of each leaf, with open choices made in a given way."""
    while isinstance(tree, Decision):
        assert choose is not None, f"the choice {tree.kind!r} is left open"
        tree = choose(tree)
    if isinstance(tree, int):
        return Row(1, {tree: 1})
    if isinstance(tree, Row):
        return tree
    ways: dict[int, int] = {}
    rows = []
    for weight, branch in zip(tree.weights, tree.trees, strict=True):
        if isinstance(branch, int):
            ways[branch] = ways.get(branch, 0) + weight
        else:
            rows.append((weight, flat(branch, choose)))
    total = sum(tree.weights)
    if not rows:
        return Row(total, ways)
    common = lcm(*[row.total for _, row in rows])
    ways = {target: n * common for target, n in ways.items()}
    for weight, row in rows:
        factor = weight * (common // row.total)
        for target, n in row.ways.items():
            ways[target] = ways.get(target, 0) + factor * n
    return reduced(Row(common * total, ways))


def reduced(row: Row) -> Row:
    """The same chances in the smallest whole numbers."""
    by = gcd(row.total, *row.ways.values())
    return row if by == 1 else Row(row.total // by, {target: n // by for target, n in row.ways.items()})


def composed(row: Row, through: Mapping[int, Row]) -> Row:
    """First one row, then that of where it led to."""
    common = lcm(*[each.total for each in through.values()])
    ways: dict[int, int] = {}
    for state, n in row.ways.items():
        factor = n * (common // through[state].total)
        for target, more in through[state].ways.items():
            ways[target] = ways.get(target, 0) + factor * more
    return reduced(Row(row.total * common, ways))


LONGEST_STEP: Final = 200
Answers: TypeAlias = tuple[Option | ChanceValue, ...]


class Grower(Generic[PositionT]):
    """Grows the tree of a step. `step` begins the procedure, the policy answers its choices."""

    def __init__(self, step: Callable[[PositionT], Procedure[None]], policy: Policy, most: int) -> None:
        """A tree with more leaves than `most` is refused."""
        self._step = step
        self._policy = policy
        self._most = most
        self._grown = 0

    def tree(self, start: Callable[[], PositionT], leaf: Callable[[PositionT], int], answers: Answers = ()) -> Tree:
        """All that can come of the step from a boundary, or from the request that these answers lead to.

        `start` gives the boundary, a new one each time: the step changes it.
        """
        self._grown = 0
        return self._tree(start, leaf, answers)

    def _tree(self, start: Callable[[], PositionT], leaf: Callable[[PositionT], int], answers: Answers) -> Tree:
        self._grown += 1
        if self._grown > self._most:
            raise RuleError(error_text("odds.too-many-ways", most=self._most))
        if len(answers) > LONGEST_STEP:
            raise RuleError(error_text("odds.too-long", most=LONGEST_STEP))
        pos = start()
        step = self._step(pos)
        try:
            request = next(step)
            for answer in answers:
                request = step.send(answer)
        except StopIteration:
            return leaf(pos)
        return self._branch(start, leaf, pos, step, request, answers)

    def _branch(
        self,
        start: Callable[[], PositionT],
        leaf: Callable[[PositionT], int],
        pos: PositionT,
        step: Procedure[None],
        request: Request,
        answers: Answers,
    ) -> Tree:
        """What can come of a request. The first answer goes on with the step at work, the others begin it anew."""

        def each(given: Sequence[Option] | Sequence[ChanceValue]) -> tuple[Tree, ...]:
            others = [self._tree(start, leaf, (*answers, answer)) for answer in given[1:]]
            try:
                following = step.send(given[0])
            except StopIteration:
                return (leaf(pos), *others)
            return (self._branch(start, leaf, pos, step, following, (*answers, given[0])), *others)

        while True:
            answer: Option | ChanceValue
            if type(request) is Choice:
                answered = self._policy.answer(pos, request)
                if isinstance(answered, Lot):
                    if len(answered.options) > 1:
                        return Branches(answered.weights, each(answered.options))
                    answer = answered.options[0]
                elif isinstance(answered, Open):
                    options = request.legal()
                    if len(options) > 1:
                        who, kind = request.who, request.kind
                        if answered is ANY:
                            return Branches((1,) * len(options), each(options))
                        return Decision(who, kind, tuple(options), each(options))
                    answer = options[0]
                else:
                    answer = answered
            else:
                assert type(request) is Chance
                outcomes, weights = request.classes()
                granted = self._policy.granted(pos, request) if len(outcomes) > 1 else outcomes[0]
                if granted is None:
                    return Branches(tuple(weights), each(outcomes))
                answer = granted
            answers = (*answers, answer)
            try:
                request = step.send(answer)
            except StopIteration:
                return leaf(pos)
