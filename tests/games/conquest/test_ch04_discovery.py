"""Chapter 4: discovery."""

from __future__ import annotations

from typing import Any

import pytest

from conquistadors.engine.errors import ScriptError
from conquistadors.engine.events import CardPlayed, Drew, Rolled
from conquistadors.engine.game import Game
from conquistadors.engine.requests import Dice, option
from conquistadors.games.conquest.builder import ExpeditionPlan, PlacePlan, build, expedition, place
from conquistadors.games.conquest.rules.events import (
    Ambushed,
    BattleBegan,
    BattleRound,
    EmpireRose,
    Found,
    NoAttempt,
    PointsScored,
    Removed,
)
from conquistadors.games.conquest.rules.position import ConquestPosition
from conquistadors.games.conquest.rules.scenarios import BasicGame
from conquistadors.games.conquest.rules.spaces import best_neighbour, can_attempt, is_discovered, space_modifiers
from support.clauses import shows
from support.indies import FIXED, answer, asked, at, barred, events_of, rules_of, table

L0, L1, L2, L3, L4 = "cempoala", "totonacapan", "ahuilizapan", "tepeaca", "tlaxcala"
"""A chain from the coast to the highlands: L0 touches L1 and L2, L2 touches L3, and L4 touches L1, L2 and L3."""

WON = (2, 9, 7)
"""A battle round in which Indians inflict nothing and lose everything, and a leader who is unhurt."""
IDLE = (2, 2)
"""A battle round without any loss."""


def captain(space: str, units: str = "6 foot, 3 horse, 1 cannon", **more: Any) -> dict[str, ExpeditionPlan]:
    return {"cortes": expedition("red", space, units, **more)}


def exploring(space: str, near: dict[str, Any] | None = None, **more: Any) -> ConquestPosition:
    """Cortés is about to attempt a discovery in the space; `near` stands around it."""
    return at(expeditions=captain(space), places=near or {}, before="discovery cortes", **more)


def modifiers(game: Game[Any]) -> dict[str, int]:
    """What was added to the last discovery roll."""
    thrown = [event for event in events_of(game, Rolled) if event.roll == "discovery"][-1]
    return {modifier.name: modifier.value for modifier in thrown.modifiers}


def drawn(game: Game[Any]) -> list[str]:
    return [event.drawn for event in events_of(game, Drew) if event.pile == "cup"]


def asks(game: Game[Any]) -> str:
    assert game.pending is not None
    return game.pending.who


# 4.0  Where ------------------------------------------------------------------------------------------------------


def test_4_0_an_undiscovered_space_stops_the_march_and_is_explored() -> None:
    with table(at(expeditions=captain(L0), places={L0: "village"}), 3) as game:
        answer(game, "activate cortes", "march", f"go {L1}")
        assert asked(game) == "impulse"
        assert events_of(game, Found)[0].space == L1
        assert game.position.site(L1).marker == "village"


def test_4_0_a_landing_in_an_undiscovered_space_is_a_discovery() -> None:
    with table(at(expeditions=captain("bay-of-campeche")), 3) as game:
        answer(game, "activate cortes", "sail", f"go {L0}")
        assert (game.position.site(L0).marker, asked(game)) == ("village", "impulse")


@pytest.mark.parametrize("space", ["mapimi", "acalan", "querechos", "panama", "santiago-de-cuba"])
def test_4_0_never_in_desert_rain_forest_legend_spaces_or_havens(space: str) -> None:
    with table(at(expeditions=captain(space))) as game:
        answer(game, "activate cortes")
        assert barred(game, "discover") == "4.0"


def test_4_0_a_march_into_a_desert_finds_nothing_and_places_nothing() -> None:
    with table(at(expeditions=captain("culiacan"), places={"culiacan": "village"}), 6) as game:
        answer(game, "activate cortes", "march", "go mapimi", "stop")
        assert events_of(game, Found) == []
        assert "mapimi" not in game.position.sites


@shows("4.0", "3.15", "6.514")
def test_4_0_who_has_lost_his_last_unit_on_the_way_discovers_nothing() -> None:
    """A retreat is the fifth hit: it costs the last unit, and Cortés is alone."""
    pos = at(
        expeditions=captain(L0, "1 foot", hits=4),
        places={L0: place("town", hostile=True, units=[10])},
        active="blue",
    )
    with table(pos, *IDLE, *IDLE, 7) as game:
        answer(game, f"incite {L0} cortes", f"retreat {L1}")
        assert game.position.expeditions["cortes"].space == L1
        assert (asked(game), game.position.action) == ("impulse", None)
        assert not is_discovered(game.position, L1)


