"""What a board shows and says, without a browser."""

from __future__ import annotations

from itertools import combinations
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from conquistadors.engine import SetupError, option
from conquistadors.engine.texts import LANGUAGES
from conquistadors.games.conquest.builder import build, expedition, place
from conquistadors.games.conquest.rules.position import March
from conquistadors.games.conquest.scene.scene import ConquestScene
from conquistadors.maps.labels import Box
from conquistadors.scene.contract import targets
from conquistadors.scene.maps import Badge, Piece
from conquistadors_widgets import pieces
from conquistadors_widgets.board_model import BoardModel, Window, initials_of, inside
from support.indies import answer, at, at_standard, rules_of, standard_rules, table

STRANGE = "<img src=x onerror=alert(1)>"
NAMES = {"red": STRANGE, "blue": "Ben"}
WIDE, NARROW = Window(1060, 520), Window(530, 520)
PICTURES = pieces.pictures_in(ConquestScene.pictures)
HULL = "M-15 0H15L10 8H-10ZM0-4"
MODEL = BoardModel(rules_of(), "north")


def pos_with_everything() -> Any:
    return at(
        expeditions={
            "cortes": expedition(
                "red", "tlaxcala", "5 foot, 2 horse", companions={"ordaz": ""}, gold=3, food=2, assets=["interpreter"]
            ),
            "alvarado": expedition("red", "tlaxcala", "2 foot", allies=["24@tlaxcala"]),
            "balboa": expedition("blue", "champoton", "3 foot"),
        },
        places={
            "tlaxcala": place("city", ally="red"),
            "cempoala": place("town", hostile=True, units=[30, "24b"]),
            "cholula": place("city", out=True),
            "tenochtitlan": place("capital", empire="mexica", king=True, hostile=True),
            "potonchan": "mosquito",
            "champoton": "village",
            "tula": "discovered",
        },
    )


def scene_with_everything() -> ConquestScene:
    return ConquestScene(pos_with_everything())


def drawn(svg: str) -> ET.Element:
    return ET.fromstring(svg)


def texts(svg: str) -> list[str]:
    return ["".join(each.itertext()) for each in drawn(svg).iter("{http://www.w3.org/2000/svg}text")]


# The picture -----------------------------------------------------------------------------------------------------


def test_the_ground_has_every_space_and_lies_where_the_rings_are() -> None:
    svg, ((south, west), (north, east)) = MODEL.ground()
    there = {each.get("data-space") for each in drawn(svg).iter()} - {None}
    assert there == set(MODEL.spaces)
    for feature in MODEL.features(scene_with_everything(), {})["features"]:
        for x, y in feature["geometry"]["coordinates"][0]:
            assert west <= x <= east
            assert south <= y <= north


def test_the_ground_is_drawn_once() -> None:
    assert BoardModel(rules_of(), "north").ground()[0] is MODEL.ground()[0]


def test_rings_tell_targets_and_the_active_space_from_others() -> None:
    aimed = {"cholula": ("go cholula",), "tula": (), "quito": ("go quito",)}
    pos = pos_with_everything()
    pos.march = March("cortes", "land", ("tlaxcala",), 3)
    looks = {
        feature["properties"]["id"]: feature["properties"]["style"]["className"]
        for feature in MODEL.features(ConquestScene(pos), aimed)["features"]
    }
    assert looks.keys() == set(MODEL.spaces)
    assert {space for space, look in looks.items() if "cq-board-target" in look} == {"cholula"}
    assert {space for space, look in looks.items() if "cq-board-active" in look} == {"tlaxcala"}


def test_pieces_show_letters_and_strength_and_no_name_breaks_them() -> None:
    svg = MODEL.pieces(scene_with_everything(), NAMES)
    assert STRANGE not in svg
    said = texts(svg)
    for letters, strength in (("Co", "7"), ("Al", "2"), ("Ba", "3")):
        assert letters in said
        assert strength in said
    titles = ["".join(each.itertext()) for each in drawn(svg).iter("{http://www.w3.org/2000/svg}title")]
    assert any(STRANGE in title for title in titles)
    assert drawn(MODEL.picture(scene_with_everything(), NAMES)).tag.endswith("svg")


