"""2.14  Reaction cards: who is asked and when, what each does, and when it is refused."""

from __future__ import annotations

from typing import Any

import pytest

from conquistadors.engine.events import CardPlayed, Rolled
from conquistadors.engine.game import Game
from conquistadors.games.conquest.builder import expedition, place
from conquistadors.games.conquest.rules.events import (
    Ambushed,
    BattleRound,
    Cancelled,
    Found,
    IndexMoved,
    Moved,
    UnitLost,
)
from conquistadors.games.conquest.rules.position import ConquestPosition, Units
from support.cards import played, refused, why_passed
from support.clauses import shows
from support.indies import answer, asked, at, barred, events_of, table

MEN = "4 foot, 1 horse, 1 cannon"


def red(space: str, units: str = MEN, **more: Any) -> Any:
    return expedition("red", space, units, **more)


def who(game: Game[ConquestPosition]) -> str | None:
    return None if game.pending is None else game.pending.who


def added(game: Game[ConquestPosition], roll: str) -> dict[str, int]:
    """The modifiers of the last roll of a name."""
    rolled = [event for event in events_of(game, Rolled) if event.roll == roll][-1]
    return {modifier.name: modifier.value for modifier in rolled.modifiers}


def reacting(game: Game[ConquestPosition]) -> list[tuple[str, str]]:
    """Who was asked for a reaction, and what he did, forced passes included."""
    return [(given.who, str(given.value)) for given in game.answers if given.kind == "react"]


# Who is asked ----------------------------------------------------------------------------------------------------


@shows("2.14", "G-2.14", "4.13")
def test_g_2_14_reactions_are_asked_in_impulse_order_after_the_active_player_until_all_pass_in_a_row() -> None:
    pos = at(
        4,
        "north",
        order=["green", "red", "yellow", "blue"],
        expeditions={"cortes": red("totonacapan")},
        places={"cempoala": "town"},
        hands={"blue": ["false-guide"], "yellow": ["false-guide", "indian-ambush"], "green": ["hostage"]},
        before="discovery cortes",
    )
    with table(pos, 6) as game:
        assert who(game) == "yellow"
        answer(game, "pass")
        assert who(game) == "blue"
        answer(game, "play false-guide")
        assert who(game) == "yellow"  # green, who holds nothing that fits, passed by himself
        answer(game, "pass")
        assert [seat for seat, _ in reacting(game)] == ["yellow", "blue", "green", "yellow", "blue"]
        assert asked(game) == "impulse"


@shows("2.12", "2.14", "4.12")
def test_2_14_the_active_player_does_not_react_to_himself() -> None:
    pos = at(
        expeditions={"cortes": red("totonacapan")},
        places={"cempoala": "town"},
        hands={"red": ["false-guide", "indian-ambush", "map-on-cloth"]},
        before="discovery cortes",
    )
    with table(pos, 6) as game:
        assert (asked(game), who(game)) == ("support", "red")
        assert barred(game, "play indian-ambush") == "2.14"
        assert [option.id for option in game.options] == ["play map-on-cloth", "pass"]
        answer(game, "pass")


def test_2_18_a_reaction_card_that_is_not_held_is_refused() -> None:
    with table(discovering(["false-guide"])) as game:
        assert barred(game, "play indian-ambush") == "2.18"
        assert barred(game, "use indian-scouts") == "2.14"


# Against discovery -----------------------------------------------------------------------------------------------


def discovering(blues: list[str], space: str = "totonacapan", **more: Any) -> ConquestPosition:
    """Red attempts a discovery next to a town; blue may react. Two leaders: a battle stops to ask for one."""
    near = {"totonacapan": "cempoala", "ahuilizapan": "cempoala", "tepeaca": "ahuilizapan", "cholula": "tepeaca"}
    places = {near.get(space, "cempoala"): place("town")}
    men = {"cortes": red(space, companions={"alvarado": ""}, **more)}
    return at(expeditions=men, places=places, hands={"blue": blues}, before="discovery cortes")


