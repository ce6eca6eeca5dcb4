"""How points come in over the turns: each source of them, turn by turn and seat by seat, over many games of bots.

`write()` lets them play and keeps `data/<game>/lab/courses.csv`; `courses()` reads it. Which kinds of games there are
and who plays them is in `data/<game>/lab/targets.toml`.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pandas as pd

from conquistadors.engine.files import write_whole
from conquistadors.games import DEFAULT
from conquistadors.lab.balance import SEED, plan_of, setup_of, wanted
from conquistadors.lab.frames import seats_of
from conquistadors.lab.simulation import simulate
from conquistadors.resources import data_root

BY: Final = ["game", "seat", "what", "turn"]
"""A row is for a kind of game, a seat, what is counted, and a turn."""


def measure(
    games: int, *, seed: int = SEED, workers: int | None = None, progress: bool = True, game: str = DEFAULT
) -> pd.DataFrame:
    """Let bots play all kinds of games: what is counted at the end of each turn, in the mean, low and high."""
    parts = []
    for name, kind in wanted(game).items():
        played = simulate(
            kind["scenario"],
            bots=plan_of(game)["players"]["bot"],
            games=games,
            seed=seed,
            workers=workers,
            progress=progress,
            per_turn=True,
            **setup_of(kind),
        )
        parts.append(count_turns(name, played))
    return pd.concat(parts, ignore_index=True)


NO_SOURCES: Final = ("bot", "worth")
"""What is told of a seat besides its points and where they come from."""


def count_turns(name: str, played: pd.DataFrame) -> pd.DataFrame:
    """What came of the turns of a kind of game."""
    rows = []
    for seat in seats_of(played):
        columns = [str(each) for each in played.columns if str(each).endswith(f".{seat}")]
        for column in [each for each in columns if each.removesuffix(f".{seat}") not in NO_SOURCES]:
            what = column.removesuffix(f".{seat}")
            for turn, each in played.groupby("turn")[column]:
                low, high = each.quantile(0.1), each.quantile(0.9)
                rows.append((name, seat, what, turn, len(each), round(each.mean(), 1), low, high))
    return pd.DataFrame(rows, columns=[*BY, "games", "mean", "low", "high"])


def courses(game: str = DEFAULT) -> pd.DataFrame:
    """What was measured."""
    return pd.read_csv(data_root() / game / "lab" / "courses.csv")


def write(games: int, *, game: str = DEFAULT) -> None:
    """Measure, and keep it."""
    kept: Path = data_root() / game / "lab" / "courses.csv"
    write_whole(kept, measure(games, game=game).to_csv(index=False, lineterminator="\n"))
