"""2.12  Action cards that are played in one's own impulse: what each does, and when it is refused."""

from __future__ import annotations

from typing import Any

import pytest

from conquistadors.engine import CardPlayed
from conquistadors.engine.game import Game
from conquistadors.games.conquest.builder import expedition, place
from conquistadors.games.conquest.rules.events import (
    Died,
    Found,
    GoldChanged,
    IndexMoved,
    Moved,
    TookOver,
    UnitLost,
    UnitsGained,
    WarrantIssued,
)
from conquistadors.games.conquest.rules.position import EMPTY, ConquestPosition, Units
from support.cards import played, refused
from support.clauses import shows
from support.indies import answer, asked, at, barred, events_of, table

MEN = "4 foot, 1 horse, 1 cannon"


def hand(title: str, *more: str, **wanted: Any) -> ConquestPosition:
    """Red's impulse with the card in his hand; blue stands in Tlaxcala unless something else is wanted."""
    wanted.setdefault("expeditions", {"cortes": expedition("red", "cempoala", MEN), "balboa": blue("tlaxcala")})
    return at(hands={"red": [title, *more]}, **wanted)


def blue(space: str, units: str = MEN, **more: Any) -> Any:
    return expedition("blue", space, units, **more)


def two_of_blue(space: str, **more: Any) -> Any:
    """An expedition in which blue has to say who leads: a battle stops there."""
    return blue(space, companions={"ordaz": ""}, **more)


def spent(game: Game[ConquestPosition], title: str) -> bool:
    """The card has left the hand for the discards (2.16)."""
    pos = game.position
    return title not in pos.hands["red"].titles and pos.piles["discards"].count_of(title) == 1


def seats_asked(game: Game[ConquestPosition], kind: str) -> list[str]:
    return [given.who for given in game.answers if given.kind == kind]


# Arrest Warrant --------------------------------------------------------------------------------------------------


@played("arrest-warrant")
@shows("11.22")
def test_arrest_warrant_lies_before_a_player_out_of_favour() -> None:
    with table(hand("arrest-warrant", index={"blue": -1})) as game:
        answer(game, "play arrest-warrant")
        pos = game.position
        assert pos.factions["blue"].warrant
        assert pos.factions["blue"].index == -1
        assert "arrest-warrant" not in pos.piles["discards"].titles
        assert [event.who for event in events_of(game, WarrantIssued)] == ["blue"]


@played("arrest-warrant")
@shows("11.27", "G-11.27")
@pytest.mark.parametrize(("before", "after"), [(0, -1), (3, 2)])
def test_arrest_warrant_at_index_0_or_more_lowers_the_index_and_is_discarded(before: int, after: int) -> None:
    with table(hand("arrest-warrant", index={"blue": before})) as game:
        answer(game, "play arrest-warrant")
        assert game.position.factions["blue"].index == after
        assert not game.position.factions["blue"].warrant
        assert spent(game, "arrest-warrant")


@refused("arrest-warrant")
@shows("G-11.22")
def test_arrest_warrant_is_refused_while_one_is_in_force() -> None:
    with table(hand("arrest-warrant", index={"blue": -2}, warrants=["blue"])) as game:
        assert barred(game, "play arrest-warrant") == "11.22"


@refused("arrest-warrant")
@shows("11.26")
def test_arrest_warrant_is_refused_until_a_whole_turn_has_passed() -> None:
    pos = hand("arrest-warrant", index={"blue": -2}, turn=5)
    pos.edit_faction("blue", lifted=4)
    with table(pos) as game:
        assert barred(game, "play arrest-warrant") == "11.26"


@shows("11.21", "G-11.22")
def test_arrest_warrant_names_one_of_several_and_not_the_wanted_one() -> None:
    pos = at(3, hands={"red": ["arrest-warrant"]}, index={"blue": -1, "green": -1}, warrants=["blue"])
    pos.edit_faction("blue", warrant=True)
    with table(pos) as game:
        answer(game, "play arrest-warrant")
        assert game.position.factions["green"].warrant


@shows("G-2.19")
def test_arrest_warrant_is_aimed_at_a_faction_and_reaches_it_in_panama() -> None:
    pos = hand("arrest-warrant", expeditions={"balboa": blue("panama")}, index={"blue": -1})
    with table(pos) as game:
        answer(game, "play arrest-warrant")
        assert game.position.factions["blue"].warrant


# Assassination ---------------------------------------------------------------------------------------------------


@played("assassination")
@shows("6.45", "C35")
@pytest.mark.parametrize("die", [5, 6])
def test_assassination_kills_on_5_and_6(die: int) -> None:
    with table(hand("assassination"), die, "montejo") as game:
        answer(game, "play assassination", "replace")
        assert [event.captain for event in events_of(game, Died)] == ["balboa"]
        assert [event.captain for event in events_of(game, TookOver)] == ["montejo"]
        assert game.position.expeditions["montejo"].hits == 1
        assert game.position.piles["fallen"].titles == ("balboa",)


@played("assassination")
@pytest.mark.parametrize("die", [1, 4])
def test_assassination_fails_below_5(die: int) -> None:
    with table(hand("assassination"), die) as game:
        answer(game, "play assassination")
        assert "balboa" in game.position.expeditions
        assert spent(game, "assassination")


@played("assassination", "mano-de-dios")
@shows("1.54", "1.56", "C41", "G-1.56")
def test_assassination_only_the_victim_may_force_a_re_roll() -> None:
    pos = hand("assassination", "mano-de-dios", luck={"blue": 1, "red": 1})
    with table(pos, 6, 2) as game:
        answer(game, "play assassination")
        assert (asked(game), game.pending and game.pending.who) == ("reroll", "blue")
        answer(game, "reroll open-mano-de-dios")
        assert "balboa" in game.position.expeditions
        assert game.position.factions["blue"].luck == 0
        assert not seats_asked(game, "modify")  # 1.56: no +2, for nobody
        assert seats_asked(game, "reroll") == ["blue"]


