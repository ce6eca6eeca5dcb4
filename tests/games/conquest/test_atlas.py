"""The drawing of a map: everything is on it, nothing breaks the SVG, and no name hides another."""

from __future__ import annotations

import json
from itertools import combinations
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from conquistadors.games.conquest.atlas import LEVELS, draw_map, draw_sheet, fit, layout
from conquistadors.maps.labels import RADIUS, Box, text_width
from conquistadors.resources import data_root, read_toml_file

SVG = "{http://www.w3.org/2000/svg}"
LANDS = ("north", "south")


def land(name: str) -> dict[str, Any]:
    parsed: dict[str, Any] = json.loads((data_root() / "conquest" / "geo" / f"{name}.json").read_text(encoding="utf-8"))
    return parsed


def shipped(name: str) -> dict[str, Any]:
    return read_toml_file(Path(data_root(), "conquest", "maps", f"{name}.toml"))


def space(name: str, lat: float, lon: float, kind: str = "level", **more: object) -> dict[str, Any]:
    return {"id": name.lower(), "name": {"en": name, "ja": "メシコ"}, "lat": lat, "lon": lon, "kind": kind, **more}


def board(*more: dict[str, Any]) -> dict[str, Any]:
    spaces = [
        space("Cempoala", 19.4, -96.4, level=0, minus_one=True),
        space("Tlaxcala", 19.3, -98.2, level=3),
        space("Tenochtitlan", 19.4, -99.1, level=4),
        space("Sonora", 29.0, -110.0, "desert"),
        space("Lacandon", 16.5, -91.0, "rain-forest"),
        space("Cibola", 35.0, -108.0, "legend", legend=5),
        space("Gulf", 22.0, -94.0, "sea"),
        space("Pacific", 14.0, -97.0, "sea", mar_del_sur=True),
        space("Santiago", 20.0, -75.8, "cuba"),
        space("Panama", 9.0, -79.5, "panama"),
        *more,
    ]
    lines = [
        {"between": ["cempoala", "tlaxcala"], "by": "land"},
        {"between": ["tlaxcala", "tenochtitlan"], "by": "land"},
        {"between": ["cempoala", "gulf"], "by": "sea"},
    ]
    return {"map": "north", "name": {"en": "North", "ja": "北"}, "space": spaces, "connection": lines}


def drawn(picture: str) -> dict[str, ET.Element]:
    """The spaces of a picture by id."""
    return {group.get("data-space", ""): group for group in ET.fromstring(picture).iter(f"{SVG}g")}


def words(element: ET.Element) -> list[str]:
    return ["".join(text.itertext()) for text in element.iter(f"{SVG}text")]


def test_the_picture_is_valid_and_shows_every_space_and_every_name() -> None:
    picture = draw_map(board(), land("north"))
    root, spaces = ET.fromstring(picture), drawn(picture)
    assert root.tag == f"{SVG}svg"
    for one in board()["space"]:
        assert spaces[one["id"]].findtext(f"{SVG}title") == one["name"]["en"]
        assert one["name"]["en"] in words(root)
    assert "North map" in words(root)
    assert "Made with Natural Earth" in words(root)


@pytest.mark.parametrize(
    ("name", "mark"),
    [("cempoala", "0 -1"), ("tenochtitlan", "4"), ("sonora", "D"), ("lacandon", "R"), ("cibola", "L5"), ("gulf", "")],
)
def test_1_13_1_14_a_space_is_marked_as_the_rules_say(name: str, mark: str) -> None:
    assert " ".join(words(drawn(draw_map(board(), land("north")))[name])) == mark


def test_1_13_each_level_has_its_own_colour() -> None:
    levels = [space(f"Level{n}", 20.0 + 2 * n, -101.0, level=n) for n in range(5)]
    spaces = drawn(draw_map(board(*levels), land("north")))
    fills = [spaces[f"level{n}"].find(f"{SVG}circle") for n in range(5)]
    assert [circle.get("fill") for circle in fills if circle is not None] == list(LEVELS)


def test_1_141_mar_del_sur_looks_different_from_other_seas_and_the_legend_says_when_it_is_closed() -> None:
    picture = draw_map(board(), land("north"))
    rings = {name: len(group.findall(f"{SVG}circle")) for name, group in drawn(picture).items()}
    assert (rings["gulf"], rings["pacific"]) == (1, 2)
    assert any("Mar del Sur" in text and "1-2" in text for text in words(ET.fromstring(picture)))


def test_lines_by_sea_are_dashed_and_lines_by_land_are_not() -> None:
    paths = list(ET.fromstring(draw_map(board(), land("north"))).iter(f"{SVG}path"))
    assert sum(path.get("stroke-dasharray") is not None for path in paths) == 2  # the line and the legend's


def test_the_legend_explains_only_what_the_map_has() -> None:
    plain = board()
    plain["space"] = [one for one in plain["space"] if one["kind"] != "cuba"]
    assert "Santiago de Cuba" in words(ET.fromstring(draw_map(board(), land("north"))))
    assert "Santiago de Cuba" not in words(ET.fromstring(draw_map(plain, land("north"))))


