"""The two maps: real places on land, seas at sea, and the shape that the rules need."""

from __future__ import annotations

import json
from itertools import pairwise
from typing import Any

import pytest

from conquistadors.engine.errors import DataError, SetupError
from conquistadors.games.conquest.pack.geography import Geography
from conquistadors.games.conquest.pack.records import MAPS, Pack
from conquistadors.games.conquest.pack.tables import grid
from conquistadors.resources import data_root

PACK = Pack()
BOARDS = {name: Geography(PACK.board(name)) for name in MAPS}


def on_land(land: Any, lon: float, lat: float) -> bool:
    """Whether the point lies in the polygons: an odd number of edges to its east."""
    inside = False
    for polygon in land["features"][0]["geometry"]["coordinates"]:
        for ring in polygon:
            for (x1, y1), (x2, y2) in pairwise(ring):
                if (y1 > lat) != (y2 > lat) and lon < x1 + (lat - y1) / (y2 - y1) * (x2 - x1):
                    inside = not inside
    return inside


@pytest.mark.parametrize("name", MAPS)
def test_every_land_space_lies_on_land_and_every_sea_space_at_sea(name: str) -> None:
    land = json.loads((data_root() / "conquest" / "geo" / f"{name}.json").read_text(encoding="utf-8"))
    wrong = [s.id for s in PACK.board(name).space if on_land(land, s.lon, s.lat) == (s.kind == "sea")]
    assert wrong == []


def test_3_22_cuba_reaches_the_gulf_and_caribbean_coasts_in_one_sea_move() -> None:
    """Sea moves of six must matter (MP18): counted with the landing space."""
    north = BOARDS["north"]
    (cuba,) = north.of_kind("cuba")
    steps = {cuba.id: 0}
    waiting = [cuba.id]
    while waiting:
        here = waiting.pop(0)
        if north.spaces[here].kind == "sea" or here == cuba.id:
            for there in north.by_sea[here]:
                if there not in steps:
                    steps[there] = steps[here] + 1
                    waiting.append(there)
    for coast in ("cempoala", "cozumel", "trujillo", "champoton"):
        assert steps[coast] <= 6


def test_14_23_there_are_coasts_enough_for_the_villages_of_the_set_up() -> None:
    for board in BOARDS.values():
        assert len([space for space in board.of_level(0) if not space.minus_one]) >= 10


def test_19_21_legend_spaces_are_remote() -> None:
    for board in BOARDS.values():
        starts = [space.id for space in (*board.of_kind("panama"), *board.of_kind("cuba"))]
        far = board.distances(starts)
        assert all(far[space.id] > 4 for space in board.of_kind("legend"))


def test_distances_go_over_lines() -> None:
    north = BOARDS["north"]
    assert north.land_distances("tenochtitlan")["tenochtitlan"] == 0
    assert north.land_distances("tenochtitlan")["texcoco"] == 1
    assert "cozumel" not in north.land_distances("tenochtitlan")


def test_a_wrong_map_is_refused() -> None:
    with pytest.raises(SetupError, match="the maps are north and south; got 'east'"):
        PACK.board("east")
    with pytest.raises(SetupError, match="the kit speaks"):
        PACK.board("north").name["latin"]
    with pytest.raises(DataError, match="the table"):
        grid(PACK, "tables/combat.toml", "waltz")
