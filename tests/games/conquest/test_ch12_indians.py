"""Chapter 12: Indian forces, cities, empires and kings."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from itertools import pairwise
from typing import Any, Literal

import pytest

from conquistadors.engine.events import Drew, Rolled, Step
from conquistadors.engine.game import Game
from conquistadors.engine.piles import Pile
from conquistadors.engine.requests import Chance
from conquistadors.games.conquest.builder import ExpeditionPlan, build, expedition, place
from conquistadors.games.conquest.pack.geography import World
from conquistadors.games.conquest.pack.records import Board, Connection, Space
from conquistadors.games.conquest.rules.cards.impulse import rise
from conquistadors.games.conquest.rules.events import (
    AlliesChanged,
    BattleBegan,
    EmpireRose,
    GoldChanged,
    KingTaken,
    KingWent,
    Turned,
)
from conquistadors.games.conquest.rules.indians import empire_spaces, gather
from conquistadors.games.conquest.rules.position import ConquestPosition
from conquistadors.games.conquest.rules.scenarios import BasicGame
from conquistadors.packs.values import Words
from support.clauses import shows
from support.indies import FIXED, answer, asked, at, barred, events_of, table

L0, L1, L2, L3, L4 = "cempoala", "totonacapan", "ahuilizapan", "tepeaca", "tlaxcala"
"""A chain from the coast to the highlands: L0 touches L1 and L2, L2 touches L3, and L4 touches L1, L2 and L3."""

STRONG = "6 foot, 3 horse, 1 cannon"
WON = (2, 9, 7)
"""A battle round in which Indians inflict nothing and lose everything, and a leader who is unhurt."""
IDLE = (2, 2)
"""A battle round without any loss."""
LOST = (12, 2)
"""A battle round in which two strong units destroy a single foot unit."""


def captain(space: str, units: str = STRONG, **more: Any) -> dict[str, ExpeditionPlan]:
    return {"cortes": expedition("red", space, units, **more)}


def drawn(game: Game[Any], pile: str = "cup") -> list[str]:
    return [event.drawn for event in events_of(game, Drew) if event.pile == pile]


def modifiers(game: Game[Any], roll: str) -> dict[str, int]:
    thrown = [event for event in events_of(game, Rolled) if event.roll == roll][-1]
    return {modifier.name: modifier.value for modifier in thrown.modifiers}


# 12.1  Cities ----------------------------------------------------------------------------------------------------


def new_chief(city: Any, **more: Any) -> ConquestPosition:
    """Blue is about to turn a city hostile."""
    return at(places={L2: city}, hands={"blue": ["city-has-new-chief"]}, active="blue", **more)


@shows("12.12")
def test_12_12_a_city_is_friendly_to_all_until_it_is_hostile_to_all() -> None:
    men = {**captain(L0), "balboa": expedition("blue", L0, "5 foot")}
    places = {L0: "village", L2: "city", L3: "village"}
    pos = at(expeditions=men, places=places, hands={"blue": ["city-has-new-chief"]})
    with table(pos, "10", "10") as game:
        answer(game, "activate cortes", "march", f"go {L2}", f"go {L0}", "stop", "done")
        answer(game, "play city-has-new-chief")
        answer(game, "activate balboa", "march", f"go {L2}", "done")  # stopped by the Indians whom he stirred up
        assert (game.position.active, game.position.expeditions["balboa"].space) == ("red", L2)
        answer(game, "activate cortes", "march", f"go {L2}")
        assert asked(game) == "impulse"


@shows("12.13", "6.37")
def test_12_13_a_hostile_city_without_its_troops_is_still_hostile() -> None:
    pos = at(expeditions=captain(L2), places={L2: place("city", hostile=True, units=[10])})
    with table(pos, *WON) as game:
        answer(game, "activate cortes", "attack", "fight indians")
        site = game.position.site(L2)
        assert (site.garrison.size, site.hostile) == (0, True)


@pytest.mark.parametrize(("dice", "hostile"), [(6, True), (7, False)])
@shows("12.13", "D-12.13")
def test_12_13_diplomacy_makes_it_friendly_if_the_table_says_so(dice: int, hostile: bool) -> None:
    """With +3 for Cortés and -3 for hostility the dice stand; the table calms from 7 on."""
    places = {L2: place("city", hostile=True, units=[30])}
    with table(at(expeditions=captain(L2), places=places, before="negotiate cortes"), dice) as game:
        assert modifiers(game, "diplomacy") == {"rating": 3, "hostile": -3}
        assert game.position.site(L2).hostile is hostile


@pytest.mark.parametrize(
    ("where", "stops"),
    [
        (place("city", units=[10]), False),
        (place("city", hostile=True, units=[10]), True),
        (place("city", hostile=True), False),
        (place("city", ally="blue", units=[10]), False),
        (place("town", hostile=True, units=[10]), True),
        (place("town", hostile=True), False),
        (place("imperial", empire="inca", hostile=True, units=[10]), True),
    ],
)
@shows("12.14", "C2")
def test_12_14_only_units_in_a_hostile_place_stop_movement(where: Any, stops: bool) -> None:
    pos = at(expeditions=captain("cholula"), places={"cholula": "village", L4: where, L1: "village"})
    with table(pos) as game:
        answer(game, "activate cortes", "march", f"go {L4}")
        if stops:
            assert asked(game) == "impulse"
        else:
            answer(game, f"go {L1}", "stop")
            assert game.position.expeditions["cortes"].space == L1


def test_12_14_an_expedition_may_march_out_of_a_hostile_city() -> None:
    pos = at(expeditions=captain(L2), places={L2: place("city", hostile=True, units=[10]), L0: "village"})
    with table(pos) as game:
        answer(game, "activate cortes", "march", f"go {L0}", "stop")
        assert game.position.expeditions["cortes"].space == L0


# 12.2  Empires ---------------------------------------------------------------------------------------------------


def space_of(name: str) -> Space:
    """A space by its name: B4 is of Level 4, d1 a desert, sea is sea, and the Panamas are themselves."""
    words = Words(name, name, name)
    kind: Literal["level", "desert", "sea", "panama"] = "level" if name[0].isupper() else "desert"
    if name == "sea":
        kind = "sea"
    elif name.startswith("panama"):
        kind = "panama"
    level = int(name[-1]) if kind == "level" else None
    return Space(name, words, 0.0, 0.0, kind, words, "reconstructed", "test", level)


def board(map_: Literal["north", "south"], *roads: str, by_sea: Iterable[str] = ()) -> Board:
    """A map of roads: "A4 d1 B4" is a road of three spaces."""
    spaces: dict[str, None] = {}
    lines: list[Connection] = []
    by: Literal["land", "sea"]
    for by, given in (("land", roads), ("sea", tuple(by_sea))):
        for road in given:
            names = road.split()
            spaces.update(dict.fromkeys(names))
            lines += [Connection((one, other), by) for one, other in pairwise(names)]
    words = Words(map_, map_, map_)
    return Board(map_, words, "reconstructed", "test", tuple(space_of(name) for name in spaces), tuple(lines))


def on(*boards: Board) -> BasicGame:
    """The Basic Game on maps of our own."""
    rules = BasicGame(2, "north", None, str(FIXED))
    rules.world = World(boards)
    return rules


def discovering(rules: BasicGame, places: dict[str, Any] | None = None, **men: ExpeditionPlan) -> ConquestPosition:
    """Cortés explores A4, next to a city in T3: a 6 means an empire."""
    return build(
        rules=rules,
        expeditions={**captain("A4"), **men},
        places={"T3": "city", **(places or {})},
        before="discovery cortes",
    )


def rose(game: Game[Any]) -> tuple[str, ...]:
    """The spaces of the empire that was found, in the order in which they were chosen."""
    spaces: tuple[str, ...] = events_of(game, EmpireRose)[0].spaces
    return spaces


EXAMPLE = board("north", "T3 A4", "A4 d1 B4 d2 D4", "A4 d3 C4 d4 E4")
"""12.25x: B and C are two spaces from A, D and E four; D is two from B, E is farther."""


@shows("12.23", "D-12.23", "12.22", "12.25")
def test_12_25x_an_empire_in_a_b_and_d_with_its_capital_in_b() -> None:
    """W13. The script has no draw for a space: nothing is left to chance but the markers."""
    steps = {start: on(EXAMPLE).world.land_distances(start) for start in ("A4", "B4")}
    assert [steps["A4"][space] for space in ("B4", "C4", "D4", "E4")] == [2, 2, 4, 4]
    assert (steps["B4"]["D4"], steps["B4"]["E4"]) == (2, 6)
    pos = discovering(on(EXAMPLE), {"C4": place("city", ally="blue")})
    with table(pos, 6, "imperial", "capital", "imperial") as game:
        sites = game.position.sites
        assert rose(game) == ("A4", "B4", "D4")
        assert {s: sites[s].marker for s in ["A4", "B4", "C4", "D4"]} == {
            "A4": "imperial",
            "B4": "capital",
            "C4": "city",
            "D4": "imperial",
        }
        assert "E4" not in sites
        assert [space for space, site in sites.items() if site.king] == ["B4"]


@shows("12.22", "12.25")
def test_12_22_a_capital_two_more_cities_and_a_king_of_a_free_set() -> None:
    pos = discovering(on(board("north", "T3 A4 B4 C4")))
    free = pos.piles["empires"]
    with table(pos, 6, "capital", "imperial", "imperial") as game:
        sites = [game.position.site(space) for space in ("A4", "B4", "C4")]
        assert sorted(str(site.marker) for site in sites) == ["capital", "imperial", "imperial"]
        assert [site.king for site in sites] == [True, False, False]
        empires = {site.empire for site in sites}
        assert len(empires) == 1
        assert empires <= set(free.titles)
        assert set(game.position.piles["empires"].titles) == set(free.titles) - empires


def test_12_22_a_set_in_play_is_not_used_again() -> None:
    pos = discovering(
        on(board("north", "T3 A4 B4 C4", "T3 d1 d2 d3 d4 Z4")), {"Z4": place("imperial", empire="chimor")}
    )
    with table(pos, 6, "capital", "imperial", "imperial") as game:
        assert game.position.site("A4").empire not in (None, "chimor")


def test_12_221_when_all_sets_are_in_play_an_empire_is_a_city() -> None:
    sets = ["mexica", "inca", "muisca", "purepecha", "mayapan", "chimor"]
    spaces = ["tenochtitlan", "texcoco", "cholula", "tzintzuntzan", "zaachila", "zaculeu"]
    places = {space: place("imperial", empire=empire) for space, empire in zip(spaces, sets, strict=True)}
    pos = at(expeditions=captain("utatlan"), places={"mixco": "city", **places}, before="discovery cortes")
    assert empire_spaces(pos, ["utatlan"]) == ["iximche"]  # there would have been a space
    with table(pos, 6) as game:
        assert (game.position.site("utatlan").marker, events_of(game, EmpireRose)) == ("city", [])


def test_12_23_ties_are_drawn_for_the_second_and_for_the_third_city() -> None:
    pos = discovering(on(board("north", "T3 A4", "A4 B4 C4", "A4 D4")))
    with table(pos, 6, "D4", "imperial", "imperial", "capital") as game:  # then only B is one step away
        assert rose(game) == ("A4", "D4", "B4")
    pos = discovering(on(board("north", "T3 A4 B4", "B4 d1 C4", "B4 d2 D4")))
    with table(pos, 6, "C4", "imperial", "imperial", "capital") as game:
        assert (rose(game), drawn(game, "space")) == (("A4", "B4", "C4"), ["C4"])


def test_12_23_all_cities_stand_at_level_4() -> None:
    pos = discovering(on(board("north", "T3 A4 U3 V2 W1 B4")))
    with table(pos, 6, "imperial", "capital") as game:
        assert rose(game) == ("A4", "B4")


@pytest.mark.parametrize("marker", ["village", "town", "city"])
@shows("12.23", "G-12.23")
def test_g_12_23_a_civilization_occupies_a_space(marker: str) -> None:
    pos = discovering(on(board("north", "T3 A4 B4 C4")), {"B4": marker})
    assert empire_spaces(pos, ["A4"]) == ["C4"]


@pytest.mark.parametrize("marker", ["discovered", "mosquito"])
@shows("12.23", "G-12.23")
def test_g_12_23_other_markers_and_expeditions_do_not(marker: str) -> None:
    blue = expedition("blue", "B4", "2 foot")
    pos = discovering(on(board("north", "T3 A4 B4")), {"B4": marker}, balboa=blue)
    with table(pos, 6, "imperial", "capital") as game:
        assert rose(game) == ("A4", "B4")
        assert game.position.site("B4").marker == "capital"


@shows("12.23", "G-12.23")
def test_g_12_23_the_panama_link_is_land() -> None:
    north = board("north", "T3 A4 d1 panama")
    south = board("south", "panama-south d2 B4")
    with table(discovering(on(north, south)), 6, "imperial", "capital") as game:
        assert rose(game) == ("A4", "B4")


def test_12_23_distance_is_counted_by_land_alone() -> None:
    pos = discovering(on(board("north", "T3 A4 d1 d2 B4", by_sea=["A4 sea C4"])))
    assert empire_spaces(pos, ["A4"]) == ["B4"]


FIVE = board("north", "T3 A4 d1 d2 d3 d4 B4")
SIX = board("north", "T3 A4 d1 d2 d3 d4 d5 B4")


@shows("12.231", "D-12.231", "G-12.23b")
def test_12_231_five_steps_are_near_enough_and_two_cities_make_an_empire() -> None:
    with table(discovering(on(FIVE)), 6, "imperial", "capital") as game:
        assert rose(game) == ("A4", "B4")
        assert game.position.site("B4").king


def test_12_231_the_third_city_must_be_within_five_steps_too() -> None:
    pos = discovering(on(board("north", "T3 A4 B4 d1 d2 d3 d4 d5 C4")))
    with table(pos, 6, "imperial", "capital") as game:
        assert rose(game) == ("A4", "B4")


def test_12_231_no_empire_of_a_single_city() -> None:
    with table(discovering(on(SIX)), 6) as game:
        assert events_of(game, EmpireRose) == []
        assert (game.position.site("A4").marker, game.position.site("A4").empire) == ("city", None)
        assert len(game.position.piles["empires"].titles) == 6


@shows("G-12.23b", "12.25")
def test_g_12_23b_without_a_capital_the_king_is_in_one_of_the_two_cities() -> None:
    with table(discovering(on(FIVE)), 6, "imperial", "imperial", "B4") as game:
        kings = {space: site.king for space, site in game.position.sites.items() if site.empire}
        assert kings == {"A4": False, "B4": True}
        assert {game.position.site(space).marker for space in kings} == {"imperial"}


@pytest.mark.parametrize(("marker", "gold"), [("city", 10), ("imperial", 14), ("capital", 20)])
def test_12_24_imperial_cities_have_columns_of_their_own(marker: str, gold: int) -> None:
    empire = None if marker == "city" else "inca"
    places = {L2: place(marker, hostile=True, empire=empire)}
    with table(at(expeditions=captain(L2), places=places, before="plunder cortes"), 3, 6) as game:
        assert [event.gold for event in events_of(game, GoldChanged)] == [gold]


@pytest.mark.parametrize("empire", [None, "inca"])
def test_12_24_some_cards_are_for_imperial_cities_only(empire: str | None) -> None:
    places = {L2: place("city" if empire is None else "imperial", empire=empire)}
    men = captain(L2, assets=["imperial-emissary", "interpreter"])
    with table(at(expeditions=men, places=places, before="negotiate cortes"), 2) as game:
        if empire is None:
            assert barred(game, "use imperial-emissary") == "12.24"
            answer(game, "use interpreter")
            assert "imperial-emissary" not in modifiers(game, "diplomacy")
        else:
            answer(game, "use imperial-emissary", "pass")
            assert modifiers(game, "diplomacy") == {"rating": 3, "imperial": -1, "imperial-emissary": 2}


# 12.25  Kings ----------------------------------------------------------------------------------------------------


def test_12_251_a_king_is_captured_in_battle_and_helps_with_plunder() -> None:
    places = {L4: place("capital", empire="inca", king=True, hostile=True, units=[10])}
    with table(at(expeditions=captain(L4), places=places, before="plunder cortes"), *WON, 2, 6) as game:
        assert [(event.empire, event.expedition) for event in events_of(game, KingTaken)] == [("inca", "cortes")]
        assert (game.position.expeditions["cortes"].kings, game.position.site(L4).king) == (("inca",), False)
        assert modifiers(game, "plunder-gold") == {"king": 1}


@shows("12.251", "12.26", "5.14")
def test_12_251_or_by_diplomacy_and_helps_with_its_gold() -> None:
    places = {L4: place("capital", empire="inca", king=True)}
    with table(at(expeditions=captain(L4), places=places, before="negotiate cortes"), 12, "10", "10", "20", 3) as game:
        answer(game, "amount 0", "amount 1", "gold")
        assert game.position.expeditions["cortes"].kings == ("inca",)
        assert modifiers(game, "diplomacy-gold") == {"diplomacy-result": 1, "king": 1}


def holding(space: str, units: str = "1 foot", **more: Any) -> dict[str, ExpeditionPlan]:
    """Cortés with the Inca in his power."""
    return captain(space, units, kings=["inca"], **more)


INCA = {
    "texcoco": place("capital", empire="inca"),
    "cholula": place("imperial", empire="inca"),
}


def test_12_252_the_victor_of_a_battle_has_the_king() -> None:
    pos = at(
        expeditions={**holding(L2), "balboa": expedition("blue", L2, STRONG)},
        places={L2: "village", **INCA},
        index={"red": -1},
        warrants=["red"],
        before="battle balboa cortes",
    )
    with table(pos, 2, 9, 7, 7) as game:
        answer(game, "pass")  # nobody is given up
        assert "cortes" not in game.position.expeditions
        assert game.position.expeditions["balboa"].kings == ("inca",)


@pytest.mark.parametrize(
    ("blue", "more", "script", "home"),
    [
        ([], {}, (), "texcoco"),
        (["texcoco"], {}, (), "cholula"),
        (["texcoco", "cholula"], {}, (), None),
        ([], {"tenochtitlan": place("imperial", empire="inca")}, ("tenochtitlan",), "tenochtitlan"),
    ],
    ids=["nearest", "not where Spaniards are", "nowhere", "tie"],
)
@shows("12.252", "G-12.252")
def test_12_252_a_force_that_dies_otherwise_loses_him_to_his_nearest_city(
    blue: list[str], more: dict[str, Any], script: tuple[str, ...], home: str | None
) -> None:
    """A fifth hit on a march into the desert; Texcoco is two steps from there, like Tenochtitlan, Cholula three."""
    others = dict(zip(["balboa", "alvarado"], [expedition("blue", space, "1 foot") for space in blue], strict=False))
    men = {**holding("oxitipa", hits=4), **others}
    with table(at(expeditions=men, places={"oxitipa": "village", **INCA, **more}), 1, *script) as game:
        answer(game, "activate cortes", "march", "go gran-chichimeca", "stop")
        assert [(event.empire, event.space) for event in events_of(game, KingWent)] == [("inca", home)]
        assert [space for space, site in game.position.sites.items() if site.king] == ([home] if home else [])
        assert game.position.expeditions["cortes"].kings == ()


@shows("12.252", "G-12.252")
def test_g_12_252_after_an_indian_victory_he_stays_in_a_city_of_his_empire() -> None:
    places = {**INCA, "cholula": place("imperial", empire="inca", hostile=True, units=[48, 48])}
    with table(at(expeditions=holding("cholula"), places=places, before="battle indians cortes"), *LOST) as game:
        assert "cortes" not in game.position.expeditions
        assert game.position.site("cholula").king
        steps = [event.step for event in events_of(game, Step) if event.procedure == "defeat"]
        assert steps == ["gold", "conquistadors"], "the king goes before the men"


@shows("12.252", "G-12.252")
def test_g_12_252_after_an_indian_victory_elsewhere_he_goes_to_the_nearest() -> None:
    places = {**INCA, L3: place("city", hostile=True, units=[48, 48])}
    with table(at(expeditions=holding(L3), places=places, before="battle indians cortes"), *LOST) as game:
        assert game.position.site("cholula").king


def test_g_12_252_from_a_ship_he_finds_his_way_over_any_lines() -> None:
    pos = at(
        expeditions=holding("bay-of-campeche"),
        places={**INCA, L4: place("imperial", empire="inca")},
        hands={"blue": ["stormy-weather"]},
    )
    with table(pos, 1) as game:
        answer(game, "activate cortes", "sail", "play stormy-weather")
        assert [event.space for event in events_of(game, KingWent)] == [L4]


@pytest.mark.parametrize(("marker", "expected"), [("city", {"rating": 3}), ("imperial", {"rating": 3, "imperial": -1})])
@shows("12.26", "5.13")
def test_12_26_diplomacy_with_an_imperial_city_is_at_minus_1(marker: str, expected: dict[str, int]) -> None:
    places = {L2: place(marker, empire=None if marker == "city" else "inca")}
    with table(at(expeditions=captain(L2), places=places, before="negotiate cortes"), 2) as game:
        assert modifiers(game, "diplomacy") == expected


@shows("12.26", "12.32", "12.34")
def test_12_26_every_result_counts_alliance_too() -> None:
    places = {L4: place("imperial", empire="inca")}
    with table(at(expeditions=captain(L4), places=places, before="negotiate cortes"), 9, "10", "10", "20", 3) as game:
        answer(game, "amount 0", "amount 0", "gold")
        assert game.position.site(L4).ally == "red"
        assert game.position.site(L4).garrison.size == 3


# 12.3  Troops ----------------------------------------------------------------------------------------------------


@shows("12.32", "7.131")
def test_12_32_a_city_draws_when_it_turns_hostile_by_plunder_too() -> None:
    with table(
        at(expeditions=captain(L2), places={L2: "city"}, before="plunder cortes"), "10", "10", *WON, 3, 6
    ) as game:
        assert drawn(game) == ["10", "10"]
        assert len(events_of(game, BattleBegan)) == 1


@shows("12.32", "5.21")
def test_12_32_a_city_draws_when_it_becomes_an_ally() -> None:
    pos = at(expeditions=captain(L2), places={L2: "city"}, before="negotiate cortes")
    with table(pos, 8, "10", "20", 3) as game:
        answer(game, "amount 1", "amount 0", "gold")
        assert (drawn(game), game.position.site(L2).garrison.titles) == (["10", "20"], ("20",))
        assert game.position.expeditions["cortes"].allies.titles == (f"10@{L2}",)


def test_g_12_32_a_city_that_has_units_draws_none() -> None:
    with table(new_chief(place("city", units=[10]))) as game:
        answer(game, "play city-has-new-chief")
        site = game.position.site(L2)
        assert (site.hostile, site.garrison.titles, drawn(game)) == (True, ("10",), [])


def rising(where: Any, cards: int = 1, **more: Any) -> ConquestPosition:
    """Blue is about to play Indian Uprising."""
    return at(places={L2: where}, hands={"blue": ["indian-uprising"] * cards}, active="blue", **more)


@pytest.mark.parametrize(
    ("where", "units"),
    [
        (place("town"), 1),
        (place("city"), 2),
        (place("imperial", empire="inca"), 3),
        (place("capital", empire="inca", king=True), 3),
    ],
)
@shows("12.34", "12.32")
def test_12_34_one_unit_for_a_town_two_for_a_city_three_for_an_imperial_one(where: Any, units: int) -> None:
    with table(rising(where), *["10"] * units) as game:
        answer(game, "play indian-uprising")
        assert drawn(game) == ["10"] * units


@shows("12.34", "4.14")
def test_12_34_the_active_player_draws_unless_another_is_named() -> None:
    """As whoever plays an Indian Ambush is."""
    pos = at(places={L2: place("city")})
    assert [next(gather(pos, L2, 1, "12.34", who)).who for who in (None, "blue")] == ["red", "blue"]


def test_12_34_they_are_drawn_blind_from_the_cup() -> None:
    pos = at(places={L2: place("city", units=[48, 48])})
    request = next(gather(pos, L2, 1, "12.34"))
    assert isinstance(request, Chance)
    assert request.dice is None
    assert dict(zip(request.outcomes, request.weights, strict=True)) == {
        "10": 8,
        "12": 8,
        "16": 8,
        "20": 8,
        "24": 6,
        "30": 6,
        "36": 4,
        "40": 4,
    }  # both units of 48 stand in the city


@shows("12.32", "12.33")
def test_12_33_a_space_draws_any_number_of_times_and_an_uprising_adds() -> None:
    with table(rising(place("city", hostile=True, units=[30]), cards=2), "10", "10", "20", "20") as game:
        answer(game, "play indian-uprising", "play indian-uprising")
        assert list(game.position.site(L2).garrison.each()) == ["10", "10", "20", "20", "30"]


@shows("12.32", "G-12.32b")
def test_12_32_how_many_will_have_risen_is_in_the_position_while_they_are_drawn() -> None:
    """Two come to the one who is there: nobody can tell from the garrison alone how many are still to be drawn."""
    pos = rising(place("city", hostile=True, units=[30]))
    rising_now = rise(pos, L2, 2, "12.32")
    assert isinstance(next(rising_now), Chance)
    for there in (1, 2):
        assert (pos.talk, pos.site(L2).garrison.size) == ((L2, "3"), there)
        with suppress(StopIteration):
            rising_now.send("10")
    assert (pos.talk, pos.site(L2).garrison.size) == ((), 3)


@shows("G-12.32b", "12.32", "5.26")
def test_g_12_32b_an_uprising_turns_a_neutral_place_hostile() -> None:
    with table(rising(place("town")), "10") as game:
        answer(game, "play indian-uprising")
        assert game.position.site(L2).hostile
        assert [event.status for event in events_of(game, Turned)] == ["hostile"]


@shows("G-12.32b", "12.32", "5.24")
def test_g_12_32b_an_uprising_ends_an_alliance_and_takes_its_units_away() -> None:
    men = captain(L0, allies=[f"20@{L2}", f"24@{L4}"])
    places = {L2: place("city", ally="red", units=[30]), L4: place("city", ally="red")}
    pos = at(expeditions=men, places=places, hands={"blue": ["indian-uprising"]}, active="blue")
    with table(pos, "10", "10") as game:
        answer(game, "play indian-uprising", f"take {L2}")
        site = game.position.site(L2)
        assert (site.ally, site.hostile, site.garrison.titles) == (None, True, ("10", "30"))
        assert game.position.expeditions["cortes"].allies.titles == (f"24@{L4}",)
        assert [event.units for event in events_of(game, AlliesChanged)] == [("20",)]


@pytest.mark.parametrize(
    ("where", "units"),
    [
        (place("city", hostile=True, attempts=1), 3),
        (place("town", hostile=True, attempts=2), 3),
        (place("city", hostile=True, out=True), 4),
        (place("city", hostile=True, out=True, attempts=1), 5),
        (place("imperial", empire="inca", hostile=True, attempts=1), 4),
    ],
)
@shows("12.341", "D-12.341")
def test_12_341_more_units_where_there_was_plunder(where: Any, units: int) -> None:
    with table(rising(where), *["10"] * units) as game:
        answer(game, "play indian-uprising")
        assert drawn(game) == ["10"] * units


def cup_of(*units: str) -> BasicGame:
    """The Basic Game with few Indian units."""
    rules = BasicGame(2, "north", None, str(FIXED))
    rules.cup = Pile.of(units)
    return rules


@pytest.mark.parametrize("left", [0, 1])
def test_g_12_34_from_an_empty_cup_one_gets_what_there_is(left: int) -> None:
    rules = cup_of("30", *["10"] * left)
    places = {L2: place("city", hostile=True, units=[30])}
    hands = {"blue": ["indian-uprising"]}
    with table(build(rules=rules, places=places, hands=hands, active="blue"), *["10"] * left) as game:
        answer(game, "play indian-uprising")
        assert game.position.site(L2).garrison.size == 1 + left
        assert game.position.piles["cup"].size == 0


def test_g_12_34_dead_units_go_back_to_the_cup_front_side_up() -> None:
    pos = at(expeditions=captain(L2), places={L2: place("city", hostile=True, units=["12b", "24b"])})
    with table(pos, *WON) as game:
        answer(game, "activate cortes", "attack", "fight indians", "take 12b")
        assert game.position.piles["cup"] == game.position.rules.cup


@shows("12.35", "6.35")
def test_12_35_troops_stay_when_their_enemy_has_gone() -> None:
    pos = at(
        expeditions=captain(L2, "6 foot, 3 horse"),
        places={L2: place("city", hostile=True, units=[10]), L0: "village"},
        before="battle cortes indians",
    )
    with table(pos, *IDLE, *IDLE, 7) as game:
        answer(game, f"retreat {L0}")
        assert game.position.site(L2).garrison.titles == ("10",)


@shows("12.35", "G-12.35", "12.14")
def test_g_12_35_in_a_city_calmed_by_diplomacy_they_stay_and_hinder_nobody() -> None:
    pos = at(
        expeditions={**captain(L2), "balboa": expedition("blue", L0, "5 foot")},
        places={L0: "village", L2: place("city", hostile=True, units=[30]), L3: "village"},
    )
    with table(pos, 7) as game:
        answer(game, "activate cortes", "negotiate", "done")
        assert game.position.site(L2).garrison.titles == ("30",)
        assert barred(game, f"incite {L2} cortes") == "2.35"
        answer(game, "activate balboa", "march", f"go {L2}", f"go {L3}", "stop")
        assert game.position.expeditions["balboa"].space == L3
        assert events_of(game, BattleBegan) == []


@shows("G-12.35", "G-12.32")
def test_g_12_35_they_fight_again_when_it_turns_hostile_again() -> None:
    with table(new_chief(place("city", units=[30]), expeditions=captain(L2))) as game:
        answer(game, "play city-has-new-chief")
        assert game.why_not(f"incite {L2} cortes") is None
