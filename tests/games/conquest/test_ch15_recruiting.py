"""Chapter 15: funds, loans, and the units that are bought with them."""

from __future__ import annotations

from typing import Any

import pytest

from conquistadors.engine import changed
from conquistadors.engine.errors import SetupError
from conquistadors.engine.events import Modifier, Rolled
from conquistadors.engine.game import Game
from conquistadors.games.conquest.builder import begin, expedition
from conquistadors.games.conquest.rules.events import NobodyRecruited, PesosChanged, UnitsGained
from conquistadors.games.conquest.rules.position import Account, ConquestPosition, Units
from support.clauses import shows
from support.indies import answer, asked, at, at_standard, barred, buy, events_of, standard_rules, table

HERE = "tlaxcala"
PANAMA = "panama"


def outfitting(space: str = PANAMA, map: str = "north", **more: Any) -> ConquestPosition:  # noqa: A002  # as players say
    """Balboa, red's first conquistador, is about to be equipped."""
    house = more.pop("house", None)
    men = {"balboa": expedition("red", space, companions=more.pop("companions", {}))}
    return at_standard(map=map, house=house, expeditions=men, before="outfit:balboa", **more)


def recruiting(units: str = "", space: str = PANAMA, **more: Any) -> ConquestPosition:
    """Ordaz, a later conquistador of red's, recruits."""
    men = {"ordaz": expedition("red", space, units)}
    return at_standard(expeditions={**men, **more.pop("expeditions", {})}, before="recruit:ordaz", **more)


def counts(game: Game[Any]) -> list[str]:
    """The numbers that may be answered."""
    return [option.id.removeprefix("amount ") for option in game.options]


def upto(most: int, least: int = 1) -> list[str]:
    return [str(number) for number in range(least, most + 1)]


# 15.1  Where units come from -------------------------------------------------------------------------------------


@shows("15.0", "D-15.0", "22.13")
def test_15_0_nobody_is_given_units_at_the_start() -> None:
    """All have chosen a conquistador, and the first of them is about to buy."""
    game = begin(standard_rules().start(), seed=15)
    while asked(game) != "loan":
        game.play(game.options[0])
    assert len(game.position.captains) == 2
    assert game.position.pool == standard_rules().units_of_the_game


def test_15_1_funds_savings_and_a_loan_together_buy_units() -> None:
    """Five saved, six rolled, six borrowed: seventeen buy three horse and a foot."""
    with table(recruiting(pesos={"red": 5}), 1) as game:
        answer(game, "amount 6")
        buy(game, horse=3, foot=1)
        assert game.position.units("ordaz") == Units(foot=1, horse=3)
        assert game.position.factions["red"].pesos == 0
        assert game.position.factions["red"].account == Account(funds=5 + 6, loans=6, spent=17)


def test_15_1_nothing_need_be_bought_and_pesos_are_kept() -> None:
    with table(recruiting(), 6) as game:
        answer(game, "amount 0", "enough")
        assert game.position.factions["red"].pesos == 14
        assert game.position.units("ordaz").size == 0
        assert events_of(game, UnitsGained) == []


# 15.11, 15.111  Funds --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("step", "pesos"), [("outfit", 18), ("recruit", 10), ("recruit-anywhere", 10)])
def test_15_11_the_first_conquistador_has_a_column_of_his_own(step: str, pesos: int) -> None:
    pos = at_standard(expeditions={"balboa": expedition("red", PANAMA)}, before=f"{step}:balboa")
    with table(pos, 4) as game:
        assert asked(game) == "loan"
        assert game.position.factions["red"].pesos == pesos
        assert [(event.why, event.pesos, event.now, event.rule) for event in events_of(game, PesosChanged)] == [
            ("funds", pesos, pesos, "15.11")
        ]


