"""What people hand to a public function, checked against its annotations: a wrong value gets a sentence that says what
is wanted. How many arguments there are, and their names, is left to Python."""

from __future__ import annotations

import inspect
import types
from collections.abc import Callable, Collection, Iterable, Mapping
from functools import cache, wraps
from numbers import Integral, Real
from pathlib import Path
from typing import Any, Literal, ParamSpec, TypeVar, Union, get_args, get_origin

from conquistadors.engine.errors import ConquistadorsError, SetupError, short_repr
from conquistadors.engine.texts import either, error_text

P = ParamSpec("P")
R = TypeVar("R")


def checks_arguments(function: Callable[P, R]) -> Callable[P, R]:
    """The function, refusing with `SetupError` what does not fit the annotations of its parameters."""
    return refusing(SetupError)(function)


def refusing(error: type[ConquistadorsError]) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """The same with another error, where a function promises another one."""

    def decorate(function: Callable[P, R]) -> Callable[P, R]:
        signature = inspect.signature(function)

        @wraps(function)
        def checked(*args: P.args, **named: P.kwargs) -> R:
            hints = _hints(function)
            for name, given in signature.bind(*args, **named).arguments.items():
                parameter = signature.parameters[name]
                many = parameter.kind is parameter.VAR_POSITIONAL or parameter.kind is parameter.VAR_KEYWORD
                if not many and not fits(given, hints.get(name, Any)):
                    facts = {"wanted": described(hints[name]), "given": short_repr(given)}
                    raise error(error_text("argument.wrong", function=function.__name__, name=name, **facts))
            return function(*args, **named)

        return checked

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
        return any(fits(value, part) for part in parts)
    if origin is Literal:
        return any(type(value) is type(part) and value == part for part in parts)
    if hint is None or hint is type(None):
        return value is None
    if hint is str:
        return isinstance(value, str) and _can_be_written(value)
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


def _can_be_written(text: str) -> bool:
    """Whether a text can be part of a file or of its name."""
    return "\0" not in text and not any("\ud800" <= letter <= "\udfff" for letter in text)


NUMBERS: dict[Any, type] = {bool: bool, int: Integral, float: Real}
"""What stands for a number. Whole numbers of a data frame are whole numbers; True is none."""
NAMED: dict[Any, str] = {
    bool: "bool",
    int: "int",
    float: "float",
    str: "str",
    Path: "path",
    type(None): "none",
    None: "none",
}
"""Plain values by the key of what they are called."""


def described(hint: Any) -> str:
    """What an annotation asks for, in words."""
    origin, parts = get_origin(hint), get_args(hint)
    if origin in (Union, types.UnionType):
        return either(dict.fromkeys(described(part) for part in parts))
    if origin is Literal:
        return either(map(repr, parts))
    if hint in NAMED:
        return error_text(f"argument.{NAMED[hint]}")
    kind = origin or hint
    if isinstance(kind, type) and issubclass(kind, Mapping):
        return error_text("argument.table")
    if isinstance(kind, type) and issubclass(kind, Iterable) and parts:
        return error_text("argument.list", of=described(parts[0]))
    if kind is Callable:
        return error_text("argument.function")
    return error_text("argument.kind", kind=getattr(kind, "__name__", str(kind)))
