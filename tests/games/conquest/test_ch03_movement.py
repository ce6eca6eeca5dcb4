"""Chapter 3: movement by land and by sea, detaching, and what stops a move."""

from __future__ import annotations

from typing import Any

import pytest

from conquistadors.engine.events import Rolled
from conquistadors.engine.game import Game
from conquistadors.engine.piles import Pile
from conquistadors.games.conquest.builder import ExpeditionPlan, expedition, place
from conquistadors.games.conquest.rules.events import (
    AlliesChanged,
    Detached,
    Found,
    MoraleChanged,
    Moved,
    NoAttempt,
    UnitLost,
)
from conquistadors.games.conquest.rules.position import ConquestPosition, Units
from support.clauses import shows
from support.indies import answer, asked, at, barred, events_of, table

KNOWN = dict.fromkeys(("cempoala", "totonacapan", "panuco", "oxitipa", "tochtepec", "coatzacoalcos"), "discovered")
"""On the Gulf: Cempoala - Totonacapan - Pánuco - Oxitipa, and Cempoala - Tochtepec - Coatzacoalcos."""


def moving(force: ExpeditionPlan, *, before: str = "march cortes", **wanted: Any) -> ConquestPosition:
    """Cortés is about to move."""
    places = wanted.pop("places", KNOWN)
    others = wanted.pop("others", {})
    return at(expeditions={"cortes": force, **others}, places=places, before=before, **wanted)


def red(space: str, units: str = "3 foot", **more: Any) -> ExpeditionPlan:
    return expedition("red", space, units, **more)


def where(game: Game[Any], commander: str = "cortes") -> str:
    space: str = game.position.expeditions[commander].space
    return space


def allowed(game: Game[Any], text: str) -> bool:
    return game.why_not(text) is None


def rolls(game: Game[Any]) -> list[str]:
    return [event.roll for event in events_of(game, Rolled)]


# 3.11, 3.12  Lines and distances ---------------------------------------------------------------------------------


def test_3_11_from_space_to_space_along_lines_only() -> None:
    with table(moving(red("cempoala"))) as game:
        assert barred(game, "go panuco") == "3.11"
        assert barred(game, "go atlantis") == "3.11"
        assert barred(game, "go cempoala") == "3.11"
        answer(game, "go totonacapan", "go panuco")
    assert [event.space for event in events_of(game, Moved)] == ["totonacapan", "panuco"]
    assert where(game) == "panuco"


def test_3_11_the_two_maps_are_joined_by_land_in_panama() -> None:
    pos = at(map="both", expeditions={"cortes": red("panama")}, before="march cortes")
    with table(pos) as game:
        answer(game, "go panama-south", "stop")
        assert where(game) == "panama-south"


def test_3_12_up_to_three_discovered_spaces() -> None:
    with table(moving(red("cempoala"))) as game:
        answer(game, "go totonacapan", "go panuco", "go totonacapan")
        assert barred(game, "go cempoala") == "3.12"
        answer(game, "stop")
        assert asked(game) == "impulse"
        assert where(game) == "totonacapan"


def test_3_12_fewer_will_do() -> None:
    with table(moving(red("cempoala"))) as game:
        answer(game, "go totonacapan", "stop")
        assert where(game) == "totonacapan"
        assert rolls(game) == []


def test_3_12_the_second_space_may_be_undiscovered_and_is_then_discovered() -> None:
    places = {"cempoala": "village", "totonacapan": "village"}
    with table(moving(red("cempoala"), places=places), 5) as game:
        answer(game, "go totonacapan", "go panuco")
        assert asked(game) == "impulse", "he had to stop and to roll"
    assert [(event.space, event.found) for event in events_of(game, Found)] == [("panuco", "town")]
    assert game.position.site("panuco").marker == "town"


def test_3_12_so_may_the_first() -> None:
    with table(moving(red("cempoala"), places={"cempoala": "village"}), 4) as game:
        answer(game, "go totonacapan")
        assert game.position.site("totonacapan").marker == "village"
        assert where(game) == "totonacapan"


def test_3_12_but_not_the_third() -> None:
    places = {**KNOWN, "cempoala": "village"}
    places.pop("oxitipa")
    with table(moving(red("cempoala"), places=places)) as game:
        answer(game, "go totonacapan", "go panuco")
        assert barred(game, "go oxitipa") == "3.12"


@shows("3.12", "6.11", "2.34")
def test_3_12_one_space_and_an_attack_there() -> None:
    """The town is two spaces away: out of reach. From the next space it is not."""
    places = {**KNOWN, "panuco": place("town", hostile=True, units=[10])}
    with table(moving(red("cempoala"), places=places, before="impulse")) as game:
        answer(game, "activate cortes")
        assert barred(game, "attack") == "6.11"
    hands = {"blue": ["bolas"]}
    with table(moving(red("totonacapan"), places=places, before="attack cortes", hands=hands)) as game:
        assert barred(game, "advance cempoala") == "6.11"
        answer(game, "advance panuco", "fight indians")
        assert game.position.battle is not None
        assert game.position.battle.space == where(game) == "panuco"


