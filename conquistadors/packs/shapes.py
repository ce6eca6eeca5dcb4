"""Whether the files of a pack are built as ours are: all that is needed is there, of its kind and of a sane size.

What the values mean is for the checks of each game; these look only at what the rules could not even read.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any, Final

from conquistadors.engine.errors import DataError, short_repr
from conquistadors.engine.texts import LANGUAGES
from conquistadors.packs.complaints import Complaint
from conquistadors.resources import read_toml_file
from conquistadors.typography import SPACE, THIN

MOST: Final = 9_999
"""No number of a game goes beyond this, up or down: counters are made one by one."""
LONGEST: Final = 5_000
"""No text has more signs."""
_SPACES: Final = {ord(each): " " for each in f"\n{SPACE}{THIN}"}
"""What stands in texts and is no letter."""
KINDS: Final = {int: "a whole number", float: "a number", str: "a text", bool: "true or false", list: "a list"}


class Shape:
    """How ours are built in one place: all values that stand in such a place. What follows from them is found once."""

    def __init__(self, ours: Sequence[Any]) -> None:
        self.kinds = {type(each) for each in ours}
        self.tables: list[dict[str, Any]] = [each for each in ours if isinstance(each, dict)]
        self.rows: list[list[Any]] = [each for each in ours if isinstance(each, list)]
        self._below: dict[str, Shape | None] = {}

    def below(self, key: str) -> Shape | None:
        """What stands under a key of the tables; None where none of them has it."""
        if key not in self._below:
            found = [each[key] for each in self.tables if key in each]
            self._below[key] = Shape(found) if found else None
        return self._below[key]

    @cached_property
    def needed(self) -> set[str]:
        """The keys that all tables have."""
        return set.intersection(*map(set, self.tables)) if self.tables else set()

    @cached_property
    def entries(self) -> Shape:
        """Whatever stands in the tables, under any key."""
        return Shape([entry for each in self.tables for entry in each.values()])

    @cached_property
    def parts(self) -> Shape:
        """Whatever stands in the rows."""
        return Shape([part for each in self.rows for part in each])

    @cached_property
    def by_id(self) -> dict[Any, dict[str, Any]]:
        """The tables that have an id, by it."""
        return {each["id"]: each for each in self.tables if "id" in each}


@lru_cache(maxsize=64)
def _shape_as_of(path: Path, changed: int) -> Shape:  # noqa: ARG001  # a file that has changed is read again
    return Shape([read_toml_file(path)])


def misbuilt(folder: Path, ours: Path, files: Sequence[str], rule: str, *, free: frozenset[str]) -> Iterator[Complaint]:
    """Files that no pack brings, unless they are as ours; what is missing, unknown or of another kind in the others.

    `free` are, by file and place, the tables to which a pack may add entries and in which it need not have all of ours,
    and values that we do not have ourselves.
    """
    for path in sorted(folder.rglob("*.toml")):
        name = path.relative_to(folder).as_posix()
        own = ours / name
        try:
            theirs = read_toml_file(path)
            if name not in files:
                if not own.is_file() or theirs != read_toml_file(own):
                    yield Complaint(name, "file", "is not read: a pack has no file of this name", rule)
                continue
        except DataError as error:
            yield Complaint(name, "file", str(error), rule)
            continue
        found = _unlike(theirs, _shape_as_of(own, own.stat().st_mtime_ns), "", frozenset(_within(free, name)))
        yield from (Complaint(name, place or "file", what, rule) for place, what in found)


def _within(free: frozenset[str], file: str) -> Iterator[str]:
    for each in free:
        of_file, _, place = each.partition(" ")
        if of_file == file:
            yield place


Found = Iterator[tuple[str, str]]
"""Places, with what is wrong there."""


def _unlike(value: Any, ours: Shape, place: str, free: frozenset[str], twin: Any = None) -> Found:
    """What is other than in all of ours that stand in such a place; `twin` is ours of the same id."""
    kind = float if type(value) is int and float in ours.kinds else type(value)
    if kind not in ours.kinds:
        wanted = " or ".join(sorted(KINDS.get(each, "a table") for each in ours.kinds))
        yield place, f"{wanted} is needed, not {short_repr(value)}"
    elif isinstance(value, dict):
        yield from _table(value, ours, place, free, twin)
    elif isinstance(value, list):
        yield from _row(value, ours, place, free)
    elif isinstance(value, str):
        if len(value) > LONGEST or not value.translate(_SPACES).isprintable():
            yield place, f"at most {LONGEST} signs that can be printed, not {short_repr(value)}"
    elif not -MOST <= value <= MOST:
        yield place, f"at most {MOST}, up or down, not {short_repr(value)}"


def _row(row: list[Any], ours: Shape, place: str, free: frozenset[str]) -> Found:
    if not row and all(ours.rows):
        yield place, "is empty"
    if row and not ours.parts.kinds:
        yield place, "is empty in the kit"
        return
    for number, part in enumerate(row, 1):
        own = part.get("id") if isinstance(part, dict) else None
        known = isinstance(own, str)
        where = f"{place} {own}" if known else f"{place} {number}"
        yield from _unlike(part, ours.parts, where, free, ours.parts.by_id.get(own) if known else None)


def _table(table: dict[str, Any], ours: Shape, place: str, free: frozenset[str], twin: Any) -> Found:
    named = ours.entries.kinds == {dict}
    if place not in free:
        for key in sorted(ours.needed - set(table)):
            yield f"{place}.{key}".removeprefix("."), "is missing"
    for key, value in table.items():
        where = f"{place}.{key}".removeprefix(".")
        same = ours.below(key)
        if isinstance(twin, dict) and _is_record(twin.get(key)):
            same = Shape([twin[key]])
        if same is not None:
            yield from _unlike(value, same, where, free)
        elif named and (place in free or not ours.needed):
            yield from _unlike(value, ours.entries, where, free)
        elif where not in free:
            yield where, "there is nothing of this name"


def _is_record(value: object) -> bool:
    """Values that belong to one thing alone, such as the numbers on a card; words are alike everywhere."""
    return isinstance(value, Mapping) and not set(value) <= set(LANGUAGES)
