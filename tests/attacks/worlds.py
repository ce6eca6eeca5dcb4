"""Worlds that differ only in what somebody cannot know, and what is asked and said in them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from random import Random
from typing import Any

from conquistadors.bots.naming import bot_named
from conquistadors.engine.game import Game
from conquistadors.engine.history import Checkpoint
from conquistadors.engine.requests import Choice, Seat
from conquistadors.engine.rules import Rules
from conquistadors.games import kit_of, kits, rules_for

SEVERAL = 3
"""So many players sit at the tables that are attacked, where a scenario leaves that open."""


def scenes() -> list[tuple[str, dict[str, Any]]]:
    """Every scenario of every game for several players, with its options."""
    found: list[tuple[str, dict[str, Any]]] = []
    for kit in kits():
        for scenario in kit.scenarios:
            counted = [name for name in ("seats", "captains") if name in scenario.options()]
            rules = rules_for(scenario.id, {counted[0]: SEVERAL} if counted else {})
            if len(rules.seats) > 1:
                found.append((scenario.id, {counted[0]: SEVERAL} if counted else {}))
    return found


def everywhere() -> list[tuple[str, dict[str, Any]]]:
    """The same, and the games for one."""
    alone: list[tuple[str, dict[str, Any]]] = [(kit.alone, {}) for kit in kits() if kit.alone is not None]
    return [*scenes(), *alone]


def best_bot(rules: Rules[Any], seed: int) -> Any:
    """A bot with reasons of its own, where the game brings one."""
    return bot_named([*kit_of(rules).bots, "random"][0], seed, rules)


def played(scenario: str, options: dict[str, Any], seed: int, most: int, people: bool = False) -> Iterator[Game[Any]]:
    """A game of the best bots, before each of its first decisions. With `people` it is asked openly at all seats."""
    rules = rules_for(scenario, options)
    game: Game[Any] = Game.new(rules, seed=seed)
    game.people = frozenset(rules.seats if people else ())
    bots = {seat: best_bot(rules, seed + number) for number, seat in enumerate(rules.seats)}
    for _ in range(most):
        asked = game.pending
        if not isinstance(asked, Choice):
            return
        yield game
        if asked is game.pending:
            game.play(bots[asked.who].answer(game.view(asked.who)) if asked.who in bots else game.options[0])


def decisions(scenario: str, options: dict[str, Any], seed: int, most: int) -> Iterator[Game[Any]]:
    """The same in one game after the other, for so many decisions."""
    for number in count(seed):
        for game in played(scenario, options, number, most):
            yield game
            most -= 1
        if most <= 0:
            return


def another_world(game: Game[Any], seat: Seat | None, random: Random) -> Game[Any] | None:
    """The same game, with all that the seat cannot know dealt anew at the last boundary; None where it does not fit."""
    begun, boundary = game.checkpoint
    deal = game.rules.redealt(boundary.copy(), seat, random)
    if deal is None:
        return None
    origin = Checkpoint(begun, deal)
    twin: Game[Any] = Game(game.rules, game.kept_names, game.sources, "fair", origin, game.answers[:begun])
    twin.people = game.people
    events, heard = game.events_so_far()
    before = (heard[begun] if begun < len(heard) else len(events)) - len(twin.log)
    twin._history.events[:0] = events[:before]
    twin._history.heard[:] = heard[:begun]
    try:
        for given in game.answers[begun:]:
            twin.replay(given._replace(auto=given.auto and given.who == seat))  # others may have had something to play
    except ValueError:
        return None
    ours, theirs = game.pending, twin.pending
    if ours is None or theirs is None or (ours.who, ours.kind) != (theirs.who, theirs.kind):
        return None
    same = game.rules.view(twin.position, seat) == game.rules.view(game.position, seat)
    return twin if same else None
