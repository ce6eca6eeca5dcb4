"""6.5  Retreat after combat."""

from __future__ import annotations

import pytest

from conquistadors.engine.events import Rolled
from conquistadors.engine.game import Game
from conquistadors.games.conquest.builder import expedition, place
from conquistadors.games.conquest.rules.events import Found, IndexMoved, NoAttempt, Retreated
from conquistadors.games.conquest.rules.position import ConquestPosition, Units
from support.battles import duel, field, waiting
from support.clauses import shows
from support.indies import answer, asked, at, barred, events_of, table

QUIET = (2, 2, 2, 2)
"""The dice of two rounds in which nobody is hurt; then the Spaniards are asked whether they retreat."""


def ways(game: Game[ConquestPosition]) -> set[str]:
    """Where the retreat may go."""
    assert asked(game) == "retreat"
    return {each.subject for each in game.options if each.subject is not None}


def attack_from(space: str, places: dict[str, object]) -> ConquestPosition:
    """Cortés is about to attack the Indians of Tlaxcala from a space next to it."""
    men = {"cortes": expedition("red", space, "3 foot")}
    stand = {"tlaxcala": place("city", hostile=True, units=[20]), **places}
    return at(expeditions=men, places=stand, before="attack cortes")


# Where to --------------------------------------------------------------------------------------------------------


@shows("6.51", "6.512")
def test_6_51_the_owner_chooses_among_the_spaces_next_to_the_battle() -> None:
    with table(field("3 foot", places={"cholula": place("city"), "tepeaca": "town"}), *QUIET, 2) as game:
        assert ways(game) == {"totonacapan", "cholula", "tepeaca"}
        assert barred(game, "retreat cempoala") == "6.51"
        answer(game, "retreat tepeaca")
        assert game.position.expeditions["cortes"].space == "tepeaca"
        assert [(each.expedition, each.space) for each in events_of(game, Retreated)] == [("cortes", "tepeaca")]


@shows("G-6.51", "6.51")
def test_g_6_51_panama_is_a_place_to_retreat_to_and_the_sea_is_not() -> None:
    men = {"cortes": expedition("red", "darien", "3 foot")}
    pos = at(
        expeditions=men,
        places={"darien": place("city", hostile=True, units=[20])},
        before="battle indians cortes",
    )
    with table(pos, *QUIET) as game:
        assert ways(game) == {"panama"}
        assert barred(game, "retreat gulf-of-darien") == "6.51"


@shows("G-6.51", "6.51")
def test_g_6_51_on_an_island_there_is_no_retreat() -> None:
    men = {"cortes": expedition("red", "cozumel", "3 foot")}
    places = {"cozumel": place("city", hostile=True, units=[20])}
    pos = at(expeditions=men, places=places, before="battle indians cortes")
    with table(pos, *QUIET, *(8, 2), *(8, 2), *(8, 2), *(8, 2), *(8, 2), *(8, 2)) as game:
        answer(game, "take foot-flipped", "take foot-flipped")
        assert "cortes" not in game.position.captains  # fought to the end


@shows("6.511")
def test_6_511_attackers_go_back_where_they_came_from() -> None:
    with table(attack_from("totonacapan", {"totonacapan": "village", "cholula": "discovered"}), *QUIET, 2) as game:
        answer(game, "advance tlaxcala", "fight indians")
        assert ways(game) == {"totonacapan"}
        assert barred(game, "retreat cholula") == "6.511"
        answer(game, "retreat totonacapan")
        assert game.position.expeditions["cortes"].space == "totonacapan"


@shows("6.511")
def test_6_511_even_to_a_hostile_place_and_without_a_hit_for_it() -> None:
    places = {"totonacapan": place("town", hostile=True), "cholula": "discovered"}
    with table(attack_from("totonacapan", places), *QUIET, 2) as game:
        answer(game, "advance tlaxcala", "fight indians")
        assert ways(game) == {"totonacapan"}
        answer(game, "retreat totonacapan")
        assert game.position.expeditions["cortes"].hits == 1


