"""What a table may do besides playing: positions in a few lines, corrections, giving up, printed tables, the map."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import ipywidgets as w
import pytest

import conquistadors as cq
from conquistadors.__main__ import main
from conquistadors.engine import Choice
from conquistadors.engine.errors import DataError, IllegalAnswer, SetupError
from conquistadors.engine.game import Game
from conquistadors.engine.texts import LANGUAGES
from conquistadors.games import pack_of, scene_of
from conquistadors.games.exploration.bots import Governor
from conquistadors.games.exploration.builder import build
from conquistadors.games.exploration.pack.records import our_pack
from conquistadors.games.exploration.rules.hoards import Gold
from conquistadors.games.exploration.rules.pieces import Dig
from conquistadors.games.exploration.rules.position import World
from conquistadors.games.exploration.scene import ExplorationScene
from conquistadors.scene.panels import Force, Forces, Hand
from conquistadors.scene.words import say
from conquistadors_widgets.board_model import PILED, BoardModel
from conquistadors_widgets.controls import SEND
from conquistadors_widgets.table import Table
from conquistadors_widgets.table_model import TableModel
from support.new_world import SPAIN, at, expedition, played


def built(**what: Any) -> World:
    return build(**what)


def test_a_position_is_built_as_it_is_told() -> None:
    pos = built(
        turn=6,
        treasury=77,
        monarch="B",
        forces={"2316": (2, 3)},
        ships={"2316.1": (1, 2)},
        people={"missionary-1": "2316", "cortes": "2316"},
        natives={"aztec-empire": 0},
        mines=("2316",),
    )
    game = Game.new(pos.rules, seed=3, position=pos)
    assert game.position.turn == 6
    assert pos.force(SPAIN, "2316").soldiers == 2
    assert pos.fleet(SPAIN, "2316.1").carracks == 2
    assert pos.people["cortes"].at == "2316"
    assert "magellan" in pos.people  # he is in play on turn 6
    assert pos.countries["aztec-empire"].native == 0
    assert pos.digs["2316"].found


@pytest.mark.parametrize(
    ("what", "told"),
    [
        ({"turn": 0}, "turn"),
        ({"monarch": "E"}, "monarch"),
        ({"forces": {"3000": (1, 1)}}, "forces"),
        ({"forces": {"2316": (1, -1)}}, "forces: 2316"),
        ({"forces": {"2316": 4}}, "forces: 2316"),
        ({"ships": {"2316": (1, 0)}}, "ships"),
        ({"people": {"drake": "europe"}}, "people"),
        ({"people": {"cortes": "moon"}}, "people"),
        ({"natives": {"atlantis": 1}}, "natives"),
        ({"mines": ("3816",)}, "mines"),
    ],
)
def test_a_position_that_cannot_be_is_refused_with_what_is_wrong(what: dict[str, Any], told: str) -> None:
    with pytest.raises(SetupError, match=told):
        built(**what)


# Corrections -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("order", "seen"),
    [
        ("treasury spain 12", lambda pos: pos.nations[SPAIN].treasury == 12),
        ("monarch spain D", lambda pos: pos.nations[SPAIN].monarch == "D"),
        ("soldiers spain 2316 4", lambda pos: pos.force(SPAIN, "2316").soldiers == 4),
        ("colonists spain 2218 2", lambda pos: pos.force(SPAIN, "2218").colonists == 2),
        ("soldiers spain europe 3", lambda pos: pos.nations[SPAIN].soldiers == 3),
        ("carracks spain europe 2", lambda pos: pos.fleet(SPAIN, "europe").carracks == 2),
        ("caravels spain europe 0", lambda pos: pos.fleet(SPAIN, "europe").caravels == 0),
        ("native caribbean 0", lambda pos: pos.countries["caribbean"].native == 0),
        ("european brasil 5", lambda pos: pos.countries["brasil"].european == 5),
        ("mine 2316 found", lambda pos: pos.digs["2316"].found and not pos.digs["2316"].abandoned),
        ("mine 2316 abandoned", lambda pos: pos.digs["2316"].found and pos.digs["2316"].abandoned),
        ("rutter spain yes", lambda pos: pos.nations[SPAIN].rutter),
    ],
)
def test_the_table_corrects_and_takes_back(order: str, seen: Any) -> None:
    game = cq.new_game("exploration", seed=4)
    before = game.position
    game.adjust(order)
    assert seen(game.position)
    game.undo()
    assert game.position == before


@pytest.mark.parametrize(
    "order",
    ["", "gold spain 3", "treasury spain", "treasury rome 3", "treasury spain -3", "treasury spain 9999999",
     "monarch spain E", "soldiers spain 3000 1", "native caribbean 99", "native moon 1", "mine 2316 lost"],
)  # fmt: skip
def test_a_correction_that_cannot_be_is_refused(order: str) -> None:
    game = cq.new_game("exploration", seed=4)
    before = game.position
    with pytest.raises(IllegalAnswer):
        game.adjust(order)
    assert game.position == before


def test_who_gives_up_has_lost() -> None:
    game = cq.new_game("exploration", seed=4)
    game.resign(SPAIN)
    assert game.ending is not None
    assert game.ending.winners == ()
    assert game.ending.reason == "gave-up"


# What is printed ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_table_is_shown_in_every_language(language: str) -> None:
    tools = pack_of("exploration")
    for name in tools.tables():
        sheet = tools.sheet(name, language)
        assert sheet.title
        assert all(cell.grade and cell.source for cell in sheet.cells())
    with pytest.raises(SetupError, match="events"):
        tools.sheet("no-such-table", language)


def test_6_33_t03_the_first_die_is_the_row_of_the_events_as_they_are_shown() -> None:
    sheet = pack_of("exploration").sheet("events", "en")
    row = next(line for line in sheet.lines if line.head == "3")
    cell = row.cells[[head for _, head in sheet.columns].index("5")]
    assert cell is not None
    assert (cell.value, cell.text) == ("1", "More interest in expansion")
    assert sheet.axes == ("first die", "second die")


def test_tables_of_one_die_say_what_their_rows_and_columns_are() -> None:
    tools = pack_of("exploration")
    assert tools.sheet("taxes", "en").axes == ("first die", "Monarch's rating")
    assert tools.sheet("colonists", "en").axes == ("first die", "")
    assert tools.sheet("naval-attrition", "en").axes == ("die", "bounds of this phase")


def test_the_map_is_drawn(tmp_path: Path) -> None:
    assert main(["show-map", "new-world", "--to", str(tmp_path / "map.svg")]) == 0
    svg = (tmp_path / "map.svg").read_text(encoding="utf-8")
    assert svg.startswith("<svg")
    assert "Incan Empire" in svg
    assert main(["check-data", "--game", "exploration"]) == 0


@pytest.mark.parametrize(
    "options", [{"pack": 3}, {"pack": "no-such-folder"}, {"pack": "a\0b"}, {"options": ["x"]}, {"turns": 30}]
)
def test_what_no_game_can_begin_with_is_refused(options: dict[str, Any]) -> None:
    with pytest.raises(SetupError):
        cq.new_game("exploration", seed=1, **options)


def test_a_pack_with_faults_is_refused_with_what_is_wrong(tmp_path: Path) -> None:
    (tmp_path / "missionaries.toml").write_text("[missionaries]\ncounters = { x = 1 }\n", encoding="utf-8")
    with pytest.raises(DataError, match="plus or minus"):
        cq.new_game("exploration", seed=1, pack=str(tmp_path))


# What answers cost -------------------------------------------------------------------------------------------------


def labels(*answers: str) -> dict[str, str]:
    """What the buttons say after some answers on the first turn, by answer."""
    game = cq.new_game("exploration", seed=5)
    for answer in answers:
        game.play(answer)
    table = TableModel(game, {})
    return {button.answer: button.label for group in table.groups() for button in group}


FITTED = ("fit europe", "take columbus", "take 2316.1")


def test_purchases_and_bounds_say_what_they_cost_as_one_goes() -> None:
    assert labels()["buy carrack"] == "Buy: Carrack · 8 ducats"
    assert labels("buy carrack")["amount 3"] == "Number: 3 · 24 ducats"
    bounds = labels(*FITTED)
    assert bounds["amount 3"] == "Number: 3 · 6 ducats: one way, column 3, 67% safe"
    assert bounds["amount 6"] == "Number: 6 · 12 ducats: there and back, column 3, 56% safe"
    assert bounds["amount 8"] == "Number: 8 · 16 ducats: there and back and 2 to spare, 56% safe"
    assert bounds["amount 5"] == "Number: 5 · 10 ducats"
    assert "3 bounds, 6 or 12 ducats" in labels(*FITTED[:2])["take 2316.1"]


def test_legs_say_movement_points_bounds_and_column() -> None:
    legs = labels(*FITTED, "amount 8", "done", "sail 2316.1", "amount 0", "done")
    steps = our_pack().board.sea.distance("2316.1", "2218.1")
    assert steps is not None
    far = steps + 2
    assert legs["go 2218.1"].endswith(f"{far} MP, 4 bounds, column 4")
    assert legs["discover" if "discover" in legs else "cargo"] in ("Discover · 3 MP", "Land or load")


def test_stops_that_the_map_shows_are_a_list_that_is_opened_if_asked_for() -> None:
    game = cq.new_game("exploration", seed=5)
    for answer in FITTED[:2]:
        game.play(answer)
    table = Table(game, {})
    fold, row = table._answers.list.children[:2]
    assert "On the map: 244" in fold.description
    assert row.children == ()
    fold.value = True
    assert len(row.children) == 244
    table.model.pick("2316", {"2316": ["take 2316.1", "take 2316.2"]})
    table.show()
    assert [len(each.children) for each in table._answers.list.children if isinstance(each, w.Box)] == [2]


def shapes(targets: dict[str, list[str]]) -> list[tuple[str, str, list[list[float]]]]:
    """The shapes on the map: which space, how it looks at last, its corners."""
    game = cq.new_game("exploration", seed=5)
    board = BoardModel(game.rules, "new-world")
    found = board.features(scene_of(game.rules)(game.position), targets)["features"]
    told = [(each["properties"], each["geometry"]["coordinates"][0]) for each in found]
    return [(each["id"], each["style"]["className"].rpartition("cq-board-")[2], ring) for each, ring in told]


def test_many_stops_are_dots_that_leave_the_hexes_in_sight() -> None:
    few = shapes({"2316": ["go 2316.1"], "2218": []})
    assert {(space, look) for space, look, _ in few if look in ("target", "dot")} == {("2316", "target")}
    landings = {place.partition(".")[0]: [f"go {place}"] for place in our_pack().board.landings}
    many = shapes({**landings, "3816": []})
    assert {space for space, look, _ in many if look == "dotted"} == set(landings)
    assert sorted(space for space, look, _ in many if look == "dot") == sorted(landings)
    across = {look: max(x for x, _ in ring) - min(x for x, _ in ring) for _, look, ring in many}
    assert across["dot"] < across["dotted"] / 2


def test_rings_of_hexes_do_not_overlap() -> None:
    rings = {space: ring for space, _, ring in shapes({})}
    right, left = max(x for x, _ in rings["2316"]), min(x for x, _ in rings["2315"])
    assert 0 <= left - right < 1


def test_where_a_port_is_gone_the_ways_say_their_bounds() -> None:
    pos = at("cross:spain-1", phase="D", forces={"2218": (0, 1)})
    expedition(pos, landfall="2316.1", port_planned=True, bounds=9)
    game = played(pos, "sail 2316.1")
    told = {button.answer: button.label for group in TableModel(game, {}).groups() for button in group}
    assert told == {
        "on 2218.1": "Sail on to Bayamo 2218, water 1 · 4 bounds, column 4",
        "home": "Sail home · 6 bounds, column 6",
    }


def test_ships_and_bounds_are_one_form_that_counts_the_cost() -> None:
    game = cq.new_game("exploration", seed=5)
    table = TableModel(game, {})
    for answer in ("buy carrack", "amount 1", *FITTED):
        table.press(answer)
    form = table.forms.shown
    assert form is not None
    assert [row.label for row in table.forms.rows(form)] == ["Carracks", "Caravels", "Bounds, 2 ducats each"]
    table.forms.fill([1, 0, 6])
    form = table.forms.shown
    assert form is not None
    assert form.answers == ("amount 1", "amount 0", "amount 6")
    assert "6 bounds for 12 ducats" in table.teller.event(form.told[-1])


def test_landing_soldiers_and_colonists_is_one_form() -> None:
    pos = at("coast:spain-1", phase="B", forces={"2316": (0, 1)}, people={"missionary-1": "2316"})
    expedition(pos, "2316.1", bounds=9, carracks=2, soldiers=1, colonists=2)
    form = TableModel(played(pos, "cargo"), {}).forms.shown
    assert form is not None
    assert form.answers == ("amount 0", "amount 0")


def test_13_43_gold_is_loaded_by_a_number_that_begins_with_all_of_it() -> None:
    pos = at("load-gold:spain", phase="C", forces={"2316": (0, 1)}, natives={"caribbean": 0})
    expedition(pos, "2316.1", bounds=9, carracks=1)
    pos.lay("2316", (Gold("2316", 23),))
    pos.digs["2316"] = Dig(found=True, dug=23)
    table = TableModel(played(pos), {})
    form = table.forms.shown
    assert form is not None
    assert [(row.low, row.value, row.high) for row in table.forms.rows(form)] == [(0, 23, 23)]
    table.forms.fill([20])
    table.press(SEND)
    assert [gold.ducats for gold in table.game.position.expeditions["spain-1"].gold] == [20]


def test_6_72_the_ducats_of_an_offer_are_a_number() -> None:
    table = TableModel(cq.new_game("campaign", seed=5), {"england": Governor()})
    table.press("gift england")
    form = table.forms.shown
    assert form is not None
    row = table.forms.rows(form)[0]
    assert (row.low, row.high) == (1, table.game.position.nations["spain"].treasury)


def test_ships_settlements_and_people_are_cards() -> None:
    """5.2  Who has what, by kinds, with the people there."""
    position = build(
        turn=6, treasury=60, forces={"2316": (1, 6)}, people={"missionary-1": "2316"}, ships={"europe": (1, 0)}
    )
    scene = ExplorationScene(position, "spain")
    (ships,) = [part for part in scene.tab("fleet") if isinstance(part, Forces)]
    (waiting,) = [each for each in ships.forces if isinstance(each, Force)]
    assert ("caravel", 1) in [(unit.look, unit.count) for unit in waiting.units or ()]
    (ashore,) = [part for part in scene.tab("settlements") if isinstance(part, Forces)]
    (settled,) = [each for each in ashore.forces if isinstance(each, Force)]
    assert [(unit.look, unit.count) for unit in settled.units or ()] == [("soldier", 1), ("colonist", 6)]
    assert [tag.said for row in settled.rows for tag in row.tags] == ["missionary-1"]
    (own,) = [part for part in scene.tab("people") if isinstance(part, Hand)]
    assert ("missionary-1", "missionary", "2316") in [(card.name, card.kind, card.when) for card in own.cards]


def test_the_card_of_somebody_tells_who_they_were() -> None:
    """3.23  What they do, the turn after which they leave, and a line of history."""
    position = build(turn=6, people={"cortes": "2316"})
    (own,) = [part for part in ExplorationScene(position, "spain").tab("people") if isinstance(part, Hand)]
    (cortes,) = [card for card in own.cards if card.name == "cortes"]
    texts = position.rules.texts("en")
    told = " ".join(say(each, texts, {}) for each in cortes.text)
    assert f"after turn {position.rules.pack.people['cortes'].departs}." in told
    assert position.rules.pack.history["people"]["cortes"].text["en"] in told


def test_numbers_of_land_units_stay_in_sight_where_a_mine_and_ships_lie_too() -> None:
    pos = built(forces={"2316": (5, 4)}, ships={"2316.1": (1, 1)}, mines=("2316",), gold={"2316": 15})
    pile = [piece.look for piece in ExplorationScene(pos).maps[0].pieces if piece.space == "2316"]
    assert pile == ["settlement", "mine", "ships"]
    assert PILED[0] < 0 < PILED[1]  # down on the left: the only corner without a number


def test_a_landfall_with_two_waters_that_cost_the_same_is_told_once() -> None:
    game = cq.new_game("exploration", seed=5)
    for answer in FITTED[:2]:
        game.play(answer)
    assert isinstance(game.pending, Choice)
    scene = ExplorationScene(game.position, SPAIN, game.pending)
    told = BoardModel(game.rules, "new-world").describe(scene, "2316", {SPAIN: "Spain"})
    assert sum("3 bounds" in line for line in told) == 1
