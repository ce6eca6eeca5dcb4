"""23.31: the nine cards of the Enemy Action deck, each applied and each not, as a lone player meets them.

A village on the map makes the enemy draw one card before an impulse, a city two (23.22(1)). The script names the cards
in the order in which they are drawn; `THEFT` is a card of which nothing comes where nobody has gold.
"""

from __future__ import annotations

from typing import Any

import pytest

from conquistadors.engine.events import CardPlayed, Rolled
from conquistadors.engine.game import Game
from conquistadors.games.conquest.builder import ExpeditionPlan, begin, expedition, place
from conquistadors.games.conquest.rules.cards.enemy import CHANGED, enemy_rule
from conquistadors.games.conquest.rules.cards.playing import CARD_RULES
from conquistadors.games.conquest.rules.events import (
    Aimed,
    BattleBegan,
    CameToNothing,
    Died,
    Gathered,
    GoldChanged,
    IndexMoved,
    Missed,
    PointsLost,
    Turned,
    UnitLost,
)
from conquistadors.games.conquest.rules.position import ENEMY, ConquestPosition
from support.cards import played, refused
from support.clauses import shows
from support.indies import answer, asked, at_solitaire, barred, events_of, solitaire_rules, table
from support.watched import Watched

THEFT = "theft"
COAST, HIGH, LOW = "cempoala", "tlaxcala", "totonacapan"
"""Level 0, Level 4 and Level 1, next to each other."""


def threatened(
    men: dict[str, ExpeditionPlan] | None = None, places: dict[str, Any] | None = None, **wanted: Any
) -> ConquestPosition:
    """Cortés stands in a village on the coast, and the enemy is about to act: one card, unless `places` has a city."""
    return at_solitaire(
        expeditions=men or {"cortes": expedition("red", COAST, "3 foot")},
        places={COAST: "village", **(places or {})},
        before="enemy-action",
        **wanted,
    )


def lots(dice: Watched) -> list[dict[Any, int]]:
    """What was chosen from at random, with how many chances each had."""
    drawn = [chance for chance in dice.chances if chance.kind == "lot"]
    return [dict(zip(chance.outcomes, chance.weights, strict=True)) for chance in drawn]


def held(space: str, units: str = "3 foot", **more: Any) -> dict[str, ExpeditionPlan]:
    return {"cortes": expedition("red", space, units, **more)}


def nothing_came_of(game: Game[ConquestPosition], title: str) -> bool:
    """The card was drawn, not played, and lies with the discards of its deck; the impulse goes on."""
    idle = [event.card for event in events_of(game, CameToNothing)]
    cards = [event.card for event in events_of(game, CardPlayed)]
    return (
        idle == [title]
        and cards == []
        and title in game.position.piles["enemy-discards"].titles
        and asked(game) == "impulse"
    )


def was_applied(game: Game[ConquestPosition], title: str) -> bool:
    """The enemy played the card, and it lies with the discards of its deck."""
    cards = [(event.who, event.card) for event in events_of(game, CardPlayed)]
    return (ENEMY, title) in cards and title in game.position.piles["enemy-discards"].titles


# The deck --------------------------------------------------------------------------------------------------------


@shows("23.31")
def test_23_31_every_card_of_the_deck_has_its_rule_and_three_are_applied_as_printed() -> None:
    titles = solitaire_rules().decks["enemy"].titles
    as_printed = {title for title in titles if enemy_rule(title) is CARD_RULES[title]}
    assert set(CHANGED) | as_printed == set(titles)
    assert as_printed == {"city-has-new-chief", "creditors-demand-payment", "suspicion-of-treason"}


@shows("23.31")
def test_23_31_a_card_that_cannot_be_applied_is_discarded_and_the_story_says_why() -> None:
    for title in solitaire_rules().decks["enemy"].titles:
        men = {"cortes": expedition("red", "panama", "3 foot")}
        with table(threatened(men), title) as game:
            assert nothing_came_of(game, title)
            (said,) = [game.teller().event(event) for event in events_of(game, CameToNothing)]
            assert said.startswith(game.teller().texts.word(title, {}) + ": ")


# Assassination ---------------------------------------------------------------------------------------------------


