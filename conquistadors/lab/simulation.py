"""Many games as one DataFrame: `simulate`. Tournaments, variants and pictures are made of it.

    from conquistadors.lab.simulation import simulate
    games = simulate("solitaire", bots="random", games=1000, seed=7, map="north")
    games["points.red"].median()

The same question gives the same frame, whatever the number of workers and whoever they are. How games are played is in
`playing.py`, how they are sent to workers in `running.py`.
"""

from __future__ import annotations

import json
import warnings
from collections.abc import Mapping, Sequence
from concurrent.futures import Executor
from contextlib import closing
from pathlib import Path
from typing import Any, Final, cast

from conquistadors import saves_folder
from conquistadors.engine.arguments import checks_arguments
from conquistadors.engine.codec import Json
from conquistadors.engine.errors import SetupError, short_repr
from conquistadors.engine.files import write_whole
from conquistadors.engine.requests import TABLE, Seat
from conquistadors.engine.rules import Rules
from conquistadors.engine.texts import error_text, speaking
from conquistadors.games import rules_for, takes_seats
from conquistadors.lab.asking import Question, Series, seed_of
from conquistadors.lab.framing import pd
from conquistadors.lab.players import Maker, seating
from conquistadors.lab.playing import Failure, Played
from conquistadors.lab.running import LabWarning, WorkersLost, spread

__all__ = ["LabWarning", "WorkersLost", "failures", "simulate"]

FORMAT: Final = "conquistadors-lab"
VERSION: Final = 1

Bots = str | Maker | Mapping[Seat, str | Maker]
"""A bot for all seats, or one by seat: by name, or what makes one from a seed."""


@checks_arguments("bots", "executor")
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
    """Play many games and return one row per game; with `per_turn` one row per turn.

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
        rules, options = set_up(scenario, given)
        series = Series(
            games=games,
            seed=seed,
            per_turn=per_turn,
            until_turn=until_turn,
            executor=executor,
            workers=workers,
            progress=progress,
            resume=resume,
            failures=failures,
        )
        return play_all(Question.of(rules, options, (seating(rules, bots),), series), series)


@checks_arguments()
def failures(frame: pd.DataFrame) -> pd.DataFrame:
    """The games that failed: the error, the save that leads there, and the answer to give there."""
    return pd.DataFrame(frame.attrs.get("failures", []), columns=[*Failure.__annotations__])


def set_up(scenario: str, setup: Mapping[str, Any]) -> tuple[Rules[Any], str]:
    """The rules, and the options as text; `SetupError` says what is wrong with them."""
    try:
        options = json.dumps(setup, sort_keys=True, default=_plain)
    except (TypeError, ValueError):
        raise SetupError(error_text("lab.options", wanted=short_repr(setup))) from None
    return rules_for(scenario, json.loads(options)), options


def _plain(value: object) -> str:
    if isinstance(value, Path):
        return str(value)
    raise TypeError


def play_all(question: Question, series: Series) -> pd.DataFrame:
    """The frame of a question."""
    folder = None if series.resume is None else _Folder(Path(series.resume), question)
    done = {} if folder is None else folder.finished()
    left = [chunk for chunk in question.chunks() if chunk.start not in done]
    already = sum(p["stop"] - p["first"] for p in done.values())
    with (
        _bar(question, already, series.progress) as bar,
        closing(spread(question, left, series.executor, series.workers)) as coming,
    ):
        for played in coming:
            if folder is not None:
                folder.keep(played)
            done[played["first"]] = played
            bar.update(played["stop"] - played["first"])
    ordered = [done[first] for first in sorted(done)]
    frame = _frame(question, ordered)
    saved = series.resume if series.failures is None else series.failures
    where = saves_folder() / "failures" if saved is None else Path(saved)
    frame.attrs["failures"] = _with_saves([failure for played in ordered for failure in played["failures"]], where)
    if failed := frame.attrs["failures"]:
        first = {"game": failed[0]["game"], "error": failed[0]["error"]}
        said = error_text("lab.failed", count=len(failed), games=question.games, **first)
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
            write_whole(file, failure["save"])
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
                raise SetupError(error_text("lab.foreign-files", folder=str(path)))
            else:
                write_whole(file, json.dumps(ours, indent=1))
        except OSError as error:
            raise SetupError(error_text("lab.folder", folder=str(path), why=error.strerror)) from None

    def _refuse_another(self, file: Path, ours: Mapping[str, Json]) -> None:
        try:
            theirs = json.loads(file.read_text(encoding="utf-8"))
        except ValueError:
            theirs = None
        if not isinstance(theirs, dict) or theirs.get("format") != FORMAT:
            raise SetupError(error_text("lab.not-a-folder", folder=str(self.path)))
        other = [name for name in ours if theirs.get(name) != ours[name]]
        if other:
            differs = [
                error_text("lab.differs", name=name, theirs=short_repr(theirs.get(name)), ours=short_repr(ours[name]))
                for name in other
            ]
            raise SetupError(error_text("lab.other-question", folder=str(self.path), differs=differs))

    def finished(self) -> dict[int, Played]:
        """The chunks that are there. One that is damaged, or not of this question, counts as missing."""
        found: dict[int, Played] = {}
        for chunk in self._question.chunks():
            try:
                played = json.loads(self._file(chunk.start).read_text(encoding="utf-8"))
                if self._is_whole(played, chunk):
                    found[chunk.start] = cast(Played, played)
            except (OSError, ValueError, KeyError, TypeError, AttributeError):
                continue
        return found

    def _is_whole(self, played: Any, chunk: range) -> bool:
        """Whether a chunk has each of its games, with the seed of that game, either played or failed."""
        columns = self._question.columns()
        game, seed = columns.index("game"), columns.index("seed")
        rows = {row[game]: row[seed] for row in played["rows"] if len(row) == len(columns)}
        failed = {failure["game"]: failure["seed"] for failure in played["failures"]}
        return (
            (played["first"], played["stop"]) == (chunk.start, chunk.stop)
            and rows | failed == {number: seed_of(self._question.seed, number) for number in chunk}
            and not rows.keys() & failed.keys()
            and all(len(row) == len(columns) for row in played["rows"])
            and (self._question.per_turn or len(played["rows"]) == len(rows))
            and all(set(failure) == {*Failure.__annotations__} for failure in played["failures"])
        )

    def keep(self, played: Played) -> None:
        """Write a chunk. Whatever happens meanwhile, it is there as a whole or not at all."""
        write_whole(self._file(played["first"]), json.dumps(played))

    def _file(self, first: int) -> Path:
        return self.path / f"games-{first}.json"
