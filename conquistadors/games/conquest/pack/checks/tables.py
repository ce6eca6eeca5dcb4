"""The part of the checker that looks at the tables."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import pairwise
from math import inf
from typing import Any, Final

from conquistadors.engine.errors import DataError
from conquistadors.games.conquest.pack.records import Pack
from conquistadors.games.conquest.pack.tables import Tables, diplomacy_result
from conquistadors.packs.complaints import GRADES, Complaint, languages, whole
from conquistadors.packs.grids import Grid


def check_tables(pack: Pack) -> Iterator[Complaint]:
    """All that is wrong with the tables."""
    tables = Tables(pack)
    for grid in tables.grids():
        yield from _grid(grid)
    yield from _examples(tables, english=pack.errata == "english")
    yield from _monotone(tables)
    yield from _battles_end(tables)
    yield from _legends(tables)
    yield from _verdicts(tables)


def _grid(grid: Grid) -> Iterator[Complaint]:
    file = grid.file
    yield from languages(file, grid.name, "title", grid.title, grid.rule)
    for column, total, cell in grid.cells():
        place = f"{grid.name} {column} at {total}"
        if cell.grade not in GRADES:
            yield Complaint(file, place, f"the grade is one of {', '.join(GRADES)}, not {cell.grade!r}", grid.rule)
        if not cell.source:
            yield Complaint(file, place, "a value needs its clause or its reason", grid.rule)
    allowed = ALLOWED.get(grid.name)
    if allowed is not None:
        for column, total, cell in grid.cells():
            if not allowed(cell.value):
                yield Complaint(
                    file, f"{grid.name} {column} at {total}", f"{cell.value!r} cannot stand here", grid.rule
                )
    if "imperial" in grid.columns and grid.name == "diplomacy-gold":
        yield Complaint(file, "diplomacy-gold imperial", "imperial cities use the City column", "5.28x")
    for column in COLUMNS.get(grid.name, ()):
        if column not in grid.columns:
            yield Complaint(file, f"{grid.name} {column}", "the column is missing", grid.rule)


def _is_result(value: Any) -> bool:
    try:
        diplomacy_result(value)
    except (DataError, AttributeError):
        return False
    return True


COMBAT, DIPLOMACY, DISCOVERY, RECRUITING, SEQUENCE = (
    f"tables/{name}.toml" for name in ("combat", "diplomacy", "discovery", "recruiting", "sequence")
)
FINDS: Final = ("nothing", "mosquito", "village", "town", "city", "empire")
EVENTS: Final = ("nothing", "smallpox", "governor-dies", "new-legend", "move-legend")
NEIGHBOURS: Final = ("none", "village", "town", "city")
LEVELS: Final = ("0", "1", "2", "3", "4")

ALLOWED: Final[dict[str, Callable[[Any], bool]]] = {
    "discovery": lambda value: value in FINDS,
    "adjacency": lambda value: value == "X" or whole(value),
    "diplomacy": _is_result,
    "combat": lambda value: value in ("", "M") or (isinstance(value, str) and value.isdigit()),
    "exhaustion": lambda value: value in ("", "out"),
    "events": lambda value: value in EVENTS,
    **dict.fromkeys(
        ("diplomacy-gold", "plunder-gold", "morale", "rally", "gift", "favour", "funds", "impulses"), whole
    ),
}
COLUMNS: Final[dict[str, tuple[str, ...]]] = {
    "discovery": LEVELS,
    "adjacency": LEVELS,
    "diplomacy": ("town", "city"),
    "diplomacy-gold": ("town", "city"),
    "plunder-gold": ("town", "city", "imperial", "capital"),
    "exhaustion": ("town", "city", "imperial", "capital"),
    "favour": ("recruiting", "points"),
    "funds": ("initial", "reinforcement"),
}


def _examples(tables: Tables, *, english: bool) -> Iterator[Complaint]:
    """Every cell that a clause or a worked example fixes."""
    cells: list[tuple[Grid, str, int | str, Any, str]] = [
        (tables.discovery, "3", 4, "city", "2.42x"),
        (tables.adjacency, "2", "none", "X", "4.112x"),
        (tables.adjacency, "2", "village", -3, "4.112x"),
        (tables.adjacency, "3", "town", 0 if english else -1, "2.42x, J7"),
        (tables.diplomacy_gold, "city", 7, 12, "5.28x"),
        (tables.combat, "16", 8, "1", "6.371x"),
        (tables.combat, "30", 9, "1", "6.371x"),
        (tables.combat, "36", 6, "1", "6.371x"),
        (tables.combat, "60", 7, "2", "6.371x"),
        (tables.funds, "initial", 3 if english else 1, 12, "15.15x, J9"),
        (tables.favour, "recruiting", 0, 0, "15.15x"),
        (tables.favour, "points", 0, 0, "1.15"),
    ]
    for grid, column, total, wanted, rule in cells:
        found = grid.columns.get(column, {}).get(total)
        if found is None or found.value != wanted:
            shown = "nothing" if found is None else repr(found.value)
            yield Complaint(
                grid.file, f"{grid.name} {column} at {total}", f"is {wanted!r} in the rulebook, not {shown}", rule
            )
    for value, head in ((33, "30"), (40, "36"), (100, "60")):
        if tables.combat_column(value) != head:
            yield Complaint(COMBAT, f"combat: a force of {value}", f"uses column {head} in the rulebook", "6.371x")
    if tables.fight(30, 6)[0]:
        yield Complaint(COMBAT, "combat 30 at 6", "inflicts no loss in the rulebook", "6.371x")
    if not tables.fight(30, 10)[0]:
        yield Complaint(COMBAT, "combat 30 at 10", "inflicts a loss in the rulebook", "6.371x")
    result = tables.negotiate("city", 15)
    if not (result.alliance and result.king and result.choice == (1 if english else 2)):
        yield Complaint(
            DIPLOMACY,
            "diplomacy city at 15",
            "gives alliance, king and the choice",
            "5.28x, J8",
        )
    city = tables.neighbour_modifier(3, "city")
    if city is None or city < 0:
        yield Complaint(
            DISCOVERY,
            "adjacency 3 at city",
            "a city nearby is no hindrance",
            "2.42x, J7",
        )
    for name, wanted in (("horse", 5), ("cannon", 4), ("foot", 2)):
        if tables.costs.get(name) is None or tables.costs[name].value != wanted:
            yield Complaint(RECRUITING, f"costs {name}", f"costs {wanted} pesos in the rulebook", "15.15x, C10")
    for name, wanted in (("foot", 2), ("horse", 8), ("cannon", 3)):
        if tables.values.get(name) is None or tables.values[name].value != wanted:
            yield Complaint(COMBAT, f"values {name}", f"has the combat value {wanted}", "6.221")
    ends = [cell.value for _, _, cell in tables.impulses.cells()]
    if any(ends[:2]) or not ends[2:3] or not ends[2]:
        yield Complaint(SEQUENCE, "impulses ends", "the first end roll comes after round 3", "2.42, J11")
    if 7 not in ends:
        yield Complaint(SEQUENCE, "impulses ends", "some box has the range 2-7", "2.42")
    for column, total, cell in tables.discovery.cells():
        if cell.value == "empire" and column != "4":
            yield Complaint(DISCOVERY, f"discovery {column} at {total}", "an empire is found on Level 4 only", "12.23")


RISING: Final[dict[str, Callable[[Any], Any]]] = {
    "discovery": lambda value: 0 if value in ("mosquito", "nothing") else FINDS.index(value),
    "combat": lambda value: {"": 0, "M": 0.5}[value] if value in ("", "M") else int(value),
    "exhaustion": lambda value: value == "",
    "morale": lambda value: -value,
    "rally": lambda value: -value,
    **dict.fromkeys(("diplomacy-gold", "plunder-gold", "gift", "favour", "funds", "impulses"), int),
}
"""What a cell is worth, in the tables whose cells can be compared by one number."""


def _monotone(tables: Tables) -> Iterator[Complaint]:
    """A better total, a stronger force or a better neighbour never gives a worse result."""
    for grid in tables.grids():
        if not all(ALLOWED[grid.name](cell.value) for _, _, cell in grid.cells()):
            continue  # complained of already
        if grid.name in RISING:
            yield from _falls(grid, partial(_lower, RISING[grid.name]))
        elif grid.name == "diplomacy":
            yield from _falls(grid, _worse_diplomacy)
        elif grid.name == "adjacency":
            yield from _adjacency(tables)
    for weak, strong in pairwise(sorted(tables.combat.columns, key=int)):
        for total in tables.combat.columns[strong]:
            if tables.fight(int(weak), int(total))[0] > tables.fight(int(strong), int(total))[0]:
                yield Complaint(COMBAT, f"combat {strong} at {total}", f"is worse than column {weak}", "6.22")


def _falls(grid: Grid, worse: Callable[[Any, Any], bool]) -> Iterator[Complaint]:
    for column, cells in grid.columns.items():
        for (_, before), (total, cell) in pairwise(cells.items()):
            if worse(before.value, cell.value):
                place = f"{grid.name} {column} at {total}"
                yield Complaint(grid.file, place, "is worse than a lower total", grid.rule)


def _lower(worth: Callable[[Any], Any], before: Any, after: Any) -> bool:
    return bool(worth(after) < worth(before))


def _worse_diplomacy(before: str, after: str) -> bool:
    """Whether something is lost. Food may give way to the choice of an asset or gold."""
    old, new = diplomacy_result(before), diplomacy_result(after)
    lost = any(getattr(old, gain) and not getattr(new, gain) for gain in ("calms", "alliance", "king"))
    less = (-1 if new.choice is None else new.choice) < (-1 if old.choice is None else old.choice)
    hungrier = new.food < old.food and new.choice is None
    return lost or less or hungrier or (new.turns_hostile and not old.turns_hostile)


def _adjacency(tables: Tables) -> Iterator[Complaint]:
    def modifier(level: str, best: str) -> float:
        value = tables.neighbour_modifier(int(level), best)
        return -inf if value is None else value

    for level in LEVELS:
        for worse, better in pairwise(NEIGHBOURS):
            if modifier(level, better) < modifier(level, worse):
                yield Complaint(DISCOVERY, f"adjacency {level} at {better}", f"is worse than a {worse}", "4.112")
    for low, high in pairwise(LEVELS):
        for best in NEIGHBOURS:
            if modifier(high, best) > modifier(low, best):
                yield Complaint(DISCOVERY, f"adjacency {high} at {best}", f"is easier than Level {low}", "4.112")


LEGENDS: Final = {
    "cities-of-cibola": ("north", "south"),
    "prester-john": ("north", "south"),
    "fountain-of-youth": ("north", "south"),
    "el-dorado": ("north", "south"),
    "amazon-river": ("south",),
    "mississippi-river": ("north",),
}
"""19.12  The six legends, and the maps on which each can be."""
BANDS: Final = [0, 50, 100, 150, 200, 250, 301, 350]
"""23.4  Where each band of points begins."""


def _legends(tables: Tables) -> Iterator[Complaint]:
    file = "tables/legends.toml"
    for legend_id, maps in LEGENDS.items():
        legend = tables.legends.get(legend_id)
        if legend is None or legend.maps != maps:
            yield Complaint(file, legend_id, f"a legend of the maps {', '.join(maps)} is missing", "19.12")
    for legend in tables.legends.values():
        starts = [result.start for result in legend.results]
        if starts != sorted(set(starts)) or starts[:1] != [2]:
            yield Complaint(file, legend.id, "its results start at 2 and rise", "19.41")
        for result in legend.results:
            place = f"{legend.id} from {result.start}"
            if result.fate not in ("pool", "stays", "gone"):
                yield Complaint(file, place, "the marker goes to the pool, stays, or is gone", "19.43")
            yield from languages(file, place, "text", result.text, "19.41")
        yield from languages(file, legend.id, "name", legend.name, "19.12")


def _verdicts(tables: Tables) -> Iterator[Complaint]:
    file = "tables/solitaire.toml"
    if [verdict.start for verdict in tables.verdicts] != BANDS:
        yield Complaint(file, "verdicts", f"the bands begin at {', '.join(map(str, BANDS))}", "23.4")
    for verdict in tables.verdicts:
        yield from languages(file, f"verdicts from {verdict.start}", "text", verdict.text, "23.4")


def _battles_end(tables: Tables) -> Iterator[Complaint]:
    """Every column can inflict a loss on an unmodified roll."""
    for head in tables.combat.columns:
        if not tables.fight(int(head), 10)[0]:
            yield Complaint(COMBAT, f"combat {head} at 10", "has no loss: a battle might never end", "6.31")
