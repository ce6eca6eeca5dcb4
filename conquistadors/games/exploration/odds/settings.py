"""What a roll or a question depends on: values by name, checked, and shown as something that can be set."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from conquistadors.engine import SetupError, record, short_repr
from conquistadors.engine.texts import error_text
from conquistadors.odds.naming import Names
from conquistadors.odds.questions import Setting

YES_OR_NO = (False, True)


@record
class Asked:
    """Something that a roll or question depends on: values that it can have, or a number, and the usual one."""

    key: str
    values: tuple[Any, ...] = ()
    low: int = 0
    high: int = 0
    usual: Any = None

    @property
    def first(self) -> Any:
        """What it has if nobody says."""
        return self.usual if self.usual is not None else self.values[0] if self.values else self.low

    def checked(self, value: Any) -> Any:
        """The value, if it can have it; else `SetupError` says which it can."""
        known = self.values or range(self.low, self.high + 1)
        if not any(type(each) is type(value) and each == value for each in known):
            raise SetupError(error_text("build.unknown", what=self.key, wanted=short_repr(value), known=list(known)))
        return value


def flag(key: str, *, usual: bool = False) -> Asked:
    """Yes or no."""
    return Asked(key, YES_OR_NO, usual=usual)


def given(asks: Iterable[Asked], where: Mapping[str, Any], of: str) -> dict[str, Any]:
    """All values, usual ones where nothing is said; `SetupError` says what `of` does not depend on."""
    known = {each.key: each for each in asks}
    unknown = [key for key in where if key not in known]
    if unknown:
        needed = list(known) or error_text("odds.nothing-else")
        raise SetupError(error_text("odds.roll-needs", roll=of, known=needed, wanted=short_repr(unknown)))
    return {key: each.checked(where.get(key, each.first)) for key, each in known.items()}


def settings_of(asks: Iterable[Asked], names: Names) -> Iterator[Setting]:
    """As what can be set."""
    for asked in asks:
        label = names.setting(asked.key)
        if asked.values == YES_OR_NO:
            yield Setting(asked.key, "check", label, asked.first)
        elif asked.values:
            yield Setting(
                asked.key, "choice", label, asked.first, tuple((_option(asked.key, v, names), v) for v in asked.values)
            )
        else:
            yield Setting(asked.key, "number", label, asked.first, (), asked.low, asked.high)


def _option(key: str, value: str, names: Names) -> str:
    """A value by name: as this is asked for, else as such, else what the game calls it, as a hex."""
    way = next((way for way in (f"way.{key}-{value}", f"way.{value}") if way in names), None)
    if way is not None:
        return names.say(way)
    return names.texts.word(value, {}) if value.isdigit() and names.texts is not None else names.thing(value)
