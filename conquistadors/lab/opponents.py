"""Who beats whom: the search against the captain, the captain against chance, in every scenario.

`make opponents` lets them play and writes `data/lab/opponents.csv`; `opponents()` reads it.
"""

from __future__ import annotations

from typing import Final

import pandas as pd

from conquistadors.lab.balance import wanted
from conquistadors.lab.frames import seats_of
from conquistadors.lab.tournaments import duels, tournament_games
from conquistadors.resources import data_root

SEED: Final = 21
"""The games of `data/lab/opponents.csv` are those of this seed."""
KINDS: Final = ("basic-2", "standard-2", "solitaire-north", "solitaire-south")
"""The kinds of games that are played, as `data/lab/targets.toml` has them."""
PAIRS: Final = (("search", "captain"), ("captain", "random"))


def measure(games: int, *, seed: int = SEED, workers: int | None = None, progress: bool = True) -> pd.DataFrame:
    """Let them play: a row for each kind of game and each pair."""
    rows = []
    for kind in KINDS:
        game = wanted()[kind]
        setup = {key: game[key] for key in ("seats", "map", "until_turn") if key in game}
        for pair in PAIRS:
            bots = {name: name for name in pair}
            played = tournament_games(
                game["scenario"], bots, games=games, seed=seed, workers=workers, progress=progress, **setup
            )
            rows.append(ranked(kind, pair, played))
    return pd.DataFrame(rows)


def ranked(kind: str, pair: tuple[str, str], played: pd.DataFrame) -> dict[str, object]:
    """One row: how often each won, how likely that is between equals, and alone the medians of their points."""
    one, other = pair
    table = duels(played)
    (met,) = table[(table["bot"] == one) & (table["against"] == other)].itertuples(index=False)
    row: dict[str, object] = {"game": kind, "bot": one, "against": other, "games": met.games}
    row |= {"wins": met.wins, "losses": met.losses, "chance": float(f"{met.chance:.2g}")}
    seats = seats_of(played)
    for name, bot in (("median", one), ("median.against", other)):
        alone = len(seats) == 1
        row[name] = float(played[played[f"bot.{seats[0]}"] == bot][f"points.{seats[0]}"].median()) if alone else None
    return row


def opponents() -> pd.DataFrame:
    """What was measured. `chance` is how likely so many wins or more are between equals: below 0.01, one is better."""
    return pd.read_csv(data_root() / "lab" / "opponents.csv")


def write(games: int) -> None:
    """Measure, and keep it."""
    measure(games).to_csv(data_root() / "lab" / "opponents.csv", index=False, lineterminator="\n")
