"""Many games as one DataFrame: `simulate`, and what is made of it: tournaments, comparisons, sweeps and figures.

    from conquistadors.lab.simulation import simulate
    games = simulate("solitaire", bots="random", games=1000, seed=7, map="north")
    games["points.red"].median()

The same question gives the same frame, whatever the number of workers and whoever they are. How games are played and
sent to workers is in `running.py`.
"""

from __future__ import annotations

import json
import os
import warnings
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import closing
from html import escape
from itertools import combinations, permutations, product
from math import comb, sqrt
from pathlib import Path
from statistics import NormalDist
from typing import Any, Final, cast

import pandas as pd

from conquistadors import saves_folder
from conquistadors.conquest.rules import ConquestRules
from conquistadors.engine.codec import Json
from conquistadors.engine.errors import SetupError, shown
from conquistadors.engine.requests import TABLE, Seat
from conquistadors.engine.rules import Rules
from conquistadors.engine.texts import Texts, speaking, told
from conquistadors.lab.odds import COLOURS, lab_texts
from conquistadors.lab.running import (
    Failure,
    LabWarning,
    Maker,
    Played,
    Question,
    Seating,
    WorkersLost,
    player,
    seated,
    spread,
)
from conquistadors.scenarios import rules_for, takes_seats

__all__ = [
    "LabWarning",
    "WorkersLost",
    "bands",
    "bands_figure",
    "compare",
    "duels",
    "failures",
    "interval",
    "length_figure",
    "simulate",
    "standings",
    "summary",
    "sweep",
    "time_figure",
    "tournament",
    "tournament_games",
    "ways_figure",
]

FORMAT: Final = "conquistadors-lab"
VERSION: Final = 1
MOST_GAMES: Final = 10_000_000
LARGEST_SEED: Final = (1 << 64) - 1

Bots = str | Maker | Mapping[Seat, str | Maker]
"""A bot for all seats, or one by seat: by name, or what makes one from a seed."""


# Simulating ------------------------------------------------------------------------------------------------------


def simulate(
    scenario: str,
    *,
    bots: Bots = "random",
    games: int = 100,
    seed: int = 1,
    executor: Executor | None = None,
    workers: int | None = None,
    per_turn: bool = False,
    until_turn: int | None = None,
    progress: bool = True,
    resume: str | Path | None = None,
    failures: str | Path | None = None,
    language: str | None = None,
    **setup: Any,
) -> pd.DataFrame:
    """Play many games, and give a row for each; with `per_turn` a row for each turn.

    `bots` is a bot for all seats or one by seat: "random", or a class (any function at the top of a module) that makes
    a bot from a seed. A bot sees what its seat sees. `setup` are the options of the scenario, as for `new_game`.
    Game n has a seed that depends on `seed` and n alone. With `until_turn`, games stop when that turn begins; their
    `ended` is False.

    The games are played by local processes, as many as there are processors or `workers`; by this process with
    `workers=1`; or by any `executor` of `concurrent.futures`, such as `client.get_executor()` of Dask. If a worker
    dies, its games are played again.

    `resume` names a folder that gets every finished chunk of games: the same call goes on where the last one stopped.
    The folder of another question is refused, and so is one of other rules or data.

    A game that fails has no row. It is listed in `frame.attrs["failures"]` (see `failures()`) with a save that leads
    there, in the folder `failures`, or in the one to resume from, or beside the other saves. What goes wrong is told in
    the `language`.
    """
    with speaking(language):
        given = dict(setup)
        if isinstance(bots, Mapping) and "seats" not in given and takes_seats(scenario):
            given["seats"] = len([seat for seat in bots if seat != TABLE])
        rules, options = _set_up(scenario, given)
        question = _question(rules, options, (seated(rules, bots),), games, seed, per_turn, until_turn)
        return _play(question, executor, workers, progress, resume, failures)


def failures(frame: pd.DataFrame) -> pd.DataFrame:
    """The games that failed: the error, the save that leads there, and the answer to give there."""
    return pd.DataFrame(frame.attrs.get("failures", []), columns=[*Failure.__annotations__])


def _set_up(scenario: str, setup: Mapping[str, Any]) -> tuple[Rules[Any], str]:
    """The rules, and the options as text; `SetupError` says what is wrong with them."""
    try:
        options = json.dumps(setup, sort_keys=True, default=_plain)
    except (TypeError, ValueError):
        raise SetupError(told("lab.options", wanted=shown(setup))) from None
    return rules_for(scenario, json.loads(options)), options