@shows("15.111", "11.15", "C28")
@pytest.mark.parametrize(("index", "favour", "pesos"), [(-5, -3, 5), (-1, -1, 8), (1, 1, 10), (5, 3, 14)])
def test_15_111_the_governors_favour_is_added_to_the_roll(index: int, favour: int, pesos: int) -> None:
    with table(recruiting(index={"red": index}), 3) as game:
        assert events_of(game, Rolled)[-1].modifiers == (Modifier("favour", favour),)
        assert game.position.factions["red"].pesos == pesos


@shows("15.111", "C28", "11.15")
def test_c28_the_favour_counts_for_a_first_conquistador_as_well() -> None:
    """A latecomer may be out of favour when he begins; at 0 nothing is added."""
    with table(outfitting(index={"red": -1}), 3) as game:
        assert game.position.factions["red"].pesos == 14
    with table(outfitting(), 3) as game:
        assert events_of(game, Rolled)[-1].modifiers == ()
        assert game.position.factions["red"].pesos == 16


@shows("15.111", "2.17")
def test_15_111_cards_and_favour_add_up() -> None:
    hand = ["powerful-patron", "support-of-the-church"]
    with table(recruiting(hands={"red": hand}, index={"red": 1}), 2) as game:
        answer(game, "play powerful-patron", "play support-of-the-church")
        added = {modifier.name: modifier.value for modifier in events_of(game, Rolled)[-1].modifiers}
        assert added == {"favour": 1, "powerful-patron": 2, "support-of-the-church": 1}
        assert game.position.factions["red"].pesos == 14


@shows("15.11", "G-1.53", "1.53")
def test_g_1_53_mano_de_dios_helps_with_the_funds() -> None:
    with table(recruiting(hands={"red": ["mano-de-dios"]}, luck={"red": 1}), 1, 4) as game:
        answer(game, "modify mano-de-dios", "reroll open-mano-de-dios")
        assert game.position.factions["red"].pesos == 14  # 4 and 2


@shows("15.11", "2.18")
def test_15_11_others_have_no_say_in_it() -> None:
    """Whoever else holds the card keeps it, and is not asked."""
    with table(recruiting(hands={"blue": ["powerful-patron", "mano-de-dios"]}), 3) as game:
        assert asked(game) == "loan"
        assert game.position.hands["blue"].size == 2


# 15.12  Loans ----------------------------------------------------------------------------------------------------


@shows("15.12", "G-15.12", "16.21")
def test_15_12_up_to_what_the_funds_table_gave_may_be_borrowed() -> None:
    """Savings do not count for it."""
    with table(recruiting(pesos={"red": 20}), 1) as game:
        assert counts(game) == upto(6, least=0)
        assert barred(game, "amount 7") == "15.12"
        answer(game, "amount 4")
        assert game.position.factions["red"].debt == 4
        assert game.position.factions["red"].pesos == 20 + 6 + 4


@shows("G-15.12", "15.12")
def test_g_15_12_once_for_each_recruiting() -> None:
    with table(recruiting(debt={"red": 3}), 1) as game:
        answer(game, "amount 2")
        assert asked(game) == "purchase"
        assert game.position.factions["red"].debt == 5


# 15.13  Buying ---------------------------------------------------------------------------------------------------


@shows("15.13", "D-15.13", "C10")
def test_15_13_units_cost_five_four_and_two() -> None:
    with table(recruiting(), 6) as game:
        answer(game, "amount 0")
        buy(game, horse=1, enough=False)
        assert game.position.factions["red"].pesos == 14 - 5
        buy(game, cannon=1, enough=False)
        assert game.position.factions["red"].pesos == 14 - 5 - 4
        buy(game, foot=2)
        assert game.position.factions["red"].pesos == 14 - 5 - 4 - 4
        assert game.position.units("ordaz") == Units(foot=2, horse=1, cannon=1)
        assert [(e.unit, e.count) for e in events_of(game, UnitsGained)] == [("horse", 1), ("cannon", 1), ("foot", 2)]


