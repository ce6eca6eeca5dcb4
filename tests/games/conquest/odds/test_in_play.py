"""The odds of every answer, in positions of games that captains play: each is told, and none tells what is hidden.

`ODDS_TIMES` names a file to which the seconds of CPU of every question are written, until its first answer and until
the whole one; a run goes on where the one before stopped, and prints a table of all at the end:

    ODDS_TIMES=.build/odds.jsonl SOAK=1 pytest -s tests/games/conquest/odds/test_in_play.py
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from random import Random
from statistics import median, quantiles
from time import process_time
from typing import Any, Final

import pytest

import conquistadors as cq
from conquistadors.engine.game import Game
from conquistadors.engine.requests import TABLE, Choice
from conquistadors.engine.run import Run
from conquistadors.games.conquest.bots.captain import CaptainBot
from conquistadors.odds.asking import NOBODY
from conquistadors.odds.position import OptionOdds, PositionOdds, position_work
from conquistadors.odds.slices import finished
from conquistadors.odds.supposing import seen_by
from support.sizes import size

GAMES: Final[dict[str, dict[str, Any]]] = {
    "basic": {"players": ["Ana", "Ben", "Eva"]},
    "standard": {"players": ["Ana", "Ben", "Eva"]},
    "solitaire": {"players": ["Ana"]},
}
POSITIONS: Final = size("ODDS_POSITIONS", thin=1, soak=100)
EVERY: Final = size("ODDS_EVERY", thin=60, soak=15)
"""About one question in so many is looked at."""
WHOLE: Final = size("ODDS_WHOLE", thin=0, soak=3000)
"""So many slices are worked on a whole question, before it is left alone."""
TIMES: Final = os.environ.get("ODDS_TIMES")


def positions(scenario: str) -> Iterator[Game[Any]]:
    """Games at questions with more than one answer, drawn by a seed."""
    random, found, seed = Random(scenario), 0, 0
    while found < POSITIONS:
        seed += 1
        game, captain = cq.new_game(scenario, seed=seed, **GAMES[scenario]), CaptainBot(seed)
        while isinstance(game.pending, Choice) and found < POSITIONS:
            if game.pending.who != TABLE and len(game.pending.legal()) > 1 and random.randrange(EVERY) == 0:
                found += 1
                yield game
            game.play(captain.answer(game.view(game.pending.who)))


def first_answers(run: Run[Any], option: str | None = None) -> PositionOdds:
    return finished(position_work(run, option, (NOBODY,), whole=False))


def each_of(found: PositionOdds) -> dict[str, OptionOdds]:
    return {plan: bounds[NOBODY] for plan, bounds in found.items()}


@pytest.mark.soak
@pytest.mark.parametrize("scenario", GAMES)
def test_every_question_of_the_menu_is_answered_and_tells_nothing_that_is_hidden(scenario: str) -> None:
    """2.18  The answers, in a line and as a table, are the same when hidden cards are dealt anew."""
    random, others, measured = Random(7), 0, Measured(scenario)
    for number, game in enumerate(positions(scenario)):
        run, pending = game.run(), game.pending
        assert isinstance(pending, Choice)
        other = seen_by(run, pending.who).suppose(random)
        assert other is not None
        others += run.boundary.key() != other.boundary.key()
        if number in measured.known:
            continue
        told, took = _timed(run, None)
        again = first_answers(other)
        assert str(again) == str(told), (scenario, number)  # with headlines
        for plan, odds in each_of(told).items():
            assert odds.outcomes is not None, (scenario, number, plan, odds.why)
            assert odds.outcomes.total == 1, (scenario, number, plan)
            assert odds.headline(told.names) is not None, (scenario, number, plan)
        measured.note(number, run, pending, {"option": "*", "first": took, "plans": len(told), "how": _how(told)})
    assert others or scenario == "solitaire"  # a lone player can count all cards
    measured.tell()


# Seconds -------------------------------------------------------------------------------------------------------------


class Measured:
    """The seconds of CPU of every question, if a file is named for them."""

    def __init__(self, scenario: str) -> None:
        self._scenario = scenario
        self._file = None if TIMES is None else Path(TIMES)
        self._rows = [each for each in self._read() if each["game"] == scenario]
        self.known = {each["position"] for each in self._rows}
        """The positions that were looked at in a run before."""

    def _read(self) -> list[dict[str, Any]]:
        if self._file is None or not self._file.exists():
            return []
        return [json.loads(line) for line in self._file.read_text(encoding="utf-8").splitlines()]

    def note(self, number: int, run: Run[Any], pending: Choice, menu: dict[str, Any]) -> None:
        """What the whole menu took, and what each answer takes that is asked for alone."""
        if self._file is None:
            return
        rows = [menu, *[self._of_an_answer(run, option.id) for option in pending.legal()]]
        with self._file.open("a", encoding="utf-8") as file:
            for row in rows:
                self._rows.append({"game": self._scenario, "position": number, "kind": pending.kind, **row})
                file.write(f"{json.dumps(self._rows[-1])}\n")

    def _of_an_answer(self, run: Run[Any], option: str) -> dict[str, Any]:
        found, took = _timed(run, option)
        row = {"option": option, "first": took, "plans": len(found), "how": _how(found)}
        return {**row, "whole": took if found.whole else _whole(run, option)} if WHOLE else row

    def tell(self) -> None:
        """The table."""
        if self._file is None:
            return
        chance = [each for each in self._rows if each["plans"]]
        menus = [each for each in chance if each["option"] == "*"]
        answers = [each for each in chance if each["option"] != "*"]
        for what, rows, column in (
            ("menu", menus, "first"),
            ("answer", answers, "first"),
            ("answer", answers, "whole"),
        ):
            numbers = [each[column] for each in rows if each.get(column) is not None]
            longer = sum(each.get(column, 0) is None for each in rows)
            if len(numbers) > 1:
                print(f"\n{self._scenario:10} {what:7} {column:6} {_in_a_row(numbers)}, left alone {longer}", end="")
        kinds = [how for each in answers for how in each["how"]]
        counted = ", ".join(f"{how} {kinds.count(how)}" for how in sorted({*kinds}))
        print(f"\n{self._scenario:10} first answers of plans: {counted}")


def _in_a_row(numbers: list[float]) -> str:
    high = quantiles(numbers, n=20)[-1]
    return f"{len(numbers):5} questions, median {median(numbers):.3f} s, 95 % {high:.3f}, worst {max(numbers):.3f}"


def _timed(run: Run[Any], option: str | None) -> tuple[PositionOdds, float]:
    begun = process_time()
    found = first_answers(run, option)
    return found, process_time() - begun


def _whole(run: Run[Any], option: str) -> float | None:
    """The seconds that a whole answer takes; None where that is too long."""
    begun = process_time()
    work = position_work(run, option, (NOBODY,), soon=False)
    for _ in range(WHOLE):
        try:
            next(work)
        except StopIteration:
            return process_time() - begun
    return None


def _how(found: PositionOdds) -> list[str]:
    """How each plan was answered: exactly, exactly for a smaller question, by an estimate, or not at all."""

    def told(odds: OptionOdds) -> str:
        if odds.outcomes is None:
            return "refused"
        keys = {each.key for each in odds.smaller}
        return "estimated" if "sampled" in keys else "smaller" if keys else "exact"

    return [told(odds) for odds in each_of(found).values()]
