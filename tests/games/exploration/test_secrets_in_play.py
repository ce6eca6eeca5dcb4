"""6.71, E-G59  Two campaigns that differ only in what a seat cannot know look the same to it at every question."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any, Final

import pytest

from attacks.test_views import compare
from attacks.worlds import another_world
from conquistadors.engine.game import Game
from conquistadors.games import rules_for, scenario_named
from conquistadors.games.exploration.bots.likely import likely
from conquistadors.games.exploration.kit import CAMPAIGN
from conquistadors.games.exploration.rules.position import World
from support.rivals_at_war import begun
from support.sizes import size

DECISIONS: Final = size("SECRET_DECISIONS", thin=20, soak=3000)
"""So many decisions of a campaign are looked at, whoever has to make them."""
APART: Final = 7
"""A thin slice looks at every seventh."""
TRIED: Final = 4

VARIANTS: Final = scenario_named(CAMPAIGN.id).variants
HIDING: Final = [number for number, options in enumerate(VARIANTS) if "open_plans" not in str(options)]


def games_of(number: int) -> Iterator[Game[World]]:
    """Before each decision of a variant: from the beginning, then from the middle of a war; by the kit's weights."""
    games = [Game.new(rules_for(CAMPAIGN.id, VARIANTS[number]), seed=number, undo="training"), begun(number)]
    dice = Random(number)
    for game in games:
        for _ in range(DECISIONS * APART):
            if game.pending is None:
                break
            yield game
            seen: Any = game.view(game.pending.who).position
            game.play(dice.choices(game.options, [likely(seen, each) for each in game.options])[0])


@pytest.mark.soak
@pytest.mark.parametrize("number", HIDING)
def test_6_71_at_every_question_who_cannot_know_sees_the_same(number: int) -> None:
    """In the middle of a step too: position, question, options, refusals, log, and what is supposed."""
    random, compared = Random(9), Counter[str]()
    tried: dict[str, None] = {}
    for looked, game in enumerate(games_of(number)):
        tried |= dict.fromkeys(option.id for option in game.options)
        if looked % APART:
            continue
        for seat in (*game.rules.seats, None):
            other = another_world(game, seat, random)
            if other is not None and other.position != game.position:
                within = game.checkpoint.answers != len(game.answers)
                compared["within a step" if within else "between steps"] += 1
                compare(game, other, seat, random.sample(list(tried), min(TRIED, len(tried))))
    assert min(compared.values()) > DECISIONS / 20
    assert len(compared) == 2