@shows("4.0", "3.15")
def test_4_0_who_is_deserted_on_the_march_attempts_nothing() -> None:
    hands = {"blue": ["letter-in-the-cotton", "indian-ambush"]}
    with table(at(expeditions=captain(L0, "1 foot", hits=2), places={L0: "village"}, hands=hands)) as game:
        answer(game, "activate cortes", "march", f"go {L1}", "play letter-in-the-cotton")
        assert (asked(game), asks(game)) == ("impulse", "red")  # there is nothing to ambush
        assert (events_of(game, Rolled), is_discovered(game.position, L1)) == ([], False)


# 4.11  The roll --------------------------------------------------------------------------------------------------

NEIGHBOURS: dict[str, dict[str, Any]] = {
    L0: {},
    L1: {L0: "village"},
    L2: {L0: "town"},
    L3: {L2: "town"},
    L4: {L3: "city"},
}
"""For each space of the chain a neighbour that allows the attempt: the chart gives 0, for L3 -1."""


@pytest.mark.parametrize(
    ("space", "die", "found"),
    [
        *[(L0, 1, "mosquito"), (L0, 3, "village"), (L0, 6, "town")],
        *[(L1, 1, "discovered"), (L1, 3, "village"), (L1, 5, "town")],
        *[(L2, 1, "discovered"), (L2, 3, "village"), (L2, 6, "city")],
        *[(L3, 2, "village"), (L3, 4, "town"), (L3, 5, "city")],
        *[(L4, 1, "town"), (L4, 3, "city")],
    ],
)
def test_4_11_the_column_of_the_level_says_what_is_found(space: str, die: int, found: str) -> None:
    with table(exploring(space, NEIGHBOURS[space]), die) as game:
        assert game.position.site(space).marker == found


def test_c30_discovery_takes_one_die() -> None:
    assert rules_of().rolls["discovery"].dice == Dice(1, 6)
    with pytest.raises(ScriptError), table(exploring(L0), 7):
        pass


def test_4_111_a_fever_coast_takes_one_off() -> None:
    with table(exploring("chetumal"), 3) as game:
        assert modifiers(game) == {"fever-coast": -1}
        assert game.position.site("chetumal").marker == "discovered"  # 2, not 3


@shows("J2", "4.111")
def test_j2_every_printed_modifier_is_minus_1_and_on_the_coast() -> None:
    pos = at(seats=3, map="both")
    world = pos.rules.world
    printed = [space for space in world.spaces if world.spaces[space].minus_one]
    assert len(printed) > 2
    for space in printed:
        assert world.level[space] == 0
        assert space in world.next_to_sea
        assert [(m.name, m.value) for m in space_modifiers(pos, space)] == [("fever-coast", -1)]
    plain = [space for space in world.spaces if world.level[space] == 0 and space not in printed]
    assert all(space_modifiers(pos, space) == () for space in plain)


# 4.112  Neighbours -----------------------------------------------------------------------------------------------


@shows("4.112")
def test_4_112x_level_2_needs_a_neighbour_and_a_village_costs_3() -> None:
    """W5."""
    assert not can_attempt(at(), L2)
    assert can_attempt(at(places={L0: "town"}), L2)
    assert can_attempt(at(places={L3: "city"}), L2)
    with table(exploring(L2, {L0: "village"}), 5) as game:
        assert modifiers(game) == {"adjacency": -3}
        assert game.position.site(L2).marker == "village"  # 2


def test_4_112_the_highest_neighbour_counts_alone() -> None:
    with table(exploring(L3, {L2: "town", L4: "city", "cholula": "village"}), 3) as game:
        assert modifiers(game) == {"adjacency": 1}


@pytest.mark.parametrize(("errata", "modifier"), [("japanese", {"adjacency": -1}), ("english", {})])
@shows("J7", "4.112")
def test_j7_level_3_with_a_town_as_best_neighbour(errata: str, modifier: dict[str, int]) -> None:
    pos = at(
        house={} if errata == "japanese" else {"errata": errata},
        expeditions=captain(L3),
        places={L2: "town"},
        before="discovery cortes",
    )
    with table(pos, 3) as game:
        assert modifiers(game) == modifier


@shows("4.112", "G-4.112b")
def test_4_112_panama_counts_as_nothing() -> None:
    pos = at()
    assert "panama" in pos.rules.world.adjacent["darien"]
    assert best_neighbour(pos, "darien") == "none"
    assert [m.name for m in space_modifiers(pos, "darien")] == ["fever-coast"]


