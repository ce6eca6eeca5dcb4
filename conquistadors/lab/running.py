"""Many games at once: what is asked of a row of games, how one is played, and how chunks of them reach workers.

Who plays is in `players.py`, what is counted in the kit of a game. There is no DataFrame in either: a process that
plays loads neither pandas nor a figure.
Game n is a function of the question and n alone, so it does not matter who plays it, when, or how often.
"""

from __future__ import annotations

import hashlib
import json
import multiprocessing
import os
import pickle
import queue
import sys
import warnings
from collections.abc import Generator, Iterator, Sequence
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future, ProcessPoolExecutor
from contextlib import closing
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Final, TypedDict

import conquistadors
from conquistadors.bots import Bot
from conquistadors.engine import saves
from conquistadors.engine.chance import Seeded
from conquistadors.engine.codec import Json
from conquistadors.engine.errors import ConquistadorsError, RuleError, SetupError, shown
from conquistadors.engine.game import Game
from conquistadors.engine.requests import PASS, Chance, ChanceValue, Choice, Option, Procedure, Request, Seat
from conquistadors.engine.rules import Ending, Rules
from conquistadors.engine.texts import speaking, told
from conquistadors.engine.views import Options, View
from conquistadors.games import play_of, rules_for
from conquistadors.lab.players import Player, Sampler, Seating, glancing
from conquistadors.odds.asking import asking
from conquistadors.resources import data_root

MOST_ANSWERS: Final = 1_000_000
"""No game comes near this many answers; one that does is going round in circles, and counts as a failure."""

TRIES: Final = 3
"""After so many rounds in a row in which workers were lost and nothing was finished, something else is wrong."""

MEASURED: Final = "lab"
"""The folder of the data with what games have come to: they do not depend on it."""

Cell = bool | int | float | str | None
Row = list[Cell]


class LabWarning(UserWarning):
    """A result is there, but something on the way to it should be known."""


class WorkersLost(ConquistadorsError):
    """Workers died again and again, or cannot play at all. What was finished is in the folder to resume from."""


