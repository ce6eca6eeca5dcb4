"""Paths and their solution, on games of a few lines whose odds anybody can work out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import pytest

from conquistadors.engine.errors import RuleError
from conquistadors.engine.position import Position
from conquistadors.engine.requests import PASS, Chance, ChanceValue, Choice, Dice, Option, Procedure, option
from conquistadors.odds.paths import Paths
from conquistadors.odds.solving import Solved, components, without_loops
from conquistadors.odds.trees import ANY, BEST, Open, Policy, Row

DIE = Dice(1, 6)
STOP, ROLL = option("stop"), option("roll")


@dataclass(eq=False, kw_only=True)
class Pips(Position):
    """A sum of dice."""

    points: int = 0
    done: bool = False
    sent: int = 0


class Always:
    """Every choice is answered in the same way."""

    def __init__(self, given: Option | Open) -> None:
        self.given = given

    def answer(self, pos: Any, choice: Choice) -> Option | Open:  # a policy may look at both
        return self.given

    def granted(self, pos: Any, chance: Chance) -> ChanceValue | None:  # a policy may look at it
        return None


def throw(reads: Callable[[int], Any] | None = None) -> Chance:
    return Chance("die", "red", "1.5", DIE.totals, DIE.ways, DIE, 0, reads)


def choice(who: str = "red") -> Choice:
    return Choice(who, "go-on", "1.5", lambda: [STOP, ROLL], lambda _: None)


def solve(
    step: Callable[[Pips], Procedure[None]],
    policy: Policy,
    value: Callable[[Pips], int] | None = None,
    **more: Any,
) -> dict[int, Fraction]:
    """The distribution of the points at the end."""
    paths = Paths(step, policy, lambda pos: pos.done, **more)
    found = Solved(paths, paths.explore(Pips(rules=None)), value, "red").distribution(lambda pos: pos.points)
    return {int(str(points)): chance for points, chance in found.items()}


def until_six(pos: Pips) -> Procedure[None]:
    """Throw until the die shows a six or a five; a five scores."""
    shown: int = yield throw()
    pos.done = shown >= 5
    pos.points = int(shown == 5)


def test_a_round_that_changes_nothing_is_solved_as_a_loop() -> None:
    assert solve(until_six, Always(PASS)) == {0: Fraction(1, 2), 1: Fraction(1, 2)}


def to_and_fro(pos: Pips) -> Procedure[None]:
    """Four states in a ring, and a six ends it where one stands."""
    shown: int = yield throw()
    if shown == 6:
        pos.done = True
    else:
        pos.points = (pos.points + 1) % 4


def test_states_that_lead_to_each_other_are_solved_together() -> None:
    stays, goes = Fraction(1, 6), Fraction(5, 6)
    weights = [stays * goes**n for n in range(4)]
    assert solve(to_and_fro, Always(PASS)) == {n: weight / sum(weights) for n, weight in enumerate(weights)}


def press_on(pos: Pips) -> Procedure[None]:
    """Stop with what one has, or throw: a one loses all, else the pips are added, up to 20."""
    answer = yield choice()
    if answer == STOP or pos.points >= 20:
        pos.done = True
        return
    shown: int = yield throw()
    pos.points = 0 if shown == 1 else pos.points + shown
    pos.done = shown == 1


def test_the_best_policy_is_found() -> None:
    ends = solve(press_on, Always(BEST), lambda pos: pos.points)
    assert min(points for points in ends if points) == 20, "below 20 another throw gains more than it risks"
    assert sum(ends.values()) == 1


def never_mind(pos: Pips) -> Procedure[None]:
    """Stop, or throw for a six as long as one likes; nothing is lost by throwing."""
    answer = yield choice()
    if answer == STOP:
        pos.done = True
        return
    shown: int = yield throw()
    pos.points, pos.done = int(shown == 6), shown == 6


def test_the_best_policy_goes_on_for_ever_where_that_is_best() -> None:
    assert solve(never_mind, Always(BEST), lambda pos: pos.points) == {1: Fraction(1)}
    assert solve(never_mind, Always(BEST), lambda pos: -pos.points) == {0: Fraction(1)}
    assert solve(never_mind, Always(STOP)) == {0: Fraction(1)}


def test_any_option_means_each_with_the_same_chance() -> None:
    """Half stop at once, and of the others one in six scores: p = 1/2 * (1/6 + 5/6 * p)."""
    assert solve(never_mind, Always(ANY)) == {0: Fraction(6, 7), 1: Fraction(1, 7)}


def rival(pos: Pips) -> Procedure[None]:
    """Another player decides whether a throw counts."""
    shown: int = yield throw()
    pos.points = shown
    answer = yield choice("blue")
    pos.points = shown if answer == ROLL else 3
    pos.done = True


def test_others_choose_what_is_worst_for_him_who_asks() -> None:
    ends = solve(rival, Always(BEST), lambda pos: pos.points)
    assert ends == {1: Fraction(1, 6), 2: Fraction(1, 6), 3: Fraction(2, 3)}


def for_ever(pos: Pips) -> Procedure[None]:
    """Whatever is thrown, nothing comes of it."""
    yield throw()
    pos.sent = 0


def test_what_never_ends_has_no_odds() -> None:
    with pytest.raises(RuleError, match="these choices loop for ever, so there are no odds"):
        solve(for_ever, Always(PASS))


def test_an_open_choice_needs_a_goal() -> None:
    with pytest.raises(ValueError, match="nobody says what is best"):
        solve(never_mind, Always(BEST))


def parity(pos: Pips) -> Procedure[None]:
    """Only whether it is even is read."""
    pos.sent += 1
    shown: int = yield throw(lambda total: total % 2)
    pos.points, pos.done = shown % 2, True


def test_outcomes_of_which_the_rules_make_the_same_are_tried_once() -> None:
    paths = Paths(parity, Always(PASS), lambda pos: pos.done)
    solved = Solved(paths, paths.explore(Pips(rules=None)))
    assert len(paths) == 3
    assert sorted(solved.distribution(lambda pos: pos.points).values()) == [Fraction(1, 2), Fraction(1, 2)]


def test_paths_may_begin_in_the_middle_of_a_step() -> None:
    paths = Paths(press_on, Always(STOP), lambda pos: pos.done)
    solved = Solved(paths, paths.explore(Pips(rules=None), (ROLL, 4)))
    assert dict(solved.distribution(lambda pos: pos.points)) == {4: 1}


def test_too_many_positions_are_refused() -> None:
    with pytest.raises(RuleError, match="more than 5 positions"):
        solve(press_on, Always(ROLL), most=5)


def test_what_can_no_longer_matter_may_be_forgotten() -> None:
    def forget(pos: Pips) -> None:
        pos.points = 0

    assert solve(press_on, Always(ROLL), alike=forget) == {0: Fraction(1)}


def test_components_come_after_what_they_lead_to() -> None:
    straight = {0: [1], 1: [2], 2: []}
    ring = {0: [1], 1: [0], 2: []}
    assert components([0], straight.__getitem__) == [[2], [1], [0]]
    assert [sorted(group) for group in components([0, 2], ring.__getitem__)] == [[0, 1], [2]]


def test_loops_are_taken_out_of_the_rows() -> None:
    """From 1 and from 2 half the ways lead to the other one: two thirds end where they began, as 1 + 1/4 + 1/16 ..."""
    rows = {1: Row(2, {2: 1, 8: 1}), 2: Row(2, {1: 1, 9: 1})}
    without_loops(rows, [1, 2])
    assert rows == {1: Row(3, {8: 2, 9: 1}), 2: Row(3, {8: 1, 9: 2})}


def test_a_loop_without_an_end_is_refused() -> None:
    rows = {1: Row(1, {2: 1}), 2: Row(1, {1: 1})}
    with pytest.raises(RuleError, match="these choices loop for ever, so there are no odds"):
        without_loops(rows, [1, 2])


def test_visits_are_counted() -> None:
    """Until a five or a six comes: thrown n times with the chance of n - 1 failures, three times on average."""
    paths = Paths(until_six, Always(PASS), lambda pos: pos.done)
    solved = Solved(paths, paths.explore(Pips(rules=None)))
    assert solved.mean_visits(lambda _: True) == 3
    third = Fraction(1, 3)
    visits = solved.visits(lambda _: True, 3)
    assert dict(visits) == {1: third, 2: third * 2 / 3, 3: third * 4 / 9, "more": Fraction(8, 27)}


def test_visits_are_counted_in_a_ring() -> None:
    """Of four states in a ring only one counts: a path comes there first, and again unless it ends within four."""
    paths = Paths(to_and_fro, Always(PASS), lambda pos: pos.done)
    solved = Solved(paths, paths.explore(Pips(rules=None)))
    back = Fraction(5, 6) ** 4
    assert solved.mean_visits(lambda pos: pos.points == 0) == 1 / (1 - back)
    visits = solved.visits(lambda pos: pos.points == 0, 2)
    assert dict(visits) == {1: 1 - back, 2: back * (1 - back), "more": back**2}
