"""The printed tables as DataFrames, and as HTML that shows where every value comes from.

What is printed, a game says itself: its sheets (`packs.printed`), the same that `table_view` shows.
"""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

from conquistadors.engine.rules import Rules
from conquistadors.engine.texts import speaking
from conquistadors.games import DEFAULT, pack_of
from conquistadors.packs.complaints import GRADES
from conquistadors.packs.printed import Cell, Sheet

if TYPE_CHECKING:
    import pandas as pd


def sheets(rules: Rules[Any] | None = None, language: str | None = None, *, game: str = DEFAULT) -> dict[str, Sheet]:
    """Every printed table of a game by name; with `rules`, those of their pack."""
    tools = pack_of(game if rules is None else rules.kit)
    with speaking(language) as language:
        return {name: tools.sheet(name, language, rules) for name in tools.tables(rules)}


def frame(sheet: Sheet) -> pd.DataFrame:
    """The values of a table: a row for each total, a column for each column; of a list, each value with its source."""
    from conquistadors.lab.framing import pd

    if sheet.listed:
        named = {line.key: line.cells[0] for line in sheet.lines}
        rows = {key: (cell.value, cell.grade, cell.source) for key, cell in named.items() if cell is not None}
        return pd.DataFrame.from_dict(rows, orient="index", columns=["value", "grade", "source"])
    return _of_cells(sheet, "value")


def grades(sheet: Sheet) -> pd.DataFrame:
    """The grades of a table, cell by cell."""
    return _of_cells(sheet, "grade")


def _of_cells(sheet: Sheet, what: str) -> pd.DataFrame:
    from conquistadors.lab.framing import pd

    found: dict[str, dict[Any, Any]] = {}
    for at, (column, _) in enumerate(sheet.columns):
        cells = {line.key: line.cells[at] for line in sheet.lines}
        found[column] = {key: getattr(cell, what) for key, cell in cells.items() if cell is not None}
    return pd.DataFrame(found)


def frames(
    rules: Rules[Any] | None = None, language: str | None = None, *, game: str = DEFAULT
) -> dict[str, pd.DataFrame]:
    """Every table by name; what is a sentence is in the language."""
    return {name: frame(sheet) for name, sheet in sheets(rules, language, game=game).items()}


def report(rules: Rules[Any] | None = None, *, game: str = DEFAULT) -> pd.DataFrame:
    """How many values of each grade every table has."""
    from conquistadors.lab.framing import pd

    rows = [(name, cell.grade) for name, sheet in sheets(rules, game=game).items() for cell in sheet.cells()]
    counted = pd.DataFrame(rows, columns=["table", "grade"]).value_counts().unstack(fill_value=0)
    return counted.reindex(columns=[grade for grade in GRADES if grade in counted])


def html(sheet: Sheet) -> str:
    """A table as HTML: reconstructed cells in italics, the source of every cell as a tooltip."""
    title = f"{sheet.title} ({sheet.rule})" if sheet.rule else sheet.title
    head = "".join(f"<th>{escape(said)}</th>" for _, said in sheet.columns)
    body = "".join(
        f"<tr><th>{escape(line.head)}</th>{''.join(_cell(cell) for cell in line.cells)}</tr>" for line in sheet.lines
    )
    return f'<table class="cq-printed"><caption>{escape(title)}</caption><tr><th></th>{head}</tr>{body}</table>'


def pages(rules: Rules[Any] | None = None, language: str | None = None, *, game: str = DEFAULT) -> dict[str, str]:
    """Every table as HTML, by name."""
    return {name: html(sheet) for name, sheet in sheets(rules, language, game=game).items()}


def _cell(cell: Cell | None) -> str:
    if cell is None:
        return "<td></td>"
    text = escape(cell.text)
    shown = f"<i>{text}</i>" if cell.grade == "reconstructed" else f"<b>{text}</b>"
    return f'<td title="{escape(cell.grade)}: {escape(cell.source)}">{shown}</td>'