def test_a_redraw_is_small() -> None:
    assert len(MODEL.pieces(scene_with_everything(), NAMES)) < 20_000


def test_every_marker_and_status_has_a_look_of_its_own() -> None:
    markers = [name for name, look in PICTURES.pieces.items() if look.get("as", "plate") == "plate"]
    looks = [PICTURES.draw(Piece("", marker, "")) for marker in markers]
    assert len(set(looks)) == len(markers)
    paths = {name: look["path"] for name, look in PICTURES.pieces.items() if "path" in look}
    glyphs = {path for name, path in paths.items() if name != "known"}  # the same sign with a dashed edge
    assert len(glyphs) == len(paths) - 1
    city = [
        Piece("", "city", ""),
        Piece("", "city", "", states=("hostile",)),
        Piece("", "city", "", "red", states=("allied",)),
        Piece("", "city", "", states=("out",)),
        Piece("", "city", "", badges=(Badge("king"),)),
        Piece("", "city", "", badges=(Badge("indians", 2),)),
    ]
    assert len({PICTURES.draw(each) for each in city}) == len(city)


def test_what_a_game_has_not_drawn_is_drawn_plainly() -> None:
    plain = pieces.pictures_in("")
    assert plain is pieces.pictures_in("")
    token = plain.draw(
        Piece("x", "cart", "", "red", "cart", 3, (Badge("wheel", 2),), ("active", "broken")), "Ca", "<b>"
    )
    assert token.startswith("<title>&lt;b&gt;</title>")
    assert ">Ca<" in token
    assert ">3<" in token
    assert "<rect" in plain.draw(Piece("x", "box", "", states=("broken",)))
    assert "<use" not in plain.draw(Piece("x", "box", ""))


def test_a_long_number_stays_on_its_badge() -> None:
    def size(count: int) -> float:
        return float(PICTURES.sign(Badge("gold", count)).split('font-size="')[1].split('"')[0])

    assert size(5) == size(25) == pieces.SIGN_SIZE
    for count in (100, 1000):
        assert size(count) * len(str(count)) == pytest.approx(2 * pieces.SIGN_SIZE, rel=0.01)


def test_seats_differ_in_shape_as_well_as_in_colour() -> None:
    assert pieces.SEATS.keys() == pieces.CORNERS.keys()
    assert len(set(pieces.CORNERS.values())) == len(pieces.SEATS)
    assert len(set(pieces.SEATS.values())) == len(pieces.SEATS)
    assert pieces.colour("enemy") not in pieces.SEATS.values()


@pytest.mark.parametrize("count", range(1, 11))
def test_expeditions_in_one_space_stand_side_by_side(count: int) -> None:
    spots = pieces.fan(count)
    assert len(spots) == count
    for (ax, ay), (bx, by) in combinations(spots, 2):
        assert abs(ax - bx) + abs(ay - by) > pieces.TOKEN


def test_a_march_shows_its_way_and_a_battle_its_space() -> None:
    pos = pos_with_everything()
    before = MODEL.pieces(ConquestScene(pos), NAMES)
    pos.march = March("cortes", "land", ("tlaxcala", "cholula"), 3)
    marching = ConquestScene(pos)
    assert "stroke-dasharray" in MODEL.pieces(marching, NAMES)
    assert "stroke-dasharray" not in before
    assert [piece.id for piece in marching.maps[0].pieces if "active" in piece.states] == ["cortes"]
    assert marching.active == "tlaxcala"
    hostile = {"cempoala": place("town", hostile=True, units=[30])}
    cortes = {"cortes": expedition("red", "cempoala", "5 foot")}
    fight = ConquestScene(at(expeditions=cortes, places=hostile, before="battle cortes indians"))
    assert pieces.burst(0) in MODEL.pieces(fight, NAMES)
    assert "There is a battle here." in MODEL.describe(fight, "cempoala", NAMES)
    assert fight.active == "cempoala"