def _plain(value: object) -> str:
    if isinstance(value, Path):
        return str(value)
    raise TypeError


def _question(
    rules: Rules[Any],
    options: str,
    seatings: tuple[Seating, ...],
    games: int,
    seed: int,
    per_turn: bool,
    until_turn: int | None,
) -> Question:
    _whole("games", games, 1, MOST_GAMES)
    _whole("seed", seed, 0, LARGEST_SEED)
    if until_turn is not None:
        _whole("until_turn", until_turn, 1, MOST_GAMES)
    if type(per_turn) is not bool:
        raise SetupError(told("lab.true-or-false", name="per_turn", wanted=shown(per_turn)))
    return Question(rules.scenario, options, seatings, games, seed, per_turn, until_turn)


def _whole(name: str, value: object, least: int, most: int) -> None:
    if type(value) is not int or not least <= value <= most:
        raise SetupError(told("lab.whole", name=name, least=least, most=most, wanted=shown(value)))


def _play(
    question: Question,
    executor: Executor | None,
    workers: int | None,
    progress: bool,
    resume: str | Path | None,
    saved: str | Path | None,
) -> pd.DataFrame:
    """The frame of a question."""
    if executor is not None and workers is not None:
        raise SetupError(told("lab.executor-or-workers"))
    if executor is not None and not callable(getattr(executor, "submit", None)):
        raise SetupError(told("lab.executor", wanted=shown(executor)))
    if workers is not None:
        _whole("workers", workers, 1, 4096)
    folder = None if resume is None else _Folder(Path(resume), question)
    done = {} if folder is None else folder.finished()
    left = [chunk for chunk in question.chunks() if chunk.start not in done]
    already = sum(p["stop"] - p["first"] for p in done.values())
    with (
        _bar(question, already, progress) as bar,
        closing(spread(question, left, executor, workers)) as coming,
    ):
        for played in coming:
            if folder is not None:
                folder.keep(played)
            done[played["first"]] = played
            bar.update(played["stop"] - played["first"])
    ordered = [done[first] for first in sorted(done)]
    frame = _frame(question, ordered)
    where = Path(saved) if saved is not None else folder.path if folder is not None else saves_folder() / "failures"
    frame.attrs["failures"] = _with_saves([failure for played in ordered for failure in played["failures"]], where)
    if failed := frame.attrs["failures"]:
        first = {"game": failed[0]["game"], "error": failed[0]["error"]}
        said = told("lab.failed", count=len(failed), games=question.games, **first)
        warnings.warn(said, LabWarning, stacklevel=3)
    return frame


def _bar(question: Question, done: int, progress: bool) -> Any:
    from tqdm.auto import tqdm

    return tqdm(desc=question.scenario, total=question.games, initial=done, unit="games", disable=not progress)


def _frame(question: Question, chunks: Sequence[Played]) -> pd.DataFrame:
    """The rows of all chunks, with the options of the scenario, which are the same in all rows."""
    frame = pd.DataFrame([row for played in chunks for row in played["rows"]], columns=question.columns())
    at = list(frame.columns).index("seed") + 1
    options = {"scenario": question.scenario, **question.rules.options}
    for place, (name, value) in enumerate(options.items()):
        cell = value if isinstance(value, (bool, int, float, str)) else json.dumps(value, sort_keys=True)
        frame.insert(at + place, f"option.{name}" if name in frame.columns else name, cell)
    frame.attrs = {"scenario": question.scenario, "options": json.loads(question.options), "seed": question.seed}
    return frame


def _with_saves(failed: Sequence[Failure], folder: Path) -> list[Failure]:
    """The failures with the paths of their saves instead of the texts."""
    named: list[Failure] = []
    for failure in failed:
        path = ""
        if failure["save"]:
            file = folder / f"failure-{failure['seed']}-{failure['game']}.json"
            _write(file, failure["save"])
            path = str(file)
        named.append({**failure, "save": path})
    return named


# A folder to resume from -----------------------------------------------------------------------------------------


