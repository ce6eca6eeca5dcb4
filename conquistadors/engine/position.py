"""The position: what is on the table, as plain data."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field, fields, is_dataclass
from operator import attrgetter
from typing import Any, ClassVar, Final, NamedTuple, ParamSpec, Self

from conquistadors.engine.codec import Json, decode_fields, encode
from conquistadors.engine.errors import short_repr
from conquistadors.engine.events import Event, Modifier
from conquistadors.engine.piles import Pile
from conquistadors.engine.records import record, written_copier
from conquistadors.engine.requests import Seat
from conquistadors.engine.texts import error_text

Sink = Callable[[Event], None]
P = ParamSpec("P")


@record
class Rolling:
    """A roll under way: what was thrown so far. Kept in the position because a re-roll may be asked for."""

    roll: str
    who: Seat
    modifiers: tuple[Modifier, ...]
    natural: int | None = None


@record
class Reacting:
    """A window under way: on what occasion, who is asked, and how many have passed in a row."""

    occasion: str
    seat: Seat
    passed: int


class _Layout(NamedTuple):
    """How the positions of a class are copied and compared. Neither touches `__dict__`: that would slow them down."""

    copy: Callable[[Any], Any]
    state: Callable[[Any], tuple[Any, ...]]
    """The values of all fields but `rules` and `sink`."""


_LAYOUTS: dict[type, _Layout] = {}


def _layout(cls: type[Position]) -> _Layout:
    known = _LAYOUTS.get(cls)
    if known is not None:
        return known
    names = [f.name for f in fields(cls)]
    values = {name: f"old.{name}.copy()" if name in cls._dicts else f"old.{name}" for name in names} | {"sink": "None"}
    state = attrgetter(*[name for name in names if name not in ("rules", "sink")])
    layout = _LAYOUTS[cls] = _Layout(written_copier(cls, values), state)
    return layout


@dataclass(eq=False, kw_only=True)
class Position:
    """A few flat dicts of immutable records, and plain values. A game adds its own fields in a subclass.

    Records are replaced and never changed in place, pieces refer to each other by id: so a copy is shallow, and
    an old copy never changes. Whatever outlives a request is in here; a procedure's locals can be recomputed.
    """

    rules: Any = field(repr=False)
    """The `Rules` in force, the same object for all copies; a game narrows the type. Not part of the key."""
    sink: Sink | None = field(default=None, repr=False)
    """Where events go. Not part of the key, and a copy has none."""
    rolling: tuple[Rolling, ...] = ()
    reacting: tuple[Reacting, ...] = ()

    under_way: ClassVar[bool] = False
    """Set on a position that was taken in the middle of a step: no game can begin from it."""
    _dicts: ClassVar[tuple[str, ...]] = ()
    """The fields that are dicts: the only ones that a copy has to copy."""

    def __init_subclass__(cls) -> None:
        # annotations of this class alone; those of its bases are in _dicts already
        own = [name for name, hint in cls.__annotations__.items() if str(hint).startswith("dict[")]
        cls._dicts = (*cls._dicts, *own)

    def copy(self) -> Self:
        new: Self = _layout(type(self)).copy(self)
        return new

    def key(self) -> Hashable:
        """Equal for equal positions, whatever the order in which they were reached."""
        state = _layout(type(self)).state(self)
        return tuple([frozenset(v.items()) if type(v) is dict else v for v in state])

    def differences(self, base: Position) -> Hashable:
        """In what it differs from another one of its class: as good as `key()` among those that are compared with it.

        What has not changed is the same object in both, so this looks at little.
        """
        state = _layout(type(self)).state
        found: list[Hashable] = []
        for number, (new, old) in enumerate(zip(state(self), state(base), strict=True)):
            if new is old or new == old:
                continue
            if type(new) is dict:
                gone = [name for name in old if name not in new]
                found.append((number, frozenset([item for item in new.items() if old.get(item[0]) != item[1]]), *gone))
            else:
                found.append((number, new))
        return tuple(found)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position) or type(self) is not type(other):
            return NotImplemented
        state = _layout(type(self)).state
        return bool(state(self) == state(other))

    __hash__ = None  # type: ignore[assignment]  # a position changes; hash its key() instead

    def report(self, event: Callable[P, Event], /, *args: P.args, **kwargs: P.kwargs) -> None:
        """Report an event. It is made only if somebody listens, so that odds and bots do not pay for it."""
        if self.sink is not None:
            self.sink(event(*args, **kwargs))

    def to_json(self) -> dict[str, Json]:
        return {f.name: encode(getattr(self, f.name)) for f in self._saved()}

    @classmethod
    def from_json(cls, document: Json, rules: object) -> Self:
        """The position of a JSON document; `ValueError` says where the document is wrong."""
        values = decode_fields(cls, document, "position", leave_out=("rules", "sink"))
        return cls(rules=rules, **values)

    @classmethod
    def _saved(cls) -> list[Any]:
        return [f for f in fields(cls) if f.name not in ("rules", "sink")]


LONGEST_TEXT: Final = 200
LONGEST_ROW: Final = 1000


def check_plain(pos: Position, most: int) -> None:
    """`ValueError` if a number, a text or a row in the position is beyond all measure, or a pile is none."""
    for name, value in zip([f.name for f in pos._saved()], _layout(type(pos)).state(pos), strict=True):
        _check_plain(value, most, name)


def _check_plain(value: object, most: int, where: str) -> None:
    if isinstance(value, Pile):
        value.check()
    if type(value) is int:
        if abs(value) > most:
            raise ValueError(error_text("never.number", where=where, most=most, found=short_repr(value)))
    elif isinstance(value, str):
        if len(value) > LONGEST_TEXT or not value.isprintable():
            raise ValueError(error_text("never.text", where=where, found=short_repr(value)))
    elif isinstance(value, (tuple, list)):
        if len(value) > LONGEST_ROW:
            raise ValueError(error_text("never.row", where=where, most=LONGEST_ROW, found=len(value)))
        for part in value:
            _check_plain(part, most, where)
    elif isinstance(value, dict):
        for key, part in value.items():
            _check_plain(key, most, where)
            _check_plain(part, most, where)
    elif is_dataclass(value):
        for f in fields(value):
            _check_plain(getattr(value, f.name), most, f"{where}.{f.name}")
