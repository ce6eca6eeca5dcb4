"""Luck: what every roll of a game was expected to bring, and what it brought."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import conquistadors as cq
from conquistadors import odds
from conquistadors.engine.chance import Script
from conquistadors.engine.events import Rolled
from conquistadors.engine.game import Game
from conquistadors.games.conquest.builder import begin, build, expedition, place
from conquistadors.games.conquest.rules.position import ConquestPosition


def plunder(*dice: int) -> Game[ConquestPosition]:
    """Cortés plunders the empty, hostile city of Tlaxcala with these dice."""
    force = expedition("red", "tlaxcala", "3 foot")
    pos = build(
        map="north",
        seats=2,
        expeditions={"cortes": force},
        places={"tlaxcala": place("city", hostile=True)},
        before="plunder cortes",
    )
    return begin(pos, chance=Script(*dice))


def test_7_21_gold_is_worth_points() -> None:
    """The mean of the table is expected; a 6 on the die brings what the last row says."""
    game = plunder(6, 5)
    table = odds.table("plunder-gold", place="city")
    first = next(each for each in odds.luck(game) if each.roll == "plunder-gold")
    assert first.expected == first.points_expected == table.mean()
    assert first.actual == first.result == max(int(str(gold)) for gold in table)
    assert first.points == first.actual - table.mean()
    assert first.chance == Fraction(1, 6)
    assert first.below == Fraction(5, 6)


def test_the_luckiest_and_the_unluckiest_roll() -> None:
    game = begin(
        build(
            map="north",
            seats=2,
            expeditions={"cortes": expedition("red", "tlaxcala", "3 foot", gold=9)},
            places={"tlaxcala": place("city", hostile=True)},
        ),
        chance=Script(12, 1, 2),
    )
    for answer in ("gift", "amount 3", "activate cortes", "plunder"):
        while answer not in {each.id for each in game.options}:
            game.play(game.options[0])
        game.play(answer)
    found = odds.extremes(odds.luck(game))
    assert found is not None
    lucky, unlucky = found
    assert (lucky.roll, unlucky.roll) == ("gift", "plunder-gold")
    assert lucky.points is not None
    assert unlucky.points is not None
    assert lucky.points > 0 > unlucky.points


def test_a_game_without_points_has_no_extremes() -> None:
    assert odds.extremes([]) is None


def test_every_roll_of_a_game_is_weighed_in_order() -> None:
    """Two hundred answers of a random game: each roll of the log, with its own total."""
    game = cq.new_game("basic", players=["Ana", "Ben"], seed=5, map="north")
    random = Random(3)
    while len(game.answers) < 1200:
        game.play(random.choice(list(game.options)))
    rolled = [line.event for line in game.log if isinstance(line.event, Rolled)]
    weighed = odds.luck(game)
    assert [(each.roll, each.who, each.total) for each in weighed] == [(r.roll, r.who, r.total) for r in rolled]
    assert all(0 < each.chance <= 1 and 0 <= each.below < 1 for each in weighed)
    assert any(each.points is not None for each in weighed)


def test_luck_begins_where_the_game_begins_and_skips_orders_of_the_table() -> None:
    game = cq.new_game("basic", players=["Ana", "Ben"], seed=5, map="north")
    random = Random(3)
    while len(game.answers) < 400 or game._run.since:
        game.play(random.choice(list(game.options)))
    before = len(odds.luck(game))
    commander = next(c for c in game.position.expeditions)
    game.adjust(f"gold {commander} 7")
    assert len(odds.luck(game)) == before