@shows("6.512")
def test_6_512_attackers_who_were_there_choose_like_defenders() -> None:
    pos = field("3 foot", before="battle cortes indians", places={"cholula": "discovered"})
    with table(pos, *QUIET) as game:
        assert ways(game) == {"totonacapan", "cholula"}


@shows("6.512", "G-6.515")
def test_6_512_not_to_hostile_places_nor_to_anothers_ally_if_there_is_another_way() -> None:
    places = {
        "cholula": place("town", hostile=True),
        "texcoco": place("city", ally="blue"),
        "tepeaca": place("city", ally="red"),
    }
    with table(field("3 foot", places=places), *QUIET) as game:
        assert ways(game) == {"totonacapan", "tepeaca"}
        assert barred(game, "retreat cholula") == "6.512"
        assert barred(game, "retreat texcoco") == "6.512"
        assert barred(game, "retreat ahuilizapan") == "6.514"  # undiscovered


@shows("6.513")
def test_6_513_defenders_do_not_retreat_where_the_attackers_came_from() -> None:
    men = {
        "cortes": expedition("red", "totonacapan", "3 foot"),
        "alvarado": expedition("blue", "cempoala", "3 foot"),
    }
    places = {"totonacapan": "village", "cempoala": "discovered", "panuco": "discovered"}
    pos = at(expeditions=men, places=places, index={"red": -1}, warrants=["red"], before="attack alvarado")
    with table(pos, *QUIET) as game:
        answer(game, "advance totonacapan", "fight cortes", "pass", "pass", "fight")
        assert waiting(game)[1] == "red"
        assert ways(game) == {"panuco"}
        assert barred(game, "retreat cempoala") == "6.513"


@shows("6.511", "2.34")
def test_6_511_after_a_night_march_of_two_spaces_they_go_back_to_the_second() -> None:
    men = {"cortes": expedition("red", "cempoala", "3 foot")}
    stand = {"cempoala": "village", "totonacapan": "village", "tlaxcala": place("city", hostile=True, units=[20])}
    pos = at(expeditions=men, places=stand, hands={"red": ["night-march"]})
    with table(pos, *QUIET, 7) as game:
        answer(game, "play night-march", "activate cortes", "attack", "advance totonacapan", "advance tlaxcala")
        answer(game, "fight indians")
        assert ways(game) == {"totonacapan"}
        answer(game, "retreat totonacapan")
        assert game.position.expeditions["cortes"].space == "totonacapan"


def cornered(entered: str, **places: object) -> ConquestPosition:
    """Alvarado comes from a space next to Apalachee and attacks Cortés there, who is wanted."""
    men = {
        "cortes": expedition("red", "apalachee", "3 foot"),
        "alvarado": expedition("blue", entered, "3 foot"),
    }
    stand = {"apalachee": "village", **places}
    return at(expeditions=men, places=stand, index={"red": -1}, warrants=["red"], before="attack alvarado")


@shows("6.513", "6.515", "G-6.515")
def test_6_513_nor_through_barred_land_to_where_the_attackers_came_from() -> None:
    """Apalachee lies between Calos, Ocute and Mabila, which are next to each other. Alvarado comes from Mabila: beyond
    the hostile towns there is only Mabila again, or land further on."""
    pos = cornered("mabila", mabila="village", calos=place("town", hostile=True), ocute=place("town", hostile=True))
    with table(pos, *QUIET) as game:
        answer(game, "advance apalachee", "fight cortes", "pass", "pass", "fight")
        assert waiting(game)[1] == "red"
        assert "mabila" not in ways(game)
        assert ways(game) == {"cofitachequi"}


