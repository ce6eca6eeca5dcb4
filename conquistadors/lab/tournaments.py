"""Tournaments: bots against each other in every seating, and who beats whom."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations, permutations, product
from math import inf
from typing import Any

from conquistadors.engine.arguments import checks_arguments
from conquistadors.engine.errors import SetupError, short_repr
from conquistadors.engine.texts import error_text, speaking
from conquistadors.games import takes_seats
from conquistadors.lab.asking import Question, Series
from conquistadors.lab.frames import by_luck, interval, joined, row_a_game, seats_of, sure
from conquistadors.lab.framing import pd
from conquistadors.lab.players import Maker, Seating, player
from conquistadors.lab.playing import FORFEIT
from conquistadors.lab.simulation import play_all, set_up


@checks_arguments()
def tournament(
    scenario: str,
    bots: Mapping[str, str | Maker],
    *,
    confidence: float = 0.95,
    language: str | None = None,
    **how: Any,
) -> pd.DataFrame:
    """Play a tournament and say who wins how often: `standings()` of `tournament_games()`."""
    with speaking(language):
        sure(confidence)
        return standings(tournament_games(scenario, bots, **how), confidence=confidence)


def tournament_games(
    scenario: str, bots: Mapping[str, str | Maker], *, language: str | None = None, **how: Any
) -> pd.DataFrame:
    """Play the games of a tournament: `bots` by name, every seating in turn, each game with its own seed.

    Where there are more seats than bots, every bot has at least one. In a game for one, every bot plays every game,
    with the same seed. A bot may be a `conquistadors.bots.guest("bot.py")`: one that fails, hangs or cheats has lost,
    in a row with the reason "forfeit", and `failures()` says why. `how` is a `Series` and the options of the scenario,
    as for `simulate`.
    """
    with speaking(language):
        if not isinstance(bots, Mapping) or len(bots) < 2 or not all(isinstance(name, str) and name for name in bots):
            raise SetupError(error_text("lab.tournament", wanted=short_repr(bots)))
        series, given = Series.taken(how)
        if "seats" not in given and takes_seats(scenario):
            given["seats"] = len(bots)
        rules, options = set_up(scenario, given)
        players = [player(make, name, rules) for name, make in bots.items()]
        seats = rules.seats
        if len(seats) > 1:
            ways = (
                permutations(players, len(seats)) if len(players) >= len(seats) else product(players, repeat=len(seats))
            )
            all_play = [way for way in ways if len(set(way)) >= min(len(players), len(seats))]
            seatings = tuple(tuple(zip(seats, way, strict=True)) for way in all_play)
            return play_all(Question.of(rules, options, seatings, series), series)
        parts = {}
        for number, each in enumerate(players):
            alone: tuple[Seating, ...] = (((seats[0], each),),)
            parts[each.name] = play_all(Question.of(rules, options, alone, series), series.part(f"bot-{number}"))
        return joined(parts)


@checks_arguments()
def standings(frame: pd.DataFrame, *, of: str = "bot", confidence: float = 0.95) -> pd.DataFrame:
    """How often each bot (`of="bot"`) or seat (`of="seat"`) won, with the Wilson interval and what would be its share.

    A win is one that is not shared with another bot (or seat); a game without an end is not won by anybody. In a game
    for one, the bot with the most points wins among those that played the same game.
    """
    sure(confidence)
    if of not in ("bot", "seat"):
        raise SetupError(error_text("lab.standings", wanted=short_repr(of)))
    played: dict[str, int] = {}
    wins: dict[str, int] = {}
    shared: dict[str, int] = {}
    expected: dict[str, float] = {}
    for sitting, winners in results(frame, of):
        for name in dict.fromkeys(sitting):
            played[name] = played.get(name, 0) + 1
            expected[name] = expected.get(name, 0) + sitting.count(name) / len(sitting)
            wins[name] = wins.get(name, 0) + (winners == {name})
            shared[name] = shared.get(name, 0) + (name in winners and len(winners) > 1)
    rows = []
    for name, of_all in played.items():
        low, high = interval(wins[name], of_all, confidence)
        rows.append((name, of_all, wins[name], shared[name], wins[name] / of_all, low, high, expected[name] / of_all))
    columns = [of, "games", "wins", "shared", "share", "low", "high", "expected"]
    return pd.DataFrame(rows, columns=columns).sort_values(["share", of], ascending=[False, True], ignore_index=True)


@checks_arguments()
def duels(frame: pd.DataFrame) -> pd.DataFrame:
    """Every bot against every other one: who won how often, and how likely that or more is between equals.

    The chance is that of the exact binomial test to one side, of the games that one of the two won and the other did
    not: below 0.01, the first beats the second with a confidence of 99 %.
    """
    played = list(results(frame, "bot"))
    solo = len(seats_of(frame)) == 1
    points = solo_points(frame) if solo else {}
    names = list(dict.fromkeys(name for sitting, _ in played for name in sitting))
    rows = []
    for one, other in combinations(names, 2):
        if solo:
            pairs = [(of[one], of[other]) for of in points.values() if one in of and other in of]
            won, lost = sum(a > b for a, b in pairs), sum(a < b for a, b in pairs)
            met = len(pairs)
        else:
            both = [winners for sitting, winners in played if one in sitting and other in sitting]
            won = sum(one in winners and other not in winners for winners in both)
            lost = sum(other in winners and one not in winners for winners in both)
            met = len(both)
        rows += [(one, other, met, won, lost, by_luck(won, won + lost))]
        rows += [(other, one, met, lost, won, by_luck(lost, won + lost))]
    table = pd.DataFrame(rows, columns=["bot", "against", "games", "wins", "losses", "chance"])
    return table.sort_values(["chance", "bot", "against"], ignore_index=True)


def results(frame: pd.DataFrame, of: str) -> Iterator[tuple[list[str], set[str]]]:
    """Game by game: who sat at the table, seat by seat, and who won."""
    seats = seats_of(frame)
    if of == "bot" and len(seats) == 1:
        for points in solo_points(frame).values():
            best = max(points.values())
            yield list(points), {name for name, reached in points.items() if reached == best}
        return
    each = row_a_game(frame)
    for winner, *sitting in each[["winner", *[f"bot.{seat}" for seat in seats]]].itertuples(index=False):
        names = sitting if of == "bot" else seats
        yield list(names), {names[seats.index(seat)] for seat in str(winner).split()}


def solo_points(frame: pd.DataFrame) -> dict[int, dict[str, float]]:
    """The points of every bot in a game for one, by the number of the game. A guest that failed is behind them all."""
    (seat,) = seats_of(frame)
    found: dict[int, dict[str, float]] = {}
    each = row_a_game(frame)
    failed = each["reason"] == FORFEIT if "reason" in each else pd.Series(data=False, index=each.index)
    rows = each[["game", f"bot.{seat}", f"points.{seat}"]].itertuples(index=False)
    for (game, name, points), lost in zip(rows, failed, strict=True):
        found.setdefault(game, {})[name] = -inf if lost else points
    return found