def test_15_13_nobody_buys_what_he_cannot_pay() -> None:
    with table(recruiting(), 6) as game:
        answer(game, "amount 0", "recruit horse")
        assert counts(game) == upto(2)  # of 14 pesos, at five each
        assert barred(game, "amount 3") == "15.13"
        answer(game, "amount 2")
        assert barred(game, "recruit horse") == "15.13"  # four left, at five each
        answer(game, "recruit cannon")
        assert asked(game) == "impulse"  # the only one that four pesos buy; none is left for foot


def test_15_13_what_is_no_purchase_is_not_offered_whatever_it_would_cost() -> None:
    """Four pesos are too few for a third horse, and nobody is told so who asks for something else."""
    with table(recruiting(), 6) as game:
        answer(game, "amount 0", "recruit horse", "amount 2")
        for text in ("recruit", "recruit caravel", "take horse", "recruit horse ordaz"):
            refusal = game.why_not(text)
            assert refusal is not None
            assert refusal.bar.reason == "not-offered", text
        answer(game, "enough")


@shows("15.13", "22.22")
def test_15_13_three_horse_a_turn_and_no_more() -> None:
    with table(recruiting(pesos={"red": 50}), 1) as game:
        answer(game, "amount 0", "recruit horse")
        assert counts(game) == upto(3)
        answer(game, "amount 3")
        assert barred(game, "recruit horse") == "22.22"


@shows("G-15.13", "15.13", "22.22")
def test_g_15_13_over_all_recruiting_of_a_player_in_a_turn() -> None:
    men = {"cortes": expedition("red", PANAMA), "almagro": expedition("blue", PANAMA)}
    pos = recruiting(pesos={"red": 50, "blue": 50}, expeditions=men)
    pos.then("recruit:cortes", "recruit:almagro")
    with table(pos, 1, 1, 1) as game:
        answer(game, "amount 0")
        buy(game, horse=2)  # Cortés
        assert game.position.factions["red"].horses == 2
        answer(game, "amount 0", "recruit horse")
        assert counts(game) == upto(3)  # another player has his own three
        answer(game, "amount 3", "enough", "amount 0")
        answer(game, "recruit horse")  # red has one left for Ordaz, and is not asked how many
        assert game.position.factions["red"].horses == 3
        assert barred(game, "recruit horse") == "22.22"
        answer(game, "enough")


@shows("G-15.13", "15.13", "2.0(8)")
def test_g_15_13_next_turn_there_are_horses_again() -> None:
    pos = at_standard(expeditions={"ordaz": expedition("red", PANAMA)}, before="clean-up")
    pos.edit_faction("red", horses=3)
    assert list(standard_rules().step(pos)) == []  # nobody is asked
    assert pos.factions["red"].horses == 0


# 15.14  Who, where and when --------------------------------------------------------------------------------------


def arriving(**more: Any) -> ConquestPosition:
    """Red's impulse: Ordaz is in hand, Cortés in the field, Alvarado in Panama."""
    men = {
        "cortes": expedition("red", HERE, "3 foot"),
        "alvarado": expedition("red", PANAMA, "1 foot"),
    }
    return at_standard(expeditions=men, places={HERE: "city"}, hands={"red": ["ordaz"]}, **more)


@shows("15.14", "2.25")
@pytest.mark.parametrize("haven", ["panama", "santiago-de-cuba"])
def test_15_14_who_comes_by_his_card_buys_in_cuba_or_panama_when_he_is_placed(haven: str) -> None:
    with table(arriving(), 3) as game:
        answer(game, "play ordaz", f"take {haven}", "amount 0")
        buy(game, horse=1, foot=2)
        assert game.position.captains["ordaz"].units == Units(foot=2, horse=1)
        assert asked(game) == "impulse"
        assert game.why_not("activate ordaz") is None  # 2.25