def test_a_ship_is_under_an_expedition_at_sea() -> None:
    sea = next(iter(rules_of().world.sea))
    pos = at(expeditions={"cortes": expedition("red", sea, "2 foot")})
    ashore = at(expeditions={"cortes": expedition("red", "cempoala", "2 foot")}, places={"cempoala": "village"})
    assert HULL in MODEL.pieces(ConquestScene(pos), NAMES)
    assert HULL not in MODEL.pieces(ConquestScene(ashore), NAMES)


def test_14_23_settlements_are_flagged_in_the_set_up_only() -> None:
    with table(
        at(expeditions={"cortes": expedition("red", "cempoala", "2 foot")}, places={"cempoala": "village"})
    ) as g:
        pos = g.position.copy()
    pos.edit_faction("blue", settlements=("cempoala",))
    later = ConquestScene(pos)
    assert "settled" not in "".join(MODEL.describe(later, "cempoala", NAMES))
    assert pieces.flag("blue") not in MODEL.pieces(later, NAMES)
    pos.turn = 0
    begun = ConquestScene(pos)
    assert "placed by Ben" in "".join(MODEL.describe(begun, "cempoala", NAMES))
    assert pieces.flag("blue") in MODEL.pieces(begun, NAMES)


def test_19_13_a_legend_is_shown_beside_what_stands_there() -> None:
    rules = standard_rules()
    space = next(s.id for s in rules.world.spaces.values() if s.kind == "legend")
    scene = ConquestScene(at_standard(legends={space: "cities-of-cibola"}))
    model = BoardModel(rules, "north")
    assert "#cq-legend" in model.pieces(scene, NAMES)
    assert "the legend: " in model.describe(scene, space, NAMES)[-1]


def test_a_map_that_is_not_in_play_is_refused() -> None:
    with pytest.raises(SetupError, match="the maps in play are north"):
        BoardModel(rules_of(), "south")


# Words -----------------------------------------------------------------------------------------------------------


def test_a_space_is_described_by_name_level_history_and_what_is_there() -> None:
    name, history, state, *expeditions = MODEL.describe(scene_with_everything(), "tlaxcala", NAMES)
    assert name.startswith("Tlaxcala · Level ")
    assert history == rules_of().world.spaces["tlaxcala"].history.en
    assert state == f"city, ally of {STRANGE}"  # plain text: the widget escapes it
    assert len(expeditions) == 2
    cortes = next(line for line in expeditions if line.startswith("Cortés"))
    for part in ("5 foot", "2 horse", "3 gold", "2 food", "with Ordaz", "Interpreter"):
        assert part in cortes


def test_what_a_seat_cannot_know_is_not_said() -> None:
    seen = ConquestScene(rules_of().view(pos_with_everything(), "blue"), "blue")
    line = next(line for line in MODEL.describe(seen, "tlaxcala", NAMES) if line.startswith("Cortés"))
    assert "Interpreter" not in line
    assert "face down: 1" in line


def test_indians_undiscovered_and_empty_spaces_are_told_apart() -> None:
    scene = scene_with_everything()
    assert "Indians: " in MODEL.describe(scene, "cempoala", NAMES)[3]
    assert MODEL.describe(scene, "colima", NAMES)[-1] == "Not discovered yet."
    desert = next(s.id for s in rules_of().world.spaces.values() if s.kind == "desert")
    assert MODEL.describe(scene, desert, NAMES)[-1] == "Nothing here."
    assert "the Mexica king" in MODEL.describe(scene, "tenochtitlan", NAMES)[2]
    assert MODEL.describe(scene, "tula", NAMES)[2] == "discovered, no civilization"


