"""What the odds know of a game, they know from its kit: no game is imported before somebody asks about it."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

import conquistadors as cq
from conquistadors import games, odds
from conquistadors.engine import Choice, Option, Pile, Procedure, Seat, draw, option
from conquistadors.engine.requests import TABLE
from conquistadors.engine.run import Run
from conquistadors.games import DEFAULT, kit, load, rules_for
from conquistadors.games.conquest.odds import battle as battles
from conquistadors.games.conquest.odds import catalogue
from conquistadors.games.conquest.odds import chains as plans
from conquistadors.games.conquest.odds.acting import Acting
from conquistadors.games.landfall.rules import Landfall, Ocean
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


def test_of_any_game_the_odds_tell_what_the_asker_sees() -> None:
    """Without odds of its own, a game is asked in the world of the view: what is hidden stays so."""
    made = Stray(2)
    game = cq.Game.new(made, seed=7)
    text = str(game.odds())
    assert "'blue': {'titles': ['?'], 'copies': [3]}" in text
    own = game.view("red").position
    found = AnyGame(made).outcome(made.start(), game.position, "red")
    assert dict(found)["hands"] == str(own.to_json()["hands"])
    assert dict(found)["piles"] == str(own.to_json()["piles"])
    hands = dict(AnyGame(made).outcome(made.start(), game.position, TABLE))["hands"]
    assert "chart" not in str(hands)


class Bookish(Stray):
    """A game whose rules look up the card that was drawn, and that says nothing of what may be supposed."""

    def supposed(
        self, seen: Ocean, seat: Seat | None, random: Random, shown: Sequence[tuple[Seat, Option]] = ()
    ) -> Ocean | None:
        return None

    def step(self, pos: Ocean) -> Procedure[None]:
        return looked_up(pos) if pos.round else super().step(pos)


def looked_up(pos: Ocean) -> Procedure[None]:
    yield Choice(pos.active, "turn", "2.1", lambda: [option("prepare"), option("sail", "open")], lambda _: None)
    card = yield from draw(pos, pos.piles["deck"], pos.active, name="deck", rule="2.2", seen_by=None)
    pos.ships[pos.active] += abs(pos.rules.modifiers[card].value)
    pos.active = pos.rules.others[pos.active][0]
    pos.round += 1


def test_where_hidden_things_decide_and_nothing_can_be_supposed_there_are_no_odds() -> None:
    odds_of = cq.Game.new(Bookish(2), seed=7).odds("prepare")["prepare"]["nobody"]
    assert odds_of.outcomes is None
    assert "cannot be supposed" in odds_of.why


class Supposing(Bookish):
    """The same with a deal that can be supposed."""

    def supposed(
        self, seen: Ocean, seat: Seat | None, random: Random, shown: Sequence[tuple[Seat, Option]] = ()
    ) -> Ocean | None:
        return self.redealt(self._whole(seen), seat, random)

    def _whole(self, seen: Ocean) -> Ocean:
        """Unseen cards in any order, in the places where they lie."""
        known = Pile.united([pile for pile in (*seen.hands.values(), *seen.piles.values()) if "?" not in pile.titles])
        left = [card for card in self.deck.titles for _ in range(self.deck.count_of(card) - known.count_of(card))]
        whole = seen.copy()
        for places in (whole.hands, whole.piles):
            for name, pile in places.items():
                if "?" in pile.titles:
                    places[name] = Pile.of(left[: pile.size])
                    del left[: pile.size]
        return whole


def test_where_the_rules_can_suppose_a_deal_it_is_always_the_same_one() -> None:
    game = cq.Game.new(Supposing(2), seed=7)
    how = asking(game.rules)
    first = how.supposed(game.run(), "red", "nobody")
    assert first is not None
    assert "?" not in first.pos.hands["blue"].titles
    weighed = game.odds()
    assert weighed["prepare"]["nobody"].outcomes is not None
    random = Random(3)
    for _ in range(5):
        dealt = game.rules.redealt(game.position, "red", random)
        assert dealt is not None
        other = game.view("red").again(dealt, random)
        assert other is not None
        supposed = how.supposed(other, "red", "nobody")
        assert supposed is not None
        assert supposed.pos == first.pos
        assert odds.position_odds(other) == weighed


class Secretive(Supposing):
    """Blue draws a card and puts one back, before red is asked."""

    secrets = frozenset({"return"})

    def step(self, pos: Ocean) -> Procedure[None]:
        return returned(pos) if pos.round else super().step(pos)


def returned(pos: Ocean) -> Procedure[None]:
    card = yield from draw(pos, pos.piles["deck"], "blue", name="deck", rule="2.2", seen_by=("blue",))
    pos.piles["deck"], pos.hands["blue"] = pos.piles["deck"].minus(card), pos.hands["blue"].plus(card)
    held = pos.hands["blue"].titles
    back = yield Choice("blue", "return", "2.2", lambda: [option("return", title) for title in held], lambda _: None)
    title = str(back.subject)
    pos.piles["deck"], pos.hands["blue"] = pos.piles["deck"].plus(title), pos.hands["blue"].minus(title)
    yield from looked_up(pos)


def test_what_others_drew_and_answered_unseen_makes_no_difference() -> None:
    """In the middle of a step: the world is made without these answers, and others are given in their place."""
    rules = Secretive(2)
    start = cq.Game.new(rules, seed=7).checkpoint.position
    worlds = []
    for card, back in (("storm", "storm"), ("pilot", "pilot"), ("chart", "chart"), ("pilot", "chart")):
        boundary = start.copy()
        boundary.hands["blue"] = Pile.of(["chart", "pilot", "storm"])
        boundary.piles["deck"] = rules.deck
        for known in (*boundary.hands["blue"].each(), *boundary.hands["red"].each()):
            boundary.piles["deck"] = boundary.piles["deck"].minus(known)
        run = Run(rules, boundary)
        run.send(card)
        run.send(option("return", back))
        assert run.pending is not None
        assert run.pending.who == "red"
        worlds.append(asking(rules).supposed(run, "red", "nobody"))
    assert worlds[0] is not None
    assert all(world is not None and world.pos == worlds[0].pos for world in worlds)


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


@pytest.mark.parametrize("first", ["acting", "battle", "catalogue", "chains", "chains.chaining", "tactics", "fighting"])
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