@shows("3.13", "3.12")
def test_3_13_a_night_march_ends_at_a_hostile_place_as_well() -> None:
    """Two spaces before the attack, but not through the troops in Totonacapan to those in Pánuco."""
    enemy = place("town", hostile=True, units=[10])
    hands = {"red": ["night-march"]}
    for between, passes in ((enemy, False), ("village", True)):
        places = {**KNOWN, "totonacapan": between, "panuco": enemy}
        with table(moving(red("cempoala"), places=places, hands=hands, before="impulse")) as game:
            answer(game, "play night-march", "activate cortes", "attack", "advance totonacapan")
            assert allowed(game, "advance panuco") == passes
            if not passes:
                assert barred(game, "advance panuco") == "3.13"


def test_g_3_12b_no_attack_after_a_step_into_an_undiscovered_space() -> None:
    """Ambushers are left in Pánuco, which nobody has discovered; a warrant makes no difference to that."""
    places = {"totonacapan": place("town", hostile=True, units=[10])}
    pos = moving(red("totonacapan"), places=places, before="attack cortes")
    pos.edit_site("panuco", garrison=Pile.of(["10"]))
    pos.piles["cup"] = pos.piles["cup"].minus("10")
    with table(pos) as game:
        assert barred(game, "advance panuco") == "G-3.12b"


@shows("G-3.12", "3.12", "4.0")
def test_g_3_12_desert_rain_forest_legend_and_havens_count_as_discovered() -> None:
    """Three of them in a row, none with a marker, and no discovery in the last."""
    with table(moving(red("caddo"), places={"caddo": "village"}), 6) as game:
        answer(game, "go querechos", "go mapimi", "go gran-chichimeca", "stop")
        assert where(game) == "gran-chichimeca"
    assert events_of(game, Found) == []
    with table(moving(red("veragua"), places={"veragua": "village", "nata": "village"})) as game:
        answer(game, "go panama", "go nata", "go panama", "stop")
        assert where(game) == "panama"
    with table(moving(red("zinacantan"), places={"zinacantan": "village"}), 6) as game:
        answer(game, "go lacandon", "go nojpeten", "go acalan", "stop")
        assert where(game) == "acalan"


def test_3_12_the_royal_road_is_five_discovered_spaces_and_no_more() -> None:
    pos = moving(red("oxitipa"), places=KNOWN, before="impulse", hands={"red": ["the-royal-road"]})
    with table(pos) as game:
        answer(game, "play the-royal-road", "activate cortes", "march", "go panuco", "go totonacapan")
        assert barred(game, "go metztitlan") == "3.12", "the third space has to be discovered all the same"
        answer(game, "go cempoala", "go tochtepec", "go coatzacoalcos")
        assert barred(game, "go tochtepec") == "3.12"


# 3.13  Where a move ends -----------------------------------------------------------------------------------------


def test_3_13_an_undiscovered_space_ends_the_move() -> None:
    """One of three spaces used, and the attempt finds nothing: the move is over all the same."""
    with table(moving(red("cempoala"), places={"cempoala": "village"}), 2) as game:
        answer(game, "go totonacapan")
        assert asked(game) == "impulse"
        assert barred(game, "activate cortes") == "2.32"
        refusal = game.why_not("go metztitlan")
        assert refusal is not None
        assert (refusal.rule, refusal.bar.reason) == ("3.13", "had-to-stop"), "not only that it is not asked for"


@shows("3.13")
def test_3_13_who_stopped_by_choice_did_not_have_to() -> None:
    with table(moving(red("cempoala"), places={"cempoala": "village", "totonacapan": "village"})) as game:
        answer(game, "go totonacapan", "stop")
        refusal = game.why_not("go metztitlan")
        assert refusal is not None
        assert refusal.bar.reason == "not-offered"


@shows("3.23")
def test_3_23_a_landing_ends_a_voyage_and_says_so() -> None:
    pos = moving(red("bay-of-campeche"), places={"cempoala": "village", "totonacapan": "village"}, before="sail cortes")
    with table(pos) as game:
        answer(game, "go cempoala")
        assert asked(game) == "impulse"
        refusal = game.why_not("go bay-of-campeche")
        assert refusal is not None
        assert (refusal.rule, refusal.bar.reason) == ("3.23", "landed")


@shows("3.13", "G-4.112", "4.112")
def test_3_13_also_where_no_attempt_can_be_made() -> None:
    """Level 2 next to no civilization: the chart shows X."""
    with table(moving(red("cempoala"), places={"cempoala": "discovered"})) as game:
        answer(game, "go ahuilizapan")
        assert asked(game) == "impulse"
        assert [event.space for event in events_of(game, NoAttempt)] == ["ahuilizapan"]
    pos = moving(red("cempoala"), places={"cempoala": "discovered"}, house={"enter_barred": False})
    with table(pos) as game:
        assert barred(game, "go ahuilizapan") == "4.112"


@shows("3.13", "12.14", "C2")
@pytest.mark.parametrize(
    ("what", "stops"),
    [
        (place("town", hostile=True, units=[10]), True),
        (place("city", hostile=True, units=[10]), True),
        (place("town", hostile=True), False),
        (place("city", hostile=True), False),
        (place("city", units=[10]), False),
        (place("city", ally="blue", units=[10]), False),
    ],
)
def test_c2_a_hostile_place_ends_the_move_only_if_it_has_units(what: Any, stops: bool) -> None:
    with table(moving(red("cempoala"), places={**KNOWN, "totonacapan": what})) as game:
        answer(game, "go totonacapan")
        assert asked(game) == ("impulse" if stops else "march")