def test_assassination_names_any_man_of_any_other_player() -> None:
    men = {
        "cortes": expedition("red", "cempoala", MEN, companions={"alvarado": ""}),
        "balboa": blue("tlaxcala", companions={"ordaz": ""}),
    }
    with table(hand("assassination", expeditions=men), 6) as game:
        answer(game, "play assassination")
        assert [o.id for o in game.options] == ["take balboa", "take ordaz"]
        answer(game, "take ordaz")  # a companion without units is not replaced (G-6.44)
        assert game.position.members("balboa") == ["balboa"]
        assert game.position.expeditions["balboa"].hits == 1


@shows("11.23")
def test_assassination_ends_the_warrant_against_the_victim() -> None:
    pos = hand("assassination", index={"blue": -2}, warrants=["blue"])
    with table(pos, 5, "tapia") as game:
        answer(game, "play assassination", "replace")
        assert not game.position.factions["blue"].warrant
        assert game.position.factions["blue"].index == 0


@refused("assassination")
@shows("2.19", "G-2.19")
@pytest.mark.parametrize("haven", ["santiago-de-cuba", "panama"])
def test_assassination_is_refused_in_cuba_and_panama(haven: str) -> None:
    with table(hand("assassination", expeditions={"balboa": blue(haven)})) as game:
        assert barred(game, "play assassination") == "2.19"


@refused("assassination")
def test_assassination_does_not_reach_a_man_in_panama_or_at_sea() -> None:
    men = {
        "balboa": blue("panama"),
        "almagro": blue("tlaxcala"),
        "de-leon": blue("cholula"),
        "quesada": blue("gulf-west"),
    }
    with table(hand("assassination", expeditions=men), 1) as game:
        answer(game, "play assassination")
        assert barred(game, "take balboa") == "2.19"
        assert barred(game, "take quesada") == "1.56"
        answer(game, "take almagro")


@refused("assassination")
def test_assassination_is_refused_where_all_are_at_sea() -> None:
    with table(hand("assassination", expeditions={"balboa": blue("gulf-west")})) as game:
        assert barred(game, "play assassination") == "1.56"


# City Has New Chief ----------------------------------------------------------------------------------------------


@played("city-has-new-chief")
@shows("2.35", "12.32", "12.34")
def test_city_has_new_chief_turns_a_neutral_city_which_draws_and_may_attack_at_once() -> None:
    pos = hand("city-has-new-chief", expeditions={"balboa": two_of_blue("tlaxcala")}, places={"tlaxcala": "city"})
    with table(pos, "30", "20") as game:
        answer(game, "play city-has-new-chief")
        site = game.position.site("tlaxcala")
        assert site.hostile
        assert list(site.garrison.each()) == ["20", "30"]
        answer(game, "incite tlaxcala balboa")
        assert game.position.battle is not None
        assert game.position.battle.attacker.seat == "red"


@played("city-has-new-chief")
@shows("5.26", "G-12.32")
def test_city_has_new_chief_ends_an_alliance_of_another_without_a_draw_where_units_stand() -> None:
    men = {"cortes": expedition("red", "cempoala", MEN), "balboa": blue("cholula", allies=["24@tlaxcala", "10@tula"])}
    places = {"tlaxcala": place("city", ally="blue", units=[30]), "tula": place("city", ally="blue")}
    with table(hand("city-has-new-chief", expeditions=men, places=places)) as game:
        answer(game, "play city-has-new-chief", "take tlaxcala")
        site = game.position.site("tlaxcala")
        assert (site.hostile, site.ally, list(site.garrison.each())) == (True, None, ["30"])
        assert list(game.position.expeditions["balboa"].allies.each()) == ["10@tula"]


@refused("city-has-new-chief")
@shows("12.12")
def test_city_has_new_chief_is_refused_without_a_city_to_turn() -> None:
    places = {
        "tlaxcala": place("city", hostile=True, units=[10]),
        "cholula": place("city", ally="red"),
        "tepeaca": "town",
    }
    with table(hand("city-has-new-chief", places=places)) as game:
        assert barred(game, "play city-has-new-chief") == "12.12"


@refused("city-has-new-chief")
def test_city_has_new_chief_is_refused_for_hostile_cities_ones_own_ally_and_towns() -> None:
    places = {
        "tlaxcala": place("city", hostile=True, units=[10]),
        "cholula": place("city", ally="red"),
        "tepeaca": "town",
        "texcoco": "city",
        "tula": place("city", ally="blue"),
    }
    with table(hand("city-has-new-chief", places=places)) as game:
        answer(game, "play city-has-new-chief")
        assert [o.subject for o in game.options] == ["texcoco", "tula"]
        assert {barred(game, f"take {space}") for space in ("tlaxcala", "cholula", "tepeaca")} == {"12.12"}


# Disgruntled Soldiers --------------------------------------------------------------------------------------------


@played("disgruntled-soldiers")
@pytest.mark.parametrize("hits", [2, 3])
def test_disgruntled_soldiers_cost_one_unit_of_the_owners_choice(hits: int) -> None:
    men = {"balboa": blue("tlaxcala", "2 foot, 1 horse", hits=hits, allies=["24@tula"])}
    with table(hand("disgruntled-soldiers", expeditions=men, places={"tula": place("city", ally="blue")})) as game:
        answer(game, "play disgruntled-soldiers")
        assert game.pending is not None
        assert game.pending.who == "blue"
        assert [o.subject for o in game.options] == ["foot", "horse"]  # Spanish units only
        answer(game, "take horse")
        assert game.position.units("balboa") == Units(foot=2)
        assert game.position.expeditions["balboa"].hits == hits
        assert game.position.factions["blue"].index == 0
        assert asked(game) == "impulse"


