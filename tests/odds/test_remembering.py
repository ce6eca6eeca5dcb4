"""The same question is answered once."""

from __future__ import annotations

from typing import Any

from conquistadors.odds.remembering import MOST_QUESTIONS, remembered


def test_a_question_is_answered_once_whatever_the_progress_bar() -> None:
    asked: list[Any] = []

    @remembered("progress")
    def answer(number: Any, *, progress: Any = None, how: Any = ()) -> list[Any]:
        asked.append((number, how, progress))
        return [number, how]

    first = answer([1, 2], how={"a": 1}, progress=print)
    assert answer([1, 2], how={"a": 1}) is first
    assert answer((1, 2), how={"a": 1}) is first
    assert answer([1, 2], how={"a": True}) is not first, "True is not 1"
    assert len(asked) == 2


class Unlike:
    """Something that cannot be looked up."""

    __hash__ = None  # type: ignore[assignment]  # on purpose


def test_what_cannot_be_compared_is_answered_anew() -> None:
    asked = []

    @remembered()
    def answer(thing: Any) -> int:
        asked.append(thing)
        return len(asked)

    thing = Unlike()
    assert [answer(thing), answer(thing)] == [1, 2]


def test_the_oldest_question_is_forgotten() -> None:
    asked = []

    @remembered()
    def answer(number: int) -> int:
        asked.append(number)
        return number

    for number in range(MOST_QUESTIONS + 1):
        answer(number)
    answer(MOST_QUESTIONS)
    assert len(asked) == MOST_QUESTIONS + 1
    answer(0)
    assert len(asked) == MOST_QUESTIONS + 2
