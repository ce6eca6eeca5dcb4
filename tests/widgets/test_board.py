"""The board as a widget: what it sends to the browser, and what it does when one points and clicks."""

from __future__ import annotations

import base64
from collections.abc import Callable
from typing import Any

import pytest

from conquistadors.engine.texts import LANGUAGES
from conquistadors.games.conquest.builder import expedition, place
from conquistadors.games.conquest.rules.position import ConquestPosition
from conquistadors.games.conquest.scene.scene import ConquestScene
from conquistadors.scene.contract import targets
from conquistadors_widgets.board import Board, Boards
from support.indies import answer, at, rules_of, table

STRANGE = "<img src=x onerror=alert(1)>"
NAMES = {"red": STRANGE, "blue": "Ben"}


def pos_near(space: str = "cempoala") -> ConquestPosition:
    return at(expeditions={"cortes": expedition("red", space, "5 foot")}, places={space: place("town", ally=None)})


def scene_near(space: str = "cempoala") -> ConquestScene:
    return ConquestScene(pos_near(space))


def board(picked: list[str] | None = None, **more: Any) -> Board:
    return Board(rules_of(), "north", ([] if picked is None else picked).append, **more)


def feature(space: str) -> dict[str, Any]:
    return {"properties": {"id": space}}


def svg_in(url: str) -> str:
    head, _, body = url.partition(",")
    assert head == "data:image/svg+xml;base64"
    return base64.b64decode(body).decode()


def everything_said(shown: Board) -> str:
    return " ".join(each.value for each in (shown._title, shown._line, shown._table, shown._legend))


def test_nothing_is_fetched_from_anywhere() -> None:
    shown = board()
    shown.show(scene_near(), {}, NAMES)
    images = (shown._ground, shown._near, shown._far, shown._pieces)
    assert shown._map.layers == (*images[:3], shown._rings, images[3])
    for layer in images:
        assert "http" not in svg_in(layer.url).replace("http://www.w3.org/2000/svg", "")


def test_pointing_tells_about_a_space_and_clicking_picks_it_whatever_it_is() -> None:
    picked: list[str] = []
    looked: list[str] = []
    shown = board(picked, on_look=looked.append)
    shown.show(scene_near(), {"tula": ("go tula",)}, NAMES)
    shown._pointed(feature=feature("cempoala"), event="mouseover")
    assert "Cempoala" in shown._line.value
    assert "Cortés" in shown._line.value
    assert 'aria-live="polite"' in shown._line.value
    assert picked == []
    shown._clicked(feature=feature("tula"), event="click")
    assert "Click to choose this space" in shown._line.value
    shown._clicked(feature=feature("colima"), event="click")
    assert picked == ["tula", "colima"]
    assert looked == ["cempoala", "tula", "colima"]


def test_a_space_can_be_found_and_picked_from_the_keyboard() -> None:
    picked: list[str] = []
    shown = board(picked)
    shown.show(scene_near(), {}, NAMES)
    assert shown._pick.layout.display == "none"
    shown._find.value = "Tlaxcala"
    assert shown._pick.layout.display == ""
    assert "Tlaxcala" in shown._line.value
    shown._pick.click()
    assert picked == ["tlaxcala"]
    shown._find.value = ""
    assert shown._pick.layout.display == "none"


def test_names_of_players_are_shown_as_text() -> None:
    shown = board()
    shown.show(scene_near(), {}, NAMES)
    shown._list.value = True
    shown._pointed(feature=feature("cempoala"))
    assert "<img" not in everything_said(shown)
    assert "&lt;img src=x onerror=alert(1)&gt;" in shown._line.value
    assert "&lt;img src=x onerror=alert(1)&gt;" in shown._table.value
    assert "<img" not in svg_in(shown._pieces.url)


def test_an_answer_changes_two_traits_and_the_same_position_none() -> None:
    sent: list[str] = []
    with table(pos_near()) as game:
        shown = board()
        shown.show(ConquestScene(game.position), targets(ConquestScene(game.position), game.options), NAMES)
        for layer in (shown._rings, shown._pieces, shown._ground):
            layer.observe(lambda change: sent.append(change["name"]), ("data", "url"))
        shown.show(ConquestScene(game.position), targets(ConquestScene(game.position), game.options), NAMES)
        assert sent == []
        answer(game, "activate cortes", "march")
        shown.show(ConquestScene(game.position), targets(ConquestScene(game.position), game.options), NAMES)
    assert sorted(sent) == ["data", "url"]


def test_the_view_goes_home_first_and_to_targets_that_are_out_of_sight() -> None:
    shown = board()
    scene = scene_near()
    shown.show(scene, {}, NAMES)
    home = list(shown._map.center)
    far = max(shown.model.spaces, key=lambda space: shown.model.layout.points[space][0])
    shown.show(scene, {far: (f"go {far}",)}, NAMES)
    away = list(shown._map.center)
    assert away != home
    shown.show(scene, {far: (f"go {far}",)}, NAMES)
    shown._whole.click()
    assert shown._map.zoom < 0
    shown._own.click()
    assert list(shown._map.center) != away