@played("disgruntled-soldiers")
def test_disgruntled_soldiers_cost_two_units_at_four_hits() -> None:
    men = {"balboa": blue("tlaxcala", "2 foot, 1 horse", hits=4)}
    with table(hand("disgruntled-soldiers", expeditions=men)) as game:
        answer(game, "play disgruntled-soldiers", "take horse")
        assert [event.unit for event in events_of(game, UnitLost)] == ["horse", "foot"]  # only foot is left: not asked
        assert game.position.units("balboa") == Units(foot=1)


@shows("9.26")
def test_disgruntled_soldiers_take_no_more_than_there_is() -> None:
    with table(
        hand("disgruntled-soldiers", expeditions={"balboa": blue("tlaxcala", "1 foot", hits=4, gold=3)})
    ) as game:
        answer(game, "play disgruntled-soldiers")
        assert game.position.units("balboa").size == 0
        assert game.position.expeditions["balboa"].hits == 0
        assert game.position.expeditions["balboa"].gold == 3


@refused("disgruntled-soldiers")
def test_disgruntled_soldiers_are_refused_below_two_hits_and_against_oneself() -> None:
    men = {"cortes": expedition("red", "cempoala", MEN, hits=4), "balboa": blue("tlaxcala", hits=1)}
    with table(hand("disgruntled-soldiers", expeditions=men)) as game:
        assert barred(game, "play disgruntled-soldiers") == "2.12"


@refused("disgruntled-soldiers")
@shows("2.19")
def test_disgruntled_soldiers_are_refused_in_panama() -> None:
    men = {"balboa": blue("panama", hits=3), "almagro": blue("tlaxcala", hits=1)}
    with table(hand("disgruntled-soldiers", expeditions=men)) as game:
        assert barred(game, "play disgruntled-soldiers") == "2.19"


# Free the King ---------------------------------------------------------------------------------------------------

EMPIRE = {
    "tenochtitlan": place("capital", empire="mexica", units=[10]),
    "texcoco": place("imperial", empire="mexica"),
    "tzintzuntzan": place("capital", empire="purepecha", king=True),
}


@played("free-the-king")
@shows("12.24", "12.34")
def test_free_the_king_adds_three_units_to_the_city_where_he_is_held_and_they_may_attack() -> None:
    men = {"balboa": two_of_blue("tenochtitlan", kings=["mexica"])}
    with table(hand("free-the-king", expeditions=men, places=EMPIRE), "30", "20", "12") as game:
        answer(game, "play free-the-king")
        site = game.position.site("tenochtitlan")
        assert site.hostile
        assert list(site.garrison.each()) == ["10", "12", "20", "30"]
        assert game.position.expeditions["balboa"].kings == ("mexica",)
        answer(game, "incite tenochtitlan balboa")
        assert game.position.battle is not None


@shows("G-12.32b")
def test_free_the_king_ends_the_alliance_of_his_city() -> None:
    places = {**EMPIRE, "tenochtitlan": place("capital", empire="mexica", ally="blue", units=[10])}
    men = {"balboa": blue("tenochtitlan", kings=["mexica"], allies=["16@tenochtitlan"])}
    with table(hand("free-the-king", expeditions=men, places=places), "30", "20", "12") as game:
        answer(game, "play free-the-king")
        site = game.position.site("tenochtitlan")
        assert (site.hostile, site.ally, site.garrison.size) == (True, None, 4)
        assert not game.position.expeditions["balboa"].allies.titles


@refused("free-the-king")
@pytest.mark.parametrize(
    "held",
    [
        {"balboa": blue("cholula", kings=["mexica"])},  # not in a city of an empire
        {"balboa": blue("tzintzuntzan", kings=["mexica"])},  # in a city of another empire
        {"cortes": expedition("red", "tenochtitlan", MEN, kings=["mexica"])},  # one's own captive
    ],
)
def test_free_the_king_is_refused_unless_another_holds_him_in_a_city_of_his_empire(held: dict[str, Any]) -> None:
    with table(hand("free-the-king", expeditions=held, places=EMPIRE)) as game:
        assert barred(game, "play free-the-king") == "12.24"


# Indian Uprising -------------------------------------------------------------------------------------------------


@played("indian-uprising")
@shows("12.32", "12.33", "12.34", "12.341", "G-12.32b")
@pytest.mark.parametrize(
    ("where", "drawn"),
    [
        (place("town"), 1),
        (place("city"), 2),
        (place("imperial", empire="mexica"), 3),
        (place("capital", empire="mexica"), 3),
        (place("town", attempts=2), 3),
        (place("city", attempts=1, out=True, hostile=True), 5),
    ],
)
def test_indian_uprising_draws_for_the_place_the_attempts_and_a_plundered_place(where: Any, drawn: int) -> None:
    with table(hand("indian-uprising", places={"tlaxcala": where}), *["10"] * drawn) as game:
        answer(game, "play indian-uprising")
        site = game.position.site("tlaxcala")
        assert site.hostile
        assert site.garrison.size == drawn


@played("indian-uprising")
def test_indian_uprising_adds_to_units_that_are_there_and_may_attack_even_ones_own_men() -> None:
    men = {"cortes": expedition("red", "tlaxcala", MEN, companions={"alvarado": ""})}
    places = {"tlaxcala": place("town", hostile=True, units=[40])}
    with table(hand("indian-uprising", expeditions=men, places=places), "30") as game:
        answer(game, "play indian-uprising")
        assert list(game.position.site("tlaxcala").garrison.each()) == ["30", "40"]
        answer(game, "incite tlaxcala cortes")
        assert game.position.battle is not None
        assert game.position.battle.attacker.seat == "blue"


@shows("G-12.32b")
def test_indian_uprising_in_an_allied_city_ends_the_alliance_even_ones_own() -> None:
    men = {"cortes": expedition("red", "cempoala", MEN, allies=["24@tlaxcala"])}
    places = {"tlaxcala": place("city", ally="red", units=[40])}
    with table(hand("indian-uprising", expeditions=men, places=places), "30", "10") as game:
        answer(game, "play indian-uprising")
        site = game.position.site("tlaxcala")
        assert (site.ally, list(site.garrison.each())) == (None, ["10", "30", "40"])
        assert not game.position.expeditions["cortes"].allies.titles