@shows("15.14", "G-15.14")
def test_15_14_also_with_an_expedition_that_stands_there() -> None:
    """The units are his: they come onto his own card."""
    with table(arriving(), 3) as game:
        answer(game, "play ordaz", "take alvarado", "amount 0")
        buy(game, foot=4)
        assert game.position.captains["ordaz"].expedition == "alvarado"
        assert game.position.captains["ordaz"].units == Units(foot=4)
        assert game.position.captains["alvarado"].units == Units(foot=1)


def test_g_15_14_who_comes_by_his_card_into_the_field_does_not_recruit() -> None:
    """No roll, no loan, no units: the pesos of his faction stay where they are."""
    with table(arriving(pesos={"red": 30})) as game:
        answer(game, "play ordaz", "take cortes")
        assert asked(game) == "impulse"
        assert game.position.captains["ordaz"].units.size == 0
        assert game.position.factions["red"].pesos == 30


@shows("G-15.14", "22.32")
def test_g_15_14_who_is_chosen_on_turn_2_buys_in_the_field_too() -> None:
    men = {"cortes": expedition("red", HERE, "3 foot", companions={"ordaz": ""})}
    pos = at_standard(expeditions=men, places={HERE: "city"}, before="recruit-anywhere:ordaz")
    with table(pos, 3) as game:
        answer(game, "amount 0")
        buy(game, horse=1, cannon=1)
        assert game.position.captains["ordaz"].units == Units(horse=1, cannon=1)
        assert game.position.captains["cortes"].units == Units(foot=3)


@shows("15.14", "15.111", "2.12")
def test_15_14_at_the_start_of_a_turn_it_is_nobodys_impulse_and_his_cards_help_all_the_same() -> None:
    men = {"almagro": expedition("blue", PANAMA)}
    pos = at_standard(
        expeditions=men, hands={"blue": ["powerful-patron"]}, active="red", before="recruit-anywhere:almagro"
    )
    with table(pos, 1) as game:
        assert game.pending is not None
        assert (asked(game), game.pending.who) == ("support", "blue")
        answer(game, "play powerful-patron")
        assert game.position.factions["blue"].pesos == 9


@shows("15.14", "1.42", "1.43")
def test_1_42_a_card_holds_ten_and_the_next_one_is_used() -> None:
    """Balboa and two companions: thirty units at most, his own card first."""
    with table(outfitting(companions={"ordaz": "", "cordoba": ""}, pesos={"red": 100}), 6) as game:
        answer(game, "amount 0")
        buy(game, horse=3, enough=False)
        answer(game, "recruit foot")
        assert counts(game) == upto(27)
        answer(game, "amount 17")
        units = {man: captain.units for man, captain in game.position.captains.items()}
        assert units == {"balboa": Units(7, 3, 0), "cordoba": Units(foot=10), "ordaz": Units()}


@shows("1.43", "15.14")
def test_1_43_where_two_companions_hold_units_already_his_units_go_to_the_others() -> None:
    """Sandoval would be the third: what he buys is placed with the expedition, on cards that have room."""
    plan = expedition("red", PANAMA, "9 foot", companions={"ordaz": "1 foot", "cordoba": "10 foot", "sandoval": ""})
    pos = at_standard(expeditions={"cortes": plan}, pesos={"red": 50}, before="recruit:sandoval")
    with table(pos, 1) as game:
        answer(game, "amount 0")
        buy(game, horse=2, enough=False)
        answer(game, "recruit foot")
        assert counts(game) == upto(8)
        answer(game, "amount 3")
        assert game.position.captains["sandoval"].units.size == 0
        assert game.position.captains["cortes"].units == Units(foot=9, horse=1)
        assert game.position.captains["ordaz"].units == Units(foot=4, horse=1)


@shows("C25", "15.14", "1.421")
def test_c25_cards_that_give_units_still_do() -> None:
    men = {"cortes": expedition("red", "cempoala", "1 foot")}
    with table(at_standard(expeditions=men, hands={"red": ["garays-men"]})) as game:
        answer(game, "play garays-men")
        assert game.position.units("cortes").foot > 1