@shows("6.514", "6.515", "G-6.514", "G-6.515")
def test_6_515_undiscovered_land_beyond_a_barred_space_will_do_if_nothing_is_safe() -> None:
    """Beyond Apalachee, a hostile town, both Ocute and Mabila are undiscovered: the lower one, which is discovered."""
    pos = at(
        expeditions={"cortes": expedition("red", "calos", "3 foot")},
        places={"calos": place("city", hostile=True, units=[20]), "apalachee": place("town", hostile=True)},
        before="battle indians cortes",
    )
    with table(pos, *QUIET, 4, 7) as game:
        levels = {space: pos.rules.world.level[space] or 0 for space in ("mabila", "ocute")}
        lowest = {space for space, level in levels.items() if level == min(levels.values())}
        assert ways(game) == lowest
        answer(game, f"retreat {min(lowest)}")
        assert [event.space for event in events_of(game, Found)] == [min(lowest)]
        assert game.position.expeditions["cortes"].hits == 2


@shows("6.514", "G-6.514", "G-6.514b", "6.52")
def test_6_514_into_the_lowest_undiscovered_space_which_is_discovered_at_once() -> None:
    """Cortés has a Guide for it; nobody reacts to a retreat, and the discovery comes before the casualty check."""
    pos = at(
        expeditions={"cortes": expedition("red", "tlaxcala", "3 foot", assets=["indian-guide"])},
        places={"tlaxcala": place("city", hostile=True, units=[20])},
        hands={"blue": ["indian-ambush"]},
        active="blue",
    )
    with table(pos, *QUIET, 4, 2) as game:
        answer(game, "incite tlaxcala cortes")
        assert ways(game) == {"totonacapan"}  # Level 1; the others are Level 2 to 4
        assert barred(game, "retreat ahuilizapan") == "6.514"
        answer(game, "retreat totonacapan")
        assert waiting(game) == ("support", "red")
        answer(game, "use indian-guide")
        assert [rolled.roll for rolled in events_of(game, Rolled)][-2:] == ["discovery", "leader-casualty"]
        assert [found.space for found in events_of(game, Found)] == ["totonacapan"]
        assert game.position.sites["totonacapan"].marker is not None


@shows("6.514", "G-6.514")
def test_g_6_514_without_a_discovery_where_the_chart_has_an_x() -> None:
    """Around Utatlán nothing is known: Mixco, Level 3, is the lowest, and cannot be discovered yet."""
    men = {"cortes": expedition("red", "utatlan", "3 foot"), "alvarado": expedition("blue", "utatlan", "3 foot")}
    pos = at(
        expeditions=men,
        places={"utatlan": "discovered"},
        index={"red": -1},
        warrants=["red"],
        before="battle alvarado cortes",
    )
    with table(pos, *QUIET, 2, 2) as game:
        answer(game, "pass", "pass", "fight")
        assert ways(game) == {"mixco"}
        answer(game, "retreat mixco")
        assert [each.space for each in events_of(game, NoAttempt)] == ["mixco"]
        assert "mixco" not in game.position.sites


@shows("6.515", "G-6.515")
def test_6_515_through_a_hostile_place_to_the_next_legal_space() -> None:
    """Calos has one neighbour, Apalachee; beyond it lie Ocute, unknown, and Mabila, which is safe."""
    pos = at(
        expeditions={"cortes": expedition("red", "calos", "3 foot")},
        places={
            "calos": place("city", hostile=True, units=[20]),
            "apalachee": place("town", hostile=True),
            "mabila": "village",
        },
        before="battle indians cortes",
    )
    with table(pos, *QUIET, 2) as game:
        assert ways(game) == {"mabila"}
        assert barred(game, "retreat apalachee") == "6.515"
        answer(game, "retreat mabila")
        after = game.position.expeditions["cortes"]
        assert (after.space, after.hits) == ("mabila", 2)


@shows("6.515", "G-6.515")
def test_g_6_515_the_shortest_way_and_a_hit_for_each_place_passed() -> None:
    pos = at(
        expeditions={"cortes": expedition("red", "calos", "3 foot")},
        places={
            "calos": place("city", hostile=True, units=[20]),
            "apalachee": place("city", ally="blue"),
            "mabila": place("town", hostile=True),
            "ocute": place("town", hostile=True),
        },
        before="battle indians cortes",
    )
    with table(pos, *QUIET, 2) as game:
        assert ways(game) == {"cofitachequi", "quizquiz"}  # Caddo, beyond Mabila, is undiscovered
        answer(game, "retreat quizquiz")
        assert game.position.expeditions["cortes"].hits == 3


