"""How governors differ: each style knows its areas, keeps what it says it keeps, and plays to the end."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import conquistadors as cq
from conquistadors.bots.naming import bot_named
from conquistadors.engine import Choice
from conquistadors.engine.game import Game
from conquistadors.engine.requests import TABLE
from conquistadors.engine.views import Options, View
from conquistadors.games import rules_for
from conquistadors.games.exploration.bots import Governor, ventures, veteran
from conquistadors.games.exploration.bots.sight import Sight
from conquistadors.games.exploration.bots.styles import HISTORIAN, VETERAN, Style, tastes
from conquistadors.games.exploration.rules.game import Campaign

STYLES = pytest.mark.parametrize("style", [HISTORIAN, VETERAN], ids=lambda each: each.name)


@STYLES
def test_tastes_are_for_nations_and_areas_of_the_game(style: Style) -> None:
    rules = rules_for("campaign", {"nations": 3})
    assert isinstance(rules, Campaign)
    liked = tastes(style.name)
    assert set(liked) >= set(rules.seats)
    assert {area for areas in liked.values() for area in areas} <= set(rules.areas)


def plans(style: Style, ducats: int) -> set[str]:
    """What Spain could undertake first with so much money."""
    game = cq.new_game("exploration", seed=3)
    while isinstance(game.pending, Choice) and game.pending.kind != "plan":
        game.play(Governor().answer(game.view("spain")))
    run = game.view("spain").suppose(Random(1))
    assert run is not None
    assert isinstance(run.pending, Choice)
    run.pos.edit("spain", treasury=ducats)
    return {
        each.kind for each in ventures.candidates(Sight(View(run, "spain", Options(run.pending.legal())), style=style))
    }


def test_a_veteran_keeps_money_for_colonists_when_soldiers_sail() -> None:
    enough = 250
    assert "subdue" in plans(HISTORIAN, enough) & plans(VETERAN, enough)
    scarce = next(ducats for ducats in range(enough, 0, -5) if "subdue" not in plans(VETERAN, ducats))
    assert "subdue" in plans(HISTORIAN, scarce)
    assert "subdue" in plans(VETERAN._replace(saved=HISTORIAN.saved), scarce)


def test_the_veteran_has_a_name_among_the_bots_of_its_game() -> None:
    bot = bot_named("veteran", 7, rules_for("exploration", {}))
    assert isinstance(bot, Governor)
    assert bot.style == VETERAN
    assert Governor().style == HISTORIAN


@pytest.mark.parametrize(("scenario", "options"), [("exploration", {}), ("campaign", {"turns": 8})])
def test_veterans_finish_their_games_and_say_why(scenario: str, options: dict[str, Any]) -> None:
    game: Game[Any] = cq.new_game(scenario, seed=5, **options)
    sitting = {seat: veteran() for seat in (*game.rules.seats, TABLE)}
    while isinstance(game.pending, Choice):
        bot = sitting[game.pending.who]
        game.play(bot.answer(game.view(game.pending.who)))
        assert bot.why is not None
        assert bot.why.rule
    assert game.ending is not None