@refused("indian-uprising")
def test_indian_uprising_is_refused_without_a_town_or_city() -> None:
    with table(hand("indian-uprising", places={"cempoala": "village", "panuco": "discovered"})) as game:
        assert barred(game, "play indian-uprising") == "12.32"


def test_indian_uprising_is_refused_in_a_village() -> None:
    with table(hand("indian-uprising", places={"cempoala": "village", "tula": "town", "toluca": "town"})) as game:
        answer(game, "play indian-uprising")
        assert barred(game, "take cempoala") == "12.32"


# Suspicion of Treason --------------------------------------------------------------------------------------------


@played("suspicion-of-treason")
@shows("11.12")
def test_suspicion_of_treason_lowers_the_index_of_a_player_with_an_ally() -> None:
    places = {"tlaxcala": place("city", ally="blue"), "cholula": place("city", ally="blue")}
    with table(hand("suspicion-of-treason", places=places)) as game:
        answer(game, "play suspicion-of-treason")
        assert [(event.who, event.boxes) for event in events_of(game, IndexMoved)] == [("blue", -1)]
        assert spent(game, "suspicion-of-treason")


@refused("suspicion-of-treason")
def test_suspicion_of_treason_is_refused_where_no_other_player_has_an_ally() -> None:
    with table(hand("suspicion-of-treason", places={"tlaxcala": place("city", ally="red"), "cholula": "city"})) as game:
        assert barred(game, "play suspicion-of-treason") == "11.12"


def test_suspicion_of_treason_falls_on_players_with_allies_only() -> None:
    places = {"tlaxcala": place("city", ally="blue"), "tula": place("city", ally="green")}
    with table(at(4, hands={"red": ["suspicion-of-treason"]}, places=places)) as game:
        answer(game, "play suspicion-of-treason")
        assert barred(game, "take yellow") == "11.12"
        answer(game, "take green")
        assert game.position.factions["green"].index == -1


# Theft -----------------------------------------------------------------------------------------------------------


@played("theft")
@shows("10.14")
@pytest.mark.parametrize(("gold", "die", "left"), [(9, 4, 5), (3, 5, 0)])
def test_theft_takes_a_die_of_gold_or_all_there_is(gold: int, die: int, left: int) -> None:
    with table(hand("theft", expeditions={"balboa": blue("tlaxcala", gold=gold)}), die) as game:
        answer(game, "play theft")
        assert game.position.expeditions["balboa"].gold == left
        assert game.position.gold == left
        assert [event.why for event in events_of(game, GoldChanged)] == ["stolen"]


@played("theft")
@shows("1.52", "G-1.52", "2.19")
def test_theft_chooses_at_random_among_the_expeditions_of_one_player_outside_panama() -> None:
    men = {
        "almagro": blue("cholula", gold=5),
        "balboa": blue("tlaxcala", gold=9),
        "de-leon": blue("panama", gold=9),
        "quesada": blue("tula"),
    }
    with table(hand("theft", expeditions=men), "balboa", 2) as game:
        answer(game, "play theft")
        drawn = next(given for given in game.answers if given.kind == "lot")
        assert drawn.value == "balboa"
        assert game.position.expeditions["balboa"].gold == 7
    with table(hand("theft", expeditions=men), "almagro", 2) as game:
        answer(game, "play theft")
        assert game.position.expeditions["almagro"].gold == 3


@refused("theft")
def test_theft_is_refused_where_nobody_else_has_gold() -> None:
    men = {"cortes": expedition("red", "cempoala", MEN, gold=5), "balboa": blue("tlaxcala")}
    with table(hand("theft", expeditions=men)) as game:
        assert barred(game, "play theft") == "10.14"


@refused("theft")
@shows("2.19")
def test_theft_is_refused_where_all_gold_is_in_cuba_or_panama() -> None:
    men = {"almagro": blue("santiago-de-cuba", gold=5), "balboa": blue("panama", gold=9), "de-leon": blue("tula")}
    with table(hand("theft", expeditions=men)) as game:
        assert barred(game, "play theft") == "2.19"


# Ultimatum -------------------------------------------------------------------------------------------------------


@played("ultimatum")
@shows("9.24", "G-9.24")
@pytest.mark.parametrize("die", [1, 3])
def test_ultimatum_removes_all_hits_and_costs_a_unit_on_1_to_3(die: int) -> None:
    men = {"cortes": expedition("red", "cempoala", "2 foot, 1 horse", hits=4, allies=["24@tula"])}
    with table(hand("ultimatum", expeditions=men, places={"tula": place("city", ally="red")}), die) as game:
        answer(game, "play ultimatum")
        assert [o.subject for o in game.options] == ["foot", "horse", "24@tula"]  # any combat unit
        answer(game, "take foot")
        assert game.position.expeditions["cortes"].hits == 0
        assert game.position.units("cortes") == Units(foot=1, horse=1)
        assert game.position.factions["red"].index == 0
        assert game.position.impulse.used == 0  # it needs no activation


@played("ultimatum")
def test_ultimatum_costs_nothing_on_4_and_more() -> None:
    men = {"cortes": expedition("red", "cempoala", "2 foot", hits=3)}
    with table(hand("ultimatum", expeditions=men), 4) as game:
        answer(game, "play ultimatum")
        assert game.position.units("cortes") == Units(foot=2)
        assert game.position.expeditions["cortes"].hits == 0


