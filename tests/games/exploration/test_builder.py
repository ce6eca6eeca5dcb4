"""Positions in a few lines: Spain alone, and the campaign."""

from __future__ import annotations

from typing import Any

import pytest

from conquistadors.engine.errors import SetupError
from conquistadors.engine.game import Game
from conquistadors.games import kit_of
from conquistadors.games.exploration.builder import SEGMENTS, begin, build, expedition
from conquistadors.games.exploration.rules.hoards import Gold
from conquistadors.games.exploration.rules.position import World
from support.rivals import ENGLAND, FRANCE, SPAIN, campaign


def test_a_campaign_is_laid_out_by_nation() -> None:
    pos = build(
        nations=3,
        turn=7,
        treasury={ENGLAND: 80, SPAIN: 12},
        monarch={FRANCE: "D"},
        forces={"2316": (1, 3), f"{ENGLAND}@1417": (2, 2)},
        ships={"2316.1": (1, 0), f"{FRANCE}@europe": (0, 2)},
        people={"cabot-sebastian": "europe", "missionary-1": "2316", "cortes": "2316"},
        natives={"east-coast": 0},
        mines=("2316",),
    )
    assert pos.rules.seats == (SPAIN, ENGLAND, FRANCE)
    assert [pos.nations[nation].treasury for nation in pos.rules.seats] == [12, 80, 300]
    assert [pos.nations[nation].monarch for nation in pos.rules.seats] == ["A", "B", "D"]
    assert (pos.force(SPAIN, "2316").colonists, pos.force(ENGLAND, "1417").soldiers) == (3, 2)
    assert (pos.fleet(SPAIN, "2316.1").caravels, pos.fleet(FRANCE, "europe").carracks) == (1, 2)
    assert pos.people["cabot-sebastian"].nation == ENGLAND
    assert pos.people["verrazzano-giovanni"].nation == FRANCE
    assert (pos.people["missionary-1"].nation, pos.people["cortes"].at) == (SPAIN, "2316")
    assert pos.digs["2316"].found
    assert kit_of(pos.rules).id == "exploration"
    game = Game.new(pos.rules, seed=1, position=pos)
    assert game.pending is not None
    assert game.position.turn == 7


def test_a_campaign_with_options_is_laid_out() -> None:
    pos = build(nations=4, turn=9, options={"option_23": True, "option_24": True}, treasury={"bankers": 7})
    assert pos.nations["bankers"].treasury == 7
    assert pos.order == (SPAIN, ENGLAND, FRANCE, "portugal")
    assert pos.people["cabot-sebastian"].nation == "portugal"
    alone = build(nations=3, turn=9, options={"option_24": True})
    assert alone.people["cabot-sebastian"].at == "away"
    assert build(turn=9).rules.seats == (SPAIN,)


@pytest.mark.parametrize(
    ("what", "told"),
    [
        ({"forces": {f"{FRANCE}@2316": (1, 0)}}, FRANCE),
        ({"forces": {"2316": (1, 0), f"{ENGLAND}@2316": (1, 0)}}, SPAIN),
        ({"treasury": {"portugal": 3}}, "portugal"),
        ({"treasury": {ENGLAND: -3}}, "-3"),
        ({"monarch": {ENGLAND: "E"}}, "E"),
        ({"ships": {f"{ENGLAND}@1420": (1, 0)}}, "1420"),
        ({"ships": {f"{ENGLAND}@europe": 4}}, "europe"),
        ({"people": {"cartier": "europe"}}, "cartier"),
    ],
)
def test_what_is_wrong_with_a_campaign_is_told(what: dict[str, Any], told: str) -> None:
    with pytest.raises(SetupError, match=told):
        build(nations=2, **what)


def test_a_campaign_without_more_is_as_at_the_start() -> None:
    pos, start = build(nations=3), campaign(3).start()
    assert pos.nations == start.nations
    assert (pos.forces, pos.fleets, pos.people) == (start.forces, start.fleets, {})


# In the middle of a turn -----------------------------------------------------------------------------------------


def under_way(before: str, **what: Any) -> World:
    return build(
        turn=6,
        forces={"2316": (1, 3), "europe": (2, 1)},
        people={"missionary-1": "2316", "loaysa": "spain-1"},
        expeditions={"spain-1": expedition("2316.1", carracks=1, bounds=6, sailed=3)},
        before=before,
        **what,
    )


def test_a_turn_that_has_begun_is_laid_out_with_ships_gold_ratings_and_discoveries() -> None:
    pos = under_way("C gold", gold={"2316": 15}, ratings={"missionary-1": -2}, found=("new-world", "florida"))
    assert (pos.turn, pos.phase) == (6, "C")
    assert (pos.nations[SPAIN].soldiers, pos.nations[SPAIN].colonists) == (2, 1)
    assert (pos.expeditions["spain-1"].ocean, pos.people["loaysa"].at) == (3, "spain-1")
    assert pos.hoards["2316"] == (Gold("2316", 15),)
    assert (pos.people["missionary-1"].rating, pos.pool.count_of("-2")) == (
        -2,
        pos.rules.missionaries.count_of("-2") - 1,
    )
    assert pos.nations[SPAIN].found == ("new-world", "florida")
    assert "pizarro" in pos.people  # who comes on this turn has come
    game = begin(pos, seed=1)
    assert game.pending is not None
    assert game.pending.kind == "gold"


@pytest.mark.parametrize("before", SEGMENTS)
def test_the_rest_of_the_turn_follows_from_every_segment(before: str) -> None:
    game = begin(under_way(before, natives={"caribbean": 0}), seed=1)
    for _ in range(40):
        if game.position.turn == 7:
            break
        ids = [option.id for option in game.options]
        game.play(next((each for each in ("done", "stay", "pay") if each in ids), ids[0]))
    assert game.position.turn == 7


@pytest.mark.parametrize(
    ("what", "told"),
    [
        ({"before": "C silver"}, "C silver"),
        ({"expeditions": {"spain-1": expedition(carracks=1)}}, "spain-1"),
        ({"before": "B ocean", "expeditions": {"portugal-1": expedition(carracks=1)}}, "portugal-1"),
        ({"before": "B ocean", "expeditions": {"spain-1": expedition(carracks=1, soldiers=3)}}, "holds more"),
        ({"gold": {"2317": 4}}, "2317"),
        ({"gold": {"2316": 0}}, "gold: 2316"),
        ({"found": ("atlantis",)}, "atlantis"),
        ({"people": {"missionary-1": "2316"}, "ratings": {"missionary-1": 9}}, "9"),
        ({"ratings": {"missionary-2": 1}}, "missionary-2"),
    ],
)
def test_what_is_wrong_with_a_turn_under_way_is_told(what: dict[str, Any], told: str) -> None:
    with pytest.raises(SetupError, match=told):
        build(turn=6, **what)
