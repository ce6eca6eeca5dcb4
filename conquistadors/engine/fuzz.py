"""Random play with the promises of the engine checked.

After every answer: the position equals a replay from the checkpoint before it, the earlier copies have not changed,
no offered option was refused, and the same position with the same question and the same answer went on in the same
way. Now and then: the same for a branch, for undo and redo, for a replay of the whole game, for saving and loading;
a boundary looks the same to a seat when all that the seat cannot know is dealt anew; and whoever is asked, in the
middle of a step too, is told the same odds then.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable, Sequence
from random import Random
from typing import Any, Final

from conquistadors.engine import saves
from conquistadors.engine.errors import ConquistadorsError
from conquistadors.engine.game import Game
from conquistadors.engine.history import Checkpoint, resumed
from conquistadors.engine.position import Position
from conquistadors.engine.records import record
from conquistadors.engine.requests import TABLE, Chance, Choice, Option, Request, Seat
from conquistadors.engine.run import Run
from conquistadors.engine.saves import FindRules

KIT: Final = "0"
"""The version in the saves that are written and read again at once."""

COPIES_KEPT: Final = 200
"""How many earlier copies of the position are watched for changes."""

OFTEN: Final = 0.1
"""After which part of the answers, at least, a branch is looked at, and a boundary for leaks."""

SHARE_REMEMBERED: Final = 0.2
"""Of which part of the answers, at least, it is remembered how the game went on."""

UNDO: Final = 0.05
"""After which part of the answers some are taken back and played again."""

WEIGHED: Final = 0.01
"""After which part of the answers the odds of the next one are compared with those of another deal."""

DEALS: Final = 5
"""So many other deals are tried for that: not in every one others can have answered what they have."""

MakeGame = Callable[[int], Game[Any]]
"""Gives the game to play for a seed. It must allow training undo."""

Weigh = Callable[[Run[Any], str], object]
"""Gives the odds of an option of the pending choice, as something that can be compared. The engine knows no odds."""

Likely = Callable[[Any, Option], float]
"""How likely an option is to be chosen in a position, for play at random that gets somewhere."""

Until = Callable[[Position], bool]
"""Says at which position a game need not be played on."""


class FuzzFailure(ConquistadorsError):
    """A promise was broken. `save` reproduces it: load it and give `answer`."""

    def __init__(self, promise: str, save: str, answer: str) -> None:
        super().__init__(promise, save, answer)  # all three, so that it survives the way back from a worker
        self.save = save
        self.answer = answer

    def __str__(self) -> str:
        return str(self.args[0])


@record
class FuzzedGame:
    """One game that was played: how many answers it had, those of chance included, and whether it came to its end."""

    seed: int
    answers: int
    decisions: int
    ended: bool


@record
class FuzzReport:
    """What was played."""

    played: tuple[FuzzedGame, ...]

    @property
    def games(self) -> int:
        return len(self.played)

    @property
    def answers(self) -> int:
        return sum(game.answers for game in self.played)

    @property
    def decisions(self) -> int:
        return sum(game.decisions for game in self.played)

    @property
    def ended(self) -> int:
        """How many came to their end."""
        return sum(game.ended for game in self.played)


def never(_: Position) -> bool:
    """Play every game to its end."""
    return False


def fuzz(
    make: MakeGame,
    find_rules: FindRules,
    seeds: range,
    invariants: Callable[[Position], None],
    *,
    thorough: float = 0.01,
    until: Until = never,
    weigh: Weigh | None = None,
    weighed: float = WEIGHED,
    likely: Likely | None = None,
    everybody: bool = False,
) -> FuzzReport:
    """Play a random game for each seed. `invariants` raises what is wrong with a position.

    With `likely` one of the players, or nobody, or `everybody`, chooses by these weights; to all others every option is
    the same.
    `weigh` gives odds that must tell nothing of what is hidden; `weighed` is the part of the answers that it is asked
    about.
    `thorough` is the part of the answers after which the whole game is saved and loaded, which replays it. That is done
    at the end of each game in any case. None of this changes what is played.
    """
    memory = _Memory()
    played = []
    for seed in seeds:
        game = make(seed)
        anybody = Random(f"who thinks in {seed}").choice((*game.rules.seats, None))
        thinking = game.rules.seats if everybody else (anybody,)
        fuzzer = _Fuzzer(game, find_rules, seed, invariants, memory, thorough, until, weigh, weighed, likely, thinking)
        fuzzer.play()
        played.append(FuzzedGame(seed, len(fuzzer.game.answers), fuzzer.decisions, fuzzer.game.ending is not None))
    return FuzzReport(tuple(played))


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
    asked = (request.kind, request.who, request.rule, request.passes, request.facts)
    return (*asked, tuple(request.legal()), request.refused())


def cache_rules(game: Game[Any], find_rules: FindRules) -> FindRules:
    """Find the rules of this game once; thousands of loads of it can share them."""
    made = find_rules(game.rules.scenario, game.rules.options)
    wanted = (game.rules.scenario, dict(game.rules.options))
    return lambda scenario, options: made if (scenario, options) == wanted else find_rules(scenario, options)


class _Memory:
    """How earlier situations went on, in all games. Only numbers of them are kept: whole positions need much room."""

    def __init__(self) -> None:
        self._numbers: dict[Hashable, int] = {}
        self._went_on: dict[int, int] = {}

    def goes_on(self, situation: Hashable, now: Hashable) -> bool:
        """Whether the situation goes on as it did before, if it is known."""
        if len(self._numbers) + len(self._went_on) > 1_000_000:
            self._numbers.clear()
            self._went_on.clear()
        reached = self._digest(now)
        return self._went_on.setdefault(self._digest(situation), reached) == reached

    def _digest(self, value: Hashable) -> int:
        """Equal for equal values. Not their hash: that of -1 is that of -2."""
        if type(value) is tuple:
            return hash(tuple([self._digest(part) for part in value]))
        if type(value) is frozenset:
            return hash(frozenset([self._digest(part) for part in value]))
        return self._numbers.setdefault(value, len(self._numbers))


class _Fuzzer:
    """One random game."""

    def __init__(
        self,
        game: Game[Any],
        find_rules: FindRules,
        seed: int,
        invariants: Callable[[Position], None],
        memory: _Memory,
        thorough: float,
        until: Until,
        weigh: Weigh | None,
        weighed: float,
        likely: Likely | None,
        thinking: Sequence[Seat | None],
    ) -> None:
        self.game = game
        self.decisions = 0
        self._find_rules = cache_rules(game, find_rules)
        self._invariants = invariants
        self._memory = memory
        self._rules = str(game.rules.options)
        """Equal positions of two rules (other maps, other options) may go on in two ways."""
        self._thorough = thorough
        self._often = max(OFTEN, thorough)
        self._remembered = max(SHARE_REMEMBERED, thorough)
        self._until = until
        self._weigh = weigh
        self._weighed = weighed
        self._likely = likely
        self._thinking = thinking
        """The seats that choose by weights."""
        self._player = Random(seed)
        self._checker = Random(f"checks of {seed}")
        self._copies: deque[tuple[Position, Hashable]] = deque()
        self._before = game
        self._chosen = ""
        self._asked = signature(game.pending)

    def play(self) -> None:
        game = self.game
        try:
            while game.pending is not None and not self._until(game.position):
                self._answer()
                self._check_often()
                if self._now_and_then(self._thorough):
                    self._check_saved()
            self._promise(same_state(game, self._replayed()), "a replay of the answers leads elsewhere")
            self._check_saved()
            for copy, key in self._copies:
                self._promise(copy.key() == key, "an earlier copy of the position has changed")
        except FuzzFailure:
            raise
        except Exception as error:
            raise self._failure(f"a check failed: {error!r}") from error

    def _answer(self) -> None:
        """Give a random answer, with the checks that follow every one."""
        game = self.game
        self._before = before = game.branch()
        copy = game.position
        key, asked = copy.key(), self._asked
        self._keep(copy, key)
        chosen = self._choose()
        self._chosen = chosen.id
        try:
            game.play(chosen)
        except Exception as error:
            raise self._failure(f"an offered option was refused or failed: {error!r}") from error
        self.decisions += 1
        self._promise(copy.key() == key, "the answer changed an earlier copy of the position")
        self._check_position(game.position)
        self._asked = signature(game.pending)
        self._check_step(before.checkpoint)
        if self._now_and_then(self._remembered):
            situation = (self._rules, key, asked, chosen.id, *self._chances(len(before.answers)))
            now = (game.position.key(), self._asked)
            promise = "the same position, question and answer went on in two ways"
            self._promise(self._memory.goes_on(situation, now), promise)
        if self._now_and_then(self._often):
            self._promise((before.position.key(), signature(before.pending)) == (key, asked), "a branch saw the answer")

    def _choose(self) -> Option:
        game = self.game
        if self._likely is None or game.pending is None or game.pending.who not in self._thinking:
            return self._player.choice(game.options)
        pos = game.view(game.pending.who).position
        return self._player.choices(game.options, [self._likely(pos, option) for option in game.options])[0]

    def _check_often(self) -> None:
        if self._now_and_then(UNDO):
            self._undo_some()
        if self._before.checkpoint.answers != self.game.checkpoint.answers and self._now_and_then(self._often):
            self._look_for_leaks(self.game.checkpoint.position.copy())
        if self._weigh is not None and self._now_and_then(self._weighed):
            self._look_for_telling_odds(self._weigh)

    def _chances(self, start: int) -> list[Hashable]:
        """What chance, and seats that could only pass, answered after the decision."""
        return [answer.value for answer in self.game.answers[start + 1 :]]

    # The checks --------------------------------------------------------------------------------------------------

    def _check_position(self, position: Position) -> None:
        try:
            self._invariants(position)
        except Exception as error:
            raise self._failure(f"a position came up that can never be: {error!r}") from error

    def _check_step(self, since: Checkpoint[Any]) -> None:
        """The answers since the checkpoint lead from it to where the game is."""
        game = self.game
        run = resumed(game.rules, since.position, game.answers[since.answers :])
        there = (run.pos, run.boundary, run.ending, signature(run.pending))
        here = (game.position, game.checkpoint.position, game.ending, self._asked)
        self._promise(there == here, "a replay of the answers leads elsewhere")

    def _check_saved(self) -> None:
        """Loading replays every answer, and checks it as strictly as one that is typed."""
        loaded = saves.from_text(saves.to_text(self.game, KIT), self._find_rules, KIT)
        self._promise(same_state(self.game, loaded), "saving and loading gives another game")

    def _keep(self, copy: Position, key: Hashable) -> None:
        self._copies.append((copy, key))
        if len(self._copies) > COPIES_KEPT:
            oldest, known = self._copies.popleft()
            self._promise(oldest.key() == known, "an earlier copy of the position has changed")

    def _replayed(self) -> Game[Any]:
        twin: Game[Any] = Game(self.game.rules, self.game.kept_names, self.game.sources, "training", self.game.origin)
        for answer in self.game.answers:
            twin.replay(answer)
        return twin

    def _undo_some(self) -> None:
        """Take some decisions back and play them again: the game is where it was."""
        game = self.game
        there = game.branch()
        times = 0
        while game.can_undo and times < self._checker.randint(1, 4):
            game.undo()
            times += 1
        self._asked = signature(game.pending)
        self._check_step(game.checkpoint)
        if self._now_and_then(self._thorough):
            self._promise(same_state(game, self._replayed()), "undo leads elsewhere than the answers that are left")
        for _ in range(times):
            game.redo()
        self._promise(same_state(game, there), "undo and redo do not lead back")
        self._asked = signature(game.pending)

    def _look_for_leaks(self, pos: Position) -> None:
        """Whatever lies where a seat cannot see it, the seat sees the same and the same is asked."""
        rules = self.game.rules
        run = Run(rules, pos.copy())
        for seat in (*rules.seats, None):
            other = rules.redealt(pos.copy(), seat, self._checker)
            if other is None:
                continue
            who = seat or "a bystander"
            self._check_position(other)
            self._promise(rules.view(other, seat) == rules.view(pos, seat), f"{who} sees what {who} cannot know")
            other_run = Run(rules, other.copy())
            same = _as_seen(other_run, seat) == _as_seen(run, seat)
            self._promise(same, f"what is asked or allowed depends on what {who} cannot know")

    def _look_for_telling_odds(self, weigh: Weigh) -> None:
        """Whatever lies where a seat cannot see it, the seat is told the same odds, in the middle of a step too."""
        game, pending = self.game, self.game.pending
        if not isinstance(pending, Choice) or pending.who not in game.rules.seats:
            return
        run, view = game.run(), game.view(pending.who)
        deals = [game.rules.redealt(run.boundary.copy(), pending.who, self._checker) for _ in range(DEALS)]
        others = [view.again(deal, self._checker) for deal in deals if deal is not None]
        other = next((each for each in others if each is not None and each.pos != run.pos), None)
        if other is None:
            return
        asked = self._checker.choice(game.options).id
        same = weigh(run, asked) == weigh(other, asked)
        self._promise(same, f"the odds of {asked!r} depend on what {pending.who} cannot know")

    def _now_and_then(self, part: float) -> bool:
        return self._checker.random() < part

    def _promise(self, kept: bool, promise: str) -> None:
        if not kept:
            raise self._failure(promise)

    def _failure(self, promise: str) -> FuzzFailure:
        return FuzzFailure(promise, saves.to_text(self._before, KIT), self._chosen)


def _as_seen(run: Run[Any], seat: Seat | None) -> Hashable:
    """What the seat hears of the request: all of its own and the table's, and of the others' who is asked for what."""
    pending = run.pending
    if pending is None:
        return run.ending
    if isinstance(pending, Choice) and pending.who in (seat, TABLE):
        return signature(pending)
    return (type(pending), pending.kind, pending.who, pending.rule)
