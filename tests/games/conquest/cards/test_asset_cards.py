"""1.34, 5.15  Asset cards: what each does for its expedition, when it is shown, lost, or refused."""

from __future__ import annotations

from typing import Any

import pytest

from conquistadors.engine.events import CardPlayed, Rolled
from conquistadors.engine.game import Game
from conquistadors.games.conquest.builder import expedition, place
from conquistadors.games.conquest.rules.events import Cancelled, Found, GiftGiven, LuckGained, UnitFlipped, UnitLost
from conquistadors.games.conquest.rules.position import ConquestPosition, Units
from support.cards import played, refused, why_passed
from support.clauses import shows
from support.indies import answer, asked, at, barred, events_of, table

MEN = "4 foot, 1 horse, 1 cannon"
EMPIRE = {"tenochtitlan": place("capital", empire="mexica", king=True), "texcoco": place("imperial", empire="mexica")}
NOTHING = (2, 2)
"""A round of battle in which neither side does anything: the Indians roll, the Spaniards roll."""


def acting(before: str, *assets: str, space: str = "tlaxcala", places: Any = None, **more: Any) -> ConquestPosition:
    """Cortés is about to act, with asset cards face down."""
    where = {space: "town"} if places is None else places
    hands = more.pop("hands", {})
    luck = more.pop("luck", {})
    men = {"cortes": expedition("red", space, more.pop("units", MEN), assets=assets, **more)}
    return at(expeditions=men, places=where, hands=hands, luck=luck, before=f"{before} cortes")


def added(game: Game[ConquestPosition], roll: str) -> dict[str, int]:
    """The modifiers of the last roll of a name."""
    rolled = [event for event in events_of(game, Rolled) if event.roll == roll][-1]
    return {modifier.name: modifier.value for modifier in rolled.modifiers}


