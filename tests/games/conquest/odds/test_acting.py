"""2.18, 5.15  The odds of an action tell nothing of hands, decks and face-down assets."""

from __future__ import annotations

from random import Random

import pytest

from conquistadors.engine.game import Game
from conquistadors.engine.requests import Choice
from conquistadors.games.conquest.builder import begin, build, expedition, place
from conquistadors.games.conquest.rules.position import ConquestPosition
from conquistadors.odds.asking import NOBODY, WORST, asking
from conquistadors.odds.position import _plans as plans_of
from conquistadors.odds.position import position_odds
from support.sizes import size

HANDS = {
    "red": ["mano-de-dios"],
    "blue": ["bolas", "painted-warriors", "false-guide"],
    "green": ["painted-warriors", "encirclement", "indian-ambush", "poison-darts"],
}


def at_tlaxcala(hands: dict[str, list[str]]) -> Game[ConquestPosition]:
    force = expedition("red", "tlaxcala", "3 foot, 2 horse, 1 cannon", hits=1, gold=5, food=1)
    pos = build(
        map="north",
        seats=3,
        expeditions={"cortes": force},
        places={"tlaxcala": place("city", hostile=False), "totonacapan": "village"},
        hands=hands,
    )
    return begin(pos, seed=1)


@pytest.mark.soak
@pytest.mark.parametrize(
    ("played", "option"),
    [
        ((), "activate cortes, rally"),
        ((), "activate cortes, negotiate"),
        ((), "gift, amount 3"),
        (("activate cortes",), "negotiate"),
    ],
)
def test_the_bounds_are_those_of_every_other_deal(played: tuple[str, ...], option: str) -> None:
    game = at_tlaxcala(HANDS)
    for answer in played:
        game.play(answer)
    found = game.odds(option)
    assert found
    random = Random(2)
    for _ in range(size("OTHER_DEALS", thin=2, soak=10)):
        dealt = game.rules.redealt(game.checkpoint.position, "red", random)
        assert dealt is not None
        other = game.view("red").again(dealt, random)
        assert other is not None
        assert other.pos != game.position
        assert position_odds(other, option) == found


def test_2_14_at_the_worst_one_player_holds_one_of_each_card_that_may_be_played_against_it() -> None:
    """Not what the others hold: a card twice, or in the hand of another, would tell of it."""
    game = at_tlaxcala(HANDS)
    how = asking(game.rules)
    nobody, worst = (how.supposed(game.run(), "red", bound) for bound in (NOBODY, WORST))
    assert nobody is not None
    assert worst is not None
    cards = game.rules.cards  # type: ignore[attr-defined]  # a game of The Conquistadors
    against = {name for name, card in cards.items() if card.type in ("reaction", "combat") and card.target != "own"}
    assert against & set(nobody.pos.hands["green"].titles), "this deal shows nothing"
    blue, green = worst.pos.hands["blue"], worst.pos.hands["green"]
    assert blue.count_of("painted-warriors") == blue.count_of("bolas") == 1
    assert not against & set(green.titles)
    assert all(blue.count_of(title) <= 1 for title in against)
    assert worst.pos.hands["red"] == game.position.hands["red"]


def test_2_18_the_world_is_supposed_and_not_the_true_one() -> None:
    """The sizes of hands are public, and stay; what is seen stays as well."""
    game = at_tlaxcala(HANDS)
    world = asking(game.rules).supposed(game.run(), "red", NOBODY)
    assert world is not None
    assert game.rules.view(world.pos, "red") == game.view("red").position
    assert world.pos.hands != game.position.hands


def test_what_hangs_on_a_choice_that_nobody_has_made_is_not_told() -> None:
    """Who is left behind is asked man by man: a march or a battle after that is another question. To stop on the
    way is a choice, and so is the leader of a battle, of whom the odds say how he is chosen."""
    force = expedition("red", "tlaxcala", "1 foot", companions={"alvarado": "1 foot"})
    city = place("city", hostile=True, units=[10])
    game = begin(build(map="north", expeditions={"cortes": force}, places={"tlaxcala": city, "totonacapan": "village"}))
    run = game.run()
    how, pending = asking(run.rules), run.pending
    assert isinstance(pending, Choice)
    activation = next(each for each in pending.legal() if each.id == "activate cortes")
    told = [", ".join(each.id for each in taken[1:]) for taken in plans_of(run, activation, how)]
    assert not [plan for plan in told if "detach" in plan]
    assert {"march, go tepeaca", "march, go totonacapan", "attack, fight indians", "plunder"} <= set(told)
    later = game.odds("activate cortes, march, detach alvarado")
    assert not later
    assert str(later) == "what follows is still to be chosen: choose first, then ask again"
