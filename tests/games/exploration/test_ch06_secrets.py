"""6.5-6.7  Initiative, sealed plans, what others see, deals and promises."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import conquistadors as cq
from conquistadors.engine.errors import SetupError, UndoError
from conquistadors.engine.game import Game
from conquistadors.engine.records import changed
from conquistadors.engine.requests import Choice
from conquistadors.games.exploration.rules.council import initiative_level
from conquistadors.games.exploration.rules.events import (
    Monarch,
    NativesDied,
    PersonLost,
    PersonMoved,
    PlansShown,
    PromiseKept,
    Uprising,
)
from conquistadors.games.exploration.rules.hoards import Gold
from conquistadors.games.exploration.rules.losses import remove_person
from conquistadors.games.exploration.rules.pieces import Fleet, Promise, Someone, Treaty
from conquistadors.games.exploration.rules.position import World
from conquistadors.games.exploration.rules.secrecy import redealt
from conquistadors.games.exploration.rules.upkeep import end_rents
from support.clauses import shows
from support.new_world import offered
from support.rivals import ENGLAND, FRANCE, SPAIN, campaign, fleet, played, told, war

PORT = "2314"


# Seats -------------------------------------------------------------------------------------------------------------


@shows("21.1", "18.16")
def test_21_1_t05_t42_the_campaign_begins_as_it_is_told() -> None:
    pos = campaign(3).start()
    assert pos.rules.seats == (SPAIN, ENGLAND, FRANCE)
    assert [initiative_level(pos, nation) for nation in pos.rules.seats] == [760, 735, 600]
    assert [pos.nations[nation].monarch for nation in pos.rules.seats] == ["A", "B", "C"]
    assert pos.nations[SPAIN].found == ("new-world",)
    assert campaign(2).start().rules.seats == (SPAIN, ENGLAND)


@pytest.mark.parametrize("options", [{"nations": 1}, {"nations": 4}, {"nations": "two"}, {"turns": 22}])
def test_21_1_other_numbers_of_players_and_turns_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(SetupError):
        cq.new_game("campaign", seed=1, **options)


# The Council -------------------------------------------------------------------------------------------------------


@shows("E-G58", "E-G8")
def test_6_4_all_roll_before_the_first_event_and_disease_comes_before_revolt() -> None:
    """Spain rolls 4, 5: Oppressive Policy; England rolls 2, 5: disease. Disease comes first: there is no uprising."""
    pos = war("council:spain", "council:england", "politics", nations=2, forces={f"{SPAIN}@2316": (0, 2)}, natives=None)
    game = played(pos, dice=(4, 5, 2, 5))
    assert told(game, NativesDied)
    assert not told(game, Uprising)


@shows("6.51", "E-G12")
def test_6_53_initiative_by_level_then_monarch_then_die() -> None:
    pos = war("initiative")
    pos.edit(SPAIN, treasury=10, monarch="A")
    pos.edit(ENGLAND, treasury=20, monarch="C")
    pos.edit(FRANCE, treasury=40, monarch="D")
    assert played(pos).position.order == (SPAIN, ENGLAND, FRANCE)  # all 40: the better Monarch first
    for nation in pos.rules.seats:
        pos.edit(nation, treasury=10, monarch="B")
    game = played(pos, dice=(2, 5, 2, 1, 6))
    assert game.position.order == (ENGLAND, FRANCE, SPAIN)
    assert told(game, Monarch) == []


# Sealed plans ------------------------------------------------------------------------------------------------------


def planned(*english: str) -> Game[World]:
    """A game of three at the plan of Spain, which England's comes after."""
    pos = war("seal", "unseen:plan:england", "unseen:plan:france", "sealed", "unseen:ocean:england", phase="A")
    pos.set_force(ENGLAND, PORT, pos.force(ENGLAND, PORT).__class__(0, 4))
    pos.set_fleet(ENGLAND, PORT, Fleet(1))
    pos.turn = 8
    return played(pos, *english)


PLANS = (
    ("done",),
    ("buy soldier", "amount 3", "done"),
    ("buy caravel", "amount 1", "fit europe", f"take {PORT}", "amount 6", "done"),
    (f"fit {PORT}", f"take {PORT}", "amount 2", f"watch {SPAIN} always", "done"),
    (f"build carrack {PORT}", "done"),
)
"""Five plans of England that nobody can tell apart."""