@shows("3.13", "C11")
@pytest.mark.parametrize(("finder", "when", "stops"), [("blue", 4, True), ("blue", 3, False), ("red", 4, False)])
def test_c11_a_space_that_another_player_discovered_in_this_round_ends_the_move(
    finder: str, when: int, stops: bool
) -> None:
    pos = moving(red("cempoala"), round=4)
    pos.edit_site("totonacapan", found_by=finder, found_in=when)
    with table(pos) as game:
        answer(game, "go totonacapan")
        assert asked(game) == ("impulse" if stops else "march")


@shows("3.13", "C11")
def test_c11_a_discovery_is_remembered_for_the_round() -> None:
    """Red discovers, blue follows and has to stop; a round later he need not."""
    pos = moving(
        red("totonacapan", "2 foot"),
        others={"balboa": expedition("blue", "totonacapan", "2 foot")},
        places={"totonacapan": "village", "oxitipa": "discovered"},
        before="impulse",
    )
    with table(pos, 4) as game:
        answer(game, "activate cortes", "march", "go panuco", "done")
        answer(game, "activate balboa", "march", "go panuco")
        assert asked(game) == "impulse"
        answer(game, "done", "done", "activate balboa", "march", "go oxitipa", "go panuco")
        assert asked(game) == "march"


@shows("3.131", "9.12", "G-3.131")
@pytest.mark.parametrize(("start", "harsh"), [("panuco", "coahuiltec"), ("potonchan", "acalan")])
def test_3_131_a_move_that_ends_in_desert_or_rain_forest_is_checked(start: str, harsh: str) -> None:
    with table(moving(red(start), places={start: "village"}), 2) as game:
        answer(game, f"go {harsh}", "stop")
        assert game.position.expeditions["cortes"].hits == 1
    assert [(event.roll, event.rule) for event in events_of(game, Rolled)] == [("terrain", "3.131")]


@shows("3.131")
def test_3_131_one_need_not_stop_there_and_passing_is_not_checked() -> None:
    places = {"panuco": "village", "karankawa": "village"}
    with table(moving(red("panuco"), places=places)) as game:
        answer(game, "go coahuiltec", "go karankawa", "stop")
        assert where(game) == "karankawa"
        assert rolls(game) == []


@shows("G-3.131", "3.131")
def test_g_3_131_standing_still_is_not_checked() -> None:
    with table(moving(red("coahuiltec"), before="impulse")) as game:
        answer(game, "activate cortes", "march", "stop", "done", "done")
        assert rolls(game) == []


@shows("G-3.131", "6.52")
def test_g_3_131_nor_is_a_retreat() -> None:
    """Two rounds without a hit, then Cortés falls back into the desert."""
    places = {"panuco": place("town", hostile=True, units=[10])}
    with table(moving(red("panuco", "9 foot"), places=places, before="battle cortes indians"), 2, 2, 2, 2, 5) as game:
        answer(game, "retreat coahuiltec")
        assert where(game) == "coahuiltec"
        assert "terrain" not in rolls(game)


# 3.14  Detaching -------------------------------------------------------------------------------------------------


def band(space: str = "cempoala", units: str = "4 foot, 2 horse, 1 cannon", **more: Any) -> ExpeditionPlan:
    """Cortés with Alvarado, who has two foot of his own."""
    return red(space, units, companions={"alvarado": "2 foot"}, **more)


def test_3_14_a_conquistador_stays_behind_with_units_on_the_way() -> None:
    with table(moving(band())) as game:
        answer(game, "go totonacapan", "detach alvarado", "amount 3", "amount 1", "amount 1", "go panuco", "stop")
        pos = game.position
        assert (where(game), where(game, "alvarado")) == ("panuco", "totonacapan")
        assert pos.units("alvarado") == Units(foot=3, horse=1, cannon=1)
        assert pos.units("cortes") == Units(foot=3, horse=1)
        assert pos.captains["alvarado"].expedition == "alvarado"
    assert [(e.expedition, e.captain, e.space) for e in events_of(game, Detached)] == [
        ("cortes", "alvarado", "totonacapan")
    ]


@pytest.mark.parametrize("steps", [[], ["go totonacapan"], ["go totonacapan", "go panuco", "go oxitipa"]])
def test_3_14_at_any_point_of_the_move(steps: list[str]) -> None:
    with table(moving(band())) as game:
        answer(game, *steps)
        assert allowed(game, "detach alvarado")


@shows("3.14", "2.32")
def test_3_14_the_detached_do_not_move_any_more_in_this_impulse() -> None:
    pos = moving(band(), before="impulse", hands={"red": ["buena-suerte-a-ambos"]})
    with table(pos) as game:
        answer(game, "play buena-suerte-a-ambos", "activate cortes", "march", "go totonacapan", "detach alvarado")
        answer(game, "amount 2", "amount 0", "amount 0", "stop")
        assert barred(game, "activate alvarado") == "3.14"
        answer(game, "done", "done")
        assert allowed(game, "activate alvarado"), "in the next impulse he may"


