"""Paths and their solution, on games of a few lines whose odds anybody can work out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import pytest

from conquistadors.engine.errors import RuleError
from conquistadors.engine.position import Position
from conquistadors.engine.requests import PASS, Chance, Choice, Dice, Option, Procedure, option
from conquistadors.odds.paths import ANY, BEST, Open, Paths, Policy
from conquistadors.odds.solving import Solved, components, solved

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
    ends = Solved(paths, paths.explore(Pips(rules=None)), value, "red").ends
    found: dict[int, Fraction] = {}
    for state, chance in ends.items():
        points = paths.states[state].points
        found[points] = found.get(points, Fraction(0)) + chance
    return found


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
    with pytest.raises(RuleError, match="go round for ever"):
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
    ends = Solved(paths, paths.explore(Pips(rules=None))).ends
    assert len(paths.states) == 3
    assert sorted(ends.values()) == [Fraction(1, 2), Fraction(1, 2)]


def test_paths_may_begin_in_the_middle_of_a_step() -> None:
    paths = Paths(press_on, Always(STOP), lambda pos: pos.done)
    ends = Solved(paths, paths.explore(Pips(rules=None), [ROLL, 4])).ends
    assert [paths.states[state].points for state in ends] == [4]


def test_too_many_positions_are_refused() -> None:
    with pytest.raises(RuleError, match="more than 5 positions"):
        solve(press_on, Always(ROLL), most=5)


def test_what_can_no_longer_matter_may_be_forgotten() -> None:
    def forget(pos: Pips) -> None:
        pos.points = 0

    assert solve(press_on, Always(ROLL), alike=forget) == {0: Fraction(1)}


def test_components_come_after_what_they_lead_to() -> None:
    assert components(0, [1, 2, None]) == [[2], [1], [0]]
    one, two = components(0, [1, 0, None]), components(2, [1, 0, None])
    assert [sorted(group) for group in one] == [[0, 1]]
    assert two == [[2]]


def test_equations_are_solved_exactly() -> None:
    half = Fraction(1, 2)
    assert solved({1: {2: half}, 2: {1: half}}, {1: Fraction(1), 2: Fraction(0)}) == {
        1: Fraction(4, 3),
        2: Fraction(2, 3),
    }
