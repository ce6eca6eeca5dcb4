"""The worked cases T01-T54: each has a test named after it, here or with its clause. Those that no clause's tests held
are here."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from conquistadors.games.exploration.rules.attrition import attrition_level
from conquistadors.games.exploration.rules.naval import strength
from support.new_world import at, rules
from support.rivals import ENGLAND, FRANCE, fleet, played, units, war

CASES = range(1, 55)


def table() -> dict[int, list[str]]:
    """The tests of each case, by their names."""
    found: dict[int, list[str]] = {}
    for file in sorted(Path(__file__).parent.glob("test_*.py")):
        for name in re.findall(r"^def (test_\w+)", file.read_text(encoding="utf-8"), re.MULTILINE):
            for case in re.findall(r"(?<=_)t(\d\d)(?=_)", name):
                found.setdefault(int(case), []).append(f"{file.name}::{name}")
    return found


def test_every_worked_case_has_its_test() -> None:
    found = table()
    assert [f"T{case:02}" for case in CASES if case not in found] == []
    assert [f"T{case:02}" for case in found if case not in CASES] == []


def test_7_16_t09_of_five_carracks_four_are_left() -> None:
    pos = war("toll:england-1/3")
    fleet(pos, ENGLAND, "2218.1", carracks=5)
    game = played(pos, "sink carrack-2", dice=(6,))  # a six in column 3: a Colonist and a ship
    after = game.position.expeditions["england-1"]
    assert (after.carracks, strength_of(after.carracks)) == (4, 32)


def strength_of(carracks: int) -> int:
    pos = war()
    return strength(pos, [fleet(pos, ENGLAND, "2218.1", carracks=carracks)], attacking=True)


def test_12_24_t25_the_level_is_never_six_nor_none() -> None:
    """An area of level 4 has no rough hex inland: level 3 with rough, and 4 with jungle, are five and six at most."""
    pos, board = at(), rules().board
    dry = [hex_ for hex_ in board.area if hex_ not in board.waterside | board.coastal]
    levels = {area: int(rules().areas[area].attrition.value) for area in rules().areas}
    four = [hex_ for hex_ in dry if levels[board.area[hex_]] == 4 and board.terrain[hex_] == "rough"]
    assert all(attrition_level(pos, hex_) == 5 for hex_ in four)
    three = [hex_ for hex_ in dry if levels[board.area[hex_]] == 3 and board.terrain[hex_] == "rough"]
    assert three
    assert all(attrition_level(pos, hex_) == 5 for hex_ in three)
    mild = [hex_ for hex_ in board.coastal if board.area.get(hex_) in levels and levels[board.area[hex_]] == 1]
    clear = [hex_ for hex_ in mild if board.terrain[hex_] == "clear"]
    assert clear
    assert all(attrition_level(pos, hex_) == 1 for hex_ in clear)
    assert bool(four) or max(attrition_level(pos, hex_) for hex_ in board.area) == 5


@pytest.mark.parametrize(("die", "level", "soldiers"), [(2, 0, 4), (6, 2, 3)])
def test_17_25_t37_t38_france_in_saguenay(die: int, level: int, soldiers: int) -> None:
    pos = war(f"native-combat:{FRANCE}", forces={f"{FRANCE}@0919": (4, 0)}, natives=None)
    assert pos.countries["saguenay"].native == 2
    game = played(pos, "attack saguenay", dice=(die,))
    assert game.position.countries["saguenay"].native == level
    assert units(game, FRANCE, "0919") == (soldiers, 0)