def test_the_size_on_the_screen_comes_from_the_browser() -> None:
    shown = board()
    shown.show(scene_near(), {}, NAMES)
    wide = shown._map.zoom
    for name, value in {"left": 0.0, "right": 500.0, "top": 0.0, "bottom": 520.0}.items():
        shown._map.set_trait(name, value)
    assert shown._window == (500.0, 520.0)
    assert shown._map.zoom <= wide


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_is_there_in_every_language(language: str) -> None:
    shown = board()
    shown.show(scene_near(), {}, NAMES)
    shown._list.value = True
    shown.speak(language)
    assert "[board" not in everything_said(shown)
    assert "[name" not in everything_said(shown)
    assert shown.model.language == language
    for control in (shown._whole, shown._own, shown._pick, shown._list):
        assert control.description
        assert control.tooltip


def test_another_language_is_another_ground_and_the_same_one_is_not_drawn_again() -> None:
    shown = board()
    english = shown._ground.url
    model = shown.model
    shown.speak("en")
    assert shown.model is model
    shown.speak("ja")
    assert shown._ground.url != english
    assert shown._whole.description == "全体図"


def test_both_maps_lie_side_by_side_and_are_told_as_text() -> None:
    picked: list[str] = []
    boards = Boards(rules_of(2, "both"), picked.append)
    assert [each.model.sheet for each in boards.boards] == ["north", "south"]
    pos = at(2, "both", expeditions={"cortes": expedition("red", "tlaxcala", "1 foot")}, places={"tlaxcala": "town"})
    boards.show(ConquestScene(pos), {}, NAMES)
    boards.speak("fr")
    boards.boards[1]._clicked(feature=feature("quito"))
    assert picked == ["quito"]
    text = boards._repr_mimebundle_()
    data = text[0] if isinstance(text, tuple) else text
    assert "Tlaxcala" in data["text/plain"]
    assert "Carte Sud" in data["text/plain"]
    assert "cq-boards" in boards._dom_classes
    assert "cq" in boards._dom_classes
    assert "cq" not in boards.boards[0]._dom_classes


def test_a_board_alone_has_a_frame_and_a_text() -> None:
    shown = board()
    assert shown.as_text() == "North map"
    shown.show(scene_near(), {}, NAMES)
    bundle = shown._repr_mimebundle_()
    data = bundle[0] if isinstance(bundle, tuple) else bundle
    assert "Cempoala" in data["text/plain"]
    assert {"cq", "cq-sheet"} <= set(shown._dom_classes)


def test_a_long_session_leaves_no_orphans(count_widgets: Callable[[], int]) -> None:
    shown = board()
    scene = scene_near()
    shown.show(scene, {}, NAMES)
    before = count_widgets()
    for n in range(50):
        shown.show(scene, {} if n % 2 else {"tula": ("go tula",)}, NAMES)
    assert count_widgets() == before


def test_names_go_by_how_close_one_is() -> None:
    shown = board()
    shown.show(scene_near(), {}, NAMES)
    shown._map.zoom = 0.5
    assert ("cq-near" in shown._map._dom_classes, "cq-far" in shown._map._dom_classes) == (True, False)
    shown._map.zoom = -1.5
    assert ("cq-near" in shown._map._dom_classes, "cq-far" in shown._map._dom_classes) == (False, True)
    with shown._map.hold_trait_notifications():  # what the browser shows counts, not what it was told to
        for edge, place in {"west": 100.0, "east": 600.0, "left": 0.0, "right": 700.0}.items():
            shown._map.set_trait(edge, place)
    assert ("cq-near" in shown._map._dom_classes, "cq-far" in shown._map._dom_classes) == (True, False)
    near, far = (svg_in(layer.url).count("<text") for layer in (shown._near, shown._far))
    assert 5 < far < near
    assert "<text" in svg_in(shown._near.url)
    assert "Tlaxcala" not in svg_in(shown._ground.url).replace("<title>Tlaxcala</title>", "")


def test_a_projector_shows_everything_larger() -> None:
    shown = board()
    shown.show(scene_near(), {}, NAMES)
    shown.look(shown.model.around(["tula"]))
    before = shown._map.zoom
    shown.enlarge(True)
    assert shown._map.zoom == before + 0.5
    shown.enlarge(False)
    assert shown._map.zoom == before


def test_what_was_looked_for_is_marked_and_the_signs_open_over_the_map() -> None:
    shown = board()
    shown.show(scene_near(), {}, NAMES)
    shown._find.value = "TENOCH"
    marked = [f["properties"]["id"] for f in shown._rings.data["features"] if "found" in str(f["properties"]["style"])]
    assert marked == ["tenochtitlan"]
    assert shown._legend.layout.display == "none"
    shown._signs.value = True
    assert shown._legend.layout.display == ""
    for sign in ("Desert", "Rain forest", "Sea space", "Level 0 (coast) to 4", "something has just changed here"):
        assert sign in shown._legend.value


def test_the_map_follows_whoever_acts() -> None:
    shown = board()
    shown.show(scene_near(), {}, NAMES)
    shown.look(shown.model.around(["tula"]))
    far = ConquestScene(at(expeditions={"balboa": expedition("red", "champoton", "3 foot")}), "red")
    seen = shown._seen()
    assert shown.model.hides("champoton", seen)
    shown.show(Acting(far.pos, "red"), {}, NAMES)
    assert not shown.model.hides("champoton", shown._seen())


class Acting(ConquestScene):
    """Somebody acts in Champotón."""

    active = "champoton"