@shows("3.14", "G-time")
def test_3_14_nobody_is_picked_up_on_the_way() -> None:
    """Sandoval waits in Totonacapan; men are not arranged anew in the middle of a move."""
    pos = moving(band(), others={"sandoval": red("totonacapan", "2 foot")}, turn=2, seats=3, before="impulse")
    with table(pos) as game:
        answer(game, "activate cortes", "march", "go totonacapan")
        assert {o.verb for o in game.options} == {"go", "detach", "stop"}
        assert barred(game, "reorganise totonacapan") == "3.11"
        assert barred(game, "detach sandoval") == "3.14"
        answer(game, "stop")
        assert allowed(game, "reorganise totonacapan")


def test_3_14_the_commander_himself_goes_on() -> None:
    with table(moving(band())) as game:
        assert barred(game, "detach cortes") == "3.14"


@shows("3.14", "3.23", "G-3.14b")
def test_3_14_only_on_land() -> None:
    """Not on a sea move, and the refusal is about the sea: on a march the same man may be left behind."""
    for steps in ([], ["go bay-of-campeche"]):
        with table(moving(band(), before="sail cortes")) as game:
            answer(game, *steps)
            refusal = game.why_not("detach alvarado")
            assert refusal is not None
            assert (refusal.rule, refusal.bar.reason) == ("3.14", "detach-at-sea")
            assert "detach" not in {option.verb for option in game.options}
    with table(moving(band())) as game:
        assert allowed(game, "detach alvarado")


@shows("G-3.14b", "3.14", "3.12")
def test_g_3_14b_men_are_left_behind_on_the_advance_of_an_attack() -> None:
    """Before the step, or after it and before the battle; the others fight without them."""
    enemy = {**KNOWN, "totonacapan": place("city", hostile=True, units=[10])}
    for before, after, stays in ((["detach alvarado"], [], "cempoala"), ([], ["detach alvarado"], "totonacapan")):
        with table(moving(band(), before="attack cortes", places=enemy), 2, 2, 2, 2) as game:
            left = ["amount 1", "amount 0", "amount 0"]
            answer(game, *before, *(left if before else []), "advance totonacapan", *after, *(left if after else []))
            assert where(game, "alvarado") == stays
            answer(game, "fight indians")
            assert game.position.battle is not None
            assert game.position.battle.attacker.expedition == "cortes"
            assert "alvarado" in game.position.impulse.left


@shows("G-3.14b", "3.14")
def test_g_3_14b_nobody_is_left_behind_where_they_attack_without_moving() -> None:
    here = {**KNOWN, "cempoala": place("city", hostile=True, units=[10])}
    with table(moving(band(), before="attack cortes", places=here)) as game:
        assert barred(game, "detach alvarado") == "3.14"
        assert {option.verb for option in game.options} == {"fight"}


@shows("G-3.14b", "G-3.15")
def test_g_3_14b_a_commander_who_leaves_all_units_behind_attacks_nobody() -> None:
    enemy = {**KNOWN, "totonacapan": place("city", units=[10])}
    pos = moving(red("cempoala", "1 foot", companions={"alvarado": ""}), before="attack cortes", places=enemy)
    with table(pos) as game:
        answer(game, "detach alvarado", "amount 1")
        assert (asked(game), where(game), game.position.march) == ("impulse", "cempoala", None)


@shows("G-3.14b", "C36")
def test_g_3_14b_from_the_sea_only_when_they_have_landed() -> None:
    enemy = {**KNOWN, "cempoala": place("city", hostile=True, units=[10])}
    force = red("bay-of-campeche", "3 foot", companions={"alvarado": ""})
    with table(moving(force, before="attack cortes", places=enemy)) as game:
        assert barred(game, "detach alvarado") == "3.14"
        answer(game, "advance cempoala", "detach alvarado", "amount 1")
        assert where(game, "alvarado") == "cempoala"


@shows("3.14", "9.25", "9.26")
def test_9_26_a_man_who_is_left_behind_without_units_has_no_hits() -> None:
    for units, hits in (("amount 0", 0), ("amount 1", 3)):
        with table(moving(red("cempoala", "3 foot", companions={"alvarado": ""}, hits=3))) as game:
            answer(game, "detach alvarado", units)
            assert game.position.expeditions["alvarado"].hits == hits
            assert game.position.expeditions["cortes"].hits == 3


@shows("G-3.14", "9.25", "10.13", "6.37")
def test_g_3_14_hits_are_copied_gold_and_king_stay_with_the_parent() -> None:
    force = band(gold=9, hits=2, kings=["mexica"])
    with table(moving(force)) as game:
        answer(game, "go totonacapan", "detach alvarado", "amount 1", "amount 0", "amount 0", "stop")
        cortes, alvarado = game.position.expeditions["cortes"], game.position.expeditions["alvarado"]
        assert (cortes.gold, cortes.kings, cortes.hits) == (9, ("mexica",), 2)
        assert (alvarado.gold, alvarado.kings, alvarado.hits) == (0, (), 2)


