"""The odds of the position: what every option may lead to, and what a card changes of that."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

import pytest

import conquistadors as cq
from conquistadors import odds
from conquistadors.engine.errors import SetupError
from conquistadors.engine.game import Game
from conquistadors.games.conquest.builder import begin, build, expedition, place
from conquistadors.games.conquest.rules.position import ConquestPosition
from conquistadors.odds.asking import asking

NOBODY = ["nobody"]


def at_tlaxcala(*, units: tuple[int, ...] = (), hostile: bool = False, **more: Any) -> Game[ConquestPosition]:
    """Cortés in the city of Tlaxcala, before his impulse."""
    force = expedition("red", "tlaxcala", "3 foot, 2 horse, 1 cannon", hits=1, gold=5, food=1)
    pos = build(
        map="north",
        seats=2,
        expeditions={"cortes": force},
        places={"tlaxcala": place("city", hostile=hostile, units=units), "totonacapan": "village"},
        **more,
    )
    return begin(pos, seed=1)


def chance_of(found: odds.OptionOdds, what: str, how: object) -> Fraction:
    return found.of(what).chance(lambda result: result == how)


def test_9_22_a_rally_is_what_the_table_says() -> None:
    """The same as the single roll: Cortés adds his rating, and a pass spends no food."""
    game = at_tlaxcala()
    rating = game.rules.men["cortes"].rally  # type: ignore[attr-defined]  # a game of The Conquistadors
    single = odds.table("rally", modifiers={"rating": rating})
    found = game.odds("activate cortes, rally")["activate cortes, rally"]["nobody"]
    assert chance_of(found, "hits", -1) == single.chance(lambda change: change < 0)
    assert chance_of(found, "hits", 1) == single.chance(lambda change: change > 0)


def test_11_3_a_gift_moves_the_index() -> None:
    found = at_tlaxcala().odds("gift")
    assert list(found) == ["gift, amount 3", "gift, amount 4", "gift, amount 5"]
    for option, bounds in found.items():
        gold = -int(option.split()[-1])
        assert chance_of(bounds["nobody"], "gold", gold) == 1
        index = bounds["nobody"].of("index")
        single = odds.table("gift")
        assert index.total == 1
        assert index.chance(lambda moved: moved is not None) == single.chance(lambda moved: moved > 0)


def test_4_11_a_march_is_weighed_by_where_it_leads() -> None:
    found = at_tlaxcala().odds("activate cortes, march", reactions=NOBODY)
    assert "activate cortes, march, go tepeaca" in found
    for option in found:
        outcomes = found[option]["nobody"].outcomes
        assert outcomes is not None
        assert outcomes.total == 1
        assert "found" in found[option]["nobody"].things()


def test_7_131_a_plunder_is_followed_through_the_battle_to_the_gold() -> None:
    game = at_tlaxcala(units=(20,), hostile=True)
    found = game.odds("activate cortes, plunder", reactions=NOBODY)["activate cortes, plunder"]["nobody"]
    assert set(found.things()) >= {"conquistador", "units", "gold", "hits"}
    alone = odds.battle("3 foot, 2 horse, 1 cannon", [20], hits=1, gold=5)
    dead = alone.of("leader")["dead"]
    assert chance_of(found, "conquistador", "dead") == dead
    assert found.of("gold").chance(lambda gold: gold is not None and gold > 0) <= alone.win


def test_the_worst_is_never_better() -> None:
    """2.14  Against a rally and a negotiation every unseen card is played that may be."""
    game = at_tlaxcala()
    for option, what in (("activate cortes, rally", "hits"), ("activate cortes, negotiate", "status")):
        bounds = game.odds(option)[option]
        assert bounds["nobody"].outcomes != bounds["worst"].outcomes
        good = -1 if what == "hits" else "allied"
        assert chance_of(bounds["worst"], what, good) < chance_of(bounds["nobody"], what, good)


def test_2_18_what_others_hold_changes_nothing() -> None:
    """Which of the unseen cards are in hands is nothing that one knows: the bounds are the same."""
    bare, full = at_tlaxcala(), at_tlaxcala(hands={"blue": ["bolas", "painted-warriors", "false-guide"]})
    for option in ("activate cortes, rally", "activate cortes, negotiate"):
        one, other = bare.odds(option)[option], full.odds(option)[option]
        assert [one[bound].outcomes for bound in one] == [other[bound].outcomes for bound in other]


def test_what_leads_to_no_chance_is_not_listed() -> None:
    found = at_tlaxcala().odds("convert cortes")
    assert len(found) == 0
    assert str(found) == "none of the options leads to chance"


def test_odds_are_told_as_text() -> None:
    text = str(at_tlaxcala().odds("activate cortes, rally", reactions=NOBODY))
    assert "activate cortes, rally (nobody reacts)" in text
    assert "morale hits \N{MINUS SIGN}1" in text
    assert "(nobody reacts)" in text
    assert at_tlaxcala().odds("gift").names.outcome(()) == "nothing changes"


def test_the_same_question_is_answered_once() -> None:
    game = at_tlaxcala()
    assert game.odds("gift") is game.odds("gift")


@pytest.mark.parametrize(
    ("asked", "complaint"),
    [
        ({"option": "dance"}, "'dance' is not allowed now: activate cortes"),
        ({"reactions": ["everybody"]}, "reactions must be some of nobody, worst"),
        ({"reactions": "nobody"}, "reactions must be some of nobody, worst"),
    ],
)
def test_bad_questions_are_refused(asked: dict[str, Any], complaint: str) -> None:
    with pytest.raises(SetupError, match=complaint):
        at_tlaxcala().odds(**asked)


def test_an_unknown_option_says_what_is_known() -> None:
    found = at_tlaxcala().odds("gift")
    with pytest.raises(SetupError, match="no odds of 'gift': 'gift, amount 3'"):
        found["gift"]


def test_work_can_be_stopped() -> None:
    class Enough(Exception):
        pass

    def stop(_: object) -> None:
        raise Enough

    with pytest.raises(Enough):
        at_tlaxcala(units=(20, 30), hostile=True).odds("activate cortes, plunder", progress=stop)


def test_every_enumerated_outcome_can_be_played() -> None:
    """What the dice then do is one of the outcomes that were told, in forty games from the same position."""
    option = "activate cortes, rally"
    outcomes = at_tlaxcala().odds(option, reactions=NOBODY)[option]["nobody"].outcomes
    assert outcomes is not None
    met = set()
    force = expedition("red", "tlaxcala", "3 foot, 2 horse, 1 cannon", hits=1, gold=5, food=1)
    pos = build(map="north", seats=2, expeditions={"cortes": force}, places={"tlaxcala": "city"})
    for seed in range(40):
        game = begin(pos.copy(), seed=seed)
        before = game.position
        for answer in ("activate cortes", "rally", "pass"):
            if answer in {each.id for each in game.options}:
                game.play(answer)
        met.add(asking(game.rules).outcome(before, game.position, "red"))
    assert met <= set(outcomes)
    assert len(met) > 1


# The worth of a card ---------------------------------------------------------------------------------------------


def test_1_53_mano_de_dios_is_never_worth_less_than_nothing() -> None:
    game = at_tlaxcala()
    worth = odds.card_worth(game, "gift, amount 5", "mano-de-dios")
    assert worth.mean("points") > 0
    assert sum(worth.difference().values()) == 0
    single = [odds.table("gift", mano=mano, goal="most") for mano in ("never", "best")]
    assert worth.mean("index") == single[1].mean() - single[0].mean()


def test_6_26_painted_warriors_cost_units() -> None:
    game = at_tlaxcala(units=(30, 20), hostile=True)
    worth = odds.card_worth(game, "activate cortes, attack, fight indians", "painted-warriors")
    assert worth.mean("units") < 0
    alone = [
        odds.battle("3 foot, 2 horse, 1 cannon", [30, 20], hits=1, gold=5, enemy_cards=cards)
        for cards in ((), ("painted-warriors",))
    ]
    assert worth.mean("units") == alone[0].of("lost").mean() - alone[1].of("lost").mean()


def test_4_12_an_indian_guide_finds_more() -> None:
    """An asset is used in the discovery that the march leads to."""
    game = at_tlaxcala()
    worth = odds.card_worth(game, "activate cortes, march, go tepeaca", "indian-guide")
    without, holding = worth.of("found")
    assert without != holding


@pytest.mark.parametrize(
    ("option", "card", "by", "complaint"),
    [
        ("gift, amount 5", "ace-of-spades", None, "there is no card 'ace-of-spades'"),
        ("gift", "mano-de-dios", None, "'gift' is not a single thing to do"),
        ("gift, amount 5", "mano-de-dios", "green", "there is no player 'green'"),
    ],
)
def test_bad_questions_about_a_card_are_refused(option: str, card: str, by: str | None, complaint: str) -> None:
    with pytest.raises(SetupError, match=complaint):
        odds.card_worth(at_tlaxcala(), option, card, by=by)


# Any game --------------------------------------------------------------------------------------------------------


def test_a_game_of_which_nothing_is_known_is_weighed_to_the_next_boundary() -> None:
    game = cq.new_game("example", players=["Ana", "Ben"], seed=7)
    found = game.odds()
    assert found
    for bounds in found.values():
        for weighed in bounds.values():
            assert weighed.outcomes is None or weighed.outcomes.total == 1


def test_solitaire_draws_are_exact() -> None:
    """23.32  The Reaction deck is drawn from by chance, and nobody reacts."""
    game = cq.new_game("solitaire", players=["Ana"], seed=5, map="north")
    random = Random(3)
    weighed = 0
    while weighed < 3 and game.ending is None:
        assert game.pending is not None
        if game.pending.kind == "impulse" and len(game.answers) > 60:
            for bounds in game.odds(reactions=NOBODY).values():
                assert bounds["nobody"].outcomes is None or bounds["nobody"].outcomes.total == 1
            weighed += 1
        game.play(random.choice(list(game.options)))
    assert weighed == 3