@pytest.mark.parametrize(
    ("neighbour", "best"),
    [
        (place("village"), "village"),
        (place("town"), "town"),
        (place("town", hostile=True), "town"),
        (place("city"), "city"),
        (place("city", hostile=True), "city"),
        (place("city", ally="blue"), "city"),
        (place("imperial", empire="inca"), "city"),
        (place("capital", empire="inca", king=True), "city"),
        (place("discovered"), "none"),
        (place("mosquito"), "none"),
    ],
)
def test_g_4_112b_what_counts_as_a_neighbour(neighbour: Any, best: str) -> None:
    assert best_neighbour(at(places={L4: neighbour}), L3) == best


def test_g_4_112b_adjacent_is_what_a_line_joins() -> None:
    assert best_neighbour(at(places={"tenochtitlan": "city"}), L3) == "none"  # two steps away


def test_g_4_112_a_space_marked_x_may_be_entered_but_nothing_is_rolled() -> None:
    with table(at(expeditions=captain(L0), places={L0: "discovered"})) as game:
        answer(game, "activate cortes", "march", f"go {L2}")
        assert asked(game) == "impulse"  # he had to stop
        assert [(e.space, e.rule) for e in events_of(game, NoAttempt)] == [(L2, "4.112")]
        assert events_of(game, Rolled) == []
        assert game.position.expeditions["cortes"].space == L2
        assert not is_discovered(game.position, L2)


def test_g_4_112_a_later_discovery_next_door_lifts_the_x() -> None:
    men = {**captain(L2), "de-leon": expedition("red", L0, "2 foot")}
    with table(at(expeditions=men), 3, 6) as game:
        answer(game, "activate cortes")
        assert barred(game, "discover") == "4.112"
        answer(game, "rest", "done", "done")
        answer(game, "activate de-leon", "discover", "done", "done")
        assert game.position.site(L0).marker == "village"
        answer(game, "activate cortes", "discover")
        assert modifiers(game) == {"adjacency": -3}
        assert game.position.site(L2).marker == "village"


def test_g_4_112_a_conquistador_alone_discovers_nothing() -> None:
    with table(at(expeditions=captain(L0, ""))) as game:
        answer(game, "activate cortes")
        assert barred(game, "discover") == "3.15"


@shows("G-4.112", "4.112")
def test_g_4_112_option_bars_voluntary_entry() -> None:
    with table(at(house={"enter_barred": False}, expeditions=captain(L0), places={L0: "discovered"}), 6) as game:
        answer(game, "activate cortes", "march")
        assert barred(game, f"go {L2}") == "4.112"
        answer(game, f"go {L1}")  # the chart has a number there
        assert game.position.site(L1).marker is not None


@shows("G-4.112", "6.514")
@pytest.mark.parametrize("enter", [True, False])
def test_g_4_112_a_retreat_may_enter_a_space_marked_x(enter: bool) -> None:
    pos = at(
        house={} if enter else {"enter_barred": False},
        expeditions=captain("utatlan", "6 foot, 3 horse"),
        places={"mixco": place("town", hostile=True)},
        hands={"blue": ["indian-ambush"]},
        before="discovery cortes",
    )
    with table(pos, "10", "10", "10", *IDLE, *IDLE, 7) as game:
        answer(game, "play indian-ambush", "retreat zaculeu")
        assert [event.space for event in events_of(game, NoAttempt)] == ["zaculeu"]
        assert not is_discovered(game.position, "zaculeu")


# 4.12, 4.13  Cards -----------------------------------------------------------------------------------------------


def test_4_12_the_discoverer_plays_action_cards_and_uses_assets() -> None:
    men = captain(L0, assets=["indian-guide"])
    with table(at(expeditions=men, hands={"red": ["map-on-cloth"]}, before="discovery cortes"), 1) as game:
        answer(game, "play map-on-cloth", "use indian-guide")
        assert modifiers(game) == {"map-on-cloth": 2, "indian-guide": 1}
        assert game.position.site(L0).marker == "village"  # 4


def test_4_12_an_indian_guide_that_was_shown_goes_on_helping() -> None:
    with table(at(expeditions=captain(L0, shown=["indian-guide"]), before="discovery cortes"), 2) as game:
        answer(game, "use indian-guide")
        assert modifiers(game) == {"indian-guide": 1}
        assert game.position.expeditions["cortes"].shown.titles == ("indian-guide",)