@shows("6.514", "6.515", "G-6.514")
def test_g_6_514_undiscovered_land_comes_before_a_hostile_place() -> None:
    pos = at(
        expeditions={"cortes": expedition("red", "apalachee", "3 foot")},
        places={
            "apalachee": place("city", hostile=True, units=[20]),
            "calos": place("town", hostile=True),
            "ocute": place("town", hostile=True),
        },
        before="battle indians cortes",
    )
    with table(pos, *QUIET) as game:
        assert ways(game) == {"mabila"}


@shows("6.52", "3.131", "G-3.131")
def test_6_52_a_retreat_is_not_a_move() -> None:
    """No morale check in the rain forest, and no card against marching men."""
    pos = at(
        expeditions={"cortes": expedition("red", "potonchan", "3 foot", hits=3)},
        places={"potonchan": place("city", hostile=True, units=[20])},
        hands={"blue": ["letter-in-the-cotton"]},
        before="battle indians cortes",
    )
    with table(pos, *QUIET, 2) as game:
        answer(game, "retreat acalan")
        assert asked(game) == "impulse"
        assert game.position.expeditions["cortes"].space == "acalan"
        assert game.position.hands["blue"].titles == ("letter-in-the-cotton",)


# What it costs ---------------------------------------------------------------------------------------------------


@shows("6.53", "9.11")
def test_6_53_a_morale_hit_and_half_the_gold_rounded_up() -> None:
    with table(field("3 foot", gold=5), *QUIET, 2) as game:
        answer(game, "retreat totonacapan")
        after = game.position.expeditions["cortes"]
        assert (after.hits, after.gold) == (1, 2)
        assert game.position.gold == 2


@shows("6.53", "G-6.53")
def test_g_6_53_lost_gold_is_not_captured() -> None:
    with table(duel(gold=4), *QUIET, 2, 2) as game:
        answer(game, "pass", "pass", "fight", "retreat cempoala")
        assert game.position.expeditions["cortes"].gold == 2
        assert game.position.expeditions["alvarado"].gold == 0


@pytest.mark.parametrize(("die", "left"), [(1, 0), (3, 0), (4, 2), (6, 2)])
@shows("6.53", "G-6.53")
def test_g_6_53_one_die_for_all_cannon(die: int, left: int) -> None:
    with table(field("3 foot, 2 cannon"), *QUIET, die, 2) as game:
        answer(game, "retreat totonacapan")
        assert game.position.units("cortes") == Units(3, 0, left)
        assert game.position.pool.cannon == game.position.rules.units_of_the_game.cannon - left


@shows("6.53", "1.53")
def test_6_53_mano_de_dios_may_save_the_cannon() -> None:
    with table(field("3 foot, 1 cannon", table={"luck": {"red": 1}}), *QUIET, 2, 2) as game:
        answer(game, "pass", "pass", "pass", "pass", "retreat totonacapan", "modify open-mano-de-dios")
        assert game.position.units("cortes").cannon == 1


@shows("6.53", "C25")
def test_6_53_spaniards_capture_the_cannon() -> None:
    with table(duel("3 foot, 2 cannon"), *QUIET, 3, 2, 2) as game:
        answer(game, "pass", "pass", "fight", "retreat cempoala")
        assert game.position.units("cortes") == Units(3)
        assert game.position.units("alvarado") == Units(5, 0, 2)
        assert not [moved for moved in events_of(game, IndexMoved) if moved.rule == "11.13"]


@shows("6.53", "1.421")
def test_6_53_a_full_card_makes_room_for_captured_cannon_or_not() -> None:
    with table(duel("3 foot, 2 cannon", "10 foot"), *QUIET, 3, 2, 2) as game:
        answer(game, "pass", "pass", "fight", "retreat cempoala", "take foot", "pass")
        assert game.position.units("alvarado") == Units(9, 0, 1)