@played("indian-ambush")
@shows("4.14", "4.141", "12.32", "C1")
@pytest.mark.parametrize(("space", "units"), [("totonacapan", 2), ("ahuilizapan", 2), ("tepeaca", 3), ("cholula", 3)])
def test_indian_ambush_draws_two_units_low_and_three_high_which_attack_first(space: str, units: int) -> None:
    with table(discovering(["indian-ambush"], space), *["10"] * units) as game:
        answer(game, "play indian-ambush")
        assert len(events_of(game, Ambushed)) == 1
        assert game.position.site(space).garrison.size == units
        battle = game.position.battle
        assert battle is not None
        assert (battle.attacker.seat, battle.attacker.expedition, battle.defender.expedition) == (
            "blue",
            None,
            "cortes",
        )
        assert not events_of(game, Found)


@played("indian-ambush")
@shows("4.14", "4.141", "C42", "G-4.141")
def test_indian_ambush_doubles_the_first_round_only_and_a_town_found_is_hostile() -> None:
    with table(discovering(["indian-ambush"]), "10", "10", *(2, 8), *(2, 8), 2, 4) as game:
        answer(game, "play indian-ambush", "take cortes")
        assert [event.attacker for event in events_of(game, BattleRound)] == [40, 10]
        assert added(game, "discovery") == {"adjacency": 1, "ambush": 1}
        site = game.position.site("totonacapan")
        assert (site.marker, site.hostile, site.garrison.size) == ("town", True, 0)  # C21: a town draws no units


@shows("G-4.141", "12.32")
def test_indian_ambush_a_city_found_is_hostile_and_draws_its_units() -> None:
    outcomes = ("10", "10", "10", 2, 12, 2, 8, 2, 5, "24", "30")
    with table(discovering(["indian-ambush"], "cholula"), *outcomes) as game:
        answer(game, "play indian-ambush", "take cortes")
        site = game.position.site("cholula")
        assert (site.marker, site.hostile, list(site.garrison.each())) == ("city", True, ["24", "30"])


def test_indian_ambush_a_village_found_stays_neutral() -> None:
    with table(discovering(["indian-ambush"]), "10", "10", *(2, 12), 2, 1) as game:
        answer(game, "play indian-ambush", "take cortes")
        assert game.position.site("totonacapan").marker == "village"
        assert not game.position.site("totonacapan").hostile


@refused("indian-ambush", "false-guide")
@shows("4.14")
@pytest.mark.parametrize(("title", "clause"), [("indian-ambush", "4.14"), ("false-guide", "4.12")])
def test_cards_against_discovery_are_refused_at_level_0(title: str, clause: str) -> None:
    pos = at(expeditions={"cortes": red("panuco")}, hands={"blue": [title]}, before="discovery cortes")
    assert why_passed(pos, "blue", "react", f"play {title}") == clause


@refused("indian-ambush")
@shows("2.17", "G-2.17")
def test_indian_ambush_is_refused_a_second_time_whoever_plays_it_and_though_it_was_cancelled() -> None:
    pos = at(
        3,
        "north",
        expeditions={"cortes": red("totonacapan", assets=["indian-scouts"])},
        places={"cempoala": "town"},
        hands={"blue": ["indian-ambush"], "green": ["indian-ambush", "false-guide"]},
        before="discovery cortes",
    )
    with table(pos, 6) as game:
        answer(game, "play indian-ambush", "use indian-scouts")
        assert who(game) == "green"
        assert barred(game, "play indian-ambush") == "2.17"
        answer(game, "play false-guide")
        assert asked(game) == "impulse"


@refused("indian-ambush")
@shows("6.52")
def test_indian_ambush_is_refused_against_a_retreat() -> None:
    """Cortés falls back into the unknown and discovers it: nobody is asked."""
    places = {"cempoala": place("town", hostile=True, units=[40, 40])}
    pos = at(
        expeditions={"cortes": red("cempoala", "4 foot")},
        places=places,
        hands={"blue": ["indian-ambush"]},
        before="battle cortes indians",
    )
    with table(pos, *(2, 2), *(2, 2), 6, 5) as game:
        answer(game, "retreat totonacapan")
        assert [event.found for event in events_of(game, Found)] == ["town"]
        assert game.position.hands["blue"].titles == ("indian-ambush",)