def held(game: Game[ConquestPosition]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The assets of Cortés, face down and shown."""
    cortes = game.position.expeditions["cortes"]
    return tuple(cortes.assets.each()), tuple(cortes.shown.each())


# Interpreter -----------------------------------------------------------------------------------------------------


@played("interpreter")
@shows("5.13", "5.15")
def test_interpreter_is_plus_1_shown_when_first_used_and_kept() -> None:
    with table(acting("negotiate", "interpreter"), 2) as game:
        assert game.view("blue").position.expeditions["cortes"].assets.titles == ("?",)
        answer(game, "use interpreter")
        assert added(game, "diplomacy") == {"rating": 3, "interpreter": 1}
        assert held(game) == ((), ("interpreter",))
        assert [(event.card, event.use) for event in events_of(game, CardPlayed)] == [("interpreter", "use")]
        assert game.view("blue").position.expeditions["cortes"].shown.titles == ("interpreter",)


@played("interpreter")
@shows("G-5.15b", "5.15")
def test_g_5_15b_an_interpreter_who_was_shown_is_still_used_by_choice() -> None:
    for said, helps in (("use interpreter", {"interpreter": 1}), ("pass", {})):
        with table(acting("negotiate", shown=["interpreter"]), 2) as game:
            assert asked(game) == "support"
            answer(game, said)
            assert asked(game) == "impulse"
            assert added(game, "diplomacy") == {"rating": 3, **helps}
            assert held(game) == ((), ("interpreter",))


def test_interpreter_may_stay_hidden() -> None:
    with table(acting("negotiate", "interpreter"), 2) as game:
        answer(game, "pass")
        assert added(game, "diplomacy") == {"rating": 3}
        assert held(game) == (("interpreter",), ())


@refused("interpreter")
@shows("2.17")
@pytest.mark.parametrize(
    "cards", [{"assets": ["interpreter"] * 2}, {"assets": ["interpreter"], "shown": ["interpreter"]}]
)
def test_interpreter_is_refused_a_second_time_in_one_action(cards: dict[str, Any]) -> None:
    men = {"cortes": expedition("red", "tlaxcala", MEN, **cards)}
    pos = at(
        expeditions=men,
        places={"tlaxcala": "town"},
        hands={"red": ["green-glass-beads"]},
        before="negotiate cortes",
    )
    with table(pos, 2) as game:
        answer(game, "use interpreter")
        assert barred(game, "use interpreter") == "2.17"
        answer(game, "pass")
        assert added(game, "diplomacy") == {"rating": 3, "interpreter": 1}


@refused("interpreter", "imperial-emissary", "bearer", "cotton-armor", "featherwork")
@shows("5.15")
@pytest.mark.parametrize("title", ["interpreter", "imperial-emissary", "bearer", "cotton-armor", "featherwork"])
def test_5_15_an_asset_is_refused_where_its_text_does_not_name_the_roll(title: str) -> None:
    pos = acting("discovery", title, "indian-guide", space="totonacapan", places={"cempoala": "town"})
    with table(pos, 5) as game:
        assert barred(game, f"use {title}") == "5.15"
        answer(game, "pass")


@refused("interpreter")
@shows("1.34", "5.15")
def test_5_15_an_asset_helps_its_own_expedition_only() -> None:
    men = {
        "cortes": expedition("red", "tlaxcala", MEN),
        "alvarado": expedition("red", "tlaxcala", MEN, assets=["interpreter"]),
    }
    pos = at(expeditions=men, places={"tlaxcala": "town"}, before="negotiate cortes")
    assert why_passed(pos, "red", "support", "use interpreter") == "5.15"


# Indian Guide ----------------------------------------------------------------------------------------------------


def exploring(*assets: str, **more: Any) -> ConquestPosition:
    return acting("discovery", *assets, space="totonacapan", places={"cempoala": "town"}, **more)


@played("indian-guide")
@shows("4.12", "5.15")
def test_indian_guide_is_plus_1_and_stays() -> None:
    with table(exploring("indian-guide"), 3) as game:
        answer(game, "use indian-guide")
        assert added(game, "discovery") == {"adjacency": 1, "indian-guide": 1}
        assert [event.found for event in events_of(game, Found)] == ["town"]
        assert held(game) == ((), ("indian-guide",))


@played("indian-guide")
@shows("G-4.1")
def test_indian_guide_is_lost_on_a_natural_1() -> None:
    with table(exploring("indian-guide", "indian-guide"), 1) as game:
        answer(game, "use indian-guide")
        assert held(game) == (("indian-guide",), ())
        assert game.position.piles["asset-discards"].titles == ("indian-guide",)
        assert added(game, "discovery")["indian-guide"] == 1  # this roll still had it


@shows("G-4.1", "1.55")
@pytest.mark.parametrize(("first", "last", "lost"), [(1, 2, False), (2, 1, True)])
def test_indian_guide_the_final_die_counts_after_a_re_roll(first: int, last: int, lost: bool) -> None:
    with table(exploring("indian-guide", hands={"red": ["mano-de-dios"]}), first, last) as game:
        answer(game, "use indian-guide", "pass", "reroll mano-de-dios")
        assert held(game) == ((), () if lost else ("indian-guide",))


def test_indian_guide_the_die_counts_and_not_the_total() -> None:
    with table(exploring(shown=["indian-guide"], hands={"red": ["mano-de-dios"]}), 1) as game:
        answer(game, "use indian-guide", "modify mano-de-dios")
        assert held(game) == ((), ())


def test_indian_guide_who_was_not_used_is_not_lost() -> None:
    with table(exploring("indian-guide"), 1) as game:
        answer(game, "pass")
        assert held(game) == (("indian-guide",), ())


@refused("indian-guide")
@shows("2.17", "5.15")
def test_indian_guide_is_refused_twice_on_a_roll_and_on_other_rolls() -> None:
    with table(exploring("indian-guide", "indian-guide", hands={"red": ["map-on-cloth"]}), 5) as game:
        answer(game, "use indian-guide")
        assert barred(game, "use indian-guide") == "2.17"
        answer(game, "pass")
    pos = acting("negotiate", "indian-guide")
    assert why_passed(pos, "red", "support", "use indian-guide") == "5.15"


# Imperial Emissary -----------------------------------------------------------------------------------------------


@played("imperial-emissary")
@shows("5.13", "12.24")
@pytest.mark.parametrize("space", ["tenochtitlan", "texcoco"])
def test_imperial_emissary_is_plus_2_with_imperial_cities_and_stays(space: str) -> None:
    with table(acting("negotiate", "imperial-emissary", space=space, places=EMPIRE), 2) as game:
        answer(game, "use imperial-emissary")
        assert added(game, "diplomacy") == {"rating": 3, "imperial": -1, "imperial-emissary": 2}
        assert held(game) == ((), ("imperial-emissary",))


@played("imperial-emissary", "interpreter")
@shows("2.17")
def test_imperial_emissary_and_interpreter_add_up_and_the_shown_emissary_is_silent_elsewhere() -> None:
    pos = acting("negotiate", space="texcoco", places=EMPIRE, shown=["imperial-emissary", "interpreter"])
    with table(pos, 2) as game:
        answer(game, "use imperial-emissary", "use interpreter")
        assert added(game, "diplomacy") == {"rating": 3, "imperial": -1, "imperial-emissary": 2, "interpreter": 1}
    with table(acting("negotiate", places={**EMPIRE, "tlaxcala": "city"}, shown=["imperial-emissary"]), 2) as game:
        assert added(game, "diplomacy") == {"rating": 3}


@refused("imperial-emissary")
@shows("12.24")
def test_imperial_emissary_is_refused_with_other_cities() -> None:
    pos = acting("negotiate", "imperial-emissary", places={**EMPIRE, "tlaxcala": "city"})
    assert why_passed(pos, "red", "support", "use imperial-emissary") == "12.24"


@pytest.mark.parametrize("side", ["assets", "shown"])
def test_imperial_emissary_leaves_an_expedition_that_plunders_an_imperial_city(side: str) -> None:
    emissary: dict[str, Any] = {side: ["imperial-emissary"]}
    men = {
        "cortes": expedition("red", "texcoco", MEN, **emissary),
        "alvarado": expedition("red", "texcoco", MEN, shown=["imperial-emissary"]),
    }
    places = {**EMPIRE, "texcoco": place("imperial", empire="mexica", hostile=True)}
    with table(at(expeditions=men, places=places, before="plunder cortes"), 3, 6) as game:
        assert held(game) == ((), ())
        assert game.position.piles["asset-discards"].titles == ("imperial-emissary",)
        assert game.position.expeditions["alvarado"].shown.titles == ("imperial-emissary",)


def test_imperial_emissary_stays_when_another_place_is_plundered() -> None:
    pos = acting("plunder", shown=["imperial-emissary"], places={"tlaxcala": place("city", hostile=True)})
    with table(pos, 3, 6) as game:
        assert held(game) == ((), ("imperial-emissary",))


# Bearer ----------------------------------------------------------------------------------------------------------


def fed(units: str, food: int, **cards: Any) -> ConquestPosition:
    """A friendly town gives two food by the card Storehouses of Maize."""
    men = {"cortes": expedition("red", "tlaxcala", units, food=food, **cards)}
    return at(expeditions=men, places={"tlaxcala": "town"}, hands={"red": ["storehouses-of-maize"]})


@played("bearer")
@shows("8.131", "D-8.131", "C26")
@pytest.mark.parametrize(("units", "food", "after"), [("4 foot", 3, 5), ("1 foot", 1, 3), ("1 horse", 0, 2)])
def test_bearer_carries_two_food_more_whatever_the_foot_and_beyond_three(units: str, food: int, after: int) -> None:
    with table(fed(units, food, assets=["bearer"])) as game:
        answer(game, "play storehouses-of-maize")
        assert game.position.expeditions["cortes"].food == after
        assert held(game) == ((), ("bearer",))  # shown, for he carries something (5.15)


@shows("5.15")
def test_bearer_who_carries_nothing_stays_hidden() -> None:
    with table(fed("4 foot", 0, assets=["bearer"])) as game:
        answer(game, "play storehouses-of-maize")
        assert game.position.expeditions["cortes"].food == 2
        assert held(game) == (("bearer",), ())


@refused("bearer")
@shows("8.131")
def test_bearer_carries_no_more_than_his_two() -> None:
    with table(fed("4 foot", 4, shown=["bearer"])) as game:
        answer(game, "play storehouses-of-maize")
        assert game.position.expeditions["cortes"].food == 5
    with table(fed("4 foot", 3)) as game:  # and without him the limit is three
        answer(game, "play storehouses-of-maize")
        assert game.position.expeditions["cortes"].food == 3


# Cotton Armor ----------------------------------------------------------------------------------------------------


def attacked(*assets: str, **more: Any) -> ConquestPosition:
    """Blue has set hostile Indians of strength 80 upon Cortés: a 6 of theirs is two losses."""
    men = {"cortes": expedition("red", "tlaxcala", more.pop("units", "3 foot"), assets=assets, **more)}
    places = {"tlaxcala": place("city", hostile=True, units=[40, 40]), "tula": place("city", ally="red")}
    return at(expeditions=men, places=places, active="blue", before="battle indians cortes")


@played("cotton-armor")
@shows("6.32", "5.15")
def test_cotton_armor_ignores_one_loss_on_a_spanish_unit_and_is_discarded() -> None:
    with table(attacked("cotton-armor", "bearer"), 6, 2, *NOTHING) as game:
        assert asked(game) == "armour"
        answer(game, "use cotton-armor")
        assert len(events_of(game, UnitFlipped)) == 1  # the second loss counts
        assert [event.by for event in events_of(game, Cancelled)] == ["cotton-armor"]
        assert held(game)[0] == ("bearer",)
        assert game.position.piles["asset-discards"].titles == ("cotton-armor",)
        assert asked(game) == "retreat"  # the battle goes on as usual


@played("cotton-armor")
def test_cotton_armor_may_wait_for_a_loss_that_would_kill() -> None:
    pos = attacked("cotton-armor", units="1 foot")
    with table(pos, 6, 2, *NOTHING) as game:
        answer(game, "pass")  # the foot unit is flipped
        answer(game, "use cotton-armor")  # the second loss would eliminate it
        assert game.position.units("cortes") == Units(foot=1)
        assert not events_of(game, UnitLost)


@refused("cotton-armor")
def test_cotton_armor_does_not_help_indian_allies() -> None:
    """The first loss in a mixed expedition falls on an Indian unit (6.34): nothing is asked."""
    with table(attacked("cotton-armor", allies=["20@tula"]), 4, 2, *NOTHING) as game:
        assert asked(game) == "retreat"
        assert not game.position.expeditions["cortes"].allies.titles
        assert held(game)[0] == ("cotton-armor",)


@refused("cotton-armor")
def test_cotton_armor_does_not_help_against_spaniards() -> None:
    men = {
        "cortes": expedition("red", "tlaxcala", "10 foot"),
        "balboa": expedition("blue", "tlaxcala", "3 foot", assets=["cotton-armor"]),
    }
    pos = at(expeditions=men, index={"blue": -1}, warrants=["blue"], before="battle cortes balboa")
    with table(pos, 2, 8, 2, 2) as game:
        answer(game, "pass")
        while asked(game) == "surrender":
            answer(game, "pass")
        assert [event.expedition for event in events_of(game, UnitFlipped)] == ["balboa"]
        assert not [given for given in game.answers if given.kind == "armour"]


# Featherwork -----------------------------------------------------------------------------------------------------


def giving(*assets: str, **more: Any) -> ConquestPosition:
    men = {"cortes": expedition("red", "cempoala", MEN, gold=3, assets=assets, **more)}
    return at(expeditions=men)


@played("featherwork")
@shows("11.32")
def test_featherwork_is_plus_2_on_the_gift_and_is_discarded() -> None:
    with table(giving("featherwork", "bearer"), 6) as game:
        answer(game, "gift", "use featherwork", "raise")
        assert added(game, "gift") == {"featherwork": 2}
        assert [(event.gold, event.boxes) for event in events_of(game, GiftGiven)] == [(3, 1)]
        assert held(game) == (("bearer",), ())
        assert game.position.piles["asset-discards"].titles == ("featherwork",)


def test_featherwork_may_be_kept_for_another_gift() -> None:
    with table(giving("featherwork"), 6) as game:
        answer(game, "gift", "pass")
        assert added(game, "gift") == {}
        assert held(game) == (("featherwork",), ())


@refused("featherwork")
@shows("11.31")
def test_featherwork_is_no_gift_by_itself() -> None:
    men = {"cortes": expedition("red", "cempoala", MEN, gold=2, assets=["featherwork"])}
    with table(at(expeditions=men)) as game:
        assert barred(game, "gift") == "11.31"
    with table(giving("bearer", "interpreter"), 6) as game:  # no other asset helps a gift
        answer(game, "gift")
        assert asked(game) == "impulse"


# Mano de Dios ----------------------------------------------------------------------------------------------------


@played("open-mano-de-dios")
@shows("5.151", "1.34", "1.532")
def test_mano_de_dios_drawn_as_an_asset_is_laid_open_and_spent_like_the_other() -> None:
    with table(acting("negotiate", places={"tlaxcala": "town"}), 6, "mano-de-dios") as game:
        answer(game, "asset")
        assert [event.who for event in events_of(game, LuckGained)] == ["red"]
        assert game.position.factions["red"].luck == 1
        assert held(game) == ((), ())
        assert game.view("blue").position.factions["red"].luck == 1
    with table(acting("rally", hits=3, luck={"red": 1}), 5) as game:
        answer(game, "modify open-mano-de-dios")
        assert added(game, "rally") == {"rating": 3, "mano-de-dios": 2}
        assert game.position.factions["red"].luck == 0
        assert game.position.piles["asset-discards"].titles == ("mano-de-dios",)


@refused("open-mano-de-dios")
@shows("1.53", "1.54")
def test_mano_de_dios_of_another_player_is_refused() -> None:
    pos = acting("rally", hits=3, luck={"blue": 1}, hands={"red": ["mano-de-dios"]})
    with table(pos, 5) as game:
        assert asked(game) == "modify"
        assert barred(game, "modify open-mano-de-dios") == "1.53"
        answer(game, "pass", "pass")
        assert {given.who for given in game.answers if given.kind in ("modify", "reroll")} == {"red"}