@shows("4.12", "2.12", "2.14")
def test_4_12_action_cards_for_oneself_reaction_cards_against_others() -> None:
    hands = {"blue": ["map-on-cloth", "false-guide"], "red": ["map-on-cloth", "false-guide"]}
    with table(exploring(L1, hands=hands), 6) as game:
        assert asks(game) == "blue"
        assert barred(game, "play map-on-cloth") == "2.12"
        answer(game, "play false-guide")
        assert (asks(game), asked(game)) == ("red", "support")
        assert barred(game, "play false-guide") == "2.14"
        answer(game, "pass")
        assert modifiers(game) == {"adjacency": -2, "false-guide": -1}


@shows("4.12", "2.17")
def test_4_12_one_card_of_a_title_for_each_attempt() -> None:
    hands = {"blue": ["false-guide", "indian-ambush"], "green": ["false-guide", "indian-ambush"]}
    with table(exploring(L1, seats=3, hands=hands), 6) as game:
        answer(game, "play false-guide")
        assert asks(game) == "green"
        assert barred(game, "play false-guide") == "2.17"
        answer(game, "pass", "pass")
        assert modifiers(game) == {"adjacency": -2, "false-guide": -1}


@shows("4.12", "6.514", "6.52")
def test_4_12_in_another_players_impulse_the_discoverer_is_asked_and_has_his_assets_alone() -> None:
    pos = at(
        seats=3,
        expeditions=captain(L0, "6 foot, 3 horse", assets=["indian-guide"]),
        places={L0: place("town", hostile=True, units=[10])},
        hands={"red": ["map-on-cloth"], "blue": ["map-on-cloth"], "green": ["indian-ambush"]},
        active="blue",
    )
    with table(pos, *IDLE, *IDLE, 4, 7) as game:
        answer(game, f"incite {L0} cortes", f"retreat {L1}")
        assert (asks(game), asked(game)) == ("red", "support")  # nobody could react
        assert barred(game, "play map-on-cloth") == "2.12"
        answer(game, "use indian-guide")
        assert modifiers(game) == {"adjacency": 1, "indian-guide": 1}
        assert game.position.site(L1).found_by == "red"


def test_4_13_all_others_may_react_before_the_die_and_nobody_afterwards() -> None:
    hands = {"blue": ["false-guide"], "green": ["indian-ambush"]}
    with table(exploring(L1, seats=3, hands=hands), 4) as game:
        assert (asked(game), asks(game), events_of(game, Rolled)) == ("react", "blue", [])
        answer(game, "pass")
        assert (asked(game), asks(game), events_of(game, Rolled)) == ("react", "green", [])
        answer(game, "pass")
        assert (asked(game), asks(game)) == ("impulse", "red")
        assert events_of(game, CardPlayed) == []


@shows("4.1", "G-4.1")
def test_g_4_1_reactions_ambush_own_cards_mano_roll_re_roll_marker() -> None:
    hands = {"blue": ["indian-ambush"], "red": ["map-on-cloth", "mano-de-dios", "mano-de-dios"]}
    with table(exploring(L1, {L0: "village"}, hands=hands), "10", "10", *WON, 2, 1) as game:
        assert asked(game) == "react"
        answer(game, "play indian-ambush")
        assert asked(game) == "modify"  # the battle is on, before the discovery
        answer(game, "pass", "pass", "pass")
        assert (asked(game), len(events_of(game, BattleRound))) == ("support", 1)
        answer(game, "play map-on-cloth")
        assert asked(game) == "modify"
        answer(game, "modify mano-de-dios")
        assert asked(game) == "reroll"
        answer(game, "reroll mano-de-dios")
        assert modifiers(game) == {"ambush": 1, "map-on-cloth": 2, "mano-de-dios": 2}
        assert game.position.site(L1).marker == "town"  # 1 + 5


def test_g_4_1_the_final_die_decides_about_the_guide() -> None:
    def after(first: int, second: int) -> tuple[str, ...]:
        men = captain(L0, shown=["indian-guide"])
        with table(at(expeditions=men, luck={"red": 1}, before="discovery cortes"), first, second) as game:
            answer(game, "use indian-guide", "pass", "reroll open-mano-de-dios")
            return game.position.expeditions["cortes"].shown.titles

    assert after(1, 4) == ("indian-guide",)
    assert after(4, 1) == ()


# 4.14, 4.141  Ambush ---------------------------------------------------------------------------------------------


def ambushed(space: str, *, hands: dict[str, list[str]] | None = None, **more: Any) -> ConquestPosition:
    held = hands or {"blue": ["indian-ambush"]}
    return exploring(space, NEIGHBOURS[space], hands=held, **more)


