"""24.0  The German Bankers, an option: what they lend, what they take, and how they win."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import conquistadors as cq
from conquistadors.engine.errors import SetupError
from conquistadors.engine.game import Game
from conquistadors.games.exploration.rules.events import Repossessed, SharePaid, Taxed, TreasuryChanged
from conquistadors.games.exploration.rules.hoards import Gold
from conquistadors.games.exploration.rules.pieces import Contract, Promise, Someone
from conquistadors.games.exploration.rules.position import World
from conquistadors.games.exploration.rules.secrecy import redealt
from conquistadors.games.exploration.rules.victory import controlled, points_of, technical
from support.clauses import shows
from support.new_world import offered
from support.rivals import ENGLAND, FRANCE, SPAIN, campaign, fleet, played, rivals, told, war

BANKERS = "bankers"
OPTION: dict[str, Any] = {"option_24": True}
COAST, INLAND = "1417", "1319"
"""Two hexes of the East Coast, the first one a port."""


def banked(*tasks: str, **more: Any) -> World:
    """A war of three with the Bankers; the last question is a deal of Spain."""
    return war(*tasks, options=OPTION, **more)


def debt(ducats: int, debtor: str = SPAIN, refused: int = 0) -> Promise:
    return Promise(debtor, BANKERS, ducats, 4 if refused else 5, refused)


# The set-up --------------------------------------------------------------------------------------------------------


@shows("24.1", "24.12", "24.14", "24.15")
def test_24_12_t50_treasuries_and_gonneville_with_the_bankers() -> None:
    rules = campaign(None, ("option_23", True), ("option_24", True))
    pos = rules.start()
    assert rules.seats == (SPAIN, ENGLAND, FRANCE, "portugal", BANKERS)
    treasuries = {nation: standing.treasury for nation, standing in pos.nations.items()}
    assert treasuries == {FRANCE: 240, ENGLAND: 165, SPAIN: 110, "portugal": 100, BANKERS: 260}
    assert (rules.people["gonneville"].arrives, rules.people["gonneville"].departs) == (2, 3)
    assert not {"villegagnon", "ribaut", "personne"} & set(rules.people)
    assert pos.nations[BANKERS].monarch == "A"


@pytest.mark.parametrize("options", [{"nations": 2}, {"nations": 4}, {"nations": 5}])
def test_24_0_the_bankers_need_three_countries(options: dict[str, Any]) -> None:
    with pytest.raises(SetupError):
        cq.new_game("campaign", seed=1, options=OPTION, **options)
    assert cq.new_game("campaign", seed=1, options=OPTION).rules.seats == (SPAIN, ENGLAND, FRANCE, BANKERS)


@shows("E-G33", "23.14")
def test_24_12_e_g33_without_portugal_nobody_has_sebastian_cabot_from_turn_7_to_10() -> None:
    pos = banked(turn=6, people={f"{ENGLAND}@cabot-sebastian": "europe"})
    found = {}
    for turn in range(7, 12):
        pos.turn = turn - 1
        pos.tasks = ("deal:spain", "turn")
        assert pos.rules.step(pos) is not None
        found[turn] = (pos.people["cabot-sebastian"].nation, pos.people["cabot-sebastian"].at)
        pos.rules.check(pos)
    assert [found[turn][1] for turn in range(7, 12)] == ["away"] * 4 + ["europe"]
    assert found[11][0] == ENGLAND


@shows("24.2", "24.22")
def test_24_22_four_explorers_come_to_the_bankers() -> None:
    people = campaign(None, ("option_24", True)).people
    spans = {name: (p.arrives, p.departs) for name, p in people.items() if p.nation == BANKERS}
    assert spans == {"alfinger": (7, 8), "speyer": (9, 10), "federmann": (9, 9), "hutten": (10, 11)}


# The Council -------------------------------------------------------------------------------------------------------


@shows("E-G33")
@pytest.mark.parametrize(("die", "ducats", "colonists"), [(3, 15, 4), (6, 10, 1), (5, 10, 2)])
def test_24_13_one_is_added_to_the_die_for_taxes_alone(die: int, ducats: int, colonists: int) -> None:
    """Monarch B: row 4 gives 15, row 6 gives 10, and a seven reads row 6. Colonists and the event use the die."""
    pos = banked("council:england", phase="A")
    pos.edit(ENGLAND, monarch="B")
    game = played(pos, dice=(die, 1))
    assert [each.ducats for each in told(game, Taxed)] == [ducats]
    assert game.position.nations[ENGLAND].colonists == colonists


def test_24_14_the_bankers_roll_for_taxes_alone_and_add_nothing() -> None:
    game = played(banked("council:bankers", phase="A"), dice=(3,))
    assert game.position.nations[BANKERS].treasury == 130
    assert (game.position.nations[BANKERS].colonists, game.position.notes) == (0, ())


@shows("24.11")
def test_24_11_the_bankers_have_no_place_in_the_order_and_no_plan() -> None:
    pos = banked("initiative", phase="A")
    for number, nation in enumerate((SPAIN, ENGLAND, FRANCE, BANKERS), 1):
        pos.edit(nation, treasury=100 * number, monarch="A")
    game = played(pos)
    assert game.position.order == (FRANCE, ENGLAND, SPAIN)
    assert game.position.nations[BANKERS].known == 400
    assert BANKERS not in game.position.order
    assert not [each for each in pos.rules.planning if each.startswith("unseen") and BANKERS in each]
    assert f"deal:{BANKERS}" in pos.rules.planning


@shows("24.18")
@pytest.mark.parametrize(("bankers", "left"), [(100, 60), (30, 0)])
def test_24_18_t51_a_costly_war_takes_fifty_and_forty_of_the_bankers(bankers: int, left: int) -> None:
    pos = banked(f"event:{FRANCE}/5", phase="A")
    pos.edit(BANKERS, treasury=bankers)
    game = played(pos)
    assert game.position.nations[FRANCE].treasury == 50
    assert game.position.nations[BANKERS].treasury == left
    assert [each.ducats for each in told(game, TreasuryChanged)] == [-50, left - bankers]


# Deals -------------------------------------------------------------------------------------------------------------


def why(game: Game[World], answer: str) -> tuple[str, str]:
    refusal = game.why_not(answer)
    assert refusal is not None, answer
    return refusal.rule, refusal.bar.reason


@shows("E-G66", "24.21")
def test_24_16_no_ducats_pass_between_countries() -> None:
    pos = banked(people={f"{SPAIN}@columbus": "europe"})
    pos.edit(SPAIN, rutter=True)
    game = played(pos)
    for answer in (f"gift {ENGLAND}", f"lend {ENGLAND}", f"borrow {ENGLAND}", f"gift {BANKERS}", f"lend {BANKERS}"):
        assert why(game, answer) == ("24.16", "bankers-lend")
    assert why(game, f"combine {BANKERS}") == ("24.11", "bankers-stay")
    assert why(game, f"rent {BANKERS}") == why(game, f"rutter {BANKERS}") == ("24.21", "bankers-stay")
    assert why(game, f"stake {ENGLAND}") == ("24.3", "bankers-lend")
    game.play(f"rutter {ENGLAND}")
    assert game.pending is not None
    assert (game.pending.who, game.pending.kind) == (ENGLAND, "offer-rutter")  # no price is asked for
    game.play("accept")
    assert game.position.nations[ENGLAND].rutter
    assert game.position.nations[ENGLAND].treasury == 100
    assert why(played(war("deal:spain")), f"stake {ENGLAND}")[1] == "not-offered"


@shows("24.16")
def test_24_16_the_bankers_lend_and_give() -> None:
    game = played(banked(), f"borrow {BANKERS}", "amount 40", "amount 50", "amount 1", "accept")
    assert list(game.position.promises) == [Promise(SPAIN, BANKERS, 50, 5)]
    assert (game.position.nations[SPAIN].treasury, game.position.nations[BANKERS].treasury) == (140, 60)
    game = played(banked("deal:bankers"), f"gift {SPAIN}", "amount 10", "accept")
    assert game.position.nations[SPAIN].treasury == 110


@shows("24.21")
def test_24_21_an_explorer_of_the_bankers_is_rented_and_paid_for() -> None:
    pos = banked("deal:bankers", turn=7)
    pos.people["alfinger"] = Someone(BANKERS, "explorer", "europe")
    game = played(pos, f"rent {FRANCE}", "amount 15", "amount 2", "accept")
    assert game.position.people["alfinger"].nation == FRANCE
    assert game.position.nations[BANKERS].treasury == 115


# Debts -------------------------------------------------------------------------------------------------------------


@shows("24.17", "24.16", "E-G68")
def test_24_16_who_does_not_repay_loses_ships_in_europe() -> None:
    pos = banked("maintain:spain", phase="E", ships={f"{SPAIN}@europe": (2, 2)})
    pos.promises = (debt(13),)
    game = played(pos, "renege")
    assert game.pending is not None
    assert (game.pending.who, game.pending.kind) == (BANKERS, "seize")
    assert offered(game) == {"seize caravel europe", "seize carrack europe", "done"}
    game.play("seize carrack europe")
    assert offered(game) == {"seize caravel europe", "done"}  # five ducats are left
    game.play("seize caravel europe")
    assert rivals(game, SPAIN, "europe") == (1, 1)
    assert [(each.thing, each.ducats) for each in told(game, Repossessed)] == [("carrack", 8), ("caravel", 4)]
    assert list(game.position.promises) == [Promise(SPAIN, BANKERS, 1, 5, 5)]  # one ducat: no ship for that
    assert game.pending.who == SPAIN
    assert game.pending.kind == "upkeep"


def test_24_16_what_was_refused_is_asked_for_again_and_may_be_paid_before_maintenance() -> None:
    pos = banked("maintain:spain", phase="E", ships={f"{SPAIN}@europe": (2, 0)})
    pos.promises = (debt(13, refused=4),)
    game = played(pos)
    assert game.pending is not None
    assert game.pending.kind == "repay"
    game.play("repay")
    assert list(game.position.promises) == []
    assert game.position.nations[BANKERS].treasury == 113
    assert game.pending.kind == "upkeep"
    again = played(pos, "renege", "done")
    assert list(again.position.promises) == [Promise(SPAIN, BANKERS, 13, 4, 5)]


def test_24_17_missionaries_are_paid_before_debts() -> None:
    pos = banked("maintain:spain", phase="E", treasury=3)
    pos.people["missionary-1"] = Someone(SPAIN, "missionary", "europe")
    pos.promises = (debt(3),)
    game = played(pos)
    assert game.position.nations[SPAIN].treasury == 2
    assert offered(game) == {"renege"}


def test_24_16_two_refused_debts_count_together_the_older_first() -> None:
    pos = banked("maintain:spain", phase="E", ships={f"{SPAIN}@europe": (0, 2)})
    pos.promises = (debt(5), debt(6), Promise(SPAIN, ENGLAND, 9, 9))
    game = played(pos, "renege", "renege", "seize carrack europe")
    assert list(game.position.promises) == [Promise(SPAIN, BANKERS, 3, 5, 5), Promise(SPAIN, ENGLAND, 9, 9)]


def test_24_16_a_ship_is_taken_as_it_reaches_europe_with_its_cargo() -> None:
    pos = banked("naval-attrition:spain", phase="D", people={f"{SPAIN}@columbus": "spain-1"})
    fleet(pos, SPAIN, carracks=1, ocean=3, gold=(Gold("2316", 15, shipped=True),), soldiers=1, claims=("florida",))
    fleet(pos, SPAIN, caravels=1)
    pos.discovered["florida"] = "spain-1"
    pos.edit_dig("2316", dug=15)
    pos.edit(SPAIN, owed=3)
    pos.promises = (debt(30, refused=4),)
    game = played(pos, "seize carrack spain-1", dice=(1,))
    after = game.position
    assert "spain-1" not in after.expeditions
    assert "spain-2" in after.expeditions  # it has not sailed: nobody knows of it
    assert after.nations[BANKERS].treasury == 115
    assert (after.nations[SPAIN].soldiers, after.nations[SPAIN].gold) == (0, ())
    assert after.nations[SPAIN].owed == 2  # 6.41(7): a Soldier lost on the way home counts
    assert after.people["columbus"].at == "europe"
    assert after.discovered["florida"] == SPAIN
    assert after.promises[0].ducats == 22
    game.rules.check(after)


def test_24_16_a_debt_that_nobody_has_refused_costs_no_ship() -> None:
    pos = banked("naval-attrition:spain", phase="D")
    fleet(pos, SPAIN, carracks=1, ocean=3)
    pos.promises = (debt(30),)
    game = played(pos, dice=(1,))
    assert "spain-1" in game.position.expeditions
    assert not told(game, Repossessed)


def test_24_16_a_galleon_fleet_is_taken_for_forty() -> None:
    pos = banked("maintain:spain", phase="E")
    pos.set_fleet(SPAIN, "europe", pos.fleet(SPAIN, "europe").__class__(1, 0, galleon=True))
    pos.promises = (debt(41),)
    game = played(pos, "renege", "seize galleon europe")
    assert not game.position.fleet(SPAIN, "europe").galleon
    assert rivals(game, SPAIN, "europe") == (1, 0)
    assert game.position.promises[0].ducats == 1


def harboured() -> World:
    """Spain, which owes money, has ships in Europe and an Expedition that has not sailed; the turn is under way."""
    pos = banked(
        "maintain:spain", phase="E", sealed="turn", ships={f"{SPAIN}@europe": (2, 1), f"{ENGLAND}@europe": (3, 3)}
    )
    fleet(pos, SPAIN, caravels=1)
    pos.promises = (debt(13),)
    return pos


@shows("E-G68")
def test_24_16_the_bankers_see_the_ships_in_europe_of_who_refuses_them_and_nobody_else_does() -> None:
    game = played(harboured())
    assert rivals_seen(game, BANKERS) == (None, None, False)
    game.play("renege")
    assert rivals_seen(game, BANKERS) == ((2, 1), None, True)
    assert rivals_seen(game, FRANCE) == rivals_seen(game, None) == (None, None, False)


def rivals_seen(game: Game[World], seat: str | None) -> tuple[tuple[int, int] | None, tuple[int, int] | None, bool]:
    """What a seat sees in Europe: the ships of Spain and of England, and whether the Expedition is there."""
    seen = game.view(seat).position
    lying = [seen.fleets.get(f"{nation}@europe") for nation in (SPAIN, ENGLAND)]
    spain, england = [None if each is None else (each.caravels, each.carracks) for each in lying]
    return spain, england, "spain-1" in seen.expeditions


def test_24_16_e_g59_what_the_bankers_may_take_is_the_same_in_all_worlds_that_look_the_same_to_them() -> None:
    game = played(harboured(), "renege")
    pos, dice = game.position, Random(1)
    treasuries = set()
    for _ in range(20):
        twin = redealt(pos.copy(), BANKERS, dice)
        assert game.rules.view(twin, BANKERS) == game.rules.view(pos, BANKERS)
        assert (twin.fleet(SPAIN, "europe").caravels, twin.expeditions["spain-1"].caravels) == (2, 1)
        treasuries.add(twin.nations[SPAIN].treasury)
    assert len(treasuries) > 10
    assert len({redealt(pos.copy(), FRANCE, dice).fleet(SPAIN, "europe") for _ in range(20)}) > 5


def test_24_16_what_was_refused_in_an_earlier_turn_opens_no_harbour() -> None:
    pos = harboured()
    pos.promises = (debt(13, refused=4),)
    assert rivals_seen(played(pos), BANKERS) == (None, None, False)


# Shares and control ------------------------------------------------------------------------------------------------


@shows("24.3", "E-G67")
def test_24_3_a_share_is_sold_paid_and_broken() -> None:
    game = played(banked(), f"stake {BANKERS}", "take caribbean", "amount 50", "amount 20", "amount 3", "accept")
    assert list(game.position.contracts) == [Contract(SPAIN, "caribbean", 50, 7)]
    assert game.position.nations[SPAIN].treasury == 120
    game.play(f"break {BANKERS}")
    assert list(game.position.contracts) == []
    by_bank = played(banked("deal:bankers"), f"stake {SPAIN}", "take caribbean", "amount 50", "amount 20", "amount 3")
    by_bank.play("accept")
    assert list(by_bank.position.contracts) == [Contract(SPAIN, "caribbean", 50, 7)]
    assert by_bank.position.nations[BANKERS].treasury == 80


def test_24_3_resources_and_gold_of_the_area_are_shared_rounded_up() -> None:
    pos = banked("resources:spain", "credit-gold:spain", forces={f"{SPAIN}@2314": (0, 1), f"{SPAIN}@1823": (0, 1)})
    pos.contracts = (Contract(SPAIN, "caribbean", 40, 9), Contract(FRANCE, "deep-south", 50, 9))
    pos.edit(SPAIN, gold=(Gold("2316", 15, shipped=True), Gold("2918", 25, shipped=True)))
    pos.edit_dig("2316", dug=15)
    pos.edit_dig("2918", dug=25)
    game = played(pos)
    assert [(each.area, each.ducats) for each in told(game, SharePaid)] == [("caribbean", 1), ("caribbean", 6)]
    assert game.position.nations[BANKERS].treasury == 107
    assert game.position.nations[SPAIN].treasury == 100 + 3 + 40 - 7


def test_24_3_a_share_ends_with_its_turn() -> None:
    pos = banked("turn", turn=6)
    pos.contracts = (Contract(SPAIN, "caribbean", 50, 6), Contract(FRANCE, "caribbean", 50, 7))
    assert pos.rules.step(pos) is not None
    assert list(pos.contracts) == [Contract(FRANCE, "caribbean", 50, 7)]


@pytest.mark.parametrize(("percent", "owner"), [(49, ENGLAND), (50, BANKERS)])
def test_24_3_half_of_the_profits_is_control(percent: int, owner: str) -> None:
    pos = banked(forces={f"{ENGLAND}@{COAST}": (0, 2), f"{ENGLAND}@{INLAND}": (0, 1)})
    area = pos.rules.board.area[COAST]
    assert controlled(pos, ENGLAND) == [area]
    pos.contracts = (Contract(ENGLAND, area, percent, 9),)
    assert {nation: controlled(pos, nation) for nation in (ENGLAND, BANKERS) if controlled(pos, nation)} == {
        owner: [area]
    }
    assert points_of(pos, owner).areas == 150


def test_24_3_who_would_not_control_an_area_sells_no_control() -> None:
    pos = banked(forces={f"{ENGLAND}@{COAST}": (0, 2)})
    pos.contracts = (Contract(ENGLAND, pos.rules.board.area[COAST], 100, 9),)
    assert controlled(pos, BANKERS) == []


# Victory -----------------------------------------------------------------------------------------------------------


def over(**treasuries: int) -> World:
    pos = banked()
    for nation, ducats in treasuries.items():
        pos.edit(nation, treasury=ducats)
    pos.over, pos.tasks = True, ()
    return pos


@shows("E-G33")
@pytest.mark.parametrize(("bankers", "won"), [(400, False), (410, False), (411, True)])
def test_24_4_t52_the_technical_victory_takes_more_than_the_two_richest(bankers: int, won: bool) -> None:
    pos = over(bankers=bankers, spain=250, england=160, france=100)
    assert technical(pos) == won


@shows("24.4")
def test_24_4_three_points_a_ducat_and_the_most_points_win() -> None:
    pos = over(bankers=100, spain=120, england=20, france=20)
    assert points_of(pos, BANKERS).total == 300
    ending = pos.rules.ending(pos)
    assert ending is not None
    assert (ending.winners, ending.rule) == ((BANKERS,), "20.0")
    pos = over(bankers=100, spain=160, england=20, france=20)
    assert pos.rules.ending(pos).winners == (SPAIN,)  # type: ignore[union-attr]  # it is over


def test_24_4_the_technical_victory_counts_whatever_the_points() -> None:
    pos = over(bankers=100, spain=50, england=49, france=0)
    pos.edit(SPAIN, found=tuple(name for name in pos.rules.places))
    assert points_of(pos, SPAIN).total > points_of(pos, BANKERS).total
    ending = pos.rules.ending(pos)
    assert ending is not None
    assert (ending.winners, ending.rule, ending.reason) == ((BANKERS,), "24.4", "technical")
    pos.edit(BANKERS, resigned=True)
    assert not technical(pos)


@pytest.mark.parametrize("options", [OPTION, {"option_23": True, "option_24": True}])
def test_24_0_two_turns_with_the_bankers_keep_what_must_always_hold(options: dict[str, Any]) -> None:
    """At random, in mid-step too: whatever is hidden looks the same to everybody else, to the Bankers as well."""
    game = cq.new_game("campaign", seed=4, options=options, turns=2)
    dice = Random(7)
    while game.pending is not None:
        pos = game.position
        game.rules.check(pos)
        for seat in (BANKERS, SPAIN, None):
            assert game.rules.view(redealt(pos.copy(), seat, dice), seat) == game.rules.view(pos, seat)
        game.play(dice.choice(game.options))
    assert game.view(None).ending is not None
