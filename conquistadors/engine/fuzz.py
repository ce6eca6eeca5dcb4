"""Random play with every promise of the engine checked after every answer.

For each game: the position equals a replay of the answers, equals what saving and loading gives, equals a branch;
no earlier copy has changed; no offered option is refused; undo leads back to where it came from; and the same
position with the same question and the same answer always goes on in the same way.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from random import Random
from typing import Any

from conquistadors.engine import saves
from conquistadors.engine.errors import ConquistadorsError
from conquistadors.engine.game import Game
from conquistadors.engine.position import Position
from conquistadors.engine.records import record
from conquistadors.engine.requests import Chance, Request
from conquistadors.engine.saves import FindRules

KIT = "0"
"""The version in the saves that are written and read again at once."""

MakeGame = Callable[[int], Game[Any]]
"""Gives the game to play for a seed. It must allow training undo."""


class FuzzFailure(ConquistadorsError):
    """A promise was broken. `save` reproduces it: load it and give `answer`."""

    def __init__(self, promise: str, save: str, answer: str) -> None:
        super().__init__(promise, save, answer)  # all three, so that it survives the way back from a worker
        self.save = save
        self.answer = answer

    def __str__(self) -> str:
        return str(self.args[0])


@record
class FuzzReport:
    """What was played."""

    games: int
    answers: int
    decisions: int


def fuzz(make: MakeGame, find_rules: FindRules, seeds: range, invariants: Callable[[Position], None]) -> FuzzReport:
    """Play a random game for each seed. `invariants` raises what is wrong with a position."""
    continuations: dict[Hashable, Hashable] = {}
    answers = decisions = 0
    for seed in seeds:
        fuzzer = _Fuzzer(make(seed), find_rules, Random(seed), invariants, continuations)
        fuzzer.play()
        answers += len(fuzzer.game.answers)
        decisions += fuzzer.decisions
        if len(continuations) > 1_000_000:
            continuations.clear()
    return FuzzReport(len(seeds), answers, decisions)


def same_state(one: Game[Any], other: Game[Any]) -> bool:
    """Whether two games stand at the same question in the same position with the same past."""
    return bool(
        one.position == other.position
        and one.answers == other.answers
        and one.same_log(other)
        and one.ending == other.ending
        and signature(one.pending) == signature(other.pending)
        and one.checkpoint == other.checkpoint
    )


def signature(request: Request | None) -> Hashable:
    """All that can be seen of a request."""
    if request is None:
        return None
    if isinstance(request, Chance):
        return (request.kind, request.who, request.rule, tuple(request.outcomes), tuple(request.weights))
    return (request.kind, request.who, request.rule, request.passes, tuple(request.legal()), request.refused())


def cache_rules(game: Game[Any], find_rules: FindRules) -> FindRules:
    """Find the rules of this game once; thousands of loads of it can share them."""
    made = find_rules(game.rules.scenario, game.rules.options)
    wanted = (game.rules.scenario, dict(game.rules.options))
    return lambda scenario, options: made if (scenario, options) == wanted else find_rules(scenario, options)


class _Fuzzer:
    """One random game."""

    def __init__(
        self,
        game: Game[Any],
        find_rules: FindRules,
        random: Random,
        invariants: Callable[[Position], None],
        continuations: dict[Hashable, Hashable],
    ) -> None:
        self.game = game
        self.decisions = 0
        self._find_rules = cache_rules(game, find_rules)
        self._random = random
        self._invariants = invariants
        self._continuations = continuations
        self._copies: list[tuple[Position, Hashable]] = []
        self._save = ""
        self._chosen = ""

    def play(self) -> None:
        game = self.game
        while game.pending is not None:
            self._answer()
            if self._random.random() < 0.05:
                self._undo_some()
        for copy, key in self._copies:
            self._promise(copy.key() == key, "an earlier copy of the position has changed")

    def _answer(self) -> None:
        game = self.game
        before = self._save or saves.to_text(game, KIT)
        copy = game.position.copy()
        self._copies.append((copy, copy.key()))
        asked = signature(game.pending)
        chosen = self._random.choice(game.options)
        self._chosen = chosen.id
        branch = game.branch()
        try:
            game.play(chosen)
        except Exception as error:
            raise FuzzFailure(f"an offered option was refused or failed: {error!r}", before, chosen.id) from error
        self.decisions += 1
        key = self._copies[-1][1]
        self._promise(copy.key() == key, "the answer changed an earlier copy of the position")
        self._promise((branch.position.key(), signature(branch.pending)) == (key, asked), "a branch saw the answer")
        self._continues((key, asked, chosen.id, *self._chances(len(branch.answers))))
        self._invariants(game.position)
        self._promise(same_state(game, self._replayed()), "a replay of the answers leads elsewhere")
        now = saves.to_text(game, KIT)
        loaded = saves.from_text(now, self._find_rules, KIT)
        self._promise(same_state(game, loaded), "saving and loading gives another game")
        self._save = now

    def _continues(self, situation: Hashable) -> None:
        now = (self.game.position.key(), signature(self.game.pending))
        known = self._continuations.setdefault(situation, now)
        self._promise(known == now, "the same position, question and answer went on in two ways")

    def _chances(self, start: int) -> list[Hashable]:
        """What chance, and seats that could only pass, answered after the decision."""
        return [answer.value for answer in self.game.answers[start + 1 :]]

    def _replayed(self) -> Game[Any]:
        twin: Game[Any] = Game(self.game.rules, self.game.names, self.game.sources, "training", self.game.origin)
        for answer in self.game.answers:
            twin.replay(answer)
        return twin

    def _undo_some(self) -> None:
        """Take some decisions back and play them again: the game is where it was."""
        game = self.game
        there = game.branch()
        times = 0
        while game.can_undo and times < self._random.randint(1, 4):
            game.undo()
            times += 1
        self._promise(same_state(game, self._replayed()), "undo leads elsewhere than the answers that are left")
        for _ in range(times):
            game.redo()
        self._promise(same_state(game, there), "undo and redo do not lead back")

    def _promise(self, kept: bool, promise: str) -> None:
        if not kept:
            raise FuzzFailure(promise, self._save, self._chosen)