def test_rows_hold_what_lies_on_the_map_and_nothing_else() -> None:
    pos = pos_with_everything()
    scene = ConquestScene(pos)
    rows = MODEL.rows(scene, NAMES)
    lying = {e.space for e in pos.expeditions.values()} | set(pos.sites)
    assert {row.space for row in rows} == lying
    assert [row.name for row in rows] == sorted(row.name for row in rows)
    assert MODEL.as_text(scene, NAMES).splitlines()[0] == "North map"
    assert len(MODEL.as_text(scene, NAMES).splitlines()) == len(rows) + 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_spaces_are_told_in_every_language(language: str) -> None:
    scene = scene_with_everything()
    model = BoardModel(rules_of(), "north", language)
    for space in model.spaces:
        for line in model.describe(scene, space, NAMES):
            assert "[board." not in line
            assert "[show." not in line
    assert set(model.names) == set(model.spaces)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_two_conquistadors_have_the_same_letters(language: str) -> None:
    letters = BoardModel(rules_of(), "north", language).initials(NAMES)
    assert all(len(each) == 2 for each in letters.values())
    assert len(set(letters.values())) == len(letters)


def test_letters_of_names_that_begin_alike() -> None:
    assert initials_of({"a": "Cortés", "b": "Córdoba", "c": "de Soto", "d": "F. Pizarro", "e": "H. Pizarro"}) == {
        "a": "Co",
        "b": "Cr",
        "c": "So",
        "d": "FP",
        "e": "HP",
    }


# Targets ---------------------------------------------------------------------------------------------------------


def test_options_aim_at_the_spaces_they_name_or_where_their_expedition_is() -> None:
    options = [
        option("go", "cholula"),
        option("reorganise", "tlaxcala"),
        option("station", "cortes", "tula"),
        option("incite", "cempoala", "cortes"),
        option("activate", "cortes"),
        option("activate", "alvarado"),
        option("play", "ambush"),
        option("pass"),
    ]
    named = {
        "cholula": ("go cholula",),
        "tlaxcala": ("reorganise tlaxcala",),
        "tula": ("station cortes tula",),
        "cempoala": ("incite cempoala cortes",),
    }
    own = ("reorganise tlaxcala", "activate cortes", "activate alvarado")
    assert targets(scene_with_everything(), options) == {**named, "tlaxcala": own}


def test_an_option_with_expeditions_in_two_spaces_aims_at_none() -> None:
    scene = scene_with_everything()
    assert targets(scene, [option("join", "cortes", "balboa")]) == {}
    assert targets(scene, [option("join", "cortes", "alvarado")]) == {"tlaxcala": ("join cortes alvarado",)}


def test_a_march_aims_at_the_neighbours() -> None:
    with table(
        at(expeditions={"cortes": expedition("red", "cempoala", "5 foot")}, places={"cempoala": "village"})
    ) as g:
        assert set(targets(ConquestScene(g.position), g.options)) == {"cempoala"}
        answer(g, "activate cortes", "march")
        aimed = targets(ConquestScene(g.position), g.options)
        assert aimed
        assert set(aimed) <= set(rules_of().world.by_land["cempoala"])


# Where to look ---------------------------------------------------------------------------------------------------


def seen_in(window: Window, look: tuple[tuple[float, float], float]) -> Box:
    (lat, lon), zoom = look
    across, down = window.width / 2**zoom / 2, window.height / 2**zoom / 2
    return Box(lon - across, -lat - down, lon + across, -lat + down)


@pytest.mark.parametrize("window", [WIDE, NARROW])
def test_the_first_look_is_at_the_own_expeditions_and_names_are_readable(window: Window) -> None:
    box = MODEL.home(ConquestScene(pos_with_everything(), "red"), {}, window)
    seen = seen_in(window, MODEL.look_at(box, window))
    assert inside(MODEL.layout.points["tlaxcala"], seen)
    assert window.width / (seen.right - seen.left) > 0.8
    assert 400 < seen.right - seen.left < 950


