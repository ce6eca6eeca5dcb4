"""Landfall on the table: the ocean with its ships, the strip and the cards."""

from __future__ import annotations

from xml.etree import ElementTree as ET

import pytest

from conquistadors.engine import option
from conquistadors.games.landfall.rules import Ocean, Voyage
from conquistadors.games.landfall.scene import OCEAN, LandfallScene
from conquistadors.scene.contract import targets
from conquistadors.scene.panels import Hand, OtherHands
from conquistadors.scene.words import say
from conquistadors_widgets.board_model import BoardModel
from support.landfall import ocean

NAMES = {"red": "Ana", "blue": "Ben"}


def sea(seat: str | None = "red", **ships: int) -> LandfallScene:
    pos = ocean({"red": "chart chart pilot", "blue": "storm"}, ships=ships)
    return LandfallScene(pos.rules.view(pos, seat), seat)


def test_5_1_the_ocean_has_a_space_for_every_league_up_to_the_goal() -> None:
    rules = ocean().rules
    ground = LandfallScene.ground(rules, OCEAN, "en")
    assert len(ground.layout.points) == rules.goal + 1
    there = {each.get("data-space") for each in ET.fromstring(ground.svg).iter()} - {None}
    assert there == set(ground.layout.points)
    xs = [x for x, _ in ground.layout.points.values()]
    assert xs == sorted(xs)
    rules.goal = 5
    del rules.spaces
    assert len(LandfallScene.ground(rules, OCEAN, "en").layout.points) == 6
    with pytest.raises(KeyError):
        LandfallScene.ground(rules, "moon", "en")


def test_ships_lie_where_they_have_come_to_and_beyond_the_goal_at_the_shore() -> None:
    scene = sea(red=3, blue=14)
    assert {piece.owner: piece.space for piece in scene.maps[0].pieces} == {"red": "league-3", "blue": "league-12"}
    assert scene.own == ("league-3",)
    assert scene.active is None, "somebody has won"
    assert sea(red=3).active == "league-3"
    assert sea("blue", red=3).own == ("league-0",)


def test_a_space_tells_who_is_there() -> None:
    scene = sea(red=3)
    model = BoardModel(scene.pos.rules, OCEAN)
    assert model.describe(scene, "league-3", NAMES) == ["League 3 · open sea", "Ana: 3 of 12 leagues"]
    assert model.describe(scene, "league-5", NAMES)[-1] == "No ship is here."
    assert model.describe(scene, "league-0", NAMES)[0] == "Port · where every ship starts"
    assert [row.space for row in model.rows(scene, NAMES)] == ["league-3", "league-0"]
    bound: Ocean = scene.pos
    bound.voyage = Voyage("open")
    assert model.describe(LandfallScene(bound, "red"), "league-3", NAMES)[-1].endswith("under way across the open sea")


def test_3_3_who_sails_points_at_the_own_ship_and_who_plays_at_the_card() -> None:
    scene = sea(red=3)
    assert scene.where(option("sail", "open")) == ("piece", "ship-red")
    assert scene.where(option("play", "chart")) == ("card", "chart")
    assert scene.where(option("play", "storm")) is None
    assert scene.where(option("prepare")) is None
    sails = [option("sail", course) for course in ("coast", "open")]
    assert targets(scene, [*sails, option("prepare")]) == {"league-3": ("sail coast", "sail open")}


def test_the_strip_has_the_round_and_the_leagues_of_each_captain() -> None:
    scene = sea(red=3, blue=5)
    when, deck, *captains = scene.strip
    texts = scene.pos.rules.texts("en")
    assert [say(cell.said, texts) for cell in (when, deck)] == ["Round 1 of 12", "Cards in the deck: 10"]
    assert [(cell.owner, cell.points, cell.target) for cell in captains] == [("red", 3, 12), ("blue", 5, 12)]
    scene.pos.round = 0
    assert say(scene.strip[0].said, texts) == "The cards are dealt."


def test_1_2_the_own_hand_lies_open_and_the_others_are_seen_from_behind() -> None:
    own, others = sea().tab("hand")
    assert isinstance(own, Hand)
    assert {card.name: card.count for card in own.cards} == {"chart": 2, "pilot": 1}
    assert isinstance(others, OtherHands)
    assert [(hand.owner, hand.count) for hand in others.hands] == [("blue", 1)]
    (everybody,) = sea(None).tab("hand")
    assert isinstance(everybody, OtherHands)
    assert [(hand.owner, hand.count) for hand in everybody.hands] == [("red", 3), ("blue", 1)]
    with pytest.raises(KeyError):
        sea().tab("expeditions")


def test_letters_on_ships_are_those_of_the_players_and_no_name_breaks_the_picture() -> None:
    scene = sea(red=3)
    svg = BoardModel(scene.pos.rules, OCEAN).pieces(scene, {"red": "<i>Ana</i>", "blue": "Ben"})
    said = ["".join(each.itertext()) for each in ET.fromstring(svg).iter("{http://www.w3.org/2000/svg}text")]
    assert said == ["IA", "Be"]
    assert "<i>" not in svg
