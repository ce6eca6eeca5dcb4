"""Is the game that we reconstructed a good one? What many games of captains come to, beside what is wanted of them.

`make balance` lets captains play 2,000 games of each kind and writes `data/lab/balance.csv`; `balance()` reads it and
`targets()` judges it. What is wanted is in `data/lab/targets.toml`.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, floor, sqrt
from statistics import NormalDist
from typing import Any, Final

import pandas as pd

from conquistadors.lab.frames import interval
from conquistadors.lab.simulation import simulate
from conquistadors.resources import data_root, read_toml

SEED: Final = 2026
"""The games of `data/lab/balance.csv` are those of this seed."""
BY: Final = ["game", "ended", "turns", "winner", "empires", "points"]
"""What is kept of a game. Games that agree in it are counted together."""
Targets = list[tuple[str, str, int, str, float, float, float, bool]]


def wanted() -> dict[str, dict[str, Any]]:
    """What is wanted of each kind of game, by its name."""
    return {str(game["id"]): game for game in read_toml("lab", "targets.toml")["game"]}


def measure(
    games: int,
    only: Sequence[str] = (),
    *,
    seed: int = SEED,
    workers: int | None = None,
    progress: bool = True,
) -> pd.DataFrame:
    """Let captains play all kinds of games, or some, and count those that ended alike: `games` says how many."""
    parts = []
    for name, game in wanted().items():
        if only and name not in only:
            continue
        setup = {key: game[key] for key in ("seats", "map", "until_turn") if key in game}
        played = simulate(
            game["scenario"], bots="captain", games=games, seed=seed, workers=workers, progress=progress, **setup
        )
        played["game"] = name
        played["points"] = played["points.red"] if "points" in game else 0
        parts.append(played[BY])
    return pd.concat(parts).groupby(BY, sort=False).size().rename("games").reset_index().sort_values(BY)


def balance() -> pd.DataFrame:
    """What was measured: a row for games of a kind that ended alike, with their number."""
    return pd.read_csv(data_root() / "lab" / "balance.csv", keep_default_na=False)


def games_of(measured: pd.DataFrame, name: str) -> pd.DataFrame:
    """The games of a kind, a row for each."""
    part = measured[measured["game"] == name]
    return part.loc[part.index.repeat(part["games"])].drop(columns="games").reset_index(drop=True)


def targets(measured: pd.DataFrame, confidence: float = 0.95) -> pd.DataFrame:
    """What is wanted, what was measured, and the interval in which the truth lies with this confidence."""
    rows: Targets = []
    over = float(read_toml("lab", "targets.toml")["seats"]["over"])
    for name, game in wanted().items():
        each = games_of(measured, name)
        of = len(each)
        if not of:
            continue
        if "turns" in game:
            low, high = game["turns"]["from"], game["turns"]["to"]
            hits = int((each["ended"] & each["turns"].between(low, high)).sum())
            rows.append((name, f"ends in turns {low}-{high}", of, "most", *_part(hits, of, confidence), hits > of / 2))
            fair = 1 / int(game["seats"])
            for seat in sorted({seat for won in each["winner"] for seat in str(won).split()}):
                won = int(each["winner"].str.split().map(lambda names, seat=seat: seat in names).sum())
                most = fair + over
                rows.append(
                    (name, f"{seat} wins", of, f"{most:.0%} at most", *_part(won, of, confidence), won <= most * of)
                )
        else:
            low, high = game["points"]["from"], game["points"]["to"]
            median, least, most = _median(each["points"], confidence)
            rows.append((name, "median of points", of, f"{low}-{high}", median, least, most, low <= median <= high))
            rare = int((each["points"] >= game["rare"]["from"]).sum())
            what = f"{game['rare']['from']} points or more"
            rows.append(
                (name, what, of, "rare, but seen", *_part(rare, of, confidence), 0 < rare <= game["rare"]["most"] * of)
            )
        found = int((each["empires"] > 0).sum())
        rows.append(
            (name, "an empire is found", of, "most, not all", *_part(found, of, confidence), of / 2 < found < of)
        )
    columns = ["game", "what", "games", "wanted", "measured", "low", "high", "met"]
    return pd.DataFrame(rows, columns=columns)


def _part(hits: int, of: int, confidence: float) -> tuple[float, float, float]:
    return (hits / max(1, of), *interval(hits, of, confidence))


def _median(values: pd.Series[int], confidence: float) -> tuple[float, float, float]:
    """The median, and the values between which the true one lies, by their order alone."""
    ordered = sorted(values)
    reach = NormalDist().inv_cdf((1 + confidence) / 2) * sqrt(len(ordered)) / 2
    low, high = floor(len(ordered) / 2 - reach), ceil(len(ordered) / 2 + reach)
    return float(values.median()), float(ordered[max(0, low)]), float(ordered[min(len(ordered) - 1, high)])


def write(games: int, only: Sequence[str] = ()) -> None:
    """Measure, and keep it: with `only` some kinds of games, what is known of the others stays."""
    found = measure(games, only)
    if only:
        others = balance()
        found = pd.concat([others[~others["game"].isin(only)], found])
    found.sort_values(BY).to_csv(data_root() / "lab" / "balance.csv", index=False, lineterminator="\n")
