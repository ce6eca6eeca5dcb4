"""Paths of positions that are taken apart, on a game of a few lines: two men who lose points apart from each other."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Any

import pytest

from conquistadors.engine.errors import RuleError
from conquistadors.engine.position import Position
from conquistadors.engine.requests import Chance, ChanceValue, Choice, Dice, Option, Procedure, option
from conquistadors.odds.distribution import Distribution
from conquistadors.odds.parts import REST, Counted, Look
from conquistadors.odds.paths import MANY, Paths
from conquistadors.odds.slices import SLICE, Progress
from conquistadors.odds.solving import Solved
from conquistadors.odds.trees import BEST, Open

DIE = Dice(1, 6)
STAY, REST_A_WHILE = option("stay"), option("rest")
MEN = ("left", "right")
SLOT = {"left": 1, "right": 2}
MISSING = -99
"""In place of a part that is not there: whoever counts with it is found out."""


@dataclass(eq=False, kw_only=True)
class Fray(Position):
    """Two men with points, and what comes next."""

    left: int = 4
    right: int = 3
    rounds: int = 0
    task: str = "left"
    over: bool = False


class Always:
    """Every choice is answered in the same way."""

    def __init__(self, given: Option | Open = STAY) -> None:
        self.given = given

    def answer(self, pos: Any, choice: Choice) -> Option | Open:  # a policy may look at both
        return self.given

    def granted(self, pos: Any, chance: Chance) -> ChanceValue | None:  # a policy may look at it
        return None


def fray(pos: Fray) -> Procedure[None]:
    """Each man loses a point on a five or a six, then both are looked at: is anybody left without one?"""
    if pos.task == "look":
        pos.over = pos.left <= 0 or pos.right <= 0
        pos.task = "left"
        return
    man = pos.task
    pips: int = yield Chance("die", "red", "1.5", DIE.totals, DIE.ways, DIE, 0, lambda total: total >= 5)
    if pips >= 5:
        setattr(pos, man, getattr(pos, man) - 1)
    pos.task = "right" if man == "left" else "look"


def with_a_rest(pos: Fray) -> Procedure[None]:
    """The same, but the left man may rest for a point before the first round."""
    if pos.task == "left" and pos.rounds == 0:
        pos.rounds = 1
        answer = yield Choice("red", "go-on", "1.5", lambda: [STAY, REST_A_WHILE], lambda _: None)
        pos.left += answer == REST_A_WHILE
        return
    yield from fray(pos)


def doubled(pos: Fray) -> Procedure[None]:
    """What the left man throws hurts the right one too: the look does not say so."""
    before = pos.left
    man = pos.task
    yield from fray(pos)
    if man == "left" and pos.left < before:
        pos.right -= 1


def peeking(pos: Fray) -> Procedure[None]:
    """At the end of a round the left man is mended: he is only glimpsed there."""
    if pos.task == "look" and pos.left == 1:
        pos.left = 2
    yield from fray(pos)


class Men:
    """Each man a part; the end of a round sees no more than whether he stands."""

    count = 3
    aside: int | None = None
    decided = True
    sides: tuple[tuple[int, ...], ...] = ()

    def part(self, pos: Fray, slot: int) -> Hashable:
        return (pos.rounds, pos.task, pos.over) if slot == REST else getattr(pos, MEN[slot - 1])

    def bare(self, pos: Fray) -> Fray:
        bare = pos.copy()
        bare.left = bare.right = MISSING
        return bare

    def join(self, bare: Fray, parts: Sequence[Hashable], look: Look) -> Fray:
        pos = bare.copy()
        pos.left, pos.right = int(str(parts[1])), int(str(parts[2]))
        return pos

    def counted(self, bare: Fray) -> Counted | None:  # nothing is
        return None

    def look(self, bare: Fray) -> Look:
        if bare.task == "look":
            return Look((), (1, 2))
        return Look((SLOT[bare.task],))

    def narrowed(self, bare: Fray, look: Look, part: Callable[[int], Hashable]) -> Look:
        return look

    def glimpse(self, part: Hashable) -> Hashable:
        return int(str(part)) > 0


def ended(pos: Fray) -> bool:
    return pos.over


def told(pos: Fray) -> tuple[int, int]:
    return pos.left, pos.right


def solve(step: Any = fray, policy: Always | None = None, start: Fray | None = None, **more: Any) -> Distribution:
    """The points of both at the end."""
    paths = Paths(step, policy or Always(), ended, **more)
    first = paths.explore(start or Fray(rules=None))
    return Solved(paths, first, lambda pos: pos.left, "red").distribution(told)


def by_hand() -> dict[tuple[int, int], Fraction]:
    """Round after round with fractions; a round in which nobody is hurt is divided out."""
    hurt = Fraction(1, 3)
    mass = {(4, 3): Fraction(1)}
    ends: dict[tuple[int, int], Fraction] = {}
    while mass:
        now = max(mass, key=sum)
        had = mass.pop(now) / (1 - (1 - hurt) ** 2)
        for left, right, chance in ((1, 1, hurt**2), (1, 0, hurt * (1 - hurt)), (0, 1, hurt * (1 - hurt))):
            then = (now[0] - left, now[1] - right)
            into = mass if min(then) > 0 else ends
            into[then] = into.get(then, Fraction(0)) + had * chance
    return ends


# Divided and undivided -----------------------------------------------------------------------------------------------


def test_parts_give_what_the_whole_gives() -> None:
    divided = solve(parts=Men(), checked=True)
    assert dict(divided) == by_hand()
    assert divided == solve()
    assert divided.total == 1


@pytest.mark.parametrize("stops", ["left", "look", "right"])
def test_it_does_not_matter_where_paths_are_told_apart(stops: str) -> None:
    def at(bare: Fray) -> bool:
        return bare.task == stops

    assert dict(solve(parts=Men(), stops=at, checked=True)) == by_hand()
    assert dict(solve(stops=at)) == by_hand()


def test_a_step_may_touch_all_parts_or_glimpse_none() -> None:
    class Wary(Men):
        def look(self, bare: Fray) -> Look:
            return Look((1, 2)) if bare.task == "look" else super().look(bare)

    assert dict(solve(parts=Wary(), checked=True)) == by_hand()
    assert dict(solve(parts=Wary(), stops=lambda bare: bare.task == "left", checked=True)) == by_hand()


def spurred(pos: Fray) -> Procedure[None]:
    """The left man is hurt twice by a throw as long as the right one stands on two points or more."""
    before = pos.left
    yield from fray(pos)
    if pos.left < before and pos.right > 1:
        pos.left -= 1


def test_a_step_may_touch_one_part_and_glimpse_another() -> None:
    class Watching(Men):
        def look(self, bare: Fray) -> Look:
            return Look((1,), (2,)) if bare.task == "left" else super().look(bare)

        def glimpse(self, part: Hashable) -> Hashable:
            return min(2, int(str(part)))

    whole = solve(spurred)
    assert solve(spurred, parts=Watching(), checked=True) == whole
    assert solve(spurred, parts=Watching(), stops=lambda bare: bare.task == "left", checked=True) == whole
    assert dict(whole) != by_hand()


def lonely(pos: Fray) -> Procedure[None]:
    """The men come first; then the round ends by a look at the left one alone, whatever the right one has left."""
    if pos.task == "come":
        pos.left, pos.right, pos.task = 2, 2, "left"
    elif pos.task == "look":
        pos.over, pos.task = pos.left <= 0, "left"
    else:
        yield from fray(pos)
        pos.right = max(0, pos.right)


def test_a_glance_at_one_part_leaves_the_others_as_some_that_can_be() -> None:
    """A part that was not there at the beginning is never put together with a step that comes later."""

    class Coming(Men):
        def part(self, pos: Fray, slot: int) -> Hashable:
            return None if slot != REST and pos.task == "come" else super().part(pos, slot)

        def look(self, bare: Fray) -> Look:
            if bare.task == "come":
                return Look((1, 2))
            return Look((), (1,)) if bare.task == "look" else super().look(bare)

        def join(self, bare: Fray, parts: Sequence[Hashable], look: Look) -> Fray:
            return bare.copy() if bare.task == "come" else super().join(bare, parts, look)

    def start() -> Fray:
        return Fray(rules=None, left=MISSING, right=MISSING, task="come")

    def at(bare: Fray) -> bool:
        return bare.task == "left"

    assert solve(lonely, parts=Coming(), start=start(), stops=at) == solve(lonely, start=start())


def hasty(pos: Fray) -> Procedure[None]:
    """A left man on his last point does not wait for the right one: what comes next depends on him."""
    man = pos.task
    yield from fray(pos)
    if man == "left" and pos.left == 1:
        pos.task = "look"


def dogged(pos: Fray) -> Procedure[None]:
    """The left man throws until he is hurt."""
    before, man = pos.left, pos.task
    yield from fray(pos)
    if man == "left" and pos.left == before:
        pos.task = "left"


@pytest.mark.parametrize("step", [hasty, dogged])
@pytest.mark.parametrize("stops", ["left", "look", "right"])
def test_what_comes_next_may_depend_on_a_part(step: Any, stops: str) -> None:
    def at(bare: Fray) -> bool:
        return bare.task == stops

    assert solve(step, parts=Men(), stops=at, checked=True) == solve(step)
    assert dict(solve(step)) != by_hand()


def test_a_step_is_run_once_for_all_that_looks_alike() -> None:
    """Four points and three: each man is thrown for once for every number of his points, not for every pair."""
    runs: dict[str, list[str]] = {"divided": [], "whole": []}

    def counted(pos: Fray, into: list[str]) -> Procedure[None]:
        into.append(pos.task)
        yield from fray(pos)

    solve(lambda pos: counted(pos, runs["divided"]), parts=Men())
    solve(lambda pos: counted(pos, runs["whole"]))
    ways = 2  # a throw is begun anew for its second answer
    assert runs["divided"].count("left") == 4 * ways
    assert runs["divided"].count("right") == 3 * ways
    assert runs["divided"].count("look") == 4, "both stand, one of them, none"
    assert len(runs["divided"]) < len(runs["whole"])


def test_visits_are_counted_in_the_bare_rest() -> None:
    """A round begins where the left man is about to throw."""
    found = []
    for parts in (Men(), None):
        paths = Paths(fray, Always(), ended, stops=lambda bare: bare.task == "left", parts=parts)
        solved = Solved(paths, paths.explore(Fray(rules=None)))
        rounds = solved.visits(lambda bare: bare.task == "left" and not bare.over, 9)
        found.append((solved.mean_visits(lambda bare: bare.task == "left" and not bare.over), rounds))
        assert rounds[2] == 0, "nobody is down so soon"
        assert rounds[3] == Fraction(1, 3) ** 3, "three throws in a row"
    assert found[0] == found[1]


def test_an_open_choice_is_decided_alike() -> None:
    divided = solve(with_a_rest, Always(BEST), parts=Men(), checked=True)
    assert divided == solve(with_a_rest, Always(BEST))
    assert divided == solve(with_a_rest, Always(REST_A_WHILE)), "a point more is never worse"
    assert divided != solve(with_a_rest, Always(STAY))


def test_what_can_no_longer_matter_is_forgotten_in_parts_too() -> None:
    def forget(pos: Fray) -> None:
        pos.rounds = 0

    def counting(pos: Fray) -> Procedure[None]:
        pos.rounds += pos.task == "left"
        yield from fray(pos)

    with pytest.raises(RuleError, match="more than 100 positions"):
        solve(counting, parts=Men(), most=100)
    assert dict(solve(counting, parts=Men(), alike=forget)) == by_hand()


def test_the_position_of_a_state_is_whole_and_its_rest_is_bare() -> None:
    paths = Paths(fray, Always(), ended, parts=Men())
    first = paths.explore(Fray(rules=None))
    assert isinstance(first, int)
    assert told(paths.position(first)) == (4, 3)
    assert told(paths.bare(first)) == (MISSING, MISSING)


# Found out -----------------------------------------------------------------------------------------------------------


def test_a_step_that_touches_more_than_it_says_is_found_out() -> None:
    with pytest.raises(RuleError, match="changed part 2, which it was said not to touch"):
        solve(doubled, parts=Men(), checked=True)
    assert solve(doubled, parts=Men()) != solve(doubled), "unchecked, the odds are wrong"


def test_a_step_that_changes_what_it_glimpses_is_found_out() -> None:
    with pytest.raises(RuleError, match="changed part 1, which it was said not to touch"):
        solve(peeking, parts=Men(), start=Fray(rules=None, left=1), checked=True)


# Progress ------------------------------------------------------------------------------------------------------------


def long_work(**more: Any) -> tuple[Paths[Fray], Any]:
    paths = Paths(fray, Always(), ended, **more)
    return paths, paths.exploring(Fray(rules=None, left=15, right=15))


def test_progress_is_told_after_every_slice() -> None:
    paths, work = long_work(parts=Men())
    seen: list[Progress] = list(work)
    assert [now.done for now in seen] == sorted({now.done for now in seen})
    assert all(after.done - before.done <= SLICE for before, after in pairwise(seen))
    assert all(now.done <= now.known <= max(len(paths), MANY) for now in seen)
    assert len(seen) > 3


def test_work_can_be_stopped_in_the_middle() -> None:
    paths, work = long_work(parts=Men())
    next(work)
    next(work)
    known = len(paths)
    work.close()
    with pytest.raises(StopIteration):
        next(work)
    assert len(paths) == known
    whole, again = long_work(parts=Men())
    assert sum(1 for _ in again) > 2
    assert len(whole) > known, "and begun anew it comes to its end"
