"""The printed tables, every value with its grade: what the rules state, an example fixes, or we made up."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from typing import Any, Final

import ipywidgets as w

from conquistadors.engine.errors import RuleError, SetupError, shown
from conquistadors.engine.records import record
from conquistadors.engine.texts import speaking, told
from conquistadors.games.conquest.odds.supposing import rules_of
from conquistadors.games.conquest.pack.tables import LISTS
from conquistadors.games.conquest.rules.shared import ConquestRules
from conquistadors.packs.grids import Grid
from conquistadors.packs.values import Graded, Words
from conquistadors_widgets.explorers.page import Page
from conquistadors_widgets.result_names import Names
from conquistadors_widgets.words import words

GRADES: Final = ("stated", "example", "reconstructed")
Place = tuple[object, object]
"""A cell by its row and its column."""


@record
class Cell:
    """A cell as it is shown."""

    text: str
    grade: str
    source: str


@record
class Sheet:
    """A table in the reader's language."""

    name: str
    title: str
    rule: str
    columns: tuple[tuple[str, str], ...]
    """The id and the head of each."""
    rows: tuple[tuple[str, str, tuple[Cell | None, ...]], ...]
    """The id, the head and the cells of each."""


def table_names(rules: ConquestRules | None = None) -> list[str]:
    """Every table that can be shown."""
    return [*(grid.name for grid in (rules or rules_of("standard")).tables.grids()), *LISTS]


def sheet(name: str, language: str = "en", rules: ConquestRules | None = None) -> Sheet:
    """A table of the pack by name."""
    game = rules or rules_of("standard")
    if name not in table_names(game):
        raise SetupError(told("face.table", wanted=shown(name), known=table_names(game)))
    names = Names(language, game.texts(language))
    for grid in game.tables.grids():
        if grid.name == name:
            return _of_grid(grid, game, names, language)
    return _of_list(name, game, names, language)


def _of_grid(grid: Grid, game: ConquestRules, names: Names, language: str) -> Sheet:
    totals = list(dict.fromkeys(total for cells in grid.columns.values() for total in cells))
    entry = game.pack.read(grid.file)[grid.name]
    columns = tuple((column, names.thing(column)) for column in grid.columns)
    rows = []
    for total in totals:
        cells = tuple(_cell(each.get(total), names, language) for each in grid.columns.values())
        rows.append((str(total), _head(total, totals, names, is_open="first" in entry), cells))
    return Sheet(grid.name, grid.title[language], grid.rule, columns, tuple(rows))


def _head(total: object, totals: list[Any], names: Names, *, is_open: bool) -> str:
    """The head of a row; a table of dice is open at both ends."""
    if isinstance(total, int) and is_open and len(totals) > 1:
        return f"≤ {total}" if total == totals[0] else f"≥ {total}" if total == totals[-1] else str(total)
    return names.thing(str(total))


def _of_list(name: str, game: ConquestRules, names: Names, language: str) -> Sheet:
    """The tables that are lists: values, costs, legends, verdicts."""
    tables = game.tables
    if name in ("values", "costs"):
        listed: Mapping[str, Graded] = tables.values if name == "values" else tables.costs
        columns = ["value" if name == "values" else "pesos"]
        rows = [(key, names.thing(key), [graded]) for key, graded in listed.items()]
    elif name == "verdicts":
        columns = ["verdict"]
        rows = [(str(v.start), f"≥ {v.start}", [Graded(v.text, v.grade, v.source)]) for v in tables.verdicts]
    else:
        columns = ["from", "found", "gold", "points", "death", "marker"]
        rows = [
            (f"{legend.id}/{r.start}", legend.name[language], [Graded(v, legend.grade, legend.source) for v in shown_])
            for legend in tables.legends.values()
            for r in legend.results
            for shown_ in [(r.start, r.text, r.gold or "", r.points or "", "†" if r.kills else "", r.fate)]
        ]
    heads = tuple((column, names.thing(column)) for column in columns)
    made = tuple((key, head, tuple(_cell(cell, names, language) for cell in cells)) for key, head, cells in rows)
    rule = str(game.pack.read(f"tables/{LISTS[name]}.toml")[name].get("rule", ""))
    return Sheet(name, tables.titles[name][language], rule, heads, made)


def _cell(graded: Graded | None, names: Names, language: str) -> Cell | None:
    if graded is None:
        return None
    return Cell(_said(graded.value, names, language), str(graded.grade), graded.source)


def _said(value: object, names: Names, language: str) -> str:
    """A value in words: "calm, choice 1" is a row of words, each with a number or without."""
    if isinstance(value, Words):
        return value[language]
    parts = [
        [word if word == "M" else names.thing(word) for word in part.split(" ")] for part in str(value).split(", ")
    ]
    return ", ".join(" ".join(said).replace("+ ", "+") for said in parts)


def found(table: Sheet, highlight: Place | None, rules: ConquestRules | None = None) -> tuple[str, str] | None:
    """The row and the column that are meant: totals beyond the ends read the last row, a force its column."""
    if highlight is None:
        return None
    row, column = (str(each) for each in highlight)
    game = rules or rules_of("standard")
    if table.name == "combat" and column.isdigit():
        column = game.tables.combat_column(int(column)) or column
    rows = [key for key, _, _ in table.rows]
    numbers = [int(key) for key in rows if key.lstrip("-").isdigit()]
    if row not in rows and row.lstrip("-").isdigit() and len(numbers) == len(rows):
        row = str(min(max(int(row), min(numbers)), max(numbers)))
    columns = [key for key, _ in table.columns]
    if row not in rows or column not in columns:
        raise RuleError(
            f"{table.name} has the rows {', '.join(rows)} and the columns {', '.join(columns)}, not {shown(highlight)}"
        )
    return row, column