@shows("1.421", "6.53")
def test_1_421_a_flipped_unit_that_makes_room_in_a_battle_leaves_no_flipped_one() -> None:
    """Alvarado's horse was flipped, and goes for the first cannon; the second one is asked for with the battle open."""
    with table(duel("3 foot, 2 cannon", "9 foot, 1 horse"), *(2, 2), *(7, 2), 3, 2, 2) as game:
        answer(game, "pass", "pass", "take horse", "fight", "retreat cempoala")
        battle = game.position.battle
        assert battle is not None
        assert battle.attacker.down == Units(horse=1)
        answer(game, "take horse")
        battle = game.position.battle
        assert battle is not None
        assert (asked(game), battle.attacker.down) == ("make-room", Units())
        answer(game, "pass")
        assert game.position.units("alvarado") == Units(9, 0, 1)


@shows("6.53", "G-6.53b", "11.13")
def test_g_6_53b_cannon_lost_in_a_retreat_from_indians_lower_the_index() -> None:
    with table(field("3 foot, 1 cannon"), *QUIET, 1, 2) as game:
        answer(game, "retreat totonacapan")
        assert game.position.factions["red"].index == -1


@shows("6.53", "G-6.53b", "11.13")
def test_g_6_53b_but_never_twice_for_one_battle() -> None:
    with table(field("2 foot, 1 cannon"), *(8, 2), *(8, 2), 1, 2) as game:
        answer(game, "take foot", "take foot-flipped", "retreat totonacapan")
        assert game.position.units("cortes") == Units(1)
        assert [moved.boxes for moved in events_of(game, IndexMoved)] == [-1]


@shows("6.53", "9.14", "C6")
def test_c6_a_unit_lost_to_the_hit_of_a_retreat_does_not_lower_the_index() -> None:
    with table(field("3 foot", hits=4), *QUIET, 2) as game:
        answer(game, "retreat totonacapan")
        assert game.position.units("cortes") == Units(2)
        assert game.position.factions["red"].index == 0


@shows("6.53", "G-9.14b", "9.26")
def test_g_9_14b_who_loses_his_last_unit_on_the_retreat_stays_on_alone() -> None:
    with table(field("1 foot", hits=4, gold=3), *QUIET, 2) as game:
        answer(game, "retreat totonacapan")
        after = game.position.expeditions["cortes"]
        assert (after.space, after.gold, after.hits) == ("totonacapan", 1, 0)
        assert game.position.factions["red"].index == 0


# What it ends ----------------------------------------------------------------------------------------------------


@shows("G-7.22")
def test_g_7_22_who_retreats_from_the_troops_of_a_place_does_not_plunder_it() -> None:
    with table(field("3 foot", before="plunder cortes"), *QUIET, 2) as game:
        answer(game, "retreat totonacapan")
        assert asked(game) == "impulse"
        assert game.position.action is None
        assert game.position.sites["tlaxcala"].attempts == 0


@shows("G-4.14", "2.31")
def test_g_4_14_who_retreats_from_an_attack_has_nothing_to_give_up() -> None:
    """Neither a discovery nor a plunder is under way, and it is still red's impulse."""
    with table(attack_from("totonacapan", {"totonacapan": "village"}), *QUIET, 2) as game:
        answer(game, "advance tlaxcala", "fight indians", "retreat totonacapan")
        assert game.pending is not None
        assert (asked(game), game.pending.who) == ("impulse", "red")


@shows("G-4.14", "12.35")
def test_g_4_14_who_retreats_from_an_ambush_discovers_nothing() -> None:
    pos = at(
        expeditions={"cortes": expedition("red", "tochtepec", "3 foot")},
        places={"cempoala": "village"},
        hands={"blue": ["indian-ambush"]},
        before="discovery cortes",
    )
    with table(pos, "10", "20", *QUIET, 2) as game:
        answer(game, "play indian-ambush", "retreat cempoala")
        assert asked(game) == "impulse"
        assert not events_of(game, Found)
        site = game.position.sites["tochtepec"]
        assert (site.marker, site.garrison.titles) == (None, ("10", "20"))