# What is asked ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Question:
    """All that the rows depend on."""

    scenario: str
    options: str
    """The options of the scenario, as JSON."""
    seatings: tuple[Seating, ...]
    """Who sits where; game n has number n modulo their count."""
    games: int
    seed: int
    per_turn: bool = False
    until_turn: int | None = None

    @property
    def rules(self) -> Rules[Any]:
        """The rules, made once in each process."""
        return _rules(self.scenario, self.options)

    def chunks(self) -> list[range]:
        """The games cut into chunks, whatever the number of workers: a hundred or more if there are enough games."""
        size = max(-(-self.games // 1000), min(20, -(-self.games // 100)))
        return [range(first, min(first + size, self.games)) for first in range(0, self.games, size)]

    def columns(self) -> list[str]:
        """The names of the cells of a row."""
        rules, tally = self.rules, play_of(self.rules)
        start = rules.start()
        counted = [f"{what}.{seat}" for seat in rules.seats for what in tally.counts(start, seat)]
        counted = [*tally.table(start), *counted]
        told = ["game", "seed", *[f"bot.{seat}" for seat in rules.seats], "ended", "winner", "reason", "clause"]
        if not self.per_turn:
            return [*told, "turns", "answers", *counted]
        worth = [f"worth.{seat}" for seat in rules.seats if asking(rules).worth(start, seat) is not None]
        return [*told, "turns", "turn", "answers", *counted, *worth]

    def pickled(self) -> bytes:
        """The seatings as workers get them; `SetupError` if they cannot be sent."""
        try:
            return pickle.dumps(self.seatings, protocol=4)
        except (pickle.PicklingError, AttributeError, TypeError) as error:
            raise SetupError(told("lab.pickle", why=str(error))) from None

    def document(self) -> dict[str, Json]:
        """The question as plain data: what a folder of finished chunks belongs to."""
        sitting: list[Json] = [{seat: sits.name for seat, sits in seating} for seating in self.seatings]
        return {
            "scenario": self.scenario,
            "options": json.loads(self.options),
            "bots": sitting,
            "makers": hashlib.sha256(self.pickled()).hexdigest()[:32],
            "games": self.games,
            "seed": self.seed,
            "per_turn": self.per_turn,
            "until_turn": self.until_turn,
            "kit": _kit(self.rules),
        }


@lru_cache(maxsize=64)
def _rules(scenario: str, options: str) -> Rules[Any]:
    return rules_for(scenario, json.loads(options))


def _kit(rules: Rules[Any]) -> str:
    """The version of the kit with a checksum of its rules, its bots and its data: what else the games depend on."""
    package = Path(conquistadors.__file__).parent
    parts = [package / name for name in ("engine", "packs", "maps", "games", "odds", "bots")]
    files = [file for part in parts for file in part.rglob("*.py")]
    files += [file for file in data_root().rglob("*") if MEASURED not in file.relative_to(data_root()).parts]
    pack = rules.options.get("pack")
    if isinstance(pack, str):
        files += Path(pack).rglob("*")
    digest = hashlib.sha256()
    for file in sorted(file for file in files if file.is_file()):
        digest.update(file.name.encode() + b"\0" + file.read_bytes() + b"\0")
    return f"{conquistadors.__version__} {digest.hexdigest()[:16]}"


def _mixed(*parts: object) -> int:
    """A number that depends on all parts and on nothing else. Small enough for any table and any reader of JSON."""
    text = "/".join(map(str, parts))
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big") >> 12


def seed_of(seed: int, number: int) -> int:
    """The seed of game `number`: its dice come from it as in `new_game(..., seed=...)`."""
    return _mixed(seed, number)


def bot_seed(game_seed: int, seat: Seat) -> int:
    """The seed that the bot of a seat is made with."""
    return _mixed(game_seed, "bot", seat)


class _Watch:
    """Looks on at one game, whenever a player is asked something, and makes its rows.

    A turn is over when the first question of the next one is asked, or when the game is over.
    """

    def __init__(self, question: Question, number: int) -> None:
        self.question = question
        self.rules = question.rules
        self.number = number
        self.seed = seed_of(question.seed, number)
        self.seating: dict[Seat, Player] = dict(question.seatings[number % len(question.seatings)])
        self._tally = play_of(self.rules)
        self._turn = 0
        self._turns: list[Row] = []

    def asked(self, pos: Any, answers: int) -> bool:
        """A player is asked something in this position; True if the game need not be played on."""
        if answers > MOST_ANSWERS:
            raise RuleError(f"no end after {MOST_ANSWERS} answers")
        turn = self._tally.turn(pos)
        if self.question.until_turn is not None and turn >= self.question.until_turn:
            return True
        if turn != self._turn:
            self._turn_over(pos, answers)
            self._turn = turn
        return False

    def rows(self, pos: Any, answers: int, ending: Ending | None) -> list[Row]:
        """The rows of the game, which stops here."""
        sitting = [self.seating[seat].name for seat in self.rules.seats]
        how = ("until-turn", "") if ending is None else (ending.reason, ending.rule)
        winners = "" if ending is None else " ".join(ending.winners)
        told: Row = [self.number, self.seed, *sitting, ending is not None, winners, *how, self._turn]
        if not self.question.per_turn:
            return [[*told, answers, *self._counted(pos)]]
        self._turn_over(pos, answers)
        return [[*told, *row] for row in self._turns]

    def _turn_over(self, pos: Any, answers: int) -> None:
        if self.question.per_turn and self._turn:
            worth = [asking(self.rules).worth(pos, seat) for seat in self.rules.seats]
            told = [float(each) for each in worth if each is not None]
            self._turns.append([self._turn, answers, *self._counted(pos), *told])

    def _counted(self, pos: Any) -> Row:
        counted = [count for seat in self.rules.seats for count in self._tally.counts(pos, seat).values()]
        return [*self._tally.table(pos).values(), *counted]


# One game --------------------------------------------------------------------------------------------------------


class Failure(TypedDict):
    """A game that could not be played: load the save and give the answer, if there is one, to see why."""

    game: int
    seed: int
    error: str
    answers: int
    """How many answers had been given."""
    answer: str
    """What the bot wanted to answer then; empty if the bot failed itself."""
    save: str
    """The text of the save; empty where there is none."""


class Played(TypedDict):
    """A chunk of games that was played."""

    first: int
    stop: int
    rows: list[Row]
    failures: list[Failure]


def play_chunk(question: Question, first: int, stop: int, attempt: int = 0) -> Played:  # noqa: ARG001  # see spread()
    """Play the games from `first` to before `stop`. What goes wrong in one of them does not touch the others.

    It is told in English, and so are the games: a chunk is the same whoever plays it.
    """
    played = Played(first=first, stop=stop, rows=[], failures=[])
    with speaking("en"):
        for number in range(first, stop):
            rows = play_game(question, number)
            if isinstance(rows, list):
                played["rows"] += rows
            else:
                played["failures"].append(rows)
    return played


def play_game(question: Question, number: int) -> list[Row] | Failure:
    """The rows of one game, or how it failed."""
    seating = question.seatings[number % len(question.seatings)]
    quick = glancing(question.rules.kit)
    if any(getattr(sits.make, "func", sits.make) not in quick for _, sits in seating):
        return play_fully(question, number)
    try:
        return play_quickly(question, number)
    except Exception as error:  # played once more, with a record: that makes the save
        failed = play_fully(question, number)
        if isinstance(failed, list):
            error.add_note("the same game with a record did not fail")
            return _failure(_Watch(question, number), error, None, "")
        return failed


def play_quickly(question: Question, number: int) -> list[Row]:
    """A game of bots that look at the table alone, answer for answer the one that `play_fully` plays."""
    watch = _Watch(question, number)
    source = Seeded(watch.seed)
    bots: dict[Seat, Bot] = {seat: sits.make(bot_seed(watch.seed, seat)) for seat, sits in watch.seating.items()}
    rules = question.rules
    pos = rules.start()
    course = _course(rules, pos)
    answers = 0
    pending = next(course, None)
    while pending is not None:
        answer: Option | ChanceValue | None
        if type(pending) is Chance:
            answer = source.answer(answers, pending)
        else:
            assert type(pending) is Choice
            if pending.passes and _nothing_else(pending):
                answer = PASS
            elif watch.asked(pos, answers):
                return watch.rows(pos, answers, None)
            else:
                if pending.who not in bots:
                    bots[pending.who] = Sampler(bot_seed(watch.seed, pending.who))
                answer = _glance(bots[pending.who], _Table(rules, pos, pending))
        answers += 1
        try:
            pending = course.send(answer)
        except StopIteration:
            break
    return watch.rows(pos, answers, rules.ending(pos))


class _Table:
    """A table without a record, for those who need none."""

    __slots__ = ("pending", "pos", "rules")

    def __init__(self, rules: Rules[Any], pos: Any, pending: Choice) -> None:
        self.rules = rules
        self.pos = pos
        self.pending: Request | None = pending


def _glance(bot: Bot, table: _Table) -> Option:
    """The answer of a bot that sees the table and no more."""
    assert type(table.pending) is Choice
    if type(bot) is Sampler:
        return bot.pick(table.pending)
    view: View[Any] = View(table, table.pending.who, Options(table.pending.legal()))
    answer = bot.answer(view)
    if answer not in view.options:
        raise RuleError(f"{answer} is not allowed")
    return answer


def _course(rules: Rules[Any], pos: Any) -> Procedure[None]:
    """One step after the other, without the copies that a `Run` keeps to be cloned."""
    while rules.ending(pos) is None:
        yield from rules.step(pos)


def _nothing_else(choice: Choice) -> bool:
    """Whether the seat can only pass, which a game does by itself."""
    forbids = choice.forbids
    return all(forbids(candidate) is not None for candidate in choice.candidates())


def _sampler(samplers: dict[Seat, Sampler], seat: Seat, seed: int) -> Sampler:
    if seat not in samplers:
        samplers[seat] = Sampler(bot_seed(seed, seat))
    return samplers[seat]


def play_fully(question: Question, number: int) -> list[Row] | Failure:
    """A game of any bots. They are shown what their seat knows; who has no bot (the table) answers at random."""
    watch = _Watch(question, number)
    samplers: dict[Seat, Sampler] = {}
    game: Game[Any] | None = None
    tried = ""
    try:
        game = Game.new(question.rules, seed=watch.seed)
        game.id = f"game{number}"
        bots = {seat: sits.make(bot_seed(watch.seed, seat)) for seat, sits in watch.seating.items()}
        while isinstance(pending := game.pending, Choice):
            if watch.asked(game.position, len(game.answers)):
                break
            seat, tried = pending.who, ""
            bot = bots[seat] if seat in bots else _sampler(samplers, seat, watch.seed)
            chosen = bot.pick(pending) if type(bot) is Sampler else bot.answer(game.view(seat))
            tried = chosen.id if isinstance(chosen, Option) else shown(chosen)
            game.play(chosen)
        return watch.rows(game.position, len(game.answers), game.ending)
    except (Exception, SystemExit) as error:  # whatever it is: the other games go on
        return _failure(watch, error, game, tried)


def _failure(watch: _Watch, error: BaseException, game: Game[Any] | None, tried: str) -> Failure:
    save = ""
    if game is not None:
        try:
            save = saves.to_text(game, conquistadors.__version__)
        except Exception as worse:  # then there is no save, and the seed has to do
            error.add_note(f"and there is no save of it: {worse}")
    said = "; ".join([str(error), *getattr(error, "__notes__", [])])
    return Failure(
        game=watch.number,
        seed=watch.seed,
        error=f"{type(error).__name__}: {said}",
        answers=0 if game is None else len(game.answers),
        answer=tried,
        save=save,
    )


# Many chunks -----------------------------------------------------------------------------------------------------


def spread(
    question: Question, chunks: Sequence[range], executor: Executor | None = None, workers: int | None = None
) -> Generator[Played, None, None]:
    """Have the chunks played, and give each when it is finished, in any order.

    A chunk whose worker is lost is played again: by the same executor, or by local processes if it is broken. Every
    round has its number among the arguments, so that no cluster takes an old failure for the answer.
    """
    count = min(workers or cores(), len(chunks))
    if executor is None and count <= 1:
        for chunk in chunks:
            yield play_chunk(question, chunk.start, chunk.stop)
        return
    left = {chunk.start: chunk for chunk in chunks}
    given, attempt, idle = executor, 0, 0
    while left:
        lost: dict[int, BaseException] = {}
        before = len(left)
        pool = given if given is not None else _local(question, count)
        try:
            with closing(_round(pool, question, list(left.values()), attempt, lost)) as coming:
                for played in coming:
                    del left[played["first"]]
                    yield played
        finally:
            if given is None:
                pool.shutdown(wait=not left, cancel_futures=True)
        attempt += 1
        idle = idle + 1 if len(left) == before else 0
        if not lost:
            continue
        last = next(reversed(lost.values()))
        if idle >= TRIES:
            why = f"{type(last).__name__}: {last}"
            raise WorkersLost(told("lab.workers-lost", count=len(left), tries=TRIES, why=why)) from last
        if given is not None and any(isinstance(error, BrokenExecutor) for error in lost.values()):
            warnings.warn(told("lab.executor-broken"), LabWarning, stacklevel=2)
            given = None


def _round(
    pool: Executor, question: Question, chunks: Sequence[range], attempt: int, lost: dict[int, BaseException]
) -> Generator[Played, None, None]:
    """Have every chunk played once, and give those that come back; the others are `lost`."""
    done: queue.SimpleQueue[Future[Played]] = queue.SimpleQueue()
    futures: dict[Future[Played], range] = {}

    def finished(future: Future[Played]) -> Iterator[Played]:
        chunk = futures.pop(future)
        error = CancelledError() if future.cancelled() else future.exception()
        if error is None:
            yield future.result()
        elif isinstance(error, Exception):  # of the worker: games catch their own
            lost[chunk.start] = error
        else:
            raise error

    try:
        for chunk in chunks:
            try:
                future = pool.submit(play_chunk, question, chunk.start, chunk.stop, attempt)
            except BrokenExecutor as error:
                lost[chunk.start] = error
                break
            futures[future] = chunk
            future.add_done_callback(done.put)
            while not done.empty():
                yield from finished(done.get())
        while futures:
            try:
                future = done.get(timeout=1)  # so that an interrupt arrives on every system
            except queue.Empty:
                continue
            yield from finished(future)
    finally:
        for future in list(futures):
            future.cancel()


def cores() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _local(question: Question, workers: int) -> ProcessPoolExecutor:
    """Processes of this machine. They start afresh, except for bots that only this process knows."""
    method = "spawn"
    if b"__main__" in question.pickled() and not hasattr(sys.modules["__main__"], "__file__"):
        if "fork" not in multiprocessing.get_all_start_methods():
            raise SetupError(told("lab.notebook-bot"))
        method = "fork"
    return ProcessPoolExecutor(workers, mp_context=multiprocessing.get_context(method))
