"""1.5  What every roll of the catalogue means: the one place that says how its total is read."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import partial
from typing import TYPE_CHECKING, Any, Final, cast

from conquistadors.engine.errors import SetupError, short_repr
from conquistadors.engine.texts import error_text
from conquistadors.packs.grids import Grid

if TYPE_CHECKING:
    from conquistadors.games.conquest.rules.shared import ConquestRules

Reader = Callable[[int], Any]
"""What a modified total means."""


def _cell(grid: Grid, column: str, total: int) -> Any:
    return grid.cell(column, total).value


def _number(grid: Grid, column: str, total: int) -> int:
    return cast(int, grid.cell(column, total).value)


def _is_out(grid: Grid, column: str, total: int) -> bool:
    return bool(grid.cell(column, total).value == "out")


def _itself(total: int) -> int:
    return total


OF_TABLES: Final[dict[str, tuple[tuple[str, ...], Callable[..., Reader]]]] = {
    "discovery": (("level",), lambda t, level: partial(t.discover, level)),
    "diplomacy": (("place",), lambda t, place: partial(t.negotiate, place)),
    "diplomacy-gold": (("place",), lambda t, place: partial(_number, t.diplomacy_gold, place)),
    "combat-spanish": (("value",), lambda t, value: partial(t.fight, value)),
    "combat-indian": (("value",), lambda t, value: partial(t.fight, value)),
    "plunder-gold": (("place",), lambda t, place: partial(_number, t.plunder_gold, place)),
    "exhaustion": (("place",), lambda t, place: partial(_is_out, t.exhaustion, place)),
    "starvation": ((), lambda t: partial(_number, t.morale, "hits")),
    "terrain": ((), lambda t: partial(_number, t.morale, "hits")),
    "malaria": ((), lambda t: partial(_number, t.morale, "hits")),
    "rally": ((), lambda t: partial(_number, t.rally, "hits")),
    "gift": ((), lambda t: partial(_number, t.gift, "boxes")),
    "funds": (("column",), lambda t, column: partial(_number, t.funds, column)),
    "end-of-turn": (("round",), lambda t, round_: partial(t.ends, round_)),
    "random-events": ((), lambda t: partial(_cell, t.events, "event")),
    "legends": (("legend",), lambda t, legend: partial(t.legend, legend)),
}
"""Rolls that are read from a table: what has to be known besides the total, and how it is read."""


def asked_for(rules: ConquestRules, name: str) -> tuple[str, ...]:
    """What has to be known besides the total: the level, the place, the value of the force ..."""
    if name not in rules.rolls:
        raise SetupError(error_text("odds.roll", wanted=short_repr(name), known=rules.rolls))
    return OF_TABLES[name][0] if name in OF_TABLES else ()


def reader_of(rules: ConquestRules, name: str, *where: Hashable) -> Reader:
    """How the total of a roll is read, for a level, a place, a value ...; a roll without a table is its own result."""
    if name in OF_TABLES:
        return OF_TABLES[name][1](rules.tables, *where)
    return partial(rules.result, name) if rules.has_results(name) else _itself