@played("indian-scouts")
@shows("C16", "4.14")
def test_indian_scouts_cancel_the_ambush_but_its_bonus_stays() -> None:
    with table(discovering(["indian-ambush"], assets=["indian-scouts", "bearer"]), 4) as game:
        answer(game, "play indian-ambush")
        assert (asked(game), who(game)) == ("scouts", "red")
        answer(game, "use indian-scouts")
        assert [event.by for event in events_of(game, Cancelled)] == ["indian-scouts"]
        assert not events_of(game, Ambushed)
        assert added(game, "discovery") == {"adjacency": 1, "ambush": 1}
        site = game.position.site("totonacapan")
        assert (site.marker, site.hostile, site.garrison.size) == ("town", False, 0)
        assert game.position.expeditions["cortes"].assets.titles == ("bearer",)
        assert game.position.piles["asset-discards"].titles == ("indian-scouts",)


def test_indian_scouts_need_not_be_used() -> None:
    with table(discovering(["indian-ambush"], assets=["indian-scouts"]), "10", "12") as game:
        answer(game, "play indian-ambush", "pass")
        assert len(events_of(game, Ambushed)) == 1
        assert game.position.expeditions["cortes"].assets.titles == ("indian-scouts",)


@refused("indian-scouts")
@shows("5.15")
def test_indian_scouts_are_refused_to_an_expedition_without_them() -> None:
    """Whoever has cards face down is asked, and passes by himself without the Scouts: that tells nothing."""
    pos = discovering(["indian-ambush"], assets=["bearer"])
    with table(pos, "10", "12") as game:
        answer(game, "play indian-ambush")
        assert ("red", "pass") in [(given.who, given.value) for given in game.answers if given.kind == "scouts"]
        assert len(events_of(game, Ambushed)) == 1


@refused("indian-scouts")
def test_indian_scouts_help_against_an_ambush_and_nothing_else() -> None:
    with table(discovering([], assets=["indian-scouts", "indian-guide"]), 6) as game:
        assert asked(game) == "support"
        assert barred(game, "use indian-scouts") == "5.15"
        answer(game, "pass")


@played("false-guide")
@shows("4.12")
def test_false_guide_is_minus_1() -> None:
    with table(discovering(["false-guide"]), 4) as game:
        answer(game, "play false-guide")
        assert added(game, "discovery") == {"adjacency": 1, "false-guide": -1}
        assert [event.found for event in events_of(game, Found)] == ["village"]


@played("false-guide", "indian-ambush")
@shows("4.14", "2.17")
@pytest.mark.parametrize("order", [("false-guide", "indian-ambush"), ("indian-ambush", "false-guide")])
def test_false_guide_and_ambush_together_draw_one_more_unit(order: tuple[str, str]) -> None:
    with table(discovering(["false-guide", "indian-ambush"]), "10", "10", "10", *(2, 12), *(2, 12), 2, 4) as game:
        answer(game, *[f"play {title}" for title in order], "take cortes")
        assert [event.attacker for event in events_of(game, BattleRound)] == [60, 10]
        assert added(game, "discovery") == {"adjacency": 1, "ambush": 1, "false-guide": -1}


@refused("false-guide")
@shows("2.17", "G-2.17")
def test_false_guide_is_refused_a_second_time() -> None:
    with table(discovering(["false-guide", "false-guide", "indian-ambush"]), 6) as game:
        answer(game, "play false-guide")
        assert barred(game, "play false-guide") == "2.17"
        answer(game, "pass")


# Against diplomacy, plunder and rally ----------------------------------------------------------------------------


@played("hostile-chiefs")
@shows("5.13")
def test_hostile_chiefs_are_minus_2_on_diplomacy() -> None:
    men = {"cortes": red("tlaxcala")}
    pos = at(
        expeditions=men, places={"tlaxcala": "town"}, hands={"blue": ["hostile-chiefs"]}, before="negotiate cortes"
    )
    with table(pos, 4) as game:
        answer(game, "play hostile-chiefs")
        assert added(game, "diplomacy") == {"rating": 3, "hostile-chiefs": -2}
        assert game.position.expeditions["cortes"].food == 1


@refused("hostile-chiefs")
@shows("2.17", "G-2.17")
def test_hostile_chiefs_are_refused_a_second_time_by_another_player() -> None:
    pos = at(
        3,
        "north",
        expeditions={"cortes": red("tlaxcala")},
        places={"tlaxcala": "town"},
        hands={"blue": ["hostile-chiefs"], "green": ["hostile-chiefs"]},
        before="negotiate cortes",
    )
    with table(pos, 4) as game:
        answer(game, "play hostile-chiefs")
        assert asked(game) == "impulse"  # green could only pass
        assert added(game, "diplomacy") == {"rating": 3, "hostile-chiefs": -2}
        assert game.position.hands["green"].titles == ("hostile-chiefs",)


