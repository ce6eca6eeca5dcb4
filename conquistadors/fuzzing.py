"""Random play of a scenario with all its options in turn, in chunks that workers play and a folder may keep."""

from __future__ import annotations

import json
import multiprocessing
import signal
import time
from collections.abc import Generator, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import closing
from functools import cache, partial
from pathlib import Path
from typing import Any, Final

from conquistadors.engine.errors import SetupError
from conquistadors.engine.files import why, write_whole
from conquistadors.engine.fingerprint import code_of, fingerprint
from conquistadors.engine.fuzz import FuzzedGame, FuzzReport, Until, fuzz, never
from conquistadors.engine.game import Game
from conquistadors.engine.position import Position
from conquistadors.engine.records import record
from conquistadors.engine.rules import Rules
from conquistadors.engine.texts import error_text
from conquistadors.games import load, rules_for, scenario_named, scenarios
from conquistadors.odds.position import weighed_soon

CHUNK: Final = 10
"""So many games a worker plays at a time: what one of them has met is compared with the others."""


@record
class Fuzzing:
    """What is to be played, by how many workers, for how long and where it is kept."""

    scenario: str
    games: int
    seed: int = 0
    until_turn: int | None = None
    workers: int = 1
    resume: Path | None = None
    core_hours: float | None = None
    """No chunk is begun after so much CPU time, that of kept games included."""

    def chunks(self) -> list[range]:
        """The seeds, cut in the same way whoever plays them."""
        end = self.seed + self.games
        return [range(first, min(first + CHUNK, end)) for first in range(self.seed, end, CHUNK)]

    def kept(self, seeds: range) -> Path | None:
        """The file of a chunk."""
        return None if self.resume is None else self.resume / f"{self.scenario}-{seeds.start}-{seeds.stop}.json"

    def document(self) -> dict[str, Any]:
        """What a chunk in a folder depends on, beside its seeds."""
        kit = fingerprint(_variant(self.scenario, 0)) | {"checks": code_of("conquistadors.fuzzing")}
        return {"until_turn": self.until_turn, "kit": kit}


@record
class Fuzzed:
    """What was played: by variant of the scenario, with the seconds of CPU, and what a folder held of other rules."""

    scenario: str
    report: FuzzReport
    seconds: float
    kept: int
    """Games that had been played before."""
    outdated: int
    """Games that were kept, of other rules, values or checks: they are played again."""
    left: int
    """Games for which there was no time."""
    interrupted: bool = False
    """Somebody pressed Ctrl-C."""

    def lines(self) -> Iterator[str]:
        """What is told of it."""
        whole = self.report
        yield (
            f"{self.scenario}: {whole.games} games, {whole.ended} of them to the end; {whole.answers} answers, "
            f"{whole.decisions} decisions; every promise was kept"
        )
        if self.kept or self.outdated:
            again = f"; {self.outdated} of other rules or checks were played again" if self.outdated else ""
            yield f"  {self.kept} of them had been played before{again}"
        variants = scenario_named(self.scenario).variants
        for number, options in enumerate(variants):
            of = FuzzReport(tuple(game for game in whole.played if game.seed % len(variants) == number))
            yield f"  {of.games:5} games, {of.ended:4} to the end, {of.decisions:8} decisions: {_told(options)}"
        yield f"  {self.seconds / 3600:.2f} core-hours" + (f"; no time for {self.left} games" if self.left else "")


def _told(options: Any) -> str:
    """The options of a variant, in one line."""
    return ", ".join(f"{name} {json.dumps(value)}" for name, value in options.items()) or "as it comes"