class _Folder:
    """The finished chunks of one question, a file each: `question.json`, `games-0.json`, `games-20.json` ..."""

    def __init__(self, path: Path, question: Question) -> None:
        self.path = path
        self._question = question
        ours: dict[str, Json] = {"format": FORMAT, "version": VERSION, **question.document()}
        try:
            path.mkdir(parents=True, exist_ok=True)
            file = path / "question.json"
            if file.exists():
                self._refuse_another(file, ours)
            elif any(not other.name.startswith(".") for other in path.iterdir()):
                raise SetupError(told("lab.foreign-files", folder=str(path)))
            else:
                _write(file, json.dumps(ours, indent=1))
        except OSError as error:
            raise SetupError(told("lab.folder", folder=str(path), why=error.strerror)) from None

    def _refuse_another(self, file: Path, ours: Mapping[str, Json]) -> None:
        try:
            theirs = json.loads(file.read_text(encoding="utf-8"))
        except ValueError:
            theirs = None
        if not isinstance(theirs, dict) or theirs.get("format") != FORMAT:
            raise SetupError(told("lab.not-a-folder", folder=str(self.path)))
        other = [name for name in ours if theirs.get(name) != ours[name]]
        if other:
            differs = [
                told("lab.differs", name=name, theirs=shown(theirs.get(name)), ours=shown(ours[name])) for name in other
            ]
            raise SetupError(told("lab.other-question", folder=str(self.path), differs=differs))

    def finished(self) -> dict[int, Played]:
        """The chunks that are there. One that is damaged counts as missing."""
        width = len(self._question.columns())
        found: dict[int, Played] = {}
        for chunk in self._question.chunks():
            try:
                played = json.loads(self._file(chunk.start).read_text(encoding="utf-8"))
                whole = (played["first"], played["stop"]) == (chunk.start, chunk.stop)
                whole = whole and all(len(row) == width for row in played["rows"])
                if whole and all(set(failure) == {*Failure.__annotations__} for failure in played["failures"]):
                    found[chunk.start] = cast(Played, played)
            except (OSError, ValueError, KeyError, TypeError):
                continue
        return found

    def keep(self, played: Played) -> None:
        """Write a chunk. Whatever happens meanwhile, it is there as a whole or not at all."""
        _write(self._file(played["first"]), json.dumps(played))

    def _file(self, first: int) -> Path:
        return self.path / f"games-{first}.json"


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(f".{path.name}.part")
    with temporary.open("w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    temporary.replace(path)


# Tournaments -----------------------------------------------------------------------------------------------------


def tournament(
    scenario: str,
    bots: Mapping[str, str | Maker],
    *,
    games: int = 100,
    seed: int = 1,
    confidence: float = 0.95,
    language: str | None = None,
    **how: Any,
) -> pd.DataFrame:
    """Who wins how often: `standings()` of `tournament_games()`."""
    with speaking(language):
        _sure(confidence)
        return standings(tournament_games(scenario, bots, games=games, seed=seed, **how), confidence=confidence)


def tournament_games(
    scenario: str,
    bots: Mapping[str, str | Maker],
    *,
    games: int = 100,
    seed: int = 1,
    executor: Executor | None = None,
    workers: int | None = None,
    per_turn: bool = False,
    until_turn: int | None = None,
    progress: bool = True,
    resume: str | Path | None = None,
    failures: str | Path | None = None,
    language: str | None = None,
    **setup: Any,
) -> pd.DataFrame:
    """The games of a tournament of bots, given by name: every seating in turn, each game with a seed of its own.

    Where there are more seats than bots, every bot has at least one. In a game for one, every bot plays every game,
    with the same seed. All else is as for `simulate`.
    """
    with speaking(language):
        if not isinstance(bots, Mapping) or len(bots) < 2 or not all(isinstance(name, str) and name for name in bots):
            raise SetupError(told("lab.tournament", wanted=shown(bots)))
        given = dict(setup)
        if "seats" not in given and takes_seats(scenario):
            given["seats"] = len(bots)
        rules, options = _set_up(scenario, given)
        players = [player(make, name) for name, make in bots.items()]
        seats = rules.seats
        if len(seats) > 1:
            ways = (
                permutations(players, len(seats)) if len(players) >= len(seats) else product(players, repeat=len(seats))
            )
            all_play = [way for way in ways if len(set(way)) >= min(len(players), len(seats))]
            seatings = tuple(tuple(zip(seats, way, strict=True)) for way in all_play)
            question = _question(rules, options, seatings, games, seed, per_turn, until_turn)
            return _play(question, executor, workers, progress, resume, failures)
        parts = {}
        for number, each in enumerate(players):
            alone: tuple[Seating, ...] = (((seats[0], each),),)
            question = _question(rules, options, alone, games, seed, per_turn, until_turn)
            folder = None if resume is None else Path(resume) / f"bot-{number}"
            saved = None if failures is None else Path(failures) / f"bot-{number}"
            parts[each.name] = _play(question, executor, workers, progress, folder, saved)
        return _joined(parts)


def standings(frame: pd.DataFrame, *, of: str = "bot", confidence: float = 0.95) -> pd.DataFrame:
    """How often each bot (`of="bot"`) or seat (`of="seat"`) won, with the Wilson interval and what would be its share.

    A win is one that is not shared with another bot (or seat); a game without an end is not won by anybody. In a game
    for one, the bot with the most points wins among those that played the same game.
    """
    _sure(confidence)
    if of not in ("bot", "seat"):
        raise SetupError(told("lab.standings", wanted=shown(of)))
    played: dict[str, int] = {}
    wins: dict[str, int] = {}
    shared: dict[str, int] = {}
    expected: dict[str, float] = {}
    for sitting, winners in _results(frame, of):
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


def duels(frame: pd.DataFrame) -> pd.DataFrame:
    """Every bot against every other one: who won how often, and how likely that or more is between equals.

    The chance is that of the exact binomial test to one side, of the games that one of the two won and the other did
    not: below 0.01, the first beats the second with a confidence of 99 %.
    """
    results = list(_results(frame, "bot"))
    solo = len(_seats(frame)) == 1
    points = _solo_points(frame) if solo else {}
    names = list(dict.fromkeys(name for sitting, _ in results for name in sitting))
    rows = []
    for one, other in combinations(names, 2):
        if solo:
            pairs = [(of[one], of[other]) for of in points.values() if one in of and other in of]
            won, lost = sum(a > b for a, b in pairs), sum(a < b for a, b in pairs)
            met = len(pairs)
        else:
            both = [winners for sitting, winners in results if one in sitting and other in sitting]
            won = sum(one in winners and other not in winners for winners in both)
            lost = sum(other in winners and one not in winners for winners in both)
            met = len(both)
        rows += [(one, other, met, won, lost, _at_least(won, won + lost))]
        rows += [(other, one, met, lost, won, _at_least(lost, won + lost))]
    table = pd.DataFrame(rows, columns=["bot", "against", "games", "wins", "losses", "chance"])
    return table.sort_values(["chance", "bot", "against"], ignore_index=True)


def _at_least(hits: int, of: int) -> float:
    """The chance of so many heads or more."""
    ways, total = comb(of, hits), 0
    for n in range(hits, of + 1):
        total += ways
        ways = ways * (of - n) // (n + 1)
    return total / (1 << of)


def _results(frame: pd.DataFrame, of: str) -> Iterator[tuple[list[str], set[str]]]:
    """Game by game: who sat at the table, seat by seat, and who won."""
    seats = _seats(frame)
    if of == "bot" and len(seats) == 1:
        for points in _solo_points(frame).values():
            best = max(points.values())
            yield list(points), {name for name, reached in points.items() if reached == best}
        return
    each = _row_a_game(frame)
    for winner, *sitting in each[["winner", *[f"bot.{seat}" for seat in seats]]].itertuples(index=False):
        names = sitting if of == "bot" else seats
        yield list(names), {names[seats.index(seat)] for seat in str(winner).split()}


def _solo_points(frame: pd.DataFrame) -> dict[int, dict[str, int]]:
    """The points of every bot in a game for one, by the number of the game."""
    (seat,) = _seats(frame)
    found: dict[int, dict[str, int]] = {}
    for game, name, points in _row_a_game(frame)[["game", f"bot.{seat}", f"points.{seat}"]].itertuples(index=False):
        found.setdefault(game, {})[name] = points
    return found


def _seats(frame: pd.DataFrame) -> list[Seat]:
    seats = [name.removeprefix("bot.") for name in frame.columns if str(name).startswith("bot.")]
    if not seats or "winner" not in frame:
        raise SetupError(told("lab.frame"))
    return seats


def _row_a_game(frame: pd.DataFrame) -> pd.DataFrame:
    """The last row of every game, where there is one a turn."""
    if "turn" not in frame:
        return frame
    same = [name for name in frame.columns if name in ("variant", "game") or str(name).startswith("bot.")]
    return frame.drop_duplicates(same, keep="last")


def interval(hits: int, of: int, confidence: float = 0.95) -> tuple[float, float]:
    """The Wilson interval for a part that was met `hits` times `of` so many."""
    if not of:
        return 0.0, 1.0
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    part = hits / of
    middle = (part + z * z / (2 * of)) / (1 + z * z / of)
    reach = z / (1 + z * z / of) * sqrt(part * (1 - part) / of + z * z / (4 * of * of))
    return (0.0 if hits == 0 else middle - reach), (1.0 if hits == of else middle + reach)


def _sure(confidence: object) -> None:
    if not isinstance(confidence, float) or not 0 < confidence < 1:
        raise SetupError(told("lab.confidence", wanted=shown(confidence)))


# Comparing -------------------------------------------------------------------------------------------------------


def sweep(
    scenario: str,
    options: Sequence[Mapping[str, Any]] | Mapping[str, Mapping[str, Any]],
    *,
    resume: str | Path | None = None,
    failures: str | Path | None = None,
    language: str | None = None,
    **how: Any,
) -> pd.DataFrame:
    """The same games with other options of the scenario: the frames one below the other, told apart by `variant`.

    `options` is a list of options, or a table of them by name. All else is as for `simulate`, and the same for all.
    """
    with speaking(language):
        variants = _variants(options)
        parts = {}
        for number, (name, chosen) in enumerate(variants.items()):
            folder = None if resume is None else Path(resume) / f"variant-{number}"
            saved = None if failures is None else Path(failures) / f"variant-{number}"
            parts[name] = simulate(scenario, resume=folder, failures=saved, **{**how, **chosen})
        return _joined(parts)


def compare(
    pack_a: str | Path | None,
    pack_b: str | Path | None,
    *,
    scenario: str = "basic",
    language: str | None = None,
    **how: Any,
) -> pd.DataFrame:
    """The same games with the data of two packs, told apart by `variant`; None stands for our own data."""
    with speaking(language):
        names = ["ours" if pack is None else str(pack) for pack in (pack_a, pack_b)]
        if names[0] == names[1]:
            raise SetupError(told("lab.same-pack", pack=shown(names[0])))
        packs = {name: {"pack": pack} for name, pack in zip(names, (pack_a, pack_b), strict=True)}
        return sweep(scenario, packs, **how)


def _variants(options: object) -> dict[str, dict[str, Any]]:
    named: dict[str, dict[str, Any]] = {}
    given = options.items() if isinstance(options, Mapping) else [(None, each) for each in _listed(options)]
    for name, chosen in given:
        if not isinstance(chosen, Mapping) or not all(isinstance(key, str) for key in chosen):
            raise SetupError(told("lab.variant", wanted=shown(chosen)))
        title = name if name is not None else ", ".join(f"{k}={v}" for k, v in chosen.items()) or "as it is"
        if title in named:
            raise SetupError(told("lab.same-variant", variant=shown(title)))
        named[str(title)] = dict(chosen)
    if not named:
        raise SetupError(told("lab.no-variant"))
    return named


def _listed(options: object) -> Sequence[object]:
    if isinstance(options, str) or not isinstance(options, Sequence):
        raise SetupError(told("lab.variants", wanted=shown(options)))
    return options


def _joined(parts: Mapping[str, pd.DataFrame]) -> pd.DataFrame:
    """The frames one below the other, with the name of each as `variant`."""
    failed = [{"variant": name, **failure} for name, part in parts.items() for failure in part.attrs["failures"]]
    attrs = {**next(iter(parts.values())).attrs, "failures": failed}
    for name, part in parts.items():
        part.insert(0, "variant", name)
        part.attrs = {}
    frame = pd.concat(list(parts.values()), ignore_index=True)
    frame.attrs = attrs
    return frame


def summary(frame: pd.DataFrame, by: str = "variant") -> pd.DataFrame:
    """A row for each variant, or each value of another column: games, how many ended, their turns and points."""
    seats = _seats(frame)
    each = _row_a_game(frame)
    rows = {}
    for name, part in _split(each, by if by in each else None).items():
        turns = part["turns"].quantile([0.1, 0.5, 0.9])
        row: dict[str, float] = {"games": len(part), "ended": float(part["ended"].mean())}
        row |= {f"turns {share:.0%}": float(value) for share, value in turns.items()}
        for seat in seats:
            row[f"wins.{seat}"] = float(part["winner"].str.split().map(lambda won, seat=seat: seat in won).mean())
            if f"points.{seat}" in part:
                row[f"points.{seat}"] = float(part[f"points.{seat}"].mean())
        rows[name] = row
    return pd.DataFrame.from_dict(rows, orient="index").rename_axis(by)


def _split(frame: pd.DataFrame, by: str | None) -> dict[str, pd.DataFrame]:
    """The parts of a frame by the values of a column."""
    if by is None:
        return {"": frame}
    if by not in frame:
        raise SetupError(told("lab.column", wanted=shown(by), known=map(str, frame.columns)))
    return {str(value): frame[frame[by] == value] for value in frame[by].drop_duplicates()}


# Figures ---------------------------------------------------------------------------------------------------------


def bands(
    frame: pd.DataFrame, *, by: str | None = None, confidence: float = 0.95, language: str | None = None
) -> pd.DataFrame:
    """23.4  How many games of the Solitaire Game end with which verdict, with the Wilson interval of their part."""
    with speaking(language) as language:
        return _bands(frame, by, confidence, language)


def _bands(frame: pd.DataFrame, by: str | None, confidence: float, language: str) -> pd.DataFrame:
    _sure(confidence)
    seats, each = _seats(frame), _row_a_game(frame)
    scenario = frame.attrs.get("scenario", frame["scenario"].iloc[0] if len(frame) else "solitaire")
    rules = rules_for(scenario, frame.attrs.get("options", {}))
    if len(seats) != 1 or not isinstance(rules, ConquestRules):
        raise SetupError(told("lab.verdicts"))
    rows = []
    for name, part in _split(each, by).items():
        starts = [rules.tables.verdict(int(points)).start for points in part[f"points.{seats[0]}"]]
        for verdict in rules.tables.verdicts:
            games = starts.count(verdict.start)
            low, high = interval(games, len(starts), confidence)
            rows.append((name, verdict.start, verdict.text[language], games, games / max(1, len(starts)), low, high))
    table = pd.DataFrame(rows, columns=[by or "", "from", "verdict", "games", "part", "low", "high"])
    return table if by is not None else table.drop(columns="")


def bands_figure(frame: pd.DataFrame, *, by: str | None = None, language: str | None = None) -> Any:
    """23.4  The score bands of the Solitaire Game: a bar for each verdict, with its interval."""
    import plotly.graph_objects as go

    from conquistadors_widgets.figures import LabFigure

    table = bands(frame, by=by, language=language)
    bars = [
        go.Bar(
            name=escape(name),
            x=[f"{start}+" for start in part["from"]],
            y=list(part["part"]),
            hovertext=list(part["verdict"]),
            error_y={
                "type": "data",
                "symmetric": False,
                "array": list(part["high"] - part["part"]),
                "arrayminus": list(part["part"] - part["low"]),
            },
        )
        for name, part in _split(table, by).items()
    ]
    say = lab_texts(language).say
    return LabFigure(bars, _layout(say("lab.points"), say("lab.part"), bars, percent=True))


def length_figure(frame: pd.DataFrame, *, by: str | None = None, language: str | None = None) -> Any:
    """How long games last: a bar for each number of turns."""
    import plotly.graph_objects as go

    from conquistadors_widgets.figures import LabFigure

    say = lab_texts(language).say
    with speaking(language):
        parts = _split(_row_a_game(frame), by)
    bars = []
    for name, part in parts.items():
        counted = part["turns"].value_counts(normalize=True).sort_index()
        bars.append(go.Bar(name=escape(name), x=[int(turn) for turn in counted.index], y=[float(n) for n in counted]))
    return LabFigure(bars, _layout(say("lab.turns"), say("lab.part"), bars, percent=True))


def time_figure(
    frame: pd.DataFrame, *, what: str = "points", by: str | None = None, language: str | None = None
) -> Any:
    """Points over time: the median of every seat turn by turn, and the middle 80 % of the games around it.

    `what` may also be "worth" (points with the gold that can still become points) or a part of the points.
    """
    with speaking(language):
        return _time_figure(frame, what, by)


def _time_figure(frame: pd.DataFrame, what: str, by: str | None) -> Any:
    import plotly.graph_objects as go

    from conquistadors_widgets.figures import LabFigure

    if "turn" not in frame:
        raise SetupError(told("lab.per-turn"))
    lines: list[Any] = []
    for name, part in _split(frame, by).items():
        for column in _counted(frame, what):
            title = escape(" ".join(filter(None, (name, column.partition(".")[2]))))
            colour = COLOURS[len(lines) // 2 % len(COLOURS)]
            by_turn = part.groupby("turn")[column]
            low, median, high = (list(by_turn.quantile(share)) for share in (0.1, 0.5, 0.9))
            turns = sorted(set(part["turn"]))
            line = {"name": title, "legendgroup": title, "line": {"color": colour}}
            around = {"legendgroup": title, "showlegend": False, "hoverinfo": "skip", "opacity": 0.15}
            lines.append(go.Scatter(x=turns, y=median, mode="lines+markers", **line))
            lines.append(
                go.Scatter(
                    x=turns + turns[::-1], y=high + low[::-1], mode="none", fill="toself", fillcolor=colour, **around
                )
            )
    texts = lab_texts(None)
    return LabFigure(lines, _layout(texts.say("lab.turn"), _titled(what, texts), lines))


def _titled(what: str, texts: Texts) -> str:
    """What is counted, in words; columns of one's own are called as they are."""
    return texts.say(f"lab.{what}") if f"lab.{what}" in texts else what


def ways_figure(frame: pd.DataFrame, *, by: str | None = None, language: str | None = None) -> Any:
    """Ways to victory: what the points of the winners were made of, on average; of all seats where nobody wins."""
    with speaking(language):
        return _ways_figure(frame, by)


def _ways_figure(frame: pd.DataFrame, by: str | None) -> Any:
    import plotly.graph_objects as go

    from conquistadors_widgets.figures import LabFigure

    seats = _seats(frame)
    whole = _counted(frame, "points")[0]
    seat = whole.partition(".")[2]
    known = [str(name).partition(".")[0] for name in frame.columns if str(name).endswith(f".{seat}")]
    ways = [way for way in known if way not in ("bot", "points", "worth")]
    if not ways:
        raise SetupError(told("lab.no-ways", scenario=frame["scenario"].iloc[0]))
    groups: dict[str, dict[str, float]] = {}
    for name, part in _split(_row_a_game(frame), by).items():
        won = {seat: part[part["winner"].str.split().map(lambda names, seat=seat: seat in names)] for seat in seats}
        counted = won if any(len(games) for games in won.values()) else dict.fromkeys(seats, part)
        of = sum(len(games) for games in counted.values())
        groups[name] = {
            way: float(sum(games[f"{way}.{seat}"].sum() for seat, games in counted.items())) / max(1, of)
            for way in ways
        }
    texts = lab_texts(None)
    bars = [
        go.Bar(
            name=_titled(way, texts), x=[escape(name) for name in groups], y=[parts[way] for parts in groups.values()]
        )
        for way in ways
    ]
    return LabFigure(bars, _layout(by or "", texts.say("lab.points"), bars, stacked=True))


def _counted(frame: pd.DataFrame, what: str) -> list[str]:
    """The columns of all seats that count something."""
    found = [str(name) for name in frame.columns if str(name).startswith(f"{what}.")]
    if not found or what == "bot":
        counted = {str(name).partition(".")[0] for name in frame.columns if "." in str(name)} - {"bot", "option"}
        raise SetupError(told("lab.not-counted", wanted=shown(what), known=sorted(counted)))
    return found


def _layout(x: str, y: str, traces: Sequence[object], *, percent: bool = False, stacked: bool = False) -> Any:
    import plotly.graph_objects as go

    return go.Layout(
        xaxis={"title": x},
        yaxis={"title": y, "rangemode": "tozero", **({"tickformat": ".0%"} if percent else {})},
        barmode="relative" if stacked else "group",
        showlegend=len(traces) > 1,
        legend={"orientation": "h", "yanchor": "bottom", "y": 1.02, "x": 0},
        template="simple_white",
        colorway=COLOURS,
    )