@shows("6.71", "E-G59", "E-G14")
@pytest.mark.parametrize("plan", PLANS)
def test_6_71_nothing_that_a_later_planner_sees_depends_on_an_earlier_plan(plan: tuple[str, ...]) -> None:
    one, other = planned("done"), planned(*plan)
    for seat in (SPAIN, FRANCE, None):
        assert one.view(seat).position == other.view(seat).position, seat
        mine, theirs = one.view(seat), other.view(seat)
        assert mine.options == theirs.options
        assert [line.event for line in mine.lines] == [line.event for line in theirs.lines]
        assert mine.supposes == theirs.supposes
    assert one.view(FRANCE).pending is not None


def test_6_71_in_the_middle_of_a_plan_others_see_nothing_of_it() -> None:
    one = planned()
    other = planned("buy caravel", "amount 2", "fit europe")
    for seat in (SPAIN, FRANCE, None):
        assert one.view(seat).position == other.view(seat).position, seat
        assert one.view(seat).supposes == other.view(seat).supposes
        assert one.view(seat).prompt == other.view(seat).prompt
    assert one.view(ENGLAND).position != other.view(ENGLAND).position


def test_6_71_undo_never_opens_a_sealed_plan() -> None:
    game = planned("buy caravel", "amount 2", "done")
    assert game.pending is not None
    assert game.pending.who == FRANCE
    with pytest.raises(UndoError):
        game.undo()
    game.play("buy soldier")
    game.undo()
    assert game.pending.who == FRANCE


def test_e_g59_after_planning_ships_in_the_new_world_are_seen_and_nothing_else() -> None:
    game = planned(f"fit {PORT}", f"take {PORT}", "amount 7", "done", "done")
    seen = game.view(SPAIN).position
    assert seen.expeditions["england-1"].caravels == 1
    assert (seen.expeditions["england-1"].bounds, seen.expeditions["england-1"].landfall) == (0, None)
    assert seen.nations[ENGLAND].treasury == 100
    assert game.position.nations[ENGLAND].treasury == 86
    assert game.view(ENGLAND).position.nations[ENGLAND].treasury == 86


def test_e_g59_cargo_money_and_people_are_hidden_until_the_turn_is_over() -> None:
    pos = war("coast:spain-1", sealed="turn")
    fleet(pos, SPAIN, PORT, carracks=1)
    fleet(pos, ENGLAND, "2218.1", carracks=2, soldiers=3, gold=(Gold("2316", 20, shipped=True),))
    pos.edit_dig("2316", dug=20)
    pos.people["cabot-john"] = Someone(ENGLAND, "explorer", "england-1")
    pos.edit(ENGLAND, treasury=12, soldiers=4, colonists=3, steps=2, owed=1, ships_built=1, monarch="A", gold=())
    pos.edit(SPAIN, found=())
    seen = pos.rules.view(pos, SPAIN)
    ship = seen.expeditions["england-1"]
    assert (ship.carracks, ship.soldiers, ship.gold, ship.bounds) == (2, 0, (), 0)
    assert seen.nations[ENGLAND] == changed(pos.nations[SPAIN], found=())
    assert seen.people["cabot-john"].at == "unseen"
    assert seen.digs["2316"].gone == 20
    pos.tasks = ("end-turn",)
    pos.sealed = ""
    assert pos.rules.view(pos, SPAIN) == pos


def test_e_g59_13_4_gold_of_one_mine_in_two_places_is_seen_in_both() -> None:
    pos = war("coast:spain-1", sealed="turn", forces={"spain@2316": (0, 2), "spain@2218": (0, 1)})
    fleet(pos, SPAIN, PORT, carracks=1)
    pos.hoards["2316"], pos.hoards["2218"] = (Gold("2316", 10),), (Gold("2316", 15),)
    pos.edit_dig("2316", found=True, dug=40, gone=15)
    assert pos.rules.view(pos, ENGLAND).digs["2316"].gone == 15


def cleaned_up(people: dict[str, str]) -> Game[World]:
    """English ships off a coast that is no port of theirs, with people aboard, when the turn is cleaned up."""
    pos = war("clean-up:england", phase="D", sealed="turn", nations=2)
    fleet(pos, ENGLAND, PORT, caravels=1)
    for name, at in people.items():
        pos.people[name] = Someone(ENGLAND, "explorer", at)
    return played(pos)


