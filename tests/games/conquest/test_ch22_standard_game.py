"""22.0  The Standard Game scenario."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

import conquistadors as cq
from conquistadors.bots import RandomBot, let_bots_play
from conquistadors.engine import TABLE, Pile
from conquistadors.engine.errors import IllegalAnswer, SetupError
from conquistadors.engine.game import Game
from conquistadors.games.conquest.builder import begin, build, expedition, place
from conquistadors.games.conquest.rules.events import (
    Arrived,
    Joined,
    OrderSet,
    PesosChanged,
    Reshuffled,
    UnitsGained,
)
from conquistadors.games.conquest.rules.position import ConquestPosition, Faction, Units
from conquistadors.games.conquest.rules.standard import StandardGame
from support.clauses import shows
from support.indies import FIXED, answer, asked, at_standard, barred, buy, events_of, standard_rules, table
from support.watched import Watched

REDS = ("almagro", "alvarado", "balboa", "belalcazar", "cortes", "de-leon", "de-soto", "francisco-pizarro", "quesada")
BROWNS = ("cordoba", "de-candia", "hernando-pizarro", "orellana", "ordaz", "sandoval")
HAND = ("theft", "theft", "bolas", "bolas", "bolas", "hostage", "hostage", "ultimatum", "ultimatum", "war-dogs")
OTHER = ("rediscovery",) * 3 + ("hostile-chiefs",) * 3 + ("indian-uprising",) * 3 + ("night-march",)
COLOURS = "red blue green yellow black"


@contextmanager
def standard(*outcomes: int | str, seats: int = 2, map: str = "north", **game: Any) -> Iterator[Game[ConquestPosition]]:  # noqa: A002  # as players say
    """A Standard Game from its very beginning, with scripted chance."""
    with Watched(*outcomes) as dice:
        yield Game.new(standard_rules(seats, map, **game), chance=dice)


def new_standard(**setup: Any) -> Game[Any]:
    return cq.new_game("standard", pack=str(FIXED), **setup)


def who(game: Game[Any]) -> tuple[str | None, str | None]:
    return asked(game), None if game.pending is None else game.pending.who


def taken(game: Game[Any]) -> list[str | None]:
    """What can be taken now; None stands for a pass."""
    return [o.subject for o in game.options]


# 22.0, 22.4 ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_22_0_two_to_five_players(seats: int) -> None:
    names = ["Ana", "Ben", "Cleo", "Dan", "Eva"][:seats]
    game = new_standard(players=names, seed=1)
    assert game.names == dict(zip(COLOURS.split(), names, strict=False))
    assert set(game.position.rules.world.maps) == ({"north"} if seats == 2 else {"north", "south"})


@pytest.mark.parametrize("players", [["Ana"], ["Ana", "Ben", "Cleo", "Dan", "Eva", "Fay"]])
def test_22_0_no_fewer_and_no_more(players: list[str]) -> None:
    with pytest.raises(SetupError, match=rf"the Standard Game is for 2 to 5 players \(22\.0\); got {len(players)}"):
        new_standard(players=players)


WRONG_SETUPS: list[tuple[dict[str, Any], str]] = [
    ({"seats": True}, r"the Standard Game is for 2 to 5 players \(22\.0\); got True"),
    ({"legends": 1}, "legends must be true or false; got 1"),
    ({"quick_start": "yes"}, "quick_start must be true or false; got 'yes'"),
    ({"target": 0}, r"target must be 1 to 200 points \(22\.4 recommends 50 or more\); got 0"),
    ({"target": 201}, "target must be 1 to 200 points"),
    ({"target": "50"}, "target must be 1 to 200 points .*; got '50'"),
    ({"target": True}, "target must be 1 to 200 points .*; got True"),
    ({"late": 1}, r"late must be 0 to 0 for 2 players \(2 must start, 22\.36\); got 1"),
    ({"seats": 4, "late": 3}, "late must be 0 to 2 for 4 players \\(2 must start"),
    ({"seats": 4, "late": -1}, "late must be 0 to 2 for 4 players"),
    ({"seats": 4, "late": False}, "late must be 0 to 2 for 4 players .*; got False"),
    ({"map": "east"}, "the map must be 'north', 'south' or 'both'; got 'east'"),
    ({"captains": 2}, "standard has no option 'captains'. Options: seats, map, legends, quick_start, target, late"),
]


@pytest.mark.parametrize(("setup", "reason"), WRONG_SETUPS)
def test_22_0_a_wrong_set_up_is_refused_with_a_reason(setup: dict[str, Any], reason: str) -> None:
    with pytest.raises(SetupError, match=reason):
        cq.new_game("standard", **setup)


def test_22_4_two_hundred_points_win() -> None:
    with table(at_standard(points={"red": 200, "blue": 199}, before="victory")) as game:
        assert game.ending is not None
        assert game.ending.winners == ("red",)


def test_22_4_one_hundred_and_ninety_nine_do_not() -> None:
    game = begin(at_standard(points={"red": 199}, before="victory"), seed=1)
    assert game.ending is None
    assert game.position.turn == 2


@shows("22.4", "D-22.4")
def test_22_4_a_lower_target_may_be_agreed_on() -> None:
    with table(at_standard(game={"target": 60}, points={"red": 60}, before="victory")) as game:
        assert game.ending is not None
    assert begin(at_standard(game={"target": 60}, points={"red": 59}, before="victory"), seed=1).ending is None
    assert standard_rules(target=1).target == 1, "50 is only recommended"


@shows("22.4", "16.24")
def test_22_4_debt_is_deducted_twice() -> None:
    with table(at_standard(points={"red": 202}, debt={"red": 1}, before="victory")) as game:
        assert game.ending is not None
    assert begin(at_standard(points={"red": 201}, debt={"red": 1}, before="victory"), seed=1).ending is None


# 22.1 ------------------------------------------------------------------------------------------------------------


@shows("22.11", "J11", "D-22.11")
def test_22_11_everything_starts_at_nothing() -> None:
    pos = standard_rules(3, None).start()
    assert set(pos.factions.values()) == {Faction()}
    assert (pos.turn, pos.round, pos.order) == (0, 0, ("red", "blue", "green"))
    assert (pos.captains, pos.expeditions, pos.sites) == ({}, {}, {})
    assert pos.pool == pos.rules.units_of_the_game, "nobody is given units"


@shows("22.12", "D-22.12")
def test_22_12_the_men_lie_in_three_piles() -> None:
    piles = standard_rules().start().piles
    assert piles["red"].titles == REDS
    assert piles["brown"].titles == tuple(sorted(BROWNS))
    assert piles["replacements"].size == 5
    assert set(piles["deck"].titles).isdisjoint(standard_rules().men)


def test_22_13_two_dice_decide_on_the_order_of_choice() -> None:
    with standard(5, 9, 7, 1, seats=3) as game:
        assert game.position.order == game.position.chose == ("blue", "green", "red")
        assert events_of(game, OrderSet)[0].rule == "22.13"
        for seat, man in (("blue", "cortes"), ("green", "balboa"), ("red", "quesada")):
            assert who(game) == ("choose-conquistador", seat)
            answer(game, f"take {man}", "take panama")
        owners = {man: captain.owner for man, captain in game.position.captains.items()}
        assert owners == {"cortes": "blue", "balboa": "green", "quesada": "red"}


def test_22_13_he_is_one_of_the_red_ones_that_are_left() -> None:
    with standard(9, 5) as game:
        assert who(game) == ("choose-conquistador", "red")
        assert tuple(taken(game)) == REDS
        for other in ("sandoval", "montejo", "atlantis"):
            assert barred(game, f"take {other}") == "22.13"
        assert barred(game, "pass") == "22.13", "he has to choose"
        answer(game, "take cortes", "take panama")
        assert who(game) == ("choose-conquistador", "blue")
        assert taken(game) == [man for man in REDS if man != "cortes"]
        assert barred(game, "take cortes") == "22.13"


def test_22_13_with_five_players_as_well() -> None:
    with standard(12, 11, 10, 9, 8, seats=5) as game:
        assert tuple(taken(game)) == REDS


@pytest.mark.parametrize(
    ("maps", "places"),
    [("north", ["santiago-de-cuba", "panama"]), ("both", ["santiago-de-cuba", "panama", "panama-south"])],
)
def test_22_13_he_starts_in_cuba_or_panama(maps: str, places: list[str]) -> None:
    with standard(9, 5, map=maps) as game:
        answer(game, "take cortes")
        assert who(game) == ("arrival", "red")
        assert taken(game) == places
        assert barred(game, "take cempoala") == "22.13"
        answer(game, f"take {places[-1]}")
        assert game.position.expeditions["cortes"].space == places[-1]
        assert game.position.units("cortes") == Units()
        assert [(event.captain, event.rule) for event in events_of(game, Joined)] == [("cortes", "22.13")]


@shows("22.13", "G-14.0")
def test_22_13_on_the_south_map_there_is_only_panama() -> None:
    with standard(9, 5, 1, map="south") as game:
        answer(game, "take francisco-pizarro", "take almagro")
        assert {e.space for e in game.position.expeditions.values()} == {"panama-south"}
        assert asked(game) == "loan"


# 22.2 ------------------------------------------------------------------------------------------------------------


@shows("22.21", "15.11")
def test_22_21_when_all_have_chosen_all_buy_in_the_same_order() -> None:
    with standard(5, 9, 1, 1, *OTHER) as game:
        answer(game, "take cortes", "take panama", "take balboa", "take panama")
        assert [who(game), game.position.factions["blue"].pesos] == [("loan", "blue"), 12]
        answer(game, "amount 0")
        buy(game, foot=6)
        assert game.position.units("cortes") == Units(foot=6)
        assert [who(game), game.position.factions["red"].pesos] == [("loan", "red"), 12]
        answer(game, "amount 12")
        buy(game, horse=2, cannon=1, foot=3)
        assert game.position.captains["balboa"].units == Units(3, 2, 1)
        assert (game.position.factions["red"].pesos, game.position.factions["red"].debt) == (24 - 20, 12)
        assert (game.position.turn, who(game)) == (1, ("lay-down", "blue")), "then turn 1; nobody rolls for an event"


@shows("22.22", "15.13")
def test_22_22_three_horse_a_turn_for_all_expeditions_of_a_player() -> None:
    """Two for the man chosen on turn 2; for another, who comes by his card in the same turn, one is left."""
    men = {"cortes": expedition("red", "panama"), "balboa": expedition("red", "panama")}
    pos = at_standard(expeditions=men, pesos={"red": 50}, turn=2, before="recruit-anywhere:cortes")
    pos.tasks = (*pos.tasks[:-1], "recruit:balboa", "recruit-anywhere:cortes")
    with table(pos, 1, 1) as game:
        answer(game, "amount 0")
        buy(game, horse=2)
        answer(game, "amount 0", "recruit horse")
        assert game.position.units("balboa") == Units(horse=1), "not asked how many: one is left"
        assert barred(game, "recruit horse") == "22.22", "56 pesos would buy eight more"
        answer(game, "enough")


@shows("22.23")
def test_22_23_borrowed_money_is_not_saved() -> None:
    with standard(9, 5, 1, 1) as game:
        answer(game, "take cortes", "take panama", "take balboa", "take panama", "amount 12")
        assert game.position.factions["red"].pesos == 24
        buy(game, cannon=2, enough=False)
        assert barred(game, "enough") == "22.23"
        buy(game, foot=2)
        assert (game.position.factions["red"].pesos, game.position.factions["red"].debt) == (12, 12)


# 22.24 -----------------------------------------------------------------------------------------------------------

MEN = ("cortes", "alvarado", "balboa", "quesada")
ASSETS = ("bearer", "interpreter", "indian-guide", "indian-scouts")


@contextmanager
def quick(*more: int | str) -> Iterator[Game[ConquestPosition]]:
    """Quick Start for two, with all markers placed."""
    with standard(*MEN, *ASSETS, 5, 9, *more, quick_start=True) as game:
        answer(game, "place panuco", "place cempoala", "place oxitipa", "place totonacapan")
        answer(game, "place metztitlan", "place tlaxcala")
        yield game


@shows("22.24", "C34", "14.12", "14.23")
def test_22_24_quick_start_is_the_set_up_of_the_basic_game() -> None:
    with quick() as game:
        pos = game.position
        assert pos.factions["red"].settlements == ("cempoala", "totonacapan", "tlaxcala")
        assert {man: captain.owner for man, captain in pos.captains.items()} == dict(
            zip(MEN, ("red", "red", "blue", "blue"), strict=True)
        )
        assert list(pos.dealt["blue"].each()) == ["indian-guide", "indian-scouts"]


@shows("22.24", "G-22.24")
def test_22_24_thirty_two_pesos_buy_units_for_both_expeditions() -> None:
    with quick() as game:
        assert [(event.pesos, event.rule) for event in events_of(game, PesosChanged)] == [(32, "22.24")]
        assert who(game) == ("purchase", "blue")
        assert game.pending is not None
        assert game.pending.rule == "22.24"
        buy(game, horse=1, cannon=1, foot=2)
        assert game.position.captains["balboa"].units == Units(2, 1, 1)
        answer(game, "recruit horse")
        assert taken(game) == ["1", "2"], "three horse in all (22.22)"
        answer(game, "amount 2")
        buy(game, foot=1)
        pos = game.position
        assert pos.captains["quesada"].units == Units(1, 2, 0)
        assert (pos.factions["blue"].pesos, pos.factions["blue"].debt) == (32 - 13 - 12, 0), "what is left is kept"
        assert who(game) == ("purchase", "red"), "there are no loans"
        assert {event.rule for event in events_of(game, UnitsGained)} == {"22.24"}


@shows("22.24", "14.24")
def test_22_24_then_stations_and_assets_and_the_first_turn() -> None:
    with quick(*OTHER) as game:
        answer(game, *["enough"] * 4)
        answer(game, "station balboa panuco", "station cortes cempoala")
        answer(game, "station quesada panama", "station alvarado tlaxcala")
        answer(game, "assign indian-guide balboa", "assign indian-scouts quesada")
        answer(game, "assign bearer cortes", "assign interpreter cortes")
        pos = game.position
        assert (pos.turn, who(game)) == (1, ("lay-down", "blue"))
        assert pos.factions["red"].pesos == 32
        assert pos.chose == ("blue", "red"), "the order of set-up is that of choice for turn 2"


@shows("22.24", "14.14", "G-14.14")
def test_22_24_nobody_draws_both_cortes_and_francisco_pizarro() -> None:
    both = ("cortes", "francisco-pizarro", "balboa", "quesada")
    with standard(*both, *MEN, *ASSETS, 5, 9, quick_start=True) as game:
        assert sorted(game.position.captains) == sorted(MEN)
        assert game.position.piles["red"].size == len(REDS) - 4


@shows("22.24", "14.14")
def test_22_24_five_players_draw_from_the_brown_men_as_well() -> None:
    """Ten are needed and nine are red: own ruling, by 22.311."""
    men = ("cortes", "sandoval", *[man for man in REDS if man != "cortes"])
    assets = ("bearer",) * 3 + ("interpreter",) * 4 + ("indian-scouts",) * 3
    with Watched(*men, *assets, 12, 11, 10, 9, 8) as dice:
        game = Game.new(standard_rules(5, "both", quick_start=True), chance=dice)
        drawn = [chance for chance in dice.chances if chance.kind == "conquistador"]
        assert sorted(drawn[0].outcomes, key=str) == sorted((*REDS, *BROWNS))
        assert set(game.position.captains) == set(men)
        assert game.position.piles["red"].size == 0
        assert set(game.position.piles["brown"].titles) == set(BROWNS) - {"sandoval"}


def test_22_24_four_draw_from_the_red_men_only() -> None:
    game = begin_quick(4)
    assert set(game.position.captains) <= set(REDS)
    assert game.position.piles["brown"].size == len(BROWNS)


def begin_quick(seats: int) -> Game[ConquestPosition]:
    return Game.new(standard_rules(seats, "both", quick_start=True), seed=1)


@shows("22.24", "22.31", "14.31")
def test_22_24_reinforcements_are_those_of_the_standard_game() -> None:
    game = begin(at_standard(game={"quick_start": True}, before="clean-up"), seed=1)
    assert game.position.turn == 2
    assert asked(game) == "choose-conquistador"
    assert set(game.position.piles["deck"].titles).isdisjoint(REDS), "nobody joins the deck on turn 2"


# 22.31 to 22.33 --------------------------------------------------------------------------------------------------


def second(seats: int = 2, *, turn: int = 1, **wanted: Any) -> ConquestPosition:
    """The end of a turn: red has Cortés with five foot in Cempoala."""
    force = {"cortes": expedition("red", "cempoala", "5 foot")}
    places = {"cempoala": place("village")}
    return at_standard(seats, turn=turn, before="clean-up", **{"expeditions": force, "places": places, **wanted})


@shows("22.31", "G-22.13")
def test_22_31_on_turn_2_each_chooses_in_the_reverse_of_the_first_order() -> None:
    pos = second(3, order=("green", "red", "blue"))
    pos.order = ("red", "green", "blue")  # the order of impulses is another thing
    with table(pos, 1, 1) as game:
        assert (game.position.turn, who(game)) == (2, ("choose-conquistador", "blue"))
        answer(game, "take balboa", "take panama", "amount 0", "enough")
        assert who(game) == ("choose-conquistador", "red")
        assert "balboa" not in taken(game)
        answer(game, "pass")
        assert who(game) == ("choose-conquistador", "green")
        answer(game, "take quesada", "take panama")


def test_22_31_on_no_other_turn() -> None:
    for turn in (2, 3):
        assert asked(begin(second(turn=turn), seed=1)) == "lay-down"
    with standard(9, 5, 1, 1, *HAND) as game:
        answer(game, "take cortes", "take panama", "take balboa", "take panama", *["amount 0", "enough"] * 2)
        assert (game.position.turn, asked(game)) == (1, "lay-down")


def test_22_31_who_has_resigned_does_not_choose() -> None:
    game = begin(second(3), seed=1)
    assert who(game) == ("choose-conquistador", "green")
    game.resign("green")
    assert who(game) == ("choose-conquistador", "blue")


def test_22_311_up_to_four_players_choose_from_the_red_men() -> None:
    for seats in (2, 3, 4):
        game = begin(second(seats), seed=1)
        assert taken(game) == [*[man for man in REDS if man != "cortes"], None]
        assert barred(game, "take sandoval") == "22.31"


def test_22_311_five_players_choose_from_all() -> None:
    game = begin(second(5), seed=1)
    assert taken(game) == [*sorted(man for man in (*REDS, *BROWNS) if man != "cortes"), None]
    assert barred(game, "take montejo") == "22.31", "a replacement"


@shows("22.311", "G-22.311")
def test_g_22_311_when_no_red_man_is_left_any_other_may_be_chosen() -> None:
    captains = {man: expedition("red", "panama") for man in REDS}
    game = begin(second(expeditions=captains), seed=1)
    assert taken(game) == [*sorted(BROWNS), None]
    answer(game, "take ordaz", "take panama")
    assert game.position.captains["ordaz"].owner == "blue"
    assert "ordaz" not in game.position.piles["brown"].titles


@shows("22.312", "D-22.312")
def test_22_312_he_joins_an_expedition_or_comes_to_cuba_or_panama() -> None:
    pos = second(map="both", order=("blue", "red"))
    with table(pos) as game:
        answer(game, "take francisco-pizarro")
        assert taken(game) == ["cortes", "santiago-de-cuba", "panama", "panama-south"]
        assert barred(game, "take cempoala") == "22.312"
    with table(pos, 1) as game:
        answer(game, "take francisco-pizarro", "take cortes")
        assert game.position.members("cortes") == ["cortes", "francisco-pizarro"], "14.14 is for the draw only"
    with table(pos, 1) as game:
        answer(game, "take francisco-pizarro", "take panama-south")
        assert game.position.expeditions["francisco-pizarro"].space == "panama-south"


@shows("22.32", "15.14", "G-15.14")
def test_22_32_units_for_him_also_in_the_field_with_funds_of_reinforcements() -> None:
    with table(second(order=("blue", "red")), 6) as game:
        answer(game, "take balboa", "take cortes")
        assert game.position.factions["red"].pesos == 14, "the Reinforcement column"
        answer(game, "amount 0")
        buy(game, horse=1, cannon=1, foot=2)
        assert game.position.captains["balboa"].units == Units(2, 1, 1)
        assert game.position.units("cortes") == Units(7, 1, 1)
        assert who(game) == ("choose-conquistador", "blue")


def test_22_33_he_may_do_without() -> None:
    game = begin(second(order=("blue", "red")), seed=1)
    answer(game, "pass")
    assert who(game) == ("choose-conquistador", "blue")
    answer(game, "pass")
    assert set(game.position.captains) == {"cortes"}
    assert asked(game) == "lay-down"


# 22.34 -----------------------------------------------------------------------------------------------------------


@shows("22.34", "D-22.34")
def test_22_34_on_turn_3_all_men_but_the_replacements_join_the_deck() -> None:
    game = begin(second(turn=2, captives={"balboa": ("red", "blue")}), seed=1)
    pos = game.position
    assert pos.turn == 3
    cards = [*pos.piles["deck"].titles, *pos.hands["red"].titles, *pos.hands["blue"].titles]
    assert set(cards) & set(pos.rules.men) == {*REDS, *BROWNS} - {"cortes", "balboa"}
    assert pos.piles["red"].size == pos.piles["brown"].size == 0
    assert pos.piles["replacements"].size == 5
    assert [(event.pile, event.rule) for event in events_of(game, Reshuffled)] == [("everything", "22.34")]


@shows("22.34")
def test_22_34_the_discards_are_shuffled_in_those_laid_down_unseen_among_them() -> None:
    pos = second(turn=2, hands={"red": ["theft", "bolas"], "blue": ["hostage"]})
    pos.discard("red", "theft")
    for seat, title in (("red", "bolas"), ("blue", "hostage")):
        pos.hands[seat] = Pile()
        pos.buried[seat] = Pile.of([title])
    game = begin(pos, seed=1)
    pos = game.position
    assert pos.piles["discards"].size == 0
    assert [buried.size for buried in pos.buried.values()] == [0, 0]
    cards = Pile.united([pos.piles["deck"], *pos.hands.values()])
    assert cards.size == pos.rules.strategy_deck().size + len(REDS) + len(BROWNS) - 1


@shows("22.34", "2.2")
def test_22_34_they_come_by_the_deal_of_that_turn() -> None:
    with table(second(turn=2), *HAND[:9], "balboa") as game:
        assert "balboa" in game.position.hands["red"].titles


def test_22_34_not_before_and_not_again() -> None:
    assert set(at_standard(turn=2).piles["deck"].titles).isdisjoint({*REDS, *BROWNS})
    game = begin(second(turn=3), seed=1)
    assert events_of(game, Reshuffled) == []
    assert all(game.position.piles["deck"].count_of(man) <= 1 for man in REDS)


# 22.36 -----------------------------------------------------------------------------------------------------------


def late(turn: int = 1, seats: int = 4, **wanted: Any) -> ConquestPosition:
    """The end of a turn with green and yellow still missing; turn 0 is the set-up."""
    pos = second(seats, turn=max(turn, 1), absent=["green", "yellow"], **wanted)
    if turn == 0:
        pos.turn, pos.round, pos.tasks = 0, 0, ("turn",)
    return pos


def test_22_36_the_last_players_may_come_late() -> None:
    with standard(9, 5, 1, 1, seats=4, late=2) as game:
        pos = game.position
        assert [seat for seat, faction in pos.factions.items() if faction.absent] == ["green", "yellow"]
        assert pos.order == pos.chose == ("red", "blue")
        answer(game, "take cortes", "take panama", "take balboa", "take panama", *["amount 0", "enough"] * 2)
        assert who(game) == ("late-arrival", TABLE)
        assert game.position.turn == 1
        assert "Not here yet" in str(game)


@shows("22.36", "D-22.36")
def test_22_36_the_table_says_at_the_start_of_each_turn_who_has_come() -> None:
    for turn in (0, 1, 2, 5):
        game = begin(late(turn), seed=1)
        assert (game.position.turn, who(game)) == (turn + 1, ("late-arrival", TABLE))
        assert taken(game) == ["green", "yellow", None]
        assert barred(game, "take blue") == "22.36"
        answer(game, "pass")
        assert asked(game) in ("choose-conquistador", "lay-down")
        assert game.position.order == ("red", "blue")
    assert asked(begin(second(4, turn=5), seed=1)) == "lay-down", "nobody is missing"


@shows("22.36", "G-22.36")
def test_g_22_36_on_turn_1_one_man_with_funds_of_the_set_up() -> None:
    with table(late(0), 6, 6) as game:
        answer(game, "take yellow")
        assert who(game) == ("choose-conquistador", "yellow")
        assert taken(game) == [man for man in REDS if man != "cortes"], "he has to choose, from the red ones"
        answer(game, "take balboa")
        assert taken(game) == ["santiago-de-cuba", "panama"]
        answer(game, "take panama")
        assert (who(game), game.position.factions["yellow"].pesos) == (("loan", "yellow"), 22)
        answer(game, "amount 0", "enough")
        assert who(game) == ("late-arrival", TABLE), "somebody else is still missing"
        assert taken(game) == ["green", None]
        answer(game, "take green", "take quesada", "take panama", "amount 0")
        pos = game.position
        assert pos.order == ("red", "blue", "yellow", "green")
        assert pos.chose == pos.order, "they chose last, so they choose first on turn 2"
        assert [event.who for event in events_of(game, Arrived)] == ["yellow", "green"]
        assert [pos.factions[seat].index for seat in ("green", "yellow")] == [0, 0]


@shows("22.36", "G-22.36")
def test_g_22_36_from_turn_2_on_two_men_one_in_each_column() -> None:
    with table(late(1), 1, 1) as game:
        answer(game, "take green", "take balboa", "take santiago-de-cuba")
        assert game.position.factions["green"].pesos == 12, "the Initial Setup column"
        answer(game, "amount 0")
        buy(game, foot=6)
        assert who(game) == ("choose-conquistador", "green")
        answer(game, "take quesada")
        assert taken(game) == ["balboa", "santiago-de-cuba", "panama"]
        answer(game, "take balboa")
        assert game.position.factions["green"].pesos == 6, "the Reinforcement column"
        answer(game, "amount 0", "recruit horse")
        assert game.position.units("balboa") == Units(6, 1, 0)
        answer(game, "pass")
        assert who(game) == ("choose-conquistador", "blue"), "the choice of turn 2 is not for him"


def test_22_36_the_second_man_may_be_left_out() -> None:
    game = begin(late(2), seed=1)
    answer(game, "take green", "take balboa", "take panama", "amount 0", "enough")
    assert who(game) == ("choose-conquistador", "green")
    answer(game, "pass")
    assert who(game) == ("late-arrival", TABLE)


@shows("22.36", "22.22")
def test_22_36_three_horse_for_both_men() -> None:
    with table(late(1), 6, 6) as game:
        answer(game, "take green", "take balboa", "take panama", "amount 0")
        buy(game, horse=2)
        answer(game, "take quesada", "take panama", "amount 14", "recruit horse")
        assert game.position.units("quesada") == Units(horse=1)
        assert barred(game, "recruit horse") == "22.22"


@shows("22.36", "2.0", "2.15")
def test_22_36_he_gets_cards_in_the_same_turn_and_rolls_for_initiative() -> None:
    game = begin(late(1), seed=3)
    answer(game, "take green", "take balboa", "take panama", "amount 0", "enough", "pass", "pass")
    for _ in range(40):
        if asked(game) == "impulse":
            break
        answer(game, game.options[-1].id)
    pos = game.position
    assert pos.hands["green"].size == 8
    assert pos.hands["yellow"].size == 0
    assert sorted(pos.order) == ["blue", "green", "red"]


def discarded(pos: ConquestPosition, *men: str) -> ConquestPosition:
    """These men lie open in the discards."""
    for man in men:
        pos.piles["deck"] = pos.piles["deck"].minus(man)
    pos.piles["discards"] = Pile.of(men)
    return pos


@shows("22.36", "22.34", "G-22.36b")
def test_g_22_36b_once_the_men_are_in_the_deck_only_those_who_lie_open_may_be_chosen() -> None:
    pos = late(4, hands={"red": ["balboa"]}, captives={"quesada": ("red", "blue")})
    game = begin(discarded(pos, "sandoval", "ordaz"), seed=1)
    answer(game, "take green")
    assert taken(game) == ["ordaz", "sandoval"]
    for man in ("balboa", "almagro", "quesada"):
        assert barred(game, f"take {man}") == "22.36", "in a hand, in the deck or captive: all the same"
    answer(game, "take sandoval", "take panama")
    assert game.position.captains["sandoval"].owner == "green"
    assert game.position.piles["discards"] == Pile.of(["ordaz"])
    game.position.rules.check(game.position)


@shows("22.36", "G-22.36b")
def test_g_22_36b_nothing_is_told_of_hands() -> None:
    """Who holds whom, and whether a card was laid down unseen, changes nothing of what is asked or told."""
    told = []
    for hands, buried in (({"red": ["balboa"]}, []), ({}, ["balboa"]), ({}, [])):
        pos = discarded(late(4, hands=hands), "sandoval", "ordaz")
        for man in buried:
            pos.piles["deck"] = pos.piles["deck"].minus(man)
        pos.buried["blue"] = Pile.of(buried)
        game = begin(pos, seed=1)
        answer(game, "take green")
        told.append((game.options, [type(line.event) for line in game.log], game.why_not("take balboa")))
    assert told[0] == told[1] == told[2]


@shows("22.36", "G-22.36b")
def test_g_22_36b_where_nobody_lies_open_he_plays_without_a_man() -> None:
    game = begin(late(4), seed=1)
    answer(game, "take green")
    assert who(game) == ("late-arrival", TABLE)
    assert game.position.order == ("red", "blue", "green")


def test_22_36_where_nobody_is_left_he_plays_without_a_man() -> None:
    men = {man: expedition("red", "panama") for man in (*REDS, *BROWNS)}
    game = begin(late(4, expeditions=men), seed=1)
    answer(game, "take green")
    assert who(game) == ("late-arrival", TABLE)
    assert game.position.order == ("red", "blue", "green")


def test_22_36_who_is_missing_takes_no_part() -> None:
    pos = late(1)
    pos.tasks = ("end-roll", "begin:red")
    game = begin(pos, seed=1)
    assert not any("green" in o.id or "yellow" in o.id for o in game.options)
    assert barred(game, "deal green") == "8.14"
    assert game.view("green").options == ()


@shows("22.36", "G-6.46b")
def test_22_36_who_will_not_come_any_more_resigns() -> None:
    game = begin(late(1), seed=1)
    game.resign("green")
    assert taken(game) == ["yellow", None]
    game.resign("yellow")
    assert who(game) == ("choose-conquistador", "blue")
    assert game.ending is None
    game.undo()
    game.undo()
    assert taken(game) == ["green", "yellow", None]


@shows("22.36", "G-6.46b")
def test_22_36_whoever_is_left_alone_at_the_table_has_won() -> None:
    """Own ruling: those who have not come cannot win."""
    game = begin(late(1), seed=1)
    game.resign("blue")
    assert game.ending is not None
    assert game.ending.winners == ("red",)


@shows("G-6.46b", "16.22")
def test_g_6_46b_the_books_of_who_resigns_stay_as_they_are() -> None:
    pos = at_standard(
        3,
        expeditions={
            "cortes": expedition("red", "panama", companions={"balboa": ""}),
            "alvarado": expedition("blue", "panama"),
        },
        pesos={"red": 5},
        debt={"red": 7},
        active="blue",
    )
    pos.tasks = ("round", "recruit:balboa", "recruit:alvarado", "impulse")
    game = begin(pos, seed=1)
    game.resign("red")
    assert (game.position.factions["red"].pesos, game.position.factions["red"].debt) == (5, 7)
    assert game.checkpoint.position.tasks == ("round", "recruit:alvarado", "impulse"), "his man recruits no more"
    assert {"cortes", "balboa"} <= set(game.position.piles["fallen"].titles)


def test_22_36_a_game_with_late_players_is_saved_and_loaded(tmp_path: Path) -> None:
    game = new_standard(players=["Ana", "Ben", "Cleo"], seed=11, late=1, target=80, legends=False)
    for number in range(60):
        if number % 6 == 0:
            again = cq.load(cq.save(game, tmp_path / f"{number}.json"))
            assert again.position == game.position
            assert (again.options, again.rules.options) == (game.options, game.rules.options)
        answer(game, game.options[0].id)
    assert ("table", "late-arrival", "take green") in {answer[:3] for answer in game.answers}
    assert "green" in game.position.order


def test_22_36_a_bot_may_answer_for_the_table() -> None:
    game = new_standard(players=["Ana", "Ben", "Cleo"], seed=4, late=1)
    bots = {seat: RandomBot(3) for seat in (*game.rules.seats, TABLE)}
    for _ in range(400):
        if game.pending is None or not game.position.factions["green"].absent:
            break
        let_bots_play(game, {game.pending.who: bots[game.pending.who]})
    assert not game.position.factions["green"].absent


def test_22_36_the_table_sees_no_hand() -> None:
    game = begin(late(1, hands={"red": ["bolas"], "blue": ["theft"]}), seed=1)
    seen = game.view(TABLE)
    assert seen.options == game.options
    assert seen.position == game.view(None).position
    assert "bolas" not in str(seen.position.hands)
    with pytest.raises(IllegalAnswer, match=r"not allowed now \(late-arrival, 22\.36\)"):
        game.play("take red")


# The builder -----------------------------------------------------------------------------------------------------


def test_a_position_of_the_standard_game_in_a_few_lines() -> None:
    pos = build(scenario="standard", seats=3, map="south", game={"legends": False, "target": 80}, pack=FIXED, turn=2)
    assert isinstance(pos.rules, StandardGame)
    assert (pos.rules.target, pos.rules.legends, pos.rules.seats) == (80, (), ("red", "blue", "green"))
    assert pos.chose == pos.order
    assert build(pack=FIXED).rules.scenario == "basic"
    assert build(pack=FIXED).chose == ()


WRONG_TABLES: list[tuple[dict[str, Any], str]] = [
    ({"scenario": "example"}, "example has no option 'map'|example is not a game of The Conquistadors"),
    ({"scenario": "chess"}, "there is no scenario 'chess'"),
    ({"scenario": "standard", "game": {"lgends": True}}, "standard has no option 'lgends'"),
    ({"scenario": "standard", "absent": ["green"]}, "absent: there is no player 'green': red, blue"),
    ({"scenario": "standard", "absent": ["red", "blue"]}, r"absent: somebody has to be there \(22\.36\)"),
    ({"scenario": "standard", "absent": ["red"], "active": "red"}, r"active: red is not here yet \(22\.36\)"),
    ({"scenario": "standard", "absent": ["red"], "order": ["red", "blue"]}, "order: all of blue; got"),
    (
        {"scenario": "standard", "absent": ["red"], "hands": {"red": ["theft"]}},
        r"red has cards or men and is not at the table \(22\.36",
    ),
    (
        {"scenario": "standard", "absent": ["red"], "expeditions": {"cortes": expedition("red", "panama")}},
        r"red has cards or men and is not at the table \(22\.36",
    ),
]


@pytest.mark.parametrize(("wanted", "reason"), WRONG_TABLES)
def test_a_wrong_table_is_refused_with_a_reason(wanted: dict[str, Any], reason: str) -> None:
    with pytest.raises(SetupError, match=reason):
        build(**wanted)


@shows("22.13")
def test_22_13_an_order_of_choice_is_one_of_players() -> None:
    pos = at_standard()
    for chose in (("red", "red"), ("red", "purple")):
        pos.chose = chose
        with pytest.raises(ValueError, match=r"the order of choice is not one of players \(22\.13\)"):
            pos.rules.check(pos)


# Saves -----------------------------------------------------------------------------------------------------------


def test_the_rules_of_a_standard_game_are_made_anew_from_their_options() -> None:
    rules = standard_rules(4, "south", legends=False, quick_start=True, target=90, late=1, errata="english")
    assert rules.options == {
        "seats": 4,
        "map": "south",
        "legends": False,
        "quick_start": True,
        "target": 90,
        "late": 1,
        "options": {"errata": "english"},
        "pack": str(FIXED),
    }
    again = StandardGame(**rules.options)  # type: ignore[arg-type]  # what a save gives
    for name in ("seats", "house", "legends", "quick_start", "target", "late"):
        assert getattr(again, name) == getattr(rules, name)


def test_a_title_and_all_questions_of_the_set_up_have_words() -> None:
    game = new_standard(players=["Ana", "Ben", "Cleo"], seed=1, late=1)
    assert game.teller().texts.say("title.standard") == "The Conquistadors: the Standard Game"
    assert game.prompt.startswith(("Ana: which conquistador do you choose?", "Ben: which conquistador do you choose?"))
    while asked(game) != "late-arrival":
        answer(game, game.options[0].id)
    assert game.prompt == "Turn 1: who has arrived and joins the game? Pass if nobody has. (22.36)"
    assert game.teller().label(game.options[0]) == "Cleo"
    answer(game, "take green")
    assert "Cleo has arrived and joins the game. (22.36)" in game.teller().story(game.log)