def test_many_targets_do_not_make_the_map_unreadable() -> None:
    everywhere = {space: (f"place {space}",) for space in MODEL.spaces}
    box = MODEL.home(ConquestScene(pos_with_everything(), "red"), everywhere, WIDE)
    readable = Box(0.0, 0.0, WIDE.most + 90, WIDE.most * WIDE.shape + 90)
    assert MODEL.look_at(box, WIDE)[1] >= MODEL.look_at(readable, WIDE)[1]
    assert inside(MODEL.layout.points["tlaxcala"], box)


def test_a_look_shows_the_sheet_and_nothing_beside_it() -> None:
    corner = min(MODEL.spaces, key=lambda space: sum(MODEL.layout.points[space]))
    seen = seen_in(WIDE, MODEL.look_at(MODEL.around([corner]), WIDE))
    assert (seen.left, seen.top) >= (-0.01, -0.01)
    assert inside(MODEL.layout.points[corner], seen)


def test_the_whole_map_fits() -> None:
    seen = seen_in(WIDE, MODEL.look_at(MODEL.whole(), WIDE, closer=False))
    assert seen.left <= 0
    assert seen.top <= 0
    assert seen.right >= MODEL.layout.frame.width
    assert seen.bottom >= MODEL.layout.frame.height


def test_the_view_moves_only_for_targets_that_are_out_of_sight() -> None:
    near, far = "cempoala", max(MODEL.spaces, key=lambda space: MODEL.layout.points[space][0])
    seen = seen_in(WIDE, MODEL.look_at(MODEL.around([near]), WIDE))
    assert MODEL.move_for({near: ("x",)}, None, seen, WIDE) is None
    assert MODEL.move_for({}, None, seen, WIDE) is None
    assert MODEL.move_for({"quito": ("x",)}, None, seen, WIDE) is None  # on the other map
    moved = MODEL.move_for({far: ("x",)}, None, seen, WIDE)
    assert moved is not None
    assert inside(MODEL.layout.points[far], moved)
    everywhere = dict.fromkeys(MODEL.spaces, ("x",))
    assert MODEL.move_for(everywhere, None, seen, WIDE) is None  # some are in sight, and all would be too many


def test_without_anything_to_look_at_the_harbours_are_shown() -> None:
    pos = build(
        rules=rules_of(2, "both"),
        expeditions={"cortes": expedition("red", "tlaxcala", "1 foot")},
        places={"tlaxcala": "town"},
    )
    south = BoardModel(rules_of(2, "both"), "south")
    assert inside(south.layout.points["panama-south"], south.home(ConquestScene(pos, "red"), {}, WIDE))


@pytest.mark.parametrize(
    ("typed", "space"),
    [
        ("Tenochtitlan", "tenochtitlan"),
        ("TENOCHTITLÁN", "tenochtitlan"),
        ("panuco", "panuco"),
        ("panu", "panuco"),
        ("nochti", "tenochtitlan"),
        ("テノチティトラン", "tenochtitlan"),
        ("nowhere at all", None),
        ("  ", None),
    ],
)
def test_a_space_is_found_without_case_and_accents_by_part_and_in_any_language(typed: str, space: str | None) -> None:
    assert MODEL.find(typed) == space


def test_tokens_leave_names_in_sight_where_there_is_room() -> None:
    """Over all spaces, an expedition hides less of names and other spaces than it would right above its space."""
    spots = pieces.fan(1)
    hidden = above = 0.0
    for space in MODEL.spaces:
        x, y = MODEL.layout.points[space]
        free = [box for box in MODEL._printed if box != MODEL.layout.marks[space]]
        at_x, at_y = MODEL._free_spot(space, spots, MODEL._printed)
        hidden += Box(at_x - 12, at_y - 12, at_x + 12, at_y + 12).hidden(free, float("inf"))
        above += Box(x - 12, y - 34, x + 12, y - 10).hidden(free, float("inf"))
    assert hidden < above / 2


def test_what_has_changed_is_marked() -> None:
    found = MODEL.features(scene_with_everything(), {}, ["tula"])["features"]
    looks = {each["properties"]["id"]: each["properties"]["style"]["className"] for each in found}
    assert [space for space, look in looks.items() if "cq-board-changed" in look] == ["tula"]
