"""What the files of the data are made of, as records with their grades."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from conquistadors.engine.records import record
from conquistadors.packs.values import Grade, Graded, Words


def graded(entry: Mapping[str, Any]) -> Graded:
    """A value of a file: `{ value, grade, source }`."""
    return Graded(entry["value"], entry["grade"], entry["source"])


@record
class Area:
    """4.0  An area with its Information Display."""

    id: str
    code: str
    name: Words
    native: Graded
    attrition: Graded
    double: Graded
    bounds: Mapping[str, Graded]
    """By coast; none for an area without one."""
    hexes: int
    coast: int
    grade: Grade
    source: str


@record
class Person:
    """3.23  Somebody of history: whose they are, in what role, and when."""

    id: str
    name: Words
    nation: str
    role: str
    """explorer, conquistador or privateer."""
    arrives: int
    departs: int
    grade: Grade
    source: str


@record
class Mine:
    """13.1  A Gold Mine."""

    id: str
    name: Words
    hex: str
    grade: Grade
    source: str


@record
class City:
    """13.3  A Treasure City, and what can be looted there in a turn."""

    id: str
    name: Words
    hex: str
    loot: Graded
    grade: Grade
    source: str


@record
class Place:
    """18.2  What can be discovered: where, how, and for how many points."""

    id: str
    name: Words
    by: str
    """any, sea, land, pacific-land, pacific-sea; "start": it is given before play."""
    hexes: frozenset[str]
    points: Graded
    alone: bool
    """21.29  It counts for Spain alone, too."""
    grade: Grade
    source: str


@record
class Line:
    """What is known of somebody or something beside the game, in a line. No rule reads it."""

    text: Words
    grade: Grade
    source: str


@record
class Switch:
    """What a table may rule otherwise: the usual value first."""

    id: str
    values: tuple[str | bool, ...]
    alone: bool
    """It matters to Spain alone."""
    grade: Grade
    source: str