@shows("C25", "15.14", "14.32")
def test_c25_in_the_basic_game_men_bring_units_and_nobody_recruits() -> None:
    men = {"cortes": expedition("red", HERE, "3 foot")}
    with table(at(expeditions=men, places={HERE: "city"}, hands={"red": ["ordaz"]})) as game:
        answer(game, "play ordaz", "take panama", "with horse")
        assert game.position.captains["ordaz"].units == Units(horse=2)


# 15.15  Counters -------------------------------------------------------------------------------------------------


@shows("15.15", "D-15.15")
def test_15_15_only_counters_that_are_left_can_be_bought() -> None:
    """Of the 28 horse and 14 cannon of the game two and one are left."""
    men = {
        "cortes": expedition("red", HERE, "10 horse", companions={"cordoba": "10 horse", "sandoval": "6 horse"}),
        "almagro": expedition("blue", HERE, "10 cannon", companions={"orellana": "3 cannon"}),
    }
    with table(recruiting(expeditions=men, places={HERE: "city"}, pesos={"red": 50}), 6) as game:
        answer(game, "amount 0", "recruit horse")
        assert counts(game) == upto(2)
        answer(game, "amount 2", "recruit cannon")
        assert asked(game) == "purchase"  # the last one: nobody is asked how many
        assert [barred(game, f"recruit {kind}") for kind in ("horse", "cannon")] == ["15.15", "15.15"]
        answer(game, "enough")
        assert game.position.pool == Units(foot=48)


# The example after 15.15 (W14) -----------------------------------------------------------------------------------


def the_example(game: Game[Any]) -> None:
    """Twelve pesos, twelve borrowed; two horse for ten, a cannon for four, three foot for six."""
    assert game.position.factions["red"].pesos == 12
    answer(game, "amount 12")
    assert (game.position.factions["red"].pesos, game.position.factions["red"].debt) == (24, 12)
    buy(game, horse=2, cannon=1, foot=3)
    assert game.position.captains["balboa"].units == Units(foot=3, horse=2, cannon=1)
    assert game.position.expeditions["balboa"].space == "panama-south"
    assert [event.pesos for event in events_of(game, PesosChanged) if event.why == "spent"] == [10, 4, 6]


@shows("J9", "C10", "15.12", "15.13", "15.14", "15.15")
def test_15_15x_the_example_with_the_errata() -> None:
    """C10  The example says that the money is gone; by its own prices four pesos remain."""
    with table(outfitting("panama-south", "south"), 1) as game:
        the_example(game)
        assert (game.position.factions["red"].pesos, game.position.factions["red"].debt) == (4, 12)


@shows("J9", "C10")
def test_15_15x_the_example_with_the_english_numbers() -> None:
    """J9  The English text has twelve pesos on a roll of 3."""
    with table(outfitting("panama-south", "south", house={"errata": "english"}), 3) as game:
        the_example(game)
        assert game.position.factions["red"].pesos == 4


# 22.2  The first outfit ------------------------------------------------------------------------------------------


@shows("22.21", "22.23", "G-22.23b")
def test_g_22_23b_to_save_more_than_the_table_gave_is_refused_while_it_can_buy_anything() -> None:
    """Twelve received, twelve borrowed, ten spent: of fourteen twelve may be kept."""
    with table(outfitting(), 1) as game:
        answer(game, "amount 12")
        assert "may keep 12:" in game.prompt
        buy(game, horse=2, enough=False)
        refusal = game.why_not("enough")
        assert refusal is not None
        assert (refusal.rule, dict(refusal.bar.facts)) == ("22.23", {"most": 12, "pesos": 14})
        buy(game, foot=1)
        red = game.position.factions["red"]
        assert (red.pesos, red.debt) == (12, 12)
        assert red.account == Account(funds=12, loans=12, spent=12)