@refused("hostile-chiefs", "hidden-treasure", "bishops-letter", "velazquez-partisans")
@shows("2.14")
@pytest.mark.parametrize(
    ("title", "before"),
    [
        ("hostile-chiefs", "negotiate cortes"),
        ("hidden-treasure", "plunder cortes"),
        ("bishops-letter", "plunder cortes"),
        ("velazquez-partisans", "rally cortes"),
    ],
)
def test_reactions_are_refused_against_ones_own_action(title: str, before: str) -> None:
    pos = at(
        expeditions={"cortes": red("tlaxcala", hits=2)},
        places={"tlaxcala": place("town", hostile=True)},
        hands={"red": [title]},
        before=before,
    )
    assert why_passed(pos, "red", "support", f"play {title}") == "2.14"


def plundering(blues: list[str], greens: list[str] | None = None, **more: Any) -> ConquestPosition:
    """Red plunders a hostile town without troops."""
    return at(
        3,
        "north",
        expeditions={"cortes": red("tlaxcala", **more)},
        places={"tlaxcala": place("town", hostile=True)},
        hands={"blue": blues, "green": greens or []},
        before="plunder cortes",
    )


@played("hidden-treasure")
@shows("7.22")
def test_hidden_treasure_is_minus_2_on_plunder_gold_and_not_on_exhaustion() -> None:
    with table(plundering(["hidden-treasure"]), 4, 6) as game:
        answer(game, "play hidden-treasure")
        assert added(game, "plunder-gold") == {"hidden-treasure": -2}
        assert added(game, "exhaustion") == {}  # 7.25
        assert game.position.expeditions["cortes"].gold == 3


@refused("hidden-treasure")
@shows("2.17", "G-2.17")
def test_hidden_treasure_is_refused_a_second_time_but_other_cards_add_up() -> None:
    with table(plundering(["hidden-treasure"], ["hidden-treasure", "bishops-letter"]), 4, 6) as game:
        answer(game, "play hidden-treasure")
        assert who(game) == "green"
        assert barred(game, "play hidden-treasure") == "2.17"
        answer(game, "play bishops-letter")
        assert game.position.factions["red"].index == -1


@played("bishops-letter")
@shows("11.12")
def test_bishops_letter_lowers_the_index_of_the_plunderer() -> None:
    with table(plundering(["bishops-letter"]), 4, 6) as game:
        answer(game, "play bishops-letter")
        assert [(event.who, event.boxes) for event in events_of(game, IndexMoved)] == [("red", -1)]
        assert game.position.expeditions["cortes"].gold == 5  # the plunder itself goes on


@refused("bishops-letter", "hidden-treasure")
@pytest.mark.parametrize("title", ["bishops-letter", "hidden-treasure"])
def test_cards_against_plunder_are_refused_against_other_actions(title: str) -> None:
    pos = at(
        expeditions={"cortes": red("tlaxcala")},
        places={"tlaxcala": "town"},
        hands={"blue": [title, "hostile-chiefs"]},
        before="negotiate cortes",
    )
    with table(pos, 8) as game:
        assert barred(game, f"play {title}") == "2.14"
        answer(game, "pass")


@played("velazquez-partisans")
@shows("9.23")
def test_velazquez_partisans_are_minus_2_on_a_rally() -> None:
    pos = at(
        expeditions={"cortes": red("tlaxcala", hits=3)}, hands={"blue": ["velazquez-partisans"]}, before="rally cortes"
    )
    with table(pos, 7) as game:
        answer(game, "play velazquez-partisans")
        assert added(game, "rally") == {"rating": 3, "velazquez-partisans": -2}
        assert game.position.expeditions["cortes"].hits == 2


@refused("velazquez-partisans")
@shows("2.19")
@pytest.mark.parametrize("haven", ["santiago-de-cuba", "panama"])
def test_velazquez_partisans_are_not_heard_in_cuba_and_panama(haven: str) -> None:
    pos = at(expeditions={"cortes": red(haven, hits=3)}, hands={"blue": ["velazquez-partisans"]}, before="rally cortes")
    with table(pos, 7) as game:
        assert not reacting(game)
        assert added(game, "rally") == {"rating": 3}