@played("assassination")
@shows("23.31", "G-1.56")
def test_assassination_kills_a_man_in_the_high_country() -> None:
    men = held(LOW, companions={"alvarado": ""})
    with table(threatened(men), "assassination", "alvarado", 5) as game:
        assert was_applied(game, "assassination")
        assert [event.captain for event in events_of(game, Died)] == ["alvarado"]
        assert "alvarado" in game.position.piles["fallen"].titles
        assert game.position.expeditions["cortes"].hits == 1, "9.11"


@shows("23.31")
def test_assassination_draws_among_all_men_at_level_1_or_more_alike() -> None:
    """Balboa's companions count, whoever commands; who is on the coast, at sea or in Panama is safe."""
    men = {
        "cortes": expedition("red", HIGH, "3 foot", companions={"alvarado": ""}),
        "sandoval": expedition("red", LOW, "1 foot"),
        "ordaz": expedition("red", COAST, "1 foot"),
        "cordoba": expedition("red", "bay-of-campeche", "1 foot"),
        "de-leon": expedition("red", "panama", "1 foot"),
    }
    with Watched("assassination", "sandoval", 4) as dice:
        begin(threatened(men), chance=dice)
    assert lots(dice) == [{"alvarado": 1, "cortes": 1, "sandoval": 1}]


@shows("23.31", "G-1.56", "1.56")
def test_assassination_the_player_may_force_a_re_roll() -> None:
    with table(threatened(held(LOW), hands={"red": ["mano-de-dios"]}), "assassination", 6, 2) as game:
        assert asked(game) == "reroll"
        answer(game, "reroll mano-de-dios")
        assert [event.captain for event in events_of(game, Missed)] == ["cortes"]
        assert "cortes" in game.position.captains


@refused("assassination")
@shows("23.31")
@pytest.mark.parametrize("space", [COAST, "bay-of-campeche", "panama", "santiago-de-cuba", "gran-chichimeca"])
def test_assassination_reaches_nobody_below_level_1(space: str) -> None:
    """A desert has no level either."""
    with table(threatened(held(space)), "assassination") as game:
        assert nothing_came_of(game, "assassination")


# Arrest Warrant --------------------------------------------------------------------------------------------------


@played("arrest-warrant")
@shows("23.31")
@pytest.mark.parametrize(("points", "left"), [(20, 12), (5, 0), (0, 0)])
def test_arrest_warrant_costs_the_points_of_two_dice_but_none_below_0(points: int, left: int) -> None:
    pos = threatened(index={"red": -1}, points={"red": points})
    with table(pos, "arrest-warrant", 8) as game:
        assert was_applied(game, "arrest-warrant")
        assert game.position.factions["red"].permanent == left
        assert sum(event.points for event in events_of(game, PointsLost)) == points - left
        faction = game.position.factions["red"]
        assert (faction.warrant, faction.index) == (False, -1), "no warrant is in force"


@shows("23.31", "G-23.31b", "G-1.53")
def test_g_23_31b_the_player_throws_the_dice_of_a_warrant_and_may_throw_them_again() -> None:
    pos = threatened(index={"red": -1}, points={"red": 20}, hands={"red": ["mano-de-dios"]})
    with table(pos, "arrest-warrant", 8, 3) as game:
        assert asked(game) == "reroll", "not for +2, only for a re-roll"
        assert barred(game, "modify mano-de-dios") == "G-23.31b"
        answer(game, "reroll mano-de-dios")
        assert [event.who for event in events_of(game, Rolled)] == ["red", "red"]
        assert game.position.factions["red"].permanent == 20 - 3


@refused("arrest-warrant")
@shows("23.31")
@pytest.mark.parametrize("index", [0, 2])
def test_arrest_warrant_does_nothing_while_the_index_is_not_negative(index: int) -> None:
    with table(threatened(index={"red": index}, points={"red": 20}), "arrest-warrant") as game:
        assert nothing_came_of(game, "arrest-warrant")
        faction = game.position.factions["red"]
        assert (faction.permanent, faction.index) == (20, index), "no shift of the index either (11.27)"


# City Has New Chief ----------------------------------------------------------------------------------------------