@shows("7.27")
def test_e_g59_who_dies_aboard_is_missed_by_others_only_when_the_turn_is_over() -> None:
    """Cabot goes down with the ships (7.27) or was never aboard: Spain and bystanders cannot tell the two apart."""
    lost, home = cleaned_up({"cabot-john": "england-1"}), cleaned_up({"cabot-john": "europe"})
    assert "cabot-john" not in lost.position.people
    assert "cabot-john" in home.position.people
    for seat in (SPAIN, None):
        one, other = lost.view(seat), home.view(seat)
        assert one.position == other.position
        assert [line.event for line in one.lines] == [line.event for line in other.lines]
        assert one.position.people["cabot-john"].at == "unseen"
    own = lost.view(ENGLAND)
    assert "cabot-john" not in own.position.people
    assert [each.event.person for each in own.lines if isinstance(each.event, PersonLost)] == ["cabot-john"]


def test_e_g59_who_died_unseen_is_named_when_everything_is_shown() -> None:
    pos = war("clean-up:england", "end-turn", phase="D", sealed="turn", nations=2, turn=1)
    fleet(pos, ENGLAND, PORT, caravels=1)
    pos.people["cabot-john"] = Someone(ENGLAND, "explorer", "england-1")
    game = played(pos, dice=(6, 1, 6, 1))
    assert [each.lost for each in told(game, PlansShown)] == [("cabot-john",)]
    assert PlansShown(rule="6.71", lost=("cabot-john",)) in [line.event for line in game.view(SPAIN).lines]
    assert game.position.missing == ()
    assert "cabot-john" not in game.view(SPAIN).position.people


def test_e_g59_who_dies_ashore_or_in_captivity_is_seen_at_once() -> None:
    pos = war("deal:spain", sealed="turn", people={f"{SPAIN}@cortes": PORT, f"{ENGLAND}@cabot-john": "held@spain"})
    for person in ("cortes", "cabot-john"):
        remove_person(pos, person, rule="8.32")
        assert person not in pos.rules.view(pos, FRANCE).people
    assert pos.missing == ()
    open_ = war("deal:spain", people={f"{ENGLAND}@cabot-john": "europe"})
    remove_person(open_, "cabot-john", rule="6.41(17)")
    assert open_.missing == ()


def test_e_g59_whoever_is_missing_may_be_alive_for_all_that_others_know() -> None:
    """In worlds that look the same to Spain Cabot is alive in some; what Spain itself has lost is lost in all."""
    pos = war("deal:spain", sealed="turn", people={f"{ENGLAND}@cabot-john": "europe", f"{SPAIN}@columbus": "europe"})
    for person in ("cabot-john", "columbus"):
        remove_person(pos, person, rule="9.21")
    twins = [redealt(pos.copy(), SPAIN, Random(seed)) for seed in range(20)]
    assert {"cabot-john" in twin.people for twin in twins} == {True, False}
    assert not any("columbus" in twin.people for twin in twins)
    assert {lost.person for lost in pos.rules.view(pos, SPAIN).missing} == {"columbus"}


def test_e_g59_9_3_worlds_that_look_the_same_have_overspent_the_same() -> None:
    """What a roll on the last column shows is shown: ships that sailed further than was paid for did so in all."""
    pos = war("deal:spain", sealed="turn")
    fleet(pos, ENGLAND, PORT, caravels=1, bounds=3, ocean=3)
    fleet(pos, ENGLAND, PORT, caravels=1, bounds=3, ocean=3, points=1)
    twins = [redealt(pos.copy(), SPAIN, Random(seed)) for seed in range(20)]
    assert all(twin.expeditions["england-1"].bounds >= 3 for twin in twins)
    assert all(twin.expeditions["england-2"].bounds < 4 for twin in twins)
    assert len({twin.expeditions["england-1"].bounds for twin in twins}) > 3


def heard(game: Game[World], seat: str | None) -> list[str]:
    """Whom a seat has heard to go aboard or ashore."""
    return [each.event.person for each in game.view(seat).lines if isinstance(each.event, PersonMoved)]


def test_e_g59_others_hear_who_boards_on_land_and_never_of_an_explorer() -> None:
    """Cordova waits unseen in the harbour; Pizarro stands ashore for all to see, and so does Cortés once he lands."""
    people = {f"{SPAIN}@cortes": "spain-1", f"{SPAIN}@pizarro": "2316", f"{SPAIN}@cordova": "2316"}
    pos = war("coast:spain-1", sealed="turn", forces={f"{SPAIN}@2316": (0, 1)}, people=people)
    fleet(pos, SPAIN, "2316.1", carracks=1)
    game = played(pos, "cargo", "land cortes", "amount 0", "board pizarro", "board cordova")
    assert heard(game, SPAIN) == ["cortes", "pizarro", "cordova"]
    for seat in (ENGLAND, None):
        assert heard(game, seat) == ["cortes", "pizarro"]