@played("mano-de-dios")
@shows("1.53", "1.531", "1.532", "1.55", "D-1.55", "G-1.55")
def test_mano_de_dios_of_the_hand_and_the_open_one_on_the_same_roll() -> None:
    """The +2 of the first counts on the re-roll of the second: 2 + 2 instead of 1 + 2."""
    men = {"cortes": expedition("red", "cempoala", "2 foot", hits=3)}
    pos = hand("ultimatum", "mano-de-dios", expeditions=men, luck={"red": 1})
    with table(pos, 1, 2) as game:
        answer(game, "play ultimatum", "modify mano-de-dios", "reroll open-mano-de-dios")
        assert game.position.units("cortes") == Units(foot=2)
        assert game.position.factions["red"].luck == 0
        assert game.position.piles["asset-discards"].titles == ("mano-de-dios",)
        assert spent(game, "mano-de-dios")
        uses = [(event.card, event.use) for event in events_of(game, CardPlayed)]
        assert uses[1:] == [("mano-de-dios", "modify"), ("open-mano-de-dios", "reroll")]


@refused("mano-de-dios")
@shows("1.55")
def test_mano_de_dios_is_asked_for_once_before_and_once_after() -> None:
    men = {"cortes": expedition("red", "cempoala", "2 foot", hits=3)}
    pos = hand("ultimatum", *["mano-de-dios"] * 4, expeditions=men)
    with table(pos, 1, 1) as game:
        assert barred(game, "play mano-de-dios") == "1.53"
        answer(game, "play ultimatum", "modify mano-de-dios", "reroll mano-de-dios")
        assert asked(game) == "impulse"
        assert seats_asked(game, "modify") == ["red"]
        assert seats_asked(game, "reroll") == ["red"]
        assert game.position.hands["red"].count_of("mano-de-dios") == 2


@refused("mano-de-dios")
@shows("1.57", "2.42")
def test_mano_de_dios_does_not_change_the_end_of_the_turn() -> None:
    pos = at(hands={"blue": ["mano-de-dios"]}, luck={"blue": 1, "red": 1}, round=3, before="end-roll")
    with table(pos, 12) as game:
        assert asked(game) == "impulse"
        assert not seats_asked(game, "modify")
        assert not seats_asked(game, "reroll")


@refused("ultimatum")
def test_ultimatum_is_refused_without_hits() -> None:
    men = {"cortes": expedition("red", "cempoala", MEN), "balboa": blue("tlaxcala", hits=3)}
    with table(hand("ultimatum", expeditions=men)) as game:
        assert barred(game, "play ultimatum") == "9.24"


def test_ultimatum_names_an_expedition_with_hits() -> None:
    men = {
        "alvarado": expedition("red", "tula", MEN),
        "cortes": expedition("red", "cempoala", MEN, hits=1),
        "de-leon": expedition("red", "panama", MEN, hits=2),
    }
    with table(hand("ultimatum", expeditions=men), 6) as game:
        answer(game, "play ultimatum")
        assert barred(game, "take alvarado") == "9.24"
        answer(game, "take de-leon")  # G-2.19: one's own card helps in Panama too
        assert game.position.expeditions["de-leon"].hits == 0


# Rediscovery -----------------------------------------------------------------------------------------------------


@played("rediscovery")
@shows("4.15", "4.17", "G-4.17b")
@pytest.mark.parametrize("marker", ["discovered", "mosquito"])
def test_g_4_17b_after_rediscovery_who_stands_there_discovers_without_moving(marker: str) -> None:
    men = {"cortes": expedition("red", "panuco", MEN)}
    with table(hand("rediscovery", expeditions=men, places={"panuco": marker}), 4) as game:
        answer(game, "activate cortes")
        assert barred(game, "discover") == "4.0"
        game.undo()
        answer(game, "play rediscovery")
        assert game.position.site("panuco") == EMPTY
        answer(game, "activate cortes", "discover")
        assert [event.found for event in events_of(game, Found)] == ["village"]


@shows("12.35")
def test_rediscovery_leaves_indian_units_where_they_are() -> None:
    with table(hand("rediscovery", places={"panuco": place("discovered", units=[30])})) as game:
        answer(game, "play rediscovery")
        site = game.position.site("panuco")
        assert site.marker is None
        assert list(site.garrison.each()) == ["30"]


@refused("rediscovery")
def test_rediscovery_is_refused_without_a_discovered_or_mosquito_marker() -> None:
    with table(hand("rediscovery", places={"cempoala": "village", "tula": "town", "toluca": "city"})) as game:
        assert barred(game, "play rediscovery") == "4.17"


# Letter from the Crown -------------------------------------------------------------------------------------------


@played("letter-from-the-crown", "arrest-warrant")
@shows("11.23", "11.25", "D-11.23")
def test_letter_from_the_crown_lifts_the_warrant_and_the_index_becomes_0() -> None:
    with table(hand("letter-from-the-crown", index={"red": -3}, warrants=["red"])) as game:
        answer(game, "play letter-from-the-crown")
        faction = game.position.factions["red"]
        assert (faction.warrant, faction.index, faction.lifted) == (False, 0, 1)
        assert game.position.piles["discards"].titles == ("arrest-warrant", "letter-from-the-crown")


@played("letter-from-the-crown")
def test_letter_from_the_crown_without_a_warrant_raises_the_index() -> None:
    with table(hand("letter-from-the-crown", index={"red": -3, "blue": -1}, warrants=["blue"])) as game:
        answer(game, "play letter-from-the-crown")
        assert game.position.factions["red"].index == -2
        assert game.position.factions["blue"].warrant


@refused("letter-from-the-crown")
def test_letter_from_the_crown_is_refused_in_the_impulse_of_another() -> None:
    """The wanted man cannot answer an attack with it: an Action card waits for his own impulse."""
    men = {"cortes": expedition("red", "tlaxcala", MEN), "balboa": blue("tlaxcala")}
    pos = at(
        expeditions=men,
        hands={"blue": ["letter-from-the-crown", "santiago"]},
        index={"blue": -1},
        warrants=["blue"],
        before="battle cortes balboa",
    )
    with table(pos) as game:
        answer(game, "pass")  # nobody is given up (11.24)
        assert asked(game) == "react"
        assert barred(game, "play letter-from-the-crown") == "2.12"