@played("city-has-new-chief")
@shows("23.31", "G-23.31", "G-23.22")
def test_city_has_new_chief_turns_one_of_the_fitting_cities_hostile_and_it_does_not_attack() -> None:
    """Neutral cities and allies of the player are alike; a hostile one is left out. Nobody attacks (G-23.22)."""
    places = {
        HIGH: place("city", ally="red", units=[20]),
        "cholula": "city",
        "texcoco": place("city", hostile=True, units=[10]),
    }
    men = held(HIGH, "3 foot", allies=["24@tlaxcala"])
    with Watched("city-has-new-chief", "tlaxcala", THEFT) as dice:
        game = begin(threatened(men, places), chance=dice)
        assert was_applied(game, "city-has-new-chief")
        site = game.position.site(HIGH)
        assert (site.hostile, site.ally, site.garrison.size) == (True, None, 1), "G-12.32: no draw with units there"
        assert not game.position.expeditions["cortes"].allies.titles
        assert events_of(game, BattleBegan) == []
        assert asked(game) == "impulse"
    assert lots(dice) == [{"cholula": 1, "tlaxcala": 1}]


@played("city-has-new-chief")
def test_city_has_new_chief_a_city_without_units_draws_them() -> None:
    with table(threatened(places={HIGH: "city"}), "city-has-new-chief", "20", "10", THEFT) as game:
        assert [event.units for event in events_of(game, Gathered)] == [("10", "20")]


@refused("city-has-new-chief")
def test_city_has_new_chief_needs_a_city_that_is_not_hostile() -> None:
    places = {HIGH: place("city", hostile=True, units=[20]), LOW: "town"}
    with table(threatened(places=places), "city-has-new-chief", "suspicion-of-treason") as game:
        assert [event.card for event in events_of(game, CameToNothing)] == [
            "city-has-new-chief",
            "suspicion-of-treason",
        ]


# Creditors -------------------------------------------------------------------------------------------------------


@played("creditors-demand-payment")
@shows("23.31", "16.25")
@pytest.mark.parametrize(("points", "left"), [(20, 13), (3, 0)])
def test_creditors_take_pesos_then_points_and_never_below_0(points: int, left: int) -> None:
    pos = threatened(points={"red": points}, pesos={"red": 3}, debt={"red": 10})
    with table(pos, "creditors-demand-payment") as game:
        assert was_applied(game, "creditors-demand-payment")
        faction = game.position.factions["red"]
        assert (faction.pesos, faction.debt, faction.permanent) == (0, 0, left)


@refused("creditors-demand-payment")
@shows("23.31", "G-16.25")
@pytest.mark.parametrize(("points", "debt"), [(0, 10), (20, 0)])
def test_creditors_need_debt_and_points(points: int, debt: int) -> None:
    with table(threatened(points={"red": points}, debt={"red": debt}), "creditors-demand-payment") as game:
        assert nothing_came_of(game, "creditors-demand-payment")
        assert game.position.factions["red"].debt == debt


# Disgruntled Soldiers --------------------------------------------------------------------------------------------


@played("disgruntled-soldiers")
@shows("23.31")
def test_disgruntled_soldiers_takes_a_unit_at_random_each_unit_alike() -> None:
    men = held(LOW, "2 foot, 1 horse", companions={"alvarado": "1 cannon"}, hits=2)
    with Watched("disgruntled-soldiers", "horse") as dice:
        game = begin(threatened(men), chance=dice)
        assert was_applied(game, "disgruntled-soldiers")
        assert [event.unit for event in events_of(game, UnitLost)] == ["horse"]
        assert asked(game) == "impulse", "the player is not asked"
    assert lots(dice) == [{"cannon": 1, "foot": 2, "horse": 1}]


@played("disgruntled-soldiers")
@shows("23.31", "G-23.31")
def test_disgruntled_soldiers_two_units_at_four_hits_in_an_expedition_at_random() -> None:
    men = {
        **held(LOW, "2 foot, 1 horse", hits=4),
        "alvarado": expedition("red", COAST, "2 foot", hits=3),
        "ordaz": expedition("red", "panama", "2 foot", hits=4),
        "sandoval": expedition("red", COAST, "2 foot", hits=1),
    }
    with Watched("disgruntled-soldiers", "cortes", "foot", "horse") as dice:
        game = begin(threatened(men), chance=dice)
        assert [event.unit for event in events_of(game, UnitLost)] == ["foot", "horse"]
        assert [event.target for event in events_of(game, Aimed)] == ["cortes"]
    assert lots(dice)[0] == {"alvarado": 1, "cortes": 1}, "bad morale, and outside Panama (2.19)"


