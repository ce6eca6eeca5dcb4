"""What the odds know of a game, they know from its kit: no game is imported before somebody asks about it."""

from __future__ import annotations

import ast
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import conquistadors as cq
from conquistadors import games, odds
from conquistadors.games import DEFAULT, kit, load, rules_for
from conquistadors.games.conquest.odds import battle as battles
from conquistadors.games.conquest.odds import catalogue
from conquistadors.games.conquest.odds import chains as plans
from conquistadors.games.conquest.odds.acting import Acting
from conquistadors.games.landfall.rules import Landfall
from conquistadors.odds.asking import AnyGame, asking

SOURCE = Path(odds.__file__)


class Stray(Landfall):
    """Rules that nobody has entered."""

    kit = ""


class Known(AnyGame):
    """A way to ask that a kit names."""


def test_how_a_game_is_asked_about_says_its_kit(monkeypatch: pytest.MonkeyPatch) -> None:
    assert type(asking(rules_for("solitaire", {}))) is Acting
    assert type(asking(Stray())) is AnyGame
    named = replace(kit("landfall"), odds=f"{__name__}:Known")
    monkeypatch.setattr(games, "kit", lambda _: named)
    found = asking(Landfall(3))
    assert type(found) is Known
    assert len(found.rules.seats) == 3


def test_a_game_is_asked_for_odds_without_loading_them_first() -> None:
    code = """
import sys
from conquistadors.engine.game import Game
from conquistadors.games.landfall.rules import Landfall
game = Game.new(Landfall(), seed=1)
print("conquistadors.odds" in sys.modules)
print(len(game.odds()) > 0)
print("conquistadors.games.conquest.odds" in sys.modules)
"""
    assert fresh(code) == ["False", "True", "False"]


@pytest.mark.parametrize("first", ["acting", "battle", "catalogue", "chains", "chaining", "tactics", "fighting"])
def test_whatever_is_imported_first_no_circle_is_met(first: str) -> None:
    assert fresh(f"import conquistadors.games.conquest.odds.{first}; print('done')") == ["done"]


def fresh(code: str) -> list[str]:
    """What another interpreter says."""
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()


def test_the_questions_of_the_default_game_are_found_with_the_odds() -> None:
    from conquistadors.odds import chains

    assert chains is plans
    assert odds.battle is battles.battle
    assert odds.battle.__wrapped__ is battles.battle.__wrapped__  # type: ignore[attr-defined]  # it remembers
    assert odds.table is catalogue.table
    for name in kit(DEFAULT).questions:
        assert name in odds.__all__
        assert name in dir(odds)
        assert getattr(odds, name) is load(kit(DEFAULT).questions[name])
    assert len(set(odds.__all__)) == len(odds.__all__)
    everything: dict[str, Any] = {}
    exec("from conquistadors.odds import *", everything)
    assert set(odds.__all__) <= set(everything)


def test_what_is_no_question_is_missing_as_anywhere() -> None:
    assert not hasattr(odds, "weather")
    with pytest.raises(AttributeError, match="has no attribute 'weather'"):
        odds.weather  # type: ignore[attr-defined]  # that is the point  # noqa: B018  # as above


def test_the_types_are_those_of_the_questions() -> None:
    """What mypy is told of them is kept in step with the kit."""
    tree = ast.parse(SOURCE.read_text(encoding="utf-8"))
    told = next(node for node in tree.body if isinstance(node, ast.If))
    names = [alias.asname for node in told.body if isinstance(node, ast.ImportFrom) for alias in node.names]
    assert sorted(str(name) for name in names) == sorted(kit(DEFAULT).questions)


def test_a_module_can_be_named_in_a_kit() -> None:
    assert load("conquistadors.engine:") is sys.modules["conquistadors.engine"]
    assert load("conquistadors.engine.game:Game") is cq.Game
