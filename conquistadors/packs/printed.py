"""What a game prints, as it is shown in a language: tables with graded cells, cards, and the spaces of maps."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from conquistadors.engine.records import record
from conquistadors.packs.grids import Grid, Total
from conquistadors.packs.values import Graded, Words

# Tables ----------------------------------------------------------------------------------------------------------


@record
class Cell:
    """A value of a table, as it is and as it is said, with its grade and where it comes from."""

    value: Any
    text: str
    grade: str
    source: str


@record
class Line:
    """A row of a table: what it is found by, its head, and its cells."""

    key: Total
    head: str
    cells: tuple[Cell | None, ...]


@record
class Sheet:
    """A table in the reader's language."""

    name: str
    title: str
    rule: str
    columns: tuple[tuple[str, str], ...]
    """The id and the head of each."""
    lines: tuple[Line, ...]
    listed: bool = False
    """It is a list of things with a value each, rather than a table to look up."""
    axes: tuple[str, str] = ("", "")
    """What its rows and its columns are, where their heads do not say it."""
    signs: tuple[tuple[str, str], ...] = ()
    """The signs in its cells with their meaning."""

    def cells(self) -> list[Cell]:
        """All that are there, row by row."""
        return [cell for line in self.lines for cell in line.cells if cell is not None]


Said: TypeAlias = Callable[[Any], str]
"""How a value is put into words."""


def in_words(value: object, language: str, word: Callable[[str], str]) -> str:
    """A value in words: "calm, choice 1" is a row of words, each with a number or without; sentences are left alone."""
    if isinstance(value, Words):
        return value[language]
    parts = [[word(each) for each in part.split(" ")] for part in str(value).split(", ")]
    return ", ".join(" ".join(said).replace("+ ", "+") for said in parts)


def cell_of(graded: Graded | None, said: Said) -> Cell | None:
    """A graded value as a cell; None where there is none."""
    return None if graded is None else Cell(graded.value, said(graded.value), str(graded.grade), graded.source)


def sheet_of(grid: Grid, language: str, said: Said, head: Callable[[str], str], *, is_open: bool = False) -> Sheet:
    """A table that is looked up by its rows and columns; `is_open`: its ends stand for all that is beyond."""
    totals = list(dict.fromkeys(total for cells in grid.columns.values() for total in cells))

    def named(total: Total) -> str:
        if isinstance(total, int) and is_open and len(totals) > 1:
            return f"≤ {total}" if total == totals[0] else f"≥ {total}" if total == totals[-1] else str(total)
        return head(str(total))

    lines = [
        Line(total, named(total), tuple(cell_of(cells.get(total), said) for cells in grid.columns.values()))
        for total in totals
    ]
    columns = tuple((column, head(column)) for column in grid.columns)
    return Sheet(grid.name, grid.title[language], grid.rule, columns, tuple(lines))


# Cards and spaces ------------------------------------------------------------------------------------------------


@record
class Filter:
    """Something by which entries are chosen: what it is called, and its values with their names."""

    key: str
    label: str
    options: tuple[tuple[str, Any], ...]
    whole: bool = True
    """Whether "all" is offered as well, and comes first."""


@record
class Entry:
    """Something that can be filtered and searched for."""

    id: str
    name: str
    traits: Mapping[str, tuple[Any, ...]]
    """By the keys of filters: the values that it is shown for."""
    searched: str
    """The words by which it is found."""
    grade: str
    source: str

    def tells(self, words: str) -> bool:
        """Whether it has all the words that are looked for."""
        on_it = self.searched.casefold()
        return all(word in on_it for word in words.casefold().split())


@record
class CardFace(Entry):
    """A card as it is shown."""

    kind: str
    kind_word: str
    text: str
    history: str
    facts: tuple[str, ...]
    """When it is played and how many there are; or ratings."""
    mark: tuple[str, str] | None = None
    """A short sign on it, and what that means."""


@record
class Gallery:
    """All cards of a game."""

    cards: tuple[CardFace, ...] = ()
    filters: tuple[Filter, ...] = ()


@record
class SpaceRow(Entry):
    """A space of a map as a row of a table."""

    cells: tuple[str, ...]
    """By the heads of the atlas."""
    line: str
    """The row as plain text."""


@record
class Atlas:
    """The maps of a game with their spaces."""

    maps: tuple[tuple[str, str], ...] = ()
    """What each is called, and its id."""
    heads: tuple[str, ...] = ()
    filters: tuple[Filter, ...] = ()
    rows: tuple[tuple[str, tuple[SpaceRow, ...]], ...] = ()
    """By the id of the map."""