# Buena Suerte a Ambos --------------------------------------------------------------------------------------------

THREE = {
    "cortes": expedition("red", "cempoala", MEN, hits=1),
    "alvarado": expedition("red", "panuco", MEN, hits=1),
    "de-leon": expedition("red", "potonchan", MEN, hits=1),
}


@played("buena-suerte-a-ambos")
@shows("2.32")
def test_buena_suerte_a_ambos_allows_two_different_expeditions() -> None:
    with table(hand("buena-suerte-a-ambos", expeditions=THREE)) as game:
        answer(game, "play buena-suerte-a-ambos", "activate cortes", "rest")
        assert barred(game, "activate cortes") == "2.32"
        answer(game, "activate alvarado", "rest")
        assert barred(game, "activate de-leon") == "2.32"


@played("buena-suerte-a-ambos")
def test_buena_suerte_a_ambos_helps_after_the_first_activation_as_well() -> None:
    with table(hand("buena-suerte-a-ambos", expeditions=THREE)) as game:
        answer(game, "activate cortes", "rest")
        assert barred(game, "activate alvarado") == "2.32"
        answer(game, "play buena-suerte-a-ambos", "activate alvarado", "rest", "done")
    with table(hand("buena-suerte-a-ambos", expeditions=THREE)) as game:
        answer(game, "play buena-suerte-a-ambos", "done", "done")
        answer(game, "activate cortes", "rest")
        assert barred(game, "activate alvarado") == "2.32"  # this impulse only


@refused("buena-suerte-a-ambos")
@shows("2.17")
def test_buena_suerte_a_ambos_is_refused_a_second_time_and_after_hostile_indians() -> None:
    with table(hand("buena-suerte-a-ambos", "buena-suerte-a-ambos", expeditions=THREE)) as game:
        answer(game, "play buena-suerte-a-ambos")
        assert barred(game, "play buena-suerte-a-ambos") == "2.17"
    places = {"tlaxcala": place("city", hostile=True, units=[10])}
    with table(hand("buena-suerte-a-ambos", places=places), 2, 12, 2) as game:
        answer(game, "incite tlaxcala balboa")
        assert barred(game, "play buena-suerte-a-ambos") == "2.0(5)"


# Cards for a move that is still to come --------------------------------------------------------------------------

ROAD = dict.fromkeys(("cempoala", "totonacapan", "panuco", "oxitipa", "metztitlan", "tula", "toluca"), "discovered")


@played("the-royal-road")
@shows("3.12")
def test_the_royal_road_leads_up_to_five_discovered_spaces() -> None:
    men = {"cortes": expedition("red", "cempoala", MEN)}
    with table(hand("the-royal-road", expeditions=men, places=ROAD)) as game:
        answer(game, "play the-royal-road", "activate cortes", "march")
        answer(game, "go totonacapan", "go metztitlan")
        assert barred(game, "go texcoco") == "3.12"  # undiscovered: two spaces, as ever
        answer(game, "go tula", "go toluca", "go tula")
        assert barred(game, "go metztitlan") == "3.12"
        answer(game, "stop")
        assert len(events_of(game, Moved)) == 5


@shows("3.13")
def test_the_royal_road_still_stops_where_hostile_indians_stand() -> None:
    men = {"cortes": expedition("red", "cempoala", MEN)}
    places = {**ROAD, "totonacapan": place("town", hostile=True, units=[10])}
    with table(hand("the-royal-road", expeditions=men, places=places)) as game:
        answer(game, "play the-royal-road", "activate cortes", "march", "go totonacapan")
        assert asked(game) == "impulse"
        assert game.position.expeditions["cortes"].space == "totonacapan"


def test_the_royal_road_helps_one_expedition_only() -> None:
    men = {"cortes": expedition("red", "cempoala", MEN), "alvarado": expedition("red", "panuco", MEN)}
    with table(hand("the-royal-road", "buena-suerte-a-ambos", expeditions=men, places=ROAD)) as game:
        answer(game, "play buena-suerte-a-ambos", "play the-royal-road", "activate cortes", "march", "stop")
        answer(game, "activate alvarado", "march", "go oxitipa", "go metztitlan", "go tula")
        assert barred(game, "go toluca") == "3.12"


@refused("the-royal-road", "master-pilot", "night-march")
@shows("2.32")
@pytest.mark.parametrize("title", ["the-royal-road", "master-pilot", "night-march"])
def test_cards_for_a_move_are_refused_when_no_activation_is_left(title: str) -> None:
    with table(hand(title)) as game:
        answer(game, "activate cortes", "rest")
        assert barred(game, f"play {title}") == "2.32"


@refused("master-pilot")
@shows("2.14")
def test_cards_for_a_move_are_refused_in_the_impulse_of_another() -> None:
    men = {"balboa": blue("gulf-west")}
    pos = at(expeditions=men, hands={"red": ["master-pilot", "head-winds"]}, active="blue", before="sail balboa")
    with table(pos) as game:
        assert asked(game) == "react"
        assert barred(game, "play master-pilot") == "2.12"


VOYAGE = ["gulf-of-darien", "mosquito-sea", "sea-cayman", "yucatan-channel", "gulf-east", "gulf-north", "gulf-west"]


@played("master-pilot")
@shows("3.22")
def test_master_pilot_sails_up_to_eight_spaces() -> None:
    men = {"cortes": expedition("red", "panama", MEN)}
    with table(hand("master-pilot", expeditions=men)) as game:
        answer(game, "play master-pilot", "activate cortes", "sail", *[f"go {space}" for space in VOYAGE])
        answer(game, "go bay-of-campeche")
        assert barred(game, "go campeche-bank") == "3.22"
    with table(hand("master-pilot", expeditions=men)) as game:
        answer(game, "activate cortes", "sail", *[f"go {space}" for space in VOYAGE[:6]])
        assert barred(game, "go gulf-west") == "3.22"  # six without him


