"""Random play without a record: legal, repeatable, and as the weights say."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from conquistadors.engine import PASS, Bar, Chance, Choice, Dice, Option, RuleError, offer, option, options_of
from conquistadors.engine.playout import chance_of, choice_of, play_out, random_playout
from conquistadors.games.landfall.rules import Landfall, Ocean


def test_a_playout_is_a_whole_game_and_the_same_for_the_same_seed() -> None:
    rules = Landfall(3)
    lengths = [random_playout(rules, seed) for seed in range(20)]
    assert lengths == [random_playout(rules, seed) for seed in range(20)]
    assert len(set(lengths)) > 10
    pos = rules.start()
    play_out(rules, pos, Random(1))
    assert rules.ending(pos) is not None
    rules.check(pos)


def test_a_playout_stops_at_the_boundary_where_it_is_told_to() -> None:
    def third_round(pos: Ocean) -> bool:
        return pos.round == 3

    rules = Landfall()
    pos = rules.start()
    assert play_out(rules, pos, Random(1), third_round) == random_playout(rules, 1, third_round)
    rules.check_boundary(pos)
    assert pos.round == 3


def test_chance_follows_the_weights() -> None:
    random, two_dice = Random(1), Dice(2, 6)
    thrown = Counter(chance_of(Chance("x", "red", "1", two_dice.totals, two_dice.ways), random) for _ in range(36_000))
    assert set(thrown) == set(two_dice.totals)
    assert all(abs(thrown[n] - 1000 * ways) < 250 for n, ways in zip(two_dice.totals, two_dice.ways, strict=True))
    assert {chance_of(Chance("x", "red", "1", ("a", "b"), [0, 3]), random) for _ in range(50)} == {"b"}


def even_only(tried: Option) -> Bar | None:
    return None if int(tried.subject or "0") % 2 == 0 else Bar("1", "odd")


@pytest.mark.parametrize("passes", [False, True])
def test_each_legal_option_is_chosen_equally_often(passes: bool) -> None:
    choice = Choice("red", "x", "1", lambda: [option("take", str(n)) for n in range(7)], even_only, passes)
    random = Random(1)
    chosen = Counter(choice_of(choice, random) for _ in range(10_000))
    assert set(chosen) == set(choice.legal())
    assert (PASS in chosen) == passes
    assert all(abs(n - 10_000 / len(chosen)) < 250 for n in chosen.values())


@pytest.mark.parametrize("passes", [False, True])
def test_what_is_all_allowed_is_chosen_as_if_it_had_been_judged(passes: bool) -> None:
    things = tuple(str(n) for n in range(5))
    offered = offer("red", "x", "1", lambda: options_of("take", things), passes=passes)
    judged = Choice("red", "x", "1", offered.candidates, offered.forbids, passes)
    assert [choice_of(offered, Random(n)) for n in range(40)] == [choice_of(judged, Random(n)) for n in range(40)]


def test_a_choice_without_an_answer_is_a_mistake_of_the_rules() -> None:
    with pytest.raises(RuleError, match="red is asked for x"):
        choice_of(Choice("red", "x", "1", lambda: [option("take", "1")], even_only), Random(1))
    with pytest.raises(RuleError, match="nothing is allowed"):
        choice_of(offer("red", "x", "1", lambda: ()), Random(1))
    with pytest.raises(RuleError, match="nothing is allowed"):
        choice_of(Choice("red", "x", "1", lambda: [PASS], lambda _: Bar("1", "odd")), Random(1))
