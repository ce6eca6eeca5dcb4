"""Is the game that we reconstructed a good one? What many games of captains come to, beside what is wanted of them.

`make balance` lets captains play 2,000 games of each kind and writes `data/conquest/lab/balance.csv`; `balance()`
reads it and `targets()` judges it. What is wanted is in `data/conquest/lab/targets.toml`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

import pandas as pd

from conquistadors.engine.errors import SetupError, shown
from conquistadors.engine.texts import told
from conquistadors.games import DEFAULT
from conquistadors.lab.frames import interval, median_interval, seats_of
from conquistadors.lab.simulation import simulate
from conquistadors.lab.tournaments import tournament_games
from conquistadors.resources import data_root, read_toml

SEED: Final = 2026
"""The games of `data/conquest/lab/balance.csv` are those of this seed."""
BY: Final = ["game", "ended", "turns", "winner", "empires", "points"]
"""What is kept of a game. Games that agree in it are counted together."""
Kind = Mapping[str, Any]


class Target(NamedTuple):
    """What is wanted, what was measured, between which values the truth lies, and whether it is as wanted."""

    what: str
    wanted: str
    measured: float
    low: float
    high: float
    met: bool


def wanted(of: str = DEFAULT) -> dict[str, dict[str, Any]]:
    """What is wanted of each kind of game, by its name: of the game with this id."""
    return {str(game["id"]): game for game in read_toml(of, "lab", "targets.toml")["game"]}


def setup_of(game: Kind) -> dict[str, Any]:
    """How a kind of game is set up, for `simulate` and tournaments."""
    return {key: game[key] for key in ("seats", "map", "until_turn") if key in game}


def measure(
    games: int,
    only: Sequence[str] = (),
    *,
    seed: int = SEED,
    workers: int | None = None,
    progress: bool = True,
    resume: str | Path | None = None,
) -> pd.DataFrame:
    """Let captains play all kinds of games, or some, and count those that ended alike: `games` says how many.

    `resume` names a folder: what was played there before an interrupt is not played again.
    """
    known, parts = wanted(), []
    for name in only:
        if name not in known:
            raise SetupError(told("lab.kind", wanted=shown(name), known=known))
    for name, game in known.items():
        if only and name not in only:
            continue
        how: dict[str, Any] = {"games": games, "seed": seed, "workers": workers, "progress": progress}
        how |= {"resume": None if resume is None else Path(resume) / name, **setup_of(game)}
        if "plans" in game:
            played = tournament_games(game["scenario"], {plan: plan for plan in game["bots"]}, **how)
        else:
            played = simulate(game["scenario"], bots="captain", **how)
        parts.append(counted(name, game, played))
    return pd.concat(parts, ignore_index=True).sort_values(BY, ignore_index=True)


def counted(name: str, game: Kind, played: pd.DataFrame) -> pd.DataFrame:
    """The games of a kind, those that ended alike counted together. Where plans compete, the winner is a plan."""
    played = played.assign(game=name, points=played["points.red"] if "points" in game else 0)
    if "plans" in game:
        sitting = {seat: f"bot.{seat}" for seat in seats_of(played)}
        won = [" ".join(row[sitting[seat]] for seat in str(row["winner"]).split()) for _, row in played.iterrows()]
        played = played.assign(winner=won)
    return played.groupby(BY, sort=False).size().rename("games").reset_index()


def balance(of: str = DEFAULT) -> pd.DataFrame:
    """What was measured: a row for games of a kind that ended alike, with their number."""
    return pd.read_csv(data_root() / of / "lab" / "balance.csv", keep_default_na=False)


def games_of(measured: pd.DataFrame, name: str) -> pd.DataFrame:
    """The games of a kind, a row for each."""
    part = measured[measured["game"] == name]
    return part.loc[part.index.repeat(part["games"])].drop(columns="games").reset_index(drop=True)


def targets(measured: pd.DataFrame, confidence: float = 0.95) -> pd.DataFrame:
    """What is wanted, what was measured, and the interval in which the truth lies with this confidence."""
    rows = []
    for name, game in wanted().items():
        each = games_of(measured, name)
        if len(each):
            rows += [(name, len(each), *target) for target in _judged(game, each, confidence)]
    table = pd.DataFrame(rows, columns=["game", "games", *Target._fields])
    return table[["game", "what", "games", *Target._fields[1:]]]


def _judged(game: Kind, each: pd.DataFrame, confidence: float) -> Iterator[Target]:
    """All that is wanted of a kind of game."""
    of = len(each)

    def part(what: str, wish: str, hits: int, met: bool) -> Target:
        return Target(what, wish, hits / of, *interval(hits, of, confidence), met)

    if "turns" in game:
        low, high = game["turns"]["from"], game["turns"]["to"]
        hits = int((each["ended"] & each["turns"].between(low, high)).sum())
        yield part(f"ends in turns {low}-{high}", "most", hits, hits > of / 2)
        most = 1 / int(game["seats"]) + float(read_toml(DEFAULT, "lab", "targets.toml")["seats"]["over"])
        for seat, won in _wins(each).items():
            yield part(f"{seat} wins", f"{most:.0%} at most", won, won <= most * of)
    if "plans" in game:
        least, wins = game["plans"]["least"], _wins(each)
        for plan in game["bots"]:
            won = wins.get(plan, 0)
            yield part(f"{plan} wins", f"{least:.0%} at least", won, won >= least * of)
        return
    if "points" in game:
        low, high = game["points"]["from"], game["points"]["to"]
        median = median_interval(each["points"], confidence)
        yield Target("median of points", f"{low}-{high}", *median, low <= median[0] <= high)
        start, most = game["rare"]["from"], game["rare"]["most"]
        rare = int((each["points"] >= start).sum())
        yield part(f"{start} points or more", "rare, but seen", rare, 0 < rare <= most * of)
    found = int((each["empires"] > 0).sum())
    yield part("an empire is found", "most, not all", found, of / 2 < found < of)


def _wins(each: pd.DataFrame) -> dict[str, int]:
    """How many games each winner has won; a victory that is shared counts for each."""
    won = each["winner"].str.split().explode().dropna().value_counts()
    return {str(name): int(won[name]) for name in sorted(won.index)}


def write(games: int, only: Sequence[str] = (), resume: str | Path | None = None) -> None:
    """Measure, and keep it: with `only` some kinds of games, what is known of the others stays."""
    found = measure(games, only, resume=resume)
    if only:
        others = balance()
        found = pd.concat([others[~others["game"].isin(only)], found])
    found.sort_values(BY).to_csv(data_root() / DEFAULT / "lab" / "balance.csv", index=False, lineterminator="\n")
