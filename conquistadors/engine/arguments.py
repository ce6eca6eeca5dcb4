"""What people hand to a public function, checked against its annotations: a wrong value gets a sentence that says what
is wanted. How many arguments there are, and their names, is left to Python."""

from __future__ import annotations

import inspect
import types
from collections.abc import Callable, Collection, Iterable, Mapping
from functools import cache, wraps
from numbers import Integral, Real
from pathlib import Path
from typing import Any, Final, Literal, ParamSpec, TypeVar, Union, get_args, get_origin

from conquistadors.engine.errors import SetupError, short_repr
from conquistadors.engine.texts import either, error_text

P = ParamSpec("P")
R = TypeVar("R")


SPOKEN: Final = "language"
"""Whoever speaks it checks it, with the languages that there are."""


def checks_arguments(*own: str, only: Collection[str] | None = None) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """The function, refusing with `SetupError` what does not fit the annotations of its parameters.

    `own` are those that the function checks itself, because it can say more of them; with `only` all but these are.
    """

    def decorate(function: Callable[P, R]) -> Callable[P, R]:
        signature = inspect.signature(function)
        single = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)
        parts = [each.name for each in signature.parameters.values() if each.kind in single]
        checked = [name for name in only or parts if name not in (SPOKEN, *own)]

        @wraps(function)
        def checking(*args: P.args, **named: P.kwargs) -> R:
            hints, given = _hints(function), signature.bind(*args, **named).arguments
            for name in checked:
                if name in given and not fits(given[name], hints.get(name, Any)):
                    facts = {"wanted": described(hints[name]), "given": short_repr(given[name])}
                    raise SetupError(error_text("argument.wrong", function=function.__name__, name=name, **facts))
            return function(*args, **named)

        return checking

    return decorate


@cache
def _hints(function: Callable[..., object]) -> dict[str, Any]:
    """The annotations, each by itself: a name that only type checkers know leaves its parameter unchecked."""
    found: dict[str, Any] = {}
    for name, hint in inspect.get_annotations(function).items():
        try:
            found[name] = eval(hint, function.__globals__) if isinstance(hint, str) else hint
        except NameError:
            continue
    return found


def fits(value: object, hint: Any) -> bool:
    """Whether a value is what an annotation asks for. What cannot be told from outside fits."""
    origin, parts = get_origin(hint), get_args(hint)
    if origin in (Union, types.UnionType):
        if Path in parts and isinstance(value, str) and "\0" in value:
            return False
        return any(fits(value, part) for part in parts)
    if origin is Literal:
        return any(type(value) is type(part) and value == part for part in parts)
    if hint is None or hint is type(None):
        return value is None
    if hint is str:
        return isinstance(value, str) and can_be_written(value)
    if hint in NUMBERS:
        return isinstance(value, NUMBERS[hint]) and (hint is bool or not isinstance(value, bool))
    kind = origin or hint
    if kind is Any or not isinstance(kind, type):
        return True
    if getattr(kind, "_is_protocol", False):
        return all(hasattr(value, name) for name in vars(kind) if not name.startswith("_"))
    if issubclass(kind, Iterable) and isinstance(value, str | bytes):
        return False
    return isinstance(value, kind) and _holds(value, kind, parts)


def _holds(value: object, kind: type, parts: tuple[Any, ...]) -> bool:
    """Whether what a list or a table holds fits as well."""
    if issubclass(kind, Mapping) and len(parts) == 2:
        return isinstance(value, Mapping) and all(fits(k, parts[0]) and fits(v, parts[1]) for k, v in value.items())
    if issubclass(kind, tuple) and parts and parts[-1] is not ...:
        return isinstance(value, tuple) and len(value) == len(parts) and all(map(fits, value, parts))
    if issubclass(kind, Iterable) and parts and isinstance(value, Collection):
        return all(fits(each, parts[0]) for each in value)
    return True


def can_be_written(text: str) -> bool:
    """Whether a text can be part of a file: half a character cannot."""
    return not any("\ud800" <= letter <= "\udfff" for letter in text)


NUMBERS: Final[dict[Any, type]] = {bool: bool, int: Integral, float: Real}
"""What stands for a number. Whole numbers of a data frame are whole numbers; True is none."""
NAMED: Final[dict[Any, str]] = {
    bool: "argument.bool",
    int: "argument.int",
    float: "argument.float",
    str: "argument.str",
    Path: "argument.path",
}
"""Plain values by the key of what they are called."""


def described(hint: Any) -> str:
    """What an annotation asks for, in words."""
    origin, parts = get_origin(hint), get_args(hint)
    if origin in (Union, types.UnionType):
        return either(dict.fromkeys(described(part) for part in parts))
    if origin is Literal:
        return either(map(repr, parts))
    if hint is None or hint is type(None):
        return "None"
    if hint in NAMED:
        return error_text(NAMED[hint])
    kind = origin or hint
    if isinstance(kind, type) and issubclass(kind, Mapping):
        return error_text("argument.table")
    if isinstance(kind, type) and issubclass(kind, Iterable) and parts:
        return error_text("argument.list", of=described(parts[0]))
    if kind is Callable:
        return error_text("argument.function")
    return error_text("argument.kind", kind=getattr(kind, "__name__", str(kind)))