@pytest.mark.parametrize(("space", "units"), [(L1, 2), (L2, 2), (L3, 3), (L4, 3)])
@shows("4.14", "C1", "12.34")
def test_4_14_two_units_at_level_1_and_2_three_at_level_3_and_4(space: str, units: int) -> None:
    city = ("20", "20") if space == L4 else ()  # what is found there is a city, and hostile
    with table(ambushed(space), *["10"] * units, *WON, 2, *city) as game:
        answer(game, "play indian-ambush")
        assert drawn(game)[:units] == ["10"] * units
        assert len(drawn(game)) == units + len(city)
        assert {event.who for event in events_of(game, Drew)[:units]} == {"blue"}
        assert (events_of(game, BattleBegan)[0].attacker, events_of(game, BattleBegan)[0].defender) == (
            "indians",
            "cortes",
        )


def test_4_14_not_at_level_0() -> None:
    pos = ambushed(L0)
    bar = pos.rules.forbids_reaction(pos, "discovery", "blue", option("play", "indian-ambush"))
    assert bar is not None
    assert bar.rule == "4.14"
    with table(pos, 3) as game:  # blue is not even asked
        assert (asked(game), events_of(game, Ambushed)) == ("impulse", [])


@shows("4.14", "2.14")
def test_4_14_only_against_the_discovery_of_another_player() -> None:
    hands = {"red": ["indian-ambush", "map-on-cloth"]}
    with table(at(expeditions=captain(L1), hands=hands), 6) as game:
        assert barred(game, "play indian-ambush") == "2.14"
        answer(game, "activate cortes", "discover")
        assert (asked(game), barred(game, "play indian-ambush")) == ("support", "2.14")
        answer(game, "pass")


@shows("4.14", "C42")
def test_4_14_ambushers_are_doubled_in_the_first_round_only() -> None:
    with table(ambushed(L1), "10", "10", *IDLE, 2, 9, 7, 2) as game:
        answer(game, "play indian-ambush")
        assert [event.attacker for event in events_of(game, BattleRound)] == [40, 20]


@shows("4.14", "C42", "6.26")
def test_4_14_the_ambusher_may_add_combat_cards() -> None:
    pos = ambushed(L1, hands={"blue": ["indian-ambush", "painted-warriors"]})
    with table(pos, "10", "10", *IDLE, 2, 9, 7, 2) as game:
        answer(game, "play indian-ambush", "play painted-warriors")
        assert [event.attacker for event in events_of(game, BattleRound)] == [60, 40]


def test_4_14_a_false_guide_brings_one_more_ambusher() -> None:
    pos = ambushed(L1, hands={"blue": ["indian-ambush", "false-guide"]})
    with table(pos, "10", "10", "10", *WON, 2) as game:
        answer(game, "play indian-ambush", "play false-guide")
        assert drawn(game) == ["10", "10", "10"]


@shows("G-4.14", "12.35")
def test_g_4_14_who_retreats_discovers_nothing_and_the_ambushers_stay() -> None:
    pos = at(
        expeditions=captain(L1, "6 foot, 3 horse"),
        places={L0: "village"},
        hands={"blue": ["indian-ambush"]},
        before="discovery cortes",
    )
    with table(pos, "10", "10", *IDLE, *IDLE, 7) as game:
        answer(game, "play indian-ambush", f"retreat {L0}")
        assert events_of(game, Found) == []
        assert not is_discovered(game.position, L1)
        assert list(game.position.site(L1).garrison.each()) == ["10", "10"]
        assert (asked(game), game.position.action) == ("impulse", None)


@shows("G-4.14", "12.35")
def test_g_4_14_who_dies_discovers_nothing_and_the_ambushers_do_no_more() -> None:
    men = {"cortes": expedition("red", L1, "1 foot"), "de-leon": expedition("red", L0, "2 foot")}
    pos = at(expeditions=men, places={L0: "village"}, hands={"blue": ["indian-ambush"]}, before="discovery cortes")
    with table(pos, "48", "48", 12, 2, 3) as game:
        answer(game, "play indian-ambush")
        assert "cortes" not in game.position.expeditions
        assert not is_discovered(game.position, L1)
        answer(game, "activate de-leon", "march", f"go {L1}")
        assert game.position.site(L1).marker == "village"
        assert list(game.position.site(L1).garrison.each()) == ["48", "48"]
        assert len(events_of(game, BattleBegan)) == 1
        answer(game, "done")
        assert barred(game, f"incite {L1} de-leon") == "2.35"


