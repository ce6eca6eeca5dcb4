"""The printed tables, every value with its grade: what the rules state, an example fixes, or we made up."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import ipywidgets as w
from markupsafe import Markup

from conquistadors.engine.arguments import checks_arguments
from conquistadors.engine.errors import RuleError, short_repr
from conquistadors.engine.rules import Rules
from conquistadors.engine.texts import speaking
from conquistadors.games import DEFAULT
from conquistadors.packs.complaints import GRADES
from conquistadors.packs.printed import Cell, Sheet
from conquistadors_widgets.explorers.page import Page, tools_of
from conquistadors_widgets.html import html
from conquistadors_widgets.words import words

Place = tuple[object, object]
"""A cell by its row and its column."""
ORDER: Final[Mapping[str, int]] = {grade: place for place, grade in enumerate(GRADES)}
"""What is ours comes last."""


def table_names(rules: Rules[Any] | None = None, game: str = DEFAULT) -> tuple[str, ...]:
    """Every table that can be shown."""
    return tools_of(game, rules).tables(rules)


def found(table: Sheet, row: str, column: str) -> tuple[str, str]:
    """The row and the column that are meant: totals beyond the ends read the last row."""
    rows = [str(line.key) for line in table.lines]
    numbers = [int(key) for key in rows if key.lstrip("-").isdigit()]
    wanted = (row, column)
    if row not in rows and row.lstrip("-").isdigit() and len(numbers) == len(rows):
        row = str(min(max(int(row), min(numbers)), max(numbers)))
    columns = [key for key, _ in table.columns]
    if row not in rows or column not in columns:
        raise RuleError(
            f"{table.name} has the rows {', '.join(rows)} and the columns {', '.join(columns)}, "
            f"not {short_repr(wanted)}"
        )
    return row, column


# As HTML and as text ---------------------------------------------------------------------------------------------


SHEET: Final = """<div class="cq-explorers-scroll" tabindex="0"><table class="cq-explorers-sheet">
<caption><span role="heading" aria-level="4">{{ table.title }}</span>
{%- if table.rule %} <small>({{ table.rule }})</small>{% endif %}</caption>
<thead>{% if table.axes[1] %}<tr><td></td><th scope="colgroup" colspan="{{ table.columns | length }}"
 class="cq-explorers-axis">{{ table.axes[1] }} &rarr;</th></tr>{% endif %}
<tr>{% if table.axes[0] %}<th scope="col" class="cq-explorers-axis">{{ table.axes[0] }} &darr;</th>
{%- else %}<td></td>{% endif %}
{% for key, said in table.columns %}<th scope="col"{{ lit(1, key) }}>{{ said }}</th>{% endfor %}</tr></thead>
<tbody>{% for head, key, cells in rows %}<tr><th scope="row"{{ lit(0, key) }}>{{ head }}</th>
{% for cell, number, here in cells %}{% if cell is none %}<td></td>{% else -%}
<td class="cq-explorers-{{ cell.grade }}{{ here }} title="{{ cell.grade }}: {{ cell.source }}">{{ cell.text or "·" }}
{%- if cell.grade != "reconstructed" %}<sup>{{ number }}</sup>{% endif %}</td>{% endif %}{% endfor %}</tr>{% endfor %}
</tbody></table></div>
{% if table.signs %}<p class="cq-explorers-legend">
{%- for sign, meaning in table.signs %}<b>{{ sign }}</b>: {{ meaning }} {% endfor %}</p>{% endif %}
<p class="cq-explorers-legend">{% for grade, said in grades %}{% if not loop.first %} · {% endif -%}
<span class="cq-explorers-{{ grade }}">{{ said }}</span>{% endfor %}</p>
<ol class="cq-explorers-notes">{% for number, said, source in notes -%}
<li value="{{ number }}"><b>{{ said }}</b>: {{ source }}</li>{% endfor %}</ol>"""


HERE: Final = (Markup('"'), Markup(' cq-explorers-here" aria-current="true"'))
"""How the class of a cell ends: of any, and of the one that is pointed out."""


def sheet_html(table: Sheet, language: str = "en", highlight: tuple[str, str] | None = None) -> str:
    """The table with its grades: what is ours in italics, the source as a tooltip and in a footnote."""
    say, notes = words(language).say, _notes(table)
    rows = []
    for line in table.lines:
        places = zip(table.columns, line.cells, strict=True)
        cells = [
            (cell, 0 if cell is None else notes[cell.grade, cell.source], HERE[(str(line.key), column) == highlight])
            for (column, _), cell in places
        ]
        rows.append((line.head, str(line.key), cells))

    def lit(at: int, key: str) -> Markup:
        return Markup(' class="cq-explorers-lit"') if highlight is not None and highlight[at] == key else Markup()

    given = {grade for grade, _ in notes}
    return html(
        SHEET,
        table=table,
        rows=rows,
        lit=lit,
        grades=[(grade, say(f"explorers.grade.{grade}")) for grade in GRADES if grade in given],
        notes=[(number, say(f"explorers.grade.{grade}"), source) for (grade, source), number in notes.items()],
    )


def _notes(table: Sheet) -> dict[tuple[str, str], int]:
    """The footnotes: every grade and source that the table has, numbered; what is ours comes last."""
    found_ = dict.fromkeys((cell.grade, cell.source) for cell in table.cells())
    ordered = sorted(found_, key=lambda note: ORDER[note[0]])
    return {note: number for number, note in enumerate(ordered, 1)}


def sheet_text(table: Sheet, highlight: tuple[str, str] | None = None) -> str:
    """The table as plain text; the highlighted cell in brackets, what is ours with a tilde."""
    heads = ["", *[said for _, said in table.columns]]
    lines = [heads]
    for line in table.lines:
        key, places = str(line.key), zip(table.columns, line.cells, strict=True)
        lines.append([line.head, *[_plain(cell, (key, column) == highlight) for (column, _), cell in places]])
    widths = [max(len(parts[at]) for parts in lines) for at in range(len(heads))]
    rows = [
        "  ".join(part.rjust(width) if width < 20 else part for part, width in zip(parts, widths, strict=True))
        for parts in lines
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
        rules: Rules[Any] | None = None,
        game: str = DEFAULT,
        large: bool = False,
    ) -> None:
        self._rules = rules
        self._tools = tools_of(game, rules)
        self._language = language
        self._html = w.HTML()
        super().__init__("", [self._html], large=large)
        self.show(name, highlight)

    def show(self, name: str, highlight: Place | None = None) -> None:
        """Another table, or another cell of it."""
        with speaking(self._language):
            self.sheet = self._tools.sheet(name, self._language, self._rules)
        self.highlight: tuple[str, str] | None = None
        if highlight is not None:
            row, column = (str(each) for each in highlight)
            self.highlight = found(self.sheet, row, self._tools.column(name, column, self._rules))
        self._html.value = sheet_html(self.sheet, self._language, self.highlight)

    def text(self) -> str:
        return sheet_text(self.sheet, self.highlight)


@checks_arguments()
def table_view(
    name: str,
    highlight: Place | None = None,
    language: str | None = None,
    *,
    rules: Rules[Any] | None = None,
    game: str = DEFAULT,
    large: bool = False,
) -> TableView:
    """Show a table by name: "combat", "discovery", "diplomacy" ...; `highlight` is the row and column of a cell."""
    with speaking(language) as language:
        return TableView(name, highlight, language, rules=rules, game=game, large=large)
