"""The exercises of the second half of the course: answers worked out by hand from the rulebook and the tables."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from conquistadors.teach.exercises import question
from games.exploration.lessons.test_exercises import READERS, fact, facts, right, the_one_that_is_right

COMBAT = {3: "2 1 1 S S S", 4: "2 2 1 1 S S", 5: "3 2 2 1 1 S", 6: "3 3 2 2 1 S", 7: "4 3 3 2 1 S"}
"""3.8 of the specification: by detachments, what each face takes off the level."""
BOUNDS_A_POINT = 8


@pytest.mark.parametrize("reader", READERS)
def test_12_2_terrain_and_water_between_one_and_five(reader: str) -> None:
    told = facts("attrition-level", reader)
    level = told["level"] + {"clear": 0, "forest": 1, "rough": 2}[told["terrain"]] - (told["water"] != "none")
    assert right("attrition-level", min(5, max(1, level)), reader)


@pytest.mark.parametrize("reader", READERS)
def test_10_1_four_hexes_with_colonists_eight_without_whatever_the_country(reader: str) -> None:
    told = facts("march-turns", reader)
    pace = 8 if told["who"] == "soldiers" else 4
    assert right("march-turns", (told["steps"] + pace - 1) // pace, reader)


@pytest.mark.parametrize("reader", READERS)
def test_17_22_helpers_make_the_die_smaller(reader: str) -> None:
    told = facts("native-combat-chance", reader)
    helped = {"nobody": 0, "missionary": 1, "both": 2}[told["help"]]
    column = COMBAT[told["soldiers"]].split()
    results = [column[max(1, die - helped) - 1] for die in range(1, 7)]
    enough = sum(result != "S" and int(result) >= told["level"] for result in results)
    assert right("native-combat-chance", Fraction(enough, 6), reader)


@pytest.mark.parametrize("reader", READERS)
def test_17_34_a_die_lower_than_the_level(reader: str) -> None:
    told = facts("uprising-chance", reader)
    level = told["level"] + told["colonists"] + int(told["rating"]) - told["soldiers"]
    assert right("uprising-chance", Fraction(min(6, max(0, level - 1)), 6), reader)


@pytest.mark.parametrize("reader", READERS)
def test_14_21_five_a_hex_and_double_in_the_caribbean(reader: str) -> None:
    told = facts("resources", reader)
    counted = sum(min(5, told[f"n{at}"]) for at in (1, 2, 3))
    assert right("resources", counted * told["level"] * (2 if told["area"] == "caribbean" else 1), reader)


@pytest.mark.parametrize("reader", READERS)
def test_13_16_what_a_mine_costs_its_area(reader: str) -> None:
    told = facts("mine-or-not", reader)
    others = min(5, told["most"]) + min(5, told["elsewhere"] - told["most"])
    assert right("mine-or-not", 2 * (told["level"] * (others + told["there"]) - others), reader)


@pytest.mark.parametrize("reader", READERS)
def test_18_15_a_voyage_scores_in_a_friendly_port(reader: str) -> None:
    told = facts("voyage-points", reader)
    home = told["end"] in ("europe", "port")
    assert right("voyage-points", told["ashore"] + (told["points"] if home else 0), reader)


@pytest.mark.parametrize("reader", READERS)
def test_18_14_three_points_for_each_hex_with_a_discovery(reader: str) -> None:
    told = facts("voyage-bounds", reader)
    along = -(-(told["through"] + 3 * told["finds"]) // BOUNDS_A_POINT)
    assert right("voyage-bounds", told["out"] + along + told["home"], reader)


@pytest.mark.parametrize("reader", READERS)
def test_7_52_one_in_three_for_each_expedition(reader: str) -> None:
    tries = fact("cape-chance", reader, "expeditions")
    assert right("cape-chance", 1 - Fraction(2, 3) ** tries, reader)


@pytest.mark.parametrize("reader", READERS)
def test_13_44_the_own_area_eight_hexes_or_cuzco_by_the_plate(reader: str) -> None:
    position: Any = question("gold-ports", reader=reader).position
    origin, board = fact("gold-ports", reader, "origin"), position.rules.board
    ports = [hex_ for hex_ in board.area if position.force("spain", hex_).colonists]
    home = board.area[origin]

    def leaves(port: str) -> bool:
        here = board.area[port]
        if here == home or (origin == "3816" and here == "rio-del-plate"):
            return True
        return here in board.adjacent[home] and (board.land.distance(origin, port) or 99) <= 8

    assert {leaves(port) for port in ports} == {True, False}
    assert [port for port in board.area if right("gold-ports", port, reader)] == [
        port for port in ports if leaves(port)
    ]


def column(attack: int, defence: int, columns: list[str], shift: int = 0) -> str:
    """Fractions favour the defender; what is beyond the columns is read in the last ones."""
    odds = f"{attack // defence}-1" if attack >= defence else f"1-{-(-defence // attack)}"
    at = columns.index(odds) if odds in columns else (0 if odds.startswith("1-") else len(columns) - 1)
    return columns[max(0, min(len(columns) - 1, at + shift))]


@pytest.mark.parametrize("reader", READERS)
def test_8_25_who_is_ashore_does_not_fight_at_sea(reader: str) -> None:
    told = facts("sea-odds", reader)
    attack = 8 * told["carracks"] + 4 * told["soldiers"]
    shift = 1 if told["who"] == "privateer" else 0
    wanted = column(attack, 4 * told["caravels"], ["1-2", "1-1", "2-1", "3-1", "4-1"], shift)
    assert the_one_that_is_right("sea-odds", reader) == wanted


@pytest.mark.parametrize("reader", READERS)
def test_8_53_defenders_of_a_port_count_twice(reader: str) -> None:
    told = facts("storm-odds", reader)
    attack = 4 * told["soldiers"] + told["carracks"]
    defence = 2 * (4 * told["ashore"] + told["colonists"])
    assert the_one_that_is_right("storm-odds", reader) == column(
        attack, defence, ["1-3", "1-2", "1-1", "2-1", "3-1", "4-1"]
    )