# Against a march -------------------------------------------------------------------------------------------------


def marching(blues: list[str], start: str = "cempoala", **more: Any) -> ConquestPosition:
    places = {"cempoala": "village", "totonacapan": "village", "veragua": "village", "guetar": "village"}
    return at(expeditions={"cortes": red(start, **more)}, places=places, hands={"blue": blues}, before="march cortes")


@played("letter-in-the-cotton")
@shows("2.14", "11.12")
def test_letter_in_the_cotton_costs_a_foot_unit_and_a_box_of_the_index() -> None:
    with table(marching(["letter-in-the-cotton"], hits=2)) as game:
        answer(game, "go totonacapan", "play letter-in-the-cotton")
        assert game.position.units("cortes") == Units(foot=3, horse=1, cannon=1)
        assert game.position.factions["red"].index == -1
        assert asked(game) == "march"  # the march goes on


def test_letter_in_the_cotton_without_foot_units_lowers_the_index_all_the_same() -> None:
    with table(marching(["letter-in-the-cotton"], units="1 horse", hits=4)) as game:
        answer(game, "go totonacapan", "play letter-in-the-cotton")
        assert game.position.units("cortes") == Units(horse=1)
        assert game.position.factions["red"].index == -1


@played("letter-in-the-cotton")
@shows("2.34", "G-3.15")
def test_letter_in_the_cotton_meets_a_march_to_battle_and_may_stop_it() -> None:
    pos = at(
        expeditions={"cortes": red("cempoala", "1 foot", hits=2)},
        places={"cempoala": "village", "totonacapan": place("town", hostile=True, units=[10])},
        hands={"blue": ["letter-in-the-cotton"]},
        before="attack cortes",
    )
    with table(pos) as game:
        answer(game, "advance totonacapan", "play letter-in-the-cotton")
        assert game.position.battle is None
        assert asked(game) == "impulse"


@refused("letter-in-the-cotton")
def test_letter_in_the_cotton_is_refused_below_two_hits() -> None:
    with table(marching(["letter-in-the-cotton"], hits=1)) as game:
        answer(game, "go totonacapan")
        assert asked(game) == "march"
        assert game.position.hands["blue"].titles == ("letter-in-the-cotton",)


@refused("letter-in-the-cotton")
@shows("2.19")
def test_letter_in_the_cotton_is_refused_against_a_march_into_panama() -> None:
    with table(marching(["letter-in-the-cotton"], "veragua", hits=3)) as game:
        answer(game, "go panama")
        assert (asked(game), who(game)) == ("march", "red")
    with table(marching(["letter-in-the-cotton"], "panama", hits=3)) as game:
        answer(game, "go veragua")
        assert (asked(game), who(game)) == ("react", "blue")  # out of Panama it is legal


def test_letter_in_the_cotton_is_refused_against_a_voyage() -> None:
    pos = sailing(["letter-in-the-cotton", "head-winds"], hits=3)
    with table(pos) as game:
        assert asked(game) == "react"
        assert barred(game, "play letter-in-the-cotton") == "2.14"


# Against a voyage ------------------------------------------------------------------------------------------------


def sailing(blues: list[str], start: str = "cempoala", reds: tuple[str, ...] = (), **more: Any) -> ConquestPosition:
    return at(
        3,
        "north",
        expeditions={"cortes": red(start, **more)},
        places={"cempoala": "village"},
        hands={"blue": blues, "red": reds},
        before="sail cortes",
    )


@played("stormy-weather")
@shows("3.24", "G-3.24")
def test_stormy_weather_ends_the_move_where_it_is_declared() -> None:
    with table(sailing(["stormy-weather"]), 3) as game:
        answer(game, "play stormy-weather")
        assert asked(game) == "impulse"
        assert game.position.expeditions["cortes"].space == "cempoala"
        assert game.position.units("cortes").size == 6


