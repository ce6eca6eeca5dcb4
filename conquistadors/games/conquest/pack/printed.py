"""The printed tables of The Conquistadors, every value with its grade: what the rules state, an example fixes, or we
made up."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any, Final

from conquistadors.games.conquest.pack.records import Legend, Verdict
from conquistadors.games.conquest.pack.tables import LISTS
from conquistadors.games.conquest.rules.shared import ConquestRules
from conquistadors.odds.naming import Names
from conquistadors.packs.printed import Cell, Line, Sheet, cell_of, in_words, sheet_of
from conquistadors.packs.values import Graded

MORALE: Final = "M"
"""6.33  A result that is printed as it is."""


def table_names(rules: ConquestRules) -> tuple[str, ...]:
    """Every table that can be shown."""
    return (*(grid.name for grid in rules.tables.grids()), *LISTS)


def sheet(name: str, language: str, rules: ConquestRules) -> Sheet:
    """A table by name."""
    printed = _Printed(rules, language)
    for grid in rules.tables.grids():
        if grid.name == name:
            is_open = "first" in rules.pack.read(grid.file)[grid.name]
            made = sheet_of(grid, language, printed.said, printed.thing, is_open=is_open)
            return replace(made, axes=printed.axes(name), signs=printed.signs(made))
    return printed.listed(name)


class _Printed:
    """The tables that are lists, in a language: values, costs, legends, verdicts."""

    def __init__(self, rules: ConquestRules, language: str) -> None:
        self._rules, self._language = rules, language
        self._names = Names(language, rules.texts(language))
        self.thing = self._names.thing

    def said(self, value: object) -> str:
        return in_words(value, self._language, lambda word: word if word == MORALE else self.thing(word))

    def axes(self, name: str) -> tuple[str, str]:
        """What the rows and the columns of a table are."""
        found = [f"axis.{name}-{part}" for part in ("rows", "columns")]
        rows, columns = (self._names.say(key) if key in self._names else "" for key in found)
        return rows, columns

    def signs(self, table: Sheet) -> tuple[tuple[str, str], ...]:
        """6.33  What M means, where it stands in a table."""
        marked = any(cell.value == MORALE for cell in table.cells())
        return ((MORALE, self._names.say("sign.M")),) if marked else ()

    def listed(self, name: str) -> Sheet:
        tables = self._rules.tables
        if name == "values":
            return self._sheet(name, ["value"], self._named(tables.values), listed=True)
        if name == "costs":
            return self._sheet(name, ["pesos"], self._named(tables.costs), listed=True)
        if name == "verdicts":
            verdicts = [Line(v.start, f"≥ {v.start}", (self._cell(v, v.text),)) for v in tables.verdicts]
            return self._sheet(name, ["verdict"], verdicts)
        return self._sheet(name, ["from", "found", "gold", "points", "death", "marker"], self._legends())

    def _named(self, listed: dict[str, Graded]) -> list[Line]:
        return [Line(key, self.thing(key), (cell_of(graded, self.said),)) for key, graded in listed.items()]

    def _legends(self) -> list[Line]:
        lines = []
        for legend in self._rules.tables.legends.values():
            for found in legend.results:
                cells = (
                    self._cell(legend, found.start),
                    self._cell(legend, found.text),
                    self._cell(legend, found.gold, found.gold or ""),
                    self._cell(legend, found.points, found.points or ""),
                    self._cell(legend, found.kills, "†" if found.kills else ""),
                    self._cell(legend, found.fate),
                )
                lines.append(Line(f"{legend.id}/{found.start}", legend.name[self._language], cells))
        return lines

    def _cell(self, entry: Legend | Verdict, value: Any, shown: Any = None) -> Cell:
        """A value as it is shown; a sentence is a value in the language of the sheet."""
        text = self.said(value if shown is None else shown)
        plain = value if isinstance(value, bool | int | str) else text
        return Cell(plain, text, str(entry.grade), entry.source)

    def _sheet(self, name: str, columns: list[str], lines: Iterable[Line], *, listed: bool = False) -> Sheet:
        rule = str(self._rules.pack.read(f"tables/{LISTS[name]}.toml")[name].get("rule", ""))
        heads = tuple((column, self.thing(column)) for column in columns)
        return Sheet(name, self._rules.tables.titles[name][self._language], rule, heads, tuple(lines), listed)
