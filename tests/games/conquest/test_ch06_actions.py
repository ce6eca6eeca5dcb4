"""2.35, 6.0, 6.1  Who may attack whom, where, and with what."""

from __future__ import annotations

from conquistadors.engine.events import Rolled
from conquistadors.engine.game import Game
from conquistadors.games.conquest.builder import expedition, place
from conquistadors.games.conquest.rules.events import BattleBegan, Gathered, Moved, Retreated, Turned
from conquistadors.games.conquest.rules.position import NOTHING, ConquestPosition
from support.battles import duel, field, values
from support.clauses import shows
from support.indies import answer, asked, at, barred, events_of, table

QUIET = (2, 2, 2, 2)
"""The dice of two rounds in which nobody is hurt; then the Spaniards are asked whether they retreat."""


def sides(game: Game[ConquestPosition]) -> list[tuple[str, str]]:
    """Who fought whom so far."""
    return [(each.attacker, each.defender) for each in events_of(game, BattleBegan)]


# Hostile Indians -------------------------------------------------------------------------------------------------


@shows("2.35", "6.14")
def test_2_35_indians_of_a_hostile_city_attack_instead_of_an_activation() -> None:
    alvarado = expedition("blue", "cempoala", "2 foot")
    pos = field("3 foot", before="impulse", others={"alvarado": alvarado}, table={"active": "blue"})
    with table(pos, *QUIET, 2) as game:
        answer(game, "incite tlaxcala cortes")
        assert sides(game) == [("indians", "cortes")]
        answer(game, "retreat totonacapan")
        assert asked(game) == "impulse"
        assert barred(game, "activate alvarado") == "2.0(5)"


@shows("2.35")
def test_2_35_after_an_activation_the_indians_are_not_used() -> None:
    alvarado = expedition("blue", "cempoala", "2 foot")
    pos = field(before="impulse", others={"alvarado": alvarado}, table={"active": "blue"})
    with table(pos) as game:
        answer(game, "activate alvarado", "rest")
        assert barred(game, "incite tlaxcala cortes") == "2.0(5)"


@shows("2.35", "12.32")
def test_2_35_a_city_that_a_card_turned_hostile_in_this_impulse_will_do() -> None:
    """As in the example after 2.42: City Has New Chief, a 30 and a 20, and they attack."""
    pos = field(
        before="impulse",
        places={"tlaxcala": place("city")},
        table={"active": "blue", "hands": {"blue": ["city-has-new-chief"]}},
    )
    with table(pos, "30", "20", *QUIET) as game:
        assert barred(game, "incite tlaxcala cortes") == "2.35"
        answer(game, "play city-has-new-chief", "incite tlaxcala cortes")
        assert values(game) == [(50, 25), (50, 25)]


def test_2_35_only_a_hostile_place_with_troops() -> None:
    places = {
        "tlaxcala": place("city", units=[20]),
        "cholula": place("city", hostile=True),
        "cempoala": place("village"),
    }
    others = {
        "ordaz": expedition("red", "cholula", "1 foot"),
        "sandoval": expedition("red", "cempoala", "1 foot"),
    }
    with table(field(before="impulse", places=places, others=others, table={"active": "blue"})) as game:
        assert barred(game, "incite tlaxcala cortes") == "2.35"  # neutral
        assert barred(game, "incite cholula ordaz") == "2.35"  # nobody there
        assert barred(game, "incite cempoala sandoval") == "2.35"  # a village
        assert barred(game, "incite nowhere cortes") == "2.35"


def test_6_14_the_expedition_must_be_in_the_same_place() -> None:
    alvarado = expedition("blue", "cempoala", "2 foot")
    with table(field(before="impulse", others={"alvarado": alvarado})) as game:
        assert barred(game, "incite tlaxcala alvarado") == "6.14"


