"""The course of a game: the points of everybody turn by turn, and the rolls that mattered most."""

from __future__ import annotations

from collections.abc import Generator, Iterable
from typing import Any, Final

from conquistadors.engine.game import Game
from conquistadors.engine.records import record
from conquistadors.engine.requests import Seat
from conquistadors.games import play_of
from conquistadors.odds.luck import LuckOfARoll, lucks

EVERY: Final = 25
"""So many answers are looked at before it is told how far one is."""


@record
class Course:
    """What came of a game, by turns and by rolls."""

    points: tuple[tuple[Seat, tuple[tuple[int, int], ...]], ...] = ()
    """Of every seat the points at the end of each turn; empty where a game counts none."""
    rolls: tuple[LuckOfARoll, ...] = ()


def course_work(game: Game[Any]) -> Generator[Course | None, None, Course]:
    """The course of a game so far. It gives what is known already from time to time: the points come first."""
    play, seats = play_of(game.rules), game.rules.seats
    by_turn: dict[int, dict[Seat, int]] = {}

    def count(pos: Any) -> None:
        counts = {seat: play.counts(pos, seat) for seat in seats}
        if all("points" in each for each in counts.values()):
            by_turn[play.turn(pos)] = {seat: each["points"] for seat, each in counts.items()}

    for number, run, _ in game.moments():
        if not run.since:  # a boundary: of those of a turn the last one stands
            count(run.pos)
        if not number % EVERY:
            yield None
    count(game.position)
    points = tuple((seat, tuple((turn, each[seat]) for turn, each in sorted(by_turn.items()))) for seat in seats)
    known = Course(points if by_turn else ())
    yield known
    rolls: list[LuckOfARoll] = []
    for roll in lucks(game):
        rolls.append(roll)
        yield None
    return Course(known.points, tuple(rolls))


def luckiest(rolls: Iterable[LuckOfARoll]) -> tuple[LuckOfARoll, LuckOfARoll] | None:
    """The roll that brought most more than expected, in points, and the one that brought least; None if none did."""
    weighed = [(roll.points, number, roll) for number, roll in enumerate(rolls) if roll.points]
    if not weighed:
        return None
    return max(weighed)[2], min(weighed)[2]
