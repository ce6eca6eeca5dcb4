"""Single values of a pack changed for a scene: a cell of a table, or how many markers there are.

    "cell discovery 2 7": "city"      "marker city": 1

They are an option of the rules, so that a saved scene goes on with them. Nothing else of the pack changes, and the pack
itself does not.
"""

from __future__ import annotations

import copy
from collections.abc import Mapping
from typing import Any, Final

from conquistadors.engine.errors import SetupError, short_repr
from conquistadors.engine.texts import error_text
from conquistadors.games.conquest.pack.records import Pack

FILES: Final = {
    "discovery": "discovery",
    "adjacency": "discovery",
    "diplomacy": "diplomacy",
    "diplomacy-gold": "diplomacy",
    "combat": "combat",
    "plunder-gold": "plunder",
    "exhaustion": "plunder",
    "morale": "morale",
    "rally": "morale",
    "gift": "governor",
    "favour": "governor",
    "funds": "recruiting",
    "impulses": "sequence",
    "events": "events",
}
"""The tables with cells, and the file of each."""


def with_changes(pack: Pack, changes: object) -> Pack:
    """The pack with these values instead; `SetupError` says which of them there is not."""
    if not isinstance(changes, Mapping):
        raise SetupError(error_text("setup.changes", wanted=short_repr(changes)))
    twin = Pack(pack.folder, pack.errata)
    for what, value in changes.items():
        match str(what).split():
            case ["cell", table, column, total] if table in FILES:
                _set_cell(twin, table, column, total, value)
            case ["marker", name] if name in _document(twin, "counters.toml")["markers"]:
                if type(value) is not int or value < 0:
                    raise SetupError(error_text("setup.change", what=what, wanted=short_repr(value)))
                _document(twin, "counters.toml")["markers"][name]["count"] = value
            case _:
                raise SetupError(error_text("setup.no-change", what=short_repr(what), known=FILES))
    return twin


def _document(pack: Pack, file: str) -> dict[str, Any]:
    """The content of a file that may be changed: a copy that only this pack has."""
    kept = pack.own.get(file)
    if kept is None:
        kept = pack.own[file] = copy.deepcopy(pack.read(file))
    return kept


def _set_cell(pack: Pack, table: str, column: str, total: str, value: object) -> None:
    """A cell by its column and its total, as they are printed; it stays of its kind."""
    grid = _document(pack, f"tables/{FILES[table]}.toml")[table]
    cells = grid["columns"].get(column, [])
    whole = total.removeprefix("-").isdigit() and total.isascii()
    at = int(total) - grid.get("first", 1) if whole else -1
    if not 0 <= at < len(cells):
        raise SetupError(error_text("setup.no-change", what=f"cell {table} {column} {total}", known=FILES))
    if type(value) is not type(cells[at]):
        raise SetupError(error_text("setup.change", what=f"cell {table} {column} {total}", wanted=short_repr(value)))
    cells[at] = value