def test_6_14_the_troops_of_a_hostile_city_are_at_everybodys_disposal() -> None:
    """Red turns them on blue, and blue on red: the same stack in the next impulse."""
    others = {"alvarado": expedition("blue", "tlaxcala", "2 foot")}
    pos = field("3 foot", [48], before="impulse", others=others)
    with table(pos, *QUIET, 2, *QUIET) as game:
        answer(game, "incite tlaxcala alvarado", "retreat totonacapan", "done")
        assert game.position.active == "blue"
        answer(game, "incite tlaxcala cortes")
        assert sides(game) == [("indians", "alvarado"), ("indians", "cortes")]
        assert [rolled.who for rolled in events_of(game, Rolled) if rolled.roll == "combat-indian"] == [
            *("red", "red"),
            *("blue", "blue"),
        ]


@shows("G-2.35")
def test_g_2_35_one_stack_an_impulse() -> None:
    places = {"cholula": place("city", hostile=True, units=[20])}
    others = {"ordaz": expedition("red", "cholula", "2 foot")}
    pos = field("3 foot", before="impulse", places=places, others=others, table={"active": "blue"})
    with table(pos, *QUIET, 2) as game:
        answer(game, "incite tlaxcala cortes", "retreat totonacapan")
        assert barred(game, "incite cholula ordaz") == "G-2.35"


@shows("G-2.35", "G-6.22b")
def test_g_2_35_even_against_ones_own_expedition_and_then_another_player_rolls() -> None:
    with table(field(before="impulse"), *QUIET) as game:
        assert game.position.active == "red"
        answer(game, "incite tlaxcala cortes")
        assert {rolled.who for rolled in events_of(game, Rolled) if rolled.roll == "combat-indian"} == {"blue"}


@shows("G-2.35", "6.16")
def test_g_2_35_not_in_cuba_in_panama_or_at_sea() -> None:
    others = {
        "alvarado": expedition("blue", "panama", "2 foot"),
        "ordaz": expedition("blue", "santiago-de-cuba", "2 foot"),
        "sandoval": expedition("blue", "gulf-west", "2 foot"),
    }
    with table(field(before="impulse", others=others)) as game:
        assert barred(game, "incite panama alvarado") == "6.16"
        assert barred(game, "incite santiago-de-cuba ordaz") == "6.16"
        assert barred(game, "incite gulf-west sandoval") == "6.16"


@shows("C22", "2.35", "6.14")
def test_c22_a_hostile_town_attacks_as_well_unless_the_table_rules_otherwise() -> None:
    town = {"tlaxcala": place("town", hostile=True, units=[20])}
    with table(field(before="impulse", places=town, table={"active": "blue"}), *QUIET) as game:
        answer(game, "incite tlaxcala cortes")
        assert sides(game) == [("indians", "cortes")]
    pos = field(before="impulse", places=town, house={"town_attacks": False}, table={"active": "blue"})
    with table(pos) as game:
        assert barred(game, "incite tlaxcala cortes") == "C22"
    pos = field(before="impulse", house={"town_attacks": False}, table={"active": "blue"})
    with table(pos, *QUIET) as game:
        answer(game, "incite tlaxcala cortes")  # a city does


# The Combat action -----------------------------------------------------------------------------------------------


@shows("6.0", "6.11", "6.12")
def test_6_12_an_expedition_attacks_indians_in_its_space() -> None:
    with table(field(before="impulse"), *QUIET) as game:
        answer(game, "activate cortes", "attack", "fight indians")
        assert sides(game) == [("cortes", "indians")]


@shows("6.11", "2.34", "3.12")
def test_6_11_combat_follows_one_space_of_movement() -> None:
    others = {"ordaz": expedition("red", "totonacapan", "3 foot")}
    with table(field(before="impulse", others=others), *QUIET) as game:
        answer(game, "activate ordaz", "attack")
        assert barred(game, "fight indians") == "6.11"  # they are in another space
        assert barred(game, "advance cempoala") == "G-3.12b"
        answer(game, "advance tlaxcala")
        assert barred(game, "advance totonacapan") == "3.13"
        answer(game, "fight indians")
        assert sides(game) == [("ordaz", "indians")]
        assert [moved.space for moved in events_of(game, Moved)] == ["tlaxcala"]


