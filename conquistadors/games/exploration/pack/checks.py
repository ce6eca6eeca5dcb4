"""The checker of data packs: what is wrong, where in which file, and which clause says so."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Final

from conquistadors.engine.errors import DataError, RuleError, SetupError, short_repr
from conquistadors.engine.files import is_folder
from conquistadors.engine.texts import LANGUAGES, error_text
from conquistadors.games.exploration.pack.records import FILES, GAME, Pack, our_pack
from conquistadors.packs.allowed import pack_folder
from conquistadors.packs.complaints import GRADES, Complaint, languages
from conquistadors.packs.grids import Grid
from conquistadors.packs.shapes import misbuilt
from conquistadors.packs.values import Graded
from conquistadors.resources import data_root

LETTERS: Final = {
    "naval-attrition": frozenset({"C", "S", "H", "X", "all"}),
    "land-attrition": frozenset({"C", "S", "all"}),
    "land-attrition-errata": frozenset({"C", "S", "CORS", "all"}),
}
"""What may be lost by the results of each table."""
WORST: Final = 99
"""What "all" weighs beside units that are counted."""


FREE: Final = frozenset(
    {
        "people.toml ",
        "gold.toml mines",
        "gold.toml cities",
        "discoveries.toml ",
        "map.toml rivers",
        "history.toml people",
        "history.toml places",
        "history.toml events",
    }
)
"""Where a pack may have other entries than ours."""


def check(pack: Pack) -> list[Complaint]:
    """All that is wrong with the pack; none means that it can be played."""
    complaints: list[Complaint] = []
    if pack.folder is not None:
        ours, names = data_root() / GAME, [f"{name}.toml" for name in FILES]
        complaints += misbuilt(pack.folder, ours, names, "3.0", free=FREE)
    for part, files in PARTS.items():
        try:
            complaints += part(pack)
        except DataError as error:
            complaints.append(Complaint(files, "schema", str(error), "3.0"))
        except (ArithmeticError, AttributeError, LookupError, RuleError, TypeError, ValueError) as error:
            # what no other check foresaw: something of a wrong type in a place where it is needed
            what = f"something is missing or of a wrong type: {type(error).__name__}: {short_repr(str(error))}"
            complaints.append(Complaint(files, "schema", what, "3.0"))
    return complaints


# Grades, sources, words --------------------------------------------------------------------------------------------


def check_grades(pack: Pack) -> Iterator[Complaint]:
    """Every value stands under a grade and a source; every name is there in three languages."""
    for name in FILES:
        for key, entry in pack.file(name).items():
            yield from _walk(f"{name}.toml", key, entry, covered=False)


def _walk(file: str, place: str, entry: Any, *, covered: bool) -> Iterator[Complaint]:
    if isinstance(entry, Mapping):
        if set(entry) == set(LANGUAGES):
            yield from languages(file, place, "name", dict(entry), "3.0")
            return
        if "grade" in entry:
            covered = True
            if entry["grade"] not in GRADES:
                yield Complaint(file, place, f"the grade is one of {', '.join(GRADES)}, not {entry['grade']!r}", "3.0")
            if not str(entry.get("source", "")).strip():
                yield Complaint(file, place, "a value needs its clause or its reason", "3.0")
        for key, each in entry.items():
            yield from _walk(file, f"{place}.{key}", each, covered=covered)
    elif isinstance(entry, list) and entry and isinstance(entry[0], Mapping):
        for number, each in enumerate(entry, 1):
            yield from _walk(file, f"{place} {number}", each, covered=covered)
    elif not covered:
        yield Complaint(file, place, "this value has no grade", "3.0")


# The map ---------------------------------------------------------------------------------------------------------


def check_map(pack: Pack) -> Iterator[Complaint]:
    """The areas are as large as they say, every coast has its bounds, and only the Cape joins the oceans."""
    board, file = pack.board, "map.toml"
    for name, area in pack.areas.items():
        hexes = board.hexes_of[name]
        coast = [hex_ for hex_ in hexes if hex_ in board.coastal]
        if (len(hexes), len(coast)) != (area.hexes, area.coast):
            found = f"{len(hexes)} hexes, {len(coast)} of them coastal, not {area.hexes} and {area.coast}"
            yield Complaint(file, name, f"the map has {found}", "4.0")
        coasts = {board.coast(place) for place in board.landings if board.area[place[:4]] == name}
        if coasts != set(area.bounds):
            told = f"bounds for {sorted(area.bounds)}, and coasts {sorted(coasts)}"
            yield Complaint("areas.toml", name, told, "4.0, 7.2")
    for hex_ in board.area:
        if board.terrain.get(hex_) in (None, "outside"):
            yield Complaint(file, hex_, "a hex of an area without a terrain", "12.2")
    for hex_, waters in board.waters.items():
        near = set(board.grid.neighbours(hex_))
        strange = [each for water in waters for each in water if each not in near]
        if strange or set(waters[0]) & set(waters[1]):
            yield Complaint(file, hex_, "the two waters are lists of different neighbours", "7.31")
    for kind, sides in board.data["hexsides"].items():
        for side in sides if isinstance(sides, list) else ():
            one, other = side.split("|")
            if other not in board.grid.neighbours(one):
                yield Complaint(file, f"hexsides.{kind} {side}", "these two hexes do not touch", "7.31, 10.2")
    if not any(board.pacific(place) for place in board.landings):
        yield Complaint(file, "cape", "ships reach every coast without the Cape", "7.51")
    if board.adjacent["caribbean"]:
        yield Complaint(file, "caribbean", "an island touches the mainland", "13.21")


def check_gold(pack: Pack) -> Iterator[Complaint]:
    """Mines and cities lie in areas; places to discover are on the map."""
    board = pack.board
    lying = [(mine.id, mine.hex) for mine in pack.mines.values()] + [
        (city.id, city.hex) for city in pack.cities.values()
    ]
    for name, hex_ in lying:
        if hex_ not in board.area:
            yield Complaint("gold.toml", name, f"{hex_} is in no area", "13.1")
    on_map = frozenset(board.grid)
    for place in pack.discoveries.values():
        if place.hexes - on_map:
            yield Complaint("discoveries.toml", place.id, f"not on the map: {sorted(place.hexes - on_map)}", "18.11")


# Tables ----------------------------------------------------------------------------------------------------------


def _lost(letter: str, cell: str) -> int:
    """How many of a kind of unit a result costs."""
    return WORST if cell == "all" else cell.split().count(letter)


def _rises(file: str, grid: Grid, worth: Callable[[Any], int], rule: str, *, across: bool) -> Iterator[Complaint]:
    """Down a column with the die and, where that is meant, across the columns, the cells never get less."""
    columns = [[cell.value for cell in cells.values()] for cells in grid.columns.values()]
    ways: list[Sequence[Any]] = [*columns, *(zip(*columns, strict=True) if across else ())]
    for way in ways:
        numbers = [worth(value) for value in way]
        if numbers != sorted(numbers):
            yield Complaint(file, grid.name, f"{short_repr(list(way))}: a cell is less than the one before", rule)


def check_tables(pack: Pack) -> Iterator[Complaint]:
    """Tables hold what their rules can read, and get worse, or better, with the die and the column."""
    tables, file = pack.tables, "tables.toml"
    for name, letters in LETTERS.items():
        for column, total, cell in tables[name].cells():
            if not set(str(cell.value).split()) <= letters:
                what = f"{cell.value!r} cannot stand here"
                yield Complaint(file, f"{name} {column} at {total}", what, tables[name].rule)
    for letter in ("C", "S", "H"):
        yield from _rises(file, tables["naval-attrition"], partial(_lost, letter), "9.5", across=True)
    yield from _rises(file, tables["taxes"], lambda ducats: -ducats, "6.31", across=True)
    yield from _rises(file, tables["colonists"], lambda number: -number, "6.32", across=False)
    yield from _rises(file, tables["resources"], int, "14.1", across=False)
    yield from _rises(
        file, tables["native-combat"], lambda cell: 0 if cell == "S" else -int(cell), "17.26", across=False
    )
    yield from _rises(file, tables["uprising"], _uprising, "17.37", across=False)
    results = {cell.value for _, _, cell in tables["events"].cells()}
    if results != set(pack.events):
        yield Complaint(file, "events", f"in one place only: {sorted(results ^ set(pack.events))}", "6.33")
    strange = {cell.value for _, _, cell in tables["colonization"].cells()} - set(pack.areas)
    if strange:
        yield Complaint(file, "colonization", f"no such area: {sorted(strange)}", "21.22")


def _uprising(cell: str) -> int:
    return WORST if cell == "all" else int(cell.removesuffix("*"))


def check_people(pack: Pack) -> Iterator[Complaint]:
    """People come before they go, within the game; what an event names is there."""
    last = int(pack.numbers["turns"].value)
    for person in pack.people.values():
        if not 1 <= person.arrives <= person.departs <= last:
            yield Complaint("people.toml", person.id, "the turns of arrival and departure do not fit", "15.31")
        if person.role not in ("explorer", "conquistador", "privateer"):
            yield Complaint("people.toml", person.id, f"{person.role!r} is no role", "15.0")
    for event, entry in pack.events.items():
        unknown = [area for area in entry.get("areas", ()) if area not in pack.areas]
        if unknown:
            yield Complaint("events.toml", event, f"no such area: {unknown}", "6.41")
        for name, value in entry.items():
            if isinstance(value, int) and value < 0:
                yield Complaint("events.toml", event, f"{name} = {value}: a number of 0 or more is needed", "6.41")
    for name, switch in our_pack().switches.items():
        if name not in pack.switches or set(pack.switches[name].values) != set(switch.values):
            yield Complaint("switches.toml", name, f"its values are {switch.values}, the usual one first", "1.23")
        elif pack.switches[name].alone != switch.alone:
            yield Complaint("switches.toml", name, "whether it matters to Spain alone is for the rules to say", "21.2")
    for rating in pack.missionaries.titles:
        if rating[0] not in "+-" or not rating[1:].isdigit():
            yield Complaint("missionaries.toml", rating, "a rating is plus or minus a number", "15.64")


BY: Final = frozenset({"any", "sea", "land", "pacific-land", "pacific-sea", "start"})
"""18.2  How a place can be discovered."""


def check_start(pack: Pack) -> Iterator[Complaint]:
    """21.1  What a nation begins with is on the map and in the lists."""
    file = "numbers.toml"
    for nation, given in pack.start.items():
        for place in given["found"].value if "found" in given else ():
            if place not in pack.discoveries or not pack.discoveries[place].alone:
                what = f"{place} is given before play: it counts for Spain alone, too"
                yield Complaint("discoveries.toml", place, what, "18.16, 21.29")
        for hex_, number in (given["colonists"].value if "colonists" in given else {}).items():
            if hex_ not in pack.board.area or not 0 < number < WORST:
                yield Complaint(file, f"start.{nation}.colonists", f"{number} colonists cannot be in {hex_}", "21.1")
        if given["monarch"].value not in pack.tables["taxes"].columns:
            yield Complaint(file, f"start.{nation}.monarch", "the taxes of this monarch are not known", "6.31")
    for place in pack.discoveries.values():
        if place.by not in BY:
            yield Complaint("discoveries.toml", place.id, f"by is one of {', '.join(sorted(BY))}", "18.2")


def check_rolls(pack: Pack) -> Iterator[Complaint]:
    """The dice are those that the tables are made for, and no modifier is missing that the rules apply."""
    theirs, ours = (each.file("rolls")["rolls"] for each in (pack, our_pack()))
    for name, roll in ours.items():
        if theirs[name]["dice"] != roll["dice"]:
            number, sides = roll["dice"]
            what = f"the dice are [{number}, {sides}]: how many, and their sides"
            yield Complaint("rolls.toml", name, what, roll["rule"])
        missing = sorted(set(roll["modifiers"]) - set(theirs[name]["modifiers"]))
        if missing:
            yield Complaint("rolls.toml", name, f"the modifiers {', '.join(missing)} are missing", roll["rule"])


def check_numbers(pack: Pack) -> Iterator[Complaint]:
    """Numbers are of the size of ours: none is below zero where ours is not, and none far beyond."""
    ours = our_pack()
    for name, usual in ours.numbers.items():
        yield from _far("numbers.toml", f"numbers.{name}", pack.numbers[name].value, usual)
    for nation, given in ours.start.items():
        for name, usual in given.items():
            yield from _far("numbers.toml", f"start.{nation}.{name}", pack.start[nation][name].value, usual)
    for name, usual in ours.bankers.items():
        yield from _far("numbers.toml", f"bankers.{name}", pack.bankers[name].value, usual)


def check_areas(pack: Pack) -> Iterator[Complaint]:
    """The levels and bounds of the areas, and the number of the Missionaries, are of the size of ours."""
    ours = our_pack()
    for name, area in ours.areas.items():
        theirs = pack.areas[name]
        yield from _far("areas.toml", f"{name}.native", theirs.native.value, area.native)
        yield from _far("areas.toml", f"{name}.attrition", theirs.attrition.value, area.attrition)
        for coast in sorted(set(area.bounds) & set(theirs.bounds)):
            yield from _far("areas.toml", f"{name}.bounds.{coast}", theirs.bounds[coast].value, area.bounds[coast])
    theirs_of, entry = (each.file("missionaries")["missionaries"] for each in (pack, ours))
    for rating, number in entry["counters"].items():
        usual = Graded(number, entry["grade"], "15.63")
        yield from _far("missionaries.toml", rating, theirs_of["counters"][rating], usual)


def _far(file: str, place: str, value: Any, usual: Graded) -> Iterator[Complaint]:
    """A whole number that is below zero where ours is not, or far beyond it."""
    if type(usual.value) is int and not min(0, 3 * usual.value) <= value <= max(10, 10 * usual.value):
        what = f"{short_repr(value)} is far from {usual.value}, which the game is made for"
        yield Complaint(file, place, what, usual.source)


PARTS: Final[Mapping[Callable[[Pack], Iterable[Complaint]], str]] = {
    check_grades: "all files",
    check_map: "map.toml",
    check_gold: "gold.toml",
    check_tables: "tables.toml",
    check_people: "people.toml",
    check_rolls: "rolls.toml",
    check_numbers: "numbers.toml",
    check_areas: "areas.toml, missionaries.toml",
    check_start: "numbers.toml",
}

MOST_SHOWN: Final = 20
"""So many complaints are shown when a pack is refused; `conquistadors check-data` shows all."""


def load_pack(folder: object) -> Pack:
    """The pack in a folder or of a name, which is checked first; `DataError` says what is wrong with it."""
    if not isinstance(folder, str) or not is_folder(pack_folder(folder)):
        raise SetupError(error_text("setup.pack-folder", wanted=short_repr(folder)))
    pack = Pack(pack_folder(folder))
    complaints = check(pack)
    if complaints:
        told = "\n".join(map(str, complaints[:MOST_SHOWN]))
        raise DataError(f"the data pack cannot be used:\n{told}")
    return pack