@shows("G-3.14", "8.131")
def test_g_3_14_food_up_to_the_limit_of_the_new_expedition() -> None:
    with table(moving(band(food=3))) as game:
        answer(game, "go totonacapan", "detach alvarado", "amount 2", "amount 0", "amount 0")
        assert asked(game) == "detach-food"
        assert [o.id for o in game.options] == ["amount 1", "amount 2", "pass"]
        answer(game, "amount 2", "stop")
        assert [game.position.expeditions[c].food for c in ("cortes", "alvarado")] == [1, 2]


@shows("G-3.14")
def test_g_3_14_who_else_stays_is_kept_while_the_rest_is_asked() -> None:
    """Positions in the middle of the dialogue differ by the man who was named: odds and bots tell them apart."""
    force = red("cempoala", "4 foot", companions={"alvarado": "2 foot", "ordaz": "", "sandoval": ""})
    named = []
    for man in ("ordaz", "sandoval"):
        with table(moving(force)) as game:
            answer(game, "go totonacapan", "detach alvarado", f"take {man}")
            assert barred(game, f"take {man}") == "3.14"
            named.append(game.position.key())
    assert named[0] != named[1]


@shows("G-3.14", "8.131")
def test_g_3_14_food_that_the_parent_can_no_longer_carry_is_dropped() -> None:
    with table(moving(band(units="1 horse", food=2))) as game:
        answer(game, "go totonacapan", "detach alvarado", "amount 2", "amount 0", "pass", "stop")
        assert [game.position.expeditions[c].food for c in ("cortes", "alvarado")] == [0, 0]


@shows("G-3.14", "8.131", "5.15")
def test_g_3_14_a_bearer_that_goes_with_them_carries_food_and_is_shown() -> None:
    force = band(assets=["bearer", "interpreter"], food=3)
    with table(moving(force)) as game:
        answer(game, "go totonacapan", "detach alvarado", "amount 0", "amount 1", "amount 0")
        answer(game, "take bearer", "pass", "amount 2", "stop")
        alvarado = game.position.expeditions["alvarado"]
        assert (alvarado.food, alvarado.shown, alvarado.assets) == (2, Pile.of(["bearer"]), Pile())
        assert game.position.expeditions["cortes"].assets == Pile.of(["interpreter"])


@shows("G-3.14", "G-5.15")
def test_g_3_14_assets_open_and_hidden_as_the_player_assigns_them() -> None:
    force = band(assets=["indian-guide", "indian-guide"], shown=["interpreter"])
    with table(moving(force)) as game:
        answer(game, "go totonacapan", "detach alvarado", "amount 1", "amount 0", "amount 0")
        answer(game, "take indian-guide", "pass", "take interpreter", "stop")
        cortes, alvarado = game.position.expeditions["cortes"], game.position.expeditions["alvarado"]
        assert (cortes.assets, cortes.shown) == (Pile.of(["indian-guide"]), Pile())
        assert (alvarado.assets, alvarado.shown) == (Pile.of(["indian-guide"]), Pile.of(["interpreter"]))


@shows("G-3.14", "1.43")
def test_g_3_14_several_conquistadors_may_stay_behind_together() -> None:
    force = red("cempoala", "4 foot", companions={"alvarado": "2 foot", "sandoval": "", "ordaz": "2 horse"})
    with table(moving(force, seats=3)) as game:
        answer(game, "go totonacapan", "detach alvarado", "take ordaz", "pass", "amount 3", "amount 2", "stop")
        pos = game.position
        assert pos.members("alvarado") == ["alvarado", "ordaz"]
        assert pos.members("cortes") == ["cortes", "sandoval"]
        assert (pos.units("alvarado"), pos.units("cortes")) == (Units(foot=3, horse=2), Units(foot=3))
        assert pos.captains["ordaz"].units == Units(horse=2), "each keeps his own as far as possible"


@shows("3.14", "1.42", "1.43", "C12")
def test_3_14_both_parts_must_find_room_on_their_cards() -> None:
    """Seventeen units on two cards: at least seven go, at most ten."""
    force = red("cempoala", "10 foot", companions={"alvarado": "7 foot"})
    with table(moving(force)) as game:
        answer(game, "detach alvarado")
        assert [o.subject for o in game.options] == ["7", "8", "9", "10"]
        answer(game, "amount 10", "stop")
        assert game.position.captains["cortes"].units == Units(foot=7)


@shows("3.14", "1.43")
def test_3_14_never_more_than_two_companions_with_units() -> None:
    """Ordaz has units: those of Alvarado find room with Cortés, him and one more, not with two more."""
    companions = {"alvarado": "10 foot", "cordoba": "", "sandoval": "", "ordaz": "5 foot"}
    force = red("cempoala", "9 horse", companions=companions)
    with table(moving(force, seats=3)) as game:
        answer(game, "detach alvarado", "pass", "amount 0", "amount 0", "stop")
        pos = game.position
        holders = [c for c in pos.members("cortes")[1:] if pos.captains[c].units.size]
        assert pos.units("cortes") == Units(foot=15, horse=9)
        assert len(holders) == 2


