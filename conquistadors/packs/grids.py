"""A printed table as a typed look-up, every cell with its grade."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from conquistadors.engine.errors import DataError, RuleError, short_repr
from conquistadors.packs.values import Graded, Words

Total = int | str
"""What a row is found by: the modified total of the dice or, in the adjacency chart, the best neighbour."""


class Grid:
    """A table with columns and totals. It is open at both ends: a total beyond them reads the last cell."""

    def __init__(self, entry: Mapping[str, Any], file: str, name: str, *, english: bool = False) -> None:
        """`entry` is the table as the file has it; with `english` the cells of the English text stand in it."""
        self.name = name
        self.file = file
        self._units: tuple[str, str] = tuple(entry.get("units", ("", "")))
        self.rule: str = entry["rule"]
        self.title = Words(**entry["title"])
        first = entry.get("first", 1)
        self.columns: dict[str, dict[Total, Graded]] = {}
        for column, cells in entry["columns"].items():
            numbered: Sequence[tuple[Total, Any]] = (
                list(cells.items()) if isinstance(cells, dict) else list(enumerate(cells, first))
            )
            plain = (entry["grade"], entry["source"])
            self.columns[column] = {total: Graded(value, *plain) for total, value in numbered}
        for better in entry.get("graded", ()):
            cell = self._given(better, file)
            self._set(better, Graded(cell.value, better["grade"], better["source"]))
        if english:
            for other in entry.get("english", ()):
                self._given(other, file)
                self._set(other, Graded(other["value"], other["grade"], other["source"]))

    def _given(self, place: Mapping[str, Any], file: str) -> Graded:
        try:
            return self.columns[place["column"]][place["total"]]
        except KeyError:
            raise DataError(f"{file}: {self.name}: there is no cell {short_repr(dict(place))}") from None

    def _set(self, place: Mapping[str, Any], cell: Graded) -> None:
        self.columns[place["column"]][place["total"]] = cell

    def cell(self, column: str, total: Total) -> Graded:
        """The cell of a column at a total, with its grade."""
        cells = self.columns.get(column)
        if cells is None:
            raise RuleError(f"{self.name} has the columns {', '.join(self.columns)}, not {short_repr(column)}")
        if total in cells:
            return cells[total]
        if isinstance(total, int):
            totals = [number for number in cells if isinstance(number, int)]
            total = max(min(total, totals[-1]), totals[0])
        if total not in cells:
            raise RuleError(f"{self.name} has the rows {', '.join(map(str, cells))}, not {short_repr(total)}")
        return cells[total]

    def explain(self, column: str | int, total: Total) -> str:
        """The cell in words, with its source: "1 loss: example after 6.371"."""
        cell = self.cell(str(column), total)
        value = "nothing" if cell.value == "" else str(cell.value)
        one, many = self._units
        counted = f" {one if value in ('1', '-1') else many}" if one and value.lstrip("-").isdigit() else ""
        return f"{value}{counted}: {_after(cell)}"

    def cells(self) -> Iterator[tuple[str, Total, Graded]]:
        """Every cell: its column, its total, and what stands there."""
        for column, cells in self.columns.items():
            for total, cell in cells.items():
                yield column, total, cell


def _after(cell: Graded) -> str:
    clause, comma, rest = cell.source.partition(",")
    if cell.grade == "example":
        return f"example after {clause.removesuffix('x')}{comma}{rest}"
    return f"{cell.grade}, {cell.source}"