def test_6_11_two_spaces_away_is_too_far() -> None:
    others = {"ordaz": expedition("red", "cempoala", "3 foot")}
    pos = field(before="impulse", others=others, places={"cempoala": "discovered"})
    with table(pos) as game:
        answer(game, "activate ordaz")
        assert barred(game, "attack") == "6.11"


def test_6_11_both_sides_are_in_the_same_space() -> None:
    pos = duel(before="impulse", alvarado={"allies": ()}, others={"ordaz": expedition("red", "cempoala", "1 foot")})
    with table(pos) as game:
        answer(game, "activate cortes", "attack")
        assert barred(game, "fight ordaz") == "6.11"
        assert barred(game, "fight nobody") == "6.12"


@shows("6.11")
def test_6_11_nobody_to_fight() -> None:
    with table(field(before="impulse", indians=[])) as game:
        answer(game, "activate cortes")
        assert barred(game, "attack") == "6.11"


@shows("G-3.15")
def test_g_3_15_a_conquistador_without_units_attacks_nobody() -> None:
    with table(field("", before="impulse")) as game:
        answer(game, "activate cortes")
        assert barred(game, "attack") == "G-3.15"


@shows("G-3.15")
def test_g_3_15_who_loses_his_last_unit_on_the_way_does_not_attack() -> None:
    """Letter in the Cotton costs the only foot unit before the battle begins."""
    others = {"ordaz": expedition("red", "totonacapan", "1 foot", hits=4)}
    pos = field(before="impulse", others=others, table={"hands": {"blue": ["letter-in-the-cotton"]}})
    with table(pos) as game:
        answer(game, "activate ordaz", "attack", "advance tlaxcala", "play letter-in-the-cotton")
        assert asked(game) == "impulse"
        assert game.position.expeditions["ordaz"].space == "tlaxcala"
        assert not sides(game)


@shows("3.131", "6.11")
def test_3_131_an_advance_into_the_rain_forest_is_checked_before_the_battle() -> None:
    men = {
        "cortes": expedition("red", "acalan", "3 foot"),
        "alvarado": expedition("blue", "champoton", "3 foot"),
    }
    pos = at(expeditions=men, places={"champoton": "village"}, index={"red": -1}, warrants=["red"], active="blue")
    with table(pos, 1) as game:
        answer(game, "activate alvarado", "attack", "advance acalan", "fight cortes")
        assert events_of(game, Rolled)[0].roll == "terrain"
        assert game.position.expeditions["alvarado"].hits > 0
        assert sides(game) == [("alvarado", "cortes")]


@shows("C36", "6.11", "6.511")
def test_c36_a_landing_may_be_followed_by_combat_unless_the_table_rules_otherwise() -> None:
    men = {"cortes": expedition("red", "bay-of-campeche", "3 foot")}
    places = {"cempoala": place("city", hostile=True, units=[20])}
    with table(at(expeditions=men, places=places), *QUIET, 2) as game:
        answer(game, "activate cortes", "attack", "advance cempoala", "fight indians")
        assert sides(game) == [("cortes", "indians")]
        assert barred(game, "retreat totonacapan") == "6.511"
        answer(game, "retreat bay-of-campeche")
        assert events_of(game, Retreated)[0].space == "bay-of-campeche"
    with table(at(expeditions=men, places=places, house={"landing_attack": False})) as game:
        answer(game, "activate cortes")
        assert barred(game, "attack") == "C36"


@shows("C36")
def test_c36_a_longer_voyage_is_not_followed_by_combat() -> None:
    """Neither over two seas, nor from one shore to the next; who forbids landings has the same reasons for it."""
    men = {"cortes": expedition("red", "gulf-west", "3 foot"), "ordaz": expedition("red", "panuco", "3 foot")}
    places = {"cempoala": place("city", hostile=True, units=[20]), "panuco": "village"}
    for house in ({}, {"landing_attack": False}):
        with table(at(expeditions=men, places=places, house=house)) as game:
            answer(game, "activate cortes")
            assert barred(game, "attack") == "6.16"
        with table(at(expeditions=men, places=places, house=house)) as game:
            answer(game, "activate ordaz")
            assert barred(game, "attack") == "6.11"