def test_e_g59_others_do_not_hear_who_boards_in_europe() -> None:
    people = {f"{SPAIN}@missionary-1": "europe", f"{SPAIN}@cortes": "europe"}
    pos = war("cross:spain-1", sealed="turn", forces={f"{SPAIN}@2316": (0, 1)}, people=people)
    fleet(pos, SPAIN, carracks=1, landfall="2316.1")
    game = played(pos, "sail 2316.1", "board missionary-1", "board cortes", dice=("+1",))
    assert heard(game, SPAIN) == ["missionary-1", "cortes"]
    for seat in (ENGLAND, None):
        assert heard(game, seat) == []


def test_e_g59_open_plans_hide_nothing() -> None:
    pos = war("seal", "unseen:plan:england", phase="A", options={"open_plans": True})
    game = played(pos, "buy soldier", "amount 3")
    assert game.view(SPAIN).position == game.position


@pytest.mark.parametrize("nations", [2, 3])
def test_e_g59_whatever_is_hidden_looks_the_same_and_asks_the_same(nations: int) -> None:
    """Every question of some turns, in mid-step too: dealt anew, all others see the same position."""
    game = cq.new_game("campaign", seed=3, nations=nations, turns=3)
    dice = Random(11)
    while game.pending is not None:
        pos = game.position
        for seat in (*game.rules.seats, None):
            twin = game.rules.redealt(pos.copy(), seat, dice)
            assert game.rules.view(twin, seat) == game.rules.view(pos, seat)
        game.play(dice.choice(game.options))


def test_supposed_worlds_explain_what_is_seen_and_can_be_played_on() -> None:
    game = cq.new_game("campaign", seed=5, nations=3, turns=2)
    dice, found = Random(4), 0
    while isinstance(game.pending, Choice):
        view = game.view(game.pending.who)
        run = view.suppose(dice)
        if run is not None:
            found += 1
            assert game.rules.view(run.pos, game.pending.who) == view.position
            game.rules.check(run.pos)
        game.play(dice.choice(game.options))
    assert found > 20


def test_supposed_ships_off_a_coast_have_an_explorer_and_bounds_for_the_way() -> None:
    """7.26  Else they could not lie there; one more bound than the way out and home."""
    pos = war("coast:spain-1", sealed="turn", people={f"{ENGLAND}@cabot-john": "europe"})
    fleet(pos, SPAIN, PORT, carracks=1)
    fleet(pos, ENGLAND, "2218.1", carracks=2, ocean=3, points=9)
    world = pos.rules.supposed(pos.rules.view(pos, SPAIN), SPAIN, Random(2))
    assert world.people["cabot-john"].at == "england-1"
    assert world.expeditions["england-1"].bounds == 3 + 2 + pos.rules.board.bounds("2218.1") + 1


def test_supposed_treasuries_are_what_the_council_left_or_less() -> None:
    """What was spent since is not seen: up to 60 ducats, and never more than there were."""
    for known, most in ((100, 60), (20, 20)):
        pos = war("deal:spain", sealed="turn", treasury=known)
        seen = pos.rules.view(pos, SPAIN)
        worlds = [pos.rules.supposed(seen, SPAIN, Random(seed)) for seed in range(600)]
        assert {world.nations[ENGLAND].treasury for world in worlds} == set(range(known - most, known + 1))
        assert {world.nations[SPAIN].treasury for world in worlds} == {known}


def test_supposed_plans_are_of_any_kind_and_ships_in_europe_have_bounds_to_leave() -> None:
    """Units that wait, people aboard, ships that are fitted out; whoever is unseen is somewhere."""
    pos = war("deal:spain", sealed="turn", people={f"{ENGLAND}@cabot-john": "europe"}, ships={"england@europe": (2, 1)})
    fleet(pos, ENGLAND, PORT, carracks=2)
    seen = pos.rules.view(pos, SPAIN)
    worlds = [pos.rules.supposed(seen, SPAIN, Random(seed)) for seed in range(60)]
    assert len({world.nations[ENGLAND].soldiers for world in worlds}) > 3
    fitted = [world for world in worlds if "england-2" in world.expeditions]
    assert 0 < len(fitted) < len(worlds)
    assert {(each.expeditions["england-2"].place, each.expeditions["england-2"].bounds) for each in fitted} == {
        ("europe", 1)
    }
    assert {world.people["cabot-john"].at for world in worlds} <= {"europe", "england-1"}


# Deals -------------------------------------------------------------------------------------------------------------