def fuzzed(asked: Fuzzing) -> Fuzzed:
    """Play what is asked, without the chunks that the folder holds; `FuzzFailure` if a promise was broken.

    Ctrl-C ends it early: the chunks that are finished count, the others are lost.
    """
    document = asked.document()
    played: list[FuzzedGame] = []
    seconds, outdated = 0.0, 0
    missing = []
    for seeds in asked.chunks():
        found = _read(asked.kept(seeds))
        if found is None or found[0] != document:
            outdated += 0 if found is None else len(seeds)
            missing.append(seeds)
        else:
            played += found[1]
            seconds += found[2]
    kept, interrupted = len(played), False
    try:
        with closing(_played(asked, missing, seconds)) as coming:
            for seeds, games, cost in coming:
                path = asked.kept(seeds)
                if path is not None:
                    rows = [[game.seed, game.answers, game.decisions, game.ended] for game in games]
                    _write(path, json.dumps({"asked": document, "games": rows, "seconds": round(cost, 3)}))
                played += games
                seconds += cost
    except KeyboardInterrupt:
        interrupted = True
    report = FuzzReport(tuple(sorted(played, key=lambda game: game.seed)))
    return Fuzzed(asked.scenario, report, seconds, kept, outdated, asked.games - report.games, interrupted)


def _read(path: Path | None) -> tuple[object, list[FuzzedGame], float] | None:
    """A chunk that was kept, with what it depends on; whatever is no chunk is played again."""
    if path is None:
        return None
    try:
        told = json.loads(path.read_text(encoding="utf-8"))
        return told["asked"], [FuzzedGame(*row) for row in told["games"]], float(told["seconds"])
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _write(path: Path, text: str) -> None:
    try:
        write_whole(path, text)
    except OSError as error:
        raise SetupError(error_text("lab.folder", folder=str(path.parent), why=why(error))) from None


def _played(
    asked: Fuzzing, missing: Sequence[range], seconds: float
) -> Generator[tuple[range, tuple[FuzzedGame, ...], float], None, None]:
    """The chunks as they are finished, in any order, with the CPU seconds that each took.

    Whatever ends this early ends the workers as well: a chunk may take minutes.
    """
    most = float("inf") if asked.core_hours is None else asked.core_hours * 3600
    running: dict[Future[tuple[FuzzReport, float]], range] = {}
    left = list(reversed(missing))
    others = multiprocessing.active_children()
    workers = ProcessPoolExecutor(asked.workers, initializer=_deaf_to_interrupts)
    try:
        while running or (left and seconds < most):
            while left and len(running) < asked.workers and seconds < most:
                seeds = left.pop()
                running[workers.submit(_chunk, asked.scenario, seeds, asked.until_turn)] = seeds
            for done in wait(running, return_when=FIRST_COMPLETED).done:
                report, cost = done.result()
                seconds += cost
                yield running.pop(done), report.played, cost
    except BaseException:
        for worker in multiprocessing.active_children():
            if worker not in others:
                worker.terminate()
        raise
    finally:
        workers.shutdown(cancel_futures=True)


def _deaf_to_interrupts() -> None:
    """Ctrl-C reaches every process of a terminal: only the one that gave the work out says something to it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _chunk(scenario: str, seeds: range, until_turn: int | None) -> tuple[FuzzReport, float]:
    began = time.process_time()
    until = never if until_turn is None else partial(turn_reached, until_turn)
    report = fuzz_seeds(scenario, seeds, until=until)
    return report, time.process_time() - began


def fuzz_seeds(scenario: str, seeds: range, *, thorough: float = 0.01, until: Until = never) -> FuzzReport:
    """Fuzz one scenario, with all its numbers of players in turn."""
    make = partial(_fuzzed_game, scenario)
    weights = scenarios()[scenario][0].likely if scenario in scenarios() else None
    likely = None if weights is None else load(weights)
    check = _positions_are_legal
    return fuzz(make, rules_for, seeds, check, thorough=thorough, until=until, weigh=weighed_soon, likely=likely)


def _fuzzed_game(scenario: str, seed: int) -> Game[Any]:
    return Game.new(_variant(scenario, seed % len(scenario_named(scenario).variants)), seed=seed, undo="training")


@cache
def _variant(scenario: str, number: int) -> Rules[Any]:
    return rules_for(scenario, scenario_named(scenario).variants[number])


def _positions_are_legal(position: Position) -> None:
    position.rules.check(position)


def turn_reached(turn: int, position: Position) -> bool:
    """Whether a game that counts turns has come to this one."""
    return bool(getattr(position, "turn", 0) >= turn)
