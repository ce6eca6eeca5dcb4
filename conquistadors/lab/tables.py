"""The printed tables as DataFrames, and as HTML that shows where every value comes from."""

from __future__ import annotations

from html import escape

import pandas as pd

from conquistadors.conquest.pack import Graded
from conquistadors.conquest.tables import Grid


def frame(grid: Grid) -> pd.DataFrame:
    """A table: a row for each total, a column for each column."""
    values = {column: {total: cell.value for total, cell in cells.items()} for column, cells in grid.columns.items()}
    return pd.DataFrame(values)


def grades(grid: Grid) -> pd.DataFrame:
    """The grades of a table, cell by cell."""
    named = {column: {total: cell.grade for total, cell in cells.items()} for column, cells in grid.columns.items()}
    return pd.DataFrame(named)


def report(grids: list[Grid]) -> pd.DataFrame:
    """How many values of each grade every table has."""
    rows = [(grid.name, cell.grade) for grid in grids for _, _, cell in grid.cells()]
    counted = pd.DataFrame(rows, columns=["table", "grade"]).value_counts().unstack(fill_value=0)
    return counted.reindex(columns=["stated", "example", "reconstructed"], fill_value=0)


def html(grid: Grid, language: str = "en") -> str:
    """A table as HTML: reconstructed cells in italics, the source of every cell as a tooltip."""
    columns = list(grid.columns)
    totals = list(dict.fromkeys(total for cells in grid.columns.values() for total in cells))
    head = "".join(f"<th>{escape(column)}</th>" for column in columns)
    rows = "".join(
        f"<tr><th>{escape(str(total))}</th>{''.join(_cell(grid.columns[column].get(total)) for column in columns)}</tr>"
        for total in totals
    )
    title = f"{escape(grid.title[language])} ({escape(grid.rule)})"
    return f'<table class="cq-printed"><caption>{title}</caption><tr><th></th>{head}</tr>{rows}</table>'


def _cell(cell: Graded | None) -> str:
    if cell is None:
        return "<td></td>"
    text = escape(str(cell.value))
    shown = f"<i>{text}</i>" if cell.grade == "reconstructed" else f"<b>{text}</b>"
    return f'<td title="{escape(str(cell.grade))}: {escape(cell.source)}">{shown}</td>'
