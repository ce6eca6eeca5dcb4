"""What an answer may lead to in Conquistador!, counted by hand for every kind of roll that it leads to."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from conquistadors.engine.game import Game
from conquistadors.engine.records import changed
from conquistadors.games.exploration.odds.acting import Acting
from conquistadors.games.exploration.rules.attrition import attrition_level
from conquistadors.games.exploration.rules.hoards import Gold
from conquistadors.games.exploration.rules.position import World
from conquistadors.odds.asking import NOBODY, WORST, asking
from support.new_world import at, expedition, played
from support.rivals import ENGLAND, SPAIN, fleet, war

HERE, COAST = "2316", "2316.1"
"""Hispaniola, and its northern shore."""
MAINLAND = "2918"


def of(game: Game[World], option: str, what: str, bound: str = NOBODY) -> dict[object, Fraction]:
    """The chances of one thing that may change."""
    return dict(game.odds(option)[option][bound].of(what).items())


def line(game: Game[World], option: str, bound: str = NOBODY) -> str:
    told: dict[str, dict[str, str]] = game.odds(option).headlines()
    return told[option][bound]


def numbers(ways: dict[Any, int], of_: int = 6) -> dict[object, Fraction]:
    return {key: Fraction(n, of_) for key, n in ways.items()}


@pytest.mark.parametrize(("hex_", "faces"), [(HERE, 4), (MAINLAND, 2)])
def test_13_12_a_search_finds_gold(hex_: str, faces: int) -> None:
    game = played(at(f"gold:{SPAIN}", forces={hex_: (0, 1)}))
    assert of(game, f"search {hex_}", "mines") == numbers({1: faces, None: 6 - faces})
    assert line(game, f"search {hex_}").startswith("66.7%" if faces == 4 else "33.3%")
    assert "to find gold" in line(game, f"search {hex_}")


def test_13_15_mines_may_run_dry_and_it_is_counted_how_many() -> None:
    """Two mines in the Caribbean run dry on 1 and 2, one on the mainland on 2 and 11 of two dice; each yields first."""
    mines = {HERE: (0, 1), "2218": (0, 1), MAINLAND: (0, 1), "2219": (0, 1)}
    pos = at(f"gold:{SPAIN}", forces=mines)
    for hex_ in (HERE, "2218", MAINLAND):
        pos.edit_dig(hex_, found=True)
    game = played(pos)
    island, main = Fraction(1, 3), Fraction(1, 12)
    none = (1 - island) ** 2 * (1 - main)
    one = 2 * island * (1 - island) * (1 - main) + (1 - island) ** 2 * main
    found = of(game, "done", "spent")
    assert found[None] == none
    assert found[1] == one
    assert found[3] == island**2 * main
    assert of(game, "done", "gold") == {15 + 15 + 25: 1}
    assert "that no mine or city runs dry" in line(game, "done")


def test_17_22_an_attack_lowers_the_level_or_costs_a_detachment() -> None:
    game = played(at(f"native-combat:{SPAIN}", forces={"0919": (4, 0)}, natives={"saguenay": 2}))
    assert of(game, "attack saguenay", "natives") == numbers({-2: 2, -1: 2, None: 2})
    assert of(game, "attack saguenay", "soldiers") == numbers({-1: 2, None: 4})
    told = line(game, "attack saguenay")
    assert told == "66.7% to lower the level of the natives, 33.3% to bring it to 0, 0.33 detachments lost on average"


def test_17_34_who_is_done_attacking_may_see_an_uprising() -> None:
    """Level 3 + 2 - 1 = 4 rises on 1 to 3; with one detachment the losses are 0, 1, 2, 3*, 4*, all."""
    game = played(at(f"native-combat:{SPAIN}", forces={MAINLAND: (1, 2)}, natives={"venezuela": 3}))
    rises = Fraction(1, 2)
    assert of(game, "done", "colonists") == {None: 1 - rises * 5 / 6, -1: rises / 6, -2: rises * 4 / 6}
    assert of(game, "done", "soldiers") == {None: 1 - rises * 3 / 6, -1: rises * 3 / 6}


def test_17_3_uprisings_in_many_areas_are_independent() -> None:
    """A Colonist alone is lost wherever natives rise; a detachment beside one spares both on a 1."""
    alone = {"2818": 3, MAINLAND: 4, "2912": 3, "4105": 4, "2226": 6}  # with the Uprising Level there
    pos = at(f"native-combat:{SPAIN}", forces={HERE: (1, 1), **dict.fromkeys(alone, (0, 1))}, treasury=0)
    game = played(pos)
    spared = 1 - Fraction(1, 6) * Fraction(5, 6)
    for level in alone.values():
        spared *= 1 - Fraction(min(6, level - 1), 6)
    assert of(game, "done", "colonists")[None] == spared
    assert game.odds("done")["done"][NOBODY].whole


def test_9_12_a_crossing_is_told_with_what_the_sea_takes() -> None:
    """Three bounds to the Caribbean, a Carrack with two Colonists: C on a 5, C and the ship on a 6."""
    pos = at(f"ocean:{SPAIN}", phase="B", forces={HERE: (0, 1)}, colonists=2)
    expedition(pos, landfall=COAST, bounds=6)
    game = played(pos)
    assert of(game, f"sail {COAST}", "colonists") == numbers({None: 4, -1: 1, -2: 1})
    assert of(game, f"sail {COAST}", "ships") == numbers({None: 5, -1: 1})
    told = line(game, f"sail {COAST}")
    assert told == "66.7% to lose nothing, 16.7% to lose a ship, 0.50 Colonists lost on average"
    assert "stay" not in game.odds()


def test_9_12_who_boards_makes_the_difference() -> None:
    pos = at(f"ocean:{SPAIN}", phase="B", forces={HERE: (0, 1)}, colonists=2)
    expedition(pos, landfall=COAST, bounds=6)
    game = played(pos, f"sail {COAST}")
    assert of(game, "amount 0", "ships") == numbers({None: 5, -1: 1})
    assert line(game, "amount 0").startswith("83.3% to lose nothing")
    assert of(game, "amount 1", "colonists") == numbers({None: 4, -1: 2})


def test_9_3_home_with_gold_beyond_the_bounds_bought() -> None:
    """Over budget: the last column. Its ships go down on 3, 4, 5 and with all hands on 6; gold with the ship."""
    pos = at(f"ocean:{SPAIN}", phase="D", forces={HERE: (0, 1)})
    expedition(pos, COAST, gold=(Gold(HERE, 15, shipped=True),), before=3, bounds=5, haven=True)
    pos.edit_dig(HERE, dug=15)
    game = played(pos)
    assert of(game, "home", "gold") == numbers({None: 2, -15: 4})
    assert of(game, "home", "ships") == numbers({None: 2, -1: 4})


def test_9_1_who_is_done_with_a_voyage_is_checked_for_the_phase() -> None:
    pos = at(f"coasts:{SPAIN}", phase="B", forces={HERE: (0, 1), "2314": (0, 1)})
    expedition(pos, COAST, ocean=3, bounds=9, soldiers=1)
    game = played(pos)
    assert of(game, "done", "soldiers") == numbers({None: 5, -1: 1})  # with the ship, on a 6: C is ignored
    assert of(game, "go 2314", "soldiers") == numbers({None: 4, -1: 2})  # a bound more: column 4, C S on a 5
    assert of(game, "go 2314", "ships") == of(game, "done", "ships") == numbers({None: 5, -1: 1})


def test_7_52_a_leg_round_the_cape() -> None:
    """It is rounded on a third of all throws; who fails goes no further this turn."""
    pos = at(f"coasts:{SPAIN}", phase="B", forces={HERE: (0, 1)}, people={"magellan": "spain-1"})
    start, goal = "5314", "5317"
    assert [pos.rules.board.pacific(each) for each in (start, goal)] == [False, True]
    expedition(pos, start, bounds=20)
    game = played(pos)
    assert of(game, f"go {goal}", "cape") == {"rounded": Fraction(1, 3), "failed": Fraction(2, 3)}
    assert line(game, f"go {goal}") == "33.3% to round the Cape"


def test_12_4_a_march_is_told_with_what_the_land_takes() -> None:
    """To a rough hex of level 4: a detachment is lost on 4 (S) and on 6 (C C S); on 3 and 5 only Colonists would be."""
    pos = at(f"march:{SPAIN}", forces={"3815": (1, 0), HERE: (1, 0)})
    game = played(pos, "from 3815")
    hexes = {str(each.subject): attrition_level(pos, str(each.subject)) for each in game.options}
    there = next(hex_ for hex_, level in hexes.items() if level == 4)
    assert of(game, f"take {there}", "soldiers") == numbers({None: 4, -1: 2})
    assert "from 3815" not in played(pos).odds(), "where they go is not taken for granted"


# Among rivals --------------------------------------------------------------------------------------------------------


def test_8_25_a_battle_at_sea() -> None:
    """16 against 8 is 2-1: D2*, D1*, D1, A1 D1, A1, A1*."""
    pos = war("coast:spain-1", ships={f"{ENGLAND}@2314": (2, 0)})
    fleet(pos, SPAIN, "2314", carracks=2, ocean=5)
    game = played(pos)
    found = game.odds("fight england")["fight england"][NOBODY]
    assert dict(found.of("enemy-ships")) == numbers({-2: 1, -1: 3, None: 1, 1: 1})
    assert dict(found.of("ships")) == numbers({1: 2, None: 1, -1: 3})  # an asterisk brings a Prize, to either side
    assert line(game, "fight england").startswith("66.7% to sink or take a ship, 50.0% to lose a ship")


def test_8_55_a_port_is_stormed() -> None:
    """4 detachments and 4 Carracks are 20, against 12: 1-1. Only A1/2 on a 6 drives the attackers back."""
    pos = war("coast:spain-1", forces={f"{ENGLAND}@2314": (1, 2)})
    fleet(pos, SPAIN, "2314", carracks=4, soldiers=4)
    game = played(pos)
    assert of(game, "invade", "won") == numbers({1: 5, None: 1})
    assert of(game, "invade", "soldiers") == numbers({None: 2, -1: 2, -2: 2})
    assert line(game, "invade").startswith("83.3% to win the hex")


def test_11_1_marchers_into_enemies_fight() -> None:
    """8 against 1 is 4-1: every result removes the lone Colonist. On a 6 one detachment is left, which the land may
    take on two faces: then nobody holds the hex."""
    pos = war(f"march:{SPAIN}", phase="C", forces={f"{SPAIN}@1420": (2, 0), f"{ENGLAND}@1520": (0, 1)})
    game = played(pos, "from 1420", "amount 2")
    assert attrition_level(pos, "1520") == 4  # S on 4, C C S on 6
    assert of(game, "take 1520", "won") == {1: Fraction(17, 18), None: Fraction(1, 18)}


def test_8_15_at_the_worst_others_attack_who_passes() -> None:
    """Nobody lies in wait, as far as can be seen; at the worst England's Caravel tries, and succeeds on 1 to 3."""
    pos = war("coast:spain-1", ships={f"{ENGLAND}@2314": (1, 0)}, people={f"{SPAIN}@magellan": "spain-1"})
    fleet(pos, SPAIN, COAST, caravels=1)
    pos.expeditions["spain-1"] = changed(pos.expeditions["spain-1"], privateer=False)
    game = played(pos)
    near = of(game, "go 2314", "ships")
    worst = of(game, "go 2314", "ships", WORST)
    # 2 against 4 for the English attacker is 1-2: D1, A1 D1, A1, A1*, A2*, A2*; then the sea: C, C on column 1
    half = Fraction(1, 2)
    assert near == {None: Fraction(1)}
    assert worst[-1] == half * Fraction(2, 6)
    assert set(worst) == {None, -1, 1}


def test_the_same_is_asked_of_every_game_of_this_kit() -> None:
    pos = war()
    assert type(asking(pos.rules)) is Acting
    assert asking(pos.rules).worth(pos, SPAIN) == 2 * 100 + 25
