"""22.0 Tordesillas and 23.0 Portugal, and the switches that matter to rivals."""

from __future__ import annotations

import pytest

import conquistadors as cq
from conquistadors.engine.errors import SetupError
from conquistadors.games.exploration.rules.gold import barred
from conquistadors.games.exploration.rules.natives import detachments, help_of
from conquistadors.games.exploration.rules.pieces import EUROPE, Someone
from conquistadors.games.exploration.rules.resources import resources_of
from conquistadors.games.exploration.rules.victory import controls
from support.clauses import shows
from support.rivals import ENGLAND, FRANCE, SPAIN, campaign, played, units, war

ON = {"option_22": True}
COAST = "3602"
"""A coast of Brasil."""


@shows("22.1")
def test_22_11_brasil_has_a_portuguese_level_of_ten() -> None:
    brasil = campaign(3, ("option_22", True)).start().countries["brasil"]
    assert (brasil.native, brasil.european) == (0, 10)
    assert campaign(3).start().countries["brasil"].european == 0


@shows("E-C11")
@pytest.mark.parametrize(("die", "level"), [(1, 7), (2, 8), (3, 8), (4, 8), (5, 9), (6, 10)])
def test_22_31_t48_the_level_is_filled_up(die: int, level: int) -> None:
    pos = war("tordesillas", options=ON)
    pos.edit_country("brasil", european=7)
    assert played(pos, dice=(die,)).position.countries["brasil"].european == level


def test_22_31_never_above_ten() -> None:
    pos = war("tordesillas", options=ON)
    pos.edit_country("brasil", european=9)
    assert played(pos, dice=(6,)).position.countries["brasil"].european == 10


@pytest.mark.parametrize(("refill", "level"), [(True, 3), (False, 0)])
def test_e_c12_whether_it_is_filled_up_from_zero_is_a_switch(refill: bool, level: int) -> None:
    pos = war("tordesillas", options=ON | {"tordesillas_refill_from_zero": refill})
    pos.edit_country("brasil", european=0)
    assert played(pos, dice=(6,) if refill else ()).position.countries["brasil"].european == level


@shows("E-G32")
@pytest.mark.parametrize(
    ("die", "level", "state"), [(1, 10, ""), (2, 10, "over"), (3, 0, "over"), (5, 0, "over"), (6, 0, "nominal")]
)
def test_22_32_from_turn_17_portugal_may_be_annexed(die: int, level: int, state: str) -> None:
    pos = war("tordesillas", turn=17, options=ON)
    pos.edit_country("brasil", european=10)
    game = played(pos, dice=(die,))
    assert (game.position.countries["brasil"].european, game.position.annexed) == (level, state)


def test_22_32_who_does_not_roll_again_does_not_and_after_a_six_brasil_may_be_free() -> None:
    pos = war("tordesillas", turn=18, options=ON, forces={f"{ENGLAND}@{COAST}": (2, 3)})
    pos.edit_country("brasil", european=0)
    pos.annexed = "over"
    assert units(played(pos), ENGLAND, COAST) == (2, 3)
    pos.annexed = "nominal"
    assert units(played(pos, dice=(4,)), ENGLAND, COAST) == (2, 3)
    game = played(pos, dice=(5,))
    assert units(game, ENGLAND, COAST) == (0, 0)
    assert game.position.annexed == "free"


@shows("22.21", "22.22")
def test_22_12_22_21_22_22_nobody_controls_mines_or_collects_and_leaders_do_not_help() -> None:
    forces = {f"{SPAIN}@{COAST}": (5, 3), f"{SPAIN}@3703": (0, 2)}
    pos = war(options=ON, forces=forces, people={f"{SPAIN}@cortes": COAST})
    assert pos.countries["brasil"].european == 10
    assert not controls(pos, SPAIN, "brasil")
    assert barred(pos, "4105")
    assert resources_of(pos, SPAIN, "brasil") == 0
    assert detachments(pos, SPAIN, "brasil") == 2
    assert help_of(pos, SPAIN, "brasil") == 0
    pos.edit_country("brasil", european=0)
    assert controls(pos, SPAIN, "brasil")
    assert not barred(pos, "4105")


def test_23_15_22_and_23_exclude_each_other() -> None:
    with pytest.raises(SetupError):
        cq.new_game("campaign", seed=1, options={"option_22": True, "option_23": True})


@shows("23.1", "23.13")
def test_23_12_portugal_is_a_fourth_player() -> None:
    pos = campaign(None, ("option_23", True)).start()
    assert pos.rules.seats == (SPAIN, ENGLAND, FRANCE, "portugal")
    assert (pos.nations["portugal"].treasury, pos.nations["portugal"].monarch) == (175, "A")
    spans = {name: (who.arrives, who.departs) for name, who in pos.rules.people.items() if who.nation == "portugal"}
    assert spans["diaz"] == (1, 1)
    assert spans["vespucci"] == (3, 6)


@pytest.mark.parametrize(("turn", "nation"), [(6, ENGLAND), (7, "portugal"), (10, "portugal"), (11, ENGLAND)])
def test_23_14_t49_cabot_serves_portugal_from_turn_7_to_10(turn: int, nation: str) -> None:
    pos = war(nations=None, options={"option_23": True}, turn=5)
    pos.people["cabot-sebastian"] = Someone(ENGLAND, "explorer", EUROPE)
    for now in range(6, turn + 1):
        pos.turn, pos.tasks = now - 1, ("turn",)
        pos.rules.step(pos)
    assert pos.people["cabot-sebastian"].nation == nation


@pytest.mark.parametrize(("personne", "there"), [(True, True), (False, False)])
def test_15_36_personne_may_be_left_out(personne: bool, there: bool) -> None:
    assert ("personne" in campaign(3, ("personne", personne)).people) == there


@shows("13.16")
@pytest.mark.parametrize(("scope", "ducats"), [("area", 4), ("player", 12)])
def test_e_g24_a_mine_lowers_the_level_for_all_or_for_the_miner(scope: str, ducats: int) -> None:
    pos = war(
        turn=11, forces={f"{SPAIN}@2316": (0, 1), f"{FRANCE}@2314": (0, 2)}, options={"mining_level_scope": scope}
    )
    pos.edit_dig("2316", found=True, worked=11)
    assert resources_of(pos, FRANCE, "caribbean") == ducats