@shows("G-3.12b")
def test_g_3_12b_an_undiscovered_space_is_not_attacked() -> None:
    """Ambushers may be left there (G-4.14)."""
    places = {"ahuilizapan": place(None, units=[20])}
    pos = field(before="impulse", indians=[], places=places)
    with table(pos) as game:
        answer(game, "activate cortes")
        assert barred(game, "attack") == "6.11"


def test_3_13_a_night_march_does_not_pass_a_city_with_troops() -> None:
    others = {"ordaz": expedition("red", "totonacapan", "3 foot")}
    places = {"cholula": place("city", hostile=True, units=[30])}
    pos = field(before="impulse", others=others, places=places, table={"hands": {"red": ["night-march"]}})
    with table(pos) as game:
        answer(game, "play night-march", "activate ordaz", "attack", "advance tlaxcala")
        assert barred(game, "advance cholula") == "3.13"


# Indians in neutral and allied cities ----------------------------------------------------------------------------


@shows("G-6.12", "6.12")
def test_g_6_12_a_neutral_city_with_troops_turns_hostile_without_a_draw() -> None:
    with table(field(before="impulse", places={"tlaxcala": place("city", units=[20])}), *QUIET) as game:
        answer(game, "activate cortes", "attack", "fight indians")
        assert game.position.sites["tlaxcala"].hostile
        assert [turned.rule for turned in events_of(game, Turned)] == ["G-6.12"]
        assert not events_of(game, Gathered)
        assert values(game)[0] == (25, 20)


@shows("G-6.12")
def test_g_6_12_a_city_allied_to_another_loses_its_alliance_and_its_units_leave_him() -> None:
    others = {"alvarado": expedition("blue", "cempoala", "2 foot", allies=["24@tlaxcala", "30@cholula"])}
    places = {
        "tlaxcala": place("city", ally="blue", units=[20]),
        "cholula": place("city", ally="blue"),
        "cempoala": "village",
    }
    with table(field(before="impulse", places=places, others=others), *QUIET) as game:
        answer(game, "activate cortes", "attack", "fight indians")
        site = game.position.sites["tlaxcala"]
        assert (site.hostile, site.ally) == (True, None)
        assert game.position.expeditions["alvarado"].allies.titles == ("30@cholula",)
        assert values(game)[0] == (25, 20)


@shows("G-6.12")
def test_g_6_12_ones_own_ally_is_not_attacked() -> None:
    with table(field(before="impulse", places={"tlaxcala": place("city", ally="red", units=[20])})) as game:
        answer(game, "activate cortes")
        assert barred(game, "attack") == "G-6.12"


# Spaniards against Spaniards -------------------------------------------------------------------------------------


@shows("6.121", "11.22")
def test_6_121_expeditions_fight_each_other_only_under_a_warrant() -> None:
    alvarado = expedition("blue", "tlaxcala", "2 foot")
    with table(field(before="impulse", others={"alvarado": alvarado}, indians=[])) as game:
        answer(game, "activate cortes")
        assert barred(game, "attack") == "6.121"
    with table(field(before="impulse", others={"alvarado": alvarado})) as game:
        answer(game, "activate cortes", "attack")  # there are Indians to fight
        assert barred(game, "fight alvarado") == "6.121"
    with table(duel(before="impulse", table={"active": "blue"}), *QUIET) as game:
        answer(game, "activate alvarado", "attack", "fight cortes", "pass", "pass")
        assert sides(game) == [("alvarado", "cortes")]


@shows("6.121", "11.22", "G-11.22b")
def test_6_121_the_wanted_player_may_attack_anyone_but_others_not_each_other() -> None:
    others = {"ordaz": expedition("green", "totonacapan", "1 foot")}
    pos = duel(before="impulse", seats=3, others=others)
    with table(pos, *QUIET) as game:
        answer(game, "activate cortes", "attack", "fight ordaz")
        assert sides(game) == [("cortes", "ordaz")]
    with table(duel(before="impulse", seats=3, others=others, table={"active": "green"})) as game:
        answer(game, "activate ordaz", "attack")
        assert barred(game, "fight alvarado") == "6.121"
        assert game.why_not("fight cortes") is None


