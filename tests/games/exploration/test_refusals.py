"""Why not: what stands against an answer, with its clause and its reason."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from conquistadors.games.exploration.rules.pieces import Expedition, Fleet
from conquistadors.games.exploration.rules.position import World
from conquistadors.games.exploration.rules.upkeep import units
from support.clauses import shows
from support.new_world import SPAIN, at, expedition, offered, played, question_of, rules

HOME = {"2316": (0, 3)}


def refused(pos: World, typed: str, *answers: str) -> tuple[str, str]:
    """The clause and the reason that a typed answer is refused with."""
    why = played(pos, *answers).why_not(typed)
    assert why is not None, f"{typed} is allowed"
    return why.rule, why.bar.reason


# Planning ----------------------------------------------------------------------------------------------------------


def full() -> World:
    """All Expeditions that there may be."""
    pos = at(ships={"europe": (1, 0)})
    for _ in range(rules().number("expeditions_most")):
        expedition(pos)
    return pos


def with_galleon() -> World:
    pos = at(turn=6)
    pos.set_fleet(SPAIN, "europe", Fleet(galleon=True))
    return pos


def galleon_at_sea() -> World:
    pos = at(turn=6)
    expedition(pos, carracks=0, galleon=True)
    return pos


def without_missionaries() -> World:
    size = rules().missionaries.size
    return at(people={f"missionary-{n}": "europe" for n in range(1, size + 1)})


@shows("6.61", "7.13", "7.14", "7.17", "15.63")
@pytest.mark.parametrize(
    ("make", "typed", "rule", "reason"),
    [
        (lambda: at(steps=40), "buy caravel", "6.6", "plan-too-long"),
        (at, "buy cannon", "6.61", "not-offered"),
        (at, "buy caravel cheap", "6.61", "not-offered"),
        (lambda: at(recruits=False), "buy soldier", "6.41(7)", "civil-war"),
        (lambda: at(turn=5), "buy galleon", "7.14", "no-galleon-yet"),
        (with_galleon, "buy galleon", "7.13", "one-galleon"),
        (galleon_at_sea, "buy galleon", "7.13", "one-galleon"),
        (lambda: at(treasury=3), "buy caravel", "6.25", "too-dear"),
        (at, "call pope", "15.63", "not-offered"),
        (at, "call missionary now", "15.63", "not-offered"),
        (without_missionaries, "call missionary", "15.63", "no-missionary"),
        (lambda: at(turn=8), "build caravel 2316.1", "7.17", "no-port"),
        (lambda: at(turn=8, forces=HOME), "build galleon 2316.1", "7.17", "no-port"),
        (lambda: at(turn=7, forces=HOME), "build caravel 2316.1", "7.17", "no-shipyard-yet"),
        (lambda: at(turn=8, forces=HOME, ships_built=1), "build caravel 2316.1", "7.17", "one-ship"),
        (lambda: at(turn=8, forces={"2316": (0, 2)}), "build caravel 2316.1", "7.17", "few-colonists"),
        (lambda: at(turn=8, forces=HOME, treasury=7), "build carrack 2316.1", "6.25", "too-dear"),
        (at, "fit europe", "6.62", "no-ships"),
        (lambda: at(ships={"europe": (1, 0)}), "fit europe galleon", "6.62", "no-ships"),
        (with_galleon, "fit europe", "6.62", "no-ships"),
        (full, "fit europe", "6.62", "too-many-expeditions"),
    ],
)
def test_6_6_what_stands_against_a_step_of_a_plan(
    make: Callable[[], World], typed: str, rule: str, reason: str
) -> None:
    assert refused(make(), typed) == (rule, reason)


def test_6_6_a_plan_has_forty_steps_and_the_last_is_allowed() -> None:
    assert "buy caravel" in offered(played(at(steps=39)))
    assert offered(played(at(steps=40))) == {"done"}
    assert played(at(steps=38), "buy caravel", "amount 1").position.nations[SPAIN].steps == 39


def test_6_25_the_last_ducat_may_be_spent() -> None:
    assert "buy caravel" in offered(played(at(treasury=4)))
    assert offered(played(at(treasury=11), "buy caravel")) == {"amount 1", "amount 2"}
    assert played(at(turn=6, treasury=90), "buy galleon").position.nations[SPAIN].treasury == 50


def test_6_62_eight_expeditions_and_the_eighth_is_allowed() -> None:
    pos = full()
    pos.expeditions.popitem()
    assert "fit europe" in offered(played(pos))


# At sea ------------------------------------------------------------------------------------------------------------


def coasting(place: str = "2811", **what: object) -> World:
    people = {"cordova": "spain-1"} if what.pop("led", True) else {}
    pos = at("coast:spain-1", phase="B", people=people, forces=HOME)
    expedition(pos, place, **{"bounds": 9, **what})
    return pos


@shows("7.32", "7.33", "18.11", "18.13", "18.14")
@pytest.mark.parametrize(
    ("make", "typed", "rule", "reason"),
    [
        (coasting, "go 3000", "7.26", "not-offered"),
        (coasting, "go 2811", "7.32", "done-here"),
        (lambda: coasting(acts=("2222 go",)), "go 2222", "7.32", "done-here"),
        (lambda: coasting(bounds=2), "go 4810", "7.33", "out-of-reach"),
        (lambda: coasting(bounds=0), "go 2812", "7.33", "out-of-reach"),
        (lambda: coasting("2316.1", led=False), "go 2222", "7.26", "no-landing"),
        (lambda: coasting(extra=9), "dare", "9.3", "dared"),
        (lambda: coasting("2316.1", led=False, carracks=0, galleon=True), "dare", "9.3", "dared"),
        (lambda: coasting(acts=("2811 cargo",)), "cargo", "7.32", "done-here"),
        (lambda: coasting(led=False), "cargo", "7.26", "no-landing"),
        (lambda: coasting("5613"), "cargo", "7.26", "no-landing"),
        (lambda: coasting(led=False), "discover", "18.13", "no-explorer"),
        (lambda: coasting("2316.1"), "discover", "18.11", "nothing-new"),
        (lambda: coasting("4810", bounds=0), "discover", "18.14", "out-of-reach"),
    ],
)
def test_7_3_what_stands_against_a_leg_or_an_act(make: Callable[[], World], typed: str, rule: str, reason: str) -> None:
    assert refused(make(), typed) == (rule, reason)


def test_7_3_legs_acts_and_the_end_are_typed_as_they_are_offered() -> None:
    for typed in ("done 2316", "go", "cargo 2316", "dare now", "sing"):
        assert refused(coasting(), typed) == ("7.3", "not-offered")


def test_7_32_the_last_movement_points_are_enough_for_a_stop() -> None:
    steps = rules().board.sea.distance("2811", "2222")
    assert steps is not None
    for spare, open_ in ((2, True), (1, False)):
        pos = coasting(bounds=4, points=4 * 8 - steps - spare)
        assert ("go 2222" in offered(played(pos))) is open_


def test_7_32_three_points_that_are_left_are_a_stop_next_door() -> None:
    for points, open_ in ((5, True), (6, False)):
        pos = coasting(bounds=1, points=points)
        near = [place for place in pos.rules.board.landings if pos.rules.board.sea.distance("2811", place) == 1]
        assert any(f"go {place}" in offered(played(pos)) for place in near) is open_


# Gold --------------------------------------------------------------------------------------------------------------


def digging(**what: object) -> World:
    """A mine on Hispaniola with a Colonist, and another one to search."""
    pos = at("gold:spain", forces={"2316": (0, 1), "4213": (1, 0)})
    pos.edit_dig("2316", **{"found": True, **what})
    return pos


@shows("13.11", "13.13", "13.15", "13.5")
@pytest.mark.parametrize(
    ("make", "typed", "rule", "reason"),
    [
        (lambda: digging(spent=True), "abandon 2316", "13.15", "depleted"),
        (digging, "search 1734", "13.11", "nobody-there"),
        (digging, "search 2316", "13.13", "searched"),
        (lambda: digging(found=False), "abandon 2316", "13.5", "no-mine"),
        (digging, "abandon 4213", "13.5", "no-mine"),
        (digging, "reopen 2316", "13.5", "so-already"),
        (lambda: digging(abandoned=True), "abandon 2316", "13.5", "so-already"),
    ],
)
def test_13_0_what_stands_against_a_search_or_a_marker(
    make: Callable[[], World], typed: str, rule: str, reason: str
) -> None:
    assert refused(make(), typed) == (rule, reason)


def test_13_5_markers_are_set_before_the_first_search_and_each_once() -> None:
    two = at("gold:spain", forces={"2316": (0, 1), "4213": (1, 0), "1734": (1, 0)})
    two.edit_dig("2316", found=True)
    game = played(two, "search 4213", dice=(6,))
    why = game.why_not("abandon 2316")
    assert why is not None
    assert (why.rule, why.bar.reason) == ("13.5", "segment-begun")
    assert refused(digging(), "reopen 2316", "abandon 2316") == ("13.5", "segment-begun")


def test_13_11_a_conquistador_alone_may_search_and_an_explorer_may_not() -> None:
    pos = at("gold:spain", people={"cortes": "4213"})
    assert "search 4213" in offered(played(pos))
    assert question_of(played(at("gold:spain", people={"missionary-1": "4213"}))) == "plan"


# Maintenance -------------------------------------------------------------------------------------------------------


def owing(turn: int = 5, treasury: int = 50) -> World:
    pos = at("upkeep:spain", turn=turn, treasury=treasury, forces={"2316": (1, 1)}, ships={"europe": (1, 0)})
    expedition(pos, "2316.1", carracks=1, caravels=1, soldiers=2)
    return pos


@shows("6.25", "6.84")
@pytest.mark.parametrize(
    ("make", "typed", "rule", "reason"),
    [
        (lambda: owing(treasury=8), "pay", "6.25", "too-dear"),
        (owing, "drop carrack europe", "6.81", "not-offered"),
        (lambda: owing(turn=21), "drop soldier 2316", "6.84", "must-pay"),
        (lambda: owing(turn=21), "drop soldier spain-1", "6.84", "must-pay"),
        (owing, "drop carrack spain-1", "6.81", "laden"),
    ],
)
def test_6_81_what_stands_against_maintenance(make: Callable[[], World], typed: str, rule: str, reason: str) -> None:
    assert refused(make(), typed) == (rule, reason)


@shows("E-G52")
def test_6_84_on_the_last_turn_only_what_is_in_europe_may_be_let_go_or_what_cannot_be_paid() -> None:
    assert "drop caravel europe" in offered(played(owing(turn=21)))
    assert "drop soldier 2316" in offered(played(owing(turn=21, treasury=8)))
    assert "pay" in offered(played(owing(treasury=9)))
    home = at("upkeep:spain", turn=21)
    expedition(home, "europe")
    assert "drop carrack spain-1" in offered(played(home))
    assert "drop caravel spain-1" in offered(played(owing()))  # two Soldiers find room on the Carrack


def test_6_81_everything_is_paid_for_ships_and_units_wherever_they_are() -> None:
    pos = at(soldiers=2, forces={"2316": (1, 3)}, ships={"europe": (1, 2)})
    pos.set_fleet(SPAIN, "2316.1", Fleet(galleon=True))
    name = expedition(pos, "2316.1", caravels=1, soldiers=1, colonists=2)
    assert units(pos, SPAIN) == [
        *(("soldier", "europe", 2), ("galleon", "2316.1", 1), ("caravel", "europe", 1), ("carrack", "europe", 2)),
        *(("caravel", name, 1), ("carrack", name, 1), ("soldier", name, 1), ("colonist", name, 2)),
        *(("soldier", "2316", 1), ("colonist", "2316", 3)),
    ]


def test_6_81_what_is_let_go_is_gone_and_an_expedition_without_ships_is_over() -> None:
    game = played(
        owing(), "drop soldier spain-1", "drop soldier spain-1", "drop carrack spain-1", "drop caravel spain-1"
    )
    assert game.position.expeditions == {}
    assert game.position.fleet(SPAIN, "europe") == Fleet(1)
    pos = at("upkeep:spain", soldiers=2, ships={"europe": (0, 1)})
    game = played(pos, "drop soldier europe", "drop carrack europe", "pay")
    assert (game.position.nations[SPAIN].soldiers, game.position.fleets) == (1, {})
    fleet = at("upkeep:spain")
    fleet.set_fleet(SPAIN, "europe", Fleet(1, 0, galleon=True))
    assert played(fleet, "drop galleon europe").position.fleet(SPAIN, "europe") == Fleet(1)
    galleon = at("upkeep:spain")
    expedition(galleon, carracks=0, galleon=True)
    assert played(galleon, "drop galleon spain-1").position.expeditions == {}


def test_4_0_an_expedition_that_is_over_lies_where_it_is_with_all_that_was_aboard() -> None:
    pos = at(
        "lie-up", forces=HOME, people={"cortes": "spain-1", "solis": "spain-2"}, ships={"2316.1": (1, 0)}, soldiers=1
    )
    pos.expeditions["spain-1"] = Expedition(SPAIN, 1, 2, False, "2316.1", None, 0, soldiers=2, colonists=1)
    pos.expeditions["spain-2"] = Expedition(SPAIN, 0, 1, False, "europe", None, 0, soldiers=1)
    after = played(pos).position
    assert after.expeditions == {}
    assert after.fleet(SPAIN, "2316.1") == Fleet(2, 2)
    assert (after.force(SPAIN, "2316").soldiers, after.force(SPAIN, "2316").colonists) == (2, 4)
    assert after.nations[SPAIN].soldiers == 2
    assert (after.people["cortes"].at, after.people["solis"].at) == ("2316", "europe")
