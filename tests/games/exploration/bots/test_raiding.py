"""15.4  What a governor of England does with Privateers."""

from __future__ import annotations

from typing import Any

import pytest

from conquistadors.bots.reasons import Why
from conquistadors.engine import Choice
from conquistadors.engine.chance import Script
from conquistadors.engine.game import Game
from conquistadors.games.exploration.bots import Governor
from conquistadors.games.exploration.bots.styles import HISTORIAN, VETERAN, Style
from conquistadors.games.exploration.rules.pieces import EUROPE
from conquistadors.games.exploration.rules.position import World
from support.rivals import ENGLAND, SPAIN, fleet, war

PORTS = {"spain@2316": (0, 5), "spain@2317": (0, 5), "spain@2218": (0, 5)}


def answers(pos: World, *dice: int, nation: str = ENGLAND, style: Style = HISTORIAN) -> list[tuple[str, str, str]]:
    """What a governor of a nation answers until another is asked: the question, the answer, the reason."""
    how: dict[str, Any] = {"chance": Script(*dice)} if dice else {"seed": 1587}
    game = Game.new(pos.rules, position=pos, **how)
    bot, found = Governor(style=style), []
    while isinstance(game.pending, Choice) and game.pending.who == nation:
        kind, answer = game.pending.kind, bot.answer(game.view(nation))
        assert bot.why is not None
        assert isinstance(bot.why.because, Why)
        found.append((kind, answer.id, bot.why.because.key))
        game.play(answer)
        if (kind, answer.id) == ("plan", "done"):
            break
    return found


def raids(found: list[tuple[str, str, str]]) -> bool:
    """Whether ships are fitted out to raid, by somebody who plans."""
    assert found[-1][:2] == ("plan", "done")
    return any(why == "venture.raid" for *_, why in found)


def planning(**what: Any) -> World:
    usual: dict[str, Any] = {
        "nations": 2,
        "turn": 14,
        "phase": "A",
        "forces": PORTS,
        "ships": {f"england@{EUROPE}": (0, 2)},
        "people": {"england@drake": EUROPE},
    }
    return war("plan:england", **{**usual, **what})


def test_15_42_a_privateer_is_fitted_out_to_raid() -> None:
    pos = planning()
    found = {(kind, answer): why for kind, answer, why in answers(pos)}
    assert found["explorer", "take drake"] == "fit.raids"
    assert found["privateer", "raid"] == "fit.raids"
    assert found["how-many", "amount 4"] == "plan.lacking"  # Soldiers: two for each Carrack
    assert found["how-many-carracks", "amount 2"]
    landfall = next(answer.removeprefix("take ") for kind, answer in found if kind == "landfall")
    assert pos.friendly_port(SPAIN, landfall)
    bounds = next(int(answer.removeprefix("amount ")) for kind, answer in found if kind == "bounds")
    assert bounds > 2 * pos.rules.board.bounds(landfall)


@pytest.mark.parametrize(
    "what",
    [
        {"people": {}},
        {"people": {"england@davis": EUROPE}},  # an Explorer, no Privateer
        {"turn": 21},
        {"forces": {"england@2316": (0, 5)}},  # nobody to raid
    ],
)
def test_without_a_privateer_time_or_prey_nobody_raids(what: dict[str, Any]) -> None:
    assert not raids(answers(planning(**what)))


def test_15_46_a_privateer_does_not_raid_for_another_nation() -> None:
    """On turn 8, when a Colonist is worth a raid with two rivals, too."""
    for nation, raiding in ((ENGLAND, True), ("france", False)):
        pos = planning(people={f"{nation}@drake": EUROPE}, nations=3, ships={f"{nation}@{EUROPE}": (0, 2)}, turn=8)
        pos.tasks = ("deal:spain", f"plan:{nation}")
        assert raids(answers(pos, nation=nation)) == raiding


def test_a_veteran_does_not_raid() -> None:
    """It keeps more money than a governor, so there has to be enough."""
    for style, raiding in ((VETERAN, False), (VETERAN._replace(raids=True), True)):
        assert raids(answers(planning(treasury=300), style=style)) == raiding


def at_sea(carracks: int) -> World:
    """Drake lies off Hispaniola; ships of Spain lie two hexes from there."""
    people = {"england@drake": "england-1"}
    ships = {"spain@2218.1": (0, carracks)}
    pos = war("coast:england-1", nations=2, turn=15, forces=PORTS, ships=ships, people=people)
    fleet(pos, ENGLAND, "2316.2", carracks=2, soldiers=4, bounds=9, before=3, privateer=True)
    return pos


def test_15_44_what_may_be_beaten_is_attacked_and_taken() -> None:
    """8.25, 15.45  32 against 8 is 4-1; a two takes the ship, and whatever a Privateer beats he may keep."""
    found = answers(at_sea(1), 2)
    assert found[0] == ("coast", "go 2218.1", "raid.sail")
    assert ("engage", "fight spain", "raid.fight") in found
    assert ("prize", "prize carrack", "war.prize") in found


def test_8_12_whoever_is_as_strong_is_left_alone() -> None:
    """32 against 40: even with a column in their favour they would lose as many ships as they took."""
    assert answers(at_sea(5)) == [("coast", "done", "raid.none")]


def test_6_62_they_go_no_farther_than_the_way_home_is_paid_for() -> None:
    pos = at_sea(1)
    pos.edit_expedition("england-1", bounds=3 + pos.rules.board.bounds("2316.2"))
    assert answers(pos) == [("coast", "done", "raid.none")]
