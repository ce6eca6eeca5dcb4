"""The exercises of the Standard Game and of chance: each with a right and a wrong answer, worked out by hand."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from conquistadors.teach.exercises import _task, check

READERS = ["", "Ana", "Ben", "Carla", "Diego", "Elena", "Fatima", "Goro"]


def facts(exercise_id: str, reader: str) -> dict[str, Any]:
    """What the question of a reader mentions; of a phrase, its key."""
    given = _task(exercise_id, reader.casefold()).facts
    return {name: getattr(fact, "key", fact) for name, fact in given.items()}


def case(exercise_id: str, reader: str, name: str) -> str:
    return str(facts(exercise_id, reader)[name]).partition(".")[2]


def rules_of(exercise_id: str, reader: str) -> Any:
    """The rules of The Conquistadors that a question is about."""
    return _task(exercise_id, reader.casefold()).rules


def right(exercise_id: str, answer: object, reader: str = "") -> bool:
    verdict = check(exercise_id, answer, reader=reader)
    assert verdict.understood, verdict.message
    return verdict.right


def sums_of_two() -> list[int]:
    return [one + two for one in range(1, 7) for two in range(1, 7)]


@pytest.mark.parametrize("reader", READERS)
def test_15_13_what_is_left_for_foot(reader: str) -> None:
    """Five pesos for a horse, four for a cannon, two for foot; ten units on a card."""
    told = facts("recruit-foot", reader)
    _, horse, cannon = told["units"]
    foot = min((2 * told["funds"] - 5 * horse - 4 * cannon) // 2, 10 - horse - cannon)
    assert right("recruit-foot", foot, reader)
    assert not right("recruit-foot", foot + 1, reader)


@pytest.mark.parametrize("reader", READERS)
def test_16_24_debt_counts_twice(reader: str) -> None:
    told = facts("debt-points", reader)
    total = told["points"] + told["favour"] - 2 * told["debt"]
    assert right("debt-points", total, reader)
    assert not right("debt-points", total + told["pesos"], reader)


@pytest.mark.parametrize("reader", READERS)
def test_16_25_the_creditors_take_points(reader: str) -> None:
    told = facts("creditors", reader)
    left = max(0, told["points"] - (told["debt"] - told["pesos"]))
    assert right("creditors", left, reader)
    assert not right("creditors", left + 1, reader)


@pytest.mark.parametrize("reader", READERS)
def test_17_11_cannon_do_not_charge(reader: str) -> None:
    rating = facts("charge-modifier", reader)["rating"]
    assert right("charge-modifier", rating, reader)
    assert not right("charge-modifier", rating + 1, reader)


@pytest.mark.parametrize("reader", READERS)
def test_17_22_nine_or_more(reader: str) -> None:
    fails = Fraction(sum(total < 9 for total in sums_of_two()), 36)
    odds = 1 - (fails * fails if case("shock-odds", reader, "mano") == "after" else fails)
    assert right("shock-odds", odds, reader)
    assert not right("shock-odds", 1 - odds, reader)


@pytest.mark.parametrize("reader", READERS)
def test_17_21_who_may_shock(reader: str) -> None:
    assert right("shock-when", "both", reader)
    for wrong in ("no-cannon", "one-horse", "plain-city"):
        assert not right("shock-when", wrong, reader)


@pytest.mark.parametrize("reader", READERS)
def test_18_6_the_least_that_can_be_divided(reader: str) -> None:
    told = facts("division-least", reader)
    foot, horse, cannon = told["units"]
    paid = 3 * (len(told["men"]) - 1) + -(-(foot + cannon) // 4) + -(-horse // 2)
    least = next(gold for gold in range(1, 99) if gold - -(-gold // 5) >= paid)
    assert right("division-least", least, reader)
    assert not right("division-least", least - 1, reader)


@pytest.mark.parametrize("reader", READERS)
def test_20_3_one_or_two_kills(reader: str) -> None:
    units = facts("smallpox-odds", reader)["units"]
    lives, dies = Fraction(2, 3), Fraction(1, 3)
    odds = lives**units if case("smallpox-odds", reader, "case") == "all" else 1 - dies**units
    assert right("smallpox-odds", odds, reader)
    assert not right("smallpox-odds", "1/2", reader)


@pytest.mark.parametrize("reader", READERS)
def test_21_2_doctor_and_bark(reader: str) -> None:
    helped = {"doctor": 1, "medicinal-bark": 2, "doctor-medicinal-bark": 3}[case("malaria-modifier", reader, "with")]
    assert right("malaria-modifier", helped - 1, reader)
    assert not right("malaria-modifier", helped, reader)


@pytest.mark.parametrize("reader", READERS)
def test_22_31_the_last_shall_be_first(reader: str) -> None:
    last, first = case("second-choice", reader, "third"), case("second-choice", reader, "first")
    assert right("second-choice", last, reader)
    assert not right("second-choice", first, reader)


@pytest.mark.parametrize("reader", READERS)
def test_23_33_what_becomes_of_a_drawn_card(reader: str) -> None:
    fates = {"bolas": "face-up", "horse-pits": "face-up", "painted-warriors": "face-up"}
    fates |= {"hostile-chiefs": "applied", "indian-ambush": "discarded", "hidden-treasure": "discarded"}
    fate = fates[facts("solitaire-card", reader)["card"]]
    assert right("solitaire-card", fate, reader)
    assert not right("solitaire-card", "hand", reader)
    assert check("solitaire-card", fate, reader=reader).clause == ("23.34" if fate == "face-up" else "23.33")


@pytest.mark.parametrize("reader", READERS)
def test_2_42_whether_a_turn_goes_on(reader: str) -> None:
    rules, number = rules_of("turn-goes-on", reader), facts("turn-goes-on", reader)["round"]
    ends = int(rules.tables.impulses.columns["ends"][number].value)
    odds = Fraction(sum(total > ends for total in sums_of_two()), 36)
    assert right("turn-goes-on", odds, reader)
    assert not right("turn-goes-on", "1/2", reader)


@pytest.mark.parametrize("reader", READERS)
def test_4_11_at_least_one_of_two(reader: str) -> None:
    rules, level = rules_of("two-tries", reader), facts("two-tries", reader)["level"]
    added = rules.tables.neighbour_modifier(level, case("two-tries", reader, "neighbour"))
    assert added is not None
    found = [rules.tables.discover(level, face + added) in ("city", "empire") for face in range(1, 7)]
    tries = [one or two for one in found for two in found]
    assert right("two-tries", Fraction(sum(tries), 36), reader)
    assert not right("two-tries", Fraction(sum(found), 6), reader)


@pytest.mark.parametrize("reader", READERS)
def test_1_53_before_or_after(reader: str) -> None:
    rules, told = rules_of("mano-when", reader), facts("mano-when", reader)
    boxes = rules.tables.gift.columns["boxes"]
    steps = (told["gold"] - 3) // 3

    def reached(added: int) -> Fraction:
        totals = [min(max(boxes), total + added) for total in sums_of_two()]
        return Fraction(sum(int(boxes[total].value) >= told["least"] for total in totals), 36)

    once = reached(steps)
    better = "before" if reached(steps + 2) > 1 - (1 - once) ** 2 else "after"
    assert right("mano-when", better, reader)
    assert not right("mano-when", {"before": "after", "after": "before"}[better], reader)