@pytest.mark.parametrize(
    ("die", "found", "hostile", "units"),
    [(1, "village", False, ()), (3, "town", True, ()), (5, "city", True, ("20", "24"))],
)
@shows("4.141", "G-4.141", "C21", "12.32")
def test_4_141_after_a_fought_ambush(die: int, found: str, hostile: bool, units: tuple[str, ...]) -> None:
    with table(ambushed(L2), "10", "10", *WON, die, *units) as game:
        answer(game, "play indian-ambush")
        site = game.position.site(L2)
        assert modifiers(game) == {"ambush": 1}
        assert (site.marker, site.hostile, tuple(site.garrison.each())) == (found, hostile, units)
        assert len(events_of(game, BattleBegan)) == 1  # no new fight is forced
        assert asked(game) == "impulse"


@shows("4.141", "C16")
def test_c16_a_cancelled_ambush_gives_its_bonus_but_no_fight_and_no_hostility() -> None:
    pos = at(
        expeditions=captain(L2, assets=["indian-scouts"]),
        places=NEIGHBOURS[L2],
        hands={"blue": ["indian-ambush"]},
        before="discovery cortes",
    )
    with table(pos, 5) as game:
        answer(game, "play indian-ambush", "use indian-scouts")
        assert modifiers(game) == {"ambush": 1}
        site = game.position.site(L2)
        assert (site.marker, site.hostile, site.garrison.size) == ("city", False, 0)
        assert events_of(game, BattleBegan) == []


def test_4_141_scouts_need_not_be_used() -> None:
    pos = at(
        expeditions=captain(L2, assets=["indian-scouts"]),
        places=NEIGHBOURS[L2],
        hands={"blue": ["indian-ambush"]},
        before="discovery cortes",
    )
    with table(pos, "10", "10", *WON, 3) as game:
        answer(game, "play indian-ambush", "pass")
        assert len(events_of(game, BattleBegan)) == 1
        assert game.position.site(L2).hostile
        assert game.position.expeditions["cortes"].assets.titles == ("indian-scouts",)


EMPIRE = ("cholula", "texcoco", "imperial", "capital", "imperial")
"""The draws for an empire found in Tlaxcala: two ties, then the cities of Tlaxcala, Cholula and Texcoco."""


@shows("4.141", "12.32")
def test_4_141_of_an_empire_only_the_city_that_was_found_is_hostile() -> None:
    with table(ambushed(L4), "10", "10", "10", *WON, 5, *EMPIRE, "20", "20", "24") as game:
        answer(game, "play indian-ambush")
        hostile = {space: site.hostile for space, site in game.position.sites.items() if site.empire}
        assert hostile == {L4: True, "cholula": False, "texcoco": False}
        assert game.position.site(L4).garrison.size == 3


# 4.15-4.17  What is found ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("space", "die", "marker"), [(L0, 1, "mosquito"), (L0, 3, "village"), (L0, 6, "town"), (L4, 4, "city")]
)
def test_4_15_markers_are_placed_neutral_side_up_and_empty(space: str, die: int, marker: str) -> None:
    with table(exploring(space, NEIGHBOURS[space]), die) as game:
        site = game.position.site(space)
        assert (site.marker, site.hostile, site.ally, site.garrison.size) == (marker, False, None, 0)


@pytest.mark.parametrize("marker", ["mosquito", "discovered"])
@shows("4.15", "G-4.15", "4.17")
def test_g_4_15_a_mosquito_or_discovered_marker_is_no_civilization_but_a_discovery(marker: str) -> None:
    men = captain(L0)
    with table(at(expeditions=men, places={L0: "village", L1: marker, "panuco": marker})) as game:
        answer(game, "activate cortes", "march", f"go {L1}", "go panuco", "stop")
        assert events_of(game, Found) == []
        answer(game, "done", "done", "activate cortes")
        assert barred(game, "discover") == "4.0"


@shows("4.16", "C7", "13.11")
def test_4_16_an_empire_is_deployed_at_once_neutral_and_without_units() -> None:
    with table(exploring(L4, NEIGHBOURS[L4]), 6, *EMPIRE) as game:
        rose = events_of(game, EmpireRose)[0]
        assert (rose.spaces, rose.capital) == ((L4, "cholula", "texcoco"), "cholula")
        for space in rose.spaces:
            site = game.position.site(space)
            assert (site.hostile, site.ally, site.garrison.size) == (False, None, 0)
        assert game.position.factions["red"].awards == 5


def test_4_16_only_the_first_empire_of_the_game_brings_points() -> None:
    pos = at(
        expeditions={**captain(L4), "balboa": expedition("blue", "utatlan", "5 foot")},
        places={L3: "city", "mixco": "city"},
    )
    with table(pos, 6, *EMPIRE, 6, "iximche", "imperial", "imperial", "capital") as game:
        answer(game, "activate cortes", "discover", "done", "activate balboa", "discover")
        assert len(events_of(game, EmpireRose)) == 2
        assert [(event.who, event.points) for event in events_of(game, PointsScored)] == [("red", 5)]
        assert game.position.factions["blue"].awards == 0


