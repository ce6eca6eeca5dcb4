"""A small table for a notebook: a DataFrame where pandas is there, plain HTML and text everywhere else."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import Any, Final

from conquistadors.engine.platform import has_pandas

Rows = Iterable[Sequence[Any]]
Columns = Mapping[str, Mapping[str, Any]]

CUT: Final = 49
"""Pandas shows so many letters of a cell, and cuts what is longer."""
STYLE: Final = "text-align:right;padding:2px 8px"


def table(content: Rows | Columns, columns: Sequence[str] = (), *, missing: str = "", turned: bool = False) -> Any:
    """Make a table: from rows and the names of their `columns`, or from columns by name, each with its values by row.

    `missing` is shown where a column has no value. `turned` swaps rows and columns. Texts are shown whole: where there
    are long ones, pandas is told not to cut them.
    """
    names, rows = _by_columns(content, missing) if isinstance(content, Mapping) else _by_rows(content, columns)
    if turned:
        labels = [label for label, _ in rows]
        rows = [(name, tuple(cells[place] for _, cells in rows)) for place, name in enumerate(names)]
        names = labels
    if not has_pandas():
        return PlainTable(names, rows)
    import pandas as pd

    index = [label for label, _ in rows] if isinstance(content, Mapping) else None
    texts = (text for label, cells in rows for text in (label, *cells) if isinstance(text, str))
    if any(len(text) > CUT for text in texts):
        pd.options.display.max_colwidth = None
    return pd.DataFrame([cells for _, cells in rows], columns=names, index=index)


def _by_rows(rows: Rows, columns: Sequence[str]) -> tuple[list[str], list[tuple[str, tuple[Any, ...]]]]:
    return list(columns), [("", tuple(row)) for row in rows]


def _by_columns(columns: Columns, missing: str) -> tuple[list[str], list[tuple[str, tuple[Any, ...]]]]:
    labels = list(dict.fromkeys(label for each in columns.values() for label in each))
    return list(columns), [(label, tuple(each.get(label, missing) for each in columns.values())) for label in labels]


class PlainTable:
    """Named columns and rows of values, shown as they are."""

    def __init__(self, columns: Sequence[str], rows: Sequence[tuple[str, tuple[Any, ...]]]) -> None:
        self.columns = [str(name) for name in columns]
        self.rows = [(str(label), tuple(map(str, cells))) for label, cells in rows]

    def __len__(self) -> int:
        return len(self.rows)

    def __getitem__(self, names: Sequence[str]) -> PlainTable:
        """The same rows, of these columns alone."""
        places = [self.columns.index(name) for name in names]
        return PlainTable(names, [(label, tuple(cells[place] for place in places)) for label, cells in self.rows])

    def __repr__(self) -> str:
        lines = [("", *self.columns), *((label, *cells) for label, cells in self.rows)]
        widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
        return "\n".join("  ".join(cell.rjust(wide) for cell, wide in zip(line, widths, strict=True)) for line in lines)

    def _repr_html_(self) -> str:
        named = any(label for label, _ in self.rows)
        head = "".join(f'<th scope="col" style="{STYLE}">{escape(name)}</th>' for name in self.columns)
        rows = []
        for label, cells in self.rows:
            first = f'<th scope="row" style="{STYLE}">{escape(label)}</th>' if named else ""
            values = "".join(f'<td style="{STYLE}">{escape(cell)}</td>' for cell in cells)
            rows.append(f"<tr>{first}{values}</tr>")
        corner = "<th></th>" if named else ""
        return f"<table><thead><tr>{corner}{head}</tr></thead><tbody>{''.join(rows)}</tbody></table>"