@refused("disgruntled-soldiers")
@pytest.mark.parametrize(("space", "hits"), [(LOW, 1), ("panama", 4)])
def test_disgruntled_soldiers_needs_bad_morale_in_the_field(space: str, hits: int) -> None:
    with table(threatened(held(space, hits=hits)), "disgruntled-soldiers") as game:
        assert nothing_came_of(game, "disgruntled-soldiers")


# Free the King ---------------------------------------------------------------------------------------------------


def captor(units: str = "10 foot", **more: Any) -> dict[str, ExpeditionPlan]:
    return held(HIGH, units, kings=["mexica"], **more)


IMPERIAL = {HIGH: place("capital", empire="mexica"), "cholula": place("imperial", empire="mexica")}


@played("free-the-king")
@shows("23.31", "23.22", "G-23.22")
def test_free_the_king_the_city_rises_and_attacks_the_captor_at_once() -> None:
    """Three units for an imperial city; 2 and 2 hurt nobody in both rounds, then the Spaniards flee."""
    men = {**captor(), "alvarado": expedition("red", HIGH, "1 foot")}
    with table(threatened(men, IMPERIAL), "free-the-king", "10", "10", "10", 2, 2, 2, 2, 7, THEFT) as game:
        assert was_applied(game, "free-the-king")
        assert [(event.attacker, event.defender) for event in events_of(game, BattleBegan)] == [("indians", "cortes")]
        assert [event.status for event in events_of(game, Turned)] == ["hostile"]
        assert asked(game) == "retreat"
        battle = game.position.battle
        assert battle is not None
        assert (battle.attacker.seat, battle.opposed) == (ENEMY, False)
        answer(game, "retreat cholula")
        assert (asked(game), game.position.battle) == ("impulse", None), "the second card came after the battle"


@shows("23.31", "G-23.31")
def test_free_the_king_one_of_several_cities_at_random() -> None:
    places = {**IMPERIAL, "utatlan": place("capital", empire="inca"), "iximche": place("imperial", empire="inca")}
    men = {**captor(), "alvarado": expedition("red", "utatlan", "10 foot", kings=["inca"])}
    with Watched("free-the-king", "utatlan", "10", "10", "10", 2, 2, 2, 2) as dice:
        game = begin(threatened(men, places), chance=dice)
        assert [event.defender for event in events_of(game, BattleBegan)] == ["alvarado"]
    assert lots(dice) == [{"tlaxcala": 1, "utatlan": 1}]


@refused("free-the-king")
@shows("23.31")
def test_free_the_king_needs_a_king_held_in_a_city_of_his_empire() -> None:
    elsewhere = {"cortes": expedition("red", LOW, "10 foot", kings=["mexica"])}
    with table(threatened(elsewhere, IMPERIAL), "free-the-king", THEFT) as game:
        assert [event.card for event in events_of(game, CameToNothing)] == ["free-the-king", THEFT]


# Indian Uprising -------------------------------------------------------------------------------------------------


@played("indian-uprising")
@shows("23.31", "G-23.31", "G-23.22")
def test_indian_uprising_takes_a_city_rather_than_a_town_and_does_not_attack() -> None:
    """Two units for the city, one more for the plunder attempt, two more for what is plundered out (12.341)."""
    places = {HIGH: place("city", attempts=1, out=True), "cholula": "city", LOW: "town"}
    with Watched("indian-uprising", "tlaxcala", "10", "10", "20", "20", "24", THEFT) as dice:
        game = begin(threatened(held(HIGH), places), chance=dice)
        assert was_applied(game, "indian-uprising")
        assert game.position.site(HIGH).hostile
        assert game.position.site(HIGH).garrison.size == 5
        assert events_of(game, BattleBegan) == []
    assert lots(dice) == [{"cholula": 1, "tlaxcala": 1}]