@played("stormy-weather")
@shows("3.24", "G-3.24")
@pytest.mark.parametrize("die", [1, 2])
def test_stormy_weather_under_way_keeps_what_was_sailed_and_may_cost_a_unit(die: int) -> None:
    with table(sailing(["stormy-weather"]), die) as game:
        answer(game, "pass", "go bay-of-campeche", "play stormy-weather")
        assert (asked(game), who(game)) == ("lose-unit", "red")
        answer(game, "take cannon")
        assert [event.unit for event in events_of(game, UnitLost)] == ["cannon"]
        assert game.position.expeditions["cortes"].space == "bay-of-campeche"
        assert game.position.factions["red"].index == 0
        assert asked(game) == "impulse"


@played("head-winds")
@shows("3.24")
def test_head_winds_leave_two_more_spaces() -> None:
    with table(sailing(["head-winds"])) as game:
        answer(game, "pass", "go bay-of-campeche", "play head-winds", "go campeche-bank", "go gulf-north")
        assert barred(game, "go gulf-east") == "3.22"
        answer(game, "stop")
        assert len(events_of(game, Moved)) == 3


def test_head_winds_do_not_lengthen_the_end_of_a_voyage() -> None:
    with table(sailing(["head-winds"], "gulf-of-darien")) as game:
        spaces = ["mosquito-sea", "sea-cayman", "yucatan-channel", "gulf-east", "gulf-north"]
        answer(game, "pass")
        for space in spaces[:-1]:
            answer(game, f"go {space}", "pass")
        answer(game, "go gulf-north", "play head-winds", "go gulf-west")
        assert barred(game, "go bay-of-campeche") == "3.22"


@refused("stormy-weather", "head-winds")
@shows("2.17", "G-2.17")
def test_cards_against_a_voyage_are_refused_a_second_time() -> None:
    pos = sailing(["stormy-weather", "head-winds"])
    pos.hands["green"] = pos.hands["green"].plus("stormy-weather")
    pos.piles["deck"] = pos.piles["deck"].minus("stormy-weather")
    with table(pos, 6) as game:
        answer(game, "play head-winds")
        assert who(game) == "green"
        answer(game, "play stormy-weather")
        assert asked(game) == "impulse"  # blue could only pass: his storm would be the second
        assert [event.card for event in events_of(game, CardPlayed)] == ["head-winds", "stormy-weather"]
        assert game.position.hands["blue"].titles == ("stormy-weather",)


@refused("stormy-weather", "head-winds")
@shows("2.19")
@pytest.mark.parametrize("title", ["stormy-weather", "head-winds"])
def test_cards_against_a_voyage_are_refused_in_panama_and_where_it_lands(title: str) -> None:
    with table(sailing([title], "panama")) as game:
        assert asked(game) == "voyage"  # declared in Panama: nobody is asked
        answer(game, "go gulf-of-darien")
        assert (asked(game), who(game)) == ("react", "blue")
        answer(game, "pass", "go panama")
        assert asked(game) == "impulse"
        assert game.position.hands["blue"].titles == (title,)


@refused("stormy-weather", "head-winds")
@played("master-pilot")
@shows("3.24")
@pytest.mark.parametrize("title", ["stormy-weather", "head-winds"])
def test_master_pilot_makes_the_weather_useless(title: str) -> None:
    pos = at(expeditions={"cortes": red("gulf-of-darien")}, hands={"red": ["master-pilot"], "blue": [title]})
    with table(pos) as game:
        answer(game, "play master-pilot", "activate cortes", "sail")
        assert asked(game) == "voyage"
    clause = why_passed(pos, "blue", "react", f"play {title}", "play master-pilot", "activate cortes", "sail")
    assert clause == "3.24"


@played("master-pilot")
@shows("3.24", "C36")
def test_master_pilot_protects_a_landing_that_leads_to_battle() -> None:
    pos = at(
        expeditions={"cortes": red("bay-of-campeche", companions={"alvarado": ""})},
        places={"cempoala": place("town", hostile=True, units=[10])},
        hands={"red": ["master-pilot"], "blue": ["stormy-weather"]},
    )
    with table(pos) as game:
        answer(game, "activate cortes", "attack", "advance cempoala")
        assert (asked(game), who(game)) == ("react", "blue")  # without him the storm can be played
    with table(pos) as game:
        answer(game, "play master-pilot", "activate cortes", "attack", "advance cempoala", "fight indians")
        assert asked(game) == "leader"
