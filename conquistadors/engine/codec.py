"""Plain data to JSON and back, checked against the type hints. Nothing in a document can name or run code."""

from __future__ import annotations

import types
from collections.abc import Callable
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any, Final, Literal, TypeAlias, Union, get_args, get_origin, get_type_hints

from conquistadors.engine.errors import short_repr
from conquistadors.engine.texts import either, error_text

Json: TypeAlias = bool | int | float | str | list["Json"] | dict[str, "Json"] | None

Decoder: TypeAlias = Callable[[Json], Any]
"""Gives the value that a document describes, or raises `Misfit`."""


MAY_BE_MISSING: Final = "may be missing"
"""As metadata of a field with a default: files written by people and saves older than it may leave it out."""
LONGEST_PLACE: Final = 60


class Misfit(ValueError):
    """A document does not fit its type. The place is put together on the way out: `position.hands.red[2]`.

    The complaint is a sentence of `data/common/errors/`, made when somebody reads it: most misfits only say that
    another kind of value has to be tried.
    """

    def __init__(self, key: str, **facts: object) -> None:
        super().__init__(key)
        self._key, self._facts = key, facts
        self.where = ""
        self.others: list[Misfit] = []
        """What else was tried in the same place."""

    @property
    def complaint(self) -> str:
        """What is wrong, without the place."""
        return either([error_text(self._key, **self._facts), *[other.complaint for other in self.others]])

    def inside(self, place: str) -> Misfit:
        self.where = place + self.where
        return self

    def __str__(self) -> str:
        return error_text("document.place", where=self.where.removeprefix("."), complaint=self.complaint)


def encode(value: object) -> Json:
    """Records become objects, tuples become lists, dicts keep their order."""
    if value is None or isinstance(value, (bool, int, str)):
        return value
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return {name: encode(item) for name, item in zip(value._fields, value, strict=True)}
    if isinstance(value, (tuple, list)):
        return [encode(item) for item in value]
    if isinstance(value, dict):
        return {_text_key(k): encode(v) for k, v in value.items()}
    if is_dataclass(value) and not isinstance(value, type):
        return {f.name: encode(getattr(value, f.name)) for f in fields(value)}
    raise TypeError(f"a position cannot hold a {type(value).__name__}: {short_repr(value)}")


def decode(wanted: Any, document: Json, where: str) -> Any:
    """The value of the type `wanted` that the document describes; `Misfit` names the place that does not fit."""
    try:
        return _decoder(wanted)(document)
    except Misfit as misfit:
        raise misfit.inside(where) from None


def decode_fields(record: Any, document: Json, where: str, leave_out: tuple[str, ...]) -> dict[str, Any]:
    """The fields of a record by name, without some that the caller supplies."""
    try:
        hints = {n: hint for n, hint in _hints(record).items() if n not in leave_out}
        return _members(hints, _optional(record))(document)
    except Misfit as misfit:
        raise misfit.inside(where) from None


@cache
def _decoder(wanted: Any) -> Decoder:
    """The decoder of a type, made once."""
    origin, args = get_origin(wanted), get_args(wanted)
    if wanted is Any:
        return lambda document: document
    if origin in (Union, types.UnionType):
        return _union([_decoder(arm) for arm in args])
    if origin is Literal:
        return _literal(args)
    if origin is tuple and len(args) == 2 and args[1] is Ellipsis:
        return _row(_decoder(args[0]))
    if origin is list:
        row = _row(_decoder(args[0]))
        return lambda document: list(row(document))
    if origin is tuple:
        return _fixed([_decoder(arg) for arg in args])
    if origin is dict:
        return _table(_decoder(args[0]), _decoder(args[1]))
    if wanted in _PLAIN:
        return _plain(wanted)
    members = _members(_hints(wanted), _optional(wanted))
    return lambda document: wanted(**members(document))


_PLAIN = {
    int: "document.int",
    float: "document.float",
    str: "document.str",
    bool: "document.bool",
    type(None): "document.null",
}
"""What is said where another type was found: keys of `data/common/errors/`."""