@played("indian-uprising")
@shows("23.31")
def test_indian_uprising_takes_a_town_where_there_is_no_city() -> None:
    places = {LOW: "town", "ahuilizapan": place("town", hostile=True, units=[10])}
    with Watched("indian-uprising", "ahuilizapan", "20") as dice:
        game = begin(threatened(places=places), chance=dice)
        assert game.position.site("ahuilizapan").garrison.size == 2
    assert lots(dice) == [{"ahuilizapan": 1, "totonacapan": 1}]


@refused("indian-uprising")
def test_indian_uprising_needs_a_town_or_city() -> None:
    with table(threatened(), "indian-uprising") as game:
        assert nothing_came_of(game, "indian-uprising")


# Suspicion of Treason --------------------------------------------------------------------------------------------


@played("suspicion-of-treason")
@shows("23.31")
def test_suspicion_of_treason_costs_one_box_in_all_however_many_allies() -> None:
    """D-23.31"""
    places = {HIGH: place("city", ally="red", units=[20]), "cholula": place("city", ally="red", units=[20])}
    with table(threatened(places=places), "suspicion-of-treason", THEFT) as game:
        assert was_applied(game, "suspicion-of-treason")
        assert [event.boxes for event in events_of(game, IndexMoved)] == [-1]


@refused("suspicion-of-treason")
def test_suspicion_of_treason_needs_an_ally() -> None:
    with table(threatened(places={HIGH: "city"}), "suspicion-of-treason", THEFT) as game:
        assert [event.card for event in events_of(game, CameToNothing)] == ["suspicion-of-treason", THEFT]
        assert game.position.factions["red"].index == 0


# Theft -----------------------------------------------------------------------------------------------------------


@played("theft")
@shows("23.31")
@pytest.mark.parametrize(("gold", "left"), [(9, 5), (4, 0), (2, 0)])
def test_theft_takes_a_die_of_gold_as_far_as_there_is(gold: int, left: int) -> None:
    with table(threatened(held(COAST, gold=gold)), THEFT, 4) as game:
        assert was_applied(game, THEFT)
        assert game.position.expeditions["cortes"].gold == left
        assert asked(game) == "impulse"


@played("theft")
@shows("23.31")
def test_theft_the_player_says_whose_gold_is_gone() -> None:
    men = {
        "cortes": expedition("red", COAST, "3 foot", gold=3),
        "alvarado": expedition("red", LOW, "3 foot", gold=5),
        "sandoval": expedition("red", "panama", "3 foot", gold=9),
    }
    with table(threatened(men), THEFT, 6) as game:
        assert asked(game) == "robbed"
        assert [o.id for o in game.options] == ["amount 3", "amount 4", "amount 5"], "Cortés can lose three at most"
        answer(game, "amount 4")
        gold = {commander: game.position.expeditions[commander].gold for commander in men}
        assert gold == {"cortes": 1, "alvarado": 1, "sandoval": 9}, "2.19: Panama is safe"
        assert [event.gold for event in events_of(game, GoldChanged)] == [-4, -2]
        assert [event.total for event in events_of(game, Rolled)] == [6]


@shows("23.31", "G-23.31b", "G-1.53")
def test_g_23_31b_the_player_throws_the_die_of_a_theft_and_may_throw_it_again() -> None:
    pos = threatened(held(COAST, gold=9), hands={"red": ["mano-de-dios"]})
    with table(pos, THEFT, 6, 1) as game:
        answer(game, "pass", "reroll mano-de-dios")
        assert [event.who for event in events_of(game, Rolled)] == ["red", "red"]
        assert game.position.expeditions["cortes"].gold == 8


@shows("G-23.31b", "2.19")
def test_g_23_31b_gold_in_panama_is_safe_from_theft() -> None:
    men = {**held(COAST, gold=2), "sandoval": expedition("red", "panama", "3 foot", gold=9)}
    with table(threatened(men), THEFT, 6) as game:
        assert [game.position.expeditions[man].gold for man in ("cortes", "sandoval")] == [0, 9]


@refused("theft")
@pytest.mark.parametrize(("space", "gold"), [(COAST, 0), ("panama", 9)])
def test_theft_needs_gold_in_the_field(space: str, gold: int) -> None:
    with table(threatened(held(space, gold=gold)), THEFT) as game:
        assert nothing_came_of(game, THEFT)
