"""Records: small immutable values, made by the thousand."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeVar, dataclass_transform

T = TypeVar("T")


@dataclass_transform(frozen_default=True)
def record(cls: type[T]) -> type[T]:
    """A dataclass whose fields are set once.

    Type checkers see it as frozen, and `make test` runs one over every line. At run time it is not: a frozen
    dataclass takes three times as long to make, and the engine makes several records for every answer.
    """
    return dataclass(slots=True, unsafe_hash=True)(cls)


@dataclass_transform(frozen_default=True, kw_only_default=True)
def event_record(cls: type[T]) -> type[T]:
    """A record whose fields are given by name, as events are."""
    return dataclass(slots=True, unsafe_hash=True, kw_only=True)(cls)