def test_g_4_16_an_empire_that_counts_as_a_city_earns_nothing_and_takes_nothing_away() -> None:
    pos = at(
        expeditions={**captain("utatlan"), "balboa": expedition("blue", L4, "5 foot")},
        places={L3: "city", "mixco": "city", **dict.fromkeys(("zaculeu", "iximche", "zaachila"), "town")},
    )
    with table(pos, 6, 6, *EMPIRE) as game:
        answer(game, "activate cortes", "discover", "done", "activate balboa", "discover")
        assert game.position.site("utatlan").marker == "city"
        assert [event.who for event in events_of(game, PointsScored)] == ["blue"]


def test_4_17_nothing_found_leaves_a_discovered_marker() -> None:
    with table(exploring(L0), 2) as game:
        assert events_of(game, Found)[0].found == "nothing"
        assert game.position.site(L0).marker == "discovered"
        answer(game, "done", "done", "activate cortes")
        assert barred(game, "discover") == "4.0"


@pytest.mark.parametrize("marker", ["discovered", "mosquito"])
def test_4_17_rediscovery_opens_the_space_again(marker: str) -> None:
    hands = {"red": ["rediscovery"]}
    with table(at(expeditions=captain(L0), places={L0: marker}, hands=hands), 3) as game:
        answer(game, "play rediscovery", "activate cortes", "discover")
        assert [event.marker for event in events_of(game, Removed)] == [marker]
        assert game.position.site(L0).marker == "village"


def test_4_17_rediscovery_takes_away_nothing_else() -> None:
    with table(at(expeditions=captain(L0), places={L0: "village"}, hands={"red": ["rediscovery"]})) as game:
        assert barred(game, "play rediscovery") == "4.17"


@shows("4.17", "12.35")
def test_4_17_rediscovery_does_not_remove_indians_who_lie_in_wait() -> None:
    places = {L1: place("discovered", units=[10, 20])}
    with table(at(expeditions=captain(L0), places=places, hands={"red": ["rediscovery"]})) as game:
        answer(game, "play rediscovery")
        assert not is_discovered(game.position, L1)
        assert game.position.site(L1).garrison.titles == ("10", "20")


# 4.171  Markers that have run out --------------------------------------------------------------------------------


def short_of(seats: int = 2, map: str = "north", **markers: int) -> BasicGame:  # noqa: A002  # as players say
    """The Basic Game with fewer markers than the pack has."""
    rules = BasicGame(seats, map, None, str(FIXED))
    rules.markers = {**rules.markers, **markers}
    return rules


def finding(rules: BasicGame, places: dict[str, Any], **men: ExpeditionPlan) -> ConquestPosition:
    """Cortés explores Darien, where a 1 means fever, a 3 nothing and a 4 a village."""
    return build(rules=rules, expeditions={**captain("darien"), **men}, places=places, before="discovery cortes")


@shows("4.171", "G-4.171")
def test_4_171_the_marker_farthest_from_any_expedition_is_recycled() -> None:
    places = {"nicoya": "mosquito", "tehuantepec": "mosquito"}
    with table(finding(short_of(mosquito=2), places), 1) as game:
        sites = game.position.sites
        assert (sites["darien"].marker, sites["nicoya"].marker) == ("mosquito", "mosquito")
        assert sites["tehuantepec"].marker == "discovered"


def test_4_171_every_players_expeditions_count() -> None:
    places = {"nicoya": "mosquito", "tehuantepec": "mosquito"}
    blue = expedition("blue", "zoque", "1 foot")
    with table(finding(short_of(mosquito=2), places, balboa=blue), 1) as game:
        assert game.position.sites["nicoya"].marker == "discovered"
        assert game.position.sites["tehuantepec"].marker == "mosquito"


def test_4_171_the_finder_chooses_among_equals() -> None:
    places = {"nicoya": "mosquito", "tehuantepec": "mosquito", "tututepec": "mosquito"}
    with table(finding(short_of(mosquito=3), places), 1) as game:
        assert (asked(game), asks(game)) == ("recycle", "red")
        assert barred(game, "take nicoya") == "4.171"
        answer(game, "take tututepec")
        assert game.position.sites["tututepec"].marker == "discovered"
        assert game.position.sites["tehuantepec"].marker == "mosquito"


