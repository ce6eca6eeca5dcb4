"""The odds of Landfall: what comes of a turn, and nothing of what lies face down."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

import pytest

import conquistadors as cq
from conquistadors.engine.game import Game
from conquistadors.engine.run import Run
from conquistadors.games.landfall.odds import Voyaging
from conquistadors.games.landfall.rules import Ocean
from conquistadors.odds.asking import NOBODY, WORST, asking
from conquistadors.odds.position import position_odds
from support.landfall import game_at, ocean


def leagues(game: Game[Any], option: str, bound: str, what: str = "leagues") -> dict[object, Fraction]:
    return dict(game.odds(option)[option][bound].of(what).items())


def test_3_4_a_voyage_tells_the_leagues_that_may_be_made() -> None:
    game = game_at(ocean(ships={"red": 3, "blue": 4}))
    assert leagues(game, "sail open", NOBODY) == {
        -2: Fraction(1, 6), 1: Fraction(1, 3), 3: Fraction(1, 3), 4: Fraction(1, 6)
    }  # fmt: skip
    outcomes = game.odds("sail open")["sail open"][NOBODY].outcomes
    assert outcomes is not None
    assert (("leagues", 3), ("rank", "1")) in outcomes
    assert (("leagues", -2),) in outcomes


def test_3_2_at_the_worst_somebody_holds_a_storm_that_has_not_been_seen() -> None:
    """Whoever holds cards may hold it, if one is left; who has none plays none."""
    worst = {-2: Fraction(1, 2), 1: Fraction(1, 3), 3: Fraction(1, 6)}
    ships = {"red": 5}
    for hand in ("pilot", "storm"):
        assert leagues(game_at(ocean({"blue": hand}, ships=ships)), "sail open", WORST) == worst
    bare = game_at(ocean(ships=ships))
    assert leagues(bare, "sail open", WORST) == leagues(bare, "sail open", NOBODY)
    seen = game_at(ocean({"red": "storm", "blue": "pilot"}, deck=["chart"], ships=ships))
    assert leagues(seen, "sail open", WORST) == leagues(seen, "sail open", NOBODY)


def test_3_1_a_card_that_is_played_first_is_told_as_a_number() -> None:
    game = game_at(ocean({"red": "chart", "blue": "storm pilot"}))
    outcomes = game.odds()["play chart, sail coast"][NOBODY].outcomes
    assert outcomes is not None
    assert all(dict(outcome)["cards"] == -1 for outcome in outcomes)


def test_2_2_what_is_drawn_is_not_told() -> None:
    assert "prepare" not in game_at(ocean()).odds()


def test_1_2_what_has_not_been_seen_is_one_pool() -> None:
    """The deck in which a captain is answered holds the hands of the others as well; their size is kept."""
    game = game_at(ocean({"red": "chart", "blue": "storm pilot"}))
    world = asking(game.rules).supposed(game.run(), "red", NOBODY)
    assert world is not None
    assert world.pos.piles["deck"].size == 13
    assert world.pos.hands["blue"].titles == ("?",)
    assert world.pos.hands["blue"].size == 2
    assert world.pos.hands["red"] == game.position.hands["red"]


def test_2_3_an_empty_deck_stays_empty() -> None:
    """Else nobody would take back the discards."""
    game = game_at(ocean({"red": "chart", "blue": "storm"}, deck=[]))
    world = asking(game.rules).supposed(game.run(), "red", NOBODY)
    assert world is not None
    assert world.pos.piles["deck"].size == 0


def test_3_2_who_is_asked_for_a_reaction_is_told_what_the_voyage_comes_to() -> None:
    """In the middle of a turn, after a Chart that everybody has seen."""
    game = game_at(ocean({"red": "chart pilot", "blue": "storm"}, ships={"red": 5, "blue": 7}))
    game.play("play chart")
    game.play("sail open")
    assert game.pending is not None
    assert (game.pending.who, game.pending.kind) == ("blue", "react")
    assert leagues(game, "pass", NOBODY, "rivals") == {1: Fraction(1, 3), 3: Fraction(1, 3), 4: Fraction(1, 3)}
    assert leagues(game, "play storm", NOBODY, "rivals") == {-2: Fraction(1, 3), 1: Fraction(1, 3), 3: Fraction(1, 3)}


def deals(pos: Ocean, seat: str) -> list[Ocean]:
    random = Random(7)
    return [pos.rules.redealt(pos, seat, random) for _ in range(6)]


@pytest.mark.parametrize("answers", [(), ("play chart",), ("sail open",), ("play chart", "sail coast", "play storm")])
def test_the_odds_are_those_of_every_other_deal(answers: tuple[str, ...]) -> None:
    """Whoever is asked, between turns and inside of one: what they cannot know makes no difference."""
    hands = {"red": "chart pilot storm", "blue": "storm pilot", "green": "storm chart"}
    game = game_at(ocean(hands, captains=3))
    for answer in answers:
        game.play(answer)
    asked = game.pending
    assert asked is not None
    found, met = game.odds(), 0
    assert found
    for deal in deals(game.checkpoint.position, asked.who):
        other = game.view(asked.who).again(deal, Random(1))
        if other is None:
            continue  # somebody has played what they do not hold here
        met += other.pos != game.position
        weighed = position_odds(other)
        assert weighed == found
        assert str(weighed) == str(found)
    assert met


def test_nothing_that_lies_face_down_is_in_the_answer() -> None:
    game = cq.new_game("example", players=["Ana", "Ben"], seed=7)
    text = str(game.odds())
    assert all(word not in text for word in ("storm", "pilot", "titles", "?"))


def test_landfall_brings_its_own_odds() -> None:
    rules = ocean().rules
    assert type(asking(rules)) is Voyaging
    assert isinstance(asking(rules).supposed(Run(rules, ocean()), "red", WORST), Run)
