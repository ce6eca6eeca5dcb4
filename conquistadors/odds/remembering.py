"""Results that are remembered: the same question is answered once."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping, Sequence
from functools import wraps
from typing import Any, Final, ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")

MOST_QUESTIONS: Final = 128
"""So many questions are remembered; the one that was asked longest ago is forgotten first."""


def remembered(*apart: str) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """Let a function remember its results by what it was asked, but for the named arguments: a progress bar."""

    def remembering(function: Callable[P, T]) -> Callable[P, T]:
        known: OrderedDict[Hashable, T] = OrderedDict()

        @wraps(function)
        def asked(*args: P.args, **kwargs: P.kwargs) -> T:
            try:
                question = (frozen(args), frozen({name: each for name, each in kwargs.items() if name not in apart}))
                hash(question)
            except TypeError:  # something in it cannot be compared: it is answered anew
                return function(*args, **kwargs)
            if question in known:
                known.move_to_end(question)
                return known[question]
            answer = known[question] = function(*args, **kwargs)
            if len(known) > MOST_QUESTIONS:
                known.popitem(last=False)
            return answer

        return asked

    return remembering


def frozen(value: Any) -> Hashable:
    """A value as one that can be compared and looked up: lists and mappings by what is in them."""
    if isinstance(value, Mapping):
        return frozenset((name, frozen(each)) for name, each in value.items())
    if isinstance(value, Sequence) and not isinstance(value, str):
        return tuple(frozen(each) for each in value)
    if isinstance(value, set | frozenset):
        return frozenset(value)
    if type(value) in (bool, int):
        return (type(value), value)  # True is not 1
    hash(value)
    key: Hashable = value
    return key
