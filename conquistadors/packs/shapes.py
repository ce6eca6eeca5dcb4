"""Whether the files of a pack are built as ours are: all that is needed is there, of its kind and of a sane size.

What the values mean is for the checks of each game; these look only at what the rules could not even read.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import isfinite
from pathlib import Path
from typing import Any, Final

from conquistadors.engine.errors import DataError, short_repr
from conquistadors.engine.texts import LANGUAGES
from conquistadors.packs.complaints import Complaint
from conquistadors.resources import read_toml_file

MOST: Final = 9_999
"""No number of a game goes beyond this, up or down: counters are made one by one."""
LONGEST: Final = 5_000
"""No text has more signs."""
KINDS: Final = {int: "a whole number", float: "a number", str: "a text", bool: "true or false", list: "a list"}


def misbuilt(folder: Path, ours: Path, files: Sequence[str], rule: str, *, free: frozenset[str]) -> Iterator[Complaint]:
    """Files that no pack brings, unless they are as ours; what is missing, unknown or of another kind in the others.

    `free` are, by file and place, the tables to which a pack may add entries and in which it need not have all of ours,
    and values that we do not have ourselves.
    """
    for path in sorted(folder.rglob("*.toml")):
        name = path.relative_to(folder).as_posix()
        try:
            theirs = read_toml_file(path)
            if name not in files:
                if not (ours / name).is_file() or theirs != read_toml_file(ours / name):
                    yield Complaint(name, "file", "is not read: a pack has no file of this name", rule)
                continue
        except DataError as error:
            yield Complaint(name, "file", str(error), rule)
            continue
        found = _unlike(theirs, [read_toml_file(ours / name)], "", frozenset(_within(free, name)))
        yield from (Complaint(name, place or "file", what, rule) for place, what in found)


def _within(free: frozenset[str], file: str) -> Iterator[str]:
    for each in free:
        of_file, _, place = each.partition(" ")
        if of_file == file:
            yield place


Found = Iterator[tuple[str, str]]
"""Places, with what is wrong there."""


def _unlike(value: Any, ours: Sequence[Any], place: str, free: frozenset[str], twin: Any = None) -> Found:
    """What is other than in all of ours that stand in such a place; `twin` is ours of the same id."""
    kinds = {type(each) for each in ours}
    if type(value) is int and float in kinds:
        value = float(value)
    if type(value) not in kinds:
        wanted = " or ".join(sorted(KINDS.get(kind, "a table") for kind in kinds))
        yield place, f"{wanted} is needed, not {short_repr(value)}"
    elif isinstance(value, dict):
        yield from _table(value, [each for each in ours if isinstance(each, dict)], place, free, twin)
    elif isinstance(value, list):
        yield from _row(value, [each for each in ours if isinstance(each, list)], place, free)
    elif isinstance(value, str):
        if len(value) > LONGEST or not value.replace("\n", "").isprintable():
            yield place, f"at most {LONGEST} signs that can be printed, not {short_repr(value)}"
    elif not isfinite(value) or abs(value) > MOST:
        yield place, f"at most {MOST}, up or down, not {short_repr(value)}"


def _row(row: list[Any], ours: list[list[Any]], place: str, free: frozenset[str]) -> Found:
    parts = [part for each in ours for part in each]
    if not row and all(ours):
        yield place, "is empty"
    if row and not parts:
        yield place, "is empty in the kit"
        return
    named = {part["id"]: part for part in parts if isinstance(part, dict) and "id" in part}
    for number, part in enumerate(row, 1):
        own = part.get("id") if isinstance(part, dict) else None
        known = isinstance(own, str)
        where = f"{place} {own}" if known else f"{place} {number}"
        yield from _unlike(part, parts, where, free, named.get(own) if known else None)


def _table(table: dict[str, Any], ours: list[dict[str, Any]], place: str, free: frozenset[str], twin: Any) -> Found:
    entries = [entry for each in ours for entry in each.values()]
    named = bool(entries) and all(isinstance(entry, dict) for entry in entries)
    needed = set.intersection(*map(set, ours)) if ours else set()
    if place not in free:
        for key in sorted(needed - set(table)):
            yield f"{place}.{key}".removeprefix("."), "is missing"
    for key, value in table.items():
        where = f"{place}.{key}".removeprefix(".")
        same = [each[key] for each in ours if key in each]
        if isinstance(twin, dict) and _is_record(twin.get(key)):
            same = [twin[key]]
        if same:
            yield from _unlike(value, same, where, free)
        elif named and (place in free or not needed):
            yield from _unlike(value, entries, where, free)
        elif where not in free:
            yield where, "there is nothing of this name"


def _is_record(value: object) -> bool:
    """Values that belong to one thing alone, such as the numbers on a card; words are alike everywhere."""
    return isinstance(value, Mapping) and not set(value) <= set(LANGUAGES)