def test_master_pilot_helps_one_sea_move_only() -> None:
    men = {"cortes": expedition("red", "panama", MEN), "alvarado": expedition("red", "gulf-of-darien", MEN)}
    with table(hand("master-pilot", "buena-suerte-a-ambos", expeditions=men)) as game:
        answer(game, "play buena-suerte-a-ambos", "play master-pilot", "activate cortes", "sail", "stop")
        answer(game, "activate alvarado", "sail", *[f"go {space}" for space in VOYAGE[1:]])
        assert barred(game, "go bay-of-campeche") == "3.22"


@played("night-march")
@shows("2.34")
def test_night_march_goes_two_spaces_before_the_combat_and_retreats_to_the_second() -> None:
    men = {"cortes": expedition("red", "cempoala", MEN, companions={"alvarado": ""})}
    places = {"cempoala": "village", "totonacapan": "village", "tlaxcala": place("city", hostile=True, units=[10])}
    with table(hand("night-march", expeditions=men, places=places)) as game:
        answer(game, "activate cortes")
        assert barred(game, "attack") == "6.11"
        game.undo()
        answer(game, "play night-march", "activate cortes", "attack", "advance totonacapan", "advance tlaxcala")
        answer(game, "fight indians")
        battle = game.position.battle
        assert battle is not None
        assert (battle.space, battle.entered_from) == ("tlaxcala", "totonacapan")


@refused("night-march")
@shows("G-3.12b")
def test_night_march_goes_through_discovered_spaces_only() -> None:
    men = {"cortes": expedition("red", "cempoala", MEN)}
    places = {"cempoala": "village", "ahuilizapan": "town", "tlaxcala": place("city", hostile=True, units=[10])}
    with table(hand("night-march", expeditions=men, places=places)) as game:
        answer(game, "play night-march", "activate cortes", "attack")
        assert barred(game, "advance totonacapan") == "G-3.12b"
        answer(game, "advance ahuilizapan", "advance tlaxcala")
        assert game.position.expeditions["cortes"].space == "tlaxcala"


@shows("3.13")
def test_night_march_does_not_pass_hostile_indians() -> None:
    men = {"cortes": expedition("red", "cempoala", MEN)}
    places = {
        "cempoala": "village",
        "totonacapan": place("town", hostile=True, units=[12]),
        "tlaxcala": place("city", hostile=True, units=[10]),
    }
    with table(hand("night-march", expeditions=men, places=places)) as game:
        answer(game, "play night-march", "activate cortes", "attack", "advance totonacapan")
        assert barred(game, "advance tlaxcala") == "3.13"


# Procurators to Spain --------------------------------------------------------------------------------------------


@played("procurators-to-spain")
@shows("11.12")
def test_procurators_to_spain_cost_two_gold_and_raise_the_index() -> None:
    men = {"cortes": expedition("red", "cempoala", MEN, gold=5)}
    with table(hand("procurators-to-spain", expeditions=men, index={"red": -1})) as game:
        answer(game, "play procurators-to-spain")
        assert game.position.expeditions["cortes"].gold == 3
        assert game.position.factions["red"].index == 0


@refused("procurators-to-spain")
def test_procurators_to_spain_are_refused_unless_one_expedition_has_two_gold() -> None:
    men = {"cortes": expedition("red", "cempoala", MEN, gold=1), "alvarado": expedition("red", "tula", MEN, gold=1)}
    with table(hand("procurators-to-spain", expeditions=men)) as game:
        assert barred(game, "play procurators-to-spain") == "11.12"


def test_procurators_to_spain_are_paid_by_an_expedition_that_can() -> None:
    gold = {"cortes": 1, "alvarado": 2, "de-leon": 3}
    men = {man: expedition("red", "cempoala", MEN, gold=held) for man, held in gold.items()}
    with table(hand("procurators-to-spain", expeditions=men)) as game:
        answer(game, "play procurators-to-spain")
        assert barred(game, "take cortes") == "11.12"
        answer(game, "take alvarado")
        assert game.position.expeditions["alvarado"].gold == 0


# Garay's Men, Ships Scuttled -------------------------------------------------------------------------------------


@played("garays-men")
@shows("1.421")
def test_garays_men_are_two_foot_for_an_expedition_on_the_coast() -> None:
    men = {"cortes": expedition("red", "cempoala", "1 horse"), "alvarado": expedition("red", "tula", MEN)}
    with table(hand("garays-men", expeditions=men)) as game:
        answer(game, "play garays-men")
        assert game.position.units("cortes") == Units(foot=2, horse=1)
        assert len(events_of(game, UnitsGained)) == 2


@shows("1.421", "C25")
def test_garays_men_push_out_others_where_a_card_is_full() -> None:
    men = {"cortes": expedition("red", "cempoala", "6 foot, 3 cannon")}
    with table(hand("garays-men", expeditions=men)) as game:
        answer(game, "play garays-men")
        assert asked(game) == "make-room"
        answer(game, "take cannon")
        assert game.position.units("cortes") == Units(foot=8, cannon=2)


@shows("15.15")
def test_garays_men_come_as_far_as_counters_are_left() -> None:
    men = {
        "cortes": expedition("red", "cempoala", "1 horse"),
        "alvarado": expedition("red", "tula", "10 foot", companions={"de-leon": "10 foot", "almagro": "10 foot"}),
        "balboa": blue("tlaxcala", "10 foot", companions={"quesada": "7 foot"}),
    }
    with table(hand("garays-men", expeditions=men)) as game:
        answer(game, "play garays-men")
        assert game.position.units("cortes") == Units(foot=1, horse=1)


@refused("garays-men", "ships-scuttled")
@pytest.mark.parametrize(("title", "clause"), [("garays-men", "1.421"), ("ships-scuttled", "9.15")])
def test_cards_of_the_coast_are_refused_inland_and_at_sea(title: str, clause: str) -> None:
    men = {
        "cortes": expedition("red", "tlaxcala", MEN),
        "alvarado": expedition("red", "gulf-west", MEN),
        "balboa": blue("cempoala"),
    }
    with table(hand(title, expeditions=men)) as game:
        assert barred(game, f"play {title}") == clause


