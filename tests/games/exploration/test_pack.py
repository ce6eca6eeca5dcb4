"""The data of Conquistador!: values with grades, the map as the rulebook says, a checker that sees what is wrong."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pytest

from conquistadors.games.exploration.pack.checks import check
from conquistadors.games.exploration.pack.records import FILES, Pack
from conquistadors.games.exploration.pack.tools import TOOLS
from conquistadors.packs.complaints import GRADES
from support.clauses import shows

PACK: Final = Pack(Path(__file__).parents[2] / "packs" / "exploration")
BOARD: Final = PACK.board


@pytest.mark.parametrize("folder", [None, PACK.folder], ids=["ours", "frozen"])
def test_nothing_is_wrong_with_the_data(folder: Path | None) -> None:
    assert TOOLS.complaints(folder) == []


def test_all_five_grades_are_used() -> None:
    def grades(entry: Any) -> set[str]:
        if isinstance(entry, dict):
            own = {entry["grade"]} if isinstance(entry.get("grade"), str) else set()
            return own.union(*map(grades, entry.values()))
        return set().union(*map(grades, entry)) if isinstance(entry, list) else set()

    assert set().union(*[grades(PACK.file(name)) for name in FILES]) == set(GRADES)


# The map against the rulebook ---------------------------------------------------------------------------------------


def test_9_4_t18_from_guinea_to_chichen_itza_is_sixteen_points() -> None:
    guinea = [place for place in BOARD.landings if BOARD.area[place[:4]] == "guinea"]
    hexes = [BOARD.sea.distance(place, "2222") or 99 for place in guinea]
    stop = int(PACK.numbers["stop_cost"].value)
    assert min(hexes) - 1 + stop == 16


def test_13_44_california_gold_is_nine_points_from_the_east_coast_of_sonora() -> None:
    east = [place for place in BOARD.landings if BOARD.area[place[:4]] == "sonora" and BOARD.coast(place) == "e"]
    mines = [hex_ for hex_ in PACK.mines if BOARD.area[hex_] == "california"]
    found = [BOARD.land.distance(mine, port) for mine in mines for port in east]
    assert min(steps for steps in found if steps is not None) == 9


def test_e_c10_cuzco_needs_the_exception_and_potosi_does_not() -> None:
    ports = [place for place in BOARD.landings if BOARD.area[place[:4]] == "rio-del-plate"]
    reach = int(PACK.numbers["gold_reach"].value)
    away = {mine: min(BOARD.land.distance(mine, port) or 99 for port in ports) for mine in ("4213", "3816")}
    assert away["4213"] == 6 <= reach < away["3816"] == 10


def test_7_31_t10_no_ship_crosses_the_isthmus() -> None:
    assert BOARD.sea.distance("2819.1", "2719") == 1
    assert BOARD.sea.distance("2819.2", "2919") == 1
    for there in ("2919", "2920"):
        assert BOARD.sea.distance("2719", there) is None
        assert BOARD.round_cape.distance("2719", there) is not None


@shows("7.54")
def test_7_51_only_the_cape_joins_the_oceans() -> None:
    pacific = [place for place in BOARD.landings if BOARD.pacific(place)]
    assert {BOARD.area[place[:4]] for place in pacific} >= {"california", "incan-empire", "panama", "patagonia"}
    assert all(BOARD.round_cape.distance("3000", place) is not None for place in BOARD.landings)
    for hex_ in BOARD.cape:
        assert hex_ not in BOARD.area  # 7.54: nobody settles there


def test_4_0_bounds_that_the_rulebook_states() -> None:
    assert BOARD.bounds("2316.1") == BOARD.bounds("2811") == 3
    assert BOARD.bounds("4810") == 5
    assert BOARD.bounds("2222") == 4
    assert (BOARD.bounds("2819.1"), BOARD.bounds("2819.2")) == (4, 10)
    assert BOARD.bounds(BOARD.before_cape) == 5


@shows("13.21")
def test_areas_touch_as_the_map_has_them() -> None:
    assert BOARD.adjacent["caribbean"] == frozenset()
    assert BOARD.adjacent["sonora"] == {"aztec-empire", "california", "deep-south", "midwest-plateau", "rockies"}
    assert BOARD.adjacent["incan-empire"] == {"amazon", "patagonia", "rio-del-plate", "venezuela"}


# The checker -------------------------------------------------------------------------------------------------------

Change = tuple[str, Callable[[str], str], str]
CHANGES: Final[list[Change]] = [
    ("tables", lambda text: text.replace("A = [40, 35", "A = [30, 35"), "taxes"),
    (
        "tables",
        lambda text: text.replace('"3" = ["", "", "", "", "C", "C H"]', '"3" = ["", "C", "", "", "C", "C H"]'),
        "naval-attrition",
    ),
    ("tables", lambda text: text.replace('"C C S S H H"', '"C C S S H Q"'), "cannot stand here"),
    ("tables", lambda text: text.replace('"16", "10"]', '"16", "18"]'), "events"),
    (
        "numbers",
        lambda text: text.replace(
            'value = 3, grade = "stated", source = "7.32"', 'value = 3, grade = "guessed", source = "7.32"'
        ),
        "stop_cost",
    ),
    ("numbers", lambda text: text.replace('source = "7.32"', 'source = ""'), "clause or its reason"),
    ("people", lambda text: text.replace("arrives = 5\ndeparts = 9", "arrives = 9\ndeparts = 5"), "cortes"),
    ("people", lambda text: text.replace('ja = "コルテス"', 'ja = ""'), "日本語"),
    ("map", lambda text: text.replace('hexes = ["5715", "5814"]', 'hexes = ["5715", "5900"]'), "map.toml"),
    ("gold", lambda text: text.replace('hex = "3816"', 'hex = "3030"'), "cuzco"),
    ("missionaries", lambda text: text.replace('"+3" = 2', '"3" = 2'), "plus or minus"),
    ("switches", lambda text: text.replace('grade = "reconstructed"', "", 1), "has no grade"),
    ("events", lambda text: text.replace("times = 2", "times = -2", 1), "a number of 0 or more is needed"),
    ("switches", lambda text: text.replace("alone = true", "alone = false", 1), "matters to Spain alone"),
    ("rolls", lambda text: text.replace("dice = [1, 6]", "dice = [1]", 1), "council: the dice are [1, 6]"),
    ("rolls", lambda text: text.replace("dice = [1, 6]", "dice = [1, 0]", 1), "council: the dice are [1, 6]"),
    ("rolls", lambda text: text.replace('["leaders"]', "[]", 1), "the modifiers leaders are missing"),
    ("areas", lambda text: text.replace("native = { value = 2", "native = { value = -2", 1), "caribbean.native: -2"),
    ("areas", lambda text: text.replace("bounds.all = { value = 3", "bounds.all = { value = 99", 1), "bounds.all: 99"),
    ("missionaries", lambda text: text.replace('"+3" = 2', '"+3" = 99'), "+3: 99 is far from 2"),
    ("missionaries", lambda text: text.replace('"+3" = 2', f'"+3" = {10**30}'), "missionaries.counters.+3: at most"),
]


@pytest.mark.parametrize(("name", "change", "told"), CHANGES)
def test_the_checker_says_what_is_wrong(name: str, change: Callable[[str], str], told: str, tmp_path: Path) -> None:
    assert PACK.folder is not None
    shutil.copytree(PACK.folder, tmp_path / "pack")
    file = tmp_path / "pack" / f"{name}.toml"
    before = file.read_text(encoding="utf-8")
    file.write_text(change(before), encoding="utf-8")
    assert file.read_text(encoding="utf-8") != before
    complaints = [str(each) for each in check(Pack(tmp_path / "pack"))]
    assert [each for each in complaints if told in each], complaints


def test_a_folder_without_a_file_uses_ours(tmp_path: Path) -> None:
    assert check(Pack(tmp_path)) == []
