"""Small questions: what is asked, what is not, and what comes back."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, TypeVar

import pytest

from conquistadors.engine import (
    Bar,
    Choice,
    Option,
    Procedure,
    RuleError,
    amount,
    amounts,
    offer,
    option,
    options_of,
    pick,
)

T = TypeVar("T")


def answered(asking: Procedure[T], answer: str | None = None) -> T:
    """What a procedure returns: without an answer it may not ask, with one it asks just once, and it is legal."""
    try:
        asked: Any = next(asking)
    except StopIteration as end:
        assert answer is None, "nothing was asked"
        result: T = end.value
        return result
    assert isinstance(asked, Choice)
    assert answer is not None, f"{asked.kind} was asked"
    chosen = next(each for each in asked.legal() if each.id == answer)
    with pytest.raises(StopIteration) as ended:
        asking.send(chosen)
    returned: T = ended.value.value
    return returned


def test_one_of_some_things() -> None:
    assert answered(pick("red", "man", "1.0", ["ana", "rui"]), "take rui") == "rui"
    assert answered(pick("red", "man", "1.0", ["ana", "rui"], passes=True), "pass") is None


def test_a_single_thing_that_has_to_be_taken_is_not_asked_for_unless_it_must_stay_unknown() -> None:
    assert answered(pick("red", "man", "1.0", ["ana"])) == "ana"
    assert answered(pick("red", "man", "1.0", ["ana"], always=True), "take ana") == "ana"
    assert answered(pick("red", "man", "1.0", ["ana"], passes=True), "take ana") == "ana"


@pytest.mark.parametrize("how", [{}, {"passes": True}, {"always": True}])
def test_of_nothing_nothing_is_asked(how: dict[str, Any]) -> None:
    assert answered(pick("red", "man", "1.0", [], **how)) is None


def test_a_number_between_two_bounds() -> None:
    assert answered(amount("red", "gold", "1.0", 2, 4), "amount 3") == 3
    assert answered(amount("red", "gold", "1.0", 2, 2)) == 2
    assert answered(amount("red", "gold", "1.0", 2, 2, always=True), "amount 2") == 2
    assert answered(amount("red", "gold", "1.0", 0, -1)) == 0
    assert [each.id for each in amounts(0, 2)] == ["amount 0", "amount 1", "amount 2"]


def test_what_is_not_offered_is_forbidden_and_the_offer_is_made_when_somebody_looks() -> None:
    made = []

    def make() -> tuple[Option, ...]:
        made.append(True)
        return options_of("take", ("ana", "rui"))

    choice = offer("red", "man", "1.2", make, facts=(("place", "here"),))
    assert not made
    assert choice.legal() == [option("take", "ana"), option("take", "rui")]
    refusal = choice.why_not("take eva")
    assert refusal is not None
    assert (refusal.rule, refusal.bar.reason) == ("1.2", "not-offered")
    assert len(made) == 1


def test_what_is_offered_is_allowed_without_being_judged_and_who_looks_for_refusals_judges_it_all_the_same() -> None:
    choice = offer("red", "man", "1.2", lambda: options_of("take", ("ana", "rui")), passes=True)
    assert choice.all_allowed
    assert choice.judged() == (choice.legal(), ())
    assert choice.refused() == ()
    wrong = replace(choice, forbids=lambda tried: Bar("1.3", "ill") if tried.subject == "rui" else None)
    assert [each.id for each in wrong.legal()] == ["take ana", "take rui", "pass"]
    with pytest.raises(RuleError, match=r"man \(1\.2\), and 1\.3 forbids"):
        wrong.refused()