@shows("3.14", "5.24")
def test_3_14_indian_allies_stay_only_with_a_spanish_unit() -> None:
    force = band(allies=["24@tlaxcala", "10@tlaxcala"])
    with table(moving(force)) as game:
        answer(game, "detach alvarado", "amount 0", "amount 0", "amount 0")
        assert asked(game) == "march", "no unit stays, so no ally can"
        assert game.position.expeditions["alvarado"].allies == Pile()
    with table(moving(force)) as game:
        answer(game, "detach alvarado", "amount 0", "amount 1", "amount 0", "amount 0", "amount 1")
        assert game.position.expeditions["alvarado"].allies == Pile.of(["24@tlaxcala"])
        assert game.position.expeditions["cortes"].allies == Pile.of(["10@tlaxcala"])
    with table(moving(band(units="", allies=["24@tlaxcala"]))) as game:
        answer(game, "detach alvarado", "amount 2")
        assert game.position.expeditions["alvarado"].allies == Pile.of(["24@tlaxcala"]), "the last Spaniards take all"


@shows("G-3.131", "3.131", "3.14")
def test_g_3_131_the_detached_are_checked_where_they_are_left() -> None:
    """Alvarado rolls a 1 in the desert; Cortés goes on and is not checked."""
    places = {"panuco": "village", "karankawa": "village"}
    with table(moving(band("panuco"), places=places), 1) as game:
        answer(game, "go coahuiltec", "detach alvarado", "amount 2", "amount 0", "amount 0", "go karankawa", "stop")
        hits = {c: game.position.expeditions[c].hits for c in ("alvarado", "cortes")}
        assert hits == {"alvarado": 1, "cortes": 0}


@shows("G-3.131", "3.14")
def test_g_3_131_who_is_left_where_the_march_began_stood_still() -> None:
    with table(moving(band("coahuiltec"), places={"panuco": "village"})) as game:
        answer(game, "detach alvarado", "amount 2", "amount 0", "amount 0", "go panuco", "stop")
        assert rolls(game) == []


def test_3_14_ships_that_were_scuttled_are_so_for_the_detached_as_well() -> None:
    pos = moving(band(), before="impulse")
    pos.edit("cortes", ashore=True)
    with table(pos) as game:
        answer(game, "activate cortes", "march", "detach alvarado", "amount 2", "amount 0", "amount 0", "stop")
        answer(game, "done", "done", "activate alvarado")
        assert barred(game, "sail") == "2.12"


# 3.15  A conquistador alone --------------------------------------------------------------------------------------


@shows("3.15", "G-3.15")
def test_3_15_alone_he_goes_up_to_four_spaces() -> None:
    with table(moving(red("oxitipa", ""))) as game:
        answer(game, "go panuco", "go totonacapan", "go cempoala", "go tochtepec")
        assert barred(game, "go coatzacoalcos") == "3.15"
        answer(game, "stop")
        assert where(game) == "tochtepec"


@shows("3.15", "G-3.15")
def test_3_15_but_not_into_the_unknown_or_to_a_hostile_place() -> None:
    places = {**KNOWN, "totonacapan": place("town", hostile=True), "tochtepec": place("town", hostile=True, units=[10])}
    with table(moving(red("cempoala", ""), places=places)) as game:
        assert barred(game, "go ahuilizapan") == "3.15"
        assert barred(game, "go totonacapan") == "3.15", "hostile, even without troops"
        assert barred(game, "go tochtepec") == "3.15"


@shows("3.15", "G-3.15")
def test_g_3_15_alone_by_sea_six_spaces_and_the_same_landings() -> None:
    places = {"champoton": place("town", hostile=True), "cempoala": "village"}
    route = ["sea-santiago", "sea-cayman", "yucatan-channel", "campeche-bank", "bay-of-campeche"]
    with table(moving(red("santiago-de-cuba", ""), places=places, before="sail cortes")) as game:
        answer(game, *[f"go {space}" for space in route])
        assert barred(game, "go champoton") == "3.15"
        assert barred(game, "go panuco") == "3.15"
        answer(game, "go cempoala")
        assert where(game) == "cempoala"


@shows("3.15", "G-3.15")
@pytest.mark.parametrize("negotiates", [True, False])
def test_g_3_15_alone_he_may_negotiate_but_not_fight_plunder_or_rally(negotiates: bool) -> None:
    places = {"cempoala": place("town", hostile=True, units=[10])}
    house = {} if negotiates else {"lone_diplomacy": False}
    with table(moving(red("cempoala", ""), places=places, house=house, before="impulse")) as game:
        answer(game, "activate cortes")
        assert barred(game, "attack") == "G-3.15"
        assert barred(game, "plunder") == "7.13"
        assert barred(game, "rally") == "G-3.15"
        assert (allowed(game, "negotiate")) == negotiates
        if not negotiates:
            assert barred(game, "negotiate") == "G-3.15"


@shows("G-3.15")
def test_g_3_15_hostile_indians_who_attack_him_kill_him() -> None:
    places = {"cempoala": place("town", hostile=True, units=[10])}
    with table(moving(red("cempoala", "", gold=4), places=places, before="impulse", active="blue")) as game:
        answer(game, "incite cempoala cortes")
        assert game.position.expeditions == {}
        assert game.position.piles["fallen"] == Pile.of(["cortes"])
        assert rolls(game) == []