def _plain(wanted: type) -> Decoder:
    def decoded(document: Json) -> Any:
        if type(document) is wanted:
            return document
        if wanted is float and type(document) is int:
            return float(document)
        raise Misfit(_PLAIN[wanted], found=short_repr(document))

    return decoded


def _literal(allowed: tuple[Any, ...]) -> Decoder:
    def decoded(document: Json) -> Any:
        if not any(document == value and type(document) is type(value) for value in allowed):
            raise Misfit("document.one-of", known=str(list(allowed)), found=short_repr(document))
        return document

    return decoded


def _union(arms: list[Decoder]) -> Decoder:
    def decoded(document: Json) -> Any:
        misfits = []
        for arm in arms:
            try:
                return arm(document)
            except Misfit as misfit:
                misfits.append(misfit)
        deepest = max(misfits, key=lambda misfit: len(misfit.where))
        if deepest.where:
            raise deepest
        first, *first.others = misfits
        raise first

    return decoded


def _row(item: Decoder) -> Decoder:
    def decoded(document: Json) -> Any:
        if type(document) is not list:
            raise Misfit("document.list", found=short_repr(document))
        done: list[Any] = []
        try:
            for part in document:
                done.append(item(part))  # noqa: PERF401  # its length tells where a misfit is
        except Misfit as misfit:
            raise misfit.inside(f"[{len(done)}]") from None
        return tuple(done)

    return decoded


def _fixed(items: list[Decoder]) -> Decoder:
    def decoded(document: Json) -> Any:
        if type(document) is not list or len(document) != len(items):
            raise Misfit("document.list-of", count=len(items), found=short_repr(document))
        done: list[Any] = []
        try:
            for item, part in zip(items, document, strict=True):
                done.append(item(part))  # its length tells where a misfit is
        except Misfit as misfit:
            raise misfit.inside(f"[{len(done)}]") from None
        return tuple(done)

    return decoded


def _table(key: Decoder, value: Decoder) -> Decoder:
    def decoded(document: Json) -> Any:
        if type(document) is not dict:
            raise Misfit("document.object", found=short_repr(document))
        done: dict[Any, Any] = {}
        for name, part in document.items():
            try:
                done[key(name)] = value(part)
            except Misfit as misfit:
                raise misfit.inside(f".{_place(name)}") from None
        return done

    return decoded


def _place(name: str) -> str:
    """A name that a document brings, as it can be told."""
    return name if name.isprintable() and len(name) <= LONGEST_PLACE else short_repr(name)


def _members(hints: dict[str, Any], optional: frozenset[str] = frozenset()) -> Callable[[Json], dict[str, Any]]:
    decoders = {name: _decoder(hint) for name, hint in hints.items()}

    def decoded(document: Json) -> dict[str, Any]:
        if type(document) is not dict:
            raise Misfit("document.object", found=short_repr(document))
        odd = sorted((document.keys() ^ decoders.keys()) - (optional - document.keys()))
        if odd:
            raise Misfit("document.fields", names=[short_repr(name) for name in odd[:5]])
        done: dict[str, Any] = {}
        for name, decoder in decoders.items():
            if name not in document:
                continue
            try:
                done[name] = decoder(document[name])
            except Misfit as misfit:
                raise misfit.inside(f".{name}") from None
        return done

    return decoded


def _text_key(key: object) -> str:
    if not isinstance(key, str):
        raise TypeError(f"the keys of a position's dicts are ids, not {key!r}")
    return key


def _optional(record: Any) -> frozenset[str]:
    """The fields that a document may leave out: those with `MAY_BE_MISSING` in their metadata."""
    members = fields(record) if is_dataclass(record) else ()
    return frozenset(member.name for member in members if MAY_BE_MISSING in member.metadata)


@cache
def _hints(record: Any) -> dict[str, Any]:
    if is_dataclass(record):
        hints = get_type_hints(record)
        return {f.name: hints[f.name] for f in fields(record)}
    if isinstance(record, type) and issubclass(record, tuple) and hasattr(record, "_fields"):
        return get_type_hints(record)
    raise TypeError(f"{record!r} is not a type that a position may hold")