def test_6_121_not_against_ones_own() -> None:
    others = {"ordaz": expedition("red", "totonacapan", "1 foot")}
    with table(duel(before="impulse", others=others)) as game:
        answer(game, "activate cortes", "attack")
        assert barred(game, "fight ordaz") == "6.121"


# Who takes part, and where ---------------------------------------------------------------------------------------


def test_6_13_all_indians_of_the_space_fight_as_one_body() -> None:
    with table(field(indians=[10, 20, 30], before="impulse"), *QUIET) as game:
        answer(game, "activate cortes", "attack", "fight indians")
        assert values(game)[0] == (25, 60)
    with table(field(indians=[10, 20, 30], before="impulse", table={"active": "blue"}), *QUIET) as game:
        answer(game, "incite tlaxcala cortes")
        assert values(game)[0] == (60, 25)


def test_6_15_companions_fight_and_other_expeditions_in_the_space_do_not() -> None:
    others = {"ordaz": expedition("red", "tlaxcala", "5 horse")}
    pos = field("1 foot", [20], others=others, companions={"sandoval": "1 horse"})
    with table(pos, *QUIET) as game:
        answer(game, "take cortes")  # who leads
        assert values(game)[0] == (20, 10)


def test_6_15_the_attacker_too_fights_with_one_expedition() -> None:
    others = {"ordaz": expedition("red", "tlaxcala", "5 horse")}
    with table(field("1 foot", [20], others=others, before="impulse"), *QUIET) as game:
        answer(game, "activate cortes", "attack", "fight indians")
        assert values(game)[0] == (2, 20)


def test_6_16_no_combat_in_cuba_in_panama_or_at_sea() -> None:
    for space in ("santiago-de-cuba", "panama", "gulf-west"):
        men = {"cortes": expedition("red", space, "3 foot"), "alvarado": expedition("blue", space, "2 foot")}
        with table(at(expeditions=men, index={"blue": -1}, warrants=["blue"])) as game:
            answer(game, "activate cortes")
            assert barred(game, "attack") == "6.16"


@shows("6.16", "G-6.16b")
def test_g_6_16b_an_enemy_in_panama_is_out_of_reach_by_6_16_also_from_the_next_space() -> None:
    men = {"cortes": expedition("red", "nata", "3 foot"), "alvarado": expedition("blue", "panama", "2 foot")}
    for wanted, clause in ((["blue"], "6.16"), ([], "6.11")):
        pos = at(expeditions=men, places={"nata": "village"}, index={"blue": -1}, warrants=wanted)
        with table(pos) as game:
            answer(game, "activate cortes")
            assert barred(game, "attack") == clause, "nobody is an enemy without a warrant"


@shows("6.16", "G-6.16b")
def test_g_6_16b_nor_can_one_advance_into_panama_or_fight_there_from_afar() -> None:
    """Indians in Nata give Cortés somebody to attack; Alvarado in Panama is next door."""
    men = {"cortes": expedition("red", "nata", "3 foot"), "alvarado": expedition("blue", "panama", "2 foot")}
    here = {"nata": place("town", hostile=True, units=[10])}
    with table(at(expeditions=men, places=here, index={"blue": -1}, warrants=["blue"])) as game:
        answer(game, "activate cortes", "attack")
        assert barred(game, "advance panama") == "6.16"
        assert barred(game, "fight alvarado") == "6.16"


@shows("G-3.15", "6.46")
def test_g_3_15_a_lone_conquistador_who_is_attacked_by_indians_is_eliminated() -> None:
    pos = field("", [20], before="impulse", gold=4, table={"active": "blue"})
    with table(pos) as game:
        answer(game, "incite tlaxcala cortes")
        after = game.position
        assert "cortes" not in after.captains
        assert not after.expeditions
        assert after.gold == 0
        assert after.sites["tlaxcala"].garrison != NOTHING