@shows("3.15")
def test_3_15_no_terrain_check_and_no_discovery_for_who_is_alone() -> None:
    """Own ruling for the desert. In an undiscovered space he only gets by losing his last unit there."""
    with table(moving(red("panuco", ""), places={"panuco": "village"})) as game:
        answer(game, "go coahuiltec", "stop")
        assert rolls(game) == []
    pos = moving(
        red("cempoala", "1 foot", hits=2), places={"cempoala": "village"}, hands={"blue": ["letter-in-the-cotton"]}
    )
    with table(pos) as game:
        answer(game, "go totonacapan", "play letter-in-the-cotton")
        assert asked(game) == "impulse"
        assert game.position.site("totonacapan").marker is None
        assert rolls(game) == []
    assert [event.unit for event in events_of(game, UnitLost)] == ["foot"]


def test_3_16_the_sea_is_entered_by_sea_movement_only() -> None:
    with table(moving(red("cempoala"))) as game:
        assert barred(game, "go bay-of-campeche") == "3.16"
    with table(moving(red("bay-of-campeche"), before="impulse")) as game:
        answer(game, "activate cortes")
        assert barred(game, "march") == "3.16"


# 3.2  By sea -----------------------------------------------------------------------------------------------------

WEST = ["sea-santiago", "sea-cayman", "yucatan-channel", "campeche-bank", "bay-of-campeche"]
"""From Cuba to the Gulf coast."""


def sailing(space: str = "santiago-de-cuba", units: str = "3 foot", **wanted: Any) -> ConquestPosition:
    force = wanted.pop("force", None) or red(space, units)
    return moving(force, before=wanted.pop("before", "sail cortes"), **wanted)


def sail(game: Game[Any], *route: str) -> None:
    answer(game, *[f"go {space}" for space in route])


def test_3_21_an_expedition_sails_from_sea_to_sea() -> None:
    with table(sailing()) as game:
        sail(game, "sea-santiago", "sea-cayman")
        assert barred(game, "go gulf-east") == "3.11"
    assert [(event.space, event.by) for event in events_of(game, Moved)] == [
        ("sea-santiago", "sea"),
        ("sea-cayman", "sea"),
    ]


@shows("3.22", "3.23", "G-3.23")
def test_3_22_up_to_six_spaces_the_landing_included() -> None:
    with table(sailing()) as game:
        sail(game, *WEST, "cempoala")
        assert where(game) == "cempoala"
        assert asked(game) == "impulse"
    with table(sailing()) as game:
        sail(game, "sea-santiago", "sea-cayman", "gulf-of-honduras", "yucatan-channel", "campeche-bank")
        sail(game, "bay-of-campeche")
        assert barred(game, "go cempoala") == "3.22", "that would be the seventh"


@shows("3.23", "G-3.23")
def test_g_3_23_a_sea_move_may_end_at_sea_and_start_there() -> None:
    with table(sailing(before="impulse")) as game:
        answer(game, "activate cortes", "sail", "go sea-santiago", "stop", "done", "done")
        assert where(game) == "sea-santiago"
        answer(game, "activate cortes", "sail", "go santiago-de-cuba")
        assert where(game) == "santiago-de-cuba"


def test_3_23_it_starts_at_sea_or_next_to_it() -> None:
    with table(moving(red("totonacapan"), before="impulse")) as game:
        answer(game, "activate cortes")
        assert barred(game, "sail") == "3.23"


def test_3_23_entering_land_ends_it() -> None:
    with table(sailing("panuco")) as game:
        sail(game, "bay-of-campeche", "cempoala")
        assert asked(game) == "impulse", "two of six spaces, and no way back to sea"


def test_3_23_not_by_sea_and_overland_in_one_impulse() -> None:
    with table(sailing("cempoala")) as game:
        assert barred(game, "go totonacapan") == "3.23"
    pos = moving(
        red("panuco"),
        others={"alvarado": red("cempoala", "2 foot")},
        hands={"red": ["buena-suerte-a-ambos"]},
        before="impulse",
    )
    with table(pos) as game:
        answer(game, "play buena-suerte-a-ambos", "activate cortes", "sail", "go bay-of-campeche", "go cempoala")
        assert barred(game, "activate cortes") == "2.32"
        answer(game, "reorganise cempoala", "lead alvarado", "lead cortes", "amount 5")
        assert game.position.units("alvarado") == Units(foot=5)
        assert barred(game, "activate alvarado") == "2.32", "his men came by sea in this impulse"


@shows("3.23", "G-3.23")
def test_g_3_23_landing_in_undiscovered_land_means_discovery() -> None:
    with table(sailing("panuco", places={"panuco": "village"}), 5) as game:
        sail(game, "bay-of-campeche", "cempoala")
    assert [(event.space, event.found) for event in events_of(game, Found)] == [("cempoala", "village")]


SKY = {"blue": ["stormy-weather", "head-winds"]}


@shows("3.24", "G-3.24")
def test_3_24_a_storm_at_the_moment_the_move_is_declared() -> None:
    with table(sailing("panuco", hands=SKY), 3) as game:
        assert asked(game) == "react"
        answer(game, "play stormy-weather", "pass")
        assert asked(game) == "impulse"
        assert where(game) == "panuco"


@shows("3.24", "G-3.24")
def test_3_24_a_storm_under_way_ends_the_move_where_the_ships_are() -> None:
    with table(sailing("panuco", units="2 foot, 1 horse", hands=SKY), 2) as game:
        answer(
            game, "pass", "go bay-of-campeche", "pass", "go campeche-bank", "play stormy-weather", "take horse", "pass"
        )
        assert asked(game) == "impulse"
        assert where(game) == "campeche-bank"
        assert game.position.units("cortes") == Units(foot=2)