def test_4_171_nothing_is_recycled_while_markers_are_left() -> None:
    with table(finding(short_of(mosquito=2), {"tehuantepec": "mosquito"}), 1) as game:
        assert game.position.sites["tehuantepec"].marker == "mosquito"
        assert events_of(game, Removed) == []


def test_g_4_171_a_recycled_town_loses_its_state_and_its_troops_go_to_the_cup() -> None:
    town = place("town", hostile=True, units=[30], out=True)
    rules = short_of(town=1)
    pos = build(rules=rules, expeditions=captain(L0), places={"yaqui": town}, before="discovery cortes")
    with table(pos, 6) as game:
        assert game.position.site(L0).marker == "town"
        site = game.position.site("yaqui")
        assert (site.marker, site.hostile, site.out, site.garrison.size) == ("discovered", False, False, 0)
        assert game.position.piles["cup"] == rules.cup


def test_g_4_171_an_allied_city_is_not_recycled() -> None:
    places = {L3: place("city"), "yaqui": place("city", ally="blue")}
    pos = build(rules=short_of(city=1), expeditions=captain(L4), places=places, before="discovery cortes")
    with table(pos, 4) as game:
        assert game.position.site("yaqui").marker == "city"
        assert (game.position.site(L3).marker, game.position.site(L4).marker) == ("discovered", "city")


@shows("4.171", "12.221")
def test_4_171_imperial_cities_are_not_recycled() -> None:
    places = {L3: place("city"), "zaachila": place("imperial", empire="inca")}
    pos = build(rules=short_of(city=1), expeditions=captain(L4), places=places, before="discovery cortes")
    with table(pos, 4) as game:
        assert game.position.site("zaachila").marker == "imperial"


def test_4_171_what_was_found_because_of_it_stays() -> None:
    places = {"culiacan": "village", "xalisco": "town"}
    with table(finding(short_of(village=1), places), 4) as game:
        assert game.position.sites["xalisco"].marker == "town"
        assert game.position.sites["culiacan"].marker == "discovered"


def test_g_4_171b_a_recycled_discovered_marker_leaves_a_discovered_space() -> None:
    rules = short_of(discovered=1)
    pos = build(rules=rules, expeditions=captain("darien"), places={"yaqui": "discovered"}, before="discovery cortes")
    with table(pos, 3) as game:
        assert game.position.site("darien").marker == "discovered"
        assert game.position.site("yaqui").marker is None
        assert is_discovered(game.position, "yaqui")
        assert not can_attempt(game.position, "yaqui")


def test_g_4_171b_without_a_discovered_marker_the_space_is_discovered_all_the_same() -> None:
    rules = short_of(discovered=1, mosquito=1)
    places = {"tehuantepec": "mosquito", "nicoya": "discovered"}
    with table(finding(rules, places), 1) as game:
        site = game.position.site("tehuantepec")
        assert (site.marker, is_discovered(game.position, "tehuantepec")) == (None, True)
        assert game.position.site("nicoya").marker == "discovered"


def test_g_4_171c_the_farthest_on_its_own_map_over_both_maps() -> None:
    places = {"tehuantepec": "mosquito", "cautin": "mosquito"}
    blue = expedition("blue", "panama-south", "1 foot")
    with table(finding(short_of(3, "both", mosquito=2), places, balboa=blue), 1) as game:
        assert game.position.sites["cautin"].marker == "discovered"
    near = expedition("blue", "penco", "1 foot")
    with table(finding(short_of(3, "both", mosquito=2), places, balboa=near), 1) as game:
        assert game.position.sites["tehuantepec"].marker == "discovered"


def test_4_171_indians_who_lie_in_wait_stay_when_a_mosquito_is_recycled() -> None:
    places = {"tehuantepec": place("mosquito", units=[10])}
    with table(finding(short_of(mosquito=1), places), 1) as game:
        site = game.position.site("tehuantepec")
        assert (site.marker, site.garrison.titles) == ("discovered", ("10",))


def test_4_171_a_city_that_is_no_ally_any_more_needs_a_city_marker_again() -> None:
    """An Allied City marker lies in its place until then (5.21); that 4.171 holds here too is an own ruling."""
    places: dict[str, PlacePlan | str] = {L2: place("city", ally="red"), "yaqui": "city"}
    hands = {"blue": ["indian-uprising"]}
    pos = build(rules=short_of(city=1), expeditions=captain(L0), places=places, hands=hands, active="blue")
    with table(pos, "10", "10") as game:
        answer(game, "play indian-uprising", f"take {L2}")
        assert (game.position.site(L2).marker, game.position.site(L2).hostile) == ("city", True)
        assert game.position.site("yaqui").marker == "discovered"