@shows("22.23", "G-22.23b", "1.42")
def test_g_22_23b_what_can_buy_nothing_is_lost() -> None:
    """Twenty-two received and borrowed: ten foot fill the card, and of the twenty-four left twenty-two are kept."""
    with table(outfitting(), 6) as game:
        answer(game, "amount 22")
        buy(game, foot=10)
        red = game.position.factions["red"]
        assert (red.pesos, red.debt) == (22, 22)
        assert red.account == Account(funds=22, loans=22, spent=20, lost=2)
        assert [(event.why, event.pesos, event.rule) for event in events_of(game, PesosChanged)][-1] == (
            "lost",
            2,
            "22.23",
        )


def test_22_23_what_the_table_gave_can_be_saved() -> None:
    with table(outfitting(), 1) as game:
        answer(game, "amount 0", "enough")
        assert game.position.factions["red"].pesos == 12
    with table(outfitting(), 1) as game:
        answer(game, "amount 12")
        buy(game, horse=2, foot=1)
        assert game.position.factions["red"].pesos == 12
        assert game.position.factions["red"].account.lost == 0


@shows("22.23", "15.12")
def test_22_23_is_about_the_first_expedition_only() -> None:
    """A later conquistador may keep what he borrowed, and the question names no limit."""
    with table(recruiting(), 1) as game:
        answer(game, "amount 6")
        assert asked(game) == "purchase"
        answer(game, "enough")
        assert game.position.factions["red"].pesos == 12


@shows("G-22.23b", "15.13")
def test_g_22_23b_units_are_bought_in_any_order() -> None:
    """Foot first, then a horse, then a cannon, then foot once more."""
    with table(recruiting(pesos={"red": 10}), 1) as game:
        answer(game, "amount 0")
        buy(game, foot=1, horse=1, cannon=1, enough=False)
        buy(game, foot=2)
        assert game.position.units("ordaz") == Units(foot=3, horse=1, cannon=1)
        assert game.position.factions["red"].pesos == 16 - 15


@shows("G-22.23b")
@pytest.mark.parametrize(("units", "told"), [({}, [("red", "ordaz")]), ({"foot": 1}, [])])
def test_g_22_23b_recruiting_nobody_is_announced(units: dict[str, Any], told: list[tuple[str, str]]) -> None:
    with table(recruiting(), 1) as game:
        answer(game, "amount 0")
        buy(game, **units)
        assert [(event.who, event.captain) for event in events_of(game, NobodyRecruited)] == told


@shows("G-22.23b", "1.42")
def test_g_22_23b_nobody_is_recruited_where_there_is_no_room_and_that_is_announced_too() -> None:
    with table(recruiting("10 foot"), 1) as game:
        answer(game, "amount 0")
        assert asked(game) == "impulse", "there is nothing to ask"
        assert [event.captain for event in events_of(game, NobodyRecruited)] == ["ordaz"]


# Positions -------------------------------------------------------------------------------------------------------


def test_a_step_needs_a_conquistador_who_is_in_play() -> None:
    with pytest.raises(SetupError, match="recruit"):
        at_standard(expeditions={"ordaz": expedition("red", PANAMA)}, before="recruit:cortes")
    pos = at_standard(expeditions={"ordaz": expedition("red", PANAMA)})
    pos.then("outfit:cortes")
    with pytest.raises(ValueError, match="no conquistador 'cortes' in play"):
        standard_rules().check_boundary(pos)


@shows("16.22")
def test_16_22_books_that_do_not_add_up_are_noticed() -> None:
    pos = at_standard(expeditions={"ordaz": expedition("red", PANAMA)}, pesos={"red": 5}, debt={"red": 2})
    standard_rules().check(pos)
    for wrong in ({"pesos": 6}, {"debt": 3}, {"account": changed(pos.factions["red"].account, traded=1)}):
        twin = pos.copy()
        twin.edit_faction("red", **wrong)
        with pytest.raises(ValueError, match="by the books"):
            standard_rules().check(twin)