@shows("3.24", "G-3.24")
def test_g_3_24_head_winds_change_only_what_is_still_ahead() -> None:
    with table(sailing("panuco", hands=SKY)) as game:
        answer(
            game, "pass", "go bay-of-campeche", "pass", "go campeche-bank", "pass", "go gulf-east", "play head-winds"
        )
        answer(game, "pass", "go florida-straits", "pass", "go yucatan-channel", "pass")
        assert barred(game, "go ecab") == "3.22", "three sailed before the card stand, two more were left"


@shows("3.24")
def test_3_24_nobody_reacts_once_the_ships_have_landed() -> None:
    with table(sailing("bay-of-campeche", hands=SKY)) as game:
        answer(game, "pass", "go cempoala")
        assert asked(game) == "impulse"


@shows("3.24", "2.19")
def test_3_24_not_against_ships_that_lie_in_cuba() -> None:
    with table(sailing(hands=SKY)) as game:
        assert asked(game) == "voyage"
        answer(game, "go sea-santiago")
        assert asked(game) == "react"


@shows("3.24", "3.22")
def test_3_24_a_master_pilot_sails_eight_spaces_in_any_weather() -> None:
    pos = sailing(before="impulse", hands={"red": ["master-pilot"], **SKY})
    with table(pos) as game:
        answer(game, "play master-pilot", "activate cortes", "sail")
        sail(game, "sea-santiago", "sea-cayman", "gulf-of-honduras", "yucatan-channel", "campeche-bank")
        sail(game, "gulf-west", "bay-of-campeche", "cempoala")
        assert where(game) == "cempoala"


ALLIES = ("24@cempoala", "12b@cempoala", "10@tlaxcala")


@shows("3.25", "G-3.25")
def test_g_3_25_allies_join_the_garrison_of_their_own_city_others_are_lost() -> None:
    force = red("cempoala", "3 foot", allies=ALLIES)
    places = {"cempoala": place("city", ally="red", units=[30])}
    with table(sailing(force=force, places=places)) as game:
        cup = game.position.piles["cup"].count_of("10")
        sail(game, "bay-of-campeche")
        pos = game.position
        assert pos.expeditions["cortes"].allies == Pile()
        assert pos.site("cempoala").garrison == Pile.of(["30", "24", "12b"])
        assert pos.piles["cup"].count_of("10") == cup + 1


@shows("3.25", "G-3.25", "9.25")
def test_g_3_25_they_may_join_another_own_expedition_there() -> None:
    others = {"alvarado": red("cempoala", "2 foot"), "balboa": expedition("blue", "cempoala", "2 foot")}
    force = red("cempoala", "3 foot", allies=["24@tlaxcala"], hits=2)
    with table(sailing(force=force, others=others)) as game:
        answer(game, "go bay-of-campeche")
        assert [o.id for o in game.options] == ["take alvarado", "pass"]
        answer(game, "take alvarado")
        assert where(game) == "bay-of-campeche"
        alvarado = game.position.expeditions["alvarado"]
        assert (alvarado.allies, alvarado.hits) == (Pile.of(["24@tlaxcala"]), 2)
    assert [(event.expedition, event.rule) for event in events_of(game, MoraleChanged)] == [("alvarado", "9.25")]


@shows("3.25", "G-3.25", "5.24")
def test_g_3_25_not_one_without_a_spanish_unit_and_a_pass_sends_them_away() -> None:
    force = red("cempoala", "3 foot", allies=["24@tlaxcala"])
    with table(sailing(force=force, others={"alvarado": red("cempoala", "")})) as game:
        answer(game, "go bay-of-campeche")
        assert asked(game) == "voyage"
    assert [(event.units, event.joined) for event in events_of(game, AlliesChanged)] == [(("24",), False)]
    with table(sailing(force=force, others={"alvarado": red("cempoala", "1 foot")})) as game:
        answer(game, "go bay-of-campeche", "pass")
        assert game.position.expeditions["alvarado"].allies == Pile()


@shows("3.25", "3.24")
def test_3_25_allies_stay_with_an_expedition_that_never_left() -> None:
    """A storm before the first step: nothing was moved by sea."""
    force = red("cempoala", "3 foot", allies=["24@tlaxcala"])
    with table(sailing(force=force, hands=SKY), 6) as game:
        answer(game, "play stormy-weather", "pass")
        assert game.position.expeditions["cortes"].allies == Pile.of(["24@tlaxcala"])


@shows("3.26", "J1", "G-3.26")
@pytest.mark.parametrize(("turn", "open_"), [(1, False), (2, False), (3, True), (4, True)])
def test_3_26_the_mar_del_sur_opens_on_turn_three(turn: int, open_: bool) -> None:
    pos = at(map="south", expeditions={"cortes": red("panama-south")}, turn=turn, before="sail cortes")
    with table(pos) as game:
        assert allowed(game, "go sea-san-blas"), "the other seas are open from the start"
        assert (allowed(game, "go sea-panama")) == open_
        if not open_:
            assert barred(game, "go sea-panama") == "3.26"