def test_names_are_escaped() -> None:
    nasty = space('<b>&"', 25.0, -104.0, level=1)
    picture = draw_map(board(nasty), land("north"))
    assert "<b>" not in picture
    assert drawn(picture)['<b>&"'].findtext(f"{SVG}title") == '<b>&"'
    assert '<b>&"' in words(ET.fromstring(picture))


def test_another_language_is_used_where_there_is_one_and_english_elsewhere() -> None:
    told = words(ET.fromstring(draw_map(board(), land("north"), "ja")))
    assert {"北マップ", "メシコ", "雨林"} <= set(told)
    assert "Tlaxcala" in words(ET.fromstring(draw_map(board(), land("north"), "fr")))


def test_japanese_letters_are_wider() -> None:
    assert text_width("メシコ", 10) >= 30
    assert text_width("abc", 10) < 21


def test_the_picture_is_true_to_scale_at_its_mean_latitude() -> None:
    frame = fit(board(), land("north"))
    (left, top), (right, bottom) = frame.point(-100, 23), frame.point(-99, 22)
    assert 0.9 < (right - left) / (bottom - top) < 0.95  # cos of 22 degrees is 0.927


def test_a_box_measures_what_it_shares_with_another_and_with_a_line() -> None:
    box = Box(0, 0, 10, 10)
    assert box.overlap(Box(5, 5, 20, 20)) == 25
    assert box.overlap(Box(10, 0, 20, 10)) == 0
    assert box.length_inside((-5, 5), (5, 5)) == 5
    assert box.length_inside((-5, 11), (5, 11)) == 0
    assert box.length_inside((3, -5), (3, 50)) == pytest.approx(10)
    assert box.length_inside((0, 30), (30, 0)) == 0


def test_names_in_a_crowd_keep_clear_of_each_other() -> None:
    crowd = [space(f"Altepetl {n}", 21.0 + n // 4, -104.0 + n % 4, level=n % 5) for n in range(16)]
    for language in ("en", "ja"):
        assert_clear(board(*crowd), land("north"), language)


@pytest.mark.parametrize("language", ["en", "fr", "ja"])
@pytest.mark.parametrize("name", LANDS)
def test_no_name_of_a_shipped_map_hides_another_or_a_space(name: str, language: str) -> None:
    assert_clear(shipped(name), land(name), language)


@pytest.mark.parametrize("name", LANDS)
def test_a_shipped_map_is_drawn_with_all_its_spaces(name: str) -> None:
    picture = draw_map(shipped(name), land(name))
    assert list(drawn(picture)) == [one["id"] for one in shipped(name)["space"]]


def test_a_sheet_to_play_on_has_no_title_and_no_legend_and_room_below_the_levels() -> None:
    a_board, outlines = board(), land("north")
    placed = layout(a_board, outlines, legend=False, room=18)
    picture = draw_sheet(a_board, outlines, placed)
    assert set(drawn(picture)) == {each["id"] for each in a_board["space"]}
    assert len(words(ET.fromstring(picture))) < len(words(ET.fromstring(draw_map(a_board, outlines))))
    for each in a_board["space"]:
        x, y = placed.points[each["id"]]
        below = Box(x - RADIUS, y + RADIUS, x + RADIUS, y + RADIUS + 18)
        if each["kind"] == "level":
            assert not [label.space for label in placed.labels if label.box.overlap(below) > 1]


def assert_clear(a_board: dict[str, Any], outlines: dict[str, Any], language: str) -> None:
    placed = layout(a_board, outlines, language)
    assert len(placed.labels) == len(a_board["space"])
    for one, other in combinations(placed.labels, 2):
        assert one.box.overlap(other.box) < 1e-6, (one.space, other.space)
    for label in placed.labels:
        assert label.box.overlap(placed.legend) < 1e-6, label.space
        for marked, box in placed.marks.items():
            assert label.box.overlap(box) < 1e-6, (label.space, marked)


@pytest.mark.parametrize("name", LANDS)
def test_the_outlines_are_small_closed_inside_their_box_and_credited(name: str) -> None:
    file = data_root() / "conquest" / "geo" / f"{name}.json"
    assert file.stat().st_size < 150_000
    outlines = land(name)
    assert outlines["credit"] == "Made with Natural Earth"
    west, south, east, north = outlines["bbox"]
    (feature,) = outlines["features"]
    assert feature["geometry"]["type"] == "MultiPolygon"
    for polygon in feature["geometry"]["coordinates"]:
        for ring in polygon:
            assert ring[0] == ring[-1]
            assert len(ring) >= 4
            assert all(west <= lon <= east and south <= lat <= north for lon, lat in ring)


def test_no_strip_of_fiji_runs_through_the_pacific() -> None:
    """Rings across the antimeridian come from the source as strips round the world; `make_outlines.py` unrolls them."""
    rings = [ring for polygon in land("south")["features"][0]["geometry"]["coordinates"] for ring in polygon]
    assert not [point for ring in rings for point in ring if point[0] < -83 and point[1] < -2]