@shows("6.25")
def test_6_72_a_gift_is_offered_answered_and_paid_at_once() -> None:
    game = played(war("deal:spain"), f"gift {ENGLAND}", "amount 30", "accept")
    assert game.position.nations[SPAIN].treasury == 70
    assert game.position.nations[ENGLAND].treasury == game.position.nations[ENGLAND].known == 130
    refused = played(war("deal:spain"), f"gift {ENGLAND}", "amount 30", "refuse")
    assert refused.position.nations[ENGLAND].treasury == 100


def test_6_72_three_offers_a_turn_bind_every_seat() -> None:
    one = (f"gift {ENGLAND}", "amount 1", "refuse")
    game = played(war("deal:spain"), *one, *one, *one)
    why = game.why_not(f"gift {ENGLAND}")
    assert why is not None
    assert why.bar.reason == "enough-offers"
    game.play("done")
    assert game.position.nations[SPAIN].offers == 0


@pytest.mark.parametrize(("answer", "spain", "england"), [("repay", 70, 130), ("renege", 100, 100)])
def test_6_72_a_promise_is_asked_for_on_its_turn_and_may_be_broken(answer: str, spain: int, england: int) -> None:
    pos = war("maintain:spain", phase="E")
    pos.promises = (Promise(SPAIN, ENGLAND, 30, 5), Promise(SPAIN, ENGLAND, 5, 6))
    game = played(pos, answer)
    assert game.position.nations[SPAIN].treasury == spain
    assert game.position.nations[ENGLAND].treasury == england
    assert told(game, PromiseKept)[0].kept == (answer == "repay")
    assert game.position.promises == (Promise(SPAIN, ENGLAND, 5, 6),)


def test_6_25_a_loan_makes_a_promise_and_nobody_pays_more_than_there_is() -> None:
    game = played(war("deal:spain"), f"borrow {ENGLAND}", "amount 40", "amount 50", "amount 2", "accept")
    assert game.position.promises == (Promise(SPAIN, ENGLAND, 50, 6),)
    assert game.position.nations[SPAIN].treasury == 140
    pos = war("maintain:spain", phase="E", treasury=10)
    pos.promises = (Promise(SPAIN, ENGLAND, 30, 5),)
    assert offered(played(pos)) == {"renege"}


@shows("15.32")
def test_15_34_a_rented_explorer_serves_and_comes_back() -> None:
    pos = war("deal:england", turn=6, people={f"{ENGLAND}@cabot-sebastian": "europe"})
    game = played(pos, f"rent {FRANCE}", "amount 20", "amount 1", "accept")
    assert game.position.people["cabot-sebastian"].nation == FRANCE
    assert game.position.nations[FRANCE].treasury == 80
    over = game.position
    end_rents(over)
    assert over.people["cabot-sebastian"].nation == ENGLAND


def test_7_53_a_rutter_is_sold() -> None:
    pos = war("deal:spain")
    pos.edit(SPAIN, rutter=True)
    game = played(pos, f"rutter {ENGLAND}", "amount 30", "accept")
    assert game.position.nations[ENGLAND].rutter
    assert game.position.nations[SPAIN].treasury == 130
    why = game.why_not(f"rutter {ENGLAND}")
    assert why is not None
    assert why.rule == "7.53"


def test_e_g51_a_prisoner_is_freed_for_a_ransom() -> None:
    pos = war("deal:spain", people={f"{ENGLAND}@cabot-john": "held@spain"})
    game = played(pos, f"ransom {ENGLAND}", "amount 10", "accept")
    assert game.position.people["cabot-john"].at == "europe"
    assert game.position.nations[SPAIN].treasury == 110


def test_8_14_a_treaty_is_made_runs_out_and_can_be_broken() -> None:
    game = played(war("deal:spain"), f"combine {ENGLAND}", "amount 2", "accept")
    assert list(game.position.treaties) == [Treaty((SPAIN, ENGLAND), 6)]
    game.play(f"break {ENGLAND}")
    assert list(game.position.treaties) == []
    pos = war("turn", turn=6)
    pos.treaties = (Treaty((SPAIN, ENGLAND), 6), Treaty((SPAIN, FRANCE), 7))
    assert pos.rules.step(pos) is not None
    assert list(pos.treaties) == [Treaty((SPAIN, FRANCE), 7)]


# Giving up ---------------------------------------------------------------------------------------------------------


def test_who_gives_up_leaves_and_the_last_one_wins() -> None:
    game = cq.new_game("campaign", seed=2, nations=3)
    game.resign(FRANCE)
    assert not game.view(SPAIN).ending
    game.resign(SPAIN)
    ending = game.view(SPAIN).ending
    assert ending is not None
    assert ending.winners == (ENGLAND,)