# As HTML and as text ---------------------------------------------------------------------------------------------


def sheet_html(table: Sheet, language: str = "en", highlight: tuple[str, str] | None = None) -> str:
    """The table with its grades: what is ours in italics, the source as a tooltip and in a footnote."""
    say = words(language).say
    notes = _notes(table)
    head = "".join(f'<th scope="col"{_marked(highlight, 1, key)}>{escape(said)}</th>' for key, said in table.columns)
    body = []
    for key, said, cells in table.rows:
        places = zip(table.columns, cells, strict=True)
        shown_ = "".join(_cell_html(cell, notes, (key, column) == highlight) for (column, _), cell in places)
        body.append(f'<tr><th scope="row"{_marked(highlight, 0, key)}>{escape(said)}</th>{shown_}</tr>')
    rule = f" <small>({escape(table.rule)})</small>" if table.rule else ""
    grades = [
        f'<span class="cq-explorers-{grade}">{escape(say(f"explorers.grade.{grade}"))}</span>'
        for grade in GRADES
        if any(grade == given for given, _ in notes)
    ]
    listed = "".join(
        f'<li value="{number}"><b>{escape(say(f"explorers.grade.{grade}"))}</b>: {escape(source)}</li>'
        for (grade, source), number in notes.items()
    )
    caption = f"<caption>{escape(table.title)}{rule}</caption>"
    sheet_ = f"{caption}<thead><tr><td></td>{head}</tr></thead><tbody>{''.join(body)}</tbody>"
    return (
        f'<div class="cq-explorers-scroll" tabindex="0"><table class="cq-explorers-sheet">{sheet_}</table></div>'
        f'<p class="cq-explorers-legend">{" · ".join(grades)}</p><ol class="cq-explorers-notes">{listed}</ol>'
    )


def _notes(table: Sheet) -> dict[tuple[str, str], int]:
    """The footnotes: every grade and source that the table has, numbered; what is ours comes last."""
    cells = [cell for _, _, row in table.rows for cell in row if cell is not None]
    found_ = dict.fromkeys((cell.grade, cell.source) for cell in cells)
    ordered = sorted(found_, key=lambda note: GRADES.index(note[0]))
    return {note: number for number, note in enumerate(ordered, 1)}


def _marked(highlight: tuple[str, str] | None, at: int, key: str) -> str:
    return ' class="cq-explorers-lit"' if highlight is not None and highlight[at] == key else ""


def _cell_html(cell: Cell | None, notes: Mapping[tuple[str, str], int], here: bool) -> str:
    if cell is None:
        return "<td></td>"
    number = notes[cell.grade, cell.source]
    mark = f"<sup>{number}</sup>" if cell.grade != "reconstructed" else ""
    lit = ' cq-explorers-here" aria-current="true' if here else ""
    told = escape(f"{cell.grade}: {cell.source}")
    return f'<td class="cq-explorers-{escape(cell.grade)}{lit}" title="{told}">{escape(cell.text) or "·"}{mark}</td>'


def sheet_text(table: Sheet, highlight: tuple[str, str] | None = None) -> str:
    """The table as plain text; the highlighted cell in brackets, what is ours with a tilde."""
    heads = ["", *[said for _, said in table.columns]]
    lines = [heads]
    for key, said, cells in table.rows:
        places = zip(table.columns, cells, strict=True)
        lines.append([said, *[_plain(cell, (key, column) == highlight) for (column, _), cell in places]])
    widths = [max(len(line[at]) for line in lines) for at in range(len(heads))]
    rows = [
        "  ".join(part.rjust(width) if width < 20 else part for part, width in zip(line, widths, strict=True))
        for line in lines
    ]
    title = f"{table.title} ({table.rule})" if table.rule else table.title
    return "\n".join([title, *[row.rstrip() for row in rows]])


def _plain(cell: Cell | None, here: bool) -> str:
    if cell is None:
        return ""
    text = f"{cell.text or '.'}{'~' if cell.grade == 'reconstructed' else ''}"
    return f"[{text}]" if here else text


class TableView(Page):
    """A printed table."""

    def __init__(
        self,
        name: str,
        highlight: Place | None = None,
        language: str = "en",
        *,
        rules: ConquestRules | None = None,
        large: bool = False,
    ) -> None:
        self._rules = rules
        self._language = language
        self._html = w.HTML()
        super().__init__("", [self._html], large=large)
        self.show(name, highlight)

    def show(self, name: str, highlight: Place | None = None) -> None:
        """Another table, or another cell of it."""
        with speaking(self._language):
            self.sheet = sheet(name, self._language, self._rules)
        self.highlight = found(self.sheet, highlight, self._rules)
        self._html.value = sheet_html(self.sheet, self._language, self.highlight)

    def text(self) -> str:
        return sheet_text(self.sheet, self.highlight)


def table_view(
    name: str,
    highlight: Place | None = None,
    language: str | None = None,
    *,
    rules: ConquestRules | None = None,
    large: bool = False,
) -> TableView:
    """A table by name: "combat", "discovery", "diplomacy" ...; `highlight` is the row and the column of a cell."""
    with speaking(language) as language:
        return TableView(name, highlight, language, rules=rules, large=large)
