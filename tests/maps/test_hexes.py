"""Hexes: numbers, neighbours, distances, corners, and ways along a graph."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from typing import Final

import pytest

from conquistadors.maps.distances import distances
from conquistadors.maps.hexes import HexGrid, Lettered, Ways, hex_of, joined, pair, parted

GRID: Final = HexGrid(8, 6, 10.0, -2.0, -30.0, -2.5)
EVEN: Final = HexGrid(8, 6, 10.0, -2.0, -30.0, -2.5, "even")


def test_rows_that_are_shifted_stand_half_a_hex_further_east() -> None:
    assert GRID.neighbours("0202") == ("0201", "0203", "0102", "0103", "0302", "0303")
    assert GRID.neighbours("0302") == ("0301", "0303", "0201", "0202", "0401", "0402")
    assert EVEN.neighbours("0202") == ("0201", "0203", "0101", "0102", "0301", "0302")
    assert GRID.neighbours("0000") == ("0001", "0100", "0101")


@pytest.mark.parametrize("grid", [GRID, EVEN], ids=lambda grid: grid.shifted)
def test_whoever_is_a_neighbour_has_one_and_distance_counts_steps(grid: HexGrid) -> None:
    for number in grid:
        assert all(number in grid.neighbours(near) for near in grid.neighbours(number))
    for start in ("0000", "0302", "0705"):
        found = distances([start], grid.neighbours)
        assert {number: grid.distance(start, number) for number in grid} == found


def test_neighbours_share_two_corners() -> None:
    for number in ("0202", "0303"):
        own = {(round(x, 6), round(y, 6)) for x, y in GRID.corners(number)}
        for near in GRID.neighbours(number):
            others = {(round(x, 6), round(y, 6)) for x, y in GRID.corners(near)}
            assert len(own & others) == 2, (number, near)


def test_the_nearest_hex_to_its_own_middle_is_itself() -> None:
    for number in GRID:
        assert GRID.nearest(*GRID.centre(number)) == number


@pytest.mark.parametrize("wrong", ["", "202", "0806", "9900", "0299", "ab02", "02021", "٠٢٠٢"])
def test_what_is_no_number_is_refused(wrong: str) -> None:
    with pytest.raises(ValueError, match="no hex of a grid"):
        GRID.place(wrong)


def test_barred_sides_and_two_waters_part_what_touches() -> None:
    graph = joined(GRID, list(GRID), [pair("0203", "0202")])
    assert "0203" not in graph["0202"]
    assert "0202" not in graph["0203"]
    split = parted(graph, {"0302": [["0301", "0401"], ["0303", "0402"]]})
    assert split["0302.1"] == ("0301", "0401")
    assert split["0302.2"] == ("0303", "0402")
    assert "0302.1" in split["0301"]
    assert "0302.2" not in split["0301"]
    assert not [near for near in split["0202"] if hex_of(near) == "0302"]
    ways = Ways(split)
    assert ways.distance("0302.1", "0302.2") is not None
    assert ways.distance("0302.1", "0302.2") != 0


def test_ways_agree_with_a_search_and_their_paths_are_as_long() -> None:
    dice = Random(4)
    members = [number for number in GRID if dice.random() < 0.8]
    ways = Ways(joined(GRID, members))
    start = members[0]
    found = distances([start], lambda here: ways.graph[here])
    assert ways.within(start, 99) == found
    assert ways.within(start, 2) == {place: steps for place, steps in found.items() if steps <= 2}
    for place, steps in found.items():
        path = ways.path(start, place)
        assert len(path) == steps == ways.distance(start, place)
        assert all(there in ways.graph[here] for here, there in pairwise((start, *path)))
    assert ways.distance(start, "nowhere") is None
    far = [place for place, steps in found.items() if steps >= 3]
    assert set(ways.nearest(start, far)) == {place for place in far if found[place] == 3}
    assert ways.nearest(start, []) == ()


def test_letters_are_read_from_west_to_east() -> None:
    letters = Lettered(GRID, ["abcdef"] * 8)
    assert (letters.at("0005"), letters.at("0000")) == ("a", "f")
    assert letters.where(lambda letter: letter == "a") == tuple(f"{row:02}05" for row in range(8))
    with pytest.raises(ValueError, match="8 rows of 6 letters"):
        Lettered(GRID, ["abc"])
