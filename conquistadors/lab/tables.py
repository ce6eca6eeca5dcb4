"""The printed tables as DataFrames, and as HTML that shows where every value comes from."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape

import pandas as pd

from conquistadors.engine.texts import Texts, speaking, texts_of
from conquistadors.games.conquest.pack.records import Legend, Verdict
from conquistadors.games.conquest.pack.tables import Tables
from conquistadors.packs.grids import Grid
from conquistadors.packs.values import Graded, Words


def frame(grid: Grid) -> pd.DataFrame:
    """A table: a row for each total, a column for each column."""
    values = {column: {total: cell.value for total, cell in cells.items()} for column, cells in grid.columns.items()}
    return pd.DataFrame(values)


def grades(grid: Grid) -> pd.DataFrame:
    """The grades of a table, cell by cell."""
    named = {column: {total: cell.grade for total, cell in cells.items()} for column, cells in grid.columns.items()}
    return pd.DataFrame(named)


def frames(tables: Tables, language: str | None = None) -> dict[str, pd.DataFrame]:
    """Every table by name; the verdicts are in the language."""
    with speaking(language) as language:
        verdicts = [(verdict.start, verdict.text[language]) for verdict in tables.verdicts]
    legends = [
        (legend.id, found.start, found.fate, found.gold, found.points, found.kills)
        for legend in tables.legends.values()
        for found in legend.results
    ]
    return {
        **{grid.name: frame(grid) for grid in tables.grids()},
        "values": _listed(tables.values),
        "costs": _listed(tables.costs),
        "legends": pd.DataFrame(legends, columns=["legend", "from", "fate", "gold", "points", "kills"]),
        "verdicts": pd.DataFrame(verdicts, columns=["from", "verdict"]),
    }


def _listed(values: Mapping[str, Graded]) -> pd.DataFrame:
    rows = {name: (cell.value, cell.grade, cell.source) for name, cell in values.items()}
    return pd.DataFrame.from_dict(rows, orient="index", columns=["value", "grade", "source"])


def report(grids: list[Grid]) -> pd.DataFrame:
    """How many values of each grade every table has."""
    rows = [(grid.name, cell.grade) for grid in grids for _, _, cell in grid.cells()]
    counted = pd.DataFrame(rows, columns=["table", "grade"]).value_counts().unstack(fill_value=0)
    return counted.reindex(columns=["stated", "example", "reconstructed"], fill_value=0)


def html(grid: Grid, language: str | None = None) -> str:
    """A table as HTML: reconstructed cells in italics, the source of every cell as a tooltip."""
    with speaking(language) as language:
        return _html(grid, language)


def _html(grid: Grid, language: str) -> str:
    texts = texts_of(language, "conquest")
    totals = list(dict.fromkeys(total for cells in grid.columns.values() for total in cells))
    rows = [(total, [_cell(cells.get(total), texts) for cells in grid.columns.values()]) for total in totals]
    return _table(f"{grid.title[language]} ({grid.rule})", list(grid.columns), rows, texts)


def pages(tables: Tables, language: str | None = None) -> dict[str, str]:
    """Every table as HTML, by name."""
    with speaking(language) as language:
        return _pages(tables, language)


def _pages(tables: Tables, language: str) -> dict[str, str]:
    texts = texts_of(language, "conquest")
    lists: dict[str, tuple[list[str], list[tuple[object, list[str]]]]] = {
        "values": (["value"], [(name, [_cell(cell, texts)]) for name, cell in tables.values.items()]),
        "costs": (["pesos"], [(name, [_cell(cell, texts)]) for name, cell in tables.costs.items()]),
        "legends": (["from", "found", "gold", "points", "death", "marker"], list(_legend_rows(tables, texts))),
        "verdicts": (["verdict"], [(f"{v.start}+", [_graded(v, v.text, texts)]) for v in tables.verdicts]),
    }
    titled = {name: _table(tables.titles[name][language], *listed, texts) for name, listed in lists.items()}
    return {grid.name: _html(grid, language) for grid in tables.grids()} | titled


def _legend_rows(tables: Tables, texts: Texts) -> Iterator[tuple[object, list[str]]]:
    for legend in tables.legends.values():
        for found in legend.results:
            death = "†" if found.kills else ""
            shown = (found.start, found.text, found.gold or "", found.points or "", death, found.fate)
            yield legend.name, [_graded(legend, value, texts) for value in shown]


def _graded(entry: Legend | Verdict, value: object, texts: Texts) -> str:
    return _cell(Graded(value, entry.grade, entry.source), texts)


def _table(caption: str, columns: Sequence[str], rows: Iterable[tuple[object, Sequence[str]]], texts: Texts) -> str:
    """`rows` hold finished cells; captions and heads are put into words and escaped here."""
    head = "".join(f"<th>{escape(_said(column, texts))}</th>" for column in columns)
    body = "".join(f"<tr><th>{escape(_said(name, texts))}</th>{''.join(cells)}</tr>" for name, cells in rows)
    return f'<table class="cq-printed"><caption>{escape(caption)}</caption><tr><th></th>{head}</tr>{body}</table>'


def _said(value: object, texts: Texts) -> str:
    """A value in words: "calm, choice 1" is a row of words, each with a number or without; sentences are left alone."""
    if isinstance(value, Words):
        return value[texts.language]
    parts = [[texts.word(word, {}) for word in part.split(" ")] for part in str(value).split(", ")]
    return ", ".join(" ".join(words).replace("+ ", "+") for words in parts)


def _cell(cell: Graded | None, texts: Texts) -> str:
    if cell is None:
        return "<td></td>"
    text = escape(_said(cell.value, texts))
    shown = f"<i>{text}</i>" if cell.grade == "reconstructed" else f"<b>{text}</b>"
    return f'<td title="{escape(str(cell.grade))}: {escape(cell.source)}">{shown}</td>'