def test_cards_of_the_coast_name_an_expedition_on_the_coast() -> None:
    spaces = {"cortes": "tlaxcala", "alvarado": "gulf-west", "de-leon": "panama", "almagro": "nata"}
    men = {man: expedition("red", space, "1 foot") for man, space in spaces.items()}
    with table(hand("garays-men", expeditions=men)) as game:
        answer(game, "play garays-men")
        assert [o.subject for o in game.options] == ["almagro", "de-leon"]
        assert barred(game, "take cortes") == "1.421"


@played("ships-scuttled")
@shows("9.15")
def test_ships_scuttled_lifts_a_hit_brings_a_foot_and_bars_the_sea_for_this_turn() -> None:
    men = {"cortes": expedition("red", "cempoala", "1 horse", hits=2), "balboa": blue("panama")}
    with table(hand("ships-scuttled", expeditions=men, places={"cempoala": "village"})) as game:
        answer(game, "play ships-scuttled")
        assert game.position.expeditions["cortes"].hits == 1
        assert game.position.units("cortes") == Units(foot=1, horse=1)
        answer(game, "activate cortes")
        assert barred(game, "sail") == "2.12"
        answer(game, "rest", "done", "done")
        answer(game, "activate cortes")
        assert barred(game, "sail") == "2.12"  # in the next round as well


def test_ships_scuttled_is_over_with_the_turn() -> None:
    men = {"cortes": expedition("red", "panama", "1 horse")}
    pos = hand("ships-scuttled", expeditions=men, before="clean-up")
    pos.edit("cortes", ashore=True)
    with table(pos) as game:
        assert asked(game) == "discard"  # of the next turn
        assert not game.position.expeditions["cortes"].ashore


def test_ships_scuttled_binds_men_who_are_left_behind() -> None:
    men = {"cortes": expedition("red", "cempoala", "3 foot", companions={"alvarado": "1 foot"})}
    with table(hand("ships-scuttled", expeditions=men, places={"cempoala": "village"})) as game:
        answer(game, "play ships-scuttled", "activate cortes", "march", "detach alvarado")
        while asked(game) != "march":
            answer(game, str(game.options[0].id))
        assert game.position.expeditions["alvarado"].ashore


# A Ship from Castile ---------------------------------------------------------------------------------------------


@played("a-ship-from-castile")
@shows("2.15", "2.16")
def test_a_ship_from_castile_brings_two_cards() -> None:
    with table(hand("a-ship-from-castile"), "bolas", "theft") as game:
        answer(game, "play a-ship-from-castile")
        assert game.position.hands["red"].titles == ("bolas", "theft")
        assert spent(game, "a-ship-from-castile")


@refused("a-ship-from-castile")
@shows("2.18")
def test_a_ship_from_castile_is_refused_to_who_does_not_hold_it() -> None:
    with table(at(hands={"blue": ["a-ship-from-castile"]})) as game:
        assert barred(game, "play a-ship-from-castile") == "2.18"


# Storehouses of Maize --------------------------------------------------------------------------------------------


@played("storehouses-of-maize")
@shows("8.13", "8.131")
@pytest.mark.parametrize(
    ("units", "food", "after"), [("4 foot", 0, 2), ("4 foot", 2, 3), ("1 foot", 0, 1), ("1 horse", 0, 0)]
)
def test_storehouses_of_maize_give_two_food_within_the_limit(units: str, food: int, after: int) -> None:
    men = {"cortes": expedition("red", "tlaxcala", units, food=food)}
    with table(hand("storehouses-of-maize", expeditions=men, places={"tlaxcala": "town"})) as game:
        answer(game, "play storehouses-of-maize")
        assert game.position.expeditions["cortes"].food == after


@refused("storehouses-of-maize")
@pytest.mark.parametrize("where", [place("village"), place("discovered"), place("city", hostile=True, units=[10])])
def test_storehouses_of_maize_are_refused_without_a_friendly_town_or_city(where: Any) -> None:
    men = {"cortes": expedition("red", "tlaxcala", MEN)}
    with table(hand("storehouses-of-maize", expeditions=men, places={"tlaxcala": where})) as game:
        assert barred(game, "play storehouses-of-maize") == "8.13"


# Wounds Dressed --------------------------------------------------------------------------------------------------


@played("wounds-dressed")
@shows("6.41")
def test_wounds_dressed_lets_a_wounded_man_be_activated_again() -> None:
    men = {"cortes": expedition("red", "cempoala", MEN, wounded=["cortes"])}
    with table(hand("wounds-dressed", expeditions=men)) as game:
        assert barred(game, "activate cortes") == "6.41"
        answer(game, "play wounds-dressed")
        assert not game.position.captains["cortes"].wounded
        answer(game, "activate cortes")


@refused("wounds-dressed")
def test_wounds_dressed_is_refused_where_none_of_ones_own_is_wounded() -> None:
    men = {"cortes": expedition("red", "cempoala", MEN), "balboa": blue("tlaxcala", wounded=["balboa"])}
    with table(hand("wounds-dressed", expeditions=men)) as game:
        assert barred(game, "play wounds-dressed") == "6.41"


# Common ----------------------------------------------------------------------------------------------------------


@shows("2.12", "2.13", "2.14")
@pytest.mark.parametrize(
    ("title", "clause"),
    [
        ("hostage", "2.12"),
        ("map-on-cloth", "2.12"),
        ("bolas", "2.13"),
        ("indian-ambush", "2.14"),
        ("head-winds", "2.14"),
    ],
)
def test_cards_of_other_occasions_are_refused_between_actions(title: str, clause: str) -> None:
    with table(hand(title)) as game:
        assert barred(game, f"play {title}") == clause
